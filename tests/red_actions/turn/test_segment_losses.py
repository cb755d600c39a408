"""What a segment cost both sides: units, senior officers, and units that become others."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_games import CARDS, armies, fallen, game, named, step, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.red_actions.units import replacement_request

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
    assert not outcome.game.fallen_seniors
    assert [one.name for one in outcome.game.units] == ["A", "W"]
    # The officer leaves it again in the next turn of its side, as a separate base with a segment still to come.
    state = evolve(outcome.game, units=tuple(evolve(one, has_acted=False) for one in outcome.game.units))
    left = step(evolve(state, acting="attacker"), ra.Segment(unit="A", after=(evolve(joined, seniors=()), senior)))
    assert not named(left.game, "Headquarters").has_acted
    # Or the officer falls with it: worth as much as the base, and in need of a successor.
    killed = ra.FallenSenior(name="Headquarters", side="red", card=senior.card, known_in_turn=1)
    report = ra.Segment(unit="A", after=(evolve(joined, seniors=()),), seniors_killed=(killed,))
    dead = step(evolve(state, acting="attacker"), report).game
    assert (dead.fallen_seniors, dead.army_of("red").lost_points) == ((killed,), senior.card.points_per_base)


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
    # With nobody new in A the officer has fallen.
    assert lost(state, after=(named(state, "A"), gone)) == [6, 0]
    # A token may be there twice: another Colonel of the same kind, who was with A before, does not count instead.
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
    # A fallen officer of Red does not count for White.
    assert missing(ra.Segment(unit="A", after=(one_left,), seniors_killed=(fallen(1),))) == "1"
    both = (killed, evolve(killed, name="Other"))
    assert step(state, ra.Segment(unit="A", after=(gone,), seniors_killed=both)).game.fallen_seniors == both
    # Officers who now have a base of their own, or go on with another unit, are not missing.
    alone = ra.Unit(name="Chief", side="white", card=card, officer=chief)
    assert not step(state, ra.Segment(unit="A", after=(one_left, alone))).game.fallen_seniors
    whole = evolve(friend, bases=6, seniors=(chief, other))
    assert not step(state, ra.Segment(unit="A", after=(whole, gone))).game.fallen_seniors
    # An officer who stood alone and is gone has fallen without being named, and does not count for one with a unit.
    state = game(unit("A"), led, alone, acting="attacker")
    fell = evolve(alone, bases=0)
    assert [one.name for one in step(state, ra.Segment(unit="A", after=(fell,))).game.fallen_seniors] == ["Chief"]
    assert missing(ra.Segment(unit="A", after=(one_left, fell))) == "1"


@pytest.mark.rule("red_actions", "off-replacement", "defs-officer-draw", "off-senior-killed")
def test_a_replacement_leaves_the_pool() -> None:
    gifted, plain = ra.OfficerToken(id="gifted", effect=2), ra.OfficerToken(id="plain")
    pool = (ra.TokenCount(token=gifted, count=1), ra.TokenCount(token=plain, count=1))
    army = ra.Army(id="mine", senior_tokens_drawn=2, flight_percent=33, pool=pool)
    forces = (evolve(armies()[0], army=army), armies()[1])
    enemy = unit("W", "white", has_acted=True)
    state = game(unit("A", officer=None), enemy, armies=forces, turn=2, fallen_seniors=(fallen(1),), acting="attacker")
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
