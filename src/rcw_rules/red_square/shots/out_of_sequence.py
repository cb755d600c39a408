"""Fire out of sequence: at an enemy that threatens, from held fire, and over open sights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import ActivationRequest, DrawnFrom, Pile, colour, wrong_cards
from rcw_rules.red_square.fire import settle_fate, settle_fate_alone, settle_markers
from rcw_rules.red_square.ground import (
    BAND_WORDS,
    Field,
    RangeBand,
    changes,
    in_arc,
    is_on_table,
    ranges_from,
    reach_of,
    where,
)
from rcw_rules.red_square.model import COMPANIONS, Band, CardCode, Name, Side, Unit, enemy_of
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots.breaking import force, rest_of
from rcw_rules.red_square.shots.mission import (
    FireMissionOutcome,
    FireMissionRequest,
    after_mission,
    cards_let_go,
    meadow,
)
from rcw_rules.red_square.shots.targeting import (
    Aim,
    Book,
    Opportunity,
    Shooting,
    firer_objections,
    needs_test,
    target_objections,
    weapon_against,
)
from rcw_rules.red_square.units import weapons_of

OPEN_SIGHTS_WITHIN = 4  # art-open-sights, in squares


@frozen(kw_only=True)
class Interruption:
    """A unit that may fire at a mover after a step.

    Attributes:
        firer: Its name.
        side: Whose it is.
        opportunity: What lets it fire.
        range: How many squares away the mover is.
        effective: Whether the mover is within the effective range of its weapon.
    """

    firer: str
    side: Side
    opportunity: Opportunity
    range: int
    effective: bool


@frozen(kw_only=True)
class ThreatFireOutcome:
    """The result of fire out of sequence.

    Attributes:
        opportunity: What let it fire; None if its owner let it pass.
        band: How well it was activated for it; "automatic" for fire that was held.
        shot: What the shot did; None if there was none.
        units: Every unit that changed, as it is now.
        cards: The cards drawn, in order; none are named where the request names no deck.
        surrendered: The unplayed cards that no unit holds any more, that of the firer first.
    """

    opportunity: Opportunity | None
    band: Band | None
    shot: FireMissionOutcome | None
    units: tuple[Unit, ...]
    cards: tuple[CardCode, ...] = ()
    surrendered: tuple[CardCode, ...] = ()

    def summary(self, request: ThreatFireRequest) -> str:
        """Return whether the unit fired out of sequence, and what came of it."""
        firer, mover = request.firer, request.mover
        if self.opportunity is None:
            return sentences(f"{firer} lets {mover} go on without firing")
        if self.shot is None:
            why = "" if self.band in (None, "automatic") else f": {BAND_WORDS[self.band]}"
            return sentences(f"{firer} cannot fire at {mover}{why}", *changes(request.field.units, self.units))
        shot = self.shot.told(request.field, firer)
        named = {unit.name for unit in self.shot.units}
        return sentences(*shot, *changes(request.field.units, self.units, *named))


@frozen(kw_only=True, cache_hash=True)
class ThreatFireRequest(Request[ThreatFireOutcome]):
    """A unit that may fire at an enemy after one of its steps.

    Attributes:
        field: The field, with the mover where it stands after the step.
        firer: The name of the unit that may fire.
        mover: The name of the enemy that made the step.
        deck: The cards left to draw from; None for a whole fresh deck with two jokers.
        discards: The cards that are shuffled to draw on when those are exhausted.
    """

    recurs = False

    field: Field
    firer: Name
    mover: Annotated[str, Cites("fire-2-threat")]
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        for path, name in ((".firer", self.firer), (".mover", self.mover)):
            found = self.field.find(name)
            if found is None or not is_on_table(found):
                yield Problem(path, f"no unit on the table is called {name!r}", "bad-input")
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


FIRE_OUT_OF_SEQUENCE: Choice[Interruption, bool] = Choice(
    "fire_out_of_sequence",
    rule="fire-2-threat",
    who="owner",
    about="Fire at the moving enemy now? Default: yes within effective range.",
    default=lambda seen, alternatives: seen.effective,
    unit=lambda seen: seen.firer,
    side=lambda seen: seen.side,
)


# -------------------------------------------------------------------- who may


def interruptions(field: Field, mover: Unit, book: Book) -> tuple[Interruption, ...]:
    """Return who may fire at a unit after one of its steps: nearest first, then the lowest column and row.

    Args:
        field: The field with the mover where it stands now.
        mover: The unit that moves.
        book: The charts and options in force.

    Rules: fire-2-threat, fire-2-hold, art-open-sights.
    """
    waiting = interruptions_by_facing(field, mover, book)
    return tuple(one for one in waiting if provokes(field, where(mover), mover.facing, one))


def interruptions_by_facing(field: Field, mover: Unit, book: Book) -> tuple[Interruption, ...]:
    """Return who may fire at a unit after one of its steps if it faces so that it `provokes` them; see `interruptions`.

    Rules: fire-2-threat, fire-2-hold, art-open-sights.
    """
    found: list[tuple[Unit, Interruption]] = []
    ranges = ranges_from(field.board, where(mover))
    for firer in field.of(enemy_of(mover.side)):
        if ranges[where(firer)] > interrupts_within(field, firer, book):
            continue  # as most are
        if next(_objections(field, firer, mover, book, whichever_facing=True), None) is None:
            found.append((firer, _interruption(field, firer, mover, _opportunity(firer), book)))
    found.sort(key=lambda one: (one[1].range, where(one[0])))
    return tuple(interruption for _, interruption in found)


def provokes(field: Field, square: Square, facing: Facing, interruption: Interruption) -> bool:
    """Return whether a unit that faces so in a square threatens who waits to fire; fire that was held needs no threat.

    Rules: fire-2-threat.
    """
    if interruption.opportunity != "threat":
        return True
    return in_arc(field.board.grid, square, facing, where(field.unit(interruption.firer)))


def interrupts_within(field: Field, firer: Unit, book: Book) -> int:
    """Return how near an enemy must come, in squares, before a unit may fire at it out of sequence; 0 if it may not.

    Rules: fire-2-threat, fire-2-hold.
    """
    if not (firer.this_turn.holds_fire or is_still_to_come(field, firer)):
        return 0
    band: RangeBand = "effective" if _opportunity(firer) == "threat" else "long"
    return max((reach_of(book.charts, weapon, band) for weapon in weapons_of(firer)), default=0)


def opportunity_for(field: Field, firer: Unit, mover: Unit, book: Book) -> tuple[Opportunity, tuple[Objection, ...]]:
    """Return what could let a unit fire at an enemy that moves, and why it may not.

    Held fire needs a target in range that is seen or was observed. A unit still to be activated fires at one within its
    effective range that faces it; guns only over open sights, at one within 4 squares whichever way it faces.

    Rules: fire-2-threat, fire-2-hold, art-open-sights, fire-1-who.
    """
    return _opportunity(firer), tuple(_objections(field, firer, mover, book))


def _opportunity(firer: Unit) -> Opportunity:
    """Return what could let a unit fire at an enemy that moves.

    Rules: fire-2-threat, fire-2-hold, art-open-sights.
    """
    if firer.this_turn.holds_fire:
        return "held"
    return "open_sights" if firer.kind == "artillery" else "threat"


def _objections(
    field: Field, firer: Unit, mover: Unit, book: Book, *, whichever_facing: bool = False
) -> Iterator[Objection]:
    """Yield why a unit may not fire at an enemy that moves: what keeps it from any fire, or else from this.

    Where *whichever_facing* is set, the mover is taken to face so that it threatens the unit.

    Rules: fire-2-threat, fire-2-hold, art-open-sights, fire-1-who.
    """
    opportunity = _opportunity(firer)
    shooting = Shooting(opportunity=opportunity)
    is_unfit = False
    for objection in firer_objections(field, firer, book.options, shooting):
        is_unfit = True
        yield objection
    if opportunity != "held" and not is_still_to_come(field, firer):
        message = f"{firer.name!r} has no activation left in this turn, and does not hold its fire"
        yield Objection(rule="fire-2-threat", message=message, path="$.firer")
        return
    if is_unfit:
        return
    weapon = weapon_against(field, firer, mover, book)
    aim = Aim(field=field, firer=firer, weapon=weapon, book=book, shooting=shooting)
    for one in target_objections(aim, mover):
        yield evolve(one, path="$.mover" if one.path == "$.target" else "$.firer")
    distance = aim.distance(mover)
    if opportunity == "open_sights" and distance > OPEN_SIGHTS_WITHIN:
        message = f"the enemy is {distance} squares away; guns fire over open sights at {OPEN_SIGHTS_WITHIN} at most"
        yield Objection(rule="art-open-sights", message=message, path="$.mover")
    if opportunity == "threat":
        yield from _no_threat(aim, mover, whichever_facing=whichever_facing)


def is_still_to_come(field: Field, unit: Unit) -> bool:
    """Return whether a unit is yet to be activated in this turn; MGs and tchankas with the unit that they keep with.

    A unit that fired out of sequence was activated without them: they still have their share of its activation.

    Rules: fire-2-threat, mg-activation, tchanka-activation.
    """
    done = unit.this_turn
    if done.is_over:
        return False
    if unit.kind not in COMPANIONS:
        return bool(done.cards)
    head = field.find(unit.accompanies)
    if head is None or not is_on_table(head) or not head.is_steady:
        return False
    is_behind = done.activations < head.this_turn.activations
    return is_behind or (bool(head.this_turn.cards) and done.activations == head.this_turn.activations)


def _no_threat(aim: Aim, mover: Unit, *, whichever_facing: bool) -> Iterator[Objection]:
    """Yield why an enemy that moves does not threaten the firer.

    Rules: fire-2-threat.
    """
    rule = "fire-2-threat"
    effective = reach_of(aim.book.charts, aim.weapon, "effective")
    distance = aim.distance(mover)
    if distance > effective:
        message = f"the enemy is {distance} squares away; it threatens within effective range, {effective}"
        yield Objection(rule=rule, message=message, path="$.mover")
    if not (whichever_facing or in_arc(aim.field.board.grid, where(mover), mover.facing, where(aim.firer))):
        message = "the enemy does not face the firer; only one that does threatens it"
        yield Objection(rule=rule, message=message, path="$.mover")


def _interruption(field: Field, firer: Unit, mover: Unit, opportunity: Opportunity, book: Book) -> Interruption:
    distance = field.distance(firer, mover)
    effective = reach_of(book.charts, weapon_against(field, firer, mover, book), "effective")
    return Interruption(
        firer=firer.name,
        side=firer.side,
        opportunity=opportunity,
        range=distance,
        effective=distance <= effective,
    )


# -------------------------------------------------------------------- what comes of it


def _example() -> ThreatFireRequest:
    field = meadow()
    line = field.unit("1st battalion")
    line = evolve(line, markers=1, under_fire=True, this_turn=evolve(line.this_turn, cards=("9C",)))
    return ThreatFireRequest(field=field.with_units(line), firer="1st battalion", mover="Kornilov battalion")


@procedure(
    "red_square.threat_fire",
    title="May it fire now, out of sequence, and with what?",
    rules=("fire-2-threat",),
    example=_example,
)
def threat_fire(request: ThreatFireRequest, umpire: Umpire[Options]) -> ThreatFireOutcome:
    """Let a unit fire at an enemy after one of its steps, if the owner of the firer wants.

    A shot that was held is just fired. Any other is the activation of the firer for a card of this turn: it tests
    alone, if it needs a test, then its markers are settled and those with it draw; if nothing makes it retreat or hide
    it fires, wildly on a score of 0 or 1 and over open sights. To observe a concealed enemy first it needs 2 or better.
    MGs and tchankas test as their unit would alone, and on a score below 0 they only do not fire.

    Raises:
        IllegalRequestError: If it may not fire now.

    Rules: fire-2-threat, fire-2-hold, art-open-sights, mg-activation.
    """
    field, firer, mover = request.field, request.field.unit(request.firer), request.field.unit(request.mover)
    book = Book(charts=umpire.charts, options=umpire.options)
    opportunity, objections = opportunity_for(field, firer, mover, book)
    Verdict(objections=objections).require()
    seen = _interruption(field, firer, mover, opportunity, book)
    if not umpire.choose(FIRE_OUT_OF_SEQUENCE, (True, False), seen):
        return ThreatFireOutcome(opportunity=None, band=None, shot=None, units=())
    pile = Pile.of(request.deck, request.discards, colour)
    band: Band = "automatic"
    if opportunity != "held":
        field, pile, band = _activated_alone(umpire, field, firer, pile)
    shot: FireMissionOutcome | None = None
    shooting = Shooting(opportunity=opportunity, band=band)
    if _can_still_fire(umpire, field, firer.name, mover, shooting):
        mission = FireMissionRequest(
            field=field, firer=firer.name, target=mover.name, shooting=shooting, **rest_of(pile)
        )
        shot = umpire.resolve(mission, f"shot of {firer.name}")
        field, pile = after_mission(field, shot), pile.after(shot.cards)
    held = field.unit(firer.name)
    field = field.with_units(evolve(held, this_turn=evolve(held.this_turn, holds_fire=False)))
    return ThreatFireOutcome(
        opportunity=opportunity,
        band=band,
        shot=shot,
        units=tuple(now for was, now in zip(request.field.units, field.units, strict=True) if was != now),
        cards=pile.told,
        surrendered=cards_let_go(request.field, field),
    )


def _activated_alone(umpire: Umpire[Options], field: Field, firer: Unit, pile: Pile) -> tuple[Field, Pile, Band]:
    """Activate a unit for a shot out of sequence: its card, its test, its losses, and what they force on it.

    Rules: fire-2-threat, fire-8-accumulate, turn-5-test-needed, fire-10-fate, fire-10-mg-alone, mg-activation,
        fire-9-halve.
    """
    is_companion = firer.kind in COMPANIONS
    tested = umpire.resolve(_test_alone(field, firer, is_companion=is_companion), f"activation of {firer.name}")
    done = evolve(firer.this_turn, cards=firer.this_turn.cards[1:], activations=firer.this_turn.activations + 1)
    field = field.with_units(evolve(firer, this_turn=done))
    settled = settle_markers(umpire, field, firer.name, **rest_of(pile))
    pile = pile.after(settled.cards)
    if is_companion:
        field, drawn = settle_fate_alone(umpire, settled.field, firer.name, settled.markers, **rest_of(pile))
    else:
        field, drawn = settle_fate(umpire, settled.field, firer, settled.bases_lost, **rest_of(pile))
    pile = pile.after(drawn)
    # Its activation begins here; a retreat that this forces is a move in it, hiding is none.
    field = field.with_units(evolve(field.unit(firer.name), advancing=False, idle=True))
    if is_on_table(field.unit(firer.name)) and not is_companion:
        on_slope = firer.hit_on_reverse_slope
        field = force(umpire, field, firer.name, tested.score, suffered=settled.has_suffered, on_reverse_slope=on_slope)
    after = field.unit(firer.name)
    is_idle = after.idle and after.state in ("steady", "hiding")
    begun = evolve(after, under_fire=False, under_small_arms=False, idle=is_idle)
    return field.with_units(begun), pile, tested.band


def _test_alone(field: Field, firer: Unit, *, is_companion: bool) -> ActivationRequest:
    """Return the test of a unit alone; MGs and tchankas test with the figures of the unit that they accompany.

    Rules: turn-5-test-needed, co-extra-die, mg-activation.
    """
    tested = field.unit(firer.accompanies) if is_companion else firer
    officer = field.find(tested.commander)
    return ActivationRequest(
        elite=int(tested.quality == "elite"),
        poor=int(tested.quality == "poor"),
        markers=tested.markers,
        bases_removed=tested.bases_removed,
        hid_last_turn=int(tested.hid_last_turn),
        rings=tested.rings,
        broken=not tested.is_steady,
        co_present=officer is not None
        and is_on_table(officer)
        and not officer.pinned
        and field.distance(tested, officer) <= 1,
    )


def _can_still_fire(umpire: Umpire[Options], field: Field, name: str, mover: Unit, shooting: Shooting) -> bool:
    """Return whether a unit is still there, steady and well enough activated for its shot after its losses.

    Rules: fire-1-who, obs-roll, act-table.
    """
    firer = field.unit(name)
    book = Book(charts=umpire.charts, options=umpire.options)
    if (shooting.opportunity != "held" and firer.this_turn.is_over) or tuple(
        firer_objections(field, firer, book.options, shooting)
    ):
        return False
    weapon = weapon_against(field, firer, mover, book)
    aim = Aim(field=field, firer=firer, weapon=weapon, book=book, shooting=shooting)
    if shooting.band == "1-0" and needs_test(aim, mover):
        umpire.result("obs-roll", "{firer} may not observe on so low a score: no shot", firer=name)
        return False
    return True
