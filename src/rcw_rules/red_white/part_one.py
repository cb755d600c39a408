"""What a whole game asks of the lost first part: each answer comes from the profile, or is asked for.

The profile that the library ships is illustrative: its numbers are made up, and every resolution names it.

>>> from rcw_rules.kernel.lengths import inches
>>> from rcw_rules.red_white.options import Options
>>> options = Options(profile=made_up_profile())
>>> band_of(options, "small_arms", inches(8)), band_of(options, "small_arms", inches("14.1"))
('normal', None)
>>> dice_of(options, "infantry", "small_arms", stands=6, moved=True)
6
>>> dice_of(Options(), "infantry", "small_arms", stands=6, moved=True)
Traceback (most recent call last):
rcw_rules.red_white.profile.MissingProfileError: How many dice does infantry roll for small arms? Supply \
profile.dice (Part I, which defines it, is lost) [p1-fire]
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.words import in_words
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import (
    NO_LENGTH,
    BombEffect,
    ChargeRules,
    FireArc,
    FullMove,
    MissingProfileError,
    PartOneProfile,
    RangeBand,
    SidesInTurn,
    StandSize,
    Still,
    TurnCost,
    UnitType,
    VesselSize,
    Weapon,
)

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.table import Footing, SightRules
    from rcw_rules.kernel.geometry.table.footing import ObstacleToll, Rate

_RIGHT_ANGLE = degrees(90)


@lru_cache(maxsize=1)
def made_up_profile() -> PartOneProfile:
    """Return the profile that the library ships: full, and made up.

    >>> made_up_profile().source
    'made up for this library; illustrative throughout'

    Rules: p1-profile, p1-made-up.
    """
    from rcw_rules.toml_files import load_toml

    text = files("rcw_rules.red_white").joinpath("data", "made_up_profile.toml").read_text(encoding="utf-8")
    return load_toml(PartOneProfile, text, "made_up_profile.toml")


def profile_of(options: Options) -> PartOneProfile:
    """Return the profile that is in force; an empty one if there is none, so that each of its fields is asked for.

    Rules: p1-profile.
    """
    return options.profile if options.profile is not None else NO_PROFILE


NO_PROFILE = PartOneProfile(source="none")


def missing(rule: str, field: str, question: str) -> MissingProfileError:
    """Return the error that asks for a field of the profile."""
    return MissingProfileError(rule, field, question, f"profile.{field} (Part I, which defines it, is lost)")


# ---------------------------------------------------------------- movement


def full_move_of(options: Options, unit_type: UnitType) -> FullMove:
    """Return one full move of a type of unit.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-movement.
    """
    known = profile_of(options).move_of(unit_type)
    if known is None:
        raise missing("p1-movement", "moves", f"How far does {in_words(unit_type)} move?")
    return known


def charges_of(options: Options) -> ChargeRules:
    """Return how units charge.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-movement.
    """
    known = profile_of(options).charges
    if known is None:
        raise missing("p1-movement", "charges", "How far does a charge go, and may a unit that has moved charge?")
    return known


def charge_move_of(options: Options, unit_type: UnitType) -> FullMove:
    """Return how far a charge takes a type of unit.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-movement.
    """
    rows = charges_of(options).moves
    known = next((row.full_move for row in rows if row.type == unit_type), None)
    if known is None:
        raise missing("p1-movement", "charges", f"How far does {in_words(unit_type)} charge?")
    return known


def rate_of(options: Options, unit_type: UnitType) -> Rate:
    """Return how much ground an inch of movement of a type of unit buys, by the kinds of ground that lie there.

    The slowest of them counts, on a road the road alone. A kind that no row of the profile names for any type of unit
    is open ground; one that it names for others, but not for this type, is asked for.

    Raises:
        MissingProfileError: When the rate is asked about ground that the profile knows only for other types.

    Rules: p1-movement.
    """
    return _rate_of(profile_of(options), unit_type)


@lru_cache(maxsize=64)
def _rate_of(profile: PartOneProfile, unit_type: UnitType) -> Rate:
    from rcw_rules.kernel.geometry.table import slowest

    rates: Mapping[str, Fraction | None] = {
        row.kind: Fraction(row.percent, 100) or None for row in profile.ground if unit_type in row.types
    }
    roads = {row.kind for row in profile.ground if row.road and unit_type in row.types}
    unknown = {row.kind for row in profile.ground} - set(rates)
    usual = slowest({kind: one for kind, one in rates.items() if kind not in roads}, roads=roads)

    def rate(footing: Footing) -> Fraction | None:
        for kind in footing.kinds:
            if kind in unknown:
                raise missing("p1-movement", "ground", f"How fast does {in_words(unit_type)} go over {in_words(kind)}?")
        on_road = [one for kind in footing.kinds if kind in roads and (one := rates[kind]) is not None]
        return max(on_road) if on_road else usual(footing)

    return rate


def toll_of(options: Options, unit_type: UnitType) -> ObstacleToll:
    """Return what crossing a line costs a type of unit, by the kind of line: inches, or None if it cannot cross.

    A line that no row of the profile names for any type of unit costs nothing. Where a road runs, there is a gap.

    Raises:
        MissingProfileError: When it is asked about a line that the profile knows only for other types.

    Rules: p1-movement.
    """
    return _toll_of(profile_of(options), unit_type)


@lru_cache(maxsize=64)
def _toll_of(profile: PartOneProfile, unit_type: UnitType) -> ObstacleToll:
    rows = {row.kind: row for row in profile.obstacles if unit_type in row.types}
    unknown = {row.kind for row in profile.obstacles} - set(rows)
    roads = {row.kind for row in profile.ground if row.road}

    def toll(kind: str, footing: Footing) -> Fraction | None:
        if kind in unknown:
            raise missing("p1-movement", "obstacles", f"Can {in_words(unit_type)} cross {in_words(kind)}?")
        row = rows.get(kind)
        if row is None or not roads.isdisjoint(footing.kinds):
            return Fraction(0)
        return Fraction(row.costs.thousandths, 1000) if row.passable else None

    return toll


def turn_cost(options: Options, unit_type: UnitType, angle: Angle) -> Inches:
    """Return how much of its move turning by an angle costs a type of unit.

    >>> from rcw_rules.red_white.options import Options
    >>> str(turn_cost(Options(profile=made_up_profile()), "infantry", degrees(-135)))
    '1 in'

    Args:
        options: Hold the profile.
        unit_type: The type of unit.
        angle: By how much it turns in all, to either side.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-movement, p1-facing.
    """
    if not angle.thousandths:
        return NO_LENGTH
    row: TurnCost = _row_of(options, "turning", unit_type, "p1-movement", "What does it cost {type} to turn?")
    beyond = abs(angle.thousandths) - row.free.thousandths
    quarters = -(-beyond // _RIGHT_ANGLE.thousandths) if beyond > 0 else 0
    return quarters * row.costs


def limbering_of(options: Options) -> Fraction:
    """Return which part of a move it takes to limber or unlimber guns.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-movement.
    """
    known = profile_of(options).limbering
    if known is None:
        raise missing("p1-movement", "limbering", "How much of a move does it take to limber or unlimber guns?")
    return {"free": Fraction(0), "half_move": Fraction(1, 2), "whole_move": Fraction(1)}[known]


def keeps_off(options: Options) -> Inches:
    """Return how near a unit may come to an enemy whom it does not charge.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-movement.
    """
    known = profile_of(options).keeps_off
    if known is None:
        raise missing("p1-movement", "keeps_off", "How near may a unit come to an enemy whom it does not charge?")
    return known


# ---------------------------------------------------------------- fire and sight


def band_of(options: Options, weapon: Weapon, distance: Inches) -> RangeBand | None:
    """Return the range at which a weapon fires over a distance; None if it does not reach so far.

    Raises:
        MissingProfileError: The profile does not say how far the weapon reaches.

    Rules: p1-fire.
    """
    rows = sorted((row for row in profile_of(options).ranges if row.weapon == weapon), key=lambda row: row.up_to)
    if not rows:
        raise missing("p1-fire", "ranges", f"How far do {in_words(weapon)} reach?")
    return next((row.band for row in rows if distance <= row.up_to), None)


def reach_of(options: Options, weapon: Weapon) -> Inches:
    """Return how far a weapon reaches.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-fire.
    """
    rows = [row.up_to for row in profile_of(options).ranges if row.weapon == weapon]
    if not rows:
        raise missing("p1-fire", "ranges", f"How far do {in_words(weapon)} reach?")
    return max(rows)


def weapons_of(options: Options, unit_type: UnitType) -> tuple[Weapon, ...]:
    """Return the weapons that a type of unit rolls dice for, in the order of the profile; () if it has none.

    Rules: p1-fire.
    """
    return tuple(row.weapon for row in profile_of(options).dice if row.type == unit_type)


def dice_of(options: Options, unit_type: UnitType, weapon: Weapon, *, stands: int, moved: bool) -> int:
    """Return how many D10 a unit rolls when it fires.

    Args:
        options: Hold the profile.
        unit_type: The type of unit.
        weapon: The weapon.
        stands: Its stands; 1 for a vehicle.
        moved: Whether it has moved this turn.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-fire.
    """
    for row in profile_of(options).dice:
        if (row.type, row.weapon) == (unit_type, weapon):
            return stands * (row.if_moved if moved else row.if_halted)
    raise missing("p1-fire", "dice", f"How many dice does {in_words(unit_type)} roll for {in_words(weapon)}?")


def arc_of(options: Options, unit_type: UnitType) -> Angle:
    """Return how far to each side of its facing a type of unit fires.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-facing, p1-fire.
    """
    row: FireArc = _row_of(options, "arcs", unit_type, "p1-facing", "How far to each side does {type} fire?")
    return row.half_angle


def sight_of(options: Options) -> tuple[SightRules, Inches]:
    """Return the distances of sight, as the table wants them, and how far one sees in the open.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-terrain.
    """
    known = profile_of(options).sight
    if known is None:
        raise missing("p1-terrain", "sight", "How far do troops see: in the open, and into and within woods?")
    from rcw_rules.kernel.geometry.table import SightRules

    return SightRules(edge_depth=known.edge, seen_depth=known.edge, near=known.inside), known.clear


def must_fire_at_nearest(options: Options) -> bool:
    """Return whether a unit has to fire at the nearest enemy that it sees.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-fire.
    """
    known = profile_of(options).target
    if known is None:
        raise missing("p1-fire", "target", "Must a unit fire at the nearest enemy that it sees?")
    return known == "nearest"


def bomb_hits(options: Options, distance: Inches) -> int:
    """Return the hits of a bomb on a unit, by how far from it the bomb lands.

    Args:
        options: Hold the profile.
        distance: From where the bomb lands to the nearest stand of the unit.

    Raises:
        MissingProfileError: The profile does not say what a bomb does.

    Rules: p1-bomb-effect.
    """
    rows = profile_of(options).bomb_effect
    if not rows:
        raise missing("p1-bomb-effect", "bomb_effect", "How many hits does a bomb score on a unit near it?")
    return hits_within(rows, distance)


def hits_within(rows: tuple[BombEffect, ...], distance: Inches) -> int:
    """Return the hits by the smallest of these distances that holds a distance; 0 if none does.

    Rules: p1-bomb-effect.
    """
    holding = [row for row in rows if distance <= row.within]
    return min(holding, key=lambda row: row.within).hits if holding else 0


# ---------------------------------------------------------------- the turn, and how large things are


def vessel_size(options: Options, vessel: str) -> VesselSize:
    """Return how large a vessel is: a ship, a launch or a boat.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-grade-and-leader, ship-class.
    """
    known = next((row for row in profile_of(options).vessel_sizes if row.vessel == vessel), None)
    if known is None:
        raise missing("p1-grade-and-leader", "vessel_sizes", f"How large is the model of a {vessel}?")
    return known


def vessel_dice_of(options: Options, vessel: str, weapon: Weapon) -> int:
    """Return how many D10 a vessel rolls with a weapon of its own; 0 if the profile gives it none.

    Args:
        options: Hold the profile.
        vessel: "warship", "merchant" or "launch".
        weapon: The weapon.

    Rules: p1-artillery-and-armour.
    """
    rows = profile_of(options).vessel_dice
    return next((row.dice for row in rows if (row.vessel, row.weapon) == (vessel, weapon)), 0)


def sinks_at(options: Options) -> int:
    """Return the damage at which a ship sinks.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-artillery-and-armour, ship-morale.
    """
    known = profile_of(options).vessel_sinks_at
    if known is None:
        raise missing("p1-artillery-and-armour", "vessel_sinks_at", "How much damage sinks a ship?")
    return known


def sides_of(options: Options) -> SidesInTurn:
    """Return whose turn it is, and when.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-sequence.
    """
    known = profile_of(options).sides
    if known is None:
        raise missing("p1-sequence", "sides", "Which side acts first, and does it play a whole turn or a phase?")
    return known


def still_of(options: Options) -> tuple[Still, ...]:
    """Return what a unit may still do that has failed to activate.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-activation.
    """
    known = profile_of(options).unactivated
    if known is None:
        raise missing("p1-activation", "unactivated", "What may a unit do that has failed to activate?")
    return known


def stand_of(options: Options, unit_type: UnitType) -> StandSize:
    """Return how large a stand of a type of unit is, and how many are abreast.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: p1-grade-and-leader.
    """
    row: StandSize = _row_of(
        options, "stand_sizes", unit_type, "p1-grade-and-leader", "How large is a stand of {type}?"
    )
    return row


@lru_cache(maxsize=256)
def _row_of(options: Options, field: str, unit_type: UnitType, rule: str, question: str) -> Any:
    rows: tuple[Any, ...] = getattr(profile_of(options), field)
    known = next((row for row in rows if unit_type in row.types), None)
    if known is None:
        raise missing(rule, field, question.format(type=in_words(unit_type)))
    return known
