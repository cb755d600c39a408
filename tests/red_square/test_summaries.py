"""Outcomes of Red Square say themselves in sentences: over many requests, and word for word in those used most."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from spoken import require_english

from rcw_rules import RulesError, SeededDice
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.wording import summary_of
from rcw_rules.red_square import ruleset
from rcw_rules.red_square.cards import (
    ActivationOutcome,
    ActivationRequest,
    ActivationResultOutcome,
    ActivationResultRequest,
    BogOutcome,
    BogRequest,
    HqActivationOutcome,
    HqActivationRequest,
    SpadeOutcome,
    SpadeRequest,
    SuitEffectsOutcome,
    SuitEffectsRequest,
)
from rcw_rules.red_square.fire import (
    CasualtiesOutcome,
    CasualtiesRequest,
    FateOutcome,
    FateRequest,
    FireEffectOutcome,
    FireEffectRequest,
    FireOutcome,
    FireProfileOutcome,
    FireProfileRequest,
    FireRequest,
    ShockCheckOutcome,
    ShockCheckRequest,
    TrainHitsOutcome,
    TrainHitsRequest,
    VehicleHitsOutcome,
    VehicleHitsRequest,
)
from rcw_rules.red_square.ground import change, changes
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.mounted import MountedExchangeOutcome, MountedExchangeRequest
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

FIRE = FireProfileRequest(firer="infantry", weapon="rifles", bases=2, formation="waves", range=2, target="infantry")
EFFECT = FireEffectRequest(shot=FireRequest(dice=3, score=3), bases=4)
SHOWN: list[tuple[Request[Any], Any, str]] = [
    (ActivationRequest(), ActivationOutcome(score=None, band="automatic"), "The unit is activated without a test."),
    (
        ActivationRequest(battalions=2, markers=9),
        ActivationOutcome(score=-2, band="below0"),
        "The group of 2 battalions scores -2: below 0 on the Activation Table.",
    ),
    (
        HqActivationRequest(),
        HqActivationOutcome(score=None, band="automatic", commands=True),
        "The headquarters is activated without a test and may issue orders.",
    ),
    (
        ActivationResultRequest(kind="infantry", formation="waves", score=1, unit="1st Rifles"),
        ActivationResultOutcome(result="acts", rule="act-table", actions=("fire_wildly",), must_fire=True),
        "1st Rifles may fire wildly. It has a target, and must fire unless it is busy otherwise.",
    ),
    (
        ActivationResultRequest(kind="cavalry", formation="dismounted", score=1, state="retreating"),
        ActivationResultOutcome(result="retreats", rule="act-retreat", remounts=True),
        "The cavalry mounts its horses and goes on retreating.",
    ),
    (
        ActivationResultRequest(kind="armoured_car", score=-1, order="probe", broken_down=True),
        ActivationResultOutcome(result="stays", rule="act-retreat", order="probe"),
        "The armoured car should retreat, but cannot move and stays.",
    ),
    (
        SpadeRequest(kind="infantry", quality="poor", political_help=True, markers=2),
        SpadeOutcome(ignored=True, markers=0),
        "The infantry ignores the spade at no cost.",
    ),
    (
        SpadeRequest(kind="truck", quality="poor"),
        SpadeOutcome(may_move_or_rally=False),
        "The truck does not break down, but may neither move nor rally.",
    ),
    (SpadeRequest(kind="infantry"), SpadeOutcome(), "The spade has no effect on the infantry."),
    (
        BogRequest(kind="heavy_tank", card="5S", bogged=True),
        BogOutcome(bogged=False, may_move=False),
        "The heavy tank gets free, which is its movement.",
    ),
    (
        SuitEffectsRequest(kind="artillery", formation="deployed", card="*1"),
        SuitEffectsOutcome(),
        "A joker has no effect on the artillery.",
    ),
    (FireRequest(dice=3, score=2), FireOutcome(hits=0), "The shot scores no hits."),
    (
        FIRE,
        FireProfileOutcome(band="close", shots=1, dice=3, score=8, automatic=1, hits_on=2),
        "At close range, 3 shot dice each score 1 hit without a roll, and one more on 2 or less.",
    ),
    (
        FIRE,
        FireProfileOutcome(band="long", shots=2, dice=1, score=3, automatic=0, hits_on=3, card_given_up=True),
        "At long range, 2 shots of 1 shot die hit on 3 or less. A card is given up for the fire.",
    ),
    (
        CasualtiesRequest(kind="artillery", bases=2, rings=2, markers=9),
        CasualtiesOutcome(bases_lost=1, rings_added=2, bases=1, rings=1),
        "The artillery takes 2 rings and loses 1 base (2 to 1). 1 ring is now on it.",
    ),
    (
        CasualtiesRequest(kind="infantry", bases=3, markers=1),
        CasualtiesOutcome(bases_lost=0, bases=3),
        "The infantry loses nothing.",
    ),
    (
        CasualtiesRequest(kind="hq", bases=1, markers=6),
        CasualtiesOutcome(bases_lost=1, bases=0, destroyed=True),
        "The headquarters loses its last base and is destroyed.",
    ),
    (
        ShockCheckRequest(kind="mg", markers=9),
        ShockCheckOutcome(best_score=None, breaks=False),
        "The MG company has no test of its own and does not break.",
    ),
    (
        ShockCheckRequest(kind="infantry", markers=3),
        ShockCheckOutcome(best_score=3, breaks=False),
        "The infantry does not break: it could still score 3.",
    ),
    (
        EFFECT,
        FireEffectOutcome(
            hits=0, breaks=False, band="automatic", driven_off=False, bases_lost=0, rings_added=0, destroyed=False
        ),
        "The shot scores no hits. The infantry holds.",
    ),
    (
        EFFECT,
        FireEffectOutcome(
            hits=9, breaks=True, band=None, driven_off=True, bases_lost=1, rings_added=0, destroyed=False
        ),
        "The shot scores 9 hits. The infantry breaks at once and loses 1 base (4 to 3).",
    ),
    (
        EFFECT,
        FireEffectOutcome(
            hits=30, breaks=True, band=None, driven_off=True, bases_lost=4, rings_added=0, destroyed=True
        ),
        "The shot scores 30 hits. The infantry breaks at once, loses 4 bases (4 to 0) and is destroyed.",
    ),
    (
        VehicleHitsRequest(kind="heavy_tank", bases=2, marker_weapons=("heavy",)),
        VehicleHitsOutcome(
            bases_lost=0, rings_added=0, bases=2, rings=0, destroyed=False, unplayed_cards_lost=1, pinned=True
        ),
        "The detachment loses 1 unplayed card and is pinned until the end of its activations in the next turn.",
    ),
    (
        VehicleHitsRequest(kind="truck", bases=2, marker_weapons=("heavy",)),
        VehicleHitsOutcome(bases_lost=2, rings_added=0, bases=0, rings=0, destroyed=True),
        "The detachment is destroyed: it loses its last 2 trucks.",
    ),
    (
        TrainHitsRequest(rings=4, infantry_adjacent=True),
        TrainHitsOutcome(rings_added=0, rings=4, damaged=True, disabled=False, must_retreat=True),
        "The train must retreat.",
    ),
    (
        TrainHitsRequest(rings=1, marker_weapons=("heavy",)),
        TrainHitsOutcome(rings_added=0, rings=1, damaged=False, disabled=False, must_retreat=False),
        "The train suffers nothing.",
    ),
    (
        FateRequest(bases_lost=1, companions=("co", "mg")),
        FateOutcome(fates=("ok", "ok")),
        "Nobody is pinned or removed.",
    ),
    (
        FateRequest(bases_lost=2, companions=("commissar", "mg", "mg")),
        FateOutcome(fates=("pinned", "removed", "removed")),
        "The Commissar is pinned. All 2 MG bases are removed.",
    ),
    (
        MountedExchangeRequest(attacker_bases=4, target_kind="cavalry", target_formation="mounted", target_bases=4),
        MountedExchangeOutcome(
            attacker_hits=0, target_hits=0, winner="neither", attacker_bases_lost=0, target_bases_lost=0
        ),
        "Neither side wins: both take no hits.",
    ),
]


@pytest.mark.parametrize(("request_", "outcome", "said"), SHOWN, ids=[said for _, _, said in SHOWN])
def test_what_is_said(request_: Request[Any], outcome: Any, said: str) -> None:
    assert summary_of(request_, outcome) == said
    require_english(said)


BATTALION = Unit(name="1st Rifles", side="red", kind="infantry", square=(2, 2), bases=4, formation="waves")


class TestWhatHappenedToAUnit:
    def test_one_that_nothing_happened_to_is_not_told(self) -> None:
        assert change(BATTALION, BATTALION) == ""

    def test_losses_are_told_before_and_after(self) -> None:
        assert change(BATTALION, _as(markers=2)) == "1st Rifles takes 2 hit markers (0 to 2)"
        assert change(_as(markers=3), _as(bases=3)) == (
            "1st Rifles resolves 3 hit markers (3 to 0) and loses 1 base (4 to 3)"
        )
        assert change(BATTALION, _as(bases=0, square=None)) == "1st Rifles is removed"

    def test_a_unit_that_leaves_the_table_does_not_move_as_well(self) -> None:
        gone = _as(state="off_table", square=(2, 0))
        assert change(BATTALION, gone) == "1st Rifles retreats off the table"
        assert (
            change(gone, _as(state="rallying", square=(1, 0)))
            == "1st Rifles returns to the table in (1, 0) and rallies"
        )

    def test_of_very_many_only_the_number_is_told(self) -> None:
        before = [_as(name=f"{number}") for number in range(12)]
        told = changes(before, [_as(name=unit.name, markers=1) for unit in before])
        assert len(told) == 9
        assert told[0] == "0 takes 1 hit marker (0 to 1)"
        assert told[-1] == "4 other units change too"


def _as(**changed: Any) -> Unit:
    fields: dict[str, Any] = {
        "name": "1st Rifles",
        "side": "red",
        "kind": "infantry",
        "square": (2, 2),
        "bases": 4,
        "formation": "waves",
    }
    return Unit(**{**fields, **changed})
