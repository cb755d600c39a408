"""The rule index: every rule of a ruleset, where it is carried out, and which tests hold it.

``rules.toml`` lists the rules. Code cites their ids, so the code of a rule is found by reading the package's own
source: every function, class or constant in whose text the id stands. ``rules_tests.json`` lists the tests that carry
the rule's mark; it is written by ``pytest --rule-index=write`` and checked whenever all tests run.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, cast, get_args

import attrs
from attrs import evolve, frozen

from rcw_rules.coverage import blaming, files_in, places_of, procedures_of
from rcw_rules.kernel.charts import Chart, load_charts
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import ChartError, RegistryError, UnknownNameError, close_names, did_you_mean
from rcw_rules.kernel.markup import html_table, html_text

Status: TypeAlias = Literal["implemented", "referee", "missing"]
"""``referee``: only a person can judge it, and the library asks. ``missing``: not built yet."""

Kind: TypeAlias = Literal["resolver", "table", "constraint", "state", "definition", "optional", "example", "scenario"]
"""What sort of rule it is."""

_PROVENANCES = tuple(word for word in get_args(Provenance) if word != "house")  # no rule of a book is of the house

_FOUND = frozenset({"code", "page", "tests"})
"""What of a rule is found, not written."""

INDEX_FILE = "rules.toml"
TESTS_FILE = "rules_tests.json"


@frozen(kw_only=True, repr=False)
class Rule:
    """One rule of the book.

    Attributes:
        id: The id that code and tests cite.
        title: What it is about.
        section: Where it stands in the book.
        kind: What sort of rule it is.
        provenance: Whether it is printed, reconstructed, illustrative, or missing from the source.
        summary: What the book says, in our words.
        ruling: What was decided where the book is silent, unclear or at odds with itself; "" where it is plain.
        pending: What of it is not built yet, for a rule that is carried out in part; it counts as missing.
        question: What the library asks a referee, for a rule that only a person can judge.
        page: The page of the documentation that explains its chapter: ``orel/supply``.
        code: Where it is carried out: functions, classes, constants and chart files of the package, the procedure that
            it is and its chapter first.
        tests: The tests that carry its mark.
    """

    id: str
    title: str
    section: str
    kind: Kind
    provenance: Provenance
    summary: str
    ruling: str = ""
    pending: str = ""
    question: str = ""
    page: str = ""
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Rule {self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        head = f"{self.title} [{self.id}; {self.provenance}]"
        told = (head, self.summary, self.ruling, self.question, f"See {self.section}.")
        return "".join(html_text(text) for text in told if text)

    @property
    def status(self) -> Status:
        """Whether it is implemented, asked of a referee, or missing."""
        if self.question:
            return "referee"
        return "implemented" if self.code and not self.pending else "missing"

    def as_data(self, *, full: bool = True) -> dict[str, str | list[str]]:
        """Return the rule as plain data; *full* False leaves out its texts."""
        keys = ["id", "title", "kind", "provenance", "status"]
        keys += ["section", "page", "summary", "ruling", "pending", "question"] if full else []
        return {key: getattr(self, key) for key in keys} | {"code": list(self.code), "tests": list(self.tests)}


@frozen(repr=False)
class RuleIndex:
    """Every rule of a ruleset by id.

    Attributes:
        ruleset: The ruleset's id.
        by_id: The rules, in the order of the book.
    """

    ruleset: str
    by_id: Mapping[str, Rule]

    def __getitem__(self, id: str) -> Rule:
        """Return the rule of that *id*.

        Raises:
            UnknownNameError: If there is none; the error suggests others.
        """
        rule = self.by_id.get(id)
        if rule is None:
            raise UnknownNameError(f"rule of {self.ruleset}", id, self.by_id)
        return rule

    def __contains__(self, id: object) -> bool:
        return id in self.by_id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.by_id.values())

    def __len__(self) -> int:
        return len(self.by_id)

    def __repr__(self) -> str:
        return f"<{len(self)} rules of {self.ruleset}>"

    def _repr_html_(self) -> str:
        rows = [(rule.id, rule.title, rule.provenance, rule.section) for rule in self]
        return html_table(rows, headers=("rule", "title", "provenance", "section"))


@cache
def load_index_of(package: str, ruleset: str) -> RuleIndex:
    """Load the rule index of a ruleset's *package*, without its coverage.

    Raises:
        RegistryError: If the index is not well-formed; the error names the file.
    """
    place = f"{package}/{INDEX_FILE}"
    with blaming(place):
        file = files(package).joinpath(INDEX_FILE)
        if not file.is_file():
            raise RegistryError(f"{package} has no {INDEX_FILE}: is it packaged?")
        entries = tomllib.loads(file.read_text(encoding="utf-8")).get("rule")
    if not isinstance(entries, list):
        raise RegistryError(f"{place}: a rule begins with [[rule]]")
    rules: dict[str, Rule] = {}
    for number, entry in enumerate(cast("list[object]", entries), start=1):
        rule = _rule(entry, place, number)
        if rule.id in rules:
            raise RegistryError(f"{place}: rule {rule.id!r} is listed twice")
        rules[rule.id] = rule
    return RuleIndex(ruleset, rules)


def _rule(entry: object, place: str, number: int) -> Rule:
    """Return the rule that one ``[[rule]]`` of the file *place* describes."""
    fields: dict[str, Any] = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {"": None}
    where = f"{place}: rule {fields['id']!r}" if "id" in fields else f"{place}: rule number {number}"
    if not all(isinstance(value, str) for value in fields.values()):
        raise RegistryError(f"{where}: every key of a rule holds a text")
    keys = {field.name: field for field in attrs.fields(Rule) if field.name not in _FOUND}
    for key in fields:
        _require_known(where, "key", key, keys)
    for key, field in keys.items():
        if field.default is attrs.NOTHING and key not in fields:
            raise RegistryError(f"{where}: the key {key} is missing")
    _require_known(where, "kind", fields["kind"], get_args(Kind))
    _require_known(where, "provenance", fields["provenance"], _PROVENANCES)
    return Rule(**fields)


def _require_known(where: str, what: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        near = did_you_mean(close_names(name, known)) or f": write {' or '.join(known)}"
        raise RegistryError(f"{where}: unknown {what} {name!r}{near}")


@cache
def load_charts_of(package: str) -> Mapping[str, Chart]:
    """Load every chart of a ruleset's *package*, by id.

    Raises:
        RegistryError: If a chart is not well-formed, or two have one id; the error names file and line.
    """
    charts: dict[str, Chart] = {}
    with blaming(f"{package}/charts"):
        chart_files = files_in(package, "charts", ".toml")
    for file in chart_files:
        place = f"{package}/charts/{file.name}"
        with blaming(place):
            text = file.read_text(encoding="utf-8")
        try:
            loaded = load_charts(text, place)
        except ChartError as error:
            raise RegistryError(str(error)) from None
        for chart in loaded:
            if chart.id in charts:
                raise RegistryError(f"{package}: two charts have the id {chart.id!r}")
            charts[chart.id] = chart
    return charts


def with_coverage(index: RuleIndex, package: str) -> RuleIndex:
    """Return *index* with the code and the tests of every rule filled in.

    Raises:
        RegistryError: If a file of the package cannot be read; the error names it.
    """
    places, procedures, pages = places_of(package), procedures_of(package), pages_of(package)
    with blaming(f"{package}/{TESTS_FILE}"):
        tests: dict[str, list[str]] = json.loads(_read_or(package, TESTS_FILE, "{}"))
        return RuleIndex(
            index.ruleset,
            {
                rule.id: evolve(
                    rule,
                    code=(code := _in_order(places.get(rule.id, ()), procedures.get(rule.id, ()))),
                    page=f"{index.ruleset}/{pages.get(chapter, chapter)}" if (chapter := _chapter(code[:1])) else "",
                    tests=tuple(tests.get(rule.id, ())),
                )
                for rule in index
            },
        )


@cache
def pages_of(package: str) -> Mapping[str, str]:
    """Return the chapters that have no page of their own name, each with the page that explains it.

    They are listed under ``[pages]`` in the package's ``rules.toml``.

    Raises:
        RegistryError: If the table is not one of texts; the error names the file.
    """
    place = f"{package}/{INDEX_FILE}"
    with blaming(place):
        pages: object = tomllib.loads(_read_or(package, INDEX_FILE, "")).get("pages", {})
    if not isinstance(pages, dict) or not all(
        isinstance(page, str) for page in cast("dict[str, object]", pages).values()
    ):
        raise RegistryError(f'{place}: [pages] lists chapters, each with its page: strength = "definitions"')
    return cast("dict[str, str]", pages)


def _in_order(places: tuple[str, ...], procedures: tuple[str, ...]) -> tuple[str, ...]:
    """Return where a rule is carried out, the most telling place first.

    That is the procedure that the rule is, then its chapter; without one, the chapter that cites the rule most. Charts
    and classes come last.
    """
    counts = Counter(_chapter([place]) for place in places if not _is_class(place))
    at_home = {_chapter([place]) for place in procedures}

    def rank(place: str) -> tuple[bool, bool, bool, int, bool]:
        chapter = _chapter([place])
        is_chart = place.startswith("charts/")
        return is_chart, place not in procedures, chapter not in at_home, -counts[chapter], _is_class(place)

    return tuple(sorted(places, key=rank))


def _is_class(place: str) -> bool:
    name = place.rpartition(".")[2]
    return name[:1].isupper() and not name.isupper()


def _chapter(places: Sequence[str]) -> str:
    """Return the chapter of the first of some places, or "" of none and of a chart."""
    return "" if not places or places[0].startswith("charts/") else places[0].partition(".")[0]


def _read_or(package: str, name: str, default: str) -> str:
    file = files(package).joinpath(name)
    return file.read_text(encoding="utf-8") if file.is_file() else default
