"""The Activation Table: what units must and may do on their score."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.cards import PermittedAction

FORMATIONS = {"infantry": "waves", "cavalry": "mounted", "artillery": "deployed"}
NO = {"rally": lambda rallying, alternatives: False}


def asked(kind: Any = "infantry", **fields: Any) -> rs.ActivationResultRequest:
    start: dict[str, Any] = {"formation": FORMATIONS.get(kind)}
    return rs.ActivationResultRequest(kind=kind, **(start | fields))


def outcome(kind: Any = "infantry", *cards: str, choices: Any = None, **fields: Any) -> rs.ActivationResultOutcome:
    dice = GivenDice(list(cards))
    return rs.ruleset.resolve(asked(kind, **fields), dice=dice, choices=choices or {}).outcome


def result(kind: Any = "infantry", **fields: Any) -> str:
    return outcome(kind, **fields).result


def actions(kind: Any = "infantry", **fields: Any) -> set[PermittedAction]:
    found = outcome(kind, **fields)
    assert found.result == "acts"
    return set(found.actions)


@pytest.mark.rule("red_square", "act-table", "act-wild")
def test_the_chart_is_as_printed() -> None:
    chart = rs.ruleset.charts["activation_table"]
    expected = {
        "move_fire_observe_dig_rally": ("Y", "no", "no"),
        "orders_formation_replacement": ("Y", "no", "no"),
        "fire_hold_fire": ("Y", "Y(-)", "no"),
        "casualties_and_markers": ("Y", "Y", "Y"),
        "retreat_or_hide": ("no", "no", "Y"),
    }
    for row, cells in expected.items():
        for column, cell in zip(("2+", "1-0", "0-"), cells, strict=True):
            found = chart.look_up(row, column)
            assert (found.result, found.provenance) == (cell, "printed")


@pytest.mark.rule("red_square", "turn-5a-dice", "turn-5b-deductions", "opt-rings-deduct")
@pytest.mark.parametrize(
    ("row", "value"),
    [("elite", 1), ("poor", -1), ("hit_marker", -1), ("base_removed", -1), ("hid_last_turn", -1), ("ring", -1)],
)
def test_the_modifiers_are_as_printed(row: str, value: int) -> None:
    cell = rs.ruleset.charts["activation_modifiers"].look_up(row)
    assert cell.result == value
    assert cell.provenance == ("reconstructed" if row == "ring" else "printed")


@pytest.mark.rule("red_square", "act-table", "act-wild", "act-hide", "move-who")
@pytest.mark.parametrize("score", [None, 2, 5])
def test_a_good_score_opens_every_line(score: int | None) -> None:
    found = actions(score=score, order="attack", card="9H", may_dig=True)
    assert found == {
        "move",
        "move_and_fire",
        "observe_and_fire",
        "dig_in",
        "change_orders",
        "change_formation",
        "replace_casualties",
        "fire",
        "hold_fire",
    }


@pytest.mark.rule("red_square", "act-table", "act-wild", "move-who")
@pytest.mark.parametrize("score", [0, 1])
def test_a_poor_score_leaves_wild_fire(score: int) -> None:
    assert actions(score=score, order="attack", card="9H", may_dig=True) == {"fire_wildly", "hold_fire"}
    assert actions("mg", score=score) == {"fire_wildly", "hold_fire"}


@pytest.mark.rule("red_square", "act-table", "act-hide", "act-retreat")
def test_below_zero_troops_hide_in_cover_and_retreat_elsewhere() -> None:
    assert result(score=-1) == "retreats"
    assert result(score=-1, in_cover=True) == "hides"
    assert result("artillery", score=-3, in_cover=True) == "hides"
    assert result("hq", score=-1, in_cover=True) == "hides"
    for kind in ("armoured_car", "light_tank", "heavy_tank", "truck"):
        assert result(kind, score=-1, in_cover=True) == "retreats"


@pytest.mark.rule("red_square", "move-who", "act-table")
@pytest.mark.parametrize(
    ("kind", "formation", "moves", "fires", "changes", "digs"),
    [
        ("infantry", "masses", True, True, True, True),
        ("infantry", "waves", True, True, True, True),
        ("infantry", "firing_line", False, True, True, True),
        ("infantry", "defence", False, True, False, True),
        ("cavalry", "mounted", True, False, True, False),
        ("cavalry", "scouting", True, False, True, False),
        ("cavalry", "dismounted", True, True, True, True),
        ("artillery", "limbered", True, False, True, False),
        ("artillery", "deployed", False, True, True, True),
        ("mg", None, True, True, False, True),
        ("tchanka", None, True, True, False, False),
        ("armoured_car", None, True, True, False, False),
        ("truck", None, True, False, False, False),
        ("hq", None, True, False, False, False),
    ],
)
def test_what_each_kind_and_formation_can_do(
    kind: Any, formation: Any, *, moves: bool, fires: bool, changes: bool, digs: bool
) -> None:
    found = actions(kind, formation=formation, score=2, may_dig=True)
    assert ("move" in found) is moves
    assert {"fire", "hold_fire", "observe_and_fire"} <= found if fires else not found & {"fire", "observe_and_fire"}
    assert ("change_formation" in found) is changes
    assert ("dig_in" in found) is digs
    assert ("replace_casualties" in found) is (kind == "infantry")
    assert "change_orders" not in found
    assert "dig_in" not in actions(kind, formation=formation, score=2)


@pytest.mark.rule("red_square", "act-table")
@pytest.mark.parametrize(
    ("kind", "formation", "card", "allowed"),
    [
        ("infantry", "waves", "9H", True),
        ("infantry", "masses", "9H", True),
        ("infantry", "waves", "9C", False),
        ("infantry", "masses", "*1", False),
        ("infantry", "firing_line", "9H", False),
        ("cavalry", "dismounted", "9H", True),
        ("cavalry", "dismounted", "9D", False),
        ("cavalry", "mounted", "9H", False),
        ("artillery", "limbered", "9H", False),
        ("mg", None, "9H", False),
        ("tchanka", None, "9C", True),
        ("heavy_tank", None, "", True),
        ("truck", None, "9H", False),
    ],
)
def test_who_may_move_and_fire(kind: Any, formation: Any, card: str, allowed: bool) -> None:
    assert ("move_and_fire" in actions(kind, formation=formation, card=card)) is allowed


@pytest.mark.rule("red_square", "turn-6-spades-poor", "turn-6-commissar")
def test_poor_troops_fire_on_a_spade_and_do_not_move() -> None:
    found = actions(quality="poor", card="4S", order="defend", may_dig=True)
    assert found == {
        "observe_and_fire",
        "dig_in",
        "change_orders",
        "change_formation",
        "replace_casualties",
        "fire",
        "hold_fire",
    }
    assert "move" in actions(quality="poor", card="4C")
    assert "move" in actions(card="4S")
    assert "move" in actions(quality="poor", card="4S", political_help=True, ignores_spades=True)


@pytest.mark.rule("red_square", "fire-2-must-fire")
def test_an_observed_target_must_be_fired_at_and_forbids_to_hold() -> None:
    for score, word in ((2, "fire"), (0, "fire_wildly")):
        found = outcome(score=score, has_target=True)
        assert found.must_fire
        assert word in found.actions
        assert "hold_fire" not in found.actions
        assert not outcome(score=score).must_fire
    assert not outcome("truck", has_target=True).must_fire


@pytest.mark.rule("red_square", "act-artillery-small-arms", "art-9-cheka")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"side": "white", "score": 5}, "retreats"),
        ({"side": "white", "score": None}, "retreats"),
        ({"side": "white", "score": -1, "in_cover": True}, "retreats"),
        ({"score": 3, "political_help": True}, "acts"),
        ({"score": -1, "political_help": True}, "retreats"),
        ({"score": -1, "political_help": True, "in_cover": True}, "hides"),
        ({"score": 3}, "retreats"),  # a Commissar two squares off is no help
    ],
)
def test_guns_under_small_arms_fire(fields: dict[str, Any], expected: str) -> None:
    found = outcome("artillery", under_fire=True, under_small_arms=True, **fields)
    assert found.result == expected
    if expected == "retreats" and "political_help" not in fields:
        assert found.rule == "act-artillery-small-arms"


@pytest.mark.rule("red_square", "art-9-cheka")
def test_the_record_says_why_the_guns_stay() -> None:
    request = asked("artillery", under_fire=True, under_small_arms=True, political_help=True)
    assert "art-9-cheka" in rs.ruleset.resolve(request, dice=GivenDice([])).record.rules


@pytest.mark.rule("red_square", "act-artillery-small-arms")
def test_small_arms_send_only_guns_off() -> None:
    assert result(score=2, under_fire=True, under_small_arms=True) == "acts"
    assert result("artillery", score=2, under_fire=True) == "acts"


@pytest.mark.rule("red_square", "act-cavalry-under-2", "act-hide")
@pytest.mark.parametrize(
    ("formation", "score", "fields", "expected", "remounts"),
    [
        ("mounted", 1, {}, "acts", False),
        ("mounted", 1, {"under_fire": True}, "retreats", False),
        ("scouting", 0, {"under_fire": True, "in_cover": True}, "retreats", False),
        ("mounted", 2, {"under_fire": True}, "acts", False),
        ("mounted", None, {"under_fire": True}, "acts", False),
        ("mounted", -1, {}, "retreats", False),
        ("mounted", -1, {"in_cover": True}, "hides", False),
        ("dismounted", 1, {}, "retreats", True),
        ("dismounted", 1, {"in_cover": True}, "retreats", True),
        ("dismounted", -1, {"in_cover": True}, "retreats", True),
        ("mounted", -1, {"under_fire": True, "in_cover": True}, "retreats", False),
        ("dismounted", 2, {"under_fire": True}, "acts", False),
    ],
)
def test_horsemen_who_score_less_than_two(
    formation: Any, score: int | None, fields: dict[str, Any], expected: str, remounts: bool
) -> None:
    found = outcome("cavalry", formation=formation, score=score, **fields)
    assert (found.result, found.remounts) == (expected, remounts)


@pytest.mark.rule("red_square", "act-hide", "act-hide-casualty", "act-rally", "act-table")
@pytest.mark.parametrize(
    ("state", "score", "fields", "expected"),
    [
        ("hiding", 3, {"has_suffered": True}, "retreats"),
        ("hiding", 3, {}, "rallies"),
        ("hiding", 1, {"in_cover": True}, "hides"),
        ("hiding", 0, {"in_cover": True}, "hides"),
        ("hiding", -1, {"in_cover": True}, "hides"),
        ("hiding", -1, {}, "retreats"),
        ("hiding", -1, {"in_cover": True, "has_suffered": True}, "retreats"),
        ("retreating", 1, {}, "retreats"),
        ("retreating", -1, {"in_cover": True}, "retreats"),
        ("retreating", 2, {}, "rallies"),
        ("retreating", 2, {"has_suffered": True}, "rallies"),
        ("retreating", 4, {"quality": "poor", "card": "9S"}, "retreats"),
        ("hiding", 4, {"quality": "poor", "card": "9S", "in_cover": True}, "hides"),
        ("retreating", 4, {"quality": "poor", "card": "9S", "political_help": True, "ignores_spades": True}, "rallies"),
        ("retreating", 4, {"card": "9S"}, "rallies"),
        ("rallying", 1, {}, "acts"),
        ("rallying", None, {}, "acts"),
    ],
)
def test_who_hid_or_retreated_before(state: Any, score: int | None, fields: dict[str, Any], expected: str) -> None:
    assert result(state=state, score=score, **fields) == expected


@pytest.mark.rule("red_square", "act-rally")
def test_nobody_needs_to_rally() -> None:
    assert outcome(state="retreating", score=2, choices=NO).result == "retreats"
    assert outcome(state="hiding", score=2, choices=NO).result == "hides"
    assert outcome(state="off_table", score=2, choices=NO).result == "stays_off"


@pytest.mark.rule("red_square", "orders-attack", "act-rally")
def test_an_attack_is_over_once_a_unit_has_rallied() -> None:
    assert outcome(state="retreating", score=2, order="attack").order == "defend"
    assert outcome(state="retreating", score=2, order="probe").order == "probe"
    assert outcome(state="retreating", score=1, order="attack").order == "attack"
    assert outcome("infantry", "5D", state="off_table", score=3, order="attack").order == "defend"
    record = rs.ruleset.resolve(asked(state="hiding", score=2, order="attack"), dice=GivenDice([])).record
    assert "orders-attack" in record.rules


@pytest.mark.rule("red_square", "act-exit-table", "equipment-draw-pile")
@pytest.mark.parametrize(
    ("score", "cards", "fields", "expected"),
    [
        (3, ("5D",), {}, "returns"),
        (3, ("*1",), {}, "stays_off"),
        (3, ("5C",), {}, "stays_off"),
        (1, (), {}, "stays_off"),
        (-4, (), {"in_cover": True}, "stays_off"),
        (3, (), {"quality": "poor", "card": "2S"}, "stays_off"),
    ],
)
def test_troops_off_the_table_rally_and_draw_red(
    score: int, cards: tuple[str, ...], fields: dict[str, Any], expected: str
) -> None:
    found = outcome("infantry", *cards, state="off_table", score=score, **fields)
    assert (found.result, found.cards) == (expected, ())


@pytest.mark.rule("red_square", "act-exit-table", "equipment-draw-pile")
def test_the_odds_of_coming_back_are_those_of_a_red_card() -> None:
    odds = rs.ruleset.odds(asked(state="off_table", score=2))
    assert {one.result: chance for one, chance in odds.items()} == {
        "returns": Fraction(26, 54),
        "stays_off": Fraction(28, 54),
    }
    in_a_game = rs.ruleset.odds(asked(state="off_table", score=2, deck=("2H", "3C", "*1")))
    assert {(one.result, one.cards): chance for one, chance in in_a_game.items()} == {
        ("returns", ()): Fraction(1, 3),
        ("stays_off", ()): Fraction(2, 3),
    }
    with pytest.raises(IllegalRequestError, match=r"\$\.deck: no card is left .*equipment-draw-pile"):
        outcome(state="off_table", score=2, deck=())


@pytest.mark.rule("red_square", "at-results", "act-retreat", "turn-6-spades-breakdown", "move-unbog")
@pytest.mark.parametrize(
    ("kind", "score", "fields", "expected", "moves", "fires"),
    [
        ("armoured_car", 4, {"must_retreat": True}, "retreats", False, False),
        ("light_tank", None, {"must_retreat": True}, "retreats", False, False),
        ("armoured_car", 4, {"must_retreat": True, "broken_down": True}, "acts", False, True),
        ("armoured_car", -1, {"broken_down": True}, "stays", False, False),
        ("armoured_car", 4, {"broken_down": True}, "acts", False, True),
        ("light_tank", 4, {"bogged": True}, "acts", False, True),
        ("heavy_tank", -1, {"bogged": True}, "stays", False, False),
        ("heavy_tank", 4, {"is_pinned": True}, "acts", False, False),
        ("heavy_tank", -1, {"is_pinned": True}, "stays", False, False),
        ("heavy_tank", 4, {}, "acts", True, True),
        ("armoured_car", 1, {"state": "retreating", "broken_down": True}, "stays", False, False),
    ],
)
def test_damaged_vehicles(
    kind: Any, score: int | None, fields: dict[str, Any], expected: str, *, moves: bool, fires: bool
) -> None:
    found = outcome(kind, score=score, **fields)
    assert found.result == expected
    assert ("move" in found.actions, "fire" in found.actions) == (moves, fires)


@pytest.mark.rule("red_square", "turn-5-test-needed", "orders-required", "org-command-figures", "formations-list")
@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("infantry", {"state": "hiding"}, r"\$\.score: is missing.*turn-5-test-needed"),
        ("infantry", {"state": "off_table"}, r"\$\.score: is missing.*off table.*turn-5-test-needed"),
        ("artillery", {"order": "attack"}, r"\$\.order: .*orders-required"),
        ("artillery", {"under_small_arms": True}, r"\$\.under_fire: .*act-artillery-small-arms"),
        ("artillery", {"side": "white", "political_help": True}, r"\$\.political_help: .*org-command-figures"),
        ("infantry", {"ignores_spades": True}, r"\$\.ignores_spades: .*turn-6-commissar"),
        ("cavalry", {"ignores_spades": True, "political_help": True}, r"\$\.ignores_spades: .*turn-6-commissar"),
        ("heavy_tank", {"must_retreat": True}, r"\$\.must_retreat: .*at-results"),
        ("infantry", {"broken_down": True}, r"\$\.broken_down: .*turn-6-spades-breakdown"),
        ("armoured_car", {"bogged": True}, r"\$\.bogged: .*move-bog"),
        ("light_tank", {"is_pinned": True}, r"\$\.is_pinned: .*at-results"),
        ("infantry", {"formation": "mounted"}, r"\$\.formation: .*formations-list"),
        ("truck", {"formation": "waves"}, r"\$\.formation: .*formations-list"),
        ("light_tank", {"state": "hiding", "score": 1}, r"\$\.state: light tank units never hide .*act-hide"),
        ("infantry", {"card": "1H"}, r"\$\.card: .1H. is not a card.*equipment-cards-dice"),
        ("infantry", {"deck": ("11H",)}, r"\$\.deck\[0\]: .*equipment-cards-dice"),
    ],
)
def test_what_contradicts_itself_is_refused(kind: Any, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        outcome(kind, **fields)


def by_the_catalogue(asked: rs.ActivationResultRequest) -> str:
    """Say what comes of an activation on the table, with every wish to rally, one question after the other."""
    score = 2 if asked.score is None else asked.score
    vehicle = asked.kind in ("armoured_car", "light_tank", "heavy_tank", "truck")
    stuck = asked.broken_down or asked.bogged or asked.is_pinned
    held = asked.card.endswith("S") and asked.quality == "poor" and not asked.ignores_spades
    goes = (
        (asked.state == "hiding" and asked.has_suffered)
        or (asked.must_retreat and not stuck)
        or (asked.kind == "artillery" and asked.under_small_arms and not asked.political_help)
        or (asked.kind == "cavalry" and score < 2 and (asked.formation == "dismounted" or asked.under_fire))
        or (asked.state == "retreating" and (score < 2 or held))
        or (score < 0 and (vehicle or not asked.in_cover))
    )
    if goes:
        return "stays" if stuck else "retreats"
    if score < 0 or (asked.state == "hiding" and (score < 2 or held)):
        return "hides"
    return "rallies" if asked.state in ("hiding", "retreating") else "acts"


@pytest.mark.rule("red_square", "act-table", "act-hide", "act-hide-casualty", "act-rally", "act-cavalry-under-2")
@pytest.mark.rule("red_square", "act-artillery-small-arms", "art-9-cheka", "at-results", "turn-6-spades-poor")
@pytest.mark.parametrize("seed", range(8))
def test_what_is_forced_is_what_a_twin_says(seed: int) -> None:
    chance = Random(seed)
    found: set[str] = set()
    for _ in range(150):
        kind = chance.choice(["infantry", "cavalry", "artillery", "armoured_car", "light_tank", "heavy_tank", "hq"])
        vehicle = kind in ("armoured_car", "light_tank", "heavy_tank")
        state = chance.choice(["steady", "retreating", "rallying", *([] if vehicle else ["hiding"])])
        names = ["under_fire", "in_cover", "has_suffered", *(["broken_down"] if vehicle else ["political_help"])]
        names += {"light_tank": ["bogged", "must_retreat"], "heavy_tank": ["is_pinned"]}.get(kind, [])
        fields: dict[str, Any] = {name: chance.random() < 0.4 for name in names}
        fields["under_small_arms"] = fields["under_fire"] and chance.random() < 0.5
        fields["ignores_spades"] = kind == "infantry" and fields["political_help"] and chance.random() < 0.5
        fields["score"] = chance.choice(
            [-2, -1, 0, 1, 2, 3] if state in ("hiding", "retreating") else [None, -1, 0, 1, 2]
        )
        fields["card"] = chance.choice(["4S", "9H", "*1"])
        fields["quality"] = chance.choice(["normal", "poor"])
        if kind == "cavalry":
            fields["formation"] = chance.choice(["mounted", "dismounted"])
        request = asked(kind, state=state, **fields)
        result = rs.ruleset.resolve(request, dice=GivenDice([])).outcome.result
        assert result == by_the_catalogue(request), request
        found.add(result)
    assert found == {"acts", "rallies", "hides", "retreats", "stays"}


CIRCUMSTANCES = st.fixed_dictionaries(
    {
        "state": st.sampled_from(["steady", "hiding", "retreating", "rallying"]),
        "under_fire": st.booleans(),
        "in_cover": st.booleans(),
        "card": st.sampled_from(["", "4S", "9H", "*1"]),
        "quality": st.sampled_from(["elite", "normal", "poor"]),
    }
)


@given(
    st.sampled_from(["infantry", "cavalry", "artillery", "mg", "armoured_car", "truck", "hq"]),
    st.integers(-9, 9),
    CIRCUMSTANCES,
)
@pytest.mark.rule("red_square", "act-table", "act-rally", "act-hide")
def test_a_better_score_never_takes_an_action_away(kind: Any, score: int, fields: dict[str, Any]) -> None:
    if kind in ("armoured_car", "truck") and fields["state"] == "hiding":
        fields = fields | {"state": "steady"}
    low = outcome(kind, score=score, **fields)
    high = outcome(kind, score=score + 1, **fields)
    wild = {"fire_wildly": "fire"}
    assert {wild.get(action, action) for action in low.actions} <= {wild.get(action, action) for action in high.actions}
    assert bool(low.actions) <= (low.result == "acts")
    if fields["state"] in ("hiding", "retreating"):
        assert low.result in ("hides", "retreats", "rallies")
        assert (low.result == "rallies") <= (score >= 2)
