"""Scenarios: what a game begins with, and when it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.games import UMPIRE, Victory
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import SquareFeature, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import MOST_DECKS, MOST_JOKERS
from rcw_rules.red_square.ground import Field, is_combat_unit, is_on_table, where
from rcw_rules.red_square.model import ORDERED, SIDES, Kind, Name, Side, Unit
from rcw_rules.red_square.movement import holders_of
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.trains import EMERGES
from rcw_rules.red_square.turn.forces import Deployment, HeldPlace, Reinforcement, wrong_forces
from rcw_rules.red_square.units import Remark, sharing_objections, size_remarks, unit_objections

Result: TypeAlias = Literal["red", "white", "undecided"]

VictoryCondition: TypeAlias = Callable[[Field], Side | None]
"""Return the winner after a turn, or None while neither side has won. The book has no such condition."""

Winner: TypeAlias = Literal["none", "red", "white"]
"""Who has won after a turn."""

WINNERS: tuple[Winner, ...] = ("none", "red", "white")

VICTORY: Choice[Field, Winner] = Choice(
    "victory",
    rule="missing-victory",
    who="the scenario",
    about="Has a side won at the end of this turn, which ends the game? `victory_policy` turns a condition of yours "
    "into an answer. Default: none; the game goes on to the limit of turns.",
    default=lambda field, alternatives: "none",
    side=lambda field: UMPIRE,
)


def victory_policy(condition: VictoryCondition) -> Callable[[Field, tuple[Winner, ...]], Winner]:
    """Return the policy that lets a condition of victory answer the choice ``victory`` at the end of every turn.

    Args:
        condition: Says who has won on a field, None for nobody.

    Rules: missing-victory.
    """

    def policy(field: Field, alternatives: tuple[Winner, ...]) -> Winner:
        return condition(field) or "none"

    return policy


LEAST_BOARD = (6, 10)  # area-size; either way round
USUAL_BATTALIONS: dict[Side, int] = {"red": 3, "white": 4}  # org-infantry-regiment
BATTALIONS_OF_A_REGIMENT = (3, 4)  # org-infantry-regiment
REGIMENTS_OF_A_BRIGADE = (2, 3)  # org-cavalry-brigade
UNITS_OF_AN_EVENING = 8  # notes-two-stage: two regiments or so a side take two hours


@frozen(kw_only=True, cache_hash=True)
class AeroplaneMission:
    """An aeroplane that is over its target.

    Attributes:
        side: Whose it is.
        turn: The number of the turn.
    """

    side: Side
    turn: Annotated[int, Range(1, 999)]


@frozen(kw_only=True, cache_hash=True)
class Scenario:
    """What a game begins with.

    Attributes:
        title: What it is called.
        field: The map and the units on it, as the first turn begins.
        turn_limit: The number of the last turn.
        objectives: What the players are meant to do, for them to read; `VictoryCondition` judges it.
        jokers: The jokers in each deck.
        decks: The decks that are shuffled together.
        first_player: The side whose HQ acts first.
        aeroplanes: The turns in which a side has an aeroplane over its target.
        allow_small_board: Whether a table smaller than the book advises will do.
        deployments: The zones in which sides deploy units before the first turn, in that order; `red_square.act`.
        reinforcements: The units that come later, in the order in which they are placed.
        held: Who holds places of the map as the game begins; of others those who stand there.
        victory: Who wins; None where the choice `victory` says so, or nobody.
        source: Where the scenario comes from, and what is made up in it.
    """

    title: Name
    field: Field
    turn_limit: Annotated[int, Range(1, 999, rule="missing-victory")]
    objectives: Annotated[str, Size(0, 2000), Cites("missing-victory")] = ""
    jokers: Annotated[int, Range(0, MOST_JOKERS, rule="equipment-cards-dice")] = 2
    decks: Annotated[int, Range(1, MOST_DECKS, rule="equipment-draw-pile")] = 1
    first_player: Annotated[Side, Cites("hq-activation")] = "red"
    aeroplanes: Annotated[tuple[AeroplaneMission, ...], Size(0, 99), Cites("missing-transport")] = ()
    allow_small_board: Annotated[bool, Cites("area-size")] = False
    deployments: Annotated[tuple[Deployment, ...], Size(0, 20), Cites("missing-victory")] = ()
    reinforcements: Annotated[tuple[Reinforcement, ...], Size(0, 100), Cites("missing-victory")] = ()
    held: Annotated[tuple[HeldPlace, ...], Size(0, 99), Cites("missing-victory")] = ()
    victory: Annotated[Victory | None, Cites("missing-victory")] = None
    source: Annotated[str, Size(0, 2000)] = ""

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the scenario."""
        if self.field.turn > self.turn_limit:
            message = f"the field is in turn {self.field.turn}, after the last turn {self.turn_limit}"
            yield Problem(".turn_limit", message, "missing-victory")
        for number, mission in enumerate(self.aeroplanes):
            if mission in self.aeroplanes[:number]:
                message = f"the {mission.side} aeroplane of turn {mission.turn} is listed twice"
                yield Problem(f".aeroplanes[{number}]", message, "missing-transport")
        if self.field.aeroplanes:
            message = "list the aeroplanes of all turns in the scenario, not on its field"
            yield Problem(".field.aeroplanes", message, "missing-transport")
        yield from wrong_forces(self.field, self.turn_limit, self.deployments, self.reinforcements, self.held)
        if self.victory is not None:
            places = tuple(place.name for place in self.field.board.places)
            for problem in self.victory.wrong_names(SIDES, places):
                yield evolve(problem, path=f".victory{problem.path}", rule="missing-victory")

    @property
    def to_come(self) -> tuple[Unit, ...]:
        """Return the units that are not on the field as the game begins, in the order in which they are placed."""
        deployed = (unit for zone in self.deployments for unit in zone.units)
        return (*deployed, *(coming.unit for coming in self.reinforcements))

    @property
    def roster(self) -> tuple[Unit, ...]:
        """Return all units of the scenario."""
        return (*self.field.units, *self.to_come)

    def aeroplanes_in(self, turn: int) -> tuple[Side, ...]:
        """Return the sides that have an aeroplane over their target in a turn.

        Rules: missing-transport.
        """
        flying = {mission.side for mission in self.aeroplanes if mission.turn == turn}
        return tuple(side for side in SIDES if side in flying)


