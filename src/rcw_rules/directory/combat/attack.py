"""A whole attack: strengths, odds, combat table, losses, retreats and captures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from attrs import define, field, frozen

from rcw_rules.directory.combat.capture import (
    CaptureCheckRequest,
    is_capturable_armor,
    retreat_objections,
    told_capture,
)
from rcw_rules.directory.combat.columns import (
    Column,
    OddsRequest,
    low_odds_objections,
    no_defence_problems,
    told_column,
)
from rcw_rules.directory.combat.strength import (
    MOST_COUNTERS,
    Combatant,
    CombatStrengthOutcome,
    CombatStrengthRequest,
    attacker_objections,
    label_of,
    supply_problems,
)
from rcw_rules.directory.combat.tables import CombatResult, CombatResultRequest, Table
from rcw_rules.directory.model import (
    CLASSES,
    Counter,
    Faction,
    Side,
    Supply,
    Terrain,
    ratings,
    told_counters,
    told_number,
)
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.dice import d
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences


@frozen(kw_only=True)
class Attacker:
    """A counter that attacks.

    Attributes:
        counter: The counter.
        supply: Its supply status.
        terrain: The land terrain of the hex that it attacks out of.
        adjacent: Whether that hex is next to the hex attacked.
        attacked_this_phase: Whether it has attacked in this Combat Phase already.
    """

    counter: Counter
    supply: Supply
    terrain: Terrain
    adjacent: bool
    attacked_this_phase: bool

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the attacker."""
        yield from supply_problems(self.counter, self.supply)


