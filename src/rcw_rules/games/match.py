"""A match: a scenario and what has happened since, one event after the other.

A `Match` is a frozen value. It goes on by itself as far as nobody is asked, and stops at every decision, and at every
throw where no dice were given. Every answer makes another match; an older one can be answered otherwise.

Dice of a seed are keyed by the place of an event in the line of play, so taking an event back and playing another
shifts no later face, and playing the same again shows the same.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar, get_args

import attrs

from rcw_rules.games.events import Chosen, Entry, Event, MatchError, Undo
from rcw_rules.games.game import UMPIRE, Action, ActionAsked, Game, Outcome, View, meant_by
from rcw_rules.games.lines import line
from rcw_rules.games.log import Ended, Log, NotPickled, kept, reason_told, trail_of, with_proof
from rcw_rules.games.victory import GameResult
from rcw_rules.kernel.errors import ChoiceError, DiceError, InvalidRequestError
from rcw_rules.kernel.questions import Answer, Decision, Question, Thrown
from rcw_rules.kernel.record import Record
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.sources import DiceSource, PassingDice, SeededDice, require_source
from rcw_rules.kernel.stepping import play_on
from rcw_rules.kernel.umpire import Decider, Override, Policies
from rcw_rules.kernel.variables import DecidedBy, Faces, Roller, Variable
from rcw_rules.sessions import Session

__all__ = ["EventDice", "Match", "dice_of_event"]

StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Action)
ScenarioT = TypeVar("ScenarioT")

_DECIDERS: tuple[str, ...] = get_args(DecidedBy)


class _LastingDice(PassingDice):
    """Dice that go on from event to event, so no event says that they are over."""

    def __init__(self, dice: DiceSource) -> None:
        super().__init__(dice)
        self._dice = dice

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        return self._dice.throw(variable, purpose, rule)

    def finish(self) -> None:
        pass

    def anew(self) -> DiceSource:
        # Sealed dice of an event count its throws; all others go on where they are.
        return self if self.seal is None else _LastingDice(self._dice.anew())


@attrs.frozen(kw_only=True, eq=False)
class _Turn:
    """An action on its way, or the set-up.

    Attributes:
        session: How far it came.
        side: Who acts.
        action: The action; None for the set-up.
        by: Who chose it.
    """

    session: Session[Any]
    side: str = ""
    action: Any = None
    by: Chosen = "only"


class EventDice(DiceSource):
    """Your own dice, with a fresh source for every event, as for a seed."""

    @abstractmethod
    def of_event(self, ply: int, side: str) -> DiceSource:
        """Return the dice of an event; asked again while the event goes on, the same dice.

        Args:
            ply: Its place in the line of play.
            side: Who acts; "" for nobody.
        """

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Refuse: a throw belongs to an event."""
        raise DiceError(f"{purpose} [{rule}] is thrown outside of an event")


def dice_of_event(dice: DiceSource, ply: int, side: str) -> DiceSource:
    """Return the dice of an event: fresh ones for a seed or `EventDice`, all others as they are."""
    if isinstance(dice, SeededDice):
        return SeededDice(f"{dice.seed}/{ply}")
    return _LastingDice(dice.of_event(ply, side) if isinstance(dice, EventDice) else dice)


