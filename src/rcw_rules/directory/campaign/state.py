"""The state of a campaign as plain values: what stands where, who fights whom, and what was done in this phase.

A state is never changed; every step of a `Campaign` makes another. So an older one is kept for an undo, and a state is
saved and read like any request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.directory.combat import supply_problems
from rcw_rules.directory.diplomacy import ENTERINGS, INTERVENTION, Actions, CityEntry, Entering
from rcw_rules.directory.initiative import side_problems
from rcw_rules.directory.model import (
    SIDES,
    Allowance,
    City,
    Counter,
    Faction,
    Game,
    Side,
    Supply,
)
from rcw_rules.directory.options import Options
from rcw_rules.directory.turns import Position, acts
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import InvalidRequestError, Problem, UnknownNameError
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.values import evolve

Movement: TypeAlias = Literal["ordinary", "naval", "water", "rail"]
"""A kind of movement."""

Declaration: TypeAlias = Literal["declare_war", "begin_mobilization", "begin_intervention"]
"""A diplomatic action that needs no die."""

FACTIONS: tuple[Faction, ...] = get_args(Faction)
DECLARATIONS: tuple[Declaration, ...] = get_args(Declaration)
DIPLOMATS: tuple[Side, Side] = ("bolsheviks", "directory")  # dip-no-volunteers


@frozen(kw_only=True)
class Done:
    """What a unit did in the phase that is going on.

    Attributes:
        attacked: Whether it took part in an attack.
        entered: The hexes that it entered, in order.
        movement: How it moved; None while it has not.
        origin: The hex that it left first; None while it has not moved.
        forced_allowance: The movement allowance in hexes that a forced march brought; None without one.
        served: Whether it is a base that served a naval, water or rail move.
        supply_checked: Whether its supply status was found.
    """

    attacked: bool = False
    entered: tuple[str, ...] = ()
    movement: Movement | None = None
    origin: str | None = None
    forced_allowance: Allowance | None = None
    served: bool = False
    supply_checked: bool = False


NOTHING_DONE = Done()


@frozen(kw_only=True)
class Piece:
    """A counter on the map.

    Attributes:
        counter: The counter; its name is what the campaign calls it by.
        hex: The hex that it is in.
        supply: Its supply status, as its owner's last Supply Phase or the scenario has it; None while it is not known.
        done: What it did in this phase.
        captured_from: The faction that it was captured from; None if it never was. It stands under the name of the
            counter whose place it took, until a counter of that name comes onto the map.
    """

    counter: Counter
    hex: str
    supply: Supply | None = None
    done: Done = NOTHING_DONE
    captured_from: Faction | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need("counter.name", message="is missing: a campaign calls every counter by its own name"),
    )

    @property
    def name(self) -> str:
        """What it is called."""
        return self.counter.name

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a supply status that its faction never has."""
        if self.supply is not None:
            yield from supply_problems(self.counter, self.supply)


@frozen(kw_only=True)
class Alliance:
    """A faction that has joined a side.

    Attributes:
        faction: The faction.
        side: The side.
    """

    faction: Faction
    side: Side


@frozen(kw_only=True)
class War:
    """Two factions that are at war.

    Attributes:
        one: A faction.
        other: Its enemy.
    """

    one: Faction
    other: Faction


