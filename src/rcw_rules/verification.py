"""What a record proves, and what it only says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol

import attrs

from rcw_rules.kernel.dice import Faces, Variable
from rcw_rules.kernel.errors import ReplayError
from rcw_rules.kernel.procedures import OutcomeT
from rcw_rules.kernel.record import ChoiceStep, OverrideStep, RollStep
from rcw_rules.kernel.seals import Secret, sealed_faces
from rcw_rules.kernel.sources import DiceSource, RecordedDice
from rcw_rules.kernel.variables import Roller, frequencies
from rcw_rules.replays import require_same
from rcw_rules.resolution import Resolution

__all__ = ["Verification"]


@attrs.frozen(kw_only=True)
class Verification(Generic[OutcomeT]):
    """A record that agrees with its dice: what that proves, and what it cannot prove.

    Attributes:
        resolution: The resolution as today's rules resolve it again. Show this one: none of its words come from a file.
        on_their_word: What nothing proves, with who says it: ``3 throws (given)``.
        draws: The numbers of the sealed throws, ascending.
        is_revealed: Whether the seeds of the sealed throws were given, so that every face of them is proved.
        rules_version: The version of the rules by which it was resolved then.
    """

    resolution: Resolution[OutcomeT]
    on_their_word: tuple[str, ...]
    draws: tuple[int, ...] = ()
    is_revealed: bool = False
    rules_version: int

    def lines(self) -> tuple[str, ...]:
        """Return what to say of it: one sentence on what agrees, and one on each thing that is not proved."""
        said = ["The record agrees with its dice."]
        today = self.resolution.ruleset.rules_version
        if self.rules_version != today:
            said.append(f"It names version {self.rules_version} of the rules; version {today} gives the same.")
        if self.draws:
            first, last = self.draws[0], self.draws[-1]
            throws = f"throw {first}" if first == last else f"throws {first} to {last}"
            proved = "every face follows from the seeds that were committed to"
            said.append(f"Sealed, {throws}: {proved if self.is_revealed else 'not yet revealed'}.")
        said.append(f"On their word: {', '.join(self.on_their_word)}.")
        return tuple(said)


class Verifiable(Protocol):
    """What a verification needs to know of the ruleset that resolves again."""

    def replay(self, resolution: Resolution[OutcomeT], *, dice: DiceSource | None = None) -> Resolution[OutcomeT]:
        """Resolve an older resolution again."""
        ...


def verify(
    ruleset: Verifiable, resolution: Resolution[OutcomeT], seeds: Iterable[Secret] | None
) -> Verification[OutcomeT]:
    """Do what `Ruleset.verify` says."""
    dice = None if seeds is None else _ProvingDice(resolution, seeds)
    again = ruleset.replay(resolution, dice=dice)
    require_same(resolution, again)
    return Verification(
        resolution=again,
        on_their_word=_on_their_word(resolution),
        draws=tuple(roll.draw for roll in resolution.record.rolls if roll.draw is not None),
        is_revealed=seeds is not None,
        rules_version=resolution.ruleset.rules_version,
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
    policies = sum(isinstance(step, ChoiceStep) and step.by == "policy" for step in steps)
    rulings = sum(isinstance(step, OverrideStep) for step in steps)
    said = ["the request and the options"]
    said += [f"{_counted(count, 'throw')} ({roller})" for roller, count in rollers.items()]
    if policies:
        said.append(f"{_counted(policies, 'decision')} (policy)")
    if rulings:
        said.append(f"{_counted(rulings, 'ruling')} of the referee")
    if resolution.house is not None:
        said.append("the house rules and the reasons that they give")
    return tuple(said)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
