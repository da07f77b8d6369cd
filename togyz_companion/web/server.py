"""Serving the live pages: beside a recording to this machine alone, and what a feed tells to whom one likes."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Final, NamedTuple, Self

import uvicorn
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from board_io.errors import BoardIoError
from togyz.saying import say
from togyz_companion.live.state import LiveState
from togyz_companion.obstacle import Obstacle
from togyz_companion.web.app import create_app
from togyz_companion.web.boards import OneBoard
from togyz_companion.web.follower import FeedFollower, feed_route

START_S: Final = 10.0
STOP_S: Final = 2.0
CONNECTIONS_MAX: Final = 800
"""More are turned away (503): each costs a file handle, of which programs usually have 1024."""
_POLL_S: Final = 0.01
_NOWHERE: Final = ("192.0.2.1", 9)
"""Kept for examples (RFC 5737): nothing is sent there, but it is known which way it would go."""
_ANY: Final = ("0.0.0.0", "::")  # noqa: S104 (a user says so)


class WebServerError(BoardIoError):
    """The page cannot be served."""


class Address(NamedTuple):
    """Where a page is served: a name or address of this machine, and a port; 0 for any that is free."""

    host: str = "127.0.0.1"
    port: int = 0


@contextmanager
def live_page(live: LiveState, *, port: int = 0, more: Sequence[BaseRoute] = ()) -> Iterator[str]:
    """Serve the pages of a recording, and ``more``, as long as the context is open; the address.

    Raises:
        WebServerError: the port is taken, or the server did not start.
    """
    with WebServer(create_app(OneBoard(live), more), Address(port=port)) as server:
        try:
            yield server.url
        finally:
            live.close()


@contextmanager
def public_pages(folder: Path, address: Address) -> Iterator[str]:
    """Serve what a feed's folder tells, and its files, to whoever can reach the address; nothing but reads is served.

    Raises:
        WebServerError: the address is not this machine's, the port is taken, or the server did not start.
        OSError: the folder cannot be read.
    """
    with FeedFollower(folder) as follower:
        app = create_app(follower, [feed_route(folder)], hosts=["*"])
        with WebServer(app, address) as server:
            try:
                yield server.url
            finally:
                follower.close()


class WebServer:
    """Serves an application in a thread of its own, as long as its context is open.

    Attributes:
        url: of the page.
    """

    def __init__(self, app: ASGIApp, address: Address) -> None:
        """Take the port.

        Args:
            app: what is served.
            address: where.

        Raises:
            WebServerError: the address is not this machine's; the port is taken or not allowed.
        """
        self._socket = _bound(address)
        name = _own_name() if address.host in _ANY else address.host
        self.url = f"http://{f'[{name}]' if ':' in name else name}:{self._socket.getsockname()[1]}/"
        config = uvicorn.Config(
            app,
            log_level="warning",
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
            limit_concurrency=CONNECTIONS_MAX,
        )
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
        raise WebServerError(say(Obstacle.NO_SERVER))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop; whatever still runs then is cut off."""
        self._close()

    def _close(self) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # that a request is cut off now is no fault
        self._server.should_exit = True
        self._thread.join(STOP_S)
        with suppress(OSError):
            self._socket.close()


def _own_name() -> str:
    """This machine as others of its network reach it: its address, which phones understand, or else its name."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        return str(probe.getsockname()[0])
    return socket.gethostname()


def _bound(address: Address) -> socket.socket:
    """A socket that has the port.

    Raises:
        WebServerError: see ``WebServer``.
    """
    host, port = address
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.socket(family)
    except OSError as error:
        raise WebServerError(say(Obstacle.NO_HOST, host=host, cause=error.strerror)) from error
    if os.name == "posix":  # so that a program started anew has its port at once; elsewhere it means another thing
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise WebServerError(say(Obstacle.NO_WEB_PORT, host=host, port=port, cause=error.strerror)) from error
    return bound
