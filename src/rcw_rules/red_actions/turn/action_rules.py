"""The rules against the actions of a segment."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.red_actions.charges import NEVER_FLEE, advance_barred, may_charge_any
from rcw_rules.red_actions.ground import can_hide
from rcw_rules.red_actions.movement import barred_from_marching
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting import MOST_PIVOT, RETURNS_FIRE, TURNERS, TURNS, weapons_to_fetch
from rcw_rules.red_actions.turn.segments import (
    FORMED_OUTSIDE,
    NOWHERE,
    WHOLE_TURN,
    Action,
    ActionKind,
    ActionLegalityRequest,
    FreeAction,
    MainAction,
    Occasion,
    allowance_of,
    is_evading,
    is_free,
    is_horse_limbering,
    is_march,
    moves_in_column,
)

ON_OCCASION: dict[Occasion, tuple[MainAction, ...]] = {  # pre-only-four
    "charged": ("shoot", "flee"),
    "shot_at_close": ("shoot",),
    "ambush": ("charge", "shoot"),
}
IN_AMBUSH: tuple[MainAction, ...] = ("hold", "charge", "shoot")  # amb-moving
NEEDS_CONTACT: dict[MainAction, str] = {
    "take_possession": "act-possession",
    "set_fire": "bld-fire-set",
    "fight_fire": "bld-fire-fight",
    "eliminate_prisoners": "misc-prisoners-kill",
}
SENIORS: tuple[FreeAction, ...] = ("add_senior", "detach_senior")  # act-free-actions: one of the five
DIGGERS: tuple[MainAction, ...] = ("dig", "cut_wire")
ENGINEERING: tuple[MainAction, ...] = (*DIGGERS, "set_fire", "fight_fire")  # act-engineering


def forbidden_actions(request: ActionLegalityRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections to a list of actions: the unit's state and the occasion first, then the actions in order.

    Rules: act-one-only, act-free-actions, pre-only-four.
    """
    yield from _unfit(request)
    yield from _out_of_order(request)
    yield from _more_than_one_action(request)
    yield from _forbidden_free_actions(request)
    for number, action in enumerate(request.actions):
        path = f"$.actions[{number}]"
        yield from _forbidden_action(request, number, path, options)
        if action.what == "shoot":
            yield from _forbidden_shot(request, action, path)
        elif action.what == "move":
            yield from _forbidden_move(request, number, path, options)


def _unfit(request: ActionLegalityRequest) -> Iterator[Objection]:
    """Yield the objections of the unit's state to any action.

    Rules: rout-unit-state, turn-forced-forfeit, defs-unit-action, amb-moving, amb-after, rally-rout-success.
    """
    unit, around = request.unit, request.around
    mains = [action for action in request.actions if not is_free(action.what)]
    if unit.has_acted and request.actions:
        message = "its segment of this turn is used or forfeited: it acts again in the next turn"
        yield Objection(rule="turn-forced-forfeit", message=message, path="$.unit.has_acted")
    if unit.routing and any(action.what not in ("rally_from_rout", "hold") for action in request.actions):
        message = "a routing unit may only try to rally from rout, or rout on"
        yield Objection(rule="rout-unit-state", message=message, path="$.actions")
    if not unit.routing and any(action.what == "rally_from_rout" for action in mains):
        yield Objection(rule="rout-unit-state", message="the unit is not in rout", path="$.actions")
    if around.evades and (unit.rallied or any(action.what == "rally_from_rout" for action in mains)):
        message = "a unit that rallies from rout does not evade in that turn"
        yield Objection(rule="rally-rout-success", message=message, path="$.around.evades")
    if around.in_ambush and not around.senior_in_contact and any(action.what not in IN_AMBUSH for action in mains):
        message = "a unit in ambush only charges, shoots or holds, until a senior officer in contact orders it out"
        yield Objection(rule="amb-moving", message=message, path="$.actions")
    if not around.bases_touch:
        message = "all bases of a unit must stay in base-to-base contact"
        yield Objection(rule="form-contact", message=message, path="$.around.bases_touch")


