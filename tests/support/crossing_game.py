"""A toy game that knows no ruleset of the library: two patrols and a ford.

Each side has patrols on a line of seven places. On its turn a side marches one of them a place on, shoots with one at
the nearest enemy within two places (a die, 5 or more; the owner decides who of his patrols there falls), or passes.
Red has one hidden patrol, which White sees once it has shot, or once Whites march against it and come no further. A
side that holds the ford at the end of the last turn wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules import Choice, Objection, Range, Request, Ruleset, Umpire, d6, procedure
from rcw_rules.games import Action, Game, GameResult, PlacePoints, Score, Standing, Victory, View, judge, score_of
from rcw_rules.kernel.errors import Problem
from rcw_rules.marks import NoOptions

Side = Literal["red", "white"]
FORD = 3
LAST_PLACE = 6


FORD_WINS = Victory(places=(PlacePoints(place="ford", points=1),), last_side_standing=True)


@frozen(kw_only=True, cache_hash=True)
class Patrol:
    """A patrol: its name, side, place, and whether it is hidden."""

    name: str
    side: Side
    place: Annotated[int, Range(0, LAST_PLACE)]
    is_hidden: bool = False


@frozen(kw_only=True, cache_hash=True)
class Crossing:
    """A scenario."""

    title: str = "The ford"
    patrols: tuple[Patrol, ...]
    turns: Annotated[int, Range(1, 200)] = 4
    victory: Victory = FORD_WINS

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield patrols that are listed twice, and what a victory names wrongly."""
        names = [patrol.name for patrol in self.patrols]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield Problem(f".patrols[{number}].name", f"{name!r} is listed twice")
        for problem in self.victory.wrong_names(("red", "white"), ("ford",)):
            yield Problem(f".victory{problem.path}", problem.message)


@frozen(kw_only=True, cache_hash=True)
class State:
    """A moment."""

    scenario: Crossing
    patrols: tuple[Patrol, ...]
    fallen: tuple[Patrol, ...] = ()
    turn: int = 1
    phase: Literal["dawn", "red", "white"] = "dawn"
    sun: Annotated[int, Range(0, 6)] = 0

    def of(self, side: str) -> tuple[Patrol, ...]:
        """Return the patrols of a side."""
        return tuple(patrol for patrol in self.patrols if patrol.side == side)


@frozen(kw_only=True, cache_hash=True)
class Dawn(Action):
    """The turn begins."""

    kind: ClassVar[str] = "dawn"
    words: ClassVar[str] = "begin the turn"


@frozen(kw_only=True, cache_hash=True)
class Pass(Action):
    """Nothing."""

    kind: ClassVar[str] = "pass"
    words: ClassVar[str] = "pass"


@frozen(kw_only=True, cache_hash=True)
class March(Action):
    """A patrol goes on, or back."""

    kind: ClassVar[str] = "march"
    words: ClassVar[str] = "march {patrol} to {place}"
    patrol: str
    place: int


@frozen(kw_only=True, cache_hash=True)
class Shoot(Action):
    """A patrol shoots at a place."""

    kind: ClassVar[str] = "shoot"
    words: ClassVar[str] = "shoot at {place} with {patrol}"
    place: int
    patrol: str


Move: TypeAlias = Dawn | Pass | March | Shoot


@frozen(kw_only=True, cache_hash=True)
class Done:
    """What came of it."""

    state: State
    events: tuple[str, ...] = ()


@frozen(kw_only=True, cache_hash=True)
class BeginRequest(Request[Done]):
    """A scenario to be begun."""

    scenario: Crossing


@frozen(kw_only=True, cache_hash=True)
class ActRequest(Request[Done]):
    """An action."""

    state: State
    action: Move


@frozen(kw_only=True)
class Casualty:
    """What the owner of a target sees."""

    side: str
    place: int


FALLS: Choice[Casualty, str] = Choice(
    "falls",
    rule="toy-fire",
    who="owner of the target",
    about="Who falls? Default: the first.",
    default=lambda _, alternatives: alternatives[0],
    side=lambda casualty: casualty.side,
    unit=lambda casualty: f"place {casualty.place}",
)


