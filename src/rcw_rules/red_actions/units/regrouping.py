"""Units that divide, and units that combine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, pick
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import IN_UNITS_OF_SIX, Name, OfficerToken, Unit, name_problems
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.losses import begin_rout, draws_officer, guns_left
from rcw_rules.red_actions.units.markers import has_too_many_markers, marker_problems
from rcw_rules.red_actions.units.officers import commanding
from rcw_rules.red_actions.units.saying import markers_said, names_of
from rcw_rules.red_actions.units.troops import illustrative_troops, note_cards

MOST_LETTERS = 100  # of a name
MOST_OFFICERS = 6  # spares of a unit, and as many seniors
ODD = (1, 3, 5)  # act-combine: the officer of the unit named first


@frozen(kw_only=True)
class Parting:
    """What the owner sees when choosing the part of a unit that an officer goes with.

    Attributes:
        unit: The unit that divides.
        who: The officer; None for the White Officer base.
        parts: The sizes of the parts.
        led: The parts that have an officer already, from 1.
    """

    unit: Unit
    who: OfficerToken | None
    parts: tuple[int, ...]
    led: tuple[int, ...]


def _first_without_officer(parting: Parting, alternatives: tuple[int, ...]) -> int:
    return next((part for part in alternatives if part not in parting.led), alternatives[0])


OFFICER_PART: Choice[Parting, int] = Choice(
    "officer_part",
    rule="act-divide",
    who="owner",
    about="With which part of the dividing unit does this officer go? Default: the first part that has no officer yet.",
    default=_first_without_officer,
    unit=lambda parting: parting.unit.name,
    side=lambda parting: parting.unit.side,
)
WHITE_OFFICER_PART: Choice[Parting, int] = Choice(
    "white_officer_part",
    rule="char-white-officer-base",
    who="owner",
    about="With which part of the dividing unit does the White Officer base go? Default: the first.",
    default=lambda parting, alternatives: alternatives[0],
    unit=lambda parting: parting.unit.name,
    side=lambda parting: parting.unit.side,
)


@frozen(kw_only=True)
class Part:
    """A part of a unit that divided.

    Attributes:
        unit: The new unit. One that routs has not made its rout move yet; unlimbered guns that rout are lost.
        routs: Whether it routs at once.
        draws_officer: Whether it draws a junior officer at its next voluntary action.
        guns_left: Unlimbered guns whose crews ran off: how many stay on their place, for either side to take.
    """

    unit: Unit
    routs: bool
    draws_officer: bool
    guns_left: Annotated[int, Cites("rout-guns")] = 0

    def sentence(self) -> str:
        """Return the part with its bases, and its officers."""
        bases = counted(self.unit.bases or self.guns_left, "base")
        led = f" under {names_of(self.unit.officers)}" if self.unit.officers else ""
        return f"{self.unit.name} with {bases}{led}"


@frozen(kw_only=True)
class DivideUnitOutcome:
    """The parts of a unit that divided.

    Attributes:
        parts: The parts, in the order asked.
    """

    parts: tuple[Part, ...]

    def summary(self, request: DivideUnitRequest) -> str:
        """Return the parts, with the markers of each, and which of them rout or draw an officer."""
        markers = markers_said(self.parts[0].unit)
        routing = listed(part.unit.name for part in self.parts if part.routs and not part.guns_left)
        drawing = listed(part.unit.name for part in self.parts if part.draws_officer and not part.guns_left)
        guns = (
            f"the crews of {part.unit.name} run off and leave {counted(part.guns_left, 'gun')}"
            for part in self.parts
            if part.guns_left
        )
        return sentences(
            f"{request.unit.name} divides into {listed(part.sentence() for part in self.parts)}",
            f"each part has {markers}" if markers else "",
            f"more markers than bases make {routing} rout" if routing else "",
            *guns,
            f"at the next voluntary action an officer is drawn for {drawing}" if drawing else "",
        )


@frozen(kw_only=True, cache_hash=True)
class DivideUnitRequest(Request[DivideUnitOutcome]):
    """A unit that divides.

    Attributes:
        unit: The unit.
        parts: How many bases each part gets.
        names: What the parts are known by; none means the unit's name with a number.
    """

    unit: Unit
    parts: Annotated[
        tuple[Annotated[int, Range(1, 5, rule="defs-unit-size")], ...],
        Size(2, 6, rule="act-divide"),
        Cites("act-divide"),
    ]
    names: Annotated[tuple[Name, ...], Size(0, 6)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from marker_problems(".unit", self.unit)
        if sum(self.parts) != self.unit.bases:
            message = f"parts of {sum(self.parts)} bases do not add up to the {self.unit.bases} of the unit"
            yield Problem(".parts", message, "act-divide")
        if self.names and len(self.names) != len(self.parts):
            yield Problem(".names", f"{len(self.names)} names for {len(self.parts)} parts", "conv-bad-input")
        if len(set(self.names)) < len(self.names):
            yield Problem(".names", "two parts have the same name", "conv-bad-input")
        for number, name in enumerate(self.names):
            yield from name_problems(f".names[{number}]", name)
        if not self.names and len(_numbered(self.unit, len(self.parts))) > MOST_LETTERS:
            message = f"name the parts: the name of the unit and a number have more than {MOST_LETTERS} characters"
            yield Problem(".names", message, "conv-bad-input")


def _divide_example() -> DivideUnitRequest:
    card = illustrative_troops().card("red_regulars")
    unit = Unit(name="1st", side="red", card=card, bases=6, terror=3, humiliated=1, officer=OfficerToken(id="Ivanov"))
    return DivideUnitRequest(unit=unit, parts=(3, 3))


@procedure(
    "red_actions.divide_unit",
    title="What units does this unit split into?",
    formerly=("How does this unit divide??",),
    rules=("act-divide",),
    example=_divide_example,
)
def divide_unit(request: DivideUnitRequest, umpire: Umpire[Options]) -> DivideUnitOutcome:
    """Divide a unit; it takes the whole turn of every part.

    Every part, large or small, gets the terror markers divided by the number of parts, rounded up, and likewise the
    humiliated ones; all are pinned if the unit was. The officer in command goes with one part, and each spare one
    takes the next part that has none; attached seniors go with the officer in command. Then each part with more
    markers than bases routs.

    Rules: act-divide, defs-terror-rout, defs-unit-size, defs-junior-officers.
    """
    unit, sizes = request.unit, request.parts
    count = len(sizes)
    note_cards(umpire, unit)
    terror, humiliated = -(-unit.terror // count), -(-unit.humiliated // count)
    if unit.markers:
        umpire.result(
            "act-divide",
            "each of {parts} parts gets {terror} terror and {humiliated} humiliated markers",
            parts=count,
            terror=terror,
            humiliated=humiliated,
        )
    led, first = _leaders(umpire, request)
    stiffened = _stiffened_part(umpire, request)
    parts: list[Part] = []
    for number, bases in enumerate(sizes, start=1):
        officers = led.get(number, ())
        draws = not officers and (unit.card.arm in IN_UNITS_OF_SIX or (number == first and draws_officer(unit, None)))
        new = evolve(
            unit,
            name=request.names[number - 1] if request.names else _numbered(unit, number),
            bases=bases,
            terror=terror,
            humiliated=humiliated,
            officer=officers[0] if officers else None,
            draws_officer=draws,
            spares=officers[1:],
            seniors=unit.seniors if number == first else (),
            white_officer_base=number == stiffened,
            has_acted=True,
        )
        routs = has_too_many_markers(new)
        left = 0
        if routs:
            umpire.result("defs-terror-rout", "{unit} has more markers than bases", unit=new.name)
            routed = begin_rout(umpire, new)
            left, new = guns_left(new, routed), routed
        if draws:
            umpire.result("act-divide", "{unit} draws an officer at its next voluntary action", unit=new.name)
        parts.append(Part(unit=new, routs=routs, draws_officer=draws, guns_left=left))
    return DivideUnitOutcome(parts=tuple(parts))


@divide_unit.legality
def _forbidden_division(request: DivideUnitRequest, options: Options) -> Iterator[Objection]:
    unit = request.unit
    yield from _segment_gone(unit, "$.unit", "act-divide", "dividing")
    fewest = unit.card.fewest_bases
    for number, bases in enumerate(request.parts):
        if bases < fewest:
            message = f"a part of {unit.card.name} has at least {fewest} bases, not {bases}"
            yield Objection(rule="defs-unit-size", message=message, path=f"$.parts[{number}]")


def _numbered(unit: Unit, number: int) -> str:
    return f"{unit.name} {number}"


def _leaders(umpire: Umpire[Options], request: DivideUnitRequest) -> tuple[dict[int, tuple[OfficerToken, ...]], int]:
    """Return the junior officers of each part, and the part of the one in command, or the first.

    Rules: act-divide.
    """
    unit = request.unit
    led: dict[int, tuple[OfficerToken, ...]] = {}
    numbers = tuple(range(1, len(request.parts) + 1))
    for officer in (*(() if unit.officer is None else (unit.officer,)), *unit.spares):
        parting = Parting(unit=unit, who=officer, parts=request.parts, led=tuple(led))
        part = umpire.choose(OFFICER_PART, numbers, parting)
        led[part] = (*led.get(part, ()), officer)
    return led, next(iter(led), 1)


def _stiffened_part(umpire: Umpire[Options], request: DivideUnitRequest) -> int | None:
    """Return the part with the White Officer base, if there is one.

    Rules: char-white-officer-base.
    """
    if not request.unit.white_officer_base:
        return None
    numbers = tuple(range(1, len(request.parts) + 1))
    parting = Parting(unit=request.unit, who=None, parts=request.parts, led=())
    return umpire.choose(WHITE_OFFICER_PART, numbers, parting)


@frozen(kw_only=True)
class CombineUnitsOutcome:
    """Units that have combined.

    Attributes:
        unit: The new unit, under the name of the first.
    """

    unit: Unit

    def summary(self, request: CombineUnitsRequest) -> str:
        """Return what the units make together, who commands, and the markers."""
        unit, markers = self.unit, markers_said(self.unit)
        led = "without an officer" if unit.officer is None else f"under {in_words(unit.officer.id)}"
        together, spares = listed(one.name for one in request.units), names_of(unit.spares)
        return sentences(
            f"{together} combine into {unit.name} with {counted(unit.bases, 'base')}, {led}",
            f"it has {markers}" if markers else "",
            f"{spares} {'is a spare officer' if len(unit.spares) == 1 else 'are spare officers'}" if spares else "",
        )


@frozen(kw_only=True, cache_hash=True)
class CombineUnitsRequest(Request[CombineUnitsOutcome]):
    """Units that combine.

    Attributes:
        units: The units; the first gives the new one its name.
        in_contact: Whether they have been in contact since the turn began.
    """

    units: Annotated[tuple[Unit, ...], Size(2, 6, rule="act-combine")]
    in_contact: Annotated[bool, Cites("act-combine")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        names = [unit.name for unit in self.units]
        for number, unit in enumerate(self.units):
            if unit.name in names[:number]:
                yield Problem(f".units[{number}].name", f"two units are called {unit.name!r}", "conv-bad-input")
            if unit.side != self.units[0].side:
                message = f"{unit.name} is not of the side of {self.units[0].name}"
                yield Problem(f".units[{number}].side", message, "act-combine")
            if unit.bases == 0:
                yield Problem(f".units[{number}].bases", f"{unit.name} is gone", "act-combine")
            yield from marker_problems(f".units[{number}]", unit)
        spares = sum(len(unit.spares) + (unit.officer is not None) for unit in self.units) - 1
        for field, count in (("spares", spares), ("seniors", sum(len(unit.seniors) for unit in self.units))):
            if count > MOST_OFFICERS:
                message = f"together they have {count} {field}, more than the {MOST_OFFICERS} of one unit"
                yield Problem(f".units[0].{field}", message, "conv-bad-input")


def _combine_example() -> CombineUnitsRequest:
    card = illustrative_troops().card("red_regulars")
    first = Unit(name="1st", side="red", card=card, bases=3, terror=2, officer=OfficerToken(id="Ivanov"))
    second = Unit(name="2nd", side="red", card=card, bases=2, humiliated=1, officer=OfficerToken(id="Petrov", effect=1))
    return CombineUnitsRequest(units=(first, second))


@procedure(
    "red_actions.combine_units",
    title="What unit do these units form together, and who commands it?",
    formerly=("What do these units become when they combine, and who commands??",),
    rules=("act-combine",),
    example=_combine_example,
)
def combine_units(request: CombineUnitsRequest, umpire: Umpire[Options]) -> CombineUnitsOutcome:
    """Combine units; it takes the whole turn of all.

    Bases and markers add up, and the whole is pinned if one of them is. A Commissar takes command first, else the
    officer highest in rank. Between two of the same rank a die decides, odd for the unit named first; among more, one
    is picked at random. The others become spare officers, in the order of their units.

    Rules: act-combine, note-higher-formations, off-commissar.
    """
    units = request.units
    note_cards(umpire, *units)
    officers = tuple(unit.officer for unit in units if unit.officer is not None)
    places = tuple(place for place, unit in enumerate(units) if unit.officer is not None)
    claims = commanding(officers)
    claimants = tuple(place for place, officer in zip(places, officers, strict=True) if officer in claims)
    rule, purpose = "act-combine", "who commands"
    if not claimants:
        return _combined(umpire, units, None)
    if len(claimants) == 1:
        return _combined(umpire, units, claimants[0])
    if len(claimants) == 2:
        first, second = claimants
        return umpire.last_roll(
            tally(d6, 1, ODD),
            f"{purpose}, odd for {units[first].name}, even for {units[second].name}",
            rule,
            lambda odd: _combined(umpire, units, first if odd == (1,) else second),
        )
    return umpire.last_roll(pick(claimants), purpose, rule, lambda picked: _combined(umpire, units, picked[0]))


@combine_units.legality
def _forbidden_combination(request: CombineUnitsRequest, options: Options) -> Iterator[Objection]:
    """Yield why units may not combine. MGs, guns and mortars may combine like rifles, up to 4 bases.

    Rules: act-combine, note-mg-artillery-combine, defs-unit-size, char-white-officer-base, form-limbered.
    """
    first = request.units[0]
    if not request.in_contact:
        message = "units combine only if they have touched since the turn began"
        yield Objection(rule="act-combine", message=message, path="$.in_contact")
    for number, unit in enumerate(request.units):
        path = f"$.units[{number}]"
        yield from _segment_gone(unit, path, "act-combine", "combining")
        if unit.card.id != first.card.id:
            message = f"the cards {unit.card.id!r} and {first.card.id!r} do not combine: only units with one card do"
            yield Objection(rule="act-combine", message=message, path=f"{path}.card")
        if unit.limbered != first.limbered:
            message = "limbered and unlimbered guns do not combine: limber or unlimber first"
            yield Objection(rule="form-limbered", message=message, path=f"{path}.limbered")
    bases, most = sum(unit.bases for unit in request.units), first.card.most_bases
    if bases > most:
        message = f"{bases} bases are too many for a unit of {first.card.name}, which has at most {most}"
        yield Objection(rule="defs-unit-size", message=message, path="$.units")
    if sum(unit.white_officer_base for unit in request.units) > 1:
        message = "a unit has at most one White Officer base: only one of these units may have one"
        yield Objection(rule="char-white-officer-base", message=message, path="$.units")


def _segment_gone(unit: Unit, path: str, rule: str, what: str) -> Iterator[Objection]:
    """Yield the objections to an action that takes the whole turn, if the unit has none left.

    Rules: act-divide, act-combine, rout-unit-state.
    """
    if unit.has_acted:
        message = f"{what} takes the whole turn, and {unit.name} has acted already; it may do so next turn"
        yield Objection(rule=rule, message=message, path=f"{path}.has_acted")
    if unit.routing:
        message = f"{unit.name} is in rout: it may only rally or rout on"
        yield Objection(rule="rout-unit-state", message=message, path=f"{path}.routing")


def _combined(umpire: Umpire[Options], units: tuple[Unit, ...], place: int | None) -> CombineUnitsOutcome:
    """Return the unit that several make together, under the officer of one of them.

    Whatever one of them did or suffered in this turn counts for the whole. Foxholes count as the least dug.

    Rules: act-combine.
    """
    spares: list[OfficerToken] = []
    for number, unit in enumerate(units):
        if unit.officer is not None and number != place:
            spares.append(unit.officer)
        spares.extend(unit.spares)
    if place is not None:
        umpire.result("act-combine", "the officer of {unit} commands", unit=units[place].name)
    new = evolve(
        units[0],
        bases=sum(unit.bases for unit in units),
        officer=None if place is None else units[place].officer,
        draws_officer=place is None and any(unit.draws_officer for unit in units),
        spares=tuple(spares),
        seniors=tuple(senior for unit in units for senior in unit.seniors),
        white_officer_base=any(unit.white_officer_base for unit in units),
        morale_card=next((unit.morale_card for unit in units if unit.morale_card is not None), None),
        terror=sum(unit.terror for unit in units),
        humiliated=sum(unit.humiliated for unit in units),
        pinned=any(unit.pinned for unit in units),
        has_acted=True,
        evading=any(unit.evading for unit in units),
        formed=all(unit.formed for unit in units),
        in_column=all(unit.in_column for unit in units),
        shot_at=any(unit.shot_at for unit in units),
        moved_back=max(unit.moved_back for unit in units),
        retired_by_result=any(unit.retired_by_result for unit in units),
        ignored_retire=any(unit.ignored_retire for unit in units),
        rout_turns=max(unit.rout_turns for unit in units),
        foxholes=min(unit.foxholes for unit in units),
    )
    return CombineUnitsOutcome(unit=new)
