"""What a notebook shows of a value: words in tables, short names, and an error without its traceback."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Literal

import attrs
import pytest

from rcw_rules import GivenDice, InvalidRequestError, odds
from rcw_rules import red_square as rs
from rcw_rules import red_white as rw
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.markup import html_lines, html_table, html_text

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
    said = "The attacker wins. Red battalion loses 6 stands (6 to 0) and is destroyed."
    head = f"<p>Who wins this melee?</p><p>{said}</p>"
    assert html.startswith(f"{head}<table><tbody><tr><td>winner</td><td>attacker</td></tr>")
    assert html.index("<td>winner</td>") < html.index("[melee-roll]")
    assert repr(resolution).startswith("<Resolution of red_white.melee: The attacker wins.")


def test_no_name_is_obeyed_by_a_page() -> None:
    lines = ["\u202eder < \x1b[2J", "next"]
    told = "\\u202eder &lt; \\x1b[2J"
    assert html_lines(lines) == f"<pre>{told}\nnext</pre>"
    assert html_table([lines]) == f"<table><tbody><tr><td>{told}</td><td>next</td></tr></tbody></table>"
    assert html_text(lines[0]) == f"<p>{told}</p>"


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


def test_a_session_shows_what_is_asked_and_at_last_the_answer() -> None:
    session = rw.ruleset.begin(MELEE)
    html = shown(session)
    assert html.startswith("<p>Who wins this melee?</p><pre>the request is legal [melee-roll]\n")
    assert html.endswith("<pre>roll d6 against d6 - 2 for attacker&#x27;s die, defender&#x27;s die [melee-roll]</pre>")
    assert repr(session).startswith("<Session of red_white.melee, 0 answers; asks: ")
    over = session.answer((6, 1))
    while over.pending is not None:
        over = over.answer(1)
    assert shown(over) == shown(over.resolution)
    assert repr(over).endswith("over>")


def test_a_sweep_shows_the_likeliest_outcome_at_each_point() -> None:
    white = attrs.evolve(MELEE.defenders[0], cover="open")

    def asked(cover: Literal["open", "trench"], stands: int) -> rw.MeleeRequest:
        return rw.MeleeRequest(attackers=MELEE.attackers, defenders=(attrs.evolve(white, cover=cover, stands=stands),))

    swept = odds.sweep(rw.ruleset, asked, cover=("open", "trench"), stands=(5,))
    html = shown(swept)
    assert html.startswith("<table><thead><tr><th>cover</th><th>stands</th><th>chance</th><th>most likely outcome</th>")
    assert "<tr><td>trench</td><td>5</td><td>" in html
    assert repr(swept) == "<Sweep over cover and stands: 2 odds, 0 refused>"


def test_a_sample_shows_estimates_with_their_errors() -> None:
    sample = rw.ruleset.sample(MELEE, 200, seed=1).map(lambda outcome: outcome.winner)
    html = shown(sample)
    first, estimate = sample.ranked()[0]
    cells = (f"{estimate.value * 100:.2f} %", f"{estimate.standard_error * 100:.2f} %", first)
    assert "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>" in html
    many = rw.ruleset.sample(MELEE, 200, seed=1).map(id)
    assert ("other outcome" in shown(many)) == (len(many.counts) > 40)


def test_a_rule_shows_what_it_says() -> None:
    rule = rw.ruleset.rules["melee-roll"]
    html = shown(rule)
    assert html.startswith(f"<p>{rule.title} [melee-roll; printed]</p>")
    assert rule.section in html
    assert repr(rule) == f"<Rule melee-roll: {rule.title}>"


def test_names_are_short() -> None:
    assert repr(rw.ruleset) == "<Ruleset red_white: The Herald 57, rules version 5>"
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


def test_no_name_passes_for_a_line_of_its_own() -> None:
    named = rw.AircraftArrivalRequest(aircraft=(rw.Arrival(side="red", name="Anna\nlegal"),))
    preview = rw.ruleset.preview(named)
    assert r"Anna\nlegal" in preview.next_throw
    assert "\nlegal" not in str(preview)
    assert "\n" not in repr(rw.ruleset.resolve(named, dice=GivenDice([1])))
