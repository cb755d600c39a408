"""The terms of an action segment: what a unit does in it, and its circumstances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import TRAINS, VEHICLES, TroopCard, Unit
from rcw_rules.red_actions.movement import OFFICER_ON_FOOT, PROLONG, ROAD_BONUS
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import disputed_distance, marker_problems

MainAction: TypeAlias = Literal[
    "hold",
    "move",
    "reform",
    "shoot",
    "charge",
    "divide",
    "combine",
    "hide",
    "rally_from_terror",
    "rally_from_rout",
    "take_possession",
    "mount",
    "dismount",
    "embark",
    "disembark",
    "limber",
    "unlimber",
    "cut_wire",
    "dig",
    "set_fire",
    "fight_fire",
    "eliminate_prisoners",
    "flee",
]
"""The main actions of a segment (act-one-only); a move may have a shot before it and counts as one action with it.
``flee`` is the voluntary flight of a unit that is charged."""

FreeAction: TypeAlias = Literal[
    "change_formation",
    "change_facing",
    "free_vehicle",
    "scout",
    "add_senior",
    "detach_senior",
    "rally_from_pinned",
    "detach_junior",
]
"""Actions that may accompany a main action (act-free-actions); a junior officer is never detached."""

ActionKind: TypeAlias = Literal[MainAction, FreeAction]

Occasion: TypeAlias = Literal["own_segment", "charged", "shot_at_close", "clever_officer", "ambush"]
"""Why the unit acts: it is its segment, or one of the four cases in which it acts out of order (pre-only-four)."""

VehicleState: TypeAlias = Literal["ok", "temporary", "permanent", "immobilised"]

_VERBS: dict[MainAction, str] = {"cut_wire": "cut the wire", "set_fire": "set a fire", "fight_fire": "fight the fire"}


FREE: tuple[FreeAction, ...] = (
    "change_formation",
    "change_facing",
    "free_vehicle",
    "scout",
    "add_senior",
    "detach_senior",
    "rally_from_pinned",
)
WHOLE_TURN: tuple[MainAction, ...] = ("divide", "combine", "rally_from_terror", "dig")
"""Main actions that bar every other action, even free ones (act-divide, act-combine, rally-terror, dig-rate)."""

NOWHERE = inches(0)
FORMED_OUTSIDE = inches(1)  # mov-reform


@frozen(kw_only=True, cache_hash=True)
class Action:
    """One thing that a unit does, in order.

    Attributes:
        what: What it does.
        distance: Of moves: how far. Of unlimbered guns: how far they prolong.
        march: Of moves: whether it is a march, at double speed. `red_actions.march` checks whether an enemy is too
            near.
        by_road: Of moves: whether the whole way is by road.
        turn: Of shots: by how many degrees its bases turn or pivot before firing.
        deploys: Of shots: whether it deploys from column first.
        towards_enemy: Of moves: whether some base ends nearer to the nearest visible enemy than the unit began.
    """

    what: ActionKind
    distance: Inches = NOWHERE
    march: Annotated[bool, Cites("march-rate")] = False
    by_road: Annotated[bool, Cites("terrain-road-column")] = False
    turn: Annotated[int, Range(0, 180)] = 0
    deploys: bool = False
    towards_enemy: Annotated[bool, Cites("defs-pinned")] = False


@frozen(kw_only=True, cache_hash=True)
class Circumstances:
    """The circumstances that decide what a unit may do.

    Attributes:
        has_moved: Whether it has moved already in this segment, or for guns and tachankas in this turn.
        evades: Whether it has chosen to evade for the turn.
        in_ambush: Whether it lies in ambush.
        senior_in_contact: Whether a senior officer is in contact with it.
        in_hiding_place: Whether it stands in woods, buildings, scrub, ditches, hedges or hollows.
        seen: Whether an enemy sees it at this moment.
        contact_at_start: Whether, when the segment began, it touched what it wants to possess, burn, put out or kill.
        enemy_holds: Whether an enemy is in contact with that.
        mixed_facings: Whether its bases face different ways.
        base_in_place: Whether, after reforming, one base is at least partly where it was.
        outside_terrain: Where the formation was due to terrain: how far outside it the nearest base is; None otherwise.
        bases_touch: Whether all its bases are in base-to-base contact afterwards.
        vehicle: Of vehicles: whether it has broken down or is stuck.
        weapons_left: Of teams that have rallied from rout: whether their weapons still lie where they fled from.
        no_advance: Whether, by the option rout_no_advance, it still may not advance after a rout.
    """

    has_moved: Annotated[bool, Was("moved", before=4)] = False
    evades: Annotated[bool, Cites("evade-switch")] = False
    in_ambush: Annotated[bool, Cites("amb-moving")] = False
    senior_in_contact: Annotated[bool, Cites("act-senior-attach")] = False
    in_hiding_place: Annotated[bool, Cites("act-hide")] = False
    seen: Annotated[bool, Cites("act-hide")] = False
    contact_at_start: Annotated[bool, Cites("act-possession")] = False
    enemy_holds: Annotated[bool, Cites("act-possession")] = False
    mixed_facings: Annotated[bool, Cites("mov-reform")] = False
    base_in_place: Annotated[bool, Cites("mov-reform")] = True
    outside_terrain: Annotated[Inches | None, Cites("mov-reform")] = None
    bases_touch: Annotated[bool, Cites("form-contact")] = True
    vehicle: Annotated[VehicleState, Cites("tank-fire-when-stuck")] = "ok"
    weapons_left: Annotated[bool, Cites("rally-rout-mg-mortar")] = False
    no_advance: Annotated[bool, Cites("rally-optional-no-advance")] = False


NOTHING_SPECIAL = Circumstances()


@frozen(kw_only=True, cache_hash=True)
class ActionLegalityOutcome:
    """The outcome of checking a segment.

    Attributes:
        main: The main action; a shot and then a move count as a move.
        shoots: Whether it shoots in it.
        allowance: How far it may move in it at most, before terrain; 0 where it may not.
        is_used: Whether its segment of the turn is used up.
    """

    main: MainAction
    shoots: bool
    allowance: Inches
    is_used: bool = True

    def summary(self, request: ActionLegalityRequest) -> str:
        """Return that the unit may do all this, its main action, and how far it may move."""
        shot = " after a shot" if self.shoots and self.main == "move" else ""
        moves = f"it may move up to {self.allowance}" if self.allowance.thousandths else "it may not move"
        legal = (
            f"{request.unit.name} may do this: its main action is to {in_words(_VERBS.get(self.main, self.main))}{shot}"
        )
        return sentences(legal, moves if self.main == "move" else "")


@frozen(kw_only=True, cache_hash=True)
class ActionLegalityRequest(Request[ActionLegalityOutcome]):
    """A unit and everything that it intends to do in one segment, in order.

    Attributes:
        unit: The unit.
        actions: What it intends to do; an empty list means to hold.
        occasion: Why it acts now.
        around: Its circumstances.
    """

    unit: Unit
    actions: Annotated[tuple[Action, ...], Size(0, 12)] = ()
    occasion: Annotated[Occasion, Cites("pre-only-four")] = "own_segment"
    around: Circumstances = NOTHING_SPECIAL

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        for number, action in enumerate(self.actions):
            path = f".actions[{number}]"
            if action.distance > NOWHERE and action.what != "move":
                yield Problem(f"{path}.distance", f"only moves have a distance, not {action.what}", "act-one-only")
            for field, rule in (("march", "march-rate"), ("by_road", "terrain-road-column")):
                if not getattr(action, field):
                    continue
                if action.what != "move":
                    yield Problem(f"{path}.{field}", f"applies to moves only, not to {action.what}", rule)
                elif self.unit.card.arm in TRAINS:
                    yield Problem(f"{path}.{field}", "trains keep to their rails", "train-speed")
            if (action.turn or action.deploys) and action.what != "shoot":
                yield Problem(f"{path}.turn", f"only shots have a turn, not {action.what}", "mvsh-table")
        yield from marker_problems(".unit", self.unit)
        if self.around.vehicle != "ok" and self.unit.card.arm not in VEHICLES:
            yield Problem(".around.vehicle", "only vehicles break down or get stuck", "tank-fire-when-stuck")


def main_of(actions: tuple[Action, ...]) -> MainAction:
    """Return the main action of a list: a move where there is one, else the first that is not free.

    Rules: act-one-only.
    """
    mains: list[MainAction] = [action.what for action in actions if not is_free(action.what)]  # type: ignore[misc]
    return "move" if "move" in mains else mains[0] if mains else "hold"


def is_free(what: ActionKind) -> bool:
    """Return whether an action is one of those that may go beside a main action.

    Rules: act-free-actions.
    """
    return what in FREE or what == "detach_junior"


def allowance_of(request: ActionLegalityRequest, options: Options) -> Inches:
    """Return how far a unit may move in the segment, before terrain.

    A detached officer moves 16 inches mounted (20 by the option) and 10 on foot; a unit that marches moves at twice its
    speed; one that evades, by choice or not, moves at evasive speed, and not at all without one; one that shot moves as
    the table allows; horse artillery that limbers or unlimbers moves half; unlimbered guns prolong. A column whose
    whole way is by road gains 2 inches unless it evades. A vehicle that is stuck or broken down moves only after it has
    tried to get free.

    Rules: mov-officer-speed, march-rate, evade-speed, evade-switch, mvsh-table, act-horse-artillery, form-limbered,
        terrain-road-column, wx-rain.
    """
    card, around = request.unit.card, request.around
    kinds = [action.what for action in request.actions]
    before_the_move = kinds[: kinds.index("move") if "move" in kinds else None]
    if around.vehicle in ("permanent", "immobilised") or (
        around.vehicle == "temporary" and "free_vehicle" not in before_the_move
    ):
        return NOWHERE
    evades = is_evading(request)
    speed = _speed_of(card, options)
    most = (card.evasive_speed or NOWHERE) if evades else speed
    if card.arm == "gun" and not request.unit.limbered and "limber" not in kinds and not is_horse_limbering(request):
        return min(PROLONG, most)
    if "shoot" in before_the_move:
        most = min(after_firing(card, speed), most)
    elif is_horse_limbering(request):
        most = half(most)
    elif is_march(request) and not evades:
        most *= 2
    if most > NOWHERE and not evades and not options.rain and gains_by_road(request):
        most += ROAD_BONUS
    return most


def _speed_of(card: TroopCard, options: Options) -> Inches:
    if card.arm != "officer":
        return card.speed
    return disputed_distance("mounted_officer", options) if card.mounted else OFFICER_ON_FOOT


def is_evading(request: ActionLegalityRequest) -> bool:
    """Return whether a unit evades in the segment, by choice or because it must.

    Rules: evade-switch.
    """
    return request.around.evades or request.unit.evading


def is_march(request: ActionLegalityRequest) -> bool:
    """Return whether the move of the segment is a march.

    Rules: march-rate.
    """
    return any(action.march for action in request.actions)


def gains_by_road(request: ActionLegalityRequest) -> bool:
    """Return whether the move of the segment is by road as a whole, and in column.

    Rules: terrain-road-column.
    """
    return any(action.by_road for action in request.actions) and moves_in_column(request)


def moves_in_column(request: ActionLegalityRequest) -> bool:
    """Return whether a unit is in column when it moves.

    A single base always is; a change of formation before the move takes a line into column, or a column out of it.

    Rules: form-column, act-free-actions, mvsh-table.
    """
    changes = False
    for action in request.actions:
        if action.what == "move":
            break
        changes |= action.what == "change_formation" or action.deploys
    return request.unit.bases == 1 or request.unit.in_column != changes


def is_horse_limbering(request: ActionLegalityRequest) -> bool:
    """Return whether horse artillery limbers or unlimbers in the segment.

    Rules: act-horse-artillery.
    """
    kinds = [action.what for action in request.actions]
    return request.unit.card.horse and ("limber" in kinds or "unlimber" in kinds)


def half(speed: Inches) -> Inches:
    """Return half a speed, rounded down to a thousandth."""
    return Inches(thousandths=speed.thousandths // 2)


def after_firing(card: TroopCard, speed: Inches) -> Inches:
    """Return how far troops may move after they have fired.

    Rules: mvsh-table, mvsh-tachanka, note-tachanka.
    """
    if card.arm == "rifle":
        return speed
    if card.arm in ("sabres", "armoured_car"):
        return half(speed)
    if card.arm == "gun":
        return PROLONG
    return speed if card.arm == "train_mg" else NOWHERE
