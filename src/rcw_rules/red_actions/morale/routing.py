"""Routs: the rout move, and the friends who meet or see the routers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.morale.events import Aftermath, Event, work_event
from rcw_rules.red_actions.morale.retiring import OPEN_FOOTING, RetirePlace
from rcw_rules.red_actions.morale.tests import NOWHERE_SPECIAL, Situation
from rcw_rules.red_actions.morale.triggers import PASSING_REACH, class_of, is_of_equal_class
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import gone, illustrative_troops, note_cards

RoutObstacle: TypeAlias = Literal["enemy", "impassable", "friend", "formed_cavalry", "table_edge"]
"""What may be in the path: enemies that neither rout nor are prisoners, terrain that the unit cannot enter, loose or
formed friends, and any edge of the table."""

RoutEnd: TypeAlias = Literal["moved", "surrendered", "destroyed", "left_table", "lost", "left_guns"]
"""How a rout move ends. A unit that left the table may rally there once, unless it is lost."""

RoutCause: TypeAlias = Literal["enemy", "other"]
"""Whether an enemy unit caused the rout: one that charged, shot at, ambushed or beat it."""

Away: TypeAlias = Literal["its_enemy", "nearest_enemy", "towards_own_edge"]

GUN_CREW_MOVE = inches(3)  # rout-guns


@frozen(kw_only=True, cache_hash=True)
class InTheWay:
    """Something in the strip, as wide as the unit, straight ahead of a rout move.

    Attributes:
        what: What it is.
        distance: How far ahead it begins.
        name: Of friends: which unit.
    """

    what: RoutObstacle
    distance: Inches
    name: Annotated[str, Size(0, 100)] = ""

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the obstacle."""
        if self.what == "friend" and not self.name:
            yield Problem(".name", "name the friends: units that are run through must test", "rout-move")


@frozen(kw_only=True, cache_hash=True)
class RoutWay:
    """The way of a rout move.

    Attributes:
        cause: Whether an enemy unit caused the rout.
        enemy_in_sight: Whether the unit sees an enemy.
        reach: How far one rout move takes it over the ground on its way, by `red_actions.along_path`; None on open
            ground, where it is its speed times the option rout_length_factor.
        obstacles: What is in the path, friends included.
    """

    cause: Annotated[RoutCause, Cites("rout-move")] = "enemy"
    enemy_in_sight: Annotated[bool, Cites("misc-table-edge")] = True
    reach: Annotated[Annotated[Inches, Range(0, 10_000)] | None, Cites("rout-move")] = None
    obstacles: Annotated[tuple[InTheWay, ...], Size(0, 20)] = ()


OPEN_WAY = RoutWay()


_ROUTS_AWAY: dict[Away, str] = {
    "its_enemy": "away from its enemy",
    "nearest_enemy": "away from the nearest enemy",
    "towards_own_edge": "towards its own edge of the table",
}
_ROUT_ENDS: dict[RoutEnd, str] = {
    "destroyed": ", cannot go on and is destroyed",
    "left_table": " and leaves the table, where it may rally once",
    "lost": ", leaves the table in sight of an enemy and is lost",
}


@frozen(kw_only=True)
class RoutMoveOutcome:
    """How a rout move went.

    Attributes:
        unit: The unit afterwards; without bases if it is gone.
        end: How it ended.
        moved: How far it went.
        away_from: What it moves straight away from.
        ran_through: The friends that it passed through, in order; each takes a fear test.
        prisoners: The bases that surrendered.
    """

    unit: Unit
    end: RoutEnd
    moved: Inches
    away_from: Away
    ran_through: Annotated[tuple[str, ...], Was("run_through", before=4)]
    prisoners: int

    def summary(self, request: RoutMoveRequest) -> str:
        """Return how far the unit routs and how that ends, and which friends it runs through."""
        friends = self.ran_through
        tests = f"{listed(friends)} {'takes a fear test' if len(friends) == 1 else 'each take a fear test'}"
        return sentences(self.sentence(request.unit), tests if friends else "")

    def sentence(self, before: Unit) -> str:
        """Return how far the unit routs, whom it runs through, and how that ends.

        Args:
            before: The unit before the move.
        """
        name = before.name
        if self.end == "left_guns":
            return sentences(f"the crews of {name} run off and leave {counted(before.bases, 'gun')}")
        through = f", through {listed(self.ran_through)}" if self.ran_through else ""
        routs = f"{name} routs {self.moved}{through}"
        if self.end == "surrendered":
            taken = f"{counted(self.prisoners, 'base')} {'is' if self.prisoners == 1 else 'are'} taken prisoner"
            return sentences(f"{routs}, runs into an enemy and surrenders: {taken}")
        if self.end == "moved":
            return sentences(f"{name} routs {self.moved} {_ROUTS_AWAY[self.away_from]}{through}")
        return sentences(f"{routs}{_ROUT_ENDS[self.end]}")


