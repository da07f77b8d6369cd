"""A feed as a folder that any web server can publish; several programs, each with a board of its own, may write it.

``tournament.json`` tells how many rounds and games there are, ``round-N/index.json`` who plays whom, ``game-M.json``
beside it the whole state of board M, and ``game-M.pgn``, ``game-M.tgk``, ``games.pgn`` and ``games.tgk`` the moves. So
the programs that relay other board games look for it (LiveChess: tournament.json, round-N/index.json, game-M.json).
``state.json`` is the state of the board that changed last.
"""

from __future__ import annotations

import logging
import os
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
from board_io.feed import GameStanding, JsonObject, RoundBoard, round_board, state_text
from board_io.feed_files import INDEX, STATE, TOURNAMENT, boards_in, mark_of, rounds_in
from board_io.refusals import Refusal
from togyz.events import SCHEMA
from togyz.json_text import compact_json
from togyz.pgn import write_pgn
from togyz.replay import to_game
from togyz.saying import say
from togyz.tgk import write_tgk

_Told = TypeVar("_Told")
_HEAD: Final = f'{{"schema":{SCHEMA},"rev":'.encode()
"""With this a state begins, so that half of one is known."""
_BEGUN: Final = ("opened_at", "game_start_t")
"""The headers that say when a game began; nobody can correct them."""
_LIVE: Final = ("playing", "paused", "desync")
_TURN_S: Final = 0.01
_TURNS: Final = 300
"""So often another program that writes in the folder just now is waited for."""
_REV_MAX: Final = 2**53 - 1
"""Beyond it JavaScript cannot count."""

logger = logging.getLogger(__name__)


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
        self._told: GameStanding | None = None
        self._mark: Path | None = None
        self._claim: Claim | None = None
        make_folder(folder)
        _rev_in(folder / STATE)

    def publish(self, standing: GameStanding) -> int:
        """Tells how a board stands; gives the revision of state.json. A folder that was taken away is made anew.

        A game whose round or board is said anew goes with it.

        Raises:
            FeedError: see the class; or another program tells of the same round and board.
            WriteError: a file keeps what it held.
        """
        at = round_board(standing.record.headers)
        folder = self._folder / f"round-{at.round_no}"
        self._hold(at, mark_of(self._folder, at))
        with _in_turn(self._folder):
            if (left := _board_left(self._told, standing)) is not None:
                _withdraw(self._folder / f"round-{left.round_no}", left)
            rev = _write_states([folder / f"game-{at.board_no}.json", self._folder / STATE], standing)
            _write_moves(folder, at.board_no, standing)
            _write_round(folder, at.round_no, standing.record.headers)
            _write_tournament(self._folder, standing.record.headers)
        self._told = standing
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
        self._told = self._mark = self._claim = None

    def _hold(self, at: RoundBoard, mark: Path) -> None:
        """Holds a board as long as it is told of, and the one before until this one is free."""
        if self._mark == mark and mark.is_dir():
            return
        make_folder(mark)
        try:
            claim = Claim(mark)
        except ClaimedError as error:
            taken = say(Refusal.BOARD_TAKEN, board=at.board_no, round=at.round_no, folder=self._folder)
            raise FeedError(mark, taken) from error
        if self._claim is not None:
            self._claim.close()
        self._mark, self._claim = mark, claim


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
    ended: bool = False
    standing: str | None = None


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


def _board_left(before: GameStanding | None, standing: GameStanding) -> RoundBoard | None:
    """Where the game was told of before; None where it stays there, or that was another one."""
    if before is None or not _is_same_game(before, standing):
        return None
    at = round_board(before.record.headers)
    return None if at == round_board(standing.record.headers) else at


def _is_same_game(before: GameStanding, standing: GameStanding) -> bool:
    """Whether it is still the game that was told of before.

    One that rests is told from the next by when it began; where that is not known, one that is over has gone.
    """
    if before.status not in ("paused", "over"):
        return True
    earlier, now = ([one.record.headers.get(name) for name in _BEGUN] for one in (before, standing))
    return earlier == now if any(one is not None for one in earlier) else before.status == "paused"


