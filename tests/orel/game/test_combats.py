"""The combat phase of a whole battle: its order, its stops, and what it leaves. Dice and results by hand."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_battles import WITH_LINE, battle, begun, foot, guns, horse, listed, on, reds_turn, unit_of, vehicle

from rcw_rules import GivenDice, IllegalRequestError, orel

NO_RETREAT = {"retreat_before_combat": lambda situation, alternatives: False}


def facing(*units: orel.Unit, **changes: Any) -> orel.State:
    """Return Red's first movement phase."""
    return reds_turn(begun(battle(*units, **changes)))


@pytest.mark.rule("orel", "8.1-part1", "8.1-part2", "7.2-declare")
def test_only_what_was_declared_is_fought() -> None:
    state = facing(foot("R:1", "0407"), foot("R:2", "0508"), foot("W:1", "0408"))
    state = on(state, "attack 0408 with R:1 from 0407", "stay with R:2")
    assert (state.stage, state.to_act) == ("fire", None)
    state = on(state, "go on")
    assert listed(state) == ["fight attack 1"]
    assert orel.game.to_act(state) == "red"
    with pytest.raises(IllegalRequestError, match=r"8\.1-part2"):
        on(state, "fight attack 2")
    with pytest.raises(IllegalRequestError, match=r"2-sequence|8\.1-part2"):
        on(state, "stay with R:2")


@pytest.mark.rule("orel", "X-bad-combat")
def test_a_state_changed_by_hand_in_which_nobody_can_attack_so_is_refused() -> None:
    state = facing(foot("R:1", "0407"), foot("W:1", "0408"))
    state = on(state, "attack 0408 with R:1 from 0407")
    away = tuple(evolve(unit, hex="0404") if unit.key == "R:1" else unit for unit in state.units)
    with pytest.raises(IllegalRequestError, match="R:1 attacks from 0404, which is not next to 0408"):
        on(evolve(state, units=away), "go on")
    orders = state.fighting.orders
    unknown = evolve(orders, attacks=(evolve(orders.attacks[0], units=("R:9",)),))
    with pytest.raises(IllegalRequestError, match="no unit on the map has the key 'R:9', which attacks 0408"):
        on(evolve(state, fighting=evolve(state.fighting, orders=unknown)), "go on")


@pytest.mark.rule("orel", "8.1-part2", "8.5.1-retreat", "7.5-leave")
def test_who_falls_back_off_the_map_is_noted_with_the_day() -> None:
    state = facing(foot("R:1", "0407", steps=6, strength=9), foot("W:1", "0408", tq=3), foot("W:2", "0801"))
    state = on(state, "attack 0408 with R:1 from 0407", "go on")
    # 9 against 5 is 1:1, no modifier. Red passes with a 1; White throws 6 against 3 and falls back, over its own edge.
    after = on(state, "fight attack 1", faces=(1, 6))
    white = unit_of(after, "W:1")
    assert (white.hex, white.mode) == (None, "march")
    assert after.off_map == (orel.OffMap(unit="W:1", exit="0408", day=15, player="red"),)
    assert after.stage == "end"
    assert orel.game.conserved(after) == {"units": 3, "depots": 0}
    # The next movement phase of White brings it back beside its exit, where Red stands now.
    assert unit_of(after, "R:1").hex == "0408"
    back = on(after, "go on", "go on")
    assert (unit_of(back, "W:1").hex, back.off_map) == ("0308", ())


@pytest.mark.rule("orel", "8.1-part1", "8.3.1-target", "8.4-counterbattery", "8.6.2-support")
def test_barrages_come_before_their_answers_and_those_before_the_defence() -> None:
    state = facing(
        foot("R:1", "0407"), guns("R:Guns", "0407"), foot("R:2", "0207"),
        foot("W:1", "0408"), guns("W:Guns", "0408"), foot("W:2", "0208"),
    )  # fmt: skip
    state = on(state, "attack 0408 with R:1 from 0407", "ready R:Guns in 0407 for barrage", "stay with R:2")
    # The hex under attack is no target; W:2 was observed by R:2 and is two hexes off.
    assert (state.stage, listed(state)) == ("barrages", ["hold the fire of R:Guns", "barrage W:2 with R:Guns"])
    with pytest.raises(IllegalRequestError, match=r"8\.3\.1-target"):
        on(state, "barrage W:1 with R:Guns")
    state = on(state, "barrage W:2 with R:Guns")
    assert (state.stage, state.to_act) == ("fire", None)
    state = on(state, "go on", faces=(1, 1))
    assert (state.stage, state.to_act) == ("answers", "white")
    assert listed(state) == ["hold the fire of W:Guns", "answer R:Guns with W:Guns"]
    answered = on(state, "answer R:Guns with W:Guns", faces=(1, 1, 1))
    assert answered.fighting.answered == ("W:Guns",)
    assert (answered.stage, listed(answered)) == ("combats", ["fight attack 1"])  # who answered supports nobody
    held = on(state, "hold the fire of W:Guns")
    assert (held.stage, held.to_act) == ("defences", "white")
    assert listed(held) == ["hold the fire of W:Guns", "defend against attack 1 with W:Guns"]
    defended = on(held, "defend against attack 1 with W:Guns")
    assert defended.fighting.combats is not None
    assert defended.fighting.combats.attacks[0].attack.defending == ("W:Guns",)


@pytest.mark.rule("orel", "8.6.2-support", "7.2-declare")
def test_a_support_is_for_an_attack_of_its_type() -> None:
    state = facing(foot("R:1", "0407"), guns("R:Guns", "0407"), foot("W:1", "0408"))
    state = on(state, "attack 0408 with R:1 from 0407")
    prepared = on(state, "ready R:Guns in 0407 for prepared")
    assert (prepared.stage, listed(prepared)[1:]) == ("supports", ["support attack 1 with R:Guns"])
    hasty = on(state, "ready R:Guns in 0407 for hasty")
    assert hasty.stage == "fire"
    ordered = on(prepared, "support attack 1 with R:Guns")
    assert ordered.fighting.orders.attacks[0].supports == ("R:Guns",)


