"""A match on disk: a line of JSON for everything that happened, there before its result is shown.

The first line says what is played: the format, the rules in force, the scenario in full, the seed of the dice. Every
further line is an event, an undo, or the part of an action that has been answered so far, which the next line of the
same number replaces. Each has a link, the SHA-256 of the link before it and of itself, so that no line can be changed,
left out or moved unseen. A last line that was torn off is cut away and told.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Hashable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Generic, Self, TypeVar

import attrs

from rcw_rules.digests import canonical_json
from rcw_rules.games.events import Entry, Event, MatchError, Undo, Unfinished, loses_a_die
from rcw_rules.games.game import Action, Game
from rcw_rules.games.log import reason_told
from rcw_rules.games.match import Match
from rcw_rules.games.sealed_matches import SealedMatchDice
from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import (
    DiceError,
    FileError,
    FileProblem,
    InvalidRequestError,
    Problem,
    ReplayError,
)
from rcw_rules.kernel.plain import in_one_line
from rcw_rules.kernel.reading import TextLimits, megabytes, read_bounded, read_stream
from rcw_rules.kernel.seals import Seal, Secret
from rcw_rules.kernel.shapes import is_object
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.umpire import Decider, Override, Policies
from rcw_rules.kernel.variables import DecidedBy
from rcw_rules.kernel.writing import write_new

__all__ = ["MATCH_FORMAT", "MATCH_VERSION", "MatchFile", "MatchText", "read_match"]

MATCH_FORMAT = "rcw-match"
MATCH_VERSION = 1
"""Rises whenever the shape of a line changes."""

MOST_BYTES = 256_000_000
"""The largest file that is read."""

StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Action)
ScenarioT = TypeVar("ScenarioT")

_HEADER_KEYS = ("ruleset", "options", "charts", "house", "scenario", "seed")
_SEAL = "seal"
"""A key that only the header of a match with sealed dice has."""

_LINK = "link"


@attrs.frozen(kw_only=True)
class MatchText(Generic[ScenarioT, StateT, ActionT]):
    """What a match file says, nothing of it played again.

    Attributes:
        game: The game, with the rules that were in force.
        scenario: Where it began.
        seed: The seed of the dice; None where people were asked, or the dice are sealed.
        seal: What was published of sealed dice; None where they are not sealed.
        entries: What happened.
        under_way: The action that was on its way.
        retaken: Of every die that was seen and taken back within an action, the number of the event and the
            reason, "" for none.
        lost: What was torn off at the end, in words; "" for nothing.
        size: How many bytes are whole.
        link: The link of the last whole line.
    """

    game: Game[ScenarioT, StateT, ActionT]
    scenario: ScenarioT
    seed: str | None
    seal: Seal | None
    entries: tuple[Entry, ...]
    under_way: Event | None
    retaken: tuple[tuple[int, str], ...]
    lost: str
    size: int
    link: str

    @property
    def dice(self) -> SeededDice | None:
        """The dice of the match; None where people are asked, or secrets are needed."""
        return None if self.seed is None else SeededDice(self.seed)

    def match(self, *, checks: bool = True, goes_on: bool = True) -> Match[ScenarioT, StateT, ActionT]:
        """Return the match, played again.

        Args:
            checks: Whether every step is compared; otherwise the last state alone.
            goes_on: Whether it goes on by itself as far as nobody is asked.

        Raises:
            MatchError: If an event does not follow, or is not what comes of its answers.
            RulesError: If an event is not legal.
        """
        return Match[ScenarioT, StateT, ActionT].of_entries(
            self.game,
            self.scenario,
            self.entries,
            under_way=self.under_way,
            dice=self.dice if goes_on else None,
            checks=checks,
        )


def read_match(
    path: str | os.PathLike[str],
    game: Game[ScenarioT, StateT, ActionT],
    *,
    is_older_allowed: bool = False,
    content: bytes | None = None,
) -> MatchText[ScenarioT, StateT, ActionT]:
    """Read a match file.

    Args:
        path: The file.
        game: The game that it is a match of; options, charts and house rules come from the file.
        is_older_allowed: Whether it may be of an earlier version of the rules.
        content: Its bytes, if they were read already.

    Raises:
        FileError: The file cannot be read, or a line is not what was written; the error names the line.
        WireVersionError: Another version of the library or of the rules wrote it.
    """
    place = os.fspath(path)
    try:
        content = read_bounded(path, MOST_BYTES) if content is None else content
    except OSError as error:
        raise _wrong(place, None, error.strerror or "cannot be read") from None
    except ValueError:
        raise _wrong(repr(place), None, "this is not the name of a file") from None
    return _read(content, place, game, is_older_allowed=is_older_allowed)


def _read(
    content: bytes, place: str, game: Game[ScenarioT, StateT, ActionT], *, is_older_allowed: bool = False
) -> MatchText[ScenarioT, StateT, ActionT]:
    from rcw_rules.session_documents import ruleset_of
    from rcw_rules.wire import open_envelope, structure

    lines, torn = _whole_lines(content)
    if not lines:
        raise _wrong(place, 1, "this is not the beginning of a match")
    try:
        header = open_envelope(_parsed(lines[0]), MATCH_FORMAT, MATCH_VERSION, {})
        body = _without_strange_keys(header)
        ruleset = ruleset_of(body, game.ruleset, "match", "begun", is_older_allowed=is_older_allowed)
        then = attrs.evolve(game, ruleset=ruleset)
        scenario: Any = structure(body["scenario"], game.scenario_type, "$.scenario")
        shape: Any = str | None  # as a field could declare it
        seed: str | None = structure(body["seed"], shape, "$.seed")
        seal = None if body.get("seal") is None else structure(body["seal"], Seal, "$.seal")
        if seal is not None and seed is not None:
            raise _invalid("$.seal", "stands beside a seed, and dice are sealed or of a seed")
    except InvalidRequestError as error:
        raise FileError(place, [FileProblem(1, str(problem)) for problem in error.problems]) from None
    link = link_of("", lines[0])
    size, lost = min(len(lines[0]) + 1, len(content)), ""
    entries: list[Entry] = []
    under_way: Event | None = None
    retaken: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:], start=2):
        is_torn = torn and number == len(lines)
        try:
            entry, link = _entry_of(line, link)
        except InvalidRequestError as error:
            if is_torn:
                lost = f"line {number} was torn off after {len(line)} bytes"
                break
            raise FileError(place, [FileProblem(number, str(problem)) for problem in error.problems]) from None
        expected = len(entries) + 1
        if entry.number != expected:
            raise _wrong(place, number, f"entry {entry.number} stands in the place of entry {expected}")
        if loses_a_die(under_way, entry):
            retaken.append((entry.number, ""))
        elif isinstance(entry, Undo) and loses_a_die(under_way, None):
            retaken.append((entry.number, in_one_line(entry.reason)))
        if isinstance(entry, Unfinished):
            # What begins anew behind events that were taken back has their reason.
            if entry.reason and (under_way is not None or not (entries and isinstance(entries[-1], Undo))):
                retaken.append((entry.number, in_one_line(entry.reason)))
            under_way = entry.event
        else:
            entries.append(entry)
            under_way = None
        size = min(size + len(line) + 1, len(content))
    return MatchText(
        game=then,
        scenario=scenario,
        seed=seed,
        seal=seal,
        entries=tuple(entries),
        under_way=under_way,
        retaken=tuple(retaken),
        lost=lost,
        size=size,
        link=link,
    )


def _whole_lines(content: bytes) -> tuple[list[bytes], bool]:
    """Return the lines, and whether the last one lacks its end."""
    lines = content.split(b"\n")
    torn = lines[-1] != b""
    return (lines if torn else lines[:-1]), torn


def _parsed(line: bytes) -> Any:
    most = TextLimits().json_bytes
    if len(line) > most:
        raise _invalid("$", f"is larger than {megabytes(most)}, the most that is read of a line")
    return parse_json(line, "the line")


def _invalid(path: str, message: str) -> InvalidRequestError:
    return InvalidRequestError([Problem(path, message)])


def _without_strange_keys(body: dict[str, Any]) -> dict[str, Any]:
    problems = [Problem(f"$.{key}", "is missing") for key in _HEADER_KEYS if key not in body]
    problems += [Problem(f"$.{key}", "is not a key of a match") for key in body if key not in (*_HEADER_KEYS, _SEAL)]
    if problems:
        raise InvalidRequestError(problems)
    return body


def _entry_of(line: bytes, link: str) -> tuple[Entry | Unfinished, str]:
    """Return what a line says, and its link."""
    from rcw_rules.wire import structure

    data = _parsed(line)
    if not is_object(data):
        raise _invalid("$", "is no object")
    body: dict[str, Any] = {key: value for key, value in data.items() if key != _LINK}
    following = link_of(link, canonical_json(body).encode())
    if data.get(_LINK) != following:
        raise _invalid("$.link", "does not fit: this line or one before it is not as it was written")
    shape: Any = Entry | Unfinished  # as a field could declare it
    entry: Entry | Unfinished = structure(body, shape)
    return entry, following


def link_of(earlier: str, line: bytes) -> str:
    """Return the link of a line: the first 32 digits of the SHA-256 of the link before it and the line."""
    return sha256(earlier.encode() + b"\n" + line).hexdigest()[:32]


class MatchFile(Generic[ScenarioT, StateT, ActionT]):
    """A match that saves each answer before its result is seen. Used as a context, it closes its file.

    While it is open no other process can write to it. Threads may share it: one answer is kept after the other.

    Attributes:
        path: The file.
        match: The match as it is now.
        lost: What was torn off at the end of the file when it was opened, in words; "" for nothing.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        match: Match[ScenarioT, StateT, ActionT],
        file: IO[bytes],
        link: str,
        lost: str = "",
    ) -> None:
        self.path: Path = Path(path)
        self.match: Match[ScenarioT, StateT, ActionT] = match
        self.lost: str = lost
        self._file = file
        self._size = file.seek(0, os.SEEK_END)
        self._link = link
        self._written = 0
        self._part: Event | None = None
        self._lock = threading.RLock()

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        game: Game[ScenarioT, StateT, ActionT],
        scenario: ScenarioT,
        *,
        seed: int | str | None = None,
        secrets: Iterable[Secret] = (),
        choices: Policies | Decider | None = None,
        overrides: Iterable[Override] = (),
    ) -> Self:
        """Begin a match in a new file.

        Args:
            path: The file, which does not exist yet.
            game: The game.
            scenario: Where it begins.
            seed: The seed of the dice; None to ask for every throw.
            secrets: The secrets of all parties for sealed dice, in place of a seed. Their commitments are in the file
                before the first throw.
            choices: Who takes decisions inside an action; None to be asked.
            overrides: What the referee decides about the set-up.

        Raises:
            FileError: The file exists, or cannot be written.
            DiceError: There are a seed and secrets, or two parties have the same secret.
            RulesError: As for `Match.begin`.
        """
        sealed = _sealed(secrets)
        if sealed is not None and seed is not None:
            raise DiceError("dice are sealed, or of a seed: give secrets or a seed")
        dice = sealed if seed is None else SeededDice(seed)
        match = Match[ScenarioT, StateT, ActionT].begin(game, scenario, dice=dice, choices=choices, overrides=overrides)
        header = header_data(game, scenario, seed, None if sealed is None else sealed.seal)
        line = canonical_json(header).encode()
        try:
            write_new(path, line + b"\n")
        except FileExistsError:
            raise _wrong(os.fspath(path), None, "exists already; open it, or take another name") from None
        except (OSError, ValueError) as error:
            raise _unwritable(path, error) from None
        made = cls(path, match, _locked(path), link_of("", line))
        try:
            made._write()
        except BaseException:
            made.close()
            Path(path).unlink(missing_ok=True)
            raise
        return made

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        game: Game[ScenarioT, StateT, ActionT],
        *,
        secrets: Iterable[Secret] = (),
        choices: Policies | Decider | None = None,
    ) -> Self:
        """Go on with the match of a file. A torn last line is cut away; `lost` tells it.

        Args:
            path: The file.
            game: The game that it is a match of; options, charts and house rules come from the file.
            secrets: The secrets of all parties, if its dice are sealed. Without them its throws are asked for, and no
                secret proves what is typed.
            choices: Who takes decisions inside an action; None to be asked.

        Raises:
            ReplayError: Somebody committed to another secret, or one is missing.
            FileError: The file cannot be read or written, a line is not what was written, or it is open elsewhere.
            MatchError: An event is not what comes of its answers.
            WireVersionError: Another version of the library or of the rules wrote it.
        """
        file = _locked(path)
        try:
            text = _read(_content_of(file, os.fspath(path)), os.fspath(path), game)
            sealed = _sealed(secrets)
            if sealed is not None:
                require_seal(text).key(sealed.secrets)
            match = Match[ScenarioT, StateT, ActionT].of_entries(
                text.game,
                text.scenario,
                text.entries,
                under_way=text.under_way,
                dice=sealed or text.dice,
                choices=choices,
                checks=False,
            )
            made = cls(path, match, file, text.link, text.lost)
            made._mend(text.size)
            made._written = len(text.entries)
            made._part = text.under_way
            made._write()
        except BaseException:
            file.close()
            raise
        return made

    def answer(
        self, answer: object, *, by: DecidedBy | None = None, overrides: Iterable[Override] = ()
    ) -> Match[ScenarioT, StateT, ActionT]:
        """Answer the pending question as `Match.answer` does, and return the match when it is on disk.

        Raises:
            RulesError: As for `Match.answer`; nothing has changed then.
            FileError: The file cannot be written.
        """
        with self._lock:
            return self.keep(self.match.answer(answer, by=by, overrides=overrides))

    def undo(self, *, reason: str = "") -> Match[ScenarioT, StateT, ActionT]:
        """Take back the latest answer as `Match.undo` does, and return the match when that is on disk.

        Raises:
            MatchError: As for `Match.undo`.
            FileError: The file cannot be written.
        """
        with self._lock:
            return self.keep(self.match.undo(reason=reason), reason=reason)

    def keep(self, match: Match[ScenarioT, StateT, ActionT], *, reason: str = "") -> Match[ScenarioT, StateT, ActionT]:
        """Write what has happened in *match*, which follows on the one that is kept, and keep it.

        Args:
            match: The match.
            reason: Why a die that was seen in the action on its way is no longer there.

        Raises:
            MatchError: It does not follow on that, or lacks such a die without a reason; the match that was kept stays.
            FileError: The file cannot be written; likewise.
        """
        with self._lock:
            latest = [one.since(self._written - 1)[:1] for one in (match, self.match)] if self._written else [(), ()]
            if latest[0] != latest[1] or not match.is_played_as(self.match):
                raise MatchError("this match does not go on from the one that is kept: undo says what was taken back")
            reason = reason_told(reason)
            following = (*match.since(self._written), match.under_way)[0]
            if not reason and loses_a_die(self._part, following):
                raise MatchError("a die was seen that this match lacks: the reason says why it was taken back")
            before, self.match = self.match, match
            try:
                self._write(reason)
            except FileError:
                self.match = before
                raise
            return match

    def _write(self, reason: str = "") -> None:
        """Bring the file up to the match."""
        from rcw_rules.wire import unstructure

        match = self.match
        lines: list[Entry | Unfinished] = list(match.since(self._written))
        part = match.under_way
        if part is not None and part.by == "only" and not part.answers:
            part = None  # it begins by itself again
        if part is not None and (lines or part != self._part):
            lines.append(Unfinished(number=part.number, event=part, reason=reason))
        elif part is None and self._part is not None and not lines:
            lines.append(Unfinished(number=self._part.number, event=None, reason=reason))
        content, link = bytearray(), self._link
        for line in lines:
            parts = {key: canonical_json(value) for key, value in unstructure(line, Entry | Unfinished).items()}
            link = link_of(link, _joined(parts).encode())
            parts[_LINK] = canonical_json(link)
            content += _joined(parts).encode() + b"\n"
        if content:
            self._append(bytes(content))
        self._link, self._written, self._part = link, match.length, part

    def _mend(self, size: int) -> None:
        """Cut away what was torn, which is all but the first *size* bytes, and end the last line if its end is lost."""
        if self._size > size:
            self._size = size
            self._append(b"")
        self._file.seek(size - 1)
        if self._file.read(1) != b"\n":
            self._append(b"\n")

    def _append(self, content: bytes) -> None:
        """Write behind everything that is whole: all of it, or nothing if the disk lets us."""
        try:
            self._require_the_file()
            self._file.truncate(self._size)  # what an earlier error may have left
            self._file.seek(self._size)
            rest = memoryview(content)
            while rest:
                rest = rest[self._file.write(rest) :]  # a disk that fills up takes a part and says so
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            with suppress(OSError, ValueError):
                self._file.truncate(self._size)
            raise _unwritable(self.path, error) from None
        self._size += len(content)

    def _require_the_file(self) -> None:
        """Raise if somebody has deleted, replaced or cut short the file: nobody could read what would be written."""
        status = os.fstat(self._file.fileno())
        if not status.st_nlink:
            raise OSError(errno.ENOENT, "it was deleted or replaced while it was open")
        if status.st_size < self._size:
            raise OSError(errno.EIO, "another program has cut it short while it was open")

    def close(self) -> None:
        """Close the file: others may write to it now."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _joined(parts: dict[str, str]) -> str:
    """Return an object in its canonical form; its values are already."""
    return "{" + ",".join(f'"{key}":{parts[key]}' for key in sorted(parts)) + "}"


def require_seal(text: MatchText[Any, Any, Any]) -> Seal:
    """Return the seal of a match.

    Raises:
        ReplayError: If its dice are not sealed.
    """
    if text.seal is None:
        raise ReplayError("the dice of this match are not sealed: there is nothing that a secret could prove")
    return text.seal


def _sealed(secrets: Iterable[Secret]) -> SealedMatchDice | None:
    given = tuple(secrets)
    return SealedMatchDice(given) if given else None


def header_data(
    game: Game[ScenarioT, Any, Any], scenario: ScenarioT, seed: int | str | None, seal: Seal | None = None
) -> dict[str, Any]:
    """Return the first line of a match file as plain data."""
    from rcw_rules.session_documents import ruleset_data
    from rcw_rules.wire import envelope, unstructure

    body = {
        **ruleset_data(game.ruleset),
        "scenario": unstructure(scenario, game.scenario_type),
        "seed": None if seed is None else str(seed),
        **({} if seal is None else {_SEAL: unstructure(seal)}),
    }
    return envelope(MATCH_FORMAT, MATCH_VERSION, body)


def _locked(path: str | os.PathLike[str]) -> IO[bytes]:
    """Open a file for reading and writing, for nobody else at the same time."""
    import portalocker

    try:
        if Path(path).exists() and not Path(path).is_file():
            raise _wrong(os.fspath(path), None, "is no file that a match can be kept in")
        file = Path(path).open("r+b", buffering=0)  # noqa: SIM115 - it stays open as long as the match
    except (OSError, ValueError) as error:
        raise _wrong(os.fspath(path), None, _cannot_be_written(error)) from None
    try:
        portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.AlreadyLocked:
        file.close()
        raise _wrong(os.fspath(path), None, "is open in another program, and only one writes to a match") from None
    except portalocker.LockException as error:
        file.close()
        raise _wrong(os.fspath(path), None, f"cannot be kept from other programs: {error}") from None
    return file


def _content_of(file: IO[bytes], place: str) -> bytes:
    """Read a file through the handle that holds its lock: on some systems no other may."""
    try:
        return read_stream(file, MOST_BYTES)
    except OSError as error:
        raise _wrong(place, None, error.strerror or "cannot be read") from None


def _unwritable(path: str | os.PathLike[str], error: Exception) -> FileError:
    return FileError(os.fspath(path), [FileProblem(None, _cannot_be_written(error))], is_unwritten=True)


def _cannot_be_written(error: Exception) -> str:
    return f"cannot be written: {getattr(error, 'strerror', None) or error}"


def _wrong(place: str, line: int | None, message: str) -> FileError:
    return FileError(place, [FileProblem(line, message)])
