"""Ground fire at aircraft, and what its hits do to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import Side
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.spoken import many

# ---------------------------------------------------------------- anti-aircraft fire


Mount: TypeAlias = Literal["ground", "train", "ship", "tank", "armoured_car"]


MACHINE_GUN_RANGE = inches(20)  # aa-machine-gun


MACHINE_GUN_CLOSE = inches(10)  # aa-machine-gun


GUN_RANGE = inches(24)  # aa-gun


@frozen(kw_only=True)
class GroundWeapon:
    """A weapon on the ground, on rails or afloat that fires at an aircraft.

    Attributes:
        kind: What it is.
        nearest: The distance, in inches, to the nearest point of the path flown in this flight turn.
        dice: The D6 of a machine gun: its normal number of dice, three for a team of three. An anti-aircraft gun
            rolls one.
        mount: What it stands on.
        fired: Whether it has fired in this flight turn.
        name: What to call it.
        side: Whose it is; None if nobody asks.
    """

    kind: Literal["machine_gun", "aa_gun"]
    nearest: Inches
    dice: Annotated[int, Range(1, 20, rule="aa-machine-gun")] | None = None
    mount: Annotated[Mount, Cites("aa-vehicles")] = "ground"
    fired: Annotated[bool, Cites("aa-timing")] = False
    name: str = ""
    side: Side | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "dice",
            {"kind": ("machine_gun",)},
            message="is missing: a machine gun rolls its normal number of dice",
            rule="aa-machine-gun",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a wrong number of dice, with the paths below the weapon."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        if self.kind == "aa_gun" and self.dice not in (None, 1):
            yield Problem(".dice", f"an anti-aircraft gun rolls one die; expected 1, got {self.dice}", "aa-gun")


@frozen(kw_only=True)
class AntiAircraftOutcome:
    """What ground fire scored.

    Attributes:
        hits: The hits of all weapons together.
    """

    hits: int

    def summary(self, request: AntiAircraftRequest) -> str:
        """Return the hits on the aircraft."""
        return sentences(f"ground fire scores {many(self.hits, 'hit')} on the aircraft")


@frozen(kw_only=True, cache_hash=True)
class AntiAircraftRequest(Request[AntiAircraftOutcome]):
    """Weapons that fire at one aircraft in one flight turn.

    Attributes:
        weapons: The weapons within range, in the order in which they fire.
        on_patrol: Whether the aircraft is on patrol.
    """

    weapons: Annotated[tuple[GroundWeapon, ...], Size(1, 20)]
    on_patrol: Annotated[bool, Cites("aa-timing")] = False


GROUND_FIRE: Choice[GroundWeapon, bool] = Choice(
    "ground_fire",
    rule="aa-timing",
    who="owner",
    about="Fire at the aircraft? Default: yes.",
    default=lambda weapon, alternatives: True,
    unit=lambda weapon: weapon.name or in_words(weapon.kind),
    side=lambda weapon: weapon.side or "",
)


def _anti_aircraft_example() -> AntiAircraftRequest:
    return AntiAircraftRequest(
        weapons=(
            GroundWeapon(kind="machine_gun", dice=3, nearest=inches(10)),
            GroundWeapon(kind="machine_gun", dice=2, nearest=inches("17.5"), mount="train"),
            GroundWeapon(kind="aa_gun", nearest=inches(24)),
        )
    )


@procedure(
    "red_white.anti_aircraft",
    title="How many hits does ground fire score?",
    rules=("aa-timing",),
    example=_anti_aircraft_example,
)
def anti_aircraft(request: AntiAircraftRequest, umpire: Umpire[Options]) -> AntiAircraftOutcome:
    """Fire at an aircraft with every weapon that its owner lets fire, in listed order.

    A machine gun hits with each D6 on 6 within 20 inches and on 5 or 6 within 10, an anti-aircraft gun on 6 with its
    one D6 within 24. Every limit is included.

    Rules: aa-timing, aa-machine-gun, aa-gun.
    """
    hits = 0
    for number, weapon in enumerate(request.weapons, start=1):
        if umpire.choose(GROUND_FIRE, (True, False), weapon):
            close = weapon.kind == "machine_gun" and weapon.nearest <= MACHINE_GUN_CLOSE
            shots = d6.count(weapon.dice or 1, at_least=5 if close else 6)
            label = weapon.name or f"weapon {number}"
            hits += umpire.roll(shots, label, "aa-gun" if weapon.kind == "aa_gun" else "aa-machine-gun")
    umpire.result("aa-timing", "hits on the aircraft: {hits}", hits=hits)
    return AntiAircraftOutcome(hits=hits)


@anti_aircraft.legality
def _anti_aircraft_objections(request: AntiAircraftRequest, options: Options) -> Iterator[Objection]:
    if request.on_patrol:
        message = "ground weapons may not fire at an aircraft on patrol"
        yield Objection(rule="aa-timing", message=message, path="$.on_patrol")
    yield from weapon_objections([(weapon, f"$.weapons[{number}]") for number, weapon in enumerate(request.weapons)])


def weapon_objections(weapons: Sequence[tuple[GroundWeapon, str]]) -> Iterator[Objection]:
    """Yield objections to the fire of weapons, given with their paths, in one flight turn.

    Rules: aa-timing, aa-vehicles, aa-machine-gun, aa-gun.
    """
    named: list[str] = []
    for weapon, path in weapons:
        if weapon.fired or weapon.name in named:
            message = "a weapon fires once in a flight turn"
            yield Objection(rule="aa-timing", message=message, path=f"{path}.{'fired' if weapon.fired else 'name'}")
        if weapon.name:
            named.append(weapon.name)
        if weapon.kind == "machine_gun" and weapon.mount in ("tank", "armoured_car"):
            message = f"the machine guns of {in_words(weapon.mount)}s may not fire at aircraft"
            yield Objection(rule="aa-vehicles", message=message, path=f"{path}.mount")
        rule, reach = ("aa-gun", GUN_RANGE) if weapon.kind == "aa_gun" else ("aa-machine-gun", MACHINE_GUN_RANGE)
        if weapon.nearest > reach:
            message = f"out of range: expected at most {reach}, got {weapon.nearest}"
            yield Objection(rule=rule, message=message, path=f"{path}.nearest")


# ---------------------------------------------------------------- damage by ground fire


@frozen(kw_only=True)
class AircraftDamageOutcome:
    """What ground fire did to an aircraft.

    Attributes:
        flight_turns_lost: The flight turns that it loses.
        crashed: Whether it crashes.
    """

    flight_turns_lost: int
    crashed: bool

    def summary(self, request: AircraftDamageRequest) -> str:
        """Return whether the aircraft crashes, or how many flight turns it loses."""
        if self.crashed:
            return "The aircraft crashes."
        lost = counted(self.flight_turns_lost, "flight turn") if self.flight_turns_lost else "nothing"
        return sentences(f"the aircraft loses {lost}")


@frozen(kw_only=True, cache_hash=True)
class AircraftDamageRequest(Request[AircraftDamageOutcome]):
    """An aircraft that was hit by ground fire.

    Attributes:
        hits: The hits of this flight turn or, by the option, of this whole turn.
    """

    hits: Annotated[int, Range(0, 1998, rule="bad-numbers")]


@procedure(
    "red_white.aircraft_damage",
    title="What does the ground fire do to the aircraft?",
    rules=("air-damage-table",),
    example=lambda: AircraftDamageRequest(hits=4),
)
def aircraft_damage(request: AircraftDamageRequest, umpire: Umpire[Options]) -> AircraftDamageOutcome:
    """Test what the hits of ground fire did: one D6 in the row of their total. Without a hit there is no die roll.

    Rules: air-damage-table, air-damage-when, opt-air-damage-per.
    """
    if request.hits == 0:
        umpire.result("air-damage-table", "no hits: nothing is tested")
        return AircraftDamageOutcome(flight_turns_lost=0, crashed=False)
    umpire.ruling("air_damage_per")
    span = "turn" if umpire.options.air_damage_per == "turn" else "flight turn"
    umpire.result("air-damage-when", "hits in this {span}: {hits}", hits=request.hits, span=span)
    face = umpire.roll(d6, "ground-fire damage", "air-damage-table")
    effect = umpire.look_up("aircraft_damage", request.hits, face).result
    umpire.result("air-damage-table", "effect: {effect}", effect=effect)
    if effect not in _FLIGHT_TURNS_LOST:
        raise ChartError("aircraft_damage", f"expected one of {', '.join(_FLIGHT_TURNS_LOST)}; got {effect!r}")
    return AircraftDamageOutcome(flight_turns_lost=_FLIGHT_TURNS_LOST[str(effect)], crashed=effect == "crash")


_FLIGHT_TURNS_LOST: dict[str, int] = {"none": 0, "lose 1": 1, "lose 2": 2, "lose 3": 3, "crash": 0}