@frozen(kw_only=True)
class CampaignState:
    """Everything that is true of a campaign at one moment.

    Attributes:
        position: The clock: game, turn, phase, the order of the player-turns and whose it is.
        pieces: Every counter on the map, in the order in which random selections count them.
        alliances: The factions that stand with a side other than their own; any other faction is independent.
        wars: Who is at war. A side and its allies share all their wars.
        active: The factions that a declaration made active.
        entries: The entries into cities that can matter to the pool of diplomatic actions, in order.
        spent: The diplomatic actions that the Bolsheviks and the Directory have spent.
        withdrawn: Whether the Entente and the Germans have withdrawn.
        frozen: Whether the weather of this turn is frozen; None while it is not known.
        game_over: Whether the last turn is over.
        winners: Who won, once the game is over; empty in a draw.
    """

    position: Position
    pieces: tuple[Piece, ...] = ()
    alliances: tuple[Alliance, ...] = ()
    wars: tuple[War, ...] = ()
    active: tuple[Faction, ...] = ()
    entries: tuple[CityEntry, ...] = ()
    spent: tuple[Actions, Actions] = (0, 0)
    withdrawn: bool = False
    frozen: bool | None = None
    game_over: bool = False
    winners: Annotated[tuple[Side, ...], Size(0, 3)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions: names given twice, sides allied to sides, a war with oneself."""
        first: dict[str, int] = {}
        for index, piece in enumerate(self.pieces):
            other = first.setdefault(piece.counter.name, index)
            if other != index:
                message = f"there is another counter named {piece.name!r}, at [{other}]"
                yield Problem(f".pieces[{index}].counter.name", message)
        yield from self.relation_problems()
        for index, winner in enumerate(self.winners):
            yield from side_problems(self.position.game, winner, f".winners[{index}]")
        for index, piece in enumerate(self.pieces):
            if self.withdrawn and piece.counter.faction in INTERVENTION:
                message = f"the {piece.counter.faction} have withdrawn and have no counter left"
                yield Problem(f".pieces[{index}].counter.faction", message, "dip-join-effect")

    def relation_problems(self) -> Iterator[Problem]:
        """Yield contradictions between alliances and wars."""
        sides = SIDES[self.position.game]
        joined: dict[Faction, int] = {}
        for index, alliance in enumerate(self.alliances):
            path = f".alliances[{index}]"
            if alliance.side not in sides:
                message = f"{alliance.side} is not a side of {self.position.game}; expected one of {', '.join(sides)}"
                yield Problem(f"{path}.side", message, "gen-games")
            if alliance.faction in sides:
                message = f"the {alliance.faction} are a side of their own and cannot join another"
                yield Problem(f"{path}.faction", message, "gen-factions")
            if joined.setdefault(alliance.faction, index) != index:
                yield Problem(f"{path}.faction", f"the {alliance.faction} can join only one side", "gen-factions")
        for index, war in enumerate(self.wars):
            if self.power(war.one) == self.power(war.other):
                message = f"the {war.one} and the {war.other} are on the same side and cannot be at war"
                yield Problem(f".wars[{index}]", message, "gen-factions")

    # ------------------------------------------------------------------ who is who

    @property
    def game(self) -> Game:
        """Which of the two games is played."""
        return self.position.game

    def allegiance(self, faction: Faction) -> Side | None:
        """Return the side to which a faction belongs or is allied; None if it is independent.

        Rules: gen-factions, dip-join-effect.
        """
        return self._sides.get(faction)

    @cached_property
    def _sides(self) -> dict[Faction, Side | None]:
        """The side of every faction."""
        known: dict[Faction, Side | None] = dict.fromkeys(FACTIONS)
        for alliance in reversed(self.alliances):
            known[alliance.faction] = alliance.side
        known.update({side: side for side in SIDES[self.game]})
        return known

    def power(self, faction: Faction) -> Faction:
        """Return for whom a faction fights: its side, or itself if it is independent."""
        return self._sides.get(faction) or faction

    def are_at_war(self, one: Faction, other: Faction) -> bool:
        """Return whether two factions are at war, themselves or through their allies.

        Rules: gen-attacker.
        """
        return frozenset((self.power(one), self.power(other))) in self._wars

    @cached_property
    def _wars(self) -> frozenset[frozenset[Faction]]:
        return frozenset(frozenset((self.power(war.one), self.power(war.other))) for war in self.wars)

    def may_act(self, piece: Piece) -> bool:
        """Return whether a unit belongs to the side whose player-turn it is, or to an ally of that side.

        Rules: gen-attacker, ini-allies.
        """
        return piece.counter.faction in self._acting

    @cached_property
    def _acting(self) -> frozenset[Faction]:
        return frozenset(faction for faction in FACTIONS if acts(self.position, self.allegiance(faction)))

    def acting(self) -> tuple[Piece, ...]:
        """Return the units of the attacker and its allies, in listed order."""
        return tuple(piece for piece in self.pieces if self.may_act(piece))

    # ------------------------------------------------------------------ what is where

    def piece(self, name: str) -> Piece:
        """Return the counter of a name.

        Raises:
            UnknownNameError: The map has no such counter.
        """
        for piece in self.pieces:
            if piece.counter.name == name:
                return piece
        raise UnknownNameError("counter", name, (piece.name for piece in self.pieces))

    def at(self, label: str) -> tuple[Piece, ...]:
        """Return every counter in a hex, in listed order."""
        return self.by_hex.get(label, ())

    @cached_property
    def by_hex(self) -> dict[str, tuple[Piece, ...]]:
        """The counters of every hex that has any, in listed order."""
        found: dict[str, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            found[piece.hex] = (*found.get(piece.hex, ()), piece)
        return found

    # ------------------------------------------------------------------ another state

    def with_piece(self, name: str, changed: Piece) -> CampaignState:
        """Return the state in which another piece stands in the place of the one of a name."""
        self.piece(name)
        return evolve(self, pieces=tuple(changed if piece.name == name else piece for piece in self.pieces))

    def without(self, names: Iterable[str]) -> CampaignState:
        """Return the state without the counters of these names, those that are gone already passed over."""
        gone = frozenset(names)
        return evolve(self, pieces=tuple(piece for piece in self.pieces if piece.name not in gone))

    def reinforced(self, placed: Iterable[Piece]) -> CampaignState:
        """Return the state with more counters, each under its own name.

        A captured counter that still has the name of one of them gives it up: it is called "NAME (captured)" from now
        on, or "NAME (captured 2)" where that is taken too.

        Rules: miss-mobilization.
        """
        placed = tuple(placed)
        coming = {piece.name for piece in placed}
        taken = coming | {piece.name for piece in self.pieces}
        pieces: list[Piece] = []
        for piece in self.pieces:
            if piece.captured_from is None or piece.name not in coming:
                pieces.append(piece)
                continue
            name = f"{piece.name} (captured)"
            number = 2
            while name in taken:
                name = f"{piece.name} (captured {number})"
                number += 1
            taken.add(name)
            pieces.append(evolve(piece, counter=evolve(piece.counter, name=name)))
        return evolve(self, pieces=(*pieces, *placed))

    def moved(self, name: str, path: tuple[str, ...], movement: Movement) -> CampaignState:
        """Return the state after a unit has moved along a path, with the hexes entered noted.

        Rules: mov-kinds.
        """
        piece = self.piece(name)
        origin = piece.hex if piece.done.origin is None else piece.done.origin
        done = evolve(piece.done, entered=(*piece.done.entered, *path), movement=movement, origin=origin)
        return self.with_piece(name, evolve(piece, hex=path[-1], done=done))

    def entered(self, faction: Faction, cities: Iterable[City], by: Entering) -> CampaignState:
        """Return the state after units of a faction have come into cities.

        An entry is noted with the side to which the faction stands at this moment; a city that the same side has
        entered before is not noted again unless only this entry is sure to count, and Makhno's Return, which has no
        diplomacy, notes none.

        Rules: dip-city-entry.
        """
        if self.game != "fall_of_the_directory":
            return self
        side = self.allegiance(faction)
        # An entry that an option may not count does not hide one that always counts.
        enough: tuple[Entering, ...] = ("movement", "retreat") if by in ("movement", "retreat") else ENTERINGS
        known = {(entry.city, entry.allegiance) for entry in self.entries if entry.by in (by, *enough)}
        added: list[CityEntry] = []
        for city in cities:
            if (city, side) not in known:
                known.add((city, side))
                added.append(CityEntry(city=city, faction=faction, allegiance=side, by=by))
        return evolve(self, entries=(*self.entries, *added)) if added else self

    def with_done(self, change: Callable[[Piece], Done]) -> CampaignState:
        """Return the state in which what each piece did is what *change* says."""
        return evolve(self, pieces=tuple(evolve(piece, done=change(piece)) for piece in self.pieces))

    # ------------------------------------------------------------------ what diplomacy changes

    def action_spent(self) -> CampaignState:
        """Return the state after the side whose player-turn it is has spent a diplomatic action.

        Rules: dip-cost.
        """
        bolsheviks, directory = (
            spent + (side == self.position.side) for side, spent in zip(DIPLOMATS, self.spent, strict=True)
        )
        return evolve(self, spent=(bolsheviks, directory))

    def joined(self, faction: Faction, side: Side) -> CampaignState:
        """Return the state after a faction has joined a side: an active ally at once, with no war left between the two.

        Rules: dip-join-effect, ini-allies, opt-active.
        """
        others = tuple(each for each in self.alliances if each.faction != faction)
        changed = evolve(
            self,
            alliances=(*others, Alliance(faction=faction, side=side)),
            active=tuple(dict.fromkeys((*self.active, faction))),
        )
        wars = tuple(war for war in changed.wars if changed.power(war.one) != changed.power(war.other))
        return evolve(changed, wars=wars)

    def declared(self, target: Faction, enemies: Iterable[Faction]) -> CampaignState:
        """Return the state after a declaration: the target is active and at war with these enemies.

        Rules: dip-automatic.
        """
        once: dict[Faction, None] = dict.fromkeys(enemies)
        wars = (War(one=target, other=enemy) for enemy in once if not self.are_at_war(target, enemy))
        return evolve(self, wars=(*self.wars, *wars), active=tuple(dict.fromkeys((*self.active, target))))

    def intervention_ended(self) -> CampaignState:
        """Return the state after the Entente and the Germans have withdrawn: all their counters leave the map.

        Rules: dip-join-effect, dip-entente.
        """
        return evolve(
            self.without(piece.name for piece in self.pieces if piece.counter.faction in INTERVENTION),
            withdrawn=True,
            alliances=tuple(each for each in self.alliances if each.faction not in INTERVENTION),
            wars=tuple(war for war in self.wars if not {war.one, war.other} & set(INTERVENTION)),
            active=tuple(faction for faction in self.active if faction not in INTERVENTION),
        )


def idle_objections(state: CampaignState, piece: Piece, options: Options) -> Iterator[Objection]:
    """Yield the objection to an action of a unit that does not act now.

    Rules: gen-attacker, ini-allies, opt-active.
    """
    faction, side = piece.counter.faction, state.position.side
    if not state.may_act(piece):
        allegiance = state.allegiance(faction)
        whose = "independent" if allegiance is None else f"of the {allegiance}"
        phase = state.position.phase
        now = f"no side acts in {phase}" if side is None else f"only the {side} and their allies act now"
        yield Objection(rule="gen-attacker", message=f"{piece.name!r} is {whose}; {now}", path="")
    elif not may_be_active(state, faction, options):
        message = f"the {faction}, of whom {piece.name!r} is, are not active: a declaration of the {side} makes them so"
        yield Objection(rule="opt-active", message=message, path="")


def may_be_active(state: CampaignState, faction: Faction, options: Options) -> bool:
    """Return whether the option on active factions lets units of a faction act.

    Rules: opt-active.
    """
    return options.active == "at_war" or faction in SIDES[state.game] or faction in state.active


def require_declaration(
    state: CampaignState, action: Declaration, target: Faction, enemies: tuple[Faction, ...]
) -> None:
    """Raise unless a declaration is one, and names whom the target can be at war with.

    Raises:
        InvalidRequestError: It does not.

    Rules: dip-automatic, dip-join-effect, gen-factions.
    """
    problems: list[Problem] = []
    if action not in DECLARATIONS:
        problems.append(
            Problem("$.action", f"expected one of {', '.join(DECLARATIONS)}, got {action!r}", "dip-automatic")
        )
    if not enemies or any(state.power(enemy) == state.power(target) for enemy in enemies):
        message = f"expected at least one enemy of the {target}, none of them on their own side"
        problems.append(Problem("$.enemies", message, "dip-automatic"))
    for index, enemy in enumerate(enemies):
        if enemy not in FACTIONS:
            message = f"expected one of {', '.join(FACTIONS)}, got {enemy!r}"
            problems.append(Problem(f"$.enemies[{index}]", message, "gen-factions"))
        if state.withdrawn and enemy in INTERVENTION:
            message = f"the {enemy} have withdrawn, and can no longer be at war with anyone"
            problems.append(Problem(f"$.enemies[{index}]", message, "dip-join-effect"))
    if problems:
        raise InvalidRequestError(problems)
