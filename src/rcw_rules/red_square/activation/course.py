"""One whole activation: a card is played, and every unit that it activates tests, takes losses and acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.activation.choices import HQ_MOVES, Destination, Situation, told_apart
from rcw_rules.red_square.activation.moves import make_move
from rcw_rules.red_square.activation.paths import path_for
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.activation.tests import (
    Lost,
    drive_on,
    is_driven,
    result_for,
    retreat,
    return_to_table,
    settle,
    start_engines,
    test,
    with_companions,
)
from rcw_rules.red_square.activation.train import act_as_train
from rcw_rules.red_square.activation.units import act, choose_destination, move_figure
from rcw_rules.red_square.cards import ActivationResultOutcome, HqActivationRequest, wrong_cards
from rcw_rules.red_square.ground import BAND_WORDS, Field, card_name, changes, is_on_table
from rcw_rules.red_square.model import COMPANIONS, GOOD_BANDS, ORDERED, Band, CardCode, Kind, Name, Unit
from rcw_rules.red_square.movement import ferry_moves, move_terms, whole_moves
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots import cards_let_go

NOT_NAMED: tuple[Kind, ...] = (*COMPANIONS, "commissar", "cheka", "horse_holders")


@frozen(kw_only=True)
class ActivateOutcome:
    """The field and the cards after an activation.

    Attributes:
        field: The field afterwards.
        band: How well the units were activated; None if no unit could use the card.
        score: The divided score; None without a test.
        cards: The cards drawn, in order.
        surrendered: The unplayed cards that units of either side gave up or lost.
    """

    field: Field
    band: Band | None
    score: int | None = None
    cards: tuple[CardCode, ...] = ()
    surrendered: tuple[CardCode, ...] = ()

    def summary(self, request: ActivateRequest) -> str:
        """Return how well the units were activated, and what happened to every unit."""
        card = f" on {card_name(request.card)}" if request.card else ""
        units = listed(request.units)
        if self.band is None:
            head = f"{units} cannot act{card}"
        elif self.score is None:
            head = f"{units} {'is' if len(request.units) == 1 else 'are'} activated{card} without a test"
        else:
            head = f"{units} score{'s' if len(request.units) == 1 else ''} {self.score}{card}: {BAND_WORDS[self.band]}"
        return sentences(head, *changes(request.field.units, self.field.units))


@frozen(kw_only=True, cache_hash=True)
class ActivateRequest(Request[ActivateOutcome]):
    """A card that is played.

    Attributes:
        field: The field at this moment. The card is removed from the units that hold it.
        units: Those whom the card activates: one unit, or those of a CO's group, in the order in which they act. The
            MGs, tchankas and figures that keep with them act with them and are not named; a CO alone is.
        card: The card; "" for an HQ, which has none.
        commander: The name of the CO whose card it is; "" for a unit of its own.
        deck: The cards left to draw from; None for a whole fresh deck with two jokers.
        discards: The cards that are shuffled to draw on when those are exhausted.
    """

    recurs = False

    field: Field
    units: Annotated[tuple[Name, ...], Size(1, 12, rule="turn-1-deal")]
    card: Annotated[str, Size(0, 3, rule="turn-3-card-order")] = ""
    commander: Annotated[str, Size(0, 100), Cites("co-scope")] = ""
    deck: tuple[CardCode, ...] | None = None
    discards: tuple[CardCode, ...] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        found = [self.field.find(name) for name in self.units]
        for number, (name, unit) in enumerate(zip(self.units, found, strict=True)):
            path = f".units[{number}]"
            if unit is None:
                yield Problem(path, f"{name!r} is not a unit on the field", "bad-input")
            elif name in self.units[:number]:
                yield Problem(path, f"{name!r} is named twice", "bad-input")
            elif unit.kind in NOT_NAMED:
                message = f"{in_words(unit.kind)} units act with those that they keep with and are not named"
                yield Problem(path, message, "mg-activation")
            elif unit.kind in ("hq", "co") and len(self.units) > 1:
                yield Problem(path, f"{name!r} is activated alone, or not named", "co-scope")
            elif unit.kind in ORDERED and unit.order is None and unit.bases:
                yield Problem(path, f"{name!r} has no order, without which it does not act", "orders-required")
        known = [unit for unit in found if unit is not None]
        if len({unit.side for unit in known}) > 1:
            yield Problem(".units", "are of both sides", "co-scope")
        yield from self._commander_and_card(known)

    def _commander_and_card(self, known: list[Unit]) -> Iterator[Problem]:
        officer = self.field.find(self.commander) if self.commander else None
        if self.commander and (officer is None or officer.kind != "co"):
            yield Problem(".commander", f"{self.commander!r} is not a CO on the field", "co-scope")
        if not self.commander and len(self.units) > 1:
            yield Problem(".commander", "is missing: only the group of a CO acts on one card", "co-scope")
        if any((unit.kind == "hq") == bool(self.card) for unit in known):
            message = "is missing" if not self.card else "a headquarters is activated without a card"
            yield Problem(".card", message, "turn-1-deal")
        yield from wrong_cards((".card", self.card or None), (".deck", self.deck), (".discards", self.discards))


def _example() -> ActivateRequest:
    board = SquareMap(title="A plain", grid=SquareGrid(columns=8, rows=10))
    rifles = Unit(
        name="1st Rifles",
        side="red",
        kind="infantry",
        square=(3, 4),
        bases=4,
        formation="waves",
        order="attack",
        markers=1,
        this_turn=evolve(Unit(name="1", side="red", kind="co", square=(0, 0)).this_turn, cards=("9H",)),
    )
    officers = Unit(
        name="Officers",
        side="white",
        kind="infantry",
        square=(3, 6),
        facing="S",
        bases=2,
        formation="firing_line",
        order="defend",
        visible=True,
    )
    return ActivateRequest(field=Field(board=board, units=(rifles, officers)), units=("1st Rifles",), card="9H")


@procedure(
    "red_square.activate",
    title="What happens in this unit's activation?",
    formerly=("What comes of one whole activation?",),
    rules=("act-table",),
    example=_example,
)
def activate(request: ActivateRequest, umpire: Umpire[Options]) -> ActivateOutcome:
    """Play a card for a unit, or for all of a CO's group that still have it.

    In this order, and within each step in the order of the rosters: vehicles start, break down or get free; one test
    for all; the markers of each, vehicles with their cards at once; the cards for those who accompany them; what the
    score forces: guns saved, retreats, hiding, rallies; on a spade CHEKA or Commissar drive poor infantry on; then unit
    by unit the action, that of its MGs and tchankas after it; the CO goes along, and so do Commissars and CHEKA who
    were in the square of one that acts, or next to it, when the card was played. At the end units pinned in an earlier
    turn are free again. A unit that has used up its share of the card takes no part. A CO with no unit in reach only
    moves.

    Rules: act-table, mg-activation, turn-5-group-score, turn-7-unpin, fire-8-accumulate.
    """
    progress = Progress(umpire, request.field, request.card, request.deck, request.discards)
    score: int | None = None
    band: Band | None = None
    squares = frozenset(progress.unit(name).square for name in request.units)
    if [progress.unit(name).kind for name in request.units] == ["hq"]:
        score, band = _headquarters(progress, request.units[0])
    elif [progress.unit(name).kind for name in request.units] == ["co"]:
        actors = _actors(progress, request.units)
        band = "automatic" if actors else None
        settle(progress, actors)
        for name in actors:
            move_figure(progress, name)
        _unpin(progress, request, actors, squares)
    else:
        actors = _actors(progress, request.units)
        if actors:
            score, band = _play(progress, actors, request.units, request.commander)
        _unpin(progress, request, actors, squares)
    if band is None:
        umpire.result("turn-sequence", "nobody can use the {card}", card=request.card)
    return ActivateOutcome(
        field=progress.right_field,
        band=band,
        score=score,
        cards=progress.pile.told,
        surrendered=tuple(code for code in cards_let_go(request.field, progress.field) if code != request.card),
    )


def _actors(progress: Progress, names: tuple[str, ...]) -> tuple[str, ...]:
    """Take the card from the units that hold it, and return those that act on it; units that rallied are steady again.

    Rules: turn-1-two-cards, act-rally.
    """
    found: list[str] = []
    for name in names:
        unit = progress.unit(name)
        cards = list(unit.this_turn.cards)
        if progress.card not in cards:
            continue
        cards.remove(progress.card)
        is_there = unit.bases > 0 and not unit.carried_by and not unit.this_turn.is_over
        activations = unit.this_turn.activations + int(is_there)
        progress.alter_turn(name, cards=tuple(cards), activations=activations, holds_fire=False)
        if is_there:
            found.append(name)
            for one in with_companions(progress, (name,)):
                if progress.unit(one).state == "rallying":
                    progress.alter(one, state="steady")
    return tuple(found)


def _play(
    progress: Progress, actors: tuple[str, ...], group: tuple[str, ...], commander: str
) -> tuple[int | None, Band]:
    figures = _figures(progress, actors, commander)
    for name in actors:
        start_engines(progress, name)
    score = test(progress, actors, group, commander)
    everybody = (*with_companions(progress, actors), *_left_behind(progress, actors, group))
    lost = settle(progress, (*everybody, *((commander,) if commander else ())))
    results = _results(progress, actors, score, lost)
    progress.under_fire.update(name for name in everybody if progress.unit(name).under_fire)
    for name in everybody:
        progress.alter(name, under_fire=False, under_small_arms=False)
    ignoring = _drive_on(progress, results)
    companions = _fresh_companions(progress, everybody, actors)
    for name in actors:
        if not progress.can_act(name):
            continue
        if progress.unit(name).kind == "train":
            act_as_train(progress, name)
        elif name in results:
            act(progress, name, results[name].actions, ignores_spades=name in ignoring)
        for companion in companions:
            if progress.unit(companion).accompanies == name and progress.can_act(companion):
                result = result_for(progress, companion, score, Lost())
                act(progress, companion, result.actions)
    for companion in companions:
        if progress.unit(companion).accompanies not in actors and progress.can_act(companion):
            act(progress, companion, result_for(progress, companion, score, Lost()).actions)
    for figure in figures:
        move_figure(progress, figure)
    return score, progress.band


def _results(
    progress: Progress, actors: tuple[str, ...], score: int | None, lost: dict[str, Lost]
) -> dict[str, ActivationResultOutcome]:
    """Carry out what the score forces on units, and return what the others may do.

    Those whom CHEKA or Commissar may drive on to rally come last, since that price is rolled after the dice for the
    guns. It is not paid for a unit whose casualties drive it out of hiding.

    Rules: act-hide, act-retreat, act-rally, act-exit-table, turn-6-commissar, act-hide-casualty.
    """
    umpire = progress.umpire
    free: dict[str, ActivationResultOutcome] = {}
    retreating: list[str] = []
    later: list[str] = []
    for name in actors:
        unit = progress.unit(name)
        if not unit.bases or unit.kind == "train":
            continue
        if lost.get(name, Lost()).card_lost and progress.band != "below0":
            umpire.result("at-results", "{name} loses the card in play and acts no more on it", name=name)
            continue
        is_driven_out = unit.state == "hiding" and lost.get(name, Lost()).has_suffered
        is_broken = unit.state in ("hiding", "retreating") and not is_driven_out
        if is_broken and progress.band == "2+" and is_driven(progress, name):
            later.append(name)
            continue
        result = result_for(progress, name, score, lost.get(name, Lost()))
        if result.result == "retreats":
            retreating.append(name)
        else:
            _carry_out(progress, name, result, free)
    retreat(progress, tuple(retreating))
    for name in later:
        ignores = drive_on(progress, name, wants_it=True)
        if not is_on_table(progress.unit(name)) or progress.unit(name).this_turn.is_over:
            continue
        result = result_for(progress, name, score, lost.get(name, Lost()), ignores_spades=ignores)
        if result.result == "retreats":
            retreat(progress, (name,))
        else:
            _carry_out(progress, name, result, free)
    return free


def _carry_out(
    progress: Progress, name: str, result: ActivationResultOutcome, free: dict[str, ActivationResultOutcome]
) -> None:
    match result.result:
        case "acts":
            free[name] = result
        case "hides":
            for one in with_companions(progress, (name,)):
                progress.alter(one, state="hiding", idle=True, advancing=False)
                if progress.umpire.options.driven_out_deducts:
                    progress.alter_turn(one, hid=True)
        case "rallies":
            for one in with_companions(progress, (name,)):
                progress.alter(one, state="rallying", idle=True, advancing=False)
                progress.alter_turn(one, is_over=True)
        case "returns":
            return_to_table(progress, name)
        case "stays":
            progress.alter(name, state="retreating" if progress.band == "below0" else progress.unit(name).state)
            progress.alter_turn(name, is_over=True)
        case "stays_off" | "retreats":
            progress.alter_turn(name, is_over=True)


def _drive_on(progress: Progress, results: dict[str, ActivationResultOutcome]) -> set[str]:
    """Let CHEKA or Commissar drive on poor infantry that is held by a spade, and return who ignores it.

    Rules: turn-6-commissar.
    """
    ignoring: set[str] = set()
    if progress.band not in GOOD_BANDS:
        return ignoring
    for name, result in tuple(results.items()):
        unit = progress.unit(name)
        wants_it = unit.order in ("attack", "probe") and unit.formation in ("masses", "waves")
        if is_driven(progress, name) and drive_on(progress, name, wants_it=wants_it):
            ignoring.add(name)
            # Ask again what it may do: now it may move.
            results[name] = evolve(result, actions=("move", *result.actions))
    return ignoring


def _left_behind(progress: Progress, actors: tuple[str, ...], group: tuple[str, ...]) -> tuple[str, ...]:
    """Return the MGs and tchankas of steady units of a group that fired out of sequence without them.

    Rules: mg-activation, fire-2-threat.
    """
    busy = [name for name in group if name not in actors and is_on_table(progress.unit(name))]
    steady = tuple(name for name in busy if progress.unit(name).is_steady)
    return tuple(name for name in with_companions(progress, steady) if name not in steady)


def _fresh_companions(progress: Progress, everybody: tuple[str, ...], actors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the MGs and tchankas that have not used their share of this activation, which they do now.

    Rules: mg-activation, tchanka-activation.
    """
    fresh: list[str] = []
    for name in everybody:
        unit = progress.unit(name)
        if name in actors or not unit.bases:
            continue
        due = progress.unit(unit.accompanies).this_turn.activations
        if unit.this_turn.activations < due:
            progress.alter_turn(name, activations=due, holds_fire=False)
            fresh.append(name)
    return tuple(fresh)


