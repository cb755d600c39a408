"""The command line: what each command prints, where the dice come from, and how it ends."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, NamedTuple
from unittest.mock import patch

import jsonschema
import pytest
from attrs import evolve, frozen

from rcw_rules import GivenDice, Request, Ruleset, SeededDice, Umpire, __version__, procedure, red_white
from rcw_rules.cli import main
from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.dice import d6, d20
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.odds import PATH_BUDGET
from rcw_rules.registry import GROUP
from rcw_rules.ruleset import Example, NoOptions
from rcw_rules.wire import dumps, unstructure

COMMANDS = ("list", "procedures", "rules", "chart", "schema", "resolve", "verify", "odds", "example", "demo")
GROUPS = ("house",)
ACTIVATION = '{"base": 6, "stands": 8, "cheka": true}'
RCW = str(Path(sys.executable).parent / "rcw")


class Ran(NamedTuple):
    """How a run of the command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: str | bytes = "") -> Ran:
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    streams = [io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (given, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = main(arguments)
    told = []
    for stream in streams[1:]:
        stream.flush()
        told.append(stream.buffer.getvalue().decode())
    return Ran(code, *told)


def fine(*arguments: str, stdin: str | bytes = "") -> Ran:
    ran = run(*arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    return ran


# --- A ruleset of our own, to see what the five do not show -------------------------------------------------------


@frozen(kw_only=True)
class ThrowOutcome:
    total: int
    name: str


@frozen(kw_only=True, cache_hash=True)
class ThrowRequest(Request[ThrowOutcome]):
    dice: Annotated[int, Range(1, 30, rule="toy-dice")]
    name: str = ""


@procedure("toy.throw", title="How much do these dice show, one by one?", rules=("toy-dice",))
def throw(request: ThrowRequest, umpire: Umpire[NoOptions]) -> ThrowOutcome:
    total = sum(umpire.roll(d6, "a die", "toy-dice") for _ in range(request.dice))
    return ThrowOutcome(total=total, name=request.name)


@frozen(kw_only=True)
class DrawOutcome:
    card: str
    length: int


@frozen(kw_only=True, cache_hash=True)
class DrawRequest(Request[DrawOutcome]):
    pass


@procedure("toy.draw", title="Which card comes, and how long is it?", rules=("toy-card",), example=DrawRequest)
def draw(request: DrawRequest, umpire: Umpire[NoOptions]) -> DrawOutcome:
    card = umpire.roll(Deck.standard().draw(), "next card", "toy-card")
    return DrawOutcome(card=card.code, length=umpire.roll(d20, "length", "toy-card"))


@frozen(kw_only=True, cache_hash=True)
class CrashRequest(Request[DrawOutcome]):
    pass


@procedure("toy.crash", title="What if it breaks?", rules=("toy-card",), example=CrashRequest)
def crash(request: CrashRequest, umpire: Umpire[NoOptions]) -> DrawOutcome:
    raise KeyError("a bug\nin two lines")


TOY: Ruleset[NoOptions] = Ruleset(
    id="toy", title="A toy", edition="first", rules_version=3, options=NoOptions(), procedures=(throw, draw, crash)
)

Install = Callable[..., None]


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


# --- What there is ------------------------------------------------------------------------------------------------


def book_ids() -> list[str]:
    text = files("rcw_rules.red_white").joinpath("rules.toml").read_text(encoding="utf-8")
    return [rule["id"] for rule in tomllib.loads(text)["rule"]]


def test_list_counts_what_the_ruleset_has() -> None:
    data = next(entry for entry in fine("list", "--json").json["rulesets"] if entry["id"] == "red_white")
    assert data["title"] == red_white.ruleset.title
    assert (data["edition"], data["rules_version"]) == ("The Herald 57", red_white.ruleset.rules_version)
    assert list(data["rules"]) == ["implemented", "referee", "missing"]
    assert sum(data["rules"].values()) == len(book_ids())
    assert data["procedures"] == len(red_white.ruleset.procedures)
    assert data["charts"] == len(red_white.ruleset.charts)
    text = fine("list").out
    assert f"red_white: {red_white.ruleset.title}\n  edition     The Herald 57, rules version " in text
    assert f"{data['rules']['implemented']} implemented, {data['rules']['referee']} referee" in text


def test_a_broken_ruleset_shows_its_error_and_does_not_stop_the_others(install: Install) -> None:
    no_package = Ruleset(
        id="nowhere", title="T", edition="e", rules_version=1, options=NoOptions(), procedures=(), package="no.such"
    )
    install(toy=TOY, nothing=3, nowhere=no_package)
    found = {entry["id"]: entry for entry in fine("list", "--json").json["rulesets"]}
    assert found["nothing"] == {
        "id": "nothing",
        "error": "the entry point 'nothing' of an unknown distribution is no Ruleset but int",
    }
    assert "No module named 'no'" in found["nowhere"]["error"]
    assert found["toy"]["rules"] == {"implemented": 0, "referee": 0, "missing": 0}
    assert "error" not in found["red_white"]
    assert "nothing\n    broken: the entry point 'nothing' of " in fine("list").out
    for command in ("procedures", "demo"):
        ran = run(command, "--json")
        assert ran.code == 0
        assert ran.err == "rcw: the entry point 'nothing' of an unknown distribution is no Ruleset but int\n"
    assert run("procedures", "nothing").code == 2


def test_procedures_lists_every_question_with_its_rules() -> None:
    expected = [
        {"id": p.id, "title": p.title, "rules": list(red_white.ruleset.rules_of(p))}
        for p in red_white.ruleset.procedures
    ]
    assert fine("procedures", "red_white", "--json").json == {"procedures": expected}
    everything = fine("procedures", "--json").json["procedures"]
    assert [entry for entry in everything if entry["id"].startswith("red_white.")] == expected
    text = fine("procedures", "red_white").out.splitlines()
    assert text[0].split() == ["procedure", "rules", "question"]
    (melee,) = [entry for entry in expected if entry["id"] == "red_white.melee"]
    row = ["red_white.melee", str(len(melee["rules"])), "Who wins this melee?"]
    assert row in [line.split(maxsplit=2) for line in text]


def test_rules_shows_the_index_with_its_coverage() -> None:
    data = fine("rules", "red_white", "--json").json
    assert data["ruleset"] == "red_white"
    assert [rule["id"] for rule in data["rules"]] == book_ids()
    assert {tuple(rule) for rule in data["rules"]} == {("id", "title", "kind", "provenance", "status", "code", "tests")}
    by_id = {rule["id"]: rule for rule in data["rules"]}
    assert by_id["melee-roll"]["status"] == "implemented"
    assert "melee.fight.melee" in by_id["melee-roll"]["code"]
    statuses = [rule["status"] for rule in data["rules"]]
    assert set(statuses) <= {"implemented", "referee", "missing"}
    counts = ", ".join(f"{statuses.count(status)} {status}" for status in ("implemented", "referee", "missing"))
    lines = fine("rules", "red_white").out.splitlines()
    assert lines[-1] == f"  {len(statuses)} rules: {counts}."
    assert len(lines) == len(statuses) + 3


def test_a_single_rule_is_shown_in_full() -> None:
    (rule,) = fine("rules", "red_white", "melee-roll", "--json").json["rules"]
    source = red_white.ruleset.rules["melee-roll"]
    assert [rule[key] for key in ("title", "section", "summary", "ruling", "question")] == [
        source.title,
        source.section,
        source.summary,
        source.ruling,
        "",
    ]
    text = fine("rules", "red_white", "melee-roll").out
    assert text.startswith(f"melee-roll: {source.title}\n")
    # Into a pipe no line is wrapped, however long.
    assert f"\n  ruling      {source.ruling}\n" in text
    assert len(source.ruling) > 100


def test_chart_shows_a_chart_or_lists_them() -> None:
    chart = red_white.ruleset.charts["morale_modifiers"]
    assert fine("chart", "red_white", "morale_modifiers").out == chart.text() + "\n"
    assert fine("chart", "red_white", "morale_modifiers", "--json").json == {
        "ruleset": "red_white",
        "chart": chart.as_data(),
    }
    listed = fine("chart", "red_white", "--json").json
    assert [entry["id"] for entry in listed["charts"]] == list(red_white.ruleset.charts)
    assert listed["charts"][0].keys() == {"id", "title", "rule", "source", "locator", "provenance"}
    rows = [line.split(maxsplit=2) for line in fine("chart", "red_white").out.splitlines()]
    assert ["morale_modifiers", "printed", "Modifiers to the D10 of a morale test"] in rows
    assert all(item.text() in fine("chart", "red_white").out for item in red_white.ruleset.charts.values())


def test_the_list_of_charts_counts_cells_that_are_not_printed() -> None:
    rows = [re.split(r"  +", line) for line in fine("chart", "directory").out.splitlines()]
    assert any(row[:2] == ["combat_no_units", "28 printed, 2 reconstructed"] for row in rows)


@pytest.fixture
def raw_is_worse(tmp_path: Path) -> str:
    """A chart of one's own: raw troops have 3 instead of 1."""
    file = Path(red_white.__file__).parent / "charts" / "morale_modifiers.toml"
    copy = tmp_path / "mine.toml"
    copy.write_text(file.read_text(encoding="utf-8").replace('["raw", 1]', '["raw", 3]'), encoding="utf-8")
    return str(copy)


def test_charts_of_ones_own_replace_those_of_the_ruleset(raw_is_worse: str) -> None:
    request = fine("example", "red_white.morale_test").json
    request["unit"] |= {"raw": True, "troop_class": None, "elite": None}
    text = dumps(request)
    resolved = fine("resolve", "red_white.morale_test", "--seed", "1", "--charts", raw_is_worse, "--json", stdin=text)
    assert resolved.json["replaced_charts"] == ["morale_modifiers"]
    steps = [step for step in resolved.json["record"] if step["kind"] == "modifier" and step["id"] == "raw"]
    assert [step["value"] for step in steps] == [3]
    said = fine("resolve", "red_white.morale_test", "--seed", "1", "--charts", raw_is_worse, stdin=text).out
    assert "Charts replaced by others: morale_modifiers." in said
    odds = fine("odds", "red_white.morale_test", "--charts", raw_is_worse, "--json", stdin=text).json
    assert odds["replaced_charts"] == ["morale_modifiers"]
    told = fine("odds", "red_white.morale_test", "--charts", raw_is_worse, stdin=text).out
    assert f"with charts of {raw_is_worse}" in told
    shown = fine("chart", "red_white", "morale_modifiers", "--charts", raw_is_worse).out
    assert ["raw", "3"] in [line.split() for line in shown.splitlines()]


def test_charts_that_cannot_replace_any(raw_is_worse: str, tmp_path: Path) -> None:
    text = fine("example", "red_white.morale_test").out
    arguments = ("resolve", "red_white.morale_test", "--seed", "1")
    twice = run(*arguments, "--charts", raw_is_worse, "--charts", raw_is_worse, stdin=text)
    assert (twice.code, twice.err.count("\n")) == (2, 1)
    assert "'morale_modifiers' stands in two of the files" in twice.err
    mine = Path(raw_is_worse).read_text(encoding="utf-8")
    for content, message in (
        ("", "there is no chart in it"),
        (mine.replace('"morale_modifiers"', '"morals"'), "unknown chart 'morals'"),
        (mine.replace('["raw", 3],', ""), "raw"),
    ):
        file = tmp_path / "wrong.toml"
        file.write_text(content, encoding="utf-8")
        refused = run(*arguments, "--charts", str(file), stdin=text)
        assert (refused.code, refused.err.count("\n")) == (2, 1), content
        assert message in refused.err
    missing = run(*arguments, "--charts", str(tmp_path / "none.toml"), stdin=text)
    assert (missing.code, missing.err.count("\n")) == (2, 1)


def test_a_chart_is_printed_as_a_file_that_charts_reads(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(fine("chart", "red_white", "melee_modifiers", "--toml").out, encoding="utf-8")
    assert fine("chart", "red_white", "melee_modifiers", "--charts", str(file)) == fine(
        "chart", "red_white", "melee_modifiers"
    )
    for arguments in (("chart", "red_white", "--toml"), ("chart", "red_white", "melee_modifiers", "--toml", "--json")):
        refused = run(*arguments)
        assert (refused.code, refused.out) == (2, "")
        assert "--toml is for one chart, without --json" in refused.err


def test_an_empty_text_of_an_outcome_is_told_as_none() -> None:
    told = fine("odds", "orel.combat", stdin=fine("example", "orel.combat").out).out
    assert "In every outcome: location none, pursued none, attacker prisoners 0" in told


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_schema_describes_example_and_outcome(flags: tuple[str, ...]) -> None:
    for item in red_white.ruleset.procedures:
        request = fine("example", item.id, *flags)
        jsonschema.validate(request.json, fine("schema", item.id, *flags).json)
        resolution = fine("resolve", item.id, "--seed", "1", "--json", stdin=request.out).json
        jsonschema.validate(resolution["outcome"], fine("schema", item.id, "--outcome", *flags).json)


def test_the_schema_of_a_ruleset_holds_every_request_and_outcome() -> None:
    definitions = fine("schema", "red_white").json["$defs"]
    for item in red_white.ruleset.procedures:
        assert {f"{item.id}.request", f"{item.id}.outcome"} <= definitions.keys()
    refused = run("schema", "red_white", "--outcome")
    assert (refused.code, refused.out) == (2, "")
    assert "--outcome is for the schema of one procedure" in refused.err


def test_a_procedure_without_example_says_so(install: Install) -> None:
    install(toy=TOY)
    assert run("example", "toy.throw") == Ran(2, "", "rcw: the procedure toy.throw has no example\n")


# --- Resolving ----------------------------------------------------------------------------------------------------


def test_an_example_is_resolved_with_faces_and_explained() -> None:
    request = fine("example", "red_white.melee").out
    text = fine("resolve", "red_white.melee", "-", "--dice", "4,6", stdin=request).out
    head, _, outcome = text.partition("\n\n")
    dice = GivenDice([4, 6])
    assert head == red_white.ruleset.resolve(red_white.melee_example_1(), dice=dice).explain()
    # The attacker has -2 for wire and +1 for Cheka, 3; the defender +1 for the gun and +1 for the trench, 8.
    lines = [line.split(maxsplit=1) for line in outcome.splitlines()]
    assert lines[:3] == [["Outcome"], ["winner", "defender"], ["margin", "-5"]]
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
        ("profile.toml", "source = ", "profile.toml: line 1: no valid TOML"),
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


@pytest.fixture
def activation(tmp_path: Path) -> str:
    file = tmp_path / "request.json"
    file.write_text(ACTIVATION, encoding="utf-8")
    return str(file)


def test_ask_says_which_dice_and_reads_their_faces(activation: str) -> None:
    ran = run("resolve", "red_white.activation_test", activation, "--ask", "--json", stdin="8\n3\n")
    assert ran.code == 0
    assert ran.json["dice"] == [8, 3]
    assert [step["by"] for step in ran.json["record"] if step["kind"] == "roll"] == ["asked", "asked"]
    first, second = ran.err.splitlines()
    assert first.startswith("rcw: roll d10, 6 or less for activation [p1-activation]: type 1 face")
    assert second.startswith("rcw: roll d10, 6 or less for activation, second throw [p1-activation]: type 1 face")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("11", "face 11 is impossible on a d10, which shows 1 to 10"),
        ("0", "face 0 is impossible"),
        ("four", "face 'four' is impossible"),
        ("4 5", "1 face, not 2"),
        ("4,,", "a face is missing beside a comma"),
        ("\x1b[2J", "face '\\x1b[2J' is impossible"),
    ],
)
def test_ask_asks_again_after_an_impossible_answer(activation: str, answer: str, said: str) -> None:
    ran = run("resolve", "red_white.activation_test", activation, "--ask", "--json", stdin=f"{answer}\n2\n")
    assert ran.code == 0
    assert ran.json["dice"] == [2]
    assert said in ran.err.splitlines()[1]
    assert ran.err.splitlines()[0] == ran.err.splitlines()[2]


def test_an_empty_answer_lets_the_machine_roll(activation: str) -> None:
    arguments = ("resolve", "red_white.activation_test", activation, "--ask", "--json")
    ran = run(*arguments, "--seed", "7", stdin="8\n\n")
    assert ran.code == 0
    request = red_white.ActivationRequest(base=6, stands=8, cheka=True)
    by_machine = red_white.ruleset.resolve(request, dice=GivenDice([8], otherwise=SeededDice(7))).record.rolls[1]
    assert ran.json["dice"] == [8, *by_machine.faces]
    assert [step["by"] for step in ran.json["record"] if step["kind"] == "roll"] == ["asked", "seed"]
    assert ran.err.splitlines()[-1] == f"rcw: the machine rolled {by_machine.faces[0]}"


def test_the_machine_tells_the_seed_that_it_drew(activation: str) -> None:
    arguments = ("resolve", "red_white.activation_test", activation, "--ask", "--json")
    ran = run(*arguments, stdin="\n\n\n")
    (seed,) = re.findall(r"^rcw: the machine rolls with the seed (\d+)$", ran.err, re.MULTILINE)
    again = run(*arguments, "--seed", seed, stdin="\n\n\n")
    assert again.out == ran.out


def test_answers_that_end_too_early_are_an_error(activation: str) -> None:
    ran = run("resolve", "red_white.activation_test", activation, "--ask", stdin="8\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == (
        "rcw: the answers ended before activation, second throw [p1-activation] was rolled"
    )


def test_a_last_answer_needs_no_line_end(activation: str) -> None:
    assert run("resolve", "red_white.activation_test", activation, "--ask", "--json", stdin="6").json["dice"] == [6]


def test_ask_needs_a_terminal_when_the_request_uses_standard_input_up() -> None:
    ran = subprocess.run(
        [RCW, "resolve", "red_white.activation_test", "--ask"],
        input=ACTIVATION,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # so that there is no terminal, wherever the tests run
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "rcw: --ask cannot reach a terminal while the request comes on standard input: name a file with the request\n"
    )


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
    code, shown = on_terminal("resolve", "red_white.activation_test", "-", "--ask", stdin=request, typed="8\n3\n")
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
    assert text == (
        "May this suppressed unit fire? [red_white.suppressed_fire; The Herald 57, rules version 2]\n"
        "\n"
        "field     value   chance  exact\n"
        "may fire  no     60.00 %    3/5\n"
        "          yes    40.00 %    2/5\n"
        "\n"
        "  In every outcome: suppressed yes.\n"
        "\n"
        " chance  exact  outcome\n"
        "60.00 %    3/5  may fire no; test: passed no\n"
        "40.00 %    2/5  may fire yes; test: passed yes\n"
        "\n"
        "  2 outcomes possible.\n"
    )


def test_long_odds_are_cut_and_say_so(install: Install) -> None:
    install(toy=TOY)
    text = fine("odds", "toy.throw", stdin='{"dice": 5}').out
    # Five dice show 5 to 30; the twenty values in the middle are listed, in their order, and six are summed up.
    fields, outcomes = text.split("\n\n")[1], text.split("\n\n")[3]
    rows = [line.removeprefix("total").split() for line in fields.splitlines()[1:]]
    assert [row[0] for row in rows[:20]] == [str(total) for total in range(8, 28)]
    assert rows[20][:2] == ["6", "others"]
    # One way to show 5, five to show 6, fifteen to show 7, and as many to show 30, 29 and 28.
    assert Fraction(rows[20][-1]) == Fraction(2 * (1 + 5 + 15), 6**5)
    assert len(outcomes.splitlines()) == 1 + 12
    assert text.endswith("  26 outcomes possible, the 12 most likely shown.\n")


def test_certainty_is_a_single_outcome() -> None:
    text = fine("odds", "red_white.fall_back", stdin=fine("example", "red_white.fall_back").out).out
    assert "  In every outcome: moved 12 in, off table yes.\n" in text
    assert text.endswith(" 100 %      1  moved 12 in, off table yes\n\n  1 outcome possible.\n")


def test_lengths_and_words_are_listed_in_order() -> None:
    lines = fine("odds", "red_white.fall_back", stdin='{"full_move": {"dice": 1, "sides": 3}}').out.splitlines()
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
    assert lines[2].split() == ["field", "value", "estimate", "+-"]
    passed = sum(entry["count"] for entry in data["outcomes"] if entry["outcome"]["passed"])
    assert lines[3].split()[2:4] == [f"{passed / 4:.2f}", "%"]
    assert lines[-1] == f"  {len(counts)} outcomes drawn."


def test_the_help_tells_the_budget() -> None:
    assert f"{PATH_BUDGET:,} by default" in " ".join(fine("odds", "--help").out.split())


def test_a_passed_budget_names_the_roll_and_offers_a_sample(install: Install) -> None:
    install(toy=TOY)
    ran = run("odds", "toy.throw", "--budget", "1000", stdin='{"dice": 6}')
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "rcw: exact odds need more than the budget of 1,000 branches; the roll 'a die' branches most: "
        "raise --budget, or estimate with --sample 100000 --seed 1\n"
    )
    assert fine("odds", "toy.throw", "--budget", "1296", "--json", stdin='{"dice": 4}').json["outcomes"]


# --- The demo -----------------------------------------------------------------------------------------------------


def test_the_demo_resolves_every_worked_example_with_its_own_dice() -> None:
    examples = [entry for entry in fine("demo", "--json").json["examples"] if entry["ruleset"] == "red_white"]
    assert [entry["id"] for entry in examples] == [example.id for example in red_white.ruleset.examples]
    for entry, example in zip(examples, red_white.ruleset.examples, strict=True):
        assert (entry["told"], entry["is_made_up"]) == (example.told, example.is_made_up)
        assert tuple(entry["resolution"]["dice"]) == example.faces
        assert sum(Fraction(outcome["probability"]) for outcome in entry["outcomes"]) == 1
    text = fine("demo").out
    for example in red_white.ruleset.examples:
        assert f"{example.title} [{example.id}]\n" in text
        assert f"  {'made up' if example.is_made_up else 'the book':8}  {example.told}\n" in text
    assert {example.is_made_up for example in red_white.ruleset.examples} == {True, False}
    # +0 against -2, ties lost: White wins unless the Red die is higher by 2 or more, in 10 of 36 throws.
    assert "    winner             attacker 13/18 = 72.22 %, defender 5/18 = 27.78 %\n" in text
    assert "    winner             defender certain\n" in text


def _no_request() -> Request[Any]:
    raise KeyError("nothing\nhere")


def test_a_worked_example_that_fails_is_named_and_the_others_are_shown(install: Install) -> None:
    sound = Example(id="toy-card", title="A queen", request=DrawRequest, faces=("QH", 20), told="A queen.")
    failing = evolve(sound, id="toy-lost", title="Lost", request=_no_request)
    install(toy=evolve(TOY, examples=(failing, sound)))
    named = "rcw: the worked example 'toy-lost' of toy cannot be shown: KeyError: 'nothing\\nhere'\n"
    ran = run("demo", "--json")
    assert (ran.code, ran.err) == (0, named)
    shown = [entry["id"] for entry in ran.json["examples"] if entry["ruleset"] == "toy"]
    assert shown == ["toy-card"]
    ran = run("demo")
    assert (ran.code, ran.err) == (0, named)
    assert "A queen [toy-card]\n" in ran.out
    assert "Lost" not in ran.out


# --- How it ends --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command: str) -> None:
    text = fine(command, "--help").out
    assert text.startswith(f"Usage: rcw {command} ")
    assert "--json" in text


def test_without_a_command_the_commands_are_shown() -> None:
    text = fine().out
    assert text == fine("--help").out
    listed = re.findall(r"^  ([a-z]+)  ", text.partition("Commands:\n")[2], re.MULTILINE)
    assert listed == sorted((*COMMANDS, *GROUPS))
    assert "..." not in text.partition("Commands:\n")[2]


def test_version() -> None:
    assert fine("--version").out == f"rcw {__version__}\n"


def test_a_bug_is_one_line_and_debug_shows_where(install: Install) -> None:
    install(toy=TOY)
    ran = run("resolve", "toy.crash", "--dice", "", stdin="{}")
    assert (ran.code, ran.out) == (70, "")
    (line,) = ran.err.splitlines()
    assert line.startswith("rcw: internal error: KeyError: 'a bug\\nin two lines'; please report it")
    debugged = run("resolve", "toy.crash", "--dice", "", "--debug", stdin="{}")
    assert debugged.code == 70
    assert "in crash" in debugged.err
    assert debugged.err.endswith(line + "\n")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_its_libraries_it_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.cli.find_spec", lambda name: None if name == missing else object())
    ran = run("list")
    assert ran == Ran(2, "", "rcw: the command line needs click and rich: pip install 'rcw-rules[cli]'\n")


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--help"], ["cattrs", "rcw_rules.red_white", "rcw_rules.ruleset", "rich"]),
        (["list", "--json"], ["cattrs", "rich"]),
        (["example", "red_white.melee"], ["rich"]),
    ],
)
def test_a_command_imports_only_what_it_needs(arguments: Sequence[str], absent: Sequence[str]) -> None:
    code = f"import sys; from rcw_rules.cli import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ran.stderr.split()) & {*absent, "numpy", "networkx", "shapely"} == set()


