"""Retire results: which units go back, how far, and which may refuse."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import NO_DISTANCE, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import (
    NO_FOXHOLES,
    begin_rout,
    has_too_many_markers,
    illustrative_troops,
    marker_problems,
    note_cards,
    stepped,
    without_given_up,
)

RetireCause: TypeAlias = Literal["ret", "serious", "combat"]
"""The cause: a Ret of shooting, a failed serious test, or a combat result."""

RetireManner: TypeAlias = Literal["retired", "ignored_in_cover", "lost_base", "took_terror", "immobile"]
"""What a unit did about a retire result: it went back (perhaps 0 inches), did something else instead, or stays because
it never retires."""

Trade: TypeAlias = Literal["retire", "lose_base", "take_terror"]
"""What Storm or Specialist troops do about a retire result."""

RETIRE_ON_FOOT = inches(3)  # retire-distance
RETIRE_MOUNTED = inches(6)  # retire-distance


@frozen(kw_only=True, cache_hash=True)
class RetirePlace:
    """Where a unit stands when it must retire.

    Attributes:
        hard_cover: Whether it is in hard cover; its own foxholes count by themselves.
        room_behind: How far it can go back before impassable terrain or the edge of the table; None: far enough.
        friend_behind: How far behind it a friendly unit stands, which it would push back; None: none in its way.
    """

    hard_cover: Annotated[bool, Cites("retire-hard-cover")] = False
    room_behind: Annotated[Inches | None, Cites("retire-manner")] = None
    friend_behind: Annotated[Inches | None, Cites("retire-manner")] = None


OPEN_FOOTING = RetirePlace()


@frozen(kw_only=True)
class RetireOutcome:
    """The outcome of a retire result.

    Attributes:
        unit: The unit afterwards; without bases if it gave up its last one.
        manner: What it did.
        moved: How far it went back.
        pushed: How far it pushed back the friendly unit behind it.
        routs: Whether a marker taken instead makes it rout.
    """

    unit: Unit
    manner: RetireManner
    moved: Inches
    pushed: Inches
    routs: bool

    def summary(self, request: RetireRequest) -> str:
        """Return whether the unit goes back and how far, or what it does instead."""
        before, unit = request.unit, self.unit
        if self.manner == "retired":
            pushed = f"it pushes the friends behind it back {self.pushed}" if self.pushed.thousandths else ""
            if not self.moved.thousandths:
                return sentences(f"{unit.name} has to retire, but goes back 0 in")
            return sentences(f"{unit.name} retires {self.moved}", pushed)
        if self.manner == "lost_base":
            given = stepped(1, "base", before.bases, unit.bases)
            return sentences(f"{unit.name} gives up {given} and {'stands' if unit.bases else 'is gone'}")
        if self.manner == "took_terror":
            taken = stepped(1, "terror marker", before.terror, unit.terror)
            return sentences(f"{unit.name} {'routs' if self.routs else 'stands'}: it takes {taken} instead of retiring")
        why = "ignores the retire result in its cover" if self.manner == "ignored_in_cover" else "never retires"
        return sentences(f"{unit.name} stands: it {why}")


@frozen(kw_only=True, cache_hash=True)
class RetireRequest(Request[RetireOutcome]):
    """One retire result of a unit.

    Attributes:
        unit: The unit.
        cause: Where the result comes from.
        footing: Where it stands.
    """

    unit: Unit
    cause: RetireCause = "ret"
    footing: RetirePlace = OPEN_FOOTING

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.unit.routing:
            yield Problem(".unit.routing", "a routing unit takes no retire result", "rout-unit-state")
        if not self.unit.bases:
            yield Problem(".unit.bases", "the unit has no base left to retire", "conv-bad-input")
        yield from marker_problems(".unit", self.unit)


IGNORE_RETIRE: Choice[Unit, bool] = Choice(
    "ignore_retire",
    rule="retire-hard-cover",
    who="owner",
    about="The unit is in hard cover: ignore this retire result, which it may do once a turn? Default: yes.",
    default=lambda unit, alternatives: True,
    unit=lambda unit: unit.name,
    side=lambda unit: unit.side,
)
TRADE_RETIRE: Choice[Unit, Trade] = Choice(
    "trade_retire",
    rule="retire-trade",
    who="owner",
    about="Lose a base (Storm) or take a terror marker (Specialist) instead of retiring? Default: retire. The policy "
    "hold_ground trades as long as the unit can afford it.",
    default=lambda unit, alternatives: "retire",
    unit=lambda unit: unit.name,
    side=lambda unit: unit.side,
)


def hold_ground(unit: Unit, alternatives: tuple[Trade, ...]) -> Trade:
    """Trade as long as a Storm unit keeps a base, or a Specialist unit has fewer markers than bases: a policy.

    Rules: retire-trade.
    """
    if "lose_base" in alternatives and unit.bases > 1:
        return "lose_base"
    if "take_terror" in alternatives and unit.markers + 1 < unit.bases:
        return "take_terror"
    return "retire"


def _example() -> RetireRequest:
    card = illustrative_troops().card("red_regulars")
    return RetireRequest(unit=Unit(name="1st Company", side="red", card=card, bases=4))


@procedure(
    "red_actions.retire",
    title="What does this unit do with a retire result?",
    rules=("retire-distance",),
    example=_example,
)
def retire(request: RetireRequest, umpire: Umpire[Options]) -> RetireOutcome:
    """Carry out one retire result.

    In this order: unlimbered guns and vehicles stay; in hard cover all but Mobs may ignore one result of shooting or of
    a serious test in a turn; with an option a unit that a result has already moved in this turn takes a terror marker
    instead; Storm troops may lose a base and Specialist troops may take a marker; all others go back. The distance is
    that of its kind, minus how far it has moved away from the enemy in this turn, and at most the room behind it.
    Nothing is rounded.

    Rules: retire-distance, retire-manner, res-ret.
    """
    note_cards(umpire, request.unit)
    return work_retire(umpire, request.unit, request.cause, request.footing)


def work_retire(umpire: Umpire[Options], unit: Unit, cause: RetireCause, footing: RetirePlace) -> RetireOutcome:
    """Carry out one retire result of a unit that does not rout; see `retire`.

    Rules: retire-guns, retire-hard-cover, retire-trade, retire-optional-terror, res-ret, mor-fail-serious,
        dig-ignore-retire.
    """
    distance = retire_distance(unit)
    if distance is None:
        rule = "retire-guns" if unit.card.arm == "gun" else "retire-distance"
        umpire.result(rule, "{unit} never retires", unit=unit.name)
        return _stays(umpire, unit, "immobile")
    exempt = cause == "ret" or (cause == "serious" and umpire.options.retire_exemptions == "ret_and_serious")
    sheltered = (footing.hard_cover or (unit.foxholes and unit.foxholes >= 1)) and not unit.has("Mob")
    trades = _trades(unit) if cause != "combat" else ()
    if cause == "serious" and (sheltered or len(trades) > 1):
        umpire.ruling("retire_exemptions")
    if exempt and sheltered and not unit.ignored_retire and umpire.choose(IGNORE_RETIRE, (True, False), unit):
        umpire.result("retire-hard-cover", "{unit} ignores the retire result in its cover", unit=unit.name)
        return _stays(umpire, evolve(unit, ignored_retire=True), "ignored_in_cover")
    if unit.retired_by_result and unit.card.arm != "officer":  # defs-senior-officer-base: it takes no terror
        umpire.ruling("second_retire_terror")
        if umpire.options.second_retire_terror:
            umpire.result("retire-optional-terror", "{unit} takes a terror marker instead", unit=unit.name)
            return _stays(umpire, evolve(unit, terror=unit.terror + 1), "took_terror")
    if exempt and len(trades) > 1:
        trade = umpire.choose(TRADE_RETIRE, trades, unit)
        if trade == "lose_base":
            umpire.result("char-storm", "{unit} gives up a base and stands", unit=unit.name)
            return _stays(umpire, without_given_up(unit), "lost_base")
        if trade == "take_terror":
            umpire.result("char-specialist", "{unit} takes a terror marker and stands", unit=unit.name)
            return _stays(umpire, evolve(unit, terror=unit.terror + 1), "took_terror")
    return _goes_back(umpire, unit, distance, footing)


def retire_distance(unit: Unit) -> Inches | None:
    """Return how far a retire result sends a unit back in a turn; None for units that it does not move.

    Rules: retire-distance, retire-guns.
    """
    card = unit.card
    if card.category == "vehicle" or (card.arm == "gun" and not unit.limbered):
        return None
    rides = card.category == "cavalry" or card.arm == "gun" or (card.category == "officer" and card.mounted)
    return RETIRE_MOUNTED if rides else RETIRE_ON_FOOT


def _trades(unit: Unit) -> tuple[Trade, ...]:
    """Return what a unit may do about a retire result, by its own characteristics or those of its commander.

    Rules: retire-trade, char-storm, char-specialist, off-conferred, defs-senior-officer-base.
    """
    trades: list[Trade] = ["retire"]
    if unit.has("Storm"):
        trades.append("lose_base")
    if unit.has("Specialist") and unit.card.arm != "officer":
        trades.append("take_terror")
    return tuple(trades)


def _stays(umpire: Umpire[Options], unit: Unit, manner: RetireManner) -> RetireOutcome:
    """Leave a unit where it is, unless what it did instead of retiring makes it rout.

    Rules: defs-terror-rout.
    """
    routs = has_too_many_markers(unit)
    if routs:
        unit = begin_rout(umpire, unit)
    return RetireOutcome(unit=unit, manner=manner, moved=NO_DISTANCE, pushed=NO_DISTANCE, routs=routs)


def _goes_back(umpire: Umpire[Options], unit: Unit, distance: Inches, footing: RetirePlace) -> RetireOutcome:
    """Move a unit straight back, facing as it did, as far as its allowance and the room behind it let it.

    Rules: retire-manner, turn-forced-forfeit.
    """
    back = unit.moved_back
    moved = max(NO_DISTANCE, distance - back) if back.thousandths else distance
    if footing.room_behind is not None:
        moved = min(moved, footing.room_behind)
    pushed = NO_DISTANCE if footing.friend_behind is None else max(NO_DISTANCE, moved - footing.friend_behind)
    umpire.result("retire-manner", "{unit} retires {moved}", unit=unit.name, moved=_shown(moved.thousandths))
    if moved.thousandths:
        unit = evolve(
            unit,
            moved_back=back + moved,
            retired_by_result=True,
            evading=True,  # evade-speed: even cavalry
            has_acted=True,
            foxholes=NO_FOXHOLES,
        )
    return RetireOutcome(unit=unit, manner="retired", moved=moved, pushed=pushed, routs=False)


@lru_cache(maxsize=64)
def _shown(thousandths: int) -> str:
    return str(Inches(thousandths=thousandths))


def footing_after(footing: RetirePlace, moved: Inches) -> RetirePlace:
    """Return where a unit stands after it went back: with less room, and the friend that it pushed right behind it.

    Rules: retire-manner.
    """
    room, friend = footing.room_behind, footing.friend_behind
    if room is None and friend is None:
        return footing
    return evolve(
        footing,
        room_behind=None if room is None else room - moved,
        friend_behind=None if friend is None else max(NO_DISTANCE, friend - moved),
    )
