"""Signatures: what they vouch for, and every way in which they do not."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from published_schemas import validator

from rcw_rules import InvalidRequestError, WireVersionError
from rcw_rules.kernel.errors import FileError, SignatureError
from rcw_rules.signatures import Signature, content_of, load_signature, new_keys, public_key_in, sign

CONTENT = b'{"format": "rcw-resolution"}\n'


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Return the file of a new secret key."""
    file = tmp_path / "red.key"
    new_keys(file)
    return file


@pytest.fixture
def signature(key: Path) -> Signature:
    return sign(CONTENT, key, name="Čapajev", roles=["threw", "decided"])


def test_a_signature_vouches_for_the_bytes_the_name_and_the_roles(key: Path, signature: Signature) -> None:
    signature.check(CONTENT)
    assert (signature.name, signature.roles) == ("Čapajev", ("threw", "decided"))
    assert signature.public_key == public_key_in(f"{key}.pub")
    assert signature.file_digest == sha256(CONTENT).hexdigest()
    # What is signed, by hand: the document without the signature, keys ascending, nothing between them.
    message = (
        f'{{"file_digest":"{signature.file_digest}","format":"rcw-signature","name":"Čapajev",'
        f'"public_key":"{signature.public_key}","roles":["threw","decided"],"schema_version":1}}'
    )
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.public_key))
    public.verify(bytes.fromhex(signature.signature), message.encode())


def test_a_signature_is_read_back_equal(signature: Signature) -> None:
    written = signature.to_json()
    assert load_signature(written) == load_signature(written.encode()) == signature
    assert list(json.loads(written))[:2] == ["format", "schema_version"]
    validator("signature.json").validate(json.loads(written))
    assert str(signature) == (
        f"by the holder of the key {signature.public_key[:16]}; on their word this is 'Čapajev', who threw and decided"
    )


def flipped(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def test_another_file_is_not_vouched_for(signature: Signature) -> None:
    for content in (b"", CONTENT[:-1], CONTENT + b" ", CONTENT.replace(b"r", b"R", 1)):
        with pytest.raises(SignatureError, match=r"^'Čapajev' did not sign these bytes: their digest is \w{64}, "):
            signature.check(content)


@pytest.mark.parametrize("field", ["name", "roles", "public_key", "signature"])
def test_what_a_signature_says_cannot_be_changed(signature: Signature, field: str) -> None:
    changed: dict[str, Any] = {
        "name": "Kolčak",
        "roles": ("ruled",),
        "public_key": flipped(signature.public_key),
        "signature": flipped(signature.signature),
    }
    with pytest.raises(SignatureError, match="was not made with the key"):
        evolve(signature, **{field: changed[field]}).check(CONTENT)


def test_a_signature_cannot_be_moved_to_another_file(signature: Signature) -> None:
    other = b"another file"
    with pytest.raises(SignatureError, match="was not made with the key"):
        evolve(signature, file_digest=sha256(other).hexdigest()).check(other)


SMALL = [
    0,
    1,
    2**255 - 20,
    2707385501144840649318225287225658788936804267575313519463743609750303402022,
    55188659117513257062467267217118295137698188065244968500265048394206261417927,
]
"""The y of every point whose order divides 8."""


@pytest.mark.parametrize("y", SMALL)
def test_a_key_for_which_anybody_can_sign_has_made_nothing(signature: Signature, y: int) -> None:
    point = y.to_bytes(32, "little").hex()
    for name in map(str, range(64)):  # such a forgery fits every eighth message or more
        forged = evolve(signature, name=name, public_key=point, signature=point + "00" * 32)
        with pytest.raises(SignatureError, match="was not made with the key"):
            forged.check(CONTENT)


def test_a_key_that_is_no_point_of_the_curve_has_made_nothing(signature: Signature) -> None:
    with pytest.raises(SignatureError, match="was not made with the key"):
        evolve(signature, public_key="f" * 64).check(CONTENT)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"roles": []}, r"^\$\.roles: expected an array of 1 to 4 items"),
        ({"roles": ["threw", "threw"]}, r"^\$\.roles: a role stands there twice$"),
        ({"roles": ["cheated"]}, r"^\$\.roles\[0\]: expected one of .*, got \"cheated\"$"),
        ({"name": ""}, r"^\$\.name: expected a text of 1 to 100 characters"),
        ({"name": 5}, r"^\$\.name: expected a text"),
        ({"signature": "abc"}, r"^\$\.signature: expected 128 hexadecimal digits in lower case$"),
        ({"public_key": "Z" * 64}, r"^\$\.public_key: expected 64 hexadecimal digits"),
        ({"file_digest": "0" * 63 + "\n"}, r"^\$\.file_digest: expected 64 hexadecimal digits"),
        ({"date": "1919"}, r"^\$\.date: unknown key$"),
    ],
)
def test_a_damaged_signature_is_refused_with_its_path(signature: Signature, change: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidRequestError, match=told):
        load_signature(json.dumps({**signature.to_dict(), **change}))


