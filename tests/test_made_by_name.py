"""What the library itself holds is made by the names of its fields; tests/conformance says so of the rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules, walk_packages

import attrs

import rcw_rules

POSITIONAL = {
    "cli.chances": {"Chances"},
    "cli.house": {"BothChances"},
    "cli.output": {"TextTable"},
    "kernel.cards": {"Card", "Deck"},
    "kernel.errors": {"FileProblem", "Problem"},
    "kernel.geometry.map_data": {"Checks"},
    "kernel.ledger": {"Ledger"},
    "kernel.seals": {"Secret"},
    "kernel.shapes": {"Enumeration", "Instance", "Items", "Limited", "Measure", "OneOf", "Scalar", "TextMap"}
    | {"Range", "Row", "Size"},
    "kernel.needs": {"Need"},
    "marks": {"Cites", "Settles", "Was"},
    "plots": {"Plot"},
    "rule_index": {"RuleIndex"},
}
"""Classes of one obvious part, or of a few in one obvious order. All others are made by the names of their fields."""


def modules() -> Iterator[str]:
    """Yield the names of all modules below the package, but for those of rulesets."""
    for module in iter_modules(rcw_rules.__path__):
        if not module.ispkg:
            yield module.name
    for name in ("cli", "kernel"):
        package = import_module(f"rcw_rules.{name}")
        yield from (
            module.name.removeprefix("rcw_rules.") for module in walk_packages(package.__path__, f"rcw_rules.{name}.")
        )


def test_what_the_library_holds_is_made_by_the_names_of_its_fields() -> None:
    found: dict[str, set[str]] = {}
    for module in modules():
        for name, cls in vars(import_module(f"rcw_rules.{module}")).items():
            if isinstance(cls, type) and attrs.has(cls) and cls.__module__ == f"rcw_rules.{module}" and name[0] != "_":
                parameters = signature(cls).parameters.values()
                if any(one.kind is not one.KEYWORD_ONLY for one in parameters):
                    found.setdefault(module, set()).add(name)
    assert found == POSITIONAL
