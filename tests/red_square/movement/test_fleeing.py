"""Who flees before an overrun, on plain facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_square_overruns import flight

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules.red_square.movement import FlightOutcome, FlightRequest
from rcw_rules.red_square.ruleset import ruleset


@pytest.mark.rule("red_square", "move-overrun-shaken")
@pytest.mark.parametrize("state", ["hiding", "retreating", "rallying"])
@pytest.mark.parametrize(("quality", "last"), [("poor", 4), ("normal", 3), ("elite", 2)])
def test_each_face_for_each_quality(state: Any, quality: Any, last: int) -> None:
    for face in range(1, 7):
        outcome = flight(face, target_state=state, target_quality=quality)
        assert (outcome.flees, outcome.grounds) == (face <= last, "shaken")
    odds = ruleset.odds(
        FlightRequest(target_kind="infantry", target_formation="waves", target_state=state, target_quality=quality)
    )
    assert odds.probability(lambda outcome: outcome.flees) == Fraction(last, 6)


@pytest.mark.rule("red_square", "move-overrun-flank")
@pytest.mark.parametrize("aspect", ["flank", "rear"])
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("infantry", "waves"), ("artillery", "deployed"), ("artillery", "limbered"), ("cavalry", "dismounted")],
)
def test_foot_and_guns_in_flank_flee_without_a_die(aspect: Any, kind: Any, formation: Any) -> None:
    outcome = flight(target_kind=kind, target_formation=formation, aspect=aspect)
    assert (outcome.flees, outcome.grounds) == (True, "flank")
    # A wood protects nobody.
    assert flight(target_kind=kind, target_formation=formation, aspect=aspect, cover="wood").flees


@pytest.mark.rule("red_square", "move-overrun-flank")
def test_mgs_with_a_unit_flee_in_flank_only() -> None:
    assert flight(target_kind="mg", target_formation=None, aspect="flank", accompanied=True).grounds == "flank"
    with pytest.raises(IllegalRequestError, match="move-overrun-flank"):
        flight(target_kind="mg", target_formation=None, aspect="oblique", accompanied=True)


@pytest.mark.rule("red_square", "move-overrun-flank", "move-overrun-shaken")
@pytest.mark.parametrize("cover", ["building", "trench"])
def test_buildings_and_trenches_protect_the_flank_but_not_the_shaken(cover: Any) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.cover: .*move-overrun-flank"):
        flight(aspect="flank", cover=cover)
    assert flight(3, aspect="flank", cover=cover, target_state="hiding").flees
    assert not flight(4, aspect="flank", cover=cover, target_state="hiding").flees


@pytest.mark.rule("red_square", "move-overrun-flank")
def test_the_turned_back_of_those_who_retreat_is_no_flank() -> None:
    assert flight(4, aspect="rear", target_state="retreating") == FlightOutcome(flees=False, grounds="shaken")
    assert flight(aspect="flank", target_state="retreating").grounds == "flank"
    assert flight(aspect="rear", target_state="hiding", cover="wood").grounds == "flank"
    assert flight(aspect="rear", target_state="rallying").grounds == "flank"


@pytest.mark.rule("red_square", "move-overrun-shaken")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [
        ("infantry", "masses"),
        ("infantry", "waves"),
        ("cavalry", "mounted"),
        ("cavalry", "scouting"),
        ("cavalry", "dismounted"),
    ],
)
def test_infantry_that_may_move_and_all_cavalry_overrun(kind: Any, formation: Any) -> None:
    assert flight(3, target_state="hiding", mover_kind=kind, mover_formation=formation).flees


@pytest.mark.rule("red_square", "move-overrun-helpless")
@pytest.mark.parametrize("kind", ["mg", "hq", "co", "commissar", "cheka", "truck", "horse_holders"])
def test_the_helpless_flee_from_any_side_when_alone(kind: Any) -> None:
    for aspect in ("front", "oblique", "flank", "rear"):
        outcome = flight(target_kind=kind, target_formation=None, aspect=aspect)
        assert (outcome.flees, outcome.grounds) == (True, "helpless")


@pytest.mark.rule("red_square", "move-overrun-flank", "missing-infantry-melee")
@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"mover_kind": "infantry", "mover_formation": "waves"}, r"\$\.aspect: .*missing-infantry-melee"),
        ({"aspect": "oblique"}, r"\$\.aspect: .*move-overrun-flank"),
        (
            {"target_kind": "cavalry", "target_formation": "mounted", "aspect": "rear"},
            r"\$\.target_kind: .*move-overrun-flank",
        ),
        (
            {"target_kind": "light_tank", "target_formation": None, "aspect": "flank"},
            r"\$\.target_kind: .*move-overrun-flank",
        ),
        (
            {"target_kind": "tchanka", "target_formation": None},
            r"\$\.target_kind: .*move-overrun-flank",
        ),
        (
            {"mover_kind": "light_tank", "mover_formation": None, "target_state": "hiding"},
            r"\$\.mover_kind: .*move-overrun-shaken",
        ),
        (
            {"mover_kind": "infantry", "mover_formation": "firing_line", "target_state": "hiding"},
            r"\$\.mover_formation: .*move-overrun-shaken",
        ),
        (
            {"mover_kind": "mg", "mover_formation": None, "target_state": "hiding"},
            r"\$\.mover_kind: .*move-overrun-shaken",
        ),
        (
            {"mover_kind": "artillery", "mover_formation": "limbered", "target_state": "hiding"},
            r"\$\.mover_kind: .*move-overrun-shaken",
        ),
        (
            {"mover_kind": "artillery", "mover_formation": "deployed", "target_state": "hiding"},
            r"\$\.mover_kind: .*move-overrun-shaken",
        ),
        (
            {"mover_kind": "infantry", "mover_formation": "defence", "target_state": "hiding"},
            r"\$\.mover_formation: .*move-overrun-shaken",
        ),
        (
            {"target_kind": "co", "target_formation": None, "accompanied": True},
            r"\$\.accompanied: .*shares its fate.*move-overrun-helpless",
        ),
    ],
)
def test_who_may_not_overrun_or_be_overrun(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        flight(**facts)


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"target_formation": "mounted"}, r"\$\.target_formation"),
        ({"target_kind": "mg"}, r"\$\.target_formation"),
        ({"mover_formation": "waves"}, r"\$\.mover_formation"),
        ({"target_state": "off_table"}, r"\$\.target_state"),
        ({"target_formation": "defence", "aspect": "rear"}, r"\$\.aspect: .*geo-aspect"),
    ],
)
def test_contradictory_facts(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        flight(**facts)


@pytest.mark.rule("red_square", "move-overrun-shaken", "move-overrun-flank")
@pytest.mark.parametrize(
    ("fields", "faces", "told"),
    [
        ({"target_state": "hiding"}, (3,), "the target flees and is removed"),
        ({"target_state": "hiding"}, (4,), "the target stands and fights"),
        ({"aspect": "rear"}, (), "the target flees and is removed"),
    ],
)
def test_the_record_says_who_flees(fields: dict[str, Any], faces: tuple[int, ...], told: str) -> None:
    request = FlightRequest(target_kind="infantry", target_formation="waves", **fields)
    assert ruleset.resolve(request, dice=GivenDice(faces)).record.steps[-1].text == told
