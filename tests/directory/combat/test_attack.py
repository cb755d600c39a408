"""Whole attacks: who may attack whom, losses, retreats and captures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from directory_attacks import IMMOVABLE, SUPPLIES, attack, attacker, defender, numbers

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, wire
from rcw_rules import directory as di
from rcw_rules.kernel.charts import load_chart


def fight(request: di.CombatRequest, *faces: int, **more: Any) -> di.CombatOutcome:
    return di.ruleset.outcome(request, dice=GivenDice(faces), **more)


INFANTRY = defender("regular_infantry")


# ---------------------------------------------------------------- who attacks whom


@pytest.mark.rule("directory", "com-adjacent")
@pytest.mark.parametrize(("field", "value"), [("adjacent", False), ("attacked_this_phase", True)])
def test_only_adjacent_units_that_have_not_attacked_attack(field: str, value: bool) -> None:
    second = attacker("tanks", **{field: value})
    with pytest.raises(IllegalRequestError, match=rf"\$\.attackers\[1\]\.{field}: .*com-adjacent"):
        fight(attack([attacker("elite_infantry"), second], [INFANTRY]), 2)


@pytest.mark.rule("directory", "com-adjacent")
def test_a_hex_may_be_attacked_again_by_fresh_units() -> None:
    first = fight(attack([attacker("elite_infantry")], [INFANTRY, INFANTRY]), 2)
    again = fight(attack([attacker("elite_cavalry")], [INFANTRY, INFANTRY]), 2)
    assert first.result == again.result == "none"


@pytest.mark.rule("directory", "gen-attacker")
def test_only_the_side_and_its_allies_attack() -> None:
    makhnovists = attacker("elite_tatchanka", "makhnovists")
    assert fight(attack([makhnovists], [INFANTRY], allies=("makhnovists",)), 3).result == "none"
    with pytest.raises(IllegalRequestError, match=r"\$\.attackers\[0\]\.counter\.faction: .*gen-attacker"):
        fight(attack([makhnovists], [INFANTRY]), 3)
    # The Entente, with which the Bolsheviks' allies are at war, does not come along.
    entente = attacker("tanks", "entente")
    with pytest.raises(IllegalRequestError, match=r"\$\.attackers\[1\]\.counter\.faction: entente do not attack"):
        fight(attack([makhnovists, entente], [INFANTRY], allies=("makhnovists",), enemies=("volunteers", "entente")), 3)


@pytest.mark.rule("directory", "gen-attacker")
def test_only_those_at_war_with_the_side_are_attacked() -> None:
    germans = defender("regular_infantry", faction="germans")
    with pytest.raises(IllegalRequestError, match=r"\$\.defenders\[1\]\.counter\.faction: .*gen-attacker"):
        fight(attack([attacker("elite_infantry"), attacker("elite_cavalry")], [INFANTRY, germans]), 3)
    with pytest.raises(IllegalRequestError, match="who may attack nobody"):
        fight(attack([attacker("elite_infantry")], [INFANTRY], enemies=()), 3)


@pytest.mark.rule("directory", "bad-input")
@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (attack([], [INFANTRY]), r"\$\.attackers: .*bad-input"),
        (attack([attacker("tanks")], []), r"\$\.defenders: .*bad-input"),
        (
            attack([attacker("tanks")], [defender("local_units", faction="bolsheviks")]),
            r"\$\.defenders\[0\]\.counter\.faction: .*bad-input",
        ),
        (
            attack([attacker("tanks")], [defender("local_units", faction="entente")], allies=("entente",)),
            r"\$\.defenders\[0\]\.counter\.faction: .*bad-input",
        ),
        (attack([attacker("tanks")], [INFANTRY], enemies=("bolsheviks",)), r"\$\.enemies\[0\]: .*bad-input"),
        (attack([attacker("tanks")], [INFANTRY], allies=("volunteers",)), r"\$\.enemies\[0\]: .*bad-input"),
        (attack([attacker("tanks")], [defender("local_units", defence=0)]), r"\$\.defenders: .*above 0.*bad-input"),
        (attack([attacker("elite_infantry", attack=-2)], [INFANTRY]), r"\$\.attackers\[0\]\.counter\.attack"),
        (
            attack([attacker("tanks", "makhnovists", supply="supplied")], [INFANTRY], allies=("makhnovists",)),
            r"\$\.attackers\[0\]\.supply: .*sup-never",
        ),
        (
            attack(
                [attacker("tanks")], [defender("tanks", faction="zelenyists", supply="supplied")],
                enemies=("zelenyists",),
            ),
            r"\$\.defenders\[0\]\.supply: .*sup-never",
        ),
        (attack([attacker("tanks")], [defender("tanks", can_retreat=False)]), r"\$\.replacements: .*cap-armor"),
        (
            attack([attacker("tanks")], [INFANTRY], replacements=(di.Counter(type="tanks", faction="volunteers"),)),
            r"\$\.replacements\[0\]\.faction: .*cap-armor",
        ),
        (
            attack([attacker("tanks")], [INFANTRY], replacements=(attacker("fixed_base").counter,)),
            r"\$\.replacements\[0\]\.type: .*cap-armor",
        ),
    ],
)  # fmt: skip
def test_malformed_attacks_are_refused(request_: di.CombatRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        fight(request_)


@pytest.mark.rule("directory", "bad-input")
@pytest.mark.parametrize("field", ["supply", "terrain", "adjacent", "attacked_this_phase"])
def test_facts_about_attackers_must_be_given(field: str) -> None:
    data = wire.unstructure(attack([attacker("tanks")], [INFANTRY]))
    del data["attackers"][0][field]
    with pytest.raises(InvalidRequestError, match=field):
        wire.structure(data, di.CombatRequest)


@pytest.mark.rule("directory", "bad-input", "miss-retreat")
@pytest.mark.parametrize("field", ["supply", "can_retreat"])
def test_facts_about_defenders_must_be_given(field: str) -> None:
    data = wire.unstructure(attack([attacker("tanks")], [INFANTRY]))
    del data["defenders"][0][field]
    with pytest.raises(InvalidRequestError, match=field):
        wire.structure(data, di.CombatRequest)


@pytest.mark.rule("directory", "com-armor-strength")
@pytest.mark.parametrize("kind", SUPPLIES)
def test_bases_and_stockpiles_do_not_attack(kind: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.attackers\[1\]\.counter: .*com-armor-strength"):
        fight(attack([attacker("elite_infantry"), attacker(kind)], [INFANTRY]), 3)


@pytest.mark.rule("directory", "cap-when")
@pytest.mark.parametrize("kind", IMMOVABLE)
def test_what_cannot_move_cannot_retreat(kind: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.defenders\[0\]\.can_retreat: .*cap-when"):
        fight(attack([attacker("elite_infantry")], [defender(kind, can_retreat=True)]), 6)


@pytest.mark.rule("directory", "com-odds-low")
def test_odds_below_one_to_two_are_refused_before_any_die() -> None:
    seven = defender("elite_infantry", defence=7)
    with pytest.raises(IllegalRequestError) as refused:
        fight(attack([attacker("regular_infantry")], [seven]))
    assert str(refused.value) == (
        "$.attackers: 3 against 7 are odds of 3:7, below 1:2; an attack strength of 7/2 or more would be allowed "
        "[com-odds-low]"
    )
    assert not di.ruleset.verdict(attack([attacker("regular_infantry")], [seven]))
    assert fight(attack([attacker("regular_infantry", attack=4)], [seven]), 2).column == "1:2"


# ---------------------------------------------------------------- strengths, odds and table


@pytest.mark.rule(
    "directory", "com-which-table", "com-odds-column", "com-odds-high", "str-order", "unit-combat", "unit-local"
)
@pytest.mark.parametrize(
    ("kinds", "table", "faces"),
    [
        (("local_units", "armored_train", "mobile_base"), "one", (1, 1)),
        (("tanks", "tanks", "supply_stockpile"), "none", (1,)),
        (("elite_tatchanka",), "one", (1, 1)),
        (("local_units", "fixed_base", "elite_cavalry"), "two_or_more", (1, 2)),
    ],
)
def test_the_table_and_the_strengths(kinds: tuple[str, ...], table: str, faces: tuple[int, ...]) -> None:
    attackers = [attacker("elite_infantry", supply="supplied"), attacker("elite_cavalry", terrain="rough")]
    found = fight(attack(attackers, [defender(kind) for kind in kinds]), *faces)
    assert found.table == table
    assert (found.attack_strengths, found.attack) == ((Fraction(10), Fraction(5, 2)), Fraction(25, 2))
    defences = {
        "local_units": 2, "armored_train": 1, "mobile_base": 1, "tanks": 1, "supply_stockpile": 1, "elite_tatchanka": 4,
        "fixed_base": 1, "elite_cavalry": 4,
    }  # fmt: skip
    assert [int(strength) for strength in found.defence_strengths] == [defences[kind] for kind in kinds]
    assert found.defence == sum(defences[kind] for kind in kinds)
    assert found.ratio == found.attack / found.defence
    assert found.column == ("2:1+" if found.ratio >= 2 else "3:2")


@pytest.mark.rule("directory", "opt-supply-defence")
def test_the_option_changes_the_column() -> None:
    request = attack(
        [attacker("regular_infantry", supply="supplied")], [defender("regular_infantry", supply="supplied")]
    )
    assert fight(request, 2).column == "2:3"
    assert di.ruleset.with_options(supply_on_defence=False).outcome(request, dice=GivenDice([2])).column == "2:1+"


@pytest.mark.rule("directory", "com-no-result")
def test_no_result_changes_nothing() -> None:
    found = fight(attack([attacker("regular_infantry")], [INFANTRY, defender("local_units", defence=0)]), 2)
    assert (found.result, found.removed, found.retreated, found.hex_contested) == ("none", None, (), False)


# ---------------------------------------------------------------- losses


@pytest.mark.rule("directory", "com-al", "gen-die", "com-dice-order")
@pytest.mark.parametrize(("draw", "number"), [(1, 1), (2, 3)])
def test_an_attackers_loss_falls_on_combat_units_alone(draw: int, number: int) -> None:
    attackers = [attacker("regular_infantry"), attacker("tanks"), attacker("elite_infantry")]
    found = fight(attack(attackers, [INFANTRY, INFANTRY]), 1, draw)
    assert found.removed == di.Listed(number=number, counter=attackers[number - 1].counter)
    assert (found.result, found.retreated, found.blocked_combat_units) == ("AL", (), ())


@pytest.mark.rule("directory", "com-al")
def test_armor_alone_loses_nothing() -> None:
    found = fight(attack([attacker("armored_train")], [INFANTRY, defender("local_units")]), 1)
    assert (found.result, found.removed) == ("AL", None)


@pytest.mark.rule("directory", "com-al", "gen-die", "com-half-al")
def test_a_single_combat_unit_is_lost_without_a_draw() -> None:
    found = fight(attack([attacker("tanks"), attacker("regular_infantry")], [INFANTRY]), 1, 4)
    assert found.removed is not None
    assert found.removed.number == 2


@pytest.mark.rule("directory", "com-dl", "gen-die")
def test_a_defenders_loss_takes_one_and_drives_the_rest_away() -> None:
    three = [defender("local_units"), defender("regular_infantry"), defender("elite_infantry")]
    found = fight(attack([attacker("elite_infantry", attack=9)], three), 6, 2)
    assert found.removed == di.Listed(number=2, counter=three[1].counter)
    assert numbers(found.retreated) == [1, 3]


@pytest.mark.rule("directory", "com-dl", "unit-armor", "com-half-dl")
def test_a_base_that_can_retreats_after_the_loss() -> None:
    found = fight(attack([attacker("elite_infantry")], [defender("mobile_base"), INFANTRY]), 6, 6)
    assert found.removed is not None
    assert (found.removed.number, numbers(found.retreated)) == (2, [1])
    # Never the train.
    found = fight(attack([attacker("elite_infantry")], [defender("armored_train"), INFANTRY]), 6, 4)
    assert found.removed == di.Listed(number=2, counter=INFANTRY.counter)


# ---------------------------------------------------------------- retreats and captures


@pytest.mark.rule("directory", "com-dr", "cap-logistics", "miss-advance")
def test_the_unit_retreats_and_its_base_is_checked() -> None:
    request = attack([attacker("elite_infantry")], [INFANTRY, defender("fixed_base")])
    found = fight(request, 5, 5)
    assert numbers(found.retreated) == [1]
    stockpile = di.Counter(type="supply_stockpile", faction="bolsheviks")
    assert found.captured == (di.Captured(number=2, counter=request.defenders[1].counter, becomes=stockpile),)
    assert numbers(fight(request, 5, 6).destroyed) == [2]
    assert "miss-advance" in di.ruleset.resolve(request, dice=GivenDice([5, 6])).record.rules


@pytest.mark.rule("directory", "miss-retreat")
def test_a_blocked_combat_unit_stays_and_the_hex_is_contested() -> None:
    request = attack([attacker("elite_infantry")], [defender("regular_infantry", can_retreat=False), defender("tanks")])
    found = fight(request, 5)
    assert (numbers(found.blocked_combat_units), numbers(found.retreated)) == ([1], [2])
    assert (found.removed, found.hex_contested) == (None, True)
    assert "miss-retreat" in di.ruleset.resolve(request, dice=GivenDice([5])).record.rules
    # The loss itself frees the hex.
    assert not fight(request, 6, 4).hex_contested


@pytest.mark.rule("directory", "cap-naval", "miss-retreat")
def test_inshore_naval_forces_stay() -> None:
    found = fight(attack([attacker("elite_infantry")], [defender("inshore_naval_forces", can_retreat=False)]), 6)
    assert (numbers(found.unaffected), found.hex_contested, found.captured, found.destroyed) == ([1], True, (), ())


@pytest.mark.rule("directory", "com-dice-order")
def test_the_dice_come_in_order() -> None:
    blocked = [defender("supply_stockpile"), INFANTRY, defender("mobile_base", can_retreat=False)]
    request = attack([attacker("elite_infantry")], blocked)
    resolution = di.ruleset.resolve(request, dice=GivenDice([6, 2, 6, 1]))
    assert [roll.purpose for roll in resolution.record.rolls] == [
        "combat result/combat", "combat result/half result", "capture of defender 1/capture",
        "capture of defender 3/capture",
    ]  # fmt: skip
    assert (numbers(resolution.outcome.destroyed), numbers(resolution.outcome.captured)) == ([1], [3])
    drawn = attack([attacker("elite_infantry", attack=9)], [INFANTRY, *blocked])
    faces = [roll.label for roll in di.ruleset.resolve(drawn, dice=GivenDice([6, 2, 1, 6])).record.rolls]
    assert faces == ["d6", "d2", "d6", "d6"]


@pytest.mark.rule("directory", "cap-armor")
def test_replacements_are_used_up() -> None:
    trains = [defender("armored_train", can_retreat=False) for _ in range(2)]
    spare = di.Counter(type="armored_train", faction="bolsheviks", name="Lenin")
    found = fight(attack([attacker("elite_infantry")], trains, replacements=(spare,)), 6, 1, 1)
    assert [one.becomes for one in found.captured] == [spare]
    assert (numbers(found.captured), numbers(found.destroyed)) == ([1], [2])
    # Of several the first listed comes first.
    other = di.Counter(type="armored_train", faction="bolsheviks", name="Trotsky")
    found = fight(attack([attacker("elite_infantry")], trains, replacements=(spare, other)), 6, 1, 1)
    assert [one.becomes.name for one in found.captured] == ["Lenin", "Trotsky"]
    # The first is not taken, and so the spare counter is there for the second.
    found = fight(attack([attacker("elite_infantry")], trains, replacements=(spare,)), 6, 4, 3)
    assert (numbers(found.destroyed), numbers(found.captured)) == ([1], [2])


@pytest.mark.rule("directory", "cap-armor")
@pytest.mark.parametrize(
    ("spare", "fits"),
    [
        ({"type": "armored_train", "faction": "bolsheviks", "attack": 3, "defence": 1, "movement": "R"}, True),
        ({"type": "armored_train", "faction": "bolsheviks", "attack": 4}, False),
        ({"type": "tanks", "faction": "bolsheviks"}, False),
        ({"type": "armored_train", "faction": "makhnovists"}, False),  # allies who took no part
    ],
)
def test_only_an_identical_counter_of_those_who_took_part_fits(spare: dict[str, Any], fits: bool) -> None:
    request = attack(
        [attacker("elite_infantry")],
        [defender("armored_train", can_retreat=False)],
        allies=("makhnovists",),
        replacements=(di.Counter(**spare),),
    )
    found = fight(request, 6, 1)
    assert bool(found.captured) is fits
    assert bool(found.destroyed) is not fits


@pytest.mark.rule("directory", "cap-logistics", "cap-armor")
def test_an_ally_who_took_part_may_get_the_capture() -> None:
    attackers = [attacker("elite_infantry"), attacker("elite_tatchanka", "makhnovists")]
    request = attack(attackers, [defender("fixed_base")], allies=("makhnovists",))
    choices = {"captor": lambda capture, alternatives: alternatives[-1]}
    assert fight(request, 2, 1).captured[0].becomes.faction == "bolsheviks"
    assert fight(request, 2, 1, choices=choices).captured[0].becomes.faction == "makhnovists"
    declined = fight(request, 2, 1, choices={"replace_captured": lambda capture, alternatives: False})
    assert numbers(declined.destroyed) == [1]


# ---------------------------------------------------------------- provenance


@pytest.mark.rule("directory", "com-table-none")
def test_a_clean_copy_of_the_table_clears_the_warning_of_a_whole_attack() -> None:
    request = attack([attacker("regular_infantry")], [defender("mobile_base", defence=2)])
    restored = di.ruleset.resolve(request, dice=GivenDice([3]))
    assert restored.outcome.column == "3:2"
    assert numbers(restored.outcome.retreated) == [1]
    assert "Not printed in the source: com-table-none (reconstructed)" in restored.explain()
    rows = "".join(
        f'["{face}", "-", "{two}", "{three}", "{four}", "{five}"],'
        for face, two, three, four, five in (
            (1, "-", "-", "-", "-"), (2, "-", "-", "-", "DR"), (3, "-", "-", "-", "DR"), (4, "-", "DR", "DR", "DR"),
            (5, "DR", "DR", "DR", "DR"), (6, "DR", "DR", "DR", "DR"),
        )
    )  # fmt: skip
    clean = load_chart(
        '[[chart]]\nid = "combat_no_units"\ntitle = "t"\nrule = "com-table-none"\nsource = "a clean copy"\n'
        'locator = "l"\nprovenance = "printed"\nrows = { axis = "bands", covers = "1-6" }\ncolumns = "labels"\n'
        f'table = [["die", "1:2", "2:3", "1:1", "3:2", "2:1+"],{rows}]\n',
        "clean.toml",
    )
    replaced = di.ruleset.with_charts({"combat_no_units": clean}).resolve(request, dice=GivenDice([3]))
    assert (replaced.outcome.result, replaced.outcome.retreated) == ("none", ())
    assert "com-table-none (reconstructed)" not in replaced.explain()
    assert "Charts replaced by others: combat_no_units." in replaced.explain()
