"""Documents from before fields got the names of today are read and verified; requests are not asked by old names."""

from __future__ import annotations

import json
from typing import Any

import pytest
from red_actions_units import unit

from rcw_rules import GivenDice, InvalidRequestError, Resolution, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.digests import digest_of
from rcw_rules.documents import load_resolution

KOMBAT = ra.OfficerToken(id="kombat")
FALLS = ra.EventRequest(unit=unit(bases=4, officer=KOMBAT), event=ra.Event(direct_hits=4))


def older(resolution: Resolution[Any], *renamed: tuple[str, str], version: int = 3) -> str:
    """Return the document that the rules before version 4 wrote: places as paths from the document, old name second."""
    document: dict[str, Any] = json.loads(resolution.to_json())
    document["ruleset"]["rules_version"] = version
    for path, old in renamed:
        *above, name = path.split(".")
        place: Any = document
        for step in above:
            place = place[int(step) if step.isdigit() else step]
        place[old] = place.pop(name)
    document["digest"] = digest_of(document)
    return json.dumps(document)


@pytest.mark.rule("red_actions", "off-casualty-all-lost")
def test_an_older_outcome_is_read_and_verified() -> None:
    resolution = ra.ruleset.resolve(FALLS, dice=GivenDice([]))
    assert resolution.outcome.officers_lost == (KOMBAT,)
    text = older(resolution, ("outcome.officers_lost", "lost"))
    read: Resolution[Any] = load_resolution(ra.ruleset, text)
    assert read.outcome == resolution.outcome
    assert ra.ruleset.verify(read).rules_version == 3


@pytest.mark.rule("red_actions", "pursuit-caught")
def test_what_stands_deep_in_an_outcome_has_its_new_name_too() -> None:
    asked: Any = ra.ruleset.procedure("red_actions.pursuit").example
    resolution = ra.ruleset.resolve(asked, dice=SeededDice(1))
    text = older(resolution, ("outcome.routers.0.lost", "destroyed"))
    assert load_resolution(ra.ruleset, text).outcome == resolution.outcome


@pytest.mark.rule("red_actions", "mor-triggers")
def test_an_older_request_means_what_it_meant() -> None:
    asked = ra.MoraleTriggersRequest(all_officers_lost=True)
    resolution = ra.ruleset.resolve(asked, dice=GivenDice([]))
    text = older(resolution, ("request.all_officers_lost", "officers_lost"))
    assert load_resolution(ra.ruleset, text).request == asked


def test_a_document_of_today_has_no_old_names() -> None:
    resolution = ra.ruleset.resolve(FALLS, dice=GivenDice([]))
    text = older(resolution, ("outcome.officers_lost", "lost"), version=4)
    with pytest.raises(InvalidRequestError, match=r"\$\.outcome\.lost: unknown key"):
        load_resolution(ra.ruleset, text)
