"""Losses: the first, the rounds, artillery last, wanted orders, and every legal order against a twin."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ChoiceStep

unit = builder("infantry", side="white")


cavalry = builder("cavalry", side="white", steps=4)


battery = builder("artillery", side="white")


EXAMPLE = (unit("A", tq=6, steps=4), unit("B", tq=5, steps=3), cavalry("C", tq=6, steps=1))


def lose(*units: game.Unit, losses: int, choices: Any = None, **fields: Any) -> game.LossAllocationOutcome:
    asked = game.LossAllocationRequest(units=units, losses=losses, **fields)
    return game.ruleset.resolve(asked, dice=GivenDice([]), choices=choices).outcome


def steps(outcome: game.LossAllocationOutcome) -> dict[str, int]:
    return {one.key: one.steps for one in outcome.units}


@pytest.mark.rule("orel", "8.8.2A-allocation", "1.2-predominant-tq")
def test_the_first_loss_is_for_the_predominant_quality_or_cavalry() -> None:
    assert lose(*EXAMPLE, losses=2).order == ("A", "B")
    for first in ("A", "C"):
        assert lose(*EXAMPLE, losses=2, order=(first, "B")).order == (first, "B")
    with pytest.raises(IllegalRequestError, match=r"order\[0\]: .*cannot fall on B: .* A or C \[8\.8\.2A-allocation\]"):
        lose(*EXAMPLE, losses=2, order=("B", "A"))


@pytest.mark.rule("orel", "8.8.2A-allocation")
@pytest.mark.parametrize("mode", ["march", "routed"])
def test_the_first_loss_may_fall_on_march_mode_and_on_the_routed(mode: str) -> None:
    assert lose(unit("A"), unit("B", tq=6, steps=2, mode=mode), losses=1, order=("B",)).order == ("B",)
    with pytest.raises(IllegalRequestError):
        lose(unit("A"), unit("B", tq=6, steps=2), losses=1, order=("B",))


@pytest.mark.rule("orel", "8.8.2A-allocation")
def test_the_predominant_quality_is_meant_before_its_shift() -> None:
    # Base 6, shifted to 5 by the recruits: the unit of quality 5 is not meant.
    group = (unit("A", tq=6), unit("B", tq=5, steps=1), unit("C", tq=3, steps=1))
    assert lose(*group, losses=1).order == ("A",)
    with pytest.raises(IllegalRequestError, match="may fall on A"):
        lose(*group, losses=1, order=("B",))


@pytest.mark.rule("orel", "8.8.2A-allocation", "8.8.2A-strength-loss", "1.1-step")
def test_the_second_round_follows_the_first() -> None:
    outcome = lose(*EXAMPLE, losses=4, order=("A", "B", "C"))
    assert outcome.order == ("A", "B", "C", "A")
    assert (steps(outcome), outcome.eliminated) == ({"A": 2, "B": 2}, ("C",))
    assert [(one.full_steps, one.is_reduced, one.combat_strength()) for one in outcome.units] == [
        (4, True, 3), (3, False, 4),
    ]  # fmt: skip
    # Who is gone is passed over.
    assert lose(*EXAMPLE, losses=6, order=("C", "A", "B")).order == ("C", "A", "B", "A", "B", "A")


@pytest.mark.rule("orel", "8.8.2A-allocation")
def test_nobody_is_hit_twice_before_all_are_hit_once() -> None:
    with pytest.raises(IllegalRequestError, match=r"order\[1\]: loss 2 cannot fall on A: .* B or C \[8\.8\.2A-all"):
        lose(*EXAMPLE, losses=2, order=("A", "A"))
    with pytest.raises(IllegalRequestError, match=r"order\[3\]: .*may fall on A "):
        lose(*EXAMPLE, losses=4, order=("A", "B", "C", "B"))


@pytest.mark.rule("orel", "1.1-step", "8.8.2A-excess", "X-bad-combat")
def test_steps_that_are_not_there_cannot_be_lost() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.losses: the units have 3 steps .*8\.8\.2A-excess"):
        lose(unit("A", steps=3), losses=4)
    with pytest.raises(IllegalRequestError, match=r"order\[1\]: .*no steps left.*1\.1-step"):
        lose(cavalry("C", steps=1), unit("A"), losses=3, order=("C", "C"))
    assert lose(unit("A", steps=1), losses=1).eliminated == ("A",)
    assert lose(unit("A"), losses=0).order == ()


@pytest.mark.rule("orel", "8.8.2A-artillery")
def test_artillery_is_hurt_last_and_routs_alone() -> None:
    group = (unit("A", steps=2), battery("G"))
    three = lose(*group, losses=3)
    assert (three.order, steps(three), three.eliminated, three.artillery_routs) == (
        ("A", "A", "G"), {"G": 1}, ("A",), ("G",),
    )  # fmt: skip
    two = lose(*group, losses=2)
    assert (steps(two), two.artillery_routs) == ({"G": 2}, ("G",))
    assert lose(*group, losses=1).artillery_routs == ()
    assert lose(*group, losses=4).artillery_routs == ()
    with pytest.raises(IllegalRequestError, match=r"order\[1\]: .*combat units are left.*8\.8\.2A-artillery"):
        lose(*group, losses=2, order=("A", "G"))


@pytest.mark.rule("orel", "8.8.2A-artillery", "8.8.2A-allocation")
def test_artillery_alone_takes_losses_like_others() -> None:
    outcome = lose(battery("G"), battery("H", tq=3, steps=1), losses=2)
    assert (outcome.order, outcome.artillery_routs) == (("G", "H"), ())
    with pytest.raises(IllegalRequestError, match="may fall on G"):
        lose(battery("G"), battery("H", tq=3, steps=1), losses=1, order=("H",))


@pytest.mark.rule("orel", "8.8.2A-allocation")
def test_the_owner_is_asked_where_he_may_choose() -> None:
    asked: list[tuple[str, ...]] = []

    def last(losing: game.Losing, alternatives: tuple[str, ...]) -> str:
        asked.append(alternatives)
        return alternatives[-1]

    assert lose(*EXAMPLE, losses=5, choices={"lose_step": last}).order == ("C", "B", "A", "B", "A")
    # The third of the first round and all of the second are forced.
    assert asked == [("A", "C"), ("A", "B")]
    # An order that is begun is gone on with.
    assert lose(*EXAMPLE, losses=3, order=("C",), choices={"lose_step": last}).order == ("C", "B", "A")


@pytest.mark.rule("orel", "8.8.2A-allocation")
def test_by_default_the_strongest_lose_first_and_ties_go_by_key() -> None:
    assert lose(unit("B"), unit("A"), unit("C", steps=5), losses=3).order == ("C", "A", "B")


@pytest.mark.rule("orel", "8.8.2A-allocation", "8.8.2A-artillery")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"units": (unit("A"), unit("r", type="armoured_car", tq=None, steps=1))}, r"units\[1\]"),
        ({"units": (unit("A"), battery("G")), "role": "attacker"}, r"units\[1\]: attacking artillery"),
        ({"units": (unit("A"), unit("A"))}, r"units\[1\]\.key"),
        ({"units": (unit("A"), unit("B", side="red"))}, r"units\[1\]\.side"),
        ({"units": (unit("A"),), "order": ("Z",)}, r"order\[0\]: 'Z' is not one of the units"),
        ({"units": (unit("A"),), "order": ("A", "A")}, r"order: the order names 2"),
        ({"units": (unit("A"),), "losses": -1}, r"losses"),
    ],
)
def test_malformed_losses(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.{path}"):
        game.ruleset.resolve(game.LossAllocationRequest(**{"losses": 1, **fields}), dice=GivenDice([]))


# ---------------------------------------------------------------- the twin: of all orders, those that break no sentence


def is_legal(units: tuple[game.Unit, ...], order: tuple[str, ...]) -> bool:
    by_key = {one.key: one for one in units}
    men = {one.key for one in units if one.type != "artillery"}
    involved = [one for one in units if one.key in men] or list(units)
    steps_of = {tq: sum(one.steps for one in involved if one.tq == tq) for tq in range(2, 7)}
    base = min(tq for tq in steps_of if steps_of[tq] == max(steps_of.values()))
    # No unit loses steps that it does not have.
    if any(order.count(key) > by_key[key].steps for key in by_key):
        return False
    first = by_key[order[0]]
    if first.tq != base and first.type != "cavalry" and first.mode == "combat":
        return False
    # No gun before the last step of the last man.
    on_men = [key for key in order if key in men]
    if len(on_men) < len(order) and len(on_men) < sum(by_key[key].steps for key in men):
        return False
    if order[: len(on_men)] != tuple(on_men):
        return False
    return all(goes_round([key for key in order if (key in men) is with_men], by_key) for with_men in (True, False))


def goes_round(order: list[str], by_key: dict[str, game.Unit]) -> bool:
    """Cut the order into rounds: in the first all different, in each later one those left, in the first's order."""
    if not order:
        return True
    kind = by_key[order[0]].type == "artillery"
    group = [key for key, one in by_key.items() if (one.type == "artillery") is kind]
    first, rest = order[: len(group)], order[len(group) :]
    if len(set(first)) < len(first):
        return False
    turn = 2
    while rest:
        able = [key for key in first if by_key[key].steps >= turn]
        if rest[: len(able)] != able[: len(rest)]:
            return False
        rest = rest[len(able) :]
        turn += 1
    return True


