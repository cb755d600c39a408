"""The conformance check finds what it promises to find: each fault alone, in an otherwise sound ruleset."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import attrs
import pytest
from attrs import define, evolve, field, frozen
from plug_in_sites import RULE, Site, ruleset_code

from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.kernel.procedures import Choice, Procedure, Request, procedure
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites, NoOptions, Settles
from rcw_rules.registry import load
from rcw_rules.ruleset import Example, Ruleset
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
    """A throw that can be changed.

    Attributes:
        plus: What to add.
    """

    plus: int = 0


@frozen(cache_hash=True)
class PositionalRoll(Request[Rolled]):
    """A throw whose fields go by position, and say nothing."""

    plus: int = 0


@frozen(kw_only=True, cache_hash=True)
class Twice(Request[Rolled]):
    """Two throws."""


class Plain(Request[Rolled]):
    """A throw that is no attrs class."""


@frozen(kw_only=True, cache_hash=True)
class SetRoll(Request[Rolled]):
    """A throw with a field that JSON cannot hold.

    Attributes:
        faces: What may fall.
    """

    faces: frozenset[int] = frozenset()


@frozen(kw_only=True, cache_hash=True)
class SecretRoll(Request[Rolled]):
    """A throw with a part that is no field of JSON."""

    secret: int = field(init=False, default=0)

    @classmethod
    def with_secret(cls) -> SecretRoll:
        roll = cls()
        object.__setattr__(roll, "secret", 1)
        return roll


def _roll(request: Roll, umpire: Umpire[Any]) -> Rolled:
    """Roll."""
    return Rolled(face=umpire.roll(d6, "die", "x") + request.plus)


_SOUND: dict[str, Any] = {"title": "What is rolled?", "rules": ("x",), "example": Roll}


def _ruleset(*procedures: Procedure[Any, Any, Any], **changes: Any) -> Ruleset[Any]:
    sound: dict[str, Any] = {"id": "toy", "title": "Toy", "edition": "1", "rules_version": 1, "options": NoOptions()}
    return Ruleset(procedures=procedures, **{**sound, **changes})


def _procedure(run: Any = _roll, id: str = "toy.roll", **changes: Any) -> Procedure[Any, Any, Any]:
    return procedure(id, **{**_SOUND, **changes})(run)


def _found(ruleset: Ruleset[Any], **arguments: Any) -> list[str]:
    with pytest.raises(AssertionError) as caught:
        check_ruleset(ruleset, **arguments)
    head, *found = str(caught.value).splitlines()
    assert head == f"{ruleset.id}: "
    return found


def _die(text: str) -> Any:
    """Return the function of a procedure whose outcome is what *text* makes of the umpire."""

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=eval(text, {**globals(), "umpire": umpire}))  # noqa: S307 - our own

    return run


def test_a_sound_ruleset_passes() -> None:
    check_ruleset(_ruleset(_procedure()))


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
    assert message in _found(_ruleset(_procedure(**changes)))


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
    assert message in _found(attrs.evolve(_ruleset(_procedure()), **changes))


@pytest.mark.parametrize("name", ["id", "title", "edition"])
@pytest.mark.parametrize("value", ["one\ntwo", "toy\n"])
def test_names_of_a_ruleset_that_are_no_text_of_one_line(name: str, value: Any) -> None:
    ruleset = attrs.evolve(_ruleset(_procedure()), **{name: value})
    assert list(findings(ruleset)) == [f"its {name} is no text of one line: {value!r}"]


def test_names_inside_a_ruleset_that_are_no_text_of_one_line() -> None:
    number: Any = 1
    choice: Choice[Any, bool] = Choice(number, rule="x", who="nobody", about="", default=lambda _, __: True)
    example = Example(id="x", title="One\nline", request=Roll, faces=(1,), told="")
    ended = _procedure(id="toy.roll\n")
    asked = _procedure(title="What is\nrolled?")
    assert _found(_ruleset(asked, ended, choices=(choice,), examples=(example,))) == [
        "procedure 'toy.roll': its title is no text of one line: 'What is\\nrolled?'",
        "procedure 'toy.roll\\n': its id is no text of one line: 'toy.roll\\n'",
        "choice 1: its id is no text of one line: 1",
        "example 'x': its title is no text of one line: 'One\\nline'",
    ]


def test_a_complete_ruleset_has_a_rule_index() -> None:
    message = "has no rule index: name the package that holds its rules.toml as package="
    assert message in _found(_ruleset(_procedure()), complete=True)


def test_what_stands_twice() -> None:
    choice: Choice[Any, bool] = Choice("c", rule="x", who="nobody", about="", default=lambda _, __: True)
    found = _found(_ruleset(_procedure(), _procedure(), choices=(choice, choice)))
    assert found == [
        "two procedures have the id toy.roll: rename one",
        "two procedures answer Roll: give each a request of its own",
        "two choices have the id c: rename one",
    ]


def test_requests_that_are_no_attrs_class() -> None:
    def run(request: Plain, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    found = _found(_ruleset(_procedure(run, example=Plain)))
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
    assert _found(
        _ruleset(
            _procedure(either),
            _procedure(nothing, id="toy.nothing"),
            _procedure(several, id="toy.several"),
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

    found = _found(_ruleset(_procedure(run, example=SetRoll)))
    assert found[0] == "toy.roll: TypeError: SetRoll.faces: frozenset[int] cannot be the type of a field"


def test_a_request_with_more_than_its_fields_say() -> None:
    def run(request: SecretRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    found = _found(_ruleset(_procedure(run, example=SecretRoll.with_secret)))
    assert found[0] == "toy.roll: its example does not survive a trip through JSON: let its fields alone say what it is"


def test_requests_that_can_be_changed() -> None:
    def run(request: LooseRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    message = "toy.roll: LooseRoll is not frozen: write @frozen(kw_only=True) above it"
    assert _found(_ruleset(_procedure(run, example=LooseRoll))) == [message]


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

    twice = _procedure(again, id="toy.twice", example=Twice)
    assert _found(_ruleset(_procedure(run), twice)) == [
        "toy.roll: LooseRolled is not frozen: write @frozen(kw_only=True) above it",
        "toy.roll: LooseRoll is not frozen: write @frozen(kw_only=True) above it",
    ]


def test_an_example_for_another_procedure() -> None:
    found = _found(_ruleset(_procedure(example=Twice)))
    assert found == ["toy.roll: its example is a Twice, not of the class Roll: return one of these"]


def test_an_example_that_cannot_be_made_is_told_once() -> None:
    def example() -> Roll:
        raise ValueError("no dice")

    assert _found(_ruleset(_procedure(example=example))) == ["toy.roll: ValueError: no dice"]


def test_a_legality_function_that_yields_a_text() -> None:
    roll = _procedure()
    yields: Any = lambda request, options: ["not today"]  # noqa: E731 - a function that type checkers would refuse
    roll.legality(yields)
    said = "the legality function of toy.roll yields 'not today': yield Objection(rule=, message=)"
    assert _found(_ruleset(roll)) == [f"toy.roll: TypeError: {said}"]


def test_a_request_without_fields_is_sound() -> None:
    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll twice."""
        return Rolled(face=umpire.roll(d6, "first", "x") + umpire.roll(d6, "second", "x"))

    check_ruleset(_ruleset(_procedure(run, example=Twice)))


