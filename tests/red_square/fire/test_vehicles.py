"""Hits on vehicles and trains: rings, cards and results."""

from __future__ import annotations

from typing import Any

import pytest
from red_square_vehicles import CELLS, PRINTED, hit, train, vehicle

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs

# ---------------------------------------------------------------- the table and the results


@pytest.mark.rule("red_square", "at-table", "at-results", "opt-mg-heavy-tank")
@pytest.mark.parametrize(("weapon", "kind", "suits"), CELLS)
@pytest.mark.parametrize("suit", ["H", "D", "C", "S"])
@pytest.mark.parametrize("rank", ["2", "10", "A", "J", "Q", "K"])
def test_every_cell_of_the_table(weapon: str, kind: str, suits: str, suit: str, rank: str) -> None:
    # One hit, the die fails with a 6, and a card is drawn; for lorries a joker as well.
    more = ("*1",) if kind == "truck" else ()
    outcome = hit(vehicle(kind, (weapon,)), 6, rank + suit, *more, mg_heavy_tank=True)
    counts, high = suit in suits, rank in ("A", "J", "Q", "K")
    if kind == "truck":
        expected = rs.VehicleHitsOutcome(
            bases_lost=int(counts), rings_added=0, bases=2 - counts, rings=0, destroyed=False
        )
    else:
        expected = rs.VehicleHitsOutcome(
            bases_lost=0,
            rings_added=int(counts and high),
            bases=2,
            rings=int(counts and high),
            destroyed=False,
            card_in_play_lost=counts,
            must_retreat=counts and kind != "heavy_tank",
            pinned=counts and kind == "heavy_tank",
        )
    assert outcome == expected


@pytest.mark.rule("red_square", "at-table", "at-results")
@pytest.mark.parametrize("kind", ["armoured_car", "light_tank", "heavy_tank", "truck", "tchanka"])
@pytest.mark.parametrize("joker", ["*1", "*2"])
def test_a_joker_does_nothing(kind: str, joker: str) -> None:
    more = ("*1" if joker == "*2" else "*2",) if kind in ("truck", "tchanka") else ()
    asked = vehicle(kind, ("heavy",), card_in_play=False, unplayed_cards=0)
    assert hit(asked, 6, joker, *more) == rs.VehicleHitsOutcome(
        bases_lost=0, rings_added=0, bases=2, rings=0, destroyed=False
    )


@pytest.mark.rule("red_square", "at-table")
def test_light_gun_and_quick_firer_by_hand() -> None:
    assert hit(vehicle("light_tank", ("light_gun",)), 6, "7C").must_retreat
    assert not hit(vehicle("light_tank", ("light_gun",)), 6, "7S").must_retreat
    assert not hit(vehicle("heavy_tank"), 6, "7C").pinned


@pytest.mark.rule("red_square", "at-results", "at-procedure")
def test_results_by_hand() -> None:
    car = hit(vehicle(), 6, "KS")
    assert (car.rings, car.card_in_play_lost, car.unplayed_cards_lost, car.must_retreat) == (1, True, 0, True)
    tank = hit(vehicle("heavy_tank"), 6, "9D")
    assert (tank.rings, tank.card_in_play_lost, tank.pinned, tank.must_retreat) == (0, True, True, False)
    lorry = hit(vehicle("truck", ("mg",)), 6, "5C", "5S")
    assert (lorry.bases_lost, lorry.card_in_play_lost, lorry.must_retreat) == (1, False, False)


