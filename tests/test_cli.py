"""The command line: what each command prints, where the dice come from, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import re
import sys
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from cli_runs import (
    ACTIVATION,
    RCW,
    TOY,
    Install,
    fine,
    run,
)

from rcw_rules import GivenDice, SeededDice, red_white
from rcw_rules.kernel.limits import Limits
from rcw_rules.registry import GROUP
from rcw_rules.wire import dumps, unstructure


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Let the registry find these objects, by name, beside the rulesets that are installed."""

    def install(**rulesets: object) -> None:
        module = ModuleType("toy_plugin")
        for name, ruleset in rulesets.items():
            setattr(module, name, ruleset)
        monkeypatch.setitem(sys.modules, "toy_plugin", module)
        entries = [metadata.EntryPoint(name, f"toy_plugin:{name}", GROUP) for name in rulesets]
        monkeypatch.setattr(
            "rcw_rules.registry.entry_points", lambda group: [*metadata.entry_points(group=group), *entries]
        )

    return install


# --- Resolving ----------------------------------------------------------------------------------------------------


def test_an_example_is_resolved_with_faces_and_explained() -> None:
    request = fine("example", "red_white.melee").out
    text = fine("resolve", "red_white.melee", "-", "--dice", "4,6", stdin=request).out
    head, _, outcome = text.partition("\n\nOutcome\n")
    dice = GivenDice([4, 6])
    assert head == red_white.ruleset.resolve(red_white.melee_example_1(), dice=dice).explain()
    # The attacker has -2 for wire and +1 for Cheka, 3; the defender +1 for the gun and +1 for the trench, 8.
    lines = [line.split(maxsplit=1) for line in outcome.splitlines()]
    assert lines[:2] == [["winner", "defender"], ["margin", "-5"]]
    assert "  repulse               yes\n" in outcome
    assert "  attackers             Red battalion: strength 2, stands lost 5, goes starting position, " in outcome
    assert "None" not in outcome


def test_what_is_unknown_is_called_so() -> None:
    request = '{"unit": {"side": "red", "type": "infantry", "has_leader": true, "stands": 2}}'
    outcome = fine("resolve", "red_white.morale_test", "--dice", "10", stdin=request).out.partition("Outcome\n")[2]
    assert "  passed        no\n" in outcome
    assert "  moved         not known\n" in outcome


def test_the_0_of_a_d10_is_given_as_it_is_shown() -> None:
    request = '{"unit": {"side": "red", "type": "infantry", "has_leader": true, "stands": 2}}'
    shown, written = (
        fine("resolve", "red_white.morale_test", "--dice", faces, "--json", stdin=request).json for faces in ("0", "10")
    )
    assert shown == written
    assert shown["dice"] == [10]


def test_json_of_a_resolution_is_that_of_the_library(tmp_path: Path) -> None:
    file = tmp_path / "request.json"
    file.write_text(fine("example", "red_white.melee").out, encoding="utf-8")
    text = fine("resolve", "red_white.melee", str(file), "--seed", "1919", "--json").out
    resolution = red_white.ruleset.resolve(red_white.melee_example_1(), dice=SeededDice(1919))
    assert text == resolution.to_json() + "\n"
    assert red_white.ruleset.load_resolution(text) == resolution


@pytest.mark.parametrize("faces", ["8,3", "8 3", " 8 , 3 ", "+8,3", "8\t3"])
def test_faces_are_separated_by_commas_or_spaces(faces: str) -> None:
    data = fine("resolve", "red_white.activation_test", "--dice", faces, "--json", stdin=ACTIVATION).json
    assert data["dice"] == [8, 3]
    assert data["outcome"]["passed"] is True


def test_no_faces_are_given_to_a_request_without_dice() -> None:
    request = fine("example", "red_white.fall_back").out
    data = fine("resolve", "red_white.fall_back", "--dice", "", "--json", stdin=request).json
    assert (data["dice"], data["outcome"]) == ([], {"moved": 12, "off_table": True})


def test_cards_are_given_by_their_codes(install: Install) -> None:
    install(toy=TOY)
    data = fine("resolve", "toy.draw", "--dice", "QH,20", "--json", stdin="{}").json
    assert data["outcome"] == {"card": "QH", "length": 20}


