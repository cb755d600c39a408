"""Shows the examples of docstrings as code on the pages of the Python API; Markdown takes ``>>>`` for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLES = re.compile(r"^( *)>>> .*(?:\n *\S.*)*", re.MULTILINE)
"""From a prompt to the next empty line, as doctest has it."""


def fenced(text: str) -> str:
    r"""Return a docstring with a fence around each run of examples.

    >>> fenced("Add.\n\n>>> 1 + 1\n2\n\nThat is all.")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nThat is all.'
    """
    return _EXAMPLES.sub(lambda run: f"{run[1]}```pycon\n{run[0]}\n{run[1]}```", text)


class FencedDoctests(griffe.Extension):
    """Puts the fences in once everything is loaded."""

    def on_object(self, *, obj: griffe.Object, loader: griffe.GriffeLoader, **_: Any) -> None:
        """Fence the examples in the docstring of one object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
