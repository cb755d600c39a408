"""Asking a person at the command line: throws, decisions, the way back, the way out, and on again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from io import BytesIO
from pathlib import Path

import pytest
from cli_runs import ACTIVATION, RCW, Ran, fine, run

from rcw_rules import GivenDice, SeededDice, inches, orel, red_white
from rcw_rules.cli.playing import Seat

ASK = ("resolve", "red_white.activation_test", "request.json", "--json")
"""A test of a unit with Cheka: after a failed throw of more than 6 its owner may have a stand shot and throw again."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("request.json").write_text(ACTIVATION, encoding="utf-8")


def said(ran: Ran) -> list[str]:
    """Return what a person was told after the line that explains the keys."""
    first, *rest = [line.removeprefix("rcw: ") for line in ran.err.splitlines()]
    assert first.startswith("Enter takes the default")
    return rest


# --- Throws -------------------------------------------------------------------------------------------------------


def test_every_throw_is_asked_with_its_modifiers_and_its_rule() -> None:
    ran = run(*ASK, "--ask-dice", stdin="8\n3\n")
    assert ran.code == 0
    assert ran.json["dice"] == [8, 3]
    assert [step["by"] for step in ran.json["record"] if step["kind"] == "roll"] == ["asked", "asked"]
    assert said(ran) == [
        "roll d10, 6 or less for activation [p1-activation]: type 1 face",
        "roll d10, 6 or less for activation, second throw [p1-activation]: type 1 face",
    ]


def test_modifiers_in_force_are_told() -> None:
    request = fine("example", "red_white.melee").out
    Path("melee.json").write_text(request, encoding="utf-8")
    ran = run("resolve", "red_white.melee", "melee.json", "--ask", stdin="4\n6\n")
    # The worked example: the attacker has -2 for wire and +1 for Cheka, the defender +1 for the gun and the trench.
    first, second = said(ran)
    assert first == (
        "roll d6 - 1 against d6 + 2 for attacker's die, defender's die (attacker's die: -2 attacking through barbed "
        "wire, +1 Cheka inspiring; defender's die: +1 machine gun attached, +1 defending in a trench) [melee-roll]: "
        "type 2 faces"
    )
    assert second == "1 of 2 faces: type the other"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("11", "face 11 is impossible on a d10, which shows 1 to 10"),
        ("-1", "face -1 is impossible"),
        ("four", "face 'four' is impossible"),
        ("4 5", "1 face, not 2"),
        ("4,,", "a face is missing beside a comma"),
        ("\x1b[2J", "face '\\x1b[2J' is impossible"),
    ],
)
def test_an_impossible_face_is_refused_and_asked_again(answer: str, told: str) -> None:
    ran = run(*ASK, "--ask", stdin=f"{answer}\n2\n")
    assert ran.code == 0
    assert ran.json["dice"] == [2]
    first, wrong, again = said(ran)
    assert told in wrong
    assert first == again


def test_a_wrong_first_die_is_refused_before_the_second_is_asked() -> None:
    Path("reach.json").write_text(fine("example", "orel.assault").out, encoding="utf-8")
    lines = said(run("resolve", "orel.assault", "reach.json", "--ask-dice", stdin="7\n4\n7\n3\n" + "\n" * 20))
    where = next(number for number, line in enumerate(lines) if "2d6" in line)
    assert "face 7 is impossible on a d6" in lines[where + 1]
    assert "2d6" in lines[where + 2]
    assert lines[where + 3] == "1 of 2 faces: type the other"
    assert "face 7 is impossible on a d6" in lines[where + 4]


def test_nothing_typed_lets_the_machine_roll() -> None:
    ran = run(*ASK, "--ask-dice", "--seed", "7", stdin="8\n\n")
    request = red_white.ActivationRequest(base=6, stands=8, cheka=True)
    by_machine = red_white.ruleset.resolve(request, dice=GivenDice([8], otherwise=SeededDice(7))).record.rolls[1]
    assert ran.json["dice"] == [8, *by_machine.faces]
    assert [step["by"] for step in ran.json["record"] if step["kind"] == "roll"] == ["asked", "seed"]
    assert said(ran)[-1] == f"the machine rolled {by_machine.faces[0]}"


