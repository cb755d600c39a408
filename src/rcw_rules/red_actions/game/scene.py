"""The facts that procedures ask for, from where everybody stands: sight, morale, retires, routs, ground.

A `Scene` belongs to one state. What it measures a referee may tell instead, fact by fact, where the scenario says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from math import floor
from typing import TYPE_CHECKING

from rcw_rules.games.table_facts import LENGTHS_TOLD, measured_first
from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.books import Book
from rcw_rules.kernel.geometry.table import (
    Footing,
    Group,
    Layout,
    Leg,
    Point,
    Referee,
    Slide,
    Table,
    TableFacts,
    TerrainPiece,
    away_from,
    closest_approach,
    line_of_sight,
    most_bases_behind,
)
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.charges import may_charge
from rcw_rules.red_actions.game.paths import LAKES, LINES, Way, areas_of, way_of
from rcw_rules.red_actions.game.state import State, enemy_of
from rcw_rules.red_actions.ground import Ground, ShownAs, SpotRequest
from rcw_rules.red_actions.model import HARD_COVER, NO_DISTANCE, Cover, Side, Unit
from rcw_rules.red_actions.morale import (
    OPEN_FOOTING,
    OPEN_WAY,
    PASSING_REACH,
    FriendNearRout,
    InTheWay,
    RetirePlace,
    RoutWay,
    SeniorInReach,
    Situation,
)
from rcw_rules.red_actions.movement import AlongPathRequest, Barrier, going, mover_of
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.positions import (
    BEHIND_FLANKS,
    GROUND_OF,
    OPEN_GROUND,
    STRICT_SIGHT,
    GroundAlong,
    cover_word,
    ground_along,
    has_clear_path,
)

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.table import FactAsked

FARTHEST_BACK = inches(6)
BACK = degrees(180)
SENIOR_ADDS = inches(12)


class Scene:
    """What the rules ask about a state, worked out once each.

    Attributes:
        state: The state.
        judge: Says what the rules make of what is measured.
        units: Every unit, by its name.
        layout: The table and everybody on it.
        facts: What is measured, or told.
    """

    def __init__(
        self,
        umpire: Umpire[Options],
        state: State,
        referee: Referee | None = None,
        before: Scene | None = None,
    ) -> None:
        self.state: State = state
        self.referee: Referee | None = referee
        self.judge: Judge[Options] = umpire if isinstance(umpire, Judge) else Judge(umpire.book)
        self.units: dict[str, Unit] = {unit.name: unit for unit in state.units}
        self.layout: Layout = state.layout
        self.facts: TableFacts = TableFacts(
            self.layout, referee=referee, told=state.scenario.told, before=None if before is None else before.facts
        )
        self._hidden = {one.unit for one in state.ambushers}

    def scene_of(self, state: State) -> Scene:
        """Return the scene of a later state; a referee's answers stay valid while no unit has moved."""
        if state is self.state:
            return self
        return scene_at(self.judge, state) if self.referee is None else Scene(self.judge, state, self.referee, self)

    def group_of(self, name: str) -> Group:
        """Return where a unit stands."""
        return self.layout.unit(name).group

    @cached_property
    def on_table(self) -> tuple[str, ...]:
        """The names of all units on the table."""
        return tuple(unit.name for unit in self.layout.units)

    def units_of(self, side: Side, *, known: bool = False) -> tuple[Unit, ...]:
        """Return the units of a side on the table.

        Args:
            side: The side.
            known: Whether those whom the other side does not know of are left out.
        """
        return self.facts.once(
            ("units", side, known),
            lambda: tuple(
                unit
                for unit in map(self.units.__getitem__, self.on_table)
                if unit.side == side and not (known and unit.name in self._hidden)
            ),
        )

    def enemies(self, side: Side, *, able: bool = False) -> tuple[Unit, ...]:
        """Return the enemies that a side knows of.

        Args:
            side: The side.
            able: Whether those in rout are left out.
        """
        enemies = self.units_of(enemy_of(side), known=True)
        if not able:
            return enemies
        return self.facts.once(("able", side), lambda: tuple(unit for unit in enemies if not unit.routing))

    # --- Sight ------------------------------------------------------------------------------------------------------

    def sees(self, viewer: str, target: str) -> bool:
        """Return whether a unit sees another one.

        Rules: vis-table, vis-area, vis-hedge, vis-hills.
        """
        return self.facts.sees(
            viewer, target, lambda: self.judge.resolve(self.spot_request(viewer, target), "sight").visible
        )

    def spot_request(self, viewer: str, target: str) -> SpotRequest:
        """Return the request whether a unit sees another one, from what is measured.

        Rules: vis-area, vis-hedge, vis-hills, vis-firing-reveals.
        """
        unit, state = self.units[target], self.state
        hides = target in self._hidden and target not in state.have_moved and target not in state.fired
        shown_as: ShownAs = "hidden" if hides else "figures"
        fired = unit.card.range if target in state.fired else None
        ground = OPEN_GROUND
        if not self.facts.is_bare(viewer, target):
            ground = _ground_along(self.layout.table, *self.facts.nearest_points(viewer, target))
        return SpotRequest(
            distance=self.facts.gap(viewer, target),
            observer=ground.observer,
            target=ground.target,
            arm=unit.card.arm,
            bases=unit.bases,
            stationary=target not in state.have_moved,
            limbered=unit.limbered,
            same_ground=ground.shared,
            between=ground.between,
            fired_range=fired,
            shown_as=shown_as,
        )

    def seen_by(self, name: str) -> tuple[str, ...]:
        """Return the enemies that a unit sees, those in rout too."""
        enemies = self.enemies(self.units[name].side)
        return self.facts.once(
            ("seen by", name), lambda: tuple(enemy.name for enemy in enemies if self.sees(name, enemy.name))
        )

    def nearest_seen(self, name: str) -> str | None:
        """Return the nearest enemy that a unit sees; None if it sees none."""
        return self.facts.once(
            ("nearest seen", name),
            lambda: min(self.seen_by(name), key=lambda enemy: (self.facts.gap(name, enemy), enemy), default=None),
        )

    def nearest_able(self, name: str) -> Inches | None:
        """Return how far the nearest enemy is that a unit knows of and that does not rout; None if there is none."""
        enemies = self.enemies(self.units[name].side, able=True)
        return self.facts.once(
            ("nearest able", name), lambda: min((self.facts.gap(name, one.name) for one in enemies), default=None)
        )

    def sees_enemy(self, name: str) -> bool:
        """Return whether a unit sees any enemy, itself in rout or not."""
        side = self.units[name].side
        return any(self.sees(name, enemy.name) for enemy in self.enemies(side))

    def is_seen(self, name: str) -> bool:
        """Return whether any enemy sees a unit."""
        return any(self.sees(enemy.name, name) for enemy in self.units_of(enemy_of(self.units[name].side)))

    # --- Ground -----------------------------------------------------------------------------------------------------

    def pieces_under(self, name: str) -> tuple[TerrainPiece, ...]:
        """Return the pieces of terrain in which most bases of a unit stand."""
        return self.facts.ground(name)

    def ground_under(self, name: str) -> Ground:
        """Return the ground that a unit stands in, as far as it hides."""
        for piece in self.pieces_under(name):
            if piece.kind in GROUND_OF:
                return GROUND_OF[piece.kind]
        return "open"

    def level_of(self, name: str) -> int:
        """Return how high a unit stands."""
        return max((piece.height for piece in self.pieces_under(name)), default=0)

    def cover_in(self, name: str) -> Cover:
        """Return the cover of the ground that a unit stands in.

        Rules: sho-cover-definitions.
        """
        return cover_word(piece.cover for piece in self.pieces_under(name))

    def rate_on(self, unit: Unit, footing: Footing) -> Fraction | None:
        """Return the part of its speed that a unit keeps on a footing; None where it cannot go.

        Rules: terrain-table, terrain-cost-rule.
        """
        if any(kind in LAKES for kind in footing.kinds):
            return None
        slowest = Fraction(1)
        for area in areas_of(footing):
            found = going(self.judge.look_up("terrain", area, mover_of(unit).column).result)
            if found.bar:
                return None
            slowest = min(slowest, found.part)
        return slowest

    def toll_of(self, unit: Unit, kind: str) -> Fraction | None:
        """Return nothing for a line that a unit can cross; None for one that it cannot, or halts in.

        Rules: terrain-table.
        """
        if kind not in LINES:
            return Fraction(0)
        found = going(self.judge.look_up("terrain", LINES[kind], mover_of(unit).column).result)
        return None if found.bar else Fraction(0)

    def walk(self, name: str, legs: tuple[Leg, ...], start: Group | None = None) -> Way:
        """Return a move over the table, with what it passes.

        Args:
            name: Who moves.
            legs: The legs of the move.
            start: Where it sets out; where it stands unless given.
        """
        return way_of(self.layout.table, self.group_of(name) if start is None else start, legs)

    # --- Morale -----------------------------------------------------------------------------------------------------

    def situation_of(self, name: str, *, ambushed_marching: bool = False) -> Situation:
        """Return where a unit stands when it tests morale.

        Rules: off-senior-adds, mor-behind-flanks, mor-bonuses.
        """
        unit = self.units[name]

        def find() -> Situation:
            behind = self._behind_flanks(unit)
            return Situation(
                seniors=tuple(self._seniors(unit))[:6],
                enemy_behind_flanks=bool(behind),
                friend_can_charge=bool(behind) and all(self._can_be_charged(unit, enemy) for enemy in behind),
                fortified=self.cover_in(name) in ("stone", "super_hard"),
                ambushed_marching=ambushed_marching,
                side=unit.side,
            )

        return self.facts.once(("situation", name, ambushed_marching), find)

    def _seniors(self, unit: Unit) -> Iterator[SeniorInReach]:
        for friend in self.units_of(unit.side):
            alone = friend.card.arm == "officer" and friend.officer is not None
            seniors = (friend.officer,) if alone else friend.seniors
            if not seniors or friend.name == unit.name:
                continue
            distance = self.facts.gap(friend.name, unit.name)
            if distance > SENIOR_ADDS:
                continue
            sees = self.sees(friend.name, unit.name)
            for senior in seniors:
                if senior is not None:
                    yield SeniorInReach(effect=senior.effect, distance=distance, sees=sees, routing=friend.routing)

    def _behind_flanks(self, unit: Unit) -> tuple[Unit, ...]:
        """Return the enemies behind the flanks of a unit.

        Rules: mor-behind-flanks.
        """
        group = self.group_of(unit.name)

        def is_behind(enemy: str) -> bool:
            if group.facing is None or self.facts.gap(unit.name, enemy) > BEHIND_FLANKS:
                return False
            return most_bases_behind(group, self.group_of(enemy)).is_most

        near = self.enemies(unit.side, able=True)
        question = f"Which enemies stand behind the flanks of {unit.name}, within 12 inches?"
        told = self.facts.fact(
            "flanks", (unit.name,), question, lambda: tuple(one.name for one in near if is_behind(one.name))
        )
        return tuple(enemy for enemy in near if enemy.name in told)

    def _can_be_charged(self, unit: Unit, enemy: Unit) -> bool:
        """Return whether a friend that a unit sees could charge an enemy behind its flanks.

        Rules: mor-behind-flanks, charge-types.
        """
        there = self.group_of(enemy.name)
        return any(
            not (friend.routing or friend.pinned)
            and may_charge(self.judge, friend.card.arm, enemy.card.arm, self.facts.aspect(enemy.name, friend.name))
            and self.sees(unit.name, friend.name)
            and self.sees(friend.name, enemy.name)
            and has_clear_path(
                self.group_of(friend.name), there, friend.card.speed, self._others(friend.name, enemy.name)
            )
            for friend in self.units_of(unit.side)
            if friend.name != unit.name
        )

    def _others(self, *names: str) -> list[Group]:
        return [one.group for one in self.layout.units if one.name not in names]

    # --- Going back -------------------------------------------------------------------------------------------------

    def footing_of(self, name: str, *, hard_cover: bool | None = None) -> RetirePlace:
        """Return where a unit stands when it must retire: straight back, facing as it does.

        It goes no farther than the edge of the table, impassable ground or an enemy, and pushes friends only as far as
        they have room.

        Args:
            name: The unit.
            hard_cover: Whether it is in hard cover; None to see by the ground that it stands in.

        Rules: retire-manner, retire-hard-cover.
        """
        if self.units[name].card.category == "vehicle":
            return OPEN_FOOTING
        is_hard = self.cover_in(name) in HARD_COVER if hard_cover is None else hard_cover
        return self.facts.once(("footing", name, is_hard), lambda: self._footing(name, hard_cover=is_hard))

    def _footing(self, name: str, *, hard_cover: bool) -> RetirePlace:
        direction = self.backwards(name)

        def measure() -> Inches:
            return self.room_for(name, direction, FARTHEST_BACK)

        question = f"How far can {name} go straight back before the table's edge, impassable ground or an enemy?"
        room = self.facts.fact("room", (name,), question, measure)
        met = self.facts.ahead(name, direction, room)
        friend = next((one.distance for one in met if self.units[one.name].side == self.units[name].side), None)
        return RetirePlace(
            hard_cover=hard_cover, room_behind=None if room >= FARTHEST_BACK else room, friend_behind=friend
        )

    def backwards(self, name: str) -> Angle:
        """Return the bearing straight back from the front of a unit."""
        return (self.group_of(name).bases[0].facing + BACK).bearing

    def room_for(self, name: str, direction: Angle, most: Inches, seen: tuple[str, ...] = ()) -> Inches:
        """Return how far a unit can be made to go in a direction, pushing friends before it.

        Rules: retire-manner.
        """
        unit = self.units[name]
        if unit.card.category == "vehicle":
            return NO_DISTANCE
        room = self.facts.room(
            name,
            direction,
            most,
            rate=lambda footing: self.rate_on(unit, footing),
            obstacle=lambda kind, _: self.toll_of(unit, kind),
        )
        for met in self.facts.ahead(name, direction, room):
            if self.units[met.name].side != unit.side or met.name in seen:
                return min(room, met.distance)
            room = min(room, met.distance + self.room_for(met.name, direction, most, (*seen, name)))
        return room

    # --- Routs ------------------------------------------------------------------------------------------------------

    def rout_direction(self, name: str, enemy: str | None) -> Angle:
        """Return the bearing in which a unit routs: straight away from an enemy, or to its own edge if there is none.

        Rules: rout-move.
        """
        group = self.group_of(name)
        if enemy is not None and enemy in self.on_table:
            return away_from(group, self.group_of(enemy))
        nearest = self.nearest_seen(name)
        if nearest is not None:
            return away_from(group, self.group_of(nearest))
        return self.homewards(self.units[name].side)

    def homewards(self, side: Side) -> Angle:
        """Return the bearing towards the own edge of a side: from where it came, or was placed."""
        scenario = self.state.scenario
        facing = scenario.entries[0].facing if side == scenario.attacker else scenario.zones[0].facing
        return (facing + BACK).bearing

    def rout_length(self, unit: Unit) -> Inches:
        """Return how far a rout move goes over open ground.

        Rules: rout-move.
        """
        return Inches(thousandths=floor(unit.card.speed.thousandths * self.judge.options.rout_length_factor))

    def rout_way(self, name: str, direction: Angle, *, by_enemy: bool, with_friends: bool = True) -> RoutWay:
        """Return the way of a rout move.

        Args:
            name: Who routs.
            direction: The bearing in which it goes.
            by_enemy: Whether an enemy caused it.
            with_friends: Whether the friends in its path are listed.

        Rules: rout-move, misc-table-edge.
        """
        unit = self.units[name]
        if unit.card.category == "vehicle":
            return OPEN_WAY
        length = self.rout_length(unit)
        edge = self.facts.room_to_edge(name, direction)
        obstacles: list[InTheWay] = []
        if edge < length:
            obstacles.append(InTheWay(what="table_edge", distance=edge))
        far = min(length, edge)
        way = self._slide(name, direction, far)
        path, is_dry = way.path, way.is_dry
        reach: Inches | None = None
        if not is_dry or any(isinstance(leg, Barrier) or leg.terrain for leg in path):
            barred = self.facts.room(
                name,
                direction,
                far,
                rate=lambda footing: self.rate_on(unit, footing),
                obstacle=lambda kind, _: self.toll_of(unit, kind),
            )
            if barred < far:
                obstacles.append(InTheWay(what="impassable", distance=barred))
            mover = mover_of(unit)
            on_foot = tuple(
                leg for leg in path if not isinstance(leg, Barrier) or self.toll_of(unit, leg.line) is not None
            )
            passed = self.judge.resolve(AlongPathRequest(mover=mover, path=on_foot[:60], allowance=length), "rout")
            reach = min(length, Inches(thousandths=floor(passed.moved * 1000))) if is_dry else length
        for met in self.facts.ahead(name, direction, far):
            other = self.units[met.name]
            if other.side == unit.side and with_friends:
                what = "formed_cavalry" if other.formed else "friend"
                obstacles.append(InTheWay(what=what, distance=met.distance, name=met.name))  # type: ignore[arg-type]
            elif other.side != unit.side and not other.routing:
                obstacles.append(InTheWay(what="enemy", distance=met.distance, name=met.name))
        return RoutWay(
            cause="enemy" if by_enemy else "other",
            enemy_in_sight=self.sees_enemy(name),
            reach=reach,
            obstacles=tuple(obstacles)[:20],
        )

    def _slide(self, name: str, direction: Angle, length: Inches) -> Way:
        return self.walk(name, (Slide(distance=length, direction=direction),))

    def friends_near_rout(self, name: str, direction: Angle, *, only: tuple[str, ...] | None = None) -> tuple[
        FriendNearRout, ...
    ]:  # fmt: skip
        """Return the friends in the path of a rout move or within 8 inches of it, in the order in which it meets them.

        Args:
            name: Who routs.
            direction: The bearing in which it goes.
            only: Who is looked at; None for all.

        Rules: rout-cascade, mor-triggers.
        """
        unit = self.units[name]
        length = min(self.rout_length(unit), self.facts.room_to_edge(name, direction))
        friends = [one for one in self.units_of(unit.side) if one.name != name and (only is None or one.name in only)]
        near = closest_approach(self._slide(name, direction, length).move, [self.group_of(one.name) for one in friends])
        met = {one.name: one.distance for one in self.facts.ahead(name, direction, length)}
        found = [
            (self.facts.gap(name, friend.name), place, friend, gap)
            for place, (friend, gap) in enumerate(zip(friends, near, strict=True))
            if gap <= PASSING_REACH
        ]
        return tuple(
            FriendNearRout(
                unit=friend,
                met_at=met.get(friend.name),
                distance=NO_DISTANCE if friend.name in met else gap,
                situation=self.situation_of(friend.name),
                footing=self.footing_of(friend.name),
            )
            for _, _, friend, gap in sorted(found, key=lambda one: (one[0], one[1]))
        )[:20]


