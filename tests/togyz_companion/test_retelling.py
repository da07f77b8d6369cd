"""What was seen gives the same events again, byte for byte; where it does not, that is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from board_io.game_folder import GAME_SQLITE, GameFolder
from board_io.store import Row, Store
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played
from togyz.inference.tracker import Tracker
from togyz_companion.cli.main import main
from togyz_companion.game_files import read_stored
from togyz_companion.recorder import Recorder
from togyz_companion.recording import run
from togyz_companion.retelling import otherwise_from

SESSION = '{"session":1,"white_known":true,"white_side":"bottom","evidence":"clips"}'
GAME = played(7, 5, 6, 3)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    recorder = Recorder(
        Tracker(white_known=True),
        headers={"White": "Aigerim", "session": 1},
        folder_for=lambda _: GameFolder.create(tmp_path, "game", SESSION),
        evidence="clips",
    )
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
