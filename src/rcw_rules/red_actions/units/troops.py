"""Troop cards, officer tokens and armies, read from a file. The rules hold none of them: players bring their own.

The set that the library ships is illustrative: its numbers are made up, and every resolution that uses one of its cards
says so.

>>> shipped = illustrative_troops()
>>> shipped.card("latvians").fighting_value, shipped.card("latvians").values
(Fraction(3, 1), 'illustrative')
>>> shipped.army("red").senior_tokens_drawn, len(shipped.army("red").tokens)
(2, 26)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.dice import MOST_SIDES
from rcw_rules.kernel.errors import NeedsRuling, Problem, UnknownNameError
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.pieces import Pieces
from rcw_rules.red_actions.model import Name, OfficerToken, Percent, TroopCard, Unit
from rcw_rules.red_actions.options import Options

SENIOR_TOKENS: dict[str, int] = {  # defs-officer-draw
    "red": 2,
    "partisan": 2,
    "konnarmiya": 3,
    "latvians": 3,
    "white": 3,
    "nationalist": 3,
    "polish": 3,
    "freikorps": 3,
}
"""How many tokens the armies of the book draw for a senior officer: Soviet and Partisan armies two, all others
three."""


@frozen(kw_only=True, cache_hash=True)
class TokenCount:
    """A kind of officer token and how many of it a pool holds.

    Attributes:
        token: The token.
        count: How many.
    """

    token: OfficerToken
    count: Annotated[int, Range(1, 99)]


MOST_TOKENS = MOST_SIDES  # `pick` draws from no more


@frozen(kw_only=True, cache_hash=True)
class Army:
    """An army: its flight percentage and its pool of officer tokens.

    Attributes:
        id: What it is known by.
        senior_tokens_drawn: How many tokens are drawn for a senior officer, of which one is kept.
        flight_percent: Its flight percentage.
        pool: Its officer tokens.
    """

    id: Name
    senior_tokens_drawn: Annotated[int, Range(2, 3, rule="defs-officer-draw"), Cites("defs-officer-draw")]
    flight_percent: Annotated[Percent, Cites("defs-flight-number")]
    pool: Annotated[tuple[TokenCount, ...], Size(0, 99)] = ()

    @property
    def tokens(self) -> tuple[OfficerToken, ...]:
        """All tokens of the pool, each as many times as the pool holds it."""
        return tuple(counted.token for counted in self.pool for _ in range(counted.count))

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the army."""
        printed = SENIOR_TOKENS.get(self.id, self.senior_tokens_drawn)
        if self.senior_tokens_drawn != printed:
            message = f"the army {self.id} draws {printed} tokens, not {self.senior_tokens_drawn}"
            yield Problem(".senior_tokens_drawn", message, "defs-officer-draw")
        known = [counted.token.id for counted in self.pool]
        for number, counted in enumerate(self.pool):
            if counted.token.id in known[:number]:
                message = f"two kinds of token have the id {counted.token.id!r}; count equal ones together"
                yield Problem(f".pool[{number}].token.id", message, "conv-bad-input")
        held = sum(counted.count for counted in self.pool)
        if held > MOST_TOKENS:
            message = f"{held} tokens are too many: a draw is from {MOST_TOKENS} at most"
            yield Problem(".pool", message, "conv-bad-input")


