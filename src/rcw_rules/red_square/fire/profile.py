"""The profile of a shot: how many dice, at what score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import (
    RANGE_ROWS,
    RANGE_TABLE,
    RangeBand,
    RangeSquares,
    band_at,
    has_no_sides,
    reach_of,
    wrong_formation,
)
from rcw_rules.red_square.model import (
    ARMOUR,
    GUNS,
    VEHICLES,
    FightingBases,
    Formation,
    Kind,
    Quality,
    Side,
    Weapon,
    formation_needs,
)
from rcw_rules.red_square.options import Options

Firer: TypeAlias = Literal[
    "infantry", "cavalry", "artillery", "mg", "tchanka", "armoured_car", "light_tank", "heavy_tank", "train"
]
"""The kinds of units that fire."""

Protection: TypeAlias = Literal["none", "trenches", "stone_building"]
"""What protects a target from all fire; wooden buildings do not."""

WEAPONS: dict[Firer, tuple[Weapon, ...]] = {  # units-artillery, units-afv, train-2-armament
    "infantry": ("rifles",),
    "cavalry": ("rifles",),
    "artillery": GUNS,
    "mg": ("mg",),
    "tchanka": ("mg",),
    "armoured_car": ("mg", "tank_gun"),
    "light_tank": ("mg", "tank_gun"),
    "heavy_tank": ("mg", "tank_gun"),
    "train": ("heavy", "howitzer", "mg"),
}
SMALL_ARMS: tuple[Weapon, ...] = ("rifles", "mg")
"""The weapons against which gun shields protect, whatever unit fires them (fire-dice-table)."""

MASSED: tuple[Formation, ...] = ("masses", "mounted", "limbered")
DEFENCE_BASES = 2  # dig-3-defence, to every side
TRAIN_BASES = 2  # train-2-armament: two batteries, and MG companies of two bases
BAND_LINES: dict[RangeBand, str] = {
    "close": "close_range",
    "effective": "effective_range",
    "long": "long_range",
}


@frozen(kw_only=True)
class VehicleFire:
    """What the owner of vehicles sees when deciding whether to give up a card.

    Attributes:
        shots: How many vehicles fire.
        dice: The shot dice of each without it, 0 or less included.
        unplayed_cards: The unplayed cards, one of which may be given up.
        unit: The name of the detachment; "" where the request does not tell.
        side: Whose it is.
    """

    shots: int
    dice: int
    unplayed_cards: int
    unit: str = ""
    side: Side | None = None


GIVE_UP_CARD: Choice[VehicleFire, bool] = Choice(
    "give_up_card",
    rule="fire-7-card-offset",
    who="owner",
    about="Give up an unplayed card, so that the vehicles fire without losing a die? Default: no.",
    default=lambda fire, alternatives: False,
    unit=lambda fire: fire.unit,
    side=lambda fire: fire.side or "",
)


@frozen(kw_only=True)
class FireProfileOutcome:
    """What a shot is made with.

    Attributes:
        band: The range band.
        shots: How many shots are made: one for each vehicle or tchanka, otherwise one.
        dice: The shot dice of each shot; none if the sum is 0 or less, and then the fire does nothing.
        score: The score to hit.
        automatic: The hits that each die scores without a roll.
        hits_on: Each die hits on this face or less; 0 if none is rolled.
        card_given_up: Whether vehicles give up a card for their fire.
    """

    band: RangeBand
    shots: int
    dice: int
    score: int
    automatic: int
    hits_on: int
    card_given_up: bool = False

    def summary(self, request: FireProfileRequest) -> str:
        """Return how many dice are thrown, and what each needs to hit."""
        at = f"at {self.band} range"
        given = "a card is given up for the fire" if self.card_given_up and not request.card_given_up else ""
        if not self.dice:
            return sentences(f"{at} no shot dice are left: the fire has no effect", given)
        dice = counted(self.dice, "shot die", "shot dice")
        if self.shots > 1:
            dice = f"{self.shots} shots of {dice}"
        is_one = self.dice == self.shots == 1
        needs = f"{'hits' if is_one else 'hit'} on {self.hits_on} or less" if self.hits_on else "cannot hit"
        if self.automatic:
            needs = f"{'scores' if is_one else 'each score'} {counted(self.automatic, 'hit')} without a roll"
            needs += f", and one more on {self.hits_on} or less" if self.hits_on else ""
        return sentences(f"{at}, {dice} {needs}", given)


@frozen(kw_only=True, cache_hash=True)
class FireProfileRequest(Request[FireProfileOutcome]):
    """Who fires at what, from where, in which circumstances.

    Attributes:
        firer: What fires.
        weapon: The weapon that it fires: of a train its guns, or the MGs of one side.
        bases: The bases that fire; of dismounted cavalry without the base that holds the horses, of MGs without those
            that are pinned, of vehicles and tchankas each with a shot of its own, of infantry in Defence all that it
            has. A train is one, whatever it fires.
        quality: The quality of infantry and cavalry.
        formation: The formation of infantry and cavalry at the moment of firing.
        beside_defence: Of an MG company: whether it accompanies infantry in Defence and fires one base to every side.
        moved: Whether it made a step or a wheel in this activation; turning MGs does not count.
        stepped: Of dismounted cavalry: whether it made a step in this activation.
        changed_formation: Whether it changed formation in this activation.
        wild: Whether it fires wildly.
        held_fire: Whether it fires a shot that it held.
        changed_target: Of artillery and the guns of a train: whether their last shot was at another target that is
            still there.
        observed: Whether the target is observed; if not, artillery and MGs fire at its area.
        range: Squares to the target.
        target: What is fired at.
        target_formation: The formation of infantry, cavalry and artillery that is fired at.
        aspect: How the target shows itself to the firer. Vehicles, trains, command figures and infantry in Defence show
            everybody their front, whatever is given.
        protection: What protects the target.
        target_shielded: Of artillery that is fired at: whether its guns have shields.
        unplayed_cards: Of vehicles other than trains: the cards of theirs that are still to be played and of which they
            may give up one.
        card_given_up: Of vehicles: whether they have given one up in this activation, for another shot.
        unit: Of vehicles that may give up a card: the name of the detachment; "" for none in particular.
        side: Of such vehicles: whose they are.
    """

    firer: Firer
    weapon: Weapon
    bases: FightingBases
    quality: Quality = "normal"
    formation: Formation | None = None
    beside_defence: Annotated[bool, Cites("dig-3-defence")] = False
    moved: bool = False
    stepped: Annotated[bool, Cites("fire-mod-line")] = False
    changed_formation: bool = False
    wild: Annotated[bool, Cites("act-wild")] = False
    held_fire: Annotated[bool, Cites("fire-2-hold")] = False
    changed_target: Annotated[bool, Cites("fire-mod-changing-target")] = False
    observed: bool = True
    range: RangeSquares
    target: Kind
    target_formation: Formation | None = None
    aspect: Annotated[Aspect, Cites("fire-mod-oblique-flank")] = "front"
    protection: Protection = "none"
    target_shielded: bool = False
    unplayed_cards: Annotated[int, Range(0, 4, rule="fire-7-card-offset")] = 0
    card_given_up: Annotated[bool, Cites("fire-7-card-offset")] = False
    unit: Annotated[str, Size(0, 100), Cites("fire-7-card-offset")] = ""
    side: Annotated[Side | None, Cites("fire-7-card-offset")] = None

    needs: ClassVar[tuple[Need, ...]] = (
        *formation_needs(of="firer", kinds=("infantry", "cavalry")),
        *formation_needs("target_formation", of="target"),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what does not fit the firer, and then what does not fit the target."""
        word = in_words(self.firer)
        if self.weapon not in WEAPONS[self.firer]:
            allowed = " or ".join(WEAPONS[self.firer])
            yield Problem(".weapon", f"{word} units fire {allowed}, not {self.weapon}", "fire-score-table")
        if self.firer == "train" and self.bases != 1:
            yield Problem(".bases", f"a train is one, not {self.bases}", "train-2-armament")
        yield from wrong_formation(self.firer, self.formation)
        if self.beside_defence and self.firer != "mg":
            yield Problem(".beside_defence", f"only MG companies accompany Defence, not {word} units", "dig-3-defence")
        if self.stepped and (self.formation != "dismounted" or not self.moved):
            message = "is only for dismounted cavalry that moved; leave it out"
            yield Problem(".stepped", message, "fire-mod-line")
        if self.changed_target and self.weapon not in GUNS:
            message = "only guns of artillery and of trains lose a die for changing target"
            yield Problem(".changed_target", message, "fire-mod-changing-target")
        yield from wrong_formation(self.target, self.target_formation, ".target_formation")
        if self.target_shielded and self.target != "artillery":
            yield Problem(".target_shielded", "only artillery has gun shields", "units-artillery")

    @property
    def is_vehicle_fire(self) -> bool:
        """Whether each base makes a shot of its own, with a die less.

        Rules: tchanka-as-vehicle, fire-6-per-unit, train-2-armament.
        """
        return self.firer in (*ARMOUR, "tchanka")


