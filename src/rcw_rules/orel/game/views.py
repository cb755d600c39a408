"""What a side sees of a battle, as data, as text and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rcw_rules.games import View
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.orel.definitions import CONVOIS_SUPPLIED, LIMIT_OF
from rcw_rules.orel.game.state import Account, Declared, State
from rcw_rules.orel.model import FIRST_DAY, Depot, OrelLocation, Unit
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
        asked: The unit, depot or battery that is asked for its next action; "" for none.
        declared: The attacks declared.
        orel: Where in Orel the units there are.
        red: What Red has and has lost.
        white: What White has and has lost.
    """

    title: str
    board: HexMap
    units: tuple[Unit, ...]
    depots: tuple[Depot, ...]
    off_map: tuple[str, ...]
    asked: str
    declared: tuple[Declared, ...]
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
        asked=asked,
        declared=state.declared,
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


def draw_view(view: BattleView) -> Picture:
    """Return a picture of the map with a counter for each hex; that of a stack says how many are in it."""
    from rcw_rules.kernel.geometry.pictures import Counter

    stacks = _stacks(view)
    counters = [Counter(at=place, text=text_of_stack(stack), side=stack[0].side) for place, stack in stacks.items()]
    shown = evolve(
        view.board,
        zones=tuple(
            zone for zone in view.board.zones if not zone.name.startswith((LIMIT_OF, *CONVOIS_SUPPLIED.values()))
        ),
    )
    return shown.draw(*counters, title=f"{view.title}, {view.clock}")
