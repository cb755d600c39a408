"""A whole shooting: direct hits, the table, and what they do to the target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TRAINS, Bases, Cover, Name, OfficerToken, TroopCard, Unit, Value
from rcw_rules.red_actions.morale import (
    NOWHERE_SPECIAL,
    OPEN_FOOTING,
    Aftermath,
    Event,
    EventRequest,
    RetirePlace,
    Situation,
    last_event,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting.column import Exposure
from rcw_rules.red_actions.shooting.gunnery import ROWS, Aim, DirectHitsRequest
from rcw_rules.red_actions.shooting.moving import STAYS_AFTER_FIRING
from rcw_rules.red_actions.shooting.table import NO_RESULT, ShotResult
from rcw_rules.red_actions.shooting.total import (
    Indirect,
    Millimetres,
    ShootingTotalRequest,
    counted_bases,
    is_long_range,
    out_of_range,
)
from rcw_rules.red_actions.shooting.volleys import (
    ShootingOfficersOutcome,
    ShootingOfficersRequest,
    VolleyOutcome,
    VolleyRequest,
)
from rcw_rules.red_actions.units import illustrative_troops, marker_problems, mean_value, missing_from_card, note_cards

Building: TypeAlias = Literal["none", "wood", "stone"]
MoveAfter: TypeAlias = Literal["stays", "before_dice", "after_dice"]

WORSE_THAN: dict[Building, tuple[Cover, ...]] = {  # dh-buildings, sho-cover-definitions: solid wood covers like stone
    "wood": ("open", "soft", "wood"),
    "stone": ("open", "soft", "wood", "wooden_building"),
}


@frozen(kw_only=True, cache_hash=True)
class ShootOutcome:
    """What one shooting did.

    Attributes:
        shooter: The shooting unit afterwards; its segment is used.
        aftermath: The target afterwards.
        direct_hits: How many direct hits were scored; on a train resolve each with `red_actions.train_hit`.
        collapsed: Whether the building that the target was in is destroyed.
    """

    shooter: Unit
    aftermath: Aftermath
    direct_hits: int = 0
    collapsed: bool = False

    def summary(self, request: ShootRequest) -> str:
        """Return what the fire does to the target, and the direct hits."""
        target, shooter = request.target, request.shooter.name
        if request.harassing:
            return sentences(f"{shooter} harasses {target.name}, which may not march")
        hits = f"{shooter} scores {counted(self.direct_hits, 'direct hit')}"
        if self.direct_hits and target.card.arm in TRAINS:
            return sentences(f"{hits} on {target.name}: resolve each on the car that it strikes")
        return sentences(
            self.aftermath.sentence(target) or f"the fire of {shooter} has no effect on {target.name}",
            hits if self.direct_hits else "",
            "the building is destroyed" if self.collapsed else "",
        )

    @property
    def target(self) -> Unit:
        """The target afterwards."""
        return self.aftermath.unit


@frozen(kw_only=True, cache_hash=True)
class ShootRequest(Request[ShootOutcome]):
    """One unit shoots at another.

    Attributes:
        shooter: The shooting unit.
        target: The target.
        distance: How far it is to the target, of observed indirect fire from the observer.
        able_bases: How many bases see the target and have it in arc and range; None for all.
        frontage: Of troops who fire out of buildings, how many millimetres of it face the target.
        officer_base_value: The shooting value of the shooter's White Officer base; None where it has none.
        speculative: Whether it fires at a place where it only believes the enemy to be.
        indirect: Whether an observer directs the fire, for the first time or again.
        harassing: Whether it only harasses, up to twice its range.
        gas: Whether the shells hold gas.
        consecutive: Whether it shot at the same target in its previous segment and the target has not moved since.
        cover: What covers the target.
        building: What kind of building the target is in, because it falls with the building. A unit that merely passes
            through is not in one, except infantry at its evasive speed.
        passing_through: Whether the target merely moves through the buildings that cover it.
        farm_perimeter: Of a single farm, how many millimetres of frontage it has all round.
        enfiladed: Whether the target is enfiladed.
        road_column: Whether the target is in column on a road, or marches.
        target_moved: Whether the target moved in its latest segment; it matters for vehicles and pinned infantry.
        distinct: Of a senior officer's base: whether no friendly base is within 2 inches of it.
        move: When the shooter moves, if it moves after shooting.
        hidden: Whether the shooter is still a position marker.
        weapons_left: Whether the shooter, a team that has rallied from rout, still has to fetch its weapons.
        also_at: Other units that the player wants to shoot at too.
        situation: What matters when the target tests its morale.
        footing: What matters when the target must retire. `cover` already decides whether it is in hard cover.
    """

    shooter: Unit
    target: Unit
    distance: Inches
    able_bases: Bases | None = None
    frontage: Annotated[Millimetres | None, Cites("bld-town-capacity")] = None
    officer_base_value: Annotated[Value | None, Cites("char-white-officer-base")] = None
    speculative: Annotated[bool, Cites("sho-speculative")] = False
    indirect: Annotated[Indirect, Cites("ind-factor")] = "none"
    harassing: Annotated[bool, Cites("harassing")] = False
    gas: Annotated[bool, Cites("gas")] = False
    consecutive: Annotated[bool, Cites("dh-range")] = False
    cover: Annotated[Cover, Cites("sho-cover-definitions")] = "open"
    building: Annotated[Building, Cites("dh-buildings")] = "none"
    passing_through: Annotated[bool, Cites("bld-moving-through")] = False
    farm_perimeter: Annotated[Millimetres | None, Cites("bld-farm")] = None
    enfiladed: Annotated[bool, Cites("arc-enfilade")] = False
    road_column: Annotated[bool, Cites("sho-mod-cumulative")] = False
    target_moved: Annotated[bool, Cites("dh-numbers")] = False
    distinct: Annotated[bool, Cites("defs-senior-officer-base")] = True
    move: Annotated[MoveAfter, Cites("sho-sequence")] = "stays"
    hidden: Annotated[bool, Cites("seq-position-markers")] = False
    weapons_left: Annotated[bool, Cites("rally-rout-mg-mortar")] = False
    also_at: Annotated[tuple[Name, ...], Size(0, 20), Cites("prio-one-target")] = ()
    situation: Situation = NOWHERE_SPECIAL
    footing: RetirePlace = OPEN_FOOTING

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        for field in ("shooter", "target"):
            if not getattr(self, field).bases:
                yield Problem(f".{field}.bases", "the unit is gone: it has no base", "conv-bad-input")
            yield from marker_problems(f".{field}", getattr(self, field))
        if self.shooter.name == self.target.name:
            yield Problem(".target.name", "a unit does not shoot at itself", "conv-bad-input")
        if self.able_bases is not None and self.able_bases > self.shooter.bases:
            message = f"{self.able_bases} bases able to fire are more than the {self.shooter.bases} of the unit"
            yield Problem(".able_bases", message, "conv-bad-input")
        if self.officer_base_value is not None and not self.shooter.white_officer_base:
            message = f"{self.shooter.name} has no White Officer base"
            yield Problem(".officer_base_value", message, "char-white-officer-base")
        if self.harassing and self.gas:
            yield Problem(
                ".gas", "harassing fire does no harm, with or without gas: leave out one of the two", "harassing"
            )
        if self.road_column and self.target.bases > 1 and not self.target.in_column:
            yield Problem(".road_column", f"{self.target.name} is not in column", "sho-mod-cumulative")
        if self.building != "none" and self.cover in WORSE_THAN[self.building]:
            word = in_words(self.cover)
            yield Problem(".cover", f"a {self.building} building gives better cover than {word}", "conv-bad-input")
        if self.building != "none" and _exposure_of(self).is_between_houses:
            message = (
                "a unit that merely passes through buildings without evading is not in one: leave the building out"
            )
            yield Problem(".passing_through", message, "bld-moving-through")
        if self.footing.hard_cover and not _exposure_of(self).is_hard:
            message = f"its cover ({self.cover}) does not count as hard cover: leave it out"
            yield Problem(".footing.hard_cover", message, "sho-cover-definitions")
        yield from _exposure_of(self).inconsistencies()


def example_shot() -> ShootRequest:
    """Return a shooting to start from."""
    cards = illustrative_troops()
    officer = OfficerToken(id="captain", effect=1, values="illustrative")
    shooter = Unit(name="Latvians", side="red", card=cards.card("latvians"), bases=5)
    target = Unit(name="1st Company", side="white", card=cards.card("white_conscripts"), bases=4, officer=officer)
    return ShootRequest(shooter=shooter, target=target, distance=inches(6), cover="soft")


@procedure(
    "red_actions.shoot",
    title="What does this shooting do to the target?",
    formerly=("What does this shooting do?",),
    rules=("sho-sequence",),
    example=example_shot,
)
def shoot(request: ShootRequest, umpire: Umpire[Options]) -> ShootOutcome:
    """Resolve one whole shooting.

    The request gives range, arc and sight; a move afterwards changes none of it, and is made before any die is thrown.
    Then come the direct hits, the table, the dice of the officers, and the results for the target in the order of
    conv-test-order. A target that routs has not made its rout move yet.

    Raises:
        NeedsRuling: A card lacks a number that is needed.

    Rules: sho-sequence, harassing, seq-position-markers.
    """
    note_cards(umpire, request.shooter, request.target)
    target, shooter = _shot_at(request.target), segment_used(request.shooter)

    def after_fire(fire: VolleyOutcome) -> ShootOutcome:
        event = _event_of(umpire, request, fire)

        def after_officers(dice: ShootingOfficersOutcome) -> ShootOutcome:
            following = _event_request(request, target, event, dice.fallen)
            return last_event(umpire, following, lambda aftermath: outcome_of_fire(shooter, fire, aftermath))

        officers = _officers_at_risk(fire, event, target)
        if officers is None:
            return after_officers(NOBODY_AT_RISK)
        return umpire.last_resolve(officers, f"officers of {target.name}", after_officers)

    volley = _aim(umpire, request)
    if volley is None:
        return after_fire(HARMLESS)
    return umpire.last_resolve(volley, f"fire at {request.target.name}", after_fire)


@shoot.legality
def _forbidden_shot(request: ShootRequest, options: Options) -> Iterator[Objection]:
    shooter, target = request.shooter, request.target
    if shooter.side == target.side and options.night == "off":
        message = "units shoot at enemies; at friends only at night, by mistake"
        yield Objection(rule="wx-night-friends", message=message, path="$.target.side")
    if shooter.routing:
        message = f"{shooter.name} is in rout: it may only rally"
        yield Objection(rule="rout-unit-state", message=message, path="$.shooter.routing")
    if shooter.has_acted:
        message = f"{shooter.name} has used or forfeited its segment of this turn: shoot in its next one"
        yield Objection(rule="act-one-only", message=message, path="$.shooter.has_acted")
    if shooter.limbered:
        message = f"{shooter.name} is limbered: unlimber first"
        yield Objection(rule="form-limbered", message=message, path="$.shooter.limbered")
    if request.weapons_left:
        yield weapons_to_fetch("$.weapons_left")
    if request.able_bases == 0:
        message = "no base has the target in sight, arc and range: at least one must"
        yield Objection(rule="sho-effective", message=message, path="$.able_bases")
    if request.gas and shooter.card.category != "artillery":
        message = f"gas is fired by guns and mortars, not by {in_words(shooter.card.arm)} bases"
        yield Objection(rule="gas", message=message, path="$.gas")
    if request.also_at:
        message = f"the whole unit fires at one target, here {target.name}: divide the unit first to split its fire"
        yield Objection(rule="prio-one-target", message=message, path="$.also_at")
    if target.card.arm == "officer" and not request.distinct:
        message = "the base of a senior officer is a target only if no friendly base is within 2 in"
        yield Objection(rule="defs-senior-officer-base", message=message, path="$.distinct")
    yield from _forbidden_move_after(request)
    yield from _out_of_reach(request, options)


def weapons_to_fetch(path: str) -> Objection:
    """Return the objection to fire of a team without its weapons.

    Rules: rally-rout-mg-mortar.
    """
    message = "its weapons lie where it fled from: take possession of them before it shoots"
    return Objection(rule="rally-rout-mg-mortar", message=message, path=path)


def _forbidden_move_after(request: ShootRequest) -> Iterator[Objection]:
    """Yield the objections to a move after the shot.

    Rules: sho-sequence, mvsh-tachanka, note-tachanka, mvsh-table, train-artillery-car.
    """
    arm = request.shooter.card.arm
    if request.move == "after_dice":
        message = "a unit that moves after shooting moves before the dice are thrown, without knowing their result"
        yield Objection(rule="sho-sequence", message=message, path="$.move")
    if request.move != "stays" and arm in STAYS_AFTER_FIRING:
        message = f"{in_words(arm)} bases that shoot stay where they are in the same segment"
        yield Objection(rule=STAYS_AFTER_FIRING[arm], message=message, path="$.move")


def _out_of_reach(request: ShootRequest, options: Options) -> Iterator[Objection]:
    """Yield the objection to a target that is too far away, with the longer range of harassing fire by day.

    Rules: harassing, sho-long-range, wx-night-range.
    """
    card_range = request.shooter.card.range
    if card_range is None:
        return  # the procedure asks for it when it needs it
    if not request.harassing or options.night != "off":
        yield from out_of_range(request.distance, card_range, options)
    if request.harassing and request.distance > 2 * card_range:
        message = f"{request.distance} is more than {card_range * 2}, the reach of harassing fire"
        yield Objection(rule="harassing", message=message, path="$.distance")


def open_fire(umpire: Umpire[Options], request: ShootRequest, purpose: str) -> VolleyOutcome:
    """Throw the dice for hits and for the table, unless they cannot have an effect.

    Rules: sho-sequence.
    """
    fire = _aim(umpire, request)
    return HARMLESS if fire is None else umpire.resolve(fire, f"{purpose}fire at {request.target.name}")


def _aim(umpire: Umpire[Options], request: ShootRequest) -> VolleyRequest | None:
    """Return the volley to throw for; None for fire that only harasses or cannot harm the target.

    Rules: harassing, seq-position-markers, tank-armour, ac-armour, char-white-officer-base.
    """
    if request.hidden:
        umpire.result("seq-position-markers", "{unit} is put on the table as it fires", unit=request.shooter.name)
    if request.harassing:
        card_range(request.shooter.card)
        umpire.result("harassing", "{unit} is harassed: no dice", unit=request.target.name)
        return None
    fire = _volley_of(request)
    if fire.guns is None and fire.strength is None:
        rule = "tank-armour" if request.target.card.arm == "tank" else "ac-armour"
        if request.target.card.arm in TRAINS:
            rule = "train-hit-number"
        umpire.result(rule, "this fire cannot harm {unit}: no dice", unit=request.target.name)
        return None
    if fire.strength is not None and request.shooter.white_officer_base:
        text = "with its White Officer base the mean value of a base of {unit} is {value}"
        value = str(fire.strength.shooting_value)
        umpire.result("char-white-officer-base", text, unit=request.shooter.name, value=value)
    return fire


HARMLESS = VolleyOutcome(direct_hits=0, bases_lost=0, collapsed=False, result=NO_RESULT)
NOBODY_AT_RISK = ShootingOfficersOutcome(fallen=(), all_lost=False)


def event_of_fire(umpire: Umpire[Options], request: ShootRequest, fire: VolleyOutcome, target: Unit) -> EventRequest:
    """Return the event for the target; throw the dice for its officers, if a base is left to have them.

    Rules: conv-test-order, turn-forced-forfeit, mor-multiple-example, mor-fail-fear, mor-fail-serious, res-off.
    """
    target = _shot_at(target)
    event = _event_of(umpire, request, fire)
    officers = _officers_at_risk(fire, event, target)
    dice = NOBODY_AT_RISK if officers is None else umpire.resolve(officers, f"officers of {target.name}")
    return _event_request(request, target, event, dice.fallen)


def _officers_at_risk(fire: VolleyOutcome, event: Event, target: Unit) -> ShootingOfficersRequest | None:
    """Return the request for the dice of the target's officers; None if they throw none.

    Rules: res-off, res-officers-shooting, defs-senior-officer-base.
    """
    lost = event.direct_hits + event.kills
    officers = target.officers_at_risk
    if fire.result.officers and officers and lost < target.bases and target.card.category != "vehicle":
        return ShootingOfficersRequest(officers=officers)
    return None


def _event_request(request: ShootRequest, target: Unit, event: Event, fallen: tuple[int, ...]) -> EventRequest:
    event = _with_fallen(event, fallen) if fallen else event
    return EventRequest(unit=target, event=event, situation=request.situation, footing=_footing_of(request))


def outcome_of_fire(shooter: Unit, fire: VolleyOutcome, aftermath: Aftermath) -> ShootOutcome:
    """Return what a shooting did.

    Args:
        shooter: The shooter, its segment used.
        fire: The hits and the result of the table.
        aftermath: The target afterwards.
    """
    return ShootOutcome(shooter=shooter, aftermath=aftermath, direct_hits=fire.direct_hits, collapsed=fire.collapsed)


def _event_of(umpire: Umpire[Options], request: ShootRequest, fire: VolleyOutcome) -> Event:
    """Return the event for the target, without its officers.

    A Kill! is the only result of the table that affects an armoured car; none affects other vehicles. The base of a
    senior officer takes no markers. A tank adds a terror marker whatever the dice, except to targets in super-hard
    cover.

    Rules: ac-armour, tank-armour, tank-terror, defs-senior-officer-base, gas, defs-pinned, char-white-officer-base.
    """
    result, target = fire.result, request.target
    by_tank = _spreads_terror(request)
    if by_tank:
        umpire.result("tank-terror", "{unit} is shot at by a tank: a terror marker", unit=target.name)
    if result.kill and target.card.arm == "armoured_car":
        umpire.result("ac-armour", "{unit} is immobilised and abandoned: destroyed", unit=target.name)
    return _made_event(target.card.category, fire.bases_lost, result, by_tank=by_tank, gas=request.gas)


@lru_cache(maxsize=1024)
def _made_event(category: str, bases_lost: int, result: ShotResult, *, by_tank: bool, gas: bool) -> Event:
    # The same few events come up on every branch of a walk.
    if category == "vehicle":
        return Event(direct_hits=bases_lost, kills=int(result.kill))
    marked = category != "officer"
    return Event(
        direct_hits=bases_lost,
        kills=int(result.kill),
        terror=marked * (result.terror + by_tank),
        pinned=marked and result.pinned,
        serious=result.serious,
        retires=int(result.retire),
        gassed=gas,
    )


def _spreads_terror(request: ShootRequest) -> bool:
    """Whether a tank shoots and its target takes a marker for that.

    Rules: tank-terror, defs-senior-officer-base.
    """
    if request.shooter.card.arm != "tank" or request.harassing:
        return False
    return request.target.card.category not in ("vehicle", "officer") and _exposure_of(request).shelter != "super_hard"


@lru_cache(maxsize=1024)
def _with_fallen(event: Event, fallen: tuple[int, ...]) -> Event:
    """Return an event with the officers that fall."""
    return evolve(event, fallen=fallen)


@lru_cache(maxsize=1024)
def _shot_at(unit: Unit) -> Unit:
    """Return a unit that was shot at and so may not march.

    Rules: march-rate, harassing.
    """
    return evolve(unit, shot_at=True)


@lru_cache(maxsize=1024)
def segment_used(unit: Unit) -> Unit:
    """Return a unit whose segment is used."""
    return evolve(unit, has_acted=True)


@lru_cache(maxsize=1024)
def _footing_of(request: ShootRequest) -> RetirePlace:
    """Return where the target stands when it must retire: in hard cover if what covers it is.

    Rules: retire-hard-cover, sho-cover-definitions.
    """
    return evolve(request.footing, hard_cover=_exposure_of(request).is_hard)


@lru_cache(maxsize=1024)
def _exposure_of(request: ShootRequest) -> Exposure:
    """Return how the target is exposed.

    Pinned infantry that has not moved always evades, except in the turn in which it rallied from rout.

    Rules: off-conferred, evade-speed, evade-switch, rally-pinned, rally-rout-success, char-partisan, char-skirmisher.
    """
    target = request.target
    infantry = target.card.category == "infantry"
    held = target.pinned and infantry and not target.routing and not target.rallied and not request.target_moved
    return Exposure(
        cover=request.cover,
        passing_through=request.passing_through,
        infantry=infantry,
        evading=target.evading or held,
        foxholes=target.foxholes,
        farm_perimeter=request.farm_perimeter,
        bases=target.bases,
        enfiladed=request.enfiladed,
        formed=target.formed,
        road_column=request.road_column,
        skirmisher=target.has("Skirmisher"),
        partisan=target.has("Partisan"),
    )


@lru_cache(maxsize=1024)
def _volley_of(request: ShootRequest) -> VolleyRequest:
    """Return a shooting as a volley of plain numbers.

    Only direct hits harm tanks and trains; machine guns at close range also harm armoured cars. Guns that fire
    speculatively at a building have direct hits only.

    Rules: tank-armour, ac-armour, train-hit-number, sho-speculative, dh-roll, dh-numbers, dh-substandard.
    """
    card, target = request.shooter.card, request.target
    reach = card_range(card)
    weapon = _weapon_of(card)
    strength = None
    if _reaches_table(request, reach) and not (weapon and request.speculative and request.building != "none"):
        strength = _strength_of(request, reach)
    guns = None
    if weapon:
        aim = _aim_of(request)
        guns = DirectHitsRequest(
            bases=ceil(counted_bases(_strength_of(request, reach))),
            weapon_class="field_gun" if weapon == "field_gun" else "other",
            card_number=None if card.direct_hits is None else getattr(card.direct_hits, ROWS[aim]),
            target=aim,
            distance=request.distance,
            consecutive=request.consecutive,
            substandard=card.substandard,
            indirect=request.indirect,
            target_bases=0 if target.card.arm in TRAINS else target.bases,
        )
    return VolleyRequest(guns=guns, strength=strength, machine_guns=card.shoots_as_mg, target=_exposure_of(request))


def _reaches_table(request: ShootRequest, reach: Inches) -> bool:
    """Whether fire of this kind at such a target goes to the table.

    Rules: tank-armour, ac-armour, train-hit-number.
    """
    if request.target.card.category != "vehicle":
        return True
    is_close = not is_long_range(request.distance, reach)
    return request.target.card.arm == "armoured_car" and request.shooter.card.shoots_as_mg and is_close


def card_range(card: TroopCard) -> Inches:
    """Return the range on a card.

    Raises:
        NeedsRuling: The card has none.

    Rules: conv-cards-missing.
    """
    if card.range is None:
        raise missing_from_card(card, "range")
    return card.range


def _weapon_of(card: TroopCard) -> str:
    """Return the class of the gun that may score direct hits; "" if there is none. Mortars do not count as field guns.

    Raises:
        NeedsRuling: The card of a gun does not give it.

    Rules: dh-roll, dh-numbers, conv-cards-missing.
    """
    if card.arm == "gun" and card.weapon_class is None:
        raise missing_from_card(card, "weapon_class")
    if card.arm == "mortar":
        return "other"
    if card.category not in ("artillery", "vehicle"):
        return ""
    return card.weapon_class or ("" if card.direct_hits is None else "other")


def _strength_of(request: ShootRequest, reach: Inches) -> ShootingTotalRequest:
    shooter = request.shooter
    return ShootingTotalRequest(
        shooting_value=mean_value(shooter, "shooting_value", request.officer_base_value),
        bases=shooter.bases,
        terror=shooter.terror,
        humiliated=shooter.humiliated,
        able_bases=request.able_bases,
        frontage=request.frontage,
        distance=request.distance,
        range=reach,
        speculative=request.speculative,
        indirect=request.indirect,
    )


def _aim_of(request: ShootRequest) -> Aim:
    """Return what guns aim at; at troops in a building they shoot as at the building.

    Rules: dh-numbers.
    """
    if request.building != "none":
        return "building_wood" if request.building == "wood" else "building_stone"
    if request.target.card.category == "vehicle":
        return "vehicle_moving" if request.target_moved else "vehicle_stationary"
    return "other"
