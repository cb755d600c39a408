"""Whole attacks: who may attack whom, losses, retreats, captures, and exact odds against every face."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice, wire
from rcw_rules import directory as di
from rcw_rules.kernel.charts import load_chart

COMBAT = (
    "elite_cavalry", "regular_cavalry", "elite_tatchanka", "regular_tatchanka", "elite_infantry", "regular_infantry",
    "local_units",
)  # fmt: skip
SUPPLIES = ("mobile_base", "fixed_base", "supply_stockpile")
IMMOVABLE = ("fixed_base", "supply_stockpile")


def attacker(kind: Any, faction: Any = "bolsheviks", **changes: Any) -> di.Attacker:
    fields: dict[str, Any] = {
        "supply": "none", "terrain": "clear", "adjacent": True, "attacked_this_phase": False,
    }  # fmt: skip
    own = {key: changes.pop(key) for key in ("attack", "defence", "movement", "name") if key in changes}
    return di.Attacker(counter=di.Counter(type=kind, faction=faction, **own), **(fields | changes))


def defender(kind: Any, *, can_retreat: bool | None = None, faction: Any = "volunteers", **changes: Any) -> di.Defender:
    own = {key: changes.pop(key) for key in ("attack", "defence", "movement", "name") if key in changes}
    goes = kind not in IMMOVABLE if can_retreat is None else can_retreat
    fields: dict[str, Any] = {"supply": "none"} | changes
    return di.Defender(counter=di.Counter(type=kind, faction=faction, **own), can_retreat=goes, **fields)


def attack(attackers: Any, defenders: Any, **changes: Any) -> di.CombatRequest:
    fields: dict[str, Any] = {"side": "bolsheviks", "enemies": ("volunteers",)}
    return di.CombatRequest(attackers=tuple(attackers), defenders=tuple(defenders), **(fields | changes))


def fight(request: di.CombatRequest, *faces: int, **more: Any) -> di.CombatOutcome:
    return di.ruleset.outcome(request, dice=GivenDice(faces), **more)


def numbers(listed: tuple[Any, ...]) -> list[int]:
    return [one.number for one in listed]


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


# ---------------------------------------------------------------- exact odds: a slow twin that throws every face

Key: TypeAlias = tuple[Any, ...]
LEAST = {"1:2": 6, "2:3": 5, "1:1": 4, "3:2": 3, "2:1+": 2}  # the lowest face that clears the hex


class MoreDiceError(Exception):
    """The play wants another die of so many sides."""


def every_course(play: Callable[[Callable[[int], int]], Key]) -> dict[Key, Fraction]:
    """Play every course of chance and return the chance of each result."""
    found: dict[Key, Fraction] = {}
    courses: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while courses:
        faces, chance = courses.pop()
        left = list(faces)

        def throw(sides: int, left: list[int] = left) -> int:
            if not left:
                raise MoreDiceError(sides)
            return left.pop(0)

        try:
            key = play(throw)
        except MoreDiceError as more:
            sides = more.args[0]
            courses += [((*faces, face), chance / sides) for face in range(1, sides + 1)]
        else:
            found[key] = found.get(key, Fraction(0)) + chance
    return found


def says(column: str, defending: int, throw: Callable[[int], int]) -> str:
    face = throw(6)
    if defending == 0:
        return "DR" if face >= LEAST[column] else "none"
    if face == 1:
        return "AL" if defending > 1 or throw(6) > 3 else "none"
    if face == 6:
        return "DL" if defending > 1 or throw(6) > 3 else "DR"
    return "DR" if face >= LEAST[column] else "none"


def twin(column: str, attackers: list[str], stack: list[tuple[str, bool]], spares: list[str]) -> dict[Key, Fraction]:
    defenders = [*stack, ("inshore_naval_forces", True)]  # the counter that makes up the defence

    def play(throw: Callable[[int], int]) -> Key:
        ours = [number for number, kind in enumerate(attackers, 1) if kind in COMBAT]
        theirs = [number for number, (kind, _) in enumerate(defenders, 1) if kind in COMBAT]
        result = says(column, len(theirs), throw)
        lost = None
        if (result == "AL" and ours) or result == "DL":
            eligible = ours if result == "AL" else theirs
            lost = eligible[throw(len(eligible)) - 1] if len(eligible) > 1 else eligible[0]
        if result in ("none", "AL"):
            return (result, lost, (), (), (), (), (), False)
        gone: list[int] = []
        taken: list[int] = []
        dead: list[int] = []
        stays: list[int] = []
        blocked: list[int] = []
        left = list(spares)
        for number, (kind, goes) in enumerate(defenders, 1):
            if number == lost:
                continue
            if goes:
                gone.append(number)
            elif kind in COMBAT:
                blocked.append(number)
            elif kind == "inshore_naval_forces":
                stays.append(number)
            elif kind in SUPPLIES:
                (taken if throw(6) < 6 else dead).append(number)
            elif throw(6) < 4 and kind in left:
                left.remove(kind)
                taken.append(number)
            else:
                dead.append(number)
        return (
            result, lost, tuple(gone), tuple(taken), tuple(dead), tuple(stays), tuple(blocked), bool(stays or blocked),
        )  # fmt: skip

    return every_course(play)


def odds(request: di.CombatRequest) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = {}
    for outcome, chance in di.ruleset.odds(request).items():
        key = (
            outcome.result,
            outcome.removed.number if outcome.removed else None,
            tuple(numbers(outcome.retreated)),
            tuple(numbers(outcome.captured)),
            tuple(numbers(outcome.destroyed)),
            tuple(numbers(outcome.unaffected)),
            tuple(numbers(outcome.blocked_combat_units)),
            outcome.hex_contested,
        )
        assert key not in found, "equal outcomes are merged"
        found[key] = chance
    return found


def at_column(
    column: str, attackers: list[str], defenders: list[tuple[str, bool]], spares: list[str]
) -> di.CombatRequest:
    """Return an attack that just reaches a column: every defender has a defence of 1, and a ship brings them to 24."""
    attacks = [*[1] * (len(attackers) - 1), {"1:2": 12, "2:3": 16, "1:1": 24, "3:2": 36, "2:1+": 48}[column]]
    attacks[-1] -= len(attackers) - 1
    return attack(
        [attacker(kind, attack=value) for kind, value in zip(attackers, attacks, strict=True)],
        [defender(kind, can_retreat=goes, defence=1) for kind, goes in defenders]
        + [defender("inshore_naval_forces", can_retreat=True, defence=24 - len(defenders))],
        replacements=tuple(di.Counter(type=kind, faction="bolsheviks", defence=1) for kind in spares),  # type: ignore[arg-type]  # kinds of units
    )


STACKS: list[list[tuple[str, bool]]] = [
    [("mobile_base", True)],
    [("fixed_base", False), ("supply_stockpile", False), ("inshore_naval_forces", False)],
    [("tanks", False), ("river_gunboats", True)],
    [("local_units", True)],
    [("armored_train", False), ("regular_infantry", False), ("fixed_base", False)],
    [("regular_infantry", True), ("elite_cavalry", False)],
    [("elite_cavalry", True), ("tanks", False), ("elite_infantry", True), ("tanks", False), ("local_units", True)],
    [("regular_infantry", True), ("regular_infantry", True), ("fixed_base", False)],
]
FORCES = [["tanks"], ["elite_infantry"], ["regular_infantry", "armored_train", "regular_infantry", "local_units"]]


@pytest.mark.rule(
    "directory", "com-al", "com-dl", "com-dr", "com-half-al", "com-half-dl", "com-dice-order", "gen-die",
    "com-table-one", "com-table-two", "com-table-none", "cap-armor", "cap-logistics", "cap-naval", "com-which-table",
)  # fmt: skip
@pytest.mark.parametrize("column", LEAST)
@pytest.mark.parametrize("force", FORCES, ids=len)
@pytest.mark.parametrize("stack", STACKS, ids=lambda stack: "+".join(kind for kind, _ in stack))
def test_the_odds_are_those_of_every_face(column: str, force: list[str], stack: list[tuple[str, bool]]) -> None:
    for spares in ([], ["tanks"], ["tanks", "armored_train", "tanks"]):
        expected = twin(column, force, stack, spares)
        assert sum(expected.values()) == 1
        request = at_column(column, force, stack, spares)
        assert odds(request) == expected


KINDS = st.sampled_from([*COMBAT, "tanks", "armored_train", "inshore_naval_forces", "mobile_base"])


@pytest.mark.rule("directory", "com-dl", "com-al", "com-dr", "com-dice-order", "gen-die")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    column=st.sampled_from(sorted(LEAST)),
    force=st.lists(st.sampled_from(["tanks", "local_units", "elite_cavalry"]), min_size=1, max_size=4),
    stack=st.lists(st.tuples(KINDS, st.booleans()), min_size=1, max_size=5),
    spares=st.lists(st.sampled_from(["tanks", "armored_train"]), max_size=3),
)
def test_the_odds_of_any_attack(
    column: str, force: list[str], stack: list[tuple[str, bool]], spares: list[str]
) -> None:
    assert odds(at_column(column, force, stack, spares)) == twin(column, force, stack, spares)


# ---------------------------------------------------------------- laws


@pytest.mark.rule("directory", "com-odds-column", "com-table-none", "com-table-one", "com-table-two")
@pytest.mark.parametrize("units", [0, 1, 2])
def test_better_odds_never_spare_the_defenders(units: int) -> None:
    stack = [("mobile_base", True), *[("local_units", True)] * units]
    cleared = [
        sum(chance for key, chance in odds(at_column(column, ["tanks"], stack, [])).items() if key[0] in ("DR", "DL"))
        for column in LEAST
    ]
    assert cleared == sorted(cleared)
    assert cleared[0] < cleared[-1]


@pytest.mark.rule("directory", "com-dl", "com-dr", "miss-retreat", "unit-armor")
@given(seed=st.integers(0, 10**6), stack=st.lists(st.tuples(KINDS, st.booleans()), min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_every_defender_ends_somewhere_and_a_record_repeats(seed: int, stack: list[tuple[str, bool]]) -> None:
    request = at_column("2:1+", ["elite_infantry", "local_units"], stack, [])
    resolution = di.ruleset.resolve(request, dice=SeededDice(seed))
    found = resolution.outcome
    if found.result in ("DR", "DL"):
        lost = [found.removed.number] if found.removed else []
        ends = [*lost, *numbers(found.retreated), *numbers(found.captured), *numbers(found.destroyed)]
        ends += [*numbers(found.unaffected), *numbers(found.blocked_combat_units)]
        assert sorted(ends) == list(range(1, len(stack) + 2))
        assert {one.counter.type for one in found.captured} <= {"mobile_base"}  # nobody has armor to spare
    assert di.ruleset.replay(resolution).outcome == found
    assert di.ruleset.odds(request).probability(found) > 0
