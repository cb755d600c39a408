"""Movement in a campaign: along the map, by the charts, and as far as the profile lets it.

The board is made up: six columns of four hexes, all clear except where a test says otherwise. Even columns stand half
a hex further south than odd ones.
"""

from __future__ import annotations

import pytest
from directory_campaigns import (
    GRID,
    NO_DICE,
    board,
    first_turn,
    piece,
    profile,
    refusal,
)
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.directory.model import UnitType

# ------------------------------------------------------------------ movement


@pytest.mark.rule("directory", "miss-stacking-zoc")
@pytest.mark.parametrize("field", ["stacking", "zoc"])
def test_nobody_moves_while_stacking_or_zones_of_control_are_unknown(field: str) -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101"), with_profile=profile(**{field: None}))
    campaign = campaign.advance_to("first_movement")
    for step in (lambda: campaign.move("A", ("0102",)), lambda: campaign.special_move("rail", "A", ("0102",))):
        with pytest.raises(fd.MissingProfileError) as caught:
            step()
        assert (caught.value.field, caught.value.rule) == (field, "miss-stacking-zoc")


@pytest.mark.rule("directory", "miss-stacking-zoc")
def test_the_profile_may_forbid_a_stack_or_a_way() -> None:
    def two_at_most(state: fd.CampaignState, label: str, units: tuple[fd.Piece, ...]) -> bool:
        assert all(unit.hex == label for unit in units[:-1])  # the one that moves is the last
        return len(units) <= 2

    pieces = (piece("A", "bolsheviks", "0101"), piece("B", "bolsheviks", "0102"), piece("C", "bolsheviks", "0102"))
    rules = profile(stacking=two_at_most, zoc=lambda state, unit, path: "0202" not in path)
    campaign = first_turn(*pieces, with_profile=rules).advance_to("first_movement")
    with pytest.raises(IllegalRequestError, match="A may not be in hex '0102' together") as caught:
        campaign.move("A", ("0102",))
    assert refusal(caught) == ["miss-stacking-zoc"]
    campaign.move("A", ("0102", "0103"))  # only where the move ends
    with pytest.raises(IllegalRequestError) as caught:
        campaign.move("A", ("0201", "0202"))
    assert refusal(caught) == ["miss-stacking-zoc"]
    one_left, _ = campaign.move("B", ("0103",))
    one_left.move("A", ("0102",))


@pytest.mark.rule("directory", "miss-weather", "mov-frozen")
def test_nobody_moves_while_the_weather_is_unknown() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101"), with_profile=profile(weather=None))
    campaign = campaign.advance_to("first_movement")
    with pytest.raises(fd.MissingProfileError) as caught:
        campaign.move("A", ("0102",))
    assert (caught.value.field, caught.value.rule) == ("weather", "miss-weather")
    three = ("0102", "0103", "0104")
    campaign.set_weather(frozen=False).move("A", three)
    campaign.set_weather(frozen=True).move("A", three[:2])
    with pytest.raises(IllegalRequestError):
        campaign.set_weather(frozen=True).move("A", three)


@pytest.mark.rule("directory", "seq-combat-movement", "mov-cost")
def test_a_unit_moves_its_whole_allowance_in_each_movement_phase() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101")).advance_to("first_movement")
    campaign, _ = campaign.move("A", ("0102", "0103"))
    campaign, _ = campaign.move("A", ("0104",))  # the third hex of three
    with pytest.raises(IllegalRequestError):
        campaign.move("A", ("0204",))
    campaign = campaign.advance_to("second_movement")
    campaign, _ = campaign.move("A", ("0103", "0102", "0101"))
    assert campaign.state.piece("A").hex == "0101"


@pytest.mark.rule("directory", "mov-rough")
def test_rough_terrain_in_an_earlier_part_of_the_move_counts_for_the_whole() -> None:
    rough = fd.MapHex(label="0102", land="rough")
    campaign = first_turn(piece("A", "bolsheviks", "0101"), with_profile=profile(map=board(h0102=rough)))
    campaign, _ = campaign.advance_to("first_movement").move("A", ("0102",))
    with pytest.raises(IllegalRequestError):
        campaign.move("A", ("0103", "0104"))  # three hexes with an allowance of two
    campaign, _ = campaign.move("A", ("0103",))
    assert campaign.state.piece("A").done.entered == ("0102", "0103")


