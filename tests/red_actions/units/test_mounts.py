"""Mounting and dismounting."""

from __future__ import annotations

from typing import Any

import pytest
from red_actions_asking import answer
from red_actions_units import bare_card, unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.values import evolve

PRINTED = {  # As the book lists them, by the ids of the illustrative cards.
    "red_cavalry": ("red_conscripts",),
    "horse_army": ("red_regulars",),
    "red_cossacks": ("partisans",),
    "white_cossacks": ("plastoons",),
    "white_cavalry": ("white_volunteers", "white_officers"),
    "nationalist_cavalry": ("nationalist_regulars",),
    "polish_uhlans": ("polish_regulars",),
    "fk_uhlans": ("freikorps_kompagnie",),
    "makhnovist_cavalry": ("makhnovist_partisans",),
}
FOOT = bare_card(id="grooms", name="Grooms")


def riders(id: str, arm: Any = "sabres", **changes: Any) -> ra.TroopCard:
    return bare_card(arm, id=id, name=id, speed=inches(12), **changes)


HUSSARS = riders("hussars", dismounts_as=("grooms",))
CREWS = riders("crews", "mg")


@pytest.mark.rule("red_actions", "dis-types")
@pytest.mark.parametrize("mounted", PRINTED)
def test_every_printed_type(mounted: str) -> None:
    troops = ra.illustrative_troops()
    foot = tuple(troops.card(id) for id in PRINTED[mounted])
    # The shipped card says so itself, and so does the printed table for a card that says nothing.
    assert troops.card(mounted).dismounts_as == PRINTED[mounted]
    assert answer(ra.DismountRequest(unit=unit(troops.card(mounted)), becomes=foot)).unit.card == foot[0]
    assert answer(ra.DismountRequest(unit=unit(riders(mounted)), becomes=foot)).unit.card == foot[0]
    chart = ra.ruleset.charts["dismounted_types"]
    printed = [chart.look_up(mounted, column).result for column in ("usually", "otherwise")]
    assert tuple(id for id in printed if id != "-") == PRINTED[mounted]


@pytest.mark.rule("red_actions", "dis-types")
def test_the_table_lists_no_other_type() -> None:
    assert ra.ruleset.charts["dismounted_types"].rows.keys == tuple(PRINTED)


@pytest.mark.rule("red_actions", "dis-types")
def test_white_cavalry_is_volunteers_or_officers() -> None:
    troops = ra.illustrative_troops()
    foot = (troops.card("white_volunteers"), troops.card("white_officers"))
    request = ra.DismountRequest(unit=unit(riders("white_cavalry")), becomes=foot)
    assert answer(request).unit.card.id == "white_volunteers"
    choices = {"dismount_as": lambda rider, alternatives: alternatives[1]}
    assert answer(request, choices=choices).unit.card.id == "white_officers"
    # The card of the one chosen is enough.
    only = ra.DismountRequest(unit=unit(riders("white_cavalry")), becomes=foot[1:])
    assert answer(only, choices=choices).unit.card.id == "white_officers"
    with pytest.raises(NeedsRuling, match="white_volunteers"):
        answer(only)


@pytest.mark.rule("red_actions", "dis-types", "conv-cards-missing")
def test_nobody_makes_up_a_type() -> None:
    with pytest.raises(
        NeedsRuling, match=r"^As what does a unit of hussars dismount\? .*dismounts_as.*'hussars' \[dis-types\]$"
    ):
        answer(ra.DismountRequest(unit=unit(riders("hussars")), becomes=(FOOT,)))
    with pytest.raises(NeedsRuling, match=r"'grooms'.*conv-cards-missing"):
        answer(ra.DismountRequest(unit=unit(HUSSARS)))
    with pytest.raises(NeedsRuling, match="dis-types"):
        answer(ra.DismountRequest(unit=unit(FOOT), action="mount", horse_holders=1))


@pytest.mark.rule("red_actions", "dis-horse-holders", "dis-time")
def test_one_base_holds_the_horses() -> None:
    mounted = unit(HUSSARS, terror=1, pinned=True)
    outcome = answer(ra.DismountRequest(unit=mounted, becomes=(FOOT,)))
    assert outcome.unit == unit(FOOT, bases=3, terror=1, pinned=True, has_acted=True)
    assert (outcome.horse_holders, outcome.routs) == (1, False)


@pytest.mark.rule("red_actions", "dis-horse-holders", "defs-terror-rout")
@pytest.mark.parametrize(("terror", "humiliated", "routs"), [(2, 0, False), (3, 0, True), (2, 1, True), (1, 1, False)])
def test_markers_are_held_against_the_bases_left(terror: int, humiliated: int, routs: bool) -> None:
    mounted = unit(HUSSARS, bases=3, terror=terror, humiliated=humiliated)
    outcome = answer(ra.DismountRequest(unit=mounted, becomes=(FOOT,)))
    assert (outcome.unit.bases, outcome.routs, outcome.unit.routing) == (2, routs, routs)


