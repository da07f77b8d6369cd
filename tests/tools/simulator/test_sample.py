from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from tools.simulate import main
from tools.simulator.boards import LEVEL
from tools.simulator.camera import CROP_BALL_PX, Camera, Misfit, camera_at, cut_of, draw_lens, transform
from tools.simulator.dataset import Sample, read_shard
from tools.simulator.light import Light
from tools.simulator.sample import SHOTS, calibrated, draw_number, draw_samples
from tools.simulator.scene import Ground, Rendered, Solids, Window, render
from tools.simulator.table import draw_table

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine

NEAR_PX = 0.25
"""How far the middle of a ball that is found may lie from its truth, px of a picture with balls of 24 px."""


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return [one for table_ix in range(6) for one in draw_samples(5, table_ix)]


def test_a_sample_depends_on_its_numbers_only(samples: list[Sample]) -> None:
    again, other = draw_samples(5, 2)[1], draw_samples(6, 2)[1]
    assert again.index == samples[5].index == 2 * SHOTS + 1
    assert np.array_equal(again.shot.image_bgr, samples[5].shot.image_bgr)
    assert np.array_equal(again.reference.balls, samples[5].reference.balls)
    assert other.shot.image_bgr.shape != again.shot.image_bgr.shape or not np.array_equal(
        other.shot.image_bgr, again.shot.image_bgr
    )


def test_samples_hold_what_they_promise(samples: list[Sample]) -> None:
    for sample in samples:
        height, width = sample.inside.shape
        assert sample.shot.image_bgr.shape == sample.reference.image_bgr.shape == (height, width, 3)
        visible = np.concatenate([sample.shot.balls[:, 2], sample.reference.balls[:, 2]])
        assert ((visible >= 0) & (visible <= 1)).all()
        rows, columns = np.nonzero(sample.inside)
        margin = min(rows.min(), columns.min(), height - 1 - rows.max(), width - 1 - columns.max())
        assert abs(margin - CROP_BALL_PX) <= 1


def test_most_references_show_nine(samples: list[Sample]) -> None:
    nines = [len(sample.reference.balls) == 9 for sample in samples]
    assert np.mean(nines) > 0.8


def test_all_numbers_occur_and_heaps_are_not_rare() -> None:
    rng = np.random.default_rng(0)
    numbers = np.array([draw_number(rng, 100) for _ in range(4000)])
    assert set(range(25)) <= set(numbers.tolist())
    assert numbers.min() == 0
    assert numbers.max() <= 60
    assert 0.5 < (numbers > 9).mean() < 0.6
    assert max(draw_number(rng, 20) for _ in range(200)) == 20


def black_ground() -> Ground:
    x = np.arange(-6, 6, 1 / 12).astype(np.float32)
    floor = np.full((len(x), len(x)), -1.0, np.float32)
    colour = np.full((*floor.shape, 3), 0.002, np.float32)
    return Ground(x, x, floor, colour, np.zeros((*floor.shape, 2), np.float32))


def white_balls(*centres: tuple[float, float, float]) -> Solids:
    number = len(centres)
    looks = np.tile([0.9, 0.9, 0.9, 0, 0.2, 0, 1, 0], (number, 1))
    return Solids(np.array(centres), np.tile(2 * np.eye(3), (number, 1, 1)), np.full(number, 0.5), looks)


def overhead_light() -> Light:
    up = np.array([[0, 0, 1.0]])
    return Light(
        air=np.full((2, 3), 0.5),
        lamps=np.zeros((0, 15)),
        towards=up,
        radiance=np.ones((1, 3)),
        masked=0,
        lines=np.zeros((0, 4)),
        blob=np.array([0, 0, 1, 1, 0.0]),
    )


def pictured(solids: Solids, camera: Camera) -> Rendered:
    frame = np.array([[-130, -130], [130, -130], [130, 130], [-130, 130]], float)
    return render(black_ground(), solids, overhead_light(), camera, Window((-130, -130), (260, 260), frame))


def found_px(picture: NDArray[np.float32]) -> NDArray[np.float64]:
    """Middle of what is bright, px of the camera's picture."""
    row, column = np.nonzero(picture[..., 1] > 0.05)
    return np.array([column.mean() - 130, row.mean() - 130])


@pytest.mark.parametrize("tilt_deg", [0, 25])
def test_a_ball_is_seen_where_its_truth_says(tilt_deg: float) -> None:
    camera = camera_at(np.deg2rad(tilt_deg), azimuth=0.7, roll=2.0, distance=60.0, ball_px=24.0)
    solids = white_balls((1.2, -2.1, -0.5))
    truth = camera.project(solids.centres)[0]
    # The dark limb of a tilted ball takes a little off one side.
    limit = NEAR_PX if tilt_deg == 0 else 6 * NEAR_PX
    assert np.linalg.norm(found_px(pictured(solids, camera).radiance) - truth) < limit
    assert np.linalg.norm(found_px(pictured(solids, camera).radiance) - (truth + np.array([2, 0]))) > limit


def test_a_lens_moves_balls_to_where_the_truth_says() -> None:
    pinhole = replace(camera_at(0.0, azimuth=0.0, roll=0.4, distance=7.0, ball_px=24.0), lens=(0.0, 0.0))
    solids = white_balls((3.6, -2.1, -0.5))
    camera = replace(pinhole, lens=(-0.3, 0.1))
    found = found_px(pictured(solids, camera).radiance)
    assert np.linalg.norm(found - camera.project(solids.centres)[0]) < 6 * NEAR_PX
    assert np.linalg.norm(found - pinhole.project(solids.centres)[0]) > 12 * NEAR_PX


