"""What is announced when units charge, and a unit after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size, inconsistencies_of
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.fire import Volley
from rcw_rules.red_white.melee import MeleeRequest, melee
from rcw_rules.red_white.model import Cover, Unit, morale_stands
from rcw_rules.red_white.morale import fire_test_objections
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import MissingProfileError
from rcw_rules.red_white.spoken import difference

Number: TypeAlias = Annotated[int, Range(1, 20)]
"""The place of a unit in its list, from 1."""

Ended: TypeAlias = Literal["melee", "no_contact", "attackers_gone", "position_falls"]
"""How a charge ends: with a melee, or without one because no unit was caught or one side was gone."""

# --- Requests -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Charger:
    """A unit that charges.

    Attributes:
        unit: The unit.
        charger_move: Its whole move, in inches; needed to say whether it catches a unit that retires. Without it
            nothing of the charge is left after contact.
        attacking_fire: Whether it is capable of attacking fire; without it a profile must know it by type, if the unit
            is to fire.
        edge_at_contact: How far it is, in inches, from its own table edge once it has made contact. The unit's own
            `edge_distance` is that at the announcement. Without it the outcome does not say whether a move to the rear
            after contact takes the unit off the table.
        obstacle_at_contact: How far it is then, in inches, to the first obstacle on its way to the rear that it cannot
            pass; None if there is none.
    """

    unit: Unit
    charger_move: Inches | None = None
    attacking_fire: Annotated[bool | None, Cites("p1-attacking-fire")] = None
    edge_at_contact: Annotated[Inches | None, Cites("gen-rear")] = None
    obstacle_at_contact: Annotated[Inches | None, Cites("gen-rear")] = None


@frozen(kw_only=True)
class Charged:
    """A unit that is charged.

    Attributes:
        unit: The unit.
        gap: How far the chargers are from it when the charge is announced, in inches. If the longest move of the
            chargers is known and shorter, the charge does not reach the unit.
        caught_in: What it would stand in where it would be caught after a move to the rear.
    """

    unit: Unit
    gap: Inches | None = None
    caught_in: Annotated[Cover, Cites("melee-caught-cover")] = "open"


@frozen(kw_only=True)
class Shot:
    """One volley of the defensive or of the attacking fire.

    Attributes:
        volley: The fire itself.
        target: The number of the unit that takes its casualties; without it the firer chooses.
        by: The number of the engaged unit that fires; None for a unit in support.
        support: The unit in support; only needed if it is suppressed. Equal units count as one and the same, so name
            them.
        earlier_test: How the firer's test for suppressed fire went this turn, if it took one.
        each_stand: How many dice each stand of the engaged unit rolls that is left when it fires, in place of those of
            the volley.
    """

    volley: Volley
    target: Number | None = None
    by: Number | None = None
    support: Unit | None = None
    earlier_test: Annotated[Literal["none", "passed", "failed"], Cites("suppress-fire")] = "none"
    each_stand: Annotated[Annotated[int, Range(0, 20)] | None, Cites("melee-attacking-fire")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield dice for each stand of a unit that is not engaged, or beside hits that are known."""
        if self.each_stand is not None and (self.by is None or self.volley.dice is None):
            message = "is for dice of an engaged unit: give by, and the dice of the volley"
            yield Problem(".each_stand", message, "melee-attacking-fire")


