"""The turn: the player turns with their steps, what happens at the end of each, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias, cast, get_args

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import clause, grid_in, names_of, off_the_board_in_play, off_the_rails, told_of
from rcw_rules.orel.model import FIRST_DAY, Day, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import RallyRequest, player_turn
from rcw_rules.orel.scenarios import ScenarioName, due, in_play, last_day_of, order_of_battle

TurnStep: TypeAlias = Literal["depots", "recruitment", "command", "events", "movement", "combat", "markers"]
"""The steps of a player turn, in their order."""

STEPS: tuple[TurnStep, ...] = get_args(TurnStep)  # 2-sequence
PLAYERS: tuple[Side, ...] = ("white", "red")  # 2-sequence: the Whites have the first player turn of a day


@frozen(kw_only=True, cache_hash=True)
class Moment:
    """A moment of the game.

    Attributes:
        day: The day.
        player: The active player, whose player turn it is; the other is the reactive one.
        step: The step.

    Rules: 2-sequence, 1.2-active-player, 10-turn-track.
    """

    day: Day = FIRST_DAY
    player: Side = "white"
    step: TurnStep = "depots"

    @property
    def turn(self) -> int:
        """The number of the game turn, which is a day; the first is 15 October.

        Rules: 10-turn-track.
        """
        return self.day - FIRST_DAY + 1

    @property
    def reactive_player(self) -> Side:
        """The player whose player turn it is not.

        Rules: 1.2-active-player.
        """
        return enemy_of(self.player)


@frozen(kw_only=True, cache_hash=True)
class Rout:
    """When a unit was routed.

    Attributes:
        unit: The key of the unit.
        day: The day.
        player: Whose player turn it was.
    """

    unit: Annotated[str, Size(1, 100)]
    day: Day
    player: Side


_STEPS_SAID: dict[TurnStep, str] = {
    "depots": "checks which depots are functional",
    "recruitment": "recruits",
    "command": "checks which units are in command",
    "events": "rolls for a random event",
    "movement": "moves",
    "combat": "fights the combat phase",
    "markers": "takes off markers",
}


def _names_in_order(scenario: ScenarioName) -> Mapping[str, str]:
    """Return what sentences call the units of a scenario."""
    order = in_play(scenario, order_of_battle())
    return names_of(order.units, order.depots)


@frozen(kw_only=True)
class TurnOutcome:
    """What follows a step.

    Attributes:
        next: The next moment; None if the game is over.
        markers_removed: The keys of the units, of both sides, that lose a Barrage or Support marker.
        rallied: The units that lose their Rout marker, in combat mode again.
        still_routed: The keys of those that should have lost it, but are in an enemy zone of control.
        repaired: The tanks that had broken down and are repaired, when the day is over.
        due: The keys of the reinforcements that may come in the player turn of the next moment.
    """

    next: Moment | None
    markers_removed: tuple[str, ...] = ()
    rallied: tuple[Unit, ...] = ()
    still_routed: tuple[str, ...] = ()
    repaired: tuple[Unit, ...] = ()
    due: tuple[str, ...] = ()

    def summary(self, request: TurnRequest) -> str:
        """Return what comes next, and what the end of a player turn changes."""
        names = names_of(request.units)
        moment = self.next
        if moment is None:
            what = f"{request.moment.day} October was the last day: the game is over"
        else:
            what = f"next, on {moment.day} October, the {moment.player.title()} player {_STEPS_SAID[moment.step]}"
        come = moment is not None and moment.step == "movement"
        due = told_of(self.due, _names_in_order(request.scenario), "reinforcements") if come else ""
        return words.sentences(
            what,
            clause(self.markers_removed, names, "lose[s its| their] Barrage or Support marker[|s]"),
            clause([unit.key for unit in self.rallied], names, "[rallies|rally], in combat mode"),
            clause(self.still_routed, names, "stay[s|] Routed, in an enemy zone of control"),
            clause([unit.key for unit in self.repaired], names, "[is|are] repaired"),
            f"as reinforcements may come: {due}" if due else "",
        )

    @property
    def game_over(self) -> bool:
        """Whether the game is over."""
        return self.next is None


@frozen(kw_only=True, cache_hash=True)
class TurnRequest(Request[TurnOutcome]):
    """A step that is over.

    Attributes:
        moment: The step.
        units: The units on the map, of both sides; needed when markers are taken off, for rallies and repairs.
        fired: The keys of the units with a Barrage or Support marker, of both sides.
        routs: When the routed units were routed; needed for those of the active player when markers are taken off.
        arrived: The keys of the reinforcements that have come.
        intended: The moment with which the players mean to go on, if that is to be checked.
        last_day: The last day of the game, where it is not that of the turn track.
        scenario: The scenario.
        board: The map.
    """

    recurs = False

    moment: Moment
    units: Annotated[tuple[Unit, ...], Size(0, 300)] = ()
    fired: tuple[str, ...] = ()
    routs: tuple[Rout, ...] = ()
    arrived: tuple[str, ...] = ()
    intended: Moment | None = None
    last_day: Annotated[int, Range(20, 31, rule="10-turn-track")] | None = None
    scenario: ScenarioName = "historical"
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield misplaced units, routs of units that are not routed, and routed units without a time."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_places(listed("units", self.units), grid_in(self.board))
        units = {unit.key: unit for unit in self.units}
        now = player_turn(self.moment.day, self.moment.player)
        for number, rout in enumerate(self.routs):
            unit, path = units.get(rout.unit), f".routs[{number}]"
            if unit is None or unit.mode != "routed":
                yield Problem(f"{path}.unit", f"no routed unit has the key {rout.unit!r}", "8.7.3-rally")
            if any(rout.unit == other.unit for other in self.routs[:number]):
                yield Problem(f"{path}.unit", f"{rout.unit!r} comes twice", "8.7.3-rally")
            if player_turn(rout.day, rout.player) > now:
                yield Problem(f"{path}.day", "the rout lies in the future", "8.7.3-rally")
        known = {rout.unit for rout in self.routs}
        for number, unit in enumerate(self.units):
            due = self.moment.step == "markers" and unit.side == self.moment.player
            if due and unit.mode == "routed" and unit.key not in known:
                yield Problem(f".units[{number}].mode", "is routed: say when, in routs", "8.7.3-rally")
        order = in_play(self.scenario, order_of_battle())
        for number, key in enumerate(self.arrived):
            if order.reinforcement_of(key) is None:
                yield Problem(f".arrived[{number}]", f"{key!r} is not a reinforcement", "10.2-reinforcements")
        if self.last_day is not None and self.scenario == "introductory":
            yield Problem(".last_day", "the introductory scenario ends on 18 October", "10.1-brasovo")


def _example() -> TurnRequest:
    routed = evolve(order_of_battle().unit("R:1/7D"), mode="routed")
    return TurnRequest(
        moment=Moment(day=16, player="red", step="markers"),
        units=(routed,),
        routs=(Rout(unit=routed.key, day=16, player="white"),),
        fired=("R:Art/7D",),
    )


@procedure(
    "orel.turn",
    title="What is the next step of the turn?",
    formerly=("What comes next?",),
    rules=("2-sequence",),
    example=_example,
)
def turn(request: TurnRequest, umpire: Umpire[Options]) -> TurnOutcome:
    """Go on to the next step: the steps of a player turn in their order, White before Red, then the next day.

    The step of random events is left out unless they are played. When the last step of a player turn is over, both
    sides lose their Barrage and Support markers, and the active player's units routed in an earlier player turn rally,
    except those in an enemy zone of control that no friend in their hex negates. After the Red player turn tanks that
    had broken down are repaired, and the day is over; after that of the last day the game is over.

    What ends a movement step itself, entrenchments completed and stacks too large, is asked of `orel.end_of_movement`.

    Raises:
        IllegalRequestError: If the day lies after the last one.

    Rules: 2-sequence, 6-optional, 10-turn-track.
    """
    last_day, rule = _last_day(umpire, request)
    moment = request.moment
    if moment.day > last_day:
        message = f"the game ends on {last_day} October"
        raise forbidden(rule, message, "$.moment.day")
    ended = _end_of_player_turn(umpire, request) if moment.step == "markers" else TurnOutcome(next=None)
    following = following_moment(moment, last_day=last_day, events=umpire.options.events)
    if moment.step == "command":
        umpire.ruling("events")
    if following is None:
        umpire.result(rule, "{day} October was the last day: the game is over", day=last_day)
        return ended
    message = "next on {day} October, for {player}: {step}"
    umpire.result("2-sequence", message, day=following.day, player=following.player, step=following.step)
    order = in_play(request.scenario, order_of_battle())
    return evolve(ended, next=following, due=due(order, following.player, following.day, request.arrived))


def _end_of_player_turn(umpire: Umpire[Options], request: TurnRequest) -> TurnOutcome:
    """Take markers off, rally routed units, and at the end of the day repair tanks; what comes next is left open.

    Rules: 2-markers, 8.7.3-rally, 9.2.1-breakdown.
    """
    if request.fired:
        umpire.result("2-markers", "Barrage and Support markers come off: {units}", units=", ".join(request.fired))
    rallied, still = _rally(umpire, request)
    repaired: tuple[Unit, ...] = ()
    if request.moment.player == PLAYERS[-1]:
        repaired = tuple(evolve(unit, broken_down=False) for unit in request.units if unit.broken_down)
    for unit in repaired:
        umpire.result("9.2.1-breakdown", "{unit} is repaired", unit=unit.key)
    return TurnOutcome(next=None, markers_removed=request.fired, rallied=rallied, still_routed=still, repaired=repaired)


@turn.legality
def _objections(request: TurnRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    if request.intended is None:
        return
    following = following_moment(request.moment, last_day=31, events=options.events)
    if following is not None and request.intended != following:
        message = (
            f"no step is left out or revisited: next is {following.step} of {following.player}, {following.day} October"
        )
        yield Objection(rule="2-sequence", message=message, path="$.intended")


def following_moment(moment: Moment, *, last_day: int, events: bool) -> Moment | None:
    """Return the moment that follows; None if the game is over.

    >>> following_moment(Moment(player="red", step="markers"), last_day=26, events=False)
    Moment(day=16, player='white', step='depots')

    Args:
        moment: The moment that is over.
        last_day: The last day of the game.
        events: Whether random events are played.

    Rules: 2-sequence, 10-turn-track.
    """
    steps = STEPS if events else tuple(step for step in STEPS if step != "events")
    later = [step for step in steps if STEPS.index(step) > STEPS.index(moment.step)]
    if later:
        return evolve(moment, step=later[0])
    if moment.player == "white":
        return Moment(day=moment.day, player="red")
    return Moment(day=cast("Day", moment.day + 1)) if moment.day < last_day else None


def _last_day(umpire: Umpire[Options], request: TurnRequest) -> tuple[int, str]:
    """Return the last day, and the rule that says so; a day that the request gives is not of the track.

    Rules: 2-sequence, 10-turn-track, 10.1-brasovo.
    """
    if request.last_day is not None:
        return request.last_day, "2-sequence"
    rule = "10.1-brasovo" if request.scenario == "introductory" else "10-turn-track"
    return last_day_of(request.scenario, umpire.charts["turn_track"].rows.keys), rule


def _rally(umpire: Umpire[Options], request: TurnRequest) -> tuple[tuple[Unit, ...], tuple[str, ...]]:
    """Return the active player's units that rally, and the keys of those that should but cannot.

    Rules: 8.7.3-rally.
    """
    moment = request.moment
    routs = {rout.unit: rout for rout in request.routs}
    rallied: list[Unit] = []
    still: list[str] = []
    for unit in request.units:
        if unit.mode != "routed" or unit.side != moment.player:
            continue
        rout = routs[unit.key]
        question = RallyRequest(
            unit=unit,
            routed_day=rout.day,
            routed_in=rout.player,
            day=moment.day,
            turn_of=moment.player,
            others=tuple(other for other in request.units if other is not unit),
            board=request.board,
        )
        answer = umpire.resolve(question, f"rally of {unit.key}")
        if answer.rallied:
            rallied.append(answer.unit)
        elif answer.due:
            still.append(unit.key)
    return tuple(rallied), tuple(still)
