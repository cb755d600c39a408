"""The conformance check finds faults of charts, golden cases and packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import attrs
import pytest
from attrs import frozen
from plug_in_sites import RULE, Site, ruleset_code
from toy_rolls import found_in, toy_procedure, toy_ruleset

from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.kernel.procedures import Choice
from rcw_rules.marks import Cites, Settles
from rcw_rules.registry import load
from rcw_rules.testing import check_ruleset, findings

# ------------------------------------------------------------------ charts

CHART = """
[[chart]]
id = "c"
title = "C"
rule = "x"
source = "A book"
locator = "page 1"
provenance = "printed"
rows = "labels"
table = [["when", "then"], ["a", 1], ["b", 2]]
"""


@pytest.mark.parametrize(
    ("charts", "told"),
    [
        ([1], "its charts are a list"),
        ("c", "its charts are 'c'"),
        ({"a": 1, "c": load_chart(CHART, "c.toml"), 2: None}, "its chart 'a' is 1; its chart 2 is None"),
    ],
)
def test_charts_that_are_none(charts: Any, told: str) -> None:
    advice = "pass a mapping of Chart by id, or a package= that holds them"
    assert found_in(toy_ruleset(toy_procedure(), charts=charts)) == [f"{one}: {advice}" for one in told.split("; ")]


@pytest.mark.parametrize("name", ["title", "source", "locator"])
def test_a_chart_that_does_not_say_where_it_is_printed(name: str) -> None:
    nothing: dict[str, Any] = {name: ""}
    chart = attrs.evolve(load_chart(CHART, "c.toml"), **nothing)
    assert found_in(toy_ruleset(toy_procedure(), charts={"c": chart})) == [
        f"chart c: has no {name}: say where it is printed"
    ]


WIDE = CHART.replace('[["when", "then"], ["a", 1], ["b", 2]]', '[["when", "near", "far"], ["a", 1, 2]]')


@pytest.mark.parametrize(("text", "cell"), [(CHART, "b"), (f'{WIDE}columns = "labels"\n', "a, far")])
def test_a_chart_with_a_cell_of_unknown_origin(text: str, cell: str) -> None:
    chart = load_chart(text, "c.toml")
    first, second = chart.cells()
    guessed = attrs.evolve(chart, cells=(first, attrs.evolve(second, provenance="reconstructed")))
    found = found_in(toy_ruleset(toy_procedure(), charts={"c": guessed}))
    assert found == [f"chart c: the cell {cell} is reconstructed without a reason: give one"]


# ------------------------------------------------------------------ golden cases

GOLDEN = """
[[case]]
id = "a-four"
origin = "d6 and 2"
rules = ["x"]
procedure = "toy.roll"
faces = [4]
request = { plus = 2 }
outcome = { face = 6 }
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOLDEN.replace("face = 6", "face = 7"), "toy.roll: golden case a-four: $.face is 6, not 7"),
        (GOLDEN.replace("[4]", "[7]"), "toy.roll: golden case a-four: "),
        (GOLDEN.replace("toy.roll", "toy.rol"), "toy.rol: golden case a-four: unknown procedure 'toy.rol'"),
        (GOLDEN + GOLDEN, "golden cases: two golden cases share an id: a-four"),
        ("[[case]", "golden cases: "),
        (None, "golden cases: there are none in "),
    ],
)
def test_golden_cases_that_do_not_come_out(tmp_path: Path, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "cases.toml").write_text(text)
    found = found_in(toy_ruleset(toy_procedure()), golden=tmp_path)
    assert len(found) == 1
    assert found[0].startswith(message)


def test_golden_cases_that_come_out(tmp_path: Path) -> None:
    (tmp_path / "cases.toml").write_text(GOLDEN)
    check_ruleset(toy_ruleset(toy_procedure()), golden=tmp_path)
    check_ruleset(toy_ruleset(toy_procedure()), golden=str(tmp_path))


# ------------------------------------------------------------------ rulesets with a package


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return a folder on the path, whose packages are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield Site(tmp_path)
    for name in set(sys.modules) - before:
        del sys.modules[name]


LISTED = {"rules.toml": RULE, "rules_tests.json": '{"a": ["test_a.py::test_a"]}'}


def _case(id: str, rule: str = "a") -> str:
    return GOLDEN.replace("toy.roll", f"{id}.throw").replace('"x"', f'"{rule}"')


def test_a_sound_package_passes(site: Site) -> None:
    site.package("toy_sound", files=LISTED)
    (site.folder / "cases.toml").write_text(_case("toy_sound"))
    check_ruleset(load("toy_sound"), golden=site.folder, complete=True)


def test_a_complete_ruleset_lacks_nothing(site: Site) -> None:
    lost = RULE.replace('"a"', '"lost"')
    site.package("toy_lost", files={"rules.toml": RULE + lost})
    by_hand = "rule a is carried out by __init__.throw and no test in rules_tests.json carries its mark"
    found = [f"{by_hand}: mark one and run pytest --rule-index=write"]
    assert found_in(load("toy_lost")) == found
    assert found_in(load("toy_lost"), complete=True) == [
        *found,
        "rule lost is missing: carry it out, or put the question to the referee",
        "toy_lost.throw: has no golden case: write one whose values come from the book",
    ]


