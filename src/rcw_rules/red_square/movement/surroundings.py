"""A unit about to move: what is around it, and what a move makes of it and of its horses."""

from __future__ import annotations

from typing import Any

from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground import AT_WILL, Field, is_open, makes_test, ranges_from, where
from rcw_rules.red_square.model import FIGURES, Formation, Side, Unit, enemy_of
from rcw_rules.red_square.movement.horses import can_remount, holders_of, new_holders, removed
from rcw_rules.red_square.movement.standing import Standing, left_behind


class Surroundings:
    """A unit about to move, with everything around it, which does not change while it moves.

    Attributes:
        field: The field.
        board: The map.
        grid: Its squares.
        unit: The unit, as it is on the field.
        is_bound: Whether it steps only where it faces.
        near: The squares of the enemies whom to come next to takes a test, and those next to them.
    """

    def __init__(self, field: Field, unit: Unit, *, hq_is_no_enemy: bool) -> None:
        self.field = field
        self.board: SquareMap = field.board
        self.grid: SquareGrid = field.board.grid
        self.unit = unit
        self.is_bound: bool = unit.kind not in AT_WILL
        others: _Others = field.by_posts(_others_than_reds if unit.side == "red" else _others_than_whites)
        self._front = others.front
        self._enemies: frozenset[Square] = others.front.enemies
        self._beside: frozenset[Square] = self._front.near
        self.near: frozenset[Square] = (others.front_without_hq if hq_is_no_enemy else others.front).near
        self._friends: frozenset[Square] = others.friends
        here = unit.square
        if here in others.friends and all(one.name == unit.name or one.kind in FIGURES for one in field.at(here)):
            self._friends = others.friends - {here}  # it is alone there
        self._formed: dict[Formation | None, Unit] = {unit.formation: unit}
        self._horses: dict[tuple[Square | None, bool], Unit | None] = {(None, False): None}

    @property
    def start(self) -> Standing:
        """How the unit stands before the move.

        Raises:
            ValueError: It is in no square.
        """
        unit = self.unit
        return Standing(
            where(unit),
            unit.facing,
            unit.formation,
            off_road=unit.this_turn.off_road,
            is_visible=unit.visible,
            has_moved=unit.this_turn.moved and not unit.idle,
        )

    def nearest_enemy(self) -> int | None:
        """Return how far the nearest enemy is from the unit before its move, None without any."""
        return self._range(where(self.unit)) if self._enemies else None

    def overruns(self, now: Standing) -> tuple[str, ...]:
        """Return the names of the enemies in the square of a standing, in the order of the rosters."""
        return tuple(enemy.name for enemy in self.enemies_in(now.square))

    def enemies_in(self, square: Square) -> tuple[Unit, ...]:
        """Return the enemies in a square, in the order of the rosters."""
        return self.field.at(square) if square in self._enemies else ()

    def _range(self, square: Square) -> int:
        """Return how far the nearest enemy is from a square, worked out once."""
        return self._front[square]

    def _is_open(self, square: Square) -> bool:
        """Return whether those who move in a square are seen.

        Rules: obs-concealment.
        """
        return is_open(self.board, square)

    def _is_nearer(self, origin: Square, to: Square) -> bool:
        """Return whether a step leads nearer to the nearest enemy."""
        front = self._front
        return bool(self._enemies) and front[to] < front[origin]

    # --- The units as they stand --------------------------------------------------------------------------------------

    def unit_of(self, now: Standing) -> Unit:
        """Return the unit as it stands.

        Rules: dig-1c-removal, artpos-unmasked, artpos-three-turns, terrain-water, terrain-wire, fire-9-double.
        """
        unit = left_behind(self.unit) if now.has_stepped else self.unit
        changes: dict[str, Any] = {
            "square": now.square,
            "facing": now.facing,
            "formation": now.formation,
            "visible": now.is_visible,
            "advancing": now.is_advancing,
        }
        if now.changed and unit.kind == "artillery":
            changes["stage"], changes["stage_turn"] = self._stage(now)
        if now.ferry_to is not None:
            changes["ferry_to"], changes["ferry_turn"] = now.ferry_to, self.field.turn
        if now.has_moved:
            is_over = unit.this_turn.is_over or now.ended_by in ("terrain-wire", "terrain-water")
            done = evolve(unit.this_turn, moved=True, off_road=now.off_road, is_over=is_over)
            changes["idle"], changes["this_turn"] = False, done
        return evolve(unit, **changes)

    def _stage(self, now: Standing) -> tuple[int, int]:
        """Return how far guns that were limbered or unlimbered are on their way to a masked position, and since when.

        Rules: artpos-three-turns.
        """
        return (1, self.field.turn) if now.formation == "deployed" and self._is_masked(now) else (0, 0)

    def _is_masked(self, now: Standing) -> bool:
        return self.unit.position == "masked" and not now.has_stepped

    def horses_of(self, now: Standing) -> Unit | None:
        """Return the horse holders as they stand, if this move has placed, led or removed them."""
        has_mounted = self.unit.formation == "dismounted" != now.formation
        key = (now.horses, has_mounted)
        if key not in self._horses:
            holders: Unit | None
            if now.horses is not None:
                holders = new_holders(self.field, self.unit, now.horses)
            else:
                holders = holders_of(self.field, self.unit)
            self._horses[key] = removed(holders) if has_mounted and holders is not None else holders
        return self._horses[key]

    def _holders(self, now: Standing) -> Unit | None:
        """Return the horse holders that the unit has with it now."""
        if now.formation != "dismounted":
            return None
        return can_remount(self.field, self._as(now)) if now.horses is None else self.horses_of(now)

    def _in(self, formation: Formation | None) -> Unit:
        """Return the unit in a formation, where it began."""
        if formation not in self._formed:
            self._formed[formation] = evolve(self.unit, formation=formation)
        return self._formed[formation]

    def _as(self, now: Standing) -> Unit:
        """Return the unit in the place and the formation that it has now."""
        return evolve(self.unit, square=now.square, facing=now.facing, formation=now.formation)


class _Front(dict[Square, int]):
    """How far the nearest of some enemies is from each square, worked out when it is first asked for.

    Attributes:
        near: The squares of the enemies, and those next to them.
    """

    def __init__(self, board: SquareMap, enemies: frozenset[Square]) -> None:
        super().__init__()
        self.board = board
        self.enemies = enemies
        neighbours = board.grid.neighbours
        self.near: frozenset[Square] = frozenset(near for at in enemies for near in (at, *neighbours(at)))

    def __missing__(self, square: Square) -> int:
        found = self[square] = min(map(ranges_from(self.board, square).__getitem__, self.enemies))
        return found


class _Others:
    """Where the others are, as a unit of one side sees them.

    Attributes:
        front: The enemies.
        front_without_hq: Those whom to come next to takes a test even where a headquarters does not count.
        friends: The squares of friends who are more than figures.
    """

    def __init__(self, field: Field, side: Side) -> None:
        enemies = field.of(enemy_of(side))
        self.front = _Front(field.board, frozenset(map(where, enemies)))
        feared = frozenset(where(enemy) for enemy in enemies if makes_test(enemy, hq_is_no_enemy=True))
        self.front_without_hq = self.front if feared == self.front.enemies else _Front(field.board, feared)
        self.friends = frozenset(where(friend) for friend in field.of(side) if friend.kind not in FIGURES)


def _others_than_reds(field: Field) -> _Others:
    return _Others(field, "red")


def _others_than_whites(field: Field) -> _Others:
    return _Others(field, "white")
