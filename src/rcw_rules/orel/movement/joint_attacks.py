"""Which stacks may make an attack together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import grid_in, note_values, off_the_board_in_play, off_the_rails, told_hexes
from rcw_rules.orel.model import AttackType, Day, HexLabel, Unit, listed, wrong_places, wrong_sides, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import CommandException, command_exceptions, order_of_battle

Bond: TypeAlias = Literal["one_hex", "anybody", "formation", "division", "exception"]
"""What lets units attack together: that they are in one hex, that all of them may join any unit, a formation (Red) or a
division (White) that is common to them, or an exception."""

POOR_QUALITY = 3  # 8.6.1-tq3
MOST_HEXES_OF_POOR = 2  # 8.6.1-tq3

# -------------------------------------------------------------------- what other chapters ask


def hexes_of(units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the hexes of units, each once, in the order of the map."""
    return tuple(sorted({unit.hex for unit in units if unit.hex is not None}))


def uncoordinated(
    attack_type: AttackType,
    attackers: Sequence[Unit],
    day: int,
    grid: HexGrid,
    path: str = "$.units",
    *,
    exceptions: tuple[CommandException, ...] | None = None,
) -> Iterator[Objection]:
    """Yield what keeps these attackers from making one attack together.

    Args:
        attack_type: Prepared or Hasty Attack.
        attackers: The combat units and vehicles that attack; units that support from afar are not listed.
        day: The day.
        grid: The hexes of the board.
        path: The field of the request that lists the attackers.
        exceptions: Which formations may command units that are not their own; None for those of the book.

    Rules: 8.6.1-hasty, 8.6.1-formation, 8.6.1-tq3, 8.6.1-exceptions.
    """
    hexes = hexes_of(attackers)
    if len(hexes) < 2:  # a single stack may attack whatever it is made of
        return
    if attack_type == "hasty":
        message = f"a Hasty Attack comes from one hex, not from {', '.join(hexes)}: make it one attack for each hex"
        yield Objection(rule="8.6.1-hasty", message=message, path=path)
        return
    if _bond(attackers, day, exceptions)[0] is None:
        common = "division" if attackers[0].side == "white" else "formation"
        of = {f"{unit.key} of {_belongs_to(unit)}": None for unit in attackers if not _fits_anybody(unit)}
        message = (
            f"from several hexes only units of one {common} attack together, not {', '.join(of)}; "
            "one stack may hold them all"
        )
        yield Objection(rule="8.6.1-formation", message=message, path=path)
    poor = [unit.key for unit in attackers if not unit.is_vehicle and unit.quality <= POOR_QUALITY]
    if poor and (len(hexes) > MOST_HEXES_OF_POOR or grid.distance(hexes[0], hexes[1]) != 1):
        message = (
            f"with units of quality {POOR_QUALITY} or less ({', '.join(poor)}) an attack comes from at most "
            f"{MOST_HEXES_OF_POOR} hexes, next to each other, not from {', '.join(hexes)}"
        )
        yield Objection(rule="8.6.1-tq3", message=message, path=path)


def _bond(
    attackers: Sequence[Unit], day: int, exceptions: tuple[CommandException, ...] | None
) -> tuple[Bond | None, str]:
    """Return what lets units of several hexes attack together and what they have in common; None if nothing does.

    Battalions of recruits join any unit, vehicles belong to no formation. The exceptions are those of command: the
    units that another formation may command, together with the units of those formations, may attack together.

    Rules: 8.6.1-formation, 8.6.1-exceptions.
    """
    bound = [unit for unit in attackers if not _fits_anybody(unit)]
    if not bound:
        return "anybody", ""
    common = {_belongs_to(unit) for unit in bound}
    if len(common) == 1:
        return ("division" if bound[0].side == "white" else "formation"), common.pop()
    for exception in command_exceptions(exceptions):
        if day >= exception.from_day and all(_joins(unit, exception) for unit in bound):
            return "exception", ", ".join(exception.formations)
    return None, ""


def _fits_anybody(unit: Unit) -> bool:
    return unit.is_vehicle or unit.recruit_battalion


def _belongs_to(unit: Unit) -> str:
    return unit.division if unit.side == "white" else unit.formation


def _joins(unit: Unit, exception: CommandException) -> bool:
    return unit.key in exception.units or unit.formation in exception.formations


# -------------------------------------------------------------------- orel.attack_coordination


@frozen(kw_only=True)
class AttackCoordinationOutcome:
    """What makes stacks one attack.

    Attributes:
        hexes: The hexes that the attack comes from, in the order of the map.
        bond: What lets the units attack together.
        common: The formation, the division, or the formations of an exception; "" where nothing is asked of them.
    """

    hexes: tuple[str, ...]
    bond: Bond
    common: str = ""

    def summary(self, request: AttackCoordinationRequest) -> str:
        """Return that the units may attack together, and what lets them."""
        names = {one.key: one.name for one in order_of_battle().formations}
        formations = words.listed(names.get(key, key) for key in self.common.split(", "))
        why = {
            "one_hex": f"they are one stack in {told_hexes(self.hexes)}",
            "anybody": "all of them may join any unit",
            "formation": f"they are of one formation, {formations}",
            "division": f"they are of one division, {self.common}",
            "exception": f"an exception allows it to {formations}",
        }
        return words.sentences(f"the units may attack hex {request.target} together: {why[self.bond]}")


