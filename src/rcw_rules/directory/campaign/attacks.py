"""Attacks of a campaign: the question made of the state, and the state made of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from attrs import frozen

from rcw_rules.directory.campaign.profile import BlockedFate, RulebookProfile
from rcw_rules.directory.campaign.room import ground_problems, mode_of, require_room
from rcw_rules.directory.campaign.rulebook_map import RulebookMap
from rcw_rules.directory.campaign.state import FACTIONS, CampaignState, Piece, may_be_active
from rcw_rules.directory.combat import Attacker, CombatOutcome, CombatRequest, Defender
from rcw_rules.directory.model import CLASSES, IMMOVABLE, Counter, MissingProfileError, Side, Supply
from rcw_rules.directory.options import Options
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.errors import InvalidRequestError, Problem, UnknownNameError
from rcw_rules.kernel.values import evolve


@frozen(kw_only=True)
class Retreat:
    """Where a defender goes if it must retreat, which the missing rulebook would say.

    Attributes:
        unit: The name of the counter.
        path: The hexes that it enters, the last being where it stays; none if it cannot retreat.
    """

    unit: str
    path: tuple[str, ...] = ()


@frozen(kw_only=True)
class Attack:
    """An attack that is about to be made.

    Attributes:
        attackers: The counters that attack, in listed order.
        defenders: The counters in the hex attacked, in listed order.
        target: The hex attacked.
        routes: Where each defender goes if it must, by name; no hexes if it cannot.
    """

    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    target: str
    routes: dict[str, tuple[str, ...]]


def plan_attack(
    state: CampaignState,
    board: RulebookMap,
    charts: Mapping[str, Chart],
    attackers: tuple[str, ...],
    target: str,
    *,
    retreats: tuple[Retreat, ...],
) -> Attack:
    """Find who attacks whom, and check the retreats against the map.

    Every defender that can move at all needs an entry among the retreats. Bases and stockpiles that cannot move need
    none.

    Raises:
        InvalidRequestError: A counter, a hex or a retreat is unknown, doubled or missing.

    Rules: com-adjacent, cap-when, miss-retreat.
    """
    side = state.position.side
    defenders = tuple(piece for piece in state.at(target) if state.allegiance(piece.counter.faction) != side)
    problems = [*_attacker_problems(state, attackers)]
    if not board.has(target):
        problems.append(Problem("$.target", f"the map has no hex {target!r}", "miss-map"))
    elif not defenders:
        problems.append(Problem("$.target", f"hex {target!r} holds no counter to attack", "bad-input"))
    problems.extend(_retreat_problems(board, charts, defenders, retreats))
    if problems:
        raise InvalidRequestError(problems)
    return Attack(
        attackers=tuple(state.piece(name) for name in attackers),
        defenders=defenders,
        target=target,
        routes={retreat.unit: retreat.path for retreat in retreats},
    )


def _attacker_problems(state: CampaignState, attackers: tuple[str, ...]) -> Iterator[Problem]:
    if not attackers:
        yield Problem("$.attackers", "an attack needs at least one attacker", "bad-input")
    for index, name in enumerate(attackers):
        path = f"$.attackers[{index}]"
        if name in attackers[:index]:
            yield Problem(path, f"{name!r} is listed twice", "com-adjacent")
            continue
        try:
            state.piece(name)
        except UnknownNameError as error:
            yield Problem(path, str(error))


def _retreat_problems(
    board: RulebookMap, charts: Mapping[str, Chart], defenders: tuple[Piece, ...], retreats: tuple[Retreat, ...]
) -> Iterator[Problem]:
    by_name = {piece.name: piece for piece in defenders}
    for index, retreat in enumerate(retreats):
        path = f"$.retreats[{index}]"
        piece = by_name.get(retreat.unit)
        if piece is None:
            message = f"{retreat.unit!r} is not a defender; expected one of {', '.join(by_name) or '(none)'}"
            yield Problem(f"{path}.unit", message)
            continue
        if any(retreat.unit == other.unit for other in retreats[:index]):
            yield Problem(f"{path}.unit", f"{retreat.unit!r} is listed twice")
        gaps = list(board.path_problems(piece.hex, retreat.path, f"{path}.path"))
        yield from gaps or ground_problems(board, piece, mode_of(charts, piece.counter), retreat.path, f"{path}.path")
    listed = {retreat.unit for retreat in retreats}
    for piece in defenders:
        if piece.name not in listed and piece.counter.type not in IMMOVABLE and piece.counter.movement != 0:
            message = f"{piece.name!r} is missing: say where it retreats to if it must, or that it cannot"
            yield Problem("$.retreats", message, "miss-retreat")


def combat_request(
    state: CampaignState,
    board: RulebookMap,
    side: Side,
    attack: Attack,
    replacements: tuple[Counter, ...] | None,
    *,
    options: Options,
) -> CombatRequest:
    """Return the question of `directory.combat` about an attack.

    A unit at sea attacks out of neither broken nor rough terrain, so its terrain is put as clear.

    Raises:
        MissingProfileError: The supply status of a counter is not known.

    Rules: com-adjacent, gen-attacker, miss-supply-trace, opt-active.
    """
    return CombatRequest(
        side=side,
        allies=tuple(
            faction
            for faction in FACTIONS
            if faction != side and state.allegiance(faction) == side and may_be_active(state, faction, options)
        ),
        enemies=tuple(faction for faction in FACTIONS if state.are_at_war(side, faction)),
        attackers=tuple(
            Attacker(
                counter=piece.counter,
                supply=supply_of(piece),
                terrain=board.hex(piece.hex).land or "clear",
                adjacent=board.are_adjacent(piece.hex, attack.target),
                attacked_this_phase=piece.done.attacked,
            )
            for piece in attack.attackers
        ),
        defenders=tuple(
            Defender(counter=piece.counter, supply=supply_of(piece), can_retreat=bool(attack.routes.get(piece.name)))
            for piece in attack.defenders
        ),
        replacements=replacements,
    )


def supply_of(piece: Piece) -> Supply:
    """Return the supply status of a counter.

    Raises:
        MissingProfileError: It is not known.

    Rules: miss-supply-trace, seq-supply.
    """
    if piece.supply is None:
        question = f"Is {piece.name!r} supplied, in limited supply, or without supply?"
        raise MissingProfileError(
            "miss-supply-trace", "supply", question, "the status with set_supply, or in the set-up"
        )
    return piece.supply


def require_fates(profile: RulebookProfile, attack: Attack) -> None:
    """Raise unless the profile says what happens to defending combat units that would be blocked.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: miss-retreat.
    """
    for piece in attack.defenders:
        if CLASSES[piece.counter.type] == "combat" and not attack.routes.get(piece.name):
            question = f"What happens to {piece.name!r} if it must retreat and cannot?"
            profile.require("blocked_retreat", rule="miss-retreat", question=question)


def after_combat(
    state: CampaignState, profile: RulebookProfile, board: RulebookMap, attack: Attack, outcome: CombatOutcome
) -> CampaignState:
    """Return the campaign after an attack.

    In this order: the attackers are marked as having attacked; the unit lost is removed; those who retreat go, entering
    cities on their way; captured counters keep their name and hex, and their supply status is not known yet;
    destroyed ones go; the profile decides about blocked combat units, and last who advances.

    Rules: com-al, com-dl, com-dr, miss-retreat, miss-advance, dip-city-entry.
    """
    names = {piece.name for piece in attack.attackers}
    state = state.with_done(lambda piece: evolve(piece.done, attacked=True) if piece.name in names else piece.done)
    if outcome.removed is not None:
        listed = attack.attackers if outcome.result == "AL" else attack.defenders
        state = state.without([listed[outcome.removed.number - 1].name])
    for retreated in outcome.retreated:
        piece = attack.defenders[retreated.number - 1]
        path = attack.routes[piece.name]
        require_room(state, profile, piece, path[-1], f"$.retreats ({piece.name})")
        state = state.with_piece(piece.name, evolve(piece, hex=path[-1]))
        state = state.entered(piece.counter.faction, board.cities_on(path), "retreat")
    for captured in outcome.captured:
        piece = attack.defenders[captured.number - 1]
        becomes = captured.becomes if captured.becomes.name else evolve(captured.becomes, name=piece.name)
        taken = Piece(counter=becomes, hex=piece.hex, captured_from=piece.counter.faction)
        state = state.with_piece(piece.name, taken)
    state = state.without(attack.defenders[destroyed.number - 1].name for destroyed in outcome.destroyed)
    for blocked in outcome.blocked_combat_units:
        piece = attack.defenders[blocked.number - 1]
        question = f"What happens to {piece.name!r}, which must retreat and cannot?"
        fate = profile.require("blocked_retreat", rule="miss-retreat", question=question)(state, piece)
        if fate not in get_args(BlockedFate):
            message = f"expected stays or removed as the fate of {piece.name!r}, got {fate!r}"
            raise InvalidRequestError([Problem("$.blocked_retreat", message, "miss-retreat")])
        if fate == "removed":
            state = state.without([piece.name])
    return _advanced(state, profile, board, attack, outcome)


def advanced(
    state: CampaignState, profile: RulebookProfile, board: RulebookMap, piece: Piece, target: str
) -> CampaignState:
    """Return the state after an attacker has gone into the hex that was attacked.

    Raises:
        IllegalRequestError: The stacking of the profile does not let it in.

    Rules: miss-advance, miss-stacking-zoc, opt-advance-enters.
    """
    require_room(state, profile, piece, target, "$.advance")
    state = state.with_piece(piece.name, evolve(piece, hex=target))
    return state.entered(piece.counter.faction, board.cities_on((target,)), "advance")


def _advanced(
    state: CampaignState, profile: RulebookProfile, board: RulebookMap, attack: Attack, outcome: CombatOutcome
) -> CampaignState:
    """Return the campaign after the attackers that the profile names have gone into the hex attacked.

    Rules: miss-advance.
    """
    if profile.advance is None:
        return state
    names = [piece.name for piece in attack.attackers]
    left = tuple(piece for piece in state.pieces if piece.name in names)
    going = profile.advance(state, left, attack.target, outcome)
    known = {piece.name: piece for piece in left}
    for name in going:
        if name not in known:
            message = f"{name!r} is not an attacker that is left; expected one of {', '.join(known) or '(none)'}"
            raise InvalidRequestError([Problem("$.advance", message, "miss-advance")])
        state = advanced(state, profile, board, known[name], attack.target)
    return state