def test_an_option_is_set() -> None:
    request = red_white.melee_example_2()
    text = dumps(unstructure(request))
    # 3 stands lost: -1. Elite: +1 for the side, or +1 for each of the two battalions.
    for value, modifier in (("once", 0), ("per_unit", 1), ('"per_unit"', 1)):
        setting = f"melee_elite={value}"
        data = fine("resolve", "red_white.melee", "--dice", "1,6", "--set", setting, "--json", stdin=text).json
        assert data["options"]["melee_elite"] == value.strip('"')
        assert data["outcome"]["attacker_modifier"] == modifier
    head = fine("odds", "red_white.melee", "--set", "melee_elite=per_unit", stdin=text).out.splitlines()[0]
    assert head.endswith(", with melee_elite=per_unit")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("profile.toml", 'source = "ours"\n[[activation]]\ntype = "infantry"\nnumber = 7\n'),
        ("profile.json", '{"source": "ours", "activation": [{"type": "infantry", "number": 7}]}'),
    ],
)
def test_an_option_is_read_from_a_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    setting = f"profile=@{tmp_path / name}"
    data = fine(
        "resolve", "red_white.fall_back", "--seed", "1", "--set", setting, "--json", stdin='{"full_move": 6}'
    ).json
    assert data["options"]["profile"]["source"] == "ours"
    assert data["options"]["profile"]["activation"] == [{"type": "infantry", "number": 7}]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("profile.toml", "source = ", "profile.toml: line 1: not valid TOML"),
        ("profile.toml", "source = 3", "--set profile.source: expected a text of 1 to 200 characters, got 3"),
        ("profile.toml", 'source = "x"\nmove = 3', "--set profile.move: unknown key; did you mean 'moves'?"),
        ("profile.json", "{", "profile.json"),
    ],
)
def test_an_option_in_a_wrong_file_is_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    ran = run(
        "resolve",
        "red_white.fall_back",
        "--seed",
        "1",
        "--set",
        f"profile=@{tmp_path / name}",
        stdin='{"full_move": 6}',
    )
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert said in ran.err


def test_an_option_in_a_file_that_is_not_there_is_refused() -> None:
    for name in ("nowhere.toml", "nowhere.json", ""):
        ran = run(
            "resolve", "red_white.fall_back", "--seed", "1", "--set", f"profile=@{name}", stdin='{"full_move": 6}'
        )
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_a_choice_is_fixed() -> None:
    arguments = ("resolve", "red_white.activation_test", "--json", "--dice")
    default = fine(*arguments, "8,3", stdin=ACTIVATION).json
    assert (default["outcome"]["liquidated"], default["outcome"]["passed"]) == (True, True)
    fixed = fine(*arguments, "8", "--choose", "liquidate=false", stdin=ACTIVATION).json
    assert (fixed["outcome"]["liquidated"], fixed["outcome"]["passed"]) == (False, False)
    (step,) = [step for step in fixed["record"] if step["kind"] == "choice"]
    assert (step["chosen"], step["by"]) == (False, "policy")


def test_a_choice_is_answered_with_a_number() -> None:
    text = dumps(unstructure(red_white.melee_example_2_in_trenches()))
    arguments = ("resolve", "red_white.melee", "--dice", "5,5", "--json", "--choose")
    data = fine(*arguments, "allocate_loss=1", stdin=text).json
    assert [unit["stands_lost"] for unit in data["outcome"]["attackers"]] == [1, 0]


def test_characters_that_a_terminal_obeys_are_shown_as_escapes(install: Install) -> None:
    install(toy=TOY)
    text = fine("resolve", "toy.throw", "--dice", "6", stdin='{"dice": 1, "name": "a\\u001b[2J\\u0007"}').out
    assert "  name   a\\x1b[2J\\x07\n" in text


# --- Asking -------------------------------------------------------------------------------------------------------


# --- On a terminal ------------------------------------------------------------------------------------------------


