"""The scenes of the simulator by a path tracer: light between balls, true reflections, soft shadows, at great cost.

Only the radiance is another: boards, kumalak, light, camera and device are those of the fast level, and so is the
truth. Needs the extra ``pathtraced``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator import scene
from tools.simulator.blender import BlenderScene
from tools.simulator.camera import Camera
from tools.simulator.light import Light
from tools.simulator.meshes import ground_mesh, lamps_of, solids_mesh
from tools.simulator.scene import Ground, Rendered, Solids, Window


class PathTracer:
    """Renders whole pictures in the place of ``scene.render``; of a scene only what is new is handed to Blender."""

    def __init__(self, *, samples: int, threads: int) -> None:
        """See ``BlenderScene``."""
        self._blender = BlenderScene(samples=samples, threads=threads)
        self._shown: tuple[Ground | None, Light | None, Camera | None] = None, None, None

    def __call__(self, ground: Ground, solids: Solids, light: Light, camera: Camera, window: Window) -> Rendered:
        """The picture; what each ray meets and the shares that are seen are those of the fast level.

        Raises:
            ValueError: the window is not a whole picture.
        """
        if window.corner != (0, 0):
            raise ValueError(f"a whole picture begins at (0, 0), this part of one at {window.corner}")
        shown_ground, shown_light, shown_camera = self._shown
        if ground is not shown_ground:
            self._blender.put("ground", ground_mesh(ground))
        if light is not shown_light:
            self._blender.shine(light, lamps_of(light))
        lens = Lens.of(camera, window.size_wh)
        if camera is not shown_camera:
            self._blender.look(lens.pinhole, lens.pinhole_wh)
        self._shown = ground, light, camera
        self._blender.put("solids", solids_mesh(solids))
        seen = scene.render(ground, solids, light, camera, window)
        return replace(seen, radiance=lens.bent(self._blender.render()))


@dataclass(frozen=True, eq=False)
class Lens:
    """How a picture without distortion becomes that of a camera's lens.

    Attributes:
        pinhole: the same camera without its lens.
        pinhole_wh: size of its picture, in which all lies that the lens shows.
        at_px: (h, w) columns and rows where each px of the lens's picture lies in it; None where they are the same.
    """

    pinhole: Camera
    pinhole_wh: tuple[int, int]
    at_px: tuple[NDArray[np.float32], NDArray[np.float32]] | None

    @classmethod
    def of(cls, camera: Camera, image_wh: tuple[int, int]) -> Lens:
        """Of a camera and the size of its pictures."""
        if camera.lens == (0.0, 0.0):
            return cls(camera, image_wh, None)
        width, height = image_wh
        px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64)
        at_px = camera.ideal(px) * camera.focal_px + camera.centre_px
        beyond = np.maximum(-at_px, at_px - (np.array(image_wh) - 1)).max(axis=(0, 1))
        margin = np.maximum(np.ceil(beyond), 0) + 1
        pinhole = replace(camera, lens=(0.0, 0.0), centre_px=camera.centre_px + margin)
        across, along = (image_wh + 2 * margin).astype(int).tolist()
        columns, rows = np.moveaxis((at_px + margin).astype(np.float32), -1, 0)
        return cls(pinhole, (across, along), (columns, rows))

    def bent(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        """The lens's picture, from the one without it."""
        if self.at_px is None:
            return picture
        return np.asarray(cv2.remap(picture, *self.at_px, cv2.INTER_CUBIC), np.float32).clip(0)
