"""Munitions in a combat phase, stage by stage: assigning them, supply in defence, and the aftermath."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.model import AttackType, Depot, Unit, keys_of
from rcw_rules.orel.options import Options
from rcw_rules.orel.supply.depots import pick_units, strongest, strongest_first, worth
from rcw_rules.orel.supply.munitions_supply import Key, MunitionsSupply

ActionType: TypeAlias = Literal["prepared", "hasty", "barrage"]

Spending: TypeAlias = Literal["prepared", "hasty", "barrage", "resupply"]
"""What munitions points are spent on."""

PRICES: dict[Spending, int] = {
    "prepared": 2,
    "hasty": 1,
    "barrage": 1,
    "resupply": 1,
}  # 8.2.1-costs, 8.2.1-resupply
NO_DEPOT = ""
"""The alternative of not paying."""

# -------------------------------------------------------------------- what players decide


@frozen(kw_only=True)
class DepotOffer:
    """A depot that could pay for something.

    Attributes:
        depot: Its key.
        left: The munitions points that it has left; defence takes none.
        functional: Whether it is functional; else serving costs it its own supply.
        keeps: How many units it would keep from becoming Unsupplied.
        serves: Whether it serves other units in defence already.
    """

    depot: str
    left: int
    functional: bool
    keeps: int
    serves: bool = False


@frozen(kw_only=True)
class Paying:
    """What the active player sees when deciding about munitions.

    Attributes:
        units: The units that are to be paid for, resupplied or supplied.
        what: The action, "attack 1", or the key of the unit to be resupplied or supplied.
        cost: What it costs, in munitions points.
        offers: The depots that could serve, in listed order.
    """

    units: tuple[Unit, ...]
    what: str
    cost: int
    offers: tuple[DepotOffer, ...]


def _most_kept(paying: Paying, alternatives: tuple[str, ...]) -> str:
    useful = [offer for offer in paying.offers if offer.keeps]
    return max(useful, key=lambda offer: (offer.keeps, offer.functional, offer.left)).depot if useful else NO_DEPOT


def _functional_only(paying: Paying, alternatives: tuple[str, ...]) -> str:
    functional = [offer for offer in paying.offers if offer.functional]
    return max(functional, key=lambda offer: offer.left).depot if functional else NO_DEPOT


MUNITIONS: Choice[Paying, str] = Choice(
    "munitions",
    rule="8.2.1-costs",
    who="active player",
    about="Which depot, by key, pays for this attack or barrage? An empty answer lets none pay. Attacks come first, "
    "the strongest before the others, then barrages. Default: the depot that keeps the most units from becoming "
    "Unsupplied; of equal ones a functional one, then the one with the most points left; none if it would keep "
    "none.",
    default=_most_kept,
    unit=lambda paying: keys_of(paying.units),
    side=lambda paying: paying.units[0].side,
)
RESUPPLY: Choice[Paying, str] = Choice(
    "resupply",
    rule="8.2.1-resupply",
    who="active player",
    about="Which depot, by key, resupplies this Unsupplied unit? An empty answer lets none do so. The strongest unit "
    "comes first. Default: the functional depot with the most points left; none if none is functional.",
    default=_functional_only,
    unit=lambda paying: keys_of(paying.units),
    side=lambda paying: paying.units[0].side,
)
SUPPLY_IN_DEFENCE: Choice[Paying, str] = Choice(
    "supply_in_defence",
    rule="3.2B-nonfunctional",
    who="reactive player",
    about="No functional depot reaches this unit in defence. Which other depot, by key, supplies it, and is marked for "
    "that? An empty answer lets none do so. Default: the first that serves anyway, else the first listed.",
    default=lambda paying, alternatives: max(paying.offers, key=lambda offer: offer.serves).depot,
    unit=lambda paying: keys_of(paying.units),
    side=lambda paying: paying.units[0].side,
)
RESUPPLY_BY_REFUSED_COMBAT: Choice[tuple[Unit, ...], str] = Choice(
    "resupply_by_refused_combat",
    rule="8.2.1-refused-combat",
    who="active player",
    about="The defender avoided the attack. Which Unsupplied attacker, by key, do its munitions resupply next? "
    "Default: the strongest.",
    default=strongest,
    unit=keys_of,
    side=lambda units: units[0].side,
)
SPOILS_OF_WAR: Choice[tuple[Unit, ...], str] = Choice(
    "spoils_of_war",
    rule="8.2.1-spoils",
    who="active player",
    about="Which advancing unit, by key, next loses or avoids its Unsupplied marker by captured munitions? Default: "
    "the strongest.",
    default=strongest,
    unit=keys_of,
    side=lambda units: units[0].side,
)

# -------------------------------------------------------------------- what is assigned


@frozen(kw_only=True, cache_hash=True)
class MunitionsAction:
    """An attack or a barrage, and how it ended.

    Attributes:
        type: Prepared or Hasty Attack, or barrage.
        units: The keys of the attackers and their artillery support, or of the one battery or train that barrages.
        defenders: The keys of the units attacked and of those that support them; after a barrage of those that fire
            back.
        depots: The key of the depot that pays, nothing for none; left out, its owner decides.
        happened: Whether the combat was fought, or refused by a defender that slipped away and left the hex without
            combat units and artillery, or cancelled: the hex had been cleared before, or only vehicles held it.
        assault_losses: The steps that the enemy lost in the assault, surrendered ones too.
        advanced: The keys of the attackers that advanced after the assault.
    """

    type: ActionType
    units: Annotated[tuple[Key, ...], Size(1, 60)]
    defenders: Annotated[tuple[Key, ...], Size(0, 60)] = ()
    depots: Annotated[tuple[Key, ...] | None, Cites("8.2.1-one-depot")] = None
    happened: Annotated[Literal["fought", "refused", "cancelled"], Cites("8.2.1-refused-combat")] = "fought"
    assault_losses: Annotated[int, Range(0, 99, rule="8.2.1-spoils")] = 0
    advanced: Annotated[tuple[Key, ...], Size(0, 60), Cites("8.2.1-spoils")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the action."""
        if self.type == "barrage":
            if len(self.units) != 1:
                yield Problem(".units", "each battery that fires is a barrage of its own", "8.2.1-costs")
            if self.happened != "fought":
                yield Problem(".happened", "attacks are refused or cancelled, no barrages", "8.2.1-refused-combat")
        fought = self.type != "barrage" and self.happened == "fought"
        if self.assault_losses and not fought:
            yield Problem(".assault_losses", "only an attack that was fought has an assault", "8.2.1-spoils")
        for number, key in enumerate(self.advanced):
            if key not in self.units:
                yield Problem(f".advanced[{number}]", f"{key!r} is not one of the attackers", "8.2.1-spoils")
            elif not fought:
                message = "only after an assault does a unit take munitions in its advance"
                yield Problem(f".advanced[{number}]", message, "8.2.1-spoils")


