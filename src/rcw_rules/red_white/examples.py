"""The worked examples of the book, with the dice that it tells of."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.air_attacks import GroundWeapon
from rcw_rules.red_white.air_cycle import AirCycleRequest, DropBomb, FlightOrder, GroundFire
from rcw_rules.red_white.aircraft import Aircraft, FlightMoveRequest
from rcw_rules.red_white.ice import IcebreakerRequest, RiverCrossingRequest
from rcw_rules.red_white.melee import MeleeRequest
from rcw_rules.red_white.model import Unit
from rcw_rules.red_white.vessels import RiverSection, Vessel
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


def bombing_run() -> AirCycleRequest:
    """Return a bombing run through the fire of a machine gun; the book has no example of one.

    Rules: air-sequence.
    """
    gun = GroundWeapon(name="machine gun", kind="machine_gun", dice=3, nearest=inches(8))
    run = FlightOrder(
        aircraft=Aircraft(name="White bomber", side="white", type="bomber"),
        flight=FlightMoveRequest(dice=2),
        attacks=(DropBomb(target="Red battery", after=inches(5)),),
        ground_fire=(GroundFire(weapon=gun),),
    )
    return AirCycleRequest(side_1=(run,))


def four_on_thin_ice() -> RiverCrossingRequest:
    """Return the worked example of a unit of 4 stands on thin ice; the book does not say what unit it is.

    Rules: example-thin-ice.
    """
    unit = Unit(name="company", side="red", type="infantry", has_leader=True, starting_stands=4, stands=4)
    return RiverCrossingRequest(unit=unit, state="thin_ice")


def ship_in_the_ice() -> IcebreakerRequest:
    """Return a convoy's lead ship that leaves open water for thin ice; the book has no example of one.

    Rules: thin-icebreaker.
    """
    lies_in = RiverSection(name="open water", state="unfrozen", length=inches(24))
    ice = RiverSection(name="thin ice", state="thin_ice", thickness=4, length=inches(18))
    ship = Vessel(name="icebreaker", type="ship", kind="merchant", towing=("boat",))
    return IcebreakerRequest(vessel=ship, path=(lies_in, ice), to_edge=inches(2))


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
