"""The operator's page: only who has the token may see the camera or change the record."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from queue import Full
from typing import Final
from urllib.parse import urlencode

import msgspec
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from board_io.errors import BoardIoError
from board_io.source import SourceError
from togyz.board import Side
from togyz.errors import TogyzError
from togyz_companion.evidence_names import EVIDENCE
from togyz_companion.exports import FORMS, ExportedGame, ExportOptions
from togyz_companion.game_files import read_stored, record_path
from togyz_companion.live.session import LiveSession
from togyz_companion.messages.telling import Teller
from togyz_companion.web.app import language_of, told
from togyz_companion.web.orders import asked, order_of
from togyz_companion.web.pages import page_text

logger = logging.getLogger(__name__)

BODY_MAX: Final = 65_536
ANSWER_S: Final = 20.0
"""To look for a board takes some seconds."""
_FILE: Final = re.compile(r"[\w.-]+\.(jpg|png|mp4)")
_TYPES: Final = {
    "pdf": "application/pdf",
    "html": "text/html",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "mp4": "video/mp4",
}


def operator_routes(session: LiveSession, token: str, now: Callable[[], datetime]) -> Sequence[BaseRoute]:
    """The page under ``/operator``, what it shows, and what it may order."""

    async def page(request: Request) -> Response:
        return HTMLResponse(page_text("operator", language_of(request)))

    async def clock(request: Request) -> Response:
        return HTMLResponse(page_text("clockface", language_of(request)))

    async def events(request: Request) -> Response:
        return told(session.desk, request)

    async def picture(request: Request) -> Response:
        jpeg = await asyncio.to_thread(session.eye.jpeg)
        return _missing(request, "unseen") if jpeg is None else Response(jpeg, media_type="image/jpeg")

    async def orders(request: Request) -> Response:
        return await _ordered(request, session, now)

    async def sources(_request: Request) -> Response:
        listed = await asyncio.to_thread(session.sources.listed)
        return JSONResponse([{"url": camera.url, "name": camera.name} for camera in listed])

    async def thumbnail(request: Request) -> Response:
        return await _thumbnail(request, session)

    async def evidence(request: Request) -> Response:
        folder, name = session.folder, request.path_params["name"]
        path = None if folder is None or not _FILE.fullmatch(name) else folder / EVIDENCE / name
        return FileResponse(path) if path is not None and path.is_file() else _missing(request, "no_file")

    async def export(request: Request) -> Response:
        return await _exported(request, session)

    routes = [
        Route("/", page),
        Route("/clock", clock),
        Route("/events", events),
        Route("/picture.jpg", picture),
        Route("/orders", orders, methods=["POST"]),
        Route("/sources", sources),
        Route("/thumbnail.jpg", thumbnail),
        Route("/evidence/{name}", evidence),
        Route("/export/{form}", export),
    ]
    return [Route("/operator", _to_folder), Mount("/operator", routes=routes, middleware=[_guard(token)])]


async def _to_folder(request: Request) -> Response:
    """The page's addresses are relative to its folder."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/operator/{query}", 307)


async def _thumbnail(request: Request, session: LiveSession) -> Response:
    """What a camera sees that can be chosen."""
    url = request.query_params.get("source", "")
    listed = await asyncio.to_thread(session.sources.listed)
    if not session.is_choosing or url not in [camera.url for camera in listed]:
        return _missing(request, "no_camera")
    try:
        jpeg = await asyncio.to_thread(session.sources.thumbnail, url)
    except SourceError as error:
        return PlainTextResponse(Teller(language_of(request)).error(error), 503)
    return Response(jpeg, media_type="image/jpeg")


async def _exported(request: Request, session: LiveSession) -> Response:
    """The game in one of its forms."""
    form, folder = request.path_params["form"], session.folder
    if form not in FORMS or folder is None:
        return _missing(request, "no_form")
    stored = await asyncio.to_thread(read_stored, record_path(folder))
    sides = tuple(Side) if form == "pdf" else (Side.WHITE,)
    options = ExportOptions(sides=sides, language=language_of(request))
    content = await asyncio.to_thread(FORMS[form].export, [ExportedGame(stored.record, stored.head)], options)
    name = f'attachment; filename="{folder.name}.{form}"'
    return Response(content, media_type=_TYPES.get(form, "text/plain"), headers={"Content-Disposition": name})


async def _ordered(request: Request, session: LiveSession, now: Callable[[], datetime]) -> Response:
    teller = Teller(language_of(request))
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY_MAX:
                return _refused(413, teller.text("page.too_long"))
    except ClientDisconnect:
        return _refused(400, teller.text("page.misread", what=""))  # nobody waits for it
    try:
        order = order_of(asked(body), at=now())
        await asyncio.wait_for(asyncio.wrap_future(session.orders.give(order)), ANSWER_S)
    except (msgspec.DecodeError, RecursionError) as error:
        return _refused(422, teller.text("page.misread", what=error))
    except TogyzError as error:
        return _refused(409, teller.error(error))
    except BoardIoError as error:
        return _refused(503, teller.error(error))
    except (TimeoutError, Full):
        return _refused(503, teller.text("desk.no_answer"))
    except Exception:
        logger.exception("an order failed")
        return _refused(500, teller.text("page.failed"))
    return JSONResponse({"ok": True})


def _missing(request: Request, why: str) -> Response:
    return PlainTextResponse(Teller(language_of(request)).text(f"page.{why}"), 404)


def _refused(code: int, why: str) -> Response:
    return JSONResponse({"ok": False, "error": why}, code)


def _is_same(said: str, token: str) -> bool:
    """In a time that tells nothing."""
    return hmac.compare_digest(said.encode(errors="replace"), token.encode())


def _cookie(request: Request) -> str:
    """Its name: browsers give a cookie to every port of a machine, and each may have a page of its own."""
    return f"togyz-{request.scope['server'][1]}"


def _guard(token: str) -> Middleware:
    """Lets in who has the token: in the address at first, in a cookie of this page alone from then on."""

    def guarded(app: ASGIApp) -> ASGIApp:
        async def check(scope: Scope, receive: Receive, send: Send) -> None:
            request = Request(scope)
            answer: Response | None = None
            if _is_same(request.query_params.get("token", ""), token):
                language = request.query_params.get("lang")
                answer = RedirectResponse(
                    "/operator/" if language is None else f"/operator/?{urlencode({'lang': language})}", 303
                )
                answer.set_cookie(_cookie(request), token, httponly=True, samesite="strict", path="/operator")
            elif not _is_same(request.cookies.get(_cookie(request), ""), token):
                answer = PlainTextResponse(Teller(language_of(request)).text("page.token"), 403)
            elif request.method != "GET" and request.headers.get("origin") != f"http://{request.headers.get('host')}":
                answer = PlainTextResponse(Teller(language_of(request)).text("page.origin"), 403)
            await (answer or app)(scope, receive, send)

        return check

    return Middleware(guarded)
