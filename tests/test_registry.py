from __future__ import annotations

import sys
import types
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from rcw_rules import registry
from rcw_rules.kernel.errors import RegistryError, UnknownNameError
from rcw_rules.red_white import ruleset as red_white
from rcw_rules.registry import GROUP, available, find_procedure, load


class _Distribution:
    def __init__(self, name: str) -> None:
        self.name = name


def _entry(name: str, value: str, distribution: str) -> EntryPoint:
    entry = EntryPoint(name, value, GROUP)
    vars(entry)["dist"] = _Distribution(distribution)
    return entry


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """Return the list of entry points that the registry sees; it starts with the real red_white."""
    entries = [_entry("red_white", "rcw_rules.red_white:ruleset", "rcw-rules")]

    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == GROUP
        return entries

    monkeypatch.setattr(registry, "entry_points", entry_points)
    return entries


def _module(monkeypatch: pytest.MonkeyPatch, name: str, **contents: Any) -> None:
    module = types.ModuleType(name)
    vars(module).update(contents)
    monkeypatch.setitem(sys.modules, name, module)


def test_the_five_use_the_same_door() -> None:
    assert load("red_white") is red_white


def test_listing_imports_no_plug_in(installed: list[EntryPoint]) -> None:
    installed.append(_entry("zzz", "no_such_module:ruleset", "zzz-rules"))
    assert available() == ("red_white", "zzz")


def test_an_unknown_ruleset_is_named_with_a_suggestion(installed: list[EntryPoint]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        load("red_whit")
    assert caught.value.suggestions == ("red_white",)


def test_a_broken_plug_in_fails_only_its_own_id(installed: list[EntryPoint]) -> None:
    installed.append(_entry("broken", "no_such_module:ruleset", "broken-rules"))
    with pytest.raises(
        RegistryError,
        match=r"'broken' of broken-rules cannot be loaded from 'no_such_module:ruleset': ModuleNotFoundError",
    ):
        load("broken")
    assert load("red_white") is red_white
    with pytest.raises(UnknownNameError) as caught:
        find_procedure("red_whit.melee")
    assert caught.value.suggestions[0] == "red_white.melee"


def test_two_distributions_of_one_id_are_both_named(
    installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    installed.append(_entry("red_white", "other.red_white:ruleset", "other-rules"))
    with pytest.raises(RegistryError, match="'red_white' is claimed by other-rules and rcw-rules"):
        load("red_white")


def test_the_same_distribution_listed_twice_is_one_claim(installed: list[EntryPoint]) -> None:
    installed.append(_entry("red_white", "rcw_rules.red_white:ruleset", "rcw-rules"))
    assert load("red_white") is red_white


def test_what_is_no_ruleset_is_refused(installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch) -> None:
    _module(monkeypatch, "a_plug_in", ruleset="nothing of the kind")
    installed.append(_entry("mine", "a_plug_in:ruleset", "my-rules"))
    with pytest.raises(RegistryError, match="'mine' of my-rules is not a Ruleset but str"):
        load("mine")


def test_a_ruleset_under_another_name_is_refused(installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch) -> None:
    _module(monkeypatch, "a_plug_in", ruleset=red_white)
    installed.append(_entry("mine", "a_plug_in:ruleset", "my-rules"))
    with pytest.raises(RegistryError, match="calls itself 'red_white'"):
        load("mine")


@pytest.mark.parametrize(
    ("id", "suggestion"),
    [
        ("red_white.mele", "red_white.melee"),
        ("red_wite.melee", "red_white.melee"),
        ("melee", "red_white.melee"),
        ("", None),
    ],
)
def test_an_unknown_procedure_is_named_with_a_suggestion(id: str, suggestion: str | None) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_procedure(id)
    assert caught.value.kind == "procedure"
    if suggestion is not None:
        assert caught.value.suggestions[0] == suggestion


def test_a_procedure_is_found_with_its_ruleset() -> None:
    ruleset, procedure = find_procedure("red_white.melee")
    assert ruleset is red_white
    assert procedure.id == "red_white.melee"
