"""Movement among enemy zones of control, out of command and routed."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_movers import OPEN, convoi, rail_depot, unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.geometry.hexes import Feature, HexMap, Railway, TerrainArea

LINE = evolve(
    OPEN,
    railways=(Railway(hexes=tuple(f"10{row:02}" for row in range(1, 21))),),
    features=(Feature(kind="station", hexes=("1008", "1010")),),
)
# The enemy in 1109 has 1008, 1009, 1108, 1110, 1208 and 1209 in its zone; 1007 and 1010 are free.
ENEMY = unit("infantry", "1109", "e", "red")


def go(mover: Any, *path: str, board: HexMap | None = OPEN, **fields: Any) -> game.MovementOutcome:
    who = {"unit": mover} if isinstance(mover, game.Unit) else {"depot": mover}
    request = game.MovementRequest(**who, path=path, board=board, **{"others": (ENEMY,), **fields})
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def refused(mover: Any, *path: str, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        go(mover, *path, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


# -------------------------------------------------------------------- leaving, and from zone to zone


@pytest.mark.rule("orel", "7.1.3-leave")
def test_leaving_costs_one_more_and_entering_nothing() -> None:
    assert go(unit("infantry", "1009"), "1010").spent == 2
    assert go(unit("infantry", "1010"), "1009").spent == 1
    # Entering stops nobody: in, and out again.
    assert [step.kind for step in go(unit("infantry", "1010"), "1009", "1010").steps] == ["open", "leaving"]
    assert go(unit("infantry", "1010"), "1009", "1010").spent == 3


@pytest.mark.rule("orel", "7.1.3-zoc-to-zoc")
@pytest.mark.parametrize(("mover", "points"), [("infantry", 5), ("artillery", 5), ("tank", 4)])
def test_from_zone_to_zone_on_foot(mover: str, points: int) -> None:
    found = go(unit(mover, "1009"), "1008", board=LINE)
    assert (found.spent, found.mp_left) == (points - 1, 1)
    assert found.steps == (game.MoveStep(hex="1008", cost=points - 1, kind="zone_to_zone"),)


@pytest.mark.rule("orel", "7.1.3-zoc-to-zoc")
def test_a_convoi_goes_from_zone_to_zone_like_infantry() -> None:
    assert go(convoi("1009"), "1008").mp_left == 1


@pytest.mark.rule("orel", "7.1.3-zoc-to-zoc")
def test_the_price_replaces_all_others_but_opens_no_way() -> None:
    wood = evolve(OPEN, terrain=(TerrainArea(kind="forest", hexes=("1008",)),))
    assert go(unit("infantry", "1009"), "1008", board=wood).spent == 4
    assert refused(unit("armoured_car", "1009"), "1008", board=wood) == [("$.path[0]", "7.1.1-terrain-cost")]
    found = game.ruleset.resolve(
        game.MovementRequest(unit=unit("infantry", "1009"), path=("1008",), others=(ENEMY,), board=wood),
        dice=GivenDice([]),
    )
    # The terrain did not count, so its cell is not on the record.
    assert "terrain, row forest, column infantry: 2" not in [step.text for _, step in found.record.walk()]


@pytest.mark.rule("orel", "7.1.3-zoc-to-zoc")
def test_after_other_steps_there_is_not_enough_left() -> None:
    assert go(unit("infantry", "1010"), "1009", "1008").mp_left == 0
    assert refused(unit("infantry", "1011"), "1010", "1009", "1008") == [("$.path[2]", "7.1.3-zoc-to-zoc")]
    assert go(unit("infantry", "1009"), "1008", penalty=2).spent == 2  # of 3 points on the turn of entry
    assert go(unit("infantry", "1009", mp=1), "1008").mp_left == 0  # never for nothing
    assert go(unit("infantry", "1009"), "1008", action="combat_mode").mp_left == 0
    assert go(unit("infantry", "1009"), "1008", action="attack", attack_type="hasty").mp_left == 0
    assert refused(unit("infantry", "1009"), "1008", action="attack") == [("$.action", "7.2-prepared-cost")]


@pytest.mark.rule("orel", "7.1.3-zoc-to-zoc-mounted")
def test_from_zone_to_zone_mounted() -> None:
    assert go(unit("cavalry", "1009"), "1008").spent == 3
    assert go(unit("cavalry", "1009"), "1008", "1009").spent == 6
    assert go(unit("armoured_car", "1009"), "1008").spent == 3
    wood = evolve(OPEN, terrain=(TerrainArea(kind="forest", hexes=("1008",)),))
    assert go(unit("cavalry", "1009"), "1008", board=wood).spent == 4


@pytest.mark.rule("orel", "7.1.3-zoc-rail")
def test_trains_stop_after_a_step_from_zone_to_zone() -> None:
    train = unit("armoured_train_light", "1009")
    assert go(train, "1008", board=LINE).steps[0].kind == "zone_to_zone"
    assert refused(train, "1008", "1007", board=LINE) == [("$.path[1]", "7.1.3-zoc-rail")]
    assert go(train, "1010", "1011", board=LINE).mp_left is None  # out of the zones it goes on
    assert refused(evolve(train, hex="1010"), "1009", "1008", "1007", board=LINE) == [("$.path[2]", "7.1.3-zoc-rail")]


@pytest.mark.rule("orel", "7.1.3-zoc-rail", "7.1.6-rail")
def test_a_railroad_depot_stops_only_on_a_station() -> None:
    assert go(rail_depot("1010"), "1009", "1008", board=LINE).depot == rail_depot("1008")
    no_station = evolve(LINE, features=(Feature(kind="station", hexes=("1010",)),))
    assert refused(rail_depot("1010"), "1009", "1008", board=no_station) == [("$.path", "7.1.6-rail")]


# -------------------------------------------------------------------- friends who stay


@pytest.mark.rule("orel", "7.1.3-negation")
def test_a_friend_who_stays_behind_covers_the_move() -> None:
    friend = unit("infantry", "1009", "f", steps=1)
    both = (ENEMY, friend)
    assert go(unit("infantry", "1009"), "1010", others=both).spent == 2
    assert go(unit("infantry", "1009"), "1010", others=both, staying=("f",)).spent == 1


@pytest.mark.rule("orel", "7.1.3-negation")
def test_along_a_chain_of_friends() -> None:
    chain = (ENEMY, unit("infantry", "1009", "f", steps=1), unit("artillery", "1008", "g"))
    assert go(unit("infantry", "1009"), "1008", others=chain, staying=("f", "g")).spent == 1
    # With the zone negated at one end only, the step leaves a zone, or enters one.
    assert go(unit("infantry", "1009"), "1008", others=chain, staying=("g",)).spent == 2
    assert go(unit("infantry", "1009"), "1008", others=chain, staying=("f",)).spent == 1


@pytest.mark.rule("orel", "7.1.3-negation")
@pytest.mark.parametrize(
    "friend", [unit("tank", "1009", "f"), unit("infantry", "1009", "f", mode="routed")], ids=["tank", "routed"]
)
def test_tanks_and_routed_units_cover_nobody(friend: Any) -> None:
    assert go(unit("infantry", "1009"), "1010", others=(ENEMY, friend), staying=("f",)).spent == 2


@pytest.mark.rule("orel", "7.1.3-negation")
def test_a_unit_that_has_moved_covers_none_and_one_that_covers_does_not_move() -> None:
    both = (ENEMY, unit("infantry", "1009", "f"))
    with pytest.raises(InvalidRequestError) as caught:
        go(unit("infantry", "1009"), "1010", others=both, staying=("f",), moved=("f",))
    assert [(one.path, one.rule) for one in caught.value.problems] == [("$.staying[0]", "7.1.3-negation")]
    assert refused(unit("infantry", "1009"), "1010", staying=("u",)) == [("$.staying", "7.1.3-negation")]
    # A special action is open to those who stay.
    assert go(unit("infantry", "1009"), staying=("u",), action="attack").spent == 2


# -------------------------------------------------------------------- out of command


def stray(kind: str, place: str, **more: Any) -> Any:
    return unit(kind, place, out_of_command=True, **more)


@pytest.mark.rule("orel", "5.3-zoc")
def test_out_of_command_into_no_zone() -> None:
    assert refused(stray("infantry", "1010"), "1009") == [("$.path[0]", "5.3-zoc")]
    assert refused(stray("infantry", "1010"), "1009", command_check="passed") == [("$.path[0]", "5.3-zoc")]
    covered = (ENEMY, unit("infantry", "1009", "f"))
    assert go(stray("infantry", "1010"), "1009", others=covered, staying=("f",)).spent == 1


@pytest.mark.rule("orel", "5.3-zoc")
def test_out_of_command_within_the_zones() -> None:
    for check in ("none", "failed"):
        assert refused(stray("cavalry", "1009"), "1008", command_check=check) == [("$.path[0]", "5.3-zoc")]
        assert go(stray("cavalry", "1009"), "1010", command_check=check).spent == 2
        assert refused(stray("cavalry", "1009"), action="attack", command_check=check) == [("$.action", "5.3-zoc")]
        assert go(stray("cavalry", "1009", mode="march"), action="combat_mode", command_check=check).spent == 1
    assert go(stray("cavalry", "1009"), "1010", action="attack").mode == "combat"  # where it stops there is no zone
    assert go(stray("cavalry", "1009"), "1008", command_check="passed").spent == 3
    assert go(stray("cavalry", "1009"), action="attack", command_check="passed").mode == "combat"


@pytest.mark.rule("orel", "5.3-zoc", "7.1.3-negation")
def test_by_staying_a_unit_out_of_command_does_not_free_itself_of_the_check() -> None:
    lost = stray("infantry", "1009")
    assert refused(lost, action="attack", staying=("u",)) == [("$.action", "5.3-zoc")]
    covered = (ENEMY, unit("infantry", "1009", "f"))
    assert go(lost, action="attack", others=covered, staying=("u", "f")).spent == 2


@pytest.mark.rule("orel", "7.1.3-leave", "7.1.3-zoc-to-zoc", "7.1.1-terrain-cost")
def test_the_record_has_the_prices_that_were_paid_and_no_others() -> None:
    def told(mover: Any, *path: str) -> list[str]:
        request = game.MovementRequest(unit=mover, path=path, others=(ENEMY,), board=LINE)
        steps = [step.text for _, step in game.ruleset.resolve(request, dice=GivenDice([])).record.walk()]
        return [text for text in steps if text.startswith(("Terrain", "movement points"))]

    assert told(unit("infantry", "1010"), "1009") == ["Terrain Effects Table, movement cost of infantry, clear: 1"]
    assert told(unit("infantry", "1009"), "1008") == [
        "movement points for enemy zones, on foot, from zone to zone: allowance minus 1"
    ]
    assert told(unit("infantry", "1009"), "1010") == [
        "Terrain Effects Table, movement cost of infantry, clear: 1",
        "movement points for enemy zones, on foot, leaving a zone: 1",
    ]
    assert told(unit("cavalry", "1009"), "1008") == [
        "Terrain Effects Table, movement cost of cavalry, clear: 1",
        "movement points for enemy zones, mounted, from zone to zone: 2",
    ]
    assert told(unit("armoured_train_light", "1009"), "1008") == [
        "movement points for enemy zones, by rail, from zone to zone: stops"
    ]


@pytest.mark.rule("orel", "5.3-depot")
def test_out_of_command_in_range_of_a_depot() -> None:
    near: dict[str, Any] = {"depots": (convoi("1010"),), "others": ()}
    assert go(stray("infantry", "1014"), "1015", **near).spent == 1
    # It may neither go there nor, with points left, stop there.
    assert refused(stray("infantry", "1015"), "1016", **near) == [("$.path[0]", "5.3-depot"), ("$.path", "5.3-depot")]
    assert refused(stray("infantry", "1015", mp=1), "1016", **near) == [("$.path[0]", "5.3-depot")]
    assert go(unit("infantry", "1015"), "1016", **near).spent == 1  # in command
    assert go(stray("infantry", "1015"), "1016", others=()).spent == 1  # no depot is on the map
    foreign = convoi("1010", side="red")
    assert go(stray("infantry", "1015"), "1016", others=(), depots=(foreign,)).spent == 1
    either = (convoi("1010"), convoi("1020", "d2"))
    assert go(stray("infantry", "1015"), "1016", others=(), depots=either).spent == 1


@pytest.mark.rule("orel", "5.3-depot")
def test_out_of_command_out_of_range() -> None:
    far: dict[str, Any] = {"depots": (convoi("1010"),), "others": ()}
    lost = stray("infantry", "1019")  # at 9 points, with 5 to spend
    back = ("1018", "1017", "1016", "1015")
    assert go(lost, *back, **far).mp_left == 1
    assert go(lost, *back, "1014", **far).mp_left == 0
    for number in range(4):
        assert refused(lost, *back[:number], **far) == [("$.path", "5.3-depot")]
    assert ("$.path[0]", "5.3-depot") in refused(lost, "1020", **far)
    assert ("$.path[0]", "5.3-depot") in refused(lost, "0919", "0918", **far)  # no nearer: 9 points as well
    # What it cannot pay it need not do, and it may then spend the rest otherwise.
    assert go(stray("infantry", "1019", mp=2), "1018", "1017", **far).mp_left == 0
    wood = evolve(OPEN, terrain=(TerrainArea(kind="forest", hexes=("1018", "0919", "1119")),))
    assert go(stray("infantry", "1019", mp=1), board=wood, action="none", **far).spent == 0


@pytest.mark.rule("orel", "5.3-depot")
def test_out_of_command_units_are_held_by_nothing_illegal() -> None:
    # Every way back leads through the enemy's zones.
    wall = tuple(unit("infantry", f"{column:02}16", f"e{column}", "red") for column in range(1, 33, 2))
    lost = stray("infantry", "1019")
    assert go(lost, others=wall, depots=(convoi("1010"),)).spent == 0
    # Friends who have moved negate zones for supply, not for movement: nothing forces it into these.
    pair = (unit("infantry", "0918", "e1", "red"), unit("infantry", "1118", "e2", "red"))
    friends = (unit("infantry", "1018", "f"), unit("infantry", "1017", "g"))
    there: dict[str, Any] = {"others": (*pair, *friends), "depots": (convoi("1010"),)}
    assert go(evolve(lost, steps=2), **there).spent == 0
    assert refused(evolve(lost, steps=2), **there, staying=("f", "g")) == [("$.path", "5.3-depot")]
    # An inactive unit may not move, so it must not.
    assert go(stray("infantry", "1019", inactive=True), others=(), depots=(convoi("1010"),)).spent == 0
    # What is barred to it, it is not sent into: the hexes nearer to the depot are an entry zone of the enemy.
    zones = (game.EntryZone(side="red", edge="south", hexes=("1018", "0919", "1119")),)
    assert go(stray("infantry", "1019"), others=(), depots=(convoi("1010"),), entry_zones=zones).spent == 0
    # Nor is a routed unit sent towards the enemy.
    foe = unit("infantry", "1016", "e", "red", steps=1)  # 0919 and 1119 are three hexes away from it, as 1019 is
    routed = stray("infantry", "1019", mode="routed")
    assert go(routed, others=(foe,), depots=(convoi("1010"),)).spent == 0
    behind = unit("infantry", "1020", "e", "red", steps=1)
    assert refused(routed, others=(behind,), depots=(convoi("1010"),)) == [("$.path", "5.3-depot")]
    assert go(routed, "1018", "1017", "1016", "1015", others=(behind,), depots=(convoi("1010"),)).mp_left == 1
    # A move may not end in a full hex.
    full = tuple(unit("infantry", place, f"{place}{n}") for place in ("1018", "0919", "1119") for n in range(2))
    small = evolve(lost, mp=1, steps=3)
    assert go(small, others=full, depots=(convoi("1010"),)).spent == 0


@pytest.mark.rule("orel", "5.3-depot", "D-map")
def test_out_of_command_without_a_board() -> None:
    with pytest.raises(NeedsRuling, match="D-map"):
        go(stray("infantry", "1015"), board=None, others=(), depots=(convoi("1010"),))
    foreign = convoi("1010", side="red")
    assert go(stray("infantry", "1015"), board=None, others=(), depots=(foreign,)).spent == 0


@pytest.mark.rule("orel", "5.3-depot", "5.3-zoc")
def test_the_reach_of_a_unit_out_of_command() -> None:
    request = game.ReachRequest(unit=stray("infantry", "1014"), depots=(convoi("1010"),), board=OPEN, others=(ENEMY,))
    found = game.ruleset.resolve(request, dice=GivenDice([])).outcome.hexes
    places = {one.hex for one in found}
    grid = OPEN.grid
    assert all(grid.distance(place, "1010") <= 5 for place in places)
    assert not places & {"1008", "1009", "1108", "1110", "1208", "1209"}
    assert "1015" in places
    lost = game.ReachRequest(unit=stray("infantry", "1019"), depots=(convoi("1010"),), board=OPEN)
    ends = {one.hex for one in game.ruleset.resolve(lost, dice=GivenDice([])).outcome.hexes}
    assert "1019" not in ends
    assert ends
    assert all(4 <= grid.distance(place, "1010") <= 5 for place in ends)


# -------------------------------------------------------------------- routed


@pytest.mark.rule("orel", "8.7.3-rout")
def test_routed_units_move_away_from_the_enemy() -> None:
    lost = unit("infantry", "1011", mode="routed")  # three hexes from 1109
    assert go(lost, "1012").mode == "routed"
    assert refused(lost, "1010") == [("$.path[0]", "8.7.3-rout"), ("$.path", "8.7.3-rout")]
    assert refused(lost, "0911") == [("$.path", "8.7.3-rout")]  # as near as before
    assert go(lost).mode == "routed"
    assert refused(lost, "1012", action="combat_mode") == [("$.unit.mode", "8.7.3-rout")]
    assert go(lost, "1010", others=()).spent == 1  # no enemy to run from


@pytest.mark.rule("orel", "8.7.3-rout")
def test_routed_units_step_from_zone_to_zone_as_a_last_resort() -> None:
    lost = unit("cavalry", "1009", mode="routed")
    both = (ENEMY, unit("infantry", "1013", "e2", "red"))
    # 1009 to 1010 leaves the zones, so 1008 is not the last resort.
    assert ("$.path[0]", "8.7.3-rout") in refused(lost, "1008", "1007", others=both)
    # With enemies on every other side the step is open, and the one after it leads away.
    ring = (*both, *(unit("tank", place, f"t{place}", "red") for place in ("1010", "0909", "0910")))
    assert go(lost, "1008", "0908", others=ring).steps[0].kind == "zone_to_zone"


@pytest.mark.rule("orel", "8.7.3-rout")
def test_the_reach_of_a_routed_unit() -> None:
    request = game.ReachRequest(unit=unit("infantry", "1011", mode="routed", mp=1), others=(ENEMY,), board=OPEN)
    found = game.ruleset.resolve(request, dice=GivenDice([])).outcome.hexes
    assert {one.hex for one in found} == {"1011", "1012", "0912"}  # 1112 is three hexes away too
    assert {one.modes for one in found} == {("routed",)}
