"""The command line on records: sealed dice, games of several records, signatures, and what is on somebody's word."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, get_args

import pytest
from cli_runs import fine, run
from damaged_documents import renewed

from rcw_rules.cli.signing_commands import ROLES
from rcw_rules.kernel.seals import Secret
from rcw_rules.signatures import Role

RED = "1919:winter-in-the-don-steppe"
WHITE = "at 20:15:kolchak-crosses-the-ural"
TEST = "red_white.morale_test"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def resolved(*arguments: str, procedure: str = TEST) -> Any:
    request = fine("example", procedure).out
    return fine("resolve", procedure, "--json", *arguments, stdin=request).json


def week(number: int, *arguments: str) -> str:
    """Write a record of one sealed throw of that number, and return the name of its file."""
    name = f"week{number}.json"
    record = resolved("--sealed", RED, "--sealed", WHITE, "--draw", str(number), *arguments)
    Path(name).write_text(json.dumps(record), encoding="utf-8")
    return name


# ------------------------------------------------------------------ sealed dice


def test_a_seal_is_a_secret_and_its_commitment() -> None:
    out = fine("seal", "1919", "--salt", "winter-in-the-don-steppe").out
    assert out.split() == ["secret", RED, "commitment", Secret.parse(RED).commitment]
    one, other = fine("seal", "--json").json, fine("seal", "--json").json
    assert one["secret"] != other["secret"]
    assert one["commitment"] == Secret.parse(one["secret"]).commitment
    named = fine("seal", "Omsk", "--json").json
    assert named["secret"].startswith("Omsk:")
    assert len(named["secret"]) == len("Omsk:") + 32
    assert run("seal", "1919", "--salt", "short").code == 2


def test_a_record_of_sealed_dice_is_proved_by_the_seeds(folder: Path) -> None:
    name = week(1)
    said = fine("verify", name).out.splitlines()[-4:]
    commitments = sorted(Secret.parse(secret).commitment for secret in (RED, WHITE))
    assert said == [
        "  The record agrees with its dice.",
        "  Sealed, throw 1: not yet revealed.",
        f"  Commitments, to compare with those published: {', '.join(commitments)}.",
        "  On their word: the request and the options.",
    ]
    proved = fine("verify", name, "--seed", WHITE, "--seed", RED)
    assert "  Sealed, throw 1: the faces follow from the seeds that were committed to.\n" in proved.out
    data = fine("verify", name, "--seed", WHITE, "--seed", RED, "--json").json
    assert data["sealed"] == {"commitments": commitments, "draws": [1], "is_revealed": True}
    assert data["on_their_word"] == ["the request and the options"]


def test_seeds_that_prove_nothing_are_refused(folder: Path) -> None:
    name = week(1)
    ran = run("verify", name, "--seed", RED)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"rcw: the seed of the commitment {Secret.parse(WHITE).commitment} is not revealed")
    ran = run("verify", name, "--seed", RED, "--seed", "Perm:kolchak-crosses-the-ural")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rcw: nobody committed to the seed 'Perm' with this salt")
    ran = run("verify", name, "--seed", "1919")
    assert (ran.code, ran.err) == (2, "rcw: a secret is written SEED:SALT, not '1919'\n")
    record = resolved("--dice", "4")
    ran = run("verify", "--seed", RED, stdin=json.dumps(record))
    assert (ran.code, ran.out) == (1, "")
    assert "the dice of this record are not sealed" in ran.err


def test_faces_that_were_chosen_and_called_sealed_are_found(folder: Path) -> None:
    sealed = resolved("--sealed", RED)
    (face,) = sealed["dice"]
    chosen = resolved("--dice", str(face % 10 + 1))
    chosen["seal"] = sealed["seal"]
    for step in chosen["record"]:
        if step["kind"] == "roll":
            step.update(by="sealed", draw=1, sides=[10])
    document = json.dumps(renewed(chosen))
    assert fine("verify", stdin=document).out.endswith("\n  On their word: the request and the options.\n")
    ran = run("verify", "--seed", RED, stdin=document)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"rcw: throw 1, morale, is {face % 10 + 1} in the record; its seed gives {face}\n"


def test_the_records_of_a_game_hold_every_throw(folder: Path) -> None:
    names = [week(number) for number in (1, 2, 3)]
    out = fine("verify", *names, "--seed", RED, "--seed", WHITE).out
    assert out.endswith("\nTogether the records hold every sealed throw from 1 to 3.\n")
    assert [line for line in out.splitlines() if line.endswith(".json")] == names
    data = fine("verify", *reversed(names), "--json").json
    assert (data["throws"], len(data["records"])) == (3, 3)
    ran = run("verify", names[0], names[2])
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rcw: throw 2 of the sealed game stands in none of the records")
    ran = run("verify", names[0], names[0])
    assert (ran.code, ran.out) == (2, "")
    assert "a file is given twice" in ran.err
    Path("copy.json").write_bytes(Path(names[0]).read_bytes())
    ran = run("verify", *names, "copy.json")
    assert ran.err == "rcw: throw 1 of the sealed game stands in week1.json and in copy.json\n"


def test_the_name_of_a_file_does_not_pass_for_a_line(folder: Path) -> None:
    names = [week(number) for number in (1, 2)]
    odd = Path("x\n  Sealed, throw 9: the faces follow from the seeds that were committed to.\n.json")
    Path(names[0]).rename(odd)
    lines = fine("verify", str(odd), names[1]).out.splitlines()
    assert lines[0] == str(odd).replace("\n", "\\n")
    assert not [line for line in lines if line.startswith("  Sealed, throw 9")]


def test_a_record_from_the_middle_of_a_game_says_so(folder: Path) -> None:
    names = [week(number) for number in (1, 2, 3)]
    said = "of the game: not in this record. Verify all records of the game together."
    for name, throws in zip(names, ("", "  Throw 1 ", "  Throws 1 to 2 "), strict=True):
        told = fine("verify", name, "--seed", RED, "--seed", WHITE).out
        assert (f"\n{throws}{said}\n" in told) == bool(throws)
        assert bool(throws) == (said in told)
    assert said not in fine("verify", *names).out


@pytest.mark.parametrize("arguments", [("Don\nOmsk",), ("Don\x1b[2J",), ("Don", "--salt", "\x07" * 16)])
def test_a_secret_that_cannot_be_shown_is_refused(arguments: tuple[str, ...]) -> None:
    ran = run("seal", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "a seed and a salt are of characters that can be shown" in ran.err


def test_some_dice_of_a_game_may_be_thrown_by_hand(folder: Path) -> None:
    names = [week(1), "by_hand.json", "too.json"]
    for name in names[1:]:
        Path(name).write_text(json.dumps(resolved("--dice", "4")), encoding="utf-8")
    out = fine("verify", *names[:2], "--seed", RED, "--seed", WHITE).out
    assert "  Sealed, throw 1: the faces follow from the seeds that were committed to.\n" in out
    assert "  On their word: the request and the options, 1 throw (given).\n" in out
    ran = run("verify", *names[1:], "--seed", RED)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rcw: the dice of these records are not sealed")


def test_of_several_records_the_one_that_fails_is_named(folder: Path) -> None:
    names = [week(1), week(2)]
    record = json.loads(Path(names[1]).read_text(encoding="utf-8"))
    record["outcome"]["passed"] = not record["outcome"]["passed"]
    Path(names[1]).write_text(json.dumps(record), encoding="utf-8")
    ran = run("verify", *names)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rcw: week2.json: $.digest: the document was changed after it was written")
    Path(names[1]).write_text(json.dumps(renewed(record)), encoding="utf-8")
    ran = run("verify", *names)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rcw: week2.json: the outcome is ")
    ran = run("verify", names[0], "none.json")
    assert (ran.code, ran.err) == (2, "rcw: none.json: $: there is no file 'none.json'\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--sealed", RED, "--seed", "1"), "give one of --seed N, --dice 4,6,2, --ask and --sealed SEED:SALT"),
        (("--sealed", RED, "--dice", "4"), "give one of --seed N"),
        (("--sealed", RED, "--ask"), "give one of --seed N"),
        (("--seed", "1", "--draw", "2"), "--draw is for --sealed"),
        (("--sealed", RED, "--draw", "0"), "0 is not in the range x>=1"),
        (("--sealed", RED, "--sealed", RED), "two parties have the same seed and the same salt"),
        (("--sealed", "1919:short"), "a salt is a text of 16 characters or more"),
    ],
)
def test_sealed_dice_that_make_no_sense_are_refused(arguments: tuple[str, ...], told: str) -> None:
    ran = run("resolve", TEST, *arguments, stdin=fine("example", TEST).out)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


# ------------------------------------------------------------------ on their word


def test_the_text_that_is_shown_is_not_that_of_the_document(folder: Path) -> None:
    record = resolved("--dice", "4")
    result = next(step for step in record["record"] if step["kind"] == "result")
    before = result["text"]
    result["text"] = "passes by the grace of the referee"
    ran = run("verify", stdin=json.dumps(renewed(record)))
    assert (ran.code, ran.out) == (2, "")
    assert f'.text: differs from the facts beside it, which say "{before}"' in ran.err
    result["says"], result["values"] = result["text"], {}  # the facts as well
    ran = run("verify", stdin=json.dumps(renewed(record)))
    assert (ran.code, ran.out) == (1, "")


# ------------------------------------------------------------------ signatures


def test_a_file_is_signed_and_the_signature_checked(folder: Path) -> None:
    name = week(1)
    keys = fine("keys", "new", "red.key", "--json").json
    assert keys["key_file"] == "red.key"
    signed = fine("sign", name, "--key", "red.key", "--as", "Red", "--role", "threw", "--role", "ruled")
    key = keys["public_key"][:16]
    said = f"igned by the holder of the key {key}; on their word this is 'Red', who threw and ruled.\n"
    assert signed.out == f"week1.json.sig: s{said}"
    assert fine("verify", name, "--signed-by", "red.key.pub").out.endswith(f"\n  S{said}")
    data = fine("verify", name, "--signature", "week1.json.sig", "--json").json
    assert data["signatures"] == [{"public_key": keys["public_key"], "name": "Red", "roles": ["threw", "ruled"]}]
    assert "signatures" not in fine("verify", name, "--json").json
    assert "secret" not in Path("week1.json.sig").read_text(encoding="utf-8")


def test_what_is_shown_are_the_bytes_that_were_signed(folder: Path) -> None:
    name = week(1)
    fine("keys", "new", "red.key")
    fine("sign", name, "--key", "red.key", "--as", "Red", "--role", "threw")
    reading, writing = os.pipe()  # gives its bytes once, and then others if somebody likes
    os.write(writing, Path(name).read_bytes())
    os.close(writing)
    pipe = f"/dev/fd/{reading}"
    assert "  Signed by the holder" in fine("verify", pipe, "--signature", f"{name}.sig").out
    os.close(reading)


def test_what_is_not_signed_as_it_should_be_is_refused(folder: Path) -> None:
    name = week(1)
    fine("keys", "new", "red.key")
    fine("keys", "new", "white.key")
    fine("sign", name, "--key", "red.key", "--as", "Red", "--role", "threw")
    ran = run("verify", name, "--signed-by", "red.key.pub", "--signed-by", "white.key.pub")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rcw: none of the signatures was made with the key ")
    fine("sign", name, "--key", "white.key", "--as", "White", "--role", "witnessed", "--out", "white.sig")
    both = ("--signature", f"{name}.sig", "--signature", "white.sig")
    fine("verify", name, *both, "--signed-by", "red.key.pub", "--signed-by", "white.key.pub")
    Path(name).write_bytes(Path(name).read_bytes() + b"\n")
    ran = run("verify", name, *both)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rcw: 'Red' did not sign these bytes: ")
    Path("white.sig").write_text("{", encoding="utf-8")
    ran = run("verify", name, "--signature", "white.sig")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rcw: white.sig: $: the signature is not JSON")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="only some systems name open files")
def test_the_signature_and_the_record_are_checked_on_the_same_bytes(folder: Path) -> None:
    name = week(1)
    fine("keys", "new", "red.key")
    fine("sign", name, "--key", "red.key", "--as", "Red", "--role", "threw")
    reading, writing = os.pipe()  # which can be read once
    os.write(writing, Path(name).read_bytes())
    os.close(writing)
    told = fine("verify", f"/dev/fd/{reading}", "--signature", f"{name}.sig").out
    os.close(reading)
    assert "The record agrees with its dice." in told
    assert "  Signed by the holder of the key" in told


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("sign", "a.json", "--key", "red.key", "--as", "\udcff", "--role", "threw"), 2, "got '\\udcff'"),
        (("verify", "a.json", "--signature", "large"), 2, "large: cannot be read: it is larger than 16 MB"),
        (("verify", "large", "--signature", "a.json.sig"), 2, "large: cannot be read: it is larger than 16 MB"),
        (("verify", "a.json", "--signed-by", "large"), 2, "large: cannot be read: it is larger than 16 MB"),
        (("keys", "new", "red.key"), 2, "red.key.pub: exists already; a key is never overwritten"),
        (("sign", "a.json", "--key", "red.key", "--as", "Red", "--role", "threw"), 2, "a.json.sig exists already"),
        (
            ("sign", "a.json", "--key", "red.key", "--as", "Red", "--role", "threw", "--out", "none/a.sig"),
            74,
            "rcw: the signature none/a.sig cannot be written: No such file or directory\n",
        ),
        (("sign", "a.json", "--key", "a.json", "--as", "Red", "--role", "threw"), 2, "holds no secret key in PEM"),
        (("sign", "a.json", "--key", "red.key", "--as", "Red", "--role", "won"), 2, "'won' is not one of 'threw'"),
        (("sign", "a.json", "--key", "red.key", "--role", "threw"), 2, "missing option '--as'"),
        (("sign", "none", "--key", "red.key", "--as", "Red", "--role", "threw"), 2, "none: cannot be read: No such"),
        (("verify", "--signed-by", "red.key.pub"), 2, "are for one FILE, since a signature is for its bytes"),
        (("verify", "a.json", "b.json", "--signed-by", "red.key.pub"), 2, "are for one FILE"),
        (("verify", "b.json", "--signed-by", "red.key.pub"), 2, "b.json: cannot be read: No such file"),
        (("verify", "a.json", "--signed-by", "red.key"), 2, "red.key: holds no public key in PEM"),
    ],
)
def test_every_refusal_is_one_line(folder: Path, arguments: tuple[str, ...], code: int, told: str) -> None:
    fine("keys", "new", "red.key")
    Path("a.json").write_text("{}", encoding="utf-8")
    fine("sign", "a.json", "--key", "red.key", "--as", "Red", "--role", "threw")
    with Path("large").open("wb") as large:
        large.truncate(17_000_000)
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert told in ran.err


def test_without_the_extra_the_commands_say_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.cli.signing_commands.find_spec", lambda name: None)
    for arguments in (
        ("keys", "new", "red.key"),
        ("sign", "a.json", "--key", "red.key", "--as", "Red", "--role", "threw"),
        ("verify", "a.json", "--signed-by", "red.key.pub"),
    ):
        ran = run(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert "signatures need cryptography: pip install 'rcw-rules[sign]'" in ran.err


def test_the_roles_of_the_command_are_those_of_the_library() -> None:
    assert get_args(Role) == ROLES


def test_keys_alone_shows_its_help() -> None:
    assert "new" in fine("keys").out
