"""Games of which a person says something: what is said, and what comes of it."""

from __future__ import annotations

from tests.togyz.inference.errors_made import EXAMPLES, board
from togyz.board import Side
from togyz.corrections import (
    Correction,
    PlyCorrected,
    ResultDeclared,
    ResultWithdrawn,
    SidesTurned,
)
from togyz.fold import fold
from togyz.inference.chronicler import Chronicler
from togyz.inference.evidence import kumalak_in
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.replay import verify

STRANGE = Position((3, 15, 1, 12, 7, 14, 2, 9, 10, 8, 4, 13, 6, 11, 5, 16, 7, 9), (10, 0), (None, None), Side.WHITE)
GAME = "76 76 99 12 78 57"
KNOWN = Tracker(white_known=True, kazan_owner="own")


def said(what):
    return Correction(by="A. Arbiter", ruling=what)


def correct(n, move):
    return said(PlyCorrected(n=n, move=move))


def shown(film, positions, tracker=KNOWN, stays_s=2.5):
    game = film(tracker, sharp=True)
    for position in positions:
        game.show(position, stays_s=stays_s)
    return game.observations


def replayed(inputs, tracker=KNOWN):
    """The record that comes out, and the events; the record must not contradict itself."""
    _, events = Chronicler(tracker).replayed(inputs)
    record = fold(events)
    assert verify(record) == []
    return record, events


def moves(record):
    return " ".join(ply.move for ply in record.plies)


def named(events, name):
    return [event for event in events if event.name == name]


def another(move, position):
    """A legal move, but not this one."""
    return next(one for number in position.legal_moves.numbers if (one := position.sow(number).move) != move)


def declared(result, reason):
    return said(ResultDeclared(result=result, reason=reason))


WITHDRAWN = said(ResultWithdrawn())
TURNED = said(SidesTurned())


def error_on_board(film, code, stays_s=3.3):
    position, counts, move, _ = EXAMPLES[code]
    tracker = Tracker(position, white_known=True, kazan_owner="own")
    game = film(tracker, sharp=True)
    game.show(position, stays_s=2.0)
    game.show(kumalak_in(board(position, counts)), stays_s=stays_s)
    return game, tracker, move
