"""Digging in and trenches."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from red_square_asking import answer

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.units import digging_objections

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
