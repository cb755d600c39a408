"""Ambushes: scouting for them, and springing them with a charge or with fire."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from red_actions_charges import unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------- scouting


def scout(face: int, distance: str = "4", **fields: Any) -> ra.ScoutAmbushOutcome:
    request = ra.ScoutAmbushRequest(distance=inches(distance), **fields)
    outcome: ra.ScoutAmbushOutcome = ra.ruleset.resolve(request, dice=GivenDice([face])).outcome
    return outcome


@pytest.mark.rule("red_actions", "amb-scout")
@pytest.mark.parametrize("face", range(1, 7))
def test_found_on_four_or_more(face: int) -> None:
    assert scout(face).found is (face >= 4)


@pytest.mark.rule("red_actions", "amb-scout", "char-partisan", "off-clever", "conv-within")
@pytest.mark.parametrize(
    ("distance", "fields", "may"),
    [
        ("4", {}, True),
        ("4.1", {}, False),
        ("8", {"partisan": True}, True),
        ("8", {"clever": True}, True),
        ("8.1", {"partisan": True, "clever": True}, False),
    ],
)
def test_how_far_one_scouts(distance: str, fields: dict[str, Any], may: bool) -> None:
    if may:
        assert not scout(3, distance, **fields).found
    else:
        with pytest.raises(IllegalRequestError, match="amb-scout"):
            scout(3, distance, **fields)


@pytest.mark.rule("red_actions", "amb-scout-secret", "amb-scout")
@pytest.mark.parametrize(("field", "rule"), [("scouted_this_turn", "amb-scout-secret"), ("has_scouted", "amb-scout")])
def test_one_look_a_turn(field: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError) as found:
        scout(4, **dict[str, Any]({field: True}))
    (objection,) = found.value.verdict.objections
    assert (objection.rule, objection.path) == (rule, f"$.{field}")


@pytest.mark.rule("red_actions", "amb-scout-secret")
def test_a_secret_die_is_told_to_the_ambushers_only() -> None:
    assert (scout(5, secret=True).told_to, scout(5).told_to) == ("ambushers", "both")


@pytest.mark.rule("red_actions", "amb-scout")
def test_odds_of_scouting() -> None:
    odds = ra.ruleset.odds(ra.ScoutAmbushRequest(distance=inches(1)))
    assert odds.probability(lambda outcome: outcome.found) == Fraction(sum(face >= 4 for face in range(1, 7)), 6)


# ---------------------------------------------------------------- springing


def troops(arm: Any, side: Any, bases: int = 4, **state: Any) -> ra.Unit:
    return unit(arm, side, bases, card={"shooting_value": Fraction(2), "fighting_value": Fraction(3)}, **state)


HIDDEN, MOVER = troops("sabres", "white"), troops("rifle", "red")
MARCHING = ra.Situation(ambushed_marching=True)
PASS, FAIL = (3, 4), (4, 4)


def ambush(
    mover: ra.Unit = MOVER,
    points: tuple[int, ...] = (14,),
    *,
    before: int = 16,
    kind: Any = "ambush",
    situation: ra.Situation | None = None,
    hidden: ra.Unit = HIDDEN,
    **fields: Any,
) -> ra.SpringAmbushRequest:
    contact = ra.Contacted(unit=mover, situation=situation or ra.Situation())
    target = ra.ChargedUnit(contact=contact, distance=inches(99))
    attack = ra.ChargeRequest(charger=ra.Charger(unit=hidden), kind=kind, targets=(target,))
    near = tuple(inches(point) for point in points)
    return ra.SpringAmbushRequest(
        **{"hides_in": "woods", "before": inches(before), "points": near, "charge": attack, **fields}
    )


def fire(*shooters: ra.Unit, mover: ra.Unit = MOVER, points: tuple[int, ...] = (6,), **fields: Any) -> Any:
    shots = tuple(ra.ShootRequest(shooter=shooter, target=mover, distance=inches(6)) for shooter in shooters)
    near = tuple(inches(point) for point in points)
    return ra.SpringAmbushRequest(
        **{"hides_in": "hollow", "before": inches(9), "points": near, "shots": shots, **fields}
    )


def answered(*more: ra.Unit, by: ra.Unit = MOVER, mover: ra.Unit = MOVER, **fields: Any) -> Any:
    """Fire in the ambushers' own segment, that of the last of them returned."""
    ambushers = (*more, troops("rifle", "white"))
    back = ra.ShootRequest(shooter=by, target=ambushers[-1], distance=inches(9))
    facts = {"before": inches(6), "occasion": "own_segment", "answer": back, **fields}
    return fire(*ambushers, mover=mover, **facts)


