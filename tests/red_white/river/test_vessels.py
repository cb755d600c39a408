"""Ships, launches and boats: carrying, towing, launching, moving."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_white_river import ask, malformed, refused

from rcw_rules import DiceError, GivenDice, SeededDice, wire
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep

OPEN = rw.RiverSection(state="unfrozen")
THIN = rw.RiverSection(state="thin_ice", thickness=3, length=inches(24))
CHOKED = rw.RiverSection(state="ice_choked", thickness=3, length=inches(24))
FROZEN = rw.RiverSection(state="frozen")
SHIP = rw.Vessel(type="ship")
WARSHIP = rw.Vessel(type="ship", kind="warship")
MERCHANT = rw.Vessel(type="ship", kind="merchant")
LAUNCH = rw.Vessel(type="launch")
BOAT = rw.Vessel(type="boat")


def move(vessel: rw.Vessel, *path: rw.RiverSection, rowed: bool = False) -> rw.VesselMoveRequest:
    return rw.VesselMoveRequest(vessel=vessel, path=path or (OPEN,), rowed=rowed)


def embark(vessel: rw.Vessel, *loads: rw.Load, **fields: Any) -> rw.EmbarkRequest:
    return rw.EmbarkRequest(vessel=vessel, loads=loads, **fields)


# ---------------------------------------------------------------- what a vessel is


@pytest.mark.rule("red_white", "ship-class", "gen-unit-types", "launch-rules", "boat-rules", "ship-morale")
@pytest.mark.parametrize("small", [LAUNCH, BOAT])
@pytest.mark.parametrize(
    ("changes", "field", "rule"),
    [
        ({"kind": "warship"}, "kind", "ship-class"),
        ({"morale": 8}, "morale", "ship-morale"),
        ({"damage": 1}, "damage", "ship-morale"),
        ({"failures": 1}, "failures", "thin-halt-exit"),
        ({"dice": 0}, "dice", "{}-rules"),
        ({"capacity": 1}, "capacity", "{}-rules"),
    ],
)
def test_what_only_ships_have(small: rw.Vessel, changes: dict[str, Any], field: str, rule: str) -> None:
    rowed = small.type == "boat"
    assert malformed(move(evolve(small, **changes), rowed=rowed)) == [(rule.format(small.type), f"$.vessel.{field}")]
    rw.ruleset.odds(move(evolve(SHIP, **changes)))


@pytest.mark.rule("red_white", "ship-class", "gen-unit-types", "gen-unit-state", "ship-morale", "thin-halt-exit")
@pytest.mark.parametrize(
    ("changes", "rule", "path"),
    [
        ({"type": "raft"}, "", "$.vessel.type"),
        ({"kind": "ferry"}, "", "$.vessel.kind"),
        ({"morale": 0}, "ship-morale", "$.vessel.morale"),
        ({"damage": -1}, "ship-morale", "$.vessel.damage"),
        ({"failures": 2}, "thin-halt-exit", "$.vessel.failures"),
        ({"dice": -1}, "ship-move", "$.vessel.dice"),
        ({"capacity": -1}, "ship-capacity", "$.vessel.capacity"),
        ({"name": "a\nb"}, "", "$.vessel.name"),
    ],
)
def test_what_no_vessel_is(changes: dict[str, Any], rule: str, path: str) -> None:
    assert malformed(move(evolve(SHIP, **changes))) == [(rule, path)]


@pytest.mark.rule("red_white", "river-states", "ice-sections")
@pytest.mark.parametrize(
    ("section", "rule", "path"),
    [
        ({"state": "slush"}, "", "$.path[0].state"),
        ({"state": "thin_ice", "thickness": 3, "length": 30}, "ice-sections", "$.path[0].length"),
        ({"state": "ice_choked", "thickness": 3, "length": "24.001"}, "ice-sections", "$.path[0].length"),
        ({"state": "ice_choked", "thickness": 3, "length": 0}, "ice-sections", "$.path[0].length"),
        ({"state": "ice_choked", "thickness": -1, "length": 24}, "ice-sections", "$.path[0].thickness"),
        ({"state": "thin_ice", "thickness": 2}, "ice-sections", "$.path[0].length"),
        ({"state": "thin_ice", "length": 2}, "ice-sections", "$.path[0].thickness"),
        ({"state": "unfrozen", "thickness": 2}, "ice-sections", "$.path[0].thickness"),
        ({"state": "unfrozen", "name": "a\tb"}, "", "$.path[0].name"),
    ],
)
def test_what_no_section_is(section: dict[str, Any], rule: str, path: str) -> None:
    length = section.pop("length", None)
    made = rw.RiverSection(**section, length=None if length is None else inches(length))
    assert malformed(move(SHIP, made)) == [(rule, path)]


@pytest.mark.rule("red_white", "river-states", "ice-sections")
def test_sections_at_their_limits() -> None:
    assert ask(move(SHIP, rw.RiverSection(state="ice_choked", thickness=0, length=inches(24))), 1, 1).dice == 2
    assert ask(move(SHIP, rw.RiverSection(state="unfrozen", length=inches(90))), 1, 1, 1, 1).dice == 4


# ---------------------------------------------------------------- towing, carrying


@pytest.mark.rule("red_white", "ship-tow", "launch-rules", "boat-rules")
@pytest.mark.parametrize(
    "vessel",
    [
        evolve(SHIP, towing=("boat",) * 4),
        evolve(SHIP, towing=("ship",)),
        evolve(LAUNCH, towing=("launch",)),
        evolve(LAUNCH, towing=("boat", "boat")),
        evolve(BOAT, towing=("boat",)),
        evolve(LAUNCH, towing=("boat",), towed_by="ship"),
    ],
)
def test_what_may_not_be_towed(vessel: rw.Vessel) -> None:
    assert refused(embark(vessel)) == [("ship-tow", "$.vessel.towing")]
    assert refused(move(vessel, rowed=vessel.type == "boat")) == [("ship-tow", "$.vessel.towing")]


@pytest.mark.rule("red_white", "ship-tow")
@pytest.mark.parametrize(("vessel", "tower"), [(SHIP, "ship"), (SHIP, "launch"), (LAUNCH, "launch")])
def test_what_may_not_tow(vessel: rw.Vessel, tower: Literal["ship", "launch"]) -> None:
    assert refused(move(evolve(vessel, towed_by=tower))) == [("ship-tow", "$.vessel.towed_by")]


@pytest.mark.rule("red_white", "ship-tow", "boat-rules", "launch-rules")
@pytest.mark.parametrize(
    "vessel",
    [
        evolve(SHIP, towing=("boat",) * 3),
        evolve(SHIP, towing=("launch", "boat", "launch")),
        evolve(LAUNCH, towing=("boat",)),
        evolve(LAUNCH, towed_by="ship"),
        evolve(BOAT, towed_by="launch"),
        evolve(BOAT, towed_by="ship"),
    ],
)
def test_what_may_be_towed(vessel: rw.Vessel) -> None:
    assert rw.ruleset.verdict(embark(vessel))
    assert rw.ruleset.verdict(move(vessel))


@pytest.mark.rule("red_white", "ship-capacity", "ship-class")
def test_a_ship_holds_16_stands_unless_it_is_said() -> None:
    sixteen = (rw.Load(type="infantry", stands=9), rw.Load(type="machine_gun", stands=7))
    assert ask(embark(SHIP, *sixteen)) == rw.EmbarkOutcome(stands=16, room=0)
    assert ask(embark(SHIP)) == rw.EmbarkOutcome(stands=0, room=16)
    one_more = (*sixteen, rw.Load(type="command", stands=1))
    assert refused(embark(SHIP, *one_more)) == [("ship-capacity", "")]
    assert ask(embark(evolve(SHIP, capacity=17), *one_more)).room == 0
    assert refused(embark(evolve(SHIP, capacity=16), *one_more)) == [("ship-capacity", "")]


HORSES = [
    rw.Load(type="cavalry", stands=1),
    rw.Load(type="tchanka", stands=1),
    rw.Load(type="droshky", stands=1),
    rw.Load(type="wagon", stands=1),
    rw.Load(type="artillery", stands=1, horses=True),
]


@pytest.mark.rule("red_white", "ship-horses", "ship-class")
@pytest.mark.parametrize("load", HORSES, ids=lambda load: load.type)
def test_horses_go_aboard_merchants_only(load: rw.Load) -> None:
    guns = rw.Load(type="artillery", stands=2)
    assert refused(embark(WARSHIP, guns, load)) == [("ship-horses", "$.loads[1]")]
    assert ask(embark(WARSHIP, guns, load, warship_horses_allowed=True)).stands == 3
    assert ask(embark(MERCHANT, guns, load)).stands == 3
    assert malformed(embark(SHIP, guns, load)) == [("ship-horses", "$.vessel.kind")]
    assert ask(embark(SHIP, guns, load, warship_horses_allowed=True)).stands == 3
    assert ask(embark(SHIP, guns)).stands == 2


@pytest.mark.rule("red_white", "launch-rules", "boat-rules", "gen-unit-types")
@pytest.mark.parametrize("vessel", [LAUNCH, BOAT], ids=lambda vessel: vessel.type)
def test_launches_and_boats_hold_one_stand_on_foot(vessel: rw.Vessel) -> None:
    rule = f"{vessel.type}-rules"
    for kind in ("infantry", "machine_gun", "artillery", "command"):
        assert ask(embark(vessel, rw.Load(type=kind, stands=1))) == rw.EmbarkOutcome(stands=1, room=0)
        assert refused(embark(vessel, rw.Load(type=kind, stands=2))) == [(rule, "")]
    for load in (*HORSES, rw.Load(type="tank", stands=1)):
        assert refused(embark(vessel, load)) == [(rule, "$.loads[0]")]
    two = (rw.Load(type="infantry", stands=1), rw.Load(type="command", stands=1))
    assert refused(embark(vessel, *two)) == [(rule, "")]


@pytest.mark.rule("red_white", "ship-horses", "bad-numbers", "gen-unit-types")
@pytest.mark.parametrize(
    ("load", "rule", "path"),
    [
        ({"type": "tank", "stands": 1, "horses": True}, "ship-horses", "$.loads[0].horses"),
        ({"type": "infantry", "stands": 0}, "bad-numbers", "$.loads[0].stands"),
        ({"type": "howitzer", "stands": 1}, "", "$.loads[0].type"),
    ],
)
def test_what_no_load_is(load: dict[str, Any], rule: str, path: str) -> None:
    assert malformed(embark(MERCHANT, rw.Load(**load))) == [(rule, path)]


@pytest.mark.rule("red_white", "ship-capacity", "launch-rules")
def test_embarking_throws_no_dice() -> None:
    resolution = rw.ruleset.resolve(embark(MERCHANT, rw.Load(type="cavalry", stands=4)), dice=GivenDice([]))
    assert (resolution.outcome.room, resolution.dice) == (12, ())
    assert resolution.record.rules[-1] == "ship-capacity"
    assert rw.ruleset.resolve(embark(LAUNCH), dice=GivenDice([])).record.rules[-1] == "launch-rules"


# ---------------------------------------------------------------- launching boats


@pytest.mark.rule("red_white", "ship-launch-boats")
@pytest.mark.parametrize("boats", range(1, 7))
@pytest.mark.parametrize("face", range(1, 7))
def test_all_boats_or_none(boats: int, face: int) -> None:
    launched = boats if face >= boats else 0
    outcome = ask(rw.LaunchBoatsRequest(carried=6, boats=boats), face)
    assert outcome == rw.LaunchBoatsOutcome(launched=launched, carried=6 - launched)


@pytest.mark.rule("red_white", "ship-launch-boats")
@pytest.mark.parametrize("boats", range(1, 7))
def test_odds_of_launching(boats: int) -> None:
    odds = rw.ruleset.odds(rw.LaunchBoatsRequest(carried=8, boats=boats))
    assert odds.probability(lambda outcome: outcome.launched == boats) == Fraction(7 - boats, 6)
    assert odds.probability(lambda outcome: outcome.launched + outcome.carried == 8) == 1


@pytest.mark.rule("red_white", "ship-launch-boats")
def test_boats_that_cannot_be_launched() -> None:
    for carried, boats in ((7, 7), (3, 4), (4, 0)):
        request = rw.LaunchBoatsRequest(carried=carried, boats=boats)
        assert malformed(request) == [("ship-launch-boats", "$.boats")]
    again = rw.LaunchBoatsRequest(carried=4, boats=4, tried_this_turn=True)
    assert refused(again) == [("ship-launch-boats", "$.tried_this_turn")]


# ---------------------------------------------------------------- moving


@pytest.mark.rule("red_white", "ship-move", "launch-rules", "boat-rules", "thin-ship-speed", "choked-ship-test")
@pytest.mark.parametrize(
    ("request_", "faces", "moved"),
    [
        (move(SHIP), (3, 4, 5, 6), 18),
        (move(evolve(SHIP, towing=("boat", "boat", "boat"))), (3, 4, 5, 6), 18),
        (move(SHIP, THIN), (3, 4), 7),
        (move(SHIP, OPEN, THIN), (3, 4), 7),
        (move(SHIP, CHOKED, OPEN), (3, 4), 7),
        (move(SHIP, CHOKED, THIN), (3, 4), 7),
        (move(evolve(SHIP, dice=6)), (1, 1, 1, 1, 1, 1), 6),
        (move(evolve(SHIP, dice=6), THIN), (1, 1, 1, 1), 4),
        (move(evolve(SHIP, dice=2), THIN), (), 0),
        (move(evolve(SHIP, dice=1), CHOKED), (), 0),
        (move(LAUNCH), (1, 2, 6), 9),
        (move(evolve(LAUNCH, towing=("boat",))), (2, 6), 8),
        (move(LAUNCH, CHOKED), (2, 6), 8),
        (move(evolve(LAUNCH, towing=("boat",)), CHOKED), (2, 6), 8),
        (move(BOAT, rowed=True), (2, 5), 7),
        (move(BOAT, CHOKED, rowed=True), (2, 5), 7),
    ],
)
def test_speed(request_: rw.VesselMoveRequest, faces: tuple[int, ...], moved: int) -> None:
    assert ask(request_, *faces) == rw.VesselMoveOutcome(dice=len(faces), moved=inches(moved))
    # The twin throws every face of so many dice.
    totals = Counter(sum(throw) for throw in product(range(1, 7), repeat=len(faces)))
    expected = {
        rw.VesselMoveOutcome(dice=len(faces), moved=inches(total)): Fraction(ways, 6 ** len(faces))
        for total, ways in totals.items()
    }
    assert dict(rw.ruleset.odds(request_).items()) == expected


@pytest.mark.rule("red_white", "ship-tow", "boat-rules")
@pytest.mark.parametrize("vessel", [evolve(BOAT, towed_by="launch"), evolve(LAUNCH, towed_by="ship")])
def test_what_is_in_tow_throws_no_dice(vessel: rw.Vessel) -> None:
    resolution = rw.ruleset.resolve(move(vessel), dice=GivenDice([]))
    assert resolution.outcome == rw.VesselMoveOutcome(dice=0, moved=None)
    assert "ship-tow" in resolution.record.rules


@pytest.mark.rule("red_white", "boat-rules", "ship-class")
def test_a_boat_is_rowed_or_towed() -> None:
    assert refused(move(evolve(BOAT, towed_by="ship"), rowed=True)) == [("boat-rules", "$.rowed")]
    assert malformed(move(BOAT)) == [("boat-rules", "$.rowed")]
    assert malformed(move(SHIP, rowed=True)) == [("boat-rules", "$.rowed")]
    assert malformed(move(LAUNCH, rowed=True)) == [("boat-rules", "$.rowed")]


@pytest.mark.rule("red_white", "frozen-vessels", "river-states")
@pytest.mark.parametrize("vessel", [SHIP, LAUNCH, BOAT, evolve(BOAT, towed_by="ship")])
def test_nothing_moves_in_a_frozen_river(vessel: rw.Vessel) -> None:
    rowed = vessel == BOAT
    assert refused(move(vessel, FROZEN, rowed=rowed)) == [("frozen-vessels", "$.path[0].state")]
    assert refused(move(vessel, OPEN, FROZEN, rowed=rowed)) == [("frozen-vessels", "$.path[1].state")]


@pytest.mark.rule("red_white", "thin-ship-speed")
def test_small_craft_enter_thin_ice_only_in_tow_of_a_ship() -> None:
    for vessel in (LAUNCH, BOAT, evolve(BOAT, towed_by="launch")):
        rowed = vessel == BOAT
        assert refused(move(vessel, OPEN, THIN, rowed=rowed)) == [("thin-ship-speed", "$.path[1].state")]
    for vessel in (LAUNCH, BOAT):
        assert ask(move(evolve(vessel, towed_by="ship"), OPEN, THIN)).moved is None


@pytest.mark.rule("red_white", "unfrozen-vessels")
@pytest.mark.parametrize("flag", ["bridge_low", "shallow"])
@pytest.mark.parametrize("vessel", [SHIP, LAUNCH, evolve(BOAT, towed_by="ship")])
def test_bridges_and_depth(vessel: rw.Vessel, flag: str) -> None:
    for section in (OPEN, CHOKED):
        closed: dict[str, Any] = {flag: True}
        request = move(vessel, OPEN, evolve(section, **closed))
        assert refused(request) == [("unfrozen-vessels", f"$.path[1].{flag}")]
        assert rw.ruleset.verdict(move(vessel, OPEN, section))


@pytest.mark.rule("red_white", "ship-move", "thin-ship-speed", "choked-ship-test", "launch-rules", "choked-boats")
@pytest.mark.parametrize(
    ("request_", "modifiers"),
    [
        (move(SHIP), []),
        (move(SHIP, THIN), [("thin-ship-speed", -2, True)]),
        (move(SHIP, CHOKED, THIN), [("thin-ship-speed", -2, True), ("choked-ship-test", -2, False)]),
        (
            move(evolve(LAUNCH, towing=("boat",)), CHOKED),
            [("launch-rules", -1, True), ("choked-boats", -1, False)],
        ),
        (move(BOAT, CHOKED, rowed=True), []),
    ],
)
def test_the_record_tells_what_slows(request_: rw.VesselMoveRequest, modifiers: list[tuple[str, int, bool]]) -> None:
    record = rw.ruleset.resolve(request_, dice=SeededDice(1)).record
    steps = [step for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert [(step.rule, step.value, step.counted) for step in steps] == modifiers


@pytest.mark.rule("red_white", "bad-numbers", "ship-move")
def test_dice_that_do_not_fit() -> None:
    for faces in ((7, 1, 1, 1), (1, 1, 1), (1, 1, 1, 1, 1)):
        with pytest.raises(DiceError):
            ask(move(SHIP), *faces)


@pytest.mark.rule("red_white", "ship-move", "thin-ship-speed")
@given(dice=st.integers(0, 12), ice=st.sampled_from([THIN, CHOKED]))
def test_ice_never_speeds_a_ship_up(dice: int, ice: rw.RiverSection) -> None:
    ship = evolve(SHIP, dice=dice)
    free, slowed = (rw.ruleset.odds(move(ship, section)) for section in (OPEN, ice))
    assert free.probability(lambda outcome: outcome.dice == dice) == 1
    assert slowed.probability(lambda outcome: outcome.dice == max(0, dice - 2)) == 1


@pytest.mark.rule("red_white", "ship-tow", "river-states")
@given(
    vessel=st.sampled_from([SHIP, WARSHIP, evolve(SHIP, towing=("boat",)), LAUNCH, evolve(BOAT, towed_by="ship")]),
    path=st.lists(st.sampled_from([OPEN, CHOKED]), min_size=1, max_size=4),
)
def test_a_question_survives_the_wire(vessel: rw.Vessel, path: list[rw.RiverSection]) -> None:
    request = move(vessel, *path)
    assert wire.structure(wire.unstructure(request), rw.VesselMoveRequest) == request
