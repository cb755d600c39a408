"""The OpenAPI document is true: its examples, its schemas, and what Schemathesis makes of it."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from rcw_rules.service.app import OPERATIONS
from rcw_rules.service.problems import KINDS


@pytest.fixture(scope="module")
def document(client: TestClient) -> dict[str, Any]:
    told: dict[str, Any] = client.get("/api/openapi.json").json()
    return told


def test_every_operation_stands_in_it(document: dict[str, Any]) -> None:
    found = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert found == {(one.method, one.path) for one in OPERATIONS}
    ids = [one.id for one in OPERATIONS]
    assert len(ids) == len(set(ids))
    assert all(code in KINDS for one in OPERATIONS for code in one.refusals)
    assert all(not one.summary.endswith(".") for one in OPERATIONS)


def test_parameters_of_the_path_are_those_of_the_address() -> None:
    for one in OPERATIONS:
        named = {parameter.name for parameter in one.parameters if parameter.place == "path"}
        assert named == {part.strip("{}") for part in one.path.split("/") if part.startswith("{")}, one.id


def test_it_refers_to_nothing_that_is_missing(document: dict[str, Any]) -> None:
    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            return own + [one for item in part.values() for one in references(item)]
        return [one for item in part for one in references(item)] if isinstance(part, list) else []

    found = set(references(document))
    assert "#/components/schemas/resolution" in found
    assert {one.removeprefix("#/components/schemas/") for one in found} <= set(document["components"]["schemas"])


def test_schemas_are_schemas(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for one in OPERATIONS:
        Draft202012Validator.check_schema(one.answer)
        if one.body is not None:
            Draft202012Validator(one.body).validate(json.loads(json.dumps(one.example)))


QUESTIONS = [one for one in OPERATIONS if one.tag == "questions"]


@pytest.mark.parametrize("operation", QUESTIONS, ids=[one.id for one in QUESTIONS])
def test_the_example_of_a_question_is_answered_as_the_document_says(
    client: TestClient, document: dict[str, Any], operation: Any
) -> None:
    answer = client.post(operation.path, json=operation.example)
    assert answer.status_code == operation.status, answer.text
    schema = {**operation.answer, "components": document["components"]}
    Draft202012Validator(schema).validate(answer.json())


REFERENCE = [one for one in OPERATIONS if one.tag == "reference"]


@pytest.mark.parametrize("operation", REFERENCE, ids=[one.id for one in REFERENCE])
def test_reference_is_answered_as_the_document_says(
    client: TestClient, document: dict[str, Any], operation: Any
) -> None:
    path = operation.path
    for parameter in operation.parameters:
        if parameter.place == "path":
            path = path.replace(f"{{{parameter.name}}}", parameter.example)
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    Draft202012Validator({**operation.answer, "components": document["components"]}).validate(answer.json())


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="Schemathesis is not installed")
@pytest.mark.filterwarnings("ignore")
def test_schemathesis_finds_nothing(served: tuple[str, Any], document: dict[str, Any]) -> None:
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis import checks, openapi
    from schemathesis.core.result import Ok

    checks.load_all_checks()
    # What a request must hold its procedure says, in a schema of its own.
    unfit = checks.CHECKS.get_by_names(["positive_data_acceptance"])
    schema = openapi.from_dict(document)
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if operation.tags not in (["reference"], ["questions"]):
            continue  # the others are tried with a service of their own

        @given(case=operation.as_strategy())
        @settings(
            max_examples=4,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        )
        def hold(case: Any) -> None:
            case.call_and_validate(base_url=served[0], excluded_checks=unfit)

        hold()