def on_the_march(request: ra.SpringAmbushRequest) -> ra.SpringAmbushRequest:
    return evolve(request, shots=tuple(evolve(shot, situation=MARCHING) for shot in request.shots))


def spring(request: ra.SpringAmbushRequest, *faces: int, **more: Any) -> ra.SpringAmbushOutcome:
    outcome: ra.SpringAmbushOutcome = ra.ruleset.resolve(request, dice=GivenDice(faces), **more).outcome
    return outcome


def refused(request: ra.SpringAmbushRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as found:
        spring(request)
    return [(objection.rule, objection.path) for objection in found.value.verdict.objections]


@pytest.mark.rule("red_actions", "amb-spring", "amb-benefits", "pre-ambush")
def test_a_mover_who_comes_within_the_longer_charge() -> None:
    # A marker, two fear tests, no charge test, no fire; 12 against 3 x 3 is the advantage.
    outcome = spring(ambush(), *PASS, *PASS, 3, 4)
    assert (outcome.at, outcome.target.terror, outcome.target.has_acted) == (inches(14), 1 + 1, True)
    assert outcome.charge is not None
    assert (outcome.charge.end, outcome.charge.advanced) == ("contact", inches(14))


@pytest.mark.rule("red_actions", "amb-spring", "conv-within")
def test_who_moves_away_or_stays_out_of_reach_is_safe() -> None:
    assert refused(ambush(points=(15,), before=13)) == [("amb-spring", "$.points")]
    assert refused(ambush(points=(14,), before=14)) == [("amb-spring", "$.points")]
    assert refused(ambush(points=(15,))) == [("amb-spring", "$.points")]


@pytest.mark.rule("red_actions", "amb-spring")
def test_the_ambusher_chooses_the_point() -> None:
    path = ambush(points=(15, 14, 12, 13))
    seen: list[tuple[int, ...]] = []

    def last(approach: Any, alternatives: tuple[int, ...]) -> int:
        seen.append(alternatives)
        return alternatives[-1]

    assert spring(path, *FAIL).at == inches(14)
    assert spring(path, *FAIL, choices={"spring_at": last}).at == inches(13)
    assert seen == [(1, 2, 3)]


@pytest.mark.rule("red_actions", "amb-benefits", "mor-triggers", "defs-terror-rout")
def test_both_fear_tests_and_the_marker() -> None:
    assert spring(ambush(), *FAIL).target.routing
    assert spring(ambush(), *PASS, *FAIL).target.routing
    shaken = troops("rifle", "red", bases=3, terror=3)
    outcome = spring(ambush(shaken))  # four markers: no test at all
    assert (outcome.target.terror, outcome.target.routing) == (4, True)


@pytest.mark.rule("red_actions", "amb-benefits")
def test_a_second_ambusher_frightens_only_by_its_charge() -> None:
    outcome = spring(ambush(kind="joined_ambush"), *FAIL)
    assert (outcome.target.terror, outcome.target.routing) == (0, True)


@pytest.mark.rule("red_actions", "march-ambushed")
def test_the_march_weighs_on_the_first_test_only() -> None:
    # 7 less 3: a 5 fails the test for the ambush; after a 4 the test for the charge needs 7.
    assert spring(ambush(situation=MARCHING), 2, 3).target.routing
    passed = spring(ambush(situation=MARCHING), 2, 2, 3, 4, 3, 4)
    assert not passed.target.routing
    # The same of an ambush by fire; after a 4 the unit stands, and a 2 in the column for 8 does nothing.
    shot = on_the_march(fire(troops("rifle", "white")))
    assert spring(shot, 2, 3).target.routing
    assert not spring(shot, 2, 2, 1, 1).target.routing


@pytest.mark.rule("red_actions", "march-ambushed")
def test_all_ambushers_meet_the_unit_on_the_march_or_none() -> None:
    both = fire(troops("rifle", "white"), evolve(troops("rifle", "white"), name="2nd"))
    second = evolve(both, shots=(both.shots[0], evolve(both.shots[1], situation=MARCHING)))
    with pytest.raises(InvalidRequestError, match=r"\$\.shots\[1\]\.situation\.ambushed_marching: .*march-ambushed"):
        spring(second)


@pytest.mark.rule("red_actions", "amb-where", "amb-scout", "amb-spring", "charge-conditions", "act-one-only")
@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (ambush(hides_in="open_ground"), ("amb-where", "$.hides_in")),
        (ambush(scouted_out=True), ("amb-scout", "$.scouted_out")),
        (
            ambush(hidden=troops("sabres", "white", has_acted=True)),
            ("charge-conditions", "$.charge.charger.unit.has_acted"),
        ),
        (fire(troops("rifle", "white", has_acted=True)), ("act-one-only", "$.shots[0].shooter.has_acted")),
        (fire(troops("rifle", "white"), points=(7,)), ("amb-spring", "$.points")),  # beyond half of 12
        (fire(troops("rifle", "white", routing=True)), ("rout-unit-state", "$.shots[0].shooter.routing")),
    ],
)
def test_what_is_refused(request_: ra.SpringAmbushRequest, why: tuple[str, str]) -> None:
    assert refused(request_) == [why]


