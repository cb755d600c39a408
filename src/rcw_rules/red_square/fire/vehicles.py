"""Hits on vehicles and armoured trains: rings, and a card on the Anti-Tank/Vehicle Table for each hit left over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.cards import Card
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import CardQuestion, DrawnFrom, Pile, no_card_left, wrong_cards
from rcw_rules.red_square.fire.losses import Losses, Posture, full_groups, losses_of, with_rings
from rcw_rules.red_square.fire.profile import harmless
from rcw_rules.red_square.ground import last, numbers
from rcw_rules.red_square.model import (
    RINGS_A_BASE,
    RINGS_THAT_DAMAGE,
    RINGS_THAT_DISABLE,
    CardCode,
    FightingBases,
    Kind,
    Weapon,
)
from rcw_rules.red_square.options import Options

VehicleKind: TypeAlias = Literal["armoured_car", "light_tank", "heavy_tank", "truck", "tchanka"]

MarkerWeapons: TypeAlias = Annotated[tuple[Weapon, ...], Size(0, 999, rule="bad-input")]

ROWS: dict[Weapon, str] = {
    "rifles": "mg",  # fire-armour-eligibility: against trucks and tchankas
    "mg": "mg",
    "tank_gun": "tank_guns",
    "light_gun": "light_guns",
    "qf_gun": "qf_guns_howitzers",
    "howitzer": "qf_guns_howitzers",
    "heavy": "heavy_artillery",
}
"""The row of the Anti-Tank/Vehicle Table for each weapon."""

TWO_CARDS: tuple[Kind, ...] = ("truck", "tchanka")
"""Those for whom two cards are drawn for each hit (at-procedure)."""

HIGH_RANKS = ("A", "J", "Q", "K")
RESULTS = "anti_tank_results"
LOW, HIGH = "2-10", "A J Q K"  # the rows of the results
NOTHING = "no effect"


@frozen(kw_only=True)
class VehicleHitsOutcome:
    """What the markers did to a detachment.

    Attributes:
        bases_lost: The vehicles lost.
        rings_added: The rings received, from the markers and from cards, those that removed a vehicle included.
        bases: The vehicles that are left.
        rings: The rings that are left on the vehicle that has some.
        destroyed: Whether no vehicle is left.
        card_in_play_lost: Whether it loses the card that it is being activated on, which ends the activation.
        unplayed_cards_lost: How many of its unplayed cards it loses.
        must_retreat: Whether its next activation must be a retreat.
        pinned: Whether it may neither move nor fire until the end of its activations in the following turn.
        cards: The cards drawn, in order; none are named where the request names no deck.
    """

    bases_lost: int
    rings_added: int
    bases: int
    rings: int
    destroyed: bool
    card_in_play_lost: bool = False
    unplayed_cards_lost: int = 0
    must_retreat: bool = False
    pinned: bool = False
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: VehicleHitsRequest) -> str:
        """Return the vehicles and rings, the cards lost, and whether the detachment must retreat or is pinned."""
        vehicle = in_words(request.kind)
        who = "the company" if request.kind == "tchanka" else "the detachment"
        if self.destroyed:
            return sentences(f"{who} is destroyed: it loses its last {last(self.bases_lost, vehicle)}")
        done: list[str] = []
        if self.rings_added:
            rings = "" if self.bases_lost else f" {numbers(request.rings, self.rings)}"
            done.append(f"takes {counted(self.rings_added, 'ring')}{rings}")
        if self.bases_lost:
            done.append(f"loses {counted(self.bases_lost, vehicle)} {numbers(request.bases, self.bases)}")
        if self.card_in_play_lost:
            done.append("loses the card in play (its activation is over)")
        if self.unplayed_cards_lost:
            done.append(f"loses {counted(self.unplayed_cards_lost, 'unplayed card')}")
        if self.must_retreat:
            done.append("must retreat when it is next activated")
        if self.pinned:
            done.append("is pinned until the end of its activations in the next turn")
        return sentences(f"{who} {listed(done) or 'suffers nothing'}")

    @property
    def has_suffered(self) -> bool:
        """Whether it lost a vehicle or received a ring."""
        return self.bases_lost > 0 or self.rings_added > 0


@frozen(kw_only=True, cache_hash=True)
class VehicleHitsRequest(Request[VehicleHitsOutcome]):
    """A detachment of vehicles, or a company of tchankas, whose hit markers are resolved.

    Attributes:
        kind: What it is.
        bases: Its vehicles.
        rings: The rings on the vehicle that has some.
        marker_weapons: The weapon of every marker, in the order received.
        advancing_in_open: Whether its latest activation brought it nearer to the nearest enemy and it stands in the
            open.
        idle: Whether it has neither moved nor fired since the beginning of its latest activation.
        in_cover: Whether it is in cover: wood, building, trenches or a reverse slope.
        card_in_play: Whether it is being activated on a card of its own.
        unplayed_cards: The cards that it holds unplayed.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
    """

    names_cards: ClassVar[bool] = True

    kind: VehicleKind
    bases: FightingBases
    rings: Annotated[int, Range(0, 2, rule="bad-input")] = 0
    marker_weapons: MarkerWeapons
    advancing_in_open: Annotated[bool, Cites("fire-9-double")] = False
    idle: Annotated[bool, Cites("fire-9-halve")] = False
    in_cover: Annotated[bool, Cites("fire-9-halve")] = False
    card_in_play: bool = False
    unplayed_cards: Annotated[int, Range(0, 4, rule="turn-1-two-cards")] = 0
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield postures that exclude each other, cards of tchankas, and codes that are not cards."""
        yield from Posture(self.advancing_in_open, self.idle, self.in_cover).contradictions()
        if self.kind == "tchanka" and (self.card_in_play or self.unplayed_cards):
            field = ".card_in_play" if self.card_in_play else ".unplayed_cards"
            yield Problem(field, "tchankas have no cards of their own to lose", "tchanka-activation")
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


