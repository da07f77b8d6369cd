"""Pictures of what audiences see: a board, the list of boards, the overlay for broadcasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np

from board_io.feed import GameStanding
from board_io.feed_folder import FeedFolder
from togyz.game import Game
from togyz.outcome import Reason, Result
from togyz.replay import from_game
from togyz_companion.messages.languages import Language
from togyz_companion.web.server import Address, public_pages
from tools.pictures.studio import NAMES, Drawn, Studio, taken
from tools.tales import random_game

_EVENT: Final = {"Event": "Наурыз кубогы 2026", "Date": "2026.11.30"}
_SIZE_WH: Final = (900, 570)


@dataclass(frozen=True, slots=True)
class _Board:
    """A game of plies that are drawn by lot; one with a result is over."""

    round_no: int
    board_no: int
    names: dict[str, str]
    plies: int
    result: Result | None = None

    def standing(self) -> GameStanding:
        """How it stands, with a clock while it is played."""
        headers = {**_EVENT, **self.names, "Round": str(self.round_no), "Board": str(self.board_no)}
        game = Game(headers=headers)
        for otau_no in random_game(self.plies, np.random.default_rng(self.board_no)):
            game = game.play(otau_no)
        if self.result is not None:
            return GameStanding(from_game(game.end(self.result, Reason.RESIGNED)), "over", ended=True)
        clock = {"control": "25+10", "t": 900.0, "white": 745.2, "black": 325.8, "running": None}
        return GameStanding(from_game(game), "playing", clock=clock)


_TEAM: Final = {"WhiteTeam": "Алматы"}
_BOARDS: Final = (
    _Board(1, 1, NAMES, 41, "1-0"),
    _Board(1, 2, {"White": "Bolat K.", "Black": "Aigerim S."}, 36, "0-1"),
    _Board(2, 1, NAMES | _TEAM, 38),
    _Board(2, 2, {"White": "Aigerim S.", "Black": "Bolat K."}, 30),
    _Board(2, 3, {"White": "Серік Әбдірахманұлы-Тоқтарбаев", "Black": "Ж. Ли"}, 25),
    _Board(2, 4, {"White": "M. Ahmet", "Black": "K. Omar"}, 27, "1-0"),
)


@contextmanager
def _served(studio: Studio) -> Iterator[str]:
    """The pages of a tournament."""
    with ExitStack() as stack:
        for board in _BOARDS:
            stack.enter_context(FeedFolder(studio.scratch)).publish(board.standing())
        yield stack.enter_context(public_pages(studio.scratch, Address()))


def board(studio: Studio, language: Language) -> Drawn:
    """One board's page, with the names of its otaus."""
    with _served(studio) as url, studio.page(f"{url}?board=1", language, _SIZE_WH) as page:
        page.get_by_text("Aa", exact=True).click()
        return taken(page)


def boards(studio: Studio, language: Language) -> Drawn:
    """The list of boards."""
    with _served(studio) as url, studio.page(url, language, _SIZE_WH) as page:
        page.wait_for_selector(".boards")
        return taken(page)


def overlay(studio: Studio, language: Language) -> Drawn:
    """The overlay in its fullest form, as OBS shows it."""
    address = "overlay?board=3&layout=full"
    with _served(studio) as url, studio.page(f"{url}{address}", language, (1920, 1080), scale=900 / 1920) as page:
        page.wait_for_selector(".board")
        return taken(page)
