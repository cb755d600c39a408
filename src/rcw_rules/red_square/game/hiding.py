"""What a side is asked, without what it does not see, and a game as a side may believe it to be."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from attrs import evolve, fields, frozen, has

from rcw_rules.kernel.questions import Decision, Question
from rcw_rules.kernel.record import Record, Step
from rcw_rules.kernel.shapes import is_tuple
from rcw_rules.red_square.activation import Path
from rcw_rules.red_square.cards import Hand, TurnedCard
from rcw_rules.red_square.game.state import State
from rcw_rules.red_square.game.views import TURNED_OVER, field_seen, is_seen, unit_seen, unseen_names
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import NOTHING_YET, SIDES, CardCode, Name, Unit
from rcw_rules.red_square.shots import TargetsInView
from rcw_rules.red_square.turn import Deployment, Game

QuestionT = TypeVar("QuestionT", bound=Question)


SECRET_RULES = frozenset(
    {
        "hq-order-roll",
        "orders-attack",
        "orders-counter-attack",
        "orders-defend",
        "orders-probe",
        "turn-3-aces",
        "turn-3-card-order",
        "turn-3-jokers",
    }
)
"""The rules by which a step tells an order, or a card that is turned over later."""


def shown_to(asked: QuestionT, side: str, before: State | None = None, *, unseen_off_table: bool) -> QuestionT:
    """Return a question as a side may see it.

    What it is about shows the units as the side sees them, and of the cards that are turned over later the one that is
    asked about. The steps that led to it tell no order, nothing of cards that lie face down, and nobody unseen. Enemies
    that the side may choose between, though it does not see them, are told as ``unseen 1`` and so on.

    Args:
        asked: The question.
        side: The side.
        before: The state before the action; None if no unit is unseen yet.
        unseen_off_table: The option of that name.

    Rules: opt-unseen-off-table, train-5-carrying, turn-4-standalone, obs-concealment.
    """
    sight = _Sight(side=side, unseen_off_table=unseen_off_table, unseen=frozenset())
    if before is not None:
        sight = evolve(
            sight, unseen=frozenset(_unseen_in(asked, side, before.field, unseen_off_table=unseen_off_table))
        )
    known = Record(make=lambda: tuple(step for step in asked.known if may_know(step) and not sight.is_told(step.text)))
    if not isinstance(asked, Decision):
        return evolve(asked, known=known, purpose=sight.without_names(asked.purpose))
    alternatives = sight.alternatives(asked.alternatives)
    return evolve(
        asked,
        known=known,
        where=sight.without_names(asked.where),
        alternatives=alternatives,
        default=alternatives[asked.alternatives.index(asked.default)],
        situation=sight.shown(asked.situation),
        history=(),
    )


def _unseen_in(asked: Question, side: str, field: Field, *, unseen_off_table: bool) -> frozenset[Name]:
    """Return the enemies that a side does not see, neither before an action nor as far as a question shows it later."""
    situation = asked.situation if isinstance(asked, Decision) else None
    now = getattr(situation, "field", None)
    if isinstance(situation, TargetsInView):
        now = field.with_units(*(target.unit for target in situation.targets))
    unseen = unseen_names(field, side, unseen_off_table=unseen_off_table)
    if isinstance(now, Field):
        first = {unit.name for unit in field.units}
        there = unseen_names(now, side, unseen_off_table=unseen_off_table)
        return frozenset(name for name in there if name in unseen or name not in first)
    return unseen


def may_know(step: Step) -> bool:
    """Return whether both sides may be told of a step: orders and cards that lie face down are nobody else's business.

    Rules: orders-required, turn-4-standalone.
    """
    return step.rule not in SECRET_RULES


def names_unseen(step: Step, side: str, *states: State | None, unseen_off_table: bool) -> bool:
    """Return whether a step names an enemy whom a side sees in none of some states.

    Rules: opt-unseen-off-table, train-5-carrying.
    """
    boards = [state.field for state in states if state is not None]
    if side not in SIDES or not boards:
        return False
    unseen = [unseen_names(board, side, unseen_off_table=unseen_off_table) for board in boards]
    sight = _Sight(side=side, unseen_off_table=unseen_off_table, unseen=unseen[0].intersection(*unseen[1:]))
    return sight.is_told(step.text)


@frozen(kw_only=True)
class _Sight:
    """What a side sees while an action is carried out.

    Attributes:
        side: The side.
        unseen_off_table: The option of that name.
        unseen: The names of the enemies that it does not see.
    """

    side: str
    unseen_off_table: bool
    unseen: frozenset[Name]

    def is_told(self, text: str) -> bool:
        """Return whether a text names an unseen unit."""
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in self.unseen)

    def without_names(self, purposes: str) -> str:
        """Return the purposes around a question without those that name an unseen unit."""
        return "/".join(one for one in purposes.split("/") if not self.is_told(one))

    def alternatives(self, alternatives: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return alternatives as the side is shown them, each in its place."""
        if not self.unseen:
            return alternatives
        names = [one for one in alternatives if isinstance(one, str) and one in self.unseen]
        words = {name: f"unseen {number}" for number, name in enumerate(names, start=1)}
        return tuple(words.get(one, one) if isinstance(one, str) else self.shown(one) for one in alternatives)

    def shown(self, thing: Any) -> Any:
        """Return a thing as the side is shown it, whatever it holds."""
        cls: type[Any] = thing.__class__
        if is_tuple(thing):
            return tuple(self.shown(one) for one in thing if not (isinstance(one, Unit) and one.name in self.unseen))
        match thing:
            case Field():
                return field_seen(thing, self.side, unseen_off_table=self.unseen_off_table)
            case Unit():
                return unit_seen(thing, self.side, self.unseen)
            case TurnedCard():
                plays = tuple(play for play in thing.plays[: thing.open] if play.holder not in self.unseen)
                return evolve(thing, plays=plays, open=len(plays))
            case Path():
                return evolve(thing, fired_at_by=tuple(name for name in thing.fired_at_by if name not in self.unseen))
            case TargetsInView():
                both = zip(thing.targets, thing.favours, strict=True)
                seen = [(target, favour) for target, favour in both if target.name not in self.unseen]
                targets = self.shown(tuple(target for target, _ in seen))
                return evolve(thing, targets=targets, favours=tuple(favour for _, favour in seen))
            case _ if has(cls):
                parts = {field.name: getattr(thing, field.name) for field in fields(cls) if field.init}
                seen_of = {name: self.shown(part) for name, part in parts.items()}
                changed = {name: part for name, part in seen_of.items() if part is not parts[name]}
                return evolve(thing, **changed) if changed else thing
            case _:
                return thing


