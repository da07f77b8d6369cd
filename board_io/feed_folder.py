"""A feed as a folder that any web server can publish; several programs, each with a board of its own, may write it.

``tournament.json`` tells how many rounds and games there are, ``round-N/index.json`` who plays whom, ``game-M.json``
beside it the whole state of board M, and ``game-M.pgn``, ``game-M.tgk``, ``games.pgn`` and ``games.tgk`` the moves. So
the programs that relay other board games look for it (LiveChess: tournament.json, round-N/index.json, game-M.json).
``state.json`` is the state of the board that changed last.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from board_io.atomic import encoded, make_folder, write_atomic
from board_io.claim import Claim, ClaimedError
from board_io.closable import Closable
from board_io.errors import BoardIoError
from board_io.feed import JsonObject, Place, Standing, place_of, state_text
from togyz.events import SCHEMA
from togyz.json_text import compact_json
from togyz.pgn import write_pgn
from togyz.replay import to_game
from togyz.tgk import write_tgk

_Told = TypeVar("_Told")
STATE: Final = "state.json"
TOURNAMENT: Final = "tournament.json"
INDEX: Final = "index.json"
FEED_FILE: Final = re.compile(
    rf"{STATE}|{TOURNAMENT}|(round-[1-9][0-9]{{0,2}}/)?games\.(pgn|tgk)"
    rf"|round-[1-9][0-9]{{0,2}}/({INDEX}|game-[1-9][0-9]{{0,2}}\.(json|pgn|tgk))"
)
"""The paths below the folder that tell something; no other is anybody's business."""
ROUND: Final = re.compile(r"round-([1-9][0-9]{0,2})")
GAME: Final = re.compile(r"game-([1-9][0-9]{0,2})\.json")
_ENDED: Final = ("over", "paused")
_LIVE: Final = ("playing", "paused", "desync")
_TURN_S: Final = 0.01
_TURNS: Final = 300
"""So often another program that writes in the folder just now is waited for."""
_REV_MAX: Final = 2**53 - 1
"""Beyond it JavaScript cannot count."""


def numbers_in(folder: Path, names: re.Pattern[str]) -> list[int]:
    """The numbers in the names of such files.

    Raises:
        OSError: there is no such folder.
    """
    return [int(found[1]) for one in folder.iterdir() if (found := names.fullmatch(one.name))]


def mark_of(folder: Path, place: Place) -> Path:
    """A folder that whoever tells of a board holds, and whose time of change shows when it was last heard of."""
    return folder / f"round-{place.round_no}" / f".game-{place.board_no}"


class FeedError(BoardIoError):
    """The feed's folder cannot be told in: somebody else's file is there, or another program tells of the same board.

    Attributes:
        path: what is in the way.
    """

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        super().__init__(what)


