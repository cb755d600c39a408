"""Where units are placed before the first turn and before a deal, and how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from attrs import evolve

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.red_square.game.actions import Arrive, Deploy
from rcw_rules.red_square.game.state import State
from rcw_rules.red_square.ground import Field, is_on_table
from rcw_rules.red_square.model import COMPANIONS, FIGURES, WHEELED, Formation, Unit, enemy_of
from rcw_rules.red_square.units import entry_objections

FACINGS: Final[tuple[Facing, ...]] = get_args(Facing)


def deployments(state: State, chart: Chart) -> tuple[Deploy, ...]:
    """Return every way to place the next unit of a zone: square by square as listed, then by facing and formation.

    As the scenario lists it comes first, in every square; the other facings follow clockwise from north. A unit without
    sides keeps its facing.

    Args:
        state: A state in which a unit is placed.
        chart: The Square Occupancy Table in force.

    Rules: occ-table, formations-list.
    """
    unit = state.placing
    if unit is None:
        return ()
    return tuple(
        Deploy(unit=unit.name, square=square, facing=facing, formation=formation)
        for square in state.deploying.squares
        if next(place_objections(state.field, evolve(unit, square=square), chart), None) is None
        for facing in facings_for(state.field, unit, square)
        for formation in formations_for(unit)
    )


def arrivals(state: State, chart: Chart) -> tuple[Arrive, ...]:
    """Return every square where the next unit that is due may be placed.

    Rules: occ-table, turn-5-test-needed.
    """
    found = state.coming
    if found is None:
        return ()
    unit, squares = found
    return tuple(
        Arrive(unit=unit.name, square=square)
        for square in squares
        if next(arrival_objections(state.field, evolve(unit, square=square), chart), None) is None
    )


def placed(field: Field, unit: Unit, square: Square, facing: Facing, formation: Formation | None) -> Unit:
    """Return a unit as it stands where it is placed. Guns behind no hedge and on no crest stand in the open.

    Rules: artpos-semi-masked.
    """
    position = unit.position
    if position == "semi_masked" and not {"hedge", "crest"} & set(field.board.features_at(square)):
        position = "open"
    return evolve(unit, square=square, facing=facing, formation=formation, position=position)


def facings_for(field: Field, unit: Unit, square: Square) -> tuple[Facing, ...]:
    """Return where a unit may face in a square: anywhere, a train along its rails, one without sides as listed.

    Rules: geo-facings, train-2-armament.
    """
    if unit.kind == "train":
        grid = field.board.grid
        along: tuple[Facing, ...] = tuple(
            grid.direction(square, beside)
            for beside in grid.neighbours(square)
            if field.board.has_railway(square, beside)
        )
        return along or (unit.facing,)
    if unit.kind in FIGURES or unit.formation == "defence":
        return (unit.facing,)
    return (unit.facing, *(facing for facing in FACINGS if facing != unit.facing))


def formations_for(unit: Unit) -> tuple[Formation | None, ...]:
    """Return the formations in which a unit may be placed, the listed one first.

    Infantry comes in any but Defence, unless it is listed in that; with the order to attack not in a firing line.
    Horsed cavalry comes mounted or scouting, guns limbered or deployed.

    Rules: formations-list, orders-attack, dig-3-defence.
    """
    others: tuple[Formation, ...] = ()
    match unit.kind:
        case "infantry" if unit.formation != "defence":
            others = ("masses", "waves") if unit.order == "attack" else ("masses", "waves", "firing_line")
        case "cavalry":
            others = ("mounted", "scouting")
        case "artillery" if unit.position == "open":
            others = ("limbered", "deployed")
        case _:
            pass
    return (unit.formation, *(formation for formation in others if formation != unit.formation))


def place_objections(field: Field, unit: Unit, chart: Chart) -> Iterator[Objection]:
    """Yield why a unit may not be placed in the square that it has.

    Its CO and the unit that it keeps with must be there, MGs and tchankas stand with that unit or beside it, trains on
    rails, and neither horses nor wheels in wire.

    Args:
        field: The field without the unit.
        unit: The unit in its square.
        chart: The Square Occupancy Table in force.

    Rules: co-scope, mg-place-speed, tchanka-place, train-1-square, terrain-wire, occ-table.
    """
    path, square = "$.action.square", unit.square
    assert square is not None  # noqa: S101 - who calls has set it
    board = field.board
    for name, rule in ((unit.commander, "co-scope"), (unit.accompanies, "mg-place-speed")):
        if name and field.find(name) is None:
            yield Objection(rule=rule, message=f"{name!r} is to be placed before {unit.name!r}", path="$.action.unit")
            return
    head = field.find(unit.accompanies) if unit.kind in COMPANIONS else None
    if head is not None and not (is_on_table(head) and field.distance(unit, head) <= 1):
        rule = "mg-place-speed" if unit.kind == "mg" else "tchanka-place"
        message = f"{unit.name!r} is placed in the square of {head.name!r} or an adjacent one"
        yield Objection(rule=rule, message=message, path=path)
    if unit.kind == "train" and not any(board.has_railway(square, beside) for beside in board.grid.neighbours(square)):
        yield Objection(rule="train-1-square", message=f"no rails lead through {square}", path=path)
    if field.has_wire(square) and (unit.kind in ("cavalry", "tchanka") or unit.kind in WHEELED):
        yield Objection(rule="terrain-wire", message=f"wire in {square} keeps out horses and wheels", path=path)
    for objection in entry_objections(field, unit, square, chart):
        yield evolve(objection, path=path)


def arrival_objections(field: Field, unit: Unit, chart: Chart) -> Iterator[Objection]:
    """Yield why a reinforcement may not be placed in the square that it has: as above, and not next to an enemy.

    Rules: turn-5-test-needed.
    """
    for enemy in field.of(enemy_of(unit.side)):
        if field.distance(unit, enemy) <= 1:
            message = f"{unit.name!r} would be next to {enemy.name!r}, which takes a test"
            yield Objection(rule="turn-5-test-needed", message=message, path="$.action.square")
            break
    yield from place_objections(field, unit, chart)


def wrong_place(state: State, action: Deploy | Arrive) -> Iterator[Objection]:
    """Yield why a unit may not be placed as an action says, as far as no chart is needed to tell.

    Rules: missing-victory, formations-list, geo-facings.
    """
    unit, squares = _next(state, action)
    if unit is None:
        yield Objection(rule="missing-victory", message="no unit is to be placed now", path="$.action")
        return
    if action.unit != unit.name:
        message = f"{unit.name!r} is placed next; units come in the order of the scenario"
        yield Objection(rule="missing-victory", message=message, path="$.action.unit")
        return
    if action.square not in squares:
        message = f"{action.square} is not one of the squares where {unit.name!r} may be placed"
        yield Objection(rule="missing-victory", message=message, path="$.action.square")
    elif isinstance(action, Deploy):
        if action.formation not in formations_for(unit):
            names = " or ".join(str(one) for one in formations_for(unit))
            message = f"{unit.name!r} is placed in formation {names}, not {action.formation}"
            yield Objection(rule="formations-list", message=message, path="$.action.formation")
        if action.facing not in facings_for(state.field, unit, action.square):
            message = f"{unit.name!r} faces {' or '.join(facings_for(state.field, unit, action.square))}"
            yield Objection(rule="geo-facings", message=message, path="$.action.facing")


def _next(state: State, action: Deploy | Arrive) -> tuple[Unit | None, tuple[Square, ...]]:
    if isinstance(action, Deploy):
        return (state.placing, state.deploying.squares) if state.stage == "deployment" else (None, ())
    found = state.coming if state.stage == "arrivals" else None
    return found or (None, ())
