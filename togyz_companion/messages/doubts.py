"""What of a record is in doubt, and what no longer fits, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from togyz.notation import position_to_string
from togyz.record import Record
from togyz.replay import to_game
from togyz_companion.messages.telling import Teller


def lapsed_lines(record: Record, teller: Teller) -> Iterator[str]:
    """What was said of plies and no longer fits."""
    game = to_game(record) if record.lapsed else None
    for one in record.lapsed:
        key = "desk.lapsed" if one.move else "desk.lapsed_position"
        label = "" if game is None else game.label_of(one.n)
        yield teller.text(key, n=one.n, label=label, move=one.move, by=one.by)


def doubt_lines(record: Record, teller: Teller) -> Iterator[str]:
    """Of a board that is not explained: what is sure, what is seen, and what it may be."""
    doubt = record.doubt
    if doubt is None:
        return
    rows = {side: " ".join(map(str, row)) for side, row in doubt.seen.items()}
    sure = {"n": doubt.n, "label": to_game(record).label_of(doubt.n), "position": position_to_string(doubt.position)}
    yield teller.text("doubt.seen", **sure, **rows)
    yield from map(teller.explanation, doubt.explanations)
