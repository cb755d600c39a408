"""The turn sequence: who acts next, the results of a segment, and the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Was
from rcw_rules.red_actions.model import Name, Side, Unit
from rcw_rules.red_actions.movement import BURNT_DOWN, BuildingFireRequest
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn.game import Building, FallenSenior, Game, Segment, ShotAt
from rcw_rules.red_actions.turn.segment_losses import fallen_seniors, missing_seniors, net_losses, with_losses
from rcw_rules.red_actions.turn.setting_up import example_set_up
from rcw_rules.red_actions.turn.who_acts import InitiativeCard, InitiativeRequest, Player
from rcw_rules.red_actions.units import FlightCheckRequest, PromotionRequest, marker_problems


@frozen(kw_only=True)
class TurnOutcome:
    """The game after a step.

    Attributes:
        game: The game.
        acting: The player whose segment comes; None with cards, and when the game is over.
        able: With cards: the units that may act on the card that was drawn.
        turn_ended: Whether a turn ended.
        burnt_down: The buildings that burnt down as the new turn began.
    """

    game: Game
    acting: Player | None
    able: tuple[Name, ...] = ()
    turn_ended: bool = False
    burnt_down: Annotated[tuple[Name, ...], Was("destroyed", before=4)] = ()

    def summary(self, request: TurnRequest) -> str:
        """Return whether the game is over, or who acts next and whether a new turn begins."""
        game = self.game
        if game.is_over:
            losers = listed(side.capitalize() for side in game.losers)
            lost = (
                f"{losers} {'has' if len(game.losers) == 1 else 'have'} lost" if losers else "the last turn is played"
            )
            return sentences(f"the game is over: {lost}")
        burnt = (
            f"{listed(self.burnt_down)} {'burns' if len(self.burnt_down) == 1 else 'burn'} down"
            if self.burnt_down
            else ""
        )
        return sentences(self._who_acts(), f"turn {game.turn} begins" if self.turn_ended else "", burnt)

    def _who_acts(self) -> str:
        if self.able:
            return f"{listed(self.able)} {'acts' if len(self.able) == 1 else 'act'} next"
        if self.acting is None:
            return "nobody can act in this turn"
        attacker = self.game.attacker
        side = attacker if self.acting == "attacker" else "white" if attacker == "red" else "red"
        return f"{side.capitalize()}, the {self.acting}, acts next"


@frozen(kw_only=True, cache_hash=True)
class TurnRequest(Request[TurnOutcome]):
    """A game and the report of the segment that was played in it.

    Attributes:
        game: The game.
        segment: The segment that was played; None to ask only who acts next, which changes nothing once that is known.
    """

    recurs = False

    game: Game
    segment: Segment | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.segment is None:
            return
        game, segment = self.game, self.segment
        known = {unit.name for unit in game.units} | {coming.unit.name for coming in game.reinforcements}
        if segment.unit not in known:
            yield Problem(".segment.unit", f"there is no unit {segment.unit!r}", "defs-unit-action")
        for field in ("forced", "fired", "shot_at", "seen", "tanks_captured"):
            for number, name in enumerate(getattr(segment, field)):
                if name not in known:
                    yield Problem(f".segment.{field}[{number}]", f"there is no unit {name!r}", "conv-bad-input")
        gone = [unit.name for unit in segment.after if not unit.bases and unit.card.arm == "tank"]
        for number, name in enumerate(segment.tanks_captured):
            if name in known and name not in gone:
                message = f"{name!r} is not one of the tanks that are reported with 0 bases"
                yield Problem(f".segment.tanks_captured[{number}]", message, "tank-captured")
        for number, senior in enumerate(segment.seniors_killed):
            if senior.known_in_turn > game.turn:
                message = f"turn {senior.known_in_turn} is still to come"
                yield Problem(f".segment.seniors_killed[{number}].known_in_turn", message, "off-senior-killed")
        yield from self._successors()
        sides: tuple[Side, ...] = ("red", "white")
        for side in sides:
            missing = missing_seniors(game, segment, side)
            if missing:
                message = (
                    f"senior officers of {side.capitalize()} missing from its units, without a base of their own: "
                    f"{missing}; name those who were lost, with their cards"
                )
                yield Problem(".segment.seniors_killed", message, "off-senior-killed")
        yield from self._changed()
        yield from self._pools()

    def _successors(self) -> Iterator[Problem]:
        """Yield names that a unit and the successor of a fallen senior officer would share.

        Rules: off-senior-killed, conv-bad-input.
        """
        game, segment = self.game, self.segment
        if segment is None:
            return
        fallen = [senior.name for senior in game.fallen_seniors]
        left = {unit.name: unit.bases for unit in (*game.units, *(coming.unit for coming in game.reinforcements))}
        left.update((unit.name, unit.bases) for unit in segment.after)
        for number, unit in enumerate(segment.after):
            if unit.bases and unit.name in fallen:
                message = f"the successor of {unit.name!r} gets this name: name the unit otherwise"
                yield Problem(f".segment.after[{number}].name", message, "conv-bad-input")
        for number, senior in enumerate(segment.seniors_killed):
            others = [other.name for other in segment.seniors_killed[:number]]
            if left.get(senior.name) or senior.name in (*fallen, *others):
                message = f"the successor gets this name, and two would be called {senior.name!r}"
                yield Problem(f".segment.seniors_killed[{number}].name", message, "conv-bad-input")

    def _changed(self) -> Iterator[Problem]:
        """Yield the problems of the units that the segment changed."""
        game, segment = self.game, self.segment
        if segment is None:
            return
        everybody = {unit.name: unit for unit in (*game.units, *(coming.unit for coming in game.reinforcements))}
        net = net_losses(game, segment)
        for number, unit in enumerate(segment.after):
            path = f".segment.after[{number}]"
            if any(unit.name == other.name for other in segment.after[:number]):
                yield Problem(f"{path}.name", f"{unit.name!r} is reported twice", "conv-bad-input")
            before = everybody.get(unit.name)
            if before is not None and before.side != unit.side:
                yield Problem(f"{path}.side", "a unit cannot change sides", "conv-bad-input")
            yield from marker_problems(path, unit)
            if before is None:
                if unit.card.arm != "officer" and net[unit.side, unit.card] < 0:
                    message = f"the bases of {unit.name!r} come from no unit: report the one that divided as it is now"
                    yield Problem(f"{path}.bases", message, "act-divide")
            elif (
                unit.bases > before.bases
                and not _mounts(before, unit)
                and (unit.card != before.card or net.get((unit.side, unit.card), 0) < 0)
            ):
                message = f"{unit.name!r} had {before.bases} bases; report units that have become part of it with 0"
                yield Problem(f"{path}.bases", message, "act-combine")

    def _pools(self) -> Iterator[Problem]:
        """Yield pools that are reported twice, or hold tokens that were not in them before.

        Rules: off-replacement, defs-officer-draw.
        """
        reported = () if self.segment is None else self.segment.pools
        for number, left in enumerate(reported):
            path = f".segment.pools[{number}]"
            if any(left.side == other.side for other in reported[:number]):
                yield Problem(
                    f"{path}.side", f"the pool of {left.side.capitalize()} is reported twice", "conv-bad-input"
                )
            there = self.game.army_of(left.side).army.pool
            counts = {counted.token: counted.count for counted in there}
            for place, counted in enumerate(left.pool):
                if counted.count > counts.get(counted.token, 0):
                    message = f"so many tokens {counted.token.id!r} were not in the pool before: tokens never go back"
                    yield Problem(f"{path}.pool[{place}].count", message, "defs-officer-draw")


def _mounts(before: Unit, after: Unit) -> bool:
    return before.card.category == "infantry" and after.card.category == "cavalry"


def _turn_example() -> TurnRequest:
    before = example_set_up()
    armies = tuple(evolve(army, original_points=Fraction(100)) for army in before.armies)
    return TurnRequest(game=Game(attacker="red", turns=8, armies=armies, units=before.units))


@procedure(
    "red_actions.turn",
    title="What changes after this segment, and who acts next?",
    formerly=("What changes after this segment, and who acts next??",),
    rules=("seq-steps",),
    example=_turn_example,
)
def turn(request: TurnRequest, umpire: Umpire[Options]) -> TurnOutcome:
    """Apply the report of a segment, and find who acts next.

    First comes the report: a reinforcement enters or waits; changed units are as reported; units that had the segment
    or were made to move have acted; units that fired or were seen are no longer hidden. Then check both flight numbers:
    the game stops when one is passed or a train was taken. Then find who acts next. If no unit has a segment left, the
    turn ends, senior officers who fell in the turn before are succeeded, and after the last turn the game is over. A
    new turn begins with the fires, which grow by a marker. While a segment that was given is still to be played,
    nothing is thrown or drawn again.

    Rules: seq-steps, defs-unit-action, turn-forced-forfeit, seq-flight-stop.
    """
    game = request.game
    if request.segment is None and game.is_given:
        whose = f"the {game.acting}" if game.acting is not None else ", ".join(game.able)
        umpire.result(f"turn-initiative-{umpire.options.initiative}", "it is still for {whose} to act", whose=whose)
        return TurnOutcome(game=game, acting=game.acting, able=game.able)
    if request.segment is not None:
        game = _entered(umpire, game, request.segment)
        flight = umpire.resolve(FlightCheckRequest(armies=game.losses()), "flight numbers")
        if flight.game_over:
            game = evolve(game, is_over=True, losers=flight.losers, acting=None, able=())
            return TurnOutcome(game=game, acting=None)
        if game.able:  # others act on the same card
            return TurnOutcome(game=game, acting=None, able=game.able)
    return _who_comes(umpire, game, ended=False, destroyed=())


@turn.legality
def _forbidden_step(request: TurnRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections to the report.

    Rules: seq-flight-stop, defs-unit-action, turn-forced-forfeit, seq-reinforcements, turn-initiative-standard,
        turn-initiative-cards, turn-initiative-rolloff.
    """
    game, segment = request.game, request.segment
    if game.is_over:
        yield Objection(rule="seq-flight-stop", message="the game is over", path="$.game.is_over")
    if options.initiative == "cards" and game.units and not game.cards and not game.drawn:
        message = "no cards have been dealt: red_actions.set_up deals one to each unit"
        yield Objection(rule="turn-initiative-cards", message=message, path="$.game.cards")
    if segment is None:
        return
    unit = game.unit(segment.unit)
    coming = next((one for one in game.reinforcements if one.unit.name == segment.unit), None)
    acts = unit or (coming.unit if coming is not None else None)
    if acts is not None and acts.has_acted:
        message = f"{segment.unit} has used or forfeited its segment of this turn"
        yield Objection(rule="turn-forced-forfeit", message=message, path="$.segment.unit")
    if coming is not None and segment.entered_at not in ("", coming.entry):
        message = f"{segment.unit} enters at {coming.entry!r}, as noted, not at {segment.entered_at!r}"
        yield Objection(rule="seq-reinforcements", message=message, path="$.segment.entered_at")
    if coming is None and segment.entered_at:
        message = f"{segment.unit} is on the table already"
        yield Objection(rule="seq-reinforcements", message=message, path="$.segment.entered_at")
    if game.acting is None and not game.able:
        message = "no segment has been given yet: ask first who acts next, without a report"
        yield Objection(rule=f"turn-initiative-{options.initiative}", message=message, path="$.segment")
    if acts is not None and game.acting is not None and game.player_of(acts.side) != game.acting:
        message = f"the {game.acting} gives a segment now"
        yield Objection(rule=f"turn-initiative-{options.initiative}", message=message, path="$.segment.unit")
    if game.able and segment.unit not in game.able:
        message = f"only these may act on this card: {', '.join(game.able)}"
        yield Objection(rule="turn-initiative-cards", message=message, path="$.segment.unit")


