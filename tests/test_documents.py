"""Documents of resolutions: what was once written can always be read, and what was tampered with is refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from damaged_documents import renewed
from hypothesis import given, settings
from hypothesis import strategies as st
from old_records import in_old_words

from rcw_rules import (
    GivenDice,
    InvalidRequestError,
    Override,
    Resolution,
    RulesError,
    SeededDice,
    UnknownNameError,
    WireVersionError,
)
from rcw_rules import red_white as rw
from rcw_rules.house import HouseCell, HouseOption, HouseRules
from rcw_rules.kernel.lengths import inches
from rcw_rules.resolution import RESOLUTION_VERSION
from rcw_rules.wire import envelope, open_envelope

GOLDEN = Path(__file__).parent / "golden"
NEWEST: dict[str, Any] = json.loads((GOLDEN / f"resolution_v{RESOLUTION_VERSION}.json").read_text(encoding="utf-8"))

CHEKA = rw.Unit(
    name="Čapajev's own",
    side="red",
    type="infantry",
    has_leader=True,
    stands=6,
    starting_stands=8,
    cheka=True,
    cover="trench",
    casualties=True,
    full_move=rw.DiceMove(dice=2),
    edge_distance=inches("10.5"),
)


CLUB = HouseRules(
    title="Tuesday club",
    ruleset="red_white",
    options=(HouseOption(option="red_guards_elite", book=True, ours=False, why="the book asks itself"),),
    cells=(HouseCell(chart="morale_modifiers", row="cover", book=-1, ours=-2, why="trenches are warm"),),
)


def played() -> Resolution[rw.MoralePhaseOutcome]:
    """Return a resolution with every kind of step but a look-up: no procedure here rolls on a table.

    House rules take 2 off in cover, and not 1. The first unit needs 8 or less, throws 9, shoots a stand, throws 10, and
    goes back twice 3 + 1 inches. The second lost stands before, not since its last test. The third is said by the
    referee to fail, and goes back 6 + 5 inches.
    """
    quiet = evolve(CHEKA, name="", casualties=False)
    third = evolve(CHEKA, name="third", cheka=False)
    return rw.ruleset.with_house(CLUB).resolve(
        rw.MoralePhaseRequest(units=(CHEKA, quiet, third)),
        dice=GivenDice([9, 10, 3, 1, 6, 5]),
        overrides=[Override(what="roll", at="third/morale", value=False, reason="cocked die")],
    )


def document() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(played().to_json())
    return loaded


def load(changed: object) -> Resolution[Any]:
    return rw.ruleset.load_resolution(json.dumps(changed))


# ------------------------------------------------------------------ there and back


def test_a_document_has_an_envelope_and_the_promised_keys() -> None:
    written = document()
    assert list(written) == [
        "format",
        "schema_version",
        "procedure",
        "ruleset",
        "options",
        "request",
        "outcome",
        "dice",
        "record",
        "replaced_charts",
        "house",
        "seal",
        "digest",
    ]
    assert (written["format"], written["schema_version"]) == ("rcw-resolution", 3)
    assert written["ruleset"] == {"id": "red_white", "edition": "The Herald 57", "rules_version": 5}
    assert written["dice"] == [9, 10, 3, 1, 6, 5]
    assert written["house"]["cells"] == [
        {"chart": "morale_modifiers", "row": "cover", "column": "", "book": -1, "ours": -2, "why": "trenches are warm"}
    ]
    in_cover = written["record"][1]["steps"][0]
    assert (in_cover["id"], in_cover["value"], in_cover["provenance"]) == ("cover", -2, "house")
    assert {step["kind"] for step in written["record"]} == {"legality", "procedure", "result", "ruling"}


def test_what_was_written_is_read_back_equal() -> None:
    resolution = played()
    loaded = rw.ruleset.load_resolution(resolution.to_json())
    assert loaded == resolution
    assert loaded.to_json() == resolution.to_json()
    assert rw.ruleset.load_resolution(resolution.to_json().encode()) == resolution


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(rw.ruleset.procedures), st.integers(0, 10**6))
def test_the_examples_of_all_procedures_come_back_equal(procedure: Any, seed: int) -> None:
    resolution = rw.ruleset.resolve(procedure.example, dice=SeededDice(seed))
    assert rw.ruleset.load_resolution(resolution.to_json()) == resolution


def test_a_loaded_document_replays_to_what_was_played() -> None:
    loaded = rw.ruleset.load_resolution(played().to_json())
    again = rw.ruleset.replay(loaded)
    assert (again.outcome, again.dice) == (loaded.outcome, loaded.dice)


def test_options_are_those_that_were_in_force() -> None:
    house = rw.ruleset.with_options(melee_elite="per_unit")
    text = house.resolve(rw.melee_example_2(), dice=GivenDice([5, 5])).to_json()
    assert rw.ruleset.load_resolution(text).options.melee_elite == "per_unit"


# ------------------------------------------------------------------ golden files


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("resolution_v*.json")), ids=lambda file: file.name)
def test_golden_files_of_every_version_always_load(file: Path) -> None:
    loaded = rw.ruleset.load_resolution(file.read_bytes())
    first, second, third = loaded.outcome.tests
    # House rules came with version 2: in cover, one easier to pass than by the book.
    assert loaded.house == (None if file.name == "resolution_v1.json" else CLUB)
    assert first.base == (7 if loaded.house is None else 8)
    assert (first.passed, first.liquidated, first.moved) == (False, True, inches(8))
    assert second is None
    assert (third.passed, third.moved, third.off_table) == (False, inches(11), True)
    assert loaded.dice == (9, 10, 3, 1, 6, 5)
    assert isinstance(loaded.request, rw.MoralePhaseRequest)
    assert loaded.request.units[0].name == "Čapajev's own"
    assert rw.ruleset.verify(loaded).resolution.outcome == loaded.outcome
    assert rw.ruleset.load_resolution(loaded.to_json()) == loaded
    if loaded.house is not None:
        today = played() if file.name == f"resolution_v{RESOLUTION_VERSION}.json" else in_old_words(played())
        assert loaded.record.text() == today.record.text()


def test_there_is_a_golden_file_of_every_version() -> None:
    names = [file.name for file in sorted(GOLDEN.glob("resolution_v*.json"))]
    assert names == [f"resolution_v{version}.json" for version in range(1, RESOLUTION_VERSION + 1)]


CAME_LATER = {
    ("$.request.units[].obstacle_distance", "NoneType"),
    ("$.options.air_reach", "int"),
    ("$.options.patrol_over", "str"),
    ("$.options.charge_misses", "str"),
    ("$.options.defenders_test_alone", "bool"),
    ("$.options.leader_death_tests", "bool"),
    ("$.options.train_tests", "str"),
}
"""Fields with a default that were added since the newest golden file was written."""


def shape(value: Any, path: str = "$") -> set[tuple[str, str]]:
    """Return every path in *value*, whatever the number in a list, with the type of what stands there."""
    if isinstance(value, dict):
        return {inner for key, item in value.items() for inner in shape(item, f"{path}.{key}")}
    if isinstance(value, list):
        return {inner for item in value for inner in shape(item, f"{path}[]")}
    return {(path, type(value).__name__)}


def test_what_is_written_today_has_the_shape_of_the_newest_golden_file() -> None:
    # Within a version the words of a step may change, and fields with a default may come; no key or type may change.
    today, golden = shape(document()), shape(NEWEST)
    assert golden | CAME_LATER == today


def test_an_option_that_came_later_has_its_default_in_an_older_record_and_is_missed_in_a_newer_one() -> None:
    newer = document()
    older = {**newer, "ruleset": {**newer["ruleset"], "rules_version": 1}}
    for kept in (newer, older):
        kept["options"] = {name: value for name, value in kept["options"].items() if name != "major_die"}
    assert load(renewed(older)).options == rw.ruleset.with_house(CLUB).options
    with pytest.raises(InvalidRequestError, match=r"^\$\.options\.major_die: is missing$"):
        load(newer)
    del older["options"]["melee_elite"]
    with pytest.raises(InvalidRequestError, match=r"^\$\.options\.melee_elite: is missing$"):
        load(older)


# ------------------------------------------------------------------ what is refused


def test_a_newer_version_is_refused_clearly() -> None:
    with pytest.raises(
        WireVersionError, match="version 4 of 'rcw-resolution', and this library reads versions up to 3"
    ):
        load({**document(), "schema_version": 4})


def test_another_format_is_refused() -> None:
    with pytest.raises(WireVersionError, match="the format \"rcw-match\" is not known here; expected 'rcw-resolution'"):
        load({**document(), "format": "rcw-match"})


@pytest.mark.parametrize("version", [0, -1, "1", True, None, 1.0])
def test_a_version_is_a_number_from_1(version: object) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.schema_version: expected an integer of at least 1"):
        load({**document(), "schema_version": version})


@pytest.mark.parametrize("key", sorted(NEWEST))
def test_every_key_is_needed(key: str) -> None:
    changed = document()
    del changed[key]
    with pytest.raises(InvalidRequestError, match=rf"\$\.{key}: .*missing"):
        load(changed)


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.colour"):
        load({**document(), "colour": "red"})


def tampering(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    changed = document()
    change(changed)
    return changed


def repeat(changes: list[dict[str, Any]], **differently: object) -> None:
    changes.append({**changes[0], **differently})


GUN = {"modifier": "defensive_gun", "book": 3, "ours": 1, "why": "the observer is cold"}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda d: d["dice"].reverse(), r"\$\.dice"),
        (lambda d: d["dice"].append(6), r"\$\.dice"),
        (lambda d: d["dice"].__setitem__(3, True), r"\$\.dice"),
        (lambda d: d.__setitem__("dice", None), r"\$\.dice"),
        (lambda d: d["record"].pop(1), r"\$\.dice"),
        (lambda d: d["record"][1]["steps"][7]["steps"][0]["faces"].reverse(), r"\$\.dice"),
        (lambda d: d["record"][1]["steps"][2]["faces"].append(4), r"\$\.record\[1\]\.steps\[2\]\.told"),
        (lambda d: d["record"][1]["steps"][2]["faces"].__setitem__(0, 4), r"\$\.record\[1\]\.steps\[2\]\.told"),
        (lambda d: d["record"][0].__setitem__("kind", "miracle"), r"\$\.record\[0\]\.kind"),
        (lambda d: d["record"][0].__delitem__("rule"), r"\$\.record\[0\]\.rule"),
        (lambda d: d["record"][1]["steps"][2].__setitem__("by", "luck"), r"\$\.record\[1\]\.steps\[2\]\.by"),
        (lambda d: d.__setitem__("record", {}), r"\$\.record"),
        (lambda d: d["outcome"].__setitem__("lost", "none"), r"\$\.outcome\.lost"),
        (lambda d: d["outcome"]["tests"][0].__setitem__("passed", 1), r"\$\.outcome\.tests\[0\]\.passed"),
        (lambda d: d["request"]["units"][0].__setitem__("stands", 100), r"\$\.request\.units\[0\]\.stands"),
        (lambda d: d["request"]["units"][0].__setitem__("side", "white"), r"\$\.request\.units\[0\]"),
        (lambda d: d["options"].__setitem__("melee_elite", "thrice"), r"\$\.options\.melee_elite"),
        (lambda d: d["options"].__setitem__("melee_elit", "once"), r"\$\.options\.melee_elit: .*'melee_elite'"),
        (lambda d: d["ruleset"].__setitem__("id", "orel"), r"\$\.ruleset\.id: expected 'red_white', got 'orel'"),
        (lambda d: d["ruleset"].__setitem__("edition", "none"), r"\$\.ruleset\.edition: expected '.*', got 'none'"),
        (lambda d: d["ruleset"].__setitem__("rules_version", "1"), r"\$\.ruleset\.rules_version"),
        (lambda d: d["ruleset"].__setitem__("rules_version", 0), r"^\$\.ruleset\.rules_version: expected .*, got 0$"),
        (lambda d: d["ruleset"].__setitem__("rules_version", -1), r"^\$\.ruleset\.rules_version: expected .*, got -1$"),
        (lambda d: d["house"].__setitem__("ruleset", "orel"), r"\$\.house\.ruleset: expected 'red_white', got 'orel'"),
        (lambda d: d["house"].update(options=[], cells=[]), r"^\$\.house: changes nothing$"),
        (lambda d: repeat(d["house"]["options"]), r"^\$\.house\.options\[1\]: this is changed twice$"),
        (lambda d: repeat(d["house"]["cells"], ours=-3), r"^\$\.house\.cells\[1\]: this is changed twice$"),
        (lambda d: d["house"].update(modifiers=[GUN, GUN]), r"^\$\.house\.modifiers\[1\]: this is changed twice$"),
        (
            lambda d: d["house"]["options"][0].update(ours=True),
            r"^\$\.house\.options\[0\]\.ours: is what the book says$",
        ),
        (lambda d: d["house"]["cells"][0].update(ours=-1), r"^\$\.house\.cells\[0\]\.ours: is what the book says$"),
        (lambda d: d.__setitem__("procedure", 5), r"^\$\.procedure: expected a text, got 5$"),
        (lambda d: d.__setitem__("procedure", None), r"^\$\.procedure: expected a text, got null$"),
        (lambda d: d.__setitem__("procedure", {}), r"^\$\.procedure: expected a text, got an object$"),
    ],
)
def test_what_was_tampered_with_is_named(change: Callable[[dict[str, Any]], object], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        load(tampering(change))


def test_a_procedure_that_does_not_exist_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'red_white\.morale_phase'"):
        load({**document(), "procedure": "red_white.moral_phase"})


@pytest.mark.parametrize("text", ["", "[]", "null", "7", "{", '{"format": NaN}', "{}", b"\xff\xfe", "[" * 5000])
def test_what_is_no_document_at_all_is_refused(text: str | bytes) -> None:
    with pytest.raises(InvalidRequestError):
        rw.ruleset.load_resolution(text)


def test_house_rules_that_change_two_values_of_one_thing_are_read() -> None:
    # Choked ice costs a ship two dice and a launch one: two modifiers of one name. A row stands in two charts.
    written = document()
    ice = {"modifier": "ice_choked", "book": -1, "ours": -3, "why": "a launch is frail"}
    written["house"]["modifiers"] = [ice, {**ice, "book": -2, "ours": -3}]
    repeat(written["house"]["cells"], chart="other_modifiers")
    house = load(renewed(written)).house
    assert house is not None
    assert [len(changes) for changes in (house.options, house.cells, house.modifiers)] == [1, 2, 2]


@pytest.mark.parametrize("text", [5, None, {"format": "rcw-resolution"}, ["{}"]])
def test_what_is_no_text_is_a_mistake_of_the_caller(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^a resolution is read from its JSON, a str or bytes, not from "):
        rw.ruleset.load_resolution(text)


def json_paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(inner for key, item in below for inner in json_paths(item, (*path, key)))]


JUNK = st.sampled_from([None, True, -1, 10**30, 0.5, "", "junk", [], {}, ["junk"], {"kind": "roll"}])


@settings(deadline=None)
@given(st.sampled_from(json_paths(NEWEST)[1:]), JUNK)
def test_junk_anywhere_is_read_or_refused_in_one_line(path: tuple[Any, ...], junk: object) -> None:
    changed = json.loads(json.dumps(NEWEST))
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = junk
    message = "read"
    try:
        load(changed)
    except RulesError as error:
        message = str(error)
    assert message
    assert "\n" not in message


# ------------------------------------------------------------------ the envelope


def test_an_envelope_holds_format_and_version_in_front() -> None:
    assert list(envelope("rcw-toy", 3, {"a": 1}).items()) == [("format", "rcw-toy"), ("schema_version", 3), ("a", 1)]
    with pytest.raises(ValueError, match="keys of the envelope"):
        envelope("rcw-toy", 3, {"format": "mine"})


def test_an_older_body_passes_through_every_migration() -> None:
    migrations: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
        1: lambda body: {"words": [body["word"]]},
        2: lambda body: {"words": [*body["words"], "new"]},
    }
    opened = [
        open_envelope(envelope("rcw-toy", version, body), "rcw-toy", 3, migrations)
        for version, body in ((1, {"word": "a"}), (2, {"words": ["a"]}), (3, {"words": ["a", "new"]}))
    ]
    assert opened == [{"words": ["a", "new"]}] * 3
