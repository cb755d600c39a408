"""Whether a charge may be declared: which types, in which state, and over which ground."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.chart_tables import Cell
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import ChartError, IllegalRequestError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.ground import WIDEST_WHEEL
from rcw_rules.red_actions.model import CATEGORY_OF, TRAINS, Arm, Aspect
from rcw_rules.red_actions.movement import MoveBudgetRequest, Mover, Path, Stretch, TrialDue
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import in_inches, said

AMBUSH_BONUS = inches(2)  # amb-benefits
CHARGE_TYPES = "charge_types"
_NO_WHEEL = degrees(0)

_CHARGERS: dict[Arm, str] = {
    "sabres": "sabres",
    "rifle": "riflemen",
    "tank": "vehicles",
    "armoured_car": "vehicles",
    **dict.fromkeys(TRAINS, "trains"),
    "officer": "detached officers",
}
_OTHER_CHARGERS = "tachankas, guns and machine guns"


# --- types of chargers and targets ------------------------------------------------------------------------------------


def may_charge(umpire: Umpire[Options], charger: Arm, target: Arm, aspect: Aspect) -> bool:
    """Whether one kind of troops may charge another from that side.

    All troops that may charge infantry may charge the base of a detached officer.

    Rules: charge-types, defs-senior-officer-base.
    """
    return _is_yes(umpire.look_up(CHARGE_TYPES, _row_of(charger), _target_column(target, aspect)))


def may_charge_any(umpire: Umpire[Options], charger: Arm) -> bool:
    """Whether a kind of troops may charge any troops from any side. It looks at the chart without a record of it.

    Rules: charge-types.
    """
    chart, row = umpire.charts["charge_types"], _row_of(charger)
    return any(_is_yes(chart.look_up(row, column)) for column in chart.columns.keys)


def _row_of(charger: Arm) -> str:
    return _CHARGERS.get(charger, _OTHER_CHARGERS)


def _is_yes(cell: Cell) -> bool:
    if cell.result not in ("yes", "no"):
        raise ChartError(CHARGE_TYPES, f"{cell.result!r} is not yes or no")
    return cell.result == "yes"


def wrong_types(umpire: Umpire[Options], charger: Arm, target: Arm, aspect: Aspect, path: str) -> list[Objection]:
    """Return the objection to a charge of these troops at this target, if there is one.

    Args:
        umpire: The umpire, for the chart.
        charger: What charges.
        target: What is charged.
        aspect: From where.
        path: The JSON path of what is at fault.

    Rules: charge-types.
    """
    if may_charge(umpire, charger, target, aspect):
        return []
    if may_charge_any(umpire, charger):
        seen = " from the front" if target == "sabres" else ""
        allowed = "they may from flank or rear" if target == "sabres" else "shoot at them"
        message = f"{in_words(charger)} bases do not charge {in_words(target)} bases{seen}; {allowed}"
    else:
        message = f"{in_words(charger)} bases never charge: only sabres, riflemen, tanks and armoured cars do"
    return [Objection(rule="charge-types", message=message, path=path)]


def _target_column(target: Arm, aspect: Aspect) -> str:
    if target == "sabres":
        return "sabres front" if aspect == "front" else "sabres flank or rear"
    if target == "tachanka":
        return "tachankas"
    columns = {"infantry": "infantry", "officer": "infantry", "artillery": "artillery", "vehicle": "vehicles"}
    return columns[CATEGORY_OF[target]]


# --- in which state ---------------------------------------------------------------------------------------------------


def unfit_to_charge(
    path: str,
    *,
    routing: bool,
    pinned: bool,
    acted: bool,
    evading: bool,
    limbered: bool = False,
) -> Iterator[Objection]:
    """Yield the objections of a unit's state to a charge.

    Args:
        path: The JSON path of the unit.
        routing: Whether it is in rout.
        pinned: Whether it is pinned.
        acted: Whether its segment is used.
        evading: Whether it has chosen, or is held, to evade in this turn.
        limbered: Whether it is limbered.

    Rules: charge-conditions, rout-unit-state, defs-pinned, evade-switch.
    """
    if routing:
        yield Objection(
            rule="rout-unit-state",
            message="a unit in rout does not charge: it may try to rally",
            path=f"{path}.routing",
        )
    found = (
        (pinned, "pinned", "a pinned unit cannot charge: it must pass a rally from pinned test first"),
        (acted, "has_acted", "its segment of this turn is used: charge in its next one"),
        (evading, "evading", "a unit that evades in this turn cannot charge at evasive speed"),
        (limbered, "limbered", "limbered bases do not charge"),
    )
    for applies, field, message in found:
        if applies:
            yield Objection(rule="charge-conditions", message=message, path=f"{path}.{field}")


def failed_before(path: str) -> Objection:
    """Return the objection to another charge after a failed charge test.

    Rules: mor-fail-charge.
    """
    message = "it has failed a charge test in this turn: it may do anything except charge"
    return Objection(rule="mor-fail-charge", message=message, path=path)


def advance_barred(path: str, options: Options) -> Iterator[Objection]:
    """Yield the objection to an advance of a unit that is still barred from it after a rout, if that option is on.

    Rules: rally-optional-no-advance.
    """
    if options.rout_no_advance:
        message = "it neither advances nor charges in the turns that its rout costs: it may do anything else"
        yield Objection(rule="rally-optional-no-advance", message=message, path=path)


# --- the question -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class ChargeLegalityOutcome:
    """What a legal charge costs.

    Attributes:
        allowance: What the charger may spend, in inches.
        cost: What wheel and path cost.
        left: What is left over, if it runs on.
        trials: The tests of a vehicle that the way requires.
    """

    allowance: Fraction
    cost: Fraction
    left: Fraction
    trials: tuple[TrialDue, ...] = ()

    def summary(self, request: ChargeLegalityRequest) -> str:
        """Return what the way costs and what is left, and the tests that it calls for."""
        tests = listed(trial.sentence(request.path) for trial in self.trials)
        left = f"{in_inches(self.left)} is left" if self.left else "nothing is left"
        spent = f"{said(self.cost)} of {in_inches(self.allowance)}"
        return sentences(
            f"the charge may be declared: its way costs {spent}, and {left}",
            f"the charger takes {tests}" if tests else "",
        )


@frozen(kw_only=True, cache_hash=True)
class ChargeLegalityRequest(Request[ChargeLegalityOutcome]):
    """A charge that a player wants to declare.

    Attributes:
        charger: The arm of the charger.
        target: The arm of the target.
        aspect: From where the target is charged.
        speed: The most that the card of the charger lets it move.
        bases: How many bases it has.
        front_bases: How many of them stand abreast when it wheels.
        in_column: Whether it is in column.
        wheel: By how much it wheels at the beginning.
        path: What it passes, straight on, up to the target.
        turns_or_forms: Whether it would change its facing or formation on the way.
        sees: Whether it sees the target.
        ambush: Whether it charges out of an ambush, which adds 2 inches.
        pinned: Whether it is pinned.
        has_acted: Whether its segment of this turn is used.
        routing: Whether it is in rout.
        limbered: Of guns: whether they are limbered.
        evading: Whether it has chosen, or is held, to evade in this turn.
        has_failed: Whether it has failed a charge test in this turn.
        no_advance: Whether, by the option rout_no_advance, it still may not advance after a rout.
    """

    charger: Arm
    target: Arm
    aspect: Aspect = "front"
    speed: Inches
    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")] = 1
    front_bases: Annotated[int, Range(1, 6, rule="defs-unit-size")] = 1
    in_column: Annotated[bool, Cites("form-column")] = False
    wheel: Annotated[Angle, Range(0, 360, rule="mov-wheel"), Cites("charge-conditions")] = _NO_WHEEL
    path: Path = ()
    turns_or_forms: Annotated[bool, Cites("charge-conditions")] = False
    sees: Annotated[bool, Cites("charge-conditions")] = True
    ambush: Annotated[bool, Cites("amb-benefits")] = False
    pinned: Annotated[bool, Cites("charge-conditions")] = False
    has_acted: Annotated[bool, Cites("charge-conditions")] = False
    routing: Annotated[bool, Cites("rout-unit-state")] = False
    limbered: Annotated[bool, Cites("charge-conditions")] = False
    evading: Annotated[bool, Cites("charge-conditions")] = False
    has_failed: Annotated[bool, Cites("mor-fail-charge")] = False
    no_advance: Annotated[bool, Cites("rally-optional-no-advance")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.front_bases > self.bases:
            message = f"{self.bases} bases cannot have {self.front_bases} abreast"
            yield Problem(".front_bases", message, "mov-wheel")
        if self.limbered and self.charger != "gun":
            yield Problem(".limbered", f"{in_words(self.charger)} bases have no limbers", "form-limbered")


def _example() -> ChargeLegalityRequest:
    return ChargeLegalityRequest(
        charger="sabres",
        target="rifle",
        aspect="flank",
        speed=inches(12),
        bases=4,
        front_bases=4,
        wheel=degrees(30),
        path=(Stretch(length=inches(6)),),
    )


@procedure(
    "red_actions.charge_legality",
    title="May this charge be declared?",
    rules=("charge-types",),
    example=_example,
)
def charge_legality(request: ChargeLegalityRequest, umpire: Umpire[Options]) -> ChargeLegalityOutcome:
    """Check that a charge may be declared, before its charge test, and find what its way costs.

    The way is one wheel of at most 45 degrees and then straight on. It is paid from the full speed, plus 2 inches out
    of an ambush, like any move: a stretch at the rate of its slowest terrain, an obstacle at its part of the whole
    allowance. The last inches up to the enemy are part of it.

    Raises:
        IllegalRequestError: It may not, with every objection of state, types and ground.

    Rules: charge-types, charge-conditions, amb-benefits.
    """
    types = wrong_types(umpire, request.charger, request.target, request.aspect, "$.target")
    Verdict(objections=tuple(types)).require()
    umpire.result("charge-types", "{charger} bases may charge {target}", charger=request.charger, target=request.target)
    move = MoveBudgetRequest(
        mover=Mover(arm=request.charger, bases=request.bases, in_column=request.in_column),
        speed=request.speed,
        bonus=AMBUSH_BONUS if request.ambush else inches(0),
        manner="charge",
        path=request.path,
        front_bases=request.front_bases,
        wheels=(request.wheel,) if request.wheel > _NO_WHEEL else (),
    )
    try:
        budget = umpire.resolve(move, "way")
    except IllegalRequestError as refused:
        message = "the charger cannot move to the enemy in one charge: choose another way, or do not charge"
        unable = Objection(rule="charge-conditions", message=message, path="$.path")
        raise IllegalRequestError(Verdict(objections=(unable, *refused.verdict.objections))) from None
    if budget.in_wire:
        message = "wire ends a move: the charger does not reach an enemy beyond it"
        Verdict(objections=(Objection(rule="charge-conditions", message=message, path="$.path"),)).require()
    return ChargeLegalityOutcome(allowance=budget.allowance, cost=budget.cost, left=budget.left, trials=budget.trials)


@charge_legality.legality
def _forbidden_declaration(request: ChargeLegalityRequest, options: Options) -> Iterator[Objection]:
    yield from unfit_to_charge(
        "$",
        routing=request.routing,
        pinned=request.pinned,
        acted=request.has_acted,
        evading=request.evading,
        limbered=request.limbered,
    )
    if request.has_failed:
        yield failed_before("$.has_failed")
    if request.no_advance:
        yield from advance_barred("$.no_advance", options)
    if not request.sees:
        message = "a unit charges only an enemy that it sees"
        yield Objection(rule="charge-conditions", message=message, path="$.sees")
    if request.wheel > WIDEST_WHEEL:
        message = f"a charge wheels by {WIDEST_WHEEL} at most, not by {request.wheel}"
        yield Objection(rule="charge-conditions", message=message, path="$.wheel")
    if request.turns_or_forms:
        message = "a charge includes no change of facing or formation: form up first and charge later"
        yield Objection(rule="charge-conditions", message=message, path="$.turns_or_forms")
