"""The flight of an army: what it has lost, and how much it can bear."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Percent, Side, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.saying import said

Points: TypeAlias = Annotated[Fraction, Range(0, 999_999, rule="conv-bad-input")]


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
            yield Problem(
                ".original_points", "must be more than 0: an army worth nothing never flees", "defs-flight-number"
            )
        elif self.lost_points > self.original_points:
            message = f"it cannot lose {self.lost_points} points of {self.original_points}"
            yield Problem(".lost_points", message, "defs-flight-number")


@frozen(kw_only=True)
class ArmyStanding:
    """How a side stands.

    Attributes:
        side: Which side.
        threshold: Its flight number, exactly.
        in_flight: Whether it is in flight.
        has_lost: Whether it has lost: in flight, or its train was taken.
        intact_tanks_captured: How many of its tanks the enemy took intact: each lowers its margin by as much as the
            scenario says.
    """

    side: Side
    threshold: Fraction
    in_flight: bool
    has_lost: bool
    intact_tanks_captured: int

    def sentence(self, losses: ArmyLosses) -> str:
        """Return how the side stands, and its losses against its flight number."""
        side, lost, most = self.side.capitalize(), said(losses.lost_points), said(self.threshold)
        if self.in_flight:
            standing = f"{side} is in flight: it has lost {lost} points, more than its flight number of {most}"
        else:
            standing = f"{side} is not in flight: it has lost {lost} points, and its flight number is {most}"
        train = f"the enemy has taken the train of {side} off the table" if losses.train_taken else ""
        tanks = self.intact_tanks_captured
        return sentences(train, standing, f"the enemy took {counted(tanks, 'tank')} of {side} intact" if tanks else "")


@frozen(kw_only=True)
class FlightCheckOutcome:
    """How the armies stand. The scenario sets the levels of victory.

    Attributes:
        armies: Each army, in the order asked.
        game_over: Whether the game is over.
        losers: The sides that have lost; if both have, it is a draw unless the scenario says otherwise.
    """

    armies: tuple[ArmyStanding, ...]
    game_over: bool
    losers: tuple[Side, ...]

    def summary(self, request: FlightCheckRequest) -> str:
        """Return whether the game is over and who has lost, then how each army stands."""
        losers = listed(side.capitalize() for side in self.losers)
        over = f"the game is over: {losers} {'have' if len(self.losers) > 1 else 'has'} lost"
        armies = (one.sentence(losses) for one, losses in zip(self.armies, request.armies, strict=True))
        return sentences(over if self.game_over else "", *armies)


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
            yield Problem(".armies[1].side", f"{self.armies[1].side} is listed twice", "conv-bad-input")


def _flight_example() -> FlightCheckRequest:
    red = ArmyLosses(side="red", original_points=Fraction(250), percent=33, lost_points=Fraction(83))
    return FlightCheckRequest(armies=(red,))


@procedure(
    "red_actions.flight_check",
    title="Is an army in flight?",
    rules=("defs-flight-number",),
    example=_flight_example,
)
def flight_check(request: FlightCheckRequest, umpire: Umpire[Options]) -> FlightCheckOutcome:
    """Compare what each army has lost with its flight number, which is the percentage of its points, not rounded.

    An army flees when it has lost more than that; losing exactly as much is not enough. Play stops when one is in
    flight, or when a train was taken off the table, whose owner loses at once. The scenario says what captured tanks
    cost.

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