def test_requests_whose_fields_go_by_position_or_are_not_documented() -> None:
    def run(request: PositionalRoll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert _found(_ruleset(_procedure(run, example=PositionalRoll))) == [
        "toy.roll: PositionalRoll takes fields by position: write @frozen(kw_only=True) above it",
        "toy.roll: PositionalRoll.plus is not documented: say what it is under Attributes: in its class",
    ]


def test_a_procedure_without_a_docstring() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        return Rolled(face=umpire.roll(d6, "die", "x"))

    assert _found(_ruleset(_procedure(run))) == ["toy.roll: run has no docstring: write one"]


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

    assert _found(_ruleset(_procedure(run, example=lambda: SilentRoll(gun=Gun())))) == [
        "toy.roll: SilentRoll has no docstring: write one",
        "toy.roll: Silent has no docstring: write one",
        "toy.roll: SilentRoll.gun is not documented: say what it is under Attributes: in its class",
        "toy.roll: Gun.calibre is not documented: say what it is under Attributes: in its class",
        "toy.roll: Silent takes fields by position: write @frozen(kw_only=True) above it",
        "toy.roll: Silent.face is not documented: say what it is under Attributes: in its class",
    ]


def test_a_fault_that_not_every_seed_shows() -> None:
    (first,) = _ruleset(_procedure()).resolve(Roll(), dice=SeededDice(0)).dice

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll, and peep unless the face is that of the first seed."""
        face = umpire.roll(d6, "die", "x")
        return Rolled(face=face if face == first else 7 + getattr(umpire, "_recording", False))

    (one, other) = _found(_ruleset(_procedure(run)))
    assert "the outcome depends on whether a record is kept" in one
    assert "an outcome that the exact odds do not know" in other


def test_rules_that_a_procedure_inside_names_need_not_be_named_again() -> None:
    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll once more."""
        return evolve(umpire.resolve(Roll(), "first"), face=umpire.roll(d6, "second", "y"))

    check_ruleset(_ruleset(_procedure(), _procedure(run, id="toy.twice", example=Twice, rules=("y",))))


def test_an_error_without_a_word_is_told_by_its_name() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Fail."""
        raise RulesError

    assert {*_found(_ruleset(_procedure(run)))} == {"toy.roll: RulesError: "}


def test_a_procedure_that_depends_on_something_else() -> None:
    counter = itertools.count()

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll, and count how often."""
        umpire.roll(d6, "die", "x")
        return Rolled(face=next(counter))

    advice = "let it depend on the request and the umpire alone"
    assert _found(_ruleset(_procedure(run))) == [
        f"toy.roll: seed 0: the outcome depends on whether a record is kept: {advice}",
        f"toy.roll: seed 0: the same faces gave another outcome: {advice}",
        f"toy.roll: seed 0: the record replays to another outcome: {advice}",
        "toy.roll: seed 0: an outcome that the exact odds do not know: let chance come from the umpire alone",
        f"toy.roll: its odds differ from one walk to the next: {advice}",
    ]


def test_a_procedure_that_looks_whether_a_record_is_kept() -> None:
    found = _found(_ruleset(_procedure(_die("0 * umpire.roll(d6, 'die', 'x') + getattr(umpire, '_recording', False)"))))
    advice = "let it depend on the request and the umpire alone"
    assert found == [
        f"toy.roll: seed 0: the outcome depends on whether a record is kept: {advice}",
        "toy.roll: seed 0: an outcome that the exact odds do not know: let chance come from the umpire alone",
    ]


def test_numbers_that_only_python_calls_equal() -> None:
    # An integer where a record is kept, and 3.0 for 3 in the odds alone, then elsewhere as well.
    rolled = "(int if hasattr(umpire, '_recording') else float)(umpire.roll(d6, 'die', 'x'))"
    unknown = "toy.roll: seed 0: an outcome that the exact odds do not know: let chance come from the umpire alone"
    assert _found(_ruleset(_procedure(_die(rolled)))) == [unknown]
    advice = "let it depend on the request and the umpire alone"
    recorded = rolled.replace("hasattr(umpire, '_recording')", "getattr(umpire, '_recording', False)")
    assert _found(_ruleset(_procedure(_die(recorded)))) == [
        f"toy.roll: seed 0: the outcome depends on whether a record is kept: {advice}",
        unknown,
    ]


def test_an_outcome_that_is_not_what_its_class_declares() -> None:
    message = "its outcome is not what its class declares: $.face: expected an integer, got '1'"
    found = _found(_ruleset(_procedure(_die("str(umpire.roll(d6, 'die', 'x') * 0 + 1)"))))
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

    found = _found(_ruleset(_procedure(run)))
    trip = "the resolution does not survive a trip through JSON: let the fields of its outcome alone say what it is"
    assert found == [f"toy.roll: seed 0: {trip}"]


def test_odds_that_do_not_sum_to_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def items(self: Distribution[Any]) -> Iterator[tuple[Any, Fraction]]:
        return iter([(None, Fraction(1, 2))])

    monkeypatch.setattr(Distribution, "items", items)
    assert _found(_ruleset(_procedure())) == ["toy.roll: its odds do not sum to 1"]


def test_a_procedure_that_asks_another_request_on_the_same_branch() -> None:
    counter = itertools.count()

    def run(request: Twice, umpire: Umpire[Any]) -> Rolled:
        """Roll twice, differently each time."""
        first = umpire.resolve(Roll(plus=next(counter) % 2), "first")
        umpire.roll(d6, "second", "x")
        return evolve(first, face=0)

    found = _found(_ruleset(_procedure(), _procedure(run, id="toy.twice", example=Twice)))
    assert any(line.startswith("toy.twice: at 'first' the same branch asked") for line in found)


def test_a_step_that_cites_no_rule() -> None:
    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll for no reason."""
        return Rolled(face=umpire.roll(d6, "die", ""))

    (found,) = _found(_ruleset(_procedure(run)))
    assert found.startswith("toy.roll: seed 0: the step 'die: d6: ")
    assert found.endswith("' cites no rule of the index: pass the id of one")


def test_an_example_whose_dice_do_not_fit() -> None:
    example = Example(id="x", title="One die too many", request=Roll, faces=(1, 2), told="")
    (found,) = _found(_ruleset(_procedure(), examples=(example,)))
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
    assert _found(_ruleset(_procedure(), options=_Options())) == [
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
    assert _found(_ruleset(_procedure(), options=_LooseOptions())) == [message]


@frozen(kw_only=True)
class _LostOptions:
    """Options whose type stands nowhere.

    Attributes:
        lost: An option.
    """

    lost: Nowhere = 0  # type: ignore[name-defined]  # noqa: F821


def test_options_whose_types_cannot_be_read() -> None:
    message = "options: NameError: name 'Nowhere' is not defined"
    assert _found(_ruleset(_procedure(), options=_LostOptions()))[0] == message


# ------------------------------------------------------------------ charts

CHART = """
[[chart]]
id = "c"
title = "C"
rule = "x"
source = "A book"
locator = "page 1"
provenance = "printed"
rows = "labels"
table = [["when", "then"], ["a", 1], ["b", 2]]
"""


@pytest.mark.parametrize(
    ("charts", "told"),
    [
        ([1], "its charts are a list"),
        ("c", "its charts are 'c'"),
        ({"a": 1, "c": load_chart(CHART, "c.toml"), 2: None}, "its chart 'a' is 1; its chart 2 is None"),
    ],
)
def test_charts_that_are_none(charts: Any, told: str) -> None:
    advice = "pass a mapping of Chart by id, or a package= that holds them"
    assert _found(_ruleset(_procedure(), charts=charts)) == [f"{one}: {advice}" for one in told.split("; ")]


@pytest.mark.parametrize("name", ["title", "source", "locator"])
def test_a_chart_that_does_not_say_where_it_is_printed(name: str) -> None:
    nothing: dict[str, Any] = {name: ""}
    chart = attrs.evolve(load_chart(CHART, "c.toml"), **nothing)
    assert _found(_ruleset(_procedure(), charts={"c": chart})) == [f"chart c: has no {name}: say where it is printed"]


WIDE = CHART.replace('[["when", "then"], ["a", 1], ["b", 2]]', '[["when", "near", "far"], ["a", 1, 2]]')


@pytest.mark.parametrize(("text", "cell"), [(CHART, "b"), (f'{WIDE}columns = "labels"\n', "a, far")])
def test_a_chart_with_a_cell_of_unknown_origin(text: str, cell: str) -> None:
    chart = load_chart(text, "c.toml")
    first, second = chart.cells()
    guessed = attrs.evolve(chart, cells=(first, attrs.evolve(second, provenance="reconstructed")))
    found = _found(_ruleset(_procedure(), charts={"c": guessed}))
    assert found == [f"chart c: the cell {cell} is reconstructed without a reason: give one"]


# ------------------------------------------------------------------ golden cases

GOLDEN = """
[[case]]
id = "a-four"
origin = "d6 and 2"
rules = ["x"]
procedure = "toy.roll"
faces = [4]
request = { plus = 2 }
outcome = { face = 6 }
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOLDEN.replace("face = 6", "face = 7"), "toy.roll: golden case a-four: $.face is 6, not 7"),
        (GOLDEN.replace("[4]", "[7]"), "toy.roll: golden case a-four: "),
        (GOLDEN.replace("toy.roll", "toy.rol"), "toy.rol: golden case a-four: unknown procedure 'toy.rol'"),
        (GOLDEN + GOLDEN, "golden cases: two golden cases share an id: a-four"),
        ("[[case]", "golden cases: "),
        (None, "golden cases: there are none in "),
    ],
)
def test_golden_cases_that_do_not_come_out(tmp_path: Path, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "cases.toml").write_text(text)
    found = _found(_ruleset(_procedure()), golden=tmp_path)
    assert len(found) == 1
    assert found[0].startswith(message)


