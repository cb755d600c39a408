"""The registry: every ruleset that is installed, found by entry points and loaded when asked for.

The five of this library use the same door as any other: the entry-point group ``rcw_rules.rulesets``, whose names are
the ids of the rulesets and whose objects are `Ruleset` instances.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from rcw_rules.kernel.errors import RegistryError, UnknownNameError, close_names
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.ruleset import Ruleset

GROUP = "rcw_rules.rulesets"


def available() -> tuple[str, ...]:
    """Return the ids of every installed ruleset, sorted, without importing any."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def load(id: str) -> Ruleset[Any]:
    """Return the ruleset of that *id*.

    Raises:
        UnknownNameError: If there is none; the error suggests others.
        RegistryError: If two distributions claim the id, or its plug-in is broken. The other rulesets keep working.
    """
    found = _distinct(entry for entry in entry_points(group=GROUP) if entry.name == id)
    if not found:
        raise UnknownNameError("ruleset", id, available())
    if len(found) > 1:
        owners = " and ".join(sorted(_owner(entry) for entry in found))
        raise RegistryError(f"the ruleset id {id!r} is claimed by {owners}; uninstall one of them")
    return _ruleset(found[0])


def find_procedure(id: str) -> tuple[Ruleset[Any], Procedure[Any, Any, Any]]:
    """Return the procedure of that *id*, ``ruleset.name``, with its ruleset.

    Raises:
        UnknownNameError: If there is none; the error suggests others.
        RegistryError: If its ruleset cannot be loaded.
    """
    name, dot, rest = id.partition(".")
    if not dot or name not in available():
        known = {procedure.id for ruleset in available() for procedure in _procedures(ruleset)}
        # Who forgets the ruleset, or mistypes it, means a procedure of that name in any.
        short = close_names(rest or id, {one.partition(".")[2] for one in known})
        named = [one for name in short for one in sorted(known) if one.partition(".")[2] == name]
        raise UnknownNameError("procedure", id, known, named or None)
    ruleset = load(name)
    return ruleset, ruleset.procedure(id)


def _procedures(id: str) -> tuple[Procedure[Any, Any, Any], ...]:
    try:
        return load(id).procedures
    except RegistryError:  # a broken ruleset has nothing to suggest
        return ()


def _ruleset(entry: EntryPoint) -> Ruleset[Any]:
    try:
        loaded = entry.load()
    except Exception as error:
        kind = type(error).__name__
        raise RegistryError(
            f"the ruleset {entry.name!r} of {_owner(entry)} cannot be loaded: {kind}: {error}"
        ) from error
    if not issubclass(type(loaded), Ruleset):
        raise RegistryError(
            f"the entry point {entry.name!r} of {_owner(entry)} is no Ruleset but {type(loaded).__name__}"
        )
    if loaded.id != entry.name:
        raise RegistryError(
            f"the entry point {entry.name!r} of {_owner(entry)} offers a ruleset that calls itself {loaded.id!r}"
        )
    ruleset: Ruleset[Any] = loaded
    return ruleset


def _distinct(entries: Any) -> list[EntryPoint]:
    # An editable install can be listed twice; the same object of the same distribution is one claim.
    return list({(_owner(entry), entry.value): entry for entry in entries}.values())


def _owner(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown distribution"
