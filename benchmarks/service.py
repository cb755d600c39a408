"""Ask a running service at a steady rate, and tell how long it takes to answer.

    python benchmarks/service.py --rate 200 --seconds 30
    python benchmarks/service.py --rate 100 --seconds 3600

Half of the requests are resolves, half previews, of twelve procedures of all rulesets. They are sent at their time
whether the earlier ones are answered or not, and each is timed from when it should have been sent. The service runs in
processes of its own, started by this script; the clients share the machine with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.request import urlopen

from rcw_rules.brief import defaults_left_out
from rcw_rules.json_text import dumps
from rcw_rules.registry import find_procedure

PROCEDURES = (
    "red_white.melee",
    "red_white.fire",
    "red_white.morale_test",
    "red_white.vehicle_damage",
    "orel.combat",
    "orel.cohesion_check",
    "orel.supply_trace",
    "red_actions.combat",
    "red_actions.shoot",
    "red_square.fire",
    "red_square.mounted_combat",
    "directory.combat",
)
CONNECTIONS = 16


@contextmanager
def running_service(*options: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Run ``rcw serve`` on a free port, and yield the port and the process once it is warm."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: S603 - this very Python
            [sys.executable, "-m", "rcw_rules", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        try:
            assert process.stdout is not None
            told = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert told is not None
            port = int(told[1])
            with urlopen(f"http://127.0.0.1:{port}/api/procedures/red_white.melee", timeout=60) as answer:
                assert answer.status == 200
            yield port, process
        finally:
            process.terminate()
            process.wait(10)


def questions() -> list[tuple[str, bytes]]:
    """Return the bodies that are asked, each with its path, in turn."""
    asked: list[tuple[str, bytes]] = []
    for seed, id in enumerate(PROCEDURES):
        example = find_procedure(id)[1].example
        body: dict[str, Any] = {"procedure": id, "request": defaults_left_out(example)}
        asked.append(("/api/resolve", dumps({**body, "seed": seed}, indent=None).encode()))
        asked.append(("/api/preview", dumps(body, indent=None).encode()))
    return asked


async def ask(port: int, rate: float, count: int) -> list[float]:
    """Ask *count* questions at *rate* a second, and return how many seconds each took, waiting included."""
    waiting: asyncio.Queue[tuple[float, str, bytes] | None] = asyncio.Queue()
    took: list[float] = []

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while (next_one := await waiting.get()) is not None:
            due, path, body = next_one
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200"), answer
            length = re.search(rb"content-length: (\d+)", answer)
            assert length is not None
            document = await reader.readexactly(int(length[1]))
            took.append(perf_counter() - due)
            assert document.startswith(b"{")
        writer.close()
        await writer.wait_closed()

    clients = [asyncio.create_task(client()) for _ in range(CONNECTIONS)]
    begun = perf_counter()
    for number, (path, body) in enumerate(islice(cycle(questions()), count)):
        due = begun + number / rate
        await asyncio.sleep(max(0, due - perf_counter()))
        waiting.put_nowait((due, path, body))
    for _ in clients:
        waiting.put_nowait(None)
    await asyncio.gather(*clients)
    return took


def megabytes(process: int) -> float:
    """Return how many megabytes of memory a process and its children hold, where the system tells."""
    total = 0
    for one in [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]:
        told = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{one}/status").read_text())
        total += int(told[1]) if told else 0
    return total / 1000


def main() -> None:
    options = argparse.ArgumentParser(description="Ask a running service at a steady rate.")
    options.add_argument("--rate", type=float, default=200, help="requests a second")
    options.add_argument("--seconds", type=float, default=30, help="for how long")
    options.add_argument("--json", action="store_true", help="print the result as JSON")
    given = options.parse_args()
    with running_service() as (port, process):
        asyncio.run(ask(port, given.rate, 500))  # warm
        has_proc = Path("/proc/self/task").is_dir()
        before = megabytes(process.pid) if has_proc else 0
        begun = perf_counter()
        took = sorted(asyncio.run(ask(port, given.rate, int(given.rate * given.seconds))))
        seconds = perf_counter() - begun
        after = megabytes(process.pid) if has_proc else 0
    share = {name: took[min(len(took) - 1, int(len(took) * part))] * 1000 for name, part in PARTS.items()}
    if given.json:
        print(json.dumps({"rate": len(took) / seconds, "milliseconds": share, "megabytes": [before, after]}))
        return
    print(f"{len(took):,} requests, {len(took) / seconds:.0f} a second")
    print(", ".join(f"{name} {value:.1f} ms" for name, value in share.items()))
    print(f"memory {before:.0f} MB before, {after:.0f} MB after")


PARTS = {"median": 0.5, "p90": 0.9, "p99": 0.99, "worst": 1.0}

if __name__ == "__main__":
    main()
