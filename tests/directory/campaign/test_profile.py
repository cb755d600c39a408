"""The rulebook profile: nothing filled in, and a named error for whatever is absent."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest

from rcw_rules import GivenDice, NeedsRuling
from rcw_rules import directory as fd
from rcw_rules.directory.campaign import ProfileField

pytestmark = pytest.mark.rule("directory", "miss-profile")

FIELDS: tuple[ProfileField, ...] = get_args(ProfileField)


def test_no_field_is_filled_in() -> None:
    empty = fd.RulebookProfile()
    assert {field.name: getattr(empty, field.name) for field in attrs.fields(fd.RulebookProfile)} == dict.fromkeys(
        FIELDS
    )


@pytest.mark.parametrize("field", FIELDS)
def test_an_absent_field_is_asked_for_by_name(field: ProfileField) -> None:
    with pytest.raises(fd.MissingProfileError) as caught:
        fd.RulebookProfile().require(field, rule="miss-profile", question="What then?")
    error = caught.value
    assert isinstance(error, NeedsRuling)
    assert (error.field, error.rule, error.question) == (field, "miss-profile", "What then?")
    assert field in error.supply


def test_a_field_that_is_there_is_returned_even_if_it_is_empty() -> None:
    profile = fd.RulebookProfile(last_turn="March IV", weather=())
    assert profile.require("last_turn", rule="miss-victory", question="?") == "March IV"
    assert profile.require("weather", rule="miss-weather", question="?") == ()


def test_a_profile_is_immutable() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        fd.RulebookProfile().last_turn = "March IV"  # type: ignore[misc]


@pytest.mark.rule("directory", "miss-retreat", "miss-supply-trace")
def test_a_procedure_runs_without_a_profile() -> None:
    red = fd.Counter(type="regular_infantry", faction="bolsheviks", name="1 Red")
    sich = fd.Counter(type="regular_infantry", faction="directory", name="1 Sich")
    request = fd.CombatRequest(
        side="bolsheviks",
        enemies=("directory",),
        attackers=(
            fd.Attacker(counter=red, supply="supplied", terrain="clear", adjacent=True, attacked_this_phase=False),
        ),
        defenders=(fd.Defender(counter=sich, supply="limited", can_retreat=False),),
    )
    # 6 against 3 is 2:1; a 2 drives the unit out, and it is blocked, not removed.
    outcome = fd.ruleset.resolve(request, dice=GivenDice([2])).outcome
    assert (outcome.result, outcome.removed) == ("DR", None)
    assert [listed.counter.name for listed in outcome.blocked_combat_units] == ["1 Sich"]
