"""The conformance check finds what it promises to find: each fault alone, in an otherwise sound ruleset."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from attrs import define, frozen
from toy_rolls import (
    LooseRoll,
    Plain,
    PositionalRoll,
    Roll,
    Rolled,
    SecretRoll,
    SetRoll,
    ShiftedRoll,
    Twice,
    found_in,
    toy_procedure,
    toy_ruleset,
)

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.procedures import Choice, Request
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.ruleset import Example
from rcw_rules.testing import check_ruleset, findings


def test_a_sound_ruleset_passes() -> None:
    check_ruleset(toy_ruleset(toy_procedure()))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"example": None}, "toy.roll: has no example: pass a function that makes a request as example="),
        ({"title": "Rolling"}, "toy.roll: its title is no question: 'Rolling': ask what it answers"),
        ({"id": "other.roll"}, "toy.roll: its id does not begin with 'toy' and a dot: rename it"),
        ({"id": "toy.Roll-2"}, "toy.roll: its id is no name: use small letters, digits and _, and one dot"),
        ({"id": "toy.roll.twice"}, "toy.roll: its id is no name: use small letters, digits and _, and one dot"),
        ({"id": "toy."}, "toy.roll: its id is no name: use small letters, digits and _, and one dot"),
        (
            {"rules": ("y",)},
            (
                "toy.roll: seed 0: the record cites x, which the code of no procedure in it names: "
                "write the id out in the code"
            ),
        ),
    ],
)
def test_a_procedure_that_lacks_something(changes: dict[str, Any], message: str) -> None:
    message = message.replace("toy.roll", changes.get("id", "toy.roll"))
    assert message in found_in(toy_ruleset(toy_procedure(**changes)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": ""}, "has no id: give the Ruleset one"),
        ({"title": ""}, "has no title: give the Ruleset one"),
        ({"edition": ""}, "has no edition: give the Ruleset one"),
        ({"id": "Toy-1"}, "its id 'Toy-1' is no name: use small letters, digits and _"),
        ({"kernel_version": 2}, "kernel_version is 2: this library has version 1"),
        ({"kernel_version": 0}, "kernel_version is 0: this library has version 1"),
        ({"procedures": ()}, "answers nothing: list its procedures in the Ruleset"),
    ],
)
def test_a_ruleset_that_lacks_something(changes: dict[str, Any], message: str) -> None:
    assert message in found_in(attrs.evolve(toy_ruleset(toy_procedure()), **changes))


@pytest.mark.parametrize("name", ["id", "title", "edition"])
@pytest.mark.parametrize("value", ["one\ntwo", "toy\n"])
def test_names_of_a_ruleset_that_are_no_text_of_one_line(name: str, value: Any) -> None:
    ruleset = attrs.evolve(toy_ruleset(toy_procedure()), **{name: value})
    assert list(findings(ruleset)) == [f"its {name} is no text of one line: {value!r}"]


def test_names_inside_a_ruleset_that_are_no_text_of_one_line() -> None:
    number: Any = 1
    choice: Choice[Any, bool] = Choice(number, rule="x", who="nobody", about="", default=lambda _, __: True)
    example = Example(id="x", title="One\nline", request=Roll, faces=(1,), told="")
    ended = toy_procedure(id="toy.roll\n")
    asked = toy_procedure(title="What is\nrolled?")
    assert found_in(toy_ruleset(asked, ended, choices=(choice,), examples=(example,))) == [
        "procedure 'toy.roll': its title is no text of one line: 'What is\\nrolled?'",
        "procedure 'toy.roll\\n': its id is no text of one line: 'toy.roll\\n'",
        "choice 1: its id is no text of one line: 1",
        "example 'x': its title is no text of one line: 'One\\nline'",
    ]


def test_a_complete_ruleset_has_a_rule_index() -> None:
    message = "has no rule index: name the package that holds its rules.toml as package="
    assert message in found_in(toy_ruleset(toy_procedure()), complete=True)


def test_what_stands_twice() -> None:
    choice: Choice[Any, bool] = Choice("c", rule="x", who="nobody", about="", default=lambda _, __: True)
    found = found_in(toy_ruleset(toy_procedure(), toy_procedure(), choices=(choice, choice)))
    assert found == [
        "two procedures have the id toy.roll: rename one",
        "two procedures answer Roll: give each a request of its own",
        "two choices have the id c: rename one",
    ]


def test_requests_that_are_no_attrs_class() -> None:
    def run(request: Plain, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    found = found_in(toy_ruleset(toy_procedure(run, example=Plain)))
    assert found[0] == "toy.roll: Plain is no attrs class: write @frozen(kw_only=True) above it"


def test_requests_and_outcomes_that_are_annotated_with_no_class() -> None:
    def either(request: Roll | Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    def nothing(request: Roll, umpire: Umpire[Any]) -> None:
        """Roll."""

    def several(request: Twice, umpire: Umpire[Any]) -> tuple[int, ...]:
        """Roll."""
        return (umpire.roll(d6, "die", "x"),)

    roll, twice = f"{Roll.__module__}.Roll", f"{Twice.__module__}.Twice"
    advice = "which is no class: name one attrs class"
    assert found_in(
        toy_ruleset(
            toy_procedure(either),
            toy_procedure(nothing, id="toy.nothing"),
            toy_procedure(several, id="toy.several"),
        )
    ) == [
        f"toy.roll: its request is annotated {roll} | {twice}, {advice}",
        f"toy.nothing: its outcome is annotated None, {advice}",
        f"toy.several: its outcome is annotated tuple[int, ...], {advice}",
    ]


def test_a_request_that_json_cannot_hold() -> None:
    def run(request: SetRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    found = found_in(toy_ruleset(toy_procedure(run, example=SetRoll)))
    assert found[0] == "toy.roll: TypeError: SetRoll.faces: frozenset[int] cannot be the type of a field"


def test_a_request_with_more_than_its_fields_say() -> None:
    def run(request: SecretRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    found = found_in(toy_ruleset(toy_procedure(run, example=SecretRoll.with_secret)))
    assert found[0] == "toy.roll: its example does not survive a trip through JSON: let its fields alone say what it is"


def test_requests_that_can_be_changed() -> None:
    def run(request: LooseRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    message = "toy.roll: LooseRoll is not frozen: write @frozen(kw_only=True) above it"
    assert found_in(toy_ruleset(toy_procedure(run, example=LooseRoll))) == [message]


@define(kw_only=True, unsafe_hash=True)
class LooseRolled:
    """An outcome that can be changed.

    Attributes:
        rolls: What was rolled.
    """

    rolls: tuple[LooseRoll | None, ...] = ()


def test_outcomes_that_can_be_changed_and_what_they_hold_once_for_all_procedures() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> LooseRolled:
        """Roll."""
        return LooseRolled(rolls=(LooseRoll(plus=umpire.roll(d6, "die", "x")),))

    def again(request: Twice, umpire: Umpire[Any]) -> LooseRolled:
        """Roll."""
        return LooseRolled(rolls=(LooseRoll(plus=umpire.roll(d6, "die", "x")),))

    twice = toy_procedure(again, id="toy.twice", example=Twice)
    assert found_in(toy_ruleset(toy_procedure(run), twice)) == [
        "toy.roll: LooseRolled is not frozen: write @frozen(kw_only=True) above it",
        "toy.roll: LooseRoll is not frozen: write @frozen(kw_only=True) above it",
    ]


def test_an_example_for_another_procedure() -> None:
    found = found_in(toy_ruleset(toy_procedure(example=Twice)))
    assert found == ["toy.roll: its example is a Twice, not of the class Roll: return one of these"]


def test_an_example_that_cannot_be_made_is_told_once() -> None:
    def example() -> Roll:
        raise ValueError("no dice")

    assert found_in(toy_ruleset(toy_procedure(example=example))) == ["toy.roll: ValueError: no dice"]


def test_a_legality_function_that_yields_a_text() -> None:
    roll = toy_procedure()
    yields: Any = lambda request, options: ["not today"]  # noqa: E731 - a function that type checkers would refuse
    roll.legality(yields)
    said = "the legality function of toy.roll yields 'not today': yield Objection(rule=, message=)"
    assert found_in(toy_ruleset(roll)) == [f"toy.roll: TypeError: {said}"]


def test_a_request_without_fields_is_sound() -> None:
    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll twice."""
        return Rolled(face=umpire.roll(d6, "first", "x") + umpire.roll(d6, "second", "x"))

    check_ruleset(toy_ruleset(toy_procedure(run, example=Twice)))


