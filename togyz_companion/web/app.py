"""The live pages as a Starlette application: read only, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
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
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from board_io.feed import NUMBER_MAX
from togyz_companion.live.state import LiveState
from togyz_companion.messages.languages import LANGUAGES, Language
from togyz_companion.messages.telling import Teller
from togyz_companion.web.boards import Boards, sent
from togyz_companion.web.pages import page_text

STATIC: Final = Path(str(files("togyz_companion.web").joinpath("static")))
BEAT_S: Final = 5.0
"""So often a stream says that it is alive: pages call what they show old when they have heard nothing for longer."""
HOSTS: Final = ["127.0.0.1", "localhost"]
"""Names under which the page answers, so that a foreign page cannot reach it under a name of its own."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create_app(boards: Boards, more: Sequence[BaseRoute] = (), *, hosts: Sequence[str] = HOSTS) -> Starlette:
    """The pages of one board or many, and ``more`` besides.

    ``/`` is the audience's page, or the list of boards where there are several; ``/overlay`` the broadcast's,
    ``/state.json`` the newest state, ``/events`` a stream of states (server-sent events; every one is whole, and its id
    names it, so that who comes again gets nothing twice). ``?board=`` and ``?round=`` choose a board.
    """

    async def page(request: Request) -> Response:
        is_list = boards.hall is not None and "board" not in request.query_params
        return HTMLResponse(page_text("hall" if is_list else "page", language_of(request)))

    async def overlay(request: Request) -> Response:
        return HTMLResponse(page_text("overlay", language_of(request)))

    async def state(request: Request) -> Response:
        live = _asked_for(boards, request)
        return (
            missing(request, "no_board") if live is None else Response(live.newest.text, media_type="application/json")
        )

    async def events(request: Request) -> Response:
        live = _asked_for(boards, request)
        return missing(request, "no_board") if live is None else told(live, request)

    async def hall_events(request: Request) -> Response:
        return missing(request, "no_board") if boards.hall is None else told(boards.hall, request)

    routes = [
        Route("/", page),
        Route("/overlay", overlay),
        Route("/state.json", state),
        Route("/events", events),
        Route("/hall/events", hall_events),
        *more,
    ]
    return app_of(routes, hosts)


def app_of(routes: Sequence[BaseRoute], hosts: Sequence[str]) -> Starlette:
    """An application that answers under these names alone, with what all pages load besides."""
    middleware = [
        Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts)),
        Middleware(_WithHeaders, headers=HEADERS),
    ]
    static = Mount("/static", StaticFiles(directory=STATIC))
    return Starlette(routes=[static, *routes], middleware=middleware)


def missing(request: Request, why: str) -> Response:
    """What is asked for is not there: the sentence ``page.why`` of the catalogue."""
    return PlainTextResponse(Teller(language_of(request)).text(f"page.{why}"), 404)


def _asked_for(boards: Boards, request: Request) -> LiveState | None:
    return boards.board(_number_of(request, "round"), _number_of(request, "board"))


def _number_of(request: Request, name: str) -> int | None:
    """A number that the address asks for; 0, which nothing has, where it is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(NUMBER_MAX)) else 0


def told(live: LiveState, request: Request) -> Response:
    """A stream of states, from the one on that the browser knows."""
    known = request.headers.get("last-event-id")
    return EventSourceResponse(_stream(live, known), ping=BEAT_S, ping_message_factory=partial(_beat, live))


def _beat(live: LiveState) -> ServerSentEvent:
    """That the server lives, and whether the recorder does."""
    return ServerSentEvent(str(int(live.is_heard)), event="beat")


async def _stream(live: LiveState, known: str | None) -> AsyncIterator[bytes]:
    """The newest state, unless it is known, and every newer one; before the first its age in s, for clocks run on."""
    is_first = True
    async for snapshot in live.snapshots(known):
        age = f"event: age\r\ndata: {monotonic() - snapshot.at_s:.1f}\r\n\r\n" if is_first else ""
        is_first = False
        yield age.encode() + sent(snapshot)


def language_of(request: Request) -> Language:
    """What the address asks for by ``?lang=``; else the first that the browser accepts and the program knows."""
    accepted = (one.partition(";")[0].strip() for one in request.headers.get("accept-language", "").split(","))
    wanted = [request.query_params.get("lang", ""), *accepted]
    known = {one.lower(): one for one in LANGUAGES}
    return next((known[key] for one in wanted for key in (one.lower(), one.lower()[:2]) if key in known), "en")


class _WithHeaders:
    """Adds headers to every answer that does not set them itself."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self._app = app
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)
