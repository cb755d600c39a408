"""Rallying: from terror, from being pinned, from rout."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from red_actions_asking import answer
from red_actions_units import card, unit

from rcw_rules import IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import effective_number

DICE = list(product(range(1, 7), repeat=2))
BLIND = {"enemy_in_sight": False}
MOB = card(characteristics=("Mob",))


def routers(troops: ra.TroopCard | None = None, **changes: Any) -> ra.Unit:
    return unit(troops, **{"routing": True, "rout_turns": 1, **changes})


# From terror.


def shed(who: ra.Unit, *faces: int, **fields: Any) -> ra.RallyTerrorOutcome:
    outcome: ra.RallyTerrorOutcome = answer(ra.RallyTerrorRequest(unit=who, **fields), *faces)
    return outcome


@pytest.mark.rule("red_actions", "rally-terror", "rally-terror-house", "conv-marker-count", "defs-humiliated")
@pytest.mark.parametrize(
    ("terror", "humiliated", "pinned"), [(3, 1, True), (4, 0, False), (2, 1, False), (0, 0, False)]
)
def test_all_terror_goes_and_nothing_else(terror: int, humiliated: int, pinned: bool) -> None:
    outcome = shed(unit(terror=terror, humiliated=humiliated, pinned=pinned))
    after = outcome.unit
    assert (after.terror, after.humiliated, after.markers, after.pinned) == (0, humiliated, humiliated, pinned)
    assert (after.has_acted, outcome.hesitated) == (True, False)


@pytest.mark.rule("red_actions", "char-mob-hesitation", "rally-terror", "char-white-officer-base")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_mob_in_sight_of_the_enemy_may_hesitate(face: int) -> None:
    outcome = shed(unit(MOB, terror=2), face)
    assert (outcome.hesitated, outcome.unit.terror) == ((True, 2) if face <= 2 else (False, 0))
    assert shed(unit(MOB, terror=2), **BLIND).unit.terror == 0
    led = unit(officer=ra.OfficerToken(id="m", characteristics=("Mob",)), terror=2)
    assert shed(led, face).hesitated is (face <= 2)
    stiffened = unit(
        card(characteristics=("Mob",), morale_as="v"), white_officer_base=True, morale_card=card(id="v"), terror=2
    )
    assert shed(stiffened).unit.terror == 0


@pytest.mark.rule("red_actions", "char-storm", "char-specialist", "off-mob")
@pytest.mark.parametrize("own", ["Storm", "Specialist"])
def test_troops_who_ignore_an_officer_of_the_mob_never_hesitate(own: Any) -> None:
    led = unit(
        card(characteristics=(own,)), officer=ra.OfficerToken(id="m", characteristics=("Mob",)), terror=2, pinned=True
    )
    assert shed(led).unit.terror == 0
    assert unpin(led, 4, 4).unpinned
    assert rally(evolve(led, routing=True), 4, 4).result == "rallied"


@pytest.mark.rule("red_actions", "defs-humiliated", "defs-effective-bases", "rally-terror")
def test_a_humiliated_marker_still_counts_after_the_rally() -> None:
    before = unit(terror=1, humiliated=1)
    after = shed(before).unit
    assert effective_number(before.bases, before.markers) == 2
    assert effective_number(after.bases, after.markers) == 3


@pytest.mark.rule("red_actions", "defs-terror-rout", "rally-terror", "rally-pinned")
def test_who_has_more_markers_than_bases_routs_and_does_not_rally_as_others_do() -> None:
    for rallies in (shed, unpin):
        with pytest.raises(InvalidRequestError, match=r"\$\.unit\.terror: 5 markers on 2 bases: .*defs-terror-rout"):
            rallies(unit(bases=2, terror=5, pinned=True))
    assert shed(unit(bases=2, terror=2)).unit.terror == 0


@pytest.mark.rule("red_actions", "rally-terror", "rout-unit-state", "act-one-only")
def test_who_may_not_rally_from_terror() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.routing: .*rout-unit-state"):
        shed(routers(terror=2))
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.has_acted: .*act-one-only"):
        shed(unit(terror=2, has_acted=True))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.bases: .*conv-bad-input"):
        shed(unit(bases=0))


# From being pinned.


def unpin(who: ra.Unit, *faces: int, **fields: Any) -> ra.RallyPinnedOutcome:
    outcome: ra.RallyPinnedOutcome = answer(ra.RallyPinnedRequest(unit=who, **fields), *faces)
    return outcome


@pytest.mark.rule("red_actions", "rally-pinned", "mor-fail-rally-pinned", "defs-pinned")
def test_a_rally_test_takes_the_pin_away() -> None:
    pinned = unit(card(rally=7), pinned=True, terror=1)
    passed = unpin(pinned, 3, 4)
    assert (passed.unpinned, passed.unit) == (True, evolve(pinned, pinned=False))
    failed = unpin(pinned, 4, 4)
    assert (failed.unpinned, failed.hesitated, failed.unit) == (False, False, pinned)
    near = ra.Situation(fortified=True)
    assert unpin(pinned, 4, 5, situation=near).unpinned


@pytest.mark.rule("red_actions", "rally-pinned", "char-mob-hesitation")
@pytest.mark.parametrize("face", [1, 2])
def test_a_mob_that_hesitates_does_not_test(face: int) -> None:
    outcome = unpin(unit(MOB, pinned=True), face)
    assert (outcome.unpinned, outcome.hesitated, outcome.unit.pinned) == (False, True, True)
    assert unpin(unit(MOB, pinned=True), 3, 4, 4).unpinned
    assert unpin(unit(MOB, pinned=True), 4, 4, **BLIND).unpinned


@pytest.mark.rule("red_actions", "rally-pinned", "rout-unit-state", "conv-cards-missing")
def test_who_may_not_rally_from_being_pinned() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.pinned: .*rally-pinned"):
        unpin(unit())
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.routing: .*rout-unit-state"):
        unpin(routers(pinned=True))
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.has_acted: .*turn-forced-forfeit"):
        unpin(unit(pinned=True, has_acted=True))
    with pytest.raises(InvalidRequestError, match=r"ambushed_marching: .*march-ambushed"):
        unpin(unit(pinned=True), situation=ra.Situation(ambushed_marching=True))
    with pytest.raises(NeedsRuling, match="the field rally on the troop card"):
        unpin(unit(card(rally=None), pinned=True))


@pytest.mark.rule("red_actions", "rally-pinned", "char-mob-hesitation")
@pytest.mark.parametrize("mob", [True, False])
def test_the_odds_of_unpinning_are_those_of_every_face(mob: bool) -> None:
    good = sum(1 for dice in DICE if sum(dice) <= 8)
    expected = Fraction(good, 36) * (Fraction(4, 6) if mob else 1)
    odds = ra.ruleset.odds(ra.RallyPinnedRequest(unit=unit(MOB if mob else card(), pinned=True)))
    assert odds.probability(lambda outcome: outcome.unpinned) == expected
    assert odds.probability(lambda outcome: outcome.hesitated) == (Fraction(1, 3) if mob else 0)


# From rout.


def rally(who: ra.Unit, *faces: int, choices: Any = None, options: Any = None, **fields: Any) -> ra.RallyRoutOutcome:
    asked = ra.RallyRoutRequest(unit=who, **fields)
    outcome: ra.RallyRoutOutcome = answer(asked, *faces, choices=choices, **(options or {}))
    return outcome


def chased(distance: int | str, speed: int = 12) -> tuple[ra.Pursuer, ...]:
    return (ra.Pursuer(distance=inches(distance), speed=inches(speed)),)


@pytest.mark.rule("red_actions", "rally-rout-success", "rout-unit-state")
def test_routers_who_rally_lose_their_terror_and_keep_the_rest() -> None:
    outcome = rally(routers(terror=3, humiliated=1, pinned=True, bases=3, evading=True), 3, 5)
    after = outcome.unit
    assert (outcome.result, outcome.attempted, outcome.move, outcome.weapons) == ("rallied", True, None, None)
    assert (after.routing, after.terror, after.humiliated, after.pinned) == (False, 0, 1, True)
    assert (after.has_acted, after.evading, after.rallied, after.rout_turns) == (True, False, True, 0)
    assert outcome.no_advance_turns == 0


@pytest.mark.rule("red_actions", "rally-rout-success", "evade-speed", "evade-switch", "retire-manner")
def test_who_has_rallied_from_rout_does_not_evade_in_that_turn() -> None:
    rallied = rally(routers(pinned=True), 3, 5).unit
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.evading: .*rally-rout-success"):
        answer(ra.RetireRequest(unit=evolve(rallied, evading=True)))
    # Whom fire makes retire counts as evading all the same.
    back = answer(ra.RetireRequest(unit=rallied)).unit
    assert (back.rallied, back.evading, back.moved_back) == (True, True, inches(3))


@pytest.mark.rule("red_actions", "rally-rout-failure", "mor-fail-rally-rout")
def test_a_failure_humiliates_and_they_rout_on() -> None:
    outcome = rally(routers(terror=1), 5, 4)
    assert (outcome.result, outcome.attempted) == ("routs_on", True)
    assert (outcome.unit.terror, outcome.unit.humiliated, outcome.unit.routing) == (1, 1, True)
    assert (outcome.unit.rout_turns, outcome.unit.has_acted) == (2, True)
    assert outcome.move is not None
    assert (outcome.move.end, outcome.move.moved) == ("moved", inches(6))
    enemy = ra.RoutWay(obstacles=(ra.InTheWay(what="enemy", distance=inches(3)),))
    caught = rally(routers(), 6, 6, way=enemy)
    assert (caught.result, caught.unit.bases) == ("removed", 0)
    assert caught.move is not None
    assert caught.move.prisoners == 4


@pytest.mark.rule("red_actions", "rally-rout-when", "conv-within")
@pytest.mark.parametrize(("distance", "attempted"), [(12, False), ("12.5", True), ("12.001", True), (0, False)])
def test_pursuers_within_a_move_of_theirs_prevent_a_rally(distance: Any, attempted: bool) -> None:
    outcome = rally(routers(), *([1, 1] if attempted else []), pursuers=chased(distance))
    assert outcome.attempted is attempted
    assert outcome.result == ("rallied" if attempted else "routs_on")
    assert outcome.unit.humiliated == 0
    far_and_near = (*chased(30), *chased(5, 6))
    assert not rally(routers(), pursuers=far_and_near).attempted


@pytest.mark.rule("red_actions", "rally-rout-when")
def test_who_is_too_humiliated_never_rallies_and_nobody_must() -> None:
    outcome = rally(routers(bases=2, humiliated=3))
    assert (outcome.attempted, outcome.unit.humiliated, outcome.result) == (False, 3, "routs_on")
    assert rally(routers(bases=2, humiliated=2), 1, 1).result == "rallied"
    unwilling = rally(routers(), choices={"rally_from_rout": lambda who, alternatives: False})
    assert (unwilling.attempted, unwilling.unit.humiliated, unwilling.result) == (False, 0, "routs_on")


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "rally-rout-when")
def test_whoever_began_to_rout_before_its_segment_rallies_in_the_next_turn() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.has_acted: .*turn-forced-forfeit"):
        rally(routers(has_acted=True))
    routs_on = rally(routers(), 6, 6).unit
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.has_acted: .*turn-forced-forfeit"):
        rally(routs_on)
    assert rally(evolve(routs_on, has_acted=False), 1, 1).result == "rallied"


@pytest.mark.rule("red_actions", "char-mob-hesitation", "rally-rout-when")
def test_a_routing_mob_that_hesitates_routs_on_without_a_marker() -> None:
    outcome = rally(routers(MOB), 2)
    assert (outcome.result, outcome.attempted, outcome.unit.humiliated) == ("routs_on", False, 0)
    assert outcome.move is not None
    assert rally(routers(MOB), 3, 4, 4).result == "rallied"
    assert rally(routers(MOB), 4, 4, way=ra.RoutWay(enemy_in_sight=False)).result == "rallied"


@pytest.mark.rule("red_actions", "rally-rout-mg-mortar", "rout-guns")
@pytest.mark.parametrize("arm", ["mg", "mortar"])
def test_teams_leave_their_weapons_when_they_do_not_rally_at_once(arm: str) -> None:
    team = routers(card(arm, rally=2), bases=2)
    assert rally(team, 4, 4, infantry_rally=8).weapons == "kept"
    failed = rally(team, 4, 5, infantry_rally=8)
    assert (failed.result, failed.weapons) == ("routs_on", "left_behind")
    later = rally(team, 4, 4, infantry_rally=8, attempt=2)
    assert (later.result, later.weapons, later.unit.bases) == ("rallied", "left_behind", 2)
    gone = rally(team, 4, 4, infantry_rally=8, attempt=2, weapons_threatened=True)
    assert (gone.result, gone.weapons, gone.unit.bases) == ("removed", "lost", 0)
    assert rally(team, 4, 4, infantry_rally=8, weapons_threatened=True).weapons == "kept"
    with pytest.raises(NeedsRuling, match=r"infantry_rally.*rally-rout-mg-mortar"):
        rally(team)
    assert rally(team, pursuers=chased(1)).weapons is None
    assert rally(team, pursuers=chased(1), attempt=2).weapons == "left_behind"


@pytest.mark.rule("red_actions", "rout-guns", "rally-rout-mg-mortar")
def test_gun_crews_rally_as_mortar_teams_only_by_an_option_and_limbered_guns_as_others() -> None:
    crews = {"gun_crews_as_mortars": True}
    guns = routers(card("gun"), bases=2)
    assert rally(guns, 4, 4, infantry_rally=8, options=crews).weapons == "kept"
    failed = rally(guns, 5, 4, infantry_rally=8, options=crews)
    assert failed.move is not None
    assert (failed.weapons, failed.move.moved) == ("left_behind", inches(3))
    limbered = rally(routers(card("gun"), bases=2, limbered=True), 4, 4)
    assert (limbered.result, limbered.weapons) == ("rallied", None)


@pytest.mark.rule("red_actions", "rally-optional-no-advance")
def test_each_turn_in_rout_may_cost_two_turns_of_advance() -> None:
    assert rally(routers(rout_turns=3), 1, 1, options={"rout_no_advance": True}).no_advance_turns == 6
    assert rally(routers(rout_turns=3), 1, 1).no_advance_turns == 0
    assert rally(routers(rout_turns=3), 6, 6, options={"rout_no_advance": True}).no_advance_turns == 0


@pytest.mark.rule("red_actions", "rally-optional-standard-ra", "conv-natural-twelve", "wx-night-morale")
@pytest.mark.parametrize(
    ("number", "dice", "night", "result"),
    [
        (7, (3, 4), "off", "rallied"),
        (7, (4, 4), "off", "routs_on"),
        (7, (4, 5), "off", "routs_on"),
        (7, (4, 6), "off", "removed"),
        (11, (6, 6), "off", "removed"),
        (13, (6, 6), "off", "removed"),
        (11, (5, 6), "off", "rallied"),
        (7, (4, 5), "dark", "removed"),
        (7, (4, 4), "dark", "routs_on"),
        (7, (3, 4), "dark", "routs_on"),
    ],
)
def test_by_the_standard_rules_it_matters_how_badly_they_fail(number: int, dice: Any, night: str, result: str) -> None:
    outcome = rally(routers(card(rally=number)), *dice, options={"standard_ra_rally": True, "night": night})
    assert outcome.result == result
    assert outcome.unit.humiliated == 0
    assert (outcome.move is not None) is (result == "routs_on")
    assert (outcome.unit.bases == 0) is (result == "removed")


@pytest.mark.rule("red_actions", "rally-optional-standard-ra")
@pytest.mark.parametrize("arm", ["mg", "mortar"])
def test_by_the_standard_rules_teams_never_rally(arm: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.card\.arm: .*rally-optional-standard-ra"):
        rally(routers(card(arm), bases=1), 1, 1, infantry_rally=8, options={"standard_ra_rally": True})


@pytest.mark.rule("red_actions", "misc-table-edge")
def test_off_the_table_there_is_one_attempt() -> None:
    assert rally(routers(), 4, 4, off_table=True).result == "rallied"
    failed = rally(routers(), 4, 5, off_table=True)
    assert (failed.result, failed.attempted, failed.move, failed.unit.bases) == ("removed", True, None, 0)
    unwilling = rally(routers(), off_table=True, choices={"rally_from_rout": lambda who, alternatives: False})
    assert (unwilling.result, unwilling.attempted) == ("removed", False)
    assert rally(routers(), 4, 5, off_table=True, options={"standard_ra_rally": True}).result == "removed"


@pytest.mark.rule("red_actions", "conv-bad-input", "rally-rout-when", "conv-cards-missing")
def test_what_is_no_rally_from_rout_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.routing: .*conv-bad-input"):
        rally(unit(pinned=True))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.bases: .*conv-bad-input"):
        rally(routers(bases=0))
    with pytest.raises(InvalidRequestError, match=r"\$\.attempt: .*rally-rout-mg-mortar"):
        rally(routers(), attempt=0)
    with pytest.raises(NeedsRuling, match=r"the field rally on the troop card 'c'.*conv-cards-missing"):
        rally(routers(card(rally=None)))


@pytest.mark.rule("red_actions", "rally-rout-success", "rally-rout-failure", "rally-optional-standard-ra")
@pytest.mark.parametrize("standard", [True, False])
@pytest.mark.parametrize("mob", [True, False])
@pytest.mark.parametrize("number", [5, 8, 12])
def test_the_odds_of_a_rally_are_those_of_every_face(standard: bool, mob: bool, number: int) -> None:
    expected: dict[tuple[str, int], Fraction] = {}
    for first, dice in product(range(1, 7), DICE):
        total = sum(dice)
        if mob and first <= 2:
            key = ("routs_on", 0)
        elif total <= number and total < 12:
            key = ("rallied", 0)
        elif standard:
            key = ("removed" if total == 12 or total > number + 2 else "routs_on", 0)
        else:
            key = ("routs_on", 1)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 216)
    troops = card(rally=number, characteristics=("Mob",) if mob else ())
    found: dict[tuple[str, int], Fraction] = {}
    odds = ra.ruleset.with_options(standard_ra_rally=standard).odds(ra.RallyRoutRequest(unit=routers(troops)))
    for outcome, chance in odds.items():
        key = (outcome.result, outcome.unit.humiliated)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected
