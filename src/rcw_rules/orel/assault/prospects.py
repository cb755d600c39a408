"""The prospects of an assault: what modifies its roll, and whether the attacker launches it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.assault.cohesion import require_legal_charges
from rcw_rules.orel.assault.encircling import hexsides_towards, is_encircled
from rcw_rules.orel.assault.sides import AssaultRequest, cannot_be_fought, example_assault, fighting
from rcw_rules.orel.definitions import grid_in, have_integrated_artillery, predominant
from rcw_rules.orel.model import Unit, keys_of
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import (
    assault_cover,
    assault_odds,
    negates_entrenchment,
    of_officers_charge,
    require_open_ground,
    side_strength,
)

ART_MODIFIERS = "art_modifiers"


@frozen(kw_only=True)
class Prospects:
    """What an attacker knows when deciding whether to assault.

    Attributes:
        modifier: What will be added to the 2d6.
        defender_loses: The chance that the defender loses.
    """

    modifier: int
    defender_loses: Fraction

    def summary(self, request: AssaultProspectsRequest) -> str:
        """Return the chance that the defender loses, and what is added to the roll."""
        chance = f"the defender loses with a chance of {self.defender_loses} ({round(100 * self.defender_loses)}%)"
        return words.sentences(f"{chance}; the modifier of the 2d6 is {self.modifier:+}" if self.modifier else chance)


@frozen(kw_only=True)
class Launching(Prospects):
    """What an attacker sees when deciding whether to assault: the prospects, and who would.

    Attributes:
        attackers: The units that would take part.
    """

    attackers: tuple[Unit, ...]


ASSAULT: Choice[Launching, bool] = Choice(
    "assault",
    rule="8.8-optional",
    who="attacker",
    about="The cohesion check is done: assault? Default: yes if the defender is at least as likely to lose.",
    default=lambda launching, alternatives: launching.defender_loses >= Fraction(1, 2),
    unit=lambda launching: keys_of(launching.attackers),
    side=lambda launching: launching.attackers[0].side,
)


# -------------------------------------------------------------------- whether to assault


@frozen(kw_only=True, cache_hash=True)
class AssaultProspectsRequest(Request[Prospects]):
    """An assault that could be launched.

    Attributes:
        assault: The assault.
    """

    assault: AssaultRequest


def _example() -> AssaultProspectsRequest:
    return AssaultProspectsRequest(assault=example_assault())


@procedure(
    "orel.assault_prospects",
    title="How likely is the defender to lose this assault?",
    rules=("8.8-optional",),
    example=_example,
)
def assault_prospects(request: AssaultProspectsRequest, umpire: Umpire[Options]) -> Prospects:
    """Find the modifier of an assault and the chance that its roll makes the defender the loser; throw nothing.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not, or a vehicle attacks into terrain of the
            board that is prohibited to it.

    Rules: 8.8-optional.
    """
    require_open_ground(umpire, request.assault, "$.assault")
    modifier = umpire.modify(assault_modifiers(umpire, request.assault), "assault roll").total
    art = umpire.charts["art"]
    chance = d6.sum(2).branches.probability(lambda roll: art.look_up(roll + modifier, "loser").result == "defender")
    umpire.result("8.8-optional", "chance that the defender loses: {chance}", chance=str(chance))
    return Prospects(modifier=modifier, defender_loses=chance)


@assault_prospects.legality
def _objections(request: AssaultProspectsRequest, options: Options) -> Iterator[Objection]:
    for objection in cannot_be_fought(request.assault):
        yield evolve(objection, path=objection.path.replace("$", "$.assault", 1))


def launches_assault(umpire: Umpire[Options], request: AssaultRequest) -> bool:
    """Whether the attacker assaults: the attacker decides, given a combat unit that can and a defender to fight.

    Rules: 8.8-optional.
    """
    if any(cannot_be_fought(request)):
        return False
    prospects = umpire.resolve(AssaultProspectsRequest(assault=request), "prospects of the assault")
    situation = Launching(
        modifier=prospects.modifier,
        defender_loses=prospects.defender_loses,
        attackers=tuple(unit for unit in request.attackers if not unit.repulsed),
    )
    return umpire.choose(ASSAULT, (True, False), situation)


# -------------------------------------------------------------------- the roll


def assault_modifiers(umpire: Umpire[Options], request: AssaultRequest) -> Ledger:
    """Return what is added to the 2d6 of an assault, not yet on the record.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not.

    Rules: 8.8.1-modifiers, 8.8.1-strength, 9.1.2-support, 6-list.
    """
    attackers, defenders = fighting(request, "attacker"), fighting(request, "defender")
    require_legal_charges(umpire, request)
    attacker = side_strength(umpire, attackers, "assault", attacking=True, support=request.attacker_support).total
    defender = side_strength(
        umpire, request.defenders, "assault", attacking=False, support=request.defender_support
    ).total
    text = "combat strength {attacker} against {defender}"
    umpire.result("8.8.1-strength", text, attacker=attacker, defender=defender)

    def listed() -> Iterator[Modifier]:
        yield assault_odds(umpire, attacker, defender)
        yield _quality(attackers, defenders)
        if _is_encircled(request, attackers):
            yield umpire.modifier(ART_MODIFIERS, "encirclement", "8.8.1-encirclement", "encirclement")
        yield from _of_arms(umpire, attackers, "attacking")
        yield from _of_arms(umpire, defenders, "defending")
        if negates_entrenchment(attackers):
            yield umpire.modifier(ART_MODIFIERS, "tank_attacking", "9.2.2-combat", "tank attacks")
        if request.attack_type == "hasty":
            yield umpire.modifier(ART_MODIFIERS, "hasty_attack", "8.8.1-modifiers", "hasty attack")
        if request.officers_charge:
            yield of_officers_charge()

    cover = assault_cover(umpire, request.cover, request.defenders, tank=negates_entrenchment(attackers))
    return ledger(modifier for modifier in listed() if modifier.value) + cover


def _quality(attackers: tuple[Unit, ...], defenders: tuple[Unit, ...]) -> Modifier:
    """Return the attacker's predominant quality less the defender's.

    Rules: 8.8.1-modifiers, 1.2-predominant-tq, 1.2-predominant-shift.
    """
    ours, theirs = predominant(attackers).value, predominant(defenders).value
    reason = f"predominant quality {ours} against {theirs}"
    return Modifier(id="predominant_tq", value=ours - theirs, reason=reason, rule="1.2-predominant-tq")


def _of_arms(umpire: Umpire[Options], units: tuple[Unit, ...], how: str) -> Iterator[Modifier]:
    """Yield what guns with the units and heavy trains in contact add, once each.

    Rules: 8.8.1-modifiers, 9.1.2-support, 1.1-integrated-artillery.
    """
    if have_integrated_artillery(units):
        row, reason = f"integrated_artillery_{how}", f"integrated artillery {how}"
        yield umpire.modifier(ART_MODIFIERS, row, "1.1-integrated-artillery", reason)
    if any(unit.type == "armoured_train_heavy" for unit in units):
        yield umpire.modifier(ART_MODIFIERS, f"heavy_train_{how}", "9.1.2-support", f"heavy train in contact {how}")


def _is_encircled(request: AssaultRequest, attackers: tuple[Unit, ...]) -> bool:
    target = request.defenders[0].hex
    if target is None:
        return is_encircled(request.hexsides)
    sources = {unit.hex for unit in attackers if unit.hex is not None}
    return is_encircled(hexsides_towards(target, sources, grid_in(request.board)))
