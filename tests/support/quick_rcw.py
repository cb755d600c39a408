"""A quick ``rcw`` for tests: a server has the library in memory, and every command is a copy of it.

The command on the path is a few lines that hand over their streams, folder, variables and arguments. What it runs is
`rcw_rules.cli.main` in a process of its own, without the second that it takes to import the rulesets.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

COMMAND = """\
#!{python} -SIE
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    asked = json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(asked).to_bytes(8, "big")], [0, 1, 2])
    server.sendall(asked)
    answer = server.recv(4)
sys.exit(int.from_bytes(answer, "big") if answer else 70)
"""


@cache
def folder() -> Path:
    """Return the folder with the quick command, to be put first on the path; the server goes on while this runs."""
    place = Path(tempfile.mkdtemp(prefix="rcw"))
    address = str(place / "server")
    server = subprocess.Popen([sys.executable, __file__, address], stdout=subprocess.PIPE)  # ends with this process
    atexit.register(_end, server, place)
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    command = place / "rcw"
    command.write_text(COMMAND.format(python=sys.executable, address=address), encoding="utf-8")
    command.chmod(0o755)
    return place


def _end(server: subprocess.Popen[bytes], place: Path) -> None:
    server.kill()
    server.communicate()
    for file in place.iterdir():
        file.unlink()
    place.rmdir()


def _serve(address: str) -> None:
    importlib.import_module("rcw_rules.cli.commands")
    from rcw_rules.registry import available, load

    for id in available():
        load(id)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the copies
    while True:
        asking, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _answer(asking)
        asking.close()


def _answer(asking: socket.socket) -> None:
    head, streams, _, _ = socket.recv_fds(asking, 8, 3)
    asked = b""
    while len(asked) < int.from_bytes(head, "big"):
        asked += asking.recv(65536)
    arguments, place, variables = json.loads(asked)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(place)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv[:] = arguments
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", errors=errors, closefd=False)
        for number, mode, errors in ((0, "r", "strict"), (1, "w", "strict"), (2, "w", "backslashreplace"))
    )
    from rcw_rules.cli import main

    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    asking.sendall(code.to_bytes(4, "big"))
    os._exit(0)


if __name__ == "__main__":
    _serve(sys.argv[1])
