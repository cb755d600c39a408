"""Every hex that a unit or a depot can get to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.hexes import HexMap, TerrainArea
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import called, grid_in, note_values, off_the_board_in_play, told_hexes
from rcw_rules.orel.model import Mode, Unit
from rcw_rules.orel.movement.declarations import action_cost
from rcw_rules.orel.movement.ground import Ground, Moving, ground_of, unable_to_move
from rcw_rules.orel.movement.moves import mode_at_end
from rcw_rules.orel.options import Options

_Place: TypeAlias = tuple[str, bool]
"""A hex, and whether the mover must stop there."""


@frozen(kw_only=True)
class ReachedHex:
    """A hex in which a mover may end its move.

    Attributes:
        hex: The hex.
        path: The hexes that it enters on the cheapest way there; empty for the hex that it starts from.
        spent: The movement points spent by then, those before the move included; None on rails.
        mp_left: What is left; None on rails.
        modes: The modes in which it may end there, without an attack or the like; none for a depot.
    """

    hex: str
    path: tuple[str, ...]
    spent: int | None
    mp_left: int | None
    modes: tuple[Mode, ...]


@frozen(kw_only=True)
class ReachOutcome:
    """Where a mover may end its move.

    Attributes:
        hexes: The hexes, cheapest first.
    """

    hexes: tuple[ReachedHex, ...]

    def summary(self, request: ReachRequest) -> str:
        """Return the hexes in which the mover may end its move, the cheapest first."""
        name = called(request.mover)
        others = [place.hex for place in self.hexes if place.path]
        may_stay = len(others) < len(self.hexes)
        if not others:
            return words.sentences(f"{name} can {f'only stay in hex {request.start}' if may_stay else 'stop nowhere'}")
        stay = f"stay in hex {request.start} or " if may_stay else ""
        return words.sentences(f"{name} can {stay}end its move in {told_hexes(others)}")


@frozen(kw_only=True, cache_hash=True)
class ReachRequest(Moving, Request[ReachOutcome]):
    """A unit or depot that could move, and every other unit on the map.

    Its fields are those of `rcw_rules.orel.MovementRequest` without the path and what is done at its end.
    """


def _example() -> ReachRequest:
    squadron = Unit(
        key="Cv/2K", side="white", type="cavalry", hex="2408", tq=5, steps=2, strength_dismounted=2,
        strength_charge=4, mp=2,
    )  # fmt: skip
    brigade = Unit(key="1/41D", side="red", type="infantry", hex="2406", tq=4, steps=4, strength=5, mp=5)
    board = HexMap(title="A wood", grid=grid_in(None), terrain=(TerrainArea(kind="forest", hexes=("2508",)),))
    return ReachRequest(unit=squadron, others=(brigade,), board=board)


@procedure(
    "orel.reach",
    title="Where can the unit move?",
    rules=("7-actions",),
    example=_example,
)
def reach(request: ReachRequest, umpire: Umpire[Options]) -> ReachOutcome:
    """Find every hex in which a mover may end its move, by the cheapest way, with the modes that it can pay for.

    Each way is one that `orel.movement` allows: the same costs, the same hexes closed, the same limits of those out of
    command or routed, the same stacking at the end. Staying where it is is listed as well, unless it must move on.

    Raises:
        NeedsRuling: If there is no board.
        IllegalRequestError: If it may not move at all.

    Rules: 7-actions, 7.1.3-zoc-rail.
    """
    note_values(umpire, (*(() if request.unit is None else (request.unit,)), *request.others))
    ground = ground_of(umpire, request)
    starts = (Objection(rule=bar.rule, message=bar.message, path="$.marching_day") for bar in ground.start_bars())
    Verdict(objections=tuple(starts)).require()
    allowance = request.allowance
    budget = None if allowance is None else allowance - request.spent
    found = search.reachable(
        _going_on(request.start), budget, lambda place: _onward(ground, place), closed=_closed(ground)
    )
    combat_mode = _price_of_combat_mode(umpire, request)
    hexes: dict[str, ReachedHex] = {}
    for place, cost in found.items():
        label = place[0]
        left = None if budget is None else budget - cost
        if label in hexes or next(ground.stop_bars(label, left, moved=_moved(request, label)), None) is not None:
            continue
        hexes[label] = ReachedHex(
            hex=label,
            path=tuple(passed for passed, _ in found.path(place).places[1:]),
            spent=None if left is None else cost + request.spent,
            mp_left=left,
            modes=_modes(request, label, left, combat_mode),
        )
    ground.tell_terrain(*((request.start, *place.path) for place in hexes.values()))
    umpire.result("7-actions", "{mover} can end its move in {count} hexes", mover=request.mover.key, count=len(hexes))
    return ReachOutcome(hexes=tuple(hexes.values()))


@reach.legality
def _objections(request: ReachRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    yield from unable_to_move(request, moves=True)


class NextStep(NamedTuple):
    """A step that a mover may take next.

    Attributes:
        hex: The hex entered.
        cost: What it costs.
        may_stop: Whether the mover may end its move there.
    """

    hex: str
    cost: int
    may_stop: bool


def next_steps(umpire: Umpire[Options], request: ReachRequest) -> tuple[NextStep, ...]:
    """Return the steps that a mover may take next, clockwise from north.

    Args:
        umpire: Has the options and charts.
        request: The mover, which may move and does not move on rails.

    Rules: 7-actions, 7.1.1-terrain-cost.
    """
    ground = ground_of(umpire, request)
    left = (request.allowance or 0) - request.spent
    return tuple(
        NextStep(to, cost, next(ground.stop_bars(to, left - cost, moved=True), None) is None)
        for (to, _), cost in _onward(ground, _going_on(request.start))
        if to not in ground.closed and cost <= left
    )


def against_ending(umpire: Umpire[Options], request: ReachRequest, place: str) -> Iterator[Objection]:
    """Yield why a mover may not end its move in a hex, however it gets there.

    Args:
        umpire: Has the options and charts.
        request: The mover, which may move.
        place: The hex.

    Rules: 7-actions.
    """
    ground = ground_of(umpire, request)
    if place != request.start:
        for bar in (*ground.place_bars(place), *ground.stop_bars(place, 0, moved=True)):
            yield Objection(rule=bar.rule, message=bar.message, path="$.action")


def _moved(request: ReachRequest, place: str) -> bool:
    return place != request.start or request.entered


def _going_on(place: str) -> _Place:
    return place, False


def _onward(ground: Ground, place: _Place) -> Iterable[tuple[_Place, int]]:
    """Return the steps that a mover may take from a hex; what moves on rails stops after one from zone to zone.

    Rules: 7.1.3-zoc-rail.
    """
    origin, stopped = place
    if stopped:
        return ()
    rail = ground.way == "rail"
    if ground.is_free and not rail:
        return [((to, False), cost) for to, cost in ground.steps(origin)]
    return [
        ((to, rail and ground.kind(origin, to) == "zone_to_zone"), cost)
        for to, cost in ground.steps(origin)
        if not any(ground.step_bars(origin, to))
    ]


def _closed(ground: Ground) -> frozenset[_Place]:
    return frozenset((place, stopped) for place in ground.closed for stopped in (False, True))


def _price_of_combat_mode(umpire: Umpire[Options], request: ReachRequest) -> int | None:
    """Return what combat mode costs at the end of a move; None for what has no mode to change."""
    unit = request.unit
    if unit is None or unit.is_vehicle or unit.mode == "routed" or request.marching_day:
        return None
    cost = action_cost(umpire, unit, "combat_mode", "prepared")
    return cost if isinstance(cost, int) else None


def _modes(request: ReachRequest, place: str, left: int | None, combat_mode: int | None) -> tuple[Mode, ...]:
    """Return the modes in which a unit may end its move in a hex, the one that costs nothing first.

    Rules: 7.1.4-modes, 7.1.5-marching-day, 8.7.3-rout.
    """
    unit = request.unit
    if unit is None:
        return ()
    free = mode_at_end(unit, moved=_moved(request, place), action="none", marching_day=request.marching_day)
    if free == "march" and combat_mode is not None and left is not None and left >= combat_mode:
        return (free, "combat")
    return (free,)
