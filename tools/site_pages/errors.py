"""The page of error codes: every class of error that the library raises on purpose."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator
from importlib import import_module

from rcw_rules.kernel.errors import RulesError
from rcw_rules.schema import attribute_texts
from site_pages.markdown import bullets, code, heading, link, paragraphs, table

__all__ = ["error_classes", "errors_page"]

_MODULES = (
    "rcw_rules.kernel.errors",
    "rcw_rules.kernel.chart_axes",
    "rcw_rules.plots",
    "rcw_rules.simulation",
    "rcw_rules.directory",
    "rcw_rules.red_white",
)
"""Where they are defined; a test holds that no module is left out."""


def error_classes() -> list[type[RulesError]]:
    """Return every class of error in the order of their definition, the base left out."""
    for module in _MODULES:
        import_module(module)
    return list(_below(RulesError))


def errors_page(classes: Collection[type[RulesError]]) -> str:
    """Return the page of all *classes*, by code."""
    by_code: dict[str, list[type[RulesError]]] = {}
    for cls in classes:
        by_code.setdefault(cls.code, []).append(cls)
    return paragraphs(
        heading(1, "Errors"),
        "Everything that the library raises on purpose is a `RulesError` with a `code` that stays what it is: a "
        "program goes by the code, a person by the message, which is one line. `error.as_data()` returns both with "
        "what else the error knows. The [command line](command_line.md) has its exit codes.",
        table(
            ("code", "class"),
            (
                (link(code(name), f"#{name}"), ", ".join(map(code, dict.fromkeys(cls.__name__ for cls in of_code))))
                for name, of_code in by_code.items()
            ),
        ),
        *(paragraphs(heading(2, name, name), *map(_section, of_code)) for name, of_code in by_code.items()),
    )


def _below(cls: type[RulesError]) -> Iterator[type[RulesError]]:
    for one in cls.__subclasses__():
        if one.__module__.startswith("rcw_rules."):
            yield one
            yield from _below(one)


def _section(cls: type[RulesError]) -> str:
    # A docstring is Markdown, as on the pages of the Python API.
    said = " ".join(inspect.cleandoc(cls.__doc__ or "").split("\n\n")[0].split())
    texts = {name: text for name, text in attribute_texts(cls).items() if name != "code"}
    return paragraphs(
        f"{code(f'{cls.__module__}.{cls.__name__}')}: {said}",
        bullets(f"{code(name)}: {text}" for name, text in texts.items()),
    )
