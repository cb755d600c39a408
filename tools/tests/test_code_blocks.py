"""Nothing on a page looks like code and is run by nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r'^(?P<margin> *)```(?P<language>[\w-]*)(?: title="(?P<title>[^"]*)")?.*\n(?P<body>(?:.*\n)*?)(?P=margin)```$',
    re.MULTILINE,
)


class Block(NamedTuple):
    """A block of code on a page, under the name of a file if it is one."""

    place: str
    language: str
    text: str
    title: str = ""


def blocks_in(text: str, name: str) -> list[Block]:
    found: list[Block] = []
    for fence in FENCE.finditer(text):
        body = "".join(f"{line.removeprefix(fence['margin'])}\n" for line in fence["body"].splitlines())
        place = f"{name}:{text.count(chr(10), 0, fence.start()) + 1}"
        found.append(Block(place, fence["language"], body, fence["title"] or ""))
    return found


def is_example(block: Block) -> bool:
    """Return whether a block is a doctest or a command."""
    return block.language == "console" or (
        block.language in ("python", "pycon") and bool(re.match(r">>> ", block.text))
    )


def is_named(block: Block, text: str) -> bool:
    """Return whether a text names the file that a block shows, or a function of it as ``module:function``."""
    module = re.escape(block.title.removesuffix(".py"))
    return bool(block.title) and (block.title in text or bool(re.search(rf"\b{module}:", text)))


def not_run(blocks: Iterable[Block], files: Iterable[str]) -> Iterator[str]:
    """Yield the places of the blocks of a page that no test runs.

    Those run are the examples, the files that an example names, the files that such a file names, and whatever is a
    part of one of the *files* of the repository.
    """
    blocks, files = list(blocks), list(files)
    examples = [block.text for block in blocks if is_example(block)]
    named = [block.text for block in blocks if any(is_named(block, example) for example in examples)]
    for block in blocks:
        is_file = any(is_named(block, text) for text in (*examples, *named))
        parts = (block.text, indent(block.text, "    "))  # the body of a function is shown without its margin
        is_part = bool(block.text.strip()) and any(part in file for part in parts for file in files)
        if not (is_example(block) or is_file or is_part):
            yield block.place


def test_every_block_of_every_page_is_run_or_is_part_of_an_example_that_is() -> None:
    sources = [
        path
        for path in sorted((ROOT / "examples").rglob("*"))
        if path.suffix in (".mjs", ".py", ".sh", ".toml", ".ts", ".txt")
    ]
    files = [path.read_text("utf-8") for path in sources]
    escaped: list[str] = []
    languages: set[str] = set()
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        blocks = blocks_in(page.read_text("utf-8"), page.relative_to(ROOT).as_posix())
        languages |= {block.language for block in blocks}
        escaped += not_run(blocks, files)
    assert languages >= {"console", "pycon", "python"}
    assert escaped == []


def test_blocks_are_found_with_their_places_languages_and_titles() -> None:
    text = '# A\n\n```pycon\n>>> 1\n1\n\n```\n\n  ```toml title="a.toml"\n  a = 1\n\n  b = 2\n  ```\n\n```\nc\n```\n'
    assert blocks_in(text, "a.md") == [
        Block("a.md:3", "pycon", ">>> 1\n1\n\n"),
        Block("a.md:9", "toml", "a = 1\n\nb = 2\n", "a.toml"),
        Block("a.md:15", "", "c\n"),
    ]


def test_what_nobody_runs_is_noticed() -> None:
    blocks = [
        Block("1", "console", "$ rcw list\n"),
        Block("2", "python", ">>> read('a.toml')\n1\n"),
        Block("3", "python", "print(a)\n"),
        Block("4", "toml", "a = 1\n", "a.toml"),
        Block("5", "python", "print(b)\n"),
        Block("6", "pycon", "1 + 1\n"),
        Block("7", "toml", "a = 1\n"),
        Block("8", "toml", "a = 1\n", "b.toml"),
        Block("9", "", "\n"),
        Block("10", "toml", "also = 'd.toml'\n", "c.toml"),
        Block("11", "console", "$ rcw check c.toml\n"),
        Block("12", "toml", "a = 1\n", "d.toml"),
        Block("13", "console", "$ rcw play b --red e:f\n"),
        Block("14", "python", "a = 1\n", "e.py"),
    ]
    assert list(not_run(blocks, ["import a\n\nprint(a)\n"])) == ["5", "6", "7", "8", "9"]
