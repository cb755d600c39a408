"""Moves: what a path costs, and whether it fits the speed of the unit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Arm
from rcw_rules.red_actions.movement.marches import ShotAt, barred_from_marching, road_bonus
from rcw_rules.red_actions.movement.paths import (
    Barrier,
    LegCost,
    Mover,
    Path,
    Stretch,
    Trial,
    as_fraction,
    is_by_road,
    leg_costs,
    leg_said,
    out_of_column,
)
from rcw_rules.red_actions.movement.wheels import wheel_length
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import disputed_distance, in_inches, said

Pace: TypeAlias = Literal["full", "half", "evasive", "march"]
"""Which speed a unit uses: its full speed, half of it, its evasive speed, or the double speed of a march."""

Manner: TypeAlias = Literal["move", "charge", "compelled"]
"""Why a unit moves: voluntarily, in a charge, or because a result makes it go back."""


OFFICER_ON_FOOT = inches(10)  # mov-officer-speed
KEEPING_OFF = inches(2)  # mov-two-inch
PROLONG = inches(1)  # form-limbered
STEEPEST_INCLINE = degrees(20)  # mov-forward-drift

_STRAIGHT = degrees(0)
_NO_BONUS = inches(0)


@frozen(kw_only=True)
class TrialDue:
    """A test of a vehicle that a move calls for.

    Attributes:
        trial: Which test.
        leg: The stretch or obstacle of the path that calls for it, counted from 0; None at the end of the move.
        moved: How far the vehicle has come when it takes it, in inches.
    """

    trial: Trial
    leg: int | None
    moved: Fraction

    def sentence(self, path: Path) -> str:
        """Return the test and where the vehicle takes it."""
        if self.leg is None:
            return f"a breakdown test at the end, after {in_inches(self.moved)}"
        return f"a test at {leg_said(path, self.leg)}, after {in_inches(self.moved)}"


@frozen(kw_only=True)
class MoveBudgetOutcome:
    """What a legal move costs.

    Attributes:
        allowance: What the unit may spend, in inches.
        cost: What the move costs.
        left: What is left over.
        moved: How many inches the unit goes, wheels included.
        in_wire: Whether it ends in wire.
        ready_to_fire: Of tachankas: whether their rear faces the enemy at the end; None if the request leaves that
            open.
        trials: The tests of a vehicle that it calls for, in their order.
    """

    allowance: Fraction
    cost: Fraction
    left: Fraction
    moved: Fraction
    in_wire: bool = False
    ready_to_fire: Annotated[bool | None, Cites("mov-tachanka-turning")] = None
    trials: tuple[TrialDue, ...] = ()

    def summary(self, request: MoveBudgetRequest) -> str:
        """Return how far the unit goes, what that costs and what is left, and what the way calls for."""
        spent = f"{said(self.cost)} of {in_inches(self.allowance)}"
        left = f"{in_inches(self.left)} is left" if self.left else "nothing is left"
        ready = {
            None: "",
            True: "their rear faces the enemy, so they may fire",
            False: "their rear does not face the enemy, so they may not fire",
        }[self.ready_to_fire]
        tests = listed(trial.sentence(request.path) for trial in self.trials)
        return sentences(
            f"the path fits: its {in_inches(self.moved)} cost {spent}, and {left}",
            "it ends in wire" if self.in_wire else "",
            ready,
            f"it takes {tests}" if tests else "",
        )


@frozen(kw_only=True, cache_hash=True)
class MoveBudgetRequest(Request[MoveBudgetOutcome]):
    """A move along a path.

    Attributes:
        mover: Who moves.
        speed: The most that its card lets it move; None for a detached officer, whose speed is printed.
        evasive_speed: The most while it evades.
        pace: Which speed it uses.
        bonus: Of a charge out of an ambush: what that adds to the speed.
        manner: Why it moves.
        path: What it passes, in order.
        front_bases: How many bases stand abreast when it wheels.
        wheels: The angles by which it wheels.
        turns: The angles by which all bases turn on the spot, 90 or 180 each.
        depth: How deep the unit is, front to rear; needed where tachankas or limbered guns turn.
        incline: How far it slants from straight ahead.
        facing_alike: Whether all its bases face the same way.
        limbered: Of guns: whether they are limbered.
        begins_ready: Of tachankas: whether their rear faces the enemy at the beginning; None to leave that open.
        formed: Whether it is formed cavalry.
        passes: Whom it passes through.
        ends_on_others: Whether it would end on top of another unit.
        enemy_at_start: How far the nearest enemy is at the beginning; routing enemies and prisoners do not count.
        nearest_enemy: How near any point of the path comes to such an enemy; None: no enemy near, or no nearer than at
            the beginning.
        shot_at: Of a march: when the unit was shot at.
    """

    mover: Mover
    speed: Annotated[Inches | None, Cites("mov-speed")] = None
    evasive_speed: Annotated[Inches | None, Cites("evade-speed")] = None
    pace: Pace = "full"
    bonus: Annotated[Inches, Range(0, 2, rule="amb-benefits")] = _NO_BONUS
    manner: Manner = "move"
    path: Path = ()
    front_bases: Annotated[int, Range(1, 6, rule="defs-unit-size")] = 1
    wheels: Annotated[tuple[Annotated[Angle, Range(0, 360, rule="mov-wheel")], ...], Size(0, 9)] = ()
    turns: Annotated[tuple[Literal[90, 180], ...], Size(0, 9), Cites("mov-no-backwards")] = ()
    depth: Annotated[Inches | None, Cites("mov-no-backwards")] = None
    incline: Annotated[Angle, Range(0, 180), Cites("mov-forward-drift")] = _STRAIGHT
    facing_alike: Annotated[bool, Cites("mov-forward-drift")] = True
    limbered: Annotated[bool, Cites("form-limbered")] = False
    begins_ready: Annotated[bool | None, Cites("mov-tachanka-turning")] = None
    formed: Annotated[bool, Cites("mov-interpenetration")] = False
    passes: Annotated[Literal["nobody", "friends", "formed_cavalry"], Cites("mov-interpenetration")] = "nobody"
    ends_on_others: Annotated[bool, Cites("mov-interpenetration")] = False
    enemy_at_start: Annotated[Inches | None, Cites("mov-two-inch")] = None
    nearest_enemy: Annotated[Inches | None, Cites("mov-two-inch")] = None
    shot_at: Annotated[ShotAt, Cites("march-rate")] = "never"

    needs: ClassVar[tuple[Need, ...]] = (
        Need("speed", {"mover.arm": tuple(arm for arm in get_args(Arm) if arm != "officer")}, rule="mov-speed"),
        Need(
            "evasive_speed",
            {"pace": ("evasive",)},
            message="is missing: only troops with an evasive speed evade on the move",
            rule="evade-speed",
        ),
        Need(
            "depth",
            {"turns": "given", "mover.arm": ("tachanka",)},
            message="is missing: a turn costs the depth of the unit",
            rule="mov-no-backwards",
        ),
        Need(
            "depth",
            {"turns": "given", "mover.arm": ("gun",), "limbered": (True,)},
            message="is missing: a turn costs the depth of the unit",
            rule="mov-no-backwards",
        ),
    )

    @property
    def pays_for_turns(self) -> bool:
        """Whether a turn on the spot costs the unit its depth: tachankas and limbered guns.

        Rules: mov-no-backwards, mov-tachanka-turning.
        """
        return self.mover.arm == "tachanka" or self.limbered

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        arm = self.mover.arm
        if self.speed is not None and arm == "officer":
            message = "the speed of a detached officer is printed: leave it out"
            yield Problem(".speed", message, "mov-officer-speed")
        if self.evasive_speed is not None and self.speed is not None and self.evasive_speed > self.speed:
            yield Problem(
                ".evasive_speed", f"{self.evasive_speed} is more than the speed of {self.speed}", "evade-speed"
            )
        if self.bonus != _NO_BONUS and self.manner != "charge":
            yield Problem(".bonus", "an ambush adds to the speed of a charge only", "amb-benefits")
        if self.formed and arm != "sabres":
            yield Problem(".formed", f"{in_words(arm)} bases never form", "form-formed-cavalry")
        if self.limbered and arm != "gun":
            yield Problem(".limbered", f"{in_words(arm)} bases have no limbers", "form-limbered")
        if self.begins_ready is not None and arm != "tachanka":
            yield Problem(".begins_ready", "only tachankas fire to their rear", "mov-tachanka-turning")
        if self.front_bases > self.mover.bases:
            message = f"{self.mover.bases} bases cannot have {self.front_bases} abreast"
            yield Problem(".front_bases", message, "mov-wheel")
        start, nearest = self.enemy_at_start, self.nearest_enemy
        if start is not None and nearest is not None and nearest > start:
            message = f"the path begins {start} from an enemy, so it comes at least that near"
            yield Problem(".nearest_enemy", message, "mov-two-inch")


def _move_example() -> MoveBudgetRequest:
    return MoveBudgetRequest(
        mover=Mover(arm="rifle", bases=4),
        speed=inches(6),
        path=(Stretch(length=inches(3)), Barrier(line="hedge"), Stretch(length=inches("0.5"), terrain=("woods",))),
    )


@procedure(
    "red_actions.move_budget",
    title="Does this path fit the move?",
    rules=("mov-speed",),
    example=_move_example,
)
def move_budget(request: MoveBudgetRequest, umpire: Umpire[Options]) -> MoveBudgetOutcome:
    """Add up what a move costs, and refuse it if that is more than the unit has.

    First the allowance: the speed used, the bonus of an ambush, and 2 inches for a column whose whole way is by road,
    unless it charges. Then the cost: turns of tachankas and limbered guns, wheels, and the path, each stretch at the
    rate of its slowest terrain and each obstacle at its part of the whole allowance. Only wheels are rounded, as
    `wheel_cost` does. A move over impassable ground is refused, and so is a path that goes on after wire that infantry
    enters.

    Raises:
        IllegalRequestError: The move costs too much, or the ground forbids it.

    Rules: mov-speed, terrain-cost-rule, wire-infantry.
    """
    allowance = _allowance(umpire, request)
    legs = leg_costs(umpire, request.path, request.mover, allowance)
    depth = request.depth if request.pays_for_turns and request.depth is not None else inches(0)
    turning = as_fraction(depth * len(request.turns))
    wheeling = sum((as_fraction(wheel_length(request.front_bases, angle)) for angle in request.wheels), Fraction(0))
    cost = turning + wheeling + sum((leg.cost for leg in legs), Fraction(0))
    umpire.result("terrain-cost-rule", "the move costs {cost} in of {of} in", cost=str(cost), of=str(allowance))
    Verdict(objections=tuple(_out_of_reach(legs, cost, allowance))).require()
    return MoveBudgetOutcome(
        allowance=allowance,
        cost=cost,
        left=allowance - cost,
        moved=wheeling + sum((leg.length for leg in legs), Fraction(0)),
        in_wire=any(leg.bar == "wire" for leg in legs),
        ready_to_fire=_ready_to_fire(request),
        trials=tuple(_trials(umpire, request, legs, wheeling)),
    )


@move_budget.legality
def _forbidden_move(request: MoveBudgetRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections to a move that do not depend on its cost.

    Rules: mov-forward-drift, mov-no-backwards, mov-interpenetration, mov-two-inch, form-limbered, march-rate,
        terrain-column-needed, charge-conditions.
    """
    yield from _forbidden_manner(request)
    if request.manner == "charge" and request.pace in ("evasive", "march"):
        message = "units do not charge evasively or on the march: charge at full speed"
        yield Objection(rule="charge-conditions", message=message, path="$.pace")
    of_own_will = request.manner != "compelled"  # a unit that must go back keeps its facing
    if of_own_will and request.incline > STEEPEST_INCLINE:
        message = f"a slant of {request.incline} is more than {STEEPEST_INCLINE}: wheel instead"
        yield Objection(rule="mov-forward-drift", message=message, path="$.incline")
    if of_own_will and not request.facing_alike:
        message = "bases that face different ways can only form up, which takes the whole move"
        yield Objection(rule="mov-forward-drift", message=message, path="$.facing_alike")
    if request.passes != "nobody" and (request.formed or request.passes == "formed_cavalry"):
        message = (
            "formed cavalry neither passes through other units nor lets them through: go round, or break formation"
        )
        yield Objection(rule="mov-interpenetration", message=message, path="$.passes")
    if request.ends_on_others:
        message = "a unit may pass through another but not end on top of it: stop before or behind"
        yield Objection(rule="mov-interpenetration", message=message, path="$.ends_on_others")
    if request.pace == "march":
        yield from barred_from_marching(
            options,
            in_column=request.mover.is_column,
            nearest_enemy=request.enemy_at_start if request.nearest_enemy is None else request.nearest_enemy,
            shot_at=request.shot_at,
            of="$.mover",
            near="$.enemy_at_start" if request.nearest_enemy is None else "$.nearest_enemy",
        )
    yield from out_of_column(request.path, request.mover)


