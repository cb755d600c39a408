"""The exchange of blows in a mounted combat, on plain facts: dice, hits, winner and bases lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.ledger import Ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import wrong_cards
from rcw_rules.red_square.fire import MARKERS_A_CASUALTY, MASSED, CasualtiesRequest, FireRequest, VehicleHitsRequest
from rcw_rules.red_square.ground import THE, many, numbers
from rcw_rules.red_square.model import FORMATIONS, CardCode, FightingBases, Formation, Quality, Weapon
from rcw_rules.red_square.options import Options

Fighter: TypeAlias = Literal["infantry", "cavalry", "artillery", "tchanka"]
"""The units that mounted cavalry fights; it overruns others, or cannot attack them."""

Winner: TypeAlias = Literal["attacker", "target", "neither"]


FIGURES_A_BASE = 3  # units-infantry, units-cavalry
FIGURES_SEEN: dict[Aspect, int] = {"front": 3, "oblique": 2, "flank": 1, "rear": 1}  # mounted-1b-counts
_FROM: dict[Aspect, str] = {"front": "in front", "oblique": "obliquely", "flank": "in flank", "rear": "in rear"}
AT_A_MASS = "target_massed_mounted_or_limbered"


def _lost(who: str, bases: int, lost: int) -> str:
    """Return the bases that a side lost; "" if it lost none."""
    return f"{who} loses {counted(lost, 'base')} {numbers(bases, bases - lost)}" if lost else ""


@frozen(kw_only=True)
class MountedExchangeOutcome:
    """What an exchange of blows came to.

    Attributes:
        attacker_hits: The hits that the attacker suffered, from the target, its MGs and its tchankas.
        target_hits: The hits that the target suffered.
        winner: The side that suffered fewer hits.
        attacker_bases_lost: The bases that the attacker lost.
        target_bases_lost: The bases that the target lost.
        target_rings: The rings that are left on the base of guns, or on the tchanka, that has some.
        cards: The cards drawn for tchankas, in order; none are named where the request names no deck.
    """

    attacker_hits: int
    target_hits: int
    winner: Winner
    attacker_bases_lost: int
    target_bases_lost: int
    target_rings: int = 0
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: MountedExchangeRequest) -> str:
        """Return who won, the hits of both sides, and the bases that they lose."""
        attacker = "the attacking cavalry"
        target = "the charged cavalry" if request.target_kind == "cavalry" else THE[request.target_kind]
        if self.winner == "neither":
            result = f"neither side wins: both take {many(self.attacker_hits, 'hit')}"
        elif self.winner == "attacker":
            result = f"{attacker} wins, with {many(self.attacker_hits, 'hit')} taken to {self.target_hits}"
        else:
            result = f"{target} wins, with {many(self.target_hits, 'hit')} taken to {self.attacker_hits}"
        return sentences(
            result,
            _lost(attacker, request.attacker_bases, self.attacker_bases_lost),
            _lost(target, request.target_bases, self.target_bases_lost),
            f"{counted(self.target_rings, 'ring')} {'is' if self.target_rings == 1 else 'are'} now on {target}"
            if self.target_rings != request.target_rings and self.target_rings
            else "",
        )


@frozen(kw_only=True, cache_hash=True)
class MountedExchangeRequest(Request[MountedExchangeOutcome]):
    """Mounted cavalry against a unit in the open that stands.

    Attributes:
        attacker_bases: The bases of the cavalry.
        attacker_quality: Its quality.
        target_kind: What it attacks.
        target_formation: The formation of the target; tchankas have none.
        target_bases: The bases of the target, of dismounted cavalry that which holds the horses included.
        target_has_horses: Of dismounted cavalry: whether one of its bases still holds its horses.
        target_quality: Its quality.
        target_rings: The rings that artillery or tchankas have already.
        aspect: Which side the target shows; tchankas always show their front.
        mgs: The bases of each MG company in the target's square that has the attacker in its arc, pinned ones left out.
        tchankas: How many tchankas beside the target in its square have the attacker in their arc.
        deck: The cards left in the undealt rest, for hits on tchankas; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
    """

    attacker_bases: FightingBases
    attacker_quality: Quality = "normal"
    target_kind: Fighter
    target_formation: Formation | None = None
    target_bases: FightingBases
    target_has_horses: Annotated[bool, Cites("mounted-3-dismounted")] = True
    target_quality: Quality = "normal"
    target_rings: Annotated[int, Range(0, 2, rule="bad-input")] = 0
    aspect: Aspect = "front"
    mgs: Annotated[tuple[FightingBases, ...], Size(0, 4, rule="occ-table")] = ()
    tchankas: Annotated[int, Range(0, 4, rule="occ-table")] = 0
    deck: Annotated[tuple[CardCode, ...], Size(0, 216, rule="equipment-draw-pile")] | None = None
    discards: Annotated[tuple[CardCode, ...], Size(0, 216, rule="equipment-draw-pile")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        allowed = FORMATIONS.get(self.target_kind, ())
        if allowed and self.target_formation not in allowed:
            message = f"{self.target_kind} is in {' or '.join(allowed)}, not {self.target_formation}"
            yield Problem(".target_formation", message, "formations-list")
        if not allowed and self.target_formation is not None:
            yield Problem(".target_formation", f"{self.target_kind} units have no formation", "formations-list")
        if self.target_rings and self.target_kind not in ("artillery", "tchanka"):
            yield Problem(".target_rings", f"{self.target_kind} units take no rings", "fire-9-artillery-vehicles")
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))

    @property
    def is_on_foot(self) -> bool:
        """Whether the target is infantry or dismounted cavalry."""
        return self.target_kind == "infantry" or self.target_formation == "dismounted"


def _example() -> MountedExchangeRequest:
    return MountedExchangeRequest(
        attacker_bases=3, target_kind="infantry", target_formation="firing_line", target_bases=4, mgs=(2,)
    )


@procedure(
    "red_square.mounted_exchange",
    title="What does the mounted attack cost each side, and who wins?",
    rules=("mounted-1a-figures",),
    example=_example,
)
def mounted_exchange(request: MountedExchangeRequest, umpire: Umpire[Options]) -> MountedExchangeOutcome:
    """Let both sides fight at full strength, then dice for what the hits cost: the attacker first, then the target.

    The dice of the attack come first, then those of the target, of each MG company and of the tchankas. The score to
    hit counts figures, three a base; a poor unit has those of one base fewer. A target that is not fronted counts fewer
    figures. The side that suffered fewer hits wins. Casualties are neither doubled nor halved: a base for six hits and
    a D6 for the rest. Cavalry that attacked men on foot suffers all that twice, with the same hits; with the option
    ``twice_die_only`` the sixes count once and only the die is rolled twice.

    Rules: mounted-1a-figures, mounted-1b-counts, mounted-1c-result, mounted-1f-casualties.
    """
    strength = _figures(request.attacker_bases, FIGURES_A_BASE, request.attacker_quality)
    umpire.result("mounted-1a-figures", "the attacker counts {figures} figures", figures=strength)
    dice = umpire.modify(_attack_dice(umpire, request), "attack dice").total
    target_hits = umpire.resolve(FireRequest(dice=dice, score=strength), "attack").hits
    attacker_hits = _return_fire(umpire, request)
    winner: Winner = (
        "neither" if attacker_hits == target_hits else "attacker" if attacker_hits < target_hits else "target"
    )
    umpire.result(
        "mounted-1c-result",
        "hits on the attacker {attacker}, on the target {target}: winner {winner}",
        attacker=attacker_hits,
        target=target_hits,
        winner=winner,
    )
    attacker_lost = _attacker_losses(umpire, request, attacker_hits)
    target_lost, rings, cards = _target_losses(umpire, request, target_hits)
    return MountedExchangeOutcome(
        attacker_hits=attacker_hits,
        target_hits=target_hits,
        winner=winner,
        attacker_bases_lost=attacker_lost,
        target_bases_lost=target_lost,
        target_rings=rings,
        cards=cards,
    )


@mounted_exchange.legality
def _objections(request: MountedExchangeRequest, options: Options) -> Iterator[Objection]:
    if request.target_formation == "defence":
        message = "infantry in Defence lies in trenches, and mounted attacks are made on enemies in the open"
        yield Objection(rule="mounted-1-trigger", message=message, path="$.target_formation")
    elif request.aspect in ("flank", "rear") and (request.is_on_foot or request.target_kind == "artillery"):
        message = "troops on foot and guns taken in flank or rear are overrun, not fought; only horsed cavalry is"
        yield Objection(rule="move-overrun-flank", message=message, path="$.aspect")


def _attack_dice(umpire: Umpire[Options], request: MountedExchangeRequest) -> Ledger:
    """Return the dice of the attack: as at close range, more against a side or a mass, and nothing for having moved.

    Rules: mounted-1a-attack-dice.
    """
    rule = "mounted-1a-attack-dice"
    dice = Ledger.of(umpire.modifier("fire_dice", "close_range", rule, "as at close range"))
    if request.target_kind != "tchanka" and request.aspect == "oblique":
        dice += umpire.modifier("fire_dice", "oblique_target", rule, "target attacked obliquely")
    elif request.target_kind != "tchanka" and request.aspect in ("flank", "rear"):
        dice += umpire.modifier("fire_dice", "target_enfiladed", rule, f"target taken in {request.aspect}")
    if request.target_formation in MASSED:
        dice += umpire.modifier("fire_dice", AT_A_MASS, rule, f"target {request.target_formation}")
    return dice


def _return_dice(umpire: Umpire[Options], *, is_line: bool = False, is_vehicle: bool = False) -> Ledger:
    """Return the dice of return fire: wildly, at close range, at horsemen.

    Rules: mounted-1a-return.
    """
    rule = "mounted-1a-return"
    dice = Ledger.of(
        umpire.modifier("fire_dice", "close_range", rule, "at close range"),
        umpire.modifier("fire_dice", AT_A_MASS, rule, "at mounted cavalry"),
        umpire.modifier("fire_dice", "firer_moving_wild_or_held", rule, "firing wildly"),
    )
    if is_line:
        dice += umpire.modifier("fire_dice", "firer_in_line", rule, "in line")
    if is_vehicle:
        dice += umpire.modifier("fire_dice", "vehicle_firing", rule, "a vehicle")
    return dice


def _return_fire(umpire: Umpire[Options], request: MountedExchangeRequest) -> int:
    """Return the hits on the attacker: the target's, then those of each MG company, then the tchankas', one by one.

    Limbered guns cannot answer.

    Rules: mounted-1a-return, mounted-1a-figures.
    """
    hits = 0
    tchankas = request.tchankas
    if request.target_kind == "tchanka":
        tchankas += request.target_bases
    elif request.target_formation != "limbered":
        is_line = request.target_formation in ("firing_line", "dismounted")
        ledger = _return_dice(umpire, is_line=is_line)
        dice = umpire.modify(ledger, "return dice").total
        hits += umpire.resolve(FireRequest(dice=dice, score=_return_score(umpire, request)), "return fire").hits
    for number, bases in enumerate(request.mgs, start=1):
        dice = umpire.modify(_return_dice(umpire), f"dice of MG company {number}").total
        shot = FireRequest(dice=dice, score=_per_base(umpire, "mgs") * bases)
        hits += umpire.resolve(shot, f"fire of MG company {number}").hits
    if tchankas:
        ledger = _return_dice(umpire, is_vehicle=True)
        # Each fires separately at the same score, so their dice can be rolled together.
        dice = tchankas * umpire.modify(ledger, "dice of each tchanka").total
        hits += umpire.resolve(FireRequest(dice=dice, score=_per_base(umpire, "vehicles")), "fire of the tchankas").hits
    return hits


def _return_score(umpire: Umpire[Options], request: MountedExchangeRequest) -> int:
    """Return the score to hit of the target's own fire; riflemen who dismounted leave a base with the horses.

    Rules: mounted-1b-counts, mounted-1a-return, mounted-3-dismounted.
    """
    if request.target_kind == "artillery":
        return _per_base(umpire, "artillery") * request.target_bases
    bases = request.target_bases - (request.target_formation == "dismounted" and request.target_has_horses)
    figures = _figures(bases, FIGURES_SEEN[request.aspect], request.target_quality)
    umpire.result(
        "mounted-1b-counts",
        "attacked {aspect}, the target counts {figures} figures",
        aspect=_FROM[request.aspect],
        figures=figures,
    )
    return figures


def _per_base(umpire: Umpire[Options], row: str) -> int:
    """Return what each base of guns, MGs or vehicles adds to a score to hit.

    Rules: mounted-1a-figures.
    """
    return umpire.look_up("fire_score", row).number()


def _figures(bases: int, a_base: int, quality: Quality) -> int:
    """Return the figures that count: a poor unit has those of one base fewer.

    Rules: mounted-1a-figures.
    """
    return max(0, bases - (quality == "poor")) * a_base


def _attacker_losses(umpire: Umpire[Options], request: MountedExchangeRequest, hits: int) -> int:
    """Return the bases that the attacker loses; against men on foot the casualties are taken twice.

    Rules: mounted-1f-casualties, opt-twice-die-only.
    """
    if not hits:
        return 0
    bases = request.attacker_bases
    left = umpire.resolve(CasualtiesRequest(kind="cavalry", bases=bases, markers=hits), "attacker's casualties").bases
    if not left or not request.is_on_foot:
        return bases - left
    umpire.ruling("twice_die_only")
    again = hits % MARKERS_A_CASUALTY if umpire.options.twice_die_only else hits
    if again:
        asked = CasualtiesRequest(kind="cavalry", bases=left, markers=again)
        left = umpire.resolve(asked, "attacker's casualties once more").bases
    return bases - left


def _target_losses(
    umpire: Umpire[Options], request: MountedExchangeRequest, hits: int
) -> tuple[int, int, tuple[CardCode, ...]]:
    """Return the bases that the target loses, the rings that it then has, and the cards drawn for tchankas.

    Rules: mounted-1f-casualties, mounted-1-trigger.
    """
    bases, rings = request.target_bases, request.target_rings
    if not hits:
        return 0, rings, ()
    if request.target_kind == "tchanka":
        by_sabres: Weapon = "mg"  # they count on the row of MGs
        vehicles = umpire.resolve(
            VehicleHitsRequest(
                kind="tchanka",
                bases=bases,
                rings=rings,
                marker_weapons=(by_sabres,) * hits,
                deck=request.deck,
                discards=request.discards,
            ),
            "hits on the tchankas",
        )
        return vehicles.bases_lost, vehicles.rings, vehicles.cards
    asked = CasualtiesRequest(kind=request.target_kind, bases=bases, rings=rings, markers=hits)
    lost = umpire.resolve(asked, "target's casualties")
    return lost.bases_lost, lost.rings, ()
