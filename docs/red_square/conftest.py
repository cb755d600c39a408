# ruff: noqa: INP001 - the documentation is no package
"""The files that a page shows are there when its code runs."""

from __future__ import annotations

from shown_files import files_of_the_page

__all__ = ["files_of_the_page"]
