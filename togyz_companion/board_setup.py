"""From what the user says of the board to a calibration: read from its file, or made from the first clear picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.aruco import find_markers
from calibration.calibrate import START, calibrate
from calibration.errors import BadCornersError, CalibrationError, NotABoardError
from calibration.layout import load_layout
from calibration.model import Calibration, WhiteSide, read_calibration
from togyz.events import Calibrated
from vision.counter import start_picture
from vision.finder import find_kumalak
from vision.frame import Frame

TRY_AT_S: Final = (0.0, 1.0, 3.0, 7.0, 15.0)
"""When the board is looked for: it may be covered or not yet set up. After the last time it is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """What the user says of the board.

    Attributes:
        calibration: a file made before; None to calibrate now.
        corners_px: see ``calibration.halves.half_homographies``; None: by the markers, ``calibration.aruco``.
        layout: ``auto``, a layout's name or file.
        white_side: the side of the picture where white sits; None: as the corners say; ``auto``: found out in play.
    """

    calibration: Path | None = None
    corners_px: Sequence[tuple[float, float]] | None = None
    layout: str = "auto"
    white_side: WhiteSide | Literal["auto"] | None = None


def find_board(image_bgr: NDArray[np.uint8], options: BoardOptions) -> Calibration:
    """The calibration of a picture, from its file or from the start position that the picture shows.

    Raises:
        CalibrationError: of the kind that says why there is none.
    """
    if options.calibration is not None:
        return _of_this_size(read_calibration(options.calibration), options.calibration, image_bgr)
    corners_px = find_markers(image_bgr) if options.corners_px is None else options.corners_px
    if corners_px is None:
        raise NotABoardError(
            "where the board lies is not known: no ArUco markers 0 to 3 are seen in its corners; say it by --corners "
            "or --calibration"
        )
    layout = None if options.layout == "auto" else load_layout(options.layout)
    white_known = options.white_side != "auto"
    found, finding = calibrate(image_bgr, corners_px, find_kumalak, layout=layout, white_known=white_known)
    if options.white_side not in (None, "auto", found.white_side):
        raise BadCornersError(
            f"by the corners white sits at the {found.white_side}, by --white-side at the {options.white_side}: "
            "the first corner is the one beside white's otau 1"
        )
    start = start_picture(image_bgr, found.view(), START, finding.centres_uv, np.array(found.H_half_image))
    return replace(found, start=start)


def find_board_in(frames: Iterator[Frame], options: BoardOptions) -> tuple[Calibration, Frame]:
    """Takes frames until there is one in which the board can be found.

    Returns:
        The calibration and that frame: before it nothing can be counted.

    Raises:
        CalibrationError: there was none in time; of the last kind met.
        SourceError: the source broke off.
    """
    refusal = CalibrationError("the source gave no picture to find the board in")
    times_s = list(TRY_AT_S)
    for frame in frames:
        if frame.t_s < times_s[0]:
            continue
        try:
            return find_board(frame.image_bgr, options), frame
        except NotABoardError as error:
            refusal = error
        times_s = [t_s for t_s in times_s if t_s > frame.t_s]
        if not times_s:
            break
    raise refusal


def calibrated_event(calibration: Calibration, t: float) -> Calibrated:
    """What is announced of a calibration at source time ``t`` in s."""
    return Calibrated(
        t=t,
        layout=calibration.layout.name,
        residual_px=round(calibration.residual_px, 2),
        tilt_deg=round(calibration.tilt_deg, 1),
        white_side=calibration.white_side if calibration.white_known else None,
    )


def _of_this_size(calibration: Calibration, path: Path, image_bgr: NDArray[np.uint8]) -> Calibration:
    height, width = image_bgr.shape[:2]
    if calibration.image_wh != (width, height):
        made = "{} x {}".format(*calibration.image_wh)
        raise CalibrationError(f"{path} was made for pictures of {made}, these are {width} x {height}: calibrate again")
    return calibration