@pytest.mark.rule("red_square", "at-table", "at-results")
def test_the_record_tells_what_the_cards_do() -> None:
    # KH counts for the light gun and adds a ring, 3S does not count, 9D for the QF gun costs the other card.
    asked = vehicle(weapons=("light_gun", "light_gun", "qf_gun"))
    lines = rs.ruleset.resolve(asked, dice=GivenDice([6, "KH", "3S", "9D"])).explain().splitlines()
    told = [line.strip() for line in lines if "at-" in line and "legal" not in line and "Not printed" not in line]
    assert told[2:] == [
        "Anti-Tank cards: 2 cards of 54: KH, 3S [at-table]",
        "Anti-Tank results, armoured car, ace, jack, queen or king: ring, lose card, retreat [at-results]",
        "vehicles left: 2; rings now: 1 [at-results]",
        "Anti-Tank cards: 1 card of 52: 9D [at-table]",
        "Anti-Tank results, armoured car, card 2 to 10: lose card, retreat [at-results]",
        "vehicles left: 2; rings now: 1 [at-results]",
        "damaged: must retreat with its next move; cards lost: 2 [at-results]",
    ]
    pinned = rs.ruleset.resolve(vehicle("heavy_tank", ("heavy",)), dice=GivenDice([6, "9C"])).explain()
    assert "damaged: pinned for a turn; cards lost: 1 [at-results]" in pinned
    gone = rs.ruleset.resolve(vehicle("truck", ("mg",), bases=1), dice=GivenDice([6, "2H"])).explain()
    assert "no vehicle is left [at-results]" in gone
    quiet = rs.ruleset.resolve(vehicle("heavy_tank", ("heavy",)), dice=GivenDice([6, "9S"])).explain()
    assert "damaged" not in quiet
    assert "Anti-Tank results" not in quiet
    rings = rs.ruleset.resolve(rs.TrainHitsRequest(marker_weapons=("heavy",) * 2), dice=GivenDice([6, "KH", "2H"]))
    assert "rings from cards: 1 [at-results]" in rings.explain()


@pytest.mark.rule("red_square", "opt-mg-heavy-tank")
def test_the_ruling_about_machine_guns_and_heavy_tanks_is_told_where_it_matters() -> None:
    ruleset = rs.ruleset.with_options(mg_heavy_tank=True)
    for kind, weapon in (("heavy_tank", "mg"), ("heavy_tank", "heavy"), ("light_tank", "mg")):
        record = ruleset.resolve(vehicle(kind, (weapon,)), dice=GivenDice([1])).record
        assert ("opt-mg-heavy-tank" in record.rules) is ((kind, weapon) == ("heavy_tank", "mg"))


@pytest.mark.rule("red_square", "at-results")
@pytest.mark.parametrize(
    ("in_play", "unplayed", "effects", "lost"),
    [
        (True, 1, 1, (True, 0)),
        (True, 1, 2, (True, 1)),
        (True, 1, 3, (True, 1)),
        (True, 0, 2, (True, 0)),
        (False, 1, 1, (False, 1)),
        (False, 2, 1, (False, 1)),
        (False, 2, 3, (False, 2)),
        (False, 0, 2, (False, 0)),
    ],
)
def test_the_card_in_play_is_lost_first(in_play: bool, unplayed: int, effects: int, lost: tuple[bool, int]) -> None:
    cards = ("2H", "3H", "4H")[:effects] + ("*1", "*2", "2S", "3S")[: 4 - effects]
    asked = vehicle(weapons=("mg",) * 4, card_in_play=in_play, unplayed_cards=unplayed)
    outcome = hit(asked, 5, *cards)
    assert (outcome.card_in_play_lost, outcome.unplayed_cards_lost) == lost
    assert outcome.must_retreat


# ---------------------------------------------------------------- markers, the die and the cards


