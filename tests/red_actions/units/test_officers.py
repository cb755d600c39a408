"""Officer tokens: drawn, replaced, promoted."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_forces import field, muster
from red_actions_units import bare_card, unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RollStep
from rcw_rules.red_actions.model import RANKS
from rcw_rules.red_actions.units import (
    command_of,
    commanding,
    replacement_request,
    title_of,
)

PLAIN = ra.OfficerToken(id="plain")
WEAK = ra.OfficerToken(id="weak", effect=-1, characteristics=("Mob",))
GIFTED = ra.OfficerToken(id="gifted", effect=2)
CLEVER = ra.OfficerToken(id="clever", effect=2, characteristics=("Clever",))


def army(*tokens: ra.OfficerToken, shown: int = 2, copies: int = 1) -> ra.Army:
    pool = tuple(ra.TokenCount(token=token, count=copies) for token in tokens)
    return ra.Army(id="own", senior_tokens_drawn=shown, flight_percent=30, pool=pool)


def draw(of: ra.Army, *places: int, choices: Any = None, **asked: Any) -> ra.DrawOfficersOutcome:
    request = ra.DrawOfficersRequest(army=of, **asked)
    outcome: ra.DrawOfficersOutcome = ra.ruleset.resolve(request, dice=GivenDice(places), choices=choices).outcome
    return outcome


def left(outcome: Any) -> list[tuple[str, int]]:
    return [(counted.token.id, counted.count) for counted in outcome.pool]


@pytest.mark.rule("red_actions", "defs-officer-draw")
@pytest.mark.parametrize(
    ("id", "shown"), [("red", 2), ("partisan", 2), ("konnarmiya", 3), ("latvians", 3), ("white", 3)]
)
def test_two_or_three_tokens_are_shown_for_each_senior(id: str, shown: int) -> None:
    request = ra.DrawOfficersRequest(army=ra.illustrative_troops().army(id), seniors=2, juniors=1)
    record = ra.ruleset.resolve(request, dice=SeededDice(1919)).record
    purposes = [step.purpose for _, step in record.walk() if isinstance(step, RollStep)]
    seniors = [f"token {place} for senior officer {senior}" for senior in (1, 2) for place in range(1, shown + 1)]
    assert purposes == [*seniors, "token for junior officer 1"]
    assert "conv-cards-missing" in record.rules


@pytest.mark.rule("red_actions", "defs-officer-draw")
def test_the_best_token_is_kept_and_the_other_goes_back() -> None:
    # Of plain, weak, gifted the third is drawn and then, of the two left, the second.
    outcome = draw(army(PLAIN, WEAK, GIFTED), 3, 2, seniors=1)
    assert outcome.seniors == (GIFTED,)
    assert left(outcome) == [("plain", 1), ("weak", 1)]
    # The token shown first went back: the next senior may see it.
    both = draw(army(PLAIN, WEAK, GIFTED), 1, 2, 1, 1, seniors=2)
    assert [token.id for token in both.seniors] == ["gifted", "plain"]
    assert left(both) == [("weak", 1)]


@pytest.mark.rule("red_actions", "defs-officer-draw")
def test_of_equal_effects_the_first_drawn_is_kept() -> None:
    assert draw(army(GIFTED, CLEVER), 2, 1, seniors=1).seniors == (CLEVER,)
    assert draw(army(GIFTED, CLEVER), 1, 1, seniors=1).seniors == (GIFTED,)


@pytest.mark.rule("red_actions", "defs-officer-draw")
def test_the_owner_may_keep_another_token() -> None:
    seen: list[Any] = []

    def worst(drawn: Any, alternatives: tuple[str, ...]) -> str:
        seen.append((drawn.senior, alternatives))
        return "weak"

    def never(drawn: Any, alternatives: tuple[str, ...]) -> str:
        pytest.fail(f"{drawn} leaves no choice between {alternatives}")

    outcome = draw(army(PLAIN, WEAK, GIFTED, shown=3), 1, 1, 1, seniors=1, choices={"keep_token": worst})
    assert outcome.seniors == (WEAK,)
    assert seen == [(1, ("plain", "weak", "gifted"))]
    # Two equal tokens are one alternative, so nobody is asked.
    assert draw(army(PLAIN, copies=2), 1, 1, seniors=1, choices={"keep_token": never}).seniors == (PLAIN,)


@pytest.mark.rule("red_actions", "defs-officer-draw")
def test_a_junior_gets_what_comes_after_the_seniors() -> None:
    outcome = draw(army(PLAIN, WEAK, GIFTED, copies=2), 5, 1, 2, seniors=1, juniors=1)
    # After the gifted one is kept there are plain, plain, weak, weak, gifted: the second is plain.
    assert (outcome.seniors, outcome.juniors) == ((GIFTED,), (PLAIN,))
    assert left(outcome) == [("plain", 1), ("weak", 2), ("gifted", 1)]
    assert draw(army(PLAIN, WEAK), 2, 1, juniors=2).juniors == (WEAK, PLAIN)
    assert left(draw(army(PLAIN, WEAK), 2, 1, juniors=2)) == []


@pytest.mark.rule("red_actions", "off-replacement")
def test_a_replacement_is_one_token_without_a_choice() -> None:
    request = replacement_request(army(PLAIN, WEAK))
    resolution = ra.ruleset.resolve(request, dice=GivenDice([2]))
    assert resolution.outcome.juniors == (WEAK,)
    [roll] = [step for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    assert roll.rule == "off-replacement"
    with pytest.raises(InvalidRequestError, match=r"\$\.juniors: .*off-replacement"):
        draw(army(PLAIN, WEAK), juniors=2, occasion="replacement")
    with pytest.raises(InvalidRequestError, match=r"\$\.juniors: .*off-replacement"):
        draw(army(PLAIN, WEAK), seniors=1, juniors=1, occasion="replacement")


@pytest.mark.rule("red_actions", "off-replacement", "off-morale-bonus", "rally-rout-success")
@pytest.mark.parametrize(("place", "result"), [(1, "routs_on"), (2, "rallied")])
def test_a_replacement_drawn_first_helps_to_rally_from_rout(place: int, result: str) -> None:
    found = ra.ruleset.outcome(replacement_request(army(PLAIN, GIFTED)), dice=GivenDice([place]))
    routers = led("1st", found.juniors[0], card=evolve(RIFLES, rally=6), routing=True, rout_turns=1)
    # 8 is more than the 6 of the card, and not more than 6 and the 2 of the gifted officer.
    assert ra.ruleset.outcome(ra.RallyRoutRequest(unit=routers), dice=GivenDice([3, 5])).result == result


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_without_a_pool_nobody_is_made_up() -> None:
    with pytest.raises(NeedsRuling, match="conv-cards-missing"):
        draw(army(), juniors=1)


@pytest.mark.rule("red_actions", "defs-officer-draw", "conv-bad-input")
@pytest.mark.parametrize(
    ("of", "asked", "path"),
    [
        (army(PLAIN), {}, "juniors"),
        (army(PLAIN), {"juniors": 2}, "army.pool"),
        (army(PLAIN), {"seniors": 1}, "army.pool"),
        (army(PLAIN, WEAK, shown=3), {"seniors": 1}, "army.pool"),
        (army(PLAIN, WEAK), {"seniors": 2}, "army.pool"),
        (army(PLAIN, WEAK), {"seniors": 1, "juniors": 2}, "army.pool"),
        (army(PLAIN), {"juniors": -1}, "juniors"),
    ],
)
def test_draws_that_cannot_be(of: ra.Army, asked: dict[str, int], path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        draw(of, **asked)
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]


@pytest.mark.rule("red_actions", "defs-officer-draw")
@pytest.mark.parametrize("shown", [2, 3])
def test_the_odds_are_those_of_every_order_of_the_tokens(shown: int) -> None:
    tokens = [PLAIN, PLAIN, WEAK, GIFTED, CLEVER]
    expected: dict[tuple[str, str], Fraction] = {}
    for order in permutations(range(5)):
        seen = [tokens[place] for place in order[:shown]]
        best = max(token.effect for token in seen)
        kept = next(place for place in order[:shown] if tokens[place].effect == best)
        # The others go back, and the junior is any of the four that are not kept.
        for junior in set(range(5)) - {kept}:
            key = (tokens[kept].id, tokens[junior].id)
            expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 120 * 4)
    pool = (
        ra.TokenCount(token=PLAIN, count=2),
        *(ra.TokenCount(token=token, count=1) for token in (WEAK, GIFTED, CLEVER)),
    )
    own = ra.Army(id="own", senior_tokens_drawn=shown, flight_percent=30, pool=pool)
    found: dict[tuple[str, str], Fraction] = {}
    for outcome, chance in ra.ruleset.odds(ra.DrawOfficersRequest(army=own, seniors=1, juniors=1)).items():
        key = (outcome.seniors[0].id, outcome.juniors[0].id)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected


@pytest.mark.rule("red_actions", "defs-officer-draw")
@given(seniors=st.integers(0, 3), juniors=st.integers(0, 5), seed=st.integers(0, 99))
def test_no_token_is_lost_or_made(seniors: int, juniors: int, seed: int) -> None:
    own = army(PLAIN, WEAK, GIFTED, CLEVER, copies=3)
    if not seniors + juniors:
        return
    request = ra.DrawOfficersRequest(army=own, seniors=seniors, juniors=juniors)
    outcome = ra.ruleset.outcome(request, dice=SeededDice(seed))
    kept = [*outcome.seniors, *outcome.juniors]
    there = [counted.token for counted in outcome.pool for _ in range(counted.count)]
    assert (len(outcome.seniors), len(outcome.juniors)) == (seniors, juniors)
    assert sorted(token.id for token in [*kept, *there]) == sorted(token.id for token in own.tokens)


SENIOR_CARD = bare_card("officer", id="senior", name="Senior", speed=inches(10))
RIFLES = bare_card(id="rifles", name="Rifles")


def led(name: str, officer: ra.OfficerToken | None = PLAIN, **changes: Any) -> ra.Unit:
    return unit(changes.pop("card", RIFLES), name=name, officer=officer, **{"bases": 4, **changes})


def promote(*units: ra.Unit, **changes: Any) -> ra.PromotionRequest:
    fields: dict[str, Any] = {
        "known_in_turn": 3, "turn": 4, "units": units, "card": SENIOR_CARD, "name": "HQ", "army": army(PLAIN, WEAK),
    }  # fmt: skip
    return ra.PromotionRequest(**{**fields, **changes})


@pytest.mark.rule("red_actions", "off-senior-killed")
def test_a_junior_is_promoted_one_turn_later_and_replaced_at_once() -> None:
    first = led("1st", GIFTED, terror=1, seniors=(CLEVER,))
    resolution = ra.ruleset.resolve(promote(first), dice=GivenDice([2]))
    outcome = resolution.outcome
    assert outcome.senior == ra.Unit(name="HQ", side="red", card=SENIOR_CARD, officer=GIFTED)
    assert outcome.unit == led("1st", WEAK, terror=1, seniors=(CLEVER,))
    assert left(outcome) == [("plain", 1)]
    assert {"off-senior-killed", "off-replacement"} <= set(resolution.record.rules)


@pytest.mark.rule("red_actions", "off-senior-killed")
@pytest.mark.parametrize(("turn", "legal"), [(2, False), (3, False), (4, True), (5, True)])
def test_nobody_is_promoted_too_early(turn: int, legal: bool) -> None:
    request = promote(led("1st"), turn=turn)
    if legal:
        assert ra.ruleset.outcome(request, dice=GivenDice([1])).senior.officer == PLAIN
    else:
        with pytest.raises(IllegalRequestError, match=r"\$\.turn: .*end of turn 4 .*off-senior-killed"):
            ra.ruleset.outcome(request, dice=GivenDice([1]))


@pytest.mark.rule("red_actions", "off-senior-killed")
def test_the_owner_chooses_whom_to_promote() -> None:
    colonel = ra.OfficerToken(id="colonel", rank="colonel", effect=-2)
    units = (led("1st", PLAIN), led("2nd", GIFTED), led("3rd", CLEVER), led("4th", colonel))

    def promoted(*those: ra.Unit, choices: Any = None) -> str:
        outcome = ra.ruleset.resolve(promote(*those), dice=GivenDice([1]), choices=choices).outcome
        return str(outcome.unit.name)

    assert promoted(*units) == "4th"
    assert promoted(*units[:3]) == "2nd"
    assert promoted(*units, choices={"promote": lambda candidates, names: names[0]}) == "1st"


@pytest.mark.rule("red_actions", "off-senior-killed", "defs-senior-officer-base", "conv-bad-input")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (promote(led("1st", None)), "units[0].officer"),
        (promote(led("1st"), led("1st")), "units[1].name"),
        (promote(led("HQ")), "units[0].name"),
        (promote(led("1st"), led("2nd", side="white")), "units[1].side"),
        (promote(led("1st", card=SENIOR_CARD, bases=1)), "units[0].officer"),
        (promote(led("1st"), card=RIFLES), "card.arm"),
        (promote(), "units"),
        (promote(led("1st"), turn=0), "turn"),
    ],
)
def test_promotions_that_cannot_be(request_: ra.PromotionRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        ra.ruleset.outcome(request_, dice=GivenDice([1]))
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]


@pytest.mark.rule("red_actions", "off-senior-killed", "off-replacement")
def test_the_odds_of_the_new_junior() -> None:
    odds = ra.ruleset.odds(promote(led("1st", GIFTED), army=army(PLAIN, WEAK, ra.OfficerToken(id="c"), copies=2)))
    chances = {outcome.unit.officer.id if outcome.unit.officer else "": chance for outcome, chance in odds.items()}
    assert chances == {"plain": Fraction(1, 3), "weak": Fraction(1, 3), "c": Fraction(1, 3)}


@pytest.mark.rule("red_actions", "act-combine", "note-higher-formations", "off-commissar")
def test_who_has_a_claim_to_command() -> None:
    captain, colonel = ra.OfficerToken(id="a"), ra.OfficerToken(id="b", rank="colonel")
    brigadier, general = ra.OfficerToken(id="c", rank="major_general"), ra.OfficerToken(id="d", rank="general")
    commissar = ra.OfficerToken(id="e", characteristics=("Commissar",))
    assert commanding((captain, colonel)) == (colonel,)
    assert commanding((brigadier, colonel)) == (brigadier,)
    assert commanding((brigadier, general)) == (general,)
    assert commanding((general, commissar)) == (commissar,)
    assert commanding((captain, PLAIN)) == (captain, PLAIN)
    assert commanding(()) == ()


@pytest.mark.rule("red_actions", "defs-red-commanders", "note-unit-scale", "note-higher-formations")
def test_soviet_titles_and_commands_change_no_result() -> None:
    assert [title_of(rank, soviet=True) for rank in RANKS] == ["Kombat", "Kompolk", "Kombrig", "Komdiv"]
    assert [title_of(rank) for rank in RANKS] == ["captain", "colonel", "major general", "general"]
    assert [command_of(rank) for rank in RANKS[1:]] == ["a regiment", "a brigade", "a division"]
    assert "battalion" in command_of("captain")
    plain, renamed = ra.OfficerToken(id="Ivanov"), ra.OfficerToken(id=title_of("captain", soviet=True))
    assert answer(field(muster(officer=plain))) == answer(field(muster(officer=renamed)))
