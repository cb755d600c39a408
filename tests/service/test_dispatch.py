"""What every operation does with requests that are not as they should be."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from starlette.testclient import TestClient

from rcw_rules.kernel.errors import BudgetError, FileError, FileProblem, RulesError, UnknownNameError
from rcw_rules.service.app import create_app
from rcw_rules.service.computing import in_json
from rcw_rules.service.operations import Incoming, Operation, by_path
from rcw_rules.service.problems import KINDS, DeclinedError, problem_of
from rcw_rules.service.settings import Settings

UNIT = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}
TEST = {"procedure": "red_white.morale_test", "request": {"unit": UNIT}}
JSON = {"Content-Type": "application/json"}


def refusal(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Hold an answer to what RFC 9457 says, and return it."""
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert (problem["status"], problem["type"]) == (status, f"/errors/{code}")
    assert problem["title"] == KINDS[code].title
    assert problem["detail"]
    return problem


def test_a_problem_tells_what_the_error_knows(client: TestClient) -> None:
    answer = client.post("/api/verdict", json={"procedure": "red_white.mele", "request": {}})
    assert refusal(answer, 422, "unknown-name")["suggestions"][0] == "red_white.melee"


def test_the_type_of_a_problem_leads_to_its_meaning(client: TestClient) -> None:
    problem = refusal(client.get("/api/rulesets/orell"), 404, "unknown-name")
    assert problem["suggestions"] == ["orel"]
    assert client.get(problem["type"]).json()["meaning"] == KINDS["unknown-name"].meaning
    refusal(client.get("/errors/none-such"), 404, "unknown-name")


def test_every_error_of_the_library_has_a_kind() -> None:
    def family(cls: type[RulesError]) -> set[str]:
        return {cls.code}.union(*map(family, cls.__subclasses__()))

    assert {code for code in family(RulesError) if code != "hunch"} <= set(KINDS)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "the body is empty"),
        (b"{", "the body is not JSON"),
        (b"\xff", "the body is not UTF-8"),
        (b"[]", "expected an object"),
        (b'{"a": 1, "a": 2}', "appears twice"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": "\\ud800"}', "half of a character"),
        (b'{"a":' + b"[" * 70 + b"]" * 70 + b"}", "nested too deeply"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 101 + b"}", "too huge"),
    ],
)
def test_a_body_that_is_not_an_object_of_strict_json(client: TestClient, body: bytes, told: str) -> None:
    answer = client.post("/api/verdict", content=body, headers=JSON)
    assert told in refusal(answer, 400, "invalid-request")["detail"]


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_of_another_media_type(client: TestClient, media: str) -> None:
    refusal(client.post("/api/verdict", content=b"{}", headers={"Content-Type": media}), 415, "media-type")


def test_a_media_type_may_name_its_character_set(client: TestClient) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/verdict", content=json.dumps(TEST), headers=headers).json()["legal"] is True


def test_a_body_that_is_too_large(client: TestClient) -> None:
    large = b'{"a": "' + b"x" * 1_000_000 + b'"}'
    assert refusal(client.post("/api/verdict", content=large, headers=JSON), 413, "too-large")["most"] == 1_000_000
    # A client that does not say how large it is.
    told = client.post("/api/verdict", content=iter([large[:600_000], large[600_000:]]), headers=JSON)
    refusal(told, 413, "too-large")


@pytest.mark.parametrize(("path", "allowed"), [("/api/verdict", "POST"), ("/api/rulesets", "GET, HEAD")])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"])
def test_a_method_that_an_address_has_not(client: TestClient, method: str, path: str, allowed: str) -> None:
    answer = client.request(method, path)
    refusal(answer, 405, "method")
    assert answer.headers["Allow"] == allowed


@pytest.mark.parametrize("path", ["/api/", "/api/none", "/api/rulesets/orel/none", "/api/rulesets//rules"])
def test_an_address_that_leads_nowhere(client: TestClient, path: str) -> None:
    refusal(client.get(path, follow_redirects=False), 404, "not-found")


def test_the_methods_head_and_get_tell_the_same(client: TestClient) -> None:
    head, whole = client.head("/api/rulesets"), client.get("/api/rulesets")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == whole.headers["etag"]
    assert head.headers["content-length"] == str(len(whole.content))


