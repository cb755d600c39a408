"""Morale tests: each bonus, each senior officer, each face."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_morale import DICE, ask
from red_actions_units import card, unit

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep

SLOW = settings(max_examples=50, deadline=None)
FLANK = ra.Situation(enemy_behind_flanks=True)
WRONG: dict[str, Any] = {"fortified": 1}  # a number is not a bool


def near(effect: int, distance: int | str, *, sees: bool = True, routing: bool = False) -> ra.SeniorInReach:
    return ra.SeniorInReach(effect=effect, distance=inches(distance), sees=sees, routing=routing)


def needed(asked: ra.MoraleTestRequest, **options: Any) -> int:
    number: int = answer(asked, 1, 1, **options).needed
    return number


@pytest.mark.rule("red_actions", "mor-procedure")
@pytest.mark.parametrize(("dice", "passed"), [((4, 4), True), ((4, 5), False), ((1, 1), True), ((6, 2), True)])
def test_2d6_must_not_exceed_the_number(dice: tuple[int, int], passed: bool) -> None:
    assert answer(ask(8), *dice).passed is passed


@pytest.mark.rule("red_actions", "conv-natural-twelve", "mor-procedure")
@pytest.mark.parametrize("number", [12, 13, 30])
def test_a_natural_twelve_fails_whatever_the_number(number: int) -> None:
    assert not answer(ask(number), 6, 6).passed
    assert answer(ask(number), 6, 5).passed


@pytest.mark.rule("red_actions", "conv-natural-twelve", "wx-night-morale")
@pytest.mark.parametrize("night", ["dark", "moonlight_or_fog"])
def test_at_night_the_throw_counts_one_more_but_makes_no_natural_twelve(night: str) -> None:
    assert answer(ask(12), 6, 5, night=night).passed  # 11 and 1 is 12, which is not more than 12
    assert not answer(ask(11), 6, 5, night=night).passed
    assert not answer(ask(7), 3, 4, night=night).passed
    assert not answer(ask(8), 4, 4, night=night).passed
    assert answer(ask(8), 3, 4, night=night).passed


@pytest.mark.rule("red_actions", "mor-bonuses")
def test_bonuses_are_added_up() -> None:
    situation = ra.Situation(fortified=True, enemy_behind_flanks=True)
    asked = ask(7, junior=ra.MoraleOfficer(effect=1), situation=situation)
    assert needed(asked) == 8
    resolution = ra.ruleset.resolve(asked, dice=GivenDice([4, 4]))
    assert resolution.outcome.passed
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [(step.id, step.value, step.rule) for step in steps] == [
        ("junior", 1, "off-morale-bonus"),
        ("enemy_behind_flanks", -2, "mor-behind-flanks"),
        ("fortified", 2, "mor-bonuses"),
    ]
    assert {"mor-procedure", "off-morale-bonus", "mor-behind-flanks", "mor-bonuses"} <= set(resolution.record.rules)


@pytest.mark.rule("red_actions", "mor-bonuses", "march-ambushed", "wx-night-morale", "mor-behind-flanks")
@pytest.mark.parametrize(
    ("row", "value"), [("enemy_behind_flanks", -2), ("fortified", 2), ("ambushed_marching", -3), ("night_or_fog", 1)]
)
def test_every_cell_of_the_bonuses(row: str, value: int) -> None:
    cell = ra.ruleset.charts["morale_bonuses"].look_up(row)
    assert (cell.result, cell.provenance) == (value, "printed")


@pytest.mark.rule("red_actions", "mor-behind-flanks")
def test_a_friend_who_could_charge_takes_the_enemy_behind_the_flanks_away() -> None:
    assert needed(ask(7, situation=FLANK)) == 5
    guarded = ra.Situation(enemy_behind_flanks=True, friend_can_charge=True)
    assert needed(ask(7, situation=guarded)) == 7
    assert needed(ask(7, situation=ra.Situation(friend_can_charge=True))) == 7


@pytest.mark.rule("red_actions", "march-ambushed")
def test_an_ambush_on_the_march_weighs_three_on_the_fear_test_alone() -> None:
    marching = ra.Situation(ambushed_marching=True)
    assert needed(ask(7, junior=ra.MoraleOfficer(effect=1), situation=marching)) == 5
    with pytest.raises(InvalidRequestError, match=r"\$\.situation\.ambushed_marching: .*march-ambushed"):
        answer(ask(7, "serious", situation=marching), 1, 1)


@pytest.mark.rule("red_actions", "off-morale-bonus")
@pytest.mark.parametrize(("effect", "number"), [(1, 8), (-2, 5), (0, 7)])
@pytest.mark.parametrize("test", ["charge", "fear", "serious", "rally"])
def test_the_officer_in_command_counts_in_every_test(effect: int, number: int, test: str) -> None:
    assert needed(ask(7, test, junior=ra.MoraleOfficer(effect=effect))) == number


@pytest.mark.rule("red_actions", "off-senior-adds", "conv-within")
@pytest.mark.parametrize(
    ("senior", "junior", "number"),
    [
        (near(2, 4, sees=False), None, 9),
        (near(2, "4.001", sees=False), None, 7),
        (near(2, 5, sees=False), None, 7),
        (near(1, 12), -1, 7),
        (near(1, "12.001"), -1, 6),
        (near(2, 0, routing=True), None, 7),
        (near(-1, 3), None, 7),
    ],
)
def test_a_senior_in_reach_may_add(senior: ra.SeniorInReach, junior: int | None, number: int) -> None:
    own = None if junior is None else ra.MoraleOfficer(effect=junior)
    assert needed(ask(7, junior=own, situation=ra.Situation(seniors=(senior,)))) == number


@pytest.mark.rule("red_actions", "off-senior-adds")
def test_only_one_senior_adds() -> None:
    situation = ra.Situation(seniors=(near(1, 3), near(2, 3)))
    asked = ask(7, junior=ra.MoraleOfficer(effect=1), attached=(ra.MoraleOfficer(effect=1),), situation=situation)
    assert needed(asked) == 10


@pytest.mark.rule("red_actions", "off-senior-substitutes", "off-commissar")
@pytest.mark.parametrize(
    ("junior", "commissar", "senior", "other_commissar", "number"),
    [
        (-1, False, 2, False, 9),
        (2, False, 1, False, 10),
        (-1, True, 2, False, 8),
        (-1, True, 2, True, 9),
        (-1, False, -2, False, 6),
    ],
)
def test_an_attached_senior_may_take_over_but_not_from_a_commissar(
    junior: int, commissar: bool, senior: int, other_commissar: bool, number: int
) -> None:
    own = ra.MoraleOfficer(effect=junior, commissar=commissar)
    attached = (ra.MoraleOfficer(effect=senior, commissar=other_commissar),)
    assert needed(ask(7, junior=own, attached=attached)) == number


@pytest.mark.rule("red_actions", "off-senior-substitutes", "off-senior-adds", "off-commissar")
def test_the_owner_decides_among_what_the_rules_allow() -> None:
    seen: list[tuple[Any, tuple[str, ...]]] = []

    def own(command: Any, alternatives: tuple[str, ...]) -> str:
        seen.append((command.effects, alternatives))
        return alternatives[0]

    situation = ra.Situation(seniors=(near(3, 20), near(1, 12)))
    asked = ask(7, junior=ra.MoraleOfficer(effect=-1), attached=(ra.MoraleOfficer(effect=2),), situation=situation)
    assert answer(asked, 1, 1, choices={"morale_officers": own}).needed == 6
    assert seen == [((-1, 1, 0, 2), ("junior", "junior_and_attached_1", "junior_and_senior_2", "attached_1"))]
    seen.clear()
    strict = ask(7, junior=ra.MoraleOfficer(effect=-1, commissar=True), attached=(ra.MoraleOfficer(effect=2),))
    answer(strict, 1, 1, choices={"morale_officers": own})
    assert seen == [((-1, 1), ("junior", "junior_and_attached_1"))]
    seen.clear()
    alone = ask(7, attached=(ra.MoraleOfficer(effect=2),))
    assert answer(alone, 1, 1, choices={"morale_officers": own}).needed == 7
    assert seen == [((0, 2), ("nobody", "attached_1"))]


@pytest.mark.rule("red_actions", "mor-procedure", "off-morale-bonus")
def test_a_unit_tests_with_its_card_and_its_officers() -> None:
    officer = ra.OfficerToken(id="o", effect=1, characteristics=("Commissar",))
    senior = ra.OfficerToken(id="s", effect=2)
    spare = ra.OfficerToken(id="x", effect=9)
    troops = unit(officer=officer, spares=(spare,), seniors=(senior,))
    assert ra.morale_test_of(troops, "serious", FLANK) == ra.MoraleTestRequest(
        test="serious",
        number=6,
        junior=ra.MoraleOfficer(effect=1, commissar=True),
        attached=(ra.MoraleOfficer(effect=2),),
        situation=FLANK,
    )
    tests: list[Any] = ["charge", "fear", "serious", "rally"]
    assert [ra.morale_test_of(unit(), test).number for test in tests] == [5, 7, 6, 8]


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
def test_a_card_without_the_number_is_asked_for() -> None:
    with pytest.raises(NeedsRuling, match=r"the field rally on the troop card 'c'.*conv-cards-missing"):
        ra.morale_test_of(unit(card(rally=None)), "rally")


@pytest.mark.rule("red_actions", "char-white-officer-base")
def test_a_white_officer_base_lends_the_morale_of_volunteers() -> None:
    conscripts = card(id="conscripts", morale_as="volunteers", fear=6)
    stiffened = unit(conscripts, white_officer_base=True, morale_card=card(id="volunteers", fear=9))
    assert ra.morale_test_of(stiffened, "fear").number == 9
    assert ra.morale_test_of(unit(conscripts), "fear").number == 6
    with pytest.raises(NeedsRuling, match=r"the card 'volunteers' as its morale_card.*char-white-officer-base"):
        ra.morale_test_of(unit(conscripts, white_officer_base=True), "fear")
    wrong = unit(conscripts, white_officer_base=True, morale_card=card(id="others"))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.morale_card: .*char-white-officer-base"):
        answer(ra.RetireRequest(unit=wrong))


@pytest.mark.rule("red_actions", "mor-procedure", "conv-natural-twelve", "wx-night-morale", "mor-bonuses")
@pytest.mark.parametrize("number", range(-1, 15))
@pytest.mark.parametrize("night", ["off", "dark"])
@pytest.mark.parametrize("fortified", [True, False])
def test_the_odds_are_those_of_all_thirty_six_faces(number: int, night: str, fortified: bool) -> None:
    goal = number + (2 if fortified else 0)
    dark = 0 if night == "off" else 1
    good = [dice for dice in DICE if sum(dice) != 12 and sum(dice) + dark <= goal]
    asked = ask(number, situation=ra.Situation(fortified=fortified))
    odds = ra.ruleset.with_options(night=night).odds(asked)
    assert odds.probability(lambda outcome: outcome.passed) == Fraction(len(good), 36)


OFFICERS = st.builds(ra.MoraleOfficer, effect=st.integers(-3, 3), commissar=st.booleans())
SENIORS = st.builds(near, st.integers(-3, 3), st.sampled_from([0, 4, 5, 12, 13]))


@pytest.mark.rule("red_actions", "mor-bonuses", "off-senior-adds")
@SLOW
@given(
    number=st.integers(2, 12),
    junior=st.one_of(st.none(), OFFICERS),
    attached=st.lists(OFFICERS, max_size=2),
    seniors=st.lists(SENIORS, max_size=2),
    fortified=st.booleans(),
    flanked=st.booleans(),
)
def test_no_help_ever_hurts(
    *, number: int, junior: Any, attached: Iterable[Any], seniors: Iterable[Any], fortified: bool, flanked: bool
) -> None:
    situation = ra.Situation(seniors=tuple(seniors), fortified=fortified, enemy_behind_flanks=flanked)
    asked = ask(number, junior=junior, attached=tuple(attached), situation=situation)
    goal = needed(asked)
    more = ra.Situation(seniors=(*seniors, near(3, 0)), fortified=True, friend_can_charge=True)
    assert needed(ask(number, junior=junior, attached=tuple(attached), situation=more)) >= goal
    assert needed(ask(number + 1, junior=junior, attached=tuple(attached), situation=situation)) == goal + 1
    assert needed(asked, night="dark") == goal - 1
    helped = ask(number, junior=junior, attached=(*attached, ra.MoraleOfficer(effect=1)), situation=situation)
    assert needed(helped) >= goal


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (ask(31), r"\$\.number"),
        (ask(True), r"\$\.number"),
        (ask(7, "terror"), r"\$\.test"),
        (ask(7, junior=ra.MoraleOfficer(effect=10)), r"\$\.junior\.effect"),
        (ask(7, situation=ra.Situation(**WRONG)), r"\$\.situation\.fortified"),
    ],
)
def test_what_is_no_morale_test_is_refused(asked: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        answer(asked, 1, 1)
