"""Barrages, answers and supports in a whole combat phase."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_combats import battery, unit, vehicle
from orel_phases import CLEAR, RED, WHITE, attack, flat, now, phase, play, run, strengths, told

from rcw_rules import GivenDice, NeedsRuling, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.record import RollStep
from rcw_rules.orel.supply import SupplyFacts


def rolls(resolution: Resolution[Any]) -> list[str]:
    found = (step for step in flat(resolution.record.steps) if isinstance(step, RollStep))
    return [step.purpose.rsplit("/", maxsplit=1)[-1] for step in found]


# -------------------------------------------------------------------- fire


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


@pytest.mark.rule("orel", "8.6.2-support")
def test_a_train_that_an_earlier_combat_drove_out_of_range_supports_no_more() -> None:
    calm = {"assault": lambda _s, _a: False}
    defenders = (unit("W", "white", "1010"), unit("V", "white", "1010"))
    thrown = {}
    for place in ("1008", "1007"):
        train = vehicle("T", "armoured_train_light", "red", place)
        request = one_attack(unit("A"), train, *defenders, supports=("T",))
        dice = (1, 1, 1) if place == "1008" else (1, 1)
        thrown[place] = rolls(game.ruleset.resolve(request, dice=GivenDice(dice), choices=calm))
    assert thrown["1008"] == ["coordination of T", *thrown["1007"]]


@pytest.mark.rule("orel", "8.5.1d-target-hex", "7.2-repeat")
def test_an_original_defender_that_fled_back_is_not_one_any_more() -> None:
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


LANE = HexMap(title="two columns", grid=HexGrid(columns=2, rows=8))


@pytest.mark.rule("orel", "8.1-part1", "8.2.1-unpaid", "8.2.2-range")
def test_munitions_are_settled_before_an_answer_breaks_the_line_to_the_depot() -> None:
    # The line of A to its depot leads over the battery G, which alone takes the zone of V out of 0104.
    units = (
        unit("A", place="0105"), battery("G", place="0104", tq=2), unit("B", place="0103"), unit("W", "white", "0106"),
        unit("V", "white", "0204"), battery("H", "white", "0204"),
    )  # fmt: skip
    request = phase(
        *units,
        attacks=(attack("0106", "A"),),
        barrages=(game.BarrageOrder(unit="G", target="V"),),
        counterbattery=(game.CounterbatteryOrder(unit="H", target="G"),),
        depots=(evolve(RED, hex="0101"),),
        facts=None,
        board=LANE,
    )
    # The barrage of 2 + 3 does nothing. H passes with a 1; its 3 + 3 + 3 is a check, and 6 - 1 against quality 2 drives
    # G off. What A is to fire was handed out before.
    outcome = play(request, 1, 1, 1, 3, 3, 6, 1, 1)
    assert now(outcome)["G"].hex != "0104"
    assert not now(outcome)["A"].unsupplied
    # Had G gone before, A would have had nothing.
    later = evolve(request, units=outcome.units, orders=game.Orders(attacks=(attack("0106", "A"),)))
    assert now(play(later, 1, 1))["A"].unsupplied
