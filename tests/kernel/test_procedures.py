from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.procedures import Procedure, Request, procedure
from rcw_rules.kernel.umpire import Umpire


@frozen(kw_only=True)
class Ask(Request[int]):
    """A question."""


def _procedure() -> Procedure[Ask, int, None]:
    @procedure("toy.ask", title="What is asked?", rules=("x",))
    def ask(request: Ask, umpire: Umpire[None]) -> int:
        """Answer."""
        return 1

    return ask


def test_classes_are_read_from_the_annotations() -> None:
    assert (_procedure().request_type, _procedure().outcome_type) == (Ask, int)


def _no_request(request, umpire: Umpire[None]) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001
    return 1


def _no_outcome(request: Ask, umpire: Umpire[None]):  # type: ignore[no-untyped-def]  # noqa: ANN202
    return 1


def _nothing() -> int:
    return 1


@pytest.mark.parametrize(
    ("run", "lacking"), [(_no_request, "request"), (_no_outcome, "outcome"), (_nothing, "request")]
)
def test_a_function_without_its_annotations_is_told_what_to_write(run: Any, lacking: str) -> None:
    with pytest.raises(TypeError) as caught:
        procedure("toy.ask", title="What is asked?", rules=("x",))(run)
    advice = "(request: ItsRequest, umpire: Umpire[ItsOptions]) -> ItsOutcome"
    name = run.__name__
    assert str(caught.value) == f"the function {name} has no annotation of its {lacking}: write def {name}{advice}"


def test_objections_are_in_the_verdict() -> None:
    ask = _procedure()
    objection = Objection(rule="x", message="not today")

    @ask.legality
    def never(request: Ask, options: None) -> Iterator[Objection]:
        yield objection

    assert ask.verdict(Ask(), None).objections == (objection,)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (["not today"], "yields 'not today': yield Objection(rule=, message=)"),
        ("not today", "yields 'n': yield Objection(rule=, message=)"),
        ([Objection(rule="x", message="no"), 1], "yields 1: yield Objection(rule=, message=)"),
        ([None], "yields None: yield Objection(rule=, message=)"),
        (None, "returns None: yield every Objection"),
        (False, "returns False: yield every Objection"),
    ],
)
def test_a_legality_function_that_yields_something_else_is_named(answer: Any, said: str) -> None:
    ask = _procedure()
    ask.legality(lambda request, options: answer)
    for asked in (ask.verdict, ask.require_legal):
        with pytest.raises(TypeError) as caught:
            asked(Ask(), None)
        assert str(caught.value) == f"the legality function of toy.ask {said}"
