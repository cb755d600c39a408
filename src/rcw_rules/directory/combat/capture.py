"""Capture checks of bases, stockpiles and armor that must retreat and cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.directory.model import CLASSES, IMMOVABLE, PLAYERS, Counter, Faction, Side, named, people, told_counters
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences

Fate: TypeAlias = Literal["retreats", "captured", "destroyed", "unaffected"]
"""What happens to a counter other than a combat unit that is forced to retreat."""


@frozen(kw_only=True)
class Capture:
    """What the attackers see when they decide about a capture.

    Attributes:
        counter: The counter that they may take.
        captors: The factions that could have what takes its place, that of the first listed attacker first.
        by: The side that decides; None if the request does not say.
    """

    counter: Counter
    captors: tuple[Faction, ...]
    by: Side | None = None

    @property
    def side(self) -> str:
        """The side that decides.

        Where the request does not say: the one faction of the captors that has player-turns, or the only captor; ""
        where several could decide.
        """
        if self.by is not None:
            return self.by
        players = tuple(faction for faction in self.captors if faction in PLAYERS) or self.captors
        return players[0] if len(players) == 1 else ""


REPLACE_CAPTURED: Choice[Capture, bool] = Choice(
    "replace_captured",
    rule="cap-logistics",
    who="attacker",
    about="Take the counter over instead of destroying it? Default: yes.",
    default=lambda capture, alternatives: True,
    unit=lambda capture: named(capture.counter),
    side=lambda capture: capture.side,
)
CAPTOR: Choice[Capture, Faction] = Choice(
    "captor",
    rule="cap-logistics",
    who="attacker",
    about="Which faction of the attackers takes the captured counter? Default: the faction of the attacker listed "
    "first.",
    default=lambda capture, alternatives: alternatives[0],
    unit=lambda capture: named(capture.counter),
    side=lambda capture: capture.side,
)


def told_capture(counter: Counter, becomes: Counter) -> str:
    """Return that a counter is captured, and by which counter of whom it is replaced."""
    by = f"captured by {people(becomes.faction)}"
    if becomes.type == counter.type:
        return told_counters((counter,), f"is {by}", f"are {by}")
    into = f"{by} and replaced by a {in_words(becomes.type)}"
    return told_counters((counter,), f"is {into}", f"are {into}")


@frozen(kw_only=True)
class CaptureCheckOutcome:
    """What happens to the counter.

    Attributes:
        fate: Whether it retreats, is captured, is destroyed, or stays unaffected in its hex.
        becomes: What stands in its place in the same hex after a capture, otherwise None.
    """

    fate: Fate
    becomes: Counter | None = None

    def summary(self, request: CaptureCheckRequest) -> str:
        """Return what happens to the counter."""
        if self.becomes is not None:
            return sentences(told_capture(request.counter, self.becomes))
        fates = {"retreats": ("retreats", "retreat"), "unaffected": ("stays where it is", "stay where they are")}
        return sentences(told_counters((request.counter,), *fates.get(self.fate, ("is destroyed", "are destroyed"))))


@frozen(kw_only=True, cache_hash=True)
class CaptureCheckRequest(Request[CaptureCheckOutcome]):
    """A counter other than a combat unit that is forced to retreat.

    Attributes:
        counter: The counter.
        can_retreat: Whether it has anywhere to go.
        captors: The factions that took part in the attack and have a counter left to put in its place, that of the
            first listed attacker first: for gunboats, trains and tanks an identical one, otherwise a stockpile. Where
            no faction has one, a capture destroys.
        side: The side of the attackers, which decides; None if it is that of the captors.
    """

    counter: Counter
    can_retreat: bool
    captors: Annotated[tuple[Faction, ...], Size(0, 8, rule="bad-input")]
    side: Side | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        for number, faction in enumerate(self.captors):
            path = f".captors[{number}]"
            if faction == self.counter.faction:
                yield Problem(path, f"{faction} cannot capture a counter of their own", "bad-input")
            elif faction in self.captors[:number]:
                yield Problem(path, f"{faction} are listed twice", "bad-input")


def is_capturable_armor(counter: Counter) -> bool:
    """Whether an identical counter takes the place of this one when it is captured.

    Rules: cap-armor, cap-naval, unit-armor.
    """
    return CLASSES[counter.type] == "armor" and counter.type != "inshore_naval_forces"


def retreat_objections(counter: Counter, path: str, *, can_retreat: bool) -> Iterator[Objection]:
    """Yield an objection if a counter that cannot move is said to be able to retreat.

    Rules: cap-when.
    """
    if can_retreat and (counter.type in IMMOVABLE or counter.movement == 0):
        message = f"{counter.name or counter.type} has an allowance of 0 and never retreats: can_retreat must be false"
        yield Objection(rule="cap-when", message=message, path=path)


def _example() -> CaptureCheckRequest:
    base = Counter(type="mobile_base", faction="volunteers", name="Volunteer base")
    return CaptureCheckRequest(counter=base, can_retreat=False, captors=("bolsheviks",))


@procedure(
    "directory.capture_check",
    title="Is the counter captured or destroyed?",
    rules=("cap-when",),
    example=_example,
)
def capture_check(request: CaptureCheckRequest, umpire: Umpire[Options]) -> CaptureCheckOutcome:
    """Check what happens to a base, a stockpile or armor that is forced to retreat.

    With a free route it retreats, and inshore naval forces without one stay: neither takes a die. For all others a die
    says whether the attackers may capture the counter. After the die they decide whether to, and for which of their
    factions; if they decline or have nothing to put in its place, it is destroyed.

    Rules: cap-when, cap-naval, unit-armor.
    """
    counter = request.counter
    if request.can_retreat:
        return CaptureCheckOutcome(fate="retreats")
    if counter.type == "inshore_naval_forces":
        umpire.result("cap-naval", "inshore naval forces stay where they are")
        return CaptureCheckOutcome(fate="unaffected")
    captor = _captor(umpire, request)
    if captor is None:
        return CaptureCheckOutcome(fate="destroyed")
    return CaptureCheckOutcome(fate="captured", becomes=_replacement(counter, captor))


@capture_check.legality
def _objections(request: CaptureCheckRequest, options: Options) -> Iterator[Objection]:
    if CLASSES[request.counter.type] == "combat":
        message = "combat units do not take a capture check; bases, stockpiles and armor do"
        yield Objection(rule="cap-when", message=message, path="$.counter.type")
    yield from retreat_objections(request.counter, "$.can_retreat", can_retreat=request.can_retreat)


def _captor(umpire: Umpire[Options], request: CaptureCheckRequest) -> Faction | None:
    """Roll the die and let the attackers decide; return the faction that captures, or None if none does.

    Rules: cap-logistics, cap-armor, cap-table.
    """
    is_armor = is_capturable_armor(request.counter)
    rule, column = ("cap-armor", "gunboats, train or tanks") if is_armor else ("cap-logistics", "base or stockpile")
    cell = umpire.look_up("capture_check", umpire.roll(d6, "capture", rule), column)
    if cell.result == "destroyed":
        return None
    if cell.result != "capturable":
        message = f"row {cell.row!r}, column {cell.column!r} should be capturable or destroyed, not {cell.result!r}"
        raise ChartError(cell.chart, message)
    captor = next(iter(request.captors), None)
    if captor is None:
        umpire.result(rule, "the attackers have nothing left to put in its place: destroyed")
        return None
    capture = Capture(counter=request.counter, captors=request.captors, by=request.side)
    if not umpire.choose(REPLACE_CAPTURED, (True, False), capture):
        return None
    if len(request.captors) == 1:
        return captor
    chosen: Faction = umpire.choose(CAPTOR, request.captors, capture)
    return chosen


def _replacement(counter: Counter, captor: Faction) -> Counter:
    """Return what takes the place of a captured counter: identical armor, or a stockpile for any base.

    Rules: cap-armor, cap-logistics, unit-logistics.
    """
    if is_capturable_armor(counter):
        return evolve(counter, faction=captor, name="")
    return Counter(type="supply_stockpile", faction=captor)
