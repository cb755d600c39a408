"""Support: who may give it, the coordination checks, what they add, and the option of one die for all."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep, RollStep, RulingStep
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.fire import coordinates, may_support_with
from rcw_rules.orel.scenarios import order_of_battle

battery = builder("artillery", key="guns")


train = builder("armoured_train_light", key="train")


infantry = builder("infantry", key="foot")


def ask(*units: game.Unit, distance: int | None = 2, fired: Any = "none", **changes: Any) -> Any:
    supports = tuple(game.Firer(unit=unit, distance=distance, fired=fired) for unit in units)
    return game.SupportCoordinationRequest(supports=supports, **changes)


def added(faces: tuple[int, ...], request: Any, **options: Any) -> tuple[tuple[bool, int], ...]:
    outcome = game.ruleset.with_options(**options).resolve(request, dice=GivenDice(faces)).outcome
    assert outcome.total == sum(figure.fire for figure in outcome.supports)
    assert [figure.key for figure in outcome.supports] == [firer.unit.key for firer in request.supports]
    return tuple((figure.coordinated, figure.fire) for figure in outcome.supports)


def refused(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.odds(request)
    assert "\n" not in str(caught.value)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


# -------------------------------------------------------------------- the check


@pytest.mark.rule("orel", "8.6.2-check", "1.2-round-down", "1.2-round-last", "7.2-hasty", "5.3-artillery")
@pytest.mark.parametrize(
    ("unit", "changes", "face", "coordinated", "fire"),
    [
        (battery(tq=5), {}, 4, True, 3),
        (battery(tq=4), {"attack_type": "hasty"}, 4, False, 1),
        (battery(tq=4), {"attack_type": "hasty"}, 3, True, 3),
        (battery(tq=4), {"attack_type": "hasty", "role": "defensive"}, 4, True, 3),
        (battery(fire=1), {}, 5, False, 0),
        (battery(fire=3), {}, 5, False, 1),
        (battery(fire=5), {}, 5, False, 2),
        (battery(fire=4, steps=1, steps_full=2, unsupplied=True), {}, 4, True, 2),
        (battery(fire=4, steps=1, steps_full=2, unsupplied=True), {}, 5, False, 0),
        (battery(fire=5, unsupplied=True), {}, 4, True, 3),
        (battery(fire=5, unsupplied=True), {}, 5, False, 1),
        (train(), {}, 4, True, 3),
        (train(), {}, 5, False, 1),
        (train(), {"attack_type": "hasty"}, 4, False, 1),
        (train(out_of_command=True), {}, 4, True, 3),
        (battery(tq=5, out_of_command=True), {"distance": 1}, 3, True, 3),
        (battery(tq=5, out_of_command=True), {"distance": 1}, 4, False, 1),
        (battery(tq=5, out_of_command=True), {"distance": 1, "attack_type": "hasty"}, 2, True, 3),
        (battery(tq=5, out_of_command=True), {"distance": 1, "attack_type": "hasty"}, 3, False, 1),
        (battery(tq=5, out_of_command=True), {"distance": 0, "role": "defensive"}, 4, False, 1),
        (battery(tq=2), {}, 1, True, 3),
        (battery(tq=2, out_of_command=True), {"distance": 1}, 1, False, 1),
        (train(type="armoured_train_heavy", steps=1, steps_full=2, fire=5), {}, 4, True, 3),
        (train(type="armoured_train_heavy", steps=1, steps_full=2, fire=5), {}, 5, False, 1),
    ],
)
def test_one_support(unit: game.Unit, changes: dict[str, Any], face: int, coordinated: bool, fire: int) -> None:
    assert added((face,), ask(unit, **changes)) == ((coordinated, fire),)


@pytest.mark.rule("orel", "8.6.2-check", "5.3-artillery", "7.2-hasty")
def test_the_modifiers_are_told_with_their_rules() -> None:
    request = ask(battery(tq=5, out_of_command=True), distance=1, attack_type="hasty")
    record = game.ruleset.resolve(request, dice=GivenDice((1,))).record
    steps = [step for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert [(step.rule, step.value, step.provenance) for step in steps] == [
        ("5.3-artillery", 2, "printed"),
        ("7.2-hasty", 1, "reconstructed"),
    ]


@pytest.mark.rule("orel", "8.6.2-check")
def test_each_throws_in_listed_order_and_rounds_by_itself() -> None:
    request = ask(battery("b", fire=3), train("t", fire=3), battery("a", fire=4))
    resolution = game.ruleset.resolve(request, dice=GivenDice((5, 4, 6)))
    rolls = [step.purpose for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    assert rolls == ["coordination of b", "coordination of t", "coordination of a"]
    assert resolution.outcome.total == 1 + 3 + 2


@pytest.mark.rule("orel", "8.7.1-lone-artillery", "5.3-artillery")
def test_a_battery_alone_in_defence_checks_in_the_same_way() -> None:
    def passes(face: int, unit: game.Unit) -> bool:
        umpire = RollingUmpire(game.ruleset, GivenDice((face,)), {}, recording=True)
        passed = coordinates(umpire, unit, rule="8.7.1-lone-artillery")
        assert "8.7.1-lone-artillery" in umpire.record.rules
        return passed

    assert [passes(face, battery(tq=4)) for face in (4, 5)] == [True, False]
    assert [passes(face, battery(tq=4, out_of_command=True)) for face in (2, 3)] == [True, False]


# -------------------------------------------------------------------- one die for all


@pytest.mark.rule("orel", "OPT-a-support")
def test_one_die_for_all_supports() -> None:
    request = ask(battery(tq=5), train())  # 2 steps of 5, 1 step of 4
    assert added((5,), request, single_support_roll=True) == ((True, 3), (True, 3))
    assert added((6,), request, single_support_roll=True) == ((False, 1), (False, 1))
    assert added((5, 5), request) == ((True, 3), (False, 1))
    told = [
        step.option
        for _, step in game.ruleset.resolve(request, dice=GivenDice((1, 1))).record.walk()
        if isinstance(step, RulingStep)
    ]
    assert told == ["single_support_roll"]


@pytest.mark.rule("orel", "OPT-a-support", "5.3-artillery", "7.2-hasty")
def test_what_holds_for_one_holds_for_the_one_die() -> None:
    units = (battery("a", tq=5, steps=3, out_of_command=True), battery("b", tq=4), train())  # 3 steps of 5, 3 of 4
    # Equal numbers: the worse quality 4 counts. Out of command, once: 2 + 2 <= 4.
    assert added((2,), ask(*units, distance=1), single_support_roll=True)[0] == (True, 3)
    assert added((3,), ask(*units, distance=1), single_support_roll=True)[2] == (False, 1)
    hasty = ask(*units, distance=1, attack_type="hasty")
    assert added((1,), hasty, single_support_roll=True)[1] == (True, 3)
    assert added((2,), hasty, single_support_roll=True)[1] == (False, 1)


@pytest.mark.rule("orel", "OPT-a-support")
def test_a_single_support_is_the_same_with_and_without_the_option() -> None:
    request = ask(battery(tq=5))
    assert game.ruleset.with_options(single_support_roll=True).odds(request) == game.ruleset.odds(request)


# -------------------------------------------------------------------- who may support


@pytest.mark.rule("orel", "8.6.2-support", "X-bad-combat")
def test_the_range_is_counted_to_the_defenders_hex() -> None:
    # 1512 is two hexes from 1413 and three from 1314, where its own troops attack from.
    near = ask(battery(hex="1512"), distance=None, target="1413", attacking=("1314",))
    assert added((4,), near) == ((True, 3),)
    assert refused(ask(battery(hex="1512"), distance=None, target="1314")) == [("8.6.2-support", "$.supports[0]")]
    assert refused(ask(battery(), distance=3)) == [("8.6.2-support", "$.supports[0]")]
    assert refused(ask(battery(), distance=3, role="defensive")) == [("8.6.2-support", "$.supports[0]")]


@pytest.mark.rule("orel", "8.6.2-support", "8.3.1-markers", "8.4-counterbattery", "X-bad-combat")
@pytest.mark.parametrize("role", ["offensive", "defensive"])
@pytest.mark.parametrize(
    ("fired", "rule"),
    [("barrage", "8.3.1-markers"), ("counterbattery", "8.4-counterbattery"), ("support", "8.6.2-support")],
)
def test_a_unit_that_has_fired_gives_no_support(role: str, fired: str, rule: str) -> None:
    assert refused(ask(battery(), fired=fired, role=role)) == [(rule, "$.supports[0].fired")]


@pytest.mark.rule("orel", "8.6.2-support", "7.1.4-march-effects", "8.7.3-rout", "8.2.3-effects", "9.1-contact")
@pytest.mark.parametrize("role", ["offensive", "defensive"])
@pytest.mark.parametrize(
    ("unit", "rule", "field"),
    [
        (battery(mode="march"), "7.1.4-march-effects", "mode"),
        (battery(mode="routed"), "8.7.3-rout", "mode"),
        (train(unsupplied=True), "8.2.3-effects", "unsupplied"),
        (train(in_contact=True), "9.1-contact", "in_contact"),
    ],
)
def test_who_may_not_support(role: str, unit: game.Unit, rule: str, field: str) -> None:
    assert refused(ask(unit, role=role)) == [(rule, f"$.supports[0].unit.{field}")]


@pytest.mark.rule("orel", "10.2-inactive")
def test_inactive_batteries_support_in_defence_alone() -> None:
    unit = battery(inactive=True)
    assert refused(ask(unit)) == [("10.2-inactive", "$.supports[0].unit.inactive")]
    assert added((4,), ask(unit, role="defensive")) == ((True, 3),)


@pytest.mark.rule("orel", "5.3-artillery")
def test_out_of_command_artillery_supports_against_its_neighbours_alone() -> None:
    unit = battery(hex="1512", out_of_command=True)
    assert refused(ask(unit, distance=None, target="1413")) == [("5.3-artillery", "$.supports[0]")]
    assert added((1,), ask(unit, distance=None, target="1511")) == ((True, 3),)
    defensive: dict[str, Any] = {"distance": None, "role": "defensive"}
    # 1412 lies next to the battery in 1512, 1414 does not.
    assert added((1,), ask(unit, target="1413", attacking=("1412", "1414"), **defensive)) == ((True, 3),)
    assert refused(ask(unit, target="1413", attacking=("1414",), **defensive)) == [("5.3-artillery", "$.supports[0]")]
    assert added((1,), ask(unit, target="1512", attacking=("1511",), **defensive)) == ((True, 3),)


@pytest.mark.rule("orel", "8.7.1-lone-artillery")
def test_a_battery_alone_in_defence_gives_no_support_as_well() -> None:
    alone = battery(formation="7D")
    request = ask(alone, distance=0, role="defensive", supported=(alone,))
    assert refused(request) == [("8.7.1-lone-artillery", "$.supports[0]")]
    with_foot = ask(alone, distance=0, role="defensive", supported=(alone, infantry(formation="7D")))
    assert added((4,), with_foot) == ((True, 3),)


ORDER = order_of_battle()


def of(key: str) -> game.Unit:
    return ORDER.unit(key)


@pytest.mark.rule("orel", "8.6.2-support", "5.1-lettone", "5.1-tchkz", "5.1-recruits")
@pytest.mark.parametrize(
    ("battery_key", "keys", "day", "may"),
    [
        ("R:Art/7D", ("R:1/41D",), 15, False),
        ("R:Art/7D", ("R:1/41D", "R:1/7D"), 15, True),
        ("R:Art1/41D", ("R:1/41S",), 15, True),
        ("R:Art/Let", ("R:1/Let",), 15, True),
        ("R:Art/Let", ("R:8/Let",), 15, True),
        ("R:Art/Let", ("R:1/TchKz",), 25, False),
        ("R:Art/7D", ("R:Rec1",), 15, True),
        ("W:Art/1K", ("W:Rec1",), 15, True),
        ("R:Art.Chev./TchKz", ("R:14/41D",), 19, False),
        ("R:Art.Chev./TchKz", ("R:14/41D",), 20, True),
        ("R:Art.Chev./TchKz", ("R:Cv/41S",), 20, True),
        ("R:Art.Chev./TchKz", ("R:1/41D",), 20, False),
        ("R:14bgde/41D", ("R:1/TchKz",), 20, False),
        ("W:Art/1K", ("W:1/2K",), 15, True),
        ("W:Art/1K", ("W:1/1D",), 15, False),
        ("W:ArtL2/1D", ("W:1/1K",), 15, True),
        ("W:ArtL2/1D", ("W:Res/1D",), 15, True),
        ("W:Art/1K", ("W:Tank",), 15, False),
        ("W:train-offitser", ("W:1/1D",), 15, True),
        ("R:train-avrora", ("R:1/TchKz",), 15, True),
    ],
)
def test_whom_a_battery_supports(battery_key: str, keys: tuple[str, ...], day: Any, may: bool) -> None:
    units = tuple(of(key) for key in keys)
    assert may_support_with(of(battery_key), units, day) is may


@pytest.mark.rule("orel", "8.6.2-support")
def test_a_battery_of_strangers_is_refused() -> None:
    strangers = (infantry(formation="41D"),)
    assert refused(ask(battery(formation="7D"), supported=strangers)) == [("8.6.2-support", "$.supports[0]")]
    assert added((4,), ask(train(), supported=strangers)) == ((True, 3),)
    assert added((4,), ask(battery(formation="41D"), supported=strangers)) == ((True, 3),)
    # To be in the attacked hex with them makes no friends.
    guest = battery(formation="7D")
    among = ask(guest, distance=0, role="defensive", supported=(guest, *strangers))
    assert refused(among) == [("8.6.2-support", "$.supports[0]")]


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (ask(), ("$.supports", "")),
        (ask(battery(), battery()), ("$.supports[1].unit.key", "X-bad-units")),
        (ask(battery(), train(side="white")), ("$.supports[1].unit.side", "X-bad-units")),
        (ask(infantry()), ("$.supports[0].unit.type", "X-bad-combat")),
        (ask(battery(), distance=None), ("$.supports[0].distance", "X-bad-combat")),
        (ask(battery(hex="1512"), distance=1, target="1413"), ("$.supports[0].distance", "X-bad-combat")),
        (ask(battery(), distance=0), ("$.supports[0].distance", "X-bad-combat")),
        (ask(battery(hex="1413"), distance=None, target="1413"), ("$.supports[0].distance", "X-bad-combat")),
        (ask(battery(), target="3321"), ("$.target", "X-bad-units")),
        (ask(battery(), attacking=("0000",)), ("$.attacking[0]", "X-bad-units")),
        (ask(battery(), supported=(infantry(side="white"),)), ("$.supported[0].side", "X-bad-units")),
        (ask(battery(out_of_command=True), role="defensive"), ("$.attacking", "5.3-artillery")),
        (
            ask(battery(out_of_command=True), role="defensive", attacking=("1414",)),
            ("$.supports[0].unit.hex", "5.3-artillery"),
        ),
    ],
)
def test_what_cannot_be(request_: Any, expected: tuple[str, str]) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.odds(request_)
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [expected]


# -------------------------------------------------------------------- exact odds

Support = tuple[int, int, int, bool, bool]
"""Quality (0: a train), fire strength, steps, out of command, unsupplied."""


def twin(supports: list[Support], *, hasty: bool, together: bool) -> dict[int, Fraction]:
    """Throw every face of every die and add up what each support gives."""
    found: dict[int, Fraction] = {}
    common = 0
    if together:
        men = sorted(tq or 4 for tq, _, steps, _, _ in supports for _ in range(steps))
        common = max((2, 3, 4, 5, 6), key=lambda tq: (men.count(tq), -tq))
        common += (men[-1] - common >= 3) - (common - men[0] >= 3)
    for faces in product(range(1, 7), repeat=1 if together else len(supports)):
        total = 0
        for number, (tq, fire, _, out_of_command, unsupplied) in enumerate(supports):
            if together:
                penalty = 2 if any(out and quality for quality, _, _, out, _ in supports) else 0
                good = faces[0] + penalty + (1 if hasty else 0) <= common
            else:
                penalty = 2 if out_of_command and tq else 0
                good = faces[number] + penalty + (1 if hasty else 0) <= (tq or 4)
            halves = (1 if unsupplied and tq else 0) + (0 if good else 1)
            # In quarters: up from the half if it is coordinated, else down.
            quarters = fire * 4 // 2**halves
            total += (quarters + 2) // 4 if good else quarters // 4
        found[total] = found.get(total, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return found


@pytest.mark.rule("orel", "8.6.2-check", "OPT-a-support", "5.3-artillery", "7.2-hasty")
@settings(max_examples=50, deadline=None)
@given(
    supports=st.lists(
        st.tuples(
            st.sampled_from([0, 2, 3, 4, 5, 6]), st.integers(1, 7), st.integers(1, 3), st.booleans(), st.booleans()
        ),
        min_size=1,
        max_size=3,
    ),
    hasty=st.booleans(),
    together=st.booleans(),
)
def test_exact_odds_are_those_of_the_twin(supports: list[Support], hasty: bool, together: bool) -> None:
    supports = [(tq, fire, steps if tq else 1, out, bare and bool(tq)) for tq, fire, steps, out, bare in supports]
    units = [
        battery(str(number), tq=tq, fire=fire, steps=steps, out_of_command=out, unsupplied=bare)
        if tq
        else train(str(number), fire=fire, out_of_command=out)
        for number, (tq, fire, steps, out, bare) in enumerate(supports)
    ]
    request = ask(*units, distance=1, attack_type="hasty" if hasty else "prepared")
    found: dict[int, Fraction] = {}
    for outcome, chance in game.ruleset.with_options(single_support_roll=together).odds(request).items():
        found[outcome.total] = found.get(outcome.total, Fraction(0)) + chance
    assert found == twin(supports, hasty=hasty, together=together and len(supports) > 1)


@pytest.mark.rule("orel", "8.6.2-check")
@given(tq=st.integers(2, 6), fire=st.integers(1, 9), hasty=st.booleans())
def test_better_gunners_never_add_less(tq: int, fire: int, hasty: bool) -> None:
    def mean(quality: int) -> Fraction:
        request = ask(battery(tq=quality, fire=fire), attack_type="hasty" if hasty else "prepared")
        return sum((outcome.total * chance for outcome, chance in game.ruleset.odds(request).items()), Fraction(0))

    assert mean(tq) <= mean(min(6, tq + 1))
