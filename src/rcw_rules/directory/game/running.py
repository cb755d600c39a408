"""What goes on by itself in a whole game, and what is done in a Diplomatic or a Mobilization Phase."""

from __future__ import annotations

from rcw_rules.directory.campaign import (
    FACTIONS,
    NOTHING_DONE,
    CampaignState,
    Piece,
    after_persuasion,
    diplomacy_request,
    has_pool,
    placed,
    pool_request,
    require_declaration,
)
from rcw_rules.directory.diplomacy import INTERVENTION, Target
from rcw_rules.directory.game.actions import Declare, Place
from rcw_rules.directory.game.arrivals import due, placeable, rooms
from rcw_rules.directory.game.occupation import Occupation, list_now
from rcw_rules.directory.game.rulebook import PossibleDeclaration, said
from rcw_rules.directory.game.state import GameState
from rcw_rules.directory.game.telling import told_of
from rcw_rules.directory.initiative import InitiativeRequest
from rcw_rules.directory.model import CLASSES, Faction, Side, TurnName
from rcw_rules.directory.options import Options
from rcw_rules.directory.turns import COMBAT_PHASES, MOVEMENT_PHASES, SUPPLY_PHASES, TurnSequenceRequest
from rcw_rules.games import GameResult, Standing, judge
from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words

# ------------------------------------------------------------------ the clock


def begun_turn(umpire: Umpire[Options], state: GameState, events: list[str]) -> GameState:
    """Determine the initiative of a turn, and go on to the first decision.

    Rules: seq-turn, ini-table-directory, ini-table-makhno.
    """
    position = state.campaign.position
    order = umpire.resolve(InitiativeRequest(game=position.game, turn=position.turn), "initiative").order
    weather = " in frozen weather" if state.campaign.frozen else ""
    events.append(f"{position.turn}{weather}: {', then '.join(order)}.")
    return run_on(umpire, _at(state, evolve(state.campaign, position=evolve(position, order=order))), events)


def run_on(umpire: Umpire[Options], state: GameState, events: list[str]) -> GameState:
    """Go on from the end of a phase until a side has something to decide, a turn begins, or the game is over.

    Rules: seq-turn, seq-player-turn, seq-mobilization, seq-supply, fm-duration, mov-base-still, miss-weather.
    """
    while True:
        now = state.campaign.position
        last: TurnName | None = None
        if now.phase == "turn_end":
            question = f"Is {now.turn} the last turn of the game?"
            last = said(state.rulebook.last_turn, "last_turn", rule="miss-victory", question=question)
        following = umpire.resolve(TurnSequenceRequest(position=now, last_turn=last), "what comes next").position
        if following is None:
            return _ended(state)
        campaign = evolve(state.campaign.with_done(lambda piece: NOTHING_DONE), position=following)
        if following.turn != now.turn:
            weather = state.rulebook.weather
            campaign = evolve(campaign, frozen=None if weather is None else following.turn in weather)
        state = _at(state, campaign)
        if following.phase in SUPPLY_PHASES:
            state = _at(state, _supplied(Occupation(campaign, state.board, state.rulebook)))
        elif following.step == "withdrawals":
            state = _withdrawn(state, events)
        if _is_decided(umpire, state):
            if following.side is not None:
                step = f", {following.step}" if following.step else ""
                events.append(f"The {in_words(following.phase)} phase of the {following.side}{step} begins.")
            return state


def _at(state: GameState, campaign: CampaignState) -> GameState:
    return evolve(state, campaign=campaign)


def _is_decided(umpire: Umpire[Options], state: GameState) -> bool:
    """Return whether the game stops in this phase.

    Rules: seq-diplomatic, seq-mobilization.
    """
    position = state.campaign.position
    if position.phase == "diplomatic" and position.side is not None:
        side = position.side
        return (
            has_pool(state.campaign, side)
            and umpire.resolve(pool_request(state.campaign, side), f"actions of the {side}").left > 0
        )
    if position.phase == "mobilization":
        return any(True for _ in placeable(state))
    return position.phase == "initiative" or position.phase in COMBAT_PHASES or position.phase in MOVEMENT_PHASES


