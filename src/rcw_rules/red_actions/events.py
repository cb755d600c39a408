"""Events: the consequences of one shooting, combat, ambush or fright for one unit, in their order."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.model import Markers, OfficerToken, Unit
from rcw_rules.red_actions.morale import Situation
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.retiring import Footing, RetireCause

BasesLost = Annotated[int, Range(0, 6, rule="conv-bad-input")]


@frozen(kw_only=True, cache_hash=True)
class Event:
    """What befalls a unit at once. Nothing of it has been done to the unit yet.

    Attributes:
        direct_hits: Bases lost to direct hits.
        kills: Bases lost to Kill!.
        defeated: Bases lost to a combat result that makes the survivors rout: no fear test for them.
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

    direct_hits: BasesLost = 0
    kills: BasesLost = 0
    defeated: BasesLost = 0
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


@frozen(kw_only=True)
class Aftermath:
    """What an event left of a unit.

    Attributes:
        unit: The unit afterwards, its losses, markers, tests and retires worked off. A unit that routs has not made its
            rout move yet: ask `red_actions.rout_move` or `red_actions.rout_cascade`.
        destroyed: Whether it is gone, its officers with it.
        routs: Whether it began to rout.
        lost: The officers who fell, in the order of their places.
        failed_serious: How many serious tests it failed.
        retired: How far it went back in all.
    """

    unit: Unit
    destroyed: bool
    routs: bool
    lost: tuple[OfficerToken, ...]
    failed_serious: int
    retired: Inches


def work_event(
    unit: Unit, event: Event, situation: Situation, footing: Footing, umpire: Umpire[Options]
) -> Aftermath:
    """Work off one event in its order."""
    raise NotImplementedError
