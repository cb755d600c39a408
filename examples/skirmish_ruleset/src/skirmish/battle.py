"""The game: squads on a road, and what a side can do with them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules import Objection, Range, Request, Umpire, procedure
from rcw_rules.games import Action, Game, GameResult, View
from rcw_rules.kernel.errors import Problem
from skirmish.model import Options, Squad
from skirmish.shooting import ShootingRequest

SIDES = ("blue", "grey")
Place = Annotated[int, Range(0, 36)]


@frozen(kw_only=True, cache_hash=True)
class Post:
    """A squad on the road.

    Attributes:
        squad: The squad.
        place: How many inches it is from the western end.
        acted: Whether it has advanced or fired this turn.
    """

    squad: Squad
    place: Place
    acted: bool = False


@frozen(kw_only=True, cache_hash=True)
class Scenario:
    """Where a game begins.

    Attributes:
        posts: The squads of both sides.
        turns: How many turns there are.
    """

    posts: tuple[Post, ...]
    turns: Annotated[int, Range(1, 20)] = 6

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield squads that have the number of another."""
        names = [(post.squad.side, post.squad.number) for post in self.posts]
        for at, name in enumerate(names):
            if name in names[:at]:
                yield Problem(f".posts[{at}].squad.number", f"{name[0]} has two squads {name[1]}")


@frozen(kw_only=True, cache_hash=True)
class State:
    """A moment of a game.

    Attributes:
        posts: The squads that are left.
        gone: How many figures fell, ran or surrendered.
        side: Whose turn it is.
        turn: Which turn it is.
        turns: How many there are.
    """

    posts: tuple[Post, ...]
    gone: int = 0
    side: Literal["blue", "grey"] = "blue"
    turn: int = 1
    turns: int = 6

    def find(self, side: str, number: int) -> Post | None:
        """Return a squad; None if it is not there."""
        return next((post for post in self.posts if (post.squad.side, post.squad.number) == (side, number)), None)

    def figures(self, side: str) -> int:
        """Return how many figures a side has."""
        return sum(post.squad.figures for post in self.posts if post.squad.side == side)


@frozen(kw_only=True, cache_hash=True)
class Advance(Action):
    """A squad goes along the road.

    Attributes:
        squad: Its number.
        place: Where it goes.
    """

    kind: ClassVar[str] = "advance"
    words: ClassVar[str] = "advance {squad} to {place}"
    squad: int
    place: int


@frozen(kw_only=True, cache_hash=True)
class Fire(Action):
    """A squad fires.

    Attributes:
        squad: Its number.
        target: The number of the enemy squad.
    """

    kind: ClassVar[str] = "fire"
    words: ClassVar[str] = "fire {squad} at {target}"
    squad: int
    target: int


@frozen(kw_only=True, cache_hash=True)
class Done(Action):
    """The other side is to go on."""

    kind: ClassVar[str] = "done"
    words: ClassVar[str] = "done"


Move: TypeAlias = Advance | Fire | Done


@frozen(kw_only=True)
class Outcome:
    """What came of it.

    Attributes:
        state: The state afterwards.
        events: What happened, in sentences.
    """

    state: State
    events: tuple[str, ...]


@frozen(kw_only=True, cache_hash=True)
class BeginRequest(Request[Outcome]):
    """A game to be begun.

    Attributes:
        scenario: Where it begins.
    """

    scenario: Scenario


@frozen(kw_only=True, cache_hash=True)
class ActRequest(Request[Outcome]):
    """An action to be carried out.

    Attributes:
        state: The state before.
        action: What the side does.
    """

    state: State
    action: Move


def road() -> Scenario:
    """Return the scenario that comes with the rules: two squads a side, 24 inches apart."""
    blue = (Squad(figures=8, number=1), Squad(figures=6, number=2))
    grey = (Squad(figures=7, number=1, side="grey", cover="hedge"), Squad(figures=7, number=2, side="grey"))
    places = zip((*blue, *grey), (6, 6, 30, 30), strict=True)
    return Scenario(posts=tuple(Post(squad=squad, place=place) for squad, place in places))


