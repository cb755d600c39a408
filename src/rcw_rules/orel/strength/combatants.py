"""The two sides of a combat: which units they have, and how artillery and vehicles share the fate of their stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.charts import Cell
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import clause, closed_ground, grid_in, off_the_rails
from rcw_rules.orel.model import Unit, enemy_of, listed, wrong_places, wrong_sides, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength.cover import OPEN_GROUND, Cover

WordT = TypeVar("WordT")

Role: TypeAlias = Literal["attacker", "defender"]

Result: TypeAlias = Literal[
    "stays",
    "passed",
    "disorganised",
    "repulsed",
    "retreat",
    "rout",
    "surrender",
    "retreat_two",
    "eliminated",
    "captured",
]
"""What a check or an assault means for a unit.

A unit that did not check and need not leave ``stays``. ``retreat`` and ``rout`` are still to be carried out;
``retreat_two`` is what vehicles do whose stack routs: two hexes without a marker. Of ``surrender``, ``eliminated`` and
``captured`` units nothing is left to their side.
"""

Support: TypeAlias = Annotated[int, Range(0, 99, rule="X-bad-combat")]
"""Fire support, in whole points."""

LEAVING: tuple[Result, ...] = ("retreat", "rout", "retreat_two")
LOST: tuple[Result, ...] = ("surrender", "eliminated", "captured")


RESULTS_SAID: Mapping[Result, str] = {
    "stays": "stay[s|]",
    "passed": "pass[es|]",
    "disorganised": "[is|are] disorganised",
    "repulsed": "[is|are] repulsed",
    "retreat": "must retreat",
    "rout": "rout[s|]",
    "surrender": "surrender[s|]",
    "retreat_two": "must retreat 2 hexes",
    "eliminated": "[is|are] eliminated",
    "captured": "[is|are] captured",
}
"""What a sentence says of units with a result, as `for_number` reads it."""


@frozen(kw_only=True, cache_hash=True)
class UnitResult:
    """What happens to one unit.

    Attributes:
        key: Which unit.
        result: What happens to it.
    """

    key: str
    result: Result


def told_results(results: Iterable[UnitResult], names: Mapping[str, str]) -> str:
    """Return what happens to units, those with the same result together; "" if all of them merely stay."""
    alike: dict[Result, list[str]] = {}
    for one in results:
        alike.setdefault(one.result, []).append(one.key)
    if not alike.keys() - {"stays"}:
        return ""
    return words.listed(clause(keys, names, RESULTS_SAID[result]) for result, keys in alike.items())


@frozen(kw_only=True, cache_hash=True)
class Combatants:
    """The units of both sides in one combat, with their states. Hexes may be left out; then a side is one stack.

    Attributes:
        attackers: The units that attack, wherever they attack from: combat units, and vehicles with them.
        defenders: Every unit in the attacked hex, depots apart.
        bystanders: The units stacked with attackers that do not attack: artillery, vehicles, combat units held back.
        attacker_support: The fire support of the attacker.
        defender_support: The fire support of the defender.
        cover: The ground of the attacked hex.
        board: The board, for its extent and for the ground that vehicles attack over; by default, for the ground alone,
            the option's. Without one nobody knows by what road or railroad a vehicle comes, and it is accepted.
        defeatist_rumours: The keys of the units that Defeatist Rumours have reached.
    """

    attackers: Annotated[tuple[Unit, ...], Size(1, 40, rule="X-bad-combat")]
    defenders: Annotated[tuple[Unit, ...], Size(1, 40, rule="X-bad-combat")]
    bystanders: Annotated[tuple[Unit, ...], Size(0, 40)] = ()
    attacker_support: Support = 0
    defender_support: Support = 0
    cover: Cover = OPEN_GROUND
    board: HexMap | None = None
    defeatist_rumours: Annotated[tuple[str, ...], Size(0, 120), Cites("6-list")] = ()

    @property
    def everybody(self) -> tuple[Unit, ...]:
        """All units of both sides."""
        return (*self.attackers, *self.defenders, *self.bystanders)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        side = self.attackers[0].side
        yield from wrong_sides("attackers", self.attackers, side)
        yield from wrong_sides("defenders", self.defenders, enemy_of(side))
        yield from wrong_sides("bystanders", self.bystanders, side)
        named = (
            *listed("attackers", self.attackers),
            *listed("defenders", self.defenders),
            *listed("bystanders", self.bystanders),
        )
        yield from wrong_places(named, grid_in(self.board))
        if len({unit.hex is None for unit in self.everybody}) > 1:
            yield Problem(".attackers", "the hexes of all units are given, or none of them", "X-bad-combat")
        target = self.defenders[0].hex
        for number, unit in enumerate(self.defenders):
            if unit.hex != target:
                message = f"an attack is against one hex, {target}; {unit.key} is in {unit.hex}"
                yield Problem(f".defenders[{number}].hex", message, "X-bad-combat")
        sources = {unit.hex for unit in self.attackers}
        for number, unit in enumerate(self.bystanders):
            if unit.hex not in sources:
                message = f"no attacker is in hex {unit.hex}; only units stacked with attackers are bystanders"
                yield Problem(f".bystanders[{number}].hex", message, "X-bad-combat")
        keys = {unit.key for unit in self.everybody}
        for number, key in enumerate(self.defeatist_rumours):
            if key not in keys:
                yield Problem(f".defeatist_rumours[{number}]", f"no unit of this combat has the key {key!r}", "6-list")


def unfit_to_fight(combat: Combatants) -> Iterator[Objection]:
    """Yield what the rules hold against these units fighting each other.

    Rules: X-bad-combat, 9-alone-defence.
    """
    yield from unfit_attackers(combat.attackers, combat.defenders[0].hex, grid_in(combat.board))
    if all(unit.is_vehicle for unit in combat.defenders):
        message = "vehicles alone do not stand up to combat units: they retreat before combat or are lost"
        yield Objection(rule="9-alone-defence", message=message, path="$.defenders")


def unfit_attackers(attackers: tuple[Unit, ...], target: str | None, grid: HexGrid) -> Iterator[Objection]:
    """Yield what the rules hold against these units attacking a hex together.

    Args:
        attackers: The units, in a field of that name.
        target: The hex; None where no hexes are given.
        grid: The hexes of the board.

    Rules: X-bad-combat, 9-accompanied, 7.1.4-modes, 8.2.3-effects, 9.2.1-breakdown, 9.1-contact.
    """
    if not any(unit.is_combat for unit in attackers):
        message = "an attack needs infantry or cavalry; only a train against a lone train goes without"
        yield Objection(rule="X-bad-combat", message=message, path="$.attackers")
    stacks_of_combat_units = {unit.hex for unit in attackers if unit.is_combat}
    for number, unit in enumerate(attackers):
        path = f"$.attackers[{number}]"
        if unit.is_vehicle and unit.hex not in stacks_of_combat_units:
            message = f"{unit.key} attacks only together with a combat unit of its own hex"
            yield Objection(rule="9-accompanied", message=message, path=path)
        for rule, message in _unfit_to_attack(unit):
            yield Objection(rule=rule, message=f"{unit.key} {message}", path=path)
        if unit.hex is not None and target is not None and unit.hex not in grid.neighbours(target):
            message = f"{unit.key} attacks from {unit.hex}, which is not next to {target}"
            yield Objection(rule="X-bad-combat", message=message, path=f"{path}.hex")


def barred_vehicles(
    umpire: Umpire[Options], attackers: Iterable[Unit], target: str | None, board: HexMap | None, path: str
) -> Iterator[Objection]:
    """Yield an objection to every attacking vehicle that the ground of a board keeps out of the attacked hex.

    A road into the hex opens it to them, a railroad opens a forest, and a train needs its rails. Without a board, or
    without hexes, nobody knows by what way they come, so nothing is said against them.

    Args:
        umpire: Has the Terrain Effects Table, which the check before the procedure does not see.
        attackers: The attackers.
        target: The attacked hex; None where no hexes are given.
        board: The board in play.
        path: The path of the attackers.

    Rules: 9-accompanied.
    """
    if board is None or target is None:
        return
    for number, unit in enumerate(attackers):
        if not unit.is_vehicle or unit.hex is None:
            continue
        what = closed_ground(unit, unit.hex, target, board, umpire.charts["terrain"])
        if what:
            message = f"{unit.key} may not attack: {what}; it can be a bystander"
            yield Objection(rule="9-accompanied", message=message, path=f"{path}[{number}]")


def require_open_ground(umpire: Umpire[Options], combat: Combatants, path: str = "$") -> None:
    """Raise unless the ground of the board, if there is one, lets every attacking vehicle into the attacked hex.

    Raises:
        IllegalRequestError: If it keeps one out.

    Rules: 9-accompanied.
    """
    board = umpire.options.board if combat.board is None else combat.board
    refused = barred_vehicles(umpire, combat.attackers, combat.defenders[0].hex, board, f"{path}.attackers")
    Verdict(objections=tuple(refused)).require()


def _unfit_to_attack(unit: Unit) -> Iterator[tuple[str, str]]:
    if unit.is_artillery:
        yield "X-bad-combat", "is artillery, which supports attacks and makes none; it can be a bystander"
    elif unit.mode != "combat":
        state = "routed" if unit.mode == "routed" else "in march mode"
        yield "X-bad-combat", f"is {state}; only units in combat mode attack"
    if unit.is_vehicle and unit.unsupplied:
        yield "8.2.3-effects", "is unsupplied and may not fight; it can be a bystander"
    if unit.broken_down:
        yield "9.2.1-breakdown", "has broken down and is out of action this turn; it can be a bystander"
    if unit.is_train and not unit.in_contact:
        yield "9.1-contact", "is not in contact: a train that supports from afar does not attack"


def word_in(cell: Cell, words: tuple[WordT, ...]) -> WordT:
    """Return the word that a cell of a chart says.

    Raises:
        ChartError: If it says something else, as the chart of a user may.
    """
    for word in words:
        if word == cell.result:
            return word
    expected = " or ".join(map(repr, words))
    raise ChartError(cell.chart, f"row {cell.row!r}, column {cell.column!r} should be {expected}, not {cell.result!r}")


# -------------------------------------------------------------------- what follows for a stack


def with_followers(
    units: Iterable[Unit], results: Mapping[str, Result], *, artillery_follows: bool = True
) -> dict[str, Result]:
    """Return the results of all units of a side, those of artillery and vehicles by what happens to their stack.

    Artillery goes with its combat units: it routs if all that are left of them rout, retreats if all of them leave,
    surrenders if all survivors surrender, and routs if losses have left none. Vehicles leave with the last combat unit:
    two hexes if all that leave rout, else one. Where no combat unit and no artillery is left, they are lost.

    Args:
        units: The units of the side, those of one hex being a stack.
        results: What is known by key; a combat unit without a result stays.
        artillery_follows: Whether artillery shares the fate of its stack; the attacker's does not in an assault.

    Rules: 8.7.2-artillery-follows, 8.7.2-vehicles-follow, 9-stack-lost.
    """
    found: dict[str, Result] = dict(results)
    stacks: dict[str | None, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.hex, []).append(unit)
    for stack in stacks.values():
        fighting: list[Result] = [found.setdefault(unit.key, "stays") for unit in stack if unit.is_combat]
        guns: list[Result] = []
        for unit in stack:
            if unit.is_artillery:
                follows = artillery_follows and bool(fighting)
                guns.append(found.setdefault(unit.key, _of_artillery(unit, fighting) if follows else "stays"))
        for unit in stack:
            if unit.is_vehicle:
                found[unit.key] = _of_vehicle(unit, fighting, guns)
    return found


def _of_artillery(gun: Unit, fighting: list[Result]) -> Result:
    """Return what happens to artillery with these results of the combat units of its stack.

    Rules: 8.7.2-artillery-follows, 8.8.2A-artillery, 8.8.2B-surrender, 8.7.3-rout.
    """
    left = [result for result in fighting if result != "eliminated"]
    going = [result for result in left if result != "surrender"]
    if left and not going:
        return "surrender"
    if all(result == "rout" for result in going):
        return "surrender" if gun.mode == "routed" else "rout"
    return "retreat" if all(result in LEAVING for result in going) else "stays"


def _of_vehicle(vehicle: Unit, fighting: list[Result], guns: list[Result]) -> Result:
    """Return what happens to a vehicle with these results of the combat units and the artillery of its stack.

    Rules: 9-stack-lost, 8.7.2-vehicles-follow, 9.2.1-breakdown.
    """
    together = [*fighting, *guns]
    if not together:
        return "stays"
    left = [result for result in together if result not in LOST]
    if not left:
        if vehicle.is_train:
            return "captured" if vehicle.in_contact else "retreat_two"
        return "eliminated"
    deciding = [result for result in fighting if result not in LOST] or left
    if not all(result in LEAVING for result in deciding):
        return "stays"
    if vehicle.broken_down:
        return "eliminated"
    return "retreat_two" if all(result == "rout" for result in deciding) else "retreat"
