"""Aircraft in flight: how far they fly, and which side moves first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.geometry.table import Point
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.roll_offs import RollOff, roll_off
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import Side
from rcw_rules.red_white.options import Options

AircraftType: TypeAlias = Literal["fighter", "bomber", "observation"]


Pilot: TypeAlias = Literal["ace", "ordinary", "novice"]


FLIGHT_TURNS = 6  # air-three-turns
FEWEST_DICE, MOST_DICE = 2, 5  # air-flight-move
LEAVES_AT = 8  # dogfight-result


_TYPES: dict[AircraftType, str] = {"fighter": "fighter", "bomber": "bomber", "observation": "observation aircraft"}


@frozen(kw_only=True)
class Aircraft:
    """An aircraft with the state that it carries from flight turn to flight turn.

    Attributes:
        side: Red or White.
        type: What it can do.
        pilot: Who flies it.
        name: What to call it; by default its side and number.
        defensive_gun: Whether a bomber has a machine gun to defend itself with.
        damage: Points of damage from air combats; with the eighth it leaves.
        flight_turns_left: The flight turns that it may still fly.
        patrol_turns_left: The turns that it stays on patrol; 0 for one in combat mode.
        untested_hits: Hits of ground fire in the first flight turn of this turn, where the hits of a whole turn are
            added up before they are tested.
    """

    side: Side
    type: Annotated[AircraftType, Cites("gen-unit-types")]
    pilot: Annotated[Pilot, Cites("gen-unit-types")] = "ordinary"
    name: str = ""
    defensive_gun: bool = False
    damage: Annotated[int, Range(0, LEAVES_AT - 1, rule="dogfight-result")] = 0
    flight_turns_left: Annotated[int, Range(0, FLIGHT_TURNS, rule="air-three-turns"), Cites("gen-unit-state")] = (
        FLIGHT_TURNS
    )
    patrol_turns_left: Annotated[int, Range(0, 6, rule="air-patrol"), Cites("gen-unit-state")] = 0
    untested_hits: Annotated[int, Range(0, 999, rule="bad-numbers"), Cites("opt-air-damage-per")] = 0

    @property
    def called(self) -> str:
        """What a sentence calls it: its name or its side and type."""
        return self.name or f"the {self.side.capitalize()} {_TYPES[self.type]}"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the aircraft."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        if self.defensive_gun and self.type != "bomber":
            message = "only a bomber adds a defensive machine gun to its combat die"
            yield Problem(".defensive_gun", message, "dogfight-dice")
        if self.patrol_turns_left and self.type != "fighter":
            yield Problem(".patrol_turns_left", "only a fighter patrols", "air-types")


def flying_objections(aircraft: Aircraft, path: str) -> Iterator[Objection]:
    """Yield an objection to an aircraft that may not fly a flight turn.

    Rules: air-gone, air-patrol.
    """
    if aircraft.flight_turns_left == 0:
        message = "an aircraft without flight turns has left the field"
        yield Objection(rule="air-gone", message=message, path=f"{path}.flight_turns_left")
    if aircraft.patrol_turns_left:
        message = "an aircraft on patrol flies no flight turns; end its patrol first"
        yield Objection(rule="air-patrol", message=message, path=f"{path}.patrol_turns_left")


# ---------------------------------------------------------------- flight


@frozen(kw_only=True)
class FlightMoveOutcome:
    """Where a flight turn ends.

    Attributes:
        moved: How far along the string it flew, in inches.
        left_table: Whether it has flown off the table.
    """

    moved: Inches
    left_table: bool

    def summary(self, request: FlightMoveRequest) -> str:
        """Return how far the aircraft flies, and whether it leaves the table."""
        gone = " and leaves the table" if self.left_table else ""
        return sentences(f"the aircraft flies {self.moved} along its string{gone}")


@frozen(kw_only=True, cache_hash=True)
class FlightMoveRequest(Request[FlightMoveOutcome]):
    """An aircraft that flies along its string.

    Attributes:
        dice: How many D6 it flies; None leaves it to the choice ``flight_dice``.
        string_left: How much of the string lies ahead, in inches; None if more than it can fly.
        ends_at_edge: Whether the string ends on an edge of the table.
        aircraft_at: Where the aircraft sat when this turn's string was laid; None if it enters with this string.
        string_starts_at: Where the string starts; by default where the aircraft sits or, when it enters, on an edge.
    """

    dice: Annotated[int, Range(FEWEST_DICE, MOST_DICE, rule="air-flight-move")] | None = None
    string_left: Inches | None = None
    ends_at_edge: bool = False
    aircraft_at: Point | None = None
    string_starts_at: Point | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "string_left",
            {"ends_at_edge": (True,)},
            message="is missing: with ends_at_edge give the distance to the end of the string",
            rule="air-flight-move",
        ),
    )


FLIGHT_DICE: Choice[FlightMoveRequest, int] = Choice(
    "flight_dice",
    rule="air-flight-move",
    who="owner",
    about="How many D6 does the aircraft fly this flight turn, 2 to 5? Default: 5.",
    default=lambda request, alternatives: MOST_DICE,
)


def _flight_example() -> FlightMoveRequest:
    return FlightMoveRequest(dice=3, string_left=inches(15), ends_at_edge=True)


@procedure(
    "red_white.flight_move",
    title="How far can the aircraft fly?",
    formerly=("How far does the aircraft fly?",),
    rules=("air-string",),
    example=_flight_example,
)
def flight_move(request: FlightMoveRequest, umpire: Umpire[Options]) -> FlightMoveOutcome:
    """Fly one flight turn: the sum of 2 to 5 D6 in inches along the string, no more and no less.

    At the end of the string the aircraft stops; if that is on an edge of the table, exactly reached or overshot, it has
    left.

    Rules: air-flight-move.
    """
    dice = request.dice
    if dice is None:
        dice = umpire.choose(FLIGHT_DICE, tuple(range(FEWEST_DICE, MOST_DICE + 1)), request)
    moved = inches(umpire.roll(d6.sum(dice), "inches flown", "air-flight-move"))
    if request.string_left is not None:
        moved = min(moved, request.string_left)
    outcome = FlightMoveOutcome(moved=moved, left_table=leaves_table(request, moved))
    where = " and off the table" if outcome.left_table else ""
    umpire.result("air-flight-move", "{moved} along the string" + where, moved=str(moved))
    return outcome


def leaves_table(request: FlightMoveRequest, moved: Inches) -> bool:
    """Whether an aircraft that has flown this far is at the end of a string that ends on an edge.

    Rules: air-flight-move.
    """
    return request.ends_at_edge and moved == request.string_left


@flight_move.legality
def _flight_objections(request: FlightMoveRequest, options: Options) -> Iterator[Objection]:
    yield from string_objections(request, "$")


def string_objections(request: FlightMoveRequest, path: str) -> Iterator[Objection]:
    """Yield an objection to a string that does not start where the aircraft sits.

    Rules: air-string.
    """
    if None not in (request.aircraft_at, request.string_starts_at) and request.aircraft_at != request.string_starts_at:
        message = f"the string starts at {request.string_starts_at}, but the aircraft sits at {request.aircraft_at}"
        yield Objection(rule="air-string", message=message, path=f"{path}.string_starts_at")


# ---------------------------------------------------------------- who moves first


@frozen(kw_only=True)
class AirSideOutcome:
    """Who moves first.

    Attributes:
        side_1: The side that is side 1 for this turn.
    """

    side_1: Side

    def summary(self, request: AirSideRequest) -> str:
        """Return which side moves its aircraft first."""
        return sentences(f"{self.side_1.capitalize()} is side 1 this turn and moves its aircraft first")


@frozen(kw_only=True, cache_hash=True)
class AirSideRequest(Request[AirSideOutcome]):
    """Both sides, at the beginning of a turn in which both have aircraft in flight.

    Attributes:
        red_ace: Whether Red has an ace in flight.
        red_novice: Whether Red has a novice in flight.
        white_ace: Whether White has an ace in flight.
        white_novice: Whether White has a novice in flight.
    """

    red_ace: bool = False
    red_novice: bool = False
    white_ace: bool = False
    white_novice: bool = False


OF_ACE = Modifier(id="ace_to_side", value=1, reason="an ace", rule="air-side")


OF_NOVICE = Modifier(id="novice_to_side", value=-1, reason="a novice", rule="air-side")


ACE_TO_SIDE: Choice[Side, bool] = Choice(
    "ace_to_side",
    rule="air-side",
    who="owner",
    about="Does the ace add 1 to the die for who is side 1? Default: yes.",
    default=lambda side, alternatives: True,
    side=lambda side: side,
)


@procedure(
    "red_white.air_side",
    title="Which side moves its aircraft first?",
    rules=("air-side",),
    example=lambda: AirSideRequest(red_ace=True, white_novice=True),
)
def air_side(request: AirSideRequest, umpire: Umpire[Options]) -> AirSideOutcome:
    """Decide which side is side 1 for the turn: the higher D6, Red's rolled first; ties are rolled again.

    An ace adds 1 if the side wants it, and a novice subtracts 1. Each counts once, however many there are.

    Rules: air-side.
    """
    red = umpire.modify(_side_ledger(umpire, "red", ace=request.red_ace, novice=request.red_novice), "Red's die")
    white = umpire.modify(
        _side_ledger(umpire, "white", ace=request.white_ace, novice=request.white_novice), "White's die"
    )
    roll: RollOff[Side] = roll_off(("red", d6), ("white", d6), plus_first=red.total, plus_second=white.total)
    winner = umpire.roll(roll, "side 1", "air-side")
    while winner is None:
        umpire.result("air-side", "a tie: both throw again")
        winner = umpire.roll(roll, "side 1", "air-side")
    umpire.result("air-side", "{side} is side 1", side=winner.capitalize())
    return AirSideOutcome(side_1=winner)


def _side_ledger(umpire: Umpire[Options], side: Side, *, ace: bool, novice: bool) -> Ledger:
    """Return what is added to the die of a side.

    Rules: air-side.
    """

    def listed() -> Iterator[Modifier]:
        if ace and umpire.choose(ACE_TO_SIDE, (True, False), side):
            yield OF_ACE
        if novice:
            yield OF_NOVICE

    return ledger(listed())
