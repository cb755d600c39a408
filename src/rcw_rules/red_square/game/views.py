"""What each side sees of a whole game. A hidden thing is absent.

Bases, markers, rings and works stand on the table, and so do cards once they are turned over. Nobody sees a card that
lies face down, its owner neither, or the order of the pack. A side does not see the orders of the other, whom its
trains carry, what is still to come for it and where it may come; with the option ``unseen_off_table`` neither the units
that are concealed and that it has not observed.
"""

from __future__ import annotations

from attrs import frozen

from rcw_rules.games import UMPIRE, GameResult, View
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.cards import Hand, Phase, Play
from rcw_rules.red_square.game.state import Stage, State
from rcw_rules.red_square.ground import Field, is_combat_unit, is_known, is_on_table
from rcw_rules.red_square.model import CardCode, Name, Side, Unit
from rcw_rules.red_square.turn import Deployment, HeldPlace, Reinforcement

PHASES: dict[Stage, str] = {
    "deployment": "deployment",
    "arrivals": "reinforcements",
    "deal": "before the deal",
    "hq": "headquarters",
    "officer": "cards of officers, artillery and vehicles",
    "standalone": "cards of standalone units",
    "end": "end of the turn",
    "over": "the game is over",
}


_NOBODY: frozenset[Name] = frozenset()

BOTH: tuple[Phase, ...] = ("officer", "standalone")
TURNED_OVER: dict[str, tuple[Phase, ...]] = {"officer": BOTH[:1], "standalone": BOTH}
"""The cards that are turned over in a phase (turn-3-officer-phase, turn-4-standalone)."""


@frozen(kw_only=True)
class HandSeen:
    """The cards of a holder, as they lie on the table.

    Attributes:
        holder: The holder.
        side: Whose it is.
        members: Those who act on them.
        turned: Those that are turned over, in the order of the deal.
        face_down: How many lie face down.
    """

    holder: Name
    side: Side
    members: tuple[Name, ...]
    turned: tuple[CardCode, ...]
    face_down: int


@frozen(kw_only=True)
class TableView(View):
    """What a side sees of a whole game of Red Square.

    Attributes:
        title: What the scenario is called.
        turn_limit: The number of the last turn.
        stage: Where the game is.
        field: The map and the units seen, in the order of the rosters. They hold no cards; those of the other side have
            no orders.
        hands: The cards on the table, in the order of the deal.
        plays: The cards turned over and still to be played, in the order of play.
        discards: The cards that were played, lost and drawn in this turn.
        deck: How many cards are left to draw from.
        held: Who holds the places of the map.
        to_deploy: The zones still to be deployed, those of the viewer alone.
        to_come: The reinforcements still to come, those of the viewer alone.
        result: How the game ended.
    """

    title: str
    turn_limit: int
    stage: Stage
    field: Field
    hands: tuple[HandSeen, ...]
    plays: tuple[Play, ...]
    discards: tuple[CardCode, ...]
    deck: int
    held: tuple[HeldPlace, ...]
    to_deploy: tuple[Deployment, ...]
    to_come: tuple[Reinforcement, ...]
    result: GameResult | None


def view_of(state: State, viewer: str, *, unseen_off_table: bool) -> TableView:
    """Return what a side sees, or the umpire, who sees everything.

    Args:
        state: The state.
        viewer: A side, or "umpire".
        unseen_off_table: The option of that name.

    Rules: turn-1-deal, turn-3-officer-phase, turn-4-standalone, opt-unseen-off-table.
    """
    game, field, scenario = state.game, state.field, state.scenario
    sees_all = viewer == UMPIRE
    turned = BOTH if sees_all else TURNED_OVER.get(game.phase, ())
    shown = field_seen(field, viewer, unseen_off_table=unseen_off_table)
    names = {unit.name for unit in shown.units}
    hands = tuple(_hand(hand, is_turned=hand.phase in turned) for hand in game.hands if hand.holder in names)
    phases = {hand.holder: hand.phase for hand in game.hands}
    there = {unit.name for unit in field.units}
    return TableView(
        viewer=viewer,
        clock=f"turn {field.turn} of {scenario.turn_limit}: {PHASES[state.stage]}",
        to_act=state.side,
        title=scenario.title,
        turn_limit=scenario.turn_limit,
        stage=state.stage,
        field=shown,
        hands=hands,
        plays=tuple(play for play in game.plays if play.holder in names and phases[play.holder] in turned),
        discards=game.discards,
        deck=len(game.deck),
        held=state.held,
        to_deploy=tuple(zone for zone in scenario.deployments[state.zone :] if sees_all or zone.side == viewer),
        to_come=tuple(
            coming
            for coming in scenario.reinforcements
            if coming.unit.name not in there and (sees_all or coming.unit.side == viewer)
        ),
        result=state.result,
    )


def is_seen(field: Field, unit: Unit, *, unseen_off_table: bool) -> bool:
    """Return whether the enemy of a unit sees it: not aboard a train, and with the option not while it is concealed.

    Horses bear the name of those who ride them, and are seen where these are.

    Rules: train-5-carrying, opt-unseen-off-table.
    """
    if unit.carried_by:
        return False
    if unit.kind == "horse_holders":
        riders = field.find(unit.accompanies)
        return riders is None or is_seen(field, riders, unseen_off_table=unseen_off_table)
    if not (unseen_off_table and is_on_table(unit) and is_combat_unit(unit)):
        return True
    return is_known(field, unit)


