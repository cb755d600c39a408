"""The report of a segment, made of the outcomes of what was asked in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from attrs import evolve

from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_actions.charges import ChargeOutcome, SpringAmbushOutcome, UnitAfterCharge
from rcw_rules.red_actions.combat import CombatOutcome, UnitAfterCombat
from rcw_rules.red_actions.model import NO_DISTANCE, Unit
from rcw_rules.red_actions.morale import (
    Aftermath,
    RallyPinnedOutcome,
    RallyRoutOutcome,
    RallyTerrorOutcome,
    RetireOutcome,
    RoutCascadeOutcome,
    RoutMoveOutcome,
)
from rcw_rules.red_actions.shooting import ReturnFireOutcome, ShootOutcome
from rcw_rules.red_actions.turn.game import Game, PoolLeft, Segment
from rcw_rules.red_actions.units import (
    CombineUnitsOutcome,
    DismountOutcome,
    DivideUnitOutcome,
    DrawOfficersOutcome,
)

SegmentOutcome: TypeAlias = (
    ShootOutcome
    | ReturnFireOutcome
    | SpringAmbushOutcome
    | ChargeOutcome
    | CombatOutcome
    | Aftermath
    | RetireOutcome
    | RoutMoveOutcome
    | RoutCascadeOutcome
    | RallyTerrorOutcome
    | RallyPinnedOutcome
    | RallyRoutOutcome
    | DivideUnitOutcome
    | CombineUnitsOutcome
    | DismountOutcome
    | DrawOfficersOutcome
)
"""What a segment may leave behind, as the procedures answer it."""


def segment_of(game: Game, unit: str, outcomes: Iterable[SegmentOutcome], **told: Any) -> Segment:
    """Return the report of a segment, made of the outcomes of all that was asked in it.

    Units are as the last outcome that holds them left them. Who shot has fired, whom an outcome shows as a target was
    shot at, and who went back by more than nothing, routed or pursued was forced. A unit that divided is gone if no
    part bears its name; units that have become part of another are told in after, with 0 bases. What is left of a pool
    is left to the army whose segment it is.

    Args:
        game: The game before the segment.
        unit: Whose segment it was.
        outcomes: The outcomes, in the order in which they came about.
        told: Fields of `Segment` that no outcome holds, such as seen, seniors_killed or entered_at. Tuples are added to
            what the outcomes say; units in after replace those of the same name.

    Raises:
        LookupError: The game has no such unit.
        TypeError: A field of that name is not in a report.

    Rules: seq-steps, turn-forced-forfeit, seq-position-markers, march-rate, act-divide, act-combine, off-replacement.
    """
    everybody = (*game.units, *(coming.unit for coming in game.reinforcements))
    acting = next((one for one in everybody if one.name == unit), None)
    if acting is None:
        raise LookupError(f"there is no unit {unit!r} in the game")
    found = _Found(acting)
    for outcome in outcomes:
        found.add(outcome)
    after = {one.name: one for one in (*found.after, *told.pop("after", ()))}
    said: dict[str, Any] = {"after": tuple(after.values()), "pools": tuple(found.pools)}
    for name, names in (("forced", found.forced), ("fired", found.fired), ("shot_at", found.shot_at)):
        said[name] = tuple(dict.fromkeys((*names, *told.pop(name, ()))))
    return Segment(unit=unit, **{**said, **told})


class _Found:
    """What outcomes say, added up."""

    def __init__(self, acting: Unit) -> None:
        self._acting = acting
        self.after: list[Unit] = []
        self.forced: list[str] = []
        self.fired: list[str] = []
        self.shot_at: list[str] = []
        self.pools: list[PoolLeft] = []

    def add(self, outcome: SegmentOutcome) -> None:
        """Add an outcome, and those within it in the order in which they came about."""
        match outcome:
            case ReturnFireOutcome() | SpringAmbushOutcome() | RoutCascadeOutcome() | ChargeOutcome() | CombatOutcome():
                self._add_parts(outcome)
            case ShootOutcome(shooter=shooter, aftermath=aftermath):
                self.after.append(shooter)
                self.fired.append(shooter.name)
                self.shot_at.append(aftermath.unit.name)
                self.add(aftermath)
            case Aftermath(unit=unit, retired=moved) | RetireOutcome(unit=unit, moved=moved):
                self._unit(unit, forced=moved > NO_DISTANCE)
            case RoutMoveOutcome(unit=unit):
                self._unit(unit, forced=True)
            case RallyRoutOutcome(unit=unit, move=move):
                self._unit(unit, forced=move is not None)
            case DivideUnitOutcome(parts=parts):
                units = [part.unit for part in parts]
                if self._acting.name not in [one.name for one in units]:
                    self.after.append(evolve(self._acting, bases=0))
                self.after += units
            case DrawOfficersOutcome(pool=pool):
                self.pools = [PoolLeft(side=self._acting.side, pool=pool)]
            case _:
                self._unit(outcome.unit, forced=False)

    def _add_parts(
        self, outcome: ReturnFireOutcome | SpringAmbushOutcome | RoutCascadeOutcome | ChargeOutcome | CombatOutcome
    ) -> None:
        match outcome:
            case ReturnFireOutcome(first=first, answer=answer):
                self.add(first)
                self._answered(first.target, answer)
            case SpringAmbushOutcome(target=target, charge=charge, shots=shots, rout=rout, answer=answer):
                for shot in shots:
                    self.add(shot)
                self._answered(target, answer)
                for part in (charge, rout):
                    if part is not None:
                        self.add(part)
                self.after.append(target)
            case RoutCascadeOutcome(move=move, friends=friends):
                self.add(move)
                for friend in friends:
                    self.add(friend.aftermath)
            case ChargeOutcome(charger=charger, targets=targets, further=further):
                for one in (charger, *targets, *further):
                    self._fought(one, one.moved)
            case CombatOutcome(charger=first_in, contacted=contacted):
                for fighter in (first_in, *contacted):
                    self._fought(fighter, fighter.retired)

    def _unit(self, unit: Unit, *, forced: bool) -> None:
        self.after.append(unit)
        if forced:
            self.forced.append(unit.name)

    def _fought(self, one: UnitAfterCharge | UnitAfterCombat, back: Inches) -> None:
        pursues = one.pursuit is not None and one.pursuit.moved > NO_DISTANCE
        self._unit(one.unit, forced=pursues or one.fate == "routs" or (one.fate == "retires" and back > NO_DISTANCE))

    def _answered(self, target: Unit, answer: Aftermath | None) -> None:
        if answer is not None:
            self.fired.append(target.name)
            self.shot_at.append(answer.unit.name)
            self.add(answer)
