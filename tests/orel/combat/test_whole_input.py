"""Requests for whole combats that the rules forbid or that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_combats import (
    ask,
    battery,
    outcome,
    unit,
    vehicle,
    white,
)

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game

# -------------------------------------------------------------------- bad input


def refusal(request: game.CombatRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        outcome(request)
    return [(one.path, one.rule) for one in caught.value.verdict.objections]


def problems(request: game.CombatRequest) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        outcome(request)
    return [(one.path, one.rule) for one in caught.value.problems]


@pytest.mark.rule(
    "orel", "X-bad-combat", "8.6.1-hasty", "8.6.1-formation", "8.6.1-tq3", "9-accompanied", "10.2-inactive"
)
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"attackers": (unit("R", place="1007"),)}, "$.attackers[0].hex", "X-bad-combat"),
        ({"attackers": (unit("R", mode="march"),)}, "$.attackers[0]", "X-bad-combat"),
        ({"attackers": (unit("R", inactive=True),)}, "$.attackers[0].inactive", "10.2-inactive"),
        ({"attackers": (battery("G"), unit("R"))}, "$.attackers[0]", "X-bad-combat"),
        ({"attackers": (unit("R"), vehicle("Car", "armoured_car", place="1110"))}, "$.attackers[1]", "9-accompanied"),
        ({"attackers": (unit("R"), unit("S", place="1110")), "attack_type": "hasty"}, "$.attackers", "8.6.1-hasty"),
        ({"attackers": (unit("R"), unit("S", place="1110", formation="7D"))}, "$.attackers", "8.6.1-formation"),
        ({"attackers": (unit("R", tq=3), unit("S", place="1111"))}, "$.attackers", "8.6.1-tq3"),
        ({"joined": ("W",)}, "$.joined", "8.5.1d-target-hex"),
        (
            {"others": (battery("G", place="1006"),), "attacker_supports": ("G",)},
            "$.attacker_supports[0]",
            "8.6.2-support",
        ),
        (
            {"others": (battery("G", "white", "1012", division="other"),), "defender_supports": ("G",)},
            "$.defender_supports[0]",
            "8.6.2-support",
        ),
        (
            {"others": (battery("G", mode="march"),), "attacker_supports": ("G",)},
            "$.attacker_supports[0]",
            "7.1.4-march-effects",
        ),
    ],
)  # fmt: skip
def test_what_the_rules_forbid(changes: dict[str, Any], path: str, rule: str) -> None:
    assert (path, rule) in refusal(evolve(ask(white("W")), **changes))


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat")
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"hex": "3321"}, ".hex", "X-bad-units"),
        ({"attackers": (unit("R", hex=None),)}, ".attackers[0].hex", "X-bad-units"),
        ({"attackers": (unit("R"), white("S", place="1110"))}, ".attackers[1].side", "X-bad-units"),
        ({"defenders": (white("W", place="1111"),)}, ".defenders[0].hex", "X-bad-combat"),
        ({"defenders": ()}, ".defenders", "X-bad-combat"),
        ({"others": (white("V"),)}, ".others[0]", "X-bad-combat"),
        ({"others": (unit("R", place="0101"),)}, ".others[0].key", "X-bad-units"),
        ({"attacker_supports": ("G",)}, ".attacker_supports[0]", "X-bad-units"),
        ({"others": (unit("S"),), "attacker_supports": ("S",)}, ".attacker_supports[0]", "X-bad-combat"),
        ({"others": (battery("G"),), "attacker_supports": ("G", "G")}, ".attacker_supports[1]", "8.6.2-support"),
        ({"joined": ("V",)}, ".joined[0]", "X-bad-units"),
        ({"under_attack": ("3321",)}, ".under_attack[0]", "X-bad-units"),
    ],
)
def test_what_contradicts_itself(changes: dict[str, Any], path: str, rule: str) -> None:
    assert ("$" + path, rule) in problems(evolve(ask(white("W")), **changes))
