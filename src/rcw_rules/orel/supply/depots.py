"""Depots: whether they are functional, what capacity they have, and what happens to them when they are overrun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import STATION, HexMap
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    CONVOIS_SUPPLIED,
    FRIENDLY_EDGES,
    clause,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
)
from rcw_rules.orel.model import LAST_DAY, Day, Depot, Side, Unit, enemy_of, keys_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import order_of_battle
from rcw_rules.orel.supply.railroads import linked_rails, rail_net
from rcw_rules.orel.supply.trace import (
    SUPPLY_RANGE,
    SupplyGround,
    supply_column,
    supply_ground,
    supply_line,
    tell_costs,
)

SuppliedBy: TypeAlias = Literal["railroad", "supply_hex"]
"""What keeps a depot functional: the railroad, or one of the hexes that convois of its side may trace to instead."""

DepotMoment: TypeAlias = Literal["other", "combat", "end_of_combat"]
"""When a depot is looked at: in or at the end of a combat phase, of either player, or at any other time."""

CONVOI_RANGE = 10  # 3.2A-convoi
SUPPLY_HEX_RANGE = 3  # 3.2A-convoi-exceptions
RESUPPLIED_BY_SPOILS = 2  # 3.3-spoils
RESUPPLIED_BY_SPOILS_OF_DOUBLE_TRACK = 4  # 3.3-spoils

# -------------------------------------------------------------------- what other chapters ask


@frozen(kw_only=True)
class DepotSupply:
    """How a depot itself is supplied.

    Attributes:
        by: What keeps it functional; None if it is not.
        line: The hexes of its line, from its own on: to a linked railroad hex, a supply hex or the edge.
        movement_points: What the line of a convoi costs.
        doubled: Whether its capacity is doubled.
    """

    by: SuppliedBy | None = None
    line: tuple[str, ...] = ()
    movement_points: int | None = None
    doubled: bool = False

    @property
    def functional(self) -> bool:
        """Whether the depot is functional."""
        return self.by is not None


NOT_FUNCTIONAL = DepotSupply()


def depot_supply(depot: Depot, ground: SupplyGround) -> DepotSupply:
    """Return how a depot is supplied at this moment.

    A railroad depot stands on a station, and controlled railroad leads from there to a friendly edge; if double track
    does all the way, its capacity is doubled. A convoi traces a line of at most 10 movement points to a linked railroad
    hex, its own perhaps; else one of at most 3 to a supply hex of its side.

    Args:
        depot: The depot.
        ground: What the lines of its side run over.

    Raises:
        NeedsRuling: If there is no board; not for a convoi that stands in a supply hex.

    Rules: 3.2A-convoi, 3.2A-convoi-exceptions, 3.2A-rail-depot, 3.1-double.
    """
    if depot.hex is None:
        return NOT_FUNCTIONAL
    if ground.board is None:
        if depot.kind == "convoi" and depot.hex in supply_hexes(ground):
            return DepotSupply(by="supply_hex", line=(depot.hex,), movement_points=0)
        raise NeedsRuling(
            "D-map",
            f"Which railroad, with which stations, links hex {depot.hex} of {depot.key} to an edge of {depot.side}?",
            "a board with its railroads, in the request or as the option board (the map is not printed)",
        )
    if depot.kind == "rail_depot":
        return _supply_of_rail_depot(depot.hex, ground.board, ground)
    line = supply_line(depot, linked_hexes(ground), ground, budget=CONVOI_RANGE)
    if line is not None:
        return DepotSupply(by="railroad", line=line.places, movement_points=line.cost)
    line = supply_line(depot, supply_hexes(ground), ground, budget=SUPPLY_HEX_RANGE)
    if line is not None:
        return DepotSupply(by="supply_hex", line=line.places, movement_points=line.cost)
    return NOT_FUNCTIONAL


def supply_hexes(ground: SupplyGround) -> tuple[str, ...]:
    """Return the hexes off the railroads that convois of the side may trace to, without those that the enemy closes.

    A map can mark them. On one that marks none, for neither side, they are those of the book.

    Rules: 3.2A-convoi-exceptions.
    """
    zones = () if ground.board is None else ground.board.zones
    if any(zone.name in CONVOIS_SUPPLIED.values() for zone in zones):
        own = (zone.hexes for zone in zones if zone.name == CONVOIS_SUPPLIED[ground.side])
    else:
        own = (group.hexes for group in order_of_battle().supply_exceptions if group.side == ground.side)
    return tuple(place for hexes in own for place in hexes if ground.grid.has(place) and place not in ground.barriers)


def linked_hexes(ground: SupplyGround) -> tuple[str, ...]:
    """Return the railroad hexes that are controlled and linked to a friendly edge; none without a board.

    Rules: 3.1-rail-control.
    """
    return () if ground.board is None else linked_rails(ground.board, ground.side, ground.barriers)


def capacity_of(depot: Depot, supply: DepotSupply) -> int:
    """Return the capacity of a depot in munitions points, whether or not it is marked Unsupplied.

    Rules: 3.1-capacity, 3.1-double.
    """
    return 2 * depot.capacity if supply.doubled else depot.capacity


def worth(unit: Unit) -> int:
    """Return what a unit is worth when its owner ranks units: strength, or fire strength, less its lost steps."""
    return unit.fire_strength() if unit.is_artillery or unit.is_train else unit.combat_strength()


def strongest_first(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return units by what they are worth, the strongest first; ties are broken by steps, then by key."""
    return tuple(sorted(units, key=lambda unit: (-worth(unit), -unit.steps, unit.key)))


