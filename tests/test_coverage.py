"""The rules of a procedure are collected from what its code cites."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import attrs
import pytest

from rcw_rules.kernel.procedures import Choice
from rcw_rules.ruleset import Ruleset
from rcw_rules.unreachable import unreachable

IDS = (
    "own", "helper", "face", "constant", "method", "constructor", "option", "chart", "legality", "request", "limit",
    "docstring", "asked", "late", "inside-asked", "annotation", "elsewhere", "unused",
)  # fmt: skip

RULE = """
[[rule]]
id = "{id}"
title = "A rule"
section = "1"
kind = "resolver"
provenance = "printed"
summary = "What it says."
"""

FILES = {
    "__init__.py": "from {name}.ruleset import ruleset\n",
    "rules.toml": "".join(RULE.format(id=id) for id in IDS),
    "charts/table.toml": """
[[chart]]
id = "a_table"
title = "A table"
rule = "chart"
source = "Nowhere"
locator = "page 1"
provenance = "printed"
rows = "labels"
table = [["row", "value"], ["first", 1]]
""",
    "movement/__init__.py": "from {name}.movement.ways import along as along\n",
    "movement/ways.py": """
NUMBER = ("constant", 4)

def along(umpire):
    umpire.note("face", NUMBER[0])

def unused(umpire):
    umpire.note("unused", "nobody calls it")
""",
    "parts.py": '''
from __future__ import annotations
from attrs import frozen

class Counter:
    def __init__(self):
        self.rule = "constructor"

    def count(self, umpire):
        umpire.note("method", "counted")

    def inconsistencies(self):
        yield "elsewhere"

@frozen(kw_only=True)
class Named:
    rule: str = "annotation"

def late(umpire):
    """Do something late.

    Rules: docstring, late.
    """
''',
    "ruleset.py": """
from __future__ import annotations
from typing import Annotated
from attrs import frozen
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.ruleset import Ruleset, Settles
from {name}.movement import along
from {name}.parts import Counter, Named

@frozen(kw_only=True)
class Options:
    strict: Annotated[bool, Settles("option")] = False

@frozen(kw_only=True)
class Outcome:
    value: int = 1

@frozen(kw_only=True)
class InnerRequest(Request[Outcome]):
    number: int = 1

@procedure("{name}.inner", title="What happens inside?", rules=("asked",), example=InnerRequest)
def inner(request: InnerRequest, umpire) -> Outcome:
    umpire.note("inside-asked", "it happens")
    return Outcome()

@frozen(kw_only=True)
class OuterRequest(Request[Outcome]):
    number: Annotated[int, Range(1, 6, rule="limit")] = 1

    def inconsistencies(self):
        if self.number == 5:
            yield Problem(".number", "is 5", "request")

@procedure("{name}.outer", title="What happens?", rules=("own",), example=OuterRequest)
def outer(request: OuterRequest, umpire) -> Outcome:
    from {name}.parts import late
    return _worked(umpire, late)

@outer.legality
def _objections(request: OuterRequest, options):
    if request.number == 6:
        yield Objection(rule="legality", message="not 6")

def _worked(umpire, then, named: Named | None = None):
    umpire.note("helper", "helped")
    along(umpire)
    counter = Counter()
    counter.count(umpire)
    umpire.charts["a_table"].look_up("first")
    then(umpire)
    if umpire.options.strict:
        return Outcome()
    return umpire.resolve(InnerRequest(), "inside")

ruleset = Ruleset(
    id="{name}",
    title="Toy",
    edition="1",
    rules_version=1,
    options=Options(),
    procedures=(outer, inner),
    package="{name}",
)
""",
}


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Ruleset[Any]]]:
    """Return a function that writes the package under a name, some texts in it replaced, and loads its ruleset."""
    monkeypatch.syspath_prepend(tmp_path)
    written: list[str] = []

    def write_package(name: str, **replaced: str) -> Ruleset[Any]:
        for path, text in FILES.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            changed = text
            for old, new in replaced.items():
                changed = changed.replace(f'umpire.note("{old}"', f'umpire.note("{new}"')
            file.write_text(changed.replace("{name}", name))
        written.append(name)
        return cast("Ruleset[Any]", import_module(name).ruleset)

    yield write_package
    for module in [module for module in sys.modules if module.partition(".")[0] in written]:
        del sys.modules[module]


def test_the_rules_of_a_procedure_are_those_it_is_and_those_its_code_cites(write: Callable[..., Ruleset[Any]]) -> None:
    toy = write("toy_of_test_coverage")
    outer, inner = toy.procedures
    # In the order of the book, after the rule that the procedure is; neither what nobody calls nor what only an
    # annotation or another class's checks name.
    assert toy.rules_of(outer) == IDS[: IDS.index("inside-asked") + 1]
    assert toy.rules_of(inner) == ("asked", "inside-asked")


def test_a_ruleset_without_a_package_knows_only_what_a_procedure_is(write: Callable[..., Ruleset[Any]]) -> None:
    toy = write("toy_without_a_package")
    assert attrs.evolve(toy, package="", charts={}).rules_of(toy.procedures[0]) == ("own",)


def test_nothing_is_out_of_reach_unseen(write: Callable[..., Ruleset[Any]]) -> None:
    toy = write("toy_with_gaps")
    outer, _inner = toy.procedures
    module = "toy_with_gaps.ruleset"
    assert list(unreachable(toy)) == [
        f"toy_with_gaps.{name}: toy_with_gaps does not export {cls}: "
        "import it in toy_with_gaps/__init__.py and add it to __all__"
        for name, request in (("outer", "OuterRequest"), ("inner", "InnerRequest"))
        for cls in (request, "Outcome")
    ]
    assert [line for line in unreachable(attrs.evolve(toy, procedures=(outer,))) if "export" not in line] == [
        f"{module}.inner: the procedure toy_with_gaps.inner is not in the ruleset: add it to procedures= in {module}",
        (
            f"{module}.InnerRequest: no procedure of the ruleset answers this request: "
            f"write one and add it to procedures= in {module}, or delete the request"
        ),
    ]


def test_a_choice_that_the_ruleset_forgot_and_a_chart_that_nobody_reads(write: Callable[..., Ruleset[Any]]) -> None:
    toy = write("toy_with_more")
    parts = sys.modules["toy_with_more.parts"]
    parts.__dict__["WHO"] = Choice("who", rule="own", who="the owner", about="who", default=lambda _, ways: ways[0])
    unread = attrs.evolve(toy.charts["a_table"], id="another")
    more = attrs.evolve(toy, charts={**toy.charts, "another": unread})
    assert [line for line in unreachable(more) if "export" not in line] == [
        "toy_with_more.parts.WHO: the choice who is not in the ruleset: add it to choices= in toy_with_more.ruleset",
        'chart another: no code reads it: look it up as umpire.charts["another"], or delete it',
    ]


def test_a_rule_that_is_no_longer_cited_is_no_longer_listed(write: Callable[..., Ruleset[Any]]) -> None:
    toy, less = write("toy_with_all"), write("toy_with_less", helper="own")
    assert set(toy.rules_of(toy.procedures[0])) - set(less.rules_of(less.procedures[0])) == {"helper"}