@attrs.frozen(kw_only=True, eq=False)
class Match(NotPickled, Generic[ScenarioT, StateT, ActionT]):
    """A game from its set-up to now.

    Attributes:
        game: The game, with the ruleset in force.
        scenario: The scenario.
        state: The state after the latest event; None while the set-up is asked for.
        pending: The decision or the throw that is waited for, as its owner may see it (`Game.shown_to`); None if the
            game is over. The umpire finds all of it in `session`.
        before: The match before the latest event of the line of play; None before the set-up.
        record: The steps of the latest event, or of the one that is on its way; empty after events were taken back, or
            played again without being compared.
    """

    game: Game[ScenarioT, StateT, ActionT]
    scenario: ScenarioT
    state: StateT | None = None
    pending: Question | None = None
    before: Match[ScenarioT, StateT, ActionT] | None = attrs.field(default=None, repr=False)
    _latest: Ended | None = attrs.field(default=None, alias="latest", repr=False)
    record: Record = attrs.field(factory=Record, repr=False)
    _dice: DiceSource | None = attrs.field(default=None, alias="dice")
    _choices: Policies | Decider | None = attrs.field(default=None, alias="choices")
    _log: Log | None = attrs.field(default=None, alias="log", repr=False)
    _turn: _Turn | None = attrs.field(default=None, alias="turn", repr=False)
    # Whether a step of the large choice that is pending has been answered; what all actions share is never asked.
    _is_halfway: bool = attrs.field(default=False, alias="is_halfway", repr=False)

    @classmethod
    def begin(
        cls,
        game: Game[ScenarioT, StateT, ActionT],
        scenario: ScenarioT,
        *,
        dice: DiceSource | None = None,
        choices: Policies | Decider | None = None,
        overrides: Iterable[Override] = (),
    ) -> Match[ScenarioT, StateT, ActionT]:
        """Begin a match.

        Args:
            game: The game.
            scenario: Where it begins.
            dice: Throws every throw; None to be asked. A `SeededDice` starts again for every event, with the place of
                the event in its seed, and `EventDice` are asked anew; any other dice go on from event to event.
            choices: Who takes decisions inside an action: by the id of the choice, or one for all; None to be asked.
            overrides: What the referee decides about the set-up instead of dice or book.

        Raises:
            InvalidRequestError: If the scenario is malformed.
            IllegalRequestError: If no game can begin so.
        """
        if dice is not None:
            require_source(dice)
        match = cls(game=game, scenario=scenario, dice=dice, choices=choices)
        return match._begun(None, "only", tuple(overrides))

    # ------------------------------------------------------------------ looking

    @property
    def latest(self) -> Event | None:
        """The latest event of the line of play; None before the set-up."""
        return None if self._latest is None else self._latest.whole

    @property
    def result(self) -> GameResult | None:
        """How the game ended; None while it goes on."""
        return None if self.state is None else self.game.result(self.state)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides."""
        return self.game.sides(self.scenario)

    @property
    def owner(self) -> str:
        """Who answers what is pending: a side, or the umpire, who throws for nobody; "" if the game is over."""
        return "" if self.pending is None else self._owner_of(self.pending, self._turn)

    def _owner_of(self, asked: Question, turn: _Turn | None) -> str:
        side = asked.owner if isinstance(asked, Decision) else turn.side if turn is not None else ""
        return side if side in self.sides else UMPIRE

    def _shown(self, turn: _Turn) -> Question | None:
        """Return what an action waits for, as whoever answers it may see it."""
        asked = turn.session.pending
        if asked is None:
            return None
        owner = self._owner_of(asked, turn)
        return asked if owner == UMPIRE else self.game.shown_to(asked, owner, self.state)

    @property
    def ply(self) -> int:
        """The place in the line of play of the next event."""
        return 0 if self._latest is None else self._latest.event.ply + 1

    @property
    def length(self) -> int:
        """How many entries there are."""
        return 0 if self._log is None else kept(self._log.entry).number

    def is_played_as(self, other: Match[Any, Any, Any]) -> bool:
        """Return whether another match is of the same scenario, by the same rules and with the same dice."""
        from rcw_rules.session_documents import ruleset_data

        ours, theirs = (str(dice.seed) if isinstance(dice, SeededDice) else dice for dice in (self._dice, other._dice))
        return (
            ours == theirs
            and self.scenario == other.scenario
            and (self.game is other.game or ruleset_data(self.game.ruleset) == ruleset_data(other.game.ruleset))
        )

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that happened, in order, what was taken back as well."""
        return self.since(0)

    def since(self, number: int) -> tuple[Entry, ...]:
        """Return the entries after that of a number, in order."""
        found: list[Entry] = []
        log = self._log
        while log is not None and kept(log.entry).number > number:
            found.append(log.entry.whole if isinstance(log.entry, Ended) else log.entry)
            log = log.earlier
        return tuple(reversed(found))

    @property
    def line_of_play(self) -> tuple[Event, ...]:
        """The events that hold, in order, without those that were taken back."""
        found: list[Event] = []
        match: Match[Any, Any, Any] | None = self
        while match is not None and match._latest is not None:  # noqa: SLF001 - its own
            found.append(match._latest.whole)  # noqa: SLF001 - its own
            match = match.before
        return tuple(reversed(found))

    @property
    def session(self) -> Session[Any] | None:
        """The session of the action that is on its way; None if the next question is what to do."""
        return None if self._turn is None else self._turn.session

    @property
    def under_way(self) -> Event | None:
        """The action on its way, as far as it has come; None if the next question is what to do."""
        turn = self._turn
        if turn is None:
            return None
        return Event(
            number=self.length + 1,
            ply=self.ply,
            side=turn.side,
            action="" if turn.action is None else line(turn.action),
            by=turn.by,
            answers=turn.session.answers,
            overrides=turn.session.overrides,
        )

    def view(self, viewer: str) -> View:
        """Return what a side sees, or the umpire.

        Raises:
            MatchError: If the set-up is not done.
        """
        if self.state is None:
            raise MatchError("nothing can be seen before the set-up is done")
        return self.game.view(self.state, viewer)

    # ------------------------------------------------------------------ going on

    def answer(
        self, answer: object, *, by: DecidedBy | None = None, overrides: Iterable[Override] = ()
    ) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match with the pending question answered.

        Args:
            answer: What `Session.answer` takes; or an action, as a value or a line; or one step of a large choice.
                None is the default of a decision.
            by: Who decided; by default a person.
            overrides: What the referee decides about the action instead of dice or book.

        Raises:
            MatchError: If the game is over, *by* is nobody who chooses an action, or *overrides* come with anything but
                an action.
            IllegalRequestError: If the action is not legal; the error says why.
            RulesError: As for `Session.answer`.
        """
        asked = self.pending
        if asked is None:
            raise MatchError("the game is over: nothing is asked")
        if answer is None and isinstance(asked, Decision):
            answer, by = asked.default, by or "default"
        given = tuple(overrides)
        if self._turn is not None:
            _require_an_action(given)
            session = self._turn.session
            given_answer = meant_by(session.pending, asked, answer)
            return self._with(attrs.evolve(self._turn, session=session.answer(given_answer, by=by)))
        if by is not None and by not in _DECIDERS:
            raise MatchError(f"an action is chosen by one of {', '.join(_DECIDERS)}, not {show(by, 'python')}")
        assert isinstance(asked, Decision)  # noqa: S101 - without an action on its way nothing is thrown
        meant = self._meant(asked, answer)
        if isinstance(meant, str):
            steps = (*asked.situation.steps, meant)
            return self._asking(steps, tuple(self._actions_after(asked.situation, steps)), by, given)
        return self._begun(meant, by or "person", given)

    def _meant(self, asked: Decision[ActionAsked, Any], answer: object) -> Any:
        try:
            return self.game.meant(asked, answer)
        except ChoiceError as error:
            refused = error
        action = answer
        if isinstance(answer, str):
            with suppress(InvalidRequestError):
                action = self.game.read_action(answer)
        if self.state is None or not isinstance(action, self.game.action_types):
            raise refused
        return action  # whether it is legal shows when it begins

    def _actions_after(self, asked: ActionAsked, steps: tuple[str, ...]) -> Iterator[Any]:
        for action in asked.actions:
            if self.game.steps_of(action)[: len(steps)] == steps:
                yield action

    def _asking(
        self, steps: tuple[str, ...], actions: tuple[Any, ...], by: DecidedBy | None, overrides: tuple[Override, ...]
    ) -> Match[ScenarioT, StateT, ActionT]:
        assert self.state is not None  # noqa: S101 - actions are asked after the set-up
        if len(actions) == 1:
            return self._begun(actions[0], by or "person", overrides)
        _require_an_action(overrides)
        return attrs.evolve(self, pending=self.game.asked(self.state, actions, steps), is_halfway=True)

    def _begun(
        self, action: Any, by: Chosen, overrides: tuple[Override, ...], answers: tuple[Answer, ...] = ()
    ) -> Match[ScenarioT, StateT, ActionT]:
        return self._with(self._turn_of(action, by, overrides, answers))

    def _turn_of(
        self, action: Any, by: Chosen, overrides: tuple[Override, ...] = (), answers: tuple[Answer, ...] = ()
    ) -> _Turn:
        """Return an action as far as nobody is asked; the set-up, if that is to come and the action is None."""
        if self.state is None:
            side, request = "", self.game.begin_request(self.scenario)
        else:
            side, request = self.game.to_act(self.state) or "", self.game.act_request(self.state, action)
        ruleset = self.game.ruleset
        dice = None if self._dice is None else dice_of_event(self._dice, self.ply, side)
        ruleset.check(request)
        policies = ruleset.policies(self._choices)
        begun: Session[Any] = Session(
            ruleset=ruleset,
            request=request,
            overrides=overrides,
            seal=None if dice is None else dice.seal,
            dice=dice,
            choices=policies,
        ).with_answers(answers)
        if answers:  # those that came by themselves are taken back with the one before them
            steps = tuple(
                number for number, answer in enumerate(answers) if not _came_by_itself(answer, dice, policies)
            )
            begun = attrs.evolve(begun, steps=steps)
        return _Turn(session=begun, side=side, action=action, by=by)

    def _with(self, turn: _Turn) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match with an action on its way, and then everything that nobody is asked about."""
        match = self._on(turn)
        return match if match.pending is not None else match._going_on()  # noqa: SLF001 - its own

    def _on(self, turn: _Turn) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match with an action as far as nobody is asked: on its way, or over with nothing asked yet."""
        session = turn.session
        match = attrs.evolve(self, turn=turn, pending=self._shown(turn), record=session.record, is_halfway=False)
        return match if session.pending is not None else match._ended(turn)  # noqa: SLF001 - its own

    def _ended(self, turn: _Turn) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match after an action that is over."""
        outcome: Outcome[StateT] | None = turn.session.outcome
        assert outcome is not None  # noqa: S101 - it is over
        started = self.under_way
        assert started is not None  # noqa: S101 - it is the turn that ended
        ended = Ended(
            attrs.evolve(started, told=outcome.events),
            partial(with_proof, self.game, outcome.state, turn.session.record),
        )
        return self._after(ended, outcome.state, turn.session.record)

    def _after(self, ended: Ended, state: StateT, record: Record) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match after an event that led to a state, with nothing asked yet."""
        return attrs.evolve(
            self,
            state=state,
            record=record,
            pending=None,
            before=attrs.evolve(self, turn=None, pending=None, record=Record()),
            latest=ended,
            log=Log(ended, self._log),
            turn=None,
        )

    def _going_on(self) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match with the next question asked, after every event that asks nobody."""
        match = self
        while match.pending is None:
            state = match.state
            assert state is not None  # noqa: S101 - an event has ended
            actions = self.game.legal_actions(state)
            if len(actions) > 1:
                return attrs.evolve(match, pending=self.game.asked(state, actions))
            if not actions:
                break
            (only,) = actions
            match = match._on(match._turn_of(only, "only"))
        return match

    # ------------------------------------------------------------------ taking back

    def undo(self, *, reason: str = "") -> Match[ScenarioT, StateT, ActionT]:
        """Return the match without the latest answer: of an action on its way, or else the event that it was part of.

        What has gone on by itself since is taken back with it. A die that somebody saw is only taken back by the
        referee, who gives a reason.

        Raises:
            MatchError: If there is nothing to take back, a die was seen and no reason given, or the reason is no text
                of 10,000 characters at most.
        """
        reason = reason_told(reason)
        turn = self._turn
        if turn is not None and turn.session.answers:
            earlier = turn.session.before
            kept = 0 if earlier is None else len(earlier.answers)
            _require_reason(turn.session.answers[kept:], reason)
            if earlier is not None:
                turn = attrs.evolve(turn, session=earlier)
                return attrs.evolve(self, turn=turn, pending=self._shown(turn), record=earlier.record)
        if turn is not None and turn.by != "only":
            return attrs.evolve(self, turn=None, pending=None, record=Record())._going_on()  # noqa: SLF001 - its own
        if self._is_halfway:
            return attrs.evolve(self, pending=None, is_halfway=False)._going_on()  # noqa: SLF001 - its own
        return self._taken_back(reason)

    def _taken_back(self, reason: str) -> Match[ScenarioT, StateT, ActionT]:
        undone: list[Event] = []
        match: Match[ScenarioT, StateT, ActionT] | None = self
        while match is not None and match._latest is not None:  # noqa: SLF001 - its own
            latest = match._latest.event  # noqa: SLF001 - its own
            undone.append(latest)
            is_chosen = latest.by != "only" or self._was_asked(latest)
            match = match.before
            if is_chosen:
                break
        else:
            raise MatchError("nothing can be taken back: nobody has decided anything yet")
        for event in undone:
            _require_reason(event.answers, reason)
        assert match is not None  # noqa: S101 - before every event there is a match
        entry = Undo(number=self.length + 1, undone=tuple(sorted(event.number for event in undone)), reason=reason)
        match = attrs.evolve(match, log=Log(entry, self._log))
        if match.state is None:  # the set-up itself, which asked somebody
            return match._begun(None, "only", undone[-1].overrides)  # noqa: SLF001 - its own
        return match._going_on()  # noqa: SLF001 - its own

    def _was_asked(self, event: Event) -> bool:
        """Return whether somebody answered anything on the way."""
        dice, policies = self._dice, self.game.ruleset.policies(self._choices)
        return any(not _came_by_itself(answer, dice, policies) for answer in event.answers)

    # ------------------------------------------------------------------ playing again

    def replayed(self, entry: Entry) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match with an entry of another that follows on it, its state worked out again.

        Raises:
            MatchError: If the entry does not follow, or its answers, its digest or its words are not what comes of it.
            IllegalRequestError: If the action is not legal.
        """
        return attrs.evolve(self, turn=None, pending=None, is_halfway=False)._replayed(entry, checks=True)  # noqa: SLF001 - its own

    def _replayed(self, entry: Entry, *, checks: bool) -> Match[ScenarioT, StateT, ActionT]:
        if entry.number != self.length + 1:
            raise _wrong(entry, f"stands in the place of entry {self.length + 1}")
        if isinstance(entry, Undo):
            return self._undone_again(entry)
        if entry.ply != self.ply:
            raise _wrong(entry, f"is of ply {entry.ply}, and ply {self.ply} follows")
        game = self.game
        if self.state is None:
            if entry.action or entry.side:
                raise _wrong(entry, f"is {entry.action or entry.side!r}, and the set-up comes first")
            request = game.begin_request(self.scenario)
        else:
            side = game.to_act(self.state) or ""
            if entry.side != side:
                raise _wrong(entry, f"is of {entry.side or 'nobody'}, and {side or 'nobody'} acts now")
            request = game.act_request(self.state, game.read_action(entry.action))
        game.ruleset.check(request)
        played = play_on(game.ruleset, request, entry.answers, overrides=entry.overrides, recording=checks)
        if played.question is not None:
            raise _wrong(entry, f"lacks an answer: {played.question}")
        if checks:
            _require_the_same(entry, played, game)
        return self._after(Ended(entry), played.outcome.state, played.record)

    def _undone_again(self, entry: Undo) -> Match[ScenarioT, StateT, ActionT]:
        match: Match[ScenarioT, StateT, ActionT] = self
        undone: list[Event] = []
        if not entry.undone:
            raise _wrong(entry, "takes back nothing")
        while match._latest is not None and match.before is not None and match._latest.event.number in entry.undone:
            undone.append(match._latest.event)
            match = match.before
        if sorted(event.number for event in undone) != list(entry.undone):
            raise _wrong(entry, f"takes back {entry.undone}, which are not the latest events")
        if not entry.reason and any(_was_thrown(event.answers) for event in undone):
            raise _wrong(entry, "takes back a die that was seen, without a reason")
        return attrs.evolve(match, log=Log(entry, self._log))

    @classmethod
    def of_entries(
        cls,
        game: Game[ScenarioT, StateT, ActionT],
        scenario: ScenarioT,
        entries: Iterable[Entry],
        *,
        under_way: Event | None = None,
        dice: DiceSource | None = None,
        choices: Policies | Decider | None = None,
        checks: bool = True,
    ) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match of these entries, played again.

        Args:
            game: The game.
            scenario: Where it began.
            entries: What happened.
            under_way: The action that was on its way.
            dice: Throws what is thrown from now on, as for `begin`.
            choices: Who decides from now on, as for `begin`.
            checks: Whether everything is compared; otherwise the digest of the last event alone.

        Raises:
            MatchError: If an entry does not follow on those before it, or is not what comes of its answers.
            RulesError: If an entry is not legal.
        """
        match = cls(game=game, scenario=scenario, dice=dice, choices=choices)
        for entry in entries:
            match = match._replayed(entry, checks=checks)
        if not checks and match._latest is not None and match.state is not None:  # noqa: SLF001 - its own
            _require_digest(match._latest.event, game.digest(match.state))  # noqa: SLF001 - its own
        if under_way is None:
            return match._begun(None, "only", ()) if match.state is None else match._going_on()  # noqa: SLF001
        action = game.read_action(under_way.action) if under_way.action else None
        return match._begun(action, under_way.by, under_way.overrides, under_way.answers)  # noqa: SLF001 - its own


