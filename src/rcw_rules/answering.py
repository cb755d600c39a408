"""Any question from plain data: one function that a web page, a chat bot or another program calls.

    answer({"procedure": "red_white.melee", "ask": "odds", "request": {...}})

What goes in and what comes out is what `json` reads and writes: a resolution is the document that `Resolution.to_dict`
makes, odds are those of ``rcw odds --json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.limits import Limits
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.record import Step
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.shapes import is_object
from rcw_rules.kernel.sources import DiceSource, GivenDice, SeededDice
from rcw_rules.pieces import in_full
from rcw_rules.registry import find_procedure
from rcw_rules.ruleset import Ruleset

__all__ = ["answer", "odds_data", "outcome_data", "sample_data"]

What: TypeAlias = Literal["verdict", "preview", "resolve", "odds"]
"""What is asked of a request: is it legal, what is known before the dice, what comes of it, how likely is what."""


@frozen(kw_only=True)
class _Asked:
    """What is asked, besides the request and the options, which the procedure and the ruleset read."""

    procedure: str
    ask: What = "resolve"
    dice: Annotated[tuple[int | str, ...], Size(0, 1000)] | None = None
    seed: Annotated[int, Range(0, None)] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield dice that are missing, given twice, or given where none are thrown."""
        given = [name for name in ("dice", "seed") if getattr(self, name) is not None]
        if self.ask == "resolve" and len(given) != 1:
            yield Problem(".dice", "give either dice or a seed to resolve with")
        if self.ask != "resolve":
            yield from (Problem(f".{name}", f"nothing is thrown for {self.ask!r}") for name in given)


def answer(document: Mapping[str, Any], *, limits: Limits = Limits()) -> dict[str, Any]:
    """Answer a question that came as plain data, as plain data.

    >>> unit = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}
    >>> asked = {"procedure": "red_white.morale_test", "request": {"unit": unit}}
    >>> answer({**asked, "dice": [4]})["outcome"]["passed"]
    True
    >>> [one["probability"] for one in answer({**asked, "ask": "odds"})["outcomes"]]
    ['1/2', '1/2']
    >>> answer({**asked, "ask": "preview"})["next_throw"]
    'morale: d10, 5 or less [morale-roll]'

    Args:
        document: As `json.loads` returns it. ``procedure`` is the id, ``request`` the request, in
            which pieces may be named (`rcw_rules.pieces`), ``ask`` one of
            ``resolve``, ``odds``, ``verdict`` and ``preview``, ``resolve`` by default. To resolve, ``dice`` are the
            faces thrown, or ``seed`` is rolled with. ``options`` are those that are not as usual, by name.
        limits: What odds may cost: by default 200,000 branches, 2 seconds of computing and 200 MB.

    Returns:
        For ``resolve`` the document of the resolution. For ``odds`` what was asked, and ``outcomes``: each with its
        ``probability`` as a fraction in a text, the most likely first. For ``verdict`` whether it is ``legal``, and
        the ``objections``. For ``preview`` the same, with the ``record`` so far and the ``next_throw``.

    Raises:
        InvalidRequestError: The question, the request or an option is malformed. The paths begin at the document:
            ``$.request.unit.stands``.
        UnknownNameError: There is no such procedure.
        RulesError: As `Ruleset.resolve`, `Ruleset.odds` and the others raise. `RulesError.as_data` tells it as data.
    """
    from rcw_rules.forms import with_meanings
    from rcw_rules.wire import structure, unstructure

    given: object = document
    if not is_object(given):
        raise InvalidRequestError([Problem("$", "expected an object: procedure, request, and what else is asked")])
    if "request" not in document:
        raise InvalidRequestError([Problem("$.request", "missing: what the procedure is asked")])
    asked = structure({key: item for key, item in document.items() if key not in ("request", "options")}, _Asked)
    ruleset, procedure = find_procedure(asked.procedure)
    ruleset = _with_options(ruleset, document.get("options"))
    data = in_full(document["request"], procedure.request_type, ruleset.pieces, "$.request")
    try:
        request: Request[Any] = structure(data, procedure.request_type, "$.request")
    except InvalidRequestError as error:
        raise with_meanings(error, procedure.request_type, "$.request") from None
    match asked.ask:
        case "resolve":
            return ruleset.resolve(request, dice=_dice(asked)).to_dict()
        case "odds":
            from rcw_rules import odds

            return odds.to_dict(ruleset, request, ruleset.odds(request, limits=limits))
        case "verdict":
            verdict = ruleset.verdict(request)
            return {"legal": verdict.legal, "objections": [unstructure(one) for one in verdict.objections]}
        case "preview":
            preview = ruleset.preview(request)
            return {
                "legal": preview.verdict.legal,
                "objections": [unstructure(one) for one in preview.verdict.objections],
                "record": [unstructure(step, Step) for step in preview.record.steps],
                "next_throw": preview.next_throw,
            }


def _dice(asked: _Asked) -> DiceSource:
    return SeededDice(asked.seed or 0) if asked.dice is None else GivenDice(asked.dice, as_shown=True)


def _with_options(ruleset: Ruleset[Any], given: Any) -> Ruleset[Any]:
    from rcw_rules.wire import structure, unstructure

    if given is None:
        return ruleset
    if not is_object(given):
        raise InvalidRequestError([Problem("$.options", "expected an object: the name of each option with its value")])
    before: object = ruleset.options
    options = structure({**unstructure(before), **given}, type(before), "$.options")
    return ruleset.with_options(**{name: getattr(options, name) for name in given})


def odds_data(ruleset: Ruleset[Any], request: Request[Any]) -> dict[str, Any]:
    """Return what a document of odds tells of the question, as plain data."""
    from rcw_rules.wire import unstructure

    return {
        "procedure": ruleset.procedure_for(request).id,
        "ruleset": unstructure(ruleset.identity),
        "options": unstructure(ruleset.options),
        "replaced_charts": list(ruleset.replaced_charts),
        "house": None if ruleset.house is None else unstructure(ruleset.house),
        "request": unstructure(request),
    }


def outcome_data(odds: Distribution[Any]) -> Iterator[dict[str, Any]]:
    """Yield every outcome with its exact probability as plain data, the most likely first."""
    from rcw_rules.wire import unstructure

    for outcome, probability in odds.ranked():
        yield {"probability": str(probability), "outcome": unstructure(outcome)}


def sample_data(sample: Sample[Any]) -> Iterator[dict[str, Any]]:
    """Yield every outcome drawn with its estimated probability as plain data, the most frequent first."""
    from rcw_rules.wire import unstructure

    counts = dict(sample.counts)
    for outcome, estimate in sample.ranked():
        yield {
            "estimate": estimate.value,
            "standard_error": estimate.standard_error,
            "count": counts[outcome],
            "outcome": unstructure(outcome),
        }
