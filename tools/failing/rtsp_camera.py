"""A network camera that fails: H.264 over RTSP from Debian's own server, behind a wire that can be cut or spoilt."""

from __future__ import annotations

import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from tools.failing.film import FailingFilm

SERVER: Final = Path(__file__).with_name("rtsp_server.py")
PYTHON: Final = "/usr/bin/python3"
"""The system's, which sees the system's GStreamer."""
FAULTS: Final = ("silent", "closed", "garbage", "stalled", "black", "resized", "blurred", "frozen")
"""Silent: it takes connections and says nothing. Stalled: it answers, but has no pictures."""
_PIECE: Final = 65_536
_POLL_S: Final = 0.05


@contextmanager
def rtsp_camera(film: FailingFilm) -> Iterator[str]:
    """Serves a film; its address."""
    with subprocess.Popen([PYTHON, SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        if server.stdin is None or server.stdout is None:
            raise RuntimeError("there are no pipes to the server")
        port = int(server.stdout.readline())
        feeding = threading.Thread(target=_feed, args=(film, server.stdin), name="feeding")
        feeding.start()
        try:
            with Wire(film, port) as wire:
                yield f"rtsp://127.0.0.1:{wire.port}/video"
        finally:
            film.is_over.set()
            feeding.join()
            server.stdin.close()


def _feed(film: FailingFilm, to_server: IO[bytes]) -> None:
    while not film.is_over.wait(1 / film.fps):
        if film.fault != "stalled":
            jpeg = film.jpeg()
            to_server.write(struct.pack(">I", len(jpeg)) + jpeg)
            to_server.flush()


class Wire:
    """Hands connections on to a server, as the film's fault has it.

    Attributes:
        port: where it listens.
    """

    def __init__(self, film: FailingFilm, to_port: int) -> None:
        self._film = film
        self._to_port = to_port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(_POLL_S)
        self.port = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, name="wire")]

    def __enter__(self) -> Wire:
        """Begins to listen."""
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        """Cuts all connections."""
        self._film.is_over.set()
        for thread in self._threads:
            thread.join()
        self._listening.close()

    def _accept(self) -> None:
        while not self._film.is_over.is_set():
            with suppress(TimeoutError):
                near, _ = self._listening.accept()
                thread = threading.Thread(target=self._connect, args=(near,), name="wire")
                self._threads.append(thread)
                thread.start()

    def _connect(self, near: socket.socket) -> None:
        with near, socket.create_connection(("127.0.0.1", self._to_port)) as far:
            other_way = threading.Thread(target=self._carry, args=(near, far), name="wire")
            other_way.start()
            self._carry(far, near, spoils=True)
            other_way.join()

    def _carry(self, from_end: socket.socket, to_end: socket.socket, *, spoils: bool = False) -> None:
        """Carries bytes until either end is closed, or the wire is cut."""
        from_end.settimeout(_POLL_S)
        film = self._film
        with suppress(OSError):
            while not film.is_over.is_set() and film.fault != "closed":
                if film.fault == "silent":
                    film.is_over.wait(_POLL_S)
                    continue
                try:
                    data = from_end.recv(_PIECE)
                except TimeoutError:
                    continue
                if not data:
                    break
                to_end.sendall(film.noise(len(data)) if spoils and film.fault == "garbage" else data)
        for end in (from_end, to_end):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
