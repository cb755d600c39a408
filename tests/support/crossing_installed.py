"""The toy game of the crossing, installed: for the registry of this process, or for commands with a terminal."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path

import pytest
from plug_in_sites import Site

from rcw_rules.registry import GROUP

SUPPORT = Path(__file__).parent


def install_crossing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the registry find the toy beside the rulesets that are installed."""
    entry = metadata.EntryPoint("crossing", "crossing_game:ruleset", GROUP)
    monkeypatch.setattr("rcw_rules.registry.entry_points", lambda group: [*metadata.entry_points(group=group), entry])


def crossing_path(folder: Path) -> str:
    """Return a path of Python on which the toy is installed, as pip would have done it.

    Args:
        folder: An empty folder.
    """
    Site(folder).distribution("crossing-rules", "crossing = crossing_game:ruleset")
    return os.pathsep.join(filter(None, (str(folder), str(SUPPORT), os.environ.get("PYTHONPATH"))))
