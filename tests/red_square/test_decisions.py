"""Who decides, and for which unit, in every chapter that leaves decisions."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from decisions_met import decided
from red_square_activations import RAILS, battalion, enemy, field, on_rails, plain, vehicle
from red_square_charges import CAVALRY, GUNS, LINE
from red_square_charges import HORSE as RIDERS
from red_square_charges import field as ground
from red_square_games import game, step, unit
from red_square_overruns import MOVER, TARGET, WOOD

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea

CO = rs.Unit(name="CO", side="red", kind="co", square=(3, 3), this_turn=rs.ThisTurn(moved=True))
HQ = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0))
IN_COMMAND = evolve(HQ, this_turn=rs.ThisTurn(commanded=True))
HORSE = battalion("Horse", (3, 3), kind="cavalry", formation="mounted", commander="CO")
DUG_IN = battalion(formation="firing_line", order="defend")
FRONT = battalion("Front", (3, 4), bases=2, bases_removed=2, commander="CO", this_turn=rs.ThisTurn())
GUNNERS = battalion("Guns", (3, 3), kind="artillery", formation="deployed", order=None, bases=1, guns="qf_gun")
WOODS = plain(terrain=(SquareArea(kind="wood", squares=((3, 7), (4, 7))),))
ABOARD = battalion("Sailors", formation="masses", this_turn=rs.ThisTurn())
HIDDEN = evolve(TARGET, state="hiding")
SHAKEN = battalion(state="retreating", order="defend", formation="masses")
CARS = vehicle("armoured_car", bases=2, order="defend", this_turn=rs.ThisTurn(cards=("9C", "3C")))
WAITING = battalion("Waiting", (1, 4), formation="masses", this_turn=rs.ThisTurn())


def activate(on: rs.Field, *units: str, card: str = "9C", **fields: Any) -> rs.ActivateRequest:
    return rs.ActivateRequest(field=on, units=units or ("Rifles",), card=card, deck=("KD", "2C", "QS"), **fields)


def hand(holder: str, *cards: str, side: Any) -> rs.Hand:
    return rs.Hand(holder=holder, side=side, members=(holder,), phase="officer", cards=cards)


def on_plain(*units: rs.Unit) -> rs.Field:
    return field(*units, enemy((3, 9)))


CASES: list[Any] = [
    # Activation: the owner of the unit, and for orders and headquarters the commander of the same side.
    (activate(on_plain(DUG_IN)), {}, (), "activity", ("red", "Rifles")),
    (activate(on_plain(battalion())), {}, (), "destination", ("red", "Rifles")),
    (activate(field(battalion(square=(3, 5)), enemy())), {}, (), "closes", ("red", "Rifles")),
    (activate(on_plain(battalion(), IN_COMMAND)), {}, (), "new_order", ("red", "Rifles")),
    (activate(on_plain(HQ), "HQ", card=""), {}, (), "hq_moves", ("red", "HQ")),
    (activate(on_plain(HORSE, CO), "Horse", commander="CO"), {}, (), "figure_square", ("red", "CO")),
    (activate(field(on_rails(), enemy((3, 9)), board=RAILS), "Train"), {}, (), "train_action", ("red", "Train")),
    (
        activate(field(on_rails(), WAITING, evolve(WAITING, name="Late"), enemy((3, 9)), board=RAILS), "Train"),
        {"train_action": "board"},
        (),
        "boards",
        ("red", "Train"),
    ),
    (activate(field(CO, battalion(commander="CO"), FRONT, evolve(FRONT, name="Left", square=(4, 4)), enemy((3, 9)))),
     {"activity": "replace_casualties"}, (), "front_battalion", ("red", "Rifles")),
    (activate(field(GUNNERS, battalion("Foot", (3, 5), this_turn=rs.ThisTurn()), enemy(visible=False), board=WOODS),
              "Guns"),
     {"activity": "fire_at_area"}, (), "area", ("red", "Guns")),
    (activate(field(evolve(ABOARD, carried_by="Train", square=None), on_rails(), enemy((3, 9)), board=RAILS), "Train"),
     {"train_action": "unload"}, (), "unloads_at", ("red", "Train")),
    # Cards
    (rs.CardOrderRequest(hands=(hand("CO", "AS", side="white"),), first_side="red"), {}, (), "ace_high",
     ("white", "CO")),
    (
        rs.CardOrderRequest(
            hands=(hand("CO", "*1", side="red"), hand("Guns", "2S", side="white")), first_side="red"
        ),
        {},
        (),
        "joker_after",
        ("red", "CO"),
    ),
    # Mounted combat: the cavalry picks whom it charges.
    (
        rs.MountedCombatRequest(
            field=ground(CAVALRY, LINE, evolve(GUNS, square=(3, 5))), attacker="Cavalry", squares_left=0
        ),
        {},
        (),
        "charged",
        ("white", "Cavalry"),
    ),
    (
        rs.OverrunRequest(field=rs.Field(board=WOOD, units=(MOVER, HIDDEN)), mover="Mover", square=(4, 5)),
        {},
        (5,),
        "fires_back",
        ("white", "Target"),
    ),
    # Shots
    (activate(field(DUG_IN, enemy((3, 5)), enemy((4, 5), name="Cadets"))), {}, (6,), "target", ("red", "Rifles")),
    (
        rs.FireProfileRequest(
            firer="armoured_car",
            weapon="mg",
            bases=1,
            range=3,
            target="infantry",
            target_formation="waves",
            unplayed_cards=1,
        ),
        {},
        (),
        "give_up_card",
        ("owner", ""),
    ),
    # In a game these name the unit: two cars with a card left, a battalion that may rally, and one in support.
    (
        activate(field(CARS, enemy((3, 5))), "Cars"),
        {"activity": "fire"},
        (6, 6, 6),
        "give_up_card",
        ("red", "Cars"),
    ),
    (activate(field(SHAKEN, enemy((3, 9)))), {}, (6,), "rally", ("red", "Rifles")),
    (
        activate(field(CO, evolve(DUG_IN, commander="CO"), FRONT, enemy((3, 9)))),
        {"activity": "replace_casualties"},
        (),
        "bases_given",
        ("red", "Rifles"),
    ),
    # 6 hits to none: the riders that were charged win, and follow up.
    (
        rs.MountedCombatRequest(
            field=ground(CAVALRY, evolve(RIDERS, bases=4)), attacker="Cavalry", squares_left=0
        ),
        {},
        (4, 4, 4, 4, 6),
        "follow_up",
        ("red", "Horse"),
    ),
    # Trains: the request of one train alone does not name it.
    (rs.TrainActivationRequest(cards=("KS", "3H")), {}, (), "train_card", ("owner of the train", "")),
    (rs.TurnRequest(game=game()), {}, (), "victory", ("umpire", "")),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "answers", "faces", "choice", "expected"), CASES)
def test_who_decides_and_for_which_unit(
    request_: Any, answers: dict[str, Any], faces: tuple[int, ...], choice: str, expected: Any
) -> None:
    assert decided(rs.ruleset, request_, *faces, **answers)[choice] == expected


@pytest.mark.parametrize(
    ("procedure", "choice", "expected"),
    [
        ("activation_result", "rally", ("owner", "")),
        # Only Red has CHEKA and Commissars to drive poor troops on.
        ("spade", "ignore_spade", ("red", "")),
        ("replace_casualties", "bases_given", ("owner", "")),
        # In these examples one unit on the field can be asked.
        ("activate", "fires_after_move", ("red", "1st Rifles")),
        ("dismount", "horse_square", ("white", "1st Cossacks")),
        ("retreat", "retreat_square", ("red", "1st Battalion")),
        ("threat_fire", "fire_out_of_sequence", ("red", "1st battalion")),
    ],
)
def test_who_decides_in_the_examples(procedure: str, choice: str, expected: Any) -> None:
    request = rs.ruleset.procedure(f"red_square.{procedure}").example
    assert request is not None
    assert decided(rs.ruleset, request, *(6,) * 9)[choice] == expected


@pytest.mark.rule("red_square", "train-4-cards")
def test_a_train_in_a_game_is_named() -> None:
    train = unit("Train", "train", (2, 4), guns="heavy", order="defend")
    dealt = step(game(train, board=RAILS), "KS", "3H").game
    met = decided(rs.ruleset, rs.TurnStepRequest(game=dealt))
    assert met == {"train_card": ("red", "Train"), "hq_moves": ("red", "Red HQ")}