class FeedFolder(Closable):
    """Writes the files of one board after another; the next game at the same round and board takes a game's place.

    Revisions rise with every state, over restarts too, so that a poller sees each change. What stays as it was is not
    written anew.

    Raises:
        FeedError: there is a state.json of another kind, whose revision cannot be gone on with.
        WriteError: the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._place: Place | None = None
        self._mark: Path | None = None
        self._is_open = False
        self._claim: Claim | None = None
        make_folder(folder)
        _last_rev(folder / STATE)

    def publish(self, standing: Standing) -> int:
        """Tells how a board stands; gives the revision of state.json. A folder that was taken away is made anew.

        A game whose round or board is said anew while it is played goes with it.

        Raises:
            FeedError: see the class; or another program tells of the same round and board.
            WriteError: a file keeps what it held.
        """
        before, place = self._place, place_of(standing.record.headers)
        folder = self._folder / f"round-{place.round_no}"
        self._hold(place, mark_of(self._folder, place))
        with _in_turn(self._folder):
            if before not in (None, place) and self._is_open:
                _withdraw(self._folder / f"round-{before.round_no}", before)
            rev = _write_states([folder / f"game-{place.board_no}.json", self._folder / STATE], standing)
            _write_moves(folder, place.board_no, standing)
            _write_round(folder, place.round_no, standing.record.headers)
            _write_tournament(self._folder, standing.record.headers)
        self._is_open = standing.status not in _ENDED
        return rev

    def beat(self) -> None:
        """Lets readers of the folder know that the board is still told of.

        Raises:
            OSError: they cannot be told.
        """
        if self._mark is not None:
            os.utime(self._mark)

    def close(self) -> None:
        """Let others tell of the board; a second call does nothing."""
        if self._claim is not None:
            self._claim.close()
        self._place = self._mark = self._claim = None

    def _hold(self, place: Place, mark: Path) -> None:
        """Holds a board as long as it is told of."""
        if self._place == place and mark.is_dir():
            return
        self.close()
        make_folder(mark)
        try:
            self._claim = Claim(mark)
        except ClaimedError as error:
            raise FeedError(
                mark,
                f"another program tells of board {place.board_no} in round {place.round_no} in {self._folder}: give "
                "each board a number of its own",
            ) from error
        self._place, self._mark = place, mark


class _State(msgspec.Struct):
    """What a feed needs to know of an earlier state."""

    schema: int
    rev: Annotated[int, msgspec.Meta(ge=0, le=_REV_MAX)]


class _Game(_State):
    """What the list of a round tells of a state."""

    status: str
    headers: dict[str, Any]
    position: dict[str, Any]
    plies: list[msgspec.Raw]
    result: str | None


class _Pairing(msgspec.Struct):
    """What the list of rounds asks of a pairing."""

    live: bool


class _Round(msgspec.Struct):
    """What the list of rounds asks of a round, and what stays in it where a game does not say it."""

    pairings: list[_Pairing]
    date: str = ""


class _Tournament(msgspec.Struct):
    """What stays in the list of rounds where a game does not say it."""

    name: str = ""
    location: str = ""
    timecontrol: str = ""


def _withdraw(folder: Path, place: Place) -> None:
    """Takes a game away that turned out to be played elsewhere."""
    for form in ("json", "pgn", "tgk"):
        (folder / f"game-{place.board_no}.{form}").unlink(missing_ok=True)
    _write_round(folder, place.round_no, {})


def _write_states(paths: Sequence[Path], standing: Standing) -> int:
    """Each with a revision of its own; that of the last."""
    state = standing.state()
    for path in paths:
        rev = _last_rev(path) + 1
        write_atomic(path, state_text(rev, state), durable=False)
    return rev


def _write_moves(folder: Path, board_no: int, standing: Standing) -> None:
    game = to_game(standing.record)
    _write(folder / f"game-{board_no}.pgn", write_pgn(game))
    _write(folder / f"game-{board_no}.tgk", write_tgk(game))


def _write_round(folder: Path, round_no: int, headers: JsonObject) -> None:
    boards = sorted(numbers_in(folder, GAME))
    pairings = [_pairing(board_no, game) for board_no in boards if (game := _read_game(folder, board_no)) is not None]
    known = _read(folder / INDEX, _Round) or _Round([])
    date = str(headers.get("Date") or known.date)
    _write(folder / INDEX, compact_json({"schema": SCHEMA, "round": round_no, "date": date, "pairings": pairings}))
    for form in ("pgn", "tgk"):
        _write_joined(folder / f"games.{form}", [folder / f"game-{board_no}.{form}" for board_no in boards])


def _write_tournament(folder: Path, headers: JsonObject) -> None:
    """Tells what the tournament is, and of each round, from the first one, how many games it has."""
    rounds = numbers_in(folder, ROUND)
    known = _read(folder / TOURNAMENT, _Tournament) or _Tournament()
    told = {
        "schema": SCHEMA,
        "name": str(headers.get("Event") or known.name),
        "location": str(headers.get("Site") or known.location),
        "rules": "togyzkumalak",
        "timecontrol": str(headers.get("TimeControl") or known.timecontrol),
        "rounds": [_counted(folder / f"round-{round_no}") for round_no in range(1, max(rounds, default=0) + 1)],
    }
    _write(folder / TOURNAMENT, compact_json(told))
    for form in ("pgn", "tgk"):
        _write_joined(folder / f"games.{form}", [folder / f"round-{one}" / f"games.{form}" for one in sorted(rounds)])


def _counted(folder: Path) -> JsonObject:
    told = _read(folder / INDEX, _Round) or _Round([])
    return {"count": len(told.pairings), "live": sum(one.live for one in told.pairings)}


def _pairing(board_no: int, game: _Game) -> JsonObject:
    def player(side: str) -> JsonObject:
        return {"name": str(game.headers.get(side) or ""), "team": str(game.headers.get(f"{side}Team") or "")}

    return {
        "board": board_no,
        "white": player("White"),
        "black": player("Black"),
        "result": game.result or "*",
        "live": game.status in _LIVE and game.result is None,
        "status": game.status,
        "kazan": game.position.get("kazan"),
        "plies": len(game.plies),
    }


def _read_game(folder: Path, board_no: int) -> _Game | None:
    return _read(folder / f"game-{board_no}.json", _Game)


def _write_joined(path: Path, parts: Sequence[Path]) -> None:
    """A file with all that these hold."""
    _write(path, "\n".join(part.read_text(encoding="utf-8") for part in parts if part.is_file()))


def _write(path: Path, text: str) -> None:
    if not path.is_file() or path.read_bytes() != encoded(text):
        write_atomic(path, text, durable=False)


@contextmanager
def _in_turn(folder: Path) -> Iterator[None]:
    """Waits until no other program writes in the folder, and holds it.

    Raises:
        FeedError: one has held it for long.
    """
    for _ in range(_TURNS):
        try:
            claim = Claim(folder)
        except ClaimedError:
            time.sleep(_TURN_S)
        else:
            with claim:
                yield
            return
    raise FeedError(folder, f"another program holds {folder} and does not let go of it")


def _last_rev(path: Path) -> int:
    """The revision that stands in an earlier state; 0 where there is none.

    Raises:
        FeedError: it is of another kind.
    """
    if not path.exists():
        return 0
    told = _read(path, _State)
    if told is None:
        raise FeedError(path, f"{path} is not the state of a feed: move it away or choose another folder")
    return told.rev


def _read(path: Path, kind: type[_Told]) -> _Told | None:
    """What a file tells; None where it is not there or tells something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, RecursionError, msgspec.DecodeError):
        return None
