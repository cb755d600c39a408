"""Ice: the icebreaker and its wake, ships and boats among the floes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.morale import MoraleCheck, take_check
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.river.vessels import (
    SHIP_MORALE,
    Load,
    Path,
    RiverSection,
    Vessel,
    VesselMoveRequest,
    load_objections,
    passage_objections,
    rowing_objections,
    rowing_problems,
)

# ---------------------------------------------------------------- a ship's way through ice


@frozen
class Way:
    """How far a ship has come on its path.

    Attributes:
        moved: How far it has gone, in inches.
        entered: How many sections of the path it has entered, besides the one in which it lay.
        stopped: Whether the ice of the next section stopped it at its near edge.
    """

    moved: Inches
    entered: int
    stopped: bool = False


def path_problems(path: tuple[RiverSection, ...], to_edge: Inches) -> Iterator[Problem]:
    """Yield problems that leave the distances along a path unknown.

    Rules: ice-sections.
    """
    if path[0].length is not None and to_edge > path[0].length:
        message = f"{to_edge} is more than the section is long, {path[0].length}"
        yield Problem(".to_edge", message, "ice-sections")
    for number, section in enumerate(path[1:-1], start=1):
        if section.length is None:
            message = "is missing: it says where the next section begins"
            yield Problem(f".path[{number}].length", message, "ice-sections")


def ship_objections(vessel: Vessel, path: tuple[RiverSection, ...], rule: str) -> Iterator[Objection]:
    """Yield objections to vessels that are not ships, and to sections that no ship moves in."""
    if vessel.type != "ship":
        yield Objection(rule=rule, message=f"ships take this test, a {vessel.type} does not", path="$.vessel.type")
    yield from passage_objections(vessel, path)


def morale_point(umpire: Umpire[Any], vessel: Vessel) -> int:
    """Return the morale point of a ship: its morale number less its damage.

    Rules: ship-morale.
    """
    morale = SHIP_MORALE if vessel.morale is None else vessel.morale
    if vessel.damage:
        damage = Modifier(id="damage", value=-vessel.damage, reason="damage", rule="ship-morale")
        morale += int(umpire.modify(Ledger.of(damage), "morale point").total)
    return morale


def passes_ice(umpire: Umpire[Any], morale: int, thickness: int, purpose: str, rule: str) -> bool:
    """Whether a ship passes its test: a D6 plus the thickness of the ice must be equal to its morale point or less.

    Rules: thin-icebreaker, choked-ship-test, ice-sections.
    """
    ice = Modifier(id="ice_thickness", value=thickness, reason="ice thickness", rule="ice-sections")
    check = MoraleCheck(die=d6, target=morale, unit="morale", ledger=umpire.modify(Ledger.of(ice), purpose))
    return take_check(umpire, check, purpose, rule).passed


def make_way(umpire: Umpire[Any], path: tuple[RiverSection, ...], to_edge: Inches, reach: Inches, morale: int) -> Way:
    """Take a ship along its path as far as its speed reaches and the ice-choked sections let it.

    A section is entered by going farther than its near edge; one that is ice-choked takes a test first, and a failure
    stops the ship at that edge. The path's end stops it as well, where it is known how long the last section is.

    Rules: choked-ship-test.
    """
    edge: Inches = to_edge
    for number, section in enumerate(path[1:], start=1):
        if reach <= edge:
            return Way(reach, number - 1)
        if section.state == "ice_choked":
            purpose = f"entering section {number}"
            if not passes_ice(umpire, morale, section.thickness or 0, purpose, "choked-ship-test"):
                umpire.result("choked-ship-test", "the ice of section {number} stops it", number=number)
                return Way(edge, number - 1, stopped=True)
        if section.length is None:
            return Way(reach, number)
        edge += section.length
    return Way(min(reach, edge), len(path) - 1)


# ---------------------------------------------------------------- the icebreaker


def told_of_way(ship: str, moved: Inches, entered: int, *, stopped: bool) -> tuple[str, ...]:
    """Return how far a ship came among ice, one text a sentence."""
    into = f" and enters {counted(entered, 'more section')}" if entered else ""
    return (f"{ship} goes {moved}{into}", "the ice of the next section stops it" if stopped else "")


@frozen(kw_only=True)
class IcebreakerOutcome:
    """The outcome for a lead ship in thin ice.

    Attributes:
        passed: Whether it passed its test; otherwise it is halted for the turn, or leaves.
        exits: Whether it turns and leaves the game, having failed twice in a row.
        failures: The tests that it has failed in a row, this one included.
        moved: How far it went, in inches.
        entered: How many sections of the path it entered, besides the one in which it lay.
        stopped: Whether the ice of the next section, an ice-choked one, stopped it at its near edge.
        path: The sections afterwards; those in its wake are ice-choked.
    """

    passed: bool
    exits: bool = False
    failures: Literal[0, 1, 2] = 0
    moved: Inches = inches(0)
    entered: int = 0
    stopped: bool = False
    path: tuple[RiverSection, ...]

    def summary(self, request: IcebreakerRequest) -> str:
        """Return whether the ship breaks the ice, and how far it comes."""
        ship = request.vessel.called
        if not self.passed:
            failed = "fails for the second turn running, turns back and leaves the game"
            return sentences(f"{ship} {failed if self.exits else 'does not break the ice and halts for this turn'}")
        went = told_of_way(f"{ship} breaks the ice,", self.moved, self.entered, stopped=self.stopped)
        return sentences(*went)


@frozen(kw_only=True, cache_hash=True)
class IcebreakerRequest(Request[IcebreakerOutcome]):
    """A lead ship that tries to move through thin ice this turn.

    Attributes:
        vessel: The ship.
        path: The section in which it lies, then those that it wants to go through.
        to_edge: How far it is, in inches, from the ship to the end of the section in which it lies.
        leader_left_this_turn: Whether the ship that led before left in this turn; the next one leads from the next.
    """

    vessel: Vessel
    path: Path
    to_edge: Inches
    leader_left_this_turn: Annotated[bool, Cites("thin-halt-exit")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from path_problems(self.path, self.to_edge)


def ship_in_the_ice() -> IcebreakerRequest:
    """Return a convoy's lead ship that leaves open water for thin ice; the book has no example of one.

    Rules: thin-icebreaker.
    """
    lies_in = RiverSection(name="open water", state="unfrozen", length=inches(24))
    ice = RiverSection(name="thin ice", state="thin_ice", thickness=4, length=inches(18))
    ship = Vessel(name="icebreaker", type="ship", kind="merchant", towing=("boat",))
    return IcebreakerRequest(vessel=ship, path=(lies_in, ice), to_edge=inches(2))


@procedure(
    "red_white.icebreaker",
    title="Does the lead ship break the ice?",
    rules=("thin-icebreaker",),
    example=ship_in_the_ice,
)
def icebreaker(request: IcebreakerRequest, umpire: Umpire[Options]) -> IcebreakerOutcome:
    """Test the lead ship against the thickest thin ice of its path; if it passes, roll its speed and break the ice.

    The first failure halts it for the turn, a second one in the next turn makes it leave the game. After a pass the
    speed dice are rolled, then a D6 for each ice-choked section that it enters on its way. Every section of thin ice
    that it has been in is ice-choked afterwards, as thick as before.

    Rules: thin-icebreaker, thin-halt-exit, thin-wake, gen-unit-state.
    """
    vessel, path = request.vessel, request.path
    morale = morale_point(umpire, vessel)
    thickest = max(section.thickness or 0 for section in path if section.state == "thin_ice")
    if not passes_ice(umpire, morale, thickest, "breaking the ice", "thin-icebreaker"):
        if vessel.failures:
            umpire.result("thin-halt-exit", "fails for the second turn running: it turns back and leaves the game")
            return IcebreakerOutcome(passed=False, exits=True, failures=2, path=path)
        umpire.result("thin-halt-exit", "fails: it halts for this turn")
        return IcebreakerOutcome(passed=False, failures=1, path=path)
    reach = _reach(umpire, vessel, path)
    way = make_way(umpire, path, request.to_edge, reach, morale)
    umpire.result("thin-icebreaker", "it goes {moved}", moved=str(way.moved))
    if way.moved > inches(0):
        umpire.result("thin-wake", "the sections it has been in are ice-choked")
        path = tuple(_broken(section) if number <= way.entered else section for number, section in enumerate(path))
    return IcebreakerOutcome(passed=True, moved=way.moved, entered=way.entered, stopped=way.stopped, path=path)


@icebreaker.legality
def _icebreaker_objections(request: IcebreakerRequest, options: Options) -> Iterator[Objection]:
    yield from ship_objections(request.vessel, request.path, "thin-icebreaker")
    states = [section.state for section in request.path]
    if "thin_ice" not in states and "frozen" not in states:
        message = "there is no thin ice on its path and nothing to break"
        yield Objection(rule="thin-icebreaker", message=message, path="$.path")
    if request.leader_left_this_turn:
        message = "the next ship may break the ice from the turn after the leader left"
        yield Objection(rule="thin-halt-exit", message=message, path="$.leader_left_this_turn")


def _broken(section: RiverSection) -> RiverSection:
    return evolve(section, state="ice_choked") if section.state == "thin_ice" else section


def _reach(umpire: Umpire[Any], vessel: Vessel, path: tuple[RiverSection, ...]) -> Inches:
    moved = umpire.resolve(VesselMoveRequest(vessel=vessel, path=path), "speed").moved
    assert moved is not None  # noqa: S101 - only vessels in tow roll nothing, and no ship is
    return moved


# ---------------------------------------------------------------- ships among the floes


@frozen(kw_only=True)
class IceChokedMoveOutcome:
    """How far a ship came in an ice-choked river.

    Attributes:
        moved: How far it went, in inches.
        entered: How many sections of the path it entered, besides the one in which it lay.
        stopped: Whether the ice of the next section stopped it at its near edge.
    """

    moved: Inches
    entered: int
    stopped: bool = False

    def summary(self, request: IceChokedMoveRequest) -> str:
        """Return how far the ship comes, and whether the ice stops it."""
        return sentences(*told_of_way(request.vessel.called, self.moved, self.entered, stopped=self.stopped))


@frozen(kw_only=True, cache_hash=True)
class IceChokedMoveRequest(Request[IceChokedMoveOutcome]):
    """A ship that moves in ice-choked water.

    Attributes:
        vessel: The ship.
        path: The section in which it lies, then those that it wants to go through.
        to_edge: How far it is, in inches, from the ship to the end of the section in which it lies.
        halted_icebreaker: How far ahead, in inches, a halted icebreaker lies, which it may not pass; None if none does.
    """

    vessel: Vessel
    path: Path
    to_edge: Inches
    halted_icebreaker: Annotated[Inches | None, Cites("thin-halt-exit")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from path_problems(self.path, self.to_edge)


def _choked_example() -> IceChokedMoveRequest:
    lies_in = RiverSection(state="ice_choked", thickness=3, length=inches(12))
    ahead = RiverSection(state="ice_choked", thickness=5, length=inches(24))
    return IceChokedMoveRequest(vessel=Vessel(type="ship", damage=1), path=(lies_in, ahead), to_edge=inches(4))


@procedure(
    "red_white.ice_choked_move",
    title="How many ice-choked sections does the ship enter?",
    rules=("choked-ship-test",),
    example=_choked_example,
)
def ice_choked_move(request: IceChokedMoveRequest, umpire: Umpire[Options]) -> IceChokedMoveOutcome:
    """Move a ship among ice floes: the speed dice, then a D6 for each ice-choked section that it is about to enter.

    A failure stops it at the near edge of the section for the turn and has no other effect, however often it happens.

    Rules: choked-ship-test, thin-halt-exit.
    """
    vessel = request.vessel
    morale = morale_point(umpire, vessel)
    reach = _reach(umpire, vessel, request.path)
    if request.halted_icebreaker is not None and request.halted_icebreaker < reach:
        reach = request.halted_icebreaker
        umpire.result("thin-halt-exit", "it may not pass the halted icebreaker, {reach} ahead", reach=str(reach))
    way = make_way(umpire, request.path, request.to_edge, reach, morale)
    umpire.result("choked-ship-test", "it goes {moved}", moved=str(way.moved))
    return IceChokedMoveOutcome(moved=way.moved, entered=way.entered, stopped=way.stopped)


@ice_choked_move.legality
def _choked_objections(request: IceChokedMoveRequest, options: Options) -> Iterator[Objection]:
    yield from ship_objections(request.vessel, request.path, "choked-ship-test")
    states = [section.state for section in request.path]
    if "thin_ice" in states:
        message = "a ship that reaches thin ice must break it: it takes the icebreaker's test"
        yield Objection(rule="thin-icebreaker", message=message, path="$.path")
    elif "ice_choked" not in states and "frozen" not in states:
        message = "there is no ice on its path; it moves freely"
        yield Objection(rule="choked-ship-test", message=message, path="$.path")


# ---------------------------------------------------------------- boats among the floes


@frozen(kw_only=True)
class BoatSafetyOutcome:
    """The outcome for a boat or launch among ice floes.

    Attributes:
        overturned: Whether it overturns and is lost with everything in it.
        stands_lost: The stands lost with it, casualties of their units.
        moved: How far it may go, in inches; None for what is in tow, which goes as far as its tower.
    """

    overturned: bool
    stands_lost: int = 0
    moved: Inches | None

    def summary(self, request: BoatSafetyRequest) -> str:
        """Return whether the boat overturns, and how far it may go."""
        boat = request.vessel.called
        if self.overturned:
            load = f", {counted(self.stands_lost, 'stand')} among it" if self.stands_lost else ""
            return sentences(f"{boat} overturns and is lost with everything in it{load}")
        if self.moved is None:
            return sentences(f"{boat} is safe and goes with the {request.vessel.towed_by} that tows it")
        return sentences(f"{boat} is safe and may go {self.moved}")


@frozen(kw_only=True, cache_hash=True)
class BoatSafetyRequest(Request[BoatSafetyOutcome]):
    """A boat or launch that moves in ice-choked water this turn.

    Attributes:
        vessel: The boat or launch.
        path: The section in which it lies, then those that it wants to go through.
        rowed: Whether a boat is rowed this turn.
        load: What it carries; None if it is empty.
    """

    vessel: Vessel
    path: Path
    rowed: Annotated[bool, Cites("boat-rules")] = False
    load: Load | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from rowing_problems(self.vessel, rowed=self.rowed)


def _boat_example() -> BoatSafetyRequest:
    floes = RiverSection(state="ice_choked", thickness=3, length=inches(24))
    return BoatSafetyRequest(
        vessel=Vessel(type="boat"), path=(floes,), rowed=True, load=Load(type="infantry", stands=1)
    )


@procedure(
    "red_white.boat_safety",
    title="Does the boat overturn?",
    rules=("choked-boats",),
    example=_boat_example,
)
def boat_safety(request: BoatSafetyRequest, umpire: Umpire[Options]) -> BoatSafetyOutcome:
    """Roll the safety die of a boat or launch among ice floes, then, unless it overturns or is in tow, its speed.

    A 1 overturns it: boat, figures and equipment are lost. In tow of an icebreaker it is in the broken ice of the wake.

    Rules: choked-boats, thin-wake.
    """
    load = request.load
    if not umpire.roll(d6.check(at_least=2), "safety", "choked-boats"):
        umpire.result("choked-boats", "it overturns and is lost with everything in it")
        return BoatSafetyOutcome(overturned=True, stands_lost=load.stands if load else 0, moved=inches(0))
    asked = VesselMoveRequest(vessel=request.vessel, path=request.path, rowed=request.rowed)
    return BoatSafetyOutcome(overturned=False, moved=umpire.resolve(asked, "speed").moved)


@boat_safety.legality
def _boat_objections(request: BoatSafetyRequest, options: Options) -> Iterator[Objection]:
    vessel = request.vessel
    if vessel.type == "ship":
        message = "a ship tests its morale against the ice; only boats and launches roll for safety"
        yield Objection(rule="choked-boats", message=message, path="$.vessel.type")
    yield from passage_objections(vessel, request.path)
    yield from rowing_objections(vessel, rowed=request.rowed)
    if request.load is not None:
        yield from load_objections(vessel, (request.load,), ("$.load",))
    if all(section.state == "unfrozen" for section in request.path):
        message = "there is no ice on its path; it moves freely"
        yield Objection(rule="choked-boats", message=message, path="$.path")
