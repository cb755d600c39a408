"""The command line lists what there is: rulesets, procedures, rules, charts, schemas and examples."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest
from cli_runs import (
    TOY,
    Install,
    Ran,
    fine,
    run,
)

from rcw_rules import Ruleset, red_white
from rcw_rules.marks import NoOptions
from rcw_rules.registry import GROUP
from rcw_rules.wire import dumps


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
    assert data["rules"] == len(book_ids())
    assert data["procedures"] == len(red_white.ruleset.procedures)
    assert data["charts"] == len(red_white.ruleset.charts)
    text = fine("list").out
    assert f"red_white: {red_white.ruleset.title}\n  edition     The Herald 57, rules version " in text
    assert f"  rules       {len(book_ids())}\n" in text


def test_a_broken_ruleset_shows_its_error_and_does_not_stop_the_others(install: Install) -> None:
    no_package = Ruleset(
        id="nowhere", title="T", edition="e", rules_version=1, options=NoOptions(), procedures=(), package="no.such"
    )
    install(toy=TOY, nothing=3, nowhere=no_package)
    found = {entry["id"]: entry for entry in fine("list", "--json").json["rulesets"]}
    assert found["nothing"] == {
        "id": "nothing",
        "error": "the entry point 'nothing' of an unknown distribution is not a Ruleset but int",
    }
    assert "No module named 'no'" in found["nowhere"]["error"]
    assert found["toy"]["rules"] == 0
    assert "error" not in found["red_white"]
    assert "nothing\n    broken: the entry point 'nothing' of " in fine("list").out
    for command in ("procedures", "demo"):
        ran = run(command, "--json")
        assert ran.code == 0
        assert ran.err == "rcw: the entry point 'nothing' of an unknown distribution is not a Ruleset but int\n"
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
