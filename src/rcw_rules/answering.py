"""Any question from plain data: one function that a web page, a chat bot or another program calls.

    answer({"procedure": "red_white.melee", "ask": "odds", "request": {...}})

What goes in and what comes out is what `json` reads and writes: a resolution is the document that `Resolution.to_dict`
makes, odds are those of ``rcw odds --json``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from attrs import evolve, frozen

from rcw_rules.kernel.distributions import Distribution, exact
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.limits import SAMPLE_LIMITS, Limits
from rcw_rules.kernel.procedures import Procedure, Request
from rcw_rules.kernel.record import Step
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.shapes import is_object
from rcw_rules.kernel.sources import DiceSource, GivenDice, SeededDice
from rcw_rules.kernel.umpire import Policies
from rcw_rules.payoffs import Payoff, payoff_of
from rcw_rules.pieces import in_full
from rcw_rules.registry import find_procedure
from rcw_rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rcw_rules.advice import Advice

__all__ = ["advise", "advise_on", "answer", "odds_data", "outcome_data", "read_question", "sample_data"]

What: TypeAlias = Literal["verdict", "preview", "resolve", "odds"]
"""What is asked of a request: is it legal, what is known before the dice, what comes of it, how likely is what."""


Find: TypeAlias = Callable[[str], tuple[Ruleset[Any], Procedure[Any, Any, Any]]]
"""Finds a procedure by its id, as `rcw_rules.registry.find_procedure` does."""

_MOST_RULESETS = 32
"""As many rulesets with options of their own are kept, with the odds that they know."""


@frozen(kw_only=True)
class _Asked:
    """What is asked, besides the request and the options, which the procedure and the ruleset read."""

    procedure: str
    ask: What = "resolve"
    dice: Annotated[tuple[int | str, ...], Size(0, 1000)] | None = None
    seed: Annotated[int, Range(0, None)] | None = None
    draws: Annotated[int, Range(1, 1_000_000)] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield dice that are missing, given twice, or given where none are thrown."""
        given = [name for name in ("dice", "seed") if getattr(self, name) is not None]
        if self.ask == "resolve" and len(given) != 1:
            yield Problem(".dice", "give either dice or a seed to resolve with")
        if self.draws is not None and self.ask != "odds":
            yield Problem(".draws", f"nothing is estimated for {self.ask!r}")
        if self.draws is not None and given != ["seed"]:
            yield Problem(".seed", "give the seed of the draws")
        elif self.ask != "resolve" and self.draws is None:
            yield from (Problem(f".{name}", f"nothing is thrown for {self.ask!r}") for name in given)


@frozen(kw_only=True)
class _Advised:
    """What advice is asked for, besides the request and the options."""

    procedure: str
    side: str = ""
    value: str | None = None
    draws: Annotated[int, Range(1, 1_000_000)] | None = None
    seed: Annotated[int, Range(0, None)] = 0


AskedT = TypeVar("AskedT", _Asked, _Advised)


@frozen(kw_only=True)
class ReadQuestion(Generic[AskedT]):
    """A question that came as plain data, read.

    Attributes:
        ruleset: Whose rules, with the options that were given.
        procedure: What answers it.
        request: The request.
        asked: What else was said.
    """

    ruleset: Ruleset[Any]
    procedure: Procedure[Any, Any, Any]
    request: Request[Any]
    asked: AskedT

    @property
    def dice(self) -> DiceSource:
        """The dice that were given, or those of the seed."""
        asked = self.asked
        if isinstance(asked, _Advised) or asked.dice is None:
            return SeededDice(asked.seed or 0)
        return GivenDice(asked.dice, as_shown=True)


def answer(document: Mapping[str, Any], *, limits: Limits = Limits(), find: Find = find_procedure) -> dict[str, Any]:
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
            faces thrown, or ``seed`` is rolled with. Odds are estimated from so many
            ``draws``, rolled with ``seed``. ``options`` are those that are not as usual, by name.
        limits: What odds may cost: by default 200,000 branches, 2 seconds of computing and 200 MB.
        find: Finds the procedure; a program that asks often keeps what it has found.

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
    from rcw_rules.wire import unstructure

    question = read_question(document, find)
    ruleset, request = question.ruleset, question.request
    match question.asked.ask:
        case "resolve":
            return ruleset.resolve(request, dice=question.dice).to_dict()
        case "odds":
            from rcw_rules import odds

            draws, seed = question.asked.draws, question.asked.seed
            if draws is None:
                return odds.to_dict(ruleset, request, ruleset.odds(request, limits=limits))
            sample = ruleset.sample(
                request, draws, seed=seed or 0, limits=evolve(limits, branches=SAMPLE_LIMITS.branches)
            )
            return odds.to_dict(ruleset, request, sample, seed=seed or 0)
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


