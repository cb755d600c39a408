"""The service as an ASGI application.

``create_app(Settings())`` makes one; ``app`` is one with the usual settings, to mount in another application::

    from starlette.applications import Starlette
    from starlette.routing import Mount
    from rcw_rules.service.app import app

    club = Starlette(routes=[Mount("/rules", app)])
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from rcw_rules.service import questions, reference
from rcw_rules.service.computing import Workers
from rcw_rules.service.dispatch import Endpoint, problem_response
from rcw_rules.service.guards import Guards
from rcw_rules.service.openapi import openapi
from rcw_rules.service.operations import Incoming, Operation, Service, by_path
from rcw_rules.service.problems import DeclinedError
from rcw_rules.service.settings import Settings
from rcw_rules.service.telling import remember_rulesets

__all__ = ["OPERATIONS", "app", "create_app"]


async def _openapi(asked: Incoming) -> dict[str, Any]:
    return asked.service.part("openapi", lambda: openapi(asked.service.operations, questions.SCHEMAS))


_DOCUMENT = Operation(
    id="openapi",
    method="GET",
    path="/api/openapi.json",
    summary="Return this document",
    tag="reference",
    handler=_openapi,
    answer={"type": "object", "required": ["openapi", "info", "paths"]},
    is_reference=True,
)

OPERATIONS: tuple[Operation, ...] = (_DOCUMENT, *reference.OPERATIONS, *questions.OPERATIONS)
"""Everything that the service can be asked."""


def create_app(settings: Settings | None = None) -> Starlette:
    """Return the service as an application.

    Args:
        settings: What it is set to; as usual for None.
    """
    settings = settings or Settings()
    service = Service(settings, OPERATIONS, Workers(settings))
    routes = [Route(path, Endpoint(methods, service)) for path, methods in by_path(OPERATIONS).items()]

    routes.append(Route("/", _front))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        await service.start()
        loading = asyncio.ensure_future(service.in_thread(remember_rulesets))
        warming = asyncio.create_task(_warm(service)) if settings.is_warmed else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await loading
            await service.close()

    made = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _not_found})
    made.router.redirect_slashes = False  # an address is one address
    made.add_middleware(Guards, settings=settings)
    made.state.service = service
    return made


async def _warm(service: Service) -> None:
    """Ask what takes long; then the collector of cycles need not look through it again and again."""
    await reference.warm_up(service)
    gc.collect()
    gc.freeze()


async def _front(request: HttpRequest) -> Response:
    """Lead a browser from the address that is printed to what can be asked."""
    return RedirectResponse(f"{request.scope.get('root_path', '')}/api", status_code=303)


async def _not_found(request: HttpRequest, error: Exception) -> Response:
    return problem_response(DeclinedError("not-found", f"there is nothing at {request.url.path}"))


app: Starlette = create_app()
