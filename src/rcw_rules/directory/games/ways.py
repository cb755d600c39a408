"""Where units can go: one search from a hex, shared by all units that leave it alike.

A listing and an action use the same search, so that what is listed is what is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from attrs import frozen

from rcw_rules.directory.campaign.moves import kinds_along, known_weather
from rcw_rules.directory.campaign.rulebook_map import RulebookMap
from rcw_rules.directory.campaign.state import Piece
from rcw_rules.directory.games.occupation import Occupation, lets_local
from rcw_rules.directory.model import IMMOVABLE, Counter, printed_movement
from rcw_rules.directory.movement import BASES, BEST, LETTER_MODES, WAYS, Mode, limits_of, march_objections
from rcw_rules.kernel.charts import Chart

_FAR = 999
"""Further than any map is wide."""

Step: TypeAlias = Callable[[str, str], bool]
"""Says of two neighbours whether a unit may go from one to the other."""


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


def search(board: RulebookMap, start: str, most: int, may_step: Step, stops: frozenset[str]) -> Spread:
    """Return the shortest ways from a hex; of equal ones, the first clockwise from north.

    Args:
        board: The map.
        start: The hex.
        most: How many hexes may be entered.
        may_step: Which steps are possible.
        stops: The hexes that are left only by whoever begins in one.
    """
    before, hexes = {start: start}, {start: 0}
    front = [start]
    entered = 0
    while front and entered < most:
        entered += 1
        beyond: list[str] = []
        for label in front:
            if label in stops and label != start:
                continue
            for other in board.neighbours(label):
                if other not in before and may_step(label, other):
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
        self.board = lie.board
        self.charts = charts
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
        power, counter = lie.power_of(piece), piece.counter
        is_local = counter.type == "local_units"
        stops = lie.zones(power)
        if piece.done.entered and piece.hex in stops:
            most = 0
        key = (piece.hex, most, power, counter.name if is_local else "")
        found = self._searches.get(key)
        if found is None:
            closed = lie.foreign(power)

            def may_step(label: str, other: str) -> bool:
                return (
                    other not in closed
                    and board.hex(other).land is not None
                    and (not is_local or lets_local(lie.rulebook, board, counter, other))
                )

            def is_smooth(label: str, other: str) -> bool:
                return may_step(label, other) and board.hex(other).land != "rough"

            every = search(board, piece.hex, most, may_step, stops)
            found = self._searches[key] = (every, search(board, piece.hex, most, is_smooth, stops))
        return found

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
        highest, _ = limits_of(self.charts, mode)
        leg = self._leg(piece, mode, highest)
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
        power = self.lie.power_of(piece)
        return frozenset(
            base.hex
            for base in self._bases
            if base is not piece and not base.done.entered and self.lie.power_of(base) == power
        )

    @property
    def _bases(self) -> Iterable[Piece]:
        return (piece for piece in self.lie.state.pieces if piece.counter.type in BASES)

    def _leg(self, piece: Piece, mode: Mode, most: int) -> _Leg:
        lie, board = self.lie, self.board
        power, counter, done = lie.power_of(piece), piece.counter, piece.done
        goes_on = done.movement == mode and bool(done.entered)
        stops = lie.zones(power)
        highest, lower = limits_of(self.charts, mode)
        entered = done.entered if goes_on else ()
        most = 0 if entered and piece.hex in stops else most - len(entered)
        is_local = counter.type == "local_units"
        key = (piece.hex, most, power, mode, counter.name if is_local else "")
        found = self._searches.get(key)
        if found is None:
            closed = lie.foreign(power)
            has_lines = mode == "rail" and board.railroads is not None
            ways, (_, best) = WAYS[mode], BEST[mode]

            def may_step(label: str, other: str) -> bool:
                if other in closed or (is_local and not lets_local(lie.rulebook, board, counter, other)):
                    return False
                if has_lines:
                    return bool(board.lines_between(label, other))
                return any(kind in ways for kind in board.hex(other).kinds)

            def is_best(label: str, other: str) -> bool:
                if not may_step(label, other):
                    return False
                if has_lines:
                    return "major" in board.lines_between(label, other)
                return any(kind in best for kind in board.hex(other).kinds)

            every = search(board, piece.hex, most, may_step, stops)
            found = self._searches[key] = (every, search(board, piece.hex, most, is_best, stops))
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
