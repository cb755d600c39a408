"""Questions over HTTP are answered as the library answers them."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from rcw_rules import GivenDice, SeededDice, red_white
from rcw_rules.answering import advise, answer
from rcw_rules.schema_files import advice_schema, question_schema, resolution_schema, session_schema
from rcw_rules.wire import dumps, structure

UNIT = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}
TEST: dict[str, Any] = {"procedure": "red_white.morale_test", "request": {"unit": UNIT}}


def request_of(data: dict[str, Any]) -> red_white.MoraleTestRequest:
    return structure(data, red_white.MoraleTestRequest)


def test_a_verdict(client: TestClient) -> None:
    assert client.post("/api/verdict", json=TEST).json() == {"legal": True, "objections": []}


def test_a_preview(client: TestClient) -> None:
    told = client.post("/api/preview", json=TEST).json()
    assert told["next_throw"] == "morale: d10, 5 or less [morale-roll]"
    assert told["record"]


def test_a_resolution(client: TestClient) -> None:
    told = client.post("/api/resolve", json={**TEST, "dice": [4]}).json()
    expected = red_white.ruleset.resolve(request_of(TEST["request"]), dice=GivenDice([4]))
    assert dumps(told["resolution"]) == expected.to_json()
    assert told["summary"] == expected.summary
    assert told["explanation"] == expected.explain()
    assert told["digest"] == told["resolution"]["digest"] == expected.to_dict()["digest"]
    Draft202012Validator(resolution_schema()).validate(told["resolution"])


def test_a_seed_rolls_the_same_everywhere(client: TestClient) -> None:
    told = client.post("/api/resolve?full=true", json={**TEST, "seed": 7}).json()
    expected = red_white.ruleset.resolve(request_of(TEST["request"]), dice=SeededDice(7))
    assert told["resolution"]["dice"] == list(expected.dice)
    assert told["explanation"] == expected.explain(full=True)


def test_options_hold_for_one_question_alone(client: TestClient) -> None:
    body = {**TEST, "dice": [4], "options": {"red_guards_elite": False}}
    assert client.post("/api/resolve", json=body).json()["resolution"]["options"]["red_guards_elite"] is False
    assert client.post("/api/resolve", json={**TEST, "dice": [4]}).json()["resolution"]["options"]["red_guards_elite"]
    refused = client.post("/api/resolve", json={**body, "options": {"red_gards_elite": False}})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid-request")


def test_odds_in_words_and_as_data(client: TestClient) -> None:
    told = client.post("/api/odds", json=TEST).json()
    assert [one["probability"] for one in told["outcomes"]] == ["1/2", "1/2"]
    assert told["count"] == 2
    assert [one["probability"] for one in told["results"]] == ["1/2", "1/2"]
    assert told["summary"] == [f"50.00 % (1/2): {one['text']}" for one in told["results"]]
    passed = next(one for one in told["fields"] if one["field"] == "passed")
    assert {(one["text"], one["probability"]) for one in passed["values"]} == {("yes", "1/2"), ("no", "1/2")}
    document = {key: told[key] for key in answer({**TEST, "ask": "odds"})}
    assert document == answer({**TEST, "ask": "odds"})
    # Incoming again, it is the same, and only so many outcomes are listed.
    assert client.post("/api/odds", json=TEST).json() == told
    assert client.post("/api/odds?outcomes=1", json=TEST).json() == {**told, "outcomes": told["outcomes"][:1]}


def test_odds_estimated_from_draws(client: TestClient) -> None:
    told = client.post("/api/odds", json={**TEST, "draws": 1000, "seed": 3}).json()
    assert told["sample"] == {"draws": 1000, "seed": 3}
    assert sum(one["count"] for one in told["outcomes"]) == 1000
    again = client.post("/api/odds", json={**TEST, "draws": 1000, "seed": 4}).json()
    assert again["outcomes"] != told["outcomes"]
    alone = client.post("/api/odds", json={**TEST, "draws": 1000})
    assert alone.json()["problems"][0]["path"] == "$.seed"


def test_advice(client: TestClient) -> None:
    request = client.get("/api/procedures/red_white.assault/example").json()["request"]
    told = client.post("/api/advise", json={"procedure": "red_white.assault", "request": request}).json()
    Draft202012Validator(advice_schema()).validate(told)
    assert told == advise({"procedure": "red_white.assault", "request": request})
    refused = client.post("/api/advise", json=TEST)
    assert (refused.status_code, refused.json()["code"]) == (422, "advice")
    refused = client.post("/api/advise", json={**TEST, "value": "nothing"})
    assert refused.json()["kind"] == "payoff of red_white.morale_test"


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        ({"procedure": 7}, "invalid-request", "$.procedure"),
        ({"procedure": "x" * 300}, "unknown-name", "unknown procedure"),
        ({"request": None}, "invalid-request", "$.request"),
        ({"request": {"unit": {**UNIT, "stands": 0}}}, "invalid-request", "$.request.unit.stands"),
        ({"request": {"unit": {**UNIT, "stands": 5.0}}}, "invalid-request", "$.request.unit.stands"),
        ({"request": {"unit": {**UNIT, "boots": 3}}}, "invalid-request", "$.request.unit.boots"),
        ({"options": []}, "invalid-request", "$.options"),
        ({"ask": "verdict"}, "invalid-request", "$.ask"),
        ({"dice": [11]}, "dice", "11"),
        ({"dice": []}, "dice", ""),
        ({"dice": [4, 4]}, "dice", ""),
        ({"dice": "4"}, "invalid-request", "$.dice"),
        ({"dice": [[4]]}, "invalid-request", "$.dice[0]"),
        ({"dice": [1] * 1001}, "invalid-request", "$.dice"),
        ({"seed": 1}, "invalid-request", "$.dice"),
        ({"draws": 5}, "invalid-request", "$.draws"),
        ({"hurry": True}, "invalid-request", "$.hurry"),
    ],
)
def test_a_question_that_is_wrong(client: TestClient, change: dict[str, Any], code: str, told: str) -> None:
    answered = client.post("/api/resolve", json={**TEST, "dice": [4], **change})
    assert (answered.json()["code"], told in answered.json()["detail"]) == (code, True), answered.json()
    assert answered.status_code in (400, 422)


def test_what_a_rule_forbids(client: TestClient) -> None:
    body = {**TEST, "request": {"unit": UNIT, "cause": "withdraw"}}
    verdict = client.post("/api/verdict", json=body).json()
    assert (verdict["legal"], verdict["objections"][0]["rule"]) == (False, "morale-other-phases")
    for path, asked in (("resolve", {**body, "seed": 1}), ("odds", body), ("sessions", {"session": body})):
        refused = client.post(f"/api/{path}", json=asked)
        assert (refused.status_code, refused.json()["code"]) == (422, "illegal-request")
        assert refused.json()["objections"] == verdict["objections"]


# ------------------------------------------------------------------ sessions


def test_a_session_from_its_first_throw_to_its_end(client: TestClient) -> None:
    begun = client.post("/api/sessions", json={"session": TEST}).json()
    Draft202012Validator(session_schema()).validate(begun["session"])
    Draft202012Validator(question_schema()).validate(begun["question"])
    assert begun["question"]["dice"] == [10]
    ended = client.post("/api/sessions", json={"session": begun["session"], "answer": [4]}).json()
    assert ended["resolution"]["outcome"]["passed"] is True
    assert ended["summary"]
    assert "question" not in ended
    back = client.post("/api/sessions", json={"session": ended["session"], "undo": True}).json()
    assert back == begun
    rolled = client.post("/api/sessions", json={"session": begun["session"], "roll": 7}).json()
    seeded = client.post("/api/resolve", json={**TEST, "seed": 7}).json()
    assert rolled["resolution"]["dice"] == seeded["resolution"]["dice"]
    # All answers at once come to the same outcome.
    at_once = client.post("/api/sessions", json={"session": {**TEST, "answers": [4]}}).json()
    assert at_once["resolution"]["outcome"] == ended["resolution"]["outcome"]


@pytest.mark.parametrize(
    ("body", "code", "told"),
    [
        ({}, "invalid-request", "$.session"),
        ({"session": []}, "invalid-request", "$.session"),
        ({"session": {}}, "invalid-request", "$.session.procedure"),
        ({"session": {"procedure": "red_white.morale_test"}}, "invalid-request", "$.session.request"),
        ({"session": {**TEST, "format": "rcw-session"}}, "", ""),
        ({"session": {**TEST, "answers": [11]}}, "dice", "11"),
        ({"session": {**TEST, "answers": "4"}}, "invalid-request", "$.session.answers"),
        ({"session": {**TEST, "answers": [4, 4]}}, "answer", "answer 2"),
        ({"session": {**TEST, "answers": [4] * 501}}, "invalid-request", "at most 500"),
        ({"session": TEST, "answer": [4], "roll": 1}, "invalid-request", "one of answer, roll and undo"),
        ({"session": TEST, "answer": {"a": 1}}, "dice", ""),
        ({"session": TEST, "answer": None}, "dice", ""),
        ({"session": TEST, "roll": True}, "invalid-request", "$.roll"),
        ({"session": TEST, "roll": -1}, "invalid-request", "$.roll"),
        ({"session": TEST, "undo": False}, "invalid-request", "$.undo"),
        ({"session": TEST, "undo": True}, "invalid-request", "no answer to take back"),
        ({"session": TEST, "hurry": 1}, "invalid-request", "$.hurry"),
        ({"session": {**TEST, "hurry": 1}}, "invalid-request", "$.session.hurry"),
    ],
)
def test_a_session_that_is_wrong(client: TestClient, body: dict[str, Any], code: str, told: str) -> None:
    answered = client.post("/api/sessions", json=body)
    problem = answered.json()
    assert answered.status_code in (400, 422), problem
    assert code in ("", problem["code"]), problem
    assert told in problem["detail"], problem
