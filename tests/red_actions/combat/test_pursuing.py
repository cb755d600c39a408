"""Pursuit: which units pursue, what stops them, which routers they catch, and what is left of those."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_combats import fighter

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ResultStep

CATEGORIES = ("infantry", "cavalry", "artillery", "vehicle", "officer")


def router(category: Any = "infantry", speed: int = 6, bases: int = 3, distance: int | None = None) -> ra.Router:
    away = None if distance is None else inches(distance)
    return ra.Router(category=category, speed=inches(speed), bases=bases, distance=away)


def ahead(distance: int | str, aspect: Any = "front", *, can_fight: bool = True) -> ra.EnemyAhead:
    return ra.EnemyAhead(distance=inches(distance), aspect=aspect, can_fight=can_fight)


def asked(*routers: ra.Router, arm: Any = "sabres", speed: int = 12, **fields: Any) -> ra.PursuitRequest:
    return ra.PursuitRequest(arm=arm, speed=inches(speed), routers=routers or (router(),), **fields)


def pursue(*routers: ra.Router, faces: tuple[int, ...] = (), **fields: Any) -> ra.PursuitOutcome:
    return ra.ruleset.resolve(asked(*routers, **fields), dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_actions", "pur-sabres", "pur-catch", "pursuit-caught")
def test_sabres_catch_slower_routers_without_a_die() -> None:
    outcome = pursue()
    assert (outcome.pursues, outcome.moved, outcome.halted, outcome.charges) == (True, inches(12), False, None)
    assert outcome.routers == (ra.RouterAfter(caught=True, lost=2, prisoners=1),)


@pytest.mark.rule("red_actions", "pursuit-caught", "conv-exact-arithmetic")
@pytest.mark.parametrize(
    ("bases", "destroyed", "prisoners"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 3)]
)
def test_half_of_the_caught_rounded_up_are_destroyed(bases: int, destroyed: int, prisoners: int) -> None:
    outcome = pursue(router(bases=bases))
    assert outcome.routers == (ra.RouterAfter(caught=True, lost=destroyed, prisoners=prisoners),)


@pytest.mark.rule("red_actions", "pur-catch")
@pytest.mark.parametrize("face", range(1, 7))
def test_cavalry_as_fast_as_the_pursuers_is_caught_on_a_four(face: int) -> None:
    assert pursue(router("cavalry", 12), faces=(face,)).routers[0].caught is (face >= 4)


@pytest.mark.rule("red_actions", "pur-catch")
@pytest.mark.parametrize(
    ("category", "speed"), [("infantry", 12), ("artillery", 12), ("cavalry", 13), ("infantry", 13)]
)
def test_others_as_fast_and_all_that_are_faster_get_away(category: Any, speed: int) -> None:
    outcome = pursue(router(category, speed))
    assert outcome.routers == (ra.RouterAfter(caught=False, lost=0, prisoners=0),)
    assert outcome.moved == inches(12)  # the pursuit is compulsory even so


@pytest.mark.rule("red_actions", "pur-catch")
def test_several_routers_each_have_their_die_in_order() -> None:
    outcome = pursue(router("cavalry", 12, 2), router(), router("cavalry", 12, 4), faces=(3, 4))
    assert [(after.caught, after.lost) for after in outcome.routers] == [(False, 0), (True, 2), (True, 2)]
    several = asked(router("cavalry", 12, 2), router(), router("cavalry", 12, 4))
    record = ra.ruleset.resolve(several, dice=GivenDice([3, 4])).record
    told = [
        (step.rule, step.values["number"])
        for step in record.steps
        if isinstance(step, ResultStep) and "number" in step.values
    ]
    assert told == [("pur-catch", 1), ("pursuit-caught", 2), ("pursuit-caught", 3)]


@pytest.mark.rule("red_actions", "pur-catch")
def test_without_a_stop_the_rates_alone_decide() -> None:
    assert pursue(router(speed=11, distance=22)).routers[0].caught


@pytest.mark.rule("red_actions", "pur-others")
@pytest.mark.parametrize("arm", ["rifle", "mg", "tachanka", "gun", "mortar", "tank"])
def test_no_other_arm_pursues_at_once(arm: str) -> None:
    outcome = pursue(arm=arm)
    assert (outcome.pursues, outcome.moved, outcome.routers[0].caught) == (False, inches(0), False)


@pytest.mark.rule("red_actions", "pur-others", "pursuit-caught")
@pytest.mark.parametrize("arm", ["rifle", "sabres", "tank"])
def test_whoever_reaches_routers_with_a_charge_has_caught_them(arm: str) -> None:
    resolution = ra.ruleset.resolve(asked(router("cavalry", 30, 3), arm=arm, by_charge=True), dice=GivenDice([]))
    assert resolution.outcome.routers == (ra.RouterAfter(caught=True, lost=2, prisoners=1),)
    assert "router 1 is caught: 2 of 3 bases destroyed" in resolution.explain()
    with pytest.raises(InvalidRequestError, match=r"\$\.enemies.*pur-others"):
        pursue(by_charge=True, enemies=(ahead(2),))


@pytest.mark.rule("red_actions", "pur-sabres")
def test_an_enemy_that_faces_them_two_inches_ahead_halts_them_at_once() -> None:
    outcome = pursue(enemies=(ahead(2),))
    assert (outcome.pursues, outcome.moved, outcome.halted, outcome.charges) == (True, inches(0), True, None)
    assert not outcome.routers[0].caught


@pytest.mark.rule("red_actions", "pur-sabres", "conv-within")
@pytest.mark.parametrize(
    ("distance", "moved", "halted"),
    [(0, "0", True), (1, "0", True), (8, "6", True), (14, "12", True), ("14.001", "12", False), (20, "12", False)],
)
def test_they_halt_two_inches_before_an_enemy_that_faces_them(distance: int, moved: str, halted: bool) -> None:
    outcome = pursue(router(speed=6, distance=7), enemies=(ahead(distance),))
    assert (outcome.moved, outcome.halted) == (inches(moved), halted)
    assert outcome.routers[0].caught is (inches(moved) >= inches(7))


@pytest.mark.rule("red_actions", "pur-sabres")
@pytest.mark.parametrize("aspect", ["flank", "rear"])
def test_they_run_into_units_that_show_flank_or_rear(aspect: str) -> None:
    outcome = pursue(enemies=(ahead(5, aspect),))
    assert (outcome.moved, outcome.halted, outcome.charges) == (inches(5), False, 0)
    assert not outcome.routers[0].caught  # 6 inches away by its rout move
    assert pursue(enemies=(ahead(6, aspect),)).routers[0].caught
    assert pursue(enemies=(ahead("12.001", aspect),)).charges is None


@pytest.mark.rule("red_actions", "pur-sabres")
def test_an_enemy_that_faces_them_but_cannot_fight_does_not_matter() -> None:
    outcome = pursue(enemies=(ahead(2, can_fight=False),))
    assert (outcome.moved, outcome.routers[0].caught) == (inches(12), True)


@pytest.mark.rule("red_actions", "pur-sabres")
def test_what_stops_them_first_counts() -> None:
    assert pursue(enemies=(ahead(4, "rear"), ahead(5))).halted  # 2 inches before the second
    outcome = pursue(enemies=(ahead(9), ahead(4, "flank"), ahead(3, "rear")))
    assert (outcome.halted, outcome.charges, outcome.moved) == (False, 2, inches(3))
    assert pursue(enemies=(ahead(3, "rear"), ahead(5))).halted  # both at 3 inches: they halt


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "defs-unit-action")
@pytest.mark.parametrize(("enemies", "told"), [((), True), ((ahead(2),), False)])
def test_only_a_pursuit_that_moved_is_an_action(enemies: tuple[ra.EnemyAhead, ...], told: bool) -> None:
    record = ra.ruleset.resolve(asked(enemies=enemies), dice=GivenDice([])).record
    assert ("turn-forced-forfeit" in record.rules) is told


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_nobody_to_pursue_and_routers_without_bases_are_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.routers"):
        ra.ruleset.resolve(ra.PursuitRequest(arm="sabres", speed=inches(12), routers=()), dice=GivenDice([]))
    with pytest.raises(InvalidRequestError, match=r"\$\.routers\[0\]\.bases.*pursuit-caught"):
        pursue(router(bases=0))


def twin(speed: int, routers: list[tuple[str, int, int]], enemies: list[tuple[int, str, bool]]) -> list[Fraction]:
    """The chance that each router is caught, worked out step by step along the line in quarter inches."""
    at, stopped = 0, False
    while not stopped and at <= speed * 4:
        stopped = any(
            (aspect == "front" and able and distance * 4 - at <= 8) or (aspect != "front" and distance * 4 - at <= 0)
            for distance, aspect, able in enemies
        )
        at += not stopped
    chances: list[Fraction] = []
    for category, rate, distance in routers:
        chance = Fraction(0)
        if (not stopped or distance * 4 <= at) and rate <= speed:
            chance = Fraction(1) if rate < speed else Fraction(1, 2) if category == "cavalry" else Fraction(0)
        chances.append(chance)
    return chances


@pytest.mark.rule("red_actions", "pur-sabres", "pur-catch")
@given(
    st.integers(4, 14),
    st.lists(st.tuples(st.sampled_from(CATEGORIES), st.integers(4, 14), st.integers(0, 14)), min_size=1, max_size=3),
    st.lists(
        st.tuples(st.integers(0, 17), st.sampled_from(("front", "flank", "rear")), st.booleans()),
        max_size=3,
    ),
)
def test_the_odds_are_those_of_the_twin(
    speed: int, routers: list[tuple[str, int, int]], enemies: list[tuple[int, str, bool]]
) -> None:
    request = asked(
        *(router(category, rate, 2, distance) for category, rate, distance in routers),
        speed=speed,
        enemies=tuple(ahead(distance, aspect, can_fight=able) for distance, aspect, able in enemies),
    )
    caught = [Fraction(0)] * len(routers)
    for outcome, chance in ra.ruleset.odds(request).items():
        for place, after in enumerate(outcome.routers):
            caught[place] += chance * after.caught
    assert caught == twin(speed, routers, enemies)


# ---------------------------------------------------------------- after a combat


def foe(name: str, arm: Any, speed: int, **state: Any) -> ra.Unit:
    return fighter(name, arm, card_fields={"id": f"{arm}_{speed}", "name": arm, "speed": inches(speed)}, **state)


def combat(first: ra.Charger, *others: ra.Contacted, faces: tuple[int, ...]) -> ra.CombatOutcome:
    return ra.ruleset.resolve(ra.CombatRequest(charger=first, contacted=others), dice=GivenDice(faces)).outcome


def sabres(**fields: Any) -> ra.Charger:
    return ra.Charger(unit=foe("Charger", "sabres", 12), **fields)


@pytest.mark.rule("red_actions", "pur-sabres", "com-sequence", "pursuit-caught")
def test_sabres_that_rout_an_enemy_pursue_and_catch_what_the_combat_left() -> None:
    after = combat(sabres(), ra.Contacted(unit=foe("Rifles", "rifle", 6, bases=5)), faces=(5, 6))
    rifles = after.contacted[0]
    # 10 to 8: the charged are stronger, so that an 11 defeats the charger.
    assert (after.stronger, after.charger.fate, after.charger.unit.bases) == ("contacted", "routs", 2)
    assert rifles.pursuit == ra.PursuitOutcome(
        pursues=False,
        moved=inches(0),
        halted=False,
        charges=None,
        routers=(ra.RouterAfter(caught=False, lost=0, prisoners=0),),
    )
    after = combat(sabres(), ra.Contacted(unit=foe("Rifles", "rifle", 6)), faces=(5, 6))
    rifles = after.contacted[0]
    assert (rifles.fate, rifles.lost, rifles.prisoners, rifles.unit.bases) == ("caught", 3, 1, 0)
    assert after.prisoners_of_charger == 1
    assert after.charger.pursuit is not None
    assert (after.charger.pursuit.moved, after.charger.unit.has_acted) == (inches(12), True)


@pytest.mark.rule("red_actions", "pur-sabres", "turn-forced-forfeit", "pur-catch")
def test_charged_sabres_that_win_pursue_and_lose_their_segment() -> None:
    held = ra.Contacted(unit=foe("Cossacks", "sabres", 12))
    after = combat(sabres(), held, faces=(1, 1, 4))
    assert (after.result, after.charger.fate, after.charger.lost) == ("S/Defeated", "caught", 3)
    assert (after.contacted[0].unit.has_acted, after.prisoners_of_contacted) == (True, 1)
    after = combat(sabres(), held, faces=(1, 1, 3))
    assert (after.charger.fate, after.charger.unit.bases) == ("routs", 2)
    stopped = ra.Contacted(unit=foe("Cossacks", "sabres", 12), ahead=(ahead(2),))
    after = combat(sabres(), stopped, faces=(1, 1))
    assert (after.charger.fate, after.contacted[0].unit.has_acted) == ("routs", False)


@pytest.mark.rule("red_actions", "pur-sabres", "cr-humiliated")
def test_who_is_ordered_back_does_not_pursue_a_winner_that_its_fear_routs() -> None:
    strong = ra.Charger(unit=foe("Charger", "sabres", 12, bases=6))
    weak = ra.Contacted(unit=foe("Cossacks", "sabres", 12, bases=3, moved_back=inches(6)))
    after = combat(strong, weak, faces=(2, 2, 6, 6))  # 12 : 6 is 2:1; a 12 always fails
    assert (after.result, after.charger.fate) == ("S/Humiliated", "routs")
    assert (after.contacted[0].fate, after.contacted[0].pursuit) == ("stays", None)


@pytest.mark.rule("red_actions", "pur-sabres", "com-sequence")
def test_a_winner_that_fails_its_serious_test_goes_back_and_does_not_pursue() -> None:
    officer = ra.OfficerToken(id="officer")
    first = ra.Charger(unit=foe("Charger", "sabres", 12, officer=officer))
    rifles = ra.Contacted(unit=foe("Rifles", "rifle", 6))
    fled = combat(first, rifles, faces=(6, 6, 1, 4, 4))
    assert (fled.charger.fate, fled.charger.pursuit, fled.contacted[0].fate) == ("retires", None, "routs")
    stayed = combat(first, rifles, faces=(6, 6, 1, 3, 4))
    assert (stayed.charger.fate, stayed.contacted[0].fate) == ("stays", "caught")


@pytest.mark.rule("red_actions", "pur-sabres", "cr-several-units")
def test_all_routers_of_a_combat_are_pursued_and_a_third_unit_may_be_met() -> None:
    both = tuple(ra.Contacted(unit=foe(name, "rifle", 6, bases=2)) for name in ("P", "Q"))
    after = combat(sabres(), *both, faces=(6, 6))
    assert [(each.fate, each.lost) for each in after.contacted] == [("caught", 2), ("caught", 2)]
    met = combat(sabres(ahead=(ahead(3, "rear"),)), *both, faces=(6, 6))
    assert [each.fate for each in met.contacted] == ["routs", "routs"]
    assert met.charger.pursuit is not None
    assert (met.charger.pursuit.charges, met.charger.pursuit.moved) == (0, inches(3))


@pytest.mark.rule("red_actions", "pur-sabres", "com-sequence")
def test_a_unit_that_routs_on_contact_is_pursued_after_the_combat_with_the_others() -> None:
    # P breaks under the marker of a flank charge; Q (2 x 4 against 8, Advantage) goes back on a 7.
    p = ra.Contacted(unit=foe("P", "rifle", 6, bases=2, terror=2), aspect="flank")
    after = combat(sabres(), p, ra.Contacted(unit=foe("Q", "rifle", 6)), faces=(3, 4))
    assert [each.fate for each in after.contacted] == ["caught", "retires"]
    assert (after.contacted[0].lost, after.contacted[0].prisoners, after.prisoners_of_charger) == (1, 1, 1)
    # A charger that goes back (a 2 is S/Defeated, a 5 S/Retires) pursues nobody.
    beaten = combat(sabres(), p, ra.Contacted(unit=foe("Q", "rifle", 6)), faces=(2, 3))
    assert (beaten.contacted[0].fate, beaten.charger.fate, beaten.charger.pursuit) == ("routs", "retires", None)


@pytest.mark.rule("red_actions", "pur-sabres", "pur-catch", "charge-rear")
def test_sabres_pursue_at_once_if_the_markers_of_contact_leave_nobody_to_fight() -> None:
    # 3 markers on 2 bases are a rout; sabres of equal speed are caught on a 4 or more, and no other die is thrown.
    p = ra.Contacted(unit=foe("P", "sabres", 12, bases=2), aspect="rear")
    after = combat(sabres(), p, faces=(4,))
    assert (after.result, after.contacted[0].fate, after.charger.unit.has_acted) == (None, "caught", True)
    away = combat(sabres(), p, faces=(3,))
    assert (away.contacted[0].fate, away.charger.unit.has_acted) == ("routs", True)
    halted = combat(sabres(ahead=(ahead(2),)), p, faces=())
    assert (halted.contacted[0].fate, halted.charger.unit.has_acted) == ("routs", False)
    stay = combat(ra.Charger(unit=foe("Charger", "rifle", 6)), p, faces=())
    assert stay.charger.pursuit is not None
    assert (stay.contacted[0].fate, stay.charger.pursuit.pursues) == ("routs", False)


@pytest.mark.rule("red_actions", "pur-sabres", "pur-catch", "cr-officers")
@pytest.mark.parametrize(("stop", "fate"), [(7, "routs"), (9, "caught")])
def test_a_retreat_before_the_rout_is_part_of_the_way(stop: int, fate: str) -> None:
    # One base goes back 3 inches from a 4:1, then the marker for its only officer makes it rout 6 inches more.
    rifles = foe("Rifles", "rifle", 6, bases=1, officer=ra.OfficerToken(id="officer"))
    after = combat(sabres(ahead=(ahead(stop, "rear"),)), ra.Contacted(unit=rifles), faces=(1, 2, 1))
    assert (after.result, after.contacted[0].fate) == ("W/Retires 1 x Ter", fate)
    assert (after.contacted[0].retired, after.contacted[0].routed) == (inches(3), inches(6))


@pytest.mark.rule("red_actions", "pur-others")
def test_victorious_riflemen_stay() -> None:
    first = ra.Charger(unit=foe("Charger", "rifle", 6))
    after = combat(first, ra.Contacted(unit=foe("Rifles", "rifle", 4)), faces=(6, 6))
    assert (after.contacted[0].fate, after.charger.unit.has_acted) == ("routs", False)
