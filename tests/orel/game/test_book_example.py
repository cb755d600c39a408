"""The extended example of the book inside a match: declared, supplied, fought with its dice, and played again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from orel_battles import VICTORY

from rcw_rules import orel
from rcw_rules.games import Event, Match, MatchFile, diagnosed, read_match
from rcw_rules.kernel.geometry.hexes import Feature, HexGrid, HexMap, Railway
from rcw_rules.kernel.questions import Decision

RAILS = (
    Railway(name="north", hexes=tuple(f"09{row:02}" for row in range(1, 9))),
    Railway(name="south", hexes=("1012", "1011")),
)
STATIONS = (Feature(kind="station", hexes=("1011",)),)
BOARD = HexMap(title="A plain", source="made up", grid=HexGrid(columns=12, rows=12), features=STATIONS, railways=RAILS)
SCRIPT = (
    "stay with all others",
    "attack 1010 with Red1 from 1009",
    "attack 1010 with Red2 from 1009 joins=1",
    "attack 1010 with RedCv from 1110 joins=1",
    "ready RedArt in 1009 for prepared",
    "stay with Convoi",
    "support attack 1 with RedArt",
)
FACES = [(4,), (4,), (6,), (4, 6), (4,)]  # coordination; cohesion of both; the assault, a 10; morale


def forces() -> orel.Battle:
    """Return the units of the example, with what it does not tell: hexes, steps, allowances, depots."""
    example = orel.ruleset.examples[0].request()
    assert isinstance(example, orel.CombatRequest)
    units = [
        evolve(unit, key=unit.key.replace(" ", ""), formation="Red", mp=5)
        for unit in (*example.attackers, *example.others)
    ]
    units += [evolve(unit, formation="White", division="1st", mp=5) for unit in example.defenders]
    return orel.Battle(
        title="The example of the book",
        board=BOARD,
        units=tuple(units),
        depots=(
            orel.Depot(key="Convoi", side="red", kind="convoi", capacity=2, hex="0908", mp=5),
            orel.Depot(key="Depot", side="white", kind="rail_depot", capacity=2, hex="1011"),
        ),
        formations=(
            orel.Formation(key="Red", name="Red", side="red", division="Red"),
            orel.Formation(key="White", name="White", side="white", division="1st"),
        ),
        recruits="none",
        last_day=15,
        victory=VICTORY,
    )


def fought() -> tuple[Any, list[tuple[str, str]]]:
    """Return the match with the example in it, up to the end of the combats, and what was asked of whom."""
    match: Any = Match.begin(orel.game, forces())
    lines, faces, asked = list(SCRIPT), list(FACES), []
    while match.pending is not None and match.state.stage != "end":
        pending = match.pending
        if not isinstance(pending, Decision):
            match = match.answer(faces.pop(0))
        elif pending.choice.id == "action":
            match = match.answer(lines.pop(0) if lines else pending.default)
        else:
            asked.append((pending.choice.id, pending.owner))
            wanted = {"assault": True, "advance": pending.alternatives[0]}  # all enter the hex, and nobody pursues
            match = match.answer(wanted.get(pending.choice.id, pending.default))
    assert (lines, faces) == ([], [])
    return match, asked


@pytest.mark.rule("orel", "EX-combat", "8.1-part1", "8.1-part2", "8.2.1-costs", "7.2-declare")
def test_the_example_of_the_book_is_fought_in_a_match() -> None:
    match, asked = fought()
    assert ("munitions", "red") in asked
    assert ("assault", "red") in asked
    assert ("lose_step", "white") in asked
    after = {unit.key: (unit.hex, unit.steps, unit.mode, unit.unsupplied) for unit in match.state.units}
    # Both sides lose two steps; White falls back a hex in march mode, all Reds enter, and all are supplied.
    assert after["Red1"] == after["Red2"] == ("1010", 3, "combat", False)
    assert after["RedCv"] == ("1010", 3, "combat", False)
    assert not any(depot.unsupplied for depot in match.state.depots)
    white = {after[key] for key in ("X", "Y", "Z")}
    assert {steps for _, steps, _, _ in white} == {3, 2, 1}
    assert {(mode, short) for _, _, mode, short in white} == {("march", False)}
    assert len({place for place, *_ in white} - {"1010"}) == 1
    assert Match.of_entries(orel.game, forces(), match.entries).state == match.state


KEPT = Path(__file__).with_name("example_of_the_book.jsonl")


@pytest.mark.rule("orel", "EX-combat")
def test_the_match_with_the_example_verifies_for_good(tmp_path: Path) -> None:
    match, _ = fought()
    path = tmp_path / KEPT.name
    with MatchFile.create(path, orel.game, forces()) as file:
        file.keep(match)
    if os.environ.get("RCW_TRANSCRIPTS") == "write":
        KEPT.write_bytes(path.read_bytes())
    text = read_match(KEPT, orel.game)
    assert diagnosed(text) is None
    assert text.match().state == match.state
    # Titles of procedures were worded better since: what was kept holds the former ones, and is the same otherwise.
    again = read_match(path, orel.game)
    kept, new = ([evolve(one, trail=()) for one in each.entries if isinstance(one, Event)] for each in (text, again))
    assert kept == new
    assert path.read_bytes().partition(b"\n")[0] == KEPT.read_bytes().partition(b"\n")[0]
