"""Overruns on the field: stepping into the square of an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.red_square.cards import wrong_cards
from rcw_rules.red_square.ground import Field, Observation, change, changes, where, without_markers
from rcw_rules.red_square.model import CardCode, Name, Unit
from rcw_rules.red_square.mounted.combat import MountedCombatOutcome, MountedCombatRequest, wrong_name
from rcw_rules.red_square.mounted.contact import not_to_be_charged
from rcw_rules.red_square.mounted.course import MountedCourse, changed_units
from rcw_rules.red_square.movement import MAY_ENTER, flight, flight_request, moved, overrun_in
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots import Book, FireMissionOutcome, FireMissionRequest, Shooting, eligible_targets

WILDLY = Shooting(band="1-0")
"""The shot of a unit that stands: wild, with no card of its own."""


@frozen(kw_only=True)
class Stand:
    """What the owner of a unit that stood sees when deciding whether it fires.

    Attributes:
        field: The field.
        unit: The unit.
        mover: The unit that tried to overrun it.
    """

    field: Field
    unit: Unit
    mover: Unit


FIRES_BACK: Choice[Stand, bool] = Choice(
    "fires_back",
    rule="move-overrun-shaken",
    who="owner of the unit that stood",
    about="The unit stood against an overrun: does it fire at those who came at it? Default: yes.",
    default=lambda stand, alternatives: True,
    unit=lambda stand: stand.unit.name,
    side=lambda stand: stand.unit.side,
)


@frozen(kw_only=True)
class OverrunOutcome:
    """The units after an overrun.

    Attributes:
        entered: Whether every unit there fled and the mover now stands in the square.
        removed: The names of those who fled or were captured, then of those who fell in the mounted combat.
        stood: The name of the unit that stood and fought; "" for none.
        may_go_on: Whether the mover has entered and may make one more step. If it has not, its activation is over.
        shot_hits: The markers that the shot of the unit that stood put on the mover.
        combat: The mounted combat that followed; None for none.
        units: Every unit that changed, as it is now, in the order of the rosters.
        observations: What scouts who withdrew have observed.
        cards: The cards drawn, in order; none are named where the request names no deck.
        burning: The square whose building the shot of guns that stood has set on fire.
        wire_removed: The square whose wire it has removed.
    """

    entered: bool
    removed: tuple[Name, ...]
    stood: str
    may_go_on: bool
    shot_hits: int
    combat: MountedCombatOutcome | None
    units: tuple[Unit, ...]
    observations: tuple[Observation, ...] = ()
    cards: tuple[CardCode, ...] = ()
    burning: Square | None = None
    wire_removed: Square | None = None

    def summary(self, request: OverrunRequest) -> str:
        """Return whether the mover enters the square, who is gone, and what a unit that stood did."""
        mover, units, stood = request.mover, request.field.units, self.stood
        gone = f"{listed(self.removed)} {'is' if len(self.removed) == 1 else 'are'} removed" if self.removed else ""
        if self.entered:
            entered = f"{mover} enters {request.square}{f', and {gone}' if gone else ''}"
            others = changes(units, self.units, mover, *self.removed)
            return sentences(entered, "it may make one more step" if self.may_go_on else "", *others)
        return sentences(
            f"{stood} stands and keeps {mover} out of {request.square}" if stood else "",
            self._shot(request),
            *(self.combat.told() if self.combat is not None else ()),
            *changes(units, self.units, mover, fire=False),
            *self._mover(request),
            f"the buildings at {self.burning} catch fire" if self.burning is not None else "",
            f"the wire at {self.wire_removed} is removed" if self.wire_removed is not None else "",
        )

    def _shot(self, request: OverrunRequest) -> str:
        now = next((unit for unit in self.units if unit.name == self.stood), None)
        if now is None or self.combat is not None or not now.this_turn.fired:
            return ""
        hits = f"{counted(self.shot_hits, 'hit marker')} on {request.mover}"
        return f"its shot puts {hits}" if self.shot_hits else f"its shot misses {request.mover}"

    def _mover(self, request: OverrunRequest) -> Iterator[str]:
        was = request.field.unit(request.mover)
        for now in self.units:
            if now.name == was.name:
                told_already = now.markers == was.markers + self.shot_hits
                yield change(without_markers(was, now) if told_already else was, now, fire=False)


@frozen(kw_only=True, cache_hash=True)
class OverrunRequest(Request[OverrunOutcome]):
    """A step into the square of an enemy.

    Attributes:
        field: The field at this moment, the mover still in the square that it steps from.
        mover: The name of the unit that makes the step.
        square: The enemy's square.
        squares_left: How many squares of its move are left to the mover after this step.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
    """

    recurs = False

    field: Field
    mover: Name
    square: Square
    squares_left: Annotated[int, Range(0, 3, rule="move-table")] = 0
    deck: Annotated[tuple[CardCode, ...], Size(0, 216, rule="equipment-draw-pile")] | None = None
    discards: Annotated[tuple[CardCode, ...], Size(0, 216, rule="equipment-draw-pile")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_name(self.field, self.mover, ".mover")
        if not self.field.board.grid.has(self.square):
            yield Problem(".square", f"{self.square} is not on the board", "bad-input")
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _example() -> OverrunRequest:
    board = SquareMap(title="A plain", grid=SquareGrid(columns=10, rows=10))
    mover = Unit(name="1st Rifles", side="red", kind="infantry", formation="masses", square=(4, 4), bases=4)
    target = Unit(
        name="2nd Officers",
        side="white",
        kind="infantry",
        formation="waves",
        square=(4, 5),
        facing="NE",
        bases=3,
        quality="elite",
        state="retreating",
    )
    return OverrunRequest(field=Field(board=board, units=(mover, target)), mover="1st Rifles", square=(4, 5))


@procedure(
    "red_square.overrun",
    title="Does the unit in the way flee?",
    rules=("move-overrun-shaken",),
    example=_example,
)
def overrun(request: OverrunRequest, umpire: Umpire[Options]) -> OverrunOutcome:
    """Step into the square of an enemy: those there flee and are removed, or one of them stands and fights.

    Those who can fight decide it, in the order of the rosters; with the last of them go the MGs, figures and transport
    in the square, which flee from any mover if alone. A disabled train is captured. The mover then enters, and may make
    one more step if squares of its move are left. A unit that stands recovers, turns to the mover and keeps it out:
    mounted cavalry fights it at once if it is in the open, at anybody else it may fire one wild shot at close range.
    Then the mover's activation is over.

    Rules: move-overrun-shaken, move-overrun-flank, move-overrun-helpless, move-overrun-continue, hq-destroyed,
        train-7-hits, dig-1c-removal.
    """
    field, mover = request.field, request.field.unit(request.mover)
    course = MountedCourse(umpire=umpire, field=field, deck=request.deck, discards=request.discards)
    for target in overrun_in(field, request.square):
        if not course.put_to_flight(mover, target):
            return _stands(request, course, mover, target.name)
    course.capture(request.square)
    course.field = course.field.with_units(moved(mover, square=request.square, facing=mover.facing))
    umpire.result("move-overrun-continue", "squares left for one more step: {left}", left=min(1, request.squares_left))
    return OverrunOutcome(
        entered=True,
        removed=course.removed,
        stood="",
        may_go_on=request.squares_left > 0,
        shot_hits=0,
        combat=None,
        units=changed_units(field, course.field),
    )


@overrun.legality
def _objections(request: OverrunRequest, options: Options) -> Iterator[Objection]:
    field, mover, square = request.field, request.field.unit(request.mover), request.square
    enemies = [unit for unit in field.at(square) if unit.side != mover.side]
    if not enemies:
        message = f"no enemy stands in {square}; an ordinary step leads there"
        yield Objection(rule="move-overrun-shaken", message=message, path="$.square")
        return
    if field.board.grid.distance(where(mover), square) != 1:
        message = f"{square} is not next to {mover.name} in {where(mover)}"
        yield Objection(rule="move-overrun-shaken", message=message, path="$.square")
        return
    if mover.formation == "mounted" and square not in field.board.grid.faced(where(mover), mover.facing):
        message = f"{mover.name} is mounted and does not face {square}: it turns first"
        yield Objection(rule="move-legal-directions", message=message, path="$.square")
        return
    deciding = overrun_in(field, square)
    if not deciding and mover.formation not in MAY_ENTER:
        message = "only infantry in masses or waves and cavalry capture a disabled train"
        yield Objection(rule="train-7-hits", message=message, path="$.mover")
    for target in deciding:
        for objection in flight.verdict(flight_request(field, mover, target), options).objections:
            path = "$.mover" if objection.path.startswith("$.mover") else "$.square"
            yield Objection(rule=objection.rule, message=f"{target.name}: {objection.message}", path=path)


def _stands(request: OverrunRequest, course: MountedCourse, mover: Unit, name: Name) -> OverrunOutcome:
    """Let a unit that stood fight: a mounted combat against horsemen in the open, else a wild shot.

    Rules: move-overrun-shaken, mounted-1-trigger.
    """
    umpire, field = course.umpire, course.field
    stood = field.unit(name)
    done: MountedCombatOutcome | FireMissionOutcome | None = None
    if not_to_be_charged(field, mover, stood, closed_leaving=umpire.options.closed_leaving) is None:
        done = umpire.resolve(
            MountedCombatRequest(
                field=field,
                attacker=mover.name,
                target=name,
                squares_left=min(3, request.squares_left + 1),  # the step that was not made is left as well
                has_stood=True,
                deck=request.deck,
                discards=request.discards,
            ),
            f"combat with {name}",
        )
    else:
        # A unit that comes right at it needs no observing.
        seen = Observation(observer=name, target=mover.name, turn=field.turn)
        in_sight = evolve(field, observations=(*field.observations, seen))
        if _can_fire(umpire, in_sight, stood, mover) and umpire.choose(
            FIRES_BACK, (True, False), Stand(field=field, unit=stood, mover=mover)
        ):
            done = umpire.resolve(
                FireMissionRequest(
                    field=in_sight,
                    firer=name,
                    target=mover.name,
                    shooting=WILDLY,
                    deck=request.deck,
                    discards=request.discards,
                ),
                f"shot of {name}",
            )
    combat = done if isinstance(done, MountedCombatOutcome) else None
    shot = done if isinstance(done, FireMissionOutcome) else None
    return OverrunOutcome(
        entered=False,
        removed=(*course.removed, *(combat.removed if combat else ())),
        stood=name,
        may_go_on=False,
        shot_hits=shot.hits if shot else 0,
        combat=combat,
        units=changed_units(request.field, field if done is None else field.with_units(*done.units)),
        observations=() if done is None else done.observations,
        cards=() if done is None else done.cards,
        burning=shot.burning if shot else None,
        wire_removed=shot.wire_removed if shot else None,
    )


def _can_fire(umpire: Umpire[Options], field: Field, unit: Unit, at: Unit) -> bool:
    """Return whether a unit is of a kind and formation that can fire at a unit next to it.

    Rules: move-overrun-shaken, fire-1-who.
    """
    book = Book(charts=umpire.charts, options=umpire.options)
    return any(target.name == at.name for target in eligible_targets(field, unit, book, shooting=WILDLY))
