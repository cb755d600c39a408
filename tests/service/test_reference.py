"""What the service tells of the rulesets is what the library tells."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from rcw_rules import __version__, red_white
from rcw_rules.registry import available, load
from rcw_rules.schema import json_schema
from rcw_rules.wire import dumps


def test_the_index_tells_where_to_begin(client: TestClient) -> None:
    index = client.get("/api").json()
    assert (index["version"], index["rulesets"]) == (__version__, list(available()))
    for link in index["links"].values():
        assert client.get(f"/{link}").status_code == 200


def test_rulesets(client: TestClient) -> None:
    told = {one["id"]: one for one in client.get("/api/rulesets").json()["rulesets"]}
    assert set(told) == set(available())
    assert told["orel"] == {
        "id": "orel",
        "title": load("orel").title,
        "version": load("orel").edition,
        "rules_version": load("orel").rules_version,
    }
    whole = client.get("/api/rulesets/orel").json()
    assert whole.items() >= told["orel"].items()
    assert whole["counts"]["procedures"] == len(load("orel").procedures)
    assert whole["sources"] == sorted({chart.source for chart in load("orel").charts.values()})


def test_options_say_what_they_can_be(client: TestClient) -> None:
    options = {one["id"]: one for one in client.get("/api/rulesets/red_white/options").json()["options"]}
    elite = options["red_guards_elite"]
    assert (elite["default"], elite["schema"]["type"], elite["name"]) == (True, "boolean", "red guards elite")
    assert elite["rule"] in load("red_white").rules
    assert all(one["meaning"] for one in options.values())
    for one in options.values():
        Draft202012Validator(one["schema"]).validate(one["default"])


def test_choices(client: TestClient) -> None:
    told = client.get("/api/rulesets/red_white/choices").json()["choices"]
    assert [one["id"] for one in told] == [choice.id for choice in red_white.ruleset.choices]


def test_rules(client: TestClient) -> None:
    every = client.get("/api/rulesets/orel/rules").json()["rules"]
    assert [one["id"] for one in every] == [rule.id for rule in load("orel").rules]
    some = client.get("/api/rulesets/orel/rules?q=SUPPLY range").json()["rules"]
    assert 0 < len(some) < len(every)
    rule = client.get("/api/rulesets/orel/rules/8.2.2-range").json()
    assert rule["summary"] == load("orel").rules["8.2.2-range"].summary
    assert rule["tests"]
    assert rule["code"]
    missing = client.get("/api/rulesets/orel/rules/8.2.2-rang")
    assert (missing.status_code, missing.json()["suggestions"][0]) == (404, "8.2.2-range")


def test_charts(client: TestClient) -> None:
    charts = load("orel").charts
    told = client.get("/api/rulesets/orel/charts").json()["charts"]
    assert [one["id"] for one in told] == list(charts)
    first = next(iter(charts))
    chart = client.get(f"/api/rulesets/orel/charts/{first}").json()
    assert chart["text"] == charts[first].text()
    assert client.get("/api/rulesets/orel/charts/none").status_code == 404


def test_pieces(client: TestClient) -> None:
    names = {one["name"] for one in client.get("/api/rulesets/red_actions/pieces").json()["pieces"]}
    assert "white_conscripts" in names
    assert client.get("/api/rulesets/red_white/pieces").json() == {"pieces": []}


def test_procedures_are_found_by_words(client: TestClient) -> None:
    every = client.get("/api/procedures").json()["procedures"]
    assert {one["id"] for one in every} == {one.id for id in available() for one in load(id).procedures}
    assert "rules" not in every[0]
    found = [one["id"] for one in client.get("/api/procedures?q=mel").json()["procedures"]]
    assert "red_white.melee" in found
    assert client.get("/api/procedures?q=morale red white").json()["procedures"]
    assert client.get("/api/procedures?q=xyzzy").json() == {"procedures": []}


def test_a_procedure_with_its_form(client: TestClient) -> None:
    told = client.get("/api/procedures/red_white.melee").json()
    assert told["title"] == "Who wins this melee?"
    assert "melee-roll" in told["rules"]
    form = {one["path"]: one for one in told["form"]}
    assert form["attackers[].stands"]["takes"]
    assert form["attackers[].stands"]["is_required"] == (form["attackers[].stands"]["default"] is None)
    answer = client.get("/api/procedures/melee")
    assert (answer.status_code, "red_white.melee" in answer.json()["suggestions"]) == (404, True)


def test_a_schema_is_that_of_the_library(client: TestClient) -> None:
    procedure = red_white.ruleset.procedure("red_white.melee")
    told = client.get("/api/procedures/red_white.melee/schema")
    assert dumps(told.json()) == dumps(json_schema(procedure.request_type, example=procedure.example))


@pytest.mark.parametrize("procedure", ["red_white.melee", "orel.combat", "red_square.fire"])
def test_an_example_can_be_asked(client: TestClient, procedure: str) -> None:
    for query in ("", "?short=true"):
        request = client.get(f"/api/procedures/{procedure}/example{query}").json()["request"]
        asked = client.post("/api/verdict", json={"procedure": procedure, "request": request})
        assert asked.json() == {"legal": True, "objections": []}
