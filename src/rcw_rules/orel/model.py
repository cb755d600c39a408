"""Units and depots, their state, and what follows from it alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import evolve, frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import STATION, HexGrid, HexMap
from rcw_rules.kernel.needs import Need
from rcw_rules.marks import Cites

Side: TypeAlias = Literal["red", "white"]

UnitType: TypeAlias = Literal[
    "infantry",
    "cavalry",
    "artillery",
    "horse_artillery",
    "tank",
    "armoured_car",
    "armoured_train_light",
    "armoured_train_heavy",
]

Mode: TypeAlias = Literal["combat", "march", "routed"]

Entrenchment: TypeAlias = Literal["none", "under_construction", "entrenched"]

DepotKind: TypeAlias = Literal["convoi", "rail_depot"]

AttackType: TypeAlias = Literal["prepared", "hasty"]

OrelLocation: TypeAlias = Literal["suburbs", "centre"]

Day: TypeAlias = Literal[15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
"""A day of October 1919, which is a game turn; the first is the 15th."""

DAYS: tuple[Day, ...] = get_args(Day)  # 10-turn-track
FIRST_DAY: Day = DAYS[0]
LAST_DAY: Day = DAYS[-1]

Quality: TypeAlias = Annotated[int, Range(2, 6, rule="1.1-tq")]
"""Troop quality (TQ)."""

Steps: TypeAlias = Annotated[int, Range(1, 12, rule="X-bad-units")]
"""Strength steps of 200 men each."""

Figure: TypeAlias = Annotated[int, Range(0, 30, rule="X-bad-units")]
"""A printed combat or fire strength."""

MovementPoints: TypeAlias = Annotated[int, Range(0, 30, rule="X-bad-units")]

HexLabel: TypeAlias = Annotated[str, Size(4, 4, rule="X-bad-units"), Cites("0-hex-layout")]
"""A hex: two digits of its column, two of its row, column 01 in the west, row 01 in the north."""

GRID = HexGrid(columns=32, rows=20)
"""The printed extent (0-hex-layout); even columns stand half a hex further south. The half-hexes of the northern and
southern edges are hexes like all others (0-scale)."""

OREL = "2705"

RIVER = "river"
CITY = "city"
IN_HEX: tuple[str, ...] = ("clear", "village", "town", CITY, "forest")
"""The words for what lies in a hex of a board, stations apart."""

COMBAT_TYPES: tuple[UnitType, ...] = ("infantry", "cavalry")  # 1.2-unit-classes
ARTILLERY_TYPES: tuple[UnitType, ...] = ("artillery", "horse_artillery")
TRAIN_TYPES: tuple[UnitType, ...] = ("armoured_train_light", "armoured_train_heavy")
VEHICLE_TYPES: tuple[UnitType, ...] = ("tank", "armoured_car", *TRAIN_TYPES)
LOWEST_WITH_RECRUITS: dict[Side, int] = {"red": 2, "white": 3}  # 4.3.1B-recruit-tq
TRAIN_TQ = 4  # 8.4-counterbattery, 8.6.2-check
RAIL_LEASH = 2  # 9.2.1-rail-leash: hexes between a tank and a railroad
STEPS_OF_VEHICLES: dict[UnitType, int] = {  # 1.1-vehicle-counters
    "tank": 1,
    "armoured_car": 1,
    "armoured_train_light": 1,
    "armoured_train_heavy": 2,
}
_FIGURES: dict[UnitType, tuple[str, ...]] = {
    "infantry": ("tq", "strength"),
    "cavalry": ("tq", "strength_dismounted", "strength_charge"),
    "artillery": ("tq", "fire"),
    "horse_artillery": ("tq", "fire"),
    "tank": ("strength",),
    "armoured_car": ("strength",),
    "armoured_train_light": ("fire",),
    "armoured_train_heavy": ("fire",),
}


@frozen(kw_only=True, cache_hash=True)
class ReducedSide:
    """What is printed on the reduced side of a counter, where that differs from what lost steps would leave.

    Attributes:
        strength: The combat strength, of cavalry the dismounted one.
        strength_charge: The strength of charging cavalry.
        fire: The fire strength.
    """

    strength: Figure | None = None
    strength_charge: Figure | None = None
    fire: Figure | None = None


@frozen(kw_only=True, cache_hash=True)
class Unit:
    """A unit with what is printed on its counter and the state that it is in.

    Attributes:
        key: What it is known by; no two units share a key.
        side: Red or White.
        type: The kind of unit.
        hex: Where it is; None off the map.
        name: What to call it; by default its key.
        formation: The formation it belongs to; "" for none.
        division: The division, of the Reds the division or army, it belongs to.
        independent: Whether it is an independent unit of a White division.
        recruit_battalion: Whether it is a battalion of recruits.
        tq: The troop quality printed on it; vehicles have none.
        steps: The strength steps that it has.
        steps_full: The strength steps that it has at full strength; by default those that it has now.
        reduced_steps: The most that it has on its reduced side; by default half of the full, rounded down.
        strength: The combat strength at full steps; for infantry, tanks and armoured cars.
        strength_dismounted: The strength of cavalry that does not charge, at full steps.
        strength_charge: The strength of cavalry that charges, at full steps.
        fire: The fire strength at full steps; for artillery and armoured trains.
        reduced: What its reduced side prints, where the counters are known.
        mp: The printed movement allowance; trains have none.
        stacking: The stacking points at full steps; by default one for each step.
        shock: Whether it is a shock unit, with its allowance in yellow.
        integrated_artillery: Whether guns accompany it.
        mode: Combat or march mode, or routed. Vehicles have no mode and count as in combat mode.
        unsupplied: Whether it is marked Unsupplied.
        disorganised: Whether it is Disorganised, in the current combat.
        repulsed: Whether it is Repulsed, in the current combat.
        entrenchment: Whether it is entrenched or under construction.
        out_of_command: Whether it was found out of command in its owner's last check.
        inactive: Whether the scenario keeps it inactive still.
        recruits_marker: Whether recruits have lowered its quality by one.
        broken_down: Whether it is a tank that has broken down this turn.
        in_contact: Whether it is a train that has entered into contact.
        charging: Whether it is cavalry that uses its charge strength.
        values: Where its figures come from: given in the request, or illustrative ones of this library.
    """

    key: Annotated[str, Size(1, 100)]
    side: Side
    type: UnitType
    hex: HexLabel | None = None
    name: Annotated[str, Size(0, 100)] = ""
    formation: Annotated[str, Size(0, 100)] = ""
    division: Annotated[str, Size(0, 100)] = ""
    independent: Annotated[bool, Cites("5.1-white-independents")] = False
    recruit_battalion: Annotated[bool, Cites("5.1-recruits")] = False
    tq: Annotated[Quality | None, Cites("1.1-tq")] = None
    steps: Annotated[Steps, Cites("1.1-step")] = 1
    steps_full: Steps | None = None
    reduced_steps: Annotated[int, Range(0, 12, rule="X-bad-units")] | None = None
    strength: Figure | None = None
    strength_dismounted: Figure | None = None
    strength_charge: Figure | None = None
    fire: Figure | None = None
    reduced: Annotated[ReducedSide | None, Cites("8.8.2A-strength-loss")] = None
    mp: MovementPoints | None = None
    stacking: Annotated[int, Range(0, 10, rule="X-bad-units")] | None = None
    shock: Annotated[bool, Cites("7.2-prepared-cost")] = False
    integrated_artillery: Annotated[bool, Cites("1.1-integrated-artillery")] = False
    mode: Annotated[Mode, Cites("7.1.4-modes")] = "combat"
    unsupplied: Annotated[bool, Cites("8.2.3-effects")] = False
    disorganised: Annotated[bool, Cites("8.7.2-disorganised")] = False
    repulsed: Annotated[bool, Cites("8.7.2-repulsed")] = False
    entrenchment: Annotated[Entrenchment, Cites("7.3-entrench")] = "none"
    out_of_command: Annotated[bool, Cites("5.2-timing")] = False
    inactive: Annotated[bool, Cites("10.2-inactive")] = False
    recruits_marker: Annotated[bool, Cites("4.3.1B-recruit-tq")] = False
    broken_down: Annotated[bool, Cites("9.2.1-breakdown")] = False
    in_contact: Annotated[bool, Cites("9.1-contact")] = False
    charging: Annotated[bool, Cites("8.7.1-charge")] = False
    values: Annotated[Literal["given", "illustrative"], Cites("D-values")] = "given"

    needs: ClassVar[tuple[Need, ...]] = tuple(
        Need(
            figure,
            {"type": tuple(one for one, figures in _FIGURES.items() if figure in figures)},
            message="is missing: a unit of type {type} has one",
            rule="X-bad-units",
        )
        for figure in ("tq", "strength", "strength_dismounted", "strength_charge", "fire")
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the unit."""
        if not self.key.isprintable() or not self.name.isprintable():
            yield Problem(".key", "key and name hold only characters that can be shown")
        if self.hex is not None and not (self.hex.isascii() and self.hex.isdigit()):
            yield Problem(".hex", f"a hex is four digits, such as 2705, not {self.hex!r}", "X-bad-units")
        yield from self._wrong_steps()
        yield from self._wrong_figures()
        yield from self._wrong_states()

    def _wrong_steps(self) -> Iterator[Problem]:
        full = self.full_steps
        if self.steps > full:
            yield Problem(".steps", f"{self.steps} steps are more than the {full} of the unharmed unit", "X-bad-units")
        if self.type in VEHICLE_TYPES and full != STEPS_OF_VEHICLES[self.type]:
            message = f"a unit of type {self.type} has {STEPS_OF_VEHICLES[self.type]} unharmed, not {full}"
            yield Problem(".steps_full" if self.steps_full else ".steps", message, "1.1-vehicle-counters")
        if self.reduced_steps is not None and self.reduced_steps >= full:
            yield Problem(".reduced_steps", f"the reduced side has fewer than the {full} steps", "1.1-step")

    def _wrong_figures(self) -> Iterator[Problem]:
        """Yield a problem for every figure that a unit of this type cannot have.

        Rules: X-bad-units, 1.1-tq.
        """
        wanted = _FIGURES[self.type]
        for name in ("tq", "strength", "strength_dismounted", "strength_charge", "fire"):
            if name not in wanted and getattr(self, name) is not None:
                rule = "1.1-tq" if name == "tq" else "X-bad-units"
                yield Problem(f".{name}", f"leave it out: a unit of type {self.type} has no {name}", rule)

    def _wrong_states(self) -> Iterator[Problem]:
        """Yield a problem for every state that a unit of this type cannot be in.

        Rules: X-bad-units.
        """
        if self.is_vehicle and self.mode != "combat":
            yield Problem(".mode", "vehicles have no mode and are never routed", "7.1.4-modes")
        if self.entrenchment != "none" and (self.type == "cavalry" or self.is_vehicle):
            yield Problem(".entrenchment", "only infantry and artillery entrench", "7.3-entrench")
        if self.mode == "routed" and self.entrenchment != "none":
            yield Problem(".entrenchment", "a routed unit has left its entrenchment", "7.3-entrench")
        only: tuple[tuple[str, bool, str], ...] = (
            ("broken_down", self.type == "tank", "tanks break down"),
            ("in_contact", self.is_train, "armoured trains enter into contact"),
            ("charging", self.type == "cavalry", "cavalry charges"),
            ("integrated_artillery", self.is_combat, "combat units have integrated artillery"),
            ("recruit_battalion", self.type == "infantry", "infantry is a battalion of recruits"),
            ("disorganised", not self.is_vehicle, "combat units and artillery are disorganised"),
            ("repulsed", not self.is_vehicle, "combat units and artillery are repulsed"),
        )
        for name, possible, who in only:
            if getattr(self, name) and not possible:
                yield Problem(f".{name}", f"only {who}", "X-bad-units")

    # ------------------------------------------------------------------ classes

    @property
    def is_combat(self) -> bool:
        """Whether it is a combat unit: infantry or cavalry.

        Rules: 1.2-unit-classes.
        """
        return self.type in COMBAT_TYPES

    @property
    def is_artillery(self) -> bool:
        """Whether it is artillery, on foot or horse-drawn."""
        return self.type in ARTILLERY_TYPES

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a tank, an armoured car or an armoured train."""
        return self.type in VEHICLE_TYPES

    @property
    def is_train(self) -> bool:
        """Whether it is an armoured train."""
        return self.type in TRAIN_TYPES

    # ------------------------------------------------------------------ figures now

    @property
    def full_steps(self) -> int:
        """The steps that it has unharmed."""
        return self.steps if self.steps_full is None else self.steps_full

    @property
    def lost_steps(self) -> int:
        """The steps that it has lost."""
        return self.full_steps - self.steps

    @property
    def is_reduced(self) -> bool:
        """Whether it shows its reduced side.

        Rules: 1.1-step.
        """
        return self.steps <= (self.full_steps // 2 if self.reduced_steps is None else self.reduced_steps)

    @property
    def is_damaged(self) -> bool:
        """Whether it is a heavy armoured train that has been damaged.

        Rules: 1.1-vehicle-counters.
        """
        return self.type == "armoured_train_heavy" and self.steps == 1

    @property
    def quality(self) -> int:
        """The troop quality that it has now, the marker for recruits included.

        Raises:
            ValueError: If it is a vehicle, which has none.

        Rules: 1.1-tq, 4.3.1B-recruit-tq.
        """
        if self.tq is None:
            raise ValueError(f"{self.key}: a vehicle has no troop quality")
        return max(self.tq - 1, LOWEST_WITH_RECRUITS[self.side]) if self.recruits_marker else self.tq

    @property
    def points(self) -> int:
        """The stacking points that it has now; vehicles have none.

        Rules: 7.1.2-stacking.
        """
        if self.is_vehicle:
            return 0
        return self.steps if self.stacking is None else max(0, self.stacking - self.lost_steps)

    @property
    def is_effective_vehicle(self) -> bool:
        """Whether it is a vehicle that counts in a combat: supplied, not broken down, a train only in contact.

        Rules: 8.7.1-vehicle, 8.2.3-effects, 9.2.1-breakdown.
        """
        if not self.is_vehicle or self.unsupplied or self.broken_down:
            return False
        return self.in_contact or not self.is_train

    def combat_strength(self, *, charging: bool = False) -> int:
        """Return its combat strength before it is divided: the printed one less the lost steps, at least 1.

        Of a reduced side with figures of its own, only the steps lost beyond it are taken off.

        Rules: 8.8.2A-strength-loss, 8.7.1-strength.
        """
        side = self.reduced or _NOTHING_PRINTED
        if self.type == "cavalry" and charging:
            return self._less_losses(self.strength_charge or 0, side.strength_charge)
        full = self.strength_dismounted if self.type == "cavalry" else self.strength
        return self._less_losses(full or 0, side.strength)

    def fire_strength(self, *, lost_step: int = -1) -> int:
        """Return its fire strength before it is divided: the printed one less the lost steps, at least 1.

        A damaged heavy train without a figure of its own keeps the full one here; the chart divides it.

        Args:
            lost_step: What each lost step adds, as the chart has it.

        Rules: 8.8.2A-strength-loss, 8.3.2-roll.
        """
        reduced = (self.reduced or _NOTHING_PRINTED).fire
        if self.is_train:
            return (self.fire or 0) if reduced is None or not self.is_damaged else reduced
        return self._less_losses(self.fire or 0, reduced, lost_step)

    def _less_losses(self, full: int, reduced: int | None, lost_step: int = -1) -> int:
        if reduced is not None and self.is_reduced:
            side = self.full_steps // 2 if self.reduced_steps is None else self.reduced_steps
            return max(1, reduced + lost_step * (side - self.steps))
        return max(1, full + lost_step * self.lost_steps)


_NOTHING_PRINTED = ReducedSide()


@frozen(kw_only=True, cache_hash=True)
class Depot:
    """A depot: a convoi on the road, or a railroad depot.

    Attributes:
        key: What it is known by.
        side: Whose it is.
        kind: Convoi or railroad depot.
        capacity: Its supply capacity in munitions points.
        hex: Where it is; None off the map.
        unsupplied: Whether it is marked Unsupplied.
        mp: The movement allowance of a convoi.
    """

    key: Annotated[str, Size(1, 100)]
    side: Side
    kind: DepotKind
    capacity: Annotated[int, Range(1, 20, rule="3.1-capacity")]
    hex: HexLabel | None = None
    unsupplied: Annotated[bool, Cites("3.2B-nonfunctional")] = False
    mp: MovementPoints | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the depot."""
        if self.hex is not None and not (self.hex.isascii() and self.hex.isdigit()):
            yield Problem(".hex", f"a hex is four digits, such as 2705, not {self.hex!r}", "X-bad-units")


