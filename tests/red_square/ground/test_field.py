"""The field: what covers units, and what contradicts itself."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import InvalidRequestError, UnknownNameError
from rcw_rules import red_square as rs
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.squares import Square, SquareArea, SquareFeature, SquareGrid, SquareMap
from rcw_rules.red_square.ground.sight_lines import squares_held

BOARD = SquareMap(
    title="a test",
    grid=SquareGrid(columns=6, rows=6),
    terrain=(
        SquareArea(kind="wood", squares=((1, 1),)),
        SquareArea(kind="stone_building", squares=((2, 2),)),
        SquareArea(kind="wooden_building", squares=((2, 3),)),
    ),
    features=(
        SquareFeature(kind="trench", squares=((3, 3),)),
        SquareFeature(kind="wire", squares=((4, 4), (5, 4))),
        SquareFeature(kind="hedge", squares=((0, 5),)),
    ),
)


def foot(name: str, square: Square | None = (0, 0), **more: Any) -> rs.Unit:
    fields: dict[str, Any] = {"side": "red", "kind": "infantry", "formation": "waves", "bases": 4, **more}
    return rs.Unit(name=name, square=square, **fields)


def other(name: str, kind: str, square: Square | None = (0, 0), **more: Any) -> rs.Unit:
    return foot(name, square, **{"kind": kind, "formation": None, "bases": 1, **more})


def problems(*units: rs.Unit, **more: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        validate(rs.Field(board=BOARD, units=units, **more))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


@pytest.mark.rule("red_square", "geo-range")
def test_who_is_on_the_table() -> None:
    here, white = foot("here"), foot("white", (3, 0), side="white")
    gone, fled = foot("gone", bases=0), foot("fled", state="off_table")
    train = other("train", "train", (5, 0), guns="heavy")
    aboard = foot("aboard", None, carried_by="train")
    field = rs.Field(board=BOARD, units=(here, white, gone, fled, train, aboard), red_edge="west", white_edge="east")
    validate(field)
    assert field.on_table == (here, white, train)
    assert (field.of("red"), field.of("white"), field.at((0, 0))) == ((here, train), (white,), (here,))
    assert (field.edge_of("red"), field.edge_of("white")) == ("west", "east")
    assert field.distance(here, white) == 3
    assert (field.unit("gone"), field.find("nobody")) == (gone, None)
    with pytest.raises(UnknownNameError):
        field.unit("nobody")


@pytest.mark.rule("red_square", "act-hide", "fire-9-halve", "dig-3-defence", "art-buildings-fire")
@pytest.mark.parametrize(
    ("square", "more", "cover"),
    [
        ((0, 0), {}, "none"),
        ((0, 5), {}, "none"),  # a hedge conceals only
        ((1, 1), {}, "wood"),
        ((2, 2), {}, "building"),
        ((2, 3), {}, "none"),  # it burns
        ((3, 3), {}, "trench"),
        ((0, 0), {"temporary_trenches": True}, "trench"),
        ((0, 0), {"formation": "defence"}, "trench"),
        ((1, 1), {"formation": "defence"}, "trench"),
    ],
)
def test_what_covers_a_unit(square: Square, more: dict[str, Any], cover: str) -> None:
    unit = foot("x", square, **more)
    assert rs.Field(board=BOARD, units=(unit,), burning=((2, 3),)).cover_of(unit) == cover


@pytest.mark.rule("red_square", "art-wire")
def test_wire_that_is_gone() -> None:
    field = rs.Field(board=BOARD, units=(), wire_removed=((5, 4),))
    assert [field.has_wire(square) for square in ((4, 4), (5, 4), (0, 0))] == [True, False, False]


@pytest.mark.rule("red_square", "obs-concealment")
def test_who_moves_is_observed_no_more() -> None:
    one, two = foot("one", (1, 1)), foot("two", (1, 1))
    seen = tuple(rs.Observation(observer="white", target=name, turn=1) for name in ("one", "two"))
    field = rs.Field(board=BOARD, units=(one, two, foot("white", (3, 0), side="white")), observations=seen)
    hit = field.with_units(evolve(two, markers=2), foot("three", (5, 5)))
    assert [unit.name for unit in hit.units] == ["one", "two", "white", "three"]
    assert (hit.unit("two").markers, hit.observations) == (2, seen)
    assert hit.with_units(evolve(one, square=(1, 2))).observations == seen[1:]


@pytest.mark.rule("red_square", "bad-input", "art-buildings-fire", "terrain-wire", "occ-table")
def test_fields_that_contradict_themselves() -> None:
    assert problems(foot("x", (6, 0))) == [("$.units[0].square", "bad-input")]
    assert problems(foot("x", None)) == [("$.units[0].square", "bad-input")]
    assert problems(foot("x"), foot("x", (1, 0))) == [("$.units[1].name", "bad-input")]
    assert problems(foot("x"), foot("y", side="white")) == [("$.units[1].square", "occ-table")]
    fires = problems(burning=((2, 2), (1, 1), (9, 9)))
    assert fires == [(f"$.burning[{number}]", "art-buildings-fire") for number in (1, 2)]
    gap = rs.WireGap(square=(1, 1), direction="E")
    assert problems(wire_removed=((4, 4), (0, 0)), wire_gaps=(gap,)) == [
        ("$.wire_removed", "terrain-wire"), ("$.wire_gaps", "terrain-wire"),
    ]  # fmt: skip


@pytest.mark.rule("red_square", "co-scope", "mg-place-speed", "train-5-carrying", "units-mg")
def test_names_that_lead_nowhere() -> None:
    white = foot("white", (3, 0), side="white")
    assert problems(foot("x", commander="nobody")) == [("$.units[0].commander", "co-scope")]
    assert problems(foot("x", commander="y"), foot("y", (1, 0))) == [("$.units[0].commander", "co-scope")]
    guns = other("m", "mg", accompanies="white")
    assert problems(guns, white) == [("$.units[0].accompanies", "mg-place-speed")]
    assert problems(evolve(guns, accompanies="co"), other("co", "co")) == [("$.units[0].accompanies", "units-mg")]
    aboard = foot("x", None, carried_by="y")
    assert problems(aboard, foot("y")) == [("$.units[0].carried_by", "train-5-carrying")]
    assert problems(aboard) == [("$.units[0].carried_by", "train-5-carrying")]


def tables(on: rs.Field) -> list[Any]:
    """Return all that a field tells of who stands where and who is who."""
    squares = [(column, row) for column in range(6) for row in range(6)]
    named = [on.find(unit.name) for unit in on.units]
    held = [squares_held(on, side) for side in ("red", "white")]
    return [on.on_table, on.of("red"), on.of("white"), [on.at(square) for square in squares], named, held]


@pytest.mark.rule("red_square", "geo-range")
@pytest.mark.parametrize("seed", range(4))
def test_a_field_that_goes_on_tells_what_one_made_anew_tells(seed: int) -> None:
    pick = Random(seed)
    units = [foot(f"{number}", (number, number), side=("red", "white")[number % 2]) for number in range(5)]
    on = rs.Field(board=BOARD, units=tuple(units))
    changes: list[dict[str, Any]] = [{"markers": 2}, {"bases": 0}, {"bases": 3}, {"state": "off_table"}]
    changes += [{"state": "steady"}, {"square": None, "bases": 0}]
    changes += [{"square": (column, row)} for column, row in ((0, 5), (5, 0), (3, 3))]
    for number in range(24):
        tables(on)  # so that everything is worked out, and could be kept too long
        changed = evolve(pick.choice(on.units), **pick.choice(changes))
        if changed.square is None:
            changed = evolve(changed, bases=0)
        on = on.with_units(changed)
        if number % 8 == 7:
            on = on.with_units(foot(f"new {number}", (4, 4), side="red"))
        assert tables(on) == tables(rs.Field(board=BOARD, units=on.units))


def test_a_field_that_goes_on_is_looked_over_again_where_somebody_became_another() -> None:
    on = rs.Field(board=BOARD, units=(foot("A", commander="CO"), other("CO", "co", (1, 1))))
    validate(on)
    for wrong in (other("CO", "commissar", (1, 1)), other("CO", "co", (1, 1), side="white")):
        with pytest.raises(InvalidRequestError, match="commander"):
            validate(on.with_units(wrong))
    with pytest.raises(InvalidRequestError, match="not on the board"):
        validate(on.with_units(foot("A", (6, 0), commander="CO")))
    with pytest.raises(InvalidRequestError, match="missing"):
        validate(on.with_units(foot("A", None, commander="CO")))
