"""A whole hand-to-hand combat, from contact to pursuit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.red_actions.combat.combatants import Charger, Contacted, Fighter, UnitAfterCombat, held_said
from rcw_rules.red_actions.combat.fight import REMOVED_BY, Fight, State, standing
from rcw_rules.red_actions.combat.strength import (
    CombatColumn,
    CombatRatioOutcome,
    CombatResult,
    CombatRollRequest,
    CombatSide,
    CombatTableOutcome,
    cover_while_charging,
)
from rcw_rules.red_actions.ground import CONTACT_MARKERS
from rcw_rules.red_actions.model import IN_UNITS_OF_SIX, OfficerToken, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import has_too_many_markers, illustrative_troops, marker_problems, note_cards


@frozen(kw_only=True, cache_hash=True)
class CombatOutcome:
    """How a combat ended.

    Attributes:
        column: The column of the combat table; None if nobody stood to fight.
        stronger: The side that was S; None if nobody stood to fight.
        result: The result of the table; None if nobody stood to fight.
        charger: The charger afterwards.
        contacted: Each unit that it touched, in listed order.
        prisoners_of_charger: Bases of prisoners in the hands of the charger's side afterwards.
        prisoners_of_contacted: Those in the hands of the other side.
    """

    column: CombatColumn | None
    stronger: CombatSide | None
    result: CombatResult | None
    charger: UnitAfterCombat
    contacted: tuple[UnitAfterCombat, ...]
    prisoners_of_charger: int
    prisoners_of_contacted: int

    def summary(self, request: CombatRequest) -> str:
        """Return who wins, then what each unit loses and where it goes."""
        units = (self.charger.sentence(request.charger.unit), *self._contacted(request))
        side, others = request.charger.unit.side, request.contacted[0].unit.side
        held = (
            held_said(side, self.prisoners_of_charger, sum(one.prisoners for one in self.contacted)),
            held_said(others, self.prisoners_of_contacted, self.charger.prisoners),
        )
        return sentences(self._result(request), *units, *held)

    def _contacted(self, request: CombatRequest) -> Iterator[str]:
        for was, unit in zip(request.contacted, self.contacted, strict=True):
            yield unit.sentence(was.unit)

    def _result(self, request: CombatRequest) -> str:
        charger, fought = request.charger.unit.name, [one.unit.name for one in request.contacted if _stands(one)]
        contacted = listed(fought)
        if self.result is None:
            return f"nobody stands to fight {charger}"
        stronger, weaker = (charger, contacted) if self.stronger == "charger" else (contacted, charger)
        cell = f"({self.result}, column {self.column})"
        if self.result == "S/Humiliated":
            several = weaker == contacted and len(fought) > 1
            return f"{weaker} {'give way, but humiliate' if several else 'gives way, but humiliates'} {stronger} {cell}"
        winner, loser = (weaker, stronger) if self.result.startswith("S/") else (stronger, weaker)
        several = winner == contacted and len(fought) > 1
        return f"{winner} {'beat' if several else 'beats'} {loser} {cell}"


def _stands(contacted: Contacted) -> bool:
    """Return whether a charged unit stands to fight: contact neither takes or removes it, nor makes it rout.

    Rules: charge-guns, charge-mortars, charge-flank, charge-rear, rout-unit-state, defs-senior-officer-base.
    """
    unit = contacted.unit
    _, terror = CONTACT_MARKERS[contacted.aspect]
    marked = evolve(unit, terror=unit.terror + terror)
    goes_at_once = unit.card.arm == "gun" or unit.card.arm in REMOVED_BY or unit.routing
    return not goes_at_once and not has_too_many_markers(marked)


@frozen(kw_only=True, cache_hash=True)
class CombatRequest(Request[CombatOutcome]):
    """A charger that touches the enemy.

    Attributes:
        charger: The unit that charged.
        contacted: The units that it touches, in the order in which they are resolved.
    """

    charger: Charger
    contacted: Annotated[tuple[Contacted, ...], Size(1, 12)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        names = {self.charger.unit.name}
        for path, fighter in _paths(self):
            unit = fighter.unit
            if not unit.bases:
                yield Problem(f"{path}.unit.bases", "the unit has no base left to fight", "conv-bad-input")
            yield from marker_problems(f"{path}.unit", unit)
            if fighter.officer_base_value is not None and not unit.white_officer_base:
                message = f"{unit.name} has no White Officer base"
                yield Problem(f"{path}.officer_base_value", message, "char-white-officer-base")
            if fighter is self.charger:
                continue
            if unit.name in names:
                yield Problem(f"{path}.unit.name", f"two units are called {unit.name!r}", "conv-bad-input")
            names.add(unit.name)
            if unit.side == self.charger.unit.side:
                yield Problem(f"{path}.unit.side", f"{unit.name} is on the charger's own side", "com-immediate")
            if fighter.uphill and self.charger.uphill:
                message = f"{unit.name} and the charger cannot each stand higher than the other"
                yield Problem(f"{path}.uphill", message, "com-modifiers")


def _paths(request: CombatRequest) -> Iterator[tuple[str, Fighter]]:
    yield ".charger", request.charger
    for number, contacted in enumerate(request.contacted):
        yield f".contacted[{number}]", contacted


def _example() -> CombatRequest:
    troops = illustrative_troops()
    captain = OfficerToken(id="captain", effect=1)
    charger = Unit(
        name="1st Squadron", side="red", card=troops.card("red_cavalry"), bases=4, officer=captain, has_acted=True
    )
    rifles = Unit(name="2nd Company", side="white", card=troops.card("white_volunteers"), bases=4, officer=captain)
    return CombatRequest(charger=Charger(unit=charger), contacted=(Contacted(unit=rifles, in_cover=True),))


@procedure(
    "red_actions.combat",
    title="What happens after the hand-to-hand combat?",
    formerly=("How does the hand-to-hand combat end?",),
    rules=("com-immediate",),
    example=_example,
)
def combat(request: CombatRequest, umpire: Umpire[Options]) -> CombatOutcome:
    """Fight out a combat at once; all bases count, and the order of steps is fixed.

    On contact: guns surrender, mortars and detached officers are removed, routing units are caught, and a charge in
    flank or rear brings its markers, which may rout a unit before it fights. If no unit is left to fight, only the
    pursuit of those routers follows. Otherwise add up the strengths of each side, throw 2d6, and apply the result to
    every unit of the side that it names, in listed order, with rout moves at once. A humiliating result applies to the
    weaker side first, then gives the stronger its marker and fear test. Then come the dice for all officers of units
    that fought and are still there, the charger's first; then the markers and serious tests of units that have lost
    their last officer; and last the pursuit by sabres that have neither routed nor taken a retire result, after every
    unit that routed since contact.

    Raises:
        NeedsRuling: A unit that fights has no fighting value, or its White Officer base has none.

    Rules: com-immediate, com-sequence, com-ratio.
    """
    fight = Fight(umpire, request.charger, request.contacted)
    note_cards(umpire, *(fighter.unit for fighter in fight.fighters))
    met = fight.make_contact()
    if not standing(met, "contacted"):
        return fight.pursue(met, lambda state: _outcome(fight, state))
    ratio = umpire.resolve(fight.strengths(met), "ratio")

    def fight_out(table: CombatTableOutcome) -> CombatOutcome:
        result = table.result
        return fight.fight_out(met, result, ratio.stronger, lambda state: _outcome(fight, state, ratio, result))

    return umpire.last_resolve(CombatRollRequest(column=ratio.column), "result", fight_out)


def _outcome(
    fight: Fight, state: State, ratio: CombatRatioOutcome | None = None, result: CombatResult | None = None
) -> CombatOutcome:
    charger, *contacted = [now.left for now in state]
    of_charger, of_contacted = fight.prisoners(state)
    return CombatOutcome(
        column=None if ratio is None else ratio.column,
        stronger=None if ratio is None else ratio.stronger,
        result=result,
        charger=charger,
        contacted=tuple(contacted),
        prisoners_of_charger=of_charger,
        prisoners_of_contacted=of_contacted,
    )


@combat.legality
def _forbidden_combat(request: CombatRequest, options: Options) -> Iterator[Objection]:
    charger = request.charger.unit
    if charger.card.arm not in IN_UNITS_OF_SIX:  # riflemen, engineers among them, and sabres
        remedy = "; ask red_actions.vehicle_contact" if charger.card.category == "vehicle" else ""
        message = f"only riflemen and sabres charge into combat, not {in_words(charger.card.arm)} bases{remedy}"
        yield Objection(rule="charge-types", message=message, path="$.charger.unit.card.arm")
    if charger.routing:
        message = "a routing unit does not charge: it may only rally or rout on"
        yield Objection(rule="rout-unit-state", message=message, path="$.charger.unit.routing")
    for number, contacted in enumerate(request.contacted):
        path, unit = f"$.contacted[{number}]", contacted.unit
        if unit.card.category == "vehicle":
            message = "no unit charges a vehicle or fights it hand to hand: shoot at it"
            yield Objection(rule="charge-types", message=message, path=f"{path}.unit.card.arm")
        if charger.card.arm == "rifle" and unit.card.arm == "sabres" and contacted.aspect == "front":
            message = "riflemen do not charge sabres from the front: charge from flank or rear"
            yield Objection(rule="charge-types", message=message, path=f"{path}.aspect")
        if contacted.counter_charging:
            yield from _forbidden_counter_charge(charger, contacted, path)


def _forbidden_counter_charge(charger: Unit, contacted: Contacted, path: str) -> Iterator[Objection]:
    """Yield why a unit may not counter-charge, or may not claim cover while it does.

    Rules: charge-counter, com-modifiers.
    """
    why = ""
    if charger.card.arm != "sabres" or contacted.unit.card.arm != "sabres":
        why = "only sabres counter-charge, and only against sabres"
    elif contacted.aspect != "front":
        why = f"a unit charged in the {contacted.aspect} cannot counter-charge: only one charged in front may"
    elif contacted.unit.pinned or contacted.unit.routing:
        why = "a pinned or routing unit cannot counter-charge: let it stand"
    if why:
        yield Objection(rule="charge-counter", message=why, path=f"{path}.counter_charging")
    yield from cover_while_charging(path, fortified=contacted.fortified, in_cover=contacted.in_cover)
