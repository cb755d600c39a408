"""Counterbattery fire: batteries and trains of the reactive player answer barrages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.ledger import Ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    NO_MODIFIERS,
    clause,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    passes,
)
from rcw_rules.orel.fire.barrages import (
    BarrageOutcome,
    BarrageRequest,
    TargetHex,
    kept_from_firing,
    not_a_battery,
    wrong_target_hex,
)
from rcw_rules.orel.fire.support import (
    Firer,
    distance_to,
    fire_quality,
    is_out_of_command,
    wrong_firer,
)
from rcw_rules.orel.model import Depot, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import (
    LEAVING,
    LOST,
    CombatEvents,
)

Answer: TypeAlias = Literal["failed", "resolved", "void", "waiting"]
"""How counterbattery fire ends: the check failed; it was resolved; its target is gone already; or its target must fall
back first, and the fire is resolved as a barrage of its own when it has."""


@frozen(kw_only=True, cache_hash=True)
class CounterbatteryFire:
    """A battery or a train and the enemy whose barrage it answers.

    Attributes:
        firer: The battery or train.
        target: The key of the enemy.
    """

    firer: Firer
    target: Annotated[str, Size(1, 100)]


@frozen(kw_only=True)
class CounterbatteryResult:
    """How one battery or train fared.

    Attributes:
        key: Which.
        answer: How its fire ended.
        barrage: What its fire did; None unless it was resolved.
    """

    key: str
    answer: Answer
    barrage: BarrageOutcome | None = None


@frozen(kw_only=True)
class CounterbatteryOutcome:
    """What counterbattery fire did. Retreats and routs are still to be carried out.

    Attributes:
        results: How each battery and train fared, in listed order.
        marked: The keys of those that get a Barrage marker: they support no combat in this phase.
    """

    results: tuple[CounterbatteryResult, ...]
    marked: tuple[str, ...]

    def summary(self, request: CounterbatteryRequest) -> str:
        """Return how each battery and train fares, and what its fire does."""
        units = {unit.key: unit for place in request.hexes for unit in place.units}
        names = names_of((fire.firer.unit for fire in request.fires), units.values())
        told: list[str] = []
        for fire, one in zip(request.fires, self.results, strict=True):
            firer, target = names[one.key], names[fire.target]
            if one.barrage is not None:
                told.append(f"{firer} fires at {target}")
                told += one.barrage.told(units[fire.target], names)
                units |= {unit.key: unit for unit in (one.barrage.target,) if unit is not None}
            elif one.answer == "failed":
                told.append(f"{firer} fails its check and does not fire")
            elif one.answer == "waiting":
                told.append(f"{firer} waits until {target} has fallen back")
            else:
                told.append(f"{firer} finds {target} gone and fires for nothing")
        return words.sentences(*told, clause(self.marked, names, "get[s|] a Barrage marker"))


@frozen(kw_only=True, cache_hash=True)
class CounterbatteryRequest(Request[CounterbatteryOutcome]):
    """The batteries and trains of the reactive player that answer barrages, all their targets named.

    Attributes:
        fires: Each firer with its target, in the order in which they throw.
        hexes: The hexes of the targets, each with every unit and depot in it.
        defeatist_rumours: The keys of the targets that Defeatist Rumours have reached.
        board: The board, for its extent.
    """

    fires: Annotated[tuple[CounterbatteryFire, ...], Size(1, 20)]
    hexes: Annotated[tuple[TargetHex, ...], Size(1, 20)]
    defeatist_rumours: Annotated[tuple[str, ...], Size(0, 20), Cites("6-list")] = ()
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        first = self.fires[0].firer.unit
        everybody: list[tuple[str, Unit | Depot]] = []
        for number, fire in enumerate(self.fires):
            path = f".fires[{number}].firer.unit"
            everybody.append((path, fire.firer.unit))
            if fire.firer.unit.side != first.side:
                yield Problem(f"{path}.side", f"expected a {first.side} unit", "X-bad-units")
        for number, place in enumerate(self.hexes):
            yield from wrong_target_hex(place, f"hexes[{number}]", first)
            everybody += listed(f"hexes[{number}].units", place.units)
            everybody += listed(f"hexes[{number}].depots", place.depots)
        yield from wrong_places(everybody, grid)
        where = _where(self.hexes)
        yield from CombatEvents(defeatist_rumours=self.defeatist_rumours).wrong_events("", where)
        for number, fire in enumerate(self.fires):
            found = where.get(fire.target)
            if found is None:
                message = f"none of the hexes holds a unit or depot with the key {fire.target!r}"
                yield Problem(f".fires[{number}].target", message, "X-bad-combat")
            else:
                yield from wrong_firer(f".fires[{number}].firer", fire.firer, self.hexes[found].label, grid)


def _example() -> CounterbatteryRequest:
    guns = Unit(key="Art/7D", side="red", type="artillery", hex="1512", tq=4, steps=2, fire=3)
    answering = Unit(key="ArtL3", side="white", type="artillery", hex="1413", tq=5, steps=2, fire=4)
    train = Unit(key="Offitser", side="white", type="armoured_train_light", hex="1514", fire=3)
    return CounterbatteryRequest(
        fires=tuple(CounterbatteryFire(firer=Firer(unit=unit), target="Art/7D") for unit in (answering, train)),
        hexes=(TargetHex(units=(guns,)),),
    )


@procedure(
    "orel.counterbattery",
    title="What does counterbattery fire do?",
    rules=("8.4-counterbattery",),
    example=_example,
)
def counterbattery(request: CounterbatteryRequest, umpire: Umpire[Options]) -> CounterbatteryOutcome:
    """Throw the quality checks of all firers in listed order, then resolve the fire of those that passed as barrages.

    A train checks with quality 4; artillery out of command adds 2 to the die. Fire at a unit that is gone by then is
    spent for nothing. Fire at a unit that must fall back waits until it has: its new ground and distance decide.

    Rules: 8.4-counterbattery.
    """
    targets = (unit for place in request.hexes for unit in place.units)
    note_values(umpire, (*(fire.firer.unit for fire in request.fires), *targets))
    passed = tuple(checks_for_counterbattery(umpire, fire.firer.unit) for fire in request.fires)
    where, hexes = _where(request.hexes), list(request.hexes)
    falling_back: set[str] = set()
    results: list[CounterbatteryResult] = []
    for fire, fires in zip(request.fires, passed, strict=True):
        key, target, number = fire.firer.unit.key, fire.target, where[fire.target]
        if not fires:
            answer: Answer = "failed"
            umpire.result("8.4-counterbattery", "{unit} does not fire", unit=key)
        elif target in falling_back:
            answer = "waiting"
            umpire.result("8.4-counterbattery", "{unit} waits until {target} has fallen back", unit=key, target=target)
        elif all(unit.key != target for unit in hexes[number].units):
            answer = "void"
            umpire.result("8.4-counterbattery", "{unit} finds {target} gone", unit=key, target=target)
        else:
            shot = BarrageRequest(
                firer=fire.firer,
                target=target,
                hex=hexes[number],
                counterbattery=True,
                defeatist_rumours=target in request.defeatist_rumours,
                board=request.board,
            )
            did = umpire.resolve(shot, f"fire of {key} at {target}")
            results.append(CounterbatteryResult(key=key, answer="resolved", barrage=did))
            hexes[number], leaving = _after(hexes[number], target, did)
            falling_back |= leaving
            continue
        results.append(CounterbatteryResult(key=key, answer=answer))
    return CounterbatteryOutcome(results=tuple(results), marked=_marked(umpire, request.fires, passed))


@counterbattery.legality
def _objections(request: CounterbatteryRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    grid, where = grid_in(request.board), _where(request.hexes)
    for number, fire in enumerate(request.fires):
        path, place = f"$.fires[{number}]", request.hexes[where[fire.target]]
        yield from kept_from_firing(
            fire.firer, f"{path}.firer", distance_to(fire.firer, place.label, grid), answering=True
        )
        yield from not_a_battery(place, fire.target, f"{path}.target")


def checks_for_counterbattery(umpire: Umpire[Options], unit: Unit) -> bool:
    """Throw the quality check of a battery or a train that wants to answer a barrage.

    Rules: 8.4-counterbattery, 5.3-artillery.
    """
    modifiers = NO_MODIFIERS
    if is_out_of_command(unit):
        entry = umpire.modifier("counterbattery_check", "out_of_command", "5.3-artillery", "out of command")
        modifiers = Ledger.of(entry)
    return passes(umpire, fire_quality(unit), f"check of {unit.key}", "8.4-counterbattery", modifiers)


def _where(hexes: tuple[TargetHex, ...]) -> dict[str, int]:
    return {unit.key: number for number, place in enumerate(hexes) for unit in place.everybody}


def _after(place: TargetHex, target: str, did: BarrageOutcome) -> tuple[TargetHex, set[str]]:
    """Return a hex with the units that are still in it after a barrage, and the keys of those that must fall back."""
    results = {target: did.result, **{other.key: other.result for other in did.others}}
    leaving = {key for key, result in results.items() if result in LEAVING}
    staying = tuple(
        did.target if unit.key == target and did.target is not None else unit
        for unit in place.units
        if results[unit.key] not in (*LEAVING, *LOST)
    )
    return evolve(place, units=staying), leaving


def _marked(
    umpire: Umpire[Options], fires: tuple[CounterbatteryFire, ...], passed: tuple[bool, ...]
) -> tuple[str, ...]:
    """Return the keys of those that get a Barrage marker: the firers, and with the option those that failed to fire.

    Rules: 8.4-counterbattery.
    """
    if not all(passed):
        umpire.ruling("failed_counterbattery_marks")
    everybody = umpire.options.failed_counterbattery_marks
    return tuple(fire.firer.unit.key for fire, one in zip(fires, passed, strict=True) if one or everybody)
