"""Signatures: who vouches for a file, byte for byte.

A signature proves one thing: the holder of a secret key vouched for exactly these bytes, under this name and in these
roles. The name and the roles are what the holder said of themselves. Whose key it is you know from whoever gave you
the public key.

Keys are Ed25519 (RFC 8032), in PEM files that OpenSSL reads as well. Making and checking signatures takes
``cryptography``, which comes with the extra ``sign``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.digests import canonical_json
from rcw_rules.kernel.errors import FileError, FileProblem, InvalidRequestError, Problem, SignatureError
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.reading import TextLimits, read_bounded
from rcw_rules.kernel.writing import write_new
from rcw_rules.wire import dumps, envelope, open_envelope, parse_json, structure, unstructure

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

__all__ = [
    "HEXADECIMAL",
    "SIGNATURE_FORMAT",
    "SIGNATURE_VERSION",
    "Role",
    "Signature",
    "content_of",
    "load_signature",
    "new_keys",
    "public_key_in",
    "sign",
]

SIGNATURE_FORMAT = "rcw-signature"
SIGNATURE_VERSION = 1

Role: TypeAlias = Literal["threw", "decided", "ruled", "witnessed"]
"""What a signer says that they did: threw the dice, decided, ruled as the referee, or watched."""

HEXADECIMAL = {"file_digest": 64, "public_key": 64, "signature": 128}
"""How many hexadecimal digits each field of a signature has that is a number."""

_PRIME = 2**255 - 19
_CURVE = -121665 * pow(121666, -1, _PRIME)
"""The d of the curve, -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032)."""


@frozen(kw_only=True)
class Signature:
    """A person's signature on a file.

    Attributes:
        file_digest: The SHA-256 of the bytes of the file, in hexadecimal digits.
        public_key: The public key of the signer, 32 bytes in hexadecimal digits.
        name: The signer's name, as they said.
        roles: What the signer did, as they said.
        signature: The Ed25519 signature over the canonical form of all the above and the envelope, in hexadecimal
            digits.
    """

    file_digest: str
    public_key: str
    name: Annotated[str, Size(1, 100)]
    roles: Annotated[tuple[Role, ...], Size(1, 4)]
    signature: str

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what is wrong with the digits and the roles."""
        for name, length in HEXADECIMAL.items():
            if not re.fullmatch(f"[0-9a-f]{{{length}}}", getattr(self, name)):
                yield Problem(f".{name}", f"expected {length} hexadecimal digits in lower case")
        if len(set(self.roles)) < len(self.roles):
            yield Problem(".roles", "a role stands there twice")
        if not _can_be_written(self.name):
            yield Problem(".name", f"expected text that can be written as UTF-8, got {self.name!r}")

    def check(self, content: bytes) -> None:
        """Check that the holder of the key vouched for *content* under this name and in these roles.

        Args:
            content: The bytes of the file.

        Raises:
            SignatureError: If the file or the signature was changed, or ``cryptography`` is not installed.
        """
        digest = sha256(content).hexdigest()
        if digest != self.file_digest:
            raise SignatureError(
                f"{self.name!r} did not sign these bytes: their digest is {digest}, the signature is for "
                f"{self.file_digest}; the file was changed afterwards, or is another"
            )
        if not _is_genuine(self.public_key, self.signature, _message(self.to_dict())):
            raise SignatureError(
                f"the signature in the name of {self.name!r} was not made with the key {self.public_key}: "
                "what it says was changed afterwards"
            )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return envelope(SIGNATURE_FORMAT, SIGNATURE_VERSION, unstructure(self))

    def to_json(self) -> str:
        """Return a JSON document that `load_signature` reads back."""
        return dumps(self.to_dict())

    def __str__(self) -> str:
        roles = " and ".join(self.roles)
        return f"by the holder of the key {self.public_key[:16]}; on their word this is {self.name!r}, who {roles}"


def load_signature(text: str | bytes) -> Signature:
    """Read a signature back; `Signature.check` says what it is worth.

    Raises:
        InvalidRequestError: If it is not such a document.
        WireVersionError: If a newer version of the library wrote it.
    """
    return structure(
        open_envelope(parse_json(text, "the signature"), SIGNATURE_FORMAT, SIGNATURE_VERSION, {}), Signature
    )