def pick_units(
    umpire: Umpire[Options], choice: Choice[tuple[Unit, ...], str], candidates: Iterable[Unit], most: int
) -> tuple[Unit, ...]:
    """Return the units that their owner picks, one after another; all of them if there are no more than `most`.

    Args:
        umpire: Asks the owner.
        choice: The decision: the owner sees the units that are left and answers with a key.
        candidates: The units.
        most: How many the owner may pick.

    Rules: 3.3-spoils, 8.2.1-spoils, 8.2.1-refused-combat.
    """
    left = strongest_first(candidates)
    if len(left) <= most:
        return left
    picked: list[Unit] = []
    for _ in range(most):
        key = umpire.choose(choice, tuple(sorted(unit.key for unit in left)), left)
        picked.extend(unit for unit in left if unit.key == key)
        left = tuple(unit for unit in left if unit.key != key)
    return tuple(picked)


def strongest(left: tuple[Unit, ...], alternatives: tuple[str, ...]) -> str:
    """Return the key of the strongest unit, as a default for `pick_units`."""
    return left[0].key


def _supply_of_rail_depot(place: str, board: HexMap, ground: SupplyGround) -> DepotSupply:
    """Return how a railroad depot in a hex is supplied.

    Rules: 3.2A-rail-depot, 3.1-double.
    """
    if STATION not in board.features_at(place):
        return NOT_FUNCTIONAL
    edge = tuple(dict.fromkeys(one for side in FRIENDLY_EDGES[ground.side] for one in board.grid.edge(side)))

    def is_open(one: str) -> bool:
        return one not in ground.barriers

    double = rail_net(board, 2).link(place, edge, is_open=is_open)
    line = double or rail_net(board).link(place, edge, is_open=is_open)
    if line is None:
        return NOT_FUNCTIONAL
    return DepotSupply(by="railroad", line=line.places, doubled=double is not None)


# -------------------------------------------------------------------- orel.depot_status


