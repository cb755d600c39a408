"""Melee: one die a side, the winner, and what it costs the loser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, opposed
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Choice, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.red_white.melee.losses import Loss, record_lost_train, take_casualty
from rcw_rules.red_white.melee.modifiers import attacker_ledger, defender_ledger
from rcw_rules.red_white.melee.rearward import full_move_of, to_the_rear
from rcw_rules.red_white.melee.request import NO_WAY, MeleeOutcome, MeleeRequest, Role, UnitAfterMelee
from rcw_rules.red_white.model import (
    INITIATORS,
    Side,
    Unit,
    grade_objections,
    in_defences,
    is_elite,
    rests_on_red_guards,
)
from rcw_rules.red_white.options import Options

FORCED_OUT_BY = 3  # melee-win-by-3


@frozen(kw_only=True)
class Losses:
    """What a player knows when deciding which unit takes the next casualty.

    Attributes:
        side: Who decides.
        unit: On whose behalf: the units of the loser, or the unit that fires; "" if that is not known.
        strengths: The stands left of each unit that might take it, in listed order, guards included.
    """

    side: Side
    unit: str
    strengths: tuple[int, ...]


def _largest(losses: Losses, alternatives: tuple[int, ...]) -> int:
    return max(alternatives, key=lambda number: (losses.strengths[number - 1], -number))


ALLOCATE: Choice[Losses, int] = Choice(
    "allocate_loss",
    rule="melee-loss-allocation",
    who="loser",
    about="Which unit, by number, takes the next casualty of the melee? Default: the one with the most stands left; of "
    "equal ones the first listed.",
    default=_largest,
    unit=lambda losses: losses.unit,
    side=lambda losses: losses.side,
)


def melee_example_1() -> MeleeRequest:
    """Return the first worked example at the moment of the dice: both sides have lost a stand and passed morale.

    The book does not give the size of the White battalion; 8 stands at the start keep both lines for being outnumbered
    away.

    Rules: melee-example-1.
    """
    red = Unit(
        name="Red battalion",
        side="red",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=7,
        cheka=True,
        wire="intact",
        casualties=False,
    )
    white = Unit(
        name="White battalion",
        side="white",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=7,
        machine_gun=True,
        cover="trench",
    )
    return MeleeRequest(attackers=(red,), defenders=(white,))


@procedure(
    "red_white.melee",
    title="Who wins this melee?",
    rules=("melee-roll",),
    example=melee_example_1,
)
def melee(request: MeleeRequest, umpire: Umpire[Options]) -> MeleeOutcome:
    """Fight a melee: each side adds its modifiers to one D6, the attacker's rolled first.

    The higher total wins; the attacker loses ties except in a flank or rear attack. Against defences the attacker wins
    only by 3 or more; otherwise the attack is repulsed and the attacker takes the loss, even with the higher total. The
    loser loses the difference in stands, one casualty at a time, and goes back: an attacker to where its charge began,
    a defender one full move.

    Rules: melee-roll, melee-winner, melee-win-by-3, melee-short-win, melee-losses, melee-loser-moves, gen-dice.
    """
    _record_options(umpire, request)
    attacker = umpire.modify(attacker_ledger(umpire, request), "attacker's die")
    defender = umpire.modify(defender_ledger(umpire, request), "defender's die")
    dice = opposed(d6, d6, plus_first=attacker.total, plus_second=defender.total)
    margin = umpire.roll(dice, "attacker's die, defender's die", "melee-roll")
    winner, repulse = _decide(umpire, request, margin)
    attackers_lost = _losses(umpire, request.attackers, abs(margin) if winner == "defender" else 0, "attacker")
    defenders_lost = _losses(umpire, request.defenders, abs(margin) if winner == "attacker" else 0, "defender")
    attackers = _all_after(umpire, attackers_lost, "attacker", fall_back=winner == "defender")
    defenders = _all_after(umpire, defenders_lost, "defender", fall_back=winner == "attacker")
    return MeleeOutcome(
        winner=winner,
        margin=margin,
        repulse=repulse,
        attacker_modifier=attacker.total,
        defender_modifier=defender.total,
        attackers=attackers,
        defenders=defenders,
        petrol_bombs_allowed=winner == "defender"
        and any(unit.type == "tank" for unit in request.attackers)
        and any(unit.type == "infantry" for unit in request.defenders),
    )


@melee.legality
def _melee_objections(request: MeleeRequest, options: Options) -> Iterator[Objection]:
    for number, unit in enumerate(request.attackers):
        if unit.type not in INITIATORS:
            message = f"{in_words(unit.type)} units only defend; infantry, cavalry and tanks may start a melee"
            yield Objection(rule="melee-initiators", message=message, path=f"$.attackers[{number}].type")
        if unit.falling_back:
            message = "a unit that is falling back may not start a melee"
            yield Objection(rule="melee-initiators", message=message, path=f"$.attackers[{number}].falling_back")
    for role, units in (("attackers", request.attackers), ("defenders", request.defenders)):
        for number, unit in enumerate(units):
            yield from grade_objections(unit, options, f"$.{role}[{number}]")


def _record_options(umpire: Umpire[Options], request: MeleeRequest) -> None:
    """Record every option that this melee depends on: the elite bonus of several units, and the grade of Red Guards.

    Rules: opt-melee-elite, opt-red-guards.
    """
    for units in (request.attackers, request.defenders):
        if len(units) > 1 and any(is_elite(unit, umpire.options) for unit in units):
            umpire.ruling("melee_elite")
    if any(rests_on_red_guards(unit) for unit in (*request.attackers, *request.defenders)):
        umpire.ruling("red_guards_elite")


def _decide(umpire: Umpire[Options], request: MeleeRequest, margin: int) -> tuple[Role, bool]:
    """Return who won, and whether the attacker was repulsed from defences.

    Rules: melee-winner, melee-win-by-3, melee-short-win, melee-mod-defences.
    """
    if all(in_defences(unit) for unit in request.defenders):
        if margin >= FORCED_OUT_BY:
            umpire.result("melee-win-by-3", "the attacker wins by {margin} and forces the defender out", margin=margin)
            return "attacker", False
        text = "the attacker is repulsed: against defences he must win by 3, and the margin is {margin}"
        umpire.result("melee-short-win", text, margin=margin)
        return "defender", True
    if margin == 0:
        winner: Role = "attacker" if request.flank_or_rear else "defender"
        umpire.result("melee-winner", "a tie, which the {winner} wins", winner=winner)
        return winner, False
    winner = "attacker" if margin > 0 else "defender"
    umpire.result("melee-winner", "the {winner} wins by {by}", winner=winner, by=abs(margin))
    return winner, False


def _losses(umpire: Umpire[Options], units: tuple[Unit, ...], count: int, role: Role) -> list[Loss]:
    """Return what each unit loses, one casualty at a time; tanks lose nothing, and the last stand is the last.

    Rules: melee-losses, melee-loss-allocation, melee-tank-no-loss.
    """
    losses = [Loss(unit) for unit in units]
    if count and all(unit.type == "tank" for unit in units):
        umpire.result("melee-tank-no-loss", "tanks take no loss")
        return losses
    for _ in range(count):
        open_to = tuple(n for n, loss in enumerate(losses, start=1) if loss.unit.type != "tank" and loss.strength_left)
        if not open_to:
            break
        number = open_to[0]
        if len(open_to) > 1:
            strengths = tuple(loss.strength_left for loss in losses)
            labels = (_label(units[number - 1], role, number) for number in open_to)
            seen = Losses(side=units[0].side, unit=", ".join(labels), strengths=strengths)
            number = umpire.choose(ALLOCATE, open_to, seen)
        loss = losses[number - 1]
        losses[number - 1] = take_casualty(umpire, loss, _label(loss.unit, role, number), "melee")
    return losses


def _all_after(
    umpire: Umpire[Options], losses: list[Loss], role: Role, *, fall_back: bool
) -> tuple[UnitAfterMelee, ...]:
    return tuple(
        _after(umpire, loss, _label(loss.unit, role, number), role, falls_back=fall_back)
        for number, loss in enumerate(losses, start=1)
    )


def _after(umpire: Umpire[Options], loss: Loss, label: str, role: Role, *, falls_back: bool) -> UnitAfterMelee:
    """Return a unit after the melee: where it goes and how far.

    Rules: melee-loser-moves, melee-losses, train-lost.
    """
    unit, strength = loss.unit, loss.strength_left
    record_lost_train(umpire, loss, label)
    goes: Literal["stays", "starting_position", "rear", "nowhere"] = "stays"
    moved: Inches | None = NO_WAY
    off_table: bool | None = False
    if strength == 0:
        goes = "nowhere"
        umpire.result("melee-losses", "{unit} is destroyed", unit=label)
    elif falls_back and role == "attacker":
        goes, moved = "starting_position", None
        umpire.result("melee-loser-moves", "{unit} falls back to where its charge began", unit=label)
    elif falls_back:
        goes = "rear"
        umpire.result("melee-loser-moves", "{unit} goes one full move to the rear", unit=label)
        moved, off_table = to_the_rear(umpire, full_move_of(unit, umpire.options), unit, 1, f"fall back of {label}")
    return UnitAfterMelee(
        name=label,
        strength=strength,
        stands_lost=loss.stands,
        guards_lost=loss.guards,
        destroyed=loss.is_destroyed,
        leader_killed=loss.leader,
        priest_killed=loss.priest,
        goes=goes,
        moved=moved,
        off_table=off_table,
        casualties=unit.casualties,
    )


def _label(unit: Unit, role: Role, number: int) -> str:
    return unit.name or f"{role} {number}"
