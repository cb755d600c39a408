"""What a campaign does by itself as the clock goes on: weather, mobilization, supply, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rcw_rules.directory.campaign.callers_fields import of_a_list, told_by
from rcw_rules.directory.campaign.profile import RulebookProfile
from rcw_rules.directory.campaign.room import require_room
from rcw_rules.directory.campaign.rulebook_map import RulebookMap
from rcw_rules.directory.campaign.state import CampaignState, Piece
from rcw_rules.directory.initiative import turn_problems
from rcw_rules.directory.model import Game, MissingProfileError, TurnName
from rcw_rules.directory.turns import SUPPLY_PHASES
from rcw_rules.kernel.errors import InvalidRequestError, Problem, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.values import evolve


@frozen(kw_only=True)
class _Calendar:
    """The turns that a profile names, to be checked against those of the game."""

    game: Game
    last_turn: TurnName | None
    weather: tuple[TurnName, ...] | None

    def inconsistencies(self) -> Iterator[Problem]:
        if self.last_turn is not None:
            yield from turn_problems(self.game, self.last_turn, ".last_turn")


def require_calendar(game: Game, profile: RulebookProfile) -> None:
    """Raise unless the game is one of the two and the profile names turns.

    Raises:
        InvalidRequestError: They do not, or the last turn lies before the first of the game.

    Rules: miss-victory, miss-weather, gen-games.
    """
    validate(_Calendar(game=game, last_turn=profile.last_turn, weather=profile.weather))


def require_whole(state: CampaignState, board: RulebookMap) -> None:
    """Raise unless a state agrees with itself and with the map.

    Raises:
        InvalidRequestError: It does not.

    Rules: miss-map.
    """
    validate(state)
    problems = list(off_the_map(state, board))
    if problems:
        raise InvalidRequestError(problems)


def off_the_map(state: CampaignState, board: RulebookMap, path: str = "$") -> Iterator[Problem]:
    """Yield the counters that stand in a hex that the map does not have.

    Rules: miss-map.
    """
    for index, piece in enumerate(state.pieces):
        try:
            board.hex(piece.hex)
        except UnknownNameError as error:
            yield Problem(f"{path}.pieces[{index}].hex", f"{piece.name!r}: {error}", "miss-map")


def is_frozen(profile: RulebookProfile, turn: TurnName) -> bool | None:
    """Return whether the weather of a turn is frozen; None if the profile does not say.

    Rules: miss-weather.
    """
    return None if profile.weather is None else turn in profile.weather


def mobilized(state: CampaignState, profile: RulebookProfile, board: RulebookMap) -> CampaignState:
    """Return the state after the step of the Mobilization Phase that its clock shows.

    What is placed in a city has entered it only by the option `placement_enters`. A counter that another side has
    captured is gone for its former owner: it is not withdrawn, and it gives up its name to a counter of that name that
    comes.

    Raises:
        MissingProfileError: The profile has no lists.
        InvalidRequestError: The lists name counters of others, counters that are there already, or unknown hexes.

    Rules: seq-mobilization, miss-mobilization, gen-attacker, dip-city-entry.
    """
    position = state.position
    question = f"What are the {position.step} of the {position.side} in {position.turn}?"
    lists = profile.require("mobilization", rule="miss-mobilization", question=question)(state)
    if position.step == "withdrawals":
        known = {piece.name: piece for piece in state.pieces}
        listed = [known[name] for name in lists.withdrawals if name in known]
        gone = [piece for piece in listed if piece.captured_from is None or state.may_act(piece)]
        _require_own(state, gone, "$.withdrawals")
        return state.without(piece.name for piece in gone)
    coming = lists.reinforcements if position.step == "reinforcements" else lists.mobilization
    _require_own(state, coming, f"$.{position.step}")
    changed = state.reinforced(coming)
    with told_by(of_a_list(str(position.step), len(state.pieces))):
        require_whole(changed, board)
    for index, piece in enumerate(coming):
        require_room(changed, profile, piece, piece.hex, f"$.{position.step}[{index}].hex")
    return placed(changed, board, coming)


def placed(state: CampaignState, board: RulebookMap, pieces: tuple[Piece, ...]) -> CampaignState:
    """Return the state in which it is noted who was placed in a city, where that can gain diplomatic actions.

    Rules: dip-city-entry, opt-placement-enters.
    """
    for piece in pieces:
        if state.allegiance(piece.counter.faction) == "bolsheviks":  # nobody else gains any
            state = state.entered(piece.counter.faction, board.cities_on((piece.hex,)), "placement")
    return state


def _require_own(state: CampaignState, pieces: list[Piece] | tuple[Piece, ...], path: str) -> None:
    problems = [
        Problem(path, f"{piece.name!r} is not of the {state.position.side} or their allies", "gen-attacker")
        for piece in pieces
        if not state.may_act(piece)
    ]
    if problems:
        raise InvalidRequestError(problems)


def supplied(state: CampaignState, profile: RulebookProfile) -> CampaignState:
    """Return the state in which every unit of the attacker and its allies has the supply that the profile finds.

    Without such a profile nothing changes, and the players set the status of each unit.

    Rules: seq-supply, miss-supply-trace.
    """
    if profile.supply is None:
        return state
    changed = state
    for piece in state.acting():
        done = evolve(piece.done, supply_checked=True)
        changed = changed.with_piece(piece.name, evolve(piece, supply=profile.supply(state, piece), done=done))
    return changed


def require_supply_checked(state: CampaignState) -> None:
    """Raise if a Supply Phase is about to end and the status of a unit has not been found.

    Raises:
        MissingProfileError: It has not.

    Rules: seq-supply, miss-supply-trace.
    """
    if state.position.phase not in SUPPLY_PHASES:
        return
    for piece in state.acting():
        if not piece.done.supply_checked:
            question = f"Is {piece.name!r} supplied, in limited supply, or without supply?"
            supply = "the field supply of the RulebookProfile, or the status with set_supply"
            raise MissingProfileError("miss-supply-trace", "supply", question, supply)


def ended(state: CampaignState, profile: RulebookProfile) -> CampaignState:
    """Return the state of a game that is over, with the winners that the profile names.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: miss-victory, seq-turn.
    """
    victory = profile.require("victory", rule="miss-victory", question="Who has won?")
    return evolve(state, game_over=True, winners=victory(state))
