"""Cards, tokens and units: what they hold, and what they refuse."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest
from red_actions_units import bare_card, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import DiceError, NeedsRuling
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import Arm, Characteristic
from rcw_rules.red_actions.units import missing_from_card
from rcw_rules.wire import structure


def token(*characteristics: Characteristic) -> ra.OfficerToken:
    return ra.OfficerToken(id="-".join(characteristics) or "plain", characteristics=characteristics)


@pytest.mark.rule("red_actions", "defs-categories")
@pytest.mark.parametrize(
    ("arms", "category"),
    [
        (("rifle", "mg"), "infantry"),
        (("sabres", "tachanka"), "cavalry"),
        (("gun", "mortar"), "artillery"),
        (("tank", "armoured_car", "train_engine", "train_artillery", "train_mg", "train_other"), "vehicle"),
        (("officer",), "officer"),
    ],
)
def test_category_of_every_arm(arms: tuple[str, ...], category: str) -> None:
    assert [bare_card(arm).category for arm in arms] == [category] * len(arms)


@pytest.mark.rule("red_actions", "defs-categories")
def test_every_arm_has_a_category() -> None:
    assert {bare_card(arm).category for arm in get_args(Arm)} == {
        "infantry",
        "cavalry",
        "artillery",
        "vehicle",
        "officer",
    }


@pytest.mark.rule("red_actions", "defs-unit-size")
@pytest.mark.parametrize(
    ("arm", "fewest", "most"),
    [
        ("rifle", 2, 6),
        ("sabres", 2, 6),
        ("mg", 1, 4),
        ("gun", 1, 4),
        ("mortar", 1, 4),
        ("tachanka", 1, 4),
        ("tank", 1, 1),
        ("armoured_car", 1, 1),
        ("train_engine", 1, 1),
        ("officer", 1, 1),
    ],
)
def test_size_of_units(arm: str, fewest: int, most: int) -> None:
    assert (bare_card(arm).fewest_bases, bare_card(arm).most_bases) == (fewest, most)
    validate(unit(arm, bases=most))
    with pytest.raises(InvalidRequestError, match=r"\$\.bases: .*defs-unit-size"):
        validate(unit(arm, bases=most + 1))


@pytest.mark.rule("red_actions", "sho-mod-cumulative")
def test_who_shoots_as_machine_guns() -> None:
    assert [arm for arm in get_args(Arm) if bare_card(arm).shoots_as_mg] == ["mg", "tachanka", "train_mg"]
    assert bare_card("armoured_car", is_mg=True).shoots_as_mg


def test_numbers_of_the_four_tests() -> None:
    numbers = bare_card(charge=5, fear=6, serious=7)
    assert [numbers.number_of(test) for test in ("charge", "fear", "serious", "rally")] == [5, 6, 7, None]


@pytest.mark.rule("red_actions", "conv-marker-count")
def test_terror_and_humiliated_markers_count_together() -> None:
    shaken = unit(bases=4, terror=2, humiliated=1)
    assert shaken.markers == 3
    assert unit(bases=4, terror=0, humiliated=1).markers == 1


@pytest.mark.rule("red_actions", "res-officers-shooting")
def test_officers_are_listed_in_the_order_of_their_dice() -> None:
    first, second, third = token(), token("Clever"), token("Commissar")
    assert unit(officer=first, spares=(second,), seniors=(third,)).officers == (first, second, third)
    assert unit(seniors=(third,)).officers == (third,)
    assert unit().officers == ()


@pytest.mark.rule("red_actions", "off-conferred", "off-mob", "char-storm", "char-specialist", "defs-characteristics")
@pytest.mark.parametrize(
    ("own", "lent", "asked", "has"),
    [
        ((), (), "Mob", False),
        ((), ("Storm",), "Storm", True),
        ((), ("Partisan",), "Partisan", True),
        ((), ("Skirmisher",), "Skirmisher", True),
        ((), ("Specialist",), "Specialist", True),
        (("Skirmisher",), (), "Skirmisher", True),
        ((), ("Mob",), "Mob", True),
        (("Mob",), (), "Mob", True),
        (("Storm",), ("Mob",), "Mob", False),
        (("Specialist",), ("Mob",), "Mob", False),
        # Storm lent by an officer is not the unit's own, and does not spare a mob from being one.
        (("Mob",), ("Storm",), "Mob", True),
        ((), ("Commissar",), "Commissar", True),
    ],
)
def test_characteristics_own_and_lent(own: Any, lent: Any, asked: Any, has: bool) -> None:
    led = unit(of=bare_card(characteristics=own), officer=token(*lent))
    assert led.has(asked) is has


@pytest.mark.rule("red_actions", "off-conferred")
def test_only_the_officer_in_command_lends_what_is_special_about_him() -> None:
    led = unit(officer=token(), spares=(token("Storm"),), seniors=(token("Specialist"),))
    assert not led.has("Storm")
    assert not led.has("Specialist")
    assert not unit(seniors=(token("Storm"),)).has("Storm")


@pytest.mark.rule("red_actions", "char-white-officer-base")
def test_a_white_officer_base_makes_conscripts_no_mob() -> None:
    conscripts = bare_card(characteristics=("Mob",), morale_as="volunteers")
    assert unit(of=conscripts, bases=4).has("Mob")
    assert not unit(of=conscripts, bases=4, white_officer_base=True).has("Mob")
    validate(unit(of=conscripts, bases=4, white_officer_base=True))
    volunteers = bare_card(id="volunteers", name="Volunteers")
    validate(unit(of=conscripts, bases=4, white_officer_base=True, morale_card=volunteers))
    with pytest.raises(InvalidRequestError, match=r"\$\.morale_card: .*'volunteers', not of 'one'.*char-white-officer"):
        validate(unit(of=conscripts, bases=4, white_officer_base=True, morale_card=bare_card()))
    with pytest.raises(InvalidRequestError, match=r"\$\.white_officer_base: .*char-white-officer-base"):
        validate(unit(bases=4, white_officer_base=True))


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-characteristics", "form-formed-cavalry", "evade-speed")
@pytest.mark.parametrize(
    ("arm", "changes", "path", "rule"),
    [
        ("rifle", {"characteristics": ("Clever",)}, "characteristics[0]", "defs-characteristics"),
        ("rifle", {"characteristics": ("Mob", "Commissar")}, "characteristics[1]", "defs-characteristics"),
        ("rifle", {"range": inches(12)}, "range", "conv-bad-input"),
        ("rifle", {"shooting_value": Fraction(2)}, "range", "conv-bad-input"),
        ("rifle", {"shooting_value": Fraction(-1), "range": inches(12)}, "shooting_value", "conv-bad-input"),
        ("rifle", {"fighting_value": Fraction(-1)}, "fighting_value", "conv-bad-input"),
        ("rifle", {"points_per_base": Fraction(-1)}, "points_per_base", "conv-bad-input"),
        ("rifle", {"evasive_speed": inches(7)}, "evasive_speed", "evade-speed"),
        ("rifle", {"may_form": True}, "may_form", "form-formed-cavalry"),
        ("tachanka", {"may_form": True}, "may_form", "form-formed-cavalry"),
        ("mortar", {"horse": True}, "horse", "act-horse-artillery"),
        ("mg", {"engineers": True}, "engineers", "defs-categories"),
        ("sabres", {"grenadiers": True}, "grenadiers", "defs-categories"),
        ("armoured_car", {"wire_device": True}, "wire_device", "defs-categories"),
        ("gun", {"sponsons": True}, "sponsons", "defs-categories"),
    ],
)
def test_cards_that_contradict_themselves(arm: str, changes: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        validate(bare_card(arm, **changes))
    assert [(problem.path, problem.rule) for problem in refused.value.problems] == [(f"$.{path}", rule)]


@pytest.mark.rule("red_actions", "evade-speed")
def test_troops_may_evade_as_fast_as_they_move() -> None:
    validate(bare_card(evasive_speed=inches(6)))


@pytest.mark.rule("red_actions", "defs-terror-rout", "defs-senior-officer-base", "form-limbered", "form-formed-cavalry")
@pytest.mark.parametrize(
    ("arm", "changes", "path", "rule"),
    [
        ("tank", {"terror": 1}, "terror", "defs-terror-rout"),
        ("train_engine", {"humiliated": 1}, "terror", "defs-terror-rout"),
        ("armoured_car", {"pinned": True}, "terror", "defs-terror-rout"),
        ("officer", {"terror": 1}, "terror", "defs-senior-officer-base"),
        ("officer", {"pinned": True}, "terror", "defs-senior-officer-base"),
        ("rifle", {"terror": -1}, "terror", "conv-bad-input"),
        ("rifle", {"humiliated": -1}, "humiliated", "conv-bad-input"),
        ("rifle", {"bases": -1}, "bases", "defs-unit-size"),
        ("sabres", {"formed": True}, "formed", "form-formed-cavalry"),
        ("mortar", {"limbered": True}, "limbered", "form-limbered"),
        ("rifle", {"spares": (token(),)}, "spares", "act-combine"),
        ("rifle", {"foxholes": Fraction(13, 4)}, "foxholes", "dig-rate"),
        ("rifle", {"name": "1\n2"}, "name", ""),
    ],
)
def test_units_that_contradict_themselves(arm: str, changes: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        validate(unit(arm, **changes))
    assert [(problem.path, problem.rule) for problem in refused.value.problems] == [(f"$.{path}", rule)]


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "form-limbered", "form-formed-cavalry")
def test_units_in_states_that_they_may_be_in() -> None:
    validate(unit("officer", humiliated=1, officer=token()))
    validate(unit("gun", limbered=True))
    validate(unit(of=bare_card("sabres", may_form=True), formed=True))
    validate(unit(bases=0))


@pytest.mark.rule("red_actions", "defs-pinned")
@pytest.mark.parametrize("given", [2, 1, "yes"])
def test_a_unit_is_pinned_or_not_and_never_twice(given: Any) -> None:
    data = {"name": "1st", "side": "red", "card": {"id": "a", "name": "A", "arm": "rifle", "speed": 6}, "bases": 3}
    assert structure({**data, "pinned": True}, ra.Unit).pinned
    with pytest.raises(InvalidRequestError, match=r"\$\.pinned: expected true or false"):
        structure({**data, "pinned": given}, ra.Unit)


@pytest.mark.rule("red_actions", "defs-characteristics", "note-no-aircraft")
@pytest.mark.parametrize(("field", "value"), [("characteristics", ["Elite"]), ("arm", "aircraft")])
def test_cards_of_what_the_rules_do_not_know(field: str, value: Any) -> None:
    data = {"id": "a", "name": "A", "arm": "rifle", "speed": 6}
    structure(data, ra.TroopCard)
    with pytest.raises(InvalidRequestError, match=rf"\$\.{field}"):
        structure({**data, field: value}, ra.TroopCard)


@pytest.mark.rule("red_actions", "miss-cards", "conv-cards-missing")
def test_a_card_without_a_speed_is_none() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.speed"):
        structure({"id": "a", "name": "A", "arm": "rifle"}, ra.TroopCard)


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
def test_a_number_that_a_card_lacks_is_asked_for() -> None:
    question = missing_from_card(bare_card(), "fighting_value")
    assert isinstance(question, NeedsRuling)
    assert str(question).startswith("What is the fighting value of One?")
    assert "conv-cards-missing" in str(question)


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize("face", [0, 7])
def test_dice_that_no_die_shows_are_refused(face: int) -> None:
    same = tuple(unit(name=name, bases=2, officer=ra.OfficerToken(id=name)) for name in ("1st", "2nd"))
    with pytest.raises(DiceError):
        ra.ruleset.resolve(ra.CombineUnitsRequest(units=same), dice=GivenDice([face]))
