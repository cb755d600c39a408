"""Reading texts from outside: bounded before they are held whole, and bounded in what they may contain.

Every JSON and TOML text that the library is given goes through here, whether a file, standard input or a string.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import IO, Any, TypeAlias, cast

from attrs import frozen

__all__ = [
    "Rejected",
    "TextLimits",
    "TooDeepError",
    "each_value",
    "exact_decimal",
    "megabytes",
    "read_bounded",
    "read_stream",
]

_CHUNK = 1 << 16

DataPath: TypeAlias = list[str | int]
"""Where a value stands in plain data: keys and numbers of items, from the outside in."""


@frozen(kw_only=True)
class TextLimits:
    """What a text from outside may hold at most. The defaults leave ample room above any sensible document.

    >>> TextLimits(json_bytes=100_000_000).nesting
    100

    Attributes:
        json_bytes: The size of a JSON text; the largest worked example makes a record of 0.13 MB.
        toml_bytes: The size of a TOML text; the largest file of the library has 0.12 MB.
        nesting: How deep arrays, objects and tables may be nested.
        key_parts: How many parts a dotted key of TOML may have, as ``a.b.c`` has three.
        digits: How many digits a number may have, and how large its power of ten may be.
    """

    json_bytes: int = 16_000_000
    toml_bytes: int = 2_000_000
    nesting: int = 100
    key_parts: int = 16
    digits: int = 100


class TooDeepError(Exception):
    """Plain data is nested too deeply.

    Attributes:
        path: Where the limit was passed.
    """

    def __init__(self, path: DataPath) -> None:
        self.path = path
        super().__init__(path)


class Rejected:
    """A number that cannot be accepted, kept in the place of its value until its path is known.

    Attributes:
        reason: What is wrong with it.
    """

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason: str = reason


def megabytes(count: int) -> str:
    """Return a number of bytes in words.

    >>> megabytes(16_000_000), megabytes(500)
    ('16 MB', '500 bytes')
    """
    return f"{count / 1_000_000:g} MB" if count >= 100_000 else f"{count:,} bytes"


def read_bounded(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the content of the file at *path*, of which never more than *most* bytes are held.

    Waits for a pipe only while somebody has it open for writing.

    Raises:
        OSError: The file cannot be read, is larger, or is a pipe to which nobody writes; `strerror` says so.
        ValueError: The path holds a null character.
    """
    with open(path, "rb", buffering=0, opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return _from_device(file, most)
        return read_stream(file, most)


def read_stream(stream: IO[bytes], most: int, first: bytes = b"") -> bytes:
    """Return *first* and what is left in *stream*, together never more than *most* bytes.

    Raises:
        OSError: The stream cannot be read, or holds more.
    """
    content = bytearray(first)
    while chunk := stream.read(_CHUNK):
        content += chunk
        if len(content) > most:
            raise OSError(errno.EFBIG, f"it is larger than {megabytes(most)}, the most that is read")
    return bytes(content)


def _without_waiting(path: str, flags: int) -> int:
    # A named pipe would make `open` wait for somebody who writes to it, perhaps for ever.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _from_device(file: Any, most: int) -> bytes:
    """Return what a pipe or a device gives."""
    first: bytes | None = b""
    if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
        first = file.read(1)
        if first == b"":
            raise OSError(errno.EPIPE, "it is a pipe to which nobody writes")
    if hasattr(os, "set_blocking"):
        os.set_blocking(file.fileno(), True)
    return read_stream(file, most, first or b"")


def each_value(data: Any, nesting: int) -> Iterator[tuple[DataPath, Any]]:
    """Yield every value in plain *data* with its path, from the outside in and in order.

    Args:
        data: Dicts, lists and anything inside.
        nesting: How deep dicts and lists may be nested.

    Yields:
        The path, which holds only until the next value is asked for, and the value.

    Raises:
        TooDeepError: The data is nested deeper.
    """
    path: DataPath = []
    yield path, data
    if not isinstance(data, dict | list):
        return
    levels = [_items(data)]
    path.append("")
    while levels:
        for step, value in levels[-1]:
            path[-1] = step
            yield path, value
            if isinstance(value, dict | list):
                if len(levels) >= nesting:
                    raise TooDeepError(path)
                levels.append(_items(value))
                path.append("")
                break
        else:
            levels.pop()
            path.pop()


def _items(container: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(container, dict):
        return iter(cast("dict[str, Any]", container).items())
    return enumerate(cast("list[Any]", container))


def exact_decimal(text: str, digits: int) -> Decimal | Rejected:
    """Return the number in *text* exactly, unless it has more than so many *digits* or too large a power of ten."""
    try:
        number = Decimal(text)
    except InvalidOperation:  # a power of ten that no machine can hold
        number = None
    if number is not None and not number.is_finite():
        return number
    if number is None or len(number.as_tuple().digits) > digits or abs(number.adjusted()) > digits:
        return Rejected(f"the number {text[:40]} is too huge or too fine")
    return number