def test_a_reader_who_stops_reading_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        ran = subprocess.run([RCW, "rules", "red_white"], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_output_that_cannot_be_written_is_an_error() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([RCW, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 74
    assert ran.stderr == "rcw: the answer cannot be written: No space left on device\n"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let children be interrupted even where the tests run in the background, which ignores interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_quiet() -> None:
    command = [RCW, "resolve", "red_white.melee", "--seed", "1", "--debug"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        for _ in reading_standard_input(process.pid):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err.strip()) == (130, "", "")


def reading_standard_input(pid: int) -> Iterator[None]:
    """Yield until the process waits for its standard input, where that can be seen, and else for a while."""
    for _ in range(60):
        try:
            place = Path(f"/proc/{pid}/wchan").read_text(encoding="ascii")
        except OSError:
            place = ""
        if "pipe_read" in place:
            return
        yield


def test_output_is_utf_8_whatever_the_locale(install: Install, tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    unit = (
        '{"side": "red", "type": "infantry", "has_leader": true, "stands": 5, "starting_stands": 8, "name": "Čapajev"}'
    )
    foe = '{"side": "white", "type": "infantry", "has_leader": true, "stands": 5, "starting_stands": 8}'
    request.write_text(f'{{"attackers": [{unit}], "defenders": [{foe}]}}', encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    for flags in ((), ("--json",)):
        ran = subprocess.run(
            [RCW, "resolve", "red_white.melee", str(request), "--dice", "1,6", *flags],
            env=environment,
            capture_output=True,
            check=True,
        )
        assert "Čapajev" in ran.stdout.decode("utf-8")


# --- Records -------------------------------------------------------------------------------------------------------


def recorded(*arguments: str) -> Any:
    return fine("resolve", "red_white.activation_test", "--dice", "8,3", "--json", *arguments, stdin=ACTIVATION).json


def test_a_record_is_held_against_its_own_dice() -> None:
    # 8 against 6 fails; the Cheka shoots one of 8, and the second throw of 3 passes.
    record = recorded()
    text = fine("verify", stdin=json.dumps(record)).out
    assert text.startswith("Does this unit activate (with Cheka re-roll)? [red_white.activation_test;")
    assert text.endswith("\n  The record agrees with its dice.\n")
    data = fine("verify", "--json", stdin=json.dumps(record)).json
    assert data == {key: record[key] for key in ("procedure", "ruleset", "outcome")}


def test_a_record_that_does_not_agree_with_itself_fails() -> None:
    record = recorded()
    record["outcome"]["stands"] = 8
    ran = run("verify", stdin=json.dumps(record))
    assert ran == Ran(1, "", "rcw: the outcome is 8 at $.stands; today it is 7\n")
    record = recorded()
    next(step for step in record["record"] if step["kind"] == "roll")["label"] = "9d9"
    ran = run("verify", stdin=json.dumps(record))
    assert (ran.code, ran.out) == (1, "")
    assert "roll 1 of the record is 9d9" in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "$.ruleset.id: missing: this is no record of a resolution"),
        ("[]", "$.ruleset.id: missing: this is no record of a resolution"),
        ('{"ruleset": {"id": "red_whit"}}', "unknown ruleset 'red_whit'; did you mean 'red_white'?"),
        ('{"ruleset": {"id": "red_white"}}', "$.format: missing"),
        ("{", "standard input"),
    ],
)
def test_what_is_no_record_is_refused(text: str, told: str) -> None:
    ran = run("verify", stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_an_option_with_one_value_is_given_once() -> None:
    for option in ("--seed", "--house"):
        ran = run("resolve", "red_white.activation_test", option, "1", option, "2", stdin=ACTIVATION)
        assert ran == Ran(2, "", f"rcw: {option} is given twice; see rcw resolve --help\n")


def test_who_names_a_ruleset_is_shown_what_can_be_asked_of_it() -> None:
    assert "did you mean 'red_white." in run("resolve", "red_white", "--seed", "1").err
