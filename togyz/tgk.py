"""TGK: the file format of togyzkumalak programs, tags and then one double move a line."""

from __future__ import annotations

from togyz.game import Game
from togyz.gametext import ReadGame, read_game
from togyz.movetext import lines_of
from togyz.tags import tags_text

_TAG_ORDER = ("White", "Black", "Result", "Date", "Event", "Round", "Site")


def read_tgk(text: str) -> ReadGame:
    """Reads a game; errors and what is compared as of :func:`togyz.gametext.read_game`."""
    return read_game(text)


def write_tgk(game: Game) -> str:
    """The game as TGK text.

    The tag Count holds the score where the rules know it; a start of its own, other rules and the reason of the
    result stand in the tags FEN, RuleOptions and Termination.
    """
    outcome = game.outcome
    count = {} if game.result is None or outcome is None else {"Count": outcome.score}
    lines = "".join(f"{line}\n" for line in lines_of(game, lambda _: ""))
    return f"{tags_text(game, _TAG_ORDER, count)}\n{lines}"
