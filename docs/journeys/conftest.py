# ruff: noqa: INP001 - the documentation is no package
"""The files that a page shows are there when its code runs, and its modules can be imported as in a reader's folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from shown_files import files_of_the_page

__all__ = ["files_of_the_page", "modules_of_the_page"]


@pytest.fixture(autouse=True)
def modules_of_the_page(files_of_the_page: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the code import the modules in its folder, and forget them after it."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and tmp_path in Path(str(sys.modules[name].__file__)).parents:
            del sys.modules[name]
