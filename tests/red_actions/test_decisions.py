"""Who decides, and for which unit, in every chapter that leaves decisions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from decisions_met import decided
from red_actions_combats import charger, contacted
from red_actions_combats import request as combat
from red_actions_units import bare_card, card, unit

from rcw_rules import inches
from rcw_rules import red_actions as ra

TROOPS = ra.illustrative_troops()
IVANOV = ra.OfficerToken(id="Ivanov")
RIFLES = unit(TROOPS.card("red_regulars"), name="1st Rifles", bases=4)
OFFICERS = unit(TROOPS.card("white_officers"), name="Officers", side="white", bases=4)
COSSACKS = unit(TROOPS.card("white_cossacks"), name="Cossacks", side="white", bases=4)
CADETS = evolve(OFFICERS, name="Cadets")
STIFFENED = evolve(OFFICERS, white_officer_base=True, card=card(morale_as="volunteers"))
PASS = (1, 1)


def shot(shooter: ra.Unit, target: ra.Unit, distance: int = 6) -> ra.ShootRequest:
    return ra.ShootRequest(shooter=shooter, target=target, distance=inches(distance))


def charge(attacker: ra.Unit, *targets: ra.Unit, **fields: Any) -> ra.ChargeRequest:
    charged = tuple(
        ra.ChargedUnit(contact=ra.Contacted(unit=target), distance=inches(6 + number))
        for number, target in enumerate(targets)
    )
    return ra.ChargeRequest(charger=ra.Charger(unit=attacker), targets=charged, **fields)


def ambush(**attack: Any) -> ra.SpringAmbushRequest:
    points = (inches(6), inches(5))
    return ra.SpringAmbushRequest(hides_in="woods", before=inches(16), points=points, **attack)


def retire(of: ra.Unit, **footing: Any) -> ra.EventRequest:
    return ra.EventRequest(unit=of, event=ra.Event(terror=1, retires=1), footing=ra.RetirePlace(**footing))


def pool(*tokens: ra.OfficerToken) -> ra.Army:
    counted = tuple(ra.TokenCount(token=token, count=2) for token in tokens)
    return ra.Army(id="red", senior_tokens_drawn=2, flight_percent=33, pool=counted)


CASES: list[Any] = [
    # Charges: two dice pass a charge test, two more the target's fear test.
    (charge(COSSACKS, RIFLES), PASS * 2, "charge_response", ("red", "1st Rifles")),
    (ambush(charge=charge(COSSACKS, RIFLES, kind="ambush")), (), "spring_at", ("white", "Cossacks")),
    (ambush(shots=(shot(OFFICERS, RIFLES), shot(CADETS, RIFLES))), (), "spring_at", ("white", "Officers, Cadets")),
    (
        ra.TargetPriorityRequest(candidates=(ra.Candidate(name="P"), ra.Candidate(name="Q"))),
        (),
        "target",
        ("shooter", ""),
    ),
    # Morale
    (retire(RIFLES, hard_cover=True), (), "ignore_retire", ("red", "1st Rifles")),
    (retire(evolve(OFFICERS, card=card(characteristics=("Storm",)))), (), "trade_retire", ("white", "Officers")),
    (
        ra.RallyRoutRequest(unit=evolve(OFFICERS, routing=True, rout_turns=1), pursuers=()),
        (),
        "rally_from_rout",
        ("white", "Officers"),
    ),
    # Fire: who was shot at decides whether to return it.
    (
        ra.ReturnFireRequest(first=shot(RIFLES, OFFICERS), answer=shot(OFFICERS, RIFLES)),
        (),
        "return_fire",
        ("white", "Officers"),
    ),
    # Units and officers
    (
        ra.DivideUnitRequest(unit=evolve(RIFLES, bases=6, officer=IVANOV), parts=(4, 2)),
        (),
        "officer_part",
        ("red", "1st Rifles"),
    ),
    (
        ra.DivideUnitRequest(unit=STIFFENED, parts=(2, 2)),
        (),
        "white_officer_part",
        ("white", "Officers"),
    ),
    (
        ra.DrawOfficersRequest(army=pool(IVANOV, ra.OfficerToken(id="Petrov")), seniors=1),
        (1, 3),
        "keep_token",
        ("owner", "senior officer 1"),
    ),
    (
        ra.PromotionRequest(
            known_in_turn=3,
            turn=4,
            units=(evolve(OFFICERS, officer=IVANOV), evolve(CADETS, officer=IVANOV)),
            card=bare_card("officer", speed=inches(10)),
            name="HQ",
            army=pool(IVANOV),
        ),
        (),
        "promote",
        ("white", "Officers, Cadets"),
    ),
    (
        ra.DismountRequest(
            unit=unit(bare_card("sabres", id="white_cavalry"), name="Hussars", side="white"),
            becomes=(TROOPS.card("white_volunteers"), TROOPS.card("white_officers")),
        ),
        (),
        "dismount_as",
        ("the scenario", "Hussars"),
    ),
]


@pytest.mark.parametrize(("request_", "faces", "choice", "expected"), CASES)
def test_who_decides_and_for_which_unit(request_: Any, faces: tuple[int, ...], choice: str, expected: Any) -> None:
    assert decided(ra.ruleset, request_, *faces)[choice] == expected


@pytest.mark.rule("red_actions", "charge-follow")
def test_the_charger_decides_what_to_do_once_its_target_has_fled() -> None:
    met = decided(ra.ruleset, charge(COSSACKS, RIFLES), *PASS * 4, charge_response="flee")
    assert met == {"charge_response": ("red", "1st Rifles"), "charge_follow": ("white", "Cossacks")}


@pytest.mark.rule("red_actions", "off-senior-adds")
def test_a_morale_test_in_plain_numbers_names_no_unit() -> None:
    request = ra.ruleset.procedure("red_actions.morale_test").example
    assert request is not None
    assert decided(ra.ruleset, request) == {"morale_officers": ("owner", "")}
    of_white = evolve(request, situation=evolve(request.situation, side="white"))
    assert decided(ra.ruleset, of_white) == {"morale_officers": ("white", "")}


@pytest.mark.rule("red_actions", "cr-several-units")
def test_the_owner_of_several_defeated_units_decides_which_loses_a_base() -> None:
    # 18 : 12 is 3:2, where a 6 and a 5 defeat the weaker side: P and Q, which are White.
    first = charger(bases=6, card_fields={"fighting_value": Fraction(3)})
    asked = combat(first, contacted("P", bases=3), contacted("Q", bases=3))
    assert decided(ra.ruleset, asked, 5, 6)["base_lost_in_combat"] == ("white", "P, Q")


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_who_can_act_on_a_card_is_named_but_not_whose_they_are() -> None:
    ruleset = ra.ruleset.with_options(initiative="cards")
    cards = (ra.InitiativeCard(name="HQ"), ra.InitiativeCard(name="1st", hq="HQ"))
    asked = ra.InitiativeRequest(attackers_left=2, defenders_left=0, cards=cards)
    assert decided(ruleset, asked, 2) == {"who_acts": ("owner", "1st, HQ")}