def _figures(progress: Progress, actors: tuple[str, ...], commander: str) -> tuple[str, ...]:
    """Return the CO whose card is played, and the Commissars and CHEKA who are with those who act, before they do.

    Rules: move-table, occ-officers.
    """
    squares = {progress.unit(name).square for name in actors}
    field = progress.field
    side = progress.unit(actors[0]).side
    near = {one for square in squares if square for one in (square, *field.board.grid.neighbours(square))}
    return tuple(
        unit.name
        for unit in field.of(side)
        if unit.name == commander or (unit.kind in ("commissar", "cheka") and unit.square in near)
    )


def _unpin(
    progress: Progress, request: ActivateRequest, actors: tuple[str, ...], squares: frozenset[Square | None]
) -> None:
    """Free those who were pinned in an earlier turn and accompany the units of this card.

    Args:
        progress: The activation.
        request: The card.
        actors: Those who acted on it.
        squares: Where its units were when it was played.

    Rules: turn-7-unpin.
    """
    for unit in progress.field.on_table:
        is_with_them = (
            unit.name == request.commander
            or unit.accompanies in request.units
            or (unit.kind in ("commissar", "cheka") and unit.square in squares)
        )
        if is_with_them and unit.pinned and not unit.this_turn.was_pinned and actors:
            progress.umpire.result("turn-7-unpin", "{name} is no longer pinned", name=unit.name)
            progress.alter(unit.name, pinned=0)


