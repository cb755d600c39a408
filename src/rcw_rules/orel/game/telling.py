"""What happened in a whole battle, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rcw_rules.kernel.words import counted
from rcw_rules.orel.combat_phase import AttackReport, OpenPhase, PhaseState
from rcw_rules.orel.game.actions import Assail, Move, ReadyFire
from rcw_rules.orel.game.state import FireUse, Stage, State
from rcw_rules.orel.model import AttackType, Side, Unit

ATTACK_NAMES: Mapping[AttackType, str] = {"prepared": "a Prepared Attack", "hasty": "a Hasty Attack"}
WHAT_FOR: Mapping[FireUse, str] = {
    "barrage": "fire a barrage",
    "prepared": "support a Prepared Attack",
    "hasty": "support a Hasty Attack",
}
ENDINGS: Mapping[str, str] = {
    "depots_alone": "only depots were there",
    "vehicles_alone": "only vehicles were there",
    "refused": "the defenders retreat before combat",
    "cleared": "no defender stands the cohesion check",
    "not_assaulted": "no assault is made",
    "cancelled": "it is cancelled",
}
MOST_EVENTS_TOLD = 8
_NEXT_SAID: Mapping[Stage, str] = {
    "begin": "next, the {side} player turn of {day} October begins",
    "recruitment": "the {actor} player recruits next",
    "movement": "the {actor} player moves next",
    "barrages": "the {actor} player orders barrages next",
    "supports": "the {actor} player orders support next",
    "fire": "next, the barrages are fired",
    "answers": "the {actor} player answers barrages next",
    "defences": "the {actor} player supports the defence next",
    "combats": "the {actor} player fights the combats next",
    "end": "next, the {side} player turn of {day} October ends",
    "over": "",
}
LOSERS = {"attacker": "assault, and the attackers lose", "defender": "assault, and the defenders lose"}


def name_of(side: Side) -> str:
    """Return what a side is called."""
    return side.capitalize()


def of_move(action: Move, *, leaves: bool) -> str:
    """Say how a unit moved."""
    if not leaves:
        return f"{action.unit} takes up combat mode."
    if action.marching_day:
        return f"{action.unit} makes a Marching Day to {action.place}."
    return f"{action.unit} goes to {action.place}{', in combat mode' if action.mode == 'combat' else ''}."


def of_declaration(action: Assail, number: int, *, leaves: bool) -> str:
    """Say what attack a unit declares or joins."""
    goes = f"goes to {action.place} and " if leaves else ""
    if action.joins:
        return f"{action.unit} {goes}joins attack {number} on {action.target}."
    return f"{action.unit} {goes}declares {ATTACK_NAMES[action.type]} on {action.target}: attack {number}."


def of_fire(action: ReadyFire, *, leaves: bool) -> str:
    """Say for what a battery or a train is ready."""
    where = f"goes to {action.place} and " if leaves else ""
    return f"{action.unit} {where}makes ready to {WHAT_FOR[action.use]}."


def of_attack(report: AttackReport) -> str:
    """Say how an attack ended."""
    ended = LOSERS[report.loser] if report.loser is not None else ENDINGS.get(report.ended, "assault, and nobody loses")
    return f"Attack {report.number} on {report.hex}: {ended}."


def of_munitions(state: State, opened: OpenPhase) -> Iterator[str]:
    """Say which depots supply the attacks, and who fires a barrage at whom."""
    for number, paid in enumerate(opened.paid, start=1):
        yield f"Attack {number} is supplied by {paid.payer}." if paid.payer else f"No depot supplies attack {number}."
    for order in state.fighting.orders.barrages:
        if order.unit in opened.fired:
            yield f"{order.unit} fires a barrage at {order.target}."


def of_changes(before: Mapping[str, Unit], state: State, phase: PhaseState | None = None) -> Iterator[str]:
    """Say what has become of units.

    Args:
        before: The units on the map before, by key.
        state: The state afterwards.
        phase: The combat phase, which says who surrendered and who was driven off the map; None outside of one.
    """
    surrendered = () if phase is None else phase.surrendered
    exits = () if phase is None else phase.exits
    for key, unit in before.items():
        now = state.unit(key)
        if key in surrendered:
            yield f"{key} surrenders."
        elif now is None or (now.hex is None and not any(gone.key == key for gone in exits)):
            yield f"{key} is eliminated."
        elif now.side != unit.side:
            yield f"{key} is captured."
        else:
            yield from _of_unit(unit, now, state.side)


def _of_unit(unit: Unit, now: Unit, active: Side) -> Iterator[str]:
    key, routs = now.key, now.mode == "routed" != unit.mode
    if now.steps < unit.steps:
        yield f"{key} loses {counted(unit.steps - now.steps, 'step')}."
    if now.hex is None:
        yield f"{key} {'routs' if routs else 'retreats'} off the map."
    elif now.hex == unit.hex:
        if routs:
            yield f"{key} is routed."
        elif now.mode != unit.mode:
            yield f"{key} is in {now.mode} mode now."
    elif routs:
        yield f"{key} routs to {now.hex}."
    elif now.mode == "march" or now.side != active:
        yield f"{key} retreats to {now.hex}."
    else:
        yield f"{key} advances to {now.hex}."
    if now.unsupplied != unit.unsupplied:
        yield f"{key} is {'Unsupplied' if now.unsupplied else 'supplied again'}."


def told_events(events: Sequence[str]) -> tuple[str, ...]:
    """Return the events for a summary: all of them or, of many, the first ones and the number of the others."""
    more = len(events) - MOST_EVENTS_TOLD
    return tuple(events) if more <= 1 else (*events[:MOST_EVENTS_TOLD], f"{more} more things happen.")


def told_next(state: State) -> str:
    """Return who does what next; "" if the battle is over."""
    return _NEXT_SAID[state.stage].format(
        side=name_of(state.side), actor=name_of(state.to_act or state.side), day=state.moment.day
    )
