"""Orders of a page: read, handed to the thread that records, answered from there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from queue import Full
from typing import Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from board_io.errors import BoardIoError
from togyz.errors import TogyzError
from togyz_companion.messages.telling import Teller
from togyz_companion.web.app import language_of
from togyz_companion.web.operated import Operated
from togyz_companion.web.orders import Asked, asked, order_of

logger = logging.getLogger(__name__)

BODY_MAX: Final = 65_536
ANSWER_S: Final = 20.0
"""To look for a board takes some seconds."""


async def ordered(
    request: Request,
    session: Operated,
    now: Callable[[], datetime],
    read: Callable[[bytes], Asked] = asked,
) -> Response:
    """What becomes of an order; ``read`` knows which ones this page may give."""
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
        order = order_of(read(body), at=now())
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


def _refused(code: int, why: str) -> Response:
    return JSONResponse({"ok": False, "error": why}, code)