@pytest.mark.rule("red_square", "at-procedure", "fire-9-artillery-vehicles", "fire-9-halve", "fire-9-double")
@pytest.mark.parametrize(
    ("hits", "posture", "faces", "rings"),
    [
        (4, "", (4,), 1),
        (4, "", (5, "2H", "3H", "4H", "5H"), 0),
        (6, "", (), 1),
        (8, "", (6, "2H", "3H"), 1),
        (8, "", (2,), 2),
        (8, "idle", (9, *["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H"]), 0),
        (8, "idle", (8,), 1),
        (3, "in_cover", (3,), 1),
        (12, "in_cover", (), 1),
        (8, "advancing_in_open", (2,), 4),
        (8, "advancing_in_open", (3, "2H", "KH"), 3),
        (0, "", (), 0),
    ],
)
def test_markers_first_and_then_cards_for_what_is_left(
    hits: int, posture: str, faces: tuple[int | str, ...], rings: int
) -> None:
    changes: dict[str, bool] = {posture: True} if posture else {}
    outcome = hit(vehicle("light_tank", ("heavy",) * hits, bases=6, **changes), *faces)
    assert outcome.rings_added == rings
    assert (outcome.bases, outcome.rings) == (6 - rings // 3, rings % 3)
    assert outcome.has_suffered is (rings > 0)


@pytest.mark.rule("red_square", "at-procedure", "fire-9-halve")
def test_idle_in_cover_uses_the_d24_and_groups_of_24() -> None:
    asked = vehicle("heavy_tank", ("mg",) * 25, idle=True, in_cover=True)
    assert hit(asked, 1, mg_heavy_tank=True).rings == 2
    outcome = hit(asked, 24, "QH", mg_heavy_tank=True)
    assert (outcome.rings, outcome.pinned) == (2, True)


@pytest.mark.rule("red_square", "at-procedure", "at-table")
def test_the_latest_hits_draw_in_their_order_each_on_its_own_row() -> None:
    # Six MG hits fill a group; QF gun, MG, QF gun are left. Clubs count only for the gun, spades too.
    weapons = ("mg",) * 6 + ("qf_gun", "mg", "qf_gun")
    outcome = hit(vehicle(weapons=weapons), 6, "AC", "KC", "2S")
    assert (outcome.rings_added, outcome.rings, outcome.unplayed_cards_lost) == (2, 2, 1)
    assert hit(vehicle(weapons=weapons), 6, "*1", "KC", "*2").rings_added == 1


@pytest.mark.rule("red_square", "at-procedure", "fire-9-artillery-vehicles")
def test_drawing_ends_with_the_last_vehicle() -> None:
    # One car with a ring: two more rings end it. Of the five cards the first two are certain to be drawn.
    asked = vehicle(weapons=("qf_gun",) * 5, bases=1, rings=1)
    outcome = hit(asked, 6, "KS", "AS")
    assert outcome == rs.VehicleHitsOutcome(
        bases_lost=1, rings_added=2, bases=0, rings=0, destroyed=True, card_in_play_lost=True, unplayed_cards_lost=1
    )
    assert hit(asked, 6, "2S", "AS", "3S", "QS").destroyed
    assert not hit(asked, 6, "2S", "AS", "3S", "4S", "5S").destroyed
    # The groups alone may end it, and then nothing more is thrown or drawn.
    assert hit(vehicle(weapons=("qf_gun",) * 8, bases=1, rings=2)).destroyed


@pytest.mark.rule("red_square", "at-procedure", "at-results")
def test_lorries_draw_two_cards_for_each_hit_and_each_that_counts_destroys_one() -> None:
    assert hit(vehicle("truck", ("qf_gun",), bases=4), 6, "2H", "3S").bases == 2
    assert hit(vehicle("tchanka", ("rifles", "mg"), bases=2, card_in_play=False), 6, "2S", "3S", "4S", "KC").bases == 1
    # The second card of a hit is not drawn once nothing is left; the lorry with rings goes first.
    assert hit(vehicle("truck", ("qf_gun",) * 2, bases=1), 6, "2H").destroyed
    ringed = hit(vehicle("truck", ("mg",), bases=2, rings=2), 6, "2H", "2S")
    assert (ringed.bases, ringed.rings, ringed.bases_lost, ringed.rings_added) == (1, 0, 1, 0)


@pytest.mark.rule("red_square", "opt-at-all-remainder")
def test_with_the_option_a_die_that_costs_a_ring_uses_nothing_up() -> None:
    asked = vehicle(weapons=("mg",) * 4)
    outcome = hit(asked, 4, "2S", "AH", "3S", "*1", at_all_remainder=True)
    assert (outcome.rings_added, outcome.must_retreat) == (2, True)
    assert hit(asked, 5, "2S", "AH", "3S", "*1", at_all_remainder=True).rings_added == 1
    # As long as a vehicle is left.
    assert hit(vehicle(weapons=("mg",) * 4, bases=1, rings=2), 4, at_all_remainder=True).destroyed


@pytest.mark.rule("red_square", "opt-three-markers")
def test_with_the_option_three_markers_cost_a_vehicle_but_cards_give_rings() -> None:
    outcome = hit(vehicle(weapons=("mg",) * 4, bases=4), 1, three_markers=True)
    assert (outcome.bases_lost, outcome.rings_added, outcome.must_retreat) == (2, 0, False)
    outcome = hit(vehicle(weapons=("mg",) * 4, bases=4, rings=2), 2, "KH", three_markers=True)
    assert (outcome.bases, outcome.rings, outcome.rings_added) == (2, 0, 1)
    outcome = hit(vehicle(weapons=("mg",) * 6, bases=2, rings=1), three_markers=True)
    assert (outcome.destroyed, outcome.rings) == (True, 0)
    # Three markers take the only car, so that the fourth asks for no die; full groups ask for no card.
    assert hit(vehicle(weapons=("mg",) * 4, bases=1), three_markers=True).destroyed
    assert hit(vehicle(weapons=("qf_gun",) * 3, bases=2, deck=(), discards=()), three_markers=True).bases_lost == 1


@pytest.mark.rule("red_square", "fire-armour-eligibility", "opt-mg-heavy-tank")
@pytest.mark.parametrize(
    ("kind", "weapon"),
    [("armoured_car", "rifles"), ("light_tank", "rifles"), ("heavy_tank", "rifles"), ("heavy_tank", "mg")],
)
def test_weapons_that_cannot_hurt_are_refused(kind: str, weapon: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.marker_weapons\[1\]: .*fire-armour-eligibility"):
        hit(vehicle(kind, ("heavy", weapon)))
    if weapon == "mg":
        assert hit(vehicle(kind, (weapon,)), 6, "5H", mg_heavy_tank=True).pinned


@pytest.mark.rule("red_square", "bad-input", "units-max-six", "equipment-cards-dice", "equipment-draw-pile")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (vehicle(advancing_in_open=True, idle=True), r"\$\.advancing_in_open: .*bad-input"),
        (vehicle(advancing_in_open=True, in_cover=True), r"\$\.advancing_in_open: .*bad-input"),
        (vehicle(rings=3), r"\$\.rings: .*bad-input"),
        (vehicle(bases=0), r"\$\.bases: .*units-max-six"),
        (vehicle(weapons=("bow",)), r"\$\.marker_weapons\[0\]"),
        (vehicle("train"), r"\$\.kind"),
        (vehicle(deck=("1H",)), r"\$\.deck\[0\]: .*equipment-cards-dice"),
        (vehicle(discards=("HK",)), r"\$\.discards\[0\]: .*equipment-cards-dice"),
        (vehicle("tchanka", card_in_play=True), r"\$\.card_in_play: .*tchanka-activation"),
        (vehicle("tchanka", unplayed_cards=1), r"\$\.unplayed_cards: .*tchanka-activation"),
        (vehicle(unplayed_cards=5), r"\$\.unplayed_cards: .*turn-1-two-cards"),
        (rs.TrainHitsRequest(rings=6), r"\$\.rings: .*bad-input"),
        (rs.TrainHitsRequest(deck=("XX",)), r"\$\.deck\[0\]: .*equipment-cards-dice"),
    ],
)
def test_what_contradicts_itself_is_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        hit(asked, 6)


