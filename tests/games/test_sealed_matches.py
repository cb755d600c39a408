"""Matches with sealed dice: faces from the secrets of both sides, that nobody can choose and everybody can check."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from crossing_game import ford, game

from rcw_rules import DiceError, ReplayError, Secret, SeededDice, inches, red_white
from rcw_rules.games import Match, MatchFile, SealedMatchDice, read_match
from rcw_rules.games.match import dice_of_event
from rcw_rules.kernel.questions import Thrown

RED, WHITE = Secret("1919", "winter-in-the-don-steppe"), Secret("Omsk", "kolchak-crosses-the-ural")


def begun(*secrets: Secret) -> Match[Any, Any, Any]:
    return Match.begin(game, ford(), dice=SealedMatchDice(secrets or (RED, WHITE)))


def thrown(match: Match[Any, Any, Any]) -> list[Thrown]:
    return [answer for event in match.line_of_play for answer in event.answers if isinstance(answer, Thrown)]


def by_hand(draw: int, purpose: str) -> int:
    """Return the face of a six-sided die as the page on proofs works it out, with nothing but a hash function."""
    secrets = sorted((sha256(f"rcw-seal-1|{one.seed}|{one.salt}".encode()).hexdigest(), one) for one in (RED, WHITE))
    told = "|".join(f"{one.seed}|{one.salt}" for _, one in secrets)
    key = sha256(f"rcw-key-1|{told}".encode()).hexdigest()
    block = sha256(f"rcw-throw-1|{key}|{draw}|{purpose}|6|0".encode()).digest()
    return next(byte % 6 + 1 for byte in block if byte < 252)


def test_every_face_follows_from_the_secrets_and_the_place_of_its_event() -> None:
    match = begun().answer("shoot at 4 with Scouts")
    sun, shot = thrown(match.answer("Cossacks") if match.session is not None else match)[:2]
    assert (sun.by, sun.draw, sun.faces) == ("sealed", 10_001, (by_hand(10_001, "sun"),))
    assert (shot.by, shot.draw, shot.faces) == ("sealed", 20_001, (by_hand(20_001, "shot of Scouts"),))


def test_the_order_of_the_secrets_does_not_matter_and_both_count() -> None:
    held = thrown(begun().answer("pass").answer("pass"))
    assert held == thrown(begun(WHITE, RED).answer("pass").answer("pass"))
    assert held != thrown(begun(RED).answer("pass").answer("pass"))


def test_to_take_back_shifts_no_later_face_and_shows_the_same_again() -> None:
    one = begun().answer("march Scouts to 3").answer("pass")
    other = one.undo(reason="we try again").answer("pass")
    assert thrown(other) == thrown(one)
    shot = begun().answer("shoot at 4 with Scouts")
    again = shot.undo(reason="dropped").answer("shoot at 4 with Scouts")
    assert (again.state, str(again.pending)) == (shot.state, str(shot.pending))


def test_dice_of_an_event_go_on_after_its_answers_whichever_is_taken_back() -> None:
    """The Cheka may shoot after a failed test, which is then thrown again: a throw, a decision, a throw."""
    cheka = red_white.ActivationRequest(base=1, stands=8, full_move=inches(6), cheka=True)
    dice = dice_of_event(SealedMatchDice([RED, WHITE]), 3, "red")
    asked = red_white.ruleset.begin(cheka).automate(dice=dice)
    for _ in range(2):
        done = asked.answer("yes")
        assert [answer.draw for answer in done.answers if isinstance(answer, Thrown)] == [30_001, 30_002]
        assert done.before is not None
        assert done.before.answers == asked.answers


def test_the_commitments_are_in_the_file_before_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with MatchFile[Any, Any, Any].create(path, game, ford(), secrets=[RED, WHITE]) as file:
        file.answer("pass")
        ended = file.answer("pass")
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert first["seed"] is None
    assert first["seal"] == {"commitments": sorted([RED.commitment, WHITE.commitment]), "recipe": "rcw-sealed-1"}
    assert "winter-in-the-don" not in path.read_text(encoding="utf-8")
    text = read_match(path, game)
    assert text.seal is not None and text.dice is None  # noqa: PT018
    with MatchFile[Any, Any, Any].open(path, game, secrets=[WHITE, RED]) as file:
        assert file.match.state == ended.state
        after = file.answer("pass").line_of_play
        assert after[-1].number > ended.line_of_play[-1].number


def test_other_secrets_are_refused_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    MatchFile[Any, Any, Any].create(path, game, ford(), secrets=[RED, WHITE]).close()
    before = path.read_bytes()
    for secrets, says in (
        ([RED], "is not revealed"),
        ([RED, Secret("Perm", WHITE.salt)], "nobody committed to the seed 'Perm'"),
    ):
        with pytest.raises(ReplayError, match=says):
            MatchFile[Any, Any, Any].open(path, game, secrets=secrets)
    assert path.read_bytes() == before
    MatchFile[Any, Any, Any].create(tmp_path / "n.jsonl", game, ford(), seed=1).close()
    with pytest.raises(ReplayError, match="are not sealed"):
        MatchFile[Any, Any, Any].open(tmp_path / "n.jsonl", game, secrets=[RED])
    with pytest.raises(DiceError, match="give secrets or a seed"):
        MatchFile[Any, Any, Any].create(tmp_path / "o.jsonl", game, ford(), seed=1, secrets=[RED])
    with pytest.raises(DiceError, match="the same seed and the same salt"):
        SealedMatchDice([RED, RED])
    with pytest.raises(DiceError, match="need the secret of a party"):
        SealedMatchDice([])
    assert isinstance(read_match(tmp_path / "n.jsonl", game).dice, SeededDice)