def _forbidden_manner(request: MoveBudgetRequest) -> Iterator[Objection]:
    """Yield what voluntary moves and unlimbered guns may not do.

    Rules: mov-no-backwards, mov-two-inch, form-limbered, conv-within.
    """
    stands = request.mover.arm == "gun" and not request.limbered
    for number, leg in enumerate(request.path):
        if isinstance(leg, Stretch) and leg.direction != "forward" and request.manner != "compelled":
            if stands and leg.direction == "backward":
                continue  # form-limbered: a prolong
            message = f"units do not move {leg.direction}: turn, move forward, and turn again"
            yield Objection(rule="mov-no-backwards", message=message, path=f"$.path[{number}].direction")
    way = sum((leg.length.thousandths for leg in request.path if isinstance(leg, Stretch)), 0)
    if stands and (way > PROLONG.thousandths or request.wheels or request.pace == "march"):
        message = f"unlimbered guns only turn on the spot, or prolong by at most {PROLONG}: limber them to move"
        yield Objection(rule="form-limbered", message=message, path="$.limbered")
    start, nearest = request.enemy_at_start, request.nearest_enemy
    if (
        request.manner == "move"
        and nearest is not None
        and nearest < KEEPING_OFF
        and (start is None or nearest < start)
    ):
        message = f"the path comes within {nearest} of an enemy: keep {KEEPING_OFF} away from it, or charge"
        yield Objection(rule="mov-two-inch", message=message, path="$.nearest_enemy")


