"""Whole activations: headquarters, officers who go along, bad input, and the laws of every activation."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_activations import RAILS, always, battalion, enemy, field, on_rails, play, to, vehicle

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.red_square.activation import FIGURE_SQUARE
from rcw_rules.red_square.activation.choices import Situation


@pytest.mark.rule("red_square", "hq-activation", "hq-destroyed")
def test_a_headquarters() -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0))
    quiet = play(field(hq, enemy((3, 9))), units=("HQ",), card="").outcome
    assert (quiet.band, quiet.field.unit("HQ").this_turn.commanded) == ("automatic", True)
    shot = evolve(hq, under_fire=True, markers=2, idle=False)
    busy = play(field(shot, enemy((3, 9))), 6, 3, units=("HQ",), card="").outcome
    assert (busy.score, busy.field.unit("HQ").this_turn.commanded, busy.field.unit("HQ").markers) == (4, False, 0)
    lost = play(field(shot, enemy((3, 9))), 6, 2, units=("HQ",), card="").outcome
    assert lost.field.unit("HQ").bases == 0
    moves = {"hq_moves": always(answer=True), "destination": to((3, 1))}
    moved = play(field(hq, enemy((3, 9))), 2, units=("HQ",), card="", choices=moves).outcome.field.unit("HQ")
    assert (moved.square, moved.this_turn.commanded) == ((3, 1), False)
    shy = play(field(hq, enemy((3, 3))), 2, units=("HQ",), card="", choices={"hq_moves": always(answer=True)})
    assert shy.outcome.field.distance(shy.outcome.field.unit("HQ"), enemy((3, 3))) > 3


@pytest.mark.rule("red_square", "hq-activation", "fire-2-threat")
def test_a_headquarters_that_drives_up_to_the_enemy_is_fired_at() -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 3), facing="NE", state="rallying")
    waiting = enemy((3, 7), this_turn=rs.ThisTurn(cards=("2D",)))
    choices = {"hq_moves": always(answer=True), "destination": to((3, 4))}
    # Of broken figures that rallied in the last turn nothing keeps it. One step to range 3: 2 + 1 dice at 4.
    after = play(field(hq, waiting), 2, 4, 1, 6, units=("HQ",), card="", choices=choices).outcome.field
    assert (after.unit("HQ").square, after.unit("HQ").markers, after.unit("Officers").this_turn.cards) == (
        (3, 4),
        2,
        (),
    )


@pytest.mark.rule("red_square", "move-table", "turn-1-two-cards")
def test_a_co_goes_along_on_each_of_his_cards() -> None:
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 3), this_turn=rs.ThisTurn(moved=True))
    horse = battalion(kind="cavalry", formation="mounted", commander="CO")
    on = field(officer, horse, enemy((3, 9)))
    after = play(on, commander="CO").outcome.field
    assert after.unit("Rifles").square != (3, 3)
    assert after.distance(after.unit("CO"), after.unit("Rifles")) <= 1


@pytest.mark.rule("red_square", "move-table")
def test_a_co_rather_stays_next_to_two_units_than_with_one() -> None:
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 1))
    pair = [battalion(name, square, commander="CO") for name, square in (("Rifles", (3, 3)), ("Others", (3, 5)))]
    on = field(officer, *pair, enemy((3, 9)))
    assert [on.distance(pair[0], pair[1]), on.board.grid.distance((3, 4), (3, 3))] == [2, 1]
    situation = Situation(field=on, unit=officer, band="automatic", card="9C")
    assert FIGURE_SQUARE.default(situation, ((3, 1), (3, 3), (3, 4), (3, 5))) == (3, 4)
    assert FIGURE_SQUARE.default(situation, ((3, 1), (3, 2), (3, 3))) == (3, 3)


@pytest.mark.rule("red_square", "bad-input", "equipment-cards-dice")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"units": ("Nobody",)}, "$.units[0]"),
        ({"commander": "Nobody"}, "$.commander"),
        ({"card": "1Z"}, "$.card"),
        ({"units": ()}, "$.units"),
        ({"units": ("Rifles", "Rifles"), "commander": "CO"}, "$.units[1]"),
        ({"units": ("MGs",)}, "$.units[0]"),
        ({"units": ("Rifles", "CO"), "commander": "CO"}, "$.units[1]"),
        ({"units": ("Rifles", "Officers"), "commander": "CO"}, "$.units"),
        ({"units": ("Rifles", "Others")}, "$.commander"),
        ({"commander": "MGs"}, "$.commander"),
        ({"card": ""}, "$.card"),
        ({"units": ("Idlers",)}, "$.units[0]"),
        ({"units": ("HQ",)}, "$.card"),
    ],
)
def test_malformed(changes: dict[str, Any], path: str) -> None:
    others = (
        rs.Unit(name="CO", side="red", kind="co", square=(3, 3)),
        rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0)),
        rs.Unit(name="MGs", side="red", kind="mg", square=(3, 3), bases=2, accompanies="Rifles"),
        battalion("Others", (4, 3)),
        battalion("Idlers", (5, 3), order=None),
    )
    with pytest.raises(InvalidRequestError) as caught:
        play(field(battalion(), *others, enemy()), **changes)
    assert path in [problem.path for problem in caught.value.problems]


@pytest.mark.rule("red_square", "orders-attack", "act-table")
def test_a_policy_cannot_answer_with_what_is_not_allowed() -> None:
    line = battalion(formation="firing_line", order="defend")
    with pytest.raises(Exception, match="activity"):
        play(field(line, enemy((3, 9))), choices={"activity": always("fire")})


@pytest.mark.rule("red_square", "fire-8-accumulate")
@pytest.mark.parametrize("seed", range(5))
def test_the_same_dice_give_the_same_outcome_with_and_without_a_record(seed: int) -> None:
    on = field(battalion(square=(3, 5), markers=2), enemy(this_turn=rs.ThisTurn(cards=("2D",))))
    request = rs.ActivateRequest(field=on, units=("Rifles",), card="9C")
    resolution = rs.ruleset.resolve(request, dice=SeededDice(seed))
    assert rs.ruleset.outcome(request, dice=SeededDice(seed)) == resolution.outcome
    assert rs.ruleset.replay(resolution).outcome == resolution.outcome


@pytest.mark.rule("red_square", "act-table", "fire-9-casualties")
def test_exact_odds_of_an_activation() -> None:
    # One marker, idle in the open, no enemy near: 1 - 1 = 0 is the middle column, everything else but a 2 (score 1)
    # is 2 or better; a base goes on 1 of the D12.
    on = field(battalion(markers=1, formation="firing_line", order="defend"), enemy((3, 9)))
    odds = rs.ruleset.odds(rs.ActivateRequest(field=on, units=("Rifles",), card="9C"))
    assert odds.probability(lambda outcome: outcome.band == "1-0") * 3 == 1
    assert odds.probability(lambda outcome: outcome.field.unit("Rifles").bases == 3) * 12 == 1


@pytest.mark.rule("red_square", "missing-infantry-melee")
def test_no_move_leads_into_a_steady_front() -> None:
    seen: list[tuple[Any, ...]] = []

    def look(situation: Any, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        seen.append(alternatives)
        return alternatives[0]

    play(field(battalion(square=(3, 6), markers=1), enemy((3, 7))), 6, 12, 1, 1, 1, choices={"destination": look})
    assert all(one.square != (3, 7) for alternatives in seen for one in alternatives)
    with pytest.raises(IllegalRequestError):
        rs.ruleset.resolve(
            rs.OverrunRequest(field=field(battalion(square=(3, 6)), enemy((3, 7))), mover="Rifles", square=(3, 7)),
            dice=GivenDice([]),
        )


@pytest.mark.rule("red_square", "orders-required", "train-1-square")
@pytest.mark.parametrize("unit", [vehicle("truck", order=None), on_rails(order=None)], ids=["lorries", "train"])
def test_lorries_and_trains_do_not_act_without_an_order(unit: rs.Unit) -> None:
    on = field(unit, enemy((7, 9)), board=RAILS)
    with pytest.raises(InvalidRequestError) as caught:
        play(on, units=(unit.name,))
    assert [problem.path for problem in caught.value.problems] == ["$.units[0]"]
    assert "orders-required" in str(caught.value)


@pytest.mark.rule("red_square", "move-table", "occ-officers")
@pytest.mark.parametrize("kind", ["commissar", "cheka"])
@pytest.mark.parametrize(("formation", "unit_kind"), [("masses", "infantry"), ("mounted", "cavalry")])
@pytest.mark.parametrize("square", [(3, 3), (2, 3)])
def test_a_commissar_follows_a_unit_that_goes_far(kind: Any, formation: Any, unit_kind: Any, square: Any) -> None:
    comrade = rs.Unit(name="Comrade", side="red", kind=kind, square=square)
    on = field(battalion(kind=unit_kind, formation=formation), comrade, enemy((3, 9)))
    grid = on.board.grid

    def follow(situation: Any, squares: tuple[tuple[int, int], ...]) -> tuple[int, int]:
        ahead = situation.field.unit("Rifles").square
        return min(squares, key=lambda one: grid.distance(one, ahead))

    choices: dict[str, Any] = {"closes": always(False)}
    after = play(on, choices=choices | {"figure_square": follow}).outcome.field
    assert on.distance(on.unit("Rifles"), after.unit("Rifles")) >= 2
    assert after.distance(after.unit("Comrade"), after.unit("Rifles")) <= on.distance(comrade, on.unit("Rifles"))
    # By default it goes as far as the square next to its unit.
    by_default = play(on, choices=choices).outcome.field
    assert by_default.distance(by_default.unit("Comrade"), by_default.unit("Rifles")) <= 1


@pytest.mark.rule("red_square", "move-table")
def test_a_commissar_who_is_with_nobody_of_the_card_does_not_move_on_it() -> None:
    # The unit ends next to him, but he did not accompany it when its card was played.
    comrade = rs.Unit(name="Comrade", side="red", kind="commissar", square=(3, 5))
    on = field(battalion(formation="masses"), comrade, enemy((3, 9)))
    refuse: Any = {"figure_square": lambda situation, squares: pytest.fail("is asked"), "destination": to((3, 4))}
    after = play(on, choices=refuse).outcome.field
    assert (after.unit("Rifles").square, after.unit("Comrade").square) == ((3, 4), (3, 5))


@pytest.mark.rule("red_square", "turn-7-unpin")
def test_a_commissar_whose_unit_goes_on_is_free_after_its_card() -> None:
    pinned = rs.Unit(name="Comrade", side="red", kind="commissar", square=(3, 3), pinned=1)
    after = play(field(battalion(formation="masses"), pinned, enemy((3, 9)))).outcome.field
    assert after.unit("Rifles").square != (3, 3)
    assert (after.unit("Comrade").square, after.unit("Comrade").pinned) == ((3, 3), 0)


@pytest.mark.rule("red_square", "turn-7-unpin")
def test_only_those_with_the_units_of_the_card_are_free_after_it() -> None:
    def pinned(name: str, kind: Any, square: Any, **fields: Any) -> rs.Unit:
        return rs.Unit(name=name, side="red", kind=kind, square=square, pinned=1, **fields)

    figures = (
        pinned("Comrade", "commissar", (3, 3)),
        pinned("Stranger", "commissar", (0, 0)),
        pinned("Agent", "cheka", (3, 3), this_turn=rs.ThisTurn(was_pinned=True)),
        pinned("Guest", "co", (3, 3)),  # of another regiment
        pinned("Own guns", "mg", (3, 3), accompanies="Rifles"),
        pinned("Other guns", "mg", (0, 1), accompanies="Reserve"),
    )
    reserve = battalion(name="Reserve", square=(0, 1))
    after = play(field(battalion(), reserve, *figures, enemy((3, 9)))).outcome.field
    assert [name.name for name in figures if not after.unit(name.name).pinned] == ["Comrade", "Own guns"]
