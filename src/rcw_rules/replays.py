"""Old resolutions resolved again, and what differs when they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile, zip_longest
from typing import Any, Protocol

import attrs

from rcw_rules.house import Variant, options_not_set, wrong_in_the_book
from rcw_rules.kernel.errors import ChoiceError, ReplayError, in_short
from rcw_rules.kernel.plain import alternative_told
from rcw_rules.kernel.procedures import OutcomeT, Request
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.record import ChoiceStep, LookUpStep, OverrideStep, ProcedureStep, Record, ResultStep, Step
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.kernel.sources import DiceSource, RecordedDice
from rcw_rules.kernel.umpire import Decider, Override, Policies
from rcw_rules.kernel.variables import DecidedBy
from rcw_rules.resolution import Resolution
from rcw_rules.wire import dumps, unstructure

_LONGEST_SHOWN = 600
"""As many characters of a difference an error shows."""


class Replayable(Variant, Protocol):
    """What a replay needs to know of the ruleset that answers again."""

    @property
    def replaced_charts(self) -> tuple[str, ...]:
        """The ids of the charts that are not the ruleset's own."""
        ...

    def resolve(
        self,
        request: Request[OutcomeT],
        *,
        dice: DiceSource,
        choices: Policies | None = None,
        overrides: Iterable[Override] = (),
    ) -> Resolution[OutcomeT]:
        """Answer *request* with *dice* and keep a record of every step."""
        ...


def replay(then: Replayable, resolution: Resolution[OutcomeT], dice: DiceSource | None) -> Resolution[OutcomeT]:
    """Do what `Ruleset.replay` says, on the ruleset with the options, charts and house rules of then."""
    overrides = [
        Override(what=step.what, at=step.at, value=step.value, reason=step.reason)
        for _, step in resolution.record.walk()
        if isinstance(step, OverrideStep)
    ]
    return then.resolve(
        resolution.request,
        dice=RecordedDice(resolution.record.rolls, resolution.seal) if dice is None else dice,
        choices=_recorded_choices(resolution.record),
        overrides=overrides,
    )


def require_same(
    resolution: Resolution[Any], again: Resolution[Any], former_titles: Mapping[str, tuple[str, ...]]
) -> bool:
    """Raise a `ReplayError` that names the first difference between a resolution and its replay, if there is one.

    Args:
        resolution: The resolution as it was kept.
        again: The same, resolved today.
        former_titles: The titles that procedures had before, by id: an older record may hold any of them.

    Returns:
        Whether the record differs from its replay in that it has the words of earlier documents, from the first step
        to the last.
    """
    differing: list[tuple[int, str, str]] = []
    for told in (_as_it_is, _before_charts_spoke, _in_old_words):
        found = _differing_step(resolution, again, told, former_titles)
        if found is None:
            break
        differing.append(found)
    else:
        number, *both = max(differing)
        old, new = _where_they_differ(*both)
        raise ReplayError(f"step {number} of the record is {old}; today it is {new}")
    if again.outcome != resolution.outcome:
        at, *both = _first_difference(unstructure(resolution.outcome), unstructure(again.outcome), "$")
        at, (old, new) = in_short(at, _LONGEST_SHOWN), _where_they_differ(*both)
        raise ReplayError(f"the outcome is {old} at {at}; today it is {new}")
    return bool(differing)


def _differing_step(
    resolution: Resolution[Any],
    again: Resolution[Any],
    told: Callable[[Step], Step],
    former_titles: Mapping[str, tuple[str, ...]],
) -> tuple[int, str, str] | None:
    """Return the number of the first step that differs, with what it is in the record and in its replay as *told*."""
    walks = zip_longest(resolution.record.walk(), again.record.walk())
    for number, (old, new) in enumerate(walks, start=1):
        if old is not None and new is not None:
            new = new[0], _titled_as(told(new[1]), old[1], former_titles)  # noqa: PLW2901
        one, other = _shown(old), _shown(new)
        if one != other:
            return number, one, other
    return None


def _titled_as(new: Step, old: Step, former_titles: Mapping[str, tuple[str, ...]]) -> Step:
    """Return today's step with the title of the old one, if its procedure had that title before."""
    if not isinstance(new, ProcedureStep) or not isinstance(old, ProcedureStep):
        return new
    return attrs.evolve(new, title=old.title) if old.title in former_titles.get(new.procedure, ()) else new


