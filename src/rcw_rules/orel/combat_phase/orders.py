"""What both players have declared for a combat phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.marks import Cites
from rcw_rules.orel.combat import Keys
from rcw_rules.orel.model import AttackType, HexLabel, OrelLocation
from rcw_rules.orel.strength import Cover, Role, doubled_leader
from rcw_rules.orel.supply import Key


@frozen(kw_only=True, cache_hash=True)
class Attack:
    """An attack that has been declared.

    Attributes:
        hex: The attacked hex.
        units: The keys of the units that attack.
        type: Prepared or Hasty Attack.
        supports: The keys of the batteries and trains that support it, in the order in which they throw.
        depots: The key of the depot that pays, nothing for none; left out, its owner decides.
        defending: The keys of the batteries and trains that the defender has announced in support of the hex.
        leader_in_the_front_line: Which sides use a Leader in the front line in the cohesion check of this attack.
        officers_charge: Whether the attacker uses an Officers' charge in the assault of this attack.
        good_intelligence: Whether the defender uses Good intelligence in a retreat before it.
    """

    hex: HexLabel
    units: Annotated[Keys, Size(1, 40)]
    type: AttackType = "prepared"
    supports: Annotated[Keys, Size(0, 20), Cites("8.6.2-support")] = ()
    depots: Annotated[Keys | None, Cites("8.2.1-one-depot")] = None
    defending: Annotated[Keys, Size(0, 20), Cites("8.1-part1")] = ()
    leader_in_the_front_line: Annotated[tuple[Role, ...], Size(0, 2), Cites("6-list")] = ()
    officers_charge: Annotated[bool, Cites("6-list")] = False
    good_intelligence: Annotated[bool, Cites("6-list")] = False


@frozen(kw_only=True, cache_hash=True)
class BarrageOrder:
    """A barrage of the active player.

    Attributes:
        unit: The key of the battery or train.
        target: The key of the enemy unit fired at.
        depots: The key of the depot that pays, nothing for none; left out, its owner decides.
        observed: Whether one of the firer's side stood next to the target when the movement phase began.
    """

    unit: Key
    target: Key
    depots: Annotated[Keys | None, Cites("8.2.1-one-depot")] = None
    observed: Annotated[bool, Cites("8.3.1-target")] = True


@frozen(kw_only=True, cache_hash=True)
class CounterbatteryOrder:
    """A battery or a train of the reactive player that answers a barrage.

    Attributes:
        unit: The key of the battery or train.
        target: The key of the enemy that has made a barrage.
    """

    unit: Key
    target: Key


@frozen(kw_only=True, cache_hash=True)
class Ground:
    """The ground of a hex, where no board tells it.

    Attributes:
        hex: The hex.
        cover: What it gives.
    """

    hex: HexLabel
    cover: Cover


@frozen(kw_only=True, cache_hash=True)
class Orders:
    """Everything declared for a combat phase.

    Attributes:
        attacks: The attacks, in the order in which they are resolved unless the active player decides otherwise.
        barrages: The barrages, all their targets named, in the order in which they are fired.
        counterbattery: The answers to them, likewise.
        grounds: The ground of hexes that are attacked or fired at, where no board tells it; others are open.
        location: Where in Orel the defenders are, should they be there.
    """

    attacks: Annotated[tuple[Attack, ...], Size(0, 40)] = ()
    barrages: Annotated[tuple[BarrageOrder, ...], Size(0, 20)] = ()
    counterbattery: Annotated[tuple[CounterbatteryOrder, ...], Size(0, 20), Cites("8.4-counterbattery")] = ()
    grounds: Annotated[tuple[Ground, ...], Size(0, 60)] = ()
    location: Annotated[OrelLocation, Cites("7.1.1-orel")] = "suburbs"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield units with two orders, answers to no barrage, and sides with two leaders in an attack."""
        doing: dict[str, str] = {}
        for path, key in self._actions():
            if key in doing:
                yield Problem(path, f"{key!r} has its order already, in {doing[key][1:]}", "7.2-declare")
            doing.setdefault(key, path)
        for number, attack in enumerate(self.attacks):
            path = f".attacks[{number}].leader_in_the_front_line"
            yield from doubled_leader(path, attack.leader_in_the_front_line)
        fired = {order.unit for order in self.barrages}
        for number, answer in enumerate(self.counterbattery):
            if answer.target not in fired:
                message = f"{answer.target!r} makes no barrage that could be answered"
                yield Problem(f".counterbattery[{number}].target", message, "8.4-counterbattery")

    def _actions(self) -> Iterator[tuple[str, str]]:
        """Yield the units with an order, with the path; a battery that failed to answer a barrage may still support."""
        for number, attack in enumerate(self.attacks):
            for name in ("units", "supports", "defending"):
                keys: Keys = getattr(attack, name)
                for at, key in enumerate(keys):
                    yield f".attacks[{number}].{name}[{at}]", key
        for number, order in enumerate(self.barrages):
            yield f".barrages[{number}].unit", order.unit
        seen: set[str] = set()
        for number, answer in enumerate(self.counterbattery):
            if answer.unit in seen:
                yield f".counterbattery[{number}].unit", answer.unit
            seen.add(answer.unit)
