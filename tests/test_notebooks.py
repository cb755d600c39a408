"""The notebooks run from top to bottom and show what is stored in them.

After a change, ``RCW_NOTEBOOKS=write pytest tests/test_notebooks.py`` stores what they show now: look at it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
LONGEST_LINE = 80


def shown(cell: Any) -> list[dict[str, str]]:
    """Return what a cell shows, without pictures, which a newer matplotlib draws a little differently."""
    told: list[dict[str, str]] = []
    for output in cell.get("outputs", ()):
        if output["output_type"] == "stream":  # which comes in as many pieces as it pleases
            if not (told and "stream" in told[-1]):
                told.append({"stream": ""})
            told[-1]["stream"] += output["text"]
            continue
        data = dict(output.get("data", {}))
        told.append({kind: "a picture" if kind == "image/svg+xml" else value for kind, value in data.items()})
    return told


# ipykernel tells at its start that it listens on this machine without encryption.
@pytest.mark.filterwarnings("ignore:.*without encryption.*", "ignore::ResourceWarning")
@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ipynb")), ids=lambda file: file.stem)
def test_a_notebook_shows_what_is_stored_in_it(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    stored: Any = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    again: Any = nbformat.from_dict(stored)  # type: ignore[no-untyped-call]
    NotebookClient(again, timeout=120, kernel_name="python3").execute()
    if os.environ.get("RCW_NOTEBOOKS") == "write":
        for cell in again.cells:
            cell.metadata.pop("execution", None)
        nbformat.write(again, file)  # type: ignore[no-untyped-call]
        stored = again
    for number, (before, after) in enumerate(zip(stored.cells, again.cells, strict=True)):
        assert shown(after) == shown(before), f"cell {number}"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ipynb")), ids=lambda file: file.stem)
def test_a_notebook_can_be_read(file: Path) -> None:
    cells = nbformat.read(file, as_version=4).cells  # type: ignore[no-untyped-call]
    assert any(shown(cell) for cell in cells)
    for cell in cells:
        if cell["cell_type"] == "code":
            assert all(len(line) <= LONGEST_LINE for line in cell["source"].splitlines())
        assert not re.search(r"/(home|root|work|tmp)/", str(cell))