def _allowance(umpire: Umpire[Options], request: MoveBudgetRequest) -> Fraction:
    """Return what a unit may spend in a move: the speed that it uses, with the bonuses of an ambush and of a road.

    An evasive move gets no bonus for a road, because it uses the ground for cover. Neither does a charge, which gets
    only the bonus of an ambush.

    Rules: mov-speed, mov-officer-speed, evade-speed, march-rate, amb-benefits, terrain-road-column,
        charge-conditions, conv-metres-govern.
    """
    if request.pace == "evasive" and request.evasive_speed is not None:
        umpire.result("evade-speed", "it moves evasively: {speed}", speed=str(request.evasive_speed))
        return as_fraction(request.evasive_speed)
    speed = as_fraction(_full_speed(umpire, request))
    if request.pace == "half":
        speed /= 2
    elif request.pace == "march":
        if request.shot_at == "earlier":
            umpire.ruling("march_ban")
        umpire.result("march-rate", "a march: double speed")
        speed *= 2
    if request.bonus != _NO_BONUS:
        umpire.result("amb-benefits", "out of an ambush: {bonus} more", bonus=str(request.bonus))
        speed += as_fraction(request.bonus)
    if request.manner != "charge" and is_by_road(request.path) and request.mover.is_column:
        speed += as_fraction(road_bonus(umpire))
    return speed


