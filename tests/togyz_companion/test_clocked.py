"""A recording with a clock: low time, the flag and its result by source time, through resumption and correction."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played, recorder_in
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.codes import Code
from togyz.corrections import AlertAccepted, Correction, PlyCorrected, ResultDeclared, ResultWithdrawn
from togyz.events import Alert, Decided, TimeLow
from togyz.outcome import Reason
from togyz_companion.desk import amend
from togyz_companion.game_files import read_stored
from togyz_companion.news import News
from togyz_companion.recorder import Recorder
from togyz_companion.recording import run
from togyz_companion.retelling import otherwise_from
from togyz_companion.sinks import standing_of
from vision.frame import Frame

GAME = played(7, 5, 6)
LATE_S = 400.0


def thinking() -> list[Frame]:
    """Black thinks for long before its second frame, and nothing moves meanwhile."""
    frames = list(frames_of(GAME))
    late = [Frame(one.image_bgr, one.t_ns + round(LATE_S * 1e9), one.seq, one.source) for one in frames[2:]]
    return [*frames[:2], *late]


def recorder(folder: Path, *, minutes: float, news: list[News] | None = None, resume: bool = False) -> Recorder:
    sinks = [] if news is None else [news.append]
    return recorder_in(folder, resumes=resume, clock=TimeControl(60 * minutes), sinks=sinks)


def recorded(folder: Path, frames: Iterable[Frame], *, minutes: float, resume: bool = False) -> list[News]:
    news: list[News] = []
    run(frames, ScriptedWatcher(GAME), recorder(folder, minutes=minutes, news=news, resume=resume))
    return news


def of(news: list[News], kind: type) -> list[object]:
    return [one.event for one in news if isinstance(one.event, kind)]


def test_low_time_is_told_and_times_stand_in_the_record(tmp_path: Path) -> None:
    news = recorded(tmp_path, thinking(), minutes=10)
    assert [event.side for event in of(news, TimeLow)] == [Side.BLACK]
    record = read_stored(tmp_path / "game" / "game.sqlite").record
    white_s, black_s = record.plies[1].clock_s or (0, 0)
    assert white_s == record.plies[0].clock_s[0] == 600 - record.plies[0].t
    assert black_s == 600 - (record.plies[1].t - record.plies[0].t)
    assert of(news, Alert) == []


def test_without_a_clock_there_are_no_times(tmp_path: Path) -> None:
    record = run(thinking(), ScriptedWatcher(GAME), recorder_in(tmp_path)).record
    assert {ply.clock_s for ply in record.plies} == {None}


def test_a_flag_is_an_alert_and_decides_by_the_kazan(tmp_path: Path) -> None:
    news = recorded(tmp_path, thinking(), minutes=6)
    [alert] = of(news, Alert)
    assert (alert.id, alert.code, alert.side) == (1, Code.FLAG_FELL, Side.BLACK)
    assert [(event.result, event.reason) for event in of(news, Decided)] == [("1-0", Reason.FLAG)]
    record = read_stored(tmp_path / "game" / "game.sqlite").record
    assert alert.t_rest == record.plies[0].t + 360
    assert (record.result, record.reason) == ("1-0", Reason.FLAG)


def test_the_feed_tells_the_clock(tmp_path: Path) -> None:
    states = [standing_of(one).state() for one in recorded(tmp_path, thinking(), minutes=10)]
    clocks = [one["clock"] or {} for one in states]
    assert (clocks[-2]["running"], clocks[-2]["control"]) == ("black", "10")
    assert clocks[-1]["running"] is None, "nobody plays any more"


def test_a_resumed_film_tells_the_same_of_its_clock(tmp_path: Path) -> None:
    frames = thinking()
    whole = recorded(tmp_path / "whole", frames, minutes=6)
    recorded(tmp_path, islice(frames, 3), minutes=6)
    recorded(tmp_path, frames, minutes=6, resume=True)
    stored = [read_stored(folder / "game" / "game.sqlite").rows for folder in (tmp_path / "whole", tmp_path)]
    assert stored[0] == stored[1]
    assert of(whole, Alert)


def test_what_is_corrected_keeps_its_time_and_the_clock_s_alerts(tmp_path: Path) -> None:
    recorded(tmp_path, thinking(), minutes=6)
    before = read_stored(tmp_path / "game" / "game.sqlite").record
    for move in ("11", before.plies[1].move):
        said = Correction(by="A. Arbiter", ruling=PlyCorrected(n=2, move=move))
        amendment = amend(tmp_path / "game", said, at="2026-11-30")
        assert amendment.is_amended
    after = amendment.after
    assert [ply.clock_s for ply in after.plies] == [ply.clock_s for ply in before.plies]
    assert [(one.id, one.code) for one in after.alerts] == [(1, Code.FLAG_FELL)]


def test_the_result_of_a_flag_that_should_not_have_fallen_is_taken_back(tmp_path: Path) -> None:
    recorded(tmp_path, thinking(), minutes=6)
    stored = tmp_path / "game" / "game.sqlite"
    for ruling, result in [
        (ResultDeclared(result="1-0", reason=Reason.RESIGNED), "1-0"),
        (ResultWithdrawn(), None),
        (ResultDeclared(result="1-0", reason=Reason.FLAG), "1-0"),
    ]:
        amend(stored.parent, Correction(by="A. Arbiter", ruling=ruling), at="2026-11-30T14:00:00+05:00")
        assert read_stored(stored).record.result == result
        assert otherwise_from(stored) is None


def test_a_flag_is_settled_by_the_arbiter(tmp_path: Path) -> None:
    recorded(tmp_path, thinking(), minutes=6)
    said = Correction(by="A. Arbiter", ruling=AlertAccepted(id=1))
    after = amend(tmp_path / "game", said, at="2026-11-30").after
    assert [(one.code, one.resolved) for one in after.alerts] == [(Code.FLAG_FELL, "accepted")]
    assert (after.result, after.reason) == ("1-0", Reason.FLAG)
