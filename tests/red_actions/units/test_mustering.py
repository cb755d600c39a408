"""What may be fielded, and what not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_asking import answer
from red_actions_forces import field, muster
from red_actions_units import bare_card

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.red_actions.units import missing_numbers


def reasons(request: ra.UnitLegalityRequest, **options: Any) -> list[tuple[str, str]]:
    verdict = ra.ruleset.with_options(**options).verdict(request)
    return [(objection.path, objection.rule) for objection in verdict.objections]


@pytest.mark.rule("red_actions", "defs-unit-size", "conv-bad-input")
@pytest.mark.parametrize(
    ("arm", "bases", "legal"),
    [
        ("rifle", 1, False),
        ("rifle", 2, True),
        ("rifle", 6, True),
        ("rifle", 7, False),
        ("sabres", 1, False),
        ("sabres", 6, True),
        ("sabres", 7, False),
        *((arm, bases, 1 <= bases <= 4) for arm in ("mg", "gun", "mortar", "tachanka") for bases in (0, 1, 4, 5)),
        *((arm, bases, bases == 1) for arm in ("tank", "armoured_car", "officer") for bases in (0, 1, 2)),
    ],
)
def test_how_many_bases_may_be_fielded(arm: str, bases: int, legal: bool) -> None:
    assert reasons(field(muster(arm, bases))) == ([] if legal else [("$.units[0].bases", "defs-unit-size")])


@pytest.mark.rule("red_actions", "defs-unit-size")
def test_one_rifle_base_is_refused_at_the_set_up_and_stands_after_losses() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.units\[0\]\.bases: .*2 to 6 bases, not 1 \[defs-unit-size\]"):
        answer(field(muster(bases=1)))
    with pytest.raises(IllegalRequestError, match=r"a unit of armoured car bases has 1 base, not 2 \[defs-unit-size\]"):
        answer(field(muster("armoured_car", 2)))
    assert reasons(field(muster(bases=1), in_play=True)) == []
    assert reasons(field(muster(bases=7), in_play=True)) == [("$.units[0].bases", "defs-unit-size")]


@pytest.mark.rule(
    "red_actions",
    "defs-unit-size",
    "defs-pinned",
    "defs-terror-rout",
    "defs-senior-officer-base",
    "form-formed-cavalry",
    "form-limbered",
    "char-white-officer-base",
    "conv-bad-input",
)
@pytest.mark.parametrize(
    ("arm", "changes", "path", "rule"),
    [
        ("rifle", {"pinned_markers": 2}, "pinned_markers", "defs-pinned"),
        ("rifle", {"other_cards": (bare_card(id="two", name="Two"),)}, "other_cards[0]", "defs-unit-size"),
        ("rifle", {"white_officer_base": True}, "white_officer_base", "char-white-officer-base"),
        ("rifle", {"formed": True}, "formed", "form-formed-cavalry"),
        ("sabres", {"formed": True}, "formed", "form-formed-cavalry"),
        ("tachanka", {"limbered": True}, "limbered", "form-limbered"),
        ("mortar", {"limbered": True}, "limbered", "form-limbered"),
        ("rifle", {"terror": 9}, "terror", "defs-terror-rout"),
        ("rifle", {"terror": 3, "humiliated": 2}, "terror", "defs-terror-rout"),
        ("tank", {"bases": 1, "terror": 1}, "terror", "defs-terror-rout"),
        ("tank", {"bases": 1, "humiliated": 1}, "terror", "defs-terror-rout"),
        ("tank", {"bases": 1, "pinned_markers": 1}, "terror", "defs-terror-rout"),
        ("officer", {"bases": 1, "terror": 1}, "terror", "defs-senior-officer-base"),
        ("officer", {"bases": 1, "pinned_markers": 1}, "terror", "defs-senior-officer-base"),
    ],
)
def test_what_may_not_be_fielded(arm: str, changes: dict[str, Any], path: str, rule: str) -> None:
    request = field(muster(arm, **changes))
    assert reasons(request) == [(f"$.units[0].{path}", rule)]
    with pytest.raises(IllegalRequestError, match=rule):
        answer(request)


@pytest.mark.rule("red_actions", "defs-unit-size", "form-formed-cavalry", "form-limbered", "char-white-officer-base")
def test_what_may_be_fielded() -> None:
    conscripts = bare_card(id="conscripts", morale_as="volunteers")
    units = (
        muster(name="a", pinned_markers=1, terror=3, humiliated=1),
        muster("gun", name="b", limbered=True),
        muster(name="c", card=bare_card("sabres", may_form=True), formed=True),
        muster(name="d", card=conscripts, white_officer_base=True, other_cards=(conscripts,)),
        muster("officer", 1, name="e", humiliated=1),
    )
    assert reasons(field(*units)) == []
    # With more markers than bases it is in rout, which it may be once the game has begun.
    assert reasons(field(muster(terror=9), in_play=True)) == []


@pytest.mark.rule("red_actions", "wx-night-morale", "defs-terror-rout")
@pytest.mark.parametrize("night", ["dark", "moonlight_or_fog"])
def test_the_marker_of_the_night_counts_at_the_set_up(night: str) -> None:
    # Two markers and that of the night on two bases rout; one and that of the night do not.
    weary = field(muster(bases=2, humiliated=2))
    assert reasons(weary, night=night) == [("$.units[0].terror", "defs-terror-rout")]
    assert reasons(weary) == reasons(field(muster(bases=2, humiliated=1)), night=night) == []
    # Vehicles take none, and in play it has been placed already.
    assert reasons(field(muster("tank", 1)), night=night) == []
    assert reasons(field(muster(bases=2, humiliated=2), in_play=True), night=night) == []


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_every_reason_is_told_at_once() -> None:
    request = field(muster(bases=9), muster("mg", 5, formed=True))
    assert reasons(request) == [
        ("$.units[0].bases", "defs-unit-size"),
        ("$.units[1].name", "conv-bad-input"),
        ("$.units[1].bases", "defs-unit-size"),
        ("$.units[1].formed", "form-formed-cavalry"),
    ]


@pytest.mark.rule(
    "red_actions",
    "seq-dummy-markers",
    "note-no-aircraft",
    "note-no-cheka",
    "note-no-commissar-killing",
    "defs-junior-officers",
)
@pytest.mark.parametrize(
    ("extra", "rule"),
    [
        ("dummy_marker", "seq-dummy-markers"),
        ("detached_junior_officer", "defs-junior-officers"),
        ("aircraft", "note-no-aircraft"),
        ("cheka", "note-no-cheka"),
        ("blocking_unit", "note-no-cheka"),
        ("commissar_kills_commander", "note-no-commissar-killing"),
    ],
)
def test_what_the_rules_do_not_have(extra: str, rule: str) -> None:
    assert reasons(field(extras=(extra,))) == [("$.extras[0]", rule)]
    allowed = reasons(field(extras=(extra,)), dummy_markers=True)
    assert allowed == ([] if extra == "dummy_marker" else [("$.extras[0]", rule)])
    # Whoever makes examples of the men still leaves the commander alone.
    assert reasons(field(extras=(extra,)), commissar_examples=True) == [("$.extras[0]", rule)]


@pytest.mark.rule("red_actions", "miss-scenarios")
def test_without_a_force_there_is_no_game() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units: .*miss-scenarios"):
        answer(ra.UnitLegalityRequest(units=()))


@pytest.mark.rule(
    "red_actions", "defs-categories", "defs-base", "defs-junior-officers", "conv-cards-missing", "miss-cards"
)
def test_what_is_told_of_a_unit_that_may_be_fielded() -> None:
    officer = ra.OfficerToken(id="Ivanov")
    outcome = answer(
        field(muster("tachanka", 2, name="a"), muster("rifle", 4, name="b", officer=officer), muster(name="c"))
    )
    first, second, third = outcome.units
    assert (first.category, first.may_be, first.frontage) == ("cavalry", (1, 4), Fraction(300, 127))
    assert (second.category, second.may_be, second.frontage) == ("infantry", (2, 6), Fraction(600, 127))
    assert [each.needs_officer for each in outcome.units] == [False, False, True]
    assert first.lacks == ("range", "shooting_value", "fighting_value", "fear", "serious", "rally")
    assert third.lacks == ("range", "shooting_value", "fighting_value", "charge", "fear", "serious", "rally")


@pytest.mark.rule("red_actions", "conv-cards-missing", "miss-cards")
@pytest.mark.parametrize(
    ("arm", "lacks"),
    [
        ("gun", ("range", "shooting_value", "fear", "serious", "rally")),
        ("tank", ("range", "shooting_value")),
        ("train_engine", ("fear", "rally")),
        ("train_mg", ("range", "shooting_value", "fear", "rally")),
        ("officer", ("fear", "serious", "rally")),
    ],
)
def test_which_numbers_a_card_needs(arm: str, lacks: tuple[str, ...]) -> None:
    assert missing_numbers(bare_card(arm)) == lacks
    assert missing_numbers(bare_card(arm, fear=7)) == tuple(field for field in lacks if field != "fear")
