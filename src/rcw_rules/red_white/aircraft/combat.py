"""Air combat: a fighter against another aircraft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import Number, d6, opposed
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.red_white.aircraft.flight import LEAVES_AT, Aircraft, flying_objections
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.spoken import numbers

CombatFate: TypeAlias = Literal["flies_on", "leaves", "crashes"]

CRASHES_AT = 10  # dogfight-result
DEFENSIVE_GUN = Modifier(id="defensive_gun", value=3, reason="defensive machine gun", rule="dogfight-dice")


@frozen(kw_only=True)
class DogfightOutcome:
    """What an air combat did.

    Attributes:
        winner: Which had the higher score; nobody in a tie.
        points: The points of damage that the loser took.
        attacker_damage: The attacker's points of damage in all.
        target_damage: The target's points of damage in all.
        attacker: What happens to the attacker.
        target: What happens to the target.
    """

    winner: Literal["attacker", "target", "nobody"]
    points: int
    attacker_damage: int
    target_damage: int
    attacker: CombatFate
    target: CombatFate

    def summary(self, request: DogfightRequest) -> str:
        """Return who wins, the damage of the loser before and after, and what happens to it."""
        if self.winner == "nobody":
            return "The scores are equal: neither aircraft is damaged."
        first, second = request.attacker, request.target
        names = (first.called, second.called)
        if names[0] == names[1]:
            names = ("the attacker", "the target")
        loser, damage, fate = (second, self.target_damage, self.target)
        winner, name = names
        if self.winner == "target":
            loser, damage, fate = (first, self.attacker_damage, self.attacker)
            name, winner = names
        does = {"flies_on": "", "leaves": " and leaves the table", "crashes": " and crashes"}[fate]
        points = f"{counted(self.points, 'point')} of damage {numbers(loser.damage, damage)}"
        return sentences(f"{winner} wins", f"{name} takes {points}{does}")


@frozen(kw_only=True, cache_hash=True)
class DogfightRequest(Request[DogfightOutcome]):
    """A fighter that attacks an aircraft within its reach.

    Attributes:
        attacker: The fighter.
        target: The aircraft that it attacks.
    """

    attacker: Aircraft
    target: Aircraft

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a target of the attacker's own side."""
        if self.attacker.side == self.target.side:
            yield Problem(".target.side", f"both aircraft are {self.target.side}", "bad-sides")


def _example() -> DogfightRequest:
    attacker = Aircraft(side="red", type="fighter", pilot="ace")
    return DogfightRequest(attacker=attacker, target=Aircraft(side="white", type="bomber", defensive_gun=True))


@procedure(
    "red_white.dogfight",
    title="Who wins the air combat?",
    rules=("dogfight-dice",),
    example=_example,
)
def dogfight(request: DogfightRequest, umpire: Umpire[Options]) -> DogfightOutcome:
    """Fight an air combat: the attacker's dice first, then the target's, each with its modifiers.

    The higher score wins, and the loser takes the difference in points of damage on top of those that it has. With 8 or
    9 it leaves the table, with 10 or more it crashes. A tie damages neither aircraft.

    Rules: dogfight-dice, dogfight-result.
    """
    attacker = umpire.modify(_ledger(umpire, request.attacker), "attacker's score")
    target = umpire.modify(_ledger(umpire, request.target), "target's score")
    scores = opposed(
        _dice(request.attacker), _dice(request.target), plus_first=attacker.total, plus_second=target.total
    )
    margin = umpire.roll(scores, "attacker's score, target's score", "dogfight-dice")
    attacker_damage = request.attacker.damage + max(0, -margin)
    target_damage = request.target.damage + max(0, margin)
    winner: Literal["attacker", "target", "nobody"] = "attacker" if margin > 0 else "target" if margin < 0 else "nobody"
    if winner == "nobody":
        umpire.result("dogfight-result", "equal scores: nobody is damaged")
    else:
        loser, damage = ("target", target_damage) if margin > 0 else ("attacker", attacker_damage)
        text = "damage to the {loser}: {points}, in all {damage}: it " + in_words(fate_of(damage))
        umpire.result("dogfight-result", text, loser=loser, points=abs(margin), damage=damage)
    return DogfightOutcome(
        winner=winner,
        points=abs(margin),
        attacker_damage=attacker_damage,
        target_damage=target_damage,
        attacker=fate_of(attacker_damage),
        target=fate_of(target_damage),
    )


@dogfight.legality
def _objections(request: DogfightRequest, options: Options) -> Iterator[Objection]:
    yield from attack_objections(request.attacker, "$.attacker.type")
    yield from flying_objections(request.attacker, "$.attacker")
    yield from flying_objections(request.target, "$.target")


def attack_objections(attacker: Aircraft, path: str) -> Iterator[Objection]:
    """Yield an objection to an aircraft other than a fighter that attacks another.

    Rules: air-types.
    """
    if attacker.type != "fighter":
        what = f"{attacker.type} aircraft" if attacker.type == "observation" else "a bomber"
        message = f"{what} may not attack other aircraft; only a fighter may"
        yield Objection(rule="air-types", message=message, path=path)


def fate_of(damage: int) -> CombatFate:
    """Return what happens to an aircraft with this many points of damage from air combats.

    Rules: dogfight-result.
    """
    if damage >= CRASHES_AT:
        return "crashes"
    return "leaves" if damage >= LEAVES_AT else "flies_on"


def _dice(aircraft: Aircraft) -> Number:
    """Return what an aircraft rolls: 2D6 for a fighter, one D6 for any other.

    Rules: dogfight-dice.
    """
    return d6.sum(2) if aircraft.type == "fighter" else d6


def _ledger(umpire: Umpire[Options], aircraft: Aircraft) -> Ledger:
    """Return what is added to the score of an aircraft.

    Rules: dogfight-dice, dogfight-modifiers.
    """

    def listed() -> Iterator[Modifier]:
        if aircraft.defensive_gun:
            yield DEFENSIVE_GUN
        if aircraft.pilot != "ordinary":
            reason = f"{aircraft.pilot} pilot"
            yield umpire.modifier("air_combat_modifiers", aircraft.pilot, "dogfight-modifiers", reason)

    return ledger(listed())
