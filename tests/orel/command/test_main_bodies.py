"""Which of equal groups is the main body, and formations with two."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_formations import ORDER, bodies, check, red, rules_of, unit

from rcw_rules import GivenDice, InvalidRequestError, orel
from rcw_rules.orel.command import MainBody

# -------------------------------------------------------------------- equal groups


@pytest.mark.rule("orel", "5.2.1-ties")
def test_a_chosen_group_stays_until_a_larger_one_is_there() -> None:
    two = (unit("a1", "1005"), unit("a2", "1005"), unit("b1", "2005"), unit("b2", "2005"))
    kept = check(*two, former=(MainBody(formation="F", units=("b1", "b2")),))
    assert bodies(kept) == [("b1", "b2")]
    larger = check(*two, unit("a3", "1005"), former=(MainBody(formation="F", units=("b1", "b2")),))
    assert bodies(larger) == [("a1", "a2", "a3")]


@pytest.mark.rule("orel", "5.2.1-ties")
def test_the_group_with_most_former_members_stays() -> None:
    units = (unit("a", "1005"), unit("b", "1005"), unit("c", "2005"), unit("d", "2005"))
    former = (MainBody(formation="F", units=("c", "d", "gone")),)
    assert bodies(check(*units, former=former)) == [("c", "d")]
    # One of three has gone over; two of the former body are in the second group.
    mixed = (MainBody(formation="F", units=("a", "c", "d")),)
    assert bodies(check(*units, former=mixed)) == [("c", "d")]


@pytest.mark.rule("orel", "5.2.1-ties")
def test_equal_shares_of_the_former_body_ask_the_owner_again() -> None:
    units = (unit("a", "1005"), unit("b", "1005"), unit("c", "2005"), unit("d", "2005"))
    asked: list[Any] = []

    def pick(groups: Any, alternatives: Any) -> Any:
        asked.append((groups.formation, tuple(tuple(each.key for each in group) for group in groups.groups)))
        return alternatives[-1]

    former = (MainBody(formation="F", units=("a", "c")),)
    assert bodies(check(*units, former=former, choices={"main_body": pick})) == [("c", "d")]
    assert asked == [("F", (("a", "b"), ("c", "d")))]


@pytest.mark.rule("orel", "5.2.1-ties")
def test_the_default_takes_most_steps_then_the_lowest_key() -> None:
    assert bodies(check(unit("a", "1005"), unit("b", "2005", steps=4))) == [("b",)]
    assert bodies(check(unit("b", "1005"), unit("a", "2005"))) == [("a",)]


@pytest.mark.rule("orel", "5.2.1-ties", "D-values")
def test_illustrative_steps_that_decide_are_told() -> None:
    assert "D-values" in rules_of(*ORDER.units_of("7D"), side="red")
    assert "D-values" not in rules_of(unit("a", "1005"), unit("b", "2005"))


# -------------------------------------------------------------------- two main bodies


def division(*places: str) -> tuple[orel.Unit, ...]:
    return tuple(red(f"{number}", place, "41D") for number, place in enumerate(places, start=1))


@pytest.mark.rule("orel", "5.2.1-two-bodies")
def test_the_41st_division_has_two_main_bodies() -> None:
    outcome = check(*division("0505", "0506", "1505", "2505", "2506", "2507"), side="red")
    assert bodies(outcome) == [("4", "5", "6"), ("1", "2")]
    assert outcome.out_of_command == ("3",)
    assert bodies(check(*division("0505", "1505", "1506"), side="red")) == [("1",), ("2", "3")]


@pytest.mark.rule("orel", "5.2.1-two-bodies", "EX-command")
def test_the_41st_division_at_set_up() -> None:
    units = ORDER.units_of("41D")
    outcome = check(*units, side="red", choices={"main_body": lambda groups, alternatives: ("R:1/41D",)})
    assert bodies(outcome) == [("R:1/41S", "R:3/41D", "R:4/41D"), ("R:1/41D",)]
    assert [key for key in outcome.out_of_command if key != "R:14bgde/41D"] == ["R:2/41D", "R:2/41S"]


@pytest.mark.rule("orel", "5.2.1-two-bodies", "5.2.1-ties", "10.1-brasovo")
def test_both_former_main_bodies_stay_among_equals() -> None:
    units = division("0505", "1505", "2505")
    for kept in (("1", "3"), ("2", "3"), ("1", "2")):
        former = tuple(MainBody(formation="41D", units=(key,)) for key in kept)
        assert bodies(check(*units, side="red", former=former)) == [(key,) for key in kept]


@pytest.mark.rule("orel", "5.2.1-two-bodies", "5.2.1-ties")
def test_a_larger_group_takes_the_place_of_one_of_two_equals() -> None:
    units = (*division("0505", "1505", "2505"), red("4", "2506", "41D"))
    former = (MainBody(formation="41D", units=("1",)), MainBody(formation="41D", units=("2",)))
    asked: list[Any] = []

    def pick(groups: Any, alternatives: Any) -> Any:
        asked.append(alternatives)
        return ("2",)

    assert bodies(check(*units, side="red", former=former, choices={"main_body": pick})) == [("3", "4"), ("2",)]
    assert asked == [(("1",), ("2",))]
    # A group of one that was no main body is not among the alternatives.
    more = (*units, red("5", "1515", "41D"))
    check(*more, side="red", former=former, choices={"main_body": pick})
    assert asked == [(("1",), ("2",))] * 2
    # A third group of one has no claim beside a former body that is as large.
    assert bodies(check(*units, side="red", former=former[1:])) == [("3", "4"), ("2",)]


@pytest.mark.rule("orel", "5.2.1-two-bodies")
def test_other_formations_have_one_main_body() -> None:
    with pytest.raises(InvalidRequestError, match=r"\[5\.2\.1-two-bodies\]") as caught:
        check(unit("a", "1005"), former=tuple(MainBody(formation="F", units=(key,)) for key in "ab"))
    assert [problem.path for problem in caught.value.problems] == ["$.former[1].formation"]
    check(*division("0505"), side="red", former=tuple(MainBody(formation="41D", units=(key,)) for key in "12"))


def test_the_record_of_a_long_formation_can_be_loaded() -> None:
    request = orel.ruleset.procedure("orel.command").example
    assert isinstance(request, orel.CommandRequest)

    def called(name: str) -> orel.CommandRequest:
        return evolve(
            request, units=tuple(evolve(one, formation=name if one.formation else "") for one in request.units)
        )

    resolution = orel.ruleset.resolve(called("f" * 100), dice=GivenDice(()))
    assert resolution.outcome.main_bodies
    assert orel.ruleset.load_resolution(resolution.to_json()) == resolution
    with pytest.raises(InvalidRequestError, match=r"formation: expected a text of 0 to 100 characters"):
        orel.ruleset.check(called("f" * 101))