def _full_speed(umpire: Umpire[Options], request: MoveBudgetRequest) -> Inches:
    """Return the full speed of a unit; for detached officers it is printed.

    Rules: mov-speed, mov-officer-speed, conv-metres-govern.
    """
    if request.speed is not None:
        return request.speed
    if not request.mover.mounted:
        return OFFICER_ON_FOOT
    umpire.ruling("distance_conflicts")
    return disputed_distance("mounted_officer", umpire.options)


def _out_of_reach(legs: tuple[LegCost, ...], cost: Fraction, allowance: Fraction) -> Iterator[Objection]:
    """Yield the objections to the ground: impassable, beyond wire, or too costly.

    Rules: mov-speed, terrain-table, terrain-cost-rule, wire-infantry.
    """
    for number, leg in enumerate(legs):
        what = in_words(leg.at)
        if leg.bar == "impassable":
            message = f"they cannot cross {what}: go round, or stop before it"
            yield Objection(rule="terrain-table", message=message, path=f"$.path[{number}]")
        elif leg.bar == "wire" and number + 1 < len(legs):
            message = "entering wire ends the move: leave out the path after it"
            yield Objection(rule="wire-infantry", message=message, path=f"$.path[{number + 1}]")
    if cost > allowance:
        rule = "mov-speed" if all(leg.cost == leg.length for leg in legs) else "terrain-cost-rule"
        message = f"the move costs {cost} in, but the allowance is {allowance} in: shorten it"
        yield Objection(rule=rule, message=message, path="$.path")


