"""Who may see pages that are not for everybody, and order something there: who has a token, from that page alone."""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import urlencode

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from togyz_companion.messages.telling import Teller
from togyz_companion.web.app import language_of

_READS: Final = ("GET", "HEAD")


def guard(token: str, path: str, *, words: str = "page") -> Middleware:
    """Lets in who has the token: in the address at first, in a cookie of the pages under ``path`` from then on.

    A link on another site opens the page, too; orders come from the page itself.

    Args:
        token: what lets in.
        path: of the pages.
        words: begin the names of the sentences that are told to others.
    """

    def guarded(app: ASGIApp) -> ASGIApp:
        async def check(scope: Scope, receive: Receive, send: Send) -> None:
            await (_refusal(Request(scope), token, path, words) or app)(scope, receive, send)

        return check

    return Middleware(guarded)


def _refusal(request: Request, token: str, path: str, words: str) -> Response | None:
    """What is answered instead of what was asked for; None where that may be answered."""
    if _is_same(request.query_params.get("token", ""), token):
        language = request.query_params.get("lang")
        answer = RedirectResponse(path if language is None else f"{path}?{urlencode({'lang': language})}", 303)
        answer.set_cookie(_cookie(request), token, httponly=True, samesite="lax", path=path.rstrip("/") or "/")
        return answer
    if not _is_same(request.cookies.get(_cookie(request), ""), token):
        return PlainTextResponse(Teller(language_of(request)).text(f"{words}.token"), 403)
    if request.method not in _READS and request.headers.get("origin") != f"http://{request.headers.get('host')}":
        return PlainTextResponse(Teller(language_of(request)).text(f"{words}.origin"), 403)
    return None


def _is_same(said: str, token: str) -> bool:
    """In a time that tells nothing."""
    return hmac.compare_digest(said.encode(errors="replace"), token.encode())


def _cookie(request: Request) -> str:
    """Its name: browsers give a cookie to every port of a machine, and each may have a page of its own."""
    return f"togyz-{request.scope['server'][1]}"
