"""Diplomacy: what fills the pools, what an action does, who can be approached, and exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice, wire
from rcw_rules import directory as di

# The two lists of the sheet, faces that succeed for the Bolsheviks and for the Directory.
SUCCEEDS: dict[str, tuple[set[int], set[int]]] = {
    "makhnovists": ({3, 4, 5, 6}, {5, 6}),
    "zelenyists": ({4, 5, 6}, {4, 5, 6}),
    "grigorievists": ({5, 6}, {3, 4, 5, 6}),
    "entente_and_germans": ({6}, {6}),
}
RULES = {
    "makhnovists": "dip-makhno",
    "zelenyists": "dip-zeleny",
    "grigorievists": "dip-grigoriev",
    "entente_and_germans": "dip-entente",
}
SIDES = ("bolsheviks", "directory")
DECLARATIONS = ("declare_war", "begin_mobilization", "begin_intervention")


def request(**changes: Any) -> di.DiplomacyRequest:
    fields: dict[str, Any] = {
        "game": "fall_of_the_directory",
        "side": "bolsheviks",
        "pool": 2,
        "action": "persuade",
        "target": "zelenyists",
        "allegiance": None,
    }
    fields.update(changes)
    fields.setdefault("phasing_side", fields["side"])
    if fields["target"] in ("entente", "germans", "entente_and_germans"):
        fields.setdefault("withdrawn", False)
    return di.DiplomacyRequest(**fields)


def throw(*faces: int, **changes: Any) -> di.DiplomacyOutcome:
    return di.ruleset.resolve(request(**changes), dice=GivenDice(faces)).outcome


def objections(**changes: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        throw(**changes)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


def problems(asked: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        di.ruleset.resolve(asked, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


def entry(city: Any, faction: Any = "bolsheviks", allegiance: Any = "bolsheviks", by: Any = "movement") -> di.CityEntry:
    return di.CityEntry(city=city, faction=faction, allegiance=allegiance, by=by)


def pool(side: Any, *entries: di.CityEntry, spent: int = 0, game: Any = "fall_of_the_directory") -> Any:
    return di.DiplomaticPoolRequest(side=side, entries=entries, spent=spent, game=game)


def count(side: Any, *entries: di.CityEntry, spent: int = 0) -> tuple[int, int, int]:
    outcome = di.ruleset.resolve(pool(side, *entries, spent=spent), dice=GivenDice([])).outcome
    return outcome.gained, outcome.spent, outcome.left


# ------------------------------------------------------------------ the pool


@pytest.mark.rule("directory", "dip-start-bolsheviks", "dip-start-directory")
@pytest.mark.parametrize("side", SIDES)
def test_both_start_with_two_actions(side: str) -> None:
    assert count(side) == (2, 0, 2)


@pytest.mark.rule("directory", "dip-city-one", "dip-city-two")
@pytest.mark.parametrize(
    ("city", "gained", "rule"),
    [
        ("kharkiv", 3, "dip-city-one"),
        ("katerynoslav", 3, "dip-city-one"),
        ("kyiv", 4, "dip-city-two"),
        ("odesa", 4, "dip-city-two"),
    ],
)
def test_what_each_city_gives(city: str, gained: int, rule: str) -> None:
    resolution = di.ruleset.resolve(pool("bolsheviks", entry(city)), dice=GivenDice([]))
    assert (resolution.outcome.gained, resolution.outcome.left) == (gained, gained)
    assert {"dip-start-bolsheviks", rule, "dip-cost"} <= set(resolution.record.rules)


@pytest.mark.rule("directory", "dip-city-one", "dip-city-two")
def test_a_city_counts_once_and_each_on_its_own() -> None:
    assert count("bolsheviks", entry("kharkiv"), entry("kharkiv")) == (3, 0, 3)
    assert count("bolsheviks", entry("kharkiv"), entry("katerynoslav")) == (4, 0, 4)
    cities = [entry(city) for city in ("odesa", "kharkiv", "kyiv", "katerynoslav", "odesa")]
    assert count("bolsheviks", *cities) == (8, 0, 8)


@pytest.mark.rule("directory", "dip-start-directory")
def test_the_directory_gains_nothing_from_cities() -> None:
    assert count("directory", entry("kyiv", "directory", "directory"), entry("odesa")) == (2, 0, 2)


@pytest.mark.rule("directory", "dip-city-entry")
@pytest.mark.parametrize(
    ("entered", "gained"),
    [
        (entry("kyiv", by="movement"), 4),
        (entry("kyiv", by="retreat"), 4),
        (entry("kyiv", by="placement"), 2),
        (entry("katerynoslav", "makhnovists"), 3),
        (entry("katerynoslav", "makhnovists", None), 2),
        (entry("katerynoslav", "makhnovists", "directory"), 2),
        (entry("kyiv", "volunteers", "volunteers"), 2),
    ],
)
def test_what_counts_as_an_entry(entered: di.CityEntry, gained: int) -> None:
    assert count("bolsheviks", entered) == (gained, 0, gained)


@pytest.mark.rule("directory", "dip-city-entry", "gen-factions")
def test_an_entry_that_gave_nothing_leaves_the_city_open() -> None:
    before_joining = entry("katerynoslav", "makhnovists", None)
    placed = entry("odesa", by="placement")
    assert count("bolsheviks", before_joining, placed) == (2, 0, 2)
    assert count("bolsheviks", before_joining, placed, entry("katerynoslav"), entry("odesa")) == (5, 0, 5)


@pytest.mark.rule("directory", "dip-cost")
def test_spent_actions_are_gone() -> None:
    assert count("bolsheviks", entry("kharkiv"), spent=3) == (3, 3, 0)
    assert count("directory", spent=1) == (2, 1, 1)
    assert problems(pool("bolsheviks", entry("kharkiv"), spent=4)) == [("$.spent", "dip-cost")]
    assert problems(pool("directory", entry("kyiv"), spent=3)) == [("$.spent", "dip-cost")]


@pytest.mark.rule("directory", "dip-city-entry", "dip-city-one", "dip-city-two")
@given(st.data())
def test_the_pool_never_shrinks_with_another_entry_and_ends_at_eight(data: st.DataObject) -> None:
    made = st.builds(
        entry,
        st.sampled_from(["kharkiv", "katerynoslav", "kyiv", "odesa"]),
        st.sampled_from(["zelenyists", "entente"]),
        st.sampled_from(["bolsheviks", "directory", None]),
        st.sampled_from(["movement", "retreat", "placement"]),
    )
    entries = data.draw(st.lists(made, max_size=12))
    more = data.draw(made)
    before, after = count("bolsheviks", *entries)[0], count("bolsheviks", *entries, more)[0]
    assert 2 <= before <= after <= min(8, before + 2)
    counting = [one.city for one in [*entries, more] if one.allegiance == "bolsheviks" and one.by != "placement"]
    worth = {"kharkiv": 1, "katerynoslav": 1, "kyiv": 2, "odesa": 2}
    assert after == 2 + sum(value for city, value in worth.items() if city in counting)


@pytest.mark.rule("directory", "dip-no-volunteers", "dip-game")
def test_others_have_no_pool() -> None:
    for asked, expected in (
        (pool("volunteers"), ("$.side", "dip-no-volunteers")),
        (pool("makhnovists"), ("$.side", "dip-no-volunteers")),
        (pool("bolsheviks", game="makhnos_return"), ("$.game", "dip-game")),
    ):
        with pytest.raises(IllegalRequestError) as caught:
            di.ruleset.resolve(asked, dice=GivenDice([]))
        assert [(one.path, one.rule) for one in caught.value.verdict.objections] == [expected]


@pytest.mark.rule("directory", "bad-input", "gen-factions", "gen-games")
@pytest.mark.parametrize(
    ("entered", "rule"),
    [
        (entry("kyiv", "bolsheviks", None), "gen-factions"),
        (entry("kyiv", "directory", "bolsheviks"), "gen-factions"),
        (entry("kyiv", "zelenyists", "makhnovists"), "gen-games"),
    ],
)
def test_an_allegiance_that_cannot_be_is_refused(entered: di.CityEntry, rule: str) -> None:
    assert problems(pool("bolsheviks", entry("odesa"), entered)) == [("$.entries[1].allegiance", rule)]


@pytest.mark.rule("directory", "bad-input")
@pytest.mark.parametrize(("field", "value"), [("city", "lviv"), ("faction", "poles"), ("by", "parachute")])
def test_unknown_cities_factions_and_ways_in_are_refused(field: str, value: str) -> None:
    fields: dict[str, Any] = {"city": "kyiv", "faction": "bolsheviks", "allegiance": "bolsheviks", "by": "movement"}
    with pytest.raises(InvalidRequestError, match=rf"\$\.entries\[0\]\.{field}: .*{value}"):
        wire.structure({"side": "bolsheviks", "entries": [{**fields, field: value}]}, di.DiplomaticPoolRequest)


# ------------------------------------------------------------------ negotiation


@pytest.mark.rule(
    "directory", "dip-table", "dip-makhno", "dip-zeleny", "dip-grigoriev", "dip-entente", "dip-cost", "gen-die"
)
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("target", SUCCEEDS)
def test_each_face_of_the_table(target: str, place: int, face: int) -> None:
    side = SIDES[place]
    resolution = di.ruleset.resolve(request(side=side, target=target), dice=GivenDice([face]))
    succeeds = face in SUCCEEDS[target][place]
    withdraws = succeeds and target == "entente_and_germans"
    assert resolution.outcome == di.DiplomacyOutcome(
        succeeded=succeeds,
        activated=False,
        allegiance=side if succeeds and not withdraws else None,  # type: ignore[arg-type]  # one of the sides
        withdrawn=withdraws,
        pool=1,
    )
    assert [roll.rule for roll in resolution.record.rolls] == [RULES[target]]
    assert {"dip-table", "dip-cost"} <= set(resolution.record.rules)
    assert ("dip-join-effect" in resolution.record.rules) is succeeds


@pytest.mark.rule("directory", "dip-table", "gen-die")
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("target", SUCCEEDS)
def test_exact_odds_count_the_faces(target: str, place: int) -> None:
    odds = di.ruleset.odds(request(side=SIDES[place], target=target))
    assert odds.probability(lambda outcome: outcome.succeeded) == Fraction(len(SUCCEEDS[target][place]), 6)
    assert odds.probability(lambda outcome: outcome.pool == 1) == 1


@pytest.mark.rule("directory", "dip-entente", "dip-join-effect")
def test_entente_and_germans_withdraw_together_whomever_they_stand_by() -> None:
    outcome = throw(6, target="entente_and_germans", allegiance="volunteers")
    assert (outcome.withdrawn, outcome.allegiance) == (True, "volunteers")
    assert not throw(5, target="entente_and_germans", allegiance="volunteers").withdrawn
    for target in ("entente", "germans"):
        assert objections(target=target) == [("$.target", "dip-entente")]


@pytest.mark.rule("directory", "dip-independent")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("target", ["makhnovists", "zelenyists", "grigorievists"])
@pytest.mark.parametrize("allegiance", SIDES)
def test_who_has_joined_a_side_cannot_be_approached(side: str, target: str, allegiance: str) -> None:
    assert objections(side=side, target=target, allegiance=allegiance) == [("$.allegiance", "dip-independent")]


@pytest.mark.rule("directory", "dip-independent")
def test_entente_and_germans_cannot_be_approached_after_they_withdrew() -> None:
    assert objections(target="entente_and_germans", withdrawn=True) == [("$.withdrawn", "dip-independent")]


@pytest.mark.rule("directory", "dip-independent", "dip-cost")
def test_after_a_refusal_the_same_faction_can_be_tried_again() -> None:
    first = throw(3)
    assert (first.succeeded, first.allegiance, first.pool) == (False, None, 1)
    second = throw(4, pool=first.pool, allegiance=first.allegiance)
    assert (second.succeeded, second.allegiance, second.pool) == (True, "bolsheviks", 0)
    assert objections(pool=second.pool, target="makhnovists") == [("$.pool", "dip-cost")]


@pytest.mark.rule("directory", "dip-independent")
@pytest.mark.parametrize("target", ["directory", "volunteers"])
def test_a_side_cannot_be_persuaded(target: str) -> None:
    assert objections(target=target, allegiance=target) == [("$.target", "dip-independent")]


@pytest.mark.rule("directory", "dip-join-effect", "ini-allies")
def test_who_joins_acts_in_the_same_player_turn() -> None:
    outcome = throw(3, side="directory", target="grigorievists")
    now = di.Position(
        game="fall_of_the_directory",
        turn="January I",
        phase="first_combat",
        order=("directory", "bolsheviks", "volunteers"),
        side="directory",
    )
    assert di.acts(now, outcome.allegiance)
    assert not di.acts(evolve(now, side="bolsheviks"), outcome.allegiance)


# ------------------------------------------------------------------ declarations


@pytest.mark.rule("directory", "dip-automatic", "dip-cost", "gen-factions")
@pytest.mark.parametrize("action", DECLARATIONS)
@pytest.mark.parametrize(
    ("target", "allegiance"), [("entente", None), ("zelenyists", None), ("volunteers", "volunteers")]
)
def test_a_declaration_succeeds_without_a_die(action: str, target: str, allegiance: str | None) -> None:
    asked = request(action=action, target=target, allegiance=allegiance, pool=1)
    resolution = di.ruleset.resolve(asked, dice=GivenDice([]))
    assert resolution.dice == ()
    assert resolution.outcome == di.DiplomacyOutcome(
        succeeded=True,
        activated=True,
        allegiance=allegiance,  # type: ignore[arg-type]  # one of the sides
        withdrawn=False,
        pool=0,
    )
    assert {"dip-automatic", "dip-cost"} <= set(resolution.record.rules)


@pytest.mark.rule("directory", "dip-automatic")
def test_the_three_declarations_come_to_the_same() -> None:
    assert len({throw(action=action, target="entente") for action in DECLARATIONS}) == 1


@pytest.mark.rule("directory", "dip-automatic")
@pytest.mark.parametrize("action", DECLARATIONS)
def test_a_declaration_names_one_faction(action: str) -> None:
    assert objections(action=action, target="entente_and_germans") == [("$.target", "dip-automatic")]


@pytest.mark.rule("directory", "dip-automatic", "dip-join-effect")
@pytest.mark.parametrize("action", DECLARATIONS)
@pytest.mark.parametrize("target", ["entente", "germans"])
def test_who_has_withdrawn_cannot_become_active(action: str, target: str) -> None:
    assert objections(action=action, target=target, withdrawn=True) == [("$.withdrawn", "dip-join-effect")]
    assert throw(action=action, target=target).activated


# ------------------------------------------------------------------ when, and by whom


@pytest.mark.rule("directory", "dip-game", "gen-games")
@pytest.mark.parametrize("action", ["persuade", "declare_war"])
def test_there_is_no_diplomacy_in_makhnos_return(action: str) -> None:
    assert objections(game="makhnos_return", action=action) == [("$.game", "dip-game")]


@pytest.mark.rule("directory", "dip-no-volunteers", "seq-diplomatic")
@pytest.mark.parametrize("action", ["persuade", "begin_intervention"])
def test_the_volunteers_have_no_actions(action: str) -> None:
    assert objections(side="volunteers", action=action) == [("$.side", "dip-no-volunteers")]


@pytest.mark.rule("directory", "dip-phasing", "seq-diplomatic")
@pytest.mark.parametrize("action", ["persuade", "declare_war"])
def test_only_in_ones_own_player_turn(action: str) -> None:
    assert objections(side="directory", phasing_side="bolsheviks", action=action) == [("$.side", "dip-phasing")]


@pytest.mark.rule("directory", "dip-phasing", "seq-diplomatic")
@pytest.mark.parametrize("phase", ["initiative", "mobilization", "first_combat", "second_supply", "turn_end"])
def test_only_in_the_diplomatic_phase(phase: str) -> None:
    assert objections(phase=phase) == [("$.phase", "dip-phasing")]


@pytest.mark.rule("directory", "dip-cost")
@pytest.mark.parametrize("action", ["persuade", *DECLARATIONS])
def test_an_empty_pool_allows_nothing(action: str) -> None:
    assert objections(pool=0, action=action) == [("$.pool", "dip-cost")]


@pytest.mark.rule("directory", "dip-cost", "dip-independent", "dip-phasing")
def test_every_objection_is_told_at_once() -> None:
    assert objections(pool=0, allegiance="directory", phasing_side="directory", phase="mobilization") == [
        ("$.side", "dip-phasing"),
        ("$.phase", "dip-phasing"),
        ("$.pool", "dip-cost"),
        ("$.allegiance", "dip-independent"),
    ]


@pytest.mark.rule("directory", "bad-input", "gen-games", "gen-factions", "dip-start-directory", "dip-city-two")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"pool": 9}, ("$.pool", "dip-city-two")),
        ({"pool": -1}, ("$.pool", "dip-city-two")),
        ({"side": "directory", "pool": 3}, ("$.pool", "dip-start-directory")),
        ({"side": "makhnovists", "phasing_side": "bolsheviks"}, ("$.side", "gen-games")),
        ({"phasing_side": "makhnovists"}, ("$.phasing_side", "gen-games")),
        ({"allegiance": "makhnovists"}, ("$.allegiance", "gen-games")),
        ({"target": "directory"}, ("$.allegiance", "gen-factions")),
        ({"target": "volunteers", "allegiance": "bolsheviks"}, ("$.allegiance", "gen-factions")),
        ({"withdrawn": True}, ("$.withdrawn", "dip-join-effect")),
        *(
            ({"target": target, "action": action, "withdrawn": None}, ("$.withdrawn", "dip-independent"))
            for target in ("entente", "germans", "entente_and_germans")
            for action in ("persuade", "declare_war")
        ),
        ({"target": "poles"}, ("$.target", "")),
        ({"action": "bribe"}, ("$.action", "")),
    ],
)
def test_malformed_requests_are_refused(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert problems(request(**changes)) == [expected]


@pytest.mark.rule("directory", "gen-games")
def test_the_directory_is_no_player_of_makhnos_return() -> None:
    found = problems(request(game="makhnos_return", side="directory"))
    assert found == [("$.phasing_side", "gen-games"), ("$.side", "gen-games")]


@pytest.mark.rule("directory", "gen-factions")
def test_without_an_allegiance_a_faction_is_independent_but_a_side_never_is() -> None:
    data = wire.unstructure(request())
    del data["allegiance"]
    assert wire.structure(data, di.DiplomacyRequest) == request(allegiance=None)
    data.update(action="declare_war", target="volunteers")
    with pytest.raises(InvalidRequestError, match=r"\$\.allegiance: .*gen-factions"):
        wire.structure(data, di.DiplomacyRequest)


@pytest.mark.rule("directory", "dip-cost", "dip-join-effect")
@given(
    st.sampled_from(SIDES),
    st.sampled_from(list(SUCCEEDS)),
    st.integers(1, 2),
    st.integers(0, 99),
)
def test_an_attempt_costs_one_action_and_changes_only_its_target(side: str, target: str, left: int, seed: int) -> None:
    outcome = di.ruleset.outcome(request(side=side, target=target, pool=left), dice=SeededDice(seed))
    assert outcome.pool == left - 1
    assert outcome.succeeded == (outcome.withdrawn or outcome.allegiance == side)
    assert not (outcome.withdrawn and outcome.allegiance)


@pytest.mark.rule("directory", "dip-join-effect", "dip-entente")
@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("zelenyists", "the zelenyists are allies of the bolsheviks at once"),
        ("entente_and_germans", "all units of both leave the map"),
    ],
)
def test_the_record_says_what_success_brings(target: Any, told: str) -> None:
    fields = {"withdrawn": False} if target == "entente_and_germans" else {}
    record = di.ruleset.resolve(request(target=target, **fields), dice=GivenDice([6])).record
    assert [step.text for step in record.steps if step.rule == "dip-join-effect"] == [told]
