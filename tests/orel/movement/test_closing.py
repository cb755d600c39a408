"""The end of a movement phase: who must move first, and entrenchments that are complete."""

from __future__ import annotations

from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap

OPEN = HexMap(title="Open ground", grid=HexGrid(columns=32, rows=20))


battalion = builder("infantry", place="1010", side="white", mp=5)


def convoi(place: str, side: Any = "white") -> game.Depot:
    return game.Depot(key="d", side=side, kind="convoi", capacity=3, hex=place, mp=5)


def close(*units: Any, **fields: Any) -> game.EndOfMovementOutcome:
    request = game.EndOfMovementRequest(**{"side": "white", "units": units, "board": OPEN, **fields})
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def refused(*units: Any, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        close(*units, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


def problems(*units: Any, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        close(*units, **fields)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- entrenchments


@pytest.mark.rule("orel", "7.3-entrench")
def test_begun_on_the_fifteenth_entrenched_on_the_sixteenth() -> None:
    begun = game.ruleset.resolve(game.EntrenchRequest(unit=battalion(), day=15), dice=GivenDice([])).outcome
    assert begun.completed_on == 16
    assert close(begun.unit, began=("u",), board=None).entrenched == ()  # when the phase of the 15th ends
    after = close(begun.unit, board=None)  # when that of the 16th ends
    assert after == game.EndOfMovementOutcome(entrenched=(battalion(entrenchment="entrenched"),), still_overstacked=())


@pytest.mark.rule("orel", "7.3-entrench", "5.3-no-march-entrench")
def test_whose_work_is_complete() -> None:
    digging = [
        battalion("a", "1001", entrenchment="under_construction", out_of_command=True),
        battalion("b", "1002", entrenchment="under_construction", inactive=True),
        battalion("c", "1003", entrenchment="entrenched"),
        battalion("d", "1004"),
        battalion("e", "1011", "red", entrenchment="under_construction"),
    ]
    assert [unit.key for unit in close(*digging).entrenched] == ["a", "b"]
    assert [unit.key for unit in close(*digging, began=("a",)).entrenched] == ["b"]
    assert [unit.key for unit in close(*digging, side="red").entrenched] == ["e"]
    assert all(unit.entrenchment == "entrenched" for unit in close(*digging).entrenched)


# -------------------------------------------------------------------- stacks too large

CROWD = (battalion("a"), battalion("b"), battalion("c"))  # twelve points


@pytest.mark.rule("orel", "4.3.1C-overstack", "7.1.2-stacking")
def test_the_phase_is_not_closed_while_a_move_would_cure_a_stack() -> None:
    rule = "4.3.1C-overstack"
    assert refused(*CROWD) == [(f"$.units[{number}].hex", rule) for number in range(3)]
    assert refused(*CROWD, moved=("a",)) == [("$.units[1].hex", rule), ("$.units[2].hex", rule)]
    assert close(*CROWD[:2], battalion("c", "1011"), moved=("c",)).still_overstacked == ()
    assert close(*CROWD[:2], battalion("c", steps=2)).still_overstacked == ()
    small = tuple(battalion(key, steps=1) for key in "abcd")
    assert len(refused(*small)) == 4  # four units are one too many
    assert close(*CROWD, side="red").still_overstacked == ()  # it is not their phase


@pytest.mark.rule("orel", "4.3.1C-overstack")
def test_who_cannot_leave_is_excused() -> None:
    assert close(*CROWD, moved=("a", "b", "c")).still_overstacked == ("1010",)
    still = tuple(battalion(key, inactive=True) for key in "abc")
    assert close(*still).still_overstacked == ("1010",)
    ring = tuple(
        battalion(f"e{place}", place, "red", steps=1) for place in ("1009", "1110", "1111", "1011", "0911", "0910")
    )
    assert close(*CROWD, *ring).still_overstacked == ("1010",)
    way_out = refused(*CROWD, *ring[1:])
    assert len(way_out) == 3
    full = tuple(battalion(f"f{n}", "1009") for n in range(2))  # 8 of 10 points, and no room beyond one point
    stay = tuple(battalion(key, mp=1) for key in "abc")
    assert close(*stay, *full, *ring[1:]).still_overstacked == ("1010",)
    assert refused(*CROWD, *full, *ring[1:])[0] == ("$.units[0].hex", "4.3.1C-overstack")  # it passes through them


@pytest.mark.rule("orel", "4.3.1C-overstack", "7.1.2-stacking")
def test_vehicles_are_no_part_of_a_crowd() -> None:
    car = game.Unit(key="car", side="white", type="armoured_car", hex="1010", strength=2, mp=7)
    assert [path for path, _ in refused(car, *CROWD)] == [f"$.units[{number}].hex" for number in (1, 2, 3)]


@pytest.mark.rule("orel", "4.3.1C-overstack", "D-map", "7-actions")
def test_what_must_be_known_to_tell_whether_it_can_leave() -> None:
    with pytest.raises(NeedsRuling, match="D-map"):
        close(*CROWD, board=None)
    assert close(*CROWD, moved=("a", "b", "c"), board=None).still_overstacked == ("1010",)
    by_option = game.EndOfMovementRequest(side="white", units=CROWD)
    with pytest.raises(IllegalRequestError, match=r"4\.3\.1C-overstack"):
        game.ruleset.with_options(board=OPEN).resolve(by_option, dice=GivenDice([]))
    assert problems(battalion("x", mp=None), *CROWD[1:]) == [("$.units[0].mp", "7-actions")]


# -------------------------------------------------------------------- entry zones, and out of command


@pytest.mark.rule("orel", "7.4-zones")
def test_an_entry_zone_of_the_enemy_is_left_as_soon_as_possible() -> None:
    zones = (game.EntryZone(side="red", edge="north", hexes=("1501",)),)
    assert refused(battalion(place="1501"), entry_zones=zones) == [("$.units[0].hex", "7.4-zones")]
    assert close(battalion(place="1501"), entry_zones=zones, moved=("u",)).entrenched == ()
    assert close(battalion(place="1501", side="red"), side="red", entry_zones=zones).entrenched == ()
    assert close(battalion(place="1502"), entry_zones=zones).entrenched == ()
    assert close(battalion(place="1501"), entry_zones=zones, area=("1501",)).entrenched == ()  # nowhere to go
    shut = (game.EntryZone(side="red", edge="north", hexes=("1501", *OPEN.grid.neighbours("1501"))),)
    assert close(battalion(place="1501"), entry_zones=shut).entrenched == ()


@pytest.mark.rule("orel", "5.3-depot")
def test_out_of_command_and_out_of_range_they_go_towards_a_depot() -> None:
    lost = battalion(place="1019", out_of_command=True)
    rule = [("$.units[0].hex", "5.3-depot")]
    assert refused(lost, depots=(convoi("1010"),)) == rule
    assert close(lost, depots=(convoi("1010"),), moved=("u",)).entrenched == ()
    assert close(lost, depots=(convoi("1010", "red"),)).entrenched == ()  # no depot of its own
    assert close(lost, depots=(convoi("1014"),)).entrenched == ()  # in range
    assert close(battalion(place="1019"), depots=(convoi("1010"),)).entrenched == ()  # in command
    wall = tuple(battalion(f"e{column:02}", f"{column:02}16", "red") for column in range(1, 33, 2))
    assert close(lost, *wall, depots=(convoi("1010"),)).entrenched == ()  # no way back but through the enemy's zones
    in_zone = battalion("e", "1119", "red")  # 1018 is in its zone; 0918 is not
    assert refused(lost, in_zone, depots=(convoi("1010"),)) == rule
    committed = close(lost, depots=(convoi("1010"),), staying=("u",))
    assert committed.entrenched == ()


# -------------------------------------------------------------------- bad input


@pytest.mark.rule("orel", "X-bad-units", "7.3-entrench", "7.1.3-negation")
def test_questions_that_make_no_sense() -> None:
    assert problems(battalion(), moved=("x",)) == [("$.moved[0]", "X-bad-units")]
    assert problems(battalion(), battalion("e", "1011", "red"), moved=("e",)) == [("$.moved[0]", "X-bad-units")]
    assert problems(battalion(), depots=(convoi("1011"),), staying=("d",)) == [("$.staying[0]", "X-bad-units")]
    assert close(battalion(), depots=(convoi("1011"),), moved=("d",)).entrenched == ()
    assert problems(battalion(), began=("x",)) == [("$.began[0]", "X-bad-units")]
    assert problems(battalion(), began=("u",)) == [("$.began[0]", "7.3-entrench")]
    assert problems(battalion(), moved=("u",), staying=("u",)) == [("$.staying[0]", "7.1.3-negation")]
    assert problems(battalion(), battalion()) == [("$.units[1].key", "X-bad-units")]
    assert problems(battalion(), depots=(convoi("1010", "red"),)) == [("$.depots[0].hex", "X-bad-units")]
    assert problems(battalion(place="3321")) == [("$.units[0].hex", "X-bad-units")]
