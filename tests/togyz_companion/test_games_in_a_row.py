"""Games one after another: a new start position ends the old game and begins another one in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from board_io.feed_folder import FeedFolder
from board_io.source import open_source
from tests.togyz_companion.scripted import observation, played, recorder_in
from togyz.corrections import Correction, ResultDeclared
from togyz.events import Event, Finished, Started
from togyz.inference.observation import Observation
from togyz.inference.tracker import Tracker
from togyz.outcome import Reason
from togyz.position import Position
from togyz_companion.board_setup import BoardOptions
from togyz_companion.desk import amend
from togyz_companion.recording import Recording, SetUp, next_set_up, run
from togyz_companion.retelling import otherwise_from
from togyz_companion.samples import sample
from togyz_companion.session import LaterWatcher, SessionOptions, record_source
from togyz_companion.sinks import standing_of
from vision.frame import Frame

STAYS_S = 4.0
START = Position.start()
LONG, SHORT = played(7, 5, 6, 3, 9, 7, 8), played(7, 5)
AT = datetime(2026, 11, 30, tzinfo=UTC)


@dataclass
class Shown:
    """Sees these positions one after another, each in two frames: as it comes to rest, and 3 s later."""

    positions: list[Position]

    def frames(self) -> Iterator[Frame]:
        for seq in range(2 * len(self.positions)):
            t_s = STAYS_S * (seq // 2) + (3.0 if seq % 2 else 0.4)
            yield Frame(np.zeros((2, 2, 3), np.uint8), round(t_s * 1e9), seq, "shown")

    def see(self, frame: Frame) -> list[Observation]:
        spell = frame.seq // 2
        before = self.positions[spell - 1] if spell else None
        seen = observation(self.positions[spell], spell=spell, t=frame.t_s, before=before)
        return [replace(seen, t_rest=STAYS_S * spell)]


def in_a_row(folder: Path, positions: list[Position]) -> tuple[Recording, Recording | None]:
    """The first game, and the one after it."""
    shown = Shown(positions)
    frames = shown.frames()
    first = run(frames, shown, recorder_in(folder, name="first"))
    set_up: SetUp | None = first.next or next_set_up(frames, shown, first.record)
    if set_up is None:
        return first, None
    return first, run(frames, LaterWatcher(shown, spells=-set_up.spell), recorder_in(folder, name="second"))


def test_a_new_start_position_ends_a_game_and_begins_another_one(tmp_path: Path) -> None:
    first, second = in_a_row(tmp_path, [*LONG.positions, *SHORT.positions])
    assert second is not None
    assert [ply.otau for ply in first.record.plies] == [7, 5, 6, 3, 9, 7, 8]
    assert [ply.otau for ply in second.record.plies] == [7, 5]
    assert (first.shortcoming, second.shortcoming) == (None, None)
    assert (first.record.result, first.record.alerts, first.record.sets) == (None, (), ())
    assert {ply.status for ply in (*first.record.plies, *second.record.plies)} == {"confirmed"}


def test_a_board_that_nobody_could_explain_meanwhile_does_not_spoil_the_old_game(tmp_path: Path) -> None:
    half = replace(START, otau=(9,) * 9 + (3, 1, 0, 9, 9, 0, 2, 1, 4), kazan=(20, 23))
    first, second = in_a_row(tmp_path, [*LONG.positions, half, half, *SHORT.positions])
    assert second is not None
    assert [ply.otau for ply in first.record.plies] == [7, 5, 6, 3, 9, 7, 8]
    assert first.shortcoming is None
    assert [alert.resolved for alert in first.record.alerts] == ["resync"]
    assert [ply.otau for ply in second.record.plies] == [7, 5]
    stored = tmp_path / "first"
    assert otherwise_from(stored / "game.sqlite") is None
    said = Correction(by="A. Arbiter", ruling=ResultDeclared(result="1-0", reason=Reason.RESIGNED))
    after = amend(stored, said, at="2026-11-30T14:00:00+05:00").after
    assert (after.result, len(after.plies)) == ("1-0", 7)


@pytest.mark.parametrize("back", [1, 2, 3])
def test_plies_that_are_taken_back_to_the_first_begin_no_other_game(tmp_path: Path, back: int) -> None:
    game = played(*[7, 5, 6][:back])
    first, second = in_a_row(tmp_path, [*game.positions, START, *played(9, 7).positions[1:]])
    assert second is None
    assert [ply.otau for ply in first.record.plies] == [9, 7]


def test_after_a_game_the_start_position_is_waited_for(tmp_path: Path) -> None:
    last = Position((0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0), (80, 80), (None, None), START.to_move)
    over = last.play(9)
    shown = Shown([last, over, over, START, START.play(7)])
    frames = shown.frames()
    first = run(frames, shown, recorder_in(tmp_path, Tracker(start=last, white_known=True)))
    assert (first.status, first.next) == ("over", None)
    set_up = next_set_up(frames, shown, first.record)
    assert set_up is not None
    assert set_up.spell == 3
    assert next_set_up(frames, shown, first.record) is None


@pytest.mark.slow
@pytest.mark.timeout(480)
def test_a_film_of_two_games_gives_two_folders(twice: Path, tmp_path: Path) -> None:
    events: list[Event] = []
    options = SessionOptions(board=BoardOptions(corners_px=sample().corners_px), out=tmp_path / "games")
    with open_source(str(twice)) as source, FeedFolder(tmp_path / "feed") as feed:
        sinks = [lambda news: events.append(news.event), lambda news: feed.show(standing_of(news))]
        first, second = record_source(source, options, sinks=sinks, opened_at=AT).games
    assert first.path is not None
    assert second.path is not None
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == sorted(
        game.path.parent.name for game in (first, second) if game.path
    )
    assert [ply.move for ply in first.record.plies] == [ply.move for ply in second.record.plies] != []
    assert (first.shortcoming, second.shortcoming) == (None, None)
    told = [type(event) for event in events if isinstance(event, Started | Finished)]
    assert told == [Started, Finished, Started, Finished]