def _profile_example() -> FireProfileRequest:
    return FireProfileRequest(
        firer="infantry",
        weapon="rifles",
        bases=4,
        formation="firing_line",
        range=3,
        target="infantry",
        target_formation="masses",
        aspect="flank",
    )


@procedure(
    "red_square.fire_profile",
    title="How many dice at what score?",
    rules=("fire-dice-table",),
    example=_profile_example,
)
def fire_profile(request: FireProfileRequest, umpire: Umpire[Options]) -> FireProfileOutcome:
    """Add up the shot dice, the range first, and work out the score that each of them needs.

    Every line of the table counts once. The owner of vehicles decides about giving up a card before the dice are added
    up. A sum below 0 means no dice. A score above 6 scores one hit for every full 6, and each die is rolled against the
    remainder.

    Raises:
        IllegalRequestError: If the target is out of range, or this weapon cannot harm it.

    Rules: fire-dice-table, fire-min-dice.
    """
    band = band_at(umpire.charts, request.weapon, request.range)
    if band is None:
        weapon, reach = in_words(request.weapon), reach_of(umpire.charts, request.weapon)
        message = f"{request.range} squares are beyond the reach of {weapon}; 1 to {reach} are within it"
        raise forbidden("fire-range-table", message, "$.range")
    if request.weapon == "mg" and request.target == "heavy_tank":
        umpire.ruling("mg_heavy_tank")
    objection = harmless(request.weapon, request.target, umpire.options, band)
    if objection:
        raise forbidden(objection.rule, objection.message, objection.path)
    umpire.look_up(RANGE_TABLE, RANGE_ROWS[request.weapon], band)
    entries = list(_dice_modifiers(umpire, request, band))
    given_up = request.card_given_up
    shots = request.bases if request.is_vehicle_fire else 1
    if request.is_vehicle_fire:
        vehicle = umpire.modifier("fire_dice", "vehicle_firing", _vehicle_rule(request), "vehicles firing")
        if not given_up and request.unplayed_cards:
            seen = VehicleFire(
                shots=shots,
                dice=Ledger.of(*entries, vehicle).total,
                unplayed_cards=request.unplayed_cards,
                unit=request.unit,
                side=request.side,
            )
            given_up = umpire.choose(GIVE_UP_CARD, (False, True), seen)
        if given_up:
            umpire.result("fire-7-card-offset", "a card given up makes up for the die that vehicles lose")
        else:
            entries.append(vehicle)
    total = umpire.modify(Ledger.of(*entries), "shot dice").total
    if total <= 0:
        umpire.result("fire-min-dice", "{total} shot dice: the fire has no effect", total=total)
    score = _score(umpire, request)
    automatic, hits_on = hits_of_a_die(umpire, score)
    return FireProfileOutcome(
        band=band,
        shots=shots,
        dice=max(0, total),
        score=score,
        automatic=automatic,
        hits_on=hits_on,
        card_given_up=given_up,
    )


