"""What a ruleset's package holds and nobody can reach: unlisted procedures, requests not exported, unread charts."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from rcw_rules.coverage import places_of
from rcw_rules.kernel.procedures import Choice, Procedure, Request
from rcw_rules.ruleset import Ruleset


def unreachable(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Yield a sentence for everything in the package of *ruleset* that its users cannot reach, and what to do.

    Every procedure and choice of the package is in the ruleset; every request and outcome is exported by the package
    and every request is answered; every chart is read by code.

    Raises:
        RegistryError: If a file of the package cannot be read; the error names it.
    """
    if not ruleset.package:
        return
    package = import_module(ruleset.package)
    modules = [package, *_modules_below(package)]
    yield from _unlisted(ruleset, modules)
    yield from _unanswered(ruleset, modules)
    yield from _not_exported(ruleset, package)
    yield from _unread(ruleset)


def _modules_below(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)


def _unlisted(ruleset: Ruleset[Any], modules: list[ModuleType]) -> Iterator[str]:
    listed = {id(thing) for thing in (*ruleset.procedures, *ruleset.choices)}
    for module in modules:
        members: dict[str, object] = vars(module)
        for name, thing in members.items():
            is_listed = id(thing) in listed
            if isinstance(thing, Procedure | Choice) and not is_listed:
                kind = "procedure" if isinstance(thing, Procedure) else "choice"
                yield (
                    f"{module.__name__}.{name}: the {kind} {thing.id} is not in the ruleset: "
                    f"add it to {kind}s= in {ruleset.package}.ruleset"
                )


def _unanswered(ruleset: Ruleset[Any], modules: list[ModuleType]) -> Iterator[str]:
    answered = {procedure.request_type for procedure in ruleset.procedures}
    for module in modules:
        for name, thing in vars(module).items():
            cls: type[Any] = cast("type[Any]", thing) if inspect.isclass(thing) else object
            if issubclass(cls, Request) and cls.__module__ == module.__name__ and cls not in answered:
                yield (
                    f"{module.__name__}.{name}: no procedure of the ruleset answers this request: "
                    f"write one and add it to procedures= in {ruleset.package}.ruleset, or delete the request"
                )


def _not_exported(ruleset: Ruleset[Any], package: ModuleType) -> Iterator[str]:
    exported: list[str] = getattr(package, "__all__", list(vars(package)))
    for procedure in ruleset.procedures:
        for cls in (procedure.request_type, procedure.outcome_type):
            inside = cls.__module__.partition(".")[0] == package.__name__.partition(".")[0]
            if inside and (cls.__name__ not in exported or getattr(package, cls.__name__, None) is not cls):
                yield (
                    f"{procedure.id}: {package.__name__} does not export {cls.__name__}: "
                    f"import it in {package.__name__}/__init__.py and add it to __all__"
                )


def _unread(ruleset: Ruleset[Any]) -> Iterator[str]:
    places = places_of(ruleset.package)
    read = {text for text, found in places.items() if any(not place.startswith("charts/") for place in found)}
    # f"initiative_{game}" stands in the source as the part that is fixed.
    begun, ended = (tuple(text for text in read if len(text) > 3 and text[at] == "_") for at in (-1, 0))
    for id in ruleset.charts:
        if id not in read and not id.startswith(begun) and not id.endswith(ended):
            yield f'chart {id}: no code reads it: look it up as umpire.charts["{id}"], or delete it'