def test_lenses_bend_as_those_of_opencv() -> None:
    rng = np.random.default_rng(4)
    lenses = [draw_lens(rng) for _ in range(60)]
    assert 0.2 < np.mean([lens == (0.0, 0.0) for lens in lenses]) < 0.6
    points = rng.uniform(-3, 3, (20, 3))
    for lens in lenses:
        camera = replace(camera_at(0.4, azimuth=1.0, roll=0.3, distance=9.0, ball_px=20.0), lens=lens)
        K = np.array([[camera.focal_px, 0, 0], [0, camera.focal_px, 0], [0, 0, 1]])
        seen = (points - camera.eye) @ camera.axes.T
        opencv, _ = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), K, np.array([*lens, 0, 0]))
        px = camera.project(points)
        np.testing.assert_allclose(px, opencv.reshape(-1, 2), atol=1e-6)
        np.testing.assert_allclose(camera.ideal(px), seen[:, :2] / seen[:, 2:], atol=1e-4)


@pytest.mark.parametrize("is_bent", [False, True])
def test_a_crop_is_cut_where_its_otau_lies_whatever_lens_and_half(*, is_bent: bool) -> None:
    for seed in range(60):
        table = draw_table(np.random.default_rng(seed))
        if (table.camera.lens != (0.0, 0.0) and table.otau.half != LEVEL) == is_bent:
            break
    half = np.array([*table.otau.profile.half_wh, 0.0])
    corners = table.otau.placed(np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * half)
    found = transform(calibrated(table), np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half[:2])
    ball_px = table.camera.focal_px / table.camera.depth(table.otau.middle)
    assert np.abs(found - table.camera.project(corners)).max() < 0.15 * ball_px
    level = replace(table.otau, half=LEVEL).placed(corners - table.otau.middle)
    off = np.abs(found - replace(table.camera, lens=(0.0, 0.0)).project(level)).max()
    assert (off > 0.15 * ball_px) == is_bent


def test_a_covered_ball_is_not_visible_and_a_free_one_is() -> None:
    camera = camera_at(0.0, azimuth=0.0, roll=0.0, distance=60.0, ball_px=24.0)
    visible = pictured(white_balls((0, 0, -0.5), (0, 0, 0.5), (0.75, 0, 0.5), (-3, 2, -0.5)), camera).visible
    assert visible[0] < 0.05
    assert visible[1] == pytest.approx(visible[2], abs=0.3)
    assert 0.7 < visible[1] <= 1
    assert visible[3] == 1


def test_a_wall_covers_what_lies_behind_it() -> None:
    ground = black_ground()
    wall = np.abs(ground.x - 1.0) < 0.2
    ground.floor[:, wall] = 0.5
    camera = camera_at(np.deg2rad(40), azimuth=np.pi / 2, roll=0.0, distance=60.0, ball_px=24.0)
    side = np.sign(camera.eye[0])
    frame = np.array([[-130, -130], [130, -130], [130, 130], [-130, 130]], float)
    window = Window((-130, -130), (260, 260), frame)
    behind, before = (1.0 - side * 0.7, 0.0, -0.5), (1.0 + side * 0.7, 0.0, -0.5)
    visible = render(ground, white_balls(behind, before), overhead_light(), camera, window).visible
    assert visible[0] < 0.7
    assert visible[1] == 1


def test_a_crop_of_a_true_calibration_has_the_opening_in_its_middle() -> None:
    cut = cut_of((5.0, -3.0), (4.0, 8.0), Misfit())
    assert cut.size_wh == (6 * CROP_BALL_PX, 10 * CROP_BALL_PX)
    middle = np.array([[(cut.size_wh[0] - 1) / 2, (cut.size_wh[1] - 1) / 2]])
    corner = middle + np.array([2, 4]) * CROP_BALL_PX
    assert transform(cut.H_plane_crop, np.vstack([middle, corner])) == pytest.approx(np.array([[5, -3], [7, 1]]))


def test_a_misfit_moves_scales_and_turns_the_crop() -> None:
    cut = cut_of((5.0, -3.0), (4.0, 8.0), Misfit(shift=(0.25, 0.0), scale=1.08, turn_rad=0.03))
    middle = np.array([[(cut.size_wh[0] - 1) / 2, (cut.size_wh[1] - 1) / 2]])
    points = transform(cut.H_plane_crop, np.vstack([middle, middle + np.array([CROP_BALL_PX, 0])]))
    assert points[0] == pytest.approx([5.25, -3.0])
    assert np.linalg.norm(points[1] - points[0]) == pytest.approx(1.08)
    assert np.arctan2(*(points[1] - points[0])[::-1]) == pytest.approx(0.03)


def test_the_command_writes_shards_and_keeps_those_that_are_there(tmp_path: Path) -> None:
    arguments = ["crops", "--seed", "5", "--number", "6", "--shard", "4", "--out", str(tmp_path)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    first, second = sorted(tmp_path.iterdir())
    second.unlink()
    first.write_bytes(kept := first.read_bytes())
    before = first.stat().st_mtime_ns
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    assert first.stat().st_mtime_ns == before
    assert first.read_bytes() == kept
    samples = [sample for path in sorted(tmp_path.iterdir()) for sample in read_shard(path)]
    assert [sample.index for sample in samples] == list(range(6))


def test_a_shard_that_would_split_a_table_is_refused(tmp_path: Path) -> None:
    arguments = ["crops", "--seed", "5", "--number", "6", "--shard", "3", "--out", str(tmp_path)]
    told = CliRunner().invoke(main, arguments)
    assert told.exit_code == 2
    assert f"a multiple of {SHOTS}" in told.output
