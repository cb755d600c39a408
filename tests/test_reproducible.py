"""The same question with the same seed gives the same bytes: whatever the hash seed, whatever the Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import cattrs
import pytest
import typing_extensions

import rcw_rules

SCRIPT = """
import sys
from rcw_rules import SeededDice, red_white as rw
for procedure in rw.ruleset.procedures:
    resolution = rw.ruleset.resolve(procedure.example, dice=SeededDice(1919))
    odds = rw.ruleset.odds(procedure.example)
    for text in (resolution.to_json(), resolution.explain(), odds.text(most=50), repr(odds.outcomes)):
        sys.stdout.buffer.write(text.encode() + b"\\n")
sys.stdout.buffer.write(repr(rw.ruleset.sample(rw.melee_example_2(), 20, seed="Orel")).encode())
"""

# The library and what it needs is plain Python, so any interpreter can read it where this one found it.
PLACES = dict.fromkeys(str(Path(str(module.__file__)).parents[1]) for module in (rcw_rules, attrs, cattrs))
PLACES[str(Path(typing_extensions.__file__).parent)] = None

OTHERS = [path for path in os.environ.get("RCW_OTHER_PYTHONS", "").split(os.pathsep) if path]


def answers(python: str, hash_seed: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(PLACES)}
    return subprocess.run([python, "-c", SCRIPT], check=True, capture_output=True, env=environment).stdout


@pytest.fixture(scope="module")
def here() -> bytes:
    return answers(sys.executable, "1")


def test_the_hash_seed_changes_nothing(here: bytes) -> None:
    assert len(here) > 10_000
    assert b'"format": "rcw-resolution"' in here
    assert answers(sys.executable, "2") == here
    assert answers(sys.executable, "1919") == here


@pytest.mark.skipif(not OTHERS, reason="RCW_OTHER_PYTHONS names no other interpreter")
@pytest.mark.parametrize("python", OTHERS)
def test_another_python_changes_nothing(here: bytes, python: str) -> None:
    assert answers(python, "3") == here
