"""Is the board found where nobody points at it? In any position, turned and in other light; and things that are none.

    python tools/evaluate_finding.py boards [NAMES] [--turns 8] [--kind start|settled|empty]
    python tools/evaluate_finding.py others [--pictures 100]

One line for each picture and a summary go to stdout.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain, product
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.locate import View
from calibration.model import Calibration
from togyz_companion.board_finding import locate_board
from tools.evaluation.no_boards import some_no_boards
from tools.evaluation.report import ROOT
from tools.evaluation.truth import REPORTED, TUNABLE, load_game, read_image

Picture = NDArray[np.uint8]
SHADOW: Final = 0.45
"""Light that is left in the shadow of ``half shadow``."""
_APART: Final = 5
"""Frames between one picture of a board and the next."""
MUST_PERCENT: Final = 1.0
"""Of the board's length: farther off, no corner may be."""


def _dark(image: Picture) -> Picture:
    noise = np.random.default_rng(0).normal(0, 1.2, image.shape)
    return np.asarray(np.clip(0.35 * image + noise, 0, 255), np.uint8)


def _bright(image: Picture) -> Picture:
    return np.asarray(np.clip(1.8 * image.astype(np.float32), 0, 255), np.uint8)


def _half_shadow(image: Picture) -> Picture:
    height, width = image.shape[:2]
    beyond = np.arange(width) + 0.35 * np.arange(height)[:, None] - 0.6 * width
    light = SHADOW + (1 - SHADOW) / (1 + np.exp(-beyond / 6))
    return np.asarray((image * light[..., None]).astype(np.uint8), np.uint8)


LIGHTS: Final[dict[str, Callable[[Picture], Picture]]] = {
    "as it is": lambda image: image,
    "x0.35": _dark,
    "x1.8": _bright,
    "half shadow": _half_shadow,
}


def turned(image: Picture, deg: float) -> tuple[Picture, NDArray[np.float64]]:
    """The whole picture turned on a larger black one, and (2, 3) where its px went."""
    height, width = image.shape[:2]
    matrix = np.array(cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), deg, 1), np.float64)
    cos, sin = np.abs(matrix[0])[:2]
    size = round(width * cos + height * sin), round(height * cos + width * sin)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    return np.asarray(cv2.warpAffine(image, matrix, size), np.uint8), matrix


def corner_error(found: Calibration, corners_px: NDArray[np.float64]) -> float:
    """The farthest corner's distance from the truth, in % of the board's length, whichever side is called white's."""
    ways = [np.roll(corners_px, turn, axis=0) for turn in (0, 2)]
    off = min(float(np.linalg.norm(way - found.corners_px, axis=1).max()) for way in ways)
    return 100 * off / float(np.linalg.norm(corners_px[1] - corners_px[0]))


@click.group()
def main() -> None:
    """Boards that nobody points at, and things that are none."""
    cv2.setNumThreads(1)


names_argument = click.argument("names", nargs=-1)
shared_option = click.option(
    "--shared", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT.parent / "shared"
)


@main.command()
@names_argument
@shared_option
@click.option("--turns", type=click.IntRange(1), default=8, show_default=True, help="Rotations of every picture.")
@click.option(
    "--kind", type=click.Choice(["start", "settled", "empty"]), default="start", show_default=True, help="Of pictures."
)
def boards(*, names: tuple[str, ...], shared: Path, turns: int, kind: str) -> None:
    """Pictures of the rendered boards."""
    errors, seconds, total = [], [], 0
    for number, (name, (light, lit), turn) in enumerate(product(_named(names), LIGHTS.items(), range(turns))):
        game = load_game(shared, name)
        frames = game.frames(kind)
        if not frames:
            continue
        image, matrix = turned(lit(game.image(frames[_APART * number % len(frames)])), 360 * turn / turns)
        corners_px = np.array(game.corners_px) @ matrix[:, :2].T + matrix[:, 2]
        began = time.thread_time()
        what = "refused"
        try:
            found, _ = locate_board(View(image_bgr=image))
            errors.append(corner_error(found, corners_px))
            what = f"{errors[-1]:.2f} %"
        except CalibrationError as error:
            what = str(error)
        seconds.append(time.thread_time() - began)
        total += 1
        click.echo(f"{name}, {light}, turned {360 * turn / turns:.0f} degrees: {what}, {seconds[-1]:.1f} s")
    within = sum(error <= MUST_PERCENT for error in errors)
    click.echo(
        f"{len(errors)} of {total} found, {within} within {MUST_PERCENT:.0f} %, median {np.median(errors):.2f} %; "
        f"{np.median(seconds):.1f} s, at most {max(seconds):.1f} s"
    )


@main.command()
@shared_option
@click.option("--pictures", type=click.IntRange(1), default=100, show_default=True, help="Drawn ones.")
def others(*, shared: Path, pictures: int) -> None:
    """Chess boards, forms, other games' boards and other things, drawn; and a photograph of another game."""
    accepted = total = 0
    gems = read_image(shared / "data" / "photos" / "mancala_gems_640x480.jpg")
    for what, image in chain([("another game, photographed", gems)], some_no_boards(pictures)):
        total += 1
        try:
            locate_board(View(image_bgr=image))
            accepted += 1
            click.echo(f"{what}: accepted")
        except CalibrationError as error:
            click.echo(f"{what}: {error}")
    click.echo(f"{accepted} of {total} accepted")


def _named(beginnings: tuple[str, ...]) -> list[str]:
    return [name for name in (*TUNABLE, *REPORTED) if name.startswith(beginnings or ("",))]


if __name__ == "__main__":
    main()
