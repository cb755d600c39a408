"""The fire that opens a combat phase: barrages, and the counterbattery fire that answers them."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.combat import Battlefield, Course, Keys, carried_out
from rcw_rules.orel.combat_phase.depots import with_recovered_depots
from rcw_rules.orel.combat_phase.orders import BarrageOrder, CounterbatteryOrder, Orders
from rcw_rules.orel.combat_phase.state import PhaseState
from rcw_rules.orel.definitions import grid_in
from rcw_rules.orel.fire import (
    FIRE_RANGE,
    BarrageOutcome,
    BarrageRequest,
    CounterbatteryFire,
    CounterbatteryRequest,
    Firer,
    TargetHex,
    barrage,
    counterbattery,
)
from rcw_rules.orel.model import Day, Unit, enemy_of
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import CommandException, EntryZone
from rcw_rules.orel.strength import OPEN_GROUND, Cover, Result, cover_of
from rcw_rules.orel.supply import MunitionsSupply, SupplyFacts, ToldSupply, TracedSupply


@frozen(kw_only=True)
class Places:
    """What lies around in a combat phase and stays as it is.

    Attributes:
        orders: The orders.
        day: The day.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        entry_zones: The entry zones that still bar the enemy.
        defeatist_rumours: The keys of the units that Defeatist Rumours have reached.
        facts: What is known of supply, in place of a board.
        board: The map.
    """

    orders: Orders
    day: Day
    exceptions: tuple[CommandException, ...] | None
    entry_zones: tuple[EntryZone, ...]
    defeatist_rumours: Keys
    facts: SupplyFacts | None
    board: HexMap | None

    def supply(self, umpire: Umpire[Options], state: PhaseState) -> MunitionsSupply:
        """Return the supply of both sides as the units stand now."""
        if self.facts is not None:
            return ToldSupply(self.facts)
        return TracedSupply(umpire, state.units, state.serving, self.board)

    def cover(self, place: str, sources: tuple[str, ...] = ()) -> Cover:
        """Return the ground of a hex: what the orders say, else the board's, else open ground."""
        for ground in self.orders.grounds:
            if ground.hex == place:
                return ground.cover
        return OPEN_GROUND if self.board is None else cover_of(self.board, place, sources, self.orders.location)

    @property
    def under_attack(self) -> tuple[str, ...]:
        """The hexes with declared attacks, each once."""
        return tuple(dict.fromkeys(attack.hex for attack in self.orders.attacks))


# -------------------------------------------------------------------- barrages and answers


def fire_barrages(umpire: Umpire[Options], places: Places, state: PhaseState) -> tuple[PhaseState, tuple[str, ...]]:
    """Fire the barrages one after the other; all targets were named before the first.

    Returns:
        The state afterwards, and the keys of those that fired.

    Rules: 8.1-part1, 8.3.1-target, 8.3.1-markers.
    """
    fired: list[str] = []
    for order in places.orders.barrages:
        request = barrage_request(state, places, order)
        if request is None or not barrage.verdict(request, umpire.options).legal:
            text = "{unit} finds {target} gone or out of its reach"
            umpire.result("8.3.1-target", text, unit=order.unit, target=order.target)
            continue
        fired.append(order.unit)
        did = umpire.resolve(request, f"barrage of {order.unit}")
        state = _after(umpire, places, state, request.hex.unit(order.target), did)
    return state, tuple(fired)


