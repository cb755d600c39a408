"""Units that contradict themselves, sides that do not fit, and JSON that is no unit: refused by field and rule."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_refusals import refuse_dice

from rcw_rules import AskingDice, DiceError, GivenDice, IllegalRequestError, InvalidRequestError, wire
from rcw_rules import red_white as rw
from rcw_rules.kernel.procedures import Request

PLAIN: dict[str, Any] = {"side": "red", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 8}
CAR: dict[str, Any] = {"side": "red", "type": "armoured_car", "has_leader": True}
MISSING = "missing"


def problems_of(request: Request[Any]) -> list[tuple[str, str]]:
    """Return path and rule of every problem, once every way of asking has refused the request unrolled."""
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))
    for ask in (rw.ruleset.odds, rw.ruleset.preview, rw.ruleset.verdict):
        with pytest.raises(InvalidRequestError):
            ask(request)
    with pytest.raises(InvalidRequestError):
        rw.ruleset.outcome(request, dice=AskingDice(refuse_dice))
    assert "\n" not in str(caught.value)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


def unit(base: dict[str, Any], changes: dict[str, Any]) -> rw.Unit:
    return rw.Unit(**{name: value for name, value in {**base, **changes}.items() if value != MISSING})


CONTRADICTIONS = [
    (PLAIN, {"side": "white", "cheka": True}, "cheka", "bad-sides"),
    (PLAIN, {"priest": True}, "priest", "bad-sides"),
    (PLAIN, {"raw": True, "elite": True}, "raw", "morale-exclusive-flags"),
    (PLAIN, {"raw": True, "troop_class": "sailors"}, "raw", "morale-exclusive-flags"),
    (PLAIN, {"heroic": True, "has_leader": False}, "heroic", "morale-exclusive-flags"),
    (PLAIN, {"troop_class": "cossacks"}, "troop_class", "elite-red"),
    (PLAIN, {"side": "white", "troop_class": "sailors"}, "troop_class", "elite-white"),
    (PLAIN, {"stands": 9}, "stands", "gen-stand"),
    (PLAIN, {"stands": MISSING}, "stands", "gen-stand"),
    (PLAIN, {"stands": 0}, "stands", "bad-numbers"),
    (PLAIN, {"stands": -1}, "stands", "bad-numbers"),
    (PLAIN, {"starting_stands": 100, "stands": 100}, None, "bad-numbers"),
    (PLAIN, {"hits": 0}, "hits", "gen-unit-types"),
    (PLAIN, {"guards": 2}, "guards", "gen-unit-types"),
    (CAR, {"hits": 8}, "hits", "bad-numbers"),
    (CAR, {"hits": -1}, "hits", "bad-numbers"),
    (CAR, {"type": "tank", "hits": 8}, "hits", "bad-numbers"),
    (CAR, {"type": "tank", "stands": 8}, "stands", "gen-unit-types"),
    (CAR, {"starting_stands": 8}, "starting_stands", "gen-unit-types"),
    (CAR, {"guards": 1}, "guards", "gen-unit-types"),
    (CAR, {"type": "armoured_train", "guards": -1}, "guards", "bad-numbers"),
]


@pytest.mark.rule(
    "red_white", "morale-exclusive-flags", "bad-sides", "bad-numbers", "gen-stand", "gen-unit-types", "elite-white",
    "elite-red", "cheka-attach", "heroic-lead", "melee-mod-priest", "gen-unit-state", "vehicle-eight-stands",
)  # fmt: skip
@pytest.mark.parametrize(
    ("base", "changes", "field", "rule"),
    CONTRADICTIONS,
    ids=[f"{field}-{rule}-{n}" for n, (_, _, field, rule) in enumerate(CONTRADICTIONS)],
)
def test_a_unit_that_contradicts_itself_is_refused(
    base: dict[str, Any], changes: dict[str, Any], field: str | None, rule: str
) -> None:
    bad = unit(base, changes)
    for request, path in (
        (rw.MoraleTestRequest(unit=bad), "$.unit"),
        (rw.CasualtiesRequest(unit=bad, count=1, source="fire"), "$.unit"),
        (rw.SuppressedFireRequest(unit=bad), "$.unit"),
        (rw.MoralePhaseRequest(units=(unit(PLAIN, {}), bad)), "$.units[1]"),
    ):
        fields = ("starting_stands", "stands") if field is None else (field,)
        assert problems_of(request) == [(f"{path}.{name}", rule) for name in fields]


RAW_GUARDS = rw.Unit(**PLAIN, raw=True, troop_class="red_guards")
ENEMY = rw.Unit(**{**PLAIN, "side": "white"})


@pytest.mark.rule("red_white", "morale-exclusive-flags", "opt-red-guards")
@pytest.mark.parametrize(
    ("request_", "path", "faces"),
    [
        (rw.MoraleTestRequest(unit=RAW_GUARDS), "$.unit", (1,)),
        (rw.SuppressedFireRequest(unit=RAW_GUARDS, lost_stand_in_phase_1=True), "$.unit", (1,)),
        (rw.MoralePhaseRequest(units=(evolve(RAW_GUARDS, raw=False), RAW_GUARDS)), "$.units[1]", ()),
        (rw.MeleeRequest(attackers=(RAW_GUARDS,), defenders=(ENEMY,)), "$.attackers[0]", (4, 3)),
        (rw.MeleeRequest(attackers=(ENEMY,), defenders=(RAW_GUARDS,)), "$.defenders[0]", (4, 3)),
    ],
)
def test_raw_red_guards_are_refused_only_while_red_guards_are_elite(
    request_: Request[Any], path: str, faces: tuple[int, ...]
) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(request_, dice=AskingDice(refuse_dice))
    objections = caught.value.verdict.objections
    assert [(each.rule, each.path) for each in objections] == [("morale-exclusive-flags", f"{path}.raw")]
    assert "\n" not in str(caught.value)
    for ask in (rw.ruleset.odds, rw.ruleset.with_options(red_guards_elite=True).odds):
        with pytest.raises(IllegalRequestError):
            ask(request_)
    assert not rw.ruleset.preview(request_).verdict

    plain = rw.ruleset.with_options(red_guards_elite=False)
    assert plain.verdict(request_)
    assert plain.resolve(request_, dice=GivenDice(faces)).dice == faces


@pytest.mark.rule("red_white", "morale-exclusive-flags", "opt-red-guards", "morale-modifiers", "melee-mod-raw-leader")
def test_raw_red_guards_are_plain_raw_troops_where_red_guards_are_not_elite() -> None:
    plain = rw.ruleset.with_options(red_guards_elite=False)
    request = rw.MoraleTestRequest(unit=RAW_GUARDS)
    # 8 stands less 1 for raw, and nothing for elite
    assert plain.resolve(request, dice=GivenDice([7])).outcome.passed
    assert not plain.resolve(request, dice=GivenDice([8])).outcome.passed
    fight = rw.MeleeRequest(attackers=(RAW_GUARDS,), defenders=(ENEMY,))
    assert plain.resolve(fight, dice=GivenDice([4, 3])).outcome.attacker_modifier == -1


@pytest.mark.rule("red_white", "morale-exclusive-flags", "opt-red-guards")
@pytest.mark.parametrize("option", [True, False])
def test_what_is_said_of_raw_red_guards_goes_before_the_option(option: bool) -> None:
    ruleset = rw.ruleset.with_options(red_guards_elite=option)
    assert ruleset.verdict(rw.MoraleTestRequest(unit=evolve(RAW_GUARDS, elite=False)))
    with pytest.raises(InvalidRequestError) as caught:
        ruleset.verdict(rw.MoraleTestRequest(unit=evolve(RAW_GUARDS, elite=True)))
    assert [(each.path, each.rule) for each in caught.value.problems] == [("$.unit.raw", "morale-exclusive-flags")]


# ---------------------------------------------------------------- melees


def melee(attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None) -> rw.MeleeRequest:
    return rw.MeleeRequest(
        attackers=(unit(PLAIN, attacker or {}),), defenders=(unit({**PLAIN, "side": "white"}, defender or {}),)
    )


@pytest.mark.rule("red_white", "bad-sides", "bad-numbers", "morale-exclusive-flags", "melee-mod-priest", "cheka-attach")
@pytest.mark.parametrize(
    ("attacker", "defender", "path", "rule"),
    [
        ({}, {"cheka": True}, "$.defenders[0].cheka", "bad-sides"),
        ({"priest": True}, {}, "$.attackers[0].priest", "bad-sides"),
        ({"raw": True, "elite": True}, {}, "$.attackers[0].raw", "morale-exclusive-flags"),
        ({}, {"heroic": True, "has_leader": False}, "$.defenders[0].heroic", "morale-exclusive-flags"),
        ({}, {"stands": 9}, "$.defenders[0].stands", "gen-stand"),
        ({"stands": 0}, {}, "$.attackers[0].stands", "bad-numbers"),
        ({}, {"side": "red"}, "$.defenders[0].side", "bad-sides"),
        ({}, {"wire": "intact"}, "$.defenders[0].wire", "bad-sides"),
        ({}, {"wire": "gap"}, "$.defenders[0].wire", "bad-sides"),
        ({"cover": "trench"}, {}, "$.attackers[0].cover", "bad-sides"),
        ({"cover": "building"}, {}, "$.attackers[0].cover", "bad-sides"),
        ({"cover": "breastwork"}, {}, "$.attackers[0].cover", "bad-sides"),
        ({"starting_stands": MISSING}, {}, "$.attackers[0].starting_stands", "melee-mod-stands-lost"),
        ({}, {"starting_stands": MISSING}, "$.defenders[0].starting_stands", "melee-mod-stands-lost"),
    ],
)
def test_a_melee_that_contradicts_itself_is_refused(
    attacker: dict[str, Any], defender: dict[str, Any], path: str, rule: str
) -> None:
    assert problems_of(melee(attacker, defender)) == [(path, rule)]


@pytest.mark.rule("red_white", "bad-sides")
def test_two_attackers_of_different_sides_are_refused() -> None:
    request = evolve(melee(), attackers=(unit(PLAIN, {}), unit(PLAIN, {"side": "white"})))
    assert problems_of(request) == [("$.attackers[1].side", "bad-sides")]


@pytest.mark.rule("red_white", "melee-many-units")
@pytest.mark.parametrize("role", ["attackers", "defenders"])
@pytest.mark.parametrize("count", [0, 21])
def test_a_side_has_one_to_twenty_units(role: str, count: int) -> None:
    side = "red" if role == "attackers" else "white"
    units: dict[str, Any] = {role: (unit(PLAIN, {"side": side}),) * count}
    request = evolve(melee(), **units)
    assert problems_of(request) == [(f"$.{role}", "melee-many-units")]


@pytest.mark.rule("red_white", "bad-numbers")
def test_a_destroyed_tank_attacks_no_more() -> None:
    tank = rw.Unit(side="red", type="tank", has_leader=True, hits=8)
    assert problems_of(evolve(melee(), attackers=(tank,))) == [("$.attackers[0].hits", "bad-numbers")]


@pytest.mark.rule("red_white", "bad-numbers")
@pytest.mark.parametrize("count", [-1, 100])
def test_casualties_have_limits(count: int) -> None:
    request = rw.CasualtiesRequest(unit=unit(PLAIN, {}), count=count, source="fire")
    assert problems_of(request) == [("$.count", "bad-numbers")]


@pytest.mark.rule("red_white", "bad-sides", "morale-other-phases")
@pytest.mark.parametrize("kind", ["cavalry", "artillery", "machine_gun", "tchanka", "droshky", "wagon", "command"])
def test_only_infantry_tests_for_petrol_bombs(kind: str) -> None:
    request = rw.MoraleTestRequest(unit=unit(PLAIN, {"type": kind}), cause="petrol_bombs")
    assert problems_of(request) == [("$.unit.type", "bad-sides")]


@pytest.mark.rule("red_white", "bad-sides", "morale-other-phases")
@pytest.mark.parametrize("kind", ["tank", "armoured_car", "armoured_train"])
def test_no_vehicle_tests_for_petrol_bombs(kind: str) -> None:
    request = rw.MoraleTestRequest(unit=unit(CAR, {"type": kind}), cause="petrol_bombs")
    assert problems_of(request) == [("$.unit.type", "bad-sides")]


@pytest.mark.rule("red_white", "suppress-fire", "morale-other-phases")
def test_only_a_suppressed_unit_tests_before_it_fires() -> None:
    for base in (PLAIN, CAR):
        request = rw.MoraleTestRequest(unit=unit(base, {}), cause="suppressed_fire")
        assert problems_of(request) == [("$.unit.suppressed", "suppress-fire")]
        assert rw.ruleset.verdict(evolve(request, unit=unit(base, {"suppressed": True})))


# ---------------------------------------------------------------- JSON


def as_json(changes: dict[str, Any]) -> dict[str, Any]:
    fields = {**PLAIN, **changes}
    return {"unit": {name: value for name, value in fields.items() if value != MISSING}}


@pytest.mark.rule("red_white", "gen-unit-types", "p1-grade-and-leader", "cheka-attach", "gen-unit-state", "bad-numbers")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"type": "howitzer"}, "type"),
        ({"side": "green"}, "side"),
        ({"side": MISSING}, "side"),
        ({"has_leader": MISSING}, "has_leader"),
        ({"has_leader": 1}, "has_leader"),
        ({"has_leader": None}, "has_leader"),
        ({"cheka": 2}, "cheka"),
        ({"stands": "7"}, "stands"),
        ({"stands": 7.5}, "stands"),
        ({"stands": True}, "stands"),
        ({"stands": 100}, "stands"),
        ({"cover": "wood"}, "cover"),
        ({"troop_class": "partisans"}, "troop_class"),
        ({"wire": True}, "wire"),
        ({"full_move": -1}, "full_move"),
        ({"edge_distance": -1}, "edge_distance"),
        ({"full_move": {"dice": 0}}, "full_move.dice"),
        ({"full_move": {"dice": 2, "sides": 1}}, "full_move.sides"),
        ({"morale": 7}, "morale"),
    ],
)
def test_json_that_is_no_unit_is_refused(changes: dict[str, Any], field: str) -> None:
    def ask() -> None:
        request = wire.structure(as_json(changes), rw.MoraleTestRequest)
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))

    with pytest.raises(InvalidRequestError) as caught:
        ask()
    assert [problem.path for problem in caught.value.problems] == [f"$.unit.{field}"]


@pytest.mark.rule("red_white", "gen-unit-types")
@pytest.mark.parametrize("name", ["ship", "launch", "boat", "fighter", "Infantry", "infantry "])
def test_only_the_listed_kinds_of_unit_exist(name: str) -> None:
    with pytest.raises(InvalidRequestError):
        wire.structure(as_json({"type": name}), rw.MoraleTestRequest)


@pytest.mark.rule("red_white", "gen-unit-types", "p1-grade-and-leader")
def test_what_need_not_be_said_is_the_plain_case() -> None:
    given = wire.structure(as_json({}), rw.MoraleTestRequest).unit
    assert given == rw.Unit(
        side="red", type="infantry", has_leader=True, name="", starting_stands=8, stands=8, hits=None, guards=0,
        troop_class=None, elite=None, raw=False, heroic=False, priest=False, cheka=False, machine_gun=False,
        grenades=False, suppressed=False, falling_back=False, casualties=False, cover="open", wire="none",
        full_move=None, edge_distance=None,
    )  # fmt: skip


@pytest.mark.rule("red_white", "gen-unit-state")
def test_requests_and_outcomes_survive_json() -> None:
    for procedure in rw.ruleset.procedures:
        request = procedure.example
        assert request is not None
        assert wire.structure(wire.unstructure(request), procedure.request_type) == request
        for outcome in rw.ruleset.odds(request):
            assert wire.structure(wire.unstructure(outcome), procedure.outcome_type) == outcome


# ---------------------------------------------------------------- dice


@pytest.mark.rule("red_white", "bad-numbers", "gen-dice")
@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ((), "too few"),
        ((4,), "too few"),
        ((4, 6, 1), "too many"),
        ((7, 1), "7"),
        ((0, 1), "0"),
        ((1, 7), "7"),
        ((-1, 1), "-1"),
    ],
)
def test_melee_dice_that_do_not_fit(faces: tuple[int, ...], says: str) -> None:
    with pytest.raises(DiceError, match=says) as caught:
        rw.ruleset.resolve(melee(), dice=GivenDice(faces))
    assert "\n" not in str(caught.value)


@pytest.mark.rule("red_white", "bad-numbers", "gen-dice")
@pytest.mark.parametrize(("faces", "says"), [((), "too few"), ((0,), "0"), ((11,), "11"), ((5, 5), "too many")])
def test_ten_siders_that_do_not_fit(faces: tuple[int, ...], says: str) -> None:
    with pytest.raises(DiceError, match=says):
        rw.ruleset.resolve(rw.MoraleTestRequest(unit=unit(PLAIN, {})), dice=GivenDice(faces))
    with pytest.raises(DiceError, match=says):
        rw.ruleset.resolve(rw.ActivationRequest(base=6, stands=8), dice=GivenDice(faces))


@pytest.mark.rule("red_white", "gen-dice")
@pytest.mark.parametrize("face", ["6", 6.0, True, None])
def test_a_face_is_a_whole_number(face: Any) -> None:
    with pytest.raises(DiceError):
        rw.ruleset.resolve(rw.MoraleTestRequest(unit=unit(PLAIN, {})), dice=GivenDice([face]))
