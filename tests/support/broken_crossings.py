"""The toy game, broken on purpose in one way at a time, for `check_game` to find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import new_class
from typing import Any, ClassVar

from attrs import evolve, frozen
from crossing_game import (
    LAST_PLACE,
    ActRequest,
    CrossingGame,
    Dawn,
    Done,
    Line,
    March,
    Pass,
    Shoot,
    State,
    act,
    begin_game,
    game,
    legal_moves,
)

from rcw_rules import Choice, Objection, Ruleset, Umpire
from rcw_rules.games import Action, GameResult, Score, Scored, View
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.marks import NoOptions

Run = Callable[[ActRequest, Umpire[NoOptions]], Done]


def hidden_elsewhere(state: State, side: str) -> Iterator[State]:
    """Yield a state with the hidden patrols of the other side in every other place."""
    for number, one in enumerate(state.patrols):
        if one.is_hidden and one.side != side:
            for place in range(LAST_PLACE + 1):
                moved = evolve(one, place=place)
                yield evolve(state, patrols=(*state.patrols[:number], moved, *state.patrols[number + 1 :]))


def ruleset_with(run: Run, *, objects: Any = None, choices: tuple[Choice[Any, Any], ...] = ()) -> Ruleset[NoOptions]:
    """Return the ruleset of the toy with another way to carry actions out."""
    changed: Procedure[ActRequest, Done, NoOptions] = Procedure(
        run,
        id=act.id,
        title=act.title,
        rules=act.rules,
        example=lambda: ActRequest(state=State(scenario=game.scenario("ford"), patrols=()), action=Dawn()),
        request_type=ActRequest,
        outcome_type=Done,
    )
    changed.legality(objects or (lambda request, options: iter(act.verdict(request, options).objections)))
    return Ruleset(
        id="crossing",
        title="The ford",
        edition="1",
        rules_version=1,
        options=NoOptions(),
        procedures=(begin_game, changed),
        choices=choices or game.ruleset.choices,
    )


def broken(ruleset: Ruleset[NoOptions] = game.ruleset, **methods: Any) -> CrossingGame:
    """Return the toy with some methods replaced."""
    made: Any = new_class("Broken", (CrossingGame,), {}, lambda body: body.update(methods))
    return made(ruleset=ruleset)  # type: ignore[no-any-return]


# ------------------------------------------------------------------ what becomes of actions


def _frozen_clock(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    done = act.run(request, umpire)
    return evolve(done, state=evolve(done.state, turn=1))


def _stumbles(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    if isinstance(request.action, March) and request.action.place == 0:
        raise KeyError("place 0")
    return act.run(request, umpire)


def _forgets(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    done = act.run(request, umpire)
    return evolve(done, state=evolve(done.state, fallen=()))


def _dumb(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    return evolve(act.run(request, umpire), events=("",))


_SUNS = count()


def _remembers(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    done = act.run(request, umpire)
    return evolve(done, state=evolve(done.state, sun=next(_SUNS) % 7))


def _pace(side: str) -> Choice[Any, int]:
    return Choice(
        "pace", rule="toy-turn", who="owner", about="?", default=lambda _, every: every[0], side=lambda _: side
    )


def _asks(number: int, choice: Choice[Any, int]) -> Run:
    def run(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
        umpire.choose(choice, tuple(range(number)), None)
        return act.run(request, umpire)

    return run


def _asking(number: int, side: str) -> CrossingGame:
    choice = _pace(side)
    return broken(ruleset_with(_asks(number, choice), choices=(*game.ruleset.choices, choice)))


def _leaky(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    """Ask whoever does not act about the whole state."""
    other = "white" if request.state.phase == "red" else "red"
    umpire.choose(_pace(other), (1, 2), request.state)
    return act.run(request, umpire)


def _talkative(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    """Tell where everybody is, and then ask whoever does not act."""
    other = "white" if request.state.phase == "red" else "red"
    umpire.result("toy-turn", "everybody: {places}", places=str([one.place for one in request.state.patrols]))
    umpire.choose(_pace(other), (1, 2), None)
    return act.run(request, umpire)


def _rigged(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    """Ask about as many places as the patrols have gone."""
    other = "white" if request.state.phase == "red" else "red"
    umpire.choose(_pace(other), tuple(range(2 + sum(one.place for one in request.state.patrols))), None)
    return act.run(request, umpire)


def _boasts(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    done = act.run(request, umpire)
    return evolve(done, events=(*done.events, f"Everybody: {[one.place for one in done.state.patrols]}."))


def _told(run: Run) -> CrossingGame:
    return broken(ruleset_with(run, choices=(*game.ruleset.choices, _pace("white"))))


def _marches_seen(self: CrossingGame, state: State) -> tuple[Any, ...]:
    taken = {one.place for one in state.patrols if one.side != state.phase}
    return tuple(one for one in legal_moves(state) if not isinstance(one, March) or one.place not in taken)


SHELTERS: Choice[str, str | None] = Choice(
    "shelters",
    rule="toy-turn",
    who="owner",
    about="Where does whoever passes take shelter? None means nowhere. Default: in the wood.",
    default=lambda _, alternatives: alternatives[0],
    side=lambda side: side,
)


def _shelters(request: ActRequest, umpire: Umpire[NoOptions]) -> Done:
    done = act.run(request, umpire)
    if request.action != Pass():
        return done
    where = umpire.choose(SHELTERS, ("wood", None), request.state.phase)
    sun = 6 if where is None else done.state.sun
    return evolve(done, state=evolve(done.state, sun=sun), events=(f"{request.state.phase} goes to {where}.",))


sheltering = broken(ruleset_with(_shelters, choices=(*game.ruleset.choices, SHELTERS)))
"""Not broken: with a decision of which None is an alternative, and not the default."""


def _objects(message: str, rule: str) -> Any:
    def objections(request: ActRequest, options: NoOptions) -> Iterator[Objection]:
        if request.action not in legal_moves(request.state):
            yield Objection(rule=rule, message=message, path="$.action")

    return objections


# ------------------------------------------------------------------ what is listed and told


@frozen(kw_only=True, cache_hash=True)
class Detour(Action):
    """Reads as a march does."""

    kind: ClassVar[str] = "detour"
    words: ClassVar[str] = "march {patrol} {way} {place}"
    patrol: str
    way: str
    place: int


def _many_marches(self: CrossingGame, state: State) -> tuple[Any, ...]:
    moves = legal_moves(state)
    return moves if len(moves) < 2 else (*moves, *(March(patrol="Nobody", place=place) for place in range(-250, -1)))


_TURNS = count()


def _restless(self: CrossingGame, state: State) -> tuple[Any, ...]:
    moves = legal_moves(state)
    return moves if next(_TURNS) % 2 else moves[::-1]


class Unordered(CrossingGame):
    """Lists actions as a set has them."""

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        """Return all, in the order of a set."""
        return tuple(set(legal_moves(state)))


unordered = Unordered(ruleset=game.ruleset)


def _everything(self: CrossingGame, state: State, viewer: str) -> View:
    clock = f"turn {state.turn}, {state.phase}"
    return Line(viewer=viewer, clock=clock, to_act=self.to_act(state), patrols=state.patrols, sun=state.sun)


@frozen(kw_only=True)
class Sketch(View):
    """A view with what JSON has no word for."""

    ink: Any


def _with_view(**changes: Any) -> CrossingGame:
    return broken(view=lambda self, state, viewer: evolve(game.view(state, viewer), **changes))


def _result(self: CrossingGame, state: State) -> GameResult | None:
    real = game.result(state)
    return None if real is None else GameResult(winner="blue", reason=" ", rule="")


def _over_at_once(self: CrossingGame, state: State) -> GameResult | None:
    return GameResult(winner=None, reason="nobody came", rule="toy-end")


def _loaded(self: CrossingGame, text: str) -> State:
    return evolve(game.load_state(text), sun=6)


def _never(state: State, side: str) -> Iterator[State]:
    yield state


def _half(state: State) -> tuple[Any, ...]:
    moves = legal_moves(state)
    return moves if len(moves) < 3 else moves[:-1]


BROKEN: Mapping[str, tuple[CrossingGame, str, Mapping[str, Any]]] = {
    "no end": (broken(ruleset_with(_frozen_clock)), "has not ended after 40 events", {"most": 40}),
    "an error in act": (broken(ruleset_with(_stumbles)), "KeyError: 'place 0'", {}),
    "illegal listed": (
        broken(legal_actions=lambda self, state: (*legal_moves(state), Pass())[: 9 * bool(legal_moves(state))]),
        "legal_actions lists 'pass' twice",
        {},
    ),
    "refused listed": (
        broken(verdict=lambda self, state, action: game.verdict(state, Dawn())),
        "legal_actions lists 'pass', which is refused",
        {},
    ),
    "legal unlisted": (
        broken(legal_actions=lambda self, state: _half(state)),
        "is allowed, and legal_actions does not list it",
        {"unlisted": 60},
    ),
    "no reason": (broken(ruleset_with(act.run, objects=_objects(" ", "toy-turn"))), "is refused without a reason", {}),
    "no rule": (broken(ruleset_with(act.run, objects=_objects("no", ""))), "cites the rule ''", {}),
    "refused but carried out": (
        broken(
            ruleset_with(act.run, objects=lambda request, options: iter(())),
            verdict=lambda self, state, action: game.verdict(state, action),
        ),
        "is refused by verdict, and play carries it out",
        {},
    ),
    "not conserved": (broken(ruleset_with(_forgets)), "patrols is not conserved", {"games": 30}),
    "JSON": (broken(load_state=_loaded), "the state is another after a trip through JSON", {}),
    "a hash seed": (unordered, "goes otherwise in a process with another hash seed", {"processes": 2}),
    "nowhere else": (broken(), "no other process can find the game", {"processes": 2}),
    "a view that leaks": (broken(view=_everything), "depends on what that side cannot see", {"hide": hidden_elsewhere}),
    "as_seen that leaks": (
        broken(as_seen=lambda self, state, side: evolve(state, sun=0)),
        "as_seen tells white what that side cannot see",
        {"hide": hidden_elsewhere},
    ),
    "no as_seen": (
        broken(as_seen=lambda self, state, side: state),
        "as_seen tells white what that side cannot see",
        {"hide": hidden_elsewhere},
    ),
    "actions that leak": (
        broken(legal_actions=_marches_seen),
        "legal_actions tells white what that side cannot see",
        {"hide": hidden_elsewhere, "games": 10},
    ),
    "a question that leaks": (_told(_leaky), "tells white by its situation", {"hide": hidden_elsewhere}),
    "steps that leak": (_told(_talkative), "tells white by its known", {"hide": hidden_elsewhere}),
    "alternatives that leak": (_told(_rigged), "tells white by its alternatives", {"hide": hidden_elsewhere}),
    "events that leak": (
        broken(ruleset_with(_boasts)),
        "the events of 'pass' tell white what that side cannot see",
        {"hide": hidden_elsewhere},
    ),
    "nothing hidden": (broken(), "hide changed nothing", {"hide": _never}),
    "a view of another": (_with_view(viewer="red"), "the view of white says that 'red' looks", {}),
    "a view with another to act": (_with_view(to_act="red"), "says that 'white' looks and 'red' acts", {}),
    "a view that no program elsewhere can read": (
        broken(view=lambda self, state, viewer: Sketch(viewer=viewer, clock="-", to_act=self.to_act(state), ink={7})),
        "the view of red as JSON: TypeError",
        {},
    ),
    "no view": (broken(view=lambda self, state, viewer: {}), "is a dict, not a View", {}),
    "memory": (broken(ruleset_with(_remembers)), "leads to another state", {}),
    "text": (
        broken(action_types=(Dawn, Pass, Detour, March, Shoot)),
        "reads back as another action",
        {},
    ),
    "no owner": (_asking(2, ""), "belongs to 'owner': let side= of its choice return red or white or umpire", {}),
    "another owner": (_asking(2, "blue"), "belongs to 'blue'", {}),
    "many alternatives": (_asking(201, "umpire"), "has 201 alternatives", {"games": 1, "states": 1}),
    "many actions": (
        broken(legal_actions=_many_marches, steps_of=lambda self, action: (str(action),)),
        "alternatives are offered: let steps_of ask in smaller steps",
        {"games": 1, "states": 2},
    ),
    "many actions that cannot be told": (
        broken(legal_actions=_many_marches, steps_of=lambda self, action: ("do", "it")),
        "alternatives are offered: let steps_of ask in smaller steps",
        {"games": 1, "states": 2},
    ),
    "many actions, some out of reach": (
        broken(
            legal_actions=_many_marches,
            steps_of=lambda self, action: (
                (action.kind,) if action == Pass() else ("pass", str(action)[:8], str(action))
            ),
        ),
        "1 actions cannot be reached in steps",
        {"games": 1, "states": 2},
    ),
    "restless": (broken(legal_actions=_restless), "or in another order, when it is asked again", {}),
    "over, but going on": (
        broken(result=_over_at_once),
        "the game is over, but nobody acts and 1 actions are listed",
        {},
    ),
    "nobody, but a choice": (
        broken(to_act=lambda self, state: None),
        "the game goes on by itself, but 5 actions are listed",
        {},
    ),
    "a stranger": (broken(to_act=lambda self, state: "blue"), "'blue' acts, which is no side", {}),
    "nothing to do": (
        broken(legal_actions=lambda self, state: ()),
        "the game goes on by itself, but 0 actions are listed",
        {},
    ),
    "stuck": (
        broken(legal_actions=lambda self, state: legal_moves(state) if state.phase == "dawn" else ()),
        "red acts, but no action is listed",
        {},
    ),
    "measure": (broken(measure=lambda self, state, side: float("nan")), "measure is nan for red", {}),
    "measure yes": (broken(measure=lambda self, state, side: True), "measure is True for red", {}),
    "a winner from elsewhere": (broken(result=_result), "the winner is 'blue', which is no side", {}),
    "no reason to win": (broken(result=_result), "the result has no reason", {}),
    "no rule to win": (broken(result=_result), "the result cites the rule ''", {}),
    "dumb": (broken(ruleset_with(_dumb)), "its events are ('',)", {}),
    "another score": (
        broken(score=lambda self, state: Score(rows=(Scored(what="ford", side="red", points=7),))),
        "score counts [('red', 7), ('white', 0)] at the end",
        {},
    ),
    "one side": (broken(sides=lambda self, scenario: ("red",)), "its sides are ('red',)", {}),
    "the umpire's side": (
        broken(sides=lambda self, scenario: ("red", "umpire")),
        "its sides are ('red', 'umpire')",
        {},
    ),
    "no scenarios": (broken(scenarios={}), "has no scenario", {}),
    "no set-up": (
        broken(begin_request=lambda self, scenario: 1 / 0),
        "ZeroDivisionError",
        {},
    ),
}
"""Each with what the finding says, and how it is looked for."""
