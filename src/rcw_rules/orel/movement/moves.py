"""Movement: what a move costs hex by hex, why it is not allowed, and how the unit stands at its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap, Road
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import called, grid_in, is_orel, note_values, off_the_board_in_play, told_location
from rcw_rules.orel.model import AttackType, Depot, HexLabel, Mode, OrelLocation, Unit
from rcw_rules.orel.movement.declarations import (
    Action,
    action_cost,
    action_rule,
    attacks_out_of_command,
    unable_to_act,
)
from rcw_rules.orel.movement.entrenching import begun, unable_to_entrench
from rcw_rules.orel.movement.ground import (
    ZONE_COSTS,
    Bar,
    Ground,
    Moving,
    StepKind,
    ground_of,
    is_of_the_46th,
    is_tied,
    limit_of,
    unable_to_move,
    zones_of,
)
from rcw_rules.orel.options import Options


@frozen(kw_only=True)
class MoveStep:
    """One step of a move.

    Attributes:
        hex: The hex entered.
        cost: What the step costs, in movement points.
        kind: What it is as to enemy zones of control.
    """

    hex: str
    cost: int
    kind: StepKind


_MOVERS_ACTIONS: dict[Action, str] = {
    "none": "",
    "combat_mode": "takes up combat mode",
    "attack": "pays for a TYPE Attack",
    "barrage": "pays for a barrage",
    "support": "pays for the support of a TYPE Attack",
    "entrench": "pays for an entrenchment",
}


@frozen(kw_only=True)
class MovementOutcome:
    """A legal move.

    Attributes:
        steps: Its steps.
        spent: The movement points spent in all, those before the move and on the action included; None on rails.
        mp_left: What is left of the allowance, to no further use; None on rails.
        mode: The mode at the end; None for a depot, vehicles count as in combat mode.
        unit: The unit then; None for a depot.
        depot: The depot then; None for a unit.
        location: Where in Orel it is, and with it the whole stack; None elsewhere.
    """

    steps: tuple[MoveStep, ...]
    spent: int | None
    mp_left: int | None
    mode: Mode | None
    unit: Unit | None = None
    depot: Depot | None = None
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None

    def summary(self, request: MovementRequest) -> str:
        """Return where the move ends, what the mover does there, and what it costs."""
        goes = f"moves to hex {request.end}" if self.steps else f"stays in hex {request.end}"
        acts = _MOVERS_ACTIONS[request.action].replace("TYPE", request.attack_type.title())
        points = ""
        if self.spent is not None and self.mp_left is not None:
            points = f" for {words.counted(self.spent, 'movement point')}, with {self.mp_left} left"
        was = None if request.unit is None or request.unit.is_vehicle else request.unit.mode
        return words.sentences(
            f"{called(request.mover)} {goes}{f' and {acts}' if acts else ''}{points}",
            f"it is in {self.mode} mode now" if was not in (None, self.mode) else "",
            f"it is in {told_location(self.location)}" if self.location else "",
        )


@frozen(kw_only=True, cache_hash=True)
class MovementRequest(Moving, Request[MovementOutcome]):
    """A unit or depot that moves along a path, or stays, and what it does at the end.

    Attributes:
        path: The hexes that it enters, in order; empty if it stays.
        action: What it pays for at the end. Only the price is looked at; whether a hex may be attacked is asked of
            `orel.declare_attack`, with the points that the move leaves without the action.
        attack_type: Prepared or Hasty Attack, if it attacks or supports one.
        orel: Where in Orel the friends are that it finds there.
        location: Where in Orel it is to be, if it ends there; by default with the friends.
    """

    recurs = False

    path: Annotated[tuple[HexLabel, ...], Size(0, 640)] = ()
    action: Action = "none"
    attack_type: AttackType = "prepared"
    orel: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        problems = tuple(super().inconsistencies())
        yield from problems
        if problems:
            return
        grid = grid_in(self.board)
        here = self.start
        for number, place in enumerate(self.path):
            if not grid.has(place):
                yield Problem(f".path[{number}]", f"hex {place} is not on the board", "0-hex-layout")
                return
            if place not in grid.neighbours(here):
                message = f"a path goes from hex to neighbouring hex, and {place} is not next to {here}"
                yield Problem(f".path[{number}]", message, "0-hex-layout")
                return
            here = place
        if self.unit is None and self.action != "none":
            yield Problem(".action", "a depot has no actions", "7.2-declare")
        if is_orel(here) and self.location is None and self.orel is None:
            yield Problem(".location", "is missing: the suburbs of Orel, or the town centre", "7.1.1-orel")
        elif not is_orel(here) and self.location is not None:
            yield Problem(".location", f"matters in Orel alone, and the move ends in {here}", "7.1.1-orel")

    @property
    def end(self) -> str:
        """The hex in which the move ends."""
        return self.path[-1] if self.path else self.start

    @property
    def moves(self) -> bool:
        """Whether it has moved when it stops: it follows a path, or has entered the map."""
        return bool(self.path) or self.entered


def _example() -> MovementRequest:
    battalion = Unit(key="1/2K", side="white", type="infantry", hex="2408", tq=5, steps=4, strength=6, mp=5)
    brigade = Unit(key="1/41D", side="red", type="infantry", hex="2406", tq=4, steps=4, strength=5, mp=5)
    board = HexMap(title="A road", grid=grid_in(None), roads=(Road(hexes=("2408", "2409")),))
    return MovementRequest(
        unit=battalion, others=(brigade,), path=("2508", "2507"), action="attack", attack_type="prepared", board=board
    )


@procedure(
    "orel.movement",
    title="Is this move legal, and what does it cost?",
    formerly=("May the unit move like this, and what does it cost?",),
    rules=("7-actions",),
    example=_example,
)
def movement(request: MovementRequest, umpire: Umpire[Options]) -> MovementOutcome:
    """Go along a path hex by hex, pay for each step and for the action at the end, and say how the unit then stands.

    A step costs what terrain, road, railroad and river ask of the unit. Out of an enemy zone of control it costs one
    point more; from zone to zone two more for cavalry and armoured cars, for others the whole allowance less one, in
    place of all else. Friendly units that stay put the whole phase negate the zones in their hex. Trains and railroad
    depots pay nothing, and stop after a step from zone to zone. No step is taken that cannot be paid whole. The hex at
    the end must hold the stack; passing through a full one is free. Then the action is paid for. A unit that has moved
    is in march mode unless the action puts it into combat mode. Every objection to the move is reported at once.

    Raises:
        NeedsRuling: If it moves, enters the map, or must stay near a depot, and there is no board.
        IllegalRequestError: If a rule forbids the move; each reason is cited.

    Rules: 7-actions, 7.1.1-terrain-cost.
    """
    note_values(umpire, (*(() if request.unit is None else (request.unit,)), *request.others))
    objections: list[Objection] = []
    steps: tuple[MoveStep, ...] = ()
    left = None if request.allowance is None else request.allowance - request.spent
    if request.moves or request.marching_day or is_tied(request):
        ground = ground_of(umpire, request)
        steps, left = _walk(request, ground, left, objections)
        _tell(umpire, request, ground, steps)
    unit = request.unit
    if unit is not None:
        left = _act(umpire, request, unit, left, objections)
    Verdict(objections=tuple(objections)).require()
    allowance = request.allowance
    spent = None if allowance is None or left is None else allowance - left
    text = "{mover} ends in {hex}; movement points spent: {spent} of {allowance}"
    if spent is None:
        umpire.result("7.1.6-rail", "{mover} ends in {hex}", mover=request.mover.key, hex=request.end)
    else:
        umpire.result(
            "7-actions", text, mover=request.mover.key, hex=request.end, spent=spent, allowance=allowance or 0
        )
    then = None if unit is None else _then(umpire, request, unit)
    return MovementOutcome(
        steps=steps,
        spent=spent,
        mp_left=left,
        mode=None if then is None else then.mode,
        unit=then,
        depot=None if request.depot is None else evolve(request.depot, hex=request.end),
        location=_location(umpire, request),
    )


@movement.legality
def _objections(request: MovementRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    yield from unable_to_move(request, moves=bool(request.path))
    unit = request.unit
    if unit is None:
        return
    if request.action == "entrench":
        yield from unable_to_entrench(unit, has_moved=request.moves, at="$.action")
    else:
        yield from unable_to_act(unit, request.action)
    if request.marching_day and request.action != "none":
        message = f"{unit.key} makes a Marching Day and pays for no action; it ends in march mode"
        yield Objection(rule="7.1.5-marching-day", message=message, path="$.action")
    negates = options.staying_negates_own_zone and not request.moves
    attacks = request.action == "attack" and unit.out_of_command and request.command_check != "passed" and not negates
    if attacks and request.end in zones_of(request, options):
        yield attacks_out_of_command(unit, request.command_check, "$.action")


# -------------------------------------------------------------------- the way


def _walk(
    request: MovementRequest, ground: Ground, left: int | None, objections: list[Objection]
) -> tuple[tuple[MoveStep, ...], int | None]:
    """Take the steps of the path, adding the objections to them, and return them with the movement points left.

    Rules: 7-actions, 7.1.3-zoc-rail, 7.1.5-marching-day.
    """

    def against(bars: Iterator[Bar], path: str) -> None:
        objections.extend(Objection(rule=bar.rule, message=bar.message, path=path) for bar in bars)

    against(ground.start_bars(), "$.marching_day")
    steps: list[MoveStep] = []
    for number, (origin, to) in enumerate(pairwise((request.start, *request.path))):
        path = f"$.path[{number}]"
        if steps and steps[-1].kind == "zone_to_zone" and ground.way == "rail":
            message = f"{request.mover.key} stops in {origin} after a step from zone to zone"
            objections.append(Objection(rule="7.1.3-zoc-rail", message=message, path=path))
        against(ground.place_bars(to), path)
        cost = dict(ground.steps(origin)).get(to)
        kind = ground.kind(origin, to)
        if cost is None:
            rule = "7.1.6-rail" if ground.way == "rail" else "7.1.1-terrain-cost"
            what = "no railroad leads there" if ground.way == "rail" else "the terrain is prohibited to it"
            message = f"{request.mover.key} may not go from {origin} to {to}: {what}"
            objections.append(Objection(rule=rule, message=message, path=path))
            cost = 0
        else:
            against(ground.step_bars(origin, to), path)
        if left is not None:
            if cost > left >= 0:
                rule = "7.1.3-zoc-to-zoc" if ground.rule_of(kind) == "7.1.3-zoc-to-zoc" else "7-actions"
                message = f"{to} costs {cost}, and {request.mover.key} has {left} of its movement points left"
                objections.append(Objection(rule=rule, message=message, path=path))
            left -= cost
        steps.append(MoveStep(hex=to, cost=cost, kind=kind))
    against(ground.stop_bars(request.end, left, moved=request.moves), "$.path")
    return tuple(steps), left


def _tell(umpire: Umpire[Options], request: MovementRequest, ground: Ground, steps: tuple[MoveStep, ...]) -> None:
    """Put the terrain and the zones of control that the move rests on upon the record.

    Rules: 7.1.1-terrain-cost, 7.1.3-leave, 10.2-46th-limit.
    """
    ground.tell_terrain((request.start, *(step.hex for step in steps)))
    for kind in dict.fromkeys(step.kind for step in steps if step.kind != "open"):
        umpire.look_up(ZONE_COSTS, kind, ground.way)
    for step in steps:
        if step.kind != "open":
            text = "into {hex}, {kind}: {cost} movement points"
            how = "out of enemy zones of control" if step.kind == "leaving" else "from zone to zone"
            umpire.result(ground.rule_of(step.kind), text, hex=step.hex, kind=how, cost=step.cost)
    if steps and is_of_the_46th(request.mover) and limit_of(request.mover, ground.board) is None:
        umpire.result("10.2-46th-limit", "not enforced: the board does not mark the limit of the 46th Division")


# -------------------------------------------------------------------- the end


def _act(
    umpire: Umpire[Options], request: MovementRequest, unit: Unit, left: int | None, objections: list[Objection]
) -> int | None:
    """Pay for the action at the end and return the movement points left.

    Rules: 7-actions, 7.1.4-modes, 7.3-entrench.
    """
    needless = request.action == "combat_mode" and not request.moves and unit.mode == "combat"
    cost: int | Literal["all"] = 0 if needless else action_cost(umpire, unit, request.action, request.attack_type)
    if left is None or left < 0:  # on rails nothing is paid, and what is overdrawn has been told
        return left
    if cost == "all":
        return 0
    if cost > left:
        rule = action_rule(request.action, request.attack_type)
        message = f"{unit.key} has {left} movement points left when it stops; the action costs {cost}"
        objections.append(Objection(rule=rule, message=message, path="$.action"))
    return left - cost


def _then(umpire: Umpire[Options], request: MovementRequest, unit: Unit) -> Unit:
    """Return the unit as it stands when it has moved.

    A unit that moved is in march mode unless it paid for something that puts it into combat mode, and has left its
    entrenchment behind; a routed unit stays routed, and a unit that stayed keeps its mode.

    Rules: 7.1.4-modes, 7.1.5-marching-day, 7.3-effects, 7.3-entrench, 8.7.3-rout.
    """
    if request.action == "entrench":
        umpire.result("7.3-entrench", "{unit} begins to entrench, in combat mode", unit=unit.key)
        return begun(unit)
    mode = mode_at_end(unit, moved=request.moves, action=request.action, marching_day=request.marching_day)
    if not unit.is_vehicle:
        rule = "7.1.5-marching-day" if request.marching_day else "7.1.4-modes"
        umpire.result(rule, "{unit} ends in {mode} mode", unit=unit.key, mode=mode)
    if not request.path:
        return evolve(unit, mode=mode)
    if unit.entrenchment != "none":
        umpire.result("7.3-effects", "{unit} leaves its entrenchment, whose marker is lost", unit=unit.key)
    return evolve(unit, hex=request.end, mode=mode, entrenchment="none")


def mode_at_end(unit: Unit, *, moved: bool, action: Action, marching_day: bool = False) -> Mode:
    """Return the mode in which a unit ends its move.

    Rules: 7.1.4-modes, 7.1.5-marching-day, 8.7.3-rout.
    """
    if unit.is_vehicle or unit.mode == "routed":
        return unit.mode
    if action != "none":
        return "combat"
    return "march" if moved or marching_day else unit.mode


def _location(umpire: Umpire[Options], request: MovementRequest) -> OrelLocation | None:
    """Return where in Orel the unit and its whole stack are at the end; None elsewhere.

    Rules: 7.1.1-orel.
    """
    if not is_orel(request.end):
        return None
    if request.action == "attack":
        umpire.result("7.1.1-orel", "an attack out of Orel: the whole stack is in the suburbs")
        return "suburbs"
    chosen = request.location or request.orel
    umpire.result("7.1.1-orel", "in Orel all units are in the {location}", location=chosen or "")
    return chosen
