"""What shows a ply or an alert, what is in doubt, and what no longer fits, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from togyz.game import Game
from togyz.notation import position_to_string
from togyz.record import Record
from togyz_companion.cli.options import label_of
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


def lapsed_lines(record: Record, teller: Teller) -> Iterator[str]:
    """What was said of plies and no longer fits."""
    for one in record.lapsed:
        yield teller.text("desk.lapsed" if one.move else "desk.lapsed_position", n=one.n, move=one.move, by=one.by)


def doubt_lines(record: Record, teller: Teller) -> Iterator[str]:
    """Of a board that is not explained: what is sure, what is seen, and what it may be."""
    doubt = record.doubt
    if doubt is None:
        return
    rows = {side: " ".join(map(str, row)) for side, row in doubt.seen.items()}
    yield teller.text("doubt.seen", n=doubt.n, position=position_to_string(doubt.position), **rows)
    yield from map(teller.explanation, doubt.explanations)


def alternative_lines(record: Record, game: Game, teller: Teller) -> Iterator[str]:
    """Each ply with how sure it is, and what else it may have been."""
    for ply, written in zip(record.plies, game.plies, strict=True):
        if ply.confidence is None:
            continue
        others = ", ".join(f"{move} {p:.2%}" for move, p in ply.alternatives)
        values = {"n": ply.n, "place": label_of(ply.n, game), "move": written.written, "p": f"{ply.confidence:.2%}"}
        yield teller.text("game.alternatives" if others else "game.alone", others=others, **values)
