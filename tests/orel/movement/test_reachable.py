"""Paths against a slow twin, and where a unit can get to."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_movers import GRID, OPEN, convoi, go, rail_depot, refused, unit

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.geometry.hexes import Feature, HexGrid, HexMap, HexsideFeature, Railway, Road, TerrainArea

LINE = HexMap(
    title="A line",
    grid=GRID,
    features=(Feature(kind="station", hexes=("1001", "1010", "1020")),),
    railways=(Railway(hexes=tuple(f"10{row:02}" for row in range(1, 21))),),
)


# -------------------------------------------------------------------- a slow twin


FOREST = {"infantry": 2, "artillery": 3, "horse_artillery": 3, "cavalry": 2, "tank": None, "armoured_car": None}


def around(place: str) -> list[str]:
    """Return the neighbours, by the numbers printed on them."""
    column, row = int(place[:2]), int(place[2:])
    low = row if column % 2 else row + 1
    numbers = [(column, row - 1), (column, row + 1)]
    numbers += [(column + side, level) for side in (-1, 1) for level in (low - 1, low)]
    return [f"{c:02}{r:02}" for c, r in numbers if 1 <= c <= 6 and 1 <= r <= 6]


class Twin:
    """One unit on a small board, with everything worked out again at every step, as one would at the table."""

    def __init__(self, mover: Any, board: HexMap, others: tuple[Any, ...], staying: tuple[str, ...]) -> None:
        self.mover, self.board, self.others, self.staying = mover, board, others, staying

    def in_zone(self, place: str) -> bool:
        for friend in self.others:
            negates = friend.side == "white" and friend.key in self.staying and friend.type != "tank"
            if negates and friend.hex == place and friend.mode != "routed":
                return False
        for other in around(place):
            there = [enemy for enemy in self.others if enemy.side == "red" and enemy.hex == other]
            men = [enemy.steps for enemy in there if enemy.type != "tank" and enemy.mode != "routed"]
            if sum(men) >= 2:
                return True
        return False

    def ground(self, a: str, b: str) -> int | None:
        pairs = ({a, b},)
        if any({x, y} in pairs for road in self.board.roads for x, y in zip(road.hexes, road.hexes[1:], strict=False)):
            return 1
        rails = any(
            {x, y} in pairs for line in self.board.railways for x, y in zip(line.hexes, line.hexes[1:], strict=False)
        )
        wood = any(area.kind == "forest" and b in area.hexes for area in self.board.terrain)
        wet = any({*pair} == {a, b} for side in self.board.hexsides for pair in side.between)
        entered = FOREST[self.mover.type] if wood and not rails else 1
        if entered is None:
            return None
        return entered + (1 if wet and not rails else 0)

    def step(self, a: str, b: str) -> int | None:
        """Return what a step costs, or None where it is not allowed."""
        if any(enemy.side == "red" and enemy.hex == b for enemy in self.others):
            return None
        cost = self.ground(a, b)
        if cost is None:
            return None
        if not self.in_zone(a):
            return cost
        if not self.in_zone(b):
            return cost + 1
        if self.mover.type in ("cavalry", "armoured_car"):
            return cost + 2
        return int(self.mover.mp) - 1

    def holds(self, place: str) -> bool:
        stack = [friend for friend in self.others if friend.side == "white" and friend.hex == place]
        counted = [friend for friend in (*stack, self.mover) if friend.type not in ("tank", "armoured_car")]
        return len(counted) <= 3 and sum(friend.steps for friend in counted) <= 10

    def most_left(self) -> dict[str, int]:
        """Return every hex that some path leads to, with the most that one leaves: improve until nothing improves."""
        left = {"0303": int(self.mover.mp)}
        improved = True
        while improved:
            improved = False
            for place, points in tuple(left.items()):
                for onward in around(place):
                    cost = self.step(place, onward)
                    if cost is not None and points - cost > left.get(onward, -1):
                        left[onward] = points - cost
                        improved = True
        return left


SMALL = HexGrid(columns=6, rows=6)
PLACES = [f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 7)]


@st.composite
def boards(draw: st.DrawFn) -> HexMap:
    woods = draw(st.lists(st.sampled_from(PLACES), unique=True, max_size=14))
    sides = draw(st.lists(st.sampled_from(PLACES), max_size=10))
    wet = {tuple(sorted((place, draw(st.sampled_from(around(place)))))) for place in sides}

    def line() -> tuple[str, ...]:
        places = [draw(st.sampled_from(PLACES))]
        for _ in range(draw(st.integers(1, 5))):
            onward = [place for place in around(places[-1]) if place not in places]
            if onward:
                places.append(draw(st.sampled_from(onward)))
        return tuple(places)

    return HexMap(
        title="Drawn",
        grid=SMALL,
        terrain=(TerrainArea(kind="forest", hexes=tuple(woods)),) if woods else (),
        hexsides=(HexsideFeature(kind="river", between=tuple(sorted(wet))),) if wet else (),  # type: ignore[arg-type] # pairs
        roads=(Road(hexes=line()),) if draw(st.booleans()) else (),
        railways=(Railway(hexes=line()),) if draw(st.booleans()) else (),
    )


@st.composite
def situations(draw: st.DrawFn, most_points: int) -> tuple[Any, HexMap, tuple[Any, ...], tuple[str, ...]]:
    kinds = ["infantry", "cavalry", "artillery", "horse_artillery", "armoured_car"]
    mover = unit(draw(st.sampled_from(kinds)), "0303", mp=draw(st.integers(2, most_points)))
    held: dict[str, str] = {"0303": "white"}
    others: list[Any] = []
    for number, place in enumerate(draw(st.lists(st.sampled_from(PLACES), max_size=7))):
        side = held.setdefault(place, draw(st.sampled_from(["red", "white"])))
        if draw(st.integers(0, 4)) == 0:
            others.append(unit("tank", place, f"{number}", side))
        else:
            mode = draw(st.sampled_from(["combat", "march", "routed", "combat"]))
            others.append(unit("infantry", place, f"{number}", side, steps=draw(st.integers(1, 4)), mode=mode))
    own = [other.key for other in others if other.side == "white"]
    staying = tuple(sorted(draw(st.sets(st.sampled_from(own))))) if own else ()
    return mover, draw(boards()), tuple(others), staying


@pytest.mark.rule(
    "orel", "7.1.1-terrain-cost", "7.1.3-leave", "7.1.3-zoc-to-zoc", "7.1.3-zoc-to-zoc-mounted", "7-actions"
)
@settings(max_examples=50, deadline=None)
@given(situations(most_points=9), st.data())
def test_paths_cost_what_the_slow_twin_finds(situation: Any, data: st.DataObject) -> None:
    mover, board, others, staying = situation
    twin = Twin(mover, board, others, staying)
    path: list[str] = []
    spent, allowed = 0, True
    here = "0303"
    for _ in range(data.draw(st.integers(1, 5))):
        onward = data.draw(st.sampled_from(around(here)))
        cost = twin.step(here, onward)
        path.append(onward)
        allowed = allowed and cost is not None and spent + cost <= mover.mp
        spent += cost or 0
        here = onward
    fits = here == "0303" or twin.holds(here)
    asked: dict[str, Any] = {"board": board, "others": others, "staying": staying}
    if allowed and fits:
        assert go(mover, *path, **asked).spent == spent
    else:
        assert refused(mover, *path, **asked)


# -------------------------------------------------------------------- orel.reach


def reach(mover: Any, **fields: Any) -> dict[str, game.ReachedHex]:
    who = {"unit": mover} if isinstance(mover, game.Unit) else {"depot": mover}
    found = game.ruleset.resolve(game.ReachRequest(**{"board": OPEN, **who, **fields}), dice=GivenDice([])).outcome
    return {place.hex: place for place in found.hexes}


@pytest.mark.rule("orel", "7-actions", "7.1.3-leave", "7.1.3-zoc-to-zoc", "7.1.2-stacking", "7.1.3-negation")
@settings(max_examples=50, deadline=None)
@given(situations(most_points=4))
def test_reach_is_what_all_paths_together_lead_to(situation: Any) -> None:
    mover, board, others, staying = situation
    twin = Twin(mover, board, others, staying)
    expected = {place: left for place, left in twin.most_left().items() if place == "0303" or twin.holds(place)}
    found = reach(mover, board=board, others=others, staying=staying)
    assert {place: one.mp_left for place, one in found.items()} == expected
    for place, one in found.items():
        if one.path:
            moved = go(mover, *one.path, board=board, others=others, staying=staying)
            assert (moved.spent, moved.mode) == (one.spent, one.modes[0])
            assert moved.unit is not None
            assert moved.unit.hex == place


@pytest.mark.rule("orel", "7.1.4-modes", "7.1.5-marching-day")
def test_the_modes_that_a_unit_can_pay_for() -> None:
    found = reach(unit(mp=2, mode="march"))
    assert (found["1010"].modes, found["1011"].modes, found["1012"].modes) == (
        ("march", "combat"), ("march", "combat"), ("march",),
    )  # fmt: skip
    assert reach(unit(mp=2))["1010"].modes == ("combat",)
    assert reach(unit(mp=2), marching_day=True)["1011"].modes == ("march",)
    assert reach(unit("armoured_car", mp=2))["1011"].modes == ("combat",)
    entered = reach(unit(mp=5), penalty=1, spent=3)["1011"]
    assert (entered.spent, entered.mp_left) == (4, 0)
    assert len(reach(unit(mp=5), penalty=1, spent=3)) == 7
    assert reach(convoi(mp=2))["1011"].modes == ()
    assert len(reach(unit(mp=2), marching_day=True)) == 1 + 6 + 12 + 18 + 24


@pytest.mark.rule("orel", "7.1.6-rail", "7.1.3-zoc-rail")
def test_the_reach_of_trains_and_railroad_depots() -> None:
    everywhere = reach(unit("armoured_train_light", "1010"), board=LINE)
    assert list(everywhere) == sorted(everywhere, key=lambda place: (abs(int(place[2:]) - 10), place))
    assert len(everywhere) == 20
    assert everywhere["1012"].path == ("1011", "1012")
    assert (everywhere["1012"].spent, everywhere["1012"].mp_left) == (None, None)
    assert set(reach(rail_depot("1010"), board=LINE)) == {"1001", "1010", "1020"}
    # An enemy beside the line at 1114 has 1013 and 1014 in its zone: a train stops in 1014 and does not get past it.
    enemy = unit(place="1114", key="e", side="red")
    assert set(reach(unit("armoured_train_light", "1010"), board=LINE, others=(enemy,))) == {
        f"10{row:02}" for row in range(1, 15)
    }


@pytest.mark.rule("orel", "7.1.3-zoc-rail")
def test_a_hex_that_two_ways_lead_to_is_listed_once_by_the_shorter() -> None:
    loop = Railway(hexes=("1008", "1009", "1010", "0910", "0909", "1008"))
    board = evolve(OPEN, railways=(loop, Railway(hexes=("1008", "1007"))))
    enemy = unit(place="1109", key="e", side="red")  # 1008 and 1009 are in its zone
    train = unit("armoured_train_light", "1009")
    found = reach(train, board=board, others=(enemy,))
    assert found["1008"].path == ("1008",)
    assert found["1007"].path == ("1010", "0910", "0909", "1008", "1007")  # the shorter way stops in 1008


@pytest.mark.rule("orel", "7.1.4-modes", "7.1.2-stacking")
def test_who_enters_the_map_has_moved_where_it_is() -> None:
    assert reach(unit(mp=2), spent=1)["1010"].modes == ("march", "combat")
    assert reach(unit(mp=1), spent=1)["1010"].modes == ("march",)
    full = (unit(key="a"), unit(key="b"))
    assert "1010" not in reach(unit(steps=3), spent=1, others=full)
    assert "1010" in reach(unit(steps=3), others=full)


@pytest.mark.rule("orel", "7.1.1-terrain-cost")
def test_a_reach_tells_of_the_restored_prices_it_rests_on() -> None:
    wood = evolve(OPEN, terrain=(TerrainArea(kind="forest", hexes=("1011", "2011")),))

    def restored(mover: Any, board: HexMap) -> list[str]:
        record = game.ruleset.resolve(game.ReachRequest(unit=mover, board=board), dice=GivenDice([])).record
        return [step.text for _, step in record.walk() if step.text.startswith("Terrain")]

    clear = "Terrain Effects Table, movement cost of infantry, clear: 1"
    assert restored(unit(mp=1), wood) == [clear]  # 1011 is too dear
    assert restored(unit(mp=2), wood) == [clear, "Terrain Effects Table, movement cost of infantry, forest: 2"]
    assert restored(unit("armoured_train_light"), LINE) == []


@pytest.mark.rule("orel", "10.2-inactive", "7.1.5-marching-day", "9.2.1-rail-leash")
def test_a_reach_that_is_refused_or_limited() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.spent: .* \[7-actions\]"):
        reach(unit(mp=2), spent=3)
    with pytest.raises(IllegalRequestError, match=r"10\.2-inactive"):
        reach(unit(inactive=True))
    enemy = unit(place="1110", key="e", side="red")
    with pytest.raises(IllegalRequestError, match=r"7\.1\.5-marching-day"):
        reach(unit(), others=(enemy,), marching_day=True)
    tank = reach(unit("tank", "1010"), board=LINE)
    assert {place[:2] for place in tank} == {"08", "09", "10", "11", "12"}
    with pytest.raises(NeedsRuling, match="D-map"):
        reach(unit(), board=None)


@pytest.mark.rule("orel", "7-actions")
@pytest.mark.parametrize("key", ["W:1/1D", "R:3/41D", "R:14/41D", "W:Tank", "W:train-ioann-kalita", "R:Art/7D"])
def test_units_of_the_set_up_reach_some_hexes(key: str) -> None:
    order = game.order_of_battle()
    others = tuple(one for one in order.units if one.key != key and one.hex is not None)
    depots = tuple(depot for depot in order.depots if depot.hex is not None)
    board = game.schematic_map("whole_field")
    mover = order.unit(key)
    found = reach(mover, others=others, depots=depots, board=board)
    assert mover.hex in found
    assert len(found) > 1
    for one in found.values():
        if one.path and one.hex != "2705":
            assert go(mover, *one.path, others=others, depots=depots, board=board).mp_left == one.mp_left