def test_the_machine_tells_the_seed_that_it_drew() -> None:
    ran = run(*ASK, "--ask", stdin="\n\n\n")
    (seed,) = re.findall(r"^rcw: the machine rolls with the seed (\d+)$", ran.err, re.MULTILINE)
    assert run(*ASK, "--ask", "--seed", seed, stdin="\n\n\n").out == ran.out


# --- Decisions ----------------------------------------------------------------------------------------------------


def test_a_decision_is_asked_with_its_alternatives_and_its_default() -> None:
    ran = run(*ASK, "--ask-choices", "--dice", "9,6", stdin="yes\n")
    assert [step["chosen"] for step in ran.json["record"] if step["kind"] == "choice"] == [True]
    about, *alternatives = said(ran)
    assert about.startswith("red decides: ")
    assert about.endswith("[cheka-reroll]")
    assert alternatives == ["  1  yes (Enter)", "  2  no"]


@pytest.mark.parametrize(
    ("typed", "chosen", "by"),
    [
        ("", True, "default"),
        ("1", True, "person"),
        ("YES", True, "person"),
        ("2", False, "person"),
        ("no", False, "person"),
    ],
)
def test_a_decision_is_answered_in_words_by_number_or_by_nothing(typed: str, chosen: bool, by: str) -> None:
    ran = run(*ASK, "--ask", stdin=f"9\n{typed}\n1\n")
    (step,) = [step for step in ran.json["record"] if step["kind"] == "choice"]
    assert (step["chosen"], step["by"]) == (chosen, by)


@pytest.mark.parametrize("typed", ["3", "0", "9" * 5_000, "perhaps", "\x1b[2J"])
def test_what_is_no_alternative_is_refused_and_asked_again(typed: str) -> None:
    ran = run(*ASK, "--ask", stdin=f"9\n{typed}\nno\n")
    assert ran.code == 0
    assert "liquidate can be yes or no, not " in ran.err
    assert "\x1b" not in ran.err


def test_choose_answers_one_time_after_the_other() -> None:
    Path("combat.json").write_text(fine("example", "orel.combat").out, encoding="utf-8")
    arguments = ("resolve", "orel.combat", "combat.json", "--dice", "4,4,6,4,6,4", "--json", "--choose")
    lost = [
        step["chosen"]
        for step in every_step(fine(*arguments, "lose_step=Red 2;Red Cv;Z;X").json["record"])
        if step["kind"] == "choice" and step["choice"] == "lose_step"
    ]
    assert lost == ["Red 2", "Red Cv", "Z", "X"]
    few = run(*arguments, "lose_step=Red 2;Red 1")
    assert few.code == 2
    assert "too few answers to lose_step [8.8.2A-allocation]" in few.err
    many = run(*arguments, "lose_step=Red 2;Red Cv;Z;X;Z")
    assert many.code == 2
    assert "too many answers: 4 of 5 were needed; left over: Z" in many.err


