"""The published schemas are up to date, what we write fits them, and they refuse what `structure` refuses."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any
from unittest.mock import patch

import pytest
from attrs import evolve
from damaged_documents import damaged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from published_schemas import PROCEDURES, RULESETS, part, plain, published, sound, validator

from rcw_rules import Override, Ruleset, SeededDice, Session, odds, red_white, wire
from rcw_rules.cli import main
from rcw_rules.house import HouseRules, read_house_rules
from rcw_rules.kernel import fields
from rcw_rules.kernel.dice import Face
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.needs import missing_fields
from rcw_rules.kernel.record import Step
from rcw_rules.registry import find_procedure, load
from rcw_rules.resolution import RESOLUTION_VERSION, RulesetIdentity
from rcw_rules.typescript import typescript_files
from rcw_rules.wire import dumps, structure, unstructure

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "schemas"
GOLDEN = Path(__file__).parent / "golden"

# --- The files


@pytest.mark.skipif(not (ROOT / "Makefile").is_file(), reason="the schemas are not installed with the library")
def test_the_files_are_what_the_classes_say() -> None:
    texts = {file: dumps(schema) + "\n" for file, schema in published().items()} | typescript_files(published())
    if os.environ.get("RCW_SCHEMAS") == "write":
        FOLDER.mkdir(exist_ok=True)
        for file in FOLDER.iterdir():
            file.unlink()
        for name, text in texts.items():
            (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    written = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert sorted(written) == sorted(texts), "schemas/ has other files: run make schemas"
    stale = [name for name, text in texts.items() if written[name] != text]
    assert stale == [], "the classes say something else now: run make schemas"


DOCUMENTS = (
    "resolution.json",
    "session.json",
    "question.json",
    "odds.json",
    "advice.json",
    "match.json",
    "signature.json",
    "error.json",
)


@pytest.mark.parametrize("file", [*(f"{id}.json" for id in RULESETS), *DOCUMENTS])
def test_a_file_is_json_schema_that_needs_no_other(file: str) -> None:
    schema = published()[file]
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == file
    text = dumps(schema)
    references = set(re.findall(r'"\$ref": "([^"]*)"', text))
    assert {reference.removeprefix("#/$defs/") for reference in references} <= set(schema["$defs"])
    assert set(re.findall(r'"(https?:[^"]*)"', text)) == {"https://json-schema.org/draft/2020-12/schema"}


def test_every_procedure_has_its_request_and_its_outcome() -> None:
    for id in RULESETS:
        defined = set(published()[f"{id}.json"]["$defs"])
        wanted = {f"{p.id}.{what}" for p in load(id).procedures for what in ("request", "outcome")}
        assert {name for name in defined if "." in name and name.startswith(id)} == {*wanted, f"{id}.options"}


# --- What we write

HOUSE = """
title = "The Tuesday club"
ruleset = "red_white"

[[options]]
option = "melee_elite"
book = "once"
ours = "per_unit"
why = "units are small here"
"""


def house_rules(folder: Path) -> Path:
    file = folder / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


def by_house_rules(folder: Path) -> Any:
    """Return the document of a resolution by house rules, with a referee's override."""
    ruleset = red_white.ruleset.with_house(read_house_rules(house_rules(folder), red_white.ruleset))
    override = Override(what="modifier", at="through_wire", value=-1, reason="the guns have cut half of it")
    resolution = ruleset.resolve(red_white.melee_example_1(), dice=SeededDice(1), overrides=[override])
    return plain(resolution.to_json())


@pytest.mark.parametrize("id", PROCEDURES)
def test_what_a_procedure_takes_and_gives_is_valid(id: str) -> None:
    ruleset = load(id.partition(".")[0])
    example = ruleset.procedure(id).example
    assert example is not None
    part(id, "request").validate(plain(unstructure(example)))
    for seed in range(2):
        document = plain(ruleset.resolve(example, dice=SeededDice(seed)).to_json())
        validator("resolution.json").validate(document)
        part(id, "request").validate(document["request"])
        part(id, "outcome").validate(document["outcome"])
        validator(f"{ruleset.id}.json#/$defs/{ruleset.id}.options").validate(document["options"])


