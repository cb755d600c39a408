"""Armoured trains under fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import Unit, grade_objections
from rcw_rules.red_white.morale import MoraleTestRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import Weapon
from rcw_rules.red_white.spoken import called, numbers, rearward
from rcw_rules.red_white.vehicles.damage import VehicleDamageRequest

HARMLESS: tuple[Weapon, ...] = ("small_arms", "machine_gun")  # train-immune


@frozen(kw_only=True)
class TrainUnderFireOutcome:
    """An armoured train after it was fired at.

    Attributes:
        hits: The hits recorded now, 8 at most.
        destroyed: Whether the eighth hit has destroyed it.
        tested: Whether it tested morale.
        passed: Whether it passed; None if it did not test.
        moved: How far it backs off, in inches; None if the length of a full move is not known.
        off_table: Whether that takes it off the table; None if that cannot be known.
        freed_guards: The guards of a destroyed train, an ordinary infantry unit from now on.
    """

    hits: int
    destroyed: bool = False
    tested: bool = False
    passed: bool | None = None
    moved: Inches | None = inches(0)
    off_table: bool | None = False
    freed_guards: int = 0

    def summary(self, request: TrainUnderFireRequest) -> str:
        """Return the hits of the train, how its test went, and how far it backs off."""
        return sentences(*self.told(request.train))

    def told(self, train: Unit) -> tuple[str, ...]:
        """Return what happened to the train, one text a sentence."""
        before = train.hits or 0
        new = self.hits - before
        done = [f"takes {counted(new, 'hit')} {numbers(before, self.hits)}"] if new else []
        guards = ""
        if self.destroyed:
            done.append("is lost")
            verb = "fights" if self.freed_guards == 1 else "fight"
            guards = f"{counted(self.freed_guards, 'guard')} {verb} on as infantry" if self.freed_guards else ""
        elif self.tested:
            done.append("passes its morale test" if self.passed else "fails its morale test")
            done.append("" if self.passed else rearward(1, self.moved, off_table=self.off_table))
        return (f"{called(train)} {listed(filter(None, done)) or 'is not hurt by the fire'}", guards)

    @property
    def is_lost(self) -> bool | None:
        """Whether it counts as a lost train for Major Morale: destroyed, or off the table; None if not known."""
        return True if self.destroyed else self.off_table


@frozen(kw_only=True, cache_hash=True)
class TrainUnderFireRequest(Request[TrainUnderFireOutcome]):
    """An armoured train at which weapons of one sort have fired in one fire phase, all of them together.

    Attributes:
        train: The train.
        weapon: What fired at it. Small arms and machine guns cannot hurt it; light guns are artillery.
        new_hits: The hits that they scored; how guns score them was said in the lost first part of the rules.
        already_tested: Whether it has tested in this fire phase; there is one test in each.
    """

    train: Unit
    weapon: Annotated[Weapon, Cites("train-immune")]
    new_hits: Annotated[int, Range(0, 999, rule="bad-numbers"), Cites("p1-artillery-and-armour")] = 0
    already_tested: Annotated[bool, Cites("train-artillery-test")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.train.type != "armoured_train":
            message = f"expected an armoured train, got {in_words(self.train.type)}"
            yield Problem(".train.type", message, "train-artillery-test")


def _example() -> TrainUnderFireRequest:
    train = Unit(
        side="red",
        type="armoured_train",
        has_leader=True,
        hits=1,
        guards=2,
        full_move=inches(18),
        edge_distance=inches(12),
    )
    return TrainUnderFireRequest(train=train, weapon="artillery", new_hits=2)


@procedure(
    "red_white.train_under_fire",
    title="Does the train retreat?",
    formerly=("Does the train back off?",),
    rules=("train-immune",),
    example=_example,
)
def train_under_fire(request: TrainUnderFireRequest, umpire: Umpire[Options]) -> TrainUnderFireOutcome:
    """Fire at an armoured train: record the hits, then test morale if artillery fired, whether or not it hit.

    Small arms and machine guns have no effect at all. The test is a D10 with the modifiers of every morale test
    against 8 less all hits, those of this fire included; guards do not count. A train that fails backs off one full
    move along its track and is not marked as falling back. One that is destroyed does not test.

    Rules: train-immune, train-artillery-test, train-fail, p1-artillery-and-armour.
    """
    train = request.train
    hits = train.hits or 0
    if request.weapon in HARMLESS:
        weapon = in_words(request.weapon)
        umpire.result("train-immune", "{weapon} fire cannot hurt an armoured train", weapon=weapon)
        return TrainUnderFireOutcome(hits=hits)
    damage = umpire.resolve(
        VehicleDamageRequest(type="armoured_train", hits=hits, new_hits=request.new_hits, guards=train.guards), "hits"
    )
    if damage.destroyed:
        return TrainUnderFireOutcome(hits=damage.hits, destroyed=True, freed_guards=damage.freed_guards)
    if request.already_tested:
        umpire.result("train-artillery-test", "it has tested in this fire phase: no other test")
        return TrainUnderFireOutcome(hits=damage.hits)
    umpire.result("train-artillery-test", "fired on by artillery, it tests morale")
    # Name, guards and what other rules ask for are left out, so that exact odds can share the test.
    tested = evolve(train, hits=damage.hits, name="", guards=0, falling_back=False, casualties=False)
    test = umpire.resolve(MoraleTestRequest(unit=tested, cause="train_artillery"), "morale under artillery fire")
    if not test.passed:
        umpire.result("train-fail", "the train backs off one full move, not marked as falling back")
        if test.off_table:
            text = "it is off the table: lost for its owner, and for the enemy a train forced to retreat"
            umpire.result("train-fail", text)
    return TrainUnderFireOutcome(
        hits=damage.hits, tested=True, passed=test.passed, moved=test.moved, off_table=test.off_table
    )


@train_under_fire.legality
def _objections(request: TrainUnderFireRequest, options: Options) -> Iterator[Objection]:
    yield from grade_objections(request.train, options, "$.train")
