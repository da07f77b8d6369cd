from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from tools.simulator.families import draw_board_of
from tools.simulator.light import Light, draw_light
from tools.simulator.looks import draw_ball_set, draw_finish
from tools.simulator.meshes import FLIP, LAMP_AWAY, Mesh, ground_mesh, lamps_of, solids_mesh, unit_sphere
from tools.simulator.optics import _solid_at
from tools.simulator.scene import Ground, Solids, ground_of
from tools.simulator.things import no_solids

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine


def volume(points: NDArray[np.floating], faces: NDArray[np.int32]) -> float:
    """Of what triangles enclose, below 0 where they are turned inside out."""
    return float(np.linalg.det(points[faces].astype(float)).sum() / 6)


@pytest.fixture
def solids() -> Solids:
    rng = np.random.default_rng(3)
    balls = replace(draw_ball_set(rng, "box"), axes=np.array([1.2, 1.0, 0.8]), marbling=(0.3, 5.0))
    shapes, reach = balls.draw_shapes(4, rng)
    return Solids(rng.uniform(-3, 3, (4, 3)), shapes, reach, balls.draw_looks(4, rng))


@pytest.fixture
def ground() -> Ground:
    rng = np.random.default_rng(4)
    return ground_of(draw_board_of("slots", rng), draw_finish("slots", rng), (-6.0, 6.0), (-3.0, 9.0))


def test_a_sphere_is_round_closed_and_not_inside_out() -> None:
    points, faces = unit_sphere(3)
    assert len(faces) == 20 * 4**3
    np.testing.assert_allclose(np.linalg.norm(points, axis=1), 1)
    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    assert set(np.unique(edges, axis=0, return_counts=True)[1].tolist()) == {2}
    assert volume(points, faces) == pytest.approx(4 / 3 * np.pi, rel=0.01)
    assert volume(points, faces[:, ::-1]) < 0
    assert volume(*unit_sphere(1)) != pytest.approx(4 / 3 * np.pi, rel=0.01)


def test_solids_lie_where_the_fast_level_has_them(solids: Solids) -> None:
    mesh = solids_mesh(solids)
    points = mesh.points.reshape(len(solids), -1, 3) * FLIP
    unit = np.einsum("nij,nvj->nvi", solids.shapes, points - solids.centres[:, None])
    np.testing.assert_allclose(np.linalg.norm(unit, axis=2), 1, atol=1e-5)
    upside_down = np.einsum("nij,nvj->nvi", solids.shapes, mesh.points.reshape(points.shape) - solids.centres[:, None])
    assert np.abs(np.linalg.norm(upside_down, axis=2) - 1).max() > 0.1


def test_solids_are_not_inside_out(solids: Solids) -> None:
    mesh = solids_mesh(solids)
    enclosed = sum(4 / 3 * np.pi / abs(np.linalg.det(shape)) for shape in solids.shapes)
    assert volume(mesh.points, mesh.faces) == pytest.approx(enclosed, rel=0.01)
    assert len(solids_mesh(no_solids()).faces) == 0


def test_solids_are_marbled_as_by_the_fast_level(solids: Solids) -> None:
    mesh = solids_mesh(solids)
    points, colours = (one.reshape(len(solids), -1, 3) for one in (mesh.points * FLIP, mesh.colour))
    shades = (solids.centres, solids.shapes, solids.looks)
    for number, place in ((0, 5), (1, 100), (3, 600)):
        here, elsewhere = np.empty(7, np.float32), np.empty(7, np.float32)
        _solid_at(points[number, place].astype(float), number, shades, here)
        _solid_at(points[number, place - 1].astype(float), number, shades, elsewhere)
        np.testing.assert_allclose(colours[number, place], here[4:1:-1], rtol=1e-3)
        assert np.abs(colours[number, place] / elsewhere[4:1:-1] - 1).max() > 1e-3


def test_the_ground_faces_up_and_keeps_its_heights(ground: Ground) -> None:
    mesh = ground_mesh(ground)
    height, width = ground.floor.shape
    assert facing_up(mesh) == 1.0
    assert facing_up(replace(mesh, faces=mesh.faces[:, ::-1])) == 0.0
    row, column = height - 2, 3
    x, y, z = mesh.points[row * width + column]
    assert (x, -y, z) == (ground.x[column], ground.y[row], ground.floor[row, column])
    assert mesh.colour[row * width + column].tolist() == ground.colour[row, column, ::-1].tolist()


def facing_up(mesh: Mesh) -> float:
    """Share of faces."""
    a, b, c = (mesh.points[mesh.faces[:, corner]] for corner in range(3))
    return float((np.cross(b - a, c - a)[:, 2] > 0).mean())


def light_with(bars: float) -> Light:
    light = draw_light(np.random.default_rng(8), near=(0.0, 0.0), camera_towards=np.array([0.0, 0.0, 1.0]))
    lamp = np.array([0.6, 0.0, 0.8, 0.8, 0.0, -0.6, 0.0, 1.0, 0.0, bars, 1.0, 2.0, 3.0, 0.2, 0.1])
    return replace(light, lamps=lamp[None])


def test_a_lamp_is_as_large_and_bright_as_by_the_fast_level() -> None:
    (lamp,) = lamps_of(light_with(bars=0))
    assert lamp.rgb.tolist() == [3.0, 2.0, 1.0]
    middle = lamp.points.mean(axis=0)
    np.testing.assert_allclose(middle / LAMP_AWAY, [0.6, 0.0, 0.8], atol=1e-6)
    sides = np.linalg.norm(np.diff(lamp.points, axis=0), axis=1) / LAMP_AWAY
    np.testing.assert_allclose(sides, [0.4, 0.2, 0.4], atol=1e-6)


def test_bars_take_light_from_a_window() -> None:
    dim, *panes = lamps_of(light_with(bars=2))
    assert len(panes) == 8
    assert dim.rgb.tolist() == pytest.approx([0.9, 0.6, 0.3])
    assert all(pane.rgb.tolist() == [3.0, 2.0, 1.0] for pane in panes)
    area = sum(np.linalg.norm(np.cross(*np.diff(pane.points[:3], axis=0))) for pane in panes)
    assert area / (0.99 * LAMP_AWAY) ** 2 == pytest.approx(0.4 * 0.2 * 0.88 * 0.94, rel=1e-4)
