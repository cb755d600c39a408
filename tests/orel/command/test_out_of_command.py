"""What units out of command may do about enemy zones of control."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError, orel


def ask(tq: Any, wants: Any, *faces: int, in_zoc: bool = True, earlier: Any = "none") -> orel.OutOfCommandOutcome:
    request = orel.OutOfCommandRequest(tq=tq, in_zoc=in_zoc, wants=wants, earlier=earlier)
    return orel.ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("orel", "5.3-zoc")
def test_a_failed_check_leaves_staying_and_stepping_out() -> None:
    outcome = ask(3, "attack", 4)
    assert outcome == orel.OutOfCommandOutcome(allowed=False, check="failed", may=("enter_free_hex", "stay"))


@pytest.mark.rule("orel", "5.3-zoc")
@pytest.mark.parametrize("wants", ["attack", "enter_zoc"])
def test_a_pass_allows_both_for_the_phase(wants: str) -> None:
    outcome = ask(3, wants, 3)
    assert (outcome.allowed, outcome.check) == (True, "passed")
    assert set(outcome.may) == {"attack", "enter_zoc", "enter_free_hex", "stay"}
    for other in ("attack", "enter_zoc"):
        assert ask(3, other, earlier="passed").allowed  # no die


@pytest.mark.rule("orel", "5.3-zoc")
def test_there_is_one_check_in_a_phase() -> None:
    for wants in ("attack", "enter_zoc"):
        outcome = ask(6, wants, earlier="failed")  # no die, even with a quality that cannot fail
        assert (outcome.allowed, outcome.check) == (False, "failed")


@pytest.mark.rule("orel", "5.3-zoc")
@pytest.mark.parametrize("earlier", ["none", "passed", "failed"])
def test_outside_it_enters_no_zone_and_no_check_helps(earlier: str) -> None:
    outcome = ask(6, "enter_zoc", in_zoc=False, earlier=earlier)
    assert (outcome.allowed, outcome.check) == (False, earlier)
    assert "enter_zoc" not in outcome.may


@pytest.mark.rule("orel", "5.3-zoc")
def test_an_enemy_without_a_zone_is_attacked_freely() -> None:
    outcome = ask(2, "attack", in_zoc=False)
    assert outcome.allowed
    assert outcome.may == ("attack", "enter_free_hex", "stay")


@pytest.mark.rule("orel", "5.3-zoc", "1.2-tq-check")
@pytest.mark.parametrize("tq", range(2, 7))
@pytest.mark.parametrize("face", range(1, 7))
def test_every_face_against_every_quality(tq: int, face: int) -> None:
    assert ask(tq, "attack", face).allowed == (face <= tq)


@pytest.mark.rule("orel", "5.3-zoc", "1.2-tq-check")
@pytest.mark.parametrize("tq", range(2, 7))
def test_the_chance_is_the_quality_in_six(tq: Any) -> None:
    odds = orel.ruleset.odds(orel.OutOfCommandRequest(tq=tq, in_zoc=True, wants="enter_zoc"))
    assert odds.probability(lambda outcome: outcome.allowed) == Fraction(tq, 6)


@pytest.mark.rule("orel", "5.3-zoc")
def test_the_record_cites_the_rule() -> None:
    request = orel.OutOfCommandRequest(tq=3, in_zoc=True, wants="attack")
    resolution = orel.ruleset.resolve(request, dice=GivenDice([4]))
    assert [step.rule for step in resolution.record.steps] == ["5.3-zoc"] * 3
    assert resolution.record.rolls[0].purpose == "check out of command"


@pytest.mark.rule("orel", "1.1-tq")
def test_a_quality_out_of_range_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.tq: .*\[1\.1-tq\]"):
        ask(7, "attack", 1)


@pytest.mark.rule("orel", "5.3-zoc")
@pytest.mark.parametrize(
    ("fields", "faces", "told"),
    [
        ({"in_zoc": False, "wants": "attack"}, (), ["in no enemy zone of control: it may attack"]),
        ({"in_zoc": False, "wants": "enter_zoc"}, (), ["in no enemy zone of control: it enters none"]),
        ({"wants": "attack"}, (3,), ["it may attack and step from zone to zone"]),
        ({"wants": "attack"}, (4,), ["it may stay, or step out of the zones"]),
        (
            {"wants": "attack", "earlier": "failed"},
            (),
            ["its check of this phase holds: failed", "it may stay, or step out of the zones"],
        ),
    ],
)
def test_the_record_says_what_it_may_do(fields: dict[str, Any], faces: tuple[int, ...], told: list[str]) -> None:
    request = orel.OutOfCommandRequest(**{"tq": 3, "in_zoc": True, **fields})
    record = orel.ruleset.resolve(request, dice=GivenDice(faces)).record
    assert [step.text for step in record.steps if step.kind == "result"] == told
