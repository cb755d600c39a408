"""Munitions: what actions cost, who pays, and who is resupplied."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_munitions import (
    CAR,
    GUN,
    GUN2,
    TANK,
    TRAIN,
    A,
    B,
    C,
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

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game


def refusal(request: game.MunitionsRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(one.rule, one.path) for one in caught.value.verdict.objections]


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


@pytest.mark.rule("orel", "8.2.1-unpaid", "8.2.1-defence", "8.2.1-vehicles")
def test_the_record_says_for_want_of_what_each_becomes_unsupplied() -> None:
    foe = evolve(unit("f", side="red" if A.side == "white" else "white"), hex="1111")
    phase = ask(act("hasty", "a", "car", defenders=("f",)), units=(A, CAR, foe), depots=())
    record = game.ruleset.resolve(phase, dice=GivenDice([])).record
    found = {step.text: step.rule for step in record.steps if step.text.endswith("becomes Unsupplied")}
    assert found == {
        "a becomes Unsupplied": "8.2.1-unpaid",
        "car becomes Unsupplied": "8.2.1-vehicles",
        "f becomes Unsupplied": "8.2.1-defence",
    }


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
@settings(max_examples=50, deadline=None)
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
