"""Recruits: the points of a turn, enlisted prisoners, recovered steps and new battalions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError, NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import STATION, HexMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites, Was
from rcw_rules.orel.definitions import (
    PEOPLE,
    called,
    grid_in,
    note_values,
    occupied,
    off_the_board_in_play,
    off_the_rails,
    required_board,
    zones_against,
)
from rcw_rules.orel.model import (
    LOWEST_WITH_RECRUITS,
    OREL,
    Day,
    Depot,
    HexLabel,
    Side,
    Unit,
    enemy_of,
    half_up,
    listed,
    wrong_places,
    wrong_words,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import ScenarioName
from rcw_rules.orel.supply import (
    SUPPLY_RANGE,
    SupplyGround,
    depot_supply,
    in_range,
    linked_rails,
    supply_barriers,
    supply_ground,
)

MOST_RECRUIT_POINTS = 12  # 4-cap
RecruitPoints: TypeAlias = Annotated[int, Range(0, MOST_RECRUIT_POINTS, rule="4-cap")]
"""Recruit points (RP) that a side has saved."""

POINT_FOR_OREL = 1  # 4-income
PRISONERS_FOR_A_POINT = 3  # 4.1-convert
LOST_TO_EXACTIONS = 2  # 6-list: Civil Exactions
COST_OF_BATTALION = 2  # 4.3.2-create
COST_BY_DETACHMENT = 1  # 6-list: Workers' detachment
MOST_BATTALIONS: dict[Side, int] = {"red": 4, "white": 3}  # 4.3.2-create

# -------------------------------------------------------------------- orel.recruit_income


@frozen(kw_only=True)
class Enlisting:
    """What a player sees when deciding how many groups of prisoners to enlist.

    Attributes:
        side: The player's side.
        points: The player's recruit points without any.
        prisoners: The player's prisoners.
    """

    side: Side
    points: int
    prisoners: int


def _as_many_as_fit(enlisting: Enlisting, alternatives: tuple[int, ...]) -> int:
    return min(max(alternatives), max(0, MOST_RECRUIT_POINTS - enlisting.points))


ENLIST: Choice[Enlisting, int] = Choice(
    "enlist_prisoners",
    rule="4.1-convert",
    who="owner",
    about="How many groups of three prisoners become recruit points? Default: as many as fit below the limit of 12.",
    default=_as_many_as_fit,
    side=lambda enlisting: enlisting.side,
)


@frozen(kw_only=True)
class RecruitIncomeOutcome:
    """The recruit points of a side after its income.

    Attributes:
        points: What it has.
        points_lost: What it lost because no more than 12 are kept.
        prisoners: The prisoners that it has left.
    """

    points: int
    points_lost: Annotated[int, Was("lost", before=5)]
    prisoners: int

    def summary(self, request: RecruitIncomeRequest) -> str:
        """Return the recruit points of the side before and after, and what became of prisoners."""
        changed = f" ({request.saved} before)" if self.points != request.saved else ""
        enlisted = request.prisoners - self.prisoners
        over = f"{words.counted(self.points_lost, 'point')} above {MOST_RECRUIT_POINTS}"
        lost = f"{over} {'is' if self.points_lost == 1 else 'are'} lost"
        return words.sentences(
            f"the {PEOPLE[request.side]} have {words.counted(self.points, 'recruit point')}{changed}",
            f"they enlist {enlisted} of their {request.prisoners} prisoners" if enlisted else "",
            lost if self.points_lost else "",
        )


@frozen(kw_only=True, cache_hash=True)
class RecruitIncomeRequest(Request[RecruitIncomeOutcome]):
    """A side at the beginning of its recruitment step.

    Attributes:
        side: The side.
        day: The day.
        saved: The recruit points that it has saved.
        controls_orel: Whether it controls Orel: see `controls_orel`.
        prisoners: Its prisoners.
        civil_exactions: Whether that event has cost it points of this income.
        scenario: The scenario.
    """

    side: Side
    day: Day
    saved: RecruitPoints = 0
    controls_orel: Annotated[bool, Cites("4-income")] = False
    prisoners: Annotated[int, Range(0, 999, rule="4.1-capture")] = 0
    civil_exactions: Annotated[bool, Cites("6-list")] = False
    scenario: Annotated[ScenarioName, Cites("10.1-brasovo")] = "historical"


def controls_orel(side: Side, units: Iterable[Unit], *, held_last: Side = "white") -> bool:
    """Whether a side controls Orel for the point that it gives.

    It does with a combat unit or artillery there; if neither side has any there, the side that had one there last does.

    Args:
        side: The side.
        units: The units of both sides.
        held_last: Which side last had a combat unit or artillery there; when the game begins, the Whites.

    Rules: 4-income.
    """
    holders = {unit.side for unit in units if unit.hex == OREL and not unit.is_vehicle}
    return side in (holders or {held_last})


def _income_example() -> RecruitIncomeRequest:
    return RecruitIncomeRequest(side="white", day=16, saved=4, controls_orel=True, prisoners=7)


@procedure(
    "orel.recruit_income",
    title="How many recruit points does the side have?",
    formerly=("How many recruit points has the side?",),
    rules=("4-income",),
    example=_income_example,
)
def recruit_income(request: RecruitIncomeRequest, umpire: Umpire[Options]) -> RecruitIncomeOutcome:
    """Add the points of the day to those saved, then those for prisoners, and lose what exceeds 12.

    The points of the day are those of the Turn Track, and one more for the side that controls Orel. In the introductory
    scenario they are half those of the track, rounded to nearest, halves up, and Orel gives none. Civil Exactions take
    2 off the income, not below 0. Prisoners that are not enlisted are kept, and so is the remainder of a group.

    Raises:
        NeedsRuling: If the day lies after the last one of the Turn Track.

    Rules: 4-income, 4-cap, 4.1-convert, 10.1-brasovo.
    """
    income = _of_the_day(umpire, request)
    if request.civil_exactions:
        income = max(0, income - LOST_TO_EXACTIONS)
        umpire.result("6-list", "after Civil Exactions: {income}", income=income)
    points = request.saved + income
    groups = 0
    if request.prisoners >= PRISONERS_FOR_A_POINT:
        possible = tuple(range(request.prisoners // PRISONERS_FOR_A_POINT + 1))
        enlisting = Enlisting(side=request.side, points=points, prisoners=request.prisoners)
        groups = umpire.choose(ENLIST, possible, enlisting)
        umpire.result("4.1-convert", "recruit points for prisoners: {groups}", groups=groups)
    lost = max(0, points + groups - MOST_RECRUIT_POINTS)
    points = points + groups - lost
    umpire.result("4-cap", "recruit points: {points}, lost: {lost}", points=points, lost=lost)
    return RecruitIncomeOutcome(
        points=points, points_lost=lost, prisoners=request.prisoners - PRISONERS_FOR_A_POINT * groups
    )


def _of_the_day(umpire: Umpire[Options], request: RecruitIncomeRequest) -> int:
    """Return the points that a side receives on a day.

    Rules: 4-income, 10-turn-track, 10.1-brasovo.
    """
    track = umpire.charts["turn_track"]
    if str(request.day) not in track.rows.keys:
        question = f"How many recruit points are there on {request.day} October?"
        raise NeedsRuling("10-turn-track", question, "a chart turn_track with a row for that day")
    printed = umpire.look_up("turn_track", request.day, request.side).number()
    if request.scenario == "introductory":
        income = half_up(Fraction(printed, 2))
        umpire.result("10.1-brasovo", "half of {printed} in this scenario: {income}", printed=printed, income=income)
        return income
    if not request.controls_orel:
        return printed
    umpire.result("4-income", "{points} more for Orel", points=POINT_FOR_OREL)
    return printed + POINT_FOR_OREL


# -------------------------------------------------------------------- orel.recruit_spend


@frozen(kw_only=True, cache_hash=True)
class RecoverSteps:
    """An order to restore steps to a unit, for a recruit point each.

    Attributes:
        unit: The key of the unit.
        steps: How many.
        in_range: Whether it is within 5 movement points of a functional depot; None to find out on the board.
    """

    unit: Annotated[str, Size(1, 100)]
    steps: Annotated[int, Range(1, 12, rule="4.3.1A-recover")]
    in_range: Annotated[bool | None, Cites("4.3.1C-conditions")] = None


@frozen(kw_only=True, cache_hash=True)
class CreateBattalion:
    """An order to create a battalion of recruits.

    Attributes:
        unit: The key of the battalion.
        station: The hex of the station at which it appears; None if it is to enter by a friendly edge of the board in
            the movement phase.
        linked: Whether that is a railroad station which the side controls and from which controlled railroad leads to
            its edge of the board; None to find out on the board.
    """

    unit: Annotated[str, Size(1, 100)]
    station: HexLabel | None = None
    linked: Annotated[bool | None, Cites("4.3.2-entry")] = None


RecruitOrder: TypeAlias = RecoverSteps | CreateBattalion


@frozen(kw_only=True)
class RecruitSpendOutcome:
    """What recruit points were spent on.

    Attributes:
        points: The recruit points left.
        units: The units that recovered steps, with their new states, in the order of the orders.
        battalions: The battalions created, likewise; in no hex if they are still to enter. All of them are in command
            this turn.
    """

    points: int
    units: tuple[Unit, ...]
    battalions: tuple[Unit, ...]

    def summary(self, request: RecruitSpendRequest) -> str:
        """Return what each unit recovers, which battalions are created, and what is left of the points."""
        told: list[str] = []
        now = {unit.key: unit for unit in request.units}
        for unit in self.units:
            was, now[unit.key] = now[unit.key], unit
            steps = words.counted(unit.steps - was.steps, "step")
            falls = f", and its quality falls to {unit.quality}" if unit.quality < was.quality else ""
            told.append(f"{called(unit)} recovers {steps} ({was.steps} to {unit.steps}){falls}")
        for unit in self.battalions:
            where = "to enter the map in the movement phase" if unit.hex is None else f"in hex {unit.hex}"
            told.append(f"{called(unit)} is created {where}")
        points = words.counted(self.points, "recruit point")
        left = f"{points} {'is' if self.points == 1 else 'are'} left ({request.points} to {self.points})"
        return words.sentences(*told, left)


@frozen(kw_only=True, cache_hash=True)
class RecruitSpendRequest(Request[RecruitSpendOutcome]):
    """A side with recruit points to spend.

    Attributes:
        side: The side.
        points: Its recruit points.
        orders: What it spends them on.
        units: The units of both sides, including battalions that do not exist yet or any more; these are in no hex.
        off_map: The keys of its units in no hex that exist: driven off the map, or created and still to enter.
        depots: The depots of both sides; which of the side's own are functional the board tells.
        workers_detachment: Whether it uses that event, by which a battalion costs 1 point.
        board: The board, unless the orders say what is in range and linked.
    """

    side: Side
    points: RecruitPoints
    orders: Annotated[tuple[RecruitOrder, ...], Size(1, 20)]
    units: Annotated[tuple[Unit, ...], Size(1, 300)]
    off_map: Annotated[tuple[str, ...], Size(0, 99), Cites("7.5-off-map-recruits")] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    workers_detachment: Annotated[bool, Cites("6-list")] = False
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        grid = grid_in(self.board)
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_places((*listed("units", self.units), *listed("depots", self.depots)), grid)
        own = {unit.key: unit for unit in self.units if unit.side == self.side}
        for number, key in enumerate(self.off_map):
            if key not in own or own[key].hex is not None:
                message = f"no {self.side} unit off the map has the key {key!r}"
                yield Problem(f".off_map[{number}]", message, "X-bad-units")
        seen: set[str] = set()
        for number, order in enumerate(self.orders):
            path = f".orders[{number}].unit"
            if order.unit in seen:
                yield Problem(path, f"there are two orders for {order.unit!r}", "X-bad-units")
            seen.add(order.unit)
            yield from self._wrong_order(order, own.get(order.unit), path)
            if isinstance(order, CreateBattalion) and order.station is not None and not grid.has(order.station):
                message = f"hex {order.station} is not on the board"
                yield Problem(f".orders[{number}].station", message, "X-bad-units")

    def _wrong_order(self, order: RecruitOrder, unit: Unit | None, path: str) -> Iterator[Problem]:
        exists = unit is not None and (unit.hex is not None or unit.key in self.off_map)
        if unit is None:
            yield Problem(path, f"no {self.side} unit has the key {order.unit!r}", "X-bad-units")
        elif isinstance(order, RecoverSteps):
            if not exists:
                yield Problem(path, f"{order.unit!r} is in no hex; if it was driven off the map, say so", "X-bad-units")
        elif not unit.recruit_battalion:
            yield Problem(path, f"{order.unit!r} is not a battalion of recruits", "4.3.2-create")
        elif exists:
            yield Problem(path, f"the battalion {order.unit!r} exists already", "4.3.2-create")


def _spend_example() -> RecruitSpendRequest:
    battalion = Unit(
        key="2/1D", side="white", type="infantry", hex="1214", formation="1Dr", tq=6, steps=2, steps_full=4, strength=6
    )
    recruits = Unit(key="Recruits 1", side="white", type="infantry", recruit_battalion=True, tq=3, steps=3, strength=3)
    return RecruitSpendRequest(
        side="white",
        points=5,
        orders=(
            RecoverSteps(unit="2/1D", steps=1, in_range=True),
            CreateBattalion(unit="Recruits 1", station="0717", linked=True),
        ),
        units=(battalion, recruits),
    )


@procedure(
    "orel.recruit_spend",
    title="What do the recruit points buy?",
    rules=("4.3.1A-recover",),
    example=_spend_example,
)
def recruit_spend(request: RecruitSpendRequest, umpire: Umpire[Options]) -> RecruitSpendOutcome:
    """Carry out the orders of a recruitment step in turn.

    A point restores a step, as many to a unit as it has lost. The first time that this turns a unit from its reduced to
    its full side, its quality falls by one for good, not below 2 for Reds and 3 for Whites. Two points create a
    battalion, at full steps and in combat mode, at a station or to enter in the movement phase. A hex may be overfull
    until the end of that phase. Either all orders are carried out or none.

    Raises:
        NeedsRuling: If an order does not say what is in range or linked and there is no board to tell.
        IllegalRequestError: If the board tells that a unit is out of range, or that no linked station is there.

    Rules: 4.3.1A-recover, 4.3.1B-recruit-tq, 4.3.2-create, 4.3.2-entry.
    """
    note_values(umpire, request.units)
    _require_places(umpire, request)
    units = {unit.key: unit for unit in request.units}
    recovered: list[Unit] = []
    battalions: list[Unit] = []
    for order in request.orders:
        if isinstance(order, RecoverSteps):
            recovered.append(_recovered(umpire, units[order.unit], order.steps))
        else:
            battalions.append(_created(umpire, units[order.unit], order.station))
    points = request.points - sum(_costs(request))
    umpire.result("4.3.2-create" if battalions else "4.3.1A-recover", "recruit points left: {points}", points=points)
    return RecruitSpendOutcome(points=points, units=tuple(recovered), battalions=tuple(battalions))


def _costs(request: RecruitSpendRequest) -> list[int]:
    """Return what each order costs; the detachment of workers makes the first battalion cheaper.

    Rules: 4.3.1A-recover, 4.3.2-create, 6-list.
    """
    costs: list[int] = []
    cheaper = request.workers_detachment
    for order in request.orders:
        if isinstance(order, RecoverSteps):
            costs.append(order.steps)
        else:
            costs.append(COST_BY_DETACHMENT if cheaper else COST_OF_BATTALION)
            cheaper = False
    return costs


def _recovered(umpire: Umpire[Options], unit: Unit, steps: int) -> Unit:
    """Return a unit with steps restored, and with the marker if that turns it to its full side.

    Rules: 4.3.1A-recover, 4.3.1B-recruit-tq.
    """
    stronger = evolve(unit, steps=unit.steps + steps, steps_full=unit.full_steps)
    umpire.result("4.3.1A-recover", "{unit} now has {steps} steps", unit=unit.key, steps=stronger.steps)
    if unit.recruits_marker or not unit.is_reduced or stronger.is_reduced:
        return stronger
    marked = evolve(stronger, recruits_marker=True)
    text = "{unit} is at full side again with recruits: its quality is {quality}, never below {lowest}"
    lowest = LOWEST_WITH_RECRUITS[unit.side]
    umpire.result("4.3.1B-recruit-tq", text, unit=unit.key, quality=marked.quality, lowest=lowest)
    return marked


def _created(umpire: Umpire[Options], battalion: Unit, station: str | None) -> Unit:
    """Return a new battalion, as unharmed as its counter, whatever became of an earlier one.

    Rules: 4.3.2-create, 4.3.2-entry, 7.4-command.
    """
    where = "is to enter by a friendly edge" if station is None else f"appears in {station}"
    umpire.result("4.3.2-entry", "{unit} {where}, in command this turn", unit=battalion.key, where=where)
    return evolve(
        battalion,
        hex=station,
        steps=battalion.full_steps,
        mode="combat",
        unsupplied=False,
        disorganised=False,
        repulsed=False,
        entrenchment="none",
        out_of_command=False,
        recruits_marker=False,
    )


# -------------------------------------------------------------------- what forbids orders


@recruit_spend.legality
def _objections(request: RecruitSpendRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.board, options):
        yield from off_board
        return
    units = {unit.key: unit for unit in request.units}
    left = request.points
    existing = sum(unit.recruit_battalion and _exists(unit, request) for unit in units.values())
    zones = zones_against(request.units, request.side, "supply", grid_in(request.board or options.board))
    held = occupied(request.units, enemy_of(request.side))
    for number, (order, cost) in enumerate(zip(request.orders, _costs(request), strict=True)):
        path, unit = f"$.orders[{number}]", units[order.unit]
        if cost > left:
            rule = "4.3.1A-recover" if isinstance(order, RecoverSteps) else "4.3.2-create"
            message = f"it costs {cost} recruit points, {left} are left"
            yield Objection(rule=rule, message=message, path=path)
        left = max(0, left - cost)
        if isinstance(order, RecoverSteps):
            yield from _unable_to_recover(unit, order, path)
            continue
        existing += 1
        if existing > MOST_BATTALIONS[request.side]:
            message = f"{request.side} has {MOST_BATTALIONS[request.side]} battalions of recruits at most at one time"
            yield Objection(rule="4.3.2-create", message=message, path=f"{path}.unit")
        if order.station is not None and (order.linked is False or order.station in held):
            yield _not_linked(path)
        elif order.station in zones:
            message = (
                f"{order.station} is in an enemy zone of control that no friendly combat unit or artillery negates"
            )
            yield Objection(rule="4.3.2-entry", message=message, path=f"{path}.station")


def _exists(unit: Unit, request: RecruitSpendRequest) -> bool:
    return unit.side == request.side and (unit.hex is not None or unit.key in request.off_map)


def _unable_to_recover(unit: Unit, order: RecoverSteps, path: str) -> Iterator[Objection]:
    """Yield what keeps a unit from recovering steps; off the map neither its mode nor a depot matters.

    Rules: 4.3.1A-recover, 4.3.1C-conditions, 7.5-off-map-recruits.
    """
    rule = "4.3.1C-conditions"
    if not unit.is_combat:
        message = f"only infantry and cavalry recover steps, no unit of type {unit.type}"
        yield Objection(rule=rule, message=message, path=f"{path}.unit")
    if unit.mode == "routed":
        yield Objection(rule=rule, message="a routed unit recovers no steps", path=f"{path}.unit")
    elif unit.mode == "march" and unit.hex is not None:
        yield Objection(rule=rule, message="a unit recovers steps in combat mode alone", path=f"{path}.unit")
    if order.steps > unit.lost_steps:
        message = f"{unit.key} can recover no more than the {unit.lost_steps} steps that it has lost"
        yield Objection(rule="4.3.1A-recover", message=message, path=f"{path}.steps")
    if order.in_range is False and unit.hex is not None:
        yield _out_of_range(path)


def _out_of_range(path: str) -> Objection:
    message = f"a unit recovers steps within {SUPPLY_RANGE} movement points of a functional depot alone"
    return Objection(rule="4.3.1C-conditions", message=message, path=f"{path}.unit")


def _not_linked(path: str) -> Objection:
    message = (
        "a battalion appears at a railroad station that its side controls and that is linked to its edge of the board; "
        "without one it enters by such an edge"
    )
    return Objection(rule="4.3.2-entry", message=message, path=f"{path}.station")


def _require_places(umpire: Umpire[Options], request: RecruitSpendRequest) -> None:
    """Hold orders that leave it open to what the board says of ranges and stations.

    Rules: 4.3.1C-conditions, 4.3.2-entry, 8.2.2-range, 3.1-rail-control, 3.2A-convoi, 3.2A-rail-depot.
    """
    units = {unit.key: unit for unit in request.units}
    ground: SupplyGround | None = None
    objections: list[Objection] = []
    for number, order in enumerate(request.orders):
        path, unit = f"$.orders[{number}]", units[order.unit]
        if isinstance(order, CreateBattalion):
            if order.station is not None and order.linked is None and not _is_linked(umpire, request, order.station):
                objections.append(_not_linked(path))
        elif order.in_range is None and unit.hex is not None:
            ground = ground or supply_ground(
                umpire, request.units, request.side, depots=request.depots, board=request.board
            )
            own = (depot for depot in request.depots if depot.side == request.side)
            near = (depot for depot in own if in_range(unit, depot, ground))
            if not any(depot_supply(depot, ground).functional for depot in near):
                objections.append(_out_of_range(path))
    if objections:
        raise IllegalRequestError(Verdict(objections=tuple(objections)))


def _is_linked(umpire: Umpire[Options], request: RecruitSpendRequest, place: str) -> bool:
    """Whether a hex of the board is a station that the side controls and that is linked to its edge.

    Rules: 4.3.2-entry, 3.1-rail-control.
    """
    board = required_board(request.board, umpire.options, f"Is {place} a railroad station with a link to the edge?")
    barriers = supply_barriers(request.units, request.side, board.grid, request.depots)
    return place in board.hexes_with(STATION) and place in linked_rails(board, request.side, barriers)
