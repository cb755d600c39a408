"""Pursuit: sabres follow the units that they made rout in combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import Arm, Aspect, Category
from rcw_rules.red_actions.options import Options

HALTS_WITHIN = inches(2)  # pur-sabres
CATCHES_ON = 4  # pur-catch: on this face and above


@frozen(kw_only=True, cache_hash=True)
class EnemyAhead:
    """An enemy unit, other than the routers, on the line of a pursuit or so near that it might stop it.

    Attributes:
        distance: How far ahead it is, from where the pursuers begin.
        aspect: Which side it shows to the pursuers.
        can_fight: Whether it is able to fight them.
    """

    distance: Inches
    aspect: Annotated[Aspect, Cites("pur-sabres")] = "front"
    can_fight: Annotated[bool, Cites("pur-sabres")] = True


@frozen(kw_only=True, cache_hash=True)
class Router:
    """A unit that was made to rout, after its rout move.

    Attributes:
        category: What it is.
        speed: The most that it moves by its card.
        bases: The bases that it has left.
        distance: How far it is from the pursuers; it matters only if they are stopped. None: as far as its speed.
    """

    category: Category
    speed: Inches
    bases: Annotated[int, Range(1, 6, rule="pursuit-caught")]
    distance: Annotated[Inches | None, Cites("pur-catch")] = None


@frozen(kw_only=True)
class RouterAfter:
    """A routing unit after a pursuit.

    Attributes:
        caught: Whether it was caught; then nothing is left of it.
        lost: Its bases that were lost; not those taken prisoner.
        prisoners: Its bases that were taken prisoner.
    """

    caught: bool
    lost: Annotated[int, Was("destroyed", before=4)]
    prisoners: int

    def sentence(self, name: str) -> str:
        """Return whether a router is caught, and what happens to its bases."""
        if not self.caught:
            return f"{name} gets away"
        taken = f", and {self.prisoners} taken prisoner" if self.prisoners else ""
        return f"{name} is caught: {counted(self.lost, 'base')} {'is' if self.lost == 1 else 'are'} destroyed{taken}"


GOT_AWAY = RouterAfter(caught=False, lost=0, prisoners=0)


@frozen(kw_only=True)
class PursuitOutcome:
    """The outcome of a pursuit.

    Attributes:
        pursues: Whether the unit pursues at once.
        moved: How far it went.
        halted: Whether an enemy that faces it made it halt.
        charges: Which enemy ahead it ran into, by its place from 0, which is a new charge without a charge test; None
            if it ran into none.
        routers: Each router, in listed order.
    """

    pursues: bool
    moved: Inches
    halted: bool
    charges: int | None
    routers: tuple[RouterAfter, ...]

    def summary(self, request: PursuitRequest) -> str:
        """Return how far the pursuers get, and which routers they catch."""
        only = len(self.routers) == 1
        routers = (
            router.sentence("the routing unit" if only else f"routing unit {number}")
            for number, router in enumerate(self.routers, start=1)
        )
        stays = "" if self.pursues or request.by_charge else "nobody pursues: only sabres pursue at once"
        return sentences(stays, self.course("the sabres pursue"), *routers)

    def course(self, pursues: str) -> str:
        """Return how far the pursuers get and what stops them; "" if they do not pursue.

        Args:
            pursues: Who pursues, with the verb.
        """
        if not self.pursues:
            return ""
        stop = " and halt before an enemy that faces them" if self.halted else ""
        into = f" and run into enemy {self.charges + 1} ahead: a new charge" if self.charges is not None else ""
        return f"{pursues} {self.moved}{stop}{into}"


@frozen(kw_only=True, cache_hash=True)
class PursuitRequest(Request[PursuitOutcome]):
    """A unit that has made enemies rout in combat and neither retires nor routs itself, or that reaches routers.

    Attributes:
        arm: The arm of the pursuers.
        speed: The most that they move by their card.
        routers: The units that rout from them.
        enemies: Other enemies on the line or near it.
        by_charge: Whether they have just reached the routers in a charge of their own, as every arm may in the turn
            after; then all routers that they reach are caught.
    """

    arm: Arm
    speed: Inches
    routers: Annotated[tuple[Router, ...], Size(1, 12)]
    enemies: Annotated[tuple[EnemyAhead, ...], Size(0, 12)] = ()
    by_charge: Annotated[bool, Cites("pur-others")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.by_charge and self.enemies:
            yield Problem(
                ".enemies", "a unit that has reached the routers is past these enemies: leave them out", "pur-others"
            )


def _example() -> PursuitRequest:
    router = Router(category="cavalry", speed=inches(12), bases=3)
    return PursuitRequest(arm="sabres", speed=inches(12), routers=(router,))


@procedure(
    "red_actions.pursuit",
    title="Do the pursuers catch the routers?",
    rules=("pur-sabres",),
    example=_example,
)
def pursuit(request: PursuitRequest, umpire: Umpire[Options]) -> PursuitOutcome:
    """Pursue with sabres by one full move, straight on; other arms stay.

    Of the enemies ahead only the first that stops the pursuers counts: one that faces them and can fight stops them 2
    inches away, one that shows flank or rear when they touch it. If they are stopped, routers whose rout move ended
    beyond that point get away. Otherwise only the speeds decide: slower routers are caught; cavalry as fast as the
    pursuers is caught on a D6 of 4 or more, one die for each unit in listed order; all others get away. A pursuit that
    moves is an action and uses a segment not yet used.

    Rules: pur-sabres, pur-others.
    """
    if request.by_charge:
        umpire.result("pur-others", "whoever routs and is reached by a charge is caught")
        routers = tuple(_caught(umpire, router, number) for number, router in enumerate(request.routers, start=1))
        return PursuitOutcome(pursues=False, moved=inches(0), halted=False, charges=None, routers=routers)
    if request.arm != "sabres":
        umpire.result("pur-others", "only sabres pursue at once; others may charge the routers in the next turn")
        routers = (GOT_AWAY,) * len(request.routers)
        return PursuitOutcome(pursues=False, moved=inches(0), halted=False, charges=None, routers=routers)
    moved, stop = _first_stop(request)
    charges = None if stop is None or _halts(request.enemies[stop]) else stop
    halted = stop is not None and charges is None
    routers = tuple(
        _caught(umpire, router, number)
        if (stop is None or _distance(router) <= moved) and _catches(umpire, request, router, number)
        else _got_away(umpire, number)
        for number, router in enumerate(request.routers, start=1)
    )
    if charges is not None:
        umpire.result("pur-sabres", "runs into enemy {number} ahead: a new charge", number=charges + 1)
    elif halted:
        umpire.result("pur-sabres", "halts before an enemy that faces it")
    if moved > inches(0):
        umpire.result("turn-forced-forfeit", "the pursuit of {moved} costs a segment not yet used", moved=str(moved))
    return PursuitOutcome(pursues=True, moved=moved, halted=halted, charges=charges, routers=routers)


def _first_stop(request: PursuitRequest) -> tuple[Inches, int | None]:
    """Return how far the pursuers get, and which enemy stops them; on ties one that makes them halt.

    Rules: pur-sabres.
    """
    stops: list[tuple[Inches, bool, int]] = []
    for place, enemy in enumerate(request.enemies):
        if _halts(enemy):
            at = max(inches(0), enemy.distance - HALTS_WITHIN)
        elif enemy.aspect != "front":
            at = enemy.distance
        else:
            continue  # it faces them, but cannot fight
        if at <= request.speed:
            stops.append((at, enemy.aspect != "front", place))
    if not stops:
        return request.speed, None
    at, _, place = min(stops)
    return at, place


def _halts(enemy: EnemyAhead) -> bool:
    return enemy.aspect == "front" and enemy.can_fight


def _distance(router: Router) -> Inches:
    return router.speed if router.distance is None else router.distance


def _catches(umpire: Umpire[Options], request: PursuitRequest, router: Router, number: int) -> bool:
    """Whether a router in reach is caught, with a die for cavalry as fast as the pursuers.

    Rules: pur-catch.
    """
    if router.speed != request.speed:
        return router.speed < request.speed
    return router.category == "cavalry" and umpire.roll(
        d6.check(at_least=CATCHES_ON), f"catch router {number}", "pur-catch"
    )


def _caught(umpire: Umpire[Options], router: Router, number: int) -> RouterAfter:
    destroyed, prisoners = caught_bases(router.bases)
    umpire.result(
        "pursuit-caught",
        "router {number} is caught: {destroyed} of {bases} bases destroyed, {prisoners} taken prisoner",
        number=number,
        destroyed=destroyed,
        bases=router.bases,
        prisoners=prisoners,
    )
    return RouterAfter(caught=True, lost=destroyed, prisoners=prisoners)


def _got_away(umpire: Umpire[Options], number: int) -> RouterAfter:
    umpire.result("pur-catch", "router {number} gets away", number=number)
    return GOT_AWAY


def caught_bases(bases: int) -> tuple[int, int]:
    """Return how many bases of a caught unit are destroyed, half of them rounded up, and how many are prisoners.

    >>> caught_bases(3), caught_bases(1)
    ((2, 1), (1, 0))

    Rules: pursuit-caught, conv-exact-arithmetic.
    """
    destroyed = (bases + 1) // 2
    return destroyed, bases - destroyed
