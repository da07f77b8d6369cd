"""Standard output and error that take any text, and outlive whoever reads them."""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO

_GONE: Final = {errno.EPIPE, *([errno.EINVAL] if sys.platform == "win32" else [])}
"""What a system says of a pipe that nobody reads any more."""


class _Outliving(io.FileIO):
    """A pipe or a file; once its reader has gone, what is written is lost without a word."""

    def write(self, data: Any, /) -> int:
        """As of a file, but for a reader that has gone."""
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in _GONE:
                raise
            return memoryview(data).nbytes


@contextmanager
def prepared_streams() -> Iterator[None]:
    """While it is open, stdout and stderr write UTF-8, a terminal what it can show, and end nothing by being closed.

    A command whose reader has seen enough (``togyz show GAME | head``) goes on to its end, with the exit code that it
    would have had: a record must not break off, and ``verify`` must not call a game whole.

    Raises:
        OSError: what was written last cannot be.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_prepared, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def flush_stdout() -> None:
    """Write what is still to be written.

    Raises:
        OSError: it cannot be.
    """
    if sys.stdout is not None:  # a program may be started without one (>&-)
        sys.stdout.flush()


def _prepared(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if stream.isatty():
        stream.reconfigure(errors="backslashreplace")
        return stream
    try:
        number = stream.fileno()
    except io.UnsupportedOperation:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        return stream
    stream.flush()
    raw = io.BufferedWriter(_Outliving(number, "w", closefd=False))
    return io.TextIOWrapper(raw, "utf-8", "backslashreplace", line_buffering=stream.line_buffering)
