"""Ambushes: scouting for them, and springing them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.charges.charging import ChargeRequest, charge, charge_reach
from rcw_rules.red_actions.charges.parts import ChargedUnit, ChargeOutcome
from rcw_rules.red_actions.combat import Charger, Contacted
from rcw_rules.red_actions.model import Side, Unit
from rcw_rules.red_actions.morale import (
    OPEN_WAY,
    Aftermath,
    Event,
    RoutMoveOutcome,
    RoutWay,
    work_event,
    work_rout_move,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting import (
    ReturnFireRequest,
    ShootOutcome,
    ShootRequest,
    card_range,
    is_long_range,
    return_fire,
    shoot,
)
from rcw_rules.red_actions.units import changes, illustrative_troops, note_cards

HidingPlace: TypeAlias = Literal[
    "woods", "buildings", "hollow", "behind_wall", "behind_buildings", "behind_woods", "behind_hill", "open_ground"
]
"""Where ambushers lie. They cannot lie on open ground."""

SpringOccasion: TypeAlias = Literal["enemy_move", "own_segment"]
"""When an ambush is sprung: during the move of an enemy, or in the segment of ambushers seen round a corner."""

FOUND_ON = 4  # amb-scout: on this face and above
SCOUTING = inches(4)  # amb-scout
SCOUTING_WELL = inches(8)  # amb-scout: partisans, and those whom a Clever officer leads


# --- scouting ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class ScoutAmbushOutcome:
    """The outcome of scouting.

    Attributes:
        found: Whether an ambush that lies there is found: it is put on the table and has failed.
        told_to: Who may know that: with a secret die only the side of the possible ambushers, for now.
    """

    found: bool
    told_to: Literal["both", "ambushers"]

    def summary(self, request: ScoutAmbushRequest) -> str:
        """Return whether units that hide there are found, and who may know it."""
        found = "units that hide there are found, and their ambush has failed"
        missed = "the scouts find nobody; another unit may scout there next turn"
        secret = "only the side of the possible ambushers may know that, for now" if self.told_to == "ambushers" else ""
        return sentences(found if self.found else missed, secret)


@frozen(kw_only=True, cache_hash=True)
class ScoutAmbushRequest(Request[ScoutAmbushOutcome]):
    """A unit that scouts a piece of terrain in its segment.

    Attributes:
        distance: How far it is from that terrain.
        partisan: Whether it is Partisan.
        clever: Whether a Clever officer commands it.
        scouted_this_turn: Whether any unit has scouted the same place in this turn.
        has_scouted: Whether the unit itself has scouted in this turn.
        secret: Whether the possible ambusher throws the die out of sight and leaves it for checking.
    """

    distance: Annotated[Inches, Cites("amb-scout")]
    partisan: Annotated[bool, Cites("char-partisan")] = False
    clever: Annotated[bool, Cites("off-clever")] = False
    scouted_this_turn: Annotated[bool, Cites("amb-scout-secret")] = False
    has_scouted: Annotated[bool, Cites("amb-scout")] = False
    secret: Annotated[bool, Cites("amb-scout-secret")] = False


def _scout_example() -> ScoutAmbushRequest:
    return ScoutAmbushRequest(distance=inches(7), partisan=True)


@procedure(
    "red_actions.scout_ambush",
    title="Is the ambush found?",
    rules=("amb-scout",),
    example=_scout_example,
)
def scout_ambush(request: ScoutAmbushRequest, umpire: Umpire[Options]) -> ScoutAmbushOutcome:
    """Throw a D6: on 4 or more it finds the units that hide there. If it fails, units may scout again next turn.

    Rules: amb-scout, amb-scout-secret.
    """
    told_to: Literal["both", "ambushers"] = "ambushers" if request.secret else "both"
    if request.secret:
        umpire.result("amb-scout-secret", "only the side that may lie in ambush is told; the die stays for checking")
    return umpire.last_roll(
        d6.check(at_least=FOUND_ON),
        "scouting",
        "amb-scout",
        lambda found: ScoutAmbushOutcome(found=found, told_to=told_to),
    )


@scout_ambush.legality
def _forbidden_scouting(request: ScoutAmbushRequest, options: Options) -> Iterator[Objection]:
    reach = SCOUTING_WELL if request.partisan or request.clever else SCOUTING
    if request.distance > reach:
        message = f"{request.distance} is too far to scout: go within {reach}"
        yield Objection(rule="amb-scout", message=message, path="$.distance")
    if request.scouted_this_turn:
        message = "one unit a turn scouts a place: scout it again in the next turn"
        yield Objection(rule="amb-scout-secret", message=message, path="$.scouted_this_turn")
    if request.has_scouted:
        message = "a unit scouts one place a turn: scout again in the next turn"
        yield Objection(rule="amb-scout", message=message, path="$.has_scouted")


# --- springing --------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class SpringAmbushOutcome:
    """The outcome of an ambush.

    Attributes:
        at: How far the ambushed unit was from the ambushers when its move was cut off.
        target: The ambushed unit afterwards.
        charge: The outcome of the charge; None if they only shot.
        shots: What each fire did; units that no longer had a target are left out.
        rout: The rout move of a target that routs without a charge; None if it does not.
        answer: What the target's return fire did to the ambushers it was aimed at; None if it returned none.
        guns_left: Unlimbered guns of the target whose crews ran off: how many stay on their place, for either side to
            take.
    """

    at: Inches
    target: Unit
    charge: ChargeOutcome | None = None
    shots: tuple[ShootOutcome, ...] = ()
    rout: RoutMoveOutcome | None = None
    answer: Aftermath | None = None
    guns_left: Annotated[int, Cites("rout-guns")] = 0

    def summary(self, request: SpringAmbushRequest) -> str:
        """Return where the ambush is sprung, and what the charge or the fire does."""
        sprung = f"the ambush is sprung at {self.at}"
        if request.charge is not None and self.charge is not None:
            return sentences(sprung, self.charge.summary(request.charge))
        before = request.shots[0].target
        name, shooters = before.name, listed(shot.shooter.name for shot in self.shots)
        if not self.target.bases and self.guns_left:
            struck = f"{name} routs: its crews run off and leave {counted(self.guns_left, 'gun')}"
        elif not self.target.bases and self.rout is None:
            struck = f"{name} is destroyed"
        else:
            struck = f"{name} {listed(done)}" if (done := changes(before, self.target)) else f"{name} stands"
        return sentences(
            sprung,
            f"{shooters} {'shoots' if len(self.shots) == 1 else 'shoot'} at {name}"
            if shooters
            else "nobody has to shoot",
            struck if self.rout is None or self.target.bases else "",
            "" if self.rout is None else self.rout.sentence(before),
            *self._answered(request),
        )

    def _answered(self, request: SpringAmbushRequest) -> Iterator[str]:
        """Yield what the return fire does to the ambusher that it was aimed at."""
        if self.answer is not None and request.answer is not None:
            at = request.answer.target
            yield f"{request.answer.shooter.name} returns the fire at {at.name}"
            yield self.answer.sentence(at) or f"{at.name} stands, and loses nothing"


@frozen(kw_only=True, cache_hash=True)
class SpringAmbushRequest(Request[SpringAmbushOutcome]):
    """Units in ambush that attack a unit that has come near, with a charge or with fire.

    Attributes:
        hides_in: Where they lie.
        before: How far the target was from them when its move began.
        points: How far it is from the charger, or from the first who shoots, at each point of its move where they might
            spring, in their order; in their own segment the present distance.
        occasion: When they spring.
        scouted_out: Whether scouts have found them.
        charge: The charge; the point chosen is the distance of its first target. None if they only shoot.
        shots: The fire of each unit that shoots, at the same target; the point chosen is the distance of the first.
        answer: The shooting that the target may return at one of those who shoot, as both are before the first fires;
            only in the ambushers' own segment, because a move that is cut off has used the target's segment. The
            distance is that of the fire.
        way: Where the target would rout to if it is only shot at; a charge has its own.
    """

    hides_in: Annotated[HidingPlace, Cites("amb-where"), Was("place", before=4)]
    before: Annotated[Inches, Cites("amb-spring")]
    points: Annotated[tuple[Inches, ...], Size(1, 60), Cites("amb-spring")]
    occasion: Annotated[SpringOccasion, Cites("amb-corner")] = "enemy_move"
    scouted_out: Annotated[bool, Cites("amb-scout")] = False
    charge: ChargeRequest | None = None
    shots: Annotated[tuple[ShootRequest, ...], Size(0, 12)] = ()
    answer: Annotated[ShootRequest | None, Cites("pre-return-fire")] = None
    way: RoutWay = OPEN_WAY

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if (self.charge is None) == (not self.shots):
            yield Problem(".charge", "give either a charge, or at least one shot", "amb-spring")
        if self.charge is not None and self.charge.kind not in ("ambush", "joined_ambush"):
            message = f"is {self.charge.kind!r}; out of an ambush it is 'ambush' or 'joined_ambush'"
            yield Problem(".charge.kind", message, "amb-benefits")
        for number, shot in enumerate(self.shots):
            if shot.target != self.shots[0].target:
                message = "all the ambushers shoot at one unit, as it was before the first fires"
                yield Problem(f".shots[{number}].target", message, "amb-benefits")
            if shot.situation.ambushed_marching != self.shots[0].situation.ambushed_marching:
                message = "all the ambushers meet the unit either on the march or not"
                yield Problem(f".shots[{number}].situation.ambushed_marching", message, "march-ambushed")
            if shot.shooter.name in [other.shooter.name for other in self.shots[:number]]:
                message = f"two units are called {shot.shooter.name!r}"
                yield Problem(f".shots[{number}].shooter.name", message, "conv-bad-input")
        if self.answer is not None and self.answer.target not in [shot.shooter for shot in self.shots]:
            yield Problem(".answer.target", "is not one of the units that shoot, as it was before", "pre-return-fire")
        elif self.answer is not None and self.answer.shooter != self.shots[0].target:
            yield Problem(".answer.shooter", "is not the unit that is shot at, as it was before", "pre-return-fire")


@frozen(kw_only=True)
class Approach:
    """What the owner of ambushers sees when choosing where to cut off the mover.

    Attributes:
        ambushers: The names of those who charge or shoot.
        side: Whose they are.
        before: How far away the mover was when its move began.
        points: How far it is from them at each point of its move.
    """

    ambushers: str
    side: Side
    before: Inches
    points: tuple[Inches, ...]


SPRING_AT: Choice[Approach, int] = Choice(
    "spring_at",
    rule="amb-spring",
    who="owner of the ambushers",
    about="At which point of the enemy's move is the ambush sprung, by its place in the list from 0? Default: the "
    "first allowed one.",
    default=lambda approach, alternatives: alternatives[0],
    unit=lambda approach: approach.ambushers,
    side=lambda approach: approach.side,
)


def _spring_example() -> SpringAmbushRequest:
    troops = illustrative_troops()
    sabres = Unit(name="Cossacks", side="white", card=troops.card("white_cossacks"), bases=4)
    rifles = Unit(name="1st Company", side="red", card=troops.card("red_regulars"), bases=4)
    target = ChargedUnit(contact=Contacted(unit=rifles, aspect="flank"), distance=inches(12))
    attack = ChargeRequest(charger=Charger(unit=sabres), kind="ambush", targets=(target,))
    return SpringAmbushRequest(hides_in="behind_woods", before=inches(16), points=(inches(12),), charge=attack)


@procedure(
    "red_actions.spring_ambush",
    title="What happens in this ambush?",
    formerly=("How does this ambush turn out??",),
    rules=("amb-where",),
    example=_spring_example,
)
def spring_ambush(request: SpringAmbushRequest, umpire: Umpire[Options]) -> SpringAmbushOutcome:
    """Cut off the move of an enemy and attack it.

    The ambushed unit takes one terror marker and one fear test, however many units attack it; if it was moving, it has
    used its segment. A charge follows the order of charges, without a charge test, and with a second fear test for
    being charged. Units that only shoot fire one after the other, until the target routs or is gone. If it was not
    moving and has a segment left, it may return the fire of one of them, in the state that it is in by then.

    Rules: amb-spring, amb-benefits, pre-ambush, amb-corner, pre-return-fire.
    """
    open_to = _points_in_reach(request)
    ambushers = [shot.shooter for shot in request.shots] if request.charge is None else [request.charge.charger.unit]
    names = ", ".join(unit.name for unit in ambushers)
    approach = Approach(ambushers=names, side=ambushers[0].side, before=request.before, points=request.points)
    point = open_to[0] if len(open_to) == 1 else umpire.choose(SPRING_AT, open_to, approach)
    at = request.points[point]
    umpire.result("amb-spring", "the ambush is sprung at {at}", at=str(at))
    if request.charge is not None:
        first, *others = request.charge.targets
        contact = evolve(first.contact, unit=_cut_off(request, first.contact.unit))
        attack = evolve(request.charge, targets=(evolve(first, contact=contact, distance=at), *others))
        return umpire.last_resolve(attack, "charge", partial(_after_charge, at))
    note_cards(umpire, request.shots[0].target, *(shot.shooter for shot in request.shots))
    return _shoot(umpire, request, at)


def _after_charge(at: Inches, charged: ChargeOutcome) -> SpringAmbushOutcome:
    target = charged.targets[0]
    return SpringAmbushOutcome(at=at, target=target.unit, charge=charged, guns_left=target.guns_left)


@spring_ambush.legality
def _forbidden_springing(request: SpringAmbushRequest, options: Options) -> Iterator[Objection]:
    if request.hides_in == "open_ground":
        message = "units cannot lie in ambush on open ground: choose something to hide in or behind"
        yield Objection(rule="amb-where", message=message, path="$.hides_in")
    if request.scouted_out:
        message = "scouts have found them and the ambush has failed: they act in their own segment"
        yield Objection(rule="amb-scout", message=message, path="$.scouted_out")
    unknown = request.charge is None and request.shots[0].shooter.card.range is None  # the answer asks for it
    open_to = (0,) if unknown else _points_in_reach(request)
    if not open_to:
        reach = _reach_of(request)
        message = f"the move does not come nearer and within {reach}: wait for one that does"
        yield Objection(rule="amb-spring", message=message, path="$.points")
        return
    point = request.points[open_to[0]]
    if request.charge is not None:
        first, *others = request.charge.targets
        attack = evolve(request.charge, targets=(evolve(first, distance=point), *others))
        for objection in charge.verdict(attack, options).objections:
            yield evolve(objection, path=f"$.charge{objection.path[1:]}")
    for number, shot in enumerate(request.shots):
        asked = shot if number else evolve(shot, distance=point)
        exchange = _exchange(request, asked, _cut_off(request, shot.target))
        if exchange is None:
            for objection in shoot.verdict(asked, options).objections:
                yield evolve(objection, path=f"$.shots[{number}]{objection.path[1:]}")
        else:
            for objection in return_fire.verdict(exchange, options).objections:
                yield evolve(objection, path=objection.path.replace("$.first", f"$.shots[{number}]", 1))
        if (
            shot.shooter.side == shot.target.side and options.night != "off"
        ):  # by day units do not shoot at friends at all
            message = "an ambush attacks enemies; friends are fired at only by mistake, as they appear at night"
            yield Objection(rule="amb-spring", message=message, path=f"$.shots[{number}].target.side")
        if number and shot.shooter.card.range is not None and is_long_range(shot.distance, shot.shooter.card.range):
            message = f"{shot.distance} is more than half of the range: ambushers shoot from close range"
            yield Objection(rule="amb-spring", message=message, path=f"$.shots[{number}].distance")


def _exchange(request: SpringAmbushRequest, shot: ShootRequest, target: Unit) -> ReturnFireRequest | None:
    """Return the exchange of an ambusher's fire and the target's return fire; None if it answers another's.

    Args:
        request: The ambush.
        shot: The fire.
        target: The target as it is at that point.

    Rules: pre-return-fire, char-white-officer-base.
    """
    answer = request.answer
    if answer is None or answer.target.name != shot.shooter.name:
        return None
    return ReturnFireRequest(
        first=evolve(shot, target=target),
        answer=evolve(
            answer,
            shooter=target,
            distance=shot.distance,
            able_bases=None if answer.able_bases is None else min(answer.able_bases, target.bases),
            officer_base_value=answer.officer_base_value if target.white_officer_base else None,
        ),
    )


def _points_in_reach(request: SpringAmbushRequest) -> tuple[int, ...]:
    """Return the points at which the ambush may be sprung: nearer than the mover began, and within reach.

    In the ambushers' own segment the target need not have come nearer.

    Rules: amb-spring, amb-corner, conv-within.
    """
    reach = _reach_of(request)
    return tuple(
        number
        for number, point in enumerate(request.points)
        if point <= reach and (request.occasion == "own_segment" or point < request.before)
    )


def _reach_of(request: SpringAmbushRequest) -> Inches:
    """Return how near a mover must come: the reach of the charge, or half the range of the first shooter.

    Rules: amb-spring, amb-benefits.
    """
    if request.charge is not None:
        return charge_reach(request.charge)
    return Inches(thousandths=card_range(request.shots[0].shooter.card).thousandths // 2)


def _shoot(umpire: Umpire[Options], request: SpringAmbushRequest, at: Inches) -> SpringAmbushOutcome:
    """Test the target's fear and shoot at it with one unit after the other.

    Rules: amb-benefits, mor-triggers, march-ambushed, pre-return-fire.
    """
    first = request.shots[0]
    event = Event(terror=1, ambushed=True)
    surprised = _cut_off(request, first.target)
    ambushed = work_event(umpire, surprised, event, first.situation, first.footing)
    target, guns_left = ambushed.unit, ambushed.guns_left
    shots: list[ShootOutcome] = []
    answer: Aftermath | None = None
    for number, shot in enumerate(request.shots, start=1):
        if _has_begun_to_rout(surprised, target) or not target.bases:
            break
        asked = evolve(
            shot,
            target=target,
            distance=at if shot is first else shot.distance,
            situation=evolve(shot.situation, ambushed_marching=False),
        )
        exchange = _exchange(request, asked, target)
        if exchange is None:
            outcome = umpire.resolve(asked, f"fire {number}")
        else:
            exchanged = umpire.resolve(exchange, f"fire {number}")
            outcome, answer = exchanged.first, exchanged.answer
        shots.append(outcome)
        target, guns_left = outcome.target, guns_left + outcome.aftermath.guns_left
    rout = None
    if _has_begun_to_rout(surprised, target) and target.bases:
        rout = work_rout_move(umpire, target, request.way)
        target = rout.unit
    return SpringAmbushOutcome(at=at, target=target, shots=tuple(shots), rout=rout, answer=answer, guns_left=guns_left)


def _cut_off(request: SpringAmbushRequest, unit: Unit) -> Unit:
    """Return the ambushed unit; its own move, if that is cut off, has used its segment.

    Rules: amb-spring, amb-corner.
    """
    return evolve(unit, has_acted=True) if request.occasion == "enemy_move" else unit


def _has_begun_to_rout(before: Unit, after: Unit) -> bool:
    return after.routing and not before.routing
