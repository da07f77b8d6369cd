"""The live pages as a Starlette application: read only, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import Final

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from togyz_companion.messages.languages import LANGUAGES, Language
from togyz_companion.web.live import LiveState
from togyz_companion.web.pages import page_text

STATIC: Final = Path(str(files("togyz_companion.web").joinpath("static")))
RETRY_MS: Final = 1000
"""A browser that lost its stream asks for it anew after this time."""
HOSTS: Final = ["127.0.0.1", "localhost"]
"""Names under which the page answers, so that a foreign page cannot reach it under a name of its own."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create_app(live: LiveState, more: Sequence[BaseRoute] = ()) -> Starlette:
    """The pages of one board, and ``more`` besides.

    ``/`` is the audience's page, ``/overlay`` the broadcast's, ``/state.json`` the newest state, ``/events`` a
    stream of states (server-sent events whose id is the revision; every one is whole).
    """

    async def page(request: Request) -> Response:
        return HTMLResponse(page_text("page", language_of(request)))

    async def overlay(request: Request) -> Response:
        return HTMLResponse(page_text("overlay", language_of(request)))

    async def state(_request: Request) -> Response:
        return Response(live.newest.text, media_type="application/json")

    async def events(_request: Request) -> Response:
        return EventSourceResponse(stream(live))

    routes = [
        Route("/", page),
        Route("/overlay", overlay),
        Route("/state.json", state),
        Route("/events", events),
        Mount("/static", StaticFiles(directory=STATIC)),
        *more,
    ]
    middleware = [
        Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS),
        Middleware(_WithHeaders, headers=HEADERS),
    ]
    return Starlette(routes=routes, middleware=middleware)


async def stream(live: LiveState) -> AsyncIterator[ServerSentEvent]:
    """How old the newest state is, in s, for the clock in it has run on; that state, and every newer one."""
    yield ServerSentEvent(f"{monotonic() - live.newest.at_s:.1f}", event="age")
    async for snapshot in live.snapshots():
        yield ServerSentEvent(snapshot.text, id=str(snapshot.rev), retry=RETRY_MS)


def language_of(request: Request) -> Language:
    """What the address asks for by ``?lang=``; else the first that the browser accepts and the program knows."""
    accepted = (one.partition(";")[0].strip() for one in request.headers.get("accept-language", "").split(","))
    wanted = [request.query_params.get("lang", ""), *accepted]
    known = {one.lower(): one for one in LANGUAGES}
    return next((known[key] for one in wanted for key in (one.lower(), one.lower()[:2]) if key in known), "en")


class _WithHeaders:
    """Adds headers to every answer."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self._app = app
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await self._app(scope, receive, send_with_headers)
