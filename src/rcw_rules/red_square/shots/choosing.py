"""Which of its targets a unit fires at, where it has several."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Side, Unit
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots.profiles import favour
from rcw_rules.red_square.shots.targeting import Aim, Book, Target


@frozen(kw_only=True)
class TargetsInView:
    """What a player sees when picking a target.

    Attributes:
        firer: The name of the unit that fires.
        side: Whose it is.
        targets: The targets, nearest first.
        favours: The shot dice that firing at each gives or takes, whatever the range.
    """

    firer: str
    side: Side
    targets: tuple[Target, ...]
    favours: tuple[int, ...]


def _nearest_then_most_dice(seen: TargetsInView, names: tuple[str, ...]) -> str:
    """Return the nearest target; of several, the one that gives most dice, then the first listed."""
    ranked = zip(seen.targets, seen.favours, strict=True)
    return min(ranked, key=lambda each: (each[0].range, -each[1]))[0].name


TARGET: Choice[TargetsInView, str] = Choice(
    "target",
    rule="fire-1-target-in-square",
    who="firer",
    about="Which target does the unit fire at? Default: the nearest; of equal ones the one that gives most dice.",
    default=_nearest_then_most_dice,
    unit=lambda seen: seen.firer,
    side=lambda seen: seen.side,
)


def choose_target(
    umpire: Umpire[Options],
    field: Field,
    firer: Unit,
    eligible: tuple[Target, ...],
    book: Book,
    *,
    area: Square | None = None,
) -> str:
    """Return the target that the player of a unit picks among the eligible; the only one is not asked about.

    Args:
        umpire: The umpire.
        field: The field.
        firer: The unit that fires.
        eligible: Those that it may fire at.
        book: The charts and options in force.
        area: For fire at an area: the square.

    Rules: fire-1-target-in-square.
    """
    if len(eligible) == 1:
        return eligible[0].name
    favours = tuple(
        favour(Aim(field=field, firer=firer, weapon=one.weapon, book=book, area=area), one.unit) for one in eligible
    )
    seen = TargetsInView(firer=firer.name, side=firer.side, targets=eligible, favours=favours)
    return umpire.choose(TARGET, tuple(one.name for one in eligible), seen)