@frozen(kw_only=True, cache_hash=True)
class RoutMoveRequest(Request[RoutMoveOutcome]):
    """One rout move.

    Attributes:
        unit: The unit, already in rout.
        way: Where it leads.
    """

    unit: Unit
    way: RoutWay = OPEN_WAY

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _rout_problems(self.unit)


def _rout_problems(unit: Unit) -> Iterator[Problem]:
    if not unit.routing:
        yield Problem(".unit.routing", "only a unit in rout makes a rout move", "rout-move")
    if not unit.bases:
        yield Problem(".unit.bases", "the unit has no base left to rout", "conv-bad-input")


def _example() -> RoutMoveRequest:
    card = illustrative_troops().card("red_conscripts")
    unit = Unit(name="3rd Company", side="red", card=card, bases=3, terror=4, routing=True, rout_turns=1)
    reserve = InTheWay(what="friend", distance=inches(4), name="Reserve")
    return RoutMoveRequest(unit=unit, way=RoutWay(obstacles=(reserve,)))


@procedure(
    "red_actions.rout_move",
    title="Where does this routing unit go?",
    formerly=("How does this rout move go?",),
    rules=("rout-move",),
    example=_example,
)
def rout_move(request: RoutMoveRequest, umpire: Umpire[Options]) -> RoutMoveOutcome:
    """Make a rout move, straight away from the unit that caused the rout.

    The length is one speed of the card times rout_length_factor, rounded down to a thousandth of an inch, or what the
    request says for broken ground. What the unit meets first decides: an enemy within that distance takes it prisoner;
    impassable terrain nearer than that destroys it; beyond the edge it is off the table, and lost if it sees an enemy.
    It passes through loose friends nearer than that, and slides past formed cavalry.

    Rules: rout-move, misc-table-edge, conv-within.
    """
    note_cards(umpire, request.unit)
    return work_rout_move(umpire, request.unit, request.way)


def work_rout_move(umpire: Umpire[Options], unit: Unit, way: RoutWay) -> RoutMoveOutcome:
    """Make a rout move; see `rout_move`.

    Rules: rout-move, rout-guns, mov-interpenetration, form-formed-cavalry.
    """
    away_from = _direction(way)
    if unit.card.arm == "gun" and not unit.limbered:
        umpire.ruling("gun_crews_as_mortars")
        if not umpire.options.gun_crews_as_mortars:
            umpire.result("rout-guns", "the crews of {unit} run off and leave their guns", unit=unit.name)
            return _ended(gone(unit), "left_guns", inches(0), away_from, ())
    length = _length(umpire, unit, way)
    passed: list[str] = []
    for obstacle in sorted(way.obstacles, key=lambda each: each.distance):
        at = obstacle.distance
        if at > length or (at == length and obstacle.what != "enemy"):
            continue
        if obstacle.what == "friend":
            umpire.result("rout-move", "{unit} runs through {friend}", unit=unit.name, friend=obstacle.name)
            passed.append(obstacle.name)
        elif obstacle.what == "formed_cavalry":
            umpire.result("form-formed-cavalry", "{unit} slides past formed cavalry", unit=unit.name)
        elif obstacle.what == "enemy":
            umpire.result("rout-move", "{unit} runs into an enemy and surrenders", unit=unit.name)
            prisoners = unit.bases
            return _ended(gone(unit), "surrendered", at, away_from, passed, prisoners=prisoners)
        elif obstacle.what == "impassable":
            umpire.result("rout-move", "{unit} cannot go on and is destroyed", unit=unit.name)
            return _ended(gone(unit), "destroyed", at, away_from, passed)
        else:
            return _off_table(umpire, unit, at, way, passed)
    umpire.result("rout-move", "{unit} routs {length}", unit=unit.name, length=str(length))
    return _ended(unit, "moved", length, away_from, passed)


