"""The course of a combat: contact, strengths, results, officers, pursuit, prisoners."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve, frozen

from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.combat_strength import CombatOfficersRequest, CombatRatioRequest, CombatResult, CombatSide
from rcw_rules.red_actions.combatants import Charger, CombatFate, Contacted, Fighter, UnitAfterCombat, strength_request
from rcw_rules.red_actions.events import Event, work_event
from rcw_rules.red_actions.losses import begin_rout, gone, has_too_many_markers, officers_lost
from rcw_rules.red_actions.model import Arm, Aspect, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.pursuit import PursuitRequest, Router, RouterAfter
from rcw_rules.red_actions.retiring import Footing, footing_after
from rcw_rules.red_actions.routing import work_rout_move

BASES_DEFEATED = 2  # cr-defeated
NOT_AT_ALL = inches(0)
HUMILIATION = 2  # cr-humiliated: terror markers of the side that goes back
CONTACT_MARKERS: dict[Aspect, tuple[str, int]] = {"flank": ("charge-flank", 1), "rear": ("charge-rear", 3)}
REMOVED_BY: dict[Arm, str] = {"mortar": "charge-mortars", "officer": "defs-senior-officer-base"}


@frozen(kw_only=True)
class SideDefeated:
    """What the owner of a defeated side of several units sees when one of them must lose a base.

    Attributes:
        bases: The bases that each unit has left.
    """

    bases: tuple[int, ...]


BASE_LOST_IN_COMBAT: Choice[SideDefeated, int] = Choice(
    "base_lost_in_combat",
    rule="cr-several-units",
    who="owner",
    about="Which of several defeated units loses a base, by its place on its side from 0. Default: that with the most "
    "bases left, the first of equals.",
    default=lambda side, alternatives: max(alternatives, key=side.bases.__getitem__),
)


class Fight:
    """The course of one combat: every unit as it is now, the charger first."""

    def __init__(self, charger: Charger, contacted: tuple[Contacted, ...], umpire: Umpire[Options]) -> None:
        self.umpire = umpire
        self.fighters: tuple[Fighter, ...] = (charger, *contacted)
        self.now: list[UnitAfterCombat] = [
            UnitAfterCombat(unit=fighter.unit, fate="stays") for fighter in self.fighters
        ]
        self.footings: list[Footing] = [fighter.footing for fighter in self.fighters]
        self.fought: tuple[int, ...] = ()
        self.routers: dict[int, Inches] = {}  # who routs from the fight, and how far
        self.gave_way: set[int] = set()  # who had to retire, even if by no inch

    def standing(self, side: CombatSide) -> tuple[int, ...]:
        """Return the places of the units of a side that still stand in contact."""
        places = range(1) if side == "charger" else range(1, len(self.now))
        return tuple(place for place in places if self.now[place].fate == "stays")

    # --- contact ---

    def make_contact(self) -> None:
        """Work off what contact alone does to each unit that is charged.

        Rules: com-sequence, cr-several-units.
        """
        for place, fighter in enumerate(self.fighters):
            if isinstance(fighter, Contacted):
                self._contact(place, fighter)

    def _contact(self, place: int, contacted: Contacted) -> None:
        """Work off contact with one unit.

        Rules: charge-guns, charge-mortars, charge-flank, charge-rear, rout-unit-state, defs-senior-officer-base.
        """
        unit, bases, tell = contacted.unit, contacted.unit.bases, self.umpire.result
        if unit.routing:
            tell("rout-unit-state", "{unit} is reached while it routs", unit=unit.name)
            request = PursuitRequest(
                arm=self.now[0].unit.card.arm,
                speed=self.now[0].unit.card.speed,
                routers=(_router(unit, None),),
                by_charge=True,
            )
            self._catch(place, self.umpire.resolve(request, f"{unit.name} caught").routers[0])
        elif unit.card.arm == "gun":
            tell("charge-guns", "the crews of {unit} surrender", unit=unit.name)
            self.now[place] = UnitAfterCombat(unit=gone(unit), fate="surrenders", prisoners=bases)
        elif unit.card.arm in ("mortar", "officer"):
            tell(REMOVED_BY[unit.card.arm], "{unit} is removed", unit=unit.name)
            self.now[place] = UnitAfterCombat(unit=gone(unit), fate="destroyed", lost=bases)
        elif contacted.aspect != "front":
            rule, terror = CONTACT_MARKERS[contacted.aspect]
            told = f"{{unit}} is charged in the {contacted.aspect}: {{terror}} terror"
            tell(rule, told, unit=unit.name, terror=terror)
            unit = evolve(unit, terror=unit.terror + terror)
            self.now[place] = evolve(self.now[place], unit=unit)
            if has_too_many_markers(unit):
                self._rout(place, begin_rout(unit, self.umpire))

    # --- strengths ---

    def strengths(self) -> CombatRatioRequest:
        """Return the strengths of both sides, the sum of those of their units.

        Rules: cr-several-units, com-immediate.
        """
        self.fought = (*self.standing("charger"), *self.standing("contacted"))
        total = {"charger": Fraction(0), "contacted": Fraction(0)}
        for place in self.fought:
            request = strength_request(self.fighters[place], self.now[place].unit)
            strength = self.umpire.resolve(request, f"strength of {self.now[place].unit.name}").strength
            total["contacted" if place else "charger"] += strength
        return CombatRatioRequest(**total)

    # --- results ---

    def work_result(self, result: CombatResult, stronger: CombatSide) -> None:
        """Work a cell of the combat table off.

        Rules: cr-retires, cr-defeated, cr-humiliated, cr-surrenders, cr-several-units.
        """
        sides: dict[str, tuple[int, ...]] = {
            "S": self.standing(stronger),
            "W": self.standing("contacted" if stronger == "charger" else "charger"),
        }
        who, _, what = result.partition("/")
        places = sides[who]
        if what == "Defeated":
            self._defeat(places)
        elif what == "Surrenders":
            self._surrender(places)
        elif what == "Humiliated":
            self._send_back(sides["W"], HUMILIATION)
            for place in places:
                self._work(place, Event(humiliated=1))
        else:
            self._send_back(places, int(what.split()[1]))

    def _send_back(self, places: tuple[int, ...], terror: int) -> None:
        for place in places:
            self._work(place, Event(terror=terror, retires=1, retire_cause="combat"))

    def _work(self, place: int, event: Event) -> None:
        """Work an event off on one unit where it stands by now, and the rout move that may come of it."""
        before, footing = self.now[place], self.footings[place]
        aftermath = work_event(before.unit, event, self.fighters[place].situation, footing, self.umpire)
        fate: CombatFate = before.fate
        if aftermath.destroyed:
            fate = "destroyed"
        elif aftermath.retired != NOT_AT_ALL:
            fate = "retires"
            self.footings[place] = footing_after(footing, aftermath.retired)
        if aftermath.gave_way:
            self.gave_way.add(place)
        self.now[place] = evolve(
            before,
            unit=aftermath.unit,
            fate=fate,
            lost=before.lost + before.unit.bases - aftermath.unit.bases,
            retired=before.retired + aftermath.retired,
        )
        if aftermath.routs:
            self._rout(place, aftermath.unit)

    def _defeat(self, places: tuple[int, ...]) -> None:
        """Take two bases off a side, its owner choosing the units, and make all survivors rout.

        Rules: cr-defeated, cr-several-units, char-white-officer-base.
        """
        losses = dict.fromkeys(places, 0)
        for _ in range(BASES_DEFEATED):
            left = [self.now[place].unit.bases - losses[place] for place in places]
            open_to = tuple(number for number, bases in enumerate(left) if bases)
            if not open_to:
                break
            chosen = open_to[0]
            if len(open_to) > 1:
                chosen = self.umpire.choose(BASE_LOST_IN_COMBAT, open_to, SideDefeated(bases=tuple(left)))
            losses[places[chosen]] += 1
        for place, lost in losses.items():
            self._work(place, Event(defeated=lost, routs=True))

    def _surrender(self, places: tuple[int, ...]) -> None:
        """Make prisoners of a side, or with the option kill it.

        Rules: cr-surrenders.
        """
        self.umpire.ruling("butchered")
        for place in places:
            unit = self.now[place].unit
            if self.umpire.options.butchered:
                self.umpire.result("cr-surrenders", "{unit} surrenders and is butchered", unit=unit.name)
                after = UnitAfterCombat(unit=gone(unit), fate="destroyed", lost=unit.bases)
            else:
                self.umpire.result("cr-surrenders", "{unit} surrenders", unit=unit.name)
                after = UnitAfterCombat(unit=gone(unit), fate="surrenders", prisoners=unit.bases)
            self.now[place] = after

    def _rout(self, place: int, unit: Unit) -> None:
        """Make the rout move of a unit that begins to rout; it may be taken, destroyed or lost on the way.

        Rules: com-sequence.
        """
        before = self.now[place]
        move = work_rout_move(unit, self.fighters[place].way, self.umpire)
        fate: CombatFate = "routs" if move.unit.bases else "surrenders" if move.prisoners else "destroyed"
        self.now[place] = evolve(
            before,
            unit=move.unit,
            fate=fate,
            lost=before.lost + (unit.bases if fate == "destroyed" else 0),
            prisoners=move.prisoners,
            routed=move.moved,
            run_through=move.run_through,
        )
        if move.end == "moved" and place in self.fought:
            self.routers[place] = before.retired + move.moved

    # --- officers ---

    def throw_for_officers(self) -> None:
        """Throw for every officer of the units that fought and are still there, then work their losses off.

        Rules: cr-officers, off-casualty-all-lost.
        """
        fallen: dict[int, tuple[int, ...]] = {}
        for place in self.fought:
            unit = self.now[place].unit
            if unit.officers:
                request = CombatOfficersRequest(officers=len(unit.officers), routs=unit.routing)
                outcome = self.umpire.resolve(request, f"officers of {unit.name}")
                if outcome.fallen:
                    fallen[place] = outcome.fallen
        for place, places in fallen.items():
            self._work(place, Event(fallen=places))

    # --- pursuit ---

    def pursue(self) -> None:
        """Let sabres that have not moved back pursue the enemies whom the fight made rout.

        Rules: com-sequence, turn-forced-forfeit.
        """
        for place in self.fought:
            unit = self.now[place].unit
            chased = tuple(other for other in sorted(self.routers) if (other == 0) != (place == 0))
            if not chased or self.now[place].fate != "stays" or place in self.gave_way:
                continue
            request = PursuitRequest(
                arm=unit.card.arm,
                speed=unit.card.speed,
                routers=tuple(_router(self.now[other].unit, self.routers[other]) for other in chased),
                enemies=self.fighters[place].ahead,
            )
            outcome = self.umpire.resolve(request, f"pursuit by {unit.name}")
            for other, after in zip(chased, outcome.routers, strict=True):
                if after.caught:
                    self._catch(other, after)
            if outcome.moved != NOT_AT_ALL:
                unit = evolve(unit, has_acted=True)
            self.now[place] = evolve(self.now[place], unit=unit, pursuit=outcome)

    def _catch(self, place: int, after: RouterAfter) -> None:
        before = self.now[place]
        self.routers.pop(place, None)
        self.now[place] = evolve(
            before,
            unit=gone(before.unit),
            fate="caught",
            lost=before.lost + after.destroyed,
            prisoners=before.prisoners + after.prisoners,
        )

    # --- the end ---

    def outcomes(self) -> tuple[UnitAfterCombat, ...]:
        """Return what is left of each unit, with the officers that it has lost in any way."""
        return tuple(
            after
            if after.unit.officers == fighter.unit.officers
            else evolve(after, officers_lost=officers_lost(fighter.unit, after.unit))
            for fighter, after in zip(self.fighters, self.now, strict=True)
        )

    def prisoners(self) -> dict[CombatSide, int]:
        """Return the bases of prisoners in the hands of each side: new ones, and those whose guards were driven off.

        Rules: misc-prisoners-take.
        """
        held: dict[CombatSide, int] = {"charger": 0, "contacted": 0}
        for place, (fighter, after) in enumerate(zip(self.fighters, self.now, strict=True)):
            own: CombatSide = "contacted" if place else "charger"
            enemy: CombatSide = "charger" if place else "contacted"
            held[own if after.fate == "stays" else enemy] += fighter.guards
            held[enemy] += after.prisoners
        return held


def _router(unit: Unit, distance: Inches | None) -> Router:
    card = unit.card
    return Router(category=card.category, speed=card.speed, bases=unit.bases, distance=distance)
