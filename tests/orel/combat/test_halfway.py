"""Combats that are given half-way: what contradicts itself is named where the caller wrote it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_combats import CLEAR, battery, unit, vehicle, white

from rcw_rules import IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Railway, TerrainArea
from rcw_rules.orel.combat import Battlefield, CombatAssaultRequest, CombatCohesionRequest, Course
from rcw_rules.orel.combat_phase import PlannedAttack
from rcw_rules.orel.strength import OPEN_GROUND, CombatEvents

FIELD = Battlefield(hex="1010", attacker="red")
COURSE = Course(attackers=(unit("R"),), defenders=(white("W"),))


def problems(request: Any) -> list[str]:
    """Return the paths of what is wrong, which the verdict and the procedure tell alike."""
    with pytest.raises(InvalidRequestError) as told:
        game.ruleset.verdict(request)
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=SeededDice(1))
    assert caught.value.problems == told.value.problems
    return [one.path for one in told.value.problems]


@pytest.mark.rule("orel", "X-bad-combat", "X-bad-units")
@pytest.mark.parametrize(
    ("field", "course", "path"),
    [
        ({}, {"defenders": ()}, "$.course.defenders"),
        ({}, {"defenders": (unit("W"),)}, "$.course.defenders[0].side"),
        ({}, {"attackers": (white("R", place="1009"),)}, "$.course.attackers[0].side"),
        ({}, {"attackers": (unit("R", hex=None),)}, "$.course.attackers[0].hex"),
        ({}, {"defenders": (white("W", place="1011"),)}, "$.course.defenders[0].hex"),
        ({}, {"joined": (white("J", place="1011"),)}, "$.course.joined[0].hex"),
        ({}, {"bystanders": (unit("R"),)}, "$.course.bystanders[0].key"),
        ({}, {"away": (unit("R", place="0909"),)}, "$.course.away[0].key"),
        ({"others": (white("X", place="1009"),)}, {}, "$.field.others[0].hex"),
        ({"hex": "4010"}, {}, "$.field.hex"),
        ({"under_attack": ("4010",)}, {}, "$.field.under_attack[0]"),
        (
            {"events": CombatEvents(leader_in_the_front_line=("attacker", "attacker"))},
            {},
            "$.field.events.leader_in_the_front_line[1]",
        ),
        (
            {"board": evolve(CLEAR, terrain=(TerrainArea(kind="swamp", hexes=("1010",)),))},
            {},
            "$.field.board.terrain[0].kind",
        ),
        (
            {"board": evolve(CLEAR, railways=(Railway(hexes=("0101", "0102")),))},
            {"bystanders": (vehicle("T", "armoured_train_light"),)},
            "$.course.bystanders[0].hex",
        ),
    ],
)
def test_wrong_courses(field: dict[str, Any], course: dict[str, Any], path: str) -> None:
    around, units = evolve(FIELD, **field), evolve(COURSE, **course)
    assert path in problems(CombatAssaultRequest(field=around, course=units))
    assert path in problems(CombatCohesionRequest(field=around, course=units))


@pytest.mark.rule("orel", "X-bad-combat", "8.7.1-lone-artillery", "8.8-optional")
def test_who_checks_and_who_may_be_gone() -> None:
    nobody = evolve(COURSE, attackers=())
    assert problems(CombatCohesionRequest(field=FIELD, course=nobody)) == ["$.course.attackers"]
    over = game.ruleset.outcome(CombatAssaultRequest(field=FIELD, course=nobody), dice=SeededDice(1))
    assert over.ended == "not_assaulted"
    assert problems(CombatCohesionRequest(field=FIELD, course=COURSE, coordinated=("W",))) == ["$.coordinated[0]"]
    guns = evolve(COURSE, defenders=(battery("G", "white", "1010"),))
    assert game.ruleset.verdict(CombatCohesionRequest(field=FIELD, course=guns, coordinated=("G",)))


@pytest.mark.rule("orel", "X-bad-combat", "9-alone-defence", "9-accompanied")
def test_what_the_rules_forbid_is_named_in_the_course() -> None:
    wood = evolve(CLEAR, terrain=(TerrainArea(kind="forest", hexes=("1010",)),))
    tank = evolve(COURSE, attackers=(unit("R"), vehicle("T", "tank")))

    def refused(request: Any) -> list[tuple[str, str]]:
        with pytest.raises(IllegalRequestError) as caught:
            game.ruleset.resolve(request, dice=SeededDice(1))
        return [(one.path, one.rule) for one in caught.value.objections]

    marching = evolve(COURSE, attackers=(unit("R", mode="march"),))
    assert refused(CombatCohesionRequest(field=FIELD, course=marching)) == [("$.course.attackers[0]", "X-bad-combat")]
    alone = evolve(COURSE, defenders=(vehicle("V", "armoured_car", "white", "1010"),))
    assert refused(CombatCohesionRequest(field=FIELD, course=alone)) == [("$.course.defenders", "9-alone-defence")]
    for kind in (CombatCohesionRequest, CombatAssaultRequest):
        wooded = kind(field=evolve(FIELD, board=wood), course=tank)
        assert refused(wooded) == [("$.course.attackers[1]", "9-accompanied")]
        by_option = game.ruleset.with_options(board=wood).verdict(kind(field=FIELD, course=tank))
        assert [one.path for one in by_option.objections] == ["$.course.attackers[1]"]


# -------------------------------------------------------------------- a series of combats


def series(**attack: Any) -> game.PhaseCombatsRequest:
    state = game.PhaseState(side="red", units=(unit("R"), white("W")))
    declared = game.Attack(**{"hex": "1010", "units": ("R",), **attack})
    plan = PlannedAttack(
        number=1, attack=declared, cover=OPEN_GROUND, originals=("W",), munitions=game.CombatMunitions()
    )
    return game.PhaseCombatsRequest(state=state, attacks=(plan,))


@pytest.mark.rule("orel", "X-bad-units", "7.2-declare", "6-list")
@pytest.mark.parametrize(
    ("attack", "path"),
    [
        ({"hex": "4010"}, "$.attacks[0].attack.hex"),
        ({"units": ("W",)}, "$.attacks[0].attack.units[0]"),
        ({"supports": ("W",)}, "$.attacks[0].attack.supports[0]"),
        ({"defending": ("R",)}, "$.attacks[0].attack.defending[0]"),
        ({"leader_in_the_front_line": ("attacker", "attacker")}, "$.attacks[0].attack.leader_in_the_front_line[1]"),
    ],
)
def test_wrong_series(attack: dict[str, Any], path: str) -> None:
    assert problems(series(**attack)) == [path]


@pytest.mark.rule("orel", "X-bad-units", "7.2-declare")
def test_wrong_states_of_a_series() -> None:
    asked = series()
    twice = evolve(asked, attacks=asked.attacks * 2)
    assert problems(twice) == ["$.attacks[1].number"]
    mixed = evolve(asked, state=evolve(asked.state, units=(unit("R"), white("W", place="1009"))))
    assert problems(mixed) == ["$.state.units[1].hex"]
    zone = game.EntryZone(side="white", edge="south", hexes=("4020",))
    assert problems(evolve(asked, entry_zones=(zone,))) == ["$.entry_zones[0].hexes[0]"]
    assert game.ruleset.verdict(evolve(asked, state=evolve(asked.state, units=(white("W"),))))
