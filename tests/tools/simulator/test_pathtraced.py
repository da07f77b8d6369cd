from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")
pytest.importorskip("bpy", reason="the path tracer is Blender for Python 3.11: pip install -e .[pathtraced]")

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from tools.simulate import main
from tools.simulator.blender import BlenderScene
from tools.simulator.camera import Camera, camera_at
from tools.simulator.light import Light
from tools.simulator.meshes import FLIP
from tools.simulator.pathtraced import PathTracer
from tools.simulator.scene import Ground, Window, render
from tools.simulator.studio import Renderer
from tools.simulator.things import no_solids

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine

WH = (48, 32)
ALBEDO = np.array([0.6, 0.4, 0.2], np.float32)
LAMP = np.array([0.0, 0.6, 0.8, 1.0, 0.0, 0.0, 0.0, 0.8, -0.6, 0.0, 40.0, 50.0, 60.0, 0.15, 0.1])


def light_of(lamp: NDArray[np.float64] | None, **mask: NDArray[np.float64]) -> Light:
    """Grey air, and a lamp or none."""
    lamps = np.zeros((0, 15)) if lamp is None else lamp[None]
    shade = {"lines": np.zeros((0, 4)), "blob": np.array([0.0, 0, 1, 1, 0])} | mask
    return Light(
        np.full((2, 3), 0.5),
        lamps,
        towards=np.array([[0.0, 0, 1]]),
        radiance=np.ones((1, 3)),
        masked=len(lamps),
        **shade,
    )


def sheet() -> Ground:
    steps = np.arange(-4, 4, 1 / 12).astype(np.float32)
    level = np.zeros((len(steps), len(steps)), np.float32)
    return Ground(steps, steps, level, np.tile(ALBEDO, (*level.shape, 1)), np.zeros((*level.shape, 2), np.float32))


def camera() -> Camera:
    one = camera_at(0.35, azimuth=0.7, roll=0.2, distance=20.0, ball_px=6.0)
    return replace(one, centre_px=np.array([22.0, 17.0]))


@pytest.fixture
def tracer() -> PathTracer:
    return PathTracer(samples=16, threads=1)


def radiance(tracer: PathTracer, light: Light) -> NDArray[np.float32]:
    frame = np.array([[-1, -1], [WH[0], -1], [*WH], [-1, WH[1]]], float)
    return tracer(sheet(), no_solids(), light, camera(), Window((0, 0), WH, frame)).radiance


