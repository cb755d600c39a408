"""From an HTTP request to an operation and back: parameters, body, answer, problems, and clients that go away."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import InvalidRequestError, Problem, QuestionCancelledError, close_names
from rcw_rules.kernel.reading import TextLimits
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_object
from rcw_rules.service.computing import in_json
from rcw_rules.service.operations import Incoming, Operation, Parameter, Reply, Service
from rcw_rules.service.problems import PROBLEM_MEDIA, DeclinedError, problem_of

__all__ = ["Endpoint", "problem_response", "read_parameter"]

_MOST_IN_AN_ADDRESS = 200
"""How many characters a parameter of an address may have, unless its schema says otherwise."""


class Endpoint:
    """Answers all requests to one path."""

    def __init__(self, methods: Mapping[str, Operation], service: Service) -> None:
        """Answer with one of the operations of the path.

        Args:
            methods: These operations, by method.
            service: The service.
        """
        self._methods = methods
        self._service = service
        self._allowed = ", ".join(sorted({*methods, *(["HEAD"] if "GET" in methods else [])}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await self._answer(HttpRequest(scope, receive, send))
        await response(scope, receive, send)

    async def _answer(self, request: HttpRequest) -> Response:
        operation = self._methods.get("GET" if request.method == "HEAD" else request.method)
        try:
            if operation is None:
                return problem_response(self._no_method(request.method))
            asked = await _asked(operation, self._service, request)
            found = await (_unless_gone(operation, asked, request) if operation.is_long else operation.handler(asked))
            return _response(operation, found, request)
        except ClientDisconnect:
            return Response(status_code=499)  # nobody reads it
        except Exception as error:  # noqa: BLE001 - a mistake of the library, or of a ruleset, ends no service
            return problem_response(error, in_path=operation is not None and "{" in operation.path)

    def _no_method(self, method: str) -> DeclinedError:
        return DeclinedError("method", f"{method} is not a method of this address", headers={"Allow": self._allowed})


def problem_response(error: Exception, *, in_path: bool = False) -> Response:
    """Return *error* as a response; what nobody expected goes to standard error in full."""
    problem = problem_of(error, in_path=in_path)
    if problem["code"] in ("internal", "not-deterministic", "registry", "player"):
        sys.stderr.write("".join(traceback.format_exception(error)))
    headers = dict(error.headers) if isinstance(error, DeclinedError) else {}
    return Response(in_json(problem), problem["status"], {"Cache-Control": "no-store", **headers}, PROBLEM_MEDIA)


async def _asked(operation: Operation, service: Service, request: HttpRequest) -> Incoming:
    body: dict[str, Any] = {}
    text = b""
    if operation.body is not None:
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != "application/json":
            raise DeclinedError("media-type", f"the body is {media or 'of no media type'}; send application/json")
        most = service.settings.body_bytes
        limits = TextLimits(json_bytes=most, nesting=service.settings.nesting)
        text = await _body(request, most)
        data = parse_json(text, "the body", limits=limits)
        if not is_object(data):
            raise InvalidRequestError([Problem("$", f"expected an object, not {show(data, 'json')}")])
        body = data
    return Incoming(
        service=service,
        path=_path(operation, request),
        query=_query(operation, request),
        headers=request.headers,
        body=body,
        size=len(text),
        request=request,
    )


async def _body(request: HttpRequest, most: int) -> bytes:
    """Return the body, of which no more is read than may be."""
    too_large = DeclinedError(
        "too-large", f"the body is larger than {most:,} bytes", headers={"Connection": "close"}, most=most
    )
    length = request.headers.get("content-length", "")
    if length.isdecimal() and len(length) < 20 and int(length) > most:
        raise too_large
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_large
        parts.append(part)
    return b"".join(parts)


def _path(operation: Operation, request: HttpRequest) -> dict[str, str]:
    path: dict[str, str] = dict(request.path_params)
    for parameter in operation.parameters:
        if parameter.place == "path" and len(path[parameter.name]) > _MOST_IN_AN_ADDRESS:
            raise DeclinedError("not-found", f"{parameter.name} is longer than {_MOST_IN_AN_ADDRESS} characters")
    return path


def _query(operation: Operation, request: HttpRequest) -> dict[str, Any]:
    known = {one.name: one for one in operation.parameters if one.place == "query"}
    found: dict[str, Any] = {}
    for name, text in request.query_params.multi_items():
        if name not in known:
            near = close_names(name, known)
            wrong = f"{show(name, 'json')} is not a parameter of this address"
            raise DeclinedError("parameter", wrong, name=name[:_MOST_IN_AN_ADDRESS], suggestions=list(near))
        if name in found:
            raise DeclinedError("parameter", f"{name} is given twice", name=name)
        found[name] = read_parameter(known[name], text)
    for name, parameter in known.items():
        if parameter.is_required and name not in found:
            raise DeclinedError("parameter", f"{name} is missing", name=name)
    return found


def read_parameter(parameter: Parameter, text: str) -> str | int | bool:
    """Return the value of a parameter of the query, held against its schema.

    Raises:
        DeclinedError: It does not fit (``parameter``).
    """
    schema, name = parameter.schema, parameter.name
    match schema["type"]:
        case "boolean":
            if text not in ("true", "false"):
                raise DeclinedError("parameter", f"{name} is true or false, not {show(text, 'json')}", name=name)
            return text == "true"
        case "integer":
            least, most = schema.get("minimum", 0), schema.get("maximum", 1_000_000)
            digits = text.removeprefix("-")
            is_number = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most))
            if not is_number or not least <= int(text) <= most:
                wrong = f"{name} is a whole number from {least:,} to {most:,}, not {show(text, 'json')}"
                raise DeclinedError("parameter", wrong, name=name)
            return int(text)
        case _:
            longest = schema.get("maxLength", _MOST_IN_AN_ADDRESS)
            if len(text) > longest:
                raise DeclinedError("parameter", f"{name} has at most {longest} characters", name=name)
            if text not in schema.get("enum", [text]):
                expected = ", ".join(schema["enum"])
                wrong = f"{name} is one of {expected}, not {show(text, 'json')}"
                raise DeclinedError("parameter", wrong, name=name)
            return text


async def _unless_gone(
    operation: Operation, asked: Incoming, request: HttpRequest
) -> dict[str, Any] | Reply | Response:
    """Return what the handler returns; it is cancelled if the client goes away before."""
    answering = asyncio.ensure_future(operation.handler(asked))
    going = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({answering, going}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            answering.cancel()
            with suppress(asyncio.CancelledError, QuestionCancelledError):
                await answering
            raise ClientDisconnect
        return answering.result()
    finally:
        for task in (answering, going):
            task.cancel()


async def _gone(request: HttpRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(operation: Operation, found: dict[str, Any] | Reply | Response, request: HttpRequest) -> Response:
    if isinstance(found, Response):
        return found
    reply = found if isinstance(found, Reply) else Reply(data=found, status=operation.status)
    content = in_json(reply.data)
    headers = {"Cache-Control": "no-store", **reply.headers}
    if operation.is_reference:
        tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        headers |= {"ETag": tag, "Cache-Control": "no-cache"}
        if tag in [one.strip() for one in request.headers.get("if-none-match", "").split(",")]:
            return Response(status_code=304, headers=headers)
    return Response(content, reply.status, headers, operation.media)
