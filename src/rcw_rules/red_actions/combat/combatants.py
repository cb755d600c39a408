"""The units that fight in a combat, and what is left of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.values import evolve, shared
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.combat.pursuing import EnemyAhead, PursuitOutcome
from rcw_rules.red_actions.combat.strength import CombatStrengthRequest
from rcw_rules.red_actions.model import Aspect, OfficerToken, Side, Unit, Value
from rcw_rules.red_actions.morale import NOWHERE_SPECIAL, OPEN_FOOTING, OPEN_WAY, RetirePlace, RoutWay, Situation
from rcw_rules.red_actions.units import changes, lost_officers_said, mean_value

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
        ran_through: The friends that it routed through, in order; each takes a fear test.
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
    ran_through: Annotated[tuple[str, ...], Was("run_through", before=4)] = ()
    pursuit: PursuitOutcome | None = None
    pushed: Annotated[Inches, Cites("retire-manner")] = field(default=inches(0), hash=False)
    turned_to_face: Annotated[bool, Cites("charge-flank")] = False

    def sentence(self, before: Unit) -> str:
        """Return where the unit goes, and what it loses and takes; "" if it stays as it was.

        Args:
            before: The unit before the combat.
        """
        moved = self.retired if self.fate == "retires" else self.routed
        goes = _COMBAT_FATES[self.fate].format(moved=moved)
        told = fate_said(before, self.unit, goes, lost=self.lost, prisoners=self.prisoners, pushed=self.pushed)
        through = f"it runs through {listed(self.ran_through)}" if self.ran_through else ""
        turns = "it turns to face the charger" if self.turned_to_face and self.fate == "stays" else ""
        pursues = "" if self.pursuit is None else self.pursuit.course(f"the sabres of {before.name} pursue")
        return sentences(told, through, turns, pursues)


_COMBAT_FATES: dict[CombatFate, str] = {
    "stays": "",
    "retires": "retires {moved}",
    "routs": "routs {moved}",
    "destroyed": "is destroyed",
    "surrenders": "surrenders",
    "caught": "is caught as it routs",
}


def fate_said(before: Unit, after: Unit, goes: str, *, lost: int, prisoners: int, pushed: Inches) -> str:
    """Return where a unit went, and what it lost and took; "" if it stays as it was.

    Args:
        before: The unit before.
        after: The unit afterwards.
        goes: What it did, after its name; "" if it stays.
        lost: Its bases that were lost.
        prisoners: Its bases that were taken prisoner.
        pushed: How far it pushed back the friends behind it.
    """
    done = changes(before, after)
    does = listed([*([goes] if goes else []), *done])
    if not after.bases:
        loses = [counted(lost, "base")] if lost else []
        loses += [lost_officers_said(before.officers)] if before.officers else []
        does = f"{goes}: it loses {listed(loses)}" if loses else goes
    of = f"{prisoners} of its {'base' if prisoners + lost == 1 else 'bases'}"
    taken = f"{of} {'is' if prisoners == 1 else 'are'} taken prisoner" if prisoners else ""
    back = f"it pushes the friends behind it back {pushed}" if pushed.thousandths else ""
    return sentences(f"{before.name} {does}" if does else "", taken, back)


def held_said(side: Side, bases: int, taken: int) -> str:
    """Return how many bases of prisoners a side holds; "" if they are just those that it took.

    Args:
        side: The side.
        bases: How many it holds afterwards.
        taken: How many of the enemy's bases were taken prisoner.
    """
    return f"{side.capitalize()} now holds {counted(bases, 'base')} of prisoners" if bases and bases != taken else ""


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