def on_terminal(
    *arguments: str, stdin: Path, typed: str = "", columns: int = 80, **environment: str
) -> tuple[int, str]:
    """Run the installed command with a terminal of its own and return its exit code and what the terminal showed."""
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover - the command itself
        os.dup2(os.open(stdin, os.O_RDONLY), 0)
        unset = ("NO_COLOR", "FORCE_COLOR", "LINES")
        inherited = {name: value for name, value in os.environ.items() if name not in unset}
        settings = {"TERM": "xterm-256color", "COLUMNS": str(columns), "PYTHONUTF8": "1", **environment}
        os.execve(RCW, [RCW, *arguments], {**inherited, **settings})  # noqa: S606 - no shell is wanted
    os.write(terminal, typed.encode())
    shown = b""
    try:
        while block := os.read(terminal, 4096):
            shown += block
    except OSError:  # how Linux says that the terminal is closed
        pass
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode().replace("\r\n", "\n")


ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_lines_wrap_on_a_terminal_and_lose_no_word(columns: int) -> None:
    code, shown = on_terminal("rules", "red_white", "melee-roll", stdin=Path(os.devnull), columns=columns)
    assert code == 0
    assert "\x1b[1m" in shown
    plain = ESCAPES.sub("", shown)
    assert max(len(line.rstrip()) for line in plain.splitlines()) <= columns
    # A word longer than its column goes on in the next line.
    assert "".join(plain.split()) == "".join(fine("rules", "red_white", "melee-roll").out.split())


