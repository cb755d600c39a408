"""The commands that ask for a request in the words of the book, and that show what it takes."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import click

from rcw_rules.cli.options import (
    charts_option,
    debug_option,
    house_option,
    json_option,
    once,
    procedure_argument,
    roster_option,
    seed_option,
    set_option,
)


@click.command("fields")
@procedure_argument
@json_option
@debug_option
def fields(*, procedure_id: str, as_json: bool) -> None:
    """Show what a request takes, field by field."""
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.forms import form_of
    from rcw_rules.registry import find_procedure

    _, procedure = find_procedure(procedure_id)
    form = form_of(procedure)
    if as_json:
        keys = ("path", "takes", "default", "meaning", "rule")
        show_json({"procedure": procedure.id, "fields": [{key: getattr(one, key) for key in keys} for one in form]})
        return
    rows = [
        (one.path, one.default or "needed", f"{one.takes}. {one.meaning}{f' [{one.rule}]' if one.rule else ''}")
        for one in form
    ]
    show(f"{procedure.title} [{procedure.id}]", TextTable(rows, headers=("field", "default", "what")))


@click.command("ask")
@procedure_argument
@roster_option
@seed_option
@once("--save", "save", metavar="FILE", help="Keep the request in FILE, in TOML if that is how its name ends.")
@once("--answers", "answers_file", metavar="FILE", help="Begin with the answers that were kept when you left.")
@set_option
@charts_option
@house_option
@debug_option
def ask(
    *,
    procedure_id: str,
    roster_file: str | None,
    seed: int | None,
    save: str | None,
    answers_file: str | None,
    settings: Sequence[str],
    chart_files: Sequence[str],
    house_file: str | None,
) -> None:
    """Ask what a question needs, and answer it.

    Needs no file: what must be known is asked one after the other, what may be is typed by its name. Then the modifiers
    are shown before any die, and dice are typed or rolled. ? explains, undo takes the last answer back. Leave before
    everything is answered, and your answers are kept: go on with --answers.
    """
    from rcw_rules.cli.ask_lines import LineReader
    from rcw_rules.cli.ask_talk import Talk
    from rcw_rules.cli.inputs import changed_ruleset, read_roster
    from rcw_rules.pieces import pieces_by_name
    from rcw_rules.registry import find_procedure

    ruleset, procedure = find_procedure(procedure_id)
    ruleset = changed_ruleset(ruleset, settings, chart_files, house_file)
    roster = pieces_by_name(ruleset.pieces) | (read_roster(roster_file) if roster_file is not None else {})
    going_on = f"rcw ask {procedure.id}{f' --roster {shlex.quote(roster_file)}' if roster_file is not None else ''}"
    talk = Talk(ruleset, procedure, lines=LineReader(), roster=roster, seed=seed, file=save, going_on=going_on)
    if answers_file is not None:
        talk.begin_with(answers_file)
    talk.hold()


ask_commands: tuple[click.Command, ...] = (ask, fields)
