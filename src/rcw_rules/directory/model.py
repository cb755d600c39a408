"""Games, sides, factions, counters and turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.directory.options import Options
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.errors import ChartError, NeedsRuling
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed

Game: TypeAlias = Literal["fall_of_the_directory", "makhnos_return"]

Side: TypeAlias = Literal["bolsheviks", "directory", "volunteers", "makhnovists"]
"""Who has player-turns; three of them in each game."""

Faction: TypeAlias = Literal[
    "bolsheviks", "directory", "volunteers", "makhnovists", "zelenyists", "grigorievists", "entente", "germans"
]
"""Whose a counter is; it stays so when the faction becomes the ally of a side."""

PLAYERS: tuple[Side, ...] = get_args(Side)
SIDES: dict[Game, tuple[Side, ...]] = {  # gen-games
    "fall_of_the_directory": ("bolsheviks", "directory", "volunteers"),
    "makhnos_return": ("bolsheviks", "makhnovists", "volunteers"),
}

UnitType: TypeAlias = Literal[
    "elite_cavalry",
    "regular_cavalry",
    "elite_tatchanka",
    "regular_tatchanka",
    "elite_infantry",
    "regular_infantry",
    "local_units",
    "inshore_naval_forces",
    "river_gunboats",
    "armored_train",
    "tanks",
    "mobile_base",
    "fixed_base",
    "supply_stockpile",
]

UnitClass: TypeAlias = Literal["combat", "armor", "logistics", "stockpile"]

LetterMove: TypeAlias = Literal["N", "W", "R"]
"""The rating of a counter that moves by nothing but naval, water or rail movement."""

Terrain: TypeAlias = Literal["clear", "broken", "rough"]

Supply: TypeAlias = Literal["supplied", "limited", "none"]

City: TypeAlias = Literal["kharkiv", "katerynoslav", "kyiv", "odesa"]
"""The cities that the sheet names."""

Strength: TypeAlias = Annotated[int, Range(0, 99, rule="bad-input")]
"""A printed strength."""

Allowance: TypeAlias = Annotated[int, Range(0, 99, rule="bad-input")]
"""A movement allowance in hexes."""

TurnName: TypeAlias = Literal[
    "January I", "January II", "January III", "January IV",
    "February I", "February II", "February III", "February IV",
    "March I", "March II", "March III", "March IV",
    "April I", "April II", "April III", "April IV",
    "May I", "May II", "May III", "May IV",
    "June I", "June II", "June III", "June IV",
    "July I", "July II", "July III", "July IV",
    "August I", "August II", "August III", "August IV",
    "September I", "September II", "September III", "September IV",
    "October I", "October II", "October III", "October IV",
    "November I", "November II", "November III", "November IV",
    "December I", "December II", "December III", "December IV",
]  # fmt: skip

TURN_NAMES: tuple[TurnName, ...] = get_args(TurnName)
FIRST_TURN: dict[Game, TurnName] = {  # ini-first-directory, ini-first-makhno
    "fall_of_the_directory": "December IV",
    "makhnos_return": "September IV",
}
_LETTERS: dict[str, LetterMove] = {"N": "N", "W": "W", "R": "R"}
_HALF_A_YEAR = len(TURN_NAMES) // 2


class MissingProfileError(NeedsRuling):
    """Something that only the missing rulebook defines was not supplied.

    Attributes:
        field: The field of the `RulebookProfile`: ``last_turn``.
    """

    def __init__(self, rule: str, field: str, question: str, supply: str) -> None:
        self.field = field
        super().__init__(rule, question, supply)


CLASSES: dict[UnitType, UnitClass] = {  # unit-combat, unit-armor, unit-logistics
    "elite_cavalry": "combat",
    "regular_cavalry": "combat",
    "elite_tatchanka": "combat",
    "regular_tatchanka": "combat",
    "elite_infantry": "combat",
    "regular_infantry": "combat",
    "local_units": "combat",
    "inshore_naval_forces": "armor",
    "river_gunboats": "armor",
    "armored_train": "armor",
    "tanks": "armor",
    "mobile_base": "logistics",
    "fixed_base": "logistics",
    "supply_stockpile": "stockpile",
}
COMBAT_UNITS: tuple[UnitType, ...] = tuple(each for each, kind in CLASSES.items() if kind == "combat")
"""The types of counters that are combat units: they decide the combat table, and attackers' and defenders' losses."""
IMMOVABLE: tuple[UnitType, ...] = ("fixed_base", "supply_stockpile")  # cap-when, mov-kinds
NEVER_SUPPLIED: tuple[Faction, ...] = ("makhnovists", "zelenyists", "grigorievists")  # sup-never


@frozen(kw_only=True)
class Ratings:
    """What is printed on a counter.

    Attributes:
        attack: Its attack strength.
        defence: Its defence strength.
        movement: Its movement allowance in hexes, or the letter of the one kind of movement that it has.
    """

    attack: int
    defence: int
    movement: int | LetterMove


@frozen(kw_only=True)
class Counter:
    """A counter.

    Ratings that are not given are those that the sheet calls typical of its type.

    Attributes:
        type: The kind of unit.
        faction: The faction that owns it, whatever its alliances.
        name: What to call it; by default its role and number.
        attack: Its attack strength where its own differs from the typical one.
        defence: Its defence strength where its own differs.
        movement: Its movement allowance in hexes, or its letter, where its own differs.
    """

    type: UnitType
    faction: Faction
    name: Annotated[str, Size(0, 100)] = ""
    attack: Strength | None = None
    defence: Strength | None = None
    movement: Allowance | LetterMove | None = None


def named(counter: Counter) -> str:
    """Return what to call a counter: its name or, without one, its type in words."""
    return counter.name or in_words(counter.type)


# -------------------------------------------------------------------- what sentences call things


def called(counter: Counter) -> str:
    """Return what a sentence calls a counter: its name or, without one, its type."""
    return counter.name or f"the {in_words(counter.type)}"


def told_counters(counters: Iterable[Counter], one_does: str, many_do: str) -> str:
    """Return which counters do something, with the word for one or for several; "" if there are none.

    >>> tanks = Counter(type="tanks", faction="entente")
    >>> told_counters((tanks,), "retreats", "retreat")
    'the tanks retreat'
    """
    those = tuple(counters)
    if not those:
        return ""
    are_many = len(those) > 1 or any(not one.name and one.type in _PLURALS for one in those)
    return f"{listed(map(called, those))} {many_do if are_many else one_does}"


def people(faction: str) -> str:
    """Return what a sentence calls a side or a faction.

    >>> people("bolsheviks"), people("entente_and_germans")
    ('the Bolsheviks', 'the Entente and the Germans')
    """
    return " and ".join(f"the {each.capitalize()}" for each in faction.split("_and_"))


def agree(faction: str, one: str, many: str) -> str:
    """Return the word that goes with a side or a faction: the Directory has, the Bolsheviks have."""
    return one if faction in {"directory", "entente"} else many


def told_number(number: Fraction) -> str:
    """Return a number with its halves and quarters as people write them.

    >>> told_number(Fraction(9, 2)), told_number(Fraction(3, 4)), told_number(Fraction(6))
    ('4½', '¾', '6')
    """
    whole, rest = divmod(number, 1)
    if rest and rest not in _PARTS:
        return str(number)
    return f"{whole or ''}{_PARTS[rest]}" if rest else str(whole)


_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_PLURALS: tuple[UnitType, ...] = ("local_units", "inshore_naval_forces", "river_gunboats", "tanks")


def ratings(umpire: Umpire[Options], counter: Counter) -> Ratings:
    """Return the ratings of a counter: its own where it has them, else those typical of its type.

    Rules: unit-table.
    """

    def own_or_typical(own: int | None, column: str) -> int | str:
        return umpire.look_up("unit_types", counter.type, column).result if own is None else own

    attack, defence = own_or_typical(counter.attack, "attack"), own_or_typical(counter.defence, "defence")
    if not isinstance(attack, int) or not isinstance(defence, int):
        raise ChartError("unit_types", f"row {counter.type!r} should have numbers for attack and defence")
    return Ratings(attack=attack, defence=defence, movement=movement_rating(umpire, counter))


def movement_rating(umpire: Umpire[Options], counter: Counter) -> int | LetterMove:
    """Return the movement allowance of a counter in hexes, or its letter: its own, else that typical of its type.

    Rules: unit-table.
    """
    if counter.movement is not None:
        return counter.movement
    return _read_movement(counter, umpire.look_up("unit_types", counter.type, "movement").result)


def printed_movement(charts: Mapping[str, Chart], counter: Counter) -> int | LetterMove:
    """Return what `movement_rating` returns, where no umpire is at hand.

    Rules: unit-table.
    """
    if counter.movement is not None:
        return counter.movement
    return _read_movement(counter, charts["unit_types"].look_up(counter.type, "movement").result)


def _read_movement(counter: Counter, movement: int | str | None) -> int | LetterMove:
    if isinstance(movement, str):
        movement = _LETTERS.get(movement)
    if movement is None:
        raise ChartError("unit_types", f"row {counter.type!r} should have a number or N, W or R for movement")
    return movement


def turn_index(game: Game, turn: TurnName) -> int | None:
    """Return how many turns after the first one of *game* a turn is; None for a turn before it.

    The sheet names turns without their year. A name from the half year before the first turn is read as before it.

    >>> turn_index("fall_of_the_directory", "January II")
    2
    >>> turn_index("fall_of_the_directory", "November I") is None
    True

    Rules: seq-calendar, gen-games.
    """
    index = (TURN_NAMES.index(turn) - TURN_NAMES.index(FIRST_TURN[game])) % len(TURN_NAMES)
    return index if index < _HALF_A_YEAR else None


def next_turn(turn: TurnName) -> TurnName:
    """Return the turn after *turn*: four to a month, December before January.

    >>> next_turn("January IV"), next_turn("December IV")
    ('February I', 'January I')

    Rules: seq-calendar.
    """
    return TURN_NAMES[(TURN_NAMES.index(turn) + 1) % len(TURN_NAMES)]