@pytest.mark.rule("orel", "8.8.2A-allocation", "8.8.2A-artillery")
@settings(max_examples=50)
@given(st.data())
def test_the_orders_that_may_be_chosen_are_the_legal_ones(data: st.DataObject) -> None:
    def drawn(key: str) -> game.Unit:
        kind = data.draw(st.sampled_from(["infantry", "cavalry", "artillery"]))
        make = {"infantry": unit, "cavalry": cavalry, "artillery": battery}[kind]
        mode = data.draw(st.sampled_from(["combat", "combat", "march", "routed"]))
        return make(key, tq=data.draw(st.integers(2, 6)), steps=data.draw(st.integers(1, 3)), mode=mode)

    units = tuple(drawn(key) for key in "ABC"[: data.draw(st.integers(1, 3))])
    losses = data.draw(st.integers(1, 5))
    assume(losses <= sum(one.steps for one in units))
    legal = {order for order in product([one.key for one in units], repeat=losses) if is_legal(units, order)}
    assert legal
    asked = game.LossAllocationRequest(units=units, losses=losses)
    # Every course that the choices leave open: each way of answering them, by the number of the alternative.
    reached: set[tuple[str, ...]] = set()
    answers: list[tuple[int, ...]] = [()]
    while answers:
        begun = answers.pop()
        left = list(begun)
        open_to: list[int] = []

        def answer(losing: game.Losing, alternatives: tuple[str, ...], left: Any = left, open_to: Any = open_to) -> str:
            if left:
                return alternatives[int(left.pop(0))]
            open_to.append(len(alternatives))
            return alternatives[0]

        resolution = game.ruleset.resolve(asked, dice=GivenDice([]), choices={"lose_step": answer})
        reached.add(resolution.outcome.order)
        if open_to:
            answers += [(*begun, number) for number in range(open_to[0])]
        assert sum(isinstance(step, ChoiceStep) for _, step in resolution.record.walk()) == len(begun) + len(open_to)
    assert reached == legal
    for order in product([one.key for one in units], repeat=losses):
        wanted = game.LossAllocationRequest(units=units, losses=losses, order=order)
        assert bool(game.ruleset.verdict(wanted)) is (order in legal)
