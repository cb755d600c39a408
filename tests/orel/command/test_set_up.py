"""Command at the historical set-up, the record of a check, and bad input."""

from __future__ import annotations

from typing import Any

import pytest
from orel_formations import ORDER, bodies, check, red, rules_of, unit

from rcw_rules import GivenDice, InvalidRequestError, orel
from rcw_rules.orel.command import MainBody

# -------------------------------------------------------------------- the set-up


@pytest.mark.rule("orel", "EX-command", "5.2-timing", "5.2.1-group", "5.2.1-cavalry", "5.2.1-artillery")
def test_the_printed_marks_of_the_set_up() -> None:
    former = (
        MainBody(formation="7D", units=("R:2/7D",)),
        MainBody(formation="41D", units=("R:1/41D",)),
    )
    out = [
        key
        for side in ("red", "white")
        for key in check(
            *ORDER.units, side=side, depots=ORDER.depots, former=former if side == "red" else ()
        ).out_of_command
    ]
    printed = {each.key for each in ORDER.units if each.out_of_command}
    assert printed == {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "W:Cv/83S"}
    assert sorted(out) == sorted(printed | {"W:1/83S", "R:14bgde/41D"})
    assert not ORDER.unit("W:1/83S").out_of_command  # the printed status, until the first check


@pytest.mark.rule("orel", "EX-command")
def test_a_policy_can_choose_the_main_bodies_of_the_set_up() -> None:
    def pick(groups: Any, alternatives: Any) -> Any:
        return ("R:2/7D",) if groups.formation == "7D" else ("R:1/41D",)

    outcome = check(*ORDER.units, side="red", choices={"main_body": pick})
    expected = {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "R:14bgde/41D"}
    assert set(outcome.out_of_command) == expected
    assert {each.key for each in outcome.units} == {"R:14bgde/41D"}


@pytest.mark.rule("orel", "EX-command")
def test_the_examples_of_the_set_up() -> None:
    told = {
        "red-command-at-set-up": {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "R:14bgde/41D"},
        "white-command-at-set-up": {"W:Cv/83S", "W:1/83S"},
    }
    for example in orel.ruleset.examples:
        if example.id in told:
            outcome = orel.ruleset.resolve(example.request(), dice=GivenDice(example.faces)).outcome
            assert set(outcome.out_of_command) == told.pop(example.id)
    assert not told


# -------------------------------------------------------------------- the record and bad input


@pytest.mark.rule("orel", "5.1-formations", "5.1-exempt", "7.4-command")
def test_the_record_cites_the_rule_of_every_decision() -> None:
    units = (
        unit("a", "1005"), unit("cv", "1006", type="cavalry"), unit("gun", "1006", type="artillery"),
        unit("car", "1007", "", type="armoured_car"), unit("rec", "1007", "", recruit_battalion=True),
        unit("res", "1007", "", independent=True, division="D"), unit("new", "3010", "G"),
    )  # fmt: skip
    assert rules_of(*units, arrivals=("new",)) == [
        "5.2.1-group", "5.2.1-group", "5.2.1-cavalry", "5.2.1-artillery", "5.1-exempt", "5.1-recruits",
        "5.1-white-independents", "7.4-command",
    ]  # fmt: skip


@pytest.mark.rule("orel", "5.1-formations", "X-bad-units", "5.1-white-independents", "7.4-command")
@pytest.mark.parametrize(
    ("units", "fields", "path", "rule"),
    [
        ((unit("a", "1005", ""),), {}, "$.units[0].formation", "5.1-formations"),
        ((unit("a", "1005", recruit_battalion=True),), {}, "$.units[0].formation", "5.1-formations"),
        ((unit("a", "1005", "", independent=True),), {}, "$.units[0].division", "5.1-white-independents"),
        ((unit("a", "3321"),), {}, "$.units[0].hex", "X-bad-units"),
        ((unit("a", "1005"), unit("a", "1006")), {}, "$.units[1].key", "X-bad-units"),
        ((unit("a", "1005"), red("b", "1005")), {}, "$.units[1].hex", "X-bad-units"),
        ((unit("a", "1005"), red("b", "1006")), {"arrivals": ("b",)}, "$.arrivals[0]", "X-bad-units"),
    ],
)
def test_bad_input(units: tuple[orel.Unit, ...], fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        check(*units, **fields)
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, rule)]


@pytest.mark.rule("orel", "5.1-white-independents")
def test_there_are_no_red_independents() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units\[0\]\.independent.*\[5.1-white-independents\]"):
        check(red("a", "1005", "", independent=True, division="D"), side="red")


@pytest.mark.rule("orel", "5.1-formations")
def test_enemies_need_no_formation() -> None:
    assert bodies(check(unit("a", "1005"), red("b", "1006", ""))) == [("a",)]
