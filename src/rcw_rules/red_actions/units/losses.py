"""What losses do to a unit: bases that fall, officers that fall, and the beginning of a rout."""

from __future__ import annotations

from fractions import Fraction

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.red_actions.model import OfficerToken, Unit
from rcw_rules.red_actions.options import Options

NO_FOXHOLES = Fraction(0)


def without_given_up(unit: Unit) -> Unit:
    """Return a unit after it has given up a base voluntarily; its last base takes its officers with it.

    The White Officer base is not the one that is given up willingly.

    Rules: char-white-officer-base, conv-test-order.
    """
    return evolve(unit, bases=unit.bases - 1) if unit.bases > 1 else gone(unit)


def officers_left(
    unit: Unit, fallen: tuple[int, ...]
) -> tuple[OfficerToken | None, tuple[OfficerToken, ...], tuple[OfficerToken, ...]]:
    """Return who is in command, spare and attached after the fall of officers; the first spare takes over.

    Args:
        unit: The unit before.
        fallen: Their places in `Unit.officers`.

    Rules: conv-test-order.
    """
    if not fallen:
        return unit.officer, unit.spares, unit.seniors
    officers = unit.officers
    first_senior = len(officers) - len(unit.seniors)
    left = [(place, officer) for place, officer in enumerate(officers) if place not in fallen]
    own = [officer for place, officer in left if place < first_senior]
    return own[0] if own else None, tuple(own[1:]), tuple(officer for place, officer in left if place >= first_senior)


def draws_officer(before: Unit, officer: OfficerToken | None) -> bool:
    """Return whether a unit draws a junior officer at its next voluntary action, now that this one is in command.

    It does if it had lost its officer before, or has lost the last one now. A spare who takes over is replacement
    enough; an attached senior is not.

    Rules: off-replacement.
    """
    return officer is None and (before.draws_officer or before.officer is not None)


def gone(unit: Unit) -> Unit:
    """Return what is left of a unit that is destroyed, captured or off the table for good: no base and no officer."""
    return evolve(unit, bases=0, officer=None, draws_officer=False, spares=(), seniors=(), white_officer_base=False)


def officers_lost(before: Unit, after: Unit) -> tuple[OfficerToken, ...]:
    """Return the officers that a unit lost in a change, in the order of their places."""
    if before.officer is after.officer and before.spares is after.spares and before.seniors is after.seniors:
        return ()
    left = list(after.officers)
    lost: list[OfficerToken] = []
    for officer in before.officers:
        if officer in left:
            left.remove(officer)
        else:
            lost.append(officer)
    return tuple(lost)


def guns_left(standing: Unit, routed: Unit) -> int:
    """Return how many guns stay on their place, for either side to take, when a unit begins to rout.

    Args:
        standing: The unit before it routs.
        routed: The unit that `begin_rout` returns.

    Rules: rout-guns.
    """
    return 0 if routed.bases else standing.bases


def begin_rout(umpire: Umpire[Options], unit: Unit) -> Unit:
    """Return a unit as it begins to rout, before its first rout move; unlimbered guns are lost instead.

    Its segment of the turn is forfeited, and it is no longer formed, evading or behind its foxholes. A pinned marker
    stays.

    Rules: rout-causes, rout-guns, turn-forced-forfeit.
    """
    if unit.card.arm == "gun" and not unit.limbered:
        umpire.ruling("gun_crews_as_mortars")
        if not umpire.options.gun_crews_as_mortars:
            umpire.result(
                "rout-guns", "the crews of {unit} run off and leave {guns} guns", unit=unit.name, guns=unit.bases
            )
            return gone(unit)
    umpire.result("rout-causes", "{unit} routs", unit=unit.name)
    return evolve(unit, routing=True, has_acted=True, evading=False, formed=False, foxholes=NO_FOXHOLES, rout_turns=1)
