"""Markers: effective bases, and routs that they cause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_units import unit

from rcw_rules import InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.red_actions.model import effective_number
from rcw_rules.red_actions.units import has_too_many_markers


@pytest.mark.rule("red_actions", "defs-effective-bases", "defs-terror-rout", "defs-humiliated", "conv-marker-count")
@pytest.mark.parametrize(
    ("bases", "terror", "humiliated", "effective", "routs"),
    [
        (5, 2, 0, 3, False),
        (1, 1, 0, Fraction(1, 2), False),
        (4, 3, 1, Fraction(1, 2), False),
        (2, 3, 0, 0, True),
        (3, 3, 0, Fraction(1, 2), False),
        (3, 4, 0, 0, True),
        (4, 1, 1, 2, False),
        (4, 0, 1, 3, False),
        (3, 2, 1, Fraction(1, 2), False),
        (3, 0, 4, 0, True),
    ],
)
def test_effective_bases(bases: int, terror: int, humiliated: int, effective: Fraction, routs: bool) -> None:
    outcome = answer(ra.EffectiveBasesRequest(bases=bases, terror=terror, humiliated=humiliated))
    assert (outcome.effective, outcome.routs) == (effective, routs)
    assert has_too_many_markers(unit(bases=bases, terror=terror, humiliated=humiliated)) is routs


@pytest.mark.rule("red_actions", "defs-terror-rout")
def test_the_loss_of_a_base_may_cause_a_rout() -> None:
    assert not has_too_many_markers(unit(bases=3, terror=3))
    assert has_too_many_markers(unit(bases=2, terror=3))


@pytest.mark.rule("red_actions", "defs-terror-rout")
def test_a_unit_in_rout_and_a_unit_gone_do_not_rout_again() -> None:
    outcome = answer(ra.EffectiveBasesRequest(bases=2, terror=3, routing=True))
    assert (outcome.effective, outcome.routs) == (0, False)
    assert not has_too_many_markers(unit(bases=2, terror=3, routing=True))
    assert not has_too_many_markers(unit(bases=0, terror=3))
    assert effective_number(0, 0) == 0


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-size")
@pytest.mark.parametrize(
    ("fields", "path"),
    [({"bases": 0}, "bases"), ({"bases": 7}, "bases"), ({"bases": 3, "terror": -1}, "terror")],
)
def test_bases_and_markers_out_of_bounds(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.{path}: "):
        answer(ra.EffectiveBasesRequest(**fields))


@pytest.mark.rule("red_actions", "defs-effective-bases")
@given(bases=st.integers(1, 6), markers=st.integers(0, 12))
def test_another_marker_never_makes_a_unit_stronger(bases: int, markers: int) -> None:
    fewer, more = effective_number(bases, markers), effective_number(bases, markers + 1)
    assert 0 <= more <= fewer <= bases
    assert (more < fewer) or fewer == 0
