"""Casualties: a stand, or the leader or priest in its place."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.red_white.model import Unit, enemy_of, is_vehicle, melee_strength, morale_stands, named
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.spoken import called, suffered

Fallen: TypeAlias = Literal["stand", "leader", "priest"]

Source: TypeAlias = Literal["fire", "melee"]
"""What costs casualties."""


@frozen
class Loss:
    """What a unit has lost so far, one casualty at a time.

    Attributes:
        unit: The unit as it is now; its stands, hits and guards are those before the first casualty.
        stands: Stands lost so far, guards not included.
        guards: Guards lost so far.
        leader: Whether the leader has died.
        priest: Whether the priest has died.
    """

    unit: Unit
    stands: int = 0
    guards: int = 0
    leader: bool = False
    priest: bool = False

    @property
    def is_wrecked(self) -> bool:
        """Whether a vehicle has its last hit; guards of a train may still stand."""
        return is_vehicle(self.unit) and morale_stands(self.unit) == self.stands

    @property
    def is_destroyed(self) -> bool:
        """Whether nothing of the unit is left or, of a train, whether it is lost though guards still stand."""
        return self.is_wrecked or self.strength_left == 0

    @property
    def strength_left(self) -> int:
        """The stands that are left, guards included."""
        return melee_strength(self.unit) - self.stands - self.guards


KILL_LEADER: Choice[Loss, bool] = Choice(
    "kill_leader",
    rule="heroic-risk",
    who="enemy",
    about="Kill the leader instead of a stand? The D10 for this casualty puts the leader at risk. Default: yes.",
    default=lambda loss, alternatives: True,
    unit=lambda loss: named(loss.unit),
    side=lambda loss: enemy_of(loss.unit.side),
)
KILL_PRIEST: Choice[Loss, bool] = Choice(
    "kill_priest",
    rule="priest-risk",
    who="enemy",
    about="Kill the priest instead of a stand? The D10 for this casualty shows 0. Default: yes.",
    default=lambda loss, alternatives: True,
    unit=lambda loss: named(loss.unit),
    side=lambda loss: enemy_of(loss.unit.side),
)
LOSE_GUARD: Choice[Loss, bool] = Choice(
    "lose_guard",
    rule="train-melee",
    who="owner",
    about="Lose a guard instead of recording a hit on the armoured train? Default: yes.",
    default=lambda loss, alternatives: True,
    unit=lambda loss: named(loss.unit),
    side=lambda loss: loss.unit.side,
)


@frozen(kw_only=True)
class CasualtiesOutcome:
    """Who died.

    Attributes:
        stands_lost: Stands lost, or hits recorded.
        guards_lost: Guards of an armoured train lost.
        leader_killed: Whether the leader died in place of a stand.
        priest_killed: Whether the priest died in place of a stand.
        destroyed: Whether nothing of the unit is left or, of a train, whether it is lost though guards still stand.
        has_leader: Whether a leader is with it afterwards; never if nothing of it is left.
        casualties: Whether the unit must test for casualties.
        cheka_lost: Whether its Cheka stand was lost with a stand.
    """

    stands_lost: int
    guards_lost: int
    leader_killed: bool
    priest_killed: bool
    destroyed: bool
    has_leader: bool
    casualties: bool
    cheka_lost: bool = False

    def summary(self, request: CasualtiesRequest) -> str:
        """Return what the unit loses, and who dies with it or in place of a stand."""
        leader, priest, cheka = self.leader_killed, self.priest_killed, self.cheka_lost
        lost = suffered(request.unit, self.stands_lost, self.guards_lost, leader=leader, priest=priest, cheka=cheka)
        done = [lost] if lost else []
        done += ["is destroyed"] if self.destroyed else []
        return sentences(f"{called(request.unit)} {listed(done) or 'loses nothing'}")


@frozen(kw_only=True, cache_hash=True)
class CasualtiesRequest(Request[CasualtiesOutcome]):
    """A unit that is to lose a number of stands.

    Attributes:
        unit: The unit.
        count: How many stands it is to lose; beyond the last it loses no more.
        source: What costs them. Only these two endanger leaders and priests.
    """

    unit: Unit
    count: Annotated[int, Range(0, 99, rule="bad-numbers")]
    source: Source


def _example() -> CasualtiesRequest:
    unit = Unit(side="white", type="infantry", has_leader=True, heroic=True, starting_stands=8, stands=7, priest=True)
    return CasualtiesRequest(unit=unit, count=3, source="fire")


@procedure(
    "red_white.casualties",
    title="Who is killed: stands, leader or priest?",
    formerly=("Who dies: stands, leader or priest?",),
    rules=("heroic-risk",),
    example=_example,
)
def casualties(request: CasualtiesRequest, umpire: Umpire[Options]) -> CasualtiesOutcome:
    """Take casualties one at a time.

    For each casualty the leader's D10 comes first, if the leader leads heroically, then the priest's, if the casualty
    is still a stand. A leader or priest who dies in place of a stand uses up the casualty. Without a profile that says
    otherwise, a leader who does not lead heroically runs no risk, and fire never removes the Cheka stand: both stood in
    the lost first part of the rules.

    Rules: heroic-risk, heroic-dead, priest-risk, p1-cheka-by-fire, p1-leader-risk, gen-stand, gen-dice.
    """
    if request.source == "fire" and request.unit.cheka and not _cheka_falls(umpire.options):
        umpire.result("p1-cheka-by-fire", "how fire could remove the Cheka stand is lost with Part I: it stays")
    loss = Loss(request.unit)
    for _ in range(request.count):
        # Once a train is lost, its guards can still fall in a melee, but not to fire.
        if loss.is_destroyed and (request.source == "fire" or not loss.strength_left):
            break
        loss = take_casualty(umpire, loss, "unit", request.source)
    record_lost_train(umpire, loss, "unit")
    return CasualtiesOutcome(
        stands_lost=loss.stands,
        guards_lost=loss.guards,
        leader_killed=loss.leader,
        priest_killed=loss.priest,
        destroyed=loss.is_destroyed,
        has_leader=loss.unit.has_leader and loss.strength_left > 0,
        casualties=loss.unit.casualties,
        cheka_lost=request.unit.cheka and not loss.unit.cheka,
    )


def take_casualty(umpire: Umpire[Options], loss: Loss, label: str, source: Source) -> Loss:
    """Return *loss* with one more casualty; guards of a train fall only in a melee, fire hits the train.

    Rules: heroic-risk, priest-risk, heroic-dead, train-melee, p1-cheka-by-fire, morale-who.
    """
    unit = loss.unit
    fallen = _who_falls(umpire, loss, label)
    if not unit.casualties and (fallen == "stand" or _is_casualty(umpire)):
        unit = _bloodied(unit)
    if fallen == "leader":
        umpire.result("heroic-dead", "the leader of {unit} is dead; it has no leader from now on", unit=label)
        return _lost(loss, evolve(unit, has_leader=False, heroic=False), leader=True)
    if fallen == "priest":
        umpire.result("priest-risk", "the priest of {unit} is dead", unit=label)
        return _lost(loss, evolve(unit, priest=False), priest=True)
    has_guards = source == "melee" and loss.guards < unit.guards
    if has_guards and (loss.is_wrecked or umpire.choose(LOSE_GUARD, (True, False), loss)):
        umpire.result("train-melee", "{unit} loses a guard stand", unit=label)
        return _lost(loss, unit, guards=1)
    what = "records a hit" if is_vehicle(unit) else "loses a stand"
    umpire.result("gen-stand", "{unit} " + what, unit=label)
    if source == "fire" and unit.cheka and _cheka_falls(umpire.options):
        umpire.result("p1-cheka-by-fire", "{unit} loses its Cheka stand with it, by the profile", unit=label)
        unit = evolve(unit, cheka=False)
    return _lost(loss, unit, stands=1)


def _lost(
    loss: Loss, unit: Unit, *, stands: int = 0, guards: int = 0, leader: bool = False, priest: bool = False
) -> Loss:
    return Loss(unit, loss.stands + stands, loss.guards + guards, loss.leader or leader, loss.priest or priest)


@lru_cache(maxsize=1024)
def _bloodied(unit: Unit) -> Unit:
    # The same few units bleed on every branch of a walk.
    return evolve(unit, casualties=True)


def _is_casualty(umpire: Umpire[Options]) -> bool:
    """Whether a leader or a priest who dies in place of a stand is a casualty that obliges the unit to test.

    Rules: heroic-dead, morale-who.
    """
    if not umpire.options.leader_death_tests:
        umpire.ruling("leader_death_tests")
    return umpire.options.leader_death_tests


def record_lost_train(umpire: Umpire[Any], loss: Loss, label: str) -> None:
    """Record that a train is lost while guards of it still stand.

    Rules: train-lost.
    """
    if loss.is_wrecked and loss.strength_left:
        umpire.result("train-lost", "{unit} is lost; the guards still standing are an infantry unit", unit=label)


def _cheka_falls(options: Options) -> bool:
    """Whether, by the profile, a stand that falls to fire takes the Cheka stand with it.

    Rules: p1-cheka-by-fire.
    """
    return options.profile is not None and options.profile.cheka_lost_to_fire


def _who_falls(umpire: Umpire[Options], loss: Loss, label: str) -> Fallen:
    """Say who takes one casualty: the leader's D10 first, then the priest's; a 0 (ten) lets the enemy choose.

    An ordinary leader has a die only where a profile names the faces that put the leader at risk.

    Rules: heroic-risk, priest-risk, gen-dice, p1-leader-risk.
    """
    unit = loss.unit
    if unit.heroic:
        if umpire.roll(_ZERO, f"leader of {label}", "heroic-risk") and _kills(umpire, KILL_LEADER, loss):
            return "leader"
    elif unit.has_leader and umpire.options.profile is not None and umpire.options.profile.leader_risk:
        die = tally(d10, 1, umpire.options.profile.leader_risk)
        if umpire.roll(die, f"leader of {label}", "p1-leader-risk") == (1,) and _kills(umpire, KILL_LEADER, loss):
            return "leader"
    if unit.priest and umpire.roll(_ZERO, f"priest of {label}", "priest-risk") and _kills(umpire, KILL_PRIEST, loss):
        return "priest"
    return "stand"


def _kills(umpire: Umpire[Any], choice: Choice[Loss, bool], loss: Loss) -> bool:
    return umpire.choose(choice, (True, False), loss)


# The face marked 0 is the ten.
_ZERO = d10.check(at_least=10)
