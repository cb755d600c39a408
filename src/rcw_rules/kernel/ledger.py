"""Ledgers: every modifier with its reason and its rule, and what they come to.

A ledger never hides a modifier. Of a group of which only the best or the worst counts, the others stay in the ledger
and are marked as not counted.

>>> ledger = Ledger.of(
...     Modifier(id="elite", value=1, reason="elite", rule="melee-mod-elite"),
...     Modifier(id="wire", value=-2, reason="through wire", rule="melee-mod-wire"),
... )
>>> ledger.total, str(ledger)
(-1, '+1 elite, -2 through wire')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Provenance

Effect: TypeAlias = Literal["add", "shift", "multiply"]
"""What a modifier does: add to a number, shift a column, multiply a strength."""

Counting: TypeAlias = Literal["best", "worst"]
"""Which modifier of a group counts: the highest value (best) or the lowest (worst)."""


@frozen(kw_only=True)
class Modifier:
    """One modifier with its reason.

    Attributes:
        id: A short name, unique in the ruleset: ``elite``.
        value: What it adds, how many columns it shifts (right is positive), or what it multiplies by.
        reason: Why it applies, in a few words.
        rule: The id of the rule that it comes from.
        effect: What `value` does.
        group: Modifiers of one group do not add up: only one of them counts. "" for none.
        counting: Which of its group counts.
        provenance: Where the value comes from.
    """

    id: str
    value: int | Fraction
    reason: str
    rule: str
    effect: Effect = "add"
    group: str = ""
    counting: Counting = "best"
    provenance: Provenance = "printed"

    def __str__(self) -> str:
        return modifier_words(self.value, self.effect, self.reason)


@frozen(kw_only=True)
class AutomaticSuccess:
    """No roll is needed: it succeeds.

    Attributes:
        reason: Why, in a few words.
        rule: The id of the rule that says so.
    """

    reason: str
    rule: str


@frozen(kw_only=True)
class Impossible:
    """No roll can help: it fails.

    Attributes:
        reason: Why, in a few words.
        rule: The id of the rule that says so.
    """

    reason: str
    rule: str


@frozen(kw_only=True)
class NotRequired:
    """The question does not arise: there is nothing to roll for.

    Attributes:
        reason: Why, in a few words.
        rule: The id of the rule that says so.
    """

    reason: str
    rule: str


Finding: TypeAlias = AutomaticSuccess | Impossible | NotRequired
"""What settles a matter before any die is rolled."""


@frozen
class Ledger:
    """An immutable list of modifiers, in the order in which the book lists them.

    Attributes:
        entries: Every modifier that applies, counted or not.
        finding: What settles the matter without a roll, or None.
    """

    entries: tuple[Modifier, ...] = ()
    finding: Finding | None = None

    @classmethod
    def of(cls, *entries: Modifier) -> Ledger:
        """Return the ledger of these *entries*."""
        return cls(entries)

    def __add__(self, more: Modifier | Ledger) -> Ledger:
        """Return this ledger with *more* after it; the first finding stands."""
        if isinstance(more, Modifier):
            return Ledger((*self.entries, more), self.finding)
        return Ledger(self.entries + more.entries, self.finding or more.finding)

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __str__(self) -> str:
        return ", ".join(str(entry) for entry in self.counted) or "no modifiers"

    def settled(self, finding: Finding) -> Ledger:
        """Return this ledger with a *finding*; an earlier finding stands."""
        return self if self.finding else Ledger(self.entries, finding)

    def replaced(self, id: str, value: int | Fraction) -> Ledger:
        """Return this ledger with the value of a modifier changed.

        Args:
            id: The id of the modifier; every entry of that id is changed, and nothing if there is none.
            value: Its new value.

        Returns:
            A new ledger; this one stays as it is.
        """
        return Ledger(tuple(evolve(e, value=value) if e.id == id else e for e in self.entries), self.finding)

    def without(self, id: str) -> Ledger:
        """Return this ledger as if a modifier did not apply: every entry of that *id* is left out."""
        return Ledger(tuple(entry for entry in self.entries if entry.id != id), self.finding)

    @property
    def counted(self) -> tuple[Modifier, ...]:
        """The modifiers that count: all without a group, and of each group and effect the best or the worst.

        Of equal ones in a group the first counts.

        Raises:
            ValueError: If the modifiers of a group disagree whether the best or the worst counts.
        """
        if not any(entry.group for entry in self.entries):
            return self.entries
        places: dict[tuple[str, Effect], int] = {}  # of each group, where the one that counts stands
        for place, entry in enumerate(self.entries):
            if entry.group:
                key = entry.group, entry.effect
                rival = self.entries[places.setdefault(key, place)]
                if rival.counting != entry.counting:
                    raise ValueError(
                        f"of the group {entry.group!r} the {rival.counting} counts by {rival.id} [{rival.rule}], "
                        f"but the {entry.counting} by {entry.id} [{entry.rule}]"
                    )
                if entry.value > rival.value if entry.counting == "best" else entry.value < rival.value:
                    places[key] = place
        chosen = places.values()
        return tuple(entry for place, entry in enumerate(self.entries) if not entry.group or place in chosen)

    @property
    def total(self) -> int:
        """The sum of the counted additions.

        Raises:
            TypeError: If it is a fraction.
        """
        return self._sum("add")

    @property
    def shift(self) -> int:
        """The sum of the counted column shifts; right is positive.

        Raises:
            TypeError: If it is a fraction.
        """
        return self._sum("shift")

    @property
    def factor(self) -> Fraction:
        """The product of the counted multipliers, exact."""
        product = Fraction(1)
        for entry in self.counted:
            if entry.effect == "multiply":
                product *= entry.value
        return product

    def _sum(self, effect: Effect) -> int:
        values = [entry.value for entry in self.counted if entry.effect == effect]
        total = sum(values)
        if isinstance(total, Fraction):
            raise TypeError(f"the modifiers of a ledger that are added or shift columns are whole numbers, not {total}")
        return total


def ledger(entries: Iterable[Modifier]) -> Ledger:
    """Return the ledger of *entries*."""
    return Ledger(tuple(entries))


def modifier_words(value: int | Fraction, effect: Effect, reason: str) -> str:
    """Return how a modifier reads: ``+1 elite``, ``-2 columns uphill``, ``x1/2 tired``."""
    if effect == "multiply":
        return f"x{value} {reason}"
    sign = "+" if value >= 0 else "-"
    size = abs(value)
    columns = "" if effect == "add" else " column" if size == 1 else " columns"
    return f"{sign}{size}{columns} {reason}"
