"""Older documents become newer ones: nothing of what they say is lost, and nothing newer passes for older."""

from __future__ import annotations

import copy
import json
from typing import Any

import border_war as bw
import pytest
from attrs import evolve
from damaged_documents import renewed
from old_records import in_old_words

from rcw_rules import GivenDice, InvalidRequestError, Override, Resolution, SeededDice, directory, orel, red_white
from rcw_rules.kernel.record import ResultStep
from rcw_rules.migrations import MIGRATIONS
from rcw_rules.ruleset import Ruleset
from rcw_rules.wire import structure

FACTS = ("reason", "effect", "reading", "draw", "sides", "says", "title", "within")
"""The facts that came with version 3; so did what a choice tells."""


def as_version_2(resolution: Resolution[Any]) -> dict[str, Any]:
    """Return the document that version 2 of the schema had for *resolution*."""
    document: dict[str, Any] = json.loads(resolution.to_json())
    del document["digest"], document["seal"]
    document["schema_version"] = 2
    _without_facts(document["record"])
    return document


def _without_facts(steps: list[dict[str, Any]]) -> None:
    for step in steps:
        if step["kind"] == "choice":  # then nobody said for which unit of which side
            step["text"] = f"{step['who']} decides, {step['choice']}: {step['told']} ({step['by']})"
        if step["kind"] == "look_up":
            column = f", column {step['column']}" if step["column"] else ""
            step["text"] = f"{step['chart']}, row {step['row']}{column}: {step['result']}"
            del step["words"]
        for fact in (*FACTS, *(("told", "side", "unit") if step["kind"] == "choice" else ())):
            if not (fact == "reason" and step["kind"] == "override"):
                step.pop(fact, None)
        _without_facts(step.get("steps", []))


def check(ruleset: Ruleset[Any], resolution: Resolution[Any]) -> None:
    """An old document loads, says what it said, verifies, and does so again when it is written anew."""
    loaded = ruleset.load_resolution(json.dumps(as_version_2(resolution)))
    assert loaded.explain() == in_old_words(resolution).explain()
    assert loaded.line() == resolution.line()
    found = ruleset.verify(loaded)
    assert found.resolution == resolution
    assert found.is_in_old_words == (loaded.record != resolution.record)
    again = ruleset.load_resolution(loaded.to_json())
    assert again == loaded
    assert ruleset.verify(again).resolution == resolution


@pytest.mark.parametrize("ruleset", [red_white.ruleset, directory.ruleset, orel.ruleset], ids=lambda found: found.id)
def test_a_document_of_version_2_says_what_it_said_and_verifies(ruleset: Ruleset[Any]) -> None:
    for procedure in ruleset.procedures:
        assert procedure.example is not None
        check(ruleset, ruleset.resolve(procedure.example, dice=SeededDice(3)))


def test_overrides_and_policies_are_read() -> None:
    band = bw.Band(side="north", spears=6, guard=True, shaken=True)
    nerve = bw.NerveRequest(band=band)
    policy = {"cheer": lambda situation, alternatives: True}
    check(bw.ruleset, bw.ruleset.resolve(nerve, dice=GivenDice([9, 1]), choices=policy))
    low = Override(what="modifier", at="through_hedge", value=0, reason="it is {a} low: one")
    check(bw.ruleset, bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4]), overrides=[low]))
    phase = bw.NervePhaseRequest(bands=(band, evolve(band, guard=False)))
    check(bw.ruleset, bw.ruleset.resolve(phase, dice=SeededDice(1)))


PHASE = bw.NervePhaseRequest(bands=(bw.Band(side="north", spears=6, guard=True),))
OLD = as_version_2(bw.ruleset.resolve(PHASE, dice=SeededDice(5)))


def old_paths(steps: list[dict[str, Any]], path: str) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for number, step in enumerate(steps):
        found.append((f"{path}[{number}]", step))
        found += old_paths(step.get("steps", []), f"{path}[{number}].steps")
    return found


