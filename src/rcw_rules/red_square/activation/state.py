"""The state of an activation in progress: the field, the cards, and what has been done so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from rcw_rules.kernel.fields import take_for_right
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.procedures import AlternativeT, Choice, SituationT
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.cards import Pile, colour, suit_of
from rcw_rules.red_square.ground import AreaFire, Field, Observation, is_on_table
from rcw_rules.red_square.model import COMPANIONS, Band, Cards, Suit, Unit
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots import Book

ValueT = TypeVar("ValueT")


class Progress:
    """An activation as far as it has gone. It lives only while the procedure runs, so it may change.

    Attributes:
        umpire: The umpire.
        field: The field as it is now.
        card: The card of the activation; "" for none.
        band: How well the units were activated; "automatic" until they are tested.
        pile: The cards that are left to draw from.
        book: What shots are judged by.
        freed: The names of tanks that got free in it, which was their movement.
        under_fire: The names of those who came to it under fire.
    """

    def __init__(self, umpire: Umpire[Options], field: Field, card: str, deck: Cards | None, discards: Cards) -> None:
        self.umpire = umpire
        self.field: Field = field
        self.card = card
        self.band: Band = "automatic"
        self.pile: Pile = Pile.of(deck, discards, colour)
        self.book: Book = Book(charts=umpire.charts, options=umpire.options)
        self.freed: set[str] = set()
        self.under_fire: set[str] = set()
        self._seen_on: Field = field
        self._seen: dict[Hashable, Any] = {}

    @property
    def suit(self) -> Suit:
        """The suit of the card, "" for a joker or none."""
        return suit_of(self.card) if self.card else ""

    @property
    def cards(self) -> dict[str, Any]:
        """The cards that a request names: those left to draw from and the discards."""
        return {"deck": self.pile.deck, "discards": self.pile.discarded}

    def choose(
        self,
        choice: Choice[SituationT, AlternativeT],
        alternatives: tuple[AlternativeT, ...],
        situation: SituationT,
    ) -> AlternativeT:
        """Return what the owner decides; with only one alternative the owner is not asked."""
        return alternatives[0] if len(alternatives) == 1 else self.umpire.choose(choice, alternatives, situation)

    def drew(self, cards: Iterable[str]) -> None:
        """Record cards that a procedure drew."""
        self.pile = self.pile.after(cards)

    def unit(self, name: str) -> Unit:
        """Return a unit as it is now."""
        return self.field.unit(name)

    def seen(self, key: Hashable, look: Callable[[], ValueT]) -> ValueT:
        """Return what a side sees on the field as it is now, computed once until the field changes."""
        if self._seen_on is not self.field:
            self._seen_on, self._seen = self.field, {}
        if key not in self._seen:
            self._seen[key] = look()
        found: ValueT = self._seen[key]
        return found

    @property
    def right_field(self) -> Field:
        """The field as it is now, to be asked about; made of one that was found right, it is not checked again."""
        return take_for_right(self.field)

    def put(self, *units: Unit) -> None:
        """Record how units are now."""
        self.field = self.field.with_units(*units)

    def alter(self, name: str, **changes: Any) -> None:
        """Change some attributes of a unit."""
        unit = self.unit(name)
        if any(getattr(unit, attribute) != value for attribute, value in changes.items()):
            self.put(evolve(unit, **changes))

    def alter_turn(self, name: str, **changes: Any) -> None:
        """Change what a unit has done in this turn."""
        done = self.unit(name).this_turn
        if any(getattr(done, attribute) != value for attribute, value in changes.items()):
            self.put(evolve(self.unit(name), this_turn=evolve(done, **changes)))

    def can_act(self, name: str) -> bool:
        """Return whether a unit is there, steady, and may still act in this turn."""
        unit = self.unit(name)
        return is_on_table(unit) and unit.is_steady and not unit.this_turn.is_over

    def companions_of(self, name: str) -> tuple[str, ...]:
        """Return the names of the MGs and tchankas that keep with a unit, in the order of the rosters."""
        return tuple(unit.name for unit in self.field.on_table if unit.kind in COMPANIONS and unit.accompanies == name)

    def saw(self, observations: tuple[Observation, ...]) -> None:
        """Record observations."""
        new = tuple(one for one in observations if one not in self.field.observations)
        if new:
            self.field = evolve(self.field, observations=(*self.field.observations, *new))

    def shelled(self, area: AreaFire | None, burning: Square | None, wire: Square | None) -> None:
        """Record what a shot did to the ground."""
        field = self.field
        if area is not None:
            field = evolve(field, area_fires=(*field.area_fires, area))
        if burning is not None and burning not in field.burning:
            field = evolve(field, burning=(*field.burning, burning))
        if wire is not None and wire not in field.wire_removed:
            field = evolve(field, wire_removed=(*field.wire_removed, wire))
        self.field = field
