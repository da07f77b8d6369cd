"""Recorded games on disk, in any of the forms that the program knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

from board_io.game_folder import EVENTS, GAME_JSON, GAME_SQLITE, GAME_TGK
from board_io.history import counting
from board_io.store import BrokenHistoryError, Row, head_of, read_history
from togyz.clock import TimeControl
from togyz.codes import OF_CLOCK
from togyz.corrections import Correction, CorrectionNote
from togyz.errors import GameTextError, RecordError
from togyz.event_json import event_from_json
from togyz.events import Alert, Finished, Lost, Started
from togyz.fold import fold
from togyz.game import Header
from togyz.gametext import ReadGame, read_games
from togyz.inference.observation import Observation
from togyz.inference.observation_json import observation_from_dict
from togyz.inference.tracker import Tracker
from togyz.json_text import from_json
from togyz.misread import Misread
from togyz.record import Record, Status
from togyz.replay import from_game, to_game
from togyz.saying import say
from togyz.tgk import write_tgk
from togyz_companion.evidence_names import EvidenceKind
from togyz_companion.news import status_after


@dataclass(frozen=True, slots=True)
class StoredGame:
    """What a game's store tells.

    Attributes:
        rows: those that count.
        session: what is noted of the first session.
        session_n: the number of the last one.
        head: seals the whole store, 64 hexadecimal digits.
    """

    rows: tuple[Row, ...]
    session: dict[str, Any]
    session_n: int
    head: str

    @property
    def tracker(self) -> Tracker:
        """The tracker that the recording had.

        Raises:
            TogyzError: the events do not follow from one another.
        """
        record = self._first_record
        names = ("kazan_owner", "as_seen", "is_learned", "to_move_known")
        told = {name: self.session[name] for name in names if name in self.session}
        try:
            return Tracker(start=record.start, rules=record.rules, white_known=self.session["white_known"], **told)
        except (KeyError, TypeError) as error:
            raise RecordError(f"the store does not say how its game was begun ({error})", str(self.session)) from error

    @property
    def inputs(self) -> list[Observation | Correction | Alert]:
        """What was seen and said, and alerts of the clock, in order: all that events follow from before the end.

        Raises:
            TogyzError, ValueError: a row holds something else.
        """
        rows = takewhile(lambda row: row.kind != "end", self.rows)
        return [one for row in rows if (one := _input_of(row)) is not None]

    @property
    def closing(self) -> list[Lost | Finished]:
        """What was announced at its end that follows from nothing seen; empty where it has not ended."""
        rows = dropwhile(lambda row: row.kind != "end", self.rows)
        events = [event_from_json(row.text) for row in rows if row.kind == "event"]
        return [event for event in events if isinstance(event, Lost | Finished)]

    @property
    def record(self) -> Record:
        """The record that the events give.

        Raises:
            TogyzError: they do not follow from one another.
        """
        return self._first_record.in_session(self.session_n if self.session_n > 1 else None)

    @property
    def _first_record(self) -> Record:
        """The record as its first session would write it."""
        return fold(event_from_json(row.text) for row in self.rows if row.kind == "event")

    @property
    def _started(self) -> Started | None:
        """How the game began; None where that is not stored.

        Raises:
            TogyzError: the events cannot be read.
        """
        events = (event_from_json(row.text) for row in self.rows if row.kind == "event")
        return next((event for event in events if isinstance(event, Started)), None)

    @property
    def headers(self) -> dict[str, Header]:
        """What was said of the game when its recording began.

        Raises:
            TogyzError: the events cannot be read.
        """
        started = self._started
        said = {} if started is None else started.headers
        return {name: value for name, value in said.items() if name != "game_start_t"}

    @property
    def control(self) -> TimeControl | None:
        """The time control; None of a game without a clock.

        Raises:
            TogyzError: the events cannot be read.
        """
        started = self._started
        return None if started is None or started.clock is None else TimeControl.from_string(started.clock)

    @property
    def status(self) -> Status:
        """How the recording stands."""
        status: Status = "waiting"
        for row in self.rows:
            if row.kind == "event":
                status = status_after(event_from_json(row.text), status)
        return status

    @property
    def evidence(self) -> EvidenceKind:
        """What is kept of the pictures; ``none`` where that was not noted."""
        kind: EvidenceKind = self.session.get("evidence", "none")
        return kind

    @property
    def spells(self) -> int:
        """So many spells have a number already."""
        return max((1 + from_json(row.text)["spell"] for row in self.rows if row.kind == "observation"), default=0)

    @property
    def has_ended(self) -> bool:
        """Whether the recording came to its end, so that the derived files tell all of it."""
        return any(row.kind == "end" for row in self.rows)


def _input_of(row: Row) -> Observation | Correction | Alert | None:
    """What a row tells the tracker; None where it tells what follows from others."""
    match row.kind:
        case "observation":
            return _observation_of(row)
        case "correction":
            return CorrectionNote.from_json(row.text).correction
        case "event":
            event = event_from_json(row.text)
            return event if isinstance(event, Alert) and event.code in OF_CLOCK else None
        case _:
            return None


def _observation_of(row: Row) -> Observation:
    """What was seen.

    Raises:
        RecordError: another program, or another version of this one, wrote it.
    """
    try:
        return observation_from_dict(from_json(row.text))
    except ValueError as error:
        raise RecordError(f"what the store holds of what was seen cannot be read: {error}", row.text[:80]) from error


def read_stored(path: Path) -> StoredGame:
    """Reads a game's store and checks it.

    Raises:
        StoreError: it cannot be read, or holds something else than what was written.
    """
    return _stored(*read_history(path))


def read_fitting(path: Path) -> StoredGame:
    """Reads a game's store, and of a damaged one what comes before the first row that does not fit.

    Raises:
        StoreError: it cannot be read at all.
    """
    try:
        return read_stored(path)
    except BrokenHistoryError as error:
        return _stored(error.rows, head_of(error.rows))


def derived_texts(stored: StoredGame) -> dict[str, str]:
    """What the files beside a store say, by their names.

    Raises:
        TogyzError: the events do not follow from one another.
    """
    record = stored.record
    lines = [f"{row.text}\n" for row in stored.rows if row.kind == "event"]
    return {EVENTS: "".join(lines), GAME_JSON: record.to_json(), GAME_TGK: write_tgk(to_game(record))}


def _stored(rows: Sequence[Row], head: str) -> StoredGame:
    sessions = [_session_of(row) for row in rows if row.kind in ("session", "resumed")]
    first = sessions[0] if sessions else {"session": 1}
    return StoredGame(tuple(counting(rows)), first, max((one["session"] for one in sessions), default=1), head)


def _session_of(row: Row) -> dict[str, Any]:
    """What a row tells of a session.

    Raises:
        RecordError: another program, or another version of this one, wrote it.
    """
    try:
        session = from_json(row.text)
    except ValueError as error:
        raise RecordError(f"what the store notes of a session is not JSON: {error}", row.text) from error
    if not isinstance(session, dict) or not isinstance(session.get("session"), int):
        raise RecordError("what the store notes of a session has no number: another program wrote it", row.text)
    return session


def read_records(path: Path) -> tuple[Record, ...]:
    """The games in a game folder, its store or game.json, or a TGK or PGN text: one at least, several only in a text.

    Raises:
        TogyzError: it holds no game, or a game that contradicts itself.
        StoreError: a store cannot be read, or holds something else than what was written.
        OSError: the file cannot be read.
    """
    told = record_path(path)
    try:
        if is_store(path):
            return (read_stored(told).record,)
        if is_record(path):
            return (Record.from_json(text_of(told)),)
    except RecordError as error:
        raise RecordError(say(Misread.NO_RECORD, path=told, fault=error.message), error.text) from error
    return tuple(from_game(one.game) for one in read_texts(path))


def read_texts(path: Path, *, repair: bool = False) -> tuple[ReadGame, ...]:
    """The games of a TGK or PGN text, with what was forgiven or, where that is asked for, repaired.

    Raises:
        TogyzError: it holds no game, or one that cannot be replayed.
        OSError: the file cannot be read.
    """
    return read_games(text_of(path), repair=repair)


def is_store(path: Path) -> bool:
    """Whether ``path`` means a game's store."""
    return record_path(path).name == GAME_SQLITE


def is_record(path: Path) -> bool:
    """Whether ``path`` means a game.json rather than a game's text."""
    return path.is_dir() or path.suffix.lower() == ".json"


def record_path(path: Path) -> Path:
    """What a game folder means: its store, or the game.json where it has none; any other path means itself."""
    if not path.is_dir():
        return path
    stored = path / GAME_SQLITE
    return stored if stored.is_file() else path / GAME_JSON


def text_of(path: Path) -> str:
    """What a text file says.

    Raises:
        GameTextError: it is not in UTF-8.
        OSError: the file cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise GameTextError(say(Misread.NO_UTF8, path=path), repr(error.object[:20])) from error
