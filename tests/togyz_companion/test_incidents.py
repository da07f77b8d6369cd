"""What happens at a real board besides plies, through the recorder to the record, at odd moments too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests.togyz_companion.scripted import observation, recorder_in
from togyz.board import OTAU_TOTAL, Side
from togyz.codes import Code
from togyz.corrections import Correction, PlyCorrected
from togyz.inference.observation import BOX_TOTAL, Change
from togyz.inference.tracker import Tracker
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record
from togyz.replay import verify
from togyz_companion.cli.main import main
from togyz_companion.game_files import read_stored

START = Position.start()
MIDGAME = Position((15, 2, 14, 2, 5, 5, 0, 14, 4, 4, 1, 16, 4, 2, 2, 1, 16, 16), (22, 17), (None, 7), Side.WHITE)
"""White's 7 is black's tuzdyk. After 1, 3 and 3 the kazans hold 65."""
AT = "2026-11-30T14:00:00+05:00"
STRANGE = Position((3, 15, 1, 12, 7, 14, 2, 9, 10, 8, 4, 13, 6, 11, 5, 16, 7, 9), (10, 0), (None, None), Side.WHITE)


class Table:
    """A board that a recorder looks at; what is shown stays for ``SECONDS``."""

    SECONDS = 4.0

    def __init__(self, folder: Path, *, start: Position = START, **fields: Any) -> None:
        tracker = Tracker(start=start, white_known=True)
        self.recorder = recorder_in(folder, tracker, sinks=[lambda news: self.told.append(news.event.name)])
        self.told: list[str] = []
        self.store = folder / "game" / "game.sqlite"
        self._spell = 0
        self._before: Position | None = None
        self.show(start, **fields)

    def show(self, position: Position, *, stays_s: float = 2.5, **fields: Any) -> None:
        """The board comes to rest, is looked at once, and again when it has stayed."""
        t_rest = 1.5 + self.SECONDS * self._spell
        seen = observation(position, spell=self._spell, t=t_rest, before=self._before)
        for stay_s in (0.4, stays_s):
            self.recorder.observe(replace(seen, t_rest=t_rest, t=t_rest + stay_s, **fields))
        self._spell += 1
        self._before = position

    def play(self, *numbers: int) -> Position:
        """Shows the position after each of these plies, from the one on record."""
        for number in numbers:
            self.show(self.record.position.play(number))
        return self.record.position

    @property
    def record(self) -> Record:
        return self.recorder.record

    @property
    def moves(self) -> str:
        return " ".join(ply.move for ply in self.record.plies)

    def end(self) -> Record:
        """Ends the recording; what is stored must tell the same record, which must not contradict itself."""
        with self.recorder as recorder:
            recorder.finish(self.SECONDS * self._spell + 2)
            recorder.conclude(self.SECONDS * self._spell + 2)
        assert verify(self.record) == []
        assert read_stored(self.store).record == self.record
        return self.record


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def alerts(record: Record) -> list[tuple[Code, str | None]]:
    return [(one.code, one.resolved) for one in record.alerts]


def without(position: Position, ix: int, kumalak: int = 1) -> Position:
    """The board with kumalak gone from an otau, to nowhere."""
    return replace(position, otau=(*position.otau[:ix], position.otau[ix] - kumalak, *position.otau[ix + 1 :]))


@pytest.mark.parametrize("plies", [1, 2])
def test_a_take_back_is_logged_and_another_ply_played(table: Table, plies: int) -> None:
    there = table.play(7, 5, 6)
    back = Position.start().play(7)
    table.show(back if plies == 2 else back.play(5))
    assert table.told.count("takeback") == 1
    assert len(table.record.plies) == 3 - plies
    table.play(3)
    record = table.end()
    assert record.position != there
    assert len(record.plies) == 4 - plies
    assert alerts(record) == []


def test_a_take_back_right_after_a_correction_stops_before_what_was_said(table: Table) -> None:
    table.play(7, 5)
    table.recorder.correct(Correction(by="A", ruling=PlyCorrected(n=2, move="98")), AT)
    corrected = table.record.position
    table.show(corrected.play(6))
    table.show(corrected)
    record = table.end()
    assert [(ply.move, ply.status) for ply in record.plies] == [("76", "confirmed"), ("98", "corrected")]


@pytest.mark.parametrize("ixs", [(3,), (3, 12)])
def test_kumalak_arranged_within_otaus_book_nothing(table: Table, ixs: Sequence[int]) -> None:
    position = table.play(7, 5)
    ratio = np.full(BOX_TOTAL, -4.0)
    ratio[list(ixs)] = 4.0
    table.show(position, changes=(Change(2, ratio),), touched=ratio > 0)
    table.play(6)
    record = table.end()
    assert table.moves == " ".join(("76", START.play(7).sow(5).move, position.sow(6).move))
    assert alerts(record) == []


def test_two_fast_plies_are_found_as_a_pair_in_order(table: Table) -> None:
    table.play(7)
    position = table.record.position
    table.show(position.play(5).play(6))
    table.play(3)
    record = table.end()
    assert [ply.otau for ply in record.plies] == [7, 5, 6, 3]
    assert [ply.seen for ply in record.plies] == [True, False, True, True]
    assert [ply.t for ply in record.plies][1] == [ply.t for ply in record.plies][2]


@pytest.mark.parametrize("ix", [3, 12])
def test_a_ball_that_rolled_off_is_named_and_its_return_noticed(table: Table, ix: int) -> None:
    position = table.play(7, 5)
    table.show(without(position, ix), stays_s=3.5)
    assert alerts(table.record) == [(Code.BALL_MISSING, None)]
    assert (table.record.alerts[0].side, table.record.alerts[0].otau) == (list(Side)[ix // 9], (ix % 9 + 1,))
    table.show(position)
    table.play(6)
    record = table.end()
    assert alerts(record) == [(Code.BALL_MISSING, "put_right")]
    assert len(record.plies) == 3


LAST = Position((0, 0, 0, 0, 3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0), (80, 77), (1, 2), Side.WHITE)
"""White captures black's last kumalak and sweeps its own three."""


