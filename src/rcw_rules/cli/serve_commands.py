"""The command ``rcw serve``: the service for other programs."""

from __future__ import annotations

import secrets
import socket
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from rcw_rules.cli.options import Decorator, debug_option, once

if TYPE_CHECKING:
    from rcw_rules.service.settings import Settings

_DECORATORS: tuple[Decorator, ...] = (
    once("--host", metavar="ADDRESS", help="The address to listen on; 127.0.0.1 by default, this machine alone."),
    once("--port", type=click.IntRange(0, 65_535), metavar="N", help="The port; 8017 by default, 0 for any free one."),
    once("--token", metavar="TEXT", help="What a client must show; drawn by itself where other machines can ask."),
    click.option(
        "--allow-origin", "origins", multiple=True, metavar="ORIGIN", help="A web page elsewhere that may ask."
    ),
    once("--workers", type=click.IntRange(1, 64), metavar="N", help="How many processes work on long questions; 2."),
    once(
        "--time", "seconds", type=click.FloatRange(0.1, 3600), metavar="N", help="Seconds that a question may take; 5."
    ),
    once("--memory", "megabytes", type=click.FloatRange(1, 65_536), metavar="MB", help="What it may hold; 200."),
    debug_option,
)


def _options(function: Callable[..., None]) -> Callable[..., None]:
    for decorate in reversed(_DECORATORS):
        function = decorate(function)
    return function


@click.command("serve")
@click.option("--mcp", "as_mcp", is_flag=True, help="Speak the Model Context Protocol on standard input and output.")
@_options
def serve(*, as_mcp: bool, **given: Any) -> None:
    """Answer other programs over HTTP.

    The address is printed. /api/openapi.json describes everything that can be asked. Other machines can ask only with
    --host, and then every client shows a token.
    """
    settings = _settings(given)
    if as_mcp:
        if find_spec("mcp") is None:
            raise click.ClickException("--mcp needs the package mcp: pip install 'rcw-rules[mcp]'")
        from rcw_rules.service.mcp import run_mcp

        run_mcp(settings)
        return
    _serve(settings)


def _settings(given: dict[str, Any]) -> Settings:
    """Return the settings of a command; what was not given is as usual."""
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise click.ClickException("the service needs Starlette and uvicorn: pip install 'rcw-rules[serve]'")
    from rcw_rules.service.settings import LOOPBACK, Settings

    chosen = {name: value for name, value in given.items() if value not in (None, ())}
    for origin in chosen.get("origins", ()):
        _require_origin(origin)
    token = chosen.get("token")
    if token is not None and not (token.isascii() and token.isprintable() and len(token) >= 8 and " " not in token):
        raise click.UsageError("--token is a text of at least 8 letters, digits and signs", click.get_current_context())
    host = chosen.get("host", "127.0.0.1")
    if host not in LOOPBACK:
        chosen.setdefault("token", secrets.token_urlsafe(12))
        names = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local", host.lower()}
        chosen["hosts"] = (*LOOPBACK, *sorted(names))
    return Settings(**chosen)


def _require_origin(origin: str) -> None:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(origin)
        is_origin = parts.scheme in ("http", "https") and origin == f"{parts.scheme}://{parts.netloc}" and parts.netloc
    except ValueError:
        is_origin = False
    if not is_origin or origin != origin.lower():
        wrong = f"--allow-origin {origin!r} is not an origin: write https://club.example or http://127.0.0.1:5173"
        raise click.UsageError(wrong, click.get_current_context())


def _serve(settings: Settings) -> None:
    import uvicorn
    from attrs import evolve

    from rcw_rules.service.app import create_app

    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    with listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, settings.port))
            listening.listen(128)
        except OSError as error:
            reason = error.strerror or str(error)
            raise click.ClickException(
                f"cannot listen on {settings.host} port {settings.port}: {reason[:1].lower()}{reason[1:]}; "
                f"choose another with --port"
            ) from None
        settings = evolve(settings, port=listening.getsockname()[1])
        click.echo(f"rcw: listening on {_address(settings)} (Ctrl-C ends it)")
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=True,
            lifespan="on",
            ws="none",
            timeout_graceful_shutdown=3,
            proxy_headers=False,
        )
        with warnings.catch_warnings():
            # A signal before the loop runs leaves a coroutine of uvicorn behind, which nobody needs any more.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            uvicorn.Server(config).run(sockets=[listening])


def _address(settings: Settings) -> str:
    """Return the address to open, with the token if there is one."""
    host = settings.host
    if host in ("0.0.0.0", "::"):  # noqa: S104 - any address of this machine; its name is one that others know
        host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{settings.port}/" + (f"?token={settings.token}" if settings.token else "")


serve_commands: tuple[click.Command, ...] = (serve,)
