"""What a record proves, and what it only says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Generic, Protocol

import attrs

from rcw_rules.documents import require_numbered
from rcw_rules.kernel.dice import Faces, Variable
from rcw_rules.kernel.errors import (
    ChoiceError,
    IllegalRequestError,
    InvalidRequestError,
    NeedsRuling,
    OverrideError,
    ReplayError,
)
from rcw_rules.kernel.procedures import OutcomeT, Procedure
from rcw_rules.kernel.record import ChoiceStep, OverrideStep, RollStep
from rcw_rules.kernel.seals import Secret, sealed_faces
from rcw_rules.kernel.sources import DiceSource, RecordedDice
from rcw_rules.kernel.variables import Roller, frequencies
from rcw_rules.kernel.words import counted
from rcw_rules.replays import require_same
from rcw_rules.resolution import Resolution

__all__ = ["Verification"]

_MOST_NAMED = 12
"""So many missing throws an error names."""


@attrs.frozen(kw_only=True)
class Verification(Generic[OutcomeT]):
    """A record that agrees with its dice: what that proves, and what it cannot prove.

    Attributes:
        resolution: The resolution as today's rules resolve it again. Show this one: none of its words come from a file.
        on_their_word: What nothing proves, with who says it: ``3 throws (given)``.
        draws: The numbers of the sealed throws, ascending.
        is_revealed: Whether the seeds of the sealed throws were given, so that every face of them is proved; False if
            no throw is sealed.
        rules_version: The version of the rules by which it was resolved then.
        is_in_old_words: Whether it has the words of documents of versions 1 and 2, which do not say for which unit of
            which side a decision is.
    """

    resolution: Resolution[OutcomeT]
    on_their_word: tuple[str, ...]
    draws: tuple[int, ...] = ()
    is_revealed: bool = False
    rules_version: int
    is_in_old_words: bool = False

    def lines(self) -> tuple[str, ...]:
        """Return the findings, a sentence each: what agrees, what is sealed, and what rests on a person's word."""
        said = ["The record agrees with its dice."]
        today = self.resolution.ruleset.rules_version
        if self.rules_version != today:
            said.append(f"It names version {self.rules_version} of the rules; version {today} gives the same.")
        if self.is_in_old_words:
            said.append("It has the words of an older document, without the side and the unit of each decision.")
        if self.draws:
            first, last = self.draws[0], self.draws[-1]
            throws = f"throw {first}" if first == last else f"throws {first} to {last}"
            proved = "the faces follow from the seeds that were committed to"
            said.append(f"Sealed, {throws}: {proved if self.is_revealed else 'not yet revealed'}.")
        elif self.resolution.seal is not None:
            said.append("The dice were sealed, and no throw of this record is: no seed proves anything of it.")
        if self.resolution.seal is not None:
            said.append(f"Commitments, to compare with those published: {', '.join(self.resolution.seal.commitments)}.")
        said.append(f"On their word: {', '.join(self.on_their_word)}.")
        return tuple(said)


class Verifiable(Protocol):
    """What a verification needs to know of the ruleset that resolves again."""

    @property
    def procedures(self) -> tuple[Procedure[Any, Any, Any], ...]:
        """Every procedure."""
        ...

    def replay(self, resolution: Resolution[OutcomeT], *, dice: DiceSource | None = None) -> Resolution[OutcomeT]:
        """Resolve an older resolution again."""
        ...


_REFUSALS = (ChoiceError, IllegalRequestError, InvalidRequestError, NeedsRuling, OverrideError)
"""How rules may refuse the request, the decisions or the overrides of a record that somebody changed."""


