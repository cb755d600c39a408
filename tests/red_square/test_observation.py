"""Observation: who is hidden, the dice to observe, sharing, the dark, and guns that others look for."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareGrid, SquareMap
from rcw_rules.red_square.ground import comes_into_view, is_observed, is_observed_by, large_target, lost_from_view


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


# -------------------------------------------------------------------- on the field


def infantry(name: str, side: Any, square: tuple[int, int], **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"kind": "infantry", "bases": 4, "formation": "waves", "order": "attack"}
    return rs.Unit(name=name, side=side, square=square, **{**fields, **changes})


def field(*units: rs.Unit, wood: tuple[tuple[int, int], ...] = (), **changes: Any) -> rs.Field:
    terrain = (SquareArea(kind="wood", squares=wood),) if wood else ()
    board = SquareMap(title="Field", grid=SquareGrid(columns=10, rows=10), terrain=terrain)
    return rs.Field(board=board, units=units, **changes)


def seen(observer: str, target: str, turn: int = 1) -> rs.Observation:
    return rs.Observation(observer=observer, target=target, turn=turn)


@pytest.mark.rule("red_square", "obs-share", "obs-concealment")
def test_friends_beside_the_observer_share_for_the_turn_only() -> None:
    red = [infantry(name, "red", square) for name, square in (("a", (1, 1)), ("b", (2, 1)), ("c", (3, 1)))]
    white = infantry("w", "white", (5, 5))
    now = field(*red, white, observations=(seen("a", "w"),))
    assert [is_observed_by(now, white, one) for one in red] == [True, True, False]
    later = field(*red, white, observations=(seen("a", "w"),), turn=2)
    assert [is_observed_by(later, white, one) for one in red] == [True, False, False]
    assert is_observed(later, white)


@pytest.mark.rule("red_square", "obs-concealment")
def test_a_target_that_moves_to_another_square_is_lost() -> None:
    white = infantry("w", "white", (5, 5))
    now = field(infantry("a", "red", (1, 1)), white, observations=(seen("a", "w"),))
    moved = infantry("w", "white", (5, 6))
    assert not is_observed(now.with_units(moved), moved)
    assert is_observed(now.with_units(infantry("w", "white", (5, 5), markers=2)), white)


@pytest.mark.rule("red_square", "obs-share")
def test_a_regiment_in_one_wood_is_observed_as_a_whole() -> None:
    officer = rs.Unit(name="colonel", side="white", kind="co", square=(9, 9))
    names = (("w1", (4, 4)), ("w2", (5, 4)), ("w3", (7, 4)))
    whites = [infantry(name, "white", square, commander="colonel") for name, square in names]
    other = infantry("stranger", "white", (3, 4))
    wood = ((3, 4), (4, 4), (5, 4), (6, 4), (7, 4))
    now = field(infantry("a", "red", (1, 1)), officer, other, *whites, wood=wood, observations=(seen("a", "w1"),))
    # w3 is in the same wood, but the square between holds nobody of the regiment.
    assert [unit.name for unit in large_target(now, whites[0])] == ["w1", "w2"]
    assert [is_observed(now, unit) for unit in (*whites, other)] == [True, True, False, False]
    in_the_open = field(officer, *whites, observations=(seen("a", "w1"),))
    assert not is_observed(in_the_open, whites[1])


@pytest.mark.rule("red_square", "orders-attack")
def test_unknown_enemies_count_only_where_none_is_known() -> None:
    hidden, open_ = infantry("h", "white", (5, 5)), infantry("o", "white", (6, 6), visible=True)
    officer = rs.Unit(name="colonel", side="white", kind="co", square=(7, 7))
    red = infantry("a", "red", (1, 1))
    assert [unit.name for unit in rs.known_enemies(field(red, hidden, open_, officer), "red")] == ["o"]
    assert [unit.name for unit in rs.known_enemies(field(red, hidden, officer), "red")] == ["h"]
    both = field(red, hidden, open_, observations=(seen("a", "h"),))
    assert [unit.name for unit in rs.known_enemies(both, "red")] == ["h", "o"]
    assert rs.known_enemies(field(hidden), "red") == (hidden,)


@pytest.mark.rule("red_square", "obs-concealment", "artpos-unmasked", "artpos-semi-masked")
def test_who_comes_into_view_and_is_lost_again() -> None:
    def guns(**changes: Any) -> rs.Unit:
        return infantry(
            "g",
            "white",
            (5, 5),
            **{"kind": "artillery", "formation": "deployed", "guns": "qf_gun", "order": None} | changes,
        )

    hedge = SquareFeature(kind="hedge", squares=((5, 5),))
    board = SquareMap(title="Field", grid=SquareGrid(columns=10, rows=10), features=(hedge,))
    behind = rs.Field(board=board, units=(guns(),))
    bare = field(guns())
    assert comes_into_view(bare, guns(), by_firing=True)
    assert not comes_into_view(bare, guns(position="semi_masked"), by_firing=True)
    assert not comes_into_view(field(guns(), wood=((5, 5),)), guns(), by_firing=True)
    assert comes_into_view(behind, guns(), by_firing=True)
    assert not comes_into_view(behind, infantry("w", "white", (5, 5)), by_firing=True)
    wood = ((3, 5),)
    red = infantry("a", "red", (1, 5))
    walker = infantry("w", "white", (5, 5), visible=True)
    assert lost_from_view(field(red, walker)).unit("w").visible
    assert not lost_from_view(field(red, walker, wood=wood)).unit("w").visible
    assert lost_from_view(field(red, guns(visible=True), wood=wood)).unit("g").visible