@frozen(kw_only=True)
class Charge:
    """What is known of a charge when it is announced.

    Attributes:
        attackers: The units that charge.
        defenders: The units that they charge.
        defensive_fire: The fire at the attackers, by anyone who may fire at their path.
        attacking_fire: The fire at the defenders after that.
    """

    attackers: Annotated[tuple[Charger, ...], Size(1, 20, rule="melee-many-units")]
    defenders: Annotated[tuple[Charged, ...], Size(1, 20, rule="melee-many-units")]
    defensive_fire: Annotated[tuple[Shot, ...], Size(0, 50)] = ()
    attacking_fire: Annotated[tuple[Shot, ...], Size(0, 50)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        for problem in inconsistencies_of(as_melee(self)):
            yield evolve(problem, path=_inside(problem.path))
        sides = (("defensive_fire", self.defenders, self.attackers), ("attacking_fire", self.attackers, self.defenders))
        for step, firers, targets in sides:
            fired: set[tuple[int, str]] = set()
            shots: tuple[Shot, ...] = getattr(self, step)
            for number, shot in enumerate(shots):
                path = f".{step}[{number}]"
                if shot.target is not None and shot.target > len(targets):
                    yield Problem(
                        f"{path}.target",
                        f"expected 1 to {len(targets)}, the units to fire at; got {shot.target}",
                        "bad-numbers",
                    )
                if shot.by is None:
                    if shot.support is not None and shot.support.side != firers[0].unit.side:
                        yield Problem(
                            f"{path}.support.side",
                            f"expected {firers[0].unit.side}, got {shot.support.side}",
                            "bad-sides",
                        )
                    continue
                if shot.support is not None:
                    yield Problem(
                        f"{path}.support",
                        "a unit fires in support or engaged, not both; leave out support or by",
                        "bad-sides",
                    )
                if shot.by > len(firers):
                    yield Problem(
                        f"{path}.by",
                        f"expected 1 to {len(firers)}, the units that may fire; got {shot.by}",
                        "bad-numbers",
                    )
                if (shot.by, shot.volley.weapon) in fired:
                    message = f"unit {shot.by} fires its {in_words(shot.volley.weapon)} once a step"
                    yield Problem(f"{path}.by", message, "melee-defensive-fire")
                fired.add((shot.by, shot.volley.weapon))


# --- Outcomes -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True, cache_hash=True)
class UnitAfterAssault:
    """A unit after a charge or a whole assault.

    Attributes:
        name: What it is called.
        unit: The unit as it is now, of a lost train its guards as infantry; None if nothing of it is left.
        goes: Whether it stays, withdraws after a passed test ("away"), goes to the rear, falls back to where its charge
            began, or goes "nowhere" because nothing is left.
        moved: How far it goes, in inches; None if that is not known.
        advanced: How far it came forward before that, in inches: an attacker into contact or, if the charge reaches
            nobody, its whole move, though not past where the nearest unit stood. 0 for all others, and for an attacker
            that is back where its charge began; None if that is not known.
        off_table: Whether that takes it off the table; None if that is not known.
        effects: What the table for hits says of petrol bombs that hit it.
        fire_test: How its test for suppressed fire of this turn went, if it took one: the `earlier_test` of the next
            question about it in the same turn.
    """

    name: str
    unit: Unit | None
    goes: Literal["stays", "away", "rear", "starting_position", "nowhere"] = "stays"
    moved: Inches | None = inches(0)
    advanced: Annotated[Inches | None, Cites("melee-where-attackers-stand")] = inches(0)
    off_table: bool | None = False
    effects: tuple[str, ...] = ()
    fire_test: Annotated[Literal["none", "passed", "failed"], Cites("suppress-fire")] = "none"

    def sentence(self, was: Unit, *, advance: bool = False) -> str:
        """Return what happened to the unit, as a sentence without its full stop; "" if nothing did.

        Args:
            was: The unit before.
            advance: Whether to tell how far it came forward.
        """
        if self.unit is None:
            return f"{self.name} is destroyed"
        done: list[str] = []
        if advance and self.advanced is not None and self.advanced > inches(0):
            done.append(f"comes forward {self.advanced}")
        done += [text for text in difference(was, self.unit) if text]
        if self.goes != "stays":
            done.append(self._where())
            if self.unit.falling_back and not (was.falling_back or self.off_table):
                done.append("is marked as falling back")
        done += [f"takes this from the hit table: {', '.join(self.effects)}"] if self.effects else []
        return f"{self.name} {listed(done)}" if done else ""

    def _where(self) -> str:
        way = "" if self.moved is None else f" {self.moved}"
        gone = " off the table" if self.off_table else ""
        if self.goes == "starting_position":
            return f"falls back to where its charge began{gone}"
        if self.off_table is None:
            gone = " (off the table if its edge is nearer)"
        return f"{'withdraws' if self.goes == 'away' else 'falls back'}{way}{gone}"

    @property
    def is_lost(self) -> bool:
        """Whether it is out of the game: nothing left, or off the table."""
        return self.unit is None or bool(self.off_table)


@frozen(kw_only=True, cache_hash=True)
class ChargeOutcome:
    """Who is left when the charge goes home.

    Attributes:
        ended: Whether there is a melee, or why not.
        attackers: The attacking units, in listed order.
        defenders: The defending units, in listed order.
        attackers_left: The numbers of the attackers that fight on.
        defenders_left: The numbers of the defenders that they fight, or that hold the position.
        support: The units in support that the request names, each once, in the order of their first volley.
    """

    ended: Ended
    attackers: tuple[UnitAfterAssault, ...]
    defenders: tuple[UnitAfterAssault, ...]
    attackers_left: tuple[int, ...]
    defenders_left: tuple[int, ...]
    support: tuple[UnitAfterAssault, ...] = ()

    def summary(self, request: ChargeRequest) -> str:
        """Return whether there is a melee and who fights in it, and what happened to the units before."""
        head = {
            "melee": "the charge goes home",
            "no_contact": "the charge reaches nobody, and there is no melee",
            "attackers_gone": "no attacker is left, and there is no melee",
            "position_falls": "no defender is left, and the position falls without a melee",
        }[self.ended]
        if self.ended == "melee":
            fighting = (self.attackers[number - 1].name for number in self.attackers_left)
            against = (self.defenders[number - 1].name for number in self.defenders_left)
            head += f": {listed(fighting)} meet{'s' if len(self.attackers_left) == 1 else ''} {listed(against)}"
        return sentences(head, *self.told(request))

    def told(self, request: Charge) -> tuple[str, ...]:
        """Return what happened to the units, one text a sentence."""
        return told_of_units(request, self.attackers, self.defenders, advance=self.ended != "melee")


@frozen(kw_only=True, cache_hash=True)
class ChargeRequest(Charge, Request[ChargeOutcome]):
    """A charge that is announced. The fields are those of `Charge`."""


def told_of_units(
    request: Charge,
    attackers: tuple[UnitAfterAssault, ...],
    defenders: tuple[UnitAfterAssault, ...],
    *,
    advance: bool,
) -> tuple[str, ...]:
    """Return what happened to the units of a charge, attackers first, one text a sentence."""
    before = (*(charger.unit for charger in request.attackers), *(charged.unit for charged in request.defenders))
    after = (*attackers, *defenders)
    told = (unit.sentence(was, advance=advance) for was, unit in zip(before, after, strict=True))
    return tuple(filter(None, told))


def charge_objections(request: Charge, options: Options) -> Iterator[Objection]:
    """Yield objections to a charge: those to the melee that it leads to, and to tests of suppressed firers before it.

    Rules: melee-initiators, suppress-fire.
    """
    for objection in melee.verdict(as_melee(request), options).objections:
        yield evolve(objection, path=_inside(objection.path))
    seen: set[str] = set()
    for step, role, engaged in (
        ("defensive_fire", "defenders", request.defenders),
        ("attacking_fire", "attackers", request.attackers),
    ):
        shots: tuple[Shot, ...] = getattr(request, step)
        for number, shot in enumerate(shots):
            unit, path = shot.support, f"$.{step}[{number}].support"
            if shot.by is not None:
                unit, path = engaged[shot.by - 1].unit, f"$.{role}[{shot.by - 1}].unit"
            if unit is not None and unit.suppressed and path not in seen:
                seen.add(path)
                # Of engaged units the grade is among the objections to the melee.
                for objection in fire_test_objections(unit, options, path, suppressed=True):
                    if shot.by is None or objection.rule == "morale-vehicles":
                        yield objection


def as_melee(request: Charge) -> MeleeRequest:
    """Return the melee that a charge leads to if nothing happens on the way."""
    return MeleeRequest(
        attackers=tuple(charger.unit for charger in request.attackers),
        defenders=tuple(charged.unit for charged in request.defenders),
    )


def _inside(path: str) -> str:
    # In a melee the units are listed themselves, here with what belongs to the charge beside them.
    return path.replace("].", "].unit.", 1)


def volley_now(shot: Shot, firer: Unit | None) -> Volley:
    """Return a volley as it is fired: where its dice go by stands, by those that are left to the *firer*.

    Rules: melee-attacking-fire.
    """
    if shot.each_stand is None or firer is None:
        return shot.volley
    return evolve(shot.volley, dice=shot.each_stand * morale_stands(firer))


def freed_guards(train: Unit, guards: int) -> Unit:
    """Return the guards of a lost train as the infantry unit that they are from now on.

    Rules: train-lost.
    """
    return evolve(train, type="infantry", hits=None, guards=0, stands=guards, starting_stands=train.guards)


def nearer_the_edge(unit: Unit, moved: Inches | None) -> Unit:
    """Return a unit after a move to the rear: nearer by that move to its own edge and to an obstacle on the way.

    A distance that is no longer known is None.

    Rules: gen-rear.
    """
    edge, obstacle = _shortened(unit.edge_distance, moved), _shortened(unit.obstacle_distance, moved)
    if (edge, obstacle) == (unit.edge_distance, unit.obstacle_distance):
        return unit
    return evolve(unit, edge_distance=edge, obstacle_distance=obstacle)


def _shortened(distance: Inches | None, moved: Inches | None) -> Inches | None:
    return None if distance is None or moved is None or moved > distance else distance - moved


@lru_cache(maxsize=8192)
def one_of_a_kind(after: UnitAfterAssault) -> UnitAfterAssault:
    """Return the first of all units that are equal to this one, so that exact odds compare them by identity."""
    return after


def has_attacking_fire(charger: Charger, options: Options) -> bool:
    """Whether a unit is capable of attacking fire.

    Raises:
        MissingProfileError: If neither the request nor a profile says so.

    Rules: p1-attacking-fire.
    """
    if charger.attacking_fire is not None:
        return charger.attacking_fire
    capable = options.profile.attacking_fire if options.profile is not None else None
    if capable is None:
        raise MissingProfileError(
            "p1-attacking-fire",
            "attacking_fire",
            f"Is {in_words(charger.unit.type)} capable of attacking fire?",
            "attacking_fire, or a profile with it (Part I, which defines it, is lost)",
        )
    return charger.unit.type in capable