def test_golden_cases_that_come_out(tmp_path: Path) -> None:
    (tmp_path / "cases.toml").write_text(GOLDEN)
    check_ruleset(_ruleset(_procedure()), golden=tmp_path)
    check_ruleset(_ruleset(_procedure()), golden=str(tmp_path))


# ------------------------------------------------------------------ rulesets with a package


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return a folder on the path, whose packages are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield Site(tmp_path)
    for name in set(sys.modules) - before:
        del sys.modules[name]


LISTED = {"rules.toml": RULE, "rules_tests.json": '{"a": ["test_a.py::test_a"]}'}


def _case(id: str, rule: str = "a") -> str:
    return GOLDEN.replace("toy.roll", f"{id}.throw").replace('"x"', f'"{rule}"')


def test_a_sound_package_passes(site: Site) -> None:
    site.package("toy_sound", files=LISTED)
    (site.folder / "cases.toml").write_text(_case("toy_sound"))
    check_ruleset(load("toy_sound"), golden=site.folder, complete=True)


def test_a_complete_ruleset_lacks_nothing(site: Site) -> None:
    lost = RULE.replace('"a"', '"lost"')
    site.package("toy_lost", files={"rules.toml": RULE + lost})
    by_hand = "rule a is carried out by __init__.throw and no test in rules_tests.json carries its mark"
    found = [f"{by_hand}: mark one and run pytest --rule-index=write"]
    assert _found(load("toy_lost")) == found
    assert _found(load("toy_lost"), complete=True) == [
        *found,
        "rule lost is missing: carry it out, or put the question to the referee",
        "toy_lost.throw: has no golden case: write one whose values come from the book",
    ]


