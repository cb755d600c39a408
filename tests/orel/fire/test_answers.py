"""Counterbattery fire: checks first, then fire; who may; what waits for a retreat; exact odds against a slow twin."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep, RollStep, RulingStep

white = builder("artillery", key="white", place="1413", side="white")


train = builder("armoured_train_light", key="train", place="1413", side="white")


red = builder("artillery", key="red", place="1512")


infantry = builder("infantry", key="foot", place="1512")


def ask(*firers: game.Unit, targets: tuple[game.Unit, ...] = (), **changes: Any) -> game.CounterbatteryRequest:
    """Let all fire at the unit "red"."""
    fires = tuple(game.CounterbatteryFire(firer=game.Firer(unit=unit), target="red") for unit in firers)
    hexes = (game.TargetHex(units=targets or (red(),)),)
    return game.CounterbatteryRequest(**{"fires": fires, "hexes": hexes, **changes})


def answers(faces: tuple[int, ...], request: game.CounterbatteryRequest, **options: Any) -> Any:
    outcome = game.ruleset.with_options(**options).resolve(request, dice=GivenDice(faces)).outcome
    return tuple((one.answer, one.barrage and one.barrage.result) for one in outcome.results), outcome.marked


def refused(request: game.CounterbatteryRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.odds(request)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


# -------------------------------------------------------------------- the check


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_the_cases_of_the_catalogue() -> None:
    assert answers((5,), ask(white())) == ((("failed", None),), ())
    assert answers((4, 1, 1), ask(train())) == ((("resolved", "stays"),), ("train",))
    assert answers((5,), ask(train())) == ((("failed", None),), ())
    stacked = ask(white(), targets=(red(), infantry()))
    assert answers((4, 1, 1), stacked) == ((("resolved", "stays"),), ("white",))


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_with_the_option_who_fails_is_marked_as_well() -> None:
    assert answers((5,), ask(white()), failed_counterbattery_marks=True) == ((("failed", None),), ("white",))
    for faces, told in (((5,), True), ((4, 1, 1), False)):
        record = game.ruleset.resolve(ask(white()), dice=GivenDice(faces)).record
        assert any(isinstance(step, RulingStep) for _, step in record.walk()) is told


@pytest.mark.rule("orel", "8.4-counterbattery", "5.3-artillery")
@pytest.mark.parametrize(("face", "passed"), [(1, True), (2, True), (3, False), (6, False)])
def test_out_of_command_adds_2(face: int, passed: bool) -> None:
    request = ask(white(hex="1513", out_of_command=True))
    faces = (face, 1, 1) if passed else (face,)
    resolution = game.ruleset.resolve(request, dice=GivenDice(faces))
    assert resolution.outcome.results[0].answer == ("resolved" if passed else "failed")
    modifiers = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [(step.id, step.value) for step in modifiers if step.rule == "5.3-artillery"] == [("out_of_command", 2)]


@pytest.mark.rule("orel", "5.3-artillery")
def test_command_is_nothing_to_a_train() -> None:
    assert answers((4, 1, 1), ask(train(out_of_command=True))) == ((("resolved", "stays"),), ("train",))


# -------------------------------------------------------------------- the order of the dice


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_all_check_before_anybody_fires() -> None:
    request = ask(white(), white(key="second"), train())
    resolution = game.ruleset.resolve(request, dice=GivenDice((1, 6, 4, 3, 4, 2, 1, 1)))
    rolls = [(step.purpose, step.faces) for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    assert rolls == [
        ("check of white", (1,)),
        ("check of second", (6,)),
        ("check of train", (4,)),
        ("fire of white at red/barrage roll", (3, 4)),
        ("fire of white at red/cohesion die", (2,)),
        ("fire of train at red/barrage roll", (1, 1)),
    ]
    assert [one.answer for one in resolution.outcome.results] == ["resolved", "failed", "resolved"]
    assert resolution.outcome.marked == ("white", "train")


@pytest.mark.rule("orel", "8.4-counterbattery", "8.3.2-loss")
def test_later_fire_meets_the_target_as_it_is_then() -> None:
    # Both roll a 12: 15, a step and a check, passed. The second takes the last step of the battery.
    request = ask(white(), white(key="second"), white(key="third"))
    first, second, third = game.ruleset.resolve(request, dice=GivenDice((1, 1, 1, 6, 6, 1, 6, 6))).outcome.results
    assert first.barrage is not None
    assert first.barrage.target == evolve(red(), steps=1, steps_full=2)
    assert second.barrage is not None
    assert (second.barrage.target, second.barrage.result) == (None, "eliminated")
    assert (third.answer, third.barrage) == ("void", None)


@pytest.mark.rule("orel", "8.4-counterbattery", "8.3.2-check", "8.7.3-rout")
def test_fire_at_a_unit_that_must_fall_back_waits() -> None:
    # 3 + 9 = 12, check, 6 - 4 = 2: retreat.
    request = ask(white(), white(key="second"))
    assert answers((1, 1, 4, 5, 6), request) == ((("resolved", "retreat"), ("waiting", None)), ("white", "second"))
    # Who is routed and routs again is gone: 2 quality, 3 + 9 + 1 = 13, 6 + 1 - 2 = 5.
    routed = ask(white(), white(key="second"), targets=(red(mode="routed", tq=2),))
    assert answers((1, 1, 4, 5, 6), routed) == ((("resolved", "surrender"), ("void", None)), ("white", "second"))


@pytest.mark.rule("orel", "8.4-counterbattery", "8.7.2-vehicles-follow")
def test_a_train_that_leaves_with_its_battery_waits_too() -> None:
    escort = game.Unit(key="escort", side="red", type="armoured_train_light", hex="1512", fire=3)
    fires = (
        game.CounterbatteryFire(firer=game.Firer(unit=white()), target="red"),
        game.CounterbatteryFire(firer=game.Firer(unit=train()), target="escort"),
    )
    request = game.CounterbatteryRequest(fires=fires, hexes=(game.TargetHex(units=(red(), escort)),))
    assert answers((1, 1, 4, 5, 6), request)[0] == (("resolved", "retreat"), ("waiting", None))
    assert answers((1, 1, 4, 5, 2, 1, 1), request)[0] == (("resolved", "passed"), ("resolved", "stays"))


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_targets_in_several_hexes() -> None:
    other = red(key="other", hex="1414")
    fires = (
        game.CounterbatteryFire(firer=game.Firer(unit=white()), target="other"),
        game.CounterbatteryFire(firer=game.Firer(unit=train()), target="red"),
    )
    hexes = (
        game.TargetHex(units=(red(),), cover=game.Cover(terrains=("forest",))),
        game.TargetHex(units=(other,)),
    )
    request = game.CounterbatteryRequest(fires=fires, hexes=hexes)
    # A 9 is 12 in the open: check, and 11 in the forest: check as well; a 7 is 10, check - 1, and 9.
    resolution = game.ruleset.resolve(request, dice=GivenDice((1, 1, 4, 5, 2, 3, 3)))
    assert [one.barrage and one.barrage.result for one in resolution.outcome.results] == ["passed", "stays"]


# -------------------------------------------------------------------- what is allowed


@pytest.mark.rule("orel", "8.4-counterbattery", "7.1.4-march-effects", "8.7.3-rout", "8.2.3-effects", "9.1-contact")
@pytest.mark.parametrize(
    ("firer", "rule", "path"),
    [
        (white(mode="march"), "7.1.4-march-effects", "$.fires[0].firer.unit.mode"),
        (white(mode="routed"), "8.7.3-rout", "$.fires[0].firer.unit.mode"),
        (train(unsupplied=True), "8.2.3-effects", "$.fires[0].firer.unit.unsupplied"),
        (train(in_contact=True), "9.1-contact", "$.fires[0].firer.unit.in_contact"),
        (white(hex="1214"), "8.4-counterbattery", "$.fires[0].firer"),
        (white(out_of_command=True), "5.3-artillery", "$.fires[0].firer"),
    ],
)
def test_who_may_not_answer(firer: game.Unit, rule: str, path: str) -> None:
    assert refused(ask(firer)) == [(rule, path)]


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_each_tries_once_and_only_at_batteries_and_trains() -> None:
    again = game.CounterbatteryFire(firer=game.Firer(unit=white(), fired="counterbattery"), target="red")
    assert refused(ask(fires=(again,))) == [("8.4-counterbattery", "$.fires[0].firer.fired")]
    foot = game.CounterbatteryFire(firer=game.Firer(unit=white()), target="foot")
    assert refused(ask(fires=(foot,), targets=(red(), infantry()))) == [("8.4-counterbattery", "$.fires[0].target")]


@pytest.mark.rule("orel", "8.4-counterbattery", "10.2-inactive")
@pytest.mark.parametrize("firer", [white(inactive=True), white(unsupplied=True), train()])
def test_who_may(firer: game.Unit) -> None:
    assert answers((1, 1, 1), ask(firer))[0] == (("resolved", "stays"),)


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (ask(white(), white()), [("$.fires[1].firer.unit.key", "X-bad-units")]),
        (ask(white(), red(key="b", hex="1413")), [("$.fires[1].firer.unit.side", "X-bad-units")]),
        (ask(white(), targets=(red(key="b"),)), [("$.fires[0].target", "X-bad-combat")]),
        (ask(white(), targets=(red(side="white"),)), [("$.hexes[0].units[0].side", "X-bad-units")]),
        (ask(infantry(side="white", hex="1413")), [("$.fires[0].firer.unit.type", "X-bad-combat")]),
        (ask(white(hex=None)), [("$.fires[0].firer.distance", "X-bad-combat")]),
        (ask(fires=()), [("$.fires", "")]),
    ],
)
def test_what_cannot_be(request_: game.CounterbatteryRequest, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.odds(request_)
    assert [(problem.path, problem.rule) for problem in caught.value.problems][: len(expected)] == expected


# -------------------------------------------------------------------- exact odds


def shelled(fire: int, steps: int, tq: int) -> dict[tuple[int, str], Fraction]:
    """Throw two dice and, where asked, a third at a battery in combat mode in the open: its steps left and its fate."""
    found: dict[tuple[int, str], Fraction] = {}
    for one, two, three in product(range(1, 7), repeat=3):
        total = one + two + fire
        left = steps - (1 if total >= 14 else 0)
        if total <= 8:
            fate = "stays"
        elif left == 0:
            fate = "eliminated"
        else:
            added = {9: -1, 10: -1, 11: 0, 12: 0, 13: 1, 14: 0, 15: 0}.get(total, 1)
            over = three + added - tq
            fate = "passed" if three == 1 or over <= 1 else "retreat" if over <= 3 else "rout"
        found[left, fate] = found.get((left, fate), Fraction(0)) + Fraction(1, 216)
    return found


def twin(first: tuple[int, int], second: tuple[int, int], steps: int, tq: int) -> dict[tuple[str, str], Fraction]:
    """Let two firers, each with what its die may show and its fire strength, answer one battery."""
    found: dict[tuple[str, str], Fraction] = {}
    for one, two in product(range(1, 7), repeat=2):
        states = {("", steps, "stays"): Fraction(1, 36)}
        for face, (limit, fire) in ((one, first), (two, second)):
            after: dict[tuple[str, int, str], Fraction] = {}
            for (told, left, fate), chance in states.items():
                if face > limit:
                    result = {(f"{told} failed", left, fate): Fraction(1)}
                elif fate in ("retreat", "rout"):
                    result = {(f"{told} waiting", left, fate): Fraction(1)}
                elif fate == "eliminated":
                    result = {(f"{told} void", left, fate): Fraction(1)}
                else:
                    result = {(f"{told} resolved", *end): part for end, part in shelled(fire, left, tq).items()}
                for state, part in result.items():
                    after[state] = after.get(state, Fraction(0)) + part * chance
            states = after
        for (told, _, fate), chance in states.items():
            last = fate if told.endswith("resolved") else ""
            found[told.strip(), last] = found.get((told.strip(), last), Fraction(0)) + chance
    return found


@pytest.mark.rule("orel", "8.4-counterbattery", "8.3.2-roll", "8.3.2-check", "8.3.2-loss")
@settings(max_examples=25, deadline=None)
@given(
    fire=st.integers(1, 8),
    tq=st.integers(2, 6),
    steps=st.integers(1, 3),
    target_tq=st.integers(2, 6),
    out_of_command=st.booleans(),
)
def test_exact_odds_are_those_of_the_twin(fire: int, tq: int, steps: int, target_tq: int, out_of_command: bool) -> None:
    battery = white(tq=tq, fire=fire, hex="1513", out_of_command=out_of_command)
    request = ask(battery, train(), targets=(red(steps=steps, tq=target_tq),))
    found: dict[tuple[str, str], Fraction] = {}
    for outcome, chance in game.ruleset.odds(request).items():
        told = " ".join(one.answer for one in outcome.results)
        last = outcome.results[-1].barrage
        key = (told, "" if last is None else str(last.result))
        found[key] = found.get(key, Fraction(0)) + chance
    limit = tq - 2 if out_of_command else tq
    assert found == twin((limit, fire), (4, 3), steps, target_tq)
