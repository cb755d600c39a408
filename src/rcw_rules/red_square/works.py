"""Works in the field: digging in, trenches, wire and burning buildings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.cards import Card
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import SquareDirection
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.model import FORMATIONS, TANKS, Band, CardCode, Formation, Kind
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.orders import GOOD_BANDS
from rcw_rules.red_square.pack import DrawnFrom, Pile, is_heart, wrong_cards
from rcw_rules.ruleset import Cites

Material: TypeAlias = Literal["stone", "wood"]

WireCrossing: TypeAlias = Literal["free", "whole_turn", "forbidden"]
"""How wire lets somebody in: as if it were not there, as his only action of a whole turn, or not at all."""

MOST_MARKERS = 3  # dig-1a-markers
TRENCHES_AT = 4  # dig-1b-trenches: on this face and above
RED_COURT = "red court"
COURT_CARDS_TO_CUT = 2  # art-wire

# ---------------------------------------------------------------- digging in


@frozen(kw_only=True)
class DigInOutcome:
    """What a unit has dug.

    Attributes:
        digging_markers: Its digging markers now.
    """

    digging_markers: int


@frozen(kw_only=True, cache_hash=True)
class DigInRequest(Request[DigInOutcome]):
    """A unit that means to place a digging marker.

    Attributes:
        kind: What it is.
        formation: Its formation, if it has one.
        band: How well it was activated.
        digging_markers: The digging markers that it has.
        moved: Whether it has made a step or a wheel in this turn, or means to.
        fired: Whether it has fired in this turn, or means to.
        dug: Whether it placed a marker in this turn already.
        may_dig: Whether the scenario lets units dig in.
    """

    kind: Kind
    formation: Formation | None = None
    band: Annotated[Band, Cites("act-table")] = "automatic"
    digging_markers: Annotated[int, Range(0, MOST_MARKERS, rule="dig-1a-markers")] = 0
    moved: bool = False
    fired: bool = False
    dug: bool = False
    may_dig: bool = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _formation_problems(self.kind, self.formation)


def _dig_in_example() -> DigInRequest:
    return DigInRequest(kind="infantry", formation="firing_line", digging_markers=1)


@procedure(
    "red_square.dig_in",
    title="May this unit place a digging marker?",
    rules=("dig-1a-markers", "act-table", "formations-list"),
    example=_dig_in_example,
)
def dig_in(request: DigInRequest, umpire: Umpire[Options]) -> DigInOutcome:
    """Place a digging marker across a unit's front.

    Rules: dig-1a-markers.
    """
    markers = request.digging_markers + 1
    umpire.result("dig-1a-markers", "digging markers: {markers} of at most {most}", markers=markers, most=MOST_MARKERS)
    return DigInOutcome(digging_markers=markers)


@dig_in.legality
def _dig_in_objections(request: DigInRequest, options: Options) -> Iterator[Objection]:
    return digging_objections(request)


def digging_objections(request: DigInRequest) -> Iterator[Objection]:
    """Yield every reason why a unit may not place a digging marker.

    Rules: dig-1a-markers, act-table.
    """
    rule, word = "dig-1a-markers", request.kind.replace("_", " ")
    digs = request.kind in ("infantry", "mg") or request.formation in ("dismounted", "deployed")
    if not request.may_dig:
        yield Objection(rule=rule, message="the scenario lets nobody dig in", path="$.may_dig")
    if not digs:
        state = f" {request.formation}" if request.formation else ""
        message = f"infantry, MGs, dismounted cavalry and deployed artillery dig in, not {word}{state}"
        yield Objection(rule=rule, message=message, path="$.kind")
    if request.band not in GOOD_BANDS:
        message = "a unit digs on a score of 2 or more, or when it is activated without a test"
        yield Objection(rule=rule, message=message, path="$.band")
    for field, verb in (("moved", "moves"), ("fired", "fires")):
        if getattr(request, field):
            yield Objection(rule=rule, message=f"a unit that {verb} does not dig as well", path=f"$.{field}")
    if request.dug:
        yield Objection(rule=rule, message="a unit places one marker in a turn", path="$.dug")
    if request.digging_markers == MOST_MARKERS:
        message = f"it has {MOST_MARKERS} digging markers, which are the most"
        yield Objection(rule=rule, message=message, path="$.digging_markers")


# ---------------------------------------------------------------- trenches


@frozen(kw_only=True)
class TrenchRollOutcome:
    """Whether digging markers became trenches.

    Attributes:
        temporary_trenches: Whether the unit lies in trenches now; its markers stay in any case.
    """

    temporary_trenches: bool


@frozen(kw_only=True, cache_hash=True)
class TrenchRollRequest(Request[TrenchRollOutcome]):
    """A unit with digging markers that is about to be shot at for the first time in a turn.

    Attributes:
        digging_markers: Its digging markers.
    """

    digging_markers: Annotated[int, Range(1, MOST_MARKERS, rule="dig-1a-markers")]


def _trench_roll_example() -> TrenchRollRequest:
    return TrenchRollRequest(digging_markers=3)


@procedure(
    "red_square.trench_roll",
    title="Do markers become trenches?",
    rules=("dig-1b-trenches",),
    example=_trench_roll_example,
)
def trench_roll(request: TrenchRollRequest, umpire: Umpire[Options]) -> TrenchRollOutcome:
    """Throw one D6 for every digging marker: a single 4, 5 or 6 is enough.

    All are thrown at once, before the first shot of a turn against the unit, so that trenches count against that shot.

    Rules: dig-1b-trenches.
    """
    best = d6.best(request.digging_markers).check(at_least=TRENCHES_AT)
    if umpire.roll(best, "digging", "dig-1b-trenches"):
        umpire.result("dig-1b-trenches", "temporary trenches, all round")
        return TrenchRollOutcome(temporary_trenches=True)
    umpire.result("dig-1b-trenches", "no trenches yet; the markers stay")
    return TrenchRollOutcome(temporary_trenches=False)


# ---------------------------------------------------------------- burning buildings


@frozen(kw_only=True)
class BuildingFireOutcome:
    """What an artillery shot did to the buildings of a square.

    Attributes:
        burning: Whether they burn from now on: nobody may enter, and they cover nobody.
        driven_out: Whether troops who hide there must retreat at once.
        cards: The card drawn; none is named where the request names no deck.
    """

    burning: bool
    driven_out: bool
    cards: tuple[CardCode, ...]


@frozen(kw_only=True, cache_hash=True)
class BuildingFireRequest(Request[BuildingFireOutcome]):
    """Buildings at which artillery has fired a shot of at least one die.

    Attributes:
        material: Whether they are of stone or brick, or of wood or straw.
        hiding: Whether anybody hides there.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled to make a new rest when that is exhausted.
    """

    material: Material
    hiding: Annotated[bool, Cites("act-hide")] = False
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that do not exist, or come too often."""
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _building_fire_example() -> BuildingFireRequest:
    return BuildingFireRequest(material="wood", hiding=True)