def scene_at(umpire: Umpire[Options], state: State, referee: Referee | None = None) -> Scene:
    """Return the scene of a state; where all is measured, the same one for the same state.

    Args:
        umpire: Knows the ruleset.
        state: The state.
        referee: Who tells facts; None if all are measured.
    """
    return Scene(umpire, state, referee) if referee is not None else _measured(umpire.book, state)


@lru_cache(maxsize=16)
def _measured(book: Book[Options], state: State) -> Scene:
    return Scene(Judge(book), state)


@lru_cache(maxsize=16384)
def _ground_along(table: Table, start: Point, end: Point) -> GroundAlong:
    # Units that have not moved see what they saw before, whoever else has moved.
    return ground_along(table, line_of_sight(table, start, end, STRICT_SIGHT))


def alternatives_of(asked: FactAsked, names: tuple[str, ...]) -> tuple[object, ...]:
    """Return what a referee may tell of a fact, what would be measured first.

    Args:
        asked: The fact.
        names: The units that an answer may name.
    """
    match asked.kind:
        case "distance" | "room" | "reach":
            return measured_first(asked, LENGTHS_TOLD)
        case "aspect":
            return measured_first(asked, ("front", "flank", "rear"))
        case "sight" | "enfilade" | "towards":
            return measured_first(asked, (True, False))
        case "cover":
            return measured_first(asked, ("open", "soft", *HARD_COVER))
        case "bases":
            return measured_first(asked, range(7))
        case _:
            return measured_first(asked, ((), *((name,) for name in names)))
