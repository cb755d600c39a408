"""Dice sources: they supply the faces, from a seed, a person or a record.

Every source answers one question: these dice, for this purpose, what do they show, and who rolled them?
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from rcw_rules.kernel.dice import Face, Faces, Variable
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.questions import Throw
from rcw_rules.kernel.seeds import require_seed
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.variables import Roller, faces_told

if TYPE_CHECKING:
    from rcw_rules.kernel.record import RollStep
    from rcw_rules.kernel.seals import Seal


class DiceSource(ABC):
    """Where faces come from."""

    __slots__ = ()

    @abstractmethod
    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Return the faces of *variable*'s dice, checked, and who rolled them.

        Args:
            variable: What is thrown.
            purpose: What for, with the purposes of the procedures around it.
            rule: The id of the rule that asks for it.

        Returns:
            The faces in the order of `Variable.dice`, and who rolled them.

        Raises:
            DiceError: If the source has no faces for these dice, or one that a die cannot show.
        """

    def finish(self) -> None:  # noqa: B027 - a source that cannot be left with faces has nothing to do
        """Say that a whole resolution is over.

        Raises:
            DiceError: If the source was given more faces than were needed.
        """

    def anew(self) -> DiceSource:
        """Return the source as it began, where a procedure is run again; itself if its throws are used up."""
        return self

    @property
    def seal(self) -> Seal | None:
        """The seal of the sealed dice that this source draws from, or None."""
        return None

    @property
    def draw(self) -> int | None:
        """The number of the sealed throw that was made last, or None."""
        return None

    @property
    def sealed(self) -> DiceSource | None:
        """The source of sealed dice that this one draws from, itself or another, or None."""
        return self if self.seal is not None else None


def require_source(source: DiceSource) -> None:
    """Refuse dice that are no source.

    Raises:
        TypeError: If they are something else, such as a list of faces.
    """
    if not _is_source(type(source)):
        raise TypeError(f"dice is a source such as GivenDice([6, 4]) or SeededDice(1919), not {source!r}")


@cache
def _is_source(cls: type) -> bool:
    return issubclass(cls, DiceSource)  # of an abstract class a slow question


class PassingDice(DiceSource):
    """A source that passes some throws on to other sources."""

    __slots__ = ("_others", "_sealed")

    def __init__(self, *others: DiceSource | None) -> None:
        self._others = tuple(other for other in others if other is not None)
        sealed = list({id(source): source for other in self._others if (source := other.sealed) is not None}.values())
        if len({source.seal for source in sealed}) > 1:
            raise DiceError("these sources draw from dice under two seals; one resolution has one seal")
        if len(sealed) > 1:
            raise DiceError("two sources of sealed dice would each count throws of their own: name one of them twice")
        self._sealed = sealed[0] if sealed else None

    @property
    def seal(self) -> Seal | None:
        """The seal of the sealed dice among the others, or None."""
        return None if self._sealed is None else self._sealed.seal

    @property
    def draw(self) -> int | None:
        """The number of the sealed throw that was made last, or None."""
        return None if self._sealed is None else self._sealed.draw

    @property
    def sealed(self) -> DiceSource | None:
        """The source of the sealed dice among the others, or None."""
        return self._sealed

    def finish(self) -> None:
        """Pass on that the resolution is over."""
        for other in self._others:
            other.finish()


class DicePlace(dict[Any, Any]):
    """Where seeded dice are thrown, outside any procedure or within some, and what was thrown there before.

    It maps a purpose and a variable to what throws it, its hand, and the purpose of a procedure to the place within. So
    a throw that comes again is found without its whole purpose being written.

    Attributes:
        prefix: The purposes of the procedures around it, each with a ``/`` at its end.
    """

    __slots__ = ("_head", "_streams", "prefix")

    def __init__(self, prefix: str, head: str, streams: dict[tuple[str, int], Iterator[int]]) -> None:
        self.prefix: str = prefix
        self._head = head
        self._streams = streams  # of all places of these dice, by the whole purpose and the sides of the die

    def hand(self, variable: Variable[Any], purpose: str) -> Callable[[], Faces]:
        """Return what throws the dice of *variable*: it takes the next number for each of them out of its stream."""
        if not variable.dice:
            return tuple
        whole, streams = self.prefix + purpose, self._streams
        numbers: list[Iterator[int]] = []
        for sides in variable.dice:
            key = whole, sides
            stream = streams.get(key)
            if stream is None:
                stream = streams[key] = stream_of_faces(f"{self._head}{whole}|{sides}", sides)
            numbers.append(stream)
        hand: Callable[[], Faces] = zip(*numbers).__next__  # noqa: B905 - streams have no end
        if type(variable).faces is not _NUMBERS_AS_FACES:  # a card, or a place in a list
            hand = map(variable.faces, zip(*numbers)).__next__  # noqa: B905
        if len(self) >= _MOST_HANDS:
            self.clear()  # of changing packs of cards there is no end; the streams stay
        self[purpose, variable] = hand
        return hand

    def within(self, purpose: str) -> DicePlace:
        """Return the place within the procedure that is asked for *purpose* here, and keep it."""
        if len(self) >= _MOST_HANDS:
            self.clear()
        place = self[purpose] = DicePlace(f"{self.prefix}{purpose}/", self._head, self._streams)
        return place


