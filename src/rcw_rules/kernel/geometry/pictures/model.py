"""A finished picture, and what can be shown on a ground besides its reports."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import Path as FilePath
from typing import Generic, TypeVar

from attrs import frozen

from rcw_rules.kernel.writing import write_whole

P = TypeVar("P", bound=Hashable)


@frozen(kw_only=True)
class Picture:
    """A finished picture.

    Attributes:
        svg: The whole document.
        title: Its title, "" for none.
        width: How wide it is, in pixels.
        height: How high.
    """

    svg: str
    title: str
    width: int
    height: int

    def _repr_svg_(self) -> str:
        """Return the document: what a notebook shows."""
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture {self.title!r}: {self.width} x {self.height}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file, whole or not at all.

        Args:
            path: Where to; its name ends in ``.svg``. A file that is there is replaced.

        Raises:
            ValueError: The name ends in something else.
            OSError: The file cannot be written.
        """
        file = FilePath(path)
        if file.suffix.lower() != ".svg":
            raise ValueError(f"a picture is saved as a file whose name ends in .svg, got {file.name!r}")
        write_whole(file, self.svg.encode())


@frozen(kw_only=True)
class Counter(Generic[P]):
    """A unit to draw.

    Attributes:
        at: The place that it is in; on a table, a point, a base or a group.
        text: What is written on it, a few characters.
        side: Whose it is, "" for nobody's. "red" is solid and dark, "white" is white, and every other side has a hatch
            of its own.
        facing: On a grid, the direction that it faces, or None where that does not matter.
    """

    at: P
    text: str = ""
    side: str = ""
    facing: str | None = None


@frozen(kw_only=True)
class Highlight(Generic[P]):
    """Places to mark with a border and a word.

    Attributes:
        places: The places; on a table, points, bases and groups.
        text: What is written beside them and in the legend.
    """

    places: tuple[P, ...]
    text: str = ""


def not_shown(thing: object, ground: str) -> TypeError:
    """Return the error for a thing that cannot be drawn on a ground, such as "a map of hexes"."""
    return TypeError(f"{type(thing).__name__} is nothing that can be drawn on {ground}")
