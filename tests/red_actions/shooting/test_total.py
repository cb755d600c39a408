"""The shooting total."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, inches
from rcw_rules import red_actions as ra


def total(value: Any = 3, bases: int = 5, **changes: Any) -> ra.ShootingTotalRequest:
    fields: dict[str, Any] = {"distance": inches(8), "range": inches(16)}
    return ra.ShootingTotalRequest(shooting_value=Fraction(value), bases=bases, **{**fields, **changes})


# --- the total


@pytest.mark.rule("red_actions", "sho-total", "sho-effective", "conv-exact-arithmetic", "ind-factor", "ind-speculative")
@pytest.mark.rule("red_actions", "sho-long-range", "sho-speculative", "note-mounted-fire")
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (total(1, 6, terror=2, able_bases=3), 3),
        (total(1, 6, terror=3, humiliated=1, able_bases=5), 2),
        (total(6, 2, terror=2, able_bases=1), 3),  # one half of a base
        (total(3, 5, distance=inches(9)), 7),  # 15 halved is 7 1/2
        (total(3, 3, distance=inches(9), speculative=True), 2),  # 9 halved twice is 2 1/4, rounded once
        (total(1, 1, terror=1), 0),
        (total(3, 1, terror=1, distance=inches(9)), 0),  # 3/4
        (total(6, 2, indirect="first"), 6),
        (total(6, 2, indirect="later"), 9),
        (total(6, 2, indirect="first", speculative=True), 6),
        (total(6, 2, indirect="later", speculative=True), 6),
        (total(2, 4, speculative=True), 4),
        (total(1, 4), 4),  # mounted sabres: the card alone
        (total("3/2", 3), 4),
        (total(5, 2, terror=3), 0),  # more markers than bases: none counts
    ],
)
def test_totals(asked: ra.ShootingTotalRequest, expected: int) -> None:
    assert answer(asked).total == expected


@pytest.mark.rule("red_actions", "sho-total")
@pytest.mark.parametrize(
    ("distance", "said"),
    [(8, "3 x 5 bases: shooting total 15"), (9, "3 x 5 bases with the modifiers: shooting total 7")],
)
def test_the_record_tells_how_the_total_is_made(distance: int, said: str) -> None:
    record = ra.ruleset.resolve(total(distance=inches(distance)), dice=GivenDice([])).record
    assert [step.text for _, step in record.walk() if step.rule == "sho-total"][-1] == said


@pytest.mark.rule("red_actions", "sho-long-range", "conv-within")
def test_long_range_begins_beyond_half_of_it_and_out_of_range_is_refused() -> None:
    assert [answer(total(distance=inches(far))).long for far in (8, "8.1", 16)] == [False, True, True]
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 16\.1 in .*32 in.*sho-long-range"):
        answer(total(distance=inches("16.1")))


@pytest.mark.rule("red_actions", "wx-night-range")
def test_the_night_shortens_the_range_but_not_what_is_long() -> None:
    assert answer(total(distance=inches(3)), night="dark").long is False
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 3\.1 in .* 3 in .*wx-night-range"):
        answer(total(distance=inches("3.1")), night="dark")
    moon = total(distance=inches(6), range=inches(10))
    assert answer(moon, night="moonlight_or_fog").long is True
    with pytest.raises(IllegalRequestError, match="wx-night-range"):
        answer(total(distance=inches("6.1"), range=inches(10)), night="moonlight_or_fog")
    with pytest.raises(IllegalRequestError, match="sho-long-range"):  # the card's range is the shorter
        answer(total(distance=inches("2.5"), range=inches(2)), night="dark")


@pytest.mark.rule("red_actions", "bld-town-capacity")
@pytest.mark.parametrize(("frontage", "expected"), [(100, 3), (89, 2), (90, 3), (29, 0), (1000, 5)])
def test_as_many_fire_out_of_a_building_as_find_room(frontage: int, expected: int) -> None:
    assert answer(total(1, 5, frontage=frontage)).total == expected


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-size")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (total(able_bases=6), r"\$\.able_bases: 6 bases .*conv-bad-input"),
        (total(bases=7), r"\$\.bases: .*defs-unit-size"),
        (total(terror=-1), r"\$\.terror: .*conv-bad-input"),
        (total(-1), r"\$\.shooting_value: .*conv-bad-input"),
        (total(terror=True), r"\$\.terror: "),
    ],
)
def test_totals_of_nonsense_are_refused(asked: ra.ShootingTotalRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        answer(asked)


@given(
    value=st.fractions(0, 9, max_denominator=4),
    bases=st.integers(1, 6),
    markers=st.integers(0, 8),
    able=st.integers(0, 6),
    thousandths=st.integers(0, 16000),
    speculative=st.booleans(),
    indirect=st.sampled_from(["none", "first", "later"]),
)
@pytest.mark.rule("red_actions", "sho-total", "sho-effective", "conv-exact-arithmetic")
def test_the_total_is_that_of_a_plain_calculation(
    *, value: Fraction, bases: int, markers: int, able: int, thousandths: int, speculative: bool, indirect: Any
) -> None:
    able = min(able, bases)
    halves = 2 * (bases - markers) if bases > markers else 1 if bases == markers else 0
    numerator = value.numerator * min(2 * able, halves)
    denominator = value.denominator * 2
    if thousandths > 8000:
        denominator *= 2
    if speculative or indirect == "first":
        denominator *= 2
    elif indirect == "later":
        numerator, denominator = numerator * 3, denominator * 4
    asked = total(
        value, bases, terror=markers, able_bases=able, distance=inches(Fraction(thousandths, 1000)),
        speculative=speculative, indirect=indirect,
    )  # fmt: skip
    assert answer(asked).total == numerator // denominator
