"""Direct hits of guns and mortars: the number they need, the throws, and buildings that collapse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import Check
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TWO_DICE, Bases, DirectHitNumber, WeaponClass
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting.total import Indirect
from rcw_rules.red_actions.units import METRES_PER_INCH, stepped

Aim: TypeAlias = Literal["building_wood", "building_stone", "vehicle_moving", "vehicle_stationary", "other"]
"""The kind of target: a section of a wooden or stone building, with or without troops, a vehicle or train, or
another."""

KILOMETRE = inches(1000 // METRES_PER_INCH)  # dh-range

AimRow: TypeAlias = Literal["building", "moving_vehicle", "stationary_vehicle", "other"]

ROWS: dict[Aim, AimRow] = {
    "building_wood": "building",
    "building_stone": "building",
    "vehicle_moving": "moving_vehicle",
    "vehicle_stationary": "stationary_vehicle",
    "other": "other",
}
_MATERIALS: dict[Aim, str] = {"building_wood": "wood", "building_stone": "stone"}


@frozen(kw_only=True)
class DirectHitsOutcome:
    """What direct hits did.

    Attributes:
        hits: How many there were.
        bases_lost: How many bases of the target they cost; all of them if the building falls.
        collapsed: Whether the section of the building is destroyed.
    """

    hits: int
    bases_lost: int
    collapsed: bool

    def summary(self, request: DirectHitsRequest) -> str:
        """Return how many direct hits there are, and what they destroy."""
        return self.sentence(request) or "There is no direct hit."

    def sentence(self, request: DirectHitsRequest) -> str:
        """Return how many direct hits there are, and what they destroy; "" without any."""
        if not self.hits:
            return ""
        hits, before = counted(self.hits, "direct hit"), request.target_bases
        scored = f"the guns score {hits}"
        if self.collapsed:
            inside = f", with {counted(before, 'base')} in it" if before else ""
            return sentences(f"{scored}: the section of the building is destroyed{inside}")
        stands = "the building stands" if request.target in _MATERIALS else ""
        if not self.bases_lost:
            return sentences(scored, stands)
        left = stepped(self.bases_lost, "base", before, before - self.bases_lost)
        return sentences(f"{scored}: the target loses {left}", stands)


@frozen(kw_only=True, cache_hash=True)
class DirectHitsRequest(Request[DirectHitsOutcome]):
    """Guns or mortars that may score direct hits.

    Attributes:
        bases: How many of their bases count; half a base counts as one.
        weapon_class: Whether they are field guns.
        card_number: The direct hit number that their card gives against such a target; None to use the table's.
        target: What they shoot at; trains are vehicles.
        distance: How far it is to the target, of observed indirect fire from the observer.
        consecutive: Whether the same unit shot at it in its previous segment and it has not moved since.
        substandard: Whether their ammunition or crews are poor.
        indirect: Whether an observer directs the fire, for the first time or again.
        target_bases: How many bases can be lost; 0 for an empty building, and for a train, whose cars are hit.
    """

    bases: Bases
    weapon_class: WeaponClass
    card_number: Annotated[DirectHitNumber | None, Cites("dh-numbers")] = None
    target: Aim = "other"
    distance: Inches
    consecutive: Annotated[bool, Cites("dh-range")] = False
    substandard: Annotated[bool, Cites("dh-substandard")] = False
    indirect: Annotated[Indirect, Cites("dh-indirect")] = "none"
    target_bases: Annotated[int, Range(0, 6, rule="defs-unit-size")]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.target == "other" and self.target_bases == 0:
            yield Problem(".target_bases", "there is nothing to hit: neither troops, building nor vehicle", "dh-roll")


def _example() -> DirectHitsRequest:
    return DirectHitsRequest(bases=2, weapon_class="field_gun", distance=inches(20), target_bases=5)


@procedure(
    "red_actions.direct_hits",
    title="How many direct hits, and what do they destroy?",
    rules=("dh-roll",),
    example=_example,
)
def direct_hits(request: DirectHitsRequest, umpire: Umpire[Options]) -> DirectHitsOutcome:
    """Throw for direct hits, base by base.

    Every modifier that applies raises the number on the card, or else the one of the table; above 12 there is no throw.
    Each base throws 2d6 and hits on the number or more, which costs the target a base. After each hit on a building
    throw 2d6 at once for its section: if it collapses, everything in it is lost and the remaining bases do not throw.
    They also stop once no base of troops or of a vehicle is left; at a building that stands they go on.

    Rules: dh-roll, dh-guns-vehicles, dh-buildings, train-hit-number.
    """
    needed = umpire.modify(Ledger(tuple(_numbers(umpire, request))), "direct hit number").total
    if needed > 12:  # dh-roll: more than 2d6 can show
        umpire.result("dh-roll", "direct hits would need {needed}: nobody throws", needed=needed)
        return DirectHitsOutcome(hits=0, bases_lost=0, collapsed=False)
    material = _MATERIALS.get(request.target)
    hit = TWO_DICE.check(at_least=needed)
    hits = 0
    for number in range(1, request.bases + 1):
        if not umpire.roll(hit, f"direct hit of base {number}", "dh-roll"):
            continue
        hits += 1
        if material is not None:
            if umpire.roll(_collapse(umpire, material), f"building after the hit of base {number}", "dh-buildings"):
                text = "the section of the building is destroyed; bases lost in it: {bases}"
                umpire.result("dh-buildings", text, bases=request.target_bases)
                return DirectHitsOutcome(hits=hits, bases_lost=request.target_bases, collapsed=True)
        elif hits == request.target_bases:
            break
    return DirectHitsOutcome(hits=hits, bases_lost=min(hits, request.target_bases), collapsed=False)


def _numbers(umpire: Umpire[Options], request: DirectHitsRequest) -> Iterator[Modifier]:
    """Yield the parts of the number needed: that of the card or the table, and everything that raises it.

    Kilometres are whole ones, rounded down; none count for consecutive rounds at a target that stays where it is.

    Rules: dh-numbers, dh-range, dh-substandard, dh-indirect, ind-direct-hits, train-hit-number, conv-exact-arithmetic.
    """
    if request.card_number is not None:
        reason = f"their card at {in_words(ROWS[request.target])}"
        yield Modifier(id="number", value=request.card_number, reason=reason, rule="dh-numbers")
    else:
        yield _number_of_table(umpire, request)
    kilometres = request.distance.thousandths // KILOMETRE.thousandths
    if kilometres and not request.consecutive:
        row, chart = "each_whole_kilometre", "direct_hit_modifiers"
        yield umpire.modifier(chart, row, "dh-range", "whole kilometres of range", times=kilometres)
    if request.substandard:
        yield umpire.modifier("direct_hit_modifiers", "substandard", "dh-substandard", "poor artillery")
    if request.indirect == "first":
        yield umpire.modifier("direct_hit_modifiers", "indirect_first", "dh-indirect", "first observed fire")
    elif request.indirect == "later":
        yield umpire.modifier("direct_hit_modifiers", "indirect_later", "dh-indirect", "observed fire again")


def _number_of_table(umpire: Umpire[Options], request: DirectHitsRequest) -> Modifier:
    cell = umpire.look_up("direct_hits", ROWS[request.target], request.weapon_class)
    reason = f"{'field gun' if request.weapon_class == 'field_gun' else 'other gun or mortar'} at {cell.row}"
    reason = in_words(reason)
    return Modifier(id="number", value=cell.number(), reason=reason, rule="dh-numbers", provenance=cell.provenance)


def _collapse(umpire: Umpire[Options], material: str) -> Check:
    """Return the throw that makes a section of a building collapse.

    Rules: dh-buildings.
    """
    return TWO_DICE.check(at_least=umpire.charts["building_collapse"].look_up(material).number())