# ---------------------------------------------------------------- what a segment leaves behind


def _entered(umpire: Umpire[Options], game: Game, segment: Segment) -> Game:
    """Enter the report of a segment.

    Rules: turn-forced-forfeit, seq-reinforcements, seq-position-markers, defs-unit-action, tank-captured,
        train-captured, off-replacement, act-divide.
    """
    coming = next((one for one in game.reinforcements if one.unit.name == segment.unit), None)
    if coming is not None and not segment.entered_at:
        umpire.result("seq-reinforcements", "{unit} waits off the table", unit=segment.unit)
        waiting = evolve(coming, unit=evolve(coming.unit, has_acted=True))
        reinforcements = tuple(waiting if one is coming else one for one in game.reinforcements)
        game = evolve(game, reinforcements=reinforcements)
    elif coming is not None:
        umpire.result("seq-reinforcements", "{unit} enters at {entry}", unit=segment.unit, entry=coming.entry)
        game = evolve(
            game,
            units=(*game.units, coming.unit),
            reinforcements=tuple(one for one in game.reinforcements if one is not coming),
        )
    game = with_losses(game, segment)
    changed = {unit.name: unit for unit in segment.after}
    acted = {segment.unit, *segment.forced}
    off_table = [one.unit.name for one in game.reinforcements]
    units: list[Unit] = []
    gone: list[Unit] = []
    for before in game.units:
        after = changed.get(before.name, before)
        if before.name in segment.forced and not before.has_acted and before.name != segment.unit:
            umpire.result("turn-forced-forfeit", "{unit} was made to move and forfeits its segment", unit=before.name)
        if not after.bases:
            gone.append(before)
            continue
        # Whatever the report says, a used segment stays used, and a shot is forgotten only when the turn ends.
        has_acted = before.has_acted or after.has_acted or before.name in acted
        shot_at = before.shot_at or after.shot_at or before.name in segment.shot_at
        units.append(evolve(after, has_acted=has_acted, shot_at=shot_at))
    for before in gone:
        umpire.result("defs-unit-action", "{unit} is gone", unit=before.name)
    known = {unit.name for unit in game.units}
    units.extend(  # the parts of a unit, and senior officers who left one
        evolve(after, has_acted=after.has_acted or after.card.arm != "officer")
        for after in segment.after
        if after.bases and after.name not in (*known, *off_table)
    )
    names = {*(unit.name for unit in units), *off_table}
    used = {unit.name for unit in (*units, *(one.unit for one in game.reinforcements)) if unit.has_acted}
    shown = {*segment.fired, *segment.seen}
    for name in game.hidden:
        if name in shown and name in names:
            umpire.result("seq-position-markers", "{unit} is placed on the table", unit=name)
    for name in segment.tanks_captured:
        umpire.result("tank-captured", "{unit} was captured intact; the scenario says what that costs", unit=name)
    game = evolve(
        game,
        units=tuple(units),
        hidden=tuple(name for name in game.hidden if name not in shown and name in names),
        fallen_seniors=(*game.fallen_seniors, *segment.seniors_killed, *fallen_seniors(game, segment, gone)),
        shot_at=_remembered(game, segment),
        buildings=_with_buildings(game.buildings, segment.buildings),
        last=game.acting,
        acting=None,
        able=tuple(name for name in game.able if name != segment.unit and name in names - used),
    )
    for left in segment.pools:
        army = game.army_of(left.side)
        game = game.with_army(evolve(army, army=evolve(army.army, pool=left.pool)))
    return _with_captures(game, segment, gone)