@frozen(kw_only=True, cache_hash=True)
class Resupply:
    """The resupply of a unit.

    Attributes:
        unit: The key of the unit.
        depot: The key of the depot.
    """

    unit: Key
    depot: Key


# -------------------------------------------------------------------- assigning: part I (1) of a combat phase


@frozen(kw_only=True)
class Assignment:
    """Which depot pays for what.

    Attributes:
        paid_by: The key of the depot that pays, action by action; "" for none.
        resupplied: The units resupplied, each with the depot that does it.
        left: The points that each depot has left.
    """

    paid_by: tuple[str, ...]
    resupplied: Mapping[str, str]
    left: Mapping[str, int]


def spends_munitions(units: Iterable[Unit]) -> bool:
    """Whether an attack or a barrage of these units costs anything: not if only vehicles take part.

    Rules: 8.2.1-vehicles, 8.2.1-costs.
    """
    return any(not unit.is_vehicle for unit in units)


def may_be_resupplied(unit: Unit, *, declared: bool) -> bool:
    """Whether a depot in range may resupply a unit.

    Args:
        unit: The unit.
        declared: Whether it has declared an attack, a support or a barrage.

    Rules: 8.2.1-resupply.
    """
    return unit.unsupplied and unit.mode != "march" and not declared and not unit.is_train


