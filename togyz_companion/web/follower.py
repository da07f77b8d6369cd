"""Shows what a feed's folder tells: pages need no more than the folder, whoever writes it and on which machine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic, time
from typing import Any, Final
from zlib import crc32

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from board_io.feed import RoundBoard, round_board
from board_io.feed_files import FEED_FILE, INDEX, STATE, TOURNAMENT, boards_in, content_in, mark_of, rounds_in
from board_io.worker import Worker
from togyz_companion.live.state import LiveState, Snapshot
from togyz_companion.web.app import missing

POLL_S: Final = 0.05
"""So often the folder is looked at."""
ALL_EVERY: Final = 20
"""Of so many looks one is at all rounds: 450 games take 13 ms of a core each time."""
SILENT_S: Final = 15.0
"""A recorder that was not heard of for so long has gone: it beats every 5 s."""
_Stamp = tuple[int, int, int]
_Asked = tuple[int | None, int | None]

logger = logging.getLogger(__name__)


class FeedFollower(Worker):
    """The boards of a feed's folder, each as its file tells it; a file that goes away leaves what it told last.

    Args:
        folder: of the feed; it may be empty still.
        poll_s: how often it is looked at.
        now_s: the wall clock by which files were written, in s.

    Raises:
        OSError: it cannot be looked at.
    """

    def __init__(self, folder: Path, *, poll_s: float = POLL_S, now_s: Callable[[], float] = time) -> None:
        super().__init__("feed follower")
        self._folder = folder
        self._poll_s = poll_s
        self._now_s = now_s
        self._stamps: dict[Path, _Stamp] = {}
        self._files: dict[Path, _StateFile] = {}
        self._boards: dict[_Asked, LiveState] = {(None, None): LiveState()}
        self._paths: dict[_Asked, Path] = {}
        self._hall = LiveState({"name": "", "rounds": []})
        self.look()
        self._thread.start()

    @property
    def hall(self) -> LiveState | None:
        """The list of boards; None as long as there is no more than one."""
        return self._hall if sum(round_no is not None for round_no, _ in tuple(self._boards)) > 1 else None

    def board(self, round_no: int | None, board_no: int | None) -> LiveState | None:
        """A board; see :class:`togyz_companion.web.boards.Boards`."""
        return self._boards.get((round_no, board_no))

    def close(self) -> None:
        """Look no more, and end every stream."""
        super().close()
        for live in [self._hall, *self._boards.values()]:
            live.close()

    def look(self, *, at_newest: bool = False) -> None:
        """Takes in what has changed in the folder, or in its newest round alone.

        Raises:
            OSError: it cannot be looked at.
        """
        rounds = rounds_in(self._folder)
        self._show(self._folder / STATE, (None, None))
        newest: dict[int, Path] = {}
        for round_no in rounds[-1:] if at_newest else rounds:
            folder = self._folder / f"round-{round_no}"
            for board_no in _boards_in(folder):
                newest[board_no] = folder / f"game-{board_no}.json"
                self._show(newest[board_no], (round_no, board_no))
        for board_no, path in newest.items():
            self._show(path, (None, board_no))
        if not at_newest:
            self._miss_what_is_gone()
        lists = [self._folder / TOURNAMENT, *(self._folder / f"round-{round_no}" / INDEX for round_no in rounds)]
        if [path for path in lists if self._has_changed(path)]:
            tournament, *told = [_object(content_in(self._folder, path)) for path in lists]
            self._hall.publish({"name": tournament.get("name", ""), "rounds": told[::-1]})

    def _run(self) -> None:
        for nth in count(1):
            if self._is_closing:
                return
            self._attempt(partial(self.look, at_newest=nth % ALL_EVERY != 0))
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing, self._poll_s)

    def _show(self, path: Path, asked: _Asked) -> None:
        """Shows what a file tells to those who ask for that."""
        if self._has_changed(path) and (file := self._state_file(path)) is not None:
            self._files[path] = file
        file = self._files.get(path)
        if file is None:
            return
        live = self._boards.get(asked) or LiveState()
        if live.newest is not file.snapshot:
            live.take(file.snapshot)
        live.is_heard = file.has_ended or not self._is_silent(mark_of(self._folder, file.at))
        self._boards[asked], self._paths[asked] = live, path

    def _miss_what_is_gone(self) -> None:
        """A board whose file went away is told as it was last, and as one that nobody is heard of any more."""
        for asked, path in self._paths.items():
            if not path.is_file():
                self._boards[asked].is_heard = False

    def _has_changed(self, path: Path) -> bool:
        try:
            stat = path.stat()
        except OSError:
            return False
        stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        before, self._stamps[path] = self._stamps.get(path), stamp
        return stamp != before

    def _state_file(self, path: Path) -> _StateFile | None:
        """What a file tells, and since when; None where it is no state."""
        try:
            text = (content_in(self._folder, path) or b"").decode()
            told = msgspec.json.decode(text, type=_Told)
            age_s = self._now_s() - path.stat().st_mtime
        except (OSError, RecursionError, UnicodeDecodeError, msgspec.DecodeError) as error:
            logger.debug("%s tells nothing: %s", path, error)
            return None
        snapshot = Snapshot(told.rev, text, monotonic() - max(0.0, age_s))
        return _StateFile(snapshot, round_board(told.headers), told.ended or told.status == "over")

    def _is_silent(self, mark: Path) -> bool:
        """Whether who tells of a board has not been heard of for long; False where that cannot be known."""
        try:
            return self._now_s() - mark.stat().st_mtime > SILENT_S
        except OSError:
            return False


@dataclass(frozen=True, slots=True)
class _StateFile:
    """What the file of a state tells."""

    snapshot: Snapshot
    at: RoundBoard
    has_ended: bool


class _Told(msgspec.Struct):
    rev: int
    status: str
    headers: dict[str, Any]
    ended: bool = False


def _boards_in(folder: Path) -> list[int]:
    """The games of a round; none where the folder has gone, or cannot be read."""
    try:
        return boards_in(folder)
    except OSError as error:
        logger.debug("%s tells nothing: %s", folder, error)
        return []


def _object(content: bytes | None) -> dict[str, Any]:
    """What a file tells that holds this; nothing where it is no object."""
    try:
        return msgspec.json.decode(content or b"", type=dict[str, Any])
    except (RecursionError, UnicodeDecodeError, msgspec.DecodeError):
        return {}


def feed_route(folder: Path) -> Route:
    """The files of a feed's folder, and nothing else that lies in it. Any page may ask for them."""

    async def file(request: Request) -> Response:
        path = request.path_params["path"]
        content = await asyncio.to_thread(content_in, folder, folder / path) if FEED_FILE.fullmatch(path) else None
        if content is None:
            return missing(request, "no_file")
        tag = f'"{crc32(content):08x}-{len(content)}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        kind = "application/json" if path.endswith(".json") else "text/plain"
        return Response(content, media_type=kind, headers=headers)

    return Route("/{path:path}", file)