def test_no_color_is_respected(tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    request.write_text(ACTIVATION, encoding="utf-8")
    shown = on_terminal("odds", "red_white.activation_test", stdin=request, NO_COLOR="1")[1]
    assert "84.00 %" in shown
    # Bold and dim are no colours; nothing else may be sent.
    assert set(ESCAPES.findall(shown)) <= {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;2m"}


def test_ask_reads_from_the_terminal_when_the_request_is_piped(tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    request.write_text(ACTIVATION, encoding="utf-8")
    code, shown = on_terminal("resolve", "red_white.activation_test", "-", "--ask", stdin=request, typed="8\nyes\n3\n")
    assert code == 0
    assert "activation, second throw: d10, 6 or less: 3: succeeds" in ESCAPES.sub("", shown)


# --- Odds ---------------------------------------------------------------------------------------------------------


def test_odds_are_exact() -> None:
    data = fine("odds", "red_white.activation_test", "--json", stdin=ACTIVATION).json
    assert list(data) == ["procedure", "ruleset", "options", "replaced_charts", "house", "request", "outcomes"]
    assert data["procedure"] == "red_white.activation_test"
    assert data["ruleset"]["id"] == "red_white"
    assert data["request"]["base"] == 6
    chances = [Fraction(entry["probability"]) for entry in data["outcomes"]]
    # 6 or less of 10, and once more after a failure.
    assert chances == [Fraction(6, 10), Fraction(4 * 6, 100), Fraction(4 * 4, 100)]
    assert sum(chances) == 1
    assert [entry["outcome"]["passed"] for entry in data["outcomes"]] == [True, True, False]


def test_odds_take_choices() -> None:
    arguments = ("odds", "red_white.activation_test", "--choose", "liquidate=false", "--json")
    outcomes = fine(*arguments, stdin=ACTIVATION).json["outcomes"]
    assert [(entry["probability"], entry["outcome"]["passed"]) for entry in outcomes] == [("3/5", True), ("2/5", False)]


def test_odds_as_text() -> None:
    text = fine("odds", "red_white.suppressed_fire", stdin=fine("example", "red_white.suppressed_fire").out).out
    # 5 stands, suppressed: needs 4 or less on a ten-sided die.
    head, results, count, fields, fixed = text.split("\n\n")
    assert head == "May this suppressed unit fire? [red_white.suppressed_fire; The Herald 57, rules version 5]"
    assert [line.split()[:3] for line in results.splitlines()] == [
        ["chance", "exact", "result"],
        ["60.00", "%", "3/5"],
        ["40.00", "%", "2/5"],
    ]
    assert count == "  2 outcomes possible."
    assert fields == (
        "field     value   chance  exact\n"
        "may fire  no     60.00 %    3/5\n"
        "          yes    40.00 %    2/5"
    )  # fmt: skip
    assert fixed == "  In every outcome: suppressed yes.\n"


def test_long_odds_are_cut_and_say_so(install: Install) -> None:
    install(toy=TOY)
    text = fine("odds", "toy.throw", stdin='{"dice": 5}').out
    # Five dice show 5 to 30; the twenty values in the middle are listed, in their order, and six are summed up.
    _, outcomes, count, fields, *_ = text.split("\n\n")
    rows = [line.removeprefix("total").split() for line in fields.splitlines()[1:]]
    assert [row[0] for row in rows[:20]] == [str(total) for total in range(8, 28)]
    assert rows[20][:2] == ["6", "others"]
    # One way to show 5, five to show 6, fifteen to show 7, and as many to show 30, 29 and 28.
    assert Fraction(rows[20][-1]) == Fraction(2 * (1 + 5 + 15), 6**5)
    assert len(outcomes.splitlines()) == 1 + 12
    assert count == "  26 outcomes possible, the 12 most likely results shown."


def test_certainty_is_a_single_outcome() -> None:
    text = fine("odds", "red_white.fall_back", stdin=fine("example", "red_white.fall_back").out).out
    assert "  In every outcome: moved 12 in, off table yes.\n" in text
    assert re.search(r"\n 100 %      1  \S.*\n\n  1 outcome possible\.\n", text)


def test_lengths_and_words_are_listed_in_order() -> None:
    lines = fine("odds", "red_white.fall_back", stdin='{"full_move": {"dice": 1, "sides": 3}}').out.splitlines()
    lines = lines[next(number for number, line in enumerate(lines) if line.startswith("field ")) - 2 :]
    assert [line.split()[-4:-2] for line in lines[3:6]] == [["in", "33.33"]] * 3
    assert [line.split(" in ")[0].split()[-1] for line in lines[3:6]] == ["1", "2", "3"]


def test_sampled_odds_carry_their_errors() -> None:
    arguments = ("odds", "red_white.activation_test", "--sample", "400", "--seed", "5")
    data = fine(*arguments, "--json", stdin=ACTIVATION).json
    assert list(data) == [
        "procedure",
        "ruleset",
        "options",
        "replaced_charts",
        "house",
        "request",
        "sample",
        "outcomes",
    ]
    assert data["sample"] == {"draws": 400, "seed": 5}
    assert sum(entry["count"] for entry in data["outcomes"]) == 400
    for entry in data["outcomes"]:
        assert list(entry) == ["estimate", "standard_error", "count", "outcome"]
        assert entry["estimate"] == entry["count"] / 400
        share = (entry["count"] + 1) / 402
        assert entry["standard_error"] == pytest.approx((share * (1 - share) / 400) ** 0.5)
    counts = [entry["count"] for entry in data["outcomes"]]
    assert counts == sorted(counts, reverse=True)
    lines = fine(*arguments, stdin=ACTIVATION).out.splitlines()
    assert lines[0].endswith(": estimated from 400 draws with the seed 5")
    assert lines[2].split() == ["estimate", "+-", "result"]
    assert f"  {len(counts)} outcomes drawn." in lines
    head = next(number for number, line in enumerate(lines) if line.startswith("field "))
    assert lines[head].split() == ["field", "value", "estimate", "+-"]
    passed = sum(entry["count"] for entry in data["outcomes"] if entry["outcome"]["passed"])
    assert lines[head + 1].split()[2:4] == [f"{passed / 4:.2f}", "%"]


def test_the_help_tells_the_limits() -> None:
    usual = Limits()
    told = f"branches={usual.branches}, seconds={usual.seconds} of computing and megabytes={usual.megabytes} by default"
    assert told in " ".join(fine("odds", "--help").out.split())


def test_a_passed_budget_names_the_roll_and_offers_a_sample(install: Install) -> None:
    install(toy=TOY)
    ran = run("odds", "toy.throw", "--limit", "branches=1000", stdin='{"dice": 6}')
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "rcw: exact odds need more than the budget of 1,000 branches; the roll 'a die' branches most: "
        "raise --limit branches=NUMBER, or estimate with --sample 10000 --seed 1\n"
    )
    assert fine("odds", "toy.throw", "--limit", "branches=1296", "--json", stdin='{"dice": 4}').json["outcomes"]


def test_a_long_answer_is_written_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    request = fine("example", "red_white.melee").out
    asked = ("odds", "red_white.melee", "--json")
    whole = fine(*asked, stdin=request)
    assert whole.out == f"{dumps(whole.json)}\n"
    pieces: list[str] = []
    monkeypatch.setattr("rcw_rules.cli.output._AT_ONCE", 1)
    monkeypatch.setattr("rcw_rules.cli.output.click.echo", lambda text, nl=True: pieces.append(text + "\n" * nl))
    fine(*asked, stdin=request)
    assert "".join(pieces) == whole.out
    assert len(pieces) > len(whole.json["outcomes"])  # each of them, and the end
    pieces.clear()
    fine(*asked, "--sample", "50", "--seed", "1", stdin=request)
    assert json.loads("".join(pieces))["sample"] == {"draws": 50, "seed": 1}
