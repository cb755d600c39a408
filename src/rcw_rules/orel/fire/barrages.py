"""Barrages of artillery and armoured trains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.charts import Cell
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    NATURAL_SUCCESS,
    NO_MODIFIERS,
    called,
    for_number,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    told_loss,
)
from rcw_rules.orel.fire.support import (
    Firer,
    distance_to,
    is_out_of_command,
    no_enemy_beside_it,
    out_of_range,
    unable_to_fire,
    wrong_firer,
)
from rcw_rules.orel.model import Depot, Unit, enemy_of, listed, without_lost_steps, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import (
    OPEN_GROUND,
    RESULTS_SAID,
    Cover,
    Result,
    UnitResult,
    barrage_cover,
    defends_alone,
    fire_strength_now,
    of_rumours,
    told_results,
    with_followers,
)

NO_CHECK = "none"
"""What the Barrage Table says where it calls for no cohesion check."""

_ANSWERS: dict[int | str, Result] = {
    "passed": "passed",
    "disorganised": "passed",  # 8.3.2-check
    "retreat": "retreat",
    "rout": "rout",
}


# -------------------------------------------------------------------- where shells fall


@frozen(kw_only=True, cache_hash=True)
class TargetHex:
    """The hex of a target, with every unit and depot in it.

    Attributes:
        units: The units in it.
        depots: The depots in it.
        cover: Its ground.
    """

    units: Annotated[tuple[Unit, ...], Size(0, 20)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 9)] = ()
    cover: Cover = OPEN_GROUND

    @property
    def everybody(self) -> tuple[Unit | Depot, ...]:
        """Units and depots in it."""
        return (*self.units, *self.depots)

    @property
    def label(self) -> str | None:
        """The hex; None where it is not given."""
        return next((one.hex for one in self.everybody), None)

    def unit(self, key: str) -> Unit:
        """Return the unit of that key.

        Raises:
            KeyError: If it is not in the hex.
        """
        for unit in self.units:
            if unit.key == key:
                return unit
        raise KeyError(key)


@frozen(kw_only=True)
class BarrageOutcome:
    """What a barrage did. A retreat or a rout is still to be carried out.

    Attributes:
        target: The unit fired at, with the steps that it has left; None if it is destroyed.
        steps_lost: The steps that it lost.
        result: What happens to it: ``stays`` if it need not check, ``passed`` if it does and nothing follows,
            ``retreat``, ``rout``, ``surrender`` or ``eliminated``.
        others: What happens to the other units of its hex, in listed order.
    """

    target: Unit | None
    steps_lost: int
    result: Result
    others: tuple[UnitResult, ...] = ()

    def summary(self, request: BarrageRequest) -> str:
        """Return what the barrage does to its target, then to the other units of the hex."""
        return words.sentences(*self.told(request.hex.unit(request.target), names_of(request.hex.units)))

    def told(self, was: Unit, names: Mapping[str, str]) -> Iterator[str]:
        """Yield what the barrage does to its target, then to the other units of the hex.

        Args:
            was: The target before it.
            names: What the units of the hex are called, by key.
        """
        if self.target is None:
            yield f"{called(was)} {told_loss(was, was.steps)}"
        else:
            done = [told_loss(was, self.steps_lost)] if self.steps_lost else []
            if self.result == "passed":
                done.append("passes its check")
            elif self.result != "stays":
                done.append(for_number(RESULTS_SAID[self.result], 1))
            done += [] if self.steps_lost or self.result not in ("passed", "stays") else ["is not harmed"]
            yield f"{called(was)} {words.listed(done)}"
        yield told_results((one for one in self.others if one.result != "stays"), names)


def wrong_target_hex(place: TargetHex, path: str, firer: Unit) -> Iterator[Problem]:
    """Yield what contradicts itself in a hex that is fired at.

    Rules: X-bad-units, X-bad-combat.
    """
    where = place.label
    for at, unit in (*listed(f"{path}.units", place.units), *listed(f"{path}.depots", place.depots)):
        if unit.side != enemy_of(firer.side):
            message = f"expected {enemy_of(firer.side)}, the enemy of {firer.key}"
            yield Problem(f"{at}.side", message, "X-bad-units")
        if unit.hex != where:
            message = f"the target and its company are in one hex, {where}; {unit.key} is in {unit.hex}"
            yield Problem(f"{at}.hex", message, "X-bad-combat")


def _wrong_key(place: TargetHex, key: str, path: str) -> Iterator[Problem]:
    if all(key != unit.key for unit in place.everybody):
        yield Problem(path, f"the hex holds no unit or depot with the key {key!r}", "X-bad-combat")


# -------------------------------------------------------------------- orel.barrage


@frozen(kw_only=True, cache_hash=True)
class BarrageRequest(Request[BarrageOutcome]):
    """A battery or a train that fires at one enemy unit.

    Attributes:
        firer: The battery or train.
        target: The key of the unit fired at.
        hex: Its hex, with every unit and depot in it.
        observed: Whether a unit of the firer's side, perhaps the firer, stood next to the target when the movement
            phase of that side began.
        under_attack: Whether an attack on the hex has been declared and not been withdrawn.
        counterbattery: Whether this answers a barrage of the target, the check for it passed. Then neither observation
            nor declared attacks nor the units with the target matter.
        defeatist_rumours: Whether Defeatist Rumours have reached the target.
        board: The board, for its extent.
    """

    firer: Firer
    target: Annotated[str, Size(1, 100)]
    hex: TargetHex
    observed: Annotated[bool, Cites("8.3.1-target")] = True
    under_attack: Annotated[bool, Cites("7.2-barraged-hex")] = False
    counterbattery: Annotated[bool, Cites("8.4-counterbattery")] = False
    defeatist_rumours: Annotated[bool, Cites("6-list")] = False
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        yield from wrong_target_hex(self.hex, "hex", self.firer.unit)
        yield from _wrong_key(self.hex, self.target, ".target")
        everybody = (
            (".firer.unit", self.firer.unit),
            *listed("hex.units", self.hex.units),
            *listed("hex.depots", self.hex.depots),
        )
        yield from wrong_places(everybody, grid)
        yield from wrong_firer(".firer", self.firer, self.hex.label, grid)


def _example() -> BarrageRequest:
    guns = Unit(key="Art/7D", side="red", type="artillery", hex="1512", tq=4, steps=2, fire=3)
    target = Unit(key="1/1Dr", side="white", type="infantry", hex="1413", tq=4, steps=4, strength=6)
    return BarrageRequest(
        firer=Firer(unit=guns), target="1/1Dr", hex=TargetHex(units=(target,), cover=Cover(terrains=("village",)))
    )


@procedure(
    "orel.barrage",
    title="What does this barrage do?",
    rules=("8.3.2-roll",),
    example=_example,
)
def barrage(request: BarrageRequest, umpire: Umpire[Options]) -> BarrageOutcome:
    """Throw two dice, add fire strength and modifiers, read the Barrage Table, and throw for a check if it says so.

    The fire strength comes first, rounded to the nearest after one division. Then the better of ground and entrenchment
    counts for the target, and it is easier to hit in march mode or routed. A loss is taken before the check; it never
    takes the last step of infantry or cavalry. A destroyed unit does not check, and vehicles never do. The check is a
    die with the modifier of the table and 1 for Defeatist Rumours, less the quality; a natural 1 passes.

    Rules: 8.3.2-roll, 8.3.2-loss, 8.3.2-check.
    """
    note_values(umpire, (request.firer.unit, *request.hex.units))
    return _fire(umpire, request)


@barrage.legality
def _objections(request: BarrageRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    distance = distance_to(request.firer, request.hex.label, grid_in(request.board))
    yield from kept_from_firing(request.firer, "$.firer", distance, answering=request.counterbattery)
    if request.counterbattery:
        yield from not_a_battery(request.hex, request.target, "$.target")
        return
    yield from _not_a_target(request.hex, request.target)
    if not request.observed:
        message = f"{request.target} was not observed: no unit stood next to it when the movement phase began"
        yield Objection(rule="8.3.1-target", message=message, path="$.observed")
    if request.under_attack:
        message = "an attack on this hex is declared; a barrage would be allowed if it were withdrawn"
        yield Objection(rule="7.2-barraged-hex", message=message, path="$.under_attack")


def kept_from_firing(firer: Firer, path: str, distance: int | None, *, answering: bool) -> Iterator[Objection]:
    """Yield what keeps a firer from a barrage at this distance, or from answering one.

    Rules: 8.3.1-target, 8.4-counterbattery, 5.3-artillery.
    """
    yield from unable_to_fire(firer, path, active=not answering)
    yield from out_of_range(firer, distance, path, "8.4-counterbattery" if answering else "8.3.1-target")
    if is_out_of_command(firer.unit) and distance is not None and distance > 1:
        yield no_enemy_beside_it(firer, path, "it fires only at enemies next to it")


def _not_a_target(place: TargetHex, key: str) -> Iterator[Objection]:
    """Yield why a unit or a depot cannot be the target of a barrage.

    Rules: 8.3.1-eligible.
    """
    rule, path = "8.3.1-eligible", "$.target"
    may_be = "a barrage is fired at infantry, cavalry, armoured trains, or artillery without any of the first two"
    for depot in place.depots:
        if depot.key == key:
            yield Objection(rule=rule, message=f"{key} is a depot; {may_be}", path=path)
    for unit in place.units:
        if unit.key != key:
            continue
        if unit.type in ("tank", "armoured_car"):
            yield Objection(rule=rule, message=f"{key} is of type {unit.type}; {may_be}", path=path)
        elif unit.is_artillery and not defends_alone(place.units):
            yield Objection(rule=rule, message=f"{key} is stacked with infantry or cavalry; {may_be}", path=path)


def not_a_battery(place: TargetHex, key: str, path: str) -> Iterator[Objection]:
    """Yield the objection that something cannot have fired a barrage that could be answered.

    Rules: 8.4-counterbattery.
    """
    if not any(unit.key == key and (unit.is_artillery or unit.is_train) for unit in place.units):
        message = f"{key} has made no barrage; counterbattery fire is at artillery and trains that have"
        yield Objection(rule="8.4-counterbattery", message=message, path=path)


# -------------------------------------------------------------------- how it is resolved


def _fire(umpire: Umpire[Options], request: BarrageRequest) -> BarrageOutcome:
    firer, place = request.firer.unit, request.hex
    target = place.unit(request.target)
    # A battery adds its strength to the roll like any other modifier, so that a record shows the whole sum.
    strength = Modifier(
        id="fire_strength", value=fire_strength_now(umpire, firer), reason="fire strength", rule="8.3.2-roll"
    )
    modifiers = Ledger.of(strength) + barrage_cover(umpire, place.cover, target)
    if target.mode != "combat":
        reason = "routed" if target.mode == "routed" else "march mode"
        modifiers += umpire.modifier("barrage_modifiers", "march_mode_or_routed", "8.3.2-roll", reason)
    added = umpire.modify(modifiers, "barrage roll").total
    total = umpire.roll(d6.sum(2), "barrage roll", "8.3.2-roll") + added
    loss = umpire.look_up("barrage", total, "steps lost").result
    check = umpire.look_up("barrage", total, "check")
    if not isinstance(loss, int) or loss < 0:
        raise ChartError("barrage", f"a total of {total} should cost a number of steps, not {loss!r}")
    left = _after_loss(umpire, target, loss)
    if left is None:
        return BarrageOutcome(
            target=None, steps_lost=target.steps, result="eliminated", others=_others(place, target, "eliminated")
        )
    result = _check(umpire, left, check, rumours=request.defeatist_rumours)
    return BarrageOutcome(
        target=left, steps_lost=target.steps - left.steps, result=result, others=_others(place, target, result)
    )


def _after_loss(umpire: Umpire[Options], target: Unit, loss: int) -> Unit | None:
    """Return the target after its loss; None if it is destroyed.

    Rules: 8.3.2-loss, 1.1-vehicle-counters, 1.1-step.
    """
    taken = min(loss, target.steps - 1) if target.is_combat else loss
    if taken < loss:
        umpire.result("8.3.2-loss", "{unit} keeps its last step", unit=target.key)
    left = without_lost_steps(target, taken)
    if left is None:
        umpire.result("8.3.2-loss", "{unit} is destroyed", unit=target.key)
    elif taken:
        text = "{unit} is damaged" if target.is_train else "{unit} loses a step" if taken == 1 else "{unit} loses steps"
        umpire.result("8.3.2-loss", text, unit=target.key)
    return left


def _check(umpire: Umpire[Options], target: Unit, asked: Cell, *, rumours: bool) -> Result:
    """Throw for the cohesion of the target where the table asks for it.

    Rules: 8.3.2-check, 8.7.3-rout, 6-list.
    """
    if asked.result == NO_CHECK:
        umpire.result("8.3.2-roll", "{unit} need not check", unit=target.key)
        return "stays"
    if not isinstance(asked.result, int):
        raise ChartError("barrage", f"a check should be {NO_CHECK!r} or a number to add, not {asked.result!r}")
    if target.is_vehicle:
        umpire.result("8.3.2-check", "{unit} is a vehicle and does not check", unit=target.key)
        return "stays"
    ledger = NO_MODIFIERS
    if asked.result:
        of_table = Modifier(
            id="barrage_check",
            value=asked.result,
            reason="Barrage Table",
            rule="8.3.2-check",
            provenance=asked.provenance,
        )
        ledger = Ledger.of(of_table)
    if rumours:
        ledger += of_rumours()
    added = umpire.modify(ledger, "cohesion die").total
    face = umpire.roll(d6, "cohesion die", "8.3.2-check")
    if face == NATURAL_SUCCESS:
        umpire.result("8.3.2-check", "{unit}: a natural 1 passes", unit=target.key)
        return "passed"
    cell = umpire.look_up("cohesion", face + added - target.quality, "barrage")
    if cell.result not in _ANSWERS:
        raise ChartError("cohesion", f"row {cell.row!r}, column 'barrage' should not be {cell.result!r}")
    result = _ANSWERS[cell.result]
    if result == "rout" and target.mode == "routed":
        umpire.result("8.7.3-rout", "{unit} is routed already and surrenders", unit=target.key)
        return "surrender"
    text = "{unit}: {total} against quality {quality}: {result}"
    umpire.result("8.3.2-check", text, unit=target.key, total=face + added, quality=target.quality, result=result)
    return result


def _others(place: TargetHex, target: Unit, result: Result) -> tuple[UnitResult, ...]:
    """Return what happens to the units with a target: artillery and vehicles follow the last combat unit.

    Rules: 8.3.2-check, 8.7.2-artillery-follows, 8.7.2-vehicles-follow.
    """
    results = with_followers(place.units, {target.key: result})
    return tuple(UnitResult(key=unit.key, result=results[unit.key]) for unit in place.units if unit.key != target.key)
