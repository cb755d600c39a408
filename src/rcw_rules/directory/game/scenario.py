"""Where a whole game begins: the map, the rulebook, the counters on the map and to come, alliances and wars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.directory.campaign import (
    Alliance,
    CampaignState,
    Piece,
    RulebookMap,
    War,
    placed,
)
from rcw_rules.directory.game.occupation import Occupation, within_limits
from rcw_rules.directory.game.rulebook import Rulebook, Stationed, Unit
from rcw_rules.directory.game.state import GameState, Held, OutOfPlay, places_of
from rcw_rules.directory.initiative import side_problems, turn_problems
from rcw_rules.directory.model import SIDES, Faction, Game, TurnName, turn_index
from rcw_rules.directory.turns import first_position
from rcw_rules.games import Victory
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size


@frozen(kw_only=True)
class Scenario:
    """Where a whole game begins.

    Attributes:
        title: What it is called.
        source: Where it comes from; what is made up says so.
        game: Which of the two games is played.
        board: The map.
        rulebook: What the missing rulebook would say.
        units: The counters on the map, in the order in which random selections count them.
        spares: The counters that can take the place of captured ones.
        alliances: The factions that stand with a side from the start.
        wars: Who is at war from the start.
        active: The factions that a declaration has made active before the start.
        victory: Who wins; the game ends with a `MissingProfileError` if it does not say.
        held: Places of the victory conditions that a side holds though it has nobody there.
    """

    title: Annotated[str, Size(1, 100)]
    source: str
    game: Game
    board: RulebookMap
    rulebook: Rulebook
    units: tuple[Stationed, ...] = ()
    spares: tuple[Unit, ...] = ()
    alliances: tuple[Alliance, ...] = ()
    wars: tuple[War, ...] = ()
    active: tuple[Faction, ...] = ()
    victory: Victory | None = None
    held: tuple[Held, ...] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield everything that is wrong, with paths below the scenario.

        Names given twice, places off the map, turns and sides that the game does not have, arrivals after its end, and
        counters that may not be together.

        Rules: miss-profile, gen-games, miss-map, miss-stacking-zoc, miss-mobilization, miss-victory.
        """
        yield from self._name_problems()
        yield from self._hex_problems()
        yield from self._turn_problems()
        yield from self._victory_problems()
        strangers = list(self._side_problems())
        yield from strangers
        if not strangers:
            yield from self._stack_problems()

    def _listed(self) -> Iterator[tuple[str, Unit]]:
        """Yield every counter with its path."""
        for index, unit in enumerate(self.units):
            yield f".units[{index}]", unit
        for index, spare in enumerate(self.spares):
            yield f".spares[{index}]", spare
        for number, each in enumerate(self.rulebook.mobilization or ()):
            path = f".rulebook.mobilization[{number}]"
            for index, arrival in enumerate(each.reinforcements):
                yield f"{path}.reinforcements[{index}]", arrival
            for index, arrival in enumerate(each.mobilization):
                yield f"{path}.mobilization[{index}]", arrival

    def _name_problems(self) -> Iterator[Problem]:
        first: dict[str, str] = {}
        for path, unit in self._listed():
            other = first.setdefault(unit.name, path)
            if other != path:
                yield Problem(f"{path}.name", f"there is another counter named {unit.name!r}, at {other[1:]}")
        for number, each in enumerate(self.rulebook.mobilization or ()):
            for index, name in enumerate(each.withdrawals):
                if name not in first:
                    path = f".rulebook.mobilization[{number}].withdrawals[{index}]"
                    yield Problem(path, str(UnknownNameError("counter", name, first)), "miss-mobilization")
        local = self.rulebook.local_units
        for index, home in enumerate(local.homes if local is not None else ()):
            if home.unit not in first:
                path = f".rulebook.local_units.homes[{index}].unit"
                yield Problem(path, str(UnknownNameError("counter", home.unit, first)), "unit-local")

    def _hex_problems(self) -> Iterator[Problem]:
        labels = [(f".units[{index}].hex", unit.hex) for index, unit in enumerate(self.units)]
        for number, each in enumerate(self.rulebook.mobilization or ()):
            for step in ("reinforcements", "mobilization"):
                for index, arrival in enumerate(getattr(each, step)):
                    path = f".rulebook.mobilization[{number}].{step}[{index}].hexes"
                    labels += [(f"{path}[{place}]", label) for place, label in enumerate(arrival.hexes)]
        local = self.rulebook.local_units
        for index, home in enumerate(local.homes if local is not None else ()):
            labels.append((f".rulebook.local_units.homes[{index}].hex", home.hex))
        for path, label in labels:
            try:
                self.board.hex(label)
            except UnknownNameError as error:
                yield Problem(path, str(error), "miss-map")

    def _turn_problems(self) -> Iterator[Problem]:
        book, game = self.rulebook, self.game
        if book.last_turn is not None:
            yield from turn_problems(game, book.last_turn, ".rulebook.last_turn")
        seen: set[tuple[str, str]] = set()
        for number, each in enumerate(book.mobilization or ()):
            path = f".rulebook.mobilization[{number}]"
            too_early = list(turn_problems(game, each.turn, f"{path}.turn"))
            yield from too_early
            if not too_early and book.last_turn is not None and _is_after(game, each.turn, book.last_turn):
                message = f"{each.turn} comes after {book.last_turn}, the last turn of the game"
                yield Problem(f"{path}.turn", message, "miss-mobilization")
            if (each.turn, each.side) in seen:
                message = f"the {each.side} have another list for {each.turn}; put the two together"
                yield Problem(path, message, "miss-mobilization")
            seen.add((each.turn, each.side))

    def _side_problems(self) -> Iterator[Problem]:
        yield from self._state().relation_problems()
        for number, each in enumerate(self.rulebook.mobilization or ()):
            yield from side_problems(self.game, each.side, f".rulebook.mobilization[{number}].side")
        for number, possible in enumerate(self.rulebook.declarations or ()):
            yield from side_problems(self.game, possible.side, f".rulebook.declarations[{number}].side")
        for number, held in enumerate(self.held):
            yield from side_problems(self.game, held.side, f".held[{number}].side")

    def _victory_problems(self) -> Iterator[Problem]:
        victory = self.victory
        places = (*places_of(self.board), *self.board.labels)
        named: set[str] = set() if victory is None else {each.place for each in victory.places}
        if victory is not None:
            for problem in victory.wrong_names(SIDES[self.game], places):
                yield Problem(f".victory{problem.path}", problem.message, "miss-victory")
            for number, _ in enumerate(victory.exits):
                yield Problem(f".victory.exits[{number}]", "no unit leaves the map in these games", "miss-victory")
        for number, each in enumerate(self.held):
            if each.place not in named:
                yield Problem(f".held[{number}].place", f"{each.place!r} is no place of the victory", "miss-victory")

    def _stack_problems(self) -> Iterator[Problem]:
        state = self._state()
        index = {unit.name: number for number, unit in enumerate(self.units)}
        rule = self.rulebook.stacking
        for label, pieces in state.by_hex.items():
            names = ", ".join(piece.name for piece in pieces)
            path = f".units[{index[pieces[-1].name]}].hex"
            if len({state.power(piece.counter.faction) for piece in pieces}) > 1:
                message = f"{names} are not of one side and may not be in hex {label!r} together"
                yield Problem(path, message, "miss-stacking-zoc")
            elif (
                rule is not None
                and "set_up" in rule.limits_hold_for
                and not within_limits(rule, (piece.counter for piece in pieces))
            ):
                message = (
                    f"{names} are too many for hex {label!r}: {rule.combat_units} combat units, {rule.others} others"
                )
                yield Problem(path, message, "miss-stacking-zoc")

    def _state(self) -> CampaignState:
        """Return the campaign as it is set up, without the supply that has to be found."""
        weather = self.rulebook.weather
        position = first_position(self.game)
        return CampaignState(
            position=position,
            pieces=tuple(Piece(counter=unit.counter, hex=unit.hex, supply=unit.supply) for unit in self.units),
            alliances=self.alliances,
            wars=self.wars,
            active=self.active,
            frozen=None if weather is None else position.turn in weather,
        )

    def begun(self) -> GameState:
        """Return the state in which the game begins.

        Rules: miss-profile, seq-turn, dip-city-entry.
        """
        campaign = self._state()
        campaign = placed(campaign, self.board, campaign.pieces)
        arrivals = (
            arrival
            for each in self.rulebook.mobilization or ()
            for arrival in (*each.reinforcements, *each.mobilization)
        )
        empty = GameState(
            campaign=CampaignState(position=campaign.position),
            board=self.board,
            rulebook=self.rulebook,
            victory=self.victory,
            out=(
                *(OutOfPlay(counter=unit.counter, why="to_come") for unit in arrivals),
                *(OutOfPlay(counter=unit.counter, why="spare") for unit in self.spares),
            ),
            held=self.held,
        )
        return empty.went(with_supply(Occupation(campaign, self.board, self.rulebook)), "withdrawn")


def _is_after(game: Game, turn: TurnName, other: TurnName) -> bool:
    ours, theirs = turn_index(game, turn), turn_index(game, other)
    return ours is not None and theirs is not None and ours > theirs


def with_supply(lie: Occupation) -> CampaignState:
    """Return the campaign in which every counter without a supply status has the one that the rulebook finds.

    Where the rulebook does not say how, it stays unknown until somebody asks.

    Rules: miss-supply-trace, seq-supply.
    """
    state = lie.state
    if lie.rulebook.supply is None or all(piece.supply is not None for piece in state.pieces):
        return state
    pieces = (
        piece if piece.supply is not None else evolve(piece, supply=lie.status_of(piece)) for piece in state.pieces
    )
    return evolve(state, pieces=tuple(pieces))
