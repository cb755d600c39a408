"""Who may ask."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rcw_rules.service.app import create_app
from rcw_rules.service.guards import COOKIE, SECURITY_HEADERS
from rcw_rules.service.settings import LOOPBACK, Settings

TOKEN = "korov-42"  # noqa: S105 - of this test


def client_of(**settings: Any) -> TestClient:
    """Return a client of a service that is not started: nothing here needs a worker."""
    app = create_app(Settings(**settings))
    return TestClient(app, base_url="http://127.0.0.1:8017", raise_server_exceptions=False, follow_redirects=False)


@pytest.fixture
def guarded() -> TestClient:
    return client_of(token=TOKEN, hosts=(*LOOPBACK, "laptop.local"))


@pytest.mark.parametrize("path", ["/api", "/errors/budget", "/none", "/api/rulesets/none"])
def test_every_answer_has_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_a_refusal_has_them_too(client: TestClient) -> None:
    assert "nosniff" in client.get("/api", headers={"Host": "evil.example"}).headers["X-Content-Type-Options"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8017", "localhost:9", "[::1]:8017", "LOCALHOST"])
def test_the_names_of_this_machine(client: TestClient, host: str) -> None:
    assert client.get("/api", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.", "192.168.1.5", "127.0.0.1:x", "a@127.0.0.1", ""]
)
def test_a_name_that_leads_here_by_a_trick(client: TestClient, host: str) -> None:
    answer = client.get("/api", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://["])
def test_another_web_page(client: TestClient, origin: str) -> None:
    answer = client.get("/api", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_the_own_page(client: TestClient) -> None:
    assert client.get("/api", headers={"Origin": "http://127.0.0.1:8017"}).status_code == 200


def test_a_page_that_was_allowed() -> None:
    other = client_of(origins=("https://club.example",))
    page = {"Origin": "https://club.example"}
    assert other.get("/api", headers=page).headers["Access-Control-Allow-Origin"] == "https://club.example"
    asked = other.options("/api/resolve", headers={**page, "Access-Control-Request-Method": "POST"})
    assert asked.status_code == 204
    assert "Content-Type" in asked.headers["Access-Control-Allow-Headers"]
    assert asked.headers["Access-Control-Allow-Origin"] == "https://club.example"
    # An answer is for one page: nothing in between may give it to another.
    assert "Origin" in asked.headers["Vary"]
    assert other.get("/api", headers={"Origin": "https://club.example.evil"}).status_code == 403


def test_a_page_that_was_not_allowed_gets_no_leave(client: TestClient) -> None:
    headers = {"Origin": "https://club.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/api/resolve", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer korov-4"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Cookie": f"{COOKIE}=korov-43"},
        {"Authorization": "Bearer чужой".encode()},
    ],
)
@pytest.mark.parametrize("path", ["/api", "/none", "/errors"])
def test_without_the_token_nothing_is_told(guarded: TestClient, headers: dict[str, str], path: str) -> None:
    answer = guarded.get(path, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert TOKEN not in answer.text


def test_with_the_token(guarded: TestClient) -> None:
    assert guarded.get("/api", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert guarded.get("/api", headers={"Authorization": f"bearer  {TOKEN}"}).status_code == 200


def test_an_address_with_the_token_leaves_a_cookie(guarded: TestClient) -> None:
    answer = guarded.get(f"/?token={TOKEN}&seat=red")
    assert (answer.status_code, answer.headers["Location"]) == (303, "./?seat=red")
    cookie = answer.headers["Set-Cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert guarded.get("/api").status_code == 200  # the client keeps cookies
    assert client_of(token=TOKEN).get("/?token=wrong").status_code == 401
    assert client_of(token=TOKEN).get(f"/api?token={TOKEN}").status_code == 401


def test_where_a_token_guards_it_may_be_asked_by_address(guarded: TestClient) -> None:
    known = {"Authorization": f"Bearer {TOKEN}"}
    assert guarded.get("/api", headers={**known, "Host": "192.168.1.5:8017"}).status_code == 200
    assert guarded.get("/api", headers={**known, "Host": "laptop.local:8017"}).status_code == 200
    assert guarded.get("/api", headers={**known, "Host": "evil.example"}).status_code == 421


def test_the_token_is_not_in_what_settings_say() -> None:
    assert TOKEN not in repr(Settings(token=TOKEN))


def test_there_are_no_web_sockets(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api"):
        pass