def game_result(scenario: Scenario, field: Field, victory: VictoryCondition | None = None) -> Result | None:
    """Return how a game stands once the turn of *field* has been played: who has won, undecided, or None to play on.

    The book has no condition of victory. Without one the game goes on to the limit of turns and ends undecided.

    Rules: missing-victory.
    """
    winner = victory(field) if victory is not None else None
    if winner is not None:
        return winner
    return "undecided" if field.turn >= scenario.turn_limit else None


# ---------------------------------------------------------------- is it well formed?


_MOST_REMARKS = 5
"""How many remarks a sentence lists."""


@frozen(kw_only=True)
class ValidateScenarioOutcome:
    """What a well-formed scenario has that is unusual.

    Attributes:
        remarks: What is unusual about it.
        red_units: How many units the Reds have, command figures and horse holders not counted.
        white_units: How many the Whites have.
    """

    remarks: tuple[Remark, ...]
    red_units: int
    white_units: int

    def summary(self, request: ValidateScenarioRequest) -> str:
        """Return how many units the sides have, and what is unusual."""
        red, white = counted(self.red_units, "unit"), counted(self.white_units, "unit")
        told = [f"unusual: {remark.message}" for remark in self.remarks[:_MOST_REMARKS]]
        more = len(self.remarks) - _MOST_REMARKS
        told += [f"{counted(more, 'other thing is', 'other things are')} unusual too"] if more > 0 else []
        return sentences(f"{request.scenario.title} is well formed: the Reds have {red}, the Whites {white}", *told)


