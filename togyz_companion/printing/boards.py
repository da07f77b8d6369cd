"""Positions as the templates draw them."""

from __future__ import annotations

from typing import Any, Final

from togyz.board import OTAU_PER_SIDE, Side, otau_ix, otau_no, otau_side
from togyz.game import Game
from togyz.position import Position
from togyz.sowing import landing_ix

NUMBERS: Final = range(1, OTAU_PER_SIDE + 1)


def drawn(position: Position, *, below: Side = Side.WHITE, names: tuple[str, str] = ("", "")) -> dict[str, Any]:
    """A position as ``board.typ`` takes it.

    Args:
        position: what is drawn.
        below: the side at the lower edge; its otaus run from 1 at the left, the other's from 9.
        names: white's and black's, which stand in the kazans.
    """
    above = _row(position, below.other, names)
    return {"top": {**above, "otaus": above["otaus"][::-1]}, "bottom": _row(position, below, names)}


def page_after(game: Game, n: int, *, below: Side = Side.WHITE) -> dict[str, Any]:
    """A page of ``pictures.typ``: the position after ``n`` plies, and the ply that led to it."""
    white, black = (str(game.headers.get(name) or "") for name in ("White", "Black"))
    board = drawn(game.position_after(n), below=below, names=(white, black))
    if n == 0:
        return {"board": board, "last": None, "caption": ""}
    ply = game.plies[n - 1]
    number = next(line.number for line in game.double_moves if n in (line.white_n, line.black_n))
    dots = "." if ply.side is Side.WHITE else "..."
    return {"board": board, "last": _landing(game, n), "caption": f"{number}{dots} {ply.written}"}


def _landing(game: Game, n: int) -> dict[str, Any] | None:
    """Where the last kumalak of ply ``n`` fell; None of a ply against the rules, whose sowing is not known."""
    ply = game.plies[n - 1]
    if ply.accepted:
        return None
    source_ix = otau_ix(ply.side, ply.otau_no)
    ix = landing_ix(source_ix, game.position_after(n - 1).otau[source_ix])
    return {"side": otau_side(ix).value, "no": otau_no(ix)}


def _row(position: Position, side: Side, names: tuple[str, str]) -> dict[str, Any]:
    """A side's row, otau 1 first."""
    tuzdyk_no = position.tuzdyk[side.other.ix]
    held = zip(NUMBERS, position.row(side), strict=True)
    return {
        "side": side.value,
        "name": names[side.ix],
        "kazan": position.kazan[side.ix],
        "moves": position.to_move is side,
        "otaus": [{"no": no, "kumalak": kumalak, "tuzdyk": no == tuzdyk_no} for no, kumalak in held],
    }
