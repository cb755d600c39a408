"""Strengths: printed ones, supply and terrain multipliers, exact fractions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import ChartError, GivenDice, IllegalRequestError, InvalidRequestError, wire
from rcw_rules import directory as di
from rcw_rules.directory.combat import Role
from rcw_rules.directory.model import CLASSES, Faction, Supply, UnitType
from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.record import ModifierStep

TIMES: dict[str, int] = {  # when supplied, by the book's list
    "entente": 3, "germans": 3, "volunteers": 3, "bolsheviks": 2, "directory": 2,
    "makhnovists": 1, "zelenyists": 1, "grigorievists": 1,
}  # fmt: skip
TYPICAL: dict[str, tuple[int, int]] = {  # attack and defence, by the key
    "elite_cavalry": (5, 4), "regular_cavalry": (3, 3), "elite_tatchanka": (4, 4), "regular_tatchanka": (2, 3),
    "elite_infantry": (5, 4), "regular_infantry": (3, 3), "local_units": (1, 2), "inshore_naval_forces": (4, 1),
    "river_gunboats": (3, 1), "armored_train": (3, 1), "tanks": (2, 1), "mobile_base": (0, 1), "fixed_base": (0, 1),
    "supply_stockpile": (0, 1),
}  # fmt: skip
REBELS = ("makhnovists", "zelenyists", "grigorievists")


def combatant(kind: str, faction: str, supply: str = "none", terrain: str | None = None, **own: int) -> di.Combatant:
    data: dict[str, Any] = {"counter": {"type": kind, "faction": faction, **own}, "supply": supply, "terrain": terrain}
    return wire.structure(data, di.Combatant)


def request(role: Role, *counters: di.Combatant) -> di.CombatStrengthRequest:
    return di.CombatStrengthRequest(role=role, counters=counters)


def strength(role: Role, *counters: di.Combatant, **options: Any) -> di.CombatStrengthOutcome:
    return di.ruleset.with_options(**options).outcome(request(role, *counters), dice=GivenDice([]))


@pytest.mark.rule("directory", "unit-table", "com-armor-strength")
@pytest.mark.parametrize("kind", get_args(UnitType))
def test_the_typical_ratings_of_each_type(kind: str) -> None:
    attack, defence = TYPICAL[kind]
    assert strength("defence", combatant(kind, "germans")).total == defence
    if attack:
        assert strength("attack", combatant(kind, "germans", terrain="clear")).total == attack
    else:
        with pytest.raises(IllegalRequestError, match=r"\$\.counters\[0\]\.counter: .*com-armor-strength"):
            strength("attack", combatant(kind, "germans", terrain="clear"))


@pytest.mark.rule("directory", "unit-table")
def test_a_counter_with_its_own_ratings_uses_them() -> None:
    own = combatant("regular_infantry", "directory", terrain="clear", attack=4, defence=5)
    assert strength("attack", own).total == 4
    half = combatant("regular_infantry", "directory", attack=4)
    assert strength("defence", half).total == 3


@pytest.mark.rule("directory", "com-armor-strength")
def test_a_combat_unit_whose_own_attack_is_nothing_cannot_attack() -> None:
    feeble = combatant("local_units", "directory", terrain="clear", attack=0)
    with pytest.raises(IllegalRequestError, match="com-armor-strength"):
        strength("attack", feeble)
    armed = combatant("fixed_base", "directory", terrain="clear", attack=2)  # a base attacks nobody, whatever is on it
    with pytest.raises(IllegalRequestError, match="com-armor-strength"):
        strength("attack", armed)


@pytest.mark.rule("directory", "com-armor-strength")
def test_a_stockpile_adds_to_the_defence() -> None:
    found = strength("defence", combatant("regular_infantry", "directory"), combatant("supply_stockpile", "directory"))
    assert (found.strengths, found.total) == ((Fraction(3), Fraction(1)), Fraction(4))


@pytest.mark.rule("directory", "sup-table", "sup-x3", "sup-x2", "sup-never", "sup-limited")
@pytest.mark.parametrize("faction", get_args(Faction))
@pytest.mark.parametrize("supply", get_args(Supply))
def test_every_cell_of_the_supply_chart(faction: Any, supply: Any) -> None:
    if supply == "supplied" and faction in REBELS:
        with pytest.raises(InvalidRequestError, match=r"\$\.supply: .*sup-never"):
            combatant("elite_cavalry", faction, supply)
        rebel = di.Combatant(counter=di.Counter(type="tanks", faction=faction), supply=supply)
        with pytest.raises(InvalidRequestError, match=r"\$\.counters\[0\]\.supply: .*sup-never"):
            strength("defence", rebel)
        return
    times = TIMES[faction] if supply == "supplied" else 1
    assert strength("attack", combatant("elite_cavalry", faction, supply, "clear")).total == 5 * times
    assert strength("defence", combatant("elite_cavalry", faction, supply)).total == 4 * times


@pytest.mark.rule("directory", "sup-table", "sup-x3", "sup-x2", "sup-limited", "sup-never", "gen-factions")
@pytest.mark.parametrize(
    ("faction", "supply", "rule", "value"),
    [
        ("germans", "supplied", "sup-x3", 3),
        ("directory", "supplied", "sup-x2", 2),
        ("volunteers", "limited", "sup-limited", 1),
        ("bolsheviks", "none", "sup-limited", 1),
        (
            "makhnovists",
            "limited",
            "sup-never",
            1,
        ),  # also as allies of the Bolsheviks: only the counter's faction counts
    ],
)
def test_the_record_cites_the_multiplier(faction: str, supply: str, rule: str, value: int) -> None:
    asked = request("defence", combatant("regular_infantry", faction, supply))
    steps = di.ruleset.resolve(asked, dice=GivenDice([])).record.steps
    assert [(step.rule, step.value) for step in steps if isinstance(step, ModifierStep)] == [(rule, value)]


@pytest.mark.rule("directory", "sup-x3", "sup-x2", "sup-table", "sup-limited")
def test_the_cases_of_the_supply_rules() -> None:
    assert strength("defence", combatant("elite_infantry", "germans", "supplied")).total == 12
    assert strength("attack", combatant("elite_cavalry", "bolsheviks", "supplied", "clear")).total == 10
    volunteers = ("regular_infantry", "volunteers")
    assert strength("attack", combatant(*volunteers, "supplied", "clear")).total == 9
    assert strength("defence", combatant(*volunteers, "supplied")).total == 9
    assert strength("attack", combatant(*volunteers, "none", "clear")).total == 3
    directory = ("regular_infantry", "directory")
    assert strength("attack", combatant(*directory, "limited", "clear")).total == 3
    assert strength("defence", combatant(*directory, "limited")).total == 3


@pytest.mark.rule("directory", "opt-supply-defence")
def test_supply_may_count_for_attacks_only() -> None:
    infantry = ("regular_infantry", "volunteers", "supplied")
    assert strength("defence", combatant(*infantry)).total == 9
    assert strength("defence", combatant(*infantry), supply_on_defence=False).total == 3
    assert strength("attack", combatant(*infantry, "clear"), supply_on_defence=False).total == 9


@pytest.mark.rule("directory", "opt-supply-defence")
def test_the_record_names_the_option_where_it_matters() -> None:
    def cites(role: Role, supply: str, terrain: str | None) -> bool:
        asked = request(role, combatant("regular_infantry", "volunteers", supply, terrain))
        return "opt-supply-defence" in di.ruleset.resolve(asked, dice=GivenDice([])).record.rules

    assert cites("defence", "supplied", None)
    assert not cites("defence", "limited", None)
    assert not cites("attack", "supplied", "clear")


@pytest.mark.rule("directory", "sup-all-counters")
def test_bases_and_armor_are_multiplied_like_combat_units() -> None:
    assert strength("defence", combatant("fixed_base", "bolsheviks", "supplied")).total == 2
    assert strength("attack", combatant("tanks", "entente", "supplied", "clear")).total == 6
    for kind, cited in (("fixed_base", True), ("regular_infantry", False)):
        asked = request("defence", combatant(kind, "bolsheviks", "supplied"))
        assert ("sup-all-counters" in di.ruleset.resolve(asked, dice=GivenDice([])).record.rules) is cited


@pytest.mark.rule("directory", "ter-broken", "ter-rough")
def test_attacking_out_of_broken_and_rough_terrain() -> None:
    assert strength("attack", combatant("regular_infantry", "volunteers", "supplied", "broken")).total == Fraction(
        27, 4
    )
    assert strength("attack", combatant("elite_cavalry", "bolsheviks", "supplied", "rough")).total == 5
    assert strength("attack", combatant("regular_infantry", "volunteers", "supplied", "clear")).total == 9


@pytest.mark.rule("directory", "ter-broken", "bad-input")
def test_terrain_belongs_to_attackers_alone() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.counters\[0\]\.terrain: .*ter-broken"):
        strength("defence", combatant("local_units", "directory", "none", "broken"))
    with pytest.raises(InvalidRequestError, match=r"\$\.counters\[1\]\.terrain: is missing"):
        strength("attack", combatant("tanks", "directory", "none", "rough"), combatant("tanks", "directory"))


@pytest.mark.rule("directory", "str-order")
def test_nothing_is_rounded() -> None:
    found = strength(
        "attack",
        combatant("regular_infantry", "directory", "supplied", "broken"),
        combatant("regular_cavalry", "makhnovists", "none", "rough"),
    )
    assert found.strengths == (Fraction(9, 2), Fraction(3, 2))
    assert found.total == 6


@pytest.mark.rule("directory", "bad-input")
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"supply": "plenty"}, r"\$\.counters\[0\]\.supply"),
        ({"terrain": "swamp"}, r"\$\.counters\[0\]\.terrain"),
        ({"supply": ...}, r"supply"),
        ({"counter": {"type": "regular_infantry", "faction": "greens"}}, r"\$\.counters\[0\]\.counter\.faction"),
        ({"counter": {"type": "zeppelin", "faction": "germans"}}, r"\$\.counters\[0\]\.counter\.type"),
        ({"counter": {"type": "tanks", "faction": "germans", "attack": -1}}, r"\.counter\.attack.*bad-input"),
    ],
)
def test_malformed_counters_are_refused(changed: dict[str, Any], message: str) -> None:
    data: dict[str, Any] = {
        "counter": {"type": "tanks", "faction": "germans"}, "supply": "limited", "terrain": "clear",
    } | changed  # fmt: skip
    data = {key: value for key, value in data.items() if value is not ...}
    with pytest.raises(InvalidRequestError, match=message):
        di.ruleset.outcome(
            wire.structure({"role": "attack", "counters": [data]}, di.CombatStrengthRequest), dice=GivenDice([])
        )


@pytest.mark.rule("directory", "bad-input")
def test_nobody_has_no_strength() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.counters: .*bad-input"):
        strength("attack")


@pytest.mark.rule("directory", "sup-table")
@pytest.mark.parametrize("cell", ['"never"', "0", '"-1"', '"x"'])
def test_a_house_chart_without_a_multiplier_is_refused(cell: str) -> None:
    text = (
        '[[chart]]\nid = "terrain_multipliers"\ntitle = "t"\nrule = "ter-broken"\nsource = "s"\nlocator = "l"\n'
        'provenance = "illustrative"\nrows = "labels"\n'
        f'table = [["attacking out of", "multiplier"], ["broken", {cell}], ["rough", "1/2"]]\n'
    )
    ruleset = di.ruleset.with_charts({"terrain_multipliers": load_chart(text, "house.toml")})
    with pytest.raises(ChartError, match=r"terrain_multipliers: row 'broken' should be a multiplier"):
        ruleset.outcome(request("attack", combatant("tanks", "germans", "none", "broken")), dice=GivenDice([]))


@pytest.mark.rule("directory", "unit-table")
def test_a_house_chart_without_a_number_is_refused() -> None:
    text = (Path(di.__file__).parent / "charts" / "unit_types.toml").read_text(encoding="utf-8")
    house = load_chart(text.replace('["tanks", 2,', '["tanks", "two",'), "house.toml")
    with pytest.raises(
        ChartError, match=r"unit_types: row 'tanks', column 'attack' should be a whole number, not 'two'"
    ):
        di.ruleset.with_charts({"unit_types": house}).outcome(
            request("attack", combatant("tanks", "germans", "none", "broken")), dice=GivenDice([])
        )


def plain(item: tuple[str, str, str, str]) -> Fraction:
    """Return the attack strength in the plainest way: one product."""
    kind, faction, supply, terrain = item
    times = TIMES[faction] if supply == "supplied" else 1
    return Fraction(TYPICAL[kind][0] * times * {"clear": 4, "broken": 3, "rough": 2}[terrain], 4)


FIGHTERS = st.tuples(
    st.sampled_from([kind for kind in get_args(UnitType) if CLASSES[kind] in ("combat", "armor")]),
    st.sampled_from(get_args(Faction)),
    st.sampled_from(["limited", "none", "supplied"]),
    st.sampled_from(["clear", "broken", "rough"]),
).filter(lambda item: item[2] != "supplied" or item[1] not in REBELS)


@pytest.mark.rule("directory", "str-order", "ter-broken", "ter-rough", "sup-table")
@given(st.lists(FIGHTERS, min_size=1, max_size=8))
def test_a_strength_is_the_sum_of_its_products(items: list[tuple[str, str, str, str]]) -> None:
    found = strength("attack", *(combatant(*item) for item in items))
    assert found.strengths == tuple(map(plain, items))
    assert found.total == sum(map(plain, items))
