"""Matches handed on: as text, as one JSON document, and as a web page that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from rcw_rules.cli.match_words import (
    answer_line,
    event_lines,
    head_of,
    name_of,
    record_of,
    result_lines,
    title_of,
    undo_line,
)
from rcw_rules.cli.streams import OutputError
from rcw_rules.games import UMPIRE, Entry, Event, Match, MatchText, turn_of
from rcw_rules.games.match_file import header_data
from rcw_rules.kernel.plain import printable
from rcw_rules.wire import unstructure


@frozen(kw_only=True, eq=False)
class Moment:
    """An entry of a match, and the match after it.

    Attributes:
        entry: The entry.
        match: The match after it; None where the event was taken back later.
    """

    entry: Entry
    match: Match[Any, Any, Any] | None

    @property
    def clock(self) -> str:
        """Turn and phase afterwards; "" where they are not known."""
        match = self.match
        return "" if match is None or match.state is None else match.game.clock(match.state)


def moments(text: MatchText[Any, Any, Any], played: Match[Any, Any, Any]) -> list[Moment]:
    """Return everything that happened, each with the match after it as far as it was not taken back."""
    after: dict[int, Match[Any, Any, Any]] = {}
    match: Match[Any, Any, Any] | None = played
    while match is not None and match.latest is not None:
        after[match.latest.number] = match
        match = match.before
    return [Moment(entry=entry, match=after.get(entry.number)) for entry in text.entries]


def _html(text: str) -> str:
    """Return a text as it stands on a page, with nothing in it that a browser or a terminal would obey."""
    return escape(printable(text))


def told_lines(text: MatchText[Any, Any, Any], played: Match[Any, Any, Any], *, is_full: bool) -> Iterator[str]:
    """Yield a match in sentences, turn by turn.

    Args:
        text: The match.
        played: The match, played again.
        is_full: Whether to tell every throw, every decision and every step as well.
    """
    yield f"{title_of(text)} [{text.game.ruleset.id}, rules version {text.game.ruleset.rules_version}]"
    clock = ""
    for moment in moments(text, played):
        if isinstance(moment.entry, Event):
            taken_back = " (taken back later)" if moment.match is None else ""
            head, *told = event_lines(moment.entry)
            yield f"{moment.entry.number}. {head}{taken_back}"
            yield from told
            yield from _retaken(text, moment.entry)
            if is_full:
                yield from _details(moment, moment.entry)
        else:
            yield f"{moment.entry.number}. {undo_line(moment.entry)}"
        if moment.clock and moment.clock != clock:
            clock = moment.clock
            yield ""
            yield name_of(clock)
    yield ""
    yield from _end(text, played)


def _retaken(text: MatchText[Any, Any, Any], event: Event) -> Iterator[str]:
    for number, reason in text.retaken:
        if number == event.number:
            yield f"  A die that was seen was taken back{f': {reason}' if reason else ', without a reason'}"


def _details(moment: Moment, event: Event) -> Iterator[str]:
    yield from (f"    - {answer_line(answer)}" for answer in event.answers)
    for override in event.overrides:
        yield f"    - the referee: {override}"
    if moment.match is not None:
        yield from (f"    {line}" for line in record_of(moment.match).text().splitlines())
    yield f"    state {event.digest[:16]}"


def _end(text: MatchText[Any, Any, Any], played: Match[Any, Any, Any]) -> Iterator[str]:
    result = played.result
    if result is not None:
        yield from result_lines(result)
    elif text.under_way is not None:
        yield f"The match goes on. Begun: {head_of(text.under_way)}"
    else:
        yield "The match goes on."


def json_data(text: MatchText[Any, Any, Any], played: Match[Any, Any, Any]) -> dict[str, Any]:
    """Return a match as one document: its first line, all entries, the last state and the result."""
    game = text.game
    state, result = played.state, played.result
    return {
        **header_data(game, text.scenario, text.seed, text.seal),
        "entries": [unstructure(entry, Entry) for entry in text.entries],
        "under_way": None if text.under_way is None else unstructure(text.under_way, Event),
        "retaken": [{"event": number, "reason": reason} for number, reason in text.retaken],
        "state": None if state is None else unstructure(state, game.state_type),
        "result": None if result is None else unstructure(result),
    }


# ------------------------------------------------------------------ the web page

_STYLE = """
:root { color-scheme: light dark; --ground: #fdfcf9; --ink: #1c1b19; --soft: #6b665d; --line: #d8d3c7; }
@media (prefers-color-scheme: dark) { :root { --ground: #191a1c; --ink: #e7e5df; --soft: #a19c92; --line: #3a3b3f; } }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { line-height: 1.2; } h2 { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1rem; }
.soft, .number { color: var(--soft); } .number { display: inline-block; min-width: 2.5em; }
.event { margin: .6rem 0; } .event p { margin: 0 0 0 2.5em; } .undone { opacity: .6; text-decoration: line-through; }
figure { margin: 1rem 0; overflow-x: auto; } figure > div { background: #fff; border: 1px solid var(--line);
  display: inline-block; } figure svg { display: block; height: auto; max-width: 100%; }
nav ol { columns: 14rem; padding-left: 1.5rem; } a { color: inherit; }
pre { overflow-x: auto; } details { margin-left: 2.5em; } summary { color: var(--soft); cursor: pointer; }
""".strip()


def html_page(text: MatchText[Any, Any, Any], played: Match[Any, Any, Any], *, is_full: bool) -> str:
    """Return a match as a page with everything in it, no script, and a picture after every turn.

    The result comes first, then the turns with links from each to the one before and the one after.
    """
    ruleset = text.game.ruleset
    title = _html(title_of(text))
    sides = ", ".join(text.game.sides(text.scenario))
    end = "".join(f"<p>{_html(line)}</p>" for line in _end(text, played))
    turns = _turns(text, moments(text, played), is_full=is_full)
    names = [name for name, _ in turns]
    sections = "\n".join(
        f'<section id="part-{number}">\n<h2>{_html(name)}</h2>\n{_ways_on(names, number)}\n{body}\n</section>'
        for number, (name, body) in enumerate(turns, start=1)
    )
    contents = " ".join(f"<li>{_link(name, number)}</li>" for number, name in enumerate(names, start=1))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f'<p class="soft">{_html(ruleset.title)}, {_html(ruleset.edition)}, rules version {ruleset.rules_version}. '
        f"Sides: {_html(sides)}. {len(text.entries)} entries.</p>\n"
        f'{end}\n<nav aria-label="Turns"><ol>{contents}</ol></nav>\n{sections}\n</body>\n</html>'
    )


def _link(name: str, number: int) -> str:
    return f'<a href="#part-{number}">{_html(name)}</a>'


def _ways_on(names: list[str], number: int) -> str:
    """Return the links from a part to the one before and the one after it."""
    before = [f"Back: {_link(names[number - 2], number - 1)}"] if number > 1 else []
    after = [f"On: {_link(names[number], number + 1)}"] if number < len(names) else []
    return f'<p class="soft">{" &middot; ".join((*before, *after))}</p>' if before or after else ""


def _turns(text: MatchText[Any, Any, Any], all_moments: list[Moment], *, is_full: bool) -> list[tuple[str, str]]:
    """Return each turn with its events, and with the map as it was when the turn ended."""
    found: list[tuple[str, str]] = []
    turn, last = "", None
    events: list[str] = []
    for moment in all_moments:
        begun = turn_of(moment.clock) if moment.clock else turn
        if begun != turn:
            if last is not None:
                found.append(_part(turn, events, last))
                events = []
            turn = begun
        events.append(_event_html(text, moment, is_full=is_full))
        last = moment.match or last
    if events:
        found.append(_part(turn, events, last))
    return found


def _part(turn: str, events: list[str], last: Match[Any, Any, Any] | None) -> tuple[str, str]:
    figure = "" if last is None else _figure(last, turn)
    return name_of(turn) if turn else "Before the first turn", "\n".join((*events, figure))


def _event_html(text: MatchText[Any, Any, Any], moment: Moment, *, is_full: bool) -> str:
    entry = moment.entry
    number = f'<span class="number">{entry.number}</span>'
    if not isinstance(entry, Event):
        return f'<div class="event">{number}{_html(undo_line(entry))}</div>'
    head, *told = event_lines(entry)
    kind = "event" if moment.match is not None else "event undone"
    lines = "".join(f"<p>{_html(line.strip())}</p>" for line in (*told, *_retaken(text, entry)))
    details = ""
    if is_full:
        steps = _html("\n".join(line.removeprefix("    ") for line in _details(moment, entry)))
        details = f"<details><summary>Every step</summary><pre>{steps}</pre></details>"
    return f'<div class="{kind}">{number}<b>{_html(head)}</b>{lines}{details}</div>'


def _figure(match: Match[Any, Any, Any], turn: str) -> str:
    """Return the map after a turn as a picture, or as text where the game draws none."""
    if match.state is None:
        return ""
    view = match.game.view(match.state, UMPIRE)
    drawing = match.game.picture(view)
    caption = f"<figcaption class='soft'>The map at the end of {_html(turn)}</figcaption>" if turn else ""
    if drawing is None:
        drawn = _html(match.game.text_map(view))
        return f"<figure><pre>{drawn}</pre>{caption}</figure>" if drawn else ""
    try:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "map.svg"
            drawing.save(file)
            svg = re.sub(r"^.*?(?=<svg\b)", "", file.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    except OSError as error:
        raise OutputError(f"no picture can be drawn in the folder for temporary files: {error.strerror}") from None
    return f"<figure><div>{svg}</div>{caption}</figure>"
