"""What may be fielded: units at the set-up with their cards, sizes, markers and order."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TRAINS, VEHICLES, Category, Markers, Name, OfficerToken, TroopCard
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.markers import markers_of_the_night
from rcw_rules.red_actions.units.saying import said
from rcw_rules.red_actions.units.scale import frontage
from rcw_rules.red_actions.units.troops import illustrative_troops

Extra: TypeAlias = Literal[
    "dummy_marker", "detached_junior_officer", "aircraft", "cheka", "blocking_unit", "commissar_kills_commander"
]
"""What a player might want to field besides units."""

_EXTRAS: dict[Extra, tuple[str, str]] = {
    "dummy_marker": ("seq-dummy-markers", "dummy position markers need the option dummy_markers"),
    "detached_junior_officer": (
        "defs-junior-officers",
        "a junior officer never leaves the unit under their command: only senior officers have bases of their own",
    ),
    "aircraft": ("note-no-aircraft", "nothing flies in this game: leave aircraft out"),
    "cheka": ("note-no-cheka", "the rules have no Cheka: use ChON, Kursanty or Internationals"),
    "blocking_unit": ("note-no-cheka", "the rules have no blocking units: use ChON, Kursanty or Internationals"),
    "commissar_kills_commander": (
        "note-no-commissar-killing",
        "a Commissar never shoots a commander: the option commissar_examples is all there is",
    ),
}


@frozen(kw_only=True, cache_hash=True)
class Muster:
    """A unit that a player wants to field; unlike a `Unit` it may break any rule.

    Attributes:
        name: What it is known by.
        card: Its troop card.
        bases: How many bases it has, a White Officer base included.
        other_cards: The cards of bases of another sort.
        officer: The junior officer in command; None without one.
        white_officer_base: Whether one of its bases is a White Officer base.
        terror: Its terror markers.
        humiliated: Its humiliated markers.
        pinned_markers: Its pinned markers.
        formed: Whether it is formed cavalry.
        limbered: Whether it is limbered.
    """

    name: Name
    card: TroopCard
    bases: Annotated[int, Range(0, 99, rule="conv-bad-input")]
    other_cards: Annotated[tuple[TroopCard, ...], Size(0, 6)] = ()
    officer: OfficerToken | None = None
    white_officer_base: bool = False
    terror: Markers = 0
    humiliated: Markers = 0
    pinned_markers: Markers = 0
    formed: bool = False
    limbered: bool = False


@frozen(kw_only=True)
class Mustered:
    """A unit that may be fielded.

    Attributes:
        name: What it is known by.
        category: Its category.
        may_be: The fewest and the most bases of such a unit at the set-up.
        frontage: How wide its bases are side by side, in inches.
        needs_officer: Whether it still has to draw a junior officer.
        lacks: The numbers that its card does not give; a procedure that needs one asks for it.
    """

    name: str
    category: Category
    may_be: tuple[int, int]
    frontage: Fraction
    needs_officer: bool
    lacks: tuple[str, ...]

    def sentence(self, muster: Muster) -> str:
        """Return what the unit may be fielded as, and what it still needs."""
        fewest, most = self.may_be
        size = f"{fewest} to {most} at the set-up" if most > fewest else "always a single base"
        wide = said(Fraction(round(self.frontage * 10), 10))
        lacks, bases = listed(map(in_words, self.lacks)), counted(muster.bases, "base")
        return sentences(
            f"{self.name} may be fielded: {bases} of {muster.card.name} ({size}), about {wide} in wide",
            f"{self.name} still draws its officer" if self.needs_officer else "",
            f"The card of {muster.card.name} lacks these numbers: {lacks}" if lacks else "",
        )


@frozen(kw_only=True)
class UnitLegalityOutcome:
    """Units that may be fielded.

    Attributes:
        units: Each unit, in the order asked.
    """

    units: tuple[Mustered, ...]

    def summary(self, request: UnitLegalityRequest) -> str:
        """Return that the units may be fielded, and what they still need."""
        if len(self.units) == 1:
            return self.units[0].sentence(request.units[0])
        drawing = listed(unit.name for unit in self.units if unit.needs_officer)
        lacking = listed(
            dict.fromkeys(
                muster.card.name for unit, muster in zip(self.units, request.units, strict=True) if unit.lacks
            )
        )
        return sentences(
            f"all {len(self.units)} units may be fielded",
            f"an officer is still to be drawn for {drawing}" if drawing else "",
            f"numbers are missing on the card of {lacking}" if lacking else "",
        )


@frozen(kw_only=True, cache_hash=True)
class UnitLegalityRequest(Request[UnitLegalityOutcome]):
    """One unit or a whole force.

    Attributes:
        units: The units.
        in_play: Whether the game has begun, so that losses may have made units smaller.
        extras: What else the player wants to field.
    """

    units: Annotated[tuple[Muster, ...], Size(1, 99, rule="miss-scenarios")]
    in_play: Annotated[bool, Cites("defs-unit-size")] = False
    extras: Annotated[tuple[Extra, ...], Size(0, 9)] = ()


def _legality_example() -> UnitLegalityRequest:
    muster = Muster(name="1st", card=illustrative_troops().card("red_regulars"), bases=5, officer=OfficerToken(id="a"))
    return UnitLegalityRequest(units=(muster,))


@procedure(
    "red_actions.unit_legality",
    title="Is this unit, card or set-up legal?",
    rules=("defs-unit-size",),
    example=_legality_example,
)
def unit_legality(request: UnitLegalityRequest, umpire: Umpire[Options]) -> UnitLegalityOutcome:
    """Check that units may be fielded, and list every rule against those that may not.

    Raises:
        IllegalRequestError: A rule forbids something.

    Rules: defs-unit-size, defs-categories, defs-junior-officers, conv-cards-missing, miss-cards.
    """
    units: list[Mustered] = []
    for muster in request.units:
        card = muster.card
        mustered = Mustered(
            name=muster.name,
            category=card.category,
            may_be=(card.fewest_bases, card.most_bases),
            frontage=frontage(muster.bases),
            needs_officer=card.fewest_bases > 1 and muster.officer is None,
            lacks=missing_numbers(card),
        )
        umpire.result("defs-unit-size", "{name} may be fielded", name=muster.name)
        umpire.result("defs-categories", "{name}: {category}", name=muster.name, category=mustered.category)
        if mustered.needs_officer:
            umpire.result("defs-junior-officers", "{name} still draws its officer", name=muster.name)
        if mustered.lacks:
            umpire.result(
                "miss-cards", "the card of {name} lacks: {lacks}", name=card.name, lacks=", ".join(mustered.lacks)
            )
        if card.values == "illustrative":
            umpire.result("conv-cards-missing", "illustrative cards: {cards}", "illustrative", cards=card.name)
        units.append(mustered)
    return UnitLegalityOutcome(units=tuple(units))


@unit_legality.legality
def _unfit_for_play(request: UnitLegalityRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections to extras, then those to each unit.

    Rules: seq-dummy-markers, defs-junior-officers, note-no-aircraft, note-no-cheka, note-no-commissar-killing,
        conv-bad-input, defs-terror-rout, wx-night-morale.
    """
    for number, extra in enumerate(request.extras):
        if extra != "dummy_marker" or not options.dummy_markers:
            rule, message = _EXTRAS[extra]
            yield Objection(rule=rule, message=message, path=f"$.extras[{number}]")
    names = [muster.name for muster in request.units]
    for number, muster in enumerate(request.units):
        path = f"$.units[{number}]"
        if muster.name in names[:number]:
            message = f"two units are called {muster.name!r}"
            yield Objection(rule="conv-bad-input", message=message, path=f"{path}.name")
        yield from _wrong_size(muster, path, in_play=request.in_play)
        yield from _wrong_mix(muster, path)
        yield from _wrong_state(muster, path)
        markers = muster.terror + muster.humiliated + markers_of_the_night(muster.card, options)
        if not request.in_play and markers > muster.bases > 0 and muster.card.arm not in VEHICLES:
            message = f"with {markers} markers on {muster.bases} bases it would rout before the game begins"
            yield Objection(rule="defs-terror-rout", message=message, path=f"{path}.terror")


