"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write *content* to the file at *path*, or leave everything as it was.

    The content goes to a temporary file in the same folder, which then takes the place of the file. A file that is
    replaced keeps its permissions, a symbolic link goes on to point to its file, and a device or a pipe is written to
    as it is.

    Raises:
        OSError: The file cannot be written; nothing of it has changed, and the temporary file is gone.
    """
    file = Path(os.path.realpath(path))
    before = _status(file)
    if before is not None:
        if not stat.S_ISREG(before.st_mode):
            file.write_bytes(content)
            return
        if not os.access(file, os.W_OK):  # to replace a file asks only for the right to write to its folder
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    beside = file.with_name(f".rcw-{secrets.token_hex(8)}.tmp")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(handle)
        if before is not None:
            _keep_rights(beside, before)
        beside.replace(file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _status(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:
        return None


def _keep_rights(file: Path, before: os.stat_result) -> None:
    with suppress(OSError, AttributeError):  # a system without owners, or a file of somebody else
        os.chown(file, before.st_uid, before.st_gid)
    file.chmod(stat.S_IMODE(before.st_mode))
