"""Who decides, and for which unit, in every chapter that leaves decisions."""

from __future__ import annotations

from typing import Any

import pytest
from decisions_met import decided

from rcw_rules import directory as di

BASE = di.StackedBase(type="mobile_base")


def captured(*captors: Any, name: str = "") -> di.CaptureCheckRequest:
    counter = di.Counter(type="mobile_base", faction="volunteers", name=name)
    return di.CaptureCheckRequest(counter=counter, can_retreat=False, captors=captors)


@pytest.mark.rule("directory", "cap-logistics")
@pytest.mark.parametrize(
    ("captors", "owner"),
    [
        (("bolsheviks",), "bolsheviks"),
        (("zelenyists",), "zelenyists"),
        # Of these only the Directory has player-turns.
        (("zelenyists", "directory"), "directory"),
        # Two players together: the counters do not tell which of them decides.
        (("bolsheviks", "makhnovists"), "attacker"),
        (("zelenyists", "grigorievists"), "attacker"),
    ],
)
def test_the_attackers_decide_about_a_captured_counter(captors: tuple[Any, ...], owner: str) -> None:
    met = decided(di.ruleset, captured(*captors, name="Rear base"), 1)
    assert met["replace_captured"] == (owner, "Rear base")
    assert met.get("captor", (owner, "Rear base")) == (owner, "Rear base")
    assert ("captor" in met) == (len(captors) > 1)


def test_a_counter_without_a_name_is_called_by_its_type() -> None:
    assert decided(di.ruleset, captured("bolsheviks"), 1)["replace_captured"] == ("bolsheviks", "mobile base")


@pytest.mark.rule("directory", "fm-per-unit")
def test_the_faction_of_each_unit_decides_whether_it_force_marches() -> None:
    first = di.Counter(type="elite_infantry", faction="entente", name="Greek Division")
    request = di.StackForcedMarchRequest(marches=(di.ForcedMarchRequest(unit=first),))
    assert decided(di.ruleset, request) == {"force_march": ("entente", "Greek Division")}


@pytest.mark.rule("directory", "mov-base-still")
def test_the_owner_of_the_unit_that_moves_picks_its_base() -> None:
    train = di.Counter(type="armored_train", faction="volunteers", name="Ivan Kalita")
    path: Any = (("major_railroad",),)
    request = di.SpecialMovementRequest(mode="rail", unit=train, path=path, at_start=(BASE, BASE))
    assert decided(di.ruleset, request) == {"serving_base": ("volunteers", "Ivan Kalita")}
