"""Every ``console`` block of the documentation that calls ``rcw`` prints what it shows."""

from __future__ import annotations

import pytest
from console_blocks import CALLS_RCW, ROOT, Command, commands_in, run

from refresh_pages import narrow


def documented() -> list[Command]:
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        command
        for path in paths
        if path.is_file()
        for command in commands_in(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    ]


COMMANDS = documented()
DRAWN_BY_TOOLS = {"house.svg"}


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if CALLS_RCW.search(command.line)], ids=lambda command: command.place
)
def test_a_command_prints_what_is_shown(command: Command) -> None:
    ran = run(command)
    if command.shown is None:
        assert ran.returncode == 0, ran.stdout
    else:
        wrong = f"{command.place}: $ {command.line}: run make pages if it is meant to"
        assert narrow(ran.stdout) == narrow(command.shown), wrong


def test_no_output_is_shown_of_what_is_not_run() -> None:
    assert [command.place for command in COMMANDS if command.shown and not CALLS_RCW.search(command.line)] == []


def test_blocks_are_found_with_their_places_commands_and_output() -> None:
    text = "# A\n\n```console\n$ rcw w\n$ rcw x | head\na\n\nb\n```\n\n  ```console\n  $ echo 1 | rcw y\n  ```\n"
    assert list(commands_in(text, "a.md")) == [
        Command("a.md:4", "rcw w", ""),
        Command("a.md:5", "rcw x | head", "a\n\nb\n"),
        Command("a.md:12", "echo 1 | rcw y", None),
    ]
    text = "```console\n$ rcw x; \\\n    rcw y\na\n$ cat x; \\\n    rcw z\n```\n"
    long, silent = commands_in(text, "a.md")
    assert long == Command("a.md:2", "rcw x; \\\n    rcw y", "a\n")
    assert silent == Command("a.md:5", "cat x; \\\n    rcw z", "")
    assert CALLS_RCW.search(silent.line)
    lines = ("make demo", "rcw x", "echo 1 | rcw y", "a; rcw z", ".venv/bin/rcw list", "pip install rcw-rules")
    assert [bool(CALLS_RCW.search(line)) for line in lines] == [False, True, True, True, False, False]


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is not part of what is installed")
def test_every_picture_of_the_documentation_is_drawn_on_one_page_and_shown() -> None:
    pages = [page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").rglob("*.md"))]
    pictures = sorted(picture.name for picture in (ROOT / "docs" / "pictures").glob("*.svg"))
    assert pictures
    for name in pictures:
        shown = [page for page in pages if f"pictures/{name})" in page]
        drawn = [page for page in pages if f'"{name}"' in page]
        assert shown, f"no page shows {name}"
        assert len(drawn) == (name not in DRAWN_BY_TOOLS), f"one page draws {name}"
