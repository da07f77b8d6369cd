"""The scenes of the simulator by a path tracer: light between balls, true reflections, soft shadows, at great cost.

Only the radiance is another: boards, kumalak, light, camera and device are those of the fast level, and so is the
truth. Needs the extra ``pathtraced``.
"""

from __future__ import annotations

from dataclasses import replace

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
        if camera is not shown_camera:
            self._blender.look(camera, window.size_wh)
        self._shown = ground, light, camera
        self._blender.put("solids", solids_mesh(solids))
        seen = scene.render(ground, solids, light, camera, window)
        return replace(seen, radiance=self._blender.render())
