"""The markers of depots in `orel.munitions`: off when the line is open, on for those that served without one."""

from __future__ import annotations

import pytest
from attrs import evolve
from orel_munitions import OPEN, A, act, ask, convoi, resolve, told, unit

from rcw_rules import InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Railway

MARKED = convoi("c", unsupplied=True)
CLOSED = evolve(told(c="a"), functional=())


@pytest.mark.rule("orel", "3.2B-recovery", "3.1-capacity")
def test_a_functional_depot_loses_its_marker_and_has_no_capacity_in_the_phase() -> None:
    outcome = resolve(ask(act("hasty", "a"), units=(A,), depots=(MARKED,), facts=told(c="a")))
    assert [(one.key, one.unsupplied) for one in outcome.depots_freed] == [("c", False)]
    assert ([(one.capacity, one.left) for one in outcome.points], outcome.marked) == ([(0, 0)], ("a",))
    shut = resolve(ask(act("hasty", "a"), units=(A,), depots=(MARKED,), facts=CLOSED))
    assert (shut.depots_freed, shut.depots) == ((), ())


@pytest.mark.rule("orel", "3.2B-recovery", "3.2B-nonfunctional")
def test_what_is_functional_at_the_end_is_not_marked_and_loses_its_marker() -> None:
    request = ask(act("hasty", "a", depots=("c",)), units=(A,), facts=CLOSED)
    assert [one.key for one in resolve(request).depots] == ["c"]
    assert [one.key for one in resolve(evolve(request, functional_at_end=())).depots] == ["c"]
    opened = resolve(evolve(request, functional_at_end=("c",)))
    assert (opened.depots, opened.depots_freed, opened.paid_by) == ((), (), ("c",))
    marked = resolve(ask(units=(A,), depots=(MARKED,), facts=CLOSED, functional_at_end=("c",)))
    assert [one.key for one in marked.depots_freed] == ["c"]


@pytest.mark.rule("orel", "3.2B-recovery")
def test_a_depot_that_was_functional_when_it_served_is_not_marked_for_its_lost_line() -> None:
    request = ask(act("hasty", "a", depots=("c",)), units=(A,), facts=told(c="a"), functional_at_end=())
    assert resolve(request).depots == ()


@pytest.mark.rule("orel", "3.2B-recovery", "3.2A-convoi", "D-map")
def test_on_a_board_the_line_is_traced() -> None:
    rails = evolve(OPEN, railways=(Railway(hexes=("1017", "1018", "1019", "1020")),))
    depot = convoi("c", hex="1015", unsupplied=True)
    free = resolve(ask(units=(), depots=(depot,), board=rails))
    assert [one.key for one in free.depots_freed] == ["c"]
    enemy = unit("r", side="red", place="1019")  # of two steps: the edge hex 1020 lies in its zone of control
    assert resolve(ask(units=(enemy,), depots=(depot,), board=rails)).depots_freed == ()
    with pytest.raises(NeedsRuling, match="D-map"):
        resolve(ask(units=(), depots=(depot,)))
    assert resolve(ask(units=(), depots=(depot,), functional_at_end=("c",))).depots_freed[0].key == "c"


@pytest.mark.rule("orel", "X-bad-units")
def test_an_unknown_depot_is_refused() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        resolve(ask(facts=game.SupplyFacts(), functional_at_end=("c", "x")))
    assert [one.path for one in caught.value.problems] == ["$.functional_at_end[1]"]
