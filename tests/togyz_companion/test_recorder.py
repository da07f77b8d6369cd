"""The runner: what it stores, tells and survives, with a watcher that sees perfectly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from board_io.errors import WriteError
from board_io.game_folder import GameExistsError, UnwrittenError
from board_io.outage import Fault, Moment, Outage
from board_io.source import SourceLostError
from board_io.store import read_history
from board_io.store_errors import StoreError
from tests.fakes import full_disk
from tests.togyz_companion.scripted import (
    GAME,
    SECONDS_A_PLY,
    Desk,
    KnockedWatcher,
    ScriptedWatcher,
    derived,
    frames_of,
    played,
)
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
from togyz_companion.messages.telling import Shortcoming
from togyz_companion.news import News
from togyz_companion.recording import Recording, run
from vision.frame import Frame


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
    lines = [news.event.to_dict() for news in desk.news]
    assert lines[-1]["path"] == str(desk.folder / "game.json")
    assert desk.lines("events.jsonl") == [*lines[:-1], {**lines[-1], "path": "game.json"}]


def test_the_stored_observations_give_the_same_events_again(desk: Desk) -> None:
    desk.record()
    tracker = Tracker(white_known=True)
    state, again = tracker.initial(), []
    for row in read_history(desk.folder / "game.sqlite").rows:
        if row.kind == "observation":
            state, events = tracker.advance(state, observation_from_dict(json.loads(row.text)))
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
    assert one.keys() == two.keys() == {"game.json", "game.tgk", "events.jsonl", "game.sqlite"}
    for name in ("game.json", "game.tgk", "events.jsonl"):
        assert one[name] == two[name]


def test_sinks_are_told_the_state_after_each_event(desk: Desk) -> None:
    desk.record()
    assert desk.told[0] == "started"
    assert desk.told[-1] == "finished"
    plies = [len(news.record.plies) for news in desk.news if news.event.name == "ply"]
    assert plies == list(range(1, len(GAME.plies) + 1))
    assert [news.status for news in desk.news[-2:]] == ["playing", "paused"]
    assert {news.status for news in desk.news[:-1]} == {"playing"}


def test_sinks_are_told_the_head_of_what_is_stored(desk: Desk) -> None:
    desk.record()
    assert desk.news[-1].head == read_history(desk.folder / "game.sqlite").head
    assert len({news.head for news in desk.news}) == len(desk.news)


def test_without_a_game_nothing_is_written(desk: Desk, tmp_path: Path) -> None:
    recording = run([], ScriptedWatcher(GAME), desk.recorder)
    assert recording.path is None
    assert recording.shortcoming == Shortcoming("no_game")
    assert list(tmp_path.iterdir()) == []
    undecided = replace(recording, path=tmp_path, status="desync")
    assert undecided.shortcoming == Shortcoming("desync", {"n": 0})
    assert not undecided.as_seen
    joined = run([], ScriptedWatcher(GAME), Desk(tmp_path, tracker=Tracker(as_seen=True)).recorder)
    undecided = replace(joined, path=tmp_path, status="desync")
    assert undecided.shortcoming == Shortcoming("joined", {"n": 0})


def test_a_source_that_breaks_off_ends_the_record_in_order(desk: Desk) -> None:
    def frames() -> Iterator[Frame]:
        yield from list(frames_of(GAME))[:4]
        raise SourceLostError("0", "camera 0 broke off")

    recording = run(frames(), ScriptedWatcher(GAME), desk.recorder)
    assert isinstance(recording.failure, SourceLostError)
    assert len(recording.record.plies) == 3
    assert desk.told[-1] == "finished"
    [lost] = [line for line in desk.lines("events.jsonl") if line["event"] == "lost"]
    assert (lost["why"], lost["detail"]) == ("source", "camera 0 broke off")


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
    assert lines[:-1] == [news.event.to_dict() for news in desk.news[:-1]]
    assert lines[-2]["why"] == "program"
    assert str(lines[-2]["detail"]).startswith(why)
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
    assert (recording.shortcoming == Shortcoming("another_game", {"n": 0})) == is_anew
    assert caplog.text.count("another game seems to begin") == is_anew


def test_the_game_goes_on_while_the_disk_is_full_and_is_written_once_it_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk = Desk(tmp_path)
    Desk(tmp_path / "roomy").record()

    def frames() -> Iterator[Frame]:
        first, *others = frames_of(GAME)
        yield first
        with full_disk(1000):
            yield from others[:3]
        yield from others[3:]

    recording = run(frames(), ScriptedWatcher(GAME), desk.recorder)
    assert (recording.failure, recording.shortcoming) == (None, None)
    assert caplog.text.count("until it can be written the game is kept in memory") == 1
    roomy = tmp_path / "roomy" / "game"
    assert read_history(desk.folder / "game.sqlite").rows == read_history(roomy / "game.sqlite").rows
    assert (desk.folder / "game.json").read_bytes() == (roomy / "game.json").read_bytes()


def test_a_disk_that_stays_full_is_told_at_the_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    with ExitStack() as stack:

        def frames() -> Iterator[Frame]:
            first, *others = frames_of(GAME)
            yield first
            stack.enter_context(full_disk(1000))
            yield from others

        with pytest.raises(UnwrittenError, match="is not written to its end"):
            run(frames(), ScriptedWatcher(GAME), desk.recorder)
    assert desk.told[-1] == "finished"
    assert [row.kind for row in read_history(desk.folder / "game.sqlite").rows] == ["session", "observation", "event"]


def test_a_game_that_cannot_begin_leaves_no_folder(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    with full_disk(100), pytest.raises(StoreError):
        desk.record()
    assert not desk.folder.exists()


def test_a_knock_is_told_stored_and_changes_nothing_else(tmp_path: Path) -> None:
    plain, knocked = Desk(tmp_path / "plain"), Desk(tmp_path)
    plain.record()
    knocked.record(watcher=KnockedWatcher(GAME))
    (drift,) = [line for line in knocked.lines("events.jsonl") if line["event"] == "drift"]
    assert (drift["t"], drift["px"], drift["deg"]) == (SECONDS_A_PLY, 12.3, -1.57)
    assert derived(plain)[1:] == derived(knocked)[1:]


def test_an_outage_is_told_once_for_each_fault_and_the_game_goes_on_behind_it(desk: Desk) -> None:
    def outage(fault: Fault, t_s: float) -> Outage:
        return Outage(t_ns=round(t_s * 1e9), since_ns=8_000_000_000, fault=fault, detail="0 is gone")

    def moments() -> Iterator[Moment]:
        frames = list(frames_of(GAME))
        yield from frames[:3]
        yield from (outage("silent", 9.5), outage("silent", 9.7), outage("gone", 10.0))
        yield from frames[3:]

    recording = run(moments(), ScriptedWatcher(GAME), desk.recorder)
    assert [ply.move for ply in recording.record.plies] == [ply.move for ply in GAME.plies]
    assert recording.shortcoming is None
    told = [line for line in desk.lines("events.jsonl") if line["event"] in ("lost", "back")]
    assert [(line["t"], line["event"], line.get("why"), line.get("gap_s")) for line in told] == [
        (9.5, "lost", "silent", None),
        (10.0, "lost", "gone", None),
        (12.0, "back", None, 4.0),
    ]
