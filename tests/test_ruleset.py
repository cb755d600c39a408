"""The contract of a ruleset, held against Red & White as anybody would use it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
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
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ChoiceStep, ProcedureStep, Record, RollStep, Step
from rcw_rules.replays import _first_difference

CHEKA = rw.Unit(
    side="red",
    type="infantry",
    has_leader=True,
    stands=6,
    cheka=True,
    casualties=True,
    full_move=rw.DiceMove(dice=2),
    edge_distance=inches(10),
)
"""Passes on 6 or less; the Cheka shoots a stand for a second throw; it falls back by dice."""

PHASE = rw.MoralePhaseRequest(units=(CHEKA, evolve(CHEKA, cheka=False, stands=4)))


def played(record: Record) -> list[tuple[int, Step]]:
    """Return the steps of *record* without who rolled and who decided, which a replay tells anew."""
    steps: list[tuple[int, Step]] = []
    for depth, step in record.walk():
        if isinstance(step, RollStep):
            steps.append((depth, evolve(step, by="record")))
        elif isinstance(step, ChoiceStep):
            steps.append((depth, evolve(step, by="", text="")))
        elif isinstance(step, ProcedureStep):
            steps.append((depth, evolve(step, steps=())))
        else:
            steps.append((depth, step))
    return steps


def assert_replays(resolution: Resolution[Any]) -> None:
    again = rw.ruleset.replay(resolution)
    rw.ruleset.verify(resolution)
    assert again.outcome == resolution.outcome
    assert again.dice == resolution.dice
    assert played(again.record) == played(resolution.record)
    assert evolve(again, record=resolution.record) == resolution


# ------------------------------------------------------------------ replay


@pytest.mark.parametrize("seed", range(30))
def test_a_replay_equals_what_was_played(seed: int) -> None:
    assert_replays(rw.ruleset.resolve(PHASE, dice=SeededDice(seed)))


def test_a_replay_repeats_choices() -> None:
    answers = iter((True, False))
    request = rw.MoralePhaseRequest(units=(evolve(CHEKA, stands=4),) * 2)
    resolution = rw.ruleset.resolve(
        request,
        dice=GivenDice([9, 3, 9, 1, 2]),
        choices={"liquidate": lambda failure, alternatives: next(answers)},
    )
    first, second = resolution.outcome.tests
    assert first is not None
    assert second is not None
    assert (first.liquidated, first.passed, second.liquidated, second.passed) == (True, True, False, False)
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
        Override(what="roll", at="unit 1/morale", value=False, reason="cocked die"),
        Override(what="roll", at="unit 2/fall back/full move", value=12, reason="downhill"),
    ]
    resolution = rw.ruleset.resolve(PHASE, dice=GivenDice([2, 9]), overrides=overrides)
    second = resolution.outcome.tests[1]
    assert second is not None
    assert (second.moved, second.off_table) == (inches(12), True)
    assert_replays(resolution)


def test_a_replay_repeats_options() -> None:
    ruleset = rw.ruleset.with_options(melee_elite="per_unit")
    resolution = ruleset.resolve(rw.melee_example_2(), dice=GivenDice([5, 5]))
    assert resolution.options.melee_elite == "per_unit"
    assert resolution.outcome != rw.ruleset.resolve(rw.melee_example_2(), dice=GivenDice([5, 5])).outcome
    assert_replays(resolution)


def changed(resolution: Resolution[Any], **changes: Any) -> Resolution[Any]:
    """Return *resolution* with its first throw changed."""
    steps = resolution.record.steps
    number = next(number for number, step in enumerate(steps) if isinstance(step, RollStep))
    step = evolve(steps[number], **changes)
    return evolve(resolution, record=Record((*steps[:number], step, *steps[number + 1 :])))


def test_a_changed_record_is_named() -> None:
    melee = rw.ruleset.resolve(rw.melee_example_1(), dice=GivenDice([6, 4]))
    with pytest.raises(DiceError, match=r"roll 1 of the record is d6 - 1 against d6 \+ 2 for the wind, not"):
        rw.ruleset.replay(changed(melee, purpose="the wind"))
    with pytest.raises(DiceError, match="roll 1 of the record is 9d9"):
        rw.ruleset.replay(changed(melee, label="9d9"))
    with pytest.raises(DiceError, match="face 7 is impossible"):
        rw.ruleset.replay(changed(melee, faces=(7, 4)))
    assert rw.ruleset.replay(changed(melee, faces=(1, 4))).outcome.margin == -6  # 1 - 1 against 4 + 2


def test_a_record_or_outcome_that_its_dice_do_not_come_to_is_named() -> None:
    melee = rw.ruleset.resolve(rw.melee_example_1(), dice=GivenDice([6, 4]))
    rw.ruleset.verify(melee)
    with pytest.raises(ReplayError, match=r"^the outcome is 9 at \$\.margin; today it is -1$"):
        rw.ruleset.verify(evolve(melee, outcome=evolve(melee.outcome, margin=9)))
    with pytest.raises(
        ReplayError, match=r"step 6 of the record is roll .*'value': 3.*; today it is roll .*'value': -1"
    ):
        rw.ruleset.verify(changed(melee, value=3))
    with pytest.raises(ReplayError, match=r"step 10 of the record is result .*; today it is missing"):
        rw.ruleset.verify(evolve(melee, record=Record((*melee.record.steps, melee.record.steps[-1]))))


def test_a_step_that_stands_outside_its_procedure_is_noticed() -> None:
    phase = rw.ruleset.resolve(PHASE, dice=SeededDice(1))
    at = next(at for at, step in enumerate(phase.record.steps) if isinstance(step, ProcedureStep) and step.steps)
    before, step, after = phase.record.steps[:at], phase.record.steps[at], phase.record.steps[at + 1 :]
    assert isinstance(step, ProcedureStep)
    outside = Record((*before, evolve(step, steps=()), *step.steps, *after))
    with pytest.raises(ReplayError, match=f"^step {at + 2} of the record is .* at depth 0; today it is .* at depth 1$"):
        rw.ruleset.verify(evolve(phase, record=outside))


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
    melee = rw.ruleset.resolve(rw.melee_example_1(), dice=GivenDice([6, 4]))
    assert rw.ruleset.replay(melee, dice=GivenDice([1, 4])).outcome.margin == -6  # 1 - 1 against 4 + 2


def test_a_replay_uses_the_options_of_its_day() -> None:
    per_unit = rw.ruleset.with_options(melee_elite="per_unit")
    resolution = per_unit.resolve(rw.melee_example_2(), dice=GivenDice([5, 5]))
    assert rw.ruleset.replay(resolution).record.rolls[0].parts == (6, 3)
    rw.ruleset.verify(resolution)


def test_replaced_charts_are_named_and_must_be_there_for_a_replay() -> None:
    text = rw.ruleset.charts["melee_modifiers"]
    house = rw.ruleset.with_charts({"melee_modifiers": text})
    resolution = house.resolve(rw.melee_example_1(), dice=GivenDice([6, 4]))
    assert resolution.replaced_charts == ("melee_modifiers",)
    assert "Charts replaced by others: melee_modifiers." in resolution.explain()
    assert house.load_resolution(resolution.to_json()) == resolution
    house.verify(resolution)
    with pytest.raises(ReplayError, match=r"replaced charts \(melee_modifiers\), this ruleset on others \(none\)"):
        rw.ruleset.replay(resolution)


def test_what_a_referee_set_aside_is_told_apart_from_what_is_not_printed() -> None:
    gap = Override(what="modifier", at="through_wire", value=0, reason="a gap")
    resolution = rw.ruleset.resolve(rw.melee_example_1(), dice=GivenDice([6, 4]), overrides=[gap])
    assert resolution.record.unprinted == ()
    assert resolution.explain().endswith("\nSet aside by the referee: through_wire.")


def test_a_list_is_no_source_of_dice() -> None:
    with pytest.raises(TypeError, match=r"dice is a source such as GivenDice\(\[6, 4\]\)"):
        rw.ruleset.resolve(rw.melee_example_1(), dice=[6, 4])  # type: ignore[arg-type]  # the mistake itself


def test_a_policy_is_a_function() -> None:
    with pytest.raises(ChoiceError, match="the policy for allocate_loss is a function"):
        rw.ruleset.odds(rw.melee_example_2(), choices={"allocate_loss": 2})  # type: ignore[dict-item]  # the mistake


def test_a_record_with_a_throw_too_many_or_too_few_is_named() -> None:
    melee = rw.ruleset.resolve(rw.melee_example_1(), dice=GivenDice([6, 4]))
    rolls = melee.record.rolls
    with pytest.raises(DiceError, match="the record has 2 rolls, but only 1 were asked for"):
        rw.ruleset.resolve(rw.melee_example_1(), dice=RecordedDice(rolls * 2))
    with pytest.raises(DiceError, match="the record ends after roll 0, but attacker's die, defender's die"):
        rw.ruleset.replay(evolve(melee, record=Record()))


def test_a_recorded_choice_that_is_no_alternative_is_named() -> None:
    test = rw.ruleset.resolve(rw.MoraleTestRequest(unit=CHEKA), dice=GivenDice([9, 1]))
    assert test.outcome.liquidated
    steps = tuple(
        evolve(step, chosen="perhaps") if isinstance(step, ChoiceStep) else step for step in test.record.steps
    )
    with pytest.raises(ChoiceError, match="the record has 'perhaps' for liquidate, which is no alternative today"):
        rw.ruleset.replay(evolve(test, record=Record(steps)))


# ------------------------------------------------------------------ answers


def test_purposes_are_joined_all_the_way_down() -> None:
    resolution = rw.ruleset.resolve(PHASE, dice=GivenDice([9, 10, 3, 4, 1]))
    purposes = [step.purpose for _, step in resolution.record.walk() if isinstance(step, ProcedureStep | RollStep)]
    assert purposes == [
        "unit 1",
        "unit 1/morale",
        "unit 1/morale, second throw",
        "unit 1/fall back",
        "unit 1/fall back/full move",
        "unit 2",
        "unit 2/morale",
    ]


def test_a_seed_is_the_same_for_ever() -> None:
    one, other = (rw.ruleset.resolve(PHASE, dice=SeededDice(1919)) for _ in range(2))
    assert one == other
    assert hash(one.outcome) == hash(other.outcome)


@pytest.mark.parametrize("stands", [7.0, Fraction(7)])
def test_what_is_only_equal_to_what_was_asked_before_is_malformed(stands: Any) -> None:
    good = rw.melee_example_1()
    (red,) = good.attackers
    assert red.stands == stands
    rw.ruleset.odds(good)
    rw.ruleset.outcome(good, dice=SeededDice(1))
    rw.ruleset.sample(good, 1, seed=1)
    bad = evolve(good, attackers=(evolve(red, stands=stands),))
    assert bad == good
    message = r"\$\.attackers\[0\]\.stands: expected an integer"
    with pytest.raises(InvalidRequestError, match=message):
        rw.ruleset.odds(bad)
    with pytest.raises(InvalidRequestError, match=message):
        rw.ruleset.outcome(bad, dice=SeededDice(1))
    with pytest.raises(InvalidRequestError, match=message):
        rw.ruleset.sample(bad, 1, seed=1)


def test_an_explanation_has_the_question_the_steps_and_what_is_not_printed() -> None:
    told = rw.ruleset.resolve(rw.melee_example_1(), dice=GivenDice([6, 4])).explain()
    assert told.startswith("Who wins this melee? [red_white.melee; The Herald 57, rules version 3]\n")
    assert "attacker's die: -2 attacking through barbed wire [melee-mod-wire]" in told
    assert "Not printed" not in told
    mauled = rw.Unit(side="red", type="infantry", has_leader=True, stands=6, starting_stands=8)
    told = rw.ruleset.resolve(rw.MoralePhaseRequest(units=(mauled,)), dice=GivenDice([])).explain()
    assert told.splitlines()[-1] == "Not printed in the source: opt-morale-casualties (reconstructed)."


def test_odds_agree_with_every_throw_of_a_melee() -> None:
    request = rw.melee_example_1()
    odds = rw.ruleset.odds(request)
    faces = [(attacker, defender) for attacker in range(1, 7) for defender in range(1, 7)]
    outcomes = [rw.ruleset.resolve(request, dice=GivenDice(pair)).outcome for pair in faces]
    assert {outcome: odds[outcome] * 36 for outcome in odds} == {
        outcome: outcomes.count(outcome) for outcome in outcomes
    }
    # The Reds have 1 less, the Whites 2 more, and behind a trench the margin must be 3: 6 more on the die never is.
    assert odds.probability(lambda outcome: outcome.attacker_won) == 0


def test_a_preview_throws_nothing() -> None:
    preview = rw.ruleset.preview(rw.melee_example_1())
    assert preview.verdict.legal
    assert preview.next_throw.startswith("attacker's die, defender's die: d6 - 1 against d6 + 2")
    assert preview.record.faces == ()
    assert [step.rule for step in preview.record.steps if step.kind == "modifier"] == [
        "melee-mod-wire",
        "melee-mod-cheka",
        "melee-mod-machine-gun",
        "melee-mod-defences",
    ]


# ------------------------------------------------------------------ variants and names


def test_an_option_that_does_not_exist_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match="unknown option 'melee_elit'; did you mean 'melee_elite'"):
        rw.ruleset.with_options(melee_elit="once")


def test_an_option_takes_only_its_values() -> None:
    with pytest.raises(InvalidRequestError, match=r"melee_elite.*'thrice'"):
        rw.ruleset.with_options(melee_elite="thrice")
    with pytest.raises(InvalidRequestError, match="red_guards_elite"):
        rw.ruleset.with_options(red_guards_elite=1)


def test_options_leave_the_ruleset_as_it_was() -> None:
    before = rw.ruleset.options
    other = rw.ruleset.with_options(red_guards_elite=False).with_options(melee_elite="per_unit")
    assert other.options == rw.Options(red_guards_elite=False, melee_elite="per_unit")
    assert rw.ruleset.options == before == rw.Options()
    assert other.identity == rw.ruleset.identity


def test_charts_survive_a_change_of_options() -> None:
    charts = rw.ruleset.charts
    melee_modifiers = evolve(charts["melee_modifiers"], title="House list")
    house = rw.ruleset.with_charts({"melee_modifiers": melee_modifiers}).with_options(melee_elite="per_unit")
    assert house.charts["melee_modifiers"].title == "House list"
    assert rw.ruleset.charts["melee_modifiers"].title != "House list"


def test_a_chart_that_does_not_exist_cannot_be_replaced() -> None:
    chart = rw.ruleset.charts["melee_modifiers"]
    with pytest.raises(UnknownNameError, match="did you mean 'melee_modifiers'"):
        rw.ruleset.with_charts({"melee_modifier": chart})
    with pytest.raises(ChartError):
        rw.ruleset.with_charts({"morale_modifiers": chart})


def test_procedures_are_found_by_id() -> None:
    assert rw.ruleset.procedure("red_white.melee").request_type is rw.MeleeRequest
    with pytest.raises(UnknownNameError, match=r"unknown procedure 'red_white\.mele'; did you mean 'red_white\.melee'"):
        rw.ruleset.procedure("red_white.mele")


def test_a_ruleset_is_frozen() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        rw.ruleset.rules_version = 2  # type: ignore[misc]  # a mistake that a user makes


def test_every_choice_has_a_policy_of_its_own_name() -> None:
    ids = [choice.id for choice in rw.ruleset.choices]
    assert len(set(ids)) == len(ids)
    for choice in rw.ruleset.choices:
        assert choice.rule in rw.ruleset.rules
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
        ({"procedures": (1,)}, "procedures of the ruleset 'toy' is a tuple of Procedure, and 1 is none"),
        ({"choices": SIDES}, "choices of the ruleset 'toy' is a tuple of Choice, not a Choice: write (...,)"),
        (
            {"choices": (muster,)},
            "choices of the ruleset 'toy' is a tuple of Choice, and a Procedure is none",
        ),
        ({"examples": (SIDES,)}, "examples of the ruleset 'toy' is a tuple of Example, and a Choice is none"),
        ({"examples": None}, "examples of the ruleset 'toy' is a tuple of Example, not a NoneType: write (...,)"),
        ({"modifiers": (SIDES,)}, "modifiers of the ruleset 'toy' is a tuple of Modifier, and a Choice is none"),
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
