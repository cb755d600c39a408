"""Cavalry charges: which units may, and which do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import called
from rcw_rules.orel.model import Unit, enemy_of, listed, wrong_places, wrong_sides
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength.cover import OPEN_GROUND, Cover, bars_charge, wholly_entrenched

CHARGES_ANYBODY = 5  # 8.7.1-charge: cavalry of this quality and above

ChargeBar: TypeAlias = Literal["no_cavalry", "routed", "march_mode", "ground", "entrenched", "quality"]
"""What keeps a unit from charging."""

CHARGE_BARS: dict[ChargeBar, str] = {
    "no_cavalry": "it is no cavalry",
    "routed": "it is routed",
    "march_mode": "it is in march mode",
    "ground": "the hex attacked is town, city or forest",
    "entrenched": "all units in the hex are entrenched",
    "quality": "its quality is below 5 and an enemy combat unit in combat mode is in good order",
}


@frozen(kw_only=True)
class Charging:
    """What the owner of cavalry sees when deciding whether it charges.

    Attributes:
        unit: The cavalry.
        alone: Whether the charge would count as one of cavalry alone against infantry, which adds 2 to its check.
    """

    unit: Unit
    alone: bool


CHARGE: Choice[Charging, bool] = Choice(
    "charge",
    rule="8.7.1-charge",
    who="owner",
    about="Does the cavalry charge? Default: yes, unless it charges infantry alone, which makes its cohesion check "
    "harder.",
    default=lambda charging, alternatives: not charging.alone,
    unit=lambda charging: charging.unit.key,
    side=lambda charging: charging.unit.side,
)


# -------------------------------------------------------------------- what other chapters ask


def charge_bars(
    umpire: Umpire[Options],
    unit: Unit,
    enemies: Collection[Unit],
    cover: Cover = OPEN_GROUND,
    *,
    attacking: bool,
    tank: bool = False,
) -> tuple[ChargeBar, ...]:
    """Return everything that keeps a unit from charging; nothing if it may.

    Args:
        umpire: Has the Terrain Effects Table.
        unit: The unit.
        enemies: The enemy units of this combat; repulsed units take no further part and do not count.
        cover: The ground of the attacked hex.
        attacking: Whether the unit attacks; a defender's own entrenchments, and the attackers', bar nothing.
        tank: Whether an attacking tank negates entrenchments: `negates_entrenchment`.

    Rules: 8.7.1-charge, 9.2.2-combat.
    """
    bars: list[ChargeBar] = []
    if unit.type != "cavalry":
        return ("no_cavalry",)
    if unit.mode == "routed":
        bars.append("routed")
    elif unit.mode == "march":
        bars.append("march_mode")
    if bars_charge(umpire, cover):
        bars.append("ground")
    if attacking and not tank and wholly_entrenched(enemies) and _entrenchment_bars(umpire):
        bars.append("entrenched")
    if unit.quality < CHARGES_ANYBODY and any(is_formed(enemy) for enemy in enemies):
        bars.append("quality")
    return tuple(bars)


def may_charge(
    umpire: Umpire[Options],
    unit: Unit,
    enemies: Collection[Unit],
    cover: Cover = OPEN_GROUND,
    *,
    attacking: bool,
    tank: bool = False,
) -> bool:
    """Whether a unit may use its charge strength: see `charge_bars`.

    Rules: 8.7.1-charge.
    """
    return not charge_bars(umpire, unit, enemies, cover, attacking=attacking, tank=tank)


def is_formed(unit: Unit) -> bool:
    """Whether it is a combat unit in good order in combat mode that takes part, which lesser cavalry does not charge.

    Rules: 8.7.1-charge.
    """
    return unit.is_combat and unit.mode == "combat" and not unit.disorganised and not unit.repulsed


def meets_infantry_alone(own: Iterable[Unit], enemies: Collection[Unit]) -> bool:
    """Whether the cavalry of a side, if it charges, charges infantry without infantry of its own.

    Its side has no infantry in the combat; the enemy has infantry, all of it in combat mode, and no cavalry. Artillery
    and vehicles do not matter.

    Rules: 8.7.1-cavalry-alone.
    """
    foot = [enemy for enemy in enemies if enemy.type == "infantry"]
    return (
        not any(unit.type == "infantry" for unit in own)
        and bool(foot)
        and all(enemy.mode == "combat" for enemy in foot)
        and not any(enemy.type == "cavalry" for enemy in enemies)
    )


def with_charges(
    umpire: Umpire[Options],
    own: Collection[Unit],
    enemies: Collection[Unit],
    cover: Cover = OPEN_GROUND,
    *,
    attacking: bool,
    tank: bool = False,
    checks: bool = True,
) -> tuple[Unit, ...]:
    """Return the units of a side with its charges decided, cavalry by cavalry in listed order.

    Args:
        umpire: Asks the owner.
        own: Their units in the combat.
        enemies: The enemy units in it.
        cover: The ground of the attacked hex.
        attacking: Whether they attack.
        tank: Whether an attacking tank negates entrenchments.
        checks: Whether a cohesion check follows, in which a charge of cavalry alone costs it 2; not in the assault.

    Rules: 8.7.1-charge.
    """
    decided: list[Unit] = []
    for unit in own:
        charges = decides_to_charge(umpire, unit, own, enemies, cover, attacking=attacking, tank=tank, checks=checks)
        decided.append(unit if unit.charging == charges else evolve(unit, charging=charges))
    return tuple(decided)


def decides_to_charge(
    umpire: Umpire[Options],
    unit: Unit,
    own: Collection[Unit],
    enemies: Collection[Unit],
    cover: Cover = OPEN_GROUND,
    *,
    attacking: bool,
    tank: bool = False,
    checks: bool = True,
) -> bool:
    """Whether a unit charges: not unless it may, and then as its owner decides.

    Args:
        umpire: Asks the owner.
        unit: The unit.
        own: The units of its side in the combat, itself included.
        enemies: The enemy units in it.
        cover: The ground of the attacked hex.
        attacking: Whether it attacks.
        tank: Whether an attacking tank negates entrenchments.
        checks: Whether a cohesion check follows.

    Rules: 8.7.1-charge.
    """
    if not may_charge(umpire, unit, enemies, cover, attacking=attacking, tank=tank):
        return False
    alone = checks and meets_infantry_alone(own, enemies)
    return umpire.choose(CHARGE, (True, False), Charging(unit=unit, alone=alone))


def _entrenchment_bars(umpire: Umpire[Options]) -> bool:
    return umpire.charts["terrain"].look_up("entrenchment", "charge").result == "forbidden"


# -------------------------------------------------------------------- orel.charge


@frozen(kw_only=True)
class MayChargeOutcome:
    """Whether cavalry may charge.

    Attributes:
        may_charge: Whether it may use its charge strength.
        bars: Everything that keeps it from doing so.
    """

    may_charge: bool
    bars: tuple[ChargeBar, ...]

    def summary(self, request: MayChargeRequest) -> str:
        """Return whether the cavalry may charge, and what keeps it from doing so."""
        may = f"{called(request.unit)} may {'charge' if self.may_charge else 'not charge'}"
        return words.sentences(f"{may}: {words.listed(CHARGE_BARS[bar] for bar in self.bars)}" if self.bars else may)


@frozen(kw_only=True, cache_hash=True)
class MayChargeRequest(Request[MayChargeOutcome]):
    """A unit of cavalry and its enemies in a combat.

    Attributes:
        unit: The cavalry.
        enemies: The enemy units of this combat; in an assault those that take part.
        attacking: Whether it attacks; else it defends, in the hex with the cover.
        cover: The ground of the attacked hex.
        tank: Whether an attacking tank that can fight takes part.
    """

    unit: Unit
    enemies: Annotated[tuple[Unit, ...], Size(1, 99)]
    attacking: bool = True
    cover: Cover = OPEN_GROUND
    tank: Annotated[bool, Cites("9.2.2-combat")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.unit.type != "cavalry":
            yield Problem(".unit.type", f"cavalry charges, no unit of type {self.unit.type}", "8.7.1-charge")
        yield from wrong_sides("enemies", self.enemies, enemy_of(self.unit.side))
        yield from wrong_places((*listed("enemies", self.enemies), (".unit", self.unit)))


def _example() -> MayChargeRequest:
    squadron = Unit(key="Cv/7D", side="white", type="cavalry", tq=4, steps=2, strength_dismounted=2, strength_charge=4)
    battalion = Unit(key="1/41D", side="red", type="infantry", tq=4, steps=4, strength=5, mode="march")
    return MayChargeRequest(unit=squadron, enemies=(battalion,))


@procedure(
    "orel.charge",
    title="May this cavalry charge?",
    rules=("8.7.1-charge",),
    example=_example,
)
def charge(request: MayChargeRequest, umpire: Umpire[Options]) -> MayChargeOutcome:
    """Say whether cavalry may use its charge strength against its enemies.

    With quality 5 or 6 it charges any unit, with less only enemies without a combat unit in good order in combat mode.
    No cavalry charges into or out of towns, cities and forest, into a hex whose units are all entrenched unless a tank
    takes part, or while it is routed or in march mode.

    Rules: 8.7.1-charge.
    """
    bars = charge_bars(
        umpire, request.unit, request.enemies, request.cover, attacking=request.attacking, tank=request.tank
    )
    for bar in bars:
        umpire.result("8.7.1-charge", "{unit} may not charge: " + CHARGE_BARS[bar], unit=request.unit.key)
    if not bars:
        umpire.result("8.7.1-charge", "{unit} may charge", unit=request.unit.key)
    return MayChargeOutcome(may_charge=not bars, bars=bars)
