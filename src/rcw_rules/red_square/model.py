"""Units and figures, and the state that they are in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites

Side: TypeAlias = Literal["red", "white"]

SIDES: tuple[Side, ...] = ("red", "white")

Kind: TypeAlias = Literal[
    "infantry",
    "cavalry",
    "artillery",
    "mg",
    "tchanka",
    "armoured_car",
    "light_tank",
    "heavy_tank",
    "truck",
    "train",
    "hq",
    "co",
    "commissar",
    "cheka",
    "horse_holders",
]

Quality: TypeAlias = Literal["elite", "normal", "poor"]

Formation: TypeAlias = Literal[
    "masses", "waves", "firing_line", "defence", "mounted", "scouting", "dismounted", "limbered", "deployed"
]

Gun: TypeAlias = Literal["light_gun", "qf_gun", "howitzer", "heavy"]
"""The class of the guns of an artillery brigade, or of an armoured train."""

GUN_NAMES: dict[Gun, str] = {
    "light_gun": "light guns",
    "qf_gun": "QF guns",
    "howitzer": "howitzers",
    "heavy": "heavy guns",
}
GUNS: tuple[Gun, ...] = ("light_gun", "qf_gun", "howitzer", "heavy")  # units-artillery

Weapon: TypeAlias = Literal["rifles", "mg", "tank_gun", "light_gun", "qf_gun", "howitzer", "heavy"]

VehicleWeapon: TypeAlias = Literal["mg", "tank_gun"]

State: TypeAlias = Literal["steady", "hiding", "retreating", "rallying", "off_table"]

Band: TypeAlias = Literal["automatic", "2+", "1-0", "below0"]
"""How well a unit was activated: without a test, or the column of the Activation Table."""

GOOD_BANDS: tuple[Band, ...] = ("automatic", "2+")
"""The bands on which a unit does more than fire or hold its fire (act-table)."""

Order: TypeAlias = Literal["attack", "probe", "defend", "counter_attack"]

GunPosition: TypeAlias = Literal["open", "semi_masked", "masked"]
"""How a battery stands: in the open or run up to its obstacle, behind a hedge or on a crest, or flash defiladed."""

Suit: TypeAlias = Literal["H", "D", "C", "S", ""]
"""The suit of a card; "" for a joker."""

CardCode: TypeAlias = Annotated[str, Size(2, 3, rule="equipment-cards-dice")]
"""A card: rank and suit as in ``10H`` or ``KC``; ``*1``, ``*2`` for the jokers."""

Cards: TypeAlias = tuple[CardCode, ...]
"""Several cards, in order."""

Name: TypeAlias = Annotated[str, Size(1, 100)]

MOST_BASES = 6  # units-max-six

Bases: TypeAlias = Annotated[int, Range(0, MOST_BASES, rule="units-max-six")]
"""Bases of a unit; 0 only for one that is removed."""

FightingBases: TypeAlias = Annotated[int, Range(1, MOST_BASES, rule="units-max-six")]
"""Bases of a unit that is still there."""

FORMATIONS: dict[Kind, tuple[Formation, ...]] = {  # formations-list
    "infantry": ("masses", "waves", "firing_line", "defence"),
    "cavalry": ("mounted", "scouting", "dismounted"),
    "artillery": ("limbered", "deployed"),
}


def formation_needs(
    field: str = "formation", of: str = "kind", kinds: tuple[Kind, ...] = tuple(FORMATIONS)
) -> tuple[Need, ...]:
    """Return the need of a formation for each kind of unit that is always in one.

    Args:
        field: The field with the formation.
        of: The field with the kind.
        kinds: The kinds that must have one.

    Rules: formations-list.
    """
    return tuple(
        Need(
            field,
            {of: (kind,)},
            message=f"is missing: {in_words(kind)} is in {' or '.join(FORMATIONS[kind])}",
            rule="formations-list",
        )
        for kind in kinds
    )


HORSED: tuple[Formation, ...] = ("mounted", "scouting")
"""The formations of cavalry on horseback (formations-list)."""

STILL: tuple[Formation, ...] = ("firing_line", "defence")  # move-who
TANKS: tuple[Kind, ...] = ("light_tank", "heavy_tank")
ARMOUR: tuple[Kind, ...] = ("armoured_car", *TANKS)
VEHICLES: tuple[Kind, ...] = (*ARMOUR, "truck")
"""Those that break down and draw two cards (turn-6-spades-breakdown); a tchanka only fires as a vehicle."""

WHEELED: tuple[Kind, ...] = ("armoured_car", "truck", "hq")
"""Those that move as motors (move-table, move-motors)."""

FIGURES: tuple[Kind, ...] = ("hq", "co", "commissar", "cheka")
COMPANIONS: tuple[Kind, ...] = ("mg", "tchanka")
KEEPS_WITH: tuple[Kind, ...] = (*COMPANIONS, "horse_holders")
"""Those that activate as the unit that they accompany (mg-activation, tchanka-activation)."""

ORDERED: tuple[Kind, ...] = ("infantry", "cavalry", *VEHICLES, "train")
"""Those that need an order (orders-required)."""

RED_ONLY: tuple[Kind, ...] = ("commissar", "cheka")
SHIELDED_GUNS: tuple[Gun, ...] = ("light_gun", "qf_gun")  # units-artillery
BROKEN_STATES: tuple[State, ...] = ("hiding", "retreating", "rallying")
RINGS_A_BASE = 3  # fire-9-artillery-vehicles
RINGS_THAT_DAMAGE = 4  # train-7-hits
RINGS_THAT_DISABLE = 5  # train-7-hits


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return "white" if side == "red" else "red"


@frozen(kw_only=True, cache_hash=True)
class ThisTurn:
    """What a unit has done in the turn so far; a new turn begins without any of it.

    Attributes:
        cards: The cards that it holds unplayed, its own or its group's, in the order in which they were dealt.
        activations: How often it was activated.
        is_over: Whether it acts no more in this turn, whatever card comes.
        moved: Whether it made a step or a wheel in any activation.
        fired: Whether it fired in any activation.
        retreated: Whether it made its retreat of the turn.
        dug: Whether it placed its digging marker of the turn.
        holds_fire: Whether its card lies face down, so that it may fire later.
        off_road: Squares that it moved off road, which matters with the option ``wheeled_offroad``.
        trench_rolled: Whether its digging markers were tried already.
        commanded: Of an HQ: whether it may issue orders in this turn.
        was_pinned: Whether it was pinned in this turn, so that it recovers in the next.
        hid: Whether it began to hide in it, or hid as it began; told with the option ``driven_out_deducts``.
    """

    cards: Annotated[tuple[CardCode, ...], Size(0, 4), Cites("turn-1-deal")] = ()
    activations: Annotated[int, Range(0, 4)] = 0
    is_over: Annotated[bool, Cites("act-rally")] = False
    moved: bool = False
    fired: bool = False
    retreated: Annotated[bool, Cites("act-retreat")] = False
    dug: Annotated[bool, Cites("dig-1a-markers")] = False
    holds_fire: Annotated[bool, Cites("fire-2-hold")] = False
    off_road: Annotated[int, Range(0, 99), Cites("opt-wheeled-offroad")] = 0
    trench_rolled: Annotated[bool, Cites("dig-1b-trenches")] = False
    commanded: Annotated[bool, Cites("hq-activation")] = False
    was_pinned: Annotated[bool, Cites("turn-7-unpin")] = False
    hid: Annotated[bool, Cites("opt-driven-out")] = False


NOTHING_YET = ThisTurn()


@frozen(kw_only=True, cache_hash=True)
class Unit:
    """A unit or a command figure, with the state that it is in.

    Attributes:
        name: What it is known by; no two units share a name.
        side: Red or White.
        kind: What it is.
        square: Where it is, the square by which it left while off the table; None while it is carried, gone or still to
            come.
        facing: Where it faces; without meaning for figures, horse holders and infantry in Defence.
        bases: The bases that stand; 0 when it is removed. A figure, an HQ and a train are one.
        quality: Elite, normal or poor.
        formation: The formation of infantry, cavalry and artillery; others have none.
        order: The order in force, for infantry, cavalry, vehicles and trains.
        commander: The name of the CO that it is subordinate to; "" for none.
        accompanies: Of MGs and tchankas: the name of the unit that they keep with. Of horse holders: their regiment.
        guns: The class of the guns of artillery, and of an armoured train.
        shielded: Whether guns have shields; by default light and QF guns do.
        weapons: What vehicles are armed with; they fire one weapon in an activation.
        state: Steady, hiding, retreating, rallying, or off the table until it rallies.
        bases_removed: The bases that it has lost for good.
        markers: The hit markers that are still to be resolved.
        marker_weapons: Of vehicles, tchankas and trains: the weapon of every marker, in the order received.
        rings: The permanent rings; a third removes a base, but a train gathers five.
        hid_last_turn: Whether it hid in the turn before.
        under_fire: Whether a die was rolled against it since its last activation.
        under_small_arms: Whether one was by rifles, MGs, tchankas or vehicle MGs.
        hit_on_reverse_slope: Whether any of its markers came from an enemy towards whom it stands on a reverse slope.
        advancing: Whether its latest activation brought it nearer to the nearest enemy.
        idle: Whether it has made no step, wheel or shot since the beginning of its latest activation.
        visible: Whether it has moved or fired in the open and is seen since then.
        fired_in: The number of the last turn in which it fired; 0 for never.
        last_target: Of guns: the name of the unit of their last shot; "" for none.
        pinned: Of a CO, Commissar or CHEKA: 1 when out of action; of an MG company: the bases that are.
        is_pinned: Of a heavy tank: whether it may neither move nor fire.
        must_retreat: Of vehicles and trains: whether the next activation must be a retreat.
        broken_down: Of vehicles: whether they have broken down.
        bogged: Of tanks: whether they are stuck.
        position: How guns stand.
        stage: How far howitzers in a masked position are: 0 limbered, 1 unlimbered, 2 on their platform.
        stage_turn: The number of the turn in which they reached it.
        digging_markers: The digging markers placed.
        temporary_trenches: Whether it lies in trenches that it dug.
        carried_by: The name of the train that it is aboard; "" for none.
        ferry_to: The far side of the river, while it waits to be put across by a ferry.
        ferry_turn: The number of the turn in which it went to the ferry; 0 for none.
        this_turn: What it has done in this turn.
    """

    name: Name
    side: Side
    kind: Kind
    square: Square | None = None
    facing: Facing = "N"
    bases: Bases = 1
    quality: Quality = "normal"
    formation: Formation | None = None
    order: Order | None = None
    commander: Annotated[str, Size(0, 100), Cites("co-scope")] = ""
    accompanies: Annotated[str, Size(0, 100), Cites("mg-place-speed")] = ""
    guns: Gun | None = None
    shielded: Annotated[bool, Cites("units-artillery")] | None = None
    weapons: Annotated[tuple[VehicleWeapon, ...], Size(0, 2, rule="units-afv")] = ()
    state: State = "steady"
    bases_removed: Annotated[int, Range(0, 99, rule="bad-input")] = 0
    markers: Annotated[int, Range(0, 999, rule="bad-input")] = 0
    marker_weapons: Annotated[tuple[Weapon, ...], Size(0, 999), Cites("fire-8-accumulate")] = ()
    rings: Annotated[int, Range(0, RINGS_THAT_DISABLE, rule="bad-input")] = 0
    hid_last_turn: bool = False
    under_fire: bool = False
    under_small_arms: bool = False
    hit_on_reverse_slope: Annotated[bool, Cites("terrain-hills")] = False
    advancing: bool = False
    idle: bool = True
    visible: Annotated[bool, Cites("obs-concealment")] = False
    fired_in: Annotated[int, Range(0, 999), Cites("obs-extra-die")] = 0
    last_target: Annotated[str, Size(0, 100), Cites("fire-mod-changing-target")] = ""
    pinned: Annotated[int, Range(0, 6), Cites("fire-10-fate")] = 0
    is_pinned: Annotated[bool, Cites("at-results")] = False
    must_retreat: Annotated[bool, Cites("at-results")] = False
    broken_down: bool = False
    bogged: bool = False
    position: Annotated[GunPosition, Cites("artpos-semi-masked")] = "open"
    stage: Annotated[int, Range(0, 2, rule="artpos-three-turns")] = 0
    stage_turn: Annotated[int, Range(0, 999)] = 0
    digging_markers: Annotated[int, Range(0, 3, rule="dig-1a-markers")] = 0
    temporary_trenches: bool = False
    carried_by: Annotated[str, Size(0, 100), Cites("train-5-carrying")] = ""
    ferry_to: Annotated[Square, Cites("terrain-water")] | None = None
    ferry_turn: Annotated[int, Range(0, 999), Cites("terrain-water")] = 0
    this_turn: ThisTurn = NOTHING_YET

    needs: ClassVar[tuple[Need, ...]] = (
        *formation_needs(),
        Need(
            "guns",
            {"kind": ("artillery", "train")},
            message=f"is missing: one of {', '.join(GUNS)}",
            rule="units-artillery",
        ),
        Need(
            "accompanies",
            {"kind": KEEPS_WITH},
            message="is missing: name the unit that the {kind:words} accompanies",
            rule="mg-place-speed",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the unit."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        yield from self._what_it_is()
        yield from self._its_state()

    @property
    def is_vehicle_target(self) -> bool:
        """Whether hits on it draw cards on the Anti-Tank/Vehicle Table.

        Rules: at-procedure.
        """
        return self.kind in (*VEHICLES, "tchanka", "train")

    @property
    def has_shields(self) -> bool:
        """Whether its guns have shields.

        Rules: units-artillery.
        """
        if self.kind != "artillery" or self.guns is None:
            return False
        return self.guns in SHIELDED_GUNS if self.shielded is None else self.shielded

    @property
    def is_steady(self) -> bool:
        """Whether it neither hides, retreats nor rallies, and is on the table."""
        return self.state == "steady"

    def _what_it_is(self) -> Iterator[Problem]:
        is_single = self.kind in (*FIGURES, "train", "horse_holders")
        word = in_words(self.kind)
        if is_single and self.bases > 1:
            yield Problem(".bases", f"a {word} is one, not {self.bases}", "units-max-six")
        allowed = FORMATIONS.get(self.kind, ())
        if allowed and self.formation is not None and self.formation not in allowed:
            yield Problem(".formation", f"{word} is in {' or '.join(allowed)}, not {self.formation}", "formations-list")
        if not allowed and self.formation is not None:
            yield Problem(".formation", f"{word} units have no formation", "formations-list")
        if self.kind not in ORDERED and self.order is not None:
            yield Problem(".order", f"{word} units have no order", "orders-required")
        if self.side == "white" and self.kind in RED_ONLY:
            yield Problem(".kind", f"only the Reds have a {word}", "org-command-figures")
        if self.guns is not None and self.kind not in ("artillery", "train"):
            yield Problem(".guns", f"{word} units have no guns of a class", "units-artillery")
        if self.kind == "train" and self.guns not in (None, "heavy", "howitzer"):
            yield Problem(".guns", f"a train has heavy guns or howitzers, not {self.guns}", "train-2-armament")
        if self.shielded is not None and self.kind != "artillery":
            yield Problem(".shielded", f"{word} units have no gun shields", "units-artillery")
        if self.weapons and self.kind not in ARMOUR:
            yield Problem(".weapons", f"{word} units carry no vehicle weapons", "units-afv")
        if len(set(self.weapons)) < len(self.weapons):
            yield Problem(".weapons", "names a weapon twice", "units-afv")
        if self.commander and self.kind not in ("infantry", "cavalry", *COMPANIONS):
            yield Problem(".commander", f"{word} units belong to no CO", "org-no-higher-structure")
        if self.accompanies and self.kind not in KEEPS_WITH:
            yield Problem(".accompanies", f"{word} units accompany no other unit; leave it empty", "mg-place-speed")

    def _its_state(self) -> Iterator[Problem]:
        word = in_words(self.kind)
        if self.square is not None and self.carried_by:
            yield Problem(".square", f"it is aboard {self.carried_by!r}", "train-5-carrying")
        if self.kind != "train" and self.rings >= RINGS_A_BASE:
            yield Problem(".rings", f"a third ring removes a base, so at most 2, got {self.rings}", "bad-input")
        if self.rings and self.kind not in ("artillery", *VEHICLES, "tchanka", "train"):
            yield Problem(".rings", f"{word} units take no rings", "fire-9-artillery-vehicles")
        weapons = len(self.marker_weapons)
        if self.is_vehicle_target and weapons != self.markers:
            yield Problem(".marker_weapons", f"names {weapons} weapons for {self.markers} markers", "fire-8-accumulate")
        if not self.is_vehicle_target and weapons:
            yield Problem(
                ".marker_weapons",
                f"only markers on vehicles name their weapons, not those on {word} units",
                "at-procedure",
            )
        if self.advancing and self.idle:
            yield Problem(".advancing", "a unit that advances is not idle", "bad-input")
        if self.pinned and self.kind not in ("co", "commissar", "cheka", "mg"):
            yield Problem(".pinned", f"{word} units are not pinned by cards", "fire-10-fate")
        if self.pinned > self.bases:
            yield Problem(".pinned", f"{self.pinned} are pinned of {self.bases}", "fire-10-fate")
        yield from self._as_a_vehicle()
        yield from self._as_guns()

    def _as_a_vehicle(self) -> Iterator[Problem]:
        word = in_words(self.kind)
        if self.is_pinned and self.kind != "heavy_tank":
            yield Problem(".is_pinned", f"only heavy tanks are pinned in this way, not {word} units", "at-results")
        if self.must_retreat and self.kind not in ("armoured_car", "light_tank", "train"):
            yield Problem(".must_retreat", f"{word} units are never damaged", "at-results")
        if self.broken_down and self.kind not in VEHICLES:
            yield Problem(".broken_down", f"{word} units do not break down", "turn-6-spades-breakdown")
        if self.bogged and self.kind not in TANKS:
            yield Problem(".bogged", f"only tanks bog, not {word} units", "move-bog")

    def _as_guns(self) -> Iterator[Problem]:
        if self.position != "open" and self.kind != "artillery":
            yield Problem(".position", f"only artillery has a position, not {self.kind} units", "artpos-semi-masked")
        if self.position == "masked" and self.guns != "howitzer":
            yield Problem(".position", f"only howitzers stand masked, not {self.guns}", "artpos-masked")
        if self.stage and self.position != "masked":
            yield Problem(".stage", "only howitzers in a masked position have stages", "artpos-three-turns")
        if self.stage and self.formation != "deployed":
            yield Problem(".stage", "limbered howitzers are at stage 0", "artpos-three-turns")
