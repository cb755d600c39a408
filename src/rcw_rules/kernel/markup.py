"""Values as HTML for notebooks: tables and texts without style or script, as light or dark as the page they are on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rcw_rules.kernel.plain import printable

__all__ = ["html_lines", "html_table", "html_text"]


def html_table(rows: Iterable[Sequence[str]], headers: Sequence[str] = ()) -> str:
    """Return a table of texts.

    >>> html_table([("1/6", "<b>")], headers=("exact", "outcome"))
    '<table><thead><tr><th>exact</th><th>outcome</th></tr></thead><tbody><tr><td>1/6</td><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    head = f"<thead>{_row(headers, 'th')}</thead>" if headers else ""
    return f"<table>{head}<tbody>{''.join(_row(row, 'td') for row in rows)}</tbody></table>"


def html_lines(lines: Iterable[str]) -> str:
    r"""Return lines of a text as they stand, one below the other.

    >>> html_lines(["a", "  b < c"])
    '<pre>a\n  b &lt; c</pre>'
    """
    return f"<pre>{_shown(chr(10).join(lines))}</pre>"


def html_text(text: str) -> str:
    """Return a paragraph.

    >>> html_text("5 < 6")
    '<p>5 &lt; 6</p>'
    """
    return f"<p>{_shown(text)}</p>"


def _row(cells: Sequence[str], name: str) -> str:
    return f"<tr>{''.join(f'<{name}>{_shown(cell)}</{name}>' for cell in cells)}</tr>"


def _shown(text: str) -> str:
    return escape(printable(text))
