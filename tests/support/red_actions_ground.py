"""Questions about arcs and flanks."""

from __future__ import annotations

from typing import Any

from rcw_rules.kernel.lengths import inches

ONE_INCH: dict[str, Any] = {"frontage": inches(1), "depth": inches(1)}
