"""The page of the examples, which lists the files that are published with the site."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from site_pages.markdown import bullets, code, heading, link, paragraphs, plain

__all__ = ["examples_page"]


def examples_page(examples: Mapping[str, str], archive: str) -> str:
    """Return the page of the *examples*, texts by the paths of their files, and of the *archive* that has them all."""
    folders: dict[str, list[str]] = {}
    for path in examples:
        folder, _, inside = path.partition("/")
        folders.setdefault(folder if inside else "", []).append(path)
    return paragraphs(
        heading(1, "Examples"),
        "Programs to start from: copy one, and change it. All of them are tested with the library.",
        f"{link(code(archive), f'../{archive}')} holds all of them together with the [schemas](schemas.md), in the "
        "folders `examples` and `schemas` of which the commands on these pages speak.",
        *(_section(folder, paths, examples) for folder, paths in folders.items()),
    )


def _section(folder: str, paths: list[str], examples: Mapping[str, str]) -> str:
    return paragraphs(
        heading(2, folder, folder) if folder else "",
        bullets(
            link(code(path.removeprefix(f"{folder}/")), f"../examples/{path}") + _said(path, examples[path])
            for path in paths
        ),
    )


def _said(path: str, text: str) -> str:
    about = first_line(path, text)
    return f": {plain(about)}" if about else ""


def first_line(path: str, text: str) -> str:
    """Return what a file says of itself: the first line of its docstring, or a comment in its first line."""
    if path.endswith(".py"):
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    comment = re.match(r".*?(?:#|//) (.*)", text)
    return comment[1] if comment else ""
