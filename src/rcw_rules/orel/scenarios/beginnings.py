"""The scenarios and how each begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import for_number, note_values, told_location
from rcw_rules.orel.model import (
    FIRST_DAY,
    GRID,
    OREL,
    Day,
    Depot,
    HexLabel,
    OrelLocation,
    Side,
    Unit,
    listed,
    wrong_places,
    wrong_words,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios.forces import (
    CounterValues,
    EntryZone,
    Formation,
    InactiveGroup,
    OrderOfBattle,
    Reinforcement,
    order_of_battle,
    wrong_counters,
)

ScenarioName: TypeAlias = Literal["introductory", "historical", "hypothetical"]

LIMITED_DIVISION = "46th Rifle Division"  # 10.2-46th-limit: its armoured car is bound too
LAST_DAY_OF_BRASOVO: Day = 18  # 10.1-brasovo
BRASOVO_AREA: tuple[str, ...] = tuple(  # 10.1-brasovo
    place for place in GRID.hexes if GRID.column(place) <= 10 and GRID.row(place) >= 9
)
MAIN_BODIES_AT_BRASOVO: tuple[str, ...] = ("R:1/41D", "R:2/41S")  # 10.1-brasovo: on the first turn
MAIN_BODIES_AT_SETUP: tuple[str, ...] = ("R:2/7D", "R:1/41D")  # EX-command: what the printed marks imply
HYPOTHETICAL_CAPACITY: dict[str, int] = {"W:convoi-2605": 4, "W:depot-2705": 3}  # 10.3-hypothetical
HYPOTHETICAL_INACTIVE: tuple[InactiveGroup, ...] = (  # 10.3-hypothetical
    InactiveGroup(formation="9D", through=19, when_attacked=True),
)


@frozen(kw_only=True)
class SetUp:
    """What the White player sees when deciding where the units in Orel begin.

    Attributes:
        units: The keys of the White units there.
    """

    units: tuple[str, ...]


OREL_AT_SETUP: Choice[SetUp, OrelLocation] = Choice(
    "orel_at_setup",
    rule="10.2-setup",
    who="white",
    about="Do the units that begin in Orel stand in its suburbs or in its centre? Default: in the suburbs.",
    default=lambda setup, alternatives: alternatives[0],
    unit=lambda setup: ", ".join(setup.units),
    side=lambda _: "white",
)


@frozen(kw_only=True)
class ScenarioOutcome:
    """How a scenario begins.

    Attributes:
        day: The first day.
        units: Every unit in play. Reinforcements and battalions to be recruited are in no hex yet.
        depots: Every depot in play, likewise.
        formations: The formations in play.
        inactive_groups: The formations that begin inactive, and what releases them.
        reinforcements: What comes when and where.
        entry_zones: The hexes by which they come, closed to the enemy.
        area: The hexes that units may not leave; empty if that is the whole map.
        main_bodies: The units that are each a main body of their own in the first command phase: printed for the
            introductory scenario, implied by the printed marks of units out of command for the others.
        orel: Where the units in Orel are; None if none begins there.
        board: The map in play, as given; None if none was.
    """

    day: Day
    units: tuple[Unit, ...]
    depots: tuple[Depot, ...]
    formations: tuple[Formation, ...]
    inactive_groups: tuple[InactiveGroup, ...]
    reinforcements: tuple[Reinforcement, ...]
    entry_zones: tuple[EntryZone, ...]
    area: tuple[HexLabel, ...] = ()
    main_bodies: tuple[str, ...] = ()
    orel: OrelLocation | None = None
    board: HexMap | None = None

    def summary(self, request: ScenarioRequest) -> str:
        """Return the first day, what stands on the map, and what is inactive or still to come."""
        begins = f"the {request.scenario} scenario begins on {self.day} October"
        red, white = (
            sum(unit.side == side and unit.hex is not None for unit in self.units) for side in ("red", "white")
        )
        on_map = (
            words.counted(white, "White unit"),
            words.counted(red, "Red unit"),
            words.counted(sum(depot.hex is not None for depot in self.depots), "depot"),
        )
        groups, coming = len(self.inactive_groups), sum(len(group.units) for group in self.reinforcements)
        waiting = for_number(f"{words.counted(groups, 'formation')} begin[s|] inactive", groups)
        come = f"{words.counted(coming, 'unit or depot', 'units and depots')} will come as reinforcements"
        return words.sentences(
            f"{begins} with {words.listed(on_map)} on the map",
            waiting if groups else "",
            come if coming else "",
            f"the units in Orel are in {told_location(self.orel)}" if self.orel else "",
        )


@frozen(kw_only=True, cache_hash=True)
class ScenarioRequest(Request[ScenarioOutcome]):
    """A scenario to begin.

    Attributes:
        scenario: Which.
        counters: Counters that replace the illustrative ones, as `rcw_rules.orel.read_counters` reads them.
        board: The map to play on; without it, the option board, if that has one.
    """

    scenario: ScenarioName
    counters: tuple[CounterValues, ...] = ()
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield impossible counters, words of the board that the rules do not know, and a board without the set-up."""
        problems = tuple(wrong_counters(self.counters))
        yield from problems
        yield from wrong_words(self.board)
        if self.board is not None and not problems:
            yield from wrong_board(self.scenario, self.board)


