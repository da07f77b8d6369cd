"""What was seen gives the same events again, byte for byte; where it does not, that is found."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_io.game_folder import GAME_SQLITE
from board_io.history import HistoryDiffersError
from board_io.store import Row, Store
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played, recorder_in
from togyz.corrections import Correction, PlyCorrected
from togyz.errors import RecordError
from togyz_companion.cli.main import main
from togyz_companion.desk import amend
from togyz_companion.game_files import derived_texts, read_stored
from togyz_companion.recording import run
from togyz_companion.retelling import otherwise_from

SESSION = '{"session":1,"white_known":true,"white_side":"bottom","evidence":"clips"}'
GAME = played(7, 5, 6, 3)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    recorder = recorder_in(tmp_path, session=SESSION, headers={"White": "Aigerim", "session": 1}, evidence="clips")
    run(frames_of(GAME), ScriptedWatcher(GAME), recorder)
    return tmp_path / "game" / GAME_SQLITE


def rewritten(store: Path, old: str, new: str) -> int:
    """Writes a store anew in which one text is another; the number of its first row that differs."""
    rows = read_stored(store).rows
    changed = [Row(row.kind, row.text.replace(old, new)) for row in rows]
    store.unlink()
    with Store(store) as fresh:
        fresh.append(changed)
    return next(n for n, (one, other) in enumerate(zip(rows, changed, strict=True), 1) if one != other)


def test_the_same_rows_come_out_byte_for_byte(store: Path) -> None:
    content = store.read_bytes()
    assert otherwise_from(store) is None
    assert store.read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"confidence":1.0', '"confidence":0.5'),
        ('"evidence":["evidence/0000-0.0s.jpg",', '"evidence":["evidence/9999-0.0s.jpg",'),
        ('"path":"game.json"', '"path":"game.jsom"'),
    ],
)
def test_events_that_do_not_follow_are_found(store: Path, old: str, new: str) -> None:
    assert otherwise_from(store) is None
    n = rewritten(store, old, new)
    assert otherwise_from(store) == n


def test_verify_says_so_where_it_is_asked(store: Path) -> None:
    def verify(*options: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["verify", str(store.parent), "--lang", "en", *options])
        return result.exit_code, result.stdout

    assert verify("--again")[0] == 0
    store.with_name("events.jsonl").unlink()
    store.with_name("game.json").unlink()
    n = rewritten(store, '"confidence":1.0', '"confidence":0.5')
    assert verify()[0] == 0
    code, told = verify("--again")
    assert code == 5
    assert f"this program would write otherwise from row {n} on" in told


OLDER = Path(__file__).parent / "data" / "older_game.jsonl"
"""The rows of a game that an earlier program stored: confirmed plies bear no alternatives there."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    lines = OLDER.read_text(encoding="utf-8").splitlines()
    folder = tmp_path / "older"
    folder.mkdir()
    with Store(folder / GAME_SQLITE) as store:
        store.append([Row(*json.loads(line)) for line in lines])
    return folder


def test_what_an_earlier_program_stored_can_be_corrected(older: Path) -> None:
    before = read_stored(older / GAME_SQLITE)
    correction = Correction(by="A. Arbiter", ruling=PlyCorrected(n=2, move="98"))
    amendment = amend(older, correction, at="2026-11-30T14:00:00+05:00")
    assert [ply.move for ply in amendment.after.plies][:2] == ["76", "98"]
    after = read_stored(older / GAME_SQLITE)
    assert after.record == amendment.after
    kept = [row for row in before.rows if row.kind != "end" and '"finished"' not in row.text]
    assert list(after.rows[: len(kept)]) == kept
    assert (older / "game.json").read_text(encoding="utf-8") == derived_texts(after)["game.json"]
    assert (older / "events.jsonl").read_text(encoding="utf-8") == derived_texts(after)["events.jsonl"]


def test_what_an_earlier_program_stored_goes_on_where_it_is_resumed(older: Path) -> None:
    stored = read_stored(older / GAME_SQLITE)
    game = played(7, 5, 6, 3, 9, 7, 8)
    resumed = recorder_in(older.parent, stored.tracker, name=older.name, resumes=True, headers=stored.headers)
    recording = run(frames_of(game), ScriptedWatcher(game), resumed)
    assert [ply.otau for ply in recording.record.plies] == [7, 5, 6, 3, 9, 7, 8]
    assert recording.record == read_stored(older / GAME_SQLITE).record


def test_it_is_told_that_this_program_would_have_stored_it_otherwise(older: Path) -> None:
    assert otherwise_from(older / GAME_SQLITE) == 6


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        ('"confidence":1.0', '"confidence":0.97', True),
        ('"move":"34"', '"move":"35"', False),
        ('"status":"provisional"', '"status":"corrected"', False),
        ('"event":"confirmed"', '"event":"confirmed","since":3', False),
    ],
)
def test_what_means_something_else_is_refused(older: Path, old: str, new: str, is_same: bool) -> None:
    rewritten(older / GAME_SQLITE, old, new)
    correction = Correction(by="A. Arbiter", ruling=PlyCorrected(n=2, move="98"))
    with nullcontext() if is_same else pytest.raises((HistoryDiffersError, RecordError)):
        amend(older, correction, at="2026-11-30T14:00:00+05:00")
