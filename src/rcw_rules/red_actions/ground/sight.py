"""Which units see which, and troops that hide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import CATEGORY_OF, Arm, Night
from rcw_rules.red_actions.options import Options

Ground: TypeAlias = Literal["open", "ditch", "hedge", "scrub", "wood", "built_up"]
"""Where one end of a line of sight is: in the open, in a ditch or a hollow, behind a hedge towards the other end, or
inside one of the others."""

ShownAs: TypeAlias = Literal["figures", "marker", "hidden", "dummy"]
"""What represents a unit on the table: its figures, a position marker, a marker while it hides, or a dummy marker."""

Level: TypeAlias = Annotated[int, Range(0, 99, rule="vis-hills")]
"""0 is the level of the table, 1 that of a gentle rise, 2 that of a hill, 3 that of a tall hill."""

CLOSE_COUNTRY: tuple[Ground, ...] = ("scrub", "wood", "built_up")
LARGE_BODY = 4  # vis-table: bases
RAIN = inches(40)  # wx-rain
NIGHT_RANGE: dict[Night, Inches] = {"dark": inches(3), "moonlight_or_fog": inches(6)}  # wx-night-range


@frozen(kw_only=True, cache_hash=True)
class Standing:
    """Where one end of a line of sight is.

    Attributes:
        ground: What it is in or behind.
        edge_distance: Inside scrub, woods and built-up areas: how far it is from the edge that the line crosses.
        level: How high the ground is. From a gentle rise one looks over the level of the table only.
    """

    ground: Ground = "open"
    edge_distance: Annotated[Inches | None, Cites("vis-area")] = None
    level: Level = 0

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a distance from an edge, if the ground has none."""
        if self.edge_distance is not None and self.ground not in CLOSE_COUNTRY:
            yield Problem(".edge_distance", f"the ground {self.ground} has no edge: leave it out", "vis-area")


IN_THE_OPEN = Standing()


@frozen(kw_only=True, cache_hash=True)
class Between:
    """Terrain on the line that neither end stands in or, of hedges, next to.

    Attributes:
        rises_to: The level that it reaches: a hill its own level, woods, buildings and hedges one more than their
            ground.
        behind: How far it is from where the line leaves it to the end that stands lower; if neither does, to the
            target.
        crests_apart: Of hills: how far its crest is from that of the hill on which the higher end stands, along the
            line. None for terrain without a crest: woods, buildings, gentle rises.
    """

    rises_to: Annotated[int, Range(1, 100, rule="vis-hills")]
    behind: Annotated[Inches, Cites("vis-hills")]
    crests_apart: Annotated[Inches | None, Cites("vis-hills")] = None


@frozen(kw_only=True)
class SpotOutcome:
    """Whether a target is seen.

    Attributes:
        visible: Whether the observer sees it.
        side_known: Whether the observer can tell friend from foe.
        revealed: Whether a marker gives way to figures, and a dummy to nothing.
    """

    visible: bool
    side_known: bool
    revealed: bool

    def summary(self, request: SpotRequest) -> str:
        """Return whether the target is seen, whether its side is known, and what happens to its marker."""
        seen = f"the target {'is' if self.visible else 'is not'} seen at {request.distance}"
        unknown = ", but friend cannot be told from foe" if self.visible and not self.side_known else ""
        shown = "the dummy is taken away" if request.shown_as == "dummy" else "figures take the place of the marker"
        return sentences(f"{seen}{unknown}", shown if self.revealed else "")