@procedure(
    "skirmish.begin_game",
    title="How does the game begin?",
    rules=("turn-order",),
    example=lambda: BeginRequest(scenario=road()),
)
def begin_game(request: BeginRequest, umpire: Umpire[Options]) -> Outcome:
    """Put the squads on the road. Blue begins."""
    umpire.result("turn-order", "blue begins")
    state = State(posts=request.scenario.posts, turns=request.scenario.turns)
    return Outcome(state=state, events=("The squads are on the road. Blue begins.",))


@procedure(
    "skirmish.act",
    title="How does this action turn out?",
    rules=("turn-order",),
    example=lambda: ActRequest(state=State(posts=road().posts), action=Fire(squad=1, target=2)),
)
def act(request: ActRequest, umpire: Umpire[Options]) -> Outcome:
    """Move the squad, let it fire, or go on to the other side.

    Rules: turn-order, advance.
    """
    state, action = request.state, request.action
    if isinstance(action, Done):
        return _done(state, umpire)
    post = state.find(state.side, action.squad)
    assert post is not None  # it is legal
    if isinstance(action, Advance):
        moved = evolve(post, place=action.place, acted=True)
        umpire.result(
            "advance", "{side} {squad} is at {place}", side=state.side, squad=action.squad, place=action.place
        )
        told = f"{state.side} {action.squad} goes to {action.place}."
        return Outcome(state=_with(state, {post: moved}), events=(told,))
    return _fire(state, post, action.target, umpire)


def _fire(state: State, post: Post, number: int, umpire: Umpire[Options]) -> Outcome:
    target = state.find(_other(state.side), number)
    assert target is not None  # it is legal
    distance = max(1, abs(target.place - post.place))
    volley = umpire.resolve(
        ShootingRequest(shooters=post.squad.figures, distance=distance, target=target.squad), "volley"
    )
    left = target.squad.figures - volley.fallen
    result = "is wiped out" if not left else "stands" if volley.morale is None else volley.morale.result
    stands = result == "stands"
    after = evolve(target, squad=evolve(target.squad, figures=left)) if stands else None
    gone = state.gone + (volley.fallen if stands else target.squad.figures)
    told = f"{volley.fallen} of {target.squad.side} {number} fall, and it {result}."
    return Outcome(
        state=evolve(_with(state, {post: evolve(post, acted=True), target: after}), gone=gone), events=(told,)
    )


def _done(state: State, umpire: Umpire[Options]) -> Outcome:
    side: Literal["blue", "grey"] = "grey" if state.side == "blue" else "blue"
    turn = state.turn + (side == "blue")
    umpire.result("turn-order", "{side} goes on", side=side)
    posts = tuple(evolve(post, acted=False) for post in state.posts)
    return Outcome(state=evolve(state, side=side, turn=turn, posts=posts), events=(f"{side} goes on.",))


def _with(state: State, changes: Mapping[Post, Post | None]) -> State:
    posts = (changes.get(post, post) for post in state.posts)
    return evolve(state, posts=tuple(post for post in posts if post is not None))


def _other(side: str) -> str:
    return "grey" if side == "blue" else "blue"


@act.legality
def not_now(request: ActRequest, options: Options) -> Iterator[Objection]:
    """Object to what the side to act cannot do.

    Rules: turn-order, advance, fire-range, victory.
    """
    found = objection(request.state, request.action)
    if found is not None:
        yield found


