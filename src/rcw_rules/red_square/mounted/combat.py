"""Mounted combat on the field: the charge, who falls back, who follows up, and what a new contact brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Placement, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import wrong_cards
from rcw_rules.red_square.ground import Field, Observation, aspect_of, changes, is_on_table, where
from rcw_rules.red_square.model import CardCode, Name, Unit
from rcw_rules.red_square.mounted.contact import not_to_be_charged
from rcw_rules.red_square.mounted.course import CombatReport, MountedCourse, Settled, changed_units
from rcw_rules.red_square.movement import flight_request, grounds_for
from rcw_rules.red_square.options import Options

_WORST_FIRST = ("rear", "flank", "oblique", "front")


@frozen(kw_only=True)
class Charge:
    """What the owner of mounted cavalry sees when deciding which enemy it charges.

    Attributes:
        field: The field.
        attacker: The cavalry.
    """

    field: Field
    attacker: Unit


def _easiest(charge: Charge, names: tuple[Name, ...]) -> Name:
    def rank(name: Name) -> tuple[int, int]:
        target = charge.field.unit(name)
        grounds = grounds_for(flight_request(charge.field, charge.attacker, target))
        aspect = aspect_of(charge.field.board.grid, target, where(charge.attacker))
        return ("helpless", "flank", "shaken", None).index(grounds), _WORST_FIRST.index(aspect)

    return min(names, key=rank)


CHARGED: Choice[Charge, Name] = Choice(
    "charged",
    rule="mounted-1-trigger",
    who="owner of the cavalry",
    about="Which enemy in front of it does the cavalry charge? Default: one that flees without a die; else one that is "
    "shaken; else the one that shows its weakest side; of equal ones the first in the rosters.",
    default=_easiest,
    unit=lambda charge: charge.attacker.name,
    side=lambda charge: charge.attacker.side,
)


@frozen(kw_only=True)
class MountedCombatOutcome:
    """The units after a mounted attack.

    Attributes:
        attacker: The name of the unit that charged.
        target: The name of the unit that it charged.
        settled: How the charge was settled.
        combats: The combats that were fought, at most two: the charge and, after a stand, a second.
        removed: The names of those who are removed, in the order of their going.
        followed_up: Where the unit that followed up last went, square by square with its facing; empty if none did.
        contact_again: Whether following up brought a new contact with the same opponents.
        units: Every unit that changed, as it is now, in the order of the rosters.
        observations: What scouts who withdrew have observed.
        cards: The cards drawn, in order; none are named where the request names no deck.
    """

    attacker: Name
    target: Name
    settled: Settled
    combats: tuple[CombatReport, ...]
    removed: tuple[Name, ...]
    followed_up: tuple[Placement, ...]
    contact_again: bool
    units: tuple[Unit, ...]
    observations: tuple[Observation, ...] = ()
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: MountedCombatRequest) -> str:
        """Return who won the attack, and what became of all who took part."""
        return sentences(*self.told(), *changes(request.field.units, self.units, fire=False))

    def told(self) -> tuple[str, ...]:
        """Return how the charge and its combats went, one text a sentence; not what became of the units."""
        went: tuple[str, ...] = ()
        if self.settled == "overrun":
            went = (f"{self.target} flees before {self.attacker}",)
        elif self.settled == "withdrawal":
            went = (f"{self.target} withdraws before {self.attacker} can charge",)
        again = "following up brings a second contact" if self.contact_again else ""
        return (*went, *(report.sentence() for report in self.combats), again)


@frozen(kw_only=True, cache_hash=True)
class MountedCombatRequest(Request[MountedCombatOutcome]):
    """Mounted cavalry that ended its move next to enemies in the open.

    Attributes:
        field: The field after the move.
        attacker: The name of the cavalry.
        target: The name of the unit that it attacks; "" leaves the choice of those that it may attack to its owner.
        squares_left: How many squares of its move it has not used.
        has_stood: Whether the target has just stood against an overrun; scouts that did slip away no more.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled in when the rest is exhausted.
    """

    recurs = False

    field: Field
    attacker: Name
    target: Annotated[str, Size(0, 100)] = ""
    squares_left: Annotated[int, Range(0, 3, rule="move-table")] = 0
    has_stood: Annotated[bool, Cites("move-overrun-shaken")] = False
    deck: Annotated[tuple[CardCode, ...], Size(0, 216, rule="equipment-draw-pile")] | None = None
    discards: Annotated[tuple[CardCode, ...], Size(0, 216, rule="equipment-draw-pile")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_name(self.field, self.attacker, ".attacker")
        if self.target:
            yield from wrong_name(self.field, self.target, ".target")
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def wrong_name(field: Field, name: str, path: str) -> Iterator[Problem]:
    """Yield a problem if no unit on the table has the name."""
    unit = field.find(name)
    if unit is None or not is_on_table(unit):
        yield Problem(path, f"no unit on the table is called {name!r}", "bad-input")


def chargeable(field: Field, attacker: Unit, *, closed_leaving: bool = False) -> tuple[Unit, ...]:
    """Return those whom mounted cavalry that ended its move may charge, in the order of the rosters.

    If there are any, it must charge one of them.

    Args:
        field: The field after the move.
        attacker: The cavalry.
        closed_leaving: The option of that name.

    Rules: mounted-1-trigger.
    """
    return tuple(
        unit
        for unit in field.on_table
        if unit.side != attacker.side
        and not_to_be_charged(field, attacker, unit, closed_leaving=closed_leaving) is None
    )


def _example() -> MountedCombatRequest:
    board = SquareMap(title="A plain", grid=SquareGrid(columns=10, rows=10))
    cossacks = Unit(
        name="1st Cossacks", side="white", kind="cavalry", formation="mounted", square=(4, 6), facing="S", bases=4
    )
    rifles = Unit(
        name="1st Rifles", side="red", kind="infantry", formation="firing_line", square=(4, 5), facing="N", bases=3
    )
    guns = Unit(name="MGs", side="red", kind="mg", square=(4, 5), facing="N", bases=1, accompanies="1st Rifles")
    return MountedCombatRequest(
        field=Field(board=board, units=(cossacks, rifles, guns)), attacker="1st Cossacks", squares_left=1
    )


@procedure(
    "red_square.mounted_combat",
    title="Who wins the mounted attack, and what does each side lose?",
    formerly=("Who wins the mounted attack, and at what price?",),
    rules=("mounted-1-trigger",),
    example=_example,
)
def mounted_combat(request: MountedCombatRequest, umpire: Umpire[Options]) -> MountedCombatOutcome:
    """Settle the attack of mounted cavalry that ended its move in front of an enemy in the open.

    Its owner chooses one enemy. Scouts slip away. The helpless and those taken in flank or rear flee, the shaken roll a
    die, at no cost to the attackers. Otherwise both sides fight: the dice of the attack, of the target, its MGs and
    tchankas; the casualties of the attacker, then of the target; the cards for those who accompany them, in the same
    order; then the retreats, with a die for each MG company of a unit that retreats. The winner may follow up, a moving
    winner for the rest of its move and at least a square, a winner that was charged for a square. That may bring a new
    contact with the same opponents, once: they flee or stand, and horsemen fight those who stand once more.

    Rules: mounted-1-trigger, mounted-1c-result.
    """
    field, attacker = request.field, request.field.unit(request.attacker)
    target = request.target
    if not target:
        found = chargeable(field, attacker, closed_leaving=umpire.options.closed_leaving)
        target = found[0].name
        if len(found) > 1:
            names = tuple(unit.name for unit in found)
            target = umpire.choose(CHARGED, names, Charge(field=field, attacker=attacker))
    course = MountedCourse(umpire=umpire, field=field, deck=request.deck, discards=request.discards)
    settled = course.charge(attacker, field.unit(target), request.squares_left, has_stood=request.has_stood)
    return MountedCombatOutcome(
        attacker=attacker.name,
        target=target,
        settled=settled,
        combats=course.combats,
        removed=course.removed,
        followed_up=course.followed_up,
        contact_again=course.contact_again,
        units=changed_units(field, course.field),
        observations=course.observations,
        cards=course.cards,
    )


@mounted_combat.legality
def _objections(request: MountedCombatRequest, options: Options) -> Iterator[Objection]:
    field, attacker = request.field, request.field.unit(request.attacker)
    rule = "mounted-1-trigger"
    if attacker.formation != "mounted":
        message = f"{attacker.name} is not mounted cavalry, and only that charges"
        yield Objection(rule=rule, message=message, path="$.attacker")
        return
    if request.target:
        found = not_to_be_charged(field, attacker, field.unit(request.target), closed_leaving=options.closed_leaving)
        if found is not None:
            yield Objection(rule=found.rule, message=found.message, path="$.target")
    elif not chargeable(field, attacker, closed_leaving=options.closed_leaving):
        message = f"{attacker.name} has no enemy in the open in front of it; without one it does not charge"
        yield Objection(rule=rule, message=message, path="$.attacker")
