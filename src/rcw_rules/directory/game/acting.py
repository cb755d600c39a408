"""The two procedures of a whole game: how it begins, and what comes of an action."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rcw_rules.directory.campaign import (
    MapHex,
    RulebookMap,
    War,
    idle_objections,
)
from rcw_rules.directory.game.actions import (
    Action,
    Attack,
    BreakUp,
    Declare,
    EndPhase,
    ForceMarch,
    GoOn,
    Move,
    Persuade,
    Place,
    Send,
)
from rcw_rules.directory.game.arrivals import placeable
from rcw_rules.directory.game.fighting import attacked, broke_up
from rcw_rules.directory.game.rulebook import (
    RetreatRule,
    Rulebook,
    StackingRule,
    Stationed,
    SupplyRule,
)
from rcw_rules.directory.game.running import begun_turn, declared, judged, persuaded, placed_counter, run_on
from rcw_rules.directory.game.scenario import Scenario
from rcw_rules.directory.game.state import GameState
from rcw_rules.directory.game.telling import told_events, told_next
from rcw_rules.directory.game.travelling import marched, moved, rode
from rcw_rules.directory.options import Options
from rcw_rules.directory.turns import COMBAT_PHASES, MOVEMENT_PHASES, Phase, Position
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.fields import take_for_right
from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words, sentences

_PHASES: dict[type[Action], tuple[Phase, ...]] = {  # seq-player-turn, seq-combat-movement
    Persuade: ("diplomatic",),
    Declare: ("diplomatic",),
    Place: ("mobilization",),
    Attack: COMBAT_PHASES,
    BreakUp: COMBAT_PHASES,
    Move: MOVEMENT_PHASES,
    ForceMarch: MOVEMENT_PHASES,
    Send: MOVEMENT_PHASES,
}


# ------------------------------------------------------------------ the beginning


@frozen(kw_only=True)
class BeginGameOutcome:
    """A whole game that begins.

    Attributes:
        state: The state.
        events: What happened, in sentences.
    """

    state: GameState
    events: tuple[str, ...]

    def summary(self, request: BeginGameRequest) -> str:
        """Return how the game begins, and what comes next."""
        return sentences(*told_events(self.events), told_next(self.state))


@frozen(kw_only=True, cache_hash=True)
class BeginGameRequest(Request[BeginGameOutcome]):
    """A whole game that is to begin.

    Attributes:
        scenario: Where it begins.
    """

    scenario: Scenario


def _a_ford() -> Scenario:
    """Return a game on seven hexes, made up, which is small enough to be printed."""
    grid = HexGrid(columns=3, rows=3, only=("0102", "0103", "0201", "0202", "0203", "0302", "0303"))
    return Scenario(
        title="A ford",
        source="made up",
        game="fall_of_the_directory",
        board=RulebookMap(
            title="Seven hexes",
            source="made up",
            grid=grid,
            hexes=tuple(MapHex(label=label, land="clear") for label in grid.hexes),
        ),
        rulebook=Rulebook(
            source="made up",
            stacking=StackingRule(combat_units=2, others=2),
            zones_of_control=True,
            mobilization=(),
            supply=SupplyRule(supplied_within=2, limited_within=3),
            retreat=RetreatRule(hexes=1, blocked="removed", routes_by="owner"),
            advance="one",
            weather=(),
            last_turn="January I",
        ),
        units=(
            Stationed(name="1 Red", type="regular_infantry", faction="bolsheviks", hex="0102", supply="supplied"),
            Stationed(name="2 Red", type="regular_infantry", faction="bolsheviks", hex="0102", supply="supplied"),
            Stationed(name="1 Sich", type="elite_infantry", faction="directory", hex="0202", supply="limited"),
        ),
        wars=(War(one="bolsheviks", other="directory"),),
    )


def _begin_example() -> BeginGameRequest:
    return BeginGameRequest(scenario=_a_ford())


@procedure(
    "directory.begin_game",
    title="How does this game begin?",
    rules=("gen-games",),
    example=_begin_example,
)
def begin_game(request: BeginGameRequest, umpire: Umpire[Options]) -> BeginGameOutcome:
    """Set a game up at the beginning of its first turn; it takes no die.

    The supply of a counter whose status the scenario does not give is found as in a Supply Phase.

    Rules: miss-profile, seq-turn.
    """
    scenario = request.scenario
    state = scenario.begun()
    umpire.result("gen-games", "{title} begins with {turn}", title=scenario.title, turn=state.campaign.position.turn)
    events = (f"{scenario.title} begins: {len(state.campaign.pieces)} counters are on the map.",)
    return BeginGameOutcome(state=state, events=events)


# ------------------------------------------------------------------ one action


@frozen(kw_only=True)
class ActOutcome:
    """What came of an action.

    Attributes:
        state: The state afterwards.
        events: What happened, in sentences.
    """

    state: GameState
    events: tuple[str, ...]

    def summary(self, request: ActRequest) -> str:
        """Return what happened, and whose phase it is."""
        return sentences(*told_events(self.events), told_next(self.state))


@frozen(kw_only=True, cache_hash=True)
class ActRequest(Request[ActOutcome]):
    """An action in a whole game.

    Attributes:
        state: The state.
        action: The action.
    """

    recurs = False

    state: GameState
    action: Action


def _example() -> ActRequest:
    state = _a_ford().begun()
    position = Position(
        game="fall_of_the_directory",
        turn="December IV",
        phase="first_combat",
        order=("bolsheviks",),
        side="bolsheviks",
    )
    state = evolve(state, campaign=evolve(state.campaign, position=position))
    return ActRequest(state=state, action=Attack(target="0202"))


@procedure(
    "directory.act",
    title="What does this action do in the game?",
    formerly=("What happens in a whole game if a side does this?",),
    rules=("seq-turn",),
    example=_example,
)
def act(request: ActRequest, umpire: Umpire[Options]) -> ActOutcome:
    """Carry out one action of a whole game.

    An action that ends a phase goes on through everything that nobody decides: withdrawals, supply, the end of a turn.
    The game stops at the die of the initiative, and wherever a side can do something.

    Raises:
        IllegalRequestError: A rule forbids the action.
        MissingProfileError: The rulebook of the scenario does not say what the action needs.

    Rules: seq-player-turn, seq-combat-movement, seq-mobilization, miss-victory.
    """
    state, action = request.state, request.action
    events: list[str] = []
    match action:
        case GoOn():
            state = begun_turn(umpire, state, events)
        case EndPhase():
            state = run_on(umpire, state, events)
        case Persuade():
            state = persuaded(umpire, state, action.target, events)
        case Declare():
            state = declared(umpire, state, action, events)
        case Place():
            state = placed_counter(umpire, state, action, events)
        case Attack():
            state = attacked(umpire, state, action.target, events)
        case BreakUp():
            state = broke_up(state, action.unit, events)
        case Move():
            state = moved(umpire, state, action, events)
        case ForceMarch():
            state = marched(umpire, state, action.unit, events)
        case Send():
            state = rode(umpire, state, action, events)
    state = judged(state, events)
    for event in events:
        umpire.result("seq-turn", "{event}", event=event)
    return ActOutcome(state=take_for_right(state), events=tuple(events))


@act.legality
def _objections(request: ActRequest, options: Options) -> Iterator[Objection]:
    state, action = request.state, request.action
    position, told = state.campaign.position, str(action)
    if state.result is not None:
        yield Objection(rule="miss-victory", message=f"the game is over; {told!r} comes too late", path="$.action")
        return
    if (position.phase == "initiative") != isinstance(action, GoOn):
        message = (
            f"{position.turn} begins with the initiative: 'go on'"
            if position.phase == "initiative"
            else f"nobody says 'go on' in {in_words(position.phase)} of the {position.side}"
        )
        yield Objection(rule="seq-turn", message=message, path="$.action")
        return
    phases = _PHASES.get(type(action))
    if phases is not None and position.phase not in phases:
        when = " and ".join(map(in_words, phases))
        message = f"{told!r} belongs to {when}; it is {in_words(position.phase)} of the {position.side}"
        yield Objection(rule="seq-player-turn", message=message, path="$.action")
        return
    if isinstance(action, EndPhase) and position.phase == "mobilization":
        for arrival in placeable(state):
            message = f"{arrival.name!r} has come and there is room for it: place it first"
            yield Objection(rule="seq-mobilization", message=message, path="$.action")
            return
    if isinstance(action, BreakUp | Move | ForceMarch | Send):
        yield from _unit_objections(request, action.unit, options)


def _unit_objections(request: ActRequest, name: str, options: Options) -> Iterator[Objection]:
    """Yield objections to an action of a unit that is not there or does not act now.

    Rules: gen-attacker.
    """
    try:
        piece = request.state.campaign.piece(name)
    except UnknownNameError as error:
        yield Objection(rule="gen-attacker", message=str(error), path="$.action.unit")
        return
    for objection in idle_objections(request.state.campaign, piece, options):
        yield evolve(objection, path="$.action.unit")