def test_what_cites_rules_that_the_index_does_not_know(site: Site) -> None:
    code = ruleset_code("toy_astray").replace('rules=("a",)', 'rules=("a", "b", "idle")').replace("'a'", "'c'")
    chart = CHART.replace('rule = "x"', 'rule = "d"')
    idle = RULE.replace('"a"', '"idle"')
    files = {**LISTED, "rules.toml": RULE + idle, "charts/c.toml": chart}
    site.package("toy_astray", code.replace('"die", "a"', '"die", "a") + 0 * umpire.roll(d6, "other", "c"'), files)
    (site.folder / "cases.toml").write_text(_case("toy_astray", "e").replace("[4]", "[4, 1]"))
    choice: Choice[Any, bool] = Choice("c", rule="f", who="nobody", about="", default=lambda _, __: True)
    modifier = Modifier(id="m", value=1, reason="so", rule="g")
    astray = attrs.evolve(load("toy_astray"), choices=(choice,), modifiers=(modifier,))
    found = _found(astray, golden=site.folder)
    assert "chart c: cites the unknown rule 'd': enter it in rules.toml" in found
    assert "choice c: cites the unknown rule 'f': enter it in rules.toml" in found
    assert "modifier m: cites the unknown rule 'g': enter it in rules.toml" in found
    assert "toy_astray.throw: names the unknown rule 'b': enter it in rules.toml" in found
    assert "toy_astray.throw: names the rule idle, which no code carries out: cite it where it is carried out" in found
    assert "toy_astray.throw: golden case a-four: names the unknown rule 'e'" in found
    assert any(line.startswith("toy_astray.throw: unknown rule of toy_astray 'c'") for line in found)