def test_a_forged_text_of_an_older_document_is_found() -> None:
    for at, (path, step) in enumerate(old_paths(OLD["record"], "$.record")):
        changed = copy.deepcopy(OLD)
        old_paths(changed["record"], "$.record")[at][1]["text"] = "forged"
        if step["kind"] == "result":  # its text is all that it has, so a replay finds it
            loaded = bw.ruleset.load_resolution(json.dumps(changed))
            with pytest.raises(Exception, match=r"^step \d+ of the record is result .*forged"):
                bw.ruleset.verify(loaded)
            continue
        with pytest.raises(InvalidRequestError) as refused:
            bw.ruleset.load_resolution(json.dumps(changed))
        assert f"{path}.text: differs from the facts beside it" in str(refused.value)


NEWER = json.loads(bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4])).to_json())


@pytest.mark.parametrize("version", [1, 2])
def test_a_newer_document_does_not_pass_for_an_older_one(version: int) -> None:
    with pytest.raises(InvalidRequestError, match=r"is not what version [12] of 'rcw-resolution' looks like"):
        bw.ruleset.load_resolution(json.dumps(renewed({**NEWER, "schema_version": version})))
    bare = {key: item for key, item in NEWER.items() if key not in ("digest", "seal", *(("house",) * (version == 1)))}
    with pytest.raises(InvalidRequestError, match="is not what version 2 of 'rcw-resolution' looks like"):
        bw.ruleset.load_resolution(json.dumps({**bare, "schema_version": version}))


def test_a_document_of_version_2_does_not_pass_for_one_of_version_1_or_3() -> None:
    with pytest.raises(InvalidRequestError, match="is not what version 1 of 'rcw-resolution' looks like"):
        bw.ruleset.load_resolution(json.dumps({**OLD, "schema_version": 1}))
    with pytest.raises(InvalidRequestError, match=r"\$\.seal: is missing; \$\.digest: is missing"):
        bw.ruleset.load_resolution(json.dumps({**OLD, "schema_version": 3}))


@pytest.mark.parametrize("value", ["1/0", "1/\N{ARABIC-INDIC DIGIT ZERO}", "1e999999999", "x", None, [], 0.5, True])
def test_a_modifier_of_no_number_is_refused_in_one_line(value: object) -> None:
    changed = as_version_2(bw.ruleset.resolve(bw.hedge_brawl(), dice=GivenDice([6, 4])))
    step = next(step for step in changed["record"] if step["kind"] == "modifier")
    at = changed["record"].index(step)
    step["value"] = value
    with pytest.raises(InvalidRequestError) as refused:
        bw.ruleset.load_resolution(json.dumps(changed))
    assert str(refused.value).startswith(f"$.record[{at}].value: expected")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("key", ["digest", "seal"])
def test_a_document_of_version_2_has_nothing_of_version_3(key: str) -> None:
    with pytest.raises(InvalidRequestError, match="is not what version 2 of 'rcw-resolution' looks like"):
        bw.ruleset.load_resolution(json.dumps({**OLD, key: None}))


@pytest.mark.parametrize(
    ("text", "values", "says"),
    [
        ("{x} wins", {}, "{x} wins"),
        ("{x} wins by 2", {"margin": 2}, "{{x}} wins by 2"),
        ("}{", {"margin": 2}, "}}{{"),
    ],
)
def test_an_old_sentence_stands_for_itself_braces_and_all(text: str, values: dict[str, Any], says: str) -> None:
    step = {"kind": "result", "rule": "a-rule", "text": text, "values": values, "provenance": "printed"}
    (migrated,) = MIGRATIONS[2]({"record": [step]})["record"]
    assert migrated == {**step, "says": says}
    assert structure({key: item for key, item in migrated.items() if key != "kind"}, ResultStep).text == text


def test_the_effect_of_an_old_modifier_is_read_from_its_text() -> None:
    for text, value, effect, reason in (
        ("die: +1 elite", 1, "add", "elite"),
        ("die: -2 columns uphill", -2, "shift", "uphill"),
        ("die: +1 column in rain", 1, "shift", "in rain"),
        ("die: x1/2 tired", "1/2", "multiply", "tired"),
        ("die: x2 twice", 2, "multiply", "twice"),
        ("die: +1/2 well rested", "1/2", "add", "well rested"),
    ):
        step = {"kind": "modifier", "to": "die", "value": value, "counted": True, "text": text}
        not_counted = {**step, "counted": False, "text": f"{text} (not counted)"}
        for migrated in MIGRATIONS[2]({"record": [step, not_counted]})["record"]:
            assert (migrated["effect"], migrated["reason"]) == (effect, reason)
