"""Blender as a module: one scene per process that is built part by part and rendered by Cycles on the CPU."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from tools.simulator.camera import Camera
from tools.simulator.light import Light
from tools.simulator.meshes import FLIP, Lamp, Mesh

F32 = NDArray[np.float32]
_SENSOR_MM: Final = 36.0
_BOUNCES: Final = 6
_CLAMP: Final = 4.0
"""Light that comes by way of another surface is cut at so many white sheets, or smoothing leaves a few bright px."""
_F0_PER_LEVEL: Final = 0.08
"""Reflection at normal incidence of Blender's "Specular IOR Level" 1, as its index of refraction is 1.5."""
_SOFT: Final = 0.012
"""Softness of a mirrored lamp's edge that the fast level gives to what is not rough, see ``optics.sky``."""


class BlenderScene:
    """The scene of this process: a new one throws away the last."""

    def __init__(self, *, samples: int, threads: int) -> None:
        """Empty, with no light.

        Args:
            samples: paths a px before smoothing.
            threads: that may render.
        """
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._scene = bpy.context.scene
        self._parts: dict[str, list[Any]] = {}
        _set_up_cycles(self._scene, samples, threads)
        self._matter = _new_matter()

    def put(self, name: str, mesh: Mesh) -> None:
        """Put a surface into the scene, in place of the one of that name."""
        self._clear(name)
        data = _new_mesh(name, mesh.points, mesh.faces)
        data.polygons.foreach_set("use_smooth", np.ones(len(mesh.faces), bool))
        _attribute(data, "colour", mesh.colour)
        _attribute(data, "finish", np.column_stack([mesh.finish, np.zeros(len(mesh.finish), np.float32)]))
        data.materials.append(self._matter)
        self._link(name, data)

    def shine(self, light: Light, lamps: list[Lamp]) -> None:
        """Let a room's air and lamps shine, in place of others."""
        self._clear("lamps")
        for lamp in lamps:
            data = _new_mesh("lamp", lamp.points, np.arange(4, dtype=np.int32)[None])
            data.materials.append(_new_glow(lamp, light))
            self._link("lamps", data)
        self._scene.world = _new_world(light)

    def look(self, camera: Camera, image_wh: tuple[int, int]) -> None:
        """Look through a camera, in place of another."""
        self._clear("camera")
        width, height = image_wh
        data = bpy.data.cameras.new("camera")
        data.sensor_fit, data.sensor_width = "HORIZONTAL", _SENSOR_MM
        data.lens = camera.focal_px * _SENSOR_MM / width
        data.shift_x = ((width - 1) / 2 - camera.centre_px[0]) / width
        data.shift_y = (camera.centre_px[1] - (height - 1) / 2) / width
        data.clip_end = 1e4
        placed = self._link("camera", data)
        pose = np.eye(4)
        pose[:3, :3] = (camera.axes * FLIP * np.array([[1], [-1], [-1]])).T
        pose[:3, 3] = camera.eye * FLIP
        placed.matrix_world = Matrix(pose.tolist())
        self._scene.camera = placed
        self._scene.render.resolution_x, self._scene.render.resolution_y = image_wh

    def render(self) -> F32:
        """(h, w, 3) linear radiance; blue, green, red."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "picture.exr"
            self._scene.render.filepath = str(path)
            with _quiet():
                bpy.ops.render.render(write_still=True)
            picture = bpy.data.images.load(str(path))
            width, height = picture.size
            rgba = np.empty(width * height * 4, np.float32)
            picture.pixels.foreach_get(rgba)
            bpy.data.images.remove(picture)
        return np.ascontiguousarray(rgba.reshape(height, width, 4)[::-1, :, 2::-1])

    def _link(self, name: str, data: Any) -> Any:
        placed = bpy.data.objects.new(name, data)
        self._scene.collection.objects.link(placed)
        self._parts.setdefault(name, []).append(placed)
        return placed

    def _clear(self, name: str) -> None:
        for placed in self._parts.pop(name, []):
            data = placed.data
            bpy.data.objects.remove(placed)
            bpy.data.batch_remove([data])


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing that compiled code says reaches the standard output."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _set_up_cycles(scene: Any, samples: int, threads: int) -> None:
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.use_persistent_data = True
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", samples, False
    cycles.use_light_tree = False  # few lamps, far away: choosing among them costs as much as all the rest
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 1.0
    cycles.max_bounces, cycles.sample_clamp_indirect = _BOUNCES, _CLAMP
    cycles.caustics_reflective = False


def _new_mesh(name: str, points: F32, faces: NDArray[np.int32]) -> Any:
    data = bpy.data.meshes.new(name)
    number, sides = faces.shape
    data.vertices.add(len(points))
    data.vertices.foreach_set("co", points.ravel())
    data.loops.add(faces.size)
    data.loops.foreach_set("vertex_index", faces.ravel())
    data.polygons.add(number)
    data.polygons.foreach_set("loop_start", np.arange(0, faces.size, sides, dtype=np.int32))
    data.update(calc_edges=True)
    return data


def _attribute(data: Any, name: str, values: F32) -> None:
    """Give each point of a mesh three values."""
    data.attributes.new(name, "FLOAT_VECTOR", "POINT").data.foreach_set("vector", values.astype(np.float32).ravel())


class _Nodes:
    """A shader that is being put together."""

    def __init__(self, owner: Any) -> None:
        owner.use_nodes = True
        self._tree = owner.node_tree
        self._tree.nodes.clear()

    def add(self, kind: str, *inputs: Any, **settings: Any) -> Any:
        """A new node: sockets are joined, values set, None left as it is. Returns its outputs."""
        node = self._tree.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        for socket, value in zip(node.inputs, inputs, strict=False):
            self.feed(socket, value)
        return node.outputs

    def feed(self, socket: Any, value: Any) -> None:
        """Join a socket to what feeds it, or set its value; None leaves it."""
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, socket)
        elif value is not None:
            socket.default_value = value

    def end(self, kind: str, surface: Any) -> None:
        """Make it what the material or the world shows."""
        self.feed(self._tree.nodes.new(f"ShaderNode{kind}").inputs["Surface"], surface)


def _new_matter() -> Any:
    """What all surfaces are made of: coloured, and coated as smoothly as their points say.

    The fast level blurs a mirrored lamp's edge over ``roughness`` of a tangent; GGX of that width has a square root of
    a quarter of it as what Blender calls roughness.
    """
    matter = bpy.data.materials.new("matter")
    nodes = _Nodes(matter)
    colour = nodes.add("Attribute", attribute_name="colour")["Vector"]
    gloss, roughness, _ = nodes.add("SeparateXYZ", nodes.add("Attribute", attribute_name="finish")["Vector"])
    blur = nodes.add("Math", roughness, _SOFT, operation="ADD")[0]
    width = nodes.add("Math", nodes.add("Math", blur, 4.0, operation="DIVIDE")[0], 0.5, operation="POWER")[0]
    shader = nodes.add("BsdfPrincipled", colour)
    inputs = shader[0].node.inputs
    nodes.feed(inputs["Roughness"], width)
    level = nodes.add("Math", gloss, _F0_PER_LEVEL, operation="DIVIDE")[0]
    nodes.feed(inputs["Specular IOR Level"], level)
    nodes.end("OutputMaterial", shader[0])
    return matter


def _new_glow(lamp: Lamp, light: Light) -> Any:
    """What a lamp is made of: it shines only at those places of the openings' plane that the mask leaves free."""
    glow = bpy.data.materials.new("glow")
    nodes = _Nodes(glow)
    shares = _mask(nodes, light)
    strength: Any = 1.0
    for share in shares:
        strength = nodes.add("Math", strength, share, operation="MULTIPLY")[0]
    nodes.end("OutputMaterial", nodes.add("Emission", (*lamp.rgb, 1.0), strength)[0])
    return glow


