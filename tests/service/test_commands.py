"""The command ``rcw serve``, as a user runs it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

COMMAND = (sys.executable, "-m", "rcw_rules")
TEST = {
    "procedure": "red_white.morale_test",
    "request": {"unit": {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}},
    "dice": [4],
}


def refused(*arguments: str) -> str:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode in (1, 2), done.stdout) == (True, ""), done
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_another_program_asks(served: tuple[str, Any]) -> None:
    request = urllib.request.Request(  # noqa: S310 - this machine
        f"{served[0]}/api/resolve", json.dumps(TEST).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        assert json.load(answer)["resolution"]["outcome"]["passed"] is True
        assert "Server" not in answer.headers


def test_heads_that_are_no_http(served: tuple[str, Any]) -> None:
    port = int(served[0].rpartition(":")[2])
    for sent in (b"\x16\x03\x01 hello", b"GET / HTTP/1.1\r\n\r\n", b"GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(sent + b"\r\n\r\n")
            assert re.match(rb"HTTP/1\.1 4\d\d", connection.recv(1000))
    with urllib.request.urlopen(f"{served[0]}/api", timeout=30) as answer:  # noqa: S310
        assert answer.status == 200


def test_it_ends_when_it_is_told_to(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=30)
    assert (process.returncode in (0, 128 + signal.SIGTERM), said.strip()) == (True, "")
    assert list(tmp_path.iterdir()) == []  # it leaves nothing behind


def test_where_other_machines_can_ask_there_is_a_token(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--host", "0.0.0.0", "--port", "0"],  # noqa: S104
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        assert process.stdout is not None
        told = re.search(r":(\d+)/\?token=(\S+) ", process.stdout.readline())
        assert told is not None
        address = f"http://127.0.0.1:{told[1]}/api"
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(address, timeout=30)
        with urllib.request.urlopen(
            urllib.request.Request(address, headers={"Authorization": f"Bearer {told[2]}"}),
            timeout=30,
        ) as answer:
            assert answer.status == 200
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_a_port_that_is_taken(served: tuple[str, Any]) -> None:
    port = served[0].rpartition(":")[2]
    assert f"cannot listen on 127.0.0.1 port {port}: address already in use" in refused("serve", "--port", port)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--token", "short"), "at least 8"),
        (("--token", "with a space"), "at least 8"),
        (("--allow-origin", "club.example"), "is not an origin"),
        (("--allow-origin", "https://club.example/page"), "is not an origin"),
        (("--port", "70000"), "0<=x<=65535"),
        (("--workers", "0"), "1<=x<=64"),
        (("--host", "256.1.1.1"), "cannot listen"),
    ],
)
def test_settings_that_are_wrong(arguments: tuple[str, ...], told: str) -> None:
    assert told in refused("serve", *arguments)


@pytest.mark.skipif(find_spec("mcp") is None, reason="the extra mcp is not installed")
def test_language_models_are_offered_tools() -> None:
    from mcp.client.client import Client

    from rcw_rules.service.app import OPERATIONS
    from rcw_rules.service.computing import Workers
    from rcw_rules.service.mcp import mcp_server
    from rcw_rules.service.operations import Service
    from rcw_rules.service.settings import Settings

    async def talk() -> None:
        settings = Settings(workers=1)
        service = Service(settings, OPERATIONS, Workers(settings))
        async with Client(mcp_server(service)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"procedures", "procedure", "verdict", "resolve", "odds", "session"} <= set(tools)
            assert tools["procedure"].input_schema["required"] == ["procedure"]
            assert set(tools["resolve"].input_schema["properties"]) >= {"procedure", "request", "dice", "seed", "full"}

            async def call(name: str, **arguments: Any) -> tuple[bool, Any]:
                result = await client.call_tool(name, arguments)
                return result.is_error, result.structured_content

            is_refused, found = await call("procedures", q="red_white.morale_test")
            assert (is_refused, found["procedures"][0]["ruleset"]) == (False, "red_white")
            is_refused, resolved = await call("resolve", **TEST, full=True)
            assert (is_refused, resolved["resolution"]["outcome"]["passed"]) == (False, True)
            is_refused, odds = await call("odds", procedure=TEST["procedure"], request=TEST["request"], outcomes=1)
            assert (is_refused, odds["count"], len(odds["outcomes"])) == (False, 2, 1)
            for name, arguments, code in (
                ("resolve", {**TEST, "dice": [11]}, "dice"),
                ("resolve", {**TEST, "full": "perhaps"}, "parameter"),
                ("procedure", {}, "invalid-request"),
                ("procedure", {"procedure": 7}, "invalid-request"),
                ("procedure", {"procedure": "red_white.mele"}, "unknown-name"),
                ("procedures", {"words": "x"}, "invalid-request"),
                ("dance", {}, "unknown-name"),
            ):
                is_refused, problem = await call(name, **arguments)
                assert (is_refused, problem["code"]) == (True, code), problem
        await service.close()

    asyncio.run(asyncio.wait_for(talk(), 60))


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="this system does not tell how much memory a process holds"
)
def test_thousands_of_questions_take_no_more_memory(served: tuple[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    if not (root / "benchmarks").is_dir():
        pytest.skip("the benchmarks are not part of what is installed")
    monkeypatch.syspath_prepend(root)
    from benchmarks.service import ask, megabytes

    address, process = served
    port = int(address.rpartition(":")[2])
    fast = 100_000  # as quick as they are answered
    asyncio.run(ask(port, fast, 240))
    held = [megabytes(process.pid)]
    # Pools and caches grow in the first rounds, for longer where there are more processors. If each question left 20 kB
    # behind, every round would grow by 4.8 MB for ever.
    for _ in range(40):
        assert len(asyncio.run(ask(port, fast, 240))) == 240
        held.append(megabytes(process.pid))
        if held[-1] - held[-2] < 3:
            return
    raise AssertionError(f"memory grows with every round: {held}")
