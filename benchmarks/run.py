"""How fast is the program? Medians and interquartile ranges, as ratios to something measured in the same run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/run.py [--only pictures|engine|program] [--json] [--out FILE]

Everything runs on one thread but the decoder, whose threads all count: times are CPU times unless a figure says
otherwise. numpy asks for its threads when it is imported, so that OPENBLAS_NUM_THREADS must be set before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click
import cv2

from benchmarks.engine import measure_engine
from benchmarks.measure import Figure
from benchmarks.pictures import measure_pictures
from benchmarks.program import measure_program
from togyz_companion.samples import sample
from tools.evaluation.report import report
from tools.evaluation.tables import tell

MEASURES: Final[dict[str, Callable[[Path], Iterator[Figure]]]] = {
    "pictures": measure_pictures,
    "engine": lambda _: measure_engine(),
    "program": measure_program,
}


@click.command()
@click.option("--only", type=click.Choice(list(MEASURES)))
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and nothing else, to stdout.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file.")
def main(*, only: str | None, as_json: bool, out: Path | None) -> None:
    """Time the parts and the whole on the shipped film."""
    cv2.setNumThreads(1)
    film = sample().film
    figures = [asdict(one) for name, measure in MEASURES.items() if only in (None, name) for one in measure(film)]
    threads = {"opencv": cv2.getNumThreads(), "openblas": os.environ.get("OPENBLAS_NUM_THREADS")}
    tell(report("speed", film=film.name, threads=threads, figures=figures), as_json=as_json, out=out)


if __name__ == "__main__":
    main()
