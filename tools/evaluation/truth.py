"""Exact truth of the rendered games and films in ../shared/data, as the values that the program works with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from board_io.images import read_image
from calibration.view import BoardView

Picture = NDArray[np.uint8]
"""(H, W, 3), BGR."""
TUNABLE: Final = ("d1_walnut", "d2_birch", "b1_boxB")
"""Games without an error on boards that may choose thresholds and constants."""
REPORTED: Final = ("d3_blue", "d4_lacquer", "b2_boxA", "b3_boxB_tilt", "b4_box640")
"""The same on boards that are only reported on."""
OTAU_NAMES: Final = [f"{half}{number}" for half in "WB" for number in range(1, 10)]
MM_STEPS: Final = 9


@dataclass(frozen=True, eq=False)
class Game:
    """One folder of data/rendered. ``boxes`` names its 20 outlines in the order of ``BoardView.boxes_px``."""

    folder: Path
    truth: dict[str, Any]

    @property
    def boxes(self) -> list[str]:
        """W1..W9 B1..B9, then the kazan that lies in white's half and the one in black's half, whoever owns them."""
        kazans = sorted(["KW", "KB"], key=lambda name: self.truth["pits_mm"][name]["cy"])
        return OTAU_NAMES + kazans

    @property
    def corners_px(self) -> tuple[tuple[float, float], ...]:
        """The board's outer corners in the pictures of its first view, in the order of ``--corners``."""
        return tuple((x, y) for x, y in self.truth["views"][0]["board_corners"])

    def frames(self, *kinds: str) -> list[dict[str, Any]]:
        """Lines of frames.jsonl of these kinds (all where none is given), one realisation of each state."""
        lines = (self.folder / "frames.jsonl").read_text(encoding="utf-8").splitlines()
        by_ix = {record["idx"]: record for record in reversed([json.loads(line) for line in lines])}
        return [by_ix[ix] for ix in sorted(by_ix) if not kinds or by_ix[ix]["kind"] in kinds]

    def image(self, record: dict[str, Any]) -> NDArray[np.uint8]:
        """The picture of a line of frames.jsonl."""
        return read_image(self.folder / record["file"])

    def by_box(self, of_owner: list[Any]) -> list[Any]:
        """Reorder 20 values whose last two belong to white's and black's own kazan to the order of ``boxes``."""
        return list(of_owner) if self.boxes[18] == "KW" else [*of_owner[:18], of_owner[19], of_owner[18]]

    def kumalak(self, record: dict[str, Any]) -> list[int]:
        """The 20 counts of a frame or of a film's ply, in the order of ``boxes``."""
        return self.by_box([*record["white"], *record["black"], record["kazan"]["white"], record["kazan"]["black"]])

    def view(self) -> BoardView:
        """The board as it lies in the pictures of the first view."""
        return _view(self, self.truth["views"][0])


def load_game(shared: Path, name: str) -> Game:
    """A rendered game, for example ``b1_boxB``."""
    folder = shared / "data" / "rendered" / name
    return Game(folder, json.loads((folder / "game.json").read_text(encoding="utf-8")))


def read_film_truth(film: Path) -> dict[str, Any]:
    """What lies beside a film: ``plies`` with ``t_hand``, ``t_settled`` in s and the position after each."""
    return dict(json.loads(film.with_suffix(".json").read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Heaps:
    """One frame of data/heaps: ``kumalak`` in each of the 18 otaus, before the camera of the game of that name."""

    image: Path
    kumalak: tuple[int, ...]


def load_heaps(shared: Path, name: str) -> list[Heaps]:
    """The frames of a board's heaps; none where the board has no heaps."""
    folder = shared / "data" / "heaps" / name
    if not folder.is_dir():
        return []
    by_frame: dict[str, dict[str, int]] = {}
    for line in (folder / "crops.jsonl").read_text(encoding="utf-8").splitlines():
        crop = json.loads(line)
        by_frame.setdefault(crop["full"], {})[crop["pit"]] = crop["count"]
    return [Heaps(folder / file, tuple(boxes[otau] for otau in OTAU_NAMES)) for file, boxes in sorted(by_frame.items())]


def _view(game: Game, camera: dict[str, Any]) -> BoardView:
    openings = [game.truth["pits_mm"][name] for name in game.boxes]
    ball_mm = game.truth["ball_diameter_mm"]
    extents = np.array([_extent_mm(box) for box in openings])
    across = _project(game, camera, np.array([[-ball_mm / 2, 0], [ball_mm / 2, 0]]))
    return BoardView(
        image_wh=tuple(game.truth["resolution"]),
        outline_px=np.array(camera["board_corners"], np.float32),
        boxes_px=tuple(np.array(camera["polygons"][name], np.float32) for name in game.boxes),
        H_image_box=np.stack([_box_to_image(game, camera, ix, box) for ix, box in enumerate(openings)]),
        box_wh=(extents[:, 1] - extents[:, 0]) / ball_mm,
        ball_px=float(np.linalg.norm(across[1] - across[0])),
    )


def _extent_mm(box: dict[str, Any]) -> NDArray[np.float64]:
    """(2, 2) lower and upper corner of an opening's bounding rectangle, mm on the board."""
    if "top" in box:
        x0, x1, y0, y1 = box["top"]
        reach = np.array([[x0, y0], [x1, y1]])
    else:
        half = np.array([box["half_straight_x"], box["half_straight_y"]]) + box["radius"]
        reach = np.array([-half, half])
    return np.asarray(reach + np.array([box["cx"], box["cy"]]), np.float64)


def _box_to_image(game: Game, camera: dict[str, Any], ix: int, box: dict[str, Any]) -> NDArray[np.float64]:
    """(3, 3) from the box's own frame to the image, the lens taken in by a fit over the whole opening."""
    in_black_half = 9 <= ix < 18 or ix == 19
    lower, upper = _extent_mm(box)
    steps = np.linspace(-0.5, 0.5, MM_STEPS)
    frame = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    towards_player = (-1, 1) if in_black_half else (1, -1)
    mm = (lower + upper) / 2 + frame * towards_player * (upper - lower)
    H, _ = cv2.findHomography(frame, _project(game, camera, mm))
    return np.asarray(H, np.float64)


def _project(game: Game, camera: dict[str, Any], xy_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 2) px of points of the board's top surface; a folding box's halves are tilted by ``half_T``."""
    xyz = np.column_stack([xy_mm, np.zeros(len(xy_mm))])
    if halves := game.truth.get("half_T"):
        half = np.array(halves[int(xy_mm[:, 1].mean() > 0)])
        xyz = xyz @ half[:3, :3].T + half[:3, 3]
    rotation, translation, K, dist = (np.array(camera[key], float) for key in ("R", "t", "K", "dist"))
    image, _ = cv2.projectPoints(xyz, cv2.Rodrigues(rotation)[0], translation, K, dist)
    return np.asarray(image, np.float64).reshape(-1, 2)
