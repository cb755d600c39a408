"""What hits do to tanks, armoured cars and armoured trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from attrs import frozen

from rcw_rules.kernel.dice import d
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import VEHICLE_STANDS, Hits
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import VehicleHitTable, provenance_of
from rcw_rules.red_white.spoken import effects_told, numbers
from rcw_rules.red_white.vehicles.activation import current_morale


@frozen(kw_only=True)
class VehicleDamageOutcome:
    """A vehicle or train after more hits.

    Attributes:
        hits: The hits recorded now, 8 at most.
        morale: Its current morale, which is its strength as well.
        destroyed: Whether it is destroyed or, of a train, lost.
        freed_guards: The guards of a lost train, an ordinary infantry unit from now on.
        table_effects: What the hit table said, in the order of its rows.
        table_missing: Whether hits should have been rolled on the hit table and no profile supplies it.
    """

    hits: int
    morale: int
    destroyed: bool
    freed_guards: int = 0
    table_effects: tuple[str, ...] = ()
    table_missing: bool = False

    def summary(self, request: VehicleDamageRequest) -> str:
        """Return the hits before and after, and whether that destroys the vehicle."""
        who, new = f"the {in_words(request.type)}", self.hits - request.hits
        hit = f"takes {counted(new, 'hit')} {numbers(request.hits, self.hits)}" if new else "takes no hit"
        done, guards = [hit], ""
        if self.destroyed:
            done.append("is lost" if request.type == "armoured_train" else "is destroyed")
            verb = "fights" if self.freed_guards == 1 else "fight"
            guards = f"{counted(self.freed_guards, 'guard')} {verb} on as infantry" if self.freed_guards else ""
        else:
            done.append(f"has a morale of {self.morale} now")
        return sentences(
            f"{who} {listed(done)}", guards, effects_told(self.table_effects, table_missing=self.table_missing)
        )


@frozen(kw_only=True, cache_hash=True)
class VehicleDamageRequest(Request[VehicleDamageOutcome]):
    """A tank, an armoured car or an armoured train that takes more hits.

    Attributes:
        type: What it is.
        hits: The hits recorded before.
        new_hits: The new ones; how guns score them was said in the lost first part of the rules.
        guards: The guard stands of a train.
        rolled_on_table: Whether the new hits on a tank or an armoured car are rolled on the hit table, as those of
            petrol bombs are. Stands lost in a melee, which are recorded as hits, are not.
        hit_table: The hit table, unless the profile has it.
    """

    type: Literal["tank", "armoured_car", "armoured_train"]
    hits: Hits
    new_hits: Annotated[int, Range(0, 999, rule="bad-numbers"), Cites("p1-artillery-and-armour")]
    guards: Annotated[int, Range(0, 99, rule="bad-numbers")] = 0
    rolled_on_table: Annotated[bool, Cites("p1-vehicle-hit-table")] = True
    hit_table: Annotated[VehicleHitTable | None, Cites("p1-vehicle-hit-table")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.guards and self.type != "armoured_train":
            yield Problem(".guards", "only an armoured train has guards aboard", "gen-unit-types")
        if self.hit_table is not None and self.type == "armoured_train":
            message = "the hit table is for armoured cars and tanks"
            yield Problem(".hit_table", message, "p1-vehicle-hit-table")


def _damage_example() -> VehicleDamageRequest:
    return VehicleDamageRequest(type="tank", hits=5, new_hits=2)


@procedure(
    "red_white.vehicle_damage",
    title="Is the vehicle or train destroyed?",
    rules=("vehicle-hits",),
    example=_damage_example,
)
def vehicle_damage(request: VehicleDamageRequest, umpire: Umpire[Options]) -> VehicleDamageOutcome:
    """Record hits; the eighth destroys, and hits beyond it are ignored.

    Each hit that is recorded against a tank or an armoured car has one die on the hit table, if a profile supplies
    that table. Without it nothing is rolled, and the outcome says that it is missing.

    Rules: vehicle-hits, vehicle-eight-stands, train-lost.
    """
    is_train = request.type == "armoured_train"
    hits = min(VEHICLE_STANDS, request.hits + request.new_hits)
    destroyed = hits == VEHICLE_STANDS
    effects: tuple[str, ...] | None = ()
    if request.rolled_on_table and not is_train and hits > request.hits:
        effects = _table_effects(umpire, request, hits - request.hits)
    text = "hits recorded: {hits}; current morale: {morale}"
    umpire.result("vehicle-eight-stands", text, hits=hits, morale=current_morale(hits))
    freed = 0
    if destroyed and is_train:
        freed = request.guards
        umpire.result("train-lost", "the train is lost; guard stands that fight on as infantry: {guards}", guards=freed)
    elif destroyed:
        umpire.result("vehicle-hits", "it is destroyed")
    return VehicleDamageOutcome(
        hits=hits,
        morale=current_morale(hits),
        destroyed=destroyed,
        freed_guards=freed,
        table_effects=effects or (),
        table_missing=effects is None,
    )


def _table_effects(umpire: Umpire[Any], request: VehicleDamageRequest, count: int) -> tuple[str, ...] | None:
    """Return what the hit table says for a number of hits, in the order of its rows, or None if there is no table.

    Rules: p1-vehicle-hit-table.
    """
    profile = umpire.options.profile
    table = request.hit_table
    if table is None and profile is not None:
        table = profile.vehicle_hit_table
    if table is None:
        text = "the hit table is lost with Part I: the hits are recorded without a throw"
        umpire.result("p1-vehicle-hit-table", text)
        return None
    rows = [tuple(range(row.low, row.high + 1)) for row in table.rows]
    shown = umpire.roll(tally(d(table.sides), count, *rows), "hit table", "p1-vehicle-hit-table")
    effects = tuple(row.effect for row, times in zip(table.rows, shown, strict=True) for _ in range(times))
    values = provenance_of(profile) if request.hit_table is None else None
    umpire.result("p1-vehicle-hit-table", "the hit table: {effects}", values, effects="; ".join(effects))
    return effects
