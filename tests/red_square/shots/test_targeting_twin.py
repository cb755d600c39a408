"""Who may be fired at, on random fields against a twin."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap

Place = tuple[int, int]
FACINGS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0),
           "NW": (-1, 1)}  # fmt: skip
REACH = {"rifles": 4, "mg": 4, "light_gun": 8, "qf_gun": 12, "howitzer": 12}  # longest range
BOOK = rs.Book(charts=rs.ruleset.charts, options=rs.Options())
KINDS: dict[str, dict[str, Any]] = {
    "line": {"kind": "infantry", "bases": 4, "formation": "firing_line", "order": "defend"},
    "waves": {"kind": "infantry", "bases": 4, "formation": "waves", "order": "attack"},
    "mounted": {"kind": "cavalry", "bases": 3, "formation": "mounted", "order": "attack"},
    "dismounted": {"kind": "cavalry", "bases": 3, "formation": "dismounted", "order": "defend"},
    "mg": {"kind": "mg", "bases": 2},
    "light": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "light_gun"},
    "qf": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "qf_gun"},
    "howitzer": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "howitzer"},
    "car": {"kind": "armoured_car", "bases": 1, "order": "attack", "weapons": ("mg",)},
    "truck": {"kind": "truck", "bases": 1, "order": "attack"},
    "heavy_tank": {"kind": "heavy_tank", "bases": 1, "order": "attack", "weapons": ("mg",)},
    "co": {"kind": "co"},
}


def centre(at: Place) -> Place:
    return 2 * at[0] + at[1] % 2, 2 * at[1]


def squares_apart(one: Place, other: Place) -> int:
    """Steps to neighbours: each row costs a step that also shifts by half a square, a square sideways costs one."""
    (x, y), (u, v) = centre(one), centre(other)
    rows = abs(v - y) // 2
    return rows + max(0, (abs(u - x) - rows + 1) // 2)


def between(one: Place, other: Place) -> tuple[list[Place], list[Place]]:
    """Squares that the line passes through, and those along whose edge it runs, on a board of 12 x 10."""
    (x, y), (u, v) = centre(one), centre(other)
    through: list[Place] = []
    along: list[Place] = []
    for at in ((column, row) for column in range(12) for row in range(10)):
        if at in (one, other) or not min(y, v) <= 2 * at[1] <= max(y, v):
            continue
        a, b = centre(at)
        low, high, on_edge, misses = Fraction(0), Fraction(1), False, False
        for start, end, middle in ((x, u, a), (y, v, b)):
            if start == end:
                on_edge = on_edge or abs(start - middle) == 1
                misses = misses or abs(start - middle) > 1
                continue
            first, last = sorted(Fraction(side - start, end - start) for side in (middle - 1, middle + 1))
            low, high = max(low, first), min(high, last)
        if not misses and low < high:
            (along if on_edge else through).append(at)
    return through, along


def counted(one: Place, other: Place, held: set[Place]) -> list[Place]:
    """Held squares that count on a line: those passed through, and pairs at an edge of which both are held."""
    through, along = between(one, other)
    found = [at for at in through if at in held]
    for row in {at[1] for at in along}:
        pair = [at for at in along if at[1] == row]
        found += pair if all(at in held for at in pair) else []
    return found


def in_arc(here: Place, facing: str, there: Place, *, wide: bool) -> bool:
    (x, y), (u, v), (f, g) = centre(here), centre(there), FACINGS[facing]
    ahead, aside = f * (u - x) + g * (v - y), abs(f * (v - y) - g * (u - x))
    return ahead >= 0 if wide else ahead >= aside


def expected(
    firer: rs.Unit, others: list[rs.Unit], wood: set[Place], shooting: rs.Shooting, *, dark: bool
) -> dict[str, bool]:
    """Whom the firer may fire at, and whether he must observe him first."""
    band, moved, card = shooting.band, shooting.moved, shooting.card
    here = firer.square
    assert here
    is_mg, is_gun = firer.kind == "mg" or firer.weapons == ("mg",), firer.kind == "artillery"
    weapon = firer.guns or ("mg" if is_mg else "rifles")
    if band == "below0" or (firer.kind == "mg" and moved) or firer.formation == "mounted":
        return {}
    if firer.kind in ("truck", "co"):
        return {}
    friends = {one.square for one in others if one.side == firer.side and one.kind != "co" and one.square}
    found = {}
    for enemy in others:
        there = enemy.square
        if enemy.side == firer.side or not there:
            continue
        range_ = squares_apart(here, there)
        beside = [one.kind for one in others if one.square == there and one.name != enemy.name and one.kind != "co"]
        sheltered = bool(beside) if enemy.kind == "co" else enemy.kind == "mg" and any(kind != "mg" for kind in beside)
        armour = {
            "armoured_car": is_gun or (is_mg and range_ == 1),
            "heavy_tank": is_gun,
            "truck": is_gun or is_mg or range_ <= 3,
        }.get(enemy.kind, True)
        on_the_move = not (moved and weapon == "rifles") or (card.endswith("H") and range_ <= 2)
        facing = firer.kind == "mg" or in_arc(here, firer.facing, there, wide=False)
        in_view = not counted(here, there, wood)
        passed = counted(here, there, friends)
        over = firer.kind in ("mg", "artillery")
        way_clear = all(over and squares_apart(here, at) > 1 < squares_apart(at, there) for at in passed)
        hides = enemy.kind in ("infantry", "mg", "artillery") or enemy.formation == "dismounted"
        concealed = dark or there in wood or (hides and not enemy.visible)
        dice = 2 if is_gun and not dark else 1
        visible = not concealed or (band in ("automatic", "2+") and 6 * dice > range_)
        if all((range_ <= REACH[weapon], not sheltered, armour, on_the_move, facing, in_view, way_clear, visible)):
            found[enemy.name] = concealed
    return found


def random_case(chance: random.Random) -> tuple[rs.Field, rs.Shooting]:
    wood = {(chance.randrange(1, 11), chance.randrange(10)) for _ in range(12)}
    units: list[rs.Unit] = []
    owner: dict[Place, str] = {}
    for number in range(14):
        square = (chance.randrange(1, 11), chance.randrange(10))
        side: Any = owner.setdefault(square, chance.choice(["red", "white"]) if number else "red")
        facts = KINDS[chance.choice(["line", "dismounted", "mg", "light", "howitzer", "car", *KINDS])]
        more: dict[str, Any] = {"accompanies": "another"} if facts["kind"] == "mg" else {}
        more |= {"facing": chance.choice(list(FACINGS)), "visible": chance.random() < 0.7}
        units.append(rs.Unit(name=f"{side} {number}", side=side, square=square, **facts, **more))
    board = SquareMap(
        title="Field",
        grid=SquareGrid(columns=12, rows=10),
        terrain=(SquareArea(kind="wood", squares=tuple(sorted(wood))),),
    )
    shooting = rs.Shooting(
        band=chance.choice(["automatic", "2+", "1-0", "below0"]),
        moved=chance.random() < 0.3,
        card=chance.choice(["9H", "9H", "9C"]),
    )
    return rs.Field(board=board, units=tuple(units), before_dawn=chance.random() < 0.2), shooting


@pytest.mark.rule("red_square", "fire-1-who", "fire-1-target-in-square", "fire-3-moving-infantry", "mg-move-or-fire")
@pytest.mark.rule("red_square", "fire-armour-eligibility", "fire-range-table", "fire-4-los", "fire-5-overhead")
@pytest.mark.rule("red_square", "obs-concealment", "obs-roll", "obs-extra-die", "obs-dawn", "art-1-observed")
def test_who_may_be_fired_at_on_random_fields() -> None:
    chance = random.Random(1919)
    eligible = 0
    for _ in range(24):
        field, shooting = random_case(chance)
        wood = set(field.board.squares_of("wood"))
        for firer in field.units:
            others = [unit for unit in field.units if unit.name != firer.name]
            seen = rs.targets(field, firer, BOOK, shooting=shooting)
            wanted = expected(firer, others, wood, shooting, dark=field.before_dawn)
            assert {one.name: one.must_test for one in seen.eligible} == wanted
            eligible += len(wanted)
    assert eligible > 60