def every_step(steps: list[dict[str, object]]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for step in steps:
        found.append(step)
        inner = step.get("steps")
        if isinstance(inner, list):
            found += every_step(inner)
    return found


# --- Back, out, and on again --------------------------------------------------------------------------------------


def test_b_goes_back_one_answer() -> None:
    ran = run(*ASK, "--ask", stdin="b\n9\nyes\nb\nno\n")
    assert ran.code == 0
    assert "there is no answer to go back to" in ran.err
    assert [step["chosen"] for step in ran.json["record"] if step["kind"] == "choice"] == [False]
    assert ran.json["dice"] == [9]


def test_going_back_does_not_shake_the_machines_dice() -> None:
    once = run(*ASK, "--ask", "--seed", "3", stdin="9\nyes\n\n")
    twice = run(*ASK, "--ask", "--seed", "3", stdin="9\nyes\nb\nyes\n\n")
    assert once.json == twice.json


def test_q_saves_the_session_and_resume_goes_on() -> None:
    stopped = run(*ASK, "--ask", stdin="9\nq\n")
    assert (stopped.code, stopped.out) == (0, "")
    file = "red_white.activation_test.session.json"
    assert stopped.err.splitlines()[-1] == f"rcw: the session is saved: go on with rcw resume {file}"
    resumed = run("resume", file, "--json", stdin="no\n")
    assert resumed.json == run(*ASK, "--ask", stdin="9\nno\n").json
    # Another session does not write over the first.
    assert "rcw resume red_white.activation_test.session-2.json" in run(*ASK, "--ask", stdin="q\n").err


@pytest.mark.parametrize("typed", ["9\n", "9\ny", ""])
def test_answers_that_end_are_kept(typed: str) -> None:
    ran = run(*ASK[:3], "--ask", stdin=typed)
    assert (ran.code, ran.out) == (2, "")
    if typed == "9\ny":  # a last answer needs no line end, and this one is none
        assert "liquidate can be yes or no, not y" in ran.err
    assert "the answers ended before this was answered: " in ran.err.splitlines()[-1]
    assert ran.err.endswith("go on with rcw resume red_white.activation_test.session.json\n")
    left = "9\nno\n" if not typed else "no\n"
    resumed = run("resume", "red_white.activation_test.session.json", "--json", stdin=left)
    assert resumed.json["dice"] == [9]


@pytest.mark.parametrize("endless", ["1" * 10_001, "1" * 20_000_000])
def test_a_line_that_never_ends_keeps_the_session(endless: str) -> None:
    ran = run(*ASK[:3], "--ask", stdin=f"9\n{endless}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == (
        "rcw: an answer of more than 10,000 characters is no answer; "
        "the session is saved: go on with rcw resume red_white.activation_test.session.json"
    )
    resumed = run("resume", "red_white.activation_test.session.json", "--json", stdin="no\n")
    assert resumed.json["dice"] == [9]


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_prompt_keeps_the_session() -> None:
    with subprocess.Popen(
        [RCW, *ASK, "--ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asking:
        assert asking.stdin is not None
        assert asking.stderr is not None
        asking.stdin.write(b"9\n")
        asking.stdin.flush()
        for line in asking.stderr:
            if b"decides" in line:
                break
        time.sleep(0.1)
        asking.send_signal(signal.SIGINT)
        told = asking.stderr.read().decode()
        assert asking.wait() == 130
    assert "the session is saved" in told
    assert json.loads(Path("red_white.activation_test.session.json").read_text(encoding="utf-8"))["answers"]


def test_between_the_dice_of_a_throw_commands_hold_and_what_is_read_stands() -> None:
    Path("melee.json").write_text(fine("example", "red_white.melee").out, encoding="utf-8")
    ask = ("resolve", "red_white.melee", "melee.json", "--json", "--ask")
    ran = run(*ask, stdin="4\n7\n?\n\n6\n")
    assert ran.json["dice"] == [4, 6]
    assert "face 7 is impossible on a d6" in ran.err
    assert "rule melee-roll" in ran.err
    assert ran.err.count("1 of 2 faces: type the other") == 4
    again = run(*ask, stdin="4\nb\n3 3\n")
    assert again.json["dice"] == [3, 3]
    assert (run(*ask, stdin="4\nQ\n").code, Path("red_white.melee.session.json").exists()) == (0, True)


def test_a_number_of_any_length_is_no_alternative() -> None:
    ran = run(*ASK, "--ask", stdin="9\n" + "1" * 6000 + "\nno\n")
    assert ran.json["dice"] == [9]
    assert f"liquidate can be yes or no, not {'1' * 60}... [cheka-reroll]" in ran.err


def test_an_override_that_names_nothing_can_be_gone_back_from() -> None:
    override = ("--override", "activation, second throw=yes", "--reason", "a slip")
    ran = run(*ASK, "--ask", *override, stdin="2\n9\nyes\n")
    assert ran.json["outcome"]["passed"]
    assert "nothing happened that these overrides name: roll 'activation, second throw'" in ran.err


def test_what_another_answer_cannot_mend_keeps_the_session() -> None:
    said: list[str] = []
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    session = red_white.ruleset.begin(request).automate(choices={"liquidate": lambda seen, _: seen.no_such_thing})
    seat = Seat(answers=BytesIO(b"9\n"), say=said.append, save=lambda kept: Path(f"{len(kept.answers)}.json"))
    with pytest.raises(AttributeError, match="no_such_thing"):
        seat.play(session)
    assert said[-1] == "the session is saved: go on with rcw resume 0.json"


THROW: dict[str, object] = {"kind": "throw", "purpose": "activation", "faces": [1], "by": "asked"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"answers": [{"kind": "throw", "purpose": "activation", "faces": [11], "by": "asked"}]},
            "$.answers[0]: answer 1",
        ),
        ({"answers": [{"kind": "decision", "choice": "liquidate", "chosen": True, "by": "person"}]}, "$.answers[0]"),
        ({"answers": [{"kind": "throw", "purpose": "morale", "faces": [1], "by": "asked"}]}, "$.answers[0]"),
        ({"schema_version": 2}, "version 2"),
        ({"format": "rcw-resolution"}, "rcw-resolution"),
        ({"procedure": "red_white.activatio_test"}, "red_white.activation_test"),
        ({"request": {}}, "$.request.stands"),
        ({"more": 1}, "$.more"),
        ({"charts": {"a": "b = 1"}}, '$.charts: a:1: unknown key "b"'),
        ({"charts": {"a": "b = "}}, "$.charts: a:1: "),
        ({"charts": {"a": "#" * 1_000_000, "b": "#" * 1_000_001}}, "$.charts: are together larger than 2 MB"),
        ({"overrides": [{"what": "roll", "at": "activation", "value": 7, "reason": "?"}]}, "$.overrides: activation "),
        (
            {"overrides": [{"what": "roll", "at": "activation", "value": True, "reason": "a\nb"}]},
            "$.overrides: the reas",
        ),
        ({"options": {}}, "$.options."),
    ],
)
def test_a_damaged_session_is_refused(change: dict[str, object], told: str) -> None:
    run(*ASK, "--ask", stdin="9\nq\n")
    file = Path("red_white.activation_test.session.json")
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | change), encoding="utf-8")
    ran = run("resume", str(file), stdin="no\n")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize("both", [False, True])
