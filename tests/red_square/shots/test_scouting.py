"""Scouting cavalry under fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareGrid, SquareMap
from rcw_rules.red_square.ground import Field, Observation
from rcw_rules.red_square.model import ThisTurn, Unit
from rcw_rules.red_square.ruleset import ruleset
from rcw_rules.red_square.shots import ScoutingContactOutcome, ScoutingContactRequest

PLAIN = SquareMap(title="Plain", grid=SquareGrid(columns=10, rows=12))
WOOD = evolve(PLAIN, terrain=(SquareArea(kind="wood", squares=((4, 2),)),))

SCOUTS = Unit(
    name="Scouts", side="white", kind="cavalry", formation="scouting", square=(4, 5), facing="S", bases=3, markers=2
)
FRIEND = Unit(name="Friend", side="white", kind="cavalry", formation="mounted", square=(4, 9), facing="S", bases=4)
ENEMY = Unit(name="Enemy", side="red", kind="infantry", formation="firing_line", square=(4, 2), facing="N", bases=4)


def contact(*units: Unit, dice: tuple[int, ...] = (), board: SquareMap = WOOD, **more: Any) -> ScoutingContactOutcome:
    ground = {name: more.pop(name) for name in ("before_dawn", "burning", "observations") if name in more}
    asked = ScoutingContactRequest(
        field=Field(board=board, units=units, **ground),
        **{"scouts": "Scouts", "enemy": "Enemy", "markers": 2, **more},
    )
    outcome: ScoutingContactOutcome = ruleset.outcome(asked, dice=GivenDice(dice))
    return outcome


@pytest.mark.rule("red_square", "fire-11-scouting", "obs-roll")
@pytest.mark.parametrize("face", range(1, 7))
def test_scouts_look_at_range_three_and_withdraw_whatever_they_see(face: int) -> None:
    outcome = contact(SCOUTS, FRIEND, ENEMY, dice=(face,))
    assert outcome.observed is (face >= 4)
    seen = tuple(Observation(observer=name, target="Enemy", turn=1) for name in ("Scouts", "Friend"))
    assert outcome.observations == (seen if face >= 4 else ())
    # Next to (4, 9) are (4, 8) and (5, 8), three squares from (4, 5) each; the former is the lower.
    assert (outcome.friend, outcome.square, outcome.markers_dropped) == ("Friend", (4, 8), 2)
    scouts = outcome.units[0]
    assert (scouts.square, scouts.facing, scouts.markers, scouts.bases) == ((4, 8), "S", 0, 3)


@pytest.mark.rule("red_square", "fire-11-scouting")
def test_the_markers_of_this_shot_only_are_dropped_and_cards_are_lost() -> None:
    scouts = evolve(SCOUTS, markers=5, this_turn=ThisTurn(cards=("5H",), activations=1, holds_fire=True))
    outcome = contact(scouts, FRIEND, ENEMY, dice=(1,))
    after = outcome.units[0]
    assert not after.this_turn.holds_fire
    assert (after.markers, after.this_turn.cards, after.this_turn.is_over) == (3, (), True)


@pytest.mark.rule("red_square", "fire-11-scouting", "obs-extra-die")
def test_guns_that_fire_are_looked_for_with_two_dice() -> None:
    guns = Unit(name="Enemy", side="red", kind="artillery", guns="qf_gun", formation="deployed", square=(4, 2), bases=2)
    assert contact(SCOUTS, FRIEND, guns, dice=(2, 2)).observed
    assert not contact(SCOUTS, FRIEND, guns, dice=(2, 1)).observed


@pytest.mark.rule("red_square", "fire-11-scouting", "obs-extra-die", "artpos-masked")
def test_masked_howitzers_are_looked_for_with_one_die() -> None:
    howitzers = Unit(
        name="Enemy",
        side="red",
        kind="artillery",
        guns="howitzer",
        formation="deployed",
        position="masked",
        stage=2,
        square=(4, 2),
        bases=2,
    )
    assert contact(SCOUTS, FRIEND, howitzers, dice=(4,)).observed
    assert not contact(SCOUTS, FRIEND, howitzers, dice=(3,)).observed


@pytest.mark.rule("red_square", "fire-11-scouting", "obs-share")
def test_whom_scouts_have_observed_already_they_need_not_look_for() -> None:
    known = (Observation(observer="Scouts", target="Enemy", turn=1),)
    assert contact(SCOUTS, FRIEND, ENEMY, observations=known).observed


@pytest.mark.rule("red_square", "fire-11-scouting")
def test_scouts_go_into_no_wire_and_no_burning_house_and_pass_over_a_friend_they_cannot_reach() -> None:
    houses = evolve(WOOD, terrain=(*WOOD.terrain, SquareArea(kind="wooden_building", squares=((4, 8),))))
    assert contact(SCOUTS, FRIEND, ENEMY, board=houses, dice=(1,)).square == (4, 8)
    assert contact(SCOUTS, FRIEND, ENEMY, board=houses, burning=((4, 8),), dice=(1,)).square == (5, 8)
    wire = SquareFeature(kind="wire", squares=((4, 9), (4, 8), (5, 8), (3, 9), (5, 9), (4, 10), (5, 10)))
    behind = evolve(FRIEND, name="Behind", square=(9, 11))
    outcome = contact(SCOUTS, FRIEND, behind, ENEMY, board=evolve(WOOD, features=(wire,)), dice=(1,))
    assert outcome.friend == "Behind"


@pytest.mark.rule("red_square", "fire-11-scouting", "obs-dawn")
def test_who_fires_in_the_open_is_seen_without_a_die_but_for_the_dark() -> None:
    assert contact(SCOUTS, FRIEND, ENEMY, board=PLAIN).observed
    assert not contact(SCOUTS, FRIEND, ENEMY, board=PLAIN, before_dawn=True, dice=(3,)).observed
    odds = ruleset.odds(
        ScoutingContactRequest(
            field=Field(board=PLAIN, units=(SCOUTS, FRIEND, ENEMY), before_dawn=True),
            scouts="Scouts",
            enemy="Enemy",
            markers=2,
        )
    )
    assert odds.probability(lambda outcome: outcome.observed) == Fraction(1, 2)


@pytest.mark.rule("red_square", "mounted-2-scouting")
def test_charged_scouts_throw_nothing_and_do_not_stay() -> None:
    outcome = contact(SCOUTS, FRIEND, ENEMY, charged=True)
    assert (outcome.observed, outcome.friend, outcome.observations) == (False, "Friend", ())
    # With a friend next to them already they still leave their square.
    near = evolve(FRIEND, square=(4, 6))
    assert contact(SCOUTS, near, ENEMY, dice=(1,)).square == (4, 5)
    # Of the squares next to the friend (3, 5) and (5, 6) touch (4, 5); the latter is nearer to the northern edge.
    assert contact(SCOUTS, near, ENEMY, charged=True).square == (5, 6)


@pytest.mark.rule("red_square", "fire-11-scouting")
def test_without_a_friend_they_stay_and_suffer() -> None:
    co = Unit(name="CO", side="white", kind="co", square=(4, 8))
    carts = Unit(name="Carts", side="white", kind="tchanka", square=(4, 7), accompanies="Scouts")
    outcome = contact(SCOUTS, co, carts, ENEMY, dice=(5,))
    assert (outcome.friend, outcome.square, outcome.markers_dropped, outcome.units) == ("", (4, 5), 0, ())
    assert outcome.observations == (Observation(observer="Scouts", target="Enemy", turn=1),)


@pytest.mark.rule("red_square", "fire-11-scouting")
def test_of_friends_as_near_that_nearer_the_own_edge_is_chosen() -> None:
    # (4, 8) and (7, 5) are both three squares from (4, 5); the Whites' edge is in the north.
    east = evolve(FRIEND, name="East", square=(7, 5))
    north = evolve(FRIEND, name="North", square=(4, 8))
    outcome = contact(SCOUTS, east, north, ENEMY, dice=(1,))
    assert (outcome.friend, outcome.square) == ("North", (3, 7))
    # A nearer friend comes first, wherever he is.
    assert contact(SCOUTS, evolve(east, square=(6, 5)), north, ENEMY, dice=(1,)).friend == "East"


@pytest.mark.rule("red_square", "fire-11-scouting", "mounted-2-scouting")
@pytest.mark.parametrize(
    ("units", "path"),
    [
        ((evolve(SCOUTS, formation="mounted"), FRIEND, ENEMY), r"\$\.scouts: .*fire-11-scouting"),
        ((SCOUTS, FRIEND, evolve(ENEMY, side="white")), r"\$\.enemy: .*fire-11-scouting"),
    ],
)
def test_only_scouts_slip_away_from_enemies(units: tuple[Unit, ...], path: str) -> None:
    with pytest.raises(IllegalRequestError, match=path):
        contact(*units)


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("fields", "path"),
    [({"scouts": "Nobody"}, r"\$\.scouts"), ({"enemy": "Nobody"}, r"\$\.enemy"), ({"markers": 3}, r"\$\.markers")],
)
def test_malformed_contacts(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        contact(SCOUTS, FRIEND, ENEMY, **fields)
