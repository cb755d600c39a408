"""The set-up: what a game begins with, and what it may not begin with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_games import CARDS, armies, game, named, set_up, step, unit

from rcw_rules import IllegalRequestError, InvalidRequestError, NeedsRuling, inches
from rcw_rules import red_actions as ra

# ---------------------------------------------------------------- the set-up


@pytest.mark.rule("red_actions", "seq-steps", "seq-position-markers", "seq-reinforcements")
def test_a_game_begins_with_what_everybody_is_worth() -> None:
    later = ra.Reinforcement(unit=unit("C", bases=2), entry="the bridge")
    state = set_up(reinforcements=(later,), hidden=("B",))
    # Red Regulars are worth 8 a base: 4 and 2 bases, and 4 of White.
    assert [army.original_points for army in state.armies] == [48, 32]
    assert (state.hidden, state.reinforcements, state.turn) == (("B",), (later,), 1)


@pytest.mark.rule("red_actions", "defs-flight-number", "act-senior-attach")
def test_senior_officers_who_begin_with_a_unit_are_part_of_what_the_army_is_worth() -> None:
    card = evolve(CARDS.card("senior_officer_foot"), points_per_base=Fraction(6))
    chief, other = ra.OfficerToken(id="chief", rank="colonel"), ra.OfficerToken(id="other", rank="colonel")
    led, later = unit("A", seniors=(chief,)), unit("C", seniors=(other, other))
    coming = (ra.Reinforcement(unit=later, entry="the bridge"),)
    with_a, with_c = ra.AttachedSenior(unit="A", card=card), ra.AttachedSenior(unit="C", card=card)
    fields: dict[str, Any] = {"units": (led, unit("B", "white")), "reinforcements": coming}
    # 4 and 4 bases of 8 and three officers of 6, who may now all be lost.
    state = set_up(**fields, attached=(with_a, with_c, with_c))
    assert [army.original_points for army in state.armies] == [82, 32]
    with pytest.raises(NeedsRuling, match=r"each senior officer with C worth.*defs-flight-number"):
        set_up(**fields, attached=(with_a, with_c))
    with pytest.raises(InvalidRequestError, match=r"\$\.attached\[1\]\.unit: 'A' has no such senior officer"):
        set_up(**fields, attached=(with_a, with_a))
    with pytest.raises(InvalidRequestError, match=r"\$\.attached\[0\]\.unit: 'Z' has no such senior officer"):
        set_up(**fields, attached=(evolve(with_a, unit="Z"),))


@pytest.mark.rule("red_actions", "defs-flight-number", "off-senior-killed")
def test_no_army_loses_more_than_it_was_worth() -> None:
    promoted = ra.Unit(
        name="New", side="red", card=evolve(CARDS.card("senior_officer_foot"), points_per_base=Fraction(6))
    )
    state = game(unit("A"), promoted, unit("W", "white"), armies=armies(32), acting="attacker")
    gone = tuple(evolve(named(state, name), bases=0) for name in ("A", "New"))
    after = step(state, ra.Segment(unit="A", after=gone)).game
    assert [losses.lost_points for losses in after.losses()] == [32, 0]
    assert after.losers == ("red",)


@pytest.mark.rule("red_actions", "seq-steps")
def test_the_attacker_sets_up_within_four_inches() -> None:
    fine = ra.Deployed(unit="A", entry="the road", depth=inches(4))
    assert set_up(deployed=(fine,)).turn == 1
    with pytest.raises(IllegalRequestError, match=r"\$\.deployed\[0\]\.depth: the attacker sets up at most 4 in"):
        set_up(deployed=(evolve(fine, depth=inches("4.1")),))
    with pytest.raises(InvalidRequestError, match="'B' is not a unit of the attacker"):
        set_up(deployed=(evolve(fine, unit="B"),))


@pytest.mark.rule("red_actions", "miss-scenarios")
@pytest.mark.parametrize(
    "missing",
    [
        {"turns": None},
        {"armies": ()},
        {"armies": armies()[:1]},
        {"units": ()},
        {"units": (unit("A"),)},
        {"units": (unit("B", "white"),)},
    ],
)
def test_without_a_scenario_there_is_no_game(missing: dict[str, Any]) -> None:
    with pytest.raises(NeedsRuling, match="miss-scenarios"):
        set_up(**missing)


@pytest.mark.rule("red_actions", "wx-night-morale", "defs-humiliated")
def test_at_night_everybody_but_vehicles_begins_humiliated() -> None:
    car = unit("Car", card="armoured_car", bases=1, officer=None)
    state = set_up(units=(unit("A"), car, unit("B", "white")), options={"night": "dark"})
    assert [one.humiliated for one in state.units] == [1, 0, 1]
    assert [one.humiliated for one in set_up().units] == [0, 0]


@pytest.mark.rule("red_actions", "defs-flight-number")
def test_an_army_is_worth_something() -> None:
    free = evolve(CARDS.card("red_regulars"), points_per_base=Fraction(0))
    with pytest.raises(NeedsRuling, match=r"each base of the White army worth.*defs-flight-number"):
        set_up(units=(unit("A"), evolve(unit("B", "white"), card=free)))
    assert set_up(units=(unit("A"), evolve(unit("C"), card=free), unit("B", "white"))).turn == 1


@pytest.mark.rule(
    "red_actions",
    "defs-unit-size",
    "defs-terror-rout",
    "wx-night-morale",
    "rout-causes",
    "defs-unit-action",
    "conv-bad-input",
    "rally-optional-no-advance",
    "rally-rout-success",
    "evade-switch",
    "retire-manner",
    "retire-optional-terror",
    "retire-hard-cover",
    "march-rate",
    "off-replacement",
)
@pytest.mark.parametrize(
    ("facts", "night", "path", "rule"),
    [
        ({"bases": 1}, "off", "bases", "defs-unit-size"),
        ({"bases": 0}, "off", "bases", "defs-unit-size"),
        ({"card": "mg", "bases": 0}, "off", "bases", "defs-unit-size"),
        ({"terror": 5}, "off", "terror", "defs-terror-rout"),
        ({"terror": 3, "humiliated": 2}, "off", "terror", "defs-terror-rout"),
        ({"terror": 4}, "dark", "terror", "defs-terror-rout"),  # and the marker of the night
        ({"routing": True}, "off", "routing", "rout-causes"),
        ({"has_acted": True}, "off", "has_acted", "defs-unit-action"),
        ({"rout_turns": 1}, "off", "rout_turns", "rally-optional-no-advance"),
        ({"rallied": True}, "off", "rallied", "rally-rout-success"),
        ({"evading": True}, "off", "evading", "evade-switch"),
        ({"moved_back": inches("0.1")}, "off", "moved_back", "retire-manner"),
        ({"retired_by_result": True}, "off", "retired_by_result", "retire-optional-terror"),
        ({"ignored_retire": True}, "off", "ignored_retire", "retire-hard-cover"),
        ({"shot_at": True}, "off", "shot_at", "march-rate"),
        ({"draws_officer": True}, "off", "draws_officer", "off-replacement"),
    ],
)
def test_nothing_has_befallen_a_unit_before_the_game(facts: dict[str, Any], night: str, path: str, rule: str) -> None:
    enemy, options = unit("B", "white"), {"night": night}
    with pytest.raises(IllegalRequestError) as found:
        set_up(units=(unit("A", **facts), enemy), options=options)
    assert [(one.path, one.rule) for one in found.value.verdict.objections] == [(f"$.units[0].{path}", rule)]
    coming = ra.Reinforcement(unit=unit("C", **facts), entry="the bridge")
    with pytest.raises(IllegalRequestError) as found:
        set_up(units=(unit("A"), enemy), reinforcements=(coming,), options=options)
    assert [(one.path, one.rule) for one in found.value.verdict.objections] == [
        (f"$.reinforcements[0].unit.{path}", rule)
    ]


@pytest.mark.rule("red_actions", "defs-unit-size", "defs-terror-rout", "wx-night-morale")
def test_as_many_markers_as_bases_may_begin() -> None:
    weak = (unit("A", bases=2, terror=1, humiliated=1), unit("M", card="mg", bases=1), unit("B", "white"))
    assert [one.markers for one in set_up(units=weak).units] == [2, 0, 0]
    assert [one.markers for one in set_up(units=(unit("A", terror=3), *weak[1:]), options={"night": "dark"}).units] == [
        4,
        1,
        1,
    ]


@pytest.mark.rule("red_actions", "defs-pinned", "defs-terror-rout", "dig-rate", "form-column")
def test_what_a_scenario_may_begin_with() -> None:
    worn = unit("A", pinned=True, terror=1, humiliated=1, in_column=True, foxholes=Fraction(1, 2))
    assert set_up(units=(worn, unit("B", "white"))).units[0] == worn


@pytest.mark.rule("red_actions", "conv-bad-input", "seq-steps", "seq-position-markers", "turn-initiative-cards")
@pytest.mark.parametrize(
    ("facts", "paths"),
    [
        ({"armies": (armies()[0], armies()[0])}, ["$.armies"]),
        ({"units": (unit("A"), unit("A", "white"))}, ["$.units[1].name"]),
        ({"reinforcements": (ra.Reinforcement(unit=unit("A"), entry="x"),)}, ["$.reinforcements[0].unit.name"]),
        (
            {"reinforcements": tuple(ra.Reinforcement(unit=unit("C"), entry=entry) for entry in "xy")},
            ["$.reinforcements[1].unit.name"],
        ),
        ({"hidden": ("B", "Z")}, ["$.hidden[1]"]),
        # A unit still to come is not a position marker yet.
        ({"reinforcements": (ra.Reinforcement(unit=unit("C"), entry="x"),), "hidden": ("C",)}, ["$.hidden[0]"]),
        (
            {"personal": (ra.InitiativeCard(name="A"), ra.InitiativeCard(name="Y", hq="Z"))},
            ["$.personal[1].name", "$.personal[1].hq"],
        ),
    ],
)
def test_set_ups_that_do_not_fit(facts: dict[str, Any], paths: list[str]) -> None:
    with pytest.raises(InvalidRequestError) as found:
        set_up(**facts)
    assert [problem.path for problem in found.value.problems] == paths


@pytest.mark.rule("red_actions", "seq-steps", "turn-initiative-cards")
@pytest.mark.parametrize("initiative", ["standard", "cards"])
def test_the_game_that_was_set_up_can_be_played(initiative: str) -> None:
    hq = unit("HQ", card="senior_officer_foot", bases=1)
    state = set_up(
        units=(hq, unit("A"), unit("B", "white")),
        reinforcements=(ra.Reinforcement(unit=unit("C"), entry="the bridge"),),
        personal=(ra.InitiativeCard(name="C", hq="HQ"),),
        hidden=("B",),
        options={"initiative": initiative},
    )
    assert step(state, None, *((2,) if initiative == "cards" else (5, 2)), initiative=initiative).game.turn == 1


@pytest.mark.rule("red_actions", "seq-reinforcements")
def test_only_the_attacker_has_reinforcements() -> None:
    with pytest.raises(InvalidRequestError, match="only the attacker has reinforcements"):
        set_up(reinforcements=(ra.Reinforcement(unit=unit("D", "white"), entry="the bridge"),))
