"""Wire: how it is cut, and who enters it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from red_square_asking import PACK, answer

from rcw_rules import DiceError, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.units import wire_crossing_of


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
