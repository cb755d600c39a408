"""``rcw ask`` and ``rcw fields``, requests as TOML, and units from a roster."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import time
import tracemalloc
from pathlib import Path

import pytest
from cli_runs import RCW, Ran, fine, run

from rcw_rules import GivenDice, InvalidRequestError, red_white
from rcw_rules.cli.inputs import with_units
from rcw_rules.json_text import parse_json
from rcw_rules.toml_files import read_toml_data
from rcw_rules.wire import structure

MELEE = (
    *("red", "infantry", "yes", "cheka, wire intact, starting stands 8, stands 7", "", "no"),
    *("white", "infantry", "yes", "cover trench, starting stands 8, stands 8", "", "no", ""),
)
ROSTER = """\
["1st Rifles"]
side = "red"
type = "infantry"
has_leader = true
name = "1st Rifles"
starting_stands = 8
stands = 8

["Officers"]
side = "white"
type = "infantry"
has_leader = true
name = "Officers"
troop_class = "officers"
starting_stands = 6
stands = 6
"""
UNIT = {"side": "red", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 7}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("roster.toml").write_text(ROSTER, encoding="utf-8")


def ask(*lines: str, arguments: tuple[str, ...] = ()) -> Ran:
    return run("ask", "red_white.melee", *arguments, stdin="".join(f"{line}\n" for line in lines))


def told_after(line: str, ran: Ran) -> str:
    """Return what the command said to a line, up to the next one."""
    prompt = "Enter rolls, ? shows what else can be typed: "
    return ran.out.partition(f"{prompt}{line}\n")[2].partition(f"\n{prompt}")[0].rstrip()


def test_the_modifiers_stand_before_any_die() -> None:
    ran = ask(*MELEE, "q")
    assert (ran.code, ran.err) == (0, "")
    known = ran.out.partition("anything else? \n\n")[2]
    # The worked example of the book without the gun: -2 for wire, +1 for Cheka, +1 for the trench.
    assert known.splitlines() == [
        "  the request is legal [melee-roll]",
        "  attacker's die: -2 attacking through barbed wire [melee-mod-wire]",
        "  attacker's die: +1 Cheka inspiring [melee-mod-cheka]",
        "  defender's die: +1 defending in a trench [melee-mod-defences]",
        "  to be thrown: attacker's die, defender's die: d6 - 1 against d6 + 1 [melee-roll]",
        "",
        "Enter rolls, ? shows what else can be typed: q",
    ]


def test_dice_from_the_table_answer_it_and_one_change_answers_it_again() -> None:
    ran = ask(*MELEE, "6 1", "defender 1 cover open", "6,1", "q")
    assert "6 - 1 = 5 against 1 + 1 = 2" in told_after("6 1", ran)
    assert "winner                attacker" in told_after("6 1", ran)
    assert told_after("defender 1 cover open", ran).startswith("defenders[0].cover is changed\n")
    assert "d6 - 1 against d6: 6 - 1 = 5 against 1 [melee-roll]" in told_after("6,1", ran)


def test_wrong_dice_cost_nothing() -> None:
    ran = ask(*MELEE, "6 1 1", "7 1", "6", "6 1", "q")
    assert told_after("6 1 1", ran).startswith("too many dice: 2 of 3 faces were needed; left over: 1")
    assert "7" in told_after("7 1", ran)
    assert told_after("6", ran).startswith("too few dice")
    assert "winner                attacker" in told_after("6 1", ran)


def test_the_machine_rolls_by_its_seed_and_goes_on() -> None:
    ran = ask(*MELEE, "", "", "q", arguments=("--seed", "4"))
    assert told_after("", ran).startswith("rolled with the seed 4\n")
    assert "rolled with the seed 5\n" in ran.out


def test_every_throw_can_be_asked_for() -> None:
    ran = ask(*MELEE, "dice", "6 1", "q")
    assert ran.code == 0
    assert "type 2 faces" in ran.err
    assert "6 - 1 = 5 against 1 + 1 = 2" in ran.out


def test_odds_are_those_of_the_request() -> None:
    told = told_after("odds", ask(*MELEE, "odds", "q"))
    # d6 - 1 against d6 + 1: the attacker must win by 3, so his face must be at least 5 higher: only 6 to 1.
    assert re.search(r"winner +defender +97.22 % +35/36\n +attacker +2.78 % +1/36", told)


def test_a_change_that_contradicts_the_rest_is_refused_with_its_rule() -> None:
    ran = ask(*MELEE, "attacker 1 side white", "defenders[0].cheka", "6 1", "q")
    assert told_after("attacker 1 side white", ran).splitlines() == [
        "attacker 1, cheka: only Red units have Cheka attached [bad-sides]",
    ]
    assert told_after("defenders[0].cheka", ran) == "defender 1, cheka: only Red units have Cheka attached [bad-sides]"
    assert "winner                attacker" in told_after("6 1", ran)


def test_what_the_book_forbids_is_said_before_the_dice_and_instead_of_them() -> None:
    # Machine guns reach 4 squares (fire-range-table).
    lines = ("profile", "mg", "mg", "2", "5", "cav", "target formation mounted", "", "", "4", "range 2", "1 1 1", "q")
    ran = run("ask", "red_square.fire", stdin="".join(f"{line}\n" for line in lines))
    forbidden = "not allowed: range: 5 squares are beyond the reach of mg; 1 to 4 are within it [fire-range-table]"
    assert ran.out.count(forbidden) == 2
    assert "hits  3" in ran.out


@pytest.mark.parametrize("file", ["melee.toml", "melee.json"])
def test_a_request_that_was_kept_is_read_again(file: str) -> None:
    ran = ask(*MELEE, f"save {file}", "q")
    assert told_after(f"save {file}", ran) == f"kept in {file}"
    text = Path(file).read_text(encoding="utf-8")
    data = read_toml_data(file) if file.endswith("toml") else parse_json(text.encode(), file)
    request = structure(data, red_white.MeleeRequest)
    assert (request.attackers[0].stands, request.defenders[0].cover) == (7, "trench")
    assert "grenades" not in text  # what holds by default
    again = fine("resolve", "red_white.melee", file, "--dice", "6,1", "--json").json
    assert again["outcome"]["winner"] == "attacker"
    assert red_white.ruleset.resolve(request, dice=GivenDice([6, 1])).outcome.winner == "attacker"


def test_it_is_kept_as_soon_as_it_is_complete() -> None:
    ask(*MELEE, arguments=("--save", "kept.toml"))
    assert read_toml_data("kept.toml")["attackers"][0]["stands"] == 7


def test_it_is_kept_again_when_it_is_changed() -> None:
    ask(*MELEE, "attacker 1 stands 5", "q", arguments=("--save", "kept.toml"))
    assert read_toml_data("kept.toml")["attackers"][0]["stands"] == 5


def test_a_request_that_was_not_kept_is_an_error_in_the_end() -> None:
    ran = ask(*MELEE, "6 1", "q", arguments=("--save", "no/such/folder.json"))
    assert "winner                attacker" in told_after("6 1", ran)
    assert (ran.code, ran.err) == (74, "rcw: no/such/folder.json cannot be written: No such file or directory\n")
    assert ask(*MELEE, "save m.json", "q", arguments=("--save", "no/such/folder.json")).code == 0


def test_a_request_that_toml_cannot_say_is_kept_in_json() -> None:
    # A vessel of no kind is not the default.
    vessel = fine("example", "red_white.boat_safety").json["vessel"]
    lines = (json.dumps(vessel), "", "unfrozen", "", "no", "rowed", "", "save a.toml", "save a.json", "q")
    ran = run("ask", "red_white.boat_safety", stdin="".join(f"{line}\n" for line in lines))
    assert "a.toml cannot be written: $.vessel.kind: is None, which TOML cannot say" in ran.out
    assert "kept in a.json" in ran.out


def test_a_place_that_cannot_be_written_is_named_and_nothing_is_lost() -> None:
    ran = ask(*MELEE, "save no/such/folder.json", "save", "save a\0b", "6 1", "q")
    assert told_after(r"save a\x00b", ran) == r"a\x00b cannot be written: embedded null byte"
    assert (
        told_after("save no/such/folder.json", ran)
        == "no/such/folder.json cannot be written: No such file or directory"
    )
    assert told_after("save", ran).startswith("save needs the name of a file")
    assert "winner                attacker" in told_after("6 1", ran)


def test_what_else_can_be_typed_is_shown() -> None:
    ran = ask(*MELEE, "?", "show", "fields", "nonsense", "undo", "?", "", "q")
    assert "be asked for every throw" in told_after("?", ran)
    assert json.loads(told_after("show", ran))["attackers"] == [{**UNIT, "cheka": True, "wire": "intact"}]
    assert "defenders" in told_after("fields", ran)
    assert told_after("nonsense", ran) == "there is no field 'nonsense'"
    # Back at the last question, explained, and answered again.
    assert "  flank or rear: Whether any attacker makes contact" in ran.out.partition(": undo\n")[2]
    assert ran.code == 0


def test_answers_that_end_too_early_are_kept_and_gone_on_with() -> None:
    ran = ask("red", "infantry", arguments=("--roster", "roster.toml"))
    assert ran.code == 2
    assert ran.err == (
        "rcw: the answers ended before this was answered: attacker 1, has leader (yes or no):; your answers are kept: "
        "go on with rcw ask red_white.melee --roster roster.toml --answers red_white.melee.answers.json\n"
    )
    begun = ("--answers", "red_white.melee.answers.json")
    assert "6 - 1 = 5 against 1 + 1 = 2" in told_after("6 1", ask(*MELEE[2:], "6 1", "q", arguments=begun))
    assert ask("q", arguments=begun).err == ""  # they are kept already
    left = ask("undo", "cavalry", "q", arguments=begun)
    assert (left.code, left.err.endswith(" --answers red_white.melee.answers-2.json\n")) == (0, True)
    assert json.loads(Path("red_white.melee.answers-2.json").read_text(encoding="utf-8")) == ["red", "cavalry"]
    assert ask("red", "undo", "undo", "q").err == ""


def test_answers_that_will_not_do_are_named() -> None:
    Path("other.json").write_text('["red", "ships"]', encoding="utf-8")
    ran = ask("q", arguments=("--answers", "other.json"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rcw: $[1]: 'ships' does not answer: attacker 1, type (infantry,")
    Path("other.json").write_text(json.dumps([*MELEE, "red"]), encoding="utf-8")
    assert "'red' does not answer: nothing is asked any more" in ask("q", arguments=("--answers", "other.json")).err
    Path("other.json").write_text(json.dumps(["red " * 2_501]), encoding="utf-8")
    long = ask("q", arguments=("--answers", "other.json"))
    assert (long.code, long.err) == (2, "rcw: an answer of more than 10,000 characters is no answer\n")


def test_units_come_from_a_roster() -> None:
    ran = ask(
        "@1st Rifles",
        "stands 7",
        "",
        "no",
        "@Officers",
        "",
        "no",
        "",
        "6 1",
        "q",
        arguments=("--roster", "roster.toml"),
    )
    assert "1st Rifles: strength 7" in told_after("6 1", ran)


def test_a_request_names_units_of_a_roster() -> None:
    request = {"attackers": ["@1st Rifles"], "defenders": [{"@": "Officers", "stands": 4}]}
    Path("m.json").write_text(json.dumps(request), encoding="utf-8")
    for command in (("resolve", "red_white.melee", "m.json", "--dice", "3,3"), ("odds", "red_white.melee", "m.json")):
        told = fine(*command, "--roster", "roster.toml", "--json").json
        assert [unit["stands"] for unit in (*told["request"]["attackers"], *told["request"]["defenders"])] == [8, 4]


@pytest.mark.parametrize(
    ("content", "request_", "told"),
    [
        (ROSTER, ["@1st Rifels"], "$.attackers[0]: the roster has no '1st Rifels'; did you mean '1st Rifles'?"),
        (ROSTER, [{"@": 3}], "$.attackers[0]: the roster has no 3"),
        ("x = 1\n", [], "roster.toml: 'x' is no table: a unit begins with ['x']"),
        ("x = [\n", [], "roster.toml:"),
    ],
)
def test_what_a_roster_lacks_is_named(content: str, request_: list[object], told: str) -> None:
    Path("roster.toml").write_text(content, encoding="utf-8")
    Path("m.json").write_text(json.dumps({"attackers": request_, "defenders": []}), encoding="utf-8")
    ran = run("resolve", "red_white.melee", "m.json", "--seed", "1", "--roster", "roster.toml")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_unit_that_is_named_often_takes_no_room() -> None:
    roster = {"a": {f"key_{number}": 1 for number in range(2_000)}}
    tracemalloc.start()
    try:
        fielded = with_units(["@a"] * 20_000, roster)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert fielded[19_999] == roster["a"]
    assert peak < 5_000_000
    assert with_units([{"@": "a"}] * 50, roster) == [roster["a"]] * 50
    with pytest.raises(InvalidRequestError) as raised:
        with_units({"odd key": [{"@": "a"}] * 51}, roster)
    assert str(raised.value) == '$["odd key"][50]: changed units of the roster come to more than 100,000 fields'


def test_an_example_can_be_short_and_can_be_toml() -> None:
    whole, short = fine("example", "red_white.melee").json, fine("example", "red_white.melee", "--short").json
    assert len(short["attackers"][0]) < len(whole["attackers"][0])
    assert structure(short, red_white.MeleeRequest) == structure(whole, red_white.MeleeRequest)
    Path("m.toml").write_text(fine("example", "red_white.melee", "--toml").out, encoding="utf-8")
    assert structure(read_toml_data("m.toml"), red_white.MeleeRequest) == structure(whole, red_white.MeleeRequest)
    assert run("example", "red_white.melee", "--toml", "--json").code == 2


def test_a_toml_request_that_is_wrong_is_named_with_its_line() -> None:
    Path("m.toml").write_text("attackers = 3\ndefenders = [\n", encoding="utf-8")
    ran = run("resolve", "red_white.melee", "m.toml", "--seed", "1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rcw: m.toml:")


def test_fields_tell_what_a_question_takes() -> None:
    text = fine("fields", "red_white.melee").out
    assert text.startswith("Who wins this melee? [red_white.melee]\n")
    assert re.search(r"^attackers\[\].side +needed +red or white. Red or White.$", text, re.MULTILINE)
    (side, *_) = [
        one for one in fine("fields", "red_white.melee", "--json").json["fields"] if one["path"].endswith(".side")
    ]
    assert (side["takes"], side["default"]) == ("red or white", None)


def test_on_a_terminal_tab_completes() -> None:
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover - the command itself
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        settings = {"TERM": "xterm", "COLUMNS": "200", "PYTHONUTF8": "1", "PROMPT_TOOLKIT_NO_CPR": "1"}
        os.execve(RCW, [RCW, "ask", "red_white.melee"], {**os.environ, **settings})  # noqa: S606 - no shell is wanted
    shown = ""

    def until(words: str) -> None:
        nonlocal shown
        end = time.monotonic() + 60
        while words not in shown:
            assert select.select([terminal], [], [], max(0, end - time.monotonic()))[0], shown
            shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", os.read(terminal, 65536).decode(errors="replace"))
        shown = shown.partition(words)[2]

    until("attacker 1, side (red or white):")
    for typed, answer in (("w\t\r", "attacker 1, type"), ("q\r", "")):
        os.write(terminal, typed.encode())
        until(answer or "q")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("rcw resolve red_white.mel", {"red_white.melee"}),
        ("rcw odds red_white.melee_", set[str]()),
        ("rcw rules ore", {"orel"}),
        ("rcw rules red_white melee-mod-w", {"melee-mod-wire"}),
        ("rcw rules nothing melee", set[str]()),
        ("rcw chart red_white melee", {"melee_modifiers"}),
        ("rcw play red_square/out", {"red_square/outpost"}),
        ("rcw scenario show directory/m", {"directory/makhnos_return"}),
        ("rcw play my_match", {"file,my_match"}),
    ],
)
def test_a_shell_completes_ids(monkeypatch: pytest.MonkeyPatch, line: str, found: set[str]) -> None:
    monkeypatch.setenv("_RCW_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    assert {told.removeprefix("plain,") for told in run().out.split()} == found
