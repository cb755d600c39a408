"""A game: a state, the actions that are legal in it, and one procedure that goes from state to state.

`Game` bundles what a ruleset says of its whole games, so that a tool written for one plays them all. It names no
ruleset: each writes a subclass, and its instance is ``game`` in the ruleset's package.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

import attrs

from rcw_rules.digests import digest_of_unstructured
from rcw_rules.games.lines import line, read_line, require_lines
from rcw_rules.games.victory import GameResult, Score
from rcw_rules.json_text import dumps, parse_json
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import ChoiceError, InvalidRequestError, Problem, UnknownNameError, WireVersionError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.limits import Limits
from rcw_rules.kernel.plain import alternative_meant
from rcw_rules.kernel.procedures import Choice, Request
from rcw_rules.kernel.questions import Decision, Question
from rcw_rules.kernel.shape_words import show
from rcw_rules.resolution import RulesetIdentity
from rcw_rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rcw_rules.kernel.distributions import Distribution
    from rcw_rules.kernel.record import Step
    from rcw_rules.kernel.sources import DiceSource
    from rcw_rules.kernel.umpire import Decider, Override, Policies
    from rcw_rules.sessions import Session
    from rcw_rules.worked_examples import Drawing

__all__ = [
    "MOST_ALTERNATIVES",
    "STATE_FORMAT",
    "STATE_VERSION",
    "UMPIRE",
    "Action",
    "ActionAsked",
    "Game",
    "Outcome",
    "View",
    "turn_of",
]

STATE_FORMAT = "rcw-state"
STATE_VERSION = 1
"""Rises whenever the shape of the document changes."""

MOST_ALTERNATIVES = 200
"""More actions than these are asked in steps."""

UMPIRE = "umpire"
"""The viewer who sees everything."""

StateT = TypeVar("StateT", bound=Hashable)
StateT_co = TypeVar("StateT_co", bound=Hashable, covariant=True)
ActionT = TypeVar("ActionT", bound="Action")
ScenarioT = TypeVar("ScenarioT")
QuestionT = TypeVar("QuestionT", bound=Question)
GameT = TypeVar("GameT", bound="Game[Any, Any, Any]")
SideT = TypeVar("SideT", bound=str)


class Action:
    """What a side does: the base of the frozen classes of actions, told in one line (see `rcw_rules.games.lines`)."""

    __slots__ = ()

    words: ClassVar[str]
    """The template of the line: ``march {unit} to {square}``."""

    def __str__(self) -> str:
        return line(self)


class Outcome(Protocol[StateT_co]):
    """The start of a game or the result of an action, as the two procedures of a game return it."""

    @property
    def state(self) -> StateT_co:
        """The state afterwards."""
        ...

    @property
    def events(self) -> tuple[str, ...]:
        """What happened, in sentences that a player can read aloud."""
        ...


def turn_of(clock: str) -> str:
    """Return the turn in what `Game.clock` says: what stands before the first comma or colon.

    >>> turn_of("turn 3 of 8: deployment"), turn_of("October I, first combat"), turn_of("set-up")
    ('turn 3 of 8', 'October I', 'set-up')
    """
    return re.split("[,:]", clock, maxsplit=1)[0]


def meant_by(asked: Question | None, shown: Question, answer: object) -> object:
    """Return what an answer to a question as a side is shown it means in the question itself.

    Whoever has the whole question, as an umpire has, may answer by that.

    Raises:
        ChoiceError: It is none of the alternatives.
    """
    if not isinstance(asked, Decision) or not isinstance(shown, Decision) or shown.alternatives == asked.alternatives:
        return answer
    try:
        return asked.alternatives[shown.alternatives.index(shown.alternative(answer))]
    except ChoiceError:
        if answer not in asked.alternatives:
            raise  # it lists what is shown alone
        return answer


def known_side(name: str, sides: Iterable[SideT]) -> SideT:
    """Return the side of a name.

    >>> known_side("red", ("red", "white"))
    'red'

    Raises:
        UnknownNameError: The game has no such side.
    """
    found = tuple(sides)
    for side in found:
        if side == name:
            return side
    raise UnknownNameError("side", name, found)


def known_viewer(name: str, sides: Iterable[str]) -> str:
    """Return the name of a side, or that of the umpire.

    Raises:
        UnknownNameError: It is neither.
    """
    return known_side(name, (*sides, UMPIRE))


@attrs.frozen(kw_only=True)
class View:
    """What a side can see of a state. A ruleset adds its own fields; what is hidden is absent.

    Attributes:
        viewer: The side, or "umpire", who sees everything.
        clock: The turn and the phase, in words: the turn, and after a comma or a colon the phase.
        to_act: The side that acts next; None for nobody.
    """

    viewer: str
    clock: str
    to_act: str | None


@attrs.frozen(kw_only=True, eq=False, slots=False)
class ActionAsked:
    """The situation of the decision what to do next.

    Attributes:
        side: The side that acts.
        steps: What it has said so far of a large choice: ``("move", "4th Rifles")``.
        actions: The actions that are still meant.
    """

    side: str
    steps: tuple[str, ...]
    actions: tuple[Any, ...]
    _look: Callable[[], View] = attrs.field(alias="look", repr=False)

    @cached_property
    def view(self) -> View:
        """What the side sees, made on first access."""
        return self._look()


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Game(ABC, Generic[ScenarioT, StateT, ActionT]):
    """The whole games of a ruleset.

    States and actions are frozen values; a game keeps nothing. A subclass sets the class variables, and its two
    procedures are among those of the ruleset.

    Attributes:
        ruleset: The ruleset, with the options, charts and house rules in force.
        scenario_type: The class of scenarios.
        state_type: The class of states.
        action_types: The classes of actions.
        action_rule: The rule that says whose turn it is to do what.
        scenarios: The scenarios that come with the ruleset, by name.
        scenario_keys: The keys of scenario files that stand for something deeper in the scenario, such as ``units`` for
            ``field.units``; one of them may name a TOML file in its place.
    """

    scenario_type: ClassVar[type[Any]]
    state_type: ClassVar[type[Any]]
    action_types: ClassVar[tuple[type[Any], ...]]
    action_rule: ClassVar[str]
    scenarios: ClassVar[Mapping[str, Callable[[], Any]]]
    scenario_keys: ClassVar[Mapping[str, str]] = {}

    ruleset: Ruleset[Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "action_types" in vars(cls):
            require_lines(cls.action_types)

    # ------------------------------------------------------------------ what a ruleset says

    @abstractmethod
    def sides(self, scenario: ScenarioT) -> tuple[str, ...]:
        """Return the sides of a scenario, two or more."""

    @abstractmethod
    def begin_request(self, scenario: ScenarioT) -> Request[Any]:
        """Return the request that begins a scenario; its outcome is an `Outcome`."""

    @abstractmethod
    def act_request(self, state: StateT, action: ActionT) -> Request[Any]:
        """Return the request of an action; its outcome is an `Outcome`."""

    @abstractmethod
    def to_act(self, state: StateT) -> str | None:
        """Return the side that acts next; None if the game goes on by itself or is over."""

    @abstractmethod
    def legal_actions(self, state: StateT) -> tuple[ActionT, ...]:
        """Return every legal action, first the one that changes least: it is the default.

        Where the game goes on by itself there is exactly one; where it is over there is none.
        """

    @abstractmethod
    def result(self, state: StateT) -> GameResult | None:
        """Return how the game ended; None while it goes on."""

    @abstractmethod
    def view(self, state: StateT, viewer: str) -> View:
        """Return what a side sees, or the umpire.

        Raises:
            UnknownNameError: There is no such side; see `known_viewer`.
        """

    @abstractmethod
    def measure(self, state: StateT, side: str) -> int | Fraction:
        """Return how good a state is for a side, as the subclass documents it; `greedy` players maximise it.

        Raises:
            UnknownNameError: There is no such side; see `known_side`.
        """

    @abstractmethod
    def conserved(self, state: StateT) -> Mapping[str, int]:
        """Return what no action changes: all units wherever they are, all cards. `check_game` counts it."""

    def usual_options(self) -> Any:
        """Return the default options of the game: those of the ruleset.

        A ruleset whose book does not suffice for a whole game adds what does, and scenario files leave it out.
        """
        return type(self.ruleset.options)()

    def score(self, state: StateT) -> Score:
        """Return what counts for victory so far, as it would count if the game ended now; by default nothing."""
        return Score()

    def as_seen(self, state: StateT, side: str) -> StateT:
        """Return a state as a side may believe it to be, for players who try things out: without what is hidden.

        By default it is the state itself: a ruleset that hides something drops it here.
        """
        return state

    def shown_to(self, asked: QuestionT, side: str, before: StateT | None = None) -> QuestionT:
        """Return a question inside an action as a side may see it: its situation, and the steps that led to it.

        By default it is the question itself: a ruleset that hides something drops it here. The umpire is shown
        everything. Alternatives that would tell too much are shown as others, each in its place (`meant_by`).

        Args:
            asked: The question.
            side: The side.
            before: The state before the action; None in the set-up.
        """
        return asked

    def may_know(self, step: Step, side: str, before: StateT | None = None, after: StateT | None = None) -> bool:
        """Return whether a side may be told of a step of an action; by default of every one.

        Args:
            step: The step.
            side: The side.
            before: The state before the action; None if it is not known, as in the set-up.
            after: The state after it; None while it goes on.
        """
        return True

    def clock(self, state: StateT) -> str:
        """Return the turn and, after a comma or a colon, the phase, in words."""
        return self.view(state, UMPIRE).clock

    def steps_of(self, action: ActionT) -> tuple[str, ...]:
        """Return how an action is asked where there are too many: by its verb, then by unit, and so on.

        No two legal actions of a state have the same steps, and none has the beginning of another's.
        """
        return (line(action),)

    def picture(self, view: Any) -> Drawing | None:
        """Return a picture of what a view shows, if the ruleset can draw one."""
        return None

    def text_map(self, view: Any) -> str:
        """Return what a view shows as lines of text; "" if the ruleset draws none."""
        return ""

    # ------------------------------------------------------------------ what every game can

    def begin(
        self, scenario: ScenarioT, *, dice: DiceSource, choices: Policies | Decider | None = None
    ) -> Outcome[StateT]:
        """Begin a scenario.

        Raises:
            InvalidRequestError: If the scenario is malformed.
            IllegalRequestError: If a rule forbids it.
        """
        begun: Outcome[StateT] = self.ruleset.outcome(self.begin_request(scenario), dice=dice, choices=choices)
        return begun

    def play(
        self, state: StateT, action: ActionT, *, dice: DiceSource, choices: Policies | Decider | None = None
    ) -> Outcome[StateT]:
        """Carry out an action, without a record.

        Args:
            state: The state.
            action: The action.
            dice: Where the faces come from.
            choices: Who decides what is decided on the way; the rest take their documented default.

        Raises:
            InvalidRequestError: If state or action is malformed.
            IllegalRequestError: If the action is not legal.
            NeedsRuling: If the source is silent and nobody has said what holds.
        """
        played: Outcome[StateT] = self.ruleset.outcome(self.act_request(state, action), dice=dice, choices=choices)
        return played

    def verdict(self, state: StateT, action: ActionT) -> Verdict:
        """Say whether an action is legal, with every reason against it."""
        return self.ruleset.verdict(self.act_request(state, action))

    def odds(
        self, state: StateT, action: ActionT, *, choices: Policies | None = None, limits: Limits = Limits()
    ) -> Distribution[Any]:
        """Return the exact distribution of an action's results: `Ruleset.odds`."""
        return self.ruleset.odds(self.act_request(state, action), choices=choices, limits=limits)

    def session(self, state: StateT, action: ActionT, *, overrides: tuple[Override, ...] = ()) -> Session[Any]:
        """Begin an action, stopping at every throw and every decision: `Ruleset.begin`."""
        return self.ruleset.begin(self.act_request(state, action), overrides=overrides)

    def with_options(self, **changes: Any) -> Self:
        """Return this game with some options of its ruleset changed: `Ruleset.with_options`."""
        return attrs.evolve(self, ruleset=self.ruleset.with_options(**changes))

    def scenario(self, name: str) -> ScenarioT:
        """Return the scenario of that name that comes with the ruleset.

        Raises:
            UnknownNameError: If there is none.
        """
        if name not in self.scenarios:
            raise UnknownNameError("scenario", name, self.scenarios)
        made: ScenarioT = self.scenarios[name]()
        return made

    # ------------------------------------------------------------------ lines

    def read_action(self, text: str) -> ActionT:
        """Return the action that a line tells, legal or not.

        Raises:
            InvalidRequestError: If it tells none.
        """
        action: ActionT = read_line(text, self.action_types)
        return action

    def question(self, state: StateT, steps: tuple[str, ...] = ()) -> Decision[ActionAsked, Any]:
        """Return the decision what to do next. More than `MOST_ALTERNATIVES` actions are asked in steps.

        Args:
            state: A state in which a side acts.
            steps: What has been said of a large choice so far.

        Raises:
            ChoiceError: If no side has several actions to choose from.
        """
        actions = tuple(action for action in self.legal_actions(state) if self._begins(action, steps))
        if len(actions) < 2 or self.to_act(state) is None:
            said = f" that begin with {', '.join(steps)}" if steps else ""
            raise ChoiceError(f"nothing is to be chosen: there are {len(actions)} legal actions{said}")
        return self.asked(state, actions, steps)

    def asked(
        self, state: StateT, actions: tuple[ActionT, ...], steps: tuple[str, ...] = ()
    ) -> Decision[ActionAsked, Any]:
        """Return the decision between these actions: `question` for who knows them already."""
        side = self.to_act(state) or ""
        alternatives: tuple[Any, ...] = actions
        if len(actions) > MOST_ALTERNATIVES:
            told = [self.steps_of(action) for action in actions]
            steps = _in_common(min(told), max(told))  # and so all of them have that in common: it is not asked
            words = dict.fromkeys(each[len(steps)] for each in told if len(each) > len(steps))
            alternatives = tuple(words) or actions
        asked = ActionAsked(side=side, steps=steps, actions=actions, look=partial(self.view, state, side))
        return Decision(
            choice=self.action_choice, where="", alternatives=alternatives, default=alternatives[0], situation=asked
        )

    def _begins(self, action: ActionT, steps: tuple[str, ...]) -> bool:
        return not steps or self.steps_of(action)[: len(steps)] == steps

    @cached_property
    def action_choice(self) -> Choice[ActionAsked, Any]:
        """The choice of an action."""
        return Choice(
            "action",
            rule=self.action_rule,
            who="the side to act",
            about="What do you do?",
            default=lambda _, alternatives: alternatives[0],
            side=lambda asked: asked.side,
        )

    def meant(self, asked: Decision[ActionAsked, Any], answer: object) -> ActionT | str:
        """Return what an answer to the decision what to do next means: an action, or one step of it.

        Args:
            asked: The decision.
            answer: An alternative, its line, or any action that is still meant, as a value or a line.

        Raises:
            ChoiceError: If it is none of them.
        """
        with suppress(LookupError):
            meant: ActionT | str = alternative_meant(asked.alternatives, answer)
            return meant
        text = line(answer) if isinstance(answer, Action) else answer
        if isinstance(text, str):
            with suppress(InvalidRequestError):
                action: ActionT = self.read_action(text)
                if action in asked.situation.actions:
                    return action
        refused: ActionT | str = asked.alternative(answer)
        return refused

    # ------------------------------------------------------------------ states as documents

    def state_data(self, state: StateT) -> dict[str, Any]:
        """Return a state as plain data, ready for JSON."""
        from rcw_rules.wire import envelope, unstructure

        body = {"ruleset": unstructure(self.ruleset.identity), "state": unstructure(state, self.state_type)}
        return envelope(STATE_FORMAT, STATE_VERSION, body)

    def state_json(self, state: StateT) -> str:
        """Return a state as a JSON document that `load_state` reads back."""
        return dumps(self.state_data(state))

    def load_state(self, text: str | bytes) -> StateT:
        """Return the state of a JSON document that `state_json` wrote.

        Raises:
            InvalidRequestError: If it is no such document, or the state contradicts itself.
            WireVersionError: If another version of the library or of the rules wrote it.
        """
        from rcw_rules.wire import open_envelope, structure

        body = open_envelope(parse_json(text, "the state"), STATE_FORMAT, STATE_VERSION, {})
        problems = [Problem(f"$.{key}", "is missing") for key in ("ruleset", "state") if key not in body]
        problems += [Problem(f"$.{key}", "is not a key of a state") for key in body if key not in ("ruleset", "state")]
        if problems:
            raise InvalidRequestError(problems)
        identity = structure(body["ruleset"], RulesetIdentity, "$.ruleset")
        if identity.id != self.ruleset.id:
            message = f"the state is one of {show(identity.id, 'json')}, not of {self.ruleset.id}"
            raise InvalidRequestError([Problem("$.ruleset.id", message)])
        if identity.rules_version != self.ruleset.rules_version:
            raise WireVersionError(
                f"the state is one of version {identity.rules_version} of the rules of {self.ruleset.id}, and this "
                f"library plays version {self.ruleset.rules_version}"
            )
        state: StateT = structure(body["state"], self.state_type, "$.state")
        return state

    def digest(self, state: StateT) -> str:
        """Return the digest of a state: equal for equal states, on every machine."""
        from rcw_rules.wire import unstructure

        return digest_of_unstructured(unstructure(state, self.state_type))

    def require_scenario(self, scenario: ScenarioT) -> None:
        """Raise unless a scenario is well-formed and a game can begin with it.

        Raises:
            InvalidRequestError: If it is malformed.
            IllegalRequestError: If a rule forbids it.
        """
        validate(scenario)
        self.ruleset.check(self.begin_request(scenario))


def _in_common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return tuple(word for word, _ in same)
