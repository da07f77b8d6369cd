"""Boards, balls, light and cameras that never were: pictures with their exact truth, for training and for tests.

    python -m tools.simulate crops --seed 1 --number 60000 --out DIR [--jobs 2] [--shard 1000]
    python -m tools.simulate game --seed 1 [--plies 20] [--family box] [--size 1280 720] [--no-hands] FOLDER
    python -m tools.simulate film --seed 1 [--plies 10] [--family box] [--size 640 360] [--crf 23] FILM.mp4
    python -m tools.simulate pathtraced --seed 1 [--plies 4] [--family box] [--size 1280 720] [--samples 16] FOLDER
    python -m tools.simulate sheet --seed 1 [--number 40] [--marked] [--truth] -o SHEET.png

Needs the extra ``simulate`` (pip install -e ".[simulate]"), ``pathtraced`` the extra of that name.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import get_args

import click
import cv2
import numpy as np
from rich.progress import track

from tools.simulator.boards import Family
from tools.simulator.dataset import write_shard
from tools.simulator.filmgame import write_film
from tools.simulator.play import Play
from tools.simulator.rendered_game import write_game
from tools.simulator.sample import SHOTS, draw_samples
from tools.simulator.sheet import contact_sheet
from tools.simulator.studio import draw_studio


@click.group()
def main() -> None:
    """Pictures of togyzkumalak boards with their exact truth."""


@main.command()
@click.option("--seed", type=int, required=True, help="Each sample depends on this and on its own number only.")
@click.option("--number", type=click.IntRange(1), required=True, help="Samples in all.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option("--shard", type=click.IntRange(1), default=1000, show_default=True, help="Samples in a file.")
def crops(seed: int, number: int, out: Path, jobs: int, shard: int) -> None:
    """Crops of single otaus with their reference; shards that are there already are kept."""
    if shard % SHOTS:
        raise click.BadParameter(f"a shard holds a multiple of {SHOTS} samples", param_hint="--shard")
    out.mkdir(parents=True, exist_ok=True)
    spans = [(first, min(first + shard, number)) for first in range(0, number, shard)]
    wanted = [span for span in spans if not _shard_path(out, seed, span).exists()]
    work = partial(_write, out, seed)
    if jobs == 1:
        for span in track(wanted, description="shards"):
            work(span)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for _ in track(pool.map(work, wanted), total=len(wanted), description="shards"):
            pass


def _shard_path(out: Path, seed: int, span: tuple[int, int]) -> Path:
    return out / f"seed{seed:04d}-{span[0]:07d}-{span[1]:07d}.npz"


def _write(out: Path, seed: int, span: tuple[int, int]) -> None:
    cv2.setNumThreads(1)
    tables = range(span[0] // SHOTS, -(-span[1] // SHOTS))
    write_shard(_shard_path(out, seed, span), [one for table_ix in tables for one in draw_samples(seed, table_ix)])


@main.command()
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--number", type=click.IntRange(1), default=40, show_default=True)
@click.option("--marked", is_flag=True, help="Only those with a marker or clutter.")
@click.option("--truth", is_flag=True, help="Mark the middles of balls and show the reference below.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def sheet(seed: int, number: int, marked: bool, truth: bool, out: Path) -> None:  # noqa: FBT001
    """One sample of each of many tables on one picture, to look at."""
    tables = (draw_samples(seed, table_ix)[-1] for table_ix in count())
    samples = islice((one for one in tables if one.marker or not marked), number)
    shown = list(track(samples, total=number, description="samples"))
    cv2.imwrite(str(out), contact_sheet(shown, truth=truth))


@main.command()
@click.option("--seed", type=int, required=True)
@click.option("--plies", type=click.IntRange(0), default=20, show_default=True)
@click.option("--family", type=click.Choice(get_args(Family)), help="Kind of board; any without it.")
@click.option("--size", nargs=2, type=click.IntRange(160, 4096), default=(1280, 720), show_default=True, help="px")
@click.option("--hands/--no-hands", default=True, show_default=True)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def game(seed: int, plies: int, family: Family | None, size: tuple[int, int], hands: bool, folder: Path) -> None:  # noqa: FBT001
    """A game on a whole board: pictures of its positions and their truth."""
    rng = np.random.default_rng(seed)
    write_game(Play(draw_studio(rng, size, family), rng), folder, plies, rng, hands=hands)


@main.command()
@click.option("--seed", type=int, required=True)
@click.option("--plies", type=click.IntRange(0), default=4, show_default=True)
@click.option("--family", type=click.Choice(get_args(Family)), help="Kind of board; any without it.")
@click.option("--size", nargs=2, type=click.IntRange(160, 4096), default=(1280, 720), show_default=True, help="px")
@click.option("--hands/--no-hands", default=True, show_default=True)
@click.option("--samples", type=click.IntRange(1), default=16, show_default=True, help="Paths a px.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def pathtraced(
    *, seed: int, plies: int, family: Family | None, size: tuple[int, int], hands: bool, folder: Path, **how: int
) -> None:
    """The game that ``game`` writes for this seed, seen by a path tracer."""
    try:
        from tools.simulator.pathtraced import PathTracer  # most need no Blender
    except ModuleNotFoundError as error:
        raise click.ClickException(f'{error.name} is missing: pip install -e ".[pathtraced]" (Python 3.11)') from error
    rng = np.random.default_rng(seed)
    studio = replace(draw_studio(rng, size, family), renderer=PathTracer(**how))
    write_game(Play(studio, rng), folder, plies, rng, hands=hands)


@main.command()
@click.option("--seed", type=int, required=True)
@click.option("--plies", type=click.IntRange(0), default=10, show_default=True)
@click.option("--family", type=click.Choice(get_args(Family)), help="Kind of board; any without it.")
@click.option("--size", nargs=2, type=click.IntRange(160, 4096), default=(640, 360), show_default=True, help="px, even")
@click.option("--crf", type=click.IntRange(0, 51), default=23, show_default=True, help="Quality of H.264.")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
def film(seed: int, plies: int, family: Family | None, size: tuple[int, int], crf: int, path: Path) -> None:
    """A game on a whole board as a film (.mp4) and its truth (.json beside it)."""
    rng = np.random.default_rng(seed)
    write_film(Play(draw_studio(rng, size, family), rng), path, plies, rng, crf=crf)


if __name__ == "__main__":
    main()
