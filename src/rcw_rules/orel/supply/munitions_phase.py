"""Munitions: which depots pay for attacks and barrages, and which units are resupplied or Unsupplied at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    clause,
    column_of,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    told_of,
)
from rcw_rules.orel.model import Depot, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.supply.munitions_stages import (
    PRICES,
    ActionType,
    Assignment,
    MunitionsAction,
    Resupply,
    assign,
    may_be_resupplied,
    resupplied_by_refusal,
    spends_munitions,
    spoils_of_war,
    supply_in_defence,
    unsupplied_by_action,
)
from rcw_rules.orel.supply.munitions_supply import InRange, Key, MunitionsSupply, SupplyFacts, ToldSupply, TracedSupply


@frozen(kw_only=True)
class DepotPoints:
    """The munitions points of a depot.

    Attributes:
        depot: Its key.
        capacity: Those that it had at the beginning.
        left: Those that it has left.
        refunded: Those of them that came back from attacks which were cancelled.
    """

    depot: str
    capacity: int
    left: int
    refunded: int = 0

    def sentence(self) -> str:
        """Return what the depot spent and has left."""
        refunded = f", of which {self.refunded} came back from cancelled attacks" if self.refunded else ""
        return f"{self.depot} has {self.left} of {words.counted(self.capacity, 'munitions point')} left{refunded}"


_ACTIONS_SAID: dict[ActionType, str] = {
    "prepared": "Prepared Attack",
    "hasty": "Hasty Attack",
    "barrage": "barrage",
}


@frozen(kw_only=True)
class MunitionsOutcome:
    """Munitions after a combat phase.

    Attributes:
        paid_by: The key of the depot that paid, action by action; "" for none.
        points: The points of the depots of the active player.
        marked: The keys of the units that became Unsupplied, in listed order.
        freed: The keys of those that lost their marker, in listed order.
        units: The units whose marker came or went, as they are now, in listed order.
        depots: The depots that are marked Unsupplied at the end of the phase, with their new states: those that served
            without being functional, and are not functional then either.
        depots_freed: The depots that lost their Unsupplied marker, with their new states: they can supply units again
            from the end of the phase.
    """

    paid_by: tuple[str, ...]
    points: tuple[DepotPoints, ...]
    marked: tuple[str, ...]
    freed: tuple[str, ...]
    units: tuple[Unit, ...]
    depots: tuple[Depot, ...]
    depots_freed: Annotated[tuple[Depot, ...], Cites("3.2B-recovery")] = ()

    def summary(self, request: MunitionsRequest) -> str:
        """Return who pays for what, what the depots have left, and which markers come and go."""
        names = names_of(request.units)
        paid: dict[str, list[str]] = {}
        for action, payer in zip(request.actions, self.paid_by, strict=True):
            paid.setdefault(payer, []).append(f"the {_ACTIONS_SAID[action.type]} of {told_of(action.units, names)}")
        pays = (
            f"{payer or 'no depot'} pays for {words.listed(actions, 'or' if not payer else 'and')}"
            for payer, actions in paid.items()
        )
        return (
            words.sentences(
                *pays,
                *(depot.sentence() for depot in self.points if depot.left != depot.capacity),
                clause(self.marked, names, "become[s|] Unsupplied"),
                clause(self.freed, names, "lose[s its| their] Unsupplied marker[|s]"),
                clause([depot.key for depot in self.depots], {}, "[is|are] marked Unsupplied"),
                clause([depot.key for depot in self.depots_freed], {}, "lose[s its| their] Unsupplied marker[|s]"),
            )
            or "No munitions are spent."
        )


@frozen(kw_only=True, cache_hash=True)
class MunitionsRequest(Request[MunitionsOutcome]):
    """A combat phase: every unit on the map, the attacks and barrages, and the resupplies.

    Attributes:
        side: The active player.
        units: The units of both sides, as they stand when munitions are assigned.
        depots: The depots of both sides.
        actions: The attacks and barrages, in the order in which they are carried out.
        resupply: The resupplies; left out, their owner decides.
        facts: What you know of supply from your own map; it takes the place of a board.
        functional_at_end: The keys of the depots that are functional when the phase is over, after all retreats and
            advances; left out, those that are functional when munitions are assigned.
        board: The board.
    """

    side: Side
    units: Annotated[tuple[Unit, ...], Size(0, 999)]
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    actions: Annotated[tuple[MunitionsAction, ...], Size(0, 99)] = ()
    resupply: Annotated[tuple[Resupply, ...] | None, Cites("8.2.1-resupply")] = None
    facts: Annotated[SupplyFacts | None, Cites("D-map")] = None
    functional_at_end: Annotated[Annotated[tuple[Key, ...], Size(0, 99)] | None, Cites("3.2B-recovery")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        if self.facts is not None and self.board is not None:
            yield Problem(".facts", "either a board or the facts of supply", "D-map")
        everybody = (*listed("units", self.units), *listed("depots", self.depots))
        yield from wrong_places(everybody, grid_in(self.board))
        own = {unit.key: unit for unit in self.units if unit.side == self.side}
        others = {unit.key for unit in self.units if unit.side != self.side}
        depots = {depot.key for depot in self.depots if depot.side == self.side}
        for number, action in enumerate(self.actions):
            path = f".actions[{number}]"
            yield from _unknown(f"{path}.units", action.units, own, f"{self.side} unit")
            yield from _unknown(f"{path}.defenders", action.defenders, others, f"{enemy_of(self.side)} unit")
            yield from _unknown(f"{path}.depots", action.depots or (), depots, f"{self.side} depot")
            firer = own.get(action.units[0])
            if action.type == "barrage" and firer is not None and not (firer.is_artillery or firer.is_train):
                message = f"a unit of type {firer.type} fires no barrage"
                yield Problem(f"{path}.units[0]", message, "X-bad-combat")
        known = {depot.key for depot in self.depots}
        yield from _unknown(".functional_at_end", self.functional_at_end or (), known, "depot")
        for number, resupply in enumerate(self.resupply or ()):
            path = f".resupply[{number}]"
            yield from _unknown(path, (resupply.unit,), own, f"{self.side} unit", field=".unit")
            yield from _unknown(path, (resupply.depot,), depots, f"{self.side} depot", field=".depot")


def _unknown(
    path: str, keys: Iterable[str], known: Collection[str], what: str, field: str | None = None
) -> Iterator[Problem]:
    for number, key in enumerate(keys):
        if key not in known:
            yield Problem(f"{path}{field or f'[{number}]'}", f"no {what} has the key {key!r}", "X-bad-units")


def _example() -> MunitionsRequest:
    def battalion(key: str, place: str, *, unsupplied: bool = False) -> Unit:
        return Unit(key=key, side="white", type="infantry", hex=place, tq=5, steps=4, strength=6, unsupplied=unsupplied)

    brigade = Unit(key="1/41D", side="red", type="infantry", hex="2306", tq=4, steps=4, strength=5)
    units = (battalion("1/2K", "2407"), battalion("2/2K", "2406"), battalion("3/2K", "2507", unsupplied=True), brigade)
    depot = Depot(key="Convoi 3m", side="white", kind="convoi", capacity=3, hex="2606")
    attack = MunitionsAction(type="prepared", units=("1/2K", "2/2K"), defenders=("1/41D",))
    reach = InRange(depot="Convoi 3m", units=("1/2K", "2/2K", "3/2K"))
    facts = SupplyFacts(ranges=(reach,), functional=("Convoi 3m",))
    return MunitionsRequest(side="white", units=units, depots=(depot,), actions=(attack,), facts=facts)


@procedure(
    "orel.munitions",
    title="Who pays for the attacks, and who is Unsupplied afterwards?",
    rules=("3.1-capacity",),
    example=_example,
)
def munitions(request: MunitionsRequest, umpire: Umpire[Options]) -> MunitionsOutcome:
    """Assign munitions, look to supply in defence, then place and remove markers action by action.

    First Unsupplied trains that are linked to an edge again lose their marker. Then actions are paid and units
    resupplied, then the defenders look for a depot. After each action that was fought, in listed order: attackers out
    of range of the depot that paid, or all if none did, and defenders that no depot supplied, are marked; of those that
    advanced, as many as the enemy lost steps in the assault are spared or lose theirs. A refused combat marks no unit,
    and its munitions resupply attackers. Those of a cancelled one come back. In the end depots that served without
    being functional, and are not functional then, are marked.

    A depot that is marked Unsupplied and functional, when munitions are assigned or at the end, loses its marker, but
    has no capacity in the phase. The units are those at its beginning: whether combats have opened a line, or closed
    one, only you can tell, by ``functional_at_end``. `orel.combat_phase` traces it for itself.

    Raises:
        IllegalRequestError: If what is given cannot be paid so.
        NeedsRuling: If the map decides, and neither a board nor facts are given.

    Rules: 8.2.1-unpaid, 8.2.1-still-unsupplied, 8.2.1-refused-combat, 8.2.3-effects, 3.2B-nonfunctional, 3.2B-recovery,
        7.2-repeat.
    """
    note_values(umpire, request.units)
    supply: MunitionsSupply
    if request.facts is not None:
        supply = ToldSupply(request.facts)
    else:
        supply = TracedSupply(umpire, request.units, request.depots, request.board)
        if any(column_of(unit) not in (None, "infantry") for unit in request.units):
            umpire.ruling("supply_infantry_scale")
    own = tuple(depot for depot in request.depots if depot.side == request.side)
    others = tuple(depot for depot in request.depots if depot.side != request.side)
    units = {unit.key: unit for unit in request.units}
    phase = _Phase(umpire, supply, units, own, others)
    phase.relink(request.side)
    active = {key: unit for key, unit in units.items() if unit.side == request.side}
    assigned = assign(umpire, supply, active, own, actions=request.actions, resupply=request.resupply)
    defenders = dict.fromkeys(key for action in request.actions for key in action.defenders)
    defence = supply_in_defence(umpire, supply, [units[key] for key in defenders], others)
    phase.resupply(assigned.resupplied)
    for action, payer in zip(request.actions, assigned.paid_by, strict=True):
        phase.after(action, payer, defence)
    return phase.outcome(assigned, request.functional_at_end)


@munitions.legality
def _objections(request: MunitionsRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    unsupplied = {depot.key for depot in request.depots if depot.unsupplied}
    units = {unit.key: unit for unit in request.units}
    declared: set[str] = set()
    for number, action in enumerate(request.actions):
        path = f"$.actions[{number}]"
        for place, key in enumerate(action.units):
            if key in declared:
                message = f"{key} takes part in one action a turn, and in it once"
                yield Objection(rule="7.2-declare", message=message, path=f"{path}.units[{place}]")
            declared.add(key)
        paying = action.depots or ()
        if len(paying) > 1:
            message = "one depot pays for the whole of an attack or a barrage; name one of them"
            yield Objection(rule="8.2.1-one-depot", message=message, path=f"{path}.depots")
        if paying and not spends_munitions(units[key] for key in action.units):
            message = "vehicles spend no munitions: leave the depot out"
            yield Objection(rule="8.2.1-vehicles", message=message, path=f"{path}.depots")
        yield from _without_capacity(paying, unsupplied, f"{path}.depots")
    yield from _forbidden_resupplies(request, units, declared, unsupplied)


def _forbidden_resupplies(
    request: MunitionsRequest, units: Mapping[str, Unit], declared: Collection[str], unsupplied: Collection[str]
) -> Iterator[Objection]:
    """Yield an objection to every resupply that is barred.

    Rules: 8.2.1-resupply, 8.2.1-vehicles.
    """
    seen: set[str] = set()
    for number, resupply in enumerate(request.resupply or ()):
        path, unit = f"$.resupply[{number}].unit", units[resupply.unit]
        if unit.is_train:
            message = f"{unit.key} is an armoured train: linked by rail it needs no resupply, cut off it gets none"
            yield Objection(rule="8.2.1-vehicles", message=message, path=path)
        elif not may_be_resupplied(unit, declared=unit.key in declared) or unit.key in seen:
            if unit.mode == "march":
                why = "it is in March mode; it may be in Combat mode or routed"
            elif unit.key in declared:
                why = "it has declared an attack, a support or a barrage"
            else:
                why = "only a unit that is marked Unsupplied is, and once"
            message = f"{unit.key} is not resupplied: {why}"
            yield Objection(rule="8.2.1-resupply", message=message, path=path)
        seen.add(unit.key)
        yield from _without_capacity((resupply.depot,), unsupplied, f"$.resupply[{number}].depot")


def _without_capacity(depots: Iterable[str], unsupplied: Collection[str], path: str) -> Iterator[Objection]:
    """Yield an objection to every depot that is to serve though it is marked Unsupplied.

    Rules: 3.2B-nonfunctional.
    """
    for key in depots:
        if key in unsupplied:
            message = f"{key} is marked Unsupplied and has no capacity; another depot may serve"
            yield Objection(rule="3.2B-nonfunctional", message=message, path=path)


class _Phase:
    """The markers and points of a combat phase, as they change."""

    def __init__(
        self,
        umpire: Umpire[Options],
        supply: MunitionsSupply,
        units: Mapping[str, Unit],
        own: tuple[Depot, ...],
        others: tuple[Depot, ...],
    ) -> None:
        self.umpire = umpire
        self.supply = supply
        self.units = units
        self.own = own
        self.others = others
        self.depots = {depot.key: depot for depot in (*own, *others)}
        self.marked = {key for key, unit in units.items() if unit.unsupplied}
        self.used: set[str] = set()
        self.refunds: dict[str, int] = {}

    def relink(self, side: Side) -> None:
        """Take the markers off the trains of the active player that are linked to a friendly edge again.

        Rules: 8.2.1-vehicles.
        """
        for key, unit in self.units.items():
            if unit.is_train and unit.unsupplied and unit.side == side and self.supply.is_linked(unit):
                self.umpire.result("8.2.1-vehicles", "{unit} is linked and loses its Unsupplied marker", unit=key)
                self.marked.discard(key)

    def resupply(self, resupplied: Mapping[str, str]) -> None:
        """Take the markers off the units that depots resupply.

        Rules: 8.2.1-resupply.
        """
        self.marked.difference_update(resupplied)
        self.used.update(resupplied.values())

    def after(self, action: MunitionsAction, payer: str, defence: Mapping[str, str]) -> None:
        """Place and remove the markers that an action leaves; 8.2.1-still-unsupplied: payment takes none off."""
        if payer and action.happened == "cancelled":
            cost = PRICES[action.type]
            self.refunds[payer] = self.refunds.get(payer, 0) + cost
            text = "{points} munitions points of the cancelled attack stay with {depot}"
            self.umpire.result("7.2-repeat", text, points=cost, depot=payer)
        elif payer:
            self.used.add(payer)
        if action.happened == "fought":
            self._fought(action, payer, defence)
        elif action.happened == "refused" and payer and action.type != "barrage":
            attackers = self._now(action.units)
            freed = resupplied_by_refusal(self.umpire, self.supply, action.type, attackers, self.depots[payer])
            self._free(freed, "8.2.1-refused-combat")

    def _fought(self, action: MunitionsAction, payer: str, defence: Mapping[str, str]) -> None:
        """Mark the units that no depot supplied in a combat or a barrage; spoils of war spare some of the attackers.

        Rules: 8.2.1-unpaid, 8.2.1-one-depot, 8.2.1-spoils, 8.2.1-defence.
        """
        attackers, defenders = self._now(action.units), self._now(action.defenders)
        self.used.update(defence[unit.key] for unit in defenders if unit.key in defence)
        paid = {unit.key for unit in attackers if payer and self.supply.reaches(self.depots[payer], unit)}
        short = unsupplied_by_action(self.supply, attackers, self.own, supplied=paid)
        advanced = self._now(action.advanced)
        spared = spoils_of_war(self.umpire, advanced, short, action.assault_losses)
        self._free(spared, "8.2.1-spoils")
        for_want = [key for key in short if key not in spared]
        for_want += unsupplied_by_action(self.supply, defenders, self.others, supplied=defence)
        for key in for_want:
            if key not in self.marked:
                rule = "8.2.1-defence" if self.units[key].side != attackers[0].side else "8.2.1-unpaid"
                rule = "8.2.1-vehicles" if self.units[key].is_vehicle else rule
                self.umpire.result(rule, "{unit} becomes Unsupplied", unit=key)
                self.marked.add(key)

    def outcome(self, assigned: Assignment, functional_at_end: tuple[str, ...] | None) -> MunitionsOutcome:
        """Return what is true at the end of the phase.

        Args:
            assigned: What was paid.
            functional_at_end: The keys of the depots that are functional then; None for those that were before.

        Rules: 3.1-capacity, 3.2B-nonfunctional, 3.2B-recovery, 8.2.3-effects.
        """
        at_end = functional_at_end or ()
        points = tuple(
            DepotPoints(
                depot=depot.key,
                capacity=self.supply.capacity(depot),
                left=assigned.left[depot.key] + self.refunds.get(depot.key, 0),
                refunded=self.refunds.get(depot.key, 0),
            )
            for depot in self.own
        )
        for told in points:
            text = "{depot} has {left} of {capacity} munitions points left"
            self.umpire.result("3.1-capacity", text, depot=told.depot, left=told.left, capacity=told.capacity)
        spent = tuple(
            evolve(depot, unsupplied=True)
            for key, depot in self.depots.items()
            if key in self.used and key not in at_end and not self.supply.is_functional(depot)
        )
        freed = tuple(
            evolve(depot, unsupplied=False)
            for key, depot in self.depots.items()
            if depot.unsupplied and (key in at_end or self.supply.is_functional(depot))
        )
        for depot in freed:
            self.umpire.result("3.2B-recovery", "{depot} loses its Unsupplied marker", depot=depot.key)
        for depot in spent:
            text = "{depot} has served without being functional and becomes Unsupplied"
            self.umpire.result("3.2B-nonfunctional", text, depot=depot.key)
        now = self._now(self.units)
        changed = tuple(unit for unit in now if unit.unsupplied != self.units[unit.key].unsupplied)
        return MunitionsOutcome(
            paid_by=assigned.paid_by,
            points=points,
            marked=tuple(unit.key for unit in changed if unit.unsupplied),
            freed=tuple(unit.key for unit in changed if not unit.unsupplied),
            units=changed,
            depots=spent,
            depots_freed=freed,
        )

    def _now(self, keys: Iterable[str]) -> tuple[Unit, ...]:
        return tuple(evolve(self.units[key], unsupplied=key in self.marked) for key in keys)

    def _free(self, keys: Iterable[str], rule: str) -> None:
        for key in keys:
            text = "{unit} loses its Unsupplied marker" if key in self.marked else "{unit} is spared the marker"
            self.umpire.result(rule, text, unit=key)
            self.marked.discard(key)
