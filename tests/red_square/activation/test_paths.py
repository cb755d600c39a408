"""The way to a destination, where ways differ in what can happen on them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_square_activations import RAILS, always, battalion, enemy, field, on_rails, plain, play, to

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareDirection, SquareFeature, SquareWay
from rcw_rules.red_square.activation.paths import Dangers
from rcw_rules.red_square.movement import Mover, Standing, course_of, paths_to, rates_in, whole_moves
from rcw_rules.red_square.movement.actions import Turn

GOAL = enemy((2, 9), name="Goal")  # the way north brings a unit nearer to it, as an attack must
HELD = rs.ThisTurn(holds_fire=True, activations=1)
FIRES: dict[str, Any] = {"fire_out_of_sequence": always(True), "closes": always(False)}


def keeping(offered: list[tuple[rs.Path, ...]], pick: Any) -> Any:
    """Return a policy for the path that keeps what it was offered."""

    def policy(situation: Any, alternatives: tuple[rs.Path, ...]) -> rs.Path:
        offered.append(alternatives)
        return next(one for one in alternatives if pick(one))

    return policy


@pytest.mark.rule("red_square", "fire-2-threat", "fire-2-hold", "move-table")
def test_the_owner_goes_by_the_way_that_is_not_shot_at() -> None:
    # Of the two ways from (2, 3) to (2, 5), that by (3, 4) is four squares from a line that holds its fire, the other
    # five, as is the end.
    line = enemy((7, 4), facing="W", this_turn=HELD)
    on = field(battalion(square=(2, 3), formation="masses", visible=True), line, GOAL)
    going: dict[str, Any] = FIRES | {"destination": to((2, 5), "N"), "activity": always("move")}
    offered: list[tuple[rs.Path, ...]] = []
    quiet = play(on, choices=going | {"path": keeping(offered, lambda path: not path.fired_at_by)}).outcome.field
    assert (quiet.unit("Rifles").square, quiet.unit("Rifles").markers) == ((2, 5), 0)
    assert quiet.unit("Officers").this_turn.holds_fire
    # By (3, 4) it may face north there, which shows its flank, or north-west, its rear; no more than that differs.
    assert [(path.squares, path.fired_at_by) for path in offered[0]] == [
        (((3, 4), (2, 5)), ("Officers",)),
        (((3, 4), (2, 5)), ("Officers",)),
        (((2, 4), (2, 5)), ()),
    ]
    # By default it takes the first way. Long range 1, line 1, masses 1, enfiladed 2, held -1: four dice at 4.
    shot = play(on, 1, 4, 5, 5, choices=going).outcome.field
    assert (shot.unit("Rifles").square, shot.unit("Rifles").markers) == ((2, 5), 2)


@pytest.mark.rule("red_square", "fire-2-threat")
def test_the_path_is_asked_for_only_where_ways_differ() -> None:
    spent = enemy((7, 4), facing="W")  # its activation is over
    on = field(battalion(square=(2, 3), formation="masses"), spent, GOAL)
    refuse = {"path": lambda situation, paths: pytest.fail("is asked")}
    after = play(on, choices=FIRES | refuse | {"destination": to((2, 5), "N"), "activity": always("move")})
    assert after.outcome.field.unit("Rifles").square == (2, 5)


@pytest.mark.rule("red_square", "move-overrun-continue", "move-overrun-helpless")
def test_the_owner_rides_over_helpless_enemies_or_past_them() -> None:
    horse = battalion(kind="cavalry", formation="mounted", square=(2, 3))
    staff = rs.Unit(name="Staff", side="white", kind="co", square=(3, 4))
    on = field(horse, staff, enemy((7, 9)))
    offered: list[tuple[rs.Path, ...]] = []
    going: dict[str, Any] = {"closes": always(True), "destination": to((2, 5), "N"), "activity": always("move")}
    past = keeping(offered, lambda path: (3, 4) not in path.squares)
    spared = play(on, 6, choices=going | {"path": past}).outcome.field
    assert (spared.unit("Rifles").square, spared.unit("Staff").bases) == ((2, 5), 1)
    over = keeping(offered, lambda path: path.squares == ((3, 4), (2, 5)))
    gone = play(on, 6, choices=going | {"path": over}).outcome.field
    assert (gone.unit("Rifles").square, gone.unit("Staff").bases) == ((2, 5), 0)


@pytest.mark.rule("red_square", "train-6-retreat")
def test_the_owner_drives_a_train_off_on_the_way_or_not() -> None:
    train = evolve(on_rails(), side="white", square=(4, 4), facing="W")
    on = field(battalion(square=(2, 3), formation="masses", order="probe"), train, board=RAILS)
    going: dict[str, Any] = {"closes": always(True), "destination": to((2, 5), "N"), "activity": always("move")}
    there = {}
    for square in ((3, 4), (2, 4)):
        way = keeping([], lambda path, square=square: path.squares[0] == square)
        there[square] = play(on, 6, choices=going | {"path": way}).outcome.field.unit("Train").square
    assert (there[3, 4] == (4, 4), there[2, 4]) == (False, (4, 4))


@pytest.mark.rule("red_square", "terrain-wire-gap")
def test_a_tank_may_make_a_gap_in_wire_on_its_way_by_road() -> None:
    wire = plain(
        features=(SquareFeature(kind="wire", squares=((3, 4),)),),
        roads=(
            SquareWay(squares=((2, 3), (3, 4), (2, 5))),
            SquareWay(squares=((2, 3), (2, 4), (2, 5))),
        ),
    )
    tank = battalion(
        "Tank", (2, 3), kind="light_tank", formation=None, bases=1, weapons=("mg",), order="attack", visible=True
    )
    going: dict[str, Any] = {"destination": to((2, 5), "N"), "activity": always("move")}
    gaps = {}
    for square in ((3, 4), (2, 4)):
        way = keeping([], lambda path, square=square: path.squares[0] == square)
        on = field(tank, enemy((3, 9)), board=wire)
        gaps[square] = play(on, units=("Tank",), choices=going | {"path": way}).outcome.field.wire_gaps
    assert ([gap.square for gap in gaps[3, 4]], gaps[2, 4]) == ([(3, 4)], ())


@pytest.mark.rule("red_square", "hq-activation", "fire-2-hold")
def test_a_headquarters_has_its_path_chosen_too() -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(2, 3))
    on = field(hq, enemy((7, 4), facing="W", this_turn=HELD))
    offered: list[tuple[rs.Path, ...]] = []
    choices: dict[str, Any] = FIRES | {
        "hq_moves": always(True),
        "destination": to((2, 5), "N"),
        "path": keeping(offered, lambda path: not path.fired_at_by),
    }
    after = play(on, 6, units=("HQ",), card="", choices=choices).outcome.field
    assert (after.unit("HQ").square, after.unit("HQ").under_fire, len(offered)) == ((2, 5), False, 1)


# ---------------------------------------------------------------- against all lists of actions

BOOK = rs.Book(charts=rs.ruleset.charts, options=rs.Options())
WAYS: tuple[SquareDirection, ...] = ("NE", "E", "SE", "SW", "W", "NW")
TURNS: tuple[Turn, ...] = ("keep", "left", "right", "about")
STEPS: tuple[rs.Action, ...] = tuple(rs.Step(to=way, then=turn) for way in WAYS for turn in TURNS)
WHEELS: tuple[rs.Action, ...] = tuple(rs.Wheel(eighths=eighths) for eighths in (-1, 1, -2, 2))


def terms() -> rs.MoveTerms:
    charts = rs.ruleset.charts
    return rs.MoveTerms(rates=rates_in(charts), occupancy=charts["occupancy"], band="2+", suit="C")


def happens(dangers: Dangers, mover: Mover, course: rs.Course) -> tuple[Any, ...]:
    """Return what can happen on a course, one thing after the other, and how it leaves the unit."""
    told: list[Any] = []
    before = mover.start
    for leg in course.legs:
        now = mover.after(before, leg.action)
        assert isinstance(now, Standing)
        told.append(dangers.after(before, leg.action, now))
        before = now
    last = course.legs[-1]
    to_charge = last.left if last.near_enemy and last.formation == "mounted" else 0
    return tuple(one for one in told if one is not None), last.unit, to_charge


NEARBY = st.tuples(st.integers(1, 6), st.integers(2, 8))


@pytest.mark.rule("red_square", "fire-2-threat", "move-table")
@settings(max_examples=6)
@given(
    squares=st.lists(NEARBY, min_size=3, max_size=3, unique=True),
    facing=st.sampled_from(("N", "NE", "E", "S", "W")),
    held=st.tuples(st.booleans(), st.booleans()),
    has_card=st.tuples(st.booleans(), st.booleans()),
    pick=st.integers(0, 999),
)
def test_every_way_there_is_like_one_that_is_offered(
    squares: list[tuple[int, int]], facing: Any, held: tuple[bool, bool], has_card: tuple[bool, bool], pick: int
) -> None:
    mover = battalion(square=squares[0], formation="masses", facing=facing)
    enemies = [
        enemy(
            square,
            name=f"E{number}",
            facing=("S", "W")[number],
            this_turn=rs.ThisTurn(holds_fire=held[number], cards=("2C",) if has_card[number] else ()),
        )
        for number, square in enumerate(squares[1:])
    ]
    on = field(mover, *enemies)
    ends = whole_moves(on, mover, terms())
    walker = Mover(on, mover, terms())
    dangers = Dangers(walker, BOOK)
    courses: dict[Any, set[Any]] = {}
    for number in (1, 2):
        for actions in product((*STEPS, *WHEELS), repeat=number):
            course = course_of(on, mover, actions, terms())
            if course.is_legal:
                last = course.legs[-1]
                there = (last.square, last.facing, last.formation, any(leg.is_step for leg in course.legs))
                courses.setdefault(there, set()).add(happens(dangers, walker, course))
    for end in ends[pick % 3 :: 3]:
        if end.formation != "masses":
            continue
        stepped = any(leg.is_step for leg in end.course.legs)
        offered = paths_to(end, dangers.after)
        assert offered[0] == end
        told = [happens(dangers, walker, one.course) for one in offered]
        assert len(set(told)) == len(told)
        assert set(told) == courses[end.square, end.facing, end.formation, stepped]
        assert all(
            (one.square, one.facing, one.formation) == (end.square, end.facing, end.formation) for one in offered
        )
        assert all(course_of(on, mover, one.actions, terms()) == one.course for one in offered)