def _ready_to_fire(request: MoveBudgetRequest) -> bool | None:
    """Whether the rear of tachankas faces the enemy at the end of a move; unknown after a quarter turn.

    Rules: mov-tachanka-turning.
    """
    if request.begins_ready is None or request.wheels or 90 in request.turns:
        return None
    return request.begins_ready ^ (len(request.turns) % 2 == 1)


def _trials(
    umpire: Umpire[Options], request: MoveBudgetRequest, legs: tuple[LegCost, ...], wheeling: Fraction
) -> Iterator[TrialDue]:
    """Yield the tests of a vehicle: at each obstacle, in wire, and one for a breakdown at the end if it is due.

    Tanks test at the end if they went over half their full speed, or through an area with an asterisk; armoured cars
    also test in such an area, and over half speed if any of the way is not flat ground, a normal hill or a road. Of the
    hills only steep slopes are not gentle.

    Rules: terrain-breakdown-mark, tank-breakdown, ac-breakdown.
    """
    arm = request.mover.arm
    if arm not in ("tank", "armoured_car"):
        return
    moved = wheeling
    ends_badly = False
    for number, leg in enumerate(legs):
        ends_badly |= leg.breaks_down
        if leg.trial:
            yield TrialDue(trial=leg.trial, leg=number, moved=moved)
        moved += leg.length
    fast = moved * 2 > as_fraction(_full_speed(umpire, request))
    rough = any(_is_hard_going(leg) for leg in request.path)
    if ends_badly or (fast and (arm == "tank" or rough)):
        yield TrialDue(trial="breakdown", leg=None, moved=moved)


def _is_hard_going(leg: Stretch | Barrier) -> bool:
    """Whether ground is hard going for an armoured car: not flat, a gentle hill or a road.

    Rules: ac-breakdown.
    """
    if leg.on_road:
        return False
    return isinstance(leg, Barrier) or any(area != "up_normal_hill" for area in leg.terrain)
