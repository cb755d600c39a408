from __future__ import annotations

from starlette.testclient import TestClient

UNIT = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}


def test_the_index_names_the_rulesets(client: TestClient) -> None:
    answer = client.get("/api")
    assert answer.status_code == 200
    assert "red_white" in answer.json()["rulesets"]
    assert client.get("/api", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_odds_come_from_a_worker(client: TestClient) -> None:
    answer = client.post("/api/odds", json={"procedure": "red_white.morale_test", "request": {"unit": UNIT}})
    assert [one["probability"] for one in answer.json()["outcomes"]] == ["1/2", "1/2"]


def test_a_problem_is_told_as_rfc_9457_says(client: TestClient) -> None:
    answer = client.post("/api/verdict", json={"procedure": "red_white.mele", "request": {}})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["suggestions"][0] == "red_white.melee"