@frozen(kw_only=True)
class Hull:
    """What hits have made of the target so far.

    Attributes:
        bases: The vehicles that are left.
        rings: The rings on the vehicle that has some; of a train, its rings.
        rings_added: The rings received.
        cards_lost: How many cards it would lose.
        words: What else the results say: "retreat", "pinned".
    """

    bases: int
    rings: int
    rings_added: int = 0
    cards_lost: int = 0
    words: frozenset[str] = frozenset()


def _vehicle_example() -> VehicleHitsRequest:
    weapons: tuple[Weapon, ...] = ("light_gun", "light_gun", "light_gun", "qf_gun")
    return VehicleHitsRequest(kind="armoured_car", bases=2, marker_weapons=weapons, card_in_play=True, unplayed_cards=1)


@procedure(
    "red_square.vehicle_hits",
    title="What do these hits do to the vehicle?",
    rules=("at-procedure",),
    example=_vehicle_example,
)
def vehicle_hits(request: VehicleHitsRequest, umpire: Umpire[Options]) -> VehicleHitsOutcome:
    """Resolve the markers as for others, then draw for each hit that is left over, in the order received.

    The earliest hits fill the groups. A ring is put on for each casualty, and every third removes a vehicle. If the die
    succeeds, it has used up the hits that are left and no cards are drawn for them. A card of a suit that counts
    against the vehicle damages it; ace, jack, queen and king add a ring; a truck or a tchanka is destroyed by either,
    the one with rings first. Drawing ends when no vehicle is left. A detachment that is destroyed has lost its cards,
    and neither retreats nor is pinned.

    Rules: at-procedure, at-results, fire-9-artillery-vehicles, opt-three-markers.
    """
    if request.kind == "heavy_tank" and "mg" in request.marker_weapons:
        umpire.ruling("mg_heavy_tank")
    umpire.ruling("three_markers")
    for_a_base = umpire.options.three_markers
    posture = Posture(request.advancing_in_open, request.idle, request.in_cover)
    limit = _most_casualties(request, for_a_base=for_a_base)
    losses = losses_of(umpire, len(request.marker_weapons), posture, limit, for_a_base=for_a_base)
    lost = min(losses.casualties, limit)
    if for_a_base:
        bases = request.bases - lost
        hull = Hull(bases=bases, rings=request.rings if bases else 0)
    else:
        hull = _ringed(Hull(bases=request.bases, rings=request.rings), lost)
        umpire.result("fire-9-artillery-vehicles", "rings from markers: {rings}", rings=lost)
    pile = Pile.of(request.deck, request.discards, _no_question)
    left = _left_over(umpire, request.marker_weapons, losses)
    if left and hull.bases:
        hull, pile = _draw_for(umpire, request, left, hull, pile)
    outcome = _after_hits(request, hull, pile)
    if outcome.destroyed:
        umpire.result("at-results", "no vehicle is left")
    elif outcome.must_retreat or outcome.pinned:
        lost = outcome.card_in_play_lost + outcome.unplayed_cards_lost
        damage = "pinned for a turn" if outcome.pinned else "must retreat with its next move"
        umpire.result("at-results", f"damaged: {damage}; cards lost: {{lost}}", lost=lost)
    return outcome


