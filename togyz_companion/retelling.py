"""A stored game told again: what was seen and said goes through this program once more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from board_io.game_folder import GAME_SQLITE, GameFolder
from board_io.history import HistoryDiffersError
from board_io.store import Store, read_history
from togyz.events import Finished, Lost
from togyz.json_text import compact_json
from togyz_companion.game_files import StoredGame, read_stored
from togyz_companion.recorder import Recorder


def tell_again(
    stored: StoredGame, folder: Path, more: Callable[[Recorder], object] = lambda _: None, *, exactly: bool = False
) -> Recorder:
    """Tells a game in its folder again, to the end that it had; nothing stored is changed, derived files are written.

    Args:
        stored: the game.
        folder: in which it lies.
        more: is to be told before that end.
        exactly: see :meth:`Recorder.catch_up`.

    Raises:
        HistoryDiffersError: this program makes another game of what it holds; nothing is written.
        BoardIoError: the store cannot be read or written.
        TogyzError: ``more`` cannot be told.
    """
    opened = GameFolder.resume(folder, compact_json({**stored.session, "session": stored.session_n}))
    recorder = Recorder(
        stored.tracker,
        headers=stored.headers,
        folder_for=lambda _: opened,
        evidence=stored.evidence,
        clock=stored.control,
    )
    ending = stored.closing
    with opened:
        recorder.catch_up(opened.rows, stored.session_n if stored.session_n > 1 else None, exactly=exactly)
        with opened.together():
            more(recorder)
            for event in ending:
                if isinstance(event, Lost):
                    recorder.announce(event)
            if ending:
                last = ending[-1]
                recorder.finish(last.t, is_anew=isinstance(last, Finished) and last.anew)
                recorder.conclude(last.t)
    return recorder


def otherwise_from(game: Path) -> int | None:
    """The first row of a stored game that this program would write otherwise; None where there is none.

    Args:
        game: its store, of which a copy is told again.

    Returns:
        The row's number, counted from 1 among those that count.

    Raises:
        BoardIoError: the store cannot be read.
    """
    stored = read_stored(game)
    with TemporaryDirectory() as folder:
        with Store(Path(folder, GAME_SQLITE)) as copy:
            copy.append(read_history(game).rows)
        try:
            tell_again(stored, Path(folder), exactly=True)
        except HistoryDiffersError as error:
            return error.row_n
        rows = read_stored(Path(folder, GAME_SQLITE)).rows
    pairs = enumerate(zip(stored.rows, rows, strict=False), 1)
    first = next((n for n, (one, other) in pairs if one != other), min(len(stored.rows), len(rows)) + 1)
    return None if rows == stored.rows else first