@frozen(kw_only=True)
class Defender:
    """A counter in the hex attacked.

    Attributes:
        counter: The counter.
        supply: Its supply status.
        can_retreat: Whether it has anywhere to retreat to; the missing rulebook says how far and where.
    """

    counter: Counter
    supply: Supply
    can_retreat: bool

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the defender."""
        yield from supply_problems(self.counter, self.supply)


@frozen(kw_only=True)
class Listed:
    """A counter of one of the two lists of a combat.

    Attributes:
        number: Its number in the list, from 1.
        counter: The counter.
    """

    number: int
    counter: Counter


@frozen(kw_only=True)
class Captured:
    """A defending counter that the attackers took over.

    Attributes:
        number: Its number in the list of defenders, from 1.
        counter: The counter as it was.
        becomes: The attackers' counter that stands in its place, in the hex attacked.
    """

    number: int
    counter: Counter
    becomes: Counter


_RESULTS_SAID: dict[CombatResult, str] = {
    "none": "the attack has no result",
    "AL": "the attackers lose",
    "DR": "the defenders must retreat",
    "DL": "the defenders lose",
}


@frozen(kw_only=True)
class CombatOutcome:
    """The outcome of an attack. Attackers stay in their own hexes.

    Attributes:
        attack_strengths: The strength of each attacker, in listed order.
        defence_strengths: The strength of each defender, in listed order.
        attack: The sum of the attack strengths.
        defence: The sum of the defence strengths.
        ratio: Attack divided by defence.
        column: The column of the combat tables.
        table: The combat table.
        result: What the table said, a half result settled.
        removed: The combat unit that was lost: one of the attackers after AL, one of the defenders after DL.
        retreated: The defenders that retreated, in listed order.
        captured: The defenders that were captured.
        destroyed: The defenders that a capture check destroyed.
        unaffected: Inshore naval forces that had to retreat and could not: they stay.
        blocked_combat_units: Combat units that had to retreat and could not: they stay, and what happens to them is in
            the missing rulebook.
        hex_contested: Whether defenders that had to retreat are still in the hex, so the missing rulebook decides
            who holds it.
    """

    attack_strengths: tuple[Fraction, ...]
    defence_strengths: tuple[Fraction, ...]
    attack: Fraction
    defence: Fraction
    ratio: Fraction
    column: Column
    table: Table
    result: CombatResult
    removed: Listed | None = None
    retreated: tuple[Listed, ...] = ()
    captured: tuple[Captured, ...] = ()
    destroyed: tuple[Listed, ...] = ()
    unaffected: tuple[Listed, ...] = ()
    blocked_combat_units: tuple[Listed, ...] = ()
    hex_contested: bool = False

    def summary(self, request: CombatRequest) -> str:
        """Return the result of the attack with its odds, then what happens to each counter."""
        strengths = f"{told_number(self.attack)} against {told_number(self.defence)}"
        odds = f"{strengths}, column {told_column(self.column)}"

        def told(counters: tuple[Listed, ...], one: str, many: str) -> str:
            return told_counters((each.counter for each in counters), one, many)

        return sentences(
            f"{_RESULTS_SAID[self.result]} ({odds})",
            told((self.removed,), "is lost", "are lost") if self.removed else "",
            told(self.retreated, "retreats", "retreat"),
            *(told_capture(each.counter, each.becomes) for each in self.captured),
            told(self.destroyed, "is destroyed", "are destroyed"),
            told(self.unaffected, "stays in the hex", "stay in the hex"),
            told(self.blocked_combat_units, "has no way to retreat and stays", "have no way to retreat and stay"),
        )


@frozen(kw_only=True, cache_hash=True)
class CombatRequest(Request[CombatOutcome]):
    """An attack on one hex with everything in it.

    Attributes:
        side: Whose player-turn it is.
        allies: The factions allied to that side, which attack with it.
        enemies: The factions with which that side is at war.
        attackers: Everything that takes part in the attack, from one hex or several.
        defenders: Everything in the hex attacked.
        replacements: The gunboats, trains and tanks that the attackers have out of play, of whichever faction: each can
            take the place of one captured counter of its type and ratings. Needed where one could be captured.
    """

    side: Side
    allies: tuple[Faction, ...] = ()
    enemies: tuple[Faction, ...]
    attackers: Annotated[tuple[Attacker, ...], Size(1, MOST_COUNTERS, rule="bad-input")]
    defenders: Annotated[tuple[Defender, ...], Size(1, MOST_COUNTERS, rule="bad-input")]
    replacements: tuple[Counter, ...] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        friends = _friends(self)
        for number, faction in enumerate(self.enemies):
            if faction in friends:
                message = f"{faction} cannot be at war with {self.side} and on their side"
                yield Problem(f".enemies[{number}]", message, "bad-input")
        for number, defender in enumerate(self.defenders):
            faction = defender.counter.faction
            if faction in friends:
                message = f"{faction} are on the side of the attackers, {self.side}; defenders are their enemies"
                yield Problem(f".defenders[{number}].counter.faction", message, "bad-input")
            if self.replacements is None and is_capturable_armor(defender.counter) and not defender.can_retreat:
                message = (
                    f"is missing: list the attackers' armor out of play, for {defender.counter.type} may be captured"
                )
                yield Problem(".replacements", message, "cap-armor")
        for number, counter in enumerate(self.replacements or ()):
            path = f".replacements[{number}]"
            if not is_capturable_armor(counter):
                message = (
                    f"{counter.type} cannot replace a captured counter; river gunboats, armored trains and tanks can"
                )
                yield Problem(f"{path}.type", message, "cap-armor")
            elif counter.faction not in friends:
                message = f"{counter.faction} are not on the side of the attackers, {self.side}"
                yield Problem(f"{path}.faction", message, "cap-armor")


def _example() -> CombatRequest:
    def attacker(name: str, terrain: Terrain) -> Attacker:
        counter = Counter(type="regular_infantry", faction="bolsheviks", name=name)
        return Attacker(counter=counter, supply="supplied", terrain=terrain, adjacent=True, attacked_this_phase=False)

    sich = Counter(type="elite_infantry", faction="directory", name="1 Sich")
    base = Counter(type="fixed_base", faction="directory", name="Directory base")
    return CombatRequest(
        side="bolsheviks",
        enemies=("directory",),
        attackers=(attacker("1 Red", "clear"), attacker("2 Red", "broken")),
        defenders=(
            Defender(counter=sich, supply="supplied", can_retreat=True),
            Defender(counter=base, supply="supplied", can_retreat=False),
        ),
    )


@procedure(
    "directory.combat",
    title="How does this attack turn out?",
    rules=("com-adjacent",),
    example=_example,
)
def combat(request: CombatRequest, umpire: Umpire[Options]) -> CombatOutcome:
    """Fight an attack on one hex, from the strengths to the last capture.

    The strengths of both sides and the column of their odds come first, without a die. Then follow, in this order: the
    combat die, the die of a half result, the draw of the combat unit that is lost if there are several, and the capture
    dice in listed order. After a defenders' loss all that is left in the hex retreats; no attacker moves.

    Rules: com-dice-order, com-dr, com-dl, com-al, miss-advance, unit-combat.
    """
    attack, defence = _strengths(umpire, request)
    odds = umpire.resolve(OddsRequest(attack=attack.total, defence=defence.total), "odds")
    attacking = _combat_units(request.attackers)
    defending = _combat_units(request.defenders)
    found = umpire.resolve(
        CombatResultRequest(column=odds.column, defending_combat_units=len(defending)), "combat result"
    )
    removed: Listed | None = None
    if found.result == "AL":
        removed = _drawn(umpire, attacking, "attacking", "com-al")
    elif found.result == "DL":
        removed = _drawn(umpire, defending, "defending", "com-dl")
    aftermath = _Aftermath()
    if found.result in ("DR", "DL"):
        aftermath = _driven_out(umpire, request, removed)
        umpire.result("miss-advance", "no attacker moves: the sheet has no advance")
    return CombatOutcome(
        attack_strengths=attack.strengths,
        defence_strengths=defence.strengths,
        attack=attack.total,
        defence=defence.total,
        ratio=odds.ratio,
        column=odds.column,
        table=found.table,
        result=found.result,
        removed=removed,
        retreated=tuple(aftermath.retreated),
        captured=tuple(aftermath.captured),
        destroyed=tuple(aftermath.destroyed),
        unaffected=tuple(aftermath.unaffected),
        blocked_combat_units=tuple(aftermath.blocked),
        hex_contested=bool(aftermath.unaffected or aftermath.blocked),
    )


@combat.legality
def _objections(request: CombatRequest, options: Options) -> Iterator[Objection]:
    for number, attacker in enumerate(request.attackers):
        yield from _attacker_objections(request, attacker, f"$.attackers[{number}]")
    for number, defender in enumerate(request.defenders):
        path, counter = f"$.defenders[{number}]", defender.counter
        if counter.faction not in request.enemies:
            message = f"{counter.faction} are not at war with {request.side}, who may attack {_listed(request.enemies)}"
            yield Objection(rule="gen-attacker", message=message, path=f"{path}.counter.faction")
        yield from retreat_objections(counter, f"{path}.can_retreat", can_retreat=defender.can_retreat)


def _attacker_objections(request: CombatRequest, attacker: Attacker, path: str) -> Iterator[Objection]:
    """Yield why a counter may not take part in the attack.

    Rules: gen-attacker, com-adjacent.
    """
    counter, friends = attacker.counter, _friends(request)
    if counter.faction not in friends:
        message = f"{counter.faction} do not attack in the player-turn of {request.side}; {_listed(friends)} may"
        yield Objection(rule="gen-attacker", message=message, path=f"{path}.counter.faction")
    yield from attacker_objections(counter, f"{path}.counter")
    if not attacker.adjacent:
        message = "only units next to the hex attacked may attack it"
        yield Objection(rule="com-adjacent", message=message, path=f"{path}.adjacent")
    if attacker.attacked_this_phase:
        message = "a unit attacks once in a Combat Phase; units that have not attacked yet may"
        yield Objection(rule="com-adjacent", message=message, path=f"{path}.attacked_this_phase")


def _friends(request: CombatRequest) -> tuple[Faction, ...]:
    own: tuple[Faction, ...] = (request.side,)
    return own + request.allies


def _listed(factions: tuple[Faction, ...]) -> str:
    return ", ".join(factions) or "nobody"


def _strengths(umpire: Umpire[Options], request: CombatRequest) -> tuple[CombatStrengthOutcome, CombatStrengthOutcome]:
    """Return the strengths of the attackers and of the defenders, and refuse an attack without odds.

    Rules: com-odds-low, bad-input.
    """
    attackers = tuple(
        Combatant(counter=one.counter, supply=one.supply, terrain=one.terrain) for one in request.attackers
    )
    defenders = tuple(Combatant(counter=one.counter, supply=one.supply) for one in request.defenders)
    attack = umpire.resolve(CombatStrengthRequest(role="attack", counters=attackers), "attack strength")
    defence = umpire.resolve(CombatStrengthRequest(role="defence", counters=defenders), "defence strength")
    # Asked here as well as by the odds, so that the refusal names what the caller wrote.
    if problems := tuple(no_defence_problems(defence.total, "$.defenders")):
        raise InvalidRequestError(problems)
    Verdict(objections=tuple(low_odds_objections(attack.total, defence.total, "$.attackers"))).require()
    return attack, defence


def _combat_units(counters: Sequence[Attacker | Defender]) -> tuple[Listed, ...]:
    """Return the combat units among counters, each with its number in the list.

    Rules: unit-combat.
    """
    return tuple(
        Listed(number=number, counter=one.counter)
        for number, one in enumerate(counters, start=1)
        if CLASSES[one.counter.type] == "combat"
    )


def _drawn(umpire: Umpire[Options], units: tuple[Listed, ...], whose: str, rule: str) -> Listed | None:
    """Return the combat unit that is lost: the one there is, or one of several drawn with equal chances.

    Rules: com-al, com-dl, gen-die.
    """
    if not units:
        umpire.result(rule, "no {whose} combat unit takes part, so none is lost", whose=whose)
        return None
    lost = units[0]
    if len(units) > 1:
        lost = units[umpire.roll(d(len(units)), f"{whose} combat unit lost", rule) - 1]
    umpire.result(rule, "{unit} is lost", unit=label_of(lost.counter, lost.number))
    return lost


@define
class _Aftermath:
    """What happens to the defenders that must leave, filled in one by one."""

    retreated: list[Listed] = field(factory=list[Listed])
    captured: list[Captured] = field(factory=list[Captured])
    destroyed: list[Listed] = field(factory=list[Listed])
    unaffected: list[Listed] = field(factory=list[Listed])
    blocked: list[Listed] = field(factory=list[Listed])


def _driven_out(umpire: Umpire[Options], request: CombatRequest, removed: Listed | None) -> _Aftermath:
    """Drive every counter that is left out of the hex: those that can retreat first, then the others in listed order.

    Rules: com-dr, com-dl, miss-retreat, cap-when.
    """
    umpire.result("com-dr", "whatever is left in the hex attacked must retreat")
    aftermath = _Aftermath()
    left = [
        (Listed(number=number, counter=defender.counter), defender.can_retreat)
        for number, defender in enumerate(request.defenders, start=1)
        if removed is None or number != removed.number
    ]
    for listed, can_retreat in left:
        if can_retreat:
            aftermath.retreated.append(listed)
            umpire.result("com-dr", "{unit} retreats", unit=label_of(listed.counter, listed.number))
    replacements = list(request.replacements or ())
    for listed, can_retreat in left:
        if can_retreat:
            continue
        if CLASSES[listed.counter.type] == "combat":
            aftermath.blocked.append(listed)
            umpire.result(
                "miss-retreat",
                "{unit} must retreat and cannot: it stays, and the missing rulebook says what becomes of it",
                unit=label_of(listed.counter, listed.number),
            )
        else:
            _checked(umpire, request, listed, replacements, aftermath)
    return aftermath


def _checked(
    umpire: Umpire[Options],
    request: CombatRequest,
    listed: Listed,
    replacements: list[Counter],
    aftermath: _Aftermath,
) -> None:
    """Make the capture check of one counter, and use up the replacement that a capture takes.

    Rules: cap-when, cap-armor, cap-logistics, opt-spares.
    """
    counter = listed.counter
    captors: list[Faction] = []
    for attacker in request.attackers:
        if attacker.counter.faction not in captors:
            captors.append(attacker.counter.faction)
    identical: dict[Faction, int] = {}  # where the first identical counter of each faction is listed
    if is_capturable_armor(counter):
        for place, other in enumerate(replacements):
            if _are_identical(umpire, counter, other):
                identical.setdefault(other.faction, place)
        others: list[Faction] = [faction for faction in identical if faction not in captors]
        captors = [faction for faction in captors if faction in identical]
        if others:
            umpire.ruling("spares")
            if umpire.options.spares == "side":
                captors.extend(others)
    check = CaptureCheckRequest(counter=counter, can_retreat=False, captors=tuple(captors), side=request.side)
    found = umpire.resolve(check, f"capture of defender {listed.number}")
    if found.becomes is not None:
        becomes = found.becomes
        if becomes.faction in identical:
            becomes = replacements.pop(identical[becomes.faction])
        aftermath.captured.append(Captured(number=listed.number, counter=counter, becomes=becomes))
    elif found.fate == "destroyed":
        aftermath.destroyed.append(listed)
    else:
        aftermath.unaffected.append(listed)


def _are_identical(umpire: Umpire[Options], one: Counter, other: Counter) -> bool:
    """Whether two counters are of one type and have the same ratings, whatever their factions.

    Rules: cap-armor.
    """
    if one.type != other.type:
        return False
    own = (one.attack, one.defence, one.movement), (other.attack, other.defence, other.movement)
    return own[0] == own[1] or ratings(umpire, one) == ratings(umpire, other)
