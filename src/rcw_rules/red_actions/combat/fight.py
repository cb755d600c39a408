"""The course of a combat: contact, strengths, results, officers, pursuit, prisoners."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.red_actions.combat.combatants import (
    Charger,
    CombatFate,
    Contacted,
    Fighter,
    UnitAfterCombat,
    set_free,
    strength_request,
)
from rcw_rules.red_actions.combat.pursuing import PursuitOutcome, PursuitRequest, Router, RouterAfter
from rcw_rules.red_actions.combat.strength import (
    CombatOfficersOutcome,
    CombatOfficersRequest,
    CombatRatioRequest,
    CombatResult,
    CombatSide,
)
from rcw_rules.red_actions.ground import CONTACT_MARKERS
from rcw_rules.red_actions.model import NO_DISTANCE, Arm, Name, Side, Unit
from rcw_rules.red_actions.morale import (
    UNTESTED,
    Aftermath,
    Event,
    EventRequest,
    MoraleChainOutcome,
    RetirePlace,
    Struck,
    footing_after,
    work_rout_move,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import begin_rout, gone, has_too_many_markers, officers_lost

BASES_DEFEATED = 2  # cr-defeated
HUMILIATION = 2  # cr-humiliated: terror markers of the side that goes back
HUMILIATED = Event(humiliated=1)  # cr-humiliated
REMOVED_BY: dict[Arm, str] = {"mortar": "charge-mortars", "officer": "defs-senior-officer-base"}

OutcomeT = TypeVar("OutcomeT", bound=Hashable)


@frozen(kw_only=True)
class SideDefeated:
    """What the owner of several defeated units sees when one of them must lose a base.

    Attributes:
        side: Who decides.
        units: The names of the side's units in the combat.
        bases: The bases that each of them has left.
    """

    side: Side
    units: tuple[Name, ...]
    bases: tuple[int, ...]


BASE_LOST_IN_COMBAT: Choice[SideDefeated, int] = Choice(
    "base_lost_in_combat",
    rule="cr-several-units",
    who="owner",
    about="Which defeated unit loses the next base, by its place on its side from 0? Default: the one with the most "
    "bases left; of equal ones the first.",
    default=lambda seen, alternatives: max(alternatives, key=seen.bases.__getitem__),
    unit=lambda seen: ", ".join(seen.units[place] for place, bases in enumerate(seen.bases) if bases),
    side=lambda seen: seen.side,
)


@frozen(kw_only=True, cache_hash=True)
class FighterNow:
    """A fighter in the course of a combat.

    Attributes:
        left: What is left of it so far.
        footing: Where it stands when it must retire.
        gave_way: Whether it had to retire, even by 0 inches.
        routed: How far away it is, if it routs from the fight.
    """

    left: UnitAfterCombat
    footing: RetirePlace
    gave_way: bool = False
    routed: Inches | None = None


State: TypeAlias = tuple[FighterNow, ...]
"""Every fighter as it is now, the charger first."""

Then: TypeAlias = Callable[[State], OutcomeT]
"""Continues from a state of the fighters to the outcome."""

Happening: TypeAlias = tuple[int, Event]
"""The place of a fighter, and the event that happens to it."""


def standing(state: State, side: CombatSide) -> tuple[int, ...]:
    """Return the places of the units of a side that still stand in contact."""
    places = range(1) if side == "charger" else range(1, len(state))
    return tuple(place for place in places if state[place].left.fate == "stays")


def _all_standing(state: State) -> tuple[int, ...]:
    return (*standing(state, "charger"), *standing(state, "contacted"))


class Fight:
    """The course of one combat.

    Each step that throws dice takes the next step as an argument, so that exact odds run nothing twice: see
    `Umpire.last_resolve`.
    """

    def __init__(self, umpire: Umpire[Options], charger: Charger, contacted: tuple[Contacted, ...]) -> None:
        self.umpire = umpire
        self.fighters: tuple[Fighter, ...] = (charger, *contacted)
        self.worked: dict[tuple[int, FighterNow, Event], _Worked] = {}  # many branches share these

    # --- contact ---

    def make_contact(self) -> State:
        """Apply what contact alone does to each unit that is charged.

        Rules: com-sequence, cr-several-units.
        """
        return tuple(self._met(fighter) for fighter in self.fighters)

    def _met(self, fighter: Fighter) -> FighterNow:
        left, routed = self._contact(fighter) if isinstance(fighter, Contacted) else (_fresh(fighter), None)
        return FighterNow(left=left, footing=fighter.footing, routed=routed)

    def _contact(self, contacted: Contacted) -> tuple[UnitAfterCombat, Inches | None]:
        """Resolve contact with one unit. One charged in flank or rear that does not rout turns to face the charger.

        Returns:
            What is left of it, and how far from the fight it is if the markers of contact make it rout.

        Rules: charge-guns, charge-mortars, charge-flank, charge-rear, rout-unit-state, defs-senior-officer-base.
        """
        unit, bases, left, tell = contacted.unit, contacted.unit.bases, _fresh(contacted), self.umpire.result
        if unit.routing:
            tell("rout-unit-state", "{unit} is reached while it routs", unit=unit.name)
            card = self.fighters[0].unit.card
            request = PursuitRequest(arm=card.arm, speed=card.speed, routers=(_router(unit, None),), by_charge=True)
            return _caught(contacted, left, self.umpire.resolve(request, f"{unit.name} caught").routers[0]), None
        if unit.card.arm == "gun":
            tell("charge-guns", "the crews of {unit} surrender", unit=unit.name)
            return _changed(contacted, left, gone(unit), fate="surrenders", prisoners=bases), None
        if unit.card.arm in ("mortar", "officer"):
            tell(REMOVED_BY[unit.card.arm], "{unit} is removed", unit=unit.name)
            return _changed(contacted, left, gone(unit), fate="destroyed", lost=bases), None
        if contacted.aspect == "front":
            return left, None
        rule, terror = CONTACT_MARKERS[contacted.aspect]
        text = f"{{unit}} is charged in the {contacted.aspect}: {{terror}} terror"
        tell(rule, text, unit=unit.name, terror=terror)
        unit = evolve(unit, terror=unit.terror + terror)
        if has_too_many_markers(unit):
            return _routed(self.umpire, contacted, left, begin_rout(self.umpire, unit))
        return _changed(contacted, left, unit, turned_to_face=True), None

    # --- strengths ---

    def strengths(self, state: State) -> CombatRatioRequest:
        """Return the strengths of both sides, the sum of those of their units.

        Rules: cr-several-units, com-immediate.
        """
        total = {"charger": Fraction(0), "contacted": Fraction(0)}
        for place in _all_standing(state):
            unit = state[place].left.unit
            request = strength_request(self.fighters[place], unit)
            strength = self.umpire.resolve(request, f"strength of {unit.name}").strength
            total["contacted" if place else "charger"] += strength
        return CombatRatioRequest(**total)

    # --- results ---

    def fight_out(self, state: State, result: CombatResult, stronger: CombatSide, then: Then[OutcomeT]) -> OutcomeT:
        """Apply a result of the table, then throw for the officers, then pursue.

        Args:
            state: The fighters as they throw on the table.
            result: What the table says.
            stronger: The side that is S there.
            then: Makes the outcome from the fighters at the end.

        Rules: com-sequence.
        """
        fought = _all_standing(state)

        def pursue(shaken: State) -> OutcomeT:
            return self._pursue(shaken, fought, then)

        def throw(beaten: State) -> OutcomeT:
            return self._throw(beaten, fought, (), lambda fell: self._work(beaten, fell, pursue))

        left, effects = self._effects(state, result, stronger)
        return self._work(left, effects, throw)

    def _effects(self, state: State, result: CombatResult, stronger: CombatSide) -> tuple[State, tuple[Happening, ...]]:
        """Return the fighters after the immediate effects of a cell, and the events that follow, in order.

        Rules: cr-retires, cr-defeated, cr-humiliated, cr-surrenders, cr-several-units.
        """
        weaker: CombatSide = "contacted" if stronger == "charger" else "charger"
        who, _, what = result.partition("/")
        places = standing(state, stronger if who == "S" else weaker)
        if what == "Defeated":
            return state, self._defeat(state, places)
        if what == "Surrenders":
            return self._surrender(state, places), ()
        if what == "Humiliated":
            humiliated = tuple((place, HUMILIATED) for place in places)
            return state, (*_sent_back(standing(state, weaker), HUMILIATION), *humiliated)
        return state, _sent_back(places, int(what.split()[1]))

    def _defeat(self, state: State, places: tuple[int, ...]) -> tuple[Happening, ...]:
        """Remove two bases from a side, from units that its owner chooses, and make all survivors rout.

        Rules: cr-defeated, cr-several-units, char-white-officer-base.
        """
        losses = dict.fromkeys(places, 0)
        for _ in range(BASES_DEFEATED):
            left = [state[place].left.unit.bases - losses[place] for place in places]
            open_to = tuple(number for number, bases in enumerate(left) if bases)
            if not open_to:
                break
            chosen = open_to[0]
            if len(open_to) > 1:
                beaten = [state[place].left.unit for place in places]
                names = tuple(unit.name for unit in beaten)
                seen = SideDefeated(side=beaten[0].side, units=names, bases=tuple(left))
                chosen = self.umpire.choose(BASE_LOST_IN_COMBAT, open_to, seen)
            losses[places[chosen]] += 1
        return tuple((place, _defeated(lost)) for place, lost in losses.items())

    def _surrender(self, state: State, places: tuple[int, ...]) -> State:
        """Make prisoners of a side, or with the option kill it.

        Rules: cr-surrenders.
        """
        self.umpire.ruling("butchered")
        for place in places:
            fighter, left = self.fighters[place], state[place].left
            unit = left.unit
            if self.umpire.options.butchered:
                self.umpire.result("cr-surrenders", "{unit} surrenders and is butchered", unit=unit.name)
                left = _changed(fighter, left, gone(unit), fate="destroyed", lost=unit.bases)
            else:
                self.umpire.result("cr-surrenders", "{unit} surrenders", unit=unit.name)
                left = _changed(fighter, left, gone(unit), fate="surrenders", prisoners=unit.bases)
            state = _replaced(state, place, evolve(state[place], left=left))
        return state

    def _work(self, state: State, effects: tuple[Happening, ...], then: Then[OutcomeT]) -> OutcomeT:
        """Resolve the events of several units, one after the other, with their tests and rout moves."""
        if not effects:
            return then(state)
        (place, event), *rest = effects
        key = place, state[place], event
        worked = self.worked.get(key)
        if worked is None:
            worked = self.worked[key] = _Worked(self.umpire, self.fighters[place], state[place], event)
        struck = worked.struck

        def go_on(chain: MoraleChainOutcome) -> OutcomeT:
            return self._work(_replaced(state, place, worked.after(chain)), tuple(rest), then)

        if struck.tests is None:
            return go_on(UNTESTED)
        return self.umpire.last_resolve(struck.tests, struck.purpose, go_on)

    # --- officers ---

    def _throw(
        self,
        state: State,
        places: tuple[int, ...],
        fell: tuple[Happening, ...],
        then: Callable[[tuple[Happening, ...]], OutcomeT],
    ) -> OutcomeT:
        """Throw for every officer of units that fought and are still there; their losses take effect afterwards.

        Rules: cr-officers, off-casualty-all-lost.
        """
        if not places:
            return then(fell)
        place, *rest = places
        unit = state[place].left.unit
        officers = len(unit.officers)
        if not officers:
            return self._throw(state, tuple(rest), fell, then)

        def go_on(outcome: CombatOfficersOutcome) -> OutcomeT:
            more = ((place, _fall(outcome.fallen)),) if outcome.fallen else ()
            return self._throw(state, tuple(rest), (*fell, *more), then)

        request = CombatOfficersRequest(officers=officers, routs=unit.routing)
        return self.umpire.last_resolve(request, f"officers of {unit.name}", go_on)

    # --- pursuit ---

    def pursue(self, state: State, then: Then[OutcomeT]) -> OutcomeT:
        """Pursue when the markers of contact have left no unit to fight.

        Rules: pur-sabres.
        """
        return self._pursue(state, _all_standing(state), then)

    def _pursue(self, state: State, places: tuple[int, ...], then: Then[OutcomeT]) -> OutcomeT:
        """Let sabres that have not moved back pursue the enemies that routed, one unit after the other.

        Rules: com-sequence.
        """
        routers = [place for place, now in enumerate(state) if now.routed is not None]
        if not routers:
            return then(state)
        for number, place in enumerate(places):
            chased = tuple(router for router in routers if (router == 0) != (place == 0))
            now = state[place]
            if chased and now.left.fate == "stays" and not now.gave_way:
                unit = now.left.unit
                request = PursuitRequest(
                    arm=unit.card.arm,
                    speed=unit.card.speed,
                    routers=tuple(_router(state[router].left.unit, state[router].routed) for router in chased),
                    enemies=self.fighters[place].ahead,
                )
                go_on = partial(self._after_pursuit, state, chased, places[number:], then)
                return self.umpire.last_resolve(request, f"pursuit by {unit.name}", go_on)
        return then(state)

    def _after_pursuit(
        self,
        state: State,
        chased: tuple[int, ...],
        places: tuple[int, ...],
        then: Then[OutcomeT],
        outcome: PursuitOutcome,
    ) -> OutcomeT:
        """Go on after the first of some units has pursued.

        Rules: pursuit-caught, turn-forced-forfeit.
        """
        place, *rest = places
        for router, after in zip(chased, outcome.routers, strict=True):
            if after.caught:
                left = _caught(self.fighters[router], state[router].left, after)
                state = _replaced(state, router, evolve(state[router], left=left, routed=None))
        left = state[place].left
        acts = outcome.moved != NO_DISTANCE and not left.unit.has_acted
        unit = evolve(left.unit, has_acted=True) if acts else left.unit
        state = _replaced(state, place, evolve(state[place], left=evolve(left, unit=unit, pursuit=outcome)))
        return self._pursue(state, tuple(rest), then)

    # --- the end ---

    def prisoners(self, state: State) -> tuple[int, int]:
        """Return the bases of prisoners in the hands of the charger's side and of the other.

        These are new prisoners, and those whose guards were driven off. If the charger is driven off, its new prisoners
        change hands too.

        Rules: misc-prisoners-take.
        """
        of_charger = of_contacted = 0
        for fighter, now in zip(self.fighters, state, strict=True):
            own, taken = (fighter.guards, 0) if now.left.fate == "stays" else (0, fighter.guards)
            taken += now.left.prisoners
            if fighter is self.fighters[0]:
                of_charger, of_contacted = of_charger + own, of_contacted + taken
            else:
                of_charger, of_contacted = of_charger + taken, of_contacted + own
        if of_charger:
            charger, *contacted = [now.left for now in state]
            freed = set_free(charger, contacted)
            return of_charger - freed, of_contacted + freed
        return of_charger, of_contacted


class _Worked:
    """An event that strikes a fighter, with the fighter after it, computed once for each outcome."""

    __slots__ = ("_after", "_before", "_fighter", "_umpire", "struck")

    def __init__(self, umpire: Umpire[Options], fighter: Fighter, before: FighterNow, event: Event) -> None:
        self._fighter, self._before, self._umpire = fighter, before, umpire
        self._after: dict[MoraleChainOutcome, FighterNow] = {}
        unit = before.left.unit
        request = EventRequest(unit=unit, event=event, situation=fighter.situation, footing=before.footing)
        self.struck: Struck = Struck(umpire, request)

    def after(self, chain: MoraleChainOutcome) -> FighterNow:
        """Return the fighter after its tests, and after a rout move if they cause one."""
        known = self._after.get(chain)
        if known is None:
            known = self._after[chain] = self._settled(self.struck.settled(chain))
        return known

    def _settled(self, aftermath: Aftermath) -> FighterNow:
        before, fighter, footing = self._before.left, self._fighter, self._before.footing
        fate: CombatFate = before.fate
        if aftermath.destroyed:
            fate = "destroyed"
        elif aftermath.retired != NO_DISTANCE:
            fate, footing = "retires", footing_after(footing, aftermath.retired)
        left = _changed(
            fighter,
            before,
            aftermath.unit,
            fate=fate,
            lost=before.lost + before.unit.bases - aftermath.unit.bases,
            retired=before.retired + aftermath.retired,
            pushed=before.pushed + aftermath.pushed,
        )
        routed = self._before.routed
        if aftermath.routs:
            left, routed = _routed(self._umpire, fighter, left, aftermath.unit)
        gave_way = self._before.gave_way or aftermath.gave_way
        return FighterNow(left=left, footing=footing, gave_way=gave_way, routed=routed)


def _fresh(fighter: Fighter) -> UnitAfterCombat:
    return UnitAfterCombat(unit=fighter.unit, fate="stays")


def _changed(fighter: Fighter, left: UnitAfterCombat, unit: Unit, **changes: Any) -> UnitAfterCombat:
    """Return what is left of a fighter with its unit as it is now, and all officers that it has lost."""
    return evolve(left, unit=unit, officers_lost=officers_lost(fighter.unit, unit), **changes)


def _routed(
    umpire: Umpire[Options], fighter: Fighter, left: UnitAfterCombat, unit: Unit
) -> tuple[UnitAfterCombat, Inches | None]:
    """Make the rout move of a unit that begins to rout; it may be captured, destroyed or lost on the way.

    Returns:
        What is left of it, and how far from the fight it is; None if it is no longer on the table.

    Rules: com-sequence.
    """
    move = work_rout_move(umpire, unit, fighter.way)
    fate: CombatFate = "routs" if move.unit.bases else "surrenders" if move.prisoners else "destroyed"
    routed = _changed(
        fighter,
        left,
        move.unit,
        fate=fate,
        lost=left.lost + (unit.bases if fate == "destroyed" else 0),
        prisoners=move.prisoners,
        routed=move.moved,
        ran_through=move.ran_through,
    )
    return routed, left.retired + move.moved if move.end == "moved" else None


def _caught(fighter: Fighter, left: UnitAfterCombat, after: RouterAfter) -> UnitAfterCombat:
    lost, prisoners = left.lost + after.lost, left.prisoners + after.prisoners
    return _changed(fighter, left, gone(left.unit), fate="caught", lost=lost, prisoners=prisoners)


def _router(unit: Unit, distance: Inches | None) -> Router:
    card = unit.card
    return Router(category=card.category, speed=card.speed, bases=unit.bases, distance=distance)


def _replaced(state: State, place: int, now: FighterNow) -> State:
    return (*state[:place], now, *state[place + 1 :])


def _sent_back(places: tuple[int, ...], terror: int) -> tuple[Happening, ...]:
    """Return the effects of a result with markers, which makes units retire.

    Rules: cr-retires.
    """
    return tuple((place, _retreat(terror)) for place in places)


@lru_cache(maxsize=64)  # one object for each event: every branch meets the same few
def _retreat(terror: int) -> Event:
    return Event(terror=terror, retires=1, retire_cause="combat")


@lru_cache(maxsize=64)
def _defeated(lost: int) -> Event:
    return Event(defeated=lost, routs=True)


@lru_cache(maxsize=64)
def _fall(fallen: tuple[int, ...]) -> Event:
    return Event(fallen=fallen)
