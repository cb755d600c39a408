"""What a side sees: a hidden thing is absent, so that changing it changes nothing in the view."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_games import unit
from red_square_whole_games import acted, begun, plain, scenario, swapped, to_come, with_field

from rcw_rules import SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea

WOOD = plain(terrain=(SquareArea(kind="wood", squares=((4, 6),)),))
GUNS = unit("Guns", "artillery", (1, 1), formation="deployed")
ALONE = unit("Alone", "infantry", (4, 1))
WAITING = unit("Waiting", "infantry", (4, 6), side="white")
UNSEEN = rs.game.with_options(unseen_off_table=True)


def dealt(**changes: Any) -> rs.State:
    """Return a game after the deal: guns, whose card is turned over first, and a standalone battalion a side."""
    return acted(begun(scenario(GUNS, ALONE, WAITING, board=WOOD, **changes)), "deal")


@pytest.mark.rule("red_square", "turn-1-deal", "turn-3-officer-phase", "turn-4-standalone")
def test_cards_are_seen_by_nobody_until_they_are_turned_over() -> None:
    face_down = dealt()
    turned = acted(face_down, "command")
    assert turned.stage == "officer"
    for viewer in ("red", "white"):
        for holder in ("Guns", "Alone", "Waiting"):
            assert rs.game.view(face_down, viewer) == rs.game.view(swapped(face_down, holder), viewer)
        # Now that of the guns lies open; those of the battalions do not.
        assert rs.game.view(turned, viewer) != rs.game.view(swapped(turned, "Guns"), viewer)
        assert rs.game.view(turned, viewer) == rs.game.view(swapped(turned, "Alone"), viewer)
        assert [play.holder for play in rs.game.view(turned, viewer).plays] == ["Guns"]
        assert {hand.holder: hand.face_down for hand in rs.game.view(turned, viewer).hands} == {
            "Guns": 0, "Alone": 1, "Waiting": 1,
        }  # fmt: skip
    later = acted(turned, str(rs.game.legal_actions(turned)[0]))
    assert later.stage == "standalone"
    assert {hand.holder for hand in rs.game.view(later, "red").hands if hand.turned} == {"Alone", "Waiting"}
    umpire = rs.game.view(face_down, "umpire")
    assert umpire != rs.game.view(swapped(face_down, "Alone"), "umpire")


@pytest.mark.rule("red_square", "orders-required")
def test_a_side_does_not_see_the_orders_of_the_other() -> None:
    state = dealt()
    other = with_field(state, evolve(WAITING, order="probe", this_turn=state.field.unit("Waiting").this_turn))
    assert rs.game.view(state, "red") == rs.game.view(other, "red")
    assert rs.game.view(state, "white") != rs.game.view(other, "white")
    assert rs.game.view(state, "umpire") != rs.game.view(other, "umpire")


@pytest.mark.rule("red_square", "missing-victory")
def test_a_side_does_not_see_what_is_to_come_for_the_other() -> None:
    late = to_come("Late", side="white")
    states = [
        begun(scenario(reinforcements=(rs.Reinforcement(unit=late, turn=turn, squares=((1, 9),)),))) for turn in (1, 2)
    ]
    one, other = (evolve(state, game=evolve(state.game, field=evolve(state.field, turn=2))) for state in states)
    assert "Late" not in str(rs.game.view(one, "red"))
    assert evolve(rs.game.view(one, "red")) == rs.game.view(other, "red")
    assert rs.game.view(one, "white") != rs.game.view(other, "white")
    zones = [
        begun(scenario(deployments=(rs.Deployment(side="white", squares=squares, units=(late,)),)))
        for squares in (((1, 9),), ((2, 9),))
    ]
    assert rs.game.view(zones[0], "red") == rs.game.view(zones[1], "red")
    assert rs.game.view(zones[0], "white") != rs.game.view(zones[1], "white")


@pytest.mark.rule("red_square", "train-5-carrying")
def test_a_side_does_not_see_whom_a_train_of_the_other_carries() -> None:
    state = dealt()
    aboard = evolve(WAITING, name="Aboard", square=None, carried_by="Train")
    fields = (state.field, evolve(state.field, units=(*state.field.units, aboard)))
    empty, full = (evolve(state, game=evolve(state.game, field=field)) for field in fields)
    assert rs.game.view(empty, "red") == rs.game.view(full, "red")
    assert rs.game.view(empty, "white") != rs.game.view(full, "white")


@pytest.mark.rule("red_square", "opt-unseen-off-table", "obs-concealment")
def test_concealed_units_stand_on_the_table_unless_an_option_hides_them() -> None:
    state = dealt()
    elsewhere = with_field(state, evolve(state.field.unit("Waiting"), facing="N", bases=2))
    assert rs.game.view(state, "red") != rs.game.view(elsewhere, "red")  # the bases stand on the table
    assert UNSEEN.view(state, "red") == UNSEEN.view(elsewhere, "red")
    assert UNSEEN.view(state, "white") != UNSEEN.view(elsewhere, "white")
    seen = UNSEEN.view(state, "red")
    assert "Waiting" not in str(seen)
    assert "White HQ" in str(seen)  # figures are not concealed
    observation = rs.Observation(observer="Alone", target="Waiting", turn=1)
    observed = evolve(state, game=evolve(state.game, field=evolve(state.field, observations=(observation,))))
    assert "Waiting" in [each.name for each in UNSEEN.view(observed, "red").field.units]


@pytest.mark.rule("red_square", "opt-unseen-off-table", "obs-concealment")
def test_with_the_option_no_event_tells_of_a_concealed_unit() -> None:
    hidden = evolve(WAITING, order="attack", formation="waves")
    woods = SquareArea(kind="wood", squares=((4, 6), (4, 5), (3, 5)))
    begins = begun(scenario(ALONE, hidden, board=plain(terrain=(woods,))))
    told: dict[bool, str] = {}
    for unseen, game in ((False, rs.game), (True, UNSEEN)):
        state, events = begins, ""
        while state.field.turn == 1:
            (action,) = game.legal_actions(state)
            outcome = game.play(state, action, dice=SeededDice(4))
            state, events = outcome.state, f"{events} {' '.join(outcome.events)}"
        assert state.field.unit("Waiting").square in {(4, 5), (3, 5)}
        told[unseen] = events
    assert "Waiting plays" in told[False]
    assert "Waiting goes to" in told[False]
    assert "Waiting" not in told[True]
    assert "Somebody plays" in told[True]


@pytest.mark.rule("red_square", "area-grid")
def test_the_table_as_text_and_as_a_picture(tmp_path: Any) -> None:
    state = dealt()
    view = rs.game.view(state, "red")
    text = rs.game.text_map(view).splitlines()
    assert text[0] == "Test, turn 1 of 2: headquarters"
    rows = {line.split()[0]: line.split()[1:] for line in text[1:11]}
    # The Red battalion in column 4 of row 1, with the guns in column 1; the White one in the wood of row 6.
    assert rows["1"] == [".", "G", ".", ".", "I", "."]
    assert rows["6"] == [".", ".", ".", ".", "i", "."]
    assert rows["9"] == [".", ".", ".", "q", ".", "."]
    assert "Alone: red, 4,1 facing N, bases 4, firing line, defend" in text
    assert "Waiting: white, 4,6 facing S, bases 4, firing line" in text  # without its order
    rs.game.picture(view).save(tmp_path / "table.svg")
    assert "Alone" in (tmp_path / "table.svg").read_text(encoding="utf-8")