KINDS: dict[UnitType, int] = {"elite_cavalry": 4, "regular_infantry": 3, "tanks": 2}


@pytest.mark.rule("directory", "mov-cost", "mov-rough", "mov-frozen", "mov-both")
@given(st.data())
def test_a_path_is_legal_by_its_length_however_it_is_cut(data: st.DataObject) -> None:
    rough = data.draw(st.sets(st.sampled_from(GRID.hexes)))
    hexes = {f"h{label}": fd.MapHex(label=label, land="rough") for label in rough}
    kind = data.draw(st.sampled_from(tuple(KINDS)))
    frozen = data.draw(st.booleans())
    here, path = "0303", []
    for _ in range(data.draw(st.integers(1, 5))):
        here = data.draw(st.sampled_from(GRID.neighbours(here)))
        path.append(here)
    cut = data.draw(st.integers(0, len(path) - 1))
    parts = [tuple(part) for part in (path[:cut], path[cut:]) if part]

    legal = len(path) <= KINDS[kind] - frozen - any(label in rough for label in path)
    campaign = first_turn(piece("A", "bolsheviks", "0303", kind), with_profile=profile(map=board(**hexes)))
    campaign = campaign.set_weather(frozen=frozen).advance_to("first_movement")
    try:
        for part in parts:
            campaign, _ = campaign.move("A", part)
    except IllegalRequestError:
        assert not legal
    else:
        assert legal
        assert campaign.state.piece("A").hex == path[-1]


@pytest.mark.rule("directory", "miss-map", "bad-input")
def test_a_move_follows_the_map() -> None:
    sea = fd.MapHex(label="0102", water=("sea",))
    campaign = first_turn(piece("A", "bolsheviks", "0101"), with_profile=profile(map=board(h0102=sea)))
    campaign = campaign.advance_to("first_movement")
    wrong: list[tuple[tuple[str, ...], str]] = [
        ((), "$.path"),
        (("0103",), "$.path[0]"),
        (("0201", "0299"), "$.path[1]"),
    ]
    for path, where in wrong:
        with pytest.raises(InvalidRequestError) as caught:
            campaign.move("A", path)
        assert [problem.path for problem in caught.value.problems] == [where]
    with pytest.raises(IllegalRequestError) as refused:
        campaign.move("A", ("0102",))
    assert refusal(refused) == ["mov-kinds"]


@pytest.mark.rule("directory", "miss-restricted-broken-up", "unit-local")
def test_local_units_go_where_their_restriction_lets_them() -> None:
    local = piece("Yard", "bolsheviks", "0101", "local_units")
    unknown = first_turn(local).advance_to("first_movement")
    with pytest.raises(fd.MissingProfileError) as caught:
        unknown.move("Yard", ("0102",))
    assert (caught.value.field, caught.value.rule) == ("local_restriction", "miss-restricted-broken-up")
    near_home = profile(local_restriction=lambda state, unit, path: "0103" not in path)
    known = first_turn(local, with_profile=near_home).advance_to("first_movement")
    known, _ = known.move("Yard", ("0102",))
    with pytest.raises(IllegalRequestError) as refused:
        known.move("Yard", ("0103",))
    assert refusal(refused) == ["unit-local"]


@pytest.mark.rule("directory", "fm-duration", "fm-per-unit", "fm-ma")
def test_a_forced_march_lasts_one_movement_phase() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101", "regular_cavalry")).advance_to("first_movement")
    campaign, march = campaign.forced_march("A", dice=GivenDice([6]))
    assert march.outcome.allowance == 9
    with pytest.raises(IllegalRequestError) as caught:
        campaign.forced_march("A", dice=NO_DICE)
    assert refusal(caught) == ["fm-per-unit"]
    nine = ("0102", "0103", "0104", "0204", "0304", "0404", "0504", "0604", "0603")
    campaign, _ = campaign.move("A", nine)
    campaign = campaign.advance_to("second_movement")
    with pytest.raises(IllegalRequestError):
        campaign.move("A", ("0604", "0504", "0404", "0304", "0204"))  # five of four
    again, march = campaign.forced_march("A", dice=GivenDice([2]))
    again.move("A", ("0604", "0504", "0404", "0304", "0204"))
    moved, _ = campaign.move("A", ("0604",))
    with pytest.raises(IllegalRequestError) as caught:
        moved.forced_march("A", dice=NO_DICE)
    assert refusal(caught) == ["fm-per-unit"]


