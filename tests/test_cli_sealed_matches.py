"""``rcw play --sealed`` and ``rcw match verify``: dice that everybody can check, and signatures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_runs import fine, run
from crossing_installed import install_crossing

from rcw_rules import Secret
from rcw_rules.games.match_file import link_of

FILE = "m.jsonl"
RED, WHITE = "1919:winter-in-the-don-steppe", "Omsk:kolchak-crosses-the-ural"
SEALED = ("--sealed", RED, "--sealed", WHITE)
SEEDS = ("--seed", RED, "--seed", WHITE)
COMMITMENTS = sorted(Secret.parse(secret).commitment for secret in (RED, WHITE))


@pytest.fixture(autouse=True)
def _match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with a match that was begun with sealed dice and left."""
    install_crossing(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ran = fine("play", "crossing/ford", *SEALED, "--save", FILE, "--white", "hold", stdin="pass\nquit\n")
    assert "sealed; the commitments, to be published, are in the file" in ran.out
    assert COMMITMENTS[0] in ran.out
    assert ran.out.endswith(f"rcw play {FILE} --white hold --sealed SEED:SALT --sealed SEED:SALT\n")
    assert "winter" not in ran.out + Path(FILE).read_text(encoding="utf-8")


def rewritten(*, commitments: list[str] | None = None, **changes: object) -> None:
    """Change what the header or the last throw says, and give all lines links that fit."""
    lines = [json.loads(line) for line in Path(FILE).read_text(encoding="utf-8").splitlines()]
    if commitments is not None:
        lines[0]["seal"]["commitments"] = commitments
    thrown = [answer for line in lines for answer in line.get("answers", ()) if answer["kind"] == "throw"]
    thrown[-1].update(changes)
    link, told = "", []
    for number, line in enumerate(lines):
        line.pop("link", None)
        text = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        link = link_of(link, text.encode())
        told.append(text if number == 0 else json.dumps({**line, "link": link}, ensure_ascii=False))
    Path(FILE).write_text("\n".join(told) + "\n", encoding="utf-8")


def test_throws_that_are_not_sealed_are_named_before_the_seeds_are_revealed() -> None:
    rewritten(by="asked", draw=None)
    out = fine("match", "verify", FILE).out
    assert "the dice: 1 asked" in out
    assert "the sealed faces, until every seed is revealed" in out


def test_faces_are_proved_once_every_seed_is_revealed() -> None:
    out = fine("match", "verify", FILE).out
    assert all(commitment in out for commitment in COMMITMENTS)
    assert "the sealed faces, until every seed is revealed" in out
    out = fine("match", "verify", FILE, *SEEDS).out
    assert "every sealed face follows from the seeds that were committed to" in out
    assert "until every seed" not in out
    data = fine("match", "verify", FILE, *SEEDS, "--json").json
    assert data["sealed"] == {"commitments": COMMITMENTS, "is_revealed": True}
    assert not fine("match", "verify", FILE, "--json").json["sealed"]["is_revealed"]


def test_a_secret_that_nobody_committed_to_proves_nothing() -> None:
    ran = run("match", "verify", FILE, "--seed", RED, "--seed", "Perm:kolchak-crosses-the-ural")
    assert (ran.code, "nobody committed to the seed 'Perm'" in ran.err) == (1, True)
    ran = run("match", "verify", FILE, "--seed", RED)
    assert (ran.code, "is not revealed" in ran.err) == (1, True)
    fine("play", "crossing/ford", "--dice", "seed:1", "--save", "n.jsonl", stdin="quit\n")
    ran = run("match", "verify", "n.jsonl", "--seed", RED)
    assert (ran.code, "are not sealed" in ran.err) == (1, True)


def test_faces_of_other_dice_than_were_committed_to_are_found() -> None:
    """Somebody throws with a seed that suits them, and writes the published commitments above it."""
    Path(FILE).unlink()
    fine("play", "crossing/ford", "--sealed", "7:a-salt-of-my-own-choice", "--save", FILE, stdin="pass\nquit\n")
    rewritten(commitments=COMMITMENTS)
    fine("match", "verify", FILE)
    ran = run("match", "verify", FILE, *SEEDS)
    assert ran.code == 1
    assert "shows" in ran.err and "and the secrets give" in ran.err  # noqa: PT018


def test_a_number_that_is_not_that_of_the_event_is_found_without_any_seed() -> None:
    rewritten(draw=3)
    ran = run("match", "verify", FILE)
    assert ran.code == 1
    assert "sun is the sealed throw 3, and its place has 40001" in ran.err


def test_a_match_goes_on_with_its_secrets_alone() -> None:
    before = Path(FILE).read_bytes()
    ran = run("play", FILE, stdin="pass\nquit\n")
    assert ran.code == 1
    assert "give the secret of each party with --sealed SEED:SALT" in ran.err
    assert Path(FILE).read_bytes() == before
    out = fine("play", FILE, *SEALED, "--white", "hold", stdin="pass\nquit\n").out
    assert COMMITMENTS[0] in out
    fine("match", "verify", FILE, *SEEDS)
    assert Path(FILE).read_bytes().startswith(before)


def test_dice_come_from_one_place() -> None:
    ran = run("play", "crossing/ford", "--dice", "ask", "--sealed", RED, stdin="")
    assert (ran.code, "give one of --dice and --sealed" in ran.err) == (2, True)
    ran = run("play", "crossing/ford", "--sealed", "nobody", stdin="")
    assert (ran.code, "SEED:SALT" in ran.err) == (2, True)


def test_a_match_says_who_vouches_for_it() -> None:
    pytest.importorskip("cryptography")
    fine("keys", "new", "red.key")
    fine("keys", "new", "white.key")
    fine("sign", FILE, "--key", "red.key", "--as", "Red", "--role", "decided")
    out = fine("match", "verify", FILE, "--signed-by", "red.key.pub").out
    assert "'Red', who decided" in out
    data = fine("match", "verify", FILE, "--signature", f"{FILE}.sig", "--json").json
    assert [(one["name"], one["roles"]) for one in data["signatures"]] == [("Red", ["decided"])]
    ran = run("match", "verify", FILE, "--signed-by", "white.key.pub")
    assert (ran.code, "none of the signatures was made with the key" in ran.err) == (1, True)
    fine("play", FILE, *SEALED, "--white", "hold", stdin="pass\nquit\n")
    ran = run("match", "verify", FILE, "--signed-by", "red.key.pub")
    assert ran.code == 1
    assert "signed" not in ran.out


def test_every_step_of_sealed_dice_is_shown() -> None:
    out = fine("match", "show", FILE, "--full").out
    assert out.count("(sealed)") == len(re.findall(r"^    sun: 1d6: \d \[toy-turn\]$", out, flags=re.MULTILINE)) > 0
    assert "(sealed)" in fine("match", "export", FILE, "--full", "--html", "-").out
