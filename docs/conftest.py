"""The pictures on a page are those that its code draws."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rcw_rules import registry

PICTURES = Path(__file__).with_name("pictures")


@pytest.fixture(autouse=True)
def nothing_asked_before() -> None:
    """Let every page begin as its reader does: odds that another page has asked for cost no branch of a budget."""
    for id in registry.available():
        registry.load(id).forget_odds()


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no question of a page run out of seconds, however slow the machine."""
    monkeypatch.setattr("rcw_rules.kernel.limits.thread_time", lambda: 0.0)


@pytest.fixture(autouse=True)
def page_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a page save its pictures into an empty folder; hold them to those that it shows, or replace these.

    ``make pictures`` replaces them.
    """
    monkeypatch.chdir(tmp_path)
    yield
    for drawn in sorted(tmp_path.glob("*.svg")):
        if os.environ.get("RCW_PICTURES") == "write":
            PICTURES.mkdir(exist_ok=True)
            shutil.copyfile(drawn, PICTURES / drawn.name)
        shown = PICTURES / drawn.name
        assert shown.is_file(), f"docs/pictures has no {drawn.name}: run make pictures"
        # Odds are drawn by matplotlib, each version of which draws a little otherwise.
        if not drawn.name.startswith("odds-"):
            assert shown.read_bytes() == drawn.read_bytes(), f"{drawn.name} is drawn otherwise now: run make pictures"