def sign(content: bytes, key_file: str | os.PathLike[str], *, name: str, roles: Iterable[Role]) -> Signature:
    """Vouch for *content* with the secret key in *key_file*.

    Args:
        content: The bytes of the file.
        key_file: A PEM file that `new_keys` wrote, or any other with an Ed25519 key without a password.
        name: The name to sign with, of 1 to 100 characters.
        roles: What the signer did, one or more.

    Raises:
        FileError: If there is no such key in the file.
        InvalidRequestError: If the name or the roles are impossible.
        SignatureError: If ``cryptography`` is not installed.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        raise InvalidRequestError([Problem("$.name", f"expected text that UTF-8 can hold, got {name!r}")]) from None
    key = _secret_key(key_file)
    unsigned = {
        "file_digest": sha256(content).hexdigest(),
        "public_key": key.public_key().public_bytes_raw().hex(),
        "name": name,
        "roles": list(roles),
    }
    structure({**unsigned, "signature": "0" * HEXADECIMAL["signature"]}, Signature)  # nothing impossible is signed
    message = _message(envelope(SIGNATURE_FORMAT, SIGNATURE_VERSION, unsigned))
    return structure({**unsigned, "signature": key.sign(message).hex()}, Signature)


def new_keys(file: str | os.PathLike[str]) -> str:
    """Write a new secret key to *file*, for its owner alone to read, and its public key beside it, with ``.pub`` added.

    Either both files are written or neither.

    Returns:
        The public key, in hexadecimal digits.

    Raises:
        FileError: If one of the files exists or cannot be written.
        SignatureError: If ``cryptography`` is not installed.
    """
    _require_cryptography()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    public = key.public_key()
    secret_text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public_text = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    beside = f"{os.fspath(file)}.pub"
    if os.path.lexists(beside):
        raise _wrong(beside, "exists already; a key is never overwritten")
    _write_new(os.fspath(file), secret_text, 0o600)
    try:
        _write_new(beside, public_text, 0o644)
    except BaseException:
        Path(file).unlink(missing_ok=True)
        raise
    return public.public_bytes_raw().hex()


def content_of(file: str | os.PathLike[str]) -> bytes:
    """Return the bytes of *file*, of which never more are read than of a JSON text.

    Raises:
        FileError: If it cannot be read, or is larger.
    """
    try:
        return read_bounded(file, TextLimits().json_bytes)
    except (OSError, ValueError) as error:
        raise _wrong(file, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def public_key_in(file: str | os.PathLike[str]) -> str:
    """Return the public key in a PEM file, in hexadecimal digits.

    Raises:
        FileError: If there is none, or none of Ed25519.
        SignatureError: If ``cryptography`` is not installed.
    """
    _require_cryptography()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(content_of(file))
    except (ValueError, UnsupportedAlgorithm):
        raise _wrong(file, "holds no public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise _wrong(file, "holds a public key, but not one of Ed25519")
    return key.public_bytes_raw().hex()


def _secret_key(file: str | os.PathLike[str]) -> Ed25519PrivateKey:
    _require_cryptography()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(content_of(file), password=None)
    except TypeError:
        raise _wrong(file, "holds a secret key with a password; only keys without one can be used here") from None
    except (ValueError, UnsupportedAlgorithm):
        raise _wrong(file, "holds no secret key in PEM") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _wrong(file, "holds a secret key, but not one of Ed25519")
    return key


def _can_be_written(text: str) -> bool:
    """Whether *text* holds no half of a character, as a name on a command line of another encoding does."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_genuine(public_key: str, signature: str, message: bytes) -> bool:
    _require_cryptography()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key: Ed25519PublicKey = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), message)
        return not _is_weak(public_key)
    except (InvalidSignature, ValueError):
        return False


def _is_weak(public_key: str) -> bool:
    """Return whether a key is a point of an order of 8 or less: for these anybody can make signatures that fit.

    Doubling the point three times, by its y alone, then leads to the neutral point, whose y is 1.

    Raises:
        ValueError: If it is no point of the curve. It is not always noticed.
    """
    y = int.from_bytes(bytes.fromhex(public_key), "little") % 2**255 % _PRIME
    for _ in range(3):
        square = (y * y - 1) * pow(_CURVE * y * y + 1, -1, _PRIME)  # that of x
        y = (y * y + square) * pow(1 - _CURVE * square * y * y, -1, _PRIME) % _PRIME
    return y == 1


def _message(document: dict[str, Any]) -> bytes:
    """Return what is signed: the canonical form of the document of a signature, without the signature itself."""
    return canonical_json({key: item for key, item in document.items() if key != "signature"}).encode()


def _require_cryptography() -> None:
    try:
        import_module("cryptography")
    except ImportError:
        raise SignatureError("signatures need cryptography: install rcw-rules[sign]") from None


def _write_new(file: str, content: bytes, mode: int) -> None:
    try:
        write_new(file, content, mode=mode)
    except FileExistsError:
        raise _wrong(file, "exists already; a key is never overwritten") from None
    except (OSError, ValueError) as error:
        told = f"cannot be written: {getattr(error, 'strerror', None) or error}"
        raise FileError(file, [FileProblem(None, told)], is_unwritten=True) from None


def _wrong(file: str | os.PathLike[str], message: str) -> FileError:
    return FileError(os.fspath(file), [FileProblem(None, message)])
