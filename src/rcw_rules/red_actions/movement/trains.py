"""Armoured trains: how they move, what their cars fire, and what direct hits do to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import SuccessNumber, TestKind
from rcw_rules.red_actions.morale import NOWHERE_SPECIAL, MoraleOfficer, MoraleTestOutcome, MoraleTestRequest, Situation
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import disputed_distance

Way: TypeAlias = Literal["forward", "backward"]

Car: TypeAlias = Literal["engine", "turret", "artillery", "mg", "other"]
"""The cars of a train: engines, artillery cars with a turret and without, machine-gun cars, and others."""

_CARS: dict[Car, str] = {
    "turret": "turret car",
    "artillery": "artillery car",
    "mg": "machine-gun car",
    "other": "other car",
}


Weapon: TypeAlias = Literal["gun", "machine_guns", "rifles"]
"""What fires from a car: its gun, its machine guns, or the rifles of troops aboard."""

FASTEST = inches(8)  # train-speed
LOST_PER_HIT = inches(2)  # train-engine-hits
IMMOBILISED_BY = 3  # train-engine-hits
TURRET_DESTROYED_BY = 2  # train-car-hits

_STANDING = inches(0)
_FIRES: dict[Weapon, tuple[Car, ...]] = {  # train-cars
    "gun": ("turret", "artillery"),
    "machine_guns": ("mg",),
    "rifles": ("engine", "turret", "artillery", "mg", "other"),
}


# --- moving -----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class TrainMoveOutcome:
    """How a train moves.

    Attributes:
        move: How far it goes along the rails in this turn.
        way: Which way.
        stopped: Whether it stands at the end.
    """

    move: Inches
    way: Way
    stopped: bool

    def summary(self, request: TrainMoveRequest) -> str:
        """Return how far the train goes and which way, and whether it stands then."""
        if not self.move.thousandths:
            return "The train stands."
        return sentences(f"the train goes {self.move} {self.way}{', and then stands' if self.stopped else ''}")

    @property
    def last_move(self) -> Inches:
        """The speed from which the next move starts: 0 once the train stands.

        Rules: train-speed.
        """
        return _STANDING if self.stopped else self.move


@frozen(kw_only=True, cache_hash=True)
class CarFire:
    """What fires from a car of a train in this move.

    Attributes:
        car: The car.
        weapon: What fires.
    """

    car: Car
    weapon: Weapon


@frozen(kw_only=True, cache_hash=True)
class TrainMoveRequest(Request[TrainMoveOutcome]):
    """A train and what its driver does.

    Attributes:
        last_move: How far it went in its last move; 0 if it stood at the end.
        way: Which way it went, or faces while it stands.
        order: What its driver does; a standing train that reverses sets off the other way.
        engine_hits: The direct hits on its engine.
        has_engine: Whether there is an engine in it at all.
        fires: What fires from it in this move.
    """

    last_move: Annotated[Inches, Range(0, 8, rule="train-speed")] = _STANDING
    way: Way = "forward"
    order: Literal["keep", "faster", "slower", "reverse"] = "keep"
    engine_hits: Annotated[int, Range(0, 9, rule="train-engine-hits")] = 0
    has_engine: Annotated[bool, Cites("train-cars")] = True
    fires: Annotated[tuple[CarFire, ...], Size(0, 20), Cites("train-cars")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.last_move.thousandths % 2:
            message = f"{self.last_move} is not a speed that halving and doubling can reach"
            yield Problem(".last_move", message, "train-speed")


def _move_example() -> TrainMoveRequest:
    return TrainMoveRequest(last_move=inches(8), order="slower")


@procedure(
    "red_actions.train_move",
    title="How far can the train move?",
    formerly=("How far does the train go?",),
    rules=("train-speed",),
    example=_move_example,
)
def train_move(request: TrainMoveRequest, umpire: Umpire[Options]) -> TrainMoveOutcome:
    """Move a train along its rails.

    It keeps its last move, doubles it, or halves it; a halved move below one step is its last, after which it stands. A
    standing train sets off with one step. Nothing is rounded. The hits on its engine set the most that it goes; a train
    whose engine is immobilised stands at once.

    Rules: train-speed, train-engine-hits, conv-metres-govern.
    """
    if request.last_move == _STANDING or request.order == "slower":
        umpire.ruling("distance_conflicts")
    if request.engine_hits >= IMMOBILISED_BY:
        umpire.ruling("engine_survives_third")
    outcome = _moved(request, umpire.options)
    umpire.result("train-speed", "it goes {move} {way}", move=str(outcome.move), way=outcome.way)
    if outcome.stopped:
        umpire.result("train-speed", "it stands")
    return outcome


def _moved(request: TrainMoveRequest, options: Options) -> TrainMoveOutcome:
    """Return how a train moves.

    Rules: train-speed, train-engine-hits.
    """
    step = disputed_distance("train_step", options)
    limit, last, way = engine_limit(request.engine_hits, options), request.last_move, request.way
    if last == _STANDING:
        sets_off = request.order in ("faster", "reverse")
        if request.order == "reverse":
            way = "backward" if way == "forward" else "forward"
        move = min(step, limit) if sets_off else _STANDING
        return TrainMoveOutcome(move=move, way=way, stopped=move == _STANDING)
    if request.order == "slower":
        half = Inches(thousandths=last.thousandths // 2)
        return TrainMoveOutcome(move=min(half, limit), way=way, stopped=half < step or limit == _STANDING)
    move = min(last * 2 if request.order == "faster" else last, limit)
    return TrainMoveOutcome(move=move, way=way, stopped=move == _STANDING)


@train_move.legality
def _forbidden_move(request: TrainMoveRequest, options: Options) -> Iterator[Objection]:
    """Yield what forbids the order, or the fire from the cars.

    Rules: train-speed, train-cars, train-artillery-car, train-mg-car.
    """
    step = disputed_distance("train_step", options)
    if _STANDING < request.last_move < step:
        message = f"a train stands after a move below {step}: its last move is 0"
        yield Objection(rule="train-speed", message=message, path="$.last_move")
    if request.order == "reverse" and request.last_move != _STANDING:
        message = "a train must stand before it reverses: slow it down first"
        yield Objection(rule="train-speed", message=message, path="$.order")
    if not request.has_engine and (
        request.order in ("faster", "reverse") or (request.order == "keep" and request.last_move != _STANDING)
    ):
        message = "a train keeps going or sets off only with an engine: slow it down, or let it stand"
        yield Objection(rule="train-cars", message=message, path="$.has_engine")
    stands = _moved(request, options).move == _STANDING
    for number, fire in enumerate(request.fires):
        path, what = f"$.fires[{number}]", in_words(fire.weapon)
        if fire.car not in _FIRES[fire.weapon]:
            cars = " or ".join(_FIRES[fire.weapon])
            message = f"{what} cannot fire from that car, only from {cars} cars; troops aboard fire rifles"
            yield Objection(rule="train-cars", message=message, path=path)
        elif fire.weapon == "gun" and not stands:
            message = "guns fire from a train only while it stands: machine guns and rifles fire on the move"
            yield Objection(rule="train-artillery-car", message=message, path=path)


def engine_limit(hits: int, options: Options) -> Inches:
    """Return the most that a train moves after a number of direct hits on its engine.

    >>> [str(engine_limit(hits, Options())) for hits in range(4)]
    ['8 in', '6 in', '4 in', '0 in']

    Rules: train-speed, train-engine-hits.
    """
    if hits >= IMMOBILISED_BY + options.engine_survives_third:
        return _STANDING
    return FASTEST - LOST_PER_HIT * hits


# --- direct hits ------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class TrainHitOutcome:
    """What a direct hit does to a train.

    Attributes:
        hits: The hits on the car.
        destroyed: Whether the car is destroyed; an engine never is.
        bases_lost: How many bases aboard are lost with it.
        limit: Of an engine: the most that the train can still move.
        leaves_range: Whether this hit, on an engine, makes the train try to get out of range of the enemy's guns; every
            later hit does the same until it is out of range.
        leaves_table: Whether it failed its fear test and must try to leave the table.
    """

    hits: int
    destroyed: bool
    bases_lost: int
    limit: Inches | None
    leaves_range: bool
    leaves_table: bool

    def summary(self, request: TrainHitRequest) -> str:
        """Return what the hit does to the car, and whether the train leaves."""
        car = "the engine" if request.car == "engine" else f"the {_CARS[request.car]}"
        if self.limit is not None:
            flees = "and must try to get out of range of the enemy's guns"
            speed = f"goes {self.limit} at most, {flees}" if self.limit.thousandths else "is immobilised"
            struck = f"{car} takes direct hit {self.hits}: the train {speed}"
        elif self.destroyed:
            lost = f", with {counted(self.bases_lost, 'base')} aboard" if self.bases_lost else ""
            struck = f"{car} is destroyed{lost}"
        else:
            struck = f"{car} takes direct hit {self.hits} and fights on"
        if not self.leaves_table:
            leaves = "the train passes its fear test"
        elif request.leaving:
            leaves = "the train still tries to leave the table"
        else:
            leaves = "the train fails its fear test, and must try to leave the table"
        return sentences(struck, leaves)


@frozen(kw_only=True, cache_hash=True)
class TrainHitRequest(Request[TrainHitOutcome]):
    """A car of a train that takes a direct hit.

    Attributes:
        car: The car.
        hits: The direct hits that it took before.
        bases_aboard: How many bases of troops ride in it.
        fear: The train's success number of fear tests.
        junior: The officer in command of the train; None without one.
        attached: Senior officers aboard.
        situation: Where the train stands, as for any morale test.
        leaving: Whether it tries to leave the table already.
    """

    car: Car
    hits: Annotated[int, Range(0, 9, rule="train-engine-hits")] = 0
    bases_aboard: Annotated[int, Range(0, 12, rule="train-car-hits")] = 0
    fear: SuccessNumber | None = None
    junior: MoraleOfficer | None = None
    attached: Annotated[tuple[MoraleOfficer, ...], Size(0, 6)] = ()
    situation: Situation = NOWHERE_SPECIAL
    leaving: Annotated[bool, Cites("train-fear")] = False


def _hit_example() -> TrainHitRequest:
    return TrainHitRequest(car="engine", hits=1, fear=8, junior=MoraleOfficer(effect=1))


@procedure(
    "red_actions.train_hit",
    title="What does the direct hit do to the train?",
    rules=("train-engine-hits",),
    example=_hit_example,
)
def train_hit(request: TrainHitRequest, umpire: Umpire[Options]) -> TrainHitOutcome:
    """Count a direct hit on a car, and test the fear of the train.

    An engine loses 2 inches of its move with each hit and stands with the third. A turret car is destroyed by the
    second hit, every other car by the first, with all aboard. Then the train takes one fear test for the hit: if it
    fails, it must try to leave the table; if it passes, it keeps trying only if it already did.

    Rules: train-engine-hits, train-car-hits, train-fear.
    """
    if request.fear is None:
        raise _missing("fear")
    hits, limit = request.hits + 1, None
    destroyed = request.car != "engine" and hits >= _destroyed_by(request.car)
    if request.car == "engine":
        if hits >= IMMOBILISED_BY:
            umpire.ruling("engine_survives_third")
        limit = engine_limit(hits, umpire.options)
        text = "the train goes {limit} at most, and must get out of the reach of the enemy's guns"
        umpire.result("train-engine-hits", text, limit=str(limit))
    elif destroyed:
        umpire.result("train-car-hits", "the car is destroyed; bases lost in it: {bases}", bases=request.bases_aboard)
    else:
        umpire.result("train-car-hits", "the turret car fights on")
    test = _test(request, "fear", request.fear)

    def after(answer: MoraleTestOutcome) -> TrainHitOutcome:
        return TrainHitOutcome(
            hits=hits,
            destroyed=destroyed,
            bases_lost=request.bases_aboard if destroyed else 0,
            limit=limit,
            leaves_range=request.car == "engine",
            leaves_table=request.leaving or not answer.passed,
        )

    return umpire.last_resolve(test, "fear test of the train", after)


@train_hit.legality
def _forbidden_hit(request: TrainHitRequest, _options: Options) -> Iterator[Objection]:
    """Yield what forbids a hit.

    Rules: train-car-hits.
    """
    if request.car != "engine" and request.hits >= _destroyed_by(request.car):
        message = f"the {request.car} car is destroyed by hit {_destroyed_by(request.car)}: aim at another"
        yield Objection(rule="train-car-hits", message=message, path="$.hits")


def _destroyed_by(car: Car) -> int:
    """Return the number of the hit that destroys a car other than an engine.

    Rules: train-car-hits.
    """
    return TURRET_DESTROYED_BY if car == "turret" else 1


# --- rallying ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class TrainRallyOutcome:
    """Whether a train still tries to leave the table.

    Attributes:
        leaves_table: Whether it does.
    """

    leaves_table: bool

    def summary(self, request: TrainRallyRequest) -> str:
        """Return whether the train still tries to leave the table."""
        if self.leaves_table:
            return "The train still tries to leave the table."
        return "The train rallies, and is free to act."


@frozen(kw_only=True, cache_hash=True)
class TrainRallyRequest(Request[TrainRallyOutcome]):
    """A train that tries to leave the table, at the start of its segment.

    Attributes:
        rally: The train's success number of rally tests.
        junior: The officer in command of the train; None without one.
        attached: Senior officers aboard.
        situation: Where the train stands.
    """

    rally: SuccessNumber | None = None
    junior: MoraleOfficer | None = None
    attached: Annotated[tuple[MoraleOfficer, ...], Size(0, 6)] = ()
    situation: Situation = NOWHERE_SPECIAL

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.situation.ambushed_marching:
            message = "an ambush on the march counts in a fear test, not when a train rallies: leave it out"
            yield Problem(".situation.ambushed_marching", message, "march-ambushed")


def _rally_example() -> TrainRallyRequest:
    return TrainRallyRequest(rally=7)


@procedure(
    "red_actions.train_rally",
    title="Does the train that leaves the table rally?",
    formerly=("Does the train that leaves the table rally??",),
    rules=("train-fear",),
    example=_rally_example,
)
def train_rally(request: TrainRallyRequest, umpire: Umpire[Options]) -> TrainRallyOutcome:
    """Take a rally test for a train that leaves: if it passes, it is free to act; if not, it goes on unmarked.

    Rules: train-fear.
    """
    if request.rally is None:
        raise _missing("rally")
    test = _test(request, "rally", request.rally)
    return umpire.last_resolve(
        test, "rally test of the train", lambda answer: TrainRallyOutcome(leaves_table=not answer.passed)
    )


def _test(request: TrainHitRequest | TrainRallyRequest, test: TestKind, number: int) -> MoraleTestRequest:
    """Return the morale test of a train."""
    return MoraleTestRequest(
        test=test, number=number, junior=request.junior, attached=request.attached, situation=request.situation
    )


def _missing(what: str) -> NeedsRuling:
    """Return the request for a ruling on a success number that the train's card should have.

    Rules: conv-cards-missing.
    """
    return NeedsRuling(
        "conv-cards-missing", f"What is the success number of {what} tests of the train?", f"the field {what}"
    )
