"""The runner: what it stores, tells and survives, with a watcher that sees perfectly."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from board_io.errors import WriteError
from board_io.game_folder import GameExistsError, GameFolder
from board_io.source import SourceLostError
from tests.fakes import full_disk
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played
from togyz.board import Side
from togyz.event_json import event_from_json
from togyz.events import Desync, Event, PlySeen, Resync, Started
from togyz.fold import fold
from togyz.game import Game
from togyz.inference.observation import Observation
from togyz.inference.observation_json import observation_from_dict
from togyz.inference.tracker import Tracker, TrackerState
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record
from togyz.replay import to_game
from togyz.tgk import read_tgk
from togyz_companion.recorder import News, Recorder, Recording, Sink, run
from vision.frame import Frame

GAME = played(7, 5, 6, 3, 9, 7)


class Desk:
    """A recorder with its folder, and all the news it gave."""

    def __init__(self, folder: Path, *, tracker: Tracker | None = None, before: Sequence[Sink] = ()) -> None:
        self.folder = folder / "game"
        self.news: list[News] = []
        self.recorder = Recorder(
            tracker or Tracker(white_known=True),
            headers={"White": "Aigerim"},
            folder_for=lambda _: GameFolder.create(folder, "game"),
            sinks=[*before, self.news.append],
        )

    def record(self, game: Game = GAME, *, watcher: ScriptedWatcher | None = None) -> Recording:
        return run(frames_of(game), watcher or ScriptedWatcher(game), self.recorder)

    @property
    def told(self) -> list[str]:
        return [news.event.name for news in self.news]

    def lines(self, name: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.folder / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_game_seen_whole_is_recorded_whole(desk: Desk) -> None:
    recording = desk.record()
    assert recording.failure is None
    assert recording.shortcoming is None
    assert recording.path == desk.folder / "game.json"
    record = Record.from_json(recording.path.read_text(encoding="utf-8"))
    assert record == recording.record
    assert [ply.move for ply in record.plies] == [ply.move for ply in GAME.plies]
    assert {ply.status for ply in record.plies} == {"confirmed"}
    assert record.headers == {"White": "Aigerim", "game_start_t": 0.0}


def test_every_form_in_the_folder_tells_the_same_game(desk: Desk) -> None:
    record = desk.record().record
    text = (desk.folder / "game.tgk").read_text(encoding="utf-8")
    assert read_tgk(text).game.positions == to_game(record).positions
    assert desk.lines("events.jsonl") == [news.event.to_dict() for news in desk.news]


def test_the_stored_observations_give_the_same_events_again(desk: Desk) -> None:
    desk.record()
    tracker = Tracker(white_known=True)
    state, again = tracker.initial(), []
    for line in desk.lines("observations.jsonl"):
        state, events = tracker.advance(state, observation_from_dict(line))
        again += events
    _, events = tracker.finish(state, len(GAME.plies) * 4.0)
    announced = [event_from_json(json.dumps(line)) for line in desk.lines("events.jsonl")[:-1]]
    assert isinstance(announced[0], Started)
    assert [*again, *events] == [replace(announced[0], headers={}), *announced[1:]]


def test_the_same_film_gives_the_same_files_byte_for_byte(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        desk = Desk(tmp_path / name)
        desk.record()
        contents.append({path.name: path.read_bytes() for path in desk.folder.iterdir() if path.is_file()})
    (one, two) = contents
    assert one.keys() == two.keys() == {"game.json", "game.tgk", "events.jsonl", "observations.jsonl"}
    for name in ("game.json", "game.tgk", "observations.jsonl"):
        assert one[name] == two[name]
    # The last event names the file.
    assert one["events.jsonl"].splitlines()[:-1] == two["events.jsonl"].splitlines()[:-1]


def test_sinks_are_told_the_state_after_each_event(desk: Desk) -> None:
    desk.record()
    assert desk.told[0] == "started"
    assert desk.told[-1] == "finished"
    plies = [len(news.record.plies) for news in desk.news if news.event.name == "ply"]
    assert plies == list(range(1, len(GAME.plies) + 1))
    assert [news.status for news in desk.news[-2:]] == ["playing", "paused"]
    assert {news.status for news in desk.news[:-1]} == {"playing"}


def test_without_a_game_nothing_is_written(desk: Desk, tmp_path: Path) -> None:
    recording = run([], ScriptedWatcher(GAME), desk.recorder)
    assert recording.path is None
    assert "no game" in (recording.shortcoming or "")
    assert list(tmp_path.iterdir()) == []


def test_a_source_that_breaks_off_ends_the_record_in_order(desk: Desk) -> None:
    def frames() -> Iterator[Frame]:
        yield from list(frames_of(GAME))[:4]
        raise SourceLostError("0", "camera 0 broke off")

    recording = run(frames(), ScriptedWatcher(GAME), desk.recorder)
    assert isinstance(recording.failure, SourceLostError)
    assert len(recording.record.plies) == 3
    assert desk.told[-1] == "finished"
    assert [line["why"] for line in desk.lines("events.jsonl") if line["event"] == "lost"] == ["camera 0 broke off"]


def test_an_error_that_nobody_foresaw_ends_the_record_in_order(desk: Desk) -> None:
    recording = desk.record(watcher=ScriptedWatcher(GAME, fails_at=4))
    assert isinstance(recording.failure, ZeroDivisionError)
    assert [ply.move for ply in recording.record.plies] == [ply.move for ply in GAME.plies[:3]]
    assert desk.told[-2:] == ["lost", "finished"]
    assert Record.from_json((desk.folder / "game.json").read_text(encoding="utf-8")) == recording.record


class ForgetfulTracker(Tracker):
    """Numbers the third ply as if it were the sixth."""

    def advance(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        state, events = super().advance(state, observation)
        return state, [replace(one, n=6) if isinstance(one, PlySeen) and one.n == 3 else one for one in events]


class CrashingTracker(Tracker):
    """Fails at the third ply, and again at the end."""

    def advance(self, state: TrackerState, observation: Observation) -> tuple[TrackerState, list[Event]]:
        if observation.spell == 3:
            raise ZeroDivisionError("the tracker is broken")
        return super().advance(state, observation)


@pytest.mark.parametrize(
    ("kind", "why"),
    [(ForgetfulTracker, "RecordError: ply 6 follows ply 2"), (CrashingTracker, "ZeroDivisionError: the tracker is")],
)
def test_a_tracker_that_fails_leaves_a_record_that_can_be_told_again(
    tmp_path: Path, kind: type[Tracker], why: str
) -> None:
    desk = Desk(tmp_path, tracker=kind(white_known=True))
    recording = desk.record()
    assert [ply.move for ply in recording.record.plies] == [ply.move for ply in GAME.plies[:2]]
    assert desk.told[-2:] == ["lost", "finished"]
    lines = desk.lines("events.jsonl")
    assert lines == [news.event.to_dict() for news in desk.news]
    assert f"a fault of the program ended the recording ({why}" in str(lines[-2]["why"])
    again = fold(event_from_json(json.dumps(line)) for line in lines)
    assert again == recording.record == Record.from_json((desk.folder / "game.json").read_text(encoding="utf-8"))


def test_a_sink_that_fails_is_told_no_more_and_holds_nothing_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[News] = []

    def fail(news: News) -> None:
        told.append(news)
        raise BrokenPipeError(32, "Broken pipe")

    desk = Desk(tmp_path, before=[fail])
    assert desk.record().shortcoming is None
    assert len(told) == 1
    assert desk.told[-1] == "finished"
    assert caplog.text.count("Broken pipe") == 1


def test_a_sink_whose_disk_is_full_is_told_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    told: list[News] = []

    def write(news: News) -> None:
        told.append(news)
        if len(told) == 2:
            raise WriteError("state.json", OSError(28, "No space left on device"))

    desk = Desk(tmp_path, before=[write])
    desk.record()
    assert told == desk.news
    assert caplog.text.count("state.json cannot be written (No space left on device)") == 1


def test_a_sink_that_works_is_told_everything(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    told: list[News] = []
    desk = Desk(tmp_path, before=[told.append])
    desk.record()
    assert told == desk.news
    assert caplog.text == ""


def test_an_existing_game_is_not_touched(tmp_path: Path) -> None:
    first = Desk(tmp_path)
    first.record()
    before = (first.folder / "events.jsonl").read_bytes()
    second = Desk(tmp_path)
    with pytest.raises(GameExistsError):
        second.record(played(1))
    assert second.told == []
    assert (first.folder / "events.jsonl").read_bytes() == before


def test_a_game_that_is_over_ends_the_recording(tmp_path: Path) -> None:
    """White captures black's last kumalak and sweeps its own three; what comes after is not looked at."""
    last = Position((0, 0, 0, 0, 3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0), (80, 77), (1, 2), Side.WHITE)
    desk = Desk(tmp_path, tracker=Tracker(start=last, white_known=True))
    game = Game(start=last).play(9)
    watcher = ScriptedWatcher(game, fails_at=5)
    frames = [*frames_of(game), *(replace(frame, seq=5, t_ns=10**11) for frame in frames_of(game))]
    recording = run(frames, watcher, desk.recorder)
    assert (recording.failure, recording.status) == (None, "over")
    assert (recording.record.result, recording.record.reason) == ("1-0", Reason.ATSYRAU)
    assert desk.told.count("over") == 1


