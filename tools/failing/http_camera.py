"""A phone's app that fails: MJPEG over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from tools.failing.film import FailingFilm

FAULTS: Final = ("silent", "closed", "garbage", "black", "resized", "blurred", "frozen", "cut")


@contextmanager
def http_camera(film: FailingFilm) -> Iterator[str]:
    """Serves a film; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(film))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="failing")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        film.is_over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(film: FailingFilm) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                _answer(film, self)
            except ConnectionError:
                return  # the recording let go of it

        def log_message(self, *_args: object) -> None:
            pass

    return Handler


def _answer(film: FailingFilm, handler: BaseHTTPRequestHandler) -> None:
    if not _wait_while_silent(film):
        return
    handler.send_response(200)
    handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
    handler.end_headers()
    while _wait_while_silent(film):
        jpeg = film.noise(20_000) if film.fault == "garbage" else film.jpeg()
        head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
        handler.wfile.write(head + jpeg + b"\r\n")
        film.is_over.wait(1 / film.fps)


def _wait_while_silent(film: FailingFilm) -> bool:
    """Whether there is more to be sent, on this connection."""
    while film.fault == "silent" and not film.is_over.wait(0.02):
        pass
    return film.fault != "closed" and not film.is_over.is_set()
