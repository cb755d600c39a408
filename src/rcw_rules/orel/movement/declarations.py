"""Special actions at the end of a move: their cost, and which units may declare an attack, a barrage or a support."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import ChartError, IllegalRequestError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    PROHIBITED,
    called,
    closed_ground,
    column_of,
    grid_in,
    is_orel,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    required_board,
    told_location,
    zones_against,
)
from rcw_rules.orel.model import (
    TRAIN_TYPES,
    AttackType,
    Depot,
    HexLabel,
    MovementPoints,
    OrelLocation,
    Unit,
    UnitType,
    listed,
    wrong_places,
    wrong_words,
)
from rcw_rules.orel.options import Options

DeclaredAction: TypeAlias = Literal["attack", "barrage", "support"]

Action: TypeAlias = Literal["none", "combat_mode", "attack", "barrage", "support", "entrench"]
"""What a unit spends movement points on when it stops."""

CommandCheck: TypeAlias = Literal["none", "passed", "failed"]
"""How the check of a unit out of command went that it made in this phase, as ``orel.ooc_check`` tells it."""

Marker: TypeAlias = Literal["prepared_attack", "hasty_attack", "barrage", "prepared_support", "hasty_support"]

_IMPOSSIBLE = "-"
_ACTION_COSTS = "special_action_costs"

# -------------------------------------------------------------------- what other chapters ask


def action_rule(action: Action, attack_type: AttackType) -> str:
    """Return the rule that sets the price of an action.

    >>> action_rule("support", "prepared"), action_rule("barrage", "prepared")
    ('7.2-prepared-cost', '7.2-barrage-cost')
    """
    if action in ("attack", "support"):
        return "7.2-prepared-cost" if attack_type == "prepared" else "7.2-hasty"
    return {"barrage": "7.2-barrage-cost", "entrench": "7.3-entrench"}.get(action, "7.1.4-modes")


def action_cost(umpire: Umpire[Options], unit: Unit, action: Action, attack_type: AttackType) -> int | Literal["all"]:
    """Return what an action costs a unit in movement points, with the cell of the chart on the record.

    Raises:
        IllegalRequestError: If the chart has no price, since the unit can do no such thing.

    Rules: 7.2-barrage-cost, 7.2-prepared-cost, 7.2-hasty, 7.1.4-modes, 7.3-entrench.
    """
    if action == "none":
        return 0
    row = f"{attack_type}_attack" if action in ("attack", "support") else action
    result = umpire.look_up(_ACTION_COSTS, row, _cost_column(unit)).result
    if isinstance(result, int):
        return result
    if result == "all":
        return "all"
    if result != _IMPOSSIBLE:
        raise ChartError(_ACTION_COSTS, f"row {row!r} should have a number, 'all' or {_IMPOSSIBLE!r}, not {result!r}")
    message = f"{unit.key} is of type {unit.type}, which has no action {action}"
    objection = Objection(rule=action_rule(action, attack_type), message=message, path="$.action")
    raise IllegalRequestError(Verdict(objections=(objection,)))


def _cost_column(unit: Unit) -> str:
    if unit.is_train:
        return "armoured_train"
    if unit.is_vehicle:
        return unit.type
    return "red_shock" if unit.side == "red" and unit.shock else unit.side


def unable_to_act(unit: Unit, action: Action) -> Iterator[Objection]:
    """Yield what keeps a unit from an action, whatever movement points it has; building entrenchments apart.

    Rules: 7.2-declare, 7.1.4-modes, 10.2-inactive, 8.7.3-rout, 9.2.1-breakdown, 8.2.3-effects.
    """
    if action in ("none", "entrench"):
        return
    if action == "combat_mode":
        if unit.is_vehicle:
            message = f"{unit.key} is a vehicle: it has no mode to pay for and always counts as in combat mode"
            yield Objection(rule="7.1.4-modes", message=message, path="$.action")
    elif action == "attack":
        if unit.is_artillery:
            message = f"{unit.key} is artillery, which declares a barrage or a support, not an attack"
            yield Objection(rule="7.2-declare", message=message, path="$.action")
    elif not (unit.is_artillery or unit.is_train):
        message = f"only artillery and armoured trains fire, and {unit.key} is of type {unit.type}"
        yield Objection(rule="7.2-declare", message=message, path="$.action")
    if unit.mode == "routed":
        message = f"{unit.key} is routed and spends no movement points on actions"
        yield Objection(rule="8.7.3-rout", message=message, path="$.unit.mode")
    if action == "combat_mode":
        return
    if unit.inactive:
        message = f"{unit.key} is inactive until it is released; it may entrench"
        yield Objection(rule="10.2-inactive", message=message, path="$.unit.inactive")
    if unit.broken_down:
        message = f"{unit.key} has broken down; it does nothing until the end of the game turn"
        yield Objection(rule="9.2.1-breakdown", message=message, path="$.unit.broken_down")
    if unit.is_vehicle and unit.unsupplied:
        message = f"{unit.key} is unsupplied; such vehicles do not fight"
        yield Objection(rule="8.2.3-effects", message=message, path="$.unit.unsupplied")


def attacks_out_of_command(unit: Unit, command_check: CommandCheck, path: str) -> Objection:
    """Return the objection that a unit out of command in an enemy zone of control has not passed its check.

    Rules: 5.3-zoc.
    """
    how = "failed its check" if command_check == "failed" else "not checked its quality yet (orel.ooc_check)"
    message = (
        f"{unit.key} is out of command in an enemy zone of control and has {how}; without a pass it neither attacks "
        "nor steps from zone to zone, but may stay or step out of the zones"
    )
    return Objection(rule="5.3-zoc", message=message, path=path)


# -------------------------------------------------------------------- orel.declare_attack


_DECLARED_SAID: dict[Marker, str] = {
    "prepared_attack": "a Prepared Attack",
    "hasty_attack": "a Hasty Attack",
    "barrage": "a barrage",
    "prepared_support": "support for a Prepared Attack",
    "hasty_support": "support for a Hasty Attack",
}


@frozen(kw_only=True)
class DeclareAttackOutcome:
    """What a unit has declared.

    Attributes:
        marker: The marker that it gets.
        cost: What it pays, in movement points.
        mp_left: What it has left, to no further use; None for armoured trains.
        unit: The unit then, in combat mode.
        location: The suburbs, if the attack comes out of Orel: the whole stack is there from now on; else None.
    """

    marker: Marker
    cost: int
    mp_left: int | None
    unit: Unit
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None

    def summary(self, request: DeclareAttackRequest) -> str:
        """Return what the unit declares, what it pays, and what is left."""
        at = "" if request.target is None else f" {'on' if request.action == 'attack' else 'at'} hex {request.target}"
        paid = f" for {words.counted(self.cost, 'movement point')}" if self.cost else ""
        left = "" if self.mp_left is None else f", with {self.mp_left} left"
        changed = self.unit.mode != request.unit.mode
        return words.sentences(
            f"{called(request.unit)} declares {_DECLARED_SAID[self.marker]}{at}{paid}{left if paid else ''}",
            "it is in combat mode now" if changed else "",
            f"the whole stack is in {told_location(self.location)}" if self.location else "",
        )


@frozen(kw_only=True, cache_hash=True)
class DeclareAttackRequest(Request[DeclareAttackOutcome]):
    """A unit that has stopped and declares an attack, a barrage or a support.

    Attributes:
        unit: The unit.
        action: What it declares.
        attack_type: Prepared or Hasty Attack, of a support the one that it is for; it does not matter to a barrage.
        mp_left: The movement points that it has left; armoured trains need none.
        target: The hex that it attacks. A barrage and a support may name theirs later.
        others: The other units on the map, of both sides.
        depots: The depots on the map, of both sides.
        together: The keys of units of the same hex that declare the same attack.
        staying: The keys of units of its side that do not move in the whole phase.
        attacked: The hexes on which attacks are declared.
        barraged: The hexes in which a unit is barraged.
        marching_day: Whether it has made a Marching Day.
        acted: Whether it has declared an action before in this turn.
        command_check: How its check went, if it is out of command and made one.
        board: The board; it matters only where terrain can be prohibited to the unit.
    """

    unit: Unit
    action: DeclaredAction
    attack_type: AttackType = "prepared"
    mp_left: Annotated[MovementPoints | None, Cites("7-actions")] = None
    target: HexLabel | None = None
    others: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    together: Annotated[tuple[str, ...], Size(0, 20), Cites("9-accompanied")] = ()
    staying: Annotated[tuple[str, ...], Size(0, 999), Cites("7.1.3-negation")] = ()
    attacked: Annotated[tuple[HexLabel, ...], Size(0, 999), Cites("7.2-barraged-hex")] = ()
    barraged: Annotated[tuple[HexLabel, ...], Size(0, 999), Cites("7.2-barraged-hex")] = ()
    marching_day: Annotated[bool, Cites("7.1.5-marching-day")] = False
    acted: bool = False
    command_check: Annotated[CommandCheck, Cites("5.3-zoc")] = "none"
    board: Annotated[HexMap | None, Cites("D-map")] = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need("unit.hex", rule="X-bad-units"),
        Need(
            "target",
            {"action": ("attack",)},
            message="is missing: an attack names its hex when it is declared",
            rule="7.2-declare",
        ),
        Need(
            "mp_left",
            {"unit.type": tuple(one for one in get_args(UnitType) if one not in TRAIN_TYPES)},
            message="is missing: an action is paid for with the movement points that are left",
            rule="7.2-declare",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        unit = self.unit
        yield from wrong_places(((".unit", unit), *listed("others", self.others), *listed("depots", self.depots)), grid)
        places = (
            *((".target", place) for place in (self.target,) if place is not None),
            *((f".attacked[{number}]", place) for number, place in enumerate(self.attacked)),
            *((f".barraged[{number}]", place) for number, place in enumerate(self.barraged)),
        )
        for path, place in places:
            if not grid.has(place):
                yield Problem(path, f"hex {place} is not on the board", "0-hex-layout")
        if self.mp_left is not None and unit.is_train:
            yield Problem(".mp_left", "an armoured train has no movement points; leave it out", "7.1.6-rail")
        mates = {other.key for other in self.others if other.side == unit.side and other.hex == unit.hex}
        for number, key in enumerate(self.together):
            if key not in mates:
                yield Problem(f".together[{number}]", f"no unit {key!r} is in the hex of {unit.key}", "9-accompanied")
        own = {other.key for other in self.others if other.side == unit.side} | {unit.key}
        for number, key in enumerate(self.staying):
            if key not in own:
                yield Problem(f".staying[{number}]", f"no {unit.side} unit has the key {key!r}", "X-bad-units")


def _example() -> DeclareAttackRequest:
    battalion = Unit(key="1/2K", side="white", type="infantry", hex="2408", tq=5, steps=4, strength=6)
    brigade = Unit(key="1/41D", side="red", type="infantry", hex="2407", tq=4, steps=4, strength=5)
    return DeclareAttackRequest(unit=battalion, action="attack", mp_left=3, target="2407", others=(brigade,))


@procedure(
    "orel.declare_attack",
    title="May the unit declare this attack, barrage or support?",
    rules=("7.2-declare",),
    example=_example,
)
def declare_attack(request: DeclareAttackRequest, umpire: Umpire[Options]) -> DeclareAttackOutcome:
    """Declare what a unit does in the combat phase and pay for it with the movement points that are left.

    The price depends on the action, on the side, on shock units and on vehicles. A unit that declares is then in combat
    mode; an attack out of Orel puts the whole stack into its suburbs at once. Depot capacity does not matter here:
    attacks without supply are legal.

    Raises:
        NeedsRuling: If terrain may be prohibited to the attacker and there is no board.

    Rules: 7.2-declare, 7.2-barraged-hex, 7-actions.
    """
    unit = request.unit
    note_values(umpire, (unit, *request.others))
    cost = action_cost(umpire, unit, request.action, request.attack_type)
    Verdict(objections=(*_too_few_points(request, cost), *_prohibited_terrain(umpire, request))).require()
    price = cost if isinstance(cost, int) else 0
    left = None if request.mp_left is None else request.mp_left - price
    marker = _marker(request)
    text = "{unit} declares a {marker}; movement points paid: {cost}"
    rule, words = action_rule(request.action, request.attack_type), in_words(marker)
    umpire.result(rule, text, unit=unit.key, marker=words, cost=price)
    location: OrelLocation | None = None
    if request.action == "attack" and is_orel(unit.hex):
        location = "suburbs"
        umpire.result("7.1.1-orel", "an attack out of Orel: the whole stack is in the suburbs")
    changed = unit if unit.is_vehicle else evolve(unit, mode="combat")
    return DeclareAttackOutcome(marker=marker, cost=price, mp_left=left, unit=changed, location=location)


def _marker(request: DeclareAttackRequest) -> Marker:
    if request.action == "barrage":
        return "barrage"
    if request.action == "attack":
        return "prepared_attack" if request.attack_type == "prepared" else "hasty_attack"
    return "prepared_support" if request.attack_type == "prepared" else "hasty_support"


@declare_attack.legality
def _objections(request: DeclareAttackRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.board, options):
        yield from off_board
        return
    unit = request.unit
    yield from unable_to_act(unit, request.action)
    if request.marching_day:
        message = f"{unit.key} has made a Marching Day, after which it pays for no action"
        yield Objection(rule="7.1.5-marching-day", message=message, path="$.marching_day")
    if request.acted:
        message = f"{unit.key} has declared an action already; a unit has one a turn"
        yield Objection(rule="7.2-declare", message=message, path="$.acted")
    if request.action == "attack":
        yield from _forbidden_attack(request, options)
    elif request.action == "barrage" and request.target in request.attacked:
        message = f"an attack is declared on {request.target}; only a hex without one is barraged"
        yield Objection(rule="7.2-barraged-hex", message=message, path="$.target")


def _forbidden_attack(request: DeclareAttackRequest, options: Options) -> Iterator[Objection]:
    """Yield objections to the target, the company and the command of an attacker.

    Rules: 7.2-declare, 7.2-barraged-hex, 9-accompanied, 5.3-zoc, X-bad-combat.
    """
    unit, target = request.unit, request.target
    grid = grid_in(request.board or options.board)
    place = unit.hex or ""
    if target not in grid.neighbours(place):
        message = f"{unit.key} in {place} attacks a neighbouring hex, and {target} is not one"
        yield Objection(rule="X-bad-combat", message=message, path="$.target")
    enemies = [other for other in request.others if other.side != unit.side and other.hex == target]
    if not enemies and not any(depot.side != unit.side and depot.hex == target for depot in request.depots):
        message = f"there is no enemy in {target}; an attack is declared on a hex with enemies"
        yield Objection(rule="7.2-declare", message=message, path="$.target")
    if target in request.barraged:
        message = f"a unit in {target} is barraged; attack another hex"
        yield Objection(rule="7.2-barraged-hex", message=message, path="$.target")
    yield from _vehicle_alone(request, enemies)
    negates = options.staying_negates_own_zone and unit.key in request.staying
    unchecked = unit.out_of_command and request.command_check != "passed" and not negates
    if unchecked and place in zones_against(request.others, unit.side, "movement", grid, request.staying):
        yield attacks_out_of_command(unit, request.command_check, "$.command_check")


def _vehicle_alone(request: DeclareAttackRequest, enemies: list[Unit]) -> Iterator[Objection]:
    """Yield an objection if a vehicle attacks without a combat unit of its hex; trains may, against trains alone.

    Rules: 9-accompanied.
    """
    unit = request.unit
    if not unit.is_vehicle or any(other.is_combat for other in request.others if other.key in request.together):
        return
    duel = unit.is_train and any(enemy.is_train for enemy in enemies) and all(enemy.is_vehicle for enemy in enemies)
    if not duel:
        message = f"{unit.key} is a vehicle and attacks only together with infantry or cavalry of its hex"
        yield Objection(rule="9-accompanied", message=message, path="$.together")


def _too_few_points(request: DeclareAttackRequest, cost: int | Literal["all"]) -> Iterator[Objection]:
    """Yield an objection if the movement points left do not suffice.

    Rules: 7.2-prepared-cost, 7.2-hasty, 7.2-barrage-cost.
    """
    if request.mp_left is not None and isinstance(cost, int) and cost > request.mp_left:
        rule = action_rule(request.action, request.attack_type)
        message = f"{request.unit.key} needs {cost} movement points and has {request.mp_left} left"
        yield Objection(rule=rule, message=message, path="$.mp_left")


def _prohibited_terrain(umpire: Umpire[Options], request: DeclareAttackRequest) -> Iterator[Objection]:
    """Yield an objection if the terrain attacked is prohibited to the attacker, as a step into it would be.

    Rules: 7.2-declare, 9-accompanied.
    """
    unit, target = request.unit, request.target
    if request.action != "attack" or unit.hex is None or target is None:
        return
    column, chart = column_of(unit), umpire.charts["terrain"]
    rows = ("clear", "village", "town", "orel_suburbs", "orel_centre", "forest")
    if column is not None and all(chart.look_up(row, column).result != PROHIBITED for row in rows):
        return
    question = f"What lies between {unit.hex} and {target}: forest, a road, a railroad?"
    board = required_board(request.board, umpire.options, question)
    what = closed_ground(unit, unit.hex, target, board, chart)
    if what:
        rule = "9-accompanied" if unit.is_vehicle else "7.2-declare"
        yield Objection(rule=rule, message=f"{unit.key} may not attack: {what}", path="$.target")
