"""Who polls a feed now and then is right, however often the record was corrected in between."""

from __future__ import annotations

import json
import random
from pathlib import Path

from board_io.feed_folder import FeedFolder
from board_io.game_folder import GameFolder
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played
from togyz.corrections import Correction, PlyCorrected
from togyz.gametext import read_games
from togyz.inference.tracker import Tracker
from togyz.replay import to_game
from togyz_companion.news import News
from togyz_companion.recorder import Recorder
from togyz_companion.sinks import standing_of

GAME = played(7, 5, 6, 3, 9, 7, 8, 2, 4, 6)
CORRECTIONS = 30
SEES_EVERY = 7


class Poller:
    """Looks at every 7th state that a feed tells, and then at the last one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.moves: list[list[str]] = []

    def look(self, rev: int) -> None:
        if rev % SEES_EVERY == 0:
            self.moves.append(self.now())

    def now(self) -> list[str]:
        state = json.loads((self._folder / "round-1/game-1.json").read_text(encoding="utf-8"))
        return [ply["move"] for ply in state["plies"]]


def test_every_seventh_state_through_thirty_corrections_leads_to_the_right_game(tmp_path: Path) -> None:
    poller = Poller(tmp_path / "feed")
    chance = random.Random(162)
    with FeedFolder(tmp_path / "feed") as feed:

        def tell(news: News) -> None:
            poller.look(feed.publish(standing_of(news)))

        recorder = Recorder(
            Tracker(white_known=True),
            headers={"session": 1},
            folder_for=lambda _: GameFolder.create(tmp_path, "game", '{"session":1,"white_known":true}'),
            sinks=[tell],
        )
        watcher = ScriptedWatcher(GAME)
        with recorder:
            for frame in frames_of(GAME):
                for seen in watcher.see(frame):
                    recorder.observe(seen)
            for _ in range(CORRECTIONS):
                game = to_game(recorder.record)
                n = len(game.plies)
                before = game.position_after(n - 1)
                move = before.sow(chance.choice(tuple(before.legal_moves))).move
                recorder.correct(Correction(by="arbiter", said=PlyCorrected(n=n, move=move)), "2026-11-30T14:00:00Z")
    right = [ply.move for ply in recorder.record.plies]
    assert len({tuple(one) for one in poller.moves}) > 3, "the client has seen wrong games on the way"
    assert poller.now() == right
    (written,) = read_games((tmp_path / "feed/games.pgn").read_text(encoding="utf-8"))
    assert [ply.move for ply in written.game.plies] == right