def _remembered(game: Game, segment: Segment) -> tuple[ShotAt, ...]:
    """Return when units were last shot at: those that the report names, and those that it shows as shot at.

    Parts of a unit, and units that have taken in another, were last shot at when any unit that they come from was.

    Rules: march-rate, act-divide, act-combine.
    """
    memory = {one.unit: one.turn for one in game.shot_at}
    turns = dict(memory)
    whence = {segment.unit, *(after.name for after in segment.after if not after.bases)}
    known = {unit.name: unit for unit in game.units}
    for after in segment.after:
        before = known.get(after.name)
        is_new = before is None or after.bases > before.bases
        if not after.shot_at or (before is not None and before.shot_at and not is_new):
            continue
        parts = [
            unit.name
            for unit in game.units
            if is_new and unit.shot_at and unit.side == after.side and unit.name in (after.name, *whence)
        ]
        if not parts:
            turns[after.name] = game.turn
        elif not memory.keys().isdisjoint(parts):
            turns[after.name] = max(memory[name] for name in parts if name in memory)
    turns |= dict.fromkeys(segment.shot_at, game.turn)
    return tuple(ShotAt(unit=name, turn=turn) for name, turn in turns.items())


def _with_buildings(before: tuple[Building, ...], changed: tuple[Building, ...]) -> tuple[Building, ...]:
    now = {building.name: building for building in (*before, *changed)}
    return tuple(building for building in now.values() if 0 < building.markers < BURNT_DOWN)


