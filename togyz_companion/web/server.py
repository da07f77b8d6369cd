"""Serving the live page beside a recording."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Thread
from types import TracebackType
from typing import Final, Self

import uvicorn
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from board_io.errors import BoardIoError
from togyz_companion.web.app import create_app
from togyz_companion.web.live import LiveState

START_S: Final = 10.0
STOP_S: Final = 2.0
_POLL_S: Final = 0.01


class WebServerError(BoardIoError):
    """The page cannot be served."""


@contextmanager
def live_page(live: LiveState, *, port: int = 0, more: Sequence[BaseRoute] = ()) -> Iterator[str]:
    """Serve the pages of a recording, and ``more``, as long as the context is open; the address.

    Raises:
        WebServerError: the port is taken, or the server did not start.
    """
    with WebServer(create_app(live, more), port=port) as server:
        try:
            yield server.url
        finally:
            live.close()


class WebServer:
    """Serves an application on the loopback interface in a thread of its own, as long as its context is open.

    Attributes:
        url: of the page.
    """

    def __init__(self, app: ASGIApp, *, port: int = 0) -> None:
        """Take the port.

        Args:
            app: what is served.
            port: 0 for any that is free.

        Raises:
            WebServerError: the port is taken or not allowed.
        """
        self._socket = socket.socket()
        if os.name == "posix":  # so that a program started anew has its port at once; elsewhere it means another thing
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind(("127.0.0.1", port))
        except OSError as error:
            self._socket.close()
            raise WebServerError(f"cannot serve the live page on port {port}: {error.strerror}") from error
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        config = uvicorn.Config(app, log_level="warning", lifespan="off", ws="none", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, name="web", daemon=True)

    def __enter__(self) -> Self:
        """Start to serve.

        Raises:
            WebServerError: the server did not come up in time.
        """
        self._thread.start()
        for _ in range(round(START_S / _POLL_S)):
            if self._server.started:
                return self
            self._thread.join(_POLL_S)
            if not self._thread.is_alive():
                break
        self._close()
        raise WebServerError("the live page's server did not start")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop; whatever still runs then is cut off."""
        self._close()

    def _close(self) -> None:
        self._server.should_exit = True
        self._thread.join(STOP_S)
        with suppress(OSError):
            self._socket.close()
