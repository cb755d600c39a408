"""A request is asked for a line at a time: whatever a request can hold can be typed, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rcw_rules import red_white as rw
from rcw_rules.forms import parts_of
from rcw_rules.interviews import Interview, Prompt
from rcw_rules.json_text import dumps
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.kernel.shapes import Instance, Items, Limited, Nothing, OneOf, Shape, classes_by_tag
from rcw_rules.registry import load
from rcw_rules.wire import unstructure

FIVE = ("directory", "orel", "red_actions", "red_square", "red_white")
MELEE = rw.ruleset.procedure("red_white.melee")

RED = ("red", "inf", "y", "cheka, wire intact, starting stands 8, stands 7", "", "no")
WHITE = ("white", "cav", "n", "starting stands 8, stands 8", "", "no", "")


def asked(interview: Interview) -> Prompt:
    assert interview.asked is not None
    return interview.asked


def after(*lines: str, procedure: Procedure[Any, Any, Any] = MELEE, **others: Any) -> Interview:
    interview = Interview(procedure, **others)
    for line in lines:
        assert interview.answer(line), (line, interview.asked)
    return interview


def melee(interview: Interview) -> rw.MeleeRequest:
    assert isinstance(interview.request, rw.MeleeRequest)
    return interview.request


def expected() -> rw.MeleeRequest:
    red = rw.Unit(side="red", type="infantry", has_leader=True, cheka=True, wire="intact", starting_stands=8, stands=7)
    white = rw.Unit(side="white", type="cavalry", has_leader=False, starting_stands=8, stands=8)
    return rw.MeleeRequest(attackers=(red,), defenders=(white,))


# ---------------------------------------------------------------- from the first line to the last


def test_a_melee_is_asked_for_in_thirteen_lines() -> None:
    interview = after(*RED, *WHITE)
    assert interview.asked is None
    assert interview.request == expected()
    assert interview.lines == [*RED, *WHITE]
    with pytest.raises(ValueError, match="nothing is asked any more"):
        interview.answer("more")


def test_the_prompts_are_those_of_the_book() -> None:
    interview = Interview(MELEE)
    assert asked(interview).told == ("attackers: The units that attack.",)
    assert asked(interview).text == "attacker 1, side (red or white): "
    assert asked(interview).names == ("red", "white")
    for line in RED[:3]:
        interview.answer(line)
    assert asked(interview).text == "attacker 1, anything else? "
    assert "machine gun" in asked(interview).names
    assert "has leader: Whether a leader is with the unit; there is no default. (yes or no) [p1-grade-and-leader]" in (
        asked(interview).help
    )
    interview.answer("starting stands 8, stands 7")
    interview.answer("")
    assert asked(interview).text == "another attacker? "
    with pytest.raises(ValueError, match="not complete"):
        _ = interview.request


@pytest.mark.parametrize(
    ("before", "line", "told"),
    [
        ((), "blue", "expected red or white"),
        ((), "", "it has no default: red or white"),
        (("red",), "ships", "expected infantry, cavalry"),
        (("red",), "a", "expected one of artillery, armoured car or armoured train: 'a' can be any of them"),
        (RED[:2], "maybe", "expected yes or no"),
        (RED[:3], "stands 100", "expected an integer from 1 to 99, got 100 [bad-numbers]"),
        (RED[:3], "chekka", "there is no 'chekka' to fill in; did you mean 'cheka'?; ? shows what there is"),
        (RED[:3], "cheka, stands many", "expected a whole number [bad-numbers]"),
        (RED[:3], "h", "'h' can be any of has leader, hits, heroic"),
        (RED[:5], "perhaps", "expected yes or no"),
        ((), "@1st Rifles", "there is no '1st Rifles' in the roster: it has 0 units"),
    ],
)
def test_a_line_that_will_not_do_changes_nothing(before: tuple[str, ...], line: str, told: str) -> None:
    interview = after(*before)
    first = asked(interview)
    assert not interview.answer(line)
    assert asked(interview).text == first.text
    assert asked(interview).told[0].startswith(told)
    assert interview.lines == list(before)
    rest = (*RED, *WHITE)[len(before) :]
    for later in rest:
        assert interview.answer(later)
    assert interview.request == expected()


@pytest.mark.parametrize("line", ["{}", "[0]", '{"kind": []}', "null"])
def test_what_json_says_is_no_kind(line: str) -> None:
    interview = after("red", "3", procedure=load("orel").procedure("orel.recruit_spend"))
    assert not interview.answer(line)
    assert asked(interview).told == ("expected recover steps or create battalion",)


def test_what_is_typed_with_no_is_denied() -> None:
    interview = after("red", "inf", "y", "elite, starting stands 8, stands 8", "not elite, no hits", "", "no", *WHITE)
    unit = melee(interview).attackers[0]
    assert (unit.elite, unit.hits) == (False, None)


def test_what_fields_need_together_is_asked_for_with_the_rule() -> None:
    interview = after("red", "inf", "y", "starting stands 8", "")
    assert asked(interview).told == ("attacker 1, stands: is missing: troops are measured in stands [gen-stand]",)
    assert asked(interview).text == "attacker 1, stands (1 to 99, or none): "
    interview.answer("8")
    assert asked(interview).text == "another attacker? "


def test_undo_takes_back_one_line_at_a_time() -> None:
    interview = Interview(MELEE)
    prompts = []
    for line in (*RED, *WHITE):
        prompts.append(asked(interview).text)
        interview.answer(line)
    for prompt in reversed(prompts):
        assert interview.undo()
        assert asked(interview).text == prompt
    assert not interview.undo()


def test_a_unit_comes_from_the_roster_or_in_json() -> None:
    roster = {"1st Rifles": {"side": "red", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 7}}
    interview = after("@1st Rifles", "cheka, wire intact", "", "no", roster=roster)
    assert not interview.answer("@1st Rifels")
    assert asked(interview).told == ("there is no '1st Rifels' in the roster; did you mean '1st Rifles'?",)
    white = '{"side": "white", "type": "cavalry", "has_leader": false, "starting_stands": 8, "stands": 8}'
    for line in (white, "", "no", ""):
        assert interview.answer(line)
    assert interview.request == expected()


def test_what_a_roster_lacks_is_asked_for() -> None:
    interview = after("@half", roster={"half": {"side": "red", "stands": 7, "starting_stands": 8}})
    assert asked(interview).text.startswith("attacker 1, type (")


# ---------------------------------------------------------------- changes


@pytest.mark.parametrize("line", ["defenders[0].cover trench", "defender 1, cover trench", "defender 1 cover = trench"])
def test_one_field_is_changed(line: str) -> None:
    interview = after(*RED, *WHITE)
    assert interview.change(line) == "defenders[0].cover"
    assert melee(interview).defenders[0].cover == "trench"
    assert melee(interview).attackers == expected().attackers


def test_a_list_is_changed_as_a_whole() -> None:
    combat = load("directory").procedure("directory.combat")
    interview = after(*lines_for(combat.request_type, unstructure(combat.example)), procedure=combat)
    interview.change("enemies directory, volunteers")
    assert unstructure(interview.request)["enemies"] == ["directory", "volunteers"]


def test_a_prompt_is_cut_short_and_its_help_is_not() -> None:
    interview = after("red")
    assert asked(interview).text == (
        "attacker 1, type (infantry, cavalry, artillery, machine gun, tchanka, droshky ...: ? shows all): "
    )
    assert "tank, armoured car or armoured train" in asked(interview).help[0]


def test_a_name_alone_will_do_where_one_field_has_it() -> None:
    interview = after(*RED, *WHITE)
    assert interview.change("flank or rear") == "flank_or_rear"
    assert melee(interview).flank_or_rear


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cover trench", r"can be any of attackers\[0\].cover, defenders\[0\].cover: say which one"),
        ("defenders[0].cover moat", "expected open, cover, trench"),
        ("defenders[0].stands", "needs a value"),
        ("defenders[1].cover open", r"there is no field .*did you mean 'defenders\[0\].cover'"),
        ("attackers[0].cover trench", "an attacker has left its trench"),
    ],
)
def test_a_change_that_will_not_do_changes_nothing(line: str, told: str) -> None:
    interview = after(*RED, *WHITE)
    with pytest.raises(InvalidRequestError, match=told):
        interview.change(line)
    assert interview.request == expected()


# ---------------------------------------------------------------- every question of the five


def lines_for(cls: type, data: dict[str, Any]) -> Iterator[str]:
    """Yield what a person types for an instance: what it needs, then each other field by its name, then nothing."""
    fields = parts_of(cls)
    for field in fields:
        if field.is_required:
            yield from lines_of(field.shape, data[field.name])
    optional = [field for field in fields if not field.is_required]
    for field in optional:
        if data[field.name] is None:
            yield f"{field.name} none"
        elif isinstance(data[field.name], bool):
            yield f"{'' if data[field.name] else 'no '}{field.name}"
        else:
            yield field.name
            yield from lines_of(field.shape, data[field.name])
    if optional:
        yield ""


def core(shape: Shape) -> Shape:
    """Return a shape without its limits, and without the none that it may be."""
    if isinstance(shape, Limited):
        return core(shape.base)
    if isinstance(shape, OneOf):
        others = [member for member in shape.members if member != Nothing()]
        return core(others[0]) if len(others) == 1 else shape
    return shape


def lines_of(shape: Shape, value: Any) -> Iterator[str]:
    """Yield the lines for one value that is not none."""
    match core(shape):
        case Instance(cls=cls):
            yield from lines_for(cls, value)
        case OneOf(classes=classes) as union if len(classes) > 1:
            yield value["kind"]
            yield from lines_for(classes_by_tag(union)[value["kind"]], value)
        case Items(item=item) if isinstance(core(item), Instance) or getattr(core(item), "classes", False):
            at_least = next((limit.low or 0 for limit in getattr(shape, "limits", ())), 0)
            for number, one in enumerate(value):
                if number >= at_least:
                    yield "yes"
                yield from lines_of(item, one)
            yield "no"
        case _ if isinstance(value, bool):
            yield "yes" if value else "no"
        case _:
            yield value if isinstance(value, str) else dumps(value, indent=None)


@pytest.mark.parametrize("id", FIVE)
def test_every_example_can_be_typed(id: str) -> None:
    for procedure in load(id).procedures:
        interview = Interview(procedure)
        for line in lines_for(procedure.request_type, unstructure(procedure.example)):
            before = interview.asked
            assert interview.answer(line), (procedure.id, line, before, interview.asked)
        assert interview.asked is None, (procedure.id, interview.asked)
        assert interview.request == procedure.example