def verify(
    ruleset: Verifiable, resolution: Resolution[OutcomeT], seeds: Iterable[Secret] | None
) -> Verification[OutcomeT]:
    """Do what `Ruleset.verify` says."""
    try:
        require_numbered(resolution)  # one that is read from a document is, any other may not be
    except InvalidRequestError as error:
        raise ReplayError(f"the throws of the record are not counted as sealed throws are: {error}") from error
    dice = None if seeds is None else _ProvingDice(resolution, seeds)
    try:
        again = ruleset.replay(resolution, dice=dice)
    except _REFUSALS as error:
        raise ReplayError(f"today's rules do not resolve what the record asks: {error}") from error
    is_in_old_words = require_same(resolution, again, {each.id: each.formerly for each in ruleset.procedures})
    draws = tuple(roll.draw for roll in resolution.record.rolls if roll.draw is not None)
    return Verification(
        resolution=again,
        on_their_word=_on_their_word(resolution),
        draws=draws,
        is_revealed=seeds is not None and bool(draws),
        rules_version=resolution.ruleset.rules_version,
        is_in_old_words=is_in_old_words,
    )


class _ProvingDice(RecordedDice):
    """The faces of a record; those of its sealed throws must follow from the secrets."""

    __slots__ = ("_key",)

    def __init__(self, resolution: Resolution[Any], seeds: Iterable[Secret]) -> None:
        super().__init__(resolution.record.rolls, resolution.seal)
        if resolution.seal is None:
            raise ReplayError("the dice of this record are not sealed: there is nothing that a seed could prove")
        self._key = resolution.seal.key(seeds)

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        faces, by = super().throw(variable, purpose, rule)
        if by == "sealed" and self.draw is not None:
            sealed = sealed_faces(self._key, self.draw, variable, purpose)
            if faces != sealed:
                shown, drawn = (", ".join(map(str, each)) for each in (faces, sealed))
                raise ReplayError(f"throw {self.draw}, {purpose}, is {shown} in the record; its seed gives {drawn}")
        return faces, by


def _on_their_word(resolution: Resolution[Any]) -> tuple[str, ...]:
    """Return what a replay takes from the record as it stands."""
    steps = [step for _, step in resolution.record.walk()]
    rollers = frequencies(step.by for step in steps if isinstance(step, RollStep) and step.by != "sealed")
    deciders = frequencies(step.by for step in steps if isinstance(step, ChoiceStep) and step.by != "default")
    rulings = sum(isinstance(step, OverrideStep) for step in steps)
    said = ["the request and the options"]
    said += [f"{counted(count, 'throw')} ({roller})" for roller, count in rollers.items()]
    said += [f"{counted(count, 'decision')} ({decider})" for decider, count in deciders.items()]
    if rulings:
        said.append(f"{counted(rulings, 'ruling')} of the referee")
    if resolution.house is not None:
        said.append("the house rules and the reasons that they give")
    return tuple(said)


def require_whole_game(records: Mapping[str, Verification[Any]]) -> int:
    """Check that the records of one game hold every sealed throw of it once, and return how many there are.

    Records without sealed dice are passed over. That the game went on after its last record is more than this can see.

    Args:
        records: What was found of each record, by the name that errors call it.

    Raises:
        ReplayError: If a throw is missing or stands in two records, or if the records are of games under two seals.
    """
    sealed = {name: found for name, found in records.items() if found.resolution.seal is not None}
    seals = {found.resolution.seal: name for name, found in reversed(sealed.items())}
    if len(seals) > 1:
        one, other, *_ = sorted(seals.values(), key=list(sealed).index)
        raise ReplayError(f"{one} and {other} are of two games: their dice are under two seals")
    homes: dict[int, str] = {}
    for name, found in sealed.items():
        for draw in found.draws:
            if draw in homes:
                raise ReplayError(f"throw {draw} of the sealed game stands in {homes[draw]} and in {name}")
            homes[draw] = name
    last = max(homes, default=0)
    missing = list(islice(_left_out(homes), _MOST_NAMED + 1))
    if missing:
        named = ", ".join(map(str, missing[:_MOST_NAMED]))
        more = " and others" if len(missing) > _MOST_NAMED else ""
        throws = (
            f"throw {named} of the sealed game stands"
            if len(missing) == 1
            else (f"throws {named}{more} of the sealed game stand")
        )
        raise ReplayError(f"{throws} in none of the records, though the game went on to throw {last}")
    return last


def _left_out(draws: Iterable[int]) -> Iterator[int]:
    """Yield the numbers from 1 that are missing before the last; a record may claim a throw far beyond the others."""
    following = 1
    for draw in sorted(draws):
        yield from range(following, draw)
        following = draw + 1
