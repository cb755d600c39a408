"""The conformance check finds answers that cannot be relied on, and options that say nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import pytest
from attrs import define, evolve, field, frozen
from toy_rolls import Roll, Rolled, Twice, found_in, roll_named, toy_procedure, toy_ruleset

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Settles
from rcw_rules.ruleset import Example
from rcw_rules.testing import check_ruleset


def test_a_fault_that_not_every_seed_shows() -> None:
    (first,) = toy_ruleset(toy_procedure()).resolve(Roll(), dice=SeededDice(0)).dice

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll, and peep unless the face is that of the first seed."""
        face = umpire.roll(d6, "die", "x")
        return Rolled(face=face if face == first else 7 + getattr(umpire, "_recording", False))

    (one,) = found_in(toy_ruleset(toy_procedure(run)))
    assert "the outcome depends on whether a record is kept" in one
    assert not one.startswith("toy.roll: seed 0")


def test_rules_that_a_procedure_inside_names_need_not_be_named_again() -> None:
    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll once more."""
        return evolve(umpire.resolve(Roll(), "first"), face=umpire.roll(d6, "second", "y"))

    check_ruleset(toy_ruleset(toy_procedure(), toy_procedure(run, id="toy.twice", example=Twice, rules=("y",))))


def test_an_error_without_a_word_is_told_by_its_name() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Fail."""
        raise RulesError

    assert {*found_in(toy_ruleset(toy_procedure(run)))} == {"toy.roll: RulesError: "}


def test_a_procedure_that_depends_on_something_else() -> None:
    counter = itertools.count()

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll, and count how often."""
        umpire.roll(d6, "die", "x")
        return Rolled(face=next(counter))

    advice = "let it depend on the request and the umpire alone"
    assert found_in(toy_ruleset(toy_procedure(run))) == [
        f"toy.roll: seed 0: the outcome depends on whether a record is kept: {advice}",
        "toy.roll: seed 0: an outcome that the exact odds do not know: let chance come from the umpire alone",
        f"toy.roll: its odds differ from one walk to the next: {advice}",
    ]


def test_a_procedure_that_looks_whether_a_record_is_kept() -> None:
    found = found_in(
        toy_ruleset(toy_procedure(roll_named("0 * umpire.roll(d6, 'die', 'x') + getattr(umpire, '_recording', False)")))
    )
    advice = "let it depend on the request and the umpire alone"
    assert found == [f"toy.roll: seed 0: the outcome depends on whether a record is kept: {advice}"]


def test_numbers_that_only_python_calls_equal() -> None:
    # An integer of a roll, and 3.0 for 3 in the odds alone; then an integer in the record alone.
    rolled = "(float if type(umpire).__module__ == 'rcw_rules.kernel.odds' else int)(umpire.roll(d6, 'die', 'x'))"
    unknown = "toy.roll: seed 0: an outcome that the exact odds do not know: let chance come from the umpire alone"
    assert found_in(toy_ruleset(toy_procedure(roll_named(rolled)))) == [unknown]
    recorded = "(int if getattr(umpire, '_recording', False) else float)(umpire.roll(d6, 'die', 'x'))"
    assert found_in(toy_ruleset(toy_procedure(roll_named(recorded)))) == [
        "toy.roll: seed 0: its outcome is not what its class declares: $.face: expected an integer, got 1.0"
    ]


def test_an_outcome_that_is_not_what_its_class_declares() -> None:
    message = "its outcome is not what its class declares: $.face: expected an integer, got '1'"
    found = found_in(toy_ruleset(toy_procedure(roll_named("str(umpire.roll(d6, 'die', 'x') * 0 + 1)"))))
    assert found == [f"toy.roll: seed 0: {message}"]


def test_an_outcome_with_more_than_its_fields_say() -> None:
    @frozen(kw_only=True)
    class Told:
        """What was rolled."""

        face: int = field(init=False, default=0)

    def run(request: Roll, umpire: Umpire[Any]) -> Told:
        """Roll."""
        told = Told()
        object.__setattr__(told, "face", umpire.roll(d6, "die", "x"))
        return told

    found = found_in(toy_ruleset(toy_procedure(run)))
    trip = "the resolution does not survive a trip through JSON: let the fields of its outcome alone say what it is"
    assert found == [f"toy.roll: seed 0: {trip}"]


def test_odds_that_do_not_sum_to_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def items(self: Distribution[Any]) -> Iterator[tuple[Any, Fraction]]:
        return iter([(None, Fraction(1, 2))])

    monkeypatch.setattr(Distribution, "items", items)
    assert found_in(toy_ruleset(toy_procedure())) == ["toy.roll: its odds do not sum to 1"]


def test_a_procedure_that_asks_another_request_on_the_same_branch() -> None:
    counter = itertools.count()

    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll twice, differently each time."""
        first = umpire.resolve(Roll(plus=next(counter) % 2), "first")
        umpire.roll(d6, "second", "x")
        return evolve(first, face=0)

    found = found_in(toy_ruleset(toy_procedure(), toy_procedure(run, id="toy.twice", example=Twice)))
    assert any(line.startswith("toy.twice: at 'first' the same branch asked") for line in found)


def test_a_step_that_cites_no_rule() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll for no reason."""
        return Rolled(face=umpire.roll(d6, "die", ""))

    (found,) = found_in(toy_ruleset(toy_procedure(run)))
    assert found.startswith("toy.roll: seed 0: the step 'die: d6: ")
    assert found.endswith("' cites no rule of the index: pass the id of one")


def test_an_example_whose_dice_do_not_fit() -> None:
    example = Example(id="x", title="One die too many", request=Roll, faces=(1, 2), told="")
    (found,) = found_in(toy_ruleset(toy_procedure(), examples=(example,)))
    assert found.startswith("example x: too many dice")


@frozen(kw_only=True)
class _Options:
    """Options.

    Attributes:
        cited: An option that settles a rule.
        plain: One without a mark.
        empty: One that settles nothing.
    """

    cited: Annotated[bool, Settles("x")] = True
    plain: bool = True
    empty: Annotated[bool, Settles("")] = True
    untold: Annotated[bool, Settles("x")] = True


def test_options_that_settle_no_rule_or_are_not_documented() -> None:
    assert found_in(toy_ruleset(toy_procedure(), options=_Options())) == [
        "option plain names no rule of the index: mark it with Settles",
        "option empty names no rule of the index: mark it with Settles",
        "option untold is not documented: say what it does under Attributes: in its class",
    ]


@define(kw_only=True, unsafe_hash=True)
class _LooseOptions:
    """Options that can be changed.

    Attributes:
        cited: An option that settles a rule.
    """

    cited: Annotated[bool, Settles("x")] = True


def test_options_that_can_be_changed() -> None:
    message = "_LooseOptions is not frozen: write @frozen(kw_only=True) above it"
    assert found_in(toy_ruleset(toy_procedure(), options=_LooseOptions())) == [message]


@frozen(kw_only=True)
class _LostOptions:
    """Options whose type stands nowhere.

    Attributes:
        lost: An option.
    """

    lost: Nowhere = 0  # type: ignore[name-defined]  # noqa: F821


def test_options_whose_types_cannot_be_read() -> None:
    message = "options: NameError: name 'Nowhere' is not defined"
    assert found_in(toy_ruleset(toy_procedure(), options=_LostOptions()))[0] == message
