"""Observation: the dice to observe a concealed target, and spotters for guns that cannot see theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import THE, Ground, must_be_observed
from rcw_rules.red_square.model import FIGURES, FORMATIONS, GUN_NAMES, Formation, Gun, GunPosition, Kind
from rcw_rules.red_square.options import Options

SPOTTED_FROM = 4  # art-indirect
POST_WITHIN = 2  # art-indirect, in squares
SPOTTERS: tuple[Kind, ...] = ("infantry", "cavalry", "artillery", *FIGURES)
"""Those that can man an observation post (art-indirect)."""

INDIRECT_GUNS: tuple[Gun, ...] = ("howitzer", "heavy")
"""Those that can fire by the eyes of others, and engage masked batteries (art-indirect, artpos-masked-engage)."""

Observing: TypeAlias = Literal["in_view", "certain", "tested", "too_far"]
"""Why a target is observed or not: plain to see or observed before, certain to be, by the dice, or beyond any roll."""


@frozen(kw_only=True)
class ObserveOutcome:
    """Whether a target is observed.

    Attributes:
        observed: Whether it is observed, and may be fired at.
        by: Why: no test was needed, none could fail, the dice decided, or none could succeed.
    """

    observed: bool
    by: Observing

    def summary(self, request: ObserveRequest) -> str:
        """Return whether the target is observed, and why where no die was rolled."""
        why = {
            "in_view": " without a test",
            "certain": ": the test cannot fail",
            "tested": "",
            "too_far": ": the test cannot succeed",
        }[self.by]
        return sentences(f"{THE[request.target_kind]} is {'' if self.observed else 'not '}observed{why}")


@frozen(kw_only=True, cache_hash=True)
class ObserveRequest(Request[ObserveOutcome]):
    """A unit that looks for a target.

    Attributes:
        range: How many squares away the target is.
        with_deployed_guns: Whether the observer is artillery that is not limbered, or a train.
        is_in_sight: Whether there is a line of sight to the target's square.
        is_in_arc: Whether the target is in the observer's arc; True also where a rule lets it look all round.
        is_shared: Whether the observer, or this turn a friend in its square or next to it, has observed it already.
        target_kind: What the target is.
        target_formation: Its formation.
        ground: What is in its square.
        position: How it stands, if it is guns.
        has_acted: Whether it has moved or fired in the open and was seen since then.
        guns_fired: Whether it is guns that fired in this turn or the last.
        before_dawn: Whether it is still dark.
    """

    range: Annotated[int, Range(1, 99, rule="bad-input")]
    with_deployed_guns: Annotated[bool, Cites("obs-extra-die")] = False
    is_in_sight: Annotated[bool, Cites("obs-observer")] = True
    is_in_arc: Annotated[bool, Cites("obs-observer")] = True
    is_shared: Annotated[bool, Cites("obs-share")] = False
    target_kind: Kind = "infantry"
    target_formation: Formation | None = None
    ground: Annotated[Ground, Cites("obs-concealment")] = "open"
    position: Annotated[GunPosition, Cites("artpos-semi-masked")] = "open"
    has_acted: Annotated[bool, Cites("obs-concealment")] = False
    guns_fired: Annotated[bool, Cites("obs-extra-die")] = False
    before_dawn: Annotated[bool, Cites("obs-dawn")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what does not fit the target."""
        word = in_words(self.target_kind)
        if self.target_formation is not None and self.target_formation not in FORMATIONS.get(self.target_kind, ()):
            message = f"{word} units are never in {self.target_formation}"
            yield Problem(".target_formation", message, "formations-list")
        if self.position != "open" and self.target_kind != "artillery":
            yield Problem(".position", f"only artillery has a position, not {word} units", "artpos-semi-masked")
        if self.guns_fired and self.target_kind not in ("artillery", "train"):
            yield Problem(".guns_fired", f"{word} units have no guns that give them away", "obs-extra-die")


def _guns_at_a_wood() -> ObserveRequest:
    return ObserveRequest(range=8, with_deployed_guns=True, ground="wood")


@procedure(
    "red_square.observe",
    title="Is the target observed?",
    rules=("obs-roll",),
    example=_guns_at_a_wood,
)
def observe(request: ObserveRequest, umpire: Umpire[Options]) -> ObserveOutcome:
    """Find out whether a unit observes a target.

    First whether a test is needed at all: not for what is plain to see, nor for what it or a neighbour has observed.
    Then one die, or the sum of two, must be higher than the number of squares. Nothing is rolled where no roll could
    fail, or none succeed.

    Rules: obs-roll, obs-concealment, obs-share, artpos-unmasked.
    """
    must_test = must_be_observed(
        kind=request.target_kind,
        formation=request.target_formation,
        ground=request.ground,
        position=request.position,
        has_acted=request.has_acted,
        before_dawn=request.before_dawn,
    )
    if not must_test:
        umpire.result("obs-concealment", "the target is plain to see: no test")
        return ObserveOutcome(observed=True, by="in_view")
    if request.is_shared:
        umpire.result("obs-share", "the target was observed already: no test")
        return ObserveOutcome(observed=True, by="in_view")
    dice, needed = observation_dice(request), request.range + 1
    if dice >= needed:
        umpire.result("obs-roll", "certain: {dice}D6 cannot fail to exceed {range}", dice=dice, range=request.range)
        return ObserveOutcome(observed=True, by="certain")
    if dice * d6.sides < needed:
        umpire.result("obs-roll", "out of sight: {dice}D6 cannot exceed {range}", dice=dice, range=request.range)
        return ObserveOutcome(observed=False, by="too_far")
    observed = umpire.roll(d6.sum(dice).check(at_least=needed), "observation", "obs-roll")
    return ObserveOutcome(observed=observed, by="tested")


