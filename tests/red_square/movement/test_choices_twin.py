"""Whole moves are those that come of trying every list of actions, on fields drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from red_square_listing_twin import slow_moves
from red_square_moves import field, terms, unit, white

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature, SquareWay

NEARBY = tuple((column, row) for column in range(1, 6) for row in range(2, 7))
MOVERS: tuple[dict[str, Any], ...] = (
    {"formation": "masses"},
    {"formation": "waves"},
    {"formation": "firing_line"},
    {"kind": "co"},
    {"kind": "mg", "accompanies": "friend"},
    {"kind": "artillery", "formation": "limbered", "position": "open"},
    {"kind": "cavalry", "formation": "dismounted", "bases": 3},
    {"kind": "light_tank"},
)
LONGEST = 2


def drawn(seed: int) -> tuple[rs.Field, rs.Unit, rs.MoveTerms]:
    """Draw a unit among woods, hedges, wire, streams and roads, with a friend and an enemy near it."""
    pick = Random(seed)
    places = pick.sample(NEARBY, 12)
    facts = dict(pick.choice(MOVERS))
    quality = pick.choice(("normal", "poor"))
    mover = unit(facts.pop("kind", "infantry"), places[0], pick.choice(("N", "NE", "E", "S")), quality=quality, **facts)
    friend = unit(square=pick.choice((places[1], places[0])), name="friend")
    state = pick.choice(("steady", "hiding"))
    horses = [unit("horse_holders", places[4], name="horses", accompanies=mover.name)]
    ground: dict[str, Any] = {
        "terrain": (SquareArea(kind="wood", squares=tuple(places[5:7])),),
        "features": (
            SquareFeature(kind="hedge", squares=(places[7],)),
            SquareFeature(kind="wire", squares=(places[8],)),
        ),
        "edges": (EdgeFeature(kind="stream", between=(((3, 4), (3, 5)), ((3, 4), (4, 4)))),),
        "roads": (SquareWay(squares=((1, 3), (2, 3), (3, 3), (4, 3))),),
    }
    others = [friend, white(places[2], state=state), *(horses if mover.formation == "dismounted" else [])]
    on = field(mover, *others, ground=ground, burning=())
    return on, mover, terms(band=pick.choice(("automatic", "2+")), suit=pick.choice(("H", "S", "D")))


@pytest.mark.rule("red_square", "move-table", "move-wheel", "move-instead", "move-closed", "move-through-friends")
@pytest.mark.parametrize("seed", range(24))
def test_every_list_of_actions_leads_where_the_listing_says(seed: int) -> None:
    on, mover, on_terms = drawn(seed)
    slow = slow_moves(on, mover, on_terms, LONGEST)
    fast = {(one.square, one.facing, one.formation): one.actions for one in rs.whole_moves(on, mover, on_terms)}
    short = {placement: actions for placement, actions in fast.items() if len(actions) <= LONGEST}
    assert list(short.items()) == list(slow.items())


def test_the_fields_drawn_have_moves_to_compare() -> None:
    listed = [len(rs.whole_moves(on, mover, on_terms)) for on, mover, on_terms in map(drawn, range(24))]
    assert sum(number > 10 for number in listed) >= 8