def unseen_names(field: Field, side: str, *, unseen_off_table: bool) -> frozenset[Name]:
    """Return the names of the enemies that a side does not see.

    Rules: train-5-carrying, opt-unseen-off-table.
    """
    return frozenset(
        unit.name
        for unit in field.units
        if unit.side != side and not is_seen(field, unit, unseen_off_table=unseen_off_table)
    )


def unit_seen(unit: Unit, viewer: str, unseen: frozenset[Name] = _NOBODY) -> Unit:
    """Return a unit as a side sees it: without what lies face down on it, and without the order of an enemy.

    Args:
        unit: The unit.
        viewer: A side, or "umpire".
        unseen: The units that the viewer does not see: it shows no tie to any of them.

    Rules: turn-1-deal, orders-required, opt-unseen-off-table.
    """
    order = unit.order if viewer in (UMPIRE, unit.side) else None
    if order != unit.order or unit.this_turn.cards:
        unit = evolve(unit, order=order, this_turn=evolve(unit.this_turn, cards=()))
    if unseen.isdisjoint((unit.commander, unit.accompanies, unit.last_target)):
        return unit
    return evolve(
        unit,
        commander="" if unit.commander in unseen else unit.commander,
        accompanies="" if unit.accompanies in unseen else unit.accompanies,
        last_target="" if unit.last_target in unseen else unit.last_target,
    )


def field_seen(field: Field, viewer: str, *, unseen_off_table: bool) -> Field:
    """Return the field as somebody sees it: the units that they see alone; those who keep with another name nobody.

    Args:
        field: The field.
        viewer: A side, or "umpire".
        unseen_off_table: The option of that name.

    Rules: train-5-carrying, opt-unseen-off-table.
    """
    unseen = _NOBODY if viewer == UMPIRE else unseen_names(field, viewer, unseen_off_table=unseen_off_table)
    units = tuple(unit_seen(unit, viewer, unseen) for unit in field.units if unit.name not in unseen)
    names = {unit.name for unit in units}
    observations = tuple(one for one in field.observations if {one.observer, one.target} <= names)
    fires = tuple(one for one in field.area_fires if one.firer in names)
    return evolve(field, units=units, observations=observations, area_fires=fires)


def _hand(hand: Hand, *, is_turned: bool) -> HandSeen:
    return HandSeen(
        holder=hand.holder,
        side=hand.side,
        members=hand.members,
        turned=hand.cards if is_turned else (),
        face_down=0 if is_turned else len(hand.cards),
    )


def text_map(view: TableView) -> str:
    """Return the table as text: each square with who stands there, the north on top, and the units below.

    A square is two characters: capitals for Reds, small letters for Whites, by the kind; a star for several. Empty
    squares show their ground: ``^`` wood, ``#`` buildings, ``=`` trench, ``x`` wire, ``~`` hill, ``"`` hedge, ``.``.
    """
    field = view.field
    grid = field.board.grid
    lines = [f"{view.title}, {view.clock}"]
    for row in reversed(range(grid.rows)):
        cells = "".join(f" {_cell(field, (column, row))}" for column in range(grid.columns))
        lines.append(f"{row:>2} {' ' if row % 2 else ''}{cells}")
    lines.append("    " + "".join(f"{column:<3}" for column in range(grid.columns)).rstrip())
    lines.extend(map(_line_of, field.on_table))
    return "\n".join(line.rstrip() for line in lines)


LETTERS = {
    "infantry": "I",
    "cavalry": "C",
    "artillery": "G",
    "mg": "M",
    "tchanka": "T",
    "armoured_car": "A",
    "light_tank": "L",
    "heavy_tank": "H",
    "truck": "K",
    "train": "P",
    "hq": "Q",
    "co": "O",
    "commissar": "S",
    "cheka": "E",
    "horse_holders": "B",
}

GROUND = (("wire", "x"), ("trench", "="), ("crest", "~"), ("slope", "~"), ("hedge", '"'))


def _cell(field: Field, square: tuple[int, int]) -> str:
    there = field.at(square)
    if there:
        first = next((unit for unit in there if is_combat_unit(unit)), there[0])
        sign = LETTERS[first.kind] if first.side == "red" else LETTERS[first.kind].lower()
        return sign + ("*" if len(there) > 1 else " ")
    terrain, features = field.board.terrain_at(square), field.board.features_at(square)
    if terrain != "open":
        return "^ " if terrain == "wood" else "# "
    return next((f"{sign} " for feature, sign in GROUND if feature in features), ". ")


def _line_of(unit: Unit) -> str:
    column, row = unit.square or (0, 0)
    facts = [unit.side, f"{column},{row} facing {unit.facing}"]
    if is_combat_unit(unit):
        facts.append(f"bases {unit.bases}")
    facts += [in_words(word) for word in (unit.formation, unit.order) if word]
    facts += [f"markers {unit.markers}"] if unit.markers else []
    facts += [unit.state] if unit.state != "steady" else []
    return f"{unit.name}: {', '.join(facts)}"
