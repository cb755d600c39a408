"""Rout, bystanders of a later combat, and rally."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.orel.model import GRID, Side
from rcw_rules.orel.retreats import DefenderFate

BOARD = HexMap(title="open ground", grid=GRID)


unit = builder("infantry", place="1110", side="white", tq=5, strength=6)


battery = builder("artillery", key="g", place="1110", side="white", tq=5)


def car(place: str, side: Any = "red") -> game.Unit:
    return game.Unit(key=f"car {place}", side=side, hex=place, type="armoured_car", strength=2)


def cars(*places: str) -> tuple[game.Unit, ...]:
    return tuple(car(place) for place in places)


def rout(*units: game.Unit, **fields: Any) -> game.RetreatOutcome:
    return game.ruleset.resolve(game.RoutRequest(units=units, **fields), dice=GivenDice([])).outcome


# -------------------------------------------------------------------- rout


@pytest.mark.rule("orel", "8.7.3-rout")
def test_a_rout_is_two_hexes_and_a_marker() -> None:
    outcome = rout(unit("a", entrenchment="entrenched"), battery())
    assert [(each.key, each.hex, each.mode, each.entrenchment) for each in outcome.units] == [
        ("a", "1112", "routed", "none"),
        ("g", "1112", "routed", "none"),
    ]


@pytest.mark.rule("orel", "8.7.3-rout", "4.1-capture", "8.8.2B-surrender")
def test_a_second_rout_is_a_surrender() -> None:
    outcome = rout(unit("a", mode="routed", steps=3))
    assert (outcome.possible, outcome.units, outcome.surrendered, outcome.prisoners) == (False, (), ("a",), 3)
    mixed = rout(unit("a", mode="routed", steps=3), unit("b"), battery())
    assert (mixed.surrendered, mixed.prisoners) == (("a",), 3)
    assert [(each.key, each.hex) for each in mixed.units] == [("b", "1112"), ("g", "1112")]
    # The battery was not Routed before, but its whole stack surrenders.
    whole = rout(unit("a", mode="routed", steps=3), battery(), car("1110", "white"))
    assert (whole.surrendered, whole.prisoners) == (("a", "g"), 5)
    assert [(each.key, each.hex) for each in whole.units] == [("car 1110", "1110")]


@pytest.mark.rule("orel", "8.7.3-rout-impossible", "4.1-capture")
def test_one_hex_without_a_second_is_a_surrender() -> None:
    around = cars("1109", "1209", "1210", "1010", "1009")
    beyond = cars("1211", "1112", "1011")
    outcome = rout(unit("a", steps=3), others=(*around, *beyond))
    assert (outcome.surrendered, outcome.prisoners, outcome.units) == (("a",), 3, ())
    assert [each.hex for each in rout(unit("a"), others=(*around, *beyond[1:])).units] == ["1211"]
    # Who is Routed already surrenders as well, and all steps are counted: 3 + 2 + 2.
    both = rout(unit("a", mode="routed", steps=3), unit("b", steps=2), battery(), others=(*around, *beyond))
    assert (both.surrendered, both.prisoners, both.units) == (("a", "b", "g"), 7, ())


@pytest.mark.rule("orel", "8.7.3-rout", "8.7.2-vehicles-follow")
def test_a_car_goes_along_two_hexes_without_a_marker() -> None:
    outcome = rout(unit("a"), car("1110", "white"), board=BOARD)
    assert [(each.hex, each.mode) for each in outcome.units] == [("1112", "routed"), ("1112", "combat")]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "X-bad-units")
def test_vehicles_alone_do_not_rout() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units: .*8\.7\.2-vehicles-follow"):
        rout(car("1110", "white"))


@pytest.mark.rule("orel", "X-bad-units")
def test_a_rout_off_the_board_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units\[0\]\.hex: .*X-bad-units"):
        rout(unit("a", "3321"))


# -------------------------------------------------------------------- bystanders


def bystanders(*units: game.Unit, defenders: tuple[DefenderFate, ...]) -> game.BystandersOutcome:
    request = game.BystandersRequest(units=units, defenders=defenders)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "8.5.1d-target-hex")
def test_one_defender_that_retreats_takes_a_retreated_battalion_along() -> None:
    assert bystanders(unit("a", mode="march"), defenders=("retreats", "stays")).retreat == ("a",)
    assert bystanders(unit("a", mode="march"), defenders=("retreats",)).retreat == ("a",)


@pytest.mark.rule("orel", "8.5.1d-target-hex")
def test_where_both_original_defenders_rout_it_routs() -> None:
    assert bystanders(unit("a", mode="march"), defenders=("routs", "routs")).rout == ("a",)


@pytest.mark.rule("orel", "8.7.3-rout-target-hex", "4.1-capture")
def test_a_routed_battalion_surrenders_with_its_three_steps() -> None:
    outcome = bystanders(unit("a", mode="routed", steps=3), unit("b", mode="march"), defenders=("routs",))
    assert (outcome.surrender, outcome.prisoners, outcome.rout) == (("a",), 3, ("b",))
    outcome = bystanders(unit("a", mode="routed", steps=3), defenders=("routs", "retreats"))
    assert (outcome.retreat, outcome.prisoners) == (("a",), 0)


@pytest.mark.rule("orel", "8.5.1d-target-hex", "8.7.3-rout-target-hex")
def test_every_pair_of_fates() -> None:
    fates: tuple[DefenderFate, ...] = ("stays", "retreats", "routs", "eliminated", "surrenders")
    for pair in product(fates, repeat=2):
        outcome = bystanders(unit("m", mode="march"), unit("r", mode="routed"), defenders=pair)
        gone = all(fate in {"routs", "eliminated", "surrenders"} for fate in pair)
        together = ("m", "r")
        assert outcome.retreat == (together if "retreats" in pair else ())
        assert outcome.rout == (("m",) if gone else ())
        assert outcome.surrender == (("r",) if gone else ())
        assert outcome.stay == (together if not gone and "retreats" not in pair else ())


@pytest.mark.rule("orel", "8.5.1d-target-hex", "8.7.2-vehicles-follow", "X-bad-units")
def test_bystanders_are_units_of_the_line() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units\[0\]\.type: .*8\.7\.2-vehicles-follow"):
        bystanders(car("1110"), defenders=("routs",))
    with pytest.raises(InvalidRequestError, match=r"\$\.defenders"):
        bystanders(unit("a"), defenders=())


# -------------------------------------------------------------------- rally


def rally(side: Side, routed: tuple[int, Side], now: tuple[int, Side], **fields: Any) -> game.RallyOutcome:
    place = fields.pop("place", "1110")
    request = game.RallyRequest(
        unit=unit("a", place, side, mode="routed"),
        routed_day=routed[0],  # type: ignore[arg-type]  # a day of October
        routed_in=routed[1],
        day=now[0],  # type: ignore[arg-type]  # a day of October
        turn_of=now[1],
        **fields,
    )
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "8.7.3-rally")
def test_a_red_unit_routed_in_the_turn_of_the_whites_rallies_at_the_end_of_the_red_one() -> None:
    outcome = rally("red", (16, "white"), (16, "red"))
    assert (outcome.due, outcome.rallied, outcome.unit.mode) == (True, True, "combat")
    assert not rally("red", (16, "white"), (16, "white")).due


@pytest.mark.rule("orel", "8.7.3-rally")
def test_a_white_unit_routed_in_its_own_turn_rallies_a_day_later() -> None:
    assert not rally("white", (16, "white"), (16, "white")).due
    assert not rally("white", (16, "white"), (16, "red")).due
    outcome = rally("white", (16, "white"), (17, "white"))
    assert (outcome.due, outcome.rallied) == (True, True)
    assert rally("white", (16, "red"), (17, "white")).rallied
    assert not rally("white", (16, "white"), (17, "red")).due  # not at the end of the enemy's turn


@pytest.mark.rule("orel", "8.7.3-rally", "1.2-zoc-negation", "1.2-zoc-none")
def test_in_an_enemy_zone_it_stays_routed_and_tries_again() -> None:
    enemy = unit("e", "1109", "white")
    outcome = rally("red", (16, "white"), (16, "red"), others=(enemy,))
    assert (outcome.due, outcome.rallied, outcome.unit.mode) == (True, False, "routed")
    assert not rally("red", (16, "white"), (19, "red"), others=(enemy,)).rallied
    friend = unit("f", "1110", "red", steps=1)
    assert rally("red", (16, "white"), (17, "red"), others=(enemy, friend)).rallied
    routed_friend = unit("f", "1110", "red", mode="routed")
    assert not rally("red", (16, "white"), (17, "red"), others=(enemy, routed_friend)).rallied
    assert rally("red", (16, "white"), (17, "red"), others=(enemy,), place=None).rallied  # off the map


@pytest.mark.rule("orel", "8.7.3-rally", "X-bad-units")
def test_what_cannot_rally_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.day: .*8\.7\.3-rally"):
        rally("red", (16, "red"), (16, "white"))
    request = game.RallyRequest(unit=unit("a"), routed_day=16, routed_in="red", day=17, turn_of="white")
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.mode: .*8\.7\.3-rally"):
        game.ruleset.resolve(request, dice=GivenDice([]))
