"""Old resolutions resolved again, and what differs when they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import attrs

from rcw_rules.house import options_not_set, patched_chart, wrong_in_the_book
from rcw_rules.kernel.errors import ChoiceError, ReplayError
from rcw_rules.kernel.procedures import OptionsT, OutcomeT
from rcw_rules.kernel.record import ChoiceStep, OverrideStep, Plain, Record
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.kernel.sources import DiceSource, RecordedDice
from rcw_rules.kernel.umpire import Override, Policies, alternative_told
from rcw_rules.wire import dumps, unstructure

if TYPE_CHECKING:
    from rcw_rules.ruleset import Resolution, Ruleset


def replay(
    ruleset: Ruleset[OptionsT], resolution: Resolution[OutcomeT], dice: DiceSource | None
) -> Resolution[OutcomeT]:
    """Do what `Ruleset.replay` says."""
    if resolution.replaced_charts != ruleset.replaced_charts:
        theirs, ours = (", ".join(ids) or "none" for ids in (resolution.replaced_charts, ruleset.replaced_charts))
        raise ReplayError(f"the resolution rests on replaced charts ({theirs}), this ruleset on others ({ours})")
    overrides = [
        Override(what=step.what, at=step.at, value=step.value, reason=step.reason)
        for _, step in resolution.record.walk()
        if isinstance(step, OverrideStep)
    ]
    return _as_then(ruleset, resolution).resolve(
        resolution.request,
        dice=RecordedDice(resolution.record.rolls) if dice is None else dice,
        choices=_recorded_choices(resolution.record),
        overrides=overrides,
    )


def verify(ruleset: Ruleset[Any], resolution: Resolution[Any]) -> None:
    """Do what `Ruleset.verify` says."""
    again = ruleset.replay(resolution)
    for number, (old, new) in enumerate(zip_longest(_facts(resolution.record), _facts(again.record)), start=1):
        if old != new:
            raise ReplayError(f"step {number} of the record is {old or 'missing'}; today it is {new or 'missing'}")
    if again.outcome != resolution.outcome:
        at, old, new = _first_difference(unstructure(resolution.outcome), unstructure(again.outcome), "$")
        raise ReplayError(f"the outcome is {old} at {at}; today it is {new}")


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


def _as_then(ruleset: Ruleset[OptionsT], resolution: Resolution[Any]) -> Ruleset[OptionsT]:
    """Return *ruleset* with the options and the house rules of *resolution*."""
    house = resolution.house
    if ruleset.house is not None and ruleset.house != house:
        raise ReplayError(f"the resolution does not rest on the house rules {ruleset.house.title!r}")
    then: Ruleset[OptionsT] = attrs.evolve(ruleset, options=resolution.options, charts=ruleset.charts, house=house)
    if house is None:
        return then
    # The options are those of the resolution, whatever the book's may be by now; the house set some of them.
    others = ", ".join(options_not_set(house, then))
    if others:
        raise ReplayError(f"the resolution has not the options that its house rules {house.title!r} set: {others}")
    if ruleset.house is not None:
        return then
    wrong = "; ".join(map(str, wrong_in_the_book(house, ruleset)))
    if wrong:
        raise ReplayError(f"the house rules {house.title!r} of the resolution do not fit this ruleset: {wrong}")
    return attrs.evolve(then, charts={id: patched_chart(chart, house) for id, chart in ruleset.charts.items()})


def _facts(record: Record) -> Iterator[str]:
    # All but who rolled and who decided, and the sentence that says so.
    for depth, step in record.walk():
        fields = attrs.asdict(step, recurse=False, filter=lambda field, _: field.name not in ("by", "text", "steps"))
        yield f"{step.kind} {fields} at depth {depth}"


def _recorded_choices(record: Record) -> Policies:
    answers: dict[str, list[Plain]] = {}
    for _, step in record.walk():
        if isinstance(step, ChoiceStep):
            answers.setdefault(step.choice, []).append(step.chosen)

    def answer(id: str) -> Callable[[Any, tuple[Any, ...]], Any]:
        left = iter(answers[id])

        def policy(situation: Any, alternatives: tuple[Any, ...]) -> Any:
            chosen = next(left, None)
            try:
                return alternative_told(alternatives, chosen)
            except LookupError:
                raise ChoiceError(f"the record has {chosen!r} for {id}, which is no alternative today") from None

        return policy

    return {id: answer(id) for id in answers}