def in_play(scenario: ScenarioName, order: OrderOfBattle) -> OrderOfBattle:
    """Return the part of an order of battle that a scenario uses, as it stands when the scenario begins.

    The historical scenario uses all of it. The hypothetical one leaves only the Red 9th Rifle Division inactive and
    changes two depots. In the introductory one only what begins in its area takes part, what enters at the edge of the
    area, and the battalions to be recruited; no formation there is inactive, and 2/41S begins in command, as a main
    body of its own.

    Args:
        scenario: The scenario.
        order: The order of battle, as `order_of_battle` returns it.

    Rules: 10.1-brasovo, 10.2-setup, 10.3-hypothetical.
    """
    if scenario == "hypothetical":
        inactive = {group.formation for group in HYPOTHETICAL_INACTIVE}
        return evolve(
            order,
            units=tuple(evolve(unit, inactive=unit.formation in inactive) for unit in order.units),
            depots=tuple(
                evolve(depot, capacity=HYPOTHETICAL_CAPACITY.get(depot.key, depot.capacity)) for depot in order.depots
            ),
            inactive_groups=HYPOTHETICAL_INACTIVE,
        )
    return _at_brasovo(order) if scenario == "introductory" else order


def _at_brasovo(order: OrderOfBattle) -> OrderOfBattle:
    """Return what takes part in the introductory scenario.

    Rules: 10.1-brasovo.
    """
    area = frozenset(BRASOVO_AREA)
    reinforcements = tuple(
        evolve(reinforcement, edge=edge)
        for reinforcement in order.reinforcements
        if (edge := tuple(place for place in reinforcement.edge if place in area))
    )
    coming = {key for reinforcement in reinforcements for key in reinforcement.units}
    units = tuple(
        evolve(unit, out_of_command=False) if unit.key in MAIN_BODIES_AT_BRASOVO else unit
        for unit in order.units
        if unit.hex in area or unit.key in coming or unit.recruit_battalion
    )
    formations = {unit.formation for unit in units}
    return evolve(
        order,
        units=units,
        depots=tuple(depot for depot in order.depots if depot.hex in area or depot.key in coming),
        formations=tuple(formation for formation in order.formations if formation.key in formations),
        inactive_groups=tuple(group for group in order.inactive_groups if group.formation in formations),
        reinforcements=reinforcements,
        entry_zones=tuple(zone for zone in order.entry_zones if area.issuperset(zone.hexes)),
        places=tuple(place for place in order.places if place.hex in area),
    )


def wrong_board(scenario: ScenarioName, board: HexMap, path: str = ".board") -> Iterator[Problem]:
    """Yield a problem for every unit and depot that the scenario places in a hex that the board does not have.

    Rules: 10.2-setup, D-map.
    """
    order = in_play(scenario, order_of_battle())
    for problem in wrong_places(listed("units", order.units_and_depots), board.grid):
        yield Problem(path, f"the set-up does not fit it: {problem.message}", "D-map")


def last_day_of(scenario: ScenarioName, days: tuple[str, ...]) -> int:
    """Return the last day of a scenario.

    Args:
        scenario: The scenario.
        days: The rows of the turn track.

    Rules: 10.1-brasovo, 10-turn-track.
    """
    return LAST_DAY_OF_BRASOVO if scenario == "introductory" else int(days[-1])


def _example() -> ScenarioRequest:
    return ScenarioRequest(scenario="historical")


@procedure(
    "orel.scenario",
    title="How does the scenario begin?",
    rules=("10.2-setup",),
    example=_example,
)
def scenario(request: ScenarioRequest, umpire: Umpire[Options]) -> ScenarioOutcome:
    """Set a scenario up: the units, the depots, what is inactive, what comes later.

    Nothing is placed freely; only where in Orel the units there begin is left to the White player. The scenario brings
    no map of its own: the board is the one given, in the request or as the option. Units whose counter was not given
    have illustrative figures, and the record names them.

    Rules: 10.1-brasovo, 10.2-setup, 10.3-hypothetical, D-values, D-map.
    """
    order = in_play(request.scenario, order_of_battle(request.counters))
    note_values(umpire, order.units)
    board = umpire.options.board if request.board is None else request.board
    if board is None:
        umpire.result("D-map", "no board: what needs terrain, a railroad or a station cannot be answered")
    in_orel = tuple(unit.key for unit in order.units if unit.hex == OREL)
    orel = _location_in_orel(umpire, in_orel) if in_orel else None
    counts = {side: _on_map(order, side) for side in ("white", "red")}
    umpire.result("10.2-setup", "on the map: {white} White and {red} Red units and depots", **counts)
    return ScenarioOutcome(
        day=FIRST_DAY,
        units=order.units,
        depots=order.depots,
        formations=order.formations,
        inactive_groups=order.inactive_groups,
        reinforcements=order.reinforcements,
        entry_zones=order.entry_zones,
        area=BRASOVO_AREA if request.scenario == "introductory" else (),
        main_bodies=MAIN_BODIES_AT_BRASOVO if request.scenario == "introductory" else MAIN_BODIES_AT_SETUP,
        orel=orel,
        board=board,
    )


def _location_in_orel(umpire: Umpire[Options], units: tuple[str, ...]) -> OrelLocation:
    return umpire.choose(OREL_AT_SETUP, ("suburbs", "centre"), SetUp(units=units))


def _on_map(order: OrderOfBattle, side: Side) -> int:
    return sum(thing.side == side and thing.hex is not None for thing in order.units_and_depots)
