"""The worked examples of the book, with the dice that it gives."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.red_white.aircraft import bombing_run
from rcw_rules.red_white.melee import MeleeRequest, melee_example_1
from rcw_rules.red_white.model import Unit
from rcw_rules.red_white.river import RiverCrossingRequest, ship_in_the_ice
from rcw_rules.ruleset import Example


def melee_example_2() -> MeleeRequest:
    """Return the second worked example at the moment of the dice: 13 White stands against 6 Red ones.

    How the three lost White stands fall on the two battalions is not stated; two and one change nothing.

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


def four_on_thin_ice() -> RiverCrossingRequest:
    """Return the worked example of a unit of 4 stands on thin ice; the book does not say what unit it is.

    Rules: example-thin-ice.
    """
    unit = Unit(name="company", side="red", type="infantry", has_leader=True, starting_stands=4, stands=4)
    return RiverCrossingRequest(unit=unit, state="thin_ice")


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
    Example(
        id="air-sequence",
        title="A bomber attacks a battery through the fire of a machine gun",
        request=bombing_run,
        faces=(3, 4, 5, 2, 6, 5, 2, 6),
        told=(
            "7 inches along the string carry the bomber over the battery, the gun hits it twice, the bomb falls 2 "
            "inches to the left, and the two hits cost a flight turn."
        ),
        is_made_up=True,
    ),
    Example(
        id="example-thin-ice",
        title="Four stands cross thin ice",
        request=four_on_thin_ice,
        faces=(1, 2, 4, 6),
        told="The unit loses two stands, which fall through the ice.",
    ),
    Example(
        id="thin-icebreaker",
        title="The lead ship of a convoy breaks into thin ice",
        request=ship_in_the_ice,
        faces=(4, 3, 4),
        told=(
            "4 and an ice thickness of 4 are just what a morale of 8 bears, two dice of the four carry the ship 7 "
            "inches, 5 of them into the ice, and that section is ice-choked behind it."
        ),
        is_made_up=True,
    ),
)
