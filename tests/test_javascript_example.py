"""A reader in another language needs nothing but the schemas and the command: the example in JavaScript shows it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from damaged_documents import damaged
from javascript import EXAMPLE, NODE, needs_node, said_by_node
from published_schemas import PROCEDURES, plain, published, sound, validator

from rcw_rules import SeededDice, red_white
from rcw_rules.schema import Definitions

pytestmark = needs_node


def played(*arguments: str) -> list[str]:
    """Return what the example prints."""
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    command = [str(NODE), str(EXAMPLE / "melee.mjs"), *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_the_example_finds_mistakes_tells_who_won_and_why_and_every_refusal() -> None:
    lines = played("5,2")
    # The Cheka inspires: +1. The machine gun and the trench: +2. 6 against 4 is no win by 3, so the Reds go back.
    assert lines[1:3] == [
        '  $.attackers[0].stands: expected an integer, got "7"',
        "  $.attackers[0].stand: not allowed here",
    ]
    assert lines[4] == "  winner: defender"
    assert (
        "    attacker's die, defender's die: d6 + 1 against d6 + 2: 5 + 1 = 6 against 2 + 2 = 4 [melee-roll]" in lines
    )
    contradiction, forbidden, silent = lines[-5::2]
    assert contradiction.startswith("  wrong: $.attackers[0].stands: 9 is more than the 8")
    assert forbidden.startswith("  forbidden: ")
    assert forbidden.endswith("[melee-initiators]")
    assert silent.startswith("  needs a ruling: ")
    assert silent.endswith("[p1-activation]")
    assert [line[-2:] for line in lines[-6::2]] == ["2:", "1:", "3:"]  # the exit codes, as the command line has them


def test_it_prints_what_the_documentation_shows() -> None:
    assert played("5,2") == (EXAMPLE / "melee.txt").read_text(encoding="utf-8").splitlines()


def test_the_example_tells_which_die_is_wrong() -> None:
    lines = played("7,2")
    assert not any(line.startswith("  winner") for line in lines)
    assert "wrong: dice: " in lines[4]
    assert "face 7 is impossible on a d6" in lines[4]


def problems_found(schemas: list[dict[str, Any]], cases: list[tuple[str, Any]]) -> list[Any]:
    """Return the problems that the example's validator finds in each case, or the error that it throws."""
    script = f"""
        import {{ validatorOf }} from {json.dumps((EXAMPLE / "schema.mjs").as_uri())};
        const problemsOf = validatorOf(data.schemas);
        const tried = data.cases.map(([reference, value]) => {{
          try {{ return problemsOf(reference, value); }} catch (error) {{ return error.message; }}
        }});
        console.log(JSON.stringify(tried));
    """
    said: list[Any] = said_by_node(script, {"schemas": schemas, "cases": cases})
    return said


def test_its_validator_agrees_with_a_full_one() -> None:
    random = Random(1919)
    sounds: list[tuple[str, Any]] = [
        (f"{id.partition('.')[0]}.json#/$defs/{id}.{what}", sound(id, what))
        for id in PROCEDURES
        for what in ("request", "outcome")
    ]
    resolution = plain(red_white.ruleset.resolve(red_white.melee_example_1(), dice=SeededDice(1)).to_json())
    error = {"error": {"code": "dice", "message": "too few", "problems": [{"path": "$", "message": "no"}]}}
    documents = [("resolution.json", resolution), ("error.json", error)] * 60
    cases = sounds + [(where, damaged(document, random)) for where, document in [*sounds, *documents]]
    told = [problems == [] for problems in problems_found([plain(schema) for schema in published().values()], cases)]
    assert all(told[: len(sounds)])
    assert told == [validator(where).is_valid(document) for where, document in cases]
    assert 50 < sum(told[len(sounds) :]) < 400


def test_a_text_ends_where_its_pattern_ends() -> None:
    fractions = {"$id": "fractions.json", **Definitions().schema_of(Fraction)}
    odd = ("1/6\n", "\n1/6", "1/00", "1/")
    cases: list[tuple[str, Any]] = [("fractions.json", text) for text in ("1/6", "-07/0012", *odd)]
    cases += [
        ("error.json", {"error": {"code": code, "message": "no"}}) for code in ("needs-ruling", "dice\n", "dice-")
    ]
    told = [problems == [] for problems in problems_found([fractions, published()["error.json"]], cases)]
    assert told == [True] * 2 + [False] * len(odd) + [True, False, False]


@pytest.mark.parametrize(
    ("schema", "value", "problems"),
    [
        ({"type": "integer"}, 1.5, [{"path": "$", "message": "expected an integer, got 1.5"}]),
        ({"enum": [True]}, 1, [{"path": "$", "message": "expected one of true, got 1"}]),
        ({"minLength": 2}, "\N{PISTOL}", [{"path": "$", "message": 'expected 2 or more characters, got "\N{PISTOL}"'}]),
        ({"prefixItems": [True], "items": False}, [1, 2], [{"path": "$[1]", "message": "not allowed here"}]),
        ({"properties": {"a b": {"const": 1}}}, {"a b": 2}, [{"path": '$["a b"]', "message": "expected 1, got 2"}]),
        ({"required": ["toString"]}, {}, [{"path": "$.toString", "message": "missing"}]),
        ({"oneOf": [True, {}]}, 1, [{"path": "$", "message": "fits 2 schemas instead of one, got 1"}]),
        ({"$ref": "#/$defs/word"}, 1, [{"path": "$", "message": "expected a string, got 1"}]),
        ({"$ref": "#/$defs/none"}, 1, "there is no schema some.json#/$defs/none"),
        ({"multipleOf": 2}, 3, "the keyword multipleOf is not known here"),
    ],
    ids=str,
)
def test_its_validator_says_what_is_wrong_and_refuses_what_it_does_not_know(
    schema: dict[str, Any], value: object, problems: object
) -> None:
    schema = {**schema, "$id": "some.json", "$defs": {"word": {"type": "string"}}}
    assert problems_found([schema], [("some.json", value)]) == [problems]
