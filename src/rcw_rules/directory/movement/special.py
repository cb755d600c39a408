"""Naval, water and rail movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.directory.model import Counter, LetterMove, Side, UnitType, called, movement_rating, named
from rcw_rules.directory.movement.restrictions import (
    BASES,
    NOT_CHECKED,
    UNCHECKED,
    Unchecked,
    immovable_objections,
    require_restriction,
    restriction_objections,
    still_objection,
    unit_problems,
)
from rcw_rules.directory.options import Options
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences

Mode: TypeAlias = Literal["naval", "water", "rail"]

HexKind: TypeAlias = Literal["coastal", "sea", "river", "major_railroad", "minor_railroad"]
"""What of a hex matters for these kinds of movement."""

HexKinds: TypeAlias = Annotated[tuple[HexKind, ...], Size(0, 4)]
"""All that a hex is; of two railroads only the one along which it is entered and left."""

LETTER_MODES: dict[LetterMove, Mode] = {"N": "naval", "W": "water", "R": "rail"}  # mov-kinds

WAYS: dict[Mode, tuple[HexKind, ...]] = {  # mov-naval, mov-water, mov-rail
    "naval": ("coastal", "sea"),
    "water": ("coastal", "sea", "river"),
    "rail": ("major_railroad", "minor_railroad"),
}
"""What a hex must be, one of these, to be entered."""

BEST: dict[Mode, tuple[str, tuple[HexKind, ...]]] = {  # mov-naval, mov-water, mov-rail
    "naval": ("coastal_or_sea", ("coastal", "sea")),
    "water": ("coastal_or_sea", ("coastal", "sea")),
    "rail": ("major_line", ("major_railroad",)),
}
"""The row of the chart with the higher limit, and what every hex must be for it, one of these."""

LOWER: dict[Mode, str] = {"naval": "coastal_or_sea", "water": "with_river", "rail": "with_minor_line"}
"""The row of the chart with the lower limit, which holds as soon as one hex is not of the best."""

_RULES: dict[Mode, str] = {"naval": "mov-naval", "water": "mov-water", "rail": "mov-rail"}
_ENTERED: dict[Mode, str] = {
    "naval": "coastal or sea hexes",
    "water": "river, coastal or sea hexes",
    "rail": "hexes with a railroad",
}


@frozen(kw_only=True)
class Ride:
    """What a player sees when deciding which base serves a naval, water or rail move.

    Attributes:
        unit: The unit that moves.
        bases: The bases that could serve, in the order of the alternatives.
        by: The side that decides; None if it is the faction of the unit.
    """

    unit: Counter
    bases: tuple[StackedBase, ...]
    by: Side | None = None


SERVING_BASE: Choice[Ride, str] = Choice(
    "serving_base",
    rule="mov-base-still",
    who="owner",
    about="Which base serves the move? It may not move itself in this movement phase. Default: the first fixed base, "
    "which never moves; else the first base.",
    default=lambda ride, places: next(
        (place for base, place in zip(ride.bases, places, strict=True) if base.type == "fixed_base"), places[0]
    ),
    unit=lambda ride: named(ride.unit),
    side=lambda ride: ride.by or ride.unit.faction,
)


@frozen(kw_only=True)
class StackedBase:
    """A counter that is stacked with the moving unit at one end of its move.

    Attributes:
        type: What it is; only mobile and fixed bases serve.
        friendly: Whether it is of the moving unit's side or that side's ally.
        moved: Whether it has moved in this movement phase.
    """

    type: UnitType
    friendly: bool = True
    moved: bool = False


_LOWERED_BY: dict[Mode, str] = {
    "naval": "",
    "water": "if any hex is a river hex",
    "rail": "if any hex has a minor railroad",
}


def _told_base(request: SpecialMovementRequest, place: str) -> str:
    """Return what a sentence calls the base at a place in the request, ``at_start[0]``."""
    end, _, number = place.partition("[")
    bases = request.at_start if end == "at_start" else request.at_end
    return f"the {in_words(bases[int(number.rstrip(']'))].type)} at the {end.removeprefix('at_')}"


@frozen(kw_only=True)
class SpecialMovementOutcome:
    """How far a unit may go by naval, water or rail movement.

    Attributes:
        limit: The most hexes: for the path, or for one over the best hexes if none was given.
        lower_limit: The most hexes for any path with a river hex or a minor railroad; for naval movement, which enters
            neither, the one limit that it has.
        legal_by_charts: True if the path is legal, which else is refused; None if no path was given.
        serving_base: Which base serves the move and stays where it is for the rest of the movement phase, by its place
            in the request: ``at_start[0]``; None if no path was given.
        also_frozen: Bases that may not move any more in this movement phase beside the serving one: by the option
            `frozen_bases` one at the other end.
        unchecked: What the rulebook, which is missing, may still have against the path.
    """

    limit: int
    lower_limit: int
    legal_by_charts: bool | None
    serving_base: str | None
    also_frozen: tuple[str, ...] = ()
    unchecked: tuple[Unchecked, ...] = UNCHECKED

    def summary(self, request: SpecialMovementRequest) -> str:
        """Return how far the unit may go, and which base serves the move and stays."""
        by, name = f"by {'rail' if request.mode == 'rail' else f'{request.mode} movement'}", called(request.unit)
        if request.path is None:
            lower = f", or {self.lower_limit} {_LOWERED_BY[request.mode]}" if self.lower_limit < self.limit else ""
            return sentences(f"{name} may go {counted(self.limit, 'hex', 'hexes')} {by}{lower}")
        path = counted(len(request.path), "hex", "hexes")
        serves = "" if self.serving_base is None else f"{_told_base(request, self.serving_base)} serves the move"
        stays = f"{serves} and stays where it is for the rest of the movement phase" if serves else ""
        also = listed(_told_base(request, place) for place in self.also_frozen)
        may = f"{name} may go {by}: {path} of at most {self.limit}"
        return sentences(may, stays, f"{also} may not move any more either" if also else "", NOT_CHECKED)


@frozen(kw_only=True, cache_hash=True)
class SpecialMovementRequest(Request[SpecialMovementOutcome]):
    """A unit that is to go by naval, water or rail movement, or a question how far it may.

    Attributes:
        mode: The kind of movement.
        unit: The unit.
        path: All that each hex entered is, in order, without the hex of departure; None to ask how far it may go. All
            legs of one kind in a movement phase are one move: those already entered are included.
        at_start: Other counters in the hex of departure, of several legs the first one's, that may serve as its base.
        at_end: Other counters in the last hex that may serve as its base.
        other_movement: Whether the unit moves in another way as well in this movement phase.
        restriction_ok: Whether the restriction on local units lets it move so; only for local units.
        has_served: Whether it is a base that has served another unit's naval, water or rail move in this movement
            phase.
        side: The side to which the unit belongs or is allied, which decides; None if it is the unit's own faction.
    """

    mode: Mode
    unit: Counter
    path: Annotated[tuple[HexKinds, ...], Size(1, 200)] | None = None
    at_start: Annotated[tuple[StackedBase, ...], Size(0, 20)] = ()
    at_end: Annotated[tuple[StackedBase, ...], Size(0, 20)] = ()
    other_movement: bool = False
    restriction_ok: bool | None = None
    has_served: bool = False
    side: Side | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from unit_problems(self.unit, restriction_ok=self.restriction_ok, has_served=self.has_served)
        for number, kinds in enumerate(self.path or ()):
            if "major_railroad" in kinds and "minor_railroad" in kinds:
                message = "of two railroads name the one along which the hex is entered and left"
                yield Problem(f".path[{number}]", message, "mov-rail")


def _example() -> SpecialMovementRequest:
    return SpecialMovementRequest(
        mode="rail",
        unit=Counter(type="armored_train", faction="bolsheviks"),
        path=(("major_railroad",), ("major_railroad",), ("minor_railroad",)),
        at_start=(StackedBase(type="mobile_base"),),
    )


@procedure(
    "directory.special_movement",
    title="Is this naval, water or rail move legal?",
    rules=("mov-base",),
    example=_example,
)
def special_movement(request: SpecialMovementRequest, umpire: Umpire[Options]) -> SpecialMovementOutcome:
    """Check a naval, water or rail move against its limit, and find the base that serves it.

    Every hex entered must be of the kinds that the movement uses. One river hex, or one with a minor railroad, makes
    the lower limit hold for the whole move; a hex that is both river and coastal is coastal. The limits are not
    movement allowances, so weather and terrain do not lower them. A move that is too long, or that no base serves, is
    refused. To ask how far a unit may go, leave the path out: the outcome then holds both limits, whatever bases there
    are.

    A unit may stop on its way and go on by the same kind of movement in the same phase. That is still one move: its
    limit is for all the hexes together, and a base must be at its start or at its end.

    Raises:
        IllegalRequestError: If the path is longer than the limit, or the unit does not move in this way.
        MissingProfileError: If it is a local unit and nothing says whether its restriction lets it move so.

    Rules: mov-naval, mov-water, mov-rail, mov-kinds, mov-frozen, miss-map, opt-frozen-bases.
    """
    mode, path = request.mode, request.path
    require_restriction(request.unit, restriction_ok=request.restriction_ok)
    rating = movement_rating(umpire, request.unit)
    if rating == 0:
        raise forbidden("mov-kinds", "a counter with a movement allowance of 0 never moves", "$.unit")
    if isinstance(rating, str) and LETTER_MODES[rating] != mode:
        message = f"a counter rated {rating} moves by {LETTER_MODES[rating]} movement only, not by {mode} movement"
        raise forbidden("mov-kinds", message, "$.mode")
    best_row, best = BEST[mode]
    lower_row = LOWER[mode]
    highest, lower = _limit(umpire, mode, best_row), _limit(umpire, mode, lower_row)
    if path is None:
        return SpecialMovementOutcome(limit=highest, lower_limit=lower, legal_by_charts=None, serving_base=None)
    is_best = all(_is_any(kinds, best) for kinds in path)
    row, limit = (best_row, highest) if is_best else (lower_row, lower)
    if len(path) > limit:
        message = f"{len(path)} hexes are too many; the limit for this move, {in_words(row)}, is {limit}"
        raise forbidden(_RULES[mode], message, "$.path")
    umpire.result(_RULES[mode], "{hexes} hexes entered of {limit}", hexes=len(path), limit=limit)
    bases = _serving(request)
    serving = next(iter(bases))
    if len(bases) > 1:
        serving = umpire.choose(
            SERVING_BASE, tuple(bases), Ride(unit=request.unit, bases=tuple(bases.values()), by=request.side)
        )
    umpire.result("mov-base-still", "{base} serves the move and stays in this movement phase", base=serving)
    also_frozen: tuple[str, ...] = ()
    others = [place for place in bases if _end_of(place) != _end_of(serving)]
    if others:
        umpire.ruling("frozen_bases")
        if umpire.options.frozen_bases == "both":
            also_frozen = (next((place for place in others if bases[place].type == "fixed_base"), others[0]),)
    umpire.result("miss-stacking-zoc", "stacking and zones of control are not checked")
    return SpecialMovementOutcome(
        limit=limit, lower_limit=lower, legal_by_charts=True, serving_base=serving, also_frozen=also_frozen
    )


@special_movement.legality
def _objections(request: SpecialMovementRequest, options: Options) -> Iterator[Objection]:
    mode, unit = request.mode, request.unit
    yield from restriction_objections(unit, restriction_ok=request.restriction_ok)
    yield from immovable_objections(unit)
    if request.other_movement:
        message = f"a unit moves in one way in a movement phase; {mode} movement cannot be combined with another"
        yield Objection(rule="mov-kinds", message=message, path="$.other_movement")
    if request.has_served:
        yield still_objection()
    if request.path is None:
        return
    for number, kinds in enumerate(request.path):
        if not _is_any(kinds, WAYS[mode]):
            message = f"{mode} movement enters {_ENTERED[mode]} only"
            yield Objection(rule=_RULES[mode], message=message, path=f"$.path[{number}]")
    if not _serving(request):
        yield _unserved(request)


def limits_of(charts: Mapping[str, Chart], mode: Mode) -> tuple[int, int]:
    """Return the most hexes of a kind of movement over the best hexes, and over any other.

    Rules: mov-naval, mov-water, mov-rail.
    """
    chart = charts[f"{mode}_movement"]
    return chart.look_up(BEST[mode][0]).number(), chart.look_up(LOWER[mode]).number()


def _is_any(kinds: tuple[HexKind, ...], wanted: tuple[HexKind, ...]) -> bool:
    return any(kind in wanted for kind in kinds)


def _end_of(place: str) -> str:
    return place.partition("[")[0]


def _limit(umpire: Umpire[Options], mode: Mode, row: str) -> int:
    """Return a limit in hexes.

    Rules: mov-naval, mov-water, mov-rail.
    """
    return umpire.look_up(f"{mode}_movement", row).number()


def _serving(request: SpecialMovementRequest) -> dict[str, StackedBase]:
    """Return the bases that can serve the move, by their places in the request; one at either end is enough.

    A base serves any number of moves. A stockpile is not a base.

    Rules: mov-base, mov-base-still, unit-logistics.
    """
    return {
        f"{end}[{number}]": base
        for end, bases in (("at_start", request.at_start), ("at_end", request.at_end))
        for number, base in enumerate(bases)
        if base.type in BASES and base.friendly and not base.moved
    }


def _unserved(request: SpecialMovementRequest) -> Objection:
    """Return the objection to a move without a base, or with none but bases that have moved.

    Rules: mov-base, mov-base-still.
    """
    if any(base.type in BASES and base.friendly for base in (*request.at_start, *request.at_end)):
        message = "the base at either end has moved in this movement phase; one that stays put must serve the move"
        return Objection(rule="mov-base-still", message=message)
    message = (
        "the move must start or end with another counter that is a mobile or fixed base of the same side or its ally"
    )
    return Objection(rule="mov-base", message=message)
