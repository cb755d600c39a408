"""Works: foxholes, and fires in buildings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import CATEGORY_OF, Arm
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import said

DEEPEST = Fraction(3)  # dig-rate
PER_MOVE_WITH_TOOLS = Fraction(1, 2)  # dig-rate
PER_MOVE = Fraction(1, 4)  # dig-rate

CATCHES_FIRE = 3  # bld-fire-set
BURNT_DOWN = 5  # bld-fire-grow
PUT_OUT_BY = ((4,), (5,), (6,))  # bld-fire-fight: one marker, two, three

_FIGHT_DIE = tally(d6, 1, *PUT_OUT_BY)

# --- digging ----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class DigInOutcome:
    """How far the foxholes are dug.

    Attributes:
        progress: Columns of cover, exactly.
        columns: The whole columns that count against shooting, as one kind of cover.
        stands_firm: Whether they count as hard cover against a first retire result; never for Mobs.
    """

    progress: Fraction
    columns: int
    stands_firm: Annotated[bool, Cites("dig-ignore-retire")]

    def summary(self, request: DigInRequest) -> str:
        """Return how many columns of cover count, and how much is dug."""
        dug = f"{said(request.progress)} to {said(self.progress)} dug"
        if not self.columns:
            return sentences(f"the foxholes give no cover yet ({dug})")
        cover = f"the foxholes give {counted(self.columns, 'column')} of cover ({dug})"
        return sentences(cover, "troops in them other than Mobs may ignore a first retire result")


@frozen(kw_only=True, cache_hash=True)
class DigInRequest(Request[DigInOutcome]):
    """Infantry that digs foxholes.

    Attributes:
        arm: What its bases are.
        tools: Whether it has proper tools to dig with.
        progress: How many columns of cover it has dug before, exactly.
        moves: How many moves it digs.
        otherwise_busy: Whether it does anything else in these moves, evading included.
    """

    arm: Arm = "rifle"
    tools: bool = False
    progress: Annotated[Fraction, Range(0, 3, rule="dig-rate")] = Fraction(0)
    moves: Annotated[int, Range(1, 99, rule="dig-rate")] = 1
    otherwise_busy: bool = False


def _dig_example() -> DigInRequest:
    return DigInRequest(tools=True, progress=Fraction(1, 2))


@procedure(
    "red_actions.dig_in",
    title="How deep are the foxholes?",
    rules=("dig-rate",),
    example=_dig_example,
)
def dig_in(request: DigInRequest, umpire: Umpire[Options]) -> DigInOutcome:
    """Dig half a column of cover a move with proper tools, a quarter without, and three columns at most.

    The progress is kept exactly; only whole columns, rounded down, count against shooting.

    Rules: dig-rate, dig-ignore-retire.
    """
    rate = PER_MOVE_WITH_TOOLS if request.tools else PER_MOVE
    progress = min(DEEPEST, request.progress + request.moves * rate)
    columns = whole_columns(progress)
    umpire.result(
        "dig-rate",
        "columns of cover dug: {progress}; whole ones, which count: {columns}",
        progress=str(progress),
        columns=columns,
    )
    return DigInOutcome(progress=progress, columns=columns, stands_firm=columns >= 1)


@dig_in.legality
def _forbidden_digging(request: DigInRequest, _options: Options) -> Iterator[Objection]:
    """Yield what forbids digging.

    Rules: dig-rate, act-engineering.
    """
    if CATEGORY_OF[request.arm] != "infantry":
        message = f"{in_words(request.arm)} bases do not dig: only infantry digs"
        yield Objection(rule="dig-rate", message=message, path="$.arm")
    if request.otherwise_busy:
        message = "a unit that digs does nothing else and does not evade: leave out one of the two"
        yield Objection(rule="dig-rate", message=message, path="$.otherwise_busy")


def whole_columns(progress: Fraction) -> int:
    """Return the columns of cover that foxholes give, rounded down.

    >>> whole_columns(Fraction(5, 2))
    2

    Rules: dig-rate, conv-exact-arithmetic.
    """
    return progress.numerator // progress.denominator


# --- fires ------------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class BuildingFireOutcome:
    """How a building burns.

    Attributes:
        markers: The terror markers on it; 0 when it does not burn.
        destroyed: Whether it is burnt down: units in it must leave by a retire move or are lost, and it becomes rough
            ground.
    """

    markers: int
    destroyed: bool

    def summary(self, request: BuildingFireRequest) -> str:
        """Return how the building burns, with its markers before and after."""
        if self.destroyed:
            return "The building burns down: units in it leave by a retire move or are lost."
        before, now = request.markers, f"{self.markers} of {BURNT_DOWN} markers"
        if not self.markers:
            return "The fire is out." if before else "The building does not burn."
        if self.markers == before:
            failed = "does not catch" if request.operation == "set" else "is not beaten back"
            return sentences(f"the fire {failed}: still {now}")
        if not before:
            return sentences(f"the building catches fire: {now}")
        return sentences(f"the fire {'grows' if self.markers > before else 'shrinks'} from {before} to {now}")


@frozen(kw_only=True, cache_hash=True)
class BuildingFireRequest(Request[BuildingFireOutcome]):
    """A building that is set on fire, burns on at the start of a turn, or whose fire is fought.

    Attributes:
        operation: Whether to set the fire, let it spread or fight it; a fire spreads by itself, once a turn.
        markers: The terror markers on the building.
        touches: Whether the unit that sets or fights the fire touches the building.
    """

    operation: Literal["set", "spread", "fight"]
    markers: Annotated[int, Range(0, 5, rule="bld-fire-grow")] = 0
    touches: bool = True


def _fire_example() -> BuildingFireRequest:
    return BuildingFireRequest(operation="fight", markers=4)


@procedure(
    "red_actions.building_fire",
    title="Does the building fire start, spread or go out?",
    formerly=("How does the fire go on?",),
    rules=("bld-fire-set",),
    example=_fire_example,
)
def building_fire(request: BuildingFireRequest, umpire: Umpire[Options]) -> BuildingFireOutcome:
    """Set a building on fire, let its fire spread, or fight it.

    Setting: a d6 of 3 or more adds a marker. Spreading: a building with markers gets one more. Fighting: a d6 of 4, 5
        or 6 removes one, two or three, as far as there are any. With five markers the building is destroyed.

    Rules: bld-fire-set, bld-fire-grow, bld-fire-fight.
    """
    if request.operation == "spread":
        return _burning(umpire, min(BURNT_DOWN, request.markers + 1) if request.markers else 0)
    if request.operation == "set":
        catches = d6.check(at_least=CATCHES_FIRE)
        return umpire.last_roll(
            catches, "setting fire", "bld-fire-set", lambda caught: _burning(umpire, request.markers + caught)
        )
    return umpire.last_roll(
        _FIGHT_DIE,
        "fighting the fire",
        "bld-fire-fight",
        lambda shown: _burning(umpire, max(0, request.markers - _put_out(shown))),
    )


@building_fire.legality
def _forbidden_fire(request: BuildingFireRequest, _options: Options) -> Iterator[Objection]:
    """Yield what forbids setting or fighting a fire.

    Rules: bld-fire-set, bld-fire-grow, bld-fire-fight.
    """
    if request.operation == "spread":
        return
    rule = "bld-fire-set" if request.operation == "set" else "bld-fire-fight"
    if not request.touches:
        message = f"only a unit that touches the building can {request.operation} its fire: move up to it first"
        yield Objection(rule=rule, message=message, path="$.touches")
    if request.markers == BURNT_DOWN:
        yield Objection(rule=rule, message="the building is burnt down already: leave it", path="$.markers")
    elif request.operation == "fight" and request.markers == 0:
        yield Objection(rule=rule, message="the building does not burn: there is nothing to fight", path="$.markers")


def _put_out(shown: tuple[int, ...]) -> int:
    """Return how many markers a throw removes.

    Rules: bld-fire-fight.
    """
    return sum(number * count for number, count in enumerate(shown, start=1))


def _burning(umpire: Umpire[Options], markers: int) -> BuildingFireOutcome:
    """Return the state of a building with a number of markers.

    Rules: bld-fire-grow.
    """
    destroyed = markers == BURNT_DOWN
    umpire.result("bld-fire-grow", "{markers} of {of} markers on the building", markers=markers, of=BURNT_DOWN)
    if destroyed:
        umpire.result("bld-fire-grow", "it is burnt down: who is in it leaves by a retire move or is lost")
    return BuildingFireOutcome(markers=markers, destroyed=destroyed)
