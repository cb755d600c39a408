"""Overrides, options and previews: what a referee sets aside, and what is known before the first throw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve, frozen
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
    Choice,
    ChoiceError,
    GivenDice,
    InvalidRequestError,
    Override,
    OverrideError,
    Request,
    SeededDice,
    Umpire,
    procedure,
)
from rcw_rules.kernel.record import (
    ModifierStep,
    OverrideStep,
)
from rcw_rules.resolution import Resolution

# ------------------------------------------------------------------ overrides


def override_of(resolution: Resolution[Any]) -> OverrideStep:
    (step,) = (step for step in steps_of(resolution) if isinstance(step, OverrideStep))
    return step


def test_a_referee_overrides_a_throw_inside() -> None:
    override = Override(what="roll", at="shot 2/fire", value=6, reason="cocked die")
    resolution = resolve_two(1, 2, overrides=[override])
    assert resolution.outcome.hits == (0, 2)
    assert resolution.dice == (1, 2)  # the throw that was overridden is not thrown
    step = override_of(resolution)
    assert (step.rule, step.what, step.at, step.value, step.reason) == (
        "fire-table",
        "roll",
        "shot 2/fire",
        6,
        "cocked die",
    )
    assert step.provenance == "illustrative"
    assert step in resolution.record.overrides


def test_a_referee_overrides_whether_a_check_succeeds() -> None:
    overrides = [Override(what="roll", at="nerve", value=False, reason="the priest fled")]
    assert not resolve_two(1, 1, overrides=overrides).outcome.steady


def test_a_referee_overrides_a_modifier() -> None:
    override = Override(what="modifier", at="cover", value=-3, reason="very thick")
    resolution = TOY.resolve(Fire(cover=True), dice=GivenDice([6]), overrides=[override])
    assert resolution.outcome == 0
    step = override_of(resolution)
    assert (step.what, step.at, step.book, step.value, step.reason) == ("modifier", "cover", "-1", -3, "very thick")
    (modifier,) = (step for step in steps_of(resolution) if isinstance(step, ModifierStep))
    assert modifier.value == -3


def test_a_referee_overrides_a_look_up() -> None:
    override = Override(what="look_up", at="fire", value=1, reason="spent cartridges")
    resolution = TOY.resolve(Fire(), dice=GivenDice([6]), overrides=[override])
    assert resolution.outcome == 1
    step = override_of(resolution)
    assert (step.what, step.at, step.book, step.value, step.rule) == ("look_up", "fire", "2", 1, "fire-table")


@pytest.mark.parametrize(
    ("what", "at", "value", "message"),
    [
        ("roll", "nerves", True, "nothing happened that these overrides name: roll 'nerves'"),
        ("roll", "fire", 3, "nothing happened that these overrides name: roll 'fire'"),
        ("modifier", "fog", 3, "modifier 'fog'"),
        ("look_up", "fire_modifiers", 3, "look_up 'fire_modifiers'"),
        ("roll", "shot 1/fire", 7, "shot 1/fire cannot be 7: d6 can be 1, 2, 3, 4, 5, 6"),
        ("roll", "shot 1/fire", True, "shot 1/fire cannot be yes: d6 can be"),
        ("roll", "shot 1/fire", "6", "shot 1/fire cannot be 6"),
        ("roll", "nerve", 1, "nerve cannot be 1: d6, 4 or less can be"),
        ("modifier", "cover", "thick", "the modifier cover is a number, not 'thick'"),
        ("modifier", "cover", True, "the modifier cover is a number, not True"),
        ("look_up", "fire", True, "a cell of the chart fire is a number or a code, not True"),
    ],
)
def test_an_override_that_cannot_be(what: Any, at: str, value: Any, message: str) -> None:
    with pytest.raises(OverrideError, match=message):
        TOY.resolve(
            TWO_SHOTS,
            dice=SeededDice(1),
            overrides=[Override(what=what, at=at, value=value, reason="a test")],
        )


def test_two_overrides_of_the_same_are_refused() -> None:
    overrides = [Override(what="roll", at="nerve", value=value, reason="a test") for value in (True, False)]
    with pytest.raises(OverrideError, match="nerve"):
        resolve_two(1, 1, overrides=overrides)


# ------------------------------------------------------------------ options


@pytest.mark.parametrize("reason", ["", " ", "cocked\n  the dice agree", "cocked\x1b[2J", "cocked \udcff"])
def test_the_reason_of_an_override_is_one_line(reason: str) -> None:
    override = Override(what="roll", at="shot 2/fire", value=6, reason=reason)
    with pytest.raises(OverrideError) as error:
        resolve_two(1, overrides=[override])
    assert str(error.value) == f"the reason of an override is one line of text, not {reason!r}"


def test_options_are_changed_in_a_new_ruleset() -> None:
    each = TOY.with_options(guns_count="each")
    assert (each.options.guns_count, TOY.options.guns_count) == ("each", "once")
    assert TOY.odds(Fire(guns=3)) != each.odds(Fire(guns=3))
    assert each.resolve(Fire(guns=1), dice=GivenDice([1])).options == Options(guns_count="each")


# ------------------------------------------------------------------ preview


def test_a_preview_stops_before_the_first_throw() -> None:
    preview = TOY.preview(Fire(cover=True))
    assert preview.verdict
    assert preview.next_throw == "fire: d6 [fire-table]"
    assert [step.kind for step in preview.record.steps] == ["legality", "modifier"]


def test_a_preview_shows_what_is_inside_a_procedure() -> None:
    preview = TOY.preview(TWO_SHOTS)
    assert preview.next_throw == "shot 1/fire: d6 [fire-table]"
    assert [(depth, step.kind) for depth, step in preview.record.walk()] == [
        (0, "legality"),
        (0, "procedure"),
        (1, "modifier"),
    ]


def test_a_preview_of_what_needs_no_throw_is_complete() -> None:
    preview = TOY.preview(Stack())
    assert preview.next_throw == ""
    assert preview.record == TOY.resolve(Stack(), dice=GivenDice([])).record


def test_a_preview_says_why_something_is_illegal() -> None:
    preview = TOY.preview(UnderFire(shots=()))
    assert [objection.rule for objection in preview.verdict.objections] == ["unit-shots"]
    assert (preview.record.steps, preview.next_throw) == ((), "")


def test_a_preview_refuses_what_is_malformed() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.guns"):
        TOY.preview(Fire(guns=-1))


def test_a_preview_takes_policies() -> None:
    with pytest.raises(ChoiceError, match="unknown choice"):
        TOY.preview(TWO_SHOTS, choices={"fallback": lambda hits, alternatives: "stays"})


# ------------------------------------------------------------------ the exact umpire looks at the same charts


def test_the_odds_rest_on_charts_and_modifiers() -> None:
    # In cover 5 and 6 become 4 and 5: one hit. Without it 4 and 5 hit once and 6 twice.
    assert dict(TOY.odds(Fire(cover=True)).items()) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert TOY.odds(Fire())[2] == Fraction(1, 6)


@frozen(kw_only=True)
class Muster(Request[int]):
    pass


MUSTER: Choice[None, Any] = Choice(
    "muster", rule="unit-choice", who="owner", about="Who musters.", default=lambda situation, alternatives: ()
)


@procedure("toy.muster", title="Who musters?", rules=("unit-choice",), example=Muster)
def muster(request: Muster, umpire: Umpire[Options]) -> int:
    return sum(len(umpire.choose(MUSTER, alternatives, None)) for alternatives in (((), ("a", "b")), ("", "a")))


def test_an_empty_decision_and_one_for_several_are_told_in_words() -> None:
    toy = evolve(TOY, procedures=(muster,), choices=(MUSTER,))
    for answers, told in ((((), ""), ["none", "none"]), ((("a", "b"), "a"), ["a, b", "a"])):
        left = iter(answers)
        policies = {"muster": lambda situation, alternatives, left=left: next(left)}
        steps = toy.resolve(Muster(), dice=GivenDice([]), choices=policies).record.steps[1:]
        assert [step.text for step in steps] == [f"owner decides, muster: {words} (policy)" for words in told]
