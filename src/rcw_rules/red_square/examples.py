"""The worked examples of the book, with the dice that it tells of, and some that it does not tell."""

from __future__ import annotations

from rcw_rules.red_square.fire import FireRequest
from rcw_rules.red_square.occupancy import OccupancyRequest, Occupant
from rcw_rules.ruleset import Example


def tanks_in_a_square() -> OccupancyRequest:
    """Return the worked example of the Square Occupancy Table: light tanks and an armoured car that fill a square.

    Rules: occ-example.
    """
    tanks = Occupant(kind="light_tank", side="white", bases=2)
    return OccupancyRequest(occupants=(tanks, Occupant(kind="armoured_car", side="white")))


def machine_guns_enfilading() -> FireRequest:
    """Return the worked example of hits: a die of two MG bases that enfilade, whose score of 4 is doubled to 8.

    The book does not say how many dice they throw; one shows it.

    Rules: fire-example-mg.
    """
    return FireRequest(dice=1, score=8)


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
)
