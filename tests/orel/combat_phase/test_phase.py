"""A whole combat phase: munitions, fire, the combats in their order, and what is left."""

from __future__ import annotations

import pytest
from attrs import evolve
from orel_combats import unit
from orel_phases import CLEAR, RED, WHITE, attack, convoi, now, phase, play, run, strengths, told

from rcw_rules import orel as game
from rcw_rules.orel.supply import InRange, Resupply, SupplyFacts

# -------------------------------------------------------------------- combats in order


@pytest.mark.rule("orel", "7.2-repeat", "8.2.1-costs")
def test_an_attack_on_a_hex_that_is_cleared_is_cancelled_and_refunded() -> None:
    units = (unit("A"), unit("B", place="1110"), unit("W", "white", "1010", tq=2))
    request = phase(*units, attacks=(attack("1010", "A", type="hasty"), attack("1010", "B", type="hasty")))
    outcome = play(request, 1, 6)  # 6 against 2: a rout
    assert [(one.number, one.ended, one.advanced) for one in outcome.attacks] == [
        (1, "cleared", ("A",)),
        (2, "cancelled", ()),
    ]
    assert now(outcome)["B"].hex == "1110"
    assert [(one.depot, one.capacity, one.left, one.refunded) for one in outcome.points] == [("Red depot", 3, 2, 1)]
    held = play(request, 1, 1, 1, 1)
    assert ([one.ended for one in held.attacks], held.points[0].left) == (["not_assaulted", "not_assaulted"], 1)


@pytest.mark.rule("orel", "8.1-part2")
def test_the_active_player_decides_the_order() -> None:
    units = (unit("A"), unit("B", place="1509"), unit("W", "white", "1010"), unit("V", "white", "1510"))
    request = phase(*units, attacks=(attack("1010", "A"), attack("1510", "B")))
    as_declared = play(request, 1, 1, 1, 1)
    assert [one.number for one in as_declared.attacks] == [1, 2]
    turned = play(request, 1, 1, 1, 1, choices={"next_attack": lambda _s, numbers: numbers[-1]})
    assert [one.number for one in turned.attacks] == [2, 1]


@pytest.mark.rule("orel", "8.5.1d-target-hex", "7.2-repeat")
def test_who_flees_into_a_hex_still_to_be_attacked_has_no_part_there() -> None:
    # Enemies leave W nothing but 1011, which is attacked next.
    ring = tuple(unit(place, place=place) for place in ("0910", "0911", "1110", "1111"))
    units = (unit("A"), *ring, unit("B", place="1112"), unit("W", "white", "1010", tq=4), unit("V", "white", "1011"))
    request = phase(*units, attacks=(attack("1010", "A"), attack("1011", "B")))
    # W retreats by a 6 against 4 into zones that V negates. Then 5 against the 5 of V alone.
    resolution = run(request, 1, 6, 1, 1)
    assert strengths(resolution) == [(5, 5), (5, 5)]
    assert now(resolution.outcome)["W"].hex == "1011"
    assert [one.ended for one in resolution.outcome.attacks] == ["cleared", "not_assaulted"]
    # If V is driven off as well, W goes along; a third attack on the hex would be cancelled.
    weak = tuple(evolve(one, tq=4) if one.key == "V" else one for one in units)
    both = play(evolve(request, units=weak), 1, 6, 1, 6, 1, 1)  # V, then W pass the zones behind
    assert now(both)["W"].hex == now(both)["V"].hex != "1011"


@pytest.mark.rule("orel", "8.7.3-rout-target-hex", "10.2-losses", "4.1-capture")
def test_who_routs_into_such_a_hex_surrenders_if_its_defenders_rout() -> None:
    around = ("0910", "0911", "1110", "1111")
    ring = tuple(unit(place, place=place) for place in around)
    # 1012 is the second hex behind; 0912 and 1112 hold Reds, so that a rout of W by 1011 ends there.
    wall = tuple(unit(place, place=place) for place in ("0912", "1112"))
    units = (unit("A"), *ring, *wall, unit("W", "white", "1010", tq=2, steps=3), unit("V", "white", "1012", tq=2))
    request = phase(*units, attacks=(attack("1010", "A"), attack("1012", "0912")))
    # W routs and is checked in the zones of 1011: 1 + 1 against 2 passes. Then V routs, and W surrenders.
    outcome = play(request, 1, 6, 1, 1, 6)
    assert outcome.surrendered == ("W",)
    assert (outcome.red_prisoners, outcome.white_lost, outcome.red_lost) == (3, 1, 0)
    assert "W" not in now(outcome)


