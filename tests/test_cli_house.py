"""House rules at the command line."""

from __future__ import annotations

import io
import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from attrs import frozen

from rcw_rules.chances import MOST_OUTCOMES, MOST_VALUES
from rcw_rules.cli import main
from rcw_rules.cli.house import _value, diff_blocks
from rcw_rules.cli.output import TextTable
from rcw_rules.kernel.distributions import Distribution

CLUB = """\
title = "Tuesday club"
ruleset = "red_white"

[[options]]
option = "red_guards_elite"
book = true
ours = false
why = "the book asks itself"

[[cells]]
chart = "aircraft_damage"
row = "1-2"
column = "6"
book = "lose 1"
ours = "none"
why = "one bullet is no harm"

[[modifiers]]
modifier = "defensive_gun"
book = 3
ours = 1
why = "the observer is cold"
"""

ACTIVATION = '{"base": 6, "stands": 8, "cheka": true}'


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def run(*arguments: str, stdin: str = "") -> Ran:
    streams = [io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (stdin.encode(), b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = main(arguments)
    told: list[str] = []
    for stream in streams[1:]:
        stream.seek(0)
        told.append(stream.read())
    return Ran(code, *told)


def fine(*arguments: str, stdin: str = "") -> str:
    ran = run(*arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


@pytest.fixture
def club(tmp_path: Path) -> str:
    file = tmp_path / "club.toml"
    file.write_text(CLUB, encoding="utf-8")
    return str(file)


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system does not name what is open")
@pytest.mark.parametrize(
    "arguments",
    [
        ("house", "show", "FILE"),
        ("house", "show", "FILE", "--json"),
        ("house", "diff", "FILE", "red_white.dogfight"),
        ("odds", "red_white.activation_test", "-", "--house", "FILE"),
        ("resolve", "red_white.activation_test", "-", "--dice", "6", "--house", "FILE"),
        ("chart", "red_white", "aircraft_damage", "--house", "FILE"),
    ],
    ids=" ".join,
)
def test_they_are_read_once_so_that_a_pipe_will_do(arguments: tuple[str, ...], club: str) -> None:
    expected = fine(*(club if word == "FILE" else word for word in arguments), stdin=ACTIVATION)
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(CLUB.encode())
        said = fine(*(f"/dev/fd/{reading}" if word == "FILE" else word for word in arguments), stdin=ACTIVATION)
    finally:
        os.close(reading)
    assert said == expected


def test_they_are_shown_on_one_screen(club: str) -> None:
    assert fine("house", "show", club).splitlines() == [
        "Tuesday club: house rules for Red & White: Russian Civil War Rules, Part II (Hank Lubbers) [red_white]",
        "",
        "  option red_guards_elite: no; the book: yes [opt-red-guards]",
        "    the book asks itself",
        "  aircraft_damage, row 1-2, column 6: none; the book: lose 1 [air-damage-table]",
        "    one bullet is no harm",
        "  modifier defensive_gun: 1; the book: 3 [dogfight-dice]",
        "    the observer is cold",
        "",
        "  3 changes, against The Herald 57, rules version 5.",
    ]


def test_they_are_shown_as_json(club: str) -> None:
    data = json.loads(fine("house", "show", club, "--json"))
    assert data["ruleset"] == {"id": "red_white", "edition": "The Herald 57", "rules_version": 5}
    assert data["house"]["modifiers"] == [
        {"modifier": "defensive_gun", "book": 3, "ours": 1, "why": "the observer is cold", "rule": "dogfight-dice"}
    ]
    assert [change["rule"] for kind in ("options", "cells") for change in data["house"][kind]] == [
        "opt-red-guards",
        "air-damage-table",
    ]


FIGHT = """{
    "attacker": {"side": "red", "type": "fighter"},
    "target": {"side": "white", "type": "bomber", "defensive_gun": true}
}"""


def by_hand(gun: int) -> dict[str, int]:
    """Return in how many of 216 throws the attacker, nobody, the target scores more: two dice against one and a gun."""
    counts: dict[str, int] = dict.fromkeys(("attacker", "nobody", "target"), 0)
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                counts["attacker" if a + b > c + gun else "target" if a + b < c + gun else "nobody"] += 1
    return counts


def test_the_odds_are_compared_book_against_house(club: str) -> None:
    text = fine("house", "diff", club, "red_white.dogfight", "-", stdin=FIGHT)
    head, _, body = text.partition("\n")
    assert head == (
        "Who wins the air combat? [red_white.dogfight; The Herald 57, rules version 5]: the request, "
        "book against Tuesday club"
    )
    for winner in ("attacker", "target", "nobody"):
        book, house = by_hand(3)[winner], by_hand(1)[winner]
        points = 100 * (house - book) / 216
        expected = [f"{100 * book / 216:.2f}", "%", f"{100 * house / 216:.2f}", "%", f"{points:+.2f}"]
        assert [line for line in map(str.split, body.splitlines()) if line[-6:] == [winner, *expected]]


def test_what_is_certain_by_both_does_not_double_the_outcomes(tmp_path: Path) -> None:
    # In a trench 1 more is needed by the book, 2 by the house: only the number needed differs, and how often it comes.
    file = tmp_path / "club.toml"
    changed = '[[cells]]\nchart = "morale_modifiers"\nrow = "cover"\nbook = -1\nours = -2\nwhy = "warm"\n'
    file.write_text(f'title = "Club"\nruleset = "red_white"\n{changed}', encoding="utf-8")
    unit = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5, "cover": "trench"}
    asked = json.dumps({"unit": unit})
    text = fine("house", "diff", str(file), "red_white.morale_test", "-", stdin=asked)
    assert "  In every outcome: base 7, not 6." in text
    assert "  2 outcomes of other odds." in text
    assert [line.split()[:5] for line in text.splitlines() if ", moves" in line] == [
        ["60.00", "%", "70.00", "%", "+10.00"],
        ["40.00", "%", "30.00", "%", "-10.00"],
    ]


def test_the_comparison_as_json_holds_every_outcome_with_both_probabilities(club: str) -> None:
    data = json.loads(fine("house", "diff", club, "red_white.dogfight", "-", "--json", stdin=FIGHT))
    assert list(data) == ["procedure", "ruleset", "house", "options", "replaced_charts", "request", "outcomes"]
    assert data["options"]["book"]["red_guards_elite"] is True
    assert data["options"]["house"]["red_guards_elite"] is False
    for by, gun in (("book", 3), ("house", 1)):
        assert sum(Fraction(one[by]) for one in data["outcomes"]) == 1
        wins = sum(Fraction(one[by]) for one in data["outcomes"] if one["outcome"]["winner"] == "attacker")
        assert wins == Fraction(by_hand(gun)["attacker"], 216)
    changes = [abs(Fraction(one["house"]) - Fraction(one["book"])) for one in data["outcomes"]]
    assert changes == sorted(changes, reverse=True)


def test_the_comparison_names_the_charts_that_were_replaced(club: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(fine("chart", "red_white", "bomb_accuracy", "--toml"), encoding="utf-8")
    data = json.loads(fine("house", "diff", club, "red_white.dogfight", "--json", "--charts", str(copy)))
    assert data["replaced_charts"] == ["bomb_accuracy"]


def test_without_a_request_the_example_is_compared(club: str) -> None:
    assert ": the example, book against Tuesday club\n" in fine("house", "diff", club, "red_white.dogfight")


def test_the_comparison_can_be_estimated(club: str) -> None:
    # A standard error of at most 0.5 / sqrt(10,000), or half a point; four of them and the seed is bad luck.
    asked = ("house", "diff", club, "red_white.dogfight", "-", "--sample", "10000", "--seed", "1")
    data = json.loads(fine(*asked, "--json", stdin=FIGHT))
    assert data["sample"] == {"draws": 10_000, "seed": 1}
    wins = sum(Fraction(one["house"]) for one in data["outcomes"] if one["outcome"]["winner"] == "attacker")
    assert abs(wins - Fraction(by_hand(1)["attacker"], 216)) < Fraction(2, 100)
    text = fine(*asked, stdin=FIGHT)
    assert "Estimated from 10,000 draws; the standard error of a chance is at most 0.50 points." in text


def test_what_they_do_not_touch_is_said_to_be_the_same(club: str) -> None:
    text = fine("house", "diff", club, "red_white.activation_test", "-", stdin=ACTIVATION)
    assert "The odds are the same: these house rules do not touch this request." in text


def test_resolve_odds_and_chart_play_by_them(club: str) -> None:
    resolved = json.loads(
        fine("resolve", "red_white.dogfight", "-", "--dice", "4,5,6", "--house", club, "--json", stdin=FIGHT)
    )
    assert resolved["house"]["title"] == "Tuesday club"
    assert resolved["outcome"]["winner"] == "attacker"
    told = fine("resolve", "red_white.dogfight", "-", "--dice", "4,5,6", "--house", club, stdin=FIGHT)
    assert "House rules hold: Tuesday club." in told
    odds: dict[str, Any] = json.loads(fine("odds", "red_white.dogfight", "-", "--house", club, "--json", stdin=FIGHT))
    assert odds["house"]["title"] == "Tuesday club"
    assert "with the house rules of Tuesday club" in fine(
        "odds", "red_white.dogfight", "-", "--house", club, stdin=FIGHT
    )
    chart = fine("chart", "red_white", "aircraft_damage", "--house", club)
    assert "[1] house: one bullet is no harm" in chart


def test_an_option_that_they_do_not_name_can_be_set_beside_them(club: str) -> None:
    text = fine("house", "diff", club, "red_white.dogfight", "--set", "major_die=d6")
    assert "book against Tuesday club" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("house", "diff", "FILE", "orel.combat"), "line 2: ruleset: these are house rules for"),
        (("house", "diff", "FILE", "red_white.dogfigt"), "did you mean 'red_white.dogfight'"),
        (
            ("house", "diff", "FILE", "red_white.dogfight", "--set", "red_guards_elite=false"),
            "--set red_guards_elite: the house rules 'Tuesday club' change this option: change it there",
        ),
        (
            ("resolve", "red_white.dogfight", "--seed", "1", "--house", "FILE", "--set", "red_guards_elite=true"),
            "--set red_guards_elite: the house rules 'Tuesday club' change this option: change it there",
        ),
        (("house", "diff", "FILE", "red_white.dogfight", "none.json"), "none.json"),
        (("house", "diff", "none.toml", "red_white.dogfight"), "none.toml: No such file"),
        (("house", "diff", "FILE", "red_white.dogfight", "--sample", "9"), "--sample and --seed go together"),
        (("house", "show", "none.toml"), "none.toml: No such file"),
        (("house", "show"), "missing argument 'FILE'"),
        (("house", "sho", "FILE"), "there is no command 'sho'; did you mean 'show'?"),
        (("resolve", "red_white.dogfight", "-", "--seed", "1", "--house", "none.toml"), "none.toml: No such"),
        (("odds", "orel.combat", "-", "--house", "FILE"), "these are house rules for"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(club: str, arguments: tuple[str, ...], told: str) -> None:
    ran = run(*(club if argument == "FILE" else argument for argument in arguments), stdin=FIGHT)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert told in ran.err


def test_house_rules_for_a_ruleset_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(CLUB.replace("red_white", "red_whit"), encoding="utf-8")
    ran = run("house", "show", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert "line 2: ruleset: unknown ruleset 'red_whit'; did you mean 'red_white'?" in ran.err


def test_house_alone_shows_what_it_can_do() -> None:
    assert fine("house") == fine("house", "--help")
    assert "diff  Compare the odds, book against house: exact, or estimated." in fine("house")


def test_a_single_change_is_counted_as_one(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(CLUB[: CLUB.index("[[options]]")] + CLUB[CLUB.index("[[modifiers]]") :], encoding="utf-8")
    assert fine("house", "show", str(file)).endswith("\n\n  1 change, against The Herald 57, rules version 5.\n")


@pytest.mark.parametrize(
    ("value", "told"), [(None, "none"), (True, "yes"), (False, "no"), ("ever", "ever"), (3, "3"), ((1, 2), "[1, 2]")]
)
def test_the_value_of_an_option_is_told_in_words(value: object, told: str) -> None:
    assert _value(value) == told


@frozen(kw_only=True)
class Volley:
    """What a volley does."""

    hits: int


def volleys(*weights: int) -> Distribution[Volley]:
    return Distribution({Volley(hits=hits): weight for hits, weight in enumerate(weights) if weight})


def test_values_stand_in_their_order_and_only_outcomes_that_change_are_listed() -> None:
    _, values, _, outcomes, _, count = diff_blocks(volleys(1, 2, 1), volleys(1, 1, 2))
    assert isinstance(values, TextTable)
    assert [row[1:] for row in values.rows] == [
        ("0", "25.00 %", "25.00 %", "="),
        ("1", "50.00 %", "25.00 %", "-25.00"),
        ("2", "25.00 %", "50.00 %", "+25.00"),
    ]
    assert [bool(row[0]) for row in values.rows] == [True, False, False]
    assert isinstance(outcomes, TextTable)
    assert [row[:3] for row in outcomes.rows] == [("50.00 %", "25.00 %", "-25.00"), ("25.00 %", "50.00 %", "+25.00")]
    assert count == "  2 outcomes of other odds."


def test_what_there_is_no_room_for_is_counted() -> None:
    many = max(MOST_OUTCOMES, MOST_VALUES) + 3
    _, values, _, outcomes, _, count = diff_blocks(volleys(*[1] * many), volleys(*[0] * many, *[1] * many))
    assert isinstance(values, TextTable)
    assert len(values.rows) == MOST_VALUES + 1
    assert values.rows[-1][1] == f"{2 * many - MOST_VALUES} others, which change less"
    assert isinstance(outcomes, TextTable)
    assert len(outcomes.rows) == MOST_OUTCOMES
    assert count == f"  {2 * many} outcomes of other odds, the {MOST_OUTCOMES} that change most shown."
