"""The mover: which actions are open to a unit in the middle of its move, what they cost, and where they leave it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground import Field, where
from rcw_rules.red_square.model import TANKS, WHEELED, Formation, Unit
from rcw_rules.red_square.movement.actions import (
    Action,
    Change,
    Dismount,
    Face,
    FerryAcross,
    Leg,
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
from rcw_rules.red_square.movement.horses import (
    holders_of,
    led_along,
    placed,
    places_for_horses,
)
from rcw_rules.red_square.movement.lanes import Lane, Lanes, LanesOfMap
from rcw_rules.red_square.movement.standing import (
    Standing,
    formation_after,
    in_squares,
    no_move,
    standing_of,
    stopped_by_overrun,
    unable_to_change,
)
from rcw_rules.red_square.movement.steps import (
    IN_CLOSED_NOT_ON_DIAMONDS,
    Crossing,
    Rates,
    crossing,
    enters_closed,
    row_of,
)
from rcw_rules.red_square.movement.surroundings import Surroundings
from rcw_rules.red_square.units import entry_objections

TURNS: Final[dict[Turn, int]] = {"keep": 0, "left": -1, "right": 1, "about": 4}  # move-wheel
STEPS_PAST_FRIENDS = 2  # move-through-friends
PLAIN: Final = Crossing(is_closed=False, is_by_road=False, takes_turn=False, objection=None)
NO_RATES: Final = Rates(0, 0, 0)


class Mover(Surroundings):
    """A unit about to move, on terms that do not change while it moves.

    What does not depend on the way to a square is worked out once.
    """

    def __init__(self, field: Field, unit: Unit, terms: MoveTerms) -> None:
        super().__init__(field, unit, hq_is_no_enemy=terms.hq_is_no_enemy)
        self.terms = terms
        self.row: str = row_of(field, unit) or ""
        self._table = _table_of(terms.rates)
        self.rates: Rates = self._table.get(self.row, NO_RATES)
        self._spades: Objection | None = halted_by_spade(unit, terms)
        self._is_wheeled: bool = unit.kind in WHEELED
        self._bogs: bool = unit.kind in TANKS and terms.suit == "S"
        self._entering: bool = enters_closed(unit, closed_leaving=terms.closed_leaving)
        self._on_map = self.board.worked_out(LanesOfMap)
        self._hindered: frozenset[Square] = self._on_map.wired.union(field.burning)
        self._marked: frozenset[Square] = self._hindered.union(self._beside, self._friends)
        self._lanes: dict[tuple[Formation | None, Square], Lanes] = {}
        self._barred: dict[Formation | None, Objection | None] = {}
        self._changes: dict[tuple[Formation | None, Change, bool, bool], Objection | None] = {}
        self._rates: dict[Formation | None, Rates] = {}
        self._spent: dict[tuple[Formation | None, int, bool, int, bool, bool], Objection | None] = {}
        self._crowded: dict[tuple[Square, Formation | None, Square | None], Objection | None] = {}
        self._picket_lines: dict[tuple[Square, Square | None], Unit | Objection] = {}
        self._led_horses: dict[tuple[Square, Square], Unit | Objection] = {}

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
        if now.used > self.rates.open and not now.has_stepped and self.rates.open:
            message = f"without a step along the road it has {in_squares(self.rates.open)}, not {now.used}"
            return Objection(rule="move-motors" if self.unit.kind in WHEELED else "move-table", message=message)
        horses = self.horses_of(now) if self.unit.kind == "cavalry" else None
        if not now.has_stepped and horses is None:
            return None
        key = (now.square, now.formation, horses.square if horses is not None else None)
        if key not in self._crowded:
            self._crowded[key] = self._no_room(now, horses)
        return self._crowded[key]

    def _no_room(self, now: Standing, horses: Unit | None) -> Objection | None:
        """Return why the unit may not end where it is, whatever its way there; None if it may.

        Rules: mg-place-speed, tchanka-place, occ-table.
        """
        unit, square = self.unit, now.square
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
        without = self.field if horses is None else self.field.with_units(horses)
        return next(iter(entry_objections(without, self._in(now.formation), square, self.terms.occupancy)), None)

    def leg(self, before: Standing, action: Action, now: Standing) -> Leg:
        """Return an action just made with how things stand before and after it."""
        entered = self.entered(before, action, now)
        return Leg(
            action=action,
            square=now.square,
            facing=now.facing,
            formation=now.formation,
            used=now.used,
            left=self.left(now),
            is_step=entered is not None,
            is_closed=entered is not None and entered.is_closed,
            is_by_road=entered is not None and entered.is_by_road,
            near_enemy=now.square in self.near,
            overruns=self.overruns(now) if entered else (),
            unit=self.unit_of(now),
            horses=self.horses_of(now),
        )

    def entered(self, before: Standing, action: Action, now: Standing) -> Crossing | None:
        """Return the step that an action was, None if it was none. To mount is one, wherever the horses are."""
        if isinstance(action, Step):
            lane = self._lane(before.formation, before.square, action.to)
            return None if lane is None else lane.over
        return PLAIN if isinstance(action, Mount) or before.square != now.square else None

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
        if isinstance(action, Wheel):
            return self.wheel(now, action)
        return self.change(now, action)

    def _face(self, now: Standing, action: Face) -> Standing | Objection:
        """Turn an MG company, which costs nothing.

        Rules: mg-move-or-fire.
        """
        if self.unit.kind != "mg":
            return Objection(rule="move-wheel", message="only MG companies change face at will; others wheel")
        return now._replace(facing=action.to)

    def wheel(self, now: Standing, action: Wheel) -> Standing | Objection:
        """Wheel on the spot, in place of one square.

        Rules: move-instead, turn-6-spades-poor.
        """
        if now.since_overrun:
            return stopped_by_overrun()
        if not action.eighths:
            return Objection(rule="move-instead", message="a wheel turns 45 or 90 degrees, not 0")
        if self._spades is not None:
            return self._spades
        if not self.rates.open or (now.changed and not self._rates_in(now.formation).open):
            message = "a formation that does not move does not wheel; it may change, or limber"
            return Objection(rule="move-instead", message=message)
        none_left = self._none_left(now, is_closed=now.is_closed, is_by_road=now.is_by_road)
        if none_left is not None:
            return none_left
        return now._replace(
            facing=self.grid.turned(now.facing, action.eighths),
            used=now.used + 1,
            used_since=now.used_since + now.changed,
            since_overrun=_one_more(now.since_overrun),
            is_visible=now.is_visible or self._is_open(now.square),
            has_moved=True,
        )

    def change(self, now: Standing, action: Change) -> Standing | Objection:
        """Change formation, limber, unlimber, mount or dismount, in place of one square.

        Rules: formations-sequence, move-instead, artpos-three-turns.
        """
        if now.since_overrun:
            return stopped_by_overrun()
        objection = self._unable_to_change(now, action)
        if objection is not None:
            return objection
        is_sole = not self.rates.open
        if is_sole and now.used:
            return Objection(rule="move-instead", message="the change of its formation takes its whole activation")
        none_left = self._none_left(now, is_closed=now.is_closed, is_by_road=now.is_by_road)
        if none_left is not None and not is_sole:
            return none_left
        ended_by = "move-instead" if is_sole else ""
        if isinstance(action, Unlimber) and self._is_masked(now):
            if now.used:
                message = "to unlimber in a masked position is the whole action of a turn"
                return Objection(rule="artpos-three-turns", message=message)
            ended_by = "artpos-three-turns"
        paid = now._replace(
            formation=formation_after(action),
            used=now.used + 1,
            changed=True,
            used_since=0,
            since_overrun=now.since_overrun if is_sole else _one_more(now.since_overrun),
            ended_by=ended_by,
        )
        if not isinstance(action, Mount | Dismount):
            return paid
        return self._mounted(now, paid) if isinstance(action, Mount) else self._dismounted(paid, action)

    def _unable_to_change(self, now: Standing, action: Change) -> Objection | None:
        """Return why a change of formation is not open to the unit as it stands, None if it is."""
        has_horses = self._holders(now) is not None
        key = (now.formation, action, now.changed, has_horses)
        if key not in self._changes:
            objection = unable_to_change(self._in(now.formation), action, changed=now.changed, has_horses=has_horses)
            self._changes[key] = objection
        return self._changes[key]

    def _mounted(self, before: Standing, now: Standing) -> Standing | Objection:
        """Return a regiment to its horses.

        Rules: mounted-3-dismounted, dig-1c-removal, turn-6-spades-poor.
        """
        holders = self._holders(before)
        assert holders is not None  # noqa: S101 - `unable_to_change` has seen to it
        at = where(holders)
        objection = self._held_by_enemy(before.formation, before.square, at) or self._spades
        if objection is not None:
            return objection
        has_left = at != now.square
        return now._replace(
            square=at,
            has_stepped=now.has_stepped or has_left,
            is_by_road=False,
            is_visible=self._is_open(at) or (now.is_visible and not has_left),
            has_moved=True,
        )

    def _dismounted(self, now: Standing, action: Dismount) -> Standing | Objection:
        """Let a regiment dismount where it stands.

        Rules: mounted-3-dismounted.
        """
        at, key = now.square, (now.square, action.horses)
        if key not in self._picket_lines:
            places = places_for_horses(self.field, self.unit, at, led_from=at, occupancy=self.terms.occupancy)
            self._picket_lines[key] = placed(self.field, self.unit, places, action.horses)
        horses = self._picket_lines[key]
        if isinstance(horses, Objection):
            return horses
        return now._replace(horses=horses.square)

    # --- Steps --------------------------------------------------------------------------------------------------------

    def _step(self, now: Standing, action: Step) -> Standing | Objection | None:
        """Step into a neighbouring square.

        Asked in this order: the edge of the board, the facing, and what `step_along` asks.

        Rules: move-legal-directions.
        """
        lane = self._lane(now.formation, now.square, action.to)
        if lane is None:
            message = f"{now.square} has no neighbour {action.to}; the board ends there"
            return Objection(rule="bad-input", message=message)
        facing = self._facing_after(now, lane, action)
        if isinstance(facing, Objection):
            return facing
        after = self.step_along(now, lane, action.horses)
        return after._replace(facing=facing) if isinstance(after, Standing) else after

    def step_along(self, now: Standing, lane: Lane, horses: Square | None = None) -> Standing | Objection | None:
        """Step into a neighbouring square that the unit faces, or to which a road leads it, and keep its facing.

        Asked in this order: water and wire, enemies, suits, friends, squares left.

        Rules: move-closed, move-through-friends, terrain-wire, move-bog, opt-wheeled-offroad.
        """
        over = lane.over
        objection = over.objection or (no_time_for_wire(self.unit, now.used) if over.takes_turn else None)
        objection = objection or lane.held or self._spades
        leaves_road = self._is_wheeled and not over.is_by_road
        if leaves_road:
            objection = objection or too_far_off_road(self.unit, now.off_road, self.terms)
        if over.is_closed:
            objection = objection or self._barred_by_ground(now.formation)
        if now.in_friends:
            objection = objection or self._blocked_by_friends(now, is_closed=over.is_closed)
        if objection is not None:
            return objection
        if now.since_overrun:
            return stopped_by_overrun()
        is_closed, is_by_road = now.is_closed or over.is_closed, now.is_by_road and over.is_by_road
        none_left = self._none_left(now, is_closed=is_closed, is_by_road=is_by_road)
        if none_left is not None:
            return none_left
        if over.is_closed and self._bogs:
            return None  # move-bog
        led = self._led(now, lane.to, horses) if horses is not None or now.formation == "dismounted" else now.horses
        if isinstance(led, Objection):
            return led
        since_overrun = _one_more(now.since_overrun)
        step = (  # in the order of the class, since this is made for every step of every move
            lane.to,
            now.facing,
            now.formation,
            True,
            now.changed,
            now.used_since + now.changed,
            is_closed,
            is_by_road,
            lane.in_friends,
            0 if lane.is_overrun and since_overrun is None else since_overrun,
            now.off_road + leaves_road,
            led,
            "terrain-wire" if over.takes_turn else "move-through-friends" if now.in_friends else "",
            now.used + 1,
            lane.is_in_view,
            now.is_advancing or self._is_nearer(now.square, lane.to),
            True,
            None,
        )
        return standing_of(step)

    def lanes_from(self, formation: Formation | None, origin: Square) -> Lanes:
        """Return the steps of a formation into all neighbours that a square has on the board, clockwise from north."""
        found = self._lanes.get((formation, origin))
        if found is None:
            lanes: list[tuple[SquareDirection, Lane]] = [
                (way, self._marked_lane(formation, origin, lane) if lane.to in self._marked else lane)
                for way, lane in self._on_map[origin, self._entering]
            ]
            found = self._lanes[formation, origin] = tuple(lanes)
        return found

    def _lane(self, formation: Formation | None, origin: Square, way: SquareDirection) -> Lane | None:
        """Return what a step is like for a formation; None where the board ends."""
        return next((lane for direction, lane in self.lanes_from(formation, origin) if direction == way), None)

    def _marked_lane(self, formation: Formation | None, origin: Square, lane: Lane) -> Lane:
        """Return a step into a square with friends, wire or fire, or with enemies in it or next to it."""
        to = lane.to
        near = to in self._beside
        return Lane(
            to,
            self._hindered_step(formation, origin, to) if to in self._hindered else lane.over,
            lane.is_in_view,
            held=self._held_by_enemy(formation, origin, to) if near else None,
            is_overrun=near and to in self._enemies,
            in_friends=to in self._friends,
        )

    def _hindered_step(self, formation: Formation | None, origin: Square, to: Square) -> Crossing:
        return crossing(self.field, self._in(formation), origin, to, closed_leaving=self.terms.closed_leaving)

    def _facing_after(self, now: Standing, lane: Lane, action: Step) -> Facing | Objection:
        """Return where a unit faces after a step with its free wheel, or why the step is not open to it.

        Rules: move-legal-directions, move-wheel, move-road-masses.
        """
        if action.then == "road":
            if now.formation != "masses" or not lane.over.is_by_road:
                message = "only masses on a road follow it, from a square to the next that it joins"
                return Objection(rule="move-road-masses", message=message)
            return action.to
        if self.is_bound:
            open_to: tuple[SquareDirection, ...] = self.grid.faced_directions(now.facing)
            if action.to not in open_to:
                message = f"facing {now.facing} it may step {' or '.join(open_to)}, not {action.to}, unless it wheels"
                if now.formation == "masses" and lane.over.is_by_road:
                    message += '; along the road it may go with then = "road"'
                return Objection(rule="move-legal-directions", message=message)
        return self.grid.turned(now.facing, TURNS[action.then])

    def _held_by_enemy(self, formation: Formation | None, origin: Square, to: Square) -> Objection | None:
        """Return why a unit may not enter a square for the enemies there or next to it, None if it may.

        Rules: turn-5-test-needed, move-overrun-shaken, missing-infantry-melee.
        """
        enemies = self.enemies_in(to)
        if enemies:
            if formation not in MAY_ENTER or self.unit.kind not in ("infantry", "cavalry"):
                message = f"{to} is held by {enemies[0].name!r}; only infantry and cavalry enter an enemy's square"
                return Objection(rule="move-overrun-shaken", message=message)
            objection = not_to_be_overrun(self.field, evolve(self._in(formation), square=origin), to)
            if objection is not None:
                return objection
        if to in self.near and self.terms.band == "automatic":
            message = f"{to} is held by the enemy or next to one; going there takes a test and 2 or more"
            return Objection(rule="turn-5-test-needed", message=message)
        return None

    def _barred_by_ground(self, formation: Formation | None) -> Objection | None:
        """Return why a closed step may not be made, whatever it costs; None if it may."""
        if formation not in self._barred:
            self._barred[formation] = self._unable_to_close(formation)
        return self._barred[formation]

    def _unable_to_close(self, formation: Formation | None) -> Objection | None:
        """Work out why a closed step may not be made.

        Rules: move-closed, move-motors, move-diamond.
        """
        if not self._rates_in(formation).closed:
            rule = "move-motors" if self.unit.kind in WHEELED else "move-closed"
            return Objection(rule=rule, message="it never crosses closed terrain or obstacles, except along a road")
        row = row_of(self.field, self._in(formation))
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

    def _led(self, now: Standing, to: Square, wanted: Square | None) -> Square | Objection | None:
        """Return where the horses are after a step, None if they stay or the unit has none.

        Rules: mounted-3-dismounted.
        """
        if now.formation != "dismounted":
            message = "only dismounted cavalry has its horses led"
            return Objection(rule="mounted-3-dismounted", message=message)
        holders = holders_of(self.field, self.unit) if now.horses is None else self.horses_of(now)
        if holders is None:
            return None
        key = (where(holders), to)
        led = self._led_horses.get(key) if wanted is None else None
        if led is None:
            occupancy = self.terms.occupancy
            led = led_along(self.field, self.unit, holders, to, wanted=wanted, occupancy=occupancy)
            if wanted is None:
                self._led_horses[key] = led
        if isinstance(led, Objection):
            return led
        return now.horses if led == holders else led.square

    def _ferry(self, now: Standing, action: FerryAcross) -> Standing | Objection:
        """Go to a ferry, or be put across by it in the turn after, with an option in any later one.

        Rules: terrain-water, opt-ferry-waits.
        """
        unit, rule, origin = self.unit, "terrain-water", now.square
        to = self.grid.neighbour(origin, action.to)
        if to is None or "ferry" not in self.board.features_between(origin, to):
            return Objection(rule=rule, message=f"{origin} has no ferry {action.to}")
        if now.used:
            return Objection(rule=rule, message="the ferry takes whole activations; nothing else may be done before")
        if self._spades is not None:
            return self._spades
        turn = self.field.turn
        busy = ferry_taken(self.field, unit, origin, to, ferry_waits=self.terms.ferry_waits)
        if busy is not None:
            return busy
        done = now._replace(used=1, ended_by="terrain-water", has_moved=True)
        comes_for_it = unit.ferry_turn < turn if self.terms.ferry_waits else unit.ferry_turn == turn - 1
        if unit.ferry_to != to or not comes_for_it:
            return done._replace(ferry_to=to)
        entry = self._held_by_enemy(now.formation, origin, to)
        if to in self._enemies:
            return entry or Objection(rule=rule, message=f"the ferry cannot land in {to}, which the enemy holds")
        if entry is not None:
            return entry
        return done._replace(
            square=to,
            has_stepped=True,
            is_by_road=False,
            is_visible=self._is_open(to),
            is_advancing=self._is_nearer(origin, to),
        )

    # --- Squares of the move ------------------------------------------------------------------------------------------

    def _rates_in(self, formation: Formation | None) -> Rates:
        """Return the rates of a formation."""
        found = self._rates.get(formation)
        if found is None:
            row = row_of(self.field, self._in(formation))
            found = self._rates[formation] = self._table.get(row or "", NO_RATES)
        return found

    def _limit(self, *, is_closed: bool, is_by_road: bool) -> int:
        """Return how many squares the whole move may have.

        Rules: move-table, move-closed, move-motors.
        """
        if is_closed:
            return self.rates.closed
        return max(self.rates.open, self.rates.road) if is_by_road else self.rates.open

    def left(self, now: Standing) -> int:
        """Return how many squares of the move are left for steps, at most."""
        if now.ended_by:
            return 0
        left = self._limit(is_closed=now.is_closed, is_by_road=now.is_by_road) - now.used
        if now.changed:
            left = min(left, self._rates_in(now.formation).open - now.used_since)
        if now.since_overrun is not None:
            left = min(left, 1 - now.since_overrun)
        return max(0, left)

    def _none_left(self, now: Standing, *, is_closed: bool, is_by_road: bool) -> Objection | None:
        """Return why no square of the move is left to pay with, None if one is.

        Rules: move-table, move-closed, move-instead.
        """
        key = (now.formation, now.used, now.changed, now.used_since, is_closed, is_by_road)
        if key not in self._spent:
            self._spent[key] = self._used_up(now, is_closed=is_closed, is_by_road=is_by_road)
        return self._spent[key]

    def _used_up(self, now: Standing, *, is_closed: bool, is_by_road: bool) -> Objection | None:
        limit = self._limit(is_closed=is_closed, is_by_road=is_by_road)
        if now.used >= limit:
            if is_closed:
                message = f"with a closed step the whole move is {in_squares(limit)}"
                return Objection(rule="move-closed", message=message)
            where_to = "by road" if self.rates.road and is_by_road else "in the open"
            if not limit:
                return Objection(rule="move-who", message=no_move(self._in(now.formation)))
            rule = "move-motors" if self.unit.kind in WHEELED else "move-table"
            return Objection(rule=rule, message=f"the whole move is {in_squares(limit)} {where_to}")
        if now.changed:
            most = self._rates_in(now.formation).open
            if now.used_since >= most:
                message = f"in the new formation {now.formation} it has {in_squares(most)}"
                return Objection(rule="move-instead", message=message)
        return None


def _one_more(since_overrun: int | None) -> int | None:
    """Return the squares used since an overrun after one more; None before one."""
    return None if since_overrun is None else since_overrun + 1


@lru_cache(maxsize=64)
def _table_of(rates: tuple[tuple[str, tuple[int, int, int]], ...]) -> dict[str, Rates]:
    return {row: Rates(*squares) for row, squares in rates}
