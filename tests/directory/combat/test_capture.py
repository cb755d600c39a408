"""Capture checks: every face for every kind of counter, who decides, and what takes its place."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import ChartError, GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as di
from rcw_rules.directory.model import CLASSES
from rcw_rules.kernel.charts import load_chart

SUPPLIES = ("mobile_base", "fixed_base", "supply_stockpile")
ARMOR = ("river_gunboats", "armored_train", "tanks")
NO: dict[str, Any] = {"replace_captured": lambda capture, alternatives: False}


def asked(kind: Any, captors: tuple[Any, ...] = ("bolsheviks",), *, can_retreat: bool = False, **own: Any) -> Any:
    counter = di.Counter(type=kind, faction="volunteers", name="it", **own)
    return di.CaptureCheckRequest(counter=counter, can_retreat=can_retreat, captors=captors)


def check(kind: Any, *faces: int, **more: Any) -> di.CaptureCheckOutcome:
    outcome: di.CaptureCheckOutcome = di.ruleset.outcome(asked(kind, **more), dice=GivenDice(faces))
    return outcome


@pytest.mark.rule("directory", "cap-logistics", "cap-table", "unit-logistics")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("kind", SUPPLIES)
def test_bases_and_stockpiles_become_a_stockpile(kind: str, face: int) -> None:
    found = check(kind, face)
    if face <= 5:
        assert found.fate == "captured"
        assert found.becomes == di.Counter(type="supply_stockpile", faction="bolsheviks")
    else:
        assert (found.fate, found.becomes) == ("destroyed", None)


@pytest.mark.rule("directory", "cap-armor", "cap-table", "unit-armor")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("kind", ARMOR)
def test_armor_stays_what_it_is_under_another_flag(kind: Any, face: int) -> None:
    found = check(kind, face, attack=4, defence=2)
    if face <= 3:
        assert found.fate == "captured"
        assert found.becomes == di.Counter(type=kind, faction="bolsheviks", attack=4, defence=2)
    else:
        assert (found.fate, found.becomes) == ("destroyed", None)


@pytest.mark.rule("directory", "cap-logistics", "cap-armor")
@pytest.mark.parametrize("kind", [*SUPPLIES, *ARMOR])
def test_whoever_declines_destroys(kind: str) -> None:
    assert di.ruleset.outcome(asked(kind), dice=GivenDice([1]), choices=NO).fate == "destroyed"
    # Nobody is asked once the die says no.
    record = di.ruleset.resolve(asked(kind), dice=GivenDice([6]), choices=NO).record
    assert not [step for _, step in record.walk() if step.kind == "choice"]


@pytest.mark.rule("directory", "cap-logistics", "cap-armor")
@pytest.mark.parametrize("kind", ["fixed_base", "tanks"])
def test_another_faction_that_took_part_may_be_named(kind: str) -> None:
    captors = ("bolsheviks", "makhnovists")
    becomes = check(kind, 1, captors=captors).becomes
    assert becomes is not None
    assert becomes.faction == "bolsheviks"
    offered: list[tuple[str, ...]] = []

    def last(capture: di.Capture, alternatives: tuple[Any, ...]) -> Any:
        offered.append(alternatives)
        return alternatives[-1]

    becomes = di.ruleset.outcome(asked(kind, captors), dice=GivenDice([1]), choices={"captor": last}).becomes
    assert becomes is not None
    assert becomes.faction == "makhnovists"
    assert offered == [captors]


@pytest.mark.rule("directory", "cap-armor")
@pytest.mark.parametrize("face", [1, 3, 4])
def test_without_a_counter_left_a_capture_destroys(face: int) -> None:
    assert check("armored_train", face, captors=()) == di.CaptureCheckOutcome(fate="destroyed")


@pytest.mark.rule("directory", "cap-naval", "cap-table")
def test_inshore_naval_forces_stay_without_a_die() -> None:
    assert check("inshore_naval_forces") == di.CaptureCheckOutcome(fate="unaffected")
    assert check("inshore_naval_forces", can_retreat=True) == di.CaptureCheckOutcome(fate="retreats")


@pytest.mark.rule("directory", "cap-when")
@pytest.mark.parametrize("kind", ["mobile_base", *ARMOR])
def test_a_free_route_means_no_check(kind: str) -> None:
    assert check(kind, can_retreat=True) == di.CaptureCheckOutcome(fate="retreats")


@pytest.mark.rule("directory", "cap-when")
@pytest.mark.parametrize(
    ("kind", "own"), [("fixed_base", {}), ("supply_stockpile", {}), ("mobile_base", {"movement": 0})]
)
def test_what_cannot_move_never_retreats(kind: str, own: dict[str, int]) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.can_retreat: .*cap-when"):
        check(kind, can_retreat=True, **own)


@pytest.mark.rule("directory", "cap-when", "unit-combat")
@pytest.mark.parametrize("kind", [kind for kind in CLASSES if CLASSES[kind] == "combat"])
def test_combat_units_take_no_check(kind: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.counter\.type: .*cap-when"):
        check(kind, 1)


@pytest.mark.rule("directory", "bad-input")
def test_captors_are_others_and_each_listed_once() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.captors\[1\]: .*their own.*bad-input"):
        check("tanks", 1, captors=("bolsheviks", "volunteers"))
    with pytest.raises(InvalidRequestError, match=r"\$\.captors\[1\]: .*twice.*bad-input"):
        check("tanks", 1, captors=("bolsheviks", "bolsheviks"))


@pytest.mark.rule("directory", "cap-table", "cap-armor", "cap-logistics")
@pytest.mark.parametrize("kind", [*SUPPLIES, *ARMOR])
def test_the_odds_are_those_of_every_face(kind: str) -> None:
    faces = range(1, 7)
    expected = Fraction(len([face for face in faces if face <= (5 if kind in SUPPLIES else 3)]), 6)
    odds = di.ruleset.odds(asked(kind))
    assert odds.probability(lambda outcome: outcome.fate == "captured") == expected
    assert odds.probability(lambda outcome: outcome.fate == "destroyed") == 1 - expected
    declined = di.ruleset.odds(asked(kind), choices=NO)
    assert declined.probability(lambda outcome: outcome.fate == "destroyed") == 1


@pytest.mark.rule("directory", "cap-table")
def test_the_record_is_printed_throughout_and_a_house_chart_is_held_to_its_codes() -> None:
    resolution = di.ruleset.resolve(asked("tanks"), dice=GivenDice([2]))
    assert {"cap-armor", "cap-table"} <= set(resolution.record.rules)
    assert "Not printed" not in resolution.explain()
    text = (
        '[[chart]]\nid = "capture_check"\ntitle = "t"\nrule = "cap-table"\nsource = "s"\nlocator = "l"\n'
        'provenance = "illustrative"\nrows = { axis = "bands", covers = "1-6" }\ncolumns = "labels"\ntable = [\n'
        '["die", "base or stockpile", "gunboats, train or tanks"],\n["1-3", "lost", "lost"],\n'
        '["4-5", "lost", "lost"],\n["6", "lost", "lost"]]\n'
    )
    house = di.ruleset.with_charts({"capture_check": load_chart(text, "house.toml")})
    with pytest.raises(ChartError, match="should be capturable or destroyed, not 'lost'"):
        house.outcome(asked("tanks"), dice=GivenDice([2]))
