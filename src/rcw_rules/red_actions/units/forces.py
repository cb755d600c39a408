"""Scale, effective bases, and the flight of an army."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.model import (
    BASE_WIDTH_MM,
    Markers,
    Percent,
    Rank,
    Side,
    TroopCard,
    Unit,
    effective_number,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.ruleset import Cites

METRES_PER_INCH = 25  # defs-scale
MINUTES_PER_MOVE = 5  # defs-scale
MILLIMETRES_PER_INCH = Fraction(254, 10)

Disputed: TypeAlias = Literal["mounted_officer", "train_step"]
"""The distances that are printed in metres and in inches that disagree: the move of a mounted officer who is attached
to no unit, and the step by which a train starts and stops."""

_DISPUTED: dict[Disputed, tuple[int, int]] = {  # conv-metres-govern: in metres, in inches
    "mounted_officer": (400, 20),
    "train_step": (50, 1),
}

SOVIET_TITLES: dict[Rank, str] = {
    "captain": "Kombat",
    "colonel": "Kompolk",
    "major_general": "Kombrig",
    "general": "Komdiv",
}

COMMANDS: dict[Rank, str] = {
    "captain": "one unit: a battalion, a squadron or a company",
    "colonel": "a regiment",
    "major_general": "a brigade",
    "general": "a division",
}

MARKERS_OF_THE_NIGHT = 1  # wx-night-morale

Points: TypeAlias = Annotated[Fraction, Range(0, 999_999, rule="conv-bad-input")]


@frozen(kw_only=True)
class ConvertDistanceOutcome:
    """A distance on the table.

    Attributes:
        inches: The number of inches, exactly.
    """

    inches: Fraction


@frozen(kw_only=True, cache_hash=True)
class ConvertDistanceRequest(Request[ConvertDistanceOutcome]):
    """A distance on the ground.

    Attributes:
        metres: How many metres.
        of: Which of the disputed distances it is; None for every other.
    """

    metres: Annotated[Fraction, Range(0, 1_000_000, rule="conv-bad-input")]
    of: Annotated[Disputed | None, Cites("conv-metres-govern")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.of is not None and self.metres != _DISPUTED[self.of][0]:
            message = f"the {self.of.replace('_', ' ')} is {_DISPUTED[self.of][0]} m, not {self.metres} m"
            yield Problem(".metres", message, "conv-metres-govern")


def _distance_example() -> ConvertDistanceRequest:
    return ConvertDistanceRequest(metres=Fraction(400), of="mounted_officer")


@procedure(
    "red_actions.convert_distance",
    title="How far is that on the table?",
    rules=("defs-scale", "conv-metres-govern"),
    example=_distance_example,
)
def convert_distance(request: ConvertDistanceRequest, umpire: Umpire[Options]) -> ConvertDistanceOutcome:
    """Turn metres into inches of the table: the metres divided by 25, not rounded.

    Two distances are printed with inches that do not fit their metres; the option distance_conflicts says which holds.

    Rules: defs-scale, conv-metres-govern.
    """
    length = request.metres / METRES_PER_INCH
    if request.of is not None:
        umpire.ruling("distance_conflicts")
        length = Fraction(disputed_distance(request.of, umpire.options).as_decimal())
    umpire.result("defs-scale", "{metres} m are {inches} in", metres=str(request.metres), inches=str(length))
    return ConvertDistanceOutcome(inches=length)


def disputed_distance(of: Disputed, options: Options) -> Inches:
    """Return the distance in force where metres and inches disagree. Whoever rests on it tells `distance_conflicts`.

    >>> print(disputed_distance("train_step", Options()))
    2 in
    >>> print(disputed_distance("mounted_officer", Options(distance_conflicts="inches")))
    20 in

    Rules: conv-metres-govern.
    """
    metres, printed = _DISPUTED[of]
    return inches(printed if options.distance_conflicts == "inches" else metres // METRES_PER_INCH)


def moves_in(minutes: int) -> Fraction:
    """Return how many moves so many minutes are, not rounded.

    >>> moves_in(30)
    Fraction(6, 1)

    Rules: defs-scale.
    """
    return Fraction(minutes, MINUTES_PER_MOVE)


def markers_of_the_night(card: TroopCard, options: Options) -> int:
    """Return how many humiliated markers a unit begins the game with because of the night.

    Rules: wx-night-morale.
    """
    return 0 if options.night == "off" or card.category == "vehicle" else MARKERS_OF_THE_NIGHT


def frontage(bases: int) -> Fraction:
    """Return how many inches wide a line of bases is, exactly.

    >>> frontage(4)
    Fraction(600, 127)

    Rules: defs-base.
    """
    return bases * BASE_WIDTH_MM / MILLIMETRES_PER_INCH


def title_of(rank: Rank, *, soviet: bool = False) -> str:
    """Return what an officer of a rank is called. No rule hangs on it.

    >>> title_of("major_general"), title_of("major_general", soviet=True)
    ('major general', 'Kombrig')

    Rules: defs-red-commanders.
    """
    return SOVIET_TITLES[rank] if soviet else rank.replace("_", " ")


def command_of(rank: Rank) -> str:
    """Return what an officer of a rank leads as a rule. No rule hangs on it.

    >>> command_of("colonel")
    'a regiment'

    Rules: note-unit-scale, note-higher-formations.
    """
    return COMMANDS[rank]


@frozen(kw_only=True)
class EffectiveBasesOutcome:
    """What a unit shoots and fights with.

    Attributes:
        effective: Its effective bases: 0, one half, or a whole number.
        routs: Whether its markers make it rout.
    """

    effective: Fraction
    routs: bool


@frozen(kw_only=True, cache_hash=True)
class EffectiveBasesRequest(Request[EffectiveBasesOutcome]):
    """A unit with its markers.

    Attributes:
        bases: The bases that stand.
        terror: Its terror markers.
        humiliated: Its humiliated markers.
        routing: Whether it is in rout already.
    """

    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")]
    terror: Markers = 0
    humiliated: Markers = 0
    routing: Annotated[bool, Cites("defs-terror-rout")] = False


def _bases_example() -> EffectiveBasesRequest:
    return EffectiveBasesRequest(bases=4, terror=3, humiliated=1)


@procedure(
    "red_actions.effective_bases",
    title="How many bases count, and does the unit rout?",
    rules=("defs-effective-bases", "defs-terror-rout", "defs-humiliated", "conv-marker-count"),
    example=_bases_example,
)
def effective_bases(request: EffectiveBasesRequest, umpire: Umpire[Options]) -> EffectiveBasesOutcome:
    """Take the markers from the bases.

    Terror and humiliated markers count alike. As many markers as bases leave one half of a base; more make the unit
    rout, unless it is in rout already, and leave nothing.

    Rules: defs-effective-bases, defs-terror-rout, defs-humiliated, conv-marker-count.
    """
    markers = request.terror + request.humiliated
    effective = effective_number(request.bases, markers)
    umpire.result(
        "defs-effective-bases",
        "{bases} bases less {markers} markers: {effective}",
        bases=request.bases,
        markers=markers,
        effective=str(effective),
    )
    routs = markers > request.bases and not request.routing
    if routs:
        umpire.result("defs-terror-rout", "more markers than bases: it routs")
    return EffectiveBasesOutcome(effective=effective, routs=routs)


@frozen(kw_only=True, cache_hash=True)
class ArmyLosses:
    """What a side has lost.

    Attributes:
        side: Whose losses they are.
        original_points: What its whole force was worth at the start, reinforcements included.
        percent: Its flight percentage.
        lost_points: What its destroyed and captured bases were worth, and all bases of its units in rout now.
        intact_tanks_captured: How many of its tanks the enemy took intact.
        train_taken: Whether the enemy took its train off the table.
    """

    side: Side
    original_points: Annotated[Fraction, Range(0, 999_999, rule="conv-bad-input")]
    percent: Percent
    lost_points: Points = Fraction(0)
    intact_tanks_captured: Annotated[int, Range(0, 99, rule="conv-bad-input"), Cites("tank-captured")] = 0
    train_taken: Annotated[bool, Cites("train-captured")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the army."""
        if self.original_points == 0:
            yield Problem(".original_points", "is more than 0: an army of no worth never flees", "defs-flight-number")
        elif self.lost_points > self.original_points:
            message = f"{self.lost_points} lost of {self.original_points}"
            yield Problem(".lost_points", message, "defs-flight-number")


