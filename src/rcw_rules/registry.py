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
from importlib import import_module
from importlib.metadata import EntryPoint, distributions, entry_points
from typing import IO, TYPE_CHECKING, Any, TypeGuard, cast

from rcw_rules.kernel import KERNEL_VERSION
from rcw_rules.kernel.errors import RegistryError, UnknownNameError, close_names, said_of
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rcw_rules.games import Game

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

    The code of a ruleset from outside runs in this process, with every right that you have: to install it is to trust
    it. To look at what is installed without that, see `rcw_rules.discovery`.
    """
    value, owner = _claim(id)
    return load_from(id, value, owner)


def load_game(id: str) -> Game[Any, Any, Any]:
    """Return the game of the ruleset of that *id*: what its package has as ``game``.

    Raises:
        UnknownNameError: If there is no such ruleset; the error suggests others.
        RegistryError: If the ruleset cannot be loaded, or plays no whole games.
    """
    load(id)
    value, _ = _claim(id)
    return game_from(id, value)


def game_from(id: str, value: str) -> Game[Any, Any, Any]:
    """Return the game of a ruleset that is loaded already, from where its entry point leads.

    Raises:
        RegistryError: If it plays no whole games.
    """
    found: Any = getattr(import_module(value.partition(":")[0]), "game", None)
    if not _is_game(found):
        raise RegistryError(f"{id} plays no whole games: its package has no game")
    return found


def _is_game(value: object) -> TypeGuard[Game[Any, Any, Any]]:
    from rcw_rules.games import Game

    return isinstance(value, Game)


def find_procedure(id: str) -> tuple[Ruleset[Any], Procedure[Any, Any, Any]]:
    """Return the procedure of that *id*, ``ruleset.name``, with its ruleset.

    Raises:
        UnknownNameError: If there is none; the error suggests others.
        RegistryError: If its ruleset cannot be loaded.
    """
    name, dot, rest = id.partition(".")
    if not dot or name not in available():
        from rcw_rules.discovery import survey

        # A broken ruleset has nothing to suggest.
        asked = {
            one: [item["id"] for item in found["procedures"]]
            for one, found in survey("names").items()
            if "procedures" in found
        }
        known = {procedure for ids in asked.values() for procedure in ids}
        # Who forgets the ruleset, or mistypes it, means a procedure of that name in any.
        short = close_names(rest or id, {one.partition(".")[2] for one in known})
        named = [one for name in short for one in sorted(known) if one.partition(".")[2] == name]
        if asked.get(id):  # who names a ruleset wants to see what can be asked of it
            named = asked[id][:3]
        raise UnknownNameError("procedure", id, known, named or None)
    ruleset = load(name)
    return ruleset, ruleset.procedure(id)


def load_from(name: str, value: str, owner: str) -> Ruleset[Any]:
    """Return the ruleset that the entry point *name* of the distribution *owner* offers at *value*.

    Raises:
        RegistryError: If it cannot be loaded, or is no ruleset for this library.
    """
    module, _, attribute = value.partition(":")
    if not module.strip() or not attribute.strip():
        raise RegistryError(f"the entry point {name!r} of {owner} leads to {value!r}: write module:object")
    try:
        # What a plug-in prints must not stand in front of an answer.
        with redirect_stdout(None if sys.stderr is None else cast("IO[str]", _Messages())):
            loaded = EntryPoint(name, value, GROUP).load()
            _require_sound(loaded, name, owner)
    except (KeyboardInterrupt, RegistryError):
        raise
    except BaseException as error:
        raise RegistryError(
            f"the ruleset {name!r} of {owner} cannot be loaded from {value!r}: {said_of(error)}"
        ) from error
    ruleset: Ruleset[Any] = loaded
    return ruleset


def _require_sound(loaded: Any, name: str, owner: str) -> None:
    """Refuse what is no ruleset of that *name* for this library."""
    # Not isinstance, which believes what an object says of itself.
    if not issubclass(type(loaded), Ruleset) or not hasattr(loaded, "id"):
        what = "an unfinished one" if issubclass(type(loaded), Ruleset) else type(loaded).__name__
        raise RegistryError(f"the entry point {name!r} of {owner} is not a Ruleset but {what}")
    ruleset: Ruleset[Any] = loaded
    if ruleset.id != name:
        raise RegistryError(f"the entry point {name!r} of {owner} offers a ruleset that calls itself {ruleset.id!r}")
    if ruleset.kernel_version != KERNEL_VERSION:
        raise RegistryError(
            f"the ruleset {name!r} of {owner} was written for kernel version {ruleset.kernel_version}; "
            f"this library has version {KERNEL_VERSION}: install a version of {owner} for it"
        )


class _Messages:
    """Standard error in the place of standard output; to close it does nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)

    def close(self) -> None:
        """Stay open: whoever imports a plug-in goes on writing."""


def claims() -> dict[str, tuple[str, str] | RegistryError]:
    """Return where every ruleset is to be found, by id: its entry point's value, and the distribution that owns it.

    An id that two distributions claim has the error that says so.
    """
    found: dict[str, tuple[str, str] | RegistryError] = {}
    for id in available():
        try:
            found[id] = _claim(id)
        except RegistryError as error:
            found[id] = error
    return found


def _claim(id: str) -> tuple[str, str]:
    found = _distinct(entry for entry in _entries() if entry.name == id)
    if not found:
        raise UnknownNameError("ruleset", id, available())
    if len(found) > 1:
        owners = " and ".join(sorted(_owner(entry) for entry in found))
        raise RegistryError(f"the ruleset id {id!r} is claimed by {owners}; uninstall one of them")
    return found[0].value, _owner(found[0])


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