def test_a_resolution_that_house_rules_and_the_referee_changed_is_valid(tmp_path: Path) -> None:
    document = by_house_rules(tmp_path)
    assert "override" in {step["kind"] for step in document["record"]}
    validator("resolution.json").validate(document)
    assert document["house"]["options"][0]["ours"] == "per_unit"


def test_golden_documents_are_valid() -> None:
    for file in sorted(GOLDEN.glob("resolution_v*.json")):
        document = plain(file.read_text(encoding="utf-8"))
        is_newest = document["schema_version"] == RESOLUTION_VERSION
        assert validator("resolution.json").is_valid(document) == is_newest
        part(document["procedure"], "request").validate(document["request"])
        part(document["procedure"], "outcome").validate(document["outcome"])


def asked(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Return the exit code, the output and the errors of a command."""
    streams = [io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8") for text in (stdin, "", "")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = main(arguments)
    told = []
    for stream in streams[1:]:
        stream.flush()
        told.append(stream.buffer.getvalue().decode())
    return code, told[0], told[1]


@pytest.mark.parametrize("ways", [(), ("--sample", "50", "--seed", "3")], ids=["exact", "sample"])
@pytest.mark.parametrize(
    "id",
    ["directory.combat", "orel.cohesion_check", "red_actions.shoot", "red_square.fire_mission", "red_white.melee"],
)
def test_odds_are_valid(id: str, ways: tuple[str, ...], tmp_path: Path) -> None:
    changed = ("--house", str(house_rules(tmp_path))) if id == "red_white.melee" else ()
    request = asked("example", id)[1]
    code, out, err = asked("odds", id, "--json", *ways, *changed, stdin=request)
    assert (code, err) == (0, "")
    document = plain(out)
    validator("odds.json").validate(document)
    for entry in document["outcomes"]:
        part(id, "outcome").validate(entry["outcome"])
    for key in document:
        assert not validator("odds.json").is_valid({name: document[name] for name in document if name != key})


def test_odds_in_python_are_the_document_of_the_command_line() -> None:
    request = red_white.ruleset.procedure("red_white.morale_test").example
    assert request is not None
    ruleset = red_white.ruleset
    exact = odds.to_dict(ruleset, request, ruleset.odds(request))
    sampled = odds.to_dict(ruleset, request, ruleset.sample(request, 50, seed=3), seed=3)
    text = asked("example", "red_white.morale_test")[1]
    assert plain(exact) == plain(asked("odds", "red_white.morale_test", "--json", stdin=text)[1])
    command = ("odds", "red_white.morale_test", "--json", "--sample", "50", "--seed", "3")
    assert plain(sampled) == plain(asked(*command, stdin=text)[1])
    with pytest.raises(ValueError, match="a sample needs its seed"):
        odds.to_dict(ruleset, request, ruleset.sample(request, 5, seed=3))


@pytest.mark.parametrize("ways", [(), ("--sample", "50", "--seed", "3")], ids=["exact", "sample"])
def test_advice_is_valid(ways: tuple[str, ...]) -> None:
    code, out, _ = asked(
        "advise", "red_white.activation_test", "--json", *ways, stdin=asked("example", "red_white.activation_test")[1]
    )
    assert code == 0
    document = plain(out)
    assert validator("advice.json").is_valid(document)
    assert validator("advice.json").is_valid({key: document[key] for key in ("value", "draws", "decisions")})
    for key in ("value", "draws", "decisions"):
        assert not validator("advice.json").is_valid({name: document[name] for name in document if name != key})
    assert not validator("advice.json").is_valid({**document, "value": True})


# --- Errors

ERRORS: list[tuple[list[str], str, int, str, set[str]]] = [
    (["odds", "red_white.melee"], '{"attackers": [], "hour": 3}', 2, "invalid-request", {"problems"}),
    (["odds", "red_white.activation_test"], '{"stands": 8}', 3, "needs-ruling", {"rule", "question", "supply"}),
    (["odds", "red_white.mele"], "{}", 2, "unknown-name", {"kind", "name", "suggestions"}),
    (["resolve", "red_white.melee", "--dice", "7"], "EXAMPLE", 2, "dice", set()),
    (["odds", "red_white.melee", "--limit", "branches=1"], "EXAMPLE", 2, "budget", {"bound", "budget", "purpose"}),
    (["odds", "red_white.melee", "--charts", "no.toml"], "EXAMPLE", 2, "file", {"file", "problems"}),
    (["odds", "red_white.melee", "--limit", "x"], "EXAMPLE", 2, "usage", set()),
    (["resolve"], "", 2, "usage", set()),
]


@pytest.mark.parametrize(("arguments", "stdin", "code", "kind", "keys"), ERRORS)
def test_an_error_is_one_document_after_json(
    arguments: list[str], stdin: str, code: int, kind: str, keys: set[str]
) -> None:
    text = stdin.replace("EXAMPLE", dumps(unstructure(red_white.melee_example_1())))
    said = asked(*arguments, stdin=text)
    told = asked(*arguments, "--json", stdin=text)
    assert (told[0], told[1]) == (said[0], "") == (code, "")
    assert (told[2].count("\n"), told[2].isascii()) == (1, True)
    document = json.loads(told[2])
    validator("error.json").validate(document)
    error = document["error"]
    assert set(error) == {"code", "message", *keys}
    lines = said[2].splitlines()  # several problems stand below a head, each on a line of its own
    message = "; ".join(line.strip() for line in lines[1:]) if len(lines) > 1 else lines[0].removeprefix("rcw: ")
    assert (error["code"], error["message"]) == (kind, message)


def test_an_objection_has_its_rule_and_its_place() -> None:
    request = unstructure(red_white.melee_example_1())
    request["attackers"][0]["type"] = "artillery"
    code, _, err = asked("odds", "red_white.melee", "--json", stdin=dumps(request))
    assert code == 1
    validator("error.json").validate(json.loads(err))
    (objection,) = json.loads(err)["error"]["objections"]
    assert (objection["rule"], objection["path"]) == ("melee-initiators", "$.attackers[0].type")


def test_a_problem_has_its_path_and_its_rule_however_many_there_are() -> None:
    request = unstructure(red_white.melee_example_1())
    request["attackers"] = [{**request["attackers"][0], "stands": 0}] * 12
    problems = json.loads(asked("odds", "red_white.melee", "--json", stdin=dumps(request))[2])["error"]["problems"]
    assert [problem["path"] for problem in problems] == [f"$.attackers[{number}].stands" for number in range(12)]
    assert {problem["rule"] for problem in problems} == {"bad-numbers"}


# --- What we refuse


def refusal(data: object, cls: Any) -> InvalidRequestError | None:
    try:
        structure(data, cls)
    except InvalidRequestError as error:
        return error
    return None


def is_text_out_of_range(problem: Problem, document: Any) -> bool:
    """Return whether *problem* is that a fraction, written as a text, lies outside its range or has too many digits."""
    value = document
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", problem.path):
        value = value[key] if key else value[int(index)]
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+(/[0-9]+)?", value) and re.search(r"[0-9]{4001}", value):
        return problem.message.startswith('expected a fraction such as "1/6" or an integer, got ')
    # A long text is cut where it is told.
    words = r'expected a fraction such as "1/6" or an integer (from|of) .*, got (?P<given>-?[\d/]+)(?P<cut>\.\.\.)?'
    said = re.fullmatch(words, problem.message)
    if not isinstance(value, str) or said is None:
        return False
    given = str(Fraction(value))
    return given.startswith(said["given"]) if said["cut"] else given == said["given"]


@pytest.mark.parametrize(
    ("text", "message_of", "is_said"),
    [
        ("13", "13", True),
        ("54/4", "27/2", True),
        ("13", "14", False),
        ("4004" * 20, "4004" * 20, True),
        ("4004" * 20, "4014" * 20, False),
        ("13", "130" * 20, False),
    ],
)
def test_a_text_out_of_range_is_known_by_what_is_said_of_it(text: str, message_of: str, is_said: bool) -> None:
    refused = refusal(message_of, Annotated[Fraction, Range(0, 12)])
    assert refused is not None
    (problem,) = refused.problems
    assert is_text_out_of_range(evolve(problem, path="$.metres"), {"metres": text}) == is_said


@pytest.mark.parametrize("id", RULESETS)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_schema_and_structure_agree_on_damaged_documents(id: str, data: st.DataObject) -> None:
    ruleset: Ruleset[Any] = load(id)
    procedure = data.draw(st.sampled_from(ruleset.procedures))
    what = data.draw(st.sampled_from(["request", "request", "outcome"]))
    random = data.draw(st.randoms(use_true_random=False))
    document = damaged(sound(procedure.id, what), random)
    cls = procedure.request_type if what == "request" else procedure.outcome_type
    # Of what a class asks of several fields together, a schema says which are needed and nothing else.
    with patch.object(fields, "inconsistencies_of", missing_fields):
        refused = refusal(document, cls)
    if not part(procedure.id, what).is_valid(document):
        assert refused is not None
    elif refused is not None:
        assert [problem for problem in refused.problems if not is_text_out_of_range(problem, document)] == []


PARTS: dict[str, Any] = {
    "ruleset": RulesetIdentity,
    "dice": tuple[Face, ...],
    "record": tuple[Step, ...],
    "replaced_charts": tuple[str, ...],
    "house": HouseRules | None,
}


def test_schema_and_structure_agree_on_the_parts_of_a_damaged_resolution(tmp_path: Path) -> None:
    document = by_house_rules(tmp_path)

    @settings(max_examples=50, deadline=None)
    @given(key=st.sampled_from([*PARTS, "record", "house"]), random=st.randoms(use_true_random=False))
    def agree(key: str, random: Random) -> None:
        changed = damaged({"part": document[key]}, random).get("part")
        with patch.object(wire, "validate"):
            refused = refusal(changed, PARTS[key])
        problems = () if refused is None else refused.problems
        # A schema cannot say that a text is made from the facts beside it.
        told = [problem for problem in problems if "facts beside it" not in problem.message]
        assert validator("resolution.json").is_valid({**document, key: changed}) == (not told)

    agree()


@pytest.mark.parametrize("key", ["format", "schema_version", "options", "request", "outcome", "seal", "digest", *PARTS])
def test_a_resolution_without_one_of_its_keys_is_refused(key: str, tmp_path: Path) -> None:
    document = by_house_rules(tmp_path)
    assert not validator("resolution.json").is_valid({name: document[name] for name in document if name != key})
    assert not validator("resolution.json").is_valid({**document, key: "something else"})
    assert not validator("resolution.json").is_valid({**document, f"{key}s": document[key]})


@pytest.mark.parametrize("id", ["red_white.activation_test", "orel.combat", "red_actions.charge"])
def test_sessions_and_their_questions_fit_their_schemas(id: str) -> None:
    ruleset, procedure = find_procedure(id)
    session: Session[Any] = ruleset.begin(procedure.example)  # type: ignore[arg-type]
    kinds: set[str] = set()
    while session.pending is not None and len(session.answers) < 30:
        validator("session.json").validate(plain(session.to_json()))
        asked = session.question
        assert asked is not None
        validator("question.json").validate(plain(asked))
        kinds.add(asked["kind"])
        if asked["kind"] == "throw":
            session = session.rolled(SeededDice(1))
        else:  # the value of an alternative answers it
            session = session.answer(asked["alternatives"][-1]["value"])
    assert kinds == {"throw", "decision"}
