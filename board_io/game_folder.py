"""The folder of one recorded game: its two growing logs, and the files derived from them.

It stores text that others made; what they mean is not its business.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final

from board_io.atomic import encoded, make_folder, write_atomic
from board_io.closable import Closable
from board_io.errors import BoardIoError, WriteError

EVENTS: Final = "events.jsonl"
OBSERVATIONS: Final = "observations.jsonl"
GAME_JSON: Final = "game.json"
GAME_TGK: Final = "game.tgk"


class GameExistsError(BoardIoError):
    """The game's folder is there already.

    Attributes:
        path: that folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"the game folder {path} exists already: move it away, or choose another --out")


class LineLog:
    """A file of lines that only grows. A line is in it whole or not at all.

    Opening mends what a crash left: a last line without its end is cut off.

    Raises:
        WriteError: the file could not be opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise WriteError(path, error) from error
        self._file.seek(0)
        self._size = self._file.read().rfind(b"\n") + 1
        self._file.truncate(self._size)
        self._synced_size = self._size

    def append(self, line: str) -> None:
        """Write one line (without its line end) to the operating system; ``sync`` brings it to the disk.

        Raises:
            ValueError: the text holds a line end.
            WriteError: it could not be written; the log is as it was before.
        """
        if "\n" in line:
            raise ValueError(f"a line of {self._path.name} holds a line end: {line!r}")
        data = memoryview(encoded(f"{line}\n"))
        written = 0
        try:
            while written < len(data):
                written += self._file.write(data[written:])
        except OSError as error:
            self._file.truncate(self._size)
            raise WriteError(self._path, error) from error
        self._size += written

    def sync(self) -> None:
        """Return when everything appended is on the disk; costs nothing when it is already.

        Raises:
            WriteError: the disk refused.
        """
        if self._synced_size == self._size:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise WriteError(self._path, error) from error
        self._synced_size = self._size

    def close(self) -> None:
        """Bring everything to the disk and close the file; a second call does nothing.

        Raises:
            WriteError: the disk refused; the file is closed.
        """
        if self._file.closed:
            return
        try:
            self.sync()
        finally:
            self._file.close()


class GameFolder(Closable):
    """One game's folder, open for recording. ``create`` makes one.

    An event is on the disk when ``append_event`` returns, and so are the observations that came before it: no
    announced ply is lost, and none stands without what it rests on. Observations alone wait for the next event. The
    derived files can be made anew from the events and are left to the operating system.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with ExitStack() as opened:
            self._events = opened.enter_context(closing(LineLog(path / EVENTS)))
            self._observations = opened.enter_context(closing(LineLog(path / OBSERVATIONS)))
            self._opened = opened.pop_all()

    @classmethod
    def create(cls, folder: Path, game_id: str) -> GameFolder:
        """Make ``folder``/``game_id`` and open it.

        Raises:
            ValueError: ``game_id`` is not a plain file name.
            GameExistsError: it exists.
            WriteError: it cannot be made; nothing is left behind.
        """
        if game_id in {"", ".", ".."} or Path(game_id).name != game_id:
            raise ValueError(f"{game_id!r} cannot name a folder: a game id is a plain file name")
        path = folder / game_id
        make_folder(folder)
        try:
            path.mkdir()
        except FileExistsError:
            raise GameExistsError(path) from None
        except OSError as error:
            raise WriteError(path, error) from error
        try:
            return cls(path)
        except WriteError:
            shutil.rmtree(path, ignore_errors=True)
            raise

    def append_event(self, line: str) -> None:
        """Add one event line to events.jsonl, and put it on the disk behind the observations so far.

        Raises:
            WriteError: the line is not in the log.
        """
        self._observations.sync()
        self._events.append(line)
        self._events.sync()

    def append_observation(self, line: str) -> None:
        """Add one line to observations.jsonl; the next event or ``close`` puts it on the disk.

        Raises:
            WriteError: the line is not in the log.
        """
        self._observations.append(line)

    def write_json(self, text: str) -> Path:
        """Replace game.json and return its path.

        Raises:
            WriteError: the old file stands.
        """
        return self._derive(GAME_JSON, text)

    def write_tgk(self, text: str) -> Path:
        """Replace game.tgk and return its path.

        Raises:
            WriteError: the old file stands.
        """
        return self._derive(GAME_TGK, text)

    def discard(self) -> None:
        """Close and remove the folder, of a game that could not begin."""
        with suppress(WriteError):
            self.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def _derive(self, name: str, text: str) -> Path:
        path = self.path / name
        write_atomic(path, text, durable=False)
        return path

    def close(self) -> None:
        """Put everything on the disk and close the logs; a second call does nothing."""
        self._opened.close()