@frozen(kw_only=True)
class Marked:
    """What marks stand beside.

    Attributes:
        known: Cites a rule.
        cited: Cites none.
        items: Limited by none, item by item.
        free: Limited by no rule.
    """

    known: Annotated[int, Range(0, 9, rule="a")] = 0
    cited: Annotated[bool, Cites("aa")] = True
    items: Annotated[tuple[Annotated[int, Range(0, 9, rule="ranges")], ...], Size(0, 3, rule="sizes")] = ()
    free: Annotated[int, Range(0, 9)] = 0


@frozen(kw_only=True)
class _MarkedOptions:
    """Options.

    Attributes:
        misspelt: An option.
        marked: Another.
    """

    misspelt: Annotated[bool, Settles("aa")] = True
    marked: Annotated[Marked | None, Settles("a")] = None


def test_marks_that_cite_rules_that_the_index_does_not_know(site: Site) -> None:
    site.package("toy_marked", files=LISTED)
    marked = attrs.evolve(load("toy_marked"), options=_MarkedOptions())
    advice = "enter it in rules.toml"
    assert _found(marked)[:4] == [
        f"Marked.cited cites the unknown rule 'aa': {advice}; did you mean 'a'?",
        f"Marked.items cites the unknown rule 'ranges': {advice}",
        f"Marked.items cites the unknown rule 'sizes': {advice}",
        f"option misspelt settles the unknown rule 'aa': {advice}; did you mean 'a'?",
    ]


