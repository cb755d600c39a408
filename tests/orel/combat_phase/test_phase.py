"""A whole combat phase: munitions, fire, the combats in their order, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from orel_combats import battery, unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.record import ProcedureStep, ResultStep, RollStep, Step
from rcw_rules.orel.supply import InRange, Resupply, SupplyFacts

CLEAR = HexMap(title="clear", grid=HexGrid(columns=32, rows=20))


def convoi(key: str, side: Any, place: str, capacity: int = 3, **changes: Any) -> game.Depot:
    return game.Depot(key=key, side=side, kind="convoi", capacity=capacity, hex=place, **changes)


RED, WHITE = convoi("Red depot", "red", "1005"), convoi("White depot", "white", "1015")


def told(units: tuple[game.Unit, ...], *, functional: tuple[str, ...] = ("Red depot", "White depot")) -> SupplyFacts:
    ranges = tuple(
        InRange(depot=depot, units=tuple(one.key for one in units if one.side == side))
        for depot, side in (("Red depot", "red"), ("White depot", "white"))
    )
    return SupplyFacts(ranges=ranges, functional=functional)


def phase(*units: game.Unit, **fields: Any) -> game.CombatPhaseRequest:
    orders = game.Orders(**{key: fields.pop(key) for key in ("attacks", "barrages", "counterbattery") if key in fields})
    return game.CombatPhaseRequest(
        **{
            "side": "red",
            "units": units,
            "depots": (RED, WHITE),
            "orders": orders,
            "facts": told(units),
            **fields,
        }
    )


def attack(place: str, *units: str, **fields: Any) -> game.Attack:
    return game.Attack(hex=place, units=units, **fields)


def run(request: game.CombatPhaseRequest, *faces: int, choices: Any = None) -> Resolution[game.CombatPhaseOutcome]:
    calm = {"assault": lambda _s, _a: False}
    return game.ruleset.resolve(request, dice=GivenDice(faces), choices={**calm, **(choices or {})})


def play(request: game.CombatPhaseRequest, *faces: int, choices: Any = None) -> game.CombatPhaseOutcome:
    return run(request, *faces, choices=choices).outcome


def now(outcome: game.CombatPhaseOutcome) -> dict[str, game.Unit]:
    return {one.key: one for one in outcome.units}


def flat(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, ProcedureStep):
            yield from flat(step.steps)


def rolls(resolution: Resolution[Any]) -> list[str]:
    found = (step for step in flat(resolution.record.steps) if isinstance(step, RollStep))
    return [step.purpose.rsplit("/", maxsplit=1)[-1] for step in found]


def strengths(resolution: Resolution[Any]) -> list[tuple[Any, Any]]:
    found = (step for step in flat(resolution.record.steps) if isinstance(step, ResultStep))
    return [(s.values["attacker"], s.values["defender"]) for s in found if s.rule == "8.7.1-ratio" and s.values]


# ---------------------------------------------------------------- combats in order


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


# ---------------------------------------------------------------- munitions


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


# ---------------------------------------------------------------- fire


@pytest.mark.rule("orel", "8.1-part1", "8.4-counterbattery", "X-dice")
def test_barrages_then_answers_then_combats() -> None:
    units = (
        unit("A"), battery("G"), unit("W", "white", "1010"), unit("V", "white", "1111"),
        battery("H", "white", "1111"),
    )  # fmt: skip
    request = phase(
        *units,
        attacks=(attack("1010", "A", defending=("H",)),),
        barrages=(game.BarrageOrder(unit="G", target="V"),),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="G"),),
    )
    # Barrage 2 + 3: nothing. The battery passes with a 4 and is marked; 2 + 3: nothing. No support is thrown for then.
    fired = run(request, 1, 1, 4, 1, 1, 1, 1)
    assert rolls(fired) == [
        "barrage roll", "check of H", "barrage roll", "attacker's cohesion die", "defender's cohesion die",
    ]  # fmt: skip
    assert strengths(fired) == [(5, 5)]
    # With a 5 it fails, is not marked and may still support: 4 coordinates.
    failed = run(request, 1, 1, 5, 4, 1, 1)
    assert rolls(failed)[-3:] == ["coordination of H", "attacker's cohesion die", "defender's cohesion die"]
    assert strengths(failed) == [(5, 8)]
    assert fired.outcome.points[0].left == 0


@pytest.mark.rule("orel", "8.1-part1", "8.3.2-check", "8.5.1-retreat")
def test_a_battery_driven_off_by_a_barrage_neither_answers_nor_supports() -> None:
    units = (unit("A"), battery("G"), unit("W", "white", "1010"), battery("H", "white", "1111", tq=2))
    request = phase(
        *units,
        attacks=(attack("1010", "A", defending=("H",)),),
        barrages=(game.BarrageOrder(unit="G", target="H"),),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="G"),),
    )
    # 3 + 3 + 3 is 9: a check with -1; 6 - 1 - 2 is a retreat, one hex in march mode.
    resolution = run(request, 3, 3, 6, 1, 1)
    assert strengths(resolution) == [(5, 5)]
    assert (now(resolution.outcome)["H"].mode, now(resolution.outcome)["H"].hex == "1111") == ("march", False)


@pytest.mark.rule("orel", "8.3.2-loss", "8.4-counterbattery")
def test_losses_by_fire_stand() -> None:
    units = (battery("G"), unit("V", "white", "1111", mode="march"), battery("H", "white", "1112"))
    request = phase(
        *units,
        barrages=(game.BarrageOrder(unit="G", target="V"),),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="G"),),
    )
    # Out of range of each other: 1112 is three hexes from 1009. The barrage of 12 + 3 + march mode costs a step.
    outcome = play(request, 6, 6, 1)
    assert (now(outcome)["V"].steps, now(outcome)["G"].steps) == (3, 2)


@pytest.mark.rule("orel", "8.2.1-defence", "8.4-counterbattery", "3.2B-nonfunctional")
def test_who_answers_a_barrage_looks_for_a_depot() -> None:
    units = (battery("G"), unit("V", "white", "1111"), battery("H", "white", "1111"))
    request = phase(
        *units,
        barrages=(game.BarrageOrder(unit="G", target="V"),),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="G"),),
        facts=told(units, functional=("Red depot",)),
    )
    # 2 + 3: nothing; a 4 passes the check of H, and 2 + 3 does nothing either.
    supplied = play(request, 1, 1, 4, 1, 1)
    assert not now(supplied)["H"].unsupplied
    assert {one.key: one.unsupplied for one in supplied.depots} == {"Red depot": False, "White depot": True}
    alone = play(evolve(request, facts=SupplyFacts(functional=("Red depot",))), 1, 1, 4, 1, 1)
    assert now(alone)["H"].unsupplied
    assert not any(one.unsupplied for one in alone.depots)


@pytest.mark.rule("orel", "8.3.1-target", "8.4-counterbattery")
def test_a_barrage_that_found_its_target_gone_is_not_answered() -> None:
    units = (battery("G"), battery("I"), unit("V", "white", "1111", tq=2), battery("H", "white", "1011"))
    request = phase(
        *units,
        barrages=(game.BarrageOrder(unit="G", target="V"), game.BarrageOrder(unit="I", target="V")),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="I"),),
    )
    # 10 + 3: a check with 1; 6 + 1 - 2 is a rout of two hexes, out of reach. Nobody throws any more.
    fired = run(request, 4, 6, 6)
    assert rolls(fired) == ["barrage roll", "cohesion die"]
    assert (now(fired.outcome)["V"].mode, now(fired.outcome)["I"].unsupplied) == ("routed", False)


@pytest.mark.rule("orel", "8.2.3-effects", "8.1-part1")
def test_a_train_that_a_combat_left_unsupplied_supports_no_other() -> None:
    train = game.Unit(key="Train", side="white", type="armoured_train_light", hex="1010", fire=3)
    units = (unit("A"), unit("B", place="1110"), unit("W", "white", "1010"), unit("V", "white", "1111"), train)
    attacks = (attack("1010", "A"), attack("1111", "B", defending=("Train",)))
    linked = evolve(told(units), linked=("Train",))
    # With a line to its edge the train throws in support of V; without, it is marked by the first combat.
    supports = run(phase(*units, attacks=attacks, facts=linked), 1, 1, 1, 1, 1)
    assert "coordination of Train" in rolls(supports)
    marked = run(phase(*units, attacks=attacks), 1, 1, 1, 1)
    assert "coordination of Train" not in rolls(marked)
    assert now(marked.outcome)["Train"].unsupplied


@pytest.mark.rule("orel", "7.2-repeat")
def test_an_attack_that_nobody_can_make_any_more_is_cancelled() -> None:
    plan = game.PlannedAttack(
        number=1,
        attack=attack("1010", "A"),
        cover=game.Cover(),
        originals=("W",),
        payer="Red depot",
        cost=2,
        munitions=game.CombatMunitions(),
    )
    state = game.PhaseState(side="red", units=(unit("W", "white", "1010"),), depots=(RED,))
    told_points = game.DepotPoints(depot="Red depot", capacity=3, left=1)
    request = game.PhaseCombatsRequest(state=state, attacks=(plan,), points=(told_points,))
    outcome = game.ruleset.resolve(request, dice=GivenDice(())).outcome
    assert [one.ended for one in outcome.attacks] == ["cancelled"]
    assert (outcome.points[0].left, outcome.points[0].refunded) == (3, 2)


def one_attack(*units: game.Unit, **fields: Any) -> game.PhaseCombatsRequest:
    """The attack of A on 1010, which W and V defended when the combats began."""
    plan = game.PlannedAttack(
        number=1,
        attack=attack("1010", "A", **fields),
        cover=game.Cover(),
        originals=("W", "V"),
        munitions=game.CombatMunitions(),
    )
    return game.PhaseCombatsRequest(state=game.PhaseState(side="red", units=units), attacks=(plan,))


@pytest.mark.rule("orel", "8.6.2-support", "7.2-repeat")
def test_a_battery_whose_division_is_gone_from_the_combat_supports_no_more() -> None:
    stays, gone = unit("V", "white", "1010"), unit("W", "white", "1010", division="other")
    guns = battery("H", "white", "1111", division="other")
    calm = {"assault": lambda _s, _a: False}
    with_it = game.ruleset.resolve(
        one_attack(unit("A"), stays, gone, guns, defending=("H",)), dice=GivenDice((1, 1, 1)), choices=calm
    )
    assert "coordination of H" in rolls(with_it)
    without = game.ruleset.resolve(
        one_attack(unit("A"), stays, guns, defending=("H",)), dice=GivenDice((1, 1)), choices=calm
    )
    assert rolls(without) == ["attacker's cohesion die", "defender's cohesion die"]
    assert [one.ended for one in without.outcome.attacks] == ["not_assaulted"]


@pytest.mark.rule("orel", "8.5.1d-target-hex", "7.2-repeat")
def test_an_original_that_came_back_in_flight_is_none_any_more() -> None:
    request = one_attack(unit("A"), unit("W", "white", "1010"))
    fled_back = evolve(request, state=evolve(request.state, joined=("W",)))
    outcome = game.ruleset.resolve(fled_back, dice=GivenDice(())).outcome
    assert [one.ended for one in outcome.attacks] == ["cancelled"]


@pytest.mark.rule("orel", "8.2.1-unpaid")
def test_an_unpaid_barrage_leaves_its_battery_unsupplied() -> None:
    units = (battery("G"), unit("V", "white", "1111"))
    order = game.BarrageOrder(unit="G", target="V", depots=())
    assert now(play(phase(*units, barrages=(order,)), 1, 1))["G"].unsupplied
    assert not now(play(phase(*units, barrages=(evolve(order, depots=None),)), 1, 1))["G"].unsupplied


@pytest.mark.rule("orel", "2-markers", "8.1-part2")
def test_a_phase_without_orders_changes_nothing() -> None:
    units = (unit("A"), unit("W", "white", "1010"))
    outcome = play(phase(*units))
    assert outcome.units == units
    assert outcome.depots == (RED, WHITE)
    assert outcome.attacks == ()


@pytest.mark.rule("orel", "8.2.2-range", "D-map")
def test_without_facts_the_board_tells_who_is_supplied() -> None:
    units = (unit("A"), unit("W", "white", "1010"))
    near = phase(*units, attacks=(attack("1010", "A"),), facts=None, board=CLEAR)
    outcome = play(near, 1, 1)
    # Both convois lie within five clear hexes; neither is functional without a railroad, and both are marked.
    assert not any(one.unsupplied for one in outcome.units)
    assert all(one.unsupplied for one in outcome.depots)
    with pytest.raises(NeedsRuling) as caught:
        play(phase(*units, attacks=(attack("1010", "A"),), facts=None))
    assert caught.value.rule == "D-map"


@pytest.mark.rule("orel", "8.1-part2", "7.2-repeat")
def test_exact_odds_of_a_phase() -> None:
    units = (unit("A"), unit("B", place="1110"), unit("W", "white", "1010", tq=2))
    request = phase(*units, attacks=(attack("1010", "A", type="hasty"), attack("1010", "B", type="hasty")))
    odds = game.ruleset.odds(request, choices={"assault": lambda _s, _a: False})
    # The first attack drives W off with 4 to 6 (2 above its quality), the second likewise if W is still there.
    driven = odds.probability(lambda one: one.attacks[0].ended == "cleared")
    assert (driven.numerator, driven.denominator) == (1, 2)
    assert odds.probability(lambda one: one.attacks[1].ended == "cancelled") == driven


# ---------------------------------------------------------------- bad input


@pytest.mark.rule("orel", "7.2-barraged-hex", "8.3.1-target", "8.2.1-one-depot", "7.2-declare", "X-bad-combat")
@pytest.mark.parametrize(
    ("orders", "path", "rule"),
    [
        (
            {"attacks": (attack("1010", "A"),), "barrages": (game.BarrageOrder(unit="G", target="W"),)},
            "$.orders.barrages[0]",
            "7.2-barraged-hex",
        ),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="W", observed=False),)},
            "$.orders.barrages[0]",
            "8.3.1-target",
        ),
        ({"barrages": (game.BarrageOrder(unit="A", target="W"),)}, "$.orders.barrages[0].unit", "X-bad-combat"),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="White depot"),)},
            "$.orders.barrages[0].target",
            "8.3.1-eligible",
        ),
        (
            {"attacks": (attack("1010", "A", depots=("Red depot", "Red depot")),)},
            "$.orders.attacks[0].depots",
            "8.2.1-one-depot",
        ),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="W", depots=("Red depot", "Red depot")),)},
            "$.orders.barrages[0].depots",
            "8.2.1-one-depot",
        ),
        ({"attacks": (attack("0909", "A"),)}, "$.orders.attacks[0].hex", "7.2-declare"),
        ({"attacks": (attack("1010", "A", supports=("B",)),)}, "$.orders.attacks[0].supports[0]", "X-bad-combat"),
        ({"attacks": (attack("1010", "B"),)}, "$.orders.attacks[0].units[0].hex", "X-bad-combat"),
        (
            {
                "barrages": (game.BarrageOrder(unit="G", target="W"),),
                "counterbattery": (game.CounterbatteryOrder(unit="W", target="G"),),
            },
            "$.orders.counterbattery[0].unit",
            "8.4-counterbattery",
        ),
    ],
)
def test_what_the_rules_forbid(orders: dict[str, Any], path: str, rule: str) -> None:
    units = (unit("A"), unit("B", place="0505"), battery("G"), unit("W", "white", "1010"))
    with pytest.raises(IllegalRequestError) as caught:
        play(phase(*units, **orders))
    assert (path, rule) in [(one.path, one.rule) for one in caught.value.verdict.objections]


@pytest.mark.rule("orel", "8.2.1-resupply", "X-bad-units")
def test_wrong_resupplies() -> None:
    units = (unit("A"), unit("S", place="0808", unsupplied=True), unit("W", "white", "1010"))
    for given, path in ((("X", "Red depot"), ".unit"), (("W", "Red depot"), ".unit"), (("S", "White depot"), ".depot")):
        with pytest.raises(InvalidRequestError) as malformed:
            play(phase(*units, resupply=(Resupply(unit=given[0], depot=given[1]),)))
        assert [one.path for one in malformed.value.problems] == [f"$.resupply[0]{path}"]
    wanted = Resupply(unit="S", depot="Red depot")
    twice, needless = (wanted, wanted), (Resupply(unit="A", depot="Red depot"),)
    for resupply, number in ((twice, 1), (needless, 0)):
        with pytest.raises(IllegalRequestError) as refused:
            play(phase(*units, resupply=resupply))
        assert {(one.path.partition("]")[0], one.rule) for one in refused.value.verdict.objections} == {
            (f"$.resupply[{number}", "8.2.1-resupply")
        }


@pytest.mark.rule("orel", "8.2.1-costs", "8.2.1-one-depot", "X-bad-combat")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        (
            {"attacks": (attack("1010", "A", depots=("Red depot",)), attack("1010", "B", depots=("Red depot",)))},
            "$.orders.attacks[1].depots[0]",
        ),
        (
            {
                "attacks": (attack("1010", "A", depots=("Red depot",)), attack("1010", "B", type="hasty")),
                "barrages": (
                    game.BarrageOrder(unit="G", target="V", depots=("Red depot",)),
                    game.BarrageOrder(unit="H", target="V", depots=("Red depot",)),
                ),
            },
            "$.orders.barrages[1].depots[0]",
        ),
    ],
)
def test_what_a_depot_cannot_pay_is_told_where_it_was_ordered(fields: dict[str, Any], path: str) -> None:
    units = (
        unit("A"), unit("B", place="1110"), battery("G"), battery("H"), unit("W", "white", "1010"),
        unit("V", "white", "1111"),
    )  # fmt: skip
    with pytest.raises(IllegalRequestError) as caught:
        play(phase(*units, **fields))
    assert [one.path for one in caught.value.verdict.objections] == [path]


@pytest.mark.rule("orel", "X-bad-units", "7.2-declare", "8.4-counterbattery")
@pytest.mark.parametrize(
    ("orders", "path"),
    [
        ({"attacks": (attack("1010", "X"),)}, "$.orders.attacks[0].units[0]"),
        ({"attacks": (attack("1010", "A", depots=("White depot",)),)}, "$.orders.attacks[0].depots[0]"),
        ({"attacks": (attack("1010", "A", defending=("G",)),)}, "$.orders.attacks[0].defending[0]"),
        ({"barrages": (game.BarrageOrder(unit="W", target="W"),)}, "$.orders.barrages[0].unit"),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="W", depots=("X",)),)},
            "$.orders.barrages[0].depots[0]",
        ),
        ({"attacks": (attack("1010", "A"), attack("1010", "A"))}, "$.orders.attacks[1].units[0]"),
        ({"attacks": (attack("3399", "A"),)}, "$.orders.attacks[0].hex"),
        ({"barrages": (game.BarrageOrder(unit="G", target="A"),)}, "$.orders.barrages[0].target"),
        (
            {"counterbattery": (game.CounterbatteryOrder(unit="W", target="G"),)},
            "$.orders.counterbattery[0].target",
        ),
    ],
)
def test_what_contradicts_itself(orders: dict[str, Any], path: str) -> None:
    units = (unit("A"), battery("G"), unit("W", "white", "1010"))
    with pytest.raises(InvalidRequestError) as caught:
        play(phase(*units, **orders))
    assert path in [one.path for one in caught.value.problems]