@frozen(kw_only=True)
class DepotStatusOutcome:
    """The status of a depot.

    Attributes:
        functional: Whether it is functional.
        by: What keeps it so; None if it is not.
        line: The hexes of its own supply line, from its hex on.
        movement_points: What the line of a convoi costs; None for a railroad depot, whose line may have any length.
        doubled: Whether its capacity is doubled.
        capacity: The munitions points that it has left in this combat phase, or in the next if none is under way.
        unsupplied: Whether it is marked Unsupplied from now on.
        marker: What happened to its marker just now.
    """

    functional: bool
    by: SuppliedBy | None
    line: tuple[str, ...]
    movement_points: int | None
    doubled: bool
    capacity: int
    unsupplied: bool
    marker: Literal["placed", "removed", "unchanged"]

    def summary(self, request: DepotStatusRequest) -> str:
        """Return whether the depot is functional, what it can spend, and what happens to its marker."""
        key = request.depot.key
        points = words.counted(self.capacity, "munitions point")
        points += " left in this combat phase" if request.moment == "combat" else ""
        marker = {"placed": "it is marked Unsupplied", "removed": "it loses its Unsupplied marker"}
        to = "the railroad" if self.by == "railroad" else "a supply hex"
        line = f"it is supplied by {to}"
        if self.movement_points:
            line = f"its supply line to {to} costs {words.counted(self.movement_points, 'movement point')}"
        return words.sentences(
            f"{key} is {'' if self.functional else 'not '}functional and has {points}",
            line if self.functional else "",
            "its capacity is doubled" if self.doubled else "",
            marker.get(self.marker, ""),
        )


