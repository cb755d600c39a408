"""When aircraft arrive over the field, and how long fighters patrol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.red_white.aircraft.flight import FLIGHT_TURNS, AircraftType
from rcw_rules.red_white.model import Side
from rcw_rules.red_white.options import Options

PatrolOrder: TypeAlias = Literal["patrol", "attack"]


Turn: TypeAlias = Annotated[int, Range(1, 999, rule="bad-numbers")]
"""The number of a game turn."""


# ---------------------------------------------------------------- arrival


@frozen(kw_only=True)
class Arrival:
    """An aircraft that the scenario gives to a side.

    Attributes:
        side: Whose it is.
        turn: On which turn it arrives; None if the scenario does not say.
        name: What to call it.
    """

    side: Side
    turn: Turn | None = None
    name: str = ""


@frozen(kw_only=True)
class AircraftArrivalOutcome:
    """When aircraft arrive.

    Attributes:
        turns: The turn on which each arrives, in listed order.
    """

    turns: tuple[int, ...]

    def summary(self, request: AircraftArrivalRequest) -> str:
        """Return the turn on which each aircraft arrives."""
        names = (one.name or f"aircraft {number}" for number, one in enumerate(request.aircraft, start=1))
        return sentences(*(f"{name} arrives on turn {turn}" for name, turn in zip(names, self.turns, strict=True)))


@frozen(kw_only=True, cache_hash=True)
class AircraftArrivalRequest(Request[AircraftArrivalOutcome]):
    """The aircraft of a scenario, before its first turn.

    Attributes:
        aircraft: All of them.
    """

    aircraft: Annotated[tuple[Arrival, ...], Size(1, 20, rule="air-availability")]


def _arrival_example() -> AircraftArrivalRequest:
    return AircraftArrivalRequest(aircraft=(Arrival(side="red"), Arrival(side="white"), Arrival(side="white", turn=3)))


@procedure(
    "red_white.aircraft_arrival",
    title="On which turn does it arrive?",
    rules=("air-availability",),
    example=_arrival_example,
)
def aircraft_arrival(request: AircraftArrivalRequest, umpire: Umpire[Options]) -> AircraftArrivalOutcome:
    """Say on which turn each aircraft arrives: on the turn that the scenario gives or else on that of a D6.

    The dice of the Red aircraft are rolled first, those of a side in listed order.

    Rules: air-availability.
    """
    turns = [aircraft.turn or 0 for aircraft in request.aircraft]
    for side in ("red", "white"):
        for number, aircraft in enumerate(request.aircraft):
            if aircraft.side == side:
                label = aircraft.name or f"aircraft {number + 1}"
                if aircraft.turn is None:
                    turns[number] = umpire.roll(d6, f"arrival of {label}", "air-availability")
                umpire.result(
                    "air-availability", "{aircraft} arrives on turn {turn}", aircraft=label, turn=turns[number]
                )
    return AircraftArrivalOutcome(turns=tuple(turns))


# ---------------------------------------------------------------- patrol


@frozen(kw_only=True)
class PatrolOutcome:
    """What an aircraft does once it is over the battlefield.

    Attributes:
        mode: Whether it ends up on patrol or in combat mode, flying flight turns.
        patrol_turns_left: The turns that an undisturbed patrol lasts, this one included, as `Aircraft` keeps them; 0
            in combat mode.
        combat_from: The turn from which it is in combat mode; None for an undisturbed patrol.
        flight_turns_left: The flight turns of every aircraft that goes into combat mode here; 0 if none does.
        attackers: Who attacks whom when an enemy breaks off the patrol: both each other, or the patroller alone.
    """

    mode: Literal["patrol", "combat"]
    patrol_turns_left: int
    combat_from: int | None
    flight_turns_left: int
    attackers: Literal["nobody", "patroller", "both"] = "nobody"

    def summary(self, request: PatrolRequest) -> str:
        """Return how long the patrol lasts, or from when the aircraft flies flight turns, and who attacks whom."""
        aircraft = f"the {in_words(request.type)}"
        if self.mode == "patrol":
            last = request.turn + self.patrol_turns_left - 1
            return sentences(f"{aircraft} patrols to the end of turn {last}")
        begins = f"from turn {self.combat_from} on, with {counted(self.flight_turns_left, 'flight turn')}"
        if self.attackers == "nobody":
            return sentences(f"{aircraft} is in combat mode {begins}")
        attack = {"both": "each attacks the other", "patroller": "the patroller alone attacks"}[self.attackers]
        return sentences(f"an enemy ends the patrol: both are in combat mode {begins} each", attack)


@frozen(kw_only=True, cache_hash=True)
class PatrolRequest(Request[PatrolOutcome]):
    """An aircraft that has appeared above the battlefield.

    Attributes:
        type: What it is.
        turn: The current turn.
        order: What it is to do; None leaves it to the choice ``patrol``.
        enemy_turn: The turn, this one or a later one, on which an enemy aircraft appears; None if none does.
        enemy_type: What that enemy is.
    """

    type: AircraftType
    turn: Turn
    order: PatrolOrder | None = None
    enemy_turn: Turn | None = None
    enemy_type: AircraftType = "fighter"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield an enemy that has appeared before."""
        if self.enemy_turn is not None and self.enemy_turn < self.turn:
            message = (
                f"expected turn {self.turn} or later, got {self.enemy_turn}; "
                f"for an enemy already there give turn {self.turn}"
            )
            yield Problem(".enemy_turn", message, "air-patrol-ends")


