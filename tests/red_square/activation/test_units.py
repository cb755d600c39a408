"""The action of an activated unit: its order, its fire, its digging, and what its owner chooses."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_square_activations import always, battalion, enemy, field, plain, play

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea


@pytest.mark.rule("red_square", "fire-2-must-fire", "act-table")
def test_a_defender_with_a_target_must_fire() -> None:
    line = battalion(formation="firing_line", order="defend", square=(3, 4))
    seen: list[tuple[str, ...]] = []

    def look(situation: rs.Situation, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "fire"

    # Range 3: 2 dice at effective range and 1 for the line, score 4.
    after = play(field(line, enemy()), 1, 4, 5, choices={"activity": look}).outcome.field
    assert "nothing" not in seen[0] if seen else True
    assert "hold_fire" not in (seen[0] if seen else ())
    assert after.unit("Officers").markers == 2
    assert after.unit("Rifles").this_turn.fired


@pytest.mark.rule("red_square", "fire-2-hold")
def test_without_a_target_it_may_hold_its_fire() -> None:
    line = battalion(formation="firing_line", order="defend")
    after = play(field(line, enemy((3, 9)))).outcome.field.unit("Rifles")
    assert after.this_turn.holds_fire
    assert not after.this_turn.fired


@pytest.mark.rule("red_square", "act-wild", "act-table")
def test_on_a_score_of_one_it_fires_wildly() -> None:
    line = battalion(formation="firing_line", order="defend", square=(3, 4), bases=3, bases_removed=1)
    # 2 - 1 = 1: 2 + 1 - 1 = 2 dice at score 3.
    outcome = play(field(line, enemy()), 2, 3, 4).outcome
    assert (outcome.band, outcome.field.unit("Officers").markers) == ("1-0", 1)


@pytest.mark.rule("red_square", "fire-3-moving-infantry")
@pytest.mark.parametrize(("card", "faces", "markers"), [("9H", (6, 1), 1), ("9C", (6,), 0)])
def test_infantry_fires_on_the_move_on_a_heart(card: str, faces: tuple[int, ...], markers: int) -> None:
    # One step to range 2, which is next to nobody: effective, moving: 2 - 1 = 1 die at score 4.
    waves = battalion(square=(3, 4), markers=1, idle=True, this_turn=rs.ThisTurn(cards=(card,)))
    on = field(waves, enemy(bases=1, this_turn=rs.ThisTurn(is_over=True)))
    after = play(on, faces[0], 12, *faces[1:], card=card).outcome.field
    assert after.distance(after.unit("Rifles"), after.unit("Officers")) == 2
    assert after.unit("Officers").markers == markers


@pytest.mark.rule("red_square", "dig-1a-markers")
def test_it_digs_in_instead_of_moving() -> None:
    line = battalion(formation="firing_line", order="defend")
    after = play(field(line, enemy((3, 9))), choices={"activity": always("dig_in")}).outcome.field.unit("Rifles")
    assert (after.digging_markers, after.this_turn.dug) == (1, True)


@pytest.mark.rule("red_square", "fire-12-replace")
def test_a_support_makes_good_casualties() -> None:
    front = battalion("Front", (3, 4), bases=2, bases_removed=2, commander="CO", this_turn=rs.ThisTurn())
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 3))
    on = field(officer, battalion(commander="CO"), front, enemy((3, 9)))
    after = play(on, choices={"activity": always("replace_casualties")}).outcome.field
    assert (after.unit("Front").bases, after.unit("Front").bases_removed) == (4, 0)
    assert (after.unit("Rifles").bases, after.unit("Rifles").bases_removed) == (2, 2)


@pytest.mark.rule("red_square", "fire-12-replace", "act-table")
def test_a_support_may_fire_as_well() -> None:
    front = battalion("Front", (2, 4), bases=2, bases_removed=2, commander="CO", this_turn=rs.ThisTurn())
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 4))
    line = battalion(square=(3, 4), formation="firing_line", order="defend", commander="CO")
    on, support = field(officer, line, front, enemy()), {"activity": always("replace_casualties")}
    # Two bases are left to it: 2 + 1 dice at score 2, at range 3.
    after = play(on, 2, 3, 1, choices=support).outcome.field
    assert (after.unit("Rifles").bases, after.unit("Officers").markers) == (2, 2)
    quiet = play(on, choices=support | {"fires_after_move": always(answer=False)}).outcome.field
    assert quiet.unit("Officers").markers == 0


@pytest.mark.rule("red_square", "obs-area-fire")
def test_guns_may_shell_a_wood_rather_than_try_to_observe() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 7),)),))
    guns = battalion("Guns", (3, 3), kind="artillery", formation="deployed", order=None, bases=1, guns="qf_gun")
    attackers = battalion("Attackers", (3, 5), this_turn=rs.ThisTurn())
    seen: list[tuple[str, ...]] = []

    def shell(situation: rs.Situation, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "fire_at_area"

    hidden = enemy(visible=False, bases=4)
    on = field(guns, attackers, hidden, board=board)
    # Close range 3, unobserved: 2 dice at 4. An enemy that was observed has to be fired at.
    after = play(on, 4, 5, units=("Guns",), choices={"activity": shell}).outcome.field
    assert ({"fire", "fire_at_area"} <= set(seen[0]), after.unit("Officers").markers) == (True, 1)
    known = evolve(on, observations=(rs.Observation(observer="Guns", target="Officers", turn=1),))
    play(known, 6, 6, 6, units=("Guns",), choices={"activity": always("fire")})
    with pytest.raises(Exception, match="activity"):
        play(known, units=("Guns",), choices={"activity": always("fire_at_area")})


@pytest.mark.rule("red_square", "hq-order-roll")
@pytest.mark.parametrize(("face", "order"), [(3, "attack"), (2, "defend")])
def test_a_new_order_gets_through_on_the_range(face: int, order: str) -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0), this_turn=rs.ThisTurn(commanded=True))
    line = battalion(formation="firing_line", order="defend")
    on = field(hq, line, enemy((3, 9)))
    after = play(on, face, choices={"new_order": always("attack")}).outcome.field.unit("Rifles")
    assert after.order == order


@pytest.mark.rule("red_square", "hq-order-roll")
@pytest.mark.parametrize(("face", "order"), [(4, "attack"), (3, "defend")])
def test_a_new_order_reaches_a_unit_under_fire_less_easily(face: int, order: str) -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0), this_turn=rs.ThisTurn(commanded=True))
    line = battalion(formation="firing_line", order="defend", under_fire=True)
    on = field(hq, line, enemy((3, 9)))
    after = play(on, face, choices={"new_order": always("attack")}).outcome.field.unit("Rifles")
    assert (after.order, after.under_fire) == (order, False)


@pytest.mark.rule("red_square", "orders-counter-attack")
def test_a_counter_attack_that_is_called_for_is_an_attack() -> None:
    # The enemy within 3 squares shows its rear; the firing line must first form waves, and fires: 2 - 1 dice.
    line = battalion(formation="firing_line", order="counter_attack", square=(3, 4))
    after = play(field(line, enemy((3, 7), facing="N")), 6).outcome.field.unit("Rifles")
    assert (after.order, after.formation) == ("attack", "waves")


@pytest.mark.rule("red_square", "art-buildings-fire")
def test_who_stands_in_a_burning_square_must_leave_it() -> None:
    board = plain(terrain=(SquareArea(kind="wooden_building", squares=((3, 3),)),))
    line = battalion(formation="waves", order="defend")
    after = play(field(line, enemy((3, 9)), board=board, burning=((3, 3),))).outcome.field.unit("Rifles")
    assert after.square != (3, 3)


@pytest.mark.rule("red_square", "dig-3-defence")
def test_infantry_in_defence_fires_to_each_side() -> None:
    works = battalion(formation="defence", order="defend", square=(3, 4))
    north, east = enemy((3, 6), name="North"), enemy((5, 4), name="East", facing="W")
    # To each side 2 dice at score 2: to the north 2 and 3, to the east 1 and 2.
    after = play(field(works, north, east), 2, 3, 1, 2).outcome.field
    assert (after.unit("North").markers, after.unit("East").markers) == (1, 2)


@pytest.mark.rule("red_square", "hq-activation")
def test_a_headquarters_that_has_come_under_fire_sends_no_orders() -> None:
    hq = rs.Unit(
        name="HQ", side="red", kind="hq", square=(3, 0), under_fire=True, this_turn=rs.ThisTurn(commanded=True)
    )
    line = battalion(formation="firing_line", order="defend")
    after = play(field(hq, line, enemy((3, 9))), choices={"new_order": always("attack")}).outcome.field.unit("Rifles")
    assert after.order == "defend"


@pytest.mark.rule("red_square", "fire-9-halve", "fire-9-double")
def test_idle_and_advancing_tell_of_the_latest_activation() -> None:
    line = battalion(formation="firing_line", order="defend", idle=False, advancing=True)
    after = play(field(line, enemy((3, 9)))).outcome.field.unit("Rifles")
    assert (after.idle, after.advancing) == (True, False)


@pytest.mark.rule("red_square", "artpos-run-up")
def test_guns_that_run_up_may_fire_as_if_they_had_moved() -> None:
    guns = battalion(
        "Guns", (3, 3), kind="artillery", formation="deployed", order=None, bases=1, guns="qf_gun",
        position="semi_masked",
    )  # fmt: skip
    # In the dead zone until they do; at range 1 they then have 3 - 1 dice at 4.
    after = play(
        field(guns, enemy((3, 4))), 4, 5, units=("Guns",), choices={"activity": always("run_up")}
    ).outcome.field
    assert (after.unit("Guns").position, after.unit("Officers").markers) == ("open", 1)
    assert (after.unit("Guns").this_turn.moved, after.unit("Guns").this_turn.fired) == (True, True)
