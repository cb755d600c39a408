"""The ``console`` blocks of the documentation: every command in them with the output that is shown below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import quick_rcw
from shown_files import write_shown_files

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(?P<margin> *)```console\n(?P<body>.*?)^(?P=margin)```$", re.DOTALL | re.MULTILINE)
CALLS_RCW = re.compile(r"(^|[|;&] *(\\\n *)?)rcw\b")


class Command(NamedTuple):
    """A command of the documentation with the output shown below it, or None in a block that shows no output at all.

    A line that ends with a backslash goes on in the next one.
    """

    place: str
    line: str
    shown: str | None


def commands_in(text: str, name: str) -> Iterator[Command]:
    for fence in FENCE.finditer(text):
        first = text.count("\n", 0, fence.start()) + 2
        lines = [line.removeprefix(fence["margin"]) for line in fence["body"].splitlines()]
        assert "".join(lines[:1]).startswith("$ "), f"{name}:{first}: a console block begins with a command"
        starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
        has_output = (
            sum(not (line.startswith("$ ") or before.endswith("\\")) for before, line in pairwise(["", *lines])) > 0
        )
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            typed = start + 1
            while lines[typed - 1].endswith("\\") and typed < end:
                typed += 1
            shown = "".join(f"{line}\n" for line in lines[typed:end]) if has_output else None
            yield Command(f"{name}:{first + start}", "\n".join(lines[start:typed]).removeprefix("$ "), shown)


def run(command: Command) -> subprocess.CompletedProcess[str]:
    """Run a command in an empty folder that holds the files which its page shows."""
    path = os.pathsep.join((str(quick_rcw.folder()), str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1"}
    with tempfile.TemporaryDirectory() as folder:
        write_shown_files(ROOT / command.place.rpartition(":")[0], Path(folder))
        # A person sees both streams in one terminal.
        return subprocess.run(
            ["/bin/sh", "-c", command.line],
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
