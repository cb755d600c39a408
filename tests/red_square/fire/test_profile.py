"""How many dice at what score."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from red_square_fire import profile, shot

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.record import ModifierStep

# ---------------------------------------------------------------- the left half of the table


@pytest.mark.rule("red_square", "fire-dice-table", "fire-range-table")
@pytest.mark.parametrize(
    ("weapon", "limits"),
    [
        ("rifles", (1, 3, 4)),
        ("mg", (1, 3, 4)),
        ("tank_gun", (2, 4, 6)),
        ("light_gun", (3, 5, 8)),
        ("qf_gun", (5, 8, 12)),
        ("howitzer", (5, 8, 12)),
        ("heavy", (5, 12, 20)),
    ],
)
def test_three_two_or_one_die_by_range_and_none_beyond(weapon: str, limits: tuple[int, int, int]) -> None:
    firer = {"rifles": "infantry", "mg": "mg", "tank_gun": "light_tank"}.get(weapon, "artillery")
    vehicle = 1 if firer == "light_tank" else 0
    for band, dice, limit in zip(("close", "effective", "long"), (3, 2, 1), limits, strict=True):
        outcome = profile(shot(firer, weapon=weapon, range=limit))
        assert (outcome.band, outcome.dice) == (band, dice - vehicle)
    assert profile(shot(firer, weapon=weapon, range=limits[0] + 1)).band == "effective"
    assert profile(shot(firer, weapon=weapon, range=limits[1] + 1)).band == "long"
    with pytest.raises(IllegalRequestError, match=r"\$\.range: .*fire-range-table"):
        profile(shot(firer, weapon=weapon, range=limits[2] + 1))


@pytest.mark.rule("red_square", "fire-dice-table", "fire-mod-line", "fire-mod-oblique-flank", "dig-3-defence")
@pytest.mark.parametrize(
    ("changes", "dice"),
    [
        ({}, 2),
        ({"formation": "masses"}, 2),
        ({"formation": "firing_line"}, 3),
        ({"formation": "defence"}, 2),
        ({"target_formation": "masses"}, 3),
        ({"target": "cavalry", "target_formation": "mounted"}, 3),
        ({"target": "cavalry", "target_formation": "scouting"}, 2),
        ({"target": "cavalry", "target_formation": "dismounted"}, 2),
        ({"target": "artillery", "target_formation": "limbered"}, 3),
        ({"target": "artillery", "target_formation": "deployed"}, 2),
        ({"target_formation": "firing_line"}, 2),
        ({"target_formation": "defence"}, 1),
        ({"target_formation": "defence", "protection": "trenches"}, 1),
        ({"aspect": "oblique"}, 3),
        ({"aspect": "flank"}, 4),
        ({"aspect": "rear"}, 2),
        ({"aspect": "flank", "target_formation": "defence"}, 1),
        ({"moved": True}, 1),
        ({"changed_formation": True}, 1),
        ({"wild": True}, 1),
        ({"held_fire": True}, 1),
        ({"moved": True, "wild": True}, 1),
        ({"moved": True, "wild": True, "held_fire": True, "changed_formation": True}, 1),
        ({"protection": "trenches"}, 1),
        ({"protection": "stone_building"}, 1),
        ({"target": "artillery", "target_formation": "deployed", "target_shielded": True}, 1),
        (
            {"target": "artillery", "target_formation": "deployed", "target_shielded": True, "protection": "trenches"},
            1,
        ),
        ({"formation": "firing_line", "target_formation": "masses", "aspect": "flank"}, 6),  # 2 + 1 + 1 + 2
        ({"range": 4, "wild": True}, 0),
        ({"formation": "firing_line", "wild": True}, 2),
        ({"formation": "firing_line", "changed_formation": True}, 2),
        ({"formation": "firing_line", "held_fire": True}, 2),
    ],
)
def test_each_line_of_the_dice_for_rifles(changes: dict[str, Any], dice: int) -> None:
    assert profile(shot(**changes)).dice == dice


@pytest.mark.rule("red_square", "fire-mod-line")
def test_dismounted_cavalry_is_in_line_until_it_steps() -> None:
    assert profile(shot("cavalry")).dice == 3
    assert profile(shot("cavalry", moved=True)).dice == 2  # it wheeled: +1 and -1
    assert profile(shot("cavalry", moved=True, stepped=True)).dice == 1
    assert profile(shot("cavalry", formation="scouting")).dice == 2


@pytest.mark.rule("red_square", "fire-mod-oblique-flank")
@pytest.mark.parametrize("target", ["armoured_car", "light_tank", "heavy_tank", "truck", "tchanka", "hq", "co"])
@pytest.mark.parametrize("aspect", ["oblique", "flank"])
def test_vehicles_trains_and_figures_have_no_flank(target: str, aspect: str) -> None:
    asked = shot("mg", bases=2, range=1, target=target, target_formation=None, aspect=aspect)
    assert (profile(asked, mg_heavy_tank=True).dice, profile(asked, mg_heavy_tank=True).score) == (3, 4)
    assert profile(shot("artillery", target="train", target_formation=None, aspect=aspect)).dice == 2


@pytest.mark.rule("red_square", "fire-armour-eligibility", "opt-mg-heavy-tank")
@pytest.mark.parametrize(
    ("weapon", "target", "most"),
    # The farthest range at which the weapon harms the target; 0 for none. Rifles and MGs reach 1, 3 and 4 squares.
    [
        ("rifles", "armoured_car", 0),
        ("rifles", "light_tank", 0),
        ("rifles", "heavy_tank", 0),
        ("rifles", "train", 0),
        ("rifles", "truck", 3),
        ("rifles", "tchanka", 3),
        ("rifles", "mg", 4),
        ("rifles", "hq", 4),
        ("mg", "armoured_car", 1),
        ("mg", "light_tank", 1),
        ("mg", "heavy_tank", 0),
        ("mg", "train", 0),
        ("mg", "truck", 4),
        ("mg", "tchanka", 4),
        ("tank_gun", "heavy_tank", 6),
        ("tank_gun", "train", 6),
        ("light_gun", "train", 8),
    ],
)
def test_what_small_arms_can_harm(weapon: str, target: str, most: int) -> None:
    firer = {"rifles": "infantry", "mg": "mg", "tank_gun": "light_tank", "light_gun": "artillery"}[weapon]
    for squares in range(1, {"tank_gun": 7, "light_gun": 9}.get(weapon, 5)):
        asked = shot(firer, weapon=weapon, range=squares, target=target, target_formation=None)
        if squares <= most:
            profile(asked)
            continue
        with pytest.raises(IllegalRequestError, match=r"\$\.weapon: .*fire-armour-eligibility"):
            profile(asked)


@pytest.mark.rule("red_square", "fire-armour-eligibility", "opt-mg-heavy-tank")
def test_with_the_option_machine_guns_harm_heavy_tanks_at_close_range() -> None:
    tank = shot("mg", range=1, target="heavy_tank", target_formation=None)
    assert profile(tank, mg_heavy_tank=True).dice == 3
    with pytest.raises(IllegalRequestError, match=r"\$\.weapon: .*at close range they do \[opt-mg-heavy-tank\]"):
        profile(shot("mg", range=2, target="heavy_tank", target_formation=None), mg_heavy_tank=True)
    with pytest.raises(IllegalRequestError, match="fire-armour-eligibility"):
        profile(shot("mg", range=1, target="train", target_formation=None), mg_heavy_tank=True)
    record = rs.ruleset.with_options(mg_heavy_tank=True).resolve(tank, dice=GivenDice([])).record
    assert "opt-mg-heavy-tank" in record.rules


@pytest.mark.rule("red_square", "fire-dice-table")
@pytest.mark.parametrize(
    ("firer", "weapon", "dice"),
    [
        ("infantry", "rifles", 1),
        ("mg", "mg", 1),
        ("tchanka", "mg", 0),
        ("armoured_car", "mg", 0),
        ("armoured_car", "tank_gun", 1),
        ("train", "mg", 1),
        ("train", "howitzer", 2),
        ("artillery", "light_gun", 2),
    ],
)
def test_gun_shields_stop_rifles_and_machine_guns_only(firer: str, weapon: str, dice: int) -> None:
    asked = shot(firer, weapon=weapon, target="artillery", target_formation="deployed", target_shielded=True)
    assert profile(asked).dice == dice


@pytest.mark.rule("red_square", "fire-mod-changing-target", "train-2-armament")
def test_guns_lose_a_die_for_changing_target() -> None:
    assert profile(shot("artillery")).dice == 2
    assert profile(shot("artillery", changed_target=True)).dice == 1
    assert profile(shot("train", changed_target=True)).dice == 1
    for firer, weapon in (("light_tank", "tank_gun"), ("train", "mg"), ("infantry", "rifles")):
        with pytest.raises(InvalidRequestError, match=r"\$\.changed_target: .*fire-mod-changing-target"):
            profile(shot(firer, weapon=weapon, changed_target=True))


@pytest.mark.rule("red_square", "fire-dice-table")
def test_only_artillery_and_machine_gun_companies_fire_unobserved() -> None:
    for firer, weapon in (("artillery", "howitzer"), ("mg", "mg"), ("train", "mg"), ("train", "heavy")):
        assert profile(shot(firer, weapon=weapon, observed=False)).dice == 1
    for firer in ("infantry", "cavalry", "tchanka", "armoured_car", "light_tank"):
        with pytest.raises(IllegalRequestError, match=r"\$\.observed: .*fire-dice-table"):
            profile(shot(firer, observed=False))


@pytest.mark.rule("red_square", "fire-min-dice")
def test_no_dice_and_never_less_than_none() -> None:
    # QF guns at long range, changing target, unobserved: 1 - 1 - 1.
    asked = shot("artillery", range=12, changed_target=True, observed=False)
    assert profile(asked).dice == 0
    assert rs.ruleset.resolve(rs.FireRequest(profile=asked), dice=GivenDice([])).outcome.hits == 0
    record = rs.ruleset.resolve(asked, dice=GivenDice([])).record
    assert "fire-min-dice" in record.rules
    assert "-1 shot dice" in rs.ruleset.resolve(asked, dice=GivenDice([])).explain()


@pytest.mark.rule("red_square", "fire-dice-table", "act-wild")
def test_every_modifier_is_told_once_with_its_rule() -> None:
    asked = shot(formation="firing_line", target_formation="masses", aspect="oblique", wild=True, moved=True)
    record = rs.ruleset.resolve(asked, dice=GivenDice([])).record
    told = [(step.id, step.value, step.rule) for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert told == [
        ("effective_range", 2, "fire-dice-table"),
        ("firer_in_line", 1, "fire-mod-line"),
        ("oblique_target", 1, "fire-mod-oblique-flank"),
        ("target_massed_mounted_or_limbered", 1, "fire-dice-table"),
        ("firer_moving_wild_or_held", -1, "act-wild"),
    ]


# ---------------------------------------------------------------- vehicles and tchankas


@pytest.mark.rule("red_square", "fire-dice-table", "fire-7-card-offset", "fire-6-per-unit")
def test_vehicles_fire_one_by_one_with_a_die_less_unless_they_give_up_a_card() -> None:
    cars = shot("armoured_car", bases=2, range=1)
    assert (profile(cars).shots, profile(cars).dice, profile(cars).score) == (2, 2, 3)
    first_card = shot("armoured_car", unplayed_cards=1)
    assert (profile(first_card).dice, profile(first_card).card_given_up) == (1, False)
    given = profile(first_card, give_up=True)
    assert (given.dice, given.card_given_up) == (2, True)
    # On its second card nothing is left to give up, and nobody is asked.
    assert profile(shot("armoured_car"), give_up=True).dice == 1
    # One card serves all shots of the activation, and there is no second one.
    again = profile(shot("armoured_car", card_given_up=True, unplayed_cards=1))
    assert (again.dice, again.card_given_up) == (2, True)


@pytest.mark.rule("red_square", "fire-7-card-offset")
def test_the_owner_sees_the_dice_that_he_has_without_a_card() -> None:
    seen: list[Any] = []

    def decide(situation: Any, alternatives: tuple[bool, ...]) -> bool:
        seen.append((situation, alternatives))
        return alternatives[0]

    asked = shot("heavy_tank", bases=2, wild=True, unplayed_cards=1, range=6)
    rs.ruleset.resolve(asked, dice=GivenDice([]), choices={"give_up_card": decide})
    assert seen == [(rs.VehicleFire(shots=2, dice=-1, unplayed_cards=1), (False, True))]  # 1 long, -1 wild, -1 vehicle


@pytest.mark.rule("red_square", "tchanka-as-vehicle", "fire-7-card-offset")
def test_tchankas_fire_as_vehicles_and_have_no_card_to_give() -> None:
    outcome = profile(shot("tchanka", bases=2))
    assert (outcome.shots, outcome.dice, outcome.score) == (2, 1, 3)
    for field, value in (("card_given_up", True), ("unplayed_cards", 1)):
        with pytest.raises(IllegalRequestError, match=rf"\$\.{field}: .*fire-7-card-offset"):
            profile(shot("tchanka", **{field: value}))
        with pytest.raises(IllegalRequestError, match="fire-7-card-offset"):
            profile(shot("train", **{field: value}))


@pytest.mark.rule("red_square", "train-2-armament")
def test_a_train_fires_its_guns_as_two_batteries_and_two_bases_of_machine_guns_to_each_side() -> None:
    guns = profile(shot("train"))
    assert (guns.shots, guns.dice, guns.score, guns.automatic, guns.hits_on) == (1, 2, 8, 1, 2)
    assert profile(shot("train", weapon="howitzer")).score == 8
    assert (profile(shot("train", weapon="mg")).dice, profile(shot("train", weapon="mg")).score) == (2, 4)
    assert profile(shot("train", weapon="mg", aspect="flank")).score == 8
    with pytest.raises(InvalidRequestError, match=r"\$\.bases: .*train-2-armament"):
        profile(shot("train", bases=2))


# ---------------------------------------------------------------- the right half of the table


@pytest.mark.rule("red_square", "fire-score-table", "mg-two-per-base", "dig-3-defence")
@pytest.mark.parametrize(
    ("firer", "changes", "score"),
    [
        *(("infantry", {"bases": bases}, bases) for bases in range(1, 7)),
        *(("infantry", {"bases": bases, "quality": "poor"}, bases - 1) for bases in range(1, 7)),
        *(("cavalry", {"bases": bases, "quality": "poor"}, bases - 1) for bases in range(1, 4)),
        ("infantry", {"bases": 4, "quality": "elite"}, 4),
        ("infantry", {"bases": 4, "formation": "defence"}, 2),
        ("infantry", {"bases": 4, "formation": "defence", "quality": "poor"}, 1),
        ("infantry", {"bases": 1, "formation": "defence"}, 1),
        ("infantry", {"bases": 1, "formation": "defence", "quality": "poor"}, 0),
        *(("mg", {"bases": bases}, 2 * bases) for bases in range(1, 7)),
        *(("mg", {"bases": bases, "aspect": "flank"}, 4 * bases) for bases in range(1, 7)),
        ("mg", {"bases": 2, "aspect": "oblique"}, 4),
        ("mg", {"bases": 2, "aspect": "rear"}, 4),
        ("mg", {"bases": 2, "quality": "poor"}, 4),
        ("mg", {"bases": 2, "beside_defence": True}, 2),
        ("mg", {"bases": 2, "beside_defence": True, "aspect": "flank"}, 4),
        *(("artillery", {"bases": bases}, 4 * bases) for bases in range(1, 7)),
        ("artillery", {"bases": 2, "aspect": "flank", "quality": "poor"}, 8),
        *((firer, {"bases": 2}, 3) for firer in ("armoured_car", "light_tank", "heavy_tank", "tchanka")),
        ("armoured_car", {"bases": 1, "aspect": "flank"}, 3),
    ],
)
def test_each_line_of_the_score(firer: str, changes: dict[str, Any], score: int) -> None:
    assert profile(shot(firer, **changes)).score == score


@pytest.mark.rule("red_square", "fire-score-table")
def test_a_score_is_never_below_0_whatever_a_house_rule_takes_from_poor_troops() -> None:
    text = files("rcw_rules.red_square").joinpath("charts/fire_effect_table.toml").read_text(encoding="utf-8")
    charts = {chart.id: chart for chart in load_charts(text.replace('["poor", -1]', '["poor", -2]'), "mine.toml")}
    house = rs.ruleset.with_charts({"fire_score": charts["fire_score"]})
    for bases, score in ((1, 0), (2, 0), (3, 1)):
        outcome = house.resolve(shot(bases=bases, quality="poor"), dice=GivenDice([])).outcome
        assert (outcome.score, outcome.automatic, outcome.hits_on) == (score, 0, score)


@pytest.mark.rule("red_square", "fire-6-hit-or-less", "fire-6-excess", "opt-strict-less")
@pytest.mark.parametrize(
    ("bases", "aspect", "printed", "strict"),
    # MGs, score 2 for each base and 4 in enfilade: the hits unthrown, and the face that hits.
    [
        (1, "front", (0, 2), (0, 1)),
        (2, "front", (0, 4), (0, 3)),
        (3, "front", (1, 0), (0, 5)),  # 6: a hit without a throw, but with the option a die on 5 or less
        (2, "flank", (1, 2), (1, 1)),
        (3, "flank", (2, 0), (2, 0)),
        (5, "flank", (3, 2), (3, 1)),
    ],
)
def test_what_a_die_needs(bases: int, aspect: str, printed: tuple[int, int], strict: tuple[int, int]) -> None:
    asked = shot("mg", bases=bases, aspect=aspect)
    for option, (automatic, hits_on) in ((False, printed), (True, strict)):
        outcome = profile(asked, strict_less=option)
        assert (outcome.automatic, outcome.hits_on) == (automatic, hits_on)


# ---------------------------------------------------------------- what is refused


@pytest.mark.rule("red_square", "fire-score-table", "formations-list", "fire-mod-line", "dig-3-defence", "bad-input")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (shot("infantry", weapon="mg"), r"\$\.weapon: .*fire-score-table"),
        (shot("artillery", weapon="tank_gun"), r"\$\.weapon: .*fire-score-table"),
        (shot("train", weapon="qf_gun"), r"\$\.weapon: .*fire-score-table"),
        (shot("infantry", formation=None), r"\$\.formation: is missing.*formations-list"),
        (shot("infantry", formation="mounted"), r"\$\.formation: .*not mounted.*formations-list"),
        (shot("mg", formation="waves"), r"\$\.formation: .*formations-list"),
        (shot(target_formation=None), r"\$\.target_formation: is missing.*formations-list"),
        (shot(target="truck"), r"\$\.target_formation: .*formations-list"),
        (shot(beside_defence=True), r"\$\.beside_defence: .*dig-3-defence"),
        (shot(stepped=True, moved=True), r"\$\.stepped: .*fire-mod-line"),
        (shot("cavalry", stepped=True), r"\$\.stepped: .*fire-mod-line"),
        (shot(target_shielded=True), r"\$\.target_shielded: .*units-artillery"),
        (shot(bases=7), r"\$\.bases: .*units-max-six"),
        (shot(bases=0), r"\$\.bases: .*units-max-six"),
        (shot(bases=None), r"\$\.bases"),
        (shot(range=0), r"\$\.range: .*geo-range"),
        (shot(quality="veteran"), r"\$\.quality"),
        (shot(aspect="left"), r"\$\.aspect"),
        (rs.FireRequest(dice=2), "fire-dice-table"),
        (rs.FireRequest(), "fire-dice-table"),
        (rs.FireRequest(score=4, profile=shot()), "fire-dice-table"),
        (rs.FireRequest(dice=2, score=-1), r"\$\.score: .*fire-score-table"),
        (rs.FireRequest(dice=99, score=1), r"\$\.dice: .*fire-min-dice"),
    ],
)
def test_what_contradicts_itself_is_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        rs.ruleset.resolve(asked, dice=GivenDice([]))
