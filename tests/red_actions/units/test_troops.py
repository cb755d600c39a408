"""Files of troop cards and armies, and the illustrative set that the library ships."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import FileError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.red_actions.units import missing_numbers

RIFLES = """title = "Mine"

[[cards]]
id = "rifles"
name = "Rifles"
arm = "rifle"
speed = 6
"""


def lines_of(tmp_path: Path, text: str) -> list[tuple[int | None, str]]:
    file = tmp_path / "troops.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as refused:
        ra.read_troops(file)
    return [(problem.line, problem.message) for problem in refused.value.problems]


@pytest.mark.rule("red_actions", "conv-cards-missing", "miss-cards")
def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "troops.toml"
    file.write_text(RIFLES, encoding="utf-8")
    troops = ra.read_troops(file)
    found = troops.card("rifles")
    assert (found.values, found.rally, found.most_bases) == ("given", None, 6)
    with pytest.raises(UnknownNameError, match="riflemen"):
        troops.card("riflemen")
    with pytest.raises(UnknownNameError, match="red"):
        troops.army("red")


@pytest.mark.rule("red_actions", "conv-bad-input", "conv-cards-missing")
@pytest.mark.parametrize(
    ("added", "line", "said"),
    [
        ("rally = 99\n", 8, "cards[0].rally"),
        ("points_per_base = -1\n", 8, "conv-bad-input"),
        ("rallying = 6\n", 8, "rallying"),
        ('characteristics = ["Mob", "Clever"]\n', 8, "defs-characteristics"),
        ("evasive_speed = 7\n", 8, "evade-speed"),
        ('morale_as = "volunteers"\n', 8, "there is no card 'volunteers'"),
        ('dismounts_as = ["rifles", "grooms"]\n', 8, "there is no card 'grooms'"),
        ('\n[[cards]]\nid = "rifles"\nname = "Others"\narm = "mg"\nspeed = 4\n', 10, "two cards have the id 'rifles'"),
        ("speed = \n", 8, ""),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, added: str, line: int, said: str) -> None:
    [(found, message)] = lines_of(tmp_path, RIFLES + added)
    assert found == line
    assert said in message


@pytest.mark.rule("red_actions", "defs-flight-number", "defs-officer-draw", "conv-bad-input")
@pytest.mark.parametrize(
    ("army", "line", "said"),
    [
        ('id = "red"\nsenior_tokens_drawn = 3\nflight_percent = 30\n', 11, "draws 2 tokens, not 3"),
        ('id = "white"\nsenior_tokens_drawn = 2\nflight_percent = 30\n', 11, "draws 3 tokens, not 2"),
        ('id = "own"\nsenior_tokens_drawn = 4\nflight_percent = 30\n', 11, "defs-officer-draw"),
        ('id = "own"\nsenior_tokens_drawn = 2\nflight_percent = 101\n', 12, "defs-flight-number"),
        ('id = "own"\nsenior_tokens_drawn = 2\nflight_percent = -1\n', 12, "defs-flight-number"),
    ],
)
def test_armies_that_cannot_be(tmp_path: Path, army: str, line: int, said: str) -> None:
    [(found, message)] = lines_of(tmp_path, f"{RIFLES}\n[[armies]]\n{army}")
    assert found == line
    assert said in message


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_two_armies_or_two_kinds_of_token_with_one_name(tmp_path: Path) -> None:
    army = '\n[[armies]]\nid = "own"\nsenior_tokens_drawn = 2\nflight_percent = 30\n'
    [(line, message)] = lines_of(tmp_path, RIFLES + army + army)
    assert (line, "two armies have the id 'own'" in message) == (15, True)
    kind = '[[armies.pool]]\ncount = 1\ntoken = { id = "a", effect = %d }\n'
    [(line, message)] = lines_of(tmp_path, RIFLES + army + kind % 1 + kind % 2)
    assert (line, "two kinds of token have the id 'a'" in message) == (18, True)


@pytest.mark.rule("red_actions", "conv-cards-missing", "miss-cards")
def test_all_that_the_library_ships_is_illustrative() -> None:
    troops = ra.illustrative_troops()
    assert {card.values for card in troops.cards} == {"illustrative"}
    assert {token.values for army in troops.armies for token in army.tokens} == {"illustrative"}
    assert {card.arm for card in troops.cards} >= {"rifle", "mg", "sabres", "tachanka", "gun", "mortar", "tank"}


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_the_shipped_cards_lack_no_number_that_they_need() -> None:
    assert {card.id: missing_numbers(card) for card in ra.illustrative_troops().cards if missing_numbers(card)} == {}


@pytest.mark.rule("red_actions", "defs-officer-draw")
def test_the_shipped_armies_draw_as_many_tokens_as_the_book_says() -> None:
    drawn = {army.id: army.senior_tokens_drawn for army in ra.illustrative_troops().armies}
    two = {"red", "partisan"}
    assert drawn == {army: 2 if army in two else 3 for army in drawn}
    assert {*two, "konnarmiya", "latvians", "white"} <= set(drawn)


@pytest.mark.rule("red_actions", "char-white-officer-base", "defs-unit-size")
def test_of_the_shipped_cards_only_conscripts_take_a_white_officer_base() -> None:
    troops = ra.illustrative_troops()
    assert {card.id: card.morale_as for card in troops.cards if card.morale_as} == {
        "white_conscripts": "white_volunteers"
    }
    muster = ra.Muster(name="1st", card=troops.card("white_conscripts"), bases=4, white_officer_base=True)
    assert ra.ruleset.verdict(ra.UnitLegalityRequest(units=(muster,))).objections == ()
    stiffened = ra.Unit(
        name="1st",
        side="white",
        card=muster.card,
        bases=4,
        white_officer_base=True,
        morale_card=troops.card("white_volunteers"),
    )
    validate(stiffened)
    assert not stiffened.has("Mob")


@pytest.mark.rule("red_actions", "note-no-cheka", "defs-categories")
@pytest.mark.parametrize("id", ["chon", "kursanty", "internationals", "plastoons", "grenadiers", "engineers"])
def test_loyal_and_special_foot_are_ordinary_riflemen(id: str) -> None:
    card = ra.illustrative_troops().card(id)
    assert (card.arm, card.category, card.most_bases) == ("rifle", "infantry", 6)


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_a_resolution_tells_that_it_rests_on_illustrative_cards() -> None:
    shipped = ra.illustrative_troops().card("red_regulars")

    def told(card: ra.TroopCard) -> list[tuple[str, str]]:
        unit = ra.Unit(name="1st", side="red", card=card, bases=4)
        record = ra.ruleset.resolve(ra.DivideUnitRequest(unit=unit, parts=(2, 2)), dice=GivenDice([])).record
        return [(step.text, step.provenance) for _, step in record.walk() if step.rule == "conv-cards-missing"]

    assert told(shipped) == [("illustrative cards: Red Regulars", "illustrative")]
    assert told(ra.TroopCard(id="own", name="Own", arm="rifle", speed=shipped.speed)) == []


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_a_muster_tells_that_a_card_is_illustrative() -> None:
    shipped = ra.illustrative_troops().card("red_regulars")
    own = evolve(shipped, values="given")
    units = tuple(ra.Muster(name=card.values, card=card, bases=4) for card in (shipped, own))
    record = ra.ruleset.resolve(ra.UnitLegalityRequest(units=units), dice=GivenDice([])).record
    told = [step.text for _, step in record.walk() if step.rule == "conv-cards-missing"]
    assert told == ["illustrative cards: Red Regulars"]
