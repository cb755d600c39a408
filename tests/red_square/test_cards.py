"""Who is dealt cards, and in what order they are played."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.red_square.cards import fresh_pack, hands_to_deal, place_in_order

BOARD = SquareMap(title="A plain", grid=SquareGrid(columns=12, rows=12))


def unit(name: str, kind: Any = "infantry", **fields: Any) -> rs.Unit:
    formations = {"infantry": "waves", "cavalry": "mounted", "artillery": "deployed"}
    start: dict[str, Any] = {"side": "red", "square": (2, 2), "formation": formations.get(kind)}
    if kind == "artillery":
        start["guns"] = "qf_gun"
    if kind == "train":
        start["guns"] = "heavy"
    if kind in ("infantry", "cavalry", "armoured_car", "light_tank", "heavy_tank", "truck", "train"):
        start["order"] = "defend"
    return rs.Unit(name=name, kind=kind, **(start | fields))


def field(*units: rs.Unit) -> rs.Field:
    return rs.Field(board=BOARD, units=units)


def dealt(*units: rs.Unit) -> dict[str, tuple[int, str, tuple[str, ...], tuple[str, ...]]]:
    return {
        hand.holder: (count, hand.phase, hand.members, hand.first_only) for hand, count in hands_to_deal(field(*units))
    }


@pytest.mark.rule("red_square", "turn-1-deal", "co-scope")
def test_a_group_has_one_card_and_a_battalion_out_of_reach_its_own() -> None:
    units = (
        unit("CO", "co"),
        unit("1", commander="CO"),
        unit("2", commander="CO", square=(3, 2)),
        unit("3", commander="CO", square=(1, 2)),
        unit("MG 1", "mg", accompanies="1", commander="CO"),
        unit("MG 2", "mg", accompanies="2", square=(3, 2)),
        unit("far", commander="CO", square=(5, 2)),
    )
    assert dealt(*units) == {
        "CO": (1, "officer", ("1", "2", "3"), ()),
        "far": (1, "standalone", ("far",), ()),
    }


@pytest.mark.rule("red_square", "co-scope", "turn-1-deal")
def test_reach_is_not_chained_and_strangers_are_no_members() -> None:
    units = (
        unit("CO", "co"),
        unit("near", commander="CO", square=(3, 2)),
        unit("beyond", commander="CO", square=(4, 2)),
        unit("stranger", square=(2, 2)),
        unit("other CO", "co", square=(2, 2)),
    )
    assert dealt(*units) == {
        "CO": (1, "officer", ("near",), ()),
        "beyond": (1, "standalone", ("beyond",), ()),
        "stranger": (1, "standalone", ("stranger",), ()),
    }


@pytest.mark.rule("red_square", "turn-1-deal", "co-scope", "move-table")
def test_a_co_out_of_reach_of_his_units_has_a_card_to_go_to_them() -> None:
    officer = unit("CO", "co")
    far = unit("far", commander="CO", square=(9, 2))
    card = (1, "officer", ("CO",), ())
    assert dealt(officer, far) == {"CO": card, "far": (1, "standalone", ("far",), ())}
    assert dealt(officer, unit("horse", "cavalry", commander="CO", square=(9, 2)))["CO"] == card
    assert dealt(officer, unit("gone", commander="CO", state="off_table"))["CO"] == card
    assert dealt(officer, unit("lost", commander="CO", square=None, bases=0)) == {}
    assert dealt(evolve(officer, bases=0, square=None), far) == {"far": (1, "standalone", ("far",), ())}
    # On that card he goes three squares, the nearer to his battalion, and nobody throws a die.
    ready = evolve(officer, this_turn=evolve(officer.this_turn, cards=("5C",)))
    request = rs.ActivateRequest(field=field(ready, far), units=("CO",), card="5C", commander="CO")
    outcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    after = outcome.field.unit("CO")
    assert (after.square, after.this_turn.cards, outcome.band, outcome.score) == ((5, 2), (), "automatic", None)
    pinned = evolve(ready, pinned=1)
    request = rs.ActivateRequest(field=field(pinned, far), units=("CO",), card="5C", commander="CO")
    after = rs.ruleset.resolve(request, dice=GivenDice([])).outcome.field.unit("CO")
    assert (after.square, after.pinned) == ((2, 2), 0)  # he stays, and is free from then on
    request = rs.ActivateRequest(field=field(officer, far), units=("CO",), card="5C", commander="CO")
    outcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert (outcome.band, outcome.field.unit("CO").square) == (None, (2, 2))  # he does not hold that card
    shot = evolve(ready, markers=6, idle=False)  # six markers are a base, and he is no more than one
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
        unit("CO", "co"),
        unit("horse", "cavalry", commander="CO"),
        unit("foot", "cavalry", commander="CO", formation="dismounted", square=(3, 2)),
    )
    assert dealt(*units) == {"CO": (2, "officer", ("horse", "foot"), ("foot",))}
    on_foot = (units[0], unit("foot", "cavalry", commander="CO", formation="dismounted"))
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
    assert dealt(unit("it", kind, **fields)) == expected


@pytest.mark.rule("red_square", "turn-1-deal", "act-exit-table")
def test_those_carried_or_off_the_table_are_in_no_group() -> None:
    units = (
        unit("CO", "co"),
        unit("gone", commander="CO", state="off_table"),
        unit("train", "train", square=(5, 5)),
        unit("aboard", commander="CO", square=None, carried_by="train"),
        unit("tchankas", "tchanka", accompanies="gone"),
        unit("MG", "mg", accompanies="gone"),
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
    armies: list[rs.Unit] = [unit(f"CO {number}", "co", square=(3 * number, 2)) for number in range(3)]
    for number in range(12):
        kind = chance.choice(["infantry", "infantry", "cavalry", "cavalry", "artillery", "truck", "commissar"])
        fields: dict[str, Any] = {"square": (chance.randrange(8), chance.randrange(5))}
        if kind in ("infantry", "cavalry"):
            fields["commander"] = chance.choice(["", "CO 0", "CO 1", "CO 2"])
            fields["state"] = chance.choice(["steady", "retreating", "off_table"])
        if kind == "cavalry":
            fields["formation"] = chance.choice(["mounted", "scouting", "dismounted"])
        armies.append(unit(str(number), kind, **fields))
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
    units = (unit("horse", "cavalry"), unit("foot", square=(4, 4)), unit("car", "armoured_car", square=(6, 6)))
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
        cars = tuple(unit(f"car {number}", "armoured_car", square=(number % 9, number // 9)) for number in range(horse))
        return rs.DealRequest(
            field=field(*cars, *(unit(f"foot {number}", square=(11, number)) for number in range(foot)))
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
    units = tuple(unit(f"{number}", kind, square=(number, 0)) for number, kind in enumerate(kinds))
    request = rs.DealRequest(field=field(*units), jokers=jokers, decks=decks)
    outcome = rs.ruleset.resolve(request, dice=SeededDice(seed)).outcome
    held = Counter(code for hand in outcome.hands for code in hand.cards)
    assert held + Counter(outcome.deck) == Counter(fresh_pack(jokers=jokers, decks=decks))


# ---------------------------------------------------------------- the order of play


def hand(holder: str, *cards: str, phase: Any = "officer", side: Any = "red") -> rs.Hand:
    return rs.Hand(holder=holder, side=side, members=(holder,), phase=phase, cards=cards)


def order(*hands: rs.Hand, first_side: Any = "red", **choices: Any) -> list[str]:
    request = rs.CardOrderRequest(hands=hands, first_side=first_side)
    plays = rs.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome.plays
    return [play.card for play in plays]


@pytest.mark.rule("red_square", "turn-3-card-order")
def test_low_before_high_and_hearts_clubs_diamonds_spades() -> None:
    found = order(*(hand(code, code) for code in ("7S", "7H", "7D", "7C", "KH", "2S")))
    assert found == ["2S", "7H", "7C", "7D", "7S", "KH"]
    found = order(*(hand(code, code) for code in ("KS", "QS", "JS", "10S", "9S")))
    assert found == ["9S", "10S", "JS", "QS", "KS"]


@pytest.mark.rule("red_square", "turn-sequence", "turn-3-officer-phase", "turn-4-standalone")
def test_standalone_units_wait_for_the_officers() -> None:
    officers = (hand("a", "9H"), hand("b", "3S", side="white"))
    assert order(hand("c", "2C", phase="standalone"), *officers) == ["3S", "9H", "2C"]
    assert order(hand("c", "2H", phase="standalone"), hand("a", "KS")) == ["KS", "2H"]
    assert order(hand("foot", "AH", phase="standalone"), hand("guns", "2D")) == ["2D", "AH"]


@pytest.mark.rule("red_square", "turn-3-aces")
def test_aces_are_low_unless_their_owner_wants() -> None:
    hands = (hand("a", "AS"), hand("b", "KH"), hand("c", "2H"))
    assert order(*hands) == ["AS", "2H", "KH"]
    assert order(*hands, ace_high=lambda turned, alternatives: True) == ["2H", "KH", "AS"]
    assert order(hand("a", "AS"), hand("b", "AH")) == ["AH", "AS"]
    both = order(hand("a", "AS"), hand("b", "AH"), ace_high=lambda turned, alternatives: turned.card == "AH")
    assert both == ["AS", "AH"]


@pytest.mark.rule("red_square", "turn-3-aces", "turn-3-officer-phase")
def test_an_owner_sees_only_what_is_turned_over() -> None:
    seen: dict[str, list[str]] = {}

    def look(turned: Any, alternatives: tuple[bool, ...]) -> bool:
        seen[turned.card] = [play.card for play in turned.plays]
        return False

    order(hand("a", "AS", "5C"), hand("b", "4C"), hand("c", "AH", "3C", phase="standalone"), ace_high=look)
    assert seen == {"AS": ["4C", "5C"], "AH": ["AS", "4C", "5C", "3C"]}


@pytest.mark.rule("red_square", "turn-3-card-order", "equipment-draw-pile")
def test_the_same_card_of_two_decks_goes_in_the_order_of_the_deal() -> None:
    hands = (hand("a", "9C", "5H"), hand("b", "5H"))
    plays = rs.ruleset.resolve(rs.CardOrderRequest(hands=hands, decks=2), dice=GivenDice([])).outcome.plays
    # First cards to all come before second ones: that of b before the second of a.
    assert [(play.holder, play.card) for play in plays] == [("b", "5H"), ("a", "5H"), ("a", "9C")]
    with pytest.raises(InvalidRequestError, match=r"\$\.hands\[2\]\.cards\[0\]: 5H comes more than 2 times"):
        rs.ruleset.resolve(rs.CardOrderRequest(hands=(*hands, hand("c", "5H")), decks=2), dice=GivenDice([]))


@pytest.mark.rule("red_square", "equipment-cards-dice", "bad-input")
def test_a_card_is_dealt_once_from_one_deck() -> None:
    message = r"\$\.hands\[1\]\.cards\[0\]: 5H comes more than once, and there is one deck \[equipment-cards-dice\]"
    with pytest.raises(InvalidRequestError, match=message):
        order(hand("a", "9C", "5H"), hand("b", "5H"))


@pytest.mark.rule("red_square", "turn-3-jokers")
def test_jokers_come_last_unless_they_are_wanted_before() -> None:
    hands = (hand("a", "*1"), hand("b", "9H"), hand("c", "2S", phase="standalone"))
    assert order(*hands) == ["9H", "2S", "*1"]
    for after, expected in enumerate((["*1", "9H", "2S"], ["9H", "*1", "2S"], ["9H", "2S", "*1"])):
        assert order(*hands, joker_after=lambda turned, alternatives, after=after: after) == expected


@pytest.mark.rule("red_square", "turn-3-jokers", "turn-4-standalone")
def test_a_standalone_joker_waits_until_it_is_turned_over() -> None:
    asked: list[tuple[int, ...]] = []

    def first(turned: Any, alternatives: tuple[int, ...]) -> int:
        asked.append(alternatives)
        return alternatives[0]

    hands = (hand("a", "9H"), hand("b", "8H"), hand("c", "*1", phase="standalone"), hand("d", "2H", phase="standalone"))
    assert order(*hands, joker_after=first) == ["8H", "9H", "*1", "2H"]
    assert asked == [(2, 3)]
    assert order(hand("c", "*1", phase="standalone"), joker_after=first) == ["*1"]
    assert asked == [(2, 3)]  # alone it leaves nothing to decide


@pytest.mark.rule("red_square", "turn-3-jokers")
@pytest.mark.parametrize(
    ("after", "first_side", "expected"),
    [
        (0, "red", ["*1", "*2", "9H"]),
        (0, "white", ["*2", "*1", "9H"]),
        (1, "red", ["9H", "*2", "*1"]),  # Red has just acted, so White's joker goes first
    ],
)
def test_of_two_jokers_the_side_that_did_not_act_last_goes_first(
    after: int, first_side: str, expected: list[str]
) -> None:
    hands = (hand("a", "9H", "*1"), hand("b", "*2", side="white"))
    assert order(*hands, first_side=first_side, joker_after=lambda turned, alternatives: after) == expected


@pytest.mark.rule("red_square", "turn-3-jokers")
def test_jokers_wanted_at_once_take_turns() -> None:
    hands = (hand("a", "*1", "*2"), hand("b", "*3", "*4", side="white"), hand("c", "9H"))
    at_once = order(*hands, joker_after=lambda turned, alternatives: 0)
    assert at_once == ["*1", "*3", "*2", "*4", "9H"]


@pytest.mark.rule("red_square", "turn-3-aces", "turn-3-jokers", "turn-3-card-order")
def test_the_record_says_whose_aces_and_jokers_go_where() -> None:
    hands = (hand("guns", "AS"), hand("cars", "*1", "KH"), hand("foot", "AH", phase="standalone"))
    request = rs.CardOrderRequest(hands=hands)
    high = {"ace_high": lambda turned, alternatives: turned.card == "AS"}
    record = rs.ruleset.resolve(request, dice=GivenDice([]), choices=high).record
    assert [(step.rule, step.text) for step in record.steps if step.kind == "result"] == [
        ("turn-3-aces", "the ace of guns is high: yes"),
        ("turn-3-aces", "the ace of foot is high: no"),
        ("turn-3-jokers", "the joker of cars is played after 3 of the other cards"),
        ("turn-3-card-order", "order of play: KH (cars), AS (guns), AH (foot), *1 (cars)"),
    ]


@pytest.mark.rule("red_square", "turn-1-deal", "equipment-cards-dice")
def test_wrong_hands_are_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.hands\[1\]\.holder: 'a' holds two hands .*turn-1-deal"):
        order(hand("a", "9H"), hand("a", "8H"))
    with pytest.raises(InvalidRequestError, match=r"\$\.hands\[0\]\.cards\[0\]: '1H' is no card"):
        order(hand("a", "1H"))
    assert order() == []


@st.composite
def hands(draw: st.DrawFn) -> tuple[rs.Hand, ...]:
    cards = iter(draw(st.permutations(fresh_pack(jokers=4))))
    one = st.tuples(st.integers(0, 2), st.sampled_from(["officer", "standalone"]), st.sampled_from(["red", "white"]))
    drawn = draw(st.lists(one, max_size=12))
    return tuple(
        hand(f"{number}", *(next(cards) for _ in range(count)), phase=phase, side=side)
        for number, (count, phase, side) in enumerate(drawn)
    )


@given(hands(), st.randoms(use_true_random=False), st.sampled_from(["red", "white"]))
@pytest.mark.rule("red_square", "turn-3-card-order", "turn-3-aces", "turn-3-jokers", "turn-4-standalone")
@settings(deadline=None)
def test_every_deal_has_one_order_of_play(held: tuple[rs.Hand, ...], random: Any, first_side: Any) -> None:
    decided: dict[str, int] = {}

    def decide(turned: Any, alternatives: tuple[int, ...]) -> int:
        decided[turned.card] = random.choice(alternatives)
        return decided[turned.card]

    found = order(*held, first_side=first_side, ace_high=decide, joker_after=decide)
    whose = {code: one for one in held for code in one.cards}
    assert sorted(found) == sorted(whose)

    def place(code: str) -> tuple[int, int, int]:
        value = "A23456789TJQK".index(code.replace("10", "T")[0])
        if value == 0 and decided[code]:
            value = 13
        return ["officer", "standalone"].index(whose[code].phase), value, "HCDS".index(code[-1])

    plain = sorted((code for code in whose if not code.startswith("*")), key=place)
    assert [code for code in found if not code.startswith("*")] == plain
    officers = sum(whose[code].phase == "officer" for code in plain)
    for number, code in enumerate(found):
        if not code.startswith("*"):
            continue
        played = sum(not before.startswith("*") for before in found[:number])
        assert played == decided.get(code, len(plain))  # nobody is asked where there is one moment only
        assert whose[code].phase == "officer" or played >= officers
        acted_last = whose[found[number - 1]].side if number else {"red": "white", "white": "red"}[first_side]
        if whose[code].side == acted_last:  # then no joker of the other side waits for this moment
            rest = found[number + 1 :]
            waiting = rest[: next((k for k, later in enumerate(rest) if not later.startswith("*")), len(rest))]
            assert all(whose[later].side == acted_last for later in waiting)


@given(hands())
@pytest.mark.rule("red_square", "turn-3-card-order")
@settings(deadline=None)
def test_the_order_does_not_depend_on_how_the_hands_are_listed(held: tuple[rs.Hand, ...]) -> None:
    jokers = sum(code.startswith("*") for one in held for code in one.cards)
    if jokers <= 1:  # among several the order of the deal decides
        assert order(*held) == order(*reversed(held))


@pytest.mark.rule("red_square", "turn-3-card-order")
def test_every_card_has_a_place_of_its_own() -> None:
    plain = fresh_pack(jokers=0)
    assert len({place_in_order(code) for code in plain}) == 52
    assert len({place_in_order(code, ace_high=True) for code in plain}) == 52