@pytest.mark.parametrize("stays_s", [0.5, 2.5])
def test_a_sweep_right_after_the_last_ply_books_nothing(tmp_path: Path, stays_s: float) -> None:
    table = Table(tmp_path, start=LAST)
    after = LAST.play(9)
    table.show(after, stays_s=stays_s)
    swept = replace(after, otau=(0,) * OTAU_TOTAL, kazan=(85, 77))
    table.show(swept)
    table.show(START)
    record = table.end()
    assert [ply.otau for ply in record.plies] == [9]
    assert (record.result, record.reason) == ("1-0", Reason.ATSYRAU)
    assert alerts(record) == []
    assert record.sets == ()
    assert table.told.count("over") == 1


@pytest.mark.parametrize("doubts", [0, 2])
def test_a_new_start_position_ends_the_old_game_even_while_it_is_in_doubt(tmp_path: Path, doubts: int) -> None:
    table = Table(tmp_path, start=MIDGAME)
    table.play(1, 3, 3)
    for _ in range(doubts):
        table.show(STRANGE, stays_s=3.8)
    assert (table.recorder.status == "desync") == (doubts > 0)
    assert (table.record.doubt is not None) == (doubts > 0)
    for position in (START, START, START.play(7), START.play(7).play(5)):
        table.show(position, stays_s=3.8)
    record = table.end()
    assert table.recorder.anew_after == 3
    assert [ply.otau for ply in record.plies][:3] == [1, 3, 3]


def marked(*ixs: int) -> np.ndarray:
    """What is seen of markers where they lie in these boxes."""
    return np.where(np.isin(np.arange(BOX_TOTAL), ixs), 4.6, -4.6)


@pytest.mark.parametrize("is_marked", [False, True])
def test_a_tuzdyk_that_nobody_marked_is_told_after_the_next_ply_and_settled_by_its_marker(
    tmp_path: Path, *, is_marked: bool
) -> None:
    """Markers are in use: one lies in white's seventh. White wins black's sixth."""
    table = Table(tmp_path, start=MIDGAME, log_marker=marked(6))
    won = MIDGAME.play(1)
    seen = marked(6, 14) if is_marked else marked(6)
    table.show(won, log_marker=seen)
    table.show(won.play(3), log_marker=seen)
    assert alerts(table.record) == ([] if is_marked else [(Code.TUZDYK_NOT_MARKED, None)])
    table.show(won.play(3).play(3), log_marker=marked(6, 14))
    assert alerts(table.end()) == ([] if is_marked else [(Code.TUZDYK_NOT_MARKED, "put_right")])


def test_a_board_in_doubt_is_told_by_the_record_and_on_the_command_line(table: Table) -> None:
    table.play(7, 5)
    for _ in range(2):
        table.show(STRANGE, stays_s=3.8)
    doubt = table.record.doubt
    assert doubt is not None
    assert (doubt.n, doubt.position) == (2, table.record.position)
    assert (*doubt.seen["white"], *doubt.seen["black"]) == STRANGE.otau
    p = [one["p"] for one in doubt.explanations]
    assert p == sorted(p, reverse=True)
    assert 0.99 < sum(p) <= 1.0001
    assert table.end().doubt == doubt
    for command in ("show", "alerts"):
        lines = CliRunner().invoke(main, [command, str(table.store.parent), "--lang", "en"]).stdout.splitlines()
        told = next(ix for ix, line in enumerate(lines) if line.startswith("the board is not explained; sure plies: 2"))
        assert "seen: white 3 15 1 12 7 14 2 9 10; black 8 4 13 6 11 5 16 7 9" in lines[told]
        assert lines[told + 1].split()[0] == f"{p[0]:.1%}"


def test_alternatives_are_shown_for_every_ply(table: Table) -> None:
    table.play(7, 5)
    record = table.end()
    shown = CliRunner().invoke(main, ["show", str(table.store.parent), "--alternatives", "--lang", "en"]).stdout
    for n, place in ((1, "1w"), (2, "1b")):
        assert f"ply {n} ({place}) {record.plies[n - 1].move} 100.00%" in shown
    json_text = (table.store.parent / "game.json").read_text(encoding="utf-8")
    assert json_text.count('"alternatives":[') == 2