def answer_barrages(
    umpire: Umpire[Options], places: Places, state: PhaseState, fired: tuple[str, ...]
) -> tuple[PhaseState, tuple[str, ...]]:
    """Answer the barrages: all check, then those that passed fire.

    A battery that a barrage has driven off, routed or destroyed does not answer, and one that has not fired is no
    target.

    Args:
        umpire: Throws.
        places: The orders and the map.
        state: The state after the barrages.
        fired: The keys of those that fired one.

    Returns:
        The state afterwards, and the keys of those that are marked as having fired.

    Rules: 8.1-part1, 8.4-counterbattery.
    """
    grid = grid_in(places.board)
    fires: list[tuple[CounterbatteryOrder, CounterbatteryFire]] = []
    hexes: dict[str, TargetHex] = {}
    for order in places.orders.counterbattery:
        unit, target = state.unit(order.unit), state.unit(order.target)
        if unit is None or target is None or target.hex is None or order.target not in fired:
            continue
        place = target_hex(state, places, target)
        fire = CounterbatteryFire(firer=Firer(unit=unit), target=target.key)
        alone = CounterbatteryRequest(fires=(fire,), hexes=(place,), board=places.board)
        if unit.hex is None or not counterbattery.verdict(alone, umpire.options).legal:
            umpire.result("8.4-counterbattery", "{unit} cannot answer", unit=unit.key)
            continue
        fires.append((order, fire))
        hexes[target.hex] = place
    if not fires:
        return state, ()
    answered = umpire.resolve(
        CounterbatteryRequest(
            fires=tuple(fire for _, fire in fires),
            hexes=tuple(hexes.values()),
            defeatist_rumours=tuple(
                dict.fromkeys(fire.target for _, fire in fires if fire.target in places.defeatist_rumours)
            ),
            board=places.board,
        ),
        "counterbattery",
    )
    for (order, fire), result in zip(fires, answered.results, strict=True):
        target = state.unit(order.target)
        if target is None or target.hex is None:
            continue
        if result.barrage is not None:
            state = _after(umpire, places, state, target, result.barrage)
        elif result.answer == "waiting" and grid.distance(fire.firer.unit.hex or "", target.hex) <= FIRE_RANGE:
            again = BarrageRequest(
                firer=fire.firer,
                target=target.key,
                hex=target_hex(state, places, target),
                counterbattery=True,
                defeatist_rumours=target.key in places.defeatist_rumours,
                board=places.board,
            )
            did = umpire.resolve(again, f"late fire of {order.unit}")
            state = _after(umpire, places, state, target, did)
    return state, answered.marked


def _after(umpire: Umpire[Options], places: Places, state: PhaseState, target: Unit, did: BarrageOutcome) -> PhaseState:
    """Return the state after one barrage: the loss taken, retreats and routs carried out, depots linked again.

    Rules: 8.3.2-check, 8.3.2-loss, 8.5.1-retreat, 8.7.3-rout.
    """
    stack = state.in_hex(target.hex, target.side)
    units = tuple(did.target if unit.key == target.key and did.target else unit for unit in stack)
    results: dict[str, Result] = {target.key: did.result, **{other.key: other.result for other in did.others}}
    keys = {unit.key for unit in units}
    field = Battlefield(
        hex=target.hex or "",
        attacker=enemy_of(target.side),
        others=tuple(unit for unit in state.units if unit.key not in keys),
        depots=state.depots,
        under_attack=places.under_attack,
        entry_zones=places.entry_zones,
        day=places.day,
        board=places.board,
    )
    course = carried_out(umpire, field, Course(attackers=(), defenders=units), results)
    after = state.after(
        course.everybody,
        eliminated=course.eliminated,
        surrendered=course.surrendered,
        prisoners={enemy_of(target.side): course.attacker_prisoners},
        exits=course.exits,
        joins=tuple(unit.key for unit in course.away if unit.hex in places.under_attack),
    )
    return with_recovered_depots(umpire, after, places.supply)


def target_hex(state: PhaseState, places: Places, target: Unit) -> TargetHex:
    """Return the hex of a unit with every unit in it."""
    place = target.hex or ""
    return TargetHex(
        units=state.in_hex(place, target.side),
        depots=tuple(depot for depot in state.depots if depot.hex == place),
        cover=places.cover(place),
    )


def barrage_request(state: PhaseState, places: Places, order: BarrageOrder) -> BarrageRequest | None:
    """Return the question of a barrage as things are now; None if firer or target are gone."""
    unit, target = state.unit(order.unit), state.unit(order.target)
    if unit is None or target is None or target.hex is None or unit.hex is None:
        return None
    return BarrageRequest(
        firer=Firer(unit=unit),
        target=target.key,
        hex=target_hex(state, places, target),
        observed=order.observed,
        under_attack=target.hex in places.under_attack,
        defeatist_rumours=target.key in places.defeatist_rumours,
        board=places.board,
    )