@pytest.mark.rule("orel", "3.3-elimination", "3.3-return")
def test_a_depot_falls_to_an_advance_and_comes_again() -> None:
    convoi = orel.Depot(key="W:Convoi", side="white", kind="convoi", capacity=2, hex="0405", mp=5)
    state = facing(foot("R:1", "0404"), foot("W:1", "0801"), depots=(convoi,))
    state = on(state, "attack 0405 with R:1 from 0404", "go on")
    state = on(state, "fight attack 1", advance=lambda situation, keys: keys[0])
    assert state.units[0].hex == "0405"
    assert (state.depots[0].hex, state.coming[0].day) == (None, 16)
    state = on(state, "go on", "go on")
    assert state.moves.waiting == ("W:Convoi", "W:1")
    assert [line for line in listed(state) if line.startswith("bring")] == [
        f"bring W:Convoi in at 0{column}08" for column in range(1, 9)
    ]


@pytest.mark.rule("orel", "9.1.1-duel")
def test_trains_duel_in_the_combat_phase_or_at_once() -> None:
    units = (
        vehicle("armoured_train_light", "R:Train", "0402"),
        vehicle("armoured_train_light", "W:Train", "0406"),
        foot("R:1", "0101"), foot("W:1", "0801"),
    )  # fmt: skip
    state = facing(*units, board=WITH_LINE)
    state = on(state, "challenge W:Train with R:Train from 0405", "stay with R:1", "go on")
    assert listed(state) == ["fight the duel of R:Train"]
    # 4 against 3: the loser comes back repaired two days later.
    state = on(state, "fight the duel of R:Train", faces=(4, 3))
    assert (unit_of(state, "W:Train").hex, state.coming[0].day, state.coming[0].edge) == (None, 17, ("0408",))
    at_once = orel.game.with_options(duels_at_once=True)
    state = facing(*units, board=WITH_LINE)
    state = on(state, "challenge W:Train with R:Train from 0405", faces=(6, 3), game=at_once)
    assert ([unit.key for unit in state.lost_units], state.duels) == (["W:Train"], ())


@pytest.mark.rule("orel", "9.1.1-duel", "7.1.1-orel")
def test_a_duel_from_orel_is_offered_once() -> None:
    line = evolve(WITH_LINE.railways[0], hexes=tuple(f"27{row:02}" for row in range(1, 9)))
    board = evolve(WITH_LINE, grid=evolve(WITH_LINE.grid, columns=28), railways=(line,))
    state = facing(
        vehicle("armoured_train_light", "R:Train", "2703"),
        vehicle("armoured_train_light", "W:Train", "2706"),
        foot("R:1", "0101"),
        foot("W:1", "0801"),
        board=board,
    )
    offered = listed(state)
    assert {"move R:Train to 2705 location=suburbs", "move R:Train to 2705 location=centre"} <= set(offered)
    assert offered.count("challenge W:Train with R:Train from 2705") == 1
    assert len(offered) == len(set(offered))


@pytest.mark.rule("orel", "7.5-leave")
def test_who_is_driven_off_the_map_comes_back_at_its_edge() -> None:
    one = battle(foot("R:1", "0101"), foot("W:1", None), foot("W:2", "0801"))
    state = begun(one)
    gone = orel.OffMap(unit="W:1", exit="0408", day=15, player="red")
    state = evolve(state, off_map=(gone,), moment=orel.Moment(day=16))
    back = on(state, "go on", return_hex=lambda situation, places: places[0])
    assert unit_of(back, "W:1").hex in ("0308", "0408", "0508")
    assert back.moves.entries_of("W:1")[0].spent == 1  # a clear hex
    inland = orel.game.with_options(returns_inland=True)
    where: list[tuple[str, ...]] = []

    def first(situation: object, places: tuple[str, ...]) -> str:
        where.append(places)
        return places[0]

    on(state, "go on", game=inland, return_hex=first)
    on(state, "go on", return_hex=first)
    assert where == [("0308", "0407", "0408", "0508"), ("0308", "0408", "0508")]


@pytest.mark.rule("orel", "8.8.3-advance")
@pytest.mark.parametrize(("must", "offered"), [(True, ("R:1", "R:2")), (False, ("R:1", "R:2", ""))])
def test_whether_an_assault_makes_the_attacker_advance_is_an_option(must: bool, offered: tuple[str, ...]) -> None:
    rules = orel.ruleset.with_options(must_advance_after_assault=must)
    request = orel.AdvanceRequest(hex="1110", phase="assault", attackers=(foot("R:1", "1111"), foot("R:2", "1111")))
    told: list[tuple[str, ...]] = []

    def first(situation: object, keys: tuple[str, ...]) -> str:
        told.append(keys)
        return keys[-1]

    rules.resolve(request, dice=GivenDice(()), choices={"advance": first})
    assert told[0] == offered


@pytest.mark.rule("orel", "2-markers", "10.2-winner")
def test_the_battle_ends_with_the_last_day() -> None:
    state = begun(battle(foot("R:1", "0101"), horse("W:1", "0808"), last_day=15))
    while (actions := orel.game.legal_actions(state)) != ():
        state = orel.game.play(state, actions[0], dice=GivenDice(())).state
    result = orel.game.result(state)
    assert result is not None
    assert (result.winner, result.rule) == (None, "10.2-winner")
    assert orel.game.to_act(state) is None