def _supplied(lie: Occupation) -> CampaignState:
    """Return the campaign in which the units of the attacker and its allies have the supply that the rulebook finds.

    Rules: seq-supply, miss-supply-trace.
    """
    state = lie.state
    pieces: list[Piece] = []
    for piece in state.pieces:
        supply = lie.status_of(piece) if state.may_act(piece) else piece.supply
        pieces.append(piece if supply == piece.supply else evolve(piece, supply=supply))
    return evolve(state, pieces=tuple(pieces))


def _withdrawn(state: GameState, events: list[str]) -> GameState:
    """Return the state after the withdrawals of a side; those who have not come yet never will.

    Rules: seq-mobilization, miss-mobilization.
    """
    listed = list_now(state.rulebook, state.campaign)
    if listed is None:
        return state
    names = frozenset(listed.withdrawals)
    going = [piece.name for piece in state.campaign.pieces if piece.name in names and state.campaign.may_act(piece)]
    events.extend(f"{name} is withdrawn." for name in going)
    out = tuple(
        evolve(each, why="withdrawn") if each.why == "to_come" and each.counter.name in names else each
        for each in state.out
    )
    return evolve(state, out=out).went(state.campaign.without(going), "withdrawn")


# ------------------------------------------------------------------ the end


def standing_of(state: GameState, *, is_over: bool = False) -> Standing:
    """Return how things stand, as victory conditions ask: every counter destroyed or captured is lost.

    Rules: miss-victory.
    """
    campaign = state.campaign
    lost: dict[str, int] = {}
    on_map: dict[str, int] = {}
    for each in state.out:
        side = campaign.allegiance(each.counter.faction)
        if side is not None and each.why in {"destroyed", "captured"}:
            lost[side] = lost.get(side, 0) + 1
        elif side is not None and each.why == "to_come":
            on_map[side] = on_map.get(side, 0) + 1
    for piece in campaign.pieces:
        side = campaign.allegiance(piece.counter.faction)
        if side is not None and CLASSES[piece.counter.type] == "combat":
            on_map[side] = on_map.get(side, 0) + 1
    holds = {each.place: each.side for each in state.held}
    return Standing(holds=holds, lost=lost, on_map=on_map, is_over=is_over)


def judged(state: GameState, events: list[str]) -> GameState:
    """Return the state, ended if a side has won at once, and tell how the game ended.

    Rules: miss-victory.
    """
    victory = state.victory
    if state.result is None and victory is not None and (victory.at_once is not None or victory.last_side_standing):
        result = judge(victory, standing_of(state), state.sides, "miss-victory")
        if result is not None:
            state = _over(state, result)
    if state.result is not None:
        events.append(f"The game is over: {state.result.reason}.")
    return state


def _ended(state: GameState) -> GameState:
    """Return the state after the last turn.

    Raises:
        MissingProfileError: The scenario does not say who wins.

    Rules: miss-victory, seq-turn.
    """
    victory = said(state.victory, "victory", rule="miss-victory", question="Who has won?")
    result = judge(victory, standing_of(state, is_over=True), state.sides, "miss-victory")
    assert result is not None  # noqa: S101 - after the last turn somebody has won, or it is a draw
    return _over(state, result)


def _over(state: GameState, result: GameResult) -> GameState:
    winners: tuple[Side, ...] = tuple(side for side in state.sides if side == result.winner)
    return evolve(state, campaign=evolve(state.campaign, game_over=True, winners=winners), result=result)


# ------------------------------------------------------------------ diplomacy


def persuaded(umpire: Umpire[Options], state: GameState, target: Target, events: list[str]) -> GameState:
    """Spend an action on an attempt to persuade.

    Rules: dip-table, dip-join-effect, dip-cost.
    """
    campaign = state.campaign
    side = campaign.position.side
    request = diplomacy_request(campaign, _left(umpire, state), "persuade", target)
    with told_of(f"persuade {target}"):
        outcome = umpire.resolve(request, f"persuade {target}")
    after = state.went(after_persuasion(campaign, target, outcome), "withdrawn")
    whom = in_words(target)
    if outcome.withdrawn:
        out = tuple(
            evolve(each, why="withdrawn") if each.why == "to_come" and each.counter.faction in INTERVENTION else each
            for each in after.out
        )
        events.append(f"The {whom} withdraw.")
        return evolve(after, out=out)
    events.append(f"The {whom} join the {side}." if outcome.succeeded else f"The {whom} refuse the {side}.")
    return after


