"""A record is values first: what is derived from its steps is derived by hand here."""

from __future__ import annotations

from fractions import Fraction

from rcw_rules.kernel.record import (
    ChoiceStep,
    LegalityStep,
    LookUpStep,
    ModifierStep,
    OverrideStep,
    ProcedureStep,
    Record,
    ResultStep,
    RollStep,
    RulingStep,
    Step,
)


def roll(purpose: str, *faces: int | str, rule: str = "dice") -> RollStep:
    told = ", ".join(map(str, faces))
    return RollStep(
        rule=rule,
        purpose=purpose,
        label="d6",
        faces=faces,
        value=told,
        reading=told,
        by="given",
    )


LEGALITY = LegalityStep(rule="melee")
MODIFIER = ModifierStep(
    rule="elite",
    to="die",
    id="elite",
    value=Fraction(1, 2),
    effect="multiply",
    reason="elite",
    provenance="reconstructed",
)
INNERMOST = roll("deep", 3, 4, rule="deep-dice")
INNER = ProcedureStep(
    rule="sub-sub",
    procedure="toy.deep",
    title="How deep?",
    within="unit 1/",
    purpose="unit 1/deep",
    steps=(INNERMOST,),
)
LOOK_UP = LookUpStep(
    rule="table",
    chart="fire",
    row="3",
    column="",
    shift=0,
    result="E",
    provenance="illustrative",
)
OUTER = ProcedureStep(rule="sub", procedure="toy.sub", purpose="unit 1", title="What?", steps=(LOOK_UP, INNER))
CHOICE = ChoiceStep(
    rule="choice",
    choice="flee",
    who="owner",
    alternatives=(True, False),
    chosen=False,
    told="no",
    by="default",
)
RESULT = ResultStep(rule="melee", says="it stands")
RULING = RulingStep(rule="opt", option="bold", value=True)
OVERRIDE = OverrideStep(
    rule="dice",
    what="roll",
    at="last",
    book="d6",
    value=6,
    reason="cocked",
)
STEPS: tuple[Step, ...] = (
    LEGALITY,
    MODIFIER,
    roll("first", 6),
    OUTER,
    CHOICE,
    RULING,
    OVERRIDE,
    roll("card", "QH"),
    RESULT,
)
RECORD = Record(STEPS)


def test_walk_goes_down_before_it_goes_on() -> None:
    assert list(RECORD.walk()) == [
        (0, LEGALITY),
        (0, MODIFIER),
        (0, roll("first", 6)),
        (0, OUTER),
        (1, LOOK_UP),
        (1, INNER),
        (2, INNERMOST),
        (0, CHOICE),
        (0, RULING),
        (0, OVERRIDE),
        (0, roll("card", "QH")),
        (0, RESULT),
    ]


def test_rolls_and_faces_are_in_the_order_thrown() -> None:
    assert [step.purpose for step in RECORD.rolls] == ["first", "deep", "card"]
    assert RECORD.faces == (6, 3, 4, "QH")


def test_rules_are_listed_once_in_order() -> None:
    assert RECORD.rules == ("melee", "elite", "dice", "sub", "table", "sub-sub", "deep-dice", "choice", "opt")


def test_what_is_not_printed_is_found_at_every_depth() -> None:
    assert RECORD.unprinted == (MODIFIER, LOOK_UP, RULING)


def test_what_a_referee_set_aside_is_told_apart() -> None:
    assert RECORD.overrides == (OVERRIDE,)


def test_the_text_is_a_tree_with_rules_and_doubts() -> None:
    assert RECORD.text().splitlines() == [
        "the request is legal [melee]",
        "die: x1/2 elite [elite, reconstructed]",
        "first: d6: 6 [dice]",
        "unit 1: What? [sub]",
        "  fire, row 3: E [table, illustrative]",
        "  deep: How deep? [sub-sub]",
        "    deep: d6: 3, 4 [deep-dice]",
        "owner decides, flee: no (default) [choice]",
        "ruling bold = yes [opt, reconstructed]",
        "referee: last is 6 instead of d6: cocked [dice, illustrative]",
        "card: d6: QH [dice]",
        "it stands [melee]",
    ]


def test_the_line_tells_throws_overrides_and_results() -> None:
    assert RECORD.line() == ("rolled 6; rolled 3, 4; referee: last is 6 instead of d6: cocked; rolled QH; it stands")


def test_an_empty_record() -> None:
    empty = Record()
    assert (list(empty.walk()), empty.faces, empty.rules, empty.unprinted) == ([], (), (), ())
    assert (empty.text(), empty.line()) == ("", "")


def test_equal_steps_make_equal_records() -> None:
    assert Record(STEPS) == RECORD
    assert hash(Record(STEPS)) == hash(RECORD)
    assert Record(STEPS[:-1]) != RECORD
    assert Record((*STEPS[:2], roll("first", 5), *STEPS[3:])) != RECORD
