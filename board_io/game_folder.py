"""The folder of one recorded game: its store, and the files derived from it.

It stores text that others made; what they mean is not its business.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from board_io.atomic import make_folder, write_atomic
from board_io.closable import Closable
from board_io.errors import BoardIoError, WriteError
from board_io.history import GrowingHistory
from board_io.refusals import Refusal
from board_io.store import Kind, Row
from togyz.saying import say, sentence_of

GAME_SQLITE: Final = "game.sqlite"
EVENTS: Final = "events.jsonl"
GAME_JSON: Final = "game.json"
GAME_TGK: Final = "game.tgk"

logger = logging.getLogger(__name__)


class GameExistsError(BoardIoError):
    """The game's folder is there already.

    Attributes:
        path: that folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(say(Refusal.GAME_EXISTS, path=path))


class NoGameError(BoardIoError):
    """There is no game that could be resumed.

    Attributes:
        path: where it was looked for.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(say(Refusal.NO_GAME, path=path, store=GAME_SQLITE))


class UnwrittenError(BoardIoError):
    """A game ended, and not all of it could be written.

    Attributes:
        path: its folder.
        why: what refused last.
    """

    def __init__(self, path: Path, why: BoardIoError) -> None:
        self.path = path
        self.why = why
        super().__init__(say(Refusal.UNWRITTEN, path=path, fault=sentence_of(why)))


class GameFolder(Closable):
    """One game's folder, open for recording. ``create`` makes one, ``resume`` opens one.

    An event is on the disk when ``append_event`` returns, and so are the observations that came before it: no
    announced ply is lost, and none stands without what it rests on. Observations alone wait for the next event. What
    cannot be written is kept in memory, which is warned of, and written as soon as it can be. The derived files can be
    made anew from the store and are left to the operating system.

    Args:
        path: of the folder, which exists.
        session: JSON text that tells of this recording.
        resumed: whether a stored game goes on.

    Raises:
        StoreError: the store cannot be opened.
    """

    def __init__(self, path: Path, session: str, *, resumed: bool = False) -> None:
        self.path = path
        self._history = GrowingHistory(path / GAME_SQLITE, resumed=session if resumed else None)
        self._events: list[str] = []
        self._derived: dict[str, str] = {}
        self._refusal: WriteError | None = None
        self._is_holding = False
        if not resumed:
            self._history.add("session", session)

    @classmethod
    def create(cls, folder: Path, game_id: str, session: str) -> GameFolder:
        """Make ``folder``/``game_id`` and open it.

        Raises:
            ValueError: ``game_id`` is not a plain file name.
            GameExistsError: it exists.
            WriteError, StoreError: it cannot be made; nothing is left behind.
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
            return cls(path, session)
        except BoardIoError:
            shutil.rmtree(path, ignore_errors=True)
            raise

    @classmethod
    def resume(cls, path: Path, session: str) -> GameFolder:
        """Open a game's folder to go on. What is stored has to be told again, from its first row, and is compared.

        Raises:
            NoGameError: there is no store.
            StoreError: it cannot be opened.
        """
        if not (path / GAME_SQLITE).is_file():
            raise NoGameError(path)
        return cls(path, session, resumed=True)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What was stored of a game that is resumed, and counts."""
        return self._history.rows

    @property
    def head(self) -> str | None:
        """Seals what is stored, 64 hexadecimal digits; None where nothing can be."""
        return self._history.head

    @property
    def is_behind(self) -> bool:
        """Whether what is told has not gone beyond what was stored before."""
        return self._history.is_behind

    def check_told(self) -> None:
        """See that a game that is resumed was told again to its end.

        Raises:
            HistoryDiffersError: it was not.
        """
        self._history.check_told()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is added meanwhile comes to the disk all at once, at the end; else nothing of it does."""
        if self._is_holding:
            yield
            return
        self._is_holding = True
        try:
            yield
        except BaseException:
            self._history.forget()
            raise
        finally:
            self._is_holding = False
            self._history.commit()

    def append_event(self, line: str) -> None:
        """Adds one event line, and puts it on the disk behind the observations so far.

        Raises:
            HistoryDiffersError: a game is resumed, and this is not what it told.
        """
        self._history.add("event", line)
        if not self._is_holding:
            self._history.commit()
        self._events.append(line)
        self._derive(EVENTS, "".join(f"{one}\n" for one in self._events))

    def append_observation(self, line: str) -> None:
        """Adds one observation; the next event or ``close`` puts it on the disk.

        Raises:
            HistoryDiffersError: a game is resumed, and this is not what it told.
        """
        self._history.add("observation", line)

    @property
    def told(self) -> int:
        """So many of ``rows`` have been told again."""
        return self._history.told

    def due(self, kind: Kind) -> str | None:
        """What is to be told again next, if it is of this kind; None where something else is, or nothing."""
        due = self._history.due
        return due.text if due is not None and due.kind == kind else None

    def append_correction(self, line: str) -> None:
        """Adds what a person said; the next event puts it on the disk, or ``together`` with all that follow from it.

        Raises:
            HistoryDiffersError: a game is resumed, and this is not what it told.
        """
        self._history.add("correction", line)

    def end(self) -> None:
        """What follows holds only unless the game is resumed."""
        self._history.add("end", "{}")

    def write_json(self, text: str) -> None:
        """Replaces game.json, or does so when it can be written."""
        self._derive(GAME_JSON, text)

    def write_tgk(self, text: str) -> None:
        """Replaces game.tgk, or does so when it can be written."""
        self._derive(GAME_TGK, text)

    def _derive(self, name: str, text: str) -> None:
        self._derived[name] = text
        if not self.is_behind:
            self._write_derived()

    def _write_derived(self) -> None:
        try:
            for name in tuple(self._derived):
                write_atomic(self.path / name, self._derived[name], durable=False)
                del self._derived[name]
        except WriteError as error:
            if self._refusal is None:
                logger.warning(say(Refusal.WRITTEN_LATER, fault=sentence_of(error)))
            self._refusal = error
        else:
            self._refusal = None

    def close(self) -> None:
        """Puts everything on the disk and closes the store; a second call does nothing.

        Raises:
            UnwrittenError: not everything could be written.
        """
        if not self.is_behind:
            self._write_derived()
        self._history.close()
        failure = self._history.failure or self._refusal
        if failure is not None:
            raise UnwrittenError(self.path, failure)