@pytest.mark.rule("red_actions", "amb-corner")
def test_ambushers_seen_round_a_corner_spring_in_their_own_segment() -> None:
    # Nobody comes nearer; all else is as ever.
    outcome = spring(ambush(points=(14,), before=14, occasion="own_segment"), *PASS, *FAIL)
    assert (outcome.target.terror, outcome.target.routing) == (1, True)
    assert refused(ambush(points=(15,), before=15, occasion="own_segment")) == [("amb-spring", "$.points")]


@pytest.mark.rule("red_actions", "amb-benefits", "amb-spring")
def test_an_ambush_of_fire_by_two_units_frightens_once() -> None:
    first, second = troops("rifle", "white"), troops("rifle", "white", name="second")
    # 4 x 2 at close range: the column of 5 to 8, where 2 is nothing.
    outcome = spring(fire(first, second), *PASS, 1, 1, 1, 1)
    assert (outcome.target.terror, len(outcome.shots), outcome.rout) == (1, 2, None)
    assert all(shot.shooter.has_acted for shot in outcome.shots)


@pytest.mark.rule("red_actions", "pre-return-fire", "amb-corner", "amb-benefits")
def test_who_is_ambushed_where_he_stands_may_return_the_fire() -> None:
    # One marker of the ambush on four bases: 3 x 2 at close range is in the column of 5 to 8, where 10 is Ter. They
    # fire with 4 x 2 in the same column, where 7 is Ret, after which the target stands 3 inches back.
    outcome = spring(answered(), *PASS, 3, 4, 4, 6)
    assert (outcome.target.terror, outcome.target.moved_back, outcome.target.has_acted) == (1, inches(3), True)
    assert outcome.answer is not None
    assert (outcome.answer.unit, outcome.answer.unit.terror) == (outcome.shots[0].shooter, 1)
    # Ter from the first of two: 2 x 2 is in the column of 3 to 4, where 7 is nothing.
    first = troops("rifle", "white", name="first")
    second = spring(answered(first), *PASS, 4, 6, 1, 1, 3, 4)
    assert (second.target.terror, second.target.has_acted, len(second.shots)) == (2, True, 2)
    assert second.answer is not None
    assert (second.answer.unit.terror, second.answer.gave_way) == (0, False)
    declined = spring(answered(), *PASS, 3, 4, choices={"return_fire": lambda request, alternatives: False})
    assert (declined.answer, declined.target.moved_back) == (None, inches(3))
    assert spring(answered(), *FAIL).answer is None  # the target routs before anybody fires


