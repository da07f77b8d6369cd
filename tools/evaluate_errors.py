"""Are the players' errors found and named on films, and is nothing told of films without one?

    python -m tools.evaluate_errors films [--code CODE] [--board box] [--seed 1] [--cache DIR] [--ready] [--out FILE]
    python -m tools.evaluate_errors render [--code CODE] [--board box] [--seed 1] [--cache DIR]

A film for each code of an error and each board, and films without an error, from the simulator (tools/simulator, extra
``simulate``); half of the errors are put right, the others stand. ``render`` makes the films that are not yet there,
``films`` those, too, and records them as ``togyz record --calibration`` does.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import click
import cv2

from tools.evaluation.error_films import BOARDS, LEGAL, ErrorFilm, make_film, planned, score_films
from tools.evaluation.report import errors_report
from tools.evaluation.tables import tell, tracked
from tools.misplaying import CODES
from tools.simulator.boards import Family


@click.group()
def main() -> None:
    """Errors on films against their truth."""
    cv2.setNumThreads(1)


def _films(command: Callable[..., None]) -> Callable[..., None]:
    """Which films there are."""
    for option in (
        click.option("--code", "codes", multiple=True, type=click.Choice([*CODES, LEGAL]), help="All without it."),
        click.option("--board", "boards", multiple=True, type=click.Choice(list(BOARDS)), help="All without it."),
        click.option("--seed", "seeds", multiple=True, type=int, default=[1], show_default=True),
        click.option(
            "--cache",
            type=click.Path(file_okay=False, path_type=Path),
            default=Path(tempfile.gettempdir()) / "togyz-error-films",
            show_default=True,
            help="Where films are kept.",
        ),
    ):
        command = option(command)
    return command


def _planned(codes: tuple[str, ...], boards: tuple[Family, ...], seeds: tuple[int, ...]) -> list[ErrorFilm]:
    return [film for seed in seeds for film in planned(codes or (*CODES, LEGAL), boards or tuple(BOARDS), seed)]


@main.command()
@_films
def render(*, codes: tuple[str, ...], boards: tuple[Family, ...], seeds: tuple[int, ...], cache: Path) -> None:
    """Make the films that are not yet there."""
    wanted = _planned(codes, boards, seeds)
    for film in tracked(wanted, "films", len(wanted)):
        make_film(film, cache)


@main.command()
@_films
@click.option("--ready", "is_ready", is_flag=True, help="Only films that are there.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and nothing else, to stdout.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file.")
def films(
    *,
    codes: tuple[str, ...],
    boards: tuple[Family, ...],
    seeds: tuple[int, ...],
    cache: Path,
    is_ready: bool,
    as_json: bool,
    out: Path | None,
) -> None:
    """Record films and compare what is told with what was done."""
    wanted = _planned(codes, boards, seeds)
    if is_ready:
        wanted = [film for film in wanted if film.path(cache).exists()]
    scores = tracked(score_films(wanted, cache), "films", len(wanted))
    tell(errors_report(scores), as_json=as_json, out=out)


if __name__ == "__main__":
    main()
