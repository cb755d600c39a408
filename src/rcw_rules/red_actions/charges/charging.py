"""A whole charge, from the charge test to the combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.red_actions.charges.course import Course
from rcw_rules.red_actions.charges.legality import (
    AMBUSH_BONUS,
    advance_barred,
    failed_before,
    unfit_to_charge,
    wrong_types,
)
from rcw_rules.red_actions.charges.parts import (
    ChargedUnit,
    ChargeEnd,
    ChargeKind,
    ChargeOutcome,
    Declaration,
    aspect_problems,
    makes_pursuers_halt,
)
from rcw_rules.red_actions.combat import HALTS_WITHIN, Charger, Contacted
from rcw_rules.red_actions.model import HARD_COVER, Cover, OfficerToken, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import illustrative_troops, marker_problems, note_cards

__all__ = ["ChargeEnd", "ChargeKind", "ChargeOutcome", "ChargeRequest", "ChargedUnit", "charge", "charge_reach"]


@frozen(kw_only=True, cache_hash=True)
class ChargeRequest(Request[ChargeOutcome]):
    """A charge.

    Attributes:
        charger: The charging unit and where it stands as it declares.
        cover: What covers it there, should it be shot at.
        kind: How the charge comes about.
        targets: The units that it will touch at once, the declared target first.
        further: Enemies behind them on the straight line of the charge, which it may run into if the targets are gone.
        reach: How far it can move along that line after paying for wheel and terrain; None: its speed, on open ground.
        has_failed: Whether it has failed a charge test in this turn.
        no_advance: Whether, by the option rout_no_advance, it still may not advance after a rout.
        vehicle_moved: Of a vehicle that charges: whether it moved in its latest segment.
    """

    charger: Charger
    cover: Annotated[Cover, Cites("sho-cover-definitions")] = "open"
    kind: ChargeKind = "declared"
    targets: Annotated[tuple[ChargedUnit, ...], Size(1, 6)]
    further: Annotated[tuple[ChargedUnit, ...], Size(0, 12), Cites("charge-follow")] = ()
    reach: Annotated[Inches | None, Cites("charge-conditions")] = None
    has_failed: Annotated[bool, Cites("mor-fail-charge")] = False
    no_advance: Annotated[bool, Cites("rally-optional-no-advance")] = False
    vehicle_moved: Annotated[bool, Cites("dh-numbers")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _unit_problems(".charger", self.charger)
        if self.charger.footing.hard_cover and self.cover not in HARD_COVER:
            message = f"what covers the charger ({self.cover}) is not hard: name the hard cover in the field cover"
            yield Problem(".charger.footing.hard_cover", message, "sho-cover-definitions")
        if self.kind == "declared" and self.charger.situation.ambushed_marching:
            message = "an ambush on the march counts in the fear test of those who are ambushed: leave it out"
            yield Problem(".charger.situation.ambushed_marching", message, "march-ambushed")
        names = {self.charger.unit.name}
        nearest = max(charged.distance for charged in self.targets)
        for path, charged in charged_units(self):
            unit = charged.contact.unit
            yield from _unit_problems(f"{path}.contact", charged.contact)
            if unit.name in names:
                message = f"two units are called {unit.name!r}"
                yield Problem(f"{path}.contact.unit.name", message, "conv-bad-input")
            names.add(unit.name)
            if unit.side == self.charger.unit.side:
                message = f"{unit.name} is on the charger's own side"
                yield Problem(f"{path}.contact.unit.side", message, "charge-types")
            if charged.contact.counter_charging:
                message = "whether a unit counter-charges is its owner's choice charge_response: leave it out"
                yield Problem(f"{path}.contact.counter_charging", message, "charge-counter")
            if charged not in self.targets and charged.distance < nearest:
                message = f"{charged.distance} is nearer than {nearest}, where the charger meets its targets"
                yield Problem(f"{path}.distance", message, "charge-follow")
            yield from aspect_problems(path, charged)
            if charged.fire.officer_base_value is not None and not unit.white_officer_base:
                message = f"{unit.name} has no White Officer base"
                yield Problem(f"{path}.fire.officer_base_value", message, "char-white-officer-base")
            if charged.contact.uphill and self.charger.uphill:
                message = f"{unit.name} and the charger cannot each stand higher than the other"
                yield Problem(f"{path}.contact.uphill", message, "com-modifiers")


def charged_units(request: ChargeRequest) -> Iterator[tuple[str, ChargedUnit]]:
    """Yield every unit that is or may be charged, with its path below the request."""
    for field, units in (("targets", request.targets), ("further", request.further)):
        for number, charged in enumerate(units):
            yield f".{field}[{number}]", charged


def _unit_problems(path: str, fighter: Charger | Contacted) -> Iterator[Problem]:
    unit = fighter.unit
    if not unit.bases:
        yield Problem(f"{path}.unit.bases", "the unit is gone: it has no base", "conv-bad-input")
    yield from marker_problems(f"{path}.unit", unit)
    if fighter.officer_base_value is not None and not unit.white_officer_base:
        message = f"{unit.name} has no White Officer base"
        yield Problem(f"{path}.officer_base_value", message, "char-white-officer-base")


def charge_reach(request: ChargeRequest) -> Inches:
    """Return how far a charge goes at most along its line.

    Rules: charge-conditions, amb-benefits.
    """
    return _furthest(request) if request.reach is None else request.reach


def _furthest(request: ChargeRequest) -> Inches:
    speed = request.charger.unit.card.speed
    return speed + AMBUSH_BONUS if request.kind in ("ambush", "joined_ambush") else speed


def _example() -> ChargeRequest:
    troops = illustrative_troops()
    captain = OfficerToken(id="steady", effect=1, values="illustrative")
    sabres = Unit(name="1st Squadron", side="red", card=troops.card("red_cavalry"), bases=4, officer=captain)
    rifles = Unit(name="2nd Company", side="white", card=troops.card("white_volunteers"), bases=4, officer=captain)
    target = ChargedUnit(contact=Contacted(unit=rifles, in_cover=True), distance=inches(8))
    return ChargeRequest(charger=Charger(unit=sabres), targets=(target,))


@procedure(
    "red_actions.charge",
    title="How does this charge turn out?",
    formerly=("What comes of this charge?",),
    rules=("charge-sequence",),
    example=_example,
)
def charge(request: ChargeRequest, umpire: Umpire[Options]) -> ChargeOutcome:
    """Resolve a whole charge, in a fixed order.

    First comes the charge test, which ambushers, pursuers, and vehicles without a charge number do not take. Then
    mortars are removed. Every target in turn takes its fear test; in an ambush the first gets its marker before and
    tests twice. Those that stay choose one after the other: stand, flee, shoot or counter-charge. Fire that makes the
    charger retire, rout or vanish ends the charge where it began. Then comes contact with all that stand at once:
    markers of flank and rear and the combat, or the effects of vehicles. If no target stands, the charger halts there
    or runs on along its line, where it may charge others, which test fear and then stand or counter-charge.

    Raises:
        IllegalRequestError: A rule forbids the charge.
        NeedsRuling: A card lacks a number that is needed.

    Rules: charge-sequence, charge-follow, mor-fail-charge, com-immediate.
    """
    arm = request.charger.unit.card.arm
    found: list[Objection] = []
    for number, charged in enumerate(request.targets):
        path = f"$.targets[{number}].contact.unit.card.arm"
        found += wrong_types(umpire, arm, charged.contact.unit.card.arm, charged.contact.aspect, path)
    Verdict(objections=tuple(found)).require()
    note_cards(umpire, request.charger.unit, *(charged.contact.unit for _, charged in charged_units(request)))
    declaration = Declaration(
        charger=request.charger,
        cover=request.cover,
        kind=request.kind,
        targets=request.targets,
        further=request.further,
        reach=charge_reach(request),
        vehicle_moved=request.vehicle_moved,
    )
    return Course(umpire, declaration).run()


@charge.legality
def _forbidden_charge(request: ChargeRequest, options: Options) -> Iterator[Objection]:
    unit, path = request.charger.unit, "$.charger.unit"
    if request.kind == "pursuit":
        yield from _halted_pursuit(request)
        yield from unfit_to_charge(path, routing=unit.routing, pinned=False, acted=False, evading=False)
    else:
        yield from unfit_to_charge(
            path, routing=unit.routing, pinned=unit.pinned, acted=unit.has_acted, evading=unit.evading
        )
    if request.kind != "pursuit":  # a pursuit is not a choice
        if request.has_failed:
            yield failed_before("$.has_failed")
        if request.no_advance:
            yield from advance_barred("$.no_advance", options)
    furthest, reach = _furthest(request), charge_reach(request)
    if reach > furthest:
        message = f"{reach} is more than {furthest}, the most that it moves in this charge"
        yield Objection(rule="charge-conditions", message=message, path="$.reach")
    for number, charged in enumerate(request.targets):
        if charged.distance > reach:
            message = f"{charged.distance} is out of reach: the charge goes {reach} at most"
            yield Objection(rule="charge-conditions", message=message, path=f"$.targets[{number}].distance")


def _halted_pursuit(request: ChargeRequest) -> Iterator[Objection]:
    """Yield why pursuers do not reach the targets: an enemy that faces them and can fight makes them halt.

    Rules: pur-sabres.
    """
    nearest = min(charged.distance for charged in request.targets)
    for path, charged in charged_units(request):
        if not makes_pursuers_halt(charged.contact.unit, charged.contact.aspect):
            continue
        if charged in request.targets:
            message = "pursuers halt before an enemy that faces them and can fight: they run only into flank or rear"
            yield Objection(rule="pur-sabres", message=message, path=f"${path}.contact.aspect")
        elif charged.distance - HALTS_WITHIN <= nearest:
            message = f"pursuers halt {HALTS_WITHIN} before this enemy, and so do not reach the target at {nearest}"
            yield Objection(rule="pur-sabres", message=message, path=f"${path}.distance")
    arm = request.charger.unit.card.arm
    if arm != "sabres":
        message = f"only sabres pursue and so run into others, not {in_words(arm)} bases"
        yield Objection(rule="pur-sabres", message=message, path="$.charger.unit.card.arm")