def test_a_client_that_has_the_answer_is_not_sent_it_again(client: TestClient) -> None:
    tag = client.get("/api/rulesets").headers["ETag"]
    again = client.get("/api/rulesets", headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/rulesets", headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("query", "name", "told"),
    [
        ("?shrt=true", "shrt", "is not a parameter"),
        ("?short=yes", "short", "true or false"),
        ("?short=true&short=true", "short", "given twice"),
        ("?" + "a" * 5000 + "=1", "a" * 200, "is not a parameter"),
    ],
)
def test_a_parameter_that_is_wrong(client: TestClient, query: str, name: str, told: str) -> None:
    problem = refusal(client.get(f"/api/procedures/red_white.melee/example{query}"), 400, "parameter")
    assert (problem["name"], told in problem["detail"]) == (name, True)


@pytest.mark.parametrize("number", ["-1", "1000001", "1.5", "x", "", "٣", "9" * 5000])
def test_a_number_that_is_wrong(client: TestClient, number: str) -> None:
    answer = client.post(f"/api/odds?outcomes={number}", json=TEST)
    assert "from 0 to 1,000,000" in refusal(answer, 400, "parameter")["detail"]


def test_names_in_an_address_are_names_and_no_paths(client: TestClient) -> None:
    for name in ("..%2f..%2fetc%2fpasswd", "%00", "x" * 5000, "{ruleset}", "%F0%9F%98%80"):
        assert client.get(f"/api/rulesets/{name}").status_code == 404
        assert client.get(f"/api/procedures/{name}/schema").status_code == 404


def test_a_mistake_of_the_library_says_nothing_of_itself(capsys: pytest.CaptureFixture[str]) -> None:
    problem = problem_of(ZeroDivisionError("/home/secret"))
    assert (problem["status"], problem["code"]) == (500, "internal")
    assert "secret" not in json.dumps(problem)


def test_problems_whose_status_depends_on_more_than_their_code() -> None:
    assert problem_of(UnknownNameError("rule", "x", []))["status"] == 422
    assert problem_of(UnknownNameError("rule", "x", []), in_path=True)["status"] == 404
    assert problem_of(FileError("m.jsonl", [FileProblem(None, "disk full")], is_unwritten=True))["status"] == 507
    assert problem_of(FileError("m.jsonl", [FileProblem(3, "no entry")]))["status"] == 422
    told = problem_of(BudgetError(200_000, "damage"))
    assert "draws" in told["detail"]
    assert "Limits(" not in told["detail"]
    assert (told["bound"], told["budget"]) == ("branches", 200_000)
    assert problem_of(DeclinedError("busy", "no", waiting=3))["waiting"] == 3


def test_json_is_compact_and_exact() -> None:
    assert in_json({"a": [1, "č"], "b": None}) == '{"a":[1,"č"],"b":null}'.encode()
    assert json.loads(in_json({"length": Decimal("6.50")}), parse_float=Decimal) == {"length": Decimal("6.50")}
    with pytest.raises(TypeError):
        in_json({"a": object()})
    with pytest.raises(ValueError, match="JSON"):
        in_json({"a": float("nan")})


async def nothing(asked: Incoming) -> dict[str, Any]:
    return {}


def test_an_address_has_one_operation_for_a_method() -> None:
    one = Operation(id="a", method="GET", path="/a", summary="A", tag="t", handler=nothing)
    assert by_path([one]) == {"/a": {"GET": one}}
    with pytest.raises(ValueError, match="two operations"):
        by_path([one, one])


def test_an_application_that_is_mounted_needs_no_start() -> None:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    inner = create_app(Settings(workers=1))
    client = TestClient(Starlette(routes=[Mount("/rules", inner)]), base_url="http://localhost")
    answer = client.post("/rules/api/resolve", json={**TEST, "dice": [4]})
    assert answer.json()["resolution"]["outcome"]["passed"] is True
    for process in inner.state.service.workers.processes:
        process.kill()
        process.join()


def test_the_address_that_is_printed_leads_to_what_can_be_asked(client: TestClient) -> None:
    answer = client.get("/")
    assert [one.headers["location"] for one in answer.history] == ["/api"]
    assert answer.json()["rulesets"] == ["directory", "orel", "red_actions", "red_square", "red_white"]