def ford(turns: int = 4) -> Crossing:
    """Return the scenario: two patrols a side, one of the Reds hidden."""
    return Crossing(
        patrols=(
            Patrol(name="1st Horse", side="red", place=1),
            Patrol(name="Scouts", side="red", place=2, is_hidden=True),
            Patrol(name="Cossacks", side="white", place=4),
            Patrol(name="Cadets, old", side="white", place=4),
        ),
        turns=turns,
    )


@procedure(
    "crossing.begin_game",
    title="How does it begin?",
    rules=("toy-set-up",),
    example=lambda: BeginRequest(scenario=ford()),
)
def begin_game(request: BeginRequest, umpire: Umpire[NoOptions]) -> Done:
    """Set the patrols up."""
    umpire.result("toy-set-up", "{title} begins", title=request.scenario.title)
    return Done(
        state=State(scenario=request.scenario, patrols=request.scenario.patrols), events=("The patrols are out.",)
    )


@procedure(
    "crossing.act",
    title="What comes of it?",
    rules=("toy-turn",),
    example=lambda: ActRequest(state=State(scenario=ford(), patrols=ford().patrols), action=Dawn()),
)
def act(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    """Carry out an action."""
    state, action = request.state, request.action
    match action:
        case Dawn():
            sun = umpire.roll(d6.sum(1), "sun", "toy-turn")
            return Done(state=evolve(state, phase="red", sun=sun), events=(f"The sun shows {sun}.",))
        case Pass():
            return Done(state=_next(state), events=(f"{state.phase.title()} waits.",))
        case March(patrol=name, place=place) if met := _hidden_at(state, place):
            seen = tuple(evolve(one, is_hidden=False) if one in met else one for one in state.patrols)
            return Done(state=_next(evolve(state, patrols=seen)), events=(f"{name} meets {met[0].name}.",))
        case March(patrol=name, place=place):
            moved = tuple(evolve(one, place=place) if one.name == name else one for one in state.patrols)
            return Done(state=_next(evolve(state, patrols=moved)), events=(f"{name} goes to {place}.",))
        case Shoot(patrol=name, place=place):
            return _shot(umpire, state, name, place)


def _hidden_at(state: State, place: int) -> tuple[Patrol, ...]:
    enemies = state.of("white" if state.phase == "red" else "red")
    return tuple(enemy for enemy in enemies if enemy.is_hidden and enemy.place == place)


def _shot(umpire: Umpire[NoOptions], state: State, name: str, place: int) -> Done:
    seen = tuple(evolve(one, is_hidden=False) if one.name == name else one for one in state.patrols)
    state = evolve(state, patrols=seen)
    if not umpire.roll(d6.check(at_least=5), f"shot of {name}", "toy-fire"):
        return Done(state=_next(state), events=(f"{name} misses.",))
    enemy = "white" if state.phase == "red" else "red"
    targets = tuple(one.name for one in state.of(enemy) if one.place == place)
    fallen = umpire.choose(FALLS, targets, Casualty(side=enemy, place=place))
    gone = next(one for one in state.patrols if one.name == fallen)
    left = tuple(one for one in state.patrols if one is not gone)
    state = evolve(state, patrols=left, fallen=(*state.fallen, gone))
    return Done(state=_next(state), events=(f"{name} hits: {fallen} falls.",))


@act.legality
def _legality(request: ActRequest, options: NoOptions) -> Iterator[Objection]:
    if request.action not in legal_moves(request.state):
        yield Objection(rule="toy-turn", message=f"{request.action} is not to be done now", path="$.action")


def _next(state: State) -> State:
    if state.phase == "red":
        return evolve(state, phase="white")
    return evolve(state, phase="dawn", turn=state.turn + 1)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return every legal action."""
    if outcome_of(state) is not None:
        return ()
    if state.phase == "dawn":
        return (Dawn(),)
    enemies = state.of("white" if state.phase == "red" else "red")
    found: list[Move] = [Pass()]
    for patrol in state.of(state.phase):
        found += [
            March(patrol=patrol.name, place=place)
            for place in (patrol.place - 1, patrol.place + 1)
            if 0 <= place <= LAST_PLACE and all(enemy.place != place or enemy.is_hidden for enemy in enemies)
        ]
        seen = [enemy for enemy in enemies if not enemy.is_hidden]
        near = sorted({abs(enemy.place - patrol.place) for enemy in seen})
        if near and near[0] <= 2:
            places = sorted({enemy.place for enemy in seen if abs(enemy.place - patrol.place) == near[0]})
            found += [Shoot(patrol=patrol.name, place=place) for place in places]
    return tuple(found)


def outcome_of(state: State) -> GameResult | None:
    """Return how it ended."""
    return judge(state.scenario.victory, standing_of(state), ("red", "white"), "toy-end")


def standing_of(state: State) -> Standing:
    """Return how things stand."""
    holders = {patrol.side for patrol in state.patrols if patrol.place == FORD}
    on_map = {side: len(state.of(side)) for side in ("red", "white")}
    return Standing(
        holds={"ford": next(iter(holders))} if len(holders) == 1 else {},
        on_map=on_map,
        is_over=state.turn > state.scenario.turns,
    )


@frozen(kw_only=True)
class Line(View):
    """What somebody sees: the patrols, and the sun."""

    patrols: tuple[Patrol, ...]
    sun: int


@frozen(kw_only=True, eq=False, slots=False)
class CrossingGame(Game[Crossing, State, Any]):
    """The toy."""

    scenario_type: ClassVar[type[Any]] = Crossing
    state_type: ClassVar[type[Any]] = State
    action_types: ClassVar[tuple[type[Any], ...]] = (Dawn, Pass, March, Shoot)
    action_rule: ClassVar[str] = "toy-turn"
    scenarios: ClassVar[Mapping[str, Any]] = {"ford": ford}

    def sides(self, scenario: Crossing) -> tuple[str, ...]:
        """Return the sides."""
        return ("red", "white")

    def begin_request(self, scenario: Crossing) -> Request[Any]:
        """Return the request."""
        return BeginRequest(scenario=scenario)

    def act_request(self, state: State, action: Any) -> Request[Any]:
        """Return the request."""
        return ActRequest(state=state, action=action)

    def to_act(self, state: State) -> str | None:
        """Return who acts."""
        return None if state.phase == "dawn" or outcome_of(state) is not None else state.phase

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        """Return all."""
        return legal_moves(state)

    def result(self, state: State) -> GameResult | None:
        """Return how it ended."""
        return outcome_of(state)

    def view(self, state: State, viewer: str) -> View:
        """Return what is seen: all but the hidden patrols of the others."""
        seen = tuple(one for one in state.patrols if not one.is_hidden or viewer in (one.side, "umpire"))
        clock = f"turn {state.turn}, {state.phase}"
        return Line(viewer=viewer, clock=clock, to_act=self.to_act(state), patrols=seen, sun=state.sun)

    def as_seen(self, state: State, side: str) -> State:
        """Return the state without the hidden patrols of the others."""
        seen = tuple(one for one in state.patrols if not one.is_hidden or one.side == side)
        return state if seen == state.patrols else evolve(state, patrols=seen)

    def measure(self, state: State, side: str) -> int:
        """Return patrols left, own minus the others, and two for the ford."""
        worth = {one: len(state.of(one)) for one in ("red", "white")}
        for one in worth:
            worth[one] += 2 * any(patrol.place == FORD for patrol in state.of(one))
        return worth[side] - sum(worth[one] for one in worth if one != side)

    def score(self, state: State) -> Score:
        """Return who has the ford."""
        return score_of(state.scenario.victory, standing_of(state))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Return the patrols."""
        return {"patrols": len(state.patrols) + len(state.fallen)}

    def steps_of(self, action: Any) -> tuple[str, ...]:
        """Return the verb, and the line."""
        return (action.kind, str(action))

    def text_map(self, view: Any) -> str:
        """Return the line of places."""
        places = [[one.name for one in view.patrols if one.place == place] for place in range(LAST_PLACE + 1)]
        return " | ".join(", ".join(names) or "." for names in places)


ruleset: Ruleset[NoOptions] = Ruleset(
    id="crossing",
    title="The ford",
    edition="1",
    rules_version=1,
    options=NoOptions(),
    procedures=(begin_game, act),
    choices=(FALLS,),
)

game = CrossingGame(ruleset=ruleset)
