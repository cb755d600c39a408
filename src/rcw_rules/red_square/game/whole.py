"""Whole games of Red Square, to be played, saved and searched like those of every ruleset.

>>> from rcw_rules import SeededDice
>>> from rcw_rules.red_square import game
>>> begun = game.begin(game.scenario("outpost"), dice=SeededDice(1))
>>> [str(action) for action in game.legal_actions(begun.state)]
['deal']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from attrs import frozen

from rcw_rules.games import Game as WholeGame
from rcw_rules.games import GameResult, Score, known_side, known_viewer, score_of
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.questions import Question
from rcw_rules.red_square.game.acting import ActRequest, BeginGameRequest, legal_actions
from rcw_rules.red_square.game.actions import ACTIONS, Action, Deploy
from rcw_rules.red_square.game.hiding import as_seen, may_know, names_unseen, shown_to
from rcw_rules.red_square.game.scenarios import fight_for_the_farm, meeting_engagement, trenches_at_the_village
from rcw_rules.red_square.game.standing import measure_of, standing_of
from rcw_rules.red_square.game.state import State
from rcw_rules.red_square.game.views import TableView, text_map, view_of
from rcw_rules.red_square.ground import draw_field
from rcw_rules.red_square.model import SIDES
from rcw_rules.red_square.turn import Scenario, outpost, whole_pack

if TYPE_CHECKING:
    from rcw_rules.kernel.record import Step
    from rcw_rules.worked_examples import Drawing

QuestionT = TypeVar("QuestionT", bound=Question)


@frozen(kw_only=True, eq=False, slots=False)
class RedSquareGame(WholeGame[Scenario, State, Action]):
    """Whole games of Red Army - White Guards.

    Players act before the first turn, when they deploy, and before a deal, when reinforcements come. Within a turn the
    cards say who acts, and what the owner of a unit decides then is a decision inside the action.
    """

    scenario_type: ClassVar[type[Any]] = Scenario
    state_type: ClassVar[type[Any]] = State
    action_types: ClassVar[tuple[type[Any], ...]] = ACTIONS
    action_rule: ClassVar[str] = "turn-sequence"
    scenarios: ClassVar[Mapping[str, Callable[[], Any]]] = {
        "meeting": meeting_engagement,
        "trenches": trenches_at_the_village,
        "two_regiments": fight_for_the_farm,
        "outpost": outpost,
    }
    scenario_keys: ClassVar[Mapping[str, str]] = {
        "board": "field.board",
        "units": "field.units",
        "red_edge": "field.red_edge",
        "white_edge": "field.white_edge",
        "before_dawn": "field.before_dawn",
        "may_dig": "field.may_dig",
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
        """Return the side that places units; None while the cards run by themselves, and at the end."""
        return state.side

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return every legal action.

        In a zone the placements of the next unit, square by square as the scenario lists them; where it has no room, to
        hold it back. Before a deal to hold a reinforcement back, then the squares where it may come. Within a turn the
        one step that comes next.
        """
        return legal_actions(state, self.ruleset.charts["occupancy"])

    def result(self, state: State) -> GameResult | None:
        """Return how the game ended."""
        return state.result

    def view(self, state: State, viewer: str) -> TableView:
        """Return what a side sees, or the umpire; see `TableView`. It is made once, however often it is asked for."""
        unseen, viewer = self.ruleset.options.unseen_off_table, known_viewer(viewer, SIDES)
        return state.worked_out((viewer, unseen), lambda: view_of(state, viewer, unseen_off_table=unseen))

    def as_seen(self, state: State, side: str) -> State:
        """Return a game as a side may believe it to be; see `rcw_rules.red_square.game.hiding`."""
        return as_seen(state, known_viewer(side, SIDES), unseen_off_table=self.ruleset.options.unseen_off_table)

    def shown_to(self, asked: QuestionT, side: str, before: State | None = None) -> QuestionT:
        """Return a question as a side may see it; see `rcw_rules.red_square.game.hiding`."""
        return shown_to(asked, side, before, unseen_off_table=self.ruleset.options.unseen_off_table)

    def may_know(self, step: Step, side: str, before: State | None = None, after: State | None = None) -> bool:
        """Return whether a side may be told of a step: not of orders, face-down cards and unseen units."""
        unseen_off_table = self.ruleset.options.unseen_off_table
        return may_know(step) and not names_unseen(step, side, before, after, unseen_off_table=unseen_off_table)

    def measure(self, state: State, side: str) -> Fraction:
        """Return bases, held places and nearness to the others, less those of the enemy: see `measure_of`."""
        return measure_of(state, known_side(side, SIDES))

    def score(self, state: State) -> Score:
        """Return what the victory of the scenario counts so far."""
        victory = state.scenario.victory
        return Score() if victory is None else score_of(victory, standing_of(state))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Return the units of each side wherever they are, the destroyed and those to come too, and the cards."""
        game = state.game
        units = [*(unit for unit in state.field.units if unit.kind != "horse_holders"), *state.to_come]
        cards = len(game.deck) + len(game.discards) + sum(len(hand.cards) for hand in game.hands)
        return {
            **{f"{side} units": sum(unit.side == side for unit in units) for side in SIDES},
            "cards": cards,
            "cards of the pack": len(whole_pack(state.scenario)),
        }

    def steps_of(self, action: Action) -> tuple[str, ...]:
        """Return unit, square, facing and formation of a deployment one by one; other actions whole."""
        if not isinstance(action, Deploy):
            return (str(action),)
        column, row = action.square
        facts = (f"deploy {action.unit}", f"in {column},{row}", f"facing {action.facing}")
        return facts if action.formation is None else (*facts, action.formation)

    def picture(self, view: TableView) -> Drawing:
        """Return a picture of the table as a view shows it."""
        return draw_field(view.field, title=f"{view.title}, {view.clock}")

    def text_map(self, view: TableView) -> str:
        """Return the table as a view shows it, as text."""
        return text_map(view)
