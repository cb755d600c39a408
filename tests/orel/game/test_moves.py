"""The movement phase of a whole battle, by hand from the book: who is up, where it may go, what it declares there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve
from orel_battles import PLAIN, WITH_LINE, battle, begun, foot, guns, horse, listed, on, reds_turn, unit_of, vehicle

from rcw_rules import GivenDice, IllegalRequestError, orel
from rcw_rules.kernel.geometry.hexes import Feature, TerrainArea, Zone

FAR = foot("R:far", "0801")


def red(*units: orel.Unit, **changes: Any) -> orel.State:
    """Return Red's first movement phase; one White unit stands in 0408."""
    return reds_turn(begun(battle(*units, foot("W:1", "0408"), **changes)))


@pytest.mark.rule("orel", "2-sequence", "7-actions")
def test_units_come_up_in_listed_order_and_can_be_put_off() -> None:
    state = on(begun(battle(foot("W:1", "0406"), foot("W:2", "0506"), FAR)), "go on")
    assert (state.to_act, state.moves.waiting) == ("white", ("W:1", "W:2"))
    state = on(state, "put W:1 off")
    assert state.moves.waiting == ("W:2", "W:1")
    state = on(state, "put W:2 off")
    assert "put W:1 off" not in listed(state)  # each once, until somebody has moved or stayed
    state = on(state, "stay with W:1")
    assert (state.moves.waiting, state.moves.stayed) == (("W:2",), ("W:1",))
    assert "put W:2 off" not in listed(state)  # the last has nobody to wait for


@pytest.mark.rule("orel", "7-actions", "7.1.4-modes")
def test_a_move_ends_in_march_mode_unless_a_point_is_paid() -> None:
    state = red(foot("R:1", "0401", mp=2), FAR)
    assert "move R:1 to 0403" in listed(state)  # two clear hexes
    assert "move R:1 to 0403 mode=combat" not in listed(state)
    assert "move R:1 to 0404" not in listed(state)
    marched, stood = on(state, "move R:1 to 0403"), on(state, "move R:1 to 0402 mode=combat")
    assert [s.units[0].mode for s in (marched, stood)] == ["march", "combat"]
    assert marched.moves.moved == ("R:1",)


@pytest.mark.rule("orel", "7.1.3-negation", "7.1.3-zoc-to-zoc")
def test_who_stays_negates_zones_for_who_moves_later() -> None:
    state = red(foot("R:1", "0407"), foot("R:2", "0508"))  # both next to W:1 in 0408
    before, after = on(state, "put R:1 off"), on(state, "stay with R:1")
    # From 0508 to 0407, zone to zone: four of the five points. If R:1 stays there, it is a clear hex, and one to leave.
    assert "attack 0408 with R:2 from 0407 type=hasty" in listed(before)
    assert "attack 0408 with R:2 from 0407" not in listed(before)
    assert "attack 0408 with R:2 from 0407" in listed(after)


@pytest.mark.rule("orel", "7.2-declare", "8.6.1-formation", "8.6.1-hasty")
def test_attacks_are_declared_alone_or_joined() -> None:
    state = red(foot("R:1", "0407"), foot("R:2", "0508"))
    first = on(state, "attack 0408 with R:1 from 0407")
    assert first.declared == (orel.Declared(hex="0408", type="prepared", units=("R:1",)),)
    # By a formation of quality 4 from two hexes: allowed; a Hasty Attack comes from one hex only.
    assert "attack 0408 with R:2 from 0508 joins=1" in listed(first)
    hasty = on(state, "attack 0408 with R:1 from 0407 type=hasty")
    assert "attack 0408 with R:2 from 0508 type=hasty" in listed(hasty)
    assert "attack 0408 with R:2 from 0508 type=hasty joins=1" not in listed(hasty)
    with pytest.raises(IllegalRequestError, match=r"8\.6\.1-hasty"):
        on(hasty, "attack 0408 with R:2 from 0508 type=hasty joins=1")
    both = on(first, "attack 0408 with R:2 from 0508 joins=1")
    assert both.fighting.orders.attacks[0].units == ("R:1", "R:2")


@pytest.mark.rule("orel", "7.2-prepared-cost", "7.2-hasty")
def test_an_attack_is_paid_for_with_what_is_left() -> None:
    state = red(foot("R:1", "0405", mp=3), FAR)  # two clear hexes to 0407; one point is left
    assert "attack 0408 with R:1 from 0407 type=hasty" in listed(state)
    assert "attack 0408 with R:1 from 0407" not in listed(state)
    with pytest.raises(IllegalRequestError, match=r"7\.2-prepared-cost"):
        on(state, "attack 0408 with R:1 from 0407")


