"""The parts of a charge: the charged units, their responses, and what is left of every unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.values import shared
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.combat import Charger, Contacted, PursuitOutcome, fate_said, held_said
from rcw_rules.red_actions.ground import HALF_ANGLES
from rcw_rules.red_actions.model import NO_DISTANCE, Arm, Aspect, Bases, Cover, OfficerToken, Unit, Value
from rcw_rules.red_actions.shooting import MOST_PIVOT, TURNERS, TURNS, Millimetres

if TYPE_CHECKING:
    from rcw_rules.red_actions.charges.charging import ChargeRequest


ChargeKind: TypeAlias = Literal["declared", "ambush", "joined_ambush", "pursuit"]
"""How a charge comes about: declared in the charger's segment; out of an ambush that it springs, or that others of the
same ambush have sprung before, where a unit that was cut off in its move has used its segment; or by pursuers that run
into a unit."""

ChargeEnd: TypeAlias = Literal["test_failed", "cancelled", "halted", "ran_out", "contact"]
"""How a charge ends: the charger fails its charge test; fire makes it retire, rout or vanish; all targets are gone and
it halts there, or runs on to the end of its move; or it touches the enemy."""

Response: TypeAlias = Literal["stand", "flee", "shoot", "counter_charge"]

ChargeFate: TypeAlias = Literal["stays", "fled", "retires", "routs", "destroyed", "surrenders", "caught"]
"""What happens to a unit; one that stays is where it was, or where contact was made."""

ABEAM = degrees(90)
NEVER_FLEE: tuple[Arm, ...] = ("gun", "mortar", "officer")  # charge-flee; a lone officer takes no markers
CANNOT_FIGHT: tuple[Arm, ...] = ("gun", "mortar", "officer")  # pur-sabres: they surrender or are removed


@frozen(kw_only=True, cache_hash=True)
class DefensiveFire:
    """What matters if a charged unit shoots at the charger, which stands where it declared.

    Attributes:
        able_bases: How many bases see the charger and have it in arc and range; None for all, 0 if none does.
        off_facing: How far the charger is off the direction in which the unit shoots, for tachankas off their rear;
            None to decide by able_bases, or else by the side from which the unit is charged.
        frontage: Of troops who fire out of buildings, how many millimetres of it face the charger.
        enfiladed: Whether the charger is enfiladed.
        consecutive: Whether the unit shot at it in its previous segment and the charger has not moved since.
        officer_base_value: The shooting value of the unit's White Officer base; None where it has none.
    """

    able_bases: Bases | None = None
    off_facing: Annotated[Annotated[Angle, Range(0, 180)] | None, Cites("charge-target-shoots")] = None
    frontage: Annotated[Millimetres | None, Cites("bld-town-capacity")] = None
    enfiladed: Annotated[bool, Cites("arc-enfilade")] = False
    consecutive: Annotated[bool, Cites("dh-range")] = False
    officer_base_value: Annotated[Value | None, Cites("char-white-officer-base")] = None


ALL_FIRE = DefensiveFire()


@frozen(kw_only=True, cache_hash=True)
class ChargedUnit:
    """A unit that is charged, or that may be if those before it are gone.

    Attributes:
        contact: The unit, and its circumstances when the charger touches it.
        distance: How far it is from where the charger declares, along the line of the charge.
        fire: What matters if it shoots at the charger; units met later may not.
    """

    contact: Contacted
    distance: Inches
    fire: Annotated[DefensiveFire, Cites("charge-target-shoots")] = ALL_FIRE


_CHARGE_FATES: dict[ChargeFate, str] = {
    "stays": "",
    "fled": "flees {moved}",
    "retires": "retires {moved}",
    "routs": "routs {moved}",
    "destroyed": "is destroyed",
    "surrenders": "surrenders",
    "caught": "is caught as it routs",
}


@shared
@frozen(kw_only=True, cache_hash=True)
class UnitAfterCharge:
    """A unit after a charge.

    Attributes:
        unit: The unit afterwards; 0 bases when it is gone.
        fate: What happened to it.
        lost: Its bases that were lost; not those taken prisoner.
        prisoners: Its bases that were taken prisoner.
        officers_lost: Its officers who fell, or were destroyed or captured with it.
        moved: How far it fled, retired or routed in all.
        ran_through: The friends that it routed through, in order; each takes a fear test.
        left_table: Whether its rout before any combat took it off the table, where it may rally once.
        pursuit: Its pursuit; None if it had nobody to pursue.
        pushed: How far it pushed back the friendly unit behind it as it retired.
        turned_to_face: Whether, charged in flank or rear, it has turned all its bases to face the charger.
        guns_left: Unlimbered guns whose crews ran off: how many stay on their place, for either side to take.
    """

    unit: Unit
    fate: ChargeFate = "stays"
    lost: int = 0
    prisoners: int = 0
    officers_lost: tuple[OfficerToken, ...] = ()
    moved: Inches = field(default=NO_DISTANCE, hash=False)
    ran_through: Annotated[tuple[str, ...], Was("run_through", before=4)] = ()
    left_table: Annotated[bool, Cites("misc-table-edge")] = False
    pursuit: PursuitOutcome | None = None
    pushed: Annotated[Inches, Cites("retire-manner")] = field(default=NO_DISTANCE, hash=False)
    turned_to_face: Annotated[bool, Cites("charge-flank")] = False
    guns_left: Annotated[int, Cites("rout-guns")] = 0

    def sentence(self, before: Unit) -> str:
        """Return where the unit goes, and what it loses and takes; "" if it stays as it was.

        Args:
            before: The unit before the charge.
        """
        if self.guns_left:
            left = counted(self.guns_left, "gun")
            return sentences(f"{before.name} routs: its crews run off and leave {left}")
        goes = _CHARGE_FATES[self.fate].format(moved=self.moved)
        off = " and leaves the table, where it may rally once" if self.left_table and self.fate == "routs" else ""
        told = fate_said(
            before, self.unit, f"{goes}{off}", lost=self.lost, prisoners=self.prisoners, pushed=self.pushed
        )
        through = f"it runs through {listed(self.ran_through)}" if self.ran_through else ""
        turns = "it turns to face the charger" if self.turned_to_face and self.fate == "stays" else ""
        pursues = "" if self.pursuit is None else self.pursuit.course(f"the sabres of {before.name} pursue")
        return sentences(told, through, turns, pursues)


_CHARGE_ENDS: dict[ChargeEnd, str] = {
    "test_failed": "{charger} fails its charge test and does not charge",
    "cancelled": "fire cancels the charge of {charger}",
    "halted": "the charge of {charger} meets nobody, and halts after {advanced}",
    "ran_out": "the charge of {charger} meets nobody, and runs on until it has gone {advanced}",
    "contact": "the charge of {charger} makes contact after {advanced}",
}


@frozen(kw_only=True, cache_hash=True)
class ChargeOutcome:
    """The outcome of a charge.

    Attributes:
        end: How it ended.
        charger: The charger afterwards.
        targets: Each target afterwards, in listed order.
        further: Each of the further enemies afterwards, in listed order.
        advanced: How far the charger came along its line: to contact, to a halt, or to the end.
        immobilised: Of a vehicle that charged: whether it may no longer move.
        prisoners_of_charger: Bases of prisoners in the hands of the charger's side afterwards.
        prisoners_of_charged: Those in the hands of the other side.
    """

    end: ChargeEnd
    charger: UnitAfterCharge
    targets: tuple[UnitAfterCharge, ...]
    further: tuple[UnitAfterCharge, ...] = ()
    advanced: Inches = NO_DISTANCE
    immobilised: bool = False
    prisoners_of_charger: int = 0
    prisoners_of_charged: int = 0

    def summary(self, request: ChargeRequest) -> str:
        """Return how the charge ends, then what each unit loses and where it goes."""
        charger = request.charger.unit
        charged, after = (*request.targets, *request.further), (*self.targets, *self.further)
        units = [was.sentence(one.contact.unit) for one, was in zip(charged, after, strict=True)]
        if self.end == "contact":
            stand = (was.fate == "stays" and place < len(self.targets) for place, was in enumerate(after))
            calm = zip(units, charged, stand, strict=True)
            units = [told or (f"{one.contact.unit.name} stands" if stands else "") for told, one, stands in calm]
        stuck = f"{charger.name} is immobilised: it never moves again, but may fire" if self.immobilised else ""
        others = request.targets[0].contact.unit.side
        held = (
            held_said(charger.side, self.prisoners_of_charger, sum(one.prisoners for one in after)),
            held_said(others, self.prisoners_of_charged, self.charger.prisoners),
        )
        end = _CHARGE_ENDS[self.end].format(charger=charger.name, advanced=self.advanced)
        own = self.charger.sentence(charger)
        said = (*units, end, own) if self.end in ("halted", "ran_out") else (end, own, *units)
        return sentences(*said, stuck, *held)


@frozen(kw_only=True)
class UnderCharge:
    """What the owner of a charged unit sees when choosing its response.

    Attributes:
        target: The unit.
        charger: The charger.
        distance: How far off the charger is as it declares.
    """

    target: Unit
    charger: Unit
    distance: Inches


def _respond(seen: UnderCharge, alternatives: tuple[Response, ...]) -> Response:
    if "counter_charge" in alternatives and seen.target.formed:
        return "counter_charge"
    return "shoot" if "shoot" in alternatives else "stand"


CHARGE_RESPONSE: Choice[UnderCharge, Response] = Choice(
    "charge_response",
    rule="charge-sequence",
    who="owner of the target",
    about="How does the charged unit respond: stand, flee, shoot or counter-charge? Default: formed sabres "
    "counter-charge; others shoot if they can, else they stand.",
    default=_respond,
    unit=lambda seen: seen.target.name,
    side=lambda seen: seen.target.side,
)


@frozen(kw_only=True)
class TargetGone:
    """What the owner of the charger sees when no target is left on the place that it charged.

    Attributes:
        charger: The charger.
        at: How far along its line that place is.
        reach: How far it may go in all.
        next: The unit that it would run into, or that would stop it; "" if there is none.
    """

    charger: Unit
    at: Inches
    reach: Inches
    next: str


CHARGE_FOLLOW: Choice[TargetGone, Literal["halt", "run_out"]] = Choice(
    "charge_follow",
    rule="charge-follow",
    who="owner of the charger",
    about="The target is gone: halt where it was, or run out the move along the line, charging any unit in the way? "
    "Default: halt.",
    default=lambda seen, alternatives: "halt",
    unit=lambda seen: seen.charger.name,
    side=lambda seen: seen.charger.side,
)


@frozen(kw_only=True)
class Declaration:
    """A charge that is legal.

    Attributes:
        charger: The charging unit.
        cover: What covers it.
        kind: How the charge comes about.
        targets: The units that it will touch.
        further: The units that it may run into.
        reach: How far it goes at most.
        vehicle_moved: Whether, as a vehicle, it moved in its latest segment.
    """

    charger: Charger
    cover: Cover
    kind: ChargeKind
    targets: tuple[ChargedUnit, ...]
    further: tuple[ChargedUnit, ...]
    reach: Inches
    vehicle_moved: bool


def makes_pursuers_halt(unit: Unit, aspect: Aspect) -> bool:
    """Whether pursuers halt before a unit: it faces them and can fight them.

    Rules: pur-sabres.
    """
    return aspect == "front" and not unit.routing and unit.card.arm not in CANNOT_FIGHT


def has_in_arc(charged: ChargedUnit) -> bool:
    """Whether a charged unit has the charger in arc, after the turn that it may make.

    The charger's angle off its facing decides, or else the number of bases that have it in arc. If neither is given,
    the side of the charge decides: troops that pivot cannot fire to flank and rear, and tachankas, which shoot to their
    rear, cannot fire to the front.

    Rules: charge-target-shoots, arc-foot, mvsh-table.
    """
    arm, aspect, fire = charged.contact.unit.card.arm, charged.contact.aspect, charged.fire
    if fire.off_facing is not None:
        return can_bear(arm, fire.off_facing)
    if fire.able_bases is not None or arm in TURNERS:
        return True
    return (aspect == "front") is not (arm == "tachanka")


def aspect_problems(path: str, charged: ChargedUnit) -> Iterator[Problem]:
    """Yield contradictions between the side on which a unit is charged and the direction in which it shoots.

    Rules: charge-rear, arc-foot.
    """
    off, aspect, carts = charged.fire.off_facing, charged.contact.aspect, charged.contact.unit.card.arm == "tachanka"
    if off is None or aspect != "rear" or off == ABEAM:
        return
    if (off < ABEAM) is not carts:
        message = f"a unit that is charged in the rear has the charger behind it, not {off} off where it shoots"
        yield Problem(f"{path}.fire.off_facing", message, "arc-foot")


def can_bear(arm: Arm, off_facing: Angle) -> bool:
    """Whether troops can shoot at an angle off their facing, after the turn that they may make.

    Riflemen and sabres turn by 90 or 180 degrees, all others pivot up to 45; then 22 degrees to either side are in arc.

    >>> can_bear("mg", degrees(67)), can_bear("mg", degrees(68)), can_bear("rifle", degrees(68))
    (True, False, True)

    Rules: charge-target-shoots, arc-foot, mvsh-table.
    """
    cone = HALF_ANGLES["troops"]
    if arm not in TURNERS:
        return off_facing <= degrees(MOST_PIVOT) + cone
    return any(degrees(turn) - cone <= off_facing <= degrees(turn) + cone for turn in TURNS)
