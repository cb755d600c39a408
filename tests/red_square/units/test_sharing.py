"""Square occupancy: who may share a square."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.red_square.units import entry_objections, sharing_objections, vehicle_equivalent

CHART = rs.ruleset.charts["occupancy"]
HEADS = ("infantry", "cavalry", "artillery", "mg", "vehicles", "train", "horse_holders")
# The printed table, row by row: how many MG bases ("m"), vehicles ("v") or both together ("t") may be there.
TABLE = """
no no no m2 v2 yes yes
no no no m2 v2 yes yes
no no no m2 v2 yes yes
m2 m2 m2 m4 t4 m2 m4
v2 v2 v2 t4 v4 v2 v4
yes yes yes m2 v2 no yes
yes yes yes m4 v4 yes yes
"""
CELLS = {
    (row, column): cell
    for row, line in zip(HEADS, TABLE.split("\n")[1:-1], strict=True)
    for column, cell in zip(HEADS, line.split(), strict=True)
}


def one(kind: Any, bases: int = 1, side: Any = "red", formation: Any = None) -> rs.Occupant:
    return rs.Occupant(kind=kind, bases=bases, side=side, formation=formation)


def rules(*occupants: rs.Occupant) -> list[str]:
    return [objection.rule for objection in sharing_objections(occupants, CHART)]


def share(*occupants: rs.Occupant) -> rs.OccupancyOutcome:
    outcome: rs.OccupancyOutcome = rs.ruleset.resolve(
        rs.OccupancyRequest(occupants=occupants), dice=GivenDice([])
    ).outcome
    return outcome


def of(head: str, bases: int) -> rs.Occupant:
    """Someone of a head with so many bases; vehicles are armoured cars."""
    if head == "vehicles":
        return one("armoured_car", bases)
    return one(head, bases if head == "mg" else 1)


@pytest.mark.rule("red_square", "occ-table")
@pytest.mark.parametrize(("row", "column"), CELLS)
def test_every_cell_of_the_table_is_as_printed(row: str, column: str) -> None:
    words = {"m": "MG bases", "v": "vehicles", "t": "together"}
    cell = CELLS[row, column]
    result = CHART.look_up(row, column)
    assert result.result == (cell if cell in ("yes", "no") else f"{cell[1]} {words[cell[0]]}")
    assert result.is_printed


@pytest.mark.rule("red_square", "occ-table")
@pytest.mark.parametrize(("row", "column"), CELLS)
def test_every_cell_decides_who_shares_a_square(row: str, column: str) -> None:
    cell = CELLS[row, column]
    if cell in ("yes", "no"):
        # As the newcomer and as the one who is there already.
        assert rules(of(row, 1), of(column, 1)) == ([] if cell == "yes" else ["occ-table"])
        return
    most = int(cell[1])
    if row == column or cell[0] == "t":
        splits = [(first, most - first) for first in range(1, most)]
    else:
        counted = {"m": "mg", "v": "vehicles"}[cell[0]]
        splits = [(most, 1)] if row == counted else [(1, most)]
    for first, second in splits:
        assert rules(of(row, first), of(column, second)) == []
        if cell[0] == "t" or row in ("mg", "vehicles"):
            assert "occ-table" in rules(of(row, first + 1), of(column, second))
        if cell[0] == "t" or column in ("mg", "vehicles"):
            assert "occ-table" in rules(of(row, first), of(column, second + 1))


@pytest.mark.rule("red_square", "occ-table")
def test_the_refusal_names_the_cell() -> None:
    with pytest.raises(IllegalRequestError) as error:
        share(one("infantry", 4), one("mg", 3))
    assert str(error.value) == "infantry battalion with MG company: at most 2 MG bases in a square, not 3 [occ-table]"
    with pytest.raises(IllegalRequestError, match=r"only one cavalry regiment to a square \[occ-table\]"):
        share(one("cavalry", 4), one("cavalry", 3))
    with pytest.raises(IllegalRequestError, match="infantry battalion with artillery brigade: they may not share"):
        share(one("artillery", 2), one("infantry", 3))


@pytest.mark.rule("red_square", "occ-table")
def test_the_cases_of_the_table() -> None:
    assert share(one("infantry", 4), one("mg", 2)) == rs.OccupancyOutcome(
        types=("infantry", "mg"), mg_bases=2, vehicle_halves=0
    )
    assert rules(one("mg", 2), one("armoured_car", 2)) == []
    assert rules(one("mg", 2), one("armoured_car", 3)) == ["occ-table"]
    assert rules(one("infantry", 4), one("infantry", 4)) == ["occ-table"]
    assert rules(one("cavalry", 4), one("tchanka", 2)) == []
    assert rules(one("cavalry", 4), one("tchanka", 2), one("truck")) == ["occ-table"]


@pytest.mark.rule("red_square", "occ-table")
def test_opponents_never_share_a_square() -> None:
    assert rules(one("infantry", 4), one("mg", 1, side="white")) == ["occ-table"]
    assert rules(one("co"), one("co", side="white")) == ["occ-table"]


@pytest.mark.rule("red_square", "occ-two-types")
def test_two_troop_types_at_most() -> None:
    assert "occ-two-types" in rules(one("infantry", 4), one("mg", 1), one("armoured_car"))
    with pytest.raises(IllegalRequestError, match="MG company, vehicles and horse holders are 3 troop types"):
        share(one("mg"), one("truck"), one("horse_holders"))
    assert rules(one("mg", 2), one("mg", 2)) == []
    assert rules(one("mg", 2), one("mg", 3)) == ["occ-table"]
    # Two kinds of vehicles, tchankas among them, are one type.
    assert rules(one("infantry", 4), one("armoured_car"), one("tchanka")) == []


@pytest.mark.rule("red_square", "occ-officers")
def test_command_figures_stand_anywhere_among_friends() -> None:
    outcome = share(one("infantry", 4), one("mg", 2), one("co"), one("commissar"), one("cheka"), one("hq"))
    assert outcome.types == ("infantry", "mg")
    assert share(one("co"), one("commissar")).types == ()
    assert rules(one("infantry", 4), one("co", side="white")) == ["occ-officers"]


@pytest.mark.rule("red_square", "occ-vehicle-equivalents")
def test_tanks_count_for_more() -> None:
    kinds: Any = ("armoured_car", "truck", "tchanka", "light_tank", "heavy_tank")
    assert [vehicle_equivalent(kind) for kind in kinds] == [1, 1, 1, Fraction(3, 2), 2]
    assert share(one("infantry", 4), one("heavy_tank")).vehicle_halves == 4
    assert rules(one("infantry", 4), one("light_tank"), one("armoured_car")) == ["occ-table"]
    with pytest.raises(IllegalRequestError, match="at most 2 vehicles in a square, not 2 1/2"):
        share(one("light_tank"), one("infantry", 4), one("armoured_car"))
    # 2 MG bases and a light tank come to 3 1/2, with one MG base more to 4 1/2.
    assert share(one("mg", 2), one("light_tank")).vehicle_halves == 3
    assert rules(one("mg", 3), one("light_tank")) == ["occ-table"]


@pytest.mark.rule("red_square", "occ-example")
def test_the_worked_example() -> None:
    assert rules(one("light_tank", 2), one("armoured_car")) == []
    assert rules(one("light_tank", 2), one("heavy_tank")) == ["occ-table"]


@pytest.mark.rule("red_square", "occ-abstract")
def test_nobody_asks_for_the_size_of_a_base() -> None:
    for cls in (rs.Occupant, rs.OccupancyRequest, rs.Unit):
        names = {field.name for field in attrs.fields(cls)}
        assert not names & {"width", "depth", "size", "base_size", "length", "millimetres"}


@pytest.mark.rule("red_square", "units-afv", "occ-table")
def test_a_detachment_that_is_too_large_for_any_square() -> None:
    assert rules(one("heavy_tank", 2)) == []
    assert rules(one("heavy_tank", 3)) == ["occ-table"]
    assert rules(one("mg", 5)) == ["occ-table"]
    assert rules(one("infantry", 6)) == []


@pytest.mark.rule("red_square", "dig-3-defence")
def test_a_position_in_defence_holds_one_mg_company_and_nobody_else() -> None:
    dug_in = one("infantry", 4, formation="defence")
    assert rules(dug_in, one("mg", 2), one("co")) == []
    assert rules(dug_in, one("co"), one("commissar")) == []
    assert rules(dug_in, one("mg"), one("mg")) == ["dig-3-defence"]
    assert rules(dug_in, one("armoured_car")) == ["dig-3-defence"]
    assert rules(one("infantry", 4, formation="firing_line"), one("armoured_car")) == []


@pytest.mark.rule("red_square", "units-max-six", "formations-list")
def test_malformed_occupants() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.occupants\[0\]\.bases: .*\[units-max-six\]"):
        share(one("infantry", 7))
    with pytest.raises(InvalidRequestError, match=r"\$\.occupants\[1\]\.formation: .*\[formations-list\]"):
        share(one("infantry", 4), one("mg", formation="masses"))


@pytest.mark.rule("red_square", "occ-table")
def test_who_enters_a_square_joins_those_who_are_there() -> None:
    board = SquareMap(title="open", grid=SquareGrid(columns=6, rows=10))
    there = rs.Unit(name="a", side="red", kind="cavalry", square=(2, 2), bases=3, formation="mounted")
    comes = attrs.evolve(there, name="b", square=(3, 2))
    field = rs.Field(board=board, units=(there, comes))
    assert [found.rule for found in entry_objections(field, comes, (2, 2), CHART)] == ["occ-table"]
    assert entry_objections(field, comes, (1, 2), CHART) == ()
    # It does not meet itself in the square in which it is.
    assert entry_objections(field, comes, (3, 2), CHART) == ()


# ---------------------------------------------------------------- against a slow twin


KINDS: Any = (
    "infantry", "cavalry", "artillery", "mg", "tchanka", "armoured_car", "light_tank", "heavy_tank", "truck", "train",
    "hq", "co", "horse_holders",
)  # fmt: skip


def may_share(occupants: list[rs.Occupant]) -> bool:
    """The ruling in words: heads, then the tightest limit of every pair of heads, in halves."""
    fighters = [each for each in occupants if each.kind not in ("hq", "co")]
    if len({each.side for each in occupants}) > 1:
        return False
    head = {"tchanka": "vehicles", "armoured_car": "vehicles", "light_tank": "vehicles", "heavy_tank": "vehicles"}
    heads = [{**head, "truck": "vehicles"}.get(each.kind, each.kind) for each in fighters]
    if len(set(heads)) > 2:
        return False
    halves = {"light_tank": 3, "heavy_tank": 4}
    guns = sum(2 * each.bases for each in fighters if each.kind == "mg")
    cars = sum(
        halves.get(each.kind, 2) * each.bases for each, its in zip(fighters, heads, strict=True) if its == "vehicles"
    )
    for place, first in enumerate(heads):
        for other, second in enumerate(heads):
            cell = CELLS[first, second]
            if place == other and first not in ("mg", "vehicles"):
                continue
            held = {"m": guns, "v": cars, "t": guns + cars}.get(cell[0], 0)
            if cell == "no" or (cell != "yes" and held > 2 * int(cell[1])):
                return False
    return True


@pytest.mark.rule("red_square", "occ-table", "occ-two-types", "occ-vehicle-equivalents")
@given(
    st.lists(
        st.builds(
            one, st.sampled_from(KINDS), st.integers(1, 3), st.sampled_from(("red", "red", "red", "red", "white"))
        ),
        min_size=1,
        max_size=4,
    )
)
def test_against_the_twin_and_in_any_order(occupants: list[rs.Occupant]) -> None:
    allowed = not rules(*occupants)
    assert allowed == may_share(occupants)
    assert allowed == (not rules(*reversed(occupants)))
