"""A volley: how many of its dice hit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from red_white_fire import PROFILE

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.tally import tally


@pytest.mark.rule("red_white", "p1-fire", "gen-dice")
def test_three_dice_against_eight_nine_ten() -> None:
    request = rw.FireRequest(dice=3, hit_faces=(8, 9, 10))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([8, 2, 10]))
    assert resolution.outcome == rw.FireOutcome(hits=2)
    assert resolution.dice == (8, 2, 10)


@pytest.mark.rule("red_white", "p1-fire", "gen-dice")
@pytest.mark.parametrize("face", [0, 11])
def test_a_face_that_no_d10_has_is_refused(face: int) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.hit_faces\[1\]: .*gen-dice"):
        rw.ruleset.resolve(rw.FireRequest(dice=3, hit_faces=(8, face)), dice=GivenDice([]))


@pytest.mark.rule("red_white", "p1-fire", "bad-numbers")
@pytest.mark.parametrize("fields", [{"dice": -1, "hit_faces": (8,)}, {"dice": 2, "hit_faces": (8, 8)}])
def test_negative_dice_and_doubled_faces_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match=r"bad-numbers|p1-fire"):
        rw.ruleset.resolve(rw.FireRequest(**fields), dice=GivenDice([]))


@pytest.mark.rule("red_white", "p1-fire", "p1-profile")
@pytest.mark.parametrize(
    ("profile", "fields"),
    [
        (None, {}),
        (None, {"weapon": "machine_gun", "band": "normal", "target": "open"}),
        (PROFILE, {}),
        (PROFILE, {"weapon": "machine_gun", "band": "normal", "target": "building"}),
        (PROFILE, {"weapon": "machine_gun", "target": "open"}),
    ],
)
def test_unknown_faces_are_asked_for_before_a_die_is_thrown(profile: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(rw.MissingProfileError, match="p1-fire") as caught:
        rw.ruleset.with_options(profile=profile).resolve(rw.FireRequest(dice=3, **fields), dice=GivenDice([]))
    assert caught.value.field == "fire"


@pytest.mark.rule("red_white", "p1-fire")
@pytest.mark.parametrize(("target", "hits"), [("open", 3), ("trench", 1)])
def test_a_profile_knows_the_faces(target: Any, hits: int) -> None:
    request = rw.FireRequest(dice=4, weapon="machine_gun", band="normal", target=target)
    ruleset = rw.ruleset.with_options(profile=PROFILE)
    assert ruleset.resolve(request, dice=GivenDice([6, 7, 9, 10])).outcome.hits == hits


@pytest.mark.rule("red_white", "p1-fire")
def test_the_faces_of_the_request_come_before_those_of_the_profile() -> None:
    request = rw.FireRequest(dice=2, hit_faces=(1,), weapon="machine_gun", band="normal", target="open")
    ruleset = rw.ruleset.with_options(profile=PROFILE)
    assert ruleset.resolve(request, dice=GivenDice([10, 1])).outcome.hits == 1


@pytest.mark.rule("red_white", "p1-fire")
@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("faces", [(), (10,), (8, 9, 10), (1, 5, 10), tuple(range(1, 11))])
def test_the_odds_of_a_volley_are_those_of_counting_every_throw(dice: int, faces: tuple[int, ...]) -> None:
    counted: dict[int, int] = {}
    for thrown in product(range(1, 11), repeat=dice):
        hits = len([face for face in thrown if face in faces])
        counted[hits] = counted.get(hits, 0) + 1
    odds = rw.ruleset.odds(rw.FireRequest(dice=dice, hit_faces=faces))
    assert {outcome.hits: chance for outcome, chance in odds.items()} == {
        hits: Fraction(ways, 10**dice) for hits, ways in counted.items()
    }


@pytest.mark.parametrize(("die", "sets"), [(d10, ((7, 8, 9, 10), (1, 2))), (d6, ((6,), (), (1, 3)))])
@pytest.mark.parametrize("dice", range(5))
def test_a_tally_weighs_what_counting_every_throw_weighs(
    die: Any, sets: tuple[tuple[int, ...], ...], dice: int
) -> None:
    counted: dict[tuple[int, ...], int] = {}
    for thrown in product(range(1, die.sides + 1), repeat=dice):
        counts = tuple(len([face for face in thrown if face in wanted]) for wanted in sets)
        counted[counts] = counted.get(counts, 0) + 1
        assert tally(die, dice, *sets).read(thrown) == counts
    whole = die.sides**dice
    assert dict(tally(die, dice, *sets).branches.items()) == {
        counts: Fraction(ways, whole) for counts, ways in counted.items()
    }


def test_a_tally_tells_which_faces_it_counted() -> None:
    bombs = tally(d10, 3, (7, 8, 9, 10), (1, 2))
    assert (bombs.label, bombs.tell((1, 9, 2))) == ("3d10, 7-10 and 1,2 counted", "1, 9, 2: 1 of 7-10, 2 of 1,2")
    hits = tally(d10, 2, (8, 9, 10))
    assert (hits.label, hits.tell((8, 2))) == ("2d10, 8,9,10 each", "8, 2: 1")