_MOST_HANDS = 1_024
"""How much one place keeps before it begins anew."""

_NUMBERS_AS_FACES: object = cast("Any", Variable).faces
"""How a variable tells its faces that are the numbers on its dice."""


class SeededDice(DiceSource):
    """Dice from a seed: the same seed always gives the same faces, on every machine and every Python.

    Each purpose has a stream of its own, so a roll added elsewhere shifts nothing. The source remembers how far each
    stream has been used: a second resolution with the same object goes on, one with a new ``SeededDice(seed)`` starts
    again. For that reason threads must not share one: give each its own.

    A stream is read as follows, in any language. Block k (k = 0, 1, ...) of the stream for dice of S sides is the
    SHA-256 of the UTF-8 text ``rcw-dice-1|SEED|PURPOSE|S|k``, numbers in decimal. Of its 32 bytes, in order, those that
    are 256 - (256 mod S) or more are dropped; each other byte b shows the face (b mod S) + 1.

    >>> from rcw_rules.kernel.dice import d6
    >>> SeededDice(1919).throw(d6.sum(3), "demo", "gen-dice")
    ((3, 4, 1), 'seed')

    Attributes:
        seed: The seed, a whole number or a text without the character ``|``. The number 7 and the text ``7`` are the
            same seed.
        place: Where throws outside any procedure are made.
    """

    __slots__ = ("place", "seed")

    def __init__(self, seed: int | str) -> None:
        require_seed(seed)
        self.seed: int | str = seed
        self.place: DicePlace = DicePlace("", f"rcw-dice-1|{seed}|", {})

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Return the next faces of the stream of *purpose*."""
        place = self.place
        hand = place.get((purpose, variable)) or place.hand(variable, purpose)
        return hand(), "seed"

    def anew(self) -> DiceSource:
        """Return new dice of the same seed."""
        return SeededDice(self.seed)


def stream_of_faces(head: str, sides: int) -> Iterator[int]:
    """Return numbers from 1 to *sides* without end, each as likely as any other.

    Args:
        head: What sets the stream apart. Block k of it is the SHA-256 of the UTF-8 text ``HEAD|k``.
        sides: The greatest number, at most 255.
    """
    return chain.from_iterable(_blocks(head, sides))


def _blocks(head: str, sides: int) -> Iterator[bytes]:
    table, dropped = _face_table(sides)
    block = 0
    while True:
        yield hashlib.sha256(f"{head}|{block}".encode()).digest().translate(table, dropped)
        block += 1


@cache
def _face_table(sides: int) -> tuple[bytes, bytes]:
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


class GivenDice(PassingDice):
    """Faces given beforehand, such as physical dice typed in by a referee.

    >>> from rcw_rules.kernel.dice import d6, d10
    >>> dice = GivenDice([4, 6])
    >>> dice.throw(d6, "attacker", "melee-roll")
    ((4,), 'given')
    >>> GivenDice([0], as_shown=True).throw(d10, "morale", "morale-roll")
    ((10,), 'given')

    Args:
        faces: The faces in the order in which the procedure asks for them.
        as_shown: Whether they are read off real dice, on which the 0 of a d10 is ten. Otherwise a 0 is impossible.
        otherwise: A source for what is asked after the given faces have run out. Without it, too few is an error.
    """

    __slots__ = ("_as_shown", "_faces", "_otherwise", "_used")

    def __init__(self, faces: Iterable[Face], *, otherwise: DiceSource | None = None, as_shown: bool = False) -> None:
        super().__init__(otherwise)
        self._faces = tuple(faces)
        self._as_shown = as_shown
        self._otherwise = otherwise
        self._used = 0

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Return as many given faces as *variable* has dice.

        A throw is never split: fewer faces left than dice, but some, are an error even if there is another source.

        Raises:
            DiceError: If there are too few, or a die cannot show its face.
        """
        wanted = len(variable.dice)
        faces = self._faces[self._used : self._used + wanted]
        if len(faces) < wanted:
            if self._otherwise is not None and not faces:
                return self._otherwise.throw(variable, purpose, rule)
            raise DiceError(
                f"too few dice: {purpose} [{rule}] needs {variable.label}, {faces_told(wanted)}, "
                f"but only {faces_told(len(faces))} of the {len(self._faces)} given "
                f"{'is' if len(faces) == 1 else 'are'} left"
            )
        self._used += wanted
        if self._as_shown:
            faces = variable.as_shown(faces)
        return _checked(variable, faces, purpose, rule), "given"

    def finish(self) -> None:
        """Refuse faces that nobody asked for.

        Raises:
            DiceError: If some are left; the message lists them.
        """
        left = self._faces[self._used :]
        if left:
            shown = ", ".join(face if isinstance(face, str) else show(face, "python") for face in left)
            raise DiceError(f"too many dice: {self._used} of {len(self._faces)} faces were needed; left over: {shown}")
        super().finish()


