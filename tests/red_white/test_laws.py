"""Laws: a help never hurts, a hindrance never helps, more cover never hurts the covered."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.lengths import inches

SLOW = settings(max_examples=40, deadline=None)
COVERS: tuple[Literal["open", "cover", "trench"], ...] = ("open", "cover", "trench")


@st.composite
def troops(draw: st.DrawFn, side: str, *, attacks: bool) -> rw.Unit:
    stands = draw(st.integers(1, 9))
    leader = draw(st.sampled_from(["none", "leader", "heroic"]))
    grade = draw(st.sampled_from(["ordinary", "raw", "elite"]))
    fields: dict[str, Any] = {
        "side": side,
        "type": draw(st.sampled_from(["infantry", "infantry", "cavalry"])),
        "stands": stands,
        "starting_stands": stands + draw(st.integers(0, 5)),
        "has_leader": leader != "none",
        "heroic": leader == "heroic",
        "raw": grade == "raw",
        "elite": grade == "elite",
        "grenades": draw(st.booleans()),
        "machine_gun": draw(st.booleans()),
        "suppressed": draw(st.booleans()),
        "cheka" if side == "red" else "priest": draw(st.booleans()),
        "falling_back": not attacks and draw(st.booleans()),
        "cover": draw(st.sampled_from(COVERS[:2] if attacks else COVERS)),
        "wire": draw(st.sampled_from(["none", "intact"])) if attacks else "none",
    }
    return rw.Unit(**fields)


@st.composite
def melees(draw: st.DrawFn) -> rw.MeleeRequest:
    attacker, defender = draw(st.permutations(["red", "white"]))
    return rw.MeleeRequest(
        attackers=tuple(draw(st.lists(troops(attacker, attacks=True), min_size=1, max_size=2))),
        defenders=tuple(draw(st.lists(troops(defender, attacks=False), min_size=1, max_size=2))),
        flank_or_rear=draw(st.booleans()),
    )


def attacker_wins(request: rw.MeleeRequest) -> Fraction:
    return rw.ruleset.odds(request).probability(lambda outcome: outcome.attacker_won)


def changed(request: rw.MeleeRequest, role: str, **changes: Any) -> rw.MeleeRequest:
    units: tuple[rw.Unit, ...] = getattr(request, role)
    side: dict[str, Any] = {role: (evolve(units[0], **changes), *units[1:])}
    return evolve(request, **side)


HELPS: list[dict[str, tuple[Any, Any]]] = [
    {"raw": (True, False), "elite": (False, False)},
    {"raw": (False, False), "elite": (False, True)},
    {"heroic": (False, False), "has_leader": (False, True)},
    {"has_leader": (True, True), "heroic": (False, True)},
    {"grenades": (False, True)},
    {"suppressed": (True, False)},
    {"machine_gun": (False, True)},
]


@pytest.mark.rule("red_white", "melee-modifiers", "melee-mod-assets", "melee-mod-raw-leader", "melee-mod-suppressed")
@SLOW
@given(request_=melees(), help_=st.sampled_from(HELPS), role=st.sampled_from(["attackers", "defenders"]))
def test_a_help_never_hurts(request_: rw.MeleeRequest, help_: dict[str, tuple[Any, Any]], role: str) -> None:
    without = changed(request_, role, **{name: values[0] for name, values in help_.items()})
    with_it = changed(request_, role, **{name: values[1] for name, values in help_.items()})
    if role == "attackers":
        assert attacker_wins(without) <= attacker_wins(with_it)
    else:
        assert attacker_wins(without) >= attacker_wins(with_it)


@pytest.mark.rule("red_white", "melee-mod-cheka", "melee-mod-priest")
@SLOW
@given(request_=melees(), role=st.sampled_from(["attackers", "defenders"]))
def test_cheka_and_priests_never_hurt_their_side(request_: rw.MeleeRequest, role: str) -> None:
    flag = "cheka" if getattr(request_, role)[0].side == "red" else "priest"
    without, with_it = changed(request_, role, **{flag: False}), changed(request_, role, **{flag: True})
    gain = attacker_wins(with_it) - attacker_wins(without)
    assert gain >= 0 if role == "attackers" else gain <= 0


@pytest.mark.rule("red_white", "melee-mod-wire", "melee-mod-falling-flank", "p1-facing")
@SLOW
@given(request_=melees())
def test_wire_flank_and_flight_hurt_whom_they_should(request_: rw.MeleeRequest) -> None:
    assert attacker_wins(changed(request_, "attackers", wire="intact")) <= attacker_wins(
        changed(request_, "attackers", wire="none")
    )
    assert attacker_wins(evolve(request_, flank_or_rear=False)) <= attacker_wins(evolve(request_, flank_or_rear=True))
    assert attacker_wins(changed(request_, "defenders", falling_back=False)) <= attacker_wins(
        changed(request_, "defenders", falling_back=True)
    )


@pytest.mark.rule("red_white", "melee-mod-defences", "melee-win-by-3", "melee-short-win", "melee-mod-cavalry")
@SLOW
@given(request_=melees())
def test_more_cover_never_hurts_the_covered_in_a_melee(request_: rw.MeleeRequest) -> None:
    odds: list[Distribution[rw.MeleeOutcome]] = [
        rw.ruleset.odds(evolve(request_, defenders=tuple(evolve(unit, cover=cover) for unit in request_.defenders)))
        for cover in COVERS
    ]
    wins = [each.probability(lambda outcome: outcome.attacker_won) for each in odds]
    losses = [
        each.expectation(lambda outcome: sum(unit.stands_lost + unit.guards_lost for unit in outcome.defenders))
        for each in odds
    ]
    assert wins == sorted(wins, reverse=True)
    assert losses == sorted(losses, reverse=True)
    assert wins[0] == wins[1]  # mere cover is nothing in a melee


@pytest.mark.rule("red_white", "melee-mod-outnumbered", "melee-mod-stands-lost", "melee-stand-count")
@SLOW
@given(request_=melees(), role=st.sampled_from(["attackers", "defenders"]), more=st.integers(1, 5))
def test_more_stands_never_hurt(request_: rw.MeleeRequest, role: str, more: int) -> None:
    unit: rw.Unit = getattr(request_, role)[0]
    assert unit.stands is not None
    assert unit.starting_stands is not None
    full = unit.starting_stands + more
    gain = attacker_wins(changed(request_, role, starting_stands=full, stands=unit.stands + more)) - attacker_wins(
        changed(request_, role, starting_stands=full)
    )
    assert gain >= 0 if role == "attackers" else gain <= 0


@pytest.mark.rule("red_white", "melee-roll", "melee-losses", "melee-loser-moves", "melee-winner")
@SLOW
@given(request_=melees(), first=st.integers(1, 6), second=st.integers(1, 6), zeros=st.data())
def test_every_melee_has_one_loser_who_alone_loses_and_goes_back(
    request_: rw.MeleeRequest, first: int, second: int, zeros: st.DataObject
) -> None:
    rest = zeros.draw(st.lists(st.sampled_from([1, 9, 10]), min_size=60, max_size=60))
    outcome = rw.ruleset.outcome(request_, dice=Endless((first, second, *rest)))
    winners, losers = outcome.attackers, outcome.defenders
    if outcome.winner == "defender":
        winners, losers = losers, winners
    assert outcome.margin == first + outcome.attacker_modifier - second - outcome.defender_modifier
    assert all((unit.stands_lost, unit.goes, unit.destroyed) == (0, "stays", False) for unit in winners)
    back = "starting_position" if outcome.winner == "defender" else "rear"
    assert all(unit.goes == ("nowhere" if unit.strength == 0 else back) for unit in losers)
    assert all(unit.destroyed == (unit.strength == 0) for unit in losers)
    assert all(unit.guards_lost == 0 for unit in (*winners, *losers))  # no trains here
    taken = sum(unit.stands_lost + unit.leader_killed + unit.priest_killed for unit in losers)
    destroyed = all(unit.destroyed for unit in losers)
    assert taken == abs(outcome.margin) or (destroyed and taken < abs(outcome.margin))


class Endless(GivenDice):
    """Given dice of which some may be left over."""

    def finish(self) -> None:
        """Leave the rest."""


@pytest.mark.rule("red_white", "melee-many-units")
@SLOW
@given(request_=melees())
def test_the_order_of_the_units_changes_no_odds_of_winning(request_: rw.MeleeRequest) -> None:
    turned = evolve(request_, attackers=request_.attackers[::-1], defenders=request_.defenders[::-1])
    margins = [
        rw.ruleset.odds(each).map(lambda outcome: (outcome.winner, outcome.margin)) for each in (request_, turned)
    ]
    assert margins[0] == margins[1]


@pytest.mark.rule("red_white", "melee-roll", "gen-dice")
@SLOW
@given(request_=melees(), seed=st.integers(0, 10**6))
def test_the_same_faces_give_the_same_melee_recorded_or_not(request_: rw.MeleeRequest, seed: int) -> None:
    from rcw_rules import SeededDice

    resolution = rw.ruleset.resolve(request_, dice=SeededDice(seed))
    assert rw.ruleset.outcome(request_, dice=GivenDice(resolution.dice)) == resolution.outcome
    assert rw.ruleset.replay(resolution).outcome == resolution.outcome
    assert rw.ruleset.odds(request_).probability(resolution.outcome) > 0


# ---------------------------------------------------------------- morale


UNITS = st.sampled_from(["red", "white"]).flatmap(lambda side: troops(side, attacks=False))


def passes(unit: rw.Unit) -> Fraction:
    return rw.ruleset.odds(rw.MoraleTestRequest(unit=unit)).probability(lambda outcome: outcome.passed)


@pytest.mark.rule("red_white", "morale-cover", "morale-modifiers", "cheka-reroll")
@SLOW
@given(unit=UNITS)
def test_cover_stands_and_helps_never_lower_morale(unit: rw.Unit) -> None:
    by_cover = [passes(evolve(unit, cover=cover)) for cover in COVERS]
    assert by_cover == sorted(by_cover)
    assert by_cover[1] == by_cover[2]  # any cover is as good as any other
    by_stands = [passes(evolve(unit, stands=stands, starting_stands=14)) for stands in range(1, 12)]
    assert by_stands == sorted(by_stands)
    by_grade = [
        passes(evolve(unit, raw=raw, elite=elite)) for raw, elite in ((True, False), (False, False), (False, True))
    ]
    assert by_grade == sorted(by_grade)
    by_leader = [
        passes(evolve(unit, has_leader=leader, heroic=hero))
        for leader, hero in ((False, False), (True, False), (True, True))
    ]
    assert by_leader == sorted(by_leader)
    assert passes(evolve(unit, suppressed=True)) <= passes(evolve(unit, suppressed=False))
    if unit.side == "red":
        assert passes(evolve(unit, cheka=False)) <= passes(evolve(unit, cheka=True))
    else:
        assert passes(evolve(unit, priest=False)) <= passes(evolve(unit, priest=True))


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk")
@given(stands=st.integers(1, 9), heroic=st.booleans(), priest=st.booleans())
@settings(max_examples=20, deadline=None)
def test_more_casualties_never_kill_fewer(stands: int, heroic: bool, priest: bool) -> None:
    unit = rw.Unit(side="white", type="infantry", has_leader=True, stands=stands, heroic=heroic, priest=priest)
    odds = [rw.ruleset.odds(rw.CasualtiesRequest(unit=unit, count=count, source="fire")) for count in range(6)]
    for fewer, more in pairwise(odds):
        assert fewer.expectation(lambda outcome: outcome.stands_lost) <= more.expectation(
            lambda outcome: outcome.stands_lost
        )
        assert fewer.probability(lambda outcome: outcome.leader_killed) <= more.probability(
            lambda outcome: outcome.leader_killed
        )


@pytest.mark.rule("red_white", "gen-rear", "morale-off-table")
@given(move=st.integers(0, 40), edge=st.integers(0, 60))
def test_a_double_move_goes_off_wherever_a_single_one_does(move: int, edge: int) -> None:
    off = [
        rw.ruleset.outcome(
            rw.FallBackRequest(full_move=inches(move), moves=moves, edge_distance=inches(edge)), dice=GivenDice([])
        ).off_table
        for moves in (1, 2)
    ]
    assert off == [move > edge, 2 * move > edge]
