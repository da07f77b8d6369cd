"""The feed of one board: state.json, the whole state in one file that others poll."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypedDict

import msgspec

from board_io.atomic import make_folder, write_atomic
from board_io.errors import BoardIoError

SCHEMA: Final = 1
STATE: Final = "state.json"

Status = Literal["waiting", "playing", "paused", "desync", "over"]
JsonObject = Mapping[str, object]


class BoardState(TypedDict):
    """What a feed tells, in the JSON form of the record (schema 1)."""

    status: Status
    headers: JsonObject
    position: JsonObject
    plies: Sequence[JsonObject]
    clock: JsonObject | None
    result: str | None
    alerts: Sequence[JsonObject]


class FeedError(BoardIoError):
    """The feed's folder holds a state.json that no feed wrote.

    Attributes:
        path: that file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} is not the state of a feed: move it away or choose another folder for --feed")


class _Written(msgspec.Struct):
    """What a feed needs to know of an earlier state.json."""

    schema: int
    rev: int


class StateFeed:
    """Writes state.json. Its revision rises with every state, over restarts too, so that a poller sees each change.

    Raises:
        FeedError: there is a state.json of another kind, whose revision cannot be gone on with.
        WriteError: the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / STATE
        make_folder(folder)
        self.rev = _last_rev(self._path)

    def publish(self, state: BoardState) -> int:
        """Replace state.json by this state and return its revision.

        Raises:
            WriteError: the old state stands, and so does its revision.
        """
        rev = self.rev + 1
        full = {"schema": SCHEMA, "rev": rev, **state}
        write_atomic(self._path, json.dumps(full, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
        self.rev = rev
        return rev


def _last_rev(path: Path) -> int:
    """The revision that stands in an earlier state.json; 0 where there is none."""
    if not path.exists():
        return 0
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Written).rev
    except (OSError, msgspec.DecodeError) as error:
        raise FeedError(path) from error
