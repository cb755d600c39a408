"""Read resolutions from JSON documents of every version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, cast, get_type_hints

import attrs

from rcw_rules.digests import digest_of
from rcw_rules.former_names import with_names_of_today
from rcw_rules.house import HouseRules, vain_changes
from rcw_rules.kernel.dice import Face
from rcw_rules.kernel.errors import InvalidRequestError, Problem, WireVersionError
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.kernel.record import ProcedureStep, Record, RollStep, Step
from rcw_rules.kernel.seals import Seal
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_object
from rcw_rules.marks import Settles
from rcw_rules.migrations import MIGRATIONS
from rcw_rules.resolution import RESOLUTION_FORMAT, RESOLUTION_VERSION, Resolution, RulesetIdentity
from rcw_rules.wire import open_envelope, parse_json, structure

_KEYS = (
    "procedure",
    "ruleset",
    "options",
    "request",
    "outcome",
    "dice",
    "record",
    "replaced_charts",
    "house",
    "seal",
    "digest",
)


class Edition(Protocol):
    """What reading a document needs to know of the ruleset that it belongs to."""

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        ...

    @property
    def edition(self) -> str:
        """The edition of the book."""
        ...

    @property
    def rules_version(self) -> int:
        """The version of the library's reading of it."""
        ...

    @property
    def options(self) -> Any:
        """The options in force, for their class."""
        ...

    def procedure(self, id: str) -> Procedure[Any, Any, Any]:
        """Return the procedure of that id."""
        ...


def load_resolution(ruleset: Edition, text: str | bytes) -> Resolution[Any]:
    """Read a resolution of *ruleset* back.

    Raises:
        InvalidRequestError: If it is not such a document, belongs to another ruleset, says something in words that
            differs from its facts, or was changed after it was written.
        UnknownNameError: If the ruleset has no such procedure.
        WireVersionError: If a newer version of the library wrote it.
        TypeError: If *text* is not a text: a mistake of the caller.
    """
    if not isinstance(cast("object", text), str | bytes):
        raise TypeError(f"a resolution is read from its JSON, a str or bytes, not from {show(text, 'python')}")
    document = parse_json(text, "the resolution")
    body = open_envelope(document, RESOLUTION_FORMAT, RESOLUTION_VERSION, MIGRATIONS)
    problems = [Problem(f"$.{key}", "is missing") for key in _KEYS if key not in body]
    problems += [Problem(f"$.{key}", "is not a key of a resolution") for key in body if key not in _KEYS]
    if problems:
        raise InvalidRequestError(problems)
    identity = structure(body["ruleset"], RulesetIdentity, "$.ruleset")
    require_identity(identity, ruleset, "resolution")
    house = None if body["house"] is None else house_of(body["house"], ruleset)
    require_every_option(ruleset.options, body["options"], identity.rules_version)
    procedure = ruleset.procedure(structure(body["procedure"], str, "$.procedure"))
    options, request, outcome = (
        with_names_of_today(body[key], declared, identity.rules_version)
        for key, declared in (
            ("options", ruleset.options.__class__),
            ("request", procedure.request_type),
            ("outcome", procedure.outcome_type),
        )
    )
    steps: tuple[Step, ...] = structure(body["record"], tuple[Step, ...], "$.record")
    resolution: Resolution[Any] = Resolution(
        procedure=procedure.id,
        title=procedure.title,
        ruleset=identity,
        options=structure(options, ruleset.options.__class__, "$.options"),
        request=structure(request, procedure.request_type, "$.request"),
        outcome=structure(outcome, procedure.outcome_type, "$.outcome", limited=False),
        record=Record(steps),
        replaced_charts=structure(body["replaced_charts"], tuple[str, ...], "$.replaced_charts"),
        house=house,
        seal=_seal_of(body["seal"]),
    )
    if resolution.dice != structure(body["dice"], tuple[Face, ...], "$.dice"):
        raise InvalidRequestError([Problem("$.dice", "differs from the faces in the record")])
    require_numbered(resolution)
    assert is_object(document)  # noqa: S101 - it had an envelope
    if document["schema_version"] == RESOLUTION_VERSION:  # older versions have no digest
        _require_unchanged(document)
    return resolution


