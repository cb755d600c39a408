"""How shots are laid: columns on roads, guns that are laid already, observers, gas and harassing fire."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import box, plain, played, rules_against, stands, state_of

from rcw_rules import IllegalRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game.aiming import plan_shot
from rcw_rules.red_actions.game.doing import PLANS
from rcw_rules.red_actions.game.laying import is_road_column
from rcw_rules.red_actions.game.scene import scene_at

ROAD = TerrainLine(name="Road", kind="road", points=(point(20, 0), point(20, 48)), width=inches("1.5"))


def shot(state: ra.State, **facts: Any) -> ra.ShootRequest:
    """Return the shot of one unit at another, as the game asks for it."""
    return plan_shot(scene_at(Judge(ra.ruleset), state), ra.Shoot(**facts)).request


def whites(y: int = 22, **facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, 20, y, 180, **facts)


# ------------------------------------------------------------------ columns


@pytest.mark.rule("red_actions", "sho-mod-cumulative")
def test_a_column_on_a_road_is_a_better_target() -> None:
    road = evolve(plain(), lines=(ROAD,))
    column = stands("1st", "red", "red_regulars", 4, 20, 14, 0, in_column=True)
    beside = stands("1st", "red", "red_regulars", 4, 23, 14, 0, in_column=True)
    line = stands("1st", "red", "red_regulars", 4, 20, 14, 0)
    fire: dict[str, Any] = {"unit": "Volunteers", "target": "1st"}
    assert shot(state_of(column, whites(), side="white", table=road), **fire).road_column
    assert not shot(state_of(column, whites(), side="white"), **fire).road_column
    assert not shot(state_of(beside, whites(), side="white", table=road), **fire).road_column
    assert not shot(state_of(line, whites(), side="white", table=road), **fire).road_column
    # Four bases of value 2 are column 3; in column on a road two more: a 5 scares there, and does nothing else.
    state = state_of(column, whites(has_acted=False), side="white", table=road)
    state = state.with_units(evolve(state.the_unit("1st"), has_acted=True))
    calm = evolve(state, scenario=evolve(state.scenario, table=plain()))
    action = ra.Shoot(**fire)
    assert ra.ruleset.charts["shooting_columns"].look_up("formed_or_road_column").number() == 2
    assert played(state, action, 3, 3) != played(calm, action, 3, 3)


@pytest.mark.rule("red_actions", "sho-mod-cumulative", "march-rate")
def test_who_has_marched_is_a_column_until_his_next_segment() -> None:
    column = stands("1st", "red", "red_regulars", 4, 4, 6, 0, in_column=True)
    far = stands("Guns", "white", "field_gun", 1, 46, 46, 180, officer=None)
    start = state_of(column, far)
    marched = played(start, ra.Move(unit="1st", ahead=inches(8), march=True))
    assert marched.marching == ("1st",)
    assert is_road_column(scene_at(Judge(ra.ruleset), marched), "1st")
    assert not is_road_column(scene_at(Judge(ra.ruleset), start), "1st")
    later = evolve(start, marching=("1st",))
    assert played(later, ra.Move(unit="1st", ahead=inches(4))).marching == ()
    assert played(later, ra.Hold(unit="1st")).marching == ()


# ------------------------------------------------------------------ guns


def battery(**facts: Any) -> Any:
    return stands("Guns", "red", "field_gun", 1, 20, 4, 0, officer=None, **facts)


@pytest.mark.rule("red_actions", "dh-range")
def test_guns_that_fire_again_at_who_stays_are_laid_already() -> None:
    state = state_of(battery(), whites(y=44, has_acted=True))
    fired = played(state, ra.Shoot(unit="Guns", target="Volunteers"), 1, 1, 1, 1)
    (note,) = fired.laid
    assert (note.unit, note.target, note.at, note.turn, note.observer) == (
        "Guns", "Volunteers", state.groups[1].bases[0].at, 1, "",
    )  # fmt: skip
    again = evolve(state, laid=(note,), game=evolve(state.game, turn=2))
    fire: dict[str, Any] = {"unit": "Guns", "target": "Volunteers"}
    assert shot(again, **fire).consecutive
    assert not shot(state, **fire).consecutive
    assert not shot(evolve(again, game=evolve(state.game, turn=3)), **fire).consecutive
    went = stands("Volunteers", "white", "white_volunteers", 4, 20, 43, 180)
    assert not shot(again.with_group(went.group), **fire).consecutive


@pytest.mark.rule("red_actions", "ind-factor", "dh-indirect")
def test_an_observer_directs_guns_at_what_he_sees() -> None:
    observer = stands("1st", "red", "red_regulars", 2, 20, 18, 0)
    wood = box("Wood", "wood", corners=(10, 8, 30, 12), sight="blocks")
    state = state_of(battery(), observer, whites(y=30), table=plain(wood))
    fire: dict[str, Any] = {"unit": "Guns", "target": "Volunteers"}
    assert rules_against(state, ra.Shoot(**fire)) == ["sho-effective"]
    listed = [action for action in ra.game.legal_actions(state) if isinstance(action, ra.Shoot)]
    assert ra.Shoot(**fire, observer="1st") in listed
    first = shot(state, **fire, observer="1st")
    assert (first.indirect, first.distance, first.able_bases) == ("first", inches(12), 1)
    fired = played(state, ra.Shoot(**fire, observer="1st"), 1, 1, 1, 1)
    next_turn = evolve(state, laid=fired.laid, game=evolve(state.game, turn=2))
    assert shot(next_turn, **fire, observer="1st").indirect == "later"
    other = evolve(next_turn, laid=(evolve(fired.laid[0], observer="2nd"),))
    assert shot(other, **fire, observer="1st").indirect == "first"
    assert rules_against(state, ra.Shoot(**fire, observer="Guns")) == ["ind-factor"]
    assert rules_against(state, ra.Shoot(**fire, observer="Volunteers")) == ["ind-factor"]
    rifles = ra.Shoot(unit="1st", target="Volunteers", observer="Guns")
    assert rules_against(state, rifles) == ["ind-factor"]
    routs = state.with_units(evolve(state.the_unit("1st"), routing=True, has_acted=True))
    assert rules_against(routs, ra.Shoot(**fire, observer="1st")) == ["ind-factor"]


@pytest.mark.rule("red_actions", "gas")
def test_gas_is_the_scenarios_to_give() -> None:
    state = state_of(battery(), whites(y=40, has_acted=True))
    gas = ra.Shoot(unit="Guns", target="Volunteers", gas=True)
    assert rules_against(state, gas) == ["gas"]
    with_gas = evolve(state, scenario=evolve(state.scenario, gas=("Guns",)))
    assert gas in ra.game.legal_actions(with_gas)
    # No hit, and a 2 on the table does nothing: still gas calls for a fear test, and a 12 fails it.
    after = played(with_gas, gas, 1, 1, 1, 1, 6, 6).the_unit("Volunteers")
    assert after != played(with_gas, gas, 1, 1, 1, 1, 1, 1).the_unit("Volunteers")


@pytest.mark.rule("red_actions", "harassing", "march-rate")
def test_a_column_beyond_range_may_be_harassed() -> None:
    column = stands("1st", "red", "red_regulars", 4, 20, 10, 0, in_column=True)
    state = state_of(column, whites(y=28), side="white")
    harass = ra.Shoot(unit="Volunteers", target="1st", harassing=True)
    assert harass in ra.game.legal_actions(state)
    after = played(state, harass)
    assert after.the_unit("1st").shot_at
    assert after.laid == ()


@pytest.mark.rule("red_actions", "sho-sequence", "mov-two-inch")
def test_a_shot_whose_move_leads_into_the_enemy_is_refused_before_anybody_is_asked() -> None:
    state = state_of(stands("1st", "red", "red_regulars", 4, 20, 10, 0), whites(y=16, has_acted=False))
    scene, into = scene_at(Judge(ra.ruleset), state), ra.Shoot(unit="1st", target="Volunteers", ahead=inches(6))
    assert "mov-two-inch" in rules_against(state, into)
    with pytest.raises(IllegalRequestError) as refused:  # already by what is checked before decisions are put
        PLANS[ra.Shoot](scene, into)
    assert [objection.rule for objection in refused.value.objections] == ["mov-two-inch"]
