"""The extended combat example of the book, with the dice that it tells of, and the checks of command at the set-up."""

from __future__ import annotations

from rcw_rules.orel.combat import worked_example
from rcw_rules.orel.command import CommandRequest, MainBody
from rcw_rules.orel.model import FIRST_DAY
from rcw_rules.orel.scenarios import order_of_battle
from rcw_rules.ruleset import Example


def white_at_set_up() -> CommandRequest:
    """Return the first check of the Whites, with every unit where the set-up puts it."""
    order = order_of_battle()
    return CommandRequest(side="white", day=FIRST_DAY, units=order.units, depots=order.depots)


def red_at_set_up() -> CommandRequest:
    """Return that of the Reds, with the main bodies that their printed marks imply.

    Rules: EX-command.
    """
    order = order_of_battle()
    former = (MainBody(formation="7D", units=("R:2/7D",)), MainBody(formation="41D", units=("R:1/41D",)))
    return CommandRequest(side="red", day=FIRST_DAY, units=order.units, depots=order.depots, former=former)


EXAMPLES: tuple[Example, ...] = (
    Example(
        id="EX-combat",
        title="A Prepared Attack out of two hexes on three White units",
        request=worked_example,
        faces=(4, 4, 6, 4, 6, 4),
        told=(
            "The battery coordinates, both cavalries charge, and 17 against 13 helps nobody. With a 4, and 1 more"
            " for the White guns, all Reds pass; with a 6 White's Y is off by one and disorganised. The Reds "
            "assault: 17 against 11 adds 1, quality 5 against 6 takes 1 off, the guns another. A 10 becomes a 9: "
            "one step each, two since the smaller side has eight steps. White gives one of X and one of Y, Red "
            "one of each battalion. A 4 with -2, and 1 for a loss, is passed by all: they fall back a hex in "
            "March mode. In the book every Red unit enters the hex, and the cavalry lets them run. By default "
            "here the strongest alone enters, as one must."
        ),
    ),
    Example(
        id="white-command-at-set-up",
        title="The first check of command of the Whites",
        request=white_at_set_up,
        faces=(),
        told="The squadron of the 83rd Samour is out of command, as printed, and 1/83S, which is not marked, with it.",
    ),
    Example(
        id="red-command-at-set-up",
        title="The first check of command of the Reds",
        request=red_at_set_up,
        faces=(),
        told=(
            "Out of command are 1/7D, 3/7D, 2/41D, 2/41S and 4/Let, as printed, and the horse artillery of the 14th "
            "Brigade, three hexes away, which is not marked."
        ),
    ),
)