@vehicle_hits.legality
def _vehicle_objections(request: VehicleHitsRequest, options: Options) -> Iterator[Objection]:
    for number, weapon in enumerate(request.marker_weapons):
        objection = harmless(weapon, request.kind, options, path=f"$.marker_weapons[{number}]")
        if objection:
            yield objection
    posture = Posture(request.advancing_in_open, request.idle, request.in_cover)
    for_a_base = options.three_markers
    _, lost, left = full_groups(len(request.marker_weapons), posture, for_a_base=for_a_base)
    # Whatever the die shows, it may be that markers are left over and draw cards.
    if left and lost < _most_casualties(request, for_a_base=for_a_base):
        yield from no_card_left(request.deck, request.discards)


def _most_casualties(request: VehicleHitsRequest, *, for_a_base: bool) -> int:
    """Return how many casualties a detachment can take: its bases, or the rings that it has room for."""
    return request.bases if for_a_base else RINGS_A_BASE * request.bases - request.rings


def _left_over(umpire: Umpire[Options], weapons: tuple[Weapon, ...], losses: Losses) -> tuple[Weapon, ...]:
    """Return the weapons of the hits for which cards are drawn.

    Rules: at-procedure, opt-at-all-remainder.
    """
    left = weapons[len(weapons) - losses.left :]
    if left and losses.by_die:
        umpire.ruling("at_all_remainder")
        if not umpire.options.at_all_remainder:
            umpire.result("at-procedure", "the die has used up the {left} hits that are left", left=len(left))
            return ()
    return left


def _ringed(hull: Hull, rings: int) -> Hull:
    """Return what is left after more rings.

    Rules: fire-9-artillery-vehicles.
    """
    bases, on = with_rings(hull.bases, hull.rings, rings)
    return evolve(hull, bases=bases, rings=on, rings_added=hull.rings_added + rings)


def _draw_for(
    umpire: Umpire[Options], request: VehicleHitsRequest, weapons: tuple[Weapon, ...], hull: Hull, pile: Pile
) -> tuple[Hull, Pile]:
    """Draw the cards for hits that are left over, and return what they make of the vehicles.

    Cards that are certain to be drawn, because so many cannot destroy the last vehicle, are drawn together: only their
    number matters for the odds, not their order.

    Rules: at-procedure, at-table, at-results.
    """
    column, each = ("truck", 2) if request.kind in TWO_CARDS else (request.kind, 1)
    held = request.card_in_play + request.unplayed_cards
    rows = [ROWS[weapon] for weapon in weapons for _ in range(each)]
    cells = {row: str(umpire.look_up("anti_tank", row, column).result) for row in dict.fromkeys(rows)}
    chart = umpire.charts[RESULTS]
    results = {rank: _words(chart.look_up(rank, column).result) for rank in (LOW, HIGH)}
    are_alike = results[LOW] == results[HIGH]
    at = list(cells)
    while rows and hull.bases:
        # Once all cards are lost another card of 2 to 10 changes nothing, so it is treated as no effect.
        low_matters = are_alike or hull.cards_lost < max(1, held)
        pile = evolve(pile, asked=_question(tuple(cells.values()), low_matters, are_alike))
        bearable = hull.bases if are_alike else RINGS_A_BASE * hull.bases - hull.rings
        number = min(_run(rows), bearable)
        answers, pile = pile.draw_several(umpire, number, "Anti-Tank cards", "at-table")
        for answer in answers:
            rank = _rank(answer, at.index(rows[0]))
            if rank:
                umpire.look_up(RESULTS, rank, column)
                hull = _damaged(hull, results[rank])
        del rows[:number]
        umpire.result("at-results", "vehicles left: {bases}; rings now: {rings}", bases=hull.bases, rings=hull.rings)
    return hull, pile


