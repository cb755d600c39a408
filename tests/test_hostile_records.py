"""A hostile record costs little: neither time, nor memory, nor a page of text that it brought along."""

from __future__ import annotations

import json
from typing import Any, cast

import border_war as bw
import pytest
from attrs import evolve
from damaged_documents import renewed

from rcw_rules import GivenDice, InvalidRequestError, ReplayError, RulesError, SeededDice, inches, red_square, red_white
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.record import Record, ResultStep
from rcw_rules.kernel.seals import SealedDice
from rcw_rules.replays import require_same
from rcw_rules.verification import require_whole_game

SALT = "winter-in-the-don-steppe"


def test_a_throw_far_beyond_the_others_is_told_at_once() -> None:
    far = 10**30
    early, late = (
        red_white.ruleset.resolve(red_white.melee_example_1(), dice=SealedDice(1, salt=SALT, first=first))
        for first in (1, far)
    )
    found = {name: red_white.ruleset.verify(one) for name, one in (("a", early), ("b", late))}
    with pytest.raises(ReplayError) as raised:
        require_whole_game(found)
    assert str(raised.value) == (
        "throws 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and others of the sealed game stand in none of the records, "
        f"though the game went on to throw {far}"
    )


LONG = "Z" * 50_000


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("record", 1, "rule"), LONG, "'rule': 'ZZZ"),
        (("outcome", "winner"), LONG, 'got "ZZZ'),
        (("procedure",), LONG, "unknown procedure 'ZZZ"),
        (("ruleset", "edition"), LONG, "expected 'The Herald 57', got 'ZZZ"),
        (("replaced_charts",), [LONG], "ZZZ"),
    ],
    ids=str,
)
def test_an_error_about_a_record_quotes_little_of_it(path: tuple[Any, ...], value: object, said: str) -> None:
    document = json.loads(red_white.ruleset.resolve(red_white.melee_example_1(), dice=SeededDice(1)).to_json())
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(RulesError) as raised:
        red_white.ruleset.verify(red_white.ruleset.load_resolution(json.dumps(renewed(document))))
    assert len(str(raised.value)) < 2_100
    assert len(json.dumps(raised.value.as_data())) < 5_000
    assert said in str(raised.value)


def test_a_difference_far_into_a_long_text_is_shown() -> None:
    brawl = bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]))
    *others, last = brawl.record.steps
    assert isinstance(last, ResultStep)
    one = f"{'a' * 5_000}, and it stands"
    changed = evolve(last, values={**last.values, "z": one})
    with pytest.raises(ReplayError, match=r"^step 8 of the record is [^Z]*'z': 'aaa[a]*\.\.\.; today it is "):
        bw.ruleset.verify(evolve(brawl, record=Record((*others, changed))))
    wordy = evolve(changed, values={**changed.values, "zz": 1})
    old, new = (evolve(brawl, record=Record((*others, step))) for step in (changed, wordy))
    with pytest.raises(
        ReplayError, match=r"is \.\.\.a+, and it stands'}.*; today it is \.\.\.a+, and it stands', 'zz': 1}"
    ):
        require_same(old, new, {})


def test_no_name_is_suggested_for_a_very_long_one() -> None:
    assert UnknownNameError("option", "melee" * 40, ["melee" * 40 + "s"]).suggestions == ("melee" * 40 + "s",)
    assert UnknownNameError("option", "melee" * 41, ["melee" * 41 + "s"]).suggestions == ()


def past_its_range(id: str) -> tuple[Any, Any]:
    """Return a ruleset, and a resolution of it whose outcome counts on from the end of a range."""
    if id == "red_white":
        request: Any = evolve(
            cast("Any", red_white.ruleset.procedure("red_white.fall_back").example), full_move=inches(1_000_000)
        )
        return red_white.ruleset, red_white.ruleset.resolve(request, dice=SeededDice(1))
    request = cast("Any", red_square.ruleset.procedure("red_square.replace_casualties").example)
    request = evolve(request, supporter=evolve(request.supporter, bases_removed=99))
    return red_square.ruleset, red_square.ruleset.resolve(request, dice=SeededDice(1))


@pytest.mark.parametrize("id", ["red_square", "red_white"])
def test_a_record_whose_outcome_is_past_the_range_of_a_request_is_read_and_proved(id: str) -> None:
    ruleset, resolution = past_its_range(id)
    with pytest.raises(InvalidRequestError, match="expected "):
        validate(resolution.outcome)
    read = ruleset.load_resolution(resolution.to_json())
    assert read == resolution
    assert ruleset.verify(read).resolution == resolution
    forged = json.loads(resolution.to_json().replace("101", "102").replace("2000000", "2000001"))
    with pytest.raises(RulesError):
        ruleset.verify(ruleset.load_resolution(json.dumps(renewed(forged))))
