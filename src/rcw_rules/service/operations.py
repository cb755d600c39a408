"""What the service can be asked: one `Operation` each, from which both the routes and the OpenAPI document are made.

A module of operations offers ``OPERATIONS``, a tuple of them, and `rcw_rules.service.app` joins these. A handler is an
async function of what was `Incoming`; it returns plain data, a `Reply` with another status or headers, or a response of
Starlette for anything that is not JSON. It refuses by raising an error of the library, or a `DeclinedError`.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from attrs import field, frozen
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

if TYPE_CHECKING:
    from rcw_rules.service.computing import Workers
    from rcw_rules.service.settings import Settings

__all__ = ["Incoming", "Operation", "Parameter", "Reply", "Service"]

_Schema: TypeAlias = dict[str, Any]
T = TypeVar("T")


@frozen(kw_only=True)
class Reply:
    """An answer of JSON that is not just 200.

    Attributes:
        data: Plain data; decimals are written exactly.
        status: The status.
        headers: Headers besides those that every answer has.
    """

    data: Any
    status: int = 200
    headers: Mapping[str, str] = field(factory=dict[str, str])


@frozen(kw_only=True)
class Parameter:
    """A parameter of an address.

    Attributes:
        name: Its name, as in ``/api/rulesets/{ruleset}``, in the query, or of the header.
        about: What it is.
        place: Where it stands.
        schema: What it may be: ``string``, ``integer`` or ``boolean``, with its limits. A query is held against it.
        is_required: Whether it must be there; in the path it always is.
        example: An example.
    """

    name: str
    about: str
    place: Literal["path", "query", "header"] = "path"
    schema: _Schema = field(factory=lambda: {"type": "string"})
    is_required: bool = False
    example: Any = None


class Service:
    """What all handlers of one running service share.

    Attributes:
        settings: What it is set to.
        operations: Everything that it can be asked.
        workers: The processes for long questions.
    """

    def __init__(self, settings: Settings, operations: tuple[Operation, ...], workers: Workers) -> None:
        self.settings = settings
        self.operations = operations
        self.workers = workers
        self._parts: dict[str, Any] = {}
        self._at_start: list[Callable[[], Awaitable[object]]] = []
        self._at_end: list[Callable[[], Awaitable[object]]] = []

    def part(self, name: str, make: Callable[[], T]) -> T:
        """Return the one object of that *name*, such as the OpenAPI document, made when it is first asked for."""
        if name not in self._parts:
            self._parts[name] = make()
        part: T = self._parts[name]
        return part

    def at_start(self, begin: Callable[[], Awaitable[object]]) -> None:
        """Have *begin* called when the service starts."""
        self._at_start.append(begin)

    def at_end(self, close: Callable[[], Awaitable[object]]) -> None:
        """Have *close* called when the service ends, before what was registered earlier."""
        self._at_end.append(close)

    async def in_thread(self, function: Callable[..., T], *args: Any) -> T:
        """Call *function* in another thread, for what waits for a disk, and return what it returns."""
        return await asyncio.get_running_loop().run_in_executor(None, functools.partial(function, *args))

    async def start(self) -> None:
        """Begin everything: the workers, then what was registered with `at_start`."""
        self.workers.start()
        for begin in self._at_start:
            await begin()

    async def close(self) -> None:
        """End everything: what was registered with `at_end`, the last first, then the workers."""
        while self._at_end:
            await self._at_end.pop()()
        await self.workers.close()


@frozen(kw_only=True)
class Incoming:
    """What a handler is asked.

    Attributes:
        service: The service.
        path: The parameters of the path, by name.
        query: The parameters of the query that were given, by name: texts, whole numbers, or yes and no.
        headers: The headers, by name in lower case.
        body: The body, an object; empty where the operation has none.
        size: How many bytes the body had.
        request: The request itself, or None where the question came another way.
    """

    service: Service
    path: Mapping[str, str] = field(factory=dict[str, str])
    query: Mapping[str, Any] = field(factory=dict[str, Any])
    headers: Mapping[str, str] = field(factory=dict[str, str])
    body: dict[str, Any] = field(factory=dict[str, Any])
    size: int = 0
    request: HttpRequest | None = None


Handler: TypeAlias = Callable[[Incoming], Awaitable["dict[str, Any] | Reply | Response"]]


@frozen(kw_only=True)
class Operation:
    """One thing that the service can be asked.

    Attributes:
        id: Its name in the OpenAPI document: ``resolve``.
        method: The method.
        path: The address, parameters in braces: ``/api/rulesets/{ruleset}``.
        summary: What it does, an imperative sentence without its full stop.
        tag: The group that it stands in: ``reference`` or ``questions``.
        handler: What answers.
        parameters: The parameters of path, query and headers.
        body: The schema of the body, or None where there is none.
        example: An example of the body.
        answer: The schema of the answer.
        status: The status of the answer.
        media: The media type of the answer.
        refusals: Codes of the problems that it may answer with, besides those that every operation has.
        is_reference: Whether the answer changes with the version of the library alone, so that clients may keep it.
        is_long: Whether it may take long, so that it is cancelled when its client goes away.
    """

    id: str
    method: Literal["GET", "POST"]
    path: str
    summary: str
    tag: str
    handler: Handler
    parameters: tuple[Parameter, ...] = ()
    body: _Schema | None = None
    example: Any = None
    answer: _Schema = field(factory=lambda: {"type": "object"})
    status: int = 200
    media: str = "application/json"
    refusals: tuple[str, ...] = ()
    is_reference: bool = False
    is_long: bool = False


def by_path(operations: Iterable[Operation]) -> dict[str, dict[str, Operation]]:
    """Return the *operations* by path and then by method, in their order."""
    found: dict[str, dict[str, Operation]] = {}
    for one in operations:
        methods = found.setdefault(one.path, {})
        if one.method in methods:
            raise ValueError(f"two operations for {one.method} {one.path}: {methods[one.method].id} and {one.id}")
        methods[one.method] = one
    return found