def assign(
    umpire: Umpire[Options],
    supply: MunitionsSupply,
    units: Mapping[str, Unit],
    depots: Sequence[Depot],
    *,
    actions: Sequence[MunitionsAction],
    resupply: Sequence[Resupply] | None = None,
    paths: Sequence[str] | None = None,
) -> Assignment:
    """Pay for attacks and barrages out of the depots of the active player, then resupply.

    What is given is paid first, in listed order. Then its owner decides, for one attack after another, the strongest
    first, then for the barrages, then for the units that may be resupplied, the strongest first. One depot pays for an
    action as a whole, and must reach at least one unit of it that spends munitions.

    Args:
        umpire: Asks the active player.
        supply: Which units are in range of which depot, and what the depots have.
        units: Their units by key.
        depots: Their depots.
        actions: The attacks and barrages.
        resupply: The resupplies; None if the active player decides.
        paths: Where each action stands in the request that is played; left out, in its `actions`.

    Raises:
        IllegalRequestError: If what is given cannot be paid so.

    Rules: 8.2.1-costs, 8.2.1-one-depot, 8.2.1-resupply, 3.1-capacity.
    """
    till = _Till(umpire, supply, depots)
    paid_by = [NO_DEPOT] * len(actions)
    members = [tuple(units[key] for key in action.units) for action in actions]
    resupplied: dict[str, str] = {}

    objections: list[Objection] = []
    for number, action in enumerate(actions):
        for key in action.depots or ():
            path = f"$.actions[{number}]" if paths is None else paths[number]
            objections.extend(till.pay(key, action.type, members[number], f"{path}.depots[0]"))
            paid_by[number] = key
    for number, given in enumerate(resupply or ()):
        objections.extend(till.pay(given.depot, "resupply", (units[given.unit],), f"$.resupply[{number}].depot"))
        resupplied[given.unit] = given.depot
    # Ranges and doubled capacities need the board and the charts, which the check before the procedure does not see.
    Verdict(objections=tuple(objections)).require()

    for number in _by_strength(actions, members):
        action = actions[number]
        if action.depots is None:
            paid_by[number] = till.ask(MUNITIONS, f"{action.type} {number + 1}", action.type, members[number])
    if resupply is None:
        declared = {key for action in actions for key in action.units}
        wanting = (unit for unit in units.values() if may_be_resupplied(unit, declared=unit.key in declared))
        for unit in strongest_first(wanting):
            chosen = till.ask(RESUPPLY, unit.key, "resupply", (unit,))
            if chosen:
                resupplied[unit.key] = chosen
    for number, action in enumerate(actions):
        who = paid_by[number] or "nobody"
        umpire.result("8.2.1-costs", "{type} {number}: paid by {depot}", type=action.type, number=number + 1, depot=who)
    for key, depot in resupplied.items():
        umpire.result("8.2.1-resupply", "{unit} is resupplied by {depot}", unit=key, depot=depot)
    return Assignment(paid_by=tuple(paid_by), resupplied=resupplied, left=till.left)


def _by_strength(actions: Sequence[MunitionsAction], members: Sequence[Sequence[Unit]]) -> list[int]:
    """Return the numbers of the actions, attacks first and the strongest of them first, each kind in listed order."""
    return sorted(
        range(len(actions)),
        key=lambda number: (
            actions[number].type == "barrage",
            0 if actions[number].type == "barrage" else -sum(map(worth, members[number])),
        ),
    )


class _Till:
    """The munitions points of a side as they are spent.

    Rules: 3.1-capacity, 8.2.1-costs.
    """

    def __init__(self, umpire: Umpire[Options], supply: MunitionsSupply, depots: Sequence[Depot]) -> None:
        self.umpire = umpire
        self.supply = supply
        self.depots = {depot.key: depot for depot in depots}
        self.left = {depot.key: supply.capacity(depot) for depot in depots}

    def pay(self, key: str, what: Spending, units: Sequence[Unit], path: str) -> Iterator[Objection]:
        """Pay what is given, or yield why that cannot be."""
        if not self._near(self.depots[key], what, units):
            names = ", ".join(unit.key for unit in units)
            message = f"{key} reaches 5 movement points, and none that spends munitions of {names}"
            yield Objection(rule="8.2.2-range", message=message, path=path)
        elif self.left[key] < PRICES[what]:
            message = f"it costs {PRICES[what]} of the munitions points of one depot; {key} has {self.left[key]} left"
            rule = "8.2.1-resupply" if what == "resupply" else "8.2.1-costs"
            yield Objection(rule=rule, message=message, path=path)
        else:
            self.left[key] -= PRICES[what]

    def ask(self, choice: Choice[Paying, str], name: str, what: Spending, units: Sequence[Unit]) -> str:
        """Return which depot its owner lets pay, and pay; "" without asking where none could."""
        offers: list[DepotOffer] = []
        for key, depot in self.depots.items():
            near = self._near(depot, what, units) if self.left[key] >= PRICES[what] else ()
            if near:
                functional = self.supply.is_functional(depot)
                keeps = sum(not unit.unsupplied for unit in near)
                offers.append(DepotOffer(depot=key, left=self.left[key], functional=functional, keeps=keeps))
        if not offers:
            return NO_DEPOT
        situation = Paying(units=tuple(units), what=name, cost=PRICES[what], offers=tuple(offers))
        chosen = self.umpire.choose(choice, (*(offer.depot for offer in offers), NO_DEPOT), situation)
        if chosen:
            self.left[chosen] -= PRICES[what]
        return chosen

    def _near(self, depot: Depot, what: Spending, units: Sequence[Unit]) -> tuple[Unit, ...]:
        """Return the units in range that it helps: to resupply even vehicles, which spend nothing in an action.

        Rules: 8.2.1-vehicles, 8.2.2-range.
        """
        spending = (unit for unit in units if what == "resupply" or not unit.is_vehicle)
        return tuple(unit for unit in spending if self.supply.reaches(depot, unit))


# -------------------------------------------------------------------- defence: part I (4)


