"""What a side sees of a whole game: everything, as a view, as lines of text and as a picture."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.directory.campaign import (
    Alliance,
    MapHex,
    Piece,
    RulebookMap,
    War,
)
from rcw_rules.directory.game.state import GameState, Held, OutOfPlay
from rcw_rules.directory.model import CLASSES, Counter, Faction, Side
from rcw_rules.games import View
from rcw_rules.kernel.geometry.hexes import Feature, HexMap, NamedPlace, Railway, TerrainArea
from rcw_rules.kernel.geometry.pictures import Counter as DrawnCounter
from rcw_rules.kernel.geometry.pictures import Picture
from rcw_rules.kernel.words import in_words

_MARKS: dict[Faction, str] = {
    "bolsheviks": "B",
    "directory": "D",
    "volunteers": "V",
    "makhnovists": "M",
    "zelenyists": "Z",
    "grigorievists": "G",
    "entente": "E",
    "germans": "N",
}
_LAND = {None: "~", "clear": " ", "broken": ",", "rough": "^"}
_CELL = 15


@frozen(kw_only=True)
class DirectoryView(View):
    """What a side sees. Nothing on the chart sheet is hidden, so it is everything.

    Attributes:
        board: The map.
        pieces: The counters on it.
        out: The counters that are not on it.
        alliances: The factions that stand with a side other than their own.
        wars: Who is at war.
        active: The factions that a declaration made active.
        held: Who holds which place of the victory conditions.
        actions_left: The diplomatic actions that each side has left.
        is_frozen: Whether the weather is frozen; None if the rulebook does not say.
        due: What is to be done with the phase in a word: the step of a Mobilization Phase, "" in any other.
    """

    board: RulebookMap
    pieces: tuple[Piece, ...]
    out: tuple[OutOfPlay, ...]
    alliances: tuple[Alliance, ...]
    wars: tuple[War, ...]
    active: tuple[Faction, ...]
    held: tuple[Held, ...]
    actions_left: tuple[tuple[Side, int], ...]
    is_frozen: bool | None
    due: str


def seen_by(
    state: GameState, viewer: str, *, to_act: Side | None, actions_left: tuple[tuple[Side, int], ...]
) -> DirectoryView:
    """Return what a viewer sees of a state."""
    campaign = state.campaign
    position = campaign.position
    phase = in_words(position.phase)
    if position.step is not None:
        phase = f"{phase}, {position.step}"
    whose = f" of the {position.side}" if position.side is not None else ""
    return DirectoryView(
        viewer=viewer,
        clock=f"{position.turn}, {phase}{whose}",
        to_act=to_act,
        board=state.board,
        pieces=campaign.pieces,
        out=state.out,
        alliances=campaign.alliances,
        wars=campaign.wars,
        active=campaign.active,
        held=state.held,
        actions_left=actions_left,
        is_frozen=campaign.frozen,
        due=position.step or "",
    )


def told_map(view: DirectoryView) -> str:
    """Return the map as lines of text, each second column half a line lower, and what stands where.

    A hex shows its number, its ground (^ rough, a comma broken, ~ sea or water), = for a railroad, and for each faction
    a letter with the number of its counters.
    """
    grid, board = view.board.grid, view.board
    stacks: dict[str, list[Piece]] = {}
    for piece in view.pieces:
        stacks.setdefault(piece.hex, []).append(piece)
    rows: dict[int, dict[int, str]] = {}
    for label in board.labels:
        across, down = grid.centre(label)
        rows.setdefault(down, {})[across] = _cell(board.hex(label), stacks.get(label, []))
    columns = sorted({across for row in rows.values() for across in row})
    place = {across: number * _CELL for number, across in enumerate(columns)}
    lines: list[str] = []
    for down in sorted(rows):
        line = ""
        for across, cell in sorted(rows[down].items()):
            line = line.ljust(place[across]) + cell
        lines.append(line.rstrip())
    lines.append("")
    for label, pieces in sorted(stacks.items()):
        city = board.hex(label).city
        name = f"{label} {city}" if city else label
        lines.append(f"{name}: {', '.join(map(_told, pieces))}")
    letters: dict[Faction, None] = dict.fromkeys(piece.counter.faction for piece in view.pieces)
    lines.append(", ".join(f"{_MARKS[faction]} {faction}" for faction in letters))
    return "\n".join(lines)


def _cell(place: MapHex, pieces: list[Piece]) -> str:
    ground = _LAND[place.land] if not place.water or place.land is None else "~"
    rail = "=" if place.rail != "none" else " "
    counts: dict[str, int] = {}
    for piece in pieces:
        letter = _MARKS[piece.counter.faction]
        counts[letter] = counts.get(letter, 0) + 1
    return f"{place.label}{ground}{rail}{''.join(f'{letter}{count}' for letter, count in counts.items())}"


def _told(piece: Piece) -> str:
    supply = f", {piece.supply}" if piece.supply in {"limited", "none"} else ""
    return f"{piece.name} ({in_words(piece.counter.type)}, {piece.counter.faction}{supply})"


def drawn(view: DirectoryView) -> Picture:
    """Return a picture of the map with the counters on it, each with the letter of its faction and its type."""
    board = view.board
    names = {each.label: each for each in board.hexes}
    areas = {
        kind: tuple(each.label for each in board.hexes if (each.land or "sea") == land)
        for kind, land in (("broken", "broken"), ("rough hills", "rough"), ("sea", "sea"))
    }
    water = {
        kind: tuple(each.label for each in board.hexes if kind in each.water and each.land is not None)
        for kind in ("river", "coastal")
    }
    ground = HexMap(
        title=board.title,
        grid=board.grid,
        source=board.source,
        terrain=tuple(TerrainArea(kind=kind, hexes=hexes) for kind, hexes in areas.items() if hexes),
        features=tuple(Feature(kind=kind, hexes=hexes) for kind, hexes in water.items() if hexes),
        railways=tuple(Railway(hexes=way, tracks=2 if line == "major" else 1) for way, line in _lines(board)),
        places=tuple(
            NamedPlace(name=each.city.title(), hex=label, kind="town")
            for label, each in names.items()
            if each.city is not None
        ),
    )
    counters = (
        DrawnCounter(at=piece.hex, text=_mark(piece.counter), side=_drawn_side(piece.counter.faction))
        for piece in view.pieces
    )
    return ground.draw(*counters, title=view.clock)


def _lines(board: RulebookMap) -> list[tuple[tuple[str, str], str]]:
    """Return the railroads as pairs of hexes with their lines; without a list, those between all that have one."""
    if board.railroads is not None:
        return [((each.one, each.other), each.line) for each in board.railroads]
    found: list[tuple[tuple[str, str], str]] = []
    for label in board.labels:
        for other in board.neighbours(label):
            rails = {board.hex(label).rail, board.hex(other).rail}
            if label < other and "none" not in rails:
                found.append(((label, other), "major" if rails == {"major"} else "minor"))
    return found


def _drawn_side(faction: Faction) -> str:
    return {"bolsheviks": "red", "volunteers": "white"}.get(faction, faction)


def _mark(counter: Counter) -> str:
    kinds = {"combat": "", "armor": "a", "logistics": "b", "stockpile": "s"}
    return f"{_MARKS[counter.faction]}{kinds[CLASSES[counter.type]]}"
