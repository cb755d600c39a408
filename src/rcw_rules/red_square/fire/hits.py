"""The hits of a shot: automatic ones from a high score, and those that the dice roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_square.fire.profile import FireProfileRequest, hits_of_a_die
from rcw_rules.red_square.ground import THE, many
from rcw_rules.red_square.options import Options


@frozen(kw_only=True)
class FireOutcome:
    """How many dice hit.

    Attributes:
        hits: The hit markers that the target gets.
    """

    hits: int

    def summary(self, request: FireRequest) -> str:
        """Return the hits."""
        target = f" on {THE[request.profile.target]}" if request.profile is not None else ""
        return sentences(f"the shot scores {many(self.hits, 'hit')}{target}")


@frozen(kw_only=True, cache_hash=True)
class FireRequest(Request[FireOutcome]):
    """One shot, by its dice and its score or by the facts that they come from.

    Attributes:
        dice: The shot dice; 0 or less have no effect.
        score: The score to hit.
        profile: Who fires at what instead. All shots of its vehicles go to the same target and are rolled as one; ask
            for each with dice and score where the target may change between them.
    """

    dice: Annotated[int, Range(-9, 60, rule="fire-min-dice")] | None = None
    score: Annotated[int, Range(0, 24, rule="fire-score-table")] | None = None
    profile: FireProfileRequest | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a problem if a shot is given in both ways, or in neither."""
        if self.profile is not None and (self.dice is not None or self.score is not None):
            yield Problem("", "give either dice and score, or a profile", "fire-dice-table")
        elif self.profile is None and (self.dice is None or self.score is None):
            yield Problem("", "give dice and score, or a profile", "fire-dice-table")


def _fire_example() -> FireRequest:
    return FireRequest(dice=2, score=8)


@procedure(
    "red_square.fire",
    title="How many hits does this shot cause?",
    rules=("fire-6-hit-or-less",),
    example=_fire_example,
)
def fire(request: FireRequest, umpire: Umpire[Options]) -> FireOutcome:
    """Count the hits of the shot dice: the automatic ones of the score, then a D6 for each die against the remainder.

    Nothing is rolled if no score remains, or if there are no dice.

    Rules: fire-6-hit-or-less, fire-6-excess, fire-6-per-unit, fire-min-dice.
    """
    if request.profile is not None:
        profile = umpire.resolve(request.profile, "profile")
        dice = profile.shots * profile.dice
        automatic, hits_on = profile.automatic, profile.hits_on
    else:
        dice = max(0, request.dice or 0)
        automatic, hits_on = hits_of_a_die(umpire, request.score or 0)
    hits = dice * automatic
    if hits:
        umpire.result("fire-6-excess", "hits without a throw: {hits}", hits=hits)
    if hits_on and dice:
        hits += umpire.roll(d6.count(dice, at_most=hits_on), "shot dice", "fire-6-hit-or-less")
    umpire.result("fire-6-hit-or-less", "hit markers: {hits}", hits=hits)
    return FireOutcome(hits=hits)
