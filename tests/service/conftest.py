"""One service for all tests that change nothing in it; skipped where the extra ``serve`` is not installed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from starlette.testclient import TestClient

IS_INSTALLED = find_spec("starlette") is not None and find_spec("httpx2") is not None


class WithoutService(pytest.Module):
    """A file of tests that is not even imported."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        pytest.skip("the service needs Starlette, and its tests httpx2: pip install 'rcw-rules[dev]'")


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    if IS_INSTALLED:
        return None
    return WithoutService.from_parent(parent, path=module_path)


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    from starlette.testclient import TestClient

    from rcw_rules.service.app import create_app
    from rcw_rules.service.settings import Settings

    app = create_app(Settings(workers=1, is_warmed=False))
    with TestClient(app, base_url="http://127.0.0.1:8017", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run ``rcw serve`` as a user runs it, and return its address and its process."""
    folder = tmp_path_factory.mktemp("served")
    process = subprocess.Popen(
        [sys.executable, "-m", "rcw_rules", "serve", "--port", "0", "--workers", "1", "--time", "3"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    try:
        assert process.stdout is not None
        told = re.search(r"listening on (http://127\.0\.0\.1:\d+)/ ", process.stdout.readline())
        assert told is not None
        yield told[1], process
    finally:
        process.terminate()
        process.communicate(timeout=20)
