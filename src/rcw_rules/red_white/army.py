"""The army: its headquarters, its losses, Major Morale, and the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.melee import INITIATORS
from rcw_rules.red_white.model import VEHICLE_STANDS, VEHICLES, Side, Stands, Unit, grade_objections
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import MissingProfileError, PartOneProfile, Phase, UnitType
from rcw_rules.ruleset import Cites

# ---------------------------------------------------------------- the headquarters


@frozen(kw_only=True)
class HqOverrunOutcome:
    """What became of a Force HQ.

    Attributes:
        overrun: Whether it is overrun, and removed from the table.
        lost_units: What that counts for Major Morale; a train that was lost with it counts for itself.
        commander_survives: Whether the army's commander is still in the game.
    """

    overrun: bool
    lost_units: int
    commander_survives: bool


@frozen(kw_only=True, cache_hash=True)
class HqOverrunRequest(Request[HqOverrunOutcome]):
    """A Force HQ that the enemy may have reached.

    Attributes:
        enemy: The type of the enemy unit that ended its move in contact with the HQ; None if there is none.
        enemy_falling_back: Whether that unit is marked as falling back.
        friend_in_contact: Whether a friendly unit is in contact with that enemy.
        aboard_train: Whether the HQ is aboard an armoured train.
        train_lost: Whether that train is lost.
        commander_leads: Whether the commander is away, leading a unit heroically.
    """

    enemy: UnitType | None = None
    enemy_falling_back: bool = False
    friend_in_contact: bool = False
    aboard_train: bool = False
    train_lost: Annotated[bool, Cites("train-lost")] = False
    commander_leads: Annotated[bool, Cites("hq")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.train_lost and not self.aboard_train:
            yield Problem(".train_lost", "the HQ is aboard no train that could be lost", "hq-overrun")
        for field in ("enemy_falling_back", "friend_in_contact"):
            if getattr(self, field) and self.enemy is None:
                yield Problem(f".{field}", "there is no enemy unit in contact", "hq-overrun")


def _hq_example() -> HqOverrunRequest:
    return HqOverrunRequest(enemy="cavalry")


@procedure(
    "red_white.hq_overrun",
    title="Is the HQ lost?",
    rules=("hq", "hq-overrun", "train-lost", "melee-initiators", "gen-unit-types"),
    example=_hq_example,
)
def hq_overrun(request: HqOverrunRequest, umpire: Umpire[Options]) -> HqOverrunOutcome:
    """Say whether a Force HQ is overrun.

    It is if an enemy unit that could start a melee is in contact with it at the end of its move while no friendly unit
    is in contact with that enemy. Aboard a train it is overrun when, and only when, the train is lost. It has no
    strength of its own to fight with.

    Rules: hq, hq-overrun.
    """
    if request.aboard_train:
        overrun, why = request.train_lost, "its train is lost" if request.train_lost else "it is safe aboard its train"
    elif request.enemy is None:
        overrun, why = False, "no enemy unit is in contact with it"
    elif request.enemy not in INITIATORS or request.enemy_falling_back:
        overrun, why = False, "the enemy unit in contact with it could not start a melee"
    elif request.friend_in_contact:
        overrun, why = False, "a friendly unit is in contact with the enemy unit"
    else:
        overrun, why = True, "an enemy unit that could start a melee is in contact with it"
    if overrun:
        umpire.result("hq-overrun", "the HQ is overrun and removed, one unit lost: {why}", why=why)
    else:
        umpire.result("hq-overrun", "the HQ is not overrun: {why}", why=why)
    if overrun and request.commander_leads:
        umpire.result("hq", "the commander, who is leading a unit heroically, survives")
    return HqOverrunOutcome(
        overrun=overrun, lost_units=int(overrun), commander_survives=not overrun or request.commander_leads
    )


# ---------------------------------------------------------------- what an army has lost

ArmyUnitType: TypeAlias = Literal[UnitType, "force_hq", "ship"]
"""Units that are counted (gen-unit-types): those of the table, the Force HQ, and ships if the scenario lists them."""

Fate: TypeAlias = Literal["in_play", "destroyed", "surrendered", "off_table"]
"""What became of a unit: "surrendered" is in the enemy's hands, so a train is captured; "off_table" fell back, or was
driven back, off the field."""


@frozen(kw_only=True)
class ArmyUnit:
    """One line of the log: a unit that an army had at the start of the game.

    Attributes:
        type: The kind of unit.
        name: What to call it; by default its number in the log.
        fate: What became of it.
        starting_stands: Stands at the start of the game; only for troops, and needed while they are in play.
        stands: Stands now; likewise.
        hits: Hits recorded so far; only for vehicles.
    """

    type: ArmyUnitType
    name: str = ""
    fate: Annotated[Fate, Cites("p1-surrender-and-supply")] = "in_play"
    starting_stands: Stands | None = None
    stands: Annotated[int, Range(0, 99, rule="bad-numbers")] | None = None
    hits: Annotated[int, Range(0, VEHICLE_STANDS, rule="bad-numbers")] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the unit."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        has_stands = self.type not in VEHICLES and self.type not in ("force_hq", "ship")
        if self.hits is not None and self.type not in VEHICLES:
            yield Problem(".hits", "only vehicles record hits", "gen-unit-types")
        for field in ("starting_stands", "stands"):
            given = getattr(self, field) is not None
            if given and not has_stands:
                message = f"{self.type.replace('_', ' ')} units have no stands that would be counted"
                yield Problem(f".{field}", message, "gen-unit-types")
            if has_stands and not given and self.fate == "in_play":
                yield Problem(f".{field}", "is missing: a unit at half its stands counts as lost", "major-losses")
        if self.stands is not None and self.starting_stands is not None and self.stands > self.starting_stands:
            yield Problem(".stands", f"{self.stands} is more than the {self.starting_stands} at the start", "gen-stand")


@frozen(kw_only=True)
class ArmyLog:
    """An army as a log of every unit that it had at the start of the game.

    Attributes:
        units: The units, whatever became of them; attachments and aircraft are none.
        supply_cut: Whether the enemy cuts its supply line at this moment.
    """

    units: Annotated[tuple[ArmyUnit, ...], Size(1, 999, rule="major-count")]
    supply_cut: Annotated[bool, Cites("p1-surrender-and-supply")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a second Force HQ."""
        headquarters = [number for number, unit in enumerate(self.units) if unit.type == "force_hq"]
        for number in headquarters[1:]:
            yield Problem(f".units[{number}].type", "an army has one Force HQ at most", "hq")


