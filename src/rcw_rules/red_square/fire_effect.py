"""What a shot comes to: its hits, and what they do to the target there and then or when it is next activated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.activation import ActivationRequest
from rcw_rules.red_square.casualties import CasualtiesRequest, Posture, ShockCheckRequest
from rcw_rules.red_square.fire import FireRequest
from rcw_rules.red_square.model import Band, Quality
from rcw_rules.red_square.options import Options
from rcw_rules.ruleset import Cites

Target: TypeAlias = Literal["infantry", "cavalry", "artillery"]


@frozen(kw_only=True)
class FireEffectOutcome:
    """What becomes of the target.

    Attributes:
        hits: The hit markers of the shot.
        breaks: Whether it breaks at once.
        band: How well it is activated next; None if it broke, for then it acts no more in this turn.
        driven_off: Whether it retreats or hides, because it broke or because its score is below 0.
        bases_lost: The bases that its markers cost it.
        rings_added: Of artillery: the rings that they cost it.
        destroyed: Whether nothing is left of it.
    """

    hits: int
    breaks: bool
    band: Band | None
    driven_off: bool
    bases_lost: int
    rings_added: int
    destroyed: bool


@frozen(kw_only=True, cache_hash=True)
class FireEffectRequest(Request[FireEffectOutcome]):
    """A shot at a unit, which is then activated by itself with nothing else having happened to it.

    Attributes:
        shot: The shot, by dice and score or by its facts.
        target: What it is fired at.
        quality: The target's quality.
        bases: Its bases.
        bases_removed: The bases that it has lost for good.
        markers: The markers that it has already.
        rings: Of artillery: the rings on the base that has some.
        broken: Whether it hides or retreats.
        hid_last_turn: Whether it hid in the turn before, for as long as the test looks back.
        co_present: Whether its CO is with it and not pinned.
        advancing_in_open: Whether it will have advanced, and stand in the open, when its markers are resolved.
        idle: Whether it will have neither moved nor fired since the beginning of its latest activation.
        in_cover: Whether it is in cover.
    """

    shot: FireRequest
    target: Target = "infantry"
    quality: Quality = "normal"
    bases: Annotated[int, Range(1, 6, rule="units-max-six")]
    bases_removed: Annotated[int, Range(0, 99, rule="bad-input")] = 0
    markers: Annotated[int, Range(0, 900, rule="bad-input")] = 0
    rings: Annotated[int, Range(0, 2, rule="bad-input")] = 0
    broken: Annotated[bool, Cites("turn-5-test-needed")] = False
    hid_last_turn: bool = False
    co_present: Annotated[bool, Cites("co-extra-die")] = False
    advancing_in_open: Annotated[bool, Cites("fire-9-double")] = False
    idle: Annotated[bool, Cites("fire-9-halve")] = False
    in_cover: Annotated[bool, Cites("fire-9-halve")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rings of what has no guns, and postures that exclude each other."""
        if self.rings and self.target != "artillery":
            yield Problem(".rings", f"{self.target} units take no rings", "fire-9-artillery-vehicles")
        yield from Posture(self.advancing_in_open, self.idle, self.in_cover).contradictions()


def _example() -> FireEffectRequest:
    return FireEffectRequest(shot=FireRequest(dice=6, score=4), bases=4, co_present=True)


@procedure(
    "red_square.fire_effect",
    title="What will this shot do to its target?",
    rules=(
        "fire-8-accumulate",
        "fire-8-shock",
        "fire-6-hit-or-less",
        "fire-9-casualties",
        "fire-9-double",
        "fire-9-halve",
        "fire-9-artillery-vehicles",
        "turn-5-test-needed",
        "co-extra-die",
        "act-table",
        "units-max-six",
        "bad-input",
    ),
    example=_example,
)
def fire_effect(request: FireEffectRequest, umpire: Umpire[Options]) -> FireEffectOutcome:
    """Fire, and follow the target to the end of its next test: the shot, the test with its markers, the casualties.

    If it breaks at once there is no test, and its casualties are resolved there and then. Otherwise the test comes
    first, and all markers count in it. A unit without markers has no casualties to resolve.

    Rules: fire-8-accumulate, fire-8-shock, act-table.
    """
    hits = umpire.resolve(request.shot, "the shot").hits
    markers = request.markers + hits
    shock = ShockCheckRequest(
        kind=request.target,
        quality=request.quality,
        markers=markers,
        bases_removed=request.bases_removed,
        hid_last_turn=request.hid_last_turn,
        rings=request.rings,
    )
    # Without a hit no shot has been that could break it.
    breaks = hits > 0 and umpire.resolve(shock, "whether it breaks").breaks
    band = None if breaks else _next_band(request, markers, umpire)
    lost = umpire.resolve(
        CasualtiesRequest(
            kind=request.target,
            bases=request.bases,
            rings=request.rings,
            markers=markers,
            advancing_in_open=request.advancing_in_open,
            idle=request.idle,
            in_cover=request.in_cover,
        ),
        "casualties",
    )
    driven_off = breaks or band == "below0"
    umpire.result("act-table", "driven off: {driven_off}", driven_off=driven_off)
    return FireEffectOutcome(
        hits=hits,
        breaks=breaks,
        band=band,
        driven_off=driven_off,
        bases_lost=lost.bases_lost,
        rings_added=lost.rings_added,
        destroyed=lost.destroyed,
    )


def _next_band(request: FireEffectRequest, markers: int, umpire: Umpire[Options]) -> Band:
    """Return how well the target is activated next.

    Rules: turn-5-test-needed, co-extra-die.
    """
    test = ActivationRequest(
        elite=int(request.quality == "elite"),
        poor=int(request.quality == "poor"),
        markers=markers,
        bases_removed=request.bases_removed,
        hid_last_turn=int(request.hid_last_turn),
        rings=request.rings,
        broken=request.broken,
        co_present=request.co_present,
    )
    return umpire.resolve(test, "activation").band
