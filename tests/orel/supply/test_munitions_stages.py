"""Munitions after the combats: spoils, refused combats, cancelled attacks, and supply in defence."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_munitions import (
    CAR,
    ENEMY,
    GUN,
    OPEN,
    TANK,
    TRAIN,
    A,
    B,
    act,
    ask,
    convoi,
    left,
    order,
    resolve,
    short,
    told,
    unit,
)

from rcw_rules import GivenDice
from rcw_rules import orel as game

# -------------------------------------------------------------------- aftermath


@pytest.mark.rule("orel", "8.2.1-spoils")
def test_two_steps_lost_free_two_of_three_that_advance() -> None:
    units = tuple(short(unit(key, strength=strength)) for key, strength in (("a", 3), ("b", 5), ("c1", 4)))
    keys = ("a", "b", "c1")
    attack = act("prepared", *keys, depots=("c",), assault_losses=2, advanced=keys)
    request = ask(attack, units=units, facts=told(c="a b c1"))
    assert resolve(request).freed == ("b", "c1")
    last = resolve(request, {"spoils_of_war": lambda freed, alternatives: alternatives[0]})
    assert last.freed == ("a", "b")


@pytest.mark.rule("orel", "8.2.1-spoils", "8.2.1-unpaid")
def test_one_step_lost_spares_one_of_two_that_advance_unpaid() -> None:
    attack = act("hasty", "a", "b", depots=(), assault_losses=1, advanced=("a", "b"))
    outcome = resolve(ask(attack, units=(A, B)))
    assert (outcome.marked, outcome.freed) == (("b",), ())
    none_lost = resolve(ask(evolve(attack, assault_losses=0), units=(A, B)))
    assert none_lost.marked == ("a", "b")


@pytest.mark.rule("orel", "8.2.1-spoils")
@pytest.mark.parametrize(
    ("unit_", "said"), [(A, "a is spared the marker"), (short(A), "a loses its Unsupplied marker")]
)
def test_the_record_says_what_spoils_do(unit_: game.Unit, said: str) -> None:
    attack = act("hasty", "a", depots=(), assault_losses=1, advanced=("a",))
    record = game.ruleset.resolve(ask(attack, units=(unit_,)), dice=GivenDice([])).record
    assert said in [step.text for _, step in record.walk() if step.rule == "8.2.1-spoils"]


@pytest.mark.rule("orel", "8.2.1-spoils")
@pytest.mark.parametrize(("who", "freed"), [(CAR, True), (TANK, False), (GUN, False), (TRAIN, False), (A, True)])
def test_combat_units_and_armoured_cars_take_spoils(who: game.Unit, freed: bool) -> None:
    attack = act("hasty", who.key, depots=(), assault_losses=3, advanced=(who.key,))
    facts = game.SupplyFacts()
    assert resolve(ask(attack, units=(short(who),), facts=facts)).freed == ((who.key,) if freed else ())


@pytest.mark.rule("orel", "8.2.1-refused-combat")
@pytest.mark.parametrize(("kind", "count", "points"), [("prepared", 2, 1), ("hasty", 1, 2)])
def test_the_munitions_of_a_refused_combat_resupply_attackers(kind: Any, count: int, points: int) -> None:
    units = tuple(short(unit(key, strength=strength)) for key, strength in (("a", 3), ("b", 4), ("c1", 5)))
    attack = act(kind, "a", "b", "c1", depots=("c",), happened="refused")
    outcome = resolve(ask(attack, units=units, facts=told(c="a b c1")))
    assert (set(outcome.freed), left(outcome)) == ({"c1", "b"} if count == 2 else {"c1"}, [points])
    near = resolve(ask(attack, units=units, facts=told(c="a")))
    assert near.freed == ("a",)


@pytest.mark.rule("orel", "8.2.1-refused-combat")
def test_a_refused_combat_marks_nobody() -> None:
    attack = act("hasty", "a", defenders=("r",), depots=(), happened="refused")
    outcome = resolve(ask(attack, units=(A, ENEMY), facts=game.SupplyFacts()))
    assert (outcome.marked, outcome.freed) == ((), ())
    lost = resolve(ask(evolve(attack, depots=("c",)), units=(A, ENEMY), facts=told(c="a")))
    assert (lost.marked, left(lost)) == ((), [2])


@pytest.mark.rule("orel", "7.2-repeat")
def test_the_munitions_of_a_cancelled_attack_come_back() -> None:
    attacks = (act("hasty", "a", depots=("c",)), act("hasty", "b", depots=("c",), happened="cancelled"))
    facts = evolve(told(c="a b"), functional=())
    outcome = resolve(ask(*attacks, units=(A, B), facts=facts))
    assert outcome.points == (game.DepotPoints(depot="c", capacity=3, left=2, refunded=1),)
    assert (outcome.marked, [depot.key for depot in outcome.depots]) == ((), ["c"])
    alone = resolve(ask(attacks[1], units=(A, B), facts=facts))
    assert alone.depots == ()
    assert resolve(ask(attacks[1], units=(A, short(B)), facts=facts)).freed == ()


# -------------------------------------------------------------------- defence


RED = tuple(unit(f"r{number}", side="red") for number in range(5))


KEYS = tuple(one.key for one in RED)


@pytest.mark.rule("orel", "8.2.1-defence")
def test_in_defence_a_depot_supplies_any_number() -> None:
    attack = act("prepared", "a", defenders=KEYS, depots=())
    depots = (convoi("rc", 2, "red"),)
    outcome = resolve(ask(attack, units=(A, *RED), depots=depots, facts=told(rc=" ".join(KEYS))))
    assert (outcome.marked, outcome.points, outcome.depots) == (("a",), (), ())
    partly = resolve(ask(attack, units=(A, *RED), depots=depots, facts=told(rc="r0 r1 r3")))
    assert partly.marked == ("a", "r2", "r4")
    was = (*RED[:1], short(RED[1]), *RED[2:])
    stay = resolve(ask(attack, units=(A, *was), depots=depots, facts=told(rc=" ".join(KEYS))))
    assert (stay.marked, stay.freed) == (("a",), ())


@pytest.mark.rule("orel", "8.2.1-defence")
def test_batteries_that_fire_back_look_for_a_depot_too() -> None:
    battery = unit("rg", "artillery", "red")
    barrage = act("barrage", "gun", defenders=("rg",), depots=("c",))
    assert resolve(ask(barrage, units=(GUN, battery), facts=told(c="gun"))).marked == ("rg",)


@pytest.mark.rule("orel", "3.2B-nonfunctional")
def test_a_depot_that_serves_without_being_functional_is_marked_at_the_end() -> None:
    pays = ask(act("hasty", "a", depots=("c",)), units=(A,), facts=evolve(told(c="a"), functional=()))
    outcome = resolve(pays)
    assert (left(outcome), outcome.marked, outcome.depots) == ([2], (), (convoi(unsupplied=True),))
    resupplies = ask(units=(short(A),), facts=evolve(told(c="a"), functional=()), resupply=order())
    assert resolve(resupplies).depots == (convoi(unsupplied=True),)


@pytest.mark.rule("orel", "3.2B-nonfunctional", "8.2.1-defence")
def test_whether_such_a_depot_serves_in_defence_is_its_owners_decision() -> None:
    depots = (convoi("rc", 2, "red"), convoi("rd", 2, "red"))
    facts = evolve(told(rc="r0", rd="r0 r1"), functional=())
    attack = act("hasty", "a", defenders=("r0", "r1"), depots=())
    request = ask(attack, units=(A, *RED), depots=depots, facts=facts)
    assert [depot.key for depot in resolve(request).depots] == ["rc", "rd"]
    keen = resolve(request, {"supply_in_defence": lambda paying, alternatives: "rd"})
    assert [depot.key for depot in keen.depots] == ["rd"]
    spare = resolve(request, {"supply_in_defence": lambda paying, alternatives: ""})
    assert (spare.depots, spare.marked) == ((), ("a", "r0", "r1"))
    # By default the second unit takes the depot that serves already, though another is listed first.
    shared = evolve(request, facts=evolve(told(rc="r1", rd="r0 r1"), functional=()))
    assert [depot.key for depot in resolve(shared).depots] == ["rd"]
    # What stays Unsupplied anyway uses no depot.
    stays = evolve(request, units=(A, short(RED[0]), short(RED[1])))
    assert (resolve(stays).depots, resolve(stays).marked) == ((), ("a",))
    # A functional one in range costs nothing, so that nobody is asked.
    functional = evolve(facts, functional=("rc",))
    one = resolve(evolve(request, facts=functional, actions=(evolve(attack, defenders=("r0",)),)))
    assert (one.depots, one.marked) == ((), ("a",))
    refused = evolve(request, actions=(evolve(attack, happened="refused"),))
    assert (resolve(refused).depots, resolve(refused).marked) == ((), ())


@pytest.mark.rule("orel", "3.2B-nonfunctional")
def test_beside_an_unsupplied_depot_a_unit_is_out_of_range() -> None:
    depots = (convoi("rc", 2, "red", unsupplied=True),)
    attack = act("hasty", "a", defenders=("r0", "rt"), depots=())
    car = unit("rt", "armoured_car", "red")
    outcome = resolve(ask(attack, units=(A, RED[0], car), depots=depots, facts=told(rc="r0 rt")))
    assert (outcome.marked, outcome.depots) == (("a", "r0", "rt"), ())
    here = tuple(evolve(one, hex="1010") for one in (RED[0], car))
    on_board = ask(attack, units=(A, *here), depots=(evolve(depots[0], hex="1010"),), board=OPEN)
    assert resolve(on_board).marked == ("a", "r0", "rt")
    fresh = evolve(on_board, depots=(convoi("rc", 2, "red", hex="1010"),))
    assert resolve(fresh).marked == ("a",)
