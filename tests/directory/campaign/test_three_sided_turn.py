"""The example script steps through a whole turn of three sides."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "examples" / "three_sided_turn.py"

pytestmark = [
    pytest.mark.rule("directory", "seq-turn", "ini-table-directory", "dip-join-effect", "dip-city-entry"),
    pytest.mark.skipif(not SCRIPT.is_file(), reason="the examples are not installed with the library"),
]


def test_the_script_steps_through_the_turn() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=True)
    told = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert told[0] == "The defenders must retreat (10½ against 6, column 3:2). 389 retreats."
    assert told[2] == "How does this attack turn out? [directory.combat; chart sheet, rules version 3]"
    assert told[4:6] == [
        "Bolshevik actions: 3",  # 2 at the start, 1 for Kharkiv
        "Order: directory, volunteers, bolsheviks",  # a 4
    ]
    assert told[6].endswith("rolled 3; the grigorievists are allies of the directory at once")
    assert told[7].startswith("rolled 5; movement allowance 5")
    assert told[8].endswith("makhnovists are not at war with volunteers, who may attack bolsheviks [gen-attacker]")
    assert told[9:] == [
        "Bolshevik actions: 3",  # less 1 for the Makhnovists, 1 more for Katerynoslav
        "Over: True won by directory",  # who hold Kyiv
    ]
