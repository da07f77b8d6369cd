"""A real browser, where one is installed, and games for it to show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from board_io.closable import Closable
from board_io.feed import BoardState, GameStanding, RoundBoard, round_board
from board_io.feed_folder import FeedFolder
from togyz.game import Game
from togyz.replay import from_game
from tools.pictures.studio import CHROMIUM, chromium

HEADERS = {"White": "Айгүл <img src=x onerror=alert(1)>", "Black": "Нұрлан Қасым", "Event": "Наурыз кубогы"}
PLIES = 62


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, as Debian has it. Its loop ends before other modules run theirs."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def game() -> Game:
    """A long game with captures and tuzdyks: of all legal plies, one after another is taken."""
    game = Game(headers=HEADERS)
    while len(game.plies) < PLIES:
        legal = tuple(game.position.legal_moves)
        game = game.play(legal[(3 * len(game.plies)) % len(legal)])
    assert any(ply.tuzdyk for ply in game.plies)
    return game


def state_of_game(game: Game) -> BoardState:
    return GameStanding(from_game(game), "playing").state()


def step_of(n: int, plies: int) -> str:
    """What the audience's page says when it shows the position after ``n`` of so many plies."""
    shown = f"{(n + 1) // 2} {'White' if n % 2 else 'Black'}" if n else "0"
    return f"{shown} / {(plies + 1) // 2}"


class Hall(Closable):
    """The programs that tell a feed of its boards, one for each game."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._feeds: dict[RoundBoard, FeedFolder] = {}

    def publish(self, standing: GameStanding) -> None:
        at = round_board(standing.record.headers)
        self._feeds[at] = self._feeds.get(at) or FeedFolder(self._folder)
        self._feeds[at].publish(standing)

    def beat(self) -> None:
        for feed in self._feeds.values():
            feed.beat()

    def close(self) -> None:
        for feed in self._feeds.values():
            feed.close()