@frozen(kw_only=True)
class Troops:
    """A set of troop cards and armies.

    Attributes:
        title: What the set is.
        source: Where it comes from.
        cards: The troop cards.
        armies: The armies.
    """

    title: Name
    source: str = ""
    cards: Annotated[tuple[TroopCard, ...], Size(1, 999)]
    armies: Annotated[tuple[Army, ...], Size(0, 99)] = ()

    def card(self, id: str) -> TroopCard:
        """Return the card of an id.

        Raises:
            UnknownNameError: The set has none with that id.
        """
        found = next((card for card in self.cards if card.id == id), None)
        if found is None:
            raise UnknownNameError("troop card", id, [card.id for card in self.cards])
        return found

    def army(self, id: str) -> Army:
        """Return the army of an id.

        Raises:
            UnknownNameError: The set has none with that id.
        """
        found = next((army for army in self.armies if army.id == id), None)
        if found is None:
            raise UnknownNameError("army", id, [army.id for army in self.armies])
        return found

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the set."""
        armies = [army.id for army in self.armies]
        for number, id in enumerate(armies):
            if id in armies[:number]:
                yield Problem(f".armies[{number}].id", f"two armies have the id {id!r}", "conv-bad-input")
        known = [card.id for card in self.cards]
        for number, card in enumerate(self.cards):
            if card.id in known[:number]:
                yield Problem(f".cards[{number}].id", f"two cards have the id {card.id!r}", "conv-bad-input")
            named = [(".morale_as", card.morale_as)] if card.morale_as else []
            named += [(f".dismounts_as[{place}]", id) for place, id in enumerate(card.dismounts_as)]
            for path, id in named:
                if id not in known:
                    yield Problem(f".cards[{number}]{path}", f"there is no card {id!r}", "conv-bad-input")


def read_troops(path: str | Path) -> Troops:
    """Read a set of troops from a TOML file, whose keys are the fields of `Troops`.

    Raises:
        FileError: The file cannot be read, is not TOML, or does not describe a set; with the line.
    """
    from rcw_rules.toml_files import read_toml

    return read_toml(Troops, path)


@lru_cache(maxsize=1)
def illustrative_troops() -> Troops:
    """Return the set that the library ships. Its numbers are made up.

    Rules: conv-cards-missing.
    """
    from rcw_rules.toml_files import load_toml

    text = files("rcw_rules.red_actions").joinpath("data", "illustrative_troops.toml").read_text(encoding="utf-8")
    return load_toml(Troops, text, "illustrative_troops.toml")


def troop_card(id: str) -> TroopCard:
    """Return the troop card of the library with that id. Its numbers are made up.

    >>> card = troop_card("red_conscripts")
    >>> card.name, card.arm, card.values
    ('Red Conscripts', 'rifle', 'illustrative')

    Raises:
        UnknownNameError: There is no such card.

    Rules: conv-cards-missing.
    """
    return CARDS[id]


def _cards() -> Mapping[str, TroopCard]:
    return {card.id: card for card in illustrative_troops().cards}


CARDS = Pieces(id="card", cls=TroopCard, load=_cards)


def note_cards(umpire: Umpire[Options], *units: Unit) -> None:
    """Note which cards have illustrative values, so that nobody mistakes a result that uses them for the book's.

    Rules: conv-cards-missing.
    """
    names = dict.fromkeys(unit.card.name for unit in units if unit.card.values == "illustrative")
    if names:
        text = "illustrative cards: {cards}"
        umpire.result("conv-cards-missing", text, "illustrative", cards=", ".join(names))


def mean_value(unit: Unit, what: Literal["shooting_value", "fighting_value"], of_officers: Fraction | None) -> Fraction:
    """Return what each base of a unit shoots or fights with.

    A White Officer base keeps the value of its own card: the unit then has the mean of those of its bases, not rounded.

    Args:
        unit: The unit.
        what: Which value of its card.
        of_officers: The same value of its White Officer base; None if it is unknown.

    Raises:
        NeedsRuling: A value is missing.

    Rules: char-white-officer-base, conv-cards-missing.
    """
    value = unit.card.shooting_value if what == "shooting_value" else unit.card.fighting_value
    if value is None:
        raise missing_from_card(unit.card, what)
    if not unit.white_officer_base:
        return value
    if of_officers is None:
        question = f"What is the {in_words(what)} of the White Officer base of {unit.name}?"
        raise NeedsRuling("char-white-officer-base", question, "its officer_base_value")
    return (value * (unit.bases - 1) + of_officers) / unit.bases


def missing_from_card(card: TroopCard, what: str) -> NeedsRuling:
    """Return the question for a number that a card should have.

    Args:
        card: The card.
        what: The field that is missing.

    Rules: conv-cards-missing, conv-bad-input.
    """
    is_test = what in ("charge", "fear", "serious", "rally")
    words = f"success number of {what} tests" if is_test else in_words(what)
    question = f"What is the {words} of {card.name}?"
    return NeedsRuling("conv-cards-missing", question, f"the field {what} on the troop card {card.id!r}")
