"""The line on which a value stands in the text of a chart file, which a TOML parser does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTED_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
_CHART = re.compile(r"^[ \t]*\[\[[ \t]*chart[ \t]*\]\]", re.MULTILINE)
_NOT_NEWLINE = re.compile(r"[^\n]")


class Lines:
    r"""The lines of a file of ``[[chart]]`` tables that is valid TOML.

    >>> lines = Lines('[[chart]]\nid = "a"\ntable = [\n  ["die", "x"],\n  ["1", 7],\n]\n')
    >>> lines.line(0), lines.line(0, "id"), lines.line(0, "table", 1)
    (1, 2, 5)
    """

    def __init__(self, text: str) -> None:
        # Strings and comments are blotted out, so that whatever brackets, commas and equals signs remain are syntax.
        self._text = _QUOTED_OR_COMMENT.sub(_blot, text)
        self._charts = [found.start() for found in _CHART.finditer(self._text)]

    def line(self, number: int, *path: str | int) -> int:
        """Return the line of a key or of an element of an array, or of the nearest thing around it that can be found.

        Args:
            number: Which chart of the file, from 0.
            path: Keys and numbers of elements, from the chart inwards.
        """
        if number >= len(self._charts):
            return 1
        begin = self._charts[number]
        end = self._charts[number + 1] if number + 1 < len(self._charts) else len(self._text)
        deepest = begin
        for depth, step in enumerate(path):
            if isinstance(step, int):
                at = self._element(path[depth - 1], step, deepest, begin, end)
            else:
                at = self._key(step, deepest, end, is_top=depth == 0)
            if at is None:
                break
            deepest = at
        return self._text.count("\n", 0, deepest) + 1

    def top(self, key: str) -> int:
        """Return the line of a key or table at the top of the file."""
        found = re.search(rf"^[ \t]*\[*[ \t]*{re.escape(key)}[ \t]*[=.\]]", self._text, re.MULTILINE)
        return self._text.count("\n", 0, found.start()) + 1 if found else 1

    def _key(self, key: str, begin: int, end: int, *, is_top: bool) -> int | None:
        start = r"^[ \t]*(?:\[+[ \t]*chart[ \t]*\.[ \t]*)?" if is_top else r"(?<![\w-])"
        pattern = re.compile(rf"{start}(?P<key>{re.escape(key)})[ \t]*[=.\]]", re.MULTILINE)
        found = pattern.search(self._text, begin, end)
        return found.start("key") if found else None

    def _element(self, of: str | int, index: int, at: int, begin: int, end: int) -> int | None:
        section = re.compile(rf"\[\[[ \t]*chart[ \t]*\.[ \t]*{re.escape(str(of))}[ \t]*\]\]")
        starts = [found.start() for found in section.finditer(self._text, begin, end)]
        if not starts:
            starts = list(self._elements(self._text.find("[", at, end), end))
        return starts[index] if index < len(starts) else None

    def _elements(self, bracket: int, end: int) -> Iterator[int]:
        """Yield where each element of the array begins whose opening bracket is given."""
        depth = 0
        is_expected = True
        for at in range(bracket, end) if bracket >= 0 else ():
            character = self._text[at]
            if character in "]}":
                depth -= 1
                if depth == 0:
                    return
            elif depth == 1 and character == ",":
                is_expected = True
            elif depth == 1 and is_expected and not character.isspace():
                is_expected = False
                yield at
            if character in "[{":
                depth += 1


def _blot(found: re.Match[str]) -> str:
    return _NOT_NEWLINE.sub(" " if found[0].startswith("#") else "x", found[0])