@frozen(kw_only=True, cache_hash=True)
class ValidateScenarioRequest(Request[ValidateScenarioOutcome]):
    """A scenario to be looked over.

    Attributes:
        scenario: The scenario.
    """

    scenario: Scenario


def _example() -> ValidateScenarioRequest:
    hedge = SquareFeature(kind="hedge", squares=((3, 6), (4, 6)))
    board = SquareMap(title="A village", grid=SquareGrid(columns=7, rows=10), features=(hedge,))
    units = (
        Unit(name="Red HQ", side="red", kind="hq", square=(3, 0)),
        Unit(
            name="1st Battalion",
            side="red",
            kind="infantry",
            square=(3, 2),
            bases=4,
            formation="masses",
            order="attack",
        ),
        Unit(name="White HQ", side="white", kind="hq", square=(3, 9), facing="S"),
        Unit(
            name="Officers",
            side="white",
            kind="infantry",
            square=(3, 6),
            facing="S",
            bases=4,
            quality="elite",
            formation="firing_line",
            order="defend",
        ),
    )
    scenario = Scenario(title="The hedge", field=Field(board=board, units=units), turn_limit=6)
    return ValidateScenarioRequest(scenario=scenario)


@procedure(
    "red_square.validate_scenario",
    title="Is this scenario well formed?",
    rules=("area-size",),
    example=_example,
)
def validate_scenario(request: ValidateScenarioRequest, umpire: Umpire[Options]) -> ValidateScenarioOutcome:
    """Check a scenario: refuse what cannot begin a game, and remark on what is unusual.

    The map and the units on it are checked first, then the size of the table, the headquarters, each unit, whom it
    keeps with, and last who shares a square with whom. Trenches and wire that the map has are there for good, and serve
    the units that hold them.

    Raises:
        IllegalRequestError: If the game cannot begin so, with every reason.

    Rules: area-size, command-levels, dig-2-prepared, missing-victory, notes-two-stage.
    """
    scenario = request.scenario
    crowded = tuple(_crowded(scenario.field, umpire.charts["occupancy"], "$.scenario.field"))
    if crowded:
        raise IllegalRequestError(Verdict(objections=crowded))
    remarks = tuple(_remarks(scenario, "$.scenario.field"))
    for remark in remarks:
        umpire.result(remark.rule, "unusual: {what}", what=remark.message)
    umpire.result("missing-victory", "without a condition of victory, turn {turn} ends it", turn=scenario.turn_limit)
    red, white = (sum(map(is_combat_unit, scenario.field.of(side))) for side in SIDES)
    return ValidateScenarioOutcome(remarks=remarks, red_units=red, white_units=white)


@validate_scenario.legality
def _legality(request: ValidateScenarioRequest, options: Options) -> Iterator[Objection]:
    return scenario_objections(request.scenario, "$.scenario")


def scenario_objections(scenario: Scenario, path: str) -> Iterator[Objection]:
    """Yield every reason why a game cannot begin so, except squares that are shared against the table.

    Rules: area-size, command-levels, orders-required, orders-attack, units-afv.
    """
    grid, field = scenario.field.board.grid, scenario.field
    size = tuple(sorted((grid.columns, grid.rows)))
    if not scenario.allow_small_board and any(has < least for has, least in zip(size, LEAST_BOARD, strict=True)):
        wanted = " by ".join(map(str, LEAST_BOARD))
        message = f"the table is {grid.columns} by {grid.rows} squares, less than {wanted}; or set allow_small_board"
        yield Objection(rule="area-size", message=message, path=f"{path}.field.board.grid")
    for side in SIDES:
        deployed = [unit for zone in scenario.deployments for unit in zone.units if unit.side == side]
        if not any(unit.kind == "hq" for unit in (*field.of(side), *deployed)):
            message = f"the {side.capitalize()}s have no headquarters on the table; each side has one at least"
            yield Objection(rule="command-levels", message=message, path=f"{path}.field.units")
    for number, unit in enumerate(field.units):
        if unit.bases:
            yield from _unit_objections(field, unit, f"{path}.field.units[{number}]")
    for number, zone in enumerate(scenario.deployments):
        for place, unit in enumerate(zone.units):
            yield from _unit_objections(field, unit, f"{path}.deployments[{number}].units[{place}]")
    for number, coming in enumerate(scenario.reinforcements):
        yield from _unit_objections(field, coming.unit, f"{path}.reinforcements[{number}].unit")


