"""Return fire at close range: both units fire at once, and then both take the results."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_actions.model import Category, Unit
from rcw_rules.red_actions.morale import Aftermath
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting.shots import (
    ShootOutcome,
    ShootRequest,
    event_of_fire,
    example_shot,
    open_fire,
    outcome_of_fire,
    segment_used,
    shoot,
)
from rcw_rules.red_actions.shooting.total import is_long_range
from rcw_rules.red_actions.units import note_cards

RETURNS_FIRE: tuple[Category, ...] = ("infantry", "cavalry")  # pre-return-fire


@frozen(kw_only=True)
class ReturnFireOutcome:
    """What fire and return fire did.

    Attributes:
        first: What the first fire did to the target; its shooter as the returned fire left it.
        answer: What the returned fire did to the first shooter; None if it was not returned.
    """

    first: ShootOutcome
    answer: Aftermath | None = None

    def summary(self, request: ReturnFireRequest) -> str:
        """Return what the first fire does to its target, then what the answer does to the first shooter."""
        first, target = request.first, request.first.target.name
        if self.answer is None:
            return sentences(self.first.summary(first), f"{target} does not return the fire")
        done = self.answer.sentence(first.shooter)
        returned = f"{target} returns the fire{'' if done else f', without effect on {first.shooter.name}'}"
        return sentences(self.first.summary(first), returned, done)

    @property
    def shooter(self) -> Unit:
        """The unit that shot first, afterwards."""
        return self.first.shooter

    @property
    def target(self) -> Unit:
        """The unit that was shot at first, afterwards."""
        return self.first.target


@frozen(kw_only=True, cache_hash=True)
class ReturnFireRequest(Request[ReturnFireOutcome]):
    """A unit shoots, and its target may return the fire.

    Attributes:
        first: The first shooting.
        answer: The shooting that its target may return, with the two units swapped.
    """

    first: ShootRequest
    answer: ShootRequest

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.answer.shooter != self.first.target:
            yield Problem(".answer.shooter", "is not the target of the first fire as it was before", "conv-bad-input")
        if self.answer.target != self.first.shooter:
            yield Problem(".answer.target", "is not the first shooter as it was before", "conv-bad-input")
        if self.first.indirect == "none" and self.answer.distance != self.first.distance:
            message = f"the distance {self.answer.distance} differs from the {self.first.distance} of the first fire"
            yield Problem(".answer.distance", message, "conv-bad-input")


RETURN_FIRE: Choice[ReturnFireRequest, bool] = Choice(
    "return_fire",
    rule="pre-return-fire",
    who="owner",
    about="Return the fire from close range, which uses up this unit's segment? Default: yes.",
    default=lambda request, alternatives: True,
    unit=lambda request: request.answer.shooter.name,
    side=lambda request: request.answer.shooter.side,
)


def _return_example() -> ReturnFireRequest:
    first = example_shot()
    answer = ShootRequest(shooter=first.target, target=first.shooter, distance=first.distance)
    return ReturnFireRequest(first=first, answer=answer)


@procedure(
    "red_actions.return_fire",
    title="What do fire and return fire do?",
    rules=("pre-return-fire",),
    example=_return_example,
)
def return_fire(request: ReturnFireRequest, umpire: Umpire[Options]) -> ReturnFireOutcome:
    """Resolve fire at close range, and the fire that its target returns at the same time.

    Both totals use the units as they were before any fire. Throw the dice for hits and the table of the first shooter,
    then those of the other; then resolve the results for the target, and last those for the first shooter.

    Rules: pre-return-fire, pre-only-four, conv-test-order.
    """
    first, answer = request.first, request.answer
    returns = umpire.choose(RETURN_FIRE, (True, False), request)
    opening = open_fire(umpire, first, "first ")
    if not returns:
        note_cards(umpire, first.shooter)  # each event notes the card of its unit
        event = event_of_fire(umpire, first, opening, first.target)
        return umpire.last_resolve(
            event,
            f"what befalls {first.target.name}",
            lambda aftermath: ReturnFireOutcome(first=outcome_of_fire(segment_used(first.shooter), opening, aftermath)),
        )
    reply = open_fire(umpire, answer, "returned ")
    event = event_of_fire(umpire, first, opening, segment_used(first.target))
    done = outcome_of_fire(
        segment_used(first.shooter), opening, umpire.resolve(event, f"what befalls {first.target.name}")
    )
    event = event_of_fire(umpire, answer, reply, segment_used(first.shooter))
    return umpire.last_resolve(
        event,
        f"what befalls {first.shooter.name}",
        lambda aftermath: ReturnFireOutcome(first=evolve(done, shooter=aftermath.unit), answer=aftermath),
    )


@return_fire.legality
def _forbidden_return(request: ReturnFireRequest, options: Options) -> Iterator[Objection]:
    first, answer = request.first, request.answer
    for path, shot in (("$.first", first), ("$.answer", answer)):
        for objection in shoot.verdict(shot, options).objections:
            out_of_order = path == "$.answer" and objection.rule == "act-one-only"
            rule = "pre-only-four" if out_of_order else objection.rule
            yield evolve(objection, rule=rule, path=path + objection.path[1:])
    reach, category = first.shooter.card.range, answer.shooter.card.category
    if (
        first.shooter.side == first.target.side and options.night != "off"
    ):  # by day units do not shoot at friends at all
        message = "units return fire at enemies only, not at friends who fire by mistake"
        yield Objection(rule="pre-return-fire", message=message, path="$.first.target.side")
    if first.harassing or answer.harassing:
        message = "harassing fire can neither be returned nor be a return: leave it out"
        yield Objection(rule="harassing", message=message, path="$.first.harassing")
    if reach is not None and is_long_range(first.distance, reach):
        message = f"units return fire at close range only, here up to half of {reach}, not at {first.distance}"
        yield Objection(rule="pre-return-fire", message=message, path="$.first.distance")
    if first.situation.ambushed_marching:
        message = "a unit ambushed on the march cannot shoot back until it deploys"
        yield Objection(rule="march-ambushed", message=message, path="$.answer")
    if category not in RETURNS_FIRE:
        message = f"infantry and cavalry return fire, not {category}"
        yield Objection(rule="pre-return-fire", message=message, path="$.answer.shooter.card.arm")
    if answer.move != "stays":
        message = "a unit that returns fire uses its segment to shoot, not to move"
        yield Objection(rule="pre-return-fire", message=message, path="$.answer.move")
