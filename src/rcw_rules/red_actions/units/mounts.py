"""Mounting and dismounting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Name, TroopCard, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.losses import begin_rout
from rcw_rules.red_actions.units.markers import has_too_many_markers, marker_problems
from rcw_rules.red_actions.units.troops import illustrative_troops, note_cards

Transport: TypeAlias = Literal["horses", "truck", "train"]
HorseHolders: TypeAlias = Annotated[int, Range(0, 5, rule="dis-horse-holders")]
HORSE_HOLDERS = 1  # dis-horse-holders: bases that stay to hold the horses


@frozen(kw_only=True)
class Rider:
    """What the owner sees when cavalry dismounts.

    Attributes:
        unit: The name of the unit.
        card: The mounted card.
    """

    unit: Name
    card: TroopCard


DISMOUNT_AS: Choice[Rider, str] = Choice(
    "dismount_as",
    rule="dis-types",
    who="the scenario",
    about="As which type does the cavalry dismount, by the id of the card? Default: the first.",
    default=lambda rider, alternatives: alternatives[0],
    unit=lambda rider: rider.unit,
)


@frozen(kw_only=True)
class DismountOutcome:
    """A unit that mounted or dismounted.

    Attributes:
        unit: The unit afterwards. One that routs has not made its rout move yet.
        horse_holders: How many bases stay behind to hold its horses: they do not fight, and out of sight they are not a
            target. Keep the number: the unit that mounts these horses needs it.
        routs: Whether its markers make it rout.
    """

    unit: Unit
    horse_holders: int
    routs: bool

    def summary(self, request: DismountRequest) -> str:
        """Return what the unit is now, who holds the horses, and whether it routs."""
        unit, bases = self.unit, counted(self.unit.bases, "base")
        if request.transport == "horses":
            verb = "dismounts" if request.action == "dismount" else "mounts"
            done = f"{unit.name} {verb} and is now {bases} of {unit.card.name}"
        else:
            done = f"{unit.name} gets {'off' if request.action == 'dismount' else 'on'} the {request.transport}"
        holders = self.horse_holders
        return sentences(
            f"{done}. It routs: it has {counted(unit.markers, 'marker')} on {bases}" if self.routs else done,
            f"{counted(holders, 'base')} {'stays' if holders == 1 else 'stay'} behind to hold the horses"
            if holders
            else "",
        )


@frozen(kw_only=True, cache_hash=True)
class DismountRequest(Request[DismountOutcome]):
    """A unit that mounts or dismounts.

    Attributes:
        unit: The unit as it is now.
        action: What it does.
        transport: What it gets on or off.
        becomes: The cards that may be needed: of the types that it dismounts as, or of the cavalry that it mounts as.
        horse_holders: Required to mount horses: how many bases hold them. If the unit has divided on foot, one part has
            the holders; if units have combined, the whole has the holders of all.
        horses_in_contact: When mounting: whether the horses have come back to the unit.
        has_shot: Whether it shot in this segment.
    """

    unit: Unit
    action: Literal["dismount", "mount"] = "dismount"
    transport: Annotated[Transport, Cites("dis-time")] = "horses"
    becomes: Annotated[tuple[TroopCard, ...], Size(0, 4), Cites("dis-types")] = ()
    horse_holders: Annotated[HorseHolders | None, Cites("dis-horse-holders")] = None
    horses_in_contact: Annotated[bool, Cites("dis-horse-holders")] = True
    has_shot: Annotated[bool, Cites("dis-time")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        on_horses = self.transport == "horses"
        if self.unit.bases == 0:
            yield Problem(".unit.bases", f"{self.unit.name} is gone", "dis-time")
        yield from marker_problems(".unit", self.unit)
        if self.becomes and not on_horses:
            yield Problem(
                ".becomes", f"troops keep their card on getting on or off a {self.transport}: leave it out", "dis-types"
            )
        if on_horses and self.action == "dismount" and self.unit.card.category != "cavalry":
            yield Problem(".unit.card", f"only cavalry gets off horses, not {self.unit.card.name}", "dis-types")
        if on_horses and self.action == "mount" and self.unit.card.category != "infantry":
            yield Problem(".unit.card", f"only infantry gets on horses, not {self.unit.card.name}", "dis-types")
        wanted = "cavalry" if self.action == "mount" else "infantry"
        for number, card in enumerate(self.becomes):
            if card.category != wanted:
                yield Problem(f".becomes[{number}]", f"{card.name} is not {wanted}", "dis-types")
        if self.action == "mount" and len(self.becomes) > 1:
            yield Problem(".becomes", "name one card: a unit mounts as cavalry of one type", "dis-types")
        mounts_horses = on_horses and self.action == "mount"
        if mounts_horses and self.horse_holders is None:
            message = f"say how many bases hold the horses of {self.unit.name}"
            yield Problem(".horse_holders", message, "dis-horse-holders")
        if not mounts_horses and self.horse_holders is not None:
            yield Problem(
                ".horse_holders", "only a unit that mounts horses has holders: leave it out", "dis-horse-holders"
            )


def _example() -> DismountRequest:
    troops = illustrative_troops()
    unit = Unit(name="1st", side="white", card=troops.card("white_cossacks"), bases=4)
    return DismountRequest(unit=unit, becomes=(troops.card("plastoons"),))


@procedure(
    "red_actions.dismount",
    title="What does the unit look like after it mounts or dismounts?",
    formerly=("What does a unit that mounts or dismounts become?",),
    rules=("dis-time",),
    example=_example,
)
def dismount(request: DismountRequest, umpire: Umpire[Options]) -> DismountOutcome:
    """Mount or dismount a unit, which takes its entire move.

    Cavalry that dismounts leaves one base to hold the horses; the others become infantry of the printed type, or of the
    type on its card. When it mounts, as many bases as held the horses return, and the unit becomes cavalry that
    dismounts as its present card. Markers stay and count against the bases that are left. Getting on or off trucks and
    trains costs only time.

    Raises:
        IllegalRequestError: It would mount as cavalry that does not dismount as its card.
        NeedsRuling: What it dismounts as is unknown, or that card is not given.

    Rules: dis-time, dis-horse-holders, dis-types.
    """
    unit = request.unit
    umpire.result("dis-time", "{unit} spends its entire move on it", unit=unit.name)
    holders = 0
    if request.transport == "horses":
        card = _card_after(umpire, request)
        holders = HORSE_HOLDERS if request.action == "dismount" else 0
        bases = _bases_after(request)
        umpire.result("dis-horse-holders", "bases as {card}: {bases}", card=card.name, bases=bases)
        unit = evolve(unit, card=card, bases=bases, formed=False)
    new = evolve(unit, has_acted=True)
    note_cards(umpire, request.unit, new)
    routs = has_too_many_markers(new)
    if routs:
        umpire.result("defs-terror-rout", "{unit} has more markers than bases", unit=new.name)
        new = begin_rout(umpire, new)
    return DismountOutcome(unit=new, horse_holders=holders, routs=routs)


@dismount.legality
def _forbidden_change(request: DismountRequest, options: Options) -> Iterator[Objection]:
    unit = request.unit
    if unit.has_acted:
        message = f"it takes an entire move, and {unit.name} has acted already; it may do so next turn"
        yield Objection(rule="dis-time", message=message, path="$.unit.has_acted")
    if request.has_shot:
        message = "it takes an entire move: a unit that shot in this segment may do so next turn"
        yield Objection(rule="dis-time", message=message, path="$.has_shot")
    if unit.routing:
        message = f"{unit.name} is in rout: it may only rally or rout on"
        yield Objection(rule="rout-unit-state", message=message, path="$.unit.routing")
    if request.transport != "horses":
        return
    if request.action == "dismount":
        if unit.bases <= HORSE_HOLDERS:
            message = "one base holds the horses, so none would be left to fight: only two or more bases may dismount"
            yield Objection(rule="dis-horse-holders", message=message, path="$.unit.bases")
    elif not request.horses_in_contact:
        message = "a unit mounts only when its horses are back in contact"
        yield Objection(rule="dis-horse-holders", message=message, path="$.horses_in_contact")
    bases = _bases_after(request)
    for number, card in enumerate(request.becomes):
        if bases > card.most_bases:
            message = f"it would be {bases} bases of {card.name}, and a unit of these has at most {card.most_bases}"
            yield Objection(rule="defs-unit-size", message=message, path=f"$.becomes[{number}]")


def _bases_after(request: DismountRequest) -> int:
    """Return how many bases a unit that mounts or dismounts horses has afterwards.

    Rules: dis-horse-holders.
    """
    if request.action == "dismount":
        return request.unit.bases - HORSE_HOLDERS
    return request.unit.bases + (request.horse_holders or 0)


def _card_after(umpire: Umpire[Options], request: DismountRequest) -> TroopCard:
    """Return the card of the unit afterwards.

    Raises:
        IllegalRequestError: It would mount as cavalry that does not dismount as its card.
        NeedsRuling: What it dismounts as is unknown, or that card is not given.

    Rules: dis-types, conv-cards-missing.
    """
    if request.action == "mount":
        mounted = next(iter(request.becomes), None)
        if mounted is None:
            question = f"As which cavalry does {request.unit.name} mount?"
            raise NeedsRuling("dis-types", question, "the card of its cavalry in becomes")
        if request.unit.card.id not in _types_of(umpire, mounted):
            message = (
                f"{mounted.name} does not dismount as {request.unit.card.name}, which therefore cannot mount "
                f"as {mounted.name}"
            )
            Verdict(objections=(Objection(rule="dis-types", message=message, path="$.becomes[0]"),)).require()
        return mounted
    chosen, *others = _types_of(umpire, request.unit.card)
    if others:
        chosen = umpire.choose(DISMOUNT_AS, (chosen, *others), Rider(unit=request.unit.name, card=request.unit.card))
    card = next((card for card in request.becomes if card.id == chosen), None)
    if card is None:
        question = f"What is on the card {chosen!r}, as which a unit of {request.unit.card.name} dismounts?"
        raise NeedsRuling("conv-cards-missing", question, f"the card {chosen!r} in becomes")
    return card


def _types_of(umpire: Umpire[Options], card: TroopCard) -> tuple[str, ...]:
    """Return the ids of the cards that cavalry may dismount as: those on its own card, or else the printed ones.

    Raises:
        NeedsRuling: There are none.

    Rules: dis-types.
    """
    if card.dismounts_as:
        return card.dismounts_as
    chart = umpire.charts["dismounted_types"]
    if card.id not in chart.rows.keys:
        question = f"As what does a unit of {card.name} dismount?"
        raise NeedsRuling("dis-types", question, f"the field dismounts_as on the troop card {card.id!r}")
    cells = [umpire.look_up("dismounted_types", card.id, column) for column in chart.columns.keys]
    return tuple(str(cell.result) for cell in cells if cell.result != "-")