def _out_of_order(request: ActionLegalityRequest) -> Iterator[Objection]:
    """Yield the objections to actions out of order.

    Rules: pre-only-four, pre-return-fire, pre-ambush, charge-flee.
    """
    allowed, card = ON_OCCASION.get(request.occasion), request.unit.card
    for number, action in enumerate(request.actions):
        path = f"$.actions[{number}].what"
        word = in_words(action.what)
        if action.what == "flee" and request.occasion != "charged":
            yield Objection(rule="pre-only-four", message="only a unit that is charged flees voluntarily", path=path)
        elif allowed is not None and action.what not in allowed and not is_free(action.what):
            when = {
                "charged": "a unit that is charged may shoot or flee",
                "shot_at_close": "a unit shot at from close range may only return the fire",
                "ambush": "an ambush is sprung to charge or to shoot",
            }[request.occasion]
            yield Objection(rule="pre-only-four", message=f"{when}, not {word}", path=path)
        elif action.what == "flee" and (card.arm in NEVER_FLEE or card.category == "vehicle"):
            message = f"{in_words(card.arm)} bases never flee voluntarily"
            yield Objection(rule="charge-flee", message=message, path=path)
        elif request.occasion == "shot_at_close" and action.what == "shoot" and card.category not in RETURNS_FIRE:
            message = f"infantry and cavalry return fire, not {card.category}"
            yield Objection(rule="pre-return-fire", message=message, path=path)
    if request.occasion == "ambush" and not request.around.in_ambush:
        message = "the unit does not lie in ambush"
        yield Objection(rule="pre-ambush", message=message, path="$.around.in_ambush")


def _more_than_one_action(request: ActionLegalityRequest) -> Iterator[Objection]:
    """Yield the objection to more than one main action.

    Rules: act-one-only, act-limber-whole-action, act-horse-artillery, act-engineering, mvsh-tachanka, note-tachanka.
    """
    mains = [(number, action) for number, action in enumerate(request.actions) if not is_free(action.what)]
    kinds = [action.what for _, action in mains]
    if len(mains) < 2 or kinds == ["shoot", "move"]:
        return
    path = f"$.actions[{mains[1][0]}].what"
    first, second = in_words(kinds[0]), in_words(kinds[1])
    if len(mains) == 2 and request.unit.card.horse and kinds in (["move", "unlimber"], ["limber", "move"]):
        return
    if kinds == ["move", "shoot"]:
        rule = "mvsh-tachanka" if request.unit.card.arm == "tachanka" else "act-one-only"
        message = "a unit shoots before it moves, not after"
        yield Objection(rule=rule, message=message, path=path)
        return
    limbers, works = "limber" in kinds or "unlimber" in kinds, any(kind in ENGINEERING for kind in kinds)
    rule = "act-limber-whole-action" if limbers else "act-engineering" if works else "act-one-only"
    message = f"{first} and {second} are two main actions: a segment has one, or a shot and then a move"
    yield Objection(rule=rule, message=message, path=path)


def _forbidden_free_actions(request: ActionLegalityRequest) -> Iterator[Objection]:
    """Yield the objections to free actions: repeated, between a shot and a move, or barred by the main action.

    Rules: act-free-actions, act-divide, act-combine, rally-terror, dig-rate, defs-junior-officers, charge-conditions.
    """
    kinds: list[ActionKind] = [action.what for action in request.actions]
    for number, what in enumerate(kinds):
        path, word = f"$.actions[{number}].what", in_words(what)
        if what == "detach_junior":
            message = "a junior officer may not leave the unit under their command"
            yield Objection(rule="defs-junior-officers", message=message, path=path)
            continue
        if not is_free(what):
            continue
        if _is_repeated(what, kinds[:number]):
            yield Objection(rule="act-free-actions", message=f"{word} is allowed once in a segment", path=path)
        if "shoot" in kinds[:number] and "move" in kinds[number + 1 :]:
            message = f"no free action comes between a shot and the move after it: do {word} before or after both"
            yield Objection(rule="act-free-actions", message=message, path=path)
        barring: MainAction | None = next((main for main in WHOLE_TURN if main in kinds), None)
        if barring is not None:
            message = f"to {in_words(barring)} bars every other action"
            yield Objection(rule=_BARRED_BY[barring], message=message, path=path)
        if "charge" in kinds and what in ("change_facing", "change_formation"):
            message = "a charge includes no change of facing or formation"
            yield Objection(rule="charge-conditions", message=message, path=path)


