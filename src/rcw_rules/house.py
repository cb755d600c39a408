"""House rules: what a table does in the place of what the book says, written down as data.

A patch file says of every change what the book says, what we do, and why:

    title = "The Tuesday club"
    ruleset = "red_white"

    [[cells]]
    chart = "melee_modifiers"
    row = "elite"
    book = 1
    ours = 2
    why = "elite units are rare in our scenarios"

`read_house_rules` reads it, and `Ruleset.with_house` returns a ruleset that plays by it. Every change names what the
book says, so that a file written for another edition, or for a chart that has been corrected since, is refused whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, cast

from attrs import evolve, frozen

from rcw_rules.kernel.charts import Cell, Chart
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import HouseRulesError, InvalidRequestError, Problem, close_names, did_you_mean
from rcw_rules.kernel.fields import JSONValue, Range, Size
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.kernel.shape_words import show

__all__ = ["HouseCell", "HouseChange", "HouseModifier", "HouseOption", "HouseRules", "read_house_rules"]

OptionsT = TypeVar("OptionsT")

OneLine = Annotated[str, Size(1, 200)]
Small = Annotated[int, Range(-999, 999)]

MOST_DIGITS_OF_CODES = 3
"""How many digits a number in a code may have: as many as a result that is a number."""


@frozen(kw_only=True)
class HouseOption:
    """Another value of an option.

    Attributes:
        option: The name of the option.
        book: The value that it has without house rules, as JSON writes it; left out where it has none.
        ours: The value that it has at our table; left out where it is to have none.
        why: Why, in a line.
    """

    option: str
    book: JSONValue = None
    ours: JSONValue = None
    why: OneLine


@frozen(kw_only=True)
class HouseCell:
    """Another result in a cell of a chart.

    Attributes:
        chart: The id of the chart.
        row: The key of the row as printed.
        column: The key of the column as printed; "" in a chart of one dimension.
        book: The result that stands there.
        ours: The result that stands there at our table; a code is one of the chart's, with numbers of its own.
        why: Why, in a line.
    """

    chart: str
    row: str
    column: str = ""
    book: int | str
    ours: Small | str
    why: OneLine


@frozen(kw_only=True)
class HouseModifier:
    """Another value of a modifier that the text sets and no chart lists.

    Attributes:
        modifier: The id of the modifier, as a record names it.
        book: Its value in the book.
        ours: Its value at our table.
        why: Why, in a line.
    """

    modifier: str
    book: int | Fraction
    ours: Small | Fraction
    why: OneLine


HouseChange: TypeAlias = HouseOption | HouseCell | HouseModifier
"""One change of what the book says."""


@frozen(kw_only=True)
class HouseRules:
    """The house rules of a table: one patch file.

    Attributes:
        title: Whose they are, in a line.
        ruleset: The id of the ruleset that they change.
        options: The options that they set.
        cells: The cells of charts that they change.
        modifiers: The modifiers that they change.
    """

    title: OneLine
    ruleset: str
    options: tuple[HouseOption, ...] = ()
    cells: tuple[HouseCell, ...] = ()
    modifiers: tuple[HouseModifier, ...] = ()

    @property
    def changes(self) -> tuple[HouseChange, ...]:
        """Every change: options, cells, modifiers."""
        return (*self.options, *self.cells, *self.modifiers)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield every text that is empty or more than a line."""
        texts = {".title": self.title}
        for kind in ("options", "cells", "modifiers"):
            texts |= {f".{kind}[{number}].why": change.why for number, change in enumerate(getattr(self, kind))}
        for at, text in texts.items():
            if not text.strip() or len(text.splitlines()) > 1:
                yield Problem(at, f"expected a line of text, got {show(text, 'json')}")


