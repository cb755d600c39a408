"""The commands ``rcw match``: read a match, prove it, take something back, hand it on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from rcw_rules.cli.options import Commands, Decorator, debug_option, json_option, once

if TYPE_CHECKING:
    from rcw_rules.games import Match, MatchText

_FAILS = 1

match_argument: Decorator = click.argument("name", metavar="MATCH")


@click.group("match", cls=Commands, invoke_without_command=True)
@debug_option
@click.pass_context
def match(context: click.Context) -> None:
    """Show, verify and export matches that were saved."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@match.command("show")
@match_argument
@click.option("--full", is_flag=True, help="Show every step with its rule, and every throw and decision.")
@debug_option
def match_show(*, name: str, full: bool) -> None:
    """Tell what happened in a match."""
    from rcw_rules.cli.match_export import told_lines
    from rcw_rules.kernel.plain import printable

    text = _read(name)
    for line in told_lines(text, _played(text), is_full=full):
        click.echo(printable(line))


@match.command("verify")
@match_argument
@click.option(
    "--seed", "seeds", metavar="SEED:SALT", multiple=True, help="Reveal a seed of sealed dice, once for each party."
)
@click.option(
    "--signed-by", "key_files", metavar="PUBKEY", multiple=True, help="Demand a signature of the key in this file."
)
@click.option(
    "--signature", "signature_files", metavar="SIGFILE", multiple=True, help="A signature; MATCH.sig by default."
)
@json_option
@debug_option
def match_verify(
    *, name: str, seeds: Sequence[str], key_files: Sequence[str], signature_files: Sequence[str], as_json: bool
) -> None:
    """Play a match again, and say what that proves.

    Exit code 1 if a line is not what was written, an event is not what comes of its answers, a face is not that of the
    seeds, or a signature does not vouch for the file.
    """
    from rcw_rules.cli.match_proofs import proof_data, proof_lines, verified
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.cli.signing_commands import signature_data, signed_content
    from rcw_rules.kernel.seals import Secret

    secrets = [Secret.parse(seed) for seed in seeds]
    is_signed = bool(key_files or signature_files)
    content, signatures = signed_content(name, signature_files, key_files) if is_signed else (None, [])
    text = _read(name, is_proof=True, content=content)
    played = verified(text, secrets)
    if as_json:
        signed = {"signatures": list(map(signature_data, signatures))} if is_signed else {}
        data = proof_data(text, played, is_revealed=bool(secrets))
        show_json({"match": name, "is_verified": True, **data, **signed})
    else:
        show(*proof_lines(name, text, played, is_revealed=bool(secrets), signatures=signatures))


@match.command("undo")
@match_argument
@once("--reason", metavar="TEXT", help="Why it is taken back; needed where a die was seen.")
@debug_option
def match_undo(*, name: str, reason: str | None) -> None:
    """Take the latest answer back."""
    from rcw_rules.cli.game_inputs import game_of_match
    from rcw_rules.cli.match_words import undo_line
    from rcw_rules.cli.output import show
    from rcw_rules.games import MatchFile, Undo

    with MatchFile[Any, Any, Any].open(name, game_of_match(name)) as file:
        _tell_what_was_lost(name, file.lost)
        before = file.match.length
        after = file.undo(reason=reason or "")
        undone = [entry for entry in after.since(before) if isinstance(entry, Undo)]
    show(undo_line(undone[0]) if undone else "The latest answer is taken back; its action has only begun")


