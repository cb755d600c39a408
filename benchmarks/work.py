"""Five questions of miniature wargames, W1 to W5, asked of rcw_rules as its users ask them.

W1  a melee: d6 + 1 against d6 + 2, the loser loses the difference, then both sides test their morale
W2  shooting: 24 d10 at 7 or more, then a d6 for every hit, which costs something more on 1 or 2
W3  a 2d6 table whose results chain morale tests, endanger two officers and kill
W4  casualties in whole bases, the remainder decided by a die: 123 small questions
W5  six rounds of W1, equal states merged after every round

Outcomes are plain tuples, which is all that these questions need. Two habits make exact odds fast: ask for the variable
that the rule reads (a margin, a count, pass or fail), not for faces; and put what comes up again into a procedure of
its own, which is worked out once for each different request. A small request that is asked on every branch is made once
and kept (`cache`): to make a frozen object costs several times as much as to find it again.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

from rcw_rules import Distribution, Request, Ruleset, Umpire, iterate, procedure
from rcw_rules.kernel.dice import d, d6, d10, difference
from rcw_rules.marks import NoOptions

# ---------------------------------------------------------------------------------------- W1, a melee and its aftermath


@frozen(kw_only=True, cache_hash=True)
class MoraleTest(Request[tuple[bool, int]]):
    """Does a unit hold, and with how many stands? A failure may be rolled again for a stand, not the last."""

    stands: int
    modifier: int
    may_reroll: bool


@procedure("bench.morale_test", title="Does it hold?", rules=("morale",))
def morale_test(request: MoraleTest, umpire: Umpire[NoOptions]) -> tuple[bool, int]:
    stands = request.stands
    if stands == 0:
        return False, 0
    passed = umpire.roll(d10.check(at_most=stands + request.modifier), "morale", "morale")
    if not passed and request.may_reroll and stands > 1:
        stands -= 1
        passed = umpire.roll(d10.check(at_most=stands + request.modifier), "second morale", "morale")
    return passed, stands


@cache
def morale_test_of(stands: int, modifier: int, may_reroll: bool) -> MoraleTest:  # noqa: FBT001 - the fields in order
    return MoraleTest(stands=stands, modifier=modifier, may_reroll=may_reroll)


TWO_DICE_APART = difference(d6, d6)

MeleeOutcome: TypeAlias = tuple[str, int, int, bool, bool]
"""The winner, the stands of the attacker and the defender, and whether each holds."""


@frozen(kw_only=True, cache_hash=True)
class Melee(Request[MeleeOutcome]):
    """Who wins, who is left, and who holds?"""

    attackers: int
    defenders: int
    attack: int = 1
    defence: int = 2
    attackers_morale: int
    defenders_morale: int
    may_reroll: bool = True


@procedure("bench.melee", title="Who wins the melee?", rules=("melee", "morale"))
def melee(request: Melee, umpire: Umpire[NoOptions]) -> MeleeOutcome:
    attackers, defenders = request.attackers, request.defenders
    margin = umpire.roll(TWO_DICE_APART, "melee", "melee") + request.attack - request.defence
    if margin > 0:
        winner, defenders = "attacker", max(0, defenders - margin)
    else:
        winner, attackers = "defender", max(0, attackers + margin)
    attackers_test = morale_test_of(attackers, request.attackers_morale, request.may_reroll)
    attackers_hold, attackers = umpire.resolve(attackers_test, "attacker")
    defenders_test = morale_test_of(defenders, request.defenders_morale, request.may_reroll)
    return umpire.last_resolve(
        defenders_test, "defender", lambda test: (winner, attackers, test[1], attackers_hold, test[0])
    )


W1 = Melee(attackers=6, defenders=5, attackers_morale=1, defenders_morale=0)

# --------------------------------------------------------------------------------------------------------- W2, shooting


@frozen(kw_only=True, cache_hash=True)
class Shooting(Request[tuple[int, int]]):
    """How many hits, and how many of them cost something more?"""

    dice: int


@procedure("bench.shooting", title="How many hits?", rules=("shooting",))
def shooting(request: Shooting, umpire: Umpire[NoOptions]) -> tuple[int, int]:
    hits = umpire.roll(d10.count(request.dice, at_least=7), "shooting", "shooting")
    return umpire.last_roll(d6.count(hits, at_most=2), "losses", "shooting", lambda losses: (hits, losses))


W2 = Shooting(dice=24)

# -------------------------------------------------------------------------- W3, a table of results and what they entail

TWO_DICE = d6.sum(2)

Result: TypeAlias = tuple[int, bool, int]
"""How many morale tests, whether officers are at risk, how many are killed."""


def _result(severity: int) -> Result:
    return min(3, (severity + 2) // 4), severity >= 7, (severity >= 5) + (severity >= 11)


TABLE = {
    throw: tuple(_result(min(14, max(0, throw - 2 + column - 4))) for column in range(10)) for throw in range(2, 13)
}
"""The results by the throw of 2d6 and the column."""

Fate: TypeAlias = Literal["dead", "wounded", "unhurt"]


def failure(total: int, morale: int) -> int:
    """Return how badly a test fails: 0 not at all, 1 and 2 in steps of two below the morale, 3 beyond that."""
    if total >= morale:
        return 0
    if total >= morale - 2:
        return 1
    return 2 if total >= morale - 4 else 3


@frozen(kw_only=True, cache_hash=True)
class TableResult(Request[Result]):
    column: int
    shift: int


@procedure("bench.table", title="What does the table say?", rules=("table",))
def table_result(request: TableResult, umpire: Umpire[NoOptions]) -> Result:
    throw = umpire.roll(TWO_DICE, "table", "table") + request.shift
    return TABLE[min(12, max(2, throw))][request.column]


@frozen(kw_only=True, cache_hash=True)
class Officer(Request[Fate]):
    """What becomes of an officer at risk?"""


@procedure("bench.officer", title="What becomes of him?", rules=("officers",))
def officer(request: Officer, umpire: Umpire[NoOptions]) -> Fate:
    face = umpire.roll(d6, "officer", "officers")
    return "dead" if face == 1 else "wounded" if face == 2 else "unhurt"


OFFICER = Officer()


@frozen(kw_only=True, cache_hash=True)
class TwoOfficers(Request[tuple[int, int]]):
    """How many of two officers at risk are dead, how many wounded?"""


@procedure("bench.two_officers", title="How many are hit?", rules=("officers",))
def two_officers(request: TwoOfficers, umpire: Umpire[NoOptions]) -> tuple[int, int]:
    fates = [umpire.resolve(OFFICER, "first"), umpire.resolve(OFFICER, "second")]
    return fates.count("dead"), fates.count("wounded")


TWO_OFFICERS = TwoOfficers()


@frozen(kw_only=True, cache_hash=True)
class OneTest(Request[int]):
    """How badly does one test fail?"""

    modifier: int
    morale: int


@procedure("bench.one_test", title="How badly does it fail?", rules=("tests",))
def one_test(request: OneTest, umpire: Umpire[NoOptions]) -> int:
    return failure(umpire.roll(TWO_DICE, "morale", "tests") + request.modifier, request.morale)


@frozen(kw_only=True, cache_hash=True)
class MoraleTests(Request[int]):
    """How badly do so many tests in a row fail? Each failure worsens the next test; the worst one ends them."""

    tests: int
    modifier: int
    morale: int


@procedure("bench.morale_tests", title="How far do they break?", rules=("tests",))
def morale_tests(request: MoraleTests, umpire: Umpire[NoOptions]) -> int:
    failed = 0
    for number in range(request.tests):
        test = one_test_of(request.modifier - failed, request.morale)
        failed = max(failed, umpire.resolve(test, f"test {number + 1}"))
        if failed == 3:
            break
    return failed


@cache
def one_test_of(modifier: int, morale: int) -> OneTest:
    return OneTest(modifier=modifier, morale=morale)


@cache
def morale_tests_of(tests: int, modifier: int, morale: int) -> MoraleTests:
    return MoraleTests(tests=tests, modifier=modifier, morale=morale)


@frozen(kw_only=True, cache_hash=True)
class Bombardment(Request[tuple[int, int, int, int]]):
    """How far does the target break, how many officers are dead and wounded, how many are killed?"""

    column: int
    shift: int
    modifier: int
    morale: int


@procedure("bench.bombardment", title="What does the fire do?", rules=("table", "officers", "tests"))
def bombardment(request: Bombardment, umpire: Umpire[NoOptions]) -> tuple[int, int, int, int]:
    table = TableResult(column=request.column, shift=request.shift)
    tests, risk, kills = umpire.resolve(table, "table")
    if kills and umpire.roll(d6.check(at_least=5), "one more", "table"):
        kills += 1
    dead, wounded = umpire.resolve(TWO_OFFICERS, "officers") if risk else (0, 0)
    morale = morale_tests_of(tests, request.modifier - dead, request.morale)
    return umpire.last_resolve(morale, "morale", lambda failed: (failed, dead, wounded, kills))


W3 = Bombardment(column=5, shift=1, modifier=0, morale=7)

HEAT_MAP = tuple(
    Bombardment(column=column, shift=shift, modifier=0, morale=morale)
    for column in range(10)
    for shift in range(-2, 3)
    for morale in range(4, 13)
)

# ---------------------------------------------------------------------------------------- W4, casualties in whole bases


@frozen(kw_only=True, cache_hash=True)
class Casualties(Request[int]):
    """How many bases do the hits remove?"""

    hits: int
    base: int


@procedure("bench.casualties", title="How many bases are removed?", rules=("casualties",))
def casualties(request: Casualties, umpire: Umpire[NoOptions]) -> int:
    bases, rest = divmod(request.hits, request.base)
    if rest and umpire.roll(d(request.base).check(at_most=rest), "remainder", "casualties"):
        bases += 1
    return bases


W4 = tuple(Casualties(hits=hits, base=base) for base in (6, 12, 24) for hits in range(41))

# ------------------------------------------------------------------------------------ W5, six rounds, one after another

Battle: TypeAlias = tuple[int, int, bool, bool]
"""The stands of the attacker and the defender, and whether each holds."""


W5: Battle = (12, 11, True, True)


def after_a_round(battle: Battle) -> Distribution[Battle]:
    """Return how a battle may stand a round later; once a side fails or dies, nothing more happens."""
    attackers, defenders, attackers_hold, defenders_hold = battle
    if not (attackers_hold and defenders_hold):
        return Distribution({battle: 1})
    fight = Melee(attackers=attackers, defenders=defenders, attackers_morale=-2, defenders_morale=-2)
    return ruleset.odds(fight).map(lambda outcome: outcome[1:])


def battle_odds(start: Battle, rounds: int) -> Distribution[Battle]:
    """Return how a battle may stand after so many rounds."""
    return iterate(after_a_round, start, rounds)


# ---------------------------------------------------------------------------------------------------------- the ruleset

ruleset = Ruleset(
    id="bench",
    title="Five questions to measure by",
    edition="1",
    rules_version=1,
    options=NoOptions(),
    procedures=(
        morale_test,
        melee,
        shooting,
        table_result,
        officer,
        two_officers,
        one_test,
        morale_tests,
        bombardment,
        casualties,
    ),
)


def forget() -> None:
    """Forget everything that an earlier question left behind, so that the next one is answered from nothing."""
    ruleset.forget_odds()
    morale_test_of.cache_clear()
    one_test_of.cache_clear()
    morale_tests_of.cache_clear()
