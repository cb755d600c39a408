"""Crossing rivers on land: ice, bridges and fords."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest
from red_white_river import ask, cited, refused

from rcw_rules import DiceError, GivenDice, InvalidRequestError, NeedsRuling, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ResultStep

State = Literal["frozen", "thin_ice", "unfrozen", "ice_choked"]
STATES: tuple[State, ...] = ("frozen", "thin_ice", "unfrozen", "ice_choked")
ON_ICE = ("infantry", "machine_gun", "cavalry", "tchanka", "droshky")
HEAVY = ("artillery", "wagon", "command", "tank", "armoured_car", "armoured_train")


def unit(kind: Any = "infantry", **changes: Any) -> rw.Unit:
    size = {} if kind in ("tank", "armoured_car", "armoured_train") else {"starting_stands": 9, "stands": 4}
    return rw.Unit(**{"side": "red", "type": kind, "has_leader": True, **size, **changes})


def crossing(who: rw.Unit, state: State, **fields: Any) -> rw.RiverCrossingRequest:
    return rw.RiverCrossingRequest(unit=who, state=state, **fields)


@pytest.mark.rule("red_white", "frozen-crossing", "gen-unit-types")
@pytest.mark.parametrize("kind", ON_ICE)
def test_who_crosses_a_frozen_river_without_dice(kind: str) -> None:
    for allowed in (False, True):
        request = crossing(unit(kind, casualties=allowed), "frozen", frozen_heavy_allowed=allowed)
        assert ask(request) == rw.RiverCrossingOutcome(stands=4, casualties=allowed)


@pytest.mark.rule("red_white", "frozen-crossing", "thin-crossing", "gen-unit-types")
@pytest.mark.parametrize("kind", HEAVY)
def test_the_heavy_cross_frozen_rivers_only_if_the_game_master_says_so(kind: str) -> None:
    assert refused(crossing(unit(kind), "frozen")) == [("frozen-crossing", "$.unit.type")]
    left = ask(crossing(unit(kind), "frozen", frozen_heavy_allowed=True)).stands
    assert left == (8 if kind in ("tank", "armoured_car", "armoured_train") else 4)
    for allowed in (False, True):  # thin ice bears none of them, whatever he says of frozen rivers
        request = crossing(unit(kind), "thin_ice", frozen_heavy_allowed=allowed)
        assert refused(request) == [("thin-crossing", "$.unit.type")]


@pytest.mark.rule("red_white", "example-thin-ice", "thin-crossing")
def test_the_worked_example() -> None:
    outcome = ask(rw.four_on_thin_ice(), 1, 2, 4, 6)
    assert (outcome.stands_lost, outcome.stands, outcome.casualties) == (2, 2, True)


@pytest.mark.rule("red_white", "thin-crossing", "gen-dice", "gen-stand")
@pytest.mark.parametrize(
    ("who", "faces", "expected"),
    [
        (unit(stands=3), (2, 3, 10), {"stands": 2, "stands_lost": 1, "casualties": True}),
        (unit(stands=3), (3, 3, 10), {"stands": 3, "casualties": False}),
        (unit(stands=1), (3,), {"stands": 1, "casualties": False}),
        (unit(stands=1, casualties=True), (3,), {"stands": 1, "casualties": True}),
        (
            unit(stands=1),
            (2,),
            {"stands": 0, "stands_lost": 1, "destroyed": True, "leader_lost": True, "casualties": True},
        ),
        (
            unit(stands=1, has_leader=False),
            (2,),
            {"stands": 0, "stands_lost": 1, "destroyed": True, "casualties": True},
        ),
        (unit(stands=1, machine_gun=True), (3, 2), {"stands": 1, "machine_gun_lost": True, "casualties": True}),
        (unit(stands=1, cheka=True), (3, 1), {"stands": 1, "cheka_lost": True, "casualties": True}),
        (  # own stands first, then the machine gun, then the Cheka
            unit(stands=2, machine_gun=True, cheka=True),
            (9, 1, 9, 2),
            {"stands": 1, "stands_lost": 1, "cheka_lost": True, "casualties": True},
        ),
        (
            unit(stands=2, machine_gun=True, cheka=True),
            (1, 9, 1, 9),
            {"stands": 1, "stands_lost": 1, "machine_gun_lost": True, "casualties": True},
        ),
        (
            unit(side="white", stands=2, priest=True, heroic=True),
            (1, 2),
            {
                "stands": 0,
                "stands_lost": 2,
                "destroyed": True,
                "leader_lost": True,
                "priest_lost": True,
                "casualties": True,
            },
        ),
        (  # no dice for the hero and the priest, and they live while a stand does
            unit(side="white", stands=2, priest=True, heroic=True),
            (1, 10),
            {"stands": 1, "stands_lost": 1, "casualties": True},
        ),
    ],
)
def test_thin_ice(who: rw.Unit, faces: tuple[int, ...], expected: dict[str, Any]) -> None:
    request = crossing(who, "thin_ice")
    assert ask(request, *faces) == rw.RiverCrossingOutcome(**expected)
    assert "thin-crossing" in cited(request, *faces)


@pytest.mark.rule("red_white", "thin-crossing", "gen-dice")
@pytest.mark.parametrize("stands", [1, 2])
@pytest.mark.parametrize(("machine_gun", "cheka"), list(product((False, True), repeat=2)))
def test_odds_on_thin_ice(stands: int, *, machine_gun: bool, cheka: bool) -> None:
    expected: Counter[Any] = Counter()
    for faces in product(range(1, 11), repeat=stands + machine_gun + cheka):
        attached = list(faces[stands:])
        gun = machine_gun and attached.pop(0) < 3
        expected[sum(face in (1, 2) for face in faces[:stands]), gun, cheka and attached.pop(0) < 3] += 1
    request = crossing(unit(stands=stands, machine_gun=machine_gun, cheka=cheka), "thin_ice")
    odds: dict[Any, Fraction] = {}
    for outcome, chance in rw.ruleset.odds(request).items():
        told = (outcome.stands_lost, outcome.machine_gun_lost, outcome.cheka_lost)
        odds[told] = odds.get(told, Fraction(0)) + chance
    assert odds == {told: Fraction(ways, expected.total()) for told, ways in expected.items()}


@pytest.mark.rule("red_white", "choked-land", "thin-wake")
@pytest.mark.parametrize("kind", [*ON_ICE, *HEAVY])
def test_nobody_crosses_an_ice_choked_river(kind: str) -> None:
    for ford in ("none", "designated", "to_be_found"):
        request = crossing(unit(kind), "ice_choked", ford=ford, frozen_heavy_allowed=True)
        assert refused(request) == [("choked-land", "$.state")]


@pytest.mark.rule("red_white", "choked-land", "unfrozen-crossing", "frozen-crossing", "thin-crossing", "river-states")
@pytest.mark.parametrize("kind", [*ON_ICE, *HEAVY])
@pytest.mark.parametrize("state", STATES)
def test_everybody_crosses_on_a_bridge(kind: str, state: State) -> None:
    outcome = ask(crossing(unit(kind), state, bridge=True))
    assert (outcome.stands_lost, outcome.destroyed, outcome.casualties) == (0, False, False)


@pytest.mark.rule("red_white", "choked-land", "unfrozen-crossing")
@pytest.mark.parametrize("state", STATES)
def test_a_bridge_over_open_water_is_a_matter_of_its_own_rule(state: State) -> None:
    rule = "unfrozen-crossing" if state == "unfrozen" else "choked-land"
    record = rw.ruleset.resolve(crossing(unit(), state, bridge=True), dice=GivenDice([])).record
    assert [step.rule for _, step in record.walk() if isinstance(step, ResultStep)] == [rule]


@pytest.mark.rule("red_white", "thin-crossing")
@pytest.mark.parametrize(
    ("faces", "told"),
    [((9, 9), []), ((2, 9), ["machine gun"]), ((3, 1), ["Cheka stand"]), ((1, 2), ["machine gun", "Cheka stand"])],
)
def test_what_is_attached_is_told_of_when_it_falls_through(faces: tuple[int, ...], told: list[str]) -> None:
    request = crossing(unit(stands=1, machine_gun=True, cheka=True), "thin_ice")
    resolution = rw.ruleset.resolve(request, dice=GivenDice((9, *faces)))
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [step.values["what"] for step in steps if "what" in step.values] == told
    # A die that holds succeeds, one that lets it through fails.
    assert [roll.value for roll in resolution.record.rolls[1:]] == [face > 2 for face in faces]


@pytest.mark.rule("red_white", "unfrozen-crossing")
def test_bridges_and_fords() -> None:
    assert refused(crossing(unit(), "unfrozen")) == [("unfrozen-crossing", "$.state")]
    for kind in ("infantry", "artillery"):
        assert ask(crossing(unit(kind), "unfrozen", ford="designated")).stands == 4
    with pytest.raises(NeedsRuling) as caught:
        ask(crossing(unit(), "unfrozen", ford="to_be_found"))
    assert caught.value.rule == "unfrozen-crossing"
    assert ask(crossing(unit(), "unfrozen", ford="to_be_found", bridge=True)).stands == 4


@pytest.mark.rule("red_white", "river-states")
def test_there_are_four_states() -> None:
    slush: Any = "slush"
    with pytest.raises(InvalidRequestError) as caught:
        ask(crossing(unit(), slush))
    assert [problem.path for problem in caught.value.problems] == ["$.state"]


@pytest.mark.rule("red_white", "bad-numbers", "thin-crossing")
@pytest.mark.parametrize("faces", [(0, 5), (11, 5), (5,), (5, 5, 5)])
def test_ice_dice_that_do_not_fit(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        ask(crossing(unit(stands=2), "thin_ice"), *faces)


@pytest.mark.rule("red_white", "thin-crossing")
@pytest.mark.parametrize("seed", range(20))
def test_the_same_faces_drown_the_same_stands(seed: int) -> None:
    request = crossing(unit(machine_gun=True, cheka=True), "thin_ice")
    resolution = rw.ruleset.resolve(request, dice=SeededDice(seed))
    assert rw.ruleset.outcome(request, dice=GivenDice(resolution.dice)) == resolution.outcome
    assert rw.ruleset.replay(resolution).outcome == resolution.outcome


@pytest.mark.rule("red_white", "bad-numbers", "thin-crossing")
def test_a_unit_without_stands_is_refused() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        ask(crossing(unit(stands=0), "thin_ice"))
    assert [(problem.rule, problem.path) for problem in caught.value.problems] == [("bad-numbers", "$.unit.stands")]
