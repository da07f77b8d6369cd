"""The runner: frames through a watcher to a recorder, and in order to the end however that comes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from board_io.errors import BoardIoError
from board_io.outage import Moment, Outage
from board_io.source import SourceError
from togyz.events import Back, Event, Lost
from togyz.inference.observation import Observation
from togyz.inference.set_up_anew import shows_start_again
from togyz.record import Record, Status
from togyz.saying import say, sentence_of
from togyz_companion.messages.telling import Shortcoming
from togyz_companion.noted import Noted
from togyz_companion.recorder import Recorder
from vision.frame import Frame
from vision.keeping import Displacement

logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """What sees when the board is at rest, and counts it then."""

    def see(self, frame: Frame) -> Sequence[Observation | Displacement]:
        """Takes the next frame; gives what became known by it."""


class SetUp(NamedTuple):
    """The start position, seen after a game.

    Attributes:
        frame: shows it.
        spell: in which it rests, as the game that it ended numbers them.
    """

    frame: Frame
    spell: int


@dataclass(frozen=True, slots=True)
class Recording:
    """How a recording ended.

    Attributes:
        path: the game.json written; None where no game began.
        anew_after: the ply after which the board seems to have been set up for another game; None where it was not.
        failure: why it ended before the source did; None where all went well.
        next: the start position that ended it.
        as_seen: whether the game was joined as it was seen.
        earlier: of the games before it, from the same source.
    """

    path: Path | None
    record: Record
    status: Status
    anew_after: int | None
    failure: Exception | None
    next: SetUp | None = None
    as_seen: bool = False
    earlier: tuple[Recording, ...] = ()

    @property
    def games(self) -> tuple[Recording, ...]:
        """Of all games from its source, in order."""
        return (*self.earlier, self)

    @property
    def shortcoming(self) -> Shortcoming | None:
        """Why the record is not whole; None where a game was recorded and nothing in it is open."""
        if self.path is None:
            return Shortcoming("no_game")
        if self.anew_after is not None:
            return Shortcoming("another_game", {"n": self.anew_after})
        if self.status == "desync":
            return Shortcoming("joined" if self.as_seen else "desync", {"n": len(self.record.plies)})
        is_open = [alert for alert in self.record.alerts if alert.resolved is None]
        if not is_open:
            return None
        return Shortcoming("alerts", {"alerts": len(is_open), "id": is_open[0].id, "alert": is_open[0]})


def run(moments: Iterable[Moment], watcher: Watcher, recorder: Recorder) -> Recording:
    """Records until the source ends, the game is over or the board is set up anew; a camera that fails is waited for.

    A source that breaks off and a fault of the program end the recording in order, become an event and stand in what
    is returned; only what the game's folder refuses is raised.

    Raises:
        GameExistsError: the game has a folder already; it is as it was.
        WriteError, StoreError: the game's folder cannot be made or opened.
        HistoryDiffersError: a game that is resumed was told otherwise; it is as it was.
        UnwrittenError: not everything could be written, not even at the end.
    """
    t: float = 0.0
    failure: Exception | None = None
    set_up: SetUp | None = None
    outages = _Outages(recorder.announce)
    with recorder:
        try:
            try:
                for moment in moments:
                    t = moment.t_s
                    recorder.tick(t)
                    outages.note(moment)
                    if isinstance(moment, Outage):
                        continue
                    set_up = _taken(moment, watcher, recorder)
                    if recorder.status == "over" or set_up is not None:
                        break
            except SourceError as error:
                failure = error
                recorder.announce(Lost(t=t, why="source", detail=str(error)))
            recorder.finish(t, is_anew=set_up is not None)
        except BoardIoError:
            raise
        except Exception as error:
            logger.debug("the recording failed", exc_info=True)
            failure = error
            recorder.announce(Lost(t=t, why="program", detail=_named(error)))
        path = recorder.conclude(t)
        return Recording(
            path,
            recorder.record,
            recorder.status,
            recorder.anew_after,
            failure,
            set_up,
            as_seen=recorder.as_seen,
        )


def _taken(frame: Frame, watcher: Watcher, recorder: Recorder) -> SetUp | None:
    """Has the recorder take what is seen in a frame; the start position, where that ends its game."""
    for news in watcher.see(frame):
        if isinstance(news, Observation) and shows_start_again(news, recorder.record):
            return SetUp(frame, news.spell)
        recorder.take(news)
    return None


def next_set_up(moments: Iterable[Moment], watcher: Watcher, record: Record) -> SetUp | None:
    """Waits after a game for the start position; None where the source ends or breaks off before."""
    try:
        for moment in moments:
            for news in () if isinstance(moment, Outage) else watcher.see(moment):
                if isinstance(moment, Frame) and isinstance(news, Observation) and shows_start_again(news, record):
                    return SetUp(moment, news.spell)
    except SourceError as error:
        logger.warning(say(Noted.AFTER_GAME, fault=sentence_of(error)))
    return None


class _Outages:
    """Announces where an outage begins, where it shows another fault, and where it is over."""

    def __init__(self, announce: Callable[[Event], object]) -> None:
        self._announce = announce
        self._last: Outage | None = None

    def note(self, moment: Moment) -> None:
        last, self._last = self._last, moment if isinstance(moment, Outage) else None
        if isinstance(moment, Outage):
            if last is None or last.fault != moment.fault:
                self._announce(Lost(t=moment.t_s, why=moment.fault, detail=moment.detail))
        elif last is not None:
            self._announce(Back(t=moment.t_s, gap_s=round((moment.t_ns - last.since_ns) / 1e9, 2)))


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
