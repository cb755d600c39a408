"""Events: the consequences of one shooting, combat, ambush or fright for one unit, in their order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, TypeVar

from attrs import field, frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import NO_DISTANCE, Markers, OfficerToken, Unit
from rcw_rules.red_actions.morale.retiring import (
    OPEN_FOOTING,
    RetireCause,
    RetirePlace,
    footing_after,
    work_retire,
)
from rcw_rules.red_actions.morale.tests import NOWHERE_SPECIAL, Situation, morale_test_of
from rcw_rules.red_actions.morale.triggers import (
    Cause,
    ChainedTest,
    Losses,
    MoraleChainOutcome,
    MoraleChainRequest,
    chained_test,
    tests_due,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import (
    begin_rout,
    changes,
    draws_officer,
    gone,
    guns_left,
    has_too_many_markers,
    illustrative_troops,
    lost_officers_said,
    note_cards,
    officers_left,
    officers_lost,
    stepped,
)

SERIOUS: RetireCause = "serious"
UNTESTED = MoraleChainOutcome(routs=False, failed_serious=0)
"""The outcome when no test is due."""

WorkedT = TypeVar("WorkedT", bound=Hashable)


@frozen(kw_only=True, cache_hash=True)
class Event:
    """What happens to a unit at one moment, before any of it is applied to the unit.

    Attributes:
        direct_hits: Bases lost to direct hits.
        kills: Bases lost to Kill!.
        other_losses: Bases lost otherwise, but not voluntarily.
        defeated: Bases lost to a combat result that makes the survivors rout; they cause no fear test.
        terror: Terror markers it gets.
        humiliated: Humiliated markers it gets.
        pinned: Whether it gets a pinned marker.
        fallen: The officers who fall, by their places in `Unit.officers`, from 0.
        serious: Whether shooting gives a serious result.
        retires: How many retire results it gets, besides those of failed serious tests.
        retire_cause: Whether these come from shooting or from combat.
        routs: Whether a combat result makes it rout.
        ambushed: Whether it is ambushed.
        charged: Whether it is charged.
        gassed: Whether it is gassed.
        run_through: Whether routing friends pass through it.
        routers_pass: Whether routing friends of equal or better class pass within 8 inches.
    """

    direct_hits: Losses = 0
    kills: Losses = 0
    other_losses: Losses = 0
    defeated: Losses = 0
    terror: Markers = 0
    humiliated: Markers = 0
    pinned: bool = False
    fallen: Annotated[tuple[Annotated[int, Range(0, 12)], ...], Size(0, 13)] = ()
    serious: bool = False
    retires: Annotated[int, Range(0, 9)] = 0
    retire_cause: RetireCause = "ret"
    routs: bool = False
    ambushed: bool = False
    charged: bool = False
    gassed: bool = False
    run_through: bool = False
    routers_pass: bool = False


@frozen(kw_only=True, cache_hash=True)
class Aftermath:
    """A unit after an event.

    Attributes:
        unit: The unit after its losses, markers, tests and retires. A unit that routs has not made its rout move yet:
            resolve `red_actions.rout_move` or `red_actions.rout_cascade`.
        destroyed: Whether it is gone, its officers with it.
        routs: Whether it began to rout.
        officers_lost: The officers who fell, in the order of their places.
        failed_serious: How many serious tests it failed.
        retired: How far it went back in all.
        gave_way: Whether it took a retire result, even if it had no room to go back.
        pushed: How far it pushed back the friendly unit behind it, in all.
        guns_left: Unlimbered guns whose crews ran off: how many stay on their place, for either side to take.
    """

    unit: Unit
    destroyed: bool
    routs: bool
    officers_lost: Annotated[tuple[OfficerToken, ...], Was("lost", before=4)] = field(hash=False)
    failed_serious: int
    retired: Inches = field(hash=False)
    gave_way: Annotated[bool, Cites("charge-sequence")] = False
    pushed: Annotated[Inches, Cites("retire-manner")] = field(default=NO_DISTANCE, hash=False)
    guns_left: Annotated[int, Cites("rout-guns")] = 0

    def summary(self, request: EventRequest) -> str:
        """Return whether the unit routs, is destroyed or retires, and what it loses and takes."""
        return self.sentence(request.unit) or sentences(f"{request.unit.name} stands, and loses nothing")

    def sentence(self, before: Unit) -> str:
        """Return whether the unit routs, is destroyed or retires, and what it loses and takes; "" if nothing changed.

        Args:
            before: The unit before the event.
        """
        name, done = before.name, changes(before, self.unit)
        if self.guns_left:
            lost = before.bases - self.guns_left
            loses = f"loses {stepped(lost, 'base', before.bases, self.guns_left)}, and " if lost else ""
            left = counted(self.guns_left, "gun")
            return sentences(f"{name} {loses}routs: its crews run off and leave {left}")
        if self.destroyed:
            officers = f", with {lost_officers_said(self.officers_lost)}" if self.officers_lost else ""
            return sentences(f"{name} is destroyed{officers}")
        goes = (*self._fails(before), *(["routs"] if self.routs else []), *self._retires(), *done)
        pushed = f"it pushes the friends behind it back {self.pushed}" if self.pushed.thousandths else ""
        return sentences(f"{name} {listed(goes)}" if goes else "", pushed)

    def _fails(self, before: Unit) -> list[str]:
        """Return the serious tests that the unit failed, and whether its cover lets it ignore a result."""
        failed = self.failed_serious
        fails = [f"fails {'a serious test' if failed == 1 else f'{failed} serious tests'}"] if failed else []
        if self.unit.ignored_retire and not before.ignored_retire:
            fails.append("ignores a retire result in its cover")
        elif fails and not self.gave_way and not self.routs:
            fails.append("does not go back")
        return fails

    def _retires(self) -> list[str]:
        return [f"retires {self.retired}"] if self.gave_way else []


@frozen(kw_only=True, cache_hash=True)
class EventRequest(Request[Aftermath]):
    """An event and the unit that it happens to.

    Attributes:
        unit: The unit before it.
        event: What happens to it.
        situation: Where it stands when it tests.
        footing: Where it stands when it must retire.
    """

    unit: Unit
    event: Event
    situation: Situation = NOWHERE_SPECIAL
    footing: RetirePlace = OPEN_FOOTING

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if not self.unit.bases:
            yield Problem(".unit.bases", "the unit has no base left", "conv-bad-input")
        if self.event.defeated and not self.event.routs:
            message = "the survivors of a defeat rout: set routs, or count the bases as other_losses"
            yield Problem(".event.defeated", message, "mor-triggers")
        officers = self.unit.officers_at_risk
        for number, place in enumerate(self.event.fallen):
            if place >= officers:
                message = f"the unit has {officers} officers, counted from 0; there is no place {place}"
                yield Problem(f".event.fallen[{number}]", message, "res-officers-shooting")
            elif place in self.event.fallen[:number]:
                yield Problem(f".event.fallen[{number}]", "the same officer is listed twice", "res-officers-shooting")


def _example() -> EventRequest:
    troops = illustrative_troops()
    officer = OfficerToken(id="kombat", effect=1)
    unit = Unit(name="1st Company", side="red", card=troops.card("red_regulars"), bases=4, officer=officer)
    return EventRequest(unit=unit, event=Event(direct_hits=1, kills=1, fallen=(0,), serious=True))


@procedure(
    "red_actions.event",
    title="What is left of the unit after this event?",
    formerly=("What does this event leave of the unit?",),
    rules=("conv-test-order",),
    example=_example,
)
def event(request: EventRequest, umpire: Umpire[Options]) -> Aftermath:
    """Resolve one event for a unit: losses, markers, officers, rout, tests, retires; see `Struck`.

    Rules: conv-test-order.
    """
    note_cards(umpire, request.unit)
    return last_event(umpire, request, _as_it_is)


def _as_it_is(aftermath: Aftermath) -> Aftermath:
    return aftermath


def last_event(umpire: Umpire[Options], request: EventRequest, outcome: Callable[[Aftermath], WorkedT]) -> WorkedT:
    """Return the outcome of a procedure that ends with an event.

    It calls `work_event` and then *outcome*, and makes exact odds cheaper, as `Umpire.last_resolve` does. The procedure
    must return its result.

    Args:
        umpire: The umpire, for the dice of the tests and the choices about retires.
        request: The event.
        outcome: Makes the outcome from the unit after the event.

    Rules: conv-test-order.
    """
    struck = Struck(umpire, request)
    if struck.tests is None:
        return outcome(struck.settled(UNTESTED))
    return umpire.last_resolve(struck.tests, struck.purpose, lambda chain: outcome(struck.settled(chain)))


def work_event(
    umpire: Umpire[Options], unit: Unit, event: Event, situation: Situation, footing: RetirePlace
) -> Aftermath:
    """Resolve one event for a unit, in the order of conv-test-order; see `Struck`.

    Args:
        umpire: The umpire, for the dice of the tests and the choices about retires.
        unit: The unit before the event.
        event: What happens to it. The dice for its officers are thrown before.
        situation: Where it stands when it tests.
        footing: Where it stands when it must retire.

    Raises:
        NeedsRuling: A test is due and the card has no number for it.

    Rules: conv-test-order.
    """
    struck = Struck(umpire, EventRequest(unit=unit, event=event, situation=situation, footing=footing))
    return struck.settled(UNTESTED if struck.tests is None else umpire.resolve(struck.tests, struck.purpose))


class Struck:
    """A unit struck by an event, before its tests.

    First the unit loses bases; if none is left it is destroyed and nothing more happens. Then it takes all markers, and
    officers fall; the fall of the last one adds a terror marker. Then it may rout, by a combat result or because its
    markers exceed its bases; then it takes no test. Otherwise it takes the tests in their order. Last come the retire
    results, one after the other: those of the event, then one for each failed serious test. A unit already in rout
    takes losses and markers, but is not pinned, takes no test and does not retire. Vehicles take losses only. The base
    of a senior officer takes no terror or pinned marker, and is gone, with everyone on it, when that officer falls.

    Attributes:
        tests: The tests that it must take; None if there are none.
        purpose: The purpose of the tests, for the record.

    Args:
        umpire: The umpire, for the record and the choices about retires.
        request: The unit and the event.

    Raises:
        NeedsRuling: A test is due and the card has no number for it.

    Rules: conv-test-order, off-casualty-all-lost, rout-unit-state, defs-terror-rout, defs-pinned, res-ter, res-kill,
        defs-humiliated.
    """

    __slots__ = ("_guns_left", "_request", "_stands", "_umpire", "_unit", "purpose", "tests")

    def __init__(self, umpire: Umpire[Options], request: EventRequest) -> None:
        before = request.unit
        unit, all_lost = _struck(umpire, before, request.event)
        self._request, self._umpire = request, umpire
        self._stands: bool = bool(unit.bases) and unit.card.category != "vehicle" and not before.routing
        self._guns_left: int = 0
        if self._stands and (request.event.routs or has_too_many_markers(unit)):
            standing, self._stands, unit = unit, False, begin_rout(umpire, unit)
            self._guns_left = guns_left(standing, unit)
        self._unit: Unit = unit
        self.purpose: str = f"tests of {unit.name}"
        due = _tests(umpire, unit, request, officers_lost=all_lost) if self._stands else ()
        self.tests: MoraleChainRequest | None = MoraleChainRequest(tests=due) if due else None

    def settled(self, chain: MoraleChainOutcome) -> Aftermath:
        """Return the unit after the event.

        Args:
            chain: The outcome of its tests.

        Rules: conv-test-order, mor-fail-fear, mor-fail-serious.
        """
        request, umpire, unit = self._request, self._umpire, self._unit
        before, event = request.unit, request.event
        if not self._stands:
            return _settled(before, unit, guns_left=self._guns_left)
        if chain.routs:
            routed = begin_rout(umpire, unit)
            return _settled(before, routed, guns_left=guns_left(unit, routed))
        causes = (event.retire_cause,) * event.retires + (SERIOUS,) * chain.failed_serious
        left, retired, pushed, gave_way = _retires(umpire, unit, causes, request.footing)
        failed = chain.failed_serious
        return _settled(before, left, failed_serious=failed, retired=retired, pushed=pushed, gave_way=gave_way)


def _struck(umpire: Umpire[Options], before: Unit, event: Event) -> tuple[Unit, bool]:
    """Return a unit after its losses and with its markers, and whether its last officer fell.

    Rules: conv-test-order, off-casualty-all-lost, conv-marker-count, defs-senior-officer-base, char-white-officer-base.
    """
    losses = event.direct_hits + event.kills + event.other_losses + event.defeated
    bases = max(0, before.bases - losses)
    if losses:
        umpire.result(
            "conv-test-order",
            "bases that {unit} loses: {losses}, left: {bases}",
            unit=before.name,
            losses=min(losses, before.bases),
            bases=bases,
        )
        if not bases:
            return gone(before), False
    if before.card.arm == "officer" and 0 in event.fallen:
        umpire.result("defs-senior-officer-base", "{unit} falls and is removed", unit=before.name)
        return gone(before), False
    officer, spares, seniors = officers_left(before, event.fallen)
    all_lost = bool(event.fallen) and officer is None and not seniors
    if all_lost:
        umpire.result("off-casualty-all-lost", "{unit} has lost all its officers", unit=before.name)
    terror, humiliated, pinned = _markers(before, event, all_lost=all_lost)
    if terror + humiliated != before.markers:
        umpire.result(
            "conv-marker-count", "{unit} now has markers: {markers}", unit=before.name, markers=terror + humiliated
        )
    if pinned and not before.pinned:
        umpire.result("defs-pinned", "{unit} is pinned", unit=before.name)
    unit = evolve(
        before,
        bases=bases,
        white_officer_base=before.white_officer_base and not losses,  # the White Officer base falls first
        officer=officer,
        draws_officer=draws_officer(before, officer),
        spares=spares,
        seniors=seniors,
        terror=terror,
        humiliated=humiliated,
        pinned=pinned,
    )
    return unit, all_lost


def _markers(unit: Unit, event: Event, *, all_lost: bool) -> tuple[int, int, bool]:
    """Return the terror and humiliated markers of a unit after an event, and whether it is pinned.

    Vehicles take none. The base of a senior officer takes neither terror nor pinned markers. A routing unit is not
    pinned, and no unit is pinned twice. The fall of the last officer adds a terror marker.

    Rules: defs-pinned, defs-humiliated, res-2ter, res-kill, rout-unit-state, defs-senior-officer-base,
        defs-terror-rout, off-casualty-all-lost.
    """
    if unit.card.category == "vehicle":
        return unit.terror, unit.humiliated, unit.pinned
    humiliated = unit.humiliated + event.humiliated
    if unit.card.arm == "officer":
        return unit.terror, humiliated, unit.pinned
    pinned = unit.pinned or (not unit.routing and (event.pinned or event.kills > 0))
    return unit.terror + event.terror + all_lost, humiliated, pinned


def _tests(
    umpire: Umpire[Options], unit: Unit, request: EventRequest, *, officers_lost: bool
) -> tuple[ChainedTest, ...]:
    """Return every test that an event causes.

    The penalty for an ambush on the march counts only in the test for the ambush.

    Rules: mor-triggers, march-ambushed.
    """
    causes = _causes(request.event, officers_lost=officers_lost)
    if not causes:
        return ()
    situation = request.situation
    deployed = evolve(situation, ambushed_marching=False) if situation.ambushed_marching else situation
    return tuple(
        chained_test(cause, morale_test_of(unit, test, situation if cause == "ambushed" else deployed))
        for cause, test in tests_due(umpire, causes)
    )


@lru_cache(maxsize=1024)
def _causes(event: Event, *, officers_lost: bool) -> Mapping[Cause, int]:
    """Return how many tests each cause in an event calls for.

    Rules: mor-triggers.
    """
    # The same few events come up on every branch of a walk.
    counts: dict[Cause, int] = {
        "ambushed": int(event.ambushed),
        "charged": int(event.charged),
        "direct_hit": event.direct_hits,
        "base_lost": event.other_losses,
        "run_through": int(event.run_through),
        "officers_lost": int(officers_lost),
        "serious_result": int(event.serious),
        "routers_passing": int(event.routers_pass),
        "kill": event.kills,
        "humiliated": int(event.humiliated > 0),
        "gassed": int(event.gassed),
    }
    return {cause: times for cause, times in counts.items() if times}


def _retires(
    umpire: Umpire[Options], unit: Unit, causes: Iterable[RetireCause], footing: RetirePlace
) -> tuple[Unit, Inches, Inches, bool]:
    """Resolve every retire result, each from where the one before left the unit.

    Returns:
        The unit, how far it went back, how far it pushed back a friend, and whether it took one of the results, if
        only for 0 inches.

    Rules: conv-test-order, retire-manner.
    """
    retired, pushed, gave_way = NO_DISTANCE, NO_DISTANCE, False
    for cause in causes:
        outcome = work_retire(umpire, unit, cause, footing)
        unit = outcome.unit
        retired = retired + outcome.moved if retired.thousandths else outcome.moved
        pushed = pushed + outcome.pushed if pushed.thousandths else outcome.pushed
        gave_way = gave_way or outcome.manner == "retired"
        if outcome.routs or not unit.bases:
            break
        footing = footing_after(footing, outcome.moved)
    return unit, retired, pushed, gave_way


def _settled(
    before: Unit,
    unit: Unit,
    *,
    failed_serious: int = 0,
    retired: Inches = NO_DISTANCE,
    pushed: Inches = NO_DISTANCE,
    gave_way: bool = False,
    guns_left: int = 0,
) -> Aftermath:
    return Aftermath(
        unit=unit,
        destroyed=not unit.bases,
        routs=unit.routing and not before.routing,
        officers_lost=officers_lost(before, unit),
        failed_serious=failed_serious,
        retired=retired,
        gave_way=gave_way,
        pushed=pushed,
        guns_left=guns_left,
    )
