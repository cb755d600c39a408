"""Files that are no files: devices and pipes are written to as they are."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from rcw_rules.kernel.writing import write_whole

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")


def test_a_pipe_from_which_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "plot.svg"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="it is a pipe from which nobody reads"):
        write_whole(pipe, b"picture")
    assert pipe.is_fifo()
    assert [file.name for file in tmp_path.iterdir()] == ["plot.svg"]


def test_a_pipe_from_which_somebody_reads_gets_all_of_it(tmp_path: Path) -> None:
    pipe = tmp_path / "plot.svg"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDWR)  # both ways, so that it does not end before it began
    read = bytearray()

    def reader() -> None:
        while len(read) < 1_000_000:
            read.extend(os.read(reading, 65_536))

    thread = threading.Thread(target=reader, daemon=True)
    thread.start()
    write_whole(pipe, b"x" * 1_000_000)  # far more than a pipe holds
    thread.join(timeout=20)
    os.close(reading)
    assert bytes(read) == b"x" * 1_000_000


def test_a_full_device_is_an_error() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("a system without /dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_whole("/dev/full", b"picture")
    write_whole(os.devnull, b"picture")
