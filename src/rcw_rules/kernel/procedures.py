"""Procedures: one question of the table, answered by a plain function of a request and an umpire."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.shape_words import show

if TYPE_CHECKING:
    from rcw_rules.kernel.umpire import Umpire

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
OptionsT = TypeVar("OptionsT", bound=Hashable)
RequestT = TypeVar("RequestT", bound="Request[Any]")
AlternativeT = TypeVar("AlternativeT", bound=Hashable)
SituationT = TypeVar("SituationT")


class Request(Generic[OutcomeT]):
    """A question with everything that its procedure must know.

    A request is a frozen, keyword-only attrs class of plain values and tuples that derives from
    ``Request[ItsOutcome]``, so that type checkers know what resolving it returns. Its limits are declared in its
    annotations and are checked when it is resolved.

    Attributes:
        recurs: Whether an equal request may well come again in play, so that it pays to remember what was found legal.
            A class whose requests hold a whole battlefield says ``recurs = False``: it has changed by the next time.
        names_cards: Whether its outcome names cards that only a procedure around it goes on with. Exact odds of such a
            question asked by itself name none, and follow only what its procedure asks of a card.
    """

    __slots__ = ()

    recurs: ClassVar[bool] = True
    names_cards: ClassVar[bool] = False


class Procedure(Generic[RequestT, OutcomeT, OptionsT]):
    """A question that people at a table ask, with the function that answers it.

    Made by `procedure`. Call it like the function that it wraps; inside another procedure ask
    ``umpire.resolve(request)`` instead, so that exact odds can compose.

    Attributes:
        id: The id, ``ruleset.name``.
        title: The question as a person asks it.
        formerly: The titles that it had before, which older records hold.
        rules: The ids of the rules that it carries out.
        request_type: The class of its requests.
        outcome_type: The class of its outcomes.
        example: A complete request to start from, or None.
        run: The function itself.
    """

    def __init__(
        self,
        run: Callable[[RequestT, Umpire[OptionsT]], OutcomeT],
        *,
        id: str,
        title: str,
        rules: tuple[str, ...],
        example: Callable[[], RequestT] | None,
        request_type: type[RequestT],
        outcome_type: type[OutcomeT],
        formerly: tuple[str, ...] = (),
    ) -> None:
        self.run = run
        self.id = id
        self.title = title
        self.formerly = formerly
        self.rules = rules
        self.request_type = request_type
        self.outcome_type = outcome_type
        self._example = example
        self._objections: Callable[[RequestT, OptionsT], Iterable[Objection]] | None = None
        self.__doc__ = run.__doc__
        self.__name__: str = run.__name__
        self.__module__ = run.__module__
        self.__wrapped__ = run

    def __call__(self, request: RequestT, umpire: Umpire[OptionsT]) -> OutcomeT:
        """Run the procedure under *umpire*."""
        return self.run(request, umpire)

    def __repr__(self) -> str:
        return f"<procedure {self.id}>"

    @property
    def example(self) -> RequestT | None:
        """A complete request to start from."""
        return self._example() if self._example is not None else None

    def legality(
        self, objections: Callable[[RequestT, OptionsT], Iterator[Objection]]
    ) -> Callable[[RequestT, OptionsT], Iterator[Objection]]:
        """Register, as a decorator, the function that yields every objection to a request."""
        self._objections = objections
        return objections

    def verdict(self, request: RequestT, options: OptionsT) -> Verdict:
        """Say whether *request* is legal, with every reason against it.

        Raises:
            TypeError: If the legality function yields anything but objections: a mistake of its author.
        """
        if self._objections is None:
            return Verdict()
        answer = cast("object", self._objections(request, options))
        place = f"the legality function of {self.id}"
        if not isinstance(answer, Iterable):
            raise TypeError(f"{place} returns {show(answer, 'python')}: yield every Objection")
        objections = tuple(cast("Iterable[object]", answer))
        for objection in objections:
            if not isinstance(objection, Objection):
                raise TypeError(f"{place} yields {show(objection, 'python')}: yield Objection(rule=, message=)")
        return Verdict(objections=cast("tuple[Objection, ...]", objections))

    def require_legal(self, request: RequestT, options: OptionsT) -> None:
        """Raise `IllegalRequestError` unless *request* is legal."""
        if self._objections is not None:
            self.verdict(request, options).require()


def procedure(
    id: str,
    *,
    title: str,
    rules: Iterable[str],
    example: Callable[[], Any] | None = None,
    formerly: Iterable[str] = (),
) -> Callable[[Callable[[RequestT, Umpire[OptionsT]], OutcomeT]], Procedure[RequestT, OutcomeT, OptionsT]]:
    """Turn a function of a request and an umpire into a `Procedure`.

    Args:
        id: The id, ``ruleset.name``.
        title: The question as a person asks it.
        rules: The ids of the rules that it carries out.
        example: Returns a complete request to start from.
        formerly: The titles that it had before: records that hold one of them are still verified.

    Raises:
        TypeError: If id, title or rules are not texts, there is no rule, or the function lacks the annotation of its
            request or of its outcome: a mistake of its author.
    """
    for name, text in (("id", id), ("title", title)):
        if not isinstance(cast("object", text), str):
            raise TypeError(f"the {name} of the procedure {id!r} is a text, not {show(text, 'python')}")
    cited = () if isinstance(rules, str) else tuple(rules)
    if not cited or not all(isinstance(cast("object", rule), str) for rule in cited):
        raise TypeError(f"rules of the procedure {id!r} are the ids of one rule or more: write rules=('some-id',)")

    def wrap(run: Callable[[RequestT, Umpire[OptionsT]], OutcomeT]) -> Procedure[RequestT, OutcomeT, OptionsT]:
        first = next(iter(inspect.signature(run).parameters), "")
        return Procedure(
            run,
            id=id,
            title=title,
            rules=cited,
            example=example,
            formerly=tuple(formerly),
            request_type=_annotation(run, first),
            outcome_type=_annotation(run, "return"),
        )

    return wrap


def _annotation(run: Callable[..., Any], name: str) -> Any:
    # Only the two annotations that are needed: the others may name what is imported for type checkers alone.
    if name not in run.__annotations__:
        what = "outcome" if name == "return" else "request"
        raise TypeError(
            f"the function {run.__name__} has no annotation of its {what}: "
            f"write def {run.__name__}(request: ItsRequest, umpire: Umpire[ItsOptions]) -> ItsOutcome"
        )
    annotation = run.__annotations__[name]
    if isinstance(annotation, str):
        names = {**run.__globals__, **inspect.getclosurevars(run).nonlocals}
        annotation = eval(annotation, names)  # noqa: S307 - the text is our caller's own source code
    return annotation


class Choice(Generic[SituationT, AlternativeT]):
    """A decision that a rule leaves to a player.

    Attributes:
        id: The name under which policies answer it: ``liquidate``.
        rule: The id of the rule that leaves the decision.
        who: Who decides, in a few words.
        about: What is decided, as a question to the player, and then what the default does: ``Charge? Default: no.``
        default: Picks one of the alternatives when nobody else does.
        unit: Says of a situation which unit or units the decision concerns, by name or key and joined by ", ", so that
            a person who is asked knows; "" for none in particular.
        side: Says of a situation which side decides, spelt as on its units: ``red``; "" where the situation does not
            tell, so that ``who`` stands in its place.
    """

    __slots__ = ("about", "default", "id", "rule", "side", "unit", "who")

    def __init__(
        self,
        id: str,
        *,
        rule: str,
        who: str,
        about: str,
        default: Callable[[SituationT, tuple[AlternativeT, ...]], AlternativeT],
        unit: Callable[[SituationT], str] = lambda _: "",
        side: Callable[[SituationT], str] = lambda _: "",
    ) -> None:
        self.id: str = id
        self.rule: str = rule
        self.who: str = who
        self.about: str = about
        self.default: Callable[[SituationT, tuple[AlternativeT, ...]], AlternativeT] = default
        self.unit: Callable[[SituationT], str] = unit
        self.side: Callable[[SituationT], str] = side

    def __repr__(self) -> str:
        return f"<choice {self.id}>"
