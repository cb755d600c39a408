"""The grid of offset squares as the rules use it: places, distances, arcs, aspects and the directions of a step."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Annotated, ClassVar

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Square, SquareDirection, SquareGrid
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground.field import where
from rcw_rules.red_square.ground.spoken import THE, squares
from rcw_rules.red_square.model import FIGURES, FORMATIONS, VEHICLES, Formation, Kind, Unit, Weapon, formation_needs
from rcw_rules.red_square.options import Options

BOUNDLESS = SquareGrid(columns=999, rows=999)
"""The grid of a question about squares of no particular board."""

WITHOUT_SIDES: tuple[Kind, ...] = (*FIGURES, *VEHICLES, "tchanka", "train", "horse_holders")
"""Units that show the same side in every direction (geo-aspect); tchankas, since they are fired at as vehicles."""

AT_WILL: tuple[Kind, ...] = (*FIGURES, "mg", "horse_holders")
"""Those who step in any direction, whatever they face (move-legal-directions)."""

MG_HALF_ANGLE: HalfAngle = 90
HALF_ANGLE: HalfAngle = 45


@frozen(kw_only=True)
class LegalStep:
    """A direction that a step may take.

    Attributes:
        direction: The direction.
        facing: The facing afterwards, before any wheel.
        follows_road: Whether only the road makes it legal; it is not followed by a free wheel.
    """

    direction: SquareDirection
    facing: Facing
    follows_road: bool = False


# -------------------------------------------------------------------- what other chapters ask


def half_angle_of(kind: Kind, weapon: Weapon | None = None) -> HalfAngle:
    """Return the degrees that an arc of fire opens to each side: 90 for MG companies and the MGs of a train, else 45.

    Args:
        kind: Who fires.
        weapon: With which weapon; it matters for a train only.

    Rules: geo-front-arc.
    """
    return MG_HALF_ANGLE if kind == "mg" or (kind == "train" and weapon == "mg") else HALF_ANGLE


def has_in_arc(grid: SquareGrid, unit: Unit, square: Square) -> bool:
    """Return whether a square is in the arc of a unit on the table; Defence and the guns of a train have it all round.

    The MG companies of a train face at right angles to its track, which the unit does not tell: ask the grid for them.

    Rules: geo-front-arc, dig-3-defence, train-2-armament.
    """
    here = where(unit)
    if unit.formation == "defence" or unit.kind == "train":
        return square != here
    return in_arc(grid, here, unit.facing, square, half_angle_of(unit.kind))


def aspect_of(grid: SquareGrid, unit: Unit, seen_from: Square) -> Aspect:
    """Return which side a unit on the table shows to another square.

    Rules: geo-aspect.
    """
    return aspect_in(grid, where(unit), unit.facing, seen_from, kind=unit.kind, formation=unit.formation)


def aspect_in(
    grid: SquareGrid, square: Square, facing: Facing, seen_from: Square, *, kind: Kind, formation: Formation | None
) -> Aspect:
    """Return which side a unit of a kind would show to another square from where it would stand and face.

    Rules: geo-aspect.
    """
    return "front" if has_no_sides(kind, formation) else _aspect(grid, square, facing, seen_from)


@lru_cache(maxsize=1 << 15)  # asked of the same few squares and facings in every activation
def _aspect(grid: SquareGrid, square: Square, facing: Facing, seen_from: Square) -> Aspect:
    return grid.aspect(square, facing, seen_from)


@lru_cache(maxsize=1 << 15)
def in_arc(grid: SquareGrid, origin: Square, facing: Facing, target: Square, half_angle: HalfAngle = 45) -> bool:
    """Return whether a square lies inside an arc: `SquareGrid.in_arc`, remembered.

    Rules: geo-front-arc.
    """
    return grid.in_arc(origin, facing, target, half_angle)


def has_no_sides(kind: Kind, formation: Formation | None) -> bool:
    """Return whether a unit shows its front in every direction.

    Infantry in Defence, vehicles, tchankas, trains, figures and horse holders do.

    Rules: geo-aspect.
    """
    return formation == "defence" or kind in WITHOUT_SIDES


def legal_steps(
    kind: Kind, formation: Formation | None, facing: Facing, roads: Collection[SquareDirection] = ()
) -> tuple[LegalStep, ...]:
    """Return the directions that a step may take, clockwise from north; a road leads masses where they do not face.

    A step that is legal anyway is never one by road: it leaves the free wheel, which reaches the road's facing too.

    Args:
        kind: The unit that moves; not a train, which follows its rails.
        formation: The formation that it moves in.
        facing: Where it faces.
        roads: The directions in which roads lead from its square.

    Rules: move-legal-directions, move-road-masses, geo-front-arc.
    """
    faced = BOUNDLESS.directions if kind in AT_WILL else BOUNDLESS.faced_directions(facing)
    by_road = roads if kind == "infantry" and formation == "masses" else ()
    steps = (
        LegalStep(direction=way, facing=facing)
        if way in faced
        else LegalStep(direction=way, facing=way, follows_road=True)
        for way in BOUNDLESS.directions
        if way in faced or way in by_road
    )
    return tuple(steps)


def off_board(grid: SquareGrid | None, path: str, square: Square) -> Iterator[Problem]:
    """Yield a problem if a square is not on a board.

    Rules: area-grid.
    """
    board = grid or BOUNDLESS
    if not board.has(square):
        meant = " or ".join(map(str, board.suggestions(square)))
        yield Problem(path, f"{square} is not on the board; {meant} would be", "area-grid")


# -------------------------------------------------------------------- red_square.geometry


@frozen(kw_only=True)
class GeometryOutcome:
    """A square as the grid sees it.

    Attributes:
        centre: The centre in half squares east and north of the centre of (0, 0).
        neighbours: The squares that touch it on the board, clockwise from north.
        neighbour: The neighbour in the requested direction; None if none was requested, or the board ends there.
        facing: The facing after the wheel; None if no facing was given.
    """

    centre: tuple[int, int]
    neighbours: tuple[Square, ...]
    neighbour: Square | None
    facing: Facing | None

    def summary(self, request: GeometryRequest) -> str:
        """Return the neighbours, the one that was asked for, and the facing after the wheel."""
        touches = squares(self.neighbours) or "no square of the board"
        step = ""
        if request.direction is not None:
            beyond = "the board ends" if self.neighbour is None else f"is {self.neighbour}"
            step = f"to the {request.direction} {beyond}"
        wheel = f"after the wheel the unit faces {self.facing}" if self.facing is not None and request.wheel else ""
        return sentences(step, f"{request.square} touches {touches}", wheel)


@frozen(kw_only=True, cache_hash=True)
class GeometryRequest(Request[GeometryOutcome]):
    """A square, a step from it, and a wheel in it.

    Attributes:
        square: Column and row, both from 0.
        direction: The direction of a step.
        facing: The facing before a wheel.
        wheel: How many times 45 degrees clockwise; negative is counter-clockwise, 4 is about face.
        grid: The board; without it, there is one without end to the north and the east.
    """

    square: Square
    direction: SquareDirection | None = None
    facing: Annotated[Facing, Cites("geo-facings")] | None = None
    wheel: Annotated[int, Range(-4, 4, rule="geo-facings")] = 0
    grid: SquareGrid | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "facing",
            {"wheel": tuple(wheel for wheel in range(-4, 5) if wheel)},
            message="is missing: a wheel begins from a facing",
            rule="geo-facings",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from off_board(self.grid, ".square", self.square)


@procedure(
    "red_square.geometry",
    title="Where is the unit, what is next to it, and which way does it face?",
    formerly=("Where is it, what is next to it, where does it face?",),
    rules=("area-grid",),
    example=lambda: GeometryRequest(square=(4, 2), direction="NE", facing="N", wheel=1),
)
def geometry(request: GeometryRequest, umpire: Umpire[Options]) -> GeometryOutcome:
    """Find the centre of a square, its neighbours and the facing after a wheel, in half squares and eighths of a turn.

    Every odd row is shifted half a square to the east, so that a square has six neighbours, none due north or south.

    Rules: area-grid, geo-neighbours, geo-facings.
    """
    grid = request.grid or BOUNDLESS
    square, way = request.square, request.direction
    outcome = GeometryOutcome(
        centre=grid.centre(square),
        neighbours=grid.neighbours(square),
        neighbour=None if way is None else grid.neighbour(square, way),
        facing=None if request.facing is None else grid.turned(request.facing, request.wheel),
    )
    umpire.result(
        "area-grid", "the centre is {x} half squares east, {y} north", x=outcome.centre[0], y=outcome.centre[1]
    )
    if way is not None:
        beyond = "the edge of the board" if outcome.neighbour is None else str(outcome.neighbour)
        umpire.result("geo-neighbours", "to the {way}: {beyond}", way=way, beyond=beyond)
    if outcome.facing is not None:
        umpire.result("geo-facings", "faces {facing}", facing=outcome.facing)
    return outcome


# -------------------------------------------------------------------- red_square.distance


@frozen(kw_only=True)
class DistanceOutcome:
    """How far apart two squares are.

    Attributes:
        squares: The steps of the shortest way: 1 for neighbours, 0 for one square.
    """

    squares: int

    def summary(self, request: DistanceRequest) -> str:
        """Return how many squares apart the two squares are."""
        if not self.squares:
            return f"{request.a} and {request.b} are the same square."
        return f"{request.a} and {request.b} are {counted(self.squares, 'square')} apart."


@frozen(kw_only=True, cache_hash=True)
class DistanceRequest(Request[DistanceOutcome]):
    """Two squares.

    Attributes:
        a: The one.
        b: The other.
    """

    a: Square
    b: Square

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from off_board(None, ".a", self.a)
        yield from off_board(None, ".b", self.b)


@procedure(
    "red_square.distance",
    title="How many squares apart?",
    rules=("geo-range",),
    example=lambda: DistanceRequest(a=(0, 0), b=(2, 1)),
)
def distance(request: DistanceRequest, umpire: Umpire[Options]) -> DistanceOutcome:
    """Count the steps of the shortest way, the square of the target with them and one's own not.

    Rules: geo-range.
    """
    squares = BOUNDLESS.distance(request.a, request.b)
    umpire.result("geo-range", "the range is {squares}", squares=squares)
    return DistanceOutcome(squares=squares)


# -------------------------------------------------------------------- red_square.arc


@frozen(kw_only=True)
class ArcOutcome:
    """Whether a square is in an arc.

    Attributes:
        is_inside: Whether the target is, boundary included.
        faced: The directions of the neighbours that are, clockwise from north.
    """

    is_inside: bool
    faced: tuple[SquareDirection, ...]

    def summary(self, request: ArcRequest) -> str:
        """Return whether the target is in the arc, and which neighbours are."""
        place = "inside" if self.is_inside else "outside"
        arc = f"the arc of a unit in {request.square} that faces {request.facing}"
        beside = f"the arc covers its neighbours to the {listed(self.faced)}" if self.faced else ""
        return sentences(f"{request.target} is {place} {arc}", beside)


@frozen(kw_only=True, cache_hash=True)
class ArcRequest(Request[ArcOutcome]):
    """A square, the facing of a unit in it, and a target.

    Attributes:
        square: Where the arc opens from.
        facing: The facing in its middle.
        target: The square in question.
        half_angle: Degrees to each side: 45, or 90 for MG companies.
    """

    square: Square
    facing: Facing
    target: Square
    half_angle: HalfAngle = 45

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from off_board(None, ".square", self.square)
        yield from off_board(None, ".target", self.target)


@procedure(
    "red_square.arc",
    title="Is the target in the arc?",
    rules=("geo-front-arc",),
    example=lambda: ArcRequest(square=(4, 4), facing="NE", target=(5, 4)),
)
def arc(request: ArcRequest, umpire: Umpire[Options]) -> ArcOutcome:
    """Measure from centre to centre whether the target lies within so many degrees to either side of the facing.

    The boundary is inside. One's own square never is.

    Rules: geo-front-arc.
    """
    inside = BOUNDLESS.in_arc(request.square, request.facing, request.target, request.half_angle)
    umpire.result("geo-front-arc", "inside the arc: {inside}", inside=inside)
    return ArcOutcome(is_inside=inside, faced=BOUNDLESS.faced_directions(request.facing, request.half_angle))


# -------------------------------------------------------------------- red_square.aspect


@frozen(kw_only=True)
class AspectOutcome:
    """Which side a target shows.

    Attributes:
        aspect: Front, oblique, flank or rear.
    """

    aspect: Aspect

    def summary(self, request: AspectRequest) -> str:
        """Return which side the target shows."""
        shown = "its front obliquely" if self.aspect == "oblique" else f"its {self.aspect}"
        return sentences(f"{THE[request.kind]} in {request.square} shows {shown} to {request.seen_from}")


@frozen(kw_only=True, cache_hash=True)
class AspectRequest(Request[AspectOutcome]):
    """A target, and where it is seen from.

    Attributes:
        square: The square of the target.
        facing: Where the target faces.
        seen_from: The square of the other.
        kind: What the target is.
        formation: The formation of the target, if that is known.
    """

    square: Square
    facing: Facing
    seen_from: Square
    kind: Kind = "infantry"
    formation: Formation | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from off_board(None, ".square", self.square)
        yield from off_board(None, ".seen_from", self.seen_from)
        yield from wrong_formation(self.kind, self.formation)
        if self.square == self.seen_from:
            yield Problem(".seen_from", "is the target's own square; opponents never share one", "geo-range")


@procedure(
    "red_square.aspect",
    title="Which side does the target show?",
    rules=("geo-aspect",),
    example=lambda: AspectRequest(square=(4, 4), facing="NE", seen_from=(5, 4)),
)
def aspect(request: AspectRequest, umpire: Umpire[Options]) -> AspectOutcome:
    """Measure from centre to centre how far off its facing a target is seen.

    Front: up to half as far aside as ahead; oblique: from there up to and with 45 degrees; rear: from 135 degrees on;
    flank: all between. Infantry in Defence, vehicles, tchankas, trains, figures and horse holders show their front to
    everybody.

    Rules: geo-aspect, diagram-1, diagram-2.
    """
    if has_no_sides(request.kind, request.formation):
        umpire.result("geo-aspect", "shows its front all round")
        return AspectOutcome(aspect="front")
    found = BOUNDLESS.aspect(request.square, request.facing, request.seen_from)
    umpire.result("geo-aspect", "shows its side: {aspect}", aspect=found)
    return AspectOutcome(aspect=found)


def wrong_formation(kind: Kind, formation: Formation | None, path: str = ".formation") -> Iterator[Problem]:
    """Yield a problem if a kind of unit never uses a formation.

    Args:
        kind: The kind of unit.
        formation: The formation, None if not given.
        path: Where that stands in the request.

    Rules: formations-list.
    """
    word, allowed = in_words(kind), FORMATIONS.get(kind, ())
    if formation is not None and formation not in allowed:
        message = (
            f"{word} is in {' or '.join(allowed)}, not {formation}" if allowed else f"{word} units have no formation"
        )
        yield Problem(path, message, "formations-list")


# -------------------------------------------------------------------- red_square.legal_moves


@frozen(kw_only=True)
class LegalMovesOutcome:
    """The directions that a step may take.

    Attributes:
        steps: Each of them, clockwise from north.
    """

    steps: tuple[LegalStep, ...]

    def summary(self, request: LegalMovesRequest) -> str:
        """Return the directions of the legal steps."""
        ways: list[str] = [step.direction for step in self.steps if not step.follows_road]
        ways += [f"{step.direction} along the road" for step in self.steps if step.follows_road]
        return sentences(f"{THE[request.kind]} may step {listed(ways, 'or') or 'nowhere'}")


@frozen(kw_only=True, cache_hash=True)
class LegalMovesRequest(Request[LegalMovesOutcome]):
    """A unit that is about to step, and the roads from its square.

    Attributes:
        kind: What it is.
        facing: Where it faces.
        formation: Its formation; None for those that have none.
        roads: The directions in which roads lead to neighbours.
    """

    kind: Kind
    facing: Facing
    formation: Formation | None = None
    roads: Annotated[tuple[SquareDirection, ...], Size(0, 6), Cites("move-road-masses")] = ()

    needs: ClassVar[tuple[Need, ...]] = formation_needs()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_formation(self.kind, self.formation)
        if self.kind == "train":
            yield Problem(".kind", "a train follows its rails, whatever its facing", "train-3-movement")
        if len(set(self.roads)) < len(self.roads):
            yield Problem(".roads", "names a direction twice", "bad-input")


@procedure(
    "red_square.legal_moves",
    title="Where may the unit step?",
    rules=("move-legal-directions",),
    example=lambda: LegalMovesRequest(kind="infantry", formation="masses", facing="E", roads=("NE",)),
)
def legal_moves(request: LegalMovesRequest, umpire: Umpire[Options]) -> LegalMovesOutcome:
    """List the neighbours that a unit may step to as it faces, and those that a road leads masses to.

    Whether it may move at all, and how far, is not asked here.

    Rules: move-legal-directions, move-road-masses.
    """
    steps = legal_steps(request.kind, request.formation, request.facing, request.roads)
    faced = ", ".join(step.direction for step in steps if not step.follows_road)
    umpire.result("move-legal-directions", "may step {directions}", directions=faced)
    for step in steps:
        if step.follows_road:
            umpire.result(
                "move-road-masses", "the road leads {direction}, and it faces there", direction=step.direction
            )
    return LegalMovesOutcome(steps=steps)
