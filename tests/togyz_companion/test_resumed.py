"""Recordings that broke off and go on: a film is seen once more, before a camera what is stored is told again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from board_io.game_folder import GameFolder
from board_io.history import HistoryDiffersError, counting
from board_io.outage import Moment, Outage
from board_io.source import SourceLostError
from board_io.store import read_history
from tests.togyz_companion.scripted import (
    GAME,
    HEADERS,
    Desk,
    KnockedWatcher,
    ScriptedWatcher,
    derived,
    frames_of,
    played,
    recorder_in,
)
from togyz.events import Event, PlySeen
from togyz.game import Game
from togyz.inference.observation import Observation
from togyz.inference.tracker import Tracker, TrackerState
from togyz.record import Record
from togyz_companion.game_files import read_stored
from togyz_companion.recorder import Recorder
from togyz_companion.recording import run
from togyz_companion.session import LaterWatcher


class Resumed(Desk):
    """A recorder that goes on with the game in its folder."""

    def __init__(self, folder: Path, *, tracker: Tracker | None = None) -> None:
        super().__init__(folder, tracker=tracker)
        self.recorder = recorder_in(folder, tracker, resumes=True, headers=HEADERS, sinks=[self.news.append])


def broken_off(desk: Desk, plies: int) -> None:
    """Records the first plies, and ends as if the film ended there."""
    run(islice(frames_of(GAME), plies + 1), ScriptedWatcher(GAME), desk.recorder)


@pytest.mark.parametrize("plies", range(len(GAME.plies) + 1))
def test_a_film_that_is_resumed_gives_the_record_of_one_that_was_not_broken_off(tmp_path: Path, plies: int) -> None:
    whole, parted = Desk(tmp_path / "one"), Desk(tmp_path)
    whole.record()
    broken_off(parted, plies)
    Resumed(tmp_path).record()
    assert derived(whole) == derived(parted)
    rows = [counting(read_history(desk.folder / "game.sqlite").rows) for desk in (whole, parted)]
    assert rows[0] == rows[1]


def test_another_film_is_not_taken_for_the_one_that_was_broken_off(tmp_path: Path) -> None:
    first = Desk(tmp_path)
    broken_off(first, 3)
    before = derived(first)
    with pytest.raises(HistoryDiffersError, match="choose another folder"):
        Resumed(tmp_path).record(played(7, 5, 8, 3, 9, 7))
    assert derived(first) == before


def test_a_resumed_film_that_ends_sooner_takes_nothing_away(tmp_path: Path) -> None:
    first = Desk(tmp_path)
    first.record()
    before = derived(first)
    broken_off(Resumed(tmp_path), 3)
    assert derived(first) == before
    rows = read_history(first.folder / "game.sqlite").rows
    assert [row.kind for row in rows].count("resumed") == 0, "what stands is not taken back"


def rest_of(game: Game, plies: int) -> Game:
    rest = Game(start=game.positions[plies])
    for ply in game.plies[plies:]:
        rest = rest.play(ply.otau_no)
    return rest


def continued(folder: Path, game: Game, *, tracker: Tracker | None = None) -> Record:
    """A live game that goes on after an adjournment: what is stored is told again, then the board is seen anew."""
    desk = Resumed(folder, tracker=tracker)
    stored = read_stored(desk.folder / "game.sqlite")
    plies = len(stored.record.plies)
    with GameFolder.resume(desk.folder, '{"session":2}') as opened:
        desk.recorder = Recorder(
            tracker or Tracker(white_known=True),
            headers=stored.headers,
            folder_for=lambda _: opened,
            sinks=[desk.news.append],
        )
        desk.recorder.catch_up(opened.rows, 2)
        assert desk.news == []
        watcher = LaterWatcher(ScriptedWatcher(rest_of(game, plies)), stored.spells)
        frames = frames_of(watcher.watcher.game)
        return run(frames, watcher, desk.recorder).record


def test_a_live_game_goes_on_after_an_adjournment(tmp_path: Path) -> None:
    broken_off(Desk(tmp_path), 3)
    record = continued(tmp_path, GAME)
    assert [ply.move for ply in record.plies] == [ply.move for ply in GAME.plies]
    assert record.headers == {"White": "Aigerim", "game_start_t": 0.0, "session": 2}
    stored = read_stored(tmp_path / "game" / "game.sqlite")
    assert (stored.record, stored.session_n, stored.has_ended) == (record, 2, True)
    assert Record.from_json((tmp_path / "game" / "game.json").read_text(encoding="utf-8")) == record


def test_a_live_game_in_which_the_camera_was_knocked_is_resumed(tmp_path: Path) -> None:
    run(islice(frames_of(GAME), 4), KnockedWatcher(GAME), Desk(tmp_path).recorder)
    record = continued(tmp_path, GAME)
    assert [ply.move for ply in record.plies] == [ply.move for ply in GAME.plies]


class VagueTracker(Tracker):
    """Is less sure of plies."""

    def advance(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        state, events = super().advance(state, observation)
        return state, [replace(one, confidence=0.5) if isinstance(one, PlySeen) else one for one in events]


class MuteTracker(Tracker):
    """Tells nothing from the third ply on."""

    def advance(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        state, events = super().advance(state, observation)
        return state, events if observation.spell < 3 else []


class OtherTracker(Tracker):
    """Says of plies that nobody saw them."""

    def advance(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        state, events = super().advance(state, observation)
        return state, [replace(one, seen=False) if isinstance(one, PlySeen) else one for one in events]


def test_a_program_that_is_less_sure_of_the_same_goes_on(tmp_path: Path) -> None:
    first = Desk(tmp_path)
    broken_off(first, 3)
    stored = first.recorder.record.plies
    record = continued(tmp_path, GAME, tracker=VagueTracker(white_known=True))
    assert record.plies[: len(stored)] == stored
    assert len(record.plies) == len(GAME.plies)


@pytest.mark.parametrize("kind", [OtherTracker, MuteTracker])
def test_a_live_game_whose_observations_say_otherwise_now_is_not_resumed(tmp_path: Path, kind: type[Tracker]) -> None:
    first = Desk(tmp_path)
    broken_off(first, 3)
    before = derived(first)
    with pytest.raises(HistoryDiffersError):
        continued(tmp_path, GAME, tracker=kind(white_known=True))
    assert derived(first) == before


def test_a_live_game_that_was_broken_off_in_an_outage_goes_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    def moments() -> Iterator[Moment]:
        yield from list(frames_of(GAME))[:4]
        yield Outage(t_ns=13_000_000_000, since_ns=12_000_000_000, fault="black", detail="0 is black")
        raise SourceLostError("0", "camera 0 is gone for good")

    run(moments(), ScriptedWatcher(GAME), desk.recorder)
    assert desk.news[-2].status == "paused"
    record = continued(tmp_path, GAME)
    assert [ply.move for ply in record.plies] == [ply.move for ply in GAME.plies]
    assert read_stored(tmp_path / "game" / "game.sqlite").record == record
