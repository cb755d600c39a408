"""Markdown from texts that know nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["bullets", "code", "heading", "link", "paragraphs", "plain", "rule_link", "table"]


def plain(text: object) -> str:
    r"""Return *text* on one line such that Markdown shows it as it is, in a cell of a table too.

    >>> print(plain("a|b <c> *d* e_f 1. [g]"))
    a\|b &lt;c&gt; \*d\* e\_f 1\. \[g\]
    """
    line = " ".join(str(text).split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|])", r"\\\1", line)


def code(text: object) -> str:
    r"""Return *text* as code. A pair of backticks would not keep a pipe from ending a cell.

    >>> print(code("int | None"))
    <code>int \| None</code>
    """
    return f"<code>{plain(text)}</code>"


def link(shown: str, target: str) -> str:
    """Return a link to *target*, a path from this page, under what is *shown* of it, which is Markdown already."""
    return f"[{shown}]({target})"


def rule_link(rule: str, page: str = "coverage.md") -> str:
    """Return a link to the *rule* of that id on a *page* that has an anchor for each."""
    return link(code(rule), f"{page}#{rule}")


def heading(level: int, text: object, anchor: str = "") -> str:
    """Return a heading of plain *text*, under an anchor of its own where one is given."""
    return f"{'#' * level} {plain(text)}{f' {{ #{anchor} }}' if anchor else ''}"


def bullets(items: Iterable[str]) -> str:
    """Return a list of *items*, which are Markdown already."""
    return "\n".join(f"- {item}" for item in items)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def paragraphs(*blocks: str) -> str:
    """Return *blocks*, of one or more paragraphs each, with an empty line between each two; empty ones are left out."""
    return "\n\n".join(block for block in blocks if block)
