"""The course of a mounted attack, blow by blow: flight, combat, retreats, following up and a new contact."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, frozen

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.cards import Pile, court
from rcw_rules.red_square.fire import save_guns, settle_fate, with_losses, without
from rcw_rules.red_square.ground import Field, Observation, is_on_table, many, where
from rcw_rules.red_square.model import CardCode, Name, Unit
from rcw_rules.red_square.mounted.contact import answering, exchange_request
from rcw_rules.red_square.mounted.exchange import Winner
from rcw_rules.red_square.mounted.follow_up import Way, follow_up_ways, may_follow_up
from rcw_rules.red_square.movement import (
    HELPLESS,
    RetreatRequest,
    bases_with_horses,
    flight_request,
    grounds_for,
    is_disabled,
    moved,
    seen_after,
)
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots import ScoutingContactRequest

Settled: TypeAlias = Literal["combat", "overrun", "withdrawal"]
"""How a charge was settled: by combat, since its target fled or was helpless, or since scouts withdrew before it."""


@frozen(kw_only=True)
class CombatReport:
    """One exchange of blows.

    Attributes:
        attacker: The name of the unit that charged.
        target: The name of the unit that it charged.
        attacker_hits: The hits that the attacker suffered, from the target, its MGs and its tchankas.
        target_hits: The hits that the target suffered.
        winner: The side that suffered fewer hits.
        attacker_bases_lost: The bases that the attacker lost.
        target_bases_lost: The bases that the target lost.
    """

    attacker: Name
    target: Name
    attacker_hits: int
    target_hits: int
    winner: Winner
    attacker_bases_lost: int
    target_bases_lost: int

    def sentence(self) -> str:
        """Return who won the combat, with the hits that both sides took."""
        if self.winner == "neither":
            return f"neither {self.attacker} nor {self.target} wins: both take {many(self.attacker_hits, 'hit')}"
        hits = {self.attacker: self.attacker_hits, self.target: self.target_hits}
        won, lost = (self.attacker, self.target) if self.winner == "attacker" else (self.target, self.attacker)
        return f"{won} beats {lost}, with {many(hits[won], 'hit')} taken to {hits[lost]}"


@frozen(kw_only=True)
class Pursuit:
    """What the owner of a unit sees when deciding how it follows up.

    Attributes:
        field: The field.
        unit: The unit.
        prey: The opponents; None if they are gone.
        goal: Where they are, or were.
        contacts: The ways that end in a new contact.
    """

    field: Field
    unit: Unit
    prey: Unit | None
    goal: Square
    contacts: tuple[Way, ...]


def _hot_pursuit(pursuit: Pursuit, ways: tuple[Way, ...]) -> Way:
    grid, unit = pursuit.field.board.grid, pursuit.unit

    def rank(way: Way) -> tuple[int, bool, int]:
        square, facing = way[-1] if way else (where(unit), unit.facing)
        faces = square == pursuit.goal or grid.in_arc(square, facing, pursuit.goal)
        return grid.distance(square, pursuit.goal), not faces, len(way)

    return min(pursuit.contacts or ways, key=rank)


FOLLOW_UP: Choice[Pursuit, Way] = Choice(
    "follow_up",
    rule="mounted-1c-result",
    who="owner of the winner",
    about="How does the winner of the mounted combat follow up, square by square, if at all? Default: into a new "
    "contact with the same opponents if it can; else as near as it can to them, or to where they were, facing them.",
    default=_hot_pursuit,
    unit=lambda pursuit: pursuit.unit.name,
    side=lambda pursuit: pursuit.unit.side,
)


@define(kw_only=True)
class MountedCourse:
    """A mounted attack as it goes on.

    Attributes:
        umpire: The umpire.
        field: The field as it is now.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
        combats: The combats fought.
        removed: The names of those who are gone.
        followed_up: The way of the unit that followed up.
        contact_again: Whether that brought a new contact.
        observations: What scouts have observed.
        cards: The cards drawn.
    """

    umpire: Umpire[Options]
    field: Field
    deck: tuple[CardCode, ...] | None
    discards: tuple[CardCode, ...]
    combats: tuple[CombatReport, ...] = ()
    removed: tuple[Name, ...] = ()
    followed_up: Way = ()
    contact_again: bool = False
    observations: tuple[Observation, ...] = ()
    cards: tuple[CardCode, ...] = ()

    def charge(self, attacker: Unit, target: Unit, squares_left: int, *, has_stood: bool) -> Settled:
        """Settle the charge of one unit at another, with all its consequences.

        Scouts slip away if they can, unless they have just stood against an overrun. A target that is helpless,
        outflanked or shaken flees or stands; a target that stands fights. The side that suffered more hits retreats,
        both if they suffered alike, and the winner may follow up; once that may bring a new contact.

        Rules: mounted-1-trigger, mounted-2-scouting, mounted-1c-result.
        """
        if target.formation == "scouting" and target.is_steady and not has_stood:
            asked = ScoutingContactRequest(field=self.field, scouts=target.name, enemy=attacker.name, charged=True)
            scouted = self.umpire.resolve(asked, f"scouts of {target.name}")
            if scouted.friend:
                self.field = self.field.with_units(*scouted.units)
                self.observations = scouted.observations
                return "withdrawal"
        budget = max(1, squares_left)
        if grounds_for(flight_request(self.field, attacker, target)) is not None and self.put_to_flight(
            attacker, target
        ):
            self.follow_up(attacker.name, None, where(target), budget)
            return "overrun"
        winner = self.fight(attacker.name, target.name)
        if winner == "attacker":
            self._pursue(attacker.name, target.name, where(target), budget)
        elif winner == "target":
            self._pursue(target.name, attacker.name, where(attacker), 1)
        return "combat"

    # --- Flight -------------------------------------------------------------------------------------------------------

    def put_to_flight(self, mover: Unit, target: Unit) -> bool:
        """Return whether a unit flees before another; if so it is removed, otherwise it stands and faces it.

        Rules: move-overrun-shaken, move-overrun-flank, move-overrun-helpless.
        """
        asked = flight_request(self.field, mover, target)
        if not self.umpire.resolve(asked, f"flight of {target.name}").flees:
            self._stand(mover, target)
            return False
        before = self.field
        for unit in self.field.at(where(target)):
            if unit.name == target.name or unit.kind in HELPLESS:
                self.field = without(self.field, unit.name)
        self._note_removed(before)
        return True

    def capture(self, square: Square) -> None:
        """Remove a disabled train, which units that enter its square capture with any unit aboard.

        Rules: train-7-hits.
        """
        for train in filter(is_disabled, self.field.at(square)):
            before = self.field
            self.field = without(self.field, train.name)
            self._note_removed(before)
            self.umpire.result("train-7-hits", "{train} is captured", train=train.name)

    def _stand(self, mover: Unit, target: Unit) -> None:
        """Let a unit recover and turn to those who come at it, with its companions there, of whom MGs turn at will.

        Rules: move-overrun-shaken, mg-move-or-fire.
        """
        square = where(target)
        facing = self.field.board.grid.direction(square, where(mover))
        companions = (
            evolve(unit, state="steady", facing=facing if unit.kind == "mg" else unit.facing)
            for unit in self.field.at(square)
            if unit.accompanies == target.name
        )
        self.field = self.field.with_units(evolve(target, state="steady", facing=facing), *companions)

    # --- Combat -------------------------------------------------------------------------------------------------------

    def fight(self, attacker_name: Name, target_name: Name) -> Winner:
        """Fight a combat, draw for those who accompany the units, and let the losers retreat; return the winner.

        If both sides retreat the attackers go first. A unit that retreats loses its cards.

        Rules: mounted-1c-result, mounted-1f-casualties, fire-10-fate, mg-save.
        """
        attacker, target = self.field.unit(attacker_name), self.field.unit(target_name)
        asked = exchange_request(self.field, attacker, target, self.deck, self.discards)
        told = self.umpire.resolve(asked, f"combat of {attacker_name} and {target_name}")
        self._spend(told.cards)
        report = CombatReport(
            attacker=attacker_name,
            target=target_name,
            attacker_hits=told.attacker_hits,
            target_hits=told.target_hits,
            winner=told.winner,
            attacker_bases_lost=told.attacker_bases_lost,
            target_bases_lost=told.target_bases_lost,
        )
        self.combats += (report,)
        self._answer(attacker, target)
        self._lose(attacker_name, told.attacker_bases_lost, attacker.rings)
        self._lose(target_name, told.target_bases_lost, told.target_rings)
        self._draw_fate(attacker, told.attacker_bases_lost)
        self._draw_fate(target, told.target_bases_lost)
        if told.winner != "attacker":
            self._retreat(attacker_name)
        if told.winner != "target":
            self._retreat(target_name)
        if told.winner == "neither":
            self.umpire.result("mounted-1c-result", "both retreat, and {who} loses any card left", who=attacker_name)
        return told.winner

    def _answer(self, attacker: Unit, target: Unit) -> None:
        """Note who has fired at whom, and that a target not yet activated forfeits a card.

        Rules: mounted-1a-return.
        """
        helpers = answering(self.field, attacker, target)
        answers = target.formation != "limbered" and _counts(self.field, target)
        by_small_arms = bool(helpers) or target.kind != "artillery"
        done = target.this_turn
        if not done.activations and done.cards:
            self.umpire.result("mounted-1a-return", "{who} forfeits a card", who=target.name)
            done = evolve(done, cards=done.cards[1:])
        fought = evolve(target, under_fire=target.under_fire or _counts(self.field, attacker), this_turn=done)
        if target.formation != "limbered":
            last = attacker.name if target.guns is not None else target.last_target
            fought = evolve(_having_fired(fought, self.field.turn), last_target=last)
        self.field = self.field.with_units(
            evolve(
                attacker,
                under_fire=attacker.under_fire or answers or bool(helpers),
                under_small_arms=attacker.under_small_arms or (by_small_arms and (answers or bool(helpers))),
            ),
            fought,
            *(_having_fired(unit, self.field.turn) for unit in helpers),
        )

    def _lose(self, name: Name, bases_lost: int, rings: int) -> None:
        unit = self.field.unit(name)
        after = evolve(unit, bases=unit.bases - bases_lost, bases_removed=unit.bases_removed + bases_lost, rings=rings)
        before = self.field
        self.field = with_losses(self.field, after)
        self._note_removed(before)

    def _draw_fate(self, unit: Unit, bases_lost: int) -> None:
        before = self.field
        self.field, cards = settle_fate(
            self.umpire, self.field, unit, bases_lost, deck=self.deck, discards=self.discards
        )
        self._spend(cards)
        self._note_removed(before)

    def _note_removed(self, before: Field) -> None:
        self.removed += tuple(
            unit.name for unit, now in zip(before.units, self.field.units, strict=True) if unit.bases and not now.bases
        )

    def _spend(self, cards: tuple[CardCode, ...]) -> None:
        if cards:
            pile = Pile.of(self.deck, self.discards, court).after(cards)
            self.deck, self.discards = pile.deck, pile.discarded
            self.cards += cards

    def _retreat(self, name: Name) -> None:
        """Let a beaten unit retreat at once with the guns that it saves, however covered, until it rallies.

        Rules: mounted-1c-result, act-retreat, mg-save.
        """
        unit = self.field.unit(name)
        if not is_on_table(unit):
            return
        # A retreat that it made earlier in the turn does not save it from this one.
        self.field = self.field.with_units(evolve(unit, this_turn=evolve(unit.this_turn, retreated=False)))
        before = self.field
        self.field, going = save_guns(self.umpire, self.field, name)
        self._note_removed(before)
        asked = RetreatRequest(field=self.field, unit=name, companions=going)
        gone = self.umpire.resolve(asked, f"retreat of {name}")
        self.field = self.field.with_units(*gone.units)

    # --- Following up -------------------------------------------------------------------------------------------------

    def _pursue(self, winner: Name, loser: Name, goal: Square, budget: int) -> None:
        """Let a winner follow up, and settle the new contact that this may bring, once.

        Horsemen fight a unit that then stands once more, after which the attackers do not follow up again; a target
        that won that combat may follow up one square.

        Rules: mounted-1c-result, move-overrun-shaken.
        """
        if not self.follow_up(winner, loser, goal, budget):
            return
        self.contact_again = True
        pursuer, prey = self.field.unit(winner), self.field.unit(loser)
        self.umpire.result("mounted-1c-result", "{who} is in contact with {prey} again", who=winner, prey=loser)
        if self.put_to_flight(pursuer, prey):  # it is in retreat, so that there are grounds
            return
        if pursuer.formation == "mounted" and self.fight(winner, loser) == "target":
            self.follow_up(loser, None, where(pursuer), 1)

    def follow_up(self, winner: Name, loser: Name | None, goal: Square, budget: int) -> bool:
        """Let a winner follow up and return whether it is in contact with the same opponents again.

        Rules: mounted-1c-result, dig-1c-removal.
        """
        unit = self.field.unit(winner)
        prey = None if loser is None else self.field.unit(loser)
        if prey is not None and not is_on_table(prey):
            prey = None
        if not may_follow_up(unit):
            return False
        occupancy, closed_leaving = self.umpire.charts["occupancy"], self.umpire.options.closed_leaving
        ways, contacts = follow_up_ways(self.field, unit, prey, budget, occupancy, closed_leaving=closed_leaving)
        pursuit = Pursuit(
            field=self.field, unit=unit, prey=prey, goal=goal if prey is None else where(prey), contacts=contacts
        )
        way = self.umpire.choose(FOLLOW_UP, ways, pursuit) if len(ways) > 1 else ()
        if not way:
            return False
        square, facing = way[-1]
        there = seen_after(self.field, moved(unit, square=square, facing=facing), is_step=True)
        self.field = self.field.with_units(there)
        self.followed_up = way
        self.umpire.result("mounted-1c-result", "{who} follows up to {square}", who=winner, square=str(square))
        return way in contacts


def changed_units(before: Field, after: Field) -> tuple[Unit, ...]:
    """Return every unit that changed, as it is now, in the order of the rosters."""
    return tuple(now for unit, now in zip(before.units, after.units, strict=True) if now is not unit and now != unit)


def _counts(field: Field, unit: Unit) -> bool:
    """Return whether any figure of a unit counts, so that its dice have an effect.

    Rules: mounted-1a-figures, fire-min-dice.
    """
    is_poor = unit.quality == "poor" and unit.kind in ("infantry", "cavalry")
    return unit.bases - bases_with_horses(field, unit) - is_poor > 0


def _having_fired(unit: Unit, turn: int) -> Unit:
    return evolve(unit, idle=False, visible=True, fired_in=turn, this_turn=evolve(unit.this_turn, fired=True))