# ---------------------------------------------------------------- what a side may believe


def as_seen(state: State, side: str, *, unseen_off_table: bool) -> State:
    """Return a game as a side may believe it to be, from what it sees.

    Every enemy with an order has the order to probe. Cards that lie face down are others that the side has not seen,
    spread evenly over the pack. Units that it does not see are off the table as they first came, and those of the enemy
    that are still to come do not exist.

    Args:
        state: The state.
        side: The side.
        unseen_off_table: The option of that name.

    Rules: turn-1-deal, orders-required, train-5-carrying, opt-unseen-off-table.
    """
    field = state.field
    first = {unit.name: unit for unit in state.scenario.roster}
    units = tuple(
        unit
        if unit.side == side
        else _believed(unit)
        if is_seen(field, unit, unseen_off_table=unseen_off_table)
        else _believed(_off_table(field, first.get(unit.name, unit)))
        for unit in field.units
    )
    names = {unit.name for unit in field_seen(field, side, unseen_off_table=unseen_off_table).units}
    believed = evolve(
        field,
        units=units,
        observations=tuple(one for one in field.observations if {one.observer, one.target} <= names),
        area_fires=tuple(one for one in field.area_fires if one.firer in names),
    )
    return _without_those_to_come(evolve(state, game=_dealt_otherwise(evolve(state.game, field=believed))), side)


def _off_table(field: Field, unit: Unit) -> Unit:
    """Return a unit off the table, behind a square of its own edge: the same wherever it really is."""
    grid, edge = field.board.grid, field.edge_of(unit.side)
    square = (grid.columns - 1 if edge == "east" else 0, grid.rows - 1 if edge == "north" else 0)
    return evolve(unit, square=square, carried_by="", state="off_table", this_turn=NOTHING_YET)


def _believed(unit: Unit) -> Unit:
    return unit if unit.order in (None, "probe") else evolve(unit, order="probe")


def _dealt_otherwise(game: Game) -> Game:
    """Return a game with cards face down that nobody has seen, and the rest of the pack in order."""
    turned = TURNED_OVER.get(game.phase, ())
    down = [hand for hand in game.hands if hand.phase not in turned]
    unknown = sorted((*game.deck, *(card for hand in down for card in hand.cards)))
    count = sum(len(hand.cards) for hand in down)
    drawn = [unknown[number * len(unknown) // count] for number in range(count)]
    left = list(unknown)
    for card in drawn:
        left.remove(card)
    given = iter(drawn)
    cards: dict[Name, dict[CardCode, CardCode]] = {
        hand.holder: {card: next(given) for card in hand.cards} for hand in down
    }
    hands = tuple(_with_cards(hand, cards.get(hand.holder, {})) for hand in game.hands)
    holds = {name: hand.holder for hand in down for name in (hand.holder, *hand.members)}
    units = tuple(
        evolve(unit, this_turn=evolve(unit.this_turn, cards=_exchanged(unit.this_turn.cards, cards[holds[unit.name]])))
        if unit.name in holds and unit.this_turn.cards
        else unit
        for unit in game.field.units
    )
    plays = [play for play in game.plays if play.holder not in cards]
    plays += [
        evolve(play, card=cards[play.holder][play.card])
        for hand in down
        for play in game.plays
        if play.holder == hand.holder
    ]
    return evolve(game, field=evolve(game.field, units=units), deck=tuple(left), hands=hands, plays=tuple(plays))


def _with_cards(hand: Hand, cards: dict[CardCode, CardCode]) -> Hand:
    return evolve(hand, cards=_exchanged(hand.cards, cards)) if cards else hand


def _exchanged(held: tuple[CardCode, ...], cards: dict[CardCode, CardCode]) -> tuple[CardCode, ...]:
    return tuple(cards.get(card, card) for card in held)


def _without_those_to_come(state: State, side: str) -> State:
    """Return a game without the enemies that are still to come."""
    there = {unit.name for unit in state.field.units}
    scenario, zone = state.scenario, state.zone
    zones: list[Deployment] = []
    for number, each in enumerate(scenario.deployments):
        left = each.units if each.side == side else tuple(unit for unit in each.units if unit.name in there)
        if left:
            zones.append(evolve(each, units=left))
        elif number < state.zone:
            zone -= 1
    reinforcements = tuple(
        coming for coming in scenario.reinforcements if coming.unit.side == side or coming.unit.name in there
    )
    told = evolve(scenario, deployments=tuple(zones), reinforcements=reinforcements)
    to_come = {unit.name for unit in told.to_come}
    held_back = tuple(name for name in state.held_back if name in to_come)
    return evolve(state, game=evolve(state.game, scenario=told), zone=zone, held_back=held_back)
