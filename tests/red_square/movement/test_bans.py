"""Who may not move, and the enemies who bar a step."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_moves import ask, change, field, holding, refused, step, terms, unit, wheel, white

from rcw_rules import IllegalRequestError
from rcw_rules import red_square as rs

# ---------------------------------------------------------------- who may move


@pytest.mark.rule("red_square", "move-who", "bad-input")
def test_a_firing_line_that_moves_is_refused_and_told_what_it_may_do() -> None:
    here = field(unit(formation="firing_line"))
    with pytest.raises(IllegalRequestError, match="firing line does not move; it may change to waves") as caught:
        ask(here, step("NE"))
    (objection,) = caught.value.verdict.objections
    assert (objection.rule, objection.path) == ("move-who", "$.actions[0]")


@pytest.mark.rule("red_square", "move-who")
def test_a_score_of_one_does_not_move_and_two_does() -> None:
    here = field(unit())
    assert refused(here, step("NE"), band="1-0") == "move-who at [0]"
    assert refused(here, step("NE"), band="below0") == "move-who at [0]"
    assert ask(here, step("NE"), band="2+").path == ((3, 5),)


@pytest.mark.rule("red_square", "move-who", "formations-sequence")
def test_defence_does_nothing_of_a_move() -> None:
    here = field(unit(formation="defence"))
    assert refused(here, step("NE")) == "move-who at [0]"
    assert refused(here, change("masses")) == "formations-sequence at [0]"
    assert refused(field(unit()), change("defence")) == "formations-sequence at [0]"


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"state": "hiding"}, "act-hide"),
        ({"state": "retreating"}, "act-rally"),
        ({"state": "rallying"}, "act-rally"),
        ({"state": "off_table"}, "act-exit-table"),
        ({"bases": 0, "square": None}, "bad-input"),
        ({"this_turn": rs.ThisTurn(is_over=True)}, "move-who"),
        ({"this_turn": rs.ThisTurn(retreated=True)}, "move-who"),
    ],
)
@pytest.mark.rule("red_square", "move-who", "act-hide", "act-rally", "act-exit-table")
def test_who_is_shaken_gone_or_done_does_not_move(changes: dict[str, Any], rule: str) -> None:
    assert refused(field(unit(**changes)), step("NE")) == f"{rule} at [0]"


@pytest.mark.parametrize(
    ("kind", "changes", "rule"),
    [
        ("truck", {"broken_down": True}, "turn-6-spades-breakdown"),
        ("light_tank", {"bogged": True}, "move-unbog"),
        ("heavy_tank", {"is_pinned": True}, "at-results"),
        ("armoured_car", {"must_retreat": True}, "at-results"),
        ("co", {"pinned": 1}, "fire-10-fate"),
    ],
)
@pytest.mark.rule("red_square", "turn-6-spades-breakdown", "move-unbog", "at-results", "fire-10-fate")
def test_who_is_out_of_action_does_not_move(kind: str, changes: dict[str, Any], rule: str) -> None:
    assert refused(field(unit(kind, **changes)), step("NE")) == f"{rule} at [0]"
    assert ask(field(unit(kind)), step("NE")).path == ((3, 5),)


@pytest.mark.rule("red_square", "train-3-movement", "train-5-carrying", "mounted-3-dismounted")
def test_trains_passengers_and_horses_do_not_move_so() -> None:
    train = unit("train", guns="heavy")
    aboard = unit(square=None, carried_by="train")
    holders = unit("horse_holders", (3, 5), accompanies="cavalry")
    assert refused(field(train), step("NE")) == "train-3-movement at [0]"
    assert refused(field(aboard, train), step("NE")) == "train-5-carrying at [0]"
    here = field(unit("cavalry", formation="dismounted"), holders)
    assert refused(here, step("NE"), name="horse_holders") == "mounted-3-dismounted at [0]"


# ---------------------------------------------------------------- enemies


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_who_goes_next_to_the_enemy_must_have_tested() -> None:
    here = field(unit(), white((4, 6)))
    assert refused(here, step("NE")) == "turn-5-test-needed at [0]"
    outcome = ask(here, step("NE"), band="2+")
    assert (outcome.near_enemy, outcome.overruns) == (True, ())
    assert not ask(field(unit(), white((4, 8))), step("NE")).near_enemy
    leaving = field(unit(square=(3, 5), facing="S"), white((4, 6)))
    assert ask(leaving, step("SE")).path == ((4, 4),)


@pytest.mark.rule("red_square", "missing-infantry-melee", "move-overrun-flank", "move-overrun-shaken")
def test_steady_enemies_in_front_cannot_be_entered() -> None:
    here = field(unit(), white((3, 5)))
    assert refused(here, step("NE"), band="2+") == "missing-infantry-melee at [0]"
    assert refused(field(unit("cavalry"), white((3, 5))), step("NE"), band="2+") == "move-overrun-flank at [0]"
    hiding = field(unit(), white((3, 5), state="hiding"))
    assert ask(hiding, step("NE"), band="2+").overruns == ("whites",)
    for kind in ("light_tank", "artillery", "truck", "co"):
        assert refused(field(unit(kind), white((3, 5), state="hiding")), step("NE"), band="2+") == (
            "move-overrun-shaken at [0]"
        )
    # (3, 4) is the SW neighbour of (3, 5): the rear of a line that faces N.
    behind = field(unit(), white((3, 5), "N"))
    assert ask(behind, step("NE"), band="2+").overruns == ("whites",)
    entrenched = field(unit(), white((3, 5), "N"), ground=holding("trench", (3, 5)))
    assert refused(entrenched, step("NE"), band="2+") == "missing-infantry-melee at [0]"
    in_defence = field(unit(), white((3, 5), "N", formation="defence"))
    assert refused(in_defence, step("NE"), band="2+") == "missing-infantry-melee at [0]"
    # A firing line enters nothing, not even where it has just become one.
    thinned = field(unit(formation="waves"), white((3, 5), state="hiding"))
    assert refused(thinned, change("firing_line"), step("NE"), band="2+") == "move-overrun-shaken at [1]"
    lone_guns = field(unit(), unit("hq", (3, 5), side="white"))
    assert ask(lone_guns, step("NE"), band="2+").overruns == ("hq",)


@pytest.mark.rule("red_square", "move-overrun-continue")
def test_after_an_overrun_there_is_one_square_more() -> None:
    riders = field(unit("cavalry", facing="NE"), white((3, 5), state="rallying"))
    assert ask(riders, step("NE"), step("NE"), band="2+").path == ((3, 5), (4, 6))
    course = rs.course_of(riders, riders.units[0], (step("NE"), step("NE")), terms(band="2+"))
    assert [leg.left for leg in course.legs] == [1, 0]
    assert refused(riders, step("NE"), step("NE"), step("NE"), band="2+") == "move-overrun-continue at [2]"
    assert refused(riders, step("NE"), step("NE"), wheel(1), band="2+") == "move-overrun-continue at [2]"
    waves = field(unit(formation="waves"), white((3, 5), state="rallying"))
    assert refused(waves, step("NE"), step("NE"), band="2+") == "move-table at [1]"
    two = field(
        unit("cavalry", facing="NE"), white((3, 5), state="rallying"), white((4, 6), name="more", state="hiding")
    )
    assert ask(two, step("NE"), step("NE"), band="2+").overruns == ("whites", "more")


@pytest.mark.rule("red_square", "train-7-hits")
def test_a_disabled_train_can_be_captured_and_no_other() -> None:
    train = unit("train", (3, 5), side="white", guns="heavy", rings=5)
    assert ask(field(unit(), train), step("NE"), band="2+").overruns == ("train",)
    assert refused(field(unit(), evolve(train, rings=4)), step("NE"), band="2+") == "missing-infantry-melee at [0]"
