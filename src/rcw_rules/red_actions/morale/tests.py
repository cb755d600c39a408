"""Morale tests, with their bonuses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import (
    NO_MODIFIERS,
    TWO_DICE,
    OfficerToken,
    Side,
    SuccessNumber,
    TestKind,
    TroopCard,
    Unit,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import missing_from_card

Effect: TypeAlias = Annotated[int, Range(-9, 9, rule="off-morale-bonus")]

Bonuses: TypeAlias = str
"""Which officers' effects count: ``junior``, ``junior_and_attached_1``, ``junior_and_senior_2``, ``attached_1``;
without a junior ``nobody``, ``attached_1``, ``senior_2``."""

SENIOR_REACH = inches(12)  # off-senior-adds, with a line of sight
SENIOR_REACH_UNSEEN = inches(4)  # off-senior-adds, without one
ALWAYS_FAILS = 12  # conv-natural-twelve


@frozen(kw_only=True, cache_hash=True)
class MoraleOfficer:
    """An officer with a unit that tests morale.

    Attributes:
        effect: What the officer adds to success numbers; negative if it lowers them.
        commissar: Whether the officer is a Commissar.
    """

    effect: Effect = 0
    commissar: Annotated[bool, Cites("off-commissar")] = False


@frozen(kw_only=True, cache_hash=True)
class SeniorInReach:
    """A senior officer who is not with the unit that tests, but may add to its morale from nearby.

    Attributes:
        effect: What the officer adds to success numbers.
        distance: How far the officer is from the unit.
        sees: Whether the officer sees it.
        routing: Whether the officer routs too.
    """

    effect: Effect
    distance: Annotated[Inches, Cites("off-senior-adds")]
    sees: Annotated[bool, Cites("off-senior-adds")] = True
    routing: Annotated[bool, Cites("off-senior-adds")] = False


@frozen(kw_only=True, cache_hash=True)
class Situation:
    """Where a unit stands when it tests morale.

    The officers with the unit are not part of it: they are in the unit, and may fall before the test.

    Attributes:
        seniors: Senior officers near the unit, but not attached to it.
        enemy_behind_flanks: Whether an enemy unit that does not rout stands within 12 inches and behind its flanks.
        friend_can_charge: Whether a friendly unit that it sees could charge every such enemy.
        fortified: Whether earthworks, a trench or a defensible stone building protect it.
        ambushed_marching: Whether it was marching when it was ambushed; it counts only in the fear test for the ambush.
        side: Whose unit it is, so that its owner is asked which officers help; None where nobody says so.
    """

    seniors: Annotated[tuple[SeniorInReach, ...], Size(0, 6)] = ()
    enemy_behind_flanks: Annotated[bool, Cites("mor-behind-flanks")] = False
    friend_can_charge: Annotated[bool, Cites("mor-behind-flanks")] = False
    fortified: Annotated[bool, Cites("mor-bonuses")] = False
    ambushed_marching: Annotated[bool, Cites("march-ambushed")] = False
    side: Annotated[Side | None, Cites("off-senior-adds")] = None


NOWHERE_SPECIAL = Situation()


@frozen(kw_only=True)
class MoraleTestOutcome:
    """How a morale test went.

    Attributes:
        passed: Whether it was passed.
        needed: The highest natural 2d6 that passes; a 12 always fails.
    """

    passed: bool
    needed: int

    def summary(self, request: MoraleTestRequest) -> str:
        """Return whether the test is passed, and which throws pass it."""
        most = min(self.needed, ALWAYS_FAILS - 1)
        passing = (
            f"a throw of {most} or less passes" if most > 2 else "only a 2 passes" if most == 2 else "no throw passes"
        )
        return sentences(f"the unit {'passes' if self.passed else 'fails'} its {request.test} test: {passing}")


@frozen(kw_only=True, cache_hash=True)
class MoraleTestRequest(Request[MoraleTestOutcome]):
    """One morale test, with plain numbers; `morale_test_of` makes one for a unit.

    Attributes:
        test: Which test.
        number: The success number on the card.
        junior: The officer in command of the unit; None without one.
        attached: Senior officers attached to it.
        situation: Where it stands.
    """

    test: TestKind
    number: SuccessNumber
    junior: MoraleOfficer | None = None
    attached: Annotated[tuple[MoraleOfficer, ...], Size(0, 6)] = ()
    situation: Situation = NOWHERE_SPECIAL

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.situation.ambushed_marching and self.test != "fear":
            message = f"an ambush on the march counts in a fear test, not in a {self.test} test: leave it out"
            yield Problem(".situation.ambushed_marching", message, "march-ambushed")


@frozen(kw_only=True)
class Command:
    """What the owner sees when choosing which officers help in a test.

    Attributes:
        effects: What the officers add in all, for each alternative in its order.
        side: Whose unit it is; None where nobody says so.
    """

    effects: tuple[int, ...]
    side: Side | None = None


def _largest(command: Command, alternatives: tuple[Bonuses, ...]) -> Bonuses:
    return alternatives[command.effects.index(max(command.effects))]


OFFICERS: Choice[Command, Bonuses] = Choice(
    "morale_officers",
    rule="off-senior-adds",
    who="owner",
    about="Whose effect counts in the morale test: the junior officer's, the junior's with one senior's, or only that "
    "of an attached senior in personal command? Default: whatever adds most.",
    default=_largest,
    side=lambda command: command.side or "",
)


def _example() -> MoraleTestRequest:
    seniors = (SeniorInReach(effect=1, distance=inches(10)),)
    situation = Situation(seniors=seniors, enemy_behind_flanks=True, fortified=True)
    return MoraleTestRequest(test="fear", number=7, junior=MoraleOfficer(effect=1), situation=situation)


@procedure(
    "red_actions.morale_test",
    title="Does this unit pass its morale test?",
    rules=("mor-procedure",),
    example=_example,
)
def morale_test(request: MoraleTestRequest, umpire: Umpire[Options]) -> MoraleTestOutcome:
    """Test a unit's morale with 2d6.

    All bonuses together change the number on the card; at night or in fog the throw counts 1 more. The unit passes on
    that number or less. A natural 12 fails whatever the number; a 12 that only the night makes counts like any other
    throw. Nothing is rounded.

    Rules: mor-procedure, conv-natural-twelve.
    """
    needed = morale_needed(umpire, request)
    return umpire.last_roll(
        TWO_DICE.check(at_most=needed, never=(ALWAYS_FAILS,)),
        f"{request.test} test",
        "mor-procedure",
        lambda passed: MoraleTestOutcome(passed=passed, needed=needed),
    )


def morale_needed(umpire: Umpire[Options], request: MoraleTestRequest) -> int:
    """Return the highest natural throw that passes a morale test, with the bonuses on the record.

    Rules: mor-procedure, mor-bonuses, wx-night-morale, conv-natural-twelve.
    """
    bonuses = umpire.modify(_bonuses(umpire, request), "success number")
    throw = NO_MODIFIERS
    if umpire.options.night != "off":
        umpire.ruling("night")
        reason = "night or fog"
        throw = umpire.modify(
            Ledger.of(umpire.modifier("morale_bonuses", "night_or_fog", "wx-night-morale", reason)), "throw"
        )
    needed = request.number + bonuses.total - throw.total
    umpire.result(
        "mor-procedure",
        "needs {needed} or less: {test} {number}, {bonuses}",
        needed=needed,
        test=request.test,
        number=request.number,
        bonuses=str(bonuses) if not throw else f"{bonuses}, {throw} to the throw",
    )
    return needed


def _bonuses(umpire: Umpire[Options], request: MoraleTestRequest) -> Ledger:
    """Return what changes the success number; each thing counts once.

    Rules: mor-bonuses, mor-behind-flanks, off-morale-bonus, march-ambushed.
    """
    situation = request.situation
    entries = _officers(umpire, request)
    rows: list[tuple[str, str, str]] = []
    if situation.enemy_behind_flanks:
        if situation.friend_can_charge:
            umpire.result("mor-behind-flanks", "the enemy behind the flanks does not count: a friend can charge it")
        else:
            rows.append(("enemy_behind_flanks", "mor-behind-flanks", "enemy behind the flanks"))
    if situation.fortified:
        rows.append(("fortified", "mor-bonuses", "fortified"))
    if situation.ambushed_marching:
        rows.append(("ambushed_marching", "march-ambushed", "ambushed on the march"))
    entries += [umpire.modifier("morale_bonuses", row, rule, reason) for row, rule, reason in rows]
    return ledger(entries)


def _officers(umpire: Umpire[Options], request: MoraleTestRequest) -> list[Modifier]:
    """Return what the officers add: the junior, the junior and one senior, or an attached senior instead.

    A Commissar in command gives way only to a Commissar, but other officers may help.

    Rules: off-morale-bonus, off-senior-adds, off-senior-substitutes, off-commissar, conv-within.
    """
    junior = request.junior
    own = [] if junior is None or not junior.effect else [_effect("junior", junior.effect, "off-morale-bonus")]
    if not request.attached and not request.situation.seniors:
        return own
    ways: dict[Bonuses, list[Modifier]] = {"nobody" if junior is None else "junior": own}
    with_junior = "" if junior is None else "junior_and_"
    for number, senior in enumerate(request.attached, start=1):
        ways[f"{with_junior}attached_{number}"] = [*own, _effect("senior", senior.effect, "off-senior-adds")]
    for number, near in enumerate(request.situation.seniors, start=1):
        if is_in_reach(near):
            ways[f"{with_junior}senior_{number}"] = [*own, _effect("senior", near.effect, "off-senior-adds")]
    for number, senior in enumerate(request.attached, start=1):
        if junior is not None and (senior.commissar or not junior.commissar):
            ways[f"attached_{number}"] = [_effect("senior", senior.effect, "off-senior-substitutes")]
    if len(ways) == 1:
        return own
    command = Command(
        effects=tuple(sum(int(entry.value) for entry in way) for way in ways.values()), side=request.situation.side
    )
    return ways[umpire.choose(OFFICERS, tuple(ways), command)]


@lru_cache(maxsize=256)
def _effect(id: str, value: int, rule: str) -> Modifier:
    return Modifier(id=id, value=value, reason=f"{id} officer", rule=rule)


def is_in_reach(senior: SeniorInReach) -> bool:
    """Whether a senior officer may add an effect: within 12 inches with sight of the unit, else within 4, inclusive.

    Rules: off-senior-adds, conv-within.
    """
    return not senior.routing and senior.distance <= (SENIOR_REACH if senior.sees else SENIOR_REACH_UNSEEN)


def morale_card_of(unit: Unit) -> TroopCard:
    """Return the card whose morale numbers a unit uses.

    Raises:
        NeedsRuling: A White Officer base stiffens it, and the card that its own card names is not given.

    Rules: char-white-officer-base.
    """
    if not unit.white_officer_base:
        return unit.card
    if unit.morale_card is None:
        question = f"Which morale does {unit.name} have while its White Officer base stands?"
        supply = f"the card {unit.card.morale_as!r} as its morale_card"
        raise NeedsRuling("char-white-officer-base", question, supply)
    return unit.morale_card


def morale_test_of(unit: Unit, test: TestKind, situation: Situation = NOWHERE_SPECIAL) -> MoraleTestRequest:
    """Return the morale test of a unit, with the number of its card and the officers that are with it now.

    Raises:
        NeedsRuling: The card has no number for the test.

    Rules: mor-procedure, conv-cards-missing.
    """
    return _test_of(morale_card_of(unit), test, unit.officer, unit.seniors, situation)


@lru_cache(maxsize=1024)
def _test_of(
    card: TroopCard,
    test: TestKind,
    officer: OfficerToken | None,
    seniors: tuple[OfficerToken, ...],
    situation: Situation,
) -> MoraleTestRequest:
    # The same few tests come up on every branch of a walk.
    number = card.number_of(test)
    if number is None:
        raise missing_from_card(card, test)
    return MoraleTestRequest(
        test=test,
        number=number,
        junior=None if officer is None else _as_seen(officer),
        attached=tuple(_as_seen(senior) for senior in seniors),
        situation=situation,
    )


def _as_seen(token: OfficerToken) -> MoraleOfficer:
    return MoraleOfficer(effect=token.effect, commissar="Commissar" in token.characteristics)
