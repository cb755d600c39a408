"""The beginnings of the scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules.kernel.errors import ChoiceError, InvalidRequestError
from rcw_rules.kernel.geometry.hexes import Feature, HexGrid, HexMap, HexsideFeature, Railway, TerrainArea, Zone
from rcw_rules.orel import (
    CounterValues,
    Depot,
    ScenarioOutcome,
    ScenarioRequest,
    Unit,
    order_of_battle,
    ruleset,
    schematic_map,
)
from rcw_rules.orel.command import CommandRequest, MainBody
from rcw_rules.orel.definitions import LIMIT_OF_THE_46TH
from rcw_rules.orel.movement import MovementRequest
from rcw_rules.orel.scenarios import BRASOVO_AREA, ScenarioName
from rcw_rules.resolution import Resolution
from rcw_rules.toml_files import read_toml


def begin(scenario: ScenarioName, **fields: object) -> ScenarioOutcome:
    return played(ScenarioRequest(scenario=scenario, **fields)).outcome  # type: ignore[arg-type]  # any field


def played(request: ScenarioRequest, **choices: str) -> Resolution[ScenarioOutcome]:
    policies = {name: lambda _, __, answer=answer: answer for name, answer in choices.items()}
    return ruleset.resolve(request, dice=GivenDice([]), choices=policies)


@pytest.mark.rule("orel", "10.2-setup", "10-turn-track")
def test_the_historical_scenario() -> None:
    outcome = begin("historical")
    assert (outcome.day, len(outcome.units), len(outcome.depots), len(outcome.formations)) == (15, 114, 12, 20)
    assert (outcome.area, outcome.main_bodies, outcome.board) == ((), ("R:2/7D", "R:1/41D"), None)
    assert [(group.formation, group.through) for group in outcome.inactive_groups] == [
        ("9D", 18),
        ("Let-3Bde", 16),
        ("1K", 18),
        ("3K", 18),
    ]
    assert len(outcome.entry_zones) == 8


@pytest.mark.rule("orel", "EX-command", "10.2-setup")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
def test_the_first_main_bodies_are_those_that_the_printed_marks_imply(scenario: ScenarioName) -> None:
    outcome = begin(scenario)
    formation = {unit.key: unit.formation for unit in outcome.units}
    former = tuple(MainBody(formation=formation[key], units=(key,)) for key in outcome.main_bodies)
    request = CommandRequest(side="red", day=15, units=outcome.units, depots=outcome.depots, former=former)
    out = ruleset.resolve(request, dice=GivenDice([])).outcome.out_of_command
    printed = [unit.key for unit in outcome.units if unit.side == "red" and unit.out_of_command]
    assert set(out) == {*printed, "R:14bgde/41D"}  # which is three hexes away and not marked


@pytest.mark.rule("orel", "10.3-hypothetical")
def test_the_hypothetical_scenario_changes_two_depots_and_who_is_inactive() -> None:
    historical, outcome = begin("historical"), begin("hypothetical")
    assert [(group.formation, group.through) for group in outcome.inactive_groups] == [("9D", 19)]
    assert {unit.formation for unit in outcome.units if unit.inactive} == {"9D"}
    assert [unit.inactive for unit in outcome.units if unit.formation == "1K"] == [False] * 5
    changed = {
        now.key: now.capacity
        for now, then in zip(outcome.depots, historical.depots, strict=True)
        if now.capacity != then.capacity
    }
    assert changed == {"W:convoi-2605": 4, "W:depot-2705": 3}
    active = tuple(evolve(unit, inactive=False) for unit in historical.units)
    assert tuple(evolve(unit, inactive=False) for unit in outcome.units) == active
    assert outcome.reinforcements == historical.reinforcements


@pytest.mark.rule("orel", "10.1-brasovo")
class TestBrasovo:
    OUTCOME = begin("introductory")

    def test_the_area(self) -> None:
        assert len(BRASOVO_AREA) == 10 * 12
        assert self.OUTCOME.area == BRASOVO_AREA
        assert {"0109", "1009", "0120", "1020"} <= set(BRASOVO_AREA)
        assert set(BRASOVO_AREA).isdisjoint({"0108", "1008", "1109", "1120"})

    def test_who_starts_where(self) -> None:
        things: list[Unit | Depot] = [*self.OUTCOME.units, *self.OUTCOME.depots]
        assert {thing.key: thing.hex for thing in things if thing.hex is not None} == {
            "R:train-bolchevik": "0309",
            "R:depot-0309": "0309",
            "R:1/41D": "0216",
            "R:Art1/41D": "0216",
            "R:2/41D": "0119",
            "R:Cv/41D": "0315",
            "R:2/41S": "0614",
            "R:Cv/41S": "0814",
            "R:14/41D": "0811",
            "R:14bgde/41D": "0811",
            "W:Art/3D": "0219",
            "W:2/2D": "0219",
            "W:3/2D": "0219",
            "W:ArtL3/3D": "0717",
            "W:train-doblest-vitazia": "0717",
            "W:Res/3D": "0418",
            "W:19DrArk": "0418",
            "W:1/2D": "0317",
            "W:4/2D": "0516",
            "W:AC/2Dr": "0516",
            "W:1/3D": "0817",
            "W:2/3D": "0715",
            "W:3/3D": "0915",
            "W:convoi-0518": "0518",
        }

    def test_the_convoi_at_1117_is_not_in_play(self) -> None:
        assert "W:convoi-1117" not in {depot.key for depot in self.OUTCOME.depots}

    def test_reinforcements(self) -> None:
        assert {(r.day, key, r.edge) for r in self.OUTCOME.reinforcements for key in r.units} == {
            *((17, key, ("1020",)) for key in ("W:1Off/Alex", "W:10HusIng")),
            *(
                (18, key, ("0117", "0118", "0119", "0120"))
                for key in (
                    *("R:1/46D", "R:Art/46D", "R:AC/46D", "R:1/57D", "R:2/57D", "R:Art/57D"),
                    "R:convoi-0117",
                )
            ),
        }
        assert sorted(place for zone in self.OUTCOME.entry_zones for place in zone.hexes) == [
            *("0117", "0118", "0119", "0120"),
            "1020",
        ]

    def test_recruits_stay_and_nobody_is_inactive(self) -> None:
        assert sum(unit.recruit_battalion for unit in self.OUTCOME.units) == 7
        assert not self.OUTCOME.inactive_groups
        assert not any(unit.inactive for unit in self.OUTCOME.units)

    @pytest.mark.rule("orel", "5.2.1-two-bodies")
    def test_the_two_main_bodies_of_the_41st(self) -> None:
        assert self.OUTCOME.main_bodies == ("R:1/41D", "R:2/41S")
        assert [unit.key for unit in self.OUTCOME.units if unit.out_of_command] == ["R:2/41D"]

    def test_nothing_begins_in_orel(self) -> None:
        assert self.OUTCOME.orel is None


@pytest.mark.rule("orel", "10.2-setup", "7.1.1-orel")
class TestOrel:
    def test_the_white_player_chooses_where_in_orel(self) -> None:
        request = ScenarioRequest(scenario="historical")
        assert played(request).outcome.orel == "suburbs"
        assert played(request, orel_at_setup="centre").outcome.orel == "centre"

    def test_nothing_else_than_these_two(self) -> None:
        with pytest.raises(ChoiceError, match="it may answer 'suburbs' or 'centre'"):
            played(ScenarioRequest(scenario="historical"), orel_at_setup="station")


@pytest.mark.rule("orel", "D-values")
def test_the_record_names_units_with_illustrative_figures_until_they_are_given() -> None:
    request = ScenarioRequest(scenario="introductory")
    steps = [step for _, step in played(request).record.walk() if step.rule == "D-values"]
    assert len(steps) == 1
    assert "R:1/41D" in steps[0].text
    mine = tuple(
        CounterValues(
            key=unit.key,
            steps=unit.steps,
            tq=unit.tq,
            strength=unit.strength,
            strength_dismounted=unit.strength_dismounted,
            strength_charge=unit.strength_charge,
            fire=unit.fire,
            mp=unit.mp,
        )
        for unit in begin("introductory").units
    )
    given = played(ScenarioRequest(scenario="introductory", counters=mine))
    assert not [step for _, step in given.record.walk() if step.rule == "D-values"]


@pytest.mark.rule("orel", "D-values")
def test_an_impossible_counter_is_refused_with_its_path() -> None:
    request = ScenarioRequest(scenario="historical", counters=(CounterValues(key="W:1/9K", steps=3),))
    with pytest.raises(InvalidRequestError, match=r"\$\.counters\[0\]\.key: no unit and no convoi .* \[D-values\]"):
        played(request)


@pytest.mark.rule("orel", "D-map")
class TestBoards:
    def test_the_scenario_brings_none(self) -> None:
        told = [step.text for _, step in played(ScenarioRequest(scenario="historical")).record.walk()]
        assert any("no board" in text for text in told)

    def test_the_board_of_the_request_before_that_of_the_options(self) -> None:
        field = schematic_map("whole_field")
        other = evolve(field, title="another")
        with_option = ruleset.with_options(board=other)
        request = ScenarioRequest(scenario="historical")
        assert with_option.resolve(request, dice=GivenDice([])).outcome.board == other
        chosen = with_option.resolve(evolve(request, board=field), dice=GivenDice([]))
        assert chosen.outcome.board == field

    def test_brasovo_fits_its_map(self) -> None:
        assert begin("introductory", board=schematic_map("brasovo")).board == schematic_map("brasovo")

    def test_the_historical_set_up_does_not_fit_brasovo(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.board: the set-up does not fit it: hex 3002 is not on"):
            begin("historical", board=schematic_map("brasovo"))

    @pytest.mark.parametrize(
        ("board", "expected"),
        [
            (
                HexMap(
                    title="x", grid=HexGrid(columns=32, rows=20), terrain=(TerrainArea(kind="swamp", hexes=("0101",)),)
                ),
                r"\.board\.terrain\[0\]\.kind",
            ),
            (
                HexMap(title="x", grid=HexGrid(columns=32, rows=20), features=(Feature(kind="mill", hexes=("0101",)),)),
                r"\.board\.features\[0\]\.kind",
            ),
            (
                HexMap(
                    title="x",
                    grid=HexGrid(columns=32, rows=20),
                    hexsides=(HexsideFeature(kind="river", between=(("0101", "0303"),)),),
                ),
                r"\.board\.hexsides\[0\]\.between\[0\].*not neighbours",
            ),
            (
                HexMap(title="x", grid=HexGrid(columns=32, rows=20), railways=(Railway(hexes=("0101", "0103")),)),
                r"\.board\.railways\[0\]\.hexes\[1\].*gap",
            ),
        ],
    )
    def test_an_impossible_board_is_refused(self, board: HexMap, expected: str) -> None:
        with pytest.raises(InvalidRequestError, match=expected):
            begin("historical", board=board)

    def test_a_board_from_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "board.toml"
        file.write_text('title = "mine"\ngrid = { columns = 32, rows = 20 }\n', encoding="utf-8")
        board = read_toml(HexMap, file)
        assert begin("hypothetical", board=board).board == board


@pytest.mark.rule("orel", "10.2-46th-limit")
def test_the_46th_and_its_armoured_car_are_barred_from_a_zone_of_the_board() -> None:
    mine = HexMap(
        title="mine", grid=HexGrid(columns=32, rows=20), zones=(Zone(name=LIMIT_OF_THE_46TH, hexes=("0817", "0818")),)
    )

    def bound(board: HexMap, *path: str) -> list[str]:
        movers = (unit for unit in order_of_battle().units if unit.mp is not None)
        moves = {unit.key: MovementRequest(unit=evolve(unit, hex="0717"), path=path, board=board) for unit in movers}
        verdicts = {key: ruleset.verdict(move).objections for key, move in moves.items()}
        return [key for key, found in verdicts.items() if "10.2-46th-limit" in {one.rule for one in found}]

    assert bound(mine, "0817") == bound(mine, "0718", "0818") == ["R:1/46D", "R:Art/46D", "R:AC/46D"]
    assert bound(mine, "0816") == []
    assert bound(evolve(mine, zones=()), "0817") == []


def test_a_scenario_that_there_is_not() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.scenario: expected"):
        played(ScenarioRequest(scenario="campaign"))  # type: ignore[arg-type]  # a wrong name is what is asked about
