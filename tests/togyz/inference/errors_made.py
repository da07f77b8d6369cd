"""Worked examples of the players' errors, most of them from boards on which they were made."""

from __future__ import annotations

from togyz.board import Side
from togyz.codes import Code
from togyz.inference.evidence import TUZDYK, contents
from togyz.position import Position

WHITE, BLACK = Side.WHITE, Side.BLACK
START = Position.start()
AFTER_76 = START.play(7)
# positions of the scenario boards: white to move before 16x, black to move before 39, 47 and 91, white before 58
BEFORE_16 = Position((15, 2, 14, 2, 5, 5, 0, 14, 4, 4, 1, 16, 4, 2, 2, 1, 16, 16), (22, 17), (None, 7), WHITE)
BEFORE_39 = Position((15, 2, 14, 2, 1, 6, 0, 15, 5, 4, 1, 16, 4, 2, 2, 1, 16, 16), (22, 18), (None, 7), BLACK)
BEFORE_47 = Position((1, 13, 12, 12, 12, 1, 3, 1, 1, 0, 14, 14, 13, 2, 2, 6, 15, 1), (15, 24), (1, None), BLACK)
BEFORE_58 = Position((2, 14, 13, 13, 13, 2, 0, 1, 1, 0, 14, 14, 1, 3, 3, 7, 16, 2), (15, 28), (1, None), WHITE)
BEFORE_91 = Position((2, 14, 13, 13, 1, 3, 1, 2, 2, 0, 15, 15, 2, 4, 4, 8, 17, 2), (16, 28), (1, None), BLACK)
SECOND = Position((0, 0, 0, 0, 0, 0, 0, 0, 3, 9, 2, 2, 0, 9, 9, 9, 9, 9), (51, 50), (4, None), WHITE)


def board(position: Position, counts: str) -> list[int]:
    """20 contents written as ``white's nine / black's nine / kazans``; tuzdyks of the position hold their marker."""
    held = [int(one) for one in counts.replace("/", " ").split()]
    return [TUZDYK if kept == TUZDYK and not one else one for kept, one in zip(contents(position), held, strict=True)]


EXAMPLES = {
    # code: position, what lies there then, move, otau that was meant
    Code.SOWN_SHORT: (START, "9 9 1 10 11 10 10 10 10 / 0 9 9 9 9 9 9 9 9 / 10 0", "31", 3),
    Code.MISSED_CAPTURE: (BEFORE_39, "16 3 15 3 2 7 0 16 6 / 4 1 1 5 3 3 2 17 17 / 22 19", "39", 3),
    Code.WRONG_KAZAN: (START, "9 9 9 9 9 9 1 10 10 / 10 10 10 10 10 0 9 9 9 / 0 10", "76", 7),
    Code.TUZDYK_NOT_EMPTIED: (BEFORE_39, "16 3 15 3 2 7 1 16 0 / 4 1 1 5 3 3 2 17 17 / 22 24", None, 3),
    Code.SKIPPED_OTAU: (BEFORE_47, "1 14 13 13 13 2 4 0 1 / 0 14 14 1 3 3 7 16 2 / 15 26", "48", 4),
    Code.SOURCE_LEFT_EMPTY: (BEFORE_47, "2 14 13 13 13 2 4 0 1 / 0 14 14 0 3 3 7 16 2 / 15 26", "48", 4),
    Code.MOVED_TWICE: (AFTER_76, "9 9 9 9 9 9 1 1 11 / 11 11 11 11 11 1 10 0 9 / 20 0", "88", None),
    Code.MOVED_OPPONENTS: (START, "9 9 9 9 9 9 9 9 9 / 1 10 10 10 10 10 10 10 0 / 10 0", "19", None),
    Code.CAPTURED_ODD: (BEFORE_58, "2 14 13 13 1 3 1 2 2 / 0 15 15 2 4 4 8 0 2 / 33 28", "58", 5),
    Code.PARTIAL_TAKE: (START, "9 9 4 10 10 10 10 10 9 / 9 9 9 9 9 9 9 9 9 / 0 0", "38", 3),
    Code.WRONG_DIRECTION: (START, "10 10 1 9 9 9 9 9 9 / 9 9 9 0 10 10 10 10 10 / 10 0", "34", 3),
    Code.CAPTURED_OWN: (START, "1 10 10 10 10 10 10 10 0 / 9 9 9 9 9 9 9 9 9 / 10 0", "19", 1),
    Code.TUZDYK_SECOND: (SECOND, "0 0 0 0 0 0 0 0 1 / 10 0 2 0 9 9 9 9 9 / 54 50", "92", 9),
    Code.BALL_MISSING: (START, "9 9 9 9 9 9 1 9 10 / 10 10 10 10 10 0 9 9 9 / 10 0", "76", 7),
    Code.BALL_EXTRA: (START, "9 9 9 9 9 9 1 10 10 / 10 10 10 10 10 0 9 9 10 / 10 0", "76", 7),
}
