"""What people do to the clock on the table, told to a recorder while a game is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from board_io.clock.source import ButtonPressed, ClockNews, ClockShown
from board_io.outage import Moment
from tests.togyz_companion.scripted import SECONDS_A_PLY, ScriptedWatcher, frames_of, played, recorder_in
from togyz.board import Side
from togyz.clock import ClockError, TimeControl
from togyz.codes import Code
from togyz.corrections import Correction, PlyCorrected
from togyz.events import Alert, Calibrated, ClockTold, Event, Resolved
from togyz.handclock import GRACE_S
from togyz.inference.observation import Observation
from togyz.record import Record
from togyz_companion.desk import amend
from togyz_companion.game_files import read_stored
from togyz_companion.recording import run
from togyz_companion.retelling import otherwise_from
from togyz_companion.table_clock import TableClock
from vision.frame import Frame

W, B = Side.WHITE, Side.BLACK
GAME = played(7, 5, 6)
Doings = Sequence[tuple[float, Callable[[TableClock], object]]]


FRAMES_A_PLY = 40


def often() -> Iterator[Frame]:
    """The game's frames, and nothing new in many between."""
    for frame in frames_of(GAME):
        for n in range(FRAMES_A_PLY):
            t_ns = frame.t_ns + round(n * SECONDS_A_PLY / FRAMES_A_PLY * 1e9)
            yield Frame(frame.image_bgr, t_ns, frame.seq * FRAMES_A_PLY + n, frame.source)


class SeldomWatcher(ScriptedWatcher):
    """Sees something in each of the game's own frames."""

    def see(self, frame: Frame) -> list[Observation]:
        seq, rest = divmod(frame.seq, FRAMES_A_PLY)
        return [] if rest else super().see(Frame(frame.image_bgr, frame.t_ns, seq, frame.source))


class ScriptedClock:
    """A device that tells everything at its time; its ns are those of the film."""

    problem = None

    def __init__(self, news: Iterable[ClockNews]) -> None:
        self._left = list(news)
        self.t_ns = 0

    def news(self) -> Sequence[ClockNews]:
        due = [one for one in self._left if one.at_ns <= self.t_ns]
        self._left = self._left[len(due) :]
        return due

    def close(self) -> None:
        pass


def recorded(folder: Path, doings: Doings = (), news: Iterable[ClockNews] = (), minutes: float = 10) -> list[Event]:
    """Records the game; each thing is done to the clock before the first moment from its time on."""
    device, events, left = ScriptedClock(news), list[Event](), list(doings)
    table = TableClock(device, now_ns=lambda: device.t_ns)
    sinks = [lambda one: events.append(one.event)]
    recorder = recorder_in(folder, clock=TimeControl(60 * minutes), sinks=sinks)

    def timed(moments: Iterable[Moment]) -> Iterator[Moment]:
        for moment in moments:
            device.t_ns = moment.t_ns
            yield moment

    def done(moments: Iterable[Moment]) -> Iterator[Moment]:
        for moment in moments:
            while left and left[0][0] <= moment.t_s:
                left.pop(0)[1](table)
            yield moment

    run(done(table.followed(timed(often()), recorder)), SeldomWatcher(GAME), recorder)
    assert not left, "the film was too short"
    return events


def record_in(folder: Path) -> Record:
    return read_stored(folder / "game" / "game.sqlite").record


