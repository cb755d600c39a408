"""What the outcomes of Directory say: results written by hand from the sheet, and English in every golden case."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from spoken import require_english

from rcw_rules import RulesError, SeededDice
from rcw_rules import directory as game
from rcw_rules.testing import golden_cases
from rcw_rules.wire import structure, unstructure

SEEDS = (1, 2, 3)


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


SICH = game.Counter(type="elite_infantry", faction="directory", name="1 Sich")
BASE = game.Counter(type="fixed_base", faction="directory")
TRAIN = game.Counter(type="armored_train", faction="directory", name="Sichova")
LOCALS = game.Counter(type="local_units", faction="directory")
RED = game.Counter(type="regular_infantry", faction="bolsheviks", name="1 Red")
STOCKPILE = game.Counter(type="supply_stockpile", faction="bolsheviks")


def attack(*defenders: game.Counter) -> game.CombatRequest:
    return game.CombatRequest(
        side="bolsheviks",
        enemies=("directory",),
        attackers=(
            game.Attacker(counter=RED, supply="supplied", terrain="broken", adjacent=True, attacked_this_phase=False),
        ),
        defenders=tuple(game.Defender(counter=each, supply="supplied", can_retreat=False) for each in defenders),
    )


def combat(result: Any, **changes: Any) -> game.CombatOutcome:
    fields: dict[str, Any] = {
        "attack_strengths": (Fraction(27, 4),),
        "defence_strengths": (Fraction(3),),
        "attack": Fraction(27, 4),
        "defence": Fraction(3),
        "ratio": Fraction(9, 4),
        "column": "2:1+",
        "table": "one",
        "result": result,
    }
    return game.CombatOutcome(**{**fields, **changes})


def listed(number: int, counter: game.Counter) -> game.Listed:
    return game.Listed(number=number, counter=counter)


def test_an_attack_without_a_result_says_only_its_odds() -> None:
    expected = "The attack has no result (6¾ against 3, column 2:1 or more)."
    assert combat("none").summary(attack(SICH)) == expected


def test_a_loss_names_the_counter() -> None:
    assert combat("AL", removed=listed(1, RED)).summary(attack(SICH)) == (
        "The attackers lose (6¾ against 3, column 2:1 or more). 1 Red is lost."
    )
    outcome = combat("DL", removed=listed(1, SICH), retreated=(listed(2, LOCALS),))
    assert outcome.summary(attack(SICH, LOCALS)) == (
        "The defenders lose (6¾ against 3, column 2:1 or more). 1 Sich is lost. The local units retreat."
    )


def test_a_retreat_says_what_becomes_of_those_that_cannot_go() -> None:
    ships = game.Counter(type="inshore_naval_forces", faction="directory")
    outcome = combat(
        "DR",
        captured=(game.Captured(number=2, counter=BASE, becomes=STOCKPILE),),
        destroyed=(listed(3, TRAIN),),
        unaffected=(listed(4, ships),),
        blocked_combat_units=(listed(1, SICH),),
        hex_contested=True,
    )
    assert outcome.summary(attack(SICH, BASE, TRAIN, ships)) == (
        "The defenders must retreat (6¾ against 3, column 2:1 or more). "
        "The fixed base is captured by the Bolsheviks and replaced by a supply stockpile. Sichova is destroyed. "
        "The inshore naval forces stay in the hex. 1 Sich has no way to retreat and stays."
    )


def test_a_captured_train_is_replaced_by_its_like() -> None:
    request = game.CaptureCheckRequest(counter=TRAIN, can_retreat=False, captors=("volunteers",))
    taken = game.CaptureCheckOutcome(fate="captured", becomes=evolve(TRAIN, faction="volunteers"))
    assert taken.summary(request) == "Sichova is captured by the Volunteers."
    assert game.CaptureCheckOutcome(fate="retreats").summary(request) == "Sichova retreats."
    assert game.CaptureCheckOutcome(fate="destroyed").summary(request) == "Sichova is destroyed."


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (
            game.DiplomacyOutcome(succeeded=False, activated=False, allegiance=None, withdrawn=False, pool=1),
            "The Entente and the Germans are not persuaded. The Directory has 1 diplomatic action left.",
        ),
        (
            game.DiplomacyOutcome(succeeded=True, activated=False, allegiance=None, withdrawn=True, pool=0),
            (
                "The Entente and the Germans withdraw: all their units leave the map. "
                "The Directory has 0 diplomatic actions left."
            ),
        ),
    ],
)
def test_diplomacy_says_the_result_and_what_is_left(outcome: game.DiplomacyOutcome, expected: str) -> None:
    request = game.DiplomacyRequest(
        game="fall_of_the_directory",
        phasing_side="directory",
        side="directory",
        pool=2,
        action="persuade",
        target="entente_and_germans",
        withdrawn=False,
    )
    assert outcome.summary(request) == expected


def test_movement_says_how_far_or_that_the_path_is_legal() -> None:
    request = game.MovementRequest(unit=LOCALS, frozen=False)
    far = game.MovementOutcome(allowance=2, rough_allowance=1, legal_by_charts=None)
    assert far.summary(request) == "The local units may move 2 hexes, or 1 if any of them is rough."
    path = game.MovementOutcome(allowance=1, rough_allowance=1, legal_by_charts=True)
    assert path.summary(evolve(request, path=("rough",))) == (
        "The local units may take this path: 1 hex with an allowance of 1. "
        "Stacking and zones of control are not checked."
    )


def test_a_march_says_whether_the_end_is_reached() -> None:
    request = game.MarchRequest(unit=RED, frozen=True, path=("clear", "clear", "clear"))
    short = game.MarchOutcome(end="falls_short", allowance=2, forced=3)
    assert short.summary(request) == (
        "1 Red falls short of the end of the path: 3 hexes with an allowance of 2 (3 before weather and terrain). "
        "Stacking and zones of control are not checked."
    )
    assert game.MarchOutcome(end="removed", allowance=0).summary(request) == "1 Red is removed by the forced march."


def test_a_ride_names_the_bases_that_stay() -> None:
    request = game.SpecialMovementRequest(
        mode="rail",
        unit=TRAIN,
        path=(("major_railroad",),),
        at_start=(game.StackedBase(type="mobile_base"),),
        at_end=(game.StackedBase(type="tanks"), game.StackedBase(type="fixed_base")),
    )
    outcome = game.SpecialMovementOutcome(
        limit=40, lower_limit=20, legal_by_charts=True, serving_base="at_start[0]", also_frozen=("at_end[1]",)
    )
    assert outcome.summary(request) == (
        "Sichova may go by rail: 1 hex of at most 40. The mobile base at the start serves the move and stays where it "
        "is for the rest of the movement phase. The fixed base at the end may not move any more either. "
        "Stacking and zones of control are not checked."
    )
    far = evolve(outcome, legal_by_charts=None, serving_base=None, also_frozen=())
    assert far.summary(evolve(request, path=None)) == (
        "Sichova may go 40 hexes by rail, or 20 if any hex has a minor railroad."
    )


def test_the_turn_says_whose_phase_comes_next() -> None:
    now = game.Position(game="fall_of_the_directory", turn="January I", order=("directory",))
    request = game.TurnSequenceRequest(position=now)
    turn = evolve(now, phase="diplomatic", side="directory")
    begins = game.TurnSequenceOutcome(begins="player_turn", position=turn)
    assert begins.summary(request) == (
        "Next is the player-turn of the Directory in January I: it begins with the Diplomatic Phase."
    )
    end = game.TurnSequenceOutcome(begins="turn_end", position=evolve(now, phase="turn_end"))
    assert end.summary(request) == "Next is the end of January I."
    over = game.TurnSequenceOutcome(begins="game_over", position=None)
    assert over.summary(request) == "The game is over: January I was its last turn."


def test_many_events_are_cut_short() -> None:
    act = game.ruleset.procedure("directory.act").example
    assert act is not None
    outcome = game.ruleset.resolve(act, dice=SeededDice(1)).outcome
    many = evolve(outcome, events=tuple(f"Unit {number} moves." for number in range(10)))
    told = "Unit 7 moves. 2 more things happen. It is the First Combat Phase of the Bolsheviks in December IV."
    assert many.summary(act).endswith(told)
