"""Files of evidence, made and written beside the recording, which they never hold up."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from board_io.errors import BoardIoError
from board_io.kept_files import KeptFiles
from board_io.refusals import Refusal
from board_io.worker import Worker
from togyz.saying import say

WAITING_MAX: Final = 12
"""So many files wait to be made: those of about four plies."""
PATIENCE_S: Final = 10.0
"""A film waits for so long until there is room among them; a camera does not wait."""
DRAIN_S: Final = 5.0

Make = Callable[[], bytes]
logger = logging.getLogger(__name__)


class EvidenceWriter(Worker):
    """Makes files in a thread of its own, in the order in which they were asked for.

    A file that is there or was asked for already is not made again. One for which there is no time, no room or no
    permission is left out, which ``left_out`` counts and the first time is warned of; the recording goes on.

    Args:
        files: the folder they are kept in.
        waits: what to do while as many wait as may: have the recording wait, as befits a film, or leave this one out.
    """

    def __init__(self, files: KeptFiles, *, waits: bool) -> None:
        super().__init__("evidence")
        self.left_out = 0
        self._files = files
        self._patience_s = PATIENCE_S if waits else 0.0
        self._waiting: deque[tuple[str, Make]] = deque()
        self._asked: set[str] = set()
        self._is_busy = False
        self._thread.start()

    def put(self, name: str, make: Make) -> None:
        """Has ``make`` called and its bytes written to the file ``name``."""
        with self._changed:
            if name in self._asked:
                return
            if self._changed.wait_for(lambda: len(self._waiting) < WAITING_MAX, self._patience_s):
                self._asked.add(name)
                self._waiting.append((name, make))
                self._changed.notify_all()
                return
        self._leave_out(name, "the machine is too slow for it")

    def close(self) -> None:
        """Have what still waits be written, in bounded time; a second call does nothing."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._waiting or self._is_busy), DRAIN_S)
            for name, _ in self._waiting:
                self._leave_out(name, "the recording ended")
            self._waiting.clear()
        super().close()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            name, make = job
            error = self._attempt(partial(self._make, name, make))
            if error is not None:
                is_ours = isinstance(error, BoardIoError)
                self._leave_out(name, str(error) if is_ours else f"{type(error).__name__}: {error}")

    def _make(self, name: str, make: Make) -> None:
        if not (self._files.path / name).exists():
            self._files.keep(name, make())

    def _next(self) -> tuple[str, Make] | None:
        """What to make next; None at the end."""
        with self._changed:
            self._is_busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._waiting or self._is_closing)
            if not self._waiting:
                return None
            self._is_busy = True
            return self._waiting.popleft()

    def _leave_out(self, name: str, why: str) -> None:
        if not self.left_out:
            logger.warning(say(Refusal.EVIDENCE_LEFT_OUT, name=name, fault=why))
        self.left_out += 1
