"""Payoffs: one for every procedure that holds decisions, worked out by hand on the examples of the books."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from types import NoneType, SimpleNamespace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from attrs import evolve

from rcw_rules import GivenDice, SeededDice, UnknownNameError, directory, orel, red_actions, red_square, red_white
from rcw_rules.payoffs import payoff_of, payoffs_of
from rcw_rules.registry import find_procedure

RULESETS: tuple[Any, ...] = (
    directory.ruleset,
    orel.ruleset,
    red_actions.ruleset,
    red_square.ruleset,
    red_white.ruleset,
)
DECIDED = [procedure.id for rules in RULESETS for procedure in rules.procedures if rules.choices_of(procedure)]

PLAIN_FIELDS = {
    "orel.combat_strength": "total",
    "orel.charge": "may_charge",
    "orel.entry_zone": "closed",
    "orel.recruit_income": "points",
    "red_actions.morale_test": "passed",
}
"""Procedures whose first field counts what people ask for, so that the ruleset names no payoff."""


@pytest.mark.parametrize("id", DECIDED)
def test_every_procedure_with_decisions_has_a_payoff(id: str) -> None:
    rules, procedure = find_procedure(id)
    first = payoff_of(rules, procedure, None)
    named = first in rules.payoffs
    assert named != (id in PLAIN_FIELDS)
    assert named or first.id == PLAIN_FIELDS[id]
    request: Any = procedure.example
    outcome = rules.outcome(request, dice=SeededDice(1919))
    for payoff in payoffs_of(rules, procedure):
        value = payoff.of(outcome)
        assert isinstance(value, int | Fraction)
        assert 0 <= value <= 1 or not payoff.is_event
        assert payoff.good_for(request) in {"", "red", "white"}
    assert set(Counter(payoff.id for payoff in payoffs_of(rules, procedure)).values()) == {1}


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)
def test_every_payoff_is_of_a_procedure_with_decisions(rules: Any) -> None:
    decided = {procedure.outcome_type for procedure in rules.procedures if rules.choices_of(procedure)}
    assert [payoff.id for payoff in rules.payoffs if payoff.outcome not in decided] == []


@pytest.mark.parametrize(
    ("example", "values"),
    [
        # Red has 4 + 4 + 3 steps and a battery of 2, White 4 + 3 + 1, and both lose two.
        ("EX-combat", {"cleared": 1, "steps": 11 - 6}),
        # White, who defends, wins by one: a stand of the Reds.
        ("melee-example-1", {"wins": 0, "losses": -1, "units": 0}),
        # White attacks and wins by two: two stands of the Reds.
        ("melee-example-2", {"wins": 1, "losses": 2, "units": 0}),
        # They do not win by three against a trench, and lose one.
        ("melee-example-2-trench", {"wins": 0, "losses": -1, "units": 0}),
        # No base is hit, but a serious test fails and they go back.
        ("sho-sequence", {"kept": 4, "gives_way": 1}),
        # The base is driven off and not lost.
        ("com-table-none", {"counters": 0, "captured": 0}),
        # The local units are lost, the train is captured, the base destroyed.
        ("cap-armor", {"counters": 3, "captured": 1}),
    ],
)
def test_payoffs_of_the_examples_of_the_books(example: str, values: dict[str, int]) -> None:
    ((rules, found),) = [(rules, one) for rules in RULESETS for one in rules.examples if one.id == example]
    request = found.request()
    outcome = rules.resolve(request, dice=GivenDice(found.faces)).outcome
    procedure = rules.procedure_for(request)
    assert {name: payoff_of(rules, procedure, name).of(outcome) for name in values} == values


@pytest.mark.parametrize(
    ("id", "name", "side"),
    [
        ("orel.combat", "cleared", "red"),  # the Reds attack in the book's example
        ("orel.combat", "steps", "red"),
        ("orel.pursuit", "losses", "white"),  # the Whites pursue
        ("red_actions.shoot", "kept", "white"),  # the target is White, the shooter Red
        ("red_actions.shoot", "gives_way", "red"),
        ("red_square.overrun", "entered", "red"),
        ("red_square.overrun", "markers", "white"),
        ("red_white.fire_attack", "stands_lost", "red"),  # fire at Whites
        ("red_white.activation_test", "passed", ""),
    ],
)
def test_a_payoff_says_for_whom_high_is_good(id: str, name: str, side: str) -> None:
    rules, procedure = find_procedure(id)
    assert payoff_of(rules, procedure, name).good_for(procedure.example) == side


def outcome_of(id: str) -> Any:
    rules, procedure = find_procedure(id)
    request: Any = procedure.example
    return rules.outcome(request, dice=SeededDice(1919))


def value_of(id: str, name: str, outcome: Any) -> int | Fraction:
    rules, procedure = find_procedure(id)
    return payoff_of(rules, procedure, name).of(outcome)


def test_the_second_mounted_combat_may_be_the_other_way_round() -> None:
    outcome = outcome_of("red_square.mounted_combat")
    ours, theirs = outcome.attacker, outcome.target
    charge = red_square.CombatReport(
        attacker=ours, target=theirs, attacker_hits=2, target_hits=1, winner="attacker", attacker_bases_lost=1,
        target_bases_lost=3,
    )  # fmt: skip
    back = evolve(charge, attacker=theirs, target=ours, attacker_bases_lost=4, target_bases_lost=0)
    assert value_of("red_square.mounted_combat", "losses", evolve(outcome, combats=(charge,))) == 3 - 1
    assert value_of("red_square.mounted_combat", "losses", evolve(outcome, combats=(charge, back))) == 2 + 4


def test_places_in_the_order_of_play_begin_with_1() -> None:
    outcome = outcome_of("red_square.card_order")
    plays = tuple(red_square.Play(holder=card, card=card) for card in ("KC", "*1", "AS", "AH"))
    asked = evolve(outcome, plays=plays)
    assert [value_of("red_square.card_order", name, asked) for name in ("ace", "joker")] == [3, 2]
    assert [value_of("red_square.card_order", name, evolve(asked, plays=plays[:1])) for name in ("ace", "joker")] == [
        0,
        0,
    ]


def test_supply_counts_red_less_white() -> None:
    outcome = outcome_of("orel.munitions")
    free = orel.Unit(key="a", side="red", type="infantry", hex="1010", formation="F", tq=4, steps=3, strength=3)
    short = evolve(free, key="b", unsupplied=True)
    white = evolve(free, key="c", side="white")
    values = [
        value_of("orel.munitions", "supplied", evolve(outcome, units=units))
        for units in ((free,), (short,), (white,), (evolve(white, unsupplied=True),), (free, short, white))
    ]
    assert values == [1, -1, -1, 1, -1]


@pytest.mark.parametrize(("target", "is_first"), [("B", 1), ("A", 0), ("C", 0)])
def test_the_first_target_is_the_first_of_those_allowed(target: str, is_first: int) -> None:
    outcome = evolve(outcome_of("red_actions.target_priority"), allowed=("B", "A", "C"), target=target)
    assert value_of("red_actions.target_priority", "first", outcome) == is_first


def test_shaken_units_count_for_the_attacker_where_they_defend() -> None:
    outcome = outcome_of("orel.cohesion_check")
    held, passed, off = (orel.UnitResult(key=key, result=key) for key in ("stays", "passed", "disorganised"))
    asked = evolve(outcome, attackers=(held, off), defenders=(off, passed), bystanders=(off,))
    assert value_of("orel.cohesion_check", "shaken", asked) == 2 - 1


def test_quality_weighs_each_step() -> None:
    outcome = outcome_of("orel.loss_allocation")
    unit = orel.Unit(key="a", side="red", type="infantry", hex="1010", formation="F", tq=4, steps=3, strength=3)
    asked = evolve(outcome, units=(unit, evolve(unit, key="b", tq=6, steps=1)))
    assert value_of("orel.loss_allocation", "quality", asked) == 3 * 4 + 1 * 6
    assert value_of("orel.loss_allocation", "units", asked) == 2


def test_an_unknown_payoff_is_refused_with_those_of_the_ruleset() -> None:
    rules, procedure = find_procedure("red_actions.charge")
    with pytest.raises(UnknownNameError, match="charge 'xyz'; did you mean 'losses' or 'holds'"):
        payoff_of(rules, procedure, "xyz")
    with pytest.raises(UnknownNameError, match="did you mean 'holds'"):
        payoff_of(rules, procedure, "hold")


# --- Outcome by outcome -------------------------------------------------------------------------------------------


EVENTS: tuple[tuple[Any, str, str, str, set[Any]], ...] = (
    (red_white, "AssaultOutcome", "wins", "holder", {"attacker"}),
    (red_white, "ChargeOutcome", "arrives", "ended", {"melee", "position_falls"}),
    (red_white, "MeleeOutcome", "wins", "winner", {"attacker"}),
    (red_white, "WithdrawOutcome", "escapes", "contact", {False}),
    (red_white, "TrainUnderFireOutcome", "stays", "passed", {True, None}),
    (red_white, "PatrolOutcome", "patrols", "mode", {"patrol"}),
    (red_white, "FlightMoveOutcome", "stays", "left_table", {False}),
    (red_white, "AirSideOutcome", "red_first", "side_1", {"red"}),
    (red_square, "ActivationResultOutcome", "acts", "result", {"acts", "rallies"}),
    (red_square, "OrderLegalityOutcome", "free", "demand", {"nothing"}),
    (red_square, "RetreatOutcome", "stays", "off_table", {False}),
    (red_actions, "RallyRoutOutcome", "rallies", "result", {"rallied"}),
    (red_actions, "TrainHitOutcome", "stays", "leaves_table", {False}),
    (red_actions, "TrainRallyOutcome", "stays", "leaves_table", {False}),
    (orel, "AssaultOutcome", "wins", "loser", {"defender"}),
    (orel, "TrainDuelOutcome", "wins", "winner", {"attacker"}),
    (orel, "ScenarioOutcome", "centre", "orel", {"centre"}),
)


def payoff_for(package: Any, outcome: str, id: str) -> Any:
    (found,) = [one for one in package.ruleset.payoffs if (one.outcome.__name__, one.id) == (outcome, id)]
    return found


def values_of(annotation: Any) -> set[Any]:
    """Return every value that a field of literals, truth values or None can have."""
    if annotation is bool:
        return {True, False}
    if annotation is NoneType:
        return {None}
    parts = get_args(annotation)
    assert parts, annotation
    return set(parts) if get_origin(annotation) is Literal else set().union(*map(values_of, parts))


@pytest.mark.parametrize(("package", "outcome", "id", "field", "happens"), EVENTS)
def test_an_event_is_what_its_title_says(package: Any, outcome: str, id: str, field: str, happens: set[Any]) -> None:
    payoff = payoff_for(package, outcome, id)
    values = values_of(get_type_hints(payoff.outcome)[field])
    assert happens < values
    assert {value for value in values if payoff.of(SimpleNamespace(**{field: value}))} == happens


def of(**fields: Any) -> SimpleNamespace:
    return SimpleNamespace(**fields)


RED, WHITE = of(side="red", bases=3), of(side="white", bases=2)


@pytest.mark.parametrize(
    ("package", "outcome", "id", "told", "value"),
    [
        (directory, "CombatOutcome", "counters", of(captured=(1,), destroyed=(2, 3), result="AL"), 3 - 1),
        (directory, "CombatOutcome", "counters", of(captured=(1,), destroyed=(), result="DL"), 1 + 1),
        (directory, "CombatOutcome", "counters", of(captured=(), destroyed=(1,), result="none"), 1),
        (directory, "CombatOutcome", "captured", of(captured=(of(becomes=1), of(becomes=None), of(becomes=2))), 2),
        (directory, "CaptureCheckOutcome", "captured", of(becomes=None), 0),
        (directory, "CaptureCheckOutcome", "captured", of(becomes=1), 1),
        (
            directory,
            "StackForcedMarchOutcome",
            "allowance",
            of(units=(of(removed=False, allowance=6), of(removed=True, allowance=9), of(removed=False, allowance=2))),
            6 + 2,
        ),
        (directory, "StackForcedMarchOutcome", "kept", of(units=(of(removed=False), of(removed=True))), 1),
        (orel, "VehicleCheckOutcome", "vehicles", of(vehicles=(RED, RED, RED, WHITE)), 3 - 1),
        (orel, "BystandersOutcome", "saved", of(stay=(1, 2, 3), retreat=(4,)), 3 + 1),
        (orel, "CombatPhaseOutcome", "losses", of(white_lost=5, red_lost=2), 5 - 2),
        (orel, "OffMapOutcome", "returns", of(unit=None), 0),
        (orel, "OffMapOutcome", "returns", of(unit=RED), 1),
        (orel, "ReinforcementOutcome", "mp_left", of(mp_left=None), 0),
        (orel, "ReinforcementOutcome", "mp_left", of(mp_left=4), 4),
        (
            red_actions,
            "RoutCascadeOutcome",
            "steady",
            of(
                friends=(
                    *(of(aftermath=of(routs=False, destroyed=False)), of(aftermath=of(routs=False, destroyed=False))),
                    *(of(aftermath=of(routs=True, destroyed=False)), of(aftermath=of(routs=False, destroyed=True))),
                )
            ),
            2,
        ),
        (red_actions, "RallyPinnedOutcome", "unpinned", of(unit=of(pinned=True)), 0),
        (red_actions, "RallyPinnedOutcome", "unpinned", of(unit=of(pinned=False)), 1),
        (red_actions, "DivideUnitOutcome", "led", of(parts=(of(unit=of(officer=None)), of(unit=of(officer=1)))), 1),
        (red_actions, "TurnOutcome", "bases", of(game=of(units=(RED, RED, WHITE))), 3 + 3 - 2),
        (red_square, "ThreatFireOutcome", "hits", of(shot=None), 0),
        (red_square, "ThreatFireOutcome", "hits", of(shot=of(hits=2)), 2),
        (red_square, "FireProfileOutcome", "shot_dice", of(shots=3, dice=2), 3 * 2),
        (
            red_white,
            "MoralePhaseOutcome",
            "passed",
            of(tests=(None, of(passed=True), of(passed=False), of(passed=True))),
            2,
        ),
        (red_white, "PetrolBombsOutcome", "hits", of(tanks=(of(hits=1), of(hits=4))), 5),
        (red_white, "PetrolBombsOutcome", "destroyed", of(tanks=(of(destroyed=True), of(destroyed=False))), 1),
    ],
)
def test_what_a_payoff_counts(package: Any, outcome: str, id: str, told: SimpleNamespace, value: int) -> None:
    assert payoff_for(package, outcome, id).of(told) == value
