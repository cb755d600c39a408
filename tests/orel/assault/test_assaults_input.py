"""What may not assault, and charts of one's own."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest
from orel_assaults import (
    NORTH,
    TARGET,
    battery,
    car,
    cavalry,
    fight,
    modifiers,
    request,
    sized,
    unit,
)

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.errors import ChartError

# -------------------------------------------------------------------- refusals


@pytest.mark.rule("orel", "X-bad-combat", "9-alone-defence", "9-accompanied", "8.7.1-charge")
@pytest.mark.parametrize(
    ("asked", "path", "rule"),
    [
        (request((unit("a"),), (car("r"),)), r"\$\.defenders", "9-alone-defence"),
        (request((car("r"),), (unit("x"),)), r"\$\.attackers", "9-accompanied"),
        (request((unit("a", mode="march"),), (unit("x"),)), r"attackers\[0\]", "X-bad-combat"),
        (request((unit("a", hex="1013"),), (unit("x", hex=TARGET),)), r"attackers\[0\]\.hex", "X-bad-combat"),
        (request((cavalry("c", charging=True),), (unit("x"),)), r"attackers\[0\]\.charging", "8.7.1-charge"),
    ],
)
def test_what_may_not_assault(asked: game.AssaultRequest, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"{path}.*\[{rule}\]"):
        fight(asked, 3, 4)


@pytest.mark.rule("orel", "8.7.1-charge", "8.8.1-strength")
def test_charges_are_judged_again() -> None:
    # Quality 4 may not charge a battalion in good order; a disorganised one it may.
    asked = request((cavalry("c", charging=True, strength_charge=10),), (unit("x", disorganised=True),))
    assert modifiers(asked) == {"odds": 3}


@pytest.mark.rule("orel", "8.8.1-encirclement", "X-bad-units", "X-dice")
def test_malformed_assaults() -> None:
    on_map = request((unit("a", hex=NORTH),), (unit("x", hex=TARGET),), hexsides=(0,))
    with pytest.raises(InvalidRequestError, match=r"\$\.hexsides: leave them out"):
        fight(on_map, 3, 4)
    with pytest.raises(InvalidRequestError, match=r"\$\.hexsides\[1\]: .*twice"):
        fight(request((unit("a"),), (unit("x"),), hexsides=(0, 0)), 3, 4)
    with pytest.raises(InvalidRequestError, match=r"\$\.bystanders\[0\]\.side"):
        fight(request((unit("a"),), (unit("x"),), bystanders=(unit("b", side="white"),)), 3, 4)


# -------------------------------------------------------------------- charts of one's own


def with_line(chart: str, line: str, instead: str) -> Any:
    """Return the ruleset with one line of a chart replaced."""
    file = "assault.toml" if chart.startswith("art") else "cohesion.toml"
    text = (files("rcw_rules.orel") / "charts" / file).read_text(encoding="utf-8")
    assert text.count(line) == 1
    charts = {one.id: one for one in load_charts(text.replace(line, instead), file)}
    return game.ruleset.with_charts({chart: charts[chart]})


@pytest.mark.rule("orel", "8.8.2-art", "8.8.2B-morale")
@pytest.mark.parametrize(
    ("chart", "line", "instead", "faces"),
    [
        ("art", '["8", 1, 1, "defender", "none"]', '["8", 1, 1, "nobody", "none"]', (6, 2)),
        ("art", '["8", 1, 1, "defender", "none"]', '["8", "nobody", 1, "defender", "none"]', (6, 2)),
        ("cohesion", '"passed", "passed", "passed", "passed"]', '"passed", "passed", "passed", "nobody"]', (6, 3, 2)),
        ("morale_outcome", '["passed", "retreat", "repulsed"]', '["passed", "nobody", "repulsed"]', (6, 3, 1)),
    ],
)
def test_a_word_that_no_rule_knows_is_refused(chart: str, line: str, instead: str, faces: tuple[int, ...]) -> None:
    with pytest.raises(ChartError, match=rf"^{chart}: .*'nobody'"):
        with_line(chart, line, instead).resolve(sized(4, 4), dice=GivenDice(faces))


@pytest.mark.rule("orel", "8.8.2-art")
def test_another_table_decides_otherwise() -> None:
    turned = with_line("art", '["8", 1, 1, "defender", "none"]', '["8", 1, 1, "attacker", "none"]')
    assert turned.resolve(sized(4, 4), dice=GivenDice([6, 2])).outcome.loser == "attacker"
    prospects = turned.resolve(game.AssaultProspectsRequest(assault=sized(4, 4)), dice=GivenDice([])).outcome
    assert prospects.defender_loses == Fraction(10, 36)


@pytest.mark.rule("orel", "8.7.2-repulsed", "8.8-optional")
def test_there_is_no_assault_on_the_repulsed_alone() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.defenders: .*8\.8-optional"):
        fight(request((unit("a"),), (unit("x", repulsed=True), battery("g"))), 6, 2)
