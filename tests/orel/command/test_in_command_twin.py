"""Command against a slow twin on random positions, and what a second check changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_formations import unit

from rcw_rules import GivenDice, orel
from rcw_rules.orel.command import MainBody


def check(
    *units: orel.Unit, side: Any, choices: dict[str, Any] | None = None, former: tuple[MainBody, ...]
) -> orel.CommandOutcome:
    request = orel.CommandRequest(side=side, day=15, units=units, former=former)
    return orel.ruleset.resolve(request, dice=GivenDice(()), choices=choices).outcome


def status(outcome: orel.CommandOutcome, key: str) -> orel.CommandStatus:
    return next(each for each in outcome.statuses if each.unit == key)


def twin_neighbours(place: str) -> list[str]:
    """The neighbours as the catalogue spells them out, rule 0-hex-layout."""
    c, r = int(place[:2]), int(place[2:])
    low = r if c % 2 == 0 else r - 1
    found = [(c, r - 1), (c, r + 1), (c - 1, low), (c - 1, low + 1), (c + 1, low), (c + 1, low + 1)]
    return [f"{column:02}{row:02}" for column, row in found if 1 <= column <= 32 and 1 <= row <= 20]


def twin_distance(ends: tuple[str, str], closed: set[str]) -> int:
    """The length of the shortest way around closed hexes, ring by ring; 999 if there is none."""
    ring, seen, steps = {ends[0]}, {ends[0]}, 0
    while ring:
        if ends[1] in ring:
            return steps
        ring = {other for place in ring for other in twin_neighbours(place)} - seen - closed
        seen |= ring
        steps += 1
    return 999


def twin_groups(units: list[orel.Unit], reach: int, closed: set[str]) -> list[set[str]]:
    """Every unit alone, then join whatever is linked until nothing changes."""
    groups = [{each.key} for each in units]
    places = {each.key: str(each.hex) for each in units}
    changed = True
    while changed:
        changed = False
        for one in groups:
            for other in groups:
                if one is not other and any(
                    twin_distance((places[a], places[b]), closed) <= reach for a in one for b in other
                ):
                    groups = [group for group in groups if group not in (one, other)] + [one | other]
                    changed = True
                    break
            if changed:
                break
    return groups


NEARBY = [f"{column:02}{row:02}" for column in range(4, 12) for row in range(4, 11)]


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, list[orel.Unit], list[orel.Unit]]:
    side = draw(st.sampled_from(["red", "white"]))
    foes = draw(st.lists(st.sampled_from(NEARBY), max_size=14, unique=True))
    free = [place for place in NEARBY if place not in foes]
    kinds = draw(st.lists(st.sampled_from(["infantry", "infantry", "infantry", "cavalry", "artillery"]), max_size=8))
    own = [
        unit(f"u{number}", draw(st.sampled_from(free)), draw(st.sampled_from("FFG")), type=kind, side=side)
        for number, kind in enumerate(kinds)
    ]
    own += [
        unit(f"rec{number}", draw(st.sampled_from(free)), "", side=side, recruit_battalion=True)
        for number in range(draw(st.integers(0, 2)))
    ]
    enemy = "white" if side == "red" else "red"
    return side, own, [unit(f"foe{number}", place, "", side=enemy) for number, place in enumerate(foes)]


def twin_main_body(groups: list[set[str]], former: set[str]) -> set[str]:
    """The largest group; of several the one with most former members, if one has most; else the one of the lowest key.

    All battalions have equal steps, so that the default of the choice is the lowest key.
    """
    size = max(map(len, groups))
    most = max(len(group & former) for group in groups)
    heirs = [group for group in groups if most and len(group & former) == most]
    if len(heirs) == 1 and len(heirs[0]) == size:
        return heirs[0]
    return min((group for group in groups if len(group) == size), key=min)


@pytest.mark.rule("orel", "5.2.1-group", "5.2.1-lines", "5.2.1-ties", "5.2.1-cavalry", "5.2.1-artillery")
@settings(max_examples=50, deadline=None)
@given(positions(), st.sets(st.sampled_from([f"u{number}" for number in range(8)]), min_size=1))
def test_command_against_a_slow_twin(position: tuple[str, list[orel.Unit], list[orel.Unit]], former: set[str]) -> None:
    side, own, foes = position
    closed = {str(each.hex) for each in foes}
    reach = 3 if side == "white" else 2
    outcome = check(*own, *foes, side=side, former=(MainBody(formation="F", units=tuple(sorted(former))),))
    chosen: dict[str, set[str]] = {}
    for formation in ("F", "G"):
        foot = [each for each in own if each.formation == formation and each.type == "infantry"]
        if foot:
            groups = twin_groups(foot, reach, closed)
            chosen[formation] = twin_main_body(groups, former if formation == "F" else set())
    assert {body.formation: set(body.units) for body in outcome.main_bodies} == chosen
    places = {each.key: str(each.hex) for each in own}
    for each in own:
        if each.recruit_battalion:
            commanders, far = list(chosen), reach
        elif each.type == "infantry":
            assert status(outcome, each.key).in_command == (each.key in chosen[each.formation])
            continue
        else:
            commanders, far = [each.formation], 3 if each.type == "cavalry" else reach
        expected = any(
            twin_distance((places[each.key], places[key]), closed) <= far
            for formation in commanders
            for key in chosen.get(formation, ())
        )
        assert status(outcome, each.key).in_command == expected


@pytest.mark.rule("orel", "5.2.1-ties", "5.2-timing")
@settings(max_examples=50, deadline=None)
@given(positions())
def test_a_second_check_without_moving_changes_nothing(
    position: tuple[str, list[orel.Unit], list[orel.Unit]],
) -> None:
    side, own, foes = position
    # The first check chooses the last of equal groups; the second must not ask again.
    last = {"main_body": lambda groups, alternatives: alternatives[-1]}
    first = check(*own, *foes, side=side, choices=last, former=())
    after = {each.key: each for each in first.units}
    moved = [after.get(each.key, each) for each in own]
    again = check(*moved, *foes, side=side, former=first.main_bodies)
    assert again.main_bodies == first.main_bodies
    assert again.units == ()