@pytest.mark.rule("orel", "9-accompanied", "9.2.1-breakdown")
def test_a_tank_attacks_only_with_troops_and_may_break_down() -> None:
    state = red(vehicle("tank", "R:Tank", "0407"), foot("R:1", "0407"), FAR, board=WITH_LINE)
    assert [line for line in listed(state) if line.startswith("attack")] == []
    state = on(state, "put R:Tank off", "attack 0408 with R:1 from 0407", "stay with R:far")
    assert "attack 0408 with R:Tank from 0407 joins=1" in listed(state)
    broken = on(state, "attack 0408 with R:Tank from 0407 joins=1", faces=(2,))
    assert unit_of(broken, "R:Tank") == evolve(unit_of(state, "R:Tank"), broken_down=True)
    assert broken.declared[0].units == ("R:1",)
    sound = on(state, "attack 0408 with R:Tank from 0407 joins=1", faces=(3,))
    assert sound.declared[0].units == ("R:1", "R:Tank")


@pytest.mark.rule("orel", "5.3-zoc")
def test_out_of_command_nothing_enters_a_zone_and_a_check_frees_it() -> None:
    body = (foot("R:1", "0101"), foot("R:2", "0102"))
    state = red(*body, foot("R:x", "0406"))  # far from its main body
    state = on(state, "stay with R:1", "stay with R:2")
    assert state.units[2].out_of_command
    ends = {line.split()[3] for line in listed(state) if line.startswith("move")}
    assert "0307" in ends
    assert ends.isdisjoint({"0407", "0308", "0508"})
    state = red(*body, foot("R:x", "0407"))
    state = on(state, "stay with R:1", "stay with R:2")
    assert "attack 0408 with R:x from 0407" not in listed(state)
    assert "test R:x" in listed(state)
    failed, passed = on(state, "test R:x", faces=(5,)), on(state, "test R:x", faces=(4,))
    assert "test R:x" not in listed(passed)
    assert "attack 0408 with R:x from 0407" not in listed(failed)
    assert "attack 0408 with R:x from 0407" in listed(passed)


@pytest.mark.rule("orel", "7.3-entrench")
def test_an_entrenchment_takes_all_points_and_a_day() -> None:
    one = battle(foot("W:1", "0406"), FAR)
    state = on(begun(one), "go on", "entrench W:1")
    assert state.units[0].entrenchment == "under_construction"
    while state.day == 15 or state.stage == "begin":
        state = on(state, "go on" if state.to_act is None else "stay with R:far")
    assert state.units[0].entrenchment == "under_construction"
    state = on(state, "stay with W:1")
    assert state.units[0].entrenchment == "entrenched"


@pytest.mark.rule("orel", "4.3.1C-overstack", "7.1.2-stacking")
def test_out_of_a_stack_that_is_too_large_somebody_goes() -> None:
    four = tuple(foot(f"R:{number}", "0401", steps=2) for number in range(1, 5))
    state = red(*four)
    state = on(state, *(f"stay with R:{number}" for number in (1, 2, 3)))
    assert "stay with R:4" not in listed(state)
    with pytest.raises(IllegalRequestError, match=r"4\.3\.1C-overstack"):
        on(state, "stay with R:4")
    halted = on(red(*four), "stay with all others")
    assert halted.moves.waiting == ("R:4",)
    three = on(red(*four, *(evolve(one, key=f"{one.key}b", hex="0101") for one in four)), "stay with all others")
    assert three.moves.waiting == ("R:4", "R:4b")
    assert "stay with all others" not in listed(three)  # it would change nothing
    with pytest.raises(IllegalRequestError, match=r"7-actions"):
        on(three, "stay with all others")


@pytest.mark.rule("orel", "7.1.5-marching-day")
def test_a_marching_day_goes_two_points_further_and_not_beside_the_enemy() -> None:
    state = on(begun(battle(foot("W:1", "0408", mp=2), foot("R:1", "0404"))), "go on")
    lines = listed(state)
    assert "move W:1 to 0406" in lines
    assert "move W:1 to 0406 marching_day=yes" not in lines  # no further than without
    far = [line for line in lines if "marching_day=yes" in line]
    assert "move W:1 to 0107 marching_day=yes" in far
    assert not [line for line in far if line.startswith("move W:1 to 0405")]
    after = on(state, "move W:1 to 0107 marching_day=yes")
    assert (after.units[0].hex, after.units[0].mode) == ("0107", "march")
    assert not [line for line in listed(red(foot("R:1", "0401", mp=2), FAR)) if "marching_day" in line]