@pytest.mark.rule("red_actions", "dis-horse-holders")
def test_the_holders_come_back_with_the_horses() -> None:
    outcome = answer(ra.DismountRequest(unit=unit(FOOT, bases=3), action="mount", becomes=(HUSSARS,), horse_holders=1))
    assert outcome.unit == unit(HUSSARS, bases=4, has_acted=True)
    assert outcome.horse_holders == 0


@pytest.mark.rule("red_actions", "dis-horse-holders", "act-divide")
def test_bases_neither_come_nor_go_when_a_dismounted_unit_divides() -> None:
    # 6 bases of sabres are 5 on foot and 1 with the horses; 3 and 2 of them mount again, one part with the holders.
    on_foot = answer(ra.DismountRequest(unit=unit(HUSSARS, bases=6), becomes=(FOOT,)))
    free = evolve(on_foot.unit, has_acted=False)
    parts = ra.ruleset.resolve(ra.DivideUnitRequest(unit=free, parts=(3, 2)), dice=GivenDice([])).outcome.parts
    riders = [evolve(part.unit, has_acted=False) for part in parts]
    mounted = [
        answer(ra.DismountRequest(unit=rider, action="mount", becomes=(HUSSARS,), horse_holders=holders)).unit.bases
        for rider, holders in zip(riders, (on_foot.horse_holders, 0), strict=True)
    ]
    assert mounted == [4, 2]


@pytest.mark.rule("red_actions", "dis-horse-holders", "act-combine")
def test_two_units_that_combine_on_foot_have_the_holders_of_both() -> None:
    # Twice 3 bases of sabres are twice 2 on foot; combined they are 4, and 6 again when they mount.
    request = ra.DismountRequest(unit=unit(FOOT, bases=4), action="mount", becomes=(HUSSARS,), horse_holders=2)
    assert answer(request).unit.bases == 6


@pytest.mark.rule("red_actions", "dis-types")
def test_one_mounts_only_as_cavalry_that_dismounts_as_what_one_is() -> None:
    troops = ra.illustrative_troops()

    def mount(foot: str, mounted: ra.TroopCard) -> Any:
        of = unit(troops.card(foot), bases=2)
        return answer(ra.DismountRequest(unit=of, action="mount", becomes=(mounted,), horse_holders=1)).unit

    assert mount("white_officers", troops.card("white_cavalry")).bases == 3
    assert mount("red_conscripts", riders("red_cavalry")).bases == 3  # by the printed table
    for mounted in (troops.card("red_cavalry"), riders("red_cavalry")):
        with pytest.raises(IllegalRequestError, match=r"\$\.becomes\[0\]: .* \[dis-types\]"):
            mount("white_volunteers", mounted)
    with pytest.raises(NeedsRuling, match=r"As what does a unit of Tachankas dismount\?"):
        mount("white_volunteers", troops.card("tachanka"))


@pytest.mark.rule("red_actions", "dis-horse-holders", "form-formed-cavalry")
def test_formed_cavalry_is_not_formed_on_foot() -> None:
    guards = riders("guards", may_form=True, dismounts_as=("grooms",))
    assert not answer(ra.DismountRequest(unit=unit(guards, formed=True), becomes=(FOOT,))).unit.formed


@pytest.mark.rule("red_actions", "dis-time", "act-limber-whole-action")
@pytest.mark.parametrize("transport", ["truck", "train"])
@pytest.mark.parametrize("action", ["mount", "dismount"])
def test_trucks_and_trains_cost_only_time(transport: Any, action: Any) -> None:
    outcome = answer(ra.DismountRequest(unit=unit(FOOT, bases=3), action=action, transport=transport))
    assert outcome == ra.DismountOutcome(unit=unit(FOOT, bases=3, has_acted=True), horse_holders=0, routs=False)


@pytest.mark.rule("red_actions", "dis-time", "dis-horse-holders")
def test_a_single_base_gets_off_a_truck_and_horses_are_no_matter() -> None:
    off = ra.DismountRequest(unit=unit(CREWS, bases=1), transport="truck")
    assert answer(off).unit == unit(CREWS, bases=1, has_acted=True)
    on = ra.DismountRequest(unit=unit(CREWS, bases=4), action="mount", transport="truck", horses_in_contact=False)
    assert answer(on).unit.bases == 4


@pytest.mark.rule("red_actions", "conv-cards-missing", "dis-types")
def test_both_cards_are_told_to_be_illustrative() -> None:
    troops = ra.illustrative_troops()
    request = ra.DismountRequest(unit=unit(troops.card("white_cossacks")), becomes=(troops.card("plastoons"),))
    record = ra.ruleset.resolve(request, dice=GivenDice([])).record
    told = [step.text for _, step in record.walk() if step.rule == "conv-cards-missing"]
    assert told == ["illustrative cards: White Cossacks, Plastoons"]


