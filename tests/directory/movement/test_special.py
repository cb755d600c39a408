"""Naval, water and rail movement: limits, hexes, ratings and bases."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as di
from rcw_rules.directory.model import MissingProfileError, UnitType
from rcw_rules.directory.movement import HexKind
from rcw_rules.kernel.record import LookUpStep

SEA, COAST, RIVER = ("sea",), ("coastal",), ("river",)
MAJOR, MINOR = ("major_railroad",), ("minor_railroad",)
BASE = di.StackedBase(type="mobile_base")
USERS = {"naval": "inshore_naval_forces", "water": "river_gunboats", "rail": "armored_train"}


def request(mode: Any, path: tuple[Any, ...] | None, kind: Any = None, **changes: Any) -> di.SpecialMovementRequest:
    user: Any = kind or USERS[mode]
    unit = di.Counter(type=user, faction="bolsheviks", movement=changes.pop("movement", None))
    return di.SpecialMovementRequest(**{"mode": mode, "unit": unit, "path": path, "at_start": (BASE,), **changes})


def ask(asked: di.SpecialMovementRequest, **choices: Any) -> di.SpecialMovementOutcome:
    return di.ruleset.outcome(asked, dice=GivenDice([]), choices=choices)


def cited(asked: di.SpecialMovementRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        ask(asked)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


@pytest.mark.rule("directory", "mov-naval", "mov-water", "mov-rail")
@pytest.mark.parametrize(
    ("mode", "hexes", "limit", "rule"),
    [
        ("naval", SEA, 40, "mov-naval"),
        ("naval", COAST, 40, "mov-naval"),
        ("water", COAST, 40, "mov-water"),
        ("water", SEA, 40, "mov-water"),
        ("water", RIVER, 20, "mov-water"),
        ("water", ("river", "coastal"), 40, "mov-water"),
        ("water", ("sea", "river"), 40, "mov-water"),
        ("rail", MAJOR, 40, "mov-rail"),
        ("rail", MINOR, 20, "mov-rail"),
        ("rail", ("coastal", "major_railroad"), 40, "mov-rail"),
    ],
)
def test_as_far_as_the_limit_and_no_farther(mode: str, hexes: tuple[str, ...], limit: int, rule: str) -> None:
    resolution = di.ruleset.resolve(request(mode, (hexes,) * limit), dice=GivenDice([]))
    assert (resolution.outcome.limit, resolution.outcome.legal_by_charts) == (limit, True)
    assert resolution.outcome.unchecked == ("stacking", "zoc")
    assert rule in resolution.record.rules
    assert cited(request(mode, (hexes,) * (limit + 1))) == [(rule, "$.path")]


@pytest.mark.rule("directory", "mov-water")
def test_one_river_hex_makes_the_limit_twenty_for_all() -> None:
    assert ask(request("water", (RIVER, *(COAST,) * 19))).limit == 20
    assert cited(request("water", (RIVER, *(COAST,) * 20))) == [("mov-water", "$.path")]
    assert cited(request("water", (*(COAST,) * 20, RIVER))) == [("mov-water", "$.path")]
    assert ask(request("water", (COAST,) * 40)).limit == 40


@pytest.mark.rule("directory", "mov-rail")
def test_one_minor_line_makes_the_limit_twenty_for_all() -> None:
    assert ask(request("rail", (*(MAJOR,) * 15, *(MINOR,) * 5))).limit == 20
    with pytest.raises(IllegalRequestError, match=r"\$\.path: 21 hexes are too many; .*minor line, is 20 \[mov-rail\]"):
        ask(request("rail", (*(MAJOR,) * 20, MINOR)))


@pytest.mark.rule("directory", "mov-naval", "mov-water", "mov-rail", "miss-map")
@pytest.mark.parametrize(
    ("mode", "bad", "rule"),
    [
        ("naval", RIVER, "mov-naval"),
        ("naval", (), "mov-naval"),
        ("naval", MAJOR, "mov-naval"),
        ("water", MINOR, "mov-water"),
        ("water", (), "mov-water"),
        ("rail", (), "mov-rail"),
        ("rail", ("river", "coastal"), "mov-rail"),
    ],
)
def test_hexes_that_are_not_for_it(mode: str, bad: tuple[str, ...], rule: str) -> None:
    good = {"naval": SEA, "water": COAST, "rail": MAJOR}[mode]
    assert cited(request(mode, (good, bad, good, bad))) == [(rule, "$.path[1]"), (rule, "$.path[3]")]


@pytest.mark.rule("directory", "mov-frozen", "mov-naval", "mov-water", "mov-rail")
@pytest.mark.parametrize(("mode", "limits"), [("naval", (40, 40)), ("water", (40, 20)), ("rail", (40, 20))])
def test_how_far_may_it_go(mode: str, limits: tuple[int, int]) -> None:
    # No weather is asked for: the limits are no allowances, and frozen weather takes nothing off.
    resolution = di.ruleset.resolve(request(mode, None, at_start=()), dice=GivenDice([]))
    outcome = resolution.outcome
    assert (outcome.limit, outcome.lower_limit) == limits
    assert (outcome.legal_by_charts, outcome.serving_base) == (None, None)
    charts = {step.chart for _, step in resolution.record.walk() if isinstance(step, LookUpStep)}
    assert charts == {"unit_types", f"{mode}_movement"}


@pytest.mark.rule("directory", "mov-kinds", "unit-table")
@pytest.mark.parametrize("mode", ["naval", "water", "rail"])
@pytest.mark.parametrize("kind", get_args(UnitType))
def test_who_moves_so(kind: str, mode: str) -> None:
    good = {"naval": SEA, "water": COAST, "rail": MAJOR}[mode]
    asked = request(mode, (good,), kind, restriction_ok=True if kind == "local_units" else None)
    if kind in ("fixed_base", "supply_stockpile"):
        assert cited(asked) == [("mov-kinds", "$.unit.type")]
    elif kind in USERS.values() and kind != USERS[mode]:
        assert cited(asked) == [("mov-kinds", "$.mode")]
    else:
        assert ask(asked).legal_by_charts is True


@pytest.mark.rule("directory", "mov-kinds")
def test_a_counter_of_its_own_rating_moves_by_that() -> None:
    assert cited(request("rail", (MAJOR,), "tanks", movement="W")) == [("mov-kinds", "$.mode")]
    assert cited(request("rail", (MAJOR,), "tanks", movement=0)) == [("mov-kinds", "$.unit")]
    assert ask(request("naval", (SEA,), "armored_train", movement=1)).legal_by_charts is True


@pytest.mark.rule("directory", "mov-kinds")
def test_nobody_goes_on_foot_and_by_rail_in_one_phase() -> None:
    assert cited(request("rail", (MAJOR,), "regular_infantry", other_movement=True)) == [
        ("mov-kinds", "$.other_movement")
    ]


@pytest.mark.rule("directory", "mov-base", "unit-logistics")
def test_one_base_at_either_end_serves() -> None:
    nowhere = request("rail", (MAJOR,), at_start=())
    assert cited(nowhere) == [("mov-base", "")]
    assert ask(evolve(nowhere, at_end=(BASE,))).serving_base == "at_end[0]"
    assert ask(evolve(nowhere, at_start=(BASE,))).serving_base == "at_start[0]"
    assert ask(evolve(nowhere, at_start=(di.StackedBase(type="fixed_base"),))).serving_base == "at_start[0]"
    stockpile = di.StackedBase(type="supply_stockpile")
    assert cited(evolve(nowhere, at_start=(stockpile,))) == [("mov-base", "")]
    assert ask(evolve(nowhere, at_start=(stockpile,), at_end=(BASE,))).serving_base == "at_end[0]"
    assert ask(evolve(nowhere, at_start=(stockpile, BASE))).serving_base == "at_start[1]"
    assert cited(evolve(nowhere, at_end=(evolve(BASE, friendly=False),))) == [("mov-base", "")]


@pytest.mark.rule("directory", "mov-base")
def test_a_mobile_base_that_moves_so_needs_another() -> None:
    assert cited(request("rail", (MAJOR,), "mobile_base", at_start=())) == [("mov-base", "")]
    assert ask(request("rail", (MAJOR,), "mobile_base")).serving_base == "at_start[0]"


@pytest.mark.rule("directory", "mov-base-still")
def test_a_base_that_has_moved_serves_nobody_in_that_phase() -> None:
    moved = evolve(BASE, moved=True)
    assert cited(request("rail", (MAJOR,), at_start=(moved,))) == [("mov-base-still", "")]
    assert cited(request("rail", (MAJOR,), at_start=(), at_end=(moved,))) == [("mov-base-still", "")]
    assert ask(request("rail", (MAJOR,), at_start=(moved,), at_end=(BASE,))).serving_base == "at_end[0]"


@pytest.mark.rule("directory", "mov-base-still")
def test_a_base_that_served_stays_put_until_the_next_phase() -> None:
    served = request("rail", (MAJOR,), "mobile_base", has_served=True)
    assert cited(served) == [("mov-base-still", "$.has_served")]
    assert ask(evolve(served, has_served=False)).legal_by_charts is True


@pytest.mark.rule("directory", "mov-base-still")
def test_of_several_bases_the_owner_picks_the_one_that_stays() -> None:
    fixed = di.StackedBase(type="fixed_base")
    asked = request("rail", (MAJOR,), at_start=(BASE,), at_end=(fixed, BASE))
    resolution = di.ruleset.resolve(asked, dice=GivenDice([]))
    assert resolution.outcome.serving_base == "at_end[0]"  # the fixed one never moves anyway
    assert "mov-base-still" in resolution.record.rules
    assert ask(evolve(asked, at_end=(fixed,))).serving_base == "at_end[0]"
    assert ask(evolve(asked, at_end=(BASE,))).serving_base == "at_start[0]"
    assert "choice" in [step.kind for step in resolution.record.steps]
    only = di.ruleset.resolve(request("rail", (MAJOR,)), dice=GivenDice([])).record
    assert "choice" not in [step.kind for step in only.steps]  # one base leaves nothing to pick
    offered: list[tuple[str, ...]] = []

    def last(ride: di.Ride, places: tuple[str, ...]) -> str:
        offered.append(places)
        return places[-1]

    assert ask(asked, serving_base=last).serving_base == "at_end[1]"
    assert offered == [("at_start[0]", "at_end[0]", "at_end[1]")]


@pytest.mark.rule("directory", "unit-local", "miss-restricted-broken-up")
def test_local_units_go_only_as_their_restriction_allows() -> None:
    asked = request("rail", (MAJOR,), "local_units")
    with pytest.raises(MissingProfileError, match="restriction_ok"):
        ask(asked)
    assert cited(evolve(asked, restriction_ok=False)) == [("unit-local", "$.restriction_ok")]
    assert ask(evolve(asked, restriction_ok=True)).legal_by_charts is True


@pytest.mark.rule("directory", "bad-input", "mov-rail")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (request("rail", (MAJOR, ("major_railroad", "minor_railroad"))), r"\$\.path\[1\]: of two railroads .*mov-rail"),
        (request("rail", ()), r"\$\.path: "),
        (request("rail", (("tramway",),)), r"\$\.path\[0\]\[0\]: "),
        (request("air", (SEA,), "tanks"), r"\$\.mode: "),
        (request("rail", (MAJOR,), restriction_ok=True), r"\$\.restriction_ok: .*unit-local"),
        (request("rail", (MAJOR,), has_served=True), r"\$\.has_served: .*mov-base"),
    ],
)
def test_what_cannot_be_is_refused(asked: di.SpecialMovementRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        ask(asked)


# A twin in the other direction: what is wrong with a path, by counting.
KINDS = [(), *((kind,) for kind in get_args(HexKind)), ("river", "coastal"), ("sea", "river")]


@pytest.mark.rule("directory", "mov-naval", "mov-water", "mov-rail")
@given(
    mode=st.sampled_from(["naval", "water", "rail"]),
    parts=st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 21)), min_size=1, max_size=3),
)
def test_a_move_is_legal_exactly_if_its_hexes_are_right_and_few_enough(mode: str, parts: list[Any]) -> None:
    path = tuple(kinds for kinds, times in parts for _ in range(times))
    open_water = [kinds for kinds in path if "sea" in kinds or "coastal" in kinds]
    fresh = [kinds for kinds in path if kinds == RIVER]
    if mode == "rail":
        fits = all(kinds in (MAJOR, MINOR) for kinds in path)
        limit = 20 if MINOR in path else 40
    else:
        usable = open_water if mode == "naval" else open_water + fresh
        fits = len(usable) == len(path)
        limit = 20 if fresh else 40
    asked = request(mode, path)
    if fits and len(path) <= limit:
        assert ask(asked).limit == limit
    else:
        assert {rule for rule, _ in cited(asked)} == {f"mov-{mode}"}
