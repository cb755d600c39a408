"""The combats of a phase, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.combat import NO_MUNITIONS, CombatMunitions, CombatRequest, Keys
from rcw_rules.orel.combat_phase.depots import SupplyNow, with_recovered_depots, with_spent_depots
from rcw_rules.orel.combat_phase.orders import Attack
from rcw_rules.orel.combat_phase.state import AttackReport, CombatPhaseOutcome, PhaseState, PlannedAttack
from rcw_rules.orel.definitions import grid_in, is_orel, off_the_board_in_play, off_the_rails
from rcw_rules.orel.fire import FIRE_RANGE, may_support_with
from rcw_rules.orel.model import (
    Day,
    Depot,
    HexLabel,
    OrelLocation,
    Side,
    Unit,
    enemy_of,
    listed,
    wrong_places,
    wrong_words,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import named_places
from rcw_rules.orel.scenarios import CommandException, EntryZone
from rcw_rules.orel.strength import OPEN_GROUND, CombatEvents, Cover, defends_alone, doubled_leader
from rcw_rules.orel.supply import DepotPoints, MunitionsSupply, SupplyFacts, ToldSupply, TracedSupply


@frozen(kw_only=True)
class Pending:
    """What the active player sees when deciding which attack is resolved next.

    Attributes:
        side: The active player.
        attacks: The attacks that are left, as declared.
        units: The units of both sides as they are now.
    """

    side: Side
    attacks: tuple[Attack, ...]
    units: tuple[Unit, ...]


NEXT_ATTACK: Choice[Pending, int] = Choice(
    "next_attack",
    rule="8.1-part2",
    who="active player",
    about="Which attack, by its number as declared, is resolved next? Default: the first that is left.",
    default=lambda pending, alternatives: alternatives[0],
    side=lambda pending: pending.side,
)


@frozen(kw_only=True, cache_hash=True)
class PhaseCombatsRequest(Request[CombatPhaseOutcome]):
    """A combat phase after its fire, with the attacks that are left.

    Attributes:
        state: All units and depots so far.
        attacks: The attacks that are left.
        points: The munitions points of the active player's depots.
        functional: The keys of the depots that were functional when they served.
        facts: What is known of supply, in place of a board. With neither, those depots are functional for good.
        entry_zones: The entry zones that still bar the enemy.
        defeatist_rumours: The keys of the units that Defeatist Rumours have reached.
        location: Where in Orel the defenders are, should they be there.
        day: The day.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        board: The map.
    """

    state: PhaseState
    attacks: Annotated[tuple[PlannedAttack, ...], Size(0, 40)] = ()
    points: Annotated[tuple[DepotPoints, ...], Size(0, 50)] = ()
    functional: Annotated[Keys, Size(0, 50)] = ()
    facts: Annotated[SupplyFacts | None, Cites("D-map")] = None
    entry_zones: Annotated[tuple[EntryZone, ...], Size(0, 20), Cites("7.4-zones")] = ()
    defeatist_rumours: Annotated[Keys, Size(0, 120), Cites("6-list")] = ()
    location: Annotated[OrelLocation, Cites("7.1.1-orel")] = "suburbs"
    day: Day = 15
    exceptions: Annotated[tuple[CommandException, ...] | None, Cites("5.1-lettone")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    @property
    def side(self) -> Side:
        """The active player."""
        return self.state.side

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of both sides so far."""
        return self.state.units

    @property
    def depots(self) -> tuple[Depot, ...]:
        """The depots of both sides so far."""
        return self.state.depots

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request; units that are gone may still be named."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        state, grid = self.state, grid_in(self.board)
        yield from wrong_places((*listed("state.units", state.units), *listed("state.depots", state.depots)), grid)
        for path, place in named_places((), self.entry_zones):
            if not grid.has(place):
                yield Problem(path, f"hex {place} is not on the board", "X-bad-units")
        for number, plan in enumerate(self.attacks):
            path = f".attacks[{number}]"
            if any(plan.number == other.number for other in self.attacks[:number]):
                yield Problem(f"{path}.number", f"two attacks have the number {plan.number}", "7.2-declare")
            if not grid.has(plan.attack.hex):
                message = f"hex {plan.attack.hex} is not on the board"
                yield Problem(f"{path}.attack.hex", message, "X-bad-units")
            for field, side in (("units", state.side), ("supports", state.side), ("defending", enemy_of(state.side))):
                keys: Keys = getattr(plan.attack, field)
                for at, key in enumerate(keys):
                    unit = state.unit(key)
                    if unit is not None and unit.side != side and not (unit.is_train and key in state.captured):
                        yield Problem(f"{path}.attack.{field}[{at}]", f"expected a {side} unit", "X-bad-units")
            leaders = plan.attack.leader_in_the_front_line
            yield from doubled_leader(f"{path}.attack.leader_in_the_front_line", leaders)


