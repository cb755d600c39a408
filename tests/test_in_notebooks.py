"""What a notebook shows of a value: words in tables, short names, and an error without its traceback."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import attrs
import pytest

from rcw_rules import GivenDice, InvalidRequestError, odds
from rcw_rules import red_square as rs
from rcw_rules import red_white as rw
from rcw_rules.kernel.distributions import Distribution

MELEE = rw.melee_example_2()


class Balanced(HTMLParser):
    """Remembers which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs, "no style, script or link"
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def shown(value: object) -> str:
    html = getattr(value, "_repr_html_")()  # noqa: B009 - as a notebook asks
    parser = Balanced()
    parser.feed(html)
    assert not parser.open
    assert parser.seen <= {"table", "thead", "tbody", "tr", "th", "td", "pre", "p"}
    return str(html)


def test_a_resolution_begins_with_its_answer() -> None:
    resolution = rw.ruleset.resolve(MELEE, dice=GivenDice([6, 1]))
    html = shown(resolution)
    assert html.startswith("<p>Who wins this melee?</p><table><tbody><tr><td>winner</td><td>attacker</td></tr>")
    assert html.index("<td>winner</td>") < html.index("[melee-roll]")
    assert repr(resolution).startswith("<Resolution of red_white.melee: winner attacker, margin ")


def test_whole_outcomes_are_in_words() -> None:
    html = shown(rw.ruleset.odds(MELEE))
    assert "<td>winner attacker, margin 2, repulse no," in html
    assert "MeleeOutcome(" not in html
    assert "<td>1/6</td><td>2</td>" in shown(rw.ruleset.odds(MELEE).map(lambda outcome: outcome.margin))


def test_two_chances_stand_beside_each_other() -> None:
    die = Distribution(dict.fromkeys(range(1, 7), 1))
    assert "<tr><td>higher</td><td>41.67 %</td><td>5/12</td></tr>" in shown(die.compare(die, lambda face: face))
    changed = odds.what_if(rw.ruleset, MELEE, facts={"flank_or_rear": True})
    html = shown(changed)
    assert html.startswith("<table><thead><tr><th>before</th><th>after</th><th>outcome</th></tr></thead>")
    assert "winner attacker" in html


def test_what_is_known_before_the_dice() -> None:
    preview = rw.ruleset.preview(MELEE)
    assert "outnumbered 13 to 6 [melee-mod-outnumbered]" in shown(preview)
    assert str(preview).splitlines()[-1].startswith("to be thrown: ")
    assert shown(rw.ruleset.verdict(MELEE)) == "<p>legal</p>"


def test_why_something_is_not_legal() -> None:
    verdict = rs.ruleset.verdict(rs.WireCrossingRequest(kind="cavalry", formation="mounted", direction="E"))
    html = shown(verdict)
    assert html.startswith("<p>not legal</p><table>")
    assert "<td>terrain-wire</td>" in html


def test_names_are_short() -> None:
    assert repr(rw.ruleset) == "<Ruleset red_white: The Herald 57, rules version 4>"
    assert re.fullmatch(r"<\d+ rules of red_white>", repr(rw.ruleset.rules))
    assert repr(rw.ruleset.charts).startswith("<10 charts: air_combat_modifiers, ")


def test_rules_and_charts_are_tables() -> None:
    assert "<td>melee-roll</td>" in shown(rw.ruleset.rules)
    assert "<td>melee_modifiers</td>" in shown(rw.ruleset.charts)
    assert shown(rw.ruleset.charts["major_morale"]).startswith("<pre>")


def test_what_somebody_wrote_is_text() -> None:
    units = tuple(attrs.evolve(unit, name="<b>Guards</b>") for unit in MELEE.attackers[:1])
    html = shown(rw.ruleset.resolve(attrs.evolve(MELEE, attackers=units), dice=GivenDice([6, 1])))
    assert "<b>" not in html
    assert "&lt;b&gt;Guards&lt;/b&gt;" in html


def test_a_refused_request_shows_its_problems_alone() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(attrs.evolve(MELEE, attackers=()), dice=GivenDice([]))
    (line,) = caught.value._render_traceback_()
    assert line.startswith("InvalidRequestError: ")
    assert "$.attackers" in line
