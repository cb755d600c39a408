"""One service for all tests that change nothing in it; skipped where the extra ``serve`` is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if find_spec("starlette") is None or find_spec("httpx") is None:
    pytest.skip("the service needs Starlette: pip install 'rcw-rules[serve]'", allow_module_level=True)

if TYPE_CHECKING:
    from starlette.testclient import TestClient


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    from starlette.testclient import TestClient

    from rcw_rules.service.app import create_app
    from rcw_rules.service.settings import Settings

    app = create_app(Settings(workers=1))
    with TestClient(app, base_url="http://127.0.0.1:8017", raise_server_exceptions=False) as client:
        yield client
