"""Whole combats: prisoners, routs on the spot, and requests that are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_combats import charger, contacted, fight, officer, request

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------- prisoners, routs, bad input


@pytest.mark.rule("red_actions", "misc-prisoners-take")
def test_prisoners_go_to_whoever_drives_their_guards_off() -> None:
    first, guard = charger(fields={"guards": 1}), contacted(fields={"guards": 3})
    won = fight(first, guard, faces=(3, 4))
    assert (won.prisoners_of_charger, won.prisoners_of_contacted) == (4, 0)
    beaten = fight(first, guard, faces=(2, 3))
    assert (beaten.result, beaten.prisoners_of_charger, beaten.prisoners_of_contacted) == ("S/Retires 2 x Ter", 0, 4)
    spent = contacted(fields={"guards": 3}, moved_back=inches(3))
    kept = fight(first, spent, faces=(3, 4))
    assert (kept.prisoners_of_charger, kept.prisoners_of_contacted) == (1, 3)


@pytest.mark.rule("red_actions", "misc-prisoners-take", "charge-guns", "rout-unit-state")
def test_prisoners_of_contact_go_to_the_enemy_who_drives_the_charger_off() -> None:
    guns, routers = contacted("Battery", "gun", bases=2), contacted("Routers", bases=3, routing=True)
    others = (guns, routers, contacted(bases=6, fields={"guards": 1}))
    # 2 x 2 = 4 against 12. At once 2 bases of guns and half of 3 routers are taken; 3 markers on 2 bases are a rout.
    beaten = fight(charger(bases=2, fields={"guards": 5}), *others, faces=(3, 4))
    assert (beaten.charger.fate, beaten.contacted[2].fate) == ("routs", "stays")
    assert (beaten.prisoners_of_charger, beaten.prisoners_of_contacted) == (0, 2 + 1 + 1 + 5)
    won = fight(charger(bases=2, fields={"guards": 5}), *others, faces=(1, 1))
    assert (won.result, won.prisoners_of_charger, won.prisoners_of_contacted) == ("S/Retires 1 x Ter", 9, 0)


@pytest.mark.rule("red_actions", "rout-move", "com-sequence", "cr-officers")
@pytest.mark.parametrize(
    ("what", "fate", "lost", "held"), [("enemy", "surrenders", 2, 2), ("impassable", "destroyed", 4, 0)]
)
def test_what_is_in_the_way_of_a_rout_ends_it_before_any_officer_throws(
    what: Any, fate: str, lost: int, held: int
) -> None:
    way = ra.RoutWay(obstacles=(ra.InTheWay(what=what, distance=inches(3)),))
    after = fight(None, contacted(officer=officer(), fields={"way": way}), faces=(6, 6))
    beaten = after.contacted[0]
    assert (beaten.fate, beaten.lost, beaten.prisoners, after.prisoners_of_charger) == (fate, lost, held, held)


@pytest.mark.rule("red_actions", "rout-move")
def test_friends_in_the_way_of_a_rout_are_named() -> None:
    way = ra.RoutWay(obstacles=(ra.InTheWay(what="friend", distance=inches(3), name="Reserve"),))
    assert fight(None, contacted(fields={"way": way}), faces=(6, 6)).contacted[0].ran_through == ("Reserve",)


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
def test_a_card_without_a_fighting_value_is_asked_for() -> None:
    with pytest.raises(NeedsRuling, match=r"fighting value.*conv-cards-missing"):
        fight(None, contacted(card_fields={"fighting_value": None}), faces=(3, 4))


@pytest.mark.rule("red_actions", "charge-types", "conv-bad-input")
@pytest.mark.parametrize("arm", ["tank", "armoured_car", "train_mg"])
def test_nobody_fights_vehicles(arm: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.contacted\[0\]\.unit\.card\.arm: .*charge-types"):
        fight(charger("sabres"), contacted("Car", arm, bases=1), faces=())


@pytest.mark.rule("red_actions", "charge-types")
def test_riflemen_strike_sabres_in_flank_or_rear_only() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.contacted\[0\]\.aspect: .*flank or rear.*\[charge-types\]"):
        fight(None, contacted("T", "sabres"), faces=())
    # In the flank four bases with one marker are 2 x 3 / 2 = 3 against 8, so 5:2, and a 5 sends them back.
    after = fight(None, contacted("T", "sabres", fields={"aspect": "flank"}), faces=(2, 3))
    assert (after.column, after.result) == ("5:2", "W/Retires 1 x Ter")
    assert fight(charger("sabres"), contacted("T", "sabres"), faces=(3, 4)).column == "Advantage"


@pytest.mark.rule("red_actions", "charge-types")
@pytest.mark.parametrize("arm", ["tank", "tachanka", "mg", "gun", "mortar", "officer"])
def test_only_riflemen_and_sabres_charge(arm: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.charger\.unit\.card\.arm: .*charge-types") as refused:
        fight(charger(arm, bases=1), faces=())
    assert ("vehicle_contact" in str(refused.value)) is (arm == "tank")


@pytest.mark.rule("red_actions", "charge-counter", "com-modifiers")
@pytest.mark.parametrize(
    ("target", "path", "rule"),
    [
        (contacted(fields={"counter_charging": True}), "counter_charging", "charge-counter"),
        (
            contacted("T", "sabres", fields={"counter_charging": True, "aspect": "rear"}),
            "counter_charging",
            "charge-counter",
        ),
        (
            contacted("T", "sabres", pinned=True, fields={"counter_charging": True}),
            "counter_charging",
            "charge-counter",
        ),
        (
            contacted("T", "sabres", routing=True, fields={"counter_charging": True}),
            "counter_charging",
            "charge-counter",
        ),
        (contacted("T", "sabres", fields={"counter_charging": True, "fortified": True}), "fortified", "com-modifiers"),
        (contacted("T", "sabres", fields={"counter_charging": True, "in_cover": True}), "in_cover", "com-modifiers"),
    ],
)
def test_who_may_not_counter_charge_or_claim_cover_doing_so(target: Any, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"\$\.contacted\[0\]\.{path}: .*{rule}"):
        fight(charger("sabres"), target, faces=())


@pytest.mark.rule("red_actions", "charge-counter", "rout-unit-state")
def test_riflemen_are_not_counter_charged_and_routers_do_not_charge() -> None:
    counter = contacted("T", "sabres", fields={"counter_charging": True})
    with pytest.raises(IllegalRequestError, match=r"counter_charging: .*charge-counter"):
        fight(charger("rifle"), counter, faces=())
    with pytest.raises(IllegalRequestError, match=r"\$\.charger\.unit\.routing: .*rout-unit-state"):
        fight(charger(routing=True), faces=())


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-terror-rout", "com-immediate")
@pytest.mark.parametrize(
    ("first", "others", "path"),
    [
        (charger(bases=0), (contacted(),), r"\$\.charger\.unit\.bases"),
        (charger(), (contacted(bases=2, terror=3),), r"\$\.contacted\[0\]\.unit\.terror.*defs-terror-rout"),
        (charger(), (contacted("A"), contacted("A")), r"\$\.contacted\[1\]\.unit\.name"),
        (charger(), (contacted("Charger"),), r"\$\.contacted\[0\]\.unit\.name"),
        (charger(), (contacted(side="red"),), r"\$\.contacted\[0\]\.unit\.side"),
        (
            charger(fields={"uphill": True}),
            (contacted("A"), contacted("B", fields={"uphill": True})),
            r"\$\.contacted\[1\]\.uphill: .*com-modifiers",
        ),
        (charger(fields={"officer_base_value": Fraction(1)}), (contacted(),), r"\$\.charger\.officer_base_value"),
    ],
)
def test_contradictions_are_refused(first: Any, others: tuple[Any, ...], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        fight(first, *others, faces=())


@pytest.mark.rule("red_actions", "conv-bad-input", "com-sequence")
@pytest.mark.parametrize("faces", [(0, 5), (3,), (3, 4, 1), (7, 1)])
def test_impossible_too_few_and_too_many_faces(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        fight(None, faces=faces)


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_illustrative_cards_are_told_of() -> None:
    made_up = contacted(card_fields={"values": "illustrative"})
    assert "Test rifle" in ra.ruleset.resolve(request(None, made_up), dice=GivenDice([3, 4])).explain()
