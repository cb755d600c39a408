"""The dice of one fire: direct hits, then the shooting table; and the dice for officers under fire."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting.column import OUT_IN_THE_OPEN, Exposure, ShootingColumnRequest
from rcw_rules.red_actions.shooting.gunnery import DirectHitsOutcome, DirectHitsRequest
from rcw_rules.red_actions.shooting.table import NO_RESULT, ShootingRollRequest, ShotResult
from rcw_rules.red_actions.shooting.total import ShootingTotalRequest, out_of_range
from rcw_rules.red_actions.units import fallen_said

# --- Officers -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class ShootingOfficersOutcome:
    """Which officers fell.

    Attributes:
        fallen: Their places in the order of their dice, from 0.
        all_lost: Whether the unit had officers and has lost them all.
    """

    fallen: tuple[int, ...]
    all_lost: bool

    def summary(self, request: ShootingOfficersRequest) -> str:
        """Return which officers fall."""
        return fallen_said(self.fallen, request.officers)


@frozen(kw_only=True, cache_hash=True)
class ShootingOfficersRequest(Request[ShootingOfficersOutcome]):
    """Officers of a unit in danger by fire.

    Attributes:
        officers: How many there are: the one in command, spare ones, and attached seniors.
    """

    officers: Annotated[int, Range(0, 13, rule="conv-bad-input")]


def _officers_example() -> ShootingOfficersRequest:
    return ShootingOfficersRequest(officers=2)


@procedure(
    "red_actions.shooting_officers",
    title="Which officers are hit by this fire?",
    formerly=("Which officers fall to this fire?",),
    rules=("res-officers-shooting",),
    example=_officers_example,
)
def shooting_officers(request: ShootingOfficersRequest, umpire: Umpire[Options]) -> ShootingOfficersOutcome:
    """Throw a D6 for each officer: the one in command, then spare ones, then attached seniors. A 1 kills.

    Rules: res-officers-shooting, off-casualty-all-lost, res-off.
    """
    fallen: tuple[int, ...] = ()
    for place in range(request.officers):
        if umpire.roll(_KILLED, f"officer {place + 1}", "res-officers-shooting"):
            fallen = (*fallen, place)
    return ShootingOfficersOutcome(fallen=fallen, all_lost=0 < request.officers == len(fallen))


_KILLED = d6.check(at_most=1)


# --- The volley: what the dice for hits and for the table show ------------------------------------------------------


@frozen(kw_only=True)
class VolleyOutcome:
    """The hits and the result of the table, before they are applied to the target.

    Attributes:
        direct_hits: How many direct hits there were.
        bases_lost: How many bases they cost.
        collapsed: Whether the building collapsed.
        result: What the table says.
    """

    direct_hits: int
    bases_lost: int
    collapsed: bool
    result: ShotResult

    def summary(self, request: VolleyRequest) -> str:
        """Return the direct hits and what they destroy, then what the table does to the target."""
        direct = DirectHitsOutcome(hits=self.direct_hits, bases_lost=self.bases_lost, collapsed=self.collapsed)
        hits = "" if request.guns is None else direct.sentence(request.guns)
        return sentences(hits, self.result.sentence()) or "The fire has no effect."


@frozen(kw_only=True, cache_hash=True)
class VolleyRequest(Request[VolleyOutcome]):
    """Fire in plain numbers: the guns that can hit directly, and the bases that fire on the table.

    Attributes:
        guns: The guns that may score direct hits; None without any.
        strength: The bases whose fire goes to the table; None if there are none.
        machine_guns: Whether they are machine guns.
        target: How the target is exposed.
    """

    guns: DirectHitsRequest | None = None
    strength: ShootingTotalRequest | None = None
    machine_guns: Annotated[bool, Cites("sho-mod-cumulative")] = False
    target: Exposure = OUT_IN_THE_OPEN


def _volley_example() -> VolleyRequest:
    shooters = ShootingTotalRequest(shooting_value=Fraction(2), bases=5, distance=inches(6), range=inches(12))
    return VolleyRequest(strength=shooters, target=Exposure(cover="soft"))


@procedure(
    "red_actions.volley",
    title="What does this fire hit?",
    rules=("sho-sequence",),
    example=_volley_example,
)
def volley(request: VolleyRequest, umpire: Umpire[Options]) -> VolleyOutcome:
    """Work out total and column, then throw for direct hits, then on the table.

    There is no throw on the table if the direct hits have left no base of the target, or destroyed its building, or if
    the total is 0 or the column off the table.

    Rules: sho-sequence, dh-roll.
    """
    column = 0
    if request.strength is not None:
        total = umpire.resolve(request.strength, "shooting total").total
        shot = ShootingColumnRequest(
            total=total,
            machine_guns=request.machine_guns,
            distance=request.strength.distance,
            target=request.target,
        )
        column = umpire.resolve(shot, "column").column
    hits, lost, collapsed = 0, 0, False
    if request.guns is not None:
        direct = umpire.resolve(request.guns, "direct hits")
        hits, lost, collapsed = direct.hits, direct.bases_lost, direct.collapsed
        if collapsed or 0 < request.guns.target_bases == lost:
            column = 0

    def hit(result: ShotResult) -> VolleyOutcome:
        return VolleyOutcome(direct_hits=hits, bases_lost=lost, collapsed=collapsed, result=result)

    if not column:
        return hit(NO_RESULT)
    return umpire.last_resolve(ShootingRollRequest(column=column), "table", hit)


@volley.legality
def _forbidden_volley(request: VolleyRequest, options: Options) -> Iterator[Objection]:
    if request.strength is not None:
        for objection in out_of_range(request.strength.distance, request.strength.range, options):
            yield evolve(objection, path="$.strength.distance")
