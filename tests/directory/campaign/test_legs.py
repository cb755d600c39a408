"""Rail, water and naval movement in several legs, and the railroads of a map."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from directory_campaigns import GRID, board, first_turn, piece, profile, refusal

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.kernel.fields import validate
from rcw_rules.wire import structure, unstructure

TRAIN = piece("Train", "bolsheviks", "0101", "armored_train")
BASE = piece("Base", "bolsheviks", "0101", "fixed_base")
MAJOR = {f"h{label}": fd.MapHex(label=label, land="clear", rail="major") for label in GRID.hexes}


def campaign_on(the_map: fd.RulebookMap, *pieces: fd.Piece) -> fd.Campaign:
    return first_turn(*pieces, with_profile=profile(map=the_map)).advance_to("first_movement")


# ---------------------------------------------------------------- legs


@pytest.mark.rule("directory", "mov-kinds", "mov-rail", "mov-base")
def test_a_train_may_stop_and_go_on() -> None:
    campaign = campaign_on(board(**MAJOR), TRAIN, BASE)
    campaign, first = campaign.special_move("rail", "Train", ("0102",))
    campaign, second = campaign.special_move("rail", "Train", ("0103", "0104"))
    assert (first.outcome.serving_base, second.outcome.serving_base) == ("at_start[0]", "at_start[0]")
    assert isinstance(second.request, fd.SpecialMovementRequest)
    assert second.request.path == (("major_railroad",),) * 3
    train = campaign.state.piece("Train")
    assert (train.hex, train.done.origin, train.done.entered) == ("0104", "0101", ("0102", "0103", "0104"))
    assert structure(unstructure(campaign.state), fd.CampaignState) == campaign.state
    assert campaign.advance_to("second_movement").state.piece("Train").done.origin is None


@pytest.mark.rule("directory", "mov-kinds", "mov-rail", "mov-water")
@pytest.mark.parametrize(("mode", "kind"), [("rail", "armored_train"), ("water", "river_gunboats")])
def test_all_legs_of_a_phase_have_one_limit(mode: Any, kind: Any) -> None:
    # Minor lines and rivers: 20 hexes in a phase. There and back between two hexes is a path as well.
    places = {
        f"h{label}": fd.MapHex(label=label, land="clear", rail="minor", water=("river",)) for label in ("0101", "0102")
    }
    campaign = campaign_on(board(**places), piece("Train", "bolsheviks", "0101", kind), BASE)
    campaign, _ = campaign.special_move(mode, "Train", ("0102", "0101") * 9)
    campaign, last = campaign.special_move(mode, "Train", ("0102", "0101"))
    assert last.outcome.limit == 20
    with pytest.raises(IllegalRequestError) as caught:
        campaign.special_move(mode, "Train", ("0102",))
    assert [(each.rule, each.path) for each in caught.value.objections] == [(f"mov-{mode}", "$.path")]


@pytest.mark.rule("directory", "mov-rail", "mov-kinds")
def test_a_minor_line_on_a_later_leg_lowers_the_limit_of_the_whole_move() -> None:
    minor = fd.MapHex(label="0201", land="clear", rail="minor")
    campaign = campaign_on(board(**{**MAJOR, "h0201": minor}), TRAIN, BASE)
    campaign, far = campaign.special_move("rail", "Train", ("0102", "0101") * 10)
    assert far.outcome.limit == 40
    campaign.special_move("rail", "Train", ("0102",))
    with pytest.raises(IllegalRequestError) as caught:
        campaign.special_move("rail", "Train", ("0201",))
    assert refusal(caught) == ["mov-rail"]


@pytest.mark.rule("directory", "mov-base", "mov-base-still", "mov-kinds")
def test_a_base_on_the_way_does_not_serve_the_whole_move() -> None:
    on_the_way, at_the_end = evolve(BASE, hex="0102"), piece("Depot", "bolsheviks", "0104", "fixed_base")
    campaign, _ = campaign_on(board(**MAJOR), TRAIN, on_the_way, at_the_end).special_move("rail", "Train", ("0102",))
    with pytest.raises(IllegalRequestError) as caught:
        campaign.special_move("rail", "Train", ("0103",))
    assert refusal(caught) == ["mov-base"]
    arrived, ride = campaign.special_move("rail", "Train", ("0103", "0104"))
    assert ride.outcome.serving_base == "at_end[0]"
    assert [arrived.state.piece(name).done.served for name in ("Base", "Depot")] == [True, True]


@pytest.mark.rule("directory", "mov-kinds")
def test_a_leg_of_another_kind_is_refused() -> None:
    gunboats = piece("Boats", "bolsheviks", "0101", "regular_infantry")
    wet = {
        f"h{label}": fd.MapHex(label=label, land="clear", rail="major", water=("coastal",))
        for label in ("0101", "0102", "0103")
    }
    campaign, _ = campaign_on(board(**wet), gunboats, BASE).special_move("naval", "Boats", ("0102",))
    campaign.special_move("naval", "Boats", ("0103",))
    others: tuple[Any, ...] = ("water", "rail")
    for mode in others:
        with pytest.raises(IllegalRequestError) as caught:
            campaign.special_move(mode, "Boats", ("0103",))
        assert "mov-kinds" in refusal(caught)


# ---------------------------------------------------------------- railroads


def link(one: str, other: str, line: Any = "major") -> fd.Railroad:
    return fd.Railroad(one=one, other=other, line=line)


def with_railroads(*railroads: fd.Railroad, **places: fd.MapHex) -> fd.RulebookMap:
    return evolve(board(**{**MAJOR, **places}), railroads=railroads)


@pytest.mark.rule("directory", "mov-rail", "miss-map")
def test_a_train_goes_where_a_railroad_leads_and_not_to_the_line_beside_it() -> None:
    # Two lines side by side, 0101 to 0103 and 0201 to 0202, which nothing connects.
    lines = (link("0101", "0102"), link("0103", "0102"), link("0201", "0202"))
    campaign = campaign_on(with_railroads(*lines), TRAIN, BASE)
    ride, _ = campaign.special_move("rail", "Train", ("0102", "0103", "0102"))
    for start, path, at in ((campaign, ("0102", "0201"), 1), (campaign, ("0201",), 0), (ride, ("0101", "0201"), 1)):
        with pytest.raises(IllegalRequestError, match="no railroad leads from hex") as caught:
            start.special_move("rail", "Train", path)
        assert [(each.rule, each.path) for each in caught.value.objections] == [("mov-rail", f"$.path[{at}]")]
    # A map without railroads says only what runs through each hex: neighbours count as connected.
    campaign_on(board(**MAJOR), TRAIN, BASE).special_move("rail", "Train", ("0102", "0201"))


@pytest.mark.rule("directory", "mov-rail", "miss-map")
@pytest.mark.parametrize(
    ("path", "limit", "kinds"),
    [
        (("0102", "0103"), 40, (("major_railroad",), ("major_railroad",))),  # along the major line
        (("0102", "0201"), 20, (("minor_railroad",), ("minor_railroad",))),  # the junction is left along the minor one
        (("0102",), 40, (("major_railroad",),)),  # and is not left here
    ],
)
def test_a_junction_counts_as_major_if_it_is_entered_and_left_along_the_major_line(
    path: tuple[str, ...], limit: int, kinds: tuple[tuple[str, ...], ...]
) -> None:
    lines = (link("0101", "0102"), link("0102", "0103"), link("0102", "0201", "minor"))
    _, ride = campaign_on(with_railroads(*lines), TRAIN, BASE).special_move("rail", "Train", path)
    assert ride.outcome.limit == limit
    assert isinstance(ride.request, fd.SpecialMovementRequest)
    assert ride.request.path == kinds


@pytest.mark.rule("directory", "mov-rail")
def test_a_junction_entered_along_the_minor_line_and_two_lines_between_two_hexes() -> None:
    back = (link("0101", "0102", "minor"), link("0102", "0103"))
    _, ride = campaign_on(with_railroads(*back), TRAIN, BASE).special_move("rail", "Train", ("0102", "0103"))
    assert ride.outcome.limit == 20
    both = (link("0101", "0102", "minor"), link("0102", "0101"))
    _, ride = campaign_on(with_railroads(*both), TRAIN, BASE).special_move("rail", "Train", ("0102",))
    assert ride.outcome.limit == 40


@pytest.mark.rule("directory", "mov-kinds", "mov-naval")
def test_railroads_bind_only_trains() -> None:
    ships = piece("Ships", "bolsheviks", "0101", "inshore_naval_forces")
    coast = {f"h{label}": fd.MapHex(label=label, land="clear", water=("coastal",)) for label in ("0101", "0102")}
    campaign = campaign_on(evolve(board(**coast), railroads=()), ships, BASE)
    assert campaign.special_move("naval", "Ships", ("0102",))[1].outcome.limit == 40


@pytest.mark.rule("directory", "miss-map", "mov-rail")
@pytest.mark.parametrize(
    ("railroad", "path"),
    [
        (link("0101", "0909"), "$.railroads[1].other"),
        (link("0909", "0101"), "$.railroads[1].one"),
        (link("0101", "0104"), "$.railroads[1].other"),
        (link("0101", "0101"), "$.railroads[1].other"),
        (link("0102", "0101"), "$.railroads[1]"),
        (link("0101", "0201"), "$.railroads[1].other"),
        (link("0301", "0302", "minor"), "$.railroads[1].other"),
    ],
)
def test_railroads_that_cannot_be_are_refused(railroad: fd.Railroad, path: str) -> None:
    minor = fd.MapHex(label="0201", land="clear", rail="minor")
    none = fd.MapHex(label="0302", land="clear")
    the_map = with_railroads(link("0101", "0102"), railroad, h0201=minor, h0302=none)
    with pytest.raises(InvalidRequestError) as caught:
        validate(the_map)
    assert [problem.path for problem in caught.value.problems] == [path]