def without_order(unit: Unit, path: str) -> Iterator[Objection]:
    """Refuse a unit that needs an order and has none.

    Rules: orders-required.
    """
    if unit.kind in ORDERED and unit.order is None:
        message = f"{unit.name!r} needs an order: attack, probe, defend or counter_attack"
        yield Objection(rule="orders-required", message=message, path=f"{path}.order")


def _unit_objections(field: Field, unit: Unit, path: str) -> Iterator[Objection]:
    yield from unit_objections(unit, path)
    yield from without_order(unit, path)
    if unit.kind == "infantry" and unit.order == "attack" and unit.formation not in ("masses", "waves"):
        message = f"infantry attacks in masses or waves; {unit.name!r} is in {unit.formation}"
        yield Objection(rule="orders-attack", message=message, path=f"{path}.formation")
    if unit.square is None:
        return
    if unit.accompanies:
        yield from _companion_objections(field, unit, path)
    if unit.kind == "train" and not any(
        field.board.has_railway(unit.square, beside) for beside in field.board.grid.neighbours(unit.square)
    ):
        message = f"no rails lead through {unit.square}, the square of the gun carriage"
        yield Objection(rule="train-1-square", message=message, path=f"{path}.square")


def _companion_objections(field: Field, unit: Unit, path: str) -> Iterator[Objection]:
    """Refuse companions that are not beside the unit that they accompany.

    Rules: units-mg, mg-place-speed, tchanka-place, mounted-3-dismounted.
    """
    with_whom = field.unit(unit.accompanies)
    near = is_on_table(with_whom) and field.distance(unit, with_whom) <= 1
    name = f"{unit.name!r}"
    if unit.kind == "mg" and not any(
        field.distance(unit, friend) <= 1 for friend in field.of(unit.side) if _is_company(friend)
    ):
        message = f"{name} stands alone: an MG company has a friendly unit in its square or an adjacent one"
        yield Objection(rule="units-mg", message=message, path=f"{path}.square")
    elif unit.kind == "mg" and not near:
        message = f"{name} keeps in the square of {with_whom.name!r} or an adjacent one"
        yield Objection(rule="mg-place-speed", message=message, path=f"{path}.square")
    if unit.kind == "tchanka" and (with_whom.kind != "cavalry" or not near):
        message = f"{name} keeps in the square of a cavalry regiment that it accompanies, or an adjacent one"
        yield Objection(rule="tchanka-place", message=message, path=f"{path}.accompanies")
    if unit.kind == "horse_holders" and (
        with_whom.formation != "dismounted" or not near or unit.square == with_whom.square
    ):
        message = f"{name} hold the horses of a dismounted regiment in a square adjacent to it"
        yield Objection(rule="mounted-3-dismounted", message=message, path=f"{path}.square")
    elif unit.kind == "horse_holders" and holders_of(field, with_whom) != unit:
        message = f"the horses of {with_whom.name!r} are held in another square already"
        yield Objection(rule="mounted-3-dismounted", message=message, path=f"{path}.accompanies")


def _is_company(friend: Unit) -> bool:
    """Return whether an MG company stands with or beside a unit that can fight.

    Rules: units-mg.
    """
    return is_combat_unit(friend) and friend.kind != "mg"


