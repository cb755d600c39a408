"""``rcw scenario``: new, check, show, map."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runs import fine, run
from crossing_game import ford
from crossing_installed import install_crossing

from rcw_rules.cli.scenario_text import compact
from rcw_rules.games import load_scenario, read_scenario
from rcw_rules.registry import load_game


@pytest.fixture(autouse=True)
def _crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to an empty folder, with the toy installed."""
    install_crossing(monkeypatch)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("ruleset", ["crossing", "red_square"])
def test_every_shipped_scenario_is_written_so_that_it_reads_back(ruleset: str) -> None:
    game = load_game(ruleset)
    for name in game.scenarios:
        text = fine("scenario", "new", ruleset, "--from", name).out
        assert load_scenario(text, "new.toml", load_game).scenario == game.scenario(name)
        assert max(map(len, (line for line in text.splitlines() if not line.startswith("#")))) < 400


def test_a_new_scenario_explains_every_key_once() -> None:
    lines = fine("scenario", "new", "red_square", "--from", "outpost").out.splitlines()
    at = lines.index("turn_limit = 1")
    assert lines[at - 1] == "# The number of the last turn."
    assert lines.count("# The formation of infantry, cavalry and artillery; others have none.") == 1
    assert "squares = [[3, 8]]" in lines
    assert "# [options]" in lines
    assert lines[lines.index("[board]") - 1] == "# The map."


def test_options_can_be_uncommented() -> None:
    text = fine("scenario", "new", "red_square", "--from", "outpost").out
    changed = text.replace("# [options]", "[options]").replace("# wheeled_offroad = 2", "wheeled_offroad = 1")
    assert changed != text
    assert load_scenario(changed, "x.toml", load_game).game.ruleset.options.wheeled_offroad == 1


def test_a_new_scenario_goes_to_a_file_that_does_not_exist() -> None:
    fine("scenario", "new", "crossing", "ford.toml")
    assert read_scenario("ford.toml", load_game).scenario == ford()
    before = Path("ford.toml").read_bytes()
    ran = run("scenario", "new", "crossing", "ford.toml")
    assert ran.code == 74
    assert "ford.toml exists already" in ran.err
    assert Path("ford.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("a = [\n    1,\n    2,\n]", "a = [1, 2]"),
        ('a = [\n    "x, y",\n    true,\n]', 'a = ["x, y", true]'),
        (
            "a = [\n    [\n        1,\n        2,\n    ],\n    [\n        3,\n        4,\n    ],\n]",
            "a = [[1, 2], [3, 4]]",
        ),
        ("a = [\n    { b = 1 },\n]\nc = 1", "a = [\n    { b = 1 },\n]\nc = 1"),
        ("a = []", "a = []"),
        ('a = [\n    "[1]",\n]', 'a = [\n    "[1]",\n]'),
    ],
)
def test_lists_are_written_on_one_line(text: str, short: str) -> None:
    assert compact(text) == short


def test_long_lists_of_lists_are_wrapped() -> None:
    rows = "".join(f"    [\n        {number},\n        {number},\n    ],\n" for number in range(60))
    lines = compact(f"a = [\n{rows}]").splitlines()
    assert lines[0] == "a = ["
    assert lines[-1] == "]"
    assert max(map(len, lines)) <= 100
    assert "".join(lines).count("[") == 61


# --- Checking -------------------------------------------------------------------------------------------------------


def test_check_names_every_mistake_with_its_line() -> None:
    text = fine("scenario", "new", "crossing").out
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines, start=1) if "1st Horse" in line)
    changed = text.replace('side = "red", place = 1', 'side = "reed", place = 9').replace("# [options]", "")
    Path("mine.toml").write_text(f"turnz = 3\n{changed}", encoding="utf-8")
    ran = run("scenario", "check", "mine.toml")
    where = f"mine.toml: line {place + 1}: patrols[0]"
    assert ran.code == 2
    assert ran.out.splitlines() == [
        "mine.toml: line 1: turnz: unknown key; did you mean 'turns'?",
        f'{where}.side: expected one of "red", "white", got "reed"; did you mean \'red\'?',
        f"{where}.place: expected an integer from 0 to 6, got 9",
    ]
    assert ran.err == "rcw: mine.toml has 3 mistakes\n"
    data = run("scenario", "check", "mine.toml", "--json")
    assert data.code == 2
    assert '"line": 1' in data.err


def test_check_finds_what_only_the_set_up_finds() -> None:
    text = fine("scenario", "new", "red_square", "--from", "outpost").out
    Path("small.toml").write_text(text.replace("rows = 10", "rows = 9").replace("[3, 9]", "[3, 7]"), encoding="utf-8")
    ran = run("scenario", "check", "small.toml")
    assert (ran.code, ran.out) == (1, "")
    assert "[area-size]" in ran.err


def test_check_says_that_a_scenario_is_fine() -> None:
    fine("scenario", "new", "crossing", "ford.toml")
    out = fine("scenario", "check", "ford.toml").out
    assert out == "ford.toml is a scenario of crossing, and can be played: rcw play ford.toml\n"
    assert fine("scenario", "check", "ford.toml", "--json").json["problems"] == []


def test_a_scenario_of_ones_own_is_played() -> None:
    text = fine("scenario", "new", "crossing").out
    Path("mine.toml").write_text(f"turns = 1\n{text}", encoding="utf-8")
    out = fine("play", "mine.toml", "--red", "hold", "--white", "hold", "--dice", "seed:1").out
    assert "saved in  crossing-mine.match.jsonl" in out
    assert out.count("The game goes on: begin the turn") == 1


# --- Showing --------------------------------------------------------------------------------------------------------


def test_show_tells_a_scenario() -> None:
    out = fine("scenario", "show", "crossing/ford").out
    assert out.startswith("The ford [crossing]\n")
    assert "red, white" in out
    assert "Cadets, old: side white, place 4" in out
    assert fine("scenario", "show", "crossing/ford", "--json").json["scenario"]["turns"] == 4


def test_map_draws_where_the_game_begins(tmp_path: Path) -> None:
    assert (
        fine("scenario", "map", "crossing/ford").out == ". | 1st Horse | Scouts | . | Cossacks, Cadets, old | . | .\n"
    )
    ran = run("scenario", "map", "crossing/ford", "--plot", "a.svg")
    assert ran.code == 2
    assert "draws no pictures" in ran.err
    assert fine("scenario", "map", "red_square/outpost", "--plot", "a.svg").out == "drawn: a.svg\n"
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert run("scenario", "map", "red_square/outpost", "--plot", "a.jpeg").code == 2
