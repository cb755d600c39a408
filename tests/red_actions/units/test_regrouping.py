"""Units that divide, and units that combine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from red_actions_units import bare_card, unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import effective_number

IVANOV, PETROV, SIDOROV = (ra.OfficerToken(id=name) for name in ("Ivanov", "Petrov", "Sidorov"))
COLONEL = ra.OfficerToken(id="colonel", rank="colonel", effect=-1)
COMMISSAR = ra.OfficerToken(id="commissar", characteristics=("Commissar",))


def company(bases: int, arm: Any = "rifle", name: str = "1st", **changes: Any) -> ra.Unit:
    card = bare_card(arm, id=arm, name=arm, may_form=arm == "sabres", morale_as="volunteers")
    return unit(card, name=name, bases=bases, **changes)


def divide(of: ra.Unit, *parts: int, choices: Any = None, **more: Any) -> tuple[ra.Part, ...]:
    request = ra.DivideUnitRequest(unit=of, parts=parts, **more)
    outcome: ra.DivideUnitOutcome = ra.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome
    return outcome.parts


def combine(*units: ra.Unit, faces: tuple[int, ...] = (), in_contact: bool = True) -> ra.Unit:
    request = ra.CombineUnitsRequest(units=units, in_contact=in_contact)
    outcome: ra.CombineUnitsOutcome = ra.ruleset.resolve(request, dice=GivenDice(faces)).outcome
    return outcome.unit


def marked(parts: tuple[ra.Part, ...]) -> list[tuple[int, int, int, bool]]:
    return [(part.unit.bases, part.unit.terror, part.unit.humiliated, part.routs) for part in parts]


@pytest.mark.rule("red_actions", "act-divide", "defs-terror-rout", "conv-exact-arithmetic")
@pytest.mark.parametrize(
    ("of", "sizes", "expected"),
    [
        (company(6, terror=3, humiliated=1), (3, 3), [(3, 2, 1, False)] * 2),
        (company(4, terror=3), (2, 2), [(2, 2, 0, False)] * 2),
        (company(6, terror=4, humiliated=2), (2, 2, 2), [(2, 2, 1, True)] * 3),
        (company(6, terror=4), (4, 2), [(4, 2, 0, False), (2, 2, 0, False)]),
        (company(6, terror=5), (4, 2), [(4, 3, 0, False), (2, 3, 0, True)]),
        (company(5), (3, 2), [(3, 0, 0, False), (2, 0, 0, False)]),
        (company(4, "mg", terror=1), (1, 1, 1, 1), [(1, 1, 0, False)] * 4),
        (company(3, "gun", humiliated=2), (1, 2), [(1, 0, 1, False), (2, 0, 1, False)]),
    ],
)
def test_markers_of_the_parts(of: ra.Unit, sizes: tuple[int, ...], expected: Any) -> None:
    parts = divide(of, *sizes)
    assert marked(parts) == expected
    assert [part.unit.routing for part in parts] == [routs for *_, routs in expected]


@pytest.mark.rule("red_actions", "act-divide", "rout-guns")
def test_guns_that_rout_as_they_divide_are_lost() -> None:
    lost, kept = divide(company(3, "gun", terror=3), 1, 2)
    assert (lost.routs, lost.unit.bases, lost.unit.routing) == (True, 0, False)
    assert (kept.routs, kept.unit.bases, kept.unit.terror) == (False, 2, 2)
    # Limbered ones rout as others do.
    routed, _ = divide(company(3, "gun", terror=3, limbered=True), 1, 2)
    assert (routed.routs, routed.unit.bases, routed.unit.routing) == (True, 1, True)


@pytest.mark.rule("red_actions", "act-divide", "defs-effective-bases")
def test_two_bases_with_two_markers_count_as_a_half() -> None:
    parts = [part.unit for part in divide(company(4, terror=3), 2, 2)]
    assert [effective_number(part.bases, part.markers) for part in parts] == [Fraction(1, 2)] * 2


@pytest.mark.rule("red_actions", "act-divide")
def test_parts_are_as_the_unit_was_and_have_acted() -> None:
    parts = divide(company(5, pinned=True, shot_at=True, seniors=(COLONEL,)), 3, 2)
    assert [(part.unit.name, part.unit.pinned, part.unit.shot_at, part.unit.has_acted) for part in parts] == [
        ("1st 1", True, True, True),
        ("1st 2", True, True, True),
    ]
    assert [part.unit.seniors for part in parts] == [(COLONEL,), ()]
    assert [part.unit.name for part in divide(company(5), 3, 2, names=("a", "b"))] == ["a", "b"]


@pytest.mark.rule("red_actions", "act-divide", "defs-junior-officers", "off-replacement")
def test_the_officer_goes_with_one_part_and_the_other_draws_one() -> None:
    parts = divide(company(5, officer=IVANOV), 3, 2)
    assert [part.unit.officer for part in parts] == [IVANOV, None]
    assert [part.draws_officer for part in parts] == [False, True]
    other = divide(
        company(5, officer=IVANOV, seniors=(COLONEL,)), 3, 2, choices={"officer_part": lambda parting, parts: 2}
    )
    assert [part.unit.officer for part in other] == [None, IVANOV]
    assert [part.unit.seniors for part in other] == [(), (COLONEL,)]
    assert [part.unit.draws_officer for part in other] == [True, False]
    # Machine guns do without, unless theirs has fallen: then one token is drawn, for the first part.
    fallen = divide(company(3, "mg", draws_officer=True), 2, 1)
    assert [(part.draws_officer, part.unit.draws_officer) for part in fallen] == [(True, True), (False, False)]
    assert [part.draws_officer for part in divide(company(3, "mg"), 2, 1)] == [False, False]
    assert [part.draws_officer for part in divide(company(4, "sabres"), 2, 2)] == [True, True]


@pytest.mark.rule("red_actions", "act-divide")
def test_spare_officers_lead_the_other_parts() -> None:
    whole = company(6, officer=IVANOV, spares=(PETROV, SIDOROV))
    assert [part.unit.officers for part in divide(whole, 3, 3)] == [(IVANOV, SIDOROV), (PETROV,)]
    asked: list[Any] = []

    def second(parting: Any, parts: tuple[int, ...]) -> int:
        asked.append((parting.who, parting.parts, parting.led, parts))
        return 2

    parts = divide(whole, 4, 2, choices={"officer_part": second})
    assert [(part.unit.officer, part.unit.spares, part.draws_officer) for part in parts] == [
        (None, (), True),
        (IVANOV, (PETROV, SIDOROV), False),
    ]
    assert asked == [(IVANOV, (4, 2), (), (1, 2)), (PETROV, (4, 2), (2,), (1, 2)), (SIDOROV, (4, 2), (2,), (1, 2))]


@pytest.mark.rule("red_actions", "char-white-officer-base", "act-divide")
def test_the_white_officer_base_goes_with_one_part() -> None:
    whole = company(5, white_officer_base=True)
    assert [part.unit.white_officer_base for part in divide(whole, 3, 2)] == [True, False]
    parts = divide(whole, 3, 2, choices={"white_officer_part": lambda parting, parts: parts[-1]})
    assert [part.unit.white_officer_base for part in parts] == [False, True]
    assert [part.unit.white_officer_base for part in divide(company(5), 3, 2)] == [False, False]


@pytest.mark.rule("red_actions", "defs-unit-size", "act-divide", "rout-unit-state")
@pytest.mark.parametrize(
    ("of", "sizes", "path", "rule"),
    [
        (company(4), (3, 1), "parts[1]", "defs-unit-size"),
        (company(3, "sabres"), (1, 2), "parts[0]", "defs-unit-size"),
        (company(4, has_acted=True), (2, 2), "unit.has_acted", "act-divide"),
        (company(4, routing=True), (2, 2), "unit.routing", "rout-unit-state"),
    ],
)
def test_units_that_may_not_divide(of: ra.Unit, sizes: tuple[int, ...], path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError) as refused:
        divide(of, *sizes)
    assert [(found.path, found.rule) for found in refused.value.verdict.objections] == [(f"$.{path}", rule)]


@pytest.mark.rule("red_actions", "act-divide", "conv-bad-input", "defs-unit-size")
@pytest.mark.parametrize(
    ("of", "sizes", "more", "path"),
    [
        (company(5), (2, 2), {}, "parts"),
        (company(5), (5,), {}, "parts"),
        (company(5), (5, 0), {}, "parts[1]"),
        (company(5), (3, 2), {"names": ("a",)}, "names"),
        (company(5), (3, 2), {"names": ("a", "a")}, "names"),
        (company(4, terror=4, humiliated=1), (2, 2), {}, "unit.terror"),
    ],
)
def test_parts_that_are_none(of: ra.Unit, sizes: tuple[int, ...], more: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        divide(of, *sizes, **more)
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]


@pytest.mark.rule("red_actions", "act-divide", "conv-exact-arithmetic")
@given(first=st.integers(2, 4), second=st.integers(2, 2), terror=st.integers(0, 6), humiliated=st.integers(0, 6))
def test_dividing_never_loses_a_marker(first: int, second: int, terror: int, humiliated: int) -> None:
    assume(terror + humiliated <= first + second)  # with more it is in rout
    whole = company(first + second, terror=terror, humiliated=humiliated)
    parts = [part.unit for part in divide(whole, first, second)]
    for found, there in (
        (sum(part.terror for part in parts), terror),
        (sum(part.humiliated for part in parts), humiliated),
    ):
        assert there <= found <= there + 1
    assert {part.markers for part in parts} == {-(-terror // 2) - (-humiliated // 2)}


@pytest.mark.rule("red_actions", "act-combine", "conv-marker-count")
def test_bases_and_markers_add_up() -> None:
    whole = combine(company(3, terror=2), company(2, name="2nd", humiliated=1))
    assert (whole.name, whole.bases, whole.terror, whole.humiliated, whole.pinned) == ("1st", 5, 2, 1, False)
    assert effective_number(whole.bases, whole.markers) == 2
    assert whole.has_acted
    assert combine(company(3), company(2, name="2nd", pinned=True)).pinned
    assert combine(company(2), company(2, name="2nd", terror=1), company(2, name="3rd", terror=1)).terror == 2


@pytest.mark.rule("red_actions", "act-combine", "char-white-officer-base")
def test_seniors_and_the_white_officer_base_of_every_part_stay_with_the_whole() -> None:
    volunteers = bare_card(id="volunteers", name="Volunteers")
    second = company(2, name="2nd", white_officer_base=True, morale_card=volunteers, seniors=(COMMISSAR,))
    whole = combine(company(3, seniors=(COLONEL,)), second)
    assert (whole.white_officer_base, whole.morale_card) == (True, volunteers)
    assert whole.seniors == (COLONEL, COMMISSAR)


@pytest.mark.rule("red_actions", "act-combine", "dig-rate")
def test_what_the_whole_remembers() -> None:
    first = company(
        2,
        moved_back=inches(1),
        shot_at=True,
        retired_by_result=True,
        rout_turns=2,
        foxholes=Fraction(1),
        in_column=True,
    )
    second = company(2, name="2nd", moved_back=inches(3), ignored_retire=True, foxholes=Fraction(1, 2), evading=True)
    whole = combine(first, second)
    assert (whole.moved_back, whole.shot_at, whole.evading) == (inches(3), True, True)
    assert (whole.ignored_retire, whole.retired_by_result) == (True, True)
    assert (whole.rout_turns, whole.foxholes, whole.in_column) == (2, Fraction(1, 2), False)
    assert combine(company(2, "sabres", formed=True), company(2, "sabres", name="2nd")).formed is False
    assert combine(company(2, "sabres", formed=True), company(2, "sabres", name="2nd", formed=True)).formed


@pytest.mark.rule("red_actions", "act-combine", "note-higher-formations", "off-commissar")
@pytest.mark.parametrize(
    ("first", "second", "commands", "spares"),
    [
        (IVANOV, COLONEL, COLONEL, (IVANOV,)),
        (COLONEL, IVANOV, COLONEL, (IVANOV,)),
        (COMMISSAR, COLONEL, COMMISSAR, (COLONEL,)),
        (COLONEL, COMMISSAR, COMMISSAR, (COLONEL,)),
        (IVANOV, None, IVANOV, ()),
        (None, IVANOV, IVANOV, ()),
        (None, None, None, ()),
    ],
)
def test_the_higher_officer_commands(first: Any, second: Any, commands: Any, spares: Any) -> None:
    whole = combine(company(2, officer=first), company(2, name="2nd", officer=second))
    assert (whole.officer, whole.spares) == (commands, spares)


@pytest.mark.rule("red_actions", "act-combine")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_decides_between_equals(face: int) -> None:
    first = company(2, officer=IVANOV, spares=(SIDOROV,))
    whole = combine(first, company(2, name="2nd", officer=PETROV), faces=(face,))
    expected = {1: (IVANOV, (SIDOROV, PETROV)), 0: (PETROV, (IVANOV, SIDOROV))}[face % 2]
    assert (whole.officer, whole.spares) == expected


@pytest.mark.rule("red_actions", "act-combine")
def test_it_is_said_for_whom_an_odd_die_is() -> None:
    units = (company(1, officer=IVANOV), company(1, name="2nd"), company(1, name="3rd", officer=PETROV))
    record = ra.ruleset.resolve(ra.CombineUnitsRequest(units=units), dice=GivenDice([4])).record
    assert [step.purpose for step in record.rolls] == ["who commands, odd for 1st, even for 3rd"]


@pytest.mark.rule("red_actions", "act-combine", "off-commissar")
def test_the_odds_of_who_commands() -> None:
    def odds(*officers: ra.OfficerToken | None) -> dict[str, Fraction]:
        units = tuple(company(1, name=f"unit {number}", officer=officer) for number, officer in enumerate(officers))
        found = ra.ruleset.odds(ra.CombineUnitsRequest(units=units))
        return {outcome.unit.officer.id if outcome.unit.officer else "": chance for outcome, chance in found.items()}

    half, third = Fraction(1, 2), Fraction(1, 3)
    assert odds(IVANOV, PETROV) == {"Ivanov": half, "Petrov": half}
    assert odds(IVANOV, PETROV, SIDOROV) == {"Ivanov": third, "Petrov": third, "Sidorov": third}
    assert odds(IVANOV, None, PETROV) == {"Ivanov": half, "Petrov": half}
    assert odds(IVANOV, COMMISSAR, COLONEL, PETROV) == {"commissar": 1}
    assert odds(None, IVANOV) == {"Ivanov": 1}


@pytest.mark.rule("red_actions", "note-mg-artillery-combine", "defs-unit-size")
@pytest.mark.parametrize("arm", ["mg", "gun", "mortar", "tachanka"])
def test_batteries_and_machine_guns_combine_up_to_four_bases(arm: str) -> None:
    assert combine(company(2, arm), company(2, arm, name="2nd")).bases == 4
    with pytest.raises(IllegalRequestError, match=r"5 bases are too many .* at most 4 .*defs-unit-size"):
        combine(company(2, arm), company(3, arm, name="2nd"))


@pytest.mark.rule(
    "red_actions", "act-combine", "defs-unit-size", "rout-unit-state", "form-limbered", "char-white-officer-base"
)
@pytest.mark.parametrize(
    ("first", "second", "path", "rule"),
    [
        (company(2, has_acted=True), company(2, name="b"), "units[0].has_acted", "act-combine"),
        (company(2), company(2, name="b", has_acted=True), "units[1].has_acted", "act-combine"),
        (company(4), company(3, name="b"), "units", "defs-unit-size"),
        (company(2), company(2, "mg", name="b"), "units[1].card", "act-combine"),
        (company(2), company(2, name="b", routing=True), "units[1].routing", "rout-unit-state"),
        (company(1, "gun"), company(1, "gun", name="b", limbered=True), "units[1].limbered", "form-limbered"),
        (company(1, "tank"), company(1, "tank", name="b"), "units", "defs-unit-size"),
        (
            company(3, white_officer_base=True),
            company(3, name="b", white_officer_base=True),
            "units",
            "char-white-officer-base",
        ),
    ],
)
def test_units_that_may_not_combine(first: ra.Unit, second: ra.Unit, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError) as refused:
        combine(first, second)
    assert [(found.path, found.rule) for found in refused.value.verdict.objections] == [(f"$.{path}", rule)]


@pytest.mark.rule("red_actions", "act-combine")
def test_units_apart_do_not_combine() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.in_contact: .*act-combine"):
        combine(company(2), company(2, name="b"), in_contact=False)


@pytest.mark.rule("red_actions", "act-combine", "conv-bad-input", "defs-terror-rout")
@pytest.mark.parametrize(
    ("units", "path"),
    [
        ((company(2), company(2)), "units[1].name"),
        ((company(2), company(2, name="b", side="white")), "units[1].side"),
        ((company(2),), "units"),
        ((company(2), company(0, name="b")), "units[1].bases"),
        ((company(4), company(2, name="b", terror=3)), "units[1].terror"),
    ],
)
def test_units_that_contradict_each_other(units: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        combine(*units)
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]


@pytest.mark.rule("red_actions", "act-divide", "act-combine", "conv-marker-count")
@given(first=st.integers(2, 4), terror=st.integers(0, 2), humiliated=st.integers(0, 2))
def test_what_was_divided_combines_again_with_no_fewer_markers(first: int, terror: int, humiliated: int) -> None:
    whole = company(first + 2, terror=terror, humiliated=humiliated, officer=IVANOV)
    parts = [evolve(part.unit, has_acted=False) for part in divide(whole, first, 2)]
    again = combine(*parts)
    assert (again.bases, again.officer) == (whole.bases, IVANOV)
    assert again.terror >= terror
    assert again.humiliated >= humiliated


@pytest.mark.rule("red_actions", "act-combine", "off-replacement")
def test_a_combined_unit_draws_an_officer_only_if_none_came_with_any_part() -> None:
    waiting, plain = company(2, name="2nd", draws_officer=True), company(2)
    assert combine(plain, waiting).draws_officer
    assert not combine(plain, company(2, name="2nd")).draws_officer
    assert not combine(company(2, officer=IVANOV), waiting).draws_officer


@pytest.mark.rule("red_actions", "act-divide", "rout-guns", "defs-terror-rout")
def test_guns_of_a_part_that_routs_stay_on_their_place() -> None:
    # 3 markers divided by 2, rounded up: 2 for each part, more than the one gun of the second.
    parts = divide(company(3, "gun", terror=3), 2, 1)
    assert [(part.routs, part.unit.bases, part.guns_left) for part in parts] == [(False, 2, 0), (True, 0, 1)]
    assert [part.guns_left for part in divide(company(3, "gun", terror=3, limbered=True), 2, 1)] == [0, 0]
