"""What is added to the die of each side in a melee, in the order of the list in the book."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.melee.request import MeleeRequest
from rcw_rules.red_white.model import (
    Unit,
    in_defences,
    is_elite,
    melee_strength,
    stands_lost,
)
from rcw_rules.red_white.options import Options


def attacker_ledger(umpire: Umpire[Options], request: MeleeRequest) -> Ledger:
    """Return what is added to the attacker's die, in the order of the book's list.

    Rules: melee-modifiers, melee-many-units, melee-mod-wire.
    """

    def listed() -> Iterator[Modifier]:
        chart = "melee_modifiers"
        yield from _own_state(umpire, request.attackers)
        if any(unit.wire == "intact" and unit.type != "tank" for unit in request.attackers):
            yield umpire.modifier(chart, "through_wire", "melee-mod-wire", "attacking through barbed wire")
        yield from _outnumbered(umpire, request.attackers, request.defenders)
        yield from _assets(umpire, request.attackers)
        yield from _elite(umpire, request.attackers)
        yield from _zealots(umpire, request.attackers)

    return ledger(listed())


def defender_ledger(umpire: Umpire[Options], request: MeleeRequest) -> Ledger:
    """Return what is added to the defender's die, in the order of the book's list.

    Rules: melee-modifiers, melee-many-units, melee-mod-cavalry, melee-mod-falling-flank, melee-mod-tank,
        melee-mod-machine-gun, melee-mod-defences, melee-mod-train, train-melee, p1-facing.
    """
    attackers, defenders = request.attackers, request.defenders

    def listed() -> Iterator[Modifier]:
        chart = "melee_modifiers"
        yield from _own_state(umpire, defenders)
        exposed = any(unit.type == "infantry" and not in_defences(unit) for unit in defenders)
        if exposed and any(unit.type == "cavalry" for unit in attackers):
            reason = "infantry attacked by cavalry"
            yield umpire.modifier(chart, "infantry_attacked_by_cavalry", "melee-mod-cavalry", reason)
        falling_back = any(unit.falling_back for unit in defenders)
        if falling_back or request.flank_or_rear:
            reason = "falling back" if falling_back else "attacked in flank or rear"
            yield umpire.modifier(chart, "falling_back_or_flank_or_rear", "melee-mod-falling-flank", reason)
        if any(unit.type == "tank" for unit in attackers):
            yield umpire.modifier(chart, "attacked_by_tank", "melee-mod-tank", "attacked by a tank")
        yield from _outnumbered(umpire, defenders, attackers)
        yield from _assets(umpire, defenders)
        if any(unit.machine_gun for unit in defenders):
            yield umpire.modifier(chart, "machine_gun_attached", "melee-mod-machine-gun", "machine gun attached")
        if all(in_defences(unit) for unit in defenders):
            yield umpire.modifier(chart, "in_defences", "melee-mod-defences", f"defending in a {defenders[0].cover}")
        yield from _elite(umpire, defenders)
        yield from _zealots(umpire, defenders)
        if any(unit.type == "armoured_train" for unit in defenders):
            yield umpire.modifier(chart, "armoured_train", "melee-mod-train", "armoured train defending")

    return ledger(listed())


def _own_state(umpire: Umpire[Options], units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Yield what a side's own state costs it; one unit of the side is enough, and stands lost are summed.

    Rules: melee-mod-stands-lost, melee-mod-suppressed, melee-mod-raw-leader, melee-many-units.
    """
    chart = "melee_modifiers"
    lost = sum(map(stands_lost, units))
    if lost >= 2:
        reason = f"for {lost} stands lost"
        yield umpire.modifier(chart, "each_two_stands_lost", "melee-mod-stands-lost", reason, times=lost // 2)
    if any(unit.suppressed for unit in units):
        yield umpire.modifier(chart, "suppressed", "melee-mod-suppressed", "suppressed")
    if any(unit.raw for unit in units):
        yield umpire.modifier(chart, "raw", "melee-mod-raw-leader", "raw")
    if not all(unit.has_leader for unit in units):
        yield umpire.modifier(chart, "no_leader", "melee-mod-raw-leader", "no leader")


def _outnumbered(umpire: Umpire[Options], own: tuple[Unit, ...], other: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Yield the penalty of the smaller side, by the exact ratio of stands; never both lines.

    Rules: melee-mod-outnumbered, melee-stand-count, melee-many-units.
    """
    mine, theirs = sum(map(melee_strength, own)), sum(map(melee_strength, other))
    reason = f"outnumbered {theirs} to {mine}"
    if theirs >= 3 * mine:
        yield umpire.modifier("melee_modifiers", "outnumbered_three_to_one", "melee-mod-outnumbered", reason)
    elif theirs >= 2 * mine:
        yield umpire.modifier("melee_modifiers", "outnumbered_two_to_one", "melee-mod-outnumbered", reason)


def _assets(umpire: Umpire[Options], units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Yield what a heroic leader and grenades add; once, however many units have them.

    Rules: melee-mod-assets, heroic-lead.
    """
    if any(unit.heroic for unit in units):
        yield umpire.modifier("melee_modifiers", "heroically_led", "melee-mod-assets", "heroically led")
    if any(unit.grenades for unit in units):
        yield umpire.modifier("melee_modifiers", "grenades", "melee-mod-assets", "grenades")


def _elite(umpire: Umpire[Options], units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Yield the elite bonus: once if every unit is elite or, by the option, once for each elite unit.

    Rules: melee-mod-elite, opt-melee-elite.
    """
    elite = sum(is_elite(unit, umpire.options) for unit in units)
    if umpire.options.melee_elite == "per_unit":
        if elite:
            reason = f"{elite} elite units" if elite > 1 else "elite unit"
            yield umpire.modifier("melee_modifiers", "elite", "melee-mod-elite", reason, times=elite)
    elif elite == len(units):
        yield umpire.modifier("melee_modifiers", "elite", "melee-mod-elite", "elite")


def _zealots(umpire: Umpire[Options], units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Yield what Cheka and priests add; once each.

    Rules: melee-mod-cheka, melee-mod-priest.
    """
    if any(unit.cheka for unit in units):
        yield umpire.modifier("melee_modifiers", "cheka_inspiring", "melee-mod-cheka", "Cheka inspiring")
    if any(unit.priest for unit in units):
        yield umpire.modifier("melee_modifiers", "religious_leader", "melee-mod-priest", "religious leader")
