"""Units that were driven off the map."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap, TerrainArea
from rcw_rules.orel.model import GRID, Side

# 0110 is at the western edge: 0109 and 0111 beside it are too, 0209 and 0210 are not.


def unit(key: str = "a", side: Side = "red", place: str | None = None, **changes: Any) -> game.Unit:
    fields: dict[str, Any] = {"type": "infantry", "tq": 3, "steps": 3, "strength": 4, "mode": "march"}
    return game.Unit(key=key, side=side, hex=place, **{**fields, **changes})


def ask(who: game.Unit, left: tuple[Any, Side], day: Any, **fields: Any) -> game.OffMapRequest:
    return game.OffMapRequest(**{"unit": who, "exit_hex": "0110", "left_day": left[0], "left_in": left[1], "day": day,
                                 **fields})  # fmt: skip


def off(who: game.Unit, left: tuple[Any, Side], day: Any, choices: Any = None, **fields: Any) -> game.OffMapOutcome:
    return game.ruleset.resolve(ask(who, left, day, **fields), dice=GivenDice([]), choices=choices).outcome


@pytest.mark.rule("orel", "7.5-leave")
@pytest.mark.parametrize(
    ("side", "left_in", "mode", "due"),
    [
        ("red", "white", "march", 17),  # Red's movement phase of the day comes later
        ("white", "red", "march", 18),
        ("white", "white", "march", 18),  # in its own combat phase, after its movement
        ("red", "red", "march", 18),
        ("red", "white", "routed", 18),
        ("white", "red", "routed", 19),
        ("white", "white", "routed", 19),
    ],
)
def test_when_a_unit_that_left_on_the_17th_must_come_back(side: Side, left_in: Side, mode: str, due: Any) -> None:
    who = unit(side=side, mode=mode)
    outcome = off(who, (17, left_in), due)
    assert (outcome.status, outcome.due, outcome.hex) == ("returns", due, "0110")
    late = off(who, (17, left_in), due + 1)
    assert (late.status, late.due, late.hex, late.unit) == ("eliminated", due, None, None)
    if due > (17 if side == "red" and left_in == "white" else 18):
        assert off(who, (17, left_in), due - 1) == game.OffMapOutcome(
            status="waits", due=due, takes_recruits=mode != "routed"
        )


@pytest.mark.rule("orel", "7.5-leave", "8.7.3-rally", "7.5-off-map-recruits")
def test_it_comes_back_supplied_and_a_routed_one_has_rallied() -> None:
    back = off(unit(unsupplied=True), (17, "white"), 17).unit
    assert back is not None
    assert (back.hex, back.unsupplied, back.mode) == ("0110", False, "march")
    rallied = off(unit(mode="routed"), (17, "white"), 18).unit
    assert rallied is not None
    assert rallied.mode == "combat"


@pytest.mark.rule("orel", "7.5-leave")
def test_it_may_enter_by_its_exit_and_by_what_lies_beside_it_on_the_edge() -> None:
    assert off(unit(), (17, "white"), 17).may_enter == ("0109", "0110", "0111")
    enemies = (unit("e", "white", "0110", mode="combat"),)
    held = off(unit(), (17, "white"), 17, others=enemies)
    assert (held.may_enter, held.hex) == (("0109", "0111"), "0109")
    other = off(unit(), (17, "white"), 17, choices={"return_hex": lambda returning, alternatives: alternatives[-1]})
    assert other.hex == "0111"
    friends = (unit("f", "red", "0110", mode="combat"),)
    assert off(unit(), (17, "white"), 17, others=friends).hex == "0110"


@pytest.mark.rule("orel", "7.5-leave", "7.4-zones")
def test_if_all_is_closed_it_is_eliminated() -> None:
    enemies = tuple(unit(f"e{place}", "white", place, mode="combat") for place in ("0109", "0110"))
    convoi = game.Depot(key="c", side="white", kind="convoi", capacity=2, hex="0111")
    outcome = off(unit(), (17, "white"), 17, others=enemies, depots=(convoi,))
    assert (outcome.status, outcome.unit, outcome.takes_recruits) == ("eliminated", None, False)
    zones = (game.EntryZone(side="white", edge="west", hexes=("0111",)),)
    assert off(unit(), (17, "white"), 17, others=enemies, entry_zones=zones).status == "eliminated"
    own = (game.EntryZone(side="red", edge="west", hexes=("0111",)),)
    assert off(unit(), (17, "white"), 17, others=enemies, entry_zones=own).hex == "0111"


WAIT = {"return_hex": lambda returning, alternatives: alternatives[-1]}


@pytest.mark.rule("orel", "7.5-exception")
@pytest.mark.parametrize("key", ["R:1/41D", "2/41D", "R:Art1/41D", "Art 2/41D"])
def test_the_brigades_of_the_41st_may_wait_for_the_18th(key: str) -> None:
    changes: dict[str, Any] = {"type": "artillery", "strength": None, "fire": 3} if "Art" in key else {}
    who = unit(key, **changes)
    assert off(who, (16, "white"), 16).hex == "0110"  # by default they come back as others do
    waits = off(who, (16, "white"), 16, choices=WAIT)
    assert (waits.status, waits.may_enter, waits.hex) == ("waits", ("0109", "0110", "0111"), None)
    assert off(who, (16, "white"), 17).status == "waits"
    on_the_18th = off(who, (16, "white"), 18)
    assert on_the_18th.may_enter == ("0117", "0118", "0119", "0120")
    assert (on_the_18th.status, on_the_18th.hex) == ("returns", "0117")
    assert off(who, (16, "white"), 19).status == "eliminated"


@pytest.mark.rule("orel", "7.5-exception")
def test_the_exception_is_theirs_and_ends_on_the_18th() -> None:
    assert off(unit("R:3/41D"), (16, "white"), 18).status == "eliminated"
    assert off(unit("1/41D", "white"), (16, "red"), 18).status == "eliminated"  # a White unit with that key
    assert off(unit("R:1/41D"), (17, "red"), 18).may_enter == (
        "0109", "0110", "0111", "0117", "0118", "0119", "0120",
    )  # fmt: skip
    assert off(unit("R:1/41D"), (18, "red"), 19).may_enter == ("0109", "0110", "0111")
    closed = tuple(unit(f"e{place}", "white", place, mode="combat") for place in ("0109", "0110", "0111"))
    assert off(unit("R:1/41D"), (16, "white"), 16, others=closed).status == "waits"


@pytest.mark.rule("orel", "7.5-off-map-recruits")
def test_combat_units_take_recruits_off_the_map_unless_they_are_routed() -> None:
    assert off(unit(), (17, "white"), 17).takes_recruits
    routed = unit(mode="routed")
    assert not off(routed, (17, "white"), 17).takes_recruits
    assert off(routed, (17, "white"), 18).takes_recruits  # it rallied at the end of the 17th
    assert off(unit("R:1/41D"), (16, "white"), 17).takes_recruits
    for type_ in ("artillery", "horse_artillery"):
        guns = unit("R:Art1/41D", type=type_, strength=None, fire=3)
        assert not off(guns, (16, "white"), 17).takes_recruits
    assert not off(unit(), (17, "white"), 18).takes_recruits  # it is eliminated


@pytest.mark.rule("orel", "7.5-leave")
def test_who_waits_is_told_until_when() -> None:
    routed = unit(side="white", mode="routed")
    told = game.ruleset.resolve(ask(routed, (20, "red"), 21), dice=GivenDice([])).explain()
    assert "it stays off the map until 22 October" in told
    told = game.ruleset.resolve(ask(routed, (30, "white"), 31), dice=GivenDice([])).explain()
    assert "the game ends before it may come back" in told


@pytest.mark.rule("orel", "7.5-leave")
def test_who_is_due_after_the_last_day_never_comes_back() -> None:
    assert off(unit(side="white", mode="routed"), (30, "white"), 31) == game.OffMapOutcome(status="waits", due=None)


@pytest.mark.rule("orel", "7.5-leave", "D-map", "7.1.1-terrain-cost")
def test_vehicles_need_a_board_and_ground_that_is_open_to_them() -> None:
    car = game.Unit(key="c", side="red", type="armoured_car", strength=2)
    with pytest.raises(NeedsRuling, match=r"c enter hex 0110.*D-map"):
        off(car, (17, "white"), 17)
    woods = HexMap(title="a test", grid=GRID, terrain=(TerrainArea(kind="forest", hexes=("0110", "0109")),))
    assert off(car, (17, "white"), 17, board=woods).may_enter == ("0111",)
    assert off(unit(), (17, "white"), 17, board=woods).may_enter == ("0109", "0110", "0111")


@pytest.mark.rule("orel", "7.5-leave", "9.1.2-capture", "X-bad-units")
def test_what_cannot_be_is_refused() -> None:
    def paths(request: game.OffMapRequest) -> list[str]:
        with pytest.raises(InvalidRequestError) as caught:
            game.ruleset.resolve(request, dice=GivenDice([]))
        return [problem.path for problem in caught.value.problems]

    assert paths(ask(unit(place="0110"), (17, "white"), 17)) == ["$.unit.hex"]
    assert paths(ask(unit(), (17, "white"), 17, exit_hex="0510")) == ["$.exit_hex"]
    assert paths(ask(unit(), (17, "white"), 17, exit_hex="3321")) == ["$.exit_hex"]
    assert paths(ask(unit(), (17, "white"), 16)) == ["$.day"]
    assert paths(ask(unit(), (17, "red"), 17)) == ["$.day"]
    train = game.Unit(key="t", side="red", type="armoured_train_light", fire=3)
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.type: .*9\.1\.2-capture"):
        off(train, (17, "white"), 17)


@pytest.mark.rule("orel", "7.5-leave", "7.5-exception", "7.5-off-map-recruits")
def test_the_record_cites_the_rules() -> None:
    request = ask(unit("R:1/41D", unsupplied=True), (16, "white"), 16)
    record = game.ruleset.resolve(request, dice=GivenDice([])).record
    assert {"7.5-leave", "7.5-exception", "7.5-off-map-recruits"} <= set(record.rules)
