"""The standing of a unit in the middle of its move, and what moving and changing formation do to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.ground import Field, cover_from_view, where
from rcw_rules.red_square.model import HORSED, Formation, Unit
from rcw_rules.red_square.movement.actions import Change, ChangeFormation, Dismount, Limber, Mount, Unlimber
from rcw_rules.red_square.movement.horses import unable_to_dismount

_NEEDS: Final[dict[type[Change], Formation]] = {Limber: "deployed", Unlimber: "limbered", Mount: "dismounted"}
_FORMATIONS_AFTER: Final[dict[type[Change], Formation]] = {
    Limber: "limbered",
    Unlimber: "deployed",
    Mount: "mounted",
    Dismount: "dismounted",
}
CHAIN: Final[tuple[Formation, ...]] = ("masses", "waves", "firing_line")  # formations-sequence


class Standing(NamedTuple):
    """How a mover stands in the middle of its move: plain values, since many moves are compared.

    Attributes:
        square: Where it is.
        facing: Where it faces.
        formation: Its formation.
        has_stepped: Whether it has left the square that it began in.
        changed: Whether it has changed its formation.
        used_since: The squares used since then, 0 before.
        is_closed: Whether any step was closed.
        is_by_road: Whether every step was along a road.
        in_friends: Whether it stands in a square of friends that it has entered.
        since_overrun: The squares used since an overrun; None before one.
        off_road: Squares that it moved off road in this turn.
        horses: The square in which its horses are held, None if they are where they were.
        ended_by: The rule by which nothing more may be done; "" for none.
        used: The squares used.
        is_visible: Whether its enemies see it.
        is_advancing: Whether a step has brought it nearer to the nearest enemy.
        has_moved: Whether it has made a step or a wheel.
        ferry_to: The far side of the river if it has gone to a ferry.
    """

    square: Square
    facing: Facing
    formation: Formation | None
    has_stepped: bool = False
    changed: bool = False
    used_since: int = 0
    is_closed: bool = False
    is_by_road: bool = True
    in_friends: bool = False
    since_overrun: int | None = None
    off_road: int = 0
    horses: Square | None = None
    ended_by: str = ""
    used: int = 0
    is_visible: bool = False
    is_advancing: bool = False
    has_moved: bool = False
    ferry_to: Square | None = None

    @property
    def placement(self) -> tuple[Square, Facing, Formation | None]:
        """Where it is, where it faces, and its formation."""
        return self[:3]


standing_of: Final[Callable[[tuple[Any, ...]], Standing]] = partial(vars(tuple)["__new__"], Standing)
"""Returns the standing of a tuple that has every value, in the order of the class."""

STATE: Final = slice(Standing._fields.index("facing") + 1, Standing._fields.index("used"))
"""The part of a standing that decides, with its place and the squares used, what may follow: the fewer, the more."""

WHAT_FOLLOWS: Final = slice(Standing._fields.index("used") + 1)
"""The part of a standing that decides what may follow; the rest is how the enemy sees it."""


def moved(unit: Unit, *, square: Square, facing: Facing) -> Unit:
    """Return a unit that has moved to a square, perhaps its own, and faces as told there.

    Rules: dig-1c-removal, artpos-unmasked.
    """
    this_turn = unit.this_turn if unit.this_turn.moved else evolve(unit.this_turn, moved=True)
    after = evolve(unit, square=square, facing=facing, idle=False, this_turn=this_turn)
    return after if square == unit.square else left_behind(after)


def left_behind(unit: Unit) -> Unit:
    """Return a unit that has left its square without what it had there: what it dug, its gun position, a ferry.

    Rules: dig-1c-removal, artpos-unmasked, terrain-water.
    """
    if not (unit.digging_markers or unit.temporary_trenches or unit.position != "open" or unit.stage or unit.ferry_to):
        return unit  # as most are, in the many moves that are compared
    return evolve(
        unit,
        digging_markers=0,
        temporary_trenches=False,
        position="open",
        stage=0,
        stage_turn=0,
        ferry_to=None,
        ferry_turn=0,
    )


def seen_after(field: Field, unit: Unit, *, is_step: bool) -> Unit:
    """Return a unit that has just moved as its enemies see it.

    Rules: obs-concealment.
    """
    is_open = cover_from_view(field, where(unit)) == "open"
    visible = is_open or (unit.visible and not is_step)
    return unit if visible == unit.visible else evolve(unit, visible=visible)


def unable_to_change(unit: Unit, action: Change, *, changed: bool, has_horses: bool) -> Objection | None:
    """Return why a change of formation is not open to a unit, None if it is.

    Args:
        unit: The unit.
        action: The change.
        changed: Whether it has changed already in this activation.
        has_horses: Of dismounted cavalry: whether its horses are with it.

    Rules: formations-sequence, mounted-3-dismounted.
    """
    rule = "formations-sequence"
    if changed:
        return Objection(rule=rule, message="a unit changes its formation once in an activation")
    if unit.formation == "defence":
        return Objection(rule=rule, message="infantry in Defence stays there; only a retreat ends it")
    if isinstance(action, ChangeFormation):
        return _not_the_next_formation(unit.formation, action.to)
    if isinstance(action, Dismount):
        return unable_to_dismount(unit)
    needs: Formation = _NEEDS[type(action)]
    if unit.formation != needs:
        return Objection(rule=rule, message=f"that is for {needs} units, not for {unit.formation or unit.kind}")
    if isinstance(action, Mount) and not has_horses:
        message = "its horse holders are lost, or too far away; it goes on foot"
        return Objection(rule="mounted-3-dismounted", message=message)
    return None


def _not_the_next_formation(now: Formation | None, to: Formation) -> Objection | None:
    """Return why a formation may not be changed into another, None if it may.

    Rules: formations-sequence.
    """
    rule = "formations-sequence"
    if now in CHAIN and to in CHAIN:
        if abs(CHAIN.index(now) - CHAIN.index(to)) == 1:
            return None
        message = f"from {now} it may change to {' or '.join(_neighbours_in_chain(now))}, one link in an activation"
        return Objection(rule=rule, message=message)
    if {now, to} == set(HORSED):
        return None
    message = f"no change leads from {now or 'no formation'} to {to}; horses and guns have actions of their own"
    return Objection(rule=rule, message=message)


def _neighbours_in_chain(formation: Formation) -> tuple[Formation, ...]:
    at = CHAIN.index(formation)
    return tuple(one for number, one in enumerate(CHAIN) if abs(number - at) == 1)


def formation_after(change: Change) -> Formation:
    """Return the formation that a change leads to."""
    return change.to if isinstance(change, ChangeFormation) else _FORMATIONS_AFTER[type(change)]


def stopped_by_overrun() -> Objection:
    """Return the refusal of more than one square after an overrun.

    Rules: move-overrun-continue.
    """
    message = "after an overrun a unit goes on for one square at most"
    return Objection(rule="move-overrun-continue", message=message)


def no_move(unit: Unit) -> str:
    """Return the words for a unit whose formation does not move."""
    formation = in_words(unit.formation or unit.kind)
    return f"units in {formation} do not move; they may change formation, or limber"


def in_squares(number: int) -> str:
    """Return a number of squares in words.

    >>> in_squares(0), in_squares(1), in_squares(3)
    ('no square', '1 square', '3 squares')
    """
    return "no square" if not number else "1 square" if number == 1 else f"{number} squares"
