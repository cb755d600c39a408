"""Workers: cancelled questions, killed processes, too many questions at once, and too large ones."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

import pytest
from asked_in_workers import wait_until_called_off
from starlette.testclient import TestClient

from rcw_rules.kernel.errors import BudgetError
from rcw_rules.service.app import create_app
from rcw_rules.service.computing import Workers, limits_here
from rcw_rules.service.kept import Kept, Recent
from rcw_rules.service.problems import DeclinedError, ToldError
from rcw_rules.service.settings import Settings

UNIT = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}
TEST: dict[str, Any] = {"procedure": "red_white.morale_test", "request": {"unit": UNIT}}


@asynccontextmanager
async def workers_of(**settings: Any) -> AsyncGenerator[Workers]:
    workers = Workers(Settings(**{"workers": 1, **settings}))
    try:
        yield workers
    finally:
        await workers.close()
        assert workers.processes == []


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def test_plain_data_go_and_come_as_json() -> None:
    async def test() -> None:
        async with workers_of() as workers:
            assert await workers.run(json.loads, "[1, 2]") == [1, 2]
            assert await workers.run(Decimal, "6.50") == Decimal("6.50")
            assert await workers.run_text(sorted, ["b", "a"]) == b'["a","b"]'

    run(test())


def test_an_error_is_told_and_the_worker_goes_on() -> None:
    async def test() -> None:
        async with workers_of() as workers:
            await workers.run(len, "x")
            process = workers.processes[0].pid
            with pytest.raises(ToldError) as told:
                await workers.run(int, "x")
            assert told.value.problem["code"] == "internal"
            assert "invalid literal" not in str(told.value.problem)
            assert await workers.run(len, "xx") == 2
            assert workers.processes[0].pid == process

    run(test())


def test_a_question_that_listens_leaves_its_worker_alive() -> None:
    async def test() -> None:
        async with workers_of() as workers:
            await workers.run(len, "x")
            process = workers.processes[0]
            asked = asyncio.create_task(workers.run(wait_until_called_off))
            await asyncio.sleep(0.3)
            assert not asked.done()
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert process.is_alive()
            assert await workers.run(len, "xx") == 2
            assert workers.processes == [process]

    run(test())


def test_a_question_that_does_not_listen_is_killed_with_its_worker() -> None:
    async def test() -> None:
        async with workers_of() as workers:
            await workers.run(len, "x")
            process = workers.processes[0]
            asked = asyncio.create_task(workers.run(time.sleep, 60))
            await asyncio.sleep(0.1)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert not process.is_alive()
            assert await workers.run(len, "xx") == 2  # another took its place

    run(test())


def test_a_question_takes_no_longer_than_it_may_by_the_clock() -> None:
    async def test() -> None:
        async with workers_of(seconds=1) as workers:
            await workers.run(len, "x")
            begun = time.perf_counter()
            with pytest.raises(BudgetError, match="1 second"):
                await workers.run(time.sleep, 60)
            assert time.perf_counter() - begun < 20
            assert await workers.run(len, "xx") == 2

    run(test())


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def test() -> None:
        async with workers_of() as workers:
            await workers.run(len, "x")
            asked = asyncio.create_task(workers.run(time.sleep, 60))
            await asyncio.sleep(0.1)
            workers.processes[0].kill()
            with pytest.raises(DeclinedError) as refused:
                await asked
            assert refused.value.code == "worker"
            assert await workers.run(len, "xx") == 2

    run(test())


def test_more_memory_than_it_may_take_is_refused() -> None:
    async def test() -> None:
        async with workers_of(megabytes=20) as workers:
            with pytest.raises(ToldError) as told:
                await workers.run(bytearray, 2_000_000_000)
            assert (told.value.problem["code"], told.value.problem["bound"]) == ("budget", "megabytes")
            assert await workers.run(len, "xx") == 2

    run(test())


def test_no_more_questions_wait_than_may() -> None:
    async def test() -> None:
        async with workers_of(waiting=2) as workers:
            await workers.run(len, "x")
            asked = [asyncio.create_task(workers.run(time.sleep, 0.4)) for _ in range(3)]
            await asyncio.sleep(0.1)
            with pytest.raises(DeclinedError) as refused:
                await workers.run(len, "x")
            assert (refused.value.code, refused.value.headers) == ("busy", {"Retry-After": "2"})
            assert await workers.run(len, "xx", is_patient=True) == 2
            await asyncio.gather(*asked)
            assert await workers.run(len, "xxx") == 3

    run(test())


def test_what_is_kept_is_asked_once_and_errors_are_asked_again() -> None:
    async def test() -> None:
        async with workers_of() as workers:
            kept = Kept(workers)
            one, other = await asyncio.gather(kept.get(time.time), kept.get(time.time))
            assert one == other == await kept.get(time.time)
            for _ in range(2):
                with pytest.raises(ToldError):
                    await kept.get(int, "x")
            # The first to ask goes away; the second has its answer all the same.
            first = asyncio.create_task(kept.get(sorted, "ba"))
            await asyncio.sleep(0)
            first.cancel()
            assert await kept.get(sorted, "ba") == ["a", "b"]
            await kept.close()

    run(test())


def test_the_oldest_answers_are_forgotten() -> None:
    recent = Recent(800)
    recent.put(b"large", b"x" * 100)
    assert recent.get(b"large") is None
    for number in range(20):
        recent.put(b"%02d" % number, b"x" * 78)
        recent.get(b"00")
    assert [number for number in range(20) if recent.get(b"%02d" % number)] == [0, *range(11, 20)]


def test_limits_are_those_of_the_service() -> None:
    assert limits_here().cancelled is None  # outside a worker


# ------------------------------------------------------------------ over HTTP


def test_odds_that_cost_too_much_are_refused_and_the_table_goes_on() -> None:
    app = create_app(Settings(workers=1, branches=1, is_warmed=False))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        request = client.get("/api/procedures/red_white.melee/example").json()["request"]
        answer = client.post("/api/odds", json={"procedure": "red_white.melee", "request": request})
        assert (answer.status_code, answer.json()["code"], answer.json()["bound"]) == (422, "budget", "branches")
        assert client.post("/api/resolve", json={**TEST, "dice": [4]}).status_code == 200


def test_a_busy_service_says_when_to_ask_again() -> None:
    app = create_app(Settings(workers=1, waiting=0, is_warmed=False))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        workers: Workers = app.state.service.workers
        assert client.portal is not None
        client.portal.call(workers.run, len, "x")
        asleep = threading.Thread(target=client.portal.call, args=(workers.run, time.sleep, 1.0))
        asleep.start()
        time.sleep(0.2)
        busy = client.post("/api/odds", json=TEST)
        # The table is not stopped by it.
        resolved = client.post("/api/resolve", json={**TEST, "dice": [4]})
        asleep.join()
        assert (busy.status_code, busy.json()["code"], busy.headers["Retry-After"]) == (503, "busy", "2")
        assert resolved.status_code == 200
        assert client.post("/api/odds", json=TEST).status_code == 200


def test_a_question_is_called_off_when_its_client_goes_away() -> None:
    async def test() -> None:
        app = create_app(Settings(workers=1, is_warmed=False))
        service = app.state.service
        body = json.dumps(TEST).encode()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "path": "/api/odds",
            "raw_path": b"/api/odds",
            "root_path": "",
            "scheme": "http",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": ("127.0.0.1", 5),
            "server": ("127.0.0.1", 80),
        }
        messages = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []
        gone = asyncio.Event()

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await service.workers.run(len, "x")
        process = service.workers.processes[0]
        blocking = asyncio.create_task(service.workers.run(time.sleep, 0.5))
        await asyncio.sleep(0.05)
        asked = asyncio.create_task(app(scope, receive, send))
        await asyncio.sleep(0.1)
        gone.set()
        await asyncio.wait_for(asked, 0.3)  # long before the worker is free
        assert sent[0]["status"] == 499
        await blocking
        assert process.is_alive()
        assert await service.workers.run(len, "xx") == 2
        await service.close()

    run(test())
