"""What a person says of a recorded game: stored for good, told again on resumption, written into every form."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from board_io.game_folder import GameFolder
from board_io.history import HistoryDiffersError
from board_io.store import read_history
from board_io.store_errors import StoreLockedError
from tests.togyz_companion.scripted import SESSION, ScriptedWatcher, frames_of, played, recorder_in
from togyz.corrections import (
    AlertAccepted,
    Correction,
    CorrectionError,
    HeadersGiven,
    PlyCorrected,
    PositionCorrected,
    Ruling,
    SidesTurned,
)
from togyz.game import Game
from togyz.inference.observation import Observation
from togyz.record import Record
from togyz.tgk import read_tgk
from togyz_companion.desk import Amendment, amend
from togyz_companion.game_files import read_stored
from togyz_companion.recorder import Recorder
from togyz_companion.recording import Recording, run
from togyz_companion.retelling import otherwise_from
from togyz_companion.session import LaterWatcher
from vision.frame import Frame

GAME = played(7, 5, 6, 3, 9, 7)
AT = "2026-11-30T14:00:00+05:00"


def recorder(folder: Path, *, resume: bool = False) -> Recorder:
    return recorder_in(folder, resumes=resume, headers={"White": "Aigerim", "session": 1})


def recorded(folder: Path, *, plies: int = 6, resume: bool = False, game: Game = GAME) -> Recording:
    return run(islice(frames_of(game), plies + 1), ScriptedWatcher(game), recorder(folder, resume=resume))


def say(folder: Path, said: Ruling) -> Amendment:
    return amend(folder / "game", Correction(by="A. Arbiter", ruling=said), at=AT)


OTHERS = {1: "87", 2: "98"}
"""Legal plies, but not those that were played."""


def mistaken(folder: Path, n: int) -> Amendment:
    """Says of ply ``n`` what it was not, and then what it was."""
    move = read_stored(folder / "game" / "game.sqlite").record.plies[n - 1].move
    say(folder, PlyCorrected(n=n, move=OTHERS[n]))
    return say(folder, PlyCorrected(n=n, move=move))


def moves(record: Record) -> list[str]:
    return [ply.move for ply in record.plies]


def test_a_correction_stands_in_every_form_of_the_game(tmp_path: Path) -> None:
    before = recorded(tmp_path).record
    amendment = say(tmp_path, PlyCorrected(n=2, move="98"))
    assert amendment.before == before
    assert amendment.after.plies[1].status == "corrected"
    assert moves(amendment.after)[:2] == ["76", "98"]
    folder = tmp_path / "game"
    assert Record.from_json((folder / "game.json").read_text(encoding="utf-8")) == amendment.after
    tgk = read_tgk((folder / "game.tgk").read_text(encoding="utf-8")).game
    assert [ply.move for ply in tgk.plies] == moves(amendment.after)
    stored = read_stored(folder / "game.sqlite")
    assert (stored.record, stored.has_ended) == (amendment.after, True)
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines == [row.text for row in stored.rows if row.kind == "event"]


def test_what_no_longer_fits_is_named(tmp_path: Path) -> None:
    before = moves(recorded(tmp_path, plies=3).record)
    amendment = say(tmp_path, PlyCorrected(n=2, move="98"))
    assert amendment.changes[0] == (2, before[1], "98")
    assert {one.n for one in amendment.changes[1:]} == {3}
    assert before[2] not in moves(amendment.after)


def test_what_is_on_record_already_changes_nothing(tmp_path: Path) -> None:
    before = recorded(tmp_path).record
    files = {path.name: path.read_bytes() for path in (tmp_path / "game").iterdir()}
    amendment = say(tmp_path, PlyCorrected(n=2, move=before.plies[1].move))
    assert (amendment.after, amendment.changes, amendment.is_amended) == (before, (), False)
    assert {path.name: path.read_bytes() for path in (tmp_path / "game").iterdir()} == files
    assert amendment.status == "paused"
    assert say(tmp_path, PlyCorrected(n=2, move="98")).is_amended


def test_what_was_said_of_later_plies_outlives_a_correction_before_them(tmp_path: Path) -> None:
    recorded(tmp_path, plies=3)
    say(tmp_path, PlyCorrected(n=3, move="78"))
    after = say(tmp_path, PlyCorrected(n=2, move="98")).after
    assert [(ply.move, ply.status) for ply in after.plies][1:] == [("98", "corrected"), ("78", "corrected")]
    assert after.lapsed == ()
    again = say(tmp_path, PlyCorrected(n=1, move="87")).after
    assert [(ply.move, ply.status) for ply in again.plies][:2] == [("87", "corrected"), ("98", "corrected")]
    assert [(one.n, one.move, one.by) for one in again.lapsed] == [(3, "78", "A. Arbiter")]
    folder = tmp_path / "game"
    assert Record.from_json((folder / "game.json").read_text(encoding="utf-8")) == again
    back = say(tmp_path, PlyCorrected(n=1, move="76")).after
    assert (moves(back)[:3], back.lapsed) == (["76", "98", "78"], ())
    assert [ply.status for ply in back.plies][:3] == ["corrected"] * 3


def test_who_said_what_when_is_stored_with_what_stood_before_and_after(tmp_path: Path) -> None:
    record = recorded(tmp_path).record
    say(tmp_path, PlyCorrected(n=2, move="98"))
    [row] = [row for row in read_history(tmp_path / "game" / "game.sqlite").rows if row.kind == "correction"]
    note = json.loads(row.text)
    assert (note["by"], note["at"], note["said"]) == ("A. Arbiter", AT, {"ply": 2, "move": "98"})
    assert (note["before"]["move"], note["after"]["move"]) == (record.plies[1].move, "98")
    assert note["before"]["position"] == str(GAME.positions[2])


def test_the_history_only_grows(tmp_path: Path) -> None:
    recorded(tmp_path)
    store = tmp_path / "game" / "game.sqlite"
    before = read_history(store).rows
    say(tmp_path, PlyCorrected(n=2, move="98"))
    assert read_history(store).rows[: len(before)] == before


def test_undoing_a_correction_is_another_one(tmp_path: Path) -> None:
    before = recorded(tmp_path).record
    say(tmp_path, PlyCorrected(n=2, move="98"))
    after = say(tmp_path, PlyCorrected(n=2, move=before.plies[1].move)).after
    assert moves(after) == moves(before)
    assert after.position == before.position
    kinds = [row.kind for row in read_history(tmp_path / "game" / "game.sqlite").rows]
    assert kinds.count("correction") == 2


def test_a_game_recorded_from_the_wrong_side_is_turned_and_turned_back(tmp_path: Path) -> None:
    before = recorded(tmp_path).record
    turned = say(tmp_path, SidesTurned()).after
    assert [ply.side for ply in turned.plies] == [ply.side.other for ply in before.plies]
    assert (moves(turned), turned.position.kazan) == (moves(before), before.position.kazan[::-1])
    assert read_tgk((tmp_path / "game" / "game.tgk").read_text(encoding="utf-8")).game.position == turned.position
    back = say(tmp_path, SidesTurned()).after
    assert (moves(back), back.position) == (moves(before), before.position)
    assert [ply.side for ply in back.plies] == [ply.side for ply in before.plies]


@pytest.mark.parametrize("plies", [3, 6])
def test_a_film_whose_game_was_corrected_is_resumed(tmp_path: Path, plies: int) -> None:
    recorded(tmp_path, plies=plies)
    mistaken(tmp_path, 2)
    record = recorded(tmp_path, resume=True).record
    assert moves(record) == [ply.move for ply in GAME.plies]
    assert [ply.status for ply in record.plies][:3] == ["confirmed", "corrected", "confirmed"]
    assert read_stored(tmp_path / "game" / "game.sqlite").record == record


def test_another_film_is_not_taken_for_the_corrected_one(tmp_path: Path) -> None:
    recorded(tmp_path, plies=3)
    mistaken(tmp_path, 2)
    with pytest.raises(HistoryDiffersError):
        recorded(tmp_path, resume=True, game=played(7, 5, 8, 3, 9, 7))


def test_what_is_refused_writes_nothing(tmp_path: Path) -> None:
    recorded(tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / "game").iterdir()}
    for said in (PlyCorrected(n=9, move="76"), AlertAccepted(id=1), PositionCorrected(n=7, position=GAME.start)):
        with pytest.raises(CorrectionError):
            say(tmp_path, said)
    with pytest.raises(CorrectionError, match=r"^2w: white cannot play otau 5"):
        say(tmp_path, PlyCorrected(n=3, move="57"))
    assert {path.name: path.read_bytes() for path in (tmp_path / "game").iterdir()} == before


def test_a_game_that_was_killed_is_corrected_and_not_ended(tmp_path: Path) -> None:
    left_open = recorder(tmp_path)
    watcher = ScriptedWatcher(GAME)
    with left_open:
        for frame in frames_of(GAME):
            for observation in watcher.see(frame):
                left_open.observe(observation)
    mistaken(tmp_path, 1)
    stored = read_stored(tmp_path / "game" / "game.sqlite")
    assert not stored.has_ended
    assert stored.record.plies[0].status == "corrected"
    assert len(recorded(tmp_path, resume=True).record.plies) == 6


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_game_that_is_being_recorded_is_not_corrected_behind_its_back(tmp_path: Path) -> None:
    recording, watcher = recorder(tmp_path), ScriptedWatcher(GAME)
    with recording:
        for frame in frames_of(GAME):
            for one in watcher.see(frame):
                recording.observe(one)
            if recording.record.plies:
                with pytest.raises(StoreLockedError):
                    say(tmp_path, PlyCorrected(n=1, move="87"))
    assert moves(read_stored(tmp_path / "game" / "game.sqlite").record) == moves(recording.record)


def test_a_live_game_that_was_corrected_goes_on_after_an_adjournment(tmp_path: Path) -> None:
    recorded(tmp_path, plies=3)
    mistaken(tmp_path, 2)
    stored = read_stored(tmp_path / "game" / "game.sqlite")
    rest = Game(start=GAME.positions[3])
    for ply in GAME.plies[3:]:
        rest = rest.play(ply.otau_no)
    with GameFolder.resume(tmp_path / "game", SESSION.replace(":1,", ":2,", 1)) as folder:
        later = Recorder(stored.tracker, headers=stored.headers, folder_for=lambda _: folder)
        later.catch_up(folder.rows, 2)
        watcher = LaterWatcher(ScriptedWatcher(rest), stored.spells)
        record = run(frames_of(rest), watcher, later).record
    assert moves(record) == [ply.move for ply in GAME.plies]
    assert record.plies[1].status == "corrected"
    assert read_stored(tmp_path / "game" / "game.sqlite").record == record
    assert later.record.headers["session"] == 2


def test_names_are_put_right_afterwards_in_every_form(tmp_path: Path) -> None:
    before = recorded(tmp_path).record
    after = say(tmp_path, HeadersGiven(headers={"White": "Айгүл", "Round": "3", "Black": ""})).after
    assert (after.headers["White"], after.headers["Round"]) == ("Айгүл", "3")
    assert after.plies == before.plies
    gone = say(tmp_path, HeadersGiven(headers={"Round": ""})).after
    assert "Round" not in gone.headers
    stored = read_stored(tmp_path / "game" / "game.sqlite")
    assert (stored.record, stored.headers["White"]) == (gone, "Aigerim"), "as it was begun, too"
    assert '[White "Айгүл"]' in (tmp_path / "game" / "game.tgk").read_text(encoding="utf-8")
    assert recorded(tmp_path, resume=True).record.headers["White"] == "Айгүл"


@pytest.mark.parametrize("name", ["session", "game_start_t", "Result", "FEN", "no header", "", "TimeControl"])
def test_what_the_recording_itself_notes_is_nobodys_to_say(name: str) -> None:
    with pytest.raises(CorrectionError):
        HeadersGiven(headers={name: "x"})


class OddTimes(ScriptedWatcher):
    """Sees at times that no thousandths of a second tell exactly, as real frames have them."""

    def see(self, frame: Frame) -> list[Observation]:
        return [replace(one, t=one.t + 1 / 3000) for one in super().see(frame)]


def test_what_was_said_while_it_was_played_does_not_hinder_what_is_said_afterwards(tmp_path: Path) -> None:
    during = recorder(tmp_path)

    def frames() -> Iterator[Frame]:
        yield from islice(frames_of(GAME), 4)
        for move in ("87", GAME.plies[1].move):
            during.correct(Correction(by="operator", ruling=PlyCorrected(n=2, move=move)), AT)

    before = run(frames(), OddTimes(GAME), during).record
    after = say(tmp_path, HeadersGiven(headers={"Event": "Nauryz Cup"})).after
    assert (after.headers["Event"], after.plies) == ("Nauryz Cup", before.plies)
    assert otherwise_from(tmp_path / "game" / "game.sqlite") is None
