"""Flank and rear, from where units stand and which way they face."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.table import Point, is_within, point
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_white.options import Options


@frozen(kw_only=True)
class FacingContact:
    """Where one attacker makes contact with one defender.

    Attributes:
        defender: Where the defender stands.
        faces: The bearing that the defender faces.
        attacker: Where the attacker comes from: any position on the attacker's side of the contact.
    """

    defender: Point
    faces: Angle
    attacker: Point


IN_FLANK_OR_REAR: Choice[FacingContact, bool] = Choice(
    "in_flank_or_rear",
    rule="p1-facing",
    who="players",
    about="Does this contact strike the defender in the flank or rear? Asked where no profile says how far a front "
    "reaches. Default: no.",
    default=lambda contact, alternatives: False,
)


@frozen(kw_only=True)
class FlankOrRearOutcome:
    """Whether an attack is made in flank or rear.

    Attributes:
        flank_or_rear: Whether any contact is in the flank or rear of its defender.
    """

    flank_or_rear: bool

    def summary(self, request: FlankOrRearRequest) -> str:
        """Return whether the attack counts as made in flank or rear."""
        where = "in the flank or rear" if self.flank_or_rear else "in front"
        return sentences(f"the attack is made {where}")


@frozen(kw_only=True, cache_hash=True)
class FlankOrRearRequest(Request[FlankOrRearOutcome]):
    """All contacts of an attack.

    Attributes:
        contacts: Each attacker with the defender that it meets.
    """

    contacts: Annotated[tuple[FacingContact, ...], Size(1, 50)]


def _example() -> FlankOrRearRequest:
    contact = FacingContact(defender=point(20, 20), faces=degrees(0), attacker=point(26, 21))
    return FlankOrRearRequest(contacts=(contact,))


@procedure(
    "red_white.flank_or_rear",
    title="Is this a flank or rear attack?",
    formerly=("Is this attack made in the flank or rear?",),
    rules=("p1-facing",),
    example=_example,
)
def flank_or_rear(request: FlankOrRearRequest, umpire: Umpire[Options]) -> FlankOrRearOutcome:
    """Say whether any contact is in the flank or rear of the unit that is attacked.

    The front of a unit reaches as far to each side of its facing as the profile says, the boundary included; all else
    is flank or rear. Without a profile the players say so of each contact.

    Rules: p1-facing.
    """
    profile = umpire.options.profile
    half_angle = profile.facing if profile is not None else None
    found = False
    for number, contact in enumerate(request.contacts, start=1):
        if half_angle is None:
            exposed = umpire.choose(IN_FLANK_OR_REAR, (False, True), contact)
        else:
            exposed = not is_within(contact.defender, contact.faces, half_angle, contact.attacker)
        where = "in the flank or rear" if exposed else "in front"
        umpire.result("p1-facing", "contact {number} is {where}", number=number, where=where)
        found = found or exposed
    return FlankOrRearOutcome(flank_or_rear=found)