def test_requests_whose_fields_go_by_position_or_are_not_documented() -> None:
    def run(request: PositionalRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert found_in(toy_ruleset(toy_procedure(run, example=PositionalRoll))) == [
        "toy.roll: PositionalRoll takes fields by position: write @frozen(kw_only=True) above it",
        "toy.roll: PositionalRoll.plus is not documented: say what it is under Attributes: in its class",
    ]


def test_parts_of_requests_whose_fields_go_by_position() -> None:
    def run(request: ShiftedRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert found_in(toy_ruleset(toy_procedure(run, example=ShiftedRoll))) == [
        "toy.roll: Shift takes fields by position: write @frozen(kw_only=True) above it",
    ]


def test_a_procedure_without_a_docstring() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert found_in(toy_ruleset(toy_procedure(run))) == ["toy.roll: run has no docstring: write one"]


@frozen
class Silent:
    face: int


@frozen(kw_only=True)
class Gun:
    """A gun."""

    calibre: int = 3


@frozen(kw_only=True, cache_hash=True)
class SilentRoll(Request[Silent]):
    gun: Gun


def test_a_request_and_an_outcome_that_say_nothing_of_themselves() -> None:
    def run(request: SilentRoll, umpire: Umpire[Any]) -> Silent:
        """Roll."""
        return Silent(umpire.roll(d6, "die", "x"))

    assert found_in(toy_ruleset(toy_procedure(run, example=lambda: SilentRoll(gun=Gun())))) == [
        "toy.roll: SilentRoll has no docstring: write one",
        "toy.roll: Silent has no docstring: write one",
        "toy.roll: SilentRoll.gun is not documented: say what it is under Attributes: in its class",
        "toy.roll: Gun.calibre is not documented: say what it is under Attributes: in its class",
        "toy.roll: Silent takes fields by position: write @frozen(kw_only=True) above it",
        "toy.roll: Silent.face is not documented: say what it is under Attributes: in its class",
    ]
