"""The umpire: whatever a procedure asks is answered, checked, and told in the record."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import attrs
import pytest
from attrs import frozen
from umpired_procedures import (
    TOY,
    TWO_SHOTS,
    Fire,
    Options,
    Stack,
    UnderFire,
    resolve_two,
    steps_of,
)

from rcw_rules import (
    ChartError,
    Choice,
    ChoiceError,
    DiceError,
    GivenDice,
    IllegalRequestError,
    InvalidRequestError,
    Request,
    SeededDice,
    Umpire,
    procedure,
)
from rcw_rules.kernel.record import (
    ChoiceStep,
    LegalityStep,
    LookUpStep,
    ModifierStep,
    ProcedureStep,
    ResultStep,
    RollStep,
    RulingStep,
)

# ------------------------------------------------------------------ the record tells everything


def test_a_resolution_tells_every_step_in_order() -> None:
    resolution = TOY.resolve(Fire(cover=True), dice=GivenDice([5]))
    assert resolution.outcome == 1
    legality, modifier, roll, look_up, result = resolution.record.steps
    assert isinstance(legality, LegalityStep)
    assert legality.rule == "fire-table"
    assert modifier == ModifierStep(
        rule="fire-mods", to="fire", id="cover", value=-1, reason="in cover", provenance="printed"
    )
    assert isinstance(roll, RollStep)
    assert (roll.rule, roll.purpose, roll.label, roll.faces, roll.value, roll.by) == (
        "fire-table",
        "fire",
        "d6",
        (5,),
        5,
        "given",
    )
    assert isinstance(look_up, LookUpStep)
    assert (look_up.chart, look_up.row, look_up.column, look_up.result) == ("fire", "4-5", "", 1)
    assert isinstance(result, ResultStep)
    assert (result.text, dict(result.values)) == ("1 hits; hit at all: yes", {"hits": 1, "is_hit": True})


def test_steps_inside_hang_below_their_procedure() -> None:
    resolution = resolve_two(5, 5, 3)
    first, second = (step for step in resolution.record.steps if isinstance(step, ProcedureStep))
    assert (first.procedure, first.purpose, second.purpose) == ("toy.fire", "shot 1", "shot 2")
    assert [step.kind for step in first.steps] == ["modifier", "roll", "look_up", "result"]
    assert [roll.purpose for roll in resolution.record.rolls] == ["shot 1/fire", "shot 2/fire", "nerve"]


def test_a_step_is_no_more_certain_than_what_it_rests_on() -> None:
    resolution = TOY.resolve(Fire(guns=1), dice=GivenDice([1]))
    assert [(step.rule, step.provenance) for step in resolution.record.unprinted] == [("fire-mods", "reconstructed")]


def test_a_ruling_is_told_where_it_matters() -> None:
    one, two = TOY.resolve(Fire(guns=1), dice=GivenDice([4])), TOY.resolve(Fire(guns=2), dice=GivenDice([4]))
    assert not [step for step in steps_of(one) if isinstance(step, RulingStep)]
    (ruling,) = (step for step in steps_of(two) if isinstance(step, RulingStep))
    assert (ruling.rule, ruling.option, ruling.value) == ("opt-guns", "guns_count", "once")


def test_modifiers_that_do_not_count_are_told_as_such() -> None:
    resolution = TOY.resolve(Stack(), dice=GivenDice([]))
    assert resolution.outcome == 3
    told = [(step.id, step.counted) for step in steps_of(resolution) if isinstance(step, ModifierStep)]
    assert told == [("small", False), ("tall", True)]
    assert "stack: +1 small (not counted) [stack]" in resolution.record.text()


def test_a_finding_is_told_by_its_own_rule() -> None:
    steps = steps_of(TOY.resolve(Stack(settled=True), dice=GivenDice([])))
    assert ("stack-empty", "stack: nobody there") in [(step.rule, step.text) for step in steps]


def test_a_chart_of_codes_gives_no_modifier() -> None:
    with pytest.raises(ChartError, match=r"fire_modifiers: row 'fog' should be a whole number, not '\?'"):
        TOY.outcome(Fire(fog=True), dice=GivenDice([1]))


def test_a_modifier_may_count_several_times() -> None:
    each = TOY.with_options(guns_count="each")
    assert each.outcome(Fire(guns=3), dice=GivenDice([3])) == 2
    assert TOY.outcome(Fire(guns=3), dice=GivenDice([3])) == 1


def test_with_and_without_a_record_every_face_gives_the_same() -> None:
    for faces in product(range(1, 7), repeat=3):
        assert resolve_two(*faces).outcome == TOY.outcome(TWO_SHOTS, dice=GivenDice(faces))


def test_the_request_is_unchanged_and_the_resolution_echoes_it() -> None:
    resolution = resolve_two(1, 1, 1)
    assert resolution.request is TWO_SHOTS
    assert (resolution.procedure, resolution.title) == ("toy.under_fire", "What does a unit under fire do?")
    assert (resolution.ruleset, resolution.options) == (TOY.identity, Options())
    assert resolution.dice == (1, 1, 1)


# ------------------------------------------------------------------ dice


def test_the_same_seed_gives_the_same_resolution() -> None:
    one, other = (TOY.resolve(TWO_SHOTS, dice=SeededDice(1919)) for _ in range(2))
    assert one == other
    assert one.to_json() == other.to_json()
    assert TOY.outcome(TWO_SHOTS, dice=SeededDice(1919)) == one.outcome
    assert len({TOY.resolve(TWO_SHOTS, dice=SeededDice(seed)).dice for seed in range(20)}) > 10


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((5, 5), r"too few dice: nerve \[unit-nerve\] needs d6"),
        ((5, 5, 1, 6), "too many dice: 3 of 4 faces were needed; left over: 6"),
        ((5, 7, 1), r"shot 2/fire \[fire-table\]: face 7 is impossible on a d6"),
        ((0, 1, 1), r"shot 1/fire \[fire-table\]: face 0 is impossible"),
    ],
)
def test_dice_that_do_not_fit(faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(DiceError, match=message):
        resolve_two(*faces)
    with pytest.raises(DiceError, match=message):
        TOY.outcome(TWO_SHOTS, dice=GivenDice(faces))


# ------------------------------------------------------------------ legality


def test_an_illegal_request_is_refused_with_its_rule() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.shots: nobody shoots \[unit-shots\]"):
        TOY.resolve(UnderFire(shots=()), dice=GivenDice([]))
    verdict = TOY.verdict(UnderFire(shots=()))
    assert not verdict
    assert [objection.rule for objection in verdict.objections] == ["unit-shots"]


def test_an_illegal_request_inside_is_refused_however_it_is_asked() -> None:
    request = UnderFire(shots=(Fire(cover=True, guns=3),))
    for ask in (
        lambda: TOY.resolve(request, dice=GivenDice([1, 1])),
        lambda: TOY.outcome(request, dice=GivenDice([1, 1])),
        lambda: TOY.odds(request),
    ):
        with pytest.raises(IllegalRequestError, match="three guns leave no cover"):
            ask()


def test_a_malformed_request_is_refused_with_its_path() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.shots\[0\]\.guns.*\[fire-mods\]"):
        TOY.resolve(UnderFire(shots=(Fire(guns=4),)), dice=GivenDice([1, 1]))


def test_a_request_of_another_ruleset_is_refused() -> None:
    @frozen(kw_only=True)
    class Foreign(Request[int]):
        pass

    with pytest.raises(InvalidRequestError, match="toy answers no Foreign"):
        TOY.resolve(Foreign(), dice=GivenDice([]))


@pytest.mark.parametrize("ask", [TOY.resolve, TOY.outcome])
def test_what_is_no_request_is_refused(ask: Callable[..., object]) -> None:
    with pytest.raises(InvalidRequestError, match="toy answers no str"):
        ask("toy.fire", dice=GivenDice([]))


def test_a_bool_is_no_number_even_if_an_equal_request_was_admitted() -> None:
    toy = attrs.evolve(TOY)
    assert toy.outcome(Fire(guns=1), dice=GivenDice([4])) == 1
    assert Fire(guns=True) == Fire(guns=1)
    with pytest.raises(InvalidRequestError, match=r"\$\.guns"):
        toy.resolve(Fire(guns=True), dice=GivenDice([4]))


# ------------------------------------------------------------------ choices


def test_a_choice_takes_its_default_and_says_so() -> None:
    (step,) = (step for step in steps_of(resolve_two(5, 1, 1)) if isinstance(step, ChoiceStep))
    assert (step.rule, step.choice, step.who, step.chosen, step.by) == (
        "unit-choice",
        "fall_back",
        "owner",
        "stays",
        "default",
    )
    assert step.alternatives == ("stays", "falls back")


def test_a_policy_sees_the_situation_and_answers() -> None:
    seen: list[tuple[int, tuple[str, ...]]] = []

    def policy(hits: int, alternatives: tuple[str, ...]) -> str:
        seen.append((hits, alternatives))
        return "falls back"

    resolution = resolve_two(5, 5, 1, choices={"fall_back": policy})
    assert resolution.outcome.does == "falls back"
    assert seen == [(3, ("stays", "falls back"))]
    (step,) = (step for step in steps_of(resolution) if isinstance(step, ChoiceStep))
    assert (step.chosen, step.by) == ("falls back", "policy")


def test_a_policy_answers_one_of_the_alternatives() -> None:
    policies = {"fall_back": lambda hits, alternatives: "runs"}
    message = r"the policy for fall_back answered 'runs'; it may answer 'stays' or 'falls back' \[unit-choice\]"
    with pytest.raises(ChoiceError, match=message):
        resolve_two(5, 5, 1, choices=policies)
    with pytest.raises(ChoiceError, match=message):
        TOY.odds(TWO_SHOTS, choices=policies)


def test_an_unknown_choice_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ChoiceError, match="unknown choice 'fallback'; did you mean 'fall_back'"):
        resolve_two(5, 5, 1, choices={"fallback": lambda hits, alternatives: "stays"})


YES_OR_NO: Choice[None, bool] = Choice("yes_or_no", rule="r", who="owner", about="", default=lambda _, both: both[0])


@frozen(kw_only=True)
class Ask(Request[bool]):
    pass


@procedure("asking.ask", title="Yes or no?", rules=("r",))
def ask_yes_or_no(request: Ask, umpire: Umpire[Options]) -> bool:
    return umpire.choose(YES_OR_NO, (True, False), None)


def test_an_answer_that_equals_an_alternative_stands_for_it() -> None:
    asking = attrs.evolve(TOY, id="asking", procedures=(ask_yes_or_no,), choices=(YES_OR_NO,))
    resolution = asking.resolve(Ask(), dice=GivenDice([]), choices={"yes_or_no": lambda _, both: 0})
    assert resolution.outcome is False
    assert asking.load_resolution(resolution.to_json()) == resolution
