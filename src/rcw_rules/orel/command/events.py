"""Random events: the roll, which units a suffered event hits, and what each event changes and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Annotated, Literal, TypeAlias, cast, get_args

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.dice import d100
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.orel.command.recruits import (
    COST_BY_DETACHMENT,
    COST_OF_BATTALION,
    LOST_TO_EXACTIONS,
    MOST_RECRUIT_POINTS,
    RecruitPoints,
)
from rcw_rules.orel.definitions import PEOPLE, called, clause, names_of, note_values, told_loss
from rcw_rules.orel.model import Day, Side, Unit, enemy_of, listed, without_lost_steps, wrong_places, wrong_sides
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import INTELLIGENCE_ADDS, LEADER_ADDS, OFFICERS_CHARGE_ADDS, RUMOURS_ADD

EventName: TypeAlias = Literal[
    "nothing_happens",
    "desertion",
    "defeatist_rumours",
    "civil_exactions",
    "munitions_astray",
    "footsore",
    "volunteers",
    "munitions_train",
    "leader_in_the_front_line",
    "good_intelligence",
    "workers_detachment",
    "officers_charge",
]

EventKind: TypeAlias = Literal["none", "suffered", "controlled"]

EffectOn: TypeAlias = Literal[
    "steps",
    "supply",
    "movement_points",
    "cohesion_and_morale_checks",
    "recruit_points",
    "battalion_cost",
    "depot_capacity",
    "cohesion_check_of_side",
    "retreat_before_combat_die",
    "barrage_observation",
    "assault_roll_when_attacking",
]
"""What an event changes.

``steps``: strength steps, at once. ``supply``: the units become Unsupplied, at once. ``movement_points``: of each unit.
``cohesion_and_morale_checks``: added to the die of each unit. ``recruit_points``: received. ``battalion_cost``: of one
battalion of recruits. ``depot_capacity``: munitions points of one functional depot in one combat phase of its owner.
``cohesion_check_of_side``: added to the die of all units of the side in one check, said before the die.
``retreat_before_combat_die``: added to one. ``barrage_observation``: so many more enemy units within 2 hexes are
observed for a barrage. ``assault_roll_when_attacking``: added to one, said before the roll.
"""

EffectTime: TypeAlias = Literal["at_once", "next_recruitment", "until", "once_until"]
"""When an effect holds.