@pytest.mark.rule("red_actions", "dis-horse-holders", "defs-unit-size")
def test_the_most_that_may_mount_or_dismount() -> None:
    assert (
        answer(
            ra.DismountRequest(unit=unit(FOOT, bases=5), action="mount", becomes=(HUSSARS,), horse_holders=1)
        ).unit.bases
        == 6
    )
    assert answer(ra.DismountRequest(unit=unit(HUSSARS, bases=2), becomes=(FOOT,))).unit.bases == 1
    carriages = riders("carriages", "tachanka", dismounts_as=("crews",))
    assert answer(ra.DismountRequest(unit=unit(carriages, bases=4), becomes=(CREWS,))).unit == unit(
        CREWS, bases=3, has_acted=True
    )
    assert (
        answer(
            ra.DismountRequest(unit=unit(CREWS, bases=3), action="mount", becomes=(carriages,), horse_holders=1)
        ).unit.bases
        == 4
    )


@pytest.mark.rule("red_actions", "dis-time", "dis-horse-holders", "rout-unit-state", "defs-unit-size")
@pytest.mark.parametrize(
    ("request_", "path", "rule"),
    [
        (ra.DismountRequest(unit=unit(HUSSARS), becomes=(FOOT,), has_shot=True), "has_shot", "dis-time"),
        (ra.DismountRequest(unit=unit(HUSSARS, has_acted=True), becomes=(FOOT,)), "unit.has_acted", "dis-time"),
        (ra.DismountRequest(unit=unit(FOOT, has_acted=True), transport="truck"), "unit.has_acted", "dis-time"),
        (ra.DismountRequest(unit=unit(HUSSARS, routing=True), becomes=(FOOT,)), "unit.routing", "rout-unit-state"),
        (ra.DismountRequest(unit=unit(HUSSARS, bases=1), becomes=(FOOT,)), "unit.bases", "dis-horse-holders"),
        (
            ra.DismountRequest(
                unit=unit(FOOT), action="mount", becomes=(HUSSARS,), horse_holders=1, horses_in_contact=False
            ),
            "horses_in_contact",
            "dis-horse-holders",
        ),
        (
            ra.DismountRequest(unit=unit(FOOT, bases=6), action="mount", becomes=(HUSSARS,), horse_holders=1),
            "becomes[0]",
            "defs-unit-size",
        ),
        (ra.DismountRequest(unit=unit(HUSSARS, bases=6), becomes=(FOOT, CREWS)), "becomes[1]", "defs-unit-size"),
    ],
)
def test_who_may_not_mount_or_dismount(request_: ra.DismountRequest, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError) as refused:
        answer(request_)
    assert [(found.path, found.rule) for found in refused.value.verdict.objections] == [(f"$.{path}", rule)]


@pytest.mark.rule("red_actions", "dis-types", "dis-time")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ra.DismountRequest(unit=unit(FOOT)), "unit.card"),
        (ra.DismountRequest(unit=unit(HUSSARS), action="mount", horse_holders=1), "unit.card"),
        (
            ra.DismountRequest(
                unit=unit(riders("a", "tank"), bases=1), action="mount", becomes=(HUSSARS,), horse_holders=1
            ),
            "unit.card",
        ),
        (
            ra.DismountRequest(unit=unit(riders("a", "gun")), action="mount", becomes=(HUSSARS,), horse_holders=1),
            "unit.card",
        ),
        (ra.DismountRequest(unit=unit(HUSSARS), becomes=(HUSSARS,)), "becomes[0]"),
        (ra.DismountRequest(unit=unit(FOOT), action="mount", becomes=(FOOT,), horse_holders=1), "becomes[0]"),
        (
            ra.DismountRequest(unit=unit(FOOT), action="mount", becomes=(HUSSARS, riders("b")), horse_holders=1),
            "becomes",
        ),
        (ra.DismountRequest(unit=unit(FOOT), action="mount", becomes=(HUSSARS,)), "horse_holders"),
        (ra.DismountRequest(unit=unit(HUSSARS), becomes=(FOOT,), horse_holders=1), "horse_holders"),
        (ra.DismountRequest(unit=unit(FOOT), action="mount", transport="train", horse_holders=0), "horse_holders"),
        (ra.DismountRequest(unit=unit(FOOT), transport="truck", becomes=(FOOT,)), "becomes"),
        (ra.DismountRequest(unit=unit(HUSSARS, bases=0), becomes=(FOOT,)), "unit.bases"),
        (ra.DismountRequest(unit=unit(HUSSARS, bases=4, terror=5), becomes=(FOOT,)), "unit.terror"),
    ],
)
def test_requests_that_contradict_themselves(request_: ra.DismountRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        answer(request_)
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]
