"""Rout and rally, and what happens to units that fled into a hex that is attacked later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import (
    called,
    clause,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    zones_against,
)
from rcw_rules.orel.model import Day, Side, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats.falling_back import (
    FallingBack,
    RetreatOutcome,
    captured_steps,
    fall_back,
    surrendering,
)
from rcw_rules.orel.retreats.path import Surroundings

# -------------------------------------------------------------------- rout


def rout_units(umpire: Umpire[Options], units: tuple[Unit, ...], surroundings: Surroundings) -> RetreatOutcome:
    """Rout units of one stack and return what is left of them.

    First units that are Routed already surrender, with artillery whose whole stack does. The others fall back two hexes
    together and check for enemy zones of control; where they cannot, they surrender. The vehicles of a stack that
    surrenders where it stands are returned as they are; the caller decides what happens to them.

    Args:
        umpire: Decides, throws and keeps the record.
        units: The units that rout, all in one hex; vehicles only if no unit of the hex stays or merely retreats.
        surroundings: Everything around them, themselves left out.

    Rules: 8.7.3-rout, 8.7.3-rout-impossible, 4.1-capture.
    """
    again = surrendering(units, (unit.key for unit in units if unit.mode == "routed"))
    prisoners = captured_steps(units, again)
    if again:
        text = "Routed a second time: {units} surrender, prisoners {prisoners}"
        umpire.result("8.7.3-rout", text, units=", ".join(again), prisoners=prisoners)
    rest = tuple(unit for unit in units if unit.key not in again)
    if all(unit.is_vehicle for unit in rest) and again:
        return RetreatOutcome(possible=False, units=rest, surrendered=again, prisoners=prisoners)
    fled = fall_back(umpire, rest, surroundings, hexes=2)
    gone = (*again, *fled.surrendered)
    return evolve(
        fled,
        surrendered=tuple(unit.key for unit in units if unit.key in gone),
        prisoners=prisoners + fled.prisoners,
    )


@frozen(kw_only=True, cache_hash=True)
class RoutRequest(FallingBack, Request[RetreatOutcome]):
    """Units of one hex that rout. Its fields are those of `FallingBack`."""

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield units in several hexes, hexes that are not on the board, and vehicles alone."""
        yield from super().inconsistencies()
        if all(unit.is_vehicle for unit in self.units):
            yield Problem(".units", "vehicles rout only with the units that they follow", "8.7.2-vehicles-follow")


def _rout_example() -> RoutRequest:
    # Enemies to the north and to the south cover every hex around it.
    return RoutRequest(
        units=(
            Unit(key="R:1/7D", side="red", type="infantry", hex="1110", tq=3, steps=4, strength=4, mp=5),
            Unit(key="R:Art/7D", side="red", type="artillery", hex="1110", tq=3, steps=2, fire=3, mp=5),
        ),
        others=(
            Unit(key="W:1/1K", side="white", type="infantry", hex="1111", tq=5, steps=4, strength=6, mp=5),
            Unit(key="W:2/1K", side="white", type="infantry", hex="1109", tq=5, steps=4, strength=6, mp=5),
        ),
    )


@procedure(
    "orel.rout",
    title="What happens to units that rout?",
    rules=("8.7.3-rout",),
    example=_rout_example,
)
def rout(request: RoutRequest, umpire: Umpire[Options]) -> RetreatOutcome:
    """Rout a stack: second routs surrender, the others go two hexes and check in every enemy zone of control.

    Rules: 8.7.3-rout.
    """
    note_values(umpire, request.units)
    return rout_units(umpire, request.units, request.surroundings)


# -------------------------------------------------------------------- in a hex attacked afterwards

DefenderFate: TypeAlias = Literal["stays", "retreats", "routs", "eliminated", "surrenders"]
"""What befell a defender of the hex."""

BystanderFate: TypeAlias = Literal["stays", "retreats", "routs", "surrenders"]
"""What units that fled into the hex before must do."""


