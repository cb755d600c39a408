"""The course of a move: what each action does to the unit, and why one may not be made."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection, SquareGrid, SquareMap
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.ground import AT_WILL, Field, is_on_table, makes_test, where
from rcw_rules.red_square.model import FIGURES, TANKS, WHEELED, Band, Formation, Suit, Unit, enemy_of
from rcw_rules.red_square.movement.actions import (
    Action,
    Change,
    ChangeFormation,
    Course,
    Dismount,
    Face,
    FerryAcross,
    Leg,
    Limber,
    Mount,
    MoveTerms,
    Step,
    Turn,
    Unlimber,
    Wheel,
)
from rcw_rules.red_square.movement.bans import (
    barred_from_moving,
    ferry_taken,
    halted_by_spade,
    no_time_for_wire,
    not_to_be_overrun,
    too_far_off_road,
)
from rcw_rules.red_square.movement.fleeing import MAY_ENTER
from rcw_rules.red_square.movement.horses import can_remount, holders_of, led_along, placed, places_for_horses, removed
from rcw_rules.red_square.movement.standing import (
    Standing,
    in_squares,
    moved,
    no_move,
    seen_after,
    stopped_by_overrun,
    unable_to_change,
)
from rcw_rules.red_square.movement.steps import IN_CLOSED_NOT_ON_DIAMONDS, Crossing, Rates, crossing, rates_in, row_of
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.units import entry_objections

TURNS: Final[dict[Turn, int]] = {"keep": 0, "left": -1, "right": 1, "about": 4}  # move-wheel
STEPS_PAST_FRIENDS = 2  # move-through-friends
PLAIN: Final = Crossing(is_closed=False, is_by_road=False, takes_turn=False, objection=None)


def move_terms(
    umpire: Umpire[Options], *, band: Band = "automatic", suit: Suit = "", ignores_spades: bool = False
) -> MoveTerms:
    """Return the terms of moves under an umpire's charts and options.

    Args:
        umpire: The umpire that has them.
        band: How well the unit was activated; "2+" to ask what it could do with a test.
        suit: The suit of the card of the activation.
        ignores_spades: Whether a Commissar or CHEKA lets it disregard spades.
    """
    return MoveTerms(
        rates=rates_in(umpire.charts),
        occupancy=umpire.charts["occupancy"],
        band=band,
        suit=suit,
        ignores_spades=ignores_spades,
        closed_leaving=umpire.options.closed_leaving,
        wheeled_offroad=umpire.options.wheeled_offroad,
        hq_is_no_enemy=umpire.options.hq_is_no_enemy,
        ferry_waits=umpire.options.ferry_waits,
    )


def course_of(field: Field, unit: Unit, actions: tuple[Action, ...], terms: MoveTerms) -> Course:
    """Return a whole move step by step, as far as it is legal.

    Each leg tells how things stand after its action, so that fire may interrupt the move there. Enemies whose squares
    are entered are taken to be gone afterwards: whether they are is settled by `red_square.overrun`.

    Args:
        field: The field.
        unit: The mover, as it is on the field.
        actions: What it does, in order.
        terms: On what terms.

    Rules: move-who, move-table.
    """
    mover = Mover(field, unit, terms)
    objection = mover.unable_to_start(actions[0]) if actions else None
    if objection is not None:
        return Course(legs=(), objection=objection)
    now = mover.start
    legs: list[Leg] = []
    for action in actions:
        after = mover.after(now, action)
        if isinstance(after, Objection):
            return Course(legs=tuple(legs), objection=after)
        if after is None:
            return Course(legs=tuple(legs), bogged=True)
        now = after
        legs.append(mover.leg(action, now))
    return Course(legs=tuple(legs), objection=mover.unable_to_end(now))


class Mover:
    """A unit about to move, with everything around it, which does not change while it moves."""

    def __init__(self, field: Field, unit: Unit, terms: MoveTerms) -> None:
        self.field = field
        self.board: SquareMap = field.board
        self.grid: SquareGrid = field.board.grid
        self.unit = unit
        self.terms = terms
        self.start: Standing = Standing(evolve(unit, advancing=False))
        self.row: str = row_of(field, unit) or ""
        self._table = {row: Rates(*squares) for row, squares in terms.rates}
        self.rates: Rates = self._table.get(self.row, Rates(0, 0, 0))
        self._crossings: dict[tuple[Formation | None, Square, Square], Crossing] = {}
        self._ranges: dict[Square, int] = {}
        self._picket_lines: dict[Square, tuple[Square, ...]] = {}
        enemies = field.of(enemy_of(unit.side))
        self._enemies: dict[Square, tuple[Unit, ...]] = {}
        for enemy in enemies:
            self._enemies[where(enemy)] = (*self._enemies.get(where(enemy), ()), enemy)
        feared = {where(enemy) for enemy in enemies if makes_test(enemy, hq_is_no_enemy=terms.hq_is_no_enemy)}
        self._near = {near for square in feared for near in (square, *self.grid.neighbours(square))}
        self._friends = {
            where(friend) for friend in field.of(unit.side) if friend.name != unit.name and friend.kind not in FIGURES
        }

    # --- Before and after ---------------------------------------------------------------------------------------------

    def unable_to_start(self, first: Action) -> Objection | None:
        """Return why the unit may not move at all, None if it may.

        Rules: move-who, formations-sequence, move-instead.
        """
        ban = barred_from_moving(self.field, self.unit, first, self.terms.band)
        if ban is not None:
            return ban
        if not self.row:
            message = f"{self.unit.accompanies!r}, whose pace it keeps, is not on the table; it stays where it is"
            return Objection(rule="mg-place-speed", message=message)
        return None

    def unable_to_end(self, now: Standing) -> Objection | None:
        """Return why the unit may not end its move as it stands, None if it may.

        Rules: mg-place-speed, tchanka-place, occ-table, move-motors.
        """
        unit, square = now.unit, where(now.unit)
        if now.used > self.rates.open and not now.steps and self.rates.open:
            message = f"without a step along the road it has {in_squares(self.rates.open)}, not {now.used}"
            return Objection(rule="move-motors" if unit.kind in WHEELED else "move-table", message=message)
        if not now.steps and now.horses is None:
            return None
        if unit.kind == "mg":
            friend = self.field.unit(unit.accompanies)
            if self.grid.distance(square, where(friend)) > 1:
                message = f"it must end in the square of {friend.name!r} or next to it, not in {square}"
                return Objection(rule="mg-place-speed", message=message)
        if unit.kind == "tchanka":
            near = {square, *self.grid.neighbours(square)}
            if not any(friend.kind == "cavalry" and where(friend) in near for friend in self.field.of(unit.side)):
                message = f"it must end in a square of friendly cavalry or next to one, not in {square}"
                return Objection(rule="tchanka-place", message=message)
        if square in self._enemies:
            return None  # no enemy is left there after the overrun
        without = self.field if now.horses is None else self.field.with_units(now.horses)
        return next(iter(entry_objections(without, unit, square, self.terms.occupancy)), None)

    def leg(self, action: Action, now: Standing) -> Leg:
        """Return an action just made with how things stand after it."""
        square = where(now.unit)
        entered = now.entered
        return Leg(
            action=action,
            square=square,
            facing=now.unit.facing,
            formation=now.unit.formation,
            used=now.used,
            left=self._left(now),
            is_step=entered is not None,
            is_closed=entered is not None and entered.is_closed,
            is_by_road=entered is not None and entered.is_by_road,
            near_enemy=square in self._near,
            overruns=tuple(enemy.name for enemy in self._enemies.get(square, ())) if entered else (),
            unit=now.unit,
            horses=now.horses,
        )

    # --- Action by action ---------------------------------------------------------------------------------------------

    def after(self, now: Standing, action: Action) -> Standing | Objection | None:
        """Return how the unit stands after an action, or why it may not be made; None for a tank that bogs instead."""
        if now.ended_by:
            return Objection(rule=now.ended_by, message="that was its whole move; nothing more may follow")
        if isinstance(action, Face):
            return self._face(now, action)
        if isinstance(action, FerryAcross):
            return self._ferry(now, action)
        if isinstance(action, Step):
            return self._step(now, action)
        if now.since_overrun:
            return stopped_by_overrun()
        if isinstance(action, Wheel):
            return self._wheel(now, action)
        return self._change(now, action)

    def _face(self, now: Standing, action: Face) -> Standing | Objection:
        """Turn an MG company, which costs nothing.

        Rules: mg-move-or-fire.
        """
        if now.unit.kind != "mg":
            return Objection(rule="move-wheel", message="only MG companies change face at will; others wheel")
        return evolve(now, unit=evolve(now.unit, facing=action.to), entered=None)

    def _wheel(self, now: Standing, action: Wheel) -> Standing | Objection:
        """Wheel on the spot, in place of one square.

        Rules: move-instead, turn-6-spades-poor.
        """
        if not action.eighths:
            return Objection(rule="move-instead", message="a wheel turns 45 or 90 degrees, not 0")
        spades = halted_by_spade(now.unit, self.terms)
        if spades is not None:
            return spades
        if not self.rates.open or (now.changed and not self._rates_of(now).open):
            message = "a formation that does not move does not wheel; it may change, or limber"
            return Objection(rule="move-instead", message=message)
        paid = self._paid(now)
        if isinstance(paid, Objection):
            return paid
        turned = moved(paid.unit, square=where(paid.unit), facing=self.grid.turned(paid.unit.facing, action.eighths))
        return evolve(paid, unit=seen_after(self.field, turned, is_step=False))

    def _change(self, now: Standing, action: Change) -> Standing | Objection:
        """Change formation, limber, unlimber, mount or dismount, in place of one square.

        Rules: formations-sequence, move-instead, artpos-three-turns.
        """
        unit = now.unit
        objection = unable_to_change(now.unit, action, changed=now.changed, has_horses=self._holders(now) is not None)
        if objection is not None:
            return objection
        is_sole = not self.rates.open
        if is_sole and now.used:
            return Objection(rule="move-instead", message="the change of its formation takes its whole activation")
        paid = evolve(now, used=now.used + 1, ended_by="move-instead") if is_sole else self._paid(now)
        if isinstance(paid, Objection):
            return paid
        paid = evolve(paid, changed=True, used_since=0, entered=None)
        if isinstance(action, ChangeFormation):
            return evolve(paid, unit=evolve(unit, formation=action.to))
        if isinstance(action, Limber):
            return evolve(paid, unit=evolve(unit, formation="limbered", stage=0, stage_turn=0))
        if isinstance(action, Unlimber):
            is_masked = unit.position == "masked"
            if is_masked and now.used:
                message = "to unlimber in a masked position is the whole action of a turn"
                return Objection(rule="artpos-three-turns", message=message)
            stage = (1, self.field.turn) if is_masked else (0, 0)
            guns = evolve(unit, formation="deployed", stage=stage[0], stage_turn=stage[1])
            return evolve(paid, unit=guns, ended_by="artpos-three-turns" if is_masked else paid.ended_by)
        if isinstance(action, Mount):
            return self._mounted(now, paid)
        return self._dismounted(paid, action)

    def _mounted(self, before: Standing, now: Standing) -> Standing | Objection:
        """Return a regiment to its horses.

        Rules: mounted-3-dismounted, dig-1c-removal, turn-6-spades-poor.
        """
        holders = self._holders(before)
        assert holders is not None  # noqa: S101 - `unable_to_change` has seen to it
        at = where(holders)
        objection = self._held_by_enemy(now.unit, at) or halted_by_spade(now.unit, self.terms)
        if objection is not None:
            return objection
        horsed = evolve(moved(now.unit, square=at, facing=now.unit.facing), formation="mounted")
        return evolve(
            now,
            unit=seen_after(self.field, horsed, is_step=at != where(now.unit)),
            horses=removed(holders),
            steps=now.steps + (at != where(now.unit)),
            is_by_road=False,
            entered=PLAIN,
        )

    def _dismounted(self, now: Standing, action: Dismount) -> Standing | Objection:
        """Let a regiment dismount where it stands.

        Rules: mounted-3-dismounted.
        """
        at = where(now.unit)
        if at not in self._picket_lines:
            places = places_for_horses(self.field, now.unit, at, led_from=at, occupancy=self.terms.occupancy)
            self._picket_lines[at] = places
        places = self._picket_lines[at]
        horses = placed(self.field, now.unit, places, action.horses)
        if isinstance(horses, Objection):
            return horses
        return evolve(now, unit=evolve(now.unit, formation="dismounted"), horses=horses)

    def _holders(self, now: Standing) -> Unit | None:
        """Return the horse holders that the unit has with it now."""
        if now.horses is not None:
            return now.horses if is_on_table(now.horses) else None
        return can_remount(self.field, now.unit) if now.unit.formation == "dismounted" else None

    # --- Steps --------------------------------------------------------------------------------------------------------

    def _step(self, now: Standing, action: Step) -> Standing | Objection | None:
        """Step into a neighbouring square.

        Asked in this order: the edge of the board, the facing, water and wire, enemies, suits, friends, squares left.

        Rules: move-legal-directions, move-closed, move-through-friends, terrain-wire, move-bog, opt-wheeled-offroad.
        """
        unit = now.unit
        origin = where(unit)
        to = self.grid.neighbour(origin, action.to)
        if to is None:
            return Objection(rule="bad-input", message=f"{origin} has no neighbour {action.to}; the board ends there")
        facing = self._facing_after(unit, origin, to, action)
        if isinstance(facing, Objection):
            return facing
        over = self._crossing(unit, origin, to)
        objection = over.objection or (no_time_for_wire(unit, now.used) if over.takes_turn else None)
        objection = objection or self._held_by_enemy(unit, to) or halted_by_spade(unit, self.terms)
        if not over.is_by_road:
            objection = objection or too_far_off_road(unit, self.terms)
        if objection is not None:
            return objection
        if over.is_closed:
            closed = self._barred_by_ground(now)
            if closed is not None:
                return closed
        passed = self._blocked_by_friends(now, is_closed=over.is_closed) if now.in_friends else None
        if passed is not None:
            return passed
        if now.since_overrun:
            return stopped_by_overrun()
        paid = self._paid(now, is_closed=over.is_closed, is_by_road=over.is_by_road)
        if isinstance(paid, Objection):
            return paid
        if over.is_closed and unit.kind in TANKS and self.terms.suit == "S":
            return None  # move-bog
        horses = self._led(now, to, action)
        if isinstance(horses, Objection):
            return horses
        after = seen_after(self.field, moved(unit, square=to, facing=facing), is_step=True)
        after = self._closer(after, origin)
        if unit.kind in WHEELED and not over.is_by_road:
            after = evolve(after, this_turn=evolve(after.this_turn, off_road=after.this_turn.off_road + 1))
        if over.takes_turn:
            after = evolve(after, this_turn=evolve(after.this_turn, is_over=True))
        return evolve(
            paid,
            unit=after,
            horses=horses,
            steps=now.steps + 1,
            entered=over,
            in_friends=to in self._friends,
            since_overrun=0 if to in self._enemies and now.since_overrun is None else paid.since_overrun,
            ended_by="terrain-wire" if over.takes_turn else "move-through-friends" if now.in_friends else "",
        )

    def _crossing(self, unit: Unit, origin: Square, to: Square) -> Crossing:
        """Return what a step is like for a formation, worked out once."""
        key = (unit.formation, origin, to)
        if key not in self._crossings:
            over = crossing(self.field, unit, origin, to, closed_leaving=self.terms.closed_leaving)
            self._crossings[key] = over
        return self._crossings[key]

    def _facing_after(self, unit: Unit, origin: Square, to: Square, action: Step) -> Facing | Objection:
        """Return where a unit faces after a step with its free wheel, or why the step is not open to it.

        Rules: move-legal-directions, move-wheel, move-road-masses.
        """
        if action.then == "road":
            if unit.formation != "masses" or not self.board.has_road(origin, to):
                message = "only masses on a road follow it, from a square to the next that it joins"
                return Objection(rule="move-road-masses", message=message)
            return action.to
        if unit.kind not in AT_WILL:
            open_to: tuple[SquareDirection, ...] = self.grid.faced_directions(unit.facing)
            if action.to not in open_to:
                message = f"facing {unit.facing} it may step {' or '.join(open_to)}, not {action.to}, unless it wheels"
                if unit.formation == "masses" and self.board.has_road(origin, to):
                    message += '; along the road it may go with then = "road"'
                return Objection(rule="move-legal-directions", message=message)
        return self.grid.turned(unit.facing, TURNS[action.then])

    def _held_by_enemy(self, unit: Unit, to: Square) -> Objection | None:
        """Return why a unit may not enter a square for the enemies there or next to it, None if it may.

        Rules: turn-5-test-needed, move-overrun-shaken, missing-infantry-melee.
        """
        enemies = self._enemies.get(to, ())
        if enemies:
            if unit.formation not in MAY_ENTER or unit.kind not in ("infantry", "cavalry"):
                message = f"{to} is held by {enemies[0].name!r}; only infantry and cavalry enter an enemy's square"
                return Objection(rule="move-overrun-shaken", message=message)
            objection = not_to_be_overrun(self.field, unit, to)
            if objection is not None:
                return objection
        if to in self._near and self.terms.band == "automatic":
            message = f"{to} is held by the enemy or next to one; going there takes a test and 2 or more"
            return Objection(rule="turn-5-test-needed", message=message)
        return None

    def _barred_by_ground(self, now: Standing) -> Objection | None:
        """Return why a closed step may not be made, whatever it costs; None if it may.

        Rules: move-closed, move-motors, move-diamond.
        """
        rates = self._rates_of(now)
        if not rates.closed:
            rule = "move-motors" if now.unit.kind in WHEELED else "move-closed"
            return Objection(rule=rule, message="it never crosses closed terrain or obstacles, except along a road")
        row = row_of(self.field, now.unit)
        if self.terms.suit == "D" and row in IN_CLOSED_NOT_ON_DIAMONDS:
            message = "on a DIAMOND waves and dismounted cavalry do not move in closed terrain; they do in the open"
            return Objection(rule="move-diamond", message=message)
        return None

    def _blocked_by_friends(self, now: Standing, *, is_closed: bool) -> Objection | None:
        """Return why a unit may not pass on beyond the friends in whose square it is, None if it may.

        Rules: move-through-friends.
        """
        rule = "move-through-friends"
        if not self.rates.closed or self.rates.open < STEPS_PAST_FRIENDS:
            need = f"needs {STEPS_PAST_FRIENDS} squares in the open" if self.rates.closed else "is an obstacle"
            return Objection(rule=rule, message=f"to pass through friends {need}; it may stop with them or go round")
        if now.used != 1 or now.is_closed or is_closed:
            message = "to pass through friends is a whole move: one open step in and one out"
            return Objection(rule=rule, message=message)
        return None

    def _led(self, now: Standing, to: Square, action: Step) -> Unit | Objection | None:
        """Return the horse holders after a step, None if they stay or the unit has none.

        Rules: mounted-3-dismounted.
        """
        if now.unit.formation != "dismounted":
            if action.horses is not None:
                message = "only dismounted cavalry has its horses led"
                return Objection(rule="mounted-3-dismounted", message=message)
            return now.horses
        holders = now.horses if now.horses is not None else holders_of(self.field, now.unit)
        if holders is None:
            return None
        led = led_along(self.field, now.unit, holders, to, wanted=action.horses, occupancy=self.terms.occupancy)
        return now.horses if led == holders else led

    def _ferry(self, now: Standing, action: FerryAcross) -> Standing | Objection:
        """Go to a ferry, or be put across by it in the turn after, with an option in any later one.

        Rules: terrain-water, opt-ferry-waits.
        """
        unit, rule = now.unit, "terrain-water"
        origin = where(unit)
        to = self.grid.neighbour(origin, action.to)
        if to is None or "ferry" not in self.board.features_between(origin, to):
            return Objection(rule=rule, message=f"{origin} has no ferry {action.to}")
        if now.used:
            return Objection(rule=rule, message="the ferry takes whole activations; nothing else may be done before")
        spades = halted_by_spade(unit, self.terms)
        if spades is not None:
            return spades
        turn = self.field.turn
        busy = ferry_taken(self.field, unit, origin, to, ferry_waits=self.terms.ferry_waits)
        if busy is not None:
            return busy
        comes_for_it = unit.ferry_turn < turn if self.terms.ferry_waits else unit.ferry_turn == turn - 1
        if unit.ferry_to != to or not comes_for_it:
            waiting = evolve(moved(unit, square=origin, facing=unit.facing), ferry_to=to, ferry_turn=turn)
            waiting = evolve(waiting, this_turn=evolve(waiting.this_turn, is_over=True))
            return evolve(now, unit=waiting, used=1, entered=None, ended_by="terrain-water")
        entry = self._held_by_enemy(unit, to)
        if to in self._enemies:
            return entry or Objection(rule=rule, message=f"the ferry cannot land in {to}, which the enemy holds")
        if entry is not None:
            return entry
        landed = self._closer(seen_after(self.field, moved(unit, square=to, facing=unit.facing), is_step=True), origin)
        landed = evolve(landed, this_turn=evolve(landed.this_turn, is_over=True))
        return evolve(now, unit=landed, used=1, steps=1, is_by_road=False, entered=PLAIN, ended_by="terrain-water")

    # --- Squares of the move ------------------------------------------------------------------------------------------

    def _rates_of(self, now: Standing) -> Rates:
        """Return the rates of the formation that the unit is in now."""
        return self._table.get(row_of(self.field, now.unit) or "", Rates(0, 0, 0))

    def _limit(self, now: Standing, *, is_closed: bool, is_by_road: bool) -> int:
        """Return how many squares the whole move may have.

        Rules: move-table, move-closed, move-motors.
        """
        if is_closed:
            return self.rates.closed
        return max(self.rates.open, self.rates.road) if is_by_road else self.rates.open

    def _left(self, now: Standing) -> int:
        """Return how many squares of the move are left for steps, at most."""
        if now.ended_by:
            return 0
        limit = self._limit(now, is_closed=now.is_closed, is_by_road=now.is_by_road)
        left = limit - now.used
        if now.changed:
            left = min(left, self._rates_of(now).open - now.used_since)
        if now.since_overrun is not None:
            left = min(left, 1 - now.since_overrun)
        return max(0, left)

    def _paid(self, now: Standing, *, is_closed: bool = False, is_by_road: bool = True) -> Standing | Objection:
        """Take one square off the move, or return why none is left.

        Rules: move-table, move-closed, move-instead.
        """
        is_closed, is_by_road = is_closed or now.is_closed, is_by_road and now.is_by_road
        limit = self._limit(now, is_closed=is_closed, is_by_road=is_by_road)
        if now.used >= limit:
            if is_closed:
                message = f"with a closed step the whole move is {in_squares(limit)}"
                return Objection(rule="move-closed", message=message)
            where_to = "by road" if self.rates.road and is_by_road else "in the open"
            if not limit:
                return Objection(rule="move-who", message=no_move(now.unit))
            rule = "move-motors" if now.unit.kind in WHEELED else "move-table"
            return Objection(rule=rule, message=f"the whole move is {in_squares(limit)} {where_to}")
        if now.changed:
            most = self._rates_of(now).open
            if now.used_since >= most:
                message = f"in the new formation {now.unit.formation} it has {in_squares(most)}"
                return Objection(rule="move-instead", message=message)
        return evolve(
            now,
            used=now.used + 1,
            used_since=now.used_since + 1,
            is_closed=is_closed,
            is_by_road=is_by_road,
            entered=None,
            since_overrun=None if now.since_overrun is None else now.since_overrun + 1,
        )

    def _closer(self, unit: Unit, origin: Square) -> Unit:
        """Return a unit after a step, which advances if that brought it nearer to the nearest enemy.

        Rules: fire-9-double.
        """
        if not self._enemies:
            return unit
        is_nearer = not unit.advancing and self._range(where(unit)) < self._range(origin)
        return evolve(unit, advancing=True) if is_nearer else unit

    def _range(self, square: Square) -> int:
        """Return how far the nearest enemy is from a square, worked out once."""
        if square not in self._ranges:
            self._ranges[square] = min(self.grid.distance(square, enemy) for enemy in self._enemies)
        return self._ranges[square]
