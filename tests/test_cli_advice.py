"""The commands about decisions: what can be decided, which options there are, and what is best."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from cli_runs import fine, run

from rcw_rules import red_white

CHEKA = '{"base": 6, "stands": 8, "full_move": 6, "cheka": true}'
TEST = "red_white.activation_test"
ABOUT = red_white.ruleset.choices_of(red_white.ruleset.procedure(TEST))[0].about


def advised(*arguments: str, stdin: str = CHEKA) -> dict[str, Any]:
    ran = run("advise", *arguments, "--json", stdin=stdin)
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def refused(*arguments: str, stdin: str = CHEKA) -> tuple[int, str]:
    ran = run("advise", *arguments, stdin=stdin)
    assert ran.out == ""
    return ran.code, ran.err.removeprefix("rcw: ").rstrip("\n")


def test_advice_is_a_short_table() -> None:
    # 6 or less on a d10, and after a failure once more: 3/5 + 2/5 * 3/5 = 21/25.
    assert run("advise", TEST, stdin=CHEKA).out.splitlines() == [
        "the unit activates: 84.00 %",
        "High is good for red. Both sides play best from here on.",
        "",
        "  red decides, with a probability of 40.00 %:",
        f"  {ABOUT} [cheka-reroll]",
        "    yes  84.00 %  best",
        "    no   60.00 %  worse by 24.00 %",
    ]


def test_advice_as_json_has_exact_fractions() -> None:
    found = advised(TEST)
    (decision,) = found.pop("decisions")
    assert found == {
        "procedure": TEST,
        "payoff": "passed",
        "title": "the unit activates",
        "for": "red",
        "value": "21/25",
        "draws": None,
    }
    assert decision.pop("about").startswith("The roll failed")
    assert decision == {
        "choice": "liquidate",
        "rule": "cheka-reroll",
        "who": "red",
        "unit": "",
        "chance": "2/5",
        "alternatives": [
            {"text": "yes", "value": "21/25", "behind": "0", "standard_error": 0.0},
            {"text": "no", "value": "3/5", "behind": "6/25", "standard_error": 0.0},
        ],
    }


def test_another_payoff_may_favour_another_alternative() -> None:
    # Shooting costs a stand in the 2/5 of the cases in which it comes up.
    found = advised(TEST, "--value", "stands")
    assert (found["title"], found["value"]) == ("stands left to the unit", "8")
    assert [(one["text"], one["value"]) for one in found["decisions"][0]["alternatives"]] == [
        ("no", "8"),
        ("yes", "38/5"),
    ]
    text = run("advise", TEST, "--value", "stands", stdin=CHEKA).out
    assert text.splitlines()[-2:] == ["    no       8  best", "    yes  7.600  worse by 0.400"]


def test_a_field_of_the_outcome_counts_as_well() -> None:
    (decision,) = advised(TEST, "--value", "liquidated")["decisions"]
    assert [(one["text"], one["value"]) for one in decision["alternatives"]] == [("yes", "2/5"), ("no", "0")]


def test_a_payoff_counts_for_its_own_side_though_the_other_decides() -> None:
    example = fine("example", "red_actions.charge").out
    found = advised("red_actions.charge", "--value", "holds", stdin=example)
    assert found["for"] == "red"
    asked = found["decisions"][0]
    assert (asked["who"], asked["choice"]) == ("white", "charge_response")
    values = [Fraction(one["value"]) for one in asked["alternatives"]]
    assert values == sorted(values)  # the best for White, who decides, is the lowest for Red
    turned = advised("red_actions.charge", "--value", "holds", "--for", "white", stdin=example)
    assert turned["for"] == "white"
    asked = turned["decisions"][0]
    values = [Fraction(one["value"]) for one in asked["alternatives"]]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


def test_decisions_that_read_alike_are_one_block_with_their_chances_together() -> None:
    example = fine("example", "orel.assault").out
    decisions = advised("orel.assault", stdin=example)["decisions"]
    chances = [Fraction(one["chance"]) for one in decisions if one["choice"] == "lose_step"]
    assert len(chances) == len(decisions) > 1
    lines = run("advise", "orel.assault", stdin=example).out.splitlines()
    (told,) = [line for line in lines if " decides" in line]
    assert told == f"  red decides about 1/7D, 2/7D, with a probability of {float(sum(chances)):.2%}:".replace(
        "%", " %"
    )


def test_estimates_carry_standard_errors_and_repeat_with_their_seed() -> None:
    found = advised(TEST, "--sample", "400", "--seed", "7")
    assert found == advised(TEST, "--sample", "400", "--seed", "7")
    assert found != advised(TEST, "--sample", "400", "--seed", "8")
    assert found["draws"] == 400
    first, second = found["decisions"][0]["alternatives"]
    assert (first["text"], second["text"]) == ("yes", "no")
    # The exact values are 0.84 and 0.6; sqrt(0.84 * 0.16 / 400) = 0.018 and sqrt(0.6 * 0.4 / 400) = 0.024.
    assert abs(first["value"] - 0.84) < 4 * 0.018
    assert abs(second["value"] - 0.6) < 4 * 0.024
    assert first["standard_error"] == pytest.approx(0.018, abs=0.004)
    text = run("advise", TEST, "--sample", "400", "--seed", "7", stdin=CHEKA).out
    assert "Estimated from 400 games for each alternative, every later decision by its default." in text
    assert " % +- " in text


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--value", "pased"), 2, f"unknown payoff of {TEST} 'pased'; did you mean 'passed'?"),
        (("--value", "xyz"), 2, f"unknown payoff of {TEST} 'xyz'; did you mean 'passed' or 'stands'?"),
        (("--for", "withe"), 2, "unknown side that decides 'withe'"),
        (("--choose", "liquidate=no"), 2, "nothing is decided from here on"),
        (
            ("--limit", "branches=1"),
            2,
            "exact advice needs more than the budget of 1 branches: raise --limit branches=NUMBER, or estimate with",
        ),
        (("--sample", "0"), 2, "invalid value for '--sample'"),
    ],
)
def test_advice_that_cannot_be_given(arguments: tuple[str, ...], code: int, said: str) -> None:
    ended, line = refused(TEST, *arguments)
    assert (ended, line[: len(said)]) == (code, said)


def test_a_request_without_decisions_or_against_the_rules() -> None:
    plain = CHEKA.replace("true", "false")
    assert refused(TEST, stdin=plain)[1].startswith("nothing is decided from here on")
    forbidden = json.dumps({**json.loads(fine("example", "red_white.melee").out), "defenders": []})
    assert refused("red_white.melee", stdin=forbidden)[0] == 2
    code, line = refused(TEST, stdin=CHEKA.replace("8", '8, "type": "tank"'))
    assert (code, "[" in line) == (1, True)


# --- choices and options ------------------------------------------------------------------------------------------


def test_choices_lists_the_decisions_of_a_procedure() -> None:
    lines = fine("choices", TEST).out.splitlines()
    assert lines[0].split() == ["choice", "who", "what"]
    assert [line.split()[:2] for line in lines[1:] if line.split()[0] == "liquidate"] == [["liquidate", "owner"]]
    found = json.loads(fine("choices", TEST, "--json").out)["choices"]
    assert [(one["id"], one["rule"], one["who"]) for one in found] == [("liquidate", "cheka-reroll", "owner")]


def test_choices_lists_those_of_a_ruleset_or_of_all() -> None:
    one = json.loads(fine("choices", "directory", "--json").out)["choices"]
    assert {
        "advance",
        "captor",
        "force_march",
        "replace_captured",
        "retreat",
        "serving_base",
        "take_part",
    } == {choice["id"] for choice in one}
    every = json.loads(fine("choices", "--json").out)["choices"]
    assert [choice for choice in every if choice in one] == one
    assert {"liquidate", "charge_response", "lose_step", "follow_up"} <= {choice["id"] for choice in every}


def test_a_procedure_without_decisions_says_so() -> None:
    assert fine("choices", "red_white.major_morale").out == "nothing is decided: it is all a matter of chance\n"
    assert json.loads(fine("choices", "red_white.major_morale", "--json").out) == {"choices": []}


def test_options_show_values_and_what_they_can_be() -> None:
    lines = fine("options", "red_white").out.splitlines()
    assert lines[0].split() == ["option", "value", "can", "be", "what"]
    found = {one["name"]: one for one in json.loads(fine("options", "red_white", "--json").out)["options"]}
    assert found["melee_elite"]["rule"] in lines_with(lines, "melee_elite")
    changed = json.loads(fine("options", "red_white", "--set", "withdraw_failed=may_stand", "--json").out)["options"]
    (one,) = [option for option in changed if option["name"] == "withdraw_failed"]
    assert one["value"] == "may_stand"
    assert found["withdraw_failed"]["value"] != "may_stand"
    assert "may_stand" in one["expected"]


def lines_with(lines: list[str], name: str) -> str:
    (line,) = [line for line in lines if line.split()[:1] == [name]]
    return line
