"""Pictures of odds, drawn by matplotlib, which comes with the extra ``charts``.

A picture shows itself in a notebook and is saved as SVG or PNG. The same odds give the same file. What is exact is told
so; estimates have bars of their standard errors.
"""

# pyright: reportUnknownMemberType=false
# Because the types of matplotlib leave some parameters of its methods open.

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel.distributions import Distribution, percent
from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.samples import Estimate, Sample
from rcw_rules.kernel.words import in_words
from rcw_rules.kernel.writing import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rcw_rules.luck import LuckLedger
    from rcw_rules.odds import Sweep

__all__ = ["Plot", "PlotError", "plot_comparison", "plot_heat_map", "plot_luck", "plot_odds", "plot_panels"]

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
P = ParamSpec("P")

OddsOrSample: TypeAlias = Distribution[OutcomeT] | Sample[OutcomeT]
"""Exact odds, or what was drawn."""

MOST_BARS = 24
"""As many bars are drawn; what is left over shares the last."""

MOST_NUMBERS = 2_500
"""A heat map of more cells has no numbers in them: nobody could read them, and each takes time and memory."""

MOST_PANELS = 50
"""As many panels are drawn in one picture."""

_INK = "#22313f"
_FIRST = "#34658f"
_SECOND = "#d08a1d"
_HATCH = "///"
_SCALES = (0.25, 0.5, 1.0)
_ROOM = 1.2
"""How much longer an axis is than its scale, for the figures behind the bars."""


class PlotError(RulesError):
    """A picture cannot be drawn or saved."""

    code: ClassVar[str] = "plot"


@frozen(repr=False)
class Plot:
    """A finished picture.

    Attributes:
        figure: The figure of matplotlib, to be changed further.
    """

    figure: Figure

    def __repr__(self) -> str:
        titles = [self.figure.get_suptitle(), *(axes.get_title(loc="left") for axes in self.figure.axes)]
        return f"<Plot {next((title for title in titles if title), '')!r}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file, whole or not at all.

        Args:
            path: Where to; its name ends in ``.svg`` or ``.png``. A file that is there is replaced.

        Raises:
            PlotError: The name ends in something else.
            OSError: The file cannot be written.
            ValueError: The path holds a null character.
        """
        file = Path(path)
        kind = file.suffix.lower().removeprefix(".")
        if kind not in ("svg", "png"):
            raise PlotError(f"a plot is saved as a file whose name ends in .svg or .png, got {file.name!r}")
        write_whole(file, self._drawn(kind))

    def _repr_svg_(self) -> str:
        """Return the picture as a document: what a notebook shows."""
        return self._drawn("svg").decode()

    def _drawn(self, kind: str) -> bytes:
        buffer = BytesIO()
        with _own_settings():
            self.figure.savefig(buffer, format=kind, metadata={"Date": None} if kind == "svg" else {"Software": None})
        return buffer.getvalue()


@contextmanager
def _own_settings() -> Generator[None]:
    """Have settings hold that are the same everywhere: a file in the current folder could change all, or start LaTeX.

    Without a date and with ids that do not come by chance, the same picture is the same file. A name between dollar
    signs is a name, not mathematics.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise PlotError("pictures of odds need matplotlib: install rcw-rules[charts]") from None
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({"svg.hashsalt": "rcw", "svg.fonttype": "path", "text.parse_math": False})
        yield