class Variant(Protocol):
    """What house rules need to know of the ruleset that they change."""

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        ...

    @property
    def options(self) -> Any:
        """The options in force."""
        ...

    @property
    def charts(self) -> Mapping[str, Chart]:
        """The charts in force, by id."""
        ...

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers of a fixed value that no chart lists."""
        ...

    @property
    def house(self) -> HouseRules | None:
        """The house rules in force, or None."""
        ...

    def option_rule(self, option: str) -> tuple[str, Provenance]:
        """Return the id of the rule that an *option* settles, and where its value comes from."""
        ...


def read_house_rules(path: str | Path, ruleset: Variant) -> HouseRules:
    """Read a patch file, which is TOML in UTF-8, and hold it against the *ruleset* that it changes.

    Args:
        path: The file.
        ruleset: The ruleset, with the options and charts on which the house rules are to stand.

    Returns:
        House rules that `Ruleset.with_house` accepts.

    Raises:
        FileError: The file cannot be read, is not TOML or not a patch file, or does not fit the ruleset; each problem
            has its line.
    """
    from rcw_rules.toml_files import read_text

    return load_house_rules(*read_text(path), ruleset)


def load_house_rules(text: str, place: str, ruleset: Variant) -> HouseRules:
    """Do as `read_house_rules` with the *text* of a patch file, whose name is *place* in messages."""
    from rcw_rules.toml_files import load_toml, located

    house = load_toml(HouseRules, text, place)
    problems = list(problems_of(house, ruleset))
    if problems:
        raise located(problems, text, place)
    return house


def require_fitting(house: HouseRules, ruleset: Variant) -> None:
    """Raise a `HouseRulesError` that names everything that is wrong, if *house* does not fit *ruleset*."""
    problems = list(problems_of(house, ruleset))
    if problems:
        raise HouseRulesError(problems)


def patched_charts(charts: Mapping[str, Chart], house: HouseRules) -> dict[str, Chart]:
    """Return *charts* with the cells that *house* changes."""
    return {id: patched_chart(chart, house) for id, chart in charts.items()}


def patched_chart(chart: Chart, house: HouseRules) -> Chart:
    """Return *chart* with the cells that *house* changes; each says that it is of the house, and why."""
    changes = {(change.row, change.column): change for change in house.cells if change.chart == chart.id}
    if not changes:
        return chart

    def patched(cell: Cell) -> Cell:
        change = changes.get((cell.row, cell.column))
        return cell if change is None else evolve(cell, result=change.ours, provenance="house", reason=change.why)

    return evolve(chart, cells=tuple(map(patched, chart.cells())))


def patched_options(options: OptionsT, changes: tuple[HouseOption, ...]) -> OptionsT:
    """Return *options* with the *changes* that house rules make.

    Raises:
        InvalidRequestError: If an option cannot have the value that it is given.
    """
    from rcw_rules.wire import structure, unstructure

    if not changes:
        return options
    ours = unstructure(tuple(change.ours for change in changes), tuple[JSONValue, ...])
    data = unstructure(options) | {change.option: value for change, value in zip(changes, ours, strict=True)}
    cls: type[OptionsT] = type(options)
    return structure(data, cls, "$.options")


def options_not_set(house: HouseRules, options: object) -> Iterator[str]:
    """Yield the names of *options* whose value is not the one that *house* gives them."""
    for change in house.options:
        try:
            is_set = patched_options(options, (change,)) == options
        except InvalidRequestError:
            is_set = False
        if not is_set:
            yield change.option


# ------------------------------------------------------------------ what may be wrong


def vain_changes(house: HouseRules) -> Iterator[Problem]:
    """Yield where *house* changes nothing, or one thing twice: no ruleset has ever accepted that."""
    if not house.changes:
        yield Problem("$", "changes nothing")
    for kind in ("options", "cells", "modifiers"):
        seen: set[tuple[object, ...]] = set()
        changes: tuple[HouseChange, ...] = getattr(house, kind)
        for number, change in enumerate(changes):
            at, what = f"$.{kind}[{number}]", _changed_by(change)
            if what in seen:
                yield Problem(at, "this is changed twice")
            elif _is_same(change.ours, change.book):
                yield Problem(f"{at}.ours", "is what the book says")
            seen.add(what)


def _changed_by(change: HouseChange) -> tuple[object, ...]:
    match change:
        case HouseOption():
            return (change.option,)
        case HouseCell():
            return change.chart, change.row, change.column
        case HouseModifier():
            return change.modifier, change.book


def problems_of(house: HouseRules, ruleset: Variant) -> Iterator[Problem]:
    """Yield everything that keeps *ruleset* from playing by *house*."""
    from rcw_rules.kernel.fields import validate

    if not isinstance(cast("object", house), HouseRules):
        yield Problem("$", f"expected an instance of HouseRules, got {show(house, 'python')}")
        return
    try:
        validate(house)
    except InvalidRequestError as error:
        yield from error.problems
        return
    if house.ruleset != ruleset.id:
        yield Problem("$.ruleset", f"these are house rules for {show(house.ruleset, 'json')}, not for {ruleset.id!r}")
        return
    if ruleset.house is not None:
        yield Problem("$", f"the house rules {ruleset.house.title!r} hold already; write all of them into one file")
        return
    if not house.changes:
        yield Problem("$", "changes nothing; write [[options]], [[cells]] or [[modifiers]]")
    yield from _wrong_options(house.options, ruleset)
    yield from wrong_in_the_book(house, ruleset)


def wrong_in_the_book(house: HouseRules, ruleset: Variant) -> Iterator[Problem]:
    """Yield where the charts and modifiers of *ruleset* are not what *house* takes them for."""
    yield from _wrong_cells(house.cells, ruleset)
    yield from _wrong_modifiers(house.modifiers, ruleset)


def _wrong_options(changes: tuple[HouseOption, ...], ruleset: Variant) -> Iterator[Problem]:
    from rcw_rules.wire import structure, unstructure

    in_force = structure(unstructure(ruleset.options), dict[str, JSONValue])
    sound: list[HouseOption] = []
    seen: set[str] = set()
    for number, change in enumerate(changes):
        at, name = f"$.options[{number}]", change.option
        if name not in in_force:
            yield Problem(f"{at}.option", _unknown(f"option of {ruleset.id}", name, in_force))
            continue
        rule, _ = ruleset.option_rule(name)
        if name in seen:
            yield Problem(f"{at}.option", f"{name!r} is changed twice", rule)
        elif not _is_same(change.book, in_force[name]):
            yield Problem(f"{at}.book", _not_the_book(in_force[name], change.book), rule)
        elif _is_same(change.ours, change.book):
            yield Problem(f"{at}.ours", "is what the book says", rule)
        else:
            sound.append(change)
        seen.add(name)
    try:
        patched_options(ruleset.options, tuple(sound))
    except InvalidRequestError as error:
        places = {change.option: f"$.options[{changes.index(change)}].ours" for change in sound}
        for problem in error.problems:
            name = next((name for name in places if re.match(rf"\$\.options\.{name}\b", problem.path)), "")
            inside = problem.path.removeprefix(f"$.options.{name}") if name else ""
            rule = ruleset.option_rule(name)[0] if name else ""
            yield Problem(places.get(name, "$.options") + inside, problem.message, problem.rule or rule)


def _wrong_cells(changes: tuple[HouseCell, ...], ruleset: Variant) -> Iterator[Problem]:
    seen: set[tuple[str, str, str]] = set()
    for number, change in enumerate(changes):
        at = f"$.cells[{number}]"
        chart = ruleset.charts.get(change.chart)
        if chart is None:
            yield Problem(f"{at}.chart", _unknown(f"chart of {ruleset.id}", change.chart, ruleset.charts))
            continue
        columns = ("",) if chart.is_list else chart.columns.keys
        if change.row not in chart.rows.keys:
            yield Problem(f"{at}.row", _unknown(f"row of {chart.id}", change.row, chart.rows.keys), chart.rule)
        elif not change.column and not chart.is_list:
            yield Problem(f"{at}.column", f"missing; it is one of {', '.join(columns)}", chart.rule)
        elif change.column not in columns:
            message = _unknown(f"column of {chart.id}", change.column, () if chart.is_list else columns)
            what = "; it has a single column: leave this out" if chart.is_list else ""
            yield Problem(f"{at}.column", message + what, chart.rule)
        elif (place := (change.chart, change.row, change.column)) in seen:
            yield Problem(at, "this cell is changed twice", chart.rule)
        else:
            seen.add(place)
            yield from _wrong_result(change, chart, at)


def _wrong_result(change: HouseCell, chart: Chart, at: str) -> Iterator[Problem]:
    stands = next(cell for cell in chart.cells() if (cell.row, cell.column) == (change.row, change.column))
    if not _is_same(change.book, stands.result):
        yield Problem(f"{at}.book", _not_the_book(stands.result, change.book), chart.rule)
    elif _is_same(change.ours, change.book):
        yield Problem(f"{at}.ours", "is what the book says", chart.rule)
    elif isinstance(change.ours, int):
        if not any(isinstance(cell.result, int) for cell in chart.cells()):
            yield Problem(f"{at}.ours", f"{chart.id} has codes and no numbers: {_codes(chart)}", chart.rule)
    elif any(len(number) > MOST_DIGITS_OF_CODES for number in re.findall("[0-9]+", change.ours)):
        yield Problem(f"{at}.ours", f"a number in a code has at most {MOST_DIGITS_OF_CODES} digits", chart.rule)
    elif _form(change.ours) not in {_form(cell.result) for cell in chart.cells() if isinstance(cell.result, str)}:
        known = _codes(chart) or "whole numbers and no codes"
        message = f"{show(change.ours, 'json')} is not a code that {chart.id} knows: it has {known}"
        yield Problem(f"{at}.ours", message, chart.rule)


def _wrong_modifiers(changes: tuple[HouseModifier, ...], ruleset: Variant) -> Iterator[Problem]:
    seen: set[tuple[str, int | Fraction]] = set()
    for number, change in enumerate(changes):
        at = f"$.modifiers[{number}]"
        named = [modifier for modifier in ruleset.modifiers if modifier.id == change.modifier]
        if not named:
            yield Problem(f"{at}.modifier", _unknown_modifier(change.modifier, ruleset))
            continue
        found = next((modifier for modifier in named if modifier.value == change.book), None)
        if found is None:
            values = " or ".join(str(modifier.value) for modifier in named)
            yield Problem(f"{at}.book", f"the ruleset has {values}, not {change.book}", named[0].rule)
        elif change.ours == change.book:
            yield Problem(f"{at}.ours", "is what the book says", found.rule)
        elif (change.modifier, change.book) in seen:
            yield Problem(f"{at}.modifier", f"{change.modifier!r} is changed twice", found.rule)
        elif isinstance(change.ours, Fraction) and found.effect != "multiply":
            yield Problem(f"{at}.ours", f"expected a whole number, got {show(str(change.ours), 'json')}", found.rule)
        seen.add((change.modifier, change.book))


def _unknown_modifier(id: str, ruleset: Variant) -> str:
    lists = [chart.id for chart in ruleset.charts.values() if id in chart.rows.keys]
    if lists:
        return f"{id!r} is a row of the chart {' and of '.join(lists)}: change it there, with [[cells]]"
    return _unknown(f"modifier of {ruleset.id}", id, [modifier.id for modifier in ruleset.modifiers])


def changed_modifiers(house: HouseRules | None) -> dict[tuple[str, int | Fraction], int | Fraction]:
    """Return what an umpire must know of the modifiers that *house* changes."""
    return {(change.modifier, change.book): change.ours for change in house.modifiers} if house is not None else {}


def rule_of(change: HouseChange, ruleset: Variant) -> str:
    """Return the id of the rule that a change of house rules that fit *ruleset* touches."""
    match change:
        case HouseOption():
            return ruleset.option_rule(change.option)[0]
        case HouseCell():
            return ruleset.charts[change.chart].rule
        case HouseModifier():
            return _modifier_of(change, ruleset).rule


def _modifier_of(change: HouseModifier, ruleset: Variant) -> Modifier:
    return next(one for one in ruleset.modifiers if (one.id, one.value) == (change.modifier, change.book))


def _is_same(one: object, other: object) -> bool:
    """Return whether two values are one in JSON, where 1 is not true."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _not_the_book(stands: object, said: object) -> str:
    return f"the ruleset has {show(stands, 'json')}, not {show(said, 'json')}"


def _unknown(what: str, name: str, known: Collection[str]) -> str:
    hint = did_you_mean(close_names(name, known)) or (f"; known are {', '.join(known)}" if known else "")
    return f"unknown {what} {name!r}{hint}"


def _form(code: str) -> str:
    """Return a code with its numbers left open: "lose 2" and "lose 1" are of one form."""
    return re.sub(r"[0-9]+", "#", code)


def _codes(chart: Chart) -> str:
    codes = dict.fromkeys(cell.result for cell in chart.cells() if isinstance(cell.result, str))
    return ", ".join(show(code, "json") for code in codes)
