"""The program as a whole: a film from beginning to end, and how soon the command line answers."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, Final

from benchmarks.measure import Figure, figure, timed
from board_io.film import FilmSource

FILM_RUNS: Final = 3
START_RUNS: Final = 10


def measure_program(film: Path) -> Iterator[Figure]:
    """CPU time where it is compared with decoding; time on the clock where somebody waits."""
    yield from _film(film)
    yield from _start()


def _film(film: Path) -> Iterator[Figure]:
    decoding = timed(repeat(partial(_decode, film), FILM_RUNS + 1), warm_up=1, clock=time.process_time)
    decode = figure("decode the film", "CPU s", decoding)
    yield decode
    runs = [_record(film) for _ in range(FILM_RUNS)]
    yield figure("record the film", "CPU s", [run["cpu_s"] for run in runs], to=decode)
    with FilmSource(film) as source:
        length_s = source.info.duration_s or 0.0
    yield figure("film's length to recording it", "x", [length_s / run["wall_s"] for run in runs])
    yield figure("film's length to the CPU time of it", "x", [length_s / run["cpu_s"] for run in runs])
    yield figure("peak memory of recording", "MB", [run["peak_mb"] for run in runs])


def _start() -> Iterator[Figure]:
    bare = figure("python -c pass", "s", _waits(sys.executable, "-c", "pass"))
    yield bare
    yield figure("togyz --help", "s", _waits(str(Path(sys.executable).with_name("togyz")), "--help"), to=bare)


def _decode(film: Path) -> None:
    with FilmSource(film) as source:
        deque(source, maxlen=0)


def _record(film: Path) -> dict[str, Any]:
    program = Path(__file__).with_name("record_film.py")
    said = subprocess.run([sys.executable, str(program), str(film)], check=True, capture_output=True, text=True)
    return dict(json.loads(said.stdout))


def _waits(*command: str) -> list[float]:
    run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
    return timed(repeat(run, START_RUNS + 1), warm_up=1, clock=time.perf_counter)
