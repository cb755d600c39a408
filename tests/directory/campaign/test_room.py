"""Stacking and ground hold for everything that comes into a hex: retreats, advances, reinforcements and set-ups."""

from __future__ import annotations

from typing import Any

import pytest
from directory_campaigns import NO_DICE, board, first_turn, piece, profile, refusal, start

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd

WAR = (fd.War(one="bolsheviks", other="directory"),)
RED, SICH = piece("1 Red", "bolsheviks", "0203"), piece("1 Sich", "directory", "0202")


def one_side(state: fd.CampaignState, label: str, units: tuple[fd.Piece, ...]) -> bool:
    return len({state.power(unit.counter.faction) for unit in units}) == 1


def at_war(*pieces: fd.Piece, **changes: Any) -> fd.Campaign:
    campaign = first_turn(*pieces, with_profile=profile(stacking=one_side, **changes), wars=WAR)
    return campaign.advance_to("first_combat")


@pytest.mark.rule("directory", "miss-stacking-zoc", "miss-retreat")
def test_nobody_retreats_into_a_hex_of_the_attackers() -> None:
    campaign = at_war(RED, SICH)
    into = (fd.Retreat(unit="1 Sich", path=("0203",)),)
    with pytest.raises(IllegalRequestError, match="1 Red, 1 Sich may not be in hex '0203' together") as caught:
        campaign.attack(("1 Red",), "0202", retreats=into, dice=GivenDice([4]))
    assert refusal(caught) == ["miss-stacking-zoc"]
    away = (fd.Retreat(unit="1 Sich", path=("0201",)),)
    assert (
        campaign.attack(("1 Red",), "0202", retreats=away, dice=GivenDice([4]))[0].state.piece("1 Sich").hex == "0201"
    )


@pytest.mark.rule("directory", "miss-stacking-zoc", "miss-advance")
def test_nobody_advances_onto_a_defender_who_stays() -> None:
    rules: dict[str, Any] = {
        "advance": lambda state, attackers, target, outcome: ("1 Red",),
        "blocked_retreat": lambda state, unit: "stays",
    }
    stuck = (fd.Retreat(unit="1 Sich"),)
    with pytest.raises(IllegalRequestError, match="hex '0202' together") as caught:
        at_war(RED, SICH, **rules).attack(("1 Red",), "0202", retreats=stuck, dice=GivenDice([4]))
    assert refusal(caught) == ["miss-stacking-zoc"]
    gone = {**rules, "blocked_retreat": lambda state, unit: "removed"}
    after, _ = at_war(RED, SICH, **gone).attack(("1 Red",), "0202", retreats=stuck, dice=GivenDice([4]))
    assert after.state.piece("1 Red").hex == "0202"


@pytest.mark.rule("directory", "miss-stacking-zoc", "miss-mobilization")
@pytest.mark.parametrize("step", ["reinforcements", "mobilization"])
def test_no_reinforcement_comes_into_a_hex_of_the_enemy(step: str) -> None:
    arrival: dict[str, Any] = {step: (piece("2 Red", "bolsheviks", "0202"),)}
    lists = fd.MobilizationLists(**arrival)
    with pytest.raises(IllegalRequestError, match="1 Sich, 2 Red may not be in hex '0202' together") as caught:
        at_war(RED, SICH, mobilization=lambda state: lists)
    assert refusal(caught) == ["miss-stacking-zoc"]
    assert caught.value.objections[0].path == f"$.{step}[0].hex"


@pytest.mark.rule("directory", "miss-stacking-zoc")
def test_a_set_up_holds_to_stacking() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        start(RED, piece("2 Red", "bolsheviks", "0202"), SICH, with_profile=profile(stacking=one_side))
    (problem,) = caught.value.problems
    assert (problem.path, problem.rule) == ("$.pieces[2].hex", "miss-stacking-zoc")
    assert problem.message == "2 Red, 1 Sich may not be in hex '0202' together"


@pytest.mark.rule("directory", "mov-rail", "miss-retreat", "mov-kinds")
def test_a_train_does_not_retreat_off_the_rails() -> None:
    rails = board(
        h0202=fd.MapHex(label="0202", land="clear", rail="major"),
        h0201=fd.MapHex(label="0201", land="clear", rail="minor"),
    )
    train = piece("Train", "directory", "0202", "armored_train")
    campaign = at_war(RED, train, map=rails)
    off = (fd.Retreat(unit="Train", path=("0302",)),)
    with pytest.raises(InvalidRequestError) as caught:
        campaign.attack(("1 Red",), "0202", retreats=off, replacements=(), dice=NO_DICE)
    (problem,) = caught.value.problems
    assert (problem.path, problem.rule) == ("$.retreats[0].path[0]", "mov-kinds")
    assert problem.message == "'Train', armored train, cannot go from hex '0202' to '0302'"
    on = (fd.Retreat(unit="Train", path=("0201",)),)
    after, _ = campaign.attack(("1 Red",), "0202", retreats=on, replacements=(), dice=GivenDice([4]))
    assert after.state.piece("Train").hex == "0201"


@pytest.mark.rule("directory", "mov-kinds", "miss-retreat")
def test_infantry_does_not_retreat_into_the_sea() -> None:
    campaign = at_war(RED, SICH, map=board(h0201=fd.MapHex(label="0201", water=("sea",))))
    with pytest.raises(InvalidRequestError, match="cannot go from hex '0202' to '0201'"):
        campaign.attack(("1 Red",), "0202", retreats=(fd.Retreat(unit="1 Sich", path=("0201",)),), dice=NO_DICE)


@pytest.mark.rule("directory", "miss-map")
def test_a_state_with_a_counter_off_the_map_is_refused() -> None:
    state = start(RED).state.with_piece("1 Red", piece("1 Red", "bolsheviks", "9999"))
    with pytest.raises(InvalidRequestError) as caught:
        fd.Campaign(state=state, profile=profile())
    (problem,) = caught.value.problems
    assert (problem.path, problem.rule) == ("$.state.pieces[0].hex", "miss-map")
    assert "'1 Red'" in problem.message