def objection(state: State, action: Move) -> Objection | None:
    """Return why an action is not legal; None if it is."""
    if result_of(state) is not None:
        return Objection(rule="victory", message="the game is over", path="$.action")
    if isinstance(action, Done):
        return None
    post = state.find(state.side, action.squad)
    if post is None or post.acted:
        message = f"{state.side} {action.squad} " + ("has acted this turn" if post else "is not on the road")
        return Objection(rule="turn-order", message=message, path="$.action.squad")
    if isinstance(action, Fire):
        target = state.find(_other(state.side), action.target)
        if target is None:
            return Objection(rule="turn-order", message=f"there is no squad {action.target}", path="$.action.target")
        if abs(target.place - post.place) > 24:
            return Objection(rule="fire-range", message="rifles reach 24 inches", path="$.action.target")
        return None
    enemies = {enemy.place for enemy in state.posts if enemy.squad.side != state.side}
    if abs(action.place - post.place) not in (3, 6) or not 0 <= action.place <= 36 or action.place in enemies:
        message = f"{state.side} {action.squad} cannot go to {action.place}: 3 or 6 inches along the road, to no enemy"
        return Objection(rule="advance", message=message, path="$.action.place")
    return None


def result_of(state: State) -> GameResult | None:
    """Return how the game ended; None while it goes on.

    Rules: victory.
    """
    points = tuple((side, state.figures(side)) for side in SIDES)
    (_, blue), (_, grey) = points
    if blue and grey and state.turn <= state.turns:
        return None
    winner = None if blue == grey else "blue" if blue > grey else "grey"
    return GameResult(winner=winner, reason=f"blue has {blue} figures, grey {grey}", rule="victory", points=points)


@frozen(kw_only=True)
class Sight(View):
    """What everybody sees.

    Attributes:
        posts: The squads on the road.
    """

    posts: tuple[Post, ...]


@frozen(kw_only=True, eq=False, slots=False)
class Skirmish(Game[Scenario, State, Move]):
    """Whole games of the skirmish. The measure is the difference in figures."""

    scenario_type: ClassVar[type[Any]] = Scenario
    state_type: ClassVar[type[Any]] = State
    action_types: ClassVar[tuple[type[Any], ...]] = (Done, Advance, Fire)
    action_rule: ClassVar[str] = "turn-order"
    scenarios: ClassVar[Mapping[str, Callable[[], Any]]] = {"road": road}

    def sides(self, scenario: Scenario) -> tuple[str, ...]:
        """Return blue and grey."""
        return SIDES

    def begin_request(self, scenario: Scenario) -> BeginRequest:
        """Return the request that begins a scenario."""
        return BeginRequest(scenario=scenario)

    def act_request(self, state: State, action: Move) -> ActRequest:
        """Return the request of an action."""
        return ActRequest(state=state, action=action)

    def to_act(self, state: State) -> str | None:
        """Return whose turn it is."""
        return None if result_of(state) else state.side

    def legal_actions(self, state: State) -> tuple[Move, ...]:
        """Return every legal action: done, then squad by squad where it can go and at whom it can fire."""
        own = [post for post in state.posts if post.squad.side == state.side]
        others = [post.squad.number for post in state.posts if post.squad.side != state.side]
        found: list[Move] = [Done()]
        for post in own:
            number = post.squad.number
            found += [Advance(squad=number, place=post.place + step) for step in (-6, -3, 3, 6)]
            found += [Fire(squad=number, target=target) for target in others]
        return tuple(action for action in found if objection(state, action) is None)

    def result(self, state: State) -> GameResult | None:
        """Return how the game ended."""
        return result_of(state)

    def view(self, state: State, viewer: str) -> Sight:
        """Return what a side sees: everything."""
        clock = f"turn {state.turn} of {state.turns}, {state.side}"
        return Sight(viewer=viewer, clock=clock, to_act=self.to_act(state), posts=state.posts)

    def measure(self, state: State, side: str) -> int:
        """Return how many figures a side has more than the other."""
        return state.figures(side) - state.figures(_other(side))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Return the figures, wherever they are."""
        return {"figures": sum(map(state.figures, SIDES)) + state.gone}

    def text_map(self, view: Sight) -> str:
        """Return the road as lines of text, from west to east."""
        posts = sorted(view.posts, key=lambda post: post.place)
        return "\n".join(
            f"{post.place:2} {post.squad.side} {post.squad.number}: {post.squad.figures}" for post in posts
        )