@fire_profile.legality
def _profile_objections(request: FireProfileRequest, options: Options) -> Iterator[Objection]:
    if not request.observed and request.weapon not in GUNS and request.firer not in ("mg", "train"):
        message = "only artillery and MG companies fire without observing the target; observe it first"
        yield Objection(rule="fire-dice-table", message=message, path="$.observed")
    if request.firer not in ARMOUR:
        for name in ("card_given_up", "unplayed_cards"):
            if getattr(request, name):
                message = "only armoured cars and tanks give up a card for their fire; leave it out"
                yield Objection(rule="fire-7-card-offset", message=message, path=f"$.{name}")


def harmless(
    weapon: Weapon, kind: Kind, options: Options, band: RangeBand | None = None, path: str = "$.weapon"
) -> Objection | None:
    """Return why a weapon cannot harm a target, if it cannot.

    Guns, those of tanks among them, harm everything. MGs harm armoured cars and light tanks at close range, lorries and
    tchankas at any range; rifles harm only these two, at close or effective range.

    Args:
        weapon: The weapon.
        kind: What is fired at.
        options: The options in force.
        band: The range band; None where it is not known any more, as for hits that are already there.
        path: The path of the weapon in the request.

    Rules: fire-armour-eligibility, opt-mg-heavy-tank.
    """
    if weapon not in SMALL_ARMS or kind not in (*VEHICLES, "tchanka", "train"):
        return None
    name, rule = "MGs" if weapon == "mg" else weapon, "fire-armour-eligibility"
    at_range = f" at {band} range" if band else ""
    if kind in ("truck", "tchanka"):
        if weapon == "mg" or band != "long":
            return None
        allowed = "at close or effective range they do"
    elif weapon == "rifles":
        allowed = "artillery and tank guns do, and MGs to armoured cars and light tanks"
    elif kind == "train" or (kind == "heavy_tank" and not options.mg_heavy_tank):
        allowed = "artillery and tank guns do"
    elif band in (None, "close"):
        return None
    else:
        allowed = "at close range they do"
        rule = "opt-mg-heavy-tank" if kind == "heavy_tank" else rule
    message = f"{name} do nothing to {in_words(kind)}s{at_range}; {allowed}"
    return Objection(rule=rule, message=message, path=path)