@frozen(kw_only=True)
class ArmyCount:
    """An army as counts.

    Attributes:
        units: Its units at the start of the game, trains and the Force HQ included, each as one.
        lost: Units lost, each counted once: destroyed, surrendered, off the field, or at half strength or less. Trains
            that are lost are not among them; a train at half strength is.
        trains_lost: Armoured trains lost: destroyed, captured, or driven off the table.
        trains_forced_off: How many of these the enemy captured or drove off the table.
        supply_cut: Whether the enemy cuts its supply line at this moment.
    """

    units: Annotated[int, Range(1, 999, rule="major-count")]
    lost: Annotated[int, Range(0, 999, rule="bad-numbers")] = 0
    trains_lost: Annotated[int, Range(0, 99, rule="bad-numbers")] = 0
    trains_forced_off: Annotated[int, Range(0, 99, rule="bad-numbers"), Cites("p1-surrender-and-supply")] = 0
    supply_cut: Annotated[bool, Cites("p1-surrender-and-supply")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield more losses than units, and more trains forced off than lost."""
        lost = self.lost + self.trains_lost
        if lost > self.units:
            yield Problem(
                ".lost",
                f"{lost} units lost, trains included, are more than the {self.units} at the start",
                "major-losses",
            )
        if self.trains_forced_off > self.trains_lost:
            message = f"more than the trains lost ({self.trains_lost}), among which a train forced off counts"
            yield Problem(".trains_forced_off", message, "major-adjustments")


def count_of(army: ArmyLog | ArmyCount) -> ArmyCount:
    """Return what the log of an army comes to; each unit counts once, whatever happened to it.

    Rules: major-count, major-losses, major-adjustments.
    """
    if isinstance(army, ArmyCount):
        return army
    trains = [unit for unit in army.units if unit.type == "armoured_train" and _is_gone(unit)]
    return ArmyCount(
        units=len(army.units),
        lost=sum(_is_lost(unit) for unit in army.units) - len(trains),
        trains_lost=len(trains),
        trains_forced_off=sum(unit.fate in ("surrendered", "off_table") for unit in trains),
        supply_cut=army.supply_cut,
    )


def _is_gone(unit: ArmyUnit) -> bool:
    """Whether a unit is no longer in play; a vehicle's eighth hit destroys it, and so does the loss of the last stand.

    Rules: major-losses, vehicle-hits, train-lost, morale-off-table.
    """
    return unit.fate != "in_play" or unit.hits == VEHICLE_STANDS or unit.stands == 0


def _is_lost(unit: ArmyUnit) -> bool:
    """Whether a unit counts as lost: no longer in play, or at half strength or less; nothing is rounded.

    Rules: major-losses, vehicle-eight-stands.
    """
    if _is_gone(unit):
        return True
    if unit.type in VEHICLES:
        return 2 * (unit.hits or 0) >= VEHICLE_STANDS
    if unit.stands is None or unit.starting_stands is None:  # a Force HQ or a ship has no strength that is counted
        return False
    return 2 * unit.stands <= unit.starting_stands


# ---------------------------------------------------------------- Major Morale


@frozen(kw_only=True)
class MajorMoraleOutcome:
    """How an army stands at the end of a turn.

    Attributes:
        net_losses: Its net losses in units, never below 0.
        row: The row of the table that they fall into.
        tested: Whether it tested Major Morale.
        broken: Whether it is broken.
    """

    net_losses: int
    row: str
    tested: bool
    broken: bool


@frozen(kw_only=True, cache_hash=True)
class MajorMoraleRequest(Request[MajorMoraleOutcome]):
    """An army at the end of a turn.

    Attributes:
        side: Whose army it is.
        army: Its units and losses, as a log or as counts.
        enemy_trains_forced_off: Enemy armoured trains captured, or driven off the table; one that was merely
            destroyed is none.
        enemy_supply_cut: Whether it cuts the supply line of the enemy at this moment.
    """

    side: Side
    army: ArmyLog | ArmyCount
    enemy_trains_forced_off: Annotated[int, Range(0, 99, rule="bad-numbers"), Cites("p1-surrender-and-supply")] = 0
    enemy_supply_cut: Annotated[bool, Cites("p1-surrender-and-supply")] = False


def _major_example() -> MajorMoraleRequest:
    return MajorMoraleRequest(side="red", army=ArmyCount(units=10, lost=2, trains_lost=1), enemy_supply_cut=True)


@procedure(
    "red_white.major_morale",
    title="Does the army break?",
    rules=(
        "major-count",
        "major-losses",
        "major-adjustments",
        "major-threshold",
        "major-die",
        "opt-major-die",
        "major-when",
        "major-break",
        "p1-surrender-and-supply",
        "vehicle-hits",
        "vehicle-eight-stands",
        "train-lost",
        "train-fail",
        "morale-off-table",
        "hq",
        "gen-stand",
        "gen-unit-types",
        "bad-numbers",
    ),
    example=_major_example,
)
def major_morale(request: MajorMoraleRequest, umpire: Umpire[Options]) -> MajorMoraleOutcome:
    """Add up an army's net losses and test Major Morale if they are 30% of its units at the start or more.

    Net losses are the units lost, plus 3 for each armoured train lost, plus 3 while its supply line is cut, less 2 for
    each enemy train captured or forced off the table, less 2 while it cuts the enemy's supply line; never below 0. The
    exact fraction of the units at the start takes the highest row that it reaches. The army breaks if the die shows
    the number of that row or less; no modifier applies. A D10 is thrown, because the rows of the table say so; the
    prose has a D6, which an option keeps.

    Rules: major-count, major-losses, major-adjustments, major-threshold, major-die, opt-major-die, major-break,
        p1-surrender-and-supply.
    """
    count = count_of(request.army)
    if isinstance(request.army, ArmyLog):
        _tell_losses(request.army, umpire)
    reason = "unit lost" if count.lost == 1 else "units lost"
    counted = Modifier(id="units_lost", value=count.lost, reason=reason, rule="major-losses")
    losses = umpire.modify(ledger((counted, *_adjustments(count, request, umpire))), "net losses")
    net = max(0, losses.total)
    umpire.result("major-count", "net losses of {net} among {units} units", net=net, units=count.units)
    cell = umpire.look_up("major_morale", Fraction(net, count.units))
    if not isinstance(cell.result, int):
        umpire.result("major-threshold", "no test: below 30%")
        return MajorMoraleOutcome(net_losses=net, row=cell.row, tested=False, broken=False)
    umpire.ruling("major_die")
    die = d6 if umpire.options.major_die == "d6" else d10
    stands = umpire.roll(die.check(at_least=cell.result + 1), f"Major Morale of {request.side}", "major-die")
    if stands:
        umpire.result("major-threshold", "the {side} army stands", side=request.side)
    else:
        umpire.result("major-break", "the {side} army breaks", side=request.side)
    return MajorMoraleOutcome(net_losses=net, row=cell.row, tested=True, broken=not stands)


def _tell_losses(log: ArmyLog, umpire: Umpire[Options]) -> None:
    """Tell which units of a log count as lost, and why.

    Rules: major-losses.
    """
    for number, unit in enumerate(log.units, start=1):
        if _is_lost(unit):
            label = unit.name or f"unit {number}"
            if not _is_gone(unit):
                why = "half strength or less"
            else:
                why = {"surrendered": "surrendered", "off_table": "off the table"}.get(unit.fate, "destroyed")
            umpire.result("major-losses", "{unit} counts as lost: {why}", unit=label, why=why)


def _adjustments(count: ArmyCount, request: MajorMoraleRequest, umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield what trains and supply lines change; a lost train's 3 stand in the place of its own 1.

    Rules: major-adjustments, train-lost.
    """
    rule, chart = "major-adjustments", "major_morale_losses"
    if count.trains_lost:
        reason = f"for {count.trains_lost} armoured {_trains(count.trains_lost)} lost"
        yield umpire.modifier(chart, "train_lost", rule, reason, times=count.trains_lost)
    if count.supply_cut:
        yield umpire.modifier(chart, "supply_cut", rule, "own supply line cut")
    forced_off = request.enemy_trains_forced_off
    if forced_off:
        reason = f"for {forced_off} enemy {_trains(forced_off)} captured or forced off"
        yield umpire.modifier(chart, "enemy_train_forced_off", rule, reason, times=forced_off)
    if request.enemy_supply_cut:
        yield umpire.modifier(chart, "enemy_supply_cut", rule, "enemy supply line cut")


def _trains(number: int) -> str:
    return "train" if number == 1 else "trains"


# ---------------------------------------------------------------- the end of a turn


@frozen(kw_only=True)
class EndOfTurnOutcome:
    """The state of the game when a turn has ended.

    Attributes:
        units: The units of the request, none of them suppressed any more.
        red: How the Red army stands.
        white: How the White army stands.
        winner: Who has won; "draw" if both armies broke, "none" if neither did and the game goes on.
    """

    units: tuple[Unit, ...]
    red: MajorMoraleOutcome
    white: MajorMoraleOutcome
    winner: Literal["none", "red", "white", "draw"]

    @property
    def game_over(self) -> bool:
        """Whether the game ends, unless the scenario has victory conditions of its own."""
        return self.winner != "none"


@frozen(kw_only=True, cache_hash=True)
class EndOfTurnRequest(Request[EndOfTurnOutcome]):
    """Both armies at the end of a turn.

    Attributes:
        red: The Red army, as a log or as counts.
        white: The White army, likewise.
        units: Units that may be suppressed, of either side.
    """

    red: ArmyLog | ArmyCount
    white: ArmyLog | ArmyCount
    units: Annotated[tuple[Unit, ...], Size(0, 999)] = ()


def _end_example() -> EndOfTurnRequest:
    suppressed = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=7, suppressed=True)
    return EndOfTurnRequest(
        red=ArmyCount(units=10, lost=2, supply_cut=True),
        white=ArmyCount(units=8, lost=1, trains_lost=1),
        units=(suppressed,),
    )


