"""Who sees whom, hiding, and whom to shoot at."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError
from rcw_rules.kernel.geometry.table import Table, TerrainLine, TerrainPiece, in_line, line_of_sight, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.ground.positions import sight_rules, spot_of

ONE_INCH: dict[str, Any] = {"frontage": inches(1), "depth": inches(1)}


def resolve(request: Any, choices: Any = None, **options: Any) -> Any:
    ruleset = ra.ruleset.with_options(**options)
    return ruleset.resolve(request, dice=GivenDice([]), choices=choices or {}).outcome


def target(distance: str, arm: Any = "rifle", bases: int = 4, **fields: Any) -> ra.SpotRequest:
    known = {"stationary": False, **fields}
    return ra.SpotRequest(distance=inches(distance), arm=arm, bases=bases, **known)


def seen(distance: str, *args: Any, options: Any = None, **fields: Any) -> bool:
    outcome: bool = resolve(target(distance, *args, **fields), **(options or {})).visible
    return outcome


def inside(ground: Any, edge: str, level: int = 0) -> ra.Standing:
    return ra.Standing(ground=ground, edge_distance=inches(edge), level=level)


# --- In the open --------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "vis-table", "conv-within")
@pytest.mark.parametrize(
    ("arm", "bases", "limit"),
    [
        ("rifle", 4, "200"),
        ("sabres", 6, "200"),
        ("gun", 1, "200"),
        ("mortar", 2, "200"),
        ("rifle", 3, "120"),
        ("tachanka", 2, "120"),
        ("rifle", 1, "40"),
        ("armoured_car", 1, "40"),
        ("officer", 1, "40"),
        ("officer", 2, "40"),
    ],
)
def test_how_far_somebody_is_seen_in_the_open(arm: Any, bases: int, limit: str) -> None:
    for stationary in (True, False):
        assert seen(limit, arm, bases, stationary=stationary)
        assert not seen(f"{limit}.001", arm, bases, stationary=stationary)


@pytest.mark.rule("red_actions", "vis-table")
def test_the_catalogue_in_the_open() -> None:
    assert not seen("41", "officer", 1)
    assert seen("130", "rifle", 5)


@pytest.mark.rule("red_actions", "vis-table")
def test_the_chart_of_visibility() -> None:
    chart = ra.ruleset.charts["visibility"]
    printed = {
        "large_body_or_artillery": 200,
        "unit": 120,
        "single_base": 40,
        "signalling": 16,
        "friend_or_foe": 8,
        "moving_in_cover": 4,
        "still_in_cover": 2,
        "behind_hedge": 4,
        "edge_of_cover": 2,
        "dead_ground": 2,
    }
    assert {row: chart.look_up(row).result for row in printed} == printed
    assert [row for row in printed if chart.look_up(row).provenance != "printed"] == ["dead_ground"]


@pytest.mark.rule("red_actions", "vis-table")
def test_friend_and_foe_are_told_apart_near_by_only_if_that_is_played() -> None:
    fog = {"fog_of_identity": True}
    assert resolve(target("100")).side_known
    assert resolve(target("8"), **fog).side_known
    assert not resolve(target("8.1"), **fog).side_known
    assert resolve(target("16", signals=True), **fog).side_known
    assert not resolve(target("16.1", signals=True), **fog).side_known
    assert not resolve(target("201")).side_known  # who is not seen is not known either


# --- In cover -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "vis-table", "vis-area")
@pytest.mark.parametrize("ground", ["scrub", "wood", "built_up"])
@pytest.mark.parametrize(
    ("arm", "stationary", "limbered", "limit"),
    [
        ("rifle", True, False, "2"),
        ("mg", True, False, "2"),
        ("gun", True, False, "2"),
        ("mortar", True, False, "2"),
        ("rifle", False, False, "200"),
        ("gun", True, True, "200"),
        ("sabres", True, False, "200"),
        ("armoured_car", True, False, "200"),
    ],
)
def test_at_the_edge_of_cover(ground: Any, arm: Any, stationary: bool, limbered: bool, limit: str) -> None:
    fields = {"stationary": stationary, "limbered": limbered, "target": inside(ground, "2")}
    assert seen(limit, arm, 4, **fields)
    assert not seen(f"{limit}.1", arm, 4, **fields)


@pytest.mark.rule("red_actions", "vis-area")
@pytest.mark.parametrize(("stationary", "limit"), [(True, "2"), (False, "4")])
def test_deeper_than_two_inches(stationary: bool, limit: str) -> None:
    fields = {"stationary": stationary, "target": inside("wood", "2.001")}
    assert seen(limit, **fields)
    assert not seen(f"{limit}.001", **fields)
    assert not seen("4.001", "sabres", **fields)


@pytest.mark.rule("red_actions", "vis-area")
def test_both_inside() -> None:
    wood = ra.Standing(ground="wood")
    for stationary, limit in ((True, "2"), (False, "4")):
        both = {"observer": wood, "target": wood, "same_ground": True, "stationary": stationary}
        assert seen(limit, **both)
        assert not seen(f"{limit}.1", **both)
    # In two woods each at its edge, moving troops are seen as from anywhere.
    assert seen("30", observer=inside("wood", "1"), target=inside("wood", "1"))
    assert not seen("30", observer=inside("wood", "3"), target=inside("wood", "1"))


@pytest.mark.rule("red_actions", "vis-area")
def test_the_catalogue_in_woods() -> None:
    edge = inside("wood", "1")
    assert seen("30", "sabres", target=edge)
    assert not seen("3", "rifle", target=edge, stationary=True)
    assert seen("2", "rifle", target=edge, stationary=True)
    # Rifles 3 inches inside do not see an enemy 10 inches outside; from 2 inches inside they do.
    assert not seen("13", observer=inside("wood", "3"))
    assert seen("12", observer=inside("wood", "2"))
    assert seen("12", observer=inside("wood", "2"), stationary=True)


@pytest.mark.rule("red_actions", "vis-table")
def test_scrub_and_ditches() -> None:
    assert seen("4", target=inside("scrub", "1"))
    assert not seen("4", target=inside("scrub", "1"), stationary=True)
    ditch = ra.Standing(ground="ditch")
    assert seen("2", target=ditch, stationary=True)
    assert not seen("2.1", target=ditch, stationary=True)
    assert seen("200", target=ditch)
    assert seen("200", "sabres", target=ditch, stationary=True)


@pytest.mark.rule("red_actions", "vis-hedge")
@pytest.mark.parametrize("stationary", [True, False])
def test_behind_a_hedge_troops_are_seen_at_4_inches_and_see_through(stationary: bool) -> None:
    hedge = ra.Standing(ground="hedge")
    assert seen("4", target=hedge, stationary=stationary)
    assert not seen("4.1", target=hedge, stationary=stationary)
    assert seen("200", observer=hedge, stationary=stationary)


# --- Hills --------------------------------------------------------------------------------------------------------


def over(rises_to: int, behind: str, crests: str | None = None) -> tuple[ra.Between, ...]:
    apart = None if crests is None else inches(crests)
    return (ra.Between(rises_to=rises_to, behind=inches(behind), crests_apart=apart),)


@pytest.mark.rule("red_actions", "vis-hills")
@pytest.mark.parametrize(
    ("observer", "lower", "between", "visible"),
    [
        (2, 0, over(1, "2"), False),  # a hill-top, and a target 2 inches behind a wood
        (2, 0, over(1, "2.1"), True),
        (3, 0, over(2, "9", "10"), False),  # 9 inches behind a low hill whose crest is 10 from the tall one's
        (3, 0, over(2, "10", "10"), False),
        (3, 0, over(2, "10.1", "10"), True),
        (0, 2, over(1, "2"), False),  # the other way round it is the same
        (0, 2, over(1, "2.1"), True),
        (1, 0, over(1, "20"), False),  # a gentle rise does not overlook a wood
        (1, 1, over(1, "20"), True),  # what rises above neither end
        (2, 2, over(2, "20", "20"), True),
        (2, 0, over(2, "20"), False),  # a hill as high
        (2, 0, over(3, "20"), False),  # a wood on it
        (0, 0, over(1, "20"), False),
        (2, 0, (*over(1, "5"), *over(1, "1")), False),  # the second of two
        (2, 0, (*over(1, "5"), *over(1, "3")), True),
    ],
)
def test_hills_overlook_lower_ground_but_for_dead_ground(
    observer: int, lower: int, between: tuple[ra.Between, ...], visible: bool
) -> None:
    fields = {"observer": ra.Standing(level=observer), "target": ra.Standing(level=lower), "between": between}
    assert seen("30", **fields) is visible


# --- Fire and weather ---------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "vis-firing-reveals", "seq-position-markers")
def test_fire_shows_who_fires_as_far_as_it_reaches() -> None:
    wood: dict[str, Any] = {"target": inside("wood", "1"), "stationary": True}
    assert not seen("7", **wood)
    assert seen("7", **wood, fired_range=inches(16))
    assert seen("16", **wood, fired_range=inches(16))
    assert not seen("16.1", **wood, fired_range=inches(16))
    # It takes away nothing from how far one is seen anyway, nor what stands between or how deep an observer is.
    assert seen("200", fired_range=inches(6))
    assert not seen("7", **wood, fired_range=inches(16), between=over(2, "3"))
    assert not seen("7", **wood, fired_range=inches(16), observer=inside("wood", "3"))
    # Through 4 inches of wood, though, whoever fires is seen like one who moves.
    both: dict[str, Any] = {
        "observer": ra.Standing(ground="wood"),
        "target": ra.Standing(ground="wood"),
        "same_ground": True,
        "stationary": True,
    }
    assert not seen("4", **both)
    assert seen("4", **both, fired_range=inches(16))
    assert not seen("4.1", **both, fired_range=inches(16))
    assert seen("4", **wood, fired_range=inches(16), observer=inside("wood", "3"))


@pytest.mark.rule("red_actions", "vis-firing-reveals", "vis-area")
@pytest.mark.parametrize("still", [True, False])
def test_fire_out_of_the_depth_of_a_wood_is_seen_no_farther_than_its_shooter_sees(still: bool) -> None:
    def across(edge: str, distance: str) -> tuple[bool, bool]:
        """Whether a shooter so deep is seen from outside, and whether one outside is seen from so deep."""
        fired: dict[str, Any] = {"stationary": still, "fired_range": inches(16)}
        deep = inside("wood", edge)
        return seen(distance, **fired, target=deep), seen(distance, **fired, observer=deep)

    assert across("2", "12") == (True, True)
    assert across("2.001", "4") == (True, True)
    for edge, distance in (("2.001", "4.1"), ("3", "7"), ("5", "12")):
        assert across(edge, distance) == (False, False)


@pytest.mark.rule("red_actions", "wx-night-range", "wx-rain")
def test_night_and_rain_limit_sight() -> None:
    for options, limit in (({"night": "dark"}, 3), ({"night": "moonlight_or_fog"}, 6), ({"rain": True}, 40)):
        assert seen(str(limit), options=options)
        assert not seen(f"{limit}.1", options=options)
        assert not seen(f"{limit}.1", options=options, fired_range=inches(60))
        assert not seen("2.1", options=options, target=inside("wood", "1"), stationary=True)
    assert not seen("41", "rifle", 5, options={"rain": True})
    assert not seen("4", options={"rain": True, "night": "dark"})


@pytest.mark.rule("red_actions", "wx-night-range", "wx-rain", "vis-table", "vis-hills")
def test_the_record_names_what_limits_sight() -> None:
    ruleset = ra.ruleset.with_options(night="dark", rain=True)
    record = ruleset.resolve(target("3"), dice=GivenDice([])).record
    assert {"vis-table", "wx-night-range", "wx-rain", "wx-night-morale"} <= set(record.rules)
    plain = ra.ruleset.resolve(target("3"), dice=GivenDice([])).record
    assert not {"wx-night-range", "wx-rain"} & set(plain.rules)
    hill = target("30", observer=ra.Standing(level=2), between=over(1, "1"))
    resolution = ra.ruleset.resolve(hill, dice=GivenDice([]))
    assert "vis-hills" in resolution.record.rules
    assert "dead_ground" in resolution.explain()  # and that its number is not printed


# --- Markers ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "seq-position-markers", "act-hide")
@pytest.mark.parametrize("shown_as", ["marker", "hidden"])
def test_a_marker_gives_way_when_its_unit_is_seen_or_fires(shown_as: Any) -> None:
    wood: dict[str, Any] = {"target": inside("wood", "1"), "stationary": True}
    assert not resolve(target("3", **wood, shown_as=shown_as)).revealed
    assert resolve(target("2", **wood, shown_as=shown_as)).revealed
    assert not resolve(target("2", **wood)).revealed  # figures already
    fired = resolve(target("30", **wood, shown_as="marker", fired_range=inches(16)))
    assert (fired.visible, fired.revealed) == (False, True)


@pytest.mark.rule("red_actions", "seq-dummy-markers")
def test_dummies_are_an_option_and_vanish_when_seen() -> None:
    dummy = target("30", shown_as="dummy")
    with pytest.raises(IllegalRequestError, match=r"\$\.shown_as: .*dummy_markers.*seq-dummy-markers"):
        resolve(dummy)
    assert resolve(dummy, dummy_markers=True).revealed
    assert not resolve(evolve(dummy, distance=inches(201)), dummy_markers=True).revealed
    ruleset = ra.ruleset.with_options(dummy_markers=True)
    assert "seq-dummy-markers" in ruleset.resolve(dummy, dice=GivenDice([])).record.rules


@pytest.mark.rule("red_actions", "vis-area", "act-hide", "seq-dummy-markers", "form-limbered", "conv-bad-input")
@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (target("3", target=ra.Standing(ground="wood")), r"\$\.target\.edge_distance: is missing.*vis-area"),
        (target("3", observer=ra.Standing(ground="scrub")), r"\$\.observer\.edge_distance: is missing.*vis-area"),
        (target("3", target=inside("hedge", "1")), r"\$\.target\.edge_distance: .*leave it out.*vis-area"),
        (target("3", target=inside("wood", "1"), same_ground=True), r"\$\.same_ground: .*vis-area"),
        (target("3", same_ground=True), r"\$\.same_ground: .*vis-area"),
        (target("3", limbered=True), r"\$\.limbered: rifle bases.*form-limbered"),
        (target("3", shown_as="hidden"), r"\$\.stationary: .*act-hide"),
        (
            target("3", shown_as="hidden", stationary=True, fired_range=inches(9)),
            r"\$\.fired_range: .*act-hide",
        ),
        (target("3", shown_as="dummy", fired_range=inches(9)), r"\$\.fired_range: .*seq-dummy-markers"),
        (target("3", bases=0), r"\$\.bases: .*conv-bad-input"),
        (target("3", observer=ra.Standing(level=-1)), r"\$\.observer\.level: .*vis-hills"),
        (target("3", between=over(0, "1")), r"\$\.between\[0\]\.rises_to: .*vis-hills"),
    ],
)
def test_what_contradicts_itself_is_refused(request_: ra.SpotRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        resolve(request_, dummy_markers=True)


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
        assert (request.target.ground, resolve(request).visible) == ("ditch", False)
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
        assert resolve(request).visible is visible


@pytest.mark.rule("red_actions", "vis-all-round")
def test_on_a_table_an_observer_sees_behind_himself_and_through_others() -> None:
    viewer = base("viewer", "4", "15", facing=0)
    behind = in_line("behind", 3, point(4, 8), degrees(0), **ONE_INCH)
    assert resolve(spot_of(TABLE, viewer, behind, arm="rifle", stationary=False)).visible
    assert resolve(spot_of(TABLE, behind, viewer, arm="rifle", stationary=False)).visible


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
    assert resolve(request).visible is seen_there


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
    assert resolve(request).visible is seen_there


@pytest.mark.rule("red_actions", "vis-hedge", "vis-hills")
@pytest.mark.parametrize(("x", "visible"), [("10", True), ("30", False)])
def test_who_stands_above_a_hedge_is_not_hidden_by_it(x: str, visible: bool) -> None:
    # Seen over the hedge of level 1 at y = 9 from y = 2.5: a target at 10.5 that stands at level 2, and one at level 1.
    viewer, up = base("viewer", x, "2.5"), base("up", x, "11.5")
    assert line_of_sight(SLOPES, viewer, up, sight_rules("rifle", stationary=True)).is_clear is visible
    assert resolve(spot_of(SLOPES, viewer, up, arm="rifle", stationary=True)).visible is visible


@pytest.mark.rule("red_actions", "vis-hedge", "vis-hills")
def test_from_behind_a_hedge_one_looks_up_a_hill() -> None:
    # The hill is at level 2, the hedge 1 inch before an observer beside it at level 0.
    viewer, up = base("viewer", "30", "27"), base("up", "30", "19.5")
    rules = sight_rules("rifle", stationary=False)
    assert line_of_sight(TABLE, viewer, up, rules)
    assert resolve(spot_of(TABLE, viewer, up, arm="rifle", stationary=False)).visible
    # The other way round the hedge hides him beyond 4 inches.
    assert not line_of_sight(TABLE, up, viewer, rules)
    assert not resolve(spot_of(TABLE, up, viewer, arm="rifle", stationary=False)).visible
    near = base("near", "30", "22.5")
    assert line_of_sight(TABLE, near, viewer, rules)


# --- Hiding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "act-hide")
@pytest.mark.parametrize("arm", ["rifle", "mg", "gun"])
@pytest.mark.parametrize("ground", ["wood", "built_up", "scrub", "ditch", "hedge"])
def test_infantry_and_unlimbered_guns_hide_in_cover(arm: Any, ground: Any) -> None:
    assert resolve(ra.HideRequest(arm=arm, ground=ground, turn=3)).ambush_from_turn == 4


@pytest.mark.rule("red_actions", "act-hide")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ra.HideRequest(arm="sabres", ground="wood"), "arm"),
        (ra.HideRequest(arm="tachanka", ground="wood"), "arm"),
        (ra.HideRequest(arm="tank", ground="wood"), "arm"),
        (ra.HideRequest(arm="mortar", ground="wood"), "arm"),
        (ra.HideRequest(arm="gun", limbered=True, ground="wood"), "limbered"),
        (ra.HideRequest(arm="rifle", ground="open"), "ground"),
        (ra.HideRequest(arm="rifle", ground="wood", seen=True), "seen"),
    ],
)
def test_others_do_not_hide(request_: ra.HideRequest, path: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"^\$\.{path}: .*act-hide\]$"):
        resolve(request_)


@pytest.mark.rule("red_actions", "form-limbered")
def test_only_guns_have_limbers() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.limbered: .*form-limbered"):
        resolve(ra.HideRequest(arm="rifle", limbered=True, ground="wood"))


# --- Targets ------------------------------------------------------------------------------------------------------


def candidates(*codes: str) -> tuple[ra.Candidate, ...]:
    """Return a candidate for each code of letters: t for a threat, c for close, o for in the open."""
    return tuple(
        ra.Candidate(name=code, threatens="t" in code, close="c" in code, in_open="o" in code) for code in codes
    )


@pytest.mark.rule("red_actions", "prio-order")
def test_threat_comes_before_close_and_close_before_open() -> None:
    falling = ["tco", "tc", "to", "t", "co", "c", "o", "x"]
    for number, better in enumerate(falling):
        for worse in falling[number + 1 :]:
            assert resolve(ra.TargetPriorityRequest(candidates=candidates(worse, better))).allowed == (better,)
            with pytest.raises(IllegalRequestError, match=rf"\$\.target: {worse} comes after {better}; .*prio-order"):
                resolve(ra.TargetPriorityRequest(candidates=candidates(better, worse), target=worse))


@pytest.mark.rule("red_actions", "prio-order", "prio-one-target")
def test_equals_are_chosen_from_freely_and_one_is() -> None:
    equals = (
        ra.Candidate(name="first", close=True),
        ra.Candidate(name="second", close=True),
        ra.Candidate(name="third", in_open=True),
    )
    request = ra.TargetPriorityRequest(candidates=equals)
    assert resolve(request) == ra.TargetPriorityOutcome(target="first", allowed=("first", "second"))
    chosen = resolve(request, choices={"target": lambda seen, alternatives: alternatives[-1]})
    assert chosen.target == "second"
    assert resolve(evolve(request, target="second")).target == "second"


@pytest.mark.rule("red_actions", "prio-senior", "prio-order", "conv-within")
@pytest.mark.parametrize(
    ("fields", "free"),
    [
        ({"senior_attached": True}, True),
        ({"senior_distance": inches(4)}, True),
        ({"senior_distance": inches("4.1")}, False),
        ({"agreed": True}, True),
        ({}, False),
    ],
)
def test_a_senior_officer_frees_the_choice(fields: dict[str, Any], free: bool) -> None:
    request = ra.TargetPriorityRequest(candidates=candidates("co", "t"), target="co", **fields)
    if free:
        assert resolve(request) == ra.TargetPriorityOutcome(target="co", allowed=("co", "t"))
        assert resolve(evolve(request, target=None)).target == "t"  # by default the priorities hold even so
    else:
        with pytest.raises(IllegalRequestError, match=r"co comes after t; .*prio-order"):
            resolve(request)


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ra.TargetPriorityRequest(candidates=()), r"\$\.candidates"),
        (ra.TargetPriorityRequest(candidates=candidates("c", "c")), r"\$\.candidates\[1\]\.name"),
        (ra.TargetPriorityRequest(candidates=candidates("c"), target="o"), r"\$\.target"),
    ],
)
def test_impossible_candidates_are_refused(request_: ra.TargetPriorityRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"{path}: "):
        resolve(request_)