def test_a_session_is_saved_elsewhere_where_the_folder_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, both: bool
) -> None:
    (tmp_path / "spare").mkdir()
    monkeypatch.setattr("rcw_rules.cli.asking.gettempdir", lambda: str(tmp_path / "spare"))

    def write(file: Path, content: bytes) -> None:
        if both or file.parent != tmp_path / "spare":
            raise PermissionError(13, "Permission denied")
        file.write_bytes(content)

    monkeypatch.setattr("rcw_rules.cli.asking.write_new", write)
    ran = run(*ASK[:3], "--ask", stdin="9\nq\n")
    if both:
        assert ran.code == 74
        assert "red_white.activation_test.session.json cannot be written: Permission denied" in ran.err
        return
    file = tmp_path / "spare" / "red_white.activation_test.session.json"
    assert ran.err.splitlines()[-2:] == [
        "rcw: the session cannot be saved in this folder: Permission denied",
        f"rcw: the session is saved: go on with rcw resume {file}",
    ]
    assert run("resume", str(file), "--json", stdin="no\n").json["dice"] == [9]


def test_a_question_mark_explains() -> None:
    ran = run(*ASK, "--ask", stdin="?\n9\n?\nno\n")
    assert ran.code == 0
    lines = said(ran)
    rule = red_white.ruleset.rules["p1-activation"]
    assert lines[1].startswith(f"rule p1-activation: {rule.title}")
    assert "  yes: 60.00 %" in lines
    assert "  no: 40.00 %" in lines
    assert any(line.startswith("rule cheka-reroll: ") for line in lines)
    assert "  stands: 8" in lines


def test_a_situation_of_any_type_is_told() -> None:
    Path("train.json").write_text(fine("example", "red_square.train_activation").out, encoding="utf-8")
    lines = said(run("resolve", "red_square.train_activation", "train.json", "--ask", stdin="?\nq\n"))
    (cards,) = [line for line in lines if line.startswith("  cards: ")]
    assert re.fullmatch(r"  cards: \w+, \w+", cards)


