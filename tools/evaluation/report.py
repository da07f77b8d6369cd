"""Figures as JSON, with what they were measured on."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import distributions
from pathlib import Path
from statistics import median
from typing import Any, Final

from tools.evaluation.adaptation import Adapted, adaptation_figures
from tools.evaluation.changes import BoxChange, changes_summary
from tools.evaluation.counts import BANDS, Count, summary
from tools.evaluation.covered import Covered
from tools.evaluation.error_films import LEGAL, ErrorScore
from tools.evaluation.films import Variant
from tools.evaluation.kept import Kept
from tools.evaluation.knocks import Knocked
from tools.evaluation.plies import FilmScore
from tools.evaluation.truth import REPORTED, TUNABLE

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("numpy", "opencv-python", "opencv-python-headless", "av", "torch")
"""Told where they are installed."""
GAME: Final = "game"
HEAPS: Final = "heaps"
TUZDYK: Final = "tuzdyk"
MAY_TUNE: Final = "may tune"
MAY_NOT_TUNE: Final = "may not tune"
"""Whether thresholds and constants may be chosen by it (data/README.md)."""

_GROUPS: Final = {MAY_TUNE: TUNABLE, MAY_NOT_TUNE: REPORTED}

Report = dict[str, Any]


def report(kind: str, **figures: Any) -> Report:
    """Figures of one run, and on what it ran: ``kind`` is one that has tables."""
    return {"schema": 1, "kind": kind, "measured_on": _measured_on(), **figures}


def films_report(scores: Iterable[FilmScore], variant: Variant) -> Report:
    """Films one by one, and in total for those that may tune and those that may not."""
    films = list(scores)
    groups = {
        MAY_TUNE: [film for film in films if film.name in TUNABLE],
        MAY_NOT_TUNE: [film for film in films if film.name in REPORTED],
    }
    return report(
        "films",
        variant=asdict(variant),
        films=[_film_figures([film]) | {"name": film.name, "shortcoming": film.shortcoming} for film in films],
        totals=[_film_figures(group) | {"name": name} for name, group in groups.items() if group],
    )


def knocks_report(knocked: Iterable[Knocked]) -> Report:
    """Films with a knock, one by one."""
    return report(
        "knocks",
        films=[
            _film_figures([one.score])
            | {"name": one.knock.game, "shortcoming": one.score.shortcoming}
            | {"bump": one.knock.variant.bump, "light": one.knock.variant.light}
            | {"told_after_s": one.told_after_s, "told_besides": one.told_besides}
            for one in knocked
        ],
    )


def errors_report(scores: Iterable[ErrorScore]) -> Report:
    """Films of errors one by one, and in total: by code, by board and of all; those without an error apart."""
    films = list(scores)
    errors = [film for film in films if film.code != LEGAL]
    groups: dict[str, list[ErrorScore]] = {
        **{code: [film for film in films if film.code == code] for code in dict.fromkeys(film.code for film in films)},
        **{board: [film for film in errors if film.board == board] for board in dict.fromkeys(f.board for f in errors)},
        "all errors": errors,
    }
    return report(
        "errors",
        films=[asdict(film) for film in films],
        totals=[_error_figures(group) | {"name": name} for name, group in groups.items() if group],
    )


def kept_report(boards: Iterable[Kept]) -> Report:
    """How boards are kept, one by one."""
    return report("kept", boards=[asdict(board) for board in boards])


def covered_report(boards: Iterable[Covered]) -> Report:
    """What lies over otaus and is noticed, board by board."""
    return report("covered", boards=[asdict(board) for board in boards])


def changes_report(said: Mapping[str, Sequence[BoxChange]], variant: Variant) -> Report:
    """Changes of boxes film by film, and in total."""
    totals = {title: [one for name in names for one in said.get(name, ())] for title, names in _GROUPS.items()}
    return report(
        "changes",
        variant=asdict(variant),
        films=[changes_summary(some) | {"name": name} for name, some in said.items()],
        totals=[changes_summary(some) | {"name": title} for title, some in totals.items() if some],
    )


def adaptation_report(boards: Sequence[Adapted]) -> Report:
    """What going on to learn would gain, board by board and in total."""
    groups = {title: [one for one in boards if one.name in names] for title, names in _GROUPS.items()}
    return report(
        "adaptation",
        boards=[adaptation_figures([board], board.name) for board in boards],
        totals=[adaptation_figures(some, title) for title, some in groups.items() if some],
    )


def frames_report(counts: Mapping[tuple[str, str], Sequence[Count]], *, is_cold: bool = False) -> Report:
    """Counts by board and band, and in total.

    Args:
        counts: by board and what it shows: GAME, HEAPS, or real pictures, which are in no total. All heaps may tune.
        is_cold: whether no start position was shown.
    """
    totals: dict[str, list[Count]] = {MAY_TUNE: [], MAY_NOT_TUNE: []}
    for (board, shows), some in counts.items():
        if shows in (GAME, HEAPS):
            totals[MAY_TUNE if board in TUNABLE or shows == HEAPS else MAY_NOT_TUNE] += some
    return report(
        "frames",
        is_cold=is_cold,
        boards=[by_band(some) | {"name": f"{board} {shows}"} for (board, shows), some in counts.items()],
        totals=[by_band(some) | {"name": name} for name, some in totals.items() if some],
    )


def write_report(one: Report, path: Path) -> None:
    """Write JSON that is pleasant to compare."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(one, indent=1) + "\n", encoding="utf-8")


