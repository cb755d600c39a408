"""What hit markers cost, and who breaks at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.record import RollStep

POSTURES: dict[str, dict[str, bool]] = {
    "active": {},
    "advancing": {"advancing_in_open": True},
    "idle": {"idle": True},
    "cover": {"in_cover": True},
    "both": {"idle": True, "in_cover": True},
}


def marked(markers: int, posture: str = "active", **changes: Any) -> rs.CasualtiesRequest:
    fields: dict[str, Any] = {"kind": "infantry", "bases": 4, "markers": markers, **POSTURES[posture]}
    return rs.CasualtiesRequest(**{**fields, **changes})


def lose(asked: rs.CasualtiesRequest, *faces: int, **options: Any) -> rs.CasualtiesOutcome:
    return rs.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces)).outcome


# ---------------------------------------------------------------- bases


@pytest.mark.rule("red_square", "fire-9-casualties", "fire-9-double", "fire-9-halve", "act-hide")
@pytest.mark.parametrize(
    ("markers", "posture", "faces", "lost"),
    [
        (0, "active", (), 0),
        (8, "active", (2,), 2),
        (8, "active", (3,), 1),
        (12, "active", (), 2),
        (1, "active", (1,), 1),
        (5, "active", (5,), 1),
        (5, "active", (6,), 0),
        (8, "advancing", (2,), 4),
        (8, "advancing", (3,), 2),
        (1, "advancing", (1,), 2),
        (14, "cover", (2,), 2),
        (14, "cover", (3,), 1),
        (12, "cover", (), 1),
        (11, "cover", (11,), 1),
        (11, "cover", (12,), 0),
        (13, "idle", (1,), 2),
        (13, "idle", (12,), 1),
        (5, "both", (5,), 1),
        (5, "both", (6,), 0),
        (24, "both", (), 1),
        (23, "both", (23,), 1),
        (23, "both", (24,), 0),
        # No more than there is; and no die where the groups alone leave nothing to lose.
        (25, "active", (), 4),
        (13, "advancing", (), 4),
    ],
)
def test_bases_by_hand(markers: int, posture: str, faces: tuple[int, ...], lost: int) -> None:
    outcome = lose(marked(markers, posture), *faces)
    assert outcome == rs.CasualtiesOutcome(bases_lost=lost, bases=4 - lost, destroyed=lost == 4)
    assert outcome.has_suffered is (lost > 0)


@pytest.mark.rule("red_square", "fire-9-halve")
@pytest.mark.parametrize(
    ("posture", "die"), [("active", 6), ("advancing", 6), ("idle", 12), ("cover", 12), ("both", 24)]
)
def test_which_die_is_thrown(posture: str, die: int) -> None:
    record = rs.ruleset.resolve(marked(5, posture), dice=GivenDice([die])).record
    (roll,) = [step for _, step in record.walk() if isinstance(step, RollStep)]
    assert (roll.rule, roll.label) == ("fire-9-casualties", f"d{die}, 5 or less")


@pytest.mark.rule("red_square", "fire-9-casualties", "fire-9-double")
def test_the_last_base_is_lost_once() -> None:
    outcome = lose(marked(3, "advancing", bases=1), 3)
    assert (outcome.bases_lost, outcome.bases, outcome.destroyed) == (1, 0, True)


@pytest.mark.rule("red_square", "hq-destroyed")
@pytest.mark.parametrize(
    ("markers", "posture", "face", "destroyed"),
    [(2, "active", 2, True), (2, "active", 3, False), (2, "idle", 2, True), (2, "idle", 3, False)],
)
def test_one_casualty_destroys_a_headquarters(markers: int, posture: str, face: int, destroyed: bool) -> None:
    resolution = rs.ruleset.resolve(marked(markers, posture, kind="hq", bases=1), dice=GivenDice([face]))
    assert resolution.outcome.destroyed is destroyed
    assert ("hq-destroyed" in resolution.record.rules) is destroyed
    assert lose(marked(6, kind="hq", bases=1)).destroyed


@pytest.mark.rule("red_square", "fire-9-casualties")
@pytest.mark.parametrize("kind", ["cavalry", "mg", "co", "commissar", "cheka", "horse_holders"])
def test_others_lose_bases_as_infantry_does(kind: str) -> None:
    assert lose(marked(4, kind=kind, bases=1), 4).destroyed
    assert not lose(marked(4, kind=kind, bases=1), 5).destroyed


# ---------------------------------------------------------------- rings of artillery


@pytest.mark.rule("red_square", "fire-9-artillery-vehicles", "fire-9-double", "fire-9-halve")
@pytest.mark.parametrize(
    ("before", "markers", "posture", "faces", "left"),
    # before: bases and rings; left: the same afterwards, and the rings added
    [
        ((2, 0), 13, "active", (1,), (1, 0, 3)),
        ((2, 0), 13, "active", (2,), (2, 2, 2)),
        ((2, 2), 4, "active", (4,), (1, 0, 1)),
        ((2, 2), 4, "active", (5,), (2, 2, 0)),
        ((3, 1), 6, "active", (), (3, 2, 1)),
        ((3, 0), 5, "advancing", (5,), (3, 2, 2)),
        ((3, 2), 7, "advancing", (1,), (1, 0, 4)),
        ((3, 0), 14, "idle", (2,), (3, 2, 2)),
        ((3, 0), 25, "both", (1,), (3, 2, 2)),
        ((1, 2), 30, "active", (), (0, 0, 1)),
        ((1, 0), 12, "active", (), (1, 2, 2)),
        ((1, 1), 13, "active", (), (0, 0, 2)),  # the groups take the last base, so that no die is thrown
    ],
)
def test_rings_by_hand(
    before: tuple[int, int], markers: int, posture: str, faces: tuple[int, ...], left: tuple[int, int, int]
) -> None:
    bases, rings = before
    outcome = lose(marked(markers, posture, kind="artillery", bases=bases, rings=rings), *faces)
    assert (outcome.bases, outcome.rings, outcome.rings_added) == left
    assert (outcome.bases_lost, outcome.destroyed) == (bases - left[0], left[0] == 0)
    assert outcome.has_suffered is (left[2] > 0)


@pytest.mark.rule("red_square", "opt-three-markers")
@pytest.mark.parametrize(
    ("markers", "posture", "faces", "lost"),
    [
        (4, "active", (1,), 2),
        (4, "active", (2,), 1),
        (3, "active", (), 1),
        (2, "active", (2,), 1),
        (4, "advancing", (1,), 3),
        (7, "idle", (1,), 2),
        (7, "cover", (2,), 1),
        (12, "both", (), 1),
        (11, "both", (11,), 1),
        (11, "both", (12,), 0),
    ],
)
def test_with_the_option_three_markers_cost_a_battery(
    markers: int, posture: str, faces: tuple[int, ...], lost: int
) -> None:
    outcome = lose(marked(markers, posture, kind="artillery", bases=3, rings=1), *faces, three_markers=True)
    assert (outcome.bases_lost, outcome.rings_added, outcome.rings) == (lost, 0, 0 if lost == 3 else 1)
    # It changes nothing for anybody else.
    assert lose(marked(6), three_markers=True).bases_lost == 1


# ---------------------------------------------------------------- what is refused


@pytest.mark.rule("red_square", "bad-input", "fire-9-artillery-vehicles", "units-max-six")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (marked(3, advancing_in_open=True, idle=True), r"\$\.advancing_in_open: .*bad-input"),
        (marked(3, advancing_in_open=True, in_cover=True), r"\$\.advancing_in_open: .*bad-input"),
        (marked(3, rings=1), r"\$\.rings: .*fire-9-artillery-vehicles"),
        (marked(3, kind="artillery", rings=3), r"\$\.rings: .*bad-input"),
        (marked(-1), r"\$\.markers: .*bad-input"),
        (marked(3, bases=0), r"\$\.bases: .*units-max-six"),
        (marked(3, bases=7), r"\$\.bases: .*units-max-six"),
        (marked(3, kind="heavy_tank"), r"\$\.kind"),
        (marked(3, kind="train"), r"\$\.kind"),
    ],
)
def test_what_contradicts_itself_is_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        lose(asked, 1)


# ---------------------------------------------------------------- odds


def slow_odds(markers: int, posture: str, bases: int, rings: int | None, per: int) -> dict[tuple[int, int], Fraction]:
    """Bases and rings afterwards, from every face of the die; *rings* None where casualties are bases."""
    halvings = {"active": 0, "advancing": 0, "idle": 1, "cover": 1, "both": 2}[posture]
    worth = 2 if posture == "advancing" else 1
    sides = 6
    for _ in range(halvings):
        per, sides = per * 2, sides * 2
    found: dict[tuple[int, int], Fraction] = {}
    for face in range(1, sides + 1):
        left, casualties = markers, 0
        while left >= per:
            left -= per
            casualties += worth
        if left > 0 and face <= left:
            casualties += worth
        now, on = bases, rings or 0
        for _ in range(casualties):
            if now == 0:
                break
            if rings is None:
                now -= 1
            else:
                on += 1
                if on == 3:
                    now, on = now - 1, 0
        key = (now, on)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, sides)
    return found


@pytest.mark.rule("red_square", "fire-9-casualties", "fire-9-double", "fire-9-halve", "fire-9-artillery-vehicles")
@pytest.mark.parametrize("posture", POSTURES)
@pytest.mark.parametrize("markers", [0, 1, 2, 5, 6, 7, 11, 12, 13, 20, 25, 31])
@pytest.mark.parametrize(
    ("kind", "rings", "three"), [("infantry", None, False), ("artillery", 2, False), ("artillery", None, True)]
)
def test_the_odds_are_those_of_every_face(
    posture: str, markers: int, kind: str, rings: int | None, three: bool
) -> None:
    asked = marked(markers, posture, kind=kind, bases=3, rings=rings or 0)
    found: dict[tuple[int, int], Fraction] = {}
    for outcome, chance in rs.ruleset.with_options(three_markers=three).odds(asked).items():
        key = (outcome.bases, outcome.rings)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == slow_odds(markers, posture, 3, rings, 3 if three else 6)


@pytest.mark.rule("red_square", "fire-9-casualties", "fire-9-double", "fire-9-halve")
@given(st.integers(0, 60), st.integers(1, 6))
def test_cover_and_rest_never_cost_more_and_advancing_never_less(markers: int, bases: int) -> None:
    average: dict[str, Fraction] = {}
    for posture in POSTURES:
        odds = tuple(rs.ruleset.odds(marked(markers, posture, bases=bases)).items())
        for outcome, _ in odds:
            assert outcome.bases + outcome.bases_lost == bases
        average[posture] = sum((outcome.bases_lost * chance for outcome, chance in odds), Fraction(0))
    assert average["both"] <= average["idle"] == average["cover"] <= average["active"] <= average["advancing"]
    if markers <= 6 * bases:  # nothing is cut off: a base for six markers on average
        assert average["active"] == Fraction(markers, 6)
        assert average["cover"] == Fraction(markers, 12)
        assert average["both"] == Fraction(markers, 24)


# ---------------------------------------------------------------- shock


def shock(**fields: Any) -> rs.ShockCheckOutcome:
    options = {"rings_deduct": True} if fields.pop("rings_deduct", False) else {}
    asked = rs.ShockCheckRequest(**{"kind": "infantry", "markers": 0, **fields})
    return rs.ruleset.with_options(**options).resolve(asked, dice=GivenDice([])).outcome


@pytest.mark.rule("red_square", "fire-8-shock")
@pytest.mark.parametrize(
    ("fields", "best"),
    [
        ({"markers": 0}, 6),
        ({"markers": 6}, 0),
        ({"markers": 7}, -1),
        ({"quality": "elite", "markers": 5, "bases_removed": 3}, -1),
        ({"quality": "elite", "markers": 7}, 0),
        ({"quality": "poor", "markers": 6}, -1),
        ({"quality": "poor", "markers": 5}, 0),
        ({"markers": 6, "hid_last_turn": True}, -1),
        ({"markers": 5, "hid_last_turn": True}, 0),
        ({"markers": 2, "bases_removed": 5}, -1),
    ],
)
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery", "hq", "heavy_tank", "truck", "train"])
def test_a_unit_breaks_when_even_a_six_would_not_do(fields: dict[str, Any], best: int, kind: str) -> None:
    assert shock(kind=kind, **fields) == rs.ShockCheckOutcome(best_score=best, breaks=best < 0)


@pytest.mark.rule("red_square", "fire-8-shock")
@pytest.mark.parametrize("kind", ["mg", "tchanka", "co", "commissar", "cheka", "horse_holders"])
def test_those_without_a_test_never_break(kind: str) -> None:
    assert shock(kind=kind, markers=99) == rs.ShockCheckOutcome(best_score=None, breaks=False)


@pytest.mark.rule("red_square", "opt-rings-deduct")
def test_rings_count_with_the_option_only() -> None:
    assert shock(kind="artillery", markers=5, rings=2).best_score == 1
    assert shock(kind="artillery", markers=5, rings=2, rings_deduct=True) == rs.ShockCheckOutcome(
        best_score=-1, breaks=True
    )


@pytest.mark.rule("red_square", "fire-9-artillery-vehicles")
def test_a_shock_check_refuses_rings_that_cannot_be() -> None:
    for kind in ("infantry", "cavalry", "mg", "hq", "co"):
        with pytest.raises(InvalidRequestError, match=r"\$\.rings: .*fire-9-artillery-vehicles"):
            shock(kind=kind, rings=1)
    for kind in ("artillery", "truck", "heavy_tank", "tchanka"):
        assert shock(kind=kind, rings=2) == shock(kind=kind)
        with pytest.raises(InvalidRequestError, match=r"\$\.rings: .*fire-9-artillery-vehicles"):
            shock(kind=kind, rings=3)
    assert shock(kind="train", rings=5, rings_deduct=True).best_score == 1


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize("field", ["markers", "bases_removed", "rings"])
def test_a_shock_check_refuses_negative_numbers(field: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.{field}: .*bad-input"):
        shock(**{field: -1})
