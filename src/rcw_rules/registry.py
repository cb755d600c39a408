"""The registry: every ruleset that is installed, found by entry points and loaded when asked for.

The five of this library use the same door as any other: the entry-point group ``rcw_rules.rulesets``, whose names are
the ids of the rulesets and whose objects are `Ruleset` instances.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, distributions, entry_points
from typing import Any

from rcw_rules.kernel import KERNEL_VERSION
from rcw_rules.kernel.errors import RegistryError, UnknownNameError, close_names
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.ruleset import Ruleset

GROUP = "rcw_rules.rulesets"


def available() -> tuple[str, ...]:
    """Return the ids of every installed ruleset, sorted, without importing any."""
    return tuple(sorted({entry.name for entry in _entries()}))


def load(id: str) -> Ruleset[Any]:
    """Return the ruleset of that *id*.

    Raises:
        UnknownNameError: If there is none; the error suggests others.
        RegistryError: If two distributions claim the id, or its plug-in is broken or was written for another version of
            the kernel. The other rulesets keep working.
    """
    found = _distinct(entry for entry in _entries() if entry.name == id)
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
        if id in available():  # who names a ruleset wants to see what can be asked of it
            named = [procedure.id for procedure in _procedures(id)[:3]]
        raise UnknownNameError("procedure", id, known, named or None)
    ruleset = load(name)
    return ruleset, ruleset.procedure(id)


def _procedures(id: str) -> tuple[Procedure[Any, Any, Any], ...]:
    try:
        return load(id).procedures
    except RegistryError:  # a broken ruleset has nothing to suggest
        return ()


def _ruleset(entry: EntryPoint) -> Ruleset[Any]:
    owner = _owner(entry)
    module, _, name = entry.value.partition(":")
    if not module.strip() or not name.strip():
        raise RegistryError(f"the entry point {entry.name!r} of {owner} leads to {entry.value!r}: write module:object")
    try:
        # What a plug-in prints must not stand in front of an answer.
        with redirect_stdout(sys.stderr):
            loaded = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise RegistryError(
            f"the ruleset {entry.name!r} of {owner} cannot be loaded from {entry.value!r}: {said}"
        ) from error
    # Not isinstance, which believes what an object says of itself.
    if not issubclass(type(loaded), Ruleset) or not hasattr(loaded, "id"):
        what = "an unfinished one" if issubclass(type(loaded), Ruleset) else type(loaded).__name__
        raise RegistryError(f"the entry point {entry.name!r} of {owner} is not a Ruleset but {what}")
    ruleset: Ruleset[Any] = loaded
    if ruleset.id != entry.name:
        raise RegistryError(
            f"the entry point {entry.name!r} of {owner} offers a ruleset that calls itself {ruleset.id!r}"
        )
    if ruleset.kernel_version != KERNEL_VERSION:
        raise RegistryError(
            f"the ruleset {entry.name!r} of {owner} was written for kernel version {ruleset.kernel_version}; "
            f"this library has version {KERNEL_VERSION}: install a version of {owner} for it"
        )
    return ruleset


def outside_packages() -> dict[str, str]:
    """Return the distribution of every top-level package that offers a ruleset, but for this library's own."""
    # Not `entry.module`, which fails where the value is malformed.
    packages = {re.split(r"[\s.:]", entry.value, maxsplit=1)[0]: _owner(entry) for entry in _entries()}
    packages.pop("rcw_rules", None)
    return packages


def _entries() -> tuple[EntryPoint, ...]:
    try:
        return tuple(entry_points(group=GROUP))
    except Exception:  # noqa: BLE001 - one damaged distribution keeps all from being read together
        found: list[EntryPoint] = []
        for distribution in distributions():
            try:
                found += distribution.entry_points.select(group=GROUP)
            except Exception as error:  # noqa: BLE001 - nor may it keep the others from being read alone
                message = f"the entry points of {distribution.name} cannot be read: {type(error).__name__}: {error}"
                warnings.warn(message, RuntimeWarning, stacklevel=3)
        return tuple(found)


def _distinct(entries: Iterable[EntryPoint]) -> list[EntryPoint]:
    # An editable install can be listed twice; the same object of the same distribution is one claim.
    return list({(_owner(entry), entry.value): entry for entry in entries}.values())


def _owner(entry: EntryPoint) -> str:
    name: str | None = entry.dist.name if entry.dist is not None else None  # a damaged distribution has none
    return name or "an unknown distribution"
