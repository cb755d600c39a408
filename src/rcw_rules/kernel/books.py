"""What an umpire needs to know of the ruleset that it umpires."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.procedures import OptionsT, Procedure, Request

HouseModifiers: TypeAlias = Mapping[tuple[str, int | Fraction], int | Fraction]
"""By the id of a modifier that house rules change and its value in the book, the value that holds instead."""


class Book(Protocol[OptionsT]):
    """What an umpire needs to know of the ruleset that it umpires."""

    def __hash__(self) -> int:
        """Return its hash, for what is remembered of it: a book is equal to itself only."""
        ...

    @property
    def options(self) -> OptionsT:
        """The options in force."""
        ...

    @property
    def charts(self) -> Mapping[str, Chart]:
        """The charts in force, by id."""
        ...

    def procedure_for(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Return the procedure that answers *request*."""
        ...

    def check(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Return the procedure that answers *request*, or raise if it is not well-formed and legal."""
        ...

    def admit(self, request: Request[Any]) -> Procedure[Any, Any, OptionsT]:
        """Do the same, and remember what was found legal."""
        ...

    def provenance_of(self, rule: str) -> Provenance:
        """Return where the rule of that id comes from."""
        ...

    def option_rule(self, option: str) -> tuple[str, Provenance]:
        """Return the id of the rule that an option settles, and where the value in force comes from."""
        ...

    @property
    def house_modifiers(self) -> HouseModifiers:
        """The modifiers that house rules change."""
        ...
