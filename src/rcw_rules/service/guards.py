"""Who may ask: the name of the service, the web pages that may use it, and the token. And headers for every answer."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rcw_rules.service.dispatch import problem_response
from rcw_rules.service.problems import DeclinedError
from rcw_rules.service.settings import Settings

__all__ = ["SECURITY_HEADERS", "Guards"]

COOKIE = "rcw-token"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer has; an answer may set its own Content-Security-Policy."""

_METHODS = "GET, POST, OPTIONS"
_HEADERS = "Authorization, Content-Type, Last-Event-ID, Rcw-Seat, Rcw-Log"


class Guards:
    """Refuses who may not ask, before anything else is looked at."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        is_allowed_origin = origin != "" and origin in self._settings.origins

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    answered.setdefault(name, value)
                answered.add_vary_header("Origin")
                if is_allowed_origin:
                    answered["Access-Control-Allow-Origin"] = origin
                    answered["Cross-Origin-Resource-Policy"] = "cross-origin"
                    answered["Access-Control-Expose-Headers"] = "ETag, Retry-After"
            await send(message)

        try:
            response = self._response(scope, headers, origin)
        except DeclinedError as error:
            response = problem_response(error)
        await (self._app if response is None else response)(scope, receive, send_guarded)

    def _response(self, scope: Scope, headers: Headers, origin: str) -> Response | None:
        """Return the answer to a request that is not passed on, or None.

        Raises:
            DeclinedError: It is refused.
        """
        self._require_host(headers)
        self._require_origin(headers, origin)
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            allowed = {
                "Access-Control-Allow-Methods": _METHODS,
                "Access-Control-Allow-Headers": _HEADERS,
                "Access-Control-Max-Age": "600",
            }
            return Response(status_code=204, headers=allowed)
        leading = self._with_cookie(scope)
        if leading is None:
            self._require_token(headers)
        return leading

    def _require_host(self, headers: Headers) -> None:
        given = headers.getlist("host")
        host = _name_of(f"//{given[0]}") if len(given) == 1 else ""
        if not host:
            raise DeclinedError("host", "the header Host must name the service, once")
        if self._settings.hosts and host not in self._settings.hosts:
            # A token is needed wherever any address will do.
            if self._settings.token and _is_address(host):
                return
            raise DeclinedError("host", f"this service is not {host!r}: ask it under the address that it printed")

    def _require_origin(self, headers: Headers, origin: str) -> None:
        """Refuse what comes from another web page: a browser says so."""
        if origin and origin not in self._settings.origins and _authority_of(origin) != headers["host"].lower():
            raise DeclinedError("origin", f"web pages of {origin!r} may not ask this service")

    def _with_cookie(self, scope: Scope) -> Response | None:
        """Return what keeps the token of ``/?token=`` in a cookie and leads to the same page without it."""
        if not self._settings.token or scope["method"] != "GET" or scope["path"] != f"{scope.get('root_path', '')}/":
            return None
        query = parse_qs(scope["query_string"].decode("latin-1"))
        tokens = query.pop("token", [])
        if len(tokens) != 1:
            return None
        self._require(tokens[0])
        rest = urlencode(query, doseq=True)
        response = RedirectResponse("./" + (f"?{rest}" if rest else ""), 303, {"Cache-Control": "no-store"})
        response.set_cookie(COOKIE, tokens[0], httponly=True, samesite="strict", path="/")
        return response

    def _require_token(self, headers: Headers) -> None:
        if not self._settings.token:
            return
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            self._require(token.strip())
        else:
            self._require(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""))

    def _require(self, token: str) -> None:
        if not hmac.compare_digest(token.encode(), self._settings.token.encode()):
            wrong = "that is not the token of this service" if token else "this service asks for a token"
            raise DeclinedError("token", wrong, headers={"WWW-Authenticate": "Bearer"})


def _name_of(url: str) -> str:
    """Return the name of the machine in an address without its port, or "" if it is no address."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return ""
    is_plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    return (parts.hostname or "").lower() if is_plain else ""


def _authority_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
