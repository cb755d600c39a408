"""Which target troops must shoot at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Name
from rcw_rules.red_actions.options import Options

SENIOR_PRESENT = inches(4)  # prio-order


@frozen(kw_only=True, cache_hash=True)
class Candidate:
    """A unit that could be shot at.

    Attributes:
        name: What it is known by.
        threatens: Whether it threatens the shooters, by its fire or by a charge. Their owner judges which of two
            threats is greater: mark only that one, or leave both equal.
        close: Whether it is at close range.
        in_open: Whether it has no cover.
    """

    name: Name
    threatens: Annotated[bool, Cites("prio-order")] = False
    close: Annotated[bool, Cites("prio-order")] = False
    in_open: Annotated[bool, Cites("prio-order")] = False

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """Its priority; the highest one comes first.

        Rules: prio-order.
        """
        return self.threatens, self.close, self.in_open


TARGET: Choice[tuple[Candidate, ...], Name] = Choice(
    "target",
    rule="prio-order",
    who="shooter",
    about="Which of the allowed targets does the unit shoot at? Default: the first named of the highest priority.",
    default=lambda candidates, alternatives: next(one.name for one in best_of(candidates) if one.name in alternatives),
)


@frozen(kw_only=True)
class TargetPriorityOutcome:
    """The target that the unit shoots at.

    Attributes:
        target: The target.
        allowed: All targets that it may shoot at, in the order given.
    """

    target: Name
    allowed: tuple[Name, ...]

    def summary(self, request: TargetPriorityRequest) -> str:
        """Return the target, and which others were allowed."""
        others = listed((name for name in self.allowed if name != self.target), "or")
        return sentences(f"the unit shoots at {self.target}{f'; {others} would be allowed too' if others else ''}")


@frozen(kw_only=True, cache_hash=True)
class TargetPriorityRequest(Request[TargetPriorityOutcome]):
    """Units that could be shot at.

    Attributes:
        candidates: The units, all in sight, arc and range.
        target: The unit to shoot at; None to choose among those allowed.
        senior_attached: Whether a senior officer is with the shooters.
        senior_distance: How far the nearest other senior officer of their side is from them; None if there is none.
        agreed: Whether the players have agreed on another target than the priorities give.
    """

    candidates: Annotated[tuple[Candidate, ...], Size(1, 50)]
    target: Name | None = None
    senior_attached: Annotated[bool, Cites("prio-senior")] = False
    senior_distance: Annotated[Inches | None, Cites("prio-senior")] = None
    agreed: Annotated[bool, Cites("prio-order")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        names = [candidate.name for candidate in self.candidates]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield Problem(f".candidates[{number}].name", f"two candidates are called {name!r}", "conv-bad-input")
        if self.target is not None and self.target not in names:
            yield Problem(".target", f"{self.target!r} is not one of the candidates", "conv-bad-input")


def best_of(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Return the candidates of the highest priority, in the order given.

    Rules: prio-order.
    """
    highest = max(candidate.rank for candidate in candidates)
    return tuple(candidate for candidate in candidates if candidate.rank == highest)


def _is_free(request: TargetPriorityRequest) -> bool:
    """Return whether any target may be taken.

    Rules: prio-senior, prio-order, conv-within.
    """
    near = request.senior_distance is not None and request.senior_distance <= SENIOR_PRESENT
    return request.senior_attached or near or request.agreed


def _example() -> TargetPriorityRequest:
    charging = Candidate(name="sabres behind the farm", threatens=True)
    return TargetPriorityRequest(candidates=(Candidate(name="wagons", close=True, in_open=True), charging))


@procedure(
    "red_actions.target_priority",
    title="Which target must the unit shoot at?",
    formerly=("Who must be shot at?",),
    rules=("prio-order",),
    example=_example,
)
def target_priority(request: TargetPriorityRequest, umpire: Umpire[Options]) -> TargetPriorityOutcome:
    """Find which targets a unit may shoot at, and the one that all of it shoots at.

    Units that threaten the shooters come first, then units at close range, then units in the open. The owner chooses
    among those that still tie. A senior officer attached or within 4 inches, or the players' agreement, makes the
    choice free; the unit still has only one target.

    Rules: prio-order, prio-senior, prio-one-target, conv-within.
    """
    free = _is_free(request)
    allowed = tuple(one.name for one in (request.candidates if free else best_of(request.candidates)))
    umpire.result("prio-senior" if free else "prio-order", "may be shot at: {allowed}", allowed=", ".join(allowed))
    target = request.target or umpire.choose(TARGET, allowed, request.candidates)
    return TargetPriorityOutcome(target=target, allowed=allowed)


@target_priority.legality
def _forbidden_target(request: TargetPriorityRequest, options: Options) -> Iterator[Objection]:
    best = best_of(request.candidates)
    if request.target is None or _is_free(request) or request.target in [candidate.name for candidate in best]:
        return
    better = " or ".join(candidate.name for candidate in best)
    message = f"{request.target} comes after {better}; only a senior officer within 4 inches could order it"
    yield Objection(rule="prio-order", message=message, path="$.target")
