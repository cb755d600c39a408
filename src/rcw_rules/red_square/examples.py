"""The worked examples of the book, with the dice that it gives, and dice of our own where it gives none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcw_rules.red_square.fire import FireRequest
from rcw_rules.red_square.turn import Game, TurnOutcome, TurnRequest, two_regiments_a_side
from rcw_rules.red_square.units import OccupancyRequest, Occupant
from rcw_rules.resolution import Resolution
from rcw_rules.ruleset import Example

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture


def tanks_in_a_square() -> OccupancyRequest:
    """Return the worked example of the Square Occupancy Table: a car and two tanks, both light, that fill a square.

    Rules: occ-example.
    """
    tanks = Occupant(kind="light_tank", side="white", bases=2)
    return OccupancyRequest(occupants=(tanks, Occupant(kind="armoured_car", side="white")))


def machine_guns_enfilading() -> FireRequest:
    """Return the worked example of hits: a die of two MG bases that enfilade, whose score of 4 is doubled to 8.

    The book does not say how many dice they roll; one shows it.

    Rules: fire-example-mg.
    """
    return FireRequest(dice=1, score=8)


def turn_of_two_regiments() -> TurnRequest:
    """Return the first turn of the illustrative scenario of two regiments a side; the book has no example of a turn."""
    return TurnRequest(game=Game.begin(two_regiments_a_side()))


def field_after_the_turn(resolution: Resolution[TurnOutcome]) -> Picture:
    """Return a picture of the field as a turn left it."""
    from rcw_rules.red_square.ground import draw_field

    return draw_field(resolution.outcome.game.field, title="The village on the road, after the first turn")


EXAMPLES: tuple[Example, ...] = (
    Example(
        id="fire-example-mg",
        title="Two bases of machine guns enfilade their target",
        request=machine_guns_enfilading,
        faces=(2,),
        told="A score of 8 is one hit for certain and another on 2 or less: two hits here.",
    ),
    Example(
        id="occ-example",
        title="Two light tanks and a car in one square",
        request=tanks_in_a_square,
        faces=(),
        told="They fit, 3 for the light tanks and 1 for the car; a heavy tank in its place makes it 5, too many.",
    ),
    Example(
        id="turn-sequence",
        title="A turn of two regiments a side: Reds come on against a village, and Cossacks charge them",
        request=turn_of_two_regiments,
        faces=("4C", "7S", "6H", "7D", "5D", "10H", *map(int, "455554251466236411664462263665554")),
        told=(
            "The first Red regiment moves up through the fire of three White battalions and their MGs. Cossacks charge "
            "a Red battalion and both fall back; two battalions of the second Red regiment ignore a spade, one of them "
            "at the price of markers, and the third stays where it lost a base and fires; and on the second card of "
            "their brigade the other Cossacks ride down a battalion and a CO."
        ),
        is_made_up=True,
        has_odds=False,
        picture=field_after_the_turn,
    ),
)
