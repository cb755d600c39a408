"""The end of a turn, and the first phase of fire in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.red_white.army.losses import ArmyCount, ArmyLog, count_of
from rcw_rules.red_white.army.morale import MajorMoraleOutcome, MajorMoraleRequest
from rcw_rules.red_white.model import Side, Unit, grade_objections
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import MissingProfileError, PartOneProfile, Phase


@frozen(kw_only=True)
class EndOfTurnOutcome:
    """The state of the game when a turn has ended.

    Attributes:
        units: The units of the request, none of them still suppressed.
        red: How the Red army stands.
        white: How the White army stands.
        winner: Who has won; "draw" if both armies broke, "none" if neither did and the game goes on.
    """

    units: tuple[Unit, ...]
    red: MajorMoraleOutcome
    white: MajorMoraleOutcome
    winner: Literal["none", "red", "white", "draw"]

    def summary(self, request: EndOfTurnRequest) -> str:
        """Return who has won, how both armies stand, and how many units are no longer suppressed."""
        won = {"none": "", "draw": "the game is a draw", "red": "Red wins", "white": "White wins"}[self.winner]
        freed = sum(unit.suppressed for unit in request.units)
        markers = f"{counted(freed, 'unit')} {'is' if freed == 1 else 'are'} no longer suppressed" if freed else ""
        return sentences(won, self.red.told("red"), self.white.told("white"), markers)

    @property
    def game_over(self) -> bool:
        """Whether the game ends, unless the scenario has victory conditions of its own."""
        return self.winner != "none"


@frozen(kw_only=True, cache_hash=True)
class EndOfTurnRequest(Request[EndOfTurnOutcome]):
    """Both armies at the end of a turn.

    Attributes:
        red: The Red army, as a log or as counts.
        white: The White army, as a log or as counts.
        units: Units that may be suppressed, of either side.
    """

    red: ArmyLog | ArmyCount
    white: ArmyLog | ArmyCount
    units: Annotated[tuple[Unit, ...], Size(0, 999)] = ()


def _end_example() -> EndOfTurnRequest:
    suppressed = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=7, suppressed=True)
    return EndOfTurnRequest(
        red=ArmyCount(units=10, lost=2, supply_cut=True),
        white=ArmyCount(units=8, lost=1, trains_lost=1),
        units=(suppressed,),
    )


@procedure(
    "red_white.end_of_turn",
    title="What happens at the end of the turn?",
    rules=("suppress-duration",),
    example=_end_example,
)
def end_of_turn(request: EndOfTurnRequest, umpire: Umpire[Options]) -> EndOfTurnOutcome:
    """End a turn: remove the suppressed markers, then test Major Morale, Red first.

    All other state of the units stays. Both armies are counted, and both test if they must, even if the first breaks.
    What one army loses in trains forced off and in supply takes losses off the other. A broken army loses the game; if
    both break it is a draw.

    Rules: suppress-duration, gen-unit-state, major-when, major-adjustments, major-break.
    """
    units = tuple(evolve(unit, suppressed=False) if unit.suppressed else unit for unit in request.units)
    freed = sum(unit.suppressed for unit in request.units)
    umpire.result("suppress-duration", "suppressed markers removed: {count}", count=freed)
    red = umpire.resolve(_question("red", request.red, request.white), "Red army")
    white = umpire.resolve(_question("white", request.white, request.red), "White army")
    winner: Literal["none", "red", "white", "draw"] = "none"
    if red.broken or white.broken:
        winner = "draw" if red.broken and white.broken else "white" if red.broken else "red"
        umpire.result("major-break", "the game is over; winner: {winner}", winner=winner)
    return EndOfTurnOutcome(units=units, red=red, white=white, winner=winner)


@end_of_turn.legality
def _end_objections(request: EndOfTurnRequest, options: Options) -> Iterator[Objection]:
    sequence = options.profile.sequence if options.profile is not None else ()
    if sequence and not any("end" in phase.roles for phase in sequence):
        message = "no phase of the profile's sequence has the role end, so Major Morale would never be tested"
        yield Objection(rule="p1-sequence", message=message)
    for number, unit in enumerate(request.units):
        yield from grade_objections(unit, options, f"$.units[{number}]")


def _question(side: Side, own: ArmyLog | ArmyCount, enemy: ArmyLog | ArmyCount) -> MajorMoraleRequest:
    """Return the question for one army: what the other lost in trains forced off, and in supply, is its gain.

    Rules: major-adjustments, p1-surrender-and-supply.
    """
    return MajorMoraleRequest(
        side=side,
        army=own,
        enemy_trains_forced_off=count_of(enemy).trains_forced_off,
        enemy_supply_cut=enemy.supply_cut,
    )


def phase_1(profile: PartOneProfile) -> Phase:
    """Return the phase that the rule of suppression calls phase 1: the first of a turn in which there is fire.

    Args:
        profile: The profile whose sequence of phases holds.

    Raises:
        MissingProfileError: If the sequence has no phase with fire.

    Rules: p1-sequence, suppress-who.
    """
    for phase in profile.sequence:
        if "fire" in phase.roles:
            return phase
    raise MissingProfileError(
        "p1-sequence",
        "sequence",
        "Which is the first phase of a turn in which units fire?",
        "the profile's sequence, with a phase that holds the role fire (Part I, which defines it, is lost)",
    )
