"""Test the game of a ruleset against what the library promises of every game.

    def test_the_game():
        report = check_game(game)
        assert report.games >= 20

`rcw_rules.testing.check_ruleset` does the same for single procedures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Generic, TypeVar, cast

import attrs

from rcw_rules.games.checks_elsewhere import Elsewhere, Replayed
from rcw_rules.games.checks_hidden import leaks
from rcw_rules.games.game import MOST_ALTERNATIVES, UMPIRE, Action, Game, View
from rcw_rules.games.lines import line
from rcw_rules.games.match import Match
from rcw_rules.games.random_games import RandomDecider, RandomEvent, random_game, strange
from rcw_rules.games.victory import GameResult
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError, RulesError
from rcw_rules.kernel.plain import plain
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.sources import SeededDice

__all__ = ["GameReport", "check_game"]

StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Action)
ScenarioT = TypeVar("ScenarioT")

_TOLD_OF_EACH = 3
"""How many findings of one kind are told."""

_PLAYED_AGAIN = 3
"""How many games of a scenario are played again as a match, and in other processes."""

_MOST_TAKEN_BACK = 40
"""How many answers of a match are taken back and given again."""

_MOST_HIDDEN = 3
"""How many states that hide something otherwise, and actions in each, are tried to see what a side is asked."""

_MOST_REMEMBERED = 400
"""How many actions of other states are kept to be tried."""


@attrs.frozen(kw_only=True)
class GameReport:
    """What a check of a game has tried.

    Attributes:
        games: How many random games were played to their end.
        events: How many events they had, the set-ups counted.
        states: How many of their states were looked at closely.
        actions: How many listed actions were judged and carried out.
        refused: How many actions that are not listed were tried.
        decisions: How many decisions were met inside actions.
        hidden: How many pairs of states were compared that differ in what a side does not see.
        handed: How many questions inside actions were compared between such states.
        undone: How many answers were taken back and given again.
        elsewhere: How many events were compared with other processes.
    """

    games: int = 0
    events: int = 0
    states: int = 0
    actions: int = 0
    refused: int = 0
    decisions: int = 0
    hidden: int = 0
    handed: int = 0
    undone: int = 0
    elsewhere: int = 0


def check_game(
    game: Game[ScenarioT, StateT, ActionT],
    *,
    scenarios: Mapping[str, ScenarioT] | None = None,
    games: int = 20,
    states: int = 3,
    unlisted: int = 40,
    seed: int = 0,
    most: int = 5_000,
    hide: Callable[[StateT, str], Iterable[StateT]] | None = None,
    lists_all: bool = True,
    processes: int = 2,
) -> GameReport:
    """Check that a game keeps what every game promises.

    It plays random games of every scenario, and checks:

    - Every game ends. In every state `to_act`, `legal_actions` and `result` agree, no action is listed twice, `measure`
      is a number for every side, and `conserved` says the same as at the beginning.
    - Every decision belongs to a side or to the umpire, and has at most 200 alternatives.
    - Some states are looked at closely. Every view of them can be written as JSON. They survive a trip through JSON and
      list the same actions again. Every listed action reads back from its line, is allowed and can be carried out;
      others are refused with a rule and a reason.
    - With *hide*, nothing that a side is handed depends on what it cannot see.
    - Answers that are taken back and given again lead to the same states.
    - Two other processes with other hash seeds play the same games.

    Args:
        game: The game, an attribute of a module that another process can import.
        scenarios: The scenarios to play, by name; None for those that come with the ruleset.
        games: How many games to play of each scenario.
        states: How many states of each game to look at closely.
        unlisted: How many actions that are not listed to try in each of these.
        seed: The seed of everything that is random.
        most: How many events a game may have.
        hide: Returns, for a state and a side, states that differ from it only in what that side cannot see. Everything
            that the side is handed must then be equal: its views, its legal actions, what it may believe, and what it
            is asked inside actions. None if nothing is hidden.
        lists_all: Whether `legal_actions` lists every legal action. Otherwise, as on a table in inches, one that is not
            listed may be legal, and can then be carried out.
        processes: How many other processes play the first three games of each scenario again.

    Returns:
        How much was tried.

    Raises:
        AssertionError: If anything is wrong; the message lists all of it.
    """
    check = _Check(
        game=game,
        games=games,
        states=states,
        unlisted=unlisted,
        seed=seed,
        most=most,
        hide=hide,
        lists_all=lists_all,
        processes=processes,
    )
    found = check.run(scenarios)
    if found:
        raise AssertionError(f"{game.ruleset.id}: " + "\n".join(("", *found)))
    return check.report


@attrs.define(kw_only=True, eq=False)
class _Check(Generic[ScenarioT, StateT, ActionT]):
    """A check on its way."""

    game: Game[ScenarioT, StateT, ActionT]
    games: int
    states: int
    unlisted: int
    seed: int
    most: int
    hide: Callable[[StateT, str], Iterable[StateT]] | None
    lists_all: bool
    processes: int
    report: GameReport = attrs.field(factory=GameReport)
    _found: dict[str, list[str]] = attrs.field(factory=dict[str, list[str]])
    _met: dict[ActionT, None] = attrs.field(factory=dict[Any, None])
    _hid: bool = False
    _place: str = ""
    _sides: tuple[str, ...] = ()
    _kept: Mapping[str, int] = attrs.field(factory=dict[str, int])
    _events: list[str] = attrs.field(factory=list[str])

    # ------------------------------------------------------------------ the whole

    def run(self, scenarios: Mapping[str, ScenarioT] | None) -> list[str]:
        """Check everything, and return what was found."""
        if scenarios is None:
            scenarios = {name: self.game.scenario(name) for name in self.game.scenarios}
        if not scenarios:
            self.tell("scenarios", "has no scenario: give it one, or pass scenarios=")
        again = self.seeds(min(self.games, _PLAYED_AGAIN))
        elsewhere = Elsewhere.asked(self.game, scenarios, again, self.most, self.processes)
        if isinstance(elsewhere, str):
            self.tell("elsewhere", elsewhere)
        played: list[list[str]] = []
        for name, scenario in scenarios.items():
            self._place = name
            self._sides = ()
            with self.guarded():
                self._sides = self.game.sides(scenario)
                self.check_sides()
            for number in self.seeds(self.games):
                self.play(name, scenario, number)
                if number in again:
                    played.append(self._events)
            self._place = name
            with self.guarded():
                for number in again:
                    self.take_back(scenario, number)
        if self.hide is not None and not self._hid:
            self.tell("view", "hide changed nothing in any state: let it change what a side cannot see")
        if not isinstance(elsewhere, str):
            self.compare(elsewhere.ended(), played, scenarios)
        return [*self.told()]

    def seeds(self, count: int) -> range:
        return range(self.seed, self.seed + count)

    def told(self) -> Iterator[str]:
        for found in self._found.values():
            yield from found[:_TOLD_OF_EACH]
            if len(found) > _TOLD_OF_EACH:
                yield f"... and {len(found) - _TOLD_OF_EACH} more like the last one"

    def tell(self, kind: str, message: str) -> None:
        found = self._found.setdefault(kind, [])
        told = f"{self._place}: {message}" if self._place else message
        if told not in found:
            found.append(told)

    @contextmanager
    def guarded(self, what: str = "") -> Generator[None, None, None]:
        """Turn whatever a ruleset raises into a finding."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever a ruleset does wrong is a finding
            said = " ".join(str(error).split())
            told = said if isinstance(error, RulesError) and said else f"{type(error).__name__}: {said}"
            self.tell("error", f"{what}: {told}" if what else told)

    def count(self, **more: int) -> None:
        self.report = attrs.evolve(self.report, **{name: getattr(self.report, name) + n for name, n in more.items()})

    # ------------------------------------------------------------------ one game

    def check_sides(self) -> None:
        sides = self._sides
        if len(sides) < 2 or len(set(sides)) < len(sides) or UMPIRE in sides or "" in sides:
            self.tell("sides", f"its sides are {sides!r}: name two or more, none twice and none {UMPIRE!r}")

    def play(self, name: str, scenario: ScenarioT, number: int) -> None:
        """Play a random game to its end, and look at some of its states."""
        where = f"{name}, seed {number}"
        self._events, self._place = [], where
        decider = RandomDecider(number, self.check_decision)
        kept: list[tuple[int, StateT]] = []
        picks = random.Random(f"rcw-check-1|{number}")
        ply = 0
        with self.guarded():
            for event in random_game(self.game, scenario, number, self.most, decider):
                self._place = f"{where}, event {event.number}" + (f", after {event.action}" if event.action else "")
                self._events.append(event.digest)
                self.check_state(event)
                ply = event.number
                # A sample of all states, each with the same chance to be in it.
                if len(kept) < self.states:
                    kept.append((ply, event.state))
                elif picks.random() * ply < self.states:
                    kept[int(picks.random() * self.states)] = (ply, event.state)
                if event.result is not None:
                    self.count(games=1)
                    kept.append((ply, event.state))
                    break
            else:
                self.tell("end", f"the game has not ended after {self.most} events")
        self.count(events=ply)
        for at, state in kept:
            self._place = f"{where}, event {at}"
            with self.guarded():
                self.look_at(state, picks)

    def check_decision(self, decision: Decision[Any, Any]) -> None:
        self.count(decisions=1)
        told = f"the decision {decision.choice.id}"
        if self._sides and decision.owner not in (*self._sides, UMPIRE):
            known = " or ".join((*self._sides, UMPIRE))
            self.tell("owner", f"{told} belongs to {decision.owner!r}: let side= of its choice return {known}")
        if len(decision.alternatives) > MOST_ALTERNATIVES:
            number = len(decision.alternatives)
            self.tell("many", f"{told} has {number} alternatives: ask in steps above {MOST_ALTERNATIVES}")

    def check_state(self, event: RandomEvent[StateT, ActionT]) -> None:
        """Check what is cheap enough to be checked of every state."""
        game, state, actions = self.game, event.state, event.actions
        hash(state)
        for message in strange(event, self._sides):
            self.tell("agree", message)
        if len(set(actions)) < len(actions):
            twice = next(action for number, action in enumerate(actions) if action in actions[:number])
            self.tell("twice", f"legal_actions lists {line(twice)!r} twice")
        for action in actions:
            if len(self._met) < _MOST_REMEMBERED:
                self._met.setdefault(action)
        kept = game.conserved(state)
        if event.number == 1:
            self._kept = dict(kept)
        self.check_conserved(kept, "")
        for side in self._sides:
            worth = cast("object", game.measure(state, side))
            if isinstance(worth, bool) or not isinstance(worth, int | Fraction):
                self.tell("measure", f"measure is {worth!r} for {side}: return an int or a Fraction")
        score = game.score(state)
        if event.result is not None:
            self.check_result(event.result)
            now = [(side, sum(row.points for row in score.rows if row.side == side)) for side in self._sides]
            if score.rows and event.result.points and dict(event.result.points) != dict(now):
                self.tell("score", f"score counts {now} at the end, and the result {list(event.result.points)}")

    def check_conserved(self, kept: Mapping[str, int], after: str) -> None:
        for name in {**self._kept, **kept}:
            if self._kept.get(name) != kept.get(name):
                told = f"{name} is not conserved{after}: it was {self._kept.get(name)}, and is {kept.get(name)}"
                self.tell("conserved", told)

    def check_result(self, result: GameResult) -> None:
        if result.winner is not None and result.winner not in self._sides:
            self.tell("result", f"the winner is {result.winner!r}, which is no side")
        if not result.reason.strip():
            self.tell("result", "the result has no reason")
        self.check_rule("result", "the result", result.rule)

    def check_rule(self, kind: str, what: str, rule: str) -> None:
        ruleset = self.game.ruleset
        if not rule or (ruleset.package and rule not in ruleset.rules):
            self.tell(kind, f"{what} cites the rule {rule!r}, which is not in the index")

    # ------------------------------------------------------------------ one state, closely

    def look_at(self, state: StateT, picks: random.Random) -> None:
        self.count(states=1)
        game = self.game
        actions = game.legal_actions(state)
        if game.legal_actions(state) != actions:
            self.tell("same", "legal_actions lists other actions, or in another order, when it is asked again")
        again = game.load_state(game.state_json(state))
        if again != state or hash(again) != hash(state) or game.digest(again) != game.digest(state):
            self.tell("json", "the state is another after a trip through JSON: let its fields alone say what it is")
        elif game.legal_actions(again) != actions:
            self.tell("json", "legal_actions lists other actions of the same state after a trip through JSON")
        self.check_views(state)
        self.check_hidden(state, actions, picks)
        self.check_steps(state, actions)
        for action in actions:
            self.check_listed(state, action)
        for action in self.others(actions, picks):
            self.check_unlisted(state, action)

    def check_views(self, state: StateT) -> None:
        from rcw_rules.wire import dumps, unstructure

        game = self.game
        for viewer in (*self._sides, UMPIRE):
            view = cast("object", game.view(state, viewer))
            if not isinstance(view, View):
                self.tell("view", f"the view of {viewer} is a {type(view).__name__}, not a View")
            elif (view.viewer, view.to_act) != (viewer, game.to_act(state)):
                told = f"says that {view.viewer!r} looks and {view.to_act!r} acts"
                self.tell("view", f"the view of {viewer} {told}, where {game.to_act(state)!r} acts")
            else:
                with self.guarded(f"the view of {viewer} as JSON"):
                    dumps(unstructure(view))

    def check_hidden(self, state: StateT, actions: tuple[ActionT, ...], picks: random.Random) -> None:
        """Check that nothing that a side is handed depends on what it cannot see."""
        game = self.game
        if self.hide is None:
            return
        for side in self._sides:
            seen, believed = game.view(state, side), game.as_seen(state, side)
            others = [other for other in self.hide(state, side) if other != state]
            for other in others:
                self._hid = True
                self.count(hidden=1)
                if game.view(other, side) != seen:
                    self.tell("view", f"the view of {side} depends on what that side cannot see")
                if game.as_seen(other, side) != believed:
                    self.tell("view", f"as_seen tells {side} what that side cannot see")
                if game.to_act(state) == side and game.legal_actions(other) != actions:
                    self.tell("view", f"legal_actions tells {side} what that side cannot see")
            for other in picks.sample(others, min(len(others), _MOST_HIDDEN)):
                for action in picks.sample(actions, min(len(actions), _MOST_HIDDEN)):
                    for found in leaks(game, state, other, action, side=side, seed=self.seed):
                        self.count(handed=1)
                        if found is not None:
                            self.tell("handed", found)

    def check_steps(self, state: StateT, actions: tuple[ActionT, ...]) -> None:
        """Check that every action of a large choice can be reached in steps, none of which offers too much."""
        if len(actions) < 2:
            return
        open_steps: list[tuple[tuple[str, ...], tuple[ActionT, ...]]] = [((), actions)]
        while open_steps:
            steps, meant = open_steps.pop()
            asked = self.game.asked(state, meant, steps)
            told = f" after {', '.join(steps)}" if steps else ""
            if len(asked.alternatives) > MOST_ALTERNATIVES:
                number = len(asked.alternatives)
                self.tell("many", f"{number} alternatives are offered{told}: let steps_of ask in smaller steps")
                return
            if not isinstance(asked.alternatives[0], str):
                continue
            reached = 0
            for word in asked.alternatives:
                further = (*asked.situation.steps, word)
                inside = tuple(one for one in meant if self.game.steps_of(one)[: len(further)] == further)
                reached += len(inside)
                open_steps.append((further, inside))
            if reached != len(meant):
                self.tell("many", f"{len(meant) - reached} actions cannot be reached in steps{told}")

    def check_listed(self, state: StateT, action: ActionT) -> None:
        game, told = self.game, line(action)
        self.count(actions=1)
        with self.guarded(f"the listed action {told!r}"):
            if told.splitlines() != [told]:
                self.tell("text", f"the text of {action!r} is not one line")
            if game.read_action(told) != action:
                self.tell("text", f"{told!r} reads back as another action")
        with self.guarded(f"the listed action {told!r}"):
            verdict = game.verdict(state, action)
            if not verdict:
                why = "; ".join(f"{one.message} [{one.rule}]" for one in verdict.objections)
                self.tell("listed", f"legal_actions lists {told!r}, which is refused: {why}")
                return
            decider = RandomDecider(told, self.check_decision)
            outcome = game.play(state, action, dice=SeededDice(f"{self.seed}/{told}"), choices=decider)
            self.check_conserved(game.conserved(outcome.state), f" by {told!r}")

    def others(self, actions: tuple[ActionT, ...], picks: random.Random) -> list[ActionT]:
        """Return actions that are not listed: those of other states, and listed ones with fields of others."""
        listed = set(actions)
        known = [action for action in self._met if action not in listed]
        found = dict.fromkeys(picks.sample(known, min(len(known), self.unlisted // 2)))
        sources = [*actions, *self._met]
        for _ in range(10 * self.unlisted if len(sources) > 1 else 0):
            if len(found) >= self.unlisted:
                break
            base: Any = picks.choice(sources)
            alike = [one for one in sources if type(one) is type(base)]
            cls: type[Any] = base.__class__
            fields = [field for field in attrs.fields(cls) if field.init]
            if not fields or len(alike) < 2:
                continue
            field = picks.choice(fields)
            made: ActionT = attrs.evolve(base, **{field.alias or field.name: getattr(picks.choice(alike), field.name)})
            if made not in listed:
                found.setdefault(made)
        return [*found]

    def check_unlisted(self, state: StateT, action: ActionT) -> None:
        game, told = self.game, line(action)
        self.count(refused=1)
        with self.guarded(f"the action {told!r}, which is not listed,"):
            try:
                verdict = game.verdict(state, action)
            except InvalidRequestError:
                return  # it is malformed, and the error says how
            if verdict:
                if self.lists_all:
                    self.tell("unlisted", f"{told!r} is allowed, and legal_actions does not list it")
                else:
                    outcome = game.play(state, action, dice=SeededDice(told))
                    self.check_conserved(game.conserved(outcome.state), f" by {told!r}")
                return
            for objection in verdict.objections:
                if not objection.message.strip():
                    self.tell("refusal", f"{told!r} is refused without a reason")
                self.check_rule("refusal", f"the refusal of {told!r}", objection.rule)
            try:
                game.play(state, action, dice=SeededDice(told))
            except IllegalRequestError:
                return
            self.tell("refusal", f"{told!r} is refused by verdict, and play carries it out")

    # ------------------------------------------------------------------ matches

    def take_back(self, scenario: ScenarioT, number: int) -> None:
        """Play a match at random, and take back and repeat every answer."""
        rng = random.Random(f"rcw-check-1|{number}|match")
        match = start = Match[Any, Any, Any].begin(self.game, scenario, dice=SeededDice(number))
        given: list[Any] = []
        for _ in range(_MOST_TAKEN_BACK):
            asked = match.pending
            if not isinstance(asked, Decision):
                break
            if match.session is None or match.length != start.length:
                start, given = match, []
            among: tuple[Any, ...] = asked.alternatives if match.session is not None else asked.situation.actions
            chosen = among[int(rng.random() * len(among))]
            given.append(chosen if isinstance(chosen, Action) else plain(chosen))
            after = match.answer(given[-1], by="policy")
            again = back = after.undo(reason="a check")
            # An event that is over is taken back whole.
            before, repeated = (match, given[-1:]) if after.length == match.length else (start, given)
            self.count(undone=1)
            told = f"taking back {chosen!s:.80}"
            if back.state != before.state or not _asks_the_same(before, back):
                self.tell("undo", f"{told} does not lead back to the state before it")
                return
            for answer in repeated:
                again = again.answer(answer, by="policy")
            if again.state != after.state or not _asks_the_same(after, again):
                self.tell("undo", f"{told} and giving it again leads to another state")
                return
            match = again
        replayed = Match[Any, Any, Any].of_entries(self.game, scenario, match.entries, dice=SeededDice(number))
        if replayed.state != match.state:
            self.tell("undo", "the entries of a match lead to another state when they are played again")

    # ------------------------------------------------------------------ other processes

    def compare(self, others: Replayed, played: list[list[str]], scenarios: Mapping[str, ScenarioT]) -> None:
        self._place = ""
        if others.error:
            self.tell("elsewhere", others.error)
        names = [
            f"{name}, seed {number}" for name in scenarios for number in self.seeds(min(self.games, _PLAYED_AGAIN))
        ]
        for digests in others.games:
            for name, here, there in zip(names, played, digests, strict=False):
                self.count(elsewhere=len(here))
                if here == there:
                    continue
                number = next((n for n, pair in enumerate(zip(here, there, strict=False), 1) if pair[0] != pair[1]), 0)
                at = number or min(len(here), len(there)) + 1
                advice = "iterate over no set, sort it first, and keep nothing between calls"
                told = f"{name}, event {at}: goes otherwise in a process with another hash seed: {advice}"
                self.tell("elsewhere", told)


def _asks_the_same(one: Match[Any, Any, Any], other: Match[Any, Any, Any]) -> bool:
    questions = one.pending, other.pending
    if isinstance(questions[0], Decision) and isinstance(questions[1], Decision):
        return questions[0].alternatives == questions[1].alternatives and one.owner == other.owner
    return type(questions[0]) is type(questions[1])