def test_several_units_are_a_line_each() -> None:
    Path("depot.json").write_text(fine("example", "orel.depot_elimination").out, encoding="utf-8")
    ran = run("resolve", "orel.depot_elimination", "depot.json", "--ask-choices", "--seed", "1", stdin="?\n")
    assert any(line.startswith("    1/3Dr: side white, type infantry, hex 1809, ") for line in said(ran))


def test_what_can_be_seen_is_told_in_words() -> None:
    Path("combat.json").write_text(fine("example", "orel.combat").out, encoding="utf-8")
    lines = said(run("resolve", "orel.combat", "combat.json", "--ask", stdin="?\nq\n"))
    assert "  checking: X, Y, Z" in lines
    (unit,) = [line for line in lines if line.startswith("  units: ")]
    assert unit.startswith("  units: X: side white, type infantry, hex 1010, tq 6, steps 4, strength 7")
    assert not any("Unit(" in line or "None" in line for line in lines)


# --- The referee --------------------------------------------------------------------------------------------------


def test_a_referee_overrides_a_throw_a_modifier_and_a_chart() -> None:
    Path("melee.json").write_text(fine("example", "red_white.melee").out, encoding="utf-8")
    arguments = ("resolve", "red_white.melee", "melee.json", "--json")
    reason = ("--reason", "the die fell off the table")
    morale = ("resolve", "red_white.activation_test", "request.json", "--json")
    thrown = fine(*morale, "--dice", "", "--override", "activation=true", *reason).json
    (step,) = [step for step in every_step(thrown["record"]) if step["kind"] == "override"]
    assert (step["what"], step["value"], step["reason"]) == ("roll", True, reason[1])
    assert (thrown["outcome"]["passed"], thrown["dice"]) == (True, [])
    modified = fine(*arguments, "--dice", "4,6", "--override", "modifier:through_wire=0", *reason).json
    assert [step["what"] for step in every_step(modified["record"]) if step["kind"] == "override"] == ["modifier"]
    missed = run(*arguments, "--dice", "4,6", "--override", "attackers die=9", *reason)
    assert missed.code == 2
    assert "nothing happened that these overrides name: roll 'attackers die'" in missed.err
    assert "--override and --reason go together" in run(*arguments, "--dice", "4,6", "--override", "through_wire=0").err
    assert "--override and --reason go together" in run(*arguments, "--dice", "4,6", *reason).err


# --- The combat of the book ---------------------------------------------------------------------------------------


def test_the_combat_of_the_book_is_played_with_real_dice_a_way_back_a_break_and_on() -> None:
    (example,) = [one for one in orel.ruleset.examples if one.id == "EX-combat"]
    Path("combat.json").write_text(fine("example", "orel.combat").out, encoding="utf-8")
    # Two dice of the assault come on one line; every decision stays with the default but the two that say so in words.
    first = ["no", "4", "", "", "4", "6", "", "b", "", ""]
    stopped = run("resolve", "orel.combat", "combat.json", "--ask", stdin="\n".join([*first, "q", ""]))
    assert stopped.code == 0
    second = ["4 6", "", "", "", "", "4", "", "", ""]
    ran = run("resume", "orel.combat.session.json", "--json", stdin="\n".join([*second, ""]))
    assert ran.code == 0
    book = orel.ruleset.resolve(example.request(), dice=GivenDice(example.faces)).to_dict()
    assert ran.json["outcome"] == book["outcome"]
    decided = [step for step in every_step(ran.json["record"]) if step["kind"] == "choice"]
    assert len([step for step in decided if step["alternatives"] != [step["chosen"]]]) == 12
    for mine, theirs in zip(every_step(ran.json["record"]), every_step(book["record"]), strict=True):
        who = {"by", "text"} if mine["kind"] == "choice" else {"by"}
        assert {key: mine[key] for key in mine.keys() - who - {"steps"}} == {
            key: theirs[key] for key in theirs.keys() - who - {"steps"}
        }