def _is_repeated(what: ActionKind, before: list[ActionKind]) -> bool:
    """Return whether a free action was done earlier in the segment.

    Adding a senior officer and detaching one count as the same action. A unit may turn, move and turn again, which is
    how it moves backwards or sideways.

    Rules: act-free-actions, mov-no-backwards.
    """
    if what == "change_facing" and before.count(what) == 1:
        return "move" not in before[before.index(what) :]
    return any(other in before for other in (SENIORS if what in SENIORS else (what,)))


_BARRED_BY: dict[MainAction, str] = {
    "divide": "act-divide",
    "combine": "act-combine",
    "rally_from_terror": "rally-terror",
    "dig": "dig-rate",
}


def _forbidden_action(request: ActionLegalityRequest, number: int, path: str, options: Options) -> Iterator[Objection]:
    """Yield the objections to a single action.

    Rules: form-limbered, form-formed-cavalry, act-hide, act-possession, bld-possession, act-senior-attach,
        evade-switch, defs-pinned, mov-reform, tank-fire-when-stuck, misc-prisoners-kill.
    """
    action = request.actions[number]
    unit, around, what = request.unit, request.around, action.what
    arm = unit.card.arm
    where = f"{path}.what"
    word = in_words(arm)
    if what in ("limber", "unlimber"):
        if arm != "gun":
            yield Objection(rule="form-limbered", message=f"{word} bases have no limbers", path=where)
        elif unit.limbered == (what == "limber"):
            state = "limbered" if unit.limbered else "unlimbered"
            yield Objection(rule="form-limbered", message=f"the guns are {state} already", path=where)
    elif what == "hide":
        if not can_hide(arm, limbered=unit.limbered):
            hidden = f"limbered {word}s" if unit.limbered else f"{word} bases"
            message = f"only infantry and unlimbered guns hide, not {hidden}"
            yield Objection(rule="act-hide", message=message, path=where)
        if not around.in_hiding_place:
            message = "there is nothing to hide in: move to woods, buildings, scrub, a ditch, a hedge or a hollow"
            yield Objection(rule="act-hide", message=message, path="$.around.in_hiding_place")
        if around.seen:
            yield Objection(rule="act-hide", message="an enemy sees it now: hide where none does", path="$.around.seen")
    elif what in DIGGERS:
        yield from _forbidden_digging(request, what, where)
    elif what == "charge":
        yield from _forbidden_charge(request, number, where, options)
    elif what == "reform":
        yield from _forbidden_reform(request)
    elif what == "change_formation" and around.mixed_facings and not _is_alone(request):
        message = "with bases that face different ways, a change of formation takes the whole move: use reform"
        yield Objection(rule="mov-reform", message=message, path=where)
    elif what == "add_senior" and not around.senior_in_contact:
        message = "a senior officer must be in contact with the unit to join it"
        yield Objection(rule="act-senior-attach", message=message, path="$.around.senior_in_contact")
    elif what == "eliminate_prisoners" and not options.eliminate_prisoners:
        message = "prisoners are eliminated only by agreement: set the option eliminate_prisoners"
        yield Objection(rule="misc-prisoners-kill", message=message, path=where)
    elif what == "free_vehicle" and around.vehicle != "temporary":
        message = "only a vehicle that is stuck or broken down for now can be freed"
        yield Objection(rule="vehicle-repair", message=message, path="$.around.vehicle")
    yield from _out_of_contact(request, action, path)


