"""A whole charge of Red Actions!, as a player would ask before he declares it: what is left of either side.

Four bases of sabres charge as many riflemen in cover, six inches off. Both sides test; the riflemen fire; the fire may
turn the sabres back, or cost them heart or their officer; then the combat, its officers' dice and tests, the pursuit.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

TROOPS = ra.illustrative_troops()
OFFICER = ra.OfficerToken(id="captain", effect=1)
SABRES = ra.Unit(name="1st Squadron", side="red", card=TROOPS.card("red_cavalry"), bases=4, officer=OFFICER)
RIFLES = ra.Unit(name="2nd Company", side="white", card=TROOPS.card("white_volunteers"), bases=4, officer=OFFICER)
CHARGE = ra.ChargeRequest(
    charger=ra.Charger(unit=SABRES),
    targets=(ra.ChargedUnit(contact=ra.Contacted(unit=RIFLES, in_cover=True), distance=inches(6)),),
)

Left: TypeAlias = tuple[int, int, bool, str]
"""The bases, markers and officer of a side, and what became of it."""

Fate: TypeAlias = tuple[str, Left, Left]
"""How the charge ended, and what is left of the sabres and of the riflemen."""

Side: TypeAlias = dict[str, Any]

FIRE = {7: "back", 8: "back", 9: "terror", 10: "terror", 11: "all", 12: "all"}  # the column of a total of 5 to 8
COLUMNS = {  # from 2 to 12: who suffers, and how many markers; D is defeated, H humiliated
    "1:1": ["SD", "SD", "S3", "S2", "S1", "W1", "W1", "W2", "W3", "WD", "WD"],
    "3:2": ["SD", "SD", "S3", "S2", "W1", "W2", "W2", "W2", "WD", "WD", "WD"],
}


def forget() -> None:
    """Forget all odds and all requests found legal."""
    ra.ruleset.forget_odds()


def charge() -> dict[Fate, Fraction]:
    """Work out the exact odds of the whole charge, and of what matters in it."""
    fates: dict[Fate, Fraction] = {}
    for outcome, probability in ra.ruleset.odds(CHARGE).items():
        fate = (outcome.end, _left(outcome.charger), _left(outcome.targets[0]))
        fates[fate] = fates.get(fate, Fraction(0)) + probability
    return fates


def _left(after: ra.UnitAfterCharge) -> Left:
    unit = after.unit
    return (unit.bases, unit.markers, unit.officer is not None, after.fate) if unit.bases else (0, 0, False, after.fate)


# --- by hand ----------------------------------------------------------------------------------------------------------


def roll_charge(uniform: Callable[[], float]) -> Fate:
    """Ride it once, by a loop written for nothing else."""

    def two() -> int:
        return int(uniform() * 6) + int(uniform() * 6) + 2

    def passes(number: int) -> bool:
        total = int(uniform() * 6) + int(uniform() * 6) + 2
        return total <= number and total != 12

    def falls(face: int) -> bool:
        return uniform() * 6 < face

    return ride(two, passes, falls)


def charge_odds() -> dict[Fate, Fraction]:
    """Ride it with all faces of all dice; faces that come to the same are one branch."""
    sums = [first + second for first, second in product(range(1, 7), repeat=2)]
    fates: dict[Fate, Fraction] = {}

    def go_on(known: tuple[int, ...], chance: Fraction) -> None:
        left = list(known)

        def throw(values: list[int]) -> int:
            if left:
                return left.pop(0)
            raise _MoreDiceError(values)

        def passes(number: int) -> bool:
            return bool(throw([int(total <= number and total != 12) for total in sums]))

        def falls(face: int) -> bool:
            return bool(throw([int(shown <= face) for shown in range(1, 7)]))

        try:
            fate = ride(lambda: throw(sums), passes, falls)
        except _MoreDiceError as more:
            for value in dict.fromkeys(more.values):
                go_on((*known, value), chance * Fraction(more.values.count(value), len(more.values)))
        else:
            fates[fate] = fates.get(fate, Fraction(0)) + chance

    go_on((), Fraction(1))
    return fates


class _MoreDiceError(Exception):
    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.values = values


def ride(two: Callable[[], int], passes: Callable[[int], bool], falls: Callable[[int], bool]) -> Fate:
    """Ride the charge once.

    Args:
        two: Throws two dice for a table.
        passes: Throws two dice for a morale test with that number.
        falls: Throws a die for an officer, who falls to that face or less.
    """
    red: Side = {"bases": 4, "markers": 0, "officer": True, "fate": "stays", "serious": 7}
    white: Side = {"bases": 4, "markers": 0, "officer": True, "fate": "stays", "serious": 8}
    if not passes(7 + 1):
        return "test_failed", _sum(red), _sum(white)
    if not passes(8 + 1):
        white["fate"] = "routs"
        return "halted", _sum(red), _sum(white)
    result = FIRE.get(two())
    if result is not None:
        back = result == "back"
        red["markers"] = int(not back)
        if result == "all":
            if falls(1):
                red["officer"] = False
                red["markers"] = 2
                back = not passes(7)
            back = not passes(7 + red["officer"]) or back
        if back:
            red["fate"] = "retires"
            return "cancelled", _sum(red), _sum(white)
    _fight(red, white, two, passes, falls)
    return "contact", _sum(red), _sum(white)


def _fight(
    red: Side, white: Side, two: Callable[[], int], passes: Callable[[int], bool], falls: Callable[[int], bool]
) -> None:
    attack, defence = 4 * (4 - red["markers"]), 10  # 2 x 4 and a quarter for the cover
    column = COLUMNS["3:2" if attack * 2 >= defence * 3 else "1:1"]
    strong, weak = (red, white) if attack >= defence else (white, red)
    word = column[two() - 2]
    named = strong if word[0] == "S" else weak
    if word[1] == "D":
        named["bases"] -= 2
        named["fate"] = "routs"
    else:
        named["markers"] += int(word[1])
        named["fate"] = "routs" if named["markers"] > named["bases"] else "retires"
    fallen = [side for side in (red, white) if side["officer"] and falls(2 if side["fate"] == "routs" else 1)]
    for side in fallen:
        side["officer"] = False
        side["markers"] += 1
        if side["fate"] != "routs":
            if side["markers"] > side["bases"]:
                side["fate"] = "routs"
            elif not passes(side["serious"]):
                side["fate"] = "retires"
    if white["fate"] == "routs" and red["fate"] == "stays":
        white.update(bases=0, fate="caught")  # 12 inches against 6


def _sum(side: Side) -> Left:
    if not side["bases"]:
        return 0, 0, False, side["fate"]
    return side["bases"], side["markers"], side["officer"], side["fate"]
