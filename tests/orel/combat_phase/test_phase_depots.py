"""Depots in a combat phase: markers that come off as soon as a line is open, and markers for those that served."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_combats import battery, unit
from orel_phases import CLEAR, RED, WHITE, attack, convoi, flat, now, phase, play, run, told

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Railway, TerrainArea

# A railroad comes from the north edge, Red's, down the clear column 10; forest everywhere else. W stands on it at 1004,
# so that of its hexes only 1001 and 1002 are linked: 1003 and 1005 lie in the zone of W.
LINE = tuple(f"10{row:02}" for row in range(1, 19))
BOARD = evolve(
    CLEAR,
    terrain=(TerrainArea(kind="forest", hexes=tuple(place for place in CLEAR.grid.hexes if place[:2] != "10")),),
    railways=(Railway(hexes=LINE),),
)
A, W = unit("A", place="1005"), unit("W", "white", "1004", tq=2)


def traced(*units: game.Unit, depot: game.Depot, **fields: Any) -> game.CombatPhaseRequest:
    attacks = fields.pop("attacks", (attack("1004", "A", type="hasty", depots=()),))
    return phase(*units, depots=(depot,), attacks=attacks, facts=None, board=BOARD, **fields)


def is_marked(outcome: game.CombatPhaseOutcome, key: str = "D") -> bool:
    return next(depot.unsupplied for depot in outcome.depots if depot.key == key)


# -------------------------------------------------------------------- markers that come off


@pytest.mark.rule("orel", "3.2B-recovery")
def test_a_marker_goes_at_once_though_the_depot_supplies_nobody_in_the_phase() -> None:
    # 1002 is a linked railroad hex: the convoi in it is functional all the time.
    depot = convoi("D", "red", "1002", unsupplied=True)
    mate = unit("B", place="1003")  # 1 movement point from the depot
    request = traced(A, mate, W, depot=depot, attacks=(attack("1004", "B", type="hasty"),))
    outcome = play(request, 1, 1)
    assert not is_marked(outcome)
    assert now(outcome)["B"].unsupplied
    assert [(one.capacity, one.left) for one in outcome.points] == [(0, 0)]
    asked = game.DepotStatusRequest(depot=depot, units=(A, mate, W), moment="combat", board=BOARD)
    status = game.ruleset.resolve(asked, dice=GivenDice([])).outcome
    assert (status.marker, status.capacity) == ("removed", 0)
    # It can pay if the marker had gone before, in the movement phase.
    free = play(evolve(request, depots=(evolve(depot, unsupplied=False),)), 1, 1)
    assert (now(free)["B"].unsupplied, [(one.capacity, one.left) for one in free.points]) == (False, [(3, 2)])


@pytest.mark.rule("orel", "3.2B-recovery")
def test_a_combat_that_opens_the_line_takes_the_marker_off() -> None:
    depot = convoi("D", "red", "1012", unsupplied=True)  # ten hexes and more from 1002
    cleared = run(traced(A, W, depot=depot), 1, 6)  # 6 against 2: a rout
    assert cleared.outcome.attacks[0].ended == "cleared"
    assert not is_marked(cleared.outcome)
    assert [step.rule for step in flat(cleared.record.steps)].count("3.2B-recovery") == 1
    held = play(traced(A, W, depot=depot), 1, 1)
    assert is_marked(held)


@pytest.mark.rule("orel", "3.2B-recovery")
def test_a_marker_that_is_off_stays_off_though_a_later_combat_closes_the_line() -> None:
    # V in 1109 has a zone over 1008 and 1009, which B and C negate. First A opens the line, then B is routed.
    away = (unit("B", place="1008", tq=2), unit("C", place="1009"), unit("V", "white", "1109"))
    depot = convoi("D", "red", "1018", unsupplied=True)  # eleven hexes from 1007
    attacks = (attack("1004", "A", type="hasty", depots=()), attack("1109", "B", type="hasty", depots=()))
    both = play(traced(A, W, *away, depot=depot, attacks=attacks), 1, 6, 6, 1)
    assert now(both)["B"].mode == "routed"
    assert not is_marked(both)
    # The other way round the line is never open.
    turned = play(
        traced(A, W, *away, depot=depot, attacks=attacks),
        6,
        1,
        1,
        6,
        choices={"next_attack": lambda _s, left: left[-1]},
    )
    assert now(turned)["B"].mode == "routed"
    assert is_marked(turned)


@pytest.mark.rule("orel", "3.2B-recovery", "8.3.2-check")
def test_a_barrage_that_opens_the_line_takes_the_marker_off() -> None:
    depot = convoi("D", "red", "1012", unsupplied=True)
    guns = battery("G", place="1006", fire=6)
    request = traced(A, guns, W, depot=depot, attacks=(), barrages=(game.BarrageOrder(unit="G", target="W"),))
    outcome = play(request, 6, 6, 6)
    assert now(outcome)["W"].mode == "routed"
    assert not is_marked(outcome)
    assert is_marked(play(request, 1, 1))


@pytest.mark.rule("orel", "3.2B-recovery", "8.2.1-defence")
def test_facts_tell_of_the_whole_phase() -> None:
    units = (unit("A"), unit("W", "white", "1010"))
    marked = (evolve(RED, unsupplied=True), evolve(WHITE, unsupplied=True))
    request = phase(*units, depots=marked, attacks=(attack("1010", "A"),))
    outcome = play(request, 1, 1)
    assert not any(depot.unsupplied for depot in outcome.depots)
    assert all(one.unsupplied for one in outcome.units)  # neither depot has any capacity yet
    closed = play(evolve(request, facts=told(units, functional=())), 1, 1)
    assert all(depot.unsupplied for depot in closed.depots)
    paying = evolve(request, orders=game.Orders(attacks=(attack("1010", "A", depots=("Red depot",)),)))
    with pytest.raises(IllegalRequestError) as caught:
        play(paying, 1, 1)
    assert [one.rule for one in caught.value.objections] == ["3.2B-nonfunctional"]


# -------------------------------------------------------------------- markers for those that served


@pytest.mark.rule("orel", "3.2B-nonfunctional", "3.2B-recovery")
def test_who_served_is_marked_only_if_the_line_is_closed_at_the_end_as_well() -> None:
    depot = convoi("D", "red", "1009")  # 4 movement points from A; through the forest far from 1002
    request = traced(A, W, depot=depot, attacks=(attack("1004", "A", type="hasty", depots=("D",)),))
    opened, held = play(request, 1, 6), play(request, 1, 1)
    assert ([one.left for one in opened.points], [one.left for one in held.points]) == ([2], [2])
    assert not is_marked(opened)
    assert is_marked(held)
    asked = game.DepotStatusRequest(
        depot=depot, units=opened.units, moment="end_of_combat", spent=1, functional_then=False, board=BOARD
    )
    assert game.ruleset.resolve(asked, dice=GivenDice([])).outcome.marker == "unchanged"


@pytest.mark.rule("orel", "3.2B-nonfunctional")
def test_who_was_functional_when_it_served_is_not_marked() -> None:
    # B negates the zone of V over 1008 until it is routed; from then on D is more than 10 points from a linked hex.
    units = (unit("B", place="1008", tq=2), unit("C", place="1009"), unit("V", "white", "1109"))
    depot = convoi("D", "red", "1013")
    request = traced(*units, depot=depot, attacks=(attack("1109", "B", type="hasty", depots=("D",)),))
    outcome = play(request, 6, 1)
    assert now(outcome)["B"].mode == "routed"
    assert (outcome.points[0].left, is_marked(outcome)) == (2, False)
    asked = game.DepotStatusRequest(depot=depot, units=outcome.units, board=BOARD)
    assert not game.ruleset.resolve(asked, dice=GivenDice([])).outcome.functional


@pytest.mark.rule("orel", "3.2B-recovery", "8.1-part2")
def test_the_series_of_combats_alone_goes_by_what_was_known_before_it() -> None:
    marked = convoi("D", "red", "1012", unsupplied=True)
    state = game.PhaseState(side="red", units=(A, W), depots=(marked,))
    for functional, unsupplied in ((("D",), False), ((), True)):
        asked = game.PhaseCombatsRequest(state=state, functional=functional)
        outcome = game.ruleset.resolve(asked, dice=GivenDice([])).outcome
        assert is_marked(outcome) is unsupplied
    traced_now = game.PhaseCombatsRequest(state=evolve(state, units=(A,)), board=BOARD)
    assert not is_marked(game.ruleset.resolve(traced_now, dice=GivenDice([])).outcome)
    fed = evolve(state, depots=(evolve(marked, unsupplied=False),), used=("D",))
    for units, unsupplied in (((A,), False), ((A, W), True)):
        asked = game.PhaseCombatsRequest(state=evolve(fed, units=units), board=BOARD)
        assert is_marked(game.ruleset.resolve(asked, dice=GivenDice([])).outcome) is unsupplied
