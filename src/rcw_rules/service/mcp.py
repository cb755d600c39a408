"""The same service for language models: operations as tools of the Model Context Protocol.

A tool takes the parameters of its operation and the keys of its body as its arguments, and returns the same document. A
refusal is a result with ``isError`` and the problem document, so that a model can read what is wrong and ask again.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from starlette.responses import Response

from rcw_rules import __version__
from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import InvalidRequestError, Problem, UnknownNameError, close_names, did_you_mean
from rcw_rules.kernel.reading import TextLimits
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_object
from rcw_rules.service.app import OPERATIONS
from rcw_rules.service.computing import Workers, in_json
from rcw_rules.service.dispatch import read_parameter
from rcw_rules.service.operations import Incoming, Operation, Parameter, Reply, Service
from rcw_rules.service.problems import problem_of
from rcw_rules.service.settings import Settings

__all__ = ["call_tool", "mcp_server", "run_mcp", "tools_of"]

_INSTRUCTIONS = (
    "Answers questions about the rules of Russian Civil War wargames, with citations and exact odds. Find a procedure "
    "with `procedures`, read its fields with `procedure`, start from `example`, then ask `verdict`, `resolve`, `odds` "
    "or `session`. Never invent dice: give those that were thrown, or a seed. In a match read `digest` and the legal "
    "actions first, and send that digest with the action: one that is stale is refused. Then read the match again."
)


def tools_of(operations: tuple[Operation, ...]) -> dict[str, Operation]:
    """Return the operations that are tools, by name: those that answer in JSON, but not this document of them all."""
    return {one.id: one for one in operations if one.media == "application/json" and one.id != "openapi"}


def _arguments(one: Operation) -> dict[str, Parameter]:
    """Return the parameters of an operation by the names of arguments: Rcw-Seat is ``rcw_seat``."""
    return {parameter.name.lower().replace("-", "_"): parameter for parameter in one.parameters}


def _schema(one: Operation) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, parameter in _arguments(one).items():
        properties[name] = {**parameter.schema, "description": parameter.about}
        if parameter.place == "path" or parameter.is_required:
            required.append(name)
    if one.body is not None:
        properties |= one.body.get("properties", {})
        required += one.body.get("required", [])
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


async def call_tool(service: Service, name: str, arguments: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
    """Call a tool.

    Args:
        service: The service.
        name: The id of an operation.
        arguments: Its parameters and the keys of its body.

    Returns:
        Whether it was refused, and the document: the answer, or the problem.
    """
    tools = tools_of(service.operations)
    try:
        if name not in tools:
            return True, problem_of(UnknownNameError("tool", name, tools))
        found = await tools[name].handler(_asked(service, tools[name], arguments))
    except Exception as error:  # noqa: BLE001 - a mistake in one answer ends no conversation
        return True, problem_of(error)
    if isinstance(found, Response):
        return False, json.loads(bytes(found.body))
    data = found.data if isinstance(found, Reply) else found
    return False, json.loads(in_json(data))


def _asked(service: Service, one: Operation, arguments: dict[str, Any]) -> Incoming:
    text = json.dumps(arguments)
    limits = TextLimits(json_bytes=service.settings.body_bytes, nesting=service.settings.nesting)
    given = parse_json(text, "the arguments", limits=limits)
    if not is_object(given):
        raise InvalidRequestError([Problem("$", f"expected an object, not {show(given, 'json')}")])
    known = _arguments(one)
    places: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}}
    body: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in given.items():
        parameter = known.get(key)
        if parameter is None:
            body[key] = value
        elif parameter.place == "query":
            places["query"][parameter.name] = read_parameter(parameter, _in_an_address(value))
        elif isinstance(value, str):
            shown = parameter.name.lower() if parameter.place == "header" else parameter.name
            places[parameter.place][shown] = value
        else:
            problems.append(Problem(f"$.{key}", f"expected a text, not {show(value, 'json')}"))
    problems += [
        Problem(f"$.{key}", f"missing: {parameter.about}")
        for key, parameter in known.items()
        if key not in given and (parameter.place == "path" or parameter.is_required)
    ]
    if one.body is None:
        problems += [Problem(f"$.{key}", f"unknown argument{did_you_mean(close_names(key, known))}") for key in body]
    if problems:
        raise InvalidRequestError(problems)
    return Incoming(
        service=service, path=places["path"], query=places["query"], headers=places["header"], body=body, size=len(text)
    )


def _in_an_address(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)


def mcp_server(service: Service) -> Server[Any]:
    """Return the server that offers the operations of *service* as tools."""
    tools = [
        types.Tool(name=one.id, title=one.summary, description=f"{one.summary}.", input_schema=_schema(one))
        for one in tools_of(service.operations).values()
    ]

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        is_refused, document = await call_tool(service, params.name, params.arguments or {})
        text = types.TextContent(type="text", text=in_json(document).decode())
        return types.CallToolResult(content=[text], structured_content=document, is_error=is_refused)

    return Server(
        "rcw_rules", version=__version__, instructions=_INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call
    )


def run_mcp(settings: Settings) -> None:
    """Speak the protocol on standard input and output until the input ends."""
    asyncio.run(_run(settings))


async def _run(settings: Settings) -> None:
    service = Service(settings, OPERATIONS, Workers(settings))
    async with stdio_server() as (reading, writing):
        try:
            server = mcp_server(service)
            await server.run(reading, writing, server.create_initialization_options())
        finally:
            await service.close()
