"""Routs: the rout move, and the friends who meet or see it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from red_actions_units import card, unit

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RollStep

DICE = list(product(range(1, 7), repeat=2))
GOOD, BAD = (1, 1), (6, 6)


def routers(troops: ra.TroopCard | None = None, **changes: Any) -> ra.Unit:
    return unit(troops, **{"routing": True, "rout_turns": 1, **changes})


def met(*things: tuple[Any, int | str], **fields: Any) -> ra.RoutWay:
    obstacles = tuple(
        ra.InTheWay(what=what, distance=inches(at), name=f"F{number}") for number, (what, at) in enumerate(things)
    )
    return ra.RoutWay(obstacles=obstacles, **fields)


def rout(who: ra.Unit, way: ra.RoutWay | None = None, **options: Any) -> ra.RoutMoveOutcome:
    asked = ra.RoutMoveRequest(unit=who, way=way or ra.RoutWay())
    outcome: ra.RoutMoveOutcome = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice([])).outcome
    return outcome


@pytest.mark.rule("red_actions", "rout-move", "mor-fail-fear")
def test_a_rout_move_is_one_speed_unless_an_option_says_otherwise() -> None:
    outcome = rout(routers())
    assert (outcome.end, outcome.moved, outcome.ran_through, outcome.prisoners) == ("moved", inches(6), (), 0)
    assert outcome.unit == routers()
    assert rout(routers(), rout_length_factor=Fraction(3, 2)).moved == inches(9)
    with pytest.raises(InvalidRequestError, match=r"rout_length_factor: must be more than 0.*rout-move"):
        rout(routers(), rout_length_factor=Fraction(0))
    assert rout(routers(card(speed=inches("0.001"))), rout_length_factor=Fraction(7, 2)).moved == inches("0.003")
    assert rout(routers(), ra.RoutWay(reach=inches("2.5")), rout_length_factor=Fraction(2)).moved == inches("2.5")


@pytest.mark.rule("red_actions", "rout-move", "conv-within")
@pytest.mark.parametrize(
    ("at", "end"), [(5, "surrendered"), (6, "surrendered"), ("6.001", "moved"), (0, "surrendered")]
)
def test_routers_who_run_into_an_enemy_surrender(at: Any, end: str) -> None:
    outcome = rout(routers(officer=ra.OfficerToken(id="o")), met(("enemy", at)))
    assert outcome.end == end
    if end == "surrendered":
        assert (outcome.prisoners, outcome.unit.bases, outcome.unit.officers) == (4, 0, ())
        assert outcome.moved == inches(at)


@pytest.mark.rule("red_actions", "rout-move")
@pytest.mark.parametrize(("at", "end"), [(2, "destroyed"), ("5.999", "destroyed"), (6, "moved")])
def test_impassable_terrain_on_the_way_is_the_end(at: Any, end: str) -> None:
    outcome = rout(routers(card("sabres")), met(("impassable", at)))
    assert (outcome.end, outcome.unit.bases, outcome.prisoners) == (end, 0 if end == "destroyed" else 4, 0)


@pytest.mark.rule("red_actions", "rout-move", "mov-interpenetration", "form-formed-cavalry")
def test_friends_are_run_through_in_order_but_formed_cavalry_is_slid_past() -> None:
    outcome = rout(routers(), met(("friend", 5), ("formed_cavalry", 2), ("friend", 1), ("friend", 6)))
    assert (outcome.end, outcome.moved, outcome.ran_through) == ("moved", inches(6), ("F2", "F0"))


@pytest.mark.rule("red_actions", "rout-move")
def test_the_first_thing_met_decides() -> None:
    assert rout(routers(), met(("enemy", 5), ("impassable", 3))).end == "destroyed"
    assert rout(routers(), met(("enemy", 2), ("impassable", 3))).end == "surrendered"
    blocked = rout(routers(), met(("friend", 1), ("impassable", 3), ("friend", 4)))
    assert (blocked.end, blocked.ran_through, blocked.moved) == ("destroyed", ("F0",), inches(3))


@pytest.mark.rule("red_actions", "misc-table-edge")
def test_off_the_table_in_sight_of_an_enemy_is_for_good() -> None:
    lost = rout(routers(), met(("table_edge", 4), enemy_in_sight=True))
    assert (lost.end, lost.unit.bases, lost.moved) == ("lost", 0, inches(4))
    unseen = rout(routers(), met(("table_edge", 4), enemy_in_sight=False))
    assert (unseen.end, unseen.unit.bases, unseen.unit.routing) == ("left_table", 4, True)
    assert rout(routers(), met(("table_edge", 6))).end == "moved"


@pytest.mark.rule("red_actions", "rout-move")
@pytest.mark.parametrize(
    ("cause", "seen", "away"),
    [
        ("enemy", True, "its_enemy"),
        ("enemy", False, "its_enemy"),
        ("other", True, "nearest_enemy"),
        ("other", False, "towards_own_edge"),
    ],
)
def test_what_a_unit_routs_from(cause: Any, seen: bool, away: str) -> None:
    assert rout(routers(), ra.RoutWay(cause=cause, enemy_in_sight=seen)).away_from == away


@pytest.mark.rule("red_actions", "rout-guns")
def test_guns_rout_limbered_or_not_at_all() -> None:
    guns = routers(card("gun"), bases=2)
    left = rout(guns)
    assert (left.end, left.moved, left.unit.bases) == ("left_guns", inches(0), 0)
    assert rout(guns, gun_crews_as_mortars=True).moved == inches(3)
    assert rout(evolve(guns, limbered=True)).moved == inches(6)


@pytest.mark.rule("red_actions", "rout-causes", "conv-bad-input")
def test_only_routers_that_stand_make_rout_moves() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.routing: .*rout-move"):
        rout(unit())
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.bases: .*conv-bad-input"):
        rout(routers(bases=0))
    with pytest.raises(InvalidRequestError, match=r"\$\.way\.obstacles\[0\]\.what"):
        rout(routers(), met(("river", 3)))
    nobody = ra.RoutWay(obstacles=(ra.InTheWay(what="friend", distance=inches(3)),))
    with pytest.raises(InvalidRequestError, match=r"\$\.way\.obstacles\[0\]\.name: .*rout-move"):
        rout(routers(), nobody)


# Friends.


def friend(name: str, met_at: int | None = None, distance: int = 0, troops: Any = None, **changes: Any) -> Any:
    return ra.FriendNearRout(
        unit=unit(troops or card(), **{"name": name, **changes}),
        met_at=None if met_at is None else inches(met_at),
        distance=inches(distance),
    )


def cascade(*friends: ra.FriendNearRout, who: ra.Unit | None = None, **fields: Any) -> ra.RoutCascadeRequest:
    return ra.RoutCascadeRequest(unit=who or routers(name="R"), friends=friends, **fields)


def rolled(asked: ra.RoutCascadeRequest, *throws: tuple[int, int], **options: Any) -> list[str]:
    faces = [face for dice in throws for face in dice]
    resolution = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces))
    rolls = [step.purpose for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    return [f"{purpose.split('/')[0].removeprefix('tests of ')} {purpose.rsplit('/')[-1]}" for purpose in rolls]


def flee(asked: ra.RoutCascadeRequest, *throws: tuple[int, int], **options: Any) -> ra.RoutCascadeOutcome:
    faces = [face for dice in throws for face in dice]
    outcome: ra.RoutCascadeOutcome = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_actions", "rout-cascade", "mor-triggers", "mor-fail-serious")
def test_friends_run_through_test_fear_then_serious_and_those_passed_serious() -> None:
    asked = cascade(friend("P", 2), friend("Q", distance=5))
    assert rolled(asked, GOOD, GOOD, GOOD) == ["P fear test", "P serious test", "Q serious test"]
    outcome = flee(asked, GOOD, BAD, GOOD)
    assert outcome.move.ran_through == ("P",)
    assert [(each.name, each.aftermath.retired) for each in outcome.friends] == [("P", inches(3)), ("Q", inches(0))]
    assert outcome.new_routs == ()


@pytest.mark.rule("red_actions", "rout-cascade", "mor-fail-fear")
def test_a_friend_that_begins_to_rout_takes_no_serious_test_and_waits_for_the_others() -> None:
    asked = cascade(friend("P", 2), friend("Q", distance=5))
    assert rolled(asked, BAD, GOOD) == ["P fear test", "Q serious test"]
    outcome = flee(asked, BAD, GOOD)
    assert outcome.new_routs == ("P",)
    assert outcome.friends[0].aftermath.unit.routing
    both = flee(cascade(friend("P", 2), friend("Q", 3)), BAD, BAD)
    assert both.new_routs == ("P", "Q")


@pytest.mark.rule("red_actions", "mor-class", "rout-cascade", "conv-within")
@pytest.mark.parametrize(
    ("theirs", "own", "distance", "tests"),
    [
        ({"fear": 7}, {"fear": 7}, 8, 1),
        ({"fear": 7}, {"fear": 7}, 9, 0),
        ({"fear": 6}, {"fear": 7}, 8, 0),
        ({"fear": 6, "troop_class": 3}, {"fear": 8, "troop_class": 2}, 8, 1),
    ],
)
def test_only_routers_as_good_as_themselves_unsettle_friends(theirs: Any, own: Any, distance: int, tests: int) -> None:
    asked = cascade(friend("Q", distance=distance, troops=card(**own)), who=routers(card(**theirs), name="R"))
    assert len(rolled(asked, *[GOOD] * tests)) == tests


@pytest.mark.rule("red_actions", "mor-class")
def test_the_record_says_by_which_numbers_classes_were_compared() -> None:
    def told(**numbers: Any) -> list[str]:
        troops = card(**numbers)
        asked = cascade(friend("Q", distance=5, troops=troops), who=routers(troops, name="R"))
        record = ra.ruleset.resolve(asked, dice=GivenDice(GOOD)).record
        return [step.text for _, step in record.walk() if step.rule == "mor-class" and "passes" not in step.text][1:]

    assert told(fear=7) == ["the fear number of the routers is 7, that of the unit they pass 7"]
    assert told(fear=7, troop_class=3) == ["the class of the routers is 3, that of the unit they pass 3"]


@pytest.mark.rule("red_actions", "mor-class", "char-white-officer-base")
def test_a_stiffened_unit_counts_as_volunteers() -> None:
    conscripts = card(fear=6, morale_as="v")
    stiffened = friend("Q", distance=5, troops=conscripts, white_officer_base=True, morale_card=card(id="v", fear=9))
    assert rolled(cascade(stiffened)) == []
    assert rolled(cascade(friend("Q", distance=5, troops=conscripts)), GOOD) == ["Q serious test"]


@pytest.mark.rule("red_actions", "rout-cascade", "mor-triggers", "form-formed-cavalry", "rout-guns")
def test_who_does_not_test() -> None:
    assert rolled(cascade(friend("P", 2, routing=True))) == []
    assert rolled(cascade(friend("P", 2, troops=card("armoured_car")))) == []
    formed = friend("P", 2, troops=card("sabres", may_form=True), formed=True)
    assert rolled(cascade(formed), GOOD) == ["P serious test"]  # not run through
    guns = cascade(friend("P", 2), who=routers(card("gun"), name="R", bases=2))
    assert rolled(guns) == []
    assert flee(guns).friends[0].aftermath.unit == friend("P", 2).unit


@pytest.mark.rule("red_actions", "rout-cascade", "rout-move")
def test_friends_behind_the_end_of_the_move_are_not_run_through() -> None:
    stopped = met(("enemy", 1))
    asked = cascade(friend("P", 3), friend("Q", 10), way=stopped)
    assert rolled(asked, GOOD) == ["P serious test"]  # 2 inches from where they surrendered; the other is 9 away
    outcome = flee(asked, GOOD)
    assert (outcome.move.end, outcome.move.ran_through) == ("surrendered", ())
    # A whole move of 6 inches ends 8 inches before the one and more than 8 before the other.
    assert rolled(cascade(friend("P", 14), friend("Q", 15)), GOOD) == ["P serious test"]


@pytest.mark.rule("red_actions", "rout-cascade", "conv-bad-input")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (cascade(friend("R", 2)), r"\$\.friends\[0\]\.unit\.name: .*conv-bad-input"),
        (cascade(friend("P", 2, side="white")), r"\$\.friends\[0\]\.unit\.side: .*rout-cascade"),
        (cascade(friend("P", 2, bases=0)), r"\$\.friends\[0\]\.unit\.bases: .*conv-bad-input"),
        (cascade(friend("P", 2, 3)), r"\$\.friends\[0\]\.distance: .*conv-bad-input"),
        (cascade(who=unit(name="R")), r"\$\.unit\.routing: .*rout-move"),
        (cascade(way=met(("friend", 2))), r"\$\.way\.obstacles\[0\]\.what: .*rout-cascade"),
    ],
)
def test_cascades_that_cannot_be_are_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        flee(asked)


@pytest.mark.rule("red_actions", "mor-class", "conv-cards-missing")
def test_a_class_that_nobody_knows_is_asked_for() -> None:
    with pytest.raises(NeedsRuling, match="mor-class"):
        flee(cascade(friend("P", 2), who=routers(card(fear=None), name="R")))
    assert rolled(cascade(friend("P", 2), who=routers(card(fear=None), name="R")), GOOD, GOOD, class_measure="everyone")


@pytest.mark.rule("red_actions", "rout-cascade", "mor-procedure", "mor-fail-fear", "mor-fail-serious")
def test_the_odds_are_those_of_every_face() -> None:
    key: tuple[tuple[str, ...], int, int]
    expected: dict[tuple[tuple[str, ...], int, int], Fraction] = {}
    for fear, serious, passing in product(DICE, repeat=3):
        routs = sum(fear) > 7
        back = 3 if not routs and sum(serious) > 6 else 0
        key = (("P",) if routs else (), back, 3 if sum(passing) > 6 else 0)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 36**3)
    found: dict[tuple[tuple[str, ...], int, int], Fraction] = {}
    for outcome, chance in ra.ruleset.odds(cascade(friend("P", 2), friend("Q", distance=5))).items():
        first, second = (each.aftermath.retired.thousandths // 1000 for each in outcome.friends)
        key = (outcome.new_routs, first, second)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected
