"""A campaign: the sequence of play as a tracker that scripts step through.

A `Campaign` is immutable. Every step returns the next one, together with the `Resolution` where dice or rules spoke, so
you can keep an older campaign and go on from there. Steps that roll dice take them as ``dice=``.

What the missing rulebook would define comes from a `RulebookProfile`. A step that needs something absent stops with a
`MissingProfileError` before any die is rolled and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from attrs import evolve, frozen

from rcw_rules.directory.campaign import (
    NOTHING_DONE,
    Alliance,
    CampaignState,
    Declaration,
    Piece,
    Retreat,
    RulebookMap,
    RulebookProfile,
    War,
    after_combat,
    after_march,
    after_move,
    after_persuasion,
    after_ride,
    combat_request,
    diplomacy_request,
    ended,
    has_pool,
    idle_objections,
    is_frozen,
    known_weather,
    march_request,
    mobilized,
    movement_request,
    of_a_way,
    of_an_action,
    of_an_attack,
    of_the_status,
    of_the_unit,
    off_the_map,
    placed,
    plan_attack,
    plan_ride,
    pool_request,
    require_calendar,
    require_declaration,
    require_fates,
    require_stacks,
    require_stops,
    require_supply_checked,
    require_whole,
    supplied,
    told_by,
)
from rcw_rules.directory.combat import CombatOutcome
from rcw_rules.directory.diplomacy import Action, DiplomacyOutcome, Target
from rcw_rules.directory.initiative import InitiativeOutcome, InitiativeRequest
from rcw_rules.directory.model import Counter, Faction, Game, Side, Supply, TurnName
from rcw_rules.directory.movement import ForcedMarchOutcome, Mode, MovementOutcome, SpecialMovementOutcome
from rcw_rules.directory.options import Options
from rcw_rules.directory.ruleset import ruleset
from rcw_rules.directory.turns import (
    COMBAT_PHASES,
    MOVEMENT_PHASES,
    SUPPLY_PHASES,
    Phase,
    TurnSequenceOutcome,
    TurnSequenceRequest,
    first_position,
)
from rcw_rules.kernel.citations import Verdict, forbidden
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.sources import DiceSource, GivenDice
from rcw_rules.kernel.umpire import Policies
from rcw_rules.resolution import Resolution
from rcw_rules.ruleset import Ruleset

OutcomeT = TypeVar("OutcomeT")


@frozen(kw_only=True)
class Campaign:
    """A campaign at one moment.

    Attributes:
        state: Everything that is true at this moment, as plain values.
        profile: What the missing rulebook would define.
        rules: The ruleset, with the options and charts in force.
        log: Every resolution so far, in order.
    """

    state: CampaignState
    profile: RulebookProfile
    rules: Ruleset[Options] = ruleset
    log: tuple[Resolution[Any], ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse counters in hexes that the map does not have."""
        if self.profile.map is not None and (problems := list(off_the_map(self.state, self.profile.map, "$.state"))):
            raise InvalidRequestError(problems)

    # ------------------------------------------------------------------ the clock

    @classmethod
    def start(
        cls,
        game: Game,
        *,
        profile: RulebookProfile,
        pieces: Iterable[Piece] = (),
        alliances: Iterable[Alliance] = (),
        wars: Iterable[War] = (),
        active: Iterable[Faction] = (),
        rules: Ruleset[Options] = ruleset,
    ) -> Campaign:
        """Set a campaign up at the beginning of its first turn.

        Placement in a city does not count as entering it.

        Args:
            game: Which of the two games is played.
            profile: What the missing rulebook would define; the map at least.
            pieces: The counters on the map, with their supply status where the scenario gives it.
            alliances: The factions that stand with a side from the start.
            wars: Who is at war from the start.
            active: The factions that a declaration has made active before the start.
            rules: The ruleset, where its options or charts are one's own.

        Raises:
            MissingProfileError: The profile has no map.
            InvalidRequestError: The set-up contradicts itself or the map, or the profile names a turn outside
                the game.

        Rules: miss-profile, miss-map, gen-games, seq-turn, dip-city-entry.
        """
        board = profile.require("map", rule="miss-map", question=f"On which map is {game} played?")
        require_calendar(game, profile)
        position = first_position(game)
        state = CampaignState(
            position=position,
            pieces=tuple(pieces),
            alliances=tuple(alliances),
            wars=tuple(wars),
            active=tuple(active),
            frozen=is_frozen(profile, position.turn),
        )
        validate(board)
        require_whole(state, board)
        state = placed(state, board, state.pieces)
        require_stacks(state, profile)
        return cls(state=state, profile=profile, rules=rules)

    def determine_initiative(self, *, dice: DiceSource) -> tuple[Campaign, Resolution[InitiativeOutcome]]:
        """Find the order of the player-turns of this turn; the first turn of a game needs no die.

        Raises:
            IllegalRequestError: It is not the initiative, or the order is known already.

        Rules: seq-turn.
        """
        position = self.state.position
        self._require_going_on()
        if position.phase != "initiative":
            raise forbidden(
                "seq-turn", f"the initiative is determined at the beginning of a turn, not in {position.phase}"
            )
        if position.order:
            raise forbidden("seq-turn", "the initiative of this turn is determined; advance to the first player-turn")
        resolution = self._ask(InitiativeRequest(game=position.game, turn=position.turn), dice)
        changed = evolve(self.state, position=evolve(position, order=resolution.outcome.order))
        return self._after(changed, resolution), resolution

    def advance(self) -> tuple[Campaign, Resolution[TurnSequenceOutcome]]:
        """Go on to the next step or phase, and do what it does automatically.

        A step of a Mobilization Phase does what the profile lists for it. A Supply Phase finds the status of every unit
        of the attacker and its allies if the profile can; otherwise `set_supply` must have said it before the phase
        ends. What units did counts for one phase only. After the last turn the profile says who won.

        Raises:
            IllegalRequestError: The initiative is not determined yet, or the game is over.
            MissingProfileError: The profile lacks what comes next.

        Rules: seq-turn, seq-player-turn, seq-mobilization, seq-supply, fm-duration, mov-base-still, miss-mobilization,
            miss-supply-trace, miss-victory, miss-weather.
        """
        self._require_going_on()
        now = self.state.position
        if now.phase == "initiative" and not now.order:
            raise forbidden("seq-turn", f"the initiative of {now.turn} comes first: determine_initiative")
        require_supply_checked(self.state)
        last: TurnName | None = None
        if now.phase == "turn_end":
            question = f"Is {now.turn} the last turn of the game?"
            last = self.profile.require("last_turn", rule="miss-victory", question=question)
        resolution = self._ask(TurnSequenceRequest(position=now, last_turn=last), _no_dice())
        following = resolution.outcome.position
        if following is None:
            return self._after(ended(self.state, self.profile), resolution), resolution
        changed = evolve(self.state, position=following).with_done(lambda piece: NOTHING_DONE)
        if following.turn != now.turn:
            changed = evolve(changed, frozen=is_frozen(self.profile, following.turn))
        if following.phase == "mobilization":
            changed = mobilized(changed, self.profile, self._board())
        elif following.phase in SUPPLY_PHASES:
            changed = supplied(changed, self.profile)
        return self._after(changed, resolution), resolution

    def advance_to(self, phase: Phase, side: Side | None = None) -> Campaign:
        """Advance, once at least, until a phase begins: that of a side if one is named.

        Raises:
            IllegalRequestError: The phase does not come before the next initiative, or before the game is over.
            MissingProfileError: The profile lacks something on the way.
        """
        campaign, _ = self.advance()
        while campaign.state.position.phase != phase or side not in (None, campaign.state.position.side):
            campaign, _ = campaign.advance()
        return campaign

    def set_weather(self, *, frozen: bool) -> Campaign:
        """Say whether the weather of this turn is frozen, where no profile knows or something has changed it.

        Rules: miss-weather.
        """
        self._require_going_on()
        return self._with(evolve(self.state, frozen=frozen))

    def set_supply(self, name: str, status: Supply) -> Campaign:
        """Say what supply a unit has: in its owner's Supply Phase, or where it is not known yet.

        Raises:
            IllegalRequestError: The unit has a status, and it is not its owner's Supply Phase.
            InvalidRequestError: Units of that faction never have that status.

        Rules: seq-supply, miss-supply-trace.
        """
        self._require_going_on()
        piece = self.state.piece(name)
        is_checked = self.state.position.phase in SUPPLY_PHASES and self.state.may_act(piece)
        if not is_checked and piece.supply is not None:
            message = f"the supply of {name!r} is {piece.supply} until its owner's next Supply Phase"
            raise forbidden("seq-supply", message, "$.name")
        changed = evolve(piece, supply=status, done=evolve(piece.done, supply_checked=is_checked))
        with told_by(of_the_status):
            validate(changed)
        return self._with(self.state.with_piece(name, changed))

    # ------------------------------------------------------------------ diplomacy

    def pool(self, side: Side) -> int:
        """Return how many diplomatic actions a side has left; 0 for a side that never has any.

        Rules: dip-city-entry, dip-no-volunteers, dip-game.
        """
        if not has_pool(self.state, side):
            return 0
        return self.rules.outcome(pool_request(self.state, side), dice=_no_dice()).left

    def declare(
        self, action: Declaration, target: Faction, *, enemies: tuple[Faction, ...]
    ) -> tuple[Campaign, Resolution[DiplomacyOutcome]]:
        """Spend an action on a declaration, by which a faction becomes active and is at war.

        Args:
            action: Which of the three declarations it is; all have the same effect.
            target: The faction that becomes active.
            enemies: The factions with which it is now at war.

        Raises:
            IllegalRequestError: It is not the Diplomatic Phase of a side that has an action left.
            InvalidRequestError: It is not a declaration, or a faction would be at war with its own side, or with
                factions that have withdrawn.

        Rules: seq-diplomatic, gen-attacker.
        """
        self._require_going_on()
        require_declaration(self.state, action, target, enemies)
        resolution = self._negotiated(action, target)
        return self._after(self.state.action_spent().declared(target, enemies), resolution), resolution

    def persuade(self, target: Target, *, dice: DiceSource) -> tuple[Campaign, Resolution[DiplomacyOutcome]]:
        """Spend an action on an attempt to win a faction over, or to make the Entente and the Germans leave.

        A faction that joins is an ally at once and acts in this very player-turn; the two share their wars, and any
        between them is over. If the Entente and the Germans withdraw, their counters leave the map.

        Raises:
            IllegalRequestError: It is not the Diplomatic Phase of a side that has an action left, or the target cannot
                be approached.

        Rules: dip-join-effect, ini-allies, seq-diplomatic.
        """
        self._require_going_on()
        resolution = self._negotiated("persuade", target, dice)
        return self._after(after_persuasion(self.state, target, resolution.outcome), resolution), resolution

    def _negotiated(
        self, action: Action, target: Target, dice: DiceSource | None = None
    ) -> Resolution[DiplomacyOutcome]:
        side = self.state.position.side
        request = diplomacy_request(self.state, 0 if side is None else self.pool(side), action, target)
        with told_by(of_an_action):
            return self._ask(request, _no_dice() if dice is None else dice)

    # ------------------------------------------------------------------ movement

    def move(self, name: str, path: tuple[str, ...]) -> tuple[Campaign, Resolution[MovementOutcome]]:
        """Move a unit hex by hex; a further move in the same phase goes on with what is left of its allowance.

        The charts are asked first, then the profile's zones of control for the way and its stacking for the last hex.

        Args:
            name: The unit.
            path: The hexes that it enters, in order.

        Raises:
            IllegalRequestError: The phase, the charts or the profile forbid it.
            InvalidRequestError: The path has a gap or leaves the map.
            MissingProfileError: The profile lacks stacking, zones of control, the weather, or the restriction on local
                units.

        Rules: miss-stacking-zoc, miss-weather, seq-combat-movement, fm-duration, mov-base-still.
        """
        board, piece = self._mover(name, path)
        request = movement_request(self.state, self.profile, board, piece, path)
        with told_by(of_a_way(len(piece.done.entered))):
            resolution = self._ask(request, _no_dice())
        return self._after(
            after_move(self.state, self.profile, board, piece, path, movement="ordinary"), resolution
        ), resolution

    def forced_march(self, name: str, *, dice: DiceSource) -> tuple[Campaign, Resolution[ForcedMarchOutcome]]:
        """Roll for a forced march of a unit, before it moves; what it brings holds in this phase only.

        What the move that follows needs of the profile is asked for before the die.

        Raises:
            IllegalRequestError: The phase or the charts forbid it.
            MissingProfileError: The profile lacks stacking, zones of control, or the weather.

        Rules: fm-duration, seq-combat-movement, miss-stacking-zoc, miss-weather.
        """
        self._side_in(MOVEMENT_PHASES, "move")
        piece = self.state.piece(name)
        self._require_acting(piece)
        request = march_request(piece)
        with told_by(of_the_unit):
            self.rules.verdict(request).require()  # before the profile is asked about a move that the charts forbid
        require_stops(self.profile, f"May {name!r} enter a hex and stop there?")
        known_weather(self.state)
        resolution = self._ask(request, dice)
        return self._after(after_march(self.state, piece, resolution.outcome), resolution), resolution

    def special_move(
        self, mode: Mode, name: str, path: tuple[str, ...], *, choices: Policies | None = None
    ) -> tuple[Campaign, Resolution[SpecialMovementOutcome]]:
        """Move a unit by naval, water or rail movement.

        A base of its side or of an ally, at either end, serves the move and stays where it is until the phase ends. A
        further move of the same kind in the same phase goes on with the first: the limit is for all the hexes entered,
        and the base stands where the first one began or where this one ends.

        Args:
            mode: The kind of movement.
            name: The unit.
            path: The hexes that it enters, in order.
            choices: Which of several bases serves, as ``serving_base``.

        Raises:
            IllegalRequestError: The phase, the charts or the profile forbid it.
            InvalidRequestError: The path has a gap or leaves the map.
            MissingProfileError: The profile lacks stacking, zones of control, or the restriction on local units.

        Rules: mov-base-still, mov-kinds, mov-base, miss-stacking-zoc, seq-combat-movement.
        """
        board, piece = self._mover(name, path)
        with told_by(of_a_way(len(piece.done.entered) if piece.done.movement == mode else 0)):
            ride = plan_ride(self.state, self.profile, board, piece, path, mode=mode)
            resolution = self._ask(ride.request, _no_dice(), choices)
        changed = after_ride(self.state, self.profile, board, ride, resolution.outcome)
        return self._after(changed, resolution), resolution

    def _mover(self, name: str, path: tuple[str, ...]) -> tuple[RulebookMap, Piece]:
        """Return the map and a unit that may move, its path checked, and ask for what the profile must have."""
        self._side_in(MOVEMENT_PHASES, "move")
        piece = self.state.piece(name)
        self._require_acting(piece)
        board = self._board()
        problems = list(board.path_problems(piece.hex, path, "$.path"))
        if not path:
            problems.append(Problem("$.path", "expected at least one hex", "bad-input"))
        if problems:
            raise InvalidRequestError(problems)
        require_stops(self.profile, f"May {name!r} enter hex {path[-1]!r} and stop there?")
        return board, piece

    # ------------------------------------------------------------------ combat and stockpiles

    def attack(
        self,
        attackers: tuple[str, ...],
        target: str,
        *,
        retreats: tuple[Retreat, ...] = (),
        replacements: tuple[Counter, ...] | None = None,
        dice: DiceSource,
        choices: Policies | None = None,
    ) -> tuple[Campaign, Resolution[CombatOutcome]]:
        """Attack everything in a hex that is not of the attacker's side.

        Args:
            attackers: The names of the counters that attack, in listed order.
            target: The hex attacked.
            retreats: Where each defender that can move goes if it must.
            replacements: The armor that the attackers have out of play, needed where armor could be captured.
            dice: Where the faces come from.
            choices: Policies for the attackers' decisions about captures.

        Raises:
            IllegalRequestError: The phase or the charts forbid it.
            InvalidRequestError: A name, a hex or a retreat is unknown, doubled or missing.
            MissingProfileError: The supply status of a counter is not known, or what happens to a combat unit that
                cannot retreat.

        Rules: seq-combat-movement, gen-attacker, miss-retreat, miss-advance.
        """
        side = self._side_in(COMBAT_PHASES, "attack")
        board = self._board()
        plan = plan_attack(self.state, board, self.rules.charts, attackers, target, retreats=retreats)
        request = combat_request(self.state, board, side, plan, replacements, options=self.rules.options)
        routes = [retreat.unit for retreat in retreats]
        listed = {number: routes.index(one.name) for number, one in enumerate(plan.defenders) if one.name in routes}
        with told_by(of_an_attack(listed)):
            self.rules.verdict(request).require()  # before the profile is asked what would follow
        require_fates(self.profile, plan)
        resolution = self._ask(request, dice, choices)
        changed = after_combat(self.state, self.profile, board, plan, resolution.outcome)
        return self._after(changed, resolution), resolution

    def break_up(self, name: str) -> Campaign:
        """Break up a stockpile of the attacker or its allies, as the profile says.

        Raises:
            IllegalRequestError: It is not a stockpile, or not theirs, or the profile forbids it.
            MissingProfileError: The profile does not say how.

        Rules: miss-restricted-broken-up, unit-logistics.
        """
        self._require_going_on()
        piece = self.state.piece(name)
        self._require_acting(piece)
        if piece.counter.type != "supply_stockpile":
            raise forbidden(
                "unit-logistics", f"{name!r} is not a supply stockpile; only supply stockpiles are broken up", "$.name"
            )
        question = f"How is {name!r} broken up?"
        break_up = self.profile.require("break_up", rule="miss-restricted-broken-up", question=question)
        changed = break_up(self.state, piece)
        require_whole(changed, self._board())
        return self._with(changed)

    # ------------------------------------------------------------------ what every step does

    def _ask(
        self, request: Request[OutcomeT], dice: DiceSource, choices: Policies | None = None
    ) -> Resolution[OutcomeT]:
        return self.rules.resolve(request, dice=dice, choices=choices)

    def _with(self, state: CampaignState) -> Campaign:
        validate(state)  # what a script or a profile gave may be no value at all
        return evolve(self, state=state)

    def _after(self, state: CampaignState, resolution: Resolution[Any]) -> Campaign:
        return evolve(self._with(state), log=(*self.log, resolution))

    def _board(self) -> RulebookMap:
        return self.profile.require("map", rule="miss-map", question="On which map is the campaign played?")

    def _require_going_on(self) -> None:
        if self.state.game_over:
            raise forbidden("miss-victory", f"the game ended with {self.state.position.turn}; it cannot go on")

    def _require_acting(self, piece: Piece) -> None:
        """Raise unless a unit is of the attacker or its allies.

        Rules: gen-attacker, ini-allies, opt-active.
        """
        Verdict(objections=tuple(idle_objections(self.state, piece, self.rules.options))).require()

    def _side_in(self, phases: tuple[Phase, ...], doing: str) -> Side:
        """Return whose player-turn it is, or raise unless it is one of these phases.

        Rules: seq-combat-movement.
        """
        self._require_going_on()
        position = self.state.position
        if position.phase not in phases or position.side is None:
            message = f"units {doing} in {' and '.join(phases)}, not in {position.phase}"
            raise forbidden("seq-combat-movement", message)
        return position.side


def _no_dice() -> GivenDice:
    """Return the dice for a question that needs none."""
    return GivenDice(())
