from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper

import border_war as bw
import pytest

from rcw_rules import DiceError, GivenDice, NoAnswerError, SeededDice, TerminalChoices, TerminalDice, inches
from rcw_rules import red_white as rw
from rcw_rules.games.table_facts import LENGTHS_TOLD, measured_first, told_choices
from rcw_rules.kernel.cards import Deck, card
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.errors import ChoiceError
from rcw_rules.kernel.geometry.table import FactAsked
from rcw_rules.kernel.questions import Decision
from rcw_rules.terminal import decision_lines, read_faces, typed_alternative


def dice(text: str, said: list[str] | None = None, otherwise: SeededDice | None = None) -> TerminalDice:
    lines = [] if said is None else said
    return TerminalDice(answers=BytesIO(text.encode()), say=lines.append, otherwise=otherwise)


def test_a_person_is_told_which_dice_to_throw_for_what_and_by_which_rule() -> None:
    said: list[str] = []
    assert dice("4 6\n", said).throw(d6.sum(2), "table", "table-1") == ((4, 6), "asked")
    assert said == ["roll 2d6 for table [table-1]: type 2 faces"]


def test_dice_may_be_typed_one_line_after_the_other() -> None:
    said: list[str] = []
    assert dice("4\n6\n1\n", said).throw(d6.sum(3), "table", "table-1") == ((4, 6, 1), "asked")
    assert said == [
        "roll 3d6 for table [table-1]: type 3 faces",
        "1 of 3 faces: type the others",
        "2 of 3 faces: type the other",
    ]


@pytest.mark.parametrize("wrong", ["7", "0", "x", "4 6", "", "4,,", "4.5", "-1", "٤"])
def test_an_answer_that_cannot_be_is_asked_for_again(wrong: str) -> None:
    said: list[str] = []
    assert dice(f"{wrong}\n5\n", said).throw(d6, "die", "rule") == ((5,), "asked")
    assert len(said) == 3
    assert said[0] == said[2]


def test_the_0_of_a_d10_is_typed_as_it_is_shown() -> None:
    assert dice("0\n").throw(d10, "die", "rule") == ((10,), "asked")


def test_nothing_typed_leaves_the_throw_to_the_machine_if_there_is_one() -> None:
    said: list[str] = []
    faces, by = dice("\n", said, SeededDice(7)).throw(d6, "die", "rule")
    assert (faces, by) == SeededDice(7).throw(d6, "die", "rule")
    assert said == ["roll d6 for die [rule]: type 1 face, or nothing to let the machine roll"]


def test_cards_are_typed_by_their_codes() -> None:
    assert dice("qh\n").throw(Deck.of(["QH", "2S"]).draw(), "card", "rule") == ((card("QH").code,), "asked")


def test_answers_that_end_are_named() -> None:
    source = dice("3\n")
    source.throw(d10, "first", "rule")
    with pytest.raises(NoAnswerError, match=r"the answers ended before second \[rule\] was rolled"):
        source.throw(d10, "second", "rule")


def test_a_line_that_never_ends_is_no_answer() -> None:
    assert dice("3" + " " * 9_998 + "\n").throw(d10, "die", "rule") == ((3,), "asked")
    with pytest.raises(NoAnswerError, match="an answer of more than 10,000 characters"):
        dice("3" + " " * 10_000 + "\n").throw(d10, "die", "rule")


def test_a_decision_is_not_read_without_end_either() -> None:
    answers = BytesIO(b"n" * 10_001 + b"\nno\n")
    typed = TerminalChoices(answers=answers, say=lambda line: None)
    request = rw.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    with pytest.raises(NoAnswerError, match="an answer of more than 10,000 characters"):
        rw.ruleset.resolve(request, dice=GivenDice([9]), choices=typed)
    assert answers.tell() == 10_001


def test_a_last_line_without_its_end_is_an_answer() -> None:
    assert dice("3").throw(d10, "die", "rule") == ((3,), "asked")


def test_by_default_it_talks_on_standard_error_and_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"6 4\n")))
    resolution = bw.ruleset.resolve(bw.hedge_brawl(), dice=TerminalDice())
    assert resolution.outcome.margin == -1  # 6 - 1 against 4 + 2
    assert [roll.by for roll in resolution.record.rolls] == ["asked"]
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("roll d6 - 1 against d6 + 2 for attacker's die, defender's die [brawl-roll]")


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("", ()),
        (" \t", ()),
        ("4", (4,)),
        ("4,6", (4, 6)),
        ("4 , 6  2", (4, 6, 2)),
        ("QH *1", ("QH", "*1")),
        ("-3", (-3,)),
    ],
)
def test_faces_are_read_with_commas_or_spaces(text: str, faces: tuple[int | str, ...]) -> None:
    assert read_faces(text) == faces


@pytest.mark.parametrize("text", [",", "4,,6", "4,", ",4"])
def test_a_face_missing_beside_a_comma_is_named(text: str) -> None:
    with pytest.raises(DiceError, match="missing beside a comma"):
        read_faces(text)


def how_far() -> Decision[FactAsked, object]:
    asked = FactAsked(kind="distance", about=("A", "B"), question="How far is A from B?", measured=inches("6.3"))
    alternatives = measured_first(asked, LENGTHS_TOLD)
    choice = told_choices({"distance": "p1-fire"})["distance"]
    return Decision(choice=choice, where="", alternatives=alternatives, default=asked.measured, situation=asked)


@pytest.mark.parametrize(
    ("typed", "length"), [("10", "10"), ("1", "1"), ("10.25 in", "10.25"), ("0.5", "0.5"), ("6.3", "6.3")]
)
def test_a_number_is_the_length_where_lengths_are_asked(typed: str, length: str) -> None:
    assert typed_alternative(how_far(), typed) == inches(length)


def test_a_length_that_is_not_on_the_list_is_told_with_its_neighbours() -> None:
    with pytest.raises(ChoiceError, match=r"10\.1 in is not on the list; type 10 or 10\.25"):
        typed_alternative(how_far(), "10.1")
    assert next(decision_lines(how_far())) == "umpire is asked: How far is A from B? [p1-fire]"
