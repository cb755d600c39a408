"""What munitions rest on: the units in range of a depot, and what the depots have; traced on a board or given."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Protocol, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.model import Depot, Side, Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.supply.depots import DepotSupply, capacity_of, depot_supply, linked_hexes
from rcw_rules.orel.supply.trace import (
    SUPPLY_RANGE,
    SupplyGround,
    rows_of_line,
    supply_column,
    supply_ground,
    supply_line,
)

Key: TypeAlias = Annotated[str, Size(1, 100)]


@frozen(kw_only=True, cache_hash=True)
class InRange:
    """The units within range of a depot.

    Attributes:
        depot: The key of the depot.
        units: The keys of the units within 5 movement points of it.
    """

    depot: Key
    units: Annotated[tuple[Key, ...], Size(0, 999)] = ()


@frozen(kw_only=True, cache_hash=True)
class SupplyFacts:
    """What you know of supply without a board; whatever is not listed here is false.

    Attributes:
        ranges: Which units are within range of which depot.
        functional: The keys of the functional depots.
        doubled: The keys of the railroad depots whose capacity is doubled.
        linked: The keys of the armoured trains that are linked to a friendly edge.
    """

    ranges: Annotated[tuple[InRange, ...], Size(0, 99)] = ()
    functional: Annotated[tuple[Key, ...], Size(0, 99)] = ()
    doubled: Annotated[tuple[Key, ...], Size(0, 99)] = ()
    linked: Annotated[tuple[Key, ...], Size(0, 99)] = ()


class MunitionsSupply(Protocol):
    """Answers what munitions rest on."""

    def reaches(self, depot: Depot, unit: Unit) -> bool:
        """Whether a unit is within range of a depot of its side that is not marked Unsupplied."""
        ...

    def is_functional(self, depot: Depot) -> bool:
        """Whether a depot is functional."""
        ...

    def capacity(self, depot: Depot) -> int:
        """Return the capacity of a depot; none where it is marked Unsupplied."""
        ...

    def is_linked(self, train: Unit) -> bool:
        """Whether controlled railroad leads from the hex of a train, that included, to a friendly edge."""
        ...


class TracedSupply:
    """Supply traced on a board; every line is traced when it is first asked for.

    Rules: 8.2.2-range, 8.2.1-vehicles.
    """

    def __init__(
        self, umpire: Umpire[Options], units: Collection[Unit], depots: Collection[Depot], board: HexMap | None = None
    ) -> None:
        def ground(side: Side) -> SupplyGround:
            return supply_ground(umpire, units, side, depots=depots, board=board)

        self._grounds: dict[Side, SupplyGround] = {"red": ground("red"), "white": ground("white")}
        self._in_range: dict[tuple[str, str], bool] = {}
        self._supplies: dict[str, DepotSupply] = {}
        self._linked: dict[Side, frozenset[str]] = {}
        self._umpire = umpire
        self._told: set[tuple[str, str]] = set()

    def reaches(self, depot: Depot, unit: Unit) -> bool:
        """Whether a unit is within range of a depot of its side that is not marked Unsupplied."""
        if depot.unsupplied:
            return False
        pair = (depot.key, unit.key)
        if pair not in self._in_range:
            self._in_range[pair] = self._trace(unit, depot, self._grounds[unit.side])
        return self._in_range[pair]

    def is_functional(self, depot: Depot) -> bool:
        """Whether a depot is functional."""
        return self._supply_of(depot).functional

    def capacity(self, depot: Depot) -> int:
        """Return the capacity of a depot; none where it is marked Unsupplied or off the map.

        Only of a railroad depot is the board asked, since that of a convoi is never doubled.
        """
        if depot.unsupplied or depot.hex is None:
            return 0
        return depot.capacity if depot.kind == "convoi" else capacity_of(depot, self._supply_of(depot))

    def is_linked(self, train: Unit) -> bool:
        """Whether controlled railroad leads from the hex of a train, that included, to a friendly edge."""
        ground = self._grounds[train.side]
        if ground.board is None:
            raise NeedsRuling(
                "D-map",
                f"Does a railroad free of the enemy link {train.key} in hex {train.hex} to an edge of {train.side}?",
                "a board with its railroads, in the request or as the option board (the map is not printed)",
            )
        if train.side not in self._linked:
            self._linked[train.side] = frozenset(linked_hexes(ground))
        return train.hex in self._linked[train.side]

    def _trace(self, unit: Unit, depot: Depot, ground: SupplyGround) -> bool:
        """Trace a line, and tell each cell of the Terrain Effects Table when a line first rests on it."""
        goals = () if depot.hex is None else (depot.hex,)
        line = supply_line(unit, goals, ground, budget=SUPPLY_RANGE)
        column = supply_column(unit, ground)
        if line is not None and column is not None and ground.board is not None:
            for row in rows_of_line(ground.board, line.places):
                if (row, column) not in self._told:
                    self._told.add((row, column))
                    self._umpire.look_up("terrain", row, column)
        return line is not None

    def _supply_of(self, depot: Depot) -> DepotSupply:
        if depot.key not in self._supplies:
            self._supplies[depot.key] = depot_supply(depot, self._grounds[depot.side])
        return self._supplies[depot.key]


class ToldSupply:
    """Supply as the request gives it, without a board."""

    def __init__(self, facts: SupplyFacts) -> None:
        self._facts = facts
        self._pairs = frozenset((told.depot, unit) for told in facts.ranges for unit in told.units)

    def reaches(self, depot: Depot, unit: Unit) -> bool:
        """Whether a unit is within range of a depot of its side that is not marked Unsupplied."""
        return not depot.unsupplied and (depot.key, unit.key) in self._pairs

    def is_functional(self, depot: Depot) -> bool:
        """Whether a depot is functional."""
        return depot.key in self._facts.functional

    def capacity(self, depot: Depot) -> int:
        """Return the capacity of a depot; none where it is marked Unsupplied."""
        if depot.unsupplied:
            return 0
        return capacity_of(depot, DepotSupply(doubled=depot.key in self._facts.doubled))

    def is_linked(self, train: Unit) -> bool:
        """Whether a train is linked to a friendly edge."""
        return train.key in self._facts.linked
