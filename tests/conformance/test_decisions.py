"""Every decision of the real rulesets says who takes it, and for which unit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from rcw_rules import Request, RulesError, SeededDice
from rcw_rules.directory.model import Faction
from rcw_rules.golden_cases import golden_cases
from rcw_rules.kernel.questions import Decision
from rcw_rules.registry import load
from rcw_rules.ruleset import Ruleset
from rcw_rules.wire import structure, unstructure

SIDES: dict[str, tuple[str, ...]] = {
    "directory": get_args(Faction),
    "orel": ("red", "white"),
    "red_actions": ("red", "white"),
    "red_square": ("red", "white"),
    "red_white": ("red", "white"),
}
MOST_DECISIONS = 12  # of one procedure: every answer runs it again from its start


def sources_of(id: str) -> Iterator[tuple[Ruleset[Any], Request[Any]]]:
    """Yield the request of every example and golden case of a ruleset, with the ruleset in the options of each."""
    ruleset = load(id)
    for one in ruleset.procedures:
        if one.example is not None:
            yield ruleset, one.example
    for case in golden_cases(Path(__file__).parents[1] / id / "golden"):
        plain = unstructure(case)
        options = structure({**unstructure(ruleset.options), **plain["options"]}, type(ruleset.options))
        optional = ruleset.with_options(**{name: getattr(options, name) for name in case.options})
        yield optional, structure(plain["request"], ruleset.procedure(case.procedure).request_type)


def decisions(ruleset: Ruleset[Any], request: Request[Any], seed: int) -> Iterator[Decision[Any, Any]]:
    """Yield what a procedure asks, with random dice, and answer it at random."""
    chance = Random(seed)
    try:
        session = ruleset.begin(request).automate(dice=SeededDice(seed))
        for _ in range(MOST_DECISIONS):
            if session.pending is None:
                return
            assert isinstance(session.pending, Decision)
            yield session.pending
            session = session.answer(chance.choice(session.pending.alternatives))
    except RulesError:  # a case of something that is not allowed, or that needs a ruling
        return


@pytest.mark.parametrize("id", SIDES)
def test_every_decision_says_who_takes_it_and_for_which_unit(id: str) -> None:
    met: set[str] = set()
    for ruleset, request in sources_of(id):
        for seed in range(3):
            for decision in decisions(ruleset, request, seed):
                met.add(decision.choice.id)
                unit: object = decision.unit
                assert isinstance(unit, str), decision
                assert decision.owner in (*SIDES[id], "umpire", decision.choice.who), decision
                assert str(decision).startswith(f"{decision.owner} decides"), decision
    assert met <= {choice.id for choice in load(id).choices}
    assert len(met) > len(load(id).choices) / 3


@pytest.mark.parametrize("id", SIDES)
def test_every_choice_asks_a_question_and_tells_its_default(id: str) -> None:
    for choice in load(id).choices:
        question, _, default = choice.about.partition(" Default: ")
        assert "?" in question, choice.id
        assert default, choice.id
        assert choice.about.isprintable(), choice.id
