"""The friendly edges of the board."""

from __future__ import annotations

import pytest

from rcw_rules.orel.definitions import is_friendly_edge

# -------------------------------------------------------------------- edges


@pytest.mark.rule("orel", "1.2-board-edges")
@pytest.mark.parametrize(
    ("place", "red", "white"),
    [
        ("2920", False, True),
        ("0118", True, False),
        ("3205", False, False),
        ("0120", True, True),
        ("0101", True, False),
        ("1701", True, False),
        ("3201", True, False),
        ("3220", False, True),
        ("1710", False, False),
    ],
)
def test_friendly_edges(place: str, red: bool, white: bool) -> None:
    assert (is_friendly_edge(place, "red"), is_friendly_edge(place, "white")) == (red, white)
