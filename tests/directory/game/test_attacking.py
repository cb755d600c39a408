"""Attacks of a whole game: the pause after the die, retreats, captures, advances, and where the counters go.

Hex 0202 lies among 0201, 0302, 0303, 0203, 0103 and 0102.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from directory_games import at, board, lines, out, play, unit, where

from rcw_rules import IllegalRequestError
from rcw_rules import directory as fd
from rcw_rules.kernel.questions import Decision, Throw

RED, RED_2 = unit("1 Red", "bolsheviks", "0203"), unit("2 Red", "bolsheviks", "0203")
SICH, SICH_2 = unit("1 Sich", "directory", "0202"), unit("2 Sich", "directory", "0202")
FARAWAY = unit("Far", "bolsheviks", "0601")
ALL_AROUND = tuple(unit(f"R{label}", "bolsheviks", label) for label in ("0201", "0302", "0303", "0103", "0102"))


def refused(state: fd.GameState, line: str, game: fd.DirectoryGame = fd.game) -> tuple[str, str]:
    with pytest.raises(IllegalRequestError) as caught:
        play(state, line, game=game)
    (objection,) = caught.value.objections
    return objection.rule, objection.message


@pytest.mark.rule("directory", "miss-retreat", "com-dice-order")
def test_an_attack_pauses_after_the_die_and_asks_the_owner() -> None:
    session = fd.game.session(at("first_combat", RED, RED_2, SICH), fd.Attack(target="0202"))
    asked = []
    for answer in (True, False, 4, ("0102",), False):
        pending = session.pending
        assert pending is not None
        owner = pending.owner if isinstance(pending, Decision) else ""
        name = pending.choice.id if isinstance(pending, Decision) else pending.purpose
        about = pending.unit if isinstance(pending, Decision) else ""
        asked.append((name, owner, about))
        session = session.answer((answer,) if isinstance(pending, Throw) else answer)
    assert asked == [
        ("take_part", "bolsheviks", "1 Red"),
        ("take_part", "bolsheviks", "2 Red"),
        ("attack on 0202/combat result/combat", "", ""),
        ("retreat", "directory", "1 Sich"),
        ("advance", "bolsheviks", "1 Red"),
    ]
    assert session.pending is None
    assert session.outcome is not None
    # 3 against 3: 1:1, on which 4 is DR. The other regiment stayed out and has not attacked.
    after = session.outcome.state
    assert where(after) == {"1 Red": "0203", "2 Red": "0203", "1 Sich": "0102"}
    assert [piece.done.attacked for piece in after.campaign.pieces] == [True, False, False]
    assert session.outcome.events[:2] == (
        "1 Red attack 1 Sich in 0202: 3 against 3, 1:1, the defenders retreat.",
        "1 Sich retreats to 0102.",
    )


@pytest.mark.rule("directory", "com-odds-low", "com-adjacent")
def test_whoever_is_needed_for_one_to_two_is_not_asked() -> None:
    # Local units attack with 1. Against 4 two are needed: the second and third are not asked once one stays out.
    locals_ = tuple(unit(f"Local {number}", "bolsheviks", "0203", "local_units") for number in (1, 2))
    third = unit("Local 3", "bolsheviks", "0302", "local_units")
    guard = unit("Guard", "directory", "0202", "elite_infantry")
    state = at("first_combat", *locals_, third, guard, local_units=fd.LocalRule(within=0))
    asked: list[str] = []

    def stay_out(joining: fd.Joining, alternatives: tuple[bool, ...]) -> bool:
        asked.append(joining.unit)
        return False

    after = play(state, "attack 0202", 2, take_part=stay_out)
    assert asked == ["Local 1"]
    assert [piece.done.attacked for piece in after.campaign.pieces] == [False, True, True, False]
    # With two alone nobody is asked, and one alone is too weak to attack at all.
    assert "attack 0202" in lines(at("first_combat", *locals_, guard, local_units=fd.LocalRule(within=0)))
    alone = at("first_combat", locals_[0], guard, local_units=fd.LocalRule(within=0))
    assert lines(alone) == ["end phase"]
    assert refused(alone, "attack 0202")[0] == "com-odds-low"


@pytest.mark.rule("directory", "gen-attacker", "com-adjacent", "miss-map")
def test_refused_attacks_name_the_hex_and_who_is_there() -> None:
    makhno = unit("Makhno", "makhnovists", "0303")
    state = at("first_combat", RED, SICH, makhno, unit("3 Sich", "directory", "0501"))
    assert lines(state) == ["end phase", "attack 0202"]
    assert refused(state, "attack 0303") == (
        "gen-attacker",
        "hex '0303' holds Makhno; the bolsheviks attack hexes that hold enemies alone",
    )
    assert refused(state, "attack 0101")[1].startswith("hex '0101' holds nobody;")
    assert refused(state, "attack 9999") == ("miss-map", "the map has no hex '9999'")
    rule, message = refused(state, "attack 0501")
    assert rule == "com-adjacent"
    assert message == "attack on 0501: no unit of the bolsheviks that has not attacked in this phase is next to it"


@pytest.mark.rule("directory", "miss-retreat", "miss-stacking-zoc")
def test_defenders_leave_room_for_those_who_retreat_after_them() -> None:
    # One hex is open, and there is room for one of the two: the first listed goes, the other is lost.
    guards = [RED, *ALL_AROUND[1:]]
    friend = unit("3 Sich", "directory", "0201")
    state = at("first_combat", *guards, SICH, SICH_2, friend)
    after = play(state, "attack 0202", 4, advance=lambda *_: False)
    assert where(after)["1 Sich"] == "0201"
    assert out(after) == {"2 Sich": "destroyed"}
    # Where two hexes are open, the first may not take the only place of a train that keeps to its rails.
    train = unit("Train", "directory", "0202", "armored_train")
    tanks = unit("Tanks", "directory", "0202", "tanks")
    rails = (fd.Railroad(one="0201", other="0202", line="major"),)
    tracks = board(
        rails,
        h0201=fd.MapHex(label="0201", land="clear", rail="major"),
        h0202=fd.MapHex(label="0202", land="clear", rail="major"),
    )
    depot = unit("Depot", "directory", "0201", "fixed_base")
    seen: list[Any] = []

    def note(retreating: fd.Retreating, ways: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        seen.append((retreating.unit, ways))
        return ways[0]

    crowded = at("first_combat", RED, *ALL_AROUND[2:], tanks, train, depot, board=tracks)
    fled = play(crowded, "attack 0202", 4, retreat=note, advance=lambda *_: False)
    assert (where(fled)["Tanks"], where(fled)["Train"]) == ("0302", "0201")
    assert seen == []  # neither had two ways: the tanks had to leave the rails to the train


@pytest.mark.rule("directory", "miss-retreat")
@pytest.mark.parametrize(
    ("rule", "faction", "chooser"),
    [
        ({"routes_by": "owner"}, "directory", "directory"),
        ({"routes_by": "attacker"}, "directory", "bolsheviks"),
        ({"routes_by": "owner"}, "volunteers", "volunteers"),
        ({"routes_by": "owner", "independents_by": "opponent"}, "makhnovists", "directory"),
        ({"routes_by": "owner", "independents_by": "attacker"}, "makhnovists", "bolsheviks"),
    ],
)
def test_the_rulebook_says_who_chooses_the_way(rule: dict[str, Any], faction: Any, chooser: str) -> None:
    wars = tuple(fd.War(one="bolsheviks", other=foe) for foe in ("directory", "volunteers", "makhnovists"))
    retreat = fd.RetreatRule(hexes=1, blocked="removed", **rule)
    state = at("first_combat", RED, unit("Foe", faction, "0202"), wars=wars, retreat=retreat)
    owners: list[str] = []

    def note(retreating: fd.Retreating, ways: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        owners.append(retreating.side)
        return ways[0]

    play(state, "attack 0202", 4, retreat=note)
    assert owners == [chooser]


@pytest.mark.rule("directory", "miss-retreat")
def test_a_retreat_of_two_hexes_leads_away() -> None:
    retreat = fd.RetreatRule(hexes=2, blocked="removed", routes_by="owner", into_zones=False)
    guard = unit("Guard", "bolsheviks", "0401")
    seen: list[tuple[tuple[str, ...], ...]] = []

    def note(retreating: fd.Retreating, ways: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        seen.append(ways)
        return ways[-1]

    # Next to the enemies lie 0303, 0304, 0204, 0104, 0103 and 0301, 0302, 0501, 0402: only 0101 is left.
    after = play(at("first_combat", RED, guard, SICH, retreat=retreat), "attack 0202", 4, retreat=note)
    assert where(after)["1 Sich"] == "0101"
    assert seen == []
    into_zones = attrs.evolve(retreat, into_zones=True)
    play(at("first_combat", RED, SICH, retreat=into_zones), "attack 0202", 4, retreat=note)
    # Two hexes away lie eight; 0204 is behind the attacker.
    assert sorted(way[-1] for way in seen[0]) == ["0101", "0104", "0301", "0304", "0401", "0402", "0403"]
    assert all(len(way) == 2 for way in seen[0])


@pytest.mark.rule("directory", "cap-armor", "opt-spares")
def test_captured_armor_is_replaced_by_a_spare_under_its_own_name() -> None:
    train = unit("Sich train", "directory", "0202", "armored_train")
    spare = fd.Unit(name="Red train 2", type="armored_train", faction="bolsheviks")
    state = at("first_combat", RED, RED_2, train, spares=(spare,))
    after = play(state, "attack 0202", 2, 3, advance=lambda *_: False)  # no rails, so no way out: captured on a 3
    taken = after.campaign.piece("Red train 2")
    assert (taken.hex, taken.counter.faction, taken.captured_from) == ("0202", "bolsheviks", "directory")
    assert taken.supply == "none"  # there is no base anywhere
    assert out(after) == {"Sich train": "captured"}
    assert out(play(state, "attack 0202", 2, 4)) == {"Sich train": "destroyed", "Red train 2": "spare"}
    # Without a spare there is nothing to put in its place.
    none_left = at("first_combat", RED, RED_2, train)
    assert out(play(none_left, "attack 0202", 2, 3)) == {"Sich train": "destroyed"}


@pytest.mark.rule("directory", "cap-logistics")
def test_captured_bases_become_spare_stockpiles_and_then_made_ones() -> None:
    base = unit("Base", "directory", "0202", "fixed_base")
    store = unit("Store", "directory", "0202", "supply_stockpile")
    spare = fd.Unit(name="Red store", type="supply_stockpile", faction="bolsheviks")
    state = at("first_combat", RED, RED_2, base, store, spares=(spare,))
    before = fd.game.conserved(state)
    after = play(state, "attack 0202", 2, 5, 5)
    assert {name: label for name, label in where(after).items() if label == "0202"} == {
        "1 Red": "0202",
        "2 Red": "0202",
        "Red store": "0202",
        "Stockpile 1": "0202",
    }
    assert out(after) == {"Base": "captured", "Store": "captured"}
    assert after.stockpiles_made == 1
    assert fd.game.conserved(after) == before


@pytest.mark.rule("directory", "miss-advance", "miss-stacking-zoc")
@pytest.mark.parametrize(("rule", "there"), [("none", 0), ("one", 1), ("all", 2)])
def test_the_rulebook_says_how_many_advance(rule: Any, there: int) -> None:
    tanks = unit("Tanks", "bolsheviks", "0102", "tanks")
    third = unit("3 Red", "bolsheviks", "0103")
    state = at("first_combat", tanks, RED, RED_2, third, SICH, advance=rule)
    after = play(state, "attack 0202", 4)
    # Tanks do not advance, and a hex holds two combat units.
    assert sorted(name for name, label in where(after).items() if label == "0202") == ["1 Red", "2 Red"][:there]


@pytest.mark.rule("directory", "miss-advance")
def test_nobody_advances_into_a_hex_that_is_still_held() -> None:
    ship = unit("Ship", "directory", "0202", "inshore_naval_forces")
    after = play(at("first_combat", RED, RED_2, SICH, ship), "attack 0202", 4)
    assert where(after) == {"1 Red": "0203", "2 Red": "0203", "1 Sich": where(after)["1 Sich"], "Ship": "0202"}


@pytest.mark.rule("directory", "miss-retreat")
@pytest.mark.parametrize(("fate", "left"), [("stays", True), ("removed", False)])
def test_a_blocked_unit_has_the_fate_of_the_rulebook(fate: Any, left: bool) -> None:
    retreat = fd.RetreatRule(hexes=1, blocked=fate, routes_by="owner")
    after = play(at("first_combat", RED, *ALL_AROUND, SICH, retreat=retreat), "attack 0202", 4)
    assert ("1 Sich" in where(after)) is left
    assert out(after) == ({} if left else {"1 Sich": "destroyed"})


@pytest.mark.rule("directory", "miss-restricted-broken-up", "unit-logistics", "sup-never")
def test_a_stockpile_that_is_broken_up_supplies_those_around_it() -> None:
    store = unit("Store", "bolsheviks", "0203", "supply_stockpile")
    makhno = unit("Makhno", "makhnovists", "0103", supply="none")
    allies = (fd.Alliance(faction="makhnovists", side="bolsheviks"),)
    rule = fd.BreakUpRule(supplies_within=1)
    state = at("first_combat", RED, store, makhno, FARAWAY, SICH, alliances=allies, break_up=rule)
    assert lines(state) == ["end phase", "attack 0202", "break up Store"]
    after = play(state, "break up Store")
    assert {piece.name: piece.supply for piece in after.campaign.pieces} == {
        "1 Red": "supplied",
        "Makhno": "none",
        "Far": "limited",
        "1 Sich": "limited",
    }
    assert out(after) == {"Store": "broken_up"}
    assert refused(state, 'break up "1 Red"') == (
        "unit-logistics",
        "'1 Red' is no supply stockpile; only these are broken up",
    )
    silent = at("first_combat", RED, store, SICH)
    assert "break up Store" not in lines(silent)
    with pytest.raises(fd.MissingProfileError) as caught:
        play(silent, "break up Store")
    assert (caught.value.field, caught.value.rule) == ("break_up", "miss-restricted-broken-up")
