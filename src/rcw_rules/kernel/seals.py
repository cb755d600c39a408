"""Sealed dice: faces that nobody can choose and everybody can check.

Before a game each party publishes a *commitment*, a hash of its seed and a salt. Every throw of the game has a number,
and its faces follow from the secrets of all parties, its number, its purpose and its dice. After the game the secrets
are revealed: they fit the commitments or they do not, and every face follows from them or it does not.

>>> from rcw_rules.kernel.dice import d6
>>> secret = Secret("1919", "winter-in-the-don-steppe")
>>> secret.commitment[:16]
'15f66c8d7a8b97cc'
>>> dice = SealedDice("1919", salt="winter-in-the-don-steppe")
>>> dice.throw(d6.sum(2), "attacker", "melee-roll"), dice.draw
(((1, 6), 'sealed'), 1)

All texts below are hashed in UTF-8, and every hash is written in lower-case hexadecimal digits.

- The commitment of a party is the SHA-256 of ``rcw-seal-1|SEED|SALT``.
- The key of a game is the SHA-256 of ``rcw-key-1|SEED|SALT|SEED|SALT ...``: the secrets of all parties, in the
  ascending order of their commitments.
- Block k (k = 0, 1, ...) of throw n for dice of S sides is the SHA-256 of ``rcw-throw-1|KEY|n|PURPOSE|S|k``. Of its 32
  bytes, in order, those that are 256 - (256 mod S) or more are dropped; each other byte b shows (b mod S) + 1. The
  first die of S sides in the throw takes the first number, the second the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Literal

from attrs import field, frozen

from rcw_rules.kernel.dice import Faces, Variable
from rcw_rules.kernel.errors import DiceError, ReplayError
from rcw_rules.kernel.seeds import require_seed
from rcw_rules.kernel.sources import DiceSource, stream_of_faces
from rcw_rules.kernel.variables import Roller

LEAST_SALT = 16
"""A salt has at least as many characters, so that nobody can guess a seed and try it against the commitment."""

_SALT = re.compile(rf"[^\s|:]{{{LEAST_SALT},}}")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


@frozen
class Secret:
    """What a party commits to before a game and reveals after it.

    Attributes:
        seed: Any text without ``|``, or a whole number: 7 and ``7`` are the same seed.
        salt: A text that nobody can guess, of 16 characters or more, without ``|``, ``:`` and spaces.
    """

    seed: str = field(converter=str)
    salt: str

    def __attrs_post_init__(self) -> None:
        require_seed(self.seed)
        if type(self.salt) is not str or not _SALT.fullmatch(self.salt):
            raise DiceError(
                f"a salt is a text of {LEAST_SALT} characters or more without '|', ':' and spaces, not {self.salt!r}"
            )
        require_seed(self.salt)

    @classmethod
    def parse(cls, text: str) -> Secret:
        """Return the secret written as ``SEED:SALT``; the salt stands after the last colon.

        Raises:
            DiceError: If there is no colon, or no such seed or salt.
        """
        seed, colon, salt = text.rpartition(":")
        if not colon:
            raise DiceError(f"a secret is written SEED:SALT, not {text!r}")
        return cls(seed, salt)

    @property
    def commitment(self) -> str:
        """What the party publishes before the game: 64 hexadecimal digits."""
        return _hash(f"rcw-seal-1|{self.seed}|{self.salt}")

    def __str__(self) -> str:
        return f"{self.seed}:{self.salt}"


@frozen(kw_only=True)
class Seal:
    """What was published before a game, so that its dice can be checked after it.

    Attributes:
        commitments: The commitment of each party, ascending.
        recipe: How the faces follow from the secrets.
    """

    commitments: tuple[str, ...]
    recipe: Literal["rcw-sealed-1"] = "rcw-sealed-1"

    def __attrs_post_init__(self) -> None:
        if not self.commitments or any(not _COMMITMENT.fullmatch(one) for one in self.commitments):
            raise ValueError("a seal has one commitment or more, each of 64 hexadecimal digits in lower case")
        if list(self.commitments) != sorted(set(self.commitments)):
            raise ValueError("the commitments of a seal ascend, and no two of them are equal")

    def key(self, secrets: Iterable[Secret]) -> str:
        """Return the key of the game, from the secrets of all parties in any order.

        Raises:
            ReplayError: If a secret was not committed to, or one that was is missing.
        """
        by_commitment = {secret.commitment: secret for secret in secrets}
        missing = [one for one in self.commitments if one not in by_commitment]
        strange = [(one, secret) for one, secret in by_commitment.items() if one not in self.commitments]
        if strange:
            commitment, secret = strange[0]
            whose = f"; nobody has revealed the seed of {', '.join(missing)}" if missing else ""
            raise ReplayError(
                f"nobody committed to the seed {secret.seed!r} with this salt: its commitment is {commitment}{whose}"
            )
        if missing:
            raise ReplayError(f"the seed of the commitment {missing[0]} is not revealed: every party tells its own")
        told = "|".join(f"{secret.seed}|{secret.salt}" for secret in map(by_commitment.__getitem__, self.commitments))
        return _hash(f"rcw-key-1|{told}")


class SealedDice(DiceSource):
    """Dice of a game whose parties have committed to their seeds.

    The source counts its throws over the whole game: use one object for all resolutions, or continue a game with
    *first*. No throw shifts another. Whoever holds all secrets can look ahead; nobody can choose a face.

    A resolution that ends with an error has used up its numbers. Begin it again with a new source whose *first* is
    where it began: the same throws have the same faces.

    Args:
        seed: The seed of the first party.
        salt: Its salt.
        others: The secrets of the other parties; with two, neither can choose a seed to its liking.
        first: The number of the next throw, from 1.

    Raises:
        DiceError: If there is no such seed or salt, two parties have the same secret, or *first* is not a whole number
            from 1.
    """

    __slots__ = ("_draw", "_key", "_next", "_seal")

    def __init__(self, seed: int | str, *, salt: str, others: Iterable[Secret] = (), first: int = 1) -> None:
        secrets = (Secret(_seed_text(seed), salt), *others)
        commitments = tuple(sorted({secret.commitment for secret in secrets}))
        if len(commitments) < len(secrets):
            raise DiceError("two parties have the same seed and the same salt: each chooses its own")
        if type(first) is not int or first < 1:
            raise DiceError(f"the throws of a game are counted from 1: first is a whole number, not {first!r}")
        self._seal = Seal(commitments=commitments)
        self._key = self._seal.key(secrets)
        self._next = first
        self._draw: int | None = None

    @property
    def seal(self) -> Seal:
        """What the parties publish before the game."""
        return self._seal

    @property
    def draw(self) -> int | None:
        """The number of the last throw, or None before the first."""
        return self._draw

    @property
    def next_draw(self) -> int:
        """The number of the next throw: what ``first`` is when the game goes on another day."""
        return self._next

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Return the faces of the next throw."""
        self._draw, self._next = self._next, self._next + 1
        return sealed_faces(self._key, self._draw, variable, purpose), "sealed"


def sealed_faces(key: str, draw: int, variable: Variable[Any], purpose: str) -> Faces:
    """Return the faces of a sealed throw.

    Args:
        key: The key of the game, from `Seal.key`.
        draw: The number of the throw.
        variable: What is thrown.
        purpose: What for, with the purposes of the procedures around it.
    """
    streams: dict[int, Callable[[], int]] = {}
    numbers: list[int] = []
    for sides in variable.dice:
        if sides not in streams:
            streams[sides] = stream_of_faces(f"rcw-throw-1|{key}|{draw}|{purpose}|{sides}", sides).__next__
        numbers.append(streams[sides]())
    return variable.faces(tuple(numbers))


def _seed_text(seed: int | str) -> str:
    require_seed(seed)
    return str(seed)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
