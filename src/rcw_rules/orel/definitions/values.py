"""The note that an outcome rests on figures that are not printed in the source."""

from __future__ import annotations

from collections.abc import Iterable

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.model import Unit
from rcw_rules.orel.options import Options

_MOST_NAMED = 8


def note_values(umpire: Umpire[Options], units: Iterable[Unit]) -> None:
    """Record which of the units have illustrative figures, the first eight by key, or record nothing if all were given.

    Rules: D-values.
    """
    keys = tuple(unit.key for unit in units if unit.values == "illustrative")
    if keys:
        more = len(keys) - _MOST_NAMED
        named = ", ".join(keys[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        told = "illustrative figures, since the counters are not in the source: {units}"
        umpire.result("D-values", told, "illustrative", units=named)
