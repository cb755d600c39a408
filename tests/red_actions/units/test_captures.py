"""Prisoners: who takes them and who loses them."""

from __future__ import annotations

from typing import Any

import pytest
from red_actions_units import bare_card

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.lengths import inches


def ask(event: Any, *, eliminate: bool = False, **facts: Any) -> tuple[Any, bool]:
    request = ra.PrisonersRequest(**{"event": event, "by": "white", "owner": "red", **facts})
    ruleset = ra.ruleset.with_options(eliminate_prisoners=eliminate)
    outcome = ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome.owner, outcome.eliminated


@pytest.mark.rule("red_actions", "misc-prisoners-take")
@pytest.mark.parametrize(
    ("event", "facts", "owner"),
    [
        ("moves_onto", {}, "white"),
        ("moves_onto", {"owner": None}, "white"),
        ("moves_onto", {"guarded": True}, "red"),
        ("moves_onto", {"in_building": True}, "red"),
        ("moves_onto", {"in_building": True, "owner": None}, None),
        ("guard_driven_off", {"guarded": True}, "white"),
        ("guard_driven_off", {"guarded": True, "in_building": True}, "white"),
        ("takes_possession", {}, "white"),
        ("takes_possession", {"in_building": True}, "white"),
    ],
)
def test_whose_the_prisoners_are(event: str, facts: dict[str, Any], owner: Any) -> None:
    assert ask(event, **facts) == (owner, False)


@pytest.mark.rule("red_actions", "misc-prisoners-take")
def test_only_a_guard_can_be_driven_off() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.guarded: .*misc-prisoners-take"):
        ask("guard_driven_off")


@pytest.mark.rule("red_actions", "misc-prisoners-kill")
def test_they_are_eliminated_only_with_the_option() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.event: .*misc-prisoners-kill"):
        ask("eliminates")
    assert ask("eliminates", eliminate=True) == (None, True)
    request = ra.PrisonersRequest(event="eliminates", by="white", owner="red")
    record = ra.ruleset.with_options(eliminate_prisoners=True).resolve(request, dice=GivenDice([])).record
    # The option is told with what rests on it.
    told = [step.text for _, step in record.walk() if step.rule == "misc-prisoners-kill"]
    assert told == ["ruling eliminate_prisoners = yes", "the prisoners are no more"]


@pytest.mark.rule("red_actions", "act-possession", "misc-prisoners-kill", "misc-prisoners-take")
@pytest.mark.parametrize(
    ("event", "rule"), [("takes_possession", "act-possession"), ("eliminates", "misc-prisoners-kill")]
)
@pytest.mark.parametrize(("field", "value"), [("in_contact", False), ("whole_segment", False), ("guarded", True)])
def test_actions_need_contact_a_whole_segment_and_no_guard(event: str, rule: str, field: str, value: bool) -> None:
    with pytest.raises(IllegalRequestError) as refused:
        ask(event, eliminate=True, **{field: value})
    assert [(found.path, found.rule) for found in refused.value.verdict.objections] == [(f"$.{field}", rule)]


@pytest.mark.rule("red_actions", "misc-prisoners-take")
def test_prisoners_walk_with_their_guard() -> None:
    foot = bare_card(id="a", name="Foot")
    sabres = bare_card("sabres", id="b", name="Sabres", speed=inches(14))
    assert ra.escort_speed(foot) == inches(6)
    assert ra.escort_speed(sabres, foot) == inches(6)
    with pytest.raises(NeedsRuling, match="misc-prisoners-take"):
        ra.escort_speed(sabres)
