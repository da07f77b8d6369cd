"""Recorded games on disk, in any of the forms that the program knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from board_io.game_folder import GAME_JSON
from togyz.errors import GameTextError
from togyz.gametext import ReadGame, read_games
from togyz.pgn import write_pgn
from togyz.record import Record
from togyz.replay import from_game, to_game
from togyz.tgk import write_tgk

WRITERS: Final[dict[str, Callable[[Record], str]]] = {
    "json": Record.to_json,
    "tgk": lambda record: write_tgk(to_game(record)),
    "pgn": lambda record: write_pgn(to_game(record)),
}
"""Forms in which a record can be written, as text."""


def read_records(path: Path) -> tuple[Record, ...]:
    """The games in a game folder, a game.json, or a TGK or PGN text: one at least, several only in a text.

    Raises:
        TogyzError: it holds no game, or a game that contradicts itself.
        OSError: the file cannot be read.
    """
    if is_record(path):
        return (Record.from_json(text_of(record_path(path))),)
    return tuple(from_game(one.game) for one in read_texts(path))


def read_texts(path: Path, *, repair: bool = False) -> tuple[ReadGame, ...]:
    """The games of a TGK or PGN text, with what was forgiven or, where that is asked for, repaired.

    Raises:
        TogyzError: it holds no game, or one that cannot be replayed.
        OSError: the file cannot be read.
    """
    return read_games(text_of(path), repair=repair)


def is_record(path: Path) -> bool:
    """Whether ``path`` means a game.json rather than a game's text."""
    return path.is_dir() or path.suffix.lower() == ".json"


def record_path(path: Path) -> Path:
    """The game.json that a game folder, or its game.json itself, means."""
    return path / GAME_JSON if path.is_dir() else path


def text_of(path: Path) -> str:
    """What a text file says.

    Raises:
        GameTextError: it is not in UTF-8.
        OSError: the file cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise GameTextError(f"{path} is not a text in UTF-8: save it as such", repr(error.object[:20])) from error
