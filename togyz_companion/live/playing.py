"""During a game: what the pages are told of it, and what the operator says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from board_io.feed import GameStanding
from board_io.outage import Moment
from calibration.view import BoardView
from togyz.corrections import Correction
from togyz.record import Record
from togyz.saying import say
from togyz_companion.live.edges import edges_px
from togyz_companion.live.eye import Counted
from togyz_companion.live.stage import NotNowError, Stage
from togyz_companion.live.told import called, told_of
from togyz_companion.news import News
from togyz_companion.obstacle import Obstacle
from togyz_companion.recorder import Recorder
from togyz_companion.sinks import clock_of
from togyz_companion.table_clock import TableClock
from vision.frame import Frame
from vision.watch import BoardWatcher


class Playing:
    """The stage in which one game is recorded.

    Attributes:
        is_paused: whether the board is not looked at for the moment.
        counted: what its otaus held when they were last counted, and the picture of it; None before.
    """

    stage = Stage.PLAYING

    def __init__(
        self,
        show: Callable[[GameStanding], object],
        recorder: Recorder,
        watcher: BoardWatcher,
        table: TableClock | None = None,
    ) -> None:
        """Begin.

        Args:
            show: shows audiences how the board stands.
            recorder: of the game.
            watcher: sees the board.
            table: the clock on the table; None in a game without one.
        """
        self.is_paused = False
        self.counted: Counted | None = None
        self._table = table
        self._t = 0.0
        self._show = show
        self._recorder = recorder
        self._watcher = watcher
        self._head: str | None = None
        self._has_ended = False

    @property
    def view(self) -> BoardView | None:
        """Where the board lies now."""
        return self._watcher.view

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._recorder.record

    @property
    def folder(self) -> Path | None:
        """Of the game; None before its first position was seen at rest."""
        return self._recorder.folder

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return self._recorder.status == "over"

    def seen(self, moments: Iterable[Moment]) -> Iterator[Moment]:
        """What of them the recorder looks at: nothing while the operator pauses, nothing after the game's end."""
        for moment in moments:
            self._t = moment.t_s
            if self.is_over:
                return
            if not self.is_paused:
                before = self._watcher.readings
                yield moment
                if isinstance(moment, Frame) and self._watcher.readings is not before:
                    self.counted = Counted(moment.image_bgr, self._watcher.readings)

    @property
    def table(self) -> TableClock:
        """The clock on the table.

        Raises:
            NotNowError: the game has none.
        """
        if self._table is None:
            raise NotNowError(say(Obstacle.NO_CLOCK), self.stage.value)
        return self._table

    def pause(self, *, is_paused: bool) -> None:
        """Looks away from the board, or back to it; the clock stands meanwhile."""
        self.is_paused = is_paused
        if self._table is not None:
            self._table.pause(is_paused=is_paused)

    def correct(self, correction: Correction, at: str) -> None:
        """See ``Recorder.correct``."""
        self._recorder.correct(correction, at)

    def note(self, news: News) -> None:
        """Keeps what seals the record, and whether it has ended."""
        self._head, self._has_ended = news.head, news.is_last

    def publish(self) -> None:
        """Shows audiences how the game stands."""
        status = self._recorder.status
        status = "paused" if self.is_paused and status != "over" else status
        clock = clock_of(self._recorder.clock, status, self._t)
        self._show(GameStanding(self._recorder.record, status, head=self._head, clock=clock, ended=self._has_ended))

    def to_dict(self) -> dict[str, object]:
        """For the page."""
        return {
            "paused": self.is_paused,
            "edges": None if self.view is None else edges_px(self.view, turned=self._recorder.turned),
            **told_of(self.record),
            "folder": called(self.folder),
        }
