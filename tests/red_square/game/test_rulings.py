"""What the book leaves open and games need: both values of each option, and the rulings without one."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_activations import FRESH, RAILS, always, battalion, enemy, field, group, on_rails, plain, vehicle
from red_square_games import game, unit
from red_square_retreats import field as retreat_field
from red_square_retreats import unit as retreating
from red_square_retreats import white

from rcw_rules import GivenDice, IllegalRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareWay
from rcw_rules.resolution import Resolution


def play(
    on: rs.Field, *faces: int | str, units: tuple[str, ...] = ("Rifles",), card: str = "9C", **changes: Any
) -> Resolution[rs.ActivateOutcome]:
    options, choices = changes.pop("options", {}), changes.pop("choices", {})
    dice: Any = changes.pop("dice", None) or GivenDice(faces)
    request = rs.ActivateRequest(field=on, units=units, card=card, deck=("KD", "2C", "QS"), **changes)
    return rs.ruleset.with_options(**options).resolve(request, dice=dice, choices=choices)


@pytest.mark.rule("red_square", "opt-spent-members", "turn-5-group-score")
@pytest.mark.parametrize(
    ("counts", "faces", "score"),
    # Without R1: the better of 3 and 5, less R2's marker. With it: 5 + 4 without the 3, less three markers, by two.
    [(False, (3, 5, 12), 4), (True, (3, 5, 4, 12), 3)],
)
def test_a_member_that_fired_out_of_sequence(counts: bool, faces: tuple[int, ...], score: int) -> None:
    units = group({"markers": 2, "this_turn": rs.ThisTurn(activations=1)}, {"markers": 1})
    options = {"spent_members_count": counts}
    on = field(*units, enemy((3, 9)))
    outcome = play(on, *faces, units=("R1", "R2"), commander="CO", options=options).outcome
    assert outcome.score == score
    assert outcome.field.unit("R1").markers == 2  # its markers wait for its own activation


@pytest.mark.rule("red_square", "opt-trains-go-first", "train-6-retreat", "fire-2-threat")
@pytest.mark.parametrize("goes_first", [False, True])
def test_infantry_that_steps_next_to_a_train(goes_first: bool) -> None:
    board = plain(railways=(SquareWay(squares=tuple((c, 6) for c in range(8))),))
    train = on_rails(this_turn=FRESH)
    train = evolve(train, side="white", square=(3, 6), order="defend")
    on = field(battalion(square=(3, 4), markers=1), train, board=board)
    choices = {"closes": always(True), "fire_out_of_sequence": always(True)}
    options = {"trains_go_first": goes_first}
    after = play(on, dice=SeededDice(4), choices=choices, options=options).outcome.field.unit("Train")
    assert after.square != (3, 6)
    assert after.this_turn.fired is not goes_first


@pytest.mark.rule("red_square", "opt-stay-at-edge", "act-retreat")
@pytest.mark.parametrize(("stays", "choices", "off_table"), [
    (False, {}, True),
    (True, {}, False),
    (True, {"retreat_square": always(None)}, True),
])  # fmt: skip
def test_one_at_its_own_edge_whom_no_square_leads_away(stays: bool, choices: dict[str, Any], off_table: bool) -> None:
    both = (white((1, 0)), white((5, 0), name="others"))
    here = retreat_field(retreating(square=(3, 0)), *both)
    request = rs.RetreatRequest(field=here, unit="infantry")
    outcome = rs.ruleset.with_options(stay_at_edge=stays).outcome(request, dice=GivenDice([]), choices=choices)
    assert outcome.off_table is off_table
    assert outcome.unit.state == ("off_table" if off_table else "retreating")
    assert outcome.unit.square == (3, 0)


@pytest.mark.rule("red_square", "opt-stay-at-edge", "occ-table")
def test_nobody_stays_in_a_square_of_the_edge_that_friends_hold() -> None:
    friends = [retreating(square=(column, 0), name=f"friends {column}") for column in (2, 3, 4)]
    here = retreat_field(retreating(square=(3, 1)), *friends, white((3, 3)))
    request = rs.RetreatRequest(field=here, unit="infantry")
    outcome = rs.ruleset.with_options(stay_at_edge=True).outcome(request, dice=GivenDice([]))
    # It goes through the battalion at the edge, where there is no room for it.
    assert (outcome.path, outcome.off_table) == (((3, 0),), True)


@pytest.mark.rule("red_square", "opt-breakdown-when-turned", "turn-6-spades-breakdown")
@pytest.mark.parametrize(("turned", "faces"), [(False, ()), (True, ("QS",))])
def test_when_a_breakdown_is_drawn(turned: bool, faces: tuple[str, ...]) -> None:
    begun = game(unit("Cars", "armoured_car", (4, 1)))
    ruleset = rs.ruleset.with_options(breakdown_when_turned=turned)
    dealt = ruleset.outcome(rs.TurnStepRequest(game=begun), dice=GivenDice(["4S", "9D"])).game
    ready = ruleset.outcome(rs.TurnStepRequest(game=dealt), dice=GivenDice(list(faces))).game
    assert ready.field.unit("Cars").broken_down is turned
    assert ready.discards == faces
    played = ruleset.resolve(rs.TurnStepRequest(game=ready), dice=GivenDice([] if turned else ["QS"]))
    assert played.outcome.card == "4S"
    assert played.outcome.game.field.unit("Cars").broken_down


@pytest.mark.rule("red_square", "turn-6-spades-breakdown")
def test_one_that_has_broken_down_draws_no_card_on_a_later_spade() -> None:
    cars = vehicle("armoured_car", broken_down=True, order="defend", this_turn=rs.ThisTurn(cards=("4S", "5S")))
    outcome = play(field(cars, enemy((3, 9))), units=("Cars",), card="4S").outcome
    assert (outcome.cards, outcome.field.unit("Cars").broken_down) == ((), True)


@pytest.mark.rule("red_square", "opt-hq-is-no-enemy", "turn-5-test-needed")
@pytest.mark.parametrize("is_none", [False, True])
def test_a_step_next_to_a_headquarters(is_none: bool) -> None:
    staff = rs.Unit(name="White HQ", side="white", kind="hq", square=(3, 5), facing="S")
    on = field(battalion(), staff)
    ruleset = rs.ruleset.with_options(hq_is_no_enemy=is_none)
    request = rs.MoveRequest(field=on, unit="Rifles", actions=(rs.Step(to="NE"),))
    assert on.board.grid.neighbour((3, 3), "NE") in on.board.grid.neighbours((3, 5))
    if is_none:
        assert not ruleset.outcome(request, dice=GivenDice([])).near_enemy
    else:
        with pytest.raises(IllegalRequestError, match="turn-5-test-needed"):
            ruleset.outcome(request, dice=GivenDice([]))
    beside_another = request.field.with_units(enemy((4, 5)))
    with pytest.raises(IllegalRequestError, match="turn-5-test-needed"):
        ruleset.outcome(evolve(request, field=beside_another), dice=GivenDice([]))


@pytest.mark.rule("red_square", "opt-hq-is-no-enemy", "train-3-movement")
@pytest.mark.parametrize(("is_none", "farthest"), [(False, 5), (True, 7)])
def test_a_train_goes_next_to_a_headquarters(is_none: bool, farthest: int) -> None:
    staff = rs.Unit(name="White HQ", side="white", kind="hq", square=(6, 5), facing="S")
    seen: list[set[tuple[int, int]]] = []

    def look(situation: rs.Situation, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        seen.append({one.square for one in alternatives})
        return alternatives[0]

    choices = {"train_action": always("move"), "destination": look, "closes": always(False)}
    on = field(on_rails(), staff, board=RAILS)
    play(on, units=("Train",), choices=choices, options={"hq_is_no_enemy": is_none})
    assert seen == [{(c, 4) for c in range(1, farthest + 1)}]


@pytest.mark.rule("red_square", "opt-driven-out", "turn-5b-deductions")
@pytest.mark.parametrize("deducts", [False, True])
def test_hidden_and_then_driven_out(deducts: bool) -> None:
    ruleset = rs.ruleset.with_options(driven_out_deducts=deducts)
    wood = plain(terrain=(SquareArea(kind="wood", squares=((3, 3),)),))
    # 1 less 2 markers: it hides in the wood; a 24 on the D24 costs nothing.
    hidden = play(
        field(battalion(markers=2), enemy((3, 9)), board=wood), 1, 24, options={"driven_out_deducts": deducts}
    ).outcome.field.unit("Rifles")
    assert (hidden.state, hidden.this_turn.hid) == ("hiding", deducts)
    driven = evolve(hidden, name="Driven", square=(4, 1), state="retreating")
    last = ruleset.outcome(rs.TurnStepRequest(game=evolve(game(driven), phase="end")), dice=GivenDice([])).game
    assert last.field.unit("Driven").hid_last_turn is deducts


@pytest.mark.rule("red_square", "opt-driven-out", "turn-1-deal")
@pytest.mark.parametrize("deducts", [False, True])
def test_who_hides_as_a_turn_begins_hid_in_it(deducts: bool) -> None:
    hidden = unit("Alone", "infantry", (4, 1), state="hiding")
    ruleset = rs.ruleset.with_options(driven_out_deducts=deducts)
    dealt = ruleset.outcome(rs.TurnStepRequest(game=game(hidden)), dice=GivenDice(["9D"])).game
    assert dealt.field.unit("Alone").this_turn.hid is deducts


@pytest.mark.rule("red_square", "opt-mgs-fire-together", "mg-activation", "fire-2-threat")
@pytest.mark.parametrize(("together", "activations"), [(False, 0), (True, 1)])
@pytest.mark.parametrize("square", [(3, 7), (4, 7)])
def test_mgs_whose_unit_fires_out_of_sequence(together: bool, activations: int, square: tuple[int, int]) -> None:
    line = enemy((3, 7), this_turn=rs.ThisTurn(cards=("2D",)))
    mgs = rs.Unit(name="MGs", side="white", kind="mg", square=square, facing="S", bases=2, accompanies="Officers")

    def line_alone(seen: rs.Interruption, alternatives: tuple[bool, ...]) -> bool:
        return seen.firer == "Officers"

    on = field(battalion(), line, mgs)
    choices = {"fire_out_of_sequence": line_alone}
    # One step to range 3: 2 + 1 dice, none of which hits.
    outcome = play(on, 6, 6, 6, choices=choices, options={"mgs_fire_together": together}).outcome
    assert outcome.field.unit("Officers").this_turn.activations == 1
    shared = activations if square == (3, 7) else 0  # those beside it keep their share
    assert outcome.field.unit("MGs").this_turn.activations == shared


@pytest.mark.rule("red_square", "opt-ferry-waits", "terrain-water")
@pytest.mark.parametrize(("waits", "square", "since"), [(False, (3, 4), 3), (True, (3, 5), 0)])
def test_a_crossing_whose_second_turn_failed(waits: bool, square: tuple[int, int], since: int) -> None:
    banks = ((3, 4), (3, 5))
    river = plain(edges=tuple(EdgeFeature(kind=kind, between=(banks,)) for kind in ("river", "ferry")))
    late = battalion(square=(3, 4), ferry_to=(3, 5), ferry_turn=1)
    other = battalion("Others", (3, 5), side="white", ferry_to=(3, 4), ferry_turn=1)
    choices: dict[str, Any] = {"activity": always("take_ferry"), "closes": always(False)}
    options = {"ferry_waits": waits}
    on = field(late, enemy((3, 9)), board=river, turn=3)
    after = play(on, choices=choices, options=options).outcome.field.unit("Rifles")
    assert (after.square, after.ferry_turn) == (square, since)
    # Whom the ferry waits for keeps it from others.
    request = rs.MoveRequest(
        field=field(battalion(square=(3, 4)), evolve(other, side="red"), enemy((3, 9)), board=river, turn=3),
        unit="Rifles",
        actions=(rs.FerryAcross(to=on.board.grid.direction((3, 4), (3, 5))),),
        band="2+",
    )
    ruleset = rs.ruleset.with_options(**options)
    if waits:
        with pytest.raises(IllegalRequestError, match="terrain-water"):
            ruleset.outcome(request, dice=GivenDice([]))
    else:
        assert ruleset.outcome(request, dice=GivenDice([])).unit.ferry_turn == 3
