"""Melee: one die a side, the list of modifiers, and what it costs the loser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, opposed
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.casualties import Loss, take_casualty, tell_lost_train
from rcw_rules.red_white.model import (
    Unit,
    grade_objections,
    in_defences,
    is_elite,
    is_vehicle,
    melee_strength,
    rests_on_red_guards,
    stands_lost,
)
from rcw_rules.red_white.movement import full_move_of, to_the_rear
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType
from rcw_rules.ruleset import Cites

Role: TypeAlias = Literal["attacker", "defender"]

INITIATORS: tuple[UnitType, ...] = ("infantry", "cavalry", "tank")  # melee-initiators
FORCED_OUT_BY = 3  # melee-win-by-3
NO_WAY = inches(0)


@frozen(kw_only=True)
class Losses:
    """What a losing player sees when he decides which unit takes the next casualty.

    Attributes:
        strengths: The stands left of each of his units, in listed order, guards included.
    """

    strengths: tuple[int, ...]


def _largest(losses: Losses, alternatives: tuple[int, ...]) -> int:
    return max(alternatives, key=lambda number: (losses.strengths[number - 1], -number))


ALLOCATE: Choice[Losses, int] = Choice(
    "allocate_loss",
    rule="melee-loss-allocation",
    who="loser",
    about="Which of his units, by number, takes the next casualty of a melee. Default: the one with the most stands, "
    "of equal ones the first listed, counted anew after each casualty.",
    default=_largest,
)


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

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        side = self.attackers[0].side
        for role, units, expected in (
            ("attackers", self.attackers, side),
            ("defenders", self.defenders, "white" if side == "red" else "red"),
        ):
            for number, unit in enumerate(units):
                path = f".{role}[{number}]"
                if unit.side != expected:
                    yield Problem(f"{path}.side", f"expected {expected}, got {unit.side}", "bad-sides")
                if unit.starting_stands is None and not is_vehicle(unit):
                    message = "is missing: a melee counts the stands lost since the start of the game"
                    yield Problem(f"{path}.starting_stands", message, "melee-mod-stands-lost")
        for number, unit in enumerate(self.attackers):
            if in_defences(unit):
                yield Problem(f".attackers[{number}].cover", f"an attacker has left its {unit.cover}", "bad-sides")
        for number, unit in enumerate(self.defenders):
            if unit.wire != "none":
                message = "only an attacker comes through wire; give it with the attacker"
                yield Problem(f".defenders[{number}].wire", message, "bad-sides")


def _example() -> MeleeRequest:
    from rcw_rules.red_white.examples import melee_example_1

    return melee_example_1()


@procedure(
    "red_white.melee",
    title="Who wins this melee?",
    rules=(
        "melee-roll",
        "melee-modifiers",
        "melee-mod-stands-lost",
        "melee-mod-suppressed",
        "melee-mod-raw-leader",
        "melee-mod-cavalry",
        "melee-mod-falling-flank",
        "melee-mod-tank",
        "melee-mod-wire",
        "melee-mod-outnumbered",
        "melee-mod-assets",
        "melee-mod-machine-gun",
        "melee-mod-defences",
        "melee-mod-elite",
        "opt-melee-elite",
        "melee-mod-cheka",
        "melee-mod-priest",
        "melee-mod-train",
        "melee-many-units",
        "melee-stand-count",
        "melee-winner",
        "melee-losses",
        "melee-loser-moves",
        "melee-tank-no-loss",
        "melee-loss-allocation",
        "melee-win-by-3",
        "melee-short-win",
        "melee-initiators",
        "train-melee",
        "train-lost",
        "vehicle-eight-stands",
        "heroic-dead",
        "p1-movement",
        "melee-example-1",
        "melee-example-2",
        "melee-example-2-trench",
        "gen-dice",
        "gen-stand",
        "gen-unit-types",
        "p1-facing",
        "p1-terrain",
        "p1-grade-and-leader",
        "elite-white",
        "elite-red",
        "opt-red-guards",
        "heroic-lead",
        "heroic-risk",
        "priest-risk",
        "cheka-attach",
        "bad-numbers",
        "bad-sides",
    ),
    example=_example,
)
def melee(request: MeleeRequest, umpire: Umpire[Options]) -> MeleeOutcome:
    """Fight a melee: each side adds its modifiers to one D6, the attacker's thrown first.

    The higher total wins; the attacker loses ties unless he attacks in flank or rear. Against defences he wins only by
    3 or more; otherwise he is repulsed and the loss is his, even if his total was higher. The loser loses the
    difference in stands, one casualty at a time, and goes back: an attacker to where his charge began, a defender one
    full move.

    Rules: melee-roll, melee-winner, melee-win-by-3, melee-short-win, melee-losses, melee-loser-moves, gen-dice.
    """
    _tell_options(request, umpire)
    attacker = umpire.modify(attacker_ledger(request, umpire), "attacker's die")
    defender = umpire.modify(defender_ledger(request, umpire), "defender's die")
    dice = opposed(d6, d6, plus_first=attacker.total, plus_second=defender.total)
    margin = umpire.roll(dice, "attacker's die, defender's die", "melee-roll")
    winner, repulse = _decide(request, margin, umpire)
    attackers_lost = _losses(request.attackers, abs(margin) if winner == "defender" else 0, "attacker", umpire)
    defenders_lost = _losses(request.defenders, abs(margin) if winner == "attacker" else 0, "defender", umpire)
    attackers = tuple(
        _after(
            loss, _label(loss.unit, "attacker", number), falls_back=winner == "defender", role="attacker", umpire=umpire
        )
        for number, loss in enumerate(attackers_lost, start=1)
    )
    defenders = tuple(
        _after(
            loss, _label(loss.unit, "defender", number), falls_back=winner == "attacker", role="defender", umpire=umpire
        )
        for number, loss in enumerate(defenders_lost, start=1)
    )
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
            message = f"{unit.type.replace('_', ' ')} units only defend; infantry, cavalry and tanks may start a melee"
            yield Objection(rule="melee-initiators", message=message, path=f"$.attackers[{number}].type")
        if unit.falling_back:
            message = "a unit that is falling back may not start a melee"
            yield Objection(rule="melee-initiators", message=message, path=f"$.attackers[{number}].falling_back")
    for role, units in (("attackers", request.attackers), ("defenders", request.defenders)):
        for number, unit in enumerate(units):
            yield from grade_objections(unit, options, f"$.{role}[{number}]")


def attacker_ledger(request: MeleeRequest, umpire: Umpire[Options]) -> Ledger:
    """Return what is added to the attacker's die, in the order of the book's list.

    Rules: melee-modifiers, melee-many-units, melee-mod-wire.
    """

    def listed() -> Iterator[Modifier]:
        chart = "melee_modifiers"
        yield from _own_state(request.attackers, umpire)
        if any(unit.wire == "intact" and unit.type != "tank" for unit in request.attackers):
            yield umpire.modifier(chart, "through_wire", "melee-mod-wire", "attacking through barbed wire")
        yield from _outnumbered(request.attackers, request.defenders, umpire)
        yield from _assets(request.attackers, umpire)
        yield from _elite(request.attackers, umpire)
        yield from _zealots(request.attackers, umpire)

    return ledger(listed())


def defender_ledger(request: MeleeRequest, umpire: Umpire[Options]) -> Ledger:
    """Return what is added to the defender's die, in the order of the book's list.

    Rules: melee-modifiers, melee-many-units, melee-mod-cavalry, melee-mod-falling-flank, melee-mod-tank,
        melee-mod-machine-gun, melee-mod-defences, melee-mod-train, train-melee, p1-facing.
    """
    attackers, defenders = request.attackers, request.defenders

    def listed() -> Iterator[Modifier]:
        chart = "melee_modifiers"
        yield from _own_state(defenders, umpire)
        exposed = any(unit.type == "infantry" and not in_defences(unit) for unit in defenders)
        if exposed and any(unit.type == "cavalry" for unit in attackers):
            reason = "infantry attacked by cavalry"
            yield umpire.modifier(chart, "infantry_attacked_by_cavalry", "melee-mod-cavalry", reason)
        falling_back = any(unit.falling_back for unit in defenders)
        if falling_back or request.flank_or_rear:
            reason = "falling back" if falling_back else "attacked in flank or rear"
            yield umpire.modifier(chart, "falling_back_or_flank_or_rear", "melee-mod-falling-flank", reason)
        if any(unit.type == "tank" for unit in attackers):
            yield umpire.modifier(chart, "attacked_by_tank", "melee-mod-tank", "attacked by a tank")
        yield from _outnumbered(defenders, attackers, umpire)
        yield from _assets(defenders, umpire)
        if any(unit.machine_gun for unit in defenders):
            yield umpire.modifier(chart, "machine_gun_attached", "melee-mod-machine-gun", "machine gun attached")
        if all(in_defences(unit) for unit in defenders):
            yield umpire.modifier(chart, "in_defences", "melee-mod-defences", f"defending in a {defenders[0].cover}")
        yield from _elite(defenders, umpire)
        yield from _zealots(defenders, umpire)
        if any(unit.type == "armoured_train" for unit in defenders):
            yield umpire.modifier(chart, "armoured_train", "melee-mod-train", "armoured train defending")

    return ledger(listed())


def _own_state(units: tuple[Unit, ...], umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield what a side's own state costs it; one unit of the side is enough, and stands lost are summed.

    Rules: melee-mod-stands-lost, melee-mod-suppressed, melee-mod-raw-leader, melee-many-units.
    """
    chart = "melee_modifiers"
    lost = sum(map(stands_lost, units))
    if lost >= 2:
        reason = f"for {lost} stands lost"
        yield umpire.modifier(chart, "each_two_stands_lost", "melee-mod-stands-lost", reason, times=lost // 2)
    if any(unit.suppressed for unit in units):
        yield umpire.modifier(chart, "suppressed", "melee-mod-suppressed", "suppressed")
    if any(unit.raw for unit in units):
        yield umpire.modifier(chart, "raw", "melee-mod-raw-leader", "raw")
    if not all(unit.has_leader for unit in units):
        yield umpire.modifier(chart, "no_leader", "melee-mod-raw-leader", "no leader")


def _outnumbered(own: tuple[Unit, ...], other: tuple[Unit, ...], umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield the penalty of the smaller side, by the exact ratio of stands; never both lines.

    Rules: melee-mod-outnumbered, melee-stand-count, melee-many-units.
    """
    mine, theirs = sum(map(melee_strength, own)), sum(map(melee_strength, other))
    reason = f"outnumbered {theirs} to {mine}"
    if theirs >= 3 * mine:
        yield umpire.modifier("melee_modifiers", "outnumbered_three_to_one", "melee-mod-outnumbered", reason)
    elif theirs >= 2 * mine:
        yield umpire.modifier("melee_modifiers", "outnumbered_two_to_one", "melee-mod-outnumbered", reason)


def _assets(units: tuple[Unit, ...], umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield what a heroic leader and grenades add; once, however many units have them.

    Rules: melee-mod-assets, heroic-lead.
    """
    if any(unit.heroic for unit in units):
        yield umpire.modifier("melee_modifiers", "heroically_led", "melee-mod-assets", "heroically led")
    if any(unit.grenades for unit in units):
        yield umpire.modifier("melee_modifiers", "grenades", "melee-mod-assets", "grenades")


def _elite(units: tuple[Unit, ...], umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield the elite bonus: once if every unit is elite or, by the option, once for each elite unit.

    Rules: melee-mod-elite, opt-melee-elite.
    """
    elite = sum(is_elite(unit, umpire.options) for unit in units)
    if umpire.options.melee_elite == "per_unit":
        if elite:
            reason = f"{elite} elite units" if elite > 1 else "elite unit"
            yield umpire.modifier("melee_modifiers", "elite", "melee-mod-elite", reason, times=elite)
    elif elite == len(units):
        yield umpire.modifier("melee_modifiers", "elite", "melee-mod-elite", "elite")


def _zealots(units: tuple[Unit, ...], umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield what Cheka and priests add; once each.

    Rules: melee-mod-cheka, melee-mod-priest.
    """
    if any(unit.cheka for unit in units):
        yield umpire.modifier("melee_modifiers", "cheka_inspiring", "melee-mod-cheka", "Cheka inspiring")
    if any(unit.priest for unit in units):
        yield umpire.modifier("melee_modifiers", "religious_leader", "melee-mod-priest", "religious leader")


def _tell_options(request: MeleeRequest, umpire: Umpire[Options]) -> None:
    """Tell of every option that this melee rests on: the elite bonus of several units, and the grade of Red Guards.

    Rules: opt-melee-elite, opt-red-guards.
    """
    for units in (request.attackers, request.defenders):
        if len(units) > 1 and any(is_elite(unit, umpire.options) for unit in units):
            umpire.ruling("melee_elite")
    if any(rests_on_red_guards(unit) for unit in (*request.attackers, *request.defenders)):
        umpire.ruling("red_guards_elite")


def _decide(request: MeleeRequest, margin: int, umpire: Umpire[Options]) -> tuple[Role, bool]:
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


def _losses(units: tuple[Unit, ...], count: int, role: Role, umpire: Umpire[Options]) -> list[Loss]:
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
            number = umpire.choose(ALLOCATE, open_to, Losses(strengths=strengths))
        loss = losses[number - 1]
        losses[number - 1] = take_casualty(umpire, loss, _label(loss.unit, role, number), "melee")
    return losses


def _after(loss: Loss, label: str, *, falls_back: bool, role: Role, umpire: Umpire[Options]) -> UnitAfterMelee:
    """Return a unit after the melee: where it goes and how far.

    Rules: melee-loser-moves, melee-losses, train-lost.
    """
    unit, strength = loss.unit, loss.strength_left
    tell_lost_train(umpire, loss, label)
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
        moved, off_table = to_the_rear(
            umpire, full_move_of(unit, umpire.options), unit.edge_distance, 1, f"fall back of {label}"
        )
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
