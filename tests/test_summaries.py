"""Every outcome says itself in a sentence that a player can read aloud.

The sentences of all examples stand in `golden/summaries`, read by eye against the rules. After a change,
``RCW_SUMMARIES=write pytest tests/test_summaries.py`` writes them again: read what differs before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from spoken import require_english

from rcw_rules import RulesError, SeededDice
from rcw_rules.kernel.wording import Summarised
from rcw_rules.registry import load
from rcw_rules.ruleset import Ruleset

GOLDEN = Path(__file__).parent / "golden" / "summaries"
RULESETS = ("directory", "orel", "red_actions", "red_square", "red_white")
SEEDS = (1, 2)


def sentences_of(ruleset: Ruleset[Any]) -> list[str]:
    """Return the sentence of every example, with the procedure and the seed before it."""
    said: list[str] = []
    for procedure in ruleset.procedures:
        if procedure.example is None:
            continue
        for seed in SEEDS:
            try:
                summary = ruleset.resolve(procedure.example, dice=SeededDice(seed)).summary
            except RulesError as error:
                summary = f"({type(error).__name__})"
            said.append(f"{procedure.id}, seed {seed}\n    {summary}")
    return said


@pytest.mark.parametrize("id", RULESETS)
def test_the_sentences_of_all_examples(id: str) -> None:
    said = sentences_of(load(id))
    file = GOLDEN / f"{id}.txt"
    if os.environ.get("RCW_SUMMARIES") == "write":
        file.write_text("\n".join(said) + "\n", encoding="utf-8")
    assert "\n".join(said) + "\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("id", RULESETS)
def test_every_outcome_has_a_sentence_of_its_own(id: str) -> None:
    without = [one.id for one in load(id).procedures if not issubclass(one.outcome_type, Summarised)]
    assert not without


@pytest.mark.parametrize("id", RULESETS)
def test_the_sentences_are_english(id: str) -> None:
    lines = (GOLDEN / f"{id}.txt").read_text(encoding="utf-8").splitlines()
    for sentence in lines[1::2]:
        text = sentence.strip()
        if not text.startswith("("):  # what was refused
            require_english(text)