def require_identity(identity: RulesetIdentity, ruleset: Edition, what: str) -> None:
    """Refuse a document of another ruleset or edition, or of rules that are newer than this library's.

    Args:
        identity: The ruleset that the document names.
        ruleset: The ruleset that reads it.
        what: What the document is, for messages: ``resolution``.

    Raises:
        InvalidRequestError: If it belongs to another ruleset or edition.
        WireVersionError: If its rules are newer.
    """
    if identity.id != ruleset.id:
        raise InvalidRequestError([Problem("$.ruleset.id", f"expected {ruleset.id!r}, got {identity.id!r}")])
    if identity.edition != ruleset.edition:
        raise InvalidRequestError(
            [Problem("$.ruleset.edition", f"expected {ruleset.edition!r}, got {identity.edition!r}")]
        )
    if identity.rules_version > ruleset.rules_version:
        raise WireVersionError(
            f"the {what} was made by version {identity.rules_version} of the rules of {ruleset.id}, and this "
            f"library knows version {ruleset.rules_version}: update it"
        )


def _require_unchanged(document: dict[str, Any]) -> None:
    """Refuse a document whose digest is not that of what it says."""
    written = structure(document["digest"], str, "$.digest")
    digest = digest_of(document)
    if written != digest:
        message = f"the document was changed after it was written: its digest is {digest}, not {written}"
        raise InvalidRequestError([Problem("$.digest", message)])


def require_numbered(resolution: Resolution[Any]) -> None:
    """Refuse sealed throws without a seal, and numbers of throws that do not follow one another.

    Raises:
        InvalidRequestError: Naming the place of each.
    """
    problems: list[Problem] = []
    following: int | None = None
    for path, roll in _rolls(resolution.record.steps, "$.record"):
        if roll.by != "sealed":
            if roll.draw is not None or roll.sides:
                problems.append(Problem(path, f"only a sealed throw has draw and sides, not one by {roll.by!r}"))
        elif resolution.seal is None:
            problems.append(Problem(f"{path}.by", "a throw is sealed, and $.seal is null"))
        elif roll.draw is None or roll.draw != (following or max(roll.draw, 1)):
            told = "a number from 1" if following is None else f"{following}, since the throws of a game are counted"
            problems.append(Problem(f"{path}.draw", f"expected {told}, got {show(roll.draw, 'json')}"))
        elif len(roll.sides) != len(roll.faces):
            problems.append(Problem(f"{path}.sides", "expected one number for each face"))
        following = roll.draw + 1 if roll.draw is not None else following
    if problems:
        raise InvalidRequestError(problems)


def _rolls(steps: tuple[Step, ...], path: str) -> Iterator[tuple[str, RollStep]]:
    for number, step in enumerate(steps):
        if isinstance(step, RollStep):
            yield f"{path}[{number}]", step
        elif isinstance(step, ProcedureStep):
            yield from _rolls(step.steps, f"{path}[{number}].steps")


def _seal_of(written: object) -> Seal | None:
    return None if written is None else structure(written, Seal, "$.seal")


def house_of(written: object, ruleset: Edition) -> HouseRules:
    """Read house rules that the ruleset may once have accepted; whether they fit it today is asked at a replay."""
    house = structure(written, HouseRules, "$.house")
    problems = list(vain_changes(house))
    if house.ruleset != ruleset.id:
        problems = [Problem("$.ruleset", f"expected {ruleset.id!r}, got {house.ruleset!r}")]
    if problems:
        raise InvalidRequestError(Problem(f"$.house{problem.path[1:]}", problem.message) for problem in problems)
    return house


def require_every_option(options: Any, written: object, rules_version: int) -> None:
    """Refuse a document that leaves an option of its day to today's default, which may be another."""
    since = {
        name: mark.since
        for name, hint in get_type_hints(options.__class__, include_extras=True).items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Settles)
    }
    names = [field.name for field in attrs.fields(options.__class__) if since.get(field.name, 1) <= rules_version]
    missing = [name for name in names if isinstance(written, dict) and name not in written]
    if missing:
        raise InvalidRequestError(Problem(f"$.options.{name}", "is missing") for name in missing)
