"""Texts from outside: files, pipes and devices are read within bounds, and no small text costs much."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.json_text import parse_json, read_json_file
from rcw_rules.kernel.errors import FileError, InvalidRequestError
from rcw_rules.kernel.reading import TextLimits, TooDeepError, each_value, read_bounded, read_stream
from rcw_rules.toml_files import read_charts, read_text, read_toml_data

SMALL = TextLimits(json_bytes=1000, toml_bytes=1000)


def refusal(read: Callable[[], object]) -> str:
    with pytest.raises((OSError, FileError, InvalidRequestError)) as caught:
        read()
    return str(caught.value)


# --- Files, pipes and devices


def test_a_file_at_the_limit_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"1" * 10)
    assert read_bounded(file, 10) == b"1" * 10
    assert "it is larger than 9 bytes, the most that is read" in refusal(lambda: read_bounded(file, 9))


@pytest.mark.parametrize("count", [0, 1, 65_536, 65_537, 200_000])
def test_a_stream_is_read_whole_within_the_limit(count: int) -> None:
    content = bytes(number % 251 for number in range(count))
    assert read_stream(BytesIO(content), count) == content
    if count:
        assert "it is larger than" in refusal(lambda: read_stream(BytesIO(content), count - 1))


def test_every_reader_says_that_a_file_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text(" " * 1001)
    too_large = "it is larger than 1,000 bytes, the most that is read"
    assert refusal(lambda: read_json_file(file, limits=SMALL)) == f"$: {str(file)!r} cannot be read: {too_large}"
    for read in (read_text, read_toml_data, read_charts):
        assert refusal(lambda read=read: read(file, limits=SMALL)) == f"{file}: {too_large}"  # type: ignore[misc]
    said = refusal(lambda: parse_json(" " * 16_000_001, "the text"))
    assert said == "$: the text is larger than 16 MB, the most that is read"
    assert parse_json("[" * 120 + "]" * 120, "it", limits=TextLimits(nesting=120)) != []
    assert parse_json("9" * 120, "it", limits=TextLimits(digits=120)) == int("9" * 120)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no device that never ends")
def test_a_device_that_never_ends_is_refused() -> None:
    assert "larger than 16 MB" in refusal(lambda: read_json_file("/dev/zero"))
    assert "larger than 2 MB" in refusal(lambda: read_toml_data("/dev/zero"))


def test_a_pipe_to_which_nobody_writes_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for read in (read_json_file, read_toml_data):
        assert "it is a pipe to which nobody writes" in refusal(lambda read=read: read(tmp_path / "pipe"))  # type: ignore[misc]


def test_a_pipe_is_waited_for_while_somebody_may_write(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)

    def write() -> None:
        for part in (b"[1,", b" 2]"):
            os.write(writer, part)
        os.close(writer)

    later = threading.Timer(0.2, write)
    later.start()
    assert read_json_file(pipe) == [1, 2]
    later.join()


def test_a_pipe_that_was_written_and_left_is_read() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a = 1")
    os.close(writing)
    assert read_toml_data(f"/dev/fd/{reading}") == {"a": 1}
    os.close(reading)


def test_a_directory_and_a_name_that_cannot_be_are_refused(tmp_path: Path) -> None:
    assert "Is a directory" in refusal(lambda: read_bounded(tmp_path, 10))
    assert refusal(lambda: read_toml_data("a\0b")) == r"'a\x00b': this is not the name of a file"


# --- Values and their paths


@given(
    st.recursive(
        st.integers(0, 3) | st.text("ab", max_size=1),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
        max_leaves=15,
    ),
    st.integers(1, 4),
)
def test_every_value_is_met_once_with_its_path(data: Any, nesting: int) -> None:
    def slowly(value: Any, path: list[str | int], depth: int) -> list[tuple[list[str | int], Any]]:
        if not isinstance(value, dict | list):
            return [(path, value)]
        if depth >= nesting:
            raise TooDeepError(path)
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        return [(path, value), *(pair for step, item in inside for pair in slowly(item, [*path, step], depth + 1))]

    try:
        expected = slowly(data, [], 0)
    except TooDeepError as error:
        with pytest.raises(TooDeepError) as caught:
            list(each_value(data, nesting))
        where = error.path
        assert caught.value.path == where
    else:
        assert [(list(path), value) for path, value in each_value(data, nesting)] == expected


# --- What small texts cost

COSTLY = {
    "a dotted key of 40 kB": "parse('.'.join('a' * 20_000) + ' = 1')",
    "a header of 40 kB": "parse('[' + '.'.join('a' * 20_000) + ']')",
    "40 kB of inline tables": "parse('a = ' + '{a = ' * 8_000)",
    "escapes that never end": "parse('a = ' + chr(34) * 3 + (chr(92) + chr(34)) * 900_000)",
    "quotes that never end": "parse('a = ' + chr(34) + (chr(92) + chr(34)) * 900_000)",
    "a word of 2 MB": "parse('a' * 1_900_000)",
    "spaces in a key": "parse('a' + ' ' * 1_900_000 + 'b')",
    "100,000 problems": "located([Problem(f'$.k{n}', 'wrong') for n in range(100_000)], TEXT, 'it')",
    "numbers deep in arrays": "parse('a = ' + '[' * 98 + '1,' * 700_000 + '1' + ']' * 98 + chr(10) + 'b = 1e999')",
    "4,000,000 NaNs deep in arrays": "parse_json('[' * 99 + 'NaN,' * 3_900_000 + '1' + ']' * 99, 'it')",
    "a long key": "parse_json('{' + chr(34) + 'a' * 900_000 + chr(34) + ':[' + 'NaN,' * 900_000 + '1]}', 'it')",
    "3,000,000 wrong items": "structure(parse_json('[' + '1,' * 2_900_000 + '1]', 'it'), tuple[str, ...])",
    "an array of 8 MB": "parse_json('[' + '{},' * 2_600_000 + '{}]', 'it')",
    "10,000 arrays": "parse_json('[' * 10_000 + ']' * 10_000, 'it')",
    "long keys in long keys": "parse_json(f'{{{chr(34)}{chr(97) * 150_000}{chr(34)}:' * 90 + '1' + '}' * 90, 'it')",
}
SCRIPT = """
from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.toml_text import Lines, TomlSyntaxError, parse_toml
from rcw_rules.toml_files import located
from rcw_rules.wire import structure
TEXT = "".join(f"k{n} = 1\\n" for n in range(100_000))
def parse(text):
    Lines(text) if parse_toml(text) else None
try:
    COSTLY
except (InvalidRequestError, TomlSyntaxError) as error:
    print(len(str(error)))
"""


def bounded() -> None:
    """Let a process have 30 s of a processor and 450 MB: what grows with the square of its length needs far more."""
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
    resource.setrlimit(resource.RLIMIT_AS, (450_000_000, 450_000_000))


@pytest.mark.parametrize("code", COSTLY.values(), ids=COSTLY)
def test_no_text_within_the_limits_costs_very_much(code: str) -> None:
    command = [sys.executable, "-c", SCRIPT.replace("COSTLY", code)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=bounded)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert int(ran.stdout or 0) < 20_100