def _headquarters(progress: Progress, name: str) -> tuple[int | None, Band]:
    """Activate a headquarters: test it if it is under fire or wishes to move, settle its markers, and let it act.

    Rules: hq-activation, hq-destroyed, act-hide, act-retreat.
    """
    hq = progress.unit(name)
    if hq.state == "rallying":
        hq = evolve(hq, state="steady")
        progress.put(hq)
    situation = Situation(field=progress.field, unit=hq, band="automatic", card="")
    moves = hq.is_steady and progress.umpire.choose(HQ_MOVES, (False, True), situation)
    request = HqActivationRequest(
        moves=moves,
        under_fire=hq.under_fire or hq.markers > 0,
        markers=hq.markers,
        broken=hq.state in ("hiding", "retreating", "off_table"),
        hid_last_turn=hq.hid_last_turn,
    )
    outcome = progress.umpire.resolve(request, f"activation of {name}")
    progress.band = outcome.band
    progress.alter_turn(name, activations=hq.this_turn.activations + 1, commanded=outcome.commands)
    lost = settle(progress, (name,))
    free: dict[str, ActivationResultOutcome] = {}
    if progress.unit(name).bases and outcome.score is not None:
        result = result_for(progress, name, outcome.score, lost.get(name, Lost()))
        if result.result == "retreats":
            retreat(progress, (name,))
        else:
            _carry_out(progress, name, result, free)
    progress.alter(name, under_fire=False, under_small_arms=False)
    if moves and progress.can_act(name) and outcome.band == "2+":
        _move_headquarters(progress, name)
    return outcome.score, outcome.band


def _move_headquarters(progress: Progress, name: str) -> None:
    """Move a headquarters, at which enemies may fire on the way as at any other mover.

    Rules: hq-activation, fire-2-threat, terrain-water.
    """
    hq = progress.unit(name)
    terms = move_terms(progress.umpire, band="2+")
    moves, crossings = whole_moves(progress.field, hq, terms), ferry_moves(progress.field, hq, terms)
    ways = told_apart(
        {
            Destination(square=move.square, facing=move.facing, formation=None, actions=move.actions): move
            for move in (*moves, *crossings)
        }
    )
    if not ways:
        return
    situation = Situation(field=progress.field, unit=hq, band=progress.band, card="")
    chosen = choose_destination(progress, tuple(ways), situation)
    move = ways[chosen]
    course = move.course if move in crossings else path_for(progress, move, situation)
    progress.umpire.result("move-table", "{name} moves to {to}", name=name, to=str(chosen))
    make_move(progress, name, course)