def test_marks_of_requests_that_cite_no_rule(site: Site) -> None:
    code = ruleset_code("toy_limited").replace("plus: int", "plus: Annotated[int, Range(0, 9, rule='lost')]")
    code = "from typing import Annotated\nfrom rcw_rules import Range\n" + code
    site.package("toy_limited", code, files=LISTED)
    assert _found(load("toy_limited")) == [
        "toy_limited.throw: Throw.plus cites the unknown rule 'lost': enter it in rules.toml"
    ]


def test_an_index_that_cannot_be_read(site: Site) -> None:
    site.package("toy_torn", files={"rules.toml": "[[rule]"})
    (found,) = _found(load("toy_torn"))
    assert found.startswith("toy_torn/rules.toml: ")


def test_a_list_of_tests_that_cannot_be_read(site: Site) -> None:
    site.package("toy_listless", files={**LISTED, "rules_tests.json": "{"})
    (found,) = _found(load("toy_listless"))
    assert found.startswith("toy_listless/rules_tests.json: ")


def test_a_procedure_that_prints(site: Site) -> None:
    code = ruleset_code("toy_talking").replace("    umpire.charts\n", "    print('hello', end='')\n")
    assert "hello" in code
    site.package("toy_talking", code, LISTED)
    check_ruleset(load("toy_talking"))


def test_a_package_that_is_not_installed(site: Site) -> None:
    site.package("toy_at_home", files=LISTED)
    at_home = load("toy_at_home")
    (site.folder / "toy_at_home_rules-1.0.dist-info" / "entry_points.txt").unlink()
    advice = "offer it in pyproject.toml in the entry-point group rcw_rules.rulesets, and install it"
    assert _found(at_home) == [f"is not installed: {advice}"]


def test_a_procedure_that_follows_the_order_of_a_set(site: Site) -> None:
    code = ruleset_code("toy_hashed").replace(
        "    umpire.charts\n", "    first = next(iter({str(number) for number in range(1000)}))\n"
    )
    site.package("toy_hashed", code.replace("+ request.plus", "+ int(first)"), LISTED)
    advice = "iterate over no set, sort it first"
    assert _found(load("toy_hashed")) == [
        f"toy_hashed.throw: answers otherwise in a process with another hash seed: {advice}"
    ]


def test_a_ruleset_that_another_process_cannot_load(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"import os\nassert os.environ.get('TOY_HOME'), 'toys stay at home'\n{ruleset_code('toy_elsewhere')}"
    site.package("toy_elsewhere", code, LISTED)
    monkeypatch.setenv("TOY_HOME", "here")
    toy = load("toy_elsewhere")
    monkeypatch.delenv("TOY_HOME")
    (found,) = findings(toy)
    assert found.startswith("another process cannot resolve it: ")
    assert found.endswith("AssertionError: toys stay at home")
