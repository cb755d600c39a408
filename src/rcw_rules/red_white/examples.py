"""The worked examples of the book, with the dice that it tells of."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.red_white.melee import MeleeRequest
from rcw_rules.red_white.model import Unit
from rcw_rules.ruleset import Example


def melee_example_1() -> MeleeRequest:
    """Return the first worked example at the moment of the dice: both sides have lost a stand and passed morale.

    The book does not give the size of the White battalion; 8 stands at the start keep both lines for being outnumbered
    away.

    Rules: melee-example-1.
    """
    red = Unit(
        name="Red battalion",
        side="red",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=7,
        cheka=True,
        wire="intact",
        casualties=False,
    )
    white = Unit(
        name="White battalion",
        side="white",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=7,
        machine_gun=True,
        cover="trench",
    )
    return MeleeRequest(attackers=(red,), defenders=(white,))


def melee_example_2() -> MeleeRequest:
    """Return the second worked example at the moment of the dice: 13 White stands against 6 Red ones.

    How the three lost White stands fall on the two battalions is not told; two and one change nothing.

    Rules: melee-example-2.
    """
    first = Unit(
        name="first White battalion",
        side="white",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=6,
        elite=True,
    )
    second = evolve(first, name="second White battalion", stands=7)
    red = Unit(
        name="Red battalion",
        side="red",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=6,
        machine_gun=True,
        cover="cover",
    )
    return MeleeRequest(attackers=(first, second), defenders=(red,))


def melee_example_2_in_trenches() -> MeleeRequest:
    """Return the variant of the second example in which the Reds are entrenched.

    Rules: melee-example-2-trench.
    """
    request = melee_example_2()
    return evolve(request, defenders=tuple(evolve(unit, cover="trench") for unit in request.defenders))


EXAMPLES = (
    Example(
        id="melee-example-1",
        title="A Red battalion with Cheka storms a White trench behind wire",
        request=melee_example_1,
        faces=(6, 4),
        told="White wins by one, 6 to 5: the Reds lose a stand and fall back.",
    ),
    Example(
        id="melee-example-2",
        title="Two elite White battalions attack a Red battalion in cover",
        request=melee_example_2,
        faces=(5, 5),
        told=(
            "White wins by two, 6 to 4: the Reds lose two stands and fall back. By the list the totals are 5 and 3: "
            "the book counts the elite bonus twice and forgets the two stands that the Reds have lost, and the two "
            "slips cancel out."
        ),
    ),
    Example(
        id="melee-example-2-trench",
        title="The same, had the Reds been entrenched",
        request=melee_example_2_in_trenches,
        faces=(5, 5),
        told="The Whites do not win by three, so they fall back and the loss is theirs.",
    ),
)
