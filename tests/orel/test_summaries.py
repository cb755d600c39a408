"""What the outcomes of Orel say: results written by hand from the book, and English in every golden case."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from orel_units import builder
from spoken import require_english

from rcw_rules import RulesError, SeededDice
from rcw_rules import orel as game
from rcw_rules.testing import golden_cases
from rcw_rules.wire import structure, unstructure

SEEDS = (1, 2, 3)

foot, horse, guns = builder("infantry"), builder("cavalry"), builder("artillery")
car, train, heavy = builder("armoured_car"), builder("armoured_train_light"), builder("armoured_train_heavy")


def test_golden_cases_are_said_in_english() -> None:
    cases = golden_cases(Path(__file__).parent / "golden")
    said = 0
    for case in cases:
        plain: dict[str, Any] = unstructure(case)
        options = structure({**unstructure(game.ruleset.options), **plain["options"]}, game.Options)
        in_force = game.ruleset.with_options(**{name: getattr(options, name) for name in case.options})
        request = structure(plain["request"], in_force.procedure(case.procedure).request_type)
        for seed in SEEDS:
            try:
                resolution = in_force.resolve(request, dice=SeededDice(seed))
            except RulesError:
                continue
            require_english(resolution.summary)
            said += 1
    assert said > 2 * len(cases)


# ---------------------------------------------------------------- checks, strengths, odds


@pytest.mark.parametrize(
    ("quality", "modifier", "passed", "expected"),
    [
        (4, 0, True, "The check of troop quality 4 is passed: it needed 4 or less."),
        (4, 3, False, "The check of troop quality 4 fails: it needed 1 or less."),
        (2, 2, False, "The check of troop quality 2 fails: no face of the die could pass."),
        (4, -2, True, "The check of troop quality 4 is passed: no face of the die could fail."),
    ],
)
def test_a_check_says_what_it_needed(*, quality: Any, modifier: int, passed: bool, expected: str) -> None:
    request = game.TqCheckRequest(tq=quality, modifier=modifier)
    assert game.TqCheckOutcome(passed=passed).summary(request) == expected


def test_odds_are_said_with_what_they_modify() -> None:
    assault = game.OddsRequest(attacker=5, defender=20, step="assault")
    below = game.OddsOutcome(ratio=Fraction(1, 4), column="<1:3", roll=-4)
    assert below.summary(assault) == "5 to 20 counts as less than 1:3, which takes 4 off the assault roll."
    even = game.OddsOutcome(ratio=Fraction(1), column="1:1")
    assert even.summary(evolve(assault, defender=5)) == "5 to 5 counts as 1:1, which leaves the assault roll as it is."
    cohesion = game.OddsRequest(attacker=5, defender=4, step="cohesion")
    expected = "5 to 4 counts as 1:1, which leaves both cohesion dice as they are."
    assert evolve(even, ratio=Fraction(5, 4)).summary(cohesion) == expected


def test_a_full_hex_says_what_is_too_many() -> None:
    request = game.StackingRequest(units=(foot(),))
    full = game.StackingOutcome(points=12, units=4, excess_points=2, excess_units=1, legal=False)
    over = "with 2 stacking points and 1 unit too many: 12 of 10 stacking points and 4 of 3 units."
    assert full.summary(request) == f"These units may not stand in one hex, {over}"
    cure = "The next movement phase must put that right, as far as legal moves can."
    for_now = evolve(full, excess_units=0, units=3, legal=True, to_be_cured=True)
    held = "The hex holds 2 stacking points too many for now: 12 of 10 stacking points and 3 of 3 units."
    assert for_now.summary(request) == f"{held} {cure}"


# ---------------------------------------------------------------- assaults


def test_an_assault_says_the_winner_and_what_each_unit_loses() -> None:
    red, white = foot("1/7D", None), foot("2K", None, "white", name="2nd Battalion, Kornilov Regiment")
    wagon = car("Cars", None, "white")
    request = game.AssaultRequest(attackers=(red,), defenders=(white, wagon))
    shaken = evolve(white, steps=2, disorganised=True)
    outcome = game.AssaultOutcome(
        loser="defender",
        attackers=(game.UnitAfterAssault(key="1/7D", result="stays", unit=red),),
        defenders=(
            game.UnitAfterAssault(key="2K", result="retreat", unit=shaken, steps_lost=2),
            game.UnitAfterAssault(key="Cars", result="eliminated", unit=None),
        ),
        attacker_prisoners=1,
    )
    assert outcome.summary(request) == (
        "The attacker wins the assault. "
        "2nd Battalion (Kornilov Regiment) loses 2 steps (4 to 2), must retreat and is disorganised. "
        "Cars is destroyed. The attacker takes 1 prisoner."
    )


def test_an_assault_without_losses_says_who_is_repulsed() -> None:
    red, white = foot("A", None), foot("X", None, "white")
    request = game.AssaultRequest(attackers=(red,), defenders=(white,))
    outcome = game.AssaultOutcome(
        loser="attacker",
        attackers=(game.UnitAfterAssault(key="A", result="repulsed", unit=evolve(red, repulsed=True)),),
        defenders=(game.UnitAfterAssault(key="X", result="stays", unit=white),),
    )
    assert outcome.summary(request) == "The defender wins the assault. A is repulsed."


def test_a_surrender_in_an_assault_is_not_called_an_elimination() -> None:
    red, white = foot("A", None), foot("X", None, "white")
    request = game.AssaultRequest(attackers=(red,), defenders=(white,))
    outcome = game.AssaultOutcome(
        loser="defender",
        attackers=(game.UnitAfterAssault(key="A", result="stays", unit=evolve(red, steps=3), steps_lost=1),),
        defenders=(game.UnitAfterAssault(key="X", result="surrender", unit=None, steps_lost=1),),
        attacker_prisoners=3,
    )
    assert outcome.summary(request) == (
        "The attacker wins the assault. X loses 1 step (4 to 3) and surrenders. A loses 1 step (4 to 3). "
        "The attacker takes 3 prisoners."
    )


def test_morale_puts_together_who_fares_alike() -> None:
    units = tuple(game.Beaten(key=key, tq=4) for key in ("A", "B", "C"))
    retreat = game.UnitMorale(key="A", result="passed", consequence="retreat")
    shaken = game.UnitMorale(key="C", result="disorganised", consequence="retreat", disorganised=True)
    request = game.MoraleRequest(role="defender", units=units, morale=0)
    outcome = game.MoraleOutcome(units=(retreat, evolve(retreat, key="B"), shaken))
    assert outcome.summary(request) == "A and B pass and must retreat. C must retreat and is disorganised."
    unchecked = game.MoraleOutcome(units=(evolve(retreat, result="no_check"),))
    no_check = evolve(request, units=units[:1], morale=None)
    assert unchecked.summary(no_check) == "No morale check is called for. A must retreat."


# ---------------------------------------------------------------- combats


def combat(**changes: Any) -> game.CombatRequest:
    fields: dict[str, Any] = {
        "hex": "1010",
        "attackers": (foot("A", "1009"), foot("B", "1009")),
        "defenders": (foot("X", "1010", "white"), foot("Y", "1010", "white", steps=3)),
    }
    return game.CombatRequest(**{**fields, **changes})


def test_a_combat_puts_together_units_that_did_the_same() -> None:
    request = combat()
    (a, b), (x, y) = request.attackers, request.defenders
    outcome = game.CombatOutcome(
        ended="assaulted",
        loser="defender",
        cleared=True,
        units=(
            evolve(a, hex="1010", steps=3, steps_full=4),
            evolve(b, hex="1010", steps=3, steps_full=4),
            evolve(x, hex="1011", mode="routed", unsupplied=True),
        ),
        advanced=("A", "B"),
        surrendered=("Y",),
        attacker_prisoners=3,
    )
    assert outcome.summary(request) == (
        "The attacker wins the assault on hex 1010. A and B each lose 1 step (4 to 3) and advance to hex 1010. "
        "X routs to hex 1011 and becomes Unsupplied. Y surrenders. The attacker takes 3 prisoners."
    )
    assert y.steps == 3  # those are the prisoners


def test_a_vehicle_advances_into_the_hex_and_retreats_elsewhere() -> None:
    request = combat(attackers=(foot("A", "1009"), car("C", "1009")))
    wagon = request.attackers[1]
    outcome = game.CombatOutcome(ended="cleared", cleared=True, units=(evolve(wagon, hex="1010"),))
    assert outcome.summary(request) == "The cohesion checks clear hex 1010. C advances to hex 1010."
    driven = evolve(outcome, ended="not_assaulted", cleared=False, units=(evolve(wagon, hex="1008"),))
    assert driven.summary(request) == "Hex 1010 holds, and there is no assault. C retreats to hex 1008."


def test_a_refused_combat_says_who_goes_and_who_is_driven_off() -> None:
    request = combat()
    (a, b), (x, y) = request.attackers, request.defenders
    outcome = game.CombatOutcome(
        ended="refused",
        cleared=True,
        units=(a, b, evolve(x, hex="1011", mode="march"), evolve(y, hex=None, mode="march")),
        exits=(game.Exit(key="Y", hex="1010"),),
        munitions="resupply",
    )
    assert outcome.summary(request) == (
        "The defenders of hex 1010 retreat before combat. X retreats to hex 1011. Y retreats off the map from hex 1010."
    )


def test_a_combat_with_nobody_hurt_says_only_that_the_hex_holds() -> None:
    request = combat()
    outcome = game.CombatOutcome(ended="not_assaulted", units=(*request.attackers, *request.defenders))
    assert outcome.summary(request) == "Hex 1010 holds, and there is no assault."


def test_an_attack_on_depots_says_when_another_comes() -> None:
    convoi = game.Depot(key="Convoi", side="white", kind="convoi", capacity=2, hex="1010")
    request = combat(defenders=(), depots=(convoi,))
    a, b = request.attackers
    outcome = game.CombatOutcome(
        ended="depots_alone",
        cleared=True,
        units=(evolve(a, hex="1010"), b),
        advanced=("A",),
        depots_eliminated=("Convoi",),
        returns=(game.DepotReturn(depot=evolve(convoi, hex=None), day=17),),
    )
    assert outcome.summary(request) == (
        "Only depots are in hex 1010. A advances to hex 1010. Convoi is eliminated. "
        "An identical depot for Convoi comes on 17 October."
    )
    lost_for_good = evolve(outcome, returns=(game.DepotReturn(depot=convoi),))
    assert lost_for_good.summary(request).endswith("Convoi is eliminated.")


# ---------------------------------------------------------------- retreats


def test_a_rout_says_where_to_and_what_the_zones_cost() -> None:
    stack = (foot("A", "1110"), guns("G", "1110"), car("C", "1110"))
    way = game.Way(units=("A", "G", "C"), steps=(game.RetreatStep(hex="1109"),), hex="1109")
    routed = tuple(evolve(unit, hex="1109", mode="routed") for unit in stack[:2])
    request = game.RoutRequest(units=stack)
    outcome = game.RetreatOutcome(possible=True, units=(*routed, evolve(stack[2], hex="1109")), ways=(way,))
    assert outcome.summary(request) == "A and G rout to hex 1109. C retreats to hex 1109."
    caught = game.RetreatOutcome(
        possible=True, units=(routed[1],), ways=(way,), eliminated=("C",), surrendered=("A",), prisoners=4
    )
    assert caught.summary(request) == (
        "G routs to hex 1109. C is eliminated. A surrenders on the way. The enemy takes 4 prisoners."
    )


def test_a_retreat_may_cost_a_step_or_have_nowhere_to_go() -> None:
    unit = foot("A", "1110")
    request = game.RetreatRequest(units=(unit,))
    off = game.Way(units=("A",), steps=(game.RetreatStep(hex=None),), hex=None, exit_hex="1110")
    gone = evolve(unit, hex=None, mode="march", steps=3, steps_full=4)
    assert game.RetreatOutcome(possible=True, units=(gone,), ways=(off,)).summary(request) == (
        "A retreats off the map from hex 1110. A loses 1 step (4 to 3) in enemy zones of control."
    )
    held = game.RetreatOutcome(possible=False, units=(evolve(unit, mode="routed"),))
    assert held.summary(request) == "A has nowhere to go and is Routed on the spot."


def test_units_off_the_map_say_when_they_are_due() -> None:
    unit = foot("A", None, unsupplied=True, mode="routed")
    request = game.OffMapRequest(unit=unit, exit_hex="0116", left_day=17, left_in="white", day=17)
    waits = game.OffMapOutcome(status="waits", due=18, takes_recruits=True)
    assert waits.summary(request) == "A stays off the map until 18 October. It may receive recruit points."
    never = game.OffMapOutcome(status="waits", due=None)
    assert never.summary(request) == "A stays off the map, since the game ends before it may come back."
    back = game.OffMapOutcome(status="returns", due=17, hex="0116", unit=evolve(unit, hex="0116"))
    assert back.summary(request) == (
        "A comes back by hex 0116. It has rallied and is in combat mode. It is supplied again."
    )
    lost = game.OffMapOutcome(status="eliminated", due=17)
    assert lost.summary(request) == "A cannot come back in time and is eliminated."


# ---------------------------------------------------------------- fire


def test_a_barrage_says_loss_and_check_and_who_follows() -> None:
    target, other = foot("X", "1010", "white"), guns("G", "1010", "white")
    request = game.BarrageRequest(
        firer=game.Firer(unit=guns("Art", "1009")), target="X", hex=game.TargetHex(units=(target, other))
    )
    hit = game.BarrageOutcome(
        target=evolve(target, steps=3, steps_full=4),
        steps_lost=1,
        result="rout",
        others=(game.UnitResult(key="G", result="rout"),),
    )
    assert hit.summary(request) == "X loses 1 step (4 to 3) and routs. G routs."
    missed = game.BarrageOutcome(
        target=target, steps_lost=0, result="stays", others=(game.UnitResult(key="G", result="stays"),)
    )
    assert missed.summary(request) == "X is not harmed."
    assert evolve(missed, result="passed").summary(request) == "X passes its check and is not harmed."
    destroyed = game.BarrageOutcome(target=None, steps_lost=4, result="eliminated")
    assert destroyed.summary(request) == "X is eliminated."


def test_a_duel_of_trains_says_what_becomes_of_the_loser() -> None:
    kalita, avrora = heavy("Kalita", None), train("Avrora", None, "white")
    request = game.TrainDuelRequest(attacker=avrora, defender=kalita, day=19)
    hurt = evolve(kalita, steps=1, steps_full=2)
    damaged = game.TrainDuelOutcome(winner="attacker", attacker=avrora, defender=hurt, falls_back=("Kalita",))
    assert damaged.summary(request) == "Avrora wins the duel. Kalita is damaged and must fall back 1 hex."
    away = game.TrainDuelOutcome(winner="defender", attacker=None, defender=kalita, returning=avrora, returns=21)
    assert away.summary(request) == ("Kalita wins the duel. Avrora is removed and comes back repaired on 21 October.")
    assert evolve(away, returns=33).summary(request) == (
        "Kalita wins the duel. Avrora is removed and does not come back."
    )
    even = game.TrainDuelOutcome(winner="neither", attacker=avrora, defender=kalita)
    assert even.summary(request) == "Neither train wins the duel."


# ---------------------------------------------------------------- supply, movement, the turn


def test_supply_says_how_far_a_depot_is() -> None:
    unit, depot = foot("A", "1010"), game.Depot(key="Convoi", side="red", kind="convoi", capacity=2, hex="1012")
    request = game.SupplyTraceRequest(unit=unit, depot=depot)
    near = game.SupplyTraceOutcome(in_range=True, movement_points=2, path=("1010", "1011", "1012"))
    assert near.summary(request) == (
        "A is within range of Convoi: the supply line costs 2 of at most 5 movement points."
    )
    none = game.SupplyTraceOutcome(in_range=False, movement_points=None, path=())
    assert none.summary(request) == "A is out of range of Convoi: no supply line is short enough."


def test_a_move_says_what_is_paid_and_trains_pay_nothing() -> None:
    unit = foot("A", "1010", mp=5)
    request = game.MovementRequest(unit=unit, path=("1011",))
    step = game.MoveStep(hex="1011", cost=1, kind="open")
    moved = game.MovementOutcome(
        steps=(step,), spent=1, mp_left=4, mode="march", unit=evolve(unit, hex="1011", mode="march")
    )
    assert moved.summary(request) == ("A moves to hex 1011 for 1 movement point, with 4 left. It is in march mode now.")
    engine = train("Avrora", "1010")
    rails = game.MovementOutcome(steps=(step,), spent=None, mp_left=None, mode="combat", unit=engine)
    assert rails.summary(game.MovementRequest(unit=engine, path=("1011",))) == "Avrora moves to hex 1011."


def test_the_turn_says_what_comes_next_and_what_changed() -> None:
    unit = foot("A", "1010", mode="routed")
    request = game.TurnRequest(moment=game.Moment(day=16, player="red", step="markers"), units=(unit,))
    following = game.TurnOutcome(
        next=game.Moment(day=17), markers_removed=("A", "G"), rallied=(evolve(unit, mode="combat"),)
    )
    assert following.summary(request) == (
        "Next, on 17 October, the White player checks which depots are functional. "
        "A and G lose their Barrage or Support markers. A rallies, in combat mode."
    )
    assert game.TurnOutcome(next=None).summary(request) == "16 October was the last day: the game is over."


def test_victory_says_the_levels_of_both_sides() -> None:
    request = game.VictoryRequest(white=game.Standing(), red=game.Standing())
    won = game.VictoryOutcome(
        winner="red", white="defeat", red="minor", white_before_losses="minor", red_before_losses="minor"
    )
    assert won.summary(request) == (
        "The Reds win: the Whites end with a defeat and the Reds with a minor victory. "
        "Losses lowered the Whites from a minor victory."
    )
    draw = evolve(won, winner="draw", red="defeat", white_before_losses="defeat", red_before_losses="defeat")
    assert draw.summary(request) == "The game is a draw: both sides end with a defeat."
    introductory = evolve(request, scenario="introductory")
    assert game.VictoryOutcome(winner="white").summary(introductory) == "The Whites win."


def test_many_events_are_cut_short() -> None:
    act = game.ruleset.procedure("orel.act").example
    assert act is not None
    outcome = game.ruleset.resolve(act, dice=SeededDice(1)).outcome
    many = evolve(outcome, events=tuple(f"Unit {number} moves." for number in range(10)))
    assert many.summary(act).endswith("Unit 7 moves. 2 more things happen. The White player moves next.")