def _where_they_differ(one: str, other: str) -> tuple[str, str]:
    """Return two texts, of long ones what stands around their first difference: a record may hold any text."""
    if max(len(one), len(other)) <= _LONGEST_SHOWN:
        return one, other
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    begins = max(0, alike - _LONGEST_SHOWN // 2)
    return _excerpt(one, begins), _excerpt(other, begins)


def _excerpt(text: str, begins: int) -> str:
    ends = begins + _LONGEST_SHOWN
    return f"{'...' if begins else ''}{text[begins:ends]}{'...' if len(text) > ends else ''}"


def _first_difference(old: object, new: object, at: str) -> tuple[str, str, str]:
    """Return the path of the first difference of two documents, with what stands there in each."""
    pairs: list[tuple[str, object, object]] = []
    if is_object(old) and is_object(new):
        pairs = [(f".{key}", old.get(key), new.get(key)) for key in {**old, **new}]
    elif is_array(old) and is_array(new):
        pairs = [(f"[{number}]", *pair) for number, pair in enumerate(zip_longest(old, new))]
    for step, one, other in pairs:
        if one != other:
            return _first_difference(one, other, at + step)
    return at, dumps(old, indent=None), dumps(new, indent=None)  # also where one has a null more


def require_same_charts(ruleset: Replayable, resolution: Resolution[Any]) -> None:
    """Raise a `ReplayError` if *resolution* rests on other replaced charts or house rules than *ruleset* can have."""
    if resolution.replaced_charts != ruleset.replaced_charts:
        theirs, ours = (", ".join(ids) or "none" for ids in (resolution.replaced_charts, ruleset.replaced_charts))
        raise ReplayError(f"the resolution rests on replaced charts ({theirs}), this ruleset on others ({ours})")
    house = resolution.house
    if ruleset.house is not None and ruleset.house != house:
        raise ReplayError(f"the resolution does not rest on the house rules {ruleset.house.title!r}")
    if house is None:
        return
    # The options are those of the resolution, whatever the book's may be by now; the house set some of them.
    others = ", ".join(options_not_set(house, resolution.options))
    if others:
        raise ReplayError(f"the resolution lacks the options that its house rules {house.title!r} set: {others}")
    if ruleset.house is not None:
        return
    wrong = "; ".join(map(str, wrong_in_the_book(house, ruleset)))
    if wrong:
        raise ReplayError(f"the house rules {house.title!r} of the resolution do not fit this ruleset: {wrong}")


def _shown(walked: tuple[int, Step] | None) -> str:
    """Return every fact of a step at its depth, but for the steps below it, which are walked as well."""
    if walked is None:
        return "missing"
    depth, step = walked
    facts = attrs.asdict(step, recurse=False, filter=lambda field, _: field.name != "steps")
    if isinstance(step, ResultStep):
        facts["values"] = dict(sorted(step.values.items()))
    return f"{step.kind} {facts} at depth {depth}"


def _as_it_is(step: Step) -> Step:
    return step


def _before_charts_spoke(step: Step) -> Step:
    """Return a step as the first documents of version 3 have it: a look-up told only the keys of its chart."""
    return attrs.evolve(step, words="") if isinstance(step, LookUpStep) else step


def _in_old_words(step: Step) -> Step:
    """Return a step as documents of versions 1 and 2 have it: they spelt out the sentences of results.

    They did not say either for which unit of which side a decision was.
    """
    step = _before_charts_spoke(step)
    if isinstance(step, ChoiceStep):
        return attrs.evolve(step, side="", unit="")
    if isinstance(step, ResultStep) and step.values:
        return attrs.evolve(step, says=step.text.replace("{", "{{").replace("}", "}}"))
    return step


def _recorded_choices(record: Record) -> Policies:
    """Return deciders who decide as the record does, each decision by whom the record says."""
    left: dict[str, list[ChoiceStep]] = {}
    for _, step in record.walk():
        if isinstance(step, ChoiceStep) and len(step.alternatives) > 1:  # of one alternative nobody is asked
            left.setdefault(step.choice, []).append(step)
    return {id: _Recorded(steps) for id, steps in left.items()}


class _Recorded(Decider):
    """Decides as the steps of a record have it, one after the other."""

    def __init__(self, steps: Iterable[ChoiceStep]) -> None:
        self._steps = tuple(steps)
        self._by: DecidedBy = "default"

    @property
    def by(self) -> DecidedBy:
        """Who took the latest decision, as the record says."""
        return self._by

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return what the record has at this place; None, for today's default, where it names the default.

        Raises:
            ChoiceError: If the record has nothing there, or no alternative of today.
        """
        id, number = decision.choice.id, decision.number
        if number >= len(self._steps):
            raise ChoiceError(f"the record decides {id} {len(self._steps)} times, and today it is decided once more")
        step = self._steps[number]
        self._by = step.by
        if step.by == "default":
            return None
        try:
            return alternative_told(decision.alternatives, step.chosen)
        except LookupError:
            raise ChoiceError(
                f"the record has {show(step.chosen, 'python')} for {id}, which is not an alternative today"
            ) from None
