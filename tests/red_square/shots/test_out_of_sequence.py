"""Fire out of sequence: threats, held fire, open sights, and the activation that it takes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap
from rcw_rules.red_square.shots.out_of_sequence import opportunity_for

TO_COME = rs.ThisTurn(cards=("9C",))
HELD = rs.ThisTurn(holds_fire=True, activations=1)
BOOK = rs.Book(charts=rs.ruleset.charts, options=rs.Options())


def line(name: str = "a", square: tuple[int, int] = (1, 1), **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {
        "side": "red", "kind": "infantry", "facing": "E", "bases": 4, "formation": "firing_line", "order": "defend",
        "this_turn": TO_COME,
    }  # fmt: skip
    return rs.Unit(name=name, square=square, **fields | changes)


def guns(**changes: Any) -> rs.Unit:
    return line(kind="artillery", formation="deployed", guns="qf_gun", bases=2, order=None, **changes)


def mover(square: tuple[int, int] = (4, 1), **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {
        "side": "white", "kind": "infantry", "facing": "W", "bases": 4, "formation": "waves", "order": "attack",
        "visible": True,
    }  # fmt: skip
    return rs.Unit(name="w", square=square, **fields | changes)


def field(*units: rs.Unit, wood: tuple[tuple[int, int], ...] = (), **changes: Any) -> rs.Field:
    terrain = (SquareArea(kind="wood", squares=wood),) if wood else ()
    board = SquareMap(title="Field", grid=SquareGrid(columns=20, rows=10), terrain=terrain)
    return rs.Field(board=board, units=units, **changes)


def fire(
    on: rs.Field, *faces: int | str, firer: str = "a", choices: dict[str, Any] | None = None
) -> rs.ThreatFireOutcome:
    request = rs.ThreatFireRequest(field=on, firer=firer, mover="w")
    outcome: rs.ThreatFireOutcome = rs.ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome
    return outcome


def after(outcome: rs.ThreatFireOutcome, name: str = "a") -> rs.Unit:
    return next(one for one in outcome.units if one.name == name)


def refused(on: rs.Field, rule: str, path: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        fire(on)
    assert (rule, path) in {(one.rule, one.path) for one in caught.value.verdict.objections}
    assert rs.interruptions(on, on.unit("w"), BOOK) == ()


@pytest.mark.rule("red_square", "fire-2-threat")
def test_an_enemy_within_effective_range_that_faces_the_firer() -> None:
    outcome = fire(field(line(), mover()), 4, 4, 5)  # no test; effective 2 and line 1
    assert (outcome.opportunity, outcome.band, outcome.surrendered) == ("threat", "automatic", ("9C",))
    assert outcome.shot is not None
    assert outcome.shot.hits == 2
    assert (after(outcome).this_turn.cards, after(outcome).this_turn.activations) == ((), 1)
    assert after(outcome, "w").markers == 2


@pytest.mark.rule("red_square", "fire-2-threat", "fire-1-who")
@pytest.mark.parametrize(
    ("on", "rule", "path"),
    [
        (field(line(), mover((5, 1))), "fire-2-threat", "$.mover"),
        (field(line(), mover((3, 1), facing="E")), "fire-2-threat", "$.mover"),
        (field(line(facing="W"), mover()), "fire-1-who", "$.mover"),
        (field(line(this_turn=rs.ThisTurn()), mover()), "fire-2-threat", "$.firer"),
        (field(line(this_turn=rs.ThisTurn(cards=("9C",), is_over=True)), mover()), "fire-2-threat", "$.firer"),
        (field(line(), mover(), wood=((2, 1),)), "fire-4-los", "$.mover"),
        (field(line(state="hiding"), mover()), "fire-1-who", "$.firer"),
        (field(line(), mover((2, 1), kind="light_tank", formation=None)), "fire-armour-eligibility", "$.firer"),
    ],
)
def test_no_threat(on: rs.Field, rule: str, path: str) -> None:
    refused(on, rule, path)


@pytest.mark.rule("red_square", "fire-2-threat", "obs-roll")
def test_the_firer_may_try_to_observe_once() -> None:
    hidden = field(line(), mover(visible=False))
    assert fire(hidden, 4, 1, 5, 5).units[-1].markers == 1
    missed = fire(hidden, 3)
    assert missed.shot is not None
    assert (missed.shot.shot, after(missed).this_turn.cards, after(missed).idle) == ("not_observed", (), True)


@pytest.mark.rule("red_square", "fire-2-hold")
def test_held_fire_within_range_whichever_way_the_mover_faces() -> None:
    on = field(line(this_turn=HELD), mover(facing="E"))
    outcome = fire(on, 4, 5)  # 2 + 1 - 1
    assert (outcome.opportunity, outcome.surrendered, after(outcome).this_turn.holds_fire) == ("held", (), False)
    assert outcome.shot is not None
    assert outcome.shot.hits == 1
    refused(field(line(this_turn=HELD), mover((6, 1))), "fire-range-table", "$.mover")
    refused(field(line(this_turn=HELD), mover(visible=False)), "fire-2-hold", "$.mover")


@pytest.mark.rule("red_square", "fire-2-hold")
def test_beyond_effective_range_fire_goes_on_being_held_by_default() -> None:
    on = field(line(this_turn=HELD), mover((5, 1)))
    outcome = fire(on)
    assert (outcome.opportunity, outcome.units) == (None, ())
    shot = fire(on, 4, choices={"fire_out_of_sequence": lambda seen, alternatives: True}).shot
    assert shot is not None
    assert shot.hits == 1  # long 1, line 1, held -1
    assert fire(field(line(), mover()), choices={"fire_out_of_sequence": lambda seen, alternatives: False}).units == ()


@pytest.mark.rule("red_square", "art-open-sights", "artpos-semi-masked")
def test_guns_fire_over_open_sights_at_four_squares() -> None:
    on = field(guns(), mover((5, 1), facing="E", visible=False))
    outcome = fire(on, 3, 3)  # close 3, wild -1, score 8: one each unthrown
    assert outcome.opportunity == "open_sights"
    assert outcome.shot is not None
    assert (outcome.shot.hits, outcome.shot.observations) == (2, ())
    refused(field(guns(), mover((6, 1))), "art-open-sights", "$.mover")
    refused(field(guns(position="semi_masked"), mover((2, 1))), "artpos-semi-masked", "$.mover")
    light = field(evolve(guns(), guns="light_gun"), mover((5, 1)))
    assert fire(light, 3).shot is not None  # effective 2, wild -1


@pytest.mark.rule("red_square", "turn-5-test-needed", "fire-8-accumulate", "act-wild", "act-retreat")
def test_a_unit_with_markers_tests_first_and_settles_them() -> None:
    on = field(line(markers=2, under_fire=True), mover())
    good = fire(on, 4, 9, 1, 1, 1)  # 4 - 2 = 2; D12 for 2 of an idle unit; three dice
    assert (good.band, after(good).markers, after(good).bases, after(good, "w").markers) == ("2+", 0, 4, 3)
    assert not after(good).under_fire
    wild = fire(on, 2, 2, 1, 1)  # 0; D12 of 2 costs a base; one die fewer
    assert (wild.band, after(wild).bases, after(wild).bases_removed, after(wild, "w").markers) == ("1-0", 3, 1, 2)
    broken = fire(on, 1, 9)  # -1: two squares back, no shot
    assert (broken.band, broken.shot, after(broken).state) == ("below0", None, "retreating")
    hides = fire(field(line(markers=2, under_fire=True), mover(), wood=((1, 1),)), 1, 20)
    assert (after(hides).state, after(hides).square, hides.shot) == ("hiding", (1, 1), None)


@pytest.mark.rule("red_square", "turn-5-test-needed", "turn-5b-deductions")
@pytest.mark.parametrize(
    ("changes", "face", "band"),
    [
        ({}, 4, "2+"),  # 4 - 2
        ({"hid_last_turn": True}, 4, "1-0"),
        ({"quality": "poor"}, 4, "1-0"),
        ({"quality": "elite"}, 3, "2+"),
        ({"bases": 3, "bases_removed": 1}, 4, "1-0"),
    ],
)
def test_what_goes_into_the_test_of_a_unit_alone(changes: dict[str, Any], face: int, band: str) -> None:
    held = {"fire_out_of_sequence": lambda seen, alternatives: True}
    request = rs.ThreatFireRequest(field=field(line(markers=2, **changes), mover()), firer="a", mover="w")
    dice = GivenDice([face, 12], otherwise=SeededDice(1))
    assert rs.ruleset.resolve(request, dice=dice, choices=held).outcome.band == band


@pytest.mark.rule("red_square", "co-extra-die")
def test_a_co_gives_a_die() -> None:
    officer = rs.Unit(name="colonel", side="red", kind="co", square=(1, 2))
    on = field(line(markers=2, under_fire=True, commander="colonel"), mover(), officer)
    assert fire(on, 1, 4, 9, 6, 6, 6).band == "2+"
    pinned = rs.Unit(name="colonel", side="red", kind="co", square=(1, 2), pinned=1)
    alone = field(line(markers=2, under_fire=True, commander="colonel"), mover(), pinned)
    assert fire(alone, 4, 9, 6, 6, 6).band == "2+"


@pytest.mark.rule("red_square", "fire-2-threat")
def test_a_group_keeps_its_card_and_a_second_card_stays() -> None:
    officer = rs.Unit(name="colonel", side="red", kind="co", square=(1, 2))
    both = [line(name, square, commander="colonel") for name, square in (("a", (1, 1)), ("b", (1, 5)))]
    assert fire(field(*both, mover(), officer), 6, 6, 6).surrendered == ()
    two = field(line(this_turn=rs.ThisTurn(cards=("9C", "2H"))), mover())
    outcome = fire(two, 6, 6, 6)
    assert (outcome.surrendered, after(outcome).this_turn.cards) == (("9C",), ("2H",))


@pytest.mark.rule("red_square", "mg-activation", "fire-2-threat", "fire-10-mg-alone")
def test_mgs_fire_for_the_unit_that_they_keep_with() -> None:
    mg = rs.Unit(name="m", side="red", kind="mg", square=(1, 1), facing="W", bases=2, accompanies="a")
    on = field(line(), mg, mover())
    outcome = fire(on, 4, 5, firer="m")
    assert (outcome.opportunity, after(outcome, "w").markers, outcome.surrendered) == ("threat", 1, ())
    now = field(line(), after(outcome, "m"), mover())
    assert [one.firer for one in rs.interruptions(now, now.unit("w"), BOOK)] == ["a"]
    shaken = field(line(markers=3, under_fire=True), mg, mover())
    assert fire(shaken, 2, firer="m").shot is None  # 2 - 3
    spent = field(line(this_turn=rs.ThisTurn()), mg, mover())
    assert rs.interruptions(spent, spent.unit("w"), BOOK) == ()


@pytest.mark.rule("red_square", "fire-2-threat", "art-open-sights", "fire-2-hold")
def test_who_may_fire_in_which_order() -> None:
    units = (line("far", (1, 1)), line("near", (2, 1), this_turn=HELD), line("same", (2, 3), facing="SE"))
    on = field(*units, mover())
    found = rs.interruptions(on, on.unit("w"), BOOK)
    # Friends stand before the far line. The third is 45 degrees off the mover's front, which still counts as faced.
    assert [(one.firer, one.opportunity, one.range, one.effective) for one in found] == [
        ("near", "held", 2, True),
        ("same", "threat", 3, True),
    ]
    two = field(line("b", (2, 3), facing="SE", this_turn=HELD), line("a", (1, 1)), mover())
    found = rs.interruptions(two, two.unit("w"), BOOK)
    assert [(one.firer, one.range) for one in found] == [("a", 3), ("b", 3)]


@pytest.mark.rule("red_square", "turn-5-test-needed", "fire-9-casualties", "fire-2-threat")
def test_exact_odds_against_every_throw() -> None:
    # 2 markers on an idle line in the open: D6 - 2, then D12 of 2 or less costs a base, then the shot at three squares.
    expected: dict[tuple[str, int, int], Fraction] = {}
    for test, casualty in product(range(1, 7), range(1, 13)):
        score, bases = test - 2, 3 if casualty <= 2 else 4
        weight = Fraction(1, 72)
        dice = 0 if score < 0 else 2 if score < 2 else 3
        band = "below0" if score < 0 else "1-0" if score < 2 else "2+"
        for throw in product(range(1, 7), repeat=dice):
            key = (band, bases, sum(face <= bases for face in throw))
            expected[key] = expected.get(key, Fraction(0)) + weight / 6**dice
    request = rs.ThreatFireRequest(field=field(line(markers=2, under_fire=True), mover()), firer="a", mover="w")
    odds = rs.ruleset.odds(request)
    assert sum(expected.values()) == 1
    for key, probability in expected.items():
        found = odds.probability(
            lambda o, key=key: (o.band, after(o).bases, o.shot.hits if o.shot else 0) == key  # type: ignore[misc]
        )
        assert found == probability, key


@pytest.mark.rule("red_square", "bad-input")
def test_bad_input() -> None:
    with pytest.raises(InvalidRequestError):
        fire(field(line(), mover()), firer="nobody")
    with pytest.raises(InvalidRequestError):
        fire(field(line(), mover(bases=0)))


@pytest.mark.rule("red_square", "act-table", "obs-roll", "fire-2-threat")
def test_on_a_low_score_nothing_is_observed_out_of_sequence() -> None:
    hidden = field(line(markers=2, under_fire=True), mover(visible=False))
    low = fire(hidden, 3, 9)  # 3 - 2 = 1; the D12 of 9 costs an idle unit nothing
    assert (low.band, low.shot, after(low).this_turn.cards, after(low).markers) == ("1-0", None, (), 0)
    good = fire(hidden, 4, 9, 4, 6, 6, 6)  # 4 - 2 = 2; observed with a 4 at three squares; three dice
    assert good.shot is not None
    assert good.shot.shot == "fired"
    guns_see = fire(
        field(guns(markers=2, marker_weapons=(), under_fire=True), mover((5, 1), visible=False)), 3, 9, 3, 3
    )
    assert (guns_see.opportunity, guns_see.band) == ("open_sights", "1-0")
    assert guns_see.shot is not None  # over open sights nothing need be observed


@pytest.mark.rule("red_square", "at-results", "train-7-hits", "train-6-retreat", "fire-2-threat")
def test_what_is_damaged_goes_back_instead_of_firing() -> None:
    car = line(kind="armoured_car", formation=None, bases=1, weapons=("mg",), order="attack", must_retreat=True)
    on = field(evolve(car, square=(4, 1)), mover((6, 1)))
    gone = fire(on)
    back = after(gone)
    # Two squares, then it is steady again, as after the retreat of an activation of its own.
    assert on.board.grid.distance((4, 1), back.square or (4, 1)) == 2
    assert (gone.shot, back.state, back.must_retreat, back.this_turn.retreated) == (None, "steady", False, True)
    train = line(kind="train", formation=None, bases=1, guns="heavy", order=None, rings=4)
    halted = fire(field(train, mover()), 6)  # its rings ask for a test; no rails: it has nowhere to go
    assert (halted.shot, after(halted).square, after(halted).this_turn.retreated) == (None, (1, 1), True)
    sound = fire(field(evolve(train, rings=3), mover()), 6, 6, 6, 6)  # close 3 at score 8
    assert sound.shot is not None
    assert sound.shot.hits == 3


@pytest.mark.rule("red_square", "art-9-cheka", "act-artillery-small-arms", "fire-10-fate")
def test_guns_under_small_arms_stand_with_the_cheka_beside_them() -> None:
    shot_at = guns(under_fire=True, under_small_arms=True)
    cheka = rs.Unit(name="cheka", side="red", kind="cheka", square=(1, 2))
    stands = fire(field(shot_at, cheka, mover()), 3, 3)  # close 3, wildly -1
    assert stands.shot is not None
    for others in ((), (evolve(cheka, pinned=1),), (evolve(cheka, square=(1, 3)),)):
        gone = fire(field(shot_at, *others, mover()))
        assert (gone.shot, after(gone).state, after(gone).formation) == (None, "retreating", "limbered")


@pytest.mark.rule("red_square", "fire-10-mg-alone", "mg-activation")
def test_mgs_beside_nobody_draw_for_their_own_markers() -> None:
    mg = rs.Unit(name="m", side="red", kind="mg", square=(2, 2), facing="E", bases=2, accompanies="a", markers=1)
    on = field(line(), mg, mover())
    # Idle: D12 of 12 costs nothing; then a card for the marker: a red court card pins the company, which does not fire.
    pinned = fire(on, 12, "QD", firer="m")
    assert (pinned.band, pinned.shot, after(pinned, "m").pinned, after(pinned, "m").markers) == (
        "automatic",
        None,
        2,
        0,
    )
    assert fire(on, 12, "AS", 6, 6, firer="m").shot is not None


@pytest.mark.rule("red_square", "fire-9-halve", "act-hide", "fire-2-threat")
def test_who_hides_on_its_test_is_idle_until_its_next_activation() -> None:
    on = field(line(markers=2, under_fire=True, idle=False, advancing=True), mover(), wood=((1, 1),))
    hides = after(fire(on, 1, 12))  # 1 - 2; it has moved and is in cover: D12, and 12 costs nothing
    assert (hides.state, hides.idle, hides.advancing) == ("hiding", True, False)
    hit = evolve(hides, markers=1, this_turn=TO_COME)
    settled = rs.ruleset.resolve(
        rs.ActivateRequest(field=field(hit, mover((9, 1)), wood=((1, 1),)), units=("a",), card="9C"),
        dice=GivenDice([6, 24]),
    )
    assert [roll.label for roll in settled.record.rolls][-1].startswith("d24")  # idle and in cover: two halvings


@pytest.mark.rule("red_square", "fire-9-halve", "act-retreat", "at-results", "fire-2-threat")
def test_who_goes_back_in_its_activation_is_not_idle() -> None:
    broken = after(fire(field(line(markers=2, under_fire=True), mover()), 1, 9))
    assert (broken.state, broken.square == (1, 1), broken.idle) == ("retreating", False, False)
    car = line(kind="armoured_car", formation=None, bases=1, weapons=("mg",), order="defend", must_retreat=True)
    damaged = after(fire(field(car, mover())))  # it goes back once, and is steady there
    assert (damaged.state, damaged.square == (1, 1), damaged.idle) == ("steady", False, False)


@pytest.mark.rule("red_square", "fire-2-threat", "fire-2-hold", "art-open-sights")
def test_those_who_may_fire_are_those_against_whom_nothing_is_said() -> None:
    met = 0
    for seed in range(60):
        pick = Random(seed)
        places = pick.sample([(column, row) for column in range(6) for row in range(5)], 4)
        facing: Any = pick.choice(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))
        one = mover(places[0], facing=facing)
        waiting = [
            line("a", places[1], this_turn=pick.choice((TO_COME, HELD)), facing=pick.choice(("E", "W", "N"))),
            line("b", places[2], this_turn=TO_COME, facing=pick.choice(("E", "S"))),
            guns(name="c", square=places[3], facing=pick.choice(("E", "W"))),
        ]
        on = field(one, *waiting)
        verdicts = {unit.name: opportunity_for(on, unit, one, BOOK)[1] for unit in waiting}
        found = [interruption.firer for interruption in rs.interruptions(on, one, BOOK)]
        assert sorted(found) == [name for name, objections in verdicts.items() if not objections], seed
        met += len(found)
    assert met > 10
