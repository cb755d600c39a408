"""The examples that ask a running service, run as their readers run them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from javascript import NODE

from rcw_rules import GivenDice, red_white

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples are not installed with the library")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_tool_in_forty_lines_of_another_language(served: tuple[str, Any]) -> None:
    script = EXAMPLES / "javascript" / "service.mjs"
    lines = script.read_text(encoding="utf-8").splitlines()
    assert sum(not line.startswith("//") and bool(line.strip()) for line in lines) <= 40

    def said(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [str(NODE), str(script), served[0], *arguments]
        return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", timeout=60, check=False)

    done = said("red_white.melee", "5,2")
    example = red_white.ruleset.procedure("red_white.melee").example
    assert example is not None
    expected = red_white.ruleset.resolve(example, dice=GivenDice([5, 2]))
    head, *rest = done.stdout.splitlines()
    assert (done.returncode, head) == (0, "Who wins this melee? [red_white.melee]"), done.stderr
    assert [line[:9] for line in rest[:3]] == ["  16.67 %"] * 3
    assert "\n".join(rest[3:]) == f"{expected.summary}\n{expected.explain()}"
    assert "roll d6 - 1 against d6 + 2: " in said("red_white.melee", typed="5,2\n").stderr
    refused = said("red_white.melee", "7,2")
    assert refused.returncode == 1
    assert "The dice do not fit: " in refused.stderr


@pytest.mark.skipif(shutil.which("curl") is None or os.name != "posix", reason="the example needs sh and curl")
def test_the_service_is_asked_from_a_shell(tmp_path: Path) -> None:
    command = tmp_path / "rcw"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rcw_rules "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PORT": str(port)}
    done = subprocess.run(
        [str(EXAMPLES / "service" / "ask.sh")],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    first, _, rest = done.stdout.partition("\n")
    assert f"http://127.0.0.1:{port}/" in first, done.stderr
    decoder = json.JSONDecoder()
    told: list[Any] = []
    while rest.strip():
        document, end = decoder.raw_decode(rest.strip())
        told.append(document)
        rest = rest.strip()[end:]
    found, resolved, odds, refused = told
    assert found["procedures"][0]["id"] == "red_white.morale_test"
    assert resolved["resolution"]["outcome"]["passed"] is True
    assert [one["probability"] for one in odds["outcomes"]] == ["1/2", "1/2"]
    assert refused["suggestions"][0] == "red_white.morale_test"