def _with_captures(game: Game, segment: Segment, gone: list[Unit]) -> Game:
    for side in ("red", "white"):
        army = game.army_of(side)
        tanks = sum(unit.name in segment.tanks_captured and unit.side == side for unit in gone)
        game = game.with_army(
            evolve(
                army,
                intact_tanks_captured=army.intact_tanks_captured + tanks,
                train_taken=army.train_taken or segment.train_taken_from == side,
            )
        )
    return game


# ---------------------------------------------------------------- who comes next, and the end of a turn


def _who_comes(umpire: Umpire[Options], game: Game, *, ended: bool, destroyed: tuple[Name, ...]) -> TurnOutcome:
    asked = InitiativeRequest(
        attackers_left=_left(umpire, game, "attacker"),
        defenders_left=_left(umpire, game, "defender"),
        last=game.last,
        roll_off_loser=game.roll_off_loser,
        cards=game.cards,
        drawn=game.drawn,
        acted=tuple(card.name for card in (*game.cards, *game.drawn) if _has_acted(game, card.name)),
    )
    found = umpire.resolve(asked, f"initiative, turn {game.turn}, segment {_segments(game)}")
    if found.turn_ends:
        if ended and not (game.left("attacker") or game.left("defender")):  # nobody can in the new turn either
            return TurnOutcome(game=game, acting=None, turn_ended=True, burnt_down=destroyed)
        return _next_turn(umpire, game, destroyed)
    card = next((card for card in game.cards if card.name == found.drawn), None)
    game = evolve(
        game,
        acting=found.player,
        able=found.units,
        roll_off_loser=found.roll_off_loser,
        cards=tuple(one for one in game.cards if one is not card),
        drawn=game.drawn if card is None else (*game.drawn, card),
    )
    if card is not None and not found.units:
        return _who_comes(umpire, game, ended=ended, destroyed=destroyed)
    return TurnOutcome(game=game, acting=found.player, able=found.units, turn_ended=ended, burnt_down=destroyed)


