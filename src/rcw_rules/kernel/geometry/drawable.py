"""What lets every ground draw itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Ground, Picture, Shown


class Drawable:
    """A ground that draws itself; a notebook shows its picture."""

    __slots__ = ()

    def draw(self, *shown: Shown, title: str = "", name: str = "", only: Collection[Any] = ()) -> Picture:
        """Return a picture of the ground and of what is shown on it, as `rcw_rules.kernel.geometry.draw` does.

        Args:
            shown: Reports, and what stands on the ground.
            title: What stands above the picture.
            name: Where given, the ids inside the document begin with it.
            only: The places to draw; without any, all.

        Raises:
            TypeError: One of them is nothing that can be drawn on this ground.
            UnknownNameError: The ground has no such place.
            ValueError: An id cannot begin with the name.
        """
        from rcw_rules.kernel.geometry.pictures import draw

        return draw(cast("Ground", self), *shown, title=title, name=name, only=only)

    def _repr_svg_(self) -> str:
        return self.draw().svg
