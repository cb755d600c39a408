"""Fall of the Directory and Makhno's Return as whole games in the frame of `rcw_rules.games`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any, ClassVar

import attrs

from rcw_rules.digests import digest_of
from rcw_rules.directory.campaign import (
    FACTIONS,
    MapHex,
    Piece,
    RulebookMap,
    has_pool,
    may_be_active,
    pool_request,
)
from rcw_rules.directory.combat import Combatant, CombatStrengthRequest, Role
from rcw_rules.directory.diplomacy import DiplomacyRequest, Target, diplomacy
from rcw_rules.directory.game.acting import ActRequest, BeginGameRequest
from rcw_rules.directory.game.actions import (
    ACTION_TYPES,
    Action,
    Attack,
    BreakUp,
    Declare,
    EndPhase,
    ForceMarch,
    GoOn,
    Move,
    Persuade,
    Place,
    Send,
)
from rcw_rules.directory.game.arrivals import due, rooms
from rcw_rules.directory.game.battles import LEAST_ODDS, Battles
from rcw_rules.directory.game.occupation import Occupation
from rcw_rules.directory.game.rulebook import Rulebook
from rcw_rules.directory.game.running import enemies_of, standing_of
from rcw_rules.directory.game.scenario import Scenario
from rcw_rules.directory.game.seen import DirectoryView, drawn, seen_by, told_map
from rcw_rules.directory.game.state import GameState
from rcw_rules.directory.game.ways import Ways
from rcw_rules.directory.model import CLASSES, SIDES, Counter, Side
from rcw_rules.directory.movement import MovementRequest
from rcw_rules.directory.options import Options
from rcw_rules.directory.turns import COMBAT_PHASES, MOVEMENT_PHASES
from rcw_rules.games import Game, GameResult, Score, known_side, known_viewer, line, score_of
from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.sources import GivenDice
from rcw_rules.ruleset import Ruleset
from rcw_rules.worked_examples import Drawing

_TARGETS: tuple[Target, ...] = ("makhnovists", "zelenyists", "grigorievists", "entente_and_germans")  # dip-table
_FRAME = ("format", "schema_version", "ruleset")
"""What a scenario file says that is not the scenario."""

_PLACE_WORTH = 10
"""What the measure counts for a point of victory, against one of printed strength."""


@attrs.frozen(kw_only=True, eq=False, slots=False)
class DirectoryGame(Game[Scenario, GameState, Action]):
    """The whole games of the ruleset.

    Nothing on the chart sheet is hidden, so every side sees everything.
    """

    scenario_type: ClassVar[type[Any]] = Scenario
    state_type: ClassVar[type[Any]] = GameState
    action_types: ClassVar[tuple[type[Any], ...]] = ACTION_TYPES
    action_rule: ClassVar[str] = "seq-player-turn"
    scenario_keys: ClassVar[Mapping[str, str]] = {"map": "board"}
    scenarios: ClassVar[Mapping[str, Callable[[], Scenario]]] = {
        "fall_of_the_directory": lambda: _shipped("fall_of_the_directory"),
        "makhnos_return": lambda: _shipped("makhnos_return"),
    }

    ruleset: Ruleset[Options]

    def sides(self, scenario: Scenario) -> tuple[str, ...]:
        """Return the three sides of the game, in the order of the chart sheet."""
        return SIDES[scenario.game]

    def begin_request(self, scenario: Scenario) -> BeginGameRequest:
        """Return the request that begins a scenario."""
        return BeginGameRequest(scenario=scenario)

    def act_request(self, state: GameState, action: Action) -> ActRequest:
        """Return the request of an action."""
        return ActRequest(state=state, action=action)

    def to_act(self, state: GameState) -> Side | None:
        """Return the side whose player-turn it is; None at the initiative, which nobody decides, and at the end."""
        return state.campaign.position.side if state.result is None else None

    def result(self, state: GameState) -> GameResult | None:
        """Return how the game ended; None while it goes on."""
        return state.result

    # ------------------------------------------------------------------ what can be done

    def legal_actions(self, state: GameState) -> tuple[Action, ...]:
        """Return every legal action: the end of the phase first, then by unit in listed order.

        A unit's hexes come nearest first, and of equally near ones clockwise from north.

        Raises:
            MissingProfileError: The rulebook of the scenario lacks what the phase needs.
        """
        position = state.campaign.position
        if state.result is not None:
            return ()
        if position.side is None:
            return (GoOn(),)
        found: Iterator[Action]
        if position.phase == "mobilization":
            return tuple(self._placements(state)) or (EndPhase(),)
        if position.phase == "diplomatic":
            found = self._talks(state, position.side)
        elif position.phase in COMBAT_PHASES:
            found = self._attacks(state)
        elif position.phase in MOVEMENT_PHASES:
            found = self._moves(state)
        else:
            return (EndPhase(),)
        return (EndPhase(), *found)

    def _talks(self, state: GameState, side: Side) -> Iterator[Action]:
        campaign, options = state.campaign, self.ruleset.options
        left = self._actions_left(state, side)
        if not left:
            return
        for target in _TARGETS:
            request = DiplomacyRequest(
                game=campaign.game,
                phasing_side=side,
                side=side,
                pool=left,
                action="persuade",
                target=target,
                allegiance=None if target == "entente_and_germans" else campaign.allegiance(target),
                withdrawn=campaign.withdrawn if target == "entente_and_germans" else None,
                phase="diplomatic",
            )
            if diplomacy.verdict(request, options).legal:
                yield Persuade(target=target)
        for possible in state.rulebook.declarations or ():
            if possible.side == side and possible.target not in campaign.active and enemies_of(campaign, possible):
                yield Declare(action=possible.action, target=possible.target)

    def _actions_left(self, state: GameState, side: Side) -> int:
        if not has_pool(state.campaign, side):
            return 0
        return self.ruleset.outcome(pool_request(state.campaign, side), dice=GivenDice(())).left

    def _placements(self, state: GameState) -> Iterator[Action]:
        lie = Occupation(state.campaign, state.board, state.rulebook)
        for arrival in due(state):
            for label in rooms(lie, arrival):
                yield Place(unit=arrival.name, hex=label)

    def _attacks(self, state: GameState) -> Iterator[Action]:
        lie = Occupation(state.campaign, state.board, state.rulebook)
        battles = Battles(lie, self.ruleset.charts, self.ruleset.options)
        for target in battles.targets():
            defence = sum(map(self._strength, battles.defence_request(target).counters), Fraction(0))
            attack = sum(
                map(self._strength, battles.attack_request(battles.who_can_attack(target)).counters), Fraction(0)
            )
            if defence > 0 and attack >= defence * LEAST_ODDS:
                yield Attack(target=target)
        if state.rulebook.break_up is not None:
            for piece in state.campaign.acting():
                if piece.counter.type == "supply_stockpile":
                    yield BreakUp(unit=piece.name)

    def _moves(self, state: GameState) -> Iterator[Action]:
        lie = Occupation(state.campaign, state.board, state.rulebook)
        ways = Ways(lie, self.ruleset.charts)
        for piece in state.campaign.acting():
            if not self._may_act(state, piece):
                continue
            name = piece.name
            if ways.is_on_foot(piece):
                for label in ways.walks(piece, self._allowances):
                    yield Move(unit=name, to=label)
            if ways.may_force_march(piece):
                yield ForceMarch(unit=name)
            for mode in ways.modes(piece):
                for label in ways.rides(piece, mode):
                    yield Send(unit=name, mode=mode, to=label)

    def _may_act(self, state: GameState, piece: Piece) -> bool:
        return may_be_active(state.campaign, piece.counter.faction, self.ruleset.options)

    @cached_property
    def _allowances(self) -> Callable[..., tuple[int, int]]:
        """How far a counter may go hex by hex, asked once for all that are alike."""
        known: dict[tuple[Any, ...], tuple[int, int]] = {}

        def ask(counter: Counter, forced: int | None, *, frozen: bool) -> tuple[int, int]:
            key = (counter.type, counter.movement, forced, frozen)
            if key not in known:
                request = MovementRequest(
                    unit=counter,
                    frozen=frozen,
                    forced=forced,
                    restriction_ok=True if counter.type == "local_units" else None,
                )
                outcome = self.ruleset.outcome(request, dice=GivenDice(()))
                known[key] = (outcome.allowance, outcome.rough_allowance)
            return known[key]

        return ask

    @cached_property
    def _strength(self) -> Callable[[Combatant], Fraction]:
        """How strong a counter is, asked once for all that are alike; with a terrain, as an attacker."""
        known: dict[tuple[Any, ...], Fraction] = {}

        def ask(combatant: Combatant) -> Fraction:
            counter = combatant.counter
            key = (
                counter.type,
                counter.faction,
                counter.attack,
                counter.defence,
                combatant.supply,
                combatant.terrain,
            )
            if key not in known:
                role: Role = "defence" if combatant.terrain is None else "attack"
                request = CombatStrengthRequest(role=role, counters=(combatant,))
                known[key] = self.ruleset.outcome(request, dice=GivenDice(())).total
            return known[key]

        return ask

    # ------------------------------------------------------------------ what is seen and counted

    def view(self, state: GameState, viewer: str) -> DirectoryView:
        """Return what a side sees: everything, since nothing on the chart sheet is hidden."""
        left: tuple[tuple[Side, int], ...] = tuple(
            (side, self._actions_left(state, side)) for side in state.sides if has_pool(state.campaign, side)
        )
        viewer = known_viewer(viewer, state.sides)
        return seen_by(state, viewer, to_act=self.to_act(state), actions_left=left)

    def measure(self, state: GameState, side: str) -> int | Fraction:
        """Return how good a state is for a side.

        The printed strengths, attack and defence, of its combat units and armor and those of its allies, less those of
        everybody at war with it; ten for every point of a place of the victory conditions that it holds, less those
        of its enemies; and less one for every hex between its nearest combat unit and each place that it could score
        for and does not hold.
        """
        campaign, board = state.campaign, state.board
        own = known_side(side, state.sides)
        at_war = {faction for faction in FACTIONS if campaign.are_at_war(own, faction)}
        total, hexes = 0, set[str]()
        for piece in campaign.pieces:
            kind = CLASSES[piece.counter.type]
            if kind not in {"combat", "armor"}:
                continue
            if campaign.allegiance(piece.counter.faction) == own:
                total += self._printed(piece.counter)
                if kind == "combat":
                    hexes.add(piece.hex)
            elif piece.counter.faction in at_war:
                total -= self._printed(piece.counter)
        holders = {each.place: each.side for each in state.held}
        for place in state.victory.places if state.victory is not None else ():
            holder = holders.get(place.place)
            if holder == own and place.side in {"", own}:
                total += _PLACE_WORTH * place.points
            elif holder in at_war and place.side in {"", holder}:
                total -= _PLACE_WORTH * place.points
            if holder != own and place.side in {"", own} and hexes:
                there = state.hex_of_place(place.place)
                total -= min(board.grid.distance(label, there) for label in hexes)
        return total

    def score(self, state: GameState) -> Score:
        """Return what the victory of the scenario counts so far."""
        return Score() if state.victory is None else score_of(state.victory, standing_of(state))

    def _printed(self, counter: Counter) -> int:
        """Return the attack and the defence strength of a counter together."""
        chart = self.ruleset.charts["unit_types"]
        attack = chart.look_up(counter.type, "attack").number() if counter.attack is None else counter.attack
        defence = chart.look_up(counter.type, "defence").number() if counter.defence is None else counter.defence
        return attack + defence

    def conserved(self, state: GameState) -> Mapping[str, int]:
        """Return the number of counters on the map and out of play, without the stockpiles that captures made."""
        return {"counters": len(state.campaign.pieces) + len(state.out) - state.stockpiles_made}

    def steps_of(self, action: Action) -> tuple[str, ...]:
        """Return how an action is asked in steps: what, which unit, by which kind of movement, and where to."""
        match action:
            case Move():
                return ("move", action.unit, "on foot", action.to)
            case Send():
                return ("move", action.unit, f"by {action.mode}", action.to)
            case ForceMarch():
                return ("move", action.unit, "force march")
            case Place():
                return ("place", action.unit, action.hex)
            case _:
                return (line(action),)

    def digest(self, state: GameState) -> str:
        """Return the digest of a state; that of map and rulebook, which never change, is found once."""
        from rcw_rules.wire import unstructure

        data = unstructure(attrs.evolve(state, board=_BLANK, rulebook=Rulebook()), GameState)
        return digest_of({**data, "unchanging": _digest_of(state.board, state.rulebook)})

    def picture(self, view: DirectoryView) -> Drawing | None:
        """Return a picture of the map with the counters on it."""
        return drawn(view)

    def text_map(self, view: DirectoryView) -> str:
        """Return the map as lines of text, and under it what stands where."""
        return told_map(view)


_BLANK = RulebookMap(title="blank", grid=HexGrid(columns=1, rows=1), hexes=(MapHex(label="0101", land="clear"),))
"""Stands for the map of a state while the rest of it is digested."""


@lru_cache(maxsize=32)
def _digest_of(board: RulebookMap, rulebook: Rulebook) -> str:
    """Return the digest of what never changes in a game."""
    from rcw_rules.wire import unstructure

    return digest_of({"board": unstructure(board), "rulebook": unstructure(rulebook)})


def _shipped(name: str) -> Scenario:
    """Return a scenario that comes with the ruleset."""
    from rcw_rules.toml_files import read_toml_data
    from rcw_rules.wire import structure

    with resources.as_file(resources.files("rcw_rules.directory") / "scenarios") as folder:
        data = read_toml_data(folder / f"{name}.toml")
        data["board"] = read_toml_data(folder / data.pop("map"))
    return structure({key: value for key, value in data.items() if key not in _FRAME}, Scenario)