PATROL: Choice[PatrolRequest, PatrolOrder] = Choice(
    "patrol",
    rule="air-types",
    who="owner",
    about="Does the fighter patrol or attack? Default: attack.",
    default=lambda request, alternatives: "attack",
)


_PATROL_ORDERS: tuple[PatrolOrder, ...] = ("patrol", "attack")


def _patrol_example() -> PatrolRequest:
    return PatrolRequest(type="fighter", turn=2, order="patrol", enemy_turn=4)


@procedure(
    "red_white.patrol",
    title="How long does the patrol last?",
    rules=("air-patrol",),
    example=_patrol_example,
)
def patrol(request: PatrolRequest, umpire: Umpire[Options]) -> PatrolOutcome:
    """Say how long a fighter patrols, or from when it flies flight turns.

    A patrol lasts a D6 of turns, of which the current one is the first. An enemy aircraft that appears in one of them
    ends it at once: from that turn both have the full allowance of flight turns and each attacks the other, or only the
    patroller does if the enemy is not a fighter. Every aircraft that does not patrol goes straight to flight turns.

    Rules: air-patrol, air-patrol-ends, air-types, air-three-turns.
    """
    patrols = request.order == "patrol"
    if request.order is None and request.type == "fighter":
        patrols = umpire.choose(PATROL, _PATROL_ORDERS, request) == "patrol"
    if not patrols:
        umpire.result("air-types", "combat mode from turn {turn}", turn=request.turn)
        return PatrolOutcome(
            mode="combat", patrol_turns_left=0, combat_from=request.turn, flight_turns_left=FLIGHT_TURNS
        )
    turns = umpire.roll(d6, "turns of patrol", "air-patrol")
    last_turn = request.turn + turns - 1
    if request.enemy_turn is not None and request.enemy_turn <= last_turn:
        attackers: Literal["patroller", "both"] = "both" if request.enemy_type == "fighter" else "patroller"
        text = "an enemy ends the patrol on turn {turn}: combat mode with {flight_turns} flight turns each"
        umpire.result("air-patrol-ends", text, turn=request.enemy_turn, flight_turns=FLIGHT_TURNS)
        return PatrolOutcome(
            mode="combat",
            patrol_turns_left=0,
            combat_from=request.enemy_turn,
            flight_turns_left=FLIGHT_TURNS,
            attackers=attackers,
        )
    umpire.result("air-patrol", "on patrol to the end of turn {turn}; then it leaves", turn=last_turn)
    return PatrolOutcome(mode="patrol", patrol_turns_left=turns, combat_from=None, flight_turns_left=0)


@patrol.legality
def _patrol_objections(request: PatrolRequest, options: Options) -> Iterator[Objection]:
    if request.order == "patrol" and request.type != "fighter":
        what = "a bomber may not patrol, it must attack" if request.type == "bomber" else "only a fighter may patrol"
        yield Objection(rule="air-types", message=what, path="$.order")
