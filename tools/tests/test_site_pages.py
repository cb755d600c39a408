"""The pages that are written from the rulesets show what these say, whatever characters it is written in."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from io import BytesIO
from pkgutil import walk_packages
from typing import Annotated, Any
from zipfile import ZipFile

import pytest
from attrs import evolve, frozen

import rcw_rules
from mkdocs_hook import ARCHIVE, generated
from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.errors import NeedsRuling, RulesError
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Settles
from rcw_rules.rule_index import Rule, RuleIndex
from rcw_rules.ruleset import Ruleset
from site_pages.charts import charts_page
from site_pages.coverage import coverage_page
from site_pages.errors import error_classes, errors_page
from site_pages.examples import examples_page
from site_pages.markdown import code, link, plain, table
from site_pages.procedures import procedures_page
from site_pages.rulings import rulings_page
from site_pages.schemas import schemas_page

markdown: Any = import_module("markdown")  # it has no types

AWKWARD = "a|b <c> &d; *e* __f__ `g` [h](i) # j + k - l 1. m ![n] {o} \\p ~ q"


def html(text: str) -> str:
    return str(markdown.markdown(text, extensions=["attr_list", "md_in_html", "tables"]))


def shown(text: str) -> list[str]:
    """Return what a person reads, line by line."""
    without_tags = re.sub(r"<[^>]+>", "", html(text))
    lines = without_tags.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").splitlines()
    return [line.strip() for line in lines if line.strip()]


@pytest.mark.parametrize("text", [AWKWARD, "- a", "+ a", "1. a", "# a", "> a", "    a", "a\n\nb", "", "===", "| a |"])
def test_any_text_is_shown_as_it_is_on_one_line(text: str) -> None:
    one_line = " ".join(text.split())
    assert shown(f"{plain(text)}.") == [f"{one_line}."]
    assert shown(f"x {code(text)}") == [f"x {one_line}".strip()]
    assert shown(table(("head", "other"), [("x" + plain(text), code(text) + "y")])) == [
        "head",
        "other",
        "x" + one_line,
        one_line + "y",
    ]


def test_a_link_shows_what_it_is_told_to_show() -> None:
    assert html(link(code("a_b"), "c.md#d")) == '<p><a href="c.md#d"><code>a_b</code></a></p>'


CHART = """
[[chart]]
id = "fire"
title = "Fire * table"
rule = "4-fire"
source = "The book"
locator = "page 4"
provenance = "printed"
rows = "labels"
columns = "labels"
table = [["1d6", "near", "far"], ["low|er", "hit", "-"], ["upper", "_x_", 3]]
[[chart.cells]]
row = "upper"
provenance = "reconstructed"
reason = "torn <off>"
[[chart.cells]]
row = "low|er"
column = "far"
provenance = "illustrative"
"""


def rule(id: str, **fields: Any) -> Rule:
    return Rule(
        **{
            "id": id,
            "title": f"About {id}",
            "section": "1.1",
            "kind": "resolver",
            "provenance": "printed",
            "summary": "It *says* this.",
            **fields,
        }
    )


RULES = (
    rule("1-a", code=("fire.shoot",), tests=("tests/test_a.py::test_x[a<b]", "tests/test_a.py::test_y"), ruling="r"),
    rule("2-b", question="Who sees it?", provenance="reconstructed"),
    rule("3-c", pending="the rest", kind="table", provenance="missing"),
)
INDEX = RuleIndex("game", {one.id: one for one in RULES})


def test_the_coverage_shows_every_rule_with_its_code_and_its_tests() -> None:
    page = coverage_page("The game", INDEX)
    assert shown(page)[2:] == [
        "There are 3 rules:",
        "status: 1 implemented, 1 referee, 1 missing",
        "provenance: 1 printed, 1 reconstructed, 1 missing",
        "kind: 2 resolver, 1 table",
        "1-a About 1-a",
        "In the book: 1.1. Kind: resolver, printed, implemented. Ruling.",
        "It *says* this.",
        "Code: fire.shoot.",
        "2 teststests/test_a.pytest_x[a<b]test_y",
        "2-b About 2-b",
        "In the book: 1.1. Kind: resolver, reconstructed, referee.",
        "It *says* this.",
        "Asked of a referee: Who sees it?",
        "Code: nowhere.",
        "No test carries its mark.",
        "3-c About 3-c",
        "In the book: 1.1. Kind: table, missing, missing.",
        "It *says* this.",
        "Not built yet: the rest",
        "Code: nowhere.",
        "No test carries its mark.",
    ]
    assert [f'id="{one.id}"' in html(page) for one in RULES] == [True, True, True]


@frozen(kw_only=True)
class Options:
    """Options.

    Attributes:
        fog: Whether there is *fog*.
        map: Which map.
        days: Which days.
    """

    fog: Annotated[bool, Settles("1-a")] = False
    map: Annotated[str, Settles("2-b")] = "flat_land"
    days: Annotated[tuple[int, ...], Settles("2-b")] = ()


@frozen(kw_only=True)
class ShotRequest(Request[int]):
    """A shot."""


@procedure("game.shot", title="Does it hit | miss?", rules=("1-a", "2-b"))
def shot(request: ShotRequest, umpire: Umpire[Options]) -> int:
    """Hit."""
    return 1


GAME = Ruleset(
    id="game",
    title="The game, a book",
    edition="first",
    rules_version=1,
    options=Options(),
    procedures=(shot,),
    choices=(Choice("stay", rule="1-a", who="owner", about="Stay or *go*.", default=lambda _, both: both[0]),),
    charts={"fire": load_chart(CHART, "fire.toml")},
    modifiers=(Modifier(id="fog", value=Fraction(1, 2), reason="thick | fog", rule="1-a", effect="multiply"),),
)


def test_the_charts_show_every_cell_with_its_provenance() -> None:
    lines = shown(charts_page("The game", GAME))
    assert lines[0] == "The game: charts"
    assert lines[lines.index("provenance") + 1 :] == [
        "Fire * table",
        "1 illustrative, 1 printed, 2 reconstructed",
        "Fire * table",
        "fire, 1 illustrative, 1 printed, 2 reconstructed. The book, page 4; rule 4-fire.",
        "1d6",
        "near",
        "far",
        "low|er",
        "hit",
        "- 1",
        "upper",
        "_x_ 2",
        "3 2",
        "1 illustrative",
        "2 reconstructed: torn <off>",
        "Modifiers in no chart",
        (
            "The text of the book has them. House rules change them by their ids. "
            "If an id stands here twice, book tells which of the two is meant."
        ),
        "modifier",
        "book",
        "what it does",
        "rule",
        "provenance",
        "fog",
        "1/2",
        "x1/2 thick | fog",
        "1-a",
        "printed",
    ]
    page = html(charts_page("The game", GAME))
    assert 'href="coverage.md#4-fire"' in page
    assert 'id="fire"' in page


def test_the_rulings_show_options_choices_gaps_and_rulings() -> None:
    lines = shown(rulings_page("The game", GAME, INDEX))
    for line in (
        "fog, by default off, settles 1-a: Whether there is fog.",
        "map, by default flat_land, settles 2-b: Which map.",
        "days, by default none, settles 2-b: Which days.",
        "stay (owner, 1-a): Stay or *go*.",
        "2-b About 2-b: Who sees it?",
        "3-c About 3-c: It *says* this.",
        "2-b About 2-b, reconstructed: It *says* this.",
        "Fire * table: 1 illustrative, 1 printed, 2 reconstructed",
        "3-c About 3-c: the rest",
        "1-a, 1.1. r",
    ):
        assert lines.count(line) == 1, line


def test_what_a_ruleset_has_none_of_has_no_heading() -> None:
    plain_rules = RuleIndex("game", {"1-a": rule("1-a")})
    page = rulings_page("The game", evolve(GAME, choices=(), charts={}), plain_rules)
    assert [line for line in page.splitlines() if line.startswith("#")] == [
        "# The game: rulings and gaps",
        "## Options { #options }",
        "## Rulings { #rulings }",
    ]


def test_the_procedures_link_to_their_rules_schemas_and_classes() -> None:
    page = html(procedures_page({"The game": GAME}))
    assert '<a id="game.shot"></a><strong><code>game.shot</code></strong> Does it hit | miss? Request' in page
    assert '<details class="rules">\n<summary>2 rules</summary>\n<p><a' in page
    assert '<a href="../game/coverage.md#2-b"><code>2-b</code></a>' in page
    assert '<a href="../schemas/game.json"><code>game.json</code></a>' in page
    assert "[<code>ShotRequest</code>][rcw_rules.game.ShotRequest]" in page


def test_the_schemas_are_listed_by_title() -> None:
    assert shown(schemas_page({"a_b.json": {"title": "A | B"}}))[-2:] == ["a_b.json", "A | B"]


def test_the_examples_are_listed_by_folder_with_what_they_say_of_themselves() -> None:
    examples = {
        "roll.py": '"""Roll *one* die.\n\nAnd another.\n"""\n',
        "bare.py": "# no docstring\n",
        "web/ask.mjs": "// Ask.\n// Often.\n",
        "web/sub/b.toml": 'a = ["x"]  # Some.\nc = 1  # one\n',
        "web/c.json": "{}\n",
        "empty.toml": "",
    }
    page = examples_page(examples, "all.zip")
    assert shown(page)[3:] == [
        "roll.py: Roll *one* die.",
        "bare.py",
        "empty.toml",
        "web",
        "ask.mjs: Ask.",
        "sub/b.toml: Some.",
        "c.json",
    ]
    assert '<a href="../examples/web/sub/b.toml"><code>sub/b.toml</code></a>' in html(page)
    assert '<a href="../all.zip"><code>all.zip</code></a>' in html(page)


def test_the_examples_and_the_schemas_are_in_the_archive_and_nothing_made_from_them_is() -> None:
    files = dict(generated())
    archived = files[ARCHIVE]
    assert isinstance(archived, bytes)
    with ZipFile(BytesIO(archived)) as opened:
        texts = {name: opened.read(name).decode("utf-8") for name in opened.namelist()}
    alone = {path: texts[path] for path in texts if path.endswith((".ipynb", "README.md"))}
    assert len(alone) == 3
    assert {path: texts[path] for path in files if path.startswith(("examples/", "schemas/"))} | alone == texts
    assert {"examples/referee.py", "examples/javascript/melee.mjs", "schemas/red_white.json"} <= texts.keys()
    assert {name.rpartition(".")[2] for name in texts} == {
        "ipynb",
        "json",
        "md",
        "mjs",
        "py",
        "sh",
        "toml",
        "ts",
        "txt",
    }
    assert dict(generated())[ARCHIVE] == archived


def test_every_class_of_error_of_the_library_is_listed() -> None:
    for module in walk_packages(rcw_rules.__path__, "rcw_rules."):
        import_module(module.name)

    def below(cls: type[RulesError]) -> set[type[RulesError]]:
        return {cls}.union(*map(below, cls.__subclasses__()))

    assert set(error_classes()) == {cls for cls in below(RulesError) if cls.__module__.startswith("rcw_rules.")} - {
        RulesError
    }


def test_errors_of_one_code_stand_together() -> None:
    class SpecialRuling(NeedsRuling):
        """A special one.

        Attributes:
            rule: Which rule.
        """

    lines = shown(errors_page([NeedsRuling, SpecialRuling]))
    assert lines.count("needs-ruling") == 2  # in the table and over its section
    assert "NeedsRuling, SpecialRuling" in lines
    assert any(line.endswith("SpecialRuling: A special one.") for line in lines)


def test_every_operation_of_the_service_is_listed_with_what_it_takes() -> None:
    from rcw_rules.service.app import OPERATIONS
    from rcw_rules.service.openapi import openapi
    from rcw_rules.service.problems import KINDS
    from site_pages.service import service_page

    page = service_page(openapi(OPERATIONS, {}), KINDS)
    for one in OPERATIONS:
        assert page.count(f"| {one.summary} |") == 1
        assert code(f"{one.method} {one.path}") in page
    resolve = next(line for line in page.splitlines() if line.startswith(f"| {code('POST /api/resolve')} "))
    assert resolve.endswith(f"{code('seed')} (optional) |")
    assert f"{code('request')}, {code('options')} (optional)" in resolve
    assert all(code(name) in page for name in KINDS)
