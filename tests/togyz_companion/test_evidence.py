"""A recording's evidence: every ply shown by files that are there, of the board and little else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.game_folder import GameFolder
from calibration.view import BoardView
from tests import drawn
from tests.togyz_companion.scripted import SECONDS_A_PLY, ScriptedWatcher, played
from togyz.inference.observation import KUMALAK_MAX, Observation
from togyz.inference.tracker import Tracker
from togyz.record import Record
from togyz_companion.evidence import EvidenceOptions, Ring, Witness, crop_of
from togyz_companion.evidence_names import EvidenceKind
from togyz_companion.recorder import Recorder
from togyz_companion.recording import Recording, run
from vision.frame import Frame
from vision.reading import OtauReading

GAME = played(7, 5, 6, 3)
FPS = 5
VIEW = drawn.view()
CROPPED, WHOLE = EvidenceOptions(), EvidenceOptions(whole_view=True)


@dataclass
class SeeingWatcher:
    """Sees the game's next position every fourth second, in pictures of it."""

    view: BoardView = VIEW
    readings: tuple[OtauReading, ...] = ()
    _scripted: ScriptedWatcher = field(default_factory=lambda: ScriptedWatcher(GAME))

    def see(self, frame: Frame) -> list[Observation]:
        ply, within = divmod(frame.seq, round(SECONDS_A_PLY * FPS))
        if within:
            return []
        self.readings = tuple(map(reading, GAME.positions[ply].otau))
        return self._scripted.see(Frame(frame.image_bgr, frame.t_ns, ply, frame.source))

    def steady(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return image_bgr


def reading(kumalak: int) -> OtauReading:
    log_lik = np.full(KUMALAK_MAX + 1, -20.0)
    log_lik[kumalak] = 0.0
    return OtauReading(log_lik, np.empty((0, 2), np.float32), np.empty(0, np.float32))


def frames() -> Iterator[Frame]:
    for seq in range(round(SECONDS_A_PLY * FPS) * len(GAME.plies) + 1):
        position = GAME.positions[seq // round(SECONDS_A_PLY * FPS)]
        yield Frame(drawn_board(position.otau), round(seq * 1e9 / FPS), seq, "drawn")


def recorded(folder: Path, kind: EvidenceKind, *, most_mb: int = 50) -> Recording:
    """Records the game with evidence."""
    watcher = SeeingWatcher()
    options = EvidenceOptions(most_mb=most_mb)
    with closing(Witness(watcher, watcher, kind, options, waits=True)) as witness:

        def folder_for(_: float) -> GameFolder:
            made = GameFolder.create(folder, "game", '{"session":1}')
            witness.open(made.path)
            return made

        recorder = Recorder(
            Tracker(white_known=True), headers={}, folder_for=folder_for, evidence=kind, sinks=[witness.tell]
        )
        return run(frames(), witness, recorder)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evidence")
    assert recorded(folder, "clips").shortcoming is None
    return folder / "game"


@pytest.fixture(scope="module")
def record(game: Path) -> Record:
    return Record.from_json((game / "game.json").read_text(encoding="utf-8"))


def test_every_ply_is_shown_by_two_pictures_and_a_clip_that_are_there(game: Path, record: Record) -> None:
    assert [len(ply.evidence) for ply in record.plies] == [3] * len(GAME.plies)
    named = {name for ply in record.plies for name in ply.evidence}
    assert named == {f"evidence/{path.name}" for path in (game / "evidence").iterdir()}


def test_a_ply_s_pictures_show_the_board_before_and_after_it(game: Path, record: Record) -> None:
    for n, ply in enumerate(record.plies):
        for name, position in zip(ply.evidence, GAME.positions[n : n + 2], strict=False):
            shown = picture(game / name)
            likeness = [difference(shown, board(other.otau)) for other in GAME.positions]
            assert GAME.positions[int(np.argmin(likeness))] == position


def test_the_counts_stand_in_the_pictures(game: Path, record: Record) -> None:
    plain, shown = board(GAME.positions[1].otau), picture(game / record.plies[0].evidence[1])
    assert difference(shown, plain) > 2 * difference(shown, shown)
    greenest = (shown[..., 1].astype(int) - shown[..., (0, 2)].max(axis=2)).max()
    assert greenest > 80
    assert (plain[..., 1].astype(int) - plain[..., (0, 2)].max(axis=2)).max() < 40


def test_a_clip_shows_how_the_board_came_to_it(game: Path, record: Record) -> None:
    with av.open(game / record.plies[1].evidence[2]) as clip:
        shown = list(clip.decode(video=0))
    seconds = (shown[-1].time or 0.0) - (shown[0].time or 0.0)
    assert 3.0 <= seconds <= 5.0
    assert len(shown) == round(seconds * FPS) + 1


def test_pictures_alone_name_and_make_no_clip(tmp_path: Path) -> None:
    record = recorded(tmp_path, "pictures").record
    assert [len(ply.evidence) for ply in record.plies] == [2] * len(GAME.plies)
    assert {path.suffix for path in (tmp_path / "game" / "evidence").iterdir()} == {".jpg"}


def test_without_evidence_there_is_no_folder_for_it(tmp_path: Path) -> None:
    record = recorded(tmp_path, "none").record
    assert [ply.evidence for ply in record.plies] == [()] * len(GAME.plies)
    assert not (tmp_path / "game" / "evidence").exists()


def test_the_record_is_the_same_where_there_is_no_room_for_evidence(
    tmp_path: Path, game: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert recorded(tmp_path, "clips", most_mb=0).shortcoming is None
    assert (tmp_path / "game" / "game.json").read_bytes() == (game / "game.json").read_bytes()
    assert caplog.text.count("evidence is left out") == 1


def test_the_surroundings_are_the_board_and_a_margin() -> None:
    rows, columns = crop_of(VIEW, CROPPED)
    x0, y0, x1, y1 = drawn.OUTLINE
    assert (rows.start, rows.stop) == (0, drawn.HEIGHT)
    assert (columns.start, columns.stop) == (0, drawn.WIDTH)
    small = BoardView(
        image_wh=(4 * drawn.WIDTH, 4 * drawn.HEIGHT),
        outline_px=VIEW.outline_px + np.float32(500),
        boxes_px=VIEW.boxes_px,
        H_image_box=VIEW.H_image_box,
        box_wh=VIEW.box_wh,
        ball_px=VIEW.ball_px,
    )
    rows, columns = crop_of(small, CROPPED)
    assert rows.start < 500 + y0 < 500 + y1 < rows.stop < y1 + 600
    assert columns.start < 500 + x0 < 500 + x1 < columns.stop < x1 + 600
    assert crop_of(small, WHOLE) == (slice(0, 4 * drawn.HEIGHT), slice(0, 4 * drawn.WIDTH))


def test_a_ring_forgets_the_oldest_stills() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (90, 160, 3), np.uint8)
    ring = Ring(crop_of(VIEW, WHOLE), most_bytes=100_000)
    for seq in range(100):
        ring.add(Frame(noise, seq * 50_000_000, seq, "noise"))
    kept = ring.around(4.9)
    assert [one.t_ns for one in ring.around(1.0)] == []
    assert 2 < len(kept) < 40
    assert np.diff([one.t_ns for one in kept]).min() >= 100_000_000
    assert sum(len(one.jpeg) for one in kept) <= 100_000


def picture(path: Path) -> drawn.Picture:
    return np.asarray(cv2.imread(str(path)), np.uint8)


def board(otau: tuple[int, ...]) -> drawn.Picture:
    return drawn_board(otau)[crop_of(VIEW, CROPPED)]


@cache
def drawn_board(otau: tuple[int, ...]) -> drawn.Picture:
    return drawn.board([*otau, 0, 0])


def difference(one: drawn.Picture, other: drawn.Picture) -> float:
    return float(np.abs(one.astype(int) - other).mean())
