"""What each side sees of a whole game. Units in ambush are absent from the enemy's view, and so are their notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rcw_rules.games import UMPIRE, GameResult, View
from rcw_rules.games.text_maps import CharacterMap
from rcw_rules.kernel.geometry.table import Group, Point, Table, middle_of
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.words import in_words
from rcw_rules.red_actions.game.actions import Action
from rcw_rules.red_actions.game.hiding import as_seen, stage_for
from rcw_rules.red_actions.game.notes import Aboard, Attached, Captives, Horses, InWire, Mishap, Tally, TrainNow
from rcw_rules.red_actions.game.scenario import Place
from rcw_rules.red_actions.game.state import Ambusher, LeftBehind, Stage, State
from rcw_rules.red_actions.model import Name, Side, Unit
from rcw_rules.red_actions.turn import Building, Reinforcement

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture

STAGES: dict[Stage, str] = {
    "deployment": "set-up",
    "initiative": "before the first segment",
    "segment": "a segment",
    "hesitation": "a Mob hesitates",
    "pre-emption": "the enemy may pre-empt",
    "ambush": "the enemy may spring an ambush",
    "over": "the game is over",
}


@frozen(kw_only=True)
class TableView(View):
    """What a side sees of a whole game of Red Actions!.

    Attributes:
        title: What the scenario is called.
        stage: Where the game is, as far as the viewer may know it.
        table: The table and its terrain.
        places: The places that count.
        held: Who holds them: units in ambush hold nothing.
        units: The units on the table that are seen, as they are.
        groups: Where these stand.
        to_come: Units still to come, those of the viewer alone.
        to_place: The unit that is placed next; None if it is the enemy's, or nobody's.
        ambushers: The notes of units in ambush, those of the viewer alone.
        acting: The unit whose segment it is; "" if that is open.
        declared: What that unit is about to do; None if nothing is declared.
        off_table: Units in rout that have left the table.
        guns: Guns without crews.
        captives: Prisoners on the table.
        mishaps: Vehicles that cannot move.
        trains: Trains, and how they drive.
        aboard: Who rides in which car of a train.
        wired: Who stands in wire.
        horses: Horses whose riders fight on foot.
        weapons: Weapons that teams have left.
        attached: Senior officers who are with units.
        spent: In how many segments guns and mortars have fired.
        buildings: Buildings that burn.
        result: How the game ended.
    """

    title: str
    stage: Stage
    table: Table
    places: tuple[Place, ...]
    held: tuple[tuple[Name, Side], ...]
    units: tuple[Unit, ...]
    groups: tuple[Group, ...]
    to_come: tuple[Reinforcement, ...]
    to_place: Unit | None
    ambushers: tuple[Ambusher, ...]
    acting: str
    declared: Action | None
    off_table: tuple[LeftBehind, ...]
    guns: tuple[LeftBehind, ...]
    captives: tuple[Captives, ...]
    mishaps: tuple[Mishap, ...]
    trains: tuple[TrainNow, ...]
    aboard: tuple[Aboard, ...]
    wired: tuple[InWire, ...]
    horses: tuple[Horses, ...]
    weapons: tuple[LeftBehind, ...]
    attached: tuple[Attached, ...]
    spent: tuple[Tally, ...]
    buildings: tuple[Building, ...]
    result: GameResult | None


def view_of(state: State, viewer: str) -> TableView:
    """Return what a side sees, or the umpire, who sees everything.

    Args:
        state: The state.
        viewer: A side, or "umpire".

    Rules: seq-position-markers, amb-where.
    """
    seen = as_seen(state, viewer)
    frame, placing = state.frame, state.to_place
    mine = viewer == UMPIRE or frame is None or frame.side == viewer
    shown = frame is not None and (mine or frame.window != "" or frame.unit in {unit.name for unit in seen.units})
    return TableView(
        viewer=viewer,
        clock=clock_of(state, viewer),
        to_act=state.to_act,
        title=state.scenario.title,
        stage=stage_for(state, viewer),
        table=state.table,
        places=state.scenario.places,
        held=state.held,
        units=seen.on_table,
        groups=seen.groups,
        to_come=seen.game.reinforcements,
        to_place=placing if placing is not None and viewer in (UMPIRE, placing.side) else None,
        ambushers=seen.ambushers,
        acting=frame.unit if frame is not None and shown else "",
        declared=frame.action if frame is not None and shown else None,
        off_table=state.off_table,
        guns=state.guns,
        captives=seen.captives,
        mishaps=seen.mishaps,
        trains=state.trains,
        aboard=seen.aboard,
        wired=seen.wired,
        buildings=state.game.buildings,
        horses=seen.horses,
        weapons=seen.weapons,
        attached=seen.attached,
        spent=seen.spent,
        result=state.result,
    )


def clock_of(state: State, viewer: str = "") -> str:
    """Return the turn and the stage, in words, as a side may know them, or both sides may; the umpire knows all.

    Rules: amb-spring.
    """
    if state.stage == "deployment":
        return f"set-up, {state.to_act}"
    stage, side, frame = stage_for(state, viewer), state.to_act, state.frame
    if stage == "segment" and frame is not None:
        of = f" of {frame.side}"
    elif stage == "ambush" and frame is not None:
        of = f", {side}: {frame.action}"
    else:
        of = "" if side is None else f", {side}"
    return f"turn {state.game.turn} of {state.game.turns}: {STAGES[stage]}{of}"


def text_map(view: TableView) -> str:
    """Return the table as text, as `CharacterMap` draws it, and the units below.

    Capitals are Reds, small letters Whites, by their arm: rifles R, machine guns M, sabres S, tachankas T, guns G,
    mortars O, officers H, tanks K, armoured cars C, and of trains engines E, artillery cars A, machine-gun cars Z and
    others W. Where nobody stands: ``^`` wood, ``#`` buildings, ``~`` water, ``=`` rails, ``x`` wire, ``,`` other
    ground, ``.`` open.
    """
    from rcw_rules.kernel.geometry.table import gap_to_line, is_inside

    characters = CharacterMap(view.table)
    for spot in characters.spots():
        for piece in view.table.terrain:
            if is_inside(spot, piece.outline):
                characters.mark(spot, GROUND.get(piece.kind, ","))
        for line in view.table.lines:
            if line.kind in COURSES and characters.is_open(spot) and gap_to_line(line.points, spot) <= _ON_MAP:
                characters.mark(spot, COURSES[line.kind])
    units = {unit.name: unit for unit in view.units}
    for group in view.groups:
        unit = units[group.name]
        letter = LETTERS.get(unit.card.arm, "?")
        for base in group.bases:
            characters.mark(base.centre, letter if unit.side == "red" else letter.lower())
    lines = [f"{view.title}, {view.clock}", *characters.lines()]
    lines += [_line_of(view, unit) for unit in view.units]
    lines += [f"{one.name} burns: {one.markers} of 5 markers" for one in view.buildings]
    lines += [_line_of_train(train) for train in view.trains]
    lines += [f"{one.unit}: aboard {one.car}" for one in view.aboard]
    lines += [f"{what}, at {round(at.x.thousandths / 1000)},{round(at.y.thousandths / 1000)}"
              + (f", held by {side}" if side else "") for at, what, side in _things(view)]  # fmt: skip
    return "\n".join(lines)


def _line_of_train(train: TrainNow) -> str:
    speed = "stands" if not train.last_move.thousandths else f"goes {train.way} at {train.last_move} a turn"
    flees = ", must leave the table" if train.leaves_table else ""
    flees = ", must get out of reach of the enemy's guns" if train.leaves_range and not flees else flees
    return f"{train.name}: {speed}, cars {', '.join(train.cars)}{flees}"


LETTERS = {
    "rifle": "R",
    "mg": "M",
    "sabres": "S",
    "tachanka": "T",
    "gun": "G",
    "mortar": "O",
    "officer": "H",
    "tank": "K",
    "armoured_car": "C",
    "train_engine": "E",
    "train_artillery": "A",
    "train_mg": "Z",
    "train_other": "W",
}

COURSES = {"railway": "=", "rails": "=", "wire": "x"}
_ON_MAP = inches(1)

GROUND = {"wood": "^", "woods": "^", "dense_woods": "^", "buildings": "#", "built_up": "#", "lake": "~", "river": "~"}


def _line_of(view: TableView, unit: Unit) -> str:
    group = next(one for one in view.groups if one.name == unit.name)
    facing = group.facing
    spot = middle_of(group)
    where = f"at {round(spot.x.thousandths / 1000)},{round(spot.y.thousandths / 1000)}"
    facts = [unit.side, in_words(unit.card.arm), f"{unit.bases} bases", where]
    facts.append(f"facing {facing.as_decimal():f}" if facing is not None else "facing several ways")
    facts += state_words(view, unit)
    return f"{unit.name}: {', '.join(facts)}"


def draw_view(view: TableView) -> Picture:
    """Return a picture of the table as a view shows it: Reds solid and red, Whites white, each unit with its name.

    What lies about, such as prisoners, is marked; so are the places that count, with who holds them.
    """
    from rcw_rules.kernel.geometry.pictures import Counter, Highlight

    units = {unit.name: unit for unit in view.units}
    shown: list[Any] = [Highlight(places=(place.at,), text=_held(view, place)) for place in view.places]
    shown += [
        Counter(at=group, text=_caption(view, units[group.name]), side=units[group.name].side) for group in view.groups
    ]
    for at, words, side in _things(view):
        shown += [Counter(at=at, text=words[0].upper(), side=side), Highlight(places=(at,), text=words)]
    return view.table.draw(*shown, title=f"{view.title}, {view.clock}")


def _held(view: TableView, place: Place) -> str:
    return f"{place.name}: {dict(view.held).get(place.name, 'nobody')}"


def _caption(view: TableView, unit: Unit) -> str:
    """Return the name of a unit, with what a player looks for first."""
    return ", ".join((unit.name, *(word for word in state_words(view, unit) if word != "has acted")))


def _things(view: TableView) -> Iterator[tuple[Point, str, str]]:
    """Yield what lies on the table besides units: where, what it is called, and whose it is."""
    for captives in view.captives:
        yield captives.at, f"{captives.name}: {captives.bases} of {captives.of}", captives.held_by
    for horses in view.horses:
        yield horses.at, f"horses of {horses.unit}", horses.side
    for left in view.guns:
        yield left.at, f"guns of {left.unit}", left.held_by or ""
    for left in view.weapons:
        yield left.at, f"weapons of {left.unit}", ""


def _seniors_with(view: TableView, unit: Unit) -> str:
    return ", ".join(one.name for one in view.attached if one.unit == unit.name) or "a senior officer"


def state_words(view: TableView, unit: Unit) -> list[str]:
    """Return what state a unit is in, in words."""
    facts = [f"{word} {count}" for word, count in (("terror", unit.terror), ("humiliated", unit.humiliated)) if count]
    mishaps = {one.unit: one.status for one in view.mishaps}
    shots = {one.unit: one.count for one in view.spent}
    facts += [
        word
        for word, holds in (
            ("in rout", unit.routing),
            ("pinned", unit.pinned),
            ("in column", unit.in_column),
            ("limbered", unit.limbered),
            ("formed", unit.formed),
            ("evading", unit.evading),
            ("in ambush", any(one.unit == unit.name for one in view.ambushers)),
            ("cannot move for now", mishaps.get(unit.name) == "temporary"),
            ("cannot move", mishaps.get(unit.name) in ("permanent", "immobilised")),
            ("in wire", any(one.unit == unit.name for one in view.wired)),
            (f"foxholes {unit.foxholes}", unit.foxholes > 0),
            (f"with {_seniors_with(view, unit)}", bool(unit.seniors)),
            ("an officer is due", unit.draws_officer),
            (f"shots {shots.get(unit.name, 0)}", unit.name in shots),
            ("guards prisoners", any(one.guard == unit.name for one in view.captives)),
            ("has acted", unit.has_acted),
        )
        if holds
    ]
    return facts
