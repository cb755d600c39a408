"""Lines of sight against a slow twin, and laws of sight."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_square_sight import GRID, GUNS, LOOKERS, ground

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import Square, SquareMap
from rcw_rules.red_square.ground import Looker, sight_report


def centre(square: Square) -> tuple[int, int]:
    return 2 * square[0] + square[1] % 2, 2 * square[1]


def inside(a: Square, b: Square, square: Square) -> tuple[Fraction, Fraction] | None:
    """Return from where to where on the line its points lie strictly inside a square, by clipping; None for nowhere."""
    first, last = Fraction(0), Fraction(1)
    for start, end, middle in zip(centre(a), centre(b), centre(square), strict=True):
        if start == end:
            if not middle - 1 < start < middle + 1:
                return None
        else:
            one, other = sorted((Fraction(middle - 1 - start, end - start), Fraction(middle + 1 - start, end - start)))
            first, last = max(first, one), min(last, other)
    return (first, last) if first < last else None


def twin(
    board: SquareMap, a: Square, b: Square, looker: Looker, friends: set[Square], *, masked: bool
) -> tuple[bool, str]:
    def height(square: Square) -> int:
        features = board.features_at(square)
        return 2 if "crest" in features else 1 if "slope" in features else 0

    def blocks(square: Square) -> bool:
        over = looker in ("mg", "field_gun", "howitzer", "heavy") and height(a) == 2 and height(square) < 2
        near = GRID.distance(a, square) == 1
        tall = board.terrain_at(square) != "open" and not (over and GRID.distance(square, b) > 1)
        hedge = "hedge" in board.features_at(square) and not over and not (looker in GUNS and not near)
        crest = "crest" in board.features_at(square)
        return tall or hedge or (crest and not (looker in ("howitzer", "heavy") and masked and not near))

    def may(square: Square) -> bool:
        if looker in ("rifle", "vehicle"):
            return height(a) > height(square) or height(b) > height(square)
        return GRID.distance(a, square) >= 2 and GRID.distance(square, b) >= 2

    through = sorted(
        (found, square) for square in GRID.squares if square not in (a, b) and (found := inside(a, b, square))
    )
    groups: list[tuple[Square, ...]] = [(square,) for _, square in through]
    if centre(a)[0] == centre(b)[0]:  # due north or south: in each row that is shifted, the edge between two squares
        column, low, high = a[0], min(a[1], b[1]), max(a[1], b[1])
        for row in range(low + 1, high):
            if row % 2 != a[1] % 2:
                west = column - 1 if row % 2 else column
                pair = ((west, row), (west + 1, row))
                if all(GRID.has(square) for square in pair):
                    groups.append(pair)
    clear = not any(all(map(blocks, group)) for group in groups)
    passed = [a, *(square for _, square in through), b]
    if centre(a)[0] != centre(b)[0] and through:
        clear = clear and not any("ridge" in board.features_between(*pair) for pair in pairwise(passed))
    held = [square for group in groups if set(group) <= friends for square in group]
    overhead = "not_needed" if not held else "allowed" if all(map(may, held)) else "refused"
    return clear, overhead


PLACES = st.tuples(st.integers(0, 8), st.integers(0, 8))
SETS = st.sets(PLACES, max_size=25)


def ridge_lines(squares: Iterable[Square]) -> list[tuple[Square, Square]]:
    """Return the edges on the eastern half of some squares, each once."""
    found: dict[frozenset[Square], tuple[Square, Square]] = {}
    for square in squares:
        for other in GRID.neighbours(square)[:3]:
            found.setdefault(frozenset((square, other)), (square, other))
    return list(found.values())


@pytest.mark.rule(
    "red_square", "geo-los-line", "fire-4-los", "fire-5-overhead", "art-los-crest", "art-los-hedge", "terrain-ridges"
)
@given(st.data())
def test_sights_are_those_of_a_slow_twin(data: st.DataObject) -> None:
    woods, hedges, crests = data.draw(SETS), data.draw(SETS), data.draw(SETS)
    slopes, friends = data.draw(SETS) - crests, data.draw(SETS)
    a, b = data.draw(PLACES), data.draw(PLACES)
    looker, masked = data.draw(st.sampled_from(LOOKERS)), data.draw(st.booleans())
    features = {"hedge": hedges, "crest": crests, "slope": slopes}
    # What a ridge does to a line along an edge is not the twin's: the other half of such a line may block as well.
    ridges = ridge_lines(data.draw(SETS)) if centre(a)[0] != centre(b)[0] else ()
    board = ground(
        ridges,
        terrain={"wood": sorted(woods)} if woods else None,
        **{kind: sorted(squares) for kind, squares in features.items() if squares},
    )
    if a == b:
        return
    found = rs.sight(board, a, b, looker=looker, friends=friends, observed_masked_battery=masked)
    assert (found.is_clear, found.overhead) == twin(board, a, b, looker, friends, masked=masked)
    assert found.is_clear == bool(sight_report(board, a, b, looker=looker, observed_masked_battery=masked))


@pytest.mark.rule("red_square", "fire-4-los", "terrain-ridges")
@given(st.data())
def test_riflemen_see_each_other_or_neither_sees_the_other(data: st.DataObject) -> None:
    woods, hedges = data.draw(SETS), data.draw(SETS)
    a, b = data.draw(PLACES), data.draw(PLACES)
    ends = data.draw(st.lists(PLACES, max_size=6, unique=True))
    board = ground(
        ridge_lines(ends),
        terrain={"wood": sorted(woods)} if woods else None,
        **({"hedge": sorted(hedges)} if hedges else {}),
    )
    if a != b:
        one, other = rs.sight(board, a, b, looker="rifle"), rs.sight(board, b, a, looker="rifle")
        assert one.is_clear == other.is_clear
        assert sorted(one.intervening) == sorted(tuple(reversed(both)) for both in other.intervening)


@pytest.mark.rule("red_square", "fire-4-los", "art-los-crest", "art-los-hedge", "terrain-hills")
@given(st.data())
def test_more_on_the_ground_never_opens_a_sight(data: st.DataObject) -> None:
    woods, hedges, crests = data.draw(SETS), data.draw(SETS), data.draw(SETS)
    a, b, more = data.draw(PLACES), data.draw(PLACES), data.draw(PLACES)
    looker = data.draw(st.sampled_from(LOOKERS))
    if a in (b, more):
        return

    def clear(woods: set[Square], hedges: set[Square], crests: set[Square]) -> bool:
        features = {"hedge": sorted(hedges), "crest": sorted(crests)}
        held = {kind: squares for kind, squares in features.items() if squares}
        board = ground((), terrain={"wood": sorted(woods)} if woods else None, **held)
        return rs.sight(board, a, b, looker=looker).is_clear

    was = clear(woods, hedges, crests)
    for now in (clear(woods | {more}, hedges, crests), clear(woods, hedges | {more}, crests)):
        assert was or not now
    assert was or not clear(woods, hedges, crests | {more})