@frozen(kw_only=True)
class ArmyStanding:
    """How a side stands.

    Attributes:
        side: Which side.
        threshold: Its flight number, exactly.
        in_flight: Whether it is in flight.
        has_lost: Whether it has lost: in flight, or its train was taken.
        intact_tanks_captured: How many of its tanks the enemy took intact: each lowers its margin by what the scenario
            says.
    """

    side: Side
    threshold: Fraction
    in_flight: bool
    has_lost: bool
    intact_tanks_captured: int


@frozen(kw_only=True)
class FlightCheckOutcome:
    """How the armies stand. Levels of victory are the scenario's.

    Attributes:
        armies: Each army, in the order asked.
        game_over: Whether the game is over.
        losers: The sides that have lost; both is a draw unless the scenario says otherwise.
    """

    armies: tuple[ArmyStanding, ...]
    game_over: bool
    losers: tuple[Side, ...]


@frozen(kw_only=True, cache_hash=True)
class FlightCheckRequest(Request[FlightCheckOutcome]):
    """One army or both at the end of an action segment.

    Attributes:
        armies: The armies.
    """

    armies: Annotated[tuple[ArmyLosses, ...], Size(1, 2)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if len({army.side for army in self.armies}) < len(self.armies):
            yield Problem(".armies[1].side", f"{self.armies[1].side} comes twice", "conv-bad-input")


def _flight_example() -> FlightCheckRequest:
    red = ArmyLosses(side="red", original_points=Fraction(250), percent=33, lost_points=Fraction(83))
    return FlightCheckRequest(armies=(red,))


@procedure(
    "red_actions.flight_check",
    title="Is an army in flight?",
    rules=("defs-flight-number", "seq-flight-stop", "miss-victory", "tank-captured", "train-captured"),
    example=_flight_example,
)
def flight_check(request: FlightCheckRequest, umpire: Umpire[Options]) -> FlightCheckOutcome:
    """Compare what each army has lost with its flight number, which is the percentage of its points, not rounded.

    An army flees when it has lost more; just as much is not enough. Play stops when one is in flight, or when a train
    was taken off the table, whose owner loses at once. What captured tanks cost is for the scenario to say.

    Rules: defs-flight-number, seq-flight-stop, miss-victory, tank-captured, train-captured.
    """
    armies: list[ArmyStanding] = []
    for army in request.armies:
        threshold = army.original_points * army.percent / 100
        in_flight = army.lost_points > threshold
        umpire.result(
            "defs-flight-number",
            "{side} has lost {lost} points of {threshold} that it bears: in flight: {in_flight}",
            side=army.side,
            lost=str(army.lost_points),
            threshold=str(threshold),
            in_flight=in_flight,
        )
        if army.train_taken:
            umpire.result("train-captured", "{side} has lost its train, and with it the game", side=army.side)
        if army.intact_tanks_captured:
            umpire.result(
                "tank-captured",
                "tanks of {side} captured intact: {tanks}",
                side=army.side,
                tanks=army.intact_tanks_captured,
            )
        standing = ArmyStanding(
            side=army.side,
            threshold=threshold,
            in_flight=in_flight,
            has_lost=in_flight or army.train_taken,
            intact_tanks_captured=army.intact_tanks_captured,
        )
        armies.append(standing)
    losers: tuple[Side, ...] = tuple(army.side for army in armies if army.has_lost)
    if losers:
        umpire.result("seq-flight-stop", "the game is over")
    return FlightCheckOutcome(armies=tuple(armies), game_over=bool(losers), losers=losers)


def points_lost(unit: Unit, bases_at_start: int) -> Fraction:
    """Return what a unit counts as lost: its missing bases, and while it is in rout the remaining ones as well.

    >>> from rcw_rules.red_actions.units.troops import illustrative_troops
    >>> unit = Unit(name="1st", side="red", card=illustrative_troops().card("red_conscripts"), bases=4)
    >>> points_lost(unit, 6)
    Fraction(10, 1)

    Rules: defs-flight-number.
    """
    lost = bases_at_start if unit.routing else bases_at_start - unit.bases
    return lost * unit.card.points_per_base
