"""The phases of a whole game: initiative, diplomacy, mobilization, supply, the end, what no rulebook says."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from directory_games import NO_DICE, at, board, lines, out, play, scenario, unit, where

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import directory as fd
from rcw_rules.games import LossPoints, PlacePoints, Victory

RED, SICH = unit("1 Red", "bolsheviks", "0203"), unit("1 Sich", "directory", "0501")
VICTORY = Victory(places=(PlacePoints(place="kyiv", points=3), PlacePoints(place="0404", points=1)))
KYIV = board(h0202=fd.MapHex(label="0202", land="clear", city="kyiv"))


def refused(state: fd.GameState, line: str, game: fd.DirectoryGame = fd.game) -> tuple[str, str]:
    with pytest.raises(IllegalRequestError) as caught:
        play(state, line, game=game)
    (objection,) = caught.value.objections
    assert objection.path.startswith("$.action")
    return objection.rule, objection.message


def begin(*units: fd.Stationed, **facts: Any) -> fd.GameState:
    return fd.game.begin(scenario(*units, **facts), dice=NO_DICE).state


def moment(state: fd.GameState) -> tuple[str, str, str | None]:
    position = state.campaign.position
    return position.turn, position.phase, position.side


# ------------------------------------------------------------------ the clock


@pytest.mark.rule("directory", "ini-first-directory", "ini-table-directory", "seq-turn", "seq-player-turn")
def test_the_game_stops_where_somebody_can_do_something() -> None:
    state = begin(RED, SICH)
    assert fd.game.to_act(state) is None
    assert lines(state) == ["go on"]
    state = play(state, "go on")
    moments = [moment(state)]
    while state.campaign.position.turn == "December IV":
        state = play(state, "end phase")
        moments.append(moment(state))
    # Nobody decides about supply or mobilization, of which there is none.
    phases = ["diplomatic", "first_combat", "first_movement", "second_combat", "second_movement"]
    assert moments == [
        *(("December IV", phase, "bolsheviks") for phase in phases),
        ("January I", "initiative", None),
    ]
    state = play(state, "go on", 6)
    assert state.campaign.position.order == ("volunteers", "directory", "bolsheviks")
    assert moment(state) == ("January I", "first_combat", "volunteers")  # they have no diplomatic actions


@pytest.mark.rule("directory", "seq-player-turn", "seq-turn", "miss-victory")
def test_actions_of_other_phases_are_refused() -> None:
    fighting = at("first_combat", RED, SICH)
    assert refused(fighting, 'move "1 Red" to 0202') == (
        "seq-player-turn",
        "'move \"1 Red\" to 0202' belongs to first movement and second movement; it is first combat of the bolsheviks",
    )
    assert refused(fighting, "go on")[0] == "seq-turn"
    assert refused(begin(RED, SICH), "end phase") == ("seq-turn", "December IV begins with the initiative: 'go on'")


@pytest.mark.rule("directory", "seq-supply", "miss-supply-trace", "sup-never")
def test_supply_is_found_on_the_way_to_the_next_phase() -> None:
    base = unit("Base", "bolsheviks", "0101", "fixed_base")
    store = unit("Store", "bolsheviks", "0604", "supply_stockpile")
    allies = (fd.Alliance(faction="makhnovists", side="bolsheviks"),)
    units = (
        base,
        store,
        unit("Near", "bolsheviks", "0402"),  # three hexes from the base
        unit("Far", "bolsheviks", "0504"),  # four, and one from the stockpile
        unit("Makhno", "makhnovists", "0102"),
        unit("Lost", "bolsheviks", "0601", supply="supplied"),  # five from the base, three from the stockpile
        unit("1 Sich", "directory", "0403", supply="supplied"),
    )
    state = at("first_movement", *units, alliances=allies)
    after = play(state, "end phase")
    assert moment(after)[1] == "second_combat"
    assert {piece.name: piece.supply for piece in after.campaign.pieces} == {
        "Base": "supplied",
        "Store": "limited",  # a stockpile supplies nobody, itself included
        "Near": "supplied",
        "Far": "limited",
        "Makhno": "limited",
        "Lost": "limited",
        "1 Sich": "supplied",  # theirs is found in their own Supply Phase
    }


@pytest.mark.rule("directory", "miss-supply-trace")
def test_supply_is_not_traced_through_others() -> None:
    base = unit("Base", "bolsheviks", "0101", "fixed_base")
    line = tuple(unit(f"D{label}", "directory", label) for label in ("0102", "0201"))
    state = at("first_movement", base, RED, *line)
    assert play(state, "end phase").campaign.piece("1 Red").supply == "none"
    assert play(at("first_movement", base, RED), "end phase").campaign.piece("1 Red").supply == "supplied"


@pytest.mark.rule("directory", "miss-weather", "mov-frozen")
def test_the_weather_is_that_of_the_rulebook() -> None:
    state = begin(RED, SICH, weather=("January I",))
    assert state.campaign.frozen is False
    while state.campaign.position.turn == "December IV":
        state = play(state, lines(state)[0])
    assert state.campaign.frozen is True


# ------------------------------------------------------------------ diplomacy


@pytest.mark.rule("directory", "dip-table", "dip-join-effect", "dip-cost", "seq-diplomatic")
def test_persuading_is_an_action_with_a_die() -> None:
    makhno = unit("Makhno", "makhnovists", "0404")
    state = at("diplomatic", RED, SICH, makhno)
    assert lines(state) == [
        "end phase",
        "persuade makhnovists",
        "persuade zelenyists",
        "persuade grigorievists",
        "persuade entente_and_germans",
    ]
    joined = play(state, "persuade makhnovists", 3)
    assert joined.campaign.allegiance("makhnovists") == "bolsheviks"
    assert fd.game.view(joined, "directory").actions_left == (("bolsheviks", 1), ("directory", 2))
    assert "persuade makhnovists" not in lines(joined)
    spent = play(joined, "persuade zelenyists", 1)
    assert lines(spent) == ["end phase"]
    assert refused(spent, "persuade zelenyists")[0] == "dip-cost"
    # The ally moves with its side.
    moving = play(play(spent, "end phase"), "end phase")
    assert any(line.startswith("move Makhno") for line in lines(moving))


@pytest.mark.rule("directory", "dip-entente", "dip-join-effect")
def test_who_withdraws_never_comes_back() -> None:
    french = unit("French", "entente", "0404")
    arrival = fd.Arrival(name="Greeks", type="regular_infantry", faction="entente", hexes=("0404",))
    lists = (fd.MobilizationList(turn="January I", side="volunteers", reinforcements=(arrival,)),)
    allies = (fd.Alliance(faction="entente", side="volunteers"),)
    state = at("diplomatic", RED, SICH, french, mobilization=lists, alliances=allies)
    after = play(state, "persuade entente_and_germans", 6)
    assert out(after) == {"French": "withdrawn", "Greeks": "withdrawn"}
    assert "persuade entente_and_germans" not in lines(after)


@pytest.mark.rule("directory", "dip-automatic", "opt-active")
def test_a_declaration_is_one_that_the_rulebook_lists() -> None:
    possible = fd.PossibleDeclaration(
        side="bolsheviks", action="begin_intervention", target="entente", enemies=("bolsheviks", "directory")
    )
    state = at("diplomatic", RED, SICH, unit("French", "entente", "0404"), declarations=(possible,))
    assert "spend begin_intervention on entente" in lines(state)
    after = play(state, "spend begin_intervention on entente")
    assert after.campaign.active == ("entente",)
    assert after.campaign.are_at_war("entente", "directory")
    assert not any(line.startswith("declare") for line in lines(after))
    assert refused(after, "spend begin_intervention on entente")[0] == "dip-automatic"
    assert refused(state, "spend declare_war on germans")[0] == "dip-automatic"
    # With those who have withdrawn nobody can be at war.
    gone = attrs.evolve(state, campaign=attrs.evolve(state.campaign.without(["French"]), withdrawn=True))
    on_them = attrs.evolve(possible, action="declare_war", target="zelenyists", enemies=("entente",))
    rulebook = attrs.evolve(gone.rulebook, declarations=(possible, on_them))
    assert "spend declare_war on zelenyists" in lines(attrs.evolve(state, rulebook=rulebook))
    assert not any(line.startswith("declare") for line in lines(attrs.evolve(gone, rulebook=rulebook)))
    with pytest.raises(fd.MissingProfileError, match="declarations"):
        play(at("diplomatic", RED, SICH, declarations=None), "spend declare_war on germans")


# ------------------------------------------------------------------ mobilization


def arriving(*hexes: str, name: str = "2 Red", **own: Any) -> fd.Arrival:
    return fd.Arrival(**{"name": name, "type": "regular_infantry", "faction": "bolsheviks", "hexes": hexes, **own})


@pytest.mark.rule("directory", "miss-mobilization", "seq-mobilization", "miss-stacking-zoc")
def test_the_player_places_what_comes() -> None:
    lists = (
        fd.MobilizationList(
            turn="January I",
            side="bolsheviks",
            withdrawals=("Old",),
            reinforcements=(arriving("0101", "0501"),),
            mobilization=(arriving("0101", name="3 Red"), arriving("0101", name="4 Red")),
        ),
    )
    units = (RED, SICH, unit("Old", "bolsheviks", "0303"), unit("Base", "bolsheviks", "0102", "fixed_base"))
    state = play(at("diplomatic", *units, mobilization=lists), "end phase")
    assert out(state) == {"Old": "withdrawn", "2 Red": "to_come", "3 Red": "to_come", "4 Red": "to_come"}
    assert state.campaign.position.step == "reinforcements"
    assert lines(state) == ['place "2 Red" in 0101']  # the enemy is in 0501
    assert refused(state, "end phase")[0] == "seq-mobilization"
    assert refused(state, 'place "2 Red" in 0501')[0] == "miss-stacking-zoc"
    assert refused(state, 'place "2 Red" in 0404')[0] == "miss-mobilization"
    assert refused(state, 'place "3 Red" in 0101') == (
        "miss-mobilization",
        "'3 Red' does not come in this step; these do: 2 Red",
    )
    state = play(state, 'place "2 Red" in 0101')
    assert state.campaign.position.step == "mobilization"
    assert state.campaign.piece("2 Red").supply == "supplied"
    assert lines(state) == ['place "3 Red" in 0101', 'place "4 Red" in 0101']
    state = play(state, 'place "4 Red" in 0101')
    # There is room for two: the other waits, and the game goes on.
    assert moment(state)[1] == "first_combat"
    assert out(state) == {"Old": "withdrawn", "3 Red": "to_come"}
    later = attrs.evolve(
        state.campaign.position, turn="January II", phase="mobilization", step="withdrawals", side="bolsheviks"
    )
    moved = state.campaign.with_piece("4 Red", attrs.evolve(state.campaign.piece("4 Red"), hex="0301"))
    waiting = attrs.evolve(state, campaign=attrs.evolve(moved, position=later))
    assert lines(play(waiting, "end phase")) == ['place "3 Red" in 0101']


@pytest.mark.rule("directory", "miss-mobilization", "gen-attacker")
def test_a_counter_of_a_faction_that_is_no_ally_waits() -> None:
    lists = (
        fd.MobilizationList(
            turn="January I", side="bolsheviks", reinforcements=(arriving("0101", faction="makhnovists", name="Batko"),)
        ),
    )
    state = at("diplomatic", RED, SICH, mobilization=lists)
    assert moment(play(state, "end phase"))[1] == "first_combat"
    joined = play(state, "persuade makhnovists", 3)
    assert lines(play(joined, "end phase")) == ["place Batko in 0101"]


@pytest.mark.rule("directory", "miss-mobilization")
def test_a_withdrawn_counter_that_has_not_come_never_comes() -> None:
    first = fd.MobilizationList(turn="January I", side="bolsheviks", reinforcements=(arriving("0501"),))
    second = fd.MobilizationList(turn="January II", side="bolsheviks", withdrawals=("2 Red",))
    state = at("diplomatic", RED, SICH, mobilization=(first, second), turn="January II", last_turn="January II")
    assert out(play(state, "end phase")) == {"2 Red": "withdrawn"}


# ------------------------------------------------------------------ the end


@pytest.mark.rule("directory", "miss-victory", "seq-turn")
def test_the_side_that_was_last_in_a_place_holds_it_at_the_end() -> None:
    red = unit("1 Red", "bolsheviks", "0203")
    units = (red, unit("1 Sich", "directory", "0404"))
    facts: dict[str, Any] = {"victory": VICTORY, "turn": "December IV", "last_turn": "December IV"}
    taken = at("second_movement", *units, board=KYIV, held=(fd.Held(place="kyiv", side="volunteers"),), **facts)
    assert play(taken, 'move "1 Red" to 0202').held == (
        fd.Held(place="kyiv", side="bolsheviks"),
        fd.Held(place="0404", side="directory"),
    )
    state = at("second_movement", *units, board=KYIV, **facts)
    assert state.held == (fd.Held(place="0404", side="directory"),)
    state = play(play(state, 'move "1 Red" to 0202'), 'move "1 Red" to 0302')
    assert state.held == (fd.Held(place="0404", side="directory"), fd.Held(place="kyiv", side="bolsheviks"))
    state = play(state, "end phase")
    result = fd.game.result(state)
    assert result is not None
    assert (result.winner, result.points) == ("bolsheviks", (("bolsheviks", 3), ("directory", 1), ("volunteers", 0)))
    assert (state.campaign.game_over, state.campaign.winners) == (True, ("bolsheviks",))
    assert fd.game.legal_actions(state) == ()
    assert refused(state, "end phase")[0] == "miss-victory"


@pytest.mark.rule("directory", "miss-victory")
def test_a_game_can_be_won_at_once() -> None:
    victory = Victory(losses=(LossPoints(of="directory", to="bolsheviks", points=2),), at_once=2)
    foe = unit("1 Sich", "directory", "0202", "armored_train")
    state = at("first_combat", RED, foe, victory=victory)
    after = play(state, "attack 0202", 3, 6)
    result = fd.game.result(after)
    assert result is not None
    assert result.winner == "bolsheviks"
    standing = Victory(last_side_standing=True)
    state = at("first_combat", RED, unit("1 Sich", "directory", "0202"), victory=standing)
    alone = fd.game.result(play(state, "attack 0202", 6, 4))
    assert alone is not None
    assert alone.winner == "bolsheviks"


@pytest.mark.rule("directory", "miss-profile", "miss-victory", "miss-supply-trace", "miss-mobilization", "miss-retreat")
@pytest.mark.parametrize(
    ("field", "phase", "line", "facts"),
    [
        ("last_turn", "second_movement", "end phase", {"side": "volunteers", "last_turn": None}),
        ("victory", "second_movement", "end phase", {"side": "volunteers"}),
        ("supply", "first_movement", "end phase", {"supply": None}),
        ("mobilization", "diplomatic", "end phase", {"mobilization": None}),
        ("retreat", "first_combat", "attack 0202", {"retreat": None}),
        ("stacking", "first_movement", 'move "1 Red" to 0201', {"stacking": None}),
        ("zones_of_control", "first_movement", 'move "1 Red" to 0201', {"zones_of_control": None}),
        ("weather", "first_movement", 'move "1 Red" to 0201', {"weather": None}),
        ("local_units", "first_movement", "move Local to 0201", {}),
    ],
)
def test_what_the_rulebook_does_not_say_is_asked_for(field: str, phase: Any, line: str, facts: dict[str, Any]) -> None:
    units = (RED, unit("Local", "bolsheviks", "0302", "local_units"), unit("1 Sich", "directory", "0202"))
    state = at(phase, *units, **facts)
    with pytest.raises(fd.MissingProfileError) as caught:
        fd.game.play(state, fd.game.read_action(line), dice=GivenDice([]))  # before any die
    assert caught.value.field == field
    assert "rulebook" in caught.value.supply


def test_everybody_sees_everything() -> None:
    state = at("first_movement", RED, SICH)
    views = [fd.game.view(state, viewer) for viewer in ("bolsheviks", "directory", "umpire")]
    assert [attrs.evolve(view, viewer="") for view in views] == [attrs.evolve(views[0], viewer="")] * 3
    assert views[0].clock == "January I, first movement of the bolsheviks"
    told = fd.game.text_map(views[0])
    assert "0203  B1" in told
    assert "0501: 1 Sich (regular infantry, directory, limited)" in told
    assert where(state)["1 Red"] == "0203"
    picture = fd.game.picture(views[0])
    assert picture is not None
    assert picture.title == "January I, first movement of the bolsheviks"


@pytest.mark.rule("directory", "miss-victory")
def test_the_measure_counts_strengths_places_and_distances() -> None:
    units = (RED, unit("Train", "bolsheviks", "0101", "armored_train"), unit("1 Sich", "directory", "0404"))
    state = at("first_movement", *units, board=KYIV, victory=VICTORY)
    # 3 and 3, 3 and 1, against 3 and 3; 0404 is the enemy's, three hexes from 0203; Kyiv is one hex away.
    assert fd.game.measure(state, "bolsheviks") == 6 + 4 - 6 - 10 - 2 - 1
    assert fd.game.measure(state, "directory") == 6 - 6 - 4 + 10 - 3
    assert fd.game.measure(state, "volunteers") == 0
