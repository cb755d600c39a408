"""A reader in another language checks records as the library does: the digest, the commitments and every face."""

from __future__ import annotations

import json
import subprocess
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from damaged_documents import damaged, renewed
from javascript import EXAMPLE, NODE, needs_node, said_by_node

from rcw_rules import GivenDice, InvalidRequestError, Resolution
from rcw_rules import red_white as rw
from rcw_rules.digests import canonical_json
from rcw_rules.kernel.dice import pick
from rcw_rules.kernel.record import Record, RollStep
from rcw_rules.kernel.seals import SealedDice, Secret, sealed_faces
from rcw_rules.registry import load

pytestmark = needs_node

RED = Secret("1919", "winter-in-the-don-steppe")
WHITE = Secret("at 20:15", "kolchak-crosses-the-ural")
IMPORT = f"import {{ canonical, check, facesOf, secretOf }} from {json.dumps((EXAMPLE / 'record.mjs').as_uri())};\n"


def played(id: str, first: int) -> Resolution[Any]:
    ruleset = load(id.partition(".")[0])
    example = ruleset.procedure(id).example
    assert example is not None
    return ruleset.resolve(example, dice=SealedDice(RED.seed, salt=RED.salt, others=[WHITE], first=first))


def written(resolution: Resolution[Any]) -> Any:
    """Return the document of *resolution* as any reader of JSON has it."""
    return json.loads(resolution.to_json())


IDS = [procedure.id for name in ("directory", "red_actions", "red_white") for procedure in load(name).procedures]


def checked(documents: list[Any], *secrets: Secret) -> list[Any]:
    """Return what the example says of each document."""
    script = "const secrets = data.secrets.map(secretOf);\n"
    script += "console.log(JSON.stringify(data.documents.map((document) => check(document, secrets))));"
    data = {"documents": documents, "secrets": [str(secret) for secret in secrets]}
    said: list[Any] = said_by_node(IMPORT + script, data)
    return said


def test_it_finds_that_untouched_records_fit() -> None:
    resolutions = [played(id, first) for first, id in enumerate(IDS, start=1)]
    said = checked([written(resolution) for resolution in resolutions], RED, WHITE)
    throws = 0
    for resolution, told in zip(resolutions, said, strict=True):
        assert told["fits"], (resolution.procedure, told)
        assert told["lines"][:2] == ["digest: fits", "commitments: fits"]
        for roll, line in zip(resolution.record.rolls, told["lines"][2:], strict=True):
            shown = ", ".join(map(str, roll.faces))
            assert line == f"throw {roll.draw}, {roll.purpose}, {shown}: fits"
            throws += 1
    assert throws > 100


def test_it_finds_every_change_that_the_library_finds() -> None:
    random = Random(1919)
    document = json.loads(played("red_white.assault", 1).to_json())
    documents = [damaged(document, random) for _ in range(60)]
    documents = [changed for changed in documents if isinstance(changed.get("digest"), str)]
    for changed, told in zip(documents, checked(documents), strict=True):
        digest = renewed(changed)["digest"]
        assert told["fits"] == (changed["digest"] == digest)


def test_it_finds_faces_that_the_seeds_do_not_give() -> None:
    drawn = rw.ruleset.resolve(rw.melee_example_2(), dice=SealedDice(RED.seed, salt=RED.salt))
    documents: list[Any] = []
    for faces in ((1, 1), (6, 6), (5, 2)):
        given = rw.ruleset.resolve(rw.melee_example_2(), dice=GivenDice(faces))
        steps = tuple(
            evolve(step, by="sealed", draw=1, sides=(6, 6)) if isinstance(step, RollStep) else step
            for step in given.record.steps
        )
        documents.append(written(evolve(given, record=Record(steps), seal=drawn.seal)))
    shown = ", ".join(map(str, drawn.dice))
    for document, told in zip(documents, checked(documents, RED), strict=True):
        assert document["dice"] != list(drawn.dice)
        assert not told["fits"]
        assert told["lines"][-1].endswith(f": the seeds give {shown}")
    (other,) = checked([written(drawn)], WHITE)
    assert other["lines"][1] == "commitments: these are not the seeds that were committed to"


