"""Distributions: every possible outcome with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm, log2, log10
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from attrs import frozen

from rcw_rules.kernel.errors import TooLongError
from rcw_rules.kernel.limits import watched
from rcw_rules.kernel.markup import html_table
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.seeds import require_seed

if TYPE_CHECKING:
    from rcw_rules.kernel.draws import Drawer

OutcomeT = TypeVar("OutcomeT", bound=Hashable)

MOST_DRAWS = 1_000_000_000
"""As many outcomes are drawn at once: they are kept in memory."""
OtherT = TypeVar("OtherT", bound=Hashable)

_MANY = 1_024
"""Among as many weights there may be very large ones."""

MOST_DIGITS = 4_300
"""Numbers with more digits are not written out; Python itself reads no longer ones."""

_SURELY_SHORT = 14_000
"""Numbers of as many bits have fewer digits than that."""


class Distribution(Generic[OutcomeT]):
    """Every possible outcome with its exact weight.

    It behaves like a read-only mapping of outcomes to probabilities as fractions that sum to 1.

    >>> two = Distribution({"hit": 1, "miss": 2})
    >>> two.probability("hit"), two.most_likely()
    (Fraction(1, 3), 'miss')

    Args:
        weights: A positive whole-number weight for each outcome.
    """

    __slots__ = ("_drawer", "pairs", "total")

    pairs: tuple[tuple[OutcomeT, int], ...]
    """Every outcome, once, with its weight in lowest terms, in the order in which the walk met them."""

    total: int
    """The sum of the weights."""

    _drawer: Drawer

    def __init__(self, weights: Mapping[OutcomeT, int]) -> None:
        if not weights or min(weights.values()) <= 0:
            raise ValueError("a distribution needs at least one outcome, and weights above 0")
        self._fill(tuple(weights), tuple(weights.values()))

    @staticmethod
    def of(outcomes: Iterable[OtherT], weights: Sequence[int]) -> Distribution[OtherT]:
        """Return the distribution of *outcomes*, all different, with *weights*, all above 0; neither is checked."""
        made: Distribution[OtherT] = Distribution.__new__(Distribution)  # pyright: ignore[reportUnknownVariableType]
        made._fill(outcomes, weights)
        return made

    def _fill(self, outcomes: Iterable[OutcomeT], weights: Sequence[int]) -> None:
        divisor = gcd(*weights) if len(weights) < _MANY else _divisor_of_many(weights)
        if divisor > 1:
            weights = [weight // divisor for weight in weights]
        self.pairs = tuple(zip(outcomes, weights))  # noqa: B905 - checking costs time, and both come from one mapping
        self.total = sum(weights)

    @property
    def outcomes(self) -> tuple[OutcomeT, ...]:
        """Every possible outcome, in the order in which the walk met them."""
        return tuple(outcome for outcome, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[OutcomeT]:
        return (outcome for outcome, _ in self.pairs)

    def items(self) -> Iterator[tuple[OutcomeT, Fraction]]:
        """Yield every outcome with its probability."""
        total = self.total
        return ((outcome, Fraction(weight, total)) for outcome, weight in self.pairs)

    def __getitem__(self, outcome: OutcomeT) -> Fraction:
        """Return the probability of *outcome*; 0 if it cannot happen."""
        return Fraction(next((weight for other, weight in self.pairs if other == outcome), 0), self.total)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return False
        theirs = cast("Distribution[OutcomeT]", other)
        return self.total == theirs.total and dict(self.pairs) == dict(theirs.pairs)  # both in lowest terms

    def __hash__(self) -> int:
        return hash(frozenset(self.pairs))

    def probability(self, event: Callable[[OutcomeT], bool] | OutcomeT) -> Fraction:
        """Return the probability of an *event*, exact.

        Args:
            event: A predicate of the outcome, or an outcome itself.
        """
        if not callable(event):
            return self[event]
        weight = sum(weight for outcome, weight in self.pairs if event(outcome))
        return Fraction(weight, self.total)

    def expectation(self, value: Callable[[OutcomeT], int | Fraction]) -> Fraction:
        """Return the mean of *value* over the outcomes, exact."""
        total = sum((Fraction(value(outcome)) * weight for outcome, weight in self.pairs), Fraction(0))
        return total / self.total

    def variance(self, value: Callable[[OutcomeT], int | Fraction]) -> Fraction:
        """Return the variance of *value* over the outcomes, exact."""
        mean = self.expectation(value)
        return self.expectation(lambda outcome: (value(outcome) - mean) ** 2)

    def map(self, function: Callable[[OutcomeT], OtherT]) -> Distribution[OtherT]:
        """Return the distribution of *function* of the outcome; equal results are merged."""
        weights: dict[OtherT, int] = {}
        for outcome, weight in self.pairs:
            image = function(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution(weights)

    def group(self, key: Callable[[OutcomeT], OtherT]) -> dict[OtherT, Distribution[OutcomeT]]:
        """Return, for each value of *key*, the distribution once it is known that the outcome has it."""
        groups: dict[OtherT, dict[OutcomeT, int]] = {}
        for outcome, weight in self.pairs:
            groups.setdefault(key(outcome), {})[outcome] = weight
        return {value: Distribution(weights) for value, weights in groups.items()}

    def given(self, event: Callable[[OutcomeT], bool]) -> Distribution[OutcomeT]:
        """Return the distribution once it is known that *event* happens.

        Raises:
            ValueError: If it cannot happen.
        """
        weights = {outcome: weight for outcome, weight in self.pairs if event(outcome)}
        if not weights:
            raise ValueError("the event cannot happen, so nothing follows from it")
        return Distribution(weights)

    def then(self, follow: Callable[[OutcomeT], Distribution[OtherT]]) -> Distribution[OtherT]:
        """Return the distribution of what follows: *follow* says what may come after each outcome."""
        following = [(weight, follow(outcome)) for outcome, weight in self.pairs]
        common = lcm(*(after.total for _, after in following))
        weights: dict[OtherT, int] = {}
        for weight, after in following:
            factor = weight * (common // after.total)
            for outcome, share in after.pairs:
                weights[outcome] = weights.get(outcome, 0) + share * factor
        return Distribution(weights)

    def draw(self, count: int, *, seed: int | str) -> Sample[OutcomeT]:
        """Draw outcomes in bulk, hundreds of millions a second; none is more than 1 in 2**64 off its probability.

        Args:
            count: How many, from 1 to 1,000,000,000, which may take some gigabytes.
            seed: The seed: the same gives the same draws, on every machine.

        Raises:
            ValueError: The count is less or more.
            DiceError: There is no such seed.
        """
        require_seed(seed)
        if count > MOST_DRAWS:
            raise ValueError(f"at most {MOST_DRAWS:,} outcomes are drawn at once, not {count:,}: draw several samples")
        return Sample(self.outcomes, self.drawer.draw(count, seed))

    @property
    def drawer(self) -> Drawer:
        """What draws from this distribution; made when it is first needed, and kept."""
        try:
            return self._drawer
        except AttributeError:
            from rcw_rules.kernel.draws import Drawer

            drawer = self._drawer = Drawer(self)
            return drawer

    def most_likely(self) -> OutcomeT:
        """Return the outcome with the highest probability, the first met of equal ones."""
        return max(self.pairs, key=lambda pair: pair[1])[0]

    def ranked(self) -> list[tuple[OutcomeT, Fraction]]:
        """Return the outcomes with their probabilities, the most likely first, equal ones in the order met."""
        total = self.total
        ranked = sorted(self.pairs, key=lambda pair: -pair[1])
        return [(outcome, Fraction(weight, total)) for outcome, weight in ranked]

    def compare(self, other: Distribution[OutcomeT], value: Callable[[OutcomeT], Any]) -> Comparison:
        """Draw once from this and once from *other*: how often is *value* higher here, equal, or higher there?

        Args:
            other: The other distribution; the draws are independent.
            value: Something of the outcome that has an order.
        """
        mine, theirs = self.map(value), other.map(value)
        higher = equal = below = 0
        ascending = sorted(theirs.pairs, key=lambda pair: pair[0])
        place = 0
        for one, weight in sorted(mine.pairs, key=lambda pair: pair[0]):
            while place < len(ascending) and ascending[place][0] < one:
                below += ascending[place][1]
                place += 1
            higher += weight * below
            if place < len(ascending) and ascending[place][0] == one:
                equal += weight * ascending[place][1]
        total = mine.total * theirs.total
        return Comparison(
            higher=Fraction(higher, total), equal=Fraction(equal, total), lower=Fraction(total - higher - equal, total)
        )

    def distance(self, other: Distribution[OutcomeT]) -> Fraction:
        """Return how far apart two distributions are: the largest difference that they give any event, 0 to 1."""
        mine, theirs = dict(self.items()), dict(other.items())
        every = dict.fromkeys((*mine, *theirs))
        return sum(
            (max(mine.get(o, Fraction(0)) - theirs.get(o, Fraction(0)), Fraction(0)) for o in every), Fraction(0)
        )

    def text(self, label: Callable[[OutcomeT], str] = str, *, most: int | None = None) -> str:
        """Return a table of outcomes, the most likely first: percentage, exact fraction, outcome.

        Args:
            label: Says what to call an outcome.
            most: How many lines at most; what is left out is summed up in a last line.
        """
        rows = _rows(self, label, most)
        wide = max(7, *(len(percent) for percent, _, _ in rows))
        width = max(len(fraction) for _, fraction, _ in rows)
        return "\n".join(f"{percent:>{wide}}  {fraction:>{width}}  {name}" for percent, fraction, name in rows)

    def __repr__(self) -> str:
        return f"<Distribution of {len(self)} outcomes>"

    def _repr_html_(self) -> str:
        from rcw_rules.kernel.wording import in_a_line

        return html_table(_rows(self, in_a_line, 40), headers=("chance", "exact", "outcome"))


def _divisor_of_many(weights: Sequence[int]) -> int:
    """Return the greatest common divisor of weights that may be very large, which takes long until it is small."""
    divisor = gcd(weights[0], weights[-1])  # those of a count have none in common, though neighbours do
    for weight in watched(weights):
        if divisor == 1:
            break
        divisor = gcd(divisor, weight)
    return divisor


@frozen(kw_only=True)
class Comparison:
    """How two independent draws compare.

    Attributes:
        higher: The probability that the first is higher.
        equal: The probability that both are equal.
        lower: The probability that the first is lower.
    """

    higher: Fraction
    equal: Fraction
    lower: Fraction

    def _repr_html_(self) -> str:
        chances = {"higher": self.higher, "equal": self.equal, "lower": self.lower}
        rows = [(name, percent(chance), exact_or_length(chance)) for name, chance in chances.items()]
        return html_table(rows, headers=("the first is", "chance", "exact"))


def percent(probability: Fraction) -> str:
    """Return *probability* as a percentage with two decimals; only what is certain is called 0 % or 100 %.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**9)), percent(Fraction(1))
    ('33.33 %', '<0.01 %', '100 %')
    """
    if probability in (0, 1):
        return f"{int(probability) * 100} %"
    hundredths = round(probability * 10_000)
    if hundredths == 0:
        return "<0.01 %"
    if hundredths == 10_000:
        return ">99.99 %"
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def exact(number: Fraction) -> str:
    """Return a fraction in full, as documents write it.

    >>> exact(Fraction(1, 3)), exact(Fraction(2))
    ('1/3', '2')

    Raises:
        TooLongError: Its numerator or denominator has more than 4,300 digits.
    """
    longest = max(abs(number.numerator), number.denominator)
    if longest.bit_length() > _SURELY_SHORT and longest >= 10**MOST_DIGITS:
        raise TooLongError(_digits(longest), MOST_DIGITS)
    return str(number)


def exact_or_length(number: Fraction) -> str:
    """Return a fraction for people to read: in full, or how many digits it has where these are too many."""
    try:
        return exact(number)
    except TooLongError as error:
        return f"a fraction of {error.digits:,} digits"


def _digits(number: int) -> int:
    """Return how many decimal digits a number above 0 has, from its logarithm."""
    bits = max(0, number.bit_length() - 64)
    return int((log2(number >> bits) + bits) * log10(2)) + 1


def _rows(
    distribution: Distribution[OutcomeT], label: Callable[[OutcomeT], str], most: int | None
) -> list[tuple[str, str, str]]:
    ranked = distribution.ranked()
    shown = ranked if most is None else ranked[:most]
    rows = [(percent(probability), exact_or_length(probability), label(outcome)) for outcome, probability in shown]
    if len(shown) < len(ranked):
        rest = sum((probability for _, probability in ranked[len(shown) :]), Fraction(0))
        left = len(ranked) - len(shown)
        rows.append((percent(rest), exact_or_length(rest), f"{left} other outcome{'' if left == 1 else 's'}"))
    return rows
