"""Random combat phases against a slow retelling of who fights, who pays, who is marked, and what comes back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules import orel as game
from rcw_rules.orel.supply import InRange, SupplyFacts

TARGETS = {"0610": ("0609", "0510", "0710"), "1010": ("1009", "0910", "1110"), "1410": ("1409", "1310", "1510")}
COSTS = {"prepared": 2, "hasty": 1}
COHESION = {
    "red": ["stays", "shaken", "repulsed", "march", "routed", "routed"],
    "white": ["stays", "shaken", "march", "march", "routed", "routed"],
    "barrage": ["stays", "stays", "march", "march", "routed", "routed"],
}
RED_DEPOTS, WHITE_DEPOTS = ("Red a", "Red b"), ("White a", "White b")


def battalion(pick: Random, key: str, side: Any, place: str) -> game.Unit:
    return game.Unit(
        key=key, side=side, type="infantry", hex=place, formation=side, division=side, tq=pick.randint(2, 6), steps=4,
        strength=pick.randint(2, 9), unsupplied=pick.random() < 0.2, values="given",
    )  # fmt: skip


def any_phase(pick: Random) -> game.CombatPhaseRequest:
    """Return up to nine attacks of one battalion each on three hexes far apart, and up to two barrages."""
    units = [battalion(pick, f"W{place}", "white", place) for place in TARGETS]
    guns = [f"G{n}" for n in range(pick.randint(0, 2))]
    for n, key in enumerate(guns):
        there = f"{20 + 4 * n}10"
        units.append(battalion(pick, f"T{key}", "white", there))
        units.append(
            game.Unit(
                key=key, side="red", type="artillery", hex=f"{20 + 4 * n}08", formation="red", tq=4, steps=2, fire=3
            )
        )
    attackers = [(f"R{source}", source, place) for place, sources in TARGETS.items() for source in sources]
    attackers = [one for one in attackers if pick.random() < 0.7]
    pick.shuffle(attackers)
    units += [battalion(pick, key, "red", source) for key, source, _ in attackers]
    marked = {key: pick.random() < 0.2 for key in (*RED_DEPOTS, *WHITE_DEPOTS)}
    functional = tuple(key for key in marked if pick.random() < 0.6 and not marked[key])
    reach = {
        key: [one.key for one in units if one.side == key.split()[0].lower() and pick.random() < 0.5] for key in marked
    }
    left = {key: 0 if marked[key] else 3 for key in RED_DEPOTS}

    def payer(key: str, cost: int) -> tuple[str, ...]:
        able = [depot for depot in RED_DEPOTS if left[depot] >= cost and key in reach[depot]]
        if not able or pick.random() < 0.2:
            return ()
        left[able[0]] -= cost
        return (able[0],)

    attacks: list[game.Attack] = []
    for key, _, place in attackers:
        kind: Any = pick.choice(("prepared", "hasty"))
        attacks.append(game.Attack(hex=place, units=(key,), type=kind, depots=payer(key, COSTS[kind])))
    barrages = tuple(game.BarrageOrder(unit=key, target=f"T{key}", depots=payer(key, 1)) for key in guns)
    sides: dict[str, Any] = {key: key.split()[0].lower() for key in marked}
    return game.CombatPhaseRequest(
        side="red",
        units=tuple(units),
        depots=tuple(
            game.Depot(key=key, side=sides[key], kind="convoi", capacity=3, hex=f"{n + 1:02}02", unsupplied=marked[key])
            for n, key in enumerate(marked)
        ),
        orders=game.Orders(attacks=tuple(attacks), barrages=barrages),
        facts=SupplyFacts(
            ranges=tuple(InRange(depot=key, units=tuple(reach[key])) for key in marked), functional=functional
        ),
        resupply=(),
    )


class Retold:
    """The phase once more, with nothing but lists, tables from the book, and the same dice."""

    def __init__(self, request: game.CombatPhaseRequest, faces: list[int]) -> None:
        self.request, self.faces = request, faces
        self.units = {one.key: one for one in request.units}
        self.depots = {one.key: one for one in request.depots}
        assert request.facts is not None
        self.reach = {told.depot: told.units for told in request.facts.ranges}
        self.functional = request.facts.functional
        self.used: set[str] = set()
        self.spent = dict.fromkeys(RED_DEPOTS, 0)
        self.back = dict.fromkeys(RED_DEPOTS, 0)
        self.told: list[tuple[int, str]] = []

    def throw(self) -> int:
        return self.faces.pop(0)

    def change(self, key: str, **fields: Any) -> None:
        self.units[key] = evolve(self.units[key], **fields)

    def play(self) -> None:
        orders = self.request.orders
        for attack in orders.attacks:
            for depot in attack.depots or ():
                self.spent[depot] += COSTS[attack.type]
        for order in orders.barrages:
            for depot in order.depots or ():
                self.spent[depot] += 1
        for order in orders.barrages:
            self.barrage(order)
        defenders = list(dict.fromkeys(f"W{attack.hex}" for attack in orders.attacks))
        supplier = self.suppliers(defenders)
        for number, attack in enumerate(orders.attacks, start=1):
            defender = f"W{attack.hex}"
            if self.units[defender].hex != attack.hex:
                self.told.append((number, "cancelled"))
                for depot in attack.depots or ():
                    self.back[depot] += COSTS[attack.type]
                continue
            (attacker,) = attack.units
            self.told.append((number, self.fight(attacker, defender)))
            if not attack.depots:
                self.change(attacker, unsupplied=True)
            self.used |= {*(attack.depots or ())}
            if defender in supplier:
                self.used.add(supplier[defender])
            else:
                self.change(defender, unsupplied=True)

    def suppliers(self, defenders: list[str]) -> dict[str, str]:
        """Return who supplies whom: a functional depot in range; else one that serves anyway; else the first.

        Who is Unsupplied stays so whatever is in range, so that no depot serves it.
        """
        defenders = [key for key in defenders if not self.units[key].unsupplied]
        found: dict[str, str] = {}
        able = {
            key: [d for d in WHITE_DEPOTS if key in self.reach[d] and not self.depots[d].unsupplied]
            for key in defenders
        }
        for key in defenders:
            for depot in able[key]:
                if depot in self.functional:
                    found.setdefault(key, depot)
        for key in defenders:
            if key not in found and able[key]:
                found[key] = next((d for d in able[key] if d in found.values()), able[key][0])
        return found

    def barrage(self, order: game.BarrageOrder) -> None:
        total, target = self.throw() + self.throw() + 3, self.units[order.target]
        row = {9: -1, 10: -1, 11: 0, 12: 0, 13: 1, 14: 0, 15: 0}
        if total >= 14:
            self.change(target.key, steps=3)
        if total in row:
            self.go(target.key, self.read("barrage", row[total], target))
        self.used |= {*(order.depots or ())}
        if not order.depots:
            self.change(order.unit, unsupplied=True)

    def read(self, column: str, added: int, one: game.Unit) -> str:
        face = self.throw()
        assert one.tq is not None
        return "stays" if face == 1 else COHESION[column][min(5, max(0, face + added - one.tq))]

    def fight(self, attacker: str, defender: str) -> str:
        red, white = self.units[attacker], self.units[defender]
        ours, theirs = (
            (one.strength or 0) if not one.unsupplied else max(1, ((one.strength or 0) + 1) // 2)
            for one in (red, white)
        )
        better = ours >= 2 * theirs
        elite = int(red.tq == 6 and white.tq != 6)
        odds = 1 if better else -int(ours < theirs)
        first, second = self.read("red", -odds, red), self.read("white", odds + elite, white)
        self.go(defender, second)
        self.go(attacker, first)
        if self.units[defender].hex == white.hex:
            return "not_assaulted"
        if first in {"stays", "shaken"}:
            self.change(attacker, hex=white.hex)
        return "cleared"

    def go(self, key: str, result: str) -> None:
        if result in {"march", "routed"}:
            self.change(key, mode=result, hex=None)  # it is somewhere else; where does not matter here


def short(one: game.Unit, *, left: bool) -> tuple[Any, ...]:
    return (one.key, one.mode, one.steps, one.unsupplied, None if left else one.hex)


@pytest.mark.rule(
    "orel", "8.1-part1", "8.1-part2", "7.2-repeat", "8.2.1-costs", "8.2.1-unpaid", "8.2.1-defence",
    "8.2.1-one-depot", "3.2B-nonfunctional", "8.2.3-effects",
)  # fmt: skip
@given(st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_a_phase_retold(pick: Random) -> None:
    request = any_phase(pick)
    faces = [pick.randint(1, 6) for _ in range(40)]
    retold = Retold(request, list(faces))
    retold.play()
    needed = faces[: len(faces) - len(retold.faces)]
    calm = {"assault": lambda _situation, _alternatives: False}
    outcome = game.ruleset.resolve(request, dice=GivenDice(needed), choices=calm).outcome
    assert [(one.number, one.ended) for one in outcome.attacks] == retold.told
    gone = {key for key, one in retold.units.items() if one.hex is None}
    now = [short(one, left=one.key in gone) for one in outcome.units]
    assert now == [
        short(one, left=True) if one.hex is None else short(one, left=False) for one in retold.units.values()
    ]
    before = {one.key: one.hex for one in request.units}
    assert all(one.hex != before[one.key] for one in outcome.units if one.key in gone)
    marked = {key for key in retold.used if key not in retold.functional}
    assert {one.key for one in outcome.depots if one.unsupplied} == marked | {
        one.key for one in request.depots if one.unsupplied
    }
    capacity = {key: 0 if retold.depots[key].unsupplied else 3 for key in RED_DEPOTS}
    assert [(told.depot, told.capacity, told.left, told.refunded) for told in outcome.points] == [
        (key, capacity[key], capacity[key] - retold.spent[key] + retold.back[key], retold.back[key])
        for key in RED_DEPOTS
    ]
