"""`OrelGame`: whole battles, to be played, saved and searched like those of every ruleset.

>>> from rcw_rules import SeededDice
>>> from rcw_rules.orel import game
>>> begun = game.begin(game.scenario("introductory"), dice=SeededDice(1))
>>> [str(action) for action in game.legal_actions(begun.state)]
['go on']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from rcw_rules.games import Game, GameResult, Score, known_side, known_viewer, score_of
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.sources import GivenDice
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.game.acting import ActRequest, BeginGameRequest, explain, legal_actions
from rcw_rules.orel.game.actions import ACTIONS, Action, Assail, Enter, Move, ReadyFire, Step
from rcw_rules.orel.game.battle import Battle, bridgehead, historical, hypothetical, introductory
from rcw_rules.orel.game.measures import measure_of
from rcw_rules.orel.game.standing import SIDES, of_chapter_10, standing_of
from rcw_rules.orel.game.state import State
from rcw_rules.orel.game.views import BattleView, draw_view, text_map, view_of
from rcw_rules.orel.options import Options

if TYPE_CHECKING:
    from rcw_rules.worked_examples import Drawing


@frozen(kw_only=True, eq=False, slots=False)
class OrelGame(Game[Battle, State, Action]):
    """Whole battles of Orel.

    In a movement phase units and depots come up one by one, in listed order, to move, to stay, or to be put off until
    others have moved. In a combat phase batteries are asked one by one, then the attacks are fought in any order.
    """

    scenario_type: ClassVar[type[Any]] = Battle
    state_type: ClassVar[type[Any]] = State
    action_types: ClassVar[tuple[type[Any], ...]] = ACTIONS
    action_rule: ClassVar[str] = "2-sequence"
    scenarios: ClassVar[Mapping[str, Callable[[], Any]]] = {
        "introductory": introductory,
        "historical": historical,
        "hypothetical": hypothetical,
        "bridgehead": bridgehead,
    }

    def sides(self, scenario: Battle) -> tuple[str, ...]:
        """Return Red and White."""
        return SIDES

    def begin_request(self, scenario: Battle) -> Request[Any]:
        """Return the request that begins a battle."""
        return BeginGameRequest(scenario=scenario)

    def act_request(self, state: State, action: Action) -> Request[Any]:
        """Return the request of an action."""
        return ActRequest(state=state, action=action)

    def to_act(self, state: State) -> str | None:
        """Return the side that acts next: the reactive one answers barrages and supports the defence."""
        return state.to_act

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return every legal action, in the order that `rcw_rules.orel.game.legal_actions` documents."""
        return legal_actions(self._umpire(), state)

    def verdict(self, state: State, action: Action) -> Verdict:
        """Say whether an action is legal, with the reasons against it."""
        told = super().verdict(state, action)
        if not told.legal or action in self.legal_actions(state):
            return told
        try:
            explain(self._umpire(), state, action)
        except IllegalRequestError as error:
            return error.verdict
        return told

    def result(self, state: State) -> GameResult | None:
        """Return how the battle ended."""
        return state.result

    def view(self, state: State, viewer: str) -> BattleView:
        """Return what a side sees, or the umpire; see `BattleView`."""
        return view_of(state, known_viewer(viewer, SIDES))

    def measure(self, state: State, side: str) -> Fraction:
        """Return what a state is worth to a side, less what it is worth to the other: see `measure_of`."""
        return measure_of(state, known_side(side, SIDES))

    def score(self, state: State) -> Score:
        """Return what the victory of the battle counts so far, or how chapter 10 would judge it now."""
        victory = state.battle.victory
        if victory is not None:
            return score_of(victory, standing_of(state, is_over=False))
        return Score(says=(f"As chapter 10 would judge it now: {of_chapter_10(self._umpire(), state).reason}.",))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Return the units and the depots, wherever they are: on the map, off it, to come, or lost."""
        return {"units": len(state.units) + len(state.lost_units), "depots": len(state.depots)}

    def steps_of(self, action: Action) -> tuple[str, ...]:
        """Return the unit, the hex in which it ends, and the rest of a move one by one; other actions whole."""
        if not isinstance(action, Move | Step | Assail | ReadyFire | Enter):
            return (str(action),)
        return (f"move {action.unit}", f"to {action.place}", str(action))

    def picture(self, view: BattleView) -> Drawing:
        """Return a picture of the map as a view shows it."""
        return draw_view(view)

    def text_map(self, view: BattleView) -> str:
        """Return the map as a view shows it, as text."""
        return text_map(view)

    def _umpire(self) -> RollingUmpire[Options]:
        """Return an umpire who looks things up and throws nothing."""
        return RollingUmpire(self.ruleset, GivenDice(()), self.ruleset.policies(None), recording=False)
