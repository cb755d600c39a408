"""What an enemy zone of control does to a unit that is driven into it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import ZocKind, passes, told_type
from rcw_rules.orel.model import VEHICLE_TYPES, Quality, Unit, UnitType
from rcw_rules.orel.options import Options

ZocResult: TypeAlias = Literal["safe", "step_lost", "eliminated", "surrendered"]
"""What happens to a unit in an enemy zone of control; an eliminated one is not a prisoner."""

QUALITY_OF_VEHICLES: dict[UnitType, int] = {"tank": 5, "armoured_car": 6}  # 8.5.1a-zoc

ENEMY_ZONE = Modifier(id="enemy_zone", value=1, reason="enemy zone of control", rule="8.5.1a-zoc")


@frozen(kw_only=True)
class RetreatZocOutcome:
    """How a unit came through.

    Attributes:
        result: Safe, or what it suffers.
    """

    result: ZocResult

    def summary(self, request: RetreatZocRequest) -> str:
        """Return how the unit comes through."""
        who = told_type(request.type)
        told = {
            "safe": f"the {who} comes through the enemy zone of control unharmed",
            "step_lost": f"the {who} loses a step in the enemy zone of control",
            "eliminated": f"the {who} is eliminated in the enemy zone of control",
            "surrendered": f"the {who} surrenders in the enemy zone of control",
        }
        return words.sentences(told[self.result])


@frozen(kw_only=True, cache_hash=True)
class RetreatZocRequest(Request[RetreatZocOutcome]):
    """A unit that falls back into a hex in enemy zones of control that no friend negates.

    Attributes:
        type: The kind of unit.
        zones: The kinds of enemy unit that exert the zones.
        tq: Its troop quality now; vehicles have none.
        rout: Whether it routs, or is Routed from before.
        last_step: Whether it has one step left; vehicles never have more to lose.
    """

    type: UnitType
    zones: Annotated[tuple[ZocKind, ...], Size(1, 3)]
    tq: Annotated[Quality | None, Cites("1.1-tq")] = None
    rout: Annotated[bool, Cites("8.7.3-rout-zoc")] = False
    last_step: bool = False

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "tq",
            {"type": tuple(one for one in get_args(UnitType) if one not in VEHICLE_TYPES)},
            message="is missing: a unit of type {type} has one",
            rule="1.1-tq",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a quality that a vehicle has, and kinds that come twice."""
        if self.type in VEHICLE_TYPES and self.tq is not None:
            yield Problem(".tq", f"leave it out: a unit of type {self.type} has no troop quality", "1.1-tq")
        for number, kind in enumerate(self.zones):
            if kind in self.zones[:number]:
                yield Problem(f".zones[{number}]", f"{kind} is listed twice")


def _example() -> RetreatZocRequest:
    return RetreatZocRequest(type="infantry", tq=5, zones=("infantry",))


@procedure(
    "orel.retreat_zoc",
    title="What does an enemy zone of control do to a retreating unit?",
    formerly=("What does an enemy zone of control do to a unit that falls back into it?",),
    rules=("8.5.1a-zoc",),
    example=_example,
)
def retreat_zoc(request: RetreatZocRequest, umpire: Umpire[Options]) -> RetreatZocOutcome:
    """Check one unit in one hex that it enters.

    Trains are never touched, cavalry and armoured cars only by the zones of cavalry, which outweigh others in the same
    hex. Every other unit adds 1 to the die and fails if that is more than the quality: 5 of a tank, 6 of an armoured
    car. A unit that fails loses a step, the last one too; a routing unit surrenders; a tank is eliminated.

    Rules: 8.5.1a-zoc, 8.7.3-rout-zoc.
    """
    rule = "8.7.3-rout-zoc" if request.rout else "8.5.1a-zoc"
    if not _must_check(request):
        umpire.result(rule, "these zones of control do nothing to it: {type}", type=in_words(request.type))
        return RetreatZocOutcome(result="safe")
    quality = QUALITY_OF_VEHICLES[request.type] if request.tq is None else request.tq
    if passes(umpire, quality, "enemy zone of control", rule, Ledger.of(ENEMY_ZONE)):
        umpire.result(rule, "it comes through unharmed")
        return RetreatZocOutcome(result="safe")
    if request.tq is None:
        result: ZocResult = "eliminated"
    elif request.rout:
        result = "surrendered"
    else:
        result = "eliminated" if request.last_step else "step_lost"
    told = {"eliminated": "it is eliminated", "surrendered": "it surrenders", "step_lost": "it loses a step"}
    umpire.result(rule, told[result])
    return RetreatZocOutcome(result=result)


def _must_check(request: RetreatZocRequest) -> bool:
    if request.type in ("cavalry", "armoured_car"):
        return "cavalry" in request.zones
    return request.type in QUALITY_OF_VEHICLES or request.type not in VEHICLE_TYPES


def zone_request(unit: Unit, zones: tuple[ZocKind, ...], *, rout: bool) -> RetreatZocRequest:
    """Return what must be asked for a unit that falls back into zones of control, and no more.

    A unit that is Routed from before is in the same danger as one that routs now.

    Args:
        unit: The unit.
        zones: The kinds of unit that exert the zones.
        rout: Whether it routs now.

    Rules: 8.7.3-rout-zoc.
    """
    if unit.is_vehicle:
        return RetreatZocRequest(type=unit.type, zones=zones)
    routs = rout or unit.mode == "routed"
    return RetreatZocRequest(
        type=unit.type, zones=zones, tq=unit.quality, rout=routs, last_step=not routs and unit.steps == 1
    )
