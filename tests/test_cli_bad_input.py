"""Bad input at the command line: one line on stderr that says what is wrong, the right exit code, no traceback."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rcw_rules import red_white
from rcw_rules.cli import main
from rcw_rules.wire import unstructure

RCW = str(Path(sys.executable).parent / "rcw")
MELEE = "red_white.melee"
REQUEST: dict[str, Any] = unstructure(red_white.melee_example_1())
TEXT = json.dumps(REQUEST)
PROCEDURES = tuple(procedure.id for procedure in red_white.ruleset.procedures)


class Ran(NamedTuple):
    """How a run of the command ended."""

    code: int
    out: str
    err: str


def run(*arguments: str, stdin: str | bytes = TEXT) -> Ran:
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    streams = [io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (given, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = main(arguments)
    told = []
    for stream in streams[1:]:
        stream.flush()
        told.append(stream.buffer.getvalue().decode())
    return Ran(code, *told)


def refused(code: int, *arguments: str, stdin: str | bytes = TEXT) -> str:
    """Return the message in which a run is refused, its lines joined by "; "."""
    ran = run(*arguments, stdin=stdin)
    assert (ran.code, ran.out) == (code, "")
    return told_in(ran.err, arguments)


def told_in(err: str, arguments: Sequence[str]) -> str:
    """Return the message of *err*: one line, which is JSON after --json, or a head and a line for each problem."""
    assert err.endswith("\n")
    line, *problems = err.removesuffix("\n").split("\n")
    assert line.isprintable()
    assert all(problem.startswith("  ") and problem.isprintable() for problem in problems)
    assert "Traceback" not in line
    if "--json" in arguments:
        message: str = json.loads(line)["error"]["message"]
        assert message.isprintable()
        return message
    assert line.startswith("rcw: ")
    if problems:
        assert "--json" not in arguments
        assert re.fullmatch(r"rcw: \d+ problems:", line)
        return "; ".join(problem.strip() for problem in problems)
    return line.removeprefix("rcw: ")


def changed(**changes: object) -> str:
    """Return the request with other values in its attacker."""
    return json.dumps({**REQUEST, "attackers": [{**REQUEST["attackers"][0], **changes}]})


def without(field: str) -> str:
    attacker = {name: value for name, value in REQUEST["attackers"][0].items() if name != field}
    return json.dumps({**REQUEST, "attackers": [attacker]})


# --- Requests -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("resolve", MELEE, "--seed", "1"), ("odds", MELEE)])
@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (changed(stand=3), 2, ["$.attackers[0].stand", "unknown key", "'stands'"]),
        (without("side"), 2, ["$.attackers[0].side", "missing", '"red"']),
        (changed(stands="7"), 2, ["$.attackers[0].stands", "integer", '"7"']),
        (changed(stands=7.0), 2, ["$.attackers[0].stands", "integer", "7.0"]),
        (changed(stands=True), 2, ["$.attackers[0].stands", "integer", "true"]),
        (changed(has_leader=1), 2, ["$.attackers[0].has_leader", "true", "1"]),
        (changed(stands=0), 2, ["$.attackers[0].stands", "1 to 99", "got 0", "[bad-numbers]"]),
        (changed(stands=100), 2, ["$.attackers[0].stands", "1 to 99", "got 100", "[bad-numbers]"]),
        (changed(stands=-(10**30)), 2, ["$.attackers[0].stands", "1 to 99", "[bad-numbers]"]),
        (changed(side="green"), 2, ["$.attackers[0].side", '"red", "white"', '"green"']),
        (changed(stands=9), 2, ["$.attackers[0].stands", "9 is more than the 8", "[gen-stand]"]),
        (changed(type="artillery"), 1, ["$.attackers[0].type", "artillery", "[melee-initiators]"]),
        (json.dumps({**REQUEST, "attackers": []}), 2, ["$.attackers", "1 to 20", "[melee-many-units]"]),
        (json.dumps({**REQUEST, "attackers": 3}), 2, ["$.attackers", "array", "3"]),
        ("[]", 2, ["the request", "object", "array"]),
        ("3", 2, ["the request", "object", "3"]),
        ("null", 2, ["the request", "object", "null"]),
        ("", 2, ["standard input is empty"]),
        (" \n", 2, ["standard input is empty"]),
        ("{", 2, ["standard input is not JSON", "line 1, column 2"]),
        ("{'a': 1}", 2, ["standard input is not JSON", "line 1, column 2"]),
        (TEXT + "x", 2, ["standard input is not JSON", "extra data"]),
        ("\ufeff" + TEXT, 2, ["byte order mark"]),
        (TEXT.replace("8", "NaN", 1), 2, ["NaN", "not a number"]),
        (TEXT.replace("8", "-Infinity", 1), 2, ["-Infinity", "not a number"]),
        (TEXT.replace("8", "1" + "0" * 5000, 1), 2, ["5001 digits", "huge"]),
        (TEXT.replace("8", "1e999", 1), 2, ["1e999", "huge"]),
        (TEXT.replace("8", "1e-999999999999999999999", 1), 2, ["huge or too fine"]),
        (TEXT.replace("8", "1e50", 1), 2, ["$.attackers[0]"]),
        ("[" * 100_000, 2, ["nested too deeply"]),
        ('{"a":' * 200 + "1" + "}" * 200, 2, ["nested too deeply"]),
        (TEXT.replace('"side"', '"side": "red", "side"', 1), 2, ["$.attackers[0]", '"side"', "twice"]),
        (TEXT.replace("Red battalion", "\\ud800", 1), 2, ["$.attackers[0].name", "half of a character"]),
        ('{"\\u001b[2J\\n": 1}', 2, ["unknown key"]),
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_is_refused(command: tuple[str, ...], text: str, code: int, said: list[str]) -> None:
    for flags in ((), ("--json",)):
        line = refused(code, *command, *flags, stdin=text)
        assert [part for part in said if part not in line] == []


def test_a_request_that_is_not_utf_8_is_refused() -> None:
    line = refused(2, "resolve", MELEE, "--seed", "1", stdin=TEXT.encode("utf-16"))
    assert "standard input is not UTF-8: byte 1" in line


def test_what_the_book_does_not_say_must_be_supplied() -> None:
    for command in (("resolve", "--seed", "1"), ("odds",)):
        line = refused(3, command[0], "red_white.activation_test", *command[1:], stdin='{"stands": 8}')
        assert "Supply the field base" in line
        assert line.endswith("[p1-activation]")


def test_many_problems_are_counted() -> None:
    units = [{**REQUEST["attackers"][0], "stands": 0}] * 12
    line = refused(2, "odds", MELEE, stdin=json.dumps({**REQUEST, "attackers": units}))
    assert "$.attackers[7].stands" in line
    assert "$.attackers[8].stands" not in line
    assert line.endswith("; and 4 more problems")


@pytest.mark.parametrize("command", [("resolve", MELEE, "--seed", "1"), ("odds", MELEE)])
def test_a_file_that_cannot_be_read_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    folder, missing, empty, binary = (tmp_path / name for name in ("folder", "missing.json", "empty.json", "a.bin"))
    folder.mkdir()
    empty.write_bytes(b"")
    binary.write_bytes(b"\xff\xfe\x00")
    for path, said in (
        (str(folder), "is a directory, not a file"),
        (str(missing), "there is no file"),
        (str(empty), "is empty"),
        (str(binary), "is not UTF-8"),
        (f"{empty}/x", "cannot be read"),
        ("a\0b", "is not the name of a file"),
        ("x" * 5000, "cannot be read"),
        ("\x1b[2J\n", "there is no file"),
    ):
        assert said in refused(2, *command, path)


# --- Dice, options, choices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("7,1", ["face 7 is impossible on a d6", "1 to 6", "[melee-roll]"]),
        ("0,1", ["face 0 is impossible on a d6"]),
        ("-1,1", ["face -1 is impossible on a d6"]),
        ("QH,1", ["face 'QH' is impossible on a d6"]),
        ("4.5,1", ["face '4.5' is impossible"]),
        ("1e0,1", ["face '1e0' is impossible"]),
        ("4", ["too few dice", "2 faces", "[melee-roll]"]),
        ("", ["too few dice", "[melee-roll]"]),
        ("4,6,1", ["too many dice", "left over: 1"]),
        ("4,,6", ["a face is missing beside a comma", "'4,,6'"]),
        (",", ["a face is missing beside a comma"]),
        ("4,6,", ["a face is missing beside a comma"]),
        ("9" * 5000, ["too few dice"]),
        ("9" * 5000 + ",1", ["is impossible on a d6"]),
        ("\u0664,6", ["is impossible on a d6"]),
        ("\x1b[2J,6", ["face '\\x1b[2J' is impossible"]),
    ],
)
def test_impossible_dice_are_refused(faces: str, said: list[str]) -> None:
    line = refused(2, "resolve", MELEE, "--dice", faces)
    assert [part for part in said if part not in line] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "melee_elite=twice"], ["--set melee_elite", '"once", "per_unit"', '"twice"', "[opt-melee-elite]"]),
        (["--set", "melee_elite=1"], ["--set melee_elite", "got 1", "[opt-melee-elite]"]),
        (["--set", "melee_elite=NaN"], ["--set melee_elite", '"NaN"']),
        (["--set", "melee_elite=null"], ["--set melee_elite", "null"]),
        (["--set", "melee_elite="], ["--set melee_elite", '""']),
        (["--set", 'melee_elite={"a": [1]}'], ["--set melee_elite", "object"]),
        (["--set", "red_guards_elite=yes"], ["--set red_guards_elite", "true", '"yes"', "[opt-red-guards]"]),
        (["--set", "red_guards_elite=1"], ["--set red_guards_elite", "got 1"]),
        (["--set", "melee_elit=once"], ["unknown option of red_white 'melee_elit'", "did you mean 'melee_elite'?"]),
        (["--set", "melee_elite"], ["--set expects option=value, got 'melee_elite'"]),
        (["--set", "=once"], ["--set expects option=value"]),
        (["--set", "melee_elite=once", "--set", "melee_elite=once"], ["--set sets 'melee_elite' twice"]),
        (["--choose", "liquidat=true"], ["unknown choice of red_white 'liquidat'", "did you mean 'liquidate'?"]),
        (["--choose", "liquidate"], ["--choose expects choice=value"]),
    ],
)
def test_impossible_options_are_refused(arguments: list[str], said: list[str]) -> None:
    for command in (("resolve", MELEE, "--seed", "1"), ("odds", MELEE)):
        line = refused(2, *command, *arguments)
        assert [part for part in said if part not in line] == []


@pytest.mark.parametrize("value", ["1", "maybe", "null", "2.5", "[true]", "\udcff"])
def test_a_choice_that_is_no_alternative_is_refused(value: str) -> None:
    request = '{"base": 6, "stands": 8, "cheka": true}'
    line = refused(
        2, "resolve", "red_white.activation_test", "--dice", "9", "--choose", f"liquidate={value}", stdin=request
    )
    assert line.startswith("--choose liquidate: expected yes or no, got ")
    assert line.endswith(" [cheka-reroll]")


@pytest.mark.parametrize("value", ["yes", "Yes", "true"])
def test_yes_can_be_said_in_several_ways(value: str) -> None:
    said = ["resolve", "red_white.activation_test", "--dice", "9,3", "--choose", f"liquidate={value}", "--json"]
    ran = run(*said, stdin='{"base": 6, "stands": 8, "cheka": true}')
    assert (ran.code, json.loads(ran.out)["outcome"]["liquidated"]) == (0, True)


# --- Usage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["resolv"], ["there is no command 'resolv'", "did you mean 'resolve'?", "see rcw --help"]),
        (["x\ny\x1b[2J"], ["there is no command 'x\\ny\\x1b[2J'"]),
        (["-x"], ["no such option"]),
        (["list", "extra"], ["unexpected extra argument"]),
        (["list", "--jason"], ["no such option", "--json"]),
        (["list", "--json=1"], ["does not take a value"]),
        (["procedures", "redwhite"], ["unknown ruleset 'redwhite'", "did you mean 'red_white'?"]),
        (["rules"], ["missing argument 'RULESET'", "see rcw rules --help"]),
        (["rules", "red_white", "melee-rol"], ["unknown rule of red_white", "did you mean 'melee-roll'"]),
        (["chart", "red_white", "melee_modifier"], ["unknown chart of red_white", "did you mean 'melee_modifiers'"]),
        (["schema", "red_white.mele"], ["unknown procedure 'red_white.mele'", "did you mean 'red_white.melee'"]),
        (["example", "red_wite.melee"], ["unknown procedure 'red_wite.melee'", "did you mean 'red_white.melee'"]),
        (["resolve"], ["missing argument 'PROCEDURE'"]),
        (["resolve", "red_white.mele", "--seed", "1"], ["unknown procedure", "did you mean 'red_white.melee'"]),
        (["resolve", MELEE], ["--seed N", "--dice", "--ask", "see rcw resolve --help"]),
        (["resolve", MELEE, "--seed", "1", "--dice", "1,2"], ["--seed N", "--dice", "--ask"]),
        (["resolve", MELEE, "--ask", "--dice", "1,2"], ["--seed N", "--dice", "--ask"]),
        (["resolve", MELEE, "--seed"], ["--seed"]),
        (["resolve", MELEE, "--seed", "one"], ["'--seed'", "'one' is not a valid integer"]),
        (["resolve", MELEE, "--seed", "9" * 5000], ["'--seed'", "is not a valid integer"]),
        (["odds", "red_white.mele"], ["unknown procedure", "did you mean 'red_white.melee'"]),
        (["odds", MELEE, "--sample", "10"], ["--sample and --seed go together"]),
        (["odds", MELEE, "--seed", "10"], ["--sample and --seed go together"]),
        (["odds", MELEE, "--sample", "0", "--seed", "1"], ["'--sample'", "0 is not in the range"]),
        (["odds", MELEE, "--limit", "time=1"], ["'time=1'", "expected branches=, seconds= or megabytes="]),
        (["odds", MELEE, "--limit", "second=1"], ["did you mean 'seconds'"]),
        (["odds", MELEE, "--limit", "branches"], ["--limit branches is a whole number from 0, or none, not ''"]),
        (["odds", MELEE, "--limit", "branches=-1"], ["--limit branches is a whole number from 0, or none, not '-1'"]),
        (["odds", MELEE, "--limit", "branches=1.5"], ["--limit branches is a whole number from 0", "'1.5'"]),
        (["odds", MELEE, "--limit", "seconds=nan"], ["--limit seconds is a number from 0, or none, not 'nan'"]),
        (["odds", MELEE, "--limit", "seconds=1", "--limit", "seconds=2"], ["--limit seconds is given twice"]),
        (["odds", MELEE, "--limit", "branches=1"], ["budget of 1 branches", "attacker's die", "--sample"]),
        (["demo", "red_white"], ["unexpected extra argument"]),
    ],
)  # fmt: skip
def test_a_wrong_use_is_refused(arguments: list[str], said: list[str]) -> None:
    line = refused(2, *arguments)
    assert [part for part in said if part not in line] == []


# --- Anything at all ----------------------------------------------------------------------------------------------

FUZZ = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])

numbers = st.one_of(
    st.integers(-3, 120),
    st.integers(),
    st.sampled_from([10**200, -(10**4000), float("inf"), float("nan"), 1e300, 6.5, 0.1]),
    st.floats(),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=8), st.sampled_from(["red", "white", "tank"]))
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def assert_ends_well(ran: Ran, arguments: Sequence[str] = ()) -> None:
    """A run answers, or is refused in one line, with a code that says which."""
    assert ran.code in (0, 1, 2, 3), ran.err
    if ran.code == 0:
        assert (ran.out != "", ran.err) == (True, "")
    else:
        assert ran.out == ""
        assert told_in(ran.err, arguments)


@FUZZ
@given(procedure=st.sampled_from(PROCEDURES), content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_as_a_request_end_well(procedure: str, content: bytes) -> None:
    assert_ends_well(run("resolve", procedure, "--seed", "1", stdin=content))


@FUZZ
@given(procedure=st.sampled_from(PROCEDURES), value=anything)
def test_any_json_as_a_request_ends_well(procedure: str, value: object) -> None:
    assert_ends_well(run("resolve", procedure, "--seed", "1", stdin=json.dumps(value)))


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a procedure and its example with something else in one or two of its places."""
    procedure = draw(st.sampled_from(PROCEDURES))
    document: Any = unstructure(red_white.ruleset.procedure(procedure).example)
    for _ in range(draw(st.integers(1, 2))):
        place, inner = document, document
        key: Any = None
        while isinstance(inner, dict | list) and inner:
            place = inner
            key = draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
            inner = place[key]
            if draw(st.booleans()):
                break
        what = draw(st.sampled_from(["replace", "replace", "remove", "add"]))
        if key is None or what == "replace":
            if key is not None:
                place[key] = draw(anything)
        elif what == "remove":
            del place[key]
        elif isinstance(place, dict):
            place[draw(st.text(max_size=8))] = draw(anything)
        else:
            place.append(draw(anything))
    return procedure, json.dumps(document, default=float)  # a length is a decimal


