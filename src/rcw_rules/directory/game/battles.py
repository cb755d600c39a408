"""Attacks of a whole game: who can attack what, and who can retreat where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rcw_rules.directory.campaign import (
    CampaignState,
    Piece,
    RulebookMap,
    may_be_active,
    may_step,
    mode_of,
    supply_of,
)
from rcw_rules.directory.combat import Combatant, CombatStrengthRequest
from rcw_rules.directory.game.occupation import Occupation
from rcw_rules.directory.game.rulebook import RetreatRule, said
from rcw_rules.directory.model import CLASSES, IMMOVABLE, SIDES, Counter, Side, printed_movement
from rcw_rules.directory.options import Options
from rcw_rules.kernel.charts import Chart

LEAST_ODDS = Fraction(1, 2)
"""Below these no attack is made: com-odds-low."""


class Battles:
    """The attacks of a Combat Phase.

    Args:
        lie: Who stands where.
        charts: The charts in force.
        options: The options in force.
    """

    def __init__(self, lie: Occupation, charts: Mapping[str, Chart], options: Options) -> None:
        self.lie = lie
        self.state: CampaignState = lie.state
        self.board: RulebookMap = lie.board
        self.charts = charts
        self.options = options

    # ------------------------------------------------------------------ who attacks what

    def targets(self) -> Iterator[str]:
        """Yield the hexes next to somebody who can attack, with nobody in them but enemies, in the order of the map.

        Whether the odds allow it is not looked at.

        Rules: com-adjacent, gen-attacker.
        """
        near: set[str] = set()
        for piece in self._ready:
            near.update(self.board.neighbours(piece.hex))
        for label in self.board.labels:
            if label in near and self.is_target(label):
                yield label

    def is_target(self, label: str) -> bool:
        """Return whether there are counters in a hex, all of them enemies.

        Rules: gen-attacker.
        """
        side, there = self.state.position.side, self.state.at(label)
        return (
            bool(there)
            and side is not None
            and all(self.state.are_at_war(side, piece.counter.faction) for piece in there)
        )

    @property
    def _ready(self) -> Iterator[Piece]:
        return (
            piece
            for piece in self.state.pieces
            if not piece.done.attacked
            and self.state.may_act(piece)
            and may_be_active(self.state, piece.counter.faction, self.options)
            and CLASSES[piece.counter.type] in {"combat", "armor"}
            and piece.counter.attack != 0
        )

    def who_can_attack(self, target: str) -> tuple[Piece, ...]:
        """Return every unit that can take part in an attack on a hex, in listed order.

        Rules: com-adjacent, gen-attacker, com-armor-strength, opt-active.
        """
        around = self.board.neighbours(target)
        return tuple(piece for piece in self._ready if piece.hex in around)

    def attack_request(self, attackers: Sequence[Piece]) -> CombatStrengthRequest:
        """Return the question how strong attackers are together.

        Rules: ter-broken, ter-rough, miss-supply-trace.
        """
        return CombatStrengthRequest(
            role="attack",
            counters=tuple(
                Combatant(
                    counter=piece.counter,
                    supply=supply_of(piece),
                    terrain=self.board.hex(piece.hex).land or "clear",
                )
                for piece in attackers
            ),
        )

    def defence_request(self, target: str) -> CombatStrengthRequest:
        """Return the question how strong the defenders of a hex are.

        Rules: miss-supply-trace.
        """
        return CombatStrengthRequest(
            role="defence",
            counters=tuple(
                Combatant(counter=piece.counter, supply=supply_of(piece)) for piece in self.state.at(target)
            ),
        )

    # ------------------------------------------------------------------ retreats

    @property
    def retreat_rule(self) -> RetreatRule:
        """How defenders retreat.

        Raises:
            MissingProfileError: The rulebook does not say.

        Rules: miss-retreat.
        """
        return said(self.lie.rulebook.retreat, "retreat", rule="miss-retreat", question="How do defenders retreat?")

    def routes(self, piece: Piece) -> tuple[tuple[str, ...], ...]:
        """Return the ways by which a defender can retreat as long as nobody else does, one to each hex.

        Each hex is further from where it stood than the one before, and the ground is its own: a train keeps to the
        rails, a boat to the water. It passes nobody else's counters and stops where there is room.

        Rules: miss-retreat, mov-kinds, mov-rail, miss-stacking-zoc, cap-when.
        """
        counter = piece.counter
        if counter.type in IMMOVABLE or printed_movement(self.charts, counter) == 0:
            return ()
        rule, board = self.retreat_rule, self.board
        power = self.lie.power_of(piece)
        closed = self.lie.foreign(power)
        if not rule.into_zones:
            closed |= self.lie.zones(power)
        mode, away = mode_of(self.charts, counter), board.grid.distance
        ways: dict[str, tuple[str, ...]] = {piece.hex: ()}
        for hexes in range(1, rule.hexes + 1):
            further: dict[str, tuple[str, ...]] = {}
            for label, way in ways.items():
                for other in board.neighbours(label):
                    if (
                        other not in further
                        and other not in closed
                        and away(piece.hex, other) == hexes
                        and may_step(board, mode, label, other)
                    ):
                        further[other] = (*way, other)
            ways = further
        return tuple(way for label, way in ways.items() if self.lie.has_room(label, piece, "retreat"))

    def can_all(
        self,
        retreating: Sequence[tuple[Piece, tuple[tuple[str, ...], ...]]],
        taken: Mapping[str, tuple[Counter, ...]],
    ) -> bool:
        """Return whether there is room for all who retreat, each by one of its ways.

        Args:
            retreating: Who retreats, with their ways.
            taken: Who has gone already, by hex.

        Rules: miss-retreat, miss-stacking-zoc.
        """
        if not retreating:
            return True
        (piece, ways), *others = retreating
        for way in ways:
            there = taken.get(way[-1], ())
            if self.lie.has_room(way[-1], piece, "retreat", there) and self.can_all(
                others, {**taken, way[-1]: (*there, piece.counter)}
            ):
                return True
        return False

    def able(self, defenders: Sequence[Piece]) -> list[tuple[Piece, tuple[tuple[str, ...], ...]]]:
        """Return the defenders that can retreat if all of them have to, with their ways.

        In listed order each can if there is room for it beside those before it.

        Rules: miss-retreat.
        """
        found: list[tuple[Piece, tuple[tuple[str, ...], ...]]] = []
        for piece in defenders:
            ways = self.routes(piece)
            if ways and self.can_all([*found, (piece, ways)], {}):
                found.append((piece, ways))
        return found

    def chooser(self, piece: Piece) -> Side:
        """Return the side that chooses the way of a defender.

        Rules: miss-retreat.
        """
        attacker = self.state.position.side
        assert attacker is not None  # noqa: S101 - nobody attacks outside a player-turn
        owner = self.state.allegiance(piece.counter.faction)
        if self.retreat_rule.routes_by == "attacker":
            return attacker
        if owner is not None:
            return owner
        if self.retreat_rule.independents_by == "attacker":
            return attacker
        return next(side for side in SIDES[self.state.game] if side != attacker)
