"""The contract of a ruleset, held against a made-up one as anybody would use it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import border_war as bw
import pytest
from attrs import evolve

from rcw_rules import (
    Choice,
    ChoiceError,
    DiceError,
    GivenDice,
    InvalidRequestError,
    NoOptions,
    Override,
    RecordedDice,
    ReplayError,
    Request,
    Resolution,
    Ruleset,
    SeededDice,
    Umpire,
    UnknownNameError,
    procedure,
)
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ChoiceStep, ProcedureStep, Record, RollStep
from rcw_rules.replays import _first_difference

GUARD = bw.Band(
    side="north",
    spears=6,
    guard=True,
    shaken=True,
    gait=bw.Gait(dice=2),
    edge=inches(10),
)
"""Stands on 6 or less; the guard gives it a second throw; it runs by dice."""

PHASE = bw.NervePhaseRequest(bands=(GUARD, evolve(GUARD, guard=False, spears=4)))


def assert_replays(resolution: Resolution[Any]) -> None:
    again = bw.ruleset.replay(resolution)
    bw.ruleset.verify(resolution)
    assert again.outcome == resolution.outcome
    assert again.dice == resolution.dice
    assert again == resolution


# ------------------------------------------------------------------ replay


@pytest.mark.parametrize("seed", range(30))
def test_a_replay_equals_what_was_played(seed: int) -> None:
    assert_replays(bw.ruleset.resolve(PHASE, dice=SeededDice(seed)))


def test_a_replay_repeats_choices() -> None:
    answers = iter((True, False))
    request = bw.NervePhaseRequest(bands=(evolve(GUARD, spears=4),) * 2)
    resolution = bw.ruleset.resolve(
        request,
        dice=GivenDice([9, 3, 9, 1, 2]),
        choices={"cheer": lambda needed, alternatives: next(answers)},
    )
    first, second = resolution.outcome.tests
    assert first is not None
    assert second is not None
    assert (first.cheered, first.passed, second.cheered, second.passed) == (True, True, False, False)
    assert_replays(resolution)


SIDES: Choice[None, tuple[str, ...]] = Choice(
    "sides", rule="x", who="umpire", about="Who is there.", default=lambda _, alternatives: alternatives[0]
)


@attrs.frozen(kw_only=True)
class Muster(Request[int]):
    """Who is there?"""


@procedure("toy.muster", title="How many sides are there?", rules=("x",))
def muster(request: Muster, umpire: Umpire[NoOptions]) -> int:
    """Count those chosen."""
    return len(umpire.choose(SIDES, (("red",), ("red", "white")), None))


def test_a_replay_repeats_a_choice_among_what_the_record_tells_in_words() -> None:
    toy = Ruleset(
        id="toy",
        title="Toy",
        edition="1",
        rules_version=1,
        options=NoOptions(),
        procedures=(muster,),
        choices=(SIDES,),
    )
    both = toy.resolve(Muster(), dice=GivenDice([]), choices={"sides": lambda _, alternatives: alternatives[1]})
    assert (both.outcome, toy.replay(both).outcome) == (2, 2)
    toy.verify(both)


def test_a_replay_repeats_overrides() -> None:
    overrides = [
        Override(what="roll", at="band 1/nerve", value=False, reason="cocked die"),
        Override(what="roll", at="band 2/fall back/full move", value=12, reason="downhill"),
    ]
    resolution = bw.ruleset.resolve(PHASE, dice=GivenDice([2, 9]), overrides=overrides)
    second = resolution.outcome.tests[1]
    assert second is not None
    assert (second.moved, second.is_gone) == (inches(12), True)
    assert_replays(resolution)


def test_a_replay_repeats_options() -> None:
    ruleset = bw.ruleset.with_options(veterans_count="per_band")
    resolution = ruleset.resolve(bw.big_brawl(), dice=GivenDice([5, 5]))
    assert resolution.options.veterans_count == "per_band"
    assert resolution.outcome != bw.ruleset.resolve(bw.big_brawl(), dice=GivenDice([5, 5])).outcome
    assert_replays(resolution)


def changed(resolution: Resolution[Any], **changes: Any) -> Resolution[Any]:
    """Return *resolution* with its first throw changed."""
    steps = resolution.record.steps
    number = next(number for number, step in enumerate(steps) if isinstance(step, RollStep))
    step = evolve(steps[number], **changes)
    return evolve(resolution, record=Record((*steps[:number], step, *steps[number + 1 :])))


def test_a_changed_record_is_named() -> None:
    brawl = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    with pytest.raises(DiceError, match=r"roll 1 of the record is d6 - 1 against d6 \+ 2 for the wind, not"):
        bw.ruleset.replay(changed(brawl, purpose="the wind"))
    with pytest.raises(DiceError, match="roll 1 of the record is 9d9"):
        bw.ruleset.replay(changed(brawl, label="9d9"))
    with pytest.raises(DiceError, match="face 7 is impossible"):
        bw.ruleset.replay(changed(brawl, faces=(7, 4)))
    assert bw.ruleset.replay(changed(brawl, faces=(1, 4))).outcome.margin == -6  # 1 - 1 against 4 + 2


def test_a_record_or_outcome_that_its_dice_do_not_come_to_is_named() -> None:
    brawl = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    bw.ruleset.verify(brawl)
    with pytest.raises(ReplayError, match=r"^the outcome is 9 at \$\.margin; today it is -1$"):
        bw.ruleset.verify(evolve(brawl, outcome=evolve(brawl.outcome, margin=9)))
    with pytest.raises(
        ReplayError, match=r"step 6 of the record is roll .*'value': 3.*; today it is roll .*'value': -1"
    ):
        bw.ruleset.verify(changed(brawl, value=3))
    with pytest.raises(ReplayError, match=r"step 9 of the record is result .*; today it is missing"):
        bw.ruleset.verify(evolve(brawl, record=Record((*brawl.record.steps, brawl.record.steps[-1]))))


def test_a_step_that_stands_outside_its_procedure_is_noticed() -> None:
    phase = bw.ruleset.resolve(PHASE, dice=SeededDice(1))
    at = next(at for at, step in enumerate(phase.record.steps) if isinstance(step, ProcedureStep) and step.steps)
    before, step, after = phase.record.steps[:at], phase.record.steps[at], phase.record.steps[at + 1 :]
    assert isinstance(step, ProcedureStep)
    outside = Record((*before, evolve(step, steps=()), *step.steps, *after))
    with pytest.raises(ReplayError, match=f"^step {at + 2} of the record is .* at depth 0; today it is .* at depth 1$"):
        bw.ruleset.verify(evolve(phase, record=outside))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, ("$.a[1].b", "2", "3")),
        ({"a": 1}, {"a": 1, "c": 2}, ("$.c", "null", "2")),
        ({"a": 1, "c": 2}, {"a": 1}, ("$.c", "2", "null")),
        ([1], [1, 2], ("$[1]", "null", "2")),
        ([1, 2], [1], ("$[1]", "2", "null")),
        ({"a": [1, None]}, {"a": [1]}, ("$.a", "[1, null]", "[1]")),
        ({"a": [1]}, {"a": {}}, ("$.a", "[1]", "{}")),
    ],
)
def test_the_first_difference_of_two_documents(old: object, new: object, told: tuple[str, str, str]) -> None:
    assert _first_difference(old, new, "$") == told


def test_a_replay_takes_other_dice() -> None:
    brawl = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    assert bw.ruleset.replay(brawl, dice=GivenDice([1, 4])).outcome.margin == -6  # 1 - 1 against 4 + 2


def test_a_replay_uses_the_options_of_its_day() -> None:
    per_unit = bw.ruleset.with_options(veterans_count="per_band")
    resolution = per_unit.resolve(bw.big_brawl(), dice=GivenDice([5, 5]))
    assert bw.ruleset.replay(resolution).record.rolls[0].parts == (6, 3)
    bw.ruleset.verify(resolution)


def test_replaced_charts_are_named_and_must_be_there_for_a_replay() -> None:
    text = bw.ruleset.charts["brawl_modifiers"]
    house = bw.ruleset.with_charts({"brawl_modifiers": text})
    resolution = house.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    assert resolution.replaced_charts == ("brawl_modifiers",)
    assert "Charts replaced by others: brawl_modifiers." in resolution.explain()
    assert house.load_resolution(resolution.to_json()) == resolution
    house.verify(resolution)
    with pytest.raises(ReplayError, match=r"replaced charts \(brawl_modifiers\), this ruleset on others \(none\)"):
        bw.ruleset.replay(resolution)


def test_what_a_referee_set_aside_is_told_apart_from_what_is_not_printed() -> None:
    gap = Override(what="modifier", at="through_hedge", value=0, reason="a gap")
    resolution = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]), overrides=[gap])
    assert resolution.record.unprinted == ()
    assert resolution.explain().endswith("\nSet aside by the referee: through_hedge.")


def test_a_list_is_no_source_of_dice() -> None:
    with pytest.raises(TypeError, match=r"dice is a source such as GivenDice\(\[6, 4\]\)"):
        bw.ruleset.resolve(bw.hedge_brawl(), dice=[6, 4])  # type: ignore[arg-type]  # the mistake itself


def test_a_policy_is_a_function() -> None:
    with pytest.raises(ChoiceError, match="the policy for cheer is a function"):
        bw.ruleset.odds(bw.big_brawl(), choices={"cheer": 2})  # type: ignore[dict-item]  # the mistake


def test_a_record_with_a_throw_too_many_or_too_few_is_named() -> None:
    brawl = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    rolls = brawl.record.rolls
    with pytest.raises(DiceError, match="the record has 2 rolls, but only 1 were asked for"):
        bw.ruleset.resolve(bw.hedge_brawl(), dice=RecordedDice(rolls * 2))
    with pytest.raises(DiceError, match="the record ends after roll 0, but attacker's die, defender's die"):
        bw.ruleset.replay(evolve(brawl, record=Record()))


def test_a_recorded_choice_that_is_no_alternative_is_named() -> None:
    test = bw.ruleset.resolve(bw.NerveRequest(band=GUARD), dice=GivenDice([9, 1]))
    assert test.outcome.cheered
    steps = tuple(
        evolve(step, chosen="perhaps", by="policy") if isinstance(step, ChoiceStep) else step
        for step in test.record.steps
    )
    with pytest.raises(ChoiceError, match="the record has 'perhaps' for cheer, which is not an alternative today"):
        bw.ruleset.replay(evolve(test, record=Record(steps)))


# ------------------------------------------------------------------ answers


def test_purposes_are_joined_all_the_way_down() -> None:
    resolution = bw.ruleset.resolve(PHASE, dice=GivenDice([9, 10, 3, 4, 1]))
    purposes = [step.purpose for _, step in resolution.record.walk() if isinstance(step, ProcedureStep | RollStep)]
    assert purposes == [
        "band 1",
        "band 1/nerve",
        "band 1/nerve, second throw",
        "band 1/fall back",
        "band 1/fall back/full move",
        "band 2",
        "band 2/nerve",
    ]


def test_a_seed_is_always_the_same() -> None:
    one, other = (bw.ruleset.resolve(PHASE, dice=SeededDice(1919)) for _ in range(2))
    assert one == other
    assert hash(one.outcome) == hash(other.outcome)


@pytest.mark.parametrize("spears", [7.0, Fraction(7)])
def test_what_is_only_equal_to_what_was_asked_before_is_malformed(spears: Any) -> None:
    good = bw.hedge_brawl()
    (north,) = good.attackers
    assert north.spears == spears
    bw.ruleset.odds(good)
    bw.ruleset.outcome(good, dice=SeededDice(1))
    bw.ruleset.sample(good, 1, seed=1)
    bad = evolve(good, attackers=(evolve(north, spears=spears),))
    assert bad == good
    message = r"\$\.attackers\[0\]\.spears: expected an integer"
    with pytest.raises(InvalidRequestError, match=message):
        bw.ruleset.odds(bad)
    with pytest.raises(InvalidRequestError, match=message):
        bw.ruleset.outcome(bad, dice=SeededDice(1))
    with pytest.raises(InvalidRequestError, match=message):
        bw.ruleset.sample(bad, 1, seed=1)


def test_an_explanation_has_the_question_the_steps_and_what_is_not_printed() -> None:
    told = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4])).explain()
    said = "Winner: defender; margin: -1; attackers: 6; defenders: 6."  # it has no sentence of its own
    assert told.startswith(f"{said}\n\nWho wins this brawl? [border_war.brawl; made up, rules version 2]\n")
    assert "attacker's die: -2 attacking through a hedge [brawl-hedge]" in told
    assert "Not printed" not in told
    mauled = bw.Band(side="north", spears=6, lost=2)
    told = bw.ruleset.resolve(bw.NervePhaseRequest(bands=(mauled,)), dice=GivenDice([])).explain()
    assert told.splitlines()[-1] == "Not printed in the source: opt-shaken (reconstructed)."


def test_odds_agree_with_every_throw_of_a_brawl() -> None:
    request = bw.hedge_brawl()
    odds = bw.ruleset.odds(request)
    faces = [(attacker, defender) for attacker in range(1, 7) for defender in range(1, 7)]
    outcomes = [bw.ruleset.resolve(request, dice=GivenDice(pair)).outcome for pair in faces]
    assert {outcome: odds[outcome] * 36 for outcome in odds} == {
        outcome: outcomes.count(outcome) for outcome in outcomes
    }
    # The attackers have 1 less, the defenders 2 more: 5 against 1 and 6 against 1 or 2 win.
    assert odds.probability(lambda outcome: outcome.attacker_won) == Fraction(3, 36)


def test_a_preview_throws_nothing() -> None:
    preview = bw.ruleset.preview(bw.hedge_brawl())
    assert preview.verdict.legal
    assert preview.next_throw.startswith("attacker's die, defender's die: d6 - 1 against d6 + 2")
    assert preview.record.faces == ()
    assert [step.rule for step in preview.record.steps if step.kind == "modifier"] == [
        "brawl-hedge",
        "brawl-guard",
        "brawl-drum",
        "brawl-ditch",
    ]


# ------------------------------------------------------------------ variants and names


def test_an_option_that_does_not_exist_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match="unknown option 'veteran_count'; did you mean 'veterans_count'"):
        bw.ruleset.with_options(veteran_count="once")


def test_an_option_takes_only_its_values() -> None:
    with pytest.raises(InvalidRequestError, match=r"veterans_count.*'thrice'"):
        bw.ruleset.with_options(veterans_count="thrice")
    with pytest.raises(InvalidRequestError, match="feast_days"):
        bw.ruleset.with_options(feast_days=1)


def test_options_leave_the_ruleset_as_it_was() -> None:
    before = bw.ruleset.options
    other = bw.ruleset.with_options(feast_days=False).with_options(veterans_count="per_band")
    assert other.options == bw.Options(feast_days=False, veterans_count="per_band")
    assert bw.ruleset.options == before == bw.Options()
    assert other.identity == bw.ruleset.identity


def test_charts_survive_a_change_of_options() -> None:
    charts = bw.ruleset.charts
    brawl_modifiers = evolve(charts["brawl_modifiers"], title="House list")
    house = bw.ruleset.with_charts({"brawl_modifiers": brawl_modifiers}).with_options(veterans_count="per_band")
    assert house.charts["brawl_modifiers"].title == "House list"
    assert bw.ruleset.charts["brawl_modifiers"].title != "House list"


def test_a_chart_that_does_not_exist_cannot_be_replaced() -> None:
    chart = bw.ruleset.charts["brawl_modifiers"]
    with pytest.raises(UnknownNameError, match="did you mean 'brawl_modifiers'"):
        bw.ruleset.with_charts({"brawl_modifier": chart})
    with pytest.raises(ChartError):
        bw.ruleset.with_charts({"nerve_modifiers": chart})


def test_procedures_are_found_by_id() -> None:
    assert bw.ruleset.procedure("border_war.brawl").request_type is bw.BrawlRequest
    with pytest.raises(UnknownNameError, match=r"'border_war\.braw'; did you mean 'border_war\.brawl'"):
        bw.ruleset.procedure("border_war.braw")


def test_a_ruleset_is_frozen() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        bw.ruleset.rules_version = 2  # type: ignore[misc]  # a mistake that a user makes


def test_every_choice_has_a_policy_of_its_own_name() -> None:
    ids = [choice.id for choice in bw.ruleset.choices]
    assert len(set(ids)) == len(ids)
    for choice in bw.ruleset.choices:
        assert choice.rule in bw.ruleset.rules
        assert "Default: " in choice.about


# ------------------------------------------------------------------ what it is made of


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"procedures": muster},
            "procedures of the ruleset 'toy' is a tuple of Procedure, not a Procedure: write (muster,)",
        ),
        ({"procedures": [muster]}, "procedures of the ruleset 'toy' is a tuple of Procedure, not a list: write (...,)"),
        ({"procedures": (1,)}, "procedures of the ruleset 'toy' is a tuple of Procedure, but it holds 1"),
        ({"choices": SIDES}, "choices of the ruleset 'toy' is a tuple of Choice, not a Choice: write (...,)"),
        (
            {"choices": (muster,)},
            "choices of the ruleset 'toy' is a tuple of Choice, but it holds a Procedure",
        ),
        ({"examples": (SIDES,)}, "examples of the ruleset 'toy' is a tuple of Example, but it holds a Choice"),
        ({"examples": None}, "examples of the ruleset 'toy' is a tuple of Example, not a NoneType: write (...,)"),
        ({"modifiers": (SIDES,)}, "modifiers of the ruleset 'toy' is a tuple of Modifier, but it holds a Choice"),
        ({"rules_version": "1"}, "rules_version of the ruleset 'toy' is a whole number such as 1, not '1'"),
        ({"rules_version": True}, "rules_version of the ruleset 'toy' is a whole number such as 1, not True"),
        ({"kernel_version": "1"}, "kernel_version of the ruleset 'toy' is a whole number such as 1, not '1'"),
        ({"kernel_version": 1.0}, "kernel_version of the ruleset 'toy' is a whole number such as 1, not 1.0"),
    ],
)
def test_a_ruleset_made_of_the_wrong_things_is_refused(changes: dict[str, Any], said: str) -> None:
    sound: dict[str, Any] = {"title": "Toy", "edition": "1", "rules_version": 1, "options": NoOptions()}
    with pytest.raises(TypeError) as caught:
        Ruleset(**{"id": "toy", **sound, "procedures": (muster,), **changes})
    assert str(caught.value) == said
