"""House rules as people read them: what they change on one screen, and what that does to the odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
from attrs import frozen

from rcw_rules.chances import MOST_OUTCOMES, MOST_VALUES, plain_fields, value_of
from rcw_rules.cli.output import TextTable
from rcw_rules.house import (
    HouseCell,
    HouseChange,
    HouseModifier,
    HouseOption,
    HouseRules,
    load_house_rules,
    rule_of,
)
from rcw_rules.json_text import dumps
from rcw_rules.kernel.distributions import Distribution, exact, percent
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import JSONValue
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.shapes import Field
from rcw_rules.kernel.wording import differences, label, say
from rcw_rules.registry import available, load
from rcw_rules.ruleset import Ruleset
from rcw_rules.toml_files import load_toml, located, read_text
from rcw_rules.wire import unstructure


def read_house(file: str) -> tuple[Ruleset[Any], HouseRules]:
    """Return the house rules in *file*, which is read once, and the ruleset that they name.

    Raises:
        FileError: If the file cannot be read, is not a patch file, or does not fit an installed ruleset.
        RegistryError: If that ruleset cannot be loaded.
    """
    text, place = read_text(file)
    name = load_toml(HouseRules, text, place).ruleset
    if name not in available():
        raise located([Problem("$.ruleset", str(UnknownNameError("ruleset", name, available())))], text, place)
    ruleset = load(name)
    return ruleset, load_house_rules(text, place, ruleset)


def house_blocks(ruleset: Ruleset[Any], house: HouseRules) -> list[str | TextTable]:
    """Return what *house* changes, on one screen that can be pasted.

    Args:
        ruleset: The ruleset without them.
        house: House rules that fit it.
    """
    head = f"{house.title}: house rules for {ruleset.title} [{ruleset.id}]"
    lines = [
        f"  {what}: {ours}; the book: {book} [{rule_of(change, ruleset)}]\n    {change.why}"
        for change in house.changes
        for what, book, ours in (_told(change),)
    ]
    count = f"{len(house.changes)} change{'' if len(house.changes) == 1 else 's'}"
    return [head, "", *lines, "", f"  {count}, against {ruleset.edition}, rules version {ruleset.rules_version}."]


def house_data(ruleset: Ruleset[Any], house: HouseRules) -> dict[str, Any]:
    """Return *house* as plain data, with the rule that each change touches."""
    data = unstructure(house)
    for kind in ("options", "cells", "modifiers"):
        for change, written in zip(getattr(house, kind), data[kind], strict=True):
            written["rule"] = rule_of(change, ruleset)
    return {"ruleset": unstructure(ruleset.identity), "house": data}


def _told(change: HouseChange) -> tuple[str, str, str]:
    match change:
        case HouseOption():
            return f"option {change.option}", _value(change.book), _value(change.ours)
        case HouseCell():
            column = f", column {change.column}" if change.column else ""
            return f"{change.chart}, row {change.row}{column}", str(change.book), str(change.ours)
        case HouseModifier():
            return f"modifier {change.modifier}", str(change.book), str(change.ours)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return dumps(unstructure(value, JSONValue), indent=None) if not isinstance(value, str) else value


# ------------------------------------------------------------------ the odds, book against house


@frozen
class BothChances:
    """How often something holds by the book and by house rules.

    Attributes:
        book: Its probability by the book.
        house: Its probability by house rules.
    """

    book: Fraction
    house: Fraction

    @property
    def change(self) -> Fraction:
        """By how much house rules raise it."""
        return self.house - self.book

    def cells(self) -> tuple[str, str, str]:
        """Return both, and the difference in percentage points."""
        sign = "+" if self.change > 0 else "-"
        points = f"{sign}{percent(abs(self.change)).removesuffix(' %')}" if self.change else "="
        return percent(self.book), percent(self.house), points


def compared(book: Distribution[Any], house: Distribution[Any]) -> dict[Any, BothChances]:
    """Return the chances of everything that can come by the book or by house rules, the greatest change first."""
    zero = Fraction(0)
    by_book, by_house = dict(book.items()), dict(house.items())
    both = {
        outcome: BothChances(by_book.get(outcome, zero), by_house.get(outcome, zero))
        for outcome in dict.fromkeys((*by_book, *by_house))
    }
    return dict(sorted(both.items(), key=lambda item: -abs(item[1].change)))


def diff_blocks(book: Distribution[Any], house: Distribution[Any]) -> list[str | TextTable]:
    """Return the chances of every field that house rules change, and the whole outcomes that they change most."""
    if book == house:
        return ["", "  The odds are the same: these house rules do not touch this request."]
    rows: list[tuple[str, ...]] = []
    alike: list[str] = []
    certain: list[str] = []
    settled: dict[str, object] = {}
    for field in plain_fields(book):
        by_book, by_house = book.map(value_of(field)), house.map(value_of(field))
        if by_book == by_house:
            alike.append(label(field.name))
        elif len(by_book) == len(by_house) == 1:
            was, now = (say(spread.outcomes[0], field.shape) for spread in (by_book, by_house))
            certain.append(f"{label(field.name)} {now}, not {was}")
            settled[field.name] = by_house.outcomes[0]
        else:
            rows += _rows_of(field, compared(by_book, by_house))
    blocks: list[str | TextTable] = []
    if rows:
        blocks += ["", TextTable(rows, headers=("field", "value", "book", "house", "points"), right=(2, 3, 4))]
    for what, told in (("In every outcome", certain), ("The same by both", alike)):
        if told:
            blocks += ["", f"  {what}: {', '.join(told)}."]
    # What differs for certain is told; it must not make two outcomes of each that is otherwise the same.
    alike_but_for_that = book.map(lambda outcome: attrs.evolve(outcome, **settled))
    changed = [(outcome, chance) for outcome, chance in compared(alike_but_for_that, house).items() if chance.change]
    if not changed:
        return blocks
    shown = changed[:MOST_OUTCOMES]
    outcomes = [outcome for outcome, _ in shown]
    told = differences(outcomes)  # two at least, since all chances together are 1 by both
    whole = [(*chance.cells(), text) for (_, chance), text in zip(shown, told, strict=True)]
    most = f", the {MOST_OUTCOMES} that change most shown" if len(changed) > MOST_OUTCOMES else ""
    count = f"{len(changed):,} outcomes of other odds{most}."
    table = TextTable(whole, headers=("book", "house", "points", "outcome"), right=(0, 1, 2))
    return [*blocks, "", table, "", f"  {count}"]


def _rows_of(field: Field, chances: dict[Any, BothChances]) -> list[tuple[str, ...]]:
    """Return a row for each value: numbers and lengths in their order, anything else the greatest change first."""
    shown = list(chances.items())[:MOST_VALUES]
    if all(value is None or type(value) in (int, Inches) for value, _ in shown):
        shown.sort(key=lambda pair: (pair[0] is None, pair[0]))
    rows = [(say(value, field.shape), *chance.cells()) for value, chance in shown]
    if len(chances) > len(shown):
        rows.append((f"{len(chances) - len(shown)} others, which change less", "", "", ""))
    return [(label(field.name) if number == 0 else "", *row) for number, row in enumerate(rows)]


def diff_data(book: Distribution[Any], house: Distribution[Any]) -> list[dict[str, Any]]:
    """Return every outcome with both probabilities as plain data, the greatest change first."""
    return [
        {"book": exact(chance.book), "house": exact(chance.house), "outcome": unstructure(outcome)}
        for outcome, chance in compared(book, house).items()
    ]


def estimated(draws: int) -> str:
    """Say how far estimates from so many *draws* can be trusted: no share has a standard error above that of a half."""
    return f"Estimated from {draws:,} draws; the standard error of a chance is at most {50 / draws**0.5:.2f} points."
