"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["write_new", "write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write *content* to the file at *path*, or leave everything as it was.

    The content goes to a temporary file in the same folder, which then takes the place of the file. A file that is
    replaced keeps its permissions, a symbolic link goes on to point to its file, and a device or a pipe is written to
    as it is, but no pipe is waited for from which nobody reads.

    Raises:
        OSError: The file cannot be written; nothing of it has changed, and the temporary file is gone.
    """
    file = Path(os.path.realpath(path))
    before = _status(file)
    if before is not None:
        if not stat.S_ISREG(before.st_mode):
            _write_through(file, content)
            return
        if not os.access(file, os.W_OK):  # to replace a file asks only for the right to write to its folder
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    with _written_beside(file, content, 0o666) as beside:
        if before is not None:
            _keep_rights(beside, before)
        beside.replace(file)


def _write_through(file: Path, content: bytes) -> None:
    """Write to a device or a pipe, which cannot be replaced."""

    def without_waiting(path: str, flags: int) -> int:
        # A named pipe would make `open` wait for somebody who reads from it, perhaps for ever.
        return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))

    try:
        stream = open(file, "wb", opener=without_waiting)  # noqa: SIM115 - the reason below is for this call alone
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "it is a pipe from which nobody reads", str(file)) from None
        raise
    with stream:
        if hasattr(os, "set_blocking"):
            os.set_blocking(stream.fileno(), True)
        stream.write(content)


def write_new(path: str | os.PathLike[str], content: bytes, *, mode: int = 0o666) -> None:
    """Write *content* to a file that does not exist yet, whole or not at all.

    Args:
        path: The file.
        content: What to write.
        mode: Its permissions, less those that the process withholds from every file.

    Raises:
        FileExistsError: There is such a file, or a broken link of that name; it stays as it is.
        OSError: The file cannot be written; nothing is left of it.
    """
    file = Path(path)
    if os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    with _written_beside(file, content, mode) as beside:
        try:
            os.link(beside, file)  # which, unlike renaming, replaces nothing
        except FileExistsError:
            raise
        except OSError:  # a file system without links, such as that of most memory cards
            _create(file, content, mode)


@contextmanager
def _written_beside(file: Path, content: bytes, mode: int) -> Generator[Path, None, None]:
    """Yield a temporary file with the content in the folder of *file*; it is gone afterwards."""
    beside = file.with_name(f".rcw-{secrets.token_hex(8)}.tmp")
    _create(beside, content, mode)
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _create(file: Path, content: bytes, mode: int) -> None:
    """Write a file that does not exist yet, and take it away again if that goes wrong."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(handle)
    except BaseException:
        file.unlink(missing_ok=True)
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
