"""What the owner of an activated unit decides, and the default for each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias, TypeVar

from attrs import evolve, fields, frozen

from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.shapes import tag_of
from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.ground import Field, in_arc, known_enemies, ranges_from, where
from rcw_rules.red_square.model import Band, Formation, Name, Order, Unit
from rcw_rules.red_square.movement import Action, FerryAcross
from rcw_rules.red_square.trains import TrainAction
from rcw_rules.red_square.units import Demand

FAR_OFF = 999  # squares: farther than any board

ValueT = TypeVar("ValueT")

Activity: TypeAlias = Literal[
    "fire",
    "move",
    "hold_fire",
    "dig_in",
    "replace_casualties",
    "run_up",
    "place_platform",
    "fire_at_area",
    "nothing",
    "take_ferry",
    "try_closed",
]
"""What a unit does in its activation. After a move it may still fire, if the rules let it.

With "take_ferry" it goes to a ferry, or is put across by it. With "try_closed" a tank tries a step in closed terrain
on a SPADE, and bogs.
"""


@frozen(kw_only=True)
class Situation:
    """What the owner of a unit sees when it is activated.

    Attributes:
        field: The field.
        unit: The unit.
        band: How well it was activated.
        card: The card; "" for none.
        demand: What its order demands of it.
        formation: The formation that its order demands next; None for none.
    """

    field: Field
    unit: Unit
    band: Band
    card: str
    demand: Demand = "nothing"
    formation: Formation | None = None


@frozen(kw_only=True, cache_hash=True)
class Destination:
    """A way to end a move.

    Attributes:
        square: Where the unit ends.
        facing: Where it faces then.
        formation: Its formation then; None for units without.
        actions: How it gets there.
        note: What tells it apart from another that ends alike; "" where none does.
    """

    square: Square
    facing: Facing
    formation: Formation | None
    actions: tuple[Action, ...]
    note: str = ""

    def __str__(self) -> str:
        column, row = self.square
        formation = f" {self.formation}" if self.formation else ""
        return f"{column},{row} {self.facing}{formation}{self.note}"


@frozen(kw_only=True, cache_hash=True)
class Path:
    """A way to a destination, where ways to it differ in what can happen.

    Attributes:
        actions: What the unit does, in order.
        squares: The squares that it enters, in order.
        fired_at_by: The names of the enemies who may fire at it on the way, in the order in which they first may.
        note: What tells it apart from another by the same squares; "" where none does.
    """

    actions: tuple[Action, ...]
    squares: tuple[Square, ...]
    fired_at_by: tuple[Name, ...]
    note: str = ""

    def __str__(self) -> str:
        squares = " ".join(f"{column},{row}" for column, row in self.squares)
        return (f"by {squares}" if squares else "on the spot") + self.note


WayT = TypeVar("WayT", Destination, Path)


def told_apart(ways: Mapping[WayT, ValueT]) -> dict[WayT, ValueT]:
    """Return ways with a note of their actions where two would read alike, so that a person can say which is meant.

    Args:
        ways: What is to be chosen from, and what each stands for.
    """
    texts = Counter(map(str, ways))
    return {
        evolve(way, note=f" ({', '.join(map(_told, way.actions))})") if texts[str(way)] > 1 else way: value
        for way, value in ways.items()
    }


def _told(action: Action) -> str:
    """Return an action in a few words.

    >>> from rcw_rules.red_square.movement.actions import Step, Wheel
    >>> _told(Step(to="NE", then="left")), _told(Wheel(eighths=-1))
    ('step NE left', 'wheel -1')
    """
    facts = (getattr(action, field.name) for field in fields(type(action)))
    told = (in_words(fact) if isinstance(fact, str) else f"{fact}" for fact in facts if fact not in (None, "keep"))
    return " ".join((in_words(tag_of(type(action))), *told))


@frozen(kw_only=True)
class Reach(Situation):
    """What the owner of a unit sees that can go to more places than are asked at once.

    Attributes:
        destinations: Every way to end the move.
    """

    destinations: tuple[Destination, ...]


def distance_to_enemy(field: Field, unit: Unit, square: Square) -> int:
    """Return how far a square is from the nearest enemy that a unit knows of; 0 without any enemy."""
    ranges = ranges_from(field.board, square)
    return min((ranges[where(enemy)] for enemy in known_enemies(field, unit.side)), default=0)


def _by_order(situation: Situation, alternatives: tuple[Activity, ...]) -> Activity:
    """Do what the order demands, else fire, deploy for a fight, dig in, or hold fire."""
    unit = situation.unit
    if situation.demand in ("advance", "change_formation") and "move" in alternatives:
        return "move"
    if "fire" in alternatives:
        return "fire"
    near = distance_to_enemy(situation.field, unit, where(unit))
    deploys = unit.formation == "limbered" or (unit.order == "probe" and unit.formation == "waves" and near <= 3)
    for activity, wanted in (
        ("move", deploys),
        ("place_platform", True),
        ("hold_fire", True),
    ):
        if wanted and activity in alternatives:
            return activity
    return "nothing" if "nothing" in alternatives else alternatives[0]


ACTIVITY: Choice[Situation, Activity] = Choice(
    "activity",
    rule="act-table",
    who="owner",
    about="What does the activated unit do? Default: what its order demands; else it fires; else guns deploy, and a "
    "probing unit in range forms its firing line; else it holds its fire. It takes no ferry, and no tank risks "
    "bogging.",
    default=_by_order,
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)


def _nearest_the_enemy(situation: Situation, alternatives: tuple[Destination, ...]) -> Destination:
    """Go as near to the known enemies as the order demands, an HQ away from them, facing them, deployed once near."""
    field, unit = situation.field, situation.unit
    grid = field.board.grid
    enemies = [where(enemy) for enemy in known_enemies(field, unit.side)]
    head = field.find(unit.accompanies) if unit.accompanies else None
    beside = None if head is None or head.square is None else head.square
    wanted = FAR_OFF if unit.kind == "hq" else 2 if unit.order == "probe" else 1

    @cache
    def nearest(square: Square) -> tuple[int, Square]:
        ranges = ranges_from(field.board, square)
        return min(((ranges[enemy], enemy) for enemy in enemies), default=(0, square))

    def rank(one: Destination) -> tuple[int, int, int, int, int, int]:
        by_ferry = any(isinstance(action, FerryAcross) for action in one.actions)
        near = nearest(one.square)
        off_formation = _off_formation(situation, one.formation, near[0])
        faced = near[1] == one.square or in_arc(grid, one.square, one.facing, near[1])
        apart = 0 if beside is None else ranges_from(field.board, one.square)[beside]
        return by_ferry, off_formation, apart, abs(near[0] - wanted), not faced, len(one.actions)

    return min(alternatives, key=rank)


def _off_formation(situation: Situation, formation: Formation | None, distance: int) -> int:
    """Return 0 if a formation is the one to be in at a distance from the enemy, 1 if it is not."""
    unit = situation.unit
    if situation.formation is not None:
        return int(formation != situation.formation)
    if unit.kind == "cavalry":
        return int(formation != unit.formation)
    if unit.kind == "artillery":
        return int(formation != "deployed")
    if unit.order == "probe" and distance <= 3:
        return int(formation == "masses")
    return 0


DESTINATION: Choice[Situation, Destination] = Choice(
    "destination",
    rule="move-table",
    who="owner",
    about="Where does the unit end its move, facing which way and in which formation? Default: in the formation that "
    "its order demands, as near to the enemies that it knows of as the order asks, facing them, by the shortest "
    "way. MGs and tchankas go to the square of their unit or beside it; a headquarters goes as far from the enemy "
    "as it can.",
    default=_nearest_the_enemy,
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

DESTINATION_SQUARE: Choice[Reach, Square] = Choice(
    "destination_square",
    rule="move-table",
    who="owner",
    about="In which square does the unit end its move? Asked first where it has more than 200 destinations; then come "
    "those of that square. Default: the square of the default destination.",
    default=lambda reach, alternatives: _nearest_the_enemy(reach, reach.destinations).square,
    unit=lambda reach: reach.unit.name,
    side=lambda reach: reach.unit.side,
)

MOST_DESTINATIONS = 200

PATH: Choice[Situation, Path] = Choice(
    "path",
    rule="fire-2-threat",
    who="owner",
    about="Which way does the unit take to its destination? Asked only where ways differ in what can happen: enemy "
    "fire, an overrun, a train driven off, a gap in the wire, an advance. Default: the shortest; of equal ones the "
    "first.",
    default=lambda situation, alternatives: alternatives[0],
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

CLOSES: Choice[Situation, bool] = Choice(
    "closes",
    rule="turn-5-test-needed",
    who="owner",
    about="Does the unit mean to go next to the enemy? That takes a test, and is only asked where it needs none "
    "otherwise. Default: yes with an attack order, but not for a train.",
    default=lambda situation, alternatives: situation.unit.order == "attack" and situation.unit.kind != "train",
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

FIRES_AFTER_MOVE: Choice[Situation, bool] = Choice(
    "fires_after_move",
    rule="act-table",
    who="owner",
    about="The unit has moved or replaced casualties and may still fire: does it? Default: yes.",
    default=lambda situation, alternatives: True,
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

NEW_ORDER: Choice[Situation, Order | Literal["keep"]] = Choice(
    "new_order",
    rule="hq-order-roll",
    who="commander of the side",
    about="Which new order does headquarters send the activated unit? Default: none.",
    default=lambda situation, alternatives: "keep",
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

HQ_MOVES: Choice[Situation, bool] = Choice(
    "hq_moves",
    rule="hq-activation",
    who="commander of the side",
    about="Does the headquarters try to move? That takes a test, and costs it its orders. Default: no.",
    default=lambda situation, alternatives: False,
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

SPOTTER: Choice[Situation, str] = Choice(
    "spotter",
    rule="art-indirect",
    who="owner of the guns",
    about="Who spots for the howitzers or heavy guns that see no target themselves? Default: the first in the rosters, "
    "an aeroplane last.",
    default=lambda situation, alternatives: alternatives[0],
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

AREA: Choice[Situation, Square] = Choice(
    "area",
    rule="obs-area-fire",
    who="owner",
    about="Which square of a wood or village is fired at without observation? Default: the first, row by row.",
    default=lambda situation, alternatives: alternatives[0],
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

FRONT_BATTALION: Choice[Situation, str] = Choice(
    "front_battalion",
    rule="fire-12-replace",
    who="owner",
    about="Which battalion in front gets bases from this one in support? Default: the one that has lost most; of equal "
    "ones the first in the rosters.",
    default=lambda situation, alternatives: min(
        alternatives, key=lambda name: -situation.field.unit(name).bases_removed
    ),
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)


def _after_them(situation: Situation, alternatives: tuple[Square, ...]) -> Square:
    """Stay within a square of as many as can be of those it commands, or of infantry, and out of the enemy's reach."""
    field, unit = situation.field, situation.unit
    board, here = field.board, where(unit)
    own = [one for one in field.of(unit.side) if one.kind in ("infantry", "cavalry")]
    charges = [where(one) for one in own if one.commander == unit.name or unit.kind != "co"]
    if unit.kind != "co" and charges:
        ranges = ranges_from(board, here)
        nearest = min(ranges[square] for square in charges)
        charges = [square for square in charges if ranges[square] == nearest]

    def rank(square: Square) -> tuple[int, int, int, int]:
        ranges = ranges_from(board, square)
        apart = [ranges[charge] for charge in charges]
        reached = sum(distance <= 1 for distance in apart)
        return -reached, -(0 in apart), min(apart, default=0), ranges[here]

    return min(alternatives, key=rank)


