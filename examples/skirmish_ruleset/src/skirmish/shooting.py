"""Shooting: the table, its modifier, and what those who are left do about it."""

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules import Ledger, Modifier, Objection, Range, Request, Umpire, d6, procedure
from skirmish.model import Figures, Options, Squad
from skirmish.morale import MoraleOutcome, MoraleRequest

WHY = "the shooters moved"
MOVED = Modifier(id="moved", value=-1, reason=WHY, rule="fire-moved")


@frozen(kw_only=True)
class ShootingOutcome:
    """What a volley does.

    Attributes:
        fallen: How many figures fall.
        morale: What the others do; None if nobody falls or nobody is left.
    """

    fallen: int
    morale: MoraleOutcome | None


@frozen(kw_only=True, cache_hash=True)
class ShootingRequest(Request[ShootingOutcome]):
    """A volley.

    Attributes:
        shooters: How many figures fire.
        moved: Whether they moved this turn.
        distance: How many inches away the target is, rounded up.
        target: The squad that they fire at.
    """

    shooters: Figures
    moved: bool = False
    distance: Annotated[int, Range(1, 99)]
    target: Squad


@procedure(
    "skirmish.shooting",
    title="Who falls to this volley, and do the others stand?",
    rules=("squads",),
    example=lambda: ShootingRequest(shooters=4, moved=True, distance=9, target=Squad(figures=8, cover="hedge")),
)
def shooting(request: ShootingRequest, umpire: Umpire[Options]) -> ShootingOutcome:
    """Look up what a die needs, add the modifier to the die, throw one for each figure; then check morale.

    Rules: fire-table, fire-moved, morale-roll.
    """
    target = request.target
    cell = umpire.look_up("fire", request.distance, target.cover)
    ledger = Ledger.of(MOVED) if request.moved else Ledger()
    needed = int(cell.result) - umpire.modify(ledger, "every die").total
    dice = d6.count(request.shooters, at_least=needed)
    hits = umpire.roll(dice, "shots", "fire-table")
    fallen = min(hits, target.figures)
    says = "{fallen} of {figures} fall"
    umpire.result("fire-table", says, fallen=fallen, figures=target.figures)
    if fallen in (0, target.figures):
        return ShootingOutcome(fallen=fallen, morale=None)
    left = evolve(target, figures=target.figures - fallen)
    return ShootingOutcome(fallen=fallen, morale=umpire.resolve(MoraleRequest(squad=left, fallen=fallen), "morale"))


@shooting.legality
def out_of_range(shot: ShootingRequest, _: Options) -> Iterator[Objection]:
    """Object to a target farther away than rifles reach."""
    if shot.distance > 24:
        says = "rifles reach 24 inches"
        yield Objection(rule="fire-range", message=says, path="$.distance")
