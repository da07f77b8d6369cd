"""The feed of one board: state.json, the whole state in one file that others poll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, TypedDict

import msgspec

from board_io.atomic import make_folder, write_atomic
from board_io.errors import BoardIoError
from togyz.events import SCHEMA
from togyz.json_text import compact_json
from togyz.position import Position
from togyz.record import Status

STATE: Final = "state.json"

JsonObject = Mapping[str, object]


class BoardState(TypedDict):
    """What a feed tells, in the JSON form of the record (schema 1); ``head`` seals what the game's store holds."""

    status: Status
    headers: JsonObject
    start: JsonObject
    sets: Sequence[JsonObject]
    position: JsonObject
    plies: Sequence[JsonObject]
    clock: JsonObject | None
    result: str | None
    reason: str | None
    alerts: Sequence[JsonObject]
    head: str | None


WAITING: Final = BoardState(
    status="waiting",
    headers={},
    start=Position.start().to_dict(),
    sets=[],
    position=Position.start().to_dict(),
    plies=[],
    clock=None,
    result=None,
    reason=None,
    alerts=[],
    head=None,
)
"""What is told before anything is known."""


def state_text(rev: int, state: JsonObject) -> str:
    """A state as it is sent: with the schema and its revision.

    Raises:
        ValueError: it holds a number that JSON does not know.
    """
    return compact_json({"schema": SCHEMA, "rev": rev, **state})


class FeedError(BoardIoError):
    """The feed's folder holds a state.json that no feed wrote.

    Attributes:
        path: that file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} is not the state of a feed: move it away or choose another folder for --feed")


_REV_MAX: Final = 2**53 - 1
"""Beyond it JavaScript cannot count."""


class _Written(msgspec.Struct):
    """What a feed needs to know of an earlier state.json."""

    schema: int
    rev: Annotated[int, msgspec.Meta(ge=0, le=_REV_MAX)]


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

        A folder that was taken away is made anew.

        Raises:
            WriteError: the old state stands, and so does its revision.
        """
        make_folder(self._path.parent)
        rev = self.rev + 1
        write_atomic(self._path, state_text(rev, state), durable=False)
        self.rev = rev
        return rev


def _last_rev(path: Path) -> int:
    """The revision that stands in an earlier state.json; 0 where there is none."""
    if not path.exists():
        return 0
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Written).rev
    except (OSError, RecursionError, msgspec.DecodeError) as error:
        raise FeedError(path) from error