def keys_of(units: Iterable[Unit]) -> str:
    """Return the keys of units, joined by commas."""
    return ", ".join(unit.key for unit in units)


def enemy_of(side: Side) -> Side:
    """Return the other side: of the active player, whose turn it is, the reactive one.

    Rules: 1.2-active-player.
    """
    return "white" if side == "red" else "red"


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, halves up.

    >>> half_up(Fraction(7, 2)), half_up(Fraction(349, 100)), half_up(Fraction(5, 4))
    (4, 3, 1)

    Rules: 1.2-round-nearest.
    """
    return floor(value + Fraction(1, 2))


def without_lost_steps(unit: Unit, lost: int) -> Unit | None:
    """Return a unit after it lost steps; None if none are left.

    Rules: 8.8.2A-strength-loss, 1.1-step.
    """
    if lost >= unit.steps:
        return None
    return evolve(unit, steps=unit.steps - lost, steps_full=unit.full_steps) if lost else unit


def game_day(day: int) -> Day | None:
    """Return a day of October 1919 as a day of the game; None after the last.

    >>> game_day(31), game_day(32)
    (31, None)

    Rules: 10-turn-track.
    """
    return None if day > LAST_DAY else DAYS[day - FIRST_DAY]


def wrong_places(
    units: Iterable[tuple[str, Unit | Depot]], grid: HexGrid = GRID, *, must_stand: bool = False
) -> Iterator[Problem]:
    """Yield a problem for every unit off the board, every duplicate key, and both sides in one hex.

    Args:
        units: Units and depots, each with its path below the request: ``.units[2]``.
        grid: The hexes of the board.
        must_stand: Whether every one of them must be in a hex.

    Rules: X-bad-units, 0-hex-layout, 0-scale.
    """
    seen: set[str] = set()
    holders: dict[str, Side] = {}
    for path, unit in units:
        if unit.key in seen:
            yield Problem(f"{path}.key", f"two units have the key {unit.key!r}", "X-bad-units")
        seen.add(unit.key)
        if unit.hex is None:
            if must_stand:
                yield Problem(f"{path}.hex", "is missing", "X-bad-units")
        elif not grid.has(unit.hex):
            yield Problem(f"{path}.hex", f"hex {unit.hex} is not on the board", "X-bad-units")
        elif holders.setdefault(unit.hex, unit.side) != unit.side:
            yield Problem(f"{path}.hex", f"hex {unit.hex} holds units of both sides", "X-bad-units")


def listed(name: str, units: Iterable[Unit | Depot]) -> Iterator[tuple[str, Unit | Depot]]:
    """Yield units with their paths in a field of a request, for `wrong_places`."""
    for number, unit in enumerate(units):
        yield f".{name}[{number}]", unit


def wrong_sides(name: str, units: Iterable[Unit], side: Side) -> Iterator[Problem]:
    """Yield a problem for every unit in a field of a request that is not of this side.

    Rules: X-bad-units.
    """
    for number, unit in enumerate(units):
        if unit.side != side:
            yield Problem(f".{name}[{number}].side", f"expected a {side} unit", "X-bad-units")


def wrong_words(board: HexMap | None, path: str = ".board") -> Iterator[Problem]:
    """Yield a problem for every word of a board that the rules do not know.

    Rules: D-map.
    """
    if board is not None:
        for problem in _unknown_words(board):
            yield Problem(f"{path}{problem.path}", problem.message, problem.rule)


@lru_cache(maxsize=32)
def _unknown_words(board: HexMap) -> tuple[Problem, ...]:
    """Return what is wrong with the words of a board, kept for the next of the many questions that bring it."""
    return tuple(_words_to_refuse(board))


def _words_to_refuse(board: HexMap) -> Iterator[Problem]:
    terrains = ((f".terrain[{number}].kind", area.kind) for number, area in enumerate(board.terrain))
    for path, kind in ((".default_terrain", board.default_terrain), *terrains):
        if kind not in IN_HEX:
            message = f"the terrain is {', '.join(IN_HEX[:-1])} or {IN_HEX[-1]}, not {kind!r}"
            yield Problem(path, message, "D-map")
    for number, feature in enumerate(board.features):
        if feature.kind not in (*IN_HEX, STATION):
            message = f"a hex holds {', '.join(IN_HEX)} or {STATION}, not {feature.kind!r}"
            yield Problem(f".features[{number}].kind", message, "D-map")
    for number, on_side in enumerate(board.hexsides):
        if on_side.kind != RIVER:
            message = f"a hexside has a {RIVER}, not {on_side.kind!r}"
            yield Problem(f".hexsides[{number}].kind", message, "D-map")
