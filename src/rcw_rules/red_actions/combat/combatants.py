"""The units that fight in a combat, and what is left of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.values import evolve, shared
from rcw_rules.marks import Cites
from rcw_rules.red_actions.combat.pursuing import EnemyAhead, PursuitOutcome
from rcw_rules.red_actions.combat.strength import CombatStrengthRequest
from rcw_rules.red_actions.model import Aspect, OfficerToken, Unit, Value
from rcw_rules.red_actions.morale import NOWHERE_SPECIAL, OPEN_FOOTING, OPEN_WAY, RetirePlace, RoutWay, Situation
from rcw_rules.red_actions.units import mean_value

CombatFate: TypeAlias = Literal["stays", "retires", "routs", "destroyed", "surrenders", "caught"]
"""What happens to a unit: it stays where contact was made, goes back, routs and gets away, is wiped out, is taken
prisoner, or is caught while it routs."""

Prisoners: TypeAlias = Annotated[int, Range(0, 99, rule="conv-bad-input")]


@frozen(kw_only=True, cache_hash=True)
class Charger:
    """The unit that charged.

    Attributes:
        unit: The unit as it is when it touches the enemy.
        uphill: Whether it stands higher than the enemy.
        situation: Where it stands when it must test morale.
        footing: Where it stands when it must retire.
        way: Where it would rout to.
        ahead: Other enemies on the line on which it would pursue.
        guards: Bases of prisoners that it has with it.
        officer_base_value: The fighting value of its White Officer base; None where it has none.
    """

    unit: Unit
    uphill: Annotated[bool, Cites("com-modifiers")] = False
    situation: Situation = NOWHERE_SPECIAL
    footing: RetirePlace = OPEN_FOOTING
    way: RoutWay = OPEN_WAY
    ahead: Annotated[tuple[EnemyAhead, ...], Size(0, 12)] = ()
    guards: Annotated[Prisoners, Cites("misc-prisoners-take")] = 0
    officer_base_value: Annotated[Value | None, Cites("char-white-officer-base")] = None


@frozen(kw_only=True, cache_hash=True)
class Contacted:
    """A unit that the charger touches, after its fear test and before the markers of contact.

    Attributes:
        unit: The unit as it is before the markers for a charge in flank or rear.
        aspect: Where it is charged.
        fortified: Whether it is behind fortifications.
        in_cover: Whether it is in cover, or at a bridge, ford, breach or the like; not for the same piece of terrain as
            `fortified`.
        uphill: Whether it stands higher than the enemy.
        counter_charging: Whether it meets the charger half-way.
        situation: Where it stands when it must test morale.
        footing: Where it stands when it must retire.
        way: Where it would rout to.
        ahead: Other enemies on the line on which it would pursue.
        guards: Bases of prisoners that it has with it.
        officer_base_value: The fighting value of its White Officer base; None where it has none.
    """

    unit: Unit
    aspect: Aspect = "front"
    fortified: Annotated[bool, Cites("com-modifiers")] = False
    in_cover: Annotated[bool, Cites("com-modifiers")] = False
    uphill: Annotated[bool, Cites("com-modifiers")] = False
    counter_charging: Annotated[bool, Cites("charge-counter")] = False
    situation: Situation = NOWHERE_SPECIAL
    footing: RetirePlace = OPEN_FOOTING
    way: RoutWay = OPEN_WAY
    ahead: Annotated[tuple[EnemyAhead, ...], Size(0, 12)] = ()
    guards: Annotated[Prisoners, Cites("misc-prisoners-take")] = 0
    officer_base_value: Annotated[Value | None, Cites("char-white-officer-base")] = None


Fighter: TypeAlias = Charger | Contacted


@shared
@frozen(kw_only=True, cache_hash=True)
class UnitAfterCombat:
    """A unit after a combat.

    Attributes:
        unit: The unit afterwards; 0 bases when it is gone.
        fate: What happened to it.
        lost: Its bases that were lost; not those taken prisoner.
        prisoners: Its bases that were taken prisoner.
        officers_lost: Its officers who fell, or were destroyed or captured with it.
        retired: How far it went back.
        routed: How far its rout move took it.
        run_through: The friends that it routed through, in order; each takes a fear test.
        pursuit: Its pursuit; None if it had nobody to pursue, or had to go back or rout itself.
        pushed: How far it pushed back the friendly unit behind it as it went back.
        turned_to_face: Whether, charged in flank or rear, it has turned all its bases to face the charger.
    """

    unit: Unit
    fate: CombatFate
    lost: int = 0
    prisoners: int = 0
    officers_lost: tuple[OfficerToken, ...] = ()
    retired: Inches = field(default=inches(0), hash=False)
    routed: Inches = field(default=inches(0), hash=False)
    run_through: tuple[str, ...] = ()
    pursuit: PursuitOutcome | None = None
    pushed: Annotated[Inches, Cites("retire-manner")] = field(default=inches(0), hash=False)
    turned_to_face: Annotated[bool, Cites("charge-flank")] = False


def set_free(charger: UnitAfterCombat, contacted: Sequence[UnitAfterCombat]) -> int:
    """Return how many bases taken by the charger at contact the other side takes back.

    These are crews that surrendered and routers that it caught. A charger that does not stay loses them to an enemy
    unit in contact that does; if none stays, they remain with its side.

    Rules: misc-prisoners-take.
    """
    if charger.fate == "stays":
        return 0
    freed, stays = 0, False
    for after in contacted:
        stays = stays or after.fate == "stays"
        if after.prisoners and (after.fate == "caught" or after.unit.card.arm == "gun"):
            freed += after.prisoners
    return freed if stays else 0


def strength_request(fighter: Fighter, unit: Unit) -> CombatStrengthRequest:
    """Return the request for the strength of a unit, with the markers that it has now.

    Raises:
        NeedsRuling: A value is missing.

    Rules: com-strength, com-modifiers.
    """
    request = CombatStrengthRequest(
        fighting_value=mean_value(unit, "fighting_value", fighter.officer_base_value),
        bases=unit.bases,
        terror=unit.terror,
        humiliated=unit.humiliated,
        uphill=fighter.uphill,
        formed_charging=unit.formed,
    )
    if isinstance(fighter, Charger):
        return request
    return evolve(
        request,
        aspect=fighter.aspect,
        fortified=fighter.fortified,
        in_cover=fighter.in_cover,
        formed_charging=unit.formed and fighter.counter_charging,
    )
