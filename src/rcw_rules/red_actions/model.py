"""Troop cards, officers and units, with their state."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.values import shared
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites

Side: TypeAlias = Literal["red", "white"]
"""The two sides of a game, whichever armies they lead; requests name the attacker where it matters."""

Arm: TypeAlias = Literal[
    "rifle",
    "mg",
    "sabres",
    "tachanka",
    "gun",
    "mortar",
    "tank",
    "armoured_car",
    "train_engine",
    "train_artillery",
    "train_mg",
    "train_other",
    "officer",
]
"""The arm of a base. Engineers are rifles whose card says so (defs-categories)."""

Category: TypeAlias = Literal["infantry", "cavalry", "artillery", "vehicle", "officer"]

Characteristic: TypeAlias = Literal["Mob", "Partisan", "Skirmisher", "Storm", "Specialist", "Clever", "Commissar"]
"""Units have the first five; officers have all seven."""

WeaponClass: TypeAlias = Literal["field_gun", "other"]

TestKind: TypeAlias = Literal["charge", "fear", "serious", "rally"]

Rank: TypeAlias = Literal["captain", "colonel", "major_general", "general"]
"""From the lowest; a Kombat is a captain, a Kompolk a colonel, a Kombrig a major-general, a Komdiv a general."""

RANKS: tuple[Rank, ...] = ("captain", "colonel", "major_general", "general")  # note-higher-formations

Cover: TypeAlias = Literal["open", "soft", "wood", "wooden_building", "stone", "super_hard"]
"""What covers a target (sho-cover-definitions): nothing; what only hides; woods; wooden buildings; stone buildings and
walls; trenches, sandbags and machine-gun nests."""

HARD_COVER: tuple[Cover, ...] = ("wood", "wooden_building", "stone", "super_hard")  # sho-cover-definitions

Night: TypeAlias = Literal["off", "dark", "moonlight_or_fog"]

Aspect: TypeAlias = Literal["front", "flank", "rear"]

DirectHitNumber: TypeAlias = Annotated[int, Range(2, 12, rule="dh-numbers")]
"""The lowest total of 2d6 that scores a direct hit."""

SuccessNumber: TypeAlias = Annotated[int, Range(-20, 30, rule="mor-procedure")]
Value: TypeAlias = Annotated[Fraction, Range(0, 99, rule="conv-bad-input")]
"""A shooting or fighting value: a whole number or a fraction."""

Markers: TypeAlias = Annotated[int, Range(0, 99, rule="conv-bad-input")]
Count: TypeAlias = Annotated[int, Range(0, None, rule="conv-bad-input")]
"""What only grows in play, such as the markers of a unit in rout: whatever it grows to must load again."""

Speed: TypeAlias = Annotated[Inches, Range(0, 1000, rule="conv-bad-input")]
Bases: TypeAlias = Annotated[int, Range(0, 6, rule="defs-unit-size")]
Name: TypeAlias = Annotated[str, Size(1, 100)]
Percent: TypeAlias = Annotated[int, Range(0, 100, rule="defs-flight-number")]

NO_DISTANCE = inches(0)
NO_MODIFIERS = Ledger()

CATEGORY_OF: dict[Arm, Category] = {  # defs-categories
    "rifle": "infantry",
    "mg": "infantry",
    "sabres": "cavalry",
    "tachanka": "cavalry",
    "gun": "artillery",
    "mortar": "artillery",
    "tank": "vehicle",
    "armoured_car": "vehicle",
    "train_engine": "vehicle",
    "train_artillery": "vehicle",
    "train_mg": "vehicle",
    "train_other": "vehicle",
    "officer": "officer",
}
TRAINS: tuple[Arm, ...] = ("train_engine", "train_artillery", "train_mg", "train_other")  # defs-categories
VEHICLES: tuple[Arm, ...] = ("tank", "armoured_car", *TRAINS)  # defs-categories
IN_UNITS_OF_SIX: tuple[Arm, ...] = ("rifle", "sabres")  # defs-unit-size
IN_UNITS_OF_FOUR: tuple[Arm, ...] = ("mg", "gun", "mortar", "tachanka")  # defs-unit-size
OFFICERS_ONLY: tuple[Characteristic, ...] = ("Clever", "Commissar")  # defs-characteristics
BASE_WIDTH_MM = 30  # defs-base
TWO_DICE = d6.sum(2)  # mor-procedure, sho-table, dh-roll, com-table, wire-infantry


@frozen(kw_only=True, cache_hash=True)
class DirectHitNumbers:
    """The direct hit numbers of a card. Where it leaves one out, the table's number counts.

    Attributes:
        building: At a section of a building.
        moving_vehicle: At a vehicle or train that moves.
        stationary_vehicle: At one that stands.
        other: At anything else.
    """

    building: DirectHitNumber | None = None
    moving_vehicle: DirectHitNumber | None = None
    stationary_vehicle: DirectHitNumber | None = None
    other: DirectHitNumber | None = None


@shared
@frozen(kw_only=True, cache_hash=True)
class TroopCard:
    """The card of a type of troops. The rules print none of its numbers: you supply the cards.

    Attributes:
        id: What it is known by.
        name: What it is called.
        army: Whose it is; "any" for all.
        arm: What a base is.
        speed: The most that any part of a base moves.
        evasive_speed: The most that it may move while it evades; None for troops that cannot.
        range: How far it shoots; None for troops that do not.
        shooting_value: What each effective base shoots with; None for troops that do not.
        fighting_value: What each effective base fights with; None for troops that do not.
        charge: The success number of charge tests; None where the test never applies.
        fear: That of fear tests.
        serious: That of serious tests.
        rally: That of rally tests.
        troop_class: How good the troops are among all, higher is better; None if unknown.
        points_per_base: What a base is worth.
        characteristics: What is special about such units.
        may_form: Whether it may fight as formed cavalry.
        morale_as: The id of the card whose morale holds while a White Officer base stiffens the unit; "" for none.
        dismounts_as: The ids of the cards that it may dismount as, the first by default.
        weapon_class: Of guns, mortars and vehicles with guns: field gun, or other.
        direct_hits: The direct hit numbers that it gives itself; None for those of the table.
        substandard: Whether its ammunition or crews are poor.
        is_mg: Whether it shoots as machine guns do.
        turret: Whether its weapon turns all round.
        sponsons: Whether it has guns on both sides.
        horse: Whether it is horse artillery.
        wire_device: Whether it clears wire.
        engineers: Whether they are engineers.
        grenadiers: Whether they are grenadiers.
        entrenching_tools: Whether they have proper tools to dig with.
        mounted: Of officers: whether they ride.
        carries_bases: Of train cars: how many bases ride in it.
        values: Where its numbers come from: given by you, or illustrative ones of this library.
    """

    id: Name
    name: Name
    army: Name = "any"
    arm: Arm
    speed: Speed
    evasive_speed: Speed | None = None
    range: Inches | None = None
    shooting_value: Value | None = None
    fighting_value: Value | None = None
    charge: SuccessNumber | None = None
    fear: SuccessNumber | None = None
    serious: SuccessNumber | None = None
    rally: SuccessNumber | None = None
    troop_class: Annotated[Annotated[int, Range(0, 99)] | None, Cites("mor-class")] = None
    points_per_base: Annotated[Fraction, Range(0, 9999, rule="conv-bad-input")] = Fraction(0)
    characteristics: Annotated[tuple[Characteristic, ...], Size(0, 5)] = ()
    may_form: Annotated[bool, Cites("form-formed-cavalry")] = False
    morale_as: Annotated[str, Size(0, 100), Cites("char-white-officer-base")] = ""
    dismounts_as: Annotated[tuple[Name, ...], Size(0, 4), Cites("dis-types")] = ()
    weapon_class: Annotated[WeaponClass | None, Cites("dh-numbers")] = None
    direct_hits: Annotated[DirectHitNumbers | None, Cites("dh-numbers")] = None
    substandard: Annotated[bool, Cites("dh-substandard")] = False
    is_mg: bool = False
    turret: bool = False
    sponsons: Annotated[bool, Cites("tank-sponsons")] = False
    horse: Annotated[bool, Cites("act-horse-artillery")] = False
    wire_device: Annotated[bool, Cites("wire-tanks")] = False
    engineers: Annotated[bool, Cites("wire-engineers")] = False
    grenadiers: Annotated[bool, Cites("miss-grenadiers")] = False
    entrenching_tools: Annotated[bool, Cites("dig-rate")] = False
    mounted: Annotated[bool, Cites("mov-officer-speed")] = False
    carries_bases: Annotated[int, Range(0, 12)] = 0
    values: Annotated[Literal["given", "illustrative"], Cites("conv-cards-missing")] = "given"

    @property
    def category(self) -> Category:
        """The category of its arm.

        Rules: defs-categories.
        """
        return CATEGORY_OF[self.arm]

    @property
    def shoots_as_mg(self) -> bool:
        """Whether it counts as machine guns when it shoots: MGs, tachankas, and vehicles whose card says so.

        Rules: sho-mod-cumulative.
        """
        return self.is_mg or self.arm in ("mg", "tachanka", "train_mg")

    @property
    def most_bases(self) -> int:
        """The most bases in a unit.

        Rules: defs-unit-size.
        """
        return 6 if self.arm in IN_UNITS_OF_SIX else 4 if self.arm in IN_UNITS_OF_FOUR else 1

    @property
    def fewest_bases(self) -> int:
        """The fewest bases in a unit at the set-up.

        Rules: defs-unit-size.
        """
        return 2 if self.arm in IN_UNITS_OF_SIX else 1

    def number_of(self, test: TestKind) -> int | None:
        """Return the success number of a kind of test; None where the test never applies."""
        numbers = {"charge": self.charge, "fear": self.fear, "serious": self.serious, "rally": self.rally}
        return numbers[test]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the card."""
        word = in_words(self.arm)
        for number, characteristic in enumerate(self.characteristics):
            if characteristic in OFFICERS_ONLY:
                message = f"only officers are {characteristic}, not units"
                yield Problem(f".characteristics[{number}]", message, "defs-characteristics")
        if (self.range is None) != (self.shooting_value is None):
            yield Problem(".range", "range and shooting value go together", "conv-bad-input")
        if self.evasive_speed is not None and self.evasive_speed > self.speed:
            yield Problem(
                ".evasive_speed", f"{self.evasive_speed} is more than the speed of {self.speed}", "evade-speed"
            )
        if self.may_form and self.arm != "sabres":
            yield Problem(".may_form", f"only sabres form, not {word} bases", "form-formed-cavalry")
        if self.horse and self.arm != "gun":
            yield Problem(".horse", f"{word} bases cannot be horse artillery", "act-horse-artillery")
        if self.direct_hits is not None and self.category not in ("artillery", "vehicle"):
            yield Problem(".direct_hits", f"{word} bases score no direct hits", "dh-roll")
        for kind in ("engineers", "grenadiers"):
            if getattr(self, kind) and self.arm != "rifle":
                yield Problem(f".{kind}", f"{word} bases cannot be {kind}", "defs-categories")
        for device in ("wire_device", "sponsons"):
            if getattr(self, device) and self.arm != "tank":
                yield Problem(f".{device}", f"only tanks have {in_words(device)}", "defs-categories")


