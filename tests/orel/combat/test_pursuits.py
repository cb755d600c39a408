"""Pursuits: of units that retreated, of routs, and where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, TerrainArea
from rcw_rules.kernel.record import ChoiceStep, ProcedureStep, ResultStep, Step
from rcw_rules.orel.retreats import RetreatStep, Way
from rcw_rules.orel.scenarios import EntryZone

HERE = "1010"  # entered by the pursuers; 1009 lies north of it, 1008 two hexes north


rider = builder("cavalry", key="Cv", place=HERE, side="white", tq=5)


car = builder("armoured_car", key="Car", place=HERE, side="white")


foot = builder("infantry", key="R", place="1009", steps=3, strength=4, mode="march")


def way(*steps: str, units: tuple[str, ...] = ("R",)) -> Way:
    return Way(units=units, steps=tuple(RetreatStep(hex=place) for place in steps), hex=steps[-1])


def ask(*fugitives: game.Unit, **fields: Any) -> game.PursuitRequest:
    around = fields.pop("around", {})
    field = game.Battlefield(**{"hex": HERE, "attacker": "white", **around})
    place = fugitives[0].hex or ""
    keys = tuple(one.key for one in fugitives)
    return game.PursuitRequest(
        **{
            "field": field,
            "pursuers": (rider(),),
            "fugitives": fugitives,
            "ways": (way(place, units=keys),),
            "target": place,
            **fields,
        }
    )


def run(request: game.PursuitRequest, *faces: int, **fields: Any) -> Resolution[game.PursuitOutcome]:
    ruleset = game.ruleset.with_options(**fields.pop("options", {}))
    return ruleset.resolve(request, dice=GivenDice(faces), **fields)


def flat(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, ProcedureStep):
            yield from flat(step.steps)


def strengths(resolution: Resolution[Any]) -> list[tuple[Any, Any]]:
    found = (step for step in flat(resolution.record.steps) if isinstance(step, ResultStep))
    return [(s.values["attacker"], s.values["defender"]) for s in found if s.rule == "8.8.1-strength" and s.values]


def where(outcome: game.PursuitOutcome) -> dict[str, tuple[str | None, str, int]]:
    return {one.key: (one.hex, one.mode, one.steps) for one in outcome.units}


def first(_situation: Any, alternatives: Any) -> Any:
    return alternatives[0]


@pytest.mark.rule("orel", "8.7.4-pursuit", "8.7.1-charge", "8.8.3-pursuit")
def test_lesser_cavalry_charges_fugitives_in_march_mode() -> None:
    # 4 against 4 / 2: 2:1 gives +2, the qualities nothing: a 6 is an 8, one each, and no die for morale.
    resolution = run(ask(foot(), pursuers=(rider(tq=4),)), 3, 3)
    assert strengths(resolution) == [(4, 2)]
    told = resolution.outcome
    assert (told.hex, told.loser, told.losses, told.advanced, told.prisoners) == ("1009", "defender", 1, ("Cv",), 0)
    assert where(told) == {"Cv": ("1009", "combat", 2), "R": ("1008", "march", 2)}


@pytest.mark.rule("orel", "8.7.4-pursuit")
def test_disorganised_cavalry_stays_so_in_the_pursuit_and_not_after_it() -> None:
    resolution = run(ask(foot(), pursuers=(rider(disorganised=True),)), 3, 3)
    assert strengths(resolution) == [(2, 2)]
    assert not any(one.disorganised or one.charging for one in resolution.outcome.units)


@pytest.mark.rule("orel", "8.7.4-pursuit-rout", "1.2-round-nearest")
def test_half_the_losses_of_a_pursuit_are_prisoners_by_the_option() -> None:
    told = run(ask(foot(), pursuers=(rider(tq=4),)), 3, 3, options={"pursuit_prisoners_always": True}).outcome
    assert (told.losses, told.prisoners) == (1, 1)


@pytest.mark.rule("orel", "8.7.4-pursuit-rout", "1.2-round-nearest")
def test_half_the_losses_of_routed_units_are_prisoners_halves_up() -> None:
    # 8 against (4 + 4) / 4: 4:1 gives +4, quality 6 against 2 as much: a 6 is a 14: three steps. A 1 passes: all go on.
    pair = (foot("R", tq=2, mode="routed"), foot("S", tq=2, mode="routed"))
    told = run(ask(*pair, pursuers=(rider(tq=6, strength_charge=8),)), 3, 3, 1).outcome
    assert (told.losses, told.prisoners, told.surrendered) == (3, 2, ())
    assert where(told) == {"Cv": ("1009", "combat", 3), "R": ("1008", "routed", 1), "S": ("1008", "routed", 2)}


@pytest.mark.rule("orel", "8.7.4-pursuit-rout")
def test_pursuers_of_a_rout_suffer_nothing_even_when_beaten() -> None:
    # 4 against 8 / 4 gives +2, quality 5 against 6 takes 1: a 2 is a 3, which costs an attacker two steps and a check.
    request = ask(foot(tq=6, mode="routed", strength=8), pursuers=(rider(),))
    told = run(request, 1, 1).outcome
    assert (told.loser, told.losses, told.advanced, told.prisoners_lost) == ("attacker", 0, (), 0)
    assert where(told) == {"Cv": (HERE, "combat", 3), "R": ("1009", "routed", 3)}
    # Units that merely retreated hurt them: 4 against 8 / 2, the quality -1: the same 2 is a 1: three steps.
    hurt = run(evolve(request, fugitives=(foot(tq=6, strength=8),)), 1, 1).outcome
    assert (hurt.loser, hurt.eliminated) == ("attacker", ("Cv",))


@pytest.mark.rule("orel", "8.7.4-pursuit-rout")
def test_routed_units_are_pursued_along_their_way() -> None:
    fled = foot(place="1008", mode="routed", tq=2)
    request = ask(fled, ways=(way("1009", "1008"),))
    told = run(request, 1, 1, 1).outcome  # 4 against 1, 5 against 2: a 2 is a 9: one each, m-2; a 1 passes
    assert (told.hex, told.advanced, where(told)["Cv"]) == ("1008", ("Cv",), ("1008", "combat", 3))
    retreated = evolve(request, fugitives=(evolve(fled, mode="march"),))
    assert run(retreated).outcome.hex == ""


@pytest.mark.rule("orel", "8.7.4-pursuit-limits", "7.4-zones")
@pytest.mark.parametrize(
    "around",
    [
        {"depots": (game.Depot(key="Convoi", side="red", kind="convoi", capacity=2, hex="1008"),)},
        {"others": (foot("Friend", place="1008", mode="combat"),)},
        {"others": (foot("Friend", place="1009", mode="combat"),)},
        {"entry_zones": (EntryZone(side="red", edge="north", hexes=("1009",)),)},
    ],
)
def test_friends_and_entry_zones_end_a_pursuit(around: dict[str, Any]) -> None:
    request = ask(foot(place="1008", mode="routed", tq=2), ways=(way("1009", "1008"),), around=around)
    told = run(request).outcome
    assert (told.hex, told.loser, where(told)["Cv"][0]) == ("", None, HERE)


@pytest.mark.rule("orel", "8.7.4-pursuit")
def test_the_attacker_decides_whether_to_pursue_and_by_default_does_not() -> None:
    scattered = (foot("R", "1009"), foot("S", "1110"))
    request = ask(*scattered, ways=(way("1009"), way("1110", units=("S",))), target=None)
    resolution = run(request)
    asked = [step for step in flat(resolution.record.steps) if isinstance(step, ChoiceStep)]
    assert [(step.choice, step.alternatives, step.chosen) for step in asked] == [("pursue", ("1009", "1110", ""), "")]
    assert run(request, 3, 3, 1, choices={"pursue": first}).outcome.hex == "1009"


@pytest.mark.rule("orel", "8.7.4-pursuit", "9.3-armoured-cars")
def test_one_armoured_car_goes_along_and_any_of_the_cavalry() -> None:
    board = HexMap(title="clear", grid=HexGrid(columns=32, rows=20))
    request = ask(foot(), pursuers=(rider("A"), rider("B"), car("C"), car("D", strength=3)), around={"board": board})
    resolution = run(request, 1, 1)
    offered = {s.choice: s.alternatives for s in flat(resolution.record.steps) if isinstance(s, ChoiceStep)}
    assert offered["pursuers"] == ("('A', 'B')", "('A',)", "('B',)")
    assert offered["pursuing_car"] == ("C", "D", "")
    assert strengths(resolution) == [(4 + 4 + 3, 2)]
    alone = run(request, 4, 4, 1, choices={"pursuers": lambda _s, _a: ("B",), "pursuing_car": lambda _s, _a: ""})
    assert strengths(alone) == [(4, 2)]


@pytest.mark.rule("orel", "9-accompanied")
def test_no_car_goes_into_ground_prohibited_to_it() -> None:
    board = HexMap(
        title="forest", grid=HexGrid(columns=32, rows=20), terrain=(TerrainArea(kind="forest", hexes=("1009",)),)
    )
    resolution = run(ask(foot(), pursuers=(rider(), car()), around={"board": board}), 6, 6, 1)
    # Cavalry does not charge into a forest either: 2 against 2.
    assert strengths(resolution) == [(2, 2)]


@pytest.mark.rule("orel", "8.7.4-pursuit-limits")
def test_there_is_no_second_pursuit() -> None:
    resolution = run(ask(foot(), pursuers=(rider(tq=4),)), 3, 3, choices={"pursue": first})
    assert not any(isinstance(step, ChoiceStep) and step.choice == "pursue" for step in flat(resolution.record.steps))


@pytest.mark.rule("orel", "8.7.4-pursuit-rout", "8.8.2-art", "8.8.2B-morale")
def test_exact_odds_of_the_pursuit_of_a_rout() -> None:
    # 4 against 1 and quality 5 against 2: 2d6 + 7. One step is lost on 9 and 10 (3 of 36 throws), two from 11 to 13
    # (12 throws), three from 14 on (21 throws); the pursuer never loses. After a 1 the routed go on with what is left.
    odds = game.ruleset.odds(ask(foot(tq=2, mode="routed", steps=6)))
    assert odds.probability(lambda told: told.loser == "defender") == 1

    def passed(lost: int) -> Fraction:
        return odds.probability(lambda told: where(told).get("R") == ("1008", "routed", 6 - lost))

    # Morale adds 1 for the loss; passed, off by one and off by two all mean a hex: up to 2 above the quality of 2.
    # m-2 (a 9): dice to 5; m-1 (10, 11): to 4; m0 (12): to 3; m+1 (13, 14): to 2; m+2 (15 and more): the 1 alone.
    throws = {9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 6}
    assert passed(1) == Fraction(throws[9] * 5 + throws[10] * 4, 216)
    assert passed(2) == Fraction(throws[11] * 4 + throws[12] * 3 + throws[13] * 2, 216)
    assert passed(3) == Fraction(throws[14] * 2 + 15 * 1, 216)


@pytest.mark.rule("orel", "X-bad-combat", "8.7.4-pursuit")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"pursuers": (car(),)}, "$.pursuers"),
        ({"pursuers": (rider(mode="march"),)}, "$.pursuers[0]"),
        ({"pursuers": (rider(repulsed=True),)}, "$.pursuers[0]"),
        ({"target": "1110"}, "$.target"),
    ],
)
def test_what_the_rules_forbid(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        run(evolve(ask(foot()), **changes))
    assert (path, "8.7.4-pursuit") in [(one.path, one.rule) for one in caught.value.verdict.objections]


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"pursuers": (rider(hex="1009"),)}, "$.pursuers[0].hex"),
        ({"pursuers": (rider(side="red"),)}, "$.pursuers[0].side"),
        ({"fugitives": (foot(side="white"),)}, "$.fugitives[0].side"),
        ({"ways": (way("1009", units=("T",)),)}, "$.ways[0].units[0]"),
    ],
)
def test_what_contradicts_itself(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        run(evolve(ask(foot()), **changes))
    assert path in [one.path for one in caught.value.problems]
