"""Who sees whom on a table, against the same facts by hand."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_sight import inside, over, target

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Table, TerrainLine, TerrainPiece, in_line, line_of_sight, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.positions import sight_rules, spot_of

ONE_INCH: dict[str, Any] = {"frontage": inches(1), "depth": inches(1)}


# --- On a table ---------------------------------------------------------------------------------------------------


WOOD = TerrainPiece(
    name="wood",
    kind="wood",
    sight="area",
    outline=(point(10, 10), point(20, 10), point(20, 20), point(10, 20)),
)


HILL = TerrainPiece(
    name="hill",
    kind="hill",
    height=2,
    outline=(point(26, 10), point(34, 10), point(34, 20), point(26, 20)),
    crest=(point(30, 11), point(30, 19)),
)


HEDGE = TerrainLine(name="hedge", kind="hedge", sight="area", points=(point(2, 25), point(38, 25)))
DITCH = TerrainPiece(
    name="ditch", kind="ditch", outline=(point(2, 2), point(6, 2), point(6, 3), point(2, 3)), sight="open"
)


TABLE = Table(title="A table", width=inches(40), depth=inches(30), terrain=(WOOD, HILL, DITCH), lines=(HEDGE,))


def base(name: str, x: str, y: str, facing: int = 0) -> Any:
    return in_line(name, 1, point(x, y), degrees(facing), **ONE_INCH)


@pytest.mark.rule("red_actions", "vis-area", "vis-hedge", "vis-table")
@pytest.mark.parametrize(
    ("observer", "other", "stationary", "by_hand"),
    [
        # The target's nearest point is 1.5 inches inside the southern edge, 6 from the observer.
        (
            base("a", "15", "5.5"),
            base("b", "15", "12.5"),
            True,
            target("6", bases=1, stationary=True, target=inside("wood", "1.5")),
        ),
        (base("a", "15", "5.5"), base("b", "15", "12.5"), False, target("6", bases=1, target=inside("wood", "1.5"))),
        # Both in the wood, 3 inches apart.
        (
            base("a", "15", "13"),
            base("b", "15", "17"),
            False,
            target(
                "3",
                bases=1,
                observer=ra.Standing(ground="wood"),
                target=ra.Standing(ground="wood"),
                same_ground=True,
            ),
        ),
        # Through the wood.
        (base("a", "15", "9"), base("b", "15", "24"), False, target("14", bases=1, between=over(1, "3"))),
        # Behind the hedge, at 26 to 27: seen from 4 inches, not from farther.
        (base("a", "5", "22"), base("b", "5", "27"), False, target("4", bases=1, target=ra.Standing(ground="hedge"))),
        # From behind the hedge out: the observer is 1 inch behind it.
        (base("a", "5", "27"), base("b", "5", "21"), False, target("5", bases=1, observer=ra.Standing(ground="hedge"))),
        # Into the ditch.
        (base("a", "4", "9"), base("b", "4", "2.9"), True, None),
    ],
)
def test_sight_on_a_table_and_the_same_facts_by_hand(
    observer: Any, other: Any, stationary: bool, by_hand: ra.SpotRequest | None
) -> None:
    request = spot_of(TABLE, observer, other, arm="rifle", stationary=stationary)
    if by_hand is None:
        assert (request.target.ground, answer(request).visible) == ("ditch", False)
    else:
        assert request == by_hand


@pytest.mark.rule("red_actions", "vis-hills")
def test_a_hill_on_a_table_and_the_same_facts_by_hand() -> None:
    # The observer stands on the hill, its nearest point at x = 26.5; the wood ends at 20 and 10, the target at 9 or 7.
    viewer = base("viewer", "27", "15.5")
    for x, behind, visible in (("8.5", "1", False), ("7", "2.5", True)):
        request = spot_of(TABLE, viewer, base("other", x, "15.5"), arm="sabres", stationary=False)
        assert (request.observer.level, request.target.level) == (2, 0)
        assert request.between == over(1, behind)
        assert answer(request).visible is visible


@pytest.mark.rule("red_actions", "vis-all-round")
def test_on_a_table_an_observer_sees_behind_himself_and_through_others() -> None:
    viewer = base("viewer", "4", "15", facing=0)
    behind = in_line("behind", 3, point(4, 8), degrees(0), **ONE_INCH)
    assert answer(spot_of(TABLE, viewer, behind, arm="rifle", stationary=False)).visible
    assert answer(spot_of(TABLE, behind, viewer, arm="rifle", stationary=False)).visible


@pytest.mark.rule("red_actions", "vis-area", "vis-hedge", "vis-hills")
@given(
    st.tuples(st.integers(1000, 39_000), st.integers(1000, 29_000)),
    st.tuples(st.integers(1000, 39_000), st.integers(1000, 29_000)),
    st.booleans(),
)
def test_facts_and_table_agree_everywhere(one: tuple[int, int], two: tuple[int, int], stationary: bool) -> None:
    """What the procedure says of the facts is what the lines of the table say, up to 40 inches with single bases."""
    first, second = (base(name, f"{x / 1000:.3f}", f"{y / 1000:.3f}") for name, (x, y) in (("a", one), ("b", two)))
    request = spot_of(TABLE, first, second, arm="rifle", stationary=stationary)
    assume(request.distance <= inches(40))
    assume(request.target.ground != "ditch")  # terrain that only hides who keeps still
    seen_there = line_of_sight(TABLE, first, second, sight_rules("rifle", stationary=stationary)).is_clear
    assert answer(request).visible is seen_there


SLOPES = Table(
    title="Hedges at the foot of hills",
    width=inches(40),
    depth=inches(30),
    terrain=(
        evolve(HILL, outline=(point(4, 10), point(16, 10), point(16, 20), point(4, 20)), crest=()),
        evolve(
            HILL, name="rise", height=1, outline=(point(24, 10), point(36, 10), point(36, 20), point(24, 20)), crest=()
        ),
    ),
    lines=(
        evolve(HEDGE, points=(point(2, 9), point(38, 9))),
        evolve(HEDGE, name="other hedge", points=(point(2, 21), point(38, 21))),
    ),
)


@pytest.mark.rule("red_actions", "vis-hedge", "vis-hills")
@given(
    st.tuples(st.integers(1000, 39_000), st.integers(1000, 29_000)),
    st.tuples(st.integers(1000, 39_000), st.integers(1000, 29_000)),
    st.booleans(),
)
def test_facts_and_table_agree_at_the_foot_of_hills(
    one: tuple[int, int], two: tuple[int, int], stationary: bool
) -> None:
    first, second = (base(name, f"{x / 1000:.3f}", f"{y / 1000:.3f}") for name, (x, y) in (("a", one), ("b", two)))
    request = spot_of(SLOPES, first, second, arm="rifle", stationary=stationary)
    assume(request.distance <= inches(40))
    seen_there = line_of_sight(SLOPES, first, second, sight_rules("rifle", stationary=stationary)).is_clear
    assert answer(request).visible is seen_there


@pytest.mark.rule("red_actions", "vis-hedge", "vis-hills")
@pytest.mark.parametrize(("x", "visible"), [("10", True), ("30", False)])
def test_who_stands_above_a_hedge_is_not_hidden_by_it(x: str, visible: bool) -> None:
    # Seen over the hedge of level 1 at y = 9 from y = 2.5: a target at 10.5 that stands at level 2, and one at level 1.
    viewer, up = base("viewer", x, "2.5"), base("up", x, "11.5")
    assert line_of_sight(SLOPES, viewer, up, sight_rules("rifle", stationary=True)).is_clear is visible
    assert answer(spot_of(SLOPES, viewer, up, arm="rifle", stationary=True)).visible is visible


@pytest.mark.rule("red_actions", "vis-hedge", "vis-hills")
def test_from_behind_a_hedge_one_looks_up_a_hill() -> None:
    # The hill is at level 2, the hedge 1 inch before an observer beside it at level 0.
    viewer, up = base("viewer", "30", "27"), base("up", "30", "19.5")
    rules = sight_rules("rifle", stationary=False)
    assert line_of_sight(TABLE, viewer, up, rules)
    assert answer(spot_of(TABLE, viewer, up, arm="rifle", stationary=False)).visible
    # The other way round the hedge hides the target beyond 4 inches.
    assert not line_of_sight(TABLE, up, viewer, rules)
    assert not answer(spot_of(TABLE, up, viewer, arm="rifle", stationary=False)).visible
    near = base("near", "30", "22.5")
    assert line_of_sight(TABLE, near, viewer, rules)