@frozen(kw_only=True, cache_hash=True)
class OfficerToken:
    """An officer token. The rules print none: you supply the pool.

    Attributes:
        id: What it is known by; equal tokens of a pool share it.
        rank: The officer's rank.
        effect: What the officer adds to success numbers; negative if it lowers them.
        characteristics: What is special about the officer.
        values: Where it comes from.
    """

    id: Name
    rank: Rank = "captain"
    effect: Annotated[int, Range(-9, 9, rule="off-morale-bonus")] = 0
    characteristics: Annotated[tuple[Characteristic, ...], Size(0, 7)] = ()
    values: Literal["given", "illustrative"] = "given"


@shared
@frozen(kw_only=True, cache_hash=True)
class Unit:
    """A unit with its card, its officers and the state that it is in.

    Attributes:
        name: What it is known by; no two units share a name.
        side: Whose it is.
        card: Its troop card.
        bases: The bases that stand; 0 when it is gone.
        officer: The junior officer in command; None without one. Of a senior officer's own base: that officer.
        draws_officer: Whether, as long as it has no junior officer, it draws one at the start of its next voluntary
            action: the one in command fell without a spare, or it is a part of a divided unit.
        spares: Other officers with the unit, who take over when the one in command falls.
        seniors: Senior officers attached to it.
        white_officer_base: Whether one of its bases is a White Officer base.
        morale_card: The card whose morale holds while that base stiffens it; None if it is not given.
        terror: Its terror markers.
        humiliated: Its humiliated markers.
        pinned: Whether it is pinned.
        routing: Whether it is in rout.
        has_acted: Whether its action segment of this turn is used or forfeited.
        evading: Whether it has chosen, or is held, to evade in this turn.
        formed: Whether cavalry is formed.
        limbered: Whether guns are limbered.
        in_column: Whether it is in column.
        shot_at: Whether it was shot at in this turn or the one before.
        moved_back: How far it moved away from the enemy in this turn.
        retired_by_result: Whether a result made it retire in this turn.
        ignored_retire: Whether it has ignored a retire result in hard cover in this turn.
        rout_turns: The turns in which it made a rout move, since it last rallied.
        rallied: Whether it rallied from rout in this turn, and so does not evade.
        foxholes: How many columns of cover it has dug, exactly.
    """

    name: Name
    side: Side
    card: TroopCard
    bases: Bases = 1
    officer: OfficerToken | None = None
    draws_officer: Annotated[bool, Cites("off-replacement")] = False
    spares: Annotated[tuple[OfficerToken, ...], Size(0, 6)] = ()
    seniors: Annotated[tuple[OfficerToken, ...], Size(0, 6)] = ()
    white_officer_base: Annotated[bool, Cites("char-white-officer-base")] = False
    morale_card: Annotated[TroopCard | None, Cites("char-white-officer-base")] = None
    terror: Count = 0
    humiliated: Count = 0
    pinned: bool = False
    routing: bool = False
    has_acted: bool = False
    evading: bool = False
    formed: bool = False
    limbered: bool = False
    in_column: bool = False
    shot_at: Annotated[bool, Cites("march-rate")] = False
    moved_back: Annotated[Inches, Cites("retire-manner")] = field(default=inches(0), hash=False)
    retired_by_result: Annotated[bool, Cites("retire-optional-terror")] = False
    ignored_retire: Annotated[bool, Cites("retire-hard-cover")] = False
    rout_turns: Annotated[Count, Cites("rally-optional-no-advance")] = 0
    rallied: Annotated[bool, Cites("rally-rout-success")] = False
    foxholes: Annotated[Fraction, Range(0, 3, rule="dig-rate")] = field(default=Fraction(0), hash=False)

    @property
    def markers(self) -> int:
        """Its terror and humiliated markers together.

        Rules: conv-marker-count.
        """
        return self.terror + self.humiliated

    @property
    def officers(self) -> tuple[OfficerToken, ...]:
        """Every officer with the unit in the order of their dice: in command, spare, attached seniors.

        Rules: res-officers-shooting.
        """
        return (*(() if self.officer is None else (self.officer,)), *self.spares, *self.seniors)

    @property
    def officers_at_risk(self) -> int:
        """How many officers throw a die when officers are in danger; at least one for the base of a senior officer.

        Rules: res-officers-shooting, defs-senior-officer-base.
        """
        return len(self.officers) or int(self.card.arm == "officer")

    def has(self, characteristic: Characteristic) -> bool:
        """Return whether the unit has a characteristic, of its own or lent by the officer in command.

        A unit that is Storm or Specialist by its card, or that a White Officer base stiffens, is not a Mob.

        Rules: off-conferred, off-mob, char-storm, char-specialist, char-white-officer-base.
        """
        own, lent = self.card.characteristics, () if self.officer is None else self.officer.characteristics
        if characteristic != "Mob":
            return characteristic in own or characteristic in lent
        if "Storm" in own or "Specialist" in own or self.white_officer_base:
            return False
        return "Mob" in own or "Mob" in lent

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the unit."""
        word = in_words(self.card.arm)
        yield from name_problems(".name", self.name)
        if self.bases > self.card.most_bases:
            message = f"a unit of {word} bases has at most {self.card.most_bases}, not {self.bases}"
            yield Problem(".bases", message, "defs-unit-size")
        if self.formed and not self.card.may_form:
            yield Problem(".formed", f"{self.card.name} may not form", "form-formed-cavalry")
        if self.limbered and self.card.arm != "gun":
            yield Problem(".limbered", f"{word} bases have no limbers", "form-limbered")
        if self.rallied and self.evading and not self.retired_by_result:
            message = "a unit that has rallied from rout does not evade in the same turn, unless it is made to retire"
            yield Problem(".evading", message, "rally-rout-success")
        if self.spares and self.officer is None:
            yield Problem(
                ".spares", "a spare officer takes command when there is no other: name one as officer", "act-combine"
            )
        if self.card.arm in VEHICLES and (self.markers or self.pinned):
            yield Problem(".terror", "vehicles never take markers", "defs-terror-rout")
        if self.card.arm == "officer" and (self.terror or self.pinned):
            message = "the base of a senior officer takes no terror or pinned markers"
            yield Problem(".terror", message, "defs-senior-officer-base")
        if self.white_officer_base and not self.card.morale_as:
            message = f"the card of {self.card.name} names no morale for it in the field morale_as"
            yield Problem(".white_officer_base", message, "char-white-officer-base")
        if self.morale_card is not None and self.morale_card.id != self.card.morale_as:
            message = f"its card names the morale of {self.card.morale_as!r}, not of {self.morale_card.id!r}"
            yield Problem(".morale_card", message, "char-white-officer-base")


def name_problems(path: str, name: str) -> Iterator[Problem]:
    """Yield the problem of a name that no unit can have, because a record could not show it.

    Args:
        path: The JSON path of the name.
        name: The name.
    """
    if not name.isprintable():
        yield Problem(path, "holds a character that cannot be shown, such as a line break")


def effective_number(bases: int, markers: int) -> Fraction:
    """Return how many bases count when a unit shoots or fights: its bases minus its markers, never rounded.

    With as many markers as bases one half of a base counts; with more the unit routs, and none does.

    Rules: defs-effective-bases, defs-terror-rout.
    """
    return Fraction(1, 2) if markers == bases > 0 else Fraction(max(0, bases - markers))
