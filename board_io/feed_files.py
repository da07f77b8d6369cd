"""Where what lies in a feed's folder, and what of it is a feed's: anything else may lie there, too."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from board_io.feed import RoundBoard

STATE: Final = "state.json"
TOURNAMENT: Final = "tournament.json"
INDEX: Final = "index.json"
FEED_FILE: Final = re.compile(
    rf"{STATE}|{TOURNAMENT}|(round-[1-9][0-9]{{0,2}}/)?games\.(pgn|tgk)"
    rf"|round-[1-9][0-9]{{0,2}}/({INDEX}|game-[1-9][0-9]{{0,2}}\.(json|pgn|tgk))"
)
"""The paths below the folder that tell something; no other is anybody's business."""
_ROUND: Final = re.compile(r"round-([1-9][0-9]{0,2})")
_GAME: Final = re.compile(r"game-([1-9][0-9]{0,2})\.json")


def rounds_in(folder: Path) -> list[int]:
    """The numbers of the rounds that a feed's folder holds, ascending; what else has such a name is nobody's business.

    Raises:
        OSError: there is no such folder, or it cannot be read.
    """
    return _numbers_in(folder, _ROUND, os.path.isdir)


def boards_in(folder: Path) -> list[int]:
    """The numbers of the games that a round's folder holds; see :func:`rounds_in`."""
    return _numbers_in(folder, _GAME, os.path.isfile)


def _numbers_in(folder: Path, names: re.Pattern[str], is_one: Callable[[Path], bool]) -> list[int]:
    return sorted(int(found[1]) for one in folder.iterdir() if (found := names.fullmatch(one.name)) and is_one(one))


def mark_of(folder: Path, at: RoundBoard) -> Path:
    """A folder that whoever tells of a board holds, and whose time of change shows when it was last heard of."""
    return folder / f"round-{at.round_no}" / f".game-{at.board_no}"


def content_in(folder: Path, path: Path) -> bytes | None:
    """What a file below a folder holds; None where it cannot be read, is no file, or a link leads out of the folder."""
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
        return path.read_bytes() if is_inside and path.is_file() else None
    except (OSError, RuntimeError):  # a link to itself is the latter to older Pythons
        return None