@pytest.mark.parametrize(("kazans", "is_anew"), [((30, 30), True), ((15, 15), False)])
def test_a_board_that_is_set_up_for_another_game_is_no_silent_end(
    kazans: tuple[int, int], *, is_anew: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    left = 162 - sum(kazans)
    position = Position((left, *[0] * 17), kazans, (None, None), Side.WHITE)
    desk = Desk(tmp_path, tracker=Tracker(start=position, white_known=True))
    nines = {"white": [9] * 9, "black": [9] * 8 + [1]}
    with desk.recorder as recorder:
        recorder.announce(Started(t=0.0, position=position))
        recorder.announce(Desync(t=9.0, n=0, position=position, seen=nines))
        recorder.announce(Resync(t=12.0, n=0))
        path = recorder.conclude(13.0)
    recording = Recording(path, recorder.record, recorder.status, recorder.anew_after, None)
    assert (recording.anew_after == 0) == is_anew
    assert ("belongs to another game" in str(recording.shortcoming)) == is_anew
    assert caplog.text.count("another game seems to begin") == is_anew


def test_a_full_disk_is_told_to_the_caller(desk: Desk) -> None:
    with full_disk(2000), pytest.raises(WriteError):
        desk.record()
    assert desk.lines("events.jsonl"), "what had been announced stays readable"


@pytest.mark.parametrize(("limit_bytes", "is_left"), [(100, False), (2000, True)])
def test_a_game_that_cannot_begin_leaves_no_folder(tmp_path: Path, limit_bytes: int, is_left: bool) -> None:
    desk = Desk(tmp_path)
    with full_disk(limit_bytes), pytest.raises(WriteError):
        desk.record()
    assert desk.folder.exists() == is_left
