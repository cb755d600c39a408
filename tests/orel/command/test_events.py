"""Random events: the roll, whom they hit, what they change, and when they lapse."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import ChartError, ChoiceError, GivenDice, InvalidRequestError, orel
from rcw_rules.kernel.charts import load_charts
from rcw_rules.orel.command import opponents_next_turn

PLAYED = orel.ruleset.with_options(events=True)


def foot(key: str, formation: str, steps: int = 3, place: str | None = "1214", **fields: Any) -> orel.Unit:
    return orel.Unit(
        **{
            "key": key, "side": "white", "type": "infantry", "hex": place, "formation": formation, "tq": 5,
            "steps": steps, "strength": 4, "mp": 5, **fields,
        }
    )  # fmt: skip


def gun(key: str, formation: str, **fields: Any) -> orel.Unit:
    return foot(key, formation, 2, **{"type": "artillery", "strength": None, "fire": 4, **fields})


ARMY = (foot("1/83S", "83S"), foot("2/83S", "83S", 4), foot("1/1D", "1Dr", 6), gun("Art/83S", "83S"))


def tens_and_ones(number: int) -> tuple[int, int]:
    """The faces for a number from 1 to 100; a 0 is the face 10 of the die."""
    tens, ones = divmod(number % 100, 10)
    return tens or 10, ones or 10


def play(
    number: int,
    units: tuple[orel.Unit, ...] = ARMY,
    choices: dict[str, Any] | None = None,
    **fields: Any,
) -> orel.EventOutcome:
    request = orel.EventRequest(**{"side": "white", "day": 17, "units": units, **fields})
    return PLAYED.resolve(request, dice=GivenDice(tens_and_ones(number)), choices=choices).outcome


# -------------------------------------------------------------------- the roll and the chart


@pytest.mark.rule("orel", "6-optional")
def test_without_the_option_no_dice_are_thrown() -> None:
    request = orel.EventRequest(side="white", day=17, units=ARMY, recruit_points=4)
    resolution = orel.ruleset.resolve(request, dice=GivenDice(()))
    assert resolution.outcome == orel.EventOutcome(event="not_played", kind="none", recruit_points=4)
    assert "6-optional" in resolution.record.rules


@pytest.mark.rule("orel", "6-roll")
@pytest.mark.parametrize(("faces", "number"), [((4, 7), 47), ((10, 10), 100), ((10, 1), 1), ((1, 10), 10)])
def test_the_first_die_is_the_tens(faces: tuple[int, int], number: int) -> None:
    request = orel.EventRequest(side="white", day=17, units=ARMY)
    record = PLAYED.resolve(request, dice=GivenDice(faces)).record
    assert record.rolls[0].value == number


BANDS = (
    (1, 40, "nothing_happens", "none"),
    (41, 46, "desertion", "suffered"),
    (47, 52, "defeatist_rumours", "suffered"),
    (53, 57, "civil_exactions", "suffered"),
    (58, 63, "munitions_astray", "suffered"),
    (64, 70, "footsore", "suffered"),
    (71, 76, "volunteers", "controlled"),
    (77, 82, "munitions_train", "controlled"),
    (83, 88, "leader_in_the_front_line", "controlled"),
    (89, 94, "good_intelligence", "controlled"),
    (95, 100, "officers_charge", "controlled"),
)


def expected_event(number: int, side: str) -> tuple[str, str]:
    name, kind = next((name, kind) for low, high, name, kind in BANDS if low <= number <= high)
    return ("workers_detachment" if side == "red" and name == "officers_charge" else name), kind


@pytest.mark.rule("orel", "6-list", "6-roll")
@pytest.mark.parametrize("side", ["white", "red"])
def test_every_number_of_both_columns(side: str) -> None:
    for number in range(1, 101):
        outcome = play(number, (), side=side)
        assert (outcome.event, outcome.kind) == expected_event(number, side)


@pytest.mark.rule("orel", "6-list")
def test_the_cases_of_the_chart() -> None:
    assert play(97).event == "officers_charge"
    assert play(55, (), side="red").event == "civil_exactions"


@pytest.mark.rule("orel", "6-roll", "6-list")
def test_exact_odds_count_the_hundred_throws() -> None:
    odds = PLAYED.odds(orel.EventRequest(side="red", day=17))
    counted = Counter(
        expected_event((10 * (tens % 10) + ones % 10) or 100, "red")[0]
        for tens, ones in product(range(1, 11), repeat=2)
    )
    chances = {outcome.event: chance for outcome, chance in odds.items()}
    assert chances == {name: Fraction(count, 100) for name, count in counted.items()}


@pytest.mark.rule("orel", "6-list")
def test_a_chart_of_ones_own_may_move_events_but_not_invent_them() -> None:
    text = (files("rcw_rules.orel") / "charts" / "events.toml").read_text(encoding="utf-8")
    moved = text.replace('["41-46", "desertion", "desertion"]', '["41-46", "desertion", "volunteers"]')
    house = PLAYED.with_charts({"events": load_charts(moved, "house.toml")[0]})
    request = orel.EventRequest(side="white", day=17, units=ARMY)
    assert house.resolve(request, dice=GivenDice((4, 3))).outcome.event == "volunteers"
    unknown = text.replace('["41-46", "desertion", "desertion"]', '["41-46", "desertion", "mutiny"]')
    broken = PLAYED.with_charts({"events": load_charts(unknown, "house.toml")[0]})
    with pytest.raises(ChartError, match="mutiny"):
        broken.resolve(request, dice=GivenDice((4, 3)))


# -------------------------------------------------------------------- suffered


@pytest.mark.rule("orel", "6.1-suffered")
def test_desertion_costs_a_step_of_the_unit_that_the_owner_picks() -> None:
    asked: list[tuple[str, ...]] = []

    def opponent(afflicted: Any, alternatives: Any) -> str:
        asked.append(alternatives)
        return "83S"

    def owner(afflicted: Any, alternatives: Any) -> tuple[str, ...]:
        asked.append(alternatives)
        return ("1/83S",)

    outcome = play(43, choices={"event_formation": opponent, "event_units": owner})
    assert asked == [("1Dr", "83S"), (("1/83S",), ("2/83S",))]  # artillery does not desert
    assert [(unit.key, unit.steps, unit.full_steps) for unit in outcome.units] == [("1/83S", 2, 3)]
    assert outcome.formation == "83S"
    assert outcome.effects == (orel.EventEffect(on="steps", amount=-1, units=("1/83S",)),)


@pytest.mark.rule("orel", "6.1-suffered")
def test_by_default_the_strongest_formation_and_unit_are_hit() -> None:
    # 83S has 3 + 4 steps that can desert, 1Dr has 6.
    assert play(43).units == (evolve(ARMY[1], steps=3, steps_full=4),)
    assert play(43, (foot("b", "X"), foot("a", "W"), foot("c", "W"))).units[0].key == "a"
    assert play(43, (foot("b", "X"), foot("a", "W"))).formation == "W"


@pytest.mark.rule("orel", "6.1-suffered")
def test_an_event_that_can_hit_nobody_hits_nobody() -> None:
    weak = (foot("a", "F", 1), gun("g", "F"), foot("away", "F", 4, None), foot("rec", "", 3, recruit_battalion=True))
    outcome = play(41, weak)
    assert outcome == orel.EventOutcome(event="desertion", kind="suffered", recruit_points=0)


@pytest.mark.rule("orel", "6.1-suffered")
def test_the_opponent_must_name_a_formation_that_can_be_hit() -> None:
    too_weak = foot("b", "G", 1)
    with pytest.raises(ChoiceError, match="event_formation"):
        play(43, (foot("a", "F"), too_weak, foot("c", "H")), {"event_formation": lambda afflicted, alternatives: "G"})


@pytest.mark.rule("orel", "6.1-suffered", "6-list")
def test_defeatist_rumours_hit_the_whole_formation_without_a_pick() -> None:
    never: dict[str, Any] = {"event_units": lambda afflicted, alternatives: pytest.fail("nobody picks")}
    outcome = play(50, choices=never)
    assert outcome.formation == "83S"
    assert outcome.units == ()
    assert outcome.effects == (
        orel.EventEffect(
            on="cohesion_and_morale_checks", amount=1, time="until", units=("1/83S", "2/83S", "Art/83S"),
            until=orel.TurnEnd(side="red", day=17),
        ),
    )  # fmt: skip


@pytest.mark.rule("orel", "6.1-suffered", "6-list")
def test_civil_exactions_wait_for_the_next_recruitment() -> None:
    outcome = play(55, recruit_points=7)
    assert outcome.effects == (orel.EventEffect(on="recruit_points", amount=-2, time="next_recruitment"),)
    assert (outcome.recruit_points, outcome.units, outcome.formation) == (7, (), "")


@pytest.mark.rule("orel", "6.1-suffered", "6-list")
def test_munitions_astray_make_a_supplied_unit_unsupplied() -> None:
    army = (foot("a", "F", 6, unsupplied=True), foot("b", "F", 2), gun("g", "F"), foot("c", "G", 3))
    outcome = play(60, army)
    assert [(unit.key, unit.unsupplied, unit.steps) for unit in outcome.units] == [("b", True, 2)]
    only = play(60, army[:1])
    assert (only.formation, only.units) == ("", ())


@pytest.mark.rule("orel", "6.1-suffered", "6-list")
def test_footsore_slows_two_units_this_turn() -> None:
    outcome = play(64)
    assert outcome.effects == (
        orel.EventEffect(
            on="movement_points", amount=-1, time="until", units=("1/83S", "2/83S"),
            until=orel.TurnEnd(side="white", day=17),
        ),
    )  # fmt: skip
    assert outcome.units == ()
    alone = play(70, (foot("a", "F"),))
    assert alone.effects[0].units == ("a",)
    picked = play(64, choices={"event_units": lambda afflicted, alternatives: ("1/83S", "Art/83S")})
    assert picked.effects[0].units == ("1/83S", "Art/83S")


@pytest.mark.rule("orel", "6.1-suffered", "5.1-exempt")
def test_vehicles_are_never_hit() -> None:
    car = orel.Unit(key="car", side="white", type="armoured_car", hex="1214", formation="F", strength=2)
    for number in (41, 47, 58, 64):
        assert play(number, (car,)).effects == ()


# -------------------------------------------------------------------- controlled


@pytest.mark.rule("orel", "6.2-controlled")
def test_controlled_events_lapse_at_the_end_of_the_opponents_next_turn() -> None:
    assert play(97).effects[0].until == orel.TurnEnd(side="red", day=17)
    assert play(97, (), side="red").effects[0].until == orel.TurnEnd(side="white", day=18)
    assert opponents_next_turn("red", 31) == orel.TurnEnd(side="white", day=32)


@pytest.mark.rule("orel", "6.2-controlled", "4-cap")
@pytest.mark.parametrize(("saved", "after"), [(0, 1), (11, 12), (12, 12)])
def test_volunteers_come_at_once_up_to_the_cap(saved: int, after: int) -> None:
    outcome = play(76, recruit_points=saved)
    assert outcome.recruit_points == after
    assert outcome.effects == (orel.EventEffect(on="recruit_points", amount=1),)


@pytest.mark.rule("orel", "6.2-controlled", "6-list")
@pytest.mark.parametrize(
    ("number", "side", "effects", "until"),
    [
        (77, "white", [("depot_capacity", 1)], ("red", 17)),
        (83, "white", [("cohesion_check_of_side", -1)], ("red", 17)),
        (89, "white", [("retreat_before_combat_die", -1), ("barrage_observation", 1)], ("red", 17)),
        (95, "white", [("assault_roll_when_attacking", 1)], ("red", 17)),
        (95, "red", [("battalion_cost", -1)], ("white", 18)),
    ],
)
def test_what_controlled_events_are_good_for(
    number: int, side: str, effects: list[tuple[str, int]], until: tuple[str, int]
) -> None:
    outcome = play(number, (), side=side, day=17)
    assert [(effect.on, effect.amount) for effect in outcome.effects] == effects
    assert {(effect.time, effect.units) for effect in outcome.effects} == {("once_until", ())}
    # White moves first on each day, so Red's next turn is on the same day and White's on the following one.
    assert {(effect.until.side, effect.until.day) for effect in outcome.effects if effect.until} == {until}
    assert all(effect.until for effect in outcome.effects)


# -------------------------------------------------------------------- the record and bad input


@pytest.mark.rule("orel", "6-roll", "6-list", "6.1-suffered", "D-values")
def test_the_record_cites_the_rules() -> None:
    request = orel.EventRequest(side="white", day=17, units=(foot("a", "F", values="illustrative"),))
    record = PLAYED.resolve(request, dice=GivenDice((4, 3))).record
    assert [step.rule for step in record.steps] == [
        "6-optional", "6-optional", "6-roll", "6-list", "D-values", "6.1-suffered", "6.1-suffered", "6.1-suffered",
    ]  # fmt: skip
    assert "6-list" in {step.rule for step in record.unprinted}


@pytest.mark.rule("orel", "X-bad-units", "4-cap")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"units": (foot("a", "F", side="red"),)}, "$.units[0].side"),
        ({"units": (foot("a", "F"), foot("a", "F"))}, "$.units[1].key"),
        ({"recruit_points": 13}, "$.recruit_points"),
        ({"day": 14}, "$.day"),
    ],
)
def test_bad_input(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        play(1, **{"units": (), **fields})
    assert [problem.path for problem in caught.value.problems] == [path]


@pytest.mark.rule("orel", "6.1-suffered", "6.2-controlled", "6-list")
@pytest.mark.parametrize(
    ("number", "text"),
    [
        (41, "Desertion, suffered by 2/83S [6.1-suffered]"),
        (53, "Civil exactions, suffered: -2 recruit points in the next recruitment [6.1-suffered]"),
        (97, "Officers charge, controlled: until the end of the turn of red on 17 October [6.2-controlled]"),
        (7, "random events, White player, roll 1-40: nothing happens [6-list, reconstructed]"),
    ],
)
def test_the_last_step_of_the_record_names_the_event(number: int, text: str) -> None:
    request = orel.EventRequest(side="white", day=17, units=ARMY)
    resolution = PLAYED.resolve(request, dice=GivenDice(tens_and_ones(number)))
    steps = resolution.explain(full=True).split("\n\n")[1].splitlines()
    assert text in [step.strip() for step in steps if not step.startswith("Not printed")][-1]
