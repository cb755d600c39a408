"""Squads, and the options of the game."""

from typing import Annotated, Literal

from attrs import frozen

from rcw_rules import Range, Settles

Figures = Annotated[int, Range(1, 12, rule="squads")]


@frozen(kw_only=True)
class Squad:
    """Figures that stand and run together.

    Attributes:
        figures: How many are left.
        cover: Where they are.
        side: Whose they are.
        number: Their number on that side.
    """

    figures: Figures
    cover: Literal["open", "hedge", "house"] = "open"
    side: Literal["blue", "grey"] = "blue"
    number: Annotated[int, Range(1, 99)] = 1


@frozen(kw_only=True)
class Options:
    """What the players agree on before the game.

    Attributes:
        houses_hold: Whether a squad in a house stands without a roll.
    """

    houses_hold: Annotated[bool, Settles("opt-houses")] = False
