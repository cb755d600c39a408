"""The turn as a clock: every moment of it, what follows, and what cannot be."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling, SeededDice
from rcw_rules import directory as di
from rcw_rules.directory.model import TURN_NAMES, MissingProfileError

# What a person would tick off on paper, letter by letter: D diplomatic, W withdrawals, R reinforcements,
# M mobilization, then combat, movement and supply twice.
NAMES = {
    "D": ("diplomatic", None),
    "W": ("mobilization", "withdrawals"),
    "R": ("mobilization", "reinforcements"),
    "M": ("mobilization", "mobilization"),
    "c": ("first_combat", None),
    "m": ("first_movement", None),
    "s": ("first_supply", None),
    "C": ("second_combat", None),
    "V": ("second_movement", None),
    "S": ("second_supply", None),
}
PLAYER_TURNS = {"fall_of_the_directory": "DWRMcmsCVS", "makhnos_return": "WRMcmsCVS"}
THREE = {
    "fall_of_the_directory": ("directory", "volunteers", "bolsheviks"),
    "makhnos_return": ("volunteers", "makhnovists", "bolsheviks"),
}
LATER = {"fall_of_the_directory": "January I", "makhnos_return": "October I"}


def position(
    phase: str = "initiative", side: str | None = None, step: str | None = None, **changes: Any
) -> di.Position:
    fields: dict[str, Any] = {
        "game": "fall_of_the_directory",
        "turn": "January I",
        "order": THREE["fall_of_the_directory"],
        "phase": phase,
        "side": side,
        "step": step,
    }
    return di.Position(**{**fields, **changes})


def makhno(phase: str = "initiative", side: str | None = None, step: str | None = None, **changes: Any) -> di.Position:
    fields: dict[str, Any] = {"game": "makhnos_return", "turn": "October I", "order": THREE["makhnos_return"]}
    return position(phase, side, step, **{**fields, **changes})


def resolve(now: di.Position, **fields: Any) -> Any:
    return di.ruleset.resolve(di.TurnSequenceRequest(position=now, **fields), dice=GivenDice([]))


def after(now: di.Position, **fields: Any) -> tuple[str, di.Position | None]:
    outcome = resolve(now, **fields).outcome
    return outcome.begins, outcome.position


def problems(now: di.Position, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        resolve(now, **fields)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


def objections(now: di.Position, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        resolve(now, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


# ------------------------------------------------------------------ the shape of a turn


@pytest.mark.rule("directory", "seq-turn", "seq-player-turn", "seq-mobilization", "seq-combat-movement", "seq-supply")
@pytest.mark.parametrize("game", PLAYER_TURNS)
def test_a_turn_is_stepped_through_from_initiative_to_its_end(game: Any) -> None:
    order: Any = THREE[game]
    expected: list[Any] = [("initiative", None, None)]
    expected += [(*NAMES[letter], side) for side in order for letter in PLAYER_TURNS[game]]
    expected.append(("turn_end", None, None))
    now: di.Position | None = di.Position(game=game, turn=LATER[game], order=order)  # type: ignore[arg-type]  # one of TURN_NAMES
    seen: list[Any] = []
    moments: list[di.Position] = []
    while now is not None and now.turn == LATER[game]:
        moments.append(now)
        seen.append((now.phase, now.step, now.side))
        now = resolve(now, last_turn="January II").outcome.position
    assert seen == expected
    assert tuple(moments) == di.turn_positions(game, moments[0].turn, order)
    assert now is not None
    assert (now.phase, now.order) == ("initiative", ())


@pytest.mark.rule("directory", "seq-player-turn", "gen-games")
@pytest.mark.parametrize(
    ("game", "count", "places"), [("fall_of_the_directory", 8, (3, 6)), ("makhnos_return", 7, (2, 5))]
)
def test_how_many_phases_a_player_turn_has(game: Any, count: int, places: tuple[int, int]) -> None:
    side: Any = THREE[game][0]
    moments = [moment for moment in di.turn_positions(game, "January I", THREE[game]) if moment.side == side]  # type: ignore[arg-type]  # sides
    phases = list(dict.fromkeys(moment.phase for moment in moments))
    assert len(phases) == count
    assert phases[0] == ("diplomatic" if count == 8 else "mobilization")
    assert [phases.index("first_combat") + 1, phases.index("second_combat") + 1] == list(places)


@pytest.mark.rule("directory", "seq-turn", "ini-first-directory", "ini-first-makhno")
@pytest.mark.parametrize(
    ("game", "side", "moments"), [("fall_of_the_directory", "bolsheviks", 10), ("makhnos_return", "makhnovists", 9)]
)
def test_the_first_turn_has_one_player_turn(game: Any, side: Any, moments: int) -> None:
    start = di.first_position(game)
    assert (start.phase, start.order, start.side) == ("initiative", (), None)
    found = di.turn_positions(game, start.turn, (side,))
    assert len(found) == 1 + moments + 1
    last = found[-2]
    assert (last.phase, last.side) == ("second_supply", side)
    assert after(last) == ("turn_end", found[-1])


@pytest.mark.rule("directory", "seq-diplomatic")
def test_the_volunteers_have_a_diplomatic_phase_too() -> None:
    assert position("diplomatic", "volunteers") in di.turn_positions(
        "fall_of_the_directory", "January I", ("directory", "volunteers", "bolsheviks")
    )


@pytest.mark.rule("directory", "seq-turn", "seq-player-turn", "seq-mobilization", "gen-attacker")
@pytest.mark.parametrize(
    ("now", "begins", "following"),
    [
        (position(), "player_turn", position("diplomatic", "directory")),
        (position("diplomatic", "directory"), "phase", position("mobilization", "directory", "withdrawals")),
        (
            position("mobilization", "directory", "withdrawals"),
            "step",
            position("mobilization", "directory", "reinforcements"),
        ),
        (position("mobilization", "directory", "mobilization"), "phase", position("first_combat", "directory")),
        (position("first_supply", "volunteers"), "phase", position("second_combat", "volunteers")),
        (position("second_supply", "volunteers"), "player_turn", position("diplomatic", "bolsheviks")),
        (position("second_supply", "bolsheviks"), "turn_end", position("turn_end")),
        (makhno(), "player_turn", makhno("mobilization", "volunteers", "withdrawals")),
        (makhno("second_supply", "makhnovists"), "player_turn", makhno("mobilization", "bolsheviks", "withdrawals")),
    ],
)
def test_what_begins(now: di.Position, begins: str, following: di.Position) -> None:
    assert after(now) == (begins, following)


@pytest.mark.rule(
    "directory", "seq-mobilization", "seq-supply", "seq-combat-movement", "gen-attacker", "seq-diplomatic"
)
@pytest.mark.rule("directory", "miss-mobilization", "miss-supply-trace", "seq-calendar")
@pytest.mark.parametrize(
    ("now", "rules"),
    [
        (position(), ["gen-attacker", "seq-diplomatic"]),
        (position("diplomatic", "directory"), ["seq-mobilization", "miss-mobilization"]),
        (position("mobilization", "directory", "mobilization"), ["seq-combat-movement"]),
        (position("first_combat", "directory"), ["seq-combat-movement"]),
        (position("first_movement", "directory"), ["seq-supply", "miss-supply-trace"]),
        (position("first_supply", "directory"), ["seq-combat-movement"]),
        (position("second_movement", "directory"), ["seq-supply", "miss-supply-trace"]),
        (position("second_supply", "bolsheviks"), ["seq-turn"]),
        (position("turn_end"), ["seq-calendar"]),
    ],
)
def test_the_record_cites_what_each_moment_rests_on(now: di.Position, rules: list[str]) -> None:
    steps = [step.rule for _, step in resolve(now, last_turn="March IV").record.walk() if step.kind == "result"]
    assert steps == rules


@pytest.mark.rule("directory", "seq-combat-movement")
@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("mobilization", "every unit of the directory and their allies may attack"),
        ("first_combat", "every unit of the directory and their allies may move"),
        ("first_supply", "every unit of the directory and their allies may attack"),
        ("second_combat", "every unit of the directory and their allies may move"),
    ],
)
def test_combat_comes_before_movement_in_both_halves(phase: str, text: str) -> None:
    step = "mobilization" if phase == "mobilization" else None
    assert text in resolve(position(phase, "directory", step)).explain()


# ------------------------------------------------------------------ whose turn it is


@pytest.mark.rule("directory", "gen-attacker", "ini-allies", "dip-join-effect")
@pytest.mark.parametrize("phase", ["first_combat", "first_movement", "second_supply"])
def test_only_the_attacker_and_its_allies_act(phase: str) -> None:
    now = position(phase, "volunteers")
    assert [di.acts(now, side) for side in ("volunteers", "bolsheviks", "directory")] == [True, False, False]
    assert not di.acts(now, None)


@pytest.mark.rule("directory", "gen-attacker", "ini-allies")
@pytest.mark.parametrize("phase", ["initiative", "turn_end"])
def test_nobody_acts_between_the_player_turns(phase: str) -> None:
    assert not di.acts(position(phase), None)
    assert not di.acts(position(phase), "bolsheviks")


@pytest.mark.rule("directory", "ini-allies", "dip-join-effect")
def test_zelenyists_who_joined_the_directory_act_in_its_player_turn() -> None:
    joining = di.DiplomacyRequest(
        game="fall_of_the_directory",
        phasing_side="directory",
        side="directory",
        pool=1,
        action="persuade",
        target="zelenyists",
        allegiance=None,
    )
    now = position("first_combat", "directory")
    assert not di.acts(now, joining.allegiance)
    allegiance = di.ruleset.outcome(joining, dice=GivenDice([4])).allegiance
    assert di.acts(now, allegiance)
    assert not di.acts(position("first_combat", "bolsheviks"), allegiance)


# ------------------------------------------------------------------ from turn to turn


@pytest.mark.rule("directory", "seq-calendar", "seq-turn")
@pytest.mark.parametrize(
    ("turn", "following"),
    [("January I", "January II"), ("January IV", "February I"), ("March III", "March IV"), ("May II", "May III")],
)
def test_the_next_turn(turn: str, following: str) -> None:
    expected = di.Position(game="fall_of_the_directory", turn=following)  # type: ignore[arg-type]  # one of TURN_NAMES
    assert after(position("turn_end", turn=turn), last_turn="June III") == ("turn", expected)


@pytest.mark.rule("directory", "seq-calendar", "ini-first-directory")
def test_december_iv_is_followed_by_january_i() -> None:
    now = position("turn_end", turn="December IV", order=("bolsheviks",))
    assert after(now, last_turn="March IV") == (
        "turn",
        di.Position(game="fall_of_the_directory", turn="January I"),
    )
    assert after(makhno("turn_end", turn="December IV"), last_turn="January I") == (
        "turn",
        di.Position(game="makhnos_return", turn="January I"),
    )


@pytest.mark.rule("directory", "miss-victory", "seq-turn")
def test_the_game_is_over_after_its_last_turn() -> None:
    resolution = resolve(position("turn_end", turn="March IV"), last_turn="March IV")
    assert resolution.outcome == di.TurnSequenceOutcome(begins="game_over", position=None)
    assert "miss-victory" in resolution.record.rules


@pytest.mark.rule("directory", "miss-victory")
@pytest.mark.parametrize("phase", ["initiative", "turn_end"])
def test_there_is_no_turn_after_the_last(phase: str) -> None:
    now = position(phase, turn="April I")
    assert objections(now, last_turn="March IV") == [("$.position.turn", "miss-victory")]
    assert objections(position("turn_end", turn="March IV"), last_turn="March IV", intended=now) == [
        ("$.intended", "miss-victory")
    ]


@pytest.mark.rule("directory", "miss-victory")
def test_the_last_turn_must_be_supplied_at_the_end_of_a_turn_and_only_there() -> None:
    with pytest.raises(MissingProfileError, match=r"last_turn.*\[miss-victory\]") as caught:
        resolve(position("turn_end"))
    assert isinstance(caught.value, NeedsRuling)
    assert (caught.value.field, caught.value.rule) == ("last_turn", "miss-victory")
    for moment in di.turn_positions("fall_of_the_directory", "January I", ("directory", "volunteers", "bolsheviks"))[
        :-1
    ]:
        assert after(moment)[1] is not None


@pytest.mark.rule("directory", "seq-turn", "seq-calendar", "miss-victory")
def test_a_script_plays_the_clock_of_a_short_game() -> None:
    now: di.Position | None = di.first_position("fall_of_the_directory")
    turns: list[str] = []
    steps = 0
    while now is not None:
        if now.phase == "initiative":
            turns.append(now.turn)
            rolled = di.InitiativeRequest(game=now.game, turn=now.turn)
            now = evolve(now, order=di.ruleset.outcome(rolled, dice=SeededDice(1919)).order)
        now = resolve(now, last_turn="January II").outcome.position
        steps += 1
    assert turns == ["December IV", "January I", "January II"]
    # Ten moments a player-turn, one player-turn and then three and three, and two moments more in each turn.
    assert steps == 10 * (1 + 3 + 3) + 2 * 3


# ------------------------------------------------------------------ going on out of order


@pytest.mark.rule("directory", "seq-mobilization", "seq-player-turn", "seq-turn")
@pytest.mark.parametrize(
    ("now", "intended", "rule"),
    [
        (
            position("mobilization", "directory", "withdrawals"),
            position("mobilization", "directory", "mobilization"),
            "seq-mobilization",
        ),
        (
            position("mobilization", "directory", "reinforcements"),
            position("mobilization", "directory", "withdrawals"),
            "seq-mobilization",
        ),
        (
            position("diplomatic", "directory"),
            position("mobilization", "directory", "reinforcements"),
            "seq-mobilization",
        ),
        (
            position("mobilization", "directory", "withdrawals"),
            position("first_combat", "directory"),
            "seq-mobilization",
        ),
        (
            position("mobilization", "directory", "mobilization"),
            position("first_movement", "directory"),
            "seq-player-turn",
        ),
        (position("first_combat", "directory"), position("first_supply", "directory"), "seq-player-turn"),
        (position("first_combat", "directory"), position("first_combat", "volunteers"), "seq-turn"),
        (position("second_supply", "directory"), position("diplomatic", "bolsheviks"), "seq-turn"),
        (position("second_supply", "directory"), position("turn_end"), "seq-turn"),
        (position("turn_end"), position(turn="January III", order=()), "seq-turn"),
        (
            position("diplomatic", "directory"),
            position("mobilization", "directory", "withdrawals", order=("directory", "bolsheviks", "volunteers")),
            "seq-turn",
        ),
    ],
)
def test_what_does_not_come_next_is_refused(now: di.Position, intended: di.Position, rule: str) -> None:
    assert objections(now, intended=intended) == [("$.intended", rule)]


@pytest.mark.rule("directory", "seq-mobilization")
def test_the_refusal_says_what_comes_next() -> None:
    with pytest.raises(IllegalRequestError, match=r"next comes mobilization \(reinforcements\) of the directory"):
        resolve(
            position("mobilization", "directory", "withdrawals"),
            intended=position("mobilization", "directory", "mobilization"),
        )


@pytest.mark.rule("directory", "seq-turn", "seq-mobilization")
@given(st.data())
def test_of_all_moments_of_a_turn_only_one_comes_next(data: st.DataObject) -> None:
    order: Any = data.draw(st.permutations(THREE["makhnos_return"]).map(tuple))
    moments = di.turn_positions("makhnos_return", "October I", order)
    at = data.draw(st.integers(0, len(moments) - 2))
    intended = data.draw(st.sampled_from(moments))
    request = di.TurnSequenceRequest(position=moments[at], intended=intended)
    if moments.index(intended) == at + 1:
        assert di.ruleset.outcome(request, dice=GivenDice([])).position == intended
    else:
        with pytest.raises(IllegalRequestError, match="next comes"):
            di.ruleset.outcome(request, dice=GivenDice([]))


@pytest.mark.rule("directory", "seq-turn")
def test_without_the_order_of_the_initiative_nothing_follows_it() -> None:
    assert objections(di.first_position("makhnos_return")) == [("$.position.order", "seq-turn")]


# ------------------------------------------------------------------ positions that cannot be


@pytest.mark.rule("directory", "gen-games", "seq-turn", "seq-player-turn", "seq-mobilization", "bad-input")
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (position(turn="November I", order=()), [(".turn", "bad-input")]),
        (position(turn="September IV", order=()), [(".turn", "bad-input")]),
        (position("first_combat", "bolsheviks", order=()), [(".order", "seq-turn")]),
        (position("turn_end", order=()), [(".order", "seq-turn")]),
        (position(order=("bolsheviks",)), [(".order", "ini-table-directory")]),
        (position(order=("bolsheviks", "directory", "directory")), [(".order", "ini-table-directory")]),
        (position(order=("bolsheviks", "directory", "volunteers", "directory")), [(".order", "ini-table-directory")]),
        (position(order=("bolsheviks", "makhnovists", "volunteers")), [(".order[1]", "gen-games")]),
        (position(turn="December IV"), [(".order", "ini-first-directory")]),
        (position(turn="December IV", order=("directory",)), [(".order", "ini-first-directory")]),
        (makhno(order=("volunteers", "makhnovists")), [(".order", "ini-table-makhno")]),
        (makhno(turn="September IV", order=("bolsheviks",)), [(".order", "ini-first-makhno")]),
        (makhno("first_combat", "directory"), [(".side", "gen-games")]),
        (makhno("diplomatic", "bolsheviks"), [(".phase", "seq-player-turn")]),
        (position("first_combat"), [(".side", "seq-player-turn")]),
        (position("initiative", "bolsheviks"), [(".side", "seq-turn")]),
        (position("turn_end", "bolsheviks"), [(".side", "seq-turn")]),
        (position("first_combat", "directory", turn="December IV", order=("bolsheviks",)), [(".side", "seq-turn")]),
        (position("mobilization", "bolsheviks"), [(".step", "seq-mobilization")]),
        (position("first_combat", "bolsheviks", "withdrawals"), [(".step", "seq-mobilization")]),
    ],
)
def test_a_position_that_cannot_be_is_refused(now: di.Position, expected: list[tuple[str, str]]) -> None:
    assert problems(now, last_turn="March IV") == [("$.position" + path, rule) for path, rule in expected]


@pytest.mark.rule("directory", "bad-input", "miss-victory")
def test_a_last_turn_before_the_first_is_refused() -> None:
    assert problems(position("turn_end"), last_turn="November IV") == [("$.last_turn", "bad-input")]


@pytest.mark.rule("directory", "seq-mobilization")
def test_an_intended_position_is_checked_as_well() -> None:
    found = problems(position("diplomatic", "directory"), intended=position("mobilization", "directory"))
    assert found == [("$.intended.step", "seq-mobilization")]


@pytest.mark.rule("directory", "gen-games")
def test_each_game_has_its_three_sides_in_any_order() -> None:
    for game, sides in (
        ("fall_of_the_directory", ("bolsheviks", "directory", "volunteers")),
        ("makhnos_return", ("bolsheviks", "makhnovists", "volunteers")),
    ):
        for order in permutations(sides):
            assert after(position(game=game, turn="January I", order=order))[0] == "player_turn"


@pytest.mark.rule("directory", "seq-calendar")
@given(st.integers(0, 22))
def test_turn_follows_turn_through_the_half_year(weeks: int) -> None:
    # December IV is the 48th name of a year of twelve months of four turns, and January I the first.
    turn = TURN_NAMES[(47 + weeks) % 48]
    order: Any = ("bolsheviks",) if weeks == 0 else THREE["fall_of_the_directory"]
    _, following = after(position("turn_end", turn=turn, order=order), last_turn="June III")
    assert following is not None
    months = ("January", "February", "March", "April", "May", "June")
    names = [f"{month} {number}" for month in months for number in ("I", "II", "III", "IV")]
    assert following.turn == names[weeks]