def _run(rows: list[str]) -> int:
    """Return how many of the cards to come are held against the same row as the first."""
    return next((number for number, row in enumerate(rows) if row != rows[0]), len(rows))


def _words(result: int | str) -> frozenset[str]:
    return frozenset(str(result).split(", "))


def _damaged(hull: Hull, words: frozenset[str]) -> Hull:
    """Return what a card that counts leaves.

    Rules: at-results.
    """
    if "destroyed" in words:
        return evolve(hull, bases=hull.bases - 1, rings=0)
    if "ring" in words:
        hull = _ringed(hull, 1)
    return evolve(hull, cards_lost=hull.cards_lost + ("lose card" in words), words=hull.words | words)


def _no_question(card: Card) -> str:
    return NOTHING


@lru_cache(maxsize=256)
def _question(cells: tuple[str, ...], low_matters: bool, are_alike: bool) -> CardQuestion:  # noqa: FBT001
    """Return the question in which rows a card counts, and whether it is a high one.

    Args:
        cells: The suits that count in each row that matters.
        low_matters: Whether a card of 2 to 10 does anything.
        are_alike: Whether it does the same as an ace, jack, queen or king.

    Rules: at-table.
    """
    suits = tuple(frozenset(cell.split(", ")) for cell in cells)

    def answer(card: Card) -> str:
        counts = "".join("x" if card.suit in row else "-" for row in suits)
        is_high = card.rank in HIGH_RANKS
        if "x" not in counts or not (is_high or low_matters):
            return NOTHING
        return f"{counts} {HIGH if is_high and not are_alike else LOW}"

    return answer


def _rank(answer: str, row: int) -> str:
    """Return the row of the results that an answer leads to, "" for no effect in a row of the table."""
    if answer == NOTHING or answer[row] != "x":
        return ""
    return answer.split(" ", 1)[1]


def _after_hits(request: VehicleHitsRequest, hull: Hull, pile: Pile) -> VehicleHitsOutcome:
    """Return the outcome: of the cards the one in play is lost first.

    Rules: at-results.
    """
    is_destroyed = hull.bases == 0
    held = request.card_in_play + request.unplayed_cards
    cards_lost = held if is_destroyed else min(held, hull.cards_lost)
    in_play_lost = request.card_in_play and cards_lost > 0
    return VehicleHitsOutcome(
        bases_lost=request.bases - hull.bases,
        rings_added=hull.rings_added,
        bases=hull.bases,
        rings=hull.rings,
        destroyed=is_destroyed,
        card_in_play_lost=in_play_lost,
        unplayed_cards_lost=cards_lost - in_play_lost,
        must_retreat="retreat" in hull.words and not is_destroyed,
        pinned="pinned" in hull.words and not is_destroyed,
        cards=pile.told,
    )


# -------------------------------------------------------------------- red_square.train_hits


@frozen(kw_only=True)
class TrainHitsOutcome:
    """What the markers did to an armoured train.

    Attributes:
        rings_added: The rings received.
        rings: Its rings, 5 at most.
        damaged: Whether it is damaged, from the fourth ring on, and must retreat each time it is activated.
        disabled: Whether it is disabled for good by the fifth: it neither moves nor fires and is open to capture.
        must_retreat: Whether it must retreat: it is damaged or enemy infantry is next to it, and it can still move.
        cards: The cards drawn, in order; none are named where the request names no deck.
    """

    rings_added: int
    rings: int
    damaged: bool
    disabled: bool
    must_retreat: bool
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: TrainHitsRequest) -> str:
        """Return the rings of the train before and after, and whether it is damaged, disabled or must retreat."""
        done: list[str] = []
        if self.rings_added:
            done.append(f"takes {counted(self.rings_added, 'ring')} {numbers(request.rings, self.rings)}")
        if self.disabled and request.rings < RINGS_THAT_DISABLE:
            done.append("is disabled for good")
        elif self.damaged and request.rings < RINGS_THAT_DAMAGE:
            done.append("is damaged")
        if self.must_retreat:
            done.append("must retreat")
        return sentences(f"the train {listed(done) or 'suffers nothing'}")


