"""Morale and other checks: a throw against a target, with modifiers, natural results and perhaps a second throw.

>>> from rcw_rules.kernel.dice import d10
>>> from rcw_rules.kernel.ledger import Ledger, Modifier
>>> elite = Modifier(id="elite", value=-1, reason="elite", rule="morale-modifiers")
>>> check = MoraleCheck(die=d10, target=6, unit="stands", ledger=Ledger.of(elite))
>>> check.needed, str(check)
(7, 'needs 7 or less: 6 stands, -1 elite')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import Check, Number
from rcw_rules.kernel.ledger import Impossible, Ledger
from rcw_rules.kernel.umpire import Umpire

Goal: TypeAlias = Literal["at_most", "at_least"]
"""Roll-under (at most the target) or roll-over (at least the target)."""


_NO_MODIFIERS = Ledger()


@frozen(kw_only=True)
class MoraleCheck:
    """A throw against a target.

    The modifiers are added to the throw, or to the target if `modifies` says so; both come to one number that the
    natural throw needs (`needed`). Natural throws in `never` and then in `always` are settled before the target is
    looked at.

    Attributes:
        die: What is thrown.
        target: The number before modifiers.
        unit: What the target counts, in the plural, for people: ``stands``; "" for a bare number.
        ledger: The modifiers, and perhaps a finding that makes the throw needless.
        goal: Whether the throw must be at most or at least the target.
        modifies: Whether the modifiers are added to the throw or to the target.
        always: Natural throws that succeed whatever the target.
        never: Natural throws that fail whatever the target.
    """

    die: Number
    target: int
    unit: str = ""
    ledger: Ledger = _NO_MODIFIERS
    goal: Goal = "at_most"
    modifies: Literal["throw", "target"] = "throw"
    always: tuple[int, ...] = ()
    never: tuple[int, ...] = ()

    @property
    def needed(self) -> int:
        """What the natural throw must be, at most or at least."""
        total = self.ledger.total
        return self.target - total if self.modifies == "throw" else self.target + total

    @property
    def variable(self) -> Check:
        """The throw as a variable that is true when it succeeds."""
        if self.goal == "at_most":
            return self.die.check(at_most=self.needed, always=self.always, never=self.never)
        return self.die.check(at_least=self.needed, always=self.always, never=self.never)

    def __str__(self) -> str:
        word = "less" if self.goal == "at_most" else "more"
        modifiers = "".join(f", {entry}" for entry in self.ledger.counted)
        target = f"{self.target} {self.unit}".strip()
        return f"needs {self.needed} or {word}: {target}{modifiers}"


@frozen(kw_only=True)
class CheckResult:
    """How a check went.

    Attributes:
        passed: Whether it was passed in the end.
        rerolled: Whether it took a second throw.
    """

    passed: bool
    rerolled: bool = False


def take_check(
    umpire: Umpire[Any],
    check: MoraleCheck,
    purpose: str,
    rule: str,
    *,
    reroll: Callable[[], MoraleCheck | None] | None = None,
) -> CheckResult:
    """Take a check, with at most one second throw.

    A finding of the ledger settles the check without a throw: an automatic success and a check that is not required
    pass, an impossible one fails, and neither has a second throw. Otherwise the die is thrown, even if no face of it
    can succeed or fail.

    Args:
        umpire: The umpire.
        check: The throw and its target.
        purpose: What it is for.
        rule: The id of the rule that asks for it.
        reroll: Called after a failed throw: asks for a second one, exacts its price, and returns the check that it is
            thrown against; None if there is no second throw. A finding of that check's ledger settles nothing.

    Returns:
        Whether the check was passed, and whether it took a second throw.
    """
    finding = check.ledger.finding
    if finding is not None:
        return CheckResult(passed=not isinstance(finding, Impossible))
    umpire.result(rule, str(check))
    if umpire.roll(check.variable, purpose, rule):
        return CheckResult(passed=True)
    second = reroll() if reroll is not None else None
    if second is None:
        return CheckResult(passed=False)
    return CheckResult(passed=umpire.roll(second.variable, f"{purpose}, second throw", rule), rerolled=True)
