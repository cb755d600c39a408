"""The effect of a shot: its hits, and what they do to the target at once or at its next activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import ActivationRequest
from rcw_rules.red_square.fire.hits import FireRequest
from rcw_rules.red_square.fire.losses import CasualtiesRequest, Posture, ShockCheckRequest
from rcw_rules.red_square.fire.profile import SMALL_ARMS
from rcw_rules.red_square.ground import BAND_WORDS, THE, many, numbers
from rcw_rules.red_square.model import Band, FightingBases, Quality
from rcw_rules.red_square.options import Options

Target: TypeAlias = Literal["infantry", "cavalry", "artillery"]


@frozen(kw_only=True)
class FireEffectOutcome:
    """The state of the target after the shot.

    Attributes:
        hits: The hit markers of the shot.
        breaks: Whether it breaks at once.
        band: How well it is activated next; None if it broke, for then it acts no more in this turn.
        driven_off: Whether it retreats or hides: because it broke, because its score is below 0, or because horsemen
            under fire score less than 2 or guns are under fire by small arms.
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

    def summary(self, request: FireEffectRequest) -> str:
        """Return the hits, whether the target breaks or is driven off when it is next activated, and what it loses."""
        who, done = THE[request.target], list[str]()
        if self.breaks:
            done.append("breaks at once")
        if self.rings_added:
            done.append(f"takes {counted(self.rings_added, 'ring')}")
        if self.bases_lost:
            left = numbers(request.bases, request.bases - self.bases_lost)
            done.append(f"loses {counted(self.bases_lost, 'base')} {left}")
        if self.destroyed:
            done.append("is destroyed")
        elif self.driven_off and not self.breaks:
            done.append("is driven off")
        test = f"its next test: {BAND_WORDS[self.band]}" if self.band not in (None, "automatic") else ""
        holds = "is not driven off" if request.broken else "holds"
        if not (self.driven_off or self.destroyed):
            done = [f"{listed(done)} but {holds}" if done else holds]
        shot = f"the shot scores {many(self.hits, 'hit')}"
        return sentences(shot, f"{who} {listed(done)}", "" if self.destroyed else test)


