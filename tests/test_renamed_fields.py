"""Records of older rules, whose fields have other names today, are read, replayed and verified."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from damaged_documents import renewed

from rcw_rules import GivenDice, InvalidRequestError, SeededDice, orel
from rcw_rules import red_white as rw
from rcw_rules.kernel.procedures import Request
from rcw_rules.ruleset import Ruleset

MADE_UP = rw.ruleset.with_options(profile=rw.made_up_profile())

CASES = (
    (rw.ruleset, "red_white.vehicle_fright", {"stands_firm": "stands"}),
    (rw.ruleset, "red_white.vehicle_fire_dice", {"has_moved": "moved"}),
    (MADE_UP, "red_white.fire", {"if_halted": "halted", "if_moved": "moved", "stand_sizes": "stands"}),
    (orel.ruleset, "orel.recruit_income", {"points_lost": "lost"}),
    (orel.ruleset, "orel.assault", {"steps_lost": "lost"}),
    (orel.ruleset, "orel.advance", {"entering": "advanced"}),
    (orel.ruleset, "orel.entrench", {"has_moved": "moved"}),
)


def in_former_words(data: Any, names: dict[str, str]) -> Any:
    """Return plain data with the keys that it had."""
    if isinstance(data, dict):
        return {names.get(key, key): in_former_words(item, names) for key, item in data.items()}
    return [in_former_words(item, names) for item in data] if isinstance(data, list) else data


@pytest.mark.parametrize(
    ("ruleset", "procedure", "names"), CASES, ids=lambda case: case if isinstance(case, str) else ""
)
def test_a_record_of_version_4_is_read_replayed_and_verified(
    ruleset: Ruleset[Any], procedure: str, names: dict[str, str]
) -> None:
    request: Request[Any] | None = ruleset.procedure(procedure).example
    assert request is not None
    played = ruleset.resolve(request, dice=SeededDice(1))
    document = json.loads(played.to_json())
    document["ruleset"]["rules_version"] = 4
    for key in ("options", "request", "outcome"):
        document[key] = in_former_words(document[key], names)
    text = json.dumps(renewed(document))
    assert all(f'"{former}": ' in text and f'"{name}": ' not in text for name, former in names.items())
    loaded = ruleset.load_resolution(text)
    assert loaded == evolve(played, ruleset=evolve(played.ruleset, rules_version=4))
    assert ruleset.replay(loaded).outcome == played.outcome
    assert ruleset.verify(loaded).resolution == played


def test_a_record_of_today_has_the_names_of_today() -> None:
    request = rw.VehicleFireDiceRequest(vehicle="mark_iv_male", target="left", has_moved=True)
    document = json.loads(rw.ruleset.resolve(request, dice=GivenDice([])).to_json())
    document["request"] = in_former_words(document["request"], {"has_moved": "moved"})
    with pytest.raises(InvalidRequestError, match=r"\$\.request\.moved"):
        rw.ruleset.load_resolution(json.dumps(renewed(document)))
