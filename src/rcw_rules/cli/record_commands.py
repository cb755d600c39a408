"""The commands about records: ``rcw verify`` and ``rcw seal``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from rcw_rules.cli.options import charts_option, debug_option, json_option, once

if TYPE_CHECKING:
    from rcw_rules.kernel.seals import Seal, Secret
    from rcw_rules.verification import Verification


@click.command("verify")
@click.argument("files", metavar="[FILE|-]...", nargs=-1)
@click.option(
    "--seed", "seeds", metavar="SEED:SALT", multiple=True, help="Reveal a seed of sealed dice, once for each party."
)
@click.option(
    "--signed-by", "key_files", metavar="PUBKEY", multiple=True, help="Demand a signature of the key in this file."
)
@click.option(
    "--signature", "signature_files", metavar="SIGFILE", multiple=True, help="A signature; FILE.sig by default."
)
@charts_option
@json_option
@debug_option
def verify(
    *,
    files: Sequence[str],
    seeds: Sequence[str],
    key_files: Sequence[str],
    signature_files: Sequence[str],
    chart_files: Sequence[str],
    as_json: bool,
) -> None:
    """Hold records against what their own dice come to today.

    A record is JSON as "rcw resolve --json" prints it, in FILE or, without one, on standard input. A record that does
    not agree with itself, or of which a rule is read otherwise today, ends with exit code 1, and one that was changed
    after it was written with 2.

    Several files are the records of one game: if its dice are sealed, no throw may be missing or stand in two of them.
    """
    from rcw_rules.cli.inputs import STANDARD_INPUT
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.cli.signing_commands import signature_data, signed_content
    from rcw_rules.kernel.errors import ReplayError
    from rcw_rules.kernel.plain import in_one_line
    from rcw_rules.kernel.seals import Secret
    from rcw_rules.verification import require_whole_game

    secrets = [Secret.parse(seed) for seed in seeds] or None
    names = list(files) or [STANDARD_INPUT]
    if len(set(names)) < len(names):
        raise click.UsageError("a file is given twice", click.get_current_context())
    is_signed = bool(key_files or signature_files)
    if is_signed and (len(names) > 1 or names[0] == STANDARD_INPUT):
        said = "--signed-by and --signature are for one FILE, since a signature is for its bytes"
        raise click.UsageError(said, click.get_current_context())
    content, signatures = signed_content(names[0], signature_files, key_files) if is_signed else (None, [])
    found = {name: _verified(name, content, chart_files, secrets, of_several=len(names) > 1) for name in names}
    throws = require_whole_game(found) if len(found) > 1 else 0
    if secrets and all(verification.resolution.seal is None for verification in found.values()):
        raise ReplayError("the dice of these records are not sealed: there is nothing that a seed could prove")
    if as_json:
        records = [_verification_data(verification) for verification in found.values()]
        signed = {"signatures": list(map(signature_data, signatures))} if is_signed else {}
        show_json({**records[0], **signed} if len(records) == 1 else {"records": records, "throws": throws})
        return
    for number, (name, verification) in enumerate(found.items()):
        head = ("",) * bool(number) + (in_one_line(name),) * (len(found) > 1)
        show(*head, verification.resolution.explain(), "", *(f"  {line}" for line in verification.lines()))
    if len(found) == 1 and (earlier := _earlier_throws(*found.values())):
        show(f"  {earlier}")
    for signature in signatures:
        show(f"  Signed {signature}.")
    if throws:
        show("", f"Together the records hold every sealed throw from 1 to {throws}.")


def _earlier_throws(verification: Verification[Any]) -> str:
    """Return what to say of a single record whose game began before it, "" if it did not."""
    last = verification.draws[0] - 1 if verification.draws else 0
    if not last:
        return ""
    throws = "Throw 1" if last == 1 else f"Throws 1 to {last}"
    return f"{throws} of the game: not in this record. Verify all records of the game together."


def _verified(
    name: str, content: bytes | None, chart_files: Sequence[str], secrets: Sequence[Secret] | None, *, of_several: bool
) -> Verification[Any]:
    from attrs import evolve

    from rcw_rules.cli.inputs import read_document, with_charts
    from rcw_rules.kernel.errors import DiceError, InvalidRequestError, ReplayError

    where = f"{name}: " if of_several else ""
    try:
        found, text = read_document(name, "the record of a resolution", content)
        ruleset = with_charts(found, chart_files)
        resolution = ruleset.load_resolution(text)
        proved_by = (
            None if of_several and resolution.seal is None else secrets
        )  # some dice of a game may be thrown by hand
        return ruleset.verify(resolution, seeds=proved_by)
    except InvalidRequestError as error:
        raise InvalidRequestError(evolve(problem, path=where + problem.path) for problem in error.problems) from error
    except (DiceError, ReplayError) as error:
        raise ReplayError(f"{where}{error}") from error


def _verification_data(verification: Verification[Any]) -> dict[str, Any]:
    from rcw_rules.wire import unstructure

    resolution = verification.resolution
    return {
        "procedure": resolution.procedure,
        "ruleset": unstructure(resolution.ruleset),
        "outcome": unstructure(resolution.outcome),
        "on_their_word": list(verification.on_their_word),
        "sealed": None if resolution.seal is None else _sealed_data(resolution.seal, verification),
    }


def _sealed_data(seal: Seal, verification: Verification[Any]) -> dict[str, Any]:
    return {
        "commitments": list(seal.commitments),
        "draws": list(verification.draws),
        "is_revealed": verification.is_revealed,
    }


@click.command("seal")
@click.argument("seed", metavar="[SEED]", required=False)
@once("--salt", metavar="SALT", help="A text that nobody can guess; drawn at random without one.")
@json_option
@debug_option
def seal(*, seed: str | None, salt: str | None, as_json: bool) -> None:
    """Commit to a seed for sealed dice before a game.

    Publish the commitment, and keep the secret until the game is over. Without SEED the seed is drawn at random.
    """
    import secrets

    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.kernel.errors import DiceError
    from rcw_rules.kernel.seals import Secret

    secret = Secret(
        seed if seed is not None else secrets.token_hex(8), salt if salt is not None else secrets.token_hex(16)
    )
    if not str(secret).isprintable():  # it would be shown otherwise than it is, and could never be revealed
        raise DiceError(f"a seed and a salt are of characters that can be shown, not {str(secret)!r}")
    if as_json:
        show_json({"secret": str(secret), "commitment": secret.commitment})
    else:
        show(TextTable([("secret", str(secret)), ("commitment", secret.commitment)]))
