"""Outcomes of Red & White say themselves in sentences: over many requests, and word for word in those used most."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from red_white_units import red, vehicle, white
from spoken import require_english

from rcw_rules import RulesError, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.wording import summary_of
from rcw_rules.red_white import ruleset
from rcw_rules.testing import GoldenCase, golden_cases
from rcw_rules.wire import structure, unstructure

CASES = golden_cases(Path(__file__).parent / "golden")
SEEDS = (1, 2, 3)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES if not case.options])
def test_golden_cases_are_told_in_english(case: GoldenCase) -> None:
    request: Request[Any] = structure(unstructure(case)["request"], ruleset.procedure(case.procedure).request_type)
    for seed in SEEDS:
        try:
            resolution = ruleset.resolve(request, dice=SeededDice(seed))
        except RulesError:
            continue
        require_english(resolution.summary)


# ---------------------------------------------------------------- word for word

STANDS = rw.MajorMoraleOutcome(net_losses=0, row="<30%", tested=False, broken=False)


def _melee(attacker: Any, defender: Any, **changes: Any) -> rw.MeleeOutcome:
    fields: dict[str, Any] = {
        "winner": "attacker", "margin": 4, "repulse": False, "attacker_modifier": 0, "defender_modifier": 0,
        "petrol_bombs_allowed": False,
    }  # fmt: skip
    return rw.MeleeOutcome(**{**fields, "attackers": (attacker,), "defenders": (defender,), **changes})


def _after(name: str, **changes: Any) -> rw.UnitAfterMelee:
    fields: dict[str, Any] = {"strength": 8, "stands_lost": 0, "goes": "stays", "casualties": False}
    return rw.UnitAfterMelee(name=name, **{**fields, **changes})


MELEE = rw.MeleeRequest(attackers=(red(),), defenders=(white(),))
TRAIN = vehicle("armoured_train", "white", hits=2, guards=3, name="Officer")
SHOWN: list[tuple[Request[Any], Any, str]] = [
    (
        MELEE,
        _melee(_after("1st Rifles"), _after("Officers", strength=0, stands_lost=8, destroyed=True, goes="nowhere")),
        "The attacker wins. Officers loses 8 stands (8 to 0) and is destroyed.",
    ),
    (
        MELEE,
        _melee(
            _after("1st Rifles", leader_killed=True),
            _after("Officers", goes="rear", moved=inches(6), off_table=True, stands_lost=1, priest_killed=True),
        ),
        (
            "The attacker wins. 1st Rifles loses its leader. Officers loses 1 stand (8 to 7) and its priest and falls "
            "back 6 in off the table."
        ),
    ),
    (
        rw.MeleeRequest(attackers=(red(),), defenders=(TRAIN,)),
        _melee(
            _after("1st Rifles", goes="starting_position"),
            _after("Officer", stands_lost=1, guards_lost=1),
            winner="defender",
        ),
        (
            "The defender wins. 1st Rifles falls back to where its charge began. Officer takes 1 hit (2 to 3) and "
            "loses 1 guard (3 to 2)."
        ),
    ),
    (
        rw.MoraleTestRequest(unit=red(name="1st Rifles", falling_back=True)),
        rw.MoraleOutcome(base=8, passed=True, stands=8, falling_back=False, casualties=False),
        "1st Rifles passes its morale test (8 or less needed) and is no longer falling back.",
    ),
    (
        rw.MoraleTestRequest(unit=red(name="1st Rifles", cheka=True)),
        rw.MoraleOutcome(
            base=4,
            passed=False,
            liquidated=True,
            stands=7,
            moves=2,
            moved=None,
            off_table=None,
            falling_back=True,
            casualties=False,
        ),
        (
            "1st Rifles loses 1 stand (8 to 7), shot by its Cheka, and rolls again. 1st Rifles fails its morale test "
            "(4 or less needed), falls back 2 full moves (off the table if its edge is nearer) and is marked as "
            "falling back."
        ),
    ),
    (
        rw.MoraleTestRequest(unit=red(name="1st Rifles"), cause="petrol_bombs"),
        rw.MoraleOutcome(base=4, passed=False, stands=8, falling_back=False, casualties=False),
        "1st Rifles fails its morale test (4 or less needed).",
    ),
    (
        rw.MoralePhaseRequest(units=(red(), red())),
        rw.MoralePhaseOutcome(tests=(None, None), lost=0),
        "No unit must test its morale.",
    ),
    (
        rw.FireAttackRequest(
            unit=white(name="Officers", priest=True), volleys=(rw.Volley(dice=3, weapon="small_arms"),)
        ),
        rw.FireAttackOutcome(stands_lost=2, priest_killed=True, suppressed=True, casualties=True),
        "Officers loses 2 stands (8 to 6) and its priest and is suppressed.",
    ),
    (
        rw.FireAttackRequest(unit=vehicle("tank", hits=3), volleys=(rw.Volley(dice=3, weapon="artillery"),)),
        rw.FireAttackOutcome(stands_lost=1, suppressed=False, casualties=False, effects=("track off",)),
        "The Red tank takes 1 hit (3 to 4). The hit table says: track off.",
    ),
    (
        rw.CasualtiesRequest(unit=white(), count=0, source="melee"),
        rw.CasualtiesOutcome(
            stands_lost=0,
            guards_lost=0,
            leader_killed=False,
            priest_killed=False,
            destroyed=False,
            has_leader=True,
            casualties=False,
        ),
        "The White infantry loses nothing.",
    ),
    (
        rw.TrainUnderFireRequest(train=TRAIN, weapon="artillery", new_hits=6),
        rw.TrainUnderFireOutcome(hits=8, destroyed=True, freed_guards=1),
        "Officer takes 6 hits (2 to 8) and is lost. 1 guard fights on as infantry.",
    ),
    (
        rw.EndOfTurnRequest(red=rw.ArmyCount(units=9), white=rw.ArmyCount(units=9)),
        rw.EndOfTurnOutcome(
            units=(),
            red=rw.MajorMoraleOutcome(net_losses=4, row="40%", tested=True, broken=True),
            white=STANDS,
            winner="white",
        ),
        (
            "White wins. The Red army breaks, with net losses of 4 units (row 40%). The White army need not test: its "
            "net losses are 0 units, below 30%."
        ),
    ),
    (
        rw.HqOverrunRequest(commander_leads=True),
        rw.HqOverrunOutcome(overrun=True, lost_units=1, commander_survives=True),
        "The HQ is overrun and counts as one unit lost. The commander survives, leading a unit.",
    ),
    (
        rw.DogfightRequest(
            attacker=rw.Aircraft(side="red", type="fighter"), target=rw.Aircraft(side="white", type="fighter", damage=3)
        ),
        rw.DogfightOutcome(
            winner="target", points=8, attacker_damage=8, target_damage=3, attacker="leaves", target="flies_on"
        ),
        "The White fighter wins. The Red fighter takes 8 points of damage (0 to 8) and leaves the table.",
    ),
    (
        rw.BombRequest(),
        rw.BombOutcome(direct_hit=False, direction="right", deviation=inches(2), hits=0),
        "The bomb lands 2 in to the right, with no hits on the target.",
    ),
    (
        rw.WithdrawRequest(unit=white(type="cavalry"), gap=inches(6), charger_move=inches(12)),
        rw.WithdrawOutcome(
            passed=True, stands=8, goes="away", retired=inches(12), falling_back=False, off_table=None, contact=None
        ),
        "The White cavalry passes its test and withdraws 12 in. The charger reaches it if it is still on the table.",
    ),
]


@pytest.mark.parametrize(("request_", "outcome", "said"), SHOWN, ids=[said for _, _, said in SHOWN])
def test_what_is_said(request_: Request[Any], outcome: Any, said: str) -> None:
    assert summary_of(request_, outcome) == said
    require_english(said)
