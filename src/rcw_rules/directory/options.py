"""The options: rulings where the chart sheet can be read in two ways."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from rcw_rules.marks import Settles


@frozen(kw_only=True)
class Options:
    """The options of the two games, each with the rule that it settles.

    Attributes:
        supply_on_defence: Whether the supply multiplier raises the defence strength as well as the attack strength.
    """

    supply_on_defence: Annotated[bool, Settles("opt-supply-defence")] = True