@match.command("doctor")
@match_argument
@json_option
@debug_option
def match_doctor(*, name: str, as_json: bool) -> None:
    """Name the first event that would go otherwise under the rules of today.

    For matches of an earlier version of the rules. The match stays what was played. Exit code 1 if there is one.
    """
    from rcw_rules.cli.game_inputs import game_of_match
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.games import diagnosed, read_match

    text = read_match(name, game_of_match(name), is_older_allowed=True)
    _tell_what_was_lost(name, text.lost)
    found = diagnosed(text)
    if as_json:
        wrong = None if found is None else {"event": found.number, "rule": found.rule, "message": found.message}
        show_json({"match": name, "events": len(text.entries), "differs": wrong})
    elif found is None:
        show(f"{name}: all {len(text.entries)} events go today as they went")
    else:
        rule = f", by {found.rule}" if found.rule else ""
        show(f"{name}: event {found.number} of {found.events} would go otherwise today{rule}", f"  {found.message}")
    if found is not None:
        click.get_current_context().exit(_FAILS)


@match.command("export")
@match_argument
@once("--text", "text_file", metavar="FILE", help="As text; - for standard output.")
@once("--json", "json_file", metavar="FILE", help="As one JSON document.")
@once("--html", "html_file", metavar="FILE", help="As a page with a picture a turn, which needs nothing else.")
@click.option("--full", is_flag=True, help="With every step.")
@debug_option
def match_export(*, name: str, text_file: str | None, json_file: str | None, html_file: str | None, full: bool) -> None:
    """Write a match as text, JSON, or a web page."""
    from rcw_rules.cli.match_export import html_page, json_data, told_lines
    from rcw_rules.cli.output import show
    from rcw_rules.json_text import dumps
    from rcw_rules.kernel.plain import printable

    if text_file is json_file is html_file is None:
        raise click.UsageError("give --text FILE, --json FILE or --html FILE", click.get_current_context())
    _require_targets(name, [file for file in (text_file, json_file, html_file) if file not in (None, "-")])
    text = _read(name)
    played = _played(text)
    written: list[str] = []
    if text_file is not None:
        _write(text_file, "\n".join(map(printable, told_lines(text, played, is_full=full))), written)
    if json_file is not None:
        _write(json_file, dumps(json_data(text, played)), written)
    if html_file is not None:
        _write(html_file, html_page(text, played, is_full=full), written)
    if written:
        show(f"written: {', '.join(written)}")


def _require_targets(match: str, files: list[str | None]) -> None:
    """Raise unless an export can be written without replacing the match, or another export."""
    places = [os.path.realpath(file or "") for file in files]
    if os.path.realpath(match) in places:
        raise click.UsageError(f"{match} is the match itself: take another name", click.get_current_context())
    if len(set(places)) < len(places):
        raise click.UsageError("two exports cannot be written to one file", click.get_current_context())


def _write(file: str, content: str, written: list[str]) -> None:
    from rcw_rules.cli.streams import OutputError
    from rcw_rules.kernel.writing import write_whole

    if file == "-":
        click.echo(content)
        return
    try:
        write_whole(file, f"{content}\n".encode())
    except (OSError, ValueError) as error:
        raise OutputError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    written.append(file)


def _read(name: str, *, is_proof: bool = False, content: bytes | None = None) -> MatchText[Any, Any, Any]:
    """Read a match; tell what was torn off its end.

    Raises:
        MatchError: If it is to be proved, and a line is not what was written.
        FileError: If it is no match, or a line is not what was written.
    """
    from rcw_rules.cli.game_inputs import game_of_match
    from rcw_rules.games import MatchError, read_match
    from rcw_rules.kernel.errors import FileError

    game = game_of_match(name)
    try:
        text = read_match(name, game, content=content)
    except FileError as error:
        if is_proof and any((problem.line or 0) > 1 for problem in error.problems):
            raise MatchError(str(error)) from error
        raise
    _tell_what_was_lost(name, text.lost)
    return text


def _tell_what_was_lost(name: str, lost: str) -> None:
    from rcw_rules.kernel.plain import printable

    if lost:
        click.echo(printable(f"rcw: {name}: {lost}"), err=True)


def _played(text: MatchText[Any, Any, Any]) -> Match[Any, Any, Any]:
    return text.match(checks=False, goes_on=False)