@pytest.mark.rule("orel", "7.2-declare", "8.3.1-target")
def test_guns_make_ready_where_there_is_somebody_to_fire_at() -> None:
    state = red(guns("R:Guns", "0406"), FAR)
    lines = listed(state)
    # W:1 in 0408 is two hexes away, but nobody stood next to it.
    assert "ready R:Guns in 0406 for prepared" in lines
    assert "ready R:Guns in 0406 for barrage" not in lines
    seen = red(guns("R:Guns", "0406"), foot("R:1", "0407"))
    assert "ready R:Guns in 0406 for barrage" in listed(seen)
    assert not [line for line in listed(red(guns("R:Guns", "0402", mp=1), FAR)) if line.startswith("ready")]


@pytest.mark.rule("orel", "10.2-reinforcements", "7.4-delay")
def test_reinforcements_come_in_pay_and_go_on_or_wait() -> None:
    comes = orel.Reinforcement(side="red", day=15, units=("R:Horse",), edge=("0301", "0401"), mp_penalty=1)
    state = red(horse("R:Horse", None, mp=4), FAR, reinforcements=(comes,))
    assert listed(state)[:3] == ["stay with R:Horse", "bring R:Horse in at 0301", "bring R:Horse in at 0401"]
    inside = on(state, "bring R:Horse in at 0401")
    assert "put R:Horse off" not in listed(inside)
    # Of 4 points it has 3 today and pays 1 for the hex: two clear hexes more.
    assert "move R:Horse to 0403" in listed(inside)
    assert "move R:Horse to 0404" not in listed(inside)
    assert (inside.arrived, inside.coming) == (("R:Horse",), ())
    later = on(state, "stay with R:Horse")
    assert later.coming == (comes,)


@pytest.mark.rule("orel", "7-actions", "2-sequence")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("stay with W:1", "7-actions"),
        ("move R:2 to 0402", "7-actions"),
        ("move R:1 to 0808", "7-actions"),
        ("fight attack 1", "2-sequence"),
        ("go on", "2-sequence"),
        ("recruit no more", "2-sequence"),
        ("occupy the centre", "7.1.1-orel"),
        ("bring R:1 in at 0401", "10.2-reinforcements"),
        ("attack 0402 with R:1 from 0401", "7.2-declare"),
        ("entrench R:far", "7-actions"),
        ("test R:1", "5.3-zoc"),
    ],
)
def test_what_is_not_listed_is_refused_with_its_rule(line: str, rule: str) -> None:
    state = red(foot("R:1", "0401"), foot("R:2", "0501"), FAR)
    assert line not in listed(state)
    verdict = orel.game.verdict(state, orel.game.read_action(line))
    assert not verdict
    assert verdict.objections[0].rule == rule
    assert verdict.objections[0].message
    with pytest.raises(IllegalRequestError, match=re.escape(rule)):
        on(state, line)


@pytest.mark.rule("orel", "7.1.5-marching-day")
def test_a_marching_day_is_for_hexes_that_are_too_far_without_it() -> None:
    state = on(begun(battle(foot("W:1", "0408", mp=2), foot("R:1", "0101"))), "go on")
    assert "move W:1 to 0404 marching_day=yes" in listed(state)  # four points
    assert "move W:1 to 0406 marching_day=yes" not in listed(state)
    with pytest.raises(IllegalRequestError, match="without a Marching Day"):
        on(state, "move W:1 to 0406 marching_day=yes")


@pytest.mark.rule("orel", "10.2-46th-limit")
def test_a_map_limits_the_moves_of_any_division() -> None:
    beyond = Zone(name="beyond the limit of the 1st Rifle Division", hexes=("0402",))
    state = red(foot("R:1", "0401"), foot("R:2", "0301", division="2nd"), board=evolve(PLAIN, zones=(beyond,)))
    assert "move R:1 to 0402" not in listed(state)
    with pytest.raises(IllegalRequestError, match="0402"):
        on(state, "move R:1 to 0402")
    assert "move R:2 to 0402" in listed(on(state, "put R:1 off"))


@pytest.mark.rule("orel", "5.1-lettone", "8.6.1-exceptions", "8.6.2-support")
def test_the_exceptions_of_a_battle_let_its_own_formations_attack_together() -> None:
    other = orel.Formation(key="2R", name="2nd", side="red", division="2nd Rifle Division")
    lends = orel.CommandException(units=("R:2",), formations=("1R",))
    units = (foot("R:1", "0407"), foot("R:2", "0508", formation="2R"), foot("W:1", "0408"))
    alone = battle(*units)
    alone = evolve(alone, formations=(*alone.formations, other))
    joined = "attack 0408 with R:2 from 0508 joins=1"
    apart, together = (
        on(reds_turn(begun(one)), "attack 0408 with R:1 from 0407")
        for one in (alone, evolve(alone, command_exceptions=(lends,)))
    )
    assert (joined in listed(apart), joined in listed(together)) == (False, True)
    both = on(together, joined, "go on")
    assert listed(both) == ["fight attack 1"]