@pytest.fixture(scope="module")
def rests(tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    """When the board comes to rest after each ply."""
    folder = tmp_path_factory.mktemp("plain")
    recorded(folder)
    return [float(ply.t or 0) for ply in record_in(folder).plies]


def pressing(side: Side) -> Callable[[TableClock], object]:
    return lambda table: table.press(side)


def whole_game(rests: Sequence[float], after_s: float = 0.5) -> list[tuple[float, Side]]:
    """Black starts the clock, and everybody presses so long after the board came to rest."""
    return [(0.6, B), *((t + after_s, side) for t, side in zip(rests, [W, B, W], strict=True))]


def test_a_game_that_is_pressed_has_the_times_of_its_presses_and_no_alert(tmp_path: Path, rests: list[float]) -> None:
    events = recorded(tmp_path, [(t, pressing(side)) for t, side in whole_game(rests)])
    assert [one for one in events if isinstance(one, Alert)] == []
    plies = record_in(tmp_path).plies
    assert [ply.t for ply in plies] == rests
    for ply in plies:
        assert ply.t_press is not None
        assert 0.4 < ply.t_press - (ply.t or 0) < 0.8
    told = [one for one in events if isinstance(one, ClockTold)]
    assert [one.by for one in told] == [None, None, W, B, W]
    assert otherwise_from(tmp_path / "game" / "game.sqlite") is None


def test_what_is_corrected_keeps_its_press(tmp_path: Path, rests: list[float]) -> None:
    recorded(tmp_path, [(t, pressing(side)) for t, side in whole_game(rests)])
    before = record_in(tmp_path).plies
    for move in ("11", before[1].move):
        said = Correction(by="A. Arbiter", ruling=PlyCorrected(n=2, move=move))
        amendment = amend(tmp_path / "game", said, at="2026-11-30")
        assert amendment.is_amended
        assert [one.clock_s for one in amendment.after.plies[:2]] == [one.clock_s for one in before[:2]]
    after = amendment.after.plies
    assert [(one.clock_s, one.t_press) for one in after] == [(one.clock_s, one.t_press) for one in before]


def test_buttons_and_pages_press_alike(tmp_path: Path, rests: list[float]) -> None:
    presses = whole_game(rests)
    recorded(tmp_path / "page", [(t, pressing(side)) for t, side in presses])
    recorded(tmp_path / "box", news=[ButtonPressed(side, round(1e9 * t)) for t, side in presses])
    page, box = (record_in(tmp_path / name).plies for name in ("page", "box"))
    for one, other in zip(page, box, strict=True):
        assert one.t_press == pytest.approx(other.t_press, abs=0.2)
    assert box[0].t_press == pytest.approx(presses[1][0], abs=1e-3)


def test_a_clock_that_counts_by_itself_is_taken_at_its_word(tmp_path: Path, rests: list[float]) -> None:
    shown = [
        ClockShown(round(6e8), None, (300.0, 200.0), W, is_running=True),
        ClockShown(round(1e9 * (rests[0] + 0.5)), W, (288.0, 200.0), B, is_running=True),
    ]
    recorded(tmp_path, news=shown)
    assert record_in(tmp_path).plies[0].clock_s == (288.0, 200.0)


def test_who_forgets_to_press_is_told_and_settles_it_by_pressing(tmp_path: Path, rests: list[float]) -> None:
    first, second, third = rests
    presses = [(0.6, B), (first + GRACE_S + 0.5, W), (second + GRACE_S - 0.6, B), (third + GRACE_S - 0.6, W)]
    doings = [(t, pressing(side)) for t, side in presses]
    events = recorded(tmp_path, doings)
    [alert] = [one for one in events if isinstance(one, Alert)]
    assert (alert.code, alert.side, alert.otau, alert.t_rest) == (Code.NO_PRESS, W, (7,), rests[0])
    [resolved] = [one for one in events if isinstance(one, Resolved)]
    assert resolved.t - alert.t == pytest.approx(0.5, abs=0.2)
    assert otherwise_from(tmp_path / "game" / "game.sqlite") is None


def test_who_presses_and_does_not_play_is_told(tmp_path: Path, rests: list[float]) -> None:
    doings = [*((t, pressing(side)) for t, side in whole_game(rests)), (rests[2] + 1.0, pressing(B))]
    events = recorded(tmp_path, doings)
    [alert] = [one for one in events if isinstance(one, Alert)]
    assert (alert.code, alert.side) == (Code.PRESS_WITHOUT_MOVE, B)
    assert alert.t - alert.t_rest == pytest.approx(GRACE_S, abs=0.2)


def test_pausing_stops_it_and_going_on_has_it_run(tmp_path: Path, rests: list[float]) -> None:
    at = rests[0] - 0.5
    doings: Doings = [
        (0.3, lambda table: table.pause(is_paused=True)),
        (0.4, pressing(B)),
        (0.5, lambda table: table.pause(is_paused=False)),
        (0.6, pressing(B)),
        (at, lambda table: table.pause(is_paused=True)),
        (at, lambda table: table.pause(is_paused=True)),
        (at + 0.3, pressing(W)),
        (rests[0], lambda table: table.pause(is_paused=False)),
    ]
    events = recorded(tmp_path, doings)
    assert [one.is_running for one in events if isinstance(one, ClockTold)] == [False, True, False, True]


def test_after_an_adjournment_a_press_starts_it_again(tmp_path: Path, rests: list[float]) -> None:
    broken_off = Calibrated(t=0.5, layout="box", residual_px=0.1, tilt_deg=0.0, white_side=None)

    def adjourn(table: TableClock) -> None:
        assert table.recorder is not None
        table.recorder.announce(broken_off)

    doings: Doings = [(0.6, pressing(B)), (rests[0] + 0.5, pressing(W)), (rests[0] + 0.6, adjourn)]
    events = recorded(tmp_path, [*doings, (rests[0] + 0.7, pressing(W))])
    told = [one for one in events if isinstance(one, ClockTold)]
    assert [(one.by, one.is_running, one.to_move) for one in told] == [
        (None, False, W), (None, True, W), (W, True, B), (None, True, B),
    ]  # fmt: skip
    assert told[-1].remaining_s == told[-2].remaining_s


def test_the_arbiter_sets_a_time_and_no_other_than_one_above_none(tmp_path: Path) -> None:
    def refused(table: TableClock) -> None:
        with pytest.raises(ClockError):
            table.set_remaining(B, 0.0)

    events = recorded(tmp_path, [(0.6, lambda table: table.set_remaining(B, 90.0)), (0.7, refused)])
    [_, told] = [one for one in events if isinstance(one, ClockTold)]
    assert (told.remaining_s, told.by, told.is_running) == ((600.0, 90.0), None, False)


def test_a_clock_without_a_game_is_pressed_in_vain() -> None:
    TableClock().press(W)
    TableClock().pause(is_paused=True)
    TableClock().set_remaining(W, 60.0)