@rout.legality
def _rout_objections(request: RoutRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def bystanders_fate(defenders: tuple[DefenderFate, ...], *, routed: bool) -> BystanderFate:
    """Return what units must do that fled into the hex of these defenders before its attack was resolved.

    One defender that retreats takes them along, out of the hex. If all are Routed, eliminated or captured they rout,
    and those that had routed into the hex surrender. As long as one stays, they stay.

    Args:
        defenders: What happened to each unit that defended the hex.
        routed: Whether the bystanders are Routed.

    Rules: 8.5.1d-target-hex, 8.7.3-rout-target-hex.
    """
    if "retreats" in defenders:
        return "retreats"
    if "stays" in defenders:
        return "stays"
    return "surrenders" if routed else "routs"


@frozen(kw_only=True)
class BystandersOutcome:
    """What units must do that fled into a hex attacked afterwards.

    Attributes:
        stay: The keys of those that stay.
        retreat: The keys of those that retreat with the defenders.
        rout: The keys of those that rout.
        surrender: The keys of those that surrender.
        prisoners: The steps of those, which the enemy captures.
    """

    stay: tuple[str, ...]
    retreat: tuple[str, ...]
    rout: tuple[str, ...]
    surrender: tuple[str, ...]
    prisoners: int

    def summary(self, request: BystandersRequest) -> str:
        """Return what each of the units must do."""
        names = names_of(request.units)
        return words.sentences(
            clause(self.stay, names, "stay[s|]"),
            clause(self.retreat, names, "must retreat with the defenders"),
            clause(self.rout, names, "rout[s|] with the defenders"),
            clause(self.surrender, names, "surrender[s|]"),
            f"the enemy takes {words.counted(self.prisoners, 'prisoner')}" if self.prisoners else "",
        )


@frozen(kw_only=True, cache_hash=True)
class BystandersRequest(Request[BystandersOutcome]):
    """Units that fled into a hex whose attack was still to come, once it is resolved.

    Attributes:
        units: The combat units and artillery that fled there, those that routed marked so.
        defenders: What befell each combat unit and battery that defended the hex.
    """

    units: Annotated[tuple[Unit, ...], Size(1, 20)]
    defenders: Annotated[tuple[DefenderFate, ...], Size(1, 20)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield keys that come twice, and vehicles, which have their own rules."""
        yield from wrong_places(listed("units", self.units))
        for number, unit in enumerate(self.units):
            if unit.is_vehicle:
                message = "vehicles go where the units of their hex go"
                yield Problem(f".units[{number}].type", message, "8.7.2-vehicles-follow")


def _bystanders_example() -> BystandersRequest:
    unit = Unit(key="R:1/7D", side="red", type="infantry", hex="1110", tq=3, steps=3, strength=4, mode="routed")
    return BystandersRequest(units=(unit,), defenders=("routs", "eliminated"))


@procedure(
    "orel.bystanders",
    title="What happens to units that fled into a hex under attack?",
    formerly=("What must units do that fled into a hex that was then attacked?",),
    rules=("8.5.1d-target-hex",),
    example=_bystanders_example,
)
def bystanders(request: BystandersRequest, umpire: Umpire[Options]) -> BystandersOutcome:
    """Say for each unit whether the fate of the defenders drags it along. They took no part in the combat.

    Rules: 8.5.1d-target-hex, 8.7.3-rout-target-hex, 4.1-capture.
    """
    note_values(umpire, request.units)
    fates = {unit.key: bystanders_fate(request.defenders, routed=unit.mode == "routed") for unit in request.units}

    def those(fate: BystanderFate) -> tuple[str, ...]:
        return tuple(key for key, own in fates.items() if own == fate)

    surrender = those("surrenders")
    prisoners = captured_steps(request.units, surrender)
    for unit in request.units:
        rule = "8.7.3-rout-target-hex" if unit.mode == "routed" else "8.5.1d-target-hex"
        umpire.result(rule, "{unit} {fate}", unit=unit.key, fate=fates[unit.key])
    if surrender:
        umpire.result("4.1-capture", "prisoners: {prisoners}", prisoners=prisoners)
    return BystandersOutcome(
        stay=those("stays"), retreat=those("retreats"), rout=those("routs"), surrender=surrender, prisoners=prisoners
    )


# -------------------------------------------------------------------- rally


def player_turn(day: int, side: Side) -> int:
    """Return the number of a player turn: White plays first on each day.

    >>> player_turn(16, "red") - player_turn(16, "white"), player_turn(17, "white") - player_turn(16, "red")
    (1, 1)

    Rules: 8.7.3-rally.
    """
    return 2 * day + (side == "red")


@frozen(kw_only=True)
class RallyOutcome:
    """Whether a unit has rallied.

    Attributes:
        due: Whether the rout has lasted long enough, at the end of a turn of the owner.
        rallied: Whether the marker comes off.
        unit: The unit as it is now.
    """

    due: bool
    rallied: bool
    unit: Unit

    def summary(self, request: RallyRequest) -> str:
        """Return whether the unit rallies, and what keeps it from doing so."""
        name = called(request.unit)
        if self.rallied:
            return words.sentences(f"{name} rallies and is in combat mode")
        if self.due:
            return words.sentences(f"{name} stays Routed: an enemy zone of control covers hex {request.unit.hex}")
        return words.sentences(f"{name} stays Routed until the end of the next {request.unit.side.title()} player turn")


@frozen(kw_only=True, cache_hash=True)
class RallyRequest(Request[RallyOutcome]):
    """A Routed unit at the end of a player's turn.

    Attributes:
        unit: The unit.
        routed_day: The day on which it routed.
        routed_in: In whose turn it routed.
        day: The day.
        turn_of: Whose turn ends.
        others: Every other unit on the board.
        board: The map.
    """

    unit: Unit
    routed_day: Day
    routed_in: Side
    day: Day
    turn_of: Side
    others: Annotated[tuple[Unit, ...], Size(0, 400)] = ()
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a turn before that of the rout, and hexes that are not on the board."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        named = ((".unit", self.unit), *listed("others", self.others))
        yield from wrong_places(named, grid_in(self.board))
        if player_turn(self.day, self.turn_of) < player_turn(self.routed_day, self.routed_in):
            yield Problem(".day", "the turn ends before that in which the unit routed", "8.7.3-rally")


def _rally_example() -> RallyRequest:
    unit = Unit(key="R:1/7D", side="red", type="infantry", hex="1110", tq=3, steps=3, strength=4, mode="routed")
    return RallyRequest(unit=unit, routed_day=16, routed_in="white", day=16, turn_of="red")


@procedure(
    "orel.rally",
    title="Does a Routed unit rally?",
    rules=("8.7.3-rally",),
    example=_rally_example,
)
def rally(request: RallyRequest, umpire: Umpire[Options]) -> RallyOutcome:
    """Say whether the marker comes off at the end of a turn.

    It does at the end of the owner's first turn after the one in which it routed, or of any later one, if no enemy zone
    of control covers it; friends in its hex negate those, and off the map there are none. Then it stands in combat
    mode.

    Rules: 8.7.3-rally.
    """
    unit = request.unit
    later = player_turn(request.day, request.turn_of) > player_turn(request.routed_day, request.routed_in)
    if not later or request.turn_of != unit.side:
        umpire.result("8.7.3-rally", "it is Routed to the end of its owner's next turn")
        return RallyOutcome(due=False, rallied=False, unit=unit)
    board = umpire.options.board if request.board is None else request.board
    zones = zones_against((unit, *request.others), unit.side, "retreat", grid_in(board))
    if unit.hex in zones:
        umpire.result("8.7.3-rally", "still Routed: an enemy zone of control covers {hex}", hex=unit.hex or "")
        return RallyOutcome(due=True, rallied=False, unit=unit)
    umpire.result("8.7.3-rally", "it rallies, in combat mode")
    return RallyOutcome(due=True, rallied=True, unit=evolve(unit, mode="combat"))


@rally.legality
def _rally_objections(request: RallyRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    if request.unit.mode != "routed":
        message = "only a Routed unit rallies; this one is not Routed"
        yield Objection(rule="8.7.3-rally", message=message, path="$.unit.mode")