@frozen(kw_only=True, cache_hash=True)
class AttackCoordinationRequest(Request[AttackCoordinationOutcome]):
    """Units that want to attack one hex together.

    Attributes:
        attack_type: Prepared or Hasty Attack.
        target: The hex that they attack.
        units: The attackers, in their hexes; units that only support them are not listed.
        day: The day.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        board: The board, if it is not the printed extent.
    """

    attack_type: AttackType
    target: HexLabel
    units: Annotated[tuple[Unit, ...], Size(1, 40)]
    day: Annotated[Day, Cites("8.6.1-exceptions")] = 15
    exceptions: Annotated[tuple[CommandException, ...] | None, Cites("8.6.1-exceptions")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        side = self.units[0].side
        yield from wrong_sides("units", self.units, side)
        yield from wrong_places(listed("units", self.units), grid, must_stand=True)
        if not grid.has(self.target):
            yield Problem(".target", f"hex {self.target} is not on the board", "0-hex-layout")
        several = self.attack_type == "prepared" and len(hexes_of(self.units)) > 1
        for number, unit in enumerate(self.units):
            if unit.is_artillery:
                message = "artillery supports an attack and takes no part in it; leave it out"
                yield Problem(f".units[{number}].type", message, "X-bad-combat")
            elif several and not _fits_anybody(unit) and not _belongs_to(unit):
                field = "division" if side == "white" else "formation"
                message = "is missing: it decides which units may join the attack"
                yield Problem(f".units[{number}].{field}", message, "8.6.1-formation")


def _example() -> AttackCoordinationRequest:
    order = order_of_battle()
    units = (order.unit("R:2/Let"), order.unit("R:4/Let"))  # of two brigades, in 1712 and 1810
    return AttackCoordinationRequest(attack_type="prepared", target="1711", units=units)


@procedure(
    "orel.attack_coordination",
    title="May these stacks attack together?",
    rules=("8.6.1-hasty",),
    example=_example,
)
def attack_coordination(request: AttackCoordinationRequest, umpire: Umpire[Options]) -> AttackCoordinationOutcome:
    """Say what lets stacks make one attack: one hex, or a Prepared Attack of troops that belong together.

    From several hexes Reds are of one formation and Whites of one division, vehicles and battalions of recruits apart;
    the brigades of the Lettones and, from 20 October, the Tchervonno-Kazaks with the cavalry of the 41st are the
    exceptions. With a unit of quality 3 or less there are at most two hexes, next to each other.

    Rules: 8.6.1-formation, 8.6.1-exceptions.
    """
    note_values(umpire, request.units)
    hexes = hexes_of(request.units)
    if len(hexes) == 1:
        umpire.result("8.6.1-formation", "one stack, from {hex}, may attack whatever it is made of", hex=hexes[0])
        return AttackCoordinationOutcome(hexes=hexes, bond="one_hex")
    bond, common = _bond(request.units, request.day, request.exceptions)
    if bond is None:
        raise ValueError("these units may not attack together")  # what the legality has refused before
    rule = "8.6.1-exceptions" if bond in ("exception", "anybody") else "8.6.1-formation"
    umpire.result(rule, _TEXTS[bond], hexes=", ".join(hexes), common=common)
    return AttackCoordinationOutcome(hexes=hexes, bond=bond, common=common)


_TEXTS: dict[Bond, str] = {
    "anybody": "vehicles and recruits may join anybody: they attack together from {hexes}",
    "formation": "all of the formation {common}: they attack together from {hexes}",
    "division": "all of the division {common}: they attack together from {hexes}",
    "exception": "an exception for units that fight with {common}: they attack together from {hexes}",
}


@attack_coordination.legality
def _objections(request: AttackCoordinationRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.board, options):
        yield from off_board
        return
    grid = grid_in(request.board or options.board)
    for number, unit in enumerate(request.units):
        if unit.hex not in grid.neighbours(request.target):
            message = f"{unit.key} attacks from {unit.hex}, which is not next to {request.target}"
            yield Objection(rule="X-bad-combat", message=message, path=f"$.units[{number}].hex")
    if not any(unit.is_combat for unit in request.units):
        message = "an attack needs infantry or cavalry; only a train against a lone train goes without"
        yield Objection(rule="X-bad-combat", message=message, path="$.units")
    yield from uncoordinated(request.attack_type, request.units, request.day, grid, exceptions=request.exceptions)