def _ended(
    unit: Unit, end: RoutEnd, moved: Inches, away_from: Away, passed: Iterable[str], *, prisoners: int = 0
) -> RoutMoveOutcome:
    return RoutMoveOutcome(
        unit=unit, end=end, moved=moved, away_from=away_from, ran_through=tuple(passed), prisoners=prisoners
    )


def _off_table(umpire: Umpire[Options], unit: Unit, at: Inches, way: RoutWay, passed: Iterable[str]) -> RoutMoveOutcome:
    """Take a unit off the table: for good if it sees an enemy as it leaves.

    Rules: misc-table-edge.
    """
    if way.enemy_in_sight:
        umpire.result("misc-table-edge", "{unit} leaves the table in sight of an enemy and is lost", unit=unit.name)
        return _ended(gone(unit), "lost", at, _direction(way), passed)
    umpire.result("misc-table-edge", "{unit} leaves the table and may rally there once", unit=unit.name)
    return _ended(unit, "left_table", at, _direction(way), passed)


def _direction(way: RoutWay) -> Away:
    """Return what a unit routs from: the enemy that caused it, else the nearest visible one, else to its own edge.

    Rules: rout-move.
    """
    if way.cause == "enemy":
        return "its_enemy"
    return "nearest_enemy" if way.enemy_in_sight else "towards_own_edge"


def _length(umpire: Umpire[Options], unit: Unit, way: RoutWay) -> Inches:
    """Return how long a rout move is if nothing stops it.

    Rules: rout-move, rout-guns.
    """
    if unit.card.arm == "gun" and not unit.limbered:
        return GUN_CREW_MOVE
    if way.reach is not None:
        return way.reach
    umpire.ruling("rout_length_factor")
    return Inches(thousandths=floor(unit.card.speed.thousandths * umpire.options.rout_length_factor))


@frozen(kw_only=True, cache_hash=True)
class FriendNearRout:
    """A friendly unit that the routers meet or pass.

    Attributes:
        unit: The unit.
        met_at: How far along the path of the routers it stands; None if it is not in their path.
        distance: How near any part of the rout move comes to any base of it; 0 where it is in the path.
        situation: Where it stands when it tests.
        footing: Where it stands when it must retire.
    """

    unit: Unit
    met_at: Annotated[Inches | None, Cites("rout-move")] = None
    distance: Annotated[Inches, Cites("mor-class")] = inches(0)
    situation: Situation = NOWHERE_SPECIAL
    footing: RetirePlace = OPEN_FOOTING


@frozen(kw_only=True)
class FriendAfterRout:
    """A friendly unit after routers met or passed it.

    Attributes:
        name: Its name.
        aftermath: The friend after its tests.
    """

    name: str
    aftermath: Aftermath


@frozen(kw_only=True)
class RoutCascadeOutcome:
    """A rout move and what it did to friends.

    Attributes:
        move: The rout move.
        friends: The friends, in listed order.
        new_routs: The names of the units that rout now; each makes its own rout move, in this order, with its own
            cascade.
    """

    move: RoutMoveOutcome
    friends: tuple[FriendAfterRout, ...]
    new_routs: tuple[str, ...]

    def summary(self, request: RoutCascadeRequest) -> str:
        """Return how the rout move goes, and what it does to each friend."""
        shaken = [
            after.aftermath.sentence(friend.unit) for after, friend in zip(self.friends, request.friends, strict=True)
        ]
        calm = [after.name for after, told in zip(self.friends, shaken, strict=True) if not told]
        stand = f"{listed(calm)} {'stands' if len(calm) == 1 else 'stand'}" if calm else ""
        return sentences(self.move.sentence(request.unit), *shaken, stand)


