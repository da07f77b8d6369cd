"""What shows a ply or an alert, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from togyz_companion.game_files import record_path
from togyz_companion.messages.telling import Teller


def evidence_lines(game: Path, names: Sequence[str], teller: Teller) -> Iterator[str]:
    """The paths of files of evidence; of those that are not there it is said.

    Args:
        game: the game's folder, or a file in it.
        names: as the record has them.
        teller: says so.
    """
    for name in names:
        file = record_path(game).parent / name
        yield teller.text("game.shown_by" if file.is_file() else "game.not_shown", file=file)
