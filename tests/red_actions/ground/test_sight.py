"""Who sees whom by the facts, and troops that hide."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_asking import answer
from red_actions_sight import inside, over, target

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError
from rcw_rules.kernel.lengths import inches


def seen(distance: str, *args: Any, options: Any = None, **fields: Any) -> bool:
    outcome: bool = answer(target(distance, *args, **fields), **(options or {})).visible
    return outcome


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
    assert answer(target("100")).side_known
    assert answer(target("8"), **fog).side_known
    assert not answer(target("8.1"), **fog).side_known
    assert answer(target("16", signals=True), **fog).side_known
    assert not answer(target("16.1", signals=True), **fog).side_known
    assert not answer(target("201")).side_known  # who is not seen is not known either


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


def test_as_much_can_stand_between_as_a_table_holds() -> None:
    assert seen("10", between=())
    assert not seen("10", between=over(2, "3") * 60)


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
    # Through 4 inches of wood, though, a unit that fires is seen like one that moves.
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


@pytest.mark.rule("red_actions", "vis-firing-reveals")
@pytest.mark.parametrize(("reach", "told"), [("2", []), ("2.001", ["its fire shows it within 2.001 in"])])
def test_the_record_tells_of_fire_that_shows_more_than_is_seen_anyway(reach: str, told: list[str]) -> None:
    # At the edge of a wood a unit that keeps still is seen at 2 inches.
    request = target("2", target=inside("wood", "1"), stationary=True, fired_range=inches(reach))
    record = ra.ruleset.resolve(request, dice=GivenDice([])).record
    assert [step.text for _, step in record.walk() if step.rule == "vis-firing-reveals"] == told


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
    assert "dead ground" in resolution.explain()  # and that its number is not printed


# --- Markers ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "seq-position-markers", "act-hide")
@pytest.mark.parametrize("shown_as", ["marker", "hidden"])
def test_a_marker_gives_way_when_its_unit_is_seen_or_fires(shown_as: Any) -> None:
    wood: dict[str, Any] = {"target": inside("wood", "1"), "stationary": True}
    assert not answer(target("3", **wood, shown_as=shown_as)).revealed
    assert answer(target("2", **wood, shown_as=shown_as)).revealed
    assert not answer(target("2", **wood)).revealed  # figures already
    fired = answer(target("30", **wood, shown_as="marker", fired_range=inches(16)))
    assert (fired.visible, fired.revealed) == (False, True)


@pytest.mark.rule("red_actions", "seq-dummy-markers")
def test_dummies_are_an_option_and_vanish_when_seen() -> None:
    dummy = target("30", shown_as="dummy")
    with pytest.raises(IllegalRequestError, match=r"\$\.shown_as: .*dummy_markers.*seq-dummy-markers"):
        answer(dummy)
    assert answer(dummy, dummy_markers=True).revealed
    assert not answer(evolve(dummy, distance=inches(201)), dummy_markers=True).revealed
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
        answer(request_, dummy_markers=True)


# --- Hiding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "act-hide")
@pytest.mark.parametrize("arm", ["rifle", "mg", "gun"])
@pytest.mark.parametrize("ground", ["wood", "built_up", "scrub", "ditch", "hedge"])
def test_infantry_and_unlimbered_guns_hide_in_cover(arm: Any, ground: Any) -> None:
    assert answer(ra.HideRequest(arm=arm, ground=ground, turn=3)).ambush_from_turn == 4


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
        answer(request_)


@pytest.mark.rule("red_actions", "form-limbered")
def test_only_guns_have_limbers() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.limbered: .*form-limbered"):
        answer(ra.HideRequest(arm="rifle", limbered=True, ground="wood"))