class AskingDice(PassingDice):
    """Dice that a person rolls when asked, with the purpose of each roll. A 0 on a d10 counts as 10.

    Args:
        ask: Takes a `Throw` and returns the faces in order, or None to leave this throw to *otherwise*.
        otherwise: Rolls whatever the person leaves to it.
    """

    __slots__ = ("_ask", "_otherwise")

    def __init__(self, ask: Callable[[Throw], Sequence[Face] | None], *, otherwise: DiceSource | None = None) -> None:
        super().__init__(otherwise)
        self._ask = ask
        self._otherwise = otherwise

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Ask for the faces.

        Raises:
            DiceError: If the answer has too few or too many faces or an impossible one, or is None and no other source
                was named.
        """
        if not variable.dice:
            return (), "asked"
        faces = self._ask(Throw(purpose=purpose, rule=rule, variable=variable))
        if faces is None:
            if self._otherwise is None:
                raise DiceError(
                    f"no faces were given for {purpose} [{rule}], and no other source was named to roll them"
                )
            return self._otherwise.throw(variable, purpose, rule)
        wanted = len(variable.dice)
        if len(faces) != wanted:
            raise DiceError(f"{purpose} [{rule}] needs {variable.label}: {faces_told(wanted)}, not {len(faces)}")
        return _checked(variable, variable.as_shown(faces), purpose, rule), "asked"


class RecordedDice(DiceSource):
    """The faces of an older record, replayed, with who rolled them then.

    The same dice must be asked for, for the same purposes, in the same order.

    Args:
        rolls: The roll steps of the record, in order.
        seal: The seal of the record, if some of its dice were sealed.
    """

    __slots__ = ("_rolls", "_seal", "_used")

    def __init__(self, rolls: Iterable[RollStep], seal: Seal | None = None) -> None:
        self._rolls = tuple(rolls)
        self._seal = seal
        self._used = 0

    @property
    def seal(self) -> Seal | None:
        """The seal of the record."""
        return self._seal

    @property
    def draw(self) -> int | None:
        """The number of the throw that was repeated last, if it was sealed."""
        return self._rolls[self._used - 1].draw if self._used else None

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Return the recorded faces, and who rolled them then.

        Raises:
            DiceError: If the record has other dice at this place; the message names the first difference.
        """
        number = self._used + 1
        if number > len(self._rolls):
            raise DiceError(f"the record ends after roll {len(self._rolls)}, but {purpose} [{rule}] is rolled as well")
        old = self._rolls[self._used]
        if (old.purpose, old.label) != (purpose, variable.label):
            raise DiceError(
                f"roll {number} of the record is {old.label} for {old.purpose}, "
                f"not {variable.label} for {purpose} [{rule}]"
            )
        wanted = len(variable.dice)
        if len(old.faces) != wanted:
            raise DiceError(
                f"roll {number} of the record, {purpose} [{rule}], has {faces_told(len(old.faces))}, "
                f"but {variable.label} needs {faces_told(wanted)}"
            )
        self._used = number
        return _checked(variable, old.faces, purpose, rule), old.by

    def finish(self) -> None:
        """Refuse a record that goes on.

        Raises:
            DiceError: If some of its rolls were not asked for.
        """
        if self._used < len(self._rolls):
            raise DiceError(f"the record has {len(self._rolls)} rolls, but only {self._used} were asked for")


class MixedDice(PassingDice):
    """Different sources for different purposes: these rolls by hand, the others by the machine.

    >>> from rcw_rules.kernel.dice import d6
    >>> dice = MixedDice({"attacker*": GivenDice([6])}, otherwise=SeededDice(1))
    >>> dice.throw(d6, "attacker's die", "melee-roll"), dice.throw(d6, "defender's die", "melee-roll")[1]
    (((6,), 'given'), 'seed')

    Args:
        by_purpose: Maps patterns of purposes (``*`` stands for anything) to sources; the first that fits is used.
        otherwise: The source for every other purpose.
    """

    __slots__ = ("_by_purpose", "_otherwise")

    def __init__(self, by_purpose: Mapping[str, DiceSource], *, otherwise: DiceSource) -> None:
        super().__init__(*by_purpose.values(), otherwise)
        self._by_purpose = dict(by_purpose)
        self._otherwise = otherwise

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Pass the throw on to the source for its purpose."""
        for pattern, source in self._by_purpose.items():
            if fnmatchcase(purpose, pattern):
                return source.throw(variable, purpose, rule)
        return self._otherwise.throw(variable, purpose, rule)


def _checked(variable: Variable[Any], faces: Sequence[Face], purpose: str, rule: str) -> Faces:
    try:
        return variable.check_faces(faces)
    except DiceError as error:
        raise DiceError(f"{purpose} [{rule}]: {error}") from None
