"""Petrol bombs against tanks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.red_white.model import Hits, Unit, grade_objections, named
from rcw_rules.red_white.morale import MoraleOutcome, MoraleTestRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType
from rcw_rules.red_white.spoken import called, effects_told, numbers
from rcw_rules.red_white.vehicles import VehicleDamageRequest

Situation: TypeAlias = Literal["won_melee", "near_tank"]

THROWN_AFTER_MELEE = (tuple(range(7, 11)), (1, 2))  # petrol-d10: a hit, a stand lost
HITS_NEARBY = 5  # petrol-d6: on this face and above


@frozen(kw_only=True)
class Bombers:
    """What the owner of infantry knows when deciding about petrol bombs.

    Attributes:
        unit: The infantry as it was before the first bomb.
        stands: The stands that may throw, or that are still without a target.
        hits: The hits recorded against each tank.
    """

    unit: Unit
    stands: int
    hits: tuple[int, ...]


THROW_BOMBS: Choice[Bombers, int] = Choice(
    "throw_bombs",
    rule="petrol-after-win",
    who="owner",
    about="How many stands throw petrol bombs? Default: all that may.",
    default=lambda bombers, alternatives: max(alternatives),
    unit=lambda bombers: named(bombers.unit),
    side=lambda bombers: bombers.unit.side,
)
BOMB_TARGET: Choice[Bombers, int] = Choice(
    "bomb_target",
    rule="petrol-d10",
    who="owner",
    about="How many of the stands without a target yet throw at the next tank? Default: as many as can.",
    default=lambda bombers, alternatives: max(alternatives),
    unit=lambda bombers: named(bombers.unit),
    side=lambda bombers: bombers.unit.side,
)


@frozen(kw_only=True)
class TankAfterBombs:
    """A tank after petrol bombs.

    Attributes:
        hits: The hits recorded against it.
        destroyed: Whether it is destroyed.
        effects: What the table for hits adds, in the order of its rows.
    """

    hits: int
    destroyed: bool
    effects: tuple[str, ...] = ()

    def sentences(self, name: str, before: int) -> tuple[str, ...]:
        """Return what happened to the tank, one text a sentence; nothing if it was not hit."""
        if self.hits == before:
            return ()
        hit = f"takes {counted(self.hits - before, 'hit')} {numbers(before, self.hits)}"
        done = [hit, *(["is destroyed"] if self.destroyed else [])]
        return (f"{name} {listed(done)}", effects_told(self.effects, table_missing=False))


@frozen(kw_only=True)
class PetrolBombsOutcome:
    """What petrol bombs did.

    Attributes:
        morale: How the infantry's test went; None if no test was needed or no stand throws.
        thrown: How many stands threw.
        stands_lost: Stands that their own bombs cost.
        stands: The infantry stands left.
        destroyed: Whether no infantry stand is left.
        casualties: Whether the infantry must test for casualties, from before or for stands that its bombs cost.
        tanks: Each tank, in listed order.
        table_missing: Whether a hit would go to the table of the lost first part and no profile supplies it.
    """

    morale: MoraleOutcome | None
    thrown: int
    stands_lost: int
    stands: int
    destroyed: bool
    casualties: bool
    tanks: tuple[TankAfterBombs, ...]
    table_missing: bool

    def summary(self, request: PetrolBombsRequest) -> str:
        """Return what the bombs did to the tanks, and what they cost the infantry."""
        who = called(request.unit)
        test = self.morale.told(request.unit) if self.morale is not None else ()
        if not self.thrown:
            return sentences(*test, f"{'it' if test else who} throws no petrol bombs")
        tanks = [f"tank {number}" if len(self.tanks) > 1 else "the tank" for number in range(1, len(self.tanks) + 1)]
        told = [
            text
            for name, was, now in zip(tanks, request.tanks, self.tanks, strict=True)
            for text in now.sentences(name, was.hits)
        ]
        cost = ""
        if self.stands_lost:
            before = numbers(self.stands + self.stands_lost, self.stands)
            cost = f"its own bombs cost {who} {counted(self.stands_lost, 'stand')} {before}"
        return sentences(
            *test,
            f"{'it' if test else who} throws {counted(self.thrown, 'petrol bomb')}",
            *(told or ("no tank is hit",)),
            cost,
            f"{who} is destroyed" if self.destroyed else "",
            effects_told((), table_missing=self.table_missing),
        )


@frozen(kw_only=True)
class BombTarget:
    """What bombs are thrown at.

    Attributes:
        type: What it is; only tanks may be bombed.
        hits: The hits recorded against it.
        stands_near: How many stands of the infantry are within 1 inch of it, a stand that is near several tanks counted
            with the one that it is to throw at; only for the situation near_tank.
    """

    type: UnitType = "tank"
    hits: Hits = 0
    stands_near: Annotated[int, Range(0, 99, rule="bad-numbers")] | None = None


@frozen(kw_only=True, cache_hash=True)
class PetrolBombsRequest(Request[PetrolBombsOutcome]):
    """Infantry that may throw petrol bombs at tanks.

    Attributes:
        situation: Whether it has won a melee against the tanks, before they fall back, or is near them in its own fire
            phase.
        unit: The infantry as it is now, after the melee if there was one.
        tanks: The tanks within reach.
        tanks_attacked: Whether the tanks began the melee.
        infantry_won: Whether the infantry won it.
    """

    situation: Situation
    unit: Unit
    tanks: Annotated[tuple[BombTarget, ...], Size(1, 20)]
    tanks_attacked: bool = True
    infantry_won: bool = True

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "tanks[].stands_near",
            {"situation": ("near_tank",)},
            message="is missing: only stands within 1 inch throw",
            rule="petrol-d6",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.unit.type != "infantry":
            yield Problem(".unit.type", "only infantry throws petrol bombs", "bad-sides")
        for number, tank in enumerate(self.tanks):
            if tank.type != "tank":
                message = f"expected tank, got {tank.type}; petrol bombs are thrown only at tanks"
                yield Problem(f".tanks[{number}].type", message, "bad-sides")
            path = f".tanks[{number}].stands_near"
            if self.situation == "won_melee" and tank.stands_near is not None:
                yield Problem(path, "after a melee every stand may throw; leave it out", "petrol-d10")
        near = sum(tank.stands_near or 0 for tank in self.tanks)
        if self.situation == "near_tank" and near > (self.unit.stands or 0):
            message = f"expected at most {self.unit.stands} stands near them, the stands of the unit; got {near}"
            yield Problem(".tanks", message, "bad-numbers")


def _example() -> PetrolBombsRequest:
    unit = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=5)
    return PetrolBombsRequest(situation="won_melee", unit=unit, tanks=(BombTarget(hits=6),))


@procedure(
    "red_white.petrol_bombs",
    title="What do the petrol bombs do?",
    rules=("petrol-after-win",),
    example=_example,
)
def petrol_bombs(request: PetrolBombsRequest, umpire: Umpire[Options]) -> PetrolBombsOutcome:
    """Throw petrol bombs: the decision, the morale test, all bomb dice tank by tank, then the dice of the hit table.

    After a won melee each stand throws a D10: 7 to 10 hits, 1 or 2 costs a stand. Near a tank each stand within 1 inch
    rolls a D6 and hits on 5 or 6. The number of dice is fixed before the first is rolled, and losses are taken after
    the last. Stands are allotted to several tanks before the dice, each stand near tanks to one that it is near. A
    failed test means no bombs, and no move unless the Cheka made it fail twice. Each hit is recorded against its tank;
    the eighth destroys it, and more are ignored.

    Rules: petrol-after-win, petrol-d10, petrol-d6, petrol-hit-effect, petrol-morale.
    """
    unit, stands = request.unit, request.unit.stands or 0
    umpire.ruling("petrol_bombs")
    before = tuple(tank.hits for tank in request.tanks)
    reach = tuple(stands if tank.stands_near is None else tank.stands_near for tank in request.tanks)
    able = min(stands, sum(reach))
    willing = umpire.choose(THROW_BOMBS, tuple(range(able + 1)), Bombers(unit=unit, stands=able, hits=before))
    test: MoraleOutcome | None = None
    if willing and _needs_test(umpire, request.situation):
        test = umpire.resolve(MoraleTestRequest(unit=unit, cause="petrol_bombs"), "morale before petrol bombs")
        stands = test.stands
        willing = min(willing, stands) if test.passed else 0
    with_d6 = request.situation == "near_tank" or umpire.options.petrol_bombs == "d6_only"
    lost, scored = 0, [0] * len(before)
    for number, dice in enumerate(_allotted(umpire, unit, willing, reach, before)):
        scored[number], cost = _throw(umpire, dice, f"petrol bombs at tank {number + 1}", with_d6=with_d6)
        lost += cost
    if lost:
        umpire.result("petrol-d10", "stands lost to their own bombs: {lost}", lost=lost)
    tanks, table_missing = _after_hits(umpire, before, scored)
    return PetrolBombsOutcome(
        morale=test,
        thrown=willing,
        stands_lost=lost,
        stands=stands - lost,
        destroyed=stands == lost,
        casualties=unit.casualties or lost > 0,
        tanks=tanks,
        table_missing=table_missing,
    )


@petrol_bombs.legality
def _objections(request: PetrolBombsRequest, options: Options) -> Iterator[Objection]:
    yield from grade_objections(request.unit, options, "$.unit")
    if request.situation == "won_melee":
        if not request.infantry_won:
            message = "infantry throws petrol bombs only after a melee that it won"
            yield Objection(rule="petrol-after-win", message=message, path="$.infantry_won")
        if not request.tanks_attacked:
            message = "only a tank that attacked is bombed after the melee; infantry that attacked one is near a tank"
            yield Objection(rule="petrol-after-win", message=message, path="$.tanks_attacked")
    elif options.petrol_bombs == "d10_only":
        message = "with the option petrol_bombs = d10_only bombs are thrown only after a won melee"
        yield Objection(rule="opt-petrol-bombs", message=message, path="$.situation")


def _needs_test(umpire: Umpire[Options], situation: Situation) -> bool:
    """Whether the infantry tests morale before it throws.

    Rules: petrol-morale, opt-petrol-morale, opt-petrol-bombs.
    """
    if umpire.options.petrol_bombs == "d10_only":
        umpire.result("opt-petrol-bombs", "no morale test: the paragraph that asks for it is struck out")
        return False
    if umpire.options.petrol_bombs == "both" and situation == "won_melee":
        umpire.ruling("petrol_morale_after_melee")
        return umpire.options.petrol_morale_after_melee
    return True


def _allotted(
    umpire: Umpire[Options], unit: Unit, stands: int, reach: tuple[int, ...], hits: tuple[int, ...]
) -> list[int]:
    """Return how many stands throw at each tank: as many as can at the first unless their owner spreads them.

    No tank is the target of more stands than *reach* it, and every stand has a target.

    Rules: petrol-d10, petrol-d6.
    """
    allotted: list[int] = []
    for number, near in enumerate(reach):
        dice, least = min(stands, near), max(0, stands - sum(reach[number + 1 :]))
        if least < dice:
            bombers = Bombers(unit=unit, stands=stands, hits=hits[number:])
            dice = umpire.choose(BOMB_TARGET, tuple(range(least, dice + 1)), bombers)
        allotted.append(dice)
        stands -= dice
    return allotted


def _throw(umpire: Umpire[Options], dice: int, purpose: str, *, with_d6: bool) -> tuple[int, int]:
    """Return how many bombs hit, and how many stands they cost.

    Rules: petrol-d10, petrol-d6.
    """
    if with_d6:
        return umpire.roll(d6.count(dice, at_least=HITS_NEARBY), purpose, "petrol-d6"), 0
    hits, lost = umpire.roll(tally(d10, dice, *THROWN_AFTER_MELEE), purpose, "petrol-d10")
    return hits, lost


def _after_hits(
    umpire: Umpire[Options], before: tuple[int, ...], scored: list[int]
) -> tuple[tuple[TankAfterBombs, ...], bool]:
    """Return each tank with its hits recorded, and whether the table for hits is missing.

    Rules: petrol-hit-effect.
    """
    tanks: list[TankAfterBombs] = []
    table_missing = False
    for number, (hits, new_hits) in enumerate(zip(before, scored, strict=True), start=1):
        if not new_hits:
            tanks.append(TankAfterBombs(hits=hits, destroyed=False))
            continue
        umpire.result("petrol-hit-effect", "new hits on tank {number}: {hits}", number=number, hits=new_hits)
        hit = VehicleDamageRequest(type="tank", hits=hits, new_hits=new_hits)
        damage = umpire.resolve(hit, f"hits on tank {number}")
        tanks.append(TankAfterBombs(hits=damage.hits, destroyed=damage.destroyed, effects=damage.table_effects))
        table_missing = table_missing or damage.table_missing
    return tuple(tanks), table_missing
