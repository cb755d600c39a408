"""A whole combat phase: munitions, barrages and answers to them, then the combats one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.combat import NO_MUNITIONS, CombatMunitions, Keys, combat
from rcw_rules.orel.combat_phase.depots import with_recovered_depots
from rcw_rules.orel.combat_phase.fire import Places, answer_barrages, barrage_request, fire_barrages
from rcw_rules.orel.combat_phase.orders import Attack, BarrageOrder, CounterbatteryOrder, Orders
from rcw_rules.orel.combat_phase.series import PhaseCombatsRequest, combat_request
from rcw_rules.orel.combat_phase.state import CombatPhaseOutcome, PhaseState, PlannedAttack
from rcw_rules.orel.definitions import grid_in, note_values, off_the_board_in_play, off_the_rails
from rcw_rules.orel.fire import barrage
from rcw_rules.orel.model import Day, Depot, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import CommandException, EntryZone
from rcw_rules.orel.strength import CombatEvents, barred_vehicles
from rcw_rules.orel.supply import (
    PRICES,
    Assignment,
    DepotPoints,
    InRange,
    MunitionsAction,
    MunitionsRequest,
    MunitionsSupply,
    Resupply,
    SupplyFacts,
    assign,
    munitions,
    supply_in_defence,
    unsupplied_by_action,
)


@frozen(kw_only=True, cache_hash=True)
class CombatPhaseRequest(Request[CombatPhaseOutcome]):
    """Both sides on the map, and what they have declared.

    Attributes:
        side: The active player.
        units: The units of both sides.
        depots: The depots of both sides.
        orders: Attacks, barrages, and answers to them.
        resupply: The resupplies; left out, the active player decides.
        facts: What you know of supply from your own map; it takes the place of a board.
        entry_zones: The entry zones that still bar the enemy.
        defeatist_rumours: The keys of the units of both sides that Defeatist Rumours have reached.
        day: The day.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        board: The map; by default the option's.
    """

    side: Side
    units: Annotated[tuple[Unit, ...], Size(1, 400)]
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    orders: Orders
    resupply: Annotated[tuple[Resupply, ...] | None, Cites("8.2.1-resupply")] = None
    facts: Annotated[SupplyFacts | None, Cites("D-map")] = None
    entry_zones: Annotated[tuple[EntryZone, ...], Size(0, 20), Cites("7.4-zones")] = ()
    defeatist_rumours: Annotated[Keys, Size(0, 120), Cites("6-list")] = ()
    day: Day = 15
    exceptions: Annotated[tuple[CommandException, ...] | None, Cites("5.1-lettone")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        yield from wrong_places((*listed("units", self.units), *listed("depots", self.depots)), grid)
        own = {unit.key for unit in self.units if unit.side == self.side}
        enemies = {unit.key for unit in self.units if unit.side != self.side}
        yield from CombatEvents(defeatist_rumours=self.defeatist_rumours).wrong_events("", own | enemies)
        orders = self.orders
        paying = {depot.key for depot in self.depots if depot.side == self.side}
        enemy_depots = {depot.key for depot in self.depots if depot.side != self.side}
        for number, attack in enumerate(orders.attacks):
            path = f".orders.attacks[{number}]"
            if not grid.has(attack.hex):
                yield Problem(f"{path}.hex", f"hex {attack.hex} is not on the board", "X-bad-units")
            yield from self._unknown(f"{path}.units", attack.units, own, f"{self.side} unit")
            yield from self._unknown(f"{path}.supports", attack.supports, own, f"{self.side} unit")
            yield from self._unknown(f"{path}.defending", attack.defending, enemies, f"{enemy_of(self.side)} unit")
            yield from self._unknown(f"{path}.depots", attack.depots or (), paying, f"{self.side} depot")
        for number, order in enumerate(orders.barrages):
            path = f".orders.barrages[{number}]"
            if order.unit not in own:
                yield Problem(f"{path}.unit", f"no {self.side} unit has the key {order.unit!r}", "X-bad-units")
            if order.target not in enemies | enemy_depots:
                message = f"no {enemy_of(self.side)} unit has the key {order.target!r}"
                yield Problem(f"{path}.target", message, "X-bad-units")
            yield from self._unknown(f"{path}.depots", order.depots or (), paying, f"{self.side} depot")
        for number, answer in enumerate(orders.counterbattery):
            if answer.unit not in enemies:
                message = f"no {enemy_of(self.side)} unit has the key {answer.unit!r}"
                yield Problem(f".orders.counterbattery[{number}].unit", message, "X-bad-units")
        for number, given in enumerate(self.resupply or ()):
            path = f".resupply[{number}]"
            if given.unit not in own:
                yield Problem(f"{path}.unit", f"no {self.side} unit has the key {given.unit!r}", "X-bad-units")
            if given.depot not in paying:
                yield Problem(f"{path}.depot", f"no {self.side} depot has the key {given.depot!r}", "X-bad-units")

    def _unknown(self, path: str, keys: Keys, known: set[str], who: str) -> Iterator[Problem]:
        for number, key in enumerate(keys):
            if key not in known:
                yield Problem(f"{path}[{number}]", f"no {who} has the key {key!r}", "X-bad-units")


def _example() -> CombatPhaseRequest:
    def infantry(key: str, side: Side, place: str, tq: int, strength: int) -> Unit:
        division = "" if side == "red" else "3rd Infantry Division"
        formation = "7th Rifle Division" if side == "red" else ""
        return Unit(
            key=key,
            side=side,
            type="infantry",
            hex=place,
            formation=formation,
            division=division,
            tq=tq,
            steps=4,
            strength=strength,
        )

    def guns(key: str, side: Side, place: str) -> Unit:
        division = "" if side == "red" else "3rd Infantry Division"
        formation = "7th Rifle Division" if side == "red" else ""
        return Unit(
            key=key,
            side=side,
            type="artillery",
            hex=place,
            formation=formation,
            division=division,
            tq=4,
            steps=2,
            fire=3,
        )

    units = (
        infantry("1/7D", "red", "1009", 4, 5),
        infantry("2/7D", "red", "1109", 4, 5),
        guns("Art/7D", "red", "1009"),
        infantry("1/1Dr", "white", "1010", 5, 6),
        infantry("2/1Dr", "white", "1111", 5, 6),
        guns("ArtL3", "white", "1111"),
    )
    depots = (
        Depot(key="Red convoi", side="red", kind="convoi", capacity=3, hex="1006"),
        Depot(key="White convoi", side="white", kind="convoi", capacity=3, hex="1013"),
    )
    facts = SupplyFacts(
        ranges=(
            InRange(depot="Red convoi", units=("1/7D", "2/7D", "Art/7D")),
            InRange(depot="White convoi", units=("1/1Dr", "2/1Dr", "ArtL3")),
        ),
        functional=("Red convoi", "White convoi"),
    )
    return CombatPhaseRequest(
        side="red",
        units=units,
        depots=depots,
        orders=Orders(
            attacks=(Attack(hex="1010", units=("1/7D",)),),
            barrages=(BarrageOrder(unit="Art/7D", target="2/1Dr"),),
            counterbattery=(CounterbatteryOrder(unit="ArtL3", target="Art/7D"),),
        ),
        facts=facts,
    )


@procedure(
    "orel.combat_phase",
    title="What happens in this combat phase?",
    formerly=("How does the combat phase go?",),
    rules=("8.1-part1",),
    example=_example,
)
def combat_phase(request: CombatPhaseRequest, umpire: Umpire[Options]) -> CombatPhaseOutcome:
    """Play a combat phase in its order.

    Inactive formations are released by `orel.activation`, and trains duel by `orel.train_duel`, not here.

    First the active player assigns munitions and resupplies; then barrages and counterbattery fire; then the reactive
    player's units look for a depot. Last the combats, in the order that the active player decides, each wholly. An
    attack whose hex has been cleared is cancelled and its munitions come back. In the end depots that served without
    being functional, and are not functional then, are marked, and the Barrage and Support markers go.

    A depot loses its Unsupplied marker as soon as its line is open: when the phase begins, and after every barrage and
    every combat. It supplies nobody before the end of the phase; one whose line was opened in the movement phase can,
    if `orel.depot_status` has taken its marker off then. Where supply is told and not traced, a depot is functional for
    the whole phase or for none of it.

    Raises:
        IllegalRequestError: If what is given cannot be paid so, or a vehicle attacks into terrain of the board that is
            prohibited to it.
        NeedsRuling: If the map decides, and no board tells.

    Rules: 8.1-part1, 8.2.1-costs, 3.2B-recovery, 2-markers.
    """
    note_values(umpire, request.units)
    opened = open_phase(umpire, request)
    places = places_of(request, umpire.options)
    state, answered = answer_barrages(umpire, places, opened.state, opened.fired)
    return umpire.resolve(planned_combats(umpire, request, evolve(opened, state=state), answered), "combats")


@combat_phase.legality
def _objections(request: CombatPhaseRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.board, options):
        yield from off_board
        return
    state = PhaseState(side=request.side, units=request.units, depots=request.depots)
    places = places_of(request, options)
    for number, attack in enumerate(request.orders.attacks):
        yield from _forbidden_attacks(state, attack, f"$.orders.attacks[{number}]", places, options)
    for number, order in enumerate(request.orders.barrages):
        path = f"$.orders.barrages[{number}]"
        if any(depot.key == order.target for depot in request.depots):
            message = f"{order.target} is a depot, which cannot be fired at; attack its hex"
            yield Objection(rule="8.3.1-eligible", message=message, path=f"{path}.target")
            continue
        unit, target = state.there((order.unit, order.target))
        if not (unit.is_artillery or unit.is_train) or unit.hex is None or target.hex is None:
            message = f"artillery and armoured trains on the map fire barrages, at units on it; {unit.key} does not"
            yield Objection(rule="X-bad-combat", message=message, path=f"{path}.unit")
            continue
        question = barrage_request(state, places, order)
        if question is not None:
            for objection in barrage.verdict(question, options).objections:
                yield evolve(objection, path=path)
    for number, answer in enumerate(request.orders.counterbattery):
        unit = state.there((answer.unit,))[0]
        if not (unit.is_artillery or unit.is_train):
            message = f"only artillery and armoured trains answer a barrage; {unit.key} is of type {unit.type}"
            yield Objection(rule="8.4-counterbattery", message=message, path=f"$.orders.counterbattery[{number}].unit")
    yield from _forbidden_munitions(request, options)


def _forbidden_munitions(request: CombatPhaseRequest, options: Options) -> Iterator[Objection]:
    """Yield what is wrong with payments and resupplies, with the paths of the phase.

    Rules: 8.2.1-one-depot, 8.2.1-resupply, 8.2.1-vehicles.
    """
    question = MunitionsRequest(
        side=request.side,
        units=request.units,
        depots=request.depots,
        actions=tuple(action for _, action in _actions(request.orders)),
        resupply=request.resupply,
        facts=request.facts,
        board=request.board,
    )
    paths = [path for path, _ in _actions(request.orders)]
    for objection in munitions.verdict(question, options).objections:
        action, bracket, field = objection.path.removeprefix("$.actions[").partition("]")
        yield evolve(objection, path=f"{paths[int(action)]}{field}") if bracket and action.isdigit() else objection


def _actions(orders: Orders) -> Iterator[tuple[str, MunitionsAction]]:
    """Yield what munitions are asked for, with its path: the attacks, then the barrages."""
    for number, attack in enumerate(orders.attacks):
        units = (*attack.units, *attack.supports)
        action = MunitionsAction(type=attack.type, units=units, depots=attack.depots)
        yield f"$.orders.attacks[{number}]", action
    for number, order in enumerate(orders.barrages):
        action = MunitionsAction(type="barrage", units=(order.unit,), depots=order.depots)
        yield f"$.orders.barrages[{number}]", action


def _forbidden_attacks(
    state: PhaseState, attack: Attack, path: str, places: Places, options: Options
) -> Iterator[Objection]:
    """Yield what is wrong with an attack as declared, with the paths of the phase.

    Rules: 7.2-declare.
    """
    enemy = enemy_of(state.side)
    depots = any(depot.hex == attack.hex and depot.side == enemy for depot in state.depots)
    if not state.in_hex(attack.hex, enemy) and not depots:
        message = f"no enemy is in hex {attack.hex}; attack a hex that holds one"
        yield Objection(rule="7.2-declare", message=message, path=f"{path}.hex")
        return
    for name, keys in (("units", attack.units), ("supports", attack.supports), ("defending", attack.defending)):
        for number, unit in enumerate(state.there(keys)):
            fires = name == "units" or unit.is_artillery or unit.is_train
            if unit.hex is None or not fires:
                why = "is off the map" if unit.hex is None else f"is of type {unit.type} and cannot support"
                at = f"{path}.{name}[{number}]"
                yield Objection(rule="X-bad-combat", message=f"{unit.key} {why}", path=at)
                return
    question = combat_request(state, attack, day=places.day, exceptions=places.exceptions, board=places.board)
    for objection in combat.verdict(question, options).objections:
        inner = objection.path.removeprefix("$.").replace("attacker_supports", "supports")
        inner = inner.replace("defender_supports", "defending").replace("attackers", "units")
        yield evolve(objection, path=f"{path}.{inner}")


def _barred(umpire: Umpire[Options], request: CombatPhaseRequest, places: Places) -> Iterator[Objection]:
    """Yield an objection to every vehicle that the ground of the board keeps out of the hex that it attacks.

    Rules: 9-accompanied.
    """
    units = {unit.key: unit for unit in request.units}
    for number, attack in enumerate(request.orders.attacks):
        attackers, path = (units[key] for key in attack.units), f"$.orders.attacks[{number}].units"
        yield from barred_vehicles(umpire, attackers, attack.hex, places.board, path)


def places_of(request: CombatPhaseRequest, options: Options) -> Places:
    """Return what lies around in a combat phase and stays as it is."""
    board = options.board if request.board is None else request.board
    return Places(
        orders=request.orders,
        day=request.day,
        exceptions=request.exceptions,
        entry_zones=request.entry_zones,
        defeatist_rumours=request.defeatist_rumours,
        facts=request.facts,
        board=board,
    )


def _tell_inactive(umpire: Umpire[Options], request: CombatPhaseRequest) -> None:
    """Tell which inactive units are targets: they defend as they are; `orel.activation` says what that releases.

    Rules: 10.2-inactive.
    """
    hexes = {attack.hex for attack in request.orders.attacks}
    targets = {order.target for order in request.orders.barrages}
    keys = [unit.key for unit in request.units if unit.inactive and (unit.hex in hexes or unit.key in targets)]
    if keys:
        text = "attacked while inactive: {units}; orel.activation tells which formations that releases"
        umpire.result("10.2-inactive", text, units=", ".join(keys))


# -------------------------------------------------------------------- the stages before the combats


@frozen(kw_only=True, cache_hash=True)
class PaidAttack:
    """What an attack has of munitions.

    Attributes:
        payer: The key of the depot that pays for it; "" for none.
        munitions: Which of the attackers fight without, and which may be resupplied.
    """

    payer: str = ""
    munitions: CombatMunitions = NO_MUNITIONS


@frozen(kw_only=True, cache_hash=True)
class OpenPhase:
    """A combat phase whose munitions are assigned and whose barrages are fired, before they are answered.

    Attributes:
        state: All units and depots.
        paid: What each attack has of munitions, in the order of the orders.
        points: The munitions points of the active player's depots.
        functional: The keys of the active player's depots that were functional when munitions were assigned.
        fired: The keys of the units that have fired a barrage.
    """

    state: PhaseState
    paid: Annotated[tuple[PaidAttack, ...], Size(0, 40)] = ()
    points: Annotated[tuple[DepotPoints, ...], Size(0, 50)] = ()
    functional: Annotated[Keys, Size(0, 50)] = ()
    fired: Annotated[Keys, Size(0, 20)] = ()


def open_phase(umpire: Umpire[Options], request: CombatPhaseRequest) -> OpenPhase:
    """Assign munitions, resupply, and fire the barrages.

    Raises:
        IllegalRequestError: If what is given cannot be paid so, or a vehicle attacks into terrain of the board that is
            prohibited to it.

    Rules: 8.1-part1, 8.2.1-costs, 8.2.1-unpaid, 8.2.1-vehicles, 3.2B-recovery.
    """
    places = places_of(request, umpire.options)
    Verdict(objections=tuple(_barred(umpire, request, places))).require()
    state = PhaseState(side=request.side, units=request.units, depots=request.depots)
    _tell_inactive(umpire, request)
    state = with_recovered_depots(umpire, state, places.supply)
    supply = places.supply(umpire, state)
    state, assigned = _assigned(umpire, request, state, supply)
    attacks, barrages = request.orders.attacks, request.orders.barrages
    own = tuple(depot for depot in state.serving if depot.side == state.side)
    paid: list[PaidAttack] = []
    for attack, payer in zip(attacks, assigned.paid_by, strict=False):
        attackers = state.there((*attack.units, *attack.supports))
        depot = next((depot for depot in own if depot.key == payer), None)
        reached = [unit.key for unit in attackers if depot is not None and supply.reaches(depot, unit)]
        short = unsupplied_by_action(supply, attackers, own, supplied=reached)
        resupply = tuple(unit.key for unit in attackers if unit.key in reached and not unit.is_train)
        paid.append(PaidAttack(payer=payer, munitions=CombatMunitions(short=short, resupply=resupply)))
    short_of_barrages = {
        order.unit: unsupplied_by_action(supply, state.there((order.unit,)), (), supplied=(order.unit,) * bool(payer))
        for order, payer in zip(barrages, assigned.paid_by[len(attacks) :], strict=True)
    }
    functional = tuple(depot.key for depot in own if supply.is_functional(depot))
    points = tuple(
        DepotPoints(depot=depot.key, capacity=supply.capacity(depot), left=assigned.left[depot.key])
        for depot in request.depots
        if depot.side == request.side
    )
    state = evolve(state, used=tuple(dict.fromkeys((*state.used, *filter(None, assigned.paid_by[len(attacks) :])))))
    state, fired = fire_barrages(umpire, places, state)
    state = _marked(umpire, state, (key for unit in fired for key in short_of_barrages[unit]))
    return OpenPhase(state=state, paid=tuple(paid), points=points, functional=functional, fired=fired)


# -------------------------------------------------------------------- munitions


def _assigned(
    umpire: Umpire[Options], request: CombatPhaseRequest, state: PhaseState, supply: MunitionsSupply
) -> tuple[PhaseState, Assignment]:
    """Let linked trains lose their marker, pay for attacks and barrages, and resupply.

    Rules: 8.2.1-vehicles, 8.2.1-costs, 8.2.1-resupply.
    """
    linked = {
        unit.key: evolve(unit, unsupplied=False)
        for unit in state.units
        if unit.side == state.side and unit.is_train and unit.unsupplied and supply.is_linked(unit)
    }
    for key in linked:
        umpire.result("8.2.1-vehicles", "{unit} is linked and loses its Unsupplied marker", unit=key)
    state = state.with_units(linked)
    own = {unit.key: unit for unit in state.units if unit.side == state.side}
    depots = tuple(depot for depot in state.serving if depot.side == state.side)
    asked = tuple(_actions(request.orders))
    assigned = assign(
        umpire,
        supply,
        own,
        depots,
        actions=[action for _, action in asked],
        resupply=request.resupply,
        paths=[path for path, _ in asked],
    )
    freed = {key: evolve(own[key], unsupplied=False) for key in assigned.resupplied}
    used = tuple(dict.fromkeys(assigned.resupplied.values()))
    return evolve(state.with_units(freed), used=used), assigned


def _marked(umpire: Umpire[Options], state: PhaseState, short: Iterable[str]) -> PhaseState:
    changes: dict[str, Unit] = {}
    for unit in state.there(short):
        if not unit.unsupplied:
            rule = "8.2.1-unpaid" if unit.side == state.side else "8.2.1-defence"
            umpire.result("8.2.1-vehicles" if unit.is_vehicle else rule, "{unit} becomes Unsupplied", unit=unit.key)
            changes[unit.key] = evolve(unit, unsupplied=True)
    return state.with_units(changes)


def planned_combats(
    umpire: Umpire[Options], request: CombatPhaseRequest, opened: OpenPhase, answered: tuple[str, ...]
) -> PhaseCombatsRequest:
    """Let the reactive player's units look for a depot, and return the combats with everything known about each.

    Those that have answered a barrage are marked now if no depot supplied them, and support no combat.

    Args:
        umpire: Asks the reactive player.
        request: The phase, its orders with the defensive supports that have been announced.
        opened: The phase once its barrages are answered.
        answered: The keys of the units that have fired to answer one.

    Rules: 8.1-part1, 8.2.1-defence, 8.2.1-unpaid, 8.4-counterbattery.
    """
    places, state = places_of(request, umpire.options), opened.state
    enemy, attacks = enemy_of(state.side), request.orders.attacks
    others = tuple(depot for depot in state.serving if depot.side == enemy)
    support = {
        number: [key for key in attack.defending if key not in answered] for number, attack in enumerate(attacks)
    }
    originals = {
        number: tuple(unit for unit in state.in_hex(attack.hex, enemy) if unit.key not in state.joined)
        for number, attack in enumerate(attacks)
    }
    defending = {
        number: (*originals[number], *_elsewhere(state, support[number], attack.hex))
        for number, attack in enumerate(attacks)
    }
    looking = {unit.key: unit for units in defending.values() for unit in units}
    looking |= {unit.key: unit for unit in state.there(answered)}
    supply = places.supply(umpire, state)  # barrages can move units, so lines are traced again after them
    supplied = supply_in_defence(umpire, supply, looking.values(), others)
    planned: list[PlannedAttack] = []
    for number, (attack, paid) in enumerate(zip(attacks, opened.paid, strict=True)):
        short = unsupplied_by_action(supply, defending[number], others, supplied=supplied)
        suppliers = (supplied[unit.key] for unit in defending[number] if unit.key in supplied)
        planned.append(
            PlannedAttack(
                number=number + 1,
                attack=evolve(attack, defending=tuple(support[number])),
                cover=places.cover(attack.hex, tuple(unit.hex for unit in state.there(attack.units) if unit.hex)),
                originals=tuple(unit.key for unit in originals[number]),
                payer=paid.payer,
                cost=PRICES[attack.type] if paid.payer else 0,
                suppliers=tuple(dict.fromkeys(suppliers)),
                munitions=evolve(
                    paid.munitions,
                    short=(*(unit.key for unit in state.there(paid.munitions.short)), *short),
                    resupply=tuple(unit.key for unit in state.there(paid.munitions.resupply)),
                ),
            )
        )
    served = (supplied[key] for key in answered if key in supplied)
    state = evolve(state, used=tuple(dict.fromkeys((*state.used, *served))))
    lacking = unsupplied_by_action(supply, state.there(answered), others, supplied=supplied)
    functional = (*opened.functional, *(depot.key for depot in others if supply.is_functional(depot)))
    return PhaseCombatsRequest(
        state=_marked(umpire, state, lacking),
        attacks=tuple(planned),
        points=opened.points,
        functional=tuple(depot.key for depot in state.depots if depot.key in functional),
        facts=request.facts,
        entry_zones=request.entry_zones,
        defeatist_rumours=request.defeatist_rumours,
        location=request.orders.location,
        day=request.day,
        exceptions=request.exceptions,
        board=places.board,
    )


def _elsewhere(state: PhaseState, keys: Iterable[str], place: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.there(keys) if unit.hex != place)