def _forbidden_digging(request: ActionLegalityRequest, what: ActionKind, where: str) -> Iterator[Objection]:
    """Yield the objections to digging and cutting wire.

    Rules: dig-rate, wire-engineers.
    """
    card = request.unit.card
    if card.category != "infantry":
        rule = "dig-rate" if what == "dig" else "wire-engineers"
        message = f"only infantry does this work, not {in_words(card.arm)} bases"
        yield Objection(rule=rule, message=message, path=where)
    elif what == "dig" and is_evading(request):
        message = "a unit that digs does not evade in that turn"
        yield Objection(rule="dig-rate", message=message, path="$.around.evades")


def _out_of_contact(request: ActionLegalityRequest, action: Action, path: str) -> Iterator[Objection]:
    """Yield the objections to taking, burning, extinguishing or killing what the unit does not touch.

    Rules: act-possession, bld-fire-set, bld-fire-fight, misc-prisoners-kill.
    """
    around = request.around
    for what, rule in NEEDS_CONTACT.items():
        if action.what != what:
            continue
        if not around.contact_at_start:
            message = "the unit must have touched it when its segment began"
            yield Objection(rule=rule, message=message, path="$.around.contact_at_start")
        if around.enemy_holds and what == "take_possession":
            message = "an enemy is in contact with it: drive it off first"
            yield Objection(rule=rule, message=message, path="$.around.enemy_holds")


def _is_alone(request: ActionLegalityRequest) -> bool:
    return all(is_free(action.what) or action.what == "hold" for action in request.actions)


def _forbidden_charge(request: ActionLegalityRequest, number: int, path: str, options: Options) -> Iterator[Objection]:
    """Yield the objections to a charge that need neither a map nor a chart: see `troops_that_never_charge`.

    `red_actions.charge_legality` checks the rest.

    Rules: defs-pinned, evade-switch, tank-fire-when-stuck, rally-optional-no-advance.
    """
    unit, around = request.unit, request.around
    before = [other.what for other in request.actions[:number]]
    if unit.pinned and "rally_from_pinned" not in before:
        message = "a pinned unit must rally from pinned before it moves towards the enemy"
        yield Objection(rule="defs-pinned", message=message, path="$.unit.pinned")
    if is_evading(request):
        message = "a unit that evades in this turn, by choice or not, does not charge"
        yield Objection(rule="evade-switch", message=message, path="$.around.evades")
    if around.vehicle != "ok" and not (around.vehicle == "temporary" and "free_vehicle" in before):
        message = "a vehicle that is stuck or broken down may fire, but not charge before it is freed"
        yield Objection(rule="tank-fire-when-stuck", message=message, path="$.around.vehicle")
    if around.no_advance:
        yield from advance_barred("$.around.no_advance", options)


def troops_that_never_charge(umpire: Umpire[Options], request: ActionLegalityRequest) -> Iterator[Objection]:
    """Yield the objection to each charge of troops that charge nothing, by the chart in force.

    Rules: charge-types.
    """
    for number, action in enumerate(request.actions):
        if action.what == "charge" and not may_charge_any(umpire, request.unit.card.arm):
            message = f"{in_words(request.unit.card.arm)} bases never charge"
            yield Objection(rule="charge-types", message=message, path=f"$.actions[{number}].what")


def _forbidden_reform(request: ActionLegalityRequest) -> Iterator[Objection]:
    """Yield the objections to reforming.

    Rules: mov-reform.
    """
    around = request.around
    if around.outside_terrain is not None:
        if around.outside_terrain > FORMED_OUTSIDE:
            message = f"a unit reforms at most {FORMED_OUTSIDE} outside the terrain, not {around.outside_terrain}"
            yield Objection(rule="mov-reform", message=message, path="$.around.outside_terrain")
    elif not around.base_in_place:
        message = "one base of the unit must stay at least partly where it was"
        yield Objection(rule="mov-reform", message=message, path="$.around.base_in_place")