def _wrong_size(muster: Muster, path: str, *, in_play: bool) -> Iterator[Objection]:
    """Yield the objection to a wrong number of bases.

    Rules: defs-unit-size, conv-bad-input.
    """
    card, word = muster.card, in_words(muster.card.arm)
    fewest, most = 1 if in_play else card.fewest_bases, card.most_bases
    if not fewest <= muster.bases <= most:
        allowed = f"{fewest} to {most} bases" if most > fewest else "1 base"
        message = f"a unit of {word} bases has {allowed}, not {muster.bases}"
        yield Objection(rule="defs-unit-size", message=message, path=f"{path}.bases")


def _wrong_mix(muster: Muster, path: str) -> Iterator[Objection]:
    """Yield the objections to a mix of cards: all bases are of one sort, except a White Officer base.

    Rules: defs-unit-size, char-white-officer-base.
    """
    for number, card in enumerate(muster.other_cards):
        if card.id != muster.card.id:
            message = (
                f"{card.name} and {muster.card.name} cannot form one unit: all bases are of one sort, except a "
                "White Officer base"
            )
            yield Objection(rule="defs-unit-size", message=message, path=f"{path}.other_cards[{number}]")
    if muster.white_officer_base and not muster.card.morale_as:
        message = (
            f"{muster.card.name} cannot have a White Officer base: its card names no morale for it in the "
            "field morale_as"
        )
        yield Objection(rule="char-white-officer-base", message=message, path=f"{path}.white_officer_base")


