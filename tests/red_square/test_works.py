"""Digging in, trenches, burning buildings, wire, and bases that change over between battalions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap
from rcw_rules.red_square.movement import rates_in
from rcw_rules.red_square.units import (
    digging_objections,
    entry_objections,
    most_given,
    replacement_objections,
    wire_crossing_of,
)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = [*(rank + suit for suit in "HDCS" for rank in RANKS), "*1", "*2"]


def answer(request: Any, *faces: Any, **fields: Any) -> Any:
    return rs.ruleset.resolve(request, dice=GivenDice(faces), **fields).outcome


# ---------------------------------------------------------------- digging in


def digs(kind: Any = "infantry", formation: Any = "firing_line", **fields: Any) -> rs.DigInRequest:
    return rs.DigInRequest(kind=kind, formation=formation, **fields)


@pytest.mark.rule("red_square", "dig-1a-markers")
def test_one_more_marker_up_to_three() -> None:
    for markers in range(3):
        assert answer(digs(digging_markers=markers)) == rs.DigInOutcome(digging_markers=markers + 1)
    with pytest.raises(IllegalRequestError, match=r"^\$\.digging_markers: .*3 digging markers.*\[dig-1a-markers\]$"):
        answer(digs(digging_markers=3))
    with pytest.raises(InvalidRequestError, match=r"\$\.digging_markers: .*\[dig-1a-markers\]"):
        answer(digs(digging_markers=4))


@pytest.mark.rule("red_square", "dig-1a-markers", "act-table")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"band": "1-0"}, "$.band"),
        ({"band": "below0"}, "$.band"),
        ({"moved": True}, "$.moved"),
        ({"fired": True}, "$.fired"),
        ({"dug": True}, "$.dug"),
        ({"may_dig": False}, "$.may_dig"),
        ({"kind": "cavalry", "formation": "mounted"}, "$.kind"),
        ({"kind": "cavalry", "formation": "scouting"}, "$.kind"),
        ({"kind": "artillery", "formation": "limbered"}, "$.kind"),
        ({"kind": "tchanka", "formation": None}, "$.kind"),
        ({"kind": "heavy_tank", "formation": None}, "$.kind"),
        ({"kind": "co", "formation": None}, "$.kind"),
    ],
)
def test_who_may_not_dig(fields: dict[str, Any], path: str) -> None:
    found = list(digging_objections(digs(**fields)))
    assert [(one.path, one.rule) for one in found] == [(path, "dig-1a-markers")]


@pytest.mark.rule("red_square", "dig-1a-markers")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("infantry", "masses"), ("infantry", "waves"), ("cavalry", "dismounted"), ("mg", None), ("artillery", "deployed")],
)
def test_who_digs(kind: Any, formation: Any) -> None:
    for band in ("automatic", "2+"):
        assert answer(digs(kind, formation, band=band)).digging_markers == 1


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize(("kind", "formation"), [("mg", "waves"), ("infantry", None), ("artillery", "dismounted")])
def test_digging_in_the_wrong_formation(kind: Any, formation: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.formation: .*\[formations-list\]"):
        answer(digs(kind, formation))
    with pytest.raises(InvalidRequestError, match=r"\$\.formation: .*\[formations-list\]"):
        answer(rs.WireCrossingRequest(kind=kind, formation=formation, direction="E"))


@pytest.mark.rule("red_square", "dig-1b-trenches")
def test_a_single_four_makes_trenches() -> None:
    assert answer(rs.TrenchRollRequest(digging_markers=3), 1, 3, 4).temporary_trenches is True
    assert answer(rs.TrenchRollRequest(digging_markers=2), 3, 3).temporary_trenches is False
    for markers in (0, 4):
        with pytest.raises(InvalidRequestError, match=r"\$\.digging_markers: .*\[dig-1a-markers\]"):
            answer(rs.TrenchRollRequest(digging_markers=markers))
    with pytest.raises(DiceError):
        answer(rs.TrenchRollRequest(digging_markers=2), 4)


@pytest.mark.rule("red_square", "dig-1b-trenches")
@pytest.mark.parametrize("markers", [1, 2, 3])
def test_odds_of_trenches(markers: int) -> None:
    throws = list(product(range(1, 7), repeat=markers))
    made = sum(any(face in (4, 5, 6) for face in throw) for throw in throws)
    odds = rs.ruleset.odds(rs.TrenchRollRequest(digging_markers=markers))
    assert odds.probability(lambda outcome: outcome.temporary_trenches) == Fraction(made, len(throws))


# ---------------------------------------------------------------- burning buildings


@pytest.mark.rule("red_square", "art-buildings-fire")
@pytest.mark.parametrize("card", PACK)
def test_every_card_on_stone_and_wood(card: str) -> None:
    for material, suits in (("stone", "H"), ("wood", "HD")):
        fire = answer(rs.BuildingFireRequest(material=material, hiding=True), card)  # type: ignore[arg-type]
        assert (fire.burning, fire.driven_out) == ((True, True) if card[-1] in suits else (False, False))
        assert fire.cards == ()
        empty = answer(rs.BuildingFireRequest(material=material), card)  # type: ignore[arg-type]
        assert (empty.burning, empty.driven_out) == (fire.burning, False)


@pytest.mark.rule("red_square", "art-buildings-fire", "equipment-draw-pile")
def test_buildings_draw_from_what_is_left() -> None:
    request = rs.BuildingFireRequest(material="wood", deck=("5D", "*1"), discards=("AH",))
    assert answer(request, "5D") == rs.BuildingFireOutcome(burning=True, driven_out=False, cards=("5D",))
    assert answer(request, "*1").burning is False
    assert rs.ruleset.odds(request).probability(lambda outcome: outcome.burning) == Fraction(1, 2)
    # The discards are shuffled only once the rest is used up.
    with pytest.raises(DiceError, match="AH is not in the pile"):
        answer(request, "AH")
    assert answer(attrs.evolve(request, deck=()), "AH").cards == ("AH",)
    with pytest.raises(IllegalRequestError, match=r"\[equipment-draw-pile\]"):
        answer(attrs.evolve(request, deck=(), discards=()), "AH")


@pytest.mark.rule("red_square", "art-buildings-fire")
@pytest.mark.parametrize(("material", "ways"), [("stone", 13), ("wood", 26)])
def test_odds_of_fire(material: Any, ways: int) -> None:
    odds = rs.ruleset.odds(rs.BuildingFireRequest(material=material))
    assert odds.probability(lambda outcome: outcome.burning) == Fraction(ways, 54)
    assert len(odds) == 2


@pytest.mark.rule("red_square", "art-buildings-fire")
def test_nobody_enters_a_burning_square() -> None:
    village = SquareArea(kind="stone_building", squares=((4, 2), (3, 3)))
    board = SquareMap(title="a village", grid=SquareGrid(columns=8, rows=10), terrain=(village,))
    foot = rs.Unit(name="1st", side="red", kind="infantry", square=(3, 2), facing="E", bases=4, formation="masses")
    fires = rs.Field(board=board, units=(foot,), burning=((4, 2),))
    chart = rs.ruleset.charts["occupancy"]
    terms = rs.MoveTerms(rates=rates_in(rs.ruleset.charts), occupancy=chart)
    assert {move.square for move in rs.whole_moves(attrs.evolve(fires, burning=()), foot, terms)} > {(4, 2)}
    assert (4, 2) not in {move.square for move in rs.whole_moves(fires, foot, terms)}
    with pytest.raises(
        IllegalRequestError, match=r"the buildings in \(4, 2\) burn; nobody enters \[art-buildings-fire\]"
    ):
        answer(rs.MoveRequest(field=fires, unit="1st", actions=(rs.Step(to="E"),)))
    assert [one.rule for one in entry_objections(fires, foot, (4, 2), chart)] == ["art-buildings-fire"]
    assert entry_objections(fires, foot, (3, 3), chart) == ()
    # Nor does a retreat lead there, which would go southwest by (2, 3).
    shaken = attrs.evolve(foot, square=(3, 4))
    enemy = attrs.evolve(foot, name="2nd", side="white", square=(3, 6), visible=True)
    fleeing = rs.Field(
        board=attrs.evolve(board, terrain=(SquareArea(kind="stone_building", squares=((2, 3),)),)),
        units=(shaken, enemy),
    )
    assert answer(rs.RetreatRequest(field=fleeing, unit="1st")).path[0] == (2, 3)
    assert answer(rs.RetreatRequest(field=attrs.evolve(fleeing, burning=((2, 3),)), unit="1st")).path[0] == (3, 3)
    # Whoever is there already is only to leave, when his turn comes.
    inside = attrs.evolve(foot, square=(4, 2))
    assert entry_objections(fires.with_units(inside), inside, (4, 2), chart) == ()


@pytest.mark.rule("red_square", "equipment-cards-dice")
def test_cards_that_do_not_exist() -> None:
    for request in (rs.BuildingFireRequest(material="wood", deck=("1H",)), rs.WireRequest(hits=1, deck=("1H",))):
        with pytest.raises(InvalidRequestError, match=r"\$\.deck\[0\]: .*\[equipment-cards-dice\]"):
            answer(request, "1H")
    with pytest.raises(InvalidRequestError, match=r"\$\.discards\[1\]: .*\[equipment-cards-dice\]"):
        answer(rs.WireRequest(hits=1, deck=("AH",), discards=("AH", "AH")), "AH")


# ---------------------------------------------------------------- wire


@pytest.mark.rule("red_square", "art-wire")
def test_two_red_court_cards_cut_wire() -> None:
    assert answer(rs.WireRequest(hits=3), "QH", "4S", "KD").removed is True
    assert answer(rs.WireRequest(hits=3), "QH", "4S", "AD").removed is False
    assert answer(rs.WireRequest(hits=3), "QH", "KS", "*1").removed is False
    assert answer(rs.WireRequest(hits=4), "JH", "JD", "QD", "2C").removed is True
    assert answer(rs.WireRequest(hits=0)) == rs.WireOutcome(removed=False, cards=())
    # All cards are drawn, though two have cut it.
    with pytest.raises(DiceError):
        answer(rs.WireRequest(hits=3), "QH", "KD")
    with pytest.raises(InvalidRequestError, match=r"\$\.hits: .*\[bad-input\]"):
        answer(rs.WireRequest(hits=-1))


@pytest.mark.rule("red_square", "art-wire", "equipment-draw-pile")
def test_wire_draws_on_into_the_discards() -> None:
    request = rs.WireRequest(hits=3, deck=("QH",), discards=("KD", "2C", "3C"))
    assert answer(request, "QH", "2C", "KD") == rs.WireOutcome(removed=True, cards=("QH", "2C", "KD"))
    # QH in any case; then two of KD, 2C, 3C and the QH just drawn: KD or QH among the two.
    pairs = list(combinations(("KD", "2C", "3C", "QH"), 2))
    good = sum("KD" in pair or "QH" in pair for pair in pairs)
    odds = rs.ruleset.odds(request)
    assert odds.probability(lambda outcome: outcome.removed) == Fraction(good, len(pairs))


@pytest.mark.rule("red_square", "art-wire")
@pytest.mark.parametrize("hits", [0, 1, 2, 3])
def test_odds_of_cut_wire(hits: int) -> None:
    hands = list(combinations(PACK, hits))
    cut = sum(sum(card in ("JH", "QH", "KH", "JD", "QD", "KD") for card in hand) >= 2 for hand in hands)
    odds = rs.ruleset.odds(rs.WireRequest(hits=hits))
    assert odds.probability(lambda outcome: outcome.removed) == Fraction(cut, len(hands))


CROSSINGS = [  # kind, formation, by any step, by the step of a gap
    ("infantry", "masses", "whole_turn", "free"),
    ("infantry", "waves", "whole_turn", "free"),
    ("mg", None, "whole_turn", "free"),
    ("cavalry", "dismounted", "whole_turn", "free"),
    ("cavalry", "mounted", "forbidden", "whole_turn"),
    ("cavalry", "scouting", "forbidden", "whole_turn"),
    ("artillery", "limbered", "forbidden", "whole_turn"),
    ("armoured_car", None, "forbidden", "whole_turn"),
    ("truck", None, "forbidden", "whole_turn"),
    ("hq", None, "forbidden", "whole_turn"),
    ("tchanka", None, "forbidden", "whole_turn"),
    ("horse_holders", None, "forbidden", "whole_turn"),
    ("light_tank", None, "free", "free"),
    ("heavy_tank", None, "free", "free"),
    ("train", None, "free", "free"),
    ("co", None, "whole_turn", "free"),
    ("commissar", None, "whole_turn", "free"),
    ("cheka", None, "whole_turn", "free"),
]


@pytest.mark.rule("red_square", "terrain-wire", "terrain-wire-gap")
@pytest.mark.parametrize(("kind", "formation", "anyhow", "by_the_gap"), CROSSINGS)
def test_who_crosses_wire_and_how(kind: Any, formation: Any, anyhow: str, by_the_gap: Any) -> None:
    assert wire_crossing_of(kind, formation, "E", ()) == anyhow
    assert wire_crossing_of(kind, formation, "NE", ("E", "SW")) == anyhow
    assert wire_crossing_of(kind, formation, "W", ("E",)) == anyhow
    assert wire_crossing_of(kind, formation, "E", ("SW", "E")) == by_the_gap
    through = rs.WireCrossingRequest(kind=kind, formation=formation, direction="E", gaps=("E",))
    assert answer(through) == rs.WireCrossingOutcome(crossing=by_the_gap)
    elsewhere: tuple[tuple[Any, str], ...] = (((), "terrain-wire"), (("E",), "terrain-wire-gap"))
    for gaps, rule in elsewhere:
        astray = rs.WireCrossingRequest(kind=kind, formation=formation, direction="NE", gaps=gaps)
        if anyhow != "forbidden":
            assert answer(astray).crossing == anyhow
            continue
        with pytest.raises(IllegalRequestError, match=rf"^\$\.direction: wire stops .*\[{rule}\]$"):
            answer(astray)


# ---------------------------------------------------------------- bases that change over


def battalion(bases: int, lost: int = 0, **fields: Any) -> rs.Battalion:
    return rs.Battalion(**{"bases": bases, "bases_removed": lost, "regiment": "1st", **fields})


def replaces(supporter: rs.Battalion, front: rs.Battalion, **fields: Any) -> rs.ReplaceCasualtiesRequest:
    return rs.ReplaceCasualtiesRequest(supporter=supporter, front=front, **fields)


@pytest.mark.rule("red_square", "fire-12-replace")
def test_a_support_gives_as_much_as_it_can() -> None:
    outcome = answer(replaces(battalion(4), battalion(2, 2)))
    assert outcome == rs.ReplaceCasualtiesOutcome(given=2, supporter=battalion(2, 2), front=battalion(4))
    # It keeps its last base, and no unit grows beyond six.
    assert answer(replaces(battalion(2, 1), battalion(1, 3))).supporter == battalion(1, 2)
    assert answer(replaces(battalion(6), battalion(5, 3))).front == battalion(6, 2)


@pytest.mark.rule("red_square", "fire-12-replace")
def test_its_owner_may_give_less() -> None:
    request = replaces(battalion(5), battalion(1, 3))
    asked: list[tuple[int, ...]] = []

    def one(situation: Any, alternatives: tuple[int, ...]) -> int:
        asked.append(alternatives)
        return 1

    outcome = answer(request, choices={"bases_given": one})
    assert (outcome.given, outcome.supporter.bases, outcome.front.bases) == (1, 4, 2)
    assert asked == [(1, 2, 3)]


@pytest.mark.rule("red_square", "fire-12-replace", "act-table", "units-max-six")
@pytest.mark.parametrize(
    ("supporter", "front", "fields", "path"),
    [
        (battalion(4), battalion(2, 2), {"band": "1-0"}, "$.band"),
        (battalion(4), battalion(2, 2), {"moved": True}, "$.moved"),
        (battalion(4), battalion(2, 2), {"distance": 2}, "$.distance"),
        (battalion(4), battalion(2, 2, regiment="2nd"), {}, "$.front.regiment"),
        (battalion(4, regiment=""), battalion(2, 2, regiment=""), {}, "$.front.regiment"),
        (battalion(4, state="hiding"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4, state="retreating"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4, state="rallying"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4, state="off_table"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4), battalion(4), {}, "$.front.bases_removed"),
        (battalion(1, 3), battalion(2, 2), {}, "$.supporter.bases"),
        (battalion(4), battalion(6, 1), {}, "$.front.bases"),
    ],
)
def test_who_gives_no_bases(supporter: Any, front: Any, fields: dict[str, Any], path: str) -> None:
    request = replaces(supporter, front, **fields)
    rule = "units-max-six" if path == "$.front.bases" else "fire-12-replace"
    assert [(one.path, one.rule) for one in replacement_objections(request)] == [(path, rule)]
    with pytest.raises(IllegalRequestError):
        answer(request)


@pytest.mark.rule("red_square", "fire-12-replace", "units-max-six", "bad-input")
def test_malformed_battalions() -> None:
    for fields, message in (
        ({"bases": 7}, r"\$\.front\.bases: .*\[units-max-six\]"),
        ({"bases": 0}, r"\$\.front\.bases: .*\[units-max-six\]"),
        ({"lost": -1}, r"\$\.front\.bases_removed: .*\[bad-input\]"),
    ):
        with pytest.raises(InvalidRequestError, match=message):
            answer(replaces(battalion(4), battalion(**{"bases": 2, **fields})))


@pytest.mark.rule("red_square", "fire-12-replace")
@given(st.integers(2, 6), st.integers(0, 4), st.integers(1, 5), st.integers(1, 5), st.integers(0, 99))
def test_bases_are_neither_made_nor_lost(has: int, lost: int, front: int, front_lost: int, seed: int) -> None:
    request = replaces(battalion(has, lost), battalion(front, front_lost))
    pick = {"bases_given": lambda situation, alternatives: alternatives[seed % len(alternatives)]}
    outcome = rs.ruleset.resolve(request, dice=SeededDice(1), choices=pick).outcome
    assert outcome.supporter.bases + outcome.front.bases == has + front
    assert outcome.supporter.bases_removed + outcome.front.bases_removed == lost + front_lost
    assert 1 <= outcome.supporter.bases <= 6
    assert 1 <= outcome.front.bases <= 6
    assert outcome.front.bases_removed >= 0
    assert 1 <= outcome.given <= most_given(request.supporter, request.front)


# ---------------------------------------------------------------- the record


@pytest.mark.rule("red_square", "dig-1b-trenches", "art-buildings-fire", "art-wire", "terrain-wire-gap")
def test_the_record_cites_the_rules() -> None:
    asked: tuple[tuple[Any, tuple[Any, ...], set[str]], ...] = (
        (rs.TrenchRollRequest(digging_markers=1), (4,), {"dig-1b-trenches"}),
        (rs.BuildingFireRequest(material="stone"), ("AH",), {"art-buildings-fire"}),
        (rs.WireRequest(hits=1), ("AH",), {"art-wire"}),
        (rs.WireCrossingRequest(kind="mg", direction="E", gaps=("E",)), (), {"terrain-wire", "terrain-wire-gap"}),
    )
    request: Any
    for request, faces, rules in asked:
        record = rs.ruleset.resolve(request, dice=GivenDice(faces)).record
        assert {step.rule for step in record.steps} == rules
