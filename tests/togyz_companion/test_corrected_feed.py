"""Who polls a feed now and then is right, however often the record was corrected in between."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

from board_io.feed_folder import FeedFolder
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played, recorder_in
from togyz.corrections import Correction, CorrectionError, PlyCorrected, PositionCorrected, ResultDeclared, Ruling
from togyz.game import Game
from togyz.gametext import read_games
from togyz.outcome import RESULTS, Reason
from togyz.position import Position
from togyz.record import Record
from togyz.replay import to_game, verify
from togyz.rules import DEFAULT_RULES
from togyz_companion.news import News
from togyz_companion.sinks import standing_of

GAME = played(7, 5, 6, 3, 9, 7)
CORRECTIONS = 30
SEES_EVERY = 7
OF_THE_STATE = ("rev", "status", "standing", "clock", "head", "ended")
"""What a state tells besides the record."""


class Poller:
    """Looks at every 7th state that a feed tells, and then at the last one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.seen: list[Record] = []

    def look(self, rev: int) -> None:
        if rev % SEES_EVERY == 0:
            self.seen.append(self.now())

    def now(self) -> Record:
        state = json.loads((self._folder / "round-1/game-1.json").read_text(encoding="utf-8"))
        told = {name: value for name, value in state.items() if name not in OF_THE_STATE}
        return Record.from_json(json.dumps({**told, "rules": DEFAULT_RULES.to_dict()}))


def ruling_of(game: Game, chance: random.Random) -> Ruling:
    """Something that an arbiter may say: of any ply, mostly; or a ply is taken back, a kumalak lay elsewhere."""
    n = chance.randint(1, max(1, len(game.plies)))
    before, kind = game.position_after(n - 1), chance.random()
    if kind < 0.6 and len(game.plies) and tuple(before.legal_moves):
        return PlyCorrected(n=n, move=before.sow(chance.choice(tuple(before.legal_moves))).move)
    if kind < 0.75:
        return PositionCorrected(n=n - 1, position=before)
    if kind < 0.9:
        return PositionCorrected(n=n - 1, position=with_one_elsewhere(before, chance))
    return ResultDeclared(result=chance.choice(RESULTS), reason=Reason.ARBITER)


def with_one_elsewhere(position: Position, chance: random.Random) -> Position:
    otau = list(position.otau)
    otau[chance.choice([ix for ix, held in enumerate(otau) if held])] -= 1
    otau[chance.randrange(len(otau))] += 1
    return replace(position, otau=tuple(otau))


def test_every_seventh_state_through_thirty_corrections_leads_to_the_right_game(tmp_path: Path) -> None:
    poller = Poller(tmp_path / "feed")
    chance = random.Random(162)
    kinds: Counter[type] = Counter()
    with FeedFolder(tmp_path / "feed") as feed:

        def tell(news: News) -> None:
            poller.look(feed.publish(standing_of(news)))

        recorder = recorder_in(tmp_path, headers={"session": 1}, sinks=[tell])
        watcher = ScriptedWatcher(GAME)
        with recorder:
            for frame in frames_of(GAME):
                for seen in watcher.see(frame):
                    recorder.observe(seen)
            while sum(kinds.values()) < CORRECTIONS:
                ruling = ruling_of(to_game(recorder.record), chance)
                try:
                    recorder.correct(Correction(by="arbiter", ruling=ruling), "2026-11-30T14:00:00Z")
                except CorrectionError:  # a kumalak too many or too few lies there already
                    continue
                kinds[type(ruling)] += 1
                if isinstance(ruling, PlyCorrected):
                    assert recorder.record.plies[ruling.n - 1].move == ruling.move
                if isinstance(ruling, ResultDeclared):
                    assert recorder.record.result == ruling.result
    right = recorder.record
    assert len(kinds) == 3
    assert len({one.to_json() for one in poller.seen}) > 3, "the client has seen wrong games on the way"
    assert [verify(one) for one in poller.seen] == [[]] * len(poller.seen), "each of them holds together"
    assert poller.now() == replace(right, lapsed=(), doubt=None)
    (written,) = read_games((tmp_path / "feed/games.pgn").read_text(encoding="utf-8"))
    assert [ply.move for ply in written.game.plies] == [ply.move for ply in right.plies]
