"""What is asked about a melee, and what the answer holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import TROOPS, Unit, in_defences
from rcw_rules.red_white.spoken import rearward, suffered

Role: TypeAlias = Literal["attacker", "defender"]


NO_WAY = inches(0)


@frozen(kw_only=True, cache_hash=True)
class UnitAfterMelee:
    """A unit after a melee.

    Attributes:
        name: What it is called.
        strength: The stands left, guards included.
        stands_lost: Stands lost, or hits recorded, in this melee.
        guards_lost: Guards of an armoured train lost in this melee.
        destroyed: Whether nothing of it is left or, of a train, whether it is lost though guards still stand.
        leader_killed: Whether its leader died in place of a stand.
        priest_killed: Whether its priest died in place of a stand.
        goes: Whether it (or the guards of a lost train) stays, falls back to where its charge began, or goes one full
            move; "nowhere" if nothing is left.
        moved: How far it falls back, in inches; None if that is not known here.
        off_table: Whether it falls back off the table; None if that is not known here.
        casualties: Whether it must test for casualties.
    """

    name: str
    strength: int
    stands_lost: int
    guards_lost: int = 0
    destroyed: bool = False
    leader_killed: bool = False
    priest_killed: bool = False
    goes: Literal["stays", "starting_position", "rear", "nowhere"]
    moved: Inches | None = None
    off_table: bool | None = None
    casualties: bool

    def sentence(self, was: Unit) -> str:
        """Return what the melee did to the unit; "" if it neither lost anything nor moves.

        Args:
            was: The unit before.
        """
        lost = suffered(was, self.stands_lost, self.guards_lost, leader=self.leader_killed, priest=self.priest_killed)
        done = [lost] if lost else []
        if self.destroyed:
            done.append("is destroyed")
        elif self.goes == "starting_position":
            done.append("falls back to where its charge began")
        elif self.goes == "rear":
            done.append(rearward(1, self.moved, off_table=bool(self.off_table)))
        return f"{self.name} {listed(done)}" if done else ""


@frozen(kw_only=True)
class MeleeOutcome:
    """Who won a melee and what it cost.

    Attributes:
        winner: Who won; the defender also when the attacker was short of the 3 that defences demand.
        margin: The attacker's total less the defender's.
        repulse: Whether the defender held defences because the attacker did not win by 3.
        attacker_modifier: What was added to the attacker's die.
        defender_modifier: What was added to the defender's die.
        attackers: The attacking units afterwards, in listed order.
        defenders: The defending units afterwards, in listed order.
        petrol_bombs_allowed: Whether infantry that was attacked by a tank has won and may throw petrol bombs.
    """

    winner: Role
    margin: int
    repulse: bool
    attacker_modifier: int
    defender_modifier: int
    attackers: tuple[UnitAfterMelee, ...]
    defenders: tuple[UnitAfterMelee, ...]
    petrol_bombs_allowed: bool

    def summary(self, request: MeleeRequest) -> str:
        """Return who wins, and what each unit loses and where it goes."""
        result = (
            "the attacker wins" if self.attacker_won else "the defender holds" if self.repulse else "the defender wins"
        )
        before, after = (*request.attackers, *request.defenders), (*self.attackers, *self.defenders)
        units = [unit.sentence(was) for was, unit in zip(before, after, strict=True)]
        bombs = "the infantry may throw petrol bombs" if self.petrol_bombs_allowed else ""
        return sentences(result, *units, bombs)

    @property
    def attacker_won(self) -> bool:
        """Whether the attacker won."""
        return self.winner == "attacker"


@frozen(kw_only=True, cache_hash=True)
class MeleeRequest(Request[MeleeOutcome]):
    """A melee at the moment of the dice: after contact, after all fire, and after the morale tests that it called for.

    Attributes:
        attackers: The units that attack.
        defenders: The units that are attacked.
        flank_or_rear: Whether any attacker makes contact in the flank or rear of any defender.
    """

    attackers: Annotated[tuple[Unit, ...], Size(1, 20, rule="melee-many-units")]
    defenders: Annotated[tuple[Unit, ...], Size(1, 20, rule="melee-many-units")]
    flank_or_rear: Annotated[bool, Cites("p1-facing")] = False

    needs: ClassVar[tuple[Need, ...]] = tuple(
        Need(
            f"{units}[].starting_stands",
            {f"{units}[].type": TROOPS},
            message="is missing: a melee counts the stands lost since the start of the game",
            rule="melee-mod-stands-lost",
        )
        for units in ("attackers", "defenders")
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        side = self.attackers[0].side
        for role, units, expected in (
            ("attackers", self.attackers, side),
            ("defenders", self.defenders, "white" if side == "red" else "red"),
        ):
            for number, unit in enumerate(units):
                path = f".{role}[{number}]"
                if unit.side != expected:
                    yield Problem(f"{path}.side", f"expected {expected}, got {unit.side}", "bad-sides")
        for number, unit in enumerate(self.attackers):
            if in_defences(unit):
                yield Problem(f".attackers[{number}].cover", f"an attacker has left its {unit.cover}", "bad-sides")
        for number, unit in enumerate(self.defenders):
            if unit.wire != "none":
                message = "only an attacker comes through wire; give it with the attacker"
                yield Problem(f".defenders[{number}].wire", message, "bad-sides")
