"""Where a board that was calibrated lies by now: by what frames its otaus in the picture that the calibration keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadCornersError, BadLensError, NotABoardError
from calibration.halves import ready_to_sample, to_image
from calibration.model import Calibration
from calibration.seen import Seen
from calibration.view import BoardView
from togyz.board import OTAU_TOTAL
from togyz.saying import say
from vision.counter_of import start_of
from vision.keeping import KNOCKED
from vision.light import log_luma_chroma
from vision.otau_crops import OtauCrops
from vision.placement import alike_places
from vision.registration import Homography, Luma, Registration
from vision.small_board import Mask, SmallBoard
from vision.venue import BALL_PX

FOUND_MIN: Final = 0.7
"""Likeness from which a place is the board's: right ones of d1, d2 and b1 are alike by 0.92 and more, other boards by
0.16 at most, a drawn board seen from elsewhere, found in part, by 0.53. It stays where hands hide fewer than half of
the otaus."""
_CLOSER: Final = 3
"""So often is the place looked at again from where it was found: from afar it is found to 3 px."""
UNMOVED_BALLS: Final = 0.06
"""Motions up to this, in ball diameters at the board's corners, are none. At the start position they are measured to
0.04 on d1, d2 and b1, later to 0.1; 0.07 left as it was made a heap of 15 on d1 read 14."""
_BOWL: Final = 0.86
"""Diameter of a bowl in distances of two otaus, less the rim that shows where it ends."""
_ROUND_STEPS: Final = 24
_HEM: Final = np.ones((5, 5), np.uint8)
"""What is shown goes on so far, or its end would be the strongest edge of all: on d1 boards then lay up to 9 px off."""


class Whereabouts:
    """Looks for one calibrated board.

    Attributes:
        calibration: of it.
    """

    def __init__(self, calibration: Calibration) -> None:
        """Prepare.

        Raises:
            CalibrationError: the calibration holds no picture.
        """
        self.calibration = calibration
        view = calibration.view()
        board = SmallBoard.of(view)
        reference, shown = _pasted(calibration, board)
        anchors = _beside_bowls(view, board) if calibration.layout.family == "bowls" else board.anchors
        self._board = replace(board, anchors=anchors & shown)
        self._registration = Registration(self._board, reference)
        _, *self._along = alike_places(view)[:3]
        self._corners_px = np.array(calibration.corners_px, np.float64)[:, None]

    def now(self, image_bgr: NDArray[np.uint8]) -> Calibration:
        """The calibration as it is right for a picture; the old one where the board hardly moved.

        A lens bends a board elsewhere otherwise: where it is known, the board is looked at again as it looks there.

        Raises:
            NotABoardError: the picture does not show the board anywhere near, or not the whole of it.
        """
        near = self._moved(image_bgr)
        if near is self.calibration or near.lens is None:
            return near
        return Whereabouts(near)._moved(image_bgr)

    def _moved(self, image_bgr: NDArray[np.uint8]) -> Calibration:
        motion = self._motion(image_bgr)
        way = cv2.perspectiveTransform(self._corners_px, motion) - self._corners_px
        if np.linalg.norm(way, axis=2).max() < UNMOVED_BALLS * self.calibration.ball_px:
            return self.calibration
        try:
            return self.calibration.moved(motion)
        except (BadCornersError, BadLensError) as error:
            raise NotABoardError(say(Seen.MOVED)) from error

    def _motion(self, image_bgr: NDArray[np.uint8]) -> Homography:
        """(3, 3) from where things lay to where they lie.

        Raises:
            NotABoardError: the board is not seen.
        """
        luma, before = self._board.whole_luma(image_bgr), self._board.in_whole(np.eye(3))
        near = self._registration.refined(luma, before)
        found = max(near, self._registration.sought(luma, before, KNOCKED), key=lambda fit: fit.closeness)
        for _ in range(_CLOSER):
            starts = (found.H, *(self._board.in_whole(self._board.in_image(found.H) @ along) for along in self._along))
            closer = (self._registration.refined(luma, start) for start in starts)
            found = max((found, *closer), key=lambda fit: fit.closeness)
        if found.likeness < FOUND_MIN:
            raise NotABoardError(say(Seen.MOVED))
        return self._board.in_image(found.H)


def _beside_bowls(view: BoardView, board: SmallBoard) -> Mask:
    """(h, w) what lies beside bowls: a fitted board has rectangles in their place, and nothing between them."""
    beside = np.full_like(board.board, 255)
    turn = np.linspace(0, 2 * np.pi, _ROUND_STEPS, endpoint=False)
    circle = _BOWL / 2 * np.column_stack([np.cos(turn), np.sin(turn)])
    H_small_image = np.linalg.inv(board.H_image_small)
    for H_image_box in view.H_image_box[:OTAU_TOTAL]:
        outline = to_image(np.asarray(H_small_image @ H_image_box, np.float64), circle)
        cv2.fillPoly(beside, [np.rint(outline).astype(np.int32)], (0,))
    return beside


def _pasted(calibration: Calibration, board: SmallBoard) -> tuple[Luma, Mask]:
    """(h, w) the luma of the reduced board as far as the calibration's picture shows it, and where that is."""
    crops = OtauCrops(calibration.view(), BALL_PX)
    otaus = start_of(calibration).crops_bgr()
    height, width = otaus.shape[1:3]
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    scale = np.array(crops.size_wh) / (width, height)
    wh = board.board.shape[::-1]
    reference, shown = np.zeros(board.board.shape, np.float32), np.zeros_like(board.board)
    for ix, otau in enumerate(otaus):
        at_px = crops.to_image(ix, (corners + 0.5) * scale - 0.5)[:, None]
        small = cv2.perspectiveTransform(at_px, np.linalg.inv(board.H_image_small))
        H = cv2.getPerspectiveTransform(corners.astype(np.float32), small[:, 0].astype(np.float32))
        luma = np.ascontiguousarray(log_luma_chroma(ready_to_sample(otau, BALL_PX / board.ball_px))[..., 0])
        soft = cv2.warpPerspective(luma, H, (wh[0], wh[1]), borderMode=cv2.BORDER_REPLICATE)
        inside = cv2.warpPerspective(np.full_like(otau[..., 0], 255), H, (wh[0], wh[1]), flags=cv2.INTER_NEAREST)
        pasted = (inside > 0) | ((cv2.dilate(inside, _HEM) > 0) & (shown == 0))
        reference[pasted] = soft[pasted]
        shown |= np.asarray(inside, np.uint8)
    return reference, np.asarray(shown, np.uint8)