@pytest.mark.rule("red_actions", "pre-only-four", "pre-return-fire", "march-ambushed", "amb-spring")
@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (answered(occasion="enemy_move", before=inches(9)), ("pre-only-four", "$.answer.shooter.has_acted")),
        (
            answered(by=evolve(MOVER, has_acted=True), mover=evolve(MOVER, has_acted=True)),
            ("pre-only-four", "$.answer.shooter.has_acted"),
        ),
        (
            answered(by=troops("gun", "red", limbered=True), mover=troops("gun", "red", limbered=True)),
            ("pre-return-fire", "$.answer.shooter.card.arm"),
        ),
        (on_the_march(answered()), ("march-ambushed", "$.answer")),
    ],
)
def test_when_ambushers_are_not_answered(request_: ra.SpringAmbushRequest, why: tuple[str, str]) -> None:
    assert why in refused(request_)


@pytest.mark.rule("red_actions", "amb-spring", "wx-night-friends")
@pytest.mark.parametrize(("night", "why"), [("dark", "amb-spring"), ("off", "wx-night-friends")])
def test_nobody_lies_in_ambush_for_friends(night: Any, why: str) -> None:
    near = fire(troops("rifle", "red", name="friends"), points=(3,))
    verdict = ra.ruleset.with_options(night=night).verdict(near)
    assert [(found.rule, found.path) for found in verdict.objections] == [(why, "$.shots[0].target.side")]


@pytest.mark.rule("red_actions", "amb-spring", "wx-night-friends")
@pytest.mark.parametrize(("ambusher", "mover"), [("red", "white"), ("white", "red")])
def test_either_side_lies_in_ambush_at_night(ambusher: Any, mover: Any) -> None:
    near = fire(troops("rifle", ambusher), mover=troops("rifle", mover), points=(3,))
    assert ra.ruleset.with_options(night="dark").verdict(near)


@pytest.mark.rule("red_actions", "amb-benefits", "rout-move")
def test_a_rout_stops_the_fire() -> None:
    outcome = spring(fire(troops("rifle", "white")), *FAIL)
    assert (outcome.target.routing, outcome.shots) == (True, ())
    assert outcome.rout is not None
    assert outcome.rout.moved == inches(6)


@pytest.mark.rule("red_actions", "amb-benefits", "rout-move")
def test_fire_that_routs_ends_the_ambush() -> None:
    shaken = troops("rifle", "red", bases=3, terror=2)
    first, second = troops("rifle", "white"), troops("rifle", "white", name="second")
    outcome = spring(fire(first, second, mover=shaken), *PASS, 4, 5)  # Ter: a fourth marker
    assert (outcome.target.terror, outcome.target.routing, len(outcome.shots)) == (4, True, 1)


@pytest.mark.rule("red_actions", "amb-benefits", "amb-spring")
def test_exact_odds_of_a_rout_by_an_ambush() -> None:
    # Twice 2d6 against 7: the second only after the first. The course after that is left to the charge's own odds.
    sums = [first + second for first, second in product(range(1, 7), repeat=2)]
    holds = Fraction(sum(total <= 7 for total in sums), 36)
    odds = ra.ruleset.odds(ambush())
    routs_at_once = odds.probability(lambda outcome: outcome.charge is not None and outcome.charge.end == "halted")
    assert routs_at_once == 1 - holds * holds