def _dice_modifiers(umpire: Umpire[Options], request: FireProfileRequest, band: RangeBand) -> Iterator[Modifier]:
    """Yield the lines that apply, in the order of the table, except that for vehicles firing.

    Rules: fire-dice-table.
    """

    def line(row: str, rule: str, reason: str) -> Modifier:
        return umpire.modifier("fire_dice", row, rule, reason)

    yield line(BAND_LINES[band], "fire-dice-table", f"{band} range")
    dismounted = request.formation == "dismounted" and not request.stepped
    if request.formation == "firing_line" or dismounted:
        yield line("firer_in_line", "fire-mod-line", "firer in line")
    aspect = _aspect(request)
    if aspect == "oblique":
        yield line("oblique_target", "fire-mod-oblique-flank", "oblique target")
    if request.target_formation in MASSED:
        yield line("target_massed_mounted_or_limbered", "fire-dice-table", f"target in {request.target_formation}")
    if aspect == "flank":
        yield line("target_enfiladed", "fire-mod-oblique-flank", "target enfiladed")
    hampered = _hampered(request)
    if hampered:
        rule = "act-wild" if request.wild else "fire-2-hold" if request.held_fire else "fire-dice-table"
        yield line("firer_moving_wild_or_held", rule, f"firer {hampered}")
    if request.changed_target:
        yield line("artillery_changing_target", "fire-mod-changing-target", "guns changing target")
    protected = _protected(request)
    if protected:
        rule = "dig-3-defence" if protected == "in Defence" else "fire-dice-table"
        yield line("target_protected", rule, f"target {protected}")
    if not request.observed:
        yield line("unobserved_target", "fire-dice-table", "target not observed")


