"""The state of a combat phase between its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.marks import Cites
from rcw_rules.orel.combat import (
    CombatMunitions,
    CombatOutcome,
    DepotReturn,
    Exit,
    Keys,
    told_changes,
    told_gone,
    told_prisoners,
    told_returns,
)
from rcw_rules.orel.combat_phase.orders import Attack
from rcw_rules.orel.definitions import clause, for_number, names_of
from rcw_rules.orel.model import Depot, OrelLocation, Side, Unit, enemy_of
from rcw_rules.orel.strength import Cover, Role
from rcw_rules.orel.supply import DepotPoints

AttackEnding: TypeAlias = Literal[
    "depots_alone", "vehicles_alone", "refused", "cleared", "not_assaulted", "assaulted", "cancelled"
]
"""How far an attack went; ``cancelled`` because the hex was cleared before, or no unit could attack any more."""


if TYPE_CHECKING:
    from rcw_rules.orel.combat_phase.phase import CombatPhaseRequest
    from rcw_rules.orel.combat_phase.series import PhaseCombatsRequest

_ATTACK_ENDED: dict[AttackEnding, str] = {
    "depots_alone": "only depots are there",
    "vehicles_alone": "only vehicles defend",
    "refused": "the defenders retreat before combat",
    "cleared": "the cohesion checks clear the hex[|es]",
    "not_assaulted": "the [hex holds|hexes hold], and there is no assault",
    "cancelled": "[it is|they are] cancelled",
}
"""What a sentence says of attacks without an assault, as `for_number` reads it."""


@frozen(kw_only=True, cache_hash=True)
class AttackReport:
    """How an attack ended.

    Attributes:
        number: Which, counted from 1 as declared.
        hex: The attacked hex.
        ended: How far it went.
        loser: Which side lost the assault; None where there was none.
        advanced: The keys of the attackers that entered the hex.
        location: Where in Orel they are, if they entered it.
    """

    number: int
    hex: str
    ended: AttackEnding
    loser: Role | None = None
    advanced: tuple[str, ...] = ()
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None


def told_attacks(reports: Iterable[AttackReport]) -> Iterator[str]:
    """Yield how attacks ended, those that ended alike together."""
    alike: dict[str, list[str]] = {}
    for one in reports:
        ended = _ATTACK_ENDED.get(one.ended, "[it is|they are] over")
        if one.loser is not None:
            ended = f"the {'defender' if one.loser == 'attacker' else 'attacker'} wins the assault[|s]"
        alike.setdefault(ended, []).append(f"{one.number} on hex {one.hex}")
    for ended, those in alike.items():
        yield for_number(f"attack[|s] {words.listed(those)}: {ended}", len(those))


@frozen(kw_only=True, cache_hash=True)
class PlannedAttack:
    """An attack with what is known before the combats begin.

    Attributes:
        number: Which, counted from 1 as declared.
        attack: The attack.
        cover: The ground of its hex.
        originals: The keys of the units that defended the hex when the combats began.
        payer: The key of the depot that pays; "" for none.
        cost: The munitions points that it pays.
        suppliers: The keys of the depots that serve the defenders.
        munitions: Which units fight without, and which may be resupplied.
    """

    number: Annotated[int, Range(1, 40)]
    attack: Attack
    cover: Cover
    originals: Annotated[Keys, Size(0, 20)] = ()
    payer: str = ""
    cost: Annotated[int, Range(0, 2, rule="8.2.1-costs")] = 0
    suppliers: Annotated[Keys, Size(0, 20), Cites("3.2B-nonfunctional")] = ()
    munitions: CombatMunitions


@frozen(kw_only=True, cache_hash=True)
class PhaseState:
    """All units and depots in a combat phase so far.

    Attributes:
        side: The active player.
        units: The units of both sides that are left.
        depots: The depots that are left.
        joined: The keys of units that fled into hexes whose attack is still to come.
        used: The keys of the depots that have served.
        recovered: The keys of the depots that lost their Unsupplied marker in this phase, and supply nobody in it.
        location: Where in Orel the active player's units are, by what they did in this phase; None if it does not say.
        refunds: The keys of depots, once for each point that came back to them.
        attacks: How the attacks ended, in the order in which they were resolved.
        eliminated: The keys of units that are gone without being captured.
        surrendered: The keys of units that surrendered.
        captured: The keys of trains that were captured.
        depots_eliminated: The keys of depots that fell.
        returns: The depots that come in their place.
        exits: Units that were driven off the map, and from where.
        red_lost: The Red infantry and cavalry units lost.
        white_lost: The White ones.
        red_prisoners: The prisoners that Red has taken.
        white_prisoners: Those that White has taken.
    """

    side: Side
    units: Annotated[tuple[Unit, ...], Size(0, 400)]
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    joined: Annotated[Keys, Cites("8.5.1d-target-hex")] = ()
    used: Keys = ()
    recovered: Annotated[Keys, Cites("3.2B-recovery")] = ()
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    refunds: Annotated[Keys, Cites("7.2-repeat")] = ()
    attacks: tuple[AttackReport, ...] = ()
    eliminated: Keys = ()
    surrendered: Keys = ()
    captured: Keys = ()
    depots_eliminated: Keys = ()
    returns: tuple[DepotReturn, ...] = ()
    exits: tuple[Exit, ...] = ()
    red_lost: Annotated[int, Range(0, 400, rule="10.2-losses")] = 0
    white_lost: Annotated[int, Range(0, 400, rule="10.2-losses")] = 0
    red_prisoners: Annotated[int, Range(0, 9999, rule="4.1-capture")] = 0
    white_prisoners: Annotated[int, Range(0, 9999, rule="4.1-capture")] = 0

    @property
    def serving(self) -> tuple[Depot, ...]:
        """The depots as they can serve in this phase: one that lost its marker in it has no capacity yet.

        Rules: 3.2B-recovery.
        """
        return tuple(evolve(depot, unsupplied=True) if depot.key in self.recovered else depot for depot in self.depots)

    def unit(self, key: str) -> Unit | None:
        """Return the unit of that key; None if it is gone."""
        return next((unit for unit in self.units if unit.key == key), None)

    def there(self, keys: Iterable[str]) -> tuple[Unit, ...]:
        """Return those of the units that are left, in the order of the keys."""
        units = {unit.key: unit for unit in self.units}
        return tuple(units[key] for key in keys if key in units)

    def in_hex(self, place: str | None, side: Side) -> tuple[Unit, ...]:
        """Return the units of a side in a hex."""
        return tuple(unit for unit in self.units if unit.hex == place and unit.side == side)

    def with_units(self, changes: Mapping[str, Unit]) -> PhaseState:
        """Return the state with some units as they are now."""
        return evolve(self, units=tuple(changes.get(unit.key, unit) for unit in self.units))

    def after(
        self,
        changes: Iterable[Unit],
        *,
        eliminated: Keys,
        surrendered: Keys,
        prisoners: Mapping[Side, int],
        exits: tuple[Exit, ...] = (),
        joins: Keys = (),
        captured: tuple[Unit, ...] = (),
        depots_eliminated: Keys = (),
        returns: tuple[DepotReturn, ...] = (),
    ) -> PhaseState:
        """Return the state after a combat or a barrage.

        Args:
            changes: Units as they are now.
            eliminated: The keys of those that are gone.
            surrendered: The keys of those that surrendered.
            prisoners: The prisoners that each side has taken.
            exits: Those that were driven off the map.
            joins: The keys of those that fled into a hex whose attack is still to come.
            captured: Trains in the captor's colours.
            depots_eliminated: The keys of depots that fell.
            returns: The depots that come in their place.

        Rules: 4.1-capture, 10.2-losses.
        """
        now = {unit.key: unit for unit in (*changes, *captured)}
        gone = frozenset((*eliminated, *surrendered))
        lost = [unit.side for unit in self.units if unit.key in gone and unit.is_combat]
        return evolve(
            self,
            units=tuple(now.get(unit.key, unit) for unit in self.units if unit.key not in gone),
            depots=tuple(depot for depot in self.depots if depot.key not in depots_eliminated),
            joined=(*self.joined, *(key for key in joins if key not in self.joined)),
            eliminated=(*self.eliminated, *eliminated),
            surrendered=(*self.surrendered, *surrendered),
            captured=(*self.captured, *(unit.key for unit in captured)),
            depots_eliminated=(*self.depots_eliminated, *depots_eliminated),
            returns=(*self.returns, *returns),
            exits=(*self.exits, *exits),
            red_lost=self.red_lost + lost.count("red"),
            white_lost=self.white_lost + lost.count("white"),
            red_prisoners=self.red_prisoners + prisoners.get("red", 0),
            white_prisoners=self.white_prisoners + prisoners.get("white", 0),
        )

    def after_combat(self, outcome: CombatOutcome) -> PhaseState:
        """Return the state after a combat."""
        return self.after(
            outcome.units,
            eliminated=outcome.eliminated,
            surrendered=outcome.surrendered,
            prisoners={self.side: outcome.attacker_prisoners, enemy_of(self.side): outcome.defender_prisoners},
            exits=outcome.exits,
            joins=outcome.joins,
            captured=outcome.captured,
            depots_eliminated=outcome.depots_eliminated,
            returns=outcome.returns,
        )


@frozen(kw_only=True, cache_hash=True)
class CombatPhaseOutcome:
    """All units and depots after a combat phase. No Barrage or Support marker is left.

    Attributes:
        units: The units of both sides that are left, as they are now, in listed order.
        depots: The depots that are left, likewise.
        attacks: How the attacks ended, in the order in which they were resolved.
        points: The munitions points of the depots of the active player.
        eliminated: The keys of units that are gone without being captured.
        surrendered: The keys of units that surrendered.
        captured: The keys of trains that were captured; they are among the units, in the captor's colours.
        depots_eliminated: The keys of depots that fell.
        returns: The depots that come in their place.
        exits: Units that were driven off the map, and from where; among the units they have no hex.
        location: Where in Orel the active player's units are: where those chose that entered it, or the suburbs if one
            attacked out of it. None if the phase does not say, or none of them is there.
        red_lost: The Red infantry and cavalry units lost.
        white_lost: The White ones.
        red_prisoners: The prisoners that Red has taken.
        white_prisoners: Those that White has taken.
    """

    units: tuple[Unit, ...]
    depots: tuple[Depot, ...] = ()
    attacks: tuple[AttackReport, ...] = ()
    points: Annotated[tuple[DepotPoints, ...], Cites("3.1-capacity")] = ()
    eliminated: Keys = ()
    surrendered: Keys = ()
    captured: Annotated[Keys, Cites("9.1.2-capture")] = ()
    depots_eliminated: Annotated[Keys, Cites("3.3-elimination")] = ()
    returns: Annotated[tuple[DepotReturn, ...], Cites("3.3-return")] = ()
    exits: Annotated[tuple[Exit, ...], Cites("7.5-leave")] = ()
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    red_lost: Annotated[int, Cites("10.2-losses")] = 0
    white_lost: Annotated[int, Cites("10.2-losses")] = 0
    red_prisoners: Annotated[int, Cites("4.1-capture")] = 0
    white_prisoners: Annotated[int, Cites("4.1-capture")] = 0

    def summary(self, request: CombatPhaseRequest | PhaseCombatsRequest) -> str:
        """Return how the attacks ended, what has become of units and depots, and what munitions are left."""
        before = {unit.key: unit for unit in request.units}
        names = names_of(before.values())
        was = {depot.key: depot.unsupplied for depot in request.depots}
        marked = [depot.key for depot in self.depots if depot.unsupplied and not was.get(depot.key, True)]
        freed = [depot.key for depot in self.depots if not depot.unsupplied and was.get(depot.key, False)]
        gone = told_gone(
            names,
            eliminated=self.eliminated,
            surrendered=self.surrendered,
            captured=self.captured,
            depots=self.depots_eliminated,
        )
        return words.sentences(
            *told_attacks(self.attacks),
            "" if self.attacks else "no attack is fought",
            *told_changes(
                before,
                self.units,
                side=request.side,
                forward=[report.hex for report in self.attacks if report.advanced],
                exits=self.exits,
            ),
            *gone,
            *told_prisoners((("Red player", self.red_prisoners), ("White player", self.white_prisoners))),
            *told_returns(self.returns),
            clause(marked, {}, "[is|are] marked Unsupplied"),
            clause(freed, {}, "lose[s its| their] Unsupplied marker[|s]"),
            *(depot.sentence() for depot in self.points if depot.left != depot.capacity),
        )
