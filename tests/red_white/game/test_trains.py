"""Armoured trains in a whole game: they run along their track and back off along it."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_white_afar import GAME, PROFILE, act, at, begun, foot, line, scenario, train, where

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.geometry.table import TerrainLine
from rcw_rules.red_white.game.scenario import Placed, Scenario

STRAIGHT = line("railway", (0, 10), (48, 10))
BENT = line("railway", (0, 10), (20, 10), (20, 36))
ENEMY = foot("Whites", "white")


def on(track: TerrainLine, east: float, *more: Placed) -> Scenario:
    """Return a game with a Red train that faces east on a track; it is 8 inches long."""
    white = [ENEMY, *(foot(one.unit, "white") for one in more)]
    return scenario(
        [train("Zarya", "red")], white, [at("Zarya", east, 10, 90), at("Whites", 44, 30, 270), *more], lines=[track]
    )


@pytest.mark.rule("red_white", "gen-rear", "p1-movement")
def test_a_train_runs_ahead_and_back_along_its_track() -> None:
    state = begun(on(STRAIGHT, 20), "movement")
    assert where(act(state, "run Zarya 14"), "Zarya") == ("34 in", "10 in", "90°")
    assert where(act(state, "run Zarya 6 back=yes"), "Zarya") == ("14 in", "10 in", "90°")
    with pytest.raises(IllegalRequestError, match="at most 14 in"):
        act(state, "run Zarya 14.5")
    with pytest.raises(IllegalRequestError, match="has moved"):
        act(act(state, "run Zarya 1"), "run Zarya 1")


@pytest.mark.rule("red_white", "gen-rear")
def test_a_track_ends_for_head_and_tail() -> None:
    state = begun(on(STRAIGHT, 40), "movement")
    act(state, "run Zarya 8")
    with pytest.raises(IllegalRequestError, match="the track of Zarya ends"):
        act(state, "run Zarya 8.5")
    state = begun(on(STRAIGHT, 12), "movement")
    assert where(act(state, "run Zarya 4 back=yes"), "Zarya")[0] == "8 in"
    with pytest.raises(IllegalRequestError, match="the track of Zarya ends"):
        act(state, "run Zarya 4.5 back=yes")


@pytest.mark.rule("red_white", "gen-rear")
def test_in_a_bend_both_ends_stay_on_the_track() -> None:
    # From 18 inches along to 26: the head 6 inches up the other leg, the tail 2 before the corner. 2 east, 6 north.
    after = act(begun(on(BENT, 18), "movement"), "run Zarya 8")
    assert where(after, "Zarya") == ("20 in", "16 in", "18.435°")
    assert where(act(begun(on(BENT, 18), "movement"), "run Zarya 14"), "Zarya") == ("20 in", "22 in", "0°")


@pytest.mark.rule("red_white", "p1-movement")
def test_nobody_is_run_over_and_no_enemy_approached() -> None:
    of = on(STRAIGHT, 20, at("Guard", 30, "12.5", 0))
    state = begun(of, "movement")
    # The guard stands from 28 to 32 inches, its rear 11.75 north: an inch from the train's side at 10.75.
    act(state, "run Zarya 14")
    of = on(STRAIGHT, 20, at("Guard", 30, 12, 0))
    with pytest.raises(IllegalRequestError, match="within 1 in of Guard"):
        act(begun(of, "movement"), "run Zarya 14")


@pytest.mark.rule("red_white", "gen-rear", "train-fail")
@pytest.mark.parametrize(("east", "ends"), [(30, "16 in"), (22, "8 in"), (21, None)])
def test_a_train_that_fails_its_test_backs_off_along_the_track(east: int, ends: str | None) -> None:
    # 14 inches back; its tail is 8 behind its head, so that from 21 it would leave the table.
    of = on(STRAIGHT, east)
    guns = foot("Guns", "white", 1, type="artillery")
    with_guns = evolve(
        of,
        white=evolve(of.white, units=(guns,), placed=(at("Guns", 47, 12, 270),)),
    )
    state = begun(with_guns, "fire", side="white")
    # Two dice, no hit, and a 9 against 8 fails.
    after = act(state, "fire artillery of Guns at Zarya", 1, 1, 9)
    if ends is None:
        assert [(one.name, one.fate) for one in after.fates] == [("Zarya", "off_table")]
    else:
        assert where(after, "Zarya") == (ends, "10 in", "90°")
        assert not after.the_troop("Zarya").unit.falling_back


@pytest.mark.rule("red_white", "gen-rear")
def test_a_train_is_put_on_its_track_and_nowhere_else() -> None:
    state = GAME.begin(on(STRAIGHT, 20), dice=GivenDice([])).state
    assert where(state, "Zarya")[:2] == ("20 in", "10 in")
    spots = [at("Zarya", 20, 11, 90), at("Whites", 44, 30)]
    beside = scenario([train("Zarya", "red")], [ENEMY], spots, lines=[STRAIGHT])
    with pytest.raises(IllegalRequestError, match="not on its track"):
        GAME.begin(beside, dice=GivenDice([]))
    with pytest.raises(InvalidRequestError, match="say where on its track"):
        GAME.begin(evolve(beside, red=evolve(beside.red, placed=())), dice=GivenDice([]))
    with pytest.raises(InvalidRequestError, match="a train runs on a railway"):
        GAME.begin(scenario([train("Zarya", "red", track="")], [ENEMY], spots), dice=GivenDice([]))


@pytest.mark.rule("red_white", "p1-movement")
def test_what_is_listed_is_legal_and_covers_both_ways() -> None:
    state = begun(on(STRAIGHT, 20), "movement")
    listed = [str(action) for action in GAME.legal_actions(state)]
    runs = [text for text in listed if text.startswith("run")]
    assert runs == [
        "run Zarya 14", "run Zarya 7", "run Zarya 3.5", "run Zarya 7 back=yes", "run Zarya 3.5 back=yes"
    ]  # fmt: skip
    for text in runs:
        act(state, text)


@pytest.mark.rule("red_white", "p1-movement")
def test_dice_may_stop_a_train_on_the_way() -> None:
    moves = tuple(
        rw.TypeMove(type=row.type, full_move=rw.DiceMove(dice=4)) if row.type == "armoured_train" else row
        for row in PROFILE.moves
    )
    game = GAME.with_options(profile=evolve(PROFILE, moves=moves))
    state = begun(on(STRAIGHT, 20), "movement", game=game)
    assert where(act(state, "run Zarya 12", 1, 2, 3, 1, game=game), "Zarya")[0] == "27 in"
    assert where(act(state, "run Zarya 12", 6, 2, 3, 2, game=game), "Zarya")[0] == "32 in"