@frozen(kw_only=True, cache_hash=True)
class DepotStatusRequest(Request[DepotStatusOutcome]):
    """A depot, every unit on the map, and the moment.

    Attributes:
        depot: The depot, with its marker from before.
        units: The units of both sides.
        others: The other depots of both sides.
        moment: When it is looked at.
        spent: The munitions points that it has spent in this combat phase.
        used: Whether it has served at all in this combat phase, be it in defence, which costs no points.
        functional_then: Whether it was functional when it served; by default whether it is now.
        board: The board.
    """

    depot: Depot
    units: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    others: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    moment: DepotMoment = "other"
    spent: Annotated[int, Range(0, 40, rule="3.1-capacity")] = 0
    used: Annotated[bool, Cites("3.2B-nonfunctional")] = False
    functional_then: Annotated[bool | None, Cites("3.2B-nonfunctional")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    needs: ClassVar[tuple[Need, ...]] = (Need("depot.hex", rule="X-bad-units"),)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        first: tuple[str, Unit | Depot] = (".depot", self.depot)
        everybody = (first, *listed("units", self.units), *listed("others", self.others))
        yield from wrong_places(everybody, grid_in(self.board))
        if self.moment == "other" and (self.spent or self.used):
            field = ".spent" if self.spent else ".used"
            yield Problem(field, "a depot serves in combat phases alone", "3.1-capacity")
        if self.functional_then is not None and not (self.spent or self.used):
            yield Problem(".functional_then", "the depot has not served in this phase", "3.2B-nonfunctional")


def _status_example() -> DepotStatusRequest:
    depot = Depot(key="Convoi 3m", side="white", kind="convoi", capacity=3, hex="1218")
    board = HexMap(title="Open ground", grid=grid_in(None))
    return DepotStatusRequest(depot=depot, moment="combat", spent=1, board=board)


@procedure(
    "orel.depot_status",
    title="Is the depot functional, and how much capacity is left?",
    formerly=("Is the depot functional, and what capacity has it left?",),
    rules=("3.1-capacity",),
    example=_status_example,
)
def depot_status(request: DepotStatusRequest, umpire: Umpire[Options]) -> DepotStatusOutcome:
    """Trace the line of a depot, then see to its marker, then count its capacity.

    A functional depot loses its marker at once; if that happens in a combat phase it has no capacity until the end of
    it. One that is not functional keeps its capacity; if it has served so in a combat phase, and is not functional at
    the end of it either, it is marked then. A marked depot has no capacity. Points are spent out of the capacity of one
    combat phase and return in the next.

    Raises:
        IllegalRequestError: If it has spent more points than it has.
        NeedsRuling: If there is no board.

    Rules: 3.1-capacity, 3.2B-nonfunctional, 3.2B-recovery.
    """
    depot = request.depot
    note_values(umpire, request.units)
    depots = (depot, *request.others)
    ground = supply_ground(umpire, request.units, depot.side, depots=depots, board=request.board)
    supply = depot_supply(depot, ground)
    _tell_supply(umpire, depot, supply, ground)
    full = capacity_of(depot, supply)
    if request.spent > full:
        message = f"{request.spent} munitions points are more than the {full} of {depot.key}"
        Verdict(objections=(Objection(rule="3.1-capacity", message=message, path="$.spent"),)).require()
    ends = request.moment == "end_of_combat"
    served = (request.used or request.spent > 0) and not request.functional_then
    unsupplied = not supply.functional and (depot.unsupplied or (ends and served))
    if depot.unsupplied and not unsupplied:
        umpire.result("3.2B-recovery", "{depot} loses its Unsupplied marker", depot=depot.key)
    elif unsupplied and not depot.unsupplied:
        umpire.result("3.2B-nonfunctional", "{depot} is marked Unsupplied", depot=depot.key)
    if unsupplied or (depot.unsupplied and request.moment == "combat"):
        capacity = 0
    else:
        capacity = full - request.spent if request.moment == "combat" else full
    text = "{depot} has {points} munitions points"
    umpire.result("3.1-capacity", text, depot=depot.key, points=capacity)
    changed: Literal["placed", "removed"] = "placed" if unsupplied else "removed"
    return DepotStatusOutcome(
        functional=supply.functional,
        by=supply.by,
        line=supply.line,
        movement_points=supply.movement_points,
        doubled=supply.doubled,
        capacity=capacity,
        unsupplied=unsupplied,
        marker="unchanged" if unsupplied == depot.unsupplied else changed,
    )


@depot_status.legality
def _objections(request: DepotStatusRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    if request.depot.unsupplied and (request.spent or request.used):
        message = "a depot that is marked Unsupplied has no capacity and cannot have served in this phase"
        yield Objection(rule="3.2B-nonfunctional", message=message, path="$.spent" if request.spent else "$.used")


def _tell_supply(umpire: Umpire[Options], depot: Depot, supply: DepotSupply, ground: SupplyGround) -> None:
    """Tell how a depot is supplied."""
    if depot.kind == "rail_depot":
        text = "{depot} is functional: {functional}; line: {line}"
        line = "-".join(supply.line) or "none"
        umpire.result("3.2A-rail-depot", text, depot=depot.key, functional=supply.functional, line=line)
        if supply.doubled:
            umpire.result("3.1-double", "{depot} has twice its capacity on the double track", depot=depot.key)
        return
    umpire.ruling("supply_infantry_scale")
    rule = "3.2A-convoi-exceptions" if supply.by == "supply_hex" else "3.2A-convoi"
    if supply.movement_points is None:
        umpire.result(rule, "{depot} is not functional", depot=depot.key)
        return
    tell_costs(umpire, supply.line, supply_column(depot, ground), ground.board)
    text = "{depot} is functional: {points} movement points to hex {goal}"
    umpire.result(rule, text, depot=depot.key, points=supply.movement_points, goal=supply.line[-1])


# -------------------------------------------------------------------- orel.depot_elimination

RESUPPLY_BY_SPOILS: Choice[tuple[Unit, ...], str] = Choice(
    "resupply_by_spoils",
    rule="3.3-spoils",
    who="who eliminated the depot",
    about="A depot has been eliminated. Which Unsupplied unit within range of it, by key, loses its marker next? "
    "Default: the strongest.",
    default=strongest,
    unit=keys_of,
    side=lambda units: units[0].side,
)


@frozen(kw_only=True)
class DepotEliminationOutcome:
    """What happened to a depot whose hex was attacked.

    Attributes:
        eliminated: Whether it is eliminated.
        resupplied: The units that lost their Unsupplied marker by it, as they are now.
        returns: The depot that comes in its place, off the map; None if it was not eliminated.
        return_day: The day of October on which it comes, in its owner's movement phase; None if no turn is left.
        return_edges: The edges by which it may come; a railroad depot comes along a railroad. Where none is open, it
            waits.
    """

    eliminated: bool
    resupplied: tuple[Unit, ...] = ()
    returns: Depot | None = None
    return_day: int | None = None
    return_edges: tuple[MapEdge, ...] = ()

    def summary(self, request: DepotEliminationRequest) -> str:
        """Return whether the depot is eliminated, whom it resupplies, and when another one comes."""
        depot, names = request.depot, names_of(request.units)
        if not self.eliminated:
            with_it = [unit.key for unit in request.units if unit.side == depot.side and unit.hex == depot.hex]
            why = clause(with_it, names, "[is|are] with it") or "no enemy advances into its hex"
            return words.sentences(f"{depot.key} stays where it is: {why}")
        freed = clause([unit.key for unit in self.resupplied], names, "lose[s its| their] Unsupplied marker[|s]")
        another = "no turn is left in which an identical depot could come"
        if self.return_day is not None:
            edges = words.listed((f"the {edge}ern" for edge in self.return_edges), "or")
            when = f"in the {depot.side.title()} movement phase of {self.return_day} October"
            another = f"an identical depot comes by {edges} edge {when}"
        return words.sentences(f"{depot.key} is eliminated", freed, another)


@frozen(kw_only=True, cache_hash=True)
class DepotEliminationRequest(Request[DepotEliminationOutcome]):
    """A depot whose hex was attacked, every unit on the map, and which units advance.

    Attributes:
        depot: The depot.
        units: The units of both sides as the combat has left them; those that advance still where they attacked from.
        advancing: The keys of the units that advance into the hex of the depot.
        day: The day.
        turn: Whose turn it is; White's comes first.
        other_depots: The other depots of both sides.
        board: The board.
    """

    depot: Depot
    units: Annotated[tuple[Unit, ...], Size(1, 999)]
    advancing: Annotated[tuple[str, ...], Size(0, 99)] = ()
    day: Day
    turn: Side
    other_depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    needs: ClassVar[tuple[Need, ...]] = (Need("depot.hex", rule="X-bad-units"),)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        first: tuple[str, Unit | Depot] = (".depot", self.depot)
        everybody = (first, *listed("units", self.units), *listed("other_depots", self.other_depots))
        yield from wrong_places(everybody, grid)
        if self.depot.hex is None:
            return
        enemies = {unit.key: unit for unit in self.units if unit.side != self.depot.side}
        for number, key in enumerate(self.advancing):
            path = f".advancing[{number}]"
            unit = enemies.get(key)
            if unit is None:
                yield Problem(path, f"no {enemy_of(self.depot.side)} unit has the key {key!r}", "X-bad-units")
            elif key in self.advancing[:number]:
                yield Problem(path, f"{key!r} is listed twice", "X-bad-units")
            elif unit.hex is None or (
                grid.has(unit.hex) and grid.has(self.depot.hex) and grid.distance(unit.hex, self.depot.hex) != 1
            ):
                message = f"{key!r} is not next to hex {self.depot.hex} and cannot advance into it"
                yield Problem(path, message, "3.3-elimination")


def _elimination_example() -> DepotEliminationRequest:
    depot = Depot(key="Convoi 3m", side="red", kind="convoi", capacity=3, hex="1809")
    units = tuple(
        Unit(key=f"{number}/3Dr", side="white", type="infantry", hex="1810", tq=5, strength=5, steps=4, unsupplied=True)
        for number in (1, 2, 3)
    )
    return DepotEliminationRequest(
        depot=depot, units=units, advancing=("1/3Dr", "2/3Dr", "3/3Dr"), day=18, turn="white"
    )


@procedure(
    "orel.depot_elimination",
    title="What happens to a depot that is attacked?",
    formerly=("What becomes of the depot that was attacked?",),
    rules=("3.3-elimination",),
    example=_elimination_example,
)
def depot_elimination(request: DepotEliminationRequest, umpire: Umpire[Options]) -> DepotEliminationOutcome:
    """Eliminate a depot that is alone in its hex when an enemy advances into it; then resupply, then see to its return.

    It is alone once no unit of its side is left there. Of the Unsupplied units of the other side within 5 movement
    points, the advanced ones at none, 2 lose their marker, of a railroad depot on double track 4; trains do not trace
    so and have no part. An identical depot comes in the next movement phase of its owner: on the same day only if it is
    Red's and the turn is White's.

    Raises:
        NeedsRuling: If terrain or the tracks decide and there is no board.

    Rules: 3.3-elimination, 3.3-spoils, 3.3-return.
    """
    depot = request.depot
    note_values(umpire, request.units)
    companions = [unit.key for unit in request.units if unit.side == depot.side and unit.hex == depot.hex]
    if companions or not request.advancing:
        why = f"it is not alone: {', '.join(companions)}" if companions else "no enemy advances into its hex"
        umpire.result("3.3-elimination", "{depot} stays where it is; {why}", depot=depot.key, why=why)
        return DepotEliminationOutcome(eliminated=False)
    umpire.result("3.3-elimination", "{depot} is eliminated", depot=depot.key)
    resupplied = _spoils(umpire, request)
    for unit in resupplied:
        umpire.result("3.3-spoils", "{unit} loses its Unsupplied marker", unit=unit.key)
    same_day = depot.side == "red" and request.turn == "white"
    day = request.day if same_day else request.day + 1
    if day > LAST_DAY:
        umpire.result("3.3-return", "no turn is left in which {side} could bring an identical depot", side=depot.side)
    else:
        text = "an identical depot comes in the movement phase of {side} on {day} October"
        umpire.result("3.3-return", text, side=depot.side, day=day)
    return DepotEliminationOutcome(
        eliminated=True,
        resupplied=resupplied,
        returns=evolve(depot, hex=None, unsupplied=False),
        return_day=None if day > LAST_DAY else day,
        return_edges=FRIENDLY_EDGES[depot.side],
    )


@depot_elimination.legality
def _elimination_objections(request: DepotEliminationRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def _spoils(umpire: Umpire[Options], request: DepotEliminationRequest) -> tuple[Unit, ...]:
    """Return the units that an eliminated depot resupplies, with their new states.

    Rules: 3.3-spoils.
    """
    depot = request.depot
    if depot.hex is None:
        return ()
    goal = (depot.hex,)
    units = tuple(evolve(unit, hex=depot.hex) if unit.key in request.advancing else unit for unit in request.units)
    side = enemy_of(depot.side)
    ground = supply_ground(umpire, units, side, depots=request.other_depots, board=request.board)
    wanting = (unit for unit in units if unit.side == side and unit.unsupplied and not unit.is_train)
    near = [unit for unit in wanting if supply_line(unit, goal, ground, budget=SUPPLY_RANGE) is not None]
    most = RESUPPLIED_BY_SPOILS
    if len(near) > most and depot.kind == "rail_depot":
        most = _most_from_rail_depot(depot.hex, ground)
    picked = pick_units(umpire, RESUPPLY_BY_SPOILS, near, most)
    return tuple(evolve(unit, unsupplied=False) for unit in picked)


def _most_from_rail_depot(place: str, ground: SupplyGround) -> int:
    """Return how many units a captured railroad depot resupplies.

    Rules: 3.3-spoils.
    """
    if ground.board is None:
        raise NeedsRuling(
            "D-map",
            f"Does a double-tracked railroad run through hex {place}?",
            "a board with its railroads, in the request or as the option board (the map is not printed)",
        )
    is_double = place in rail_net(ground.board, 2).hexes
    return RESUPPLIED_BY_SPOILS_OF_DOUBLE_TRACK if is_double else RESUPPLIED_BY_SPOILS