@frozen(kw_only=True, cache_hash=True)
class RoutCascadeRequest(Request[RoutCascadeOutcome]):
    """A rout move with the friends near its path.

    Attributes:
        unit: The unit in rout.
        way: Where it leads, without the friends.
        friends: The friends, in the order in which the routers first touch them or come within 8 inches.
    """

    unit: Unit
    way: RoutWay = OPEN_WAY
    friends: Annotated[tuple[FriendNearRout, ...], Size(0, 20)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _rout_problems(self.unit)
        for number, obstacle in enumerate(self.way.obstacles):
            if obstacle.what in ("friend", "formed_cavalry"):
                yield Problem(
                    f".way.obstacles[{number}].what",
                    "list the friends in the field friends of the request instead",
                    "rout-cascade",
                )
        names = [self.unit.name]
        for number, friend in enumerate(self.friends):
            path = f".friends[{number}]"
            if friend.unit.name in names:
                yield Problem(f"{path}.unit.name", f"two units are called {friend.unit.name!r}", "conv-bad-input")
            names.append(friend.unit.name)
            if friend.unit.side != self.unit.side:
                yield Problem(f"{path}.unit.side", "routers unsettle friends only: leave the enemy out", "rout-cascade")
            if not friend.unit.bases:
                yield Problem(f"{path}.unit.bases", "the unit has no base left to test", "conv-bad-input")
            if friend.met_at is not None and friend.distance > inches(0):
                yield Problem(f"{path}.distance", "a unit in the path is at distance 0", "conv-bad-input")


def _cascade_example() -> RoutCascadeRequest:
    regulars = illustrative_troops().card("red_regulars")
    reserve = Unit(name="Reserve", side="red", card=regulars, bases=4)
    flank = Unit(name="2nd Company", side="red", card=regulars, bases=3)
    routers = Unit(name="1st Company", side="red", card=regulars, bases=3, terror=4, routing=True, rout_turns=1)
    friends = (
        FriendNearRout(unit=reserve, met_at=inches(2)),
        FriendNearRout(unit=flank, distance=inches(5)),
    )
    return RoutCascadeRequest(unit=routers, friends=friends)


@procedure(
    "red_actions.rout_cascade",
    title="What does this rout do to friends in its path?",
    formerly=("What does this rout do to the friends on its way?",),
    rules=("rout-cascade",),
    example=_cascade_example,
)
def rout_cascade(request: RoutCascadeRequest, umpire: Umpire[Options]) -> RoutCascadeOutcome:
    """Make a rout move and let the friends on its way test, one by one in listed order.

    The move is finished first. Each friend then takes a fear test if it was run through, and a serious test if the
    routers came within 8 inches and are of equal or better class; a failed serious test takes effect at once. Friends
    that begin to rout move only afterwards: the outcome names them. Units already in rout and vehicles do not test, and
    no unit does when the crews of guns run off.

    Rules: rout-cascade, mor-triggers.
    """
    unit = request.unit
    note_cards(umpire, unit, *(friend.unit for friend in request.friends))
    met = tuple(
        InTheWay(
            what="formed_cavalry" if friend.unit.formed else "friend", distance=friend.met_at, name=friend.unit.name
        )
        for friend in request.friends
        if friend.met_at is not None
    )
    way = evolve(request.way, obstacles=(*met, *request.way.obstacles))
    move = work_rout_move(umpire, unit, way)
    friends = unsettled(umpire, unit, move, request.friends)
    new_routs = tuple(after.name for after in friends if after.aftermath.routs)
    return RoutCascadeOutcome(move=move, friends=friends, new_routs=new_routs)


def unsettled(
    umpire: Umpire[Options], unit: Unit, move: RoutMoveOutcome, friends: tuple[FriendNearRout, ...]
) -> tuple[FriendAfterRout, ...]:
    """Let the friends on the way of a rout move test, one by one in listed order; see `rout_cascade`.

    Args:
        umpire: The umpire.
        unit: The unit in rout, before its move.
        move: Its move.
        friends: The friends near its path.

    Rules: rout-cascade, mor-triggers.
    """
    found: list[FriendAfterRout] = []
    for friend in friends:
        event = Event() if move.end == "left_guns" else _unsettling(umpire, unit, friend, move)
        aftermath = work_event(umpire, friend.unit, event, friend.situation, friend.footing)
        found.append(FriendAfterRout(name=friend.unit.name, aftermath=aftermath))
    return tuple(found)


def _unsettling(umpire: Umpire[Options], routers: Unit, friend: FriendNearRout, move: RoutMoveOutcome) -> Event:
    """Return the event that a rout move is for a friend.

    Rules: rout-cascade, mor-class, mor-triggers.
    """
    watcher, at = friend.unit, friend.met_at
    # The move may have ended before the friend.
    distance = friend.distance if at is None else max(inches(0), at - move.moved)
    if watcher.routing or watcher.card.category == "vehicle" or distance > PASSING_REACH:
        return Event()
    return Event(
        run_through=watcher.name in move.ran_through,
        routers_pass=is_of_equal_class(umpire, class_of(routers), class_of(watcher)),
    )