def _left(umpire: Umpire[Options], game: Game, player: Player) -> int:
    """Return how many units of a player count when segments alternate.

    By the option hidden_units_alternate those that the enemy does not see, or that are off the table, do not.

    Rules: turn-initiative-standard.
    """
    if umpire.options.hidden_units_alternate:
        return game.left(player)
    return sum(
        not unit.has_acted and game.player_of(unit.side) == player and unit.name not in game.hidden
        for unit in game.units
    )


def _segments(game: Game) -> int:
    everybody = (*game.units, *(coming.unit for coming in game.reinforcements))
    return 1 + len(game.drawn) + sum(unit.has_acted for unit in everybody)


def _has_acted(game: Game, name: str) -> bool:
    everybody = (*game.units, *(coming.unit for coming in game.reinforcements))
    unit = next((unit for unit in everybody if unit.name == name), None)
    return unit is None or unit.has_acted


def _next_turn(umpire: Umpire[Options], game: Game, destroyed: tuple[Name, ...]) -> TurnOutcome:
    """End the turn, and begin the next one if there is one.

    Args:
        umpire: The umpire.
        game: The game.
        destroyed: The buildings that have burnt down in this step already.

    Rules: seq-steps, off-senior-killed, bld-fire-grow, march-rate.
    """
    umpire.result("seq-steps", "turn {turn} is over", turn=game.turn)
    game = _promoted(umpire, game)
    if game.turn == game.turns:
        umpire.result("seq-steps", "that was the last turn: the game is over")
        over = evolve(game, is_over=True, acting=None, able=())
        return TurnOutcome(game=over, acting=None, turn_ended=True, burnt_down=destroyed)
    game = evolve(
        game,
        turn=game.turn + 1,
        units=tuple(_rested(unit, game, umpire.options) for unit in game.units),
        reinforcements=tuple(evolve(one, unit=evolve(one.unit, has_acted=False)) for one in game.reinforcements),
        last=None,
        roll_off_loser=None,
        acting=None,
        able=(),
        cards=_dealt(game) if umpire.options.initiative == "cards" else (),
        drawn=(),
    )
    burnt = list(destroyed)
    buildings: list[Building] = []
    for building in game.buildings:
        spread = umpire.resolve(
            BuildingFireRequest(operation="spread", markers=building.markers), f"the fire of {building.name}"
        )
        if spread.destroyed:
            burnt.append(building.name)
        else:
            buildings.append(evolve(building, markers=spread.markers))
    game = evolve(game, buildings=tuple(buildings))
    return _who_comes(umpire, game, ended=True, destroyed=tuple(burnt))


