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

from togyz_companion.samples import sample
from tools.evaluation.films import record_film


def main() -> None:
    cv2.setNumThreads(1)
    cpu_s, wall_s = time.process_time(), time.perf_counter()
    recording, _ = record_film(Path(sys.argv[1]), sample().corners_px)
    taken = {"cpu_s": time.process_time() - cpu_s, "wall_s": time.perf_counter() - wall_s}
    print(json.dumps({**taken, "peak_mb": _peak_mb(), "plies": len(recording.record.plies)}))


def _peak_mb() -> float:
    """Largest resident size of this program so far.

    On Linux ru_maxrss begins with the size of the program that started this one, VmHWM does not. Elsewhere ru_maxrss is
    all there is, on macOS in bytes.
    """
    status = Path("/proc/self/status")
    if status.exists():
        fields = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines())
        return int(fields["VmHWM"].split()[0]) / 1e3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


if __name__ == "__main__":
    main()
