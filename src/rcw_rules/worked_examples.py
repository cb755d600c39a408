"""The worked examples of a ruleset: a question with its dice, what the book says came of it, and how it is drawn."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

import attrs

from rcw_rules.kernel.dice import Faces
from rcw_rules.kernel.procedures import Request
from rcw_rules.resolution import Resolution

__all__ = ["Drawing", "Example"]


class Drawing(Protocol):
    """A finished picture, as the grounds of the kernel draw them."""

    @property
    def title(self) -> str:
        """What stands above it."""
        ...

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file whose name ends in ``.svg``."""
        ...


@attrs.frozen(kw_only=True)
class Example:
    """A worked example, with its dice: one that the book tells, or one made up where the book tells none.

    Attributes:
        id: The id of the rule index under which the example stands.
        title: What happens in it.
        request: Returns the question.
        faces: The faces, in the order of the procedure.
        told: What the book says came of it, in our words, and where it contradicts itself; or what happens.
        is_made_up: Whether the book tells no such example.
        has_odds: Whether its exact odds are told beside; not of a whole turn, whose courses are too many to walk.
        picture: Draws what came of it, if it can be drawn.
    """

    id: str
    title: str
    request: Callable[[], Request[Any]]
    faces: Faces
    told: str
    is_made_up: bool = False
    has_odds: bool = True
    picture: Callable[[Resolution[Any]], Drawing] | None = None
