"""The arbiter's desk: what a person says of a recorded game is stored, and everything that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from board_io.game_folder import GAME_SQLITE, GameFolder
from togyz.corrections import Correction
from togyz.events import Lost
from togyz.inference.chronicle import Chronicler
from togyz.json_text import compact_json
from togyz.record import Record, Status
from togyz.replay import to_game
from togyz_companion.game_files import read_stored
from togyz_companion.recorder import Recorder


class PlyChange(NamedTuple):
    """A ply that reads otherwise than before; None where there is none."""

    n: int
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Revision:
    """A record before and after a correction.

    Attributes:
        status: how the recording stands after it.
    """

    before: Record
    after: Record
    status: Status

    @property
    def changes(self) -> tuple[PlyChange, ...]:
        """Every ply that changed, was added, or no longer fits."""
        return tuple(_changes(self.before, self.after))


def revise(folder: Path, correction: Correction, *, at: str) -> Revision:
    """Corrects a recorded game in its folder: nothing stored is changed, everything derived is written anew.

    Args:
        folder: of the game.
        correction: what is said, and by whom.
        at: the time at which it is said, as ISO 8601 has it.

    Raises:
        TogyzError: it cannot be said of this game; nothing is written.
        BoardIoError: the store cannot be read or written, or this program makes another game of what it holds.
    """
    stored = read_stored(folder / GAME_SQLITE)
    before, ending = stored.record, stored.closing
    chronicler = Chronicler(stored.tracker)
    chronicle, _ = chronicler.replayed(stored.inputs)
    chronicler.correct(chronicle, correction)  # what is refused is refused before anything is written
    opened = GameFolder.resume(folder, compact_json({**stored.session, "session": stored.session_n}))
    recorder = Recorder(
        stored.tracker,
        headers=stored.headers,
        folder_for=lambda _: opened,
        evidence=stored.evidence,
        clock=stored.control,
    )
    with opened:
        recorder.catch_up(opened.rows, stored.session_n if stored.session_n > 1 else None)
        recorder.correct(correction, at)
        for event in ending:
            if isinstance(event, Lost):
                recorder.announce(event)
        if ending:
            recorder.finish(ending[-1].t)
            recorder.conclude(ending[-1].t)
    return Revision(before, recorder.record, recorder.status)


def _changes(before: Record, after: Record) -> Iterator[PlyChange]:
    moves = [[ply.written for ply in to_game(record).plies] for record in (before, after)]
    for n, (old, new) in enumerate(zip_longest(*moves), 1):
        if old != new:
            yield PlyChange(n, old, new)
