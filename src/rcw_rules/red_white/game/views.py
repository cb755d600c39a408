"""What each side sees of a whole game. Everything on the table is seen; only what is still to come is its owner's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rcw_rules.games import UMPIRE, GameResult, View
from rcw_rules.games.text_maps import CharacterMap
from rcw_rules.kernel.geometry.table import Group, Table, is_inside, middle_of
from rcw_rules.kernel.words import in_words
from rcw_rules.red_white.game.actions import Name
from rcw_rules.red_white.game.scenario import Afloat, Headquarters, Place, Troop
from rcw_rules.red_white.game.state import Aloft, Gone, Marks, Stage, State, WireGap
from rcw_rules.red_white.game.views_afar import lines_afar, marks_of
from rcw_rules.red_white.model import Side, is_vehicle, morale_stands
from rcw_rules.red_white.river import RiverSection

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture


@frozen(kw_only=True)
class TableView(View):
    """What a side sees of a whole game of Red & White.

    Attributes:
        title: What the scenario is called.
        stage: Where the game is.
        phase: The name of the phase under way; "" outside.
        table: The table and its terrain.
        places: The places that count.
        held: Who holds them.
        troops: The units on the table and aboard, as they are.
        groups: Where everything stands.
        sides: Whose everything on the table is, by its name.
        headquarters: The Force HQs that are still there.
        vessels: The vessels.
        river: The sections of the river as they are now.
        aircraft: The aircraft that are over the table.
        gaps: The holes in barbed wire.
        to_come: Units still to come, those of the viewer alone.
        to_place: What is placed next; "" if it is the enemy's, or nobody's.
        marks: What was done in this turn.
        fates: What is out of the game.
        result: How the game ended.
    """

    title: str
    stage: Stage
    phase: str
    table: Table
    places: tuple[Place, ...]
    held: tuple[tuple[Name, Side], ...]
    troops: tuple[Troop, ...]
    groups: tuple[Group, ...]
    sides: tuple[tuple[Name, Side], ...]
    headquarters: tuple[Headquarters, ...]
    vessels: tuple[Afloat, ...]
    river: tuple[RiverSection, ...]
    aircraft: tuple[Aloft, ...]
    gaps: tuple[WireGap, ...]
    to_come: tuple[Troop, ...]
    to_place: str
    marks: Marks
    fates: tuple[Gone, ...]
    result: GameResult | None


def view_of(state: State, viewer: str) -> TableView:
    """Return what a side sees, or the umpire.

    Args:
        state: The state.
        viewer: A side, or "umpire".

    Rules: gen-unit-state.
    """
    placing, there = state.to_place, {group.name for group in state.groups}
    sides = state.sides
    return TableView(
        viewer=viewer,
        clock=clock_of(state),
        to_act=state.to_act,
        title=state.scenario.title,
        stage=state.stage,
        phase=state.phase,
        table=state.scenario.table,
        places=state.scenario.places,
        held=state.held,
        troops=tuple(troop for troop in state.troops if troop.name in there or troop.aboard),
        groups=state.groups,
        sides=tuple((group.name, sides[group.name]) for group in state.groups),
        headquarters=state.headquarters,
        vessels=state.vessels,
        river=state.river,
        aircraft=tuple(one for one in state.aircraft if one.mode in ("patrol", "combat")),
        gaps=state.gaps,
        to_come=tuple(
            troop
            for troop in state.troops
            if troop.name not in there and not troop.aboard and viewer in (UMPIRE, troop.side)
        ),
        to_place=placing[0] if placing is not None and viewer in (UMPIRE, placing[1]) else "",
        marks=state.marks,
        fates=state.fates,
        result=state.result,
    )


def clock_of(state: State) -> str:
    """Return the turn and the phase, in words."""
    side = "" if state.to_act is None else f", {state.to_act}"
    match state.stage:
        case "deployment":
            return f"set-up{side}"
        case "over":
            return f"turn {state.turn} of {state.scenario.turns}: the game is over"
        case "turn":
            return f"turn {state.turn} of {state.scenario.turns}: who acts first"
        case _:
            return f"turn {state.turn} of {state.scenario.turns}: {state.phase}{side}"


LETTERS = {
    "infantry": "I",
    "cavalry": "C",
    "artillery": "G",
    "machine_gun": "M",
    "tchanka": "T",
    "droshky": "D",
    "wagon": "W",
    "command": "K",
    "tank": "P",
    "armoured_car": "A",
    "armoured_train": "Z",
}

GROUND = {"wood": "^", "buildings": "#", "lake": "~", "river": "~", "trench": "=", "breastwork": "=", "bridge": "="}


def text_map(view: TableView) -> str:
    """Return the table as text, as `CharacterMap` draws it, and the units below.

    Capitals are Reds, small letters Whites, by their type: infantry I, cavalry C, guns G, machine guns M, tchankas T,
    droshkies D, wagons W, command K, tanks P, armoured cars A, trains Z, a Force HQ H, vessels V. Where nobody stands:
    ``^`` wood, ``#`` buildings, ``~`` water, ``=`` works and bridges, ``,`` other ground, ``.``.
    """
    characters = CharacterMap(view.table)
    for spot in characters.spots():
        for piece in view.table.terrain:
            if is_inside(spot, piece.outline):
                characters.mark(spot, GROUND.get(piece.kind, ","))
    troops, sides = {troop.name: troop for troop in view.troops}, dict(view.sides)
    hqs = {hq.name for hq in view.headquarters}
    for group in view.groups:
        troop = troops.get(group.name)
        letter = LETTERS[troop.unit.type] if troop is not None else "H" if group.name in hqs else "V"
        for base in group.bases:
            characters.mark(base.centre, letter if sides[group.name] == "red" else letter.lower())
    lines = [f"{view.title}, {view.clock}", *characters.lines()]
    lines += lines_afar(view.vessels, view.groups, sides, view.river, view.aircraft)
    lines += [_line_of(view, troop) for troop in view.troops]
    return "\n".join(lines)


def _line_of(view: TableView, troop: Troop) -> str:
    unit = troop.unit
    group = next((one for one in view.groups if one.name == troop.name), None)
    strength = f"{unit.hits or 0} hits" if is_vehicle(unit) else f"{morale_stands(unit)} stands"
    facts = [troop.side, in_words(unit.type), strength]
    if group is not None:
        spot = middle_of(group)
        facts.append(f"at {round(spot.x.thousandths / 1000)},{round(spot.y.thousandths / 1000)}")
        facing = group.facing
        facts.append("facing several ways" if facing is None else f"facing {facing.as_decimal():f}")
    marks = view.marks
    facts += [
        word
        for word, holds in (
            (f"aboard {troop.aboard}", bool(troop.aboard)),
            ("no leader", not unit.has_leader),
            ("led from the front", unit.heroic),
            ("machine gun", unit.machine_gun),
            ("Cheka", unit.cheka),
            ("priest", unit.priest),
            ("limbered", troop.limbered),
            ("falling back", unit.falling_back),
            ("suppressed", unit.suppressed),
            ("has failed to activate", troop.name in marks.idle),
            ("has moved", marks.went(troop.name) is not None),
            ("has charged", troop.name in marks.charged),
        )
        if holds
    ]
    return f"{unit.name}: {', '.join(facts)}"


def draw_view(view: TableView) -> Picture:
    """Return a picture of the table as a view shows it: Reds dark, Whites white, each with its name and strength."""
    from rcw_rules.kernel.geometry.pictures import Counter, Highlight

    sides, troops = dict(view.sides), {troop.name: troop for troop in view.troops}
    shown = [
        Counter(at=group, text=_written(group.name, troops.get(group.name)), side=sides[group.name])
        for group in view.groups
    ]
    owners = {one.name: one.aircraft.side for one in view.aircraft}
    shown += [Counter(at=mark, text=mark.name, side=owners[mark.name]) for mark in marks_of(view.table, view.aircraft)]
    shaken = tuple(group for group in view.groups if (one := troops.get(group.name)) and one.unit.falling_back)
    marked = [Highlight(places=shaken, text="falling back")] if shaken else []
    return view.table.draw(*shown, *marked, title=f"{view.title}, {view.clock}")


def _written(name: str, troop: Troop | None) -> str:
    if troop is None:
        return name
    unit = troop.unit
    return f"{name} {8 - (unit.hits or 0) if is_vehicle(unit) else morale_stands(unit)}"
