"""The state of a whole battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.games import GameResult
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.marks import Cites
from rcw_rules.orel.combat_phase import OpenPhase, Orders, PhaseCombatsRequest
from rcw_rules.orel.command import EventEffect, MainBody
from rcw_rules.orel.game.battle import Battle
from rcw_rules.orel.model import (
    AttackType,
    Day,
    Depot,
    HexLabel,
    OrelLocation,
    Side,
    Unit,
    enemy_of,
    listed,
    wrong_places,
)
from rcw_rules.orel.scenarios import Reinforcement
from rcw_rules.orel.turn import Moment, Rout

Stage: TypeAlias = Literal[
    "begin",
    "recruitment",
    "movement",
    "barrages",
    "supports",
    "fire",
    "answers",
    "defences",
    "combats",
    "end",
    "over",
]
"""Where in a player turn the game is: what is asked next, or what goes on by itself (begin, fire, end)."""

GOES_ON: tuple[Stage, ...] = ("begin", "fire", "end")
REACTIVE: tuple[Stage, ...] = ("answers", "defences")

FireUse: TypeAlias = Literal["barrage", "prepared", "hasty"]
"""What a battery or a train is ready for: a barrage, or the support of a Prepared or a Hasty Attack."""

Keys: TypeAlias = tuple[Annotated[str, Size(1, 100)], ...]


@frozen(kw_only=True, cache_hash=True)
class Account:
    """What a side has and has lost.

    Attributes:
        points: Its recruit points.
        prisoners: Its prisoners.
        combat_units_lost: The infantry and cavalry units that it has lost.
        exactions: Whether Civil Exactions take points off its next income.
    """

    points: Annotated[int, Range(0, 12, rule="4-cap")] = 0
    prisoners: Annotated[int, Range(0, 9999, rule="4.1-capture")] = 0
    combat_units_lost: Annotated[int, Range(0, 999, rule="10.2-losses")] = 0
    exactions: Annotated[bool, Cites("6-list")] = False


@frozen(kw_only=True, cache_hash=True)
class OffMap:
    """A unit that was driven off the map.

    Attributes:
        unit: Its key.
        exit: The hex from which it left.
        day: The day on which it left.
        player: In whose turn.
    """

    unit: str
    exit: HexLabel
    day: Day
    player: Side


@frozen(kw_only=True, cache_hash=True)
class Entry:
    """A unit or depot that has entered the map in this movement phase, or gone a part of its way, and may go on.

    Attributes:
        key: Its key.
        spent: What it has paid so far, in movement points.
        penalty: How many points less it has in this phase.
    """

    key: str
    spent: Annotated[int, Range(0, 30)] = 0
    penalty: Annotated[int, Range(0, 30)] = 0


@frozen(kw_only=True, cache_hash=True)
class Declared:
    """An attack that has been declared.

    Attributes:
        hex: The attacked hex.
        type: Prepared or Hasty Attack.
        units: The keys of the attackers, in the order in which they declared it.
    """

    hex: HexLabel
    type: AttackType
    units: Keys


@frozen(kw_only=True, cache_hash=True)
class Ready:
    """A battery or train that is ready to fire.

    Attributes:
        unit: Its key.
        use: For what.
    """

    unit: str
    use: FireUse


@frozen(kw_only=True, cache_hash=True)
class Duel:
    """An attack of a train on a train.

    Attributes:
        unit: The key of the train that attacks.
        target: The key of the one attacked.
    """

    unit: str
    target: str


@frozen(kw_only=True, cache_hash=True)
class Held:
    """An effect of an event that lasts, or that a side may still use.

    Attributes:
        side: The side whose event it is.
        effect: The effect.
    """

    side: Side
    effect: EventEffect


@frozen(kw_only=True, cache_hash=True)
class Moves:
    """What has happened in the movement phase.

    Attributes:
        waiting: The keys of those that have still to move or stay; the first is asked.
        put_off: The keys of those put off since the last one decided.
        moved: The keys of units and depots that have moved.
        stayed: The keys of those that stay where they are.
        began: The keys of units that began to entrench.
        checks: The keys of units out of command that passed their check.
        failed: The keys of those that failed it.
        rolled: The keys of tanks that have rolled.
        entries: Who has entered the map, or gone a part of its way, and may go on.
        observed: The keys of enemy units that stood next to a unit of the side when the phase began.
        relocated: Whether the place in Orel has been changed.
        halted: Whether all others were told to stay; who is still waiting then must move.
    """

    waiting: Keys = ()
    put_off: Keys = ()
    moved: Keys = ()
    stayed: Keys = ()
    began: Keys = ()
    checks: Keys = ()
    failed: Keys = ()
    rolled: Keys = ()
    entries: tuple[Entry, ...] = ()
    observed: Keys = ()
    relocated: bool = False
    halted: bool = False

    def with_moved(self, key: str) -> Moves:
        """Return what has happened once a unit has moved."""
        return evolve(self, moved=(*self.moved, key))

    def with_stayed(self, key: str) -> Moves:
        """Return what has happened once a unit stays where it is."""
        return evolve(self, stayed=(*self.stayed, key))

    def entries_of(self, key: str) -> tuple[Entry, ...]:
        """Return how a unit or depot has entered the map in this phase, if it has and may go on."""
        return tuple(entry for entry in self.entries if entry.key == key)


@frozen(kw_only=True, cache_hash=True)
class Fighting:
    """What has happened in the combat phase.

    Attributes:
        asked: The keys of the batteries and trains that are still to be asked; the first is.
        orders: What has been ordered.
        opened: The phase once munitions are assigned and barrages fired, without its units and depots.
        answered: The keys of the reactive player's batteries that have answered a barrage.
        combats: The combats that are left, without units and depots.
    """

    asked: Keys = ()
    orders: Orders = Orders()  # noqa: RUF009 - a frozen value
    opened: OpenPhase | None = None
    answered: Keys = ()
    combats: PhaseCombatsRequest | None = None


@frozen(kw_only=True, cache_hash=True)
class State:
    """A moment of a battle: everything that is true.

    Attributes:
        battle: What is played.
        moment: The day, whose player turn it is, and the step.
        stage: What is asked next, or goes on by itself.
        units: Every unit that is in the game: on the map, to come, to be raised or driven off.
        depots: Every depot, likewise.
        lost_units: The units that are gone, as they were last seen.
        red: What Red has and has lost.
        white: What White has and has lost.
        main_bodies: The main bodies after the last checks of command.
        routs: When the routed units on the map were routed.
        off_map: Who was driven off the map.
        coming: What is still to come: reinforcements, depots that return, repaired trains, raised battalions.
        arrived: The keys of the reinforcements that have come.
        entered_at: Where those have entered that must all use one hex: a key and its hex.
        raised: The keys of the battalions of recruits raised in this turn, and of those that may still enter.
        orel: Where in Orel the units there are.
        held_orel: Which side last had a combat unit or artillery there.
        held: Lasting effects of events.
        moves: What has happened in the movement phase.
        declared: The attacks declared; each is known by its number, from 1.
        ready: The batteries and trains ready to fire.
        duels: The attacks of trains on trains that are still to be fought.
        fighting: What has happened in the combat phase.
        result: How the battle ended.
    """

    battle: Battle
    moment: Moment
    stage: Stage = "begin"
    units: Annotated[tuple[Unit, ...], Size(0, 400)]
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    lost_units: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    red: Account = Account()
    white: Account = Account()
    main_bodies: tuple[MainBody, ...] = ()
    routs: tuple[Rout, ...] = ()
    off_map: tuple[OffMap, ...] = ()
    coming: tuple[Reinforcement, ...] = ()
    arrived: Keys = ()
    entered_at: tuple[tuple[str, HexLabel], ...] = ()
    raised: Keys = ()
    orel: OrelLocation = "suburbs"
    held_orel: Side = "white"
    held: tuple[Held, ...] = ()
    moves: Moves = Moves()
    declared: Annotated[tuple[Declared, ...], Size(0, 40)] = ()
    ready: tuple[Ready, ...] = ()
    duels: tuple[Duel, ...] = ()
    fighting: Fighting = Fighting()
    result: GameResult | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield misplaced units, and names of units that do not exist."""
        grid = self.battle.board.grid
        yield from wrong_places((*listed("units", self.units), *listed("depots", self.depots)), grid)
        keys = {thing.key for thing in self.things}
        units = {unit.key: unit for unit in self.units}
        for number, key in enumerate(self.moves.waiting):
            if key not in keys:
                yield Problem(f".moves.waiting[{number}]", f"no unit or depot has the key {key!r}", "X-bad-units")
        for number, rout in enumerate(self.routs):
            unit = units.get(rout.unit)
            if unit is None or unit.mode != "routed":
                yield Problem(f".routs[{number}].unit", f"no routed unit has the key {rout.unit!r}", "8.7.3-rally")
        for number, gone in enumerate(self.off_map):
            if gone.unit not in units or units[gone.unit].hex is not None:
                message = f"no unit off the map has the key {gone.unit!r}"
                yield Problem(f".off_map[{number}].unit", message, "7.5-leave")
        for number, attack in enumerate(self.declared):
            for at, key in enumerate(attack.units):
                if key not in units and not any(unit.key == key for unit in self.lost_units):
                    message = f"no unit has the key {key!r}"
                    yield Problem(f".declared[{number}].units[{at}]", message, "X-bad-units")

    # ------------------------------------------------------------------ who and what

    @property
    def side(self) -> Side:
        """The active player."""
        return self.moment.player

    @property
    def enemy(self) -> Side:
        """The reactive player."""
        return enemy_of(self.side)

    @property
    def day(self) -> Day:
        """The day."""
        return self.moment.day

    @property
    def to_act(self) -> Side | None:
        """The side that acts next; None if the game goes on by itself, or is over."""
        if self.stage in GOES_ON or self.stage == "over":
            return None
        return self.enemy if self.stage in REACTIVE else self.side

    @property
    def things(self) -> tuple[Unit | Depot, ...]:
        """Every unit, then every depot."""
        return (*self.units, *self.depots)

    @property
    def on_map(self) -> tuple[Unit, ...]:
        """The units on the map."""
        return tuple(unit for unit in self.units if unit.hex is not None)

    @property
    def depots_on_map(self) -> tuple[Depot, ...]:
        """The depots on the map."""
        return tuple(depot for depot in self.depots if depot.hex is not None)

    def account(self, side: Side) -> Account:
        """Return what a side has and has lost."""
        return self.red if side == "red" else self.white

    def with_account(self, side: Side, account: Account) -> State:
        """Return the state with what a side has changed."""
        return evolve(self, red=account) if side == "red" else evolve(self, white=account)

    def unit(self, key: str) -> Unit | None:
        """Return the unit of a key; None if there is none."""
        return next((unit for unit in self.units if unit.key == key), None)

    def depot(self, key: str) -> Depot | None:
        """Return the depot of a key; None if there is none."""
        return next((depot for depot in self.depots if depot.key == key), None)

    def thing(self, key: str) -> Unit | Depot:
        """Return the unit or depot of a key.

        Raises:
            KeyError: If there is none.
        """
        found = self.unit(key) or self.depot(key)
        if found is None:
            raise KeyError(key)
        return found

    def in_hex(self, place: str | None, side: Side) -> tuple[Unit, ...]:
        """Return the units of a side in a hex."""
        return tuple(unit for unit in self.units if place is not None and unit.hex == place and unit.side == side)

    def with_units(self, *changed: Unit) -> State:
        """Return the state with some units as they are now."""
        now: Mapping[str, Unit] = {unit.key: unit for unit in changed}
        return evolve(self, units=tuple(now.get(unit.key, unit) for unit in self.units)) if now else self

    def with_depots(self, *changed: Depot) -> State:
        """Return the state with some depots as they are now."""
        now = {depot.key: depot for depot in changed}
        return evolve(self, depots=tuple(now.get(depot.key, depot) for depot in self.depots)) if now else self

    def with_thing(self, thing: Unit | Depot) -> State:
        """Return the state with a unit or a depot as it is now."""
        return self.with_units(thing) if isinstance(thing, Unit) else self.with_depots(thing)

    def held_by(self, side: Side, on: str) -> Held | None:
        """Return the effect of that kind that a side may still use."""
        return next((held for held in self.held if held.side == side and held.effect.on == on), None)

    def comes(self, key: str) -> Reinforcement | None:
        """Return when and where a unit or depot is still to come."""
        return next((comes for comes in self.coming if key in comes.units), None)

    def has_come(self, keys: Iterable[str]) -> State:
        """Return the state once units and depots are no longer to come."""
        gone = frozenset(keys)
        left = (evolve(one, units=tuple(key for key in one.units if key not in gone)) for one in self.coming)
        return evolve(
            self,
            coming=tuple(one for one in left if one.units),
            raised=tuple(key for key in self.raised if key not in gone),
        )
