"""What a unit out of command may do about enemy zones of control."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import passes
from rcw_rules.orel.model import Quality
from rcw_rules.orel.options import Options

Deed: TypeAlias = Literal["attack", "enter_zoc", "enter_free_hex", "stay"]
"""What a unit may do in its movement phase: pay for an attack, step into a hex in an enemy zone of control, step into
one that is in none, or stay."""

NO_ZOC: tuple[Deed, ...] = ("enter_free_hex", "stay")  # 5.3-zoc: what is always left
IN_FREE_HEX: tuple[Deed, ...] = ("attack", *NO_ZOC)
ANYTHING: tuple[Deed, ...] = ("attack", "enter_zoc", *NO_ZOC)


@frozen(kw_only=True)
class OutOfCommandOutcome:
    """What a unit out of command may do.

    Attributes:
        allowed: Whether it may do what it wanted.
        check: How its check stands for the rest of the phase: none was made, it was passed, or it was failed.
        may: What it may do about enemies as long as it stays where it is.
    """

    allowed: bool
    check: Literal["none", "passed", "failed"]
    may: tuple[Deed, ...]

    def summary(self, request: OutOfCommandRequest) -> str:
        """Return whether the unit may do what it wants, and why."""
        wants = "attack" if request.wants == "attack" else "enter an enemy zone of control"
        may = f"the unit out of command may {'' if self.allowed else 'not '}{wants}"
        if not request.in_zoc:
            free = "it is in no enemy zone of control"
            return words.sentences(f"{may}: {free}" if self.allowed else f"{may} while {free}")
        when = "" if request.earlier == "none" else " earlier in this phase"
        checked = f"it {self.check} its check{when}"
        return words.sentences(f"{may}: {checked}", "" if self.allowed else "it may stay, or step out of the zones")


@frozen(kw_only=True, cache_hash=True)
class OutOfCommandRequest(Request[OutOfCommandOutcome]):
    """A unit out of command that wants to attack, or to enter an enemy zone of control, in its movement phase.

    Attributes:
        tq: Its troop quality now.
        in_zoc: Whether it is in an enemy zone of control, not counting zones that staying friendly units negate.
        wants: What it wants: to pay for an attack, or to step into a hex in an enemy zone of control.
        earlier: How the check went that it made earlier in this phase, if it made one.
    """

    tq: Quality
    in_zoc: bool
    wants: Literal["attack", "enter_zoc"]
    earlier: Annotated[Literal["none", "passed", "failed"], Cites("5.3-zoc")] = "none"


def _example() -> OutOfCommandRequest:
    return OutOfCommandRequest(tq=3, in_zoc=True, wants="attack")


@procedure(
    "orel.ooc_check",
    title="May this unit out of command attack, or enter an enemy zone of control?",
    rules=("5.3-zoc",),
    example=_example,
)
def out_of_command_check(request: OutOfCommandRequest, umpire: Umpire[Options]) -> OutOfCommandOutcome:
    """Let a unit out of command check its quality, once a phase, before it attacks or steps from zone to zone.

    Outside enemy zones of control it may not enter one, and no check helps; it may freely attack an enemy that exerts
    none. Inside one, the first wish to attack or to step into another asks for a check without modifiers. A pass holds
    for both until the phase ends. After a failure it stays, or steps out into a hex in no enemy zone.

    Rules: 5.3-zoc.
    """
    if not request.in_zoc:
        allowed = request.wants == "attack"
        text = (
            "in no enemy zone of control: it may attack" if allowed else "in no enemy zone of control: it enters none"
        )
        umpire.result("5.3-zoc", text)
        return OutOfCommandOutcome(allowed=allowed, check=request.earlier, may=IN_FREE_HEX)
    if request.earlier == "none":
        passed = passes(umpire, request.tq, "check out of command", "5.3-zoc")
    else:
        passed = request.earlier == "passed"
        umpire.result("5.3-zoc", "its check of this phase holds: {earlier}", earlier=request.earlier)
    text = "it may attack and step from zone to zone" if passed else "it may stay, or step out of the zones"
    umpire.result("5.3-zoc", text)
    return OutOfCommandOutcome(
        allowed=passed, check="passed" if passed else "failed", may=ANYTHING if passed else NO_ZOC
    )
