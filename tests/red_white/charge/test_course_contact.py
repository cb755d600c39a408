"""Contact of a charge: whom it reaches, and where attackers stand when they fall back from it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_assaults import RED, WHITE, assault, left, lose, play, rolls, yes
from red_white_units import troops, vehicle

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep


def charging(unit: rw.Unit, *, at_contact: int | None = None, obstacle: int | None = None) -> rw.AssaultRequest:
    """Return a charge of 8 inches that costs the attacker a stand."""
    request = assault([unit], [WHITE], gap=8, move=8, defensive=[lose(1)])
    charger = evolve(
        request.attackers[0],
        edge_at_contact=None if at_contact is None else inches(at_contact),
        obstacle_at_contact=None if obstacle is None else inches(obstacle),
    )
    return evolve(request, attackers=(charger,))


def before_contact(request: rw.AssaultRequest) -> rw.ChargeRequest:
    fields = ("attackers", "defenders", "defensive_fire", "attacking_fire")
    return rw.ChargeRequest(**{name: getattr(request, name) for name in fields})


# ---------------------------------------------------------------- where attackers are when they fall back


@pytest.mark.rule("red_white", "gen-rear", "melee-morale-between", "morale-off-table")
@pytest.mark.parametrize(
    ("at_contact", "off_table", "edge"),
    [(18, False, 6), (12, False, 0), (11, True, None), (None, None, None)],
)
def test_an_attacker_falls_back_from_where_it_made_contact(
    at_contact: int | None, off_table: bool | None, edge: int | None
) -> None:
    # Ten inches in, eight forward, twelve back: six are left. Without the second distance nobody knows.
    ten_in = troops(full_move=inches(12), edge_distance=inches(10))
    after = play(charging(ten_in, at_contact=at_contact), 8).attackers[0]
    assert after.unit is not None
    assert (after.goes, after.moved, after.off_table) == ("rear", inches(12), off_table)
    assert after.unit.edge_distance == (None if edge is None else inches(edge))
    assert after.is_lost is (off_table is True)


@pytest.mark.rule("red_white", "gen-rear", "melee-loser-moves")
def test_a_beaten_attacker_is_where_its_charge_began_and_a_winner_where_it_made_contact() -> None:
    ten_in = troops(full_move=inches(12), edge_distance=inches(10), obstacle_distance=inches(4))
    request = charging(ten_in, at_contact=18, obstacle=12)
    beaten, winner = play(request, 7, 3, 3).attackers[0], play(request, 7, 4, 3).attackers[0]
    assert beaten.unit is not None
    assert winner.unit is not None
    assert (beaten.goes, beaten.unit.edge_distance) == ("starting_position", inches(10))
    assert beaten.unit.obstacle_distance == inches(4)
    assert (winner.goes, winner.unit.edge_distance) == ("stays", inches(18))
    assert winner.unit.obstacle_distance == inches(12)
    unknown = play(charging(ten_in), 7, 4, 3).attackers[0].unit
    assert unknown is not None
    assert (unknown.edge_distance, unknown.obstacle_distance) == (None, None)


@pytest.mark.rule("red_white", "gen-rear", "melee-withdraw-caught")
def test_attackers_that_make_no_contact_are_where_their_charge_began() -> None:
    ten_in = troops(edge_distance=inches(10))
    request = assault([ten_in], [WHITE], gap=9, move=8)
    (after,) = play(request).attackers
    assert (after.goes, after.unit) == ("stays", evolve(ten_in, name="attacker 1"))


@pytest.mark.rule("red_white", "gen-rear")
def test_an_obstacle_stops_the_move_from_contact() -> None:
    ten_in = troops(full_move=inches(12), edge_distance=inches(10))
    after = play(charging(ten_in, at_contact=18, obstacle=5), 8).attackers[0]
    assert after.unit is not None
    assert (after.moved, after.off_table) == (inches(5), False)
    assert (after.unit.edge_distance, after.unit.obstacle_distance) == (inches(13), inches(0))


@pytest.mark.rule("red_white", "gen-rear", "melee-withdraw-caught", "melee-morale-between")
@pytest.mark.parametrize(("move", "ended"), [(6, "position_falls"), (7, "melee")])
def test_an_obstacle_behind_a_defender_lets_it_be_caught(move: int, ended: str) -> None:
    white = troops("white", full_move=inches(6), obstacle_distance=inches(3))
    request = assault([RED], [white], gap=4, move=move, attacking=[lose(1)])
    outcome = play(request, 8, *((1, 6) if ended == "melee" else ()))
    assert (outcome.ended, outcome.defenders[0].moved) == (ended, inches(3))


@pytest.mark.rule("red_white", "gen-rear", "melee-withdraw-pass", "fright-cavalry", "melee-loser-moves")
def test_an_obstacle_stops_every_move_to_the_rear() -> None:
    riders = troops("white", "cavalry", full_move=inches(12), obstacle_distance=inches(5))
    away = play(assault([RED], [riders], gap=6, move=10), 8, choices={"withdraw": yes}).defenders[0]
    assert (away.goes, away.moved) == ("away", inches(5))
    fled = play(assault([vehicle()], [riders], gap=2, move=6)).defenders[0]
    assert (fled.goes, fled.moved) == ("rear", inches(5))
    beaten = play(assault([RED], [riders]), 4, 3).defenders[0]
    assert (beaten.goes, beaten.moved) == ("rear", inches(5))


# ---------------------------------------------------------------- whom the charge reaches


@pytest.mark.rule("red_white", "melee-withdraw-caught", "melee-sequence")
@pytest.mark.parametrize(("move", "ended"), [(4, "no_contact"), (9, "no_contact"), (10, "melee"), (11, "melee")])
def test_a_charge_that_falls_short_makes_no_contact(move: int, ended: str) -> None:
    request = assault([RED], [WHITE], gap=10, move=move)
    outcome = play(request, *((3, 3) if ended == "melee" else ()))
    assert (outcome.ended, outcome.holder) == (ended, "defender")
    assert outcome.defenders[0].goes == "stays"


@pytest.mark.rule("red_white", "melee-sequence", "melee-withdraw-caught")
def test_where_a_distance_is_not_given_the_charge_makes_contact() -> None:
    for request in (assault([RED], [WHITE], gap=10), assault([RED], [WHITE], move=4)):
        assert play(request, 3, 3).ended == "melee"


@pytest.mark.rule("red_white", "melee-sequence", "melee-defensive-fire")
def test_nobody_fires_at_a_charge_that_reaches_nobody() -> None:
    request = assault([RED], [WHITE], gap=10, move=4, defensive=[lose(8)], attacking=[lose(8)])
    outcome = rw.ruleset.outcome(before_contact(request), dice=GivenDice([]))
    assert (outcome.ended, outcome.defenders_left) == ("no_contact", (1,))
    assert [left(after) for after in (*outcome.attackers, *outcome.defenders)] == [8, 8]


@pytest.mark.rule("red_white", "melee-withdraw-caught")
def test_the_longest_move_of_the_attackers_decides() -> None:
    request = assault([RED, troops("red", "cavalry")], [WHITE], gap=10, move=4)
    riders = evolve(request.attackers[1], charger_move=inches(10))
    assert play(request).ended == "no_contact"
    outcome = play(evolve(request, attackers=(request.attackers[0], riders)), 1, 6)
    # 1 against 6, less 2 against sixteen stands and 1 against horse: both attackers fought and are beaten.
    assert (outcome.ended, [after.goes for after in outcome.attackers]) == ("melee", ["starting_position"] * 2)


def two_lines(**fields: Any) -> rw.AssaultRequest:
    """Return a charge of 4 inches at one unit 4 inches away and another of two stands behind it."""
    behind = troops("white", stands=2, starting_stands=2, full_move=inches(6))
    request = assault([RED], [WHITE, behind], gap=4, move=4, **fields)
    return evolve(request, defenders=(request.defenders[0], evolve(request.defenders[1], gap=inches(10))))


@pytest.mark.rule("red_white", "melee-withdraw-caught", "melee-defensive-fire", "melee-many-units")
def test_a_unit_out_of_reach_fires_and_does_not_fight() -> None:
    request = two_lines(defensive=[lose(1, by=2)])
    outcome = rw.ruleset.outcome(before_contact(request), dice=GivenDice([7]))
    assert (outcome.ended, outcome.defenders_left) == ("melee", (1,))
    assert left(outcome.attackers[0]) == 7
    beaten = play(request, 7, 6, 1)  # a margin of 5, all of it on the unit in contact
    assert [(left(after), after.goes) for after in beaten.defenders] == [(3, "rear"), (2, "stays")]
    # Nor does the unit behind save the position once the other is shot to nothing.
    fallen = play(two_lines(attacking=[lose(8)]))
    assert (fallen.ended, fallen.holder, fallen.defenders[1].goes) == ("position_falls", "attacker", "stays")


@pytest.mark.rule("red_white", "melee-morale-between", "melee-attacking-fire", "melee-destroyed-before")
def test_a_unit_out_of_reach_can_be_hit_and_tests_later() -> None:
    request = two_lines(attacking=[lose(1, target=2)])
    assert [rule for rule, _ in rolls(request, 3, 3)] == ["melee-roll"]  # only who is engaged tests before it
    hurt = play(request, 3, 3).defenders[1].unit
    assert hurt is not None
    assert (hurt.stands, hurt.casualties) == (1, True)
    gone = play(two_lines(attacking=[lose(2, target=2)]), 3, 3)
    assert (gone.ended, gone.defenders[1].unit) == ("melee", None)


@pytest.mark.rule("red_white", "opt-withdraw-failed", "melee-withdraw-caught")
def test_a_unit_that_failed_to_withdraw_and_stands_out_of_reach_holds_the_position() -> None:
    riders = troops("white", "cavalry", stands=6, starting_stands=6, full_move=inches(12))
    request = assault([RED], [riders], gap=10, move=4)
    stood = play(request, 7, choices={"withdraw": yes}, withdraw_failed="may_stand")
    assert (stood.ended, stood.holder, stood.defenders[0].goes) == ("no_contact", "defender", "stays")
    fled = play(request, 7, choices={"withdraw": yes})
    assert (fled.ended, fled.holder, fled.defenders[0].goes) == ("no_contact", "nobody", "rear")


@pytest.mark.rule("red_white", "fright-artillery", "melee-withdraw-caught")
def test_artillery_that_stands_before_a_tank_out_of_reach_is_not_attacked() -> None:
    guns = troops("white", "artillery", full_move=inches(6))
    outcome = play(assault([vehicle()], [guns], gap=10, move=4), 4)
    assert (outcome.ended, outcome.holder) == ("no_contact", "defender")


# ---------------------------------------------------------------- what a unit takes along


@pytest.mark.rule("red_white", "fright-cavalry", "fright-limits")
def test_a_tank_frightens_wherever_it_is_listed_among_the_attackers() -> None:
    riders = troops("white", "cavalry", full_move=inches(12))
    for chargers in ([vehicle(), RED], [RED, vehicle()]):
        outcome = play(assault(chargers, [riders], gap=2, move=8))
        assert (outcome.ended, outcome.defenders[0].goes) == ("no_contact", "rear")


@pytest.mark.rule("red_white", "melee-mod-wire", "bad-sides")
def test_wire_belongs_to_one_attack_and_every_unit_is_ready_for_the_next() -> None:
    wired = troops(wire="intact", full_move=inches(6))
    request = assault([wired], [WHITE], defensive=[lose(1)])
    through = rw.ruleset.outcome(before_contact(request), dice=GivenDice([7])).attackers[0].unit
    assert through is not None
    assert through.wire == "intact"  # it goes on into the melee
    for faces, goes in (((7, 6, 3), "stays"), ((7, 4, 6), "starting_position"), ((8,), "rear")):
        after = play(request, *faces).attackers[0]
        assert after.unit is not None
        assert (after.goes, after.unit.wire) == (goes, "none")
        assert play(assault([WHITE], [after.unit]), 1, 6).holder == "defender"
    short = play(assault([wired], [WHITE], gap=9, move=8)).attackers[0].unit
    fallen = play(assault([wired], [WHITE], attacking=[lose(8)])).attackers[0].unit
    assert short is not None
    assert fallen is not None
    assert (short.wire, fallen.wire) == ("none", "none")


@pytest.mark.rule("red_white", "morale-attachments", "melee-mod-machine-gun", "melee-caught-cover")
def test_an_attached_machine_gun_comes_along_wherever_its_unit_goes() -> None:
    gunners = troops("white", machine_gun=True, full_move=inches(6))
    riders = troops("white", "cavalry", machine_gun=True, full_move=inches(6))
    shot: dict[str, Any] = {"attacking": [lose(1)]}
    gone = {
        "a failed test": play(assault([RED], [gunners], gap=4, move=9, **shot), 8),
        "fright": play(assault([vehicle()], [riders], gap=2, move=7)),
        "a withdrawal": play(assault([RED], [riders], gap=6, move=11), 8, choices={"withdraw": yes}),
        "a lost melee": play(assault([RED], [gunners]), 6, 4),
    }
    for why, outcome in gone.items():
        after = outcome.defenders[0]
        assert after.unit is not None, why
        assert (after.goes in ("rear", "away"), after.unit.machine_gun) == (True, True), why
    # Caught as it falls back, it has its gun: +1, beside the -2.
    caught = rw.ruleset.resolve(assault([RED], [gunners], gap=4, move=10, **shot), dice=GivenDice([8, 3, 3])).record
    steps = [step for _, step in caught.walk() if isinstance(step, ModifierStep) and step.to == "defender's die"]
    assert [step.id for step in steps] == ["falling_back_or_flank_or_rear", "machine_gun_attached"]