@procedure(
    "red_white.end_of_turn",
    title="What happens at the end of the turn?",
    rules=(
        "suppress-duration",
        "gen-unit-state",
        "major-when",
        "major-count",
        "major-losses",
        "major-adjustments",
        "major-threshold",
        "major-die",
        "major-break",
        "p1-sequence",
        "p1-surrender-and-supply",
    ),
    example=_end_example,
)
def end_of_turn(request: EndOfTurnRequest, umpire: Umpire[Options]) -> EndOfTurnOutcome:
    """End a turn: remove the suppressed markers, then test Major Morale, Red first.

    All other state of the units stays. Both armies are counted, and both test if they must, even if the first breaks.
    What one army loses in trains forced off and in supply takes losses off the other. A broken army loses the game; if
    both break it is a draw.

    Rules: suppress-duration, gen-unit-state, major-when, major-adjustments, major-break.
    """
    units = tuple(evolve(unit, suppressed=False) if unit.suppressed else unit for unit in request.units)
    freed = sum(unit.suppressed for unit in request.units)
    umpire.result("suppress-duration", "suppressed markers removed: {count}", count=freed)
    red = umpire.resolve(_question("red", request.red, request.white), "Red army")
    white = umpire.resolve(_question("white", request.white, request.red), "White army")
    winner: Literal["none", "red", "white", "draw"] = "none"
    if red.broken or white.broken:
        winner = "draw" if red.broken and white.broken else "white" if red.broken else "red"
        umpire.result("major-break", "the game is over; winner: {winner}", winner=winner)
    return EndOfTurnOutcome(units=units, red=red, white=white, winner=winner)