@pytest.mark.rule("red_square", "equipment-draw-pile", "equipment-cards-dice")
def test_cards_come_from_the_rest_then_from_the_discards_and_are_told() -> None:
    asked = vehicle(weapons=("qf_gun",) * 3, deck=("KS", "2H"), discards=("3D",))
    assert hit(asked, 6, "2H", "KS", "3D").cards == ("2H", "KS", "3D")
    with pytest.raises(DiceError, match="3D is not in the pile"):
        hit(asked, 6, "2H", "3D", "KS")
    with pytest.raises(DiceError, match="is not in the pile"):
        hit(vehicle(weapons=("qf_gun",) * 2), 6, "2H", "2H")  # the same card twice from one deck
    assert hit(vehicle(), 6, "2H").cards == ()  # of a fresh deck nobody need know
    with pytest.raises(IllegalRequestError, match="equipment-draw-pile"):
        hit(vehicle(deck=()), 6, "KS")
    # What was drawn is among the discards, and comes again where nothing else is left.
    assert hit(vehicle(weapons=("qf_gun",) * 2, deck=("KS",)), 6, "KS", "KS").cards == ("KS", "KS")


@pytest.mark.rule("red_square", "train-7-hits", "at-procedure")
def test_a_train_by_hand() -> None:
    # KH and JD are high cards of suits that count; 4D and 9H are low, clubs do not count.
    outcome = train(3, ("qf_gun",) * 5, 6, "KH", "4D", "AC", "9H", "JD")
    assert outcome == rs.TrainHitsOutcome(rings_added=2, rings=5, damaged=True, disabled=True, must_retreat=False)
    outcome = train(3, ("tank_gun",), 1)
    assert outcome == rs.TrainHitsOutcome(rings_added=1, rings=4, damaged=True, disabled=False, must_retreat=True)
    # All cards are drawn, even those after the fifth ring.
    assert train(4, ("heavy",) * 3, 6, "KH", "KD", "KC").rings_added == 1
    assert train(5, ("heavy",), 6, "KH").rings_added == 0


