"""The operator's page: only who has the token may see the camera or change the record."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from board_io.source import SourceError
from togyz.board import Side
from togyz_companion.evidence_names import EVIDENCE
from togyz_companion.exports import FORMS, ExportedGame, ExportOptions
from togyz_companion.game_files import read_stored, record_path
from togyz_companion.messages.telling import Teller
from togyz_companion.web.app import language_of, missing, told
from togyz_companion.web.clockface import clock_routes, code_of
from togyz_companion.web.guard import guard
from togyz_companion.web.operated import Operated
from togyz_companion.web.ordering import ordered
from togyz_companion.web.pages import page_text

PATH: Final = "/operator/"
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


def operator_routes(session: Operated, token: str, now: Callable[[], datetime]) -> Sequence[BaseRoute]:
    """The page under ``/operator``, what it shows, and what it may order."""
    desk = _Desk(session, now)
    routes = [
        Route("/", desk.page),
        Mount("/clock", routes=clock_routes(session, desk.orders)),
        Route("/clock.svg", desk.clock_code),
        Route("/events", desk.events),
        Route("/picture.jpg", desk.picture),
        Route("/orders", desk.orders, methods=["POST"]),
        Route("/sources", desk.sources),
        Route("/thumbnail.jpg", desk.thumbnail),
        Route("/evidence/{name}", desk.evidence),
        Route("/export/{form}", desk.export),
    ]
    return [Route("/operator", _to_folder), Mount("/operator", routes=routes, middleware=[guard(token, PATH)])]


async def _to_folder(request: Request) -> Response:
    """The page's addresses are relative to its folder."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{PATH}{query}", 307)


class _Desk:
    """What the page asks a session for."""

    def __init__(self, session: Operated, now: Callable[[], datetime]) -> None:
        self._session = session
        self._now = now

    async def page(self, request: Request) -> Response:
        return HTMLResponse(page_text("operator", language_of(request)))

    async def events(self, request: Request) -> Response:
        return told(self._session.shown.desk, request)

    async def clock_code(self, request: Request) -> Response:
        """The link of the clock's page, for a phone's camera."""
        link = self._session.shown.clock_url
        return missing(request, "no_clock") if link is None else Response(code_of(link), media_type="image/svg+xml")

    async def picture(self, request: Request) -> Response:
        jpeg = await asyncio.to_thread(self._session.shown.eye.jpeg)
        return missing(request, "unseen") if jpeg is None else Response(jpeg, media_type="image/jpeg")

    async def orders(self, request: Request) -> Response:
        return await ordered(request, self._session, self._now)

    async def sources(self, _request: Request) -> Response:
        listed = await asyncio.to_thread(self._session.sources.listed)
        return JSONResponse([{"url": camera.url, "name": camera.name} for camera in listed])

    async def thumbnail(self, request: Request) -> Response:
        """What a camera sees that can be chosen."""
        url, sources = request.query_params.get("source", ""), self._session.sources
        listed = await asyncio.to_thread(sources.listed)
        if not self._session.is_choosing or url not in [camera.url for camera in listed]:
            return missing(request, "no_camera")
        try:
            jpeg = await asyncio.to_thread(sources.thumbnail, url)
        except SourceError as error:
            return PlainTextResponse(Teller(language_of(request)).error(error), 503)
        return Response(jpeg, media_type="image/jpeg")

    async def evidence(self, request: Request) -> Response:
        folder, name = self._session.folder, request.path_params["name"]
        path = None if folder is None or not _FILE.fullmatch(name) else folder / EVIDENCE / name
        return FileResponse(path) if path is not None and path.is_file() else missing(request, "no_file")

    async def export(self, request: Request) -> Response:
        """The game in one of its forms."""
        form, folder = request.path_params["form"], self._session.folder
        if form not in FORMS or folder is None:
            return missing(request, "no_form")
        stored = await asyncio.to_thread(read_stored, record_path(folder))
        sides = tuple(Side) if form == "pdf" else (Side.WHITE,)
        options = ExportOptions(sides=sides, language=language_of(request))
        content = await asyncio.to_thread(FORMS[form].export, [ExportedGame(stored.record, stored.head)], options)
        name = f'attachment; filename="{folder.name}.{form}"'
        return Response(content, media_type=_TYPES.get(form, "text/plain"), headers={"Content-Disposition": name})