@pytest.mark.rule("red_actions", "conv-bad-input", "amb-spring")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ambush(charge=None), r"\$\.charge"),
        (ambush(kind="declared"), r"\$\.charge\.kind"),
        (fire(troops("rifle", "white"), troops("rifle", "white")), r"\$\.shots\[1\]\.shooter\.name"),
        (ambush(points=()), r"\$\.points"),
        (ambush(answer=answered().answer), r"\$\.answer\.target"),
        (fire(troops("rifle", "white", name="other"), answer=answered().answer), r"\$\.answer\.target"),
        (answered(by=evolve(MOVER, terror=1)), r"\$\.answer\.shooter"),
    ],
)
def test_what_is_malformed(request_: ra.SpringAmbushRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        spring(request_)


@pytest.mark.rule("red_actions", "rout-unit-state", "amb-benefits")
def test_routers_who_come_near_are_shot_at_and_do_not_rout_again() -> None:
    routers = troops("rifle", "red", routing=True)
    outcome = spring(fire(troops("rifle", "white"), mover=routers), 1, 1)  # no fear test: the throw is the fire
    assert (len(outcome.shots), outcome.rout, outcome.target.routing) == (1, None, True)
    assert outcome.target.terror >= 1


@pytest.mark.rule("red_actions", "amb-corner", "charge-target-shoots")
def test_who_stands_before_ambushers_in_their_own_segment_may_still_have_his() -> None:
    offers: list[tuple[str, ...]] = []

    def respond(seen: Any, alternatives: tuple[str, ...]) -> str:
        offers.append(alternatives)
        return "stand"

    answers = {"charge_response": respond}
    spring(ambush(points=(8,), before=8, occasion="own_segment"), *PASS, *PASS, 3, 4, choices=answers)
    assert offers == [("stand", "flee", "shoot")]
    spring(ambush(points=(8,)), *PASS, *PASS, 3, 4, choices=answers)  # cut off in its move: it only stands
    assert len(offers) == 1


@pytest.mark.rule("red_actions", "rout-guns", "amb-benefits")
def test_guns_whose_crews_run_from_an_ambush_stay_on_their_place() -> None:
    guns = troops("gun", "red", bases=2)
    here: dict[str, Any] = {"mover": guns, "before": inches(6), "occasion": "own_segment"}
    frightened = spring(fire(troops("rifle", "white"), **here), *FAIL)
    assert (frightened.target.bases, frightened.guns_left, frightened.shots, frightened.rout) == (0, 2, (), None)
    # 4 x 2 is the column of 5 to 8, where 9 is Ter: two of them and that of the ambush are 3 markers on 2 guns.
    shot = spring(fire(troops("rifle", "white"), troops("rifle", "white", name="second"), **here), *PASS, 4, 5, 4, 5)
    assert (shot.target.bases, shot.guns_left, len(shot.shots)) == (0, 2, 2)
    assert spring(fire(troops("rifle", "white"), **here), *PASS, 1, 1).guns_left == 0
    assert spring(ambush(guns), *FAIL).guns_left == 2


@pytest.mark.rule("red_actions", "amb-spring", "conv-cards-missing")
def test_the_range_that_a_card_lacks_is_asked_for_and_is_no_reason_against_the_ambush() -> None:
    rifles = troops("rifle", "white")
    bare = evolve(rifles, card=evolve(rifles.card, range=None, shooting_value=None))
    assert ra.ruleset.verdict(fire(bare))
    found = ra.ruleset.verdict(fire(bare, scouted_out=True)).objections
    assert [(each.rule, each.path) for each in found] == [("amb-scout", "$.scouted_out")]
    with pytest.raises(NeedsRuling, match=r"range.*conv-cards-missing"):
        spring(fire(bare))
