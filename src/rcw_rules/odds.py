"""Odds of many questions at once: over a grid, with something changed, and what each modifier is worth.

All of it works for every procedure of every ruleset, and everything is exact.

>>> from rcw_rules import inches, odds
>>> from rcw_rules import red_white as rw
>>> heat = odds.sweep(
...     rw.ruleset,
...     lambda base, cheka: rw.ActivationRequest(base=base, cheka=cheka, stands=8, full_move=inches(6)),
...     base=range(5, 8),
...     cheka=(False, True),
... )
>>> for base, (alone, with_cheka) in zip(heat.axes["base"], heat.table(lambda outcome: outcome.passed), strict=True):
...     print(base, alone, with_cheka)
5 1/2 3/4
6 3/5 21/25
7 7/10 91/100
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import Any, Generic, TypeVar, cast

import attrs

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.distributions import Distribution, percent
from rcw_rules.kernel.errors import (
    IllegalRequestError,
    InvalidRequestError,
    Problem,
    UnknownNameError,
    close_names,
    did_you_mean,
)
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.limits import SAMPLE_LIMITS, Limits, Meter
from rcw_rules.kernel.markup import html_table
from rcw_rules.kernel.odds import ExactUmpire, iterate
from rcw_rules.kernel.procedures import OptionsT, Request
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_tuple
from rcw_rules.kernel.umpire import Policies
from rcw_rules.kernel.wording import in_a_line
from rcw_rules.kernel.words import in_words
from rcw_rules.ruleset import Ruleset

_MOST_SHOWN = 40

__all__ = ["Sweep", "WhatIf", "Worth", "iterate", "play_rounds", "sensitivity", "sweep", "to_dict", "what_if"]

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
StateT = TypeVar("StateT", bound=Hashable)

Event = Callable[[OutcomeT], bool]


def to_dict(
    ruleset: Ruleset[Any],
    request: Request[OutcomeT],
    odds: Distribution[OutcomeT] | Sample[OutcomeT],
    *,
    seed: int | None = None,
) -> dict[str, Any]:
    """Return odds with their question as plain data: the document of ``rcw odds --json``.

    >>> from rcw_rules import odds
    >>> from rcw_rules import red_white as rw
    >>> test = rw.MoraleTestRequest(unit=rw.Unit(side="red", type="infantry", has_leader=True, stands=5))
    >>> document = odds.to_dict(rw.ruleset, test, rw.ruleset.odds(test))
    >>> document["procedure"], [one["probability"] for one in document["outcomes"]]
    ('red_white.morale_test', ['1/2', '1/2'])

    Args:
        ruleset: The ruleset that was asked.
        request: The question.
        odds: What `Ruleset.odds` or `Ruleset.sample` returned for it.
        seed: The seed of a sample; not for exact odds.

    Returns:
        What `rcw_rules.wire.dumps` writes. ``schemas/odds.json`` is its schema. ``outcomes`` has the most likely first,
        exact ones with their ``probability`` as a fraction in a text, those of a sample with their ``estimate``, its
        ``standard_error`` and their ``count``.

    Raises:
        ValueError: A sample comes without its seed, or exact odds with one.
    """
    from rcw_rules.answering import odds_data, outcome_data, sample_data

    if (seed is not None) != isinstance(odds, Sample):
        raise ValueError("a sample needs its seed, and exact odds have none")
    asked = odds_data(ruleset, request)
    if isinstance(odds, Sample):
        sample = {"draws": odds.draws, "seed": seed}
        return {**asked, "sample": sample, "outcomes": list(sample_data(odds))}
    return {**asked, "outcomes": list(outcome_data(odds))}


# ---------------------------------------------------------------- a grid of questions


@attrs.frozen(kw_only=True, repr=False)
class Sweep(Generic[OutcomeT]):
    """The odds of a grid of questions.

    Attributes:
        axes: The values of each axis, by its name, in the order given.
        cells: The odds at each point that can be asked, by its values.
        refused: Why the others cannot, by their values: a rule forbids it.
    """

    axes: Mapping[str, tuple[Any, ...]]
    cells: Mapping[tuple[Any, ...], Distribution[OutcomeT]]
    refused: Mapping[tuple[Any, ...], Verdict]

    def __getitem__(self, point: tuple[Any, ...]) -> Distribution[OutcomeT]:
        """Return the odds at a point.

        Raises:
            IllegalRequestError: A rule forbids the question there.
            KeyError: The grid has no such point.
        """
        if point in self.refused:
            raise IllegalRequestError(self.refused[point])
        return self.cells[point]

    def __repr__(self) -> str:
        return f"<Sweep over {' and '.join(self.axes)}: {len(self.cells)} odds, {len(self.refused)} refused>"

    def _repr_html_(self) -> str:
        rows: list[tuple[str, ...]] = []
        for point in islice(product(*self.axes.values()), _MOST_SHOWN):
            values = tuple(in_a_line(value) for value in point)
            if point in self.refused:
                rows.append((*values, "", f"not allowed: {self.refused[point].objections[0].message}"))
            else:
                (outcome, probability), *_ = self.cells[point].ranked()
                rows.append((*values, percent(probability), in_a_line(outcome)))
        return html_table(rows, headers=(*map(in_words, self.axes), "chance", "most likely outcome"))

    def probability(self, event: Event[OutcomeT]) -> dict[tuple[Any, ...], Fraction]:
        """Return the probability of an event at each point that can be asked."""
        return {point: odds.probability(event) for point, odds in self.cells.items()}

    def expectation(self, value: Callable[[OutcomeT], int | Fraction]) -> dict[tuple[Any, ...], Fraction]:
        """Return the mean of something at each point that can be asked."""
        return {point: odds.expectation(value) for point, odds in self.cells.items()}

    def table(self, event: Event[OutcomeT]) -> tuple[tuple[Fraction | None, ...], ...]:
        """Return the probabilities of an event as rows and columns: the first axis down, the second across.

        Returns:
            None where a rule forbids the question. With one axis every row has one column.

        Raises:
            ValueError: There are more than two axes.
        """
        if len(self.axes) > 2:
            raise ValueError(f"a table has two axes, not {len(self.axes)}: {', '.join(self.axes)}")
        chances = self.probability(event)
        down, *across = self.axes.values()
        columns = [(value,) for value in across[0]] if across else [()]
        return tuple(tuple(chances.get((row, *column)) for column in columns) for row in down)


def sweep(
    ruleset: Ruleset[Any],
    request_of: Callable[..., Request[OutcomeT]],
    /,
    *,
    choices: Policies | None = None,
    limits: Limits = Limits(),
    **axes: Iterable[Any],
) -> Sweep[OutcomeT]:
    """Return the exact odds at every point of a grid.

    What several points have in common, such as the same morale test, is worked out once.

    Args:
        ruleset: The ruleset.
        request_of: Makes the question at a point, its values given by the names of the axes.
        choices: Policies for the players' decisions.
        limits: What each question may cost.
        axes: The values of each axis, by its name.

    Raises:
        InvalidRequestError: A question is malformed, an axis is missing or empty, or a value of one has no hash or
            equals another, as 1, True and 1.0 do.
        BudgetError: A question costs more.
        QuestionCancelledError: It was called off.
    """
    grid = {name: tuple(values) for name, values in axes.items()}
    empty = [name for name, values in grid.items() if not values]
    if empty or not grid:
        what = f"the axis {empty[0]!r} has no values" if empty else "there is no axis"
        raise InvalidRequestError([Problem("$", f"{what}: nothing is asked")])
    for name, values in grid.items():
        try:
            twice = _first_twice(values)
        except TypeError:
            raise InvalidRequestError(
                [Problem(f"$.{name}", "the values of an axis tell its points apart: take tuples, not lists")]
            ) from None
        if twice is not None:
            one, other = (show(value, "python") for value in twice)
            told = f"{other} equals {one}, which is on the axis already: list each once"
            raise InvalidRequestError([Problem(f"$.{name}", told)])
    cells: dict[tuple[Any, ...], Distribution[OutcomeT]] = {}
    refused: dict[tuple[Any, ...], Verdict] = {}
    for point in product(*grid.values()):
        request = request_of(**dict(zip(grid, point, strict=True)))
        try:
            cells[point] = ruleset.odds(request, choices=choices, limits=limits)
        except IllegalRequestError as error:
            refused[point] = error.verdict
    return Sweep(axes=grid, cells=cells, refused=refused)


def _first_twice(values: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """Return the first two values that are equal: they would share the points of a grid."""
    met: dict[Any, Any] = {}
    for value in values:
        if value in met:
            return met[value], value
        met[value] = value
    return None


# ---------------------------------------------------------------- many games of rounds


def play_rounds(
    step: Callable[[StateT], Distribution[StateT]],
    start: StateT,
    rounds: int,
    count: int,
    *,
    seed: int | str,
    limits: Limits = SAMPLE_LIMITS,
) -> Sample[StateT]:
    """Play so many games of rounds in bulk, where even `iterate` has too many states: millions of games a second.

    Games in the same state are drawn together: what a round costs grows with the different states and, little, with the
    games. At the end they are shuffled, so that every stretch of the sample is a fair one.

    Args:
        step: Returns the distribution of the next state, such as
            ``lambda state: ruleset.odds(Round(state=state)).map(...)``; it is asked once for each state.
        start: The state before the first round.
        rounds: How many rounds, 0 or more.
        count: How many games.
        seed: The seed.
        limits: What all rounds together may cost; by default as many seconds as they take.

    Raises:
        ValueError: There are fewer rounds than 0 or fewer games than 1.
        DiceError: There is no such seed.
        BudgetError: A limit is passed.
        QuestionCancelledError: It was called off.
    """
    from rcw_rules.kernel.draws import played_rounds

    return played_rounds(step, start, rounds, count, seed=seed, limits=limits)


# ---------------------------------------------------------------- something changed


@attrs.frozen(kw_only=True)
class WhatIf(Generic[OutcomeT]):
    """The odds of a question as it is and with something changed.

    Attributes:
        before: The odds as it is.
        after: The odds with the change.
    """

    before: Distribution[OutcomeT]
    after: Distribution[OutcomeT]

    def _repr_html_(self) -> str:
        outcomes = dict.fromkeys(outcome for odds in (self.before, self.after) for outcome, _ in odds.ranked())
        chances = [dict(odds.items()) for odds in (self.before, self.after)]
        rows = [
            (*(percent(chance.get(outcome, Fraction(0))) for chance in chances), in_a_line(outcome))
            for outcome in islice(outcomes, _MOST_SHOWN)
        ]
        return html_table(rows, headers=("before", "after", "outcome"))

    def difference(self, event: Event[OutcomeT]) -> Fraction:
        """Return what the change adds to the probability of an event."""
        return self.after.probability(event) - self.before.probability(event)

    def text(self, event: Event[OutcomeT]) -> str:
        """Return the probability of an event before and after, and the difference in percentage points."""
        before, after = self.before.probability(event), self.after.probability(event)
        return f"{percent(before)} before, {percent(after)} after: {points(after - before)}"


def what_if(
    ruleset: Ruleset[OptionsT],
    request: Request[OutcomeT],
    *,
    facts: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    modifiers: Mapping[str, int | Fraction | None] | None = None,
    choices: Policies | None = None,
    limits: Limits = Limits(),
) -> WhatIf[OutcomeT]:
    """Return the odds of a question as it is, and with facts, options or modifiers changed.

    Args:
        ruleset: The ruleset.
        request: The question.
        facts: Other values for parts of the request, by path: ``stands``, ``attackers[0].stands``.
        options: Other values of options, by name.
        modifiers: Other values of modifiers, by id, wherever they apply; None for one that does not apply at all.
        choices: Policies for the players' decisions.
        limits: What each of the two may cost.

    Raises:
        InvalidRequestError: A path leads nowhere, what comes of a change is malformed, or a modifier is no number, or a
            fraction in a sum of whole numbers.
        IllegalRequestError: A rule forbids what comes of a change.
        UnknownNameError: There is no such option, or no such modifier applies on any branch.
        BudgetError: One of the two costs more.
        QuestionCancelledError: It was called off.
    """
    for id, value in (modifiers or {}).items():
        is_number = isinstance(value, (int, Fraction))  # pyright: ignore[reportUnnecessaryIsInstance] - so callers may
        if value is not None and (isinstance(value, bool) or not is_number):
            raise InvalidRequestError([_no_value(id, value, "a whole number, a Fraction or None")])
    before = ruleset.odds(request, choices=choices, limits=limits)
    changed = ruleset.with_options(**options) if options else ruleset
    for path, value in (facts or {}).items():
        request = _with_fact(request, path, value)
    if not modifiers:
        return WhatIf(before=before, after=changed.odds(request, choices=choices, limits=limits))
    changed.check(request)
    umpire = _AdjustingUmpire(changed, choices or {}, limits, values=modifiers)
    after = umpire.distribution(request)
    known = {id for id, _ in umpire.met}
    for id in modifiers:
        if id not in known:
            raise UnknownNameError("modifier of this question", id, sorted(known))
    return WhatIf(before=before, after=after)


@attrs.frozen(kw_only=True)
class Worth:
    """What a modifier is worth.

    Attributes:
        to: What it modifies: ``attacker's die``.
        modifier: The modifier.
        with_it: The probability of the event as it is.
        without_it: The probability if the modifier did not apply.
    """

    to: str
    modifier: Modifier
    with_it: Fraction
    without_it: Fraction

    @property
    def worth(self) -> Fraction:
        """What it adds to the probability."""
        return self.with_it - self.without_it

    def __str__(self) -> str:
        return f"{self.to}: {self.modifier} [{self.modifier.rule}]: {points(self.worth)}"


def sensitivity(
    ruleset: Ruleset[Any],
    request: Request[OutcomeT],
    event: Event[OutcomeT],
    *,
    choices: Policies | None = None,
    limits: Limits = Limits(),
) -> tuple[Worth, ...]:
    """Return what every modifier of a question is worth, those that matter most first.

    Each is left out by itself, wherever it applies, in procedures inside as well; the others stay.

    Args:
        ruleset: The ruleset.
        request: The question.
        event: What it is worth for.
        choices: Policies for the players' decisions.
        limits: What each question may cost: the odds as they are, and those without each modifier.

    Raises:
        InvalidRequestError: The question is malformed.
        IllegalRequestError: A rule forbids it.
        ChoiceError: A policy is for no choice of this ruleset.
        BudgetError: A question costs more.
        QuestionCancelledError: It was called off.
    """
    now = ruleset.odds(request, choices=choices, limits=limits).probability(event)
    umpire = _AdjustingUmpire(ruleset, choices or {}, limits)
    umpire.distribution(request)  # meets the modifiers
    found: list[Worth] = []
    for (id, to), modifier in umpire.met.items():
        without = _AdjustingUmpire(ruleset, choices or {}, limits, absent=(id, to)).distribution(request)
        found.append(Worth(to=to, modifier=modifier, with_it=now, without_it=without.probability(event)))
    return tuple(sorted(found, key=lambda one: -abs(one.worth)))


def _no_value(id: str, value: object, expected: str) -> Problem:
    return Problem(f"modifiers[{id!r}]", f"expected {expected}, got {show(value, 'python')}")


class _AdjustingUmpire(ExactUmpire[OptionsT]):
    """An exact umpire with other values for some modifiers, who notes every modifier that comes up."""

    __slots__ = ("_absent", "_values", "met")

    def __init__(
        self,
        book: Book[OptionsT],
        policies: Policies,
        limits: Limits,
        *,
        values: Mapping[str, int | Fraction | None] | None = None,
        absent: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(book, policies, Cache(None), Meter(limits))
        self._values: Mapping[str, int | Fraction | None] = values or {}
        self._absent = absent
        self.met: dict[tuple[str, str], Modifier] = {}

    def modify(self, ledger: Ledger, to: str) -> Ledger:
        """Return the ledger with the other values."""
        ledger = super().modify(ledger, to)
        for entry in ledger.entries:
            self.met.setdefault((entry.id, to), entry)
            if (entry.id, to) == self._absent or self._values.get(entry.id, 0) is None:
                ledger = ledger.without(entry.id)
            elif entry.id in self._values:
                value = self._values[entry.id] or 0
                if entry.effect != "multiply":
                    if value.denominator != 1:
                        raise InvalidRequestError([_no_value(entry.id, value, "a whole number, as the sum is one")])
                    value = int(value)
                ledger = ledger.replaced(entry.id, value)
        return ledger


_STEP = re.compile(r"\.?(?P<name>[^.\[\]]+)|\[(?P<place>[0-9]{1,9})\]")


def _with_fact(request: Request[OutcomeT], path: str, value: object) -> Request[OutcomeT]:
    steps: list[str | int] = []
    at, rest = 0, path.removeprefix("$")
    while at < len(rest):
        step = _STEP.match(rest, at)
        if step is None:
            raise InvalidRequestError([Problem(path, "is not a path such as stands or attackers[0].stands")])
        steps.append(step["name"] or int(step["place"]))
        at = step.end()
    return cast("Request[OutcomeT]", _replaced(request, steps, value, path))


def _replaced(whole: object, steps: list[str | int], value: object, path: str) -> Any:
    if not steps:
        return value
    step, *rest = steps
    if isinstance(step, int):
        if not is_tuple(whole) or step >= len(whole):
            raise InvalidRequestError([Problem(path, f"there is no place [{step}] in it")])
        return (*whole[:step], _replaced(whole[step], rest, value, path), *whole[step + 1 :])
    cls: type = type(whole)
    fields = [field.name for field in attrs.fields(cls)] if attrs.has(cls) else []
    if step not in fields:
        raise InvalidRequestError(
            [Problem(path, f"there is no {step!r} in it{did_you_mean(close_names(step, fields))}")]
        )
    changed = _replaced(getattr(whole, step), rest, value, path)
    return attrs.evolve(cast("Any", whole), **{step: changed})


def points(difference: Fraction) -> str:
    """Return a difference of probabilities in percentage points.

    >>> points(Fraction(1, 6)), points(Fraction(-1, 36)), points(Fraction(0))
    ('+16.67 points', '-2.78 points', 'no difference')
    """
    return f"{float(difference) * 100:+.2f} points" if difference else "no difference"
