"""Attacks and broken-up stockpiles of a whole game."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from rcw_rules.directory.campaign import (
    Attack,
    BlockedFate,
    CampaignState,
    Piece,
    advanced,
    after_combat,
    combat_request,
)
from rcw_rules.directory.combat import Captured, CombatOutcome
from rcw_rules.directory.game.battles import LEAST_ODDS, Battles
from rcw_rules.directory.game.choices import ADVANCE, RETREAT, TAKE_PART, Advancing, Joining, Retreating
from rcw_rules.directory.game.occupation import Occupation, broken_up, may_advance
from rcw_rules.directory.game.scenario import with_supply
from rcw_rules.directory.game.state import GameState, WhyOut
from rcw_rules.directory.game.telling import told_of
from rcw_rules.directory.game.travelling import profile_after_search
from rcw_rules.directory.model import CLASSES, Counter
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve

Routes: TypeAlias = dict[str, tuple[str, ...]]


def attacked(umpire: Umpire[Options], state: GameState, target: str, events: list[str]) -> GameState:
    """Attack a hex: who takes part, the dice, the ways of those who retreat, captures, and who advances.

    Who can retreat is found before the die, for all defenders together: in listed order each that has room beside those
    before it. The others are captured, destroyed, or have the fate that the rulebook knows.

    Raises:
        IllegalRequestError: Nobody can attack the hex, or not with enough strength.

    Rules: com-adjacent, com-odds-low, gen-attacker, miss-retreat, miss-advance, com-dice-order.
    """
    campaign = state.campaign
    side = campaign.position.side
    assert side is not None  # noqa: S101 - a Combat Phase belongs to a side
    battles = Battles(Occupation(campaign, state.board, state.rulebook), umpire.charts, umpire.options)
    if not state.board.has(target):
        raise forbidden("miss-map", f"the map has no hex {target!r}", "$.action.target")
    defenders = campaign.at(target)
    if not battles.is_target(target):
        held = ", ".join(piece.name for piece in defenders) or "nobody"
        message = f"hex {target!r} holds {held}; the {side} attack hexes that hold enemies alone"
        raise forbidden("gen-attacker", message, "$.action.target")
    with told_of(f"attack on {target}"):
        attackers = _taking_part(umpire, battles, target)
        able = battles.able(defenders)
        plan = Attack(
            attackers=attackers,
            defenders=defenders,
            target=target,
            routes={piece.name: ways[0] for piece, ways in able},
        )
        spares = tuple(
            each.counter
            for each in state.out
            if each.why == "spare"
            and CLASSES[each.counter.type] == "armor"
            and each.counter.type != "inshore_naval_forces"
            and campaign.allegiance(each.counter.faction) == side
        )
        request = combat_request(campaign, state.board, side, plan, spares, options=umpire.options)
        outcome = umpire.resolve(request, f"attack on {target}")
    routes = _ways_of_retreat(umpire, battles, [defenders[each.number - 1] for each in outcome.retreated])
    plan = evolve(plan, routes=routes)
    state, outcome = _with_names(state, outcome)

    def fate(campaign: CampaignState, unit: Piece, /) -> BlockedFate:
        return battles.retreat_rule.blocked

    profile = evolve(profile_after_search(state), advance=None, blocked_retreat=fate)
    after = after_combat(campaign, profile, state.board, plan, outcome)
    captured = {defenders[each.number - 1].name for each in outcome.captured}

    def why(name: str) -> WhyOut:
        return "captured" if name in captured else "destroyed"

    events.extend(_told(plan, outcome, after))
    after = _advance(umpire, state, plan, after, events)
    return state.went(with_supply(Occupation(after, state.board, state.rulebook)), why)


def _taking_part(umpire: Umpire[Options], battles: Battles, target: str) -> tuple[Piece, ...]:
    """Return who takes part in an attack: everybody who can is asked, in listed order.

    Whoever is needed for odds of one to two is not asked.

    Raises:
        IllegalRequestError: Nobody can attack, or all together are too weak.

    Rules: com-adjacent, com-odds-low.
    """
    side = battles.state.position.side
    assert side is not None  # noqa: S101
    candidates = battles.who_can_attack(target)
    if not candidates:
        message = f"no unit of the {side} that has not attacked in this phase is next to it"
        raise forbidden("com-adjacent", message)
    defence = umpire.resolve(battles.defence_request(target), "defence strength").total
    strengths = umpire.resolve(battles.attack_request(candidates), "strength of all who can attack").strengths
    needed, left, total = defence * LEAST_ODDS, sum(strengths, Fraction(0)), Fraction(0)
    if defence <= 0 or left < needed:
        message = f"{left} against {defence} are odds below 1:2, though everybody next to it takes part"
        raise forbidden("com-odds-low", message)
    joined: list[Piece] = []
    for piece, strength in zip(candidates, strengths, strict=True):
        left -= strength
        can_stay = bool(joined or left) and total + left >= needed
        joining = Joining(unit=piece.name, strength=strength, target=target, side=side, attack=total, defence=defence)
        if umpire.choose(TAKE_PART, (True, False) if can_stay else (True,), joining):
            joined.append(piece)
            total += strength
    return tuple(joined)


def _ways_of_retreat(umpire: Umpire[Options], battles: Battles, retreating: list[Piece]) -> Routes:
    """Return the ways of those who retreat, each chosen by whoever chooses it, with room left for those after it.

    Rules: miss-retreat.
    """
    pending = [(piece, battles.routes(piece)) for piece in retreating]
    taken: dict[str, tuple[Counter, ...]] = {}
    routes: Routes = {}
    while pending:
        (piece, ways), *pending = pending
        open_ways = tuple(way for way in ways if battles.can_all([(piece, (way,)), *pending], taken))
        power = battles.lie.power_of(piece)
        foreign = battles.lie.foreign(power)
        near = tuple(sum(label in foreign for label in battles.board.neighbours(way[-1])) for way in open_ways)
        seen = Retreating(unit=piece.name, hex=piece.hex, side=battles.chooser(piece), ways=near)
        way = umpire.choose(RETREAT, open_ways, seen)
        routes[piece.name] = way
        taken[way[-1]] = (*taken.get(way[-1], ()), piece.counter)
    return routes


def _with_names(state: GameState, outcome: CombatOutcome) -> tuple[GameState, CombatOutcome]:
    """Return the state without the spares that captures put on the map, and the outcome with their names.

    A stockpile is the captors' spare one; where they have none left, a new one is made.

    Rules: cap-armor, cap-logistics, opt-spares.
    """
    captured: list[Captured] = []
    for each in outcome.captured:
        becomes = each.becomes
        if not becomes.name:
            spare = next(
                (
                    other.counter
                    for other in state.out
                    if other.why == "spare"
                    and other.counter.type == "supply_stockpile"
                    and other.counter.faction == becomes.faction
                ),
                None,
            )
            if spare is None:
                number = state.stockpiles_made + 1
                names = {piece.name for piece in state.campaign.pieces} | {other.counter.name for other in state.out}
                while f"Stockpile {number}" in names:
                    number += 1
                spare = evolve(becomes, name=f"Stockpile {number}")
                state = evolve(state, stockpiles_made=state.stockpiles_made + 1)
            becomes = spare
        state = state.back_in_play([becomes.name])
        captured.append(evolve(each, becomes=becomes))
    return state, evolve(outcome, captured=tuple(captured))


def _advance(
    umpire: Umpire[Options], state: GameState, plan: Attack, after: CampaignState, events: list[str]
) -> CampaignState:
    """Return the campaign after the attackers who want to have gone into the hex that they attacked.

    Rules: miss-advance, opt-advance-enters.
    """
    side, rule = after.position.side, state.rulebook.advance
    if rule is None or rule == "none" or side is None:
        return after
    profile = profile_after_search(state)
    there = {piece.name for piece in after.pieces}
    for attacker in plan.attackers:
        if attacker.name not in there:
            continue
        piece = after.piece(attacker.name)
        if not may_advance(Occupation(after, state.board, state.rulebook), piece, plan.target):
            continue
        seen = Advancing(unit=piece.name, hex=piece.hex, target=plan.target, side=side)
        if umpire.choose(ADVANCE, (True, False), seen):
            after = advanced(after, profile, state.board, piece, plan.target)
            events.append(f"{piece.name} advances into {plan.target}.")
            if rule == "one":
                break
    return after


def _told(plan: Attack, outcome: CombatOutcome, after: CampaignState) -> list[str]:
    """Return what came of an attack, in sentences."""
    names = ", ".join(piece.name for piece in plan.attackers)
    against = ", ".join(piece.name for piece in plan.defenders)
    said = {
        "none": "no result",
        "AL": "the attackers lose",
        "DR": "the defenders retreat",
        "DL": "the defenders lose",
    }
    odds = f"{outcome.attack} against {outcome.defence}, {outcome.column}"
    told = [
        f"{names} attack {against} in {plan.target}: {odds}, {said[outcome.result]}.",
    ]
    if outcome.removed is not None:
        listed = plan.attackers if outcome.result == "AL" else plan.defenders
        told.append(f"{listed[outcome.removed.number - 1].name} is lost.")
    for each in outcome.retreated:
        name = plan.defenders[each.number - 1].name
        told.append(f"{name} retreats to {plan.routes[name][-1]}.")
    told += [
        f"{plan.defenders[each.number - 1].name} is captured: {each.becomes.name} takes its place."
        for each in outcome.captured
    ]
    told += [f"{plan.defenders[each.number - 1].name} is destroyed." for each in outcome.destroyed]
    left = {piece.name for piece in after.pieces}
    for each in outcome.blocked_combat_units:
        name = plan.defenders[each.number - 1].name
        told.append(f"{name} cannot retreat and {'stays' if name in left else 'is lost'}.")
    return told


def broke_up(state: GameState, name: str, events: list[str]) -> GameState:
    """Break up a stockpile.

    Raises:
        IllegalRequestError: It is no stockpile.
        MissingProfileError: The rulebook does not say what it gives.

    Rules: miss-restricted-broken-up, unit-logistics.
    """
    piece = state.campaign.piece(name)
    if piece.counter.type != "supply_stockpile":
        raise forbidden("unit-logistics", f"{name!r} is no supply stockpile; only these are broken up", "$.action.unit")
    after = broken_up(Occupation(state.campaign, state.board, state.rulebook), piece)
    events.append(f"{name} is broken up in {piece.hex}.")
    return state.went(after, "broken_up")
