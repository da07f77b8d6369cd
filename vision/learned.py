"""The counter with learned weights: a heat map of centres from a small network, and what it means for the number."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.start_picture import StartPicture
from calibration.view import BoardView
from vision.count_model import NO_SHIFT, CountModel, PeakOdds, Shift
from vision.heat_map import HeatNetwork, Peaks, found_in, planes_at_second_look
from vision.net_input import CROP_BALL_PX, STEP_PX, Reference, log_crops
from vision.otau_crops import OtauCrops
from vision.reading import OtauReading

_DATA: Final = files("vision") / "data"


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What training gave: weights, and the constants of the count model."""

    onnx: bytes
    model: CountModel


@cache
def shipped() -> Learned:
    """What the program carries."""
    constants = json.loads((_DATA / "count_model.json").read_text(encoding="utf-8"))
    return Learned((_DATA / "heat_net.onnx").read_bytes(), CountModel.from_dict(constants["count_model"]))


class CropReader:
    """Reads crops of otaus at ``vision.net_input.CROP_BALL_PX``."""

    def __init__(self, learned: Learned) -> None:
        """Prepare the network."""
        self._network = HeatNetwork(learned.onnx)
        self.model = learned.model

    def read(
        self,
        otaus_bgr: NDArray[np.uint8],
        inside: NDArray[np.bool_],
        reference: Reference | None = None,
        shift: Shift = NO_SHIFT,
    ) -> list[OtauReading]:
        """Count N crops (N, h, w, 3) of one picture.

        Args:
            otaus_bgr: the crops.
            inside: (N, h, w) their openings.
            reference: how they looked at the start; None where that was not seen.
            shift: of the venue.

        Returns:
            N readings whose centres are px of the crops.
        """
        found, odds = self.look(otaus_bgr, inside, reference)
        log_lik, p_balls = self.model.log_likelihood(odds, shift), self.model.p_balls(odds, shift)
        return [
            OtauReading(lik, xy.astype(np.float32), p[: len(xy)].astype(np.float32))
            for lik, p, (xy, _) in zip(log_lik, p_balls, found, strict=True)
        ]

    def look(
        self, otaus_bgr: NDArray[np.uint8], inside: NDArray[np.bool_], reference: Reference | None
    ) -> tuple[tuple[Peaks, ...], PeakOdds]:
        """What the network says of the crops; for the arguments see ``read``."""
        if reference is None:
            planes = planes_at_second_look(self._network.heat, log_crops(otaus_bgr), inside)
        else:
            planes = reference.planes(reference.in_its_light(otaus_bgr, inside), inside)
        found = found_in(self._network.heat(planes), inside)
        return found, PeakOdds.of(found, inside, is_warm=reference is not None)


class LearnedCounter:
    """Counts a board that it need not have seen; where it saw the start position, it counts better."""

    name = "learned-1"

    def __init__(self, view: BoardView, start: StartPicture | None, *, learned: Learned | None = None) -> None:
        """Prepare.

        Args:
            view: where the board lies in the pictures to be counted.
            start: a known position, through this view or another; None to count without.
            learned: None for what the program carries.
        """
        self._reader = CropReader(learned or shipped())
        self._crops = OtauCrops(view, CROP_BALL_PX, step_px=STEP_PX)
        self._reference = None if start is None else reference_of(start, self._crops)
        self._shift = NO_SHIFT if start is None else Shift(start.score_shift, start.hidden_shift, start.temperature)

    def count(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        """18 readings by ``otau_ix``."""
        read = self._reader.read(self._crops.cut(image_bgr), self._crops.inside, self._reference, self._shift)
        return tuple(
            OtauReading(one.log_lik, self._crops.to_image(ix, one.centres_xy).astype(np.float32), one.p_ball)
            for ix, one in enumerate(read)
        )

    @property
    def model(self) -> CountModel:
        """What turns peaks into numbers."""
        return self._reader.model

    def odds(self, image_bgr: NDArray[np.uint8]) -> PeakOdds:
        """What the network says of the 18 otaus, without what is known of the venue."""
        return self._reader.look(self._crops.cut(image_bgr), self._crops.inside, self._reference)[1]


def reference_of(start: StartPicture, crops: OtauCrops) -> Reference:
    """The start as the network is shown it beside crops of a view, which need not be the one of the start."""
    otaus = start.crops_bgr()
    whole = np.stack([cv2.resize(one, crops.whole_wh) for one in otaus]).astype(np.uint8, copy=False)
    scale_xy = np.array(crops.whole_wh) / otaus.shape[2:0:-1]
    centres = [
        (np.array(xy, np.float64).reshape(-1, 2) + 0.5) * scale_xy - 0.5 - crops.from_xy for xy in start.centres_xy
    ]
    return Reference.of(log_crops(crops.trimmed(whole)), crops.inside, centres)
