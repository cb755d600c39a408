"""The facts that procedures ask for, from where everybody stands: sight, cover, arcs, the way to the rear.

A `Scene` belongs to one state. What it measures a referee may tell instead, fact by fact, where the scenario says so.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, NoReturn

from attrs import evolve

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.geometry.table import (
    Footing,
    Group,
    Layout,
    Point,
    Referee,
    Table,
    TableFacts,
    TableUnit,
    TerrainPiece,
    gap,
    is_inside,
    moved,
    path_cost,
    slid_over,
    survey,
    towards,
)
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.scenario import SIDES, TO_EDGE, Troop
from rcw_rules.red_white.game.state import State, WireGap
from rcw_rules.red_white.game.tracks import room_behind_train
from rcw_rules.red_white.model import DEFENCES, Cover, Side, Unit, enemy_of, is_vehicle, morale_stands
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import (
    arc_of,
    dice_of,
    profile_of,
    rate_of,
    reach_of,
    sight_of,
    stand_of,
    still_of,
    toll_of,
    weapons_of,
)
from rcw_rules.red_white.profile import Still, UnitType, Weapon
from rcw_rules.red_white.river import ON_ICE, RiverSection
from rcw_rules.red_white.vehicles import VehicleFireDiceRequest

NOTHING = Inches(thousandths=0)
ALL_ROUND = degrees(180)
_FARTHEST_BACK = Inches(thousandths=40_000)
COVERS: tuple[Cover, ...] = (*DEFENCES, "cover")
"""The covers that terrain gives, the best first."""


class Way(NamedTuple):
    """A straight way over the ground.

    Attributes:
        cost: How much of a move it takes; None where it cannot be gone.
        wire: Where it crosses barbed wire: the name of the line, and how far along.
        crosses_ice: Whether it leads onto thin ice.
    """

    cost: Inches | None
    wire: tuple[tuple[str, Inches], ...] = ()
    crosses_ice: bool = False


class Scene:
    """What the rules ask about a state, worked out once each.

    Attributes:
        state: The state.
        judge: Says what the rules make of what is measured.
        options: The options, which hold the profile.
        troops: Every unit, by its name.
        layout: The table and everybody on it.
        ground: The ground, as far as it changes what moves cost.
        facts: What is measured, or told.
    """

    def __init__(self, umpire: Umpire[Options], state: State, referee: Referee | None = None) -> None:
        self.state: State = state
        self.referee: Referee | None = referee
        self.judge: Judge[Options] = umpire if isinstance(umpire, Judge) else Judge(umpire.book)
        self.options: Options = self.judge.options
        self.troops: dict[str, Troop] = {troop.name: troop for troop in state.troops}
        self.layout: Layout = state.layout
        self.ground: Ground = Ground(
            with_waters(state.scenario.table, state.river), self.options, state.gaps, state.scenario.heavy_on_ice
        )
        self.facts: TableFacts = TableFacts(self.layout, referee=referee, told=state.scenario.told)

    def scene_of(self, state: State) -> Scene:
        """Return the scene of a later state; this one if it is the same."""
        return self if state is self.state else Scene(self.judge, state, self.referee)

    def group_of(self, name: str) -> Group:
        """Return where a thing stands."""
        return self.layout.unit(name).group

    @cached_property
    def on_table(self) -> tuple[str, ...]:
        """The names of all units on the table; a Force HQ and vessels are none."""
        return tuple(unit.name for unit in self.layout.units if unit.name in self.troops)

    def troops_of(self, side: Side) -> tuple[Troop, ...]:
        """Return the units of a side on the table."""
        return self._by_side.get(side, ())

    @cached_property
    def _by_side(self) -> dict[Side, tuple[Troop, ...]]:
        on_table = [self.troops[name] for name in self.on_table]
        return {side: tuple(troop for troop in on_table if troop.side == side) for side in SIDES}

    def enemies(self, side: Side) -> tuple[Troop, ...]:
        """Return the units of the other side on the table."""
        return self.troops_of(enemy_of(side))

    def enemies_standing(self, side: Side) -> tuple[TableUnit, ...]:
        """Return the units of the other side on the table, as they stand there."""
        found = self._enemies_standing.get(side)
        if found is None:
            found = tuple(self.layout.unit(enemy.name) for enemy in self.enemies(side))
            self._enemies_standing[side] = found
        return found

    @cached_property
    def _enemies_standing(self) -> dict[Side, tuple[TableUnit, ...]]:
        return {}

    def others_near(self, name: str, group: Group, move: Inches) -> list[TableUnit]:
        """Return those other than enemies who may stand where a unit could end a move: friends, Force HQs, vessels.

        Args:
            name: The unit.
            group: Where it stands.
            move: How far it goes at most.
        """
        troop = self.troops[name]
        enemies = {unit.name for unit in self.enemies_standing(troop.side)}
        size = stand_of(self.options, troop.unit.type)
        # However it is drawn up, it is no wider and no deeper than all its stands beside each other.
        most = (
            move.thousandths
            + 2 * group.circle.radius
            + stands_of(troop.unit) * (size.frontage + size.depth).thousandths
        )
        here = group.circle
        others = self.layout.others(name)
        return [unit for unit in others if unit.name not in enemies and here.meets(unit.group.circle, most)]

    def still(self, name: str, deed: Still) -> bool:
        """Return whether a unit may do a deed, as far as its activation says.

        Rules: p1-activation.
        """
        return name not in self.state.marks.idle or deed in still_of(self.options)

    # --- Sight and fire ---------------------------------------------------------------------------------------------

    def sees(self, viewer: str, target: str) -> bool:
        """Return whether a unit sees another one.

        Rules: p1-terrain.
        """

        def judge() -> bool:
            rules, clear = sight_of(self.options)
            if self.facts.gap(viewer, target) > clear:
                return False
            return self.facts.is_bare(viewer, target) or bool(self.facts.line_of_sight(viewer, target, rules))

        return self.facts.sees(viewer, target, judge)

    def weapons(self, name: str) -> tuple[Weapon, ...]:
        """Return what a unit may fire with, an attached machine gun last.

        Rules: p1-fire, vehicle-armament, morale-attachments.
        """
        return weapons_with(self.options, self.troops[name])

    def reach(self, weapon: Weapon) -> Inches:
        """Return how far a weapon reaches.

        Rules: p1-fire.
        """
        return reach_of(self.options, weapon)

    def bears(self, name: str, target: str, weapon: Weapon) -> int:
        """Return how many stands of a unit have another one in arc and range of a weapon; a vehicle counts as one.

        Rules: p1-fire, p1-facing.
        """
        troop, reach = self.troops[name], self.reach(weapon)

        def measure() -> int:
            if self.facts.gap(name, target) > reach:
                return 0
            half = self.half_angle(troop, weapon)
            return sum(self.facts.in_arc(name, target, half, within=reach))

        question = f"How many stands of {name} have {target} in arc and range?"
        return self.facts.fact("bases", (name, target), question, measure, (weapon,))

    def half_angle(self, troop: Troop, weapon: Weapon) -> Angle:
        """Return how far to each side of its facing a unit fires; the quarters of a vehicle's guns count for it.

        Rules: p1-facing, vehicle-arcs.
        """
        if troop.vehicle is not None:
            return ALL_ROUND
        is_attached = weapon == "machine_gun" and weapon not in weapons_of(self.options, troop.unit.type)
        return arc_of(self.options, "machine_gun" if is_attached else troop.unit.type)

    def dice(self, name: str, weapon: Weapon, stands: int, spot: Point) -> int:
        """Return how many dice a unit rolls.

        Args:
            name: The unit.
            weapon: The weapon.
            stands: How many stands bear on the target.
            spot: Where the target is, for the guns of a vehicle.

        Rules: p1-fire, vehicle-gun-dice.
        """
        troop = self.troops[name]
        has_moved = self.state.marks.went(name) is not None
        if troop.vehicle is not None:
            if not stands:
                return 0
            nose = towards(self.group_of(name), spot).bearing
            asked = VehicleFireDiceRequest(
                vehicle=troop.vehicle, target=nose, has_moved=has_moved, turret_guns=troop.turret_guns
            )
            outcome = self.judge.resolve(asked, "guns that bear")
            return outcome.machine_gun_dice if weapon == "machine_gun" else outcome.light_gun_dice
        known = weapons_of(self.options, troop.unit.type)
        if weapon in known:
            return dice_of(self.options, troop.unit.type, weapon, stands=stands, moved=has_moved)
        return dice_of(self.options, "machine_gun", weapon, stands=min(1, stands), moved=has_moved)

    def is_by_stands(self, name: str, weapon: Weapon) -> bool:
        """Return whether the dice of a weapon go by the stands of a unit: not those of a vehicle or an attached gun.

        Rules: p1-fire.
        """
        troop = self.troops[name]
        return not is_vehicle(troop.unit) and weapon in weapons_of(self.options, troop.unit.type)

    def is_barred(self, name: str) -> str:
        """Return why a unit may not fire at all now; "" if it may.

        Rules: p1-activation, fright-artillery, suppress-fire.
        """
        troop, marks = self.troops[name], self.state.marks
        if troop.limbered:
            return f"{name} is limbered"
        if not self.still(name, "fire"):
            return f"{name} has failed to activate"
        if name in marks.silenced:
            return f"a hit keeps {name} from firing in this turn"
        if troop.unit.suppressed and name in marks.may_not_fire:
            return f"{name} is suppressed, and has failed its test to fire"
        return ""

    # --- Ground -----------------------------------------------------------------------------------------------------

    def cover_at(self, group: Group) -> Cover:
        """Return the best cover of the ground in which a group stands.

        Rules: p1-terrain.
        """
        return cover_on(self.layout.table, group)

    def cover_of(self, name: str) -> Cover:
        """Return what a unit stands in.

        Rules: p1-terrain.
        """
        question = f"What does {name} stand in?"
        return self.facts.fact("cover", (name,), question, lambda: self.cover_at(self.group_of(name)))

    def way(self, troop: Troop, group: Group, direction: Angle, length: Inches) -> Way:
        """Return what a straight way costs a unit, facings kept.

        Args:
            troop: Who goes.
            group: Where it sets out.
            direction: The bearing in which it goes.
            length: How far.

        Rules: p1-movement, p1-terrain.
        """
        return way_of(self.ground, troop.unit.type, group, direction, length)

    def can_stand(self, troop: Troop, group: Group) -> bool:
        """Return whether the ground at a place bears a unit: none of its stands is where it cannot go.

        Rules: p1-movement, p1-terrain.
        """
        return bears(self.ground, troop.unit.type, group)

    # --- The rear ---------------------------------------------------------------------------------------------------

    def rearwards(self, side: Side) -> Angle:
        """Return the bearing straight toward the own edge of a side.

        Rules: gen-rear.
        """
        return TO_EDGE[self.state.scenario.army(side).edge]

    def room_behind(self, name: str, group: Group | None = None) -> tuple[Inches, Inches | None]:
        """Return how far it is from a unit to its own edge, and to the first obstacle that it cannot pass.

        Args:
            name: The unit.
            group: Where it stands then; where it stands now unless given.

        Rules: gen-rear.
        """
        troop = self.troops[name]
        place = self.group_of(name) if group is None else group
        if troop.track:
            return room_behind_train(self.state, troop, place)
        direction = self.rearwards(troop.side)

        def to_edge() -> Inches:
            return self.layout.table.room(place, direction)

        detail = () if group is None else (group,)
        edge = self.facts.fact("room", (name,), f"How far is {name} from its own table edge?", to_edge, detail)
        return edge, _obstacle_behind(self.ground, troop.unit.type, place, direction)

    def situated(self, name: str) -> Unit:
        """Return a unit as a procedure wants it: with its cover, and what is behind it.

        Rules: gen-unit-state, gen-rear, p1-terrain.
        """
        unit = self.troops[name].unit
        edge, obstacle = self.room_behind(name)
        return evolve(unit, cover=self.cover_of(name), edge_distance=edge, obstacle_distance=obstacle)


def weapons_with(options: Options, troop: Troop) -> tuple[Weapon, ...]:
    """Return what a unit may fire with: see `Scene.weapons`.

    Rules: p1-fire, vehicle-armament, morale-attachments.
    """
    if troop.vehicle is not None:
        return ("machine_gun", "light_gun")
    found = weapons_of(options, troop.unit.type)
    return (*found, "machine_gun") if troop.unit.machine_gun and "machine_gun" not in found else found


# --- The ground, whoever stands on it ---------------------------------------------------------------------------------


class Ground(NamedTuple):
    """The ground of a state, as far as it changes what moves cost.

    Attributes:
        table: The table.
        options: The options, which hold the profile.
        gaps: The holes in barbed wire.
        heavy_on_ice: Whether everything may cross where the river is frozen.
    """

    table: Table
    options: Options
    gaps: tuple[WireGap, ...]
    heavy_on_ice: bool


_WATER = "river: "


@lru_cache(maxsize=256)
def with_waters(table: Table, river: tuple[RiverSection, ...]) -> Table:
    """Return a table on which every section of the river is of a kind that tells its state.

    Rules: river-states.
    """
    states = {section.name: section.state for section in river}
    pieces = tuple(
        evolve(piece, kind=_WATER + states.get(piece.name, "unfrozen")) if piece.kind == "river" else piece
        for piece in table.terrain
    )
    return table if pieces == table.terrain else evolve(table, terrain=pieces)


def waters_of(footing: Footing) -> tuple[str, ...]:
    """Return the states of the river under foot; () on land, on a bridge and in a ford.

    Rules: river-states, unfrozen-crossing, choked-land.
    """
    if {"bridge", "ford"} & set(footing.kinds):
        return ()
    return tuple(kind.removeprefix(_WATER) for kind in footing.kinds if kind.startswith(_WATER))


def rate_on(ground: Ground, unit_type: UnitType, footing: Footing) -> Fraction | None:
    """Return the part of its move that a type of unit keeps on a footing; None where it cannot go.

    A river is crossed on a bridge or by a ford, and where it is frozen or has thin ice by those who may.

    Rules: p1-movement, unfrozen-crossing, frozen-crossing, thin-crossing, choked-land.
    """
    for water in waters_of(footing):
        if water not in ("frozen", "thin_ice"):
            return None
        if unit_type not in ON_ICE and not (ground.heavy_on_ice and water == "frozen"):
            return None
    return rate_of(ground.options, unit_type)(footing)


@lru_cache(maxsize=16384)
def way_of(ground: Ground, unit_type: UnitType, group: Group, direction: Angle, length: Inches) -> Way:
    """Return what a straight way costs a type of unit: see `Scene.way`.

    Rules: p1-movement, p1-terrain.
    """
    if length <= NOTHING:
        return Way(NOTHING)
    swept = slid_over(group, direction, length, ground.table)
    toll = toll_of(ground.options, unit_type)
    by_road = _by_road(ground, unit_type, group, direction, length)
    cost = Fraction(0)
    wire: list[tuple[str, Inches]] = []
    on_ice = False
    for stretch in swept.stretches:
        rate = rate_on(ground, unit_type, stretch.footing)
        if rate is None:
            return Way(by_road)
        cost += Fraction(stretch.length.thousandths) / rate
        on_ice = on_ice or "thin_ice" in waters_of(stretch.footing)
    for crossing in swept.crossings:
        footing = next((one.footing for one in swept.stretches if one.begins <= crossing.begins <= one.ends), Footing())
        if crossing.kind == "wire":
            wire.append((crossing.name, crossing.begins))
            if _is_gap(ground, crossing.name, group, direction, crossing.begins):
                continue
        price = toll(crossing.kind, footing)
        if price is None:
            return Way(by_road, tuple(wire))
        cost += price * 1000
    across = Inches(thousandths=-int(-cost // 1))
    return Way(across if by_road is None else min(across, by_road), tuple(wire), on_ice)


def _by_road(ground: Ground, unit_type: UnitType, group: Group, direction: Angle, length: Inches) -> Inches | None:
    """Return what a way costs a column or a vehicle, which may keep to a road; None for others, and where none runs.

    The ground under the middle of its front counts.

    Rules: p1-movement.
    """
    roads = {row.kind for row in profile_of(ground.options).ground if row.road}
    if len(group.front_rank) > 1 or not any(line.kind in roads for line in ground.table.lines):
        return None
    left, right = group.front
    here = Point(
        x=Inches(thousandths=(left.x.thousandths + right.x.thousandths) // 2),
        y=Inches(thousandths=(left.y.thousandths + right.y.thousandths) // 2),
    )
    there = moved(here, direction, length)
    if not ground.table.is_on(there):
        return None
    toll = toll_of(ground.options, unit_type)
    way = path_cost(ground.table, (here, there), rate=lambda one: rate_on(ground, unit_type, one), obstacle=toll)
    return None if way.cost is None else Inches(thousandths=-int(-way.cost * 1000 // 1))


def _is_gap(ground: Ground, line: str, group: Group, direction: Angle, begins: Inches) -> bool:
    """Return whether a way goes through a hole that a tank has made: within its own front of it.

    Rules: melee-mod-wire.
    """
    there = group.moved(direction, begins)
    return any(gap(one.at, there) <= group.frontage for one in ground.gaps if one.line == line)


@lru_cache(maxsize=4096)
def _obstacle_behind(ground: Ground, unit_type: UnitType, group: Group, direction: Angle) -> Inches | None:
    """Return how far it is to the first thing on a way that a type of unit cannot pass; None if there is none."""
    most = min(_FARTHEST_BACK, ground.table.room(group, direction))
    if most <= NOTHING:
        return None
    swept = slid_over(group, direction, most, ground.table)
    toll = toll_of(ground.options, unit_type)
    ends = [one.begins for one in swept.stretches if rate_on(ground, unit_type, one.footing) is None]
    for crossing in swept.crossings:
        footing = next((one.footing for one in swept.stretches if one.begins <= crossing.begins < one.ends), None)
        if footing is not None and toll(crossing.kind, footing) is None:
            ends.append(crossing.begins)
    return min(ends, default=None)


@lru_cache(maxsize=4096)
def bears(ground: Ground, unit_type: UnitType, group: Group) -> bool:
    """Return whether the ground bears a type of unit: see `Scene.can_stand`.

    Rules: p1-movement, p1-terrain.
    """
    pieces = _pieces_near(ground.table, group)
    for base in group.bases if pieces else ():
        kinds = [piece.kind for piece in pieces if is_inside(base.centre, piece.outline)]
        if kinds and rate_on(ground, unit_type, Footing(kinds=tuple(kinds))) is None:
            return False
    return True


def _pieces_near(table: Table, group: Group) -> list[TerrainPiece]:
    """Return the pieces of terrain in which some of a group may stand."""
    count = len(table.terrain)  # the lines come after the pieces
    return [table.terrain[number] for number in survey(table).near(*group.box) if number < count]


@lru_cache(maxsize=4096)
def cover_on(table: Table, group: Group) -> Cover:
    """Return the best cover of the ground in which a group stands: see `Scene.cover_at`.

    Rules: p1-terrain.
    """
    centres = [base.centre for base in group.bases]
    found = {
        piece.cover
        for piece in _pieces_near(table, group)
        if piece.cover != "none" and 2 * sum(is_inside(spot, piece.outline) for spot in centres) > len(centres)
    }
    for cover in COVERS:
        if cover in found:
            return cover
    return "open"


# --- Words ------------------------------------------------------------------------------------------------------------


def refuse(rule: str, message: str, path: str = "$.action") -> NoReturn:
    """Refuse an action.

    Raises:
        IllegalRequestError: Always.
    """
    Verdict(objections=(Objection(rule=rule, message=message, path=path),)).require()
    raise AssertionError


def stands_of(unit: Unit) -> int:
    """Return how many bases a unit has on the table: its stands, or one model of a vehicle.

    Rules: gen-stand, vehicle-eight-stands.
    """
    return 1 if is_vehicle(unit) else morale_stands(unit)


def plain(unit: Unit, name: str) -> Unit:
    """Return a unit without what follows from where it stands, as the state keeps it."""
    return evolve(
        unit, name=name, cover="open", wire="none", edge_distance=None, obstacle_distance=None, full_move=None
    )
