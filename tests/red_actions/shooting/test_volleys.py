"""The dice of officers under fire."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from red_actions_asking import answer

from rcw_rules import red_actions as ra

# --- officers


@pytest.mark.rule("red_actions", "res-officers-shooting", "off-casualty-all-lost", "res-off")
@pytest.mark.parametrize(
    ("officers", "faces", "fallen", "all_lost"),
    [
        (0, (), (), False),
        (1, (1,), (0,), True),
        (1, (2,), (), False),
        (2, (1, 1), (0, 1), True),
        (2, (1, 4), (0,), False),
        (3, (6, 1, 2), (1,), False),
    ],
)
def test_officers_dice(officers: int, faces: tuple[int, ...], fallen: tuple[int, ...], all_lost: bool) -> None:
    outcome = answer(ra.ShootingOfficersRequest(officers=officers), *faces)
    assert outcome == ra.ShootingOfficersOutcome(fallen=fallen, all_lost=all_lost)


@pytest.mark.rule("red_actions", "res-officers-shooting")
@pytest.mark.parametrize("officers", [0, 1, 2, 3])
def test_the_odds_of_officers(officers: int) -> None:
    expected: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 7), repeat=officers):
        fallen = tuple(place for place, face in enumerate(faces) if face == 1)
        expected[fallen] = expected.get(fallen, Fraction(0)) + Fraction(1, 6**officers)
    odds = ra.ruleset.odds(ra.ShootingOfficersRequest(officers=officers))
    assert {outcome.fallen: chance for outcome, chance in odds.items()} == expected
