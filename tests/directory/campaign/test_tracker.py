"""The campaign: the clock and what it does by itself, who acts, diplomacy, and cities.

The board is made up: six columns of four hexes, all clear except where a test says otherwise. Even columns stand half
a hex further south than odd ones.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from directory_campaigns import (
    BOARD,
    GRID,
    NO_DICE,
    first_turn,
    january,
    piece,
    profile,
    refusal,
    start,
)

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.directory.model import SIDES, Side, Supply
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.wire import structure, unstructure

# ------------------------------------------------------------------ the start


@pytest.mark.rule("directory", "miss-profile", "miss-map")
def test_no_game_starts_without_a_map() -> None:
    with pytest.raises(fd.MissingProfileError) as caught:
        fd.Campaign.start("makhnos_return", profile=fd.RulebookProfile())
    assert (caught.value.field, caught.value.rule) == ("map", "miss-map")


@pytest.mark.rule("directory", "gen-games", "seq-calendar")
@pytest.mark.parametrize(
    ("game", "turn"), [("fall_of_the_directory", "December IV"), ("makhnos_return", "September IV")]
)
def test_a_game_starts_at_its_first_turn(game: Any, turn: str) -> None:
    campaign = fd.Campaign.start(game, profile=profile(last_turn=None))
    assert campaign.state.position == fd.Position(game=game, turn=turn)  # type: ignore[arg-type]
    assert campaign.log == ()


@pytest.mark.parametrize(
    ("pieces", "facts", "path"),
    [
        ((piece("A", "bolsheviks", "0101"), piece("A", "directory", "0102")), {}, "$.pieces[1].counter.name"),
        ((piece("", "bolsheviks", "0101"),), {}, "$.pieces[0].counter.name"),
        ((piece("A", "bolsheviks", "0105"),), {}, "$.pieces[0].hex"),
        ((piece("M", "makhnovists", "0101", supply="supplied"),), {}, "$.pieces[0].supply"),
        ((), {"alliances": (fd.Alliance(faction="entente", side="makhnovists"),)}, "$.alliances[0].side"),
        ((), {"alliances": (fd.Alliance(faction="directory", side="volunteers"),)}, "$.alliances[0].faction"),
        (
            (),
            {
                "alliances": (
                    fd.Alliance(faction="entente", side="volunteers"),
                    fd.Alliance(faction="entente", side="directory"),
                )
            },
            "$.alliances[1].faction",
        ),
        ((), {"wars": (fd.War(one="directory", other="directory"),)}, "$.wars[0]"),
    ],
)
@pytest.mark.rule("directory", "gen-factions", "sup-never", "miss-map")
def test_a_set_up_that_contradicts_itself_is_refused(
    pieces: tuple[fd.Piece, ...], facts: dict[str, Any], path: str
) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        start(*pieces, **facts)
    assert [problem.path for problem in caught.value.problems] == [path]


# ------------------------------------------------------------------ the clock

PLAYER_TURN = [
    "diplomatic",
    "mobilization withdrawals",
    "mobilization reinforcements",
    "mobilization mobilization",
    "first_combat",
    "first_movement",
    "first_supply",
    "second_combat",
    "second_movement",
    "second_supply",
]


def phases_until_the_next_turn(campaign: fd.Campaign) -> list[tuple[str | None, str]]:
    turn = campaign.state.position.turn
    found: list[tuple[str | None, str]] = []
    while campaign.state.position.turn == turn:
        now = campaign.state.position
        found.append((now.side, now.phase if now.step is None else f"{now.phase} {now.step}"))
        campaign, _ = campaign.advance()
    return found


@pytest.mark.rule("directory", "seq-turn", "seq-player-turn", "seq-mobilization", "ini-first-directory")
def test_the_first_turn_has_one_player_turn() -> None:
    campaign, _ = start().determine_initiative(dice=NO_DICE)
    expected = [(None, "initiative"), *(("bolsheviks", phase) for phase in PLAYER_TURN), (None, "turn_end")]
    assert phases_until_the_next_turn(campaign) == expected


@pytest.mark.rule("directory", "seq-turn", "seq-player-turn", "seq-diplomatic", "ini-table-directory")
def test_later_turns_have_three_player_turns_in_the_order_of_the_die() -> None:
    campaign = first_turn().advance_to("initiative")
    assert campaign.state.position.turn == "January I"
    campaign, initiative = campaign.determine_initiative(dice=GivenDice([4]))
    assert initiative.outcome.order == ("directory", "volunteers", "bolsheviks")
    expected = [
        (None, "initiative"),
        *(("directory", phase) for phase in PLAYER_TURN),
        *(("volunteers", phase) for phase in PLAYER_TURN),
        *(("bolsheviks", phase) for phase in PLAYER_TURN),
        (None, "turn_end"),
    ]
    assert phases_until_the_next_turn(campaign) == expected


@pytest.mark.rule("directory", "seq-player-turn", "ini-first-makhno", "dip-game")
def test_makhnos_return_has_no_diplomatic_phase() -> None:
    campaign = fd.Campaign.start("makhnos_return", profile=profile(last_turn="October I"))
    campaign, _ = campaign.determine_initiative(dice=NO_DICE)
    expected = [(None, "initiative"), *(("makhnovists", phase) for phase in PLAYER_TURN[1:]), (None, "turn_end")]
    assert phases_until_the_next_turn(campaign) == expected
    campaign, _ = campaign.advance()
    with pytest.raises(IllegalRequestError) as caught:
        campaign.persuade("zelenyists", dice=GivenDice([6]))
    assert "dip-game" in refusal(caught)


@pytest.mark.rule("directory", "miss-weather", "miss-victory", "gen-games")
@pytest.mark.parametrize(
    ("game", "changes", "path"),
    [
        ("fall_of_the_tsar", {}, "$.game"),
        ("makhnos_return", {"weather": ("December IV", "Januar I")}, "$.weather[1]"),
        ("makhnos_return", {"weather": "December IV"}, "$.weather"),
        ("makhnos_return", {"last_turn": "Januar I"}, "$.last_turn"),
    ],
)
def test_a_profile_names_turns_of_the_game(game: Any, changes: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        fd.Campaign.start(game, profile=profile(**changes))
    assert [problem.path for problem in caught.value.problems] == [path]


@pytest.mark.rule("directory", "dip-join-effect", "gen-games")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"withdrawn": True, "pieces": (piece("French", "entente", "0101"),)}, "$.pieces[0].counter.faction"),
        ({"winners": ("bolsheviks", "makhnovists")}, "$.winners[1]"),
    ],
)
def test_a_state_that_contradicts_itself_is_refused(changes: dict[str, Any], path: str) -> None:
    assert evolve(start().state, withdrawn=True) == structure(
        unstructure(evolve(start().state, withdrawn=True)), fd.CampaignState
    )
    with pytest.raises(InvalidRequestError) as caught:
        structure(unstructure(evolve(start().state, **changes)), fd.CampaignState)
    assert [problem.path for problem in caught.value.problems] == [path]


@pytest.mark.rule("directory", "seq-turn")
def test_nothing_begins_before_the_initiative_and_it_is_thrown_once() -> None:
    campaign = start()
    with pytest.raises(IllegalRequestError) as caught:
        campaign.advance()
    assert refusal(caught) == ["seq-turn"]
    assert "determine_initiative" in str(caught.value)
    campaign, _ = campaign.determine_initiative(dice=NO_DICE)
    for again in (campaign, campaign.advance()[0]):
        with pytest.raises(IllegalRequestError) as caught:
            again.determine_initiative(dice=GivenDice([1]))
        assert refusal(caught) == ["seq-turn"]


@pytest.mark.rule("directory", "miss-victory", "seq-turn", "seq-calendar")
def test_the_game_ends_with_its_last_turn() -> None:
    campaign = first_turn()
    turns = ["December IV"]
    while not campaign.state.game_over:
        campaign, _ = campaign.advance()
        position = campaign.state.position
        if position.phase == "initiative":
            turns.append(position.turn)
            campaign, _ = campaign.determine_initiative(dice=GivenDice([1]))
    # December IV, and four turns each of January, February and March.
    assert len(turns) == 13
    assert turns[-1] == "March IV"
    assert campaign.state.winners == ("volunteers",)
    assert campaign.state.position.phase == "turn_end"
    for step in (campaign.advance, lambda: campaign.set_weather(frozen=True)):
        with pytest.raises(IllegalRequestError) as caught:
            step()
        assert refusal(caught) == ["miss-victory"]


@pytest.mark.rule("directory", "miss-victory")
@pytest.mark.parametrize("field", ["last_turn", "victory"])
def test_the_end_of_the_game_must_be_known_when_it_may_have_come(field: str) -> None:
    lacking = profile(**{"last_turn": "December IV", field: None})
    campaign = first_turn(with_profile=lacking).advance_to("turn_end")
    with pytest.raises(fd.MissingProfileError) as caught:
        campaign.advance()
    assert (caught.value.field, caught.value.rule) == (field, "miss-victory")


@pytest.mark.rule("directory", "miss-victory", "bad-input")
def test_a_last_turn_before_the_first_is_refused_at_the_start() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.last_turn: November I lies before December IV"):
        start(with_profile=profile(last_turn="November I"))


@pytest.mark.rule("directory", "miss-weather")
def test_the_weather_is_that_of_the_turn() -> None:
    campaign = first_turn(with_profile=profile(weather=("January I",)))
    assert campaign.state.frozen is False
    assert campaign.advance_to("initiative").state.frozen is True
    unknown = first_turn(with_profile=profile(weather=None)).set_weather(frozen=True)
    assert unknown.state.frozen is True
    assert unknown.advance_to("initiative").state.frozen is None


@pytest.mark.rule("directory", "seq-turn")
def test_an_older_campaign_is_as_it_was() -> None:
    before = first_turn(piece("A", "bolsheviks", "0101")).advance_to("first_movement")
    kept = before.state
    after, moved = before.move("A", ("0102",))
    assert before.state == kept
    assert before.state.piece("A").hex == "0101"
    assert after.state.piece("A").hex == "0102"
    assert after.log == (*before.log, moved)


def test_a_state_is_saved_and_read() -> None:
    campaign = january(piece("A", "directory", "0101"), piece("B", "zelenyists", "0102"), die=4)
    campaign, _ = campaign.persuade("zelenyists", dice=GivenDice([4]))
    campaign, _ = campaign.advance_to("first_movement").move("B", ("0103",))
    assert structure(unstructure(campaign.state), fd.CampaignState) == campaign.state


def test_a_game_goes_on_from_a_saved_state_in_any_phase() -> None:
    places = (
        piece("1 Red", "bolsheviks", "0102", "regular_cavalry"),
        piece("Red base", "bolsheviks", "0103", "fixed_base"),
        piece("Makhno", "makhnovists", "0104"),
        piece("389", "directory", "0202"),
    )
    rails = tuple(fd.MapHex(label=label, land="clear", rail="major") for label in GRID.hexes)
    campaign = first_turn(
        *places,
        with_profile=profile(map=evolve(BOARD, hexes=rails)),
        wars=(fd.War(one="bolsheviks", other="directory"),),
    )
    steps: list[Any] = [
        lambda now: now.persuade("makhnovists", dice=GivenDice([3]))[0],
        lambda now: now.advance_to("first_combat"),
        lambda now: now.attack(
            ("1 Red",), "0202", retreats=(fd.Retreat(unit="389", path=("0302",)),), dice=GivenDice([5])
        )[0],
        lambda now: now.advance_to("first_movement"),
        lambda now: now.forced_march("1 Red", dice=GivenDice([6]))[0],
        lambda now: now.move("1 Red", ("0202", "0203"))[0],
        lambda now: now.special_move("rail", "Makhno", ("0103",))[0],
        lambda now: now.advance_to("initiative"),
    ]
    loaded = campaign
    for step in steps:
        campaign = step(campaign)
        text = json.dumps(unstructure(step(loaded).state))
        loaded = evolve(campaign, state=structure(json.loads(text), fd.CampaignState))
        assert loaded.state == campaign.state
    assert {each.name: each.hex for each in campaign.state.pieces} == {
        "1 Red": "0203",
        "Red base": "0103",
        "Makhno": "0103",
        "389": "0302",
    }


# ------------------------------------------------------------------ mobilization and supply


@pytest.mark.rule("directory", "miss-mobilization")
def test_no_mobilization_without_lists() -> None:
    campaign = first_turn(with_profile=profile(mobilization=None))
    with pytest.raises(fd.MissingProfileError) as caught:
        campaign.advance()
    assert (caught.value.field, caught.value.rule) == ("mobilization", "miss-mobilization")


@pytest.mark.rule("directory", "miss-mobilization", "seq-mobilization")
def test_withdrawals_come_before_reinforcements_and_these_before_mobilization() -> None:
    lists = fd.MobilizationLists(
        withdrawals=("A", "lost long ago"),
        reinforcements=(piece("A", "bolsheviks", "0402"),),  # the name is free again by then
        mobilization=(piece("C", "bolsheviks", "0403"),),
    )
    campaign = first_turn(
        piece("A", "bolsheviks", "0201"),
        piece("B", "directory", "0102"),
        with_profile=profile(mobilization=lambda _: lists),
    )
    seen = []
    for _ in range(3):
        campaign, _ = campaign.advance()
        seen.append([(each.name, each.hex) for each in campaign.state.pieces])
    assert seen == [
        [("B", "0102")],
        [("B", "0102"), ("A", "0402")],
        [("B", "0102"), ("A", "0402"), ("C", "0403")],
    ]


@pytest.mark.rule("directory", "miss-mobilization", "gen-attacker")
@pytest.mark.parametrize(
    ("lists", "words"),
    [
        (fd.MobilizationLists(withdrawals=("B",)), "not of the bolsheviks"),
        (fd.MobilizationLists(reinforcements=(piece("C", "volunteers", "0101"),)), "not of the bolsheviks"),
        (fd.MobilizationLists(mobilization=(piece("C", "zelenyists", "0101"),)), "not of the bolsheviks"),
        (fd.MobilizationLists(reinforcements=(piece("B", "bolsheviks", "0101"),)), "another counter named 'B'"),
        (fd.MobilizationLists(reinforcements=(piece("C", "bolsheviks", "0909"),)), "unknown hex '0909'"),
    ],
)
def test_lists_that_cannot_be_are_refused(lists: fd.MobilizationLists, words: str) -> None:
    campaign = first_turn(piece("B", "directory", "0102"), with_profile=profile(mobilization=lambda _: lists))
    with pytest.raises(InvalidRequestError, match=words):
        campaign.advance_to("first_combat")


@pytest.mark.rule("directory", "seq-supply", "miss-supply-trace", "gen-attacker", "ini-allies")
def test_a_supply_phase_finds_the_supply_of_the_attacker_and_allies_only() -> None:
    pieces = (
        piece("Red", "bolsheviks", "0101", supply=None),
        piece("Makhno", "makhnovists", "0102", supply=None),
        piece("Zeleny", "zelenyists", "0103", supply=None),
        piece("White", "volunteers", "0104", supply="supplied"),
    )
    campaign = first_turn(*pieces, alliances=(fd.Alliance(faction="makhnovists", side="bolsheviks"),))
    campaign = campaign.advance_to("first_supply")
    assert [each.supply for each in campaign.state.pieces] == ["limited", "limited", None, "supplied"]


@pytest.mark.rule("directory", "seq-supply", "miss-supply-trace")
def test_without_a_profile_the_script_says_the_supply_of_every_unit() -> None:
    pieces = (piece("A", "bolsheviks", "0101", supply="supplied"), piece("B", "directory", "0102", supply="supplied"))
    campaign = first_turn(*pieces, with_profile=profile(supply=None)).advance_to("first_supply")
    assert campaign.state.piece("A").supply == "supplied"
    with pytest.raises(fd.MissingProfileError) as caught:
        campaign.advance()
    assert (caught.value.field, caught.value.rule) == ("supply", "miss-supply-trace")
    assert "'A'" in caught.value.question
    campaign = campaign.set_supply("A", "none").advance()[0]
    assert campaign.state.position.phase == "second_combat"
    assert campaign.state.piece("A").supply == "none"
    assert campaign.state.piece("B").supply == "supplied"
    with pytest.raises(fd.MissingProfileError):
        campaign.advance_to("turn_end")  # the 2nd Supply Phase asks anew


@pytest.mark.rule("directory", "seq-supply")
def test_a_status_lasts_until_the_owners_next_supply_phase() -> None:
    def found(state: fd.CampaignState, unit: fd.Piece) -> Supply:
        return "limited" if state.position.phase == "second_supply" else "supplied"

    campaign = january(piece("A", "directory", "0101"), die=4, with_profile=profile(supply=found))
    campaign = campaign.advance_to("first_supply")
    assert campaign.state.piece("A").supply == "supplied"
    campaign = campaign.advance_to("second_supply")
    campaign = campaign.advance_to("first_supply", "bolsheviks")  # the enemies' player-turns follow
    assert campaign.state.piece("A").supply == "limited"
    with pytest.raises(IllegalRequestError) as caught:
        campaign.set_supply("A", "supplied")
    assert refusal(caught) == ["seq-supply"]


@pytest.mark.rule("directory", "sup-never", "miss-supply-trace")
def test_never_supplied_factions_are_not_supplied_by_anybody() -> None:
    makhno = piece("Makhno", "makhnovists", "0101", supply=None)
    alliances = (fd.Alliance(faction="makhnovists", side="bolsheviks"),)
    campaign = first_turn(makhno, alliances=alliances, with_profile=profile(supply=lambda state, unit: "supplied"))
    with pytest.raises(InvalidRequestError, match="never supplied"):
        campaign.advance_to("first_supply")
    with pytest.raises(InvalidRequestError, match="never supplied"):
        campaign.set_supply("Makhno", "supplied")
    assert campaign.set_supply("Makhno", "limited").state.piece("Makhno").supply == "limited"


# ------------------------------------------------------------------ who acts


@pytest.mark.rule("directory", "gen-attacker", "ini-allies")
def test_only_the_volunteers_and_their_allies_move_in_their_player_turn() -> None:
    pieces = (
        piece("White", "volunteers", "0101"),
        piece("French", "entente", "0102"),
        piece("Red", "bolsheviks", "0103"),
        piece("Zeleny", "zelenyists", "0104"),
    )
    campaign = january(*pieces, die=5, alliances=(fd.Alliance(faction="entente", side="volunteers"),))
    campaign = campaign.advance_to("first_movement", "volunteers")
    for name in ("White", "French"):
        campaign.move(name, ("0201",) if name == "White" else ("0202",))
    for name, path in (("Red", ("0203",)), ("Zeleny", ("0204",))):
        for step in (
            lambda name=name, path=path: campaign.move(name, path),
            lambda name=name: campaign.forced_march(name, dice=NO_DICE),
            lambda name=name, path=path: campaign.special_move("rail", name, path),
        ):
            with pytest.raises(IllegalRequestError) as caught:
                step()
            assert refusal(caught) == ["gen-attacker"]


@pytest.mark.rule("directory", "seq-combat-movement")
def test_each_thing_has_its_phase() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101"), piece("B", "directory", "0102"))
    at_combat, at_movement = campaign.advance_to("first_combat"), campaign.advance_to("first_movement")
    for early in (campaign, at_combat):
        with pytest.raises(IllegalRequestError) as caught:
            early.move("A", ("0201",))
        assert refusal(caught) == ["seq-combat-movement"]
    for late in (campaign, at_movement):
        with pytest.raises(IllegalRequestError) as caught:
            late.attack(("A",), "0102", retreats=(fd.Retreat(unit="B", path=("0103",)),), dice=NO_DICE)
        assert refusal(caught) == ["seq-combat-movement"]


def test_an_unknown_counter_is_named() -> None:
    campaign = first_turn(piece("1 Sich", "bolsheviks", "0101")).advance_to("first_movement")
    with pytest.raises(UnknownNameError, match="unknown counter '1 Sick'; did you mean '1 Sich'"):
        campaign.move("1 Sick", ("0102",))


# ------------------------------------------------------------------ stockpiles


@pytest.mark.rule("directory", "miss-restricted-broken-up", "unit-logistics", "gen-attacker")
def test_a_stockpile_is_broken_up_as_the_profile_says() -> None:
    pieces = (
        piece("Stock", "bolsheviks", "0101", "supply_stockpile"),
        piece("A", "bolsheviks", "0101", supply="limited"),
        piece("Theirs", "directory", "0102", "supply_stockpile"),
    )
    with pytest.raises(fd.MissingProfileError) as caught:
        first_turn(*pieces).break_up("Stock")
    assert (caught.value.field, caught.value.rule) == ("break_up", "miss-restricted-broken-up")

    def break_up(state: fd.CampaignState, stockpile: fd.Piece) -> fd.CampaignState:
        near = [evolve(each, supply="supplied") for each in state.at(stockpile.hex) if each.name != stockpile.name]
        for each in near:
            state = state.with_piece(each.name, each)
        return state.without([stockpile.name])

    campaign = first_turn(*pieces, with_profile=profile(break_up=break_up))
    broken = campaign.break_up("Stock")
    assert [(each.name, each.supply) for each in broken.state.pieces] == [("A", "supplied"), ("Theirs", "limited")]
    for name, rule in (("Theirs", "gen-attacker"), ("A", "unit-logistics")):
        with pytest.raises(IllegalRequestError) as refused:
            campaign.break_up(name)
        assert refusal(refused) == [rule]
    with pytest.raises(IllegalRequestError, match="'Stock' is of the bolsheviks; no side acts in turn_end"):
        campaign.advance_to("turn_end").break_up("Stock")


@pytest.mark.rule("directory", "gen-games")
def test_the_sides_of_both_games() -> None:
    expected: dict[str, tuple[Side, ...]] = {
        "fall_of_the_directory": ("bolsheviks", "directory", "volunteers"),
        "makhnos_return": ("bolsheviks", "makhnovists", "volunteers"),
    }
    assert expected == SIDES
    for game, sides in expected.items():
        state = fd.Campaign.start(game, profile=profile(last_turn=None)).state  # type: ignore[arg-type]
        assert tuple(side for side in sides if state.allegiance(side) == side) == sides
    fall = start().state
    assert fall.allegiance("makhnovists") is None
    assert fall.power("makhnovists") == "makhnovists"
