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
IDS += ["orel.combat", "red_square.activation"]


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
            says = "cards, not checked here" if "card" in roll.label else "fits"
            assert line == f"throw {roll.draw}, {roll.purpose}, {shown}: {says}"
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
        {"label": "2 of 6 at random", "faces": [5, 2]},
        {"label": "2 of 6 at random", "sides": [6, 5]},
        {"label": "3d6"},
        {"label": "d6 + 1 against d8 + 2"},
        {"label": "2 cards of 6"},
        {"label": "2 cards of 6", "sides": [6, 5], "faces": [1, 2]},
        {"label": "no dice"},
        {"label": None},
        {"faces": None},
    ],
    ids=str,
)
def test_it_refuses_what_is_no_sealed_throw(change: dict[str, Any]) -> None:
    document = written(rw.ruleset.resolve(rw.melee_example_2(), dice=SealedDice(RED.seed, salt=RED.salt)))
    roll = next(step for step in document["record"] if step["kind"] == "roll")
    roll.update(change)
    document["dice"] = roll["faces"]
    (told,) = checked([renewed(document)], RED)
    assert told["lines"][:2] == ["digest: fits", "commitments: fits"]
    assert not told["fits"]


LABELS = {
    (6,): "d6 d6,_3_or_more half_a_d6,_rounded_up",
    (6, 6): "2d6 2d6,_in_order highest_1_of_2d6,_7_or_less d6_+_1_against_d6_-_2 d6_against_half_a_d6,_rounded_up",
    (10, 10): "d100_(two_d10,_tens_first) d100_(two_d10,_tens_first),_7_or_less 2d10,_4_or_more_each",
    (6, 10, 10): "d6_against_2d10 d6_+_1_against_d100_(two_d10,_tens_first)",
    (100,): "d100 d100,_7_or_less a_card_of_100",
    (5, 4): "2_of_5_at_random 2_cards_of_5 d5_against_d4",
    (): "0_of_3_at_random",
}


def test_it_reads_the_dice_off_a_label() -> None:
    labels = [(label.replace("_", " "), sides) for sides, said in LABELS.items() for label in said.split()]
    script = f"import {{ thrownAs }} from {json.dumps((EXAMPLE / 'record.mjs').as_uri())};\n"
    script += "console.log(JSON.stringify(data.map((label) => thrownAs(label)?.sides ?? null)));"
    said = said_by_node(script, [label for label, _ in labels])
    assert dict(zip((label for label, _ in labels), map(tuple, said), strict=True)) == dict(labels)
    assert said_by_node(script, ["", "d", "2d", "d6x", "dice", "1 of 2", "99999999999d6"]) == [None] * 7


def test_a_secret_that_is_named_twice_is_one_party() -> None:
    document = written(played("red_white.melee", 1))
    assert checked([document], RED, WHITE, RED)[0]["fits"]
    document["seal"]["commitments"] *= 2
    assert not checked([renewed(document)], RED, WHITE, RED, WHITE)[0]["fits"]


def test_no_name_passes_for_a_line() -> None:
    document = written(rw.ruleset.resolve(rw.melee_example_2(), dice=GivenDice([5, 2])))
    roll = next(step for step in document["record"] if step["kind"] == "roll")
    roll["purpose"] = "charge, 1: fits\nthrow 1, morale\x1b[2K\u2028"
    (told,) = checked([renewed(document)], RED)
    assert (
        "a throw, charge, 1: fits\\u{a}throw 1, morale\\u{1b}[2K\\u{2028}, 5, 2: not sealed, by given" in told["lines"]
    )


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
    twice = drawn.to_json().replace('"outcome":', r'"outc\u006fme": 5, "outcome":', 1)
    file.write_text(twice, encoding="utf-8")
    assert ran() == (1, ['document: cannot be read: the key "outcome" stands twice in an object'])
    with pytest.raises(InvalidRequestError):
        rw.ruleset.load_resolution(twice)
    for text in ("null", "[]", "7", '"text"', "{", "", '{"digest": 1e99}', '{"record": 7, "digest": null}'):
        other = tmp_path / "other.json"
        other.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [str(NODE), str(EXAMPLE / "record.mjs"), str(other), str(RED)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (1, ""), text
        assert ": " in done.stdout, text
    with pytest.raises(InvalidRequestError):
        rw.ruleset.load_resolution(file.read_text(encoding="utf-8"))