def _crowded(field: Field, chart: Chart, path: str) -> Iterator[Objection]:
    """Yield every reason why those in one square may not share it, and why a train may not carry whom it does.

    Rules: occ-table, train-5-carrying.
    """
    for square in dict.fromkeys(where(unit) for unit in field.on_table):
        for objection in sharing_objections(field.at(square), chart):
            yield evolve(objection, message=f"in {square}, {objection.message}", path=f"{path}.units")
    for number, unit in enumerate(field.units):
        aboard = [other for other in field.units if other.carried_by == unit.name and other.bases]
        if len(aboard) > 1 or any(other.kind not in EMERGES for other in aboard):
            message = f"{unit.name!r} carries one battalion, regiment or artillery brigade at most"
            yield Objection(rule="train-5-carrying", message=message, path=f"{path}.units[{number}]")


# ---------------------------------------------------------------- what is unusual


def _remarks(scenario: Scenario, path: str) -> Iterator[Remark]:
    field = scenario.field
    for number, unit in enumerate(field.units):
        yield from _unit_remarks(field, unit, f"{path}.units[{number}]")
    trains = [unit for unit in field.on_table if unit.kind == "train"]
    if len(trains) > 1:
        message = f"{len(trains)} armoured trains; one side alone usually has one"
        yield Remark(rule="units-train", message=message, path=f"{path}.units")
    for side in SIDES:
        units = sum(map(is_combat_unit, field.of(side)))
        if units > UNITS_OF_AN_EVENING:
            message = (
                f"the {side.capitalize()}s have {units} units; more than {UNITS_OF_AN_EVENING} take over two hours"
            )
            yield Remark(rule="notes-two-stage", message=message, path=f"{path}.units")


def _unit_remarks(field: Field, unit: Unit, path: str) -> Iterator[Remark]:
    if not unit.bases:
        return
    yield from size_remarks(unit, path)
    if unit.formation == "defence" and unit.square is not None and not field.has_wire(unit.square):
        message = f"{unit.name!r} is in Defence without wire in its square"
        yield Remark(rule="dig-3-defence", message=message, path=f"{path}.square")
    if unit.formation == "dismounted" and holders_of(field, unit) is None:
        message = f"{unit.name!r} is on foot and nobody holds its horses, so that it cannot mount again"
        yield Remark(rule="mounted-3-dismounted", message=message, path=path)
    if unit.kind == "co":
        yield from _command_remarks(field, unit, path)


def _command_remarks(field: Field, officer: Unit, path: str) -> Iterator[Remark]:
    """Remark on a CO with more or fewer battalions or regiments than usual, or with some of both.

    Rules: command-levels, org-infantry-regiment, org-cavalry-brigade.
    """
    kinds: list[Kind] = [unit.kind for unit in field.units if unit.commander == officer.name and unit.bases]
    battalions, regiments = kinds.count("infantry"), kinds.count("cavalry")
    name = f"{officer.name!r}"
    if bool(battalions) == bool(regiments):
        of = "battalions and cavalry regiments" if battalions else "neither a battalion nor a cavalry regiment"
        yield Remark(rule="command-levels", message=f"{name} commands {of}", path=path)
    if battalions and not BATTALIONS_OF_A_REGIMENT[0] <= battalions <= BATTALIONS_OF_A_REGIMENT[1]:
        usual = USUAL_BATTALIONS[officer.side]
        message = f"{name} has {battalions} battalions; {usual} are usual for the {officer.side.capitalize()}s"
        yield Remark(rule="org-infantry-regiment", message=message, path=path)
    if regiments and not REGIMENTS_OF_A_BRIGADE[0] <= regiments <= REGIMENTS_OF_A_BRIGADE[1]:
        message = f"{name} has {regiments} cavalry regiments; 2 or 3 are usual"
        yield Remark(rule="org-cavalry-brigade", message=message, path=path)
