"""Munitions: who pays, who is resupplied, and who is Unsupplied afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap, Railway
from rcw_rules.orel.definitions import grid_in

OPEN = HexMap(title="Open ground", grid=grid_in(None))


def unit(key: str, kind: Any = "infantry", side: Any = "white", place: str | None = None, **changes: Any) -> game.Unit:
    figures: dict[str, dict[str, Any]] = {
        "infantry": {"tq": 4, "steps": 4, "strength": 5},
        "artillery": {"tq": 4, "steps": 2, "fire": 3},
        "tank": {"strength": 3},
        "armoured_car": {"strength": 2},
        "armoured_train_light": {"fire": 3},
    }
    return game.Unit(**{"key": key, "side": side, "type": kind, "hex": place, **figures[kind], **changes})


def convoi(key: str = "c", capacity: int = 3, side: Any = "white", **changes: Any) -> game.Depot:
    return game.Depot(key=key, side=side, kind="convoi", capacity=capacity, **changes)


def act(kind: Any, *keys: str, **fields: Any) -> game.MunitionsAction:
    return game.MunitionsAction(type=kind, units=keys, **fields)


def told(**ranges: str) -> game.SupplyFacts:
    """Name the units in range of each depot, parted by spaces; all depots are functional and all trains linked."""
    return game.SupplyFacts(
        ranges=tuple(game.InRange(depot=depot, units=tuple(keys.split())) for depot, keys in ranges.items()),
        functional=tuple(ranges),
        linked=("train",),
    )


def ask(*actions: game.MunitionsAction, **fields: Any) -> game.MunitionsRequest:
    base: dict[str, Any] = {"side": "white", "units": (), "depots": (convoi(),), "actions": actions, "resupply": ()}
    return game.MunitionsRequest(**{**base, **fields})


def resolve(request: game.MunitionsRequest, choices: Any = None) -> game.MunitionsOutcome:
    outcome: game.MunitionsOutcome = game.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome
    return outcome


def left(outcome: game.MunitionsOutcome) -> list[int]:
    return [points.left for points in outcome.points]


def refusal(request: game.MunitionsRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(one.rule, one.path) for one in caught.value.verdict.objections]


def problems(request: game.MunitionsRequest) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


A, B, C = unit("a"), unit("b"), unit("c1")
GUN, GUN2 = unit("gun", "artillery"), unit("gun2", "artillery")
TRAIN, TANK, CAR = unit("train", "armoured_train_light"), unit("tank", "tank"), unit("car", "armoured_car")
ENEMY = unit("r", side="red")


def short(one: game.Unit) -> game.Unit:
    return evolve(one, unsupplied=True)


# -------------------------------------------------------------------- costs


@pytest.mark.rule("orel", "8.2.1-costs")
@pytest.mark.parametrize(
    ("actions", "points"),
    [
        ((act("prepared", "a", "b", "c1", "gun", "gun2"),), 2),
        ((act("hasty", "a", "gun"),), 1),
        ((act("barrage", "gun"), act("barrage", "gun2"), act("barrage", "train")), 2),
        ((act("hasty", "car"),), 0),
    ],
)
def test_what_actions_cost(actions: Any, points: int) -> None:
    units = (A, B, C, GUN, GUN2, TRAIN, CAR)
    outcome = resolve(ask(*actions, units=units, depots=(convoi(capacity=5),), facts=told(c="a b c1 gun gun2 car")))
    assert left(outcome) == [5 - points]
    assert outcome.marked == ()


@pytest.mark.rule("orel", "3.1-capacity")
def test_a_convoi_of_four_pays_for_two_prepared_attacks_a_phase() -> None:
    request = ask(
        act("prepared", "a"), act("prepared", "b"), units=(A, B), depots=(convoi(capacity=4),), facts=told(c="a b")
    )
    outcome = resolve(request)
    assert (outcome.paid_by, left(outcome)) == (("c", "c"), [0])
    assert outcome.points[0].capacity == 4


@pytest.mark.rule("orel", "8.2.1-unpaid", "8.2.3-effects")
def test_who_attacks_without_munitions_is_unsupplied_afterwards() -> None:
    outcome = resolve(ask(act("hasty", "a"), units=(A,), depots=()))
    assert (outcome.paid_by, outcome.marked) == (("",), ("a",))
    assert outcome.units == (short(A),)
    again = resolve(ask(act("hasty", "a"), units=(short(A),), depots=()))
    assert (again.marked, again.units) == ((), ())
    strength = game.CombatStrengthRequest(units=(A,))
    assert game.ruleset.resolve(strength, dice=GivenDice([])).outcome.total == 5


# -------------------------------------------------------------------- one depot, mixed supply


@pytest.mark.rule("orel", "8.2.1-one-depot")
def test_two_depots_do_not_pool() -> None:
    depots = (convoi("c", 1), convoi("d", 1))
    facts = told(c="a", d="a")
    outcome = resolve(ask(act("prepared", "a"), units=(A,), depots=depots, facts=facts))
    assert (outcome.paid_by, left(outcome), outcome.marked) == (("",), [1, 1], ("a",))
    both = ask(act("prepared", "a", depots=("c", "d")), units=(A,), depots=depots, facts=facts)
    assert refusal(both) == [("8.2.1-one-depot", "$.actions[0].depots")]
    one = ask(act("prepared", "a", depots=("c",)), units=(A,), depots=depots, facts=facts)
    assert refusal(one) == [("8.2.1-costs", "$.actions[0].depots[0]")]


@pytest.mark.rule("orel", "8.2.1-one-depot")
def test_only_who_is_out_of_range_of_the_paying_depot_is_marked() -> None:
    outcome = resolve(ask(act("prepared", "a", "b", "c1"), units=(A, B, C), facts=told(c="a c1")))
    assert (outcome.paid_by, outcome.marked) == (("c",), ("b",))
    # Another depot in range of b does not help: one depot serves the attack.
    depots = (convoi("c"), convoi("d"))
    split = resolve(ask(act("prepared", "a", "b", "c1"), units=(A, B, C), depots=depots, facts=told(c="a c1", d="b")))
    assert (split.paid_by, split.marked) == (("c",), ("b",))


@pytest.mark.rule("orel", "8.2.1-still-unsupplied")
def test_a_supplied_attack_resupplies_nobody() -> None:
    outcome = resolve(ask(act("hasty", "a", depots=("c",)), units=(short(A),), facts=told(c="a")))
    assert (left(outcome), outcome.marked, outcome.freed) == ([2], (), ())
    strength = game.CombatStrengthRequest(units=(short(A),))
    assert game.ruleset.resolve(strength, dice=GivenDice([])).outcome.total == 3


@pytest.mark.rule("orel", "8.2.1-costs", "3.2B-nonfunctional", "8.2.1-vehicles", "8.2.2-range", "7.2-declare")
def test_payments_that_are_refused() -> None:
    units, facts = (A, B, CAR), told(c="a")
    attack = "$.actions[0].depots"
    far = ask(act("hasty", "b", depots=("c",)), units=units, facts=facts)
    assert refusal(far) == [("8.2.2-range", f"{attack}[0]")]
    marked = ask(act("hasty", "a", depots=("c",)), units=units, depots=(convoi(unsupplied=True),), facts=facts)
    assert refusal(marked) == [("3.2B-nonfunctional", attack)]
    car = ask(act("hasty", "car", depots=("c",)), units=units, facts=told(c="car"))
    assert refusal(car) == [("8.2.1-vehicles", attack)]
    twice = ask(act("hasty", "a"), act("hasty", "b", "a"), units=units, facts=facts)
    assert refusal(twice) == [("7.2-declare", "$.actions[1].units[1]")]
    third = ask(*(act("hasty", key, depots=("d",)) for key in "ab"), units=units, depots=(convoi("d", 1),))
    assert refusal(evolve(third, facts=told(d="a b"))) == [("8.2.1-costs", "$.actions[1].depots[0]")]


# -------------------------------------------------------------------- the default and the choice


@pytest.mark.rule("orel", "8.2.1-costs", "8.2.1-resupply")
@pytest.mark.parametrize(
    ("capacity", "paid", "freed"),
    [
        (0, ("", "", ""), ()),
        (1, ("", "", "c"), ()),
        (2, ("", "c", "c"), ()),
        (3, ("c", "c", "c"), ()),
        (4, ("c", "c", "c"), ("c1",)),
    ],
)
def test_by_default_attacks_are_paid_by_strength_then_barrages_then_resupply(
    capacity: int, paid: Any, freed: Any
) -> None:
    weak, strong = unit("a", strength=2), unit("b", strength=6)
    depots = () if not capacity else (convoi(capacity=capacity),)
    actions = (act("barrage", "gun"), act("hasty", "a"), act("hasty", "b"))
    request = ask(*actions, units=(weak, strong, GUN, short(C)), depots=depots, facts=told(c="a b c1 gun"))
    outcome = resolve(evolve(request, resupply=None))
    assert (outcome.paid_by, outcome.freed) == (paid, freed)
    assert left(outcome) == ([0] if capacity else [])


@pytest.mark.rule("orel", "8.2.1-costs", "8.2.1-resupply")
def test_their_owner_may_say_otherwise() -> None:
    depots = (convoi("c"), convoi("d"))
    request = ask(act("hasty", "a"), units=(A, short(B)), depots=depots, facts=told(c="a b", d="a b"), resupply=None)
    assert resolve(request).paid_by == ("c",)
    seen: list[tuple[Any, ...]] = []

    def pick(paying: Any, alternatives: tuple[str, ...]) -> str:
        seen.append((paying.what, paying.cost, alternatives))
        return alternatives[-2]

    outcome = resolve(request, {"munitions": pick, "resupply": lambda paying, alternatives: ""})
    assert (outcome.paid_by, left(outcome), outcome.freed) == (("d",), [3, 2], ())
    assert seen == [("hasty 1", 1, ("c", "d", ""))]


@pytest.mark.rule("orel", "8.2.1-costs", "3.2B-nonfunctional")
def test_the_default_prefers_who_keeps_more_units_then_who_is_functional() -> None:
    facts = game.SupplyFacts(
        ranges=(game.InRange(depot="c", units=("a",)), game.InRange(depot="d", units=("a", "b"))), functional=("c",)
    )
    depots = (convoi("c"), convoi("d"))
    assert resolve(ask(act("hasty", "a", "b"), units=(A, B), depots=depots, facts=facts)).paid_by == ("d",)
    assert resolve(ask(act("hasty", "a"), units=(A, B), depots=depots, facts=facts)).paid_by == ("c",)
    fuller = (convoi("c", 3), convoi("d", 2))
    second = evolve(told(c="a", d="a"), functional=("d",))
    assert resolve(ask(act("hasty", "a"), units=(A,), depots=fuller, facts=second)).paid_by == ("d",)
    # Nobody is resupplied at the price of the depot's own supply, and nobody pays for units that stay Unsupplied.
    lone = ask(units=(short(B),), depots=depots, facts=facts, resupply=None)
    assert resolve(lone).freed == ()
    assert resolve(ask(act("hasty", "a"), units=(short(A),), depots=depots, facts=facts)).paid_by == ("",)


@pytest.mark.rule("orel", "8.2.1-costs", "8.2.1-resupply")
def test_of_equal_depots_the_fuller_one_pays_by_default() -> None:
    depots, facts = (convoi("c", 2), convoi("d", 3)), told(c="a b", d="a b")
    assert resolve(ask(act("hasty", "a"), units=(A,), depots=depots, facts=facts)).paid_by == ("d",)
    assert left(resolve(ask(units=(short(B),), depots=depots, facts=facts, resupply=None))) == [2, 2]


# -------------------------------------------------------------------- resupply


def order(key: str = "a", depot: str = "c") -> tuple[game.Resupply, ...]:
    return (game.Resupply(unit=key, depot=depot),)


@pytest.mark.rule("orel", "8.2.1-resupply", "3.1-capacity")
def test_three_points_are_a_prepared_attack_and_a_resupply() -> None:
    request = ask(act("prepared", "b", depots=("c",)), units=(short(A), B), facts=told(c="a b"), resupply=order())
    outcome = resolve(request)
    assert (left(outcome), outcome.freed, outcome.marked) == ([0], ("a",), ())
    assert outcome.units == (A,)


@pytest.mark.rule("orel", "8.2.1-resupply")
@pytest.mark.parametrize(
    "who", [short(A), evolve(short(A), mode="routed"), evolve(short(TANK), key="a"), evolve(short(CAR), key="a")]
)
def test_who_may_be_resupplied(who: game.Unit) -> None:
    for resupply in (order(), None):
        assert resolve(ask(units=(who,), facts=told(c="a"), resupply=resupply)).freed == ("a",)


@pytest.mark.rule("orel", "8.2.1-resupply", "8.2.1-vehicles", "8.2.2-range")
@pytest.mark.parametrize(
    ("who", "rule", "path"),
    [
        (evolve(short(A), mode="march"), "8.2.1-resupply", "unit"),
        (A, "8.2.1-resupply", "unit"),
        (evolve(short(TRAIN), key="a"), "8.2.1-vehicles", "unit"),
        (evolve(short(A), key="far"), "8.2.2-range", "depot"),
    ],
)
def test_who_may_not_be_resupplied(who: game.Unit, rule: str, path: str) -> None:
    request = ask(units=(who,), facts=told(c="a"), resupply=order(who.key))
    assert refusal(request) == [(rule, f"$.resupply[0].{path}")]
    assert resolve(evolve(request, resupply=None)).freed == ()


@pytest.mark.rule("orel", "8.2.1-resupply", "3.2B-nonfunctional")
def test_more_resupplies_that_are_refused() -> None:
    units, facts = (short(A), B), told(c="a b")
    declared = ask(act("hasty", "b", "a"), units=units, facts=facts, resupply=order())
    assert refusal(declared) == [("8.2.1-resupply", "$.resupply[0].unit")]
    twice = ask(units=units, facts=facts, resupply=order() * 2)
    assert refusal(twice) == [("8.2.1-resupply", "$.resupply[1].unit")]
    marked = ask(units=units, depots=(convoi(unsupplied=True),), facts=facts, resupply=order())
    assert refusal(marked) == [("3.2B-nonfunctional", "$.resupply[0].depot")]
    spent = ask(
        act("prepared", "b", depots=("c",)), units=units, depots=(convoi(capacity=2),), facts=facts, resupply=order()
    )
    assert refusal(spent) == [("8.2.1-resupply", "$.resupply[0].depot")]


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


# -------------------------------------------------------------------- vehicles

LINE = HexMap(title="A line", grid=grid_in(None), railways=(Railway(hexes=("2916", "2917", "2918", "2919", "2920")),))


@pytest.mark.rule("orel", "8.2.1-vehicles")
@pytest.mark.parametrize(
    ("others", "marked"),
    [
        ((), ()),
        ((unit("e", side="red", place="2918", steps=1),), ("train",)),
        ((unit("e", side="red", place="2818"),), ("train",)),
        (
            (
                unit("e", side="red", place="2818"),
                unit("f", place="2918"),
                unit("g", place="2919"),
            ),
            (),
        ),
    ],
)
def test_a_train_needs_a_free_line_to_the_edge(others: Any, marked: Any) -> None:
    train = evolve(TRAIN, hex="2916")
    for action in (act("barrage", "train"), act("hasty", "train")):
        outcome = resolve(ask(action, units=(train, *others), depots=(convoi(hex="2915"),), board=LINE))
        assert (outcome.marked, left(outcome)) == (marked, [3])
    linked = resolve(ask(units=(short(train), *others), board=LINE))
    assert linked.freed == (() if marked else ("train",))


@pytest.mark.rule("orel", "8.2.1-vehicles")
def test_a_train_loses_its_marker_in_its_owners_phase_alone() -> None:
    train = unit("t", "armoured_train_light", "red", unsupplied=True)
    request = ask(units=(train,), facts=game.SupplyFacts(linked=("t",)))
    assert resolve(request).freed == ()
    assert resolve(evolve(request, side="red")).freed == ("t",)


@pytest.mark.rule("orel", "8.2.1-vehicles")
def test_three_barrages_of_a_linked_train_over_three_turns() -> None:
    train = evolve(TRAIN, hex="2916")
    for _ in range(3):
        outcome = resolve(ask(act("barrage", "train"), units=(train,), board=LINE))
        train = next((one for one in outcome.units if one.key == "train"), train)
        assert not train.unsupplied


@pytest.mark.rule("orel", "8.2.1-vehicles", "8.2.2-range")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
@pytest.mark.parametrize(("place", "marked"), [("1015", False), ("1016", True)])
def test_a_tank_or_an_armoured_car_needs_a_depot_within_five_points(kind: Any, place: str, marked: bool) -> None:
    vehicle = unit("v", kind, place=place)
    depots = (convoi(hex="1010"),)
    outcome = resolve(ask(act("hasty", "v"), units=(vehicle,), depots=depots, board=OPEN))
    assert (outcome.marked, left(outcome), outcome.depots) == (("v",) if marked else (), [3], ())
    red = evolve(vehicle, side="red")
    attack = act("hasty", "a", defenders=("v",), depots=())
    defends = resolve(ask(attack, units=(A, red), depots=(evolve(depots[0], side="red"),), board=OPEN))
    assert ("v" in defends.marked) is marked


# -------------------------------------------------------------------- a board, no board, bad input


@pytest.mark.rule("orel", "8.2.2-range", "3.1-double")
def test_ranges_and_capacities_are_those_of_the_board() -> None:
    order_of_battle, board = game.order_of_battle(), game.schematic_map("whole_field")
    depot = order_of_battle.depot("W:depot-2705")
    near, far = unit("a", place="2705"), unit("b", place="2715")
    request = ask(act("prepared", "a", "b"), units=(near, far), depots=(depot,), board=board)
    outcome = resolve(request)
    assert (outcome.marked, left(outcome), outcome.depots) == (("b",), [8], ())


@pytest.mark.rule("orel", "D-map")
def test_without_board_and_facts_it_asks_where_the_map_decides() -> None:
    near = unit("a", place="1012")
    with pytest.raises(NeedsRuling, match="1012 and 1010"):
        resolve(ask(act("hasty", "a"), units=(near,), depots=(convoi(hex="1010"),)))
    with pytest.raises(NeedsRuling, match="railroad"):
        resolve(ask(act("hasty", "train"), units=(evolve(TRAIN, hex="2916"),)))
    far = resolve(ask(act("hasty", "a"), units=(near,), depots=(convoi(hex="2010"),)))
    assert far.marked == ("a",)


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "8.2.1-costs", "8.2.1-spoils", "8.2.1-refused-combat", "D-map")
@pytest.mark.parametrize(
    ("request_", "path", "rule"),
    [
        (ask(act("hasty", "x")), "$.actions[0].units[0]", "X-bad-units"),
        (ask(act("hasty", "r"), units=(ENEMY,)), "$.actions[0].units[0]", "X-bad-units"),
        (ask(act("hasty", "a", defenders=("a",)), units=(A,)), "$.actions[0].defenders[0]", "X-bad-units"),
        (ask(act("hasty", "a", depots=("x",)), units=(A,)), "$.actions[0].depots[0]", "X-bad-units"),
        (ask(act("barrage", "a"), units=(A,)), "$.actions[0].units[0]", "X-bad-combat"),
        (ask(act("barrage", "gun", "gun2"), units=(GUN, GUN2)), "$.actions[0].units", "8.2.1-costs"),
        (
            ask(act("barrage", "gun", happened="refused"), units=(GUN,)),
            "$.actions[0].happened",
            "8.2.1-refused-combat",
        ),
        (ask(act("hasty", "a", advanced=("b",)), units=(A, B)), "$.actions[0].advanced[0]", "8.2.1-spoils"),
        (
            ask(act("hasty", "a", advanced=("a",), happened="cancelled"), units=(A,)),
            "$.actions[0].advanced[0]",
            "8.2.1-spoils",
        ),
        (
            ask(act("hasty", "a", assault_losses=1, happened="refused"), units=(A,)),
            "$.actions[0].assault_losses",
            "8.2.1-spoils",
        ),
        (ask(units=(A,), resupply=order("x")), "$.resupply[0].unit", "X-bad-units"),
        (ask(units=(A,), resupply=order("a", "x")), "$.resupply[0].depot", "X-bad-units"),
        (ask(units=(A, A)), "$.units[1].key", "X-bad-units"),
        (ask(facts=game.SupplyFacts(), board=OPEN), "$.facts", "D-map"),
    ],
)
def test_bad_input(request_: game.MunitionsRequest, path: str, rule: str) -> None:
    assert problems(request_) == [(path, rule)]


# -------------------------------------------------------------------- laws


@st.composite
def phases(draw: st.DrawFn) -> game.MunitionsRequest:
    kinds = st.sampled_from(["infantry", "artillery", "armoured_car", "tank"])
    flags = st.booleans()
    own = tuple(unit(f"u{number}", draw(kinds), unsupplied=draw(flags)) for number in range(6))
    foes = tuple(unit(f"f{number}", draw(kinds), "red", unsupplied=draw(flags)) for number in range(3))
    depots = tuple(
        convoi(f"d{number}", draw(st.integers(1, 3)), draw(st.sampled_from(["white", "white", "red"])))
        for number in range(3)
    )
    keys = [f"{letter}{number}" for letter, count in (("u", 6), ("f", 3)) for number in range(count)]
    ranges = tuple(
        game.InRange(depot=depot.key, units=tuple(draw(st.lists(st.sampled_from(keys), unique=True))))
        for depot in depots
    )
    happened = st.sampled_from(["fought", "fought", "refused", "cancelled"])
    attacks = tuple(
        act(draw(st.sampled_from(["prepared", "hasty"])), *pair, defenders=(foe,), happened=draw(happened))
        for pair, foe in ((("u0", "u1"), "f0"), (("u2", "u3"), "f1"))
    )
    facts = game.SupplyFacts(ranges=ranges, functional=tuple(d.key for d in depots if draw(flags)))
    return ask(*attacks, units=(*own, *foes), depots=depots, facts=facts, resupply=None)


@pytest.mark.rule("orel", "3.1-capacity", "8.2.1-costs", "8.2.1-resupply", "8.2.1-unpaid", "8.2.1-defence")
@settings(max_examples=150, deadline=None)
@given(phases())
def test_points_add_up_and_every_marker_has_a_reason(request: game.MunitionsRequest) -> None:
    outcome = resolve(request)
    reach = {(told.depot, key) for told in (request.facts or game.SupplyFacts()).ranges for key in told.units}
    units = {one.key: one for one in request.units}
    now = {**units, **{one.key: one for one in outcome.units}}
    red = [depot.key for depot in request.depots if depot.side == "red"]
    white = [depot.key for depot in request.depots if depot.side == "white"]
    used = 0
    for action, payer in zip(request.actions, outcome.paid_by, strict=True):
        if payer and action.happened != "cancelled":
            used += 2 if action.type == "prepared" else 1
        if action.happened != "fought":
            assert not any(now[key].unsupplied and not units[key].unsupplied for key in (*action.units, "f2"))
            continue
        for key in action.units:
            depots = white if units[key].is_vehicle else [payer]
            supplied = any((depot, key) in reach for depot in depots)
            assert now[key].unsupplied == (units[key].unsupplied or not supplied)
        for key in action.defenders:
            supplied = any((depot, key) in reach for depot in red)
            assert now[key].unsupplied == (units[key].unsupplied or not supplied)
    idle = [key for key in ("u4", "u5") if units[key].unsupplied and not now[key].unsupplied]
    assert sum(points.capacity - points.left for points in outcome.points) == used + len(idle)
    assert all(0 <= points.left <= points.capacity for points in outcome.points)
    assert sorted((*outcome.marked, *outcome.freed)) == sorted(one.key for one in outcome.units)