@procedure(
    "red_square.building_fire",
    title="Does the building catch fire?",
    rules=("art-buildings-fire", "equipment-draw-pile", "equipment-cards-dice"),
    example=_building_fire_example,
)
def building_fire(request: BuildingFireRequest, umpire: Umpire[Options]) -> BuildingFireOutcome:
    """Draw a card for buildings that artillery has shot at: hearts set fire to stone, hearts and diamonds to wood.

    One card for each shot of guns, after it; the guns of tanks set nothing on fire. Whoever hides there must retreat at
    once, and the others leave when they are next activated.

    Rules: art-buildings-fire.
    """
    pile = Pile.of(request.deck, request.discards, is_heart if request.material == "stone" else _red)
    shown, pile = pile.draw(umpire, "card for the buildings", "art-buildings-fire")
    burning = shown != "other"
    driven_out = burning and request.hiding
    if driven_out:
        umpire.result("art-buildings-fire", "the buildings burn; whoever hides there retreats at once")
    else:
        umpire.result("art-buildings-fire", "the buildings {now}", now="burn" if burning else "do not catch fire")
    return BuildingFireOutcome(burning=burning, driven_out=driven_out, cards=pile.told)


def _red(card: Card) -> str:
    """Return whether a card sets fire to wood.

    Rules: art-buildings-fire.
    """
    return "red" if card.is_red else "other"


# ---------------------------------------------------------------- wire


@frozen(kw_only=True)
class WireOutcome:
    """What an artillery shot did to the wire of a square.

    Attributes:
        removed: Whether the wire is gone.
        cards: The cards drawn, in order; none are named where the request names no deck.
    """

    removed: bool
    cards: tuple[CardCode, ...]


