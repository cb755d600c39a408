"""Ice: the icebreaker and its wake, ships and boats among the floes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_white_river import ask, cited, malformed, refused

from rcw_rules import DiceError, GivenDice, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.record import ResultStep

SHIP = rw.Vessel(type="ship")
LAUNCH = rw.Vessel(type="launch")
BOAT = rw.Vessel(type="boat")
OPEN = rw.RiverSection(state="unfrozen", length=inches(24))
FROZEN = rw.RiverSection(state="frozen")


def thin(thickness: int, length: int = 24) -> rw.RiverSection:
    return rw.RiverSection(state="thin_ice", thickness=thickness, length=inches(length))


def choked(thickness: int, length: int = 24) -> rw.RiverSection:
    return rw.RiverSection(state="ice_choked", thickness=thickness, length=inches(length))


def breaking(*path: rw.RiverSection, vessel: rw.Vessel = SHIP, edge: int = 0, **fields: Any) -> rw.IcebreakerRequest:
    return rw.IcebreakerRequest(vessel=vessel, path=path, to_edge=inches(edge), **fields)


def among(*path: rw.RiverSection, vessel: rw.Vessel = SHIP, edge: int = 0, **fields: Any) -> rw.IceChokedMoveRequest:
    return rw.IceChokedMoveRequest(vessel=vessel, path=path, to_edge=inches(edge), **fields)


def safety(vessel: rw.Vessel, *path: rw.RiverSection, **fields: Any) -> rw.BoatSafetyRequest:
    return rw.BoatSafetyRequest(vessel=vessel, path=path or (choked(3),), **fields)


# ---------------------------------------------------------------- the twin: throws every face of every die


class MoreDiceError(Exception):
    """The play wants another die with so many sides."""


def every_course(play: Callable[[Callable[[int], int]], Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}

    def go_on(faces: tuple[int, ...], chance: Fraction) -> None:
        left = list(faces)

        def throw(sides: int) -> int:
            if not left:
                raise MoreDiceError(sides)
            return left.pop(0)

        try:
            result = play(throw)
        except MoreDiceError as more:
            for face in range(1, more.args[0] + 1):
                go_on((*faces, face), chance / more.args[0])
        else:
            found[result] = found.get(result, Fraction(0)) + chance

    go_on((), Fraction(1))
    return found


def odds(request: Request[Any], told: Callable[[Any], Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for outcome, chance in rw.ruleset.odds(request).items():
        found[told(outcome)] = found.get(told(outcome), Fraction(0)) + chance
    return found


def play_way(
    ice: list[tuple[str, int, int]], edge: int, throw: Callable[[int], int], *, point: int, dice: int, most: int | None
) -> tuple[int, int, bool]:
    """Sail inch by inch. *ice* lists state, thickness and length of each section; returns inches, entered, stopped."""
    if any(state != "unfrozen" for state, _, _ in ice):
        dice = max(0, dice - 2)
    speed = sum(throw(6) for _ in range(dice))
    if most is not None:
        speed = min(speed, most)
    here, entered, inch = 0, 0, 0
    room = edge
    while inch < speed:
        if room == 0:
            here += 1
            if here == len(ice):
                return inch, entered, False
            state, thickness, length = ice[here]
            if state == "ice_choked" and throw(6) + thickness > point:
                return inch, entered, True
            entered, room = entered + 1, length
        inch, room = inch + 1, room - 1
    return inch, entered, False


# ---------------------------------------------------------------- the icebreaker


@pytest.mark.rule("red_white", "thin-icebreaker", "ship-morale", "ice-sections")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(
    ("vessel", "path", "needed"),
    [
        (SHIP, (OPEN, thin(4)), 4),
        (SHIP, (OPEN, thin(2)), 6),
        (SHIP, (thin(8),), 0),
        (SHIP, (OPEN, thin(3), thin(5)), 3),
        (SHIP, (OPEN, thin(3), choked(7)), 5),
        (evolve(SHIP, damage=3), (OPEN, thin(1)), 4),
        (evolve(SHIP, morale=9, damage=1), (OPEN, thin(5)), 3),
        (evolve(SHIP, damage=9), (OPEN, thin(0)), -1),
    ],
)
def test_the_lead_ships_test(vessel: rw.Vessel, path: tuple[rw.RiverSection, ...], needed: int, face: int) -> None:
    passes = face <= needed
    speed = (1, 1) if passes else ()
    assert ask(breaking(*path, vessel=vessel, edge=2), face, *speed).passed == passes


@pytest.mark.rule("red_white", "thin-icebreaker")
def test_the_made_up_example_throws_the_highest_face_that_passes() -> None:
    example = next(each for each in rw.ruleset.examples if each.id == "thin-icebreaker")
    resolution = rw.ruleset.resolve(example.request(), dice=GivenDice(example.faces))
    assert resolution.record.rolls[0].faces == (4,)  # 4 + 4 of thickness is the morale of 8
    assert (resolution.outcome.passed, resolution.outcome.moved) == (True, inches(7))


@pytest.mark.rule("red_white", "thin-halt-exit", "gen-unit-state", "thin-icebreaker")
def test_two_failures_in_a_row_exit() -> None:
    request = breaking(thin(5), edge=20)
    first = ask(request, 4)
    assert first == rw.IcebreakerOutcome(passed=False, failures=1, path=request.path)
    assert (first.moved, first.entered) == (inches(0), 0)
    again = breaking(thin(5), edge=20, vessel=evolve(SHIP, failures=first.failures))
    second = ask(again, 4)
    assert second == rw.IcebreakerOutcome(passed=False, exits=True, failures=2, path=request.path)
    assert "thin-halt-exit" in cited(again, 4)


@pytest.mark.rule("red_white", "thin-halt-exit", "gen-unit-state")
def test_a_pass_between_two_failures_resets_the_count() -> None:
    failures, exits = 0, False
    for face, speed in ((4, ()), (3, (1, 1)), (4, ())):
        outcome = ask(breaking(OPEN, thin(5), vessel=evolve(SHIP, failures=failures)), face, *speed)
        failures, exits = outcome.failures, exits or outcome.exits
    assert (failures, exits) == (1, False)


@pytest.mark.rule("red_white", "thin-halt-exit")
def test_the_next_ship_leads_from_the_next_turn_with_a_count_of_its_own() -> None:
    request = breaking(thin(5), edge=20, leader_left_this_turn=True)
    assert refused(request) == [("thin-halt-exit", "$.leader_left_this_turn")]
    assert not ask(evolve(request, leader_left_this_turn=False), 4).exits


@pytest.mark.rule("red_white", "thin-wake", "thin-ship-speed", "ship-move", "choked-land", "choked-ship-test")
def test_the_wake_is_ice_choked_and_as_thick_as_before() -> None:
    outcome = ask(breaking(OPEN, thin(3, 4), thin(2, 6), thin(1), edge=2), 5, 4, 3)
    assert outcome.moved == inches(7)
    assert outcome.path == (OPEN, choked(3, 4), choked(2, 6), thin(1))
    assert (outcome.entered, outcome.stopped, outcome.failures) == (2, False, 0)
    section = outcome.path[1]
    infantry = rw.Unit(side="red", type="infantry", has_leader=True, stands=4)
    assert refused(rw.RiverCrossingRequest(unit=infantry, state=section.state)) == [("choked-land", "$.state")]
    follower = among(OPEN, section, edge=1)
    assert ask(follower, 1, 1, 6) == rw.IceChokedMoveOutcome(moved=inches(1), entered=0, stopped=True)
    assert ask(follower, 1, 1, 5) == rw.IceChokedMoveOutcome(moved=inches(2), entered=1)


@pytest.mark.rule("red_white", "thin-icebreaker", "choked-ship-test")
@pytest.mark.parametrize(
    ("request_", "faces", "moved"),
    [
        (breaking(OPEN, choked(5), thin(3), edge=2), (5, 4, 3, 4), "2 in"),
        (breaking(thin(3), edge=20), (1, 4, 3), "7 in"),
    ],
)
def test_the_record_tells_how_far_the_icebreaker_goes(
    request_: rw.IcebreakerRequest, faces: tuple[int, ...], moved: str
) -> None:
    record = rw.ruleset.resolve(request_, dice=GivenDice(faces)).record
    told = [
        step.values["moved"] for _, step in record.walk() if isinstance(step, ResultStep) and "moved" in step.values
    ]
    assert told[-1] == moved


@pytest.mark.rule("red_white", "thin-wake")
def test_only_a_ship_that_moves_breaks_ice() -> None:
    assert ask(breaking(thin(3), edge=20), 5, 1, 1).path == (choked(3),)
    slow = evolve(SHIP, dice=2)
    still = ask(breaking(thin(3), edge=20, vessel=slow), 5)
    assert (still.passed, still.moved, still.path) == (True, inches(0), (thin(3),))
    failed = ask(breaking(thin(3), edge=20), 6)
    assert failed.path == (thin(3),)


@pytest.mark.rule("red_white", "choked-ship-test", "thin-icebreaker")
def test_an_icebreaker_tests_at_every_ice_choked_section_as_well() -> None:
    request = breaking(OPEN, choked(5, 4), thin(3), edge=2)
    stopped = ask(request, 5, 4, 3, 4)
    assert (stopped.passed, stopped.moved, stopped.stopped, stopped.path) == (True, inches(2), True, request.path)
    through = ask(request, 5, 4, 3, 3)
    assert (through.moved, through.entered, through.path[2].state) == (inches(7), 2, "ice_choked")


@pytest.mark.rule("red_white", "thin-icebreaker", "frozen-vessels", "unfrozen-vessels", "ship-tow", "thin-ship-speed")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (breaking(OPEN, FROZEN), [("frozen-vessels", "$.path[1].state")]),
        (breaking(thin(1), FROZEN), [("frozen-vessels", "$.path[1].state")]),
        (breaking(OPEN, choked(1)), [("thin-icebreaker", "$.path")]),
        (breaking(thin(1), evolve(OPEN, bridge_low=True)), [("unfrozen-vessels", "$.path[1].bridge_low")]),
        (breaking(thin(1), vessel=evolve(SHIP, towing=("ship",))), [("ship-tow", "$.vessel.towing")]),
        (
            breaking(thin(1), vessel=LAUNCH),
            [("thin-icebreaker", "$.vessel.type"), ("thin-ship-speed", "$.path[0].state")],
        ),
    ],
)
def test_what_no_icebreaker_does(request_: rw.IcebreakerRequest, expected: list[tuple[str, str]]) -> None:
    assert refused(request_) == expected


@pytest.mark.rule("red_white", "ice-sections", "bad-numbers")
def test_paths_whose_distances_are_unknown() -> None:
    nowhere = rw.RiverSection(state="unfrozen")
    assert malformed(breaking(thin(1), nowhere, thin(1))) == [("ice-sections", "$.path[1].length")]
    assert malformed(among(choked(1), nowhere, choked(1))) == [("ice-sections", "$.path[1].length")]
    assert malformed(among(choked(1, 5), edge=6)) == [("ice-sections", "$.to_edge")]
    assert malformed(rw.IcebreakerRequest(vessel=SHIP, path=(), to_edge=inches(0))) == [("", "$.path")]
    assert ask(among(nowhere, choked(1), nowhere, edge=2), 6, 6, 1).moved == inches(12)


# ---------------------------------------------------------------- ships among the floes


@pytest.mark.rule("red_white", "choked-ship-test", "ship-morale", "ship-move")
@pytest.mark.parametrize(
    ("request_", "faces", "moved", "entered", "stopped"),
    [
        # morale 7: 4 + 3 is just enough, 3 + 5 is not
        (among(OPEN, choked(3, 2), choked(5), vessel=evolve(SHIP, damage=1), edge=1), (3, 4, 4, 3), 3, 1, True),
        (among(OPEN, choked(3, 2), choked(5), vessel=evolve(SHIP, damage=1), edge=1), (3, 4, 4, 2), 7, 2, False),
        (among(OPEN, choked(8), edge=1), (1, 1, 1), 1, 0, True),
        (among(OPEN, choked(2), edge=1), (1, 1, 6), 2, 1, False),
        (among(choked(8), edge=10), (1, 1), 2, 0, False),  # where it lies already, it tests no more
        (among(choked(8), edge=10), (6, 6), 10, 0, False),  # no farther than the path that was declared
        (among(OPEN, choked(2), edge=7), (3, 4), 7, 0, False),  # at the edge, not over it
        (among(choked(2), OPEN, edge=1), (3, 4), 7, 1, False),
        (among(choked(2), evolve(OPEN, length=inches(3)), edge=1), (3, 4), 4, 1, False),
        (among(choked(2), choked(3), edge=0, halted_icebreaker=inches(3)), (3, 4, 1), 3, 1, False),
        (among(choked(2), choked(3), edge=0, halted_icebreaker=inches(0)), (3, 4), 0, 0, False),
        (among(choked(2), choked(3), edge=0, halted_icebreaker=inches(9)), (3, 4, 1), 7, 1, False),
        (among(choked(2), choked(3), vessel=evolve(SHIP, dice=2)), (), 0, 0, False),
    ],
)
def test_among_the_floes(
    request_: rw.IceChokedMoveRequest, faces: tuple[int, ...], moved: int, entered: int, stopped: bool
) -> None:
    assert ask(request_, *faces) == rw.IceChokedMoveOutcome(moved=inches(moved), entered=entered, stopped=stopped)
    assert "choked-ship-test" in cited(request_, *faces)


@pytest.mark.rule("red_white", "choked-ship-test", "thin-halt-exit")
def test_failing_often_among_the_floes_has_no_further_effect() -> None:
    request = among(choked(2), choked(7), vessel=evolve(SHIP, failures=1))
    for _ in range(3):
        assert ask(request, 1, 1, 2) == rw.IceChokedMoveOutcome(moved=inches(0), entered=0, stopped=True)


@pytest.mark.rule("red_white", "thin-halt-exit")
def test_a_halted_icebreaker_is_not_passed() -> None:
    request = among(choked(2), edge=20, halted_icebreaker=inches(2))
    assert ask(request, 3, 4).moved == inches(2)
    assert "thin-halt-exit" in cited(request, 3, 4)


@pytest.mark.rule("red_white", "choked-ship-test", "thin-icebreaker", "frozen-vessels", "unfrozen-vessels", "ship-tow")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (among(choked(1), thin(1)), [("thin-icebreaker", "$.path")]),
        (among(OPEN), [("choked-ship-test", "$.path")]),
        (among(choked(1), FROZEN), [("frozen-vessels", "$.path[1].state")]),
        (among(FROZEN), [("frozen-vessels", "$.path[0].state")]),
        (among(evolve(choked(1), shallow=True)), [("unfrozen-vessels", "$.path[0].shallow")]),
        (among(choked(1), vessel=LAUNCH), [("choked-ship-test", "$.vessel.type")]),
        (among(choked(1), vessel=evolve(SHIP, towing=("boat",) * 4)), [("ship-tow", "$.vessel.towing")]),
    ],
)
def test_what_no_ship_does_among_the_floes(request_: rw.IceChokedMoveRequest, expected: list[tuple[str, str]]) -> None:
    assert refused(request_) == expected


# ---------------------------------------------------------------- exact odds of ships


SECTIONS = st.tuples(st.sampled_from(["thin_ice", "unfrozen", "ice_choked"]), st.integers(0, 8), st.integers(1, 9))


def section_of(state: Any, thickness: int, length: int) -> rw.RiverSection:
    ice = None if state == "unfrozen" else thickness
    return rw.RiverSection(state=state, thickness=ice, length=inches(length))


@pytest.mark.rule(
    "red_white", "thin-icebreaker", "thin-halt-exit", "thin-wake", "choked-ship-test", "ship-move", "ship-morale"
)
@settings(max_examples=40, deadline=None)
@given(
    ice=st.lists(SECTIONS, min_size=1, max_size=3),
    edge=st.integers(0, 9),
    damage=st.integers(0, 3),
    dice=st.integers(1, 4),
    failures=st.integers(0, 1),
    halted=st.none() | st.integers(0, 9),
)
def test_odds_of_ships_in_ice(
    ice: list[tuple[str, int, int]], edge: int, *, damage: int, dice: int, failures: int, halted: int | None
) -> None:
    ship = rw.Vessel(type="ship", damage=damage, dice=dice, failures=failures)
    path = tuple(section_of(*section) for section in ice)
    to_edge = min(edge, ice[0][2])
    point = 8 - damage
    thickest = max((thickness for state, thickness, _ in ice if state == "thin_ice"), default=None)

    def play(throw: Callable[[int], int]) -> Any:
        if thickest is None:
            return play_way(ice, to_edge, throw, point=point, dice=dice, most=halted)
        states = [state for state, _, _ in ice]
        if throw(6) + thickest > point:
            return False, failures == 1, failures + 1, (0, 0, False), tuple(states)
        way = play_way(ice, to_edge, throw, point=point, dice=dice, most=None)
        been_in = 0 if way[0] == 0 else way[1] + 1
        wake = ["ice_choked" if state == "thin_ice" else state for state in states[:been_in]]
        return True, False, 0, way, (*wake, *states[been_in:])

    def told(outcome: Any) -> Any:
        way = (int(outcome.moved.as_decimal()), outcome.entered, outcome.stopped)
        if thickest is None:
            return way
        states = tuple(section.state for section in outcome.path)
        return outcome.passed, outcome.exits, outcome.failures, way, states

    if thickest is not None:
        assert odds(breaking(*path, vessel=ship, edge=to_edge), told) == every_course(play)
    elif any(state == "ice_choked" for state, _, _ in ice):
        stop = None if halted is None else inches(halted)
        request = among(*path, vessel=ship, edge=to_edge, halted_icebreaker=stop)
        assert odds(request, told) == every_course(play)
    else:
        assert refused(among(*path, vessel=ship, edge=to_edge)) == [("choked-ship-test", "$.path")]


@pytest.mark.rule("red_white", "thin-icebreaker", "ship-morale", "ice-sections")
@given(thickness=st.integers(0, 9), damage=st.integers(0, 9))
def test_thicker_ice_and_more_damage_never_help(thickness: int, damage: int) -> None:
    def passes(ice: int, hurt: int) -> Fraction:
        request = breaking(thin(ice), vessel=evolve(SHIP, damage=hurt), edge=20)
        return rw.ruleset.odds(request).probability(lambda outcome: outcome.passed)

    assert passes(thickness, damage) == Fraction(min(6, max(0, 8 - damage - thickness)), 6)
    assert passes(thickness + 1, damage) == passes(thickness, damage + 1) <= passes(thickness, damage)


# ---------------------------------------------------------------- boats among the floes

CREW = rw.Load(type="infantry", stands=1)


@pytest.mark.rule("red_white", "choked-boats", "launch-rules", "boat-rules", "thin-wake")
@pytest.mark.parametrize(
    ("request_", "faces", "lost", "moved"),
    [
        (safety(BOAT, rowed=True, load=CREW), (1,), 1, 0),
        (safety(BOAT, rowed=True), (1,), 0, 0),
        (safety(BOAT, rowed=True, load=CREW), (2, 3, 4), None, 7),
        (safety(BOAT, OPEN, choked(3), rowed=True), (1,), 0, 0),
        (safety(LAUNCH, load=CREW), (1,), 1, 0),
        (safety(LAUNCH, load=CREW), (2, 3, 4), None, 7),
        (safety(evolve(LAUNCH, towing=("boat",))), (6, 3, 4), None, 7),
        (safety(evolve(BOAT, towed_by="ship"), load=CREW), (1,), 1, 0),
        (safety(evolve(BOAT, towed_by="ship"), load=CREW), (2,), None, None),
        (safety(evolve(BOAT, towed_by="ship"), thin(3), load=CREW), (2,), None, None),
        (safety(evolve(BOAT, towed_by="launch")), (2,), None, None),
    ],
)
def test_the_safety_die(
    request_: rw.BoatSafetyRequest, faces: tuple[int, ...], lost: int | None, moved: int | None
) -> None:
    assert ask(request_, *faces) == rw.BoatSafetyOutcome(
        overturned=lost is not None, stands_lost=lost or 0, moved=None if moved is None else inches(moved)
    )
    assert "choked-boats" in cited(request_, *faces)


@pytest.mark.rule("red_white", "choked-boats")
@pytest.mark.parametrize("vessel", [BOAT, LAUNCH, evolve(LAUNCH, towed_by="ship")])
def test_odds_of_overturning(vessel: rw.Vessel) -> None:
    def play(throw: Callable[[int], int]) -> Any:
        if throw(6) == 1:
            return True, 1, 0
        return False, 0, None if vessel.towed_by != "nothing" else throw(6) + throw(6)

    def told(outcome: Any) -> Any:
        inches_ = None if outcome.moved is None else int(outcome.moved.as_decimal())
        return outcome.overturned, outcome.stands_lost, inches_

    assert odds(safety(vessel, rowed=vessel == BOAT, load=CREW), told) == every_course(play)


@pytest.mark.rule("red_white", "choked-boats", "boat-rules", "launch-rules", "frozen-vessels", "thin-ship-speed")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (safety(SHIP), [("choked-boats", "$.vessel.type")]),
        (safety(LAUNCH, OPEN), [("choked-boats", "$.path")]),
        (safety(LAUNCH, FROZEN), [("frozen-vessels", "$.path[0].state")]),
        (safety(LAUNCH, choked(1), thin(1)), [("thin-ship-speed", "$.path[1].state")]),
        (safety(LAUNCH, evolve(choked(1), bridge_low=True)), [("unfrozen-vessels", "$.path[0].bridge_low")]),
        (safety(evolve(BOAT, towed_by="ship"), rowed=True), [("boat-rules", "$.rowed")]),
        (safety(LAUNCH, load=evolve(CREW, type="cavalry")), [("launch-rules", "$.load")]),
        (safety(BOAT, rowed=True, load=evolve(CREW, stands=2)), [("boat-rules", "")]),
    ],
)
def test_what_no_boat_does(request_: rw.BoatSafetyRequest, expected: list[tuple[str, str]]) -> None:
    assert refused(request_) == expected


@pytest.mark.rule("red_white", "boat-rules")
def test_a_boat_among_the_floes_is_rowed_or_towed() -> None:
    assert malformed(safety(BOAT)) == [("boat-rules", "$.rowed")]
    assert malformed(safety(LAUNCH, rowed=True)) == [("boat-rules", "$.rowed")]


@pytest.mark.rule("red_white", "bad-numbers", "choked-boats", "thin-icebreaker")
def test_dice_that_do_not_fit() -> None:
    for request, faces in (
        (safety(BOAT, rowed=True), (1, 3, 4)),
        (breaking(thin(5), edge=3), (4, 1, 1)),
    ):
        with pytest.raises(DiceError):
            ask(request, *faces)


@pytest.mark.rule("red_white", "thin-icebreaker", "choked-ship-test", "choked-boats")
@given(
    request_=st.sampled_from(
        [
            breaking(OPEN, thin(4, 3), choked(5, 3), thin(3), edge=2),
            among(OPEN, choked(5, 3), choked(4), edge=2),
            safety(BOAT, rowed=True, load=CREW),
        ]
    ),
    seed=st.integers(0, 10**6),
)
@settings(deadline=None)
def test_the_same_faces_give_the_same_outcome(request_: Any, seed: int) -> None:
    resolution = rw.ruleset.resolve(request_, dice=SeededDice(seed))
    assert rw.ruleset.outcome(request_, dice=GivenDice(resolution.dice)) == resolution.outcome
    assert rw.ruleset.replay(resolution).outcome == resolution.outcome
    assert rw.ruleset.odds(request_).probability(resolution.outcome) > 0


@pytest.mark.rule("red_white", "thin-icebreaker", "thin-ship-speed", "thin-wake")
def test_the_ship_of_the_demonstration() -> None:
    request = rw.ship_in_the_ice()
    outcome = ask(request, 4, 3, 4)
    assert (outcome.passed, outcome.moved, outcome.entered) == (True, inches(7), 1)
    assert [section.state for section in outcome.path] == ["unfrozen", "ice_choked"]
    assert {"thin-icebreaker", "ice-sections", "thin-ship-speed", "ship-move", "thin-wake"} <= cited(request, 4, 3, 4)
    assert not ask(request, 5).passed
