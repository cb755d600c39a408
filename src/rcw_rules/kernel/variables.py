"""Variables of chance: what is asked of an umpire, and how it is read off the faces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import log2
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import BudgetError, DiceError
from rcw_rules.kernel.limits import checking_at_least, require_room
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.sizes import PER_VALUE

Face: TypeAlias = int | str
"""What a die or a card shows: a number from 1, or the code of a card such as ``QH``."""

Faces: TypeAlias = tuple[Face, ...]

V_co = TypeVar("V_co", bound=Hashable, covariant=True)

T = TypeVar("T", bound=Hashable)

VariableT = TypeVar("VariableT", bound="Variable[Any]")

Roller: TypeAlias = Literal["seed", "given", "asked", "sealed", "record", "referee"]
"""Who rolled: a seed, faces given beforehand, a person who was asked, sealed dice, a record, or a referee.

``record`` stands in documents of versions 1 and 2, for a replay; today a replay repeats who rolled.
"""

DecidedBy: TypeAlias = Literal["default", "policy", "person"]
"""Who took a decision: the documented default, a policy of the caller, or a person who was asked."""

MOST_BRANCHES = 1_000_000
"""A single variable with more possible values than this cannot be walked exactly."""

MOST_KEPT = 2048
"""How many variables of one kind are kept to be asked for again."""

_FEW_BRANCHES = 64
"""As many branches are kept with their variable."""

_FEW_FALLS = 144
"""What as many falls of the dice mean is kept with the variable."""

_SHOWS_ZERO = 10
"""The die whose highest face is marked 0."""


Grouping: TypeAlias = Literal["none", "apart", "answers"]
"""Which cards a draw takes for one: none, as where cards are turned up; those that no rule of the game tells apart, as
in exact odds; or those that answer alike, in exact odds of a question that nothing goes on with."""


class _Branches(Generic[V_co]):
    """Works out the branches of a variable when they are first asked for.

    Few are kept with the variable, which answers by itself from then on. Many are kept as long as there is room.
    """

    def __get__(self, variable: Variable[V_co], owner: type[Any]) -> Distribution[V_co]:
        made = _MANY_BRANCHES.get(variable)
        if made is None:
            with checking_at_least(variable.label):
                made = variable.work_out()
            if len(made) > _FEW_BRANCHES:
                _MANY_BRANCHES.put(variable, made, made.pairs)
            else:
                vars(variable)["branches"] = made
        return made


class Variable(Generic[V_co]):
    """Something that chance decides.

    Attributes:
        dice: The number of sides of each physical die, in the order in which they are thrown; for cards and picks, the
            number of cards or items that are left at each draw.
        label: What to throw, as a person would say it: ``2d6``, ``d10, 6 or less``.
        key: Everything that sets it apart from other variables, as plain values.
        ways: How many branches it has where these may be very many, known before they are made; otherwise 0.
        known: What faces were found to mean, kept where the dice can fall in few ways; see `meaning`.
    """

    __slots__ = ("__dict__", "_keeps", "_worded", "dice", "key", "known", "label")

    ways: int = 0

    def __init__(self, key: tuple[Hashable, ...], dice: tuple[int, ...], label: str) -> None:
        self.key: tuple[Hashable, ...] = (type(self).__name__, *key)
        self.dice: tuple[int, ...] = dice
        self.label: str = label
        self.known: dict[Faces, V_co] = {}
        self._worded: dict[Faces, tuple[str, tuple[int, ...]]] = {}
        self._keeps = _fall_in_few_ways(dice)

    @property
    def remedy(self) -> str:
        """What else helps where exact odds branch too often on it, as a ruleset knows it; "" for nothing."""
        return ""

    def read(self, faces: Sequence[Face]) -> V_co:
        """Return what the *faces*, in the order of `dice`, mean."""
        raise NotImplementedError

    def meaning(self, faces: Faces) -> V_co:
        """Return what *faces* of this variable mean: `read`, remembered where there are few of them."""
        value = self.read(faces)
        if self._keeps:
            self.known[faces] = value
        return value

    def words(self, faces: Faces) -> tuple[str, tuple[int, ...]]:
        """Return what `tell` and `parts` say of *faces*, remembered where there are few of them."""
        words = self._worded.get(faces)
        if words is None:
            words = self.tell(faces), self.parts(faces)
            if self._keeps:
                self._worded[faces] = words
        return words

    def _weights(self) -> dict[Any, int]:
        raise NotImplementedError

    branches: _Branches[V_co] = _Branches()
    """Every value with its exact weight."""

    def work_out(self) -> Distribution[V_co]:
        """Compute every value with its exact weight; `branches` caches them.

        Raises:
            BudgetError: If it has more than a million values, or if a question needs it that may not take so long or
                hold so much.
        """
        if self.ways > MOST_BRANCHES:
            raise BudgetError(MOST_BRANCHES, self.label)
        entries = self._entries()
        if entries > _FEW_BRANCHES:
            require_room(entries * (PER_VALUE + sum(map(log2, self.dice)) / 8))
        return Distribution(self._weights())

    def _entries(self) -> int:
        """Return how many weights are kept at once while the branches are made, at most."""
        return self.ways

    def faces(self, numbers: tuple[int, ...]) -> Faces:
        """Turn uniform *numbers*, each from 1 to the sides of its die, into the faces shown."""
        return numbers

    def as_shown(self, faces: Sequence[Face]) -> Faces:
        """Return the *faces* that a person reads off real dice as they are written: the 0 of a d10 is 10.

        >>> from rcw_rules.kernel.dice import d10, d100
        >>> d10.as_shown((0,)), d100.as_shown((0, 7))
        ((10,), (10, 7))
        """
        if len(faces) > len(self.dice):
            return tuple(faces)
        return tuple(
            sides if type(face) is int and face == 0 and sides == _SHOWS_ZERO else face
            for face, sides in zip(faces, self.dice, strict=False)
        )

    def check_faces(self, faces: Sequence[Face]) -> Faces:
        """Return *faces*, those of all dice or of the first so many, as this variable writes them.

        Raises:
            DiceError: If a die cannot show its face.
        """
        for face, sides in zip(faces, self.dice, strict=False):
            if type(face) is not int or not 1 <= face <= sides:
                shown = show(face, "python")
                raise DiceError(f"face {shown} is impossible on a d{sides}, which shows 1 to {sides}")
        return tuple(faces)

    def tell(self, faces: Sequence[Face]) -> str:
        """Describe in a few words what the *faces* add up to."""
        shown = ", ".join(str(face) for face in faces)
        value = self.read(faces)
        return shown if len(faces) == 1 and value == faces[0] else f"{shown}: {value}"

    def parts(self, faces: Sequence[Face]) -> tuple[int, ...]:
        """Return the numbers on the way from the *faces* to the value, where there are any."""
        return ()

    def same_as(self, other: object) -> bool:
        """Whether *other* is the same variable, even if it was made again after the first was forgotten."""
        return self is other or (isinstance(other, Variable) and self.key == other.key)

    def __repr__(self) -> str:
        return f"<{self.label}>"


class Number(Variable[int]):
    """A variable whose value is a whole number, so that it can be tested against a target."""

    __slots__ = ("_checks",)

    def __init__(self, key: tuple[Hashable, ...], dice: tuple[int, ...], label: str) -> None:
        super().__init__(key, dice, label)
        self._checks: dict[object, Check] = {}

    def check(
        self,
        *,
        at_most: int | None = None,
        at_least: int | None = None,
        always: tuple[int, ...] = (),
        never: tuple[int, ...] = (),
    ) -> Check:
        """Return the variable that is true when the throw succeeds.

        Args:
            at_most: Succeed on this number or less (roll-under). Give this or *at_least*.
            at_least: Succeed on this number or more (roll-over).
            always: Natural throws that succeed whatever the target.
            never: Natural throws that fail whatever the target; stronger than *always*.

        Returns:
            The check; the same object for the same arguments.

        Raises:
            DiceError: If both targets are given or none, or one is not a whole number.
        """
        # Asked for on every branch of a walk: the usual goal, roll-under, is found by one number.
        plain = at_least is None and not always and not never
        key = at_most if plain else (at_most, at_least, always, never)
        check = self._checks.get(key)
        if check is None:
            check = remember(self._checks, key, Check(self, at_most, at_least, always, never))
        return check


class Check(Variable[bool]):
    """A throw against a target: true when it succeeds.

    Natural throws are looked at first (`never`, then `always`), the target afterwards.
    """

    __slots__ = ("always", "at_least", "at_most", "never", "of")

    def __init__(
        self, of: Number, at_most: int | None, at_least: int | None, always: tuple[int, ...], never: tuple[int, ...]
    ) -> None:
        if (at_least is None) == (at_most is None):
            raise DiceError("a check needs at_least or at_most, one of them")
        require_whole("at_least", at_least)
        require_whole("at_most", at_most)
        goal = f"{at_least} or more" if at_most is None else f"{at_most} or less"
        super().__init__((of.key, at_most, at_least, always, never), of.dice, f"{of.label}, {goal}")
        self.of: Number = of
        self.at_most: int | None = at_most
        self.at_least: int | None = at_least
        self.always: tuple[int, ...] = always
        self.never: tuple[int, ...] = never

    def _succeeds(self, number: int) -> bool:
        if number in self.never:
            return False
        if number in self.always:
            return True
        return number <= self.at_most if self.at_most is not None else number >= (self.at_least or 0)

    def read(self, faces: Sequence[Face]) -> bool:
        """Return whether the throw succeeds."""
        return self._succeeds(self.of.read(faces))

    def parts(self, faces: Sequence[Face]) -> tuple[int, ...]:
        """Return the number that was held against the target."""
        return (self.of.read(faces),)

    def tell(self, faces: Sequence[Face]) -> str:
        """Say what was thrown and whether it succeeds."""
        return f"{self.of.tell(faces)}: {'succeeds' if self.read(faces) else 'fails'}"

    def _weights(self) -> dict[Any, int]:
        ways = {True: 0, False: 0}
        for number, weight in self.of.branches.pairs:
            ways[self._succeeds(number)] += weight
        return {passed: weight for passed, weight in ways.items() if weight}


_MANY_BRANCHES: Cache[Variable[Any], Distribution[Any]] = Cache(megabytes=32)


def _fall_in_few_ways(dice: tuple[int, ...]) -> bool:
    ways = 1
    for sides in dice:
        ways *= sides
        if ways > _FEW_FALLS:
            return False
    return True


def remember(made: dict[Any, VariableT], goal: object, variable: VariableT) -> VariableT:
    """Keep *variable* under its *goal*, and return it."""
    # Checks and counts are asked for on every branch of a walk, and a dictionary of their own answers fastest.
    if len(made) >= MOST_KEPT:
        made.clear()
    made[goal] = variable
    return variable


def faces_told(count: int) -> str:
    """Return a number of faces in words."""
    return "1 face" if count == 1 else f"{count} faces"


def whole(face: Face) -> int:
    """Return a face that is a number."""
    assert type(face) is int  # noqa: S101 - faces are checked where they come in
    return face


def sum_of(number: int, plus: int, total: int) -> str:
    """Return how a number with an addition reads: ``4 + 1 = 5``."""
    return f"{number}{signed(plus)} = {total}" if plus else str(number)


def signed(number: int) -> str:
    """Return an addition as it reads after a number, or "" for 0."""
    return f" {'+' if number > 0 else '-'} {abs(number)}" if number else ""


def frequencies(values: Iterable[T]) -> dict[T, int]:
    """Return how often each of the values comes up, in the order in which they first do."""
    found: dict[T, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def require_whole(name: str, number: int | None) -> None:
    """Refuse a number that is neither an integer nor None."""
    if number is not None and type(number) is not int:
        raise DiceError(f"{name} is a whole number, not {number!r}")


def require_dice(dice: int, least: int) -> None:
    """Refuse a number of dice that is not an integer, or too small."""
    if type(dice) is not int or dice < least:
        raise DiceError(f"one throws a whole number of dice, {least} or more, not {dice!r}")
