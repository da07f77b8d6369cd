"""A game as a perfect watcher sees it, frames without pictures and observations without doubt, and its recorder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from board_io.game_folder import GameFolder
from togyz.game import Game
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, Observation
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz_companion.news import News, Sink
from togyz_companion.recorder import Recorder
from togyz_companion.recording import Recording, run
from vision.frame import Frame
from vision.keeping import Displacement

SECONDS_A_PLY = 4.0
SESSION = '{"session":1,"white_known":true,"white_side":"bottom"}'
WRONG = -20.0
"""log-likelihood of a number of kumalak that does not lie there."""


def played(*numbers: int) -> Game:
    """The game in which these otaus were played."""
    game = Game()
    for number in numbers:
        game = game.play(number)
    return game


def recorder_in(
    folder: Path,
    tracker: Tracker | None = None,
    *,
    name: str = "game",
    session: str = SESSION,
    resumes: bool = False,
    **options: Any,
) -> Recorder:
    """A recorder with a game folder of that name in ``folder``; for ``options`` see ``Recorder``."""

    def folder_for(_: float) -> GameFolder:
        return GameFolder.resume(folder / name, session) if resumes else GameFolder.create(folder, name, session)

    return Recorder(tracker or Tracker(white_known=True), folder_for=folder_for, **{"headers": {}, **options})


def frames_of(game: Game) -> Iterator[Frame]:
    """One frame for the position before the first ply and after each."""
    image = np.zeros((2, 2, 3), np.uint8)
    for seq in range(len(game.positions)):
        yield Frame(image, round(seq * SECONDS_A_PLY * 1e9), seq, "scripted")


@dataclass
class ScriptedWatcher:
    """Sees in the frame ``seq`` the position after ``seq`` plies, at rest; ``fails_at`` raises there."""

    game: Game
    fails_at: int | None = None
    _before: Position | None = field(default=None, init=False)

    def see(self, frame: Frame) -> list[Observation]:
        if frame.seq == self.fails_at:
            raise ZeroDivisionError("the watcher is broken")
        position = self.game.positions[frame.seq]
        seen = observation(position, spell=frame.seq, t=frame.t_s, before=self._before)
        self._before = position
        return [seen]


def observation(position: Position, *, spell: int, t: float, before: Position | None) -> Observation:
    """The position, without doubt, 2.5 s at rest; and what differs from the one before."""
    rows = np.full((len(position.otau), KUMALAK_MAX + 1), WRONG)
    rows[np.arange(len(position.otau)), position.otau] = 0.0
    changes: tuple[Change, ...] = ()
    touched = np.zeros(BOX_TOTAL, dtype=bool)
    if before is not None:
        # The kazan in each half holds the other side's captures, as on the standard box.
        then, now = (np.array([*one.otau, *one.kazan[::-1]]) for one in (before, position))
        touched = then != now
        changes = (Change(spell - 1, np.where(touched, 4.0, -4.0)),)
    return Observation(
        spell=spell,
        t_rest=t - 2.5 if spell else 0.0,
        t=t,
        log_lik=rows,
        visible=np.ones(len(position.otau), dtype=bool),
        changes=changes,
        touched=touched,
    )


GAME = played(7, 5, 6, 3, 9, 7)
HEADERS = {"White": "Aigerim"}


class Desk:
    """A recorder with its folder, and all the news it gave."""

    def __init__(self, folder: Path, *, tracker: Tracker | None = None, before: Sequence[Sink] = ()) -> None:
        self.folder = folder / "game"
        self.news: list[News] = []
        self.recorder = recorder_in(folder, tracker, headers=HEADERS, sinks=[*before, self.news.append])

    def record(self, game: Game = GAME, *, watcher: ScriptedWatcher | None = None) -> Recording:
        return run(frames_of(game), watcher or ScriptedWatcher(game), self.recorder)

    @property
    def told(self) -> list[str]:
        return [news.event.name for news in self.news]

    def lines(self, name: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.folder / name).read_text(encoding="utf-8").splitlines()]


def derived(desk: Desk) -> list[bytes]:
    return [(desk.folder / name).read_bytes() for name in ("events.jsonl", "game.json", "game.tgk")]


class KnockedWatcher(ScriptedWatcher):
    """Notices in the frame after the first ply that the camera was knocked."""

    def see(self, frame: Frame) -> list[Observation | Displacement]:
        moved = [Displacement(t_s=frame.t_s, px=12.34, deg=-1.567)] if frame.seq == 1 else []
        return [*moved, *super().see(frame)]