def test_what_cites_rules_that_the_index_does_not_know(site: Site) -> None:
    code = ruleset_code("toy_astray").replace('rules=("a",)', 'rules=("a", "b", "idle")').replace("'a'", "'c'")
    chart = CHART.replace('rule = "x"', 'rule = "d"')
    idle = RULE.replace('"a"', '"idle"')
    files = {**LISTED, "rules.toml": RULE + idle, "charts/c.toml": chart}
    site.package("toy_astray", code.replace('"die", "a"', '"die", "a") + 0 * umpire.roll(d6, "other", "c"'), files)
    (site.folder / "cases.toml").write_text(_case("toy_astray", "e").replace("[4]", "[4, 1]"))
    choice: Choice[Any, bool] = Choice("c", rule="f", who="nobody", about="", default=lambda _, __: True)
    modifier = Modifier(id="m", value=1, reason="so", rule="g")
    astray = attrs.evolve(load("toy_astray"), choices=(choice,), modifiers=(modifier,))
    found = found_in(astray, golden=site.folder)
    assert "chart c: cites the unknown rule 'd': enter it in rules.toml" in found
    assert "choice c: cites the unknown rule 'f': enter it in rules.toml" in found
    assert "modifier m: cites the unknown rule 'g': enter it in rules.toml" in found
    assert "toy_astray.throw: names the unknown rule 'b': enter it in rules.toml" in found
    assert "toy_astray.throw: names the rule idle, which no code carries out: cite it where it is carried out" in found
    assert "toy_astray.throw: golden case a-four: names the unknown rule 'e'" in found
    assert any(line.startswith("toy_astray.throw: unknown rule of toy_astray 'c'") for line in found)


@frozen(kw_only=True)
class Marked:
    """What marks stand beside.

    Attributes:
        known: Cites a rule.
        cited: Cites none.
        items: Limited by none, item by item.
        free: Limited by no rule.
    """

    known: Annotated[int, Range(0, 9, rule="a")] = 0
    cited: Annotated[bool, Cites("aa")] = True
    items: Annotated[tuple[Annotated[int, Range(0, 9, rule="ranges")], ...], Size(0, 3, rule="sizes")] = ()
    free: Annotated[int, Range(0, 9)] = 0


@frozen(kw_only=True)
class _MarkedOptions:
    """Options.

    Attributes:
        misspelt: An option.
        marked: Another.
    """

    misspelt: Annotated[bool, Settles("aa")] = True
    marked: Annotated[Marked | None, Settles("a")] = None


def test_marks_that_cite_rules_that_the_index_does_not_know(site: Site) -> None:
    site.package("toy_marked", files=LISTED)
    marked = attrs.evolve(load("toy_marked"), options=_MarkedOptions())
    advice = "enter it in rules.toml"
    assert found_in(marked)[:4] == [
        f"Marked.cited cites the unknown rule 'aa': {advice}; did you mean 'a'?",
        f"Marked.items cites the unknown rule 'ranges': {advice}",
        f"Marked.items cites the unknown rule 'sizes': {advice}",
        f"option misspelt settles the unknown rule 'aa': {advice}; did you mean 'a'?",
    ]


def test_marks_of_requests_that_cite_no_rule(site: Site) -> None:
    code = ruleset_code("toy_limited").replace("plus: int", "plus: Annotated[int, Range(0, 9, rule='lost')]")
    code = "from typing import Annotated\nfrom rcw_rules import Range\n" + code
    site.package("toy_limited", code, files=LISTED)
    assert found_in(load("toy_limited")) == [
        "toy_limited.throw: Throw.plus cites the unknown rule 'lost': enter it in rules.toml"
    ]


def test_an_index_that_cannot_be_read(site: Site) -> None:
    site.package("toy_torn", files={"rules.toml": "[[rule]"})
    (found,) = found_in(load("toy_torn"))
    assert found.startswith("toy_torn/rules.toml: ")


def test_a_list_of_tests_that_cannot_be_read(site: Site) -> None:
    site.package("toy_listless", files={**LISTED, "rules_tests.json": "{"})
    (found,) = found_in(load("toy_listless"))
    assert found.startswith("toy_listless/rules_tests.json: ")


def test_a_procedure_that_prints(site: Site) -> None:
    code = ruleset_code("toy_talking").replace("    umpire.charts\n", "    print('hello', end='')\n")
    assert "hello" in code
    site.package("toy_talking", code, LISTED)
    check_ruleset(load("toy_talking"))


def test_a_package_that_is_not_installed(site: Site) -> None:
    site.package("toy_at_home", files=LISTED)
    at_home = load("toy_at_home")
    (site.folder / "toy_at_home_rules-1.0.dist-info" / "entry_points.txt").unlink()
    advice = "offer it in pyproject.toml in the entry-point group rcw_rules.rulesets, and install it"
    assert found_in(at_home) == [f"is not installed: {advice}"]


def test_a_procedure_that_follows_the_order_of_a_set(site: Site) -> None:
    code = ruleset_code("toy_hashed").replace(
        "    umpire.charts\n", "    first = next(iter({str(number) for number in range(1000)}))\n"
    )
    site.package("toy_hashed", code.replace("+ request.plus", "+ int(first)"), LISTED)
    advice = "iterate over no set, sort it first"
    assert found_in(load("toy_hashed")) == [
        f"toy_hashed.throw: answers otherwise in a process with another hash seed: {advice}"
    ]


def test_a_ruleset_that_another_process_cannot_load(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"import os\nassert os.environ.get('TOY_HOME'), 'toys stay at home'\n{ruleset_code('toy_elsewhere')}"
    site.package("toy_elsewhere", code, LISTED)
    monkeypatch.setenv("TOY_HOME", "here")
    toy = load("toy_elsewhere")
    monkeypatch.delenv("TOY_HOME")
    (found,) = findings(toy)
    assert found.startswith("another process cannot resolve it: ")
    assert found.endswith("AssertionError: toys stay at home")
