"""The commands ``rcw keys`` and ``rcw sign``, and the signatures that ``rcw verify`` checks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from rcw_rules.cli.options import Commands, debug_option, json_option, once

if TYPE_CHECKING:
    from rcw_rules.signatures import Role, Signature

ROLES = ("threw", "decided", "ruled", "witnessed")
SIGNATURE_ENDING = ".sig"


def require_cryptography() -> None:
    """Refuse a command that needs the extra ``sign`` where it is not installed."""
    if find_spec("cryptography") is None:
        raise click.ClickException("signatures need cryptography: pip install 'rcw-rules[sign]'")


@click.group("keys", cls=Commands, invoke_without_command=True)
@debug_option
@click.pass_context
def keys(context: click.Context) -> None:
    """Make keys to sign with."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@keys.command("new")
@click.argument("file", metavar="FILE")
@json_option
@debug_option
def keys_new(*, file: str, as_json: bool) -> None:
    """Write a new secret key to FILE and its public key to FILE.pub.

    Keep the secret key to yourself, and give the public key to everybody who is to check your signatures.
    """
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.signatures import new_keys

    require_cryptography()
    public = new_keys(file)
    if as_json:
        show_json({"key_file": file, "public_key_file": f"{file}.pub", "public_key": public})
    else:
        rows = [("secret key", f"in {file}"), ("public key", f"in {file}.pub"), ("", public)]
        show(TextTable(rows))


@click.command("sign")
@click.argument("file", metavar="FILE")
@once("--key", "key_file", metavar="KEYFILE", help="The secret key, as 'rcw keys new' writes it.", required=True)
@once("--as", "name", metavar="NAME", help="Your name.", required=True)
@click.option(
    "--role", "roles", type=click.Choice(ROLES), multiple=True, required=True, help="What you did; repeatable."
)
@once("--out", metavar="SIGFILE", help="Where to write the signature; FILE.sig by default.")
@json_option
@debug_option
def sign(*, file: str, key_file: str, name: str, roles: Sequence[Role], out: str | None, as_json: bool) -> None:
    """Vouch for a file, byte for byte.

    The signature is written to a file of its own; FILE stays as it is.
    """
    from rcw_rules import signatures
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.cli.streams import OutputError
    from rcw_rules.kernel.writing import write_new

    require_cryptography()
    signature = signatures.sign(signatures.content_of(file), key_file, name=name, roles=roles)
    target = out if out is not None else file + SIGNATURE_ENDING
    try:
        write_new(target, f"{signature.to_json()}\n".encode())
    except FileExistsError:
        raise click.ClickException(f"{target} exists already: name another file with --out") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OutputError(f"the signature {target} cannot be written: {reason}") from None
    if as_json:
        show_json({"file": target, **signature.to_dict()})
    else:
        show(f"{target}: signed {signature}.")


def signed_content(
    file: str, signature_files: Sequence[str], key_files: Sequence[str]
) -> tuple[bytes, list[Signature]]:
    """Return the bytes of *file* with their signatures, each checked; every key must have made one.

    Go on with these bytes: whoever writes to the file may have changed it since.

    Args:
        file: The name of the file.
        signature_files: The files of the signatures; if there are none, the one beside the file.
        key_files: The files of the public keys.

    Raises:
        SignatureError: If a signature does not vouch for the file, or a key made none of them.
        RulesError: If a file cannot be read.
    """
    from rcw_rules.kernel.errors import SignatureError
    from rcw_rules.signatures import content_of, public_key_in

    require_cryptography()
    content = content_of(file)
    found = [_signature_in(each) for each in signature_files or (file + SIGNATURE_ENDING,)]
    for signature in found:
        signature.check(content)
    made_by = {signature.public_key for signature in found}
    for key_file in key_files:
        key = public_key_in(key_file)
        if key not in made_by:
            raise SignatureError(f"none of the signatures was made with the key {key[:16]} in {key_file}")
    return content, found


def _signature_in(file: str) -> Signature:
    from attrs import evolve

    from rcw_rules import signatures
    from rcw_rules.kernel.errors import InvalidRequestError

    try:
        return signatures.load_signature(signatures.content_of(file))
    except InvalidRequestError as error:
        problems = [evolve(problem, path=f"{file}: {problem.path}") for problem in error.problems]
        raise InvalidRequestError(problems) from None


def signature_data(signature: Signature) -> dict[str, Any]:
    """Return what a signature says, for JSON."""
    return {"public_key": signature.public_key, "name": signature.name, "roles": list(signature.roles)}