@FUZZ
@given(case=damaged(), dice=st.sampled_from([("--seed", "1"), ("--dice", "1,2,3"), ("--dice", "")]))
def test_a_damaged_request_ends_well(case: tuple[str, str], dice: tuple[str, str]) -> None:
    procedure, text = case
    assert_ends_well(run("resolve", procedure, *dice, stdin=text))
    assert_ends_well(run("odds", procedure, "--limit", "branches=5000", stdin=text))


@FUZZ
@given(
    faces=st.text(max_size=12)
    | st.lists(numbers | st.text(max_size=3), max_size=4).map(lambda f: ",".join(map(repr, f)))
)
@example(faces="4,6")
def test_any_faces_end_well(faces: str) -> None:
    assert_ends_well(run("resolve", MELEE, f"--dice={faces}"))


words = st.sampled_from(
    (
        *("list", "procedures", "rules", "chart", "schema", "resolve", "odds", "example", "demo", "red_white"),
        *PROCEDURES,
        *("--json", "--seed", "1", "--dice", "4,6", "--set", "melee_elite=once", "--choose", "--sample", "--limit"),
        *("--outcome", "--debug", "", "-", "--", "-h", "\udcff", "\x00", "="),
    )
)


@FUZZ
@given(arguments=st.lists(words | st.text(max_size=6), max_size=7))
def test_any_arguments_end_well(arguments: list[str]) -> None:
    ran = run(*arguments)
    if "--debug" not in arguments:
        assert_ends_well(ran, arguments)
    assert ran.code in (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "said"),
    [
        (["resolve", MELEE, "--dice", "7,1"], TEXT.encode(), 2, b"face 7 is impossible"),
        (["resolve", MELEE, "--seed", "1"], changed(type="wagon").encode(), 1, b"[melee-initiators]"),
        (["odds", "red_white.activation_test"], b'{"stands": 8}', 3, b"[p1-activation]"),
        (["odds", MELEE], b"\xff", 2, b"not UTF-8"),
        (["odds", MELEE], b"[" * 200_000, 2, b"nested too deeply"),
        (["odds", MELEE], b"1" + b"0" * 5000, 2, b"5001 digits"),
        ([b"odds", MELEE, "--set", b"melee_elite=\xff"], TEXT.encode(), 2, b"\\udcff"),
        ([b"odds\xff"], b"", 2, b"\\udcff"),
    ],
)
def test_the_installed_command_refuses_it_too(
    arguments: list[str | bytes], stdin: bytes, code: int, said: bytes
) -> None:
    ran = subprocess.run([RCW, *arguments], input=stdin, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout) == (code, b"")
    assert ran.stderr.startswith(b"rcw: ")
    assert (ran.stderr.count(b"\n"), said in ran.stderr) == (1, True)
