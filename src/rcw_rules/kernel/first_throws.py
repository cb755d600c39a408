"""Stop a procedure at its first throw, to see how far it goes without dice."""

from __future__ import annotations

from typing import Any, NoReturn

from rcw_rules.kernel.sources import DiceSource
from rcw_rules.kernel.variables import Variable


class FirstThrow(BaseException):
    """Carries what would be thrown first out of a procedure; no procedure may catch it."""


class StopAtFirstThrow(DiceSource):
    """A source that throws nothing: it raises `FirstThrow`, which says what would be thrown."""

    __slots__ = ()

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> NoReturn:
        """Raise `FirstThrow`."""
        raise FirstThrow(f"{purpose}: {variable.label} [{rule}]")
