"""The deal: who is dealt how many cards, and when they are played."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_square_units import ready

from rcw_rules import GivenDice, IllegalRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.red_square.cards import fresh_pack, hands_to_deal

HERE = (2, 2)
BOARD = SquareMap(title="A plain", grid=SquareGrid(columns=12, rows=12))


def field(*units: rs.Unit) -> rs.Field:
    return rs.Field(board=BOARD, units=units)


def dealt(*units: rs.Unit) -> dict[str, tuple[int, str, tuple[str, ...], tuple[str, ...]]]:
    return {
        hand.holder: (count, hand.phase, hand.members, hand.first_only) for hand, count in hands_to_deal(field(*units))
    }


@pytest.mark.rule("red_square", "turn-1-deal", "co-scope")
def test_a_group_has_one_card_and_a_battalion_out_of_reach_its_own() -> None:
    units = (
        ready("co", "CO", square=HERE),
        ready(name="1", commander="CO", square=HERE),
        ready(name="2", commander="CO", square=(3, 2)),
        ready(name="3", commander="CO", square=(1, 2)),
        ready("mg", "MG 1", accompanies="1", commander="CO", square=HERE),
        ready("mg", "MG 2", accompanies="2", square=(3, 2)),
        ready(name="far", commander="CO", square=(5, 2)),
    )
    assert dealt(*units) == {
        "CO": (1, "officer", ("1", "2", "3"), ()),
        "far": (1, "standalone", ("far",), ()),
    }


@pytest.mark.rule("red_square", "co-scope", "turn-1-deal")
def test_reach_is_not_chained_and_strangers_are_no_members() -> None:
    units = (
        ready("co", "CO", square=HERE),
        ready(name="near", commander="CO", square=(3, 2)),
        ready(name="beyond", commander="CO", square=(4, 2)),
        ready(name="stranger", square=(2, 2)),
        ready("co", "other CO", square=(2, 2)),
    )
    assert dealt(*units) == {
        "CO": (1, "officer", ("near",), ()),
        "beyond": (1, "standalone", ("beyond",), ()),
        "stranger": (1, "standalone", ("stranger",), ()),
    }


@pytest.mark.rule("red_square", "turn-1-deal", "co-scope", "move-table")
def test_a_co_out_of_reach_of_his_units_has_a_card_to_go_to_them() -> None:
    officer = ready("co", "CO", square=HERE)
    far = ready(name="far", commander="CO", square=(9, 2))
    card = (1, "officer", ("CO",), ())
    assert dealt(officer, far) == {"CO": card, "far": (1, "standalone", ("far",), ())}
    assert dealt(officer, ready("cavalry", "horse", commander="CO", square=(9, 2)))["CO"] == card
    assert dealt(officer, ready(name="gone", commander="CO", state="off_table", square=HERE))["CO"] == card
    assert dealt(officer, ready(name="lost", commander="CO", square=None, bases=0)) == {}
    assert dealt(evolve(officer, bases=0, square=None), far) == {"far": (1, "standalone", ("far",), ())}
    # On that card he goes three squares, the nearer to his battalion, and nobody throws a die.
    holder = evolve(officer, this_turn=evolve(officer.this_turn, cards=("5C",)))
    request = rs.ActivateRequest(field=field(holder, far), units=("CO",), card="5C", commander="CO")
    outcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    after = outcome.field.unit("CO")
    assert (after.square, after.this_turn.cards, outcome.band, outcome.score) == ((5, 2), (), "automatic", None)
    pinned = evolve(holder, pinned=1)
    request = rs.ActivateRequest(field=field(pinned, far), units=("CO",), card="5C", commander="CO")
    after = rs.ruleset.resolve(request, dice=GivenDice([])).outcome.field.unit("CO")
    assert (after.square, after.pinned) == ((2, 2), 0)  # he stays, and is free from then on
    request = rs.ActivateRequest(field=field(officer, far), units=("CO",), card="5C", commander="CO")
    outcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert (outcome.band, outcome.field.unit("CO").square) == (None, (2, 2))  # he does not hold that card
    shot = evolve(holder, markers=6, idle=False)  # six markers are a base, and he is no more than one
    request = rs.ActivateRequest(field=field(shot, far), units=("CO",), card="5C", commander="CO")
    after = rs.ruleset.resolve(request, dice=GivenDice([])).outcome.field.unit("CO")
    assert (after.bases, after.markers) == (0, 0)


@pytest.mark.rule("red_square", "turn-1-deal", "turn-sequence", "move-table")
def test_a_turn_plays_the_card_of_a_co_by_himself() -> None:
    game = rs.Game.begin(rs.two_regiments_a_side())
    officer = next(one for one in game.field.units if one.kind == "co" and one.side == "red")
    alone = evolve(officer, square=(0, 0), this_turn=evolve(officer.this_turn, cards=("5C",)))
    held = rs.Hand(holder=alone.name, side="red", members=(alone.name,), phase="officer", cards=("5C",))
    game = evolve(
        game,
        field=game.field.with_units(alone),
        phase="officer",
        deck=tuple(code for code in game.deck if code != "5C"),
        hands=(held,),
        plays=(rs.Play(holder=alone.name, card="5C"),),
    )
    step = rs.ruleset.resolve(rs.TurnStepRequest(game=game), dice=GivenDice([])).outcome
    assert (step.holder, step.game.phase, step.game.hands, step.game.discards) == (alone.name, "end", (), ("5C",))
    after = step.game.field.unit(alone.name).square
    assert after is not None
    assert 0 < steps_between((0, 0), after) <= 3


@pytest.mark.rule("red_square", "turn-1-two-cards")
def test_a_brigade_with_one_regiment_on_foot_has_two_cards() -> None:
    units = (
        ready("co", "CO", square=HERE),
        ready("cavalry", "horse", commander="CO", square=HERE),
        ready("cavalry", "foot", commander="CO", formation="dismounted", square=(3, 2)),
    )
    assert dealt(*units) == {"CO": (2, "officer", ("horse", "foot"), ("foot",))}
    on_foot = (units[0], ready("cavalry", "foot", commander="CO", formation="dismounted", square=HERE))
    assert dealt(*on_foot) == {"CO": (1, "officer", ("foot",), ())}


@pytest.mark.rule("red_square", "turn-1-deal", "turn-1-two-cards", "turn-3-officer-phase", "turn-4-standalone")
@pytest.mark.parametrize(
    ("kind", "fields", "cards", "phase"),
    [
        ("infantry", {}, 1, "standalone"),
        ("cavalry", {"formation": "mounted"}, 2, "standalone"),
        ("cavalry", {"formation": "scouting"}, 2, "standalone"),
        ("cavalry", {"formation": "dismounted"}, 1, "standalone"),
        ("artillery", {}, 1, "officer"),
        ("armoured_car", {}, 2, "officer"),
        ("light_tank", {}, 2, "officer"),
        ("heavy_tank", {}, 2, "officer"),
        ("truck", {}, 2, "officer"),
        ("train", {}, 2, "officer"),
        ("hq", {}, 0, ""),
        ("co", {}, 0, ""),
        ("commissar", {}, 0, ""),
        ("cheka", {}, 0, ""),
        ("cavalry", {"state": "off_table"}, 1, "standalone"),
        ("infantry", {"bases": 0}, 0, ""),
    ],
)
def test_how_many_cards_each_kind_has_and_when_it_plays_them(
    kind: Any, fields: dict[str, Any], cards: int, phase: str
) -> None:
    expected = {"it": (cards, phase, ("it",), ())} if cards else {}
    assert dealt(ready(kind, "it", **fields)) == expected


@pytest.mark.rule("red_square", "turn-1-deal", "act-exit-table")
def test_those_carried_or_off_the_table_are_in_no_group() -> None:
    units = (
        ready("co", "CO", square=HERE),
        ready(name="gone", commander="CO", state="off_table", square=HERE),
        ready("train", "train", square=(5, 5)),
        ready(name="aboard", commander="CO", square=None, carried_by="train"),
        ready("tchanka", "tchankas", accompanies="gone", square=HERE),
        ready("mg", "MG", accompanies="gone", square=HERE),
    )
    assert dealt(*units) == {
        "CO": (1, "officer", ("CO",), ()),
        "gone": (1, "standalone", ("gone",), ()),
        "train": (2, "officer", ("train",), ()),
    }


def steps_between(start: tuple[int, int], goal: tuple[int, int]) -> int:
    """Count steps outwards from a square, over the six neighbours as the offset rows give them."""
    reached, rounds = {start}, 0
    while goal not in reached:
        rounds += 1
        for column, row in tuple(reached):
            shift = row % 2
            reached |= {(column - 1, row), (column + 1, row)}
            reached |= {(column + shift + k, row + up) for k in (-1, 0) for up in (-1, 1)}
    return rounds


@pytest.mark.rule("red_square", "turn-1-deal", "turn-1-two-cards", "co-scope", "turn-3-officer-phase")
@pytest.mark.parametrize("seed", range(40))
def test_hands_are_those_of_a_slow_twin(seed: int) -> None:
    chance = Random(seed)
    armies: list[rs.Unit] = [ready("co", f"CO {number}", square=(3 * number, 2)) for number in range(3)]
    for number in range(12):
        kind = chance.choice(["infantry", "infantry", "cavalry", "cavalry", "artillery", "truck", "commissar"])
        fields: dict[str, Any] = {"square": (chance.randrange(8), chance.randrange(5))}
        if kind in ("infantry", "cavalry"):
            fields["commander"] = chance.choice(["", "CO 0", "CO 1", "CO 2"])
            fields["state"] = chance.choice(["steady", "retreating", "off_table"])
        if kind == "cavalry":
            fields["formation"] = chance.choice(["mounted", "scouting", "dismounted"])
        armies.append(ready(kind, str(number), **fields))
    chance.shuffle(armies)
    where = {one.name: one.square for one in armies}
    horse = {one.name for one in armies if one.formation in ("mounted", "scouting")}

    def in_reach(one: rs.Unit) -> bool:
        co = where.get(one.commander)
        return (
            co is not None and one.square is not None and one.state != "off_table" and steps_between(co, one.square) < 2
        )

    expected: dict[str, tuple[int, str, tuple[str, ...], tuple[str, ...]]] = {}
    for one in armies:
        if one.kind == "co":
            mine = [other for other in armies if other.commander == one.name]
            group = tuple(other.name for other in mine if in_reach(other))
            riders = horse & set(group)
            walkers = tuple(name for name in group if name not in horse)
            if mine:
                cards = 2 if riders else 1
                expected[one.name] = (cards, "officer", group or (one.name,), walkers if riders else ())
        elif one.kind != "commissar" and not in_reach(one):
            cards = 2 if one.kind == "truck" or (one.name in horse and one.state != "off_table") else 1
            phase = "officer" if one.kind in ("artillery", "truck") else "standalone"
            expected[one.name] = (cards, phase, (one.name,), ())
    assert dealt(*armies) == expected


@pytest.mark.rule("red_square", "turn-1-deal", "equipment-draw-pile")
def test_first_cards_go_round_before_second_ones() -> None:
    units = (
        ready("cavalry", "horse", square=HERE),
        ready(name="foot", square=(4, 4)),
        ready("armoured_car", "car", square=(6, 6)),
    )
    request = rs.DealRequest(field=field(*units))
    outcome = rs.ruleset.resolve(request, dice=GivenDice(["AS", "*2", "2C", "QH", "10D"])).outcome
    assert {hand.holder: hand.cards for hand in outcome.hands} == {
        "horse": ("AS", "QH"),
        "foot": ("*2",),
        "car": ("2C", "10D"),
    }
    assert sorted(outcome.deck) == sorted(set(fresh_pack()) - {"AS", "*2", "2C", "QH", "10D"})


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_a_deal_of_more_cards_than_there_are_is_refused() -> None:
    def army(horse: int, foot: int) -> rs.DealRequest:
        cars = tuple(
            ready("armoured_car", f"car {number}", square=(number % 9, number // 9)) for number in range(horse)
        )
        return rs.DealRequest(
            field=field(*cars, *(ready(name=f"foot {number}", square=(11, number)) for number in range(foot)))
        )

    with pytest.raises(IllegalRequestError, match=r"\$\.decks: 55 cards .* 54; .*equipment-draw-pile"):
        rs.ruleset.resolve(army(27, 1), dice=SeededDice(1))
    assert rs.ruleset.resolve(army(27, 0), dice=SeededDice(1)).outcome.deck == ()
    two = rs.DealRequest(field=army(27, 1).field, decks=2)
    assert len(rs.ruleset.resolve(two, dice=SeededDice(1)).outcome.deck) == 108 - 55


@given(
    st.lists(st.sampled_from(["infantry", "cavalry", "armoured_car", "hq", "train"]), max_size=10),
    st.integers(0, 4),
    st.integers(1, 2),
    st.integers(0, 2**32),
)
@pytest.mark.rule("red_square", "equipment-draw-pile", "equipment-cards-dice")
@settings(deadline=None)
def test_a_deal_keeps_every_card(kinds: list[str], jokers: int, decks: int, seed: int) -> None:
    units = tuple(ready(kind, f"{number}", square=(number, 0)) for number, kind in enumerate(kinds))
    request = rs.DealRequest(field=field(*units), jokers=jokers, decks=decks)
    outcome = rs.ruleset.resolve(request, dice=SeededDice(seed)).outcome
    held = Counter(code for hand in outcome.hands for code in hand.cards)
    assert held + Counter(outcome.deck) == Counter(fresh_pack(jokers=jokers, decks=decks))