def _withdraw(folder: Path, at: RoundBoard) -> None:
    """Takes a game away that turned out to be played elsewhere."""
    for form in ("json", "pgn", "tgk"):
        (folder / f"game-{at.board_no}.{form}").unlink(missing_ok=True)
    _write_round(folder, at.round_no, {})


def _write_states(paths: Sequence[Path], standing: GameStanding) -> int:
    """Each with a revision of its own; that of the last."""
    state = standing.state()
    revs = [_rev_in(path) for path in paths]
    newest = max((rev for rev in revs if rev is not None), default=0)
    for path, before in zip(paths, revs, strict=True):
        if before is None:
            logger.warning(say(Refusal.HALF_WRITTEN, path=path))
        rev = (newest if before is None else before) + 1
        write_atomic(path, state_text(rev, state), durable=False)
    return rev


def _write_moves(folder: Path, board_no: int, standing: GameStanding) -> None:
    game = to_game(standing.record)
    _write(folder / f"game-{board_no}.pgn", write_pgn(game))
    _write(folder / f"game-{board_no}.tgk", write_tgk(game))


def _write_round(folder: Path, round_no: int, headers: JsonObject) -> None:
    boards = boards_in(folder)
    pairings = [_pairing(board_no, game) for board_no in boards if (game := _read_game(folder, board_no)) is not None]
    known = _read(folder / INDEX, _Round) or _Round([])
    date = str(headers.get("Date") or known.date)
    _write(folder / INDEX, compact_json({"schema": SCHEMA, "round": round_no, "date": date, "pairings": pairings}))
    for form in ("pgn", "tgk"):
        _write_joined(folder / f"games.{form}", [folder / f"game-{board_no}.{form}" for board_no in boards])


def _write_tournament(folder: Path, headers: JsonObject) -> None:
    """Tells what the tournament is, and of each round, from the first one, how many games it has."""
    rounds = rounds_in(folder)
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
        _write_joined(folder / f"games.{form}", [folder / f"round-{one}" / f"games.{form}" for one in rounds])


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
        "live": game.status in _LIVE and game.result is None and not game.ended,
        "status": game.status,
        "standing": game.standing or game.status,
        "ended": game.ended,
        "kazan": game.position.get("kazan"),
        "plies": len(game.plies),
    }


def _read_game(folder: Path, board_no: int) -> _Game | None:
    return _read(folder / f"game-{board_no}.json", _Game)


def _write_joined(path: Path, parts: Sequence[Path]) -> None:
    """A file with all that these hold."""
    _write(path, b"\n".join(part.read_bytes() for part in parts if part.is_file()))


def _write(path: Path, content: str | bytes) -> None:
    """Writes a file where it holds something else.

    Raises:
        FeedError: a folder has its name, or a pipe, at whose end nobody may ever read.
        WriteError: it keeps what it held.
    """
    if path.exists() and not path.is_file():
        raise FeedError(path, say(Refusal.NO_FILE, path=path))
    content = encoded(content) if isinstance(content, str) else content
    if not path.is_file() or path.read_bytes() != content:
        write_atomic(path, content, durable=False)


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
    raise FeedError(folder, say(Refusal.FOLDER_HELD, folder=folder))


def _rev_in(path: Path) -> int | None:
    """The revision that stands in an earlier state; 0 where there is none, None where only its beginning is left.

    Raises:
        FeedError: it is of another kind.
    """
    if not path.exists():
        return 0
    told = _read(path, _State)
    if told is not None:
        return told.rev
    if path.is_file() and _is_half(path.read_bytes()):
        return None
    raise FeedError(path, say(Refusal.NO_FEED, path=path))


def _is_half(content: bytes) -> bool:
    """Whether that is what a power cut leaves of a state: its beginning, or nothing but zeros."""
    left = content.rstrip(b"\0")
    return left[: len(_HEAD)] == _HEAD[: len(left)] and not _is_json(left)


def _is_json(content: bytes) -> bool:
    try:
        msgspec.json.decode(content)
    except (RecursionError, UnicodeDecodeError, msgspec.DecodeError):
        return False
    return True


def _read(path: Path, kind: type[_Told]) -> _Told | None:
    """What a file tells; None where it is not there or tells something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind) if path.is_file() else None
    except (OSError, RecursionError, UnicodeDecodeError, msgspec.DecodeError):
        return None