def advise(document: Mapping[str, Any], *, limits: Limits | None = None, find: Find = find_procedure) -> dict[str, Any]:
    """Say which alternative of a decision is best, from plain data, as plain data.

    Args:
        document: As for `answer`, without ``ask`` and ``dice``. ``side`` is who wants the value high, ``value`` what
            counts, a payoff of the ruleset or a field of the outcome; ``draws`` estimates from so many games for each
            alternative, rolled with ``seed``.
        limits: What the answer may cost; as usual for None.
        find: Finds the procedure.

    Returns:
        The document of ``rcw advise --json``.

    Raises:
        RulesError: As `answer` and `Ruleset.advise` raise.
    """
    question = read_advised(document, find)
    asked = question.asked
    advice, payoff, high = advise_on(
        question.ruleset,
        question.procedure,
        question.request,
        side=asked.side or None,
        value=asked.value,
        draws=asked.draws,
        seed=asked.seed,
        limits=limits,
    )
    return {"procedure": question.procedure.id, **advice_data(advice, payoff, high)}


def advise_on(
    ruleset: Ruleset[Any],
    procedure: Procedure[Any, Any, Any],
    request: Request[Any],
    *,
    side: str | None = None,
    value: str | None = None,
    choices: Policies | None = None,
    draws: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
) -> tuple[Advice[Any], Payoff, str]:
    """Return the advice for the first decision of a request, what was counted, and which side wants it high.

    Args:
        ruleset: The ruleset.
        procedure: What answers the request.
        request: The request.
        side: Who wants the value high; None for the side that the payoff is good for, or who decides first.
        value: The name of what counts; None for the first payoff.
        choices: Policies for some choices.
        draws: How many games to play for each alternative; None for an exact answer.
        seed: The seed of these games.
        limits: What the answer may cost.

    Raises:
        UnknownNameError: If nothing of that name counts, or no side of that name decides anything.
        RulesError: As `Ruleset.advise` raises.
    """
    from rcw_rules.advice import wants

    payoff = payoff_of(ruleset, procedure, value)
    good_for = payoff.good_for(request)
    advice: Advice[Any] = ruleset.advise(
        request,
        value=payoff.of,
        maximise=side or (wants(good_for) if good_for else ""),
        choices=choices,
        limits=limits,
        draws=draws,
        seed=seed,
    )
    return advice, payoff, side or good_for or advice.decision.owner


def advice_data(advice: Advice[Any], payoff: Payoff, side: str) -> dict[str, Any]:
    """Return advice as plain data; exact values are fractions as texts, those of a sample decimals."""
    return {"payoff": payoff.id, "title": payoff.title, "for": side, **advice.to_dict()}


def read_question(document: Mapping[str, Any], find: Find = find_procedure) -> ReadQuestion[_Asked]:
    """Return the question of a document as `answer` takes it.

    Raises:
        RulesError: As `answer` raises.
    """
    return _read(document, _Asked, find)


def read_advised(document: Mapping[str, Any], find: Find = find_procedure) -> ReadQuestion[_Advised]:
    """Return the question of a document as `advise` takes it.

    Raises:
        RulesError: As `answer` raises.
    """
    return _read(document, _Advised, find)


def _read(document: Mapping[str, Any], cls: type[AskedT], find: Find) -> ReadQuestion[AskedT]:
    from rcw_rules.forms import with_meanings
    from rcw_rules.wire import structure

    given: object = document
    if not is_object(given):
        raise InvalidRequestError([Problem("$", "expected an object: procedure, request, and what else is asked")])
    if "request" not in document:
        raise InvalidRequestError([Problem("$.request", "missing: what the procedure is asked")])
    asked = structure({key: item for key, item in document.items() if key not in ("request", "options")}, cls)
    ruleset, procedure = find(asked.procedure)
    ruleset = with_options_of(ruleset, document.get("options"))
    data = in_full(document["request"], procedure.request_type, ruleset.pieces, "$.request")
    try:
        request: Request[Any] = structure(data, procedure.request_type, "$.request")
    except InvalidRequestError as error:
        raise with_meanings(error, procedure.request_type, "$.request") from None
    return ReadQuestion(ruleset=ruleset, procedure=procedure, request=request, asked=asked)


def with_options_of(ruleset: Ruleset[Any], given: Any) -> Ruleset[Any]:
    """Return *ruleset* with the options of a document: an object, or None for those as they are.

    Raises:
        RulesError: There is no such option, or it cannot have that value.
    """
    from rcw_rules.wire import structure, unstructure

    if given is None:
        return ruleset
    if not is_object(given):
        raise InvalidRequestError([Problem("$.options", "expected an object: the name of each option with its value")])
    before: object = ruleset.options
    options = structure({**unstructure(before), **given}, type(before), "$.options")
    return _with_options(ruleset, tuple((name, getattr(options, name)) for name in given))


@lru_cache(_MOST_RULESETS)
def _with_options(ruleset: Ruleset[Any], changes: tuple[tuple[str, Any], ...]) -> Ruleset[Any]:
    return ruleset.with_options(**dict(changes))


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
        yield {"probability": exact(probability), "outcome": unstructure(outcome)}


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
