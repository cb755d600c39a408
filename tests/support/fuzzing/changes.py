"""Texts changed as a person or another program might get them wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

__all__ = ["changed_texts"]

_TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_.-]*|-?[0-9][0-9.]*|[^\sA-Za-z0-9]')

_ODD_TOKENS = (
    *('""', '"x"', '"0000"', '"9999"', "0", "1", "-1", "1.5", "0.0005", "1e400", "-0", "nan", "inf", "1" + "0" * 120),
    *("true", "[]", "[[]]", "{}", "1979-05-27", "07:32:00", "[", "]", "{", "}", "=", ",", ".", '"', "'''", "#", "\n"),
    *("null", "\\u0000", '"\\u0000"', '"\\ud800"', "\x00", "\r", "\ufeff", "\u2028", '"é"', "[[x]]", "[x]", "x = 1\n"),
)


def changed_texts(texts: SearchStrategy[str]) -> SearchStrategy[str]:
    """Return a strategy for texts with up to three changes each: of a token or a line, or an end cut off."""

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> str:
        text: str = draw(texts)
        for _ in range(draw(st.integers(0, 3))):
            text = draw(st.sampled_from((_with_other_token, _with_other_token, _with_other_line, _cut)))(text, draw)
        return text

    return drawn()


def _with_other_token(text: str, draw: Callable[[SearchStrategy[Any]], Any]) -> str:
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return text + str(draw(st.sampled_from(_ODD_TOKENS)))
    token = tokens[draw(st.integers(0, len(tokens) - 1))]
    other = tokens[draw(st.integers(0, len(tokens) - 1))]
    new: str = draw(st.sampled_from((*_ODD_TOKENS, other[0], other[0], "", token[0] * 2)) | st.text(max_size=4))
    return text[: token.start()] + new + text[token.end() :]


def _with_other_line(text: str, draw: Callable[[SearchStrategy[Any]], Any]) -> str:
    lines = text.split("\n")
    at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    match draw(st.sampled_from(("remove", "repeat", "move"))):
        case "remove":
            del lines[at]
        case "repeat":
            lines.insert(at, lines[other])
        case _:
            lines.insert(at, lines.pop(other))
    return "\n".join(lines)


def _cut(text: str, draw: Callable[[SearchStrategy[Any]], Any]) -> str:
    return text[: draw(st.integers(0, len(text)))]
