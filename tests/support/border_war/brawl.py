"""Brawls: two dice against each other, a ledger for each, and a pursuit of those who lose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import frozen

from border_war.model import Band, Options
from rcw_rules import Modifier, Objection, Range, Request, Size, Umpire, d6, opposed, procedure
from rcw_rules.kernel.ledger import ledger

Bands = Annotated[tuple[Band, ...], Size(1, 4, rule="bands")]


@frozen(kw_only=True)
class PursuitOutcome:
    """How a pursuit ends.

    Attributes:
        caught: How many spears are taken.
    """

    caught: int


@frozen(kw_only=True, cache_hash=True)
class PursuitRequest(Request[PursuitOutcome]):
    """Those who won run after those who lost.

    Attributes:
        runners: How many spears run away.
    """

    runners: Annotated[int, Range(0, 99)]


@procedure(
    "border_war.pursuit",
    title="Who is caught?",
    rules=("pursuit",),
    example=lambda: PursuitRequest(runners=3),
)
def pursuit(request: PursuitRequest, umpire: Umpire[Options]) -> PursuitOutcome:
    """Throw a die: a 6 catches one.

    Rules: pursuit.
    """
    caught = int(request.runners > 0 and umpire.roll(d6.check(at_least=6), "pursuit", "pursuit"))
    return PursuitOutcome(caught=caught)


@frozen(kw_only=True)
class BrawlOutcome:
    """How a brawl ends.

    Attributes:
        winner: Who wins.
        margin: The attacker's die less the defender's.
        attackers: The bands that attacked, as they are now; a band without spears is gone.
        defenders: The bands that defended, likewise.
    """

    winner: Literal["attacker", "defender"]
    margin: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def attacker_won(self) -> bool:
        """Whether the attacker won."""
        return self.winner == "attacker"


@frozen(kw_only=True, cache_hash=True)
class BrawlRequest(Request[BrawlOutcome]):
    """A brawl.

    Attributes:
        attackers: Those who came.
        defenders: Those who were there.
        through_hedge: Whether the attackers come through a hedge.
        is_pursued: Whether those who win run after those who lose.
    """

    attackers: Bands
    defenders: Bands
    through_hedge: bool = False
    is_pursued: bool = False


@procedure(
    "border_war.brawl",
    title="Who wins this brawl?",
    rules=("bands", "brawl-roll", "brawl-modifiers", "brawl-losses", "pursuit", "opt-veterans"),
    example=lambda: BrawlRequest(
        attackers=(Band(side="north", spears=7, guard=True),),
        defenders=(Band(side="south", spears=6, cover="ditch", drum=True),),
        through_hedge=True,
    ),
)
def brawl(request: BrawlRequest, umpire: Umpire[Options]) -> BrawlOutcome:
    """Throw a die for each side and add its modifiers; a tie goes to the defender, and the loser loses spears.

    Rules: brawl-roll, brawl-losses.
    """
    attacker = umpire.modify(ledger(_attacker(umpire, request)), "attacker's die")
    defender = umpire.modify(ledger(_defender(umpire, request)), "defender's die")
    dice = opposed(d6, d6, plus_first=attacker.total, plus_second=defender.total)
    margin = umpire.roll(dice, "attacker's die, defender's die", "brawl-roll")
    winner: Literal["attacker", "defender"] = "attacker" if margin > 0 else "defender"
    umpire.result("brawl-roll", "the {winner} wins by {by}", winner=winner, by=abs(margin))
    losing = request.defenders if margin > 0 else request.attackers
    left = [max(0, band.spears - (abs(margin) if number == 0 else 0)) for number, band in enumerate(losing)]
    umpire.result("brawl-losses", "{lost} spears are lost", lost=losing[0].spears - left[0])
    if request.is_pursued:
        left[0] = max(0, left[0] - umpire.resolve(PursuitRequest(runners=left[0]), "pursuit").caught)
    standing = tuple(band.spears for band in (request.attackers if margin > 0 else request.defenders))
    if winner == "attacker":
        return BrawlOutcome(winner=winner, margin=margin, attackers=standing, defenders=tuple(left))
    return BrawlOutcome(winner=winner, margin=margin, attackers=tuple(left), defenders=standing)


@brawl.legality
def one_side(request: BrawlRequest, options: Options) -> Iterator[Objection]:
    """Object to a brawl of one village with itself."""
    if {band.side for band in request.attackers} & {band.side for band in request.defenders}:
        yield Objection(rule="brawl-sides", message="a village does not brawl with itself", path="$.defenders")


def _attacker(umpire: Umpire[Options], request: BrawlRequest) -> Iterator[Modifier]:
    if request.through_hedge:
        yield umpire.modifier("brawl_modifiers", "through_hedge", "brawl-hedge", "attacking through a hedge")
    yield from _own(umpire, request.attackers, request.defenders)


def _defender(umpire: Umpire[Options], request: BrawlRequest) -> Iterator[Modifier]:
    yield from _own(umpire, request.defenders, request.attackers)
    if all(band.cover == "ditch" for band in request.defenders):
        yield umpire.modifier("brawl_modifiers", "in_ditch", "brawl-ditch", "defending in a ditch")


def _own(umpire: Umpire[Options], ours: tuple[Band, ...], theirs: tuple[Band, ...]) -> Iterator[Modifier]:
    chart = "brawl_modifiers"
    here, there = (sum(band.spears for band in bands) for bands in (ours, theirs))
    if there >= 2 * here:
        yield umpire.modifier(chart, "outnumbered", "brawl-outnumbered", f"outnumbered {there} to {here}")
    lost = sum(band.lost for band in ours)
    if lost >= 2:
        yield umpire.modifier(chart, "each_two_lost", "brawl-lost", f"{lost} spears lost", times=lost // 2)
    elite = sum(band.veterans for band in ours)
    if elite:
        if elite > 1:
            umpire.ruling("veterans_count")
        times = elite if umpire.options.veterans_count == "per_band" else 1
        yield umpire.modifier(chart, "veterans", "brawl-veterans", "veterans", times=times)
    if any(band.guard for band in ours):
        yield umpire.modifier(chart, "guard", "brawl-guard", "the guard stands behind them")
    if any(band.drum for band in ours):
        yield umpire.modifier(chart, "drum", "brawl-drum", "a drum")