def _example() -> PhaseCombatsRequest:
    red = Unit(key="1/7D", side="red", type="infantry", hex="1009", tq=4, steps=4, strength=5)
    white = Unit(key="2K", side="white", type="infantry", hex="1010", tq=5, steps=3, strength=5)
    attack = PlannedAttack(
        number=1,
        attack=Attack(hex="1010", units=("1/7D",)),
        cover=OPEN_GROUND,
        originals=("2K",),
        munitions=CombatMunitions(short=("1/7D",)),
    )
    return PhaseCombatsRequest(state=PhaseState(side="red", units=(red, white)), attacks=(attack,))


@procedure(
    "orel.phase_combats",
    title="What happens in each combat of the phase?",
    formerly=("How do the combats of the phase go, one after the other?",),
    rules=("8.1-part2",),
    example=_example,
)
def phase_combats(request: PhaseCombatsRequest, umpire: Umpire[Options]) -> CombatPhaseOutcome:
    """Resolve the attacks that are left, one wholly before the next, in the order that the active player decides.

    An attack is cancelled, and its munitions come back, once no original defender is left in the hex to defend it; so
    is one that no unit can make any more. Units that fled into the hex have no part in its combat. After each combat
    depots whose line it has opened lose their Unsupplied marker.

    Rules: 8.1-part2, 7.2-repeat, 8.5.1d-target-hex, 3.2B-recovery.
    """
    request = before_next(umpire, request)
    if not request.attacks:
        return closed(umpire, request)
    numbers = tuple(plan.number for plan in request.attacks)
    situation = Pending(
        side=request.state.side,
        attacks=tuple(plan.attack for plan in request.attacks),
        units=request.state.units,
    )
    number = umpire.choose(NEXT_ATTACK, numbers, situation) if len(numbers) > 1 else request.attacks[0].number
    return umpire.resolve(after_attack(umpire, request, number), f"after attack {number}")


