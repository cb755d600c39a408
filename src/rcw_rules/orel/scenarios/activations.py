"""What keeps formations inactive, and what releases them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import clause, grid_in, off_the_board_in_play, off_the_rails
from rcw_rules.orel.model import Day, HexLabel, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios.beginnings import ScenarioName, in_play
from rcw_rules.orel.scenarios.forces import InactiveGroup, order_of_battle


@frozen(kw_only=True)
class Release:
    """A formation that is released as a whole.

    Attributes:
        formation: The formation.
        units: The keys of its units that were inactive.
        reason: Why.
    """

    formation: str
    units: tuple[str, ...]
    reason: str


@frozen(kw_only=True)
class ActivationOutcome:
    """Which units may act again.

    Attributes:
        released: The formations released, in the order of the scenario.
        units: Their units, no longer inactive.
        inactive: The formations that stay inactive.
    """

    released: tuple[Release, ...]
    units: tuple[Unit, ...]
    inactive: tuple[str, ...]

    def summary(self, request: ActivationRequest) -> str:
        """Return which formations are released, each with the reason, and which stay inactive."""
        names = {formation.key: formation.name for formation in order_of_battle().formations}
        released = (
            f"{names.get(one.formation, one.formation)} is released: {one.reason.replace('it is', 'it was')}"
            for one in self.released
        )
        stay = clause(self.inactive, names, "stay[s|] inactive")
        return words.sentences(*released, stay) or "No formation is inactive."


@frozen(kw_only=True, cache_hash=True)
class ActivationRequest(Request[ActivationOutcome]):
    """The situation after a move, a combat or the declaration of an attack or a barrage.

    Attributes:
        day: The day.
        scenario: The scenario.
        units: The units on the map, of both sides. Those that are inactive still are marked so.
        attacked: The keys of the units that are targets of a declared attack or barrage; of an attack, all in the hex.
        double_track: Where the double-tracked railroad runs; None if the board tells.
        groups: What begins inactive, in a battle of your own; left out, what the scenario says.
        board: The map.
    """

    day: Day
    units: Annotated[tuple[Unit, ...], Size(1, 300)]
    scenario: ScenarioName = "historical"
    attacked: tuple[str, ...] = ()
    double_track: tuple[HexLabel, ...] | None = None
    groups: Annotated[tuple[InactiveGroup, ...], Size(0, 99)] | None = None
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield misplaced units, targets that are not units, and railroad hexes off the board."""
        grid = grid_in(self.board)
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_places(listed("units", self.units), grid)
        keys = {unit.key for unit in self.units}
        for number, key in enumerate(self.attacked):
            if key not in keys:
                yield Problem(f".attacked[{number}]", f"no unit has the key {key!r}", "X-bad-units")
        for number, place in enumerate(self.double_track or ()):
            if not grid.has(place):
                yield Problem(f".double_track[{number}]", f"hex {place} is not on the board", "0-hex-layout")


def may_act(unit: Unit) -> bool:
    """Whether a unit may move, attack, barrage, advance and support attacks; an inactive one may still entrench.

    Rules: 10.2-inactive.
    """
    return not unit.inactive


def _example() -> ActivationRequest:
    order = order_of_battle()
    intruder = evolve(order.unit("W:Cv/83S"), hex="1512")
    return ActivationRequest(day=16, units=(*order.units_of("Let-3Bde"), intruder))


@procedure(
    "orel.activation",
    title="Which inactive formations are released?",
    rules=("10.2-inactive",),
    example=_example,
)
def activation(request: ActivationRequest, umpire: Umpire[Options]) -> ActivationOutcome:
    """Release each inactive formation as a whole if its time has come or something releases it.

    For each in turn: the days of the scenario first, then an attack or barrage declared on one of its units, then an
    enemy near one of them, the formation excepted that does not count, then an enemy near the double-tracked railroad,
    where every formation counts. Depots release no formation. Only the last needs to know where that railroad runs, and
    only if nothing before it has decided.

    Raises:
        NeedsRuling: If the course of the railroad decides and neither the request nor a board tells.

    Rules: 10.2-inactive, 10.3-hypothetical.
    """
    released: list[Release] = []
    inactive: list[str] = []
    grid = grid_in(umpire.options.board if request.board is None else request.board)
    groups = request.groups
    if groups is None:
        groups = in_play(request.scenario, order_of_battle()).inactive_groups
    for group in groups:
        members = tuple(unit for unit in request.units if unit.inactive and unit.formation == group.formation)
        if not members:
            continue
        reason = _reason(request, umpire.options, group, members, grid)
        if reason:
            umpire.result(
                "10.2-inactive", "{formation} is released: {reason}", formation=group.formation, reason=reason
            )
            keys = tuple(unit.key for unit in members)
            released.append(Release(formation=group.formation, units=keys, reason=reason))
        else:
            umpire.result("10.2-inactive", "{formation} stays inactive", formation=group.formation)
            inactive.append(group.formation)
    freed = {key for release in released for key in release.units}
    return ActivationOutcome(
        released=tuple(released),
        units=tuple(evolve(unit, inactive=False) for unit in request.units if unit.key in freed),
        inactive=tuple(inactive),
    )


@activation.legality
def _objections(request: ActivationRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def _reason(
    request: ActivationRequest, options: Options, group: InactiveGroup, members: tuple[Unit, ...], grid: HexGrid
) -> str:
    """Return why a formation is released, or "" if it is not.

    Rules: 10.2-inactive.
    """
    if request.day > group.through:
        return f"it is inactive only through {group.through} October"
    if group.when_attacked:
        target = next((unit.key for unit in members if unit.key in request.attacked), "")
        if target:
            return f"{target} is attacked"
    enemies = tuple((unit, unit.hex) for unit in request.units if unit.side != members[0].side and unit.hex is not None)
    if group.enemy_within is not None:
        for enemy, place in enemies:
            if enemy.formation == group.except_formation != "":
                continue
            for unit in members:
                if unit.hex is not None and grid.distance(place, unit.hex) <= group.enemy_within:
                    return f"{enemy.key} is within {group.enemy_within} hexes of {unit.key}"
    if group.enemy_within_of_double_track is not None and enemies:
        track = _double_track(request, options)
        for enemy, place in enemies:
            if any(grid.distance(place, rail) <= group.enemy_within_of_double_track for rail in track):
                return f"{enemy.key} is within {group.enemy_within_of_double_track} hexes of the double track"
    return ""


def _double_track(request: ActivationRequest, options: Options) -> tuple[str, ...]:
    if request.double_track is not None:
        return request.double_track
    board = options.board if request.board is None else request.board
    if board is None:
        raise NeedsRuling(
            "D-map",
            "Through which hexes does the double-tracked railroad from Orel to Ponyri run?",
            "double_track, or a board with that railroad (the map is not printed)",
        )
    return board.rail_hexes(tracks=2)
