"""Armoured vehicle fright: who runs from a tank."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.red_white.profile import TypeMove


def unit(type_: Any, **changes: Any) -> rw.Unit:
    fields: dict[str, Any] = {"side": "white", "type": type_, "has_leader": True, "full_move": inches(12)}
    if type_ not in ("armoured_car", "armoured_train", "tank"):
        fields["stands"] = 5
    return rw.Unit(**{**fields, **changes})


def ask(
    units: list[rw.Unit],
    *faces: int,
    attackers: tuple[Any, ...] = ("tank",),
    gap: int | None = 2,
    charger_move: int | None = 8,
    options: dict[str, Any] | None = None,
) -> tuple[rw.Frightened, ...]:
    request = rw.VehicleFrightRequest(
        attackers=attackers,
        defenders=tuple(rw.Attacked(unit=each, gap=None if gap is None else inches(gap)) for each in units),
        charger_move=None if charger_move is None else inches(charger_move),
    )
    return rw.ruleset.with_options(**(options or {})).resolve(request, dice=GivenDice(faces)).outcome.units


@pytest.mark.rule("red_white", "fright-cavalry")
@pytest.mark.parametrize("elite", [False, True])
def test_cavalry_flees_without_a_die_elite_or_not(elite: bool) -> None:
    assert ask([unit("cavalry", elite=elite)]) == (
        rw.Frightened(stands_firm=False, moved=inches(12), off_table=None, falling_back=True, contact=False),
    )


@pytest.mark.rule("red_white", "fright-cavalry", "melee-withdraw-caught")
@pytest.mark.parametrize(("charger_move", "contact"), [(8, False), (13, False), (14, True)])
def test_a_gap_of_two_and_a_flight_of_twelve_are_reached_by_fourteen(charger_move: int, contact: bool) -> None:
    (taken,) = ask([unit("cavalry", edge_distance=inches(30))], charger_move=charger_move)
    assert taken.contact is contact


@pytest.mark.rule("red_white", "fright-artillery")
@pytest.mark.parametrize("face", range(1, 11))
def test_artillery_stands_on_four_or_less(face: int) -> None:
    (taken,) = ask([unit("artillery", full_move=inches(6))], face)
    assert taken.stands_firm is (face <= 4)
    assert taken.limbered is taken.falling_back is not taken.stands_firm
    assert taken.moved == inches(0 if face <= 4 else 6)


@pytest.mark.rule("red_white", "fright-artillery")
def test_the_die_of_artillery_is_plain_and_cheka_gives_no_other() -> None:
    guns = unit("artillery", side="red", elite=True, heroic=True, cheka=True, cover="trench")
    (taken,) = ask([guns], 5)
    assert not taken.stands_firm


@pytest.mark.rule("red_white", "fright-artillery")
def test_one_die_for_each_artillery_unit_in_listed_order() -> None:
    units = [unit("artillery"), unit("infantry"), unit("artillery"), unit("cavalry")]
    assert [taken.stands_firm for taken in ask(units, 4, 5)] == [True, True, False, False]


@pytest.mark.rule("red_white", "fright-limits")
@pytest.mark.parametrize("type_", ["infantry", "machine_gun", "tchanka", "command", "armoured_car", "armoured_train"])
def test_all_others_stand_without_a_die(type_: Any) -> None:
    (taken,) = ask([unit(type_)])
    assert taken == rw.Frightened(stands_firm=True, falling_back=False, contact=True)


@pytest.mark.rule("red_white", "fright-limits")
@pytest.mark.parametrize("attackers", [("armoured_car",), ("infantry", "cavalry")])
def test_nothing_but_a_tank_frightens(attackers: tuple[Any, ...]) -> None:
    assert [taken.stands_firm for taken in ask([unit("cavalry"), unit("artillery")], attackers=attackers)] == [
        True,
        True,
    ]


@pytest.mark.rule("red_white", "fright-limits")
def test_a_tank_among_others_is_enough() -> None:
    (taken,) = ask([unit("cavalry")], attackers=("infantry", "tank"))
    assert not taken.stands_firm


@pytest.mark.rule("red_white", "fright-limits", "melee-mod-falling-flank", "melee-mod-tank")
def test_artillery_caught_as_it_flees_has_four_against_it() -> None:
    guns = unit("artillery", starting_stands=5, edge_distance=inches(30))
    (taken,) = ask([guns], 5, charger_move=14)
    assert taken.contact
    tank = rw.Unit(side="red", type="tank", has_leader=True)
    caught = evolve(guns, falling_back=taken.falling_back)
    record = rw.ruleset.preview(rw.MeleeRequest(attackers=(tank,), defenders=(caught,))).record
    steps = [step for step in record.steps if isinstance(step, ModifierStep)]
    # Odds of 8 to 5 do not outnumber.
    against = {step.id: step.value for step in steps if step.to == "defender's die"}
    assert against == {"falling_back_or_flank_or_rear": -2, "attacked_by_tank": -2}


@pytest.mark.rule("red_white", "fright-cavalry", "morale-off-table")
def test_flight_can_leave_the_table_and_then_nobody_catches_it() -> None:
    (taken,) = ask([unit("cavalry", edge_distance=inches(11))], charger_move=99)
    assert (taken.off_table, taken.contact) == (True, False)


@pytest.mark.rule("red_white", "fright-cavalry", "p1-movement")
def test_what_is_not_known_is_said_to_be_unknown() -> None:
    (taken,) = ask([unit("cavalry", full_move=None)])
    assert (taken.moved, taken.contact, taken.falling_back) == (None, None, True)
    (taken,) = ask([unit("cavalry")], charger_move=None)
    assert (taken.moved, taken.contact) == (inches(12), None)


@pytest.mark.rule("red_white", "melee-withdraw-caught", "morale-off-table")
@pytest.mark.parametrize(
    ("full_move", "edge", "gap", "charger_move", "contact"),
    [
        (12, None, 2, 14, None),  # reached, unless it is off the table
        (12, None, 2, 13, False),
        (None, None, 2, 1, False),  # the charge falls short of where it stood
        (None, None, 2, 2, None),
        (12, 30, None, 11, False),  # it falls short even from where it stood
        (12, 30, None, 12, None),
        (12, 11, None, 99, False),  # off the table, however near the charge was
        (12, 11, 2, None, False),
    ],
)
def test_contact_is_said_where_what_is_known_decides_it(
    full_move: int | None, edge: int | None, gap: int | None, charger_move: int | None, contact: bool | None
) -> None:
    riders = unit(
        "cavalry",
        full_move=None if full_move is None else inches(full_move),
        edge_distance=None if edge is None else inches(edge),
    )
    (taken,) = ask([riders], gap=gap, charger_move=charger_move)
    assert taken.contact is contact


@pytest.mark.rule("red_white", "fright-limits", "fright-artillery")
def test_whoever_stands_keeps_the_marker_of_falling_back() -> None:
    units = [unit("infantry", falling_back=True), unit("artillery", falling_back=True), unit("artillery")]
    assert [taken.falling_back for taken in ask(units, 4, 4)] == [True, True, False]


@pytest.mark.rule("red_white", "fright-cavalry", "fright-artillery", "fright-limits", "melee-withdraw-caught")
@pytest.mark.parametrize("attackers", [("tank",), ("infantry", "tank"), ("infantry",)])
@pytest.mark.parametrize("edge", [4, 30])
def test_the_odds_are_those_of_every_face(attackers: tuple[Any, ...], edge: int) -> None:
    kinds = ("artillery", "cavalry", "infantry", "artillery")
    # The first battery moves by dice, everybody else 3 inches; the charge of 8 begins 4 inches away.
    expected: dict[tuple[Any, ...], Fraction] = {}
    for first, way, last in product(range(1, 11), range(1, 7), range(1, 11)):
        told: list[tuple[bool, bool, int, bool, bool]] = []
        for place, kind in enumerate(kinds):
            face, move = (first, way) if place == 0 else (last, 3)
            runs = "tank" in attackers and (kind == "cavalry" or (kind == "artillery" and face > 4))
            moved = move if runs else 0
            told.append((not runs, runs and kind == "artillery", moved, moved > edge, moved <= edge and moved <= 4))
        expected[tuple(told)] = expected.get(tuple(told), Fraction(0)) + Fraction(1, 600)
    asked = rw.VehicleFrightRequest(
        attackers=attackers,
        defenders=tuple(
            rw.Attacked(
                unit=unit(kind, full_move=inches(3) if place else rw.DiceMove(dice=1), edge_distance=inches(edge)),
                gap=inches(4),
            )
            for place, kind in enumerate(kinds)
        ),
        charger_move=inches(8),
    )
    found = {
        tuple(
            (taken.stands_firm, taken.limbered, int(str(taken.moved).split()[0]), taken.off_table, taken.contact)
            for taken in outcome.units
        ): chance
        for outcome, chance in rw.ruleset.odds(asked).items()
    }
    assert found == expected


@pytest.mark.rule("red_white", "p1-movement")
def test_a_profile_gives_the_move_of_the_type() -> None:
    profile = rw.PartOneProfile(source="a test", moves=(TypeMove(type="cavalry", full_move=inches(5)),))
    (taken,) = ask([unit("cavalry", full_move=None, edge_distance=inches(5))], options={"profile": profile})
    assert (taken.moved, taken.contact) == (inches(5), True)  # 8 is more than 2 + 5


@pytest.mark.rule("red_white", "bad-sides")
def test_units_of_both_sides_cannot_be_attacked_together() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.defenders\[1\]\.unit\.side: .*bad-sides"):
        ask([unit("cavalry"), unit("cavalry", side="red")])
