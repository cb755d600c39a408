"""What a segment cost both sides, by its report."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from rcw_rules.red_actions.model import Name, OfficerToken, Side, TroopCard, Unit
from rcw_rules.red_actions.turn.game import FallenSenior, Game, Segment
from rcw_rules.red_actions.units import HORSE_HOLDERS


def with_losses(game: Game, segment: Segment) -> Game:
    """Add the worth of the lost bases, and the senior officers who fell with other units.

    Rules: defs-flight-number, act-divide, act-combine.
    """
    for army in game.armies:
        fallen = sum(
            (senior.card.points_per_base for senior in segment.seniors_killed if senior.side == army.side), Fraction(0)
        )
        worth = sum(
            (
                count * card.points_per_base
                for (side, card), count in net_losses(game, segment).items()
                if side == army.side and count > 0
            ),
            fallen,
        )
        game = game.with_army(evolve(army, lost_points=army.lost_points + worth))
    return game


def net_losses(game: Game, segment: Segment) -> dict[tuple[Side, TroopCard], int]:
    """Return how many bases each side has lost in a segment, by their cards.

    Bases that one unit gives to another of the same card, by dividing or combining, are not lost; neither is a base
    that holds the horses of the others, or a senior officer who has joined a unit. A negative number means that more
    bases came than went.

    Rules: defs-flight-number, act-divide, act-combine, dis-horse-holders, act-senior-attach.
    """
    everybody = (*game.units, *(coming.unit for coming in game.reinforcements))
    known = {unit.name: unit for unit in everybody}
    joined = _joined(game, segment)
    lost: dict[tuple[Side, TroopCard], int] = {}
    for after in segment.after:
        before = known.get(after.name)
        if before is None:
            side, card, count = after.side, after.card, -after.bases
        else:
            side, card, count = before.side, before.card, before.bases - after.bases
            if after.bases and after.card != before.card:
                holders = HORSE_HOLDERS if before.card.category == "cavalry" else 0
                count = max(0, count - holders)
        if after.name not in joined:
            lost[side, card] = lost.get((side, card), 0) + count
    return lost


def _joined(game: Game, segment: Segment) -> list[Name]:
    """Return the senior officers whose own bases are gone because they have joined a unit.

    Rules: act-senior-attach.
    """
    attached: list[tuple[Side, OfficerToken]] = []
    for after in segment.after:
        unit = game.unit(after.name)
        already = list(unit.seniors) if unit is not None else []
        for senior in after.seniors:
            if senior in already:
                already.remove(senior)
            else:
                attached.append((after.side, senior))
    joined: list[Name] = []
    for after in segment.after:
        unit = game.unit(after.name)
        if unit is None or after.bases or unit.card.arm != "officer" or unit.officer is None:
            continue
        if (unit.side, unit.officer) in attached:
            attached.remove((unit.side, unit.officer))
            joined.append(unit.name)
    return joined


def missing_seniors(game: Game, segment: Segment, side: Side) -> int:
    """Return how many senior officers of a side are missing from the reported units without an explanation.

    Officers who are with another unit, have a base of their own or are named as killed are not missing; neither are
    those who stood alone, because their base is reported as gone.

    Rules: off-senior-killed, act-senior-attach.
    """
    known = {unit.name: unit for unit in (*game.units, *(coming.unit for coming in game.reinforcements))}
    joined = _joined(game, segment)
    missing = -sum(senior.side == side for senior in segment.seniors_killed)
    for after in segment.after:
        before = known.get(after.name)
        if after.side != side:
            continue
        missing -= _seniors_with(after)
        if before is not None:
            fell_alone = before.card.arm == "officer" and not after.bases and after.name not in joined
            missing += _seniors_with(before) - fell_alone
    return max(0, missing)


def _seniors_with(unit: Unit) -> int:
    """Return how many senior officers are with a unit, or are its own base."""
    return len(unit.seniors) + (unit.card.arm == "officer") if unit.bases else 0


def fallen_seniors(game: Game, segment: Segment, gone: list[Unit]) -> tuple[FallenSenior, ...]:
    """Return the senior officers who stood alone, are gone and have joined no unit.

    Rules: off-senior-killed, act-senior-attach.
    """
    joined = _joined(game, segment)
    return tuple(
        FallenSenior(name=unit.name, side=unit.side, card=unit.card, known_in_turn=game.turn)
        for unit in gone
        if unit.card.arm == "officer" and unit.name not in joined
    )