def _plainly(draw: Callable[P, Plot]) -> Callable[P, Plot]:
    """Have a function draw with settings that are the same everywhere."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Plot:
        with _own_settings():
            return draw(*args, **kwargs)

    return drawn


@_plainly
def plot_odds(
    odds: OddsOrSample[OutcomeT],
    value: Callable[[OutcomeT], Any] | None = None,
    *,
    title: str = "",
    label: Callable[[Any], str] = str,
) -> Plot:
    """Draw how likely each outcome is, as bars.

    Args:
        odds: Exact odds, or a sample, whose bars have their standard errors.
        value: What of an outcome to show; by default the whole outcome.
        title: What stands above.
        label: Says what to call a value.
    """
    (rows,) = _rows([odds], value)
    figure = _figure(7.5, 1.3 + 0.34 * len(rows))
    axes = figure.subplots()
    _bars(axes, rows, label)
    axes.set_title(title, loc="left")
    return Plot(figure)


@_plainly
def plot_panels(
    panels: Sequence[tuple[str, OddsOrSample[Any]]], *, title: str = "", label: Callable[[Any], str] = str
) -> Plot:
    """Draw several odds one below the other, each with its name.

    Args:
        panels: The odds with their names, at most 50.
        title: What stands above all.
        label: Says what to call a value.

    Raises:
        ValueError: There are none, or more than 50.
    """
    if not panels:
        raise ValueError("there is nothing to draw")
    if len(panels) > MOST_PANELS:
        raise ValueError(f"a picture has at most {MOST_PANELS} panels, not {len(panels):,}: draw several pictures")
    all_rows = [_rows([odds], None)[0] for _, odds in panels]
    heights = [0.9 + 0.34 * len(rows) for rows in all_rows]
    figure = _figure(7.5, sum(heights) + (0.5 if title else 0.1))
    grid = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
    for axes, (name, _), rows in zip(grid[:, 0], panels, all_rows, strict=True):
        _bars(axes, rows, label)
        axes.set_title(name, loc="left")
    if title:
        figure.suptitle(title, x=0.01, ha="left")
    return Plot(figure)


@_plainly
def plot_comparison(
    first: OddsOrSample[OutcomeT],
    second: OddsOrSample[OutcomeT],
    value: Callable[[OutcomeT], Any] | None = None,
    *,
    names: tuple[str, str] = ("before", "after"),
    title: str = "",
    label: Callable[[Any], str] = str,
) -> Plot:
    """Draw two odds side by side.

    Args:
        first: Exact odds, or a sample.
        second: The others.
        value: What of an outcome to show; by default the whole outcome.
        names: What to call the two.
        title: What stands above.
        label: Says what to call a value.
    """
    one, two = _rows([first, second], value)
    figure = _figure(7.5, 1.6 + 0.5 * len(one))
    axes = figure.subplots()
    widest = max(share for _, share, _ in (*one, *two))
    _bars(axes, one, label, widest=widest, height=0.4, shift=-0.2, name=names[0])
    _bars(axes, two, label, widest=widest, height=0.4, shift=0.2, name=names[1], colour=_SECOND, hatch=_HATCH)
    axes.legend(frameon=False, loc="best")
    axes.set_title(title, loc="left")
    return Plot(figure)


@_plainly
def plot_heat_map(sweep: Sweep[OutcomeT], event: Callable[[OutcomeT], bool], *, title: str = "") -> Plot:
    """Draw how likely an event is over a grid of two axes, the first down, the second across.

    Points that a rule forbids are hatched. With more than 2,500 cells only colours tell the odds, and the picture stays
    as large as one of 50 by 50.

    Args:
        sweep: The odds of the grid.
        event: The event.
        title: What stands above.

    Raises:
        ValueError: The grid has other than two axes.
    """
    if len(sweep.axes) != 2:
        raise ValueError(f"a heat map has two axes, not {len(sweep.axes)}: {', '.join(sweep.axes)}")
    table = sweep.table(event)
    (down, rows), (across, columns) = sweep.axes.items()
    is_fine = len(rows) * len(columns) > MOST_NUMBERS
    wide, high = (min(len(each), 50) if is_fine else len(each) for each in (columns, rows))
    figure = _figure(2.2 + 0.62 * wide, 1.6 + 0.42 * high)
    axes = figure.subplots()
    axes.set_facecolor("white")
    axes.patch.set_hatch("xxx")
    axes.patch.set_edgecolor("#b8bfc6")
    shades = [[float("nan") if chance is None else float(chance) for chance in row] for row in table]
    image = axes.imshow(shades, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for row, chances in enumerate(table):
        for column, chance in enumerate(chances):
            if chance is not None and not is_fine:
                dark = chance < Fraction(1, 2)
                axes.text(
                    column,
                    row,
                    _short(chance),
                    ha="center",
                    va="center",
                    color="white" if dark else "black",
                    fontsize=8,
                )
    across_every, down_every = (-(-len(each) // 50) if is_fine else 1 for each in (columns, rows))
    axes.set_xticks(range(0, len(columns), across_every), [_name(each, str) for each in columns[::across_every]])
    axes.set_yticks(range(0, len(rows), down_every), [_name(each, str) for each in rows[::down_every]])
    axes.set_xlabel(in_words(across))
    axes.set_ylabel(in_words(down))
    axes.set_title(title, loc="left")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 0.25, 0.5, 0.75, 1])
    bar.ax.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])
    return Plot(figure)


@_plainly
def plot_luck(ledger: LuckLedger, *, title: str = "") -> Plot:
    """Draw how far each throw was from what was to be expected, in standard deviations.

    Args:
        ledger: The throws.
        title: What stands above.

    Raises:
        ValueError: There are none.
    """
    if not ledger.throws:
        raise ValueError("there is no throw to draw")
    figure = _figure(7.5, 1.5 + 0.34 * len(ledger.throws))
    axes = figure.subplots()
    for place, throw in enumerate(ledger.throws):
        high = throw.score >= 0
        axes.barh(
            place, throw.score, 0.7, color=_FIRST if high else _SECOND, hatch="" if high else _HATCH, edgecolor=_INK
        )
    wide = max(1.0, *(abs(throw.score) for throw in ledger.throws)) * 1.1
    for place, throw in enumerate(ledger.throws):
        told = f"{', '.join(map(str, throw.faces))}: {throw.value}, expected {float(throw.expected):.2f}"
        axes.text(wide * 1.02, place, told, va="center", fontsize=8)
    axes.set_xlim(-wide, wide * 1.9)
    axes.set_xticks([tick for tick in range(-9, 10) if abs(tick) <= wide])
    # What a throw was for is told to its end; the procedures around it would take the room of the bars.
    axes.set_yticks(range(len(ledger.throws)), [_end_of(throw.purpose, throw.label) for throw in ledger.throws])
    axes.invert_yaxis()
    axes.axvline(0, color=_INK, linewidth=1)
    axes.set_xlabel(f"standard deviations above the average; together {ledger.score:+.2f}")
    axes.set_title(title, loc="left")
    _plain_frame(axes)
    return Plot(figure)


# ---------------------------------------------------------------- how bars are made

_Row: TypeAlias = tuple[Any, Fraction, float | None]
"""A value, its probability, and the standard error where it is an estimate."""


def _rows(every: Sequence[OddsOrSample[Any]], value: Callable[[Any], Any] | None) -> list[list[_Row]]:
    """Return a row for each value that comes up in any of the odds, the same values in the same order for all."""
    spreads = [_spread(odds, value) for odds in every]
    values = list(dict.fromkeys(found for spread, _ in spreads for found in spread))
    if all(isinstance(found, int) and not isinstance(found, bool) for found in values):
        values.sort()
    else:
        values.sort(key=lambda found: -max(spread[found] for spread, _ in spreads))
    shown, left = values[:MOST_BARS], values[MOST_BARS:]
    told: list[list[_Row]] = []
    for spread, draws in spreads:
        rows: list[_Row] = [(found, spread[found], _error(spread[found], draws)) for found in shown]
        if left:
            rest = sum((spread[found] for found in left), Fraction(0))
            rows.append((f"{len(left)} others", rest, _error(rest, draws)))
        told.append(rows)
    return told


def _spread(odds: OddsOrSample[Any], value: Callable[[Any], Any] | None) -> tuple[Distribution[Any], int]:
    draws = 0
    if isinstance(odds, Sample):
        draws = odds.draws
        odds = Distribution(dict(odds.counts))
    return (odds.map(value) if value is not None else odds), draws


def _error(share: Fraction, draws: int) -> float | None:
    if not draws:
        return None
    return Estimate.of(int(share * draws), draws).standard_error


def _bars(
    axes: Axes,
    rows: Sequence[_Row],
    label: Callable[[Any], str],
    *,
    widest: Fraction | None = None,
    height: float = 0.7,
    shift: float = 0.0,
    name: str = "",
    colour: str = _FIRST,
    hatch: str = "",
) -> None:
    widest = max(share for _, share, _ in rows) if widest is None else widest
    places = [place + shift for place in range(len(rows))]
    shares = [float(share) for _, share, _ in rows]
    errors = [error for *_, error in rows if error is not None]
    axes.barh(
        places, shares, height, color=colour, edgecolor=_INK, hatch=hatch, label=name or None,
        xerr=errors or None, error_kw={"ecolor": _INK, "capsize": 2},
    )  # fmt: skip
    axes.set_yticks(range(len(rows)), [_name(value, label) for value, *_ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    scale = next(end for end in _SCALES if widest <= end)
    axes.set_xlim(0, scale * _ROOM)
    for place, (_, share, error) in zip(places, rows, strict=True):
        axes.text(float(share) + (error or 0) + 0.012 * scale, place, _told(share, error), va="center", fontsize=8)
    ticks = [scale * part / 5 for part in range(6)]
    axes.set_xticks(ticks, [f"{tick * 100:.0f} %" for tick in ticks])
    _plain_frame(axes)


def _told(share: Fraction, error: float | None) -> str:
    return percent(share) if error is None else f"{float(share) * 100:.2f} % \N{PLUS-MINUS SIGN} {error * 100:.2f}"


def _short(chance: Fraction) -> str:
    """Return a percentage without decimals; only what is certain is called 0 or 100."""
    whole = round(chance * 100)
    if chance not in (0, 1) and whole in (0, 100):
        return "<1" if whole == 0 else ">99"
    return str(whole)


def _name(value: object, label: Callable[[Any], str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else label(value)


def _end_of(purpose: str, label: str) -> str:
    told = f"{purpose.rsplit('/', 1)[-1]} ({label})"
    return told if len(told) <= 44 else f"{told[:43]}\N{HORIZONTAL ELLIPSIS}"


def _plain_frame(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=3)


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")
