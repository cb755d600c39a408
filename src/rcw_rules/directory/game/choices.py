"""Decisions inside an attack of a whole game, each asked of its owner when it comes."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from rcw_rules.directory.model import Side
from rcw_rules.kernel.procedures import Choice


@frozen(kw_only=True)
class Joining:
    """What the attacker sees when deciding whether a unit takes part in an attack.

    Attributes:
        unit: The name of the unit.
        strength: What it adds to the attack strength.
        target: The hex attacked.
        side: The attacker.
        attack: The attack strength of those who take part so far.
        defence: The defence strength.
    """

    unit: str
    strength: Fraction
    target: str
    side: Side
    attack: Fraction
    defence: Fraction


@frozen(kw_only=True)
class Retreating:
    """What a player sees when choosing the way of a retreat.

    Attributes:
        unit: The name of the unit that retreats.
        hex: The hex that it leaves.
        side: The side that chooses.
        ways: By the order of the alternatives, how many hexes next to the end of the way hold enemies.
    """

    unit: str
    hex: str
    side: Side
    ways: tuple[int, ...]


@frozen(kw_only=True)
class Advancing:
    """What the attacker sees when deciding whether a unit advances.

    Attributes:
        unit: The name of the unit.
        hex: The hex where it stands.
        target: The hex that it may go into.
        side: The attacker.
    """

    unit: str
    hex: str
    target: str
    side: Side


TAKE_PART: Choice[Joining, bool] = Choice(
    "take_part",
    rule="com-adjacent",
    who="attacker",
    about="Does the unit take part in the attack? You see the strengths so far. Default: yes.",
    default=lambda joining, alternatives: True,
    unit=lambda joining: joining.unit,
    side=lambda joining: joining.side,
)

RETREAT: Choice[Retreating, tuple[str, ...]] = Choice(
    "retreat",
    rule="miss-retreat",
    who="whoever the rulebook says, the owner or the attacker",
    about="Which way does the unit retreat? You see how many hexes with enemies lie next to the end of each. Default: "
    "the way with the fewest, of equal ones the first.",
    default=lambda retreating, ways: ways[min(range(len(ways)), key=retreating.ways.__getitem__)],
    unit=lambda retreating: retreating.unit,
    side=lambda retreating: retreating.side,
)

ADVANCE: Choice[Advancing, bool] = Choice(
    "advance",
    rule="miss-advance",
    who="attacker",
    about="Does the unit advance into the hex that it attacked? Default: yes.",
    default=lambda advancing, alternatives: True,
    unit=lambda advancing: advancing.unit,
    side=lambda advancing: advancing.side,
)
