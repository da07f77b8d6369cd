"""The clock's page: for the operator on this machine, and, where that is wanted, for a phone on the table."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from typing import Final
from urllib.parse import urlencode

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from togyz_companion.web.app import app_of, language_of, told
from togyz_companion.web.guard import guard
from togyz_companion.web.operated import Operated
from togyz_companion.web.ordering import ordered
from togyz_companion.web.orders import Press
from togyz_companion.web.pages import page_text
from togyz_companion.web.server import Address, WebServer

PATH: Final = "/"
"""Of a phone's page, which stands alone on its port."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_TOKEN_LENGTH: Final = 12
"""59 bits: too many to be guessed over a network."""


Answer = Callable[[Request], Awaitable[Response]]


def clock_routes(session: Operated, orders: Answer) -> Sequence[BaseRoute]:
    """The page, what it shows, and what it orders."""

    async def page(request: Request) -> Response:
        return HTMLResponse(page_text("clockface", language_of(request)))

    async def events(request: Request) -> Response:
        return told(session.shown.face, request)

    return [Route("/", page), Route("/events", events), Route("/orders", orders, methods=["POST"])]


def phone_token() -> str:
    """A token in letters that a person can type into a phone."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TOKEN_LENGTH))


@contextmanager
def phone_clock(session: Operated, token: str, now: Callable[[], datetime], address: Address) -> Iterator[str]:
    """Serves the clock's page, and nothing else, to whoever can reach the address and has the link that this gives.

    Who has it can press the clock and see its times and the players' names.

    Raises:
        WebServerError: see ``WebServer``.
    """

    async def orders(request: Request) -> Response:
        return await ordered(request, session, now, _pressed)

    pages = Mount(PATH, routes=clock_routes(session, orders), middleware=[guard(token, PATH, words="clock")])
    with WebServer(app_of([pages], ["*"]), address) as server:
        yield f"{server.url}?{urlencode({'token': token})}"


def code_of(link: str) -> bytes:
    """A QR code as an SVG picture, black on white in any colour scheme.

    The border is the quiet zone of ISO/IEC 18004: four modules wide.
    """
    picture = BytesIO()
    segno.make_qr(link).save(picture, kind="svg", border=4, scale=4, light="white", svgclass=None, lineclass=None)
    return picture.getvalue()


def _pressed(body: bytes) -> Press:
    """Reads the one order that players give.

    Raises:
        msgspec.DecodeError: it is another one, or none.
    """
    return msgspec.json.decode(body, type=Press)
