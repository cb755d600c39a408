"""Observation: the dice to observe, and those who look for guns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs


def observe(*faces: int, **facts: Any) -> rs.ObserveOutcome:
    request = rs.ObserveRequest(**{"range": 3, **facts})
    return rs.ruleset.resolve(request, dice=GivenDice(faces)).outcome


def chance(**facts: Any) -> Fraction:
    return rs.ruleset.odds(rs.ObserveRequest(**facts)).probability(lambda outcome: outcome.observed)


def refused(rule: str, path: str, request: Any) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rs.ruleset.resolve(request, dice=GivenDice([]))
    assert (rule, path) in {(one.rule, one.path) for one in caught.value.verdict.objections}


# -------------------------------------------------------------------- who is hidden


@pytest.mark.rule("red_square", "obs-concealment")
@pytest.mark.parametrize(
    ("facts", "is_plain"),
    [
        ({"target_kind": "infantry"}, False),
        ({"target_kind": "infantry", "has_acted": True}, True),
        ({"target_kind": "infantry", "ground": "wood", "has_acted": True}, False),
        ({"target_kind": "infantry", "ground": "hedge", "has_acted": True}, False),
        ({"target_kind": "infantry", "ground": "building", "has_acted": True}, False),
        ({"target_kind": "cavalry", "target_formation": "mounted"}, True),
        ({"target_kind": "cavalry", "target_formation": "mounted", "ground": "wood"}, False),
        ({"target_kind": "cavalry", "target_formation": "dismounted"}, False),
        ({"target_kind": "mg"}, False),
        ({"target_kind": "artillery"}, False),
        ({"target_kind": "armoured_car"}, True),
        ({"target_kind": "train"}, True),
        ({"target_kind": "tchanka"}, True),
        ({"target_kind": "hq"}, True),
    ],
)
def test_who_is_plain_to_see(facts: dict[str, Any], is_plain: bool) -> None:
    outcome = observe(*(() if is_plain else (6,)), **facts)
    assert outcome == rs.ObserveOutcome(observed=True, by="in_view" if is_plain else "tested")


@pytest.mark.rule("red_square", "artpos-unmasked", "artpos-semi-masked", "artpos-masked")
@pytest.mark.parametrize(
    ("facts", "is_plain"),
    [
        ({"position": "open"}, True),
        ({"position": "open", "ground": "hedge"}, True),  # run up to it, and has fired
        ({"position": "open", "ground": "wood"}, False),
        ({"position": "semi_masked", "ground": "hedge"}, False),
        ({"position": "semi_masked"}, False),  # on a crest
        ({"position": "masked"}, False),
    ],
)
def test_guns_that_have_fired(facts: dict[str, Any], is_plain: bool) -> None:
    outcome = observe(*(() if is_plain else (6,)), target_kind="artillery", has_acted=True, **facts)
    assert outcome.by == ("in_view" if is_plain else "tested")


# -------------------------------------------------------------------- the dice


@pytest.mark.rule("red_square", "obs-roll")
@pytest.mark.parametrize(("range_", "needed"), [(1, 2), (3, 4), (5, 6)])
def test_one_die_must_exceed_the_range(range_: int, needed: int) -> None:
    assert observe(needed, range=range_).observed
    assert not observe(needed - 1, range=range_).observed


@pytest.mark.rule("red_square", "obs-roll")
def test_no_die_where_it_could_not_matter() -> None:
    assert observe(range=6) == rs.ObserveOutcome(observed=False, by="too_far")
    assert observe(range=12, with_deployed_guns=True) == rs.ObserveOutcome(observed=False, by="too_far")
    assert observe(range=1, with_deployed_guns=True) == rs.ObserveOutcome(observed=True, by="certain")


@pytest.mark.rule("red_square", "obs-extra-die")
def test_guns_at_eight_squares_need_nine_with_two_dice() -> None:
    assert chance(range=8, with_deployed_guns=True) == Fraction(10, 36)
    assert chance(range=8, target_kind="artillery", guns_fired=True) == Fraction(10, 36)
    assert chance(range=8, target_kind="artillery", guns_fired=True, with_deployed_guns=True) == Fraction(10, 36)
    assert chance(range=8, target_kind="artillery", guns_fired=True, position="masked") == 0


@pytest.mark.rule("red_square", "obs-dawn")
def test_before_dawn_guns_lose_their_die_and_everybody_is_tested() -> None:
    assert chance(range=4, with_deployed_guns=True, before_dawn=True) == Fraction(2, 6)
    dark = {"before_dawn": True, "has_acted": True, "range": 4}
    assert chance(target_kind="artillery", guns_fired=True, **dark) == Fraction(30, 36)  # 5 or more with two dice
    assert chance(target_kind="cavalry", target_formation="mounted", **dark) == Fraction(2, 6)


@pytest.mark.rule("red_square", "obs-share")
def test_what_was_observed_needs_no_dice_even_in_the_dark() -> None:
    assert observe(is_shared=True, ground="wood") == rs.ObserveOutcome(observed=True, by="in_view")
    assert observe(is_shared=True, before_dawn=True, range=9).observed


@pytest.mark.rule("red_square", "obs-observer")
def test_the_observer_needs_sight_and_arc() -> None:
    refused("obs-observer", "$.is_in_sight", rs.ObserveRequest(range=2, is_in_sight=False))
    refused("obs-observer", "$.is_in_arc", rs.ObserveRequest(range=2, is_in_arc=False))


@pytest.mark.rule("red_square", "obs-roll", "obs-extra-die", "obs-dawn", "obs-concealment")
def test_the_odds_against_every_throw() -> None:
    for range_, guns, fired, masked, dark in product(range(1, 14), *[(False, True)] * 4):
        dice = 2 if (guns and not dark) or (fired and not masked) else 1
        throws = list(product(range(1, 7), repeat=dice))
        expected = Fraction(sum(sum(throw) > range_ for throw in throws), len(throws))
        found = chance(
            range=range_,
            target_kind="artillery",
            with_deployed_guns=guns,
            guns_fired=fired,
            position="masked" if masked else "semi_masked",
            before_dawn=dark,
        )
        assert found == expected, (range_, guns, fired, masked, dark)


@pytest.mark.rule("red_square", "obs-roll", "obs-extra-die", "obs-share")
@given(
    range_=st.integers(1, 15),
    guns=st.booleans(),
    ground=st.sampled_from(["open", "hedge", "wood", "building"]),
    dark=st.booleans(),
)
def test_distance_and_darkness_never_help_and_guns_and_friends_never_hurt(
    range_: int, guns: bool, ground: str, dark: bool
) -> None:
    facts = {"with_deployed_guns": guns, "ground": ground, "before_dawn": dark}
    here = chance(range=range_, **facts)
    assert chance(range=range_ + 1, **facts) <= here
    assert chance(range=range_, **{**facts, "before_dawn": True}) <= here
    assert chance(range=range_, **{**facts, "with_deployed_guns": True}) >= here
    assert chance(range=range_, is_shared=True, **facts) == 1


@pytest.mark.rule("red_square", "bad-input", "formations-list")
@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"range": 0}, "$.range"),
        ({"target_formation": "mounted"}, "$.target_formation"),
        ({"target_kind": "mg", "target_formation": "waves"}, "$.target_formation"),
        ({"position": "masked"}, "$.position"),
        ({"guns_fired": True}, "$.guns_fired"),
    ],
)
def test_contradictions(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        observe(**facts)
    assert [problem.path for problem in caught.value.problems] == [path]


# -------------------------------------------------------------------- guns that others look for


def look(*faces: int, **facts: Any) -> bool:
    request = rs.IndirectObservationRequest(**{"guns": "howitzer", "post_range": 2, **facts})
    return rs.ruleset.resolve(request, dice=GivenDice(faces)).outcome.may_fire


@pytest.mark.rule("red_square", "art-indirect")
@pytest.mark.parametrize("face", range(1, 7))
def test_four_five_or_six_lets_the_howitzers_fire(face: int) -> None:
    assert look(face) == (face in (4, 5, 6))
    assert look(face, guns="heavy", by="aeroplane", aeroplane_over_target=True) == (face in (4, 5, 6))


@pytest.mark.rule("red_square", "art-indirect", "missing-transport")
@pytest.mark.parametrize(
    ("facts", "rule", "path"),
    [
        ({"post_range": 3}, "art-indirect", "$.post_range"),
        ({"guns": "qf_gun"}, "art-indirect", "$.guns"),
        ({"guns": "light_gun"}, "art-indirect", "$.guns"),
        ({"post_kind": "truck"}, "art-indirect", "$.post_kind"),
        ({"post_kind": "mg"}, "art-indirect", "$.post_kind"),
        ({"post_sees": False}, "art-indirect", "$.post_sees"),
        ({"post_has_observed": False}, "art-indirect", "$.post_has_observed"),
        ({"by": "aeroplane"}, "missing-transport", "$.aeroplane_over_target"),
    ],
)
def test_who_may_not_look_for_the_guns(facts: dict[str, Any], rule: str, path: str) -> None:
    refused(rule, path, rs.IndirectObservationRequest(**{"guns": "howitzer", "post_range": 2, **facts}))