def _aspect(request: FireProfileRequest) -> Aspect:
    """Return the side that counts.

    Rules: fire-mod-oblique-flank.
    """
    return "front" if has_no_sides(request.target, request.target_formation) else request.aspect


def _hampered(request: FireProfileRequest) -> str:
    """Return what keeps the firer from aiming, "" for nothing; several such things count once.

    Rules: fire-dice-table, act-wild.
    """
    reasons = (
        (request.moved, "moving"),
        (request.changed_formation, "changing formation"),
        (request.wild, "firing wildly"),
        (request.held_fire, "firing a held shot"),
    )
    return ", ".join(reason for applies, reason in reasons if applies)


def _protected(request: FireProfileRequest) -> str:
    """Return what protects the target from this weapon, "" for nothing; gun shields only from rifles and MGs.

    Rules: fire-dice-table, dig-3-defence.
    """
    if request.target_formation == "defence":
        return "in Defence"
    if request.protection != "none":
        return "in trenches" if request.protection == "trenches" else "in a stone building"
    return "behind gun shields" if request.target_shielded and request.weapon in SMALL_ARMS else ""


def _vehicle_rule(request: FireProfileRequest) -> str:
    return "tchanka-as-vehicle" if request.firer == "tchanka" else "fire-dice-table"


def _score(umpire: Umpire[Options], request: FireProfileRequest) -> int:
    """Return the score to hit.

    Rules: fire-score-table, mg-two-per-base, tchanka-as-vehicle, dig-3-defence, train-2-armament.
    """

    def value(row: str) -> int:
        return umpire.look_up("fire_score", row).number()

    bases = request.bases
    if request.firer == "train":
        bases = TRAIN_BASES
        umpire.result("train-2-armament", "a train fires as {bases} bases", bases=bases)
    if request.is_vehicle_fire:
        rule = "tchanka-as-vehicle" if request.firer == "tchanka" else "fire-score-table"
        score = value("vehicles")
        umpire.result(rule, "each vehicle fires by itself at score {score}", score=score)
        return score
    if request.weapon == "rifles":
        if request.formation == "defence":
            bases = min(DEFENCE_BASES, bases)
            umpire.result("dig-3-defence", "Defence fires {bases} bases to each side", bases=bases)
        score = bases * value("small_arms") + (value("poor") if request.quality == "poor" else 0)
        score, rule = max(0, score), "fire-score-table"
    elif request.weapon == "mg":
        if request.beside_defence:
            bases = 1
            umpire.result("dig-3-defence", "MGs beside Defence fire one base to each side")
        score, rule = bases * value("mgs"), "mg-two-per-base"
        if _aspect(request) == "flank":
            score *= value("mgs_enfilading")
    else:
        score, rule = bases * value("artillery"), "fire-score-table"
    umpire.result(rule, "score to hit: {score}", score=score)
    return score


def hits_of_a_die(umpire: Umpire[Options], score: int) -> tuple[int, int]:
    """Return the automatic hits of a die, and the highest face on which it scores another; 0 for none.

    Rules: fire-6-hit-or-less, fire-6-excess, opt-strict-less.
    """
    umpire.ruling("strict_less")
    if not umpire.options.strict_less:
        return divmod(score, d6.sides)
    automatic, rest = divmod(score, d6.sides) if score > d6.sides else (0, score)
    return automatic, max(0, rest - 1)


# -------------------------------------------------------------------- red_square.fire
