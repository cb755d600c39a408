"""Whole games played at random: to their end, under the eyes of a referee, and so that they can be saved and told."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import Referee, box, duel, played, rules_against, skirmish, stands, state_of

from rcw_rules import IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.games import MOST_ALTERNATIVES, Match
from rcw_rules.games.checks import check_game
from rcw_rules.games.players import GreedyPlayer, RandomPlayer, play_match
from rcw_rules.games.random_games import RandomDecider, random_game
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import FactKind, Table, TerrainLine, point
from rcw_rules.kernel.lengths import inches

ALL_KINDS: tuple[FactKind, ...] = (
    "distance",
    "aspect",
    "sight",
    "cover",
    "bases",
    "enfilade",
    "flanks",
    "room",
    "reach",
    "towards",
)


TOLD_CHOICES = tuple(f"told_{kind}" for kind in ALL_KINDS)


def events(one: ra.Scenario, seed: int) -> list[Any]:
    return list(random_game(ra.game, one, seed, 200, RandomDecider(seed)))


@pytest.mark.rule("red_actions", "seq-steps", "act-one-only", "mov-interpenetration", "miss-victory")
@pytest.mark.parametrize("seed", [1, 5])
def test_a_random_game_ends_and_a_referee_has_nothing_against_it(seed: int) -> None:
    met, referee = events(skirmish(1), seed), Referee()
    for before, after in pairwise(met):
        action = ra.game.read_action(after.action)
        assert list(referee.complaints(before.state, action, after.state)) == [], after.action
        assert list(after.state.inconsistencies()) == []
    last = met[-1]
    assert last.result is not None
    assert last.result.rule in ("miss-victory", "seq-flight-stop")
    assert (last.actions, last.to_act) == ((), None)


def siding() -> ra.Scenario:
    """Return a small fight with a train, a tank and wire, for two turns."""
    railway = TerrainLine(name="Line", kind="railway", points=(point(0, 14), point(20, 14)))
    wire = TerrainLine(name="Wire", kind="wire", points=(point(4, 9), point(16, 9)))
    farm = box("Farm", "buildings", corners=(8, 16, 12, 19), cover="wooden_building", sight="area")
    table = Table(title="A siding", width=inches(20), depth=inches(20), source="made up", terrain=(farm,),
                  lines=(railway, wire))  # fmt: skip
    engine, guns = (stands(name, "white", card, 1, 0, 0, 0).unit for name, card in (
        ("Engine", "train_engine"), ("Gun car", "train_gun_car")))  # fmt: skip
    train = ra.TrainPlan(name="Train", railway="Line", at=inches(12),
                         cars=(ra.CarPlan(unit=guns), ra.CarPlan(unit=engine)))  # fmt: skip
    one = skirmish(2)
    (zone,), (entry,) = one.zones, one.entries
    whites = evolve(zone, south_west=point(2, 15), north_east=point(18, 19), units=zone.units[:1])
    tank = stands("Tank", "red", "tank_mg", 1, 0, 0, 0, officer=None).unit
    sappers = stands("Sappers", "red", "engineers", 2, 0, 0, 0).unit
    reds = evolve(entry, start=point(2, 0), end=point(18, 0), units=(tank, sappers))
    place = ra.Place(name="Copse", at=point(10, 17))
    return evolve(one, table=table, zones=(whites,), entries=(reds,), trains=(train,), places=(place,))


@pytest.mark.rule("red_actions", "train-speed", "wire-infantry", "mov-interpenetration")
def test_a_random_game_with_a_train_a_tank_and_wire_ends() -> None:
    met, referee = events(siding(), 2), Referee()
    for after in met:
        assert list(referee.standing(after.state)) == [], after.action
        assert list(after.state.inconsistencies()) == []
        assert ra.game.load_state(ra.game.state_json(after.state)) == after.state
    assert met[-1].result is not None
    assert any(event.action.startswith("drive Engine") for event in met)


def test_the_referee_sees_what_is_wrong() -> None:
    rifles = stands("1st", "red", "red_regulars", 4, 20, 10, 0)
    state = state_of(rifles, stands("Volunteers", "white", "white_volunteers", 4, 20, 30, 180))
    moved = rifles.group.moved(degrees(0), inches("6.2"))
    after = evolve(state.with_group(moved), report=ra.game.load_state(ra.game.state_json(state)).report)
    referee, action = Referee(), ra.Move(unit="1st", ahead=inches(6))
    assert list(referee.complaints(state, action, after)) == ["1st has gone 6.20 in, and may go 6"]
    onto = state.with_group(rifles.group.moved(degrees(0), inches("20.5")))
    assert "Volunteers stands in 1st" in [*referee.standing(onto), *Referee().standing(onto)]
    acted = state.with_units(evolve(state.the_unit("1st"), has_acted=True))
    again = Referee()
    assert list(again.complaints(state, ra.Hold(unit="1st"), acted)) == []
    assert list(again.complaints(state, ra.Hold(unit="1st"), acted)) == ["1st acts twice in turn 1"]


@pytest.mark.rule("red_actions", "seq-steps")
def test_it_keeps_what_every_game_promises() -> None:
    report = check_game(
        ra.game,
        scenarios={"duel": duel()},
        games=1,
        states=1,
        unlisted=4,
        lists_all=False,
        processes=0,
    )
    assert report.games == 1
    assert min(report.actions, report.refused, report.undone) > 0


def hidden_elsewhere(state: ra.State, side: str) -> list[ra.State]:
    """Return states that differ in who lies in ambush against a side, and where."""
    found: list[ra.State] = []
    for note in state.ambushers:
        group = state.group(note.unit)
        if group is not None and state.the_unit(note.unit).side != side:
            found.append(evolve(state.with_group(group.moved(degrees(0), inches("0.1"))), refused=state.refused))
            found.append(evolve(state, ambushers=tuple(evolve(one, from_turn=9) for one in state.ambushers)))
    return found


@pytest.mark.rule("red_actions", "amb-where")
def test_views_hide_who_lies_in_ambush() -> None:
    wood = ra.game.scenario("ambush").table.terrain[0]
    plastoons = stands("Plastoons", "white", "plastoons", 3, 9, 18, 180)
    note = ra.Ambusher(unit="Plastoons", place=wood.name, hides_in="woods")
    state = state_of(
        stands("1st", "red", "red_regulars", 4, 20, 4, 0),
        plastoons,
        table=evolve(ra.game.scenario("ambush").table, width=inches(48), depth=inches(48)),
        ambushers=(note,),
    )
    for other in hidden_elsewhere(state, "red"):
        assert other != state
        assert ra.game.view(other, "red") == ra.game.view(state, "red")
        assert ra.game.view(other, "white") != ra.game.view(state, "white")


# ------------------------------------------------------------------ told and measured


@pytest.mark.rule("red_actions", "conv-within")
@pytest.mark.parametrize("seed", [2])
def test_a_game_told_as_it_would_be_measured_is_the_same_game(seed: int) -> None:
    measured = skirmish(1)
    told = evolve(measured, told=ALL_KINDS)
    for before, after in pairwise(events(measured, seed)):
        action = ra.game.read_action(after.action)
        state = evolve(before.state, scenario=told)
        one = ra.game.play(before.state, action, dice=SeededDice(seed)).state
        other = ra.game.play(state, action, dice=SeededDice(seed)).state
        assert evolve(other, scenario=measured) == one, after.action


@pytest.mark.rule("red_actions", "sho-cover-definitions")
def test_a_referee_is_asked_for_the_fact_that_is_needed_and_overrules_it() -> None:
    units = (
        stands("1st", "red", "red_regulars", 5, 20, 10, 0),
        stands("Volunteers", "white", "white_volunteers", 4, 20, 18, 180, has_acted=True),
        stands("Guard", "white", "white_volunteers", 4, 40, 46, 180),
    )
    state = state_of(*units, scenario={"told": ("cover",)})
    action = ra.Shoot(unit="1st", target="Volunteers")
    session = ra.game.session(state, action)
    asked: Any = session.pending
    assert (asked.choice.id, asked.owner, asked.situation.question) == (
        "told_cover", "umpire", "What covers Volunteers from 1st?",
    )  # fmt: skip
    assert asked.default == "open"
    # Five bases of value 2 at long range are 5 points, column 3; behind stone four columns less: no dice at all.
    assert played(state, action, told_cover="stone").the_unit("Volunteers").markers == 0
    with pytest.raises(Exception, match="too few dice"):
        played(state, action, told_cover="open")


@pytest.mark.rule("red_actions", "sho-effective", "defs-pinned")
def test_a_referee_is_asked_once_for_each_fact_and_not_for_what_follows() -> None:
    units = (
        stands("1st", "red", "red_regulars", 5, 20, 10, 0),
        stands("Volunteers", "white", "white_volunteers", 4, 20, 18, 180, has_acted=True),
        stands("Guard", "white", "white_volunteers", 4, 40, 46, 180),
    )
    state = state_of(*units, scenario={"told": ALL_KINDS})

    def asked(action: Any, **answers: Any) -> list[str]:
        found: list[str] = []

        def answer(situation: Any, alternatives: Any) -> Any:
            found.append(situation.question)
            return answers.get(situation.kind, situation.measured)

        ra.game.play(state, action, dice=SeededDice(1), choices=dict.fromkeys(TOLD_CHOICES, answer))
        return found

    assert asked(ra.Move(unit="1st", ahead=inches(3)))[0] == (
        "Does some base of 1st end nearer to the nearest enemy that it sees?"
    )
    shot = asked(ra.Shoot(unit="1st", target="Volunteers"))
    assert len(shot) == len(set(shot)) <= 10
    assert shot[0] == "How many bases of 1st have Volunteers in sight, arc and range?"
    assert "Does 1st see Volunteers?" not in shot
    # The sketch has the Guard far out of range; the referee may know better.
    guard = ra.Shoot(unit="1st", target="Guard")
    assert guard in ra.game.legal_actions(state)
    assert asked(guard) == ["How many bases of 1st have Guard in sight, arc and range?"]
    assert "How far is 1st from Guard?" in asked(guard, bases=3, distance=inches(8))
    assert rules_against(state_of(*units), guard) == ["sho-effective"]


@pytest.mark.rule("red_actions", "charge-conditions")
def test_what_the_referee_tells_may_forbid_what_was_declared() -> None:
    state = state_of(
        stands("Squadron", "red", "red_cavalry", 3, 20, 10, 0),
        stands("Volunteers", "white", "white_volunteers", 4, 20, 20, 180),
        scenario={"told": ("reach",)},
    )
    charge = ra.Charge(unit="Squadron", target="Volunteers")
    after = played(state, charge, told_reach=inches(14))
    assert (after.stage, after.refused) == ("segment", (str(charge),))
    assert not after.the_unit("Squadron").has_acted
    assert charge not in ra.game.legal_actions(after)
    again = ra.PutRight(unit="Squadron", at=(inches(20), inches(8)), facing=degrees(0))
    assert str(played(after, again).groups[0].bases[0].at) == "(18.819, 8)"
    measured = state_of(stands("Squadron", "red", "red_cavalry", 3, 20, 10, 0),
                        stands("Volunteers", "white", "white_volunteers", 4, 20, 20, 180))  # fmt: skip
    assert rules_against(measured, again) == ["conv-within"]


# ------------------------------------------------------------------ set-up, victory, matches


@pytest.mark.rule("red_actions", "seq-steps", "amb-where", "seq-reinforcements")
def test_the_defender_places_first_and_the_attacker_may_hold_back() -> None:
    state = ra.game.begin(ra.ambush_on_a_column(), dice=SeededDice(1)).state
    assert (state.stage, state.to_act) == ("deployment", "white")
    place: dict[str, Any] = {"unit": "Volunteers", "facing": degrees(180)}
    at = (inches(9), inches(18))
    assert not rules_against(state, ra.Deploy(at=at, ambush=True, **place))
    assert rules_against(state, ra.Deploy(at=(inches(18), inches(20)), ambush=True, **place)) == ["amb-where"]
    assert rules_against(state, ra.Deploy(at=(inches(18), inches(5)), **place)) == ["seq-steps"]
    assert rules_against(state, ra.HoldBack(unit="Volunteers")) == ["seq-steps"]
    assert rules_against(state, ra.GoOn()) == ["seq-steps"]
    state = played(state, ra.Deploy(at=at, ambush=True, **place))
    assert [note.place for note in state.ambushers] == ["West wood"]
    while state.to_act == "white":
        state = played(state, ra.game.legal_actions(state)[0])
    deep = ra.Deploy(unit="1st Company", at=(inches(18), inches("4.1")), facing=degrees(0), in_column=True)
    assert rules_against(state, deep) == ["seq-steps"]
    state = played(state, evolve(deep, at=(inches(18), inches("3.9"))))
    while state.stage == "deployment":
        state = played(state, ra.HoldBack(unit=state.to_place.name if state.to_place else ""))
    assert len(state.game.reinforcements) == 5
    assert [str(action) for action in ra.game.legal_actions(state)] == ["go on"]
    state = played(state, ra.GoOn())
    comes = played(state, ra.Enter(unit="2nd Company"))
    assert comes.group("2nd Company") is not None
    assert rules_against(state, ra.Move(unit="2nd Company", ahead=inches(1))) == ["seq-reinforcements"]
    assert played(state, ra.Hold(unit="2nd Company")).group("2nd Company") is None


@pytest.mark.rule("red_actions", "miss-victory", "seq-flight-stop")
def test_who_holds_a_place_and_who_has_won() -> None:
    place = ra.Place(name="Hill", at=point(20, 20), held_by="white")
    near = stands("1st", "red", "red_regulars", 4, 20, 19, 0)
    far = stands("Volunteers", "white", "white_volunteers", 4, 40, 40, 180)
    state = state_of(near, far, scenario={"places": (place,)}, held=(("Hill", "white"),))
    assert played(state, ra.Hold(unit="1st")).held == (("Hill", "red"),)
    both = state_of(near, stands("Volunteers", "white", "white_volunteers", 4, 20, 23, 180),
                    scenario={"places": (place,)}, held=(("Hill", "white"),))  # fmt: skip
    assert played(both, ra.Hold(unit="1st")).held == (("Hill", "white"),)
    assert ra.standing_of(state).on_map == {"red": 1, "white": 1}
    armies = tuple(evolve(army, original_points=Fraction(32), lost_points=Fraction(30)) for army in state.game.armies)
    beaten = evolve(state, game=evolve(state.game, armies=armies))
    over = played(beaten, ra.Hold(unit="1st"))
    assert over.result is not None
    assert (over.result.rule, over.result.winner) == ("seq-flight-stop", None)
    assert rules_against(over, ra.Hold(unit="1st")) == ["miss-victory"]


@pytest.mark.rule("red_actions", "miss-scenarios", "seq-steps")
def test_scenarios_that_cannot_be_are_refused() -> None:
    one = skirmish()
    (zone,), (entry,) = one.zones, one.entries
    wrong = evolve(one, zones=(evolve(zone, units=(*zone.units, entry.units[0])),))
    with pytest.raises(InvalidRequestError, match="two units are called") as told:
        ra.game.begin(wrong, dice=SeededDice(1))
    assert "places no unit of the other side" in str(told.value)
    engine = ra.Unit(name="Engine", side="white", card=ra.illustrative_troops().card("train_engine"))
    with pytest.raises(InvalidRequestError, match="the cars of a train stand on its railway"):
        ra.game.begin(evolve(one, zones=(evolve(zone, units=(engine,)),)), dice=SeededDice(1))
    lost = evolve(one, places=(ra.Place(name="Copse", at=point(40, 40)),))
    with pytest.raises(InvalidRequestError, match=r"\(40, 40\) is off the table"):
        ra.game.begin(lost, dice=SeededDice(1))
    gone = evolve(one, zones=(evolve(zone, units=(evolve(zone.units[0], bases=0),)),))
    act: Any = ra.ruleset.procedure("red_actions.act").example
    with pytest.raises(InvalidRequestError, match=r"units\[0\]\.bases: a unit that is to be placed has a base or more"):
        ra.ruleset.resolve(evolve(act, state=evolve(act.state, scenario=gone)), dice=SeededDice(1))
    small = evolve(zone.units[0], bases=1)
    with pytest.raises(IllegalRequestError, match="defs-unit-size"):
        ra.game.begin(evolve(one, zones=(evolve(zone, units=(small,)),)), dice=SeededDice(1))


@pytest.mark.rule("red_actions", "miss-scenarios")
@pytest.mark.parametrize("name", ["ambush", "village", "junction", "patrols"])
def test_the_scenarios_that_come_with_it_begin(name: str) -> None:
    one = ra.game.scenario(name)
    state = ra.game.begin(one, dice=SeededDice(1)).state
    assert "ade up" in one.source
    assert one.victory is not None
    actions = ra.game.legal_actions(state)
    assert 0 < len(actions) <= MOST_ALTERNATIVES
    assert state.to_act == one.defender
    assert ra.game.text_map(ra.game.view(state, "red")).startswith(one.title)


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_a_match_is_played_between_programs() -> None:
    players: Any = {"red": GreedyPlayer(ra.game, seed=1, draws=1, most=3), "white": RandomPlayer(1)}
    match = Match[Any, Any, Any].begin(ra.game, skirmish(1), dice=SeededDice(3))
    end = play_match(match, players)
    assert end.result is not None
    assert any("is placed" in sentence for event in end.line_of_play for sentence in event.told)


def test_a_picture_and_a_map_show_who_is_seen() -> None:
    state = state_of(
        stands("1st", "red", "red_regulars", 3, 10, 20, 0), stands("Squadron", "white", "white_cossacks", 3, 30, 20, 0)
    )
    view = ra.game.view(state, "red")
    text = ra.game.text_map(view)
    assert "RR" in text
    assert "ss" in text
    assert "Squadron: white, sabres, 3 bases, at 30,20, facing 0" in text
    picture: Any = ra.game.picture(view)
    assert "<svg" in picture.svg
    # Reds are drawn in red, Whites in white.
    for side, colour in (("red", "#8c1d18"), ("white", "#ffffff")):
        drawn = picture.svg[picture.svg.index(f'data-side="{side}"') :]
        assert f'fill="{colour}"' in drawn[: drawn.index("</g>")]


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_a_state_whose_units_are_not_those_on_its_table_is_refused_by_everything_that_asks_about_it() -> None:
    begun = ra.game.begin(ra.patrol_clash(), dice=SeededDice(1)).state
    placed = ra.game.play(begun, ra.game.legal_actions(begun)[0], dice=SeededDice(1)).state
    wrong = {
        r"\$\.state\.groups\[0\]\.name: 'Volunteers' is no unit, or stands there twice \[conv-bad-input\]": placed,
        r"\$\.state\.game\.units: 'Volunteers' is to be placed, and is not among them \[conv-bad-input\]": begun,
    }
    for told, state in wrong.items():
        one = evolve(state, game=evolve(state.game, units=()))
        for ask in (ra.game.legal_actions, lambda s: ra.game.view(s, "red"), lambda s: ra.game.measure(s, "red")):
            with pytest.raises(InvalidRequestError, match=told):
                ask(one)
