"""The set-up and the turn machine: whose segment comes, what one leaves behind, how a turn ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling, inches
from rcw_rules import red_actions as ra
from rcw_rules.red_actions.units import replacement_request

CARDS = ra.illustrative_troops()


def unit(name: str, side: Any = "red", card: str = "red_regulars", bases: int = 4, **facts: Any) -> ra.Unit:
    officer = facts.pop("officer", ra.OfficerToken(id="plain"))
    return ra.Unit(name=name, side=side, card=CARDS.card(card), bases=bases, officer=officer, **facts)


def armies(red: int = 1000, white: int = 1000) -> tuple[ra.FieldArmy, ...]:
    # Red flees at more than 33 %, White at more than 40 %.
    return (
        ra.FieldArmy(side="red", army=CARDS.army("red"), original_points=Fraction(red)),
        ra.FieldArmy(side="white", army=CARDS.army("white"), original_points=Fraction(white)),
    )


def game(*everybody: ra.Unit, **facts: Any) -> ra.Game:
    fields: dict[str, Any] = {"attacker": "red", "turns": 3, "armies": armies(), "units": everybody, **facts}
    return ra.Game(**fields)


def step(
    state: ra.Game, report: ra.Segment | None = None, *faces: Any, choices: Any = None, **options: Any
) -> ra.TurnOutcome:
    request = ra.TurnRequest(game=state, segment=report)
    ruleset = ra.ruleset.with_options(**options)
    return ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


def fallen(turn: int) -> ra.FallenSenior:
    return ra.FallenSenior(name="Chief", side="red", card=CARDS.card("senior_officer_foot"), known_in_turn=turn)


def named(state: ra.Game, name: str) -> ra.Unit:
    found = state.unit(name)
    assert found is not None
    return found


# ---------------------------------------------------------------- the set-up


def set_up(**facts: Any) -> ra.Game:
    fields: dict[str, Any] = {
        "attacker": "red",
        "turns": 6,
        "armies": armies(1, 1),
        "units": (unit("A"), unit("B", "white")),
        **facts,
    }
    options = fields.pop("options", {})
    return ra.ruleset.with_options(**options).resolve(ra.SetUpRequest(**fields), dice=GivenDice(())).outcome.game


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
    with pytest.raises(InvalidRequestError, match=r"\$\.attached\[1\]\.unit: no such senior officer is with 'A'"):
        set_up(**fields, attached=(with_a, with_a))
    with pytest.raises(InvalidRequestError, match=r"\$\.attached\[0\]\.unit: no such senior officer is with 'Z'"):
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
    with pytest.raises(InvalidRequestError, match="'B' is no unit of the attacker"):
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
        # Who is still to come is no position marker yet.
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


# ---------------------------------------------------------------- segments


@pytest.mark.rule("red_actions", "turn-initiative-standard", "defs-unit-action", "seq-steps")
def test_segments_go_round_until_the_turn_is_over() -> None:
    state = game(unit("A"), unit("B"), unit("W", "white"))
    outcome = step(state, None, 5, 2)
    assert outcome.acting == "attacker"
    outcome = step(outcome.game, ra.Segment(unit="A"))
    assert outcome.acting == "defender"
    outcome = step(outcome.game, ra.Segment(unit="W"))
    assert outcome.acting == "attacker"
    # The last segment of the turn; the next turn begins with its own roll.
    outcome = step(outcome.game, ra.Segment(unit="B"), 1, 6)
    assert (outcome.turn_ended, outcome.game.turn, outcome.acting) == (True, 2, "defender")
    assert not any(one.has_acted for one in outcome.game.units)


@pytest.mark.rule("red_actions", "turn-initiative-standard", "turn-initiative-rolloff", "defs-unit-action")
@pytest.mark.parametrize("initiative", ["standard", "rolloff"])
def test_to_ask_again_who_comes_next_changes_nothing(initiative: str) -> None:
    first = step(game(unit("A"), unit("W", "white")), None, 6, 1, initiative=initiative)
    # Not a die is thrown for the same question again.
    again = step(first.game, initiative=initiative)
    assert (again.game, again.acting, again.turn_ended) == (first.game, "attacker", False)
    second = step(again.game, ra.Segment(unit="A"), initiative=initiative)
    assert step(second.game, initiative=initiative).game == second.game
    assert second.acting == "defender"


@pytest.mark.rule("red_actions", "turn-initiative-cards", "defs-unit-action")
def test_to_ask_again_draws_no_other_card() -> None:
    cards = tuple(ra.InitiativeCard(name=name) for name in ("A", "W"))
    first = step(game(unit("A"), unit("W", "white"), cards=cards), None, 1, initiative="cards")
    again = step(first.game, initiative="cards")
    assert (again.game, again.able, again.acting) == (first.game, ("A",), None)


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "turn-initiative-cards", "turn-initiative-standard")
def test_a_segment_that_nobody_can_play_is_not_given() -> None:
    hq = ra.InitiativeCard(name="HQ")
    cards = (hq, ra.InitiativeCard(name="A", hq="HQ"), ra.InitiativeCard(name="W"))
    senior = unit("HQ", card="senior_officer_foot", bases=1)
    state = game(senior, unit("A"), unit("W", "white"), cards=cards[::2], drawn=cards[1:2], able=("A", "HQ"))
    # Both may act on the card of A; in its segment the HQ is made to retire, so that the next card is drawn: that of W.
    outcome = step(state, ra.Segment(unit="A", forced=("HQ",)), 2, initiative="cards")
    assert outcome.able == ("W",)
    # A game that says so all the same goes on to the next card.
    stuck = evolve(state, units=tuple(evolve(one, has_acted=one.name != "W") for one in state.units))
    assert step(stuck, None, 2, initiative="cards").able == ("W",)
    spent = game(unit("A", has_acted=True), unit("W", "white"), acting="attacker")
    assert step(spent).acting == "defender"


@pytest.mark.rule("red_actions", "defs-unit-action", "turn-forced-forfeit", "march-rate")
def test_a_report_gives_no_used_segment_back() -> None:
    fresh = unit("A")
    state = game(fresh, unit("B"), unit("W", "white"), unit("X", "white"), acting="attacker")
    state = step(state, ra.Segment(unit="A", shot_at=("W",))).game
    # The report of W holds both as they were before: A has not acted in it, nor has W been shot at.
    stale = ra.Segment(unit="W", after=(fresh, unit("W", "white")), shot_at=("A",))
    state = step(state, stale).game
    assert [(one.has_acted, one.shot_at) for one in state.units] == [
        (True, True),
        (False, False),
        (True, True),
        (False, False),
    ]
    with pytest.raises(IllegalRequestError, match="A has used or forfeited its segment"):
        step(state, ra.Segment(unit="A"))
    # Nor does the next one take it back that A was shot at.
    assert named(step(state, ra.Segment(unit="B", after=(fresh,))).game, "A").shot_at


@pytest.mark.rule("red_actions", "seq-steps")
def test_after_the_last_turn_the_game_is_over() -> None:
    state = game(unit("A"), unit("W", "white", has_acted=True), turn=3, acting="attacker")
    outcome = step(state, ra.Segment(unit="A"))
    assert (outcome.game.is_over, outcome.game.losers, outcome.turn_ended) == (True, (), True)
    with pytest.raises(IllegalRequestError, match="the game is over"):
        step(outcome.game)


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "defs-unit-action")
def test_who_was_made_to_move_has_lost_its_segment() -> None:
    state = game(unit("A"), unit("W", "white"), unit("X", "white"), acting="attacker")
    # W retires; X only took a marker.
    shaken = evolve(named(state, "X"), terror=1)
    outcome = step(state, ra.Segment(unit="A", after=(shaken,), forced=("W",), shot_at=("W", "X")))
    assert [one.has_acted for one in outcome.game.units] == [True, True, False]
    assert [one.shot_at for one in outcome.game.units] == [False, True, True]
    assert named(outcome.game, "X").terror == 1
    with pytest.raises(IllegalRequestError) as found:
        step(outcome.game, ra.Segment(unit="W"))
    assert found.value.verdict.objections[0].rule == "turn-forced-forfeit"


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_the_other_player_may_not_act() -> None:
    state = game(unit("A"), unit("W", "white"), acting="attacker")
    with pytest.raises(IllegalRequestError, match="it is the attacker who gives a segment now"):
        step(state, ra.Segment(unit="W"))


@pytest.mark.rule("red_actions", "seq-reinforcements")
def test_reinforcements_come_where_it_was_noted() -> None:
    later = ra.Reinforcement(unit=unit("C"), entry="the bridge")
    state = game(unit("A"), unit("W", "white"), reinforcements=(later,), acting="attacker")
    with pytest.raises(IllegalRequestError, match="enters at 'the bridge', as was noted, not at 'the road'"):
        step(state, ra.Segment(unit="C", entered_at="the road"))
    with pytest.raises(IllegalRequestError, match="A is on the table already"):
        step(state, ra.Segment(unit="A", entered_at="the bridge"))
    outcome = step(state, ra.Segment(unit="C", entered_at="the bridge"))
    assert (outcome.game.reinforcements, named(outcome.game, "C").has_acted) == ((), True)
    # The entry was its segment, in its owner's slot.
    assert outcome.acting == "defender"


@pytest.mark.rule("red_actions", "seq-position-markers", "vis-firing-reveals")
def test_who_fires_or_is_seen_is_no_marker_any_more() -> None:
    state = game(
        unit("A"), unit("W", "white"), unit("X", "white"), unit("Y", "white"), hidden=("W", "X", "Y"), acting="attacker"
    )
    outcome = step(state, ra.Segment(unit="A", fired=("W",), seen=("X",)))
    assert outcome.game.hidden == ("Y",)


# ---------------------------------------------------------------- losses


@pytest.mark.rule("red_actions", "seq-flight-stop", "defs-flight-number", "miss-victory")
def test_play_stops_when_an_army_is_in_flight() -> None:
    # Red has 96 points and bears 31.68: four bases of 8 are 32, three are 24.
    state = game(unit("A"), unit("B"), unit("W", "white"), armies=armies(96, 1000), acting="attacker")
    lost = evolve(named(state, "B"), bases=1)
    assert not step(state, ra.Segment(unit="A", after=(lost,))).game.is_over
    gone = step(state, ra.Segment(unit="A", after=(evolve(lost, bases=0),)))
    assert (gone.game.is_over, gone.game.losers, gone.acting) == (True, ("red",), None)
    assert [one.name for one in gone.game.units] == ["A", "W"]
    # Units in rout count with all their bases, until they rally.
    routing = step(state, ra.Segment(unit="A", after=(evolve(lost, routing=True),)))
    assert (routing.game.is_over, routing.game.losers) == (True, ("red",))


@pytest.mark.rule("red_actions", "seq-flight-stop")
def test_both_armies_may_flee_at_once() -> None:
    state = game(unit("A"), unit("W", "white"), armies=armies(32, 32), acting="attacker")
    both = tuple(evolve(one, bases=1) for one in state.units)
    assert step(state, ra.Segment(unit="A", after=both)).game.losers == ("red", "white")


@pytest.mark.rule("red_actions", "train-captured", "tank-captured")
def test_a_train_lost_is_the_game_lost_and_a_tank_is_told() -> None:
    tank = unit("Tank", "white", "tank_gun", 1, officer=None)
    state = game(unit("A"), unit("W", "white"), tank, acting="attacker")
    captured = step(state, ra.Segment(unit="A", after=(evolve(tank, bases=0),), tanks_captured=("Tank",)))
    assert [army.intact_tanks_captured for army in captured.game.armies] == [0, 1]
    # A tank is worth 90.
    assert [army.lost_points for army in captured.game.armies] == [0, 90]
    train = step(state, ra.Segment(unit="A", train_taken_from="white"))
    assert (train.game.is_over, train.game.losers) == (True, ("white",))


# ---------------------------------------------------------------- the end of a turn


@pytest.mark.rule("red_actions", "off-senior-killed", "off-replacement")
def test_a_fallen_senior_is_succeeded_at_the_end_of_the_next_turn() -> None:
    senior = unit("Headquarters", card="senior_officer_foot", bases=1)
    colonel = ra.OfficerToken(id="kompolk", rank="colonel", effect=1)
    state = game(unit("A", officer=colonel), senior, unit("W", "white", has_acted=True), acting="attacker")
    outcome = step(state, ra.Segment(unit="A", after=(evolve(senior, bases=0),)), 6, 1)
    # The end of turn 1, in which it became known: nobody yet.
    assert (outcome.game.turn, outcome.game.unit("Headquarters")) == (2, None)
    assert [one.known_in_turn for one in outcome.game.fallen] == [1]
    state = evolve(outcome.game, units=tuple(evolve(one, has_acted=one.name != "A") for one in outcome.game.units))
    # The end of turn 2: the first token of the pool becomes the unit's new officer.
    outcome = step(evolve(state, acting="attacker"), ra.Segment(unit="A"), 1, 6, 1)
    assert outcome.game.fallen == ()
    assert named(outcome.game, "Headquarters").officer == colonel
    assert named(outcome.game, "A").officer == CARDS.army("red").tokens[0]
    assert len(outcome.game.army_of("red").army.tokens) == 25


@pytest.mark.rule("red_actions", "bld-fire-grow")
def test_fires_grow_as_a_turn_begins() -> None:
    burning = (ra.Building(name="barn", markers=1), ra.Building(name="mill", markers=4))
    state = game(unit("A"), unit("W", "white", has_acted=True), buildings=burning, acting="attacker")
    outcome = step(state, ra.Segment(unit="A"), 6, 1)
    assert outcome.destroyed == ("mill",)
    assert outcome.game.buildings == (ra.Building(name="barn", markers=2),)
    # What a unit has just burnt down is told by its own action, and burns no more.
    burnt = step(state, ra.Segment(unit="A", buildings=(ra.Building(name="mill", markers=5),)), 6, 1)
    assert (burnt.destroyed, burnt.game.buildings) == ((), (ra.Building(name="barn", markers=2),))
    put_out = step(state, ra.Segment(unit="A", buildings=(ra.Building(name="mill", markers=0),)), 6, 1)
    assert (put_out.destroyed, put_out.game.buildings) == ((), (ra.Building(name="barn", markers=2),))


@pytest.mark.rule("red_actions", "retire-manner", "evade-switch", "march-rate")
def test_what_a_new_turn_forgets() -> None:
    tired = unit(
        "A",
        evading=True,
        moved_back=inches(3),
        retired_by_result=True,
        ignored_retire=True,
        rallied=True,
        terror=1,
        pinned=True,
    )
    state = game(tired, unit("W", "white", has_acted=True), acting="attacker")
    report = ra.Segment(unit="A", shot_at=("A",))
    after = named(step(state, report, 6, 1).game, "A")
    assert (after.evading, after.moved_back, after.retired_by_result, after.ignored_retire, after.rallied) == (
        False,
        inches(0),
        False,
        False,
        False,
    )
    assert (after.terror, after.pinned) == (1, True)
    # Being shot at bars marches in that turn and the next, by option for good.
    assert after.shot_at
    for options, barred in (({}, False), ({"march_ban": "rest_of_game"}, True)):
        state = step(game(tired, unit("W", "white", has_acted=True), acting="attacker"), report, 6, 1, **options).game
        state = evolve(state, units=tuple(evolve(one, has_acted=one.name == "W") for one in state.units))
        later = step(evolve(state, acting="attacker"), ra.Segment(unit="A"), 6, 1, **options).game
        assert named(later, "A").shot_at == barred


@pytest.mark.rule("red_actions", "march-rate", "act-divide", "act-combine")
def test_who_was_shot_at_is_remembered_from_the_report() -> None:
    def in_turn_after(state: ra.Game, report: ra.Segment) -> dict[str, bool]:
        after = step(evolve(state, acting="attacker"), report, 6, 1).game
        return {one.name: one.shot_at for one in after.units}

    state = game(unit("A"), unit("W", "white", has_acted=True), turns=5)
    hit = evolve(named(state, "W"), terror=1, shot_at=True)
    # Whom a volley left as shot at is so in the next turn too, named in the report or not, and then no longer.
    for report in (ra.Segment(unit="A", after=(hit,)), ra.Segment(unit="A", after=(hit,), shot_at=("W",))):
        second = step(evolve(state, acting="attacker"), report, 6, 1).game
        assert named(second, "W").shot_at
        second = evolve(second, units=tuple(evolve(one, has_acted=one.name == "W") for one in second.units))
        # Reported again for another reason it was not shot at again.
        shaken = evolve(named(second, "W"), terror=2)
        assert in_turn_after(second, ra.Segment(unit="A", after=(shaken,))) == {"A": False, "W": False}
        assert in_turn_after(second, ra.Segment(unit="A", shot_at=("W",))) == {"A": False, "W": True}


@pytest.mark.rule("red_actions", "march-rate", "act-divide", "act-combine")
@pytest.mark.parametrize(("turn", "still"), [(1, False), (2, True)])
def test_parts_and_wholes_were_shot_at_when_those_were_whom_they_come_from(turn: int, still: bool) -> None:
    # It is turn 2: who was shot at in turn 1 may march in turn 3, who was in turn 2 may not.
    before = {"turn": 2, "turns": 5, "acting": "attacker"}
    whole = unit("A", bases=6, shot_at=True)
    memory = (ra.ShotAt(unit="A", turn=turn),)
    state = game(whole, unit("W", "white", has_acted=True), shot_at=memory, **before)
    parts = tuple(evolve(whole, name=f"A {size}", bases=size, has_acted=True) for size in (4, 2))
    after = step(state, ra.Segment(unit="A", after=(evolve(whole, bases=0), *parts)), 6, 1).game
    assert [named(after, name).shot_at for name in ("A 4", "A 2")] == [still, still]
    small, other = evolve(whole, bases=3), unit("B", bases=2)
    state = game(small, other, unit("W", "white", has_acted=True), shot_at=memory, **before)
    combined = (evolve(other, bases=5, shot_at=True), evolve(small, bases=0))
    after = step(state, ra.Segment(unit="B", after=combined), 6, 1).game
    assert named(after, "B").shot_at == still


@pytest.mark.rule("red_actions", "march-rate", "act-combine")
@pytest.mark.parametrize(("first", "second", "still"), [(1, 2, True), (2, 1, True), (1, 1, False)])
def test_a_whole_was_last_shot_at_when_the_later_of_its_parts_was(first: int, second: int, still: bool) -> None:
    # Both parts were shot at, in turns 1 and 2; they combine in turn 2 under the name of A.
    parts = (unit("A", bases=3, shot_at=True), unit("B", bases=2, shot_at=True))
    memory = (ra.ShotAt(unit="A", turn=first), ra.ShotAt(unit="B", turn=second))
    state = game(*parts, unit("W", "white", has_acted=True), shot_at=memory, turn=2, turns=5, acting="attacker")
    whole = ra.ruleset.outcome(ra.CombineUnitsRequest(units=parts), dice=GivenDice([1])).unit
    after = step(state, ra.Segment(unit="A", after=(whole, evolve(parts[1], bases=0))), 6, 1).game
    assert named(after, "A").shot_at == still


@pytest.mark.rule("red_actions", "march-rate", "act-combine")
def test_who_is_shot_at_as_it_grows_was_shot_at_now() -> None:
    # Riders were shot at in turn 1, and may march again in turn 3, in which they mount and are shot at.
    on_foot = unit("A", card="red_conscripts", bases=3)
    state = game(on_foot, unit("W", "white", has_acted=True), shot_at=(ra.ShotAt(unit="A", turn=1),), turn=3, turns=5)
    mounted = evolve(on_foot, card=CARDS.card("red_cavalry"), bases=4, shot_at=True)
    after = step(evolve(state, acting="attacker"), ra.Segment(unit="A", after=(mounted,)), 6, 1).game
    assert named(after, "A").shot_at
    # Who was shot at in turn 2 and mounts in turn 3 was not shot at again.
    state = evolve(state, units=(evolve(on_foot, shot_at=True), state.units[1]), shot_at=(ra.ShotAt(unit="A", turn=2),))
    after = step(evolve(state, acting="attacker"), ra.Segment(unit="A", after=(mounted,)), 6, 1).game
    assert not named(after, "A").shot_at


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_a_turn_by_cards() -> None:
    hq = ra.InitiativeCard(name="HQ")
    cards = (hq, ra.InitiativeCard(name="A", hq="HQ"), ra.InitiativeCard(name="W"))
    senior = unit("HQ", card="senior_officer_foot", bases=1)
    state = game(senior, unit("A"), unit("W", "white"), cards=cards)
    first = step(state, None, 2, initiative="cards")
    assert (first.able, first.acting, len(first.game.cards)) == (("A", "HQ"), None, 2)
    with pytest.raises(IllegalRequestError, match="on this card may act: A, HQ"):
        step(first.game, ra.Segment(unit="W"), initiative="cards")
    second = step(first.game, ra.Segment(unit="A"), initiative="cards")
    assert second.able == ("HQ",)
    # The HQ's own card is skipped when it is drawn; then that of W.
    third = step(second.game, ra.Segment(unit="HQ"), 1, 1, initiative="cards")
    assert third.able == ("W",)
    # A new turn deals a card to each unit that is there.
    fourth = step(third.game, ra.Segment(unit="W"), 3, initiative="cards")
    assert (fourth.turn_ended, fourth.able, len(fourth.game.cards)) == (True, ("W",), 2)


# ---------------------------------------------------------------- units that become others


@pytest.mark.rule("red_actions", "act-divide", "defs-flight-number", "turn-initiative-cards")
def test_a_unit_that_divides_loses_nothing_and_leaves_its_parts() -> None:
    whole, enemy = unit("A", bases=6, terror=1), unit("W", "white")
    divided = ra.ruleset.resolve(ra.DivideUnitRequest(unit=whole, parts=(4, 2)), dice=GivenDice(())).outcome
    parts = tuple(part.unit for part in divided.parts)
    # Red has 48 points and bears 15.84: the loss of two bases of 8 would end the game.
    state = game(whole, enemy, armies=armies(48, 1000), acting="attacker")
    outcome = step(state, ra.Segment(unit="A", after=(evolve(whole, bases=0), *parts)))
    assert [(one.name, one.bases, one.has_acted) for one in outcome.game.units] == [
        ("W", 4, False),
        ("A 1", 4, True),
        ("A 2", 2, True),
    ]
    assert outcome.game.army_of("red").lost_points == 0
    assert not outcome.game.is_over
    # The whole turn is used, even if the report holds the parts without that.
    unused = tuple(evolve(part, has_acted=False) for part in parts)
    again = step(state, ra.Segment(unit="A", after=(evolve(whole, bases=0), *unused)))
    assert again.game == outcome.game
    # One part keeps the name.
    kept = step(state, ra.Segment(unit="A", after=(evolve(parts[0], name="A"), parts[1])))
    assert [(one.name, one.bases) for one in kept.game.units] == [("A", 4), ("W", 4), ("A 2", 2)]
    assert kept.game.army_of("red").lost_points == 0
    # What falls in the same segment is still lost: 6 bases before, 5 after.
    less = step(state, ra.Segment(unit="A", after=(evolve(parts[0], name="A", bases=3), parts[1])))
    assert less.game.army_of("red").lost_points == 8
    # The new turn has a card for each part.
    cards = (ra.InitiativeCard(name="A"), ra.InitiativeCard(name="W"))
    state = game(whole, evolve(enemy, has_acted=True), able=("A",), cards=cards[1:], drawn=cards[:1])
    report = ra.Segment(unit="A", after=(evolve(whole, bases=0), *parts))
    later = step(state, report, 1, initiative="cards")
    assert [card.name for card in (*later.game.drawn, *later.game.cards)] == ["W", "A 1", "A 2"]


@pytest.mark.rule("red_actions", "act-combine", "defs-flight-number")
def test_units_that_combine_lose_nothing() -> None:
    state = game(unit("A", bases=3), unit("B", bases=2), unit("W", "white"), armies=armies(40, 1000), acting="attacker")
    after = (evolve(named(state, "A"), bases=5, has_acted=True), evolve(named(state, "B"), bases=0))
    outcome = step(state, ra.Segment(unit="A", after=after))
    assert [(one.name, one.bases) for one in outcome.game.units] == [("A", 5), ("W", 4)]
    assert outcome.game.army_of("red").lost_points == 0


@pytest.mark.rule("red_actions", "act-divide")
def test_bases_do_not_come_from_nowhere() -> None:
    state = game(unit("A", bases=4), unit("W", "white"), acting="attacker")
    with pytest.raises(
        InvalidRequestError, match=r"\$\.segment\.after\[0\]\.bases: .*'A 2' come from no unit.*act-divide"
    ):
        step(state, ra.Segment(unit="A", after=(unit("A 2", bases=2),)))
    with pytest.raises(InvalidRequestError, match=r"\$\.segment\.after\[1\]\.name: 'A' is reported twice"):
        step(state, ra.Segment(unit="A", after=(named(state, "A"), named(state, "A"))))


@pytest.mark.rule("red_actions", "act-divide", "act-combine", "dis-horse-holders")
def test_a_unit_grows_only_by_what_others_give_it() -> None:
    state = game(unit("A"), unit("B", bases=2), unit("W", "white"), acting="attacker")
    grown, smaller = unit("A", bases=6), unit("B", bases=1)
    wrong = r"\$\.segment\.after\[0\]\.bases: 'A' had 4 bases.*act-combine"
    for after in ((grown,), (grown, smaller), (unit("A", card="red_conscripts", bases=5),)):
        with pytest.raises(InvalidRequestError, match=wrong):
            step(state, ra.Segment(unit="A", after=after))
    whole = step(state, ra.Segment(unit="A", after=(grown, unit("B", bases=0)))).game
    assert [one.bases for one in whole.units] == [6, 4]
    # Two units of three on foot, each with a base at the horses, are six: two more come back as they mount.
    riders = unit("A", card="red_conscripts", bases=4)
    mounted = evolve(riders, card=CARDS.card("red_cavalry"), bases=6)
    state = game(riders, unit("W", "white"), acting="attacker")
    assert named(step(state, ra.Segment(unit="A", after=(mounted,))).game, "A").bases == 6


@pytest.mark.rule("red_actions", "dis-horse-holders", "defs-flight-number")
def test_the_base_that_holds_the_horses_is_not_lost() -> None:
    riders = unit("Riders", card="red_cavalry", bases=4)
    state = game(riders, unit("W", "white"), acting="attacker")
    on_foot = evolve(riders, card=CARDS.card("red_conscripts"), bases=3)
    assert step(state, ra.Segment(unit="Riders", after=(on_foot,))).game.army_of("red").lost_points == 0
    fewer = step(state, ra.Segment(unit="Riders", after=(evolve(on_foot, bases=2),))).game.army_of("red")
    assert fewer.lost_points == riders.card.points_per_base
    foot = game(on_foot, unit("W", "white"), acting="attacker")
    assert step(foot, ra.Segment(unit="Riders", after=(riders,))).game.army_of("red").lost_points == 0


@pytest.mark.rule("red_actions", "act-senior-attach", "off-senior-killed", "defs-flight-number")
def test_a_senior_officer_who_joins_a_unit_has_not_fallen() -> None:
    chief = ra.OfficerToken(id="chief", rank="colonel")
    senior = unit("Headquarters", card="senior_officer_foot", bases=1, officer=chief)
    state = game(unit("A"), senior, unit("W", "white"), acting="attacker")
    joined = evolve(named(state, "A"), seniors=(chief,))
    outcome = step(state, ra.Segment(unit="A", after=(joined, evolve(senior, bases=0))))
    assert outcome.game.army_of("red").lost_points == 0
    assert not outcome.game.fallen
    assert [one.name for one in outcome.game.units] == ["A", "W"]
    # He leaves it again in the next turn of its side, as a base of his own, with his own segment still to come.
    state = evolve(outcome.game, units=tuple(evolve(one, has_acted=False) for one in outcome.game.units))
    left = step(evolve(state, acting="attacker"), ra.Segment(unit="A", after=(evolve(joined, seniors=()), senior)))
    assert not named(left.game, "Headquarters").has_acted
    # Or he falls with it: worth as much as his base, and to be succeeded.
    killed = ra.FallenSenior(name="Headquarters", side="red", card=senior.card, known_in_turn=1)
    report = ra.Segment(unit="A", after=(evolve(joined, seniors=()),), seniors_killed=(killed,))
    dead = step(evolve(state, acting="attacker"), report).game
    assert (dead.fallen, dead.army_of("red").lost_points) == ((killed,), senior.card.points_per_base)


@pytest.mark.rule("red_actions", "act-senior-attach", "defs-flight-number")
def test_senior_officers_who_are_worth_something() -> None:
    card = evolve(CARDS.card("senior_officer_foot"), points_per_base=Fraction(6))
    chief, other = ra.OfficerToken(id="chief", rank="colonel"), ra.OfficerToken(id="other", rank="colonel")
    senior = ra.Unit(name="Headquarters", side="red", card=card, officer=chief)
    gone = evolve(senior, bases=0)
    state = game(unit("A", seniors=(other,)), senior, unit("W", "white"), acting="attacker")

    def lost(before: ra.Game, **report: Any) -> list[Fraction]:
        after = step(before, ra.Segment(unit="A", **report)).game
        return [army.lost_points for army in after.armies]

    joined = evolve(named(state, "A"), seniors=(other, chief))
    assert lost(state, after=(joined, gone)) == [0, 0]
    # With nobody new in A he has fallen.
    assert lost(state, after=(named(state, "A"), gone)) == [6, 0]
    # A token may be there twice: another Colonel of his kind, who was with A before, does not stand for him.
    twin = evolve(senior, officer=other, bases=0)
    doubled = game(named(state, "A"), evolve(twin, bases=1), unit("W", "white"), acting="attacker")
    assert lost(doubled, after=(named(state, "A"), twin)) == [6, 0]
    assert lost(doubled, after=(evolve(named(state, "A"), seniors=(other, other)), twin)) == [0, 0]
    # To leave a unit earns nothing, and to fall with one costs one's own side.
    alone = game(joined, unit("W", "white"), acting="attacker")
    assert lost(alone, after=(evolve(joined, seniors=(other,)), senior)) == [0, 0]
    killed = ra.FallenSenior(name="Headquarters", side="red", card=card, known_in_turn=1)
    assert lost(alone, after=(evolve(joined, seniors=(other,)),), seniors_killed=(killed,)) == [6, 0]


@pytest.mark.rule("red_actions", "off-senior-killed", "act-senior-attach", "act-combine")
def test_no_senior_officer_is_lost_without_a_word() -> None:
    chief, other = ra.OfficerToken(id="chief", rank="colonel"), ra.OfficerToken(id="other", rank="colonel")
    led, friend = unit("W", "white", seniors=(chief, other)), unit("X", "white", bases=2)
    card = CARDS.card("senior_officer_foot")
    state = game(unit("A"), led, friend, acting="attacker")
    killed = ra.FallenSenior(name="Chief", side="white", card=card, known_in_turn=1)
    one_left, gone = evolve(led, seniors=(other,)), evolve(led, bases=0, officer=None, seniors=())

    def missing(report: ra.Segment) -> str:
        with pytest.raises(InvalidRequestError) as found:
            step(state, report)
        (problem,) = found.value.problems
        assert (problem.path, problem.rule) == ("$.segment.seniors_killed", "off-senior-killed")
        return problem.message.partition(": ")[2][:1]

    assert missing(ra.Segment(unit="A", after=(one_left,))) == "1"
    assert missing(ra.Segment(unit="A", after=(gone,))) == "2"
    assert missing(ra.Segment(unit="A", after=(evolve(led, bases=0),), seniors_killed=(killed,))) == "1"
    # One of Red who fell is none of White.
    assert missing(ra.Segment(unit="A", after=(one_left,), seniors_killed=(fallen(1),))) == "1"
    both = (killed, evolve(killed, name="Other"))
    assert step(state, ra.Segment(unit="A", after=(gone,), seniors_killed=both)).game.fallen == both
    # Neither one who has a base of his own now is missing, nor those who go on with another unit.
    alone = ra.Unit(name="Chief", side="white", card=card, officer=chief)
    assert not step(state, ra.Segment(unit="A", after=(one_left, alone))).game.fallen
    whole = evolve(friend, bases=6, seniors=(chief, other))
    assert not step(state, ra.Segment(unit="A", after=(whole, gone))).game.fallen
    # Who stood by himself and is gone has fallen without being named; he does not stand for one who was with a unit.
    state = game(unit("A"), led, alone, acting="attacker")
    fell = evolve(alone, bases=0)
    assert [one.name for one in step(state, ra.Segment(unit="A", after=(fell,))).game.fallen] == ["Chief"]
    assert missing(ra.Segment(unit="A", after=(one_left, fell))) == "1"


@pytest.mark.rule("red_actions", "off-replacement", "defs-officer-draw", "off-senior-killed")
def test_a_replacement_leaves_the_pool() -> None:
    gifted, plain = ra.OfficerToken(id="gifted", effect=2), ra.OfficerToken(id="plain")
    pool = (ra.TokenCount(token=gifted, count=1), ra.TokenCount(token=plain, count=1))
    army = ra.Army(id="mine", senior_tokens_drawn=2, flight_percent=33, pool=pool)
    forces = (evolve(armies()[0], army=army), armies()[1])
    enemy = unit("W", "white", has_acted=True)
    state = game(unit("A", officer=None), enemy, armies=forces, turn=2, fallen=(fallen(1),), acting="attacker")
    drawn = ra.ruleset.outcome(replacement_request(army), dice=GivenDice([1]))
    assert drawn.juniors == (gifted,)
    led = unit("A", officer=gifted)
    left = ra.PoolLeft(side="red", pool=drawn.pool)
    # The one who is promoted at the end of the turn is succeeded by the only token left.
    outcome = step(state, ra.Segment(unit="A", after=(led,), pools=(left,)), 1, 6, 1)
    assert named(outcome.game, "A").officer == plain
    assert outcome.game.army_of("red").army.pool == ()
    assert outcome.game.army_of("white") == state.army_of("white")

    def wrong(*pools: ra.PoolLeft) -> list[str]:
        with pytest.raises(InvalidRequestError) as found:
            step(state, ra.Segment(unit="A", after=(led,), pools=pools))
        return [problem.path for problem in found.value.problems]

    assert wrong(left, left) == ["$.segment.pools[1].side"]
    more = evolve(left, pool=(evolve(pool[0], count=2), ra.TokenCount(token=ra.OfficerToken(id="new"), count=1)))
    assert wrong(more) == ["$.segment.pools[0].pool[0].count", "$.segment.pools[0].pool[1].count"]


# ---------------------------------------------------------------- reinforcements that wait, and early ends


@pytest.mark.rule("red_actions", "seq-reinforcements", "turn-initiative-standard")
def test_reinforcements_may_wait_off_the_table() -> None:
    later = ra.Reinforcement(unit=unit("C"), entry="the bridge")
    state = game(unit("A", has_acted=True), unit("W", "white", has_acted=True), reinforcements=(later,))
    outcome = step(evolve(state, acting="attacker"), ra.Segment(unit="C"), 6, 1)
    # It spent its segment, nobody else has one: the next turn, in which it may come.
    assert (outcome.turn_ended, outcome.game.turn, outcome.game.reinforcements) == (True, 2, (later,))
    reported = step(evolve(state, turn=1, acting="attacker"), ra.Segment(unit="C", after=(later.unit,)), 6, 1)
    assert reported.game.unit("C") is None
    two = evolve(state, units=(unit("A"), unit("W", "white", has_acted=True)), acting="attacker")
    waited = step(two, ra.Segment(unit="C"))
    with pytest.raises(IllegalRequestError, match="C has used or forfeited its segment"):
        step(waited.game, ra.Segment(unit="C", entered_at="the bridge"))


@pytest.mark.rule("red_actions", "seq-reinforcements", "turn-initiative-cards")
def test_reinforcements_have_cards_too() -> None:
    later = ra.Reinforcement(unit=unit("C"), entry="the bridge")
    state = set_up(reinforcements=(later,), options={"initiative": "cards"})
    assert [card.name for card in state.cards] == ["A", "B", "C"]
    drawn = step(state, None, 3, initiative="cards")
    assert drawn.able == ("C",)
    entered = step(drawn.game, ra.Segment(unit="C", entered_at="the bridge"), 1, initiative="cards")
    assert (entered.able, [one.name for one in entered.game.units]) == (("A",), ["A", "B", "C"])


@pytest.mark.rule("red_actions", "turn-rolloff-end")
def test_a_turn_may_end_with_its_first_roll() -> None:
    state = game(unit("A"), unit("W", "white", has_acted=True), acting="attacker")
    options = {"initiative": "rolloff", "rolloff_double_one_ends_turn": True}
    # Turn 1 is over; turn 2 ends with the double one; turn 3 begins with a 5 against a 3.
    outcome = step(state, ra.Segment(unit="A"), 1, 1, 5, 3, **options)
    assert (outcome.game.turn, outcome.acting, outcome.turn_ended) == (3, "attacker", True)
    burning = evolve(state, buildings=(ra.Building(name="mill", markers=4), ra.Building(name="barn", markers=3)))
    burnt = step(burning, ra.Segment(unit="A"), 1, 1, 5, 3, **options)
    assert (burnt.destroyed, burnt.game.buildings) == (("mill", "barn"), ())


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_a_game_by_cards_needs_cards() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.game\.cards: no cards have been dealt"):
        step(game(unit("A"), unit("W", "white")), None, initiative="cards")


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_nobody_acts_before_the_initiative_is_known() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.segment: nobody has been given a segment yet"):
        step(game(unit("A"), unit("W", "white")), ra.Segment(unit="A"))


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-action")
@pytest.mark.parametrize(
    ("report", "path"),
    [
        ({"unit": "Z"}, "$.segment.unit"),
        ({"unit": "A", "forced": ("Z",)}, "$.segment.forced[0]"),
        ({"unit": "A", "shot_at": ("W", "Z")}, "$.segment.shot_at[1]"),
        ({"unit": "A", "after": (unit("W"),)}, "$.segment.after[0].side"),
        # W is no tank, and has not been reported as gone.
        ({"unit": "A", "tanks_captured": ("W",)}, "$.segment.tanks_captured[0]"),
        ({"unit": "A", "seniors_killed": (fallen(2),)}, "$.segment.seniors_killed[0].known_in_turn"),
        # Four bases with more markers rout.
        ({"unit": "A", "after": (unit("A"), unit("W", "white", terror=3, humiliated=2))}, "$.segment.after[1].terror"),
    ],
)
def test_reports_that_do_not_fit(report: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as found:
        step(game(unit("A"), unit("W", "white")), ra.Segment(**report))
    assert [problem.path for problem in found.value.problems] == [path]


@pytest.mark.rule("red_actions", "conv-bad-input", "seq-steps")
@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"turn": 4}, "$.game.turn"),
        ({"units": (unit("A"), unit("A"))}, "$.game.units[1].name"),
        ({"units": (unit("A", bases=0),)}, "$.game.units[0].bases"),
        ({"units": (unit("A", terror=5),)}, "$.game.units[0].terror"),
        (
            {"reinforcements": (ra.Reinforcement(unit=unit("C", terror=5), entry="x"),)},
            "$.game.reinforcements[0].unit.terror",
        ),
        ({"hidden": ("Z",)}, "$.game.hidden[0]"),
        ({"able": ("A", "Z")}, "$.game.able[1]"),
        ({"turn": 2, "fallen": (fallen(2), fallen(3))}, "$.game.fallen[1].known_in_turn"),
        ({"reinforcements": (ra.Reinforcement(unit=unit("A"), entry="x"),)}, "$.game.reinforcements[0].unit.name"),
    ],
)
def test_games_that_do_not_fit(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as found:
        step(game(**{"units": (unit("A"),), **facts}))
    assert path in [problem.path for problem in found.value.problems]
