"""`RedWhiteGame`: whole games, to be played, saved and searched like those of every ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from rcw_rules.games import Game, GameResult, Score, known_side, known_viewer
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.procedures import Request
from rcw_rules.red_white.game.acting import ActRequest, BeginGameRequest
from rcw_rules.red_white.game.actions import ACTIONS, Action, Deploy, Done, GoOn
from rcw_rules.red_white.game.listing import legal_actions
from rcw_rules.red_white.game.measures import measure_of
from rcw_rules.red_white.game.scenario import SIDES, Scenario
from rcw_rules.red_white.game.scenarios import assault_on_a_village, patrol_clash
from rcw_rules.red_white.game.scenarios_on_rivers import frozen_river, the_bridge
from rcw_rules.red_white.game.standing import score_now
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.views import TableView, clock_of, draw_view, text_map, view_of
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import made_up_profile

if TYPE_CHECKING:
    from rcw_rules.worked_examples import Drawing


@frozen(kw_only=True, eq=False, slots=False)
class RedWhiteGame(Game[Scenario, State, Action]):
    """Whole games of Red & White.

    The defender places its units, then the attacker. Then turn follows turn as the profile orders its phases.
    """

    scenario_type: ClassVar[type[Any]] = Scenario
    state_type: ClassVar[type[Any]] = State
    action_types: ClassVar[tuple[type[Any], ...]] = ACTIONS
    action_rule: ClassVar[str] = "p1-sequence"
    scenarios: ClassVar[Mapping[str, Callable[[], Any]]] = {
        "village": assault_on_a_village,
        "patrols": patrol_clash,
        "bridge": the_bridge,
        "frozen_river": frozen_river,
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
        """Return the side that acts next; None where activation, morale or the end of a turn go on by themselves."""
        return state.to_act

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return a sample of good candidates, as `rcw_rules.red_white.game.listing` documents it."""
        validate(state, "$.state")
        return legal_actions(Judge(self.ruleset), state)

    def result(self, state: State) -> GameResult | None:
        """Return how the game ended."""
        return state.result

    def usual_options(self) -> Options:
        """Return the defaults with the profile that is made up: without one nobody can play."""
        return Options(profile=made_up_profile())

    def score(self, state: State) -> Score:
        """Return what counts for victory so far: points for places and losses."""
        return score_now(state)

    def view(self, state: State, viewer: str) -> TableView:
        """Return what a side sees, or the umpire: nothing on the table is hidden."""
        validate(state, "$.state")
        return view_of(state, known_viewer(viewer, SIDES))

    def clock(self, state: State) -> str:
        """Return the turn and the phase, in words."""
        return clock_of(state)

    def measure(self, state: State, side: str) -> Fraction:
        """Return stands, held places and nearness to the others, less those of the enemy: see `measure_of`."""
        validate(state, "$.state")
        return measure_of(state, known_side(side, SIDES))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Return the units of each army, wherever they are: in the game, or out of it."""
        gone = {one.name for one in state.fates}
        return {
            f"{side} units": sum(
                name in gone or state.troop(name) is not None
                for name in (troop.name for troop in state.scenario.army(side).units)
            )
            for side in SIDES
        }

    def steps_of(self, action: Action) -> tuple[str, ...]:
        """Return the unit with the verb, and the rest of the line; actions without a unit whole."""
        if isinstance(action, GoOn | Done):
            return (str(action),)
        if isinstance(action, Deploy):
            return (f"place {action.unit}", str(action))
        who = getattr(action, "unit", None) or ", ".join(getattr(action, "units", ()))
        return (f"{who}: {type(action).__name__.lower()}", str(action))

    def picture(self, view: TableView) -> Drawing:
        """Return a picture of the table as a view shows it."""
        return draw_view(view)

    def text_map(self, view: TableView) -> str:
        """Return the table as a view shows it, as text."""
        return text_map(view)