@frozen(kw_only=True, cache_hash=True)
class FireEffectRequest(Request[FireEffectOutcome]):
    """A shot at a unit, which is then activated alone before anything else happens to it.

    Attributes:
        shot: The shot, by dice and score or by its facts.
        small_arms: Whether it is fired by rifles or MGs; not needed with a profile.
        target: What it is fired at; cavalry that is not scouting.
        quality: The target's quality.
        bases: Its bases.
        bases_removed: The bases that it has lost for good.
        markers: The markers that it has already.
        rings: Of artillery: the rings on the base that has some.
        broken: Whether it hides or retreats. What it does on a score of 0 or more is another question, that of
            `ActivationResultRequest`.
        hid_last_turn: Whether it hid in the turn before, for as long as the test looks back.
        co_present: Whether its CO is with it and not pinned.
        political_help: Whether a Red CHEKA or Commissar that is not pinned is in the square of the guns or beside it.
        advancing_in_open: Whether it will have advanced, and stand in the open, when its markers are resolved.
        idle: Whether it will have neither moved nor fired since the beginning of its latest activation.
        in_cover: Whether it is in cover.
    """

    shot: FireRequest
    small_arms: Annotated[bool, Cites("act-artillery-small-arms")] = False
    target: Target = "infantry"
    quality: Quality = "normal"
    bases: FightingBases
    bases_removed: Annotated[int, Range(0, 99, rule="bad-input")] = 0
    markers: Annotated[int, Range(0, 900, rule="bad-input")] = 0
    rings: Annotated[int, Range(0, 2, rule="bad-input")] = 0
    broken: Annotated[bool, Cites("turn-5-test-needed")] = False
    hid_last_turn: bool = False
    co_present: Annotated[bool, Cites("co-extra-die")] = False
    political_help: Annotated[bool, Cites("art-9-cheka")] = False
    advancing_in_open: Annotated[bool, Cites("fire-9-double")] = False
    idle: Annotated[bool, Cites("fire-9-halve")] = False
    in_cover: Annotated[bool, Cites("fire-9-halve")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rings of what has no guns, postures that exclude each other, and a shot at something else."""
        if self.rings and self.target != "artillery":
            yield Problem(".rings", f"{self.target} units take no rings", "fire-9-artillery-vehicles")
        yield from Posture(self.advancing_in_open, self.idle, self.in_cover).contradictions()
        if self.political_help and self.target != "artillery":
            yield Problem(".political_help", "asks about guns under fire by small arms only", "art-9-cheka")
        profile = self.shot.profile
        if profile is None:
            return
        if profile.target != self.target:
            fired_at = in_words(profile.target)
            yield Problem(".target", f"the shot is fired at {fired_at}, not {self.target}", "bad-input")
        if profile.target_formation == "scouting":
            message = "scouts who are fired at slip away; ask red_square.scouting_contact"
            yield Problem(".shot.profile.target_formation", message, "fire-11-scouting")
        if self.small_arms and profile.weapon not in SMALL_ARMS:
            weapon = in_words(profile.weapon)
            yield Problem(".small_arms", f"the shot is fired with {weapon}", "act-artillery-small-arms")
        is_dug_in = profile.protection != "none" or profile.target_formation == "defence"
        if is_dug_in and not self.in_cover:
            yield Problem(".in_cover", "a target in trenches or a stone building is in cover", "fire-9-halve")


def _example() -> FireEffectRequest:
    return FireEffectRequest(shot=FireRequest(dice=6, score=4), bases=4, co_present=True)


@procedure(
    "red_square.fire_effect",
    title="What will this shot do to its target?",
    rules=("fire-8-accumulate",),
    example=_example,
)
def fire_effect(request: FireEffectRequest, umpire: Umpire[Options]) -> FireEffectOutcome:
    """Fire, and follow the target to the end of its next test: the shot, the test with its markers, the casualties.

    If it breaks at once it takes no test, and its casualties are resolved immediately. Otherwise the test comes first,
    and all markers count in it. A unit without markers has no casualties to resolve. A shot of at least one die puts it
    under fire, whether it hits or not.

    Rules: fire-8-accumulate, fire-8-shock.
    """
    shot = _shot_of(umpire, request)
    hits = umpire.resolve(shot, "the shot").hits
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
    band = None if breaks else _next_band(umpire, request, markers)
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
    rule = _what_drives_off(request, band, is_under_fire=(shot.dice or 0) > 0)
    umpire.result(rule or "act-table", "driven off: {driven_off}", driven_off=rule != "")
    return FireEffectOutcome(
        hits=hits,
        breaks=breaks,
        band=band,
        driven_off=rule != "",
        bases_lost=lost.bases_lost,
        rings_added=lost.rings_added,
        destroyed=lost.destroyed,
    )


def _shot_of(umpire: Umpire[Options], request: FireEffectRequest) -> FireRequest:
    """Return the shot by its dice and its score."""
    if request.shot.profile is None:
        return request.shot
    profile = umpire.resolve(request.shot.profile, "dice of the shot")
    return FireRequest(dice=profile.shots * profile.dice, score=profile.score)


def _what_drives_off(request: FireEffectRequest, band: Band | None, *, is_under_fire: bool) -> str:
    """Return the id of the rule by which the target retreats or hides, "" if it stays.

    Rules: fire-8-shock, act-table, act-cavalry-under-2, act-artillery-small-arms, art-9-cheka.
    """
    if band is None:
        return "fire-8-shock"
    profile = request.shot.profile
    is_small_arms = request.small_arms or (profile is not None and profile.weapon in SMALL_ARMS)
    if request.target == "artillery" and is_under_fire and is_small_arms and not request.political_help:
        return "act-artillery-small-arms"
    if request.target == "cavalry" and is_under_fire and band in ("1-0", "below0"):
        return "act-cavalry-under-2"
    return "act-table" if band == "below0" else ""


def _next_band(umpire: Umpire[Options], request: FireEffectRequest, markers: int) -> Band:
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
