"""The conformance check finds what it promises to find: each fault alone, in an otherwise sound ruleset."""

from __future__ import annotations

import itertools
from typing import Annotated, Any

import attrs
import pytest
from attrs import define, evolve, frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.procedures import Choice, Procedure, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white import ruleset as red_white
from rcw_rules.rule_index import RuleIndex
from rcw_rules.ruleset import Example, NoOptions, Ruleset, Settles
from rcw_rules.testing import check_ruleset, findings


@frozen(kw_only=True)
class Rolled:
    """What was rolled.

    Attributes:
        face: The face.
    """

    face: int


@frozen(kw_only=True, cache_hash=True)
class Roll(Request[Rolled]):
    """A throw.

    Attributes:
        plus: What to add.
    """

    plus: int = 0


@define(kw_only=True, unsafe_hash=True)
class LooseRoll(Request[Rolled]):
    """A throw that can be changed."""

    plus: int = 0


@frozen(cache_hash=True)
class PositionalRoll(Request[Rolled]):
    """A throw whose fields go by position."""

    plus: int = 0


@frozen(kw_only=True, cache_hash=True)
class Twice(Request[Rolled]):
    """Two throws."""


def _roll(request: Roll, umpire: Umpire[Any]) -> Rolled:
    """Roll."""
    return Rolled(face=umpire.roll(d6, "die", "x") + request.plus)


_SOUND: dict[str, Any] = {"title": "What is rolled?", "rules": ("x",), "example": Roll}


def _ruleset(*procedures: Procedure[Any, Any, Any], **changes: Any) -> Ruleset[Any]:
    sound: dict[str, Any] = {"id": "toy", "title": "Toy", "edition": "1", "rules_version": 1, "options": NoOptions()}
    return Ruleset(procedures=procedures, **{**sound, **changes})


def _procedure(run: Any = _roll, id: str = "toy.roll", **changes: Any) -> Procedure[Any, Any, Any]:
    return procedure(id, **{**_SOUND, **changes})(run)


def _found(ruleset: Ruleset[Any]) -> str:
    with pytest.raises(AssertionError) as caught:
        check_ruleset(ruleset)
    return str(caught.value)


def test_a_sound_ruleset_passes() -> None:
    check_ruleset(_ruleset(_procedure()))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"example": None}, "toy.roll: has no example"),
        ({"title": "Rolling"}, "its title is no question"),
        ({"rules": ()}, "names no rules"),
        ({"id": "other.roll"}, "its id does not begin with 'toy' and a dot"),
        ({"rules": ("y",)}, "the record cites x, which neither it nor a procedure inside it names"),
    ],
)
def test_a_procedure_that_lacks_something(changes: dict[str, Any], message: str) -> None:
    assert message in _found(_ruleset(_procedure(**changes)))


@pytest.mark.parametrize(
    ("changes", "message"), [({"edition": ""}, "has no edition"), ({"rules_version": 0}, "begins at 1")]
)
def test_a_ruleset_that_lacks_something(changes: dict[str, Any], message: str) -> None:
    assert message in _found(_ruleset(_procedure(), **changes))


def test_two_procedures_of_one_id() -> None:
    assert "two procedures have the id toy.roll" in _found(_ruleset(_procedure(), _procedure()))


def test_requests_that_can_be_changed() -> None:
    def run(request: LooseRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert "its requests can be changed" in _found(_ruleset(_procedure(run, example=LooseRoll)))


def test_requests_whose_fields_go_by_position() -> None:
    def run(request: PositionalRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert "PositionalRoll takes fields by position" in _found(_ruleset(_procedure(run, example=PositionalRoll)))


def test_a_procedure_without_a_docstring() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert "run has no docstring" in _found(_ruleset(_procedure(run)))


def test_a_procedure_that_depends_on_something_else() -> None:
    counter = itertools.count()

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll, and count how often."""
        umpire.roll(d6, "die", "x")
        return Rolled(face=next(counter))

    message = _found(_ruleset(_procedure(run)))
    assert "an outcome that the exact odds do not know" in message
    assert "the outcome depends on whether a record is kept" in message
    assert "its odds differ from one walk to the next" in message


def test_a_procedure_that_asks_another_request_on_the_same_branch() -> None:
    counter = itertools.count()

    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll twice, differently each time."""
        first = umpire.resolve(Roll(plus=next(counter) % 2), "first")
        umpire.roll(d6, "second", "x")
        return evolve(first, face=0)

    message = _found(_ruleset(_procedure(), _procedure(run, id="toy.twice", example=Twice)))
    assert "toy.twice: NotDeterministicError: at 'first' the same branch asked" in message


def test_a_step_that_cites_no_rule() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll for no reason."""
        return Rolled(face=umpire.roll(d6, "die", ""))

    assert "cites no rule" in _found(_ruleset(_procedure(run)))


def test_an_example_whose_dice_do_not_fit() -> None:
    example = Example(id="x", title="One die too many", request=Roll, faces=(1, 2), told="")
    assert "example x: too many dice" in _found(_ruleset(_procedure(), examples=(example,)))


@frozen(kw_only=True)
class _Options:
    cited: Annotated[bool, Settles("x")] = True
    plain: bool = True


def test_an_option_that_settles_no_rule() -> None:
    message = _found(_ruleset(_procedure(), options=_Options()))
    assert "option plain names no rule" in message
    assert "option cited" not in message


def test_a_choice_that_cites_what_the_index_does_not_know() -> None:
    choice: Choice[Any, bool] = Choice("c", rule="no-such", who="nobody", about="", default=lambda _, __: True)
    faulty = attrs.evolve(red_white, choices=(*red_white.choices, choice))
    assert "choice c: cites the unknown rule 'no-such'" in list(findings(faulty))


def test_a_complete_ruleset_has_no_missing_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = attrs.evolve(red_white.rules["ship-tow"], id="lost", pending="Everything.", code=(), tests=())
    faulty = attrs.evolve(red_white)
    monkeypatch.setitem(vars(faulty), "rules", RuleIndex("red_white", {**red_white.rules.by_id, "lost": lost}))
    assert "rule lost is missing" in list(findings(faulty, complete=True))
    assert "rule lost is missing" not in list(findings(faulty))
