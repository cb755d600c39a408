"""Senior officers who join units and leave them again, and those who fall with them."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import Group, free_place
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.deeds import Done
from rcw_rules.red_actions.game.moving import circumstances
from rcw_rules.red_actions.game.notes import Attached
from rcw_rules.red_actions.game.placing import group_of
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Attach, Detach
from rcw_rules.red_actions.model import OfficerToken, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest, FallenSenior

BESIDE = inches(3)


def _once(scene: Scene, name: str) -> None:
    """Check that a unit has neither added nor detached a senior officer in this segment.

    Raises:
        IllegalRequestError: It has.

    Rules: act-free-actions.
    """
    frame = scene.state.frame
    if frame is not None and frame.senior_moved:
        refuse("act-free-actions", f"{name} adds or detaches a senior officer once in a segment")


def plan_attach(scene: Scene, action: Attach) -> Unit:
    """Return the senior officer who joins a unit.

    Raises:
        IllegalRequestError: The officer cannot join it.

    Rules: act-senior-attach, act-free-actions.
    """
    unit, senior = scene.units[action.unit], scene.units.get(action.senior)
    _once(scene, unit.name)
    if senior is None or senior.card.arm != "officer" or senior.side != unit.side or senior.officer is None:
        refuse("act-senior-attach", f"{action.senior!r} is no senior officer of {unit.side.capitalize()}")
    if unit.card.category in ("vehicle", "officer") or senior.name not in scene.on_table or senior.routing:
        refuse("act-senior-attach", f"{senior.name} cannot join {unit.name}")
    touching = scene.facts.is_in_contact(senior.name, unit.name)
    _legal(scene, unit, "add_senior", in_contact=touching)
    return senior


def _legal(scene: Scene, unit: Unit, what: str, *, in_contact: bool = True) -> None:
    around = evolve(circumstances(scene, unit.name), senior_in_contact=in_contact)
    action = SegmentAction(what=what)  # type: ignore[arg-type]
    scene.judge.resolve(ActionLegalityRequest(unit=unit, actions=(action,), around=around), "segment")


def attach(umpire: Umpire[Options], scene: Scene, action: Attach) -> Done:
    """Let a senior officer in contact join a unit, whose segment goes on.

    Rules: act-senior-attach, act-free-actions, off-senior-substitutes.
    """
    senior, state, unit = plan_attach(scene, action), scene.state, scene.units[action.unit]
    token = senior.officer or OfficerToken(id=senior.name)
    umpire.result("act-senior-attach", "{senior} joins {unit}", senior=senior.name, unit=unit.name)
    note = Attached(name=senior.name, side=unit.side, unit=unit.name, card=senior.card, token=token)
    state = state.with_units(evolve(unit, seniors=(*unit.seniors, token)), evolve(senior, bases=0))
    return _goes_on(evolve(state, attached=(*state.attached, note))), False


def _goes_on(state: State) -> State:
    frame = state.frame
    return state if frame is None else state.with_frame(evolve(frame, action=None, senior_moved=True))


def plan_detach(scene: Scene, action: Detach) -> tuple[Attached, Group]:
    """Return the note of a senior officer who leaves a unit, and where their base is placed.

    Raises:
        IllegalRequestError: The officer is not with it, or has no room.

    Rules: act-senior-attach, act-free-actions.
    """
    state, unit = scene.state, scene.units[action.unit]
    _once(scene, unit.name)
    note = next((one for one in state.attached if one.name == action.senior and one.unit == unit.name), None)
    if note is None:
        refuse("act-senior-attach", f"{action.senior!r} is not with {unit.name}")
    _legal(scene, unit, "detach_senior")
    group = scene.group_of(unit.name)
    facing = group.bases[0].facing
    spot = group.bases[len(group.bases) // 2].rear
    base = group_of(_base_of(note, has_acted=False), spot, facing, column=False)
    there = free_place(scene.layout, base, (facing + BACK).bearing, BESIDE)
    if there is None:
        refuse("act-senior-attach", f"there is no room beside {unit.name}")
    return note, there


def _base_of(note: Attached, *, has_acted: bool) -> Unit:
    return Unit(name=note.name, side=note.side, card=note.card, officer=note.token, has_acted=has_acted)


def detach(umpire: Umpire[Options], scene: Scene, action: Detach) -> Done:
    """Let a senior officer leave a unit, whose segment goes on: their base is placed behind it.

    The officer may use a segment of their own in this turn only if the unit has not moved.

    Rules: act-senior-attach, act-free-actions.
    """
    note, there = plan_detach(scene, action)
    state, unit = scene.state, scene.units[action.unit]
    umpire.result("act-senior-attach", "{senior} leaves {unit}", senior=note.name, unit=unit.name)
    left = list(unit.seniors)
    left.remove(note.token)
    base = _base_of(note, has_acted=unit.name in state.have_moved)
    state = state.with_units(evolve(unit, seniors=tuple(left)), base).with_group(there)
    return _goes_on(evolve(state, attached=tuple(one for one in state.attached if one is not note))), False


def with_fallen(state: State) -> tuple[State, tuple[FallenSenior, ...]]:
    """Return the state in which it is noted with whom senior officers are, and those who have fallen with their units.

    Those who only joined a unit in this segment are reported by their own bases, which are gone.

    Rules: off-senior-killed, act-divide, act-combine.
    """
    if not state.attached:
        return state, ()
    there = [(unit.side, token, unit.name) for unit in state.units for token in unit.seniors]
    kept: list[Attached] = []
    fallen: list[FallenSenior] = []
    for note in sorted(state.attached, key=lambda one: (one.side, one.token, one.unit) not in there):
        found = next(
            (one for one in there if one == (note.side, note.token, note.unit)),
            next((one for one in there if one[:2] == (note.side, note.token)), None),
        )
        if found is not None:
            there.remove(found)
            kept.append(evolve(note, unit=found[2]))
        elif state.game.unit(note.name) is None:
            turn = state.game.turn
            fallen.append(FallenSenior(name=note.name, side=note.side, card=note.card, known_in_turn=turn))
    return evolve(state, attached=tuple(kept)), tuple(fallen)
