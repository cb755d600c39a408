"""Documents of requests and resolutions, damaged: each is refused with a documented error, or read and right.

A case is a line, ``request red_white.melee`` or ``resolution red_white``, and the document below it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from damaged_documents import damaged
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from fuzzing.changes import changed_texts
from fuzzing.questions import ask, rulesets
from rcw_rules import (
    DiceError,
    InvalidRequestError,
    ReplayError,
    SeededDice,
    UnknownNameError,
    WireVersionError,
)
from rcw_rules.wire import parse_json, structure

__all__ = ["cases", "check", "check_resolution"]

_SEEDS = 3

_OF_A_REPLAY = (ReplayError, DiceError)
"""How a record that somebody changed may be refused."""


@cache
def _resolved(procedure: str, seed: int) -> str:
    ruleset = rulesets()[procedure.partition(".")[0]]
    example = ruleset.procedure(procedure).example
    assert example is not None
    return ruleset.resolve(example, dice=SeededDice(seed)).to_json()


def cases() -> SearchStrategy[bytes]:
    """Return a strategy for the examples of all procedures, and their resolutions, with some damage."""
    procedures = [procedure.id for ruleset in rulesets().values() for procedure in ruleset.procedures]

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
        procedure = draw(st.sampled_from(procedures))
        document = json.loads(_resolved(procedure, draw(st.integers(0, _SEEDS - 1))))
        head = f"resolution {procedure.partition('.')[0]}"
        if draw(st.booleans()):
            head, document = f"request {procedure}", document["request"]
        random: Random = draw(st.randoms(use_true_random=False))
        text = json.dumps(damaged(document, random), indent=1)
        if draw(st.integers(0, 4)) == 0:
            text = draw(changed_texts(st.just(text)))
        return f"{head}\n{text}".encode("utf-8", "surrogatepass")

    return drawn()


def check(case: bytes) -> None:
    """Read a document, and ask what it asks.

    Raises:
        Exception: It is neither refused as documented nor read and right.
    """
    head, _, text = case.partition(b"\n")
    kind, _, of = head.decode().partition(" ")
    if kind == "resolution":
        check_resolution(of, text)
        return
    ruleset = rulesets()[of.partition(".")[0]]
    try:
        request = structure(parse_json(text, "the request"), ruleset.procedure(of).request_type)
    except InvalidRequestError as error:
        assert error.problems, "a refusal names no problem"
        return
    ask(ruleset, request, seed=1)
    ruleset.forget_odds()


def check_resolution(id: str, text: bytes) -> None:
    """Read a resolution of a ruleset, and hold it against what its dice come to.

    Raises:
        Exception: It is neither refused as documented nor read and right.
    """
    ruleset = rulesets()[id]
    try:
        loaded = ruleset.load_resolution(text)
    except (InvalidRequestError, UnknownNameError, WireVersionError) as error:
        assert str(error), "a refusal says nothing"
        return
    written = loaded.to_json()
    assert ruleset.load_resolution(written) == loaded, "what was read does not survive a trip through JSON"
    assert loaded.explain()
    try:
        ruleset.verify(loaded)
    except _OF_A_REPLAY as error:
        assert str(error), "a refusal says nothing"
