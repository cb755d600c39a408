"""Lines typed on a terminal: what Tab does."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace

import pytest

from rcw_rules.cli.typed_lines import TypedLines


@pytest.mark.parametrize(("columns", "bound"), [(80, "tab: complete"), (0, "tab: complete"), (3, "tab: tab-insert")])
def test_tab_completes_where_there_is_room_to_list(monkeypatch: pytest.MonkeyPatch, columns: int, bound: str) -> None:
    told: list[str] = []
    readline = SimpleNamespace(
        parse_and_bind=told.append,
        get_completer=lambda: None,
        get_completer_delims=lambda: " ",
        set_completer=lambda completer: None,
        set_completer_delims=lambda delims: None,
    )
    terminal = SimpleNamespace(isatty=lambda: True, fileno=lambda: 0, flush=lambda: None)
    monkeypatch.setitem(sys.modules, "readline", readline)
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((columns, 24)))
    monkeypatch.setattr("builtins.input", lambda prompt: " end phase ")
    assert TypedLines(lambda: ["end phase"]).line("red> ") == "end phase"
    assert told == [bound]
