"""`RedActionsGame`: whole games, to be played, saved and searched like those of every ruleset.

>>> from rcw_rules import SeededDice
>>> from rcw_rules.red_actions import game
>>> begun = game.begin(game.scenario("patrols"), dice=SeededDice(1))
>>> str(game.legal_actions(begun.state)[0])
'place Volunteers at 5.333,20.25 facing 180'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from rcw_rules.games import Game, GameResult, known_side, known_viewer
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.procedures import Request
from rcw_rules.red_actions.game.acting import ActRequest, BeginGameRequest
from rcw_rules.red_actions.game.actions import ACTIONS, Action, Deploy, GoOn, LetThem, LieLow
from rcw_rules.red_actions.game.hiding import as_seen
from rcw_rules.red_actions.game.listing import legal_actions
from rcw_rules.red_actions.game.scenario import SIDES, Scenario
from rcw_rules.red_actions.game.scenarios import (
    ambush_on_a_column,
    assault_on_a_village,
    fight_for_a_junction,
    patrol_clash,
)
from rcw_rules.red_actions.game.standing import measure_of
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.views import TableView, clock_of, draw_view, text_map, view_of

if TYPE_CHECKING:
    from rcw_rules.worked_examples import Drawing


@frozen(kw_only=True, eq=False, slots=False)
class RedActionsGame(Game[Scenario, State, Action]):
    """Whole games of Red Actions!.

    The defender places its units, then the attacker. Then one unit after another has its segment; what it does is
    declared, the enemy may pre-empt it or spring an ambush, and then it is carried out.
    """

    scenario_type: ClassVar[type[Any]] = Scenario
    state_type: ClassVar[type[Any]] = State
    action_types: ClassVar[tuple[type[Any], ...]] = ACTIONS
    action_rule: ClassVar[str] = "act-one-only"
    scenarios: ClassVar[Mapping[str, Callable[[], Any]]] = {
        "ambush": ambush_on_a_column,
        "village": assault_on_a_village,
        "junction": fight_for_a_junction,
        "patrols": patrol_clash,
    }

    def sides(self, scenario: Scenario) -> tuple[str, ...]:
        """Return Red and White."""
        return SIDES

    def begin_request(self, scenario: Scenario) -> Request[Any]:
        """Return the request that begins a scenario."""
        return BeginGameRequest(scenario=scenario)

    def act_request(self, state: State, action: Action) -> Request[Any]:
        """Return the request of an action."""
        return ActRequest(state=state, action=action)

    def to_act(self, state: State) -> str | None:
        """Return the side that acts next: the enemy where it may pre-empt or spring an ambush."""
        return state.to_act

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return a sample of good candidates, as `rcw_rules.red_actions.game.listing` documents it."""
        validate(state, "$.state")
        return legal_actions(Judge(self.ruleset), state)

    def result(self, state: State) -> GameResult | None:
        """Return how the game ended."""
        return state.result

    def view(self, state: State, viewer: str) -> TableView:
        """Return what a side sees, or the umpire; see `TableView`."""
        validate(state, "$.state")
        return view_of(state, known_viewer(viewer, SIDES))

    def as_seen(self, state: State, side: str) -> State:
        """Return a state without the enemy's units that lie in ambush, and without those that are still to come."""
        return as_seen(state, known_viewer(side, SIDES))

    def clock(self, state: State) -> str:
        """Return the turn and the stage, in words, as both sides may know them."""
        return clock_of(state)

    def measure(self, state: State, side: str) -> Fraction:
        """Return bases, held places and nearness to the others, less those of the enemy: see `measure_of`."""
        validate(state, "$.state")
        return measure_of(state, known_side(side, SIDES))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Return the units of the rosters: no game makes more of them, or loses sight of where they began."""
        return {f"{side} units": sum(unit.side == side for unit in state.scenario.roster) for side in SIDES}

    def steps_of(self, action: Action) -> tuple[str, ...]:
        """Return the verb and the unit, and the rest of the line; actions without a unit whole."""
        if isinstance(action, GoOn | LetThem | LieLow):
            return (str(action),)
        if isinstance(action, Deploy):
            return (f"place {action.unit}", str(action))
        return (f"{action.unit}: {type(action).__name__.lower()}", str(action))

    def picture(self, view: TableView) -> Drawing:
        """Return a picture of the table as a view shows it."""
        return draw_view(view)

    def text_map(self, view: TableView) -> str:
        """Return the table as a view shows it, as text."""
        return text_map(view)
