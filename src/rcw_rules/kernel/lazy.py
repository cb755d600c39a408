"""Packages and libraries that are loaded when they are first used, so that importing one costs next to nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, modules: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and the ``__dir__`` of a package that loads its public names on first use.

    Args:
        package: The package's ``__name__``.
        modules: The names that each module of the package offers, by the name of the module.
    """
    home_of = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return load, names


class _Library:
    """A library that is imported when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self.__dict__["__name__"] = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # nobody who looks a module over loads the library
            raise AttributeError(f"{self.__name__!r} is not loaded yet, and has no attribute {name!r}")
        value = getattr(import_module(self.__name__), name)
        self.__dict__[name] = value
        return value


def lazy_library(name: str) -> Any:
    """Return a stand-in for a library, which imports it when something of it is first used.

    Type checkers are shown the import itself: ``if TYPE_CHECKING: import shapely``.

    Args:
        name: The name of the library.
    """
    return _Library(name)
