"""Requests name counters and troop cards instead of writing them out."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from cli_runs import fine, run

from rcw_rules import InvalidRequestError, UnknownNameError, answer, orel, red_actions
from rcw_rules.kernel.procedures import Request
from rcw_rules.pieces import in_full, pieces_by_name
from rcw_rules.wire import structure, unstructure

COUNTERS = orel.ruleset.pieces
CARDS = red_actions.ruleset.pieces


def read(ruleset: Any, procedure: str, data: Any) -> Request[Any]:
    cls = ruleset.procedure(procedure).request_type
    request: Request[Any] = structure(in_full(data, cls, ruleset.pieces), cls)
    return request


def test_a_counter_is_named_and_only_what_differs_is_said() -> None:
    units = [{"counter": "W:1/1K", "hex": "1010", "steps": 3}, "R:1/9D"]
    request = in_full({"units": units}, orel.ruleset.procedure("orel.combat_strength").request_type, COUNTERS)
    first, second = request["units"]
    # The 1/1K of the extended example has 4 steps, TQ 6 and strength 7; the 9th Rifle Division TQ 3 and 3 steps.
    assert (first["steps"], first["steps_full"], first["tq"], first["strength"], first["hex"]) == (3, 4, 6, 7, "1010")
    assert (second["steps"], second["tq"], second["hex"]) == (3, 3, "3002")  # where the book sets it up


def test_a_card_is_named_where_a_unit_has_one() -> None:
    asked = next(one for one in red_actions.ruleset.procedures if one.id == "red_actions.shoot")
    data = unstructure(asked.example)

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: ("red_conscripts" if key == "card" else renamed(item)) for key, item in value.items()}
        return [renamed(item) for item in value] if isinstance(value, list) else value

    request = read(red_actions.ruleset, asked.id, renamed(data))
    assert unstructure(request) == unstructure(read(red_actions.ruleset, asked.id, whole(renamed(data))))


def whole(value: Any) -> Any:
    """Write out cards without looking at any class: the slow obvious twin."""
    if isinstance(value, dict):
        card = unstructure(red_actions.troop_card("red_conscripts"))
        return {key: (card if item == "red_conscripts" else whole(item)) for key, item in value.items()}
    return [whole(item) for item in value] if isinstance(value, list) else value


def test_in_python_pieces_are_functions() -> None:
    unit = evolve(orel.counter("W:1/1K"), hex="1010")
    assert (unit.side, unit.tq, unit.values) == ("white", 6, "illustrative")
    assert red_actions.troop_card("red_conscripts").name == "Red Conscripts"
    with pytest.raises(UnknownNameError, match="W:1/1K"):
        orel.counter("W:1/1k")
    with pytest.raises(UnknownNameError, match="red_conscripts"):
        red_actions.troop_card("red_conscript")


@pytest.mark.parametrize("name", ["W:1/1k", 7, None, ["W:1/1K"]])
def test_an_unknown_name_is_refused_where_it_stands(name: Any) -> None:
    cls = orel.ruleset.procedure("orel.bystanders").request_type
    with pytest.raises(InvalidRequestError) as refused:
        in_full({"units": [{"counter": name}]}, cls, COUNTERS)
    (problem,) = refused.value.problems
    assert problem.path == "$.units[0].counter"
    assert "there is no counter" in problem.message


@pytest.mark.parametrize("data", [None, 3, "x", [], {"units": 3}, {"units": {"a": 1}}, {"nothing": ["W:1/1K"]}])
def test_what_is_wrong_stays_as_it_is(data: Any) -> None:
    assert in_full(data, orel.ruleset.procedure("orel.bystanders").request_type, COUNTERS) == data


def test_every_example_stays_as_it_is() -> None:
    for ruleset in (orel.ruleset, red_actions.ruleset):
        for procedure in ruleset.procedures:
            data = unstructure(procedure.example)
            assert in_full(data, procedure.request_type, ruleset.pieces) == data


def test_all_pieces_by_name() -> None:
    names = pieces_by_name(COUNTERS)
    assert names["W:1/1K"]["strength"] == 7
    assert set(names) == {unit.key for unit in orel.order_of_battle().units}
    assert pieces_by_name(()) == {}


def test_plain_data_takes_names() -> None:
    enemy = {"counter": "R:1/9D", "hex": "1111"}
    asked = {"procedure": "orel.combat_strength", "request": {"units": ["W:1/1K"], "enemies": [enemy]}, "seed": 1}
    # One battalion of strength 7, unharmed.
    assert answer(asked)["outcome"]["total"] == 7
    broken = {**asked, "request": {"units": [{"counter": "W:1/1K", "tq": 99}]}}
    with pytest.raises(InvalidRequestError) as refused:
        answer(broken)
    assert refused.value.problems[0].path == "$.request.units[0].tq"


def test_files_take_names() -> None:
    text = '{"units": [{"counter": "W:1/1K"}, {"counter": "W:2/1K"}]}'
    ran = fine("resolve", "orel.combat_strength", "-", "--dice", "", "--json", stdin=text)
    assert ran.json["outcome"]["total"] == 7 + (orel.counter("W:2/1K").strength or 0)
    ran = run("resolve", "orel.combat_strength", "-", "--dice", "", stdin=text.replace("2/1K", "2/1X"))
    assert ran.code == 2
    assert "$.units[1].counter: there is no counter 'W:2/1X'; did you mean" in ran.err


@pytest.mark.parametrize(
    "name", [10**5000, [], {"a": [1]}, None, True], ids=["huge", "array", "object", "null", "true"]
)
def test_a_name_that_is_no_text_is_refused_with_its_place(name: Any) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        answer({"procedure": "orel.combat_strength", "ask": "verdict", "request": {"units": [{"counter": name}]}})
    (problem,) = refused.value.problems
    assert problem.path == "$.request.units[0].counter"
    assert problem.message.startswith("there is no counter ")


def test_a_name_nested_deeper_than_python_can_write_is_refused() -> None:
    name: list[Any] = []
    for _ in range(3_000):
        name = [name]
    with pytest.raises(InvalidRequestError, match="there is no counter"):
        answer({"procedure": "orel.combat_strength", "ask": "verdict", "request": {"units": [{"counter": name}]}})


def test_no_more_pieces_are_written_out_than_a_document_could_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.pieces._MOST_NAMED", 3)
    cls = orel.ruleset.procedure("orel.combat_strength").request_type
    assert len(in_full({"units": ["W:1/1K"] * 3}, cls, COUNTERS)["units"]) == 3
    with pytest.raises(InvalidRequestError, match=r"units\[3\]: too many pieces are named: at most 3"):
        in_full({"units": ["W:1/1K"] * 4}, cls, COUNTERS)
