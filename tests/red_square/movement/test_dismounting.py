"""Cavalry on foot, and its horses."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_retreats import Square, ask, field, regiment, unit, white

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature
from rcw_rules.red_square.mounted import exchange_request
from rcw_rules.red_square.movement import bases_with_horses
from rcw_rules.red_square.shots import Book, firing_bases, targets

BOOK = Book(charts=rs.ruleset.charts, options=rs.Options())


def holders(square: Square) -> rs.Unit:
    return unit("horse_holders", square, accompanies="cavalry")


def change(here: rs.Field, what: Any = "dismount", choices: Any = None, **fields: Any) -> rs.DismountOutcome:
    request = rs.DismountRequest(field=here, unit="cavalry", what=what, **fields)
    return rs.ruleset.resolve(request, dice=GivenDice([]), choices=choices or {}).outcome


@pytest.mark.rule("red_square", "mounted-3-dismounted")
def test_four_bases_dismount_and_three_fire() -> None:
    outcome = change(field(regiment()))
    assert (outcome.unit.formation, outcome.firing_bases, outcome.unit.bases) == ("dismounted", 3, 4)
    assert (outcome.horses.square, outcome.horses.kind, outcome.horses.accompanies) == (
        (2, 3),
        "horse_holders",
        "cavalry",
    )
    chosen = change(field(regiment()), choices={"horse_square": lambda request, alternatives: (3, 5)})
    assert chosen.horses.square == (3, 5)
    back = change(field(outcome.unit, outcome.horses), "mount")
    assert (back.unit.formation, back.unit.square, back.firing_bases) == ("mounted", (2, 3), 4)
    assert (back.horses.bases, back.horses.square) == (0, None)
    again = change(field(back.unit, back.horses))
    assert again.horses.name == outcome.horses.name


@pytest.mark.rule("red_square", "mounted-3-dismounted", "move-who", "act-cavalry-under-2")
def test_who_may_not_dismount_or_mount() -> None:
    def rule(here: rs.Field, *arguments: Any, **fields: Any) -> str:
        with pytest.raises(IllegalRequestError) as caught:
            change(here, *arguments, **fields)
        (objection,) = caught.value.verdict.objections
        return f"{objection.rule} at {objection.path}"

    assert rule(field(regiment(bases=1))) == "mounted-3-dismounted at $.unit"
    assert rule(field(regiment()), band="1-0") == "formations-sequence at $.band"
    assert rule(field(regiment(formation="scouting"))) == "mounted-3-dismounted at $.unit"
    assert rule(field(regiment(formation="dismounted")), "mount") == "mounted-3-dismounted at $.unit"
    assert rule(field(regiment()), "mount") == "formations-sequence at $.what"
    assert rule(field(regiment(formation="dismounted"), holders((3, 5)))) == "mounted-3-dismounted at $.what"
    done = rs.ThisTurn(is_over=True)
    assert rule(field(regiment(this_turn=done))) == "move-who at $.unit"
    full = tuple(
        unit("infantry", square, side=side, name=str(square))
        for side, square in zip(("white",) * 6, ((3, 5), (4, 4), (3, 3), (2, 3), (2, 4), (2, 5)), strict=True)
    )
    assert rule(field(regiment(), *full)) == "mounted-3-dismounted at $.unit"
    with pytest.raises(InvalidRequestError, match="only cavalry"):
        change(field(unit(name="cavalry")))


@pytest.mark.rule("red_square", "mounted-3-dismounted")
def test_horses_follow_riflemen_by_one_square_or_the_step_is_refused() -> None:
    def move(here: rs.Field, **fields: Any) -> rs.MoveOutcome:
        request = rs.MoveRequest(field=here, unit="cavalry", actions=(rs.Step(to="NE", **fields),))
        return rs.ruleset.resolve(request, dice=GivenDice([])).outcome

    riflemen = regiment(formation="dismounted")
    # (3, 4) to (3, 5). Horses in (2, 5) are then still beside them and may stay; in (2, 3) they must go on, to (2, 4)
    # or (3, 4), of which only (3, 4) touches (3, 5).
    assert move(field(riflemen, holders((2, 5)))).horses is None
    led = move(field(riflemen, holders((2, 3)))).horses
    assert led is not None
    assert led.square == (3, 4)
    wanted = move(field(riflemen, holders((2, 5))), horses=(3, 6)).horses
    assert wanted is not None
    assert wanted.square == (3, 6)
    for horses in ((5, 5), (2, 3)):
        with pytest.raises(IllegalRequestError, match="mounted-3-dismounted"):
            move(field(riflemen, holders((2, 3))), horses=horses)
    river = (EdgeFeature(kind="river", between=(((2, 3), (3, 4)),)),)
    with pytest.raises(IllegalRequestError, match="mounted-3-dismounted"):
        move(field(riflemen, holders((2, 3)), edges=river))
    barred = field(
        riflemen, holders((2, 3)), unit("train", (3, 4), guns="heavy"), unit("mg", (3, 4), accompanies="cavalry")
    )
    with pytest.raises(IllegalRequestError, match="mounted-3-dismounted"):
        move(barred)
    assert move(field(riflemen)).horses is None


@pytest.mark.rule("red_square", "mounted-3-dismounted")
def test_a_base_goes_with_lost_horses_and_the_rest_are_riflemen() -> None:
    riflemen = regiment(formation="dismounted")
    assert bases_with_horses(field(regiment()), regiment()) == 0
    assert bases_with_horses(field(riflemen), riflemen) == 1
    assert bases_with_horses(field(riflemen, holders((2, 3))), riflemen) == 1
    lost = evolve(holders((2, 3)), bases=0, square=None)
    assert bases_with_horses(field(riflemen, lost), riflemen) == 0
    for horses, fire in ((holders((2, 3)), 3), (lost, 4)):
        here = field(riflemen, horses, white((3, 6)))
        assert firing_bases(here, riflemen) == fire
        charged = exchange_request(here, white((3, 5), kind="cavalry", formation="mounted"), riflemen, None, ())
        assert charged.target_has_horses == (horses is not lost)
        last = evolve(riflemen, bases=1, facing="N")
        shooters = targets(evolve(here, units=(last, *here.units[1:])), last, BOOK)
        assert [one.name for one in shooters.eligible] == (["whites"] if horses is lost else [])
    with pytest.raises(IllegalRequestError, match="horse holders are lost"):
        change(field(riflemen, lost), "mount")
    assert len(ask(field(riflemen, white((3, 6)), lost)).path) == 2


@pytest.mark.rule("red_square", "mounted-3-dismounted", "mounted-1a-return")
@pytest.mark.parametrize("are_lost", [False, True])
def test_poor_riflemen_with_horses_to_hold_put_nobody_under_fire(are_lost: bool) -> None:
    # Of two poor bases one counts for nothing, and one holds the horses unless they are lost.
    riflemen = regiment(formation="dismounted", quality="poor", bases=2, facing="N")
    horses = evolve(holders((3, 3)), square=None, bases=0) if are_lost else holders((3, 3))
    riders = white((3, 5), kind="cavalry", formation="mounted", facing="S")
    asked = rs.MountedCombatRequest(field=field(riflemen, horses, riders), attacker="whites")
    for seed in range(3):
        outcome = rs.ruleset.resolve(asked, dice=SeededDice(seed)).outcome
        assert [one.under_fire for one in outcome.units if one.name == "whites"] == [are_lost]


@pytest.mark.rule("red_square", "act-retreat", "mounted-3-dismounted", "act-cavalry-under-2")
def test_riflemen_remount_before_they_retreat_if_they_can_reach_their_horses() -> None:
    riflemen = regiment(formation="dismounted")
    outcome = ask(field(riflemen, white((3, 6)), holders((4, 4))))
    assert (outcome.unit.formation, len(outcome.path), outcome.path[0]) == ("mounted", 4, (4, 4))
    assert outcome.units[1].bases == 0
    lost = ask(field(riflemen, white((3, 6))))
    assert (lost.unit.formation, len(lost.path)) == ("dismounted", 2)
    far = ask(field(riflemen, white((3, 6)), holders((5, 4))))
    assert far.unit.formation == "dismounted"
    with pytest.raises(IllegalRequestError, match="mounted-3-dismounted"):
        ask(field(holders((4, 4)), riflemen))
