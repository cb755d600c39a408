"""The axes of a printed chart: labels, bands of whole numbers, and odds.

An axis keeps its keys as printed and says where a value belongs. It is checked when it is made: a key that stands
twice, a gap, an overlap or a ratio out of order is an `AxisError`, which knows the key at fault.

>>> Bands(keys=("1-2", "3-5", "6+")).place(4)
(1, False)
>>> Odds(keys=("1:2", "1:1", "2:1+"), round="down").place(Fraction(19, 10))
(1, False)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

from attrs import evolve, field, frozen

from rcw_rules.kernel.errors import ChartError, close_names, did_you_mean

End: TypeAlias = Literal["refuse", "clamp"]
"""What holds beyond the end of an axis: nothing (``refuse``), or the result at the end (``clamp``)."""

Rounding: TypeAlias = Literal["down", "up", "nearest"]
"""Which odds key takes a ratio between two: the lower, the higher, or the nearer by difference of exact fractions."""

Tie: TypeAlias = Literal["down", "up"]
"""Which odds key takes a ratio exactly half way between two, where the nearer one counts."""

Value: TypeAlias = int | str | Fraction
"""What is placed on an axis: a number, a ratio, or a key as printed."""

Place: TypeAlias = tuple[int, bool]
"""Where a value belongs: the number of the key in printed order, from 0, and whether the value was clamped."""

_WHOLE = r"-?[0-9]{1,9}"
_BAND = re.compile(
    rf"<=(?P<most>{_WHOLE})|(?P<least>{_WHOLE})\+|(?P<first>{_WHOLE})-(?P<last>{_WHOLE})|(?P<only>{_WHOLE})"
)
_AMOUNT = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_RATIO = re.compile(
    rf"(?P<below><)?(?:(?P<attacker>{_AMOUNT}):(?P<defender>{_AMOUNT})|(?P<percent>{_AMOUNT})%)(?P<above>\+)?"
)
_DASHES = str.maketrans({"\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-"})


class AxisError(ChartError):
    """The keys of an axis do not fit together, or a value has no place among them.

    Attributes:
        message: What is wrong, without the place.
        position: The number of the key at fault, from 0, or None where no single key is.
    """

    code: ClassVar[str] = "chart-axis"

    def __init__(self, message: str, position: int | None = None) -> None:
        self.message = message
        self.position = position
        super().__init__("axis", message)


@frozen(kw_only=True)
class Labels:
    """Named rows or columns, in printed order.

    >>> Labels(keys=("raw", "suppressed")).place("suppressed")
    (1, False)

    Attributes:
        keys: The labels as printed.
    """

    keys: tuple[str, ...]
    _positions: dict[str, int] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_positions", _positions(self.keys))

    def place(self, value: Value) -> Place:
        """Return the place of a label.

        Raises:
            AxisError: There is no such label.
        """
        return _printed_place(self._positions, value)


@frozen(kw_only=True)
class _Band:
    """A range of whole numbers, both ends inclusive. Where it is open, the two ends are the one that is printed."""

    low: int
    high: int
    open_to: Literal["", "below", "above"] = ""
    runs_backwards: bool = False

    def __str__(self) -> str:
        if self.open_to:
            return f"<={self.high}" if self.open_to == "below" else f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


@frozen(kw_only=True)
class Bands:
    """Whole numbers in bands that tile without gap or overlap, printed rising or falling.

    A key is ``4``, ``3-5`` (both ends inclusive), ``15+`` (open above) or ``<=2`` (open below).

    >>> Bands(keys=("2+", "1-0", "<=-1")).place(0)
    (1, False)

    Attributes:
        keys: The bands as printed.
        covers: The whole extent that the bands must have, as a band; or "" to leave it to the keys.
        below: What holds below the lowest band.
        above: What holds above the highest band.
    """

    keys: tuple[str, ...]
    covers: str = ""
    below: End = "refuse"
    above: End = "refuse"
    _positions: dict[str, int] = field(init=False, eq=False, repr=False)
    _bands: tuple[_Band, ...] = field(init=False, eq=False, repr=False)
    _order: range = field(init=False, eq=False, repr=False)
    _lows: tuple[int, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_positions", _positions(self.keys))
        bands = tuple(_band(key, position) for position, key in enumerate(self.keys))
        order = _rising_positions(len(bands), falls=bands[-1].low < bands[0].low)
        object.__setattr__(self, "_bands", bands)
        object.__setattr__(self, "_order", order)
        object.__setattr__(self, "_lows", _tile(self.keys, bands, order, self.covers))

    @property
    def is_open_below(self) -> bool:
        """Whether the lowest band has no lower end."""
        return self._bands[self._order[0]].open_to == "below"

    @property
    def is_open_above(self) -> bool:
        """Whether the highest band has no upper end."""
        return self._bands[self._order[-1]].open_to == "above"

    def place(self, value: Value) -> Place:
        """Return the place of the band that holds a whole number, or of a key as printed.

        Raises:
            AxisError: The number is not whole, or lies beyond an end that refuses it; or there is no such key.
        """
        if isinstance(value, str):
            return _printed_place(self._positions, value)
        number = whole_number(value)
        if number < self._bands[self._order[0]].low and not self.is_open_below:
            return _beyond(str(number), "below", self.keys, self._order[0], self.below)
        if number > self._bands[self._order[-1]].high and not self.is_open_above:
            return _beyond(str(number), "above", self.keys, self._order[-1], self.above)
        return self._order[bisect_right(self._lows, number)], False


@frozen(kw_only=True)
class Odds:
    """Ratios such as attacker to defender, exact, printed rising or falling.

    A key is ``3:2``, ``1.5:1`` or ``30%``; the highest may be open (``2:1+``), and the lowest may be ``<1:3``: all
    below the next key, 1:3. A ratio between two keys takes the lower (``round="down"``: of attacker to defender, in
    the defender's favour), the higher (``up``: in the attacker's), or the ``nearest`` by difference of the exact
    fractions, with ``tie`` for a ratio exactly half way. A ratio equal to a key always takes that key.

    >>> odds = Odds(keys=("1:2", "1:1", "2:1"), round="nearest", tie="down", above="clamp")
    >>> odds.place(Fraction(3, 2)), odds.place(Fraction(31, 20)), odds.place(Fraction(5))
    ((1, False), (2, False), (2, True))

    Attributes:
        keys: The ratios as printed.
        round: Which key takes a ratio between two.
        tie: Which key takes a ratio half way between two; needed for ``nearest`` and only there.
        below: What holds below the lowest ratio.
        above: What holds above the highest ratio.
    """

    keys: tuple[str, ...]
    round: Rounding
    tie: Tie | None = None
    below: End = "refuse"
    above: End = "refuse"
    _positions: dict[str, int] = field(init=False, eq=False, repr=False)
    _ratios: tuple[Fraction, ...] = field(init=False, eq=False, repr=False)
    _order: range = field(init=False, eq=False, repr=False)
    _cuts: tuple[tuple[int, int, bool], ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if (self.round == "nearest") != (self.tie is not None):
            raise AxisError('"tie" ("down" or "up") goes with round = "nearest", and only with it')
        object.__setattr__(self, "_positions", _positions(self.keys))
        ratios = tuple(_ratio(key, position) for position, key in enumerate(self.keys))
        order = _rising_positions(len(ratios), falls=ratios[-1] < ratios[0] or self.keys[-1].startswith("<"))
        _check_ratios(self.keys, ratios, order)
        object.__setattr__(self, "_ratios", ratios)
        object.__setattr__(self, "_order", order)
        object.__setattr__(self, "_cuts", tuple(self._cut()))

    def _cut(self) -> Iterator[tuple[int, int, bool]]:
        """Yield, between each key and the next higher, numerator and denominator of the cut, and whether it passes.

        A ratio belongs as many keys above the lowest as it passes cuts. They are kept as whole numbers because to
        compare Fractions costs ten times as much.
        """
        for before, after in pairwise(self._order):
            lower, higher = self._ratios[before], self._ratios[after]
            cut, passes = higher, True
            if lower < higher and self.round == "up":
                cut, passes = lower, False
            elif lower < higher and self.round == "nearest":
                cut, passes = (lower + higher) / 2, self.tie == "up"
            yield cut.numerator, cut.denominator, passes

    @property
    def is_open_below(self) -> bool:
        """Whether the lowest key takes every lower ratio too."""
        return self.keys[self._order[0]].startswith("<")

    @property
    def is_open_above(self) -> bool:
        """Whether the highest key takes every higher ratio too."""
        return self.keys[self._order[-1]].endswith("+")

    def place(self, value: Value) -> Place:
        """Return the place of an exact ratio, or of a key as printed.

        Raises:
            AxisError: The ratio is not exact, is negative, or lies beyond an end that refuses it; or there is no
                such key.
        """
        if isinstance(value, str):
            return _printed_place(self._positions, value)
        ratio = value if isinstance(value, Fraction) else whole_number(value)
        numerator, denominator = ratio.numerator, ratio.denominator
        if numerator < 0:
            raise AxisError(f"{ratio} is negative, and a ratio never is")
        lowest, highest = self._ratios[self._order[0]], self._ratios[self._order[-1]]
        if numerator * lowest.denominator < lowest.numerator * denominator and not self.is_open_below:
            return _beyond(str(ratio), "below", self.keys, self._order[0], self.below)
        if numerator * highest.denominator > highest.numerator * denominator and not self.is_open_above:
            return _beyond(str(ratio), "above", self.keys, self._order[-1], self.above)
        passed = 0
        for cut_numerator, cut_denominator, passes in self._cuts:
            left, right = numerator * cut_denominator, cut_numerator * denominator
            if left < right or (left == right and not passes):
                break
            passed += 1
        return self._order[passed], False


Axis: TypeAlias = Labels | Bands | Odds
"""The rows or the columns of a chart."""


def whole_number(value: object) -> int:
    """Return a value that equals a whole number as that number.

    Python holds 1, True and 1.0 for equal, and a look-up that is remembered finds all three; so the first look-up must
    take them too, or the answer would depend on what was asked before.

    Raises:
        AxisError: It equals no whole number.
    """
    try:
        number = int(value)  # type: ignore[call-overload]  # anything else is refused just below
    except (TypeError, ValueError, OverflowError):
        raise AxisError(f"{value!r} is not a number") from None
    if number != value:
        raise AxisError(f"{value!r} is neither a whole number nor an exact fraction")
    return int(number)


def _positions(keys: Sequence[str]) -> dict[str, int]:
    """Return the position of each key.

    Raises:
        AxisError: There are none, or one stands twice.
    """
    if not keys:
        raise AxisError("there are none")
    positions: dict[str, int] = {}
    for position, key in enumerate(keys):
        if key in positions:
            raise AxisError(f'"{key}" stands twice', position)
        positions[key] = position
    return positions


def _printed_place(positions: dict[str, int], key: object) -> Place:
    position = positions.get(key) if isinstance(key, str) else None
    if position is None:
        suggestions = close_names(key, positions) if isinstance(key, str) else ()
        raise AxisError(f"{key!r} is not on the chart{did_you_mean(suggestions)}")
    return position, False


def _beyond(value: str, side: str, keys: Sequence[str], position: int, end: End) -> Place:
    if end == "refuse":
        raise AxisError(f'{value} is {side} "{keys[position]}", the last that the chart has')
    return position, True


def _rising_positions(count: int, *, falls: bool) -> range:
    return range(count - 1, -1, -1) if falls else range(count)


def _parse_band(text: str) -> _Band | None:
    found = _BAND.fullmatch(text)
    if found is None:
        return None
    most, least, first, last, only = found.groups()
    if most is not None:
        return _Band(low=int(most), high=int(most), open_to="below")
    if least is not None:
        return _Band(low=int(least), high=int(least), open_to="above")
    if only is not None:
        return _Band(low=int(only), high=int(only))
    low, high = sorted((int(first), int(last)))
    return _Band(low=low, high=high, runs_backwards=int(first) > int(last))


def _band(key: str, position: int) -> _Band:
    band = _parse_band(key)
    if band is None:
        plain = key.translate(_DASHES).replace("\N{LESS-THAN OR EQUAL TO}", "<=").replace(" or more", "+")
        plain = re.sub(r"^(.*) or less$", r"<=\1", plain).replace(" ", "")
        hint = did_you_mean((plain,)) if _parse_band(plain) else '; write "4", "3-5", "15+" or "<=2"'
        raise AxisError(f'"{key}" is not a range of whole numbers{hint}', position)
    return band


def _tile(keys: Sequence[str], bands: Sequence[_Band], order: range, covers: str) -> tuple[int, ...]:
    """Check that the bands tile, and return the low end of each in rising order but the lowest."""
    for position in order:
        band = bands[position]
        if band.runs_backwards and order.step > 0:
            plain = evolve(band, runs_backwards=False)
            raise AxisError(f'"{keys[position]}" runs backwards; did you mean "{plain}"?', position)
    _check_open_ends(keys, [band.open_to for band in bands], order)
    for before, after in pairwise(order):
        if bands[after].high < bands[before].low:
            raise AxisError(f'"{keys[before]}" and "{keys[after]}" are out of order', max(before, after))
    for before, after in pairwise(order):
        _check_neighbours(keys, bands, before, after)
    if covers:
        _check_extent(bands, covers, order)
    return tuple(bands[position].low for position in order[1:])


def _check_open_ends(keys: Sequence[str], open_to: Sequence[str], order: range) -> None:
    for position in order:
        if open_to[position] == "below" and position != order[0]:
            raise AxisError(f'"{keys[position]}" is open below and must stand at the low end', position)
        if open_to[position] == "above" and position != order[-1]:
            raise AxisError(f'"{keys[position]}" is open above and must stand at the high end', position)


def _check_neighbours(keys: Sequence[str], bands: Sequence[_Band], before: int, after: int) -> None:
    lower, higher = bands[before], bands[after]
    pair, second = (f'"{keys[before]}" and "{keys[after]}"'), max(before, after)
    next_low = lower.high + 1
    wanted = evolve(higher, low=next_low, runs_backwards=False)
    if higher.low > next_low:
        missing = _Band(low=next_low, high=higher.low - 1)
        raise AxisError(f'{missing} is missing between {pair}: add "{missing}", or did you mean "{wanted}"?', second)
    if higher.low <= lower.high:
        hint = f'; did you mean "{wanted}"?' if higher.open_to or higher.high > lower.high else ""
        raise AxisError(f"{max(higher.low, lower.low)} is in both {pair}{hint}", second)


def _check_extent(bands: Sequence[_Band], covers: str, order: range) -> None:
    wanted = _parse_band(covers)
    if wanted is None:
        raise AxisError(f'covers = "{covers}" is not a range of whole numbers, such as "2-12"')
    lowest, highest = bands[order[0]], bands[order[-1]]
    if (lowest.open_to == "below", lowest.low) != (wanted.open_to == "below", wanted.low):
        raise AxisError(f'they begin with "{lowest}" and should cover "{covers}"', order[0])
    if (highest.open_to == "above", highest.high) != (wanted.open_to == "above", wanted.high):
        raise AxisError(f'they end with "{highest}" and should cover "{covers}"', order[-1])


def _ratio(key: str, position: int) -> Fraction:
    found = _RATIO.fullmatch(key)
    if found is None or (found["below"] and found["above"]):
        plain = re.sub(r"\s|\N{FULLWIDTH COLON}", "", key.translate(_DASHES)).replace("-", ":")
        hint = (
            did_you_mean((plain,))
            if plain != key and _RATIO.fullmatch(plain)
            else '; write "3:2", "30%", "2:1+" or "<1:3"'
        )
        raise AxisError(f'"{key}" is not a ratio{hint}', position)
    if found["percent"] is not None:
        attacker, defender = Fraction(found["percent"]), Fraction(100)
    else:
        attacker, defender = Fraction(found["attacker"]), Fraction(found["defender"])
    if not attacker or not defender:
        raise AxisError(f'"{key}" is not a ratio of two numbers above 0', position)
    return attacker / defender


def _check_ratios(keys: Sequence[str], ratios: Sequence[Fraction], order: range) -> None:
    ends = {"<": "below", "+": "above"}
    _check_open_ends(keys, [ends.get(key[0]) or ends.get(key[-1], "") for key in keys], order)
    lowest = keys[order[0]]
    is_open = lowest.startswith("<")
    if is_open and (len(order) == 1 or ratios[order[1]] != ratios[order[0]]):
        raise AxisError(f'"{lowest}" must be followed by "{lowest[1:]}"', order[0])
    for before, after in pairwise(order[1:] if is_open else order):
        if ratios[after] == ratios[before]:
            raise AxisError(f'"{keys[before]}" and "{keys[after]}" are the same ratio', max(before, after))
        if ratios[after] < ratios[before]:
            raise AxisError(f'"{keys[before]}" and "{keys[after]}" are out of order', max(before, after))