@pytest.mark.rule("orel", "7-actions", "7.1.1-terrain-cost", "7.1.4-modes")
def test_a_way_of_ones_own_is_gone_hex_by_hex() -> None:
    wood = TerrainArea(kind="forest", hexes=("0402",))
    state = red(foot("R:1", "0401", mp=4, entrenchment="entrenched"), FAR, board=evolve(PLAIN, terrain=(wood,)))
    steps = {line for line in listed(state) if line.startswith("step")}
    assert steps == {f"step R:1 to {place}" for place in PLAIN.grid.neighbours("0401")}
    # Through the wood, three points at the most, and what is left is for a step or for combat mode.
    inside = on(state, "step R:1 to 0402")
    assert (unit_of(inside, "R:1").mode, unit_of(inside, "R:1").entrenchment) == ("march", "none")
    assert inside.moves.waiting[0] == "R:1"
    assert "put R:1 off" not in listed(inside)
    assert "move R:1 to 0402 mode=combat" in listed(inside)
    price = inside.moves.entries[0].spent
    beyond = inside
    for row in range(3, 3 + 4 - price):
        beyond = on(beyond, f"step R:1 to 04{row:02}")
    assert listed(beyond) == ["stay with R:1"]
    ended = on(beyond, "stay with R:1")
    assert (unit_of(ended, "R:1").hex, unit_of(ended, "R:1").mode) == (f"04{6 - price:02}", "march")
    assert (ended.moves.moved, ended.moves.stayed, ended.moves.entries) == (("R:1",), (), ())


@pytest.mark.rule("orel", "7-actions", "7.1.2-stacking", "7.2-declare")
def test_steps_pass_through_full_hexes_and_lead_to_attacks() -> None:
    stack = tuple(foot(f"R:{number}", "0406") for number in (2, 3, 4))
    state = red(foot("R:1", "0405"), *stack, FAR)
    inside = on(state, "step R:1 to 0406")
    assert "stay with R:1" not in listed(inside)  # four units are too many
    stopped = on(inside, "step R:1 to 0407", "attack 0408 with R:1 from 0407")
    assert stopped.declared[0].units == ("R:1",)
    with pytest.raises(IllegalRequestError, match="not next to it"):
        on(inside, "step R:1 to 0401")
    poor = red(foot("R:1", "0405", mp=1), *stack, FAR)
    with pytest.raises(IllegalRequestError, match=r"7\.1\.2-stacking"):
        on(poor, "step R:1 to 0406")


@pytest.mark.rule("orel", "9.2.1-breakdown")
def test_a_tank_rolls_before_its_first_step_alone() -> None:
    state = on(begun(battle(vehicle("tank", "W:T", "0305"), foot("W:1", "0808"), FAR, board=WITH_LINE)), "go on")
    runs = on(on(state, "step W:T to 0306", faces=(3,)), "step W:T to 0305")
    assert runs.moves.rolled == ("W:T",)
    breaks = on(state, "step W:T to 0306", faces=(2,))
    assert (unit_of(breaks, "W:T").hex, unit_of(breaks, "W:T").broken_down) == ("0305", True)
    assert breaks.moves.waiting[0] == "W:1"


@pytest.mark.rule("orel", "3.2B-recovery", "3.2A-rail-depot")
def test_a_move_that_opens_the_line_of_a_depot_takes_its_marker_off_at_once() -> None:
    board = evolve(WITH_LINE, features=(Feature(kind="station", hexes=("0404",)),))
    marked = orel.Depot(key="W:Depot", side="white", kind="rail_depot", capacity=4, hex="0404", unsupplied=True)
    units = (foot("W:1", "0406"), foot("W:2", "0308"), foot("R:1", "0507"))  # the zone of R:1 holds 0406 and 0407
    state = on(begun(battle(*units, depots=(marked,), board=board)), "go on", "attack 0507 with W:1 from 0406")
    assert state.depots[0].unsupplied
    opened = on(state, "move W:2 to 0407")
    assert not opened.depots[0].unsupplied
    # The movement phase over, it serves: in the combat phase that follows.
    fired = orel.game.play(on(opened, "stay with W:Depot"), orel.Proceed(), dice=GivenDice(()))
    assert "Attack 1 is supplied by W:Depot." in fired.events


@pytest.mark.rule("orel", "7-actions", "7.4-zones")
def test_why_a_unit_cannot_end_its_move_somewhere() -> None:
    state = red(foot("R:1", "0401"), FAR, entry_zones=(orel.EntryZone(side="white", edge="north", hexes=("0301",)),))
    for place, rule in (("0301", "7.4-zones"), ("0408", "X-bad-units"), ("0808", "7-actions")):
        with pytest.raises(IllegalRequestError) as caught:
            on(state, f"move R:1 to {place}")
        assert [objection.rule for objection in caught.value.verdict.objections] == [rule]
