"""Movement hex by hex, with or without a forced march."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.directory.model import Counter, Terrain, called, told_counters
from rcw_rules.directory.movement.forced import CHARTS, ForcedMarchRequest, march_objections, printed_allowance
from rcw_rules.directory.movement.restrictions import (
    NOT_CHECKED,
    UNCHECKED,
    Unchecked,
    immovable_objections,
    named_by_type,
    require_restriction,
    restriction_objections,
    still_objection,
    unit_problems,
)
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.errors import IllegalRequestError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences

Path: TypeAlias = Annotated[tuple[Terrain, ...], Size(0, 99)]
"""The terrain of each hex entered in a movement phase, in order, without the hex of departure."""


@frozen(kw_only=True)
class MovementOutcome:
    """How far a unit may move.

    Attributes:
        allowance: Its allowance in hexes: for the path, or for any path without rough terrain if none was given.
        rough_allowance: Its allowance in hexes for any path that enters rough terrain.
        legal_by_charts: True if the path is within the allowance, which else is refused; None if no path was given.
        unchecked: What the rulebook, which is missing, may still have against a path.
    """

    allowance: int
    rough_allowance: int
    legal_by_charts: bool | None
    unchecked: tuple[Unchecked, ...] = UNCHECKED

    def summary(self, request: MovementRequest) -> str:
        """Return how far the unit may move, or that the path is within its allowance."""
        name = called(request.unit)
        if request.path is None:
            far = counted(self.allowance, "hex", "hexes")
            less = self.rough_allowance < self.allowance
            rough = f", or {self.rough_allowance} if any of them is rough" if less else ""
            return sentences(f"{name} may move {far}{rough}")
        path = counted(len(request.path), "hex", "hexes")
        return sentences(f"{name} may take this path: {path} with an allowance of {self.allowance}", NOT_CHECKED)


@frozen(kw_only=True, cache_hash=True)
class MovementRequest(Request[MovementOutcome]):
    """A unit that is to move hex by hex, or a question how far it may.

    Attributes:
        unit: The unit.
        frozen: Whether the weather is frozen.
        path: The terrain of each hex that it enters in this movement phase, those already entered included; None to ask
            how far it may move.
        forced: The allowance that a forced march gave it in this movement phase, before weather and terrain; None if it
            has not force marched.
        restriction_ok: Whether the restriction on local units lets it move so; only for local units.
        special_movement: Whether it uses naval, water or rail movement in this movement phase.
        has_served: Whether it is a base that has served another unit's naval, water or rail move in this movement
            phase.
    """

    unit: Counter
    frozen: bool
    path: Path | None = None
    forced: Annotated[int, Range(1, 99, rule="bad-input")] | None = None
    restriction_ok: bool | None = None
    special_movement: bool = False
    has_served: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from unit_problems(self.unit, restriction_ok=self.restriction_ok, has_served=self.has_served)


def _example() -> MovementRequest:
    return MovementRequest(
        unit=Counter(type="regular_cavalry", faction="volunteers"), frozen=False, path=("clear", "rough", "rough")
    )


@procedure(
    "directory.movement",
    title="How many hexes may it move, and is this path legal?",
    rules=("mov-frozen",),
    example=_example,
)
def movement(request: MovementRequest, umpire: Umpire[Options]) -> MovementOutcome:
    """Work out a unit's movement allowance and check a path against it.

    The allowance is the larger of the printed one and that of a forced march in this phase, less 1 in frozen weather,
    less 1 if any hex entered is rough, never below 0. Each hex entered takes 1 of it. A path that is too long is
    refused, with what would be allowed. To ask how far the unit may go, leave the path out: the outcome then
    holds both allowances, which may be 0. To ask whether an intended path is within reach, without a refusal, use
    `march`.

    Raises:
        IllegalRequestError: If the path is longer than the allowance, or the unit does not move hex by hex.
        MissingProfileError: If it is a local unit and nothing says whether its restriction lets it move so.

    Rules: mov-cost, fm-ma, fm-duration, miss-map, miss-weather.
    """
    unit, path = request.unit, request.path
    require_restriction(unit, restriction_ok=request.restriction_ok)
    printed = printed_allowance(umpire, unit)
    if path and not printed:
        raise forbidden("mov-kinds", _never_on_foot(unit), "$.path")
    base = max(printed, request.forced or 0)
    weather = _weather(umpire, frozen=request.frozen)
    both = weather + _rough(umpire)
    smooth, rough = _left(umpire, base, weather), _left(umpire, base, both, "in rough terrain")
    if path is None:
        umpire.result("mov-rough", "{smooth} hexes, or {rough} if any is rough", smooth=smooth, rough=rough)
        return MovementOutcome(allowance=smooth, rough_allowance=rough, legal_by_charts=None)
    allowance, effects = (rough, both) if "rough" in path else (smooth, weather)
    if len(path) > allowance:
        raise _too_long(len(path), allowance, base, effects)
    umpire.result("mov-cost", "{hexes} hexes entered of {allowance}", hexes=len(path), allowance=allowance)
    umpire.result("miss-stacking-zoc", "stacking and zones of control are not checked")
    return MovementOutcome(allowance=allowance, rough_allowance=rough, legal_by_charts=True)


@movement.legality
def _objections(request: MovementRequest, options: Options) -> Iterator[Objection]:
    unit = request.unit
    yield from restriction_objections(unit, restriction_ok=request.restriction_ok)
    if request.path:
        yield from immovable_objections(unit)
    yield from _phase_objections(special_movement=request.special_movement, has_served=request.has_served)
    if request.forced is not None and unit.type not in CHARTS:
        message = f"{named_by_type(unit)} cannot have force marched; leave it out"
        yield Objection(rule="fm-eligibility", message=message, path="$.forced")


def _phase_objections(*, special_movement: bool, has_served: bool) -> Iterator[Objection]:
    """Yield objections from what else happened in the same movement phase.

    Rules: mov-kinds, mov-base-still.
    """
    if special_movement:
        message = "a unit moves in one way in a movement phase: hex by hex, or by naval, water or rail movement"
        yield Objection(rule="mov-kinds", message=message, path="$.special_movement")
    if has_served:
        yield still_objection()


# ---------------------------------------------------------------- a march


@frozen(kw_only=True)
class MarchOutcome:
    """Where an intended march ends.

    Attributes:
        end: Whether the unit can reach the end of the path, falls short of it so that its owner may choose a shorter
            one, or is removed by the forced march.
        allowance: Its allowance for that path in hexes, after weather and rough terrain; 0 if it is removed.
        forced: The allowance that a forced march gave it, before weather and terrain: the field `forced` of a
            `MovementRequest` about another path in the same phase. None without a forced march or if it is removed.
        unchecked: What the rulebook, which is missing, may still have against the path.
    """

    end: Literal["reached", "falls_short", "removed"]
    allowance: int
    forced: int | None = None
    unchecked: tuple[Unchecked, ...] = UNCHECKED

    def summary(self, request: MarchRequest) -> str:
        """Return whether the unit reaches the end of its path."""
        if self.end == "removed":
            return sentences(told_counters((request.unit,), "is", "are") + " removed by the forced march")
        one, many = ("reaches", "reach") if self.end == "reached" else ("falls short of", "fall short of")
        end = told_counters((request.unit,), f"{one} the end of the path", f"{many} the end of the path")
        path = counted(len(request.path), "hex", "hexes")
        forced = "" if self.forced in (None, self.allowance) else f" ({self.forced} before weather and terrain)"
        return sentences(f"{end}: {path} with an allowance of {self.allowance}{forced}", NOT_CHECKED)


@frozen(kw_only=True, cache_hash=True)
class MarchRequest(Request[MarchOutcome]):
    """A unit that intends to go along a path.

    Attributes:
        unit: The unit.
        frozen: Whether the weather is frozen.
        path: The terrain of each hex that it intends to enter in this movement phase, those already entered included.
        forced_march: Whether it force marches.
        moved_already: Whether it has entered a hex in this movement phase.
        marched_already: Whether it has rolled for a forced march in this movement phase.
        restriction_ok: Whether the restriction on local units lets it move so; only for local units.
        special_movement: Whether it uses naval, water or rail movement in this movement phase.
        has_served: Whether it is a base that has served another unit's naval, water or rail move in this movement
            phase.
    """

    unit: Counter
    frozen: bool
    path: Annotated[tuple[Terrain, ...], Size(1, 99)]
    forced_march: bool = True
    moved_already: bool = False
    marched_already: bool = False
    restriction_ok: bool | None = None
    special_movement: bool = False
    has_served: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from unit_problems(self.unit, restriction_ok=self.restriction_ok, has_served=self.has_served)
        if self.marched_already and not self.forced_march:
            message = (
                "it has already rolled for a forced march; ask directory.movement, "
                "with its allowance in the field forced"
            )
            yield Problem(".marched_already", message, "fm-per-unit")


def _march_example() -> MarchRequest:
    unit = Counter(type="regular_infantry", faction="directory")
    return MarchRequest(unit=unit, frozen=False, path=("clear", "clear", "broken", "clear"))


@procedure(
    "directory.march",
    title="Can the unit force march along this path?",
    formerly=("May it force march along this path, and does it get there?",),
    rules=("fm-per-unit",),
    example=_march_example,
)
def march(request: MarchRequest, umpire: Umpire[Options]) -> MarchOutcome:
    """March a unit toward the end of a path: the die of a forced march, if it is one, then the allowance.

    Weather and rough terrain are taken off the allowance that the die gives, or off the printed one without a forced
    march; never below 0. The path is an intention: one that is too long is not refused, the unit falls short of its
    end, and where it goes instead is its owner's to say. Ask `movement` about that path with the `forced` of the
    outcome.

    Raises:
        IllegalRequestError: If the unit does not move hex by hex.
        MissingProfileError: If it is a local unit and nothing says whether its restriction lets it move so.

    Rules: fm-ma, mov-cost, mov-frozen, mov-rough, miss-weather.
    """
    unit, path = request.unit, request.path
    require_restriction(unit, restriction_ok=request.restriction_ok)
    if request.forced_march:
        forced = umpire.resolve(ForcedMarchRequest(unit=unit), "forced march")
        if forced.removed:
            return MarchOutcome(end="removed", allowance=0)
        base = given = forced.allowance
    else:
        given = None
        base = printed_allowance(umpire, unit)
        if not base:
            raise forbidden("mov-kinds", _never_on_foot(unit), "$.unit")
    effects = _weather(umpire, frozen=request.frozen)
    if "rough" in path:
        effects += _rough(umpire)
    allowance = _left(umpire, base, effects)
    end: Literal["reached", "falls_short"] = "reached" if len(path) <= allowance else "falls_short"
    text = "{hexes} hexes with an allowance of {allowance}: {end}"
    umpire.result("mov-cost", text, hexes=len(path), allowance=allowance, end=in_words(end))
    umpire.result("miss-stacking-zoc", "stacking and zones of control are not checked")
    return MarchOutcome(end=end, allowance=allowance, forced=given)


@march.legality
def _march_objections(request: MarchRequest, options: Options) -> Iterator[Objection]:
    unit = request.unit
    yield from restriction_objections(unit, restriction_ok=request.restriction_ok)
    if request.forced_march:
        yield from march_objections(
            unit,
            moved_already=request.moved_already,
            marched_already=request.marched_already,
            special_movement=request.special_movement,
        )
    else:
        yield from immovable_objections(unit)
        yield from _phase_objections(special_movement=request.special_movement, has_served=request.has_served)


# ---------------------------------------------------------------- allowances


def _weather(umpire: Umpire[Options], *, frozen: bool) -> Ledger:
    """Return what the weather takes off any allowance in hexes.

    Rules: mov-frozen, miss-weather.
    """
    if not frozen:
        return Ledger()
    return Ledger.of(umpire.modifier("terrain_and_weather", "frozen_weather", "mov-frozen", "frozen weather"))


def _rough(umpire: Umpire[Options]) -> Ledger:
    """Return what rough terrain takes off, once, however many of the hexes entered are rough.

    Broken terrain takes off nothing, nor does the hex of departure.

    Rules: mov-rough.
    """
    return Ledger.of(umpire.modifier("terrain_and_weather", "rough_terrain", "mov-rough", "rough terrain"))


def _left(umpire: Umpire[Options], base: int, effects: Ledger, where: str = "") -> int:
    """Return what *effects* leave of an allowance, at least 0.

    Rules: mov-both.
    """
    total = base + umpire.modify(effects, f"movement allowance {where}".rstrip()).total
    if total < 0:
        umpire.result("mov-both", "an allowance is never below 0")
    return max(0, total)


def _too_long(hexes: int, allowance: int, base: int, effects: Ledger) -> IllegalRequestError:
    """Return the refusal of a path that is longer than the allowance.

    Rules: mov-cost, mov-both.
    """
    reductions = f" ({base}, {effects})" if effects else ""
    message = f"{hexes} hexes are too many; the allowance for this path is {allowance}{reductions}"
    rules = [entry.rule for entry in effects] or ["mov-cost"]
    return forbidden(rules[0] if len(rules) == 1 else "mov-both", message, "$.path")


def _never_on_foot(unit: Counter) -> str:
    return f"{named_by_type(unit)} has no movement allowance in hexes, and so no ordinary movement"
