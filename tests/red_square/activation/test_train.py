"""The activation of an armoured train: its fire, its moves, and who goes aboard."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_square_activations import FRESH, RAILS, always, battalion, enemy, field, on_rails, plain, play

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareWay


@pytest.mark.rule("red_square", "train-2-armament", "train-3-movement")
def test_a_train_fires_its_guns_and_its_mgs_to_either_side() -> None:
    board = plain(railways=(SquareWay(squares=tuple((c, 4) for c in range(8))),))
    train = rs.Unit(
        name="Train", side="red", kind="train", square=(3, 4), facing="E", guns="heavy", order="defend", this_turn=FRESH
    )
    north = enemy((3, 7), formation="waves", name="North")
    south = enemy((3, 2), formation="waves", facing="N", name="South")
    # Guns at the nearest, range 2: 3 dice at 8: a hit each and one more on 2 or less: 4. MGs north: 2 dice at 4; south:
    # 2 dice at 4. Its arms are no vehicle fire.
    outcome = play(field(train, north, south, board=board), 2, 3, 3, 4, 5, 1, 6, units=("Train",)).outcome
    assert (outcome.field.unit("South").markers, outcome.field.unit("North").markers) == (5, 1)


@pytest.mark.rule("red_square", "train-3-movement", "turn-5-test-needed")
def test_a_train_goes_next_to_the_enemy_only_after_a_test() -> None:
    on = field(on_rails(), enemy((6, 5), visible=False, formation="masses"), board=RAILS)
    seen: list[set[tuple[int, int]]] = []

    def look(situation: rs.Situation, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        seen.append({one.square for one in alternatives})
        return alternatives[0]

    moves = {"train_action": always("move"), "destination": look}
    assert play(on, units=("Train",), choices=moves).outcome.band == "automatic"
    assert play(on, 2, units=("Train",), choices=moves | {"closes": always(answer=True)}).outcome.band == "2+"
    # Next to (6, 5) lie (6, 4) and (7, 4); (7, 4) is only reached past (6, 4).
    assert seen == [{(c, 4) for c in range(1, 6)}, {(c, 4) for c in range(1, 8)}]


@pytest.mark.rule("red_square", "train-2-armament", "art-indirect")
def test_heavy_guns_of_a_train_may_be_pointed() -> None:
    wood = plain(railways=RAILS.railways, terrain=(SquareArea(kind="wood", squares=((2, 4), (4, 4))),))
    target = enemy((6, 4), formation="waves", facing="W")
    on = field(on_rails(), target, board=wood, aeroplanes=("red",))
    # A 4 points them; range 6 is effective for heavy guns: 2 dice at 8, one hit each and another on a 2.
    assert play(on, 4, 2, 3, units=("Train",)).outcome.field.unit("Officers").markers == 3


@pytest.mark.rule("red_square", "train-5-carrying")
def test_the_owner_says_who_goes_aboard() -> None:
    both = [battalion(name, (c, 4), formation="masses", this_turn=rs.ThisTurn()) for c, name in enumerate(("A", "B"))]
    on = field(on_rails(), *both, enemy((3, 9)), board=RAILS)
    boarding = {"train_action": always("board")}
    assert play(on, units=("Train",), choices=boarding).outcome.field.unit("A").carried_by == "Train"
    other = play(on, units=("Train",), choices=boarding | {"boards": always("B")}).outcome.field
    assert [other.unit(name).carried_by for name in ("A", "B")] == ["", "Train"]


@pytest.mark.rule("red_square", "train-6-retreat", "train-7-hits")
def test_a_damaged_train_goes_back_and_so_does_one_below_zero() -> None:
    far = enemy((6, 4), visible=False)
    damaged = play(field(evolve(on_rails(rings=4), square=(4, 4)), far, board=RAILS), 6, units=("Train",)).outcome.field
    assert damaged.unit("Train").square in {(2, 4), (1, 4), (0, 4)}
    hit = evolve(on_rails(markers=2, marker_weapons=("heavy",) * 2), square=(4, 4))
    # 1 - 2 = -1; a 2 on the D12 of one that was idle is a ring, and no cards are drawn.
    shaken = play(field(hit, far, board=RAILS), 1, 2, units=("Train",)).outcome.field
    assert (shaken.unit("Train").rings, shaken.unit("Train").square in {(2, 4), (1, 4), (0, 4)}) == (1, True)


@pytest.mark.rule("red_square", "fire-2-must-fire", "train-3-movement")
def test_a_train_with_an_observed_target_that_stays_must_fire() -> None:
    seen: list[tuple[str, ...]] = []

    def look(situation: rs.Situation, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "move"

    play(field(on_rails(), enemy((6, 6)), board=RAILS), units=("Train",), choices={"train_action": look})
    assert ("fire" in seen[0], "nothing" in seen[0], "hold_fire" in seen[0]) == (True, False, False)