def supply_in_defence(
    umpire: Umpire[Options], supply: MunitionsSupply, defenders: Iterable[Unit], depots: Sequence[Depot]
) -> Mapping[str, str]:
    """Return the units in defence that a depot supplies, each with the depot; it costs no points.

    A functional depot in range does so. Where none is, the owner decides unit by unit, in listed order, whether one
    that is not functional does, which marks that depot at the end of the phase if the combat is fought. Vehicles
    need none, and units that are Unsupplied stay so.

    Args:
        umpire: Asks the reactive player.
        supply: Which units are in range of which depot.
        defenders: The units attacked, those that support them, and those that fired back.
        depots: The depots of the reactive player.

    Rules: 8.2.1-defence, 3.2B-nonfunctional.
    """
    supplied: dict[str, str] = {}
    for unit in defenders:
        if unit.is_vehicle or unit.unsupplied:
            continue
        near = [depot for depot in depots if supply.reaches(depot, unit)]
        functional = next((depot.key for depot in near if supply.is_functional(depot)), NO_DEPOT)
        chosen = functional or _last_resort(umpire, unit, near, supplied.values())
        if chosen:
            supplied[unit.key] = chosen
        text = "{depot} supplies {unit} in defence" if chosen else "no depot supplies {unit} in defence"
        umpire.result("8.2.1-defence", text, unit=unit.key, depot=chosen)
    return supplied


def _last_resort(umpire: Umpire[Options], unit: Unit, near: Sequence[Depot], serving: Collection[str]) -> str:
    """Return which depot that is not functional supplies a unit in defence; "" where none could."""
    if not near:
        return NO_DEPOT
    offers = tuple(
        DepotOffer(depot=depot.key, left=0, functional=False, serves=depot.key in serving, keeps=1) for depot in near
    )
    alternatives = (*(offer.depot for offer in offers), NO_DEPOT)
    paying = Paying(units=(unit,), what=unit.key, cost=0, offers=offers)
    return umpire.choose(SUPPLY_IN_DEFENCE, alternatives, paying)


# -------------------------------------------------------------------- aftermath


def unsupplied_by_action(
    supply: MunitionsSupply,
    units: Iterable[Unit],
    depots: Sequence[Depot],
    *,
    supplied: Collection[str],
) -> tuple[str, ...]:
    """Return the keys of the units of one side that a combat or a barrage leaves Unsupplied, before spoils of war.

    Combat units and artillery that no depot supplied; trains that are not linked to a friendly edge; tanks and armoured
    cars out of range of every depot.

    Args:
        supply: Which units are in range of which depot, and which trains are linked.
        units: The units of the side that took part.
        depots: The depots of that side.
        supplied: The keys of the units that a depot supplied.

    Rules: 8.2.1-unpaid, 8.2.1-defence, 8.2.1-vehicles.
    """
    found: list[str] = []
    for unit in units:
        if unit.is_train:
            short = not supply.is_linked(unit)
        elif unit.is_vehicle:
            short = not any(supply.reaches(depot, unit) for depot in depots)
        else:
            short = unit.key not in supplied
        if short:
            found.append(unit.key)
    return tuple(found)


def spoils_of_war(
    umpire: Umpire[Options], advanced: Iterable[Unit], short: Collection[str], losses: int
) -> tuple[str, ...]:
    """Return the keys of the advancing units that captured munitions free of their marker, or spare it.

    Args:
        umpire: Asks the attacker.
        advanced: The units that advanced after the assault, with their markers from before it.
        short: The keys of those that the assault would leave Unsupplied.
        losses: The steps that the enemy lost in the assault.

    Rules: 8.2.1-spoils.
    """
    wanting = (
        unit
        for unit in advanced
        if (unit.is_combat or unit.type == "armoured_car") and (unit.unsupplied or unit.key in short)
    )
    return tuple(unit.key for unit in pick_units(umpire, SPOILS_OF_WAR, wanting, losses))


def resupplied_by_refusal(
    umpire: Umpire[Options], supply: MunitionsSupply, action: AttackType, attackers: Iterable[Unit], depot: Depot
) -> tuple[str, ...]:
    """Return the keys of the attackers that the munitions of an attack resupply when the defender slips away.

    One point resupplies one Unsupplied attacker in range of the depot that paid; points without one are lost.

    Args:
        umpire: Asks the attacker.
        supply: Which units are in range of which depot.
        action: Prepared or Hasty Attack.
        attackers: The attackers.
        depot: The depot that paid.

    Rules: 8.2.1-refused-combat.
    """
    wanting = (unit for unit in attackers if unit.unsupplied and not unit.is_train and supply.reaches(depot, unit))
    return tuple(unit.key for unit in pick_units(umpire, RESUPPLY_BY_REFUSED_COMBAT, wanting, PRICES[action]))