@frozen(kw_only=True, cache_hash=True)
class SpotRequest(Request[SpotOutcome]):
    """An observer and what it might see. Units never hide one another, and all look to every side.

    Attributes:
        distance: How far apart the nearest points of the two are.
        observer: Where the observer is.
        target: Where the target is.
        arm: The target's arm; of a dummy, the arm as which it moves.
        bases: How many bases it has.
        stationary: Whether it has not moved in this turn.
        limbered: Whether guns are limbered.
        same_ground: Whether both are inside the same wood, scrub or built-up area.
        between: What else is on the line.
        fired_range: The range on the target's card, if it has fired in this turn.
        shown_as: What represents the target on the table.
        signals: Whether the target signals which side it is on.
    """

    distance: Inches
    observer: Standing = IN_THE_OPEN
    target: Standing = IN_THE_OPEN
    arm: Arm
    bases: Annotated[int, Range(1, 99, rule="conv-bad-input")]
    stationary: bool
    limbered: Annotated[bool, Cites("form-limbered")] = False
    same_ground: Annotated[bool, Cites("vis-area")] = False
    between: Annotated[tuple[Between, ...], Size(0, 1000), Cites("vis-hills")] = ()
    fired_range: Annotated[Inches | None, Cites("vis-firing-reveals")] = None
    shown_as: Annotated[ShownAs, Cites("seq-position-markers")] = "figures"
    signals: Annotated[bool, Cites("vis-table")] = False

    needs: ClassVar[tuple[Need, ...]] = tuple(
        Need(
            f"{who}.edge_distance",
            {"same_ground": (False,), f"{who}.ground": CLOSE_COUNTRY},
            message=f"is missing: in {{{who}.ground}} it matters how far the edge is",
            rule="vis-area",
        )
        for who in ("observer", "target")
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.same_ground and (self.observer.ground != self.target.ground or self.target.ground not in CLOSE_COUNTRY):
            message = (
                f"nobody is inside the same area where one is in {self.observer.ground}, {self.target.ground} the other"
            )
            yield Problem(".same_ground", message, "vis-area")
        if self.limbered and self.arm != "gun":
            yield Problem(".limbered", f"{in_words(self.arm)} bases have no limbers", "form-limbered")
        if self.shown_as == "hidden" and not self.stationary:
            yield Problem(
                ".stationary", "a unit that moves no longer hides: show it as a marker or figures", "act-hide"
            )
        if self.shown_as == "hidden" and self.fired_range is not None:
            yield Problem(
                ".fired_range", "a unit that fires no longer hides: show it as a marker or figures", "act-hide"
            )
        if self.shown_as == "dummy" and self.fired_range is not None:
            yield Problem(".fired_range", "a dummy never fires", "seq-dummy-markers")


def _example() -> SpotRequest:
    wood = Standing(ground="wood", edge_distance=inches(1))
    return SpotRequest(distance=inches(30), target=wood, arm="sabres", bases=4, stationary=False)


@procedure(
    "red_actions.spot",
    title="Can it be seen?",
    rules=("vis-table",),
    example=_example,
)
def spot(request: SpotRequest, umpire: Umpire[Options]) -> SpotOutcome:
    """Find whether an observer sees a target: first what stands between them, then how far away it can be seen.

    Terrain that rises above both ends hides the target. So does terrain lower than one end but above the other, if the
    lower end is in the dead ground behind it: 2 inches, behind a hill with a crest as far as the two crests are apart.
    How far it can be seen follows from its size in the open and from its cover; fire shows it as far as its range
    reaches; how deep either end is inside an area limits that, and night and rain limit all of it. A limit includes its
    own distance. Units in between hide nothing, and there is no arc of sight.

    Rules: vis-all-round, vis-firing-reveals, seq-position-markers, seq-dummy-markers, conv-within.
    """
    hidden_by = _hidden_by(umpire, request)
    if hidden_by is not None:
        umpire.result("vis-hills", "terrain that rises to level {level} hides it", level=hidden_by.rises_to)
        visible = False
    else:
        limit = _limit(umpire, request)
        visible = request.distance <= limit
        text = "can be seen at {limit}, is {distance} away: {seen}"
        values = {"limit": str(limit), "distance": str(request.distance), "seen": "seen" if visible else "not seen"}
        umpire.result("vis-table", text, **values)
    revealed = request.shown_as != "figures" and (visible or request.fired_range is not None)
    if revealed and request.shown_as == "dummy":
        umpire.result("seq-dummy-markers", "the dummy is taken away")
    elif revealed:
        umpire.result("seq-position-markers", "figures take the place of the marker")
    return SpotOutcome(visible=visible, side_known=visible and _is_side_known(umpire, request), revealed=revealed)


@spot.legality
def _forbidden_dummy(request: SpotRequest, options: Options) -> Iterator[Objection]:
    if request.shown_as == "dummy" and not options.dummy_markers:
        message = "dummies are not in play: set the option dummy_markers to allow them"
        yield Objection(rule="seq-dummy-markers", message=message, path="$.shown_as")


def counts_as_still(arm: Arm, *, stationary: bool, limbered: bool = False) -> bool:
    """Return whether a target is hard to see in cover: infantry and unlimbered artillery that do not move.

    Rules: vis-area, vis-table.
    """
    return stationary and (CATEGORY_OF[arm] == "infantry" or (CATEGORY_OF[arm] == "artillery" and not limbered))


def _hidden_by(umpire: Umpire[Options], request: SpotRequest) -> Between | None:
    """Return the first thing on the line that hides the target.

    Rules: vis-hills.
    """
    low, high = sorted((request.observer.level, request.target.level))
    for thing in request.between:
        if thing.rises_to <= low:
            continue
        if thing.rises_to >= high:
            return thing
        depth = thing.crests_apart if thing.crests_apart is not None else _distance(umpire, "dead_ground")
        if thing.behind <= depth:
            return thing
    return None


def _limit(umpire: Umpire[Options], request: SpotRequest) -> Inches:
    """Return how far away the target can be seen, with nothing between.

    Rules: vis-table, vis-area, vis-hedge, vis-firing-reveals, wx-night-range, wx-rain.
    """
    in_open = _distance(umpire, _size_of(request))
    still = counts_as_still(request.arm, stationary=request.stationary, limbered=request.limbered)
    limit = min(in_open, _limit_in_cover(umpire, request, in_open, still=still))
    if request.fired_range is not None and request.fired_range > limit:
        umpire.result("vis-firing-reveals", "its fire shows it within {range}", range=str(request.fired_range))
        limit = request.fired_range
    ends = (request.observer, request.target)
    if any(end.ground in CLOSE_COUNTRY and not _is_at_edge(umpire, end) for end in ends):
        # Fire does not open a clear line to the shooter; it only gives away that someone is there.
        quiet = still and request.fired_range is None
        limit = min(limit, _distance(umpire, "still_in_cover" if quiet else "moving_in_cover"))
    night = NIGHT_RANGE.get(umpire.options.night)
    if night is not None:
        umpire.ruling("night")
        umpire.result("wx-night-range", "at night nothing is seen beyond {limit}", limit=str(night))
        limit = min(limit, night)
    if umpire.options.rain:
        umpire.ruling("rain")
        umpire.result("wx-rain", "in rain nothing is seen beyond {limit}", limit=str(RAIN))
        limit = min(limit, RAIN)
    return limit


def _limit_in_cover(umpire: Umpire[Options], request: SpotRequest, in_open: Inches, *, still: bool) -> Inches:
    """Return how far away the target can be seen where it is.

    Rules: vis-table, vis-area, vis-hedge.
    """
    target = request.target
    if target.ground == "hedge":
        return _distance(umpire, "behind_hedge")
    if target.ground != "open" and still:
        return _distance(umpire, "still_in_cover")
    if target.ground in CLOSE_COUNTRY and (request.same_ground or not _is_at_edge(umpire, target)):
        return _distance(umpire, "moving_in_cover")
    return in_open


def _size_of(request: SpotRequest) -> str:
    """Return the row of the chart for a target in the open.

    Rules: vis-table.
    """
    if request.bases >= LARGE_BODY or CATEGORY_OF[request.arm] == "artillery":
        return "large_body_or_artillery"
    return "unit" if request.bases > 1 and request.arm != "officer" else "single_base"


def _is_at_edge(umpire: Umpire[Options], standing: Standing) -> bool:
    return standing.edge_distance is not None and standing.edge_distance <= _distance(umpire, "edge_of_cover")


def _is_side_known(umpire: Umpire[Options], request: SpotRequest) -> bool:
    """Return whether the observer can tell friend from foe when it sees a target.

    Rules: vis-table.
    """
    if not umpire.options.fog_of_identity:
        return True
    umpire.ruling("fog_of_identity")
    return request.distance <= _distance(umpire, "signalling" if request.signals else "friend_or_foe")


def _distance(umpire: Umpire[Options], row: str) -> Inches:
    return inches(umpire.look_up("visibility", row).number(at_least=0))


# --- Hiding -------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class HideOutcome:
    """A unit that hides.

    Attributes:
        ambush_from_turn: The first turn in which it may lie in ambush.
    """

    ambush_from_turn: int

    def summary(self, request: HideRequest) -> str:
        """Return that the unit is hidden, and from when it may lie in ambush."""
        return sentences(f"the unit is hidden, and may lie in ambush from turn {self.ambush_from_turn}")


@frozen(kw_only=True, cache_hash=True)
class HideRequest(Request[HideOutcome]):
    """A unit that uses its action to hide.

    Attributes:
        arm: What it is.
        limbered: Whether guns are limbered.
        ground: Where it is.
        seen: Whether an enemy sees it at this moment.
        turn: The number of this turn.
    """

    arm: Arm
    limbered: Annotated[bool, Cites("form-limbered")] = False
    ground: Ground
    seen: Annotated[bool, Cites("act-hide")] = False
    turn: Annotated[int, Range(1, 999)] = 1

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a limbered state for bases without limbers."""
        if self.limbered and self.arm != "gun":
            yield Problem(".limbered", f"{in_words(self.arm)} bases have no limbers", "form-limbered")


def _hide_example() -> HideRequest:
    return HideRequest(arm="rifle", ground="wood", turn=3)


@procedure("red_actions.hide", title="May it hide?", rules=("act-hide",), example=_hide_example)
def hide(request: HideRequest, umpire: Umpire[Options]) -> HideOutcome:
    """Hide a unit: a marker takes its place, and from the next turn on it may lie in ambush.

    Rules: act-hide.
    """
    turn = request.turn + 1
    umpire.result("act-hide", "it is hidden, and may lie in ambush from turn {turn}", turn=turn)
    return HideOutcome(ambush_from_turn=turn)


def can_hide(arm: Arm, *, limbered: bool) -> bool:
    """Return whether such a unit hides in suitable cover: infantry and unlimbered guns, which excludes mortars.

    Rules: act-hide.
    """
    return CATEGORY_OF[arm] == "infantry" or (arm == "gun" and not limbered)


@hide.legality
def _forbidden_hiding(request: HideRequest, options: Options) -> Iterator[Objection]:
    if not can_hide(request.arm, limbered=request.limbered):
        word = "limbered guns" if request.limbered else f"{in_words(request.arm)} bases"
        message = f"{word} cannot hide: only infantry and unlimbered guns can"
        yield Objection(rule="act-hide", message=message, path="$.limbered" if request.limbered else "$.arm")
    if request.ground == "open":
        message = "there is nothing to hide in: move to woods, buildings, scrub, a ditch, a hedge or a hollow"
        yield Objection(rule="act-hide", message=message, path="$.ground")
    if request.seen:
        message = "an enemy sees it: hide where none does"
        yield Objection(rule="act-hide", message=message, path="$.seen")
