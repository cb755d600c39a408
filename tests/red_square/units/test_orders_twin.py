"""Orders against a second reading of the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rcw_rules import red_square as rs
from rcw_rules.red_square.units import order_objections

FORMATIONS: dict[str, list[Any]] = {
    "infantry": ["masses", "waves", "firing_line", "defence"],
    "cavalry": ["mounted", "scouting", "dismounted"],
}
STAYING = ["wheel", "change_formation", "dig_in", "replace_casualties"]
ORDERS = ["attack", "probe", "defend", "counter_attack"]


def is_allowed(kind: str, order: str, asked: dict[str, Any], enemies: list[dict[str, Any]]) -> bool:
    formation, new, band, acts = asked["formation"], asked["new_formation"], asked["band"], asked["actions"]
    moves, is_good = "move" in acts, band in ("automatic", "2+")
    changes = is_good and asked["can_change_formation"]
    if (
        band == "1-0"
        and set(acts) - {"fire", "hold_fire"}
        and not (kind == "mg" and set(acts) <= {"wheel", "fire", "hold_fire"})
    ):
        return False
    if moves and formation in ("firing_line", "defence") and new is None:
        return False
    has_target = any(each["is_target"] for each in enemies)
    if band != "below0" and has_target and not moves and not set(acts) & {*STAYING, "fire"}:
        return False
    before = min((each["range"] for each in enemies), default=0)
    after = min((each["range_after"] or each["range"] for each in enemies), default=0)
    goes_on = after < before if moves else "replace_casualties" in acts or new in ("waves", "mounted", "scouting")
    can_go = is_good and asked["can_come_nearer"] and formation not in ("firing_line", "defence")
    if order == "counter_attack" and formation != "defence" and any(map(is_sign, enemies)):
        order = "attack"
    if order == "attack":
        if kind == "infantry" and new in ("firing_line", "defence"):
            return False
        if formation == "firing_line" and changes and new != "waves":
            return False
        return (after <= 1 if before == 1 else True) and (goes_on if before > 1 and can_go else True)
    if order == "probe":
        if kind == "infantry" and enemies:
            too_near = after == 1 < before
            too_soon = new == "firing_line" and after > 3
            lags = formation == "firing_line" and before > 3 and changes and new != "waves"
            if too_near or too_soon or lags:
                return False
        if kind == "cavalry" and any(map(is_charged_in_front, enemies)):
            return False
        return goes_on if before > 3 and can_go else True
    links = {
        ("defend", "masses"): ["waves"],
        ("defend", "waves"): ["firing_line"],
        ("counter_attack", "masses"): ["waves"],
        ("counter_attack", "waves"): ["firing_line"],
        ("counter_attack", "firing_line"): ["waves"],
        ("counter_attack", "defence"): ["firing_line", "waves"],
        ("defend", "defence"): ["firing_line"],
        (order, "mounted"): ["dismounted"],
        (order, "scouting"): ["mounted", "dismounted"],
    }.get((order, formation), [])
    if moves or (new is not None and new not in links):
        return False
    is_due = formation in ("mounted", "scouting") or (order, formation) == ("defend", "waves")
    is_due = is_due or (formation == "masses" and 0 < before <= 4)
    return not (is_due and changes) or new == ("mounted" if formation == "scouting" else links[0])


def is_sign(enemy: dict[str, Any]) -> bool:
    is_broken_ahead = enemy["was_broken"] and enemy["in_arc"] and enemy["range"] < 5
    return is_broken_ahead or (enemy["range"] < 4 and enemy["aspect"] in ("flank", "rear"))


def is_charged_in_front(enemy: dict[str, Any]) -> bool:
    shows = enemy["aspect_after"] or enemy["aspect"]
    is_reached = enemy["range"] > 1 == (enemy["range_after"] or enemy["range"])
    return is_reached and (shows in ("front", "oblique") or not enemy["in_open"])


def an_enemy(chance: random.Random, moves: bool) -> dict[str, Any]:
    distance = chance.randint(1, 6)
    afterwards = [None, distance + 1, max(1, distance - 1), max(1, distance - 2)]
    return {
        "range": distance,
        "range_after": chance.choice(afterwards) if moves else None,
        "aspect": chance.choice(["front", "oblique", "flank", "rear"]),
        "aspect_after": chance.choice([None, "front", "flank"]),
        "in_open": chance.random() < 0.7,
        "in_arc": chance.random() < 0.7,
        "is_target": chance.random() < 0.2,
        "was_broken": chance.random() < 0.2,
    }


@pytest.mark.rule(
    "red_square", "orders-attack", "orders-probe", "orders-defend", "orders-counter-attack", "fire-2-must-fire",
    "act-table", "move-who",
)  # fmt: skip
@pytest.mark.parametrize("order", ORDERS)
def test_orders_against_the_twin(order: Any) -> None:
    chance = random.Random(f"orders {order}")
    allowed = 0
    for _ in range(1000):
        kind: Any = chance.choice(["infantry", "infantry", "infantry", "cavalry", "cavalry", "heavy_tank", "mg"])
        formation = chance.choice(FORMATIONS.get(kind, [None]))
        band: Any = chance.choice(["automatic", "2+", "2+", "1-0", "below0"])
        possible: list[Any] = ["move", "fire", "hold_fire", *STAYING]
        if kind not in FORMATIONS:
            possible.remove("change_formation")
        actions = chance.sample(possible, chance.choice([0, 1, 1, 1, 2])) if band != "below0" else []
        others = [other for other in FORMATIONS.get(kind, []) if other != formation]
        asked: dict[str, Any] = {
            "formation": formation,
            "new_formation": chance.choice(others) if "change_formation" in actions else None,
            "band": band,
            "actions": tuple(actions),
            "can_change_formation": chance.random() < 0.85,
            "can_come_nearer": chance.random() < 0.8,
        }
        enemies = [an_enemy(chance, "move" in actions) for _ in range(chance.choice([0, 1, 1, 2, 3]))]
        known = tuple(rs.KnownEnemy(**each) for each in enemies)
        request = rs.OrderLegalityRequest(kind=kind, order=order, enemies=known, **asked)
        expected = is_allowed(kind, order, asked, enemies)
        assert (not list(order_objections(request))) is expected, request
        allowed += expected
    assert 300 < allowed < 900  # neither refusal nor permission is rare
