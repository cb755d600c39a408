"""Charges that the rules refuse, and requests that contradict themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest
from red_actions_charges import (
    FAIL,
    FOE,
    FOE_SABRES,
    PASS,
    RIFLES,
    SABRES,
    behind,
    charged,
    refused,
    request,
    run,
    unit,
)

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------- refusals


@pytest.mark.rule("red_actions", "charge-types", "charge-conditions", "conv-bad-input", "rout-unit-state")
@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            request(SABRES, charged(unit("armoured_car", "white"))),
            ("charge-types", "$.targets[0].contact.unit.card.arm"),
        ),
        (request(RIFLES, charged(FOE_SABRES)), ("charge-types", "$.targets[0].contact.unit.card.arm")),
        (request(unit("mg"), charged(FOE, 3)), ("charge-types", "$.targets[0].contact.unit.card.arm")),
        (request(unit("rifle", pinned=True), charged(FOE)), ("charge-conditions", "$.charger.unit.pinned")),
        (request(unit("rifle", has_acted=True), charged(FOE)), ("charge-conditions", "$.charger.unit.has_acted")),
        (request(unit("rifle", evading=True), charged(FOE)), ("charge-conditions", "$.charger.unit.evading")),
        (request(unit("rifle", routing=True), charged(FOE)), ("rout-unit-state", "$.charger.unit.routing")),
        (request(RIFLES, charged(FOE, 7)), ("charge-conditions", "$.targets[0].distance")),
        (request(SABRES, charged(FOE, 7), reach=inches(6)), ("charge-conditions", "$.targets[0].distance")),
        (request(RIFLES, charged(FOE), reach=inches(7)), ("charge-conditions", "$.reach")),
    ],
)
def test_what_is_refused(asked: ra.ChargeRequest, why: tuple[str, str]) -> None:
    assert refused(asked) == [why]


@pytest.mark.rule("red_actions", "charge-types")
def test_riflemen_may_charge_the_flank_of_sabres() -> None:
    assert run(request(RIFLES, charged(FOE_SABRES, aspect="flank")), *FAIL).end == "test_failed"


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-terror-rout", "charge-counter", "com-modifiers")
@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (request(RIFLES, charged(RIFLES)), r"\$\.targets\[0\]\.contact\.unit\.name"),
        (request(RIFLES, charged(unit("rifle", name="other"))), r"\$\.targets\[0\]\.contact\.unit\.side"),
        (request(RIFLES, charged(unit("rifle", "white", terror=5))), r"\$\.targets\[0\]\.contact\.unit\.terror"),
        (request(unit("rifle", bases=0), charged(FOE)), r"\$\.charger\.unit\.bases"),
        (request(SABRES, charged(FOE_SABRES, counter_charging=True)), r"\$\.targets\[0\]\.contact\.counter_charging"),
        (request(SABRES, charged(FOE, 9), further=(behind(distance=8),)), r"\$\.further\[0\]\.distance"),
        (request(RIFLES, charged(FOE), where={"footing": ra.RetirePlace(hard_cover=True)}), r"\$\.charger\.footing"),
        (
            request(RIFLES, charged(FOE), where={"officer_base_value": Fraction(2)}),
            r"\$\.charger\.officer_base_value",
        ),
        (
            request(RIFLES, charged(FOE, fire=ra.DefensiveFire(officer_base_value=Fraction(2)))),
            r"\$\.targets\[0\]\.fire\.officer_base_value",
        ),
        (
            request(RIFLES, charged(unit("mg", "white"), aspect="rear", fire=ra.DefensiveFire(off_facing=degrees(89)))),
            r"\$\.targets\[0\]\.fire\.off_facing: .*arc-foot",
        ),
        (
            request(
                RIFLES, charged(unit("tachanka", "white"), aspect="rear", fire=ra.DefensiveFire(off_facing=degrees(91)))
            ),
            r"\$\.targets\[0\]\.fire\.off_facing: .*arc-foot",
        ),
        (request(RIFLES, charged(FOE, uphill=True), where={"uphill": True}), r"\$\.targets\[0\]\.contact\.uphill"),
        (
            request(RIFLES, charged(FOE), where={"uphill": True}, further=(behind(distance=8, uphill=True),)),
            r"\$\.further\[0\]\.contact\.uphill",
        ),
        (request(RIFLES), r"\$\.targets"),
    ],
)
def test_what_is_malformed(asked: ra.ChargeRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        run(asked)


@pytest.mark.rule("red_actions", "charge-sequence", "charge-target-shoots")
def test_the_record_cites_the_rules() -> None:
    resolution = ra.ruleset.resolve(request(RIFLES, charged(FOE)), dice=GivenDice([*PASS, *PASS, 3, 4]))
    told = resolution.explain()
    for rule in ("charge-types", "mor-procedure", "charge-sequence", "sho-table", "retire-manner"):
        assert f"[{rule}" in told
