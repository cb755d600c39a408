"""Cover: what terrain, hexsides and entrenchments are worth to a defender."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Literal, TypeAlias, cast

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import grid_in, names_of, off_the_rails, required_board, terrains_at, told_of
from rcw_rules.orel.model import RIVER, HexLabel, OrelLocation, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options

TerrainRow: TypeAlias = Literal["clear", "village", "town", "orel_suburbs", "orel_centre", "forest"]
"""The rows of the Terrain Effects Table that are the ground in a hex."""

CoverPurpose: TypeAlias = Literal["cohesion", "assault", "barrage"]
"""What cover helps against; also the columns of the Terrain Effects Table."""

CoverSource: TypeAlias = Literal["none", "terrain", "entrenchment"]


@frozen(kw_only=True, cache_hash=True)
class Cover:
    """The ground that a defender stands on.

    Attributes:
        terrains: The terrains in the defender's hex.
        across_river: Whether every hex that the attack comes from lies across a river.
    """

    terrains: Annotated[tuple[TerrainRow, ...], Size(1, 6)] = ("clear",)
    across_river: Annotated[bool, Cites("8.7.1-terrain")] = False


OPEN_GROUND = Cover()


# -------------------------------------------------------------------- what other chapters ask


def cover_of(board: HexMap, target: str, attacking: Collection[str] = (), location: OrelLocation = "suburbs") -> Cover:
    """Return the cover that a hex of a board gives.

    Args:
        board: The board.
        target: The hex of the defender.
        attacking: The hexes that the attack comes from, each next to the target; none for a barrage.
        location: Where in Orel the defender is; it matters in a city alone.

    Rules: 8.7.1-terrain.
    """
    rows = cast("tuple[TerrainRow, ...]", terrains_at(board, target, location))
    across = bool(attacking) and all(RIVER in board.features_between(source, target) for source in attacking)
    return Cover(terrains=rows, across_river=across)


def negates_entrenchment(attackers: Collection[Unit]) -> bool:
    """Whether a tank takes part in an attack, so that entrenchments are worth nothing.

    One that cannot fight does not, nor one whose combat units are all out of the attack or repulsed.

    Rules: 9.2.2-combat, 9-accompanied.
    """
    stacks = {unit.hex for unit in attackers if unit.is_combat and not unit.repulsed}
    return any(unit.type == "tank" and unit.is_effective_vehicle and unit.hex in stacks for unit in attackers)


def wholly_entrenched(defenders: Iterable[Unit]) -> bool:
    """Whether all combat units and artillery of a hex are entrenched; a hex without any is not.

    Rules: 8.8.1-entrenchment.
    """
    diggers = [unit for unit in defenders if not unit.is_vehicle]
    return bool(diggers) and all(unit.entrenchment == "entrenched" for unit in diggers)


def cohesion_cover(umpire: Umpire[Options], cover: Cover, unit: Unit, *, tank: bool = False) -> Ledger:
    """Return what a defender's cover adds to its own die in a cohesion check: never more than 0.

    Args:
        umpire: Has the Terrain Effects Table.
        cover: The ground.
        unit: The defending unit that checks; its own entrenchment counts, not that of the others.
        tank: Whether an attacking tank negates entrenchments: `negates_entrenchment`.

    Returns:
        The modifiers of the die, not yet on the record.

    Rules: 8.7.1-terrain, 7.3-effects.
    """
    entrenched = unit.entrenchment == "entrenched" and not tank
    return _best(umpire, cover, "cohesion", "8.7.1-terrain", entrenched=entrenched)


def assault_cover(umpire: Umpire[Options], cover: Cover, defenders: Iterable[Unit], *, tank: bool = False) -> Ledger:
    """Return what the defenders' cover adds to the assault roll: never more than 0.

    Args:
        umpire: Has the Terrain Effects Table.
        cover: The ground.
        defenders: Every unit that is still in the hex; entrenchments count only if all are entrenched.
        tank: Whether an attacking tank negates entrenchments.

    Returns:
        The modifiers of the roll, not yet on the record.

    Rules: 8.8.1-entrenchment, 7.3-effects.
    """
    entrenched = not tank and wholly_entrenched(defenders)
    return _best(umpire, cover, "assault", "8.8.1-entrenchment", entrenched=entrenched)


def barrage_cover(umpire: Umpire[Options], cover: Cover, target: Unit) -> Ledger:
    """Return what a target's cover adds to a barrage roll: never more than 0.

    Args:
        umpire: Has the Terrain Effects Table.
        cover: The ground; a river gives no cover from shells unless the table says so.
        target: The unit that is fired at.

    Returns:
        The modifiers of the roll, not yet on the record.

    Rules: 7.3-effects, 8.3.2-roll.
    """
    return _best(umpire, cover, "barrage", "8.3.2-roll", entrenched=target.entrenchment == "entrenched")


def bars_charge(umpire: Umpire[Options], cover: Cover) -> bool:
    """Whether the ground keeps cavalry from charging into it and out of it.

    Rules: 8.7.1-charge.
    """
    chart = umpire.charts["terrain"]
    return any(chart.look_up(row, "charge").result == "forbidden" for row in cover.terrains)


def _best(umpire: Umpire[Options], cover: Cover, purpose: CoverPurpose, rule: str, *, entrenched: bool) -> Ledger:
    """Return the better of ground and entrenchment for the defender; the ground in a tie.

    Of several terrains in the hex only the best counts, the first in a tie, and the river is added to it.

    Rules: 7.3-effects, 8.7.1-terrain, 8.8.1-entrenchment.
    """
    ground = min((_modifier(umpire, row, purpose, rule) for row in cover.terrains), key=lambda entry: entry.value)
    entries = [ground]
    if cover.across_river:
        entries.append(_modifier(umpire, "river_hexside", purpose, rule))
    if entrenched:
        dug_in = _modifier(umpire, "entrenchment", purpose, "7.3-effects")
        if dug_in.value < sum(entry.value for entry in entries):
            entries = [dug_in]
    return ledger(entry for entry in entries if entry.value)


def _modifier(umpire: Umpire[Options], row: str, purpose: CoverPurpose, rule: str) -> Modifier:
    cell = umpire.charts["terrain"].look_up(row, purpose)
    # The column cohesion says what the defender may subtract; the others what the attacker or firer adds.
    value = -cell.number() if purpose == "cohesion" else cell.number()
    return Modifier(id=row, value=value, reason=in_words(row), rule=rule, provenance=cell.provenance)


# -------------------------------------------------------------------- orel.terrain_modifier


def told_modifier(value: int, to: str) -> str:
    """Return what a modifier does.

    >>> told_modifier(2, "the assault roll"), told_modifier(-1, "the die of 1K")
    ('adds 2 to the assault roll', 'takes 1 off the die of 1K')
    """
    if not value:
        return f"leaves {to} as it is"
    return f"adds {value} to {to}" if value > 0 else f"takes {-value} off {to}"


@frozen(kw_only=True)
class CoverFigure:
    """What cover is worth.

    Attributes:
        unit: The key of the unit that it helps; "" for the hex as a whole.
        modifier: What it adds to the unit's cohesion die, or to the 2d6 of an assault or a barrage: never more than 0.
        source: Which of the two it comes from; they never add up.
    """

    unit: str
    modifier: int
    source: CoverSource


def _told_source(figure: CoverFigure) -> str:
    return "entrenchment" if figure.source == "entrenchment" else "the ground"


@frozen(kw_only=True)
class TerrainModifierOutcome:
    """What the ground and entrenchments do for defenders.

    Attributes:
        figures: For an assault one for the hex, else one for each unit that may check or be fired at, in listed order.
    """

    figures: tuple[CoverFigure, ...]

    def summary(self, request: TerrainModifierRequest) -> str:
        """Return what the cover is worth, to each unit where it is not the same for all."""
        if not self.figures:
            return "No unit in the hex checks its cohesion, so cover is worth nothing."
        if request.purpose == "assault":
            (figure,) = self.figures
            return words.sentences(f"{_told_source(figure)} {told_modifier(figure.modifier, 'the assault roll')}")
        names = names_of(request.defenders)
        what = "the barrage roll at" if request.purpose == "barrage" else "the cohesion die of"
        alike: dict[tuple[str, int], list[str]] = {}
        for figure in self.figures:
            alike.setdefault((_told_source(figure), figure.modifier), []).append(figure.unit)
        return words.sentences(
            *(
                f"{source} {told_modifier(value, f'{what} {told_of(keys, names)}')}"
                for (source, value), keys in alike.items()
            )
        )


@frozen(kw_only=True, cache_hash=True)
class TerrainModifierRequest(Request[TerrainModifierOutcome]):
    """Defenders of a hex, or targets in it, and their ground.

    Attributes:
        purpose: What the cover is to help against.
        defenders: Every unit in the hex.
        cover: The ground; where it is not given, that of the hex of the defenders on a board.
        tank: Whether an attacking tank that can fight takes part.
        board: The board.
        attacking: The hexes that the attack comes from, on the board.
        location: Where in Orel the defenders are, should they be there.
    """

    purpose: CoverPurpose
    defenders: Annotated[tuple[Unit, ...], Size(1, 20)]
    cover: Cover | None = None
    tank: Annotated[bool, Cites("9.2.2-combat")] = False
    board: Annotated[HexMap | None, Cites("D-map")] = None
    attacking: tuple[HexLabel, ...] = ()
    location: Annotated[OrelLocation, Cites("7.1.1-orel")] = "suburbs"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_places(listed("defenders", self.defenders), grid_in(self.board))
        for number, unit in enumerate(self.defenders):
            if (unit.side, unit.hex) != (self.defenders[0].side, self.defenders[0].hex):
                yield Problem(f".defenders[{number}]", "the defenders are one side in one hex", "X-bad-units")
        if self.cover is None:
            if self.defenders[0].hex is None:
                yield Problem(".cover", "is missing; give it, or put the defenders into a hex of a board", "D-map")
        elif self.board is not None or self.attacking:
            field = "board" if self.board is not None else "attacking"
            yield Problem(f".{field}", "the cover is given already; leave one of the two out", "D-map")
        if self.purpose == "barrage":
            for field in ("attacking", "tank"):
                if getattr(self, field):
                    yield Problem(f".{field}", "no unit enters into a barrage; leave it out", "8.3.2-roll")


def _example() -> TerrainModifierRequest:
    first = Unit(key="1/7D", side="white", type="infantry", tq=5, steps=4, strength=5, entrenchment="entrenched")
    second = Unit(key="2/7D", side="white", type="infantry", tq=4, steps=4, strength=5)
    return TerrainModifierRequest(purpose="cohesion", defenders=(first, second), cover=Cover(across_river=True))


@procedure(
    "orel.terrain_modifier",
    title="What modifier does the cover give?",
    formerly=("What does the cover add or take off?",),
    rules=("8.7.1-terrain",),
    example=_example,
)
def terrain_modifier(request: TerrainModifierRequest, umpire: Umpire[Options]) -> TerrainModifierOutcome:
    """Say what cover gives to each unit in a cohesion check or under a barrage, or to a whole hex in an assault.

    The best terrain of the hex counts, with the river if every attacking hex lies across one. An entrenchment takes the
    place of both where it is worth more: for the entrenched unit, in an assault only if all are entrenched, and never
    against a tank. In a cohesion check artillery has a figure only where no combat unit is with it, and vehicles none.

    Raises:
        NeedsRuling: If the ground is that of a hex and there is no board.

    Rules: 8.7.1-terrain, 8.8.1-entrenchment, 7.3-effects.
    """
    cover = request.cover or _on_board(request, umpire.options)
    if request.purpose == "assault":
        found = assault_cover(umpire, cover, request.defenders, tank=request.tank)
        return TerrainModifierOutcome(figures=(_figure("", umpire.modify(found, "assault roll")),))
    figures: list[CoverFigure] = []
    for unit in request.defenders if request.purpose == "barrage" else _who_checks(request.defenders):
        if request.purpose == "barrage":
            found, to = barrage_cover(umpire, cover, unit), f"barrage roll at {unit.key}"
        else:
            found, to = cohesion_cover(umpire, cover, unit, tank=request.tank), f"cohesion die of {unit.key}"
        figures.append(_figure(unit.key, umpire.modify(found, to)))
    return TerrainModifierOutcome(figures=tuple(figures))


@terrain_modifier.legality
def _objections(request: TerrainModifierRequest, options: Options) -> Iterator[Objection]:
    grid, target = grid_in(request.board or options.board), request.defenders[0].hex
    if request.cover is not None or target is None:
        return
    for number, source in enumerate(request.attacking):
        if not grid.has(source) or source not in grid.neighbours(target):
            message = f"an attack comes from a hex next to {target}, and {source} is not"
            yield Objection(rule="X-bad-combat", message=message, path=f"$.attacking[{number}]")


def _on_board(request: TerrainModifierRequest, options: Options) -> Cover:
    target = request.defenders[0].hex or ""
    board = required_board(request.board, options, f"What terrain is in hex {target}, and what rivers are around it?")
    return cover_of(board, target, request.attacking, request.location)


def _who_checks(defenders: tuple[Unit, ...]) -> Iterator[Unit]:
    fighting = any(unit.is_combat for unit in defenders)
    return (unit for unit in defenders if unit.is_combat or (unit.is_artillery and not fighting))


def _figure(key: str, found: Ledger) -> CoverFigure:
    source: CoverSource = "none"
    if found.entries:
        source = "entrenchment" if found.entries[0].id == "entrenchment" else "terrain"
    return CoverFigure(unit=key, modifier=found.total, source=source)
