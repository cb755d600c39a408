"""A slow referee who knows only the rules finds the moves, attacks and retreats that the game finds, all game long."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations

import attrs
import pytest
from directory_games import met

from rcw_rules import GivenDice
from rcw_rules import directory as fd
from rcw_rules.directory.campaign import Piece
from rcw_rules.directory.movement import Mode

BOTH = pytest.mark.parametrize("name", tuple(fd.game.scenarios))
NO_DICE = GivenDice([])
ON_FOOT = {
    "elite_cavalry": 4,
    "regular_cavalry": 4,
    "elite_tatchanka": 4,
    "regular_tatchanka": 4,
    "elite_infantry": 3,
    "regular_infantry": 3,
    "local_units": 2,
    "tanks": 2,
    "mobile_base": 2,
}
LETTERS: dict[str, Mode] = {"inshore_naval_forces": "naval", "river_gunboats": "water", "armored_train": "rail"}
BASES = {"mobile_base", "fixed_base"}


class Referee:
    """Judges by going through everything."""

    def __init__(self, state: fd.GameState) -> None:
        self.state, self.campaign, self.board = state, state.campaign, state.board

    def friends(self, one: Piece, other: Piece) -> bool:
        return self.campaign.power(one.counter.faction) == self.campaign.power(other.counter.faction)

    def at_war(self, one: Piece, other: Piece) -> bool:
        return self.campaign.are_at_war(one.counter.faction, other.counter.faction)

    def others_in(self, piece: Piece, label: str) -> bool:
        return any(other.hex == label and not self.friends(piece, other) for other in self.campaign.pieces)

    def in_zone(self, piece: Piece, label: str) -> bool:
        return any(
            self.at_war(piece, other)
            and other.counter.type in fd.COMBAT_UNITS
            and label in self.board.grid.neighbours(other.hex)
            for other in self.campaign.pieces
        )

    def has_room(self, piece: Piece, label: str, coming: tuple[Piece, ...] = ()) -> bool:
        there = [other for other in self.campaign.pieces if other.hex == label and other.name != piece.name]
        there += [piece, *coming]
        combat = [other for other in there if other.counter.type in fd.COMBAT_UNITS]
        return not self.others_in(piece, label) and len(combat) <= 3 and len(there) - len(combat) <= 3

    def home_lets(self, piece: Piece, label: str) -> bool:
        if piece.counter.type != "local_units":
            return True
        rule = self.state.rulebook.local_units
        assert rule is not None
        home = next(each.hex for each in rule.homes if each.unit == piece.name)
        return self.board.grid.distance(home, label) <= rule.within

    def walks(self, piece: Piece) -> set[str]:
        """Every end of every way, hex by hex, counted out."""
        done = piece.done
        printed = ON_FOOT.get(piece.counter.type, 0)
        if not printed or done.movement not in {None, "ordinary"} or done.served:
            return set()
        allowance = max(printed, done.forced_allowance or 0) - bool(self.campaign.frozen)
        was_rough = any(self.board.hex(label).land == "rough" for label in done.entered)
        here = {(piece.hex, len(done.entered), was_rough)}
        if done.entered and self.in_zone(piece, piece.hex):
            return set()
        ends: set[str] = set()
        while here:
            further: set[tuple[str, int, bool]] = set()
            for label, entered, rough in here:
                if label != piece.hex and self.in_zone(piece, label):
                    continue
                for other in self.board.grid.neighbours(label):
                    land = self.board.hex(other).land
                    now_rough = rough or land == "rough"
                    if (
                        land is not None
                        and not self.others_in(piece, other)
                        and self.home_lets(piece, other)
                        and entered + 1 <= allowance - now_rough
                    ):
                        further.add((other, entered + 1, now_rough))
            ends |= {label for label, _, _ in further}
            here = further
        return {label for label in ends if label != piece.hex and self.has_room(piece, label)}

    def may_ride(self, mode: Mode, label: str, other: str) -> bool:
        place = self.board.hex(other)
        if mode == "rail":
            pairs = [{each.one, each.other} for each in self.board.railroads or ()]
            return {label, other} in pairs
        return bool(set(place.water) & ({"coastal", "sea"} if mode == "naval" else {"coastal", "sea", "river"}))

    def rides(self, piece: Piece, mode: Mode) -> set[str]:
        """Every end of every naval, water or rail move; no way on this map is longer than 20 hexes, the lower limit."""
        done = piece.done
        letter = LETTERS.get(piece.counter.type)
        if (letter is None and not ON_FOOT.get(piece.counter.type)) or (letter is not None and letter != mode):
            return set()
        if done.served or done.forced_allowance is not None or done.movement not in {None, mode}:
            return set()
        if done.entered and self.in_zone(piece, piece.hex):
            return set()
        reached, here = {piece.hex}, {piece.hex}
        while here:
            further = {
                other
                for label in here
                if label == piece.hex or not self.in_zone(piece, label)
                for other in self.board.grid.neighbours(label)
                if self.may_ride(mode, label, other)
                and not self.others_in(piece, other)
                and self.home_lets(piece, other)
            }
            here = further - reached
            reached |= further
        bases = {
            base.hex
            for base in self.campaign.pieces
            if base.counter.type in BASES
            and base.name != piece.name
            and not base.done.entered
            and self.friends(base, piece)
        }
        origin = done.origin or piece.hex
        return {
            label
            for label in reached - {piece.hex}
            if (origin in bases or label in bases)
            and self.has_room(piece, label)
            and (letter is not None or self.board.hex(label).land is not None)
        }

    def moves(self) -> Iterator[str]:
        for piece in self.campaign.pieces:
            if self.campaign.allegiance(piece.counter.faction) != self.campaign.position.side:
                continue
            for label in self.walks(piece):
                yield str(fd.Move(unit=piece.name, to=label))
            modes: tuple[Mode, ...] = ("naval", "water", "rail")
            for mode in modes:
                for label in self.rides(piece, mode):
                    yield str(fd.Send(unit=piece.name, mode=mode, to=label))
            marches = {"elite_infantry", "regular_infantry"} | {kind for kind in ON_FOOT if "c" in kind and "_" in kind}
            done = piece.done
            if (
                piece.counter.type in marches - {"local_units"}
                and not done.entered
                and done.forced_allowance is None
                and done.movement is None
            ):
                yield str(fd.ForceMarch(unit=piece.name))

    def strength(self, piece: Piece, role: str) -> Fraction:
        """The strength of one counter, asked of the procedure."""
        assert piece.supply is not None
        terrain = (self.board.hex(piece.hex).land or "clear") if role == "attack" else None
        one = fd.Combatant(counter=piece.counter, supply=piece.supply, terrain=terrain)
        request = fd.CombatStrengthRequest(role="attack" if role == "attack" else "defence", counters=(one,))
        return fd.ruleset.outcome(request, dice=NO_DICE).total

    def attacks(self) -> Iterator[str]:
        """Every hex that any group of attackers can attack."""
        ready = [
            piece
            for piece in self.campaign.pieces
            if self.campaign.allegiance(piece.counter.faction) == self.campaign.position.side
            and not piece.done.attacked
            and (piece.counter.type in fd.COMBAT_UNITS or piece.counter.type in {*LETTERS, "tanks"})
        ]
        for target, defenders in self.campaign.by_hex.items():
            near = [piece for piece in ready if target in self.board.grid.neighbours(piece.hex)]
            if not near or not all(self.at_war(near[0], defender) for defender in defenders):
                continue
            defence = sum(self.strength(piece, "defence") for piece in defenders)
            groups = chain.from_iterable(combinations(near, size) for size in range(1, len(near) + 1))
            if any(sum(self.strength(piece, "attack") for piece in group) * 2 >= defence for group in groups):
                yield str(fd.Attack(target=target))


@BOTH
@pytest.mark.rule(
    "directory",
    "mov-cost",
    "mov-rough",
    "mov-both",
    "mov-frozen",
    "mov-kinds",
    "mov-base",
    "mov-base-still",
    "mov-rail",
)
def test_the_referee_finds_the_same_moves(name: str) -> None:
    moving = [each for each in met(name) if each[0].campaign.position.phase in {"first_movement", "second_movement"}]
    assert len(moving) > 100
    kinds = {type(action) for _, actions in moving for action in actions}
    assert kinds == {fd.EndPhase, fd.Move, fd.Send, fd.ForceMarch}
    for state, actions in moving[::4]:
        assert sorted(map(str, actions[1:])) == sorted(set(Referee(state).moves()))


@BOTH
@pytest.mark.rule("directory", "com-adjacent", "com-odds-low", "gen-attacker")
def test_the_referee_finds_the_same_attacks(name: str) -> None:
    fighting = [each for each in met(name) if each[0].campaign.position.phase in {"first_combat", "second_combat"}]
    assert sum(isinstance(action, fd.Attack) for _, actions in fighting for action in actions) > 20
    for state, actions in fighting:
        attacks = {str(action) for action in actions if isinstance(action, fd.Attack)}
        assert attacks == set(Referee(state).attacks())


@BOTH
@pytest.mark.rule("directory", "miss-retreat", "mov-kinds", "mov-rail")
def test_the_referee_agrees_with_every_retreat(name: str) -> None:
    seen = 0
    for (before, _), (after, _) in zip(met(name), met(name)[1:], strict=False):
        if before.campaign.position.phase not in {"first_combat", "second_combat"}:
            continue
        referee = Referee(before)
        side = before.campaign.position.side
        gone = [
            (piece, after.campaign.piece(piece.name))
            for piece in before.campaign.pieces
            if before.campaign.allegiance(piece.counter.faction) != side
            and piece.name in {other.name for other in after.campaign.pieces}
            and after.campaign.piece(piece.name).hex != piece.hex
        ]
        for old, new in gone:
            seen += 1
            assert new.hex in before.board.grid.neighbours(old.hex)
            assert not referee.others_in(old, new.hex)
            letter = LETTERS.get(old.counter.type)
            if letter is None:
                assert before.board.hex(new.hex).land is not None
            else:
                assert referee.may_ride(letter, old.hex, new.hex)
    assert seen > 5


def test_the_referee_counts_out_a_move() -> None:
    # Six hexes around, and nothing beyond three; the rough hex 0204 costs one more, so that nothing lies behind it.
    state = met("makhnos_return")[0][0]
    lone = Piece(counter=fd.Counter(name="Lone", type="regular_infantry", faction="makhnovists"), hex="0202")
    empty = attrs.evolve(state, campaign=attrs.evolve(state.campaign, pieces=(lone,), frozen=False))
    ends = Referee(empty).walks(lone)
    assert {"0201", "0203", "0204", "0302", "0505"} - ends == {"0505"}
    assert "0205" not in ends
    assert all(state.board.grid.distance("0202", label) <= 3 for label in ends)
