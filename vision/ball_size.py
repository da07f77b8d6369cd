"""How large kumalak are on a board that shows an unknown position: the network sees most of them at their true size."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.model import Calibration
from vision.learned import CropReader, shipped
from vision.net_input import CROP_BALL_PX
from vision.otau_crops import OtauCrops
from vision.reading import TOTAL_MAX

_PITCHES: Final = 0.16 * 1.17 ** np.arange(6)
"""Diameters tried, in distances of two otaus: from those on a broad carved board to two that fill a narrow trough."""
_LIKELY: Final = np.exp(-((np.log(_PITCHES / 0.23) / 0.7) ** 2))
"""Real boxes show 0.20 to 0.28; a highlight on a larger ball may look like a small one."""
_NEARLY: Final = 0.8
"""What a size at which there are too many counts beside one at which there are not. On the photo of a real box those
from 0.16 to 0.3 of the pitch fit nearly evenly, while the kumalak read as anything from 58 to 418."""
_SEEN_MIN: Final = 12.0
"""Log odds, summed, of what looks like kumalak: empty boards d1, d2 and b1 show at most 6, later positions above 60."""


def with_ball_size(calibration: Calibration, image_bgr: NDArray[np.uint8]) -> Calibration:
    """A calibration with the size of the kumalak that its picture (H, W, 3) shows; the same where it shows none.

    Looked at too closely a kumalak may show several: of sizes that fit nearly as well, one at which there are no more
    kumalak than in a game is taken.

    Raises:
        cv2.error: this OpenCV cannot run the network.
    """
    reader = CropReader(shipped())
    pitch_px = calibration.pitch_px
    seen, possible = [], []
    for size in _PITCHES:
        crops = OtauCrops(replace(calibration, ball_px=float(size * pitch_px)).view(), CROP_BALL_PX)
        found, odds = reader.look(crops.cut(image_bgr), crops.inside, None)
        seen.append(float(np.logaddexp(0, np.concatenate([log_odds for _, log_odds in found])).sum()))
        possible.append(reader.model.log_likelihood(odds).argmax(axis=1).sum() <= TOTAL_MAX)
    fits = seen * _LIKELY
    best = int(np.argmax(fits * np.where(possible, 1, _NEARLY)))
    return replace(calibration, ball_px=float(_PITCHES[best] * pitch_px)) if seen[best] > _SEEN_MIN else calibration