def test_it_takes_places_from_what_is_left() -> None:
    drawn = pick(("a", "b", "c", "d", "e"), 3)
    key = SealedDice(RED.seed, salt=RED.salt).seal.key([RED])
    throws = [
        {"draw": draw, "purpose": "officers", "label": drawn.label, "sides": drawn.dice, "faces": [1, 2, 3]}
        for draw in range(1, 30)
    ]
    script = "console.log(JSON.stringify(data.throws.map((one) => facesOf(data.key, one))));"
    said = said_by_node(IMPORT + script, {"key": key, "throws": throws})
    assert said == [list(sealed_faces(key, draw, drawn, "officers")) for draw in range(1, 30)]


@pytest.mark.parametrize(
    "change",
    [
        {"sides": [0, 6]},
        {"sides": [6, 300]},
        {"sides": ["6", "6"]},
        {"sides": [6]},
        {"faces": ["5", "2"]},
        {"draw": "1"},
        {"draw": 0},
        {"kind": "rolled"},
    ],
)
def test_it_refuses_what_is_no_sealed_throw(change: dict[str, Any]) -> None:
    document = written(rw.ruleset.resolve(rw.melee_example_2(), dice=SealedDice(RED.seed, salt=RED.salt)))
    roll = next(step for step in document["record"] if step["kind"] == "roll")
    roll.update(change)
    document["dice"] = roll["faces"]
    (told,) = checked([renewed(document)], RED)
    assert told["lines"][:2] == ["digest: fits", "commitments: fits"]
    assert not told["fits"]


def test_it_finds_throws_that_do_not_follow_one_another() -> None:
    document = written(played("red_white.melee", 4))
    roll = next(step for step in document["record"] if step["kind"] == "roll")
    document["record"].append(roll)
    document["dice"] += roll["faces"]
    (told,) = checked([renewed(document)], RED, WHITE)
    assert not told["fits"]
    assert [line for line in told["lines"] if not line.endswith(": fits")] == [
        f"throw 4, {roll['purpose']}, {', '.join(map(str, roll['faces']))}: the throw before it was 4"
    ]


def test_it_says_what_it_cannot_check() -> None:
    given = rw.ruleset.resolve(rw.melee_example_2(), dice=GivenDice([5, 2]))
    (told,) = checked([written(given)])
    assert told == {"lines": ["digest: fits"], "fits": True}
    (told,) = checked([written(given)], RED)
    assert told["lines"][2] == "a throw, attacker's die, defender's die, 5, 2: not sealed, by given"


def test_its_canonical_form_is_that_of_the_library() -> None:
    data: list[Any] = [
        {"\uff61": 1, "\U0001f600": 2, "a": 3, "10": 4, "9": 5},
        ['Č "\\/\x00\x1f\x7f\b\f\n\r\t', "\u2028\u2029"],
        [0, -7, 6.5, 0.125, -0.001, 10**15, 2**53 - 1, True, False, None, [], {}],
    ]
    said = said_by_node(IMPORT + "console.log(JSON.stringify(data.map(canonical)));", data)
    assert said == [canonical_json(json.loads(json.dumps(each), parse_float=Decimal)) for each in data]


@pytest.mark.parametrize("number", ["9007199254740993", "1e-7"])
def test_a_number_that_javascript_cannot_hold_is_refused(number: str) -> None:
    script = f"try {{ canonical({number}) }} catch (error) {{ console.log(JSON.stringify(error.message)); }}"
    assert said_by_node(IMPORT + script, None).startswith("JavaScript cannot hold the number ")


def test_the_command_prints_its_lines_and_ends_with_0_or_1(tmp_path: Path) -> None:
    file = tmp_path / "melee.json"
    drawn = rw.ruleset.resolve(rw.melee_example_2(), dice=SealedDice(RED.seed, salt=RED.salt, others=[WHITE]))
    file.write_text(drawn.to_json(), encoding="utf-8")

    def ran(*secrets: Secret) -> tuple[int, list[str]]:
        command = [str(NODE), str(EXAMPLE / "record.mjs"), str(file), *map(str, secrets)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    assert ran() == (0, ["digest: fits"])
    assert ran(WHITE, RED)[0] == 0
    assert ran(RED)[0] == 1
    file.write_text(drawn.to_json().replace('"winner": "', '"winner": "not the '), encoding="utf-8")
    assert ran() == (1, ["digest: the document was changed after it was written"])
    with pytest.raises(InvalidRequestError):
        rw.ruleset.load_resolution(file.read_text(encoding="utf-8"))