@phase_combats.legality
def _objections(request: PhaseCombatsRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def before_next(umpire: Umpire[Options], request: PhaseCombatsRequest) -> PhaseCombatsRequest:
    """Return the combats that are left once the depots whose line is open have lost their marker.

    Rules: 3.2B-recovery.
    """
    return evolve(request, state=with_recovered_depots(umpire, request.state, _supply_in(request)))


def after_attack(umpire: Umpire[Options], request: PhaseCombatsRequest, number: int) -> PhaseCombatsRequest:
    """Return the combats that are left once the attack of that number has been fought or cancelled.

    Rules: 8.1-part2, 7.2-repeat.
    """
    plan = next(plan for plan in request.attacks if plan.number == number)
    rest = tuple(other for other in request.attacks if other.number != number)
    state = _after_attack(umpire, request, plan, tuple(dict.fromkeys(other.attack.hex for other in rest)))
    return evolve(request, state=state, attacks=rest)


def _supply_in(request: PhaseCombatsRequest) -> SupplyNow:
    """Return what tells of supply in a series of combats: the facts, else the board, else what was known before it."""

    def supply_now(umpire: Umpire[Options], state: PhaseState) -> MunitionsSupply:
        if request.facts is not None:
            return ToldSupply(request.facts)
        if request.board is None and umpire.options.board is None:
            return ToldSupply(SupplyFacts(functional=request.functional))
        return TracedSupply(umpire, state.units, state.serving, request.board)

    return supply_now


def combat_request(
    state: PhaseState,
    attack: Attack,
    *,
    cover: Cover | None = None,
    under_attack: tuple[HexLabel, ...] = (),
    entry_zones: tuple[EntryZone, ...] = (),
    munitions: CombatMunitions = NO_MUNITIONS,
    defeatist_rumours: Keys = (),
    location: OrelLocation = "suburbs",
    day: Day = 15,
    exceptions: tuple[CommandException, ...] | None = None,
    board: HexMap | None = None,
) -> CombatRequest:
    """Return the combat of an attack, with every unit where it stands now.

    Args:
        state: The state of the phase.
        attack: The attack; of its units those that are left take part.
        cover: The ground of the hex; None for the board's.
        under_attack: The hexes with attacks that come after this one.
        entry_zones: The entry zones that still bar the enemy.
        munitions: What is known of munitions.
        defeatist_rumours: The keys of the units that Defeatist Rumours have reached; those that are gone do not matter.
        location: Where in Orel the defenders are.
        day: The day.
        exceptions: Which formations may help units that are not their own; None for those of the book.
        board: The map.

    Rules: 8.1-part1, 8.5.1d-target-hex.
    """
    enemy = enemy_of(state.side)
    attackers = state.there(attack.units)
    defenders = state.in_hex(attack.hex, enemy)
    inside = {unit.key for unit in (*attackers, *defenders)}
    return CombatRequest(
        hex=attack.hex,
        attackers=attackers,
        defenders=defenders,
        attack_type=attack.type,
        attacker_supports=tuple(unit.key for unit in state.there(attack.supports)),
        defender_supports=tuple(unit.key for unit in state.there(attack.defending)),
        others=tuple(unit for unit in state.units if unit.key not in inside),
        depots=state.depots,
        joined=tuple(unit.key for unit in defenders if unit.key in state.joined),
        cover=cover,
        under_attack=under_attack,
        entry_zones=entry_zones,
        munitions=munitions,
        events=CombatEvents(
            defeatist_rumours=CombatEvents(defeatist_rumours=defeatist_rumours).rumours_among(state.units),
            leader_in_the_front_line=attack.leader_in_the_front_line,
            officers_charge=attack.officers_charge,
            good_intelligence=attack.good_intelligence,
        ),
        location=location,
        day=day,
        exceptions=exceptions,
        board=board,
    )


def _after_attack(
    umpire: Umpire[Options], request: PhaseCombatsRequest, plan: PlannedAttack, under_attack: tuple[str, ...]
) -> PhaseState:
    """Return the state after an attack has been fought or cancelled.

    Rules: 7.2-repeat, 9-alone-defence, 3.2B-nonfunctional, 7.1.1-orel.
    """
    state, attack = request.state, plan.attack
    if any(is_orel(unit.hex) for unit in state.there(attack.units)):
        state = evolve(state, location="suburbs")
    if not _stands(state, plan):
        text = "attack {number} on {hex} is cancelled; munitions points that come back: {points}"
        umpire.result("7.2-repeat", text, number=plan.number, hex=attack.hex, points=plan.cost)
        report = AttackReport(number=plan.number, hex=attack.hex, ended="cancelled")
        return evolve(state, attacks=(*state.attacks, report), refunds=(*state.refunds, *(plan.payer,) * plan.cost))
    question = combat_request(
        state,
        evolve(
            attack,
            supports=_fit(state, attack.supports, state.there(attack.units), request, attack.hex),
            defending=_fit(state, attack.defending, _defending(state, attack), request, attack.hex),
        ),
        cover=plan.cover,
        under_attack=under_attack,
        entry_zones=request.entry_zones,
        munitions=plan.munitions,
        defeatist_rumours=request.defeatist_rumours,
        location=request.location,
        day=request.day,
        exceptions=request.exceptions,
        board=request.board,
    )
    outcome = umpire.resolve(question, f"attack {plan.number}")
    report = AttackReport(
        number=plan.number,
        hex=attack.hex,
        ended=outcome.ended,
        loser=outcome.loser,
        advanced=outcome.advanced,
        location=outcome.location,
    )
    refunded = outcome.munitions == "refunded"
    served = (
        () if refunded or not plan.cost else (plan.payer,),
        plan.suppliers if outcome.munitions == "spent" else (),
    )
    return evolve(
        state.after_combat(outcome),
        attacks=(*state.attacks, report),
        refunds=(*state.refunds, *(plan.payer,) * plan.cost) if refunded else state.refunds,
        used=tuple(dict.fromkeys((*state.used, *served[0], *served[1]))),
        location=outcome.location or state.location,
    )


def _stands(state: PhaseState, plan: PlannedAttack) -> bool:
    """Whether an attack is still to be fought: a unit can make it, and an original defender or a depot is there.

    Rules: 7.2-repeat.
    """
    place, enemy = plan.attack.hex, enemy_of(state.side)
    attackers = state.there(plan.attack.units)
    if not any(unit.is_combat for unit in attackers):
        return False
    if plan.originals:
        # An original that was driven out and has fled back into the hex has no part in its combat any more.
        return any(unit.key in plan.originals for unit in _defending(state, plan.attack))
    return any(depot.hex == place and depot.side == enemy for depot in state.depots) and not state.in_hex(place, enemy)


def _defending(state: PhaseState, attack: Attack) -> tuple[Unit, ...]:
    """Return the defenders of an attacked hex without those that fled into it.

    Rules: 8.5.1d-target-hex.
    """
    return tuple(unit for unit in state.in_hex(attack.hex, enemy_of(state.side)) if unit.key not in state.joined)


def _fit(
    state: PhaseState, keys: Keys, supported: tuple[Unit, ...], request: PhaseCombatsRequest, place: HexLabel
) -> Keys:
    """Return the keys of supports that still can fire: in range, in combat mode, not captured, trains supplied.

    A unit of their formation or division must still take part, and batteries that are left alone fire for themselves.
    An earlier combat may have driven a train out of range, with the units in its hex.

    Args:
        state: The state of the phase.
        keys: The keys of the supports as announced.
        supported: The units of their side that take part in the combat.
        request: The combats that are left, with the day and the board.
        place: The attacked hex.

    Rules: 8.1-part1, 8.6.2-support, 8.7.1-lone-artillery, 7.1.4-march-effects, 8.2.3-effects, 9.1.2-capture.
    """
    own = {unit.side for unit in supported}
    alone = {unit.key for unit in supported if unit.is_artillery} if defends_alone(supported) else frozenset[str]()
    grid = grid_in(request.board)
    return tuple(
        unit.key
        for unit in state.there(keys)
        if unit.hex is not None
        and grid.distance(unit.hex, place) <= FIRE_RANGE
        and unit.side in own
        and unit.mode == "combat"
        and not (unit.is_train and unit.unsupplied)
        and unit.key not in alone
        and may_support_with(unit, supported, request.day, request.exceptions)
    )


def closed(umpire: Umpire[Options], request: PhaseCombatsRequest) -> CombatPhaseOutcome:
    """Return what is true at the end of the phase; depots that served without being functional are marked.

    Rules: 3.2B-nonfunctional, 2-markers, 7.1.1-orel.
    """
    state = with_spent_depots(umpire, request.state, request.functional, _supply_in(request))
    in_orel = any(is_orel(unit.hex) for unit in state.units if unit.side == state.side)
    umpire.result("2-markers", "the Barrage and Support markers of both sides are taken off")
    return CombatPhaseOutcome(
        units=state.units,
        depots=state.depots,
        attacks=state.attacks,
        points=tuple(
            evolve(told, left=told.left + state.refunds.count(told.depot), refunded=state.refunds.count(told.depot))
            for told in request.points
        ),
        eliminated=state.eliminated,
        surrendered=state.surrendered,
        captured=state.captured,
        depots_eliminated=state.depots_eliminated,
        returns=state.returns,
        exits=state.exits,
        location=state.location if in_orel else None,
        red_lost=state.red_lost,
        white_lost=state.white_lost,
        red_prisoners=state.red_prisoners,
        white_prisoners=state.white_prisoners,
    )
