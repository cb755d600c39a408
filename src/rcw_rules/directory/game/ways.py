"""Where units can go: one search from a hex, shared by all units that leave it alike.

A listing and an action use the same search, so that what is listed is what is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol

from attrs import frozen

from rcw_rules.directory.campaign import (
    BEST_GROUND,
    Piece,
    RulebookMap,
    kinds_along,
    known_weather,
)
from rcw_rules.directory.game.occupation import Occupation, local_range
from rcw_rules.directory.model import IMMOVABLE, Counter, Faction, printed_movement
from rcw_rules.directory.movement import BASES, BEST, LETTER_MODES, Mode, limits_of, march_objections
from rcw_rules.kernel.charts import Chart

_FAR = 999
"""Further than any map is wide."""


class Allowances(Protocol):
    """Tells how far a counter may go hex by hex."""

    def __call__(self, counter: Counter, forced: int | None, /, *, frozen: bool) -> tuple[int, int]:
        """Return its allowance in hexes, and that for ways with rough terrain."""
        ...


class Spread(NamedTuple):
    """What a search found.

    Attributes:
        before: By hex, the hex from which the shortest way comes; the start is among them, and comes from itself.
        hexes: By hex, how many hexes the shortest way enters.
    """

    before: dict[str, str]
    hexes: dict[str, int]

    def way(self, start: str, label: str) -> tuple[str, ...]:
        """Return the shortest way to a hex, without the start."""
        path: list[str] = []
        while label != start:
            path.append(label)
            label = self.before[label]
        return tuple(reversed(path))


def search(
    steps: Mapping[str, tuple[str, ...]], start: str, most: int, closed: frozenset[str], stops: frozenset[str]
) -> Spread:
    """Return the shortest ways from a hex; of equal ones, the first clockwise from north.

    Args:
        steps: By hex, the neighbours to which one can go.
        start: The hex.
        most: How many hexes may be entered.
        closed: The hexes that are not entered.
        stops: The hexes that are left only by whoever begins in one.
    """
    before, hexes = {start: start}, {start: 0}
    front = [start]
    entered = 0
    while front and entered < most:
        entered += 1
        beyond: list[str] = []
        for label in front:
            if label in stops and entered > 1:
                continue
            for other in steps[label]:
                if other not in before and other not in closed:
                    before[other] = label
                    hexes[other] = entered
                    beyond.append(other)
        front = beyond
    return Spread(before, hexes)


class Ways:
    """The moves of a movement phase.

    Args:
        lie: Who stands where.
        charts: The charts in force.
    """

    def __init__(self, lie: Occupation, charts: Mapping[str, Chart]) -> None:
        self.lie = lie
        self.board: RulebookMap = lie.board
        self.charts = charts
        self._outside: dict[str, frozenset[str]] = {}
        self._searches: dict[object, tuple[Spread, Spread]] = {}

    # ------------------------------------------------------------------ hex by hex

    def is_on_foot(self, piece: Piece) -> bool:
        """Return whether a unit may move hex by hex in this phase, as far as what it did in it goes.

        Rules: mov-kinds, mov-base-still.
        """
        rating = printed_movement(self.charts, piece.counter)
        return (
            isinstance(rating, int)
            and rating > 0
            and piece.counter.type not in IMMOVABLE
            and piece.done.movement in {None, "ordinary"}
            and not piece.done.served
        )

    def walk(self, piece: Piece, to: str) -> tuple[str, ...] | None:
        """Return the way that a unit goes to a hex; None if there is none, however far it might go.

        Rules: mov-cost, mov-rough, miss-stacking-zoc.
        """
        found = self._walks(piece, _FAR)
        return self._chosen(piece.hex, to, *found) if to != piece.hex else None

    def walks(self, piece: Piece, allowances: Allowances) -> Iterator[str]:
        """Yield the hexes in which a unit can stop after moving hex by hex.

        Raises:
            MissingProfileError: The weather, stacking, zones of control or the restriction on local units is not known.

        Rules: mov-cost, mov-rough, mov-both, miss-stacking-zoc, miss-weather.
        """
        smooth, rough = allowances(piece.counter, piece.done.forced_allowance, frozen=known_weather(self.lie.state))
        entered = len(piece.done.entered)
        was_rough = any(self.board.hex(label).land == "rough" for label in piece.done.entered)
        any_way, smooth_way = self._walks(piece, max(smooth, rough) - entered)
        for label, hexes in any_way.hexes.items():
            if label == piece.hex:
                continue
            is_smooth = smooth_way.hexes.get(label) == hexes and not was_rough
            if entered + hexes <= (smooth if is_smooth else rough) and self.lie.has_room(label, piece, "movement"):
                yield label

    def _walks(self, piece: Piece, most: int) -> tuple[Spread, Spread]:
        """Return the shortest ways of a unit, and the shortest without rough terrain."""
        lie, board = self.lie, self.board
        power = lie.power_of(piece)
        stops = lie.zones(power)
        if piece.done.entered and piece.hex in stops:
            most = 0
        key = (piece.hex, most, power, self._home(piece))
        found = self._searches.get(key)
        if found is None:
            closed = self._closed(piece)
            found = self._searches[key] = (
                search(board.steps("land"), piece.hex, most, closed, stops),
                search(board.steps("smooth"), piece.hex, most, closed, stops),
            )
        return found

    def _home(self, piece: Piece) -> str:
        """Return what tells a local unit from another; "" for all others, which move alike."""
        return piece.name if piece.counter.type == "local_units" else ""

    def _closed(self, piece: Piece) -> frozenset[str]:
        """Return the hexes that a unit cannot enter, whatever the ground.

        Rules: miss-stacking-zoc, unit-local.
        """
        lie = self.lie
        closed = lie.foreign(lie.power_of(piece))
        if piece.counter.type != "local_units":
            return closed
        outside = self._outside.get(piece.name)
        if outside is None:
            inside = local_range(lie.rulebook, self.board, piece.counter)
            outside = self._outside[piece.name] = frozenset(self.board.labels) - inside
        return closed | outside

    def _chosen(self, start: str, to: str, every: Spread, better: Spread) -> tuple[str, ...] | None:
        """Return the shortest way, the better one of equally short ones."""
        if to not in every.hexes:
            return None
        return (better if better.hexes.get(to) == every.hexes[to] else every).way(start, to)

    def may_force_march(self, piece: Piece) -> bool:
        """Return whether a unit may roll for a forced march.

        Rules: fm-eligibility, fm-per-unit.
        """
        done = piece.done
        objections = march_objections(
            piece.counter,
            moved_already=bool(done.entered),
            marched_already=done.forced_allowance is not None,
            special_movement=done.movement not in {None, "ordinary"},
        )
        return not any(True for _ in objections)

    # ------------------------------------------------------------------ by sea, river and rail

    def modes(self, piece: Piece) -> tuple[Mode, ...]:
        """Return the kinds of movement that a unit may use besides its feet in this phase.

        Rules: mov-kinds, mov-base-still.
        """
        counter, done = piece.counter, piece.done
        rating = printed_movement(self.charts, counter)
        if rating == 0 or counter.type in IMMOVABLE or done.served or done.forced_allowance is not None:
            return ()
        modes: tuple[Mode, ...] = (LETTER_MODES[rating],) if isinstance(rating, str) else ("naval", "water", "rail")
        return modes if done.movement is None else tuple(mode for mode in modes if mode == done.movement)

    def ride(self, piece: Piece, mode: Mode, to: str) -> tuple[str, ...] | None:
        """Return the way that a unit goes to a hex by naval, water or rail movement; None if there is none.

        Rules: mov-naval, mov-water, mov-rail, miss-stacking-zoc.
        """
        leg = self._leg(piece, mode, _FAR)
        if to == piece.hex or to not in leg.every.hexes:
            return None
        return (leg.better if leg.takes_better(to) else leg.every).way(piece.hex, to)

    def rides(self, piece: Piece, mode: Mode) -> Iterator[str]:
        """Yield the hexes in which a unit can stop after naval, water or rail movement.

        Rules: mov-naval, mov-water, mov-rail, mov-base, mov-base-still, miss-stacking-zoc.
        """
        lie = self.lie
        done = piece.done
        origin = done.origin if done.movement == mode and done.origin is not None else piece.hex
        ends = self._served_hexes(piece)
        is_served = origin in ends
        if not is_served and not ends:
            return
        leg = self._leg(piece, mode, self._limits[mode][0])
        for label in leg.every.hexes:
            if label == piece.hex or not (is_served or label in ends) or not leg.is_within(label):
                continue
            if self.may_stop(piece, label) and lie.has_room(label, piece, "movement"):
                yield label

    def may_stop(self, piece: Piece, label: str) -> bool:
        """Return whether the ground lets a unit stop in a hex: who moves hex by hex does not stop at open sea.

        Rules: mov-kinds, miss-stacking-zoc.
        """
        return self.board.hex(label).land is not None or isinstance(printed_movement(self.charts, piece.counter), str)

    def _served_hexes(self, piece: Piece) -> frozenset[str]:
        """Return the hexes with a base that can serve a unit, without the unit itself.

        Rules: mov-base, mov-base-still.
        """
        bases = self._bases.get(self.lie.power_of(piece), ())
        return frozenset(base.hex for base in bases if base is not piece)

    @cached_property
    def _bases(self) -> dict[Faction, list[Piece]]:
        """The bases that have not moved, by the power for which they fight."""
        found: dict[Faction, list[Piece]] = {}
        for piece in self.lie.state.pieces:
            if piece.counter.type in BASES and not piece.done.entered:
                found.setdefault(self.lie.power_of(piece), []).append(piece)
        return found

    @cached_property
    def _limits(self) -> dict[Mode, tuple[int, int]]:
        modes: tuple[Mode, ...] = ("naval", "water", "rail")
        return {mode: limits_of(self.charts, mode) for mode in modes}

    def _leg(self, piece: Piece, mode: Mode, most: int) -> _Leg:
        lie, board, done = self.lie, self.board, piece.done
        power = lie.power_of(piece)
        stops = lie.zones(power)
        highest, lower = self._limits[mode]
        entered = done.entered if done.movement == mode else ()
        most = 0 if entered and piece.hex in stops else most - len(entered)
        key = (piece.hex, most, power, mode, self._home(piece))
        found = self._searches.get(key)
        if found is None:
            closed = self._closed(piece)
            every = search(board.steps(mode), piece.hex, most, closed, stops)
            better = (
                every if mode == "naval" else search(board.steps(BEST_GROUND[mode]), piece.hex, most, closed, stops)
            )
            found = self._searches[key] = (every, better)
        was_best = not entered or all(
            any(kind in BEST[mode][1] for kind in kinds)
            for kinds in kinds_along(board, mode, done.origin or piece.hex, entered)
        )
        every, better = found
        return _Leg(every=every, better=better, entered=len(entered), was_best=was_best, highest=highest, lower=lower)


@frozen(kw_only=True)
class _Leg:
    """The ways of a naval, water or rail move.

    Attributes:
        every: The shortest ways.
        better: The shortest ways over hexes that all have the higher limit.
        entered: The hexes that the unit has entered by this kind of movement before.
        was_best: Whether all of these had the higher limit.
        highest: The higher limit.
        lower: The limit of any other move.
    """

    every: Spread
    better: Spread
    entered: int
    was_best: bool
    highest: int
    lower: int

    def takes_better(self, label: str) -> bool:
        """Return whether the way to a hex is that over the best hexes."""
        hexes = self.better.hexes.get(label)
        if hexes is None or not self.was_best:
            return hexes is not None and hexes == self.every.hexes[label]
        return hexes == self.every.hexes[label] or self.entered + self.every.hexes[label] > self.lower

    def is_within(self, label: str) -> bool:
        """Return whether the way to a hex is within its limit."""
        if self.takes_better(label):
            return self.entered + self.better.hexes[label] <= (self.highest if self.was_best else self.lower)
        return self.entered + self.every.hexes[label] <= self.lower
