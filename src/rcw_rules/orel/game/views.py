"""What a side sees of a battle, as data, as text and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rcw_rules.games import View
from rcw_rules.kernel.geometry.hexes import HexMap, zones_of_control
from rcw_rules.orel.definitions import CONVOIS_SUPPLIED, LIMIT_OF, exerting
from rcw_rules.orel.game.state import Account, Declared, Held, State
from rcw_rules.orel.model import FIRST_DAY, Depot, HexLabel, OrelLocation, Unit
from rcw_rules.orel.scenarios import text_of_stack

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture


@frozen(kw_only=True)
class BattleView(View):
    """What there is to see. The book hides nothing: counters lie open, and so do points, prisoners and events held.

    Attributes:
        title: What is played.
        board: The map.
        units: The units on the map.
        depots: The depots on it.
        off_map: The units that are to come or were driven off.
        area: The hexes of the battle; none for the whole map.
        asked: The unit, depot or battery that is asked for its next action; "" for none.
        declared: The attacks declared.
        held: The effects of events that last, or that a side may still use.
        orel: Where in Orel the units there are.
        red: What Red has and has lost.
        white: What White has and has lost.
    """

    title: str
    board: HexMap
    units: tuple[Unit, ...]
    depots: tuple[Depot, ...]
    off_map: tuple[str, ...]
    area: tuple[HexLabel, ...]
    asked: str
    declared: tuple[Declared, ...]
    held: tuple[Held, ...]
    orel: OrelLocation
    red: Account
    white: Account


def view_of(state: State, viewer: str) -> BattleView:
    """Return what a side sees, or the umpire: everything."""
    moment = state.moment
    asked = ""
    if state.stage == "movement" and state.moves.waiting:
        asked = state.moves.waiting[0]
    elif state.fighting.asked:
        asked = state.fighting.asked[0]
    turn = moment.day - FIRST_DAY + 1
    return BattleView(
        viewer=viewer,
        clock=f"{moment.day} October (turn {turn}), {moment.player}: {state.stage}",
        to_act=state.to_act,
        title=state.battle.title,
        board=state.battle.board,
        units=state.on_map,
        depots=state.depots_on_map,
        off_map=tuple(key for comes in state.coming for key in comes.units)
        + tuple(gone.unit for gone in state.off_map),
        area=state.battle.area,
        asked=asked,
        declared=state.declared,
        held=state.held,
        orel=state.orel,
        red=state.red,
        white=state.white,
    )


def text_map(view: BattleView) -> str:
    """Return the stacks on the map as lines of text, hex by hex: side, then every unit with its steps and state."""
    stacks = _stacks(view)
    names = {place.hex: f" {place.name}" for place in view.board.places}
    lines = [
        f"{place}{names.get(place, '')}: {'; '.join(_told(thing) for thing in stack)}"
        for place, stack in sorted(stacks.items())
    ]
    return "\n".join(lines)


def _stacks(view: BattleView) -> dict[str, list[Unit | Depot]]:
    stacks: dict[str, list[Unit | Depot]] = {}
    things: tuple[Unit | Depot, ...] = (*view.units, *view.depots)
    for thing in things:
        stacks.setdefault(thing.hex or "", []).append(thing)
    return stacks


def _told(thing: Unit | Depot) -> str:
    if isinstance(thing, Depot):
        return f"{thing.key} ({thing.capacity}m{', unsupplied' if thing.unsupplied else ''})"
    marks = [f"{thing.steps}/{thing.full_steps}"]
    if thing.mode != "combat":
        marks.append(thing.mode)
    marks += [
        name
        for name, shown in (
            ("unsupplied", thing.unsupplied),
            ("out of command", thing.out_of_command),
            ("inactive", thing.inactive),
            ("entrenched", thing.entrenchment == "entrenched"),
            ("digging", thing.entrenchment == "under_construction"),
            ("broken down", thing.broken_down),
        )
        if shown
    ]
    return f"{thing.key} ({', '.join(marks)})"


MARKS: tuple[tuple[str, str, Callable[[Unit | Depot], bool]], ...] = (
    ("*", "Unsupplied", lambda thing: thing.unsupplied),
    ("?", "out of command", lambda thing: isinstance(thing, Unit) and thing.out_of_command),
    ("~", "routed", lambda thing: isinstance(thing, Unit) and thing.mode == "routed"),
    (">", "in march mode", lambda thing: isinstance(thing, Unit) and thing.mode == "march"),
)
"""What is written after the name on a counter, what it means, and of which units and depots it holds."""


def draw_view(view: BattleView) -> Picture:
    """Return a picture of the map with zones of control, and a counter for each hex.

    The counter of a stack says how many are in it. Marks say that a unit there is Unsupplied, out of command, routed
    or in march mode; the title explains those that occur. Of a battle in an area only the area is drawn.

    Rules: 1.2-zoc-exert.
    """
    from rcw_rules.kernel.geometry.pictures import Counter, Highlight, draw

    stacks = _stacks(view)
    counters = [
        Counter(at=place, text=text_of_stack(stack) + _marks(stack), side=stack[0].side)
        for place, stack in stacks.items()
    ]
    inside = frozenset(view.area or view.board.grid.hexes)
    zones = ((side, tuple(zones_of_control(view.board.grid, exerting(view.units, side)))) for side in ("red", "white"))
    shaded = [
        Highlight(places=tuple(place for place in places if place in inside), text=f"{side.capitalize()} zones")
        for side, places in zones
    ]
    hidden = (LIMIT_OF, *CONVOIS_SUPPLIED.values())
    shown = evolve(view.board, zones=tuple(zone for zone in view.board.zones if not zone.name.startswith(hidden)))
    present = _marks([thing for stack in stacks.values() for thing in stack])
    told = ", ".join(f"{mark} {what}" for mark, what, _ in MARKS if mark in present)
    title = f"{view.title}, {view.clock}" + (f" ({told})" if told else "")
    return draw(shown, *(one for one in shaded if one.places), *counters, title=title, only=view.area)


def _marks(things: Iterable[Unit | Depot]) -> str:
    things = tuple(things)
    return "".join(mark for mark, _, holds in MARKS if any(holds(thing) for thing in things))
