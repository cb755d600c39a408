"""A match played at a terminal: what happened is told, what can be done is listed, and every answer is kept at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import attrs
import click

from rcw_rules.cli.match_words import event_lines, head_of, name_of, record_of, result_lines, undo_line
from rcw_rules.cli.output import TextTable, show
from rcw_rules.cli.playing import explained, throw_line
from rcw_rules.cli.typed_lines import TypedLines, with_words
from rcw_rules.games import UMPIRE, Action, Event, Match, MatchFile, Player, Score, take_decision
from rcw_rules.kernel.errors import ChoiceError, NoAnswerError, RulesError
from rcw_rules.kernel.plain import in_text, printable
from rcw_rules.kernel.questions import Decision, Question, Throw, Thrown
from rcw_rules.kernel.record import ProcedureStep, Record, Step
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.variables import Faces, faces_told
from rcw_rules.terminal import amounts_of, are_numbered, decision_lines, read_faces, typed_alternative

COMMANDS = ("map", "picture", "log", "why", "score", "undo", "help", "save", "quit")

HELP = (
    ("NUMBER or the action", "does it; Tab completes what you type, and a part of it lists what fits"),
    ("Enter", "takes the default of a decision, or lets the machine roll"),
    ("?", "explains the question: its rule, what led to it, the odds of a throw"),
    ("map", "shows the map"),
    ("picture FILE.svg", "draws it"),
    ("log [NUMBER]", "tells everything that happened, or the latest events"),
    ("why", "shows the steps of the latest event, each with its rule"),
    ("score", "shows what counts for victory so far, and the measure of greedy"),
    ("undo [REASON]", "takes your latest answer back; where a die was seen, only with a reason"),
    ("save, quit", "leave the match, which is always saved"),
)

_MOST_SHOWN = 24
_CLEARED = "\x1b[2J\x1b[3J\x1b[H"


class MatchTable:
    """Where people and players play the match of a file.

    Args:
        file: The match.
        players: Who plays a side in the place of a person.
        sees_all: Whether everything is shown to whoever sits here.
        seconds: How long a player may think about one decision; None for as long as they like.
        going_on: The command that goes on with the match.
    """

    def __init__(
        self,
        file: MatchFile[Any, Any, Any],
        players: Mapping[str, Player],
        *,
        sees_all: bool = False,
        seconds: float | None = None,
        going_on: str,
    ) -> None:
        self._file = file
        self._players = players
        self._people = tuple(side for side in file.match.sides if side not in players)
        self._is_umpire = sees_all
        self._sees_all = sees_all or not self._people
        self._seconds = seconds
        self._going_on = going_on
        self._lines: TypedLines | None = None
        self._viewer = UMPIRE if self._sees_all else self._people[0]
        self._is_handed_over = False
        self._told: dict[str, int] = {}
        self._clock = ""
        self._faces: Faces = ()
        self._seed: int | None = None
        self._begun = 0
        self._only: Any = None

    @property
    def _match(self) -> Match[Any, Any, Any]:
        return self._file.match

    @property
    def _asked_now(self) -> Question | None:
        """What is asked, as whoever looks may see it."""
        match = self._match
        if self._viewer == UMPIRE and match.session is not None:
            return match.session.pending
        return match.pending

    def play(self) -> None:
        """Play until the match is over or a player leaves.

        Raises:
            NoAnswerError: If the lines end on a pipe; the match is saved, and the error says how to go on.
            PlayerError: If a player gives no usable answer; likewise.
            KeyboardInterrupt: If somebody interrupts; how to go on is told on standard error.
        """
        try:
            while self._match.pending is not None:
                if not self._one():
                    # In one piece, to be copied: wrapping is left to the terminal.
                    click.echo(printable(f"\nThe match is saved. Go on with: {self._going_on}"))
                    return
        except KeyboardInterrupt:
            click.echo(printable(f"\nrcw: the match is saved: go on with {self._going_on}"), err=True)
            raise
        except NoAnswerError as error:
            raise NoAnswerError(f"{error}; the match is saved: go on with {self._going_on}") from None
        except RulesError:
            click.echo(printable(f"rcw: the match is saved: go on with {self._going_on}"), err=True)
            raise
        self._ended()

    def begin_with(self, number: int) -> None:
        """Tell nothing of the entries up to a number: they were told another time."""
        self._told = dict.fromkeys((*self._match.sides, UMPIRE), number)

    def _one(self) -> bool:
        """Take the match one answer further; say whether it goes on."""
        asked = self._match.pending
        owner = self._match.owner
        if isinstance(asked, Decision) and (owner in self._players or (owner == UMPIRE and not self._is_asked)):
            self._tell()
            self._file.keep(take_decision(self._match, self._players, seconds=self._seconds))
            return True
        self._seat(owner)
        return self._asked()

    @property
    def _is_asked(self) -> bool:
        """Whether somebody sits here who decides what no side decides."""
        return bool(self._people) or self._is_umpire

    # ------------------------------------------------------------------ who sees what

    @property
    def _hides(self) -> bool:
        """Whether something is hidden now from the side that looks."""
        state = self._match.state
        if self._viewer == UMPIRE or state is None:
            return False
        return bool(self._match.game.as_seen(state, self._viewer) != state)

    def _hides_from(self, side: str) -> bool:
        state = self._match.state
        return state is not None and bool(self._match.game.as_seen(state, side) != state)

    def _seat(self, owner: str) -> None:
        """Let the side look that is asked; if two people share the terminal, and something is hidden, one by one."""
        if self._sees_all or owner not in self._people or owner == self._viewer:
            return
        before, self._viewer = self._viewer, owner
        if not any(map(self._hides_from, self._people)):
            self._told[owner] = max(self._told.get(owner, 0), self._told.get(before, 0))
            return
        lines = self._typed()
        show("", f"It is the turn of {owner}. Let {before} look away, and press Enter.")
        while typed := lines.line(""):
            show(f"{typed!r} is not done: nothing is asked yet. Press Enter first.")
        if typed is None:
            raise NoAnswerError(f"the lines ended before {owner} was asked")
        if lines.is_terminal:
            click.echo(_CLEARED, nl=False)
        self._clock = ""

    def _tell(self) -> None:
        """Tell what has happened since the viewer was last told."""
        match = self._match
        if match.state is None:
            return
        entries = match.since(self._told.get(self._viewer, 0))
        self._told[self._viewer] = match.length
        for entry in entries:
            if isinstance(entry, Event):
                for number, told in enumerate(event_lines(entry, is_action_shown=self._is_shown(entry))):
                    click.echo(printable(told)) if number == 0 else show(told)
            else:
                click.echo(printable(undo_line(entry)))
        clock = match.view(self._viewer).clock
        if clock != self._clock:
            show("", name_of(clock))
            self._clock = clock

    def _is_shown(self, event: Event) -> bool:
        """Whether the viewer may see what an event says beyond what is told aloud."""
        return event.side == self._viewer or not self._hides

    # ------------------------------------------------------------------ questions

    def _typed(self) -> TypedLines:
        if self._lines is None:
            self._lines = TypedLines(self._completions)
        return self._lines

    def _completions(self) -> Sequence[str]:
        asked = self._match.pending
        if not isinstance(asked, Decision):
            return COMMANDS
        return (*_lines_of(asked), *COMMANDS)

    def _asked(self) -> bool:
        """Show the pending question, read one line, and do what it says; say whether the match goes on."""
        self._tell()
        asked = self._asked_now
        assert asked is not None  # noqa: S101 - somebody is asked
        self._only = None
        show("\n".join((*self._on_its_way(), *self._question(asked))))
        while True:
            owner = self._match.owner
            typed = self._typed().line(f"{owner}> ")
            if typed is None:
                if self._typed().is_terminal:
                    return False
                raise NoAnswerError(f"the lines ended before this was answered: {self._asked_in_short(asked)}")
            try:
                went_on = self._obeyed(asked, typed)
            except RulesError as error:
                if isinstance(error, NoAnswerError):
                    raise
                click.echo(printable(str(error)))
                continue
            if went_on is not None:
                return went_on

    def _asked_in_short(self, asked: Throw | Decision[Any, Any]) -> str:
        return f"what {self._match.owner} does" if _is_action(asked) else str(asked)

    def _on_its_way(self) -> Sequence[str]:
        """Return which action asks, where that has not been told yet: one of somebody else."""
        begun = self._match.under_way
        if begun is None or not begun.action or begun.number == self._begun or begun.side == self._viewer:
            return ()
        self._begun = begun.number
        return (f"{head_of(begun, is_action_shown=self._is_shown(begun))} ...",)

    def _question(self, asked: Throw | Decision[Any, Any]) -> list[str]:
        if isinstance(asked, Throw):
            self._faces = ()
            within = asked.purpose.split("/")[-2:-1]  # of whom, where the throw itself does not say it
            of = "".join(f"{one}: " for one in within if one not in asked.purpose.rpartition("/")[2])
            return [f"{of}{throw_line(asked)}, or press Enter to let the machine roll"]
        count = len(asked.alternatives)
        if _is_action(asked):
            steps = " ".join(asked.situation.steps)
            head = f"{name_of(self._match.owner)} to act. {steps and f'{steps}: '}{count} possibilities:"
        elif count <= _MOST_SHOWN:
            return list(decision_lines(asked))
        elif amounts := amounts_of(asked):
            least, most = (in_text(amounts[one]) for one in (min(amounts), max(amounts)))
            return [
                f"{next(decision_lines(asked))} Type a number, {least} to {most}; Enter for {in_text(asked.default)}"
            ]
        else:
            head = f"{next(decision_lines(asked))} {count} possibilities, Enter for {in_text(asked.default)}:"
        return [head, *_listed(asked, range(count))]

    def _obeyed(self, asked: Throw | Decision[Any, Any], typed: str) -> bool | None:
        """Do what a line says. True or False: the match goes on, or is left; None: the question stands."""
        if isinstance(asked, Decision) and typed:
            exact = _exactly(asked, typed)
            if exact is not None:
                self._file.answer(exact)
                return True
        command, _, rest = typed.removeprefix("/").partition(" ")
        command = {"q": "quit", "h": "help", "b": "undo"}.get(command.lower(), command.lower())
        if command in ("save", "quit"):
            return False
        if command == "undo":
            self._undo(rest.strip())
            return True
        if command in COMMANDS or command == "?":
            self._show(command, rest.strip())
            return None
        if isinstance(asked, Throw):
            return self._rolled(asked, typed)
        return self._decided(asked, typed)

    def _rolled(self, asked: Throw, typed: str) -> bool | None:
        if not typed and not self._faces:
            self._by_machine()
            return True
        self._faces = asked.checked((*self._faces, *read_faces(typed)))
        left = len(asked.dice) - len(self._faces)
        if left:
            click.echo(f"{len(self._faces)} of {faces_told(len(asked.dice))}: type the other{'s' if left > 1 else ''}")
            return None
        self._file.answer(self._faces)
        return True

    def _by_machine(self) -> None:
        session = self._match.session
        assert session is not None  # noqa: S101 - a throw is on its way
        if self._seed is None:
            self._seed = secrets.randbelow(2**32)
            click.echo(f"the machine rolls with the seed {self._seed}")
        rolled = session.rolled(SeededDice(f"{self._seed}/{self._match.ply}"))
        thrown = rolled.answers[len(session.answers)]
        assert isinstance(thrown, Thrown)  # noqa: S101 - a throw was asked
        faces = thrown.faces
        self._file.answer(faces, by=cast("Any", "seed"))
        click.echo(f"the machine rolled {', '.join(map(str, faces))}")

    def _decided(self, asked: Decision[Any, Any], typed: str) -> bool | None:
        if not typed:
            if self._only is not None:
                self._file.answer(self._only)
                return True
            if not _is_action(asked):
                self._file.answer(None)
                return True
            click.echo("type the number of an action, the action, or a part of it; help says more")
            return None
        if typed[0].isdecimal() and amounts_of(asked):
            typed_alternative(asked, typed)  # which says what is near it
        fitting = with_words(typed, asked.told)
        numbers = [number for number, told in enumerate(asked.told) if told in fitting]
        if numbers:
            for line in _listed(asked, numbers):
                click.echo(printable(line))
            self._only = asked.alternatives[numbers[0]] if len(numbers) == 1 else None
            if self._only is not None:
                click.echo("Enter takes it")
            return None
        if not _is_action(asked):
            if len(asked.alternatives) > _MOST_SHOWN:
                raise ChoiceError(f"{asked.choice.id}: nothing on the list has {typed[:60]!r} [{asked.choice.rule}]")
            typed_alternative(asked, typed)  # which says what it can be
        return self._of_actions(asked, typed)

    def _of_actions(self, asked: Decision[Any, Any], typed: str) -> bool | None:
        """List the actions that a line is a part of, where steps towards them are asked; else do the action."""
        actions = [str(action) for action in asked.situation.actions]
        if asked.situation.steps or actions != list(asked.told):
            found = with_words(typed, actions)
            for line in found[:_MOST_SHOWN]:
                click.echo(printable(f"  {line}"))
            if found:
                return None
        try:
            self._match.game.read_action(typed)
        except RulesError:
            raise ChoiceError(
                f"{typed[:60]!r} is no action, no part of one, and no command: help lists these"
            ) from None
        self._file.answer(typed)  # which says why it is not legal
        return True

    # ------------------------------------------------------------------ commands

    def _undo(self, reason: str) -> None:
        match = self._match.undo(reason=reason)
        while match.owner in self._players:  # or the player would only do it again
            match = match.undo(reason=reason)
        self._file.keep(match, reason=reason)
        self._clock = ""

    def _show(self, command: str, rest: str) -> None:
        match command:
            case "help":
                show(TextTable(HELP, indent=2))
            case "map":
                self._map()
            case "picture":
                self._picture(rest)
            case "log":
                self._log(rest)
            case "score":
                self._score()
            case "why":
                self._why()
            case _:
                self._explain()

    def _explain(self) -> None:
        session, asked = self._match.session, self._asked_now
        if session is not None:
            for line in explained(session, asked):
                show(line)
        elif isinstance(asked, Decision):
            show(f"  {asked} There are {len(asked.situation.actions)} legal actions.")

    def _map(self) -> None:
        if self._match.state is None:
            click.echo("there is no map before the set-up is done")
            return
        drawn = self._match.game.text_map(self._match.view(self._viewer))
        click.echo(printable(drawn or "this game draws no map as text"))

    def _picture(self, name: str) -> None:
        if not name.endswith(".svg"):
            click.echo("name the file of the picture: picture battle.svg")
            return
        drawing = None
        if self._match.state is not None:
            drawing = self._match.game.picture(self._match.view(self._viewer))
        if drawing is None:
            click.echo("this game draws no pictures")
            return
        try:
            drawing.save(name)
        except (OSError, ValueError) as error:
            click.echo(printable(f"the picture {name} cannot be written: {getattr(error, 'strerror', None) or error}"))
        else:
            click.echo(printable(f"drawn: {name}"))

    def _log(self, rest: str) -> None:
        entries = self._match.entries
        if rest.isdecimal() and rest.isascii() and len(rest) < 10:
            entries = entries[max(len(entries) - int(rest), 0) :]
        for entry in entries:
            if isinstance(entry, Event):
                lines = event_lines(entry, is_action_shown=self._is_shown(entry))
                click.echo("\n".join(printable(f"{line}") for line in lines))
            else:
                click.echo(printable(undo_line(entry)))

    def _score(self) -> None:
        match = self._match
        if match.state is None:
            click.echo("nothing is scored before the set-up is done")
            return
        game = match.game
        state = match.state if self._viewer == UMPIRE else game.as_seen(match.state, self._viewer)
        score = game.score(state)
        if score.rows:
            rows = [(row.what, row.side or "nobody", str(row.points)) for row in score.rows]
            rows += [
                ("together", side, str(sum(row.points for row in score.rows if row.side == side)))
                for side in match.sides
            ]
            show(TextTable(rows, headers=("counts now", "for", "points"), right=(2,), indent=2), "")
        if score.says:
            show(f"  {' '.join(score.says)}", "")
        if score == Score():
            show("  This game counts no points before its end.", "")
        measures = [(side, in_text(game.measure(state, side))) for side in match.sides]
        show(TextTable(measures, headers=("greedy's measure of", ""), right=(1,), indent=2))

    def _why(self) -> None:
        match = self._match
        event = match.latest
        if event is None:
            click.echo("nothing has happened yet")
        else:
            for line in event_lines(event, is_action_shown=self._is_shown(event)):
                click.echo(printable(line))
            record = record_of(match)
            shown = record if self._viewer == UMPIRE else _without(record, self._may_know)
            show("\n".join(f"    {line}" for line in shown.text().splitlines()))
            if shown != record:
                show("  Some steps tell what is hidden from you: they are shown with --umpire, or after the match.")

    def _may_know(self, step: Step) -> bool:
        match = self._match
        before = match.before.state if match.before is not None else None
        return match.game.may_know(step, self._viewer, before, match.state)

    def _ended(self) -> None:
        """Tell the rest, to whoever has not heard it, and who won."""
        self._viewer = UMPIRE if len(self._people) != 1 else self._viewer
        self._told.setdefault(self._viewer, min((self._told.get(side, 0) for side in self._people), default=0))
        self._tell()
        result = self._match.result
        if result is not None:
            show("", *result_lines(result))


def _without(record: Record, may_know: Callable[[Step], bool]) -> Record:
    """Return a record with the steps that somebody may know."""

    def left(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(
            attrs.evolve(step, steps=left(step.steps)) if isinstance(step, ProcedureStep) else step
            for step in steps
            if may_know(step)
        )

    return Record(steps=left(record.steps))


def _is_action(asked: Throw | Decision[Any, Any]) -> bool:
    return isinstance(asked, Decision) and asked.choice.id == "action"


def _lines_of(asked: Decision[Any, Any]) -> list[str]:
    """Return what can be typed to answer a decision."""
    lines = list(asked.told)
    if _is_action(asked):
        lines += [str(action) for action in asked.situation.actions]
    return list(dict.fromkeys(lines))


def _listed(asked: Decision[Any, Any], numbers: Sequence[int]) -> list[str]:
    """Return alternatives as lines, with their numbers; a long list is cut short."""
    told = asked.told
    is_numbered = are_numbered(asked)
    width = len(str(len(told)))
    shown = [f"  {f'{number + 1:>{width}}  ' if is_numbered else ''}{told[number]}" for number in numbers[:_MOST_SHOWN]]
    left = len(numbers) - len(shown)
    if left:
        shown.append(f"  {'':>{width}}  and {left} more: type a part of what you look for")
    return shown


def _exactly(asked: Decision[Any, Any], typed: str) -> Any:
    """Return the answer that a line means, an alternative or a legal action; None if it means none."""
    try:
        alternative = typed_alternative(asked, typed)
    except ChoiceError:
        pass
    else:
        return in_text(alternative) if alternative is None else alternative
    if _is_action(asked):
        words = typed.casefold()
        for action in asked.situation.actions:
            if isinstance(action, Action) and str(action).casefold() == words:
                return action
    return None
