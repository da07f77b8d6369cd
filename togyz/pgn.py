"""Writing the PGN dialect of online togyzkumalak: kazans in parentheses, ``{zero}`` for atsyrau.

:func:`togyz.gametext.read_games` reads it.
"""

from __future__ import annotations

import textwrap
from typing import Final

from togyz.game import Game, Ply
from togyz.gametext import ATSYRAU_COMMENT
from togyz.movetext import lines_of
from togyz.tags import MANDATORY, tags_text

_WIDTH: Final = 80


def write_pgn(game: Game) -> str:
    """The game as PGN text: ``(n)`` is the kazan of the side that moved, after an even capture.

    A start of its own, other rules and the reason of the result stand in the tags FEN, RuleOptions and Termination.
    """
    atsyrau = game.result is not None and not game.position.legal_moves
    end = [game.result or "*", *([f"{{{ATSYRAU_COMMENT}}}"] if atsyrau else [])]
    words = " ".join([*lines_of(game, _kazan_mark), *end])
    wrapped = textwrap.fill(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{tags_text(game, MANDATORY, {})}\n{wrapped}\n"


def _kazan_mark(ply: Ply) -> str:
    even_capture = ply.captured and not ply.tuzdyk and not ply.accepted
    return f"({ply.after.kazan[ply.side.ix]})" if even_capture else ""