@frozen(kw_only=True, cache_hash=True)
class WireRequest(Request[WireOutcome]):
    """Wire in a square at which artillery has fired a shot.

    Attributes:
        hits: The hit markers of that one shot.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled to make a new rest when that is exhausted.
    """

    hits: Annotated[int, Range(0, 99, rule="bad-input")]
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that do not exist, or come too often."""
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _wire_example() -> WireRequest:
    return WireRequest(hits=3)


@procedure(
    "red_square.wire",
    title="Is the wire cut?",
    rules=("art-wire", "equipment-draw-pile", "equipment-cards-dice", "bad-input"),
    example=_wire_example,
)
def wire(request: WireRequest, umpire: Umpire[Options]) -> WireOutcome:
    """Draw a card for every hit marker of one artillery shot: two red court cards among them remove the wire.

    All cards are drawn, whatever the first ones show. The hits are counted for this shot alone, and they stand.

    Rules: art-wire.
    """
    pile = Pile.of(request.deck, request.discards, _red_court)
    answers, pile = pile.draw_several(request.hits, umpire, "cards for the wire", "art-wire")
    removed = answers.count(RED_COURT) >= COURT_CARDS_TO_CUT
    umpire.result("art-wire", "the wire {now}", now="is removed" if removed else "stays")
    return WireOutcome(removed=removed, cards=pile.told)


def _red_court(card: Card) -> str:
    """Return whether a card helps to cut wire.

    Rules: art-wire.
    """
    return RED_COURT if card.is_red and card.is_court else "other"


@frozen(kw_only=True)
class WireCrossingOutcome:
    """Whether somebody may enter a square with wire.

    Attributes:
        crossing: Freely, or as his only action of a whole turn.
    """

    crossing: WireCrossing


@frozen(kw_only=True, cache_hash=True)
class WireCrossingRequest(Request[WireCrossingOutcome]):
    """Somebody who means to enter a square with wire.

    Attributes:
        kind: What he is.
        formation: His formation, if he has one.
        direction: The step by which he enters.
        gaps: The steps by which tanks have entered the square.
    """

    kind: Kind
    direction: SquareDirection
    formation: Formation | None = None
    gaps: Annotated[tuple[SquareDirection, ...], Size(0, 6, rule="terrain-wire-gap")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _formation_problems(self.kind, self.formation)


def wire_crossing_of(
    kind: Kind, formation: Formation | None, direction: SquareDirection, gaps: tuple[SquareDirection, ...]
) -> WireCrossing:
    """Return how wire lets somebody in.

    Tanks, and trains on their rails, are not held up. Whoever goes on foot spends a whole turn, and passes freely where
    a tank made a gap by the same step. Cavalry, wheels and limbered guns stay out; by such a gap they pass in a whole
    turn. Mounted officers go as men on foot.

    Args:
        kind: What he is.
        formation: His formation, if he has one.
        direction: The step by which he enters.
        gaps: The steps by which tanks have entered the square.

    Rules: terrain-wire, terrain-wire-gap.
    """
    if kind in UNHINDERED:
        return "free"
    has_gap = direction in gaps
    if kind in ON_FOOT or formation == "dismounted":
        return "free" if has_gap else "whole_turn"
    return "whole_turn" if has_gap else "forbidden"


UNHINDERED: tuple[Kind, ...] = (*TANKS, "train")  # terrain-wire
ON_FOOT: tuple[Kind, ...] = ("infantry", "mg", "co", "commissar", "cheka")  # terrain-wire


def _wire_crossing_example() -> WireCrossingRequest:
    return WireCrossingRequest(kind="infantry", formation="masses", direction="E", gaps=("E",))


@procedure(
    "red_square.wire_crossing",
    title="May this unit enter the wire?",
    rules=("terrain-wire", "terrain-wire-gap", "formations-list"),
    example=_wire_crossing_example,
)
def wire_crossing(request: WireCrossingRequest, umpire: Umpire[Options]) -> WireCrossingOutcome:
    """Say whether somebody enters a square with wire freely, as his only action of a turn, or not at all.

    Raises:
        IllegalRequestError: If he may not.

    Rules: terrain-wire, terrain-wire-gap.
    """
    crossing = wire_crossing_of(request.kind, request.formation, request.direction, request.gaps)
    how = "freely" if crossing == "free" else "as the only action of the turn"
    rule = "terrain-wire-gap" if request.direction in request.gaps else "terrain-wire"
    umpire.result(rule, "enters the wire {how}", how=how)
    return WireCrossingOutcome(crossing=crossing)


@wire_crossing.legality
def _crossing_objections(request: WireCrossingRequest, options: Options) -> Iterator[Objection]:
    if wire_crossing_of(request.kind, request.formation, request.direction, request.gaps) != "forbidden":
        return
    word = request.kind.replace("_", " ")
    rule, gap = "terrain-wire", "without a gap that a tank made"
    if request.gaps:
        rule, gap = "terrain-wire-gap", f"except by the step of a gap: {' or '.join(request.gaps)}"
    yield Objection(rule=rule, message=f"wire stops {word} units {gap}", path="$.direction")


def _formation_problems(kind: Kind, formation: Formation | None) -> Iterator[Problem]:
    allowed = FORMATIONS.get(kind, ())
    word = kind.replace("_", " ")
    if allowed and formation not in allowed:
        yield Problem(".formation", f"{word} is in {' or '.join(allowed)}, not {formation}", "formations-list")
    if not allowed and formation is not None:
        yield Problem(".formation", f"{word} units have no formation", "formations-list")