def _mask(nodes: _Nodes, light: Light) -> list[Any]:
    """Shares of a lamp that reach the place where a ray meets the openings' plane, see ``optics``."""
    geometry = nodes.add("NewGeometry")
    at, towards = geometry["Position"], geometry["Incoming"]
    steps = nodes.add("Math", _z(nodes, at), _z(nodes, towards), operation="DIVIDE")[0]
    back = nodes.add("VectorMath", towards, operation="SCALE")
    nodes.feed(back[0].node.inputs["Scale"], steps)
    place = nodes.add("VectorMath", at, back["Vector"], operation="SUBTRACT")["Vector"]
    shares = []
    for x, y, away, width in light.lines:
        along = nodes.add("VectorMath", place, (x, -y, 0.0), operation="DOT_PRODUCT")["Value"]
        shares.append(nodes.add("MapRange", along, away - width / 2, away + width / 2)[0])
    x, y, half_x, half_y, strength = light.blob
    if strength > 0:
        aside = nodes.add("VectorMath", place, (x, -y, 0.0), operation="SUBTRACT")["Vector"]
        scaled = nodes.add("VectorMath", aside, (half_x, half_y, 1.0), operation="DIVIDE")["Vector"]
        away = nodes.add("VectorMath", scaled, operation="LENGTH")["Value"]
        shares.append(nodes.add("MapRange", away, 0.825, 1.175, 1 - strength, 1.0)[0])
    return shares


def _z(nodes: _Nodes, vector: Any) -> Any:
    return nodes.add("SeparateXYZ", vector)["Z"]


def _new_world(light: Light) -> Any:
    """The air around: from the colour of the walls to that of the ceiling."""
    world = bpy.data.worlds.new("air")
    nodes = _Nodes(world)
    up = _z(nodes, nodes.add("TexCoord")["Generated"])
    ceiling, walls = ((*rgb, 1.0) for rgb in light.air[:, ::-1])
    colour = nodes.add("MixRGB", up, walls, ceiling)[0]
    nodes.end("OutputWorld", nodes.add("Background", colour)[0])
    return world
