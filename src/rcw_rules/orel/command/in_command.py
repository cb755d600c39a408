"""Command: the main bodies of formations, and which units are in command."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, groups_within
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import clause, grid_in, names_of, note_values, off_the_board_in_play, off_the_rails
from rcw_rules.orel.model import FIRST_DAY, Day, Depot, Side, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import CommandException, Formation, command_exceptions, order_of_battle

CommandReason: TypeAlias = Literal[
    "main_body", "near_main_body", "vehicle", "arrival", "outside_main_body", "out_of_reach", "no_main_body"
]
"""Why a unit is in command, or, the last three, out of command."""

REACH: dict[Side, int] = {"white": 3, "red": 2}  # 5.2.1-group, 5.2.1-artillery, 5.1-recruits
REACH_OF_CAVALRY = 3  # 5.2.1-cavalry, 5.2.2-cavalry-formations: on both sides


# -------------------------------------------------------------------- main bodies


@frozen(kw_only=True, cache_hash=True)
class MainBody:
    """The main body of a formation.

    Attributes:
        formation: The formation.
        units: The keys of the units that make it, in alphabetical order.
    """

    formation: Annotated[str, Size(1, 100)]
    units: Annotated[tuple[str, ...], Size(1, 99)]


@frozen(kw_only=True)
class EqualGroups:
    """What the owner of a formation sees when deciding which of its equal groups is its main body.

    Attributes:
        formation: The formation.
        groups: The units of each group, in the order of the alternatives.
    """

    formation: str
    groups: tuple[tuple[Unit, ...], ...]


def _strongest(equal: EqualGroups, alternatives: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    steps = [sum(unit.steps for unit in group) for group in equal.groups]
    return alternatives[steps.index(max(steps))]


MAIN_BODY: Choice[EqualGroups, tuple[str, ...]] = Choice(
    "main_body",
    rule="5.2.1-ties",
    who="owner",
    about="Which of the equal groups is the main body of the formation? Default: the one with the most steps; of equal "
    "ones the one with the lowest key.",
    default=_strongest,
    unit=lambda equal: equal.formation,
    side=lambda equal: equal.groups[0][0].side,
)

_Group: TypeAlias = tuple[Unit, ...]


def _main_bodies(
    umpire: Umpire[Options], formation: Formation, groups: Sequence[_Group], former: Collection[MainBody]
) -> list[_Group]:
    """Return the groups that are main bodies: the largest, or the two largest of a division that may have two.

    Among equal groups, the one that holds most members of a former main body stays one; where that does not settle it,
    the owner decides.

    Args:
        umpire: Asks the owner.
        formation: The formation.
        groups: Its groups in the order of their lowest keys.
        former: Its main bodies after the last check.

    Rules: 5.2.1-ties, 5.2.1-two-bodies.
    """
    allowed = formation.main_bodies
    if len(groups) <= allowed:
        return list(groups)
    smallest = sorted((len(group) for group in groups), reverse=True)[allowed - 1]
    chosen = [group for group in groups if len(group) > smallest]
    equal = [group for group in groups if len(group) == smallest]
    if len(chosen) + len(equal) > allowed:
        heirs = _heirs(groups, former)
        kept = [group for group in equal if group in heirs]
        if len(chosen) + len(kept) <= allowed:
            chosen += kept
            equal = [group for group in equal if group not in kept]
            for group in kept:
                text = "no larger group of {formation}: the main body with {unit} stays one"
                umpire.result("5.2.1-ties", text, formation=formation.key, unit=group[0].key)
        else:
            equal = kept
    while len(chosen) < allowed:
        body = equal[0] if len(equal) == 1 else _decided(umpire, formation.key, equal)
        chosen.append(body)
        equal.remove(body)
    return sorted(chosen, key=lambda group: (-len(group), group[0].key))


def _heirs(groups: Sequence[_Group], former: Collection[MainBody]) -> list[_Group]:
    """Return the groups each of which holds more members of a former main body than any other group does.

    Rules: 5.2.1-ties.
    """
    heirs: list[_Group] = []
    for body in former:
        shares = [sum(unit.key in body.units for unit in group) for group in groups]
        most = max(shares)
        if most and shares.count(most) == 1:
            heirs.append(groups[shares.index(most)])
    return heirs


def _decided(umpire: Umpire[Options], formation: str, equal: Sequence[_Group]) -> _Group:
    note_values(umpire, (unit for group in equal for unit in group))
    alternatives = tuple(tuple(unit.key for unit in group) for group in equal)
    chosen = umpire.choose(MAIN_BODY, alternatives, EqualGroups(formation=formation, groups=tuple(equal)))
    return equal[alternatives.index(chosen)]


def _groups(members: Sequence[Unit], reach: int, grid: HexGrid, closed: Collection[str]) -> list[_Group]:
    """Return the groups of units linked by lines of command, chained: A to B and B to C put A and C in one group.

    Args:
        members: The units of the formation that can make its main body.
        reach: How long a line may be, in hexes.
        grid: The hexes of the board.
        closed: The hexes that enemies hold.

    Returns:
        The groups in the order of their lowest keys, each in the order of its keys.

    Rules: 5.2.1-group, 5.2.1-lines, 5.2.2-cavalry-formations.
    """
    in_hex: dict[str, list[Unit]] = {}
    for unit in members:
        in_hex.setdefault(_place(unit), []).append(unit)
    found = groups_within(grid, in_hex, reach, closed=closed)
    groups = (sorted((unit for place in places for unit in in_hex[place]), key=_key) for places in found)
    return sorted((tuple(group) for group in groups), key=lambda group: group[0].key)


def _key(unit: Unit) -> str:
    return unit.key


def _place(unit: Unit) -> str:
    return unit.hex or ""  # only units on the map are asked about


@lru_cache(maxsize=8)
def _formations(given: tuple[Formation, ...] | None) -> Mapping[str, Formation]:
    listed = order_of_battle().formations if given is None else given
    return {formation.key: formation for formation in listed}


def _formation(request: CommandRequest, key: str) -> Formation:
    """Return a formation; one that is not listed is of infantry, with one main body.

    Rules: 5.1-formations.
    """
    known = _formations(request.formations)
    return known.get(key) or Formation(key=key, name=key, side=request.side, division="")


def _exceptions(request: CommandRequest) -> tuple[CommandException, ...]:
    return command_exceptions(request.exceptions)


def _makes_main_body(request: CommandRequest, unit: Unit) -> bool:
    """Whether a unit is of the arm of which its formation makes a main body.

    Rules: 5.2.1-group, 5.2.2-cavalry-formations.
    """
    return bool(unit.formation) and unit.type == _formation(request, unit.formation).arm


# -------------------------------------------------------------------- who commands whom


@frozen(kw_only=True)
class _Commander:
    """A formation that may command a unit, and how far.

    Attributes:
        formation: The formation.
        reach: How long a line of command to a unit of its main body may be, in hexes.
        rule: By which rule.
    """

    formation: str
    reach: int
    rule: str


def _commanders(unit: Unit, request: CommandRequest, bodies: Mapping[str, Sequence[_Group]]) -> Iterator[_Commander]:
    """Yield the formations that may command a unit by distance, its own one first.

    Args:
        unit: A unit that makes no main body itself, or that is in none.
        request: The check.
        bodies: The main bodies of its side, by formation.

    Rules: 5.1-recruits, 5.1-white-independents, 5.1-lettone, 5.1-tchkz, 5.2.1-cavalry, 5.2.1-artillery.
    """
    reach = REACH_OF_CAVALRY if unit.type == "cavalry" else REACH[unit.side]
    if unit.recruit_battalion:
        for key in bodies:
            of_cavalry = _formation(request, key).arm == "cavalry"
            yield _Commander(formation=key, reach=REACH_OF_CAVALRY if of_cavalry else reach, rule="5.1-recruits")
    elif unit.independent:
        for key, groups in bodies.items():
            if any(member.division == unit.division for group in groups for member in group):
                yield _Commander(formation=key, reach=reach, rule="5.1-white-independents")
    else:
        rule = "5.2.1-cavalry" if unit.type == "cavalry" else "5.2.1-artillery"
        yield _Commander(formation=unit.formation, reach=reach, rule=rule)
    for exception in _exceptions(request):
        if unit.key in exception.units and request.day >= exception.from_day:
            # of the two exceptions one holds from the start and one from a later day on
            rule = "5.1-lettone" if exception.from_day == FIRST_DAY else "5.1-tchkz"
            yield from (_Commander(formation=key, reach=reach, rule=rule) for key in exception.formations)


class _Lines:
    """Lines of command: the shortest ways around the hexes that enemies hold, whatever the terrain.

    Rules: 5.2.1-lines.
    """

    __slots__ = ("_closed", "_grid", "_near")

    def __init__(self, grid: HexGrid, closed: Collection[str]) -> None:
        self._grid = grid
        self._closed = closed
        self._near: dict[str, Mapping[str, int]] = {}

    def near(self, place: str) -> Mapping[str, int]:
        """Return how far hexes are that may be in reach."""
        if place not in self._near:
            self._near[place] = self._grid.reachable(place, REACH_OF_CAVALRY, closed=self._closed).costs
        return self._near[place]

    def distance(self, place: str, places: Iterable[str]) -> int | None:
        """Return how far the nearest of several hexes is; None if no line leads to any."""
        costs = self._grid.reachable(place, None, closed=self._closed).costs
        return min((costs[other] for other in places if other in costs), default=None)


# -------------------------------------------------------------------- orel.command


@frozen(kw_only=True)
class CommandStatus:
    """Whether a unit is in command, and why.

    Attributes:
        unit: The key of the unit.
        in_command: Whether it is.
        reason: Why, or why not.
        commander: The formation that commands it; "" for none.
        distance: How far the nearest unit of a main body is that could command it, in hexes, where that decides; None
            if no line of command leads to any.
    """

    unit: str
    in_command: bool
    reason: CommandReason
    commander: str = ""
    distance: int | None = None


@frozen(kw_only=True)
class CommandOutcome:
    """Which units are in command until the next check of the side.

    Attributes:
        main_bodies: The main bodies, in the order of their formations; needed for the next check.
        statuses: The status of every unit of the side that is on the map or arrives, in listed order.
        units: The units that gain or lose the mark, with their new states.
    """

    main_bodies: tuple[MainBody, ...]
    statuses: tuple[CommandStatus, ...]
    units: tuple[Unit, ...]

    def summary(self, request: CommandRequest) -> str:
        """Return which units are out of command, and for which of them that is new."""
        names = names_of(request.units)
        fallen = [unit.key for unit in self.units if unit.out_of_command]
        back = [unit.key for unit in self.units if not unit.out_of_command]
        still = [key for key in self.out_of_command if key not in fallen]
        return words.sentences(
            "" if fallen or still else f"all {request.side.title()} units are in command",
            clause(fallen, names, "[is|are] out of command from now on"),
            clause(still, names, "[is|are] still out of command"),
            clause(back, names, "[is|are] in command again"),
        )

    @property
    def out_of_command(self) -> tuple[str, ...]:
        """The keys of the units that are out of command, in listed order."""
        return tuple(status.unit for status in self.statuses if not status.in_command)


@frozen(kw_only=True, cache_hash=True)
class CommandRequest(Request[CommandOutcome]):
    """A side in the command step of its turn.

    Attributes:
        side: The side.
        day: The day.
        units: The units of both sides. Those off the map are left out of the check.
        depots: The depots of both sides; lines of command do not pass those of the enemy.
        former: The main bodies of the side after its last check; none before the first.
        arrivals: The keys of the units of the side that come in this turn.
        formations: The formations, in a battle of your own; left out, those of the order of battle.
        exceptions: Which formations may command units of others there; likewise.
        board: The board, if it is not the printed extent.
    """

    side: Side
    day: Day
    units: Annotated[tuple[Unit, ...], Size(0, 999)]
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    former: Annotated[tuple[MainBody, ...], Size(0, 99), Cites("5.2.1-ties")] = ()
    arrivals: Annotated[tuple[str, ...], Size(0, 99), Cites("7.4-command")] = ()
    formations: Annotated[tuple[Formation, ...], Size(0, 99), Cites("5.1-formations")] | None = None
    exceptions: Annotated[tuple[CommandException, ...], Size(0, 99), Cites("5.1-lettone")] | None = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_places((*listed("units", self.units), *listed("depots", self.depots)), grid_in(self.board))
        own = {unit.key for unit in self.units if unit.side == self.side}
        for number, key in enumerate(self.arrivals):
            if key not in own:
                yield Problem(f".arrivals[{number}]", f"no {self.side} unit has the key {key!r}", "X-bad-units")
        for number, unit in enumerate(self.units):
            if unit.side == self.side:
                for problem in _wrong_membership(unit):
                    yield Problem(f".units[{number}]{problem.path}", problem.message, problem.rule)
        counts: dict[str, int] = {}
        for number, body in enumerate(self.former):
            counts[body.formation] = counts.get(body.formation, 0) + 1
            if counts[body.formation] > (allowed := _formation(self, body.formation).main_bodies):
                message = f"{body.formation} has at most {allowed} main bodies"
                yield Problem(f".former[{number}].formation", message, "5.2.1-two-bodies")


def _wrong_membership(unit: Unit) -> Iterator[Problem]:
    """Yield a problem for a unit that needs a commander and does not say which formation that is.

    Rules: 5.1-formations.
    """
    if unit.is_vehicle:
        return
    if unit.independent and unit.side == "red":
        yield Problem(".independent", "only White divisions have independent units", "5.1-white-independents")
    elif unit.independent and not unit.division:
        yield Problem(".division", "is missing: a formation of its division commands it", "5.1-white-independents")
    elif unit.recruit_battalion or unit.independent:
        if unit.formation:
            message = "recruits and independent units belong to no formation"
            yield Problem(".formation", message, "5.1-formations")
    elif not unit.formation:
        message = "is missing: only vehicles, recruits and independent units belong to none"
        yield Problem(".formation", message, "5.1-formations")


def _example() -> CommandRequest:
    order = order_of_battle()
    return CommandRequest(side="white", day=15, units=(*order.units_of("83S"), order.unit("R:2/Let")))


@procedure(
    "orel.command",
    title="Which units are in command?",
    rules=("5.1-formations",),
    example=_example,
)
def command(request: CommandRequest, umpire: Umpire[Options]) -> CommandOutcome:
    """Find the main bodies of a side, then say of each of its units whether it is in command.

    First each formation's infantry, of a brigade of cavalry its cavalry, falls into groups: units within 3 hexes, Red
    infantry within 2, of another of the group, chained. The group with the most units is the main body. Then every
    other unit looks for a unit of a main body that may command it: within 3 hexes, of Red infantry and artillery within
    2. Hexes that enemies hold, and no others, stop a line of command. Units that come this turn are in command wherever
    they are, and so are vehicles. The marks hold until the next check of the side.

    Rules: 5.2-timing, 5.2.1-group, 5.1-exempt, 7.4-command.
    """
    grid = grid_in(request.board or umpire.options.board)
    own = [unit for unit in request.units if unit.side == request.side and unit.hex is not None]
    everything: tuple[Unit | Depot, ...] = (*request.units, *request.depots)
    closed = frozenset(thing.hex for thing in everything if thing.side != request.side and thing.hex is not None)
    bodies = _all_bodies(umpire, request, own, grid, closed)
    lines = _Lines(grid, closed)
    statuses: list[CommandStatus] = []
    changed: list[Unit] = []
    for unit in request.units:
        if unit.side != request.side or (unit.hex is None and unit.key not in request.arrivals):
            continue
        status = _status(umpire, unit, request, bodies, lines)
        statuses.append(status)
        if unit.out_of_command == status.in_command:
            changed.append(evolve(unit, out_of_command=not status.in_command))
    return CommandOutcome(
        main_bodies=tuple(
            MainBody(formation=key, units=tuple(unit.key for unit in group))
            for key, groups in bodies.items()
            for group in groups
        ),
        statuses=tuple(statuses),
        units=tuple(changed),
    )


@command.legality
def _objections(request: CommandRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def _all_bodies(
    umpire: Umpire[Options], request: CommandRequest, own: Iterable[Unit], grid: HexGrid, closed: Collection[str]
) -> dict[str, list[_Group]]:
    """Return the main bodies of every formation that has any, by formation in alphabetical order.

    Rules: 5.1-formations, 5.2.1-group, 5.2.1-two-bodies, 5.2.2-cavalry-formations.
    """
    members: dict[str, list[Unit]] = {}
    for unit in own:
        if _makes_main_body(request, unit):
            members.setdefault(unit.formation, []).append(unit)
    bodies: dict[str, list[_Group]] = {}
    for key in sorted(members):
        formation = _formation(request, key)
        of_cavalry = formation.arm == "cavalry"
        reach = REACH_OF_CAVALRY if of_cavalry else REACH[request.side]
        groups = _groups(members[key], reach, grid, closed)
        former = [body for body in request.former if body.formation == key]
        bodies[key] = _main_bodies(umpire, formation, groups, former)
        rule = "5.2.2-cavalry-formations" if of_cavalry else "5.2.1-group"
        if formation.main_bodies > 1:
            rule = "5.2.1-two-bodies"
        for group in bodies[key]:
            units = ", ".join(unit.key for unit in group)
            umpire.result(rule, "main body of {formation}: {units}", formation=key, units=units)
    return bodies


def _status(
    umpire: Umpire[Options],
    unit: Unit,
    request: CommandRequest,
    bodies: Mapping[str, Sequence[_Group]],
    lines: _Lines,
) -> CommandStatus:
    """Say whether a unit is in command.

    Rules: 5.1-exempt, 7.4-command, 5.2.1-group, 5.2.1-cavalry, 5.2.1-artillery.
    """
    if unit.is_vehicle:
        umpire.result("5.1-exempt", "{unit} is a vehicle: in command", unit=unit.key)
        return CommandStatus(unit=unit.key, in_command=True, reason="vehicle")
    if unit.hex is None or unit.key in request.arrivals:
        umpire.result("7.4-command", "{unit} comes this turn: in command", unit=unit.key)
        return CommandStatus(unit=unit.key, in_command=True, reason="arrival")
    if _makes_main_body(request, unit) and any(unit in group for group in bodies[unit.formation]):
        return CommandStatus(unit=unit.key, in_command=True, reason="main_body", commander=unit.formation, distance=0)
    return _by_distance(umpire, unit, request, bodies, lines)


def _by_distance(
    umpire: Umpire[Options],
    unit: Unit,
    request: CommandRequest,
    bodies: Mapping[str, Sequence[_Group]],
    lines: _Lines,
) -> CommandStatus:
    """Say whether a unit outside the main bodies is near enough to one that may command it.

    Rules: 5.1-recruits, 5.1-white-independents, 5.1-lettone, 5.1-tchkz, 5.2.1-cavalry, 5.2.1-artillery.
    """
    commanders = tuple(_commanders(unit, request, bodies))
    near = lines.near(_place(unit))
    hexes = {
        commander.formation: [_place(member) for group in bodies.get(commander.formation, ()) for member in group]
        for commander in commanders
    }
    for commander in commanders:
        distance = min((near[other] for other in hexes[commander.formation] if other in near), default=None)
        if distance is not None and distance <= commander.reach:
            text = "{unit} is in command: at distance {distance} from the main body of {formation}"
            umpire.result(commander.rule, text, unit=unit.key, distance=distance, formation=commander.formation)
            return CommandStatus(
                unit=unit.key,
                in_command=True,
                reason="near_main_body",
                commander=commander.formation,
                distance=distance,
            )
    everywhere = [other for formation in hexes.values() for other in formation]
    far = lines.distance(_place(unit), everywhere)
    rule = commanders[0].rule if commanders else "5.1-recruits" if unit.recruit_battalion else "5.1-white-independents"
    if _makes_main_body(request, unit):
        reason: CommandReason = "outside_main_body"
        rule = "5.2.2-cavalry-formations" if unit.type == "cavalry" else "5.2.1-group"
    else:
        reason = "out_of_reach" if everywhere else "no_main_body"
    if far is None:
        umpire.result(rule, "{unit} is out of command: no line leads to a main body that may command it", unit=unit.key)
    else:
        text = "{unit} is out of command: {distance} hexes from the nearest main body that may command it"
        umpire.result(rule, text, unit=unit.key, distance=far)
    return CommandStatus(unit=unit.key, in_command=False, reason=reason, distance=far)