@end_of_turn.legality
def _end_objections(request: EndOfTurnRequest, options: Options) -> Iterator[Objection]:
    sequence = options.profile.sequence if options.profile is not None else ()
    if sequence and not any("end" in phase.roles for phase in sequence):
        message = "no phase of the profile's sequence ends the turn, so that Major Morale would never be tested"
        yield Objection(rule="p1-sequence", message=message)
    for number, unit in enumerate(request.units):
        yield from grade_objections(unit, options, f"$.units[{number}]")


def _question(side: Side, own: ArmyLog | ArmyCount, enemy: ArmyLog | ArmyCount) -> MajorMoraleRequest:
    """Return the question for one army: what the other lost in trains forced off, and in supply, is its gain.

    Rules: major-adjustments, p1-surrender-and-supply.
    """
    return MajorMoraleRequest(
        side=side,
        army=own,
        enemy_trains_forced_off=count_of(enemy).trains_forced_off,
        enemy_supply_cut=enemy.supply_cut,
    )


def phase_1(profile: PartOneProfile) -> Phase:
    """Return the phase that the rule of suppression calls phase 1: the first of a turn in which there is fire.

    Args:
        profile: The profile whose sequence of phases holds.

    Raises:
        MissingProfileError: If the sequence has no phase with fire.

    Rules: p1-sequence, suppress-who.
    """
    for phase in profile.sequence:
        if "fire" in phase.roles:
            return phase
    raise MissingProfileError(
        "p1-sequence",
        "sequence",
        "Which is the first phase of a turn in which units fire?",
        "the profile's sequence, with a phase that holds the role fire (Part I, which defines it, is lost)",
    )