def _forbidden_shot(request: ActionLegalityRequest, action: Action, path: str) -> Iterator[Objection]:
    """Yield the objections to a shot.

    Rules: form-limbered, mvsh-table, mvsh-tachanka, note-tachanka, rout-unit-state, act-horse-artillery,
        rally-rout-mg-mortar.
    """
    unit, kinds = request.unit, [other.what for other in request.actions]
    arm, word = unit.card.arm, in_words(unit.card.arm)
    if unit.card.shooting_value is None and arm in ("officer", "train_engine", "train_other"):
        yield Objection(rule="mvsh-table", message=f"{word} bases do not shoot", path=f"{path}.what")
    if arm == "gun" and (unit.limbered or "limber" in kinds or "unlimber" in kinds):
        message = "limbered guns do not shoot, and neither do guns in a segment in which they limber or unlimber"
        rule = "form-limbered" if unit.limbered and "unlimber" not in kinds else "act-limber-whole-action"
        yield Objection(rule=rule, message=message, path=f"{path}.what")
    if request.around.has_moved:
        rule = "mvsh-tachanka" if arm == "tachanka" else "mvsh-table"
        yield Objection(
            rule=rule, message="it has moved already, and a unit shoots before it moves", path="$.around.has_moved"
        )
    if request.around.weapons_left:
        yield weapons_to_fetch("$.around.weapons_left")
    if arm in TURNERS and action.turn not in TURNS:
        message = f"before firing {word} bases turn by 90 or 180 degrees, not {action.turn}"
        yield Objection(rule="mvsh-table", message=message, path=f"{path}.turn")
    if arm not in TURNERS and action.turn > MOST_PIVOT:
        message = f"before firing {word} bases pivot by at most {MOST_PIVOT} degrees, not {action.turn}"
        yield Objection(rule="mvsh-table", message=message, path=f"{path}.turn")
    if action.deploys and (arm != "rifle" or action.turn or not unit.in_column):
        message = "only rifles in column deploy before firing, and then do not turn"
        yield Objection(rule="mvsh-table", message=message, path=f"{path}.deploys")


def _forbidden_move(request: ActionLegalityRequest, number: int, path: str, options: Options) -> Iterator[Objection]:
    """Yield the objections to a move.

    Rules: mvsh-table, mov-officer-speed, march-rate, evade-switch, defs-pinned, act-horse-artillery, form-limbered,
        tank-fire-when-stuck, rally-optional-no-advance.
    """
    unit, action = request.unit, request.actions[number]
    before = [other.what for other in request.actions[:number]]
    allowance = allowance_of(request, options)
    if action.distance > allowance:
        yield Objection(
            rule=_rule_of_allowance(request, allowance),
            message=f"{action.distance} is more than {allowance}, the most that it may move in this segment",
            path=f"{path}.distance",
        )
    if action.march:
        yield from barred_from_marching(
            options,
            in_column=moves_in_column(request),
            nearest_enemy=None,
            shot_at="lately" if unit.shot_at else "never",
            of="$.unit",
            shot="$.unit.shot_at",
        )
        if unit.card.arm == "gun" and not unit.limbered and "limber" not in before:
            message = "unlimbered guns do not march: limber them first"
            yield Objection(rule="form-limbered", message=message, path=f"{path}.march")
    if unit.pinned and action.towards_enemy and "rally_from_pinned" not in before:
        message = "a pinned unit moves towards the enemy only after it has rallied from pinned"
        yield Objection(rule="defs-pinned", message=message, path=f"{path}.towards_enemy")
    if request.around.no_advance and action.towards_enemy:
        yield from advance_barred("$.around.no_advance", options)


def _rule_of_allowance(request: ActionLegalityRequest, allowance: Inches) -> str:
    card = request.unit.card
    if request.around.vehicle != "ok":
        return "tank-fire-when-stuck"
    if is_evading(request) and allowance == (card.evasive_speed or NOWHERE):
        return "evade-switch"
    if any(action.what == "shoot" for action in request.actions):
        return "mvsh-tachanka" if card.arm == "tachanka" else "mvsh-table"
    if is_horse_limbering(request):
        return "act-horse-artillery"
    if card.arm == "gun" and not request.unit.limbered:
        return "form-limbered"
    if is_march(request):
        return "march-rate"
    return "mov-officer-speed" if card.arm == "officer" else "mov-speed"