``at_once``: it is in the outcome. ``next_recruitment``: in the next recruitment step of its side. ``until``: all the
time until a moment. ``once_until``: its side uses it once until a moment, or loses it; of several effects of one event,
one of them.
"""


@frozen(kw_only=True, cache_hash=True)
class TurnEnd:
    """The end of a player turn.

    Attributes:
        side: Whose turn.
        day: On which day of October.
    """

    side: Side
    day: Annotated[int, Range(15, 32)]


@frozen(kw_only=True, cache_hash=True)
class EventEffect:
    """Something that an event changes.

    Attributes:
        on: What.
        amount: By how much.
        time: When.
        units: The keys of the units that it hits, in alphabetical order; none where it hits no unit of its own.
        until: The end of the effect, or of the time to use it; None where it holds at once or in the next recruitment.
    """

    on: EffectOn
    amount: int
    time: EffectTime = "at_once"
    units: tuple[str, ...] = ()
    until: TurnEnd | None = None


# -------------------------------------------------------------------- the events


@frozen(kw_only=True)
class _Suffered:
    """A suffered event that hits units.

    Attributes:
        on: What it changes.
        amount: By how much.
        count: How many units of the formation its owner picks; 0 for all, without a choice.
        can_hit: Whether it can hit a unit.
        lasts: Until when it lasts, seen from the player turn of its owner.
    """

    on: EffectOn
    amount: int
    count: int
    can_hit: Callable[[Unit], bool]
    lasts: Literal["at_once", "this_turn", "opponents_next_turn"]


def _anybody(unit: Unit) -> bool:
    return not unit.is_vehicle


# 6-list: the effects of the chart events, whose cells name them.
_SUFFERED: dict[EventName, _Suffered] = {
    "desertion": _Suffered(
        on="steps", amount=-1, count=1, can_hit=lambda unit: unit.is_combat and unit.steps > 1, lasts="at_once"
    ),
    "defeatist_rumours": _Suffered(
        on="cohesion_and_morale_checks", amount=RUMOURS_ADD, count=0, can_hit=_anybody, lasts="opponents_next_turn"
    ),
    "munitions_astray": _Suffered(
        on="supply",
        amount=-1,
        count=1,
        can_hit=lambda unit: not unit.is_vehicle and not unit.unsupplied,
        lasts="at_once",
    ),
    "footsore": _Suffered(on="movement_points", amount=-1, count=2, can_hit=_anybody, lasts="this_turn"),
}

_CONTROLLED: dict[EventName, tuple[EventEffect, ...]] = {
    "volunteers": (EventEffect(on="recruit_points", amount=1),),
    "munitions_train": (EventEffect(on="depot_capacity", amount=1, time="once_until"),),
    "leader_in_the_front_line": (EventEffect(on="cohesion_check_of_side", amount=LEADER_ADDS, time="once_until"),),
    "good_intelligence": (
        EventEffect(on="retreat_before_combat_die", amount=INTELLIGENCE_ADDS, time="once_until"),
        EventEffect(on="barrage_observation", amount=1, time="once_until"),
    ),
    "workers_detachment": (
        EventEffect(on="battalion_cost", amount=COST_BY_DETACHMENT - COST_OF_BATTALION, time="once_until"),
    ),
    "officers_charge": (EventEffect(on="assault_roll_when_attacking", amount=OFFICERS_CHARGE_ADDS, time="once_until"),),
}

_CIVIL_EXACTIONS = EventEffect(on="recruit_points", amount=-LOST_TO_EXACTIONS, time="next_recruitment")


# -------------------------------------------------------------------- whom it hits


@frozen(kw_only=True)
class Afflicted:
    """What the players see when deciding which units an event hits.

    Attributes:
        event: The event.
        units: The units that it can hit; when its owner picks, those of the formation.
    """

    event: EventName
    units: tuple[Unit, ...]


def _steps_of_formation(afflicted: Afflicted, formation: str) -> int:
    return sum(unit.steps for unit in afflicted.units if unit.formation == formation)


def _steps_of_units(afflicted: Afflicted, keys: tuple[str, ...]) -> int:
    return sum(unit.steps for unit in afflicted.units if unit.key in keys)


EVENT_FORMATION: Choice[Afflicted, str] = Choice(
    "event_formation",
    rule="6.1-suffered",
    who="opponent",
    about="Which formation of the active player does the event hit? Default: the one with the most steps that it can "
    "hit; of equal ones the first by key.",
    default=lambda afflicted, alternatives: max(alternatives, key=lambda key: _steps_of_formation(afflicted, key)),
    unit=lambda afflicted: ", ".join(sorted({unit.formation for unit in afflicted.units})),
    side=lambda afflicted: enemy_of(afflicted.units[0].side),
)
EVENT_UNITS: Choice[Afflicted, tuple[str, ...]] = Choice(
    "event_units",
    rule="6.1-suffered",
    who="owner",
    about="Which units of the formation does the event hit? Default: those with the most steps; of equal ones the "
    "first by key.",
    default=lambda afflicted, alternatives: max(alternatives, key=lambda keys: _steps_of_units(afflicted, keys)),
    unit=lambda afflicted: afflicted.units[0].formation,
    side=lambda afflicted: afflicted.units[0].side,
)


# -------------------------------------------------------------------- orel.event


def _told_effect(effect: EventEffect, request: EventRequest, names: Mapping[str, str], points: int) -> str:
    """Return what an effect does, with who is hit in front where it hits units."""
    number, whose = abs(effect.amount), f"the {PEOPLE[request.side]}"
    more = "more" if effect.amount > 0 else "less"
    if effect.on == "recruit_points":
        if effect.time == "at_once":
            return f"{whose} have {words.counted(points, 'recruit point')} ({request.recruit_points} before)"
        return f"{whose} receive {words.counted(number, 'recruit point')} {more} in their next recruitment"
    if effect.on == "steps":
        hit = (unit for unit in request.units if unit.key in effect.units)
        return words.listed(f"{called(unit)} {told_loss(unit, number)}" for unit in hit)
    does = {
        "supply": "become[s|] Unsupplied",
        "movement_points": f"[has|have] {words.counted(number, 'movement point')} {more}",
        "cohesion_and_morale_checks": f"add[s|] {number} to cohesion and morale checks",
        "battalion_cost": f"a battalion of recruits costs {words.counted(number, 'recruit point')} {more}",
        "depot_capacity": f"a depot has {words.counted(number, 'munitions point')} {more} in a combat phase",
        "cohesion_check_of_side": f"one cohesion check is modified by {effect.amount:+}",
        "retreat_before_combat_die": f"one die for a retreat before combat is modified by {effect.amount:+}",
        "barrage_observation": f"a barrage can observe {words.counted(number, 'more enemy unit')} within 2 hexes",
        "assault_roll_when_attacking": f"one assault roll in attack is modified by {effect.amount:+}",
    }[effect.on]
    return clause(effect.units, names, does) or does


@frozen(kw_only=True)
class EventOutcome:
    """A random event.

    Attributes:
        event: The event.
        kind: Whether it is suffered or controlled, or nothing happens.
        formation: The formation that it hits; "" for none.
        effects: What it changes, and until when.
        units: The units that it changes at once, with their new states.
        recruit_points: The recruit points that the active player has saved afterwards.
    """

    event: Literal["not_played", EventName]
    kind: EventKind
    recruit_points: int
    formation: str = ""
    effects: tuple[EventEffect, ...] = ()
    units: tuple[Unit, ...] = ()

    def summary(self, request: EventRequest) -> str:
        """Return the event, whom it hits, what it changes and until when."""
        if self.event == "not_played":
            return "Random events are not played."
        if self.event == "nothing_happens":
            return "No random event happens."
        if not self.effects:
            return words.sentences(f"{_title(self.event)} can hit no unit")
        names = names_of(request.units)
        told = [_told_effect(effect, request, names, self.recruit_points) for effect in self.effects]
        once = any(effect.time == "once_until" for effect in self.effects)
        use = f", for the {PEOPLE[request.side]} to use once" if once else ""
        ends = next((effect.until for effect in self.effects if effect.until is not None), None)
        until = "" if ends is None else f" until the end of the {ends.side.title()} player turn of {ends.day} October"
        title = _title(self.event).replace("rs ", "rs' ")  # officers and workers
        return words.sentences(f"{title}{use}{until}: {words.listed(told, 'or' if once else 'and')}")


@frozen(kw_only=True, cache_hash=True)
class EventRequest(Request[EventOutcome]):
    """A side in the step of random events of its turn.

    Attributes:
        side: The active player.
        day: The day.
        units: The units of that side; those off the map cannot be hit, and neither can those of no formation.
        recruit_points: The recruit points that the side has saved.
    """

    side: Side
    day: Day
    units: Annotated[tuple[Unit, ...], Size(0, 300)] = ()
    recruit_points: RecruitPoints = 0

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_sides("units", self.units, self.side)
        yield from wrong_places(listed("units", self.units))


def _example() -> EventRequest:
    units = tuple(
        Unit(key=key, side="white", type="infantry", hex="1214", formation=formation, tq=5, steps=steps, strength=4)
        for key, formation, steps in (("1/83S", "83S", 3), ("2/83S", "83S", 4), ("2/1D", "1Dr", 4))
    )
    return EventRequest(side="white", day=17, units=units, recruit_points=3)


@procedure(
    "orel.event",
    title="What random event happens?",
    rules=("6-optional",),
    example=_example,
)
def event(request: EventRequest, umpire: Umpire[Options]) -> EventOutcome:
    """Throw two ten-sided dice, tens first, and read the column of the active player; 00 is 100.

    A suffered event that hits units first asks the opponent for a formation with units that it can hit, then the active
    player for the units, unless it hits them all. It takes effect at once; a lasting effect comes with its end, and
    Civil Exactions wait for the next recruitment. A controlled event is the active player's to use until the opponent's
    next player turn is over; recruit points arrive at once, 12 saved at most. Without the option of random events no
    dice are thrown and nothing happens.

    Rules: 6-optional, 6-roll, 6-list.
    """
    umpire.ruling("events")
    if not umpire.options.events:
        umpire.result("6-optional", "random events are not played")
        return EventOutcome(event="not_played", kind="none", recruit_points=request.recruit_points)
    name = _named(umpire, umpire.roll(d100, "random event", "6-roll"), request.side)
    if name in _SUFFERED:
        return _suffered(umpire, name, _SUFFERED[name], request)
    if name == "civil_exactions":
        text = "{event}, suffered: {points} recruit points in the next recruitment"
        umpire.result("6.1-suffered", text, event=_title(name), points=_CIVIL_EXACTIONS.amount)
        return EventOutcome(
            event=name, kind="suffered", recruit_points=request.recruit_points, effects=(_CIVIL_EXACTIONS,)
        )
    if name in _CONTROLLED:
        return _controlled(umpire, name, _CONTROLLED[name], request)
    return EventOutcome(event=name, kind="none", recruit_points=request.recruit_points)


def _named(umpire: Umpire[Options], number: int, side: Side) -> EventName:
    result = umpire.look_up("events", number, side).result
    if result not in get_args(EventName):
        raise ChartError("events", f"no event is called {result!r}")
    return cast("EventName", result)


def _title(name: EventName) -> str:
    return in_words(name).capitalize()


def opponents_next_turn(side: Side, day: int) -> TurnEnd:
    """Return when the next player turn of the opponent ends, seen from a player turn: Red's follows White's.

    >>> opponents_next_turn("white", 17), opponents_next_turn("red", 17)
    (TurnEnd(side='red', day=17), TurnEnd(side='white', day=18))

    Rules: 6.2-controlled.
    """
    return TurnEnd(side=enemy_of(side), day=day if side == "white" else day + 1)


def _controlled(
    umpire: Umpire[Options], name: EventName, effects: tuple[EventEffect, ...], request: EventRequest
) -> EventOutcome:
    """Hand a controlled event to the active player; recruit points arrive at once.

    Rules: 6.2-controlled, 4-cap.
    """
    until = opponents_next_turn(request.side, request.day)
    text = "{event}, controlled: until the end of the turn of {side} on {day} October"
    umpire.result("6.2-controlled", text, event=_title(name), side=until.side, day=until.day)
    points = request.recruit_points
    for effect in effects:
        if effect.on == "recruit_points":
            points = min(MOST_RECRUIT_POINTS, points + effect.amount)
            umpire.result("4-cap", "recruit points saved: {points}", points=points)
    return EventOutcome(
        event=name,
        kind="controlled",
        recruit_points=points,
        effects=tuple(effect if effect.time == "at_once" else evolve(effect, until=until) for effect in effects),
    )


def _suffered(umpire: Umpire[Options], name: EventName, what: _Suffered, request: EventRequest) -> EventOutcome:
    """Let a suffered event hit units of one formation.

    Rules: 6.1-suffered.
    """
    able = tuple(unit for unit in request.units if unit.formation and unit.hex is not None and what.can_hit(unit))
    nothing = EventOutcome(event=name, kind="suffered", recruit_points=request.recruit_points)
    if not able:
        umpire.result("6.1-suffered", "{event}, suffered: it can hit no unit", event=_title(name))
        return nothing
    note_values(umpire, able)
    formations = tuple(sorted({unit.formation for unit in able}))
    formation = umpire.choose(EVENT_FORMATION, formations, Afflicted(event=name, units=able))
    members = tuple(sorted((unit for unit in able if unit.formation == formation), key=lambda unit: unit.key))
    keys = tuple(unit.key for unit in members)
    if what.count:
        picks = tuple(combinations(keys, min(what.count, len(keys))))
        keys = umpire.choose(EVENT_UNITS, picks, Afflicted(event=name, units=members))
    until: TurnEnd | None = None
    if what.lasts == "this_turn":
        until = TurnEnd(side=request.side, day=request.day)
    elif what.lasts == "opponents_next_turn":
        until = opponents_next_turn(request.side, request.day)
    umpire.result("6.1-suffered", "{event}, suffered by {units}", event=_title(name), units=", ".join(keys))
    effect = EventEffect(
        on=what.on, amount=what.amount, time="at_once" if until is None else "until", units=keys, until=until
    )
    changed = (_after(unit, what) for unit in members if unit.key in keys) if until is None else ()
    return evolve(nothing, formation=formation, effects=(effect,), units=tuple(changed))


def _after(unit: Unit, what: _Suffered) -> Unit:
    """Return a unit after an event that takes effect at once.

    Rules: 6.1-suffered.
    """
    if what.on == "supply":
        return evolve(unit, unsupplied=True)
    return without_lost_steps(unit, -what.amount) or unit  # it has more steps than that, or it would not be hit