def read_report(path: Path) -> Report:
    """Read what ``write_report`` wrote."""
    return dict(json.loads(path.read_text(encoding="utf-8")))


def _film_figures(films: Sequence[FilmScore]) -> dict[str, Any]:
    delays_s = [delay for film in films for delay in film.delays_s]
    return {
        "films": len(films),
        "exact": sum(film.is_exact for film in films),
        **{
            name: sum(getattr(film, name) for film in films)
            for name in ("plies", "right", "prefix", "edits", "retractions", "desyncs", "alerts", "seen_wrong")
        },
        "delay_median_s": median(delays_s) if delays_s else None,
        "delay_max_s": max(delays_s, default=None),
    }


def _error_figures(films: Sequence[ErrorScore]) -> dict[str, Any]:
    delays_s = [film.delay_s for film in films if film.delay_s is not None]
    return {
        "films": len(films),
        "errors": sum(film.code != LEGAL for film in films),
        "found": sum(film.is_found for film in films),
        "named": sum(film.is_named for film in films),
        "right": sum(film.is_right for film in films),
        "false_alerts": sum(film.false_alerts for film in films),
        "desyncs": sum(film.desyncs for film in films),
        "plies": sum(film.plies for film in films),
        "delay_median_s": median(delays_s) if delays_s else None,
        "delay_max_s": max(delays_s, default=None),
    }


def by_band(counts: Iterable[Count]) -> dict[str, Any]:
    """Figures of some otaus; tuzdyks stand apart: they are no part of all."""
    some = list(counts)
    counted = [one for one in some if not one.is_tuzdyk]
    bands = {name: [one for one in counted if one.truth in numbers] for name, numbers in BANDS.items()}
    bands[TUZDYK] = [one for one in some if one.is_tuzdyk]
    return {"all": summary(counted), "bands": {band: summary(of_it) for band, of_it in bands.items() if of_it}}


def _measured_on() -> dict[str, Any]:
    commit = _git("rev-parse", "--short=12", "HEAD")
    return {
        "commit": commit,
        "is_changed": bool(_git("status", "--porcelain", "--untracked-files=no")) if commit else None,
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "versions": {one.name: one.version for one in distributions() if one.name in PACKAGES},
    }


def _git(*arguments: str) -> str | None:
    """What git says; None where there is no git or no repository."""
    git = shutil.which("git")
    if git is None:
        return None
    said = subprocess.run([git, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip() if said.returncode == 0 else None


def _cpu() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