def _rested(unit: Unit, game: Game, options: Options) -> Unit:
    """Return a unit as it begins a new turn.

    Rules: retire-manner, evade-switch, march-rate, rally-rout-success.
    """
    last = next((one.turn for one in game.shot_at if one.unit == unit.name), 0)
    banned = options.march_ban == "rest_of_game" and last > 0
    return evolve(
        unit,
        has_acted=False,
        evading=False,
        moved_back=inches(0),
        retired_by_result=False,
        ignored_retire=False,
        rallied=False,
        shot_at=banned or last == game.turn,  # the turn that ends: it counts for one turn more
    )


def _dealt(game: Game) -> tuple[InitiativeCard, ...]:
    """Return the cards of a new turn: one for each unit present or still to come, with its HQ as before.

    Rules: turn-initiative-cards.
    """
    hqs = {card.name: card.hq for card in (*game.cards, *game.drawn)}
    names = [unit.name for unit in (*game.units, *(coming.unit for coming in game.reinforcements))]
    return tuple(InitiativeCard(name=name, hq=hq if (hq := hqs.get(name, "")) in names else "") for name in names)


def _promoted(umpire: Umpire[Options], game: Game) -> Game:
    """Let juniors succeed the senior officers whose death became known before this turn.

    Rules: off-senior-killed.
    """
    for fallen in game.fallen_seniors:
        if game.turn > fallen.known_in_turn:
            game = _succeeded(umpire, game, fallen)
    return game


def _succeeded(umpire: Umpire[Options], game: Game, fallen: FallenSenior) -> Game:
    """Let a junior succeed a senior officer.

    Rules: off-senior-killed.
    """
    game = evolve(game, fallen_seniors=tuple(one for one in game.fallen_seniors if one is not fallen))
    units = tuple(
        unit
        for unit in game.units
        if unit.side == fallen.side and unit.officer is not None and unit.card.arm != "officer"
    )
    if not units:
        umpire.result("off-senior-killed", "nobody is left to succeed {name}", name=fallen.name)
        return game
    army = game.army_of(fallen.side)
    asked = PromotionRequest(
        known_in_turn=fallen.known_in_turn,
        turn=game.turn,
        units=units,
        card=fallen.card,
        name=fallen.name,
        army=army.army,
    )
    promoted = umpire.resolve(asked, f"successor of {fallen.name}")
    units_now = tuple(promoted.unit if unit.name == promoted.unit.name else unit for unit in game.units)
    game = evolve(game, units=(*units_now, promoted.senior))
    return game.with_army(evolve(army, army=evolve(army.army, pool=promoted.pool)))
