"""Pictures of what is no togyzkumalak board: chess boards, forms, shelves and the like, drawn; and shipped ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tools.evaluation.truth import Picture

_WH: Final = (1000, 560)
_IMAGE_WH: Final = (1280, 720)
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".tif")
_SHORTEST_PX: Final = 200


def shipped_pictures(folder: Path) -> Iterator[tuple[str, Picture]]:
    """The photographs and drawings in a folder that belongs to another package."""
    for path in sorted(folder.iterdir()):
        image = cv2.imread(str(path)) if path.suffix in _PICTURES else None
        if image is not None and min(image.shape[:2]) >= _SHORTEST_PX:
            yield f"{folder.parent.name} {path.name}", np.asarray(image, np.uint8)


def package_data(package: str) -> Path | None:
    """Where an installed package keeps its pictures; None where it is not installed."""
    found = find_spec(package)
    folder = None if found is None or found.origin is None else Path(found.origin).parent / "data"
    return folder if folder is not None and folder.is_dir() else None


def no_boards(seed: int = 0) -> Iterator[tuple[str, Picture]]:
    """Without end: what it is, and the picture, seen askew on a table."""
    rng = np.random.default_rng(seed)
    while True:
        for draw in _DRAWN:
            flat = draw(rng)
            yield draw.__name__.strip("_").replace("_", " "), _seen(flat, rng)


def some_no_boards(number: int, seed: int = 0) -> list[tuple[str, Picture]]:
    """The first of them."""
    return list(islice(no_boards(seed), number))


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = (int(part) for part in rng.integers(20, 236, 3))
    return blue, green, red


def _seen(flat: Picture, rng: np.random.Generator) -> Picture:
    width, height = _IMAGE_WH
    inset = np.array([[0.1, 0.9], [0.9, 0.9], [0.88, 0.12], [0.12, 0.12]]) + rng.uniform(-0.06, 0.06, (4, 2))
    w, h = _WH
    source = np.array([[0, h], [w, h], [w, 0], [0, 0]], np.float32)
    H = cv2.getPerspectiveTransform(source, (inset * [width, height]).astype(np.float32))
    image = np.full((height, width, 3), _colour(rng), np.uint8)
    cv2.warpPerspective(flat, H, _IMAGE_WH, dst=image, borderMode=cv2.BORDER_TRANSPARENT)
    noise = rng.normal(0, 3, image.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) + noise, 0, 255), np.uint8)


def _cells(flat: Picture, columns: int, rows: int, rng: np.random.Generator, *, chequered: bool) -> None:
    w, h = _WH
    colour, line = _colour(rng), _colour(rng)
    for column in range(columns):
        for row in range(rows):
            corner = column * w // columns, row * h // rows
            end = (column + 1) * w // columns, (row + 1) * h // rows
            if chequered and (column + row) % 2:
                cv2.rectangle(flat, corner, end, colour, -1)
            cv2.rectangle(flat, corner, end, line, 2)


def _blank(rng: np.random.Generator) -> Picture:
    return np.full((*_WH[::-1], 3), _colour(rng), np.uint8)


def _chess_board(rng: np.random.Generator) -> Picture:
    flat = _blank(rng)
    _cells(flat, 8, 8, rng, chequered=True)
    return flat


def _form(rng: np.random.Generator) -> Picture:
    flat = _blank(rng)
    _cells(flat, int(rng.integers(2, 13)), int(rng.integers(5, 20)), rng, chequered=False)
    return flat


def _keyboard(rng: np.random.Generator) -> Picture:
    flat = _blank(rng)
    key = _colour(rng)
    for row in range(5):
        for column in range(13):
            x, y = 15 + 74 * column + 18 * row % 60, 20 + 105 * row
            cv2.rectangle(flat, (x, y), (x + 62, y + 90), key, -1)
    return flat


def _shelf(rng: np.random.Generator) -> Picture:
    flat = _blank(rng)
    x = 0
    while x < _WH[0]:
        wide = int(rng.integers(20, 90))
        cv2.rectangle(flat, (x, int(rng.integers(10, 120))), (x + wide, _WH[1]), _colour(rng), -1)
        x += wide
    return flat


def _other_game(rng: np.random.Generator) -> Picture:
    """Two rows of hollows, but not nine, with stones in them."""
    flat = _blank(rng)
    columns = int(rng.choice([4, 5, 6, 7, 8, 10, 12]))
    hollow, stone = _colour(rng), _colour(rng)
    step = _WH[0] / (columns + 2)
    for column in range(columns):
        for y in (150, 410):
            x = round(step * (column + 1.5))
            cv2.circle(flat, (x, y), round(0.4 * step), hollow, -1, cv2.LINE_AA)
            for _ in range(int(rng.integers(0, 6))):
                off = rng.uniform(-0.2, 0.2, 2) * step
                cv2.circle(flat, (round(x + off[0]), round(y + off[1])), 12, stone, -1, cv2.LINE_AA)
    return flat


def _discs(rng: np.random.Generator) -> Picture:
    flat = _blank(rng)
    for _ in range(int(rng.integers(20, 170))):
        at = int(rng.integers(0, _WH[0])), int(rng.integers(0, _WH[1]))
        cv2.circle(flat, at, int(rng.integers(8, 22)), _colour(rng), -1, cv2.LINE_AA)
    return flat


def _windows(rng: np.random.Generator) -> Picture:
    """A house front: many alike openings in three storeys or more."""
    flat = _blank(rng)
    glass = _colour(rng)
    columns, rows = int(rng.integers(5, 13)), int(rng.integers(3, 6))
    for column in range(columns):
        for row in range(rows):
            x, y = (column + 0.25) * _WH[0] / columns, (row + 0.2) * _WH[1] / rows
            end = round(x + 0.5 * _WH[0] / columns), round(y + 0.6 * _WH[1] / rows)
            cv2.rectangle(flat, (round(x), round(y)), end, glass, -1)
    return flat


_DRAWN: Final[tuple[Callable[[np.random.Generator], Picture], ...]] = (
    _chess_board,
    _form,
    _keyboard,
    _shelf,
    _other_game,
    _discs,
    _windows,
)
