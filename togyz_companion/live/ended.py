"""After a game: what became of it, and what is put right later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from board_io.feed import GameStanding
from board_io.game_folder import GAME_SQLITE
from togyz.corrections import Correction
from togyz_companion.desk import amend
from togyz_companion.game_files import read_stored
from togyz_companion.live.stage import Stage
from togyz_companion.live.told import called, told_of
from togyz_companion.messages.telling import in_all_languages
from togyz_companion.recording import Recording


class Ended:
    """The stage in which a game is recorded and can be printed.

    Attributes:
        recording: how it ended.
        record: as it stands after what was put right since.
    """

    stage = Stage.ENDED
    view = None
    counted = None

    def __init__(self, show: Callable[[GameStanding], object], recording: Recording) -> None:
        """Begin.

        Args:
            show: shows audiences how the board stands.
            recording: how it ended.
        """
        self.recording = recording
        self.record = recording.record
        self._show = show

    @property
    def folder(self) -> Path | None:
        """Of the game; None where none began."""
        return None if self.recording.path is None else self.recording.path.parent

    @property
    def is_set_up(self) -> bool:
        """Whether the board was set up for another game, and that ended this one."""
        return self.recording.next is not None

    def correct(self, correction: Correction, at: str) -> None:
        """Corrects the stored game, and shows audiences what follows.

        Raises:
            TogyzError, BoardIoError: see ``desk.amend``.
        """
        if self.folder is None:
            return
        amendment = amend(self.folder, correction, at=at)
        self.record = amendment.after
        head = read_stored(self.folder / GAME_SQLITE).head
        self._show(GameStanding(amendment.after, amendment.status, head=head, ended=True))

    def to_dict(self) -> dict[str, object]:
        """For the page."""
        lack, failure = self.recording.shortcoming, self.recording.failure
        return {
            **told_of(self.record),
            "paused": False,
            "set_up": self.is_set_up,
            "folder": called(self.folder),
            "shortcoming": None if lack is None else in_all_languages(lambda teller: teller.shortcoming(lack)),
            "failure": None if failure is None else in_all_languages(lambda teller: teller.error(failure)),
        }
