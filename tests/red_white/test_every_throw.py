"""Every sequence of faces, typed in as a referee would type them, together makes the exact distribution."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import AskingDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request

RED = rw.Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=8)
WHITE = evolve(RED, side="white")


class MoreDiceError(Exception):
    """Somebody wants to see these dice."""

    def __init__(self, dice: tuple[int, ...]) -> None:
        super().__init__()
        self.dice = dice


def every_throw(request: Request[Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}

    def go_on(faces: tuple[int, ...], chance: Fraction) -> None:
        left = list(faces)

        def ask(throw: Any) -> list[int]:
            if not left:
                raise MoreDiceError(throw.dice)
            return [left.pop(0) for _ in throw.dice]

        try:
            outcome = rw.ruleset.resolve(request, dice=AskingDice(ask)).outcome
        except MoreDiceError as more:
            shown = list(product(*(range(1, sides + 1) for sides in more.dice)))
            for each in shown:
                go_on(faces + each, chance / len(shown))
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance

    go_on((), Fraction(1))
    return found


@pytest.mark.rule("red_white", "melee-roll", "morale-roll", "cheka-reroll", "heroic-risk", "gen-dice", "gen-rear")
@pytest.mark.parametrize(
    "request_",
    [
        rw.melee_example_1(),
        rw.melee_example_2_in_trenches(),
        rw.MeleeRequest(attackers=(RED,), defenders=(WHITE,), flank_or_rear=True),
        # The hero loses by 2 at most, so that two of his dice are the most that anybody sees.
        rw.MeleeRequest(attackers=(evolve(RED, heroic=True, grenades=True, elite=True),), defenders=(WHITE,)),
        rw.CasualtiesRequest(unit=evolve(WHITE, heroic=True, priest=True), count=1, source="melee"),
        rw.MoraleTestRequest(unit=evolve(RED, stands=6, cheka=True, full_move=rw.DiceMove(dice=1))),
        rw.ActivationRequest(base=7, stands=2, cheka=True),
        rw.SuppressedFireRequest(unit=evolve(RED, stands=6, cheka=True), lost_stand_in_phase_1=True),
        rw.FallBackRequest(full_move=rw.DiceMove(dice=2), moves=2, edge_distance=inches(14)),
    ],
    ids=lambda request: type(request).__name__,
)
def test_every_throw_together_is_the_exact_distribution(request_: Request[Any]) -> None:
    assert dict(rw.ruleset.odds(request_).items()) == every_throw(request_)
