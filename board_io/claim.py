"""Who writes in a folder: one program at a time, and none for longer than it runs."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from board_io.closable import Closable


class ClaimedError(Exception):
    """Another program writes there."""


class Claim(Closable):
    """Holds a folder until it is closed or the program ends, however it ends; leaves no file behind.

    Where the system knows no such locks (Windows, some network drives) everybody gets one.

    Args:
        folder: in which others are not to write.

    Raises:
        ClaimedError: somebody holds it.
    """

    def __init__(self, folder: Path) -> None:
        self._held: int | None = None
        if sys.platform == "win32":
            return
        import fcntl

        with suppress(OSError):
            self._held = os.open(folder, os.O_RDONLY)
        if self._held is None:
            return
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise ClaimedError(folder) from error
        except OSError:
            self.close()

    def close(self) -> None:
        """Let others write; a second call does nothing."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