FIGURE_SQUARE: Choice[Situation, Square] = Choice(
    "figure_square",
    rule="move-table",
    who="owner",
    about="Where does the CO, Commissar or CHEKA go with the activated units? Default: within a square of as many of "
    "its units as possible, in the square of one of them or on the way to the nearest, and no farther than needed.",
    default=_after_them,
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)


def _as_a_train(situation: Situation, alternatives: tuple[TrainAction, ...]) -> TrainAction:
    near = distance_to_enemy(situation.field, situation.unit, where(situation.unit))
    comes_on = situation.unit.order in ("attack", "probe") and near > 5
    for action in ("fire", "move" if comes_on else "hold_fire", "hold_fire"):
        if action in alternatives:
            return action
    return "nothing" if "nothing" in alternatives else alternatives[0]


TRAIN_ACTION: Choice[Situation, TrainAction] = Choice(
    "train_action",
    rule="train-3-movement",
    who="owner of the train",
    about="What does the armoured train do? Default: it fires; else it comes nearer if its order is to attack or probe "
    "and the enemy is far off; else it holds its fire.",
    default=_as_a_train,
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

BOARDS: Choice[Situation, str] = Choice(
    "boards",
    rule="train-5-carrying",
    who="owner of the train",
    about="Which unit boards the train? Default: the first in the rosters.",
    default=lambda situation, alternatives: alternatives[0],
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)

UNLOADS_AT: Choice[Situation, Square] = Choice(
    "unloads_at",
    rule="train-5-carrying",
    who="owner of the train",
    about="In which square next to it does the train unload? Default: the one nearest to the enemy.",
    default=lambda situation, alternatives: min(
        alternatives, key=lambda square: distance_to_enemy(situation.field, situation.unit, square)
    ),
    unit=lambda situation: situation.unit.name,
    side=lambda situation: situation.unit.side,
)
