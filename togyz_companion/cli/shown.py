"""What shows a ply or an alert, and what else a ply may have been, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from togyz.game import Game
from togyz.record import Record
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


def alternative_lines(record: Record, game: Game, teller: Teller) -> Iterator[str]:
    """Each ply with how sure it is, and what else it may have been."""
    for ply, written in zip(record.plies, game.plies, strict=True):
        if ply.confidence is None:
            continue
        others = ", ".join(f"{move} {p:.2%}" for move, p in ply.alternatives)
        values = {"n": ply.n, "label": game.label_of(ply.n), "move": written.written, "p": f"{ply.confidence:.2%}"}
        yield teller.text("game.alternatives" if others else "game.alone", others=others, **values)