def _came_by_itself(answer: Answer, dice: DiceSource | None, policies: Policies) -> bool:
    if isinstance(answer, Thrown):
        return dice is not None and answer.by in ("seed", "given", "sealed")
    return answer.choice in policies


def _require_an_action(overrides: tuple[Override, ...]) -> None:
    if overrides:
        raise MatchError("overrides are given with the action that they are about, and this answer is none")


def _was_thrown(answers: Iterable[Answer]) -> bool:
    return any(isinstance(answer, Thrown) for answer in answers)


def _require_reason(answers: Iterable[Answer], reason: str) -> None:
    if not reason and _was_thrown(answers):
        raise MatchError("a die was seen: only the referee takes it back, and gives the reason")


def _require_the_same(entry: Event, played: Any, game: Game[Any, Any, Any]) -> None:
    trail = trail_of(played.record, entry.trail, game.ruleset)
    for number, (was, now) in enumerate(zip(entry.trail, trail, strict=False), start=1):
        if was != now:
            raise _wrong(entry, f"goes otherwise at step {number} [{now[0]}]", now[0])
    if len(entry.trail) != len(trail):
        rule = max(entry.trail, trail, key=len)[min(len(entry.trail), len(trail))][0]
        raise _wrong(entry, f"has {len(entry.trail)} steps, and {len(trail)} when played again [{rule}]", rule)
    if entry.told != played.outcome.events:
        raise _wrong(entry, "tells what did not happen")
    _require_digest(entry, game.digest(played.outcome.state))


def _require_digest(entry: Event, digest: str) -> None:
    if entry.digest != digest:
        raise _wrong(entry, f"says that the state has the digest {entry.digest[:16]}, and it has {digest[:16]}")


def _wrong(entry: Entry, message: str, rule: str = "") -> MatchError:
    return MatchError(f"{entry.kind} {entry.number} {message}", number=entry.number, rule=rule)
