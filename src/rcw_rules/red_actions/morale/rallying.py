"""Rallying from terror, from being pinned and from rout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TWO_DICE, SuccessNumber, Unit
from rcw_rules.red_actions.morale.hesitating import HesitationRequest, MobAction
from rcw_rules.red_actions.morale.routing import OPEN_WAY, RoutMoveOutcome, RoutWay, work_rout_move
from rcw_rules.red_actions.morale.tests import (
    ALWAYS_FAILS,
    NOWHERE_SPECIAL,
    MoraleTestRequest,
    Situation,
    morale_needed,
    morale_test_of,
)
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import changes, gone, illustrative_troops, marker_problems, note_cards, stepped

Rallied: TypeAlias = Literal["rallied", "routs_on", "removed"]
"""Whether a unit rallied, goes on routing, or is gone from the game."""

Weapons: TypeAlias = Literal["kept", "left_behind", "lost"]
"""What happens to the weapons of a team: it has them, may fetch them, or leaves without them."""

BEARABLE_FAILURE = 2  # rally-optional-standard-ra: a throw that misses by more removes the unit
TURNS_SHAKEN = 2  # rally-optional-no-advance: for each turn in rout


@frozen(kw_only=True)
class RallyTerrorOutcome:
    """How a rally from terror went.

    Attributes:
        unit: The unit afterwards.
        hesitated: Whether it is a Mob that hesitated; it may still shoot.
    """

    unit: Unit
    hesitated: bool

    def summary(self, request: RallyTerrorRequest) -> str:
        """Return which markers the unit sheds, or that it hesitates."""
        unit = request.unit
        if self.hesitated:
            return sentences(f"{unit.name} hesitates: it may only shoot")
        if not unit.terror:
            return sentences(f"{unit.name} rallies, but has no terror marker to shed")
        return sentences(f"{unit.name} rallies and sheds {stepped(unit.terror, 'terror marker', unit.terror, 0)}")


@frozen(kw_only=True, cache_hash=True)
class RallyTerrorRequest(Request[RallyTerrorOutcome]):
    """A unit that rallies from terror as its action.

    Attributes:
        unit: The unit.
        enemy_in_sight: Whether it sees an enemy.
    """

    unit: Unit
    enemy_in_sight: Annotated[bool, Cites("char-mob-hesitation")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _unit_problems(self.unit)


def _unit_problems(unit: Unit) -> Iterator[Problem]:
    if not unit.bases:
        yield Problem(".unit.bases", "the unit has no base left to rally", "conv-bad-input")
    yield from marker_problems(".unit", unit)


def _frightened() -> Unit:
    card = illustrative_troops().card("red_regulars")
    return Unit(name="1st Company", side="red", card=card, bases=4, terror=3, humiliated=1)


def _terror_example() -> RallyTerrorRequest:
    return RallyTerrorRequest(unit=_frightened())


@procedure(
    "red_actions.rally_terror",
    title="Which markers does a rally from terror remove?",
    formerly=("Which markers does a rally from terror remove??",),
    rules=("rally-terror",),
    example=_terror_example,
)
def rally_terror(request: RallyTerrorRequest, umpire: Umpire[Options]) -> RallyTerrorOutcome:
    """Remove every terror marker from a unit, without a test; humiliated and pinned markers stay.

    A Mob that sees an enemy must first overcome its hesitation. This is the unit's only action in the turn; infantry
    may count as evading in it.

    Rules: rally-terror, rally-terror-house, conv-marker-count.
    """
    unit = request.unit
    note_cards(umpire, unit)
    if _hesitates(umpire, unit, "rally_from_terror", enemy_in_sight=request.enemy_in_sight):
        return RallyTerrorOutcome(unit=unit, hesitated=True)
    umpire.result("rally-terror", "terror markers off {unit}: {terror}", unit=unit.name, terror=unit.terror)
    return RallyTerrorOutcome(unit=evolve(unit, terror=0, has_acted=True), hesitated=False)


@rally_terror.legality
def _forbidden_rally_from_terror(request: RallyTerrorRequest, options: Options) -> Iterator[Objection]:
    if request.unit.routing:
        message = "a routing unit can only rally from rout"
        yield Objection(rule="rout-unit-state", message=message, path="$.unit.routing")
    if request.unit.has_acted:
        message = "it has acted in this turn, and a rally from terror is a whole action: rally in the next turn"
        yield Objection(rule="act-one-only", message=message, path="$.unit.has_acted")


def _hesitates(umpire: Umpire[Options], unit: Unit, action: MobAction, *, enemy_in_sight: bool) -> bool:
    """Whether a unit is a Mob, sees an enemy, and hesitates.

    Rules: char-mob-hesitation.
    """
    if not unit.has("Mob") or not enemy_in_sight:
        return False
    asked = HesitationRequest(is_mob=True, enemy_visible=True, action=action, routing=unit.routing)
    return not umpire.resolve(asked, "hesitation").proceeds


@frozen(kw_only=True)
class RallyPinnedOutcome:
    """How a rally from being pinned went.

    Attributes:
        unit: The unit afterwards.
        unpinned: Whether it may advance, or charge, in the same segment.
        hesitated: Whether it is a Mob that hesitated; it may only shoot.
    """

    unit: Unit
    unpinned: bool
    hesitated: bool

    def summary(self, request: RallyPinnedRequest) -> str:
        """Return whether the unit is pinned still, and what it may do."""
        name = self.unit.name
        if self.hesitated:
            return sentences(f"{name} hesitates and stays pinned: it may only shoot")
        if self.unpinned:
            return sentences(f"{name} is pinned no more: it may advance or charge")
        return sentences(f"{name} stays pinned: it may shoot, or move away from the enemy")


@frozen(kw_only=True, cache_hash=True)
class RallyPinnedRequest(Request[RallyPinnedOutcome]):
    """A pinned unit that wants to advance.

    Attributes:
        unit: The unit.
        situation: Where it stands.
        enemy_in_sight: Whether it sees an enemy.
    """

    unit: Unit
    situation: Situation = NOWHERE_SPECIAL
    enemy_in_sight: Annotated[bool, Cites("char-mob-hesitation")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _unit_problems(self.unit)
        yield from _marching_problem(self.situation)
        if not self.unit.pinned:
            yield Problem(".unit.pinned", "only a pinned unit rallies from being pinned", "rally-pinned")


def _marching_problem(situation: Situation) -> Iterator[Problem]:
    if situation.ambushed_marching:
        message = "an ambush on the march counts in a fear test, not in a rally test: leave it out"
        yield Problem(".situation.ambushed_marching", message, "march-ambushed")


def _pinned_example() -> RallyPinnedRequest:
    return RallyPinnedRequest(unit=evolve(_frightened(), terror=0, pinned=True))


@procedure(
    "red_actions.rally_pinned",
    title="Can this pinned unit advance?",
    rules=("rally-pinned",),
    example=_pinned_example,
)
def rally_pinned(request: RallyPinnedRequest, umpire: Umpire[Options]) -> RallyPinnedOutcome:
    """Test whether a pinned unit loses its marker when it wants to advance.

    A Mob that sees an enemy must first overcome its hesitation; if it does not there is no test. The rally test comes
    once in a segment. If it passes, the marker is removed and the unit moves or charges normally. If it fails, the
    marker stays, and the unit may shoot or move away from the enemy.

    Rules: rally-pinned, defs-pinned, mor-fail-rally-pinned.
    """
    unit = request.unit
    note_cards(umpire, unit)
    if _hesitates(umpire, unit, "rally_from_pinned", enemy_in_sight=request.enemy_in_sight):
        return RallyPinnedOutcome(unit=unit, unpinned=False, hesitated=True)
    test = morale_test_of(unit, "rally", request.situation)
    if umpire.resolve(test, "rally from being pinned").passed:
        umpire.result("rally-pinned", "{unit} is pinned no more", unit=unit.name)
        return RallyPinnedOutcome(unit=evolve(unit, pinned=False), unpinned=True, hesitated=False)
    umpire.result("mor-fail-rally-pinned", "{unit} stays pinned: it may shoot or draw back", unit=unit.name)
    return RallyPinnedOutcome(unit=unit, unpinned=False, hesitated=False)


@rally_pinned.legality
def _forbidden_rally_from_pinned(request: RallyPinnedRequest, options: Options) -> Iterator[Objection]:
    if request.unit.routing:
        message = "a routing unit can only rally from rout"
        yield Objection(rule="rout-unit-state", message=message, path="$.unit.routing")
    yield from _spent(request.unit)


def _spent(unit: Unit) -> Iterator[Objection]:
    """Yield the objection to a unit that has used its segment of the turn, or lost it by going back or routing.

    Rules: turn-forced-forfeit.
    """
    if unit.has_acted:
        message = "its segment of this turn is used or forfeited; it may try in the next turn"
        yield Objection(rule="turn-forced-forfeit", message=message, path="$.unit.has_acted")


@frozen(kw_only=True, cache_hash=True)
class Pursuer:
    """An enemy unit that follows routers and neither retires nor routs itself.

    Attributes:
        distance: How far it is from the routers as their segment begins.
        speed: The maximum speed on its card.
    """

    distance: Inches
    speed: Inches


@frozen(kw_only=True)
class RallyRoutOutcome:
    """How the segment of a routing unit went.

    Attributes:
        unit: The unit afterwards.
        result: Whether it rallied, routs on or is removed.
        attempted: Whether there was a rally test.
        move: Its rout move; None if it made none.
        weapons: What happened to the weapons of a machine-gun or mortar team; None for other troops, and before the
            first attempt. Until the team fetches weapons that it left, set `weapons_left` in its requests.
        no_advance_turns: How many turns, from the next one, it may not advance or charge; for that long set
            `no_advance` in its requests.
    """

    unit: Unit
    result: Rallied
    attempted: bool
    move: RoutMoveOutcome | None
    weapons: Weapons | None
    no_advance_turns: int

    def summary(self, request: RallyRoutRequest) -> str:
        """Return whether the unit rallies, routs on or is removed, and what that costs it."""
        before, name = request.unit, request.unit.name
        weapons = "its weapons lie where it left them" if self.weapons == "left_behind" and self.unit.bases else ""
        if self.result == "rallied":
            turns = self.no_advance_turns
            shaken = f"it may not advance or charge for {counted(turns, 'turn')}" if turns else ""
            rallies = listed(["rallies", *changes(before, self.unit)])
            return sentences(f"{name} {rallies}", weapons, shaken)
        tries = f"{name} fails to rally" if self.attempted else f"{name} takes no rally test"
        if self.move is None:
            lost = "goes off without its weapons" if self.weapons == "lost" else "is removed from the game"
            return sentences(f"{name} {lost}" if self.weapons == "lost" else f"{tries} and {lost}")
        marked = self.unit.humiliated - before.humiliated
        marker = stepped(marked, "humiliated marker", before.humiliated, self.unit.humiliated)
        return sentences(f"{tries}{f' and takes {marker}' if marked else ''}", self.move.sentence(before), weapons)


@frozen(kw_only=True, cache_hash=True)
class RallyRoutRequest(Request[RallyRoutOutcome]):
    """The segment of a routing unit: a rally, or another rout move.

    Attributes:
        unit: The unit; draw a replacement for a lost officer first.
        situation: Where it stands.
        pursuers: The enemies that pursue it.
        way: Where a further rout move leads.
        off_table: Whether it left the table in its last rout move; then this is its only attempt.
        attempt: Of machine-gun and mortar teams: the number of this attempt since the rout began.
        weapons_threatened: Whether an enemy could charge, or shoot at close range, a team that fetched the weapons.
        infantry_rally: Of such teams: the rally number of the nearest suitable infantry.
    """

    unit: Unit
    situation: Situation = NOWHERE_SPECIAL
    pursuers: Annotated[tuple[Pursuer, ...], Size(0, 20), Cites("rally-rout-when")] = ()
    way: RoutWay = OPEN_WAY
    off_table: Annotated[bool, Cites("misc-table-edge")] = False
    attempt: Annotated[int, Range(1, 99, rule="rally-rout-mg-mortar"), Cites("rally-rout-mg-mortar")] = 1
    weapons_threatened: Annotated[bool, Cites("rally-rout-mg-mortar")] = False
    infantry_rally: Annotated[SuccessNumber | None, Cites("rally-rout-mg-mortar")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from _unit_problems(self.unit)
        yield from _marching_problem(self.situation)
        if not self.unit.routing:
            yield Problem(".unit.routing", "only a routing unit rallies from rout", "conv-bad-input")


RALLY: Choice[Unit, bool] = Choice(
    "rally_from_rout",
    rule="rally-rout-when",
    who="owner",
    about="Try to rally instead of routing on? Default: yes.",
    default=lambda unit, alternatives: True,
    unit=lambda unit: unit.name,
    side=lambda unit: unit.side,
)


def _rout_example() -> RallyRoutRequest:
    unit = evolve(_frightened(), routing=True, rout_turns=1, bases=3)
    return RallyRoutRequest(unit=unit, pursuers=(Pursuer(distance=inches("12.5"), speed=inches(12)),))


@procedure(
    "red_actions.rally_rout",
    title="Does this routing unit rally?",
    rules=("rally-rout-when",),
    example=_rout_example,
)
def rally_rout(request: RallyRoutRequest, umpire: Umpire[Options]) -> RallyRoutOutcome:
    """Resolve the segment of a routing unit: whether it may and will rally, its test, and what follows.

    It may not rally while a pursuer stands no farther off than that pursuer's speed, or when its humiliated markers
    alone exceed its bases. A Mob that sees an enemy must overcome its hesitation. A unit that does not test makes a
    rout move without a marker. Passing the test removes all terror markers, and is the whole action. Failing it costs a
    humiliated marker and a rout move. With the option standard_ra_rally a throw 1 or 2 above the number costs only a
    rout move, and a higher throw, or a natural 12, removes the unit. Off the table the unit has one attempt, and a
    failure removes it.

    Rules: rally-rout-when, rally-rout-success, rally-rout-failure, mor-fail-rally-rout, misc-table-edge.
    """
    unit = request.unit
    note_cards(umpire, unit)
    if not _may_rally(umpire, request) or not umpire.choose(RALLY, (True, False), unit):
        return _routs_on(umpire, request, attempted=False)
    if _hesitates(umpire, unit, "rally_from_rout", enemy_in_sight=request.way.enemy_in_sight):
        return _routs_on(umpire, request, attempted=False)
    result = _test(umpire, request)
    if result == "rallied":
        return _rallies(umpire, request)
    if result == "removed":
        umpire.result("rally-optional-standard-ra", "{unit} is gone for good", unit=unit.name)
        return _removed(unit)
    if umpire.options.standard_ra_rally:
        return _routs_on(umpire, request, attempted=True)
    umpire.result("rally-rout-failure", "{unit} gets a humiliated marker and routs on", unit=unit.name)
    humiliated = evolve(request, unit=evolve(unit, humiliated=unit.humiliated + 1))
    return _routs_on(umpire, humiliated, attempted=True)


@rally_rout.legality
def _forbidden_rally_from_rout(request: RallyRoutRequest, options: Options) -> Iterator[Objection]:
    if options.standard_ra_rally and _is_team(request.unit):
        message = "with the option standard_ra_rally machine-gun and mortar teams never rally: they only rout on"
        yield Objection(rule="rally-optional-standard-ra", message=message, path="$.unit.card.arm")
    yield from _spent(request.unit)


def _is_team(unit: Unit) -> bool:
    """Whether a unit leaves its weapons when it does not rally at once; gun crews rout only with an option.

    Rules: rally-rout-mg-mortar, rout-guns.
    """
    return unit.card.arm in ("mg", "mortar") or (unit.card.arm == "gun" and not unit.limbered)


def _may_rally(umpire: Umpire[Options], request: RallyRoutRequest) -> bool:
    """Whether a unit may rally from rout now.

    Rules: rally-rout-when.
    """
    unit = request.unit
    if any(pursuer.distance <= pursuer.speed for pursuer in request.pursuers):
        umpire.result("rally-rout-when", "{unit} may not rally: it is pursued too closely", unit=unit.name)
        return False
    if unit.humiliated > unit.bases:
        umpire.result("rally-rout-when", "{unit} is too humiliated ever to rally", unit=unit.name)
        return False
    return True


def _test(umpire: Umpire[Options], request: RallyRoutRequest) -> Rallied:
    """Take the rally test; only by the standard rules does it matter by how much the throw fails.

    Rules: rally-rout-success, rally-optional-standard-ra, conv-natural-twelve.
    """
    test = _rally_test(request)
    umpire.ruling("standard_ra_rally")
    if not umpire.options.standard_ra_rally:
        return "rallied" if umpire.resolve(test, "rally from rout").passed else "routs_on"
    needed = morale_needed(umpire, test)
    thrown = umpire.roll(TWO_DICE, "rally from rout", "rally-optional-standard-ra")
    if thrown == ALWAYS_FAILS or thrown > needed + BEARABLE_FAILURE:
        return "removed"
    return "rallied" if thrown <= needed else "routs_on"


def _rally_test(request: RallyRoutRequest) -> MoraleTestRequest:
    """Return the test; teams use the number of the nearest suitable infantry.

    Rules: rally-rout-mg-mortar.
    """
    unit = request.unit
    if not _is_team(unit):
        return morale_test_of(unit, "rally", request.situation)
    if request.infantry_rally is None:
        question = f"What is the rally number of the infantry nearest to {unit.name}?"
        raise NeedsRuling("rally-rout-mg-mortar", question, "the field infantry_rally")
    card = evolve(unit.card, rally=request.infantry_rally)
    return morale_test_of(evolve(unit, card=card), "rally", request.situation)


def _rallies(umpire: Umpire[Options], request: RallyRoutRequest) -> RallyRoutOutcome:
    """Rally a unit; a team that left its weapons and cannot reach them leaves the game.

    Rules: rally-rout-success, rally-rout-mg-mortar, rally-optional-no-advance, rout-unit-state.
    """
    unit = request.unit
    weapons: Weapons | None = None
    if _is_team(unit):
        weapons = "kept" if request.attempt == 1 else "left_behind"
        if weapons == "left_behind" and request.weapons_threatened:
            umpire.result("rally-rout-mg-mortar", "{unit} goes off without its weapons", unit=unit.name)
            return _removed(unit, weapons="lost")
    umpire.result("rally-rout-success", "{unit} rallies", unit=unit.name)
    umpire.ruling("rout_no_advance")
    shaken = TURNS_SHAKEN * unit.rout_turns if umpire.options.rout_no_advance else 0
    return RallyRoutOutcome(
        unit=evolve(unit, routing=False, terror=0, has_acted=True, evading=False, rout_turns=0, rallied=True),
        result="rallied",
        attempted=True,
        move=None,
        weapons=weapons,
        no_advance_turns=shaken,
    )


def _removed(unit: Unit, *, attempted: bool = True, weapons: Weapons | None = None) -> RallyRoutOutcome:
    return RallyRoutOutcome(
        unit=gone(unit), result="removed", attempted=attempted, move=None, weapons=weapons, no_advance_turns=0
    )


def _routs_on(umpire: Umpire[Options], request: RallyRoutRequest, *, attempted: bool) -> RallyRoutOutcome:
    """Make the rout move of a unit that did not rally; one off the table is removed.

    Rules: rally-rout-when, rally-rout-failure, rally-rout-mg-mortar, misc-table-edge.
    """
    if request.off_table:
        umpire.result("misc-table-edge", "{unit} does not come back", unit=request.unit.name)
        return _removed(request.unit, attempted=attempted)
    unit = evolve(request.unit, has_acted=True, rout_turns=request.unit.rout_turns + 1)
    move = work_rout_move(umpire, unit, request.way)
    return RallyRoutOutcome(
        unit=move.unit,
        result="routs_on" if move.unit.bases else "removed",
        attempted=attempted,
        move=move,
        weapons="left_behind" if _is_team(unit) and (attempted or request.attempt > 1) else None,
        no_advance_turns=0,
    )