@pytest.mark.rule("directory", "miss-stacking-zoc", "miss-weather", "fm-per-unit")
@pytest.mark.parametrize("field", ["stacking", "zoc", "weather"])
def test_nobody_throws_for_a_march_that_could_not_be_made(field: str) -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101"), with_profile=profile(**{field: None}))
    campaign = campaign.advance_to("first_movement")
    with pytest.raises(fd.MissingProfileError) as caught:
        campaign.forced_march("A", dice=NO_DICE)
    assert caught.value.field == field


@pytest.mark.rule("directory", "fm-eligibility", "miss-stacking-zoc")
def test_a_march_that_the_charts_forbid_is_refused_before_anything_is_asked() -> None:
    campaign = first_turn(piece("T", "bolsheviks", "0101", "tanks"), with_profile=profile(stacking=None, weather=None))
    with pytest.raises(IllegalRequestError) as caught:
        campaign.advance_to("first_movement").forced_march("T", dice=NO_DICE)
    assert refusal(caught) == ["fm-eligibility"]


@pytest.mark.rule("directory", "fm-al")
def test_a_forced_march_can_cost_the_unit_itself() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101"), piece("B", "bolsheviks", "0101"))
    campaign, _ = campaign.advance_to("first_movement").forced_march("A", dice=GivenDice([1]))
    assert [each.name for each in campaign.state.pieces] == ["B"]


# ------------------------------------------------------------------ rail, water and naval movement

RAILS = {f"h010{row}": fd.MapHex(label=f"010{row}", land="clear", rail="major") for row in (1, 2, 3, 4)}


def on_rails(*pieces: fd.Piece) -> fd.Campaign:
    return first_turn(*pieces, with_profile=profile(map=board(**RAILS))).advance_to("first_movement")


@pytest.mark.rule("directory", "mov-rail", "mov-base", "mov-base-still")
def test_a_base_that_serves_stays_for_the_phase_and_may_move_in_the_next() -> None:
    campaign = on_rails(
        piece("Train", "bolsheviks", "0101", "armored_train"),
        piece("Base", "bolsheviks", "0101", "mobile_base"),
        piece("Depot", "bolsheviks", "0102", "fixed_base"),
    )
    campaign, ride = campaign.special_move("rail", "Train", ("0102", "0103"))
    assert ride.outcome.serving_base == "at_start[0]"
    assert campaign.state.piece("Base").done.served
    with pytest.raises(IllegalRequestError) as caught:
        campaign.move("Base", ("0201",))
    assert refusal(caught) == ["mov-base-still"]
    with pytest.raises(IllegalRequestError) as caught:
        campaign.special_move("rail", "Base", ("0102",))  # though the depot could serve it
    assert refusal(caught) == ["mov-base-still"]
    campaign = campaign.advance_to("second_movement")
    campaign, _ = campaign.move("Base", ("0201",))
    assert campaign.state.piece("Base").hex == "0201"


@pytest.mark.rule("directory", "mov-base", "mov-base-still", "unit-logistics")
def test_a_base_that_has_moved_or_is_none_or_is_an_enemys_does_not_serve() -> None:
    train = piece("Train", "bolsheviks", "0101", "armored_train")
    moved, _ = on_rails(train, piece("Base", "bolsheviks", "0103", "mobile_base")).move("Base", ("0102",))
    with pytest.raises(IllegalRequestError) as caught:
        moved.special_move("rail", "Train", ("0102",))
    assert refusal(caught) == ["mov-base-still"]
    for other in (
        piece("Stock", "bolsheviks", "0101", "supply_stockpile"),
        piece("Theirs", "directory", "0101", "fixed_base"),
        piece("Far", "bolsheviks", "0104", "fixed_base"),
    ):
        with pytest.raises(IllegalRequestError) as caught:
            on_rails(train, other).special_move("rail", "Train", ("0102",))
        assert refusal(caught) == ["mov-base"]
    # At the end it serves as well.
    arrived, ride = on_rails(train, piece("Far", "bolsheviks", "0104", "fixed_base")).special_move(
        "rail", "Train", ("0102", "0103", "0104")
    )
    assert ride.outcome.serving_base == "at_end[0]"
    assert arrived.state.piece("Far").done.served