@frozen(kw_only=True, cache_hash=True)
class TrainHitsRequest(Request[TrainHitsOutcome]):
    """An armoured train whose hit markers are resolved, or next to which enemy infantry has come.

    Attributes:
        rings: Its rings.
        marker_weapons: The weapon of every marker, in the order received.
        idle: Whether it has neither moved nor fired since the beginning of its latest activation.
        infantry_adjacent: Whether enemy infantry, or dismounted cavalry, has moved into a square next to it.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
    """

    names_cards: ClassVar[bool] = True

    rings: Annotated[int, Range(0, 5, rule="bad-input")] = 0
    marker_weapons: MarkerWeapons = ()
    idle: Annotated[bool, Cites("fire-9-halve")] = False
    infantry_adjacent: Annotated[bool, Cites("train-6-retreat")] = False
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield codes that are not cards."""
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _train_example() -> TrainHitsRequest:
    return TrainHitsRequest(rings=3, marker_weapons=("qf_gun",) * 5)


@procedure(
    "red_square.train_hits",
    title="What do these hits do to the train?",
    rules=("train-7-hits",),
    example=_train_example,
)
def train_hits(request: TrainHitsRequest, umpire: Umpire[Options]) -> TrainHitsOutcome:
    """Resolve the markers as for others, then draw for each hit that is left over, all cards whatever they show.

    A ring is put on for each casualty and for each ace, jack, queen and king of a suit that counts against heavy tanks;
    other cards do nothing. No base is removed, no card is lost and nothing is pinned. The fourth ring damages the
    train, the fifth disables it; there are never more than five. A damaged train must retreat, and so must one that
    enemy infantry has come next to, unless it is disabled.

    Rules: train-7-hits, train-6-retreat.
    """
    losses = losses_of(umpire, len(request.marker_weapons), Posture(idle=request.idle), None)
    rings = request.rings + losses.casualties
    pile = Pile.of(request.deck, request.discards, _no_question)
    left = _left_over(umpire, request.marker_weapons, losses)
    rows = [ROWS[weapon] for weapon in left]
    cells = {row: str(umpire.look_up("anti_tank", row, "heavy_tank").result) for row in dict.fromkeys(rows)}
    at = list(cells)
    pile = evolve(pile, asked=_question(tuple(cells.values()), low_matters=False, are_alike=False))
    while rows:
        number = _run(rows)
        answers, pile = pile.draw_several(umpire, number, "Anti-Tank cards", "at-table")
        added = sum(_rank(answer, at.index(rows[0])) == HIGH for answer in answers)
        umpire.result("at-results", "rings from cards: {added}", added=added)
        rings += added
        del rows[:number]
    rings = min(rings, RINGS_THAT_DISABLE)
    is_damaged, is_disabled = rings >= RINGS_THAT_DAMAGE, rings >= RINGS_THAT_DISABLE
    must_retreat = (is_damaged or request.infantry_adjacent) and not is_disabled
    umpire.result("train-7-hits", "rings: {rings}; disabled: {disabled}", rings=rings, disabled=is_disabled)
    umpire.result("train-6-retreat", "must retreat: {must_retreat}", must_retreat=must_retreat)
    return TrainHitsOutcome(
        rings_added=rings - request.rings,
        rings=rings,
        damaged=is_damaged,
        disabled=is_disabled,
        must_retreat=must_retreat,
        cards=pile.told,
    )


@train_hits.legality
def _train_objections(request: TrainHitsRequest, options: Options) -> Iterator[Objection]:
    for number, weapon in enumerate(request.marker_weapons):
        objection = harmless(weapon, "train", options, path=f"$.marker_weapons[{number}]")
        if objection:
            yield objection
    if full_groups(len(request.marker_weapons), Posture(idle=request.idle))[-1]:
        yield from no_card_left(request.deck, request.discards)
