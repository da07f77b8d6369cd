"""Record one film and print what it took, as JSON. A program of its own, so that its memory is that of a recording.

python benchmarks/record_film.py FILM
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

import cv2

from togyz_companion.cli.demo import CORNERS_PX
from tools.evaluation.films import record_film


def main() -> None:
    cv2.setNumThreads(1)
    cpu_s, wall_s = time.process_time(), time.perf_counter()
    recording, _ = record_film(Path(sys.argv[1]), CORNERS_PX)
    taken = {"cpu_s": time.process_time() - cpu_s, "wall_s": time.perf_counter() - wall_s}
    print(json.dumps({**taken, "peak_mb": _peak_mb(), "plies": len(recording.record.plies)}))


def _peak_mb() -> float:
    """Largest resident size so far; the system tells it in kB, on macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


if __name__ == "__main__":
    main()