def _wrong_state(muster: Muster, path: str) -> Iterator[Objection]:
    """Yield the objections to markers and formations.

    Rules: defs-senior-officer-base, defs-pinned, defs-terror-rout, form-formed-cavalry,
    form-limbered.
    """
    card, word = muster.card, in_words(muster.card.arm)
    if muster.pinned_markers > 1:
        message = f"a unit has at most one pinned marker, not {muster.pinned_markers}"
        yield Objection(rule="defs-pinned", message=message, path=f"{path}.pinned_markers")
    if card.arm in VEHICLES and (muster.terror or muster.humiliated or muster.pinned_markers):
        yield Objection(rule="defs-terror-rout", message="vehicles never take markers", path=f"{path}.terror")
    if card.arm == "officer" and (muster.terror or muster.pinned_markers):
        message = "the base of a senior officer takes no terror or pinned markers"
        yield Objection(rule="defs-senior-officer-base", message=message, path=f"{path}.terror")
    if muster.formed and not card.may_form:
        message = f"{card.name} may not form: only sabres whose card says so may"
        yield Objection(rule="form-formed-cavalry", message=message, path=f"{path}.formed")
    if muster.limbered and card.arm != "gun":
        message = f"{word} bases have no limbers: only guns have"
        yield Objection(rule="form-limbered", message=message, path=f"{path}.limbered")


def missing_numbers(card: TroopCard) -> tuple[str, ...]:
    """Return the fields that troops of this arm need and that their card leaves out, in their order on the card.

    Of vehicles only trains take tests, and no vehicle fights hand to hand; guns, mortars, machine guns and tachankas do
    not charge; officers neither shoot nor charge.

    Rules: conv-cards-missing, miss-cards.
    """
    wanted: list[str] = []
    if card.arm not in ("officer", "train_engine", "train_other"):
        wanted += ["range", "shooting_value"]
    if card.arm not in (*VEHICLES, "officer", "gun", "mortar"):
        wanted.append("fighting_value")
    if card.arm in ("rifle", "sabres"):
        wanted.append("charge")
    if card.arm not in VEHICLES or card.arm in TRAINS:
        wanted.append("fear")
    if card.arm not in VEHICLES:
        wanted.append("serious")
    if card.arm not in VEHICLES or card.arm in TRAINS:
        wanted.append("rally")
    return tuple(field for field in wanted if getattr(card, field) is None)
