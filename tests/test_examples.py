"""The examples run as their users run them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from rcw_rules.kernel.fields import validate
from rcw_rules.red_white.profile import PartOneProfile
from rcw_rules.toml_files import read_toml

EXAMPLES = Path(__file__).parents[1] / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples are not installed with the library")


def run(name: str, *arguments: str, typed: str = "") -> list[str]:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], input=typed, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {
        "cohesion_at_the_table.py",
        "is_the_trench_worth_it.py",
        "many_battles.py",
        "referee.py",
        "three_sided_turn.py",
    }


def test_the_example_profile_is_a_profile_and_says_that_it_is_made_up() -> None:
    profile = read_toml(PartOneProfile, EXAMPLES / "part_one_profile.toml")
    validate(profile)
    assert "illustrative" in profile.source
    # What single procedures ask for is shown; what only whole games ask for is in the full profile of the library.
    empty = attrs.asdict(PartOneProfile(source=""), recurse=False)
    shown = {name for name, value in attrs.asdict(profile, recurse=False).items() if value != empty[name]}
    assert shown == {
        "source",
        "sequence",
        "activation",
        "moves",
        "fire",
        "losses",
        "attacking_fire",
        "vehicle_hit_table",
        "facing",
        "bomb_effect",
    }


def test_the_referee_reads_dice_explains_and_tells_the_odds() -> None:
    lines = run("referee.py", "5", "--elite", typed="7\n")
    assert lines[0] == "It passes with 3/5, that is 60.00 %."  # 5 stands, -1 on the roll: 6 or less
    assert "  morale: d10, 6 or less: 7: fails [morale-roll]" in lines


def test_the_referee_notices_that_nobody_answers() -> None:
    assert run("referee.py", "5")[-1] == "the answers ended before morale [morale-roll] was rolled"


def test_a_cohesion_check_at_the_table() -> None:
    lines = run("cohesion_at_the_table.py", typed="4\n3\n")
    # A die for both, 1 more for the enemy's guns: quality 5 falters from a 5 on, quality 2 from a 2, but never on a 1.
    assert lines[:5] == [
        "1/7D passed, recruits passed with 1/6, that is 16.67 %",
        "1/7D passed, recruits disorganised with 1/6, that is 16.67 %",
        "1/7D passed, recruits repulsed with 1/6, that is 16.67 %",
        "1/7D passed, recruits retreat with 1/6, that is 16.67 %",
        "1/7D disorganised, recruits rout with 1/6, that is 16.67 %",
    ]
    assert "  recruits: 5 against quality 2: retreat [8.7.1-procedure]" in lines


def test_what_a_trench_is_worth() -> None:
    lines = run("is_the_trench_worth_it.py")
    # Equal dice: the attacker wins 15 of 36 throws; behind a trench (+1) they need 4 more: 3 of 36.
    assert lines[1].split() == ["-", "-", "-", "7/12", "=", "58.33", "%"]
    assert lines[5].split() == ["yes", "-", "-", "11/12", "=", "91.67", "%"]
    # With wire (-2) and machine gun (+1) as well they would need to throw 7 more: never.
    assert lines[8].split() == ["yes", "yes", "yes", "1", "=", "100", "%"]
    assert len(lines) == 9


def test_many_battles_do_not_depend_on_who_plays_them() -> None:
    alone = run("many_battles.py", "--battles", "300")
    assert alone == run("many_battles.py", "--battles", "300", "--workers", "2")
    assert alone[0] == "300 battles with the seed 1919"
    # d6 + 1 against d6 + 2, and against a trench the Reds must win by 3: with 4 more on their die, 3 throws of 36.
    share, error = (float(word) / 100 for word in alone[2].split()[5:9:3])
    assert abs(share - 3 / 36) < 4 * error
