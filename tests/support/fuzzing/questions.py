"""Well-formed requests of every procedure, under any options: all ways to ask agree on what is legal and possible.

A case is JSON: procedure, options, request and a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from attrs import evolve
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rcw_rules import (
    BudgetError,
    Distribution,
    GivenDice,
    IllegalRequestError,
    InvalidRequestError,
    Limits,
    NeedsRuling,
    Request,
    Resolution,
    RulesError,
    Ruleset,
    SeededDice,
)
from rcw_rules.kernel.fields import validate
from rcw_rules.registry import available, load
from rcw_rules.strategies import requests, values
from rcw_rules.wire import dumps, parse_json, structure, unstructure

__all__ = ["ask", "cases", "check", "rulesets"]

_LIMITS: Final = Limits(branches=2_000)
_MOST_SEED: Final = 10**6


@cache
def rulesets() -> dict[str, Ruleset[Any]]:
    """Return the five rulesets by id."""
    return {id: load(id) for id in sorted(available())}


def odds_of(ruleset: Ruleset[Any], request: Request[Any]) -> Distribution[Any]:
    """Return exact odds within a small budget: a question costs milliseconds, not minutes."""
    return ruleset.odds(request, limits=_LIMITS)


def cases() -> SearchStrategy[bytes]:
    """Return a strategy for requests as documents."""
    procedures = [(ruleset, procedure) for ruleset in rulesets().values() for procedure in ruleset.procedures]

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
        ruleset, procedure = draw(st.sampled_from(procedures))
        options = ruleset.options if draw(st.booleans()) else draw(values(type(ruleset.options)))
        request = draw(requests(procedure))
        seed = draw(st.integers(0, _MOST_SEED))
        parts = {"options": unstructure(options), "request": unstructure(request), "seed": seed}
        text = dumps({"procedure": procedure.id, **parts})
        assume(len(text) < 10**6)
        return text.encode()

    return drawn()


def check(case: bytes) -> None:
    """Ask a question in every way.

    Raises:
        AssertionError: Two ways disagree, or a well-formed request is refused as malformed.
        Exception: Anything that no docstring promises.
    """
    data: Any = parse_json(case, "the case")
    standard = rulesets()[data["procedure"].partition(".")[0]]
    procedure = standard.procedure(data["procedure"])
    ruleset = evolve(standard, options=structure(data["options"], type(standard.options)))
    request = structure(data["request"], procedure.request_type)
    assert unstructure(request) == data["request"], "the request does not survive a trip through JSON"
    ask(ruleset, request, data["seed"])


def ask(ruleset: Ruleset[Any], request: Request[Any], seed: int) -> None:
    """Ask a well-formed request in every way.

    Raises:
        AssertionError: Two ways disagree, or it is refused as malformed.
        Exception: Anything that no docstring promises.
    """
    validate(request)
    verdict = ruleset.verdict(request)
    preview = _answer(lambda: ruleset.preview(request), NeedsRuling)
    resolution = _answer(lambda: ruleset.resolve(request, dice=SeededDice(seed)), IllegalRequestError, NeedsRuling)
    odds = _answer(lambda: odds_of(ruleset, request), IllegalRequestError, NeedsRuling, BudgetError)
    if not isinstance(preview, NeedsRuling):
        assert preview.verdict == verdict, "the preview and the verdict disagree"
    else:
        assert isinstance(resolution, NeedsRuling), "the preview needs a ruling, and dice need none"
    for name, answer in (("dice", resolution), ("odds", odds)):
        if isinstance(answer, IllegalRequestError):
            assert answer.verdict == verdict, f"the verdict and the {name} disagree on what is illegal"
        else:
            assert verdict, f"the verdict is against it, and the {name} answer"
    if isinstance(odds, Distribution):
        assert sum(probability for _, probability in odds.items()) == 1, "the odds do not sum to 1"
        assert not isinstance(resolution, NeedsRuling), "dice need a ruling, and the odds need none"
        if isinstance(resolution, Resolution):
            assert resolution.outcome in dict(odds.items()), "the odds do not know what came of it"
    if isinstance(resolution, Resolution):
        _come_back(ruleset, resolution, SeededDice(seed))


def _come_back(ruleset: Ruleset[Any], resolution: Resolution[Any], dice: SeededDice) -> None:
    validate(resolution.outcome)
    assert resolution.explain()
    assert ruleset.outcome(resolution.request, dice=dice) == resolution.outcome, "the record changes the outcome"
    faces = GivenDice(resolution.dice)
    again = ruleset.resolve(resolution.request, dice=faces)
    assert again.outcome == resolution.outcome, "the same faces give another outcome"
    text = resolution.to_json()
    loaded = ruleset.load_resolution(text)
    assert loaded == resolution, "the resolution does not survive a trip through JSON"
    assert loaded.to_json() == text, "the resolution is written otherwise the second time"
    ruleset.verify(loaded)


def _answer(question: Callable[[], Any], *refusals: type[RulesError]) -> Any:
    """Return an answer, or the refusal that the question may end in."""
    try:
        return question()
    except refusals as refusal:
        assert str(refusal), "a refusal says nothing"
        return refusal
    except InvalidRequestError as error:
        raise AssertionError(f"a well-formed request was refused as malformed: {error}") from error