@pytest.mark.rule("red_square", "train-7-hits", "at-table")
@pytest.mark.parametrize("weapon", ["tank_gun", "light_gun", "qf_gun", "howitzer", "heavy"])
@pytest.mark.parametrize("suit", ["H", "D", "C", "S"])
@pytest.mark.parametrize("rank", ["2", "9", "10", "A", "J", "Q", "K"])
def test_a_train_is_fired_at_as_a_heavy_tank(weapon: str, suit: str, rank: str) -> None:
    counts = suit in PRINTED[weapon][2] and rank in ("A", "J", "Q", "K")
    assert train(0, (weapon,), 6, rank + suit).rings == int(counts)


@pytest.mark.rule("red_square", "train-7-hits", "train-6-retreat")
@pytest.mark.parametrize(
    ("rings", "damaged", "disabled"), [(0, False, False), (3, False, False), (4, True, False), (5, True, True)]
)
def test_when_a_train_must_retreat(rings: int, damaged: bool, disabled: bool) -> None:
    quiet = train(rings)
    assert (quiet.damaged, quiet.disabled, quiet.must_retreat) == (damaged, disabled, damaged and not disabled)
    assert train(rings, infantry_adjacent=True).must_retreat is not disabled


@pytest.mark.rule("red_square", "train-7-hits", "fire-9-halve", "opt-at-all-remainder", "opt-three-markers")
def test_markers_on_a_train() -> None:
    assert train(0, ("heavy",) * 12).rings == 2
    assert train(0, ("heavy",) * 13, 1, idle=True).rings == 2
    assert train(0, ("heavy",) * 2, 2).rings == 1
    assert train(0, ("heavy",) * 2, 2, "KH", "2H", at_all_remainder=True).rings == 2
    assert hit(rs.TrainHitsRequest(marker_weapons=("heavy",) * 6), three_markers=True).rings == 1
    mixed = ("light_gun", "heavy", "light_gun")  # diamonds count for the heavy guns only
    assert train(0, mixed, 6, "KD", "QD", "AD").rings == 1
    assert train(0, ("heavy",), 6, "KD", deck=("KD", "2H")).cards == ("KD",)


@pytest.mark.rule("red_square", "fire-armour-eligibility")
@pytest.mark.parametrize("weapon", ["rifles", "mg"])
def test_small_arms_do_nothing_to_a_train(weapon: Any) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.marker_weapons\[0\]: .*fire-armour-eligibility"):
        hit(rs.TrainHitsRequest(marker_weapons=(weapon,)), mg_heavy_tank=True)


@pytest.mark.rule("red_square", "equipment-draw-pile", "at-procedure")
def test_hits_that_may_call_for_a_card_are_refused_before_any_die_if_there_is_none() -> None:
    nothing: dict[str, Any] = {"deck": (), "discards": ()}
    for asked in (vehicle(**nothing), rs.TrainHitsRequest(marker_weapons=("qf_gun",), **nothing)):
        objections = rs.ruleset.verdict(asked).objections
        assert [(one.rule, one.path) for one in objections] == [("equipment-draw-pile", "$.deck")]
        with pytest.raises(IllegalRequestError):
            hit(asked)  # no die is asked for
    # No marker is left over that could draw: two groups of six, or 18 markers that destroy a car with three rings.
    assert hit(vehicle(weapons=("qf_gun",) * 12, **nothing)).rings == 2
    assert hit(vehicle(weapons=("qf_gun",) * 19, bases=1, **nothing)).destroyed
    assert hit(rs.TrainHitsRequest(marker_weapons=("qf_gun",) * 6, **nothing)).rings == 1
    # One card is enough, since it is shuffled in again.
    assert hit(vehicle(weapons=("qf_gun",) * 2, deck=(), discards=("*1",)), 6, "*1", "*1").cards == ("*1", "*1")