@pytest.mark.rule("directory", "mov-base", "mov-base-still")
def test_a_mobile_base_does_not_serve_itself_and_the_owner_chooses_which_one_stays() -> None:
    bases = (piece("First", "bolsheviks", "0101", "mobile_base"), piece("Second", "bolsheviks", "0101", "mobile_base"))
    with pytest.raises(IllegalRequestError) as caught:
        on_rails(bases[0]).special_move("rail", "First", ("0102",))
    assert refusal(caught) == ["mov-base"]
    ride, _ = on_rails(*bases).special_move("rail", "First", ("0102",))
    assert ride.state.piece("Second").done.served
    train = piece("Train", "bolsheviks", "0101", "armored_train")
    chosen, _ = on_rails(*bases, train).special_move(
        "rail", "Train", ("0102",), choices={"serving_base": lambda found, places: places[1]}
    )
    assert [chosen.state.piece(name).done.served for name in ("First", "Second")] == [False, True]


@pytest.mark.rule("directory", "mov-kinds", "fm-per-unit", "seq-combat-movement")
def test_one_kind_of_movement_in_a_phase() -> None:
    campaign = on_rails(piece("A", "bolsheviks", "0101"), piece("Base", "bolsheviks", "0102", "fixed_base"))
    walked, _ = campaign.move("A", ("0102",))
    marching, _ = campaign.forced_march("A", dice=GivenDice([5]))
    for other, path in ((walked, ("0103",)), (marching, ("0102",))):
        with pytest.raises(IllegalRequestError) as caught:
            other.special_move("rail", "A", path)
        assert refusal(caught) == ["mov-kinds"]
    railed, _ = campaign.special_move("rail", "A", ("0102",))
    for step in (lambda: railed.move("A", ("0103",)), lambda: railed.special_move("water", "A", ("0103",))):
        with pytest.raises(IllegalRequestError) as caught:
            step()
        assert "mov-kinds" in refusal(caught)
    with pytest.raises(IllegalRequestError) as caught:
        railed.forced_march("A", dice=NO_DICE)
    objections = caught.value.verdict.objections
    assert [(objection.path, objection.rule) for objection in objections] == [("$.name", "fm-per-unit")] * 2
    railed.advance_to("second_movement").move("A", ("0103",))


@pytest.mark.rule("directory", "mov-naval", "mov-water", "miss-map", "mov-kinds")
def test_ships_go_where_the_map_has_water_and_enter_cities() -> None:
    waters = board(
        h0603=fd.MapHex(label="0603", water=("sea",)),
        h0604=fd.MapHex(label="0604", land="clear", water=("coastal",), city="odesa"),
        h0602=fd.MapHex(label="0602", land="clear", water=("river",)),
    )
    ships = (
        piece("BS Destr", "bolsheviks", "0603", "inshore_naval_forces"),
        piece("Gunboats", "bolsheviks", "0603", "river_gunboats"),
        piece("Base", "bolsheviks", "0603", "mobile_base"),
    )
    campaign = first_turn(*ships, with_profile=profile(map=waters)).advance_to("first_movement")
    landed, _ = campaign.special_move("naval", "BS Destr", ("0604",))
    assert landed.pool("bolsheviks") == 4  # Odesa
    with pytest.raises(IllegalRequestError) as caught:
        campaign.special_move("naval", "BS Destr", ("0602",))
    assert refusal(caught) == ["mov-naval"]
    upriver, _ = campaign.special_move("water", "Gunboats", ("0602",))
    assert upriver.state.piece("Gunboats").hex == "0602"
    with pytest.raises(IllegalRequestError) as caught:
        campaign.move("Gunboats", ("0602",))
    assert "mov-kinds" in refusal(caught)
