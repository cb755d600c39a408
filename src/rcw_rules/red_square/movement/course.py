"""The course of a move: action by action, as far as it is legal."""

from __future__ import annotations

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Band, Suit, Unit
from rcw_rules.red_square.movement.actions import Action, Course, Leg, MoveTerms
from rcw_rules.red_square.movement.mover import Mover
from rcw_rules.red_square.movement.steps import rates_in
from rcw_rules.red_square.options import Options


def move_terms(
    umpire: Umpire[Options], *, band: Band = "automatic", suit: Suit = "", ignores_spades: bool = False
) -> MoveTerms:
    """Return the terms of moves under an umpire's charts and options.

    Args:
        umpire: The umpire that has them.
        band: How well the unit was activated; "2+" to ask what it could do with a test.
        suit: The suit of the card of the activation.
        ignores_spades: Whether a Commissar or CHEKA lets it disregard spades.
    """
    return MoveTerms(
        rates=rates_in(umpire.charts),
        occupancy=umpire.charts["occupancy"],
        band=band,
        suit=suit,
        ignores_spades=ignores_spades,
        closed_leaving=umpire.options.closed_leaving,
        wheeled_offroad=umpire.options.wheeled_offroad,
        hq_is_no_enemy=umpire.options.hq_is_no_enemy,
        ferry_waits=umpire.options.ferry_waits,
    )


def course_of(field: Field, unit: Unit, actions: tuple[Action, ...], terms: MoveTerms) -> Course:
    """Return a whole move step by step, as far as it is legal.

    Each leg tells how things stand after its action, so that fire may interrupt the move there. Enemies whose squares
    are entered are taken to be gone afterwards: whether they are is settled by `red_square.overrun`.

    Args:
        field: The field.
        unit: The mover, as it is on the field.
        actions: What it does, in order.
        terms: On what terms.

    Rules: move-who, move-table.
    """
    return course_by(Mover(field, unit, terms), actions)


def course_by(mover: Mover, actions: tuple[Action, ...]) -> Course:
    """Return a whole move of a mover step by step, as far as it is legal: `course_of` for one already at hand.

    Rules: move-who, move-table.
    """
    objection = mover.unable_to_start(actions[0]) if actions else None
    if objection is not None:
        return Course(legs=(), objection=objection)
    now = mover.start
    legs: list[Leg] = []
    for action in actions:
        after = mover.after(now, action)
        if isinstance(after, Objection):
            return Course(legs=tuple(legs), objection=after)
        if after is None:
            return Course(legs=tuple(legs), bogged=True)
        legs.append(mover.leg(now, action, after))
        now = after
    return Course(legs=tuple(legs), objection=mover.unable_to_end(now))
