"""The course of a charge: tests, responses, fire, contact, and what lies behind a target that is gone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from rcw_rules.kernel.lengths import MOST_INCHES, Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words
from rcw_rules.red_actions.charges.legality import may_charge
from rcw_rules.red_actions.charges.parts import (
    CHARGE_FOLLOW,
    CHARGE_RESPONSE,
    NEVER_FLEE,
    ChargedUnit,
    ChargeEnd,
    ChargeFate,
    ChargeOutcome,
    Declaration,
    Response,
    TargetGone,
    UnderCharge,
    UnitAfterCharge,
    has_in_arc,
    makes_pursuers_halt,
)
from rcw_rules.red_actions.combat import (
    HALTS_WITHIN,
    REMOVED_BY,
    CombatOutcome,
    CombatRequest,
    Contacted,
    PursuitRequest,
    Router,
    UnitAfterCombat,
    set_free,
)
from rcw_rules.red_actions.ground import CONTACT_MARKERS
from rcw_rules.red_actions.model import NO_DISTANCE, Unit
from rcw_rules.red_actions.morale import (
    Aftermath,
    Event,
    RetirePlace,
    RoutWay,
    Situation,
    morale_test_of,
    work_event,
    work_rout_move,
)
from rcw_rules.red_actions.movement import KEEPING_OFF, VehicleContactRequest
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting import ShootRequest, out_of_range
from rcw_rules.red_actions.units import begin_rout, gone, has_too_many_markers, officers_lost

FARTHEST = inches(MOST_INCHES)


class Course:
    """The course of one charge: all units as they are now, and where."""

    def __init__(self, umpire: Umpire[Options], declaration: Declaration) -> None:
        self.umpire = umpire
        self.declared = declaration
        self.own: UnitAfterCharge = UnitAfterCharge(unit=declaration.charger.unit)
        self.charged: list[ChargedUnit] = [*declaration.targets, *declaration.further]
        self.now: list[UnitAfterCharge] = [UnitAfterCharge(unit=charged.contact.unit) for charged in self.charged]
        self.at: Inches = NO_DISTANCE
        self.ran_from: Inches = NO_DISTANCE  # where it decided to run on
        self.counter_charging: set[int] = set()

    def run(self) -> ChargeOutcome:
        """Resolve the charge.

        Rules: charge-sequence.
        """
        if not self._passes_test():
            return self._outcome("test_failed")
        self._take_segment()
        standing = tuple(place for place in range(len(self.declared.targets)) if self._holds(place))
        standing = tuple(place for place in standing if self._responds(place))
        if self.own.fate != "stays":
            return self._outcome("cancelled")
        met_at = standing or range(len(self.declared.targets))
        self.at = max(self.charged[place].distance for place in met_at)
        while not standing:
            met = self._runs_on()
            if isinstance(met, str):
                self._leave_foxholes()
                return self._outcome(met)
            if self._holds(met) and self._meets(met):
                standing = (met,)
        return self._contact(standing)

    # --- the charge test ---

    def _passes_test(self) -> bool:
        """Take the charge test, unless none is due.

        Rules: charge-conditions, amb-benefits, pur-sabres, mor-fail-charge.
        """
        charger, kind = self.declared.charger, self.declared.kind
        if kind != "declared":
            rule = "pur-sabres" if kind == "pursuit" else "amb-benefits"
            self.umpire.result(rule, "no charge test: {kind}", kind=in_words(kind))
            return True
        if charger.unit.card.category == "vehicle" and charger.unit.card.charge is None:
            self.umpire.result("charge-conditions", "vehicles without a charge number take no charge test")
            return True
        test = morale_test_of(charger.unit, "charge", charger.situation)
        if self.umpire.resolve(test, "charge test").passed:
            return True
        self.umpire.result("mor-fail-charge", "{unit} may not charge in this turn", unit=charger.unit.name)
        self._make_example()
        return False

    def _make_example(self) -> None:
        """Let a Commissar in command make an example after a failed charge test, by an option.

        Rules: misc-commissar-examples, off-commissar.
        """
        unit = self.own.unit
        if unit.officer is None or "Commissar" not in unit.officer.characteristics:
            return
        self.umpire.ruling("commissar_examples")
        if self.umpire.options.commissar_examples:
            self.umpire.result(
                "misc-commissar-examples", "examples are made: {unit} takes a terror marker", unit=unit.name
            )
            unit = evolve(unit, terror=unit.terror + 1)
            self.own = evolve(self.own, unit=unit)
            if has_too_many_markers(unit):
                self.own = self._routed(self.own, begin_rout(self.umpire, unit), self.declared.charger.way)

    def _take_segment(self) -> None:
        """Use the charger's segment; a unit that charges does not evade.

        Rules: charge-conditions, evade-speed.
        """
        self.own = evolve(self.own, unit=evolve(self.own.unit, has_acted=True, evading=False))

    # --- fear and responses ---

    def _holds(self, place: int) -> bool:
        """Let a charged unit take its fear tests, and return whether it is still there.

        Mortars go at once. Units in rout and lone officers stay and take no test.

        Rules: charge-mortars, mor-triggers, mor-fail-fear, amb-benefits, rout-unit-state, defs-senior-officer-base.
        """
        contact, unit = self.charged[place].contact, self.now[place].unit
        if unit.card.arm == "mortar":
            self.umpire.result("charge-mortars", "the crews of {unit} rout and are removed", unit=unit.name)
            self.now[place] = _changed(self.now[place], gone(unit), fate="destroyed", lost=unit.bases)
            return False
        if unit.routing or unit.card.arm == "officer":
            return True
        springs = self.declared.kind == "ambush" and place == 0
        event = Event(terror=int(springs), ambushed=springs, charged=True)
        self._settle(place, work_event(self.umpire, unit, event, contact.situation, contact.footing))
        return self.now[place].fate in ("stays", "fled")

    def _responds(self, place: int) -> bool:
        """Let a unit that has passed its tests respond, and return whether it waits for contact.

        Rules: charge-sequence, charge-flee, charge-counter, charge-target-shoots, pre-only-four.
        """
        if self.own.fate != "stays":
            return True  # the charge is over
        charged, unit = self.charged[place], self.now[place].unit
        alternatives = self._alternatives(charged, unit)
        seen = UnderCharge(target=unit, charger=self.own.unit, distance=charged.distance)
        chosen: Response = "stand"
        if len(alternatives) > 1:
            chosen = self.umpire.choose(CHARGE_RESPONSE, alternatives, seen)
        if chosen == "flee":
            self._flee(place)
            return False
        if chosen == "shoot":
            self._shoot(place)
        elif chosen == "counter_charge":
            self.counter_charging.add(place)
        return True

    def _meets(self, place: int) -> bool:
        """Let a unit that the charger runs into stand or counter-charge.

        Rules: charge-follow, charge-counter.
        """
        charged, unit = self.charged[place], self.now[place].unit
        if self._may_counter_charge(charged, unit):
            seen = UnderCharge(target=unit, charger=self.own.unit, distance=charged.distance)
            if self.umpire.choose(CHARGE_RESPONSE, ("stand", "counter_charge"), seen) == "counter_charge":
                self.counter_charging.add(place)
        return True

    def _alternatives(self, charged: ChargedUnit, unit: Unit) -> tuple[Response, ...]:
        """Return everything that a charged unit may do. A unit that pursuers run into only stands.

        Rules: charge-flee, charge-counter, charge-target-shoots, pre-only-four, pur-sabres.
        """
        found: list[Response] = ["stand"]
        if unit.routing or self.declared.kind == "pursuit":
            return ("stand",)
        if charged.contact.aspect == "front" and not unit.has_acted and unit.card.arm not in NEVER_FLEE:
            found.append("flee")
        if self._may_shoot(charged, unit):
            found.append("shoot")
        if self._may_counter_charge(charged, unit):
            found.append("counter_charge")
        return tuple(found)

    def _may_shoot(self, charged: ChargedUnit, unit: Unit) -> bool:
        """Whether a unit can shoot at the charger: an unused segment, a weapon, range, arc, and guns off their limbers.

        Rules: charge-target-shoots, charge-guns, march-ambushed, pre-only-four, wx-night-range.
        """
        card = unit.card
        if unit.has_acted or unit.limbered or card.range is None or card.shooting_value is None:
            return False
        if charged.contact.situation.ambushed_marching or charged.fire.able_bases == 0:
            return False
        return has_in_arc(charged) and not any(out_of_range(charged.distance, card.range, self.umpire.options))

    def _may_counter_charge(self, charged: ChargedUnit, unit: Unit) -> bool:
        """Whether a unit may counter-charge: sabres charged in front by sabres, not pinned, and not in rout.

        Rules: charge-counter.
        """
        both = unit.card.arm == self.own.unit.card.arm == "sabres"
        return both and charged.contact.aspect == "front" and not unit.pinned and not unit.routing

    def _flee(self, place: int) -> None:
        """Let a unit flee voluntarily: a humiliated marker and a full move straight away, or a rout.

        Rules: charge-flee, defs-humiliated, defs-terror-rout, retire-manner.
        """
        contact, before = self.charged[place].contact, self.now[place]
        unit = evolve(before.unit, humiliated=before.unit.humiliated + 1, has_acted=True)
        self.umpire.result("charge-flee", "{unit} takes a humiliated marker and flees", unit=unit.name)
        if has_too_many_markers(unit):
            self.now[place] = self._routed(before, begin_rout(self.umpire, unit), contact.way)
            return
        moved, room = unit.card.speed, contact.footing.room_behind
        if room is not None:
            moved = min(moved, room)
        unit = evolve(unit, moved_back=min(FARTHEST, unit.moved_back + moved), foxholes=Fraction(0))
        self.now[place] = evolve(before, unit=unit, fate="fled", moved=moved)

    def _shoot(self, place: int) -> None:
        """Shoot at the charger where it declared; a retire or rout of it cancels the charge.

        Rules: charge-sequence, charge-target-shoots.
        """
        declared, charged = self.declared, self.charged[place]
        shot = ShootRequest(
            shooter=self.now[place].unit,
            target=self.own.unit,
            distance=charged.distance,
            able_bases=_fewest(charged.fire.able_bases, self.now[place].unit.bases),
            frontage=charged.fire.frontage,
            officer_base_value=charged.fire.officer_base_value,
            consecutive=charged.fire.consecutive,
            cover=declared.cover,
            enfiladed=charged.fire.enfiladed,
            target_moved=declared.vehicle_moved,
            situation=declared.charger.situation,
            footing=declared.charger.footing,
        )
        outcome = self.umpire.resolve(shot, f"fire of {self.now[place].unit.name}")
        self._set_unit(place, outcome.shooter)
        after = outcome.aftermath
        before = self.own
        self.own = _changed(
            before,
            after.unit,
            fate="destroyed" if after.destroyed else "retires" if after.gave_way else before.fate,
            lost=before.lost + before.unit.bases - after.unit.bases,
            moved=before.moved + after.retired,
            pushed=before.pushed + after.pushed,
        )
        if after.routs:
            self.own = self._routed(self.own, after.unit, declared.charger.way)
        if self.own.fate != "stays":
            self.umpire.result("charge-sequence", "the charge of {unit} is cancelled", unit=after.unit.name)

    # --- running on ---

    def _runs_on(self) -> int | Literal["halted", "ran_out"]:
        """Halt where the target was or run on, and return the place of the unit met, or how the charge ends.

        The charger meets the nearest of the fled, the routing and the units further back. A unit that it may not charge
        from there makes it stop 2 inches short; so does a unit that faces pursuers and can fight them.

        Rules: charge-follow, charge-types, mov-two-inch, pur-sabres.
        """
        reach = self.declared.reach
        if self.at >= reach:
            return "halted"
        ahead = [self._stop_before(place) for place in range(len(self.now)) if self._is_ahead(place)]
        in_reach = sorted(stop for stop in ahead if stop[0] <= reach)
        name = self.now[in_reach[0][2]].unit.name if in_reach else ""
        seen = TargetGone(charger=self.own.unit, at=self.at, reach=reach, next=name)
        if self.umpire.choose(CHARGE_FOLLOW, ("halt", "run_out"), seen) == "halt":
            return "halted"
        self.ran_from = self.at
        if not in_reach:
            self.at = reach
            return "ran_out"
        where, runs_in, place = in_reach[0]
        if not runs_in:
            self.at = max(self.at, where)
            self.umpire.result("pur-sabres", "{unit} faces the pursuers and makes them halt", unit=name)
            return "ran_out"
        self._turn_back(place)
        met = self.charged[place].contact
        if not may_charge(self.umpire, self.own.unit.card.arm, met.unit.card.arm, met.aspect):
            self.at = max(self.at, where - KEEPING_OFF)
            self.umpire.result("mov-two-inch", "{unit} may not be charged and stops the charger", unit=name)
            return "ran_out"
        self.umpire.result("charge-follow", "the charger runs into {unit}", unit=name)
        self.at = where
        return place

    def _stop_before(self, place: int) -> tuple[Inches, bool, int]:
        """Return where a unit ahead stops the charger, whether by being run into, and its place.

        Rules: pur-sabres.
        """
        where, now, aspect = self._place_of(place), self.now[place], self.charged[place].contact.aspect
        if self.declared.kind == "pursuit" and now.fate == "stays" and makes_pursuers_halt(now.unit, aspect):
            return where - HALTS_WITHIN, False, place
        return where, True, place

    def _is_ahead(self, place: int) -> bool:
        """Whether a unit is still on the line ahead of the charger: not met yet, or gone off along the line."""
        now = self.now[place]
        return now.unit.bases > 0 and not now.left_table and self._place_of(place) >= self.at

    def _place_of(self, place: int) -> Inches:
        return self.charged[place].distance + self.now[place].moved

    def _turn_back(self, place: int) -> None:
        """Turn the back of a unit that has fled or routs to the charger; its cover no longer counts.

        Rules: charge-follow.
        """
        charged = self.charged[place]
        if self.now[place].fate == "stays":
            return
        contact = evolve(
            charged.contact,
            aspect="rear",
            fortified=False,
            in_cover=False,
            uphill=False,
            situation=_in_the_open(charged.contact.situation),
            footing=_forward(charged.contact.footing, NO_DISTANCE - self.now[place].moved),
        )
        self.charged[place] = evolve(charged, contact=contact)

    # --- contact ---

    def _contact(self, standing: tuple[int, ...]) -> ChargeOutcome:
        """Touch every unit that stands, and fight it out at once.

        Rules: com-immediate, charge-sequence, charge-counter.
        """
        if self.counter_charging:
            self.at = Inches(thousandths=(self.ran_from + self.at).thousandths // 2)
            self.umpire.result("charge-counter", "they meet half-way, after {at}", at=str(self.at))
        self._leave_foxholes()
        if self.own.unit.card.category == "vehicle":
            return self._overrun(standing)
        charger = self.declared.charger
        request = CombatRequest(
            charger=evolve(
                charger,
                unit=self.own.unit,
                officer_base_value=charger.officer_base_value if self.own.unit.white_officer_base else None,
                situation=_in_the_open(charger.situation),
                footing=_forward(charger.footing, self.at),
            ),
            contacted=tuple(self._contacted(place) for place in standing),
        )
        return self.umpire.last_resolve(request, "combat", self._after_combat(standing))

    def _contacted(self, place: int) -> Contacted:
        contact = self.charged[place].contact
        unit = self.now[place].unit
        if place not in self.counter_charging:
            return evolve(contact, unit=unit) if unit is not contact.unit else contact
        return evolve(
            contact,
            unit=evolve(unit, foxholes=Fraction(0), evading=False),
            counter_charging=True,
            fortified=False,
            in_cover=False,
            situation=_in_the_open(contact.situation),
            footing=_forward(contact.footing, self.charged[place].distance - self.at),
        )

    def _after_combat(self, standing: tuple[int, ...]) -> Callable[[CombatOutcome], ChargeOutcome]:
        own, now = self.own, tuple(self.now)
        merged = cache(_merged)  # a unit may end in a few ways, which come in many combinations

        def finish(fought: CombatOutcome) -> ChargeOutcome:
            after = list(now)
            for place, unit in zip(standing, fought.contacted, strict=True):
                after[place] = merged(now[place], unit)
            self.own, self.now = merged(own, fought.charger), after
            return self._outcome("contact", set_free(fought.charger, fought.contacted))

        return finish

    def _overrun(self, standing: tuple[int, ...]) -> ChargeOutcome:
        """Let a vehicle touch units one after the other.

        Guns surrender, lone officers are removed, routers are caught. All others rout, but first have a chance to stop
        the vehicle for good.

        Rules: tank-charge, ac-charge, charge-guns, defs-senior-officer-base, rout-unit-state, charge-flank,
            charge-rear.
        """
        immobilised = False
        for place in standing:
            unit, aspect = self.now[place].unit, self.charged[place].contact.aspect
            before = self.now[place]
            if unit.routing:
                self._catch(place)
            elif unit.card.arm == "gun":
                self.umpire.result("charge-guns", "the crews of {unit} surrender", unit=unit.name)
                self.now[place] = _changed(before, gone(unit), fate="surrenders", prisoners=unit.bases)
            elif unit.card.arm == "officer":
                self.umpire.result(REMOVED_BY["officer"], "{unit} is removed", unit=unit.name)
                self.now[place] = _changed(before, gone(unit), fate="destroyed", lost=unit.bases)
            else:
                if aspect != "front":
                    rule, terror = CONTACT_MARKERS[aspect]
                    text = f"{{unit}} is charged in the {aspect}: {{terror}} terror"
                    self.umpire.result(rule, text, unit=unit.name, terror=terror)
                    unit = evolve(unit, terror=unit.terror + terror)
                immobilised = self._damages(unit) or immobilised
                self.now[place] = self._routed(before, begin_rout(self.umpire, unit), self.charged[place].contact.way)
        return evolve(self._outcome("contact"), immobilised=immobilised)

    def _damages(self, unit: Unit) -> bool:
        """Whether a unit that a vehicle overruns immobilises it.

        Rules: tank-charge, ac-charge.
        """
        request = VehicleContactRequest(
            vehicle="tank" if self.own.unit.card.arm == "tank" else "armoured_car",
            arm=unit.card.arm,
            grenadiers=unit.card.grenadiers,
        )
        return self.umpire.resolve(request, f"contact with {unit.name}").immobilised

    def _catch(self, place: int) -> None:
        """Catch a unit that the charger reaches while it routs.

        Rules: rout-unit-state, pur-others.
        """
        before, card = self.now[place], self.now[place].unit.card
        router = Router(category=card.category, speed=card.speed, bases=before.unit.bases)
        own = self.own.unit.card
        request = PursuitRequest(arm=own.arm, speed=own.speed, routers=(router,), by_charge=True)
        after = self.umpire.resolve(request, f"{before.unit.name} caught").routers[0]
        self.now[place] = _changed(
            before,
            gone(before.unit),
            fate="caught",
            lost=before.lost + after.lost,
            prisoners=before.prisoners + after.prisoners,
        )

    # --- everybody ---

    def _leave_foxholes(self) -> None:
        """Remove the foxholes of a charger that has left them.

        Rules: dig-rate.
        """
        if self.own.unit.foxholes:
            self.own = evolve(self.own, unit=evolve(self.own.unit, foxholes=Fraction(0)))

    def _set_unit(self, place: int, unit: Unit) -> None:
        self.now[place] = evolve(self.now[place], unit=unit)

    def _settle(self, place: int, aftermath: Aftermath) -> None:
        """Record a unit after an event, and make its rout move if it routs."""
        if aftermath.routs:
            way = self.charged[place].contact.way
            self.now[place] = self._routed(self.now[place], aftermath.unit, way)
        elif aftermath.destroyed:  # the crews of unlimbered guns that rout leave no unit
            before = self.now[place]
            lost = before.lost + before.unit.bases
            left = aftermath.guns_left
            self.now[place] = _changed(before, aftermath.unit, fate="destroyed", lost=lost, guns_left=left)
        else:
            self._set_unit(place, aftermath.unit)

    def _routed(self, before: UnitAfterCharge, unit: Unit, way: RoutWay) -> UnitAfterCharge:
        """Return a unit after the rout move with which its rout begins.

        Rules: rout-move, mor-fail-fear.
        """
        move = work_rout_move(self.umpire, unit, way)
        fate: ChargeFate = "routs" if move.unit.bases else "surrenders" if move.prisoners else "destroyed"
        return _changed(
            before,
            move.unit,
            fate=fate,
            lost=before.lost + (unit.bases if fate == "destroyed" else 0),
            prisoners=before.prisoners + move.prisoners,
            moved=before.moved + move.moved,
            ran_through=(*before.ran_through, *move.ran_through),
            left_table=move.end == "left_table",
        )

    def _outcome(self, end: ChargeEnd, freed: int = 0) -> ChargeOutcome:
        targets = len(self.declared.targets)
        of_charger, of_charged = self._prisoners()
        return ChargeOutcome(
            end=end,
            charger=self.own,
            targets=tuple(self.now[:targets]),
            further=tuple(self.now[targets:]),
            advanced=self.at,
            prisoners_of_charger=of_charger - freed,
            prisoners_of_charged=of_charged + freed,
        )

    def _prisoners(self) -> tuple[int, int]:
        """Return the bases of prisoners of the charger's side and of the other: new ones, and guarded ones.

        Guards that have gone lose theirs to the enemy.

        Rules: misc-prisoners-take.
        """
        guards, stays = self.declared.charger.guards, self.own.fate == "stays"
        of_charger, of_charged = (guards, 0) if stays else (0, guards)
        of_charged += self.own.prisoners
        for charged, after in zip(self.charged, self.now, strict=True):
            of_charger += after.prisoners
            if after.fate == "stays":
                of_charged += charged.contact.guards
            else:
                of_charger += charged.contact.guards
        return of_charger, of_charged


def _changed(before: UnitAfterCharge, unit: Unit, **changes: Any) -> UnitAfterCharge:
    """Return what is left of a unit with the unit as it is now, and all officers that it has lost in the charge."""
    lost = (*before.officers_lost, *officers_lost(before.unit, unit))
    return evolve(before, unit=unit, officers_lost=lost, **changes)


def _merged(before: UnitAfterCharge, after: UnitAfterCombat) -> UnitAfterCharge:
    return UnitAfterCharge(
        unit=after.unit,
        fate=after.fate,
        lost=before.lost + after.lost,
        prisoners=before.prisoners + after.prisoners,
        officers_lost=(*before.officers_lost, *after.officers_lost),
        moved=before.moved + after.retired + after.routed,
        ran_through=(*before.ran_through, *after.ran_through),
        left_table=before.left_table,
        pursuit=after.pursuit,
        pushed=before.pushed + after.pushed,
        turned_to_face=after.turned_to_face,
        guns_left=before.guns_left,
    )


def _in_the_open(situation: Situation) -> Situation:
    """Return where a unit stands once it has left the works that fortified it."""
    return evolve(situation, fortified=False) if situation.fortified else situation


def _forward(footing: RetirePlace, way: Inches) -> RetirePlace:
    """Return where a unit can retire to once it has gone forward, or back if the way is negative.

    Rules: retire-manner.
    """
    room, friend = footing.room_behind, footing.friend_behind
    if room is None and friend is None and not footing.hard_cover:
        return footing
    return RetirePlace(
        room_behind=None if room is None else min(FARTHEST, max(NO_DISTANCE, room + way)),
        friend_behind=None if friend is None else min(FARTHEST, max(NO_DISTANCE, friend + way)),
    )


def _fewest(able: int | None, bases: int) -> int | None:
    return None if able is None else min(able, bases)