def mean(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(picture[8:-8, 12:-12].mean(axis=(0, 1)), np.float32)


def test_a_sheet_in_the_open_is_as_bright_as_by_the_fast_level(tracer: PathTracer) -> None:
    from_air, from_lamp = ALBEDO * 0.5, ALBEDO * LAMP[10:13] * 4 * LAMP[13] * LAMP[14] / np.pi * LAMP[2]
    in_air = mean(radiance(tracer, light_of(None)))
    np.testing.assert_allclose(in_air, from_air, rtol=0.03)
    lit = mean(radiance(tracer, light_of(LAMP)))
    np.testing.assert_allclose(lit, from_air + from_lamp, rtol=0.03)
    assert np.abs(lit / in_air - 1).min() > 0.3


def test_a_smooth_floor_mirrors_a_lamp_as_brightly_and_as_large_as_by_the_fast_level(tracer: PathTracer) -> None:
    above = replace(camera_at(0.0, azimuth=0.0, roll=0.0, distance=20.0, ball_px=6.0), centre_px=(np.array(WH) - 1) / 2)
    lamp = np.array([0.0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 4.0, 4.0, 4.0, 0.05, 0.05])
    dark = replace(light_of(lamp), air=np.zeros((2, 3)), radiance=np.zeros((1, 3)))
    window = Window((0, 0), WH, np.array([[-1, -1], [WH[0], -1], [*WH], [-1, WH[1]]], float))
    glossy = replace(
        sheet(), colour=sheet().colour * 0, finish=np.full((*sheet().floor.shape, 2), [0.05, 0], np.float32)
    )
    for ground, as_large, as_bright in ((glossy, True, True), (rough(glossy, 0.2), False, False)):
        fast = render(ground, no_solids(), dark, above, window).radiance
        traced = tracer(ground, no_solids(), dark, above, window).radiance
        assert (traced.mean() == pytest.approx(fast.mean(), rel=0.1)) == as_large
        assert (middle(traced) == pytest.approx(middle(fast), rel=0.05)) == as_bright


def middle(picture: NDArray[np.float32]) -> float:
    """Mean of the middle eighth."""
    height, width = (size // 16 for size in picture.shape[:2])
    return float(picture[7 * height : 9 * height, 7 * width : 9 * width].mean())


def rough(ground: Ground, roughness: float) -> Ground:
    return replace(ground, finish=ground.finish * np.float32([1, 0]) + np.float32([0, roughness]))


def test_a_lens_bends_both_levels_alike(tracer: PathTracer) -> None:
    bowed = (-0.6, 0.0)
    bent, straight = lit_by_sun(render, bowed), lit_by_sun(render, (0.0, 0.0))
    traced = lit_by_sun(tracer, bowed)
    assert (traced != bent).sum() < 6
    assert (traced != straight).sum() > 12


def lit_by_sun(how: Renderer, lens: tuple[float, float]) -> NDArray[np.bool_]:
    """Which px of a wide picture lie on the bright side of the edge of a sun patch."""
    wide = replace(camera(), lens=lens, focal_px=60.0, eye=camera().eye / 3)
    window = Window((0, 0), WH, np.array([[-1, -1], [WH[0], -1], [*WH], [-1, WH[1]]], float))
    light = light_of(LAMP, lines=np.array([[1.0, 0.0, -1.5, 0.02]]))
    blue = cv2.resize(how(sheet(), no_solids(), light, wide, window).radiance[..., 0], WH, interpolation=cv2.INTER_AREA)
    return np.asarray(blue > (blue.min() + blue.max()) / 2)


def test_the_edge_of_a_sun_patch_lies_where_the_fast_level_has_it(tracer: PathTracer) -> None:
    edge = np.array([[1.0, 0.0, 0.5, 0.02]])
    bright = radiance(tracer, light_of(LAMP, lines=edge))[..., 0] > 0.6 * float(
        mean(radiance(tracer, light_of(LAMP)))[0]
    )
    places = camera().project(np.array([[x, y, 0.0] for x in (-0.3, 1.3) for y in (-1.0, 0.0, 1.0)]))
    columns, rows = np.rint(places).astype(int).T
    assert bright[rows, columns].tolist() == [False] * 3 + [True] * 3


def test_a_hand_out_of_view_shades_the_lamp_only(tracer: PathTracer) -> None:
    blob = np.array([1.0, -0.5, 1.0, 1.0, 0.9])
    picture = radiance(tracer, light_of(LAMP, blob=blob))
    air, lamp = ALBEDO * 0.5, ALBEDO * LAMP[10:13] * 4 * LAMP[13] * LAMP[14] / np.pi * LAMP[2]
    for place, share in (((1.0, -0.5), 0.1), ((-1.0, 0.5), 1.0)):
        column, row = np.rint(camera().project(np.array([[*place, 0.0]]))[0]).astype(int)
        np.testing.assert_allclose(picture[row, column], air + share * lamp, rtol=0.06)


def test_the_camera_sees_points_where_the_fast_one_does() -> None:
    scene = BlenderScene(samples=1, threads=1)
    scene.look(camera(), WH)
    bpy.context.view_layer.update()
    points = np.array([[0.0, 0, 0], [3, 1, 0], [-2, 2, -1], [1, -3, 0.5]])
    seen = [world_to_camera_view(bpy.context.scene, bpy.context.scene.camera, Vector(point * FLIP)) for point in points]
    px = np.array([[one.x * WH[0] - 0.5, (1 - one.y) * WH[1] - 0.5] for one in seen])
    np.testing.assert_allclose(px, camera().project(points), atol=0.01)
    moved = replace(camera(), centre_px=camera().centre_px + 0.1)
    assert np.abs(px - moved.project(points)).min() > 0.01


def test_a_part_of_a_picture_is_refused(tracer: PathTracer) -> None:
    part = Window((3, 0), WH, np.zeros((4, 2)))
    with pytest.raises(ValueError, match=r"whole picture begins at \(0, 0\).*\(3, 0\)"):
        tracer(sheet(), no_solids(), light_of(None), camera(), part)


def test_a_game_has_the_truth_of_the_fast_level_and_pictures_of_its_own(tmp_path: Path) -> None:
    common = ["--seed", "2", "--family", "slots", "--plies", "1", "--no-hands", "--size", "192", "160"]
    fast, traced = tmp_path / "fast" / "g", tmp_path / "traced" / "g"
    for arguments in (["game", *common, str(fast)], ["pathtraced", *common, "--samples", "1", str(traced)]):
        assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    for name in ("frames.jsonl", "game.json"):
        assert (traced / name).read_text(encoding="utf-8") == (fast / name).read_text(encoding="utf-8")
    files = [json.loads(line)["file"] for line in (fast / "frames.jsonl").read_text(encoding="utf-8").splitlines()]
    ours = [cv2.imread(str(traced / file), cv2.IMREAD_GRAYSCALE).ravel() for file in files]
    theirs = [cv2.imread(str(fast / file), cv2.IMREAD_GRAYSCALE).ravel() for file in files]
    alike = np.corrcoef(ours + theirs)[: len(files), len(files) :]
    assert alike.diagonal().min() > 0.8
    assert alike.diagonal().max() < 0.9999
    assert (alike.argmax(axis=1) == np.arange(len(files))).all()