def declared(umpire: Umpire[Options], state: GameState, action: Declare, events: list[str]) -> GameState:
    """Spend an action on a declaration.

    Raises:
        MissingProfileError: The rulebook does not list declarations.
        IllegalRequestError: It does not list this one, or it has been made.

    Rules: dip-automatic, dip-cost, opt-active.
    """
    campaign = state.campaign
    question = f"Whom does it concern if the {campaign.position.side} {in_words(action.action)}?"
    listed = said(state.rulebook.declarations, "declarations", rule="dip-automatic", question=question)
    possible = next(
        (
            each
            for each in listed
            if (each.side, each.action, each.target) == (campaign.position.side, action.action, action.target)
        ),
        None,
    )
    enemies = () if possible is None else enemies_of(campaign, possible)
    if possible is None or not enemies or action.target in campaign.active:
        message = f"the {campaign.position.side} cannot {in_words(action.action)} of the {action.target}"
        raise forbidden("dip-automatic", f"{message}: it is not listed, or it has come true", "$.action")
    request = diplomacy_request(campaign, _left(umpire, state), action.action, action.target)
    with told_of(str(action)):
        umpire.resolve(request, f"{action.action} {action.target}")
        require_declaration(campaign, action.action, action.target, enemies)
    events.append(f"The {action.target} are active, at war with {', '.join(enemies)}.")
    return _at(state, campaign.action_spent().declared(action.target, enemies))


def enemies_of(campaign: CampaignState, possible: PossibleDeclaration) -> tuple[Faction, ...]:
    """Return with whom a declaration brings its target to war as things stand.

    Rules: dip-automatic, dip-join-effect, gen-factions.
    """
    if campaign.withdrawn and possible.target in INTERVENTION:
        return ()
    return tuple(
        enemy
        for enemy in FACTIONS
        if enemy in possible.enemies
        and campaign.power(enemy) != campaign.power(possible.target)
        and not (campaign.withdrawn and enemy in INTERVENTION)
    )


def _left(umpire: Umpire[Options], state: GameState) -> int:
    side = state.campaign.position.side
    if side is None or not has_pool(state.campaign, side):
        return 0
    return umpire.resolve(pool_request(state.campaign, side), f"actions of the {side}").left


# ------------------------------------------------------------------ mobilization


def placed_counter(umpire: Umpire[Options], state: GameState, action: Place, events: list[str]) -> GameState:
    """Place a counter that comes; after the last one the game goes on.

    Raises:
        IllegalRequestError: The counter does not come now, or may not be placed there.

    Rules: miss-mobilization, seq-mobilization, miss-stacking-zoc, opt-placement-enters.
    """
    arrival = next((each for each in due(state) if each.name == action.unit), None)
    if arrival is None:
        message = f"{action.unit!r} does not come in this step; {_listed([each.name for each in due(state)])}"
        raise forbidden("miss-mobilization", message, "$.action.unit")
    if action.hex not in arrival.hexes:
        message = f"{action.unit!r} comes in {', '.join(arrival.hexes)}, not in {action.hex!r}"
        raise forbidden("miss-mobilization", message, "$.action.hex")
    lie = Occupation(state.campaign, state.board, state.rulebook)
    if action.hex not in rooms(lie, arrival):
        message = f"hex {action.hex!r} has no room for {action.unit!r}"
        raise forbidden("miss-stacking-zoc", message, "$.action.hex")
    piece = Piece(counter=arrival.counter, hex=action.hex)
    campaign = evolve(state.campaign, pieces=(*state.campaign.pieces, piece))
    if state.rulebook.supply is not None:
        supply = Occupation(campaign, state.board, state.rulebook).status_of(piece)
        campaign = campaign.with_piece(piece.name, evolve(piece, supply=supply))
    campaign = placed(campaign, state.board, (piece,))
    events.append(f"{action.unit} comes in {action.hex}.")
    state = state.back_in_play([action.unit]).went(campaign, "withdrawn")
    return state if _is_decided(umpire, state) else run_on(umpire, state, events)


def _listed(names: list[str]) -> str:
    return f"these do: {', '.join(names)}" if names else "none does"