def test_a_newer_signature_and_no_signature_are_refused(signature: Signature) -> None:
    with pytest.raises(WireVersionError, match="version 2 of 'rcw-signature'"):
        load_signature(json.dumps({**signature.to_dict(), "schema_version": 2}))
    with pytest.raises(WireVersionError, match="expected 'rcw-signature'"):
        load_signature(json.dumps({**signature.to_dict(), "format": "rcw-resolution"}))
    with pytest.raises(InvalidRequestError, match="the signature is not JSON"):
        load_signature("-----BEGIN")


# ------------------------------------------------------------------ keys


def test_a_secret_key_is_for_its_owner_alone(key: Path) -> None:
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    public = Path(f"{key}.pub")
    assert public.read_bytes().startswith(b"-----BEGIN PUBLIC KEY-----\n")
    assert public_key_in(public) != new_keys(key.with_name("other.key"))


def test_no_key_is_overwritten(key: Path) -> None:
    before = key.read_bytes()
    with pytest.raises(FileError, match=r"red\.key\.pub: exists already; a key is never overwritten$"):
        new_keys(key)
    Path(f"{key}.pub").unlink()
    with pytest.raises(FileError, match=r"red\.key: exists already; a key is never overwritten$"):
        new_keys(key)
    assert key.read_bytes() == before
    assert not Path(f"{key}.pub").exists()


@pytest.mark.parametrize("length", [252, 300])
def test_both_keys_are_written_or_neither(tmp_path: Path, length: int) -> None:
    with pytest.raises(FileError, match=r"cannot be written: File name too long$"):
        new_keys(tmp_path / ("k" * length))
    assert not list(tmp_path.iterdir())


def test_a_broken_link_is_no_room_for_a_key(tmp_path: Path) -> None:
    Path(tmp_path / "red.key.pub").symlink_to(tmp_path / "none")
    with pytest.raises(FileError, match=r"red\.key\.pub: exists already"):
        new_keys(tmp_path / "red.key")
    assert not (tmp_path / "red.key").exists()


def test_keys_are_written_where_no_links_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))  # as the file systems of memory cards say

    monkeypatch.setattr(os, "link", no_links)
    public = new_keys(tmp_path / "red.key")
    assert public_key_in(tmp_path / "red.key.pub") == public
    assert stat.S_IMODE((tmp_path / "red.key").stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["red.key", "red.key.pub"]
    with pytest.raises(FileError, match="exists already"):
        new_keys(tmp_path / "red.key")


@pytest.mark.parametrize("name", ["", "x" * 101, "Red \udcff"])
def test_an_impossible_name_signs_nothing(key: Path, name: str) -> None:
    with pytest.raises(InvalidRequestError, match=r"^\$\.name: expected (a text of 1 to 100|text that UTF-8 can hold)"):
        sign(CONTENT, key, name=name, roles=["threw"])


def test_keys_that_never_end_and_pipes_to_which_nobody_writes_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file, told in ((tmp_path / "pipe", "to which nobody writes"), (Path("/dev/zero"), "larger than 16 MB")):
        for read in (public_key_in, content_of):
            with pytest.raises(FileError, match=told):
                read(file)
        with pytest.raises(FileError, match=told):
            sign(CONTENT, file, name="Red", roles=["threw"])


def test_a_key_goes_into_a_folder_that_there_is(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot be written: No such file or directory$"):
        new_keys(tmp_path / "none" / "red.key")


def test_what_is_no_key_is_refused(key: Path, tmp_path: Path) -> None:
    def written(name: str, content: bytes) -> Path:
        (tmp_path / name).write_bytes(content)
        return tmp_path / name

    pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    other = rsa.generate_private_key(65537, 2048)
    locked = Ed25519PrivateKey.generate().private_bytes(pem, pkcs8, serialization.BestAvailableEncryption(b"word"))
    no_secret = {
        tmp_path / "none": "cannot be read: No such file or directory",
        tmp_path: "cannot be read: Is a directory",
        written("text", b"hello"): "holds no secret key in PEM",
        Path(f"{key}.pub"): "holds no secret key in PEM",
        written("rsa", other.private_bytes(pem, pkcs8, serialization.NoEncryption())): "but not one of Ed25519",
        written("locked", locked): "holds a secret key with a password",
    }
    for file, told in no_secret.items():
        with pytest.raises(FileError, match=told):
            sign(CONTENT, file, name="Red", roles=["threw"])
    public = other.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo)
    no_public = {
        key: "holds no public key in PEM",
        written("rsa.pub", public): "holds a public key, but not one of Ed25519",
    }
    for file, told in no_public.items():
        with pytest.raises(FileError, match=told):
            public_key_in(file)


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, key: Path, signature: Signature
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    told = r"^signatures need cryptography: install rcw-rules\[sign\]$"
    with pytest.raises(SignatureError, match=told):
        signature.check(CONTENT)
    with pytest.raises(SignatureError, match=told):
        new_keys(key)
    with pytest.raises(SignatureError, match=told):
        public_key_in(key)
    with pytest.raises(SignatureError, match=told):
        sign(CONTENT, key, name="Red", roles=["threw"])
