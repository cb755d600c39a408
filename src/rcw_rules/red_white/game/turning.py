"""From step to step: a turn begins, units roll to activate, both armies test morale, the turn ends."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.roll_offs import RollOff, roll_off
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.aircraft import AircraftArrivalRequest, Arrival
from rcw_rules.red_white.army import EndOfTurnRequest, HqOverrunRequest
from rcw_rules.red_white.game.air import anything_flies, flights_begun, has_strings_to_lay, patrols_flown
from rcw_rules.red_white.game.placing import coming_in, group_of
from rcw_rules.red_white.game.rearward import went_back
from rcw_rules.red_white.game.river import rested, set_afloat
from rcw_rules.red_white.game.scenario import SIDES, Scenario
from rcw_rules.red_white.game.scene import Scene
from rcw_rules.red_white.game.shooting import after_test
from rcw_rules.red_white.game.standing import army_log, ended, holders
from rcw_rules.red_white.game.state import NO_MARKS, Aloft, State, steps_of
from rcw_rules.red_white.game.strengths import with_unit
from rcw_rules.red_white.game.tracks import is_beside_track
from rcw_rules.red_white.model import Side, enemy_of, is_vehicle, morale_stands
from rcw_rules.red_white.morale import ActivationRequest, MoralePhaseRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import missing, profile_of, sides_of

ROLLS: tuple[str, ...] = ("tank", "armoured_car")
"""Vehicles that roll to activate when they try to move (vehicle-activation)."""


# --- The beginning ----------------------------------------------------------------------------------------------------


def set_up(umpire: Umpire[Options], scenario: Scenario) -> State:
    """Return the state before the first action.

    Raises:
        IllegalRequestError: What the scenario places stands on something, or off the table.
        MissingProfileError: There is no profile with a sequence of phases, or it leaves out whose turn it is.

    Rules: p1-sequence, p1-profile, air-availability.
    """
    phases = scenario.sequence or profile_of(umpire.options).sequence
    if not phases:
        raise missing("p1-sequence", "sequence", "Which phases has a turn, in which order?")
    play = sides_of(umpire.options).play if scenario.play is None else scenario.play
    state = State(
        scenario=scenario,
        phases=phases,
        play=play,
        troops=scenario.roster,
        headquarters=tuple(hq for side in SIDES if (hq := scenario.army(side).headquarters) is not None),
        vessels=tuple(one for side in SIDES for one in scenario.army(side).vessels),
        river=scenario.river,
        aircraft=_arrivals(umpire, scenario),
        held=tuple((place.name, place.held_by) for place in scenario.places if place.held_by is not None),
    )
    wrong: list[Objection] = []
    for side in SIDES:
        vessels = {one.name for one in scenario.army(side).vessels}
        for number, placed in enumerate(scenario.army(side).placed):
            if placed.unit in vessels:
                continue
            group = group_of(umpire.options, state, placed)
            path = f"$.scenario.{side}.placed[{number}]"
            if is_beside_track(scenario, group):
                message = f"{placed.unit} is not on its track"
                wrong.append(Objection(rule="gen-rear", message=message, path=path))
            elif not scenario.table.is_on(group):
                wrong.append(Objection(rule="p1-sequence", message=f"{placed.unit} is off the table", path=path))
            elif under := state.layout.under(group):
                message = f"{placed.unit} stands on {under[0].name}"
                wrong.append(Objection(rule="p1-movement", message=message, path=path))
            else:
                state = state.with_group(group)
    state, adrift = set_afloat(umpire.options, state)
    wrong += [Objection(rule="ice-sections", message=one, path="$.scenario.channel") for one in adrift]
    Verdict(objections=tuple(wrong)).require()
    return evolve(state, held=holders(state))


def _arrivals(umpire: Umpire[Options], scenario: Scenario) -> tuple[Aloft, ...]:
    """Return the aircraft, with the turn on which each arrives.

    Rules: air-availability.
    """
    airmen = [airman for side in SIDES for airman in scenario.army(side).aircraft]
    if not airmen:
        return ()
    asked = AircraftArrivalRequest(
        aircraft=tuple(Arrival(side=one.aircraft.side, turn=one.turn, name=one.aircraft.name) for one in airmen)
    )
    turns = umpire.resolve(asked, "arrival of aircraft").turns
    return tuple(Aloft(aircraft=one.aircraft, arrives=max(1, turn)) for one, turn in zip(airmen, turns, strict=True))


def turn_begun(umpire: Umpire[Options], state: State) -> State:
    """Return the state in which it is known who acts first in this turn; reinforcements come onto the table.

    Rules: p1-sequence.
    """
    first = state.scenario.first
    if first is None:
        known = sides_of(umpire.options).first
        first = _thrown(umpire) if known == "higher_die" else known
    umpire.result("p1-sequence", "{side} acts first in turn {turn}", side=first, turn=state.turn)
    state = evolve(state, order=(first, enemy_of(first)), step=0, begun=False, marks=NO_MARKS, refused=())
    for side in SIDES:
        for coming in state.scenario.army(side).coming:
            troop = state.troop(coming.unit)
            if troop is None or coming.turn > state.turn or state.group(coming.unit) is not None or troop.aboard:
                continue
            group = coming_in(umpire.options, state, troop, coming)
            if group is not None:
                state = state.with_group(group)
    return _open(umpire, state)


def _thrown(umpire: Umpire[Options]) -> Side:
    """Throw a die for each side until one is higher: Red's first.

    Rules: p1-sequence.
    """
    throw: RollOff[Side] = roll_off(("red", d6), ("white", d6))
    winner = umpire.roll(throw, "Red's die, White's die", "p1-sequence")
    while winner is None:
        winner = umpire.roll(throw, "Red's die, White's die", "p1-sequence")
    return winner


# --- From step to step ------------------------------------------------------------------------------------------------


def phase_done(umpire: Umpire[Options], scene: Scene) -> State:
    """Return the state after a side has done what it wants in a step; in an activation phase its units roll now.

    Rules: p1-sequence, p1-activation.
    """
    state = scene.state
    if state.stage == "activation":
        state = activated(umpire, scene)
    return next_step(umpire, state)


def next_step(umpire: Umpire[Options], state: State) -> State:
    """Return the state at the next step of the turn in which there is something to do.

    Rules: p1-sequence.
    """
    steps, before = state.steps, state.now
    number = state.step + 1
    if number >= len(steps):
        return _next_turn(umpire, state)
    after = steps[number]
    marks = state.marks if before is not None and before.phase == after.phase else state.marks.next_phase()
    state = evolve(state, step=number, begun=False, marks=marks, refused=())
    return _open(umpire, state)


def _open(umpire: Umpire[Options], state: State) -> State:
    """Return the state at the first step from the one under way on that is not empty.

    Rules: p1-sequence.
    """
    now = state.now
    if state.result is not None or now is None:
        return state
    if now.role == "air_string":
        return state if now.side is not None and has_strings_to_lay(state, now.side) else next_step(umpire, state)
    if now.role == "air_flight":
        # All aircraft fly at once, in the last step for flights of the turn: then all strings are laid.
        flies = now.side == state.order[-1] and anything_flies(state)
        state = flights_begun(umpire, state) if flies else state
        return state if state.to_fly is not None and flies else next_step(umpire, state)
    if now.side is not None and not _has_anything(state, now.side):
        return next_step(umpire, state)
    return state


def _has_anything(state: State, side: Side) -> bool:
    """Return whether a side has a unit or a vessel on the table."""
    names = {group.name for group in state.groups}
    sides = state.sides
    return any(troop.side == side and troop.name in names for troop in state.troops) or any(
        one.name in names and sides[one.name] == side for one in state.vessels
    )


def _next_turn(umpire: Umpire[Options], state: State) -> State:
    if not any("end" in phase.roles for phase in state.phases):
        state = turn_ended(umpire, Scene(umpire, state))
        if state.result is not None:
            return state
    return turn_begun(umpire, evolve(state, turn=state.turn + 1, order=()))


# --- Activation, morale, the end --------------------------------------------------------------------------------------


def activated(umpire: Umpire[Options], scene: Scene) -> State:
    """Return the state after the activation rolls of the side that acts.

    Tanks and armoured cars roll when they try to move; what has no number in the profile needs no roll.

    Rules: p1-activation, vehicle-activation, cheka-second-failure.
    """
    state, profile = scene.state, profile_of(umpire.options)
    for troop in scene.troops_of(state.to_act or "red"):
        unit = troop.unit
        if unit.type in ROLLS or profile.activation_of(unit.type) is None:
            continue
        has_cheka = unit.cheka and not is_vehicle(unit)  # only a second failure sends a unit to the rear
        edge, obstacle = scene.room_behind(troop.name) if has_cheka else (None, None)
        asked = ActivationRequest(
            type=unit.type,
            stands=morale_stands(unit),
            cheka=has_cheka,
            edge_distance=edge,
            obstacle_distance=obstacle,
        )
        outcome = umpire.resolve(asked, f"activation of {troop.name}")
        marks, name = state.marks, troop.name
        if outcome.passed:
            state = evolve(state, marks=evolve(marks, activated=(*marks.activated, name)))
        else:
            state = evolve(state, marks=evolve(marks, idle=(*marks.idle, name)))
        if outcome.liquidated:
            state = with_unit(scene, state, name, evolve(unit, stands=outcome.stands))
        if outcome.moves:
            marked = evolve(state.the_troop(name).unit, falling_back=True)
            state = with_unit(scene, state, name, marked)
            state = went_back(umpire, scene, state, name, outcome.moved, off_table=bool(outcome.off_table))
    return state


def morale_tested(umpire: Umpire[Options], scene: Scene) -> State:
    """Return the state after the morale phase of both armies: the side that acts first in this turn tests first.

    Rules: morale-who, morale-off-table, p1-sequence.
    """
    state = scene.state
    names = [troop.name for side in state.order for troop in scene.troops_of(side)]
    if names:
        # What a referee tells is asked of those alone who may have to test.
        tests_all = umpire.options.morale_casualties == "ever"
        units = {name: scene.troops[name].unit for name in names}
        perhaps = {name for name, unit in units.items() if tests_all or unit.casualties or unit.falling_back}
        asked = MoralePhaseRequest(
            units=tuple(scene.situated(name) if name in perhaps else units[name] for name in names)
        )
        outcome = umpire.resolve(asked, "morale phase")
        for name, test in zip(names, outcome.tests, strict=True):
            if test is not None:
                state = after_test(umpire, scene, state, name, test)
    return next_step(umpire, evolve(state, held=holders(state)))


def turn_ended(umpire: Umpire[Options], scene: Scene) -> State:
    """Return the state after the end of a turn: suppression goes, both armies are counted, victory is judged.

    Rules: suppress-duration, major-when, major-break.
    """
    state = scene.state
    logs = {side: army_log(state, side) for side in SIDES}
    suppressed = tuple(troop.unit for troop in state.troops if troop.unit.suppressed)
    asked = EndOfTurnRequest(red=logs["red"], white=logs["white"], units=suppressed)
    outcome = umpire.resolve(asked, f"end of turn {state.turn}")
    for unit in outcome.units:
        state = state.with_troop(evolve(state.the_troop(unit.name), unit=unit))
    state = patrols_flown(rested(evolve(state, held=holders(state))))
    broken: list[Side] = [side for side in SIDES if (outcome.red if side == "red" else outcome.white).broken]
    return ended(state, tuple(broken))


def went_on(umpire: Umpire[Options], scene: Scene) -> State:
    """Return the state after what goes on by itself: a turn begins, both armies test morale, a turn ends.

    Rules: p1-sequence.
    """
    state = scene.state
    match state.stage:
        case "morale":
            return morale_tested(umpire, scene)
        case "end":
            state = turn_ended(umpire, scene)
            return state if state.result is not None else next_step(umpire, state)
        case _:
            return turn_begun(umpire, state)


# --- The Force HQ -----------------------------------------------------------------------------------------------------


def overrun(umpire: Umpire[Options], scene: Scene) -> State:
    """Return the state after it was asked of each Force HQ that an enemy touches whether it is overrun.

    Rules: hq, hq-overrun.
    """
    state = scene.state
    sides = state.sides
    for hq in state.headquarters:
        side = sides[hq.name]
        if hq.aboard:
            lost = state.troop(hq.aboard) is None
            asked = HqOverrunRequest(aboard_train=True, train_lost=lost, commander_leads=bool(hq.with_unit))
            if not lost:
                continue
        else:
            near = [enemy for enemy in scene.enemies(side) if scene.facts.is_in_contact(hq.name, enemy.name)]
            if not near:
                continue
            enemy = near[0]
            friend = any(scene.facts.is_in_contact(one.name, enemy.name) for one in scene.troops_of(side))
            asked = HqOverrunRequest(
                enemy=enemy.unit.type,
                enemy_falling_back=enemy.unit.falling_back,
                friend_in_contact=friend,
                commander_leads=bool(hq.with_unit),
            )
        if umpire.resolve(asked, f"overrun of {hq.name}").overrun:
            state = state.lost(hq.name, "destroyed")
    return state


__all__ = [
    "activated",
    "morale_tested",
    "next_step",
    "overrun",
    "phase_done",
    "set_up",
    "steps_of",
    "turn_begun",
    "turn_ended",
    "went_on",
]
