"""Is the board found where nobody points at it? What came of single pictures, and tables of many."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.locate import View
from calibration.model import Calibration
from togyz_companion.board_finding import locate_board
from togyz_companion.board_setup import BoardOptions, find_board, find_board_in
from tools.evaluation.report import MAY_NOT_TUNE, MAY_TUNE, Report, report
from tools.evaluation.truth import REPORTED, TUNABLE
from vision.frame import Frame

WITHIN_PERCENT: Final = (1.0, 0.5)
"""Of the board's length: so near the truth every corner must lie, and should."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What came of looking for a board in one picture.

    Attributes:
        name: of the row of the table that it belongs to.
        shows: what is special about the picture.
        error_percent: see ``corner_error``; None where nothing was found.
        refusal: why nothing was.
        cpu_s: what it took.
    """

    name: str
    shows: str
    error_percent: float | None
    refusal: str
    cpu_s: float

    def told(self) -> str:
        """In one line."""
        what = self.refusal if self.error_percent is None else f"{self.error_percent:.2f} %"
        return f"{self.name}, {self.shows}: {what}, {self.cpu_s:.1f} s"


def corner_error(found: Calibration, corners_px: NDArray[np.float64]) -> float:
    """The farthest corner's distance from the truth, in % of the board's length, whichever side is called white's."""
    ways = [np.roll(corners_px, turn, axis=0) for turn in (0, 2)]
    off = min(float(np.linalg.norm(way - found.corners_px, axis=1).max()) for way in ways)
    return 100 * off / float(np.linalg.norm(corners_px[1] - corners_px[0]))


def sought(name: str, shows: str, image_bgr: NDArray[np.uint8], corners_px: NDArray[np.float64]) -> Sought:
    """Look for the board that lies within these corners of a picture."""
    began = time.thread_time()
    error_percent, refusal = None, ""
    try:
        found, _ = locate_board(View(image_bgr=image_bgr))
        error_percent = corner_error(found, corners_px)
    except CalibrationError as error:
        refusal = str(error)
    return Sought(name, shows, error_percent, refusal, time.thread_time() - began)


@dataclass(frozen=True, slots=True)
class Mistakable:
    """What came of showing something that is no board, or one of another game.

    Attributes:
        what: was shown.
        read: whether it was taken for a board in whatever position, as ``read`` does; ``played``: for one at the start
            of a game.
        why: the refusal.
        cpu_s: what it took.
    """

    what: str
    read: bool
    played: bool
    why: str
    cpu_s: float


def taken_for(what: str, image_bgr: NDArray[np.uint8]) -> Mistakable:
    """What something that is no board is taken for."""
    began = time.thread_time()
    read = played = False
    why = ""
    try:
        find_board(image_bgr, BoardOptions(), None)
        read = True
        find_board_in(iter([Frame(image_bgr, 0, 0, what)]), BoardOptions())
        played = True
    except CalibrationError as error:
        why = str(error)
    return Mistakable(what, read, played, why, time.thread_time() - began)


def others_report(things: Sequence[Mistakable]) -> Report:
    """What was taken for a board, by kind of thing."""
    kinds = list(dict.fromkeys(_kind(one.what) for one in things))
    groups = [(kind, [one for one in things if _kind(one.what) == kind]) for kind in kinds]
    return report(
        "others",
        kinds=[
            {
                "name": name,
                "pictures": len(some),
                "read": sum(one.read for one in some),
                "played": sum(one.played for one in some),
                "cpu_max_s": max(one.cpu_s for one in some),
            }
            for name, some in [*groups, ("all", list(things))]
        ],
        accepted=[one.what for one in things if one.read],
    )


def _kind(what: str) -> str:
    return what.partition(":")[0]


def finding_report(what: str, looks: Sequence[Sought]) -> Report:
    """Pictures by name, and in total: for rendered boards by whether they may tune."""
    names = list(dict.fromkeys(look.name for look in looks))
    groups = {MAY_TUNE: TUNABLE, MAY_NOT_TUNE: REPORTED} if set(names) <= {*TUNABLE, *REPORTED} else {"all": names}
    totals = {title: [look for look in looks if look.name in some] for title, some in groups.items()}
    return report(
        "finding",
        what=what,
        boards=[_figures([look for look in looks if look.name == name]) | {"name": name} for name in names],
        totals=[_figures(some) | {"name": title} for title, some in totals.items() if some],
        missed=[look.told() for look in looks if not _is_within(look, WITHIN_PERCENT[0])],
    )


def _figures(looks: Sequence[Sought]) -> dict[str, Any]:
    errors = [look.error_percent for look in looks if look.error_percent is not None]
    return {
        "pictures": len(looks),
        "found": len(errors),
        "within": [sum(_is_within(look, percent) for look in looks) for percent in WITHIN_PERCENT],
        "error_median_percent": median(errors) if errors else None,
        "error_max_percent": max(errors, default=None),
        "cpu_median_s": median(look.cpu_s for look in looks),
        "cpu_max_s": max(look.cpu_s for look in looks),
    }


def _is_within(look: Sought, percent: float) -> bool:
    return look.error_percent is not None and look.error_percent <= percent