@observe.legality
def _objections(request: ObserveRequest, options: Options) -> Iterator[Objection]:
    if not request.is_in_sight:
        message = "no line of sight to the target; observe from a square that has one"
        yield Objection(rule="obs-observer", message=message, path="$.is_in_sight")
    if not request.is_in_arc:
        message = "the target is outside the observer's arc; only what lies inside is observed"
        yield Objection(rule="obs-observer", message=message, path="$.is_in_arc")


def observation_dice(request: ObserveRequest) -> int:
    """Return how many dice a test to observe takes: two for deployed guns or against firing guns, else one.

    Both reasons together still make two. Before dawn deployed guns gain nothing; masked guns never betray themselves.

    Rules: obs-extra-die, obs-dawn.
    """
    by_guns = request.with_deployed_guns and not request.before_dawn
    at_guns = request.guns_fired and request.position != "masked"
    return 2 if by_guns or at_guns else 1


@frozen(kw_only=True)
class IndirectObservationOutcome:
    """Whether guns may fire at what they do not see.

    Attributes:
        may_fire: Whether the target was pointed out; if not, the shot is lost.
    """

    may_fire: bool

    def summary(self, request: IndirectObservationRequest) -> str:
        """Return whether the guns may fire indirectly."""
        spotter = f"the {request.by}"
        if self.may_fire:
            return sentences(f"{spotter} points the target out, and the {GUN_NAMES[request.guns]} may fire")
        return sentences(f"{spotter} does not point the target out, and the shot is lost")


@frozen(kw_only=True, cache_hash=True)
class IndirectObservationRequest(Request[IndirectObservationOutcome]):
    """Guns that want to fire by the eyes of a post or an aeroplane.

    Attributes:
        guns: Their class.
        by: What spots for them.
        aeroplane_over_target: Whether their side has an aeroplane above the target in this turn.
        post_kind: Who mans the post.
        post_range: How many squares the post is from the guns.
        post_sees: Whether there is a line of sight from the post to the target.
        post_has_observed: Whether the target is plain to see for the post, or was observed by it.
    """

    guns: Gun
    by: Literal["post", "aeroplane"] = "post"
    aeroplane_over_target: Annotated[bool, Cites("missing-transport")] = False
    post_kind: Kind = "infantry"
    post_range: Annotated[int, Range(0, 99, rule="art-indirect")] = 1
    post_sees: bool = True
    post_has_observed: bool = True


def _howitzers_with_a_post() -> IndirectObservationRequest:
    return IndirectObservationRequest(guns="howitzer", post_range=2)


@procedure(
    "red_square.indirect_observation",
    title="May the howitzers fire indirectly?",
    rules=("art-indirect",),
    example=_howitzers_with_a_post,
)
def indirect_observation(request: IndirectObservationRequest, umpire: Umpire[Options]) -> IndirectObservationOutcome:
    """Throw the die of howitzers or heavy guns that aim through a post or an aeroplane: 4, 5 or 6 lets them fire.

    The die is rolled once for a shot and before it, whatever the spotter.

    Rules: art-indirect.
    """
    check = d6.check(at_least=SPOTTED_FROM)
    return IndirectObservationOutcome(may_fire=umpire.roll(check, "indirect observation", "art-indirect"))


@indirect_observation.legality
def _indirect_objections(request: IndirectObservationRequest, options: Options) -> Iterator[Objection]:
    yield from indirect_objections(request)


def indirect_objections(request: IndirectObservationRequest, path: str = "$") -> Iterator[Objection]:
    """Yield why a target cannot be pointed out to guns.

    Args:
        request: The guns, and who looks for them.
        path: The field that the objections are about; "$" names the single fields of the request.

    Rules: art-indirect, missing-transport.
    """

    def at(field: str) -> str:
        return f"$.{field}" if path == "$" else path

    if request.guns not in INDIRECT_GUNS:
        weapons = GUN_NAMES.get(request.guns, request.guns)  # a shot may be asked about with any weapon
        message = f"only howitzers and heavy guns aim at what they do not see, not {weapons}"
        yield Objection(rule="art-indirect", message=message, path=at("guns"))
    if request.by == "aeroplane":
        if not request.aeroplane_over_target:
            message = "the scenario gives no aeroplane above the target in this turn; use a post"
            yield Objection(rule="missing-transport", message=message, path=at("aeroplane_over_target"))
        return
    if request.post_kind not in SPOTTERS:
        message = f"{in_words(request.post_kind)} units do not man a post; infantry, cavalry, guns or figures do"
        yield Objection(rule="art-indirect", message=message, path=at("post_kind"))
    if request.post_range > POST_WITHIN:
        message = f"the post is {request.post_range} squares from the guns; at most {POST_WITHIN} are allowed"
        yield Objection(rule="art-indirect", message=message, path=at("post_range"))
    if not request.post_sees:
        message = "the post has no line of sight to the target; an aeroplane needs none"
        yield Objection(rule="art-indirect", message=message, path=at("post_sees"))
    if not request.post_has_observed:
        message = "the post must have observed the target first; an aeroplane need not"
        yield Objection(rule="art-indirect", message=message, path=at("post_has_observed"))