# -------------------------------------------------------------------- munitions


@pytest.mark.rule("orel", "8.2.1-unpaid", "8.2.1-defence", "8.2.1-costs")
def test_who_fights_out_of_range_becomes_unsupplied() -> None:
    units = (unit("A"), unit("W", "white", "1010"))
    nobody = SupplyFacts(functional=("Red depot", "White depot"))
    outcome = play(phase(*units, attacks=(attack("1010", "A"),), facts=nobody), 1, 1)
    assert all(one.unsupplied for one in outcome.units)
    paid = play(phase(*units, attacks=(attack("1010", "A"),)), 1, 1)
    assert not any(one.unsupplied for one in paid.units)
    assert paid.points[0].left == 1
    unpaid = play(phase(*units, attacks=(attack("1010", "A", depots=()),)), 1, 1)
    assert (now(unpaid)["A"].unsupplied, now(unpaid)["W"].unsupplied, unpaid.points[0].left) == (True, False, 3)


@pytest.mark.rule("orel", "8.2.1-unpaid", "8.2.3-effects")
def test_a_marker_counts_in_the_next_combat_of_the_phase() -> None:
    units = (unit("A"), unit("B", place="1110"), unit("W", "white", "1010", strength=6))
    facts = SupplyFacts(ranges=(InRange(depot="Red depot", units=("A", "B")),), functional=("Red depot",))
    attacks = (attack("1010", "A", type="hasty"), attack("1010", "B", type="hasty"))
    assert strengths(run(phase(*units, attacks=attacks, facts=facts), 1, 1, 1, 1)) == [(5, 6), (5, 3)]


@pytest.mark.rule("orel", "8.2.1-resupply")
def test_depots_resupply_before_anything_is_fired() -> None:
    units = (unit("A"), unit("S", place="0808", unsupplied=True), unit("W", "white", "1010"))
    outcome = play(phase(*units, attacks=(attack("1010", "A"),)), 1, 1)
    assert (now(outcome)["S"].unsupplied, outcome.points[0].left) == (False, 0)
    none = play(phase(*units, attacks=(attack("1010", "A"),), resupply=()), 1, 1)
    assert (now(none)["S"].unsupplied, none.points[0].left) == (True, 1)
    asked = Resupply(unit="S", depot="Red depot")
    assert not now(play(phase(*units, resupply=(asked,))))["S"].unsupplied


@pytest.mark.rule("orel", "3.2B-nonfunctional")
def test_depots_that_serve_without_being_functional_are_marked() -> None:
    units = (unit("A"), unit("W", "white", "1010"))
    request = phase(*units, attacks=(attack("1010", "A", depots=("Red depot",)),), facts=told(units, functional=()))
    outcome = play(request, 1, 1)
    assert {one.key: one.unsupplied for one in outcome.depots} == {"Red depot": True, "White depot": True}
    idle = play(phase(*units, facts=told(units, functional=())))
    assert not any(one.unsupplied for one in idle.depots)


@pytest.mark.rule("orel", "8.2.1-refused-combat", "9-alone-defence")
def test_an_attack_on_vehicles_alone_is_refunded() -> None:
    car = game.Unit(key="Car", side="white", type="armoured_car", hex="1010", strength=2)
    units = (unit("A"), car)
    outcome = play(phase(*units, attacks=(attack("1010", "A"),), board=CLEAR))
    assert [one.ended for one in outcome.attacks] == ["vehicles_alone"]
    assert (outcome.points[0].left, outcome.points[0].refunded) == (3, 2)
    assert not any(one.unsupplied for one in outcome.units)


@pytest.mark.rule("orel", "3.3-elimination", "3.3-spoils")
def test_a_depot_that_falls_is_gone_from_the_map() -> None:
    target = convoi("Target", "white", "1010")
    units = (unit("A"), unit("W", "white", "1515"))
    outcome = play(phase(*units, depots=(RED, WHITE, target), attacks=(attack("1010", "A"),), board=CLEAR))
    assert outcome.depots_eliminated == ("Target",)
    assert [one.key for one in outcome.depots] == ["Red depot", "White depot"]
    assert [one.ended for one in outcome.attacks] == ["depots_alone"]
