"""Watching a live source's pictures for those that show nothing, or nothing new."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from board_io.outage import Fault
from board_io.stillness import Stillness

Image = NDArray[np.uint8]

BLACK_MAX: Final = 20
"""Grey levels that nothing but stray pixels exceeds behind a lens cap."""
BLACK_SHARE: Final = 0.99
FLAT_MAX: Final = 2
"""Grey levels by which pixels of a row that a cut JPEG lacks may differ: libjpeg fills it with one colour, and FFmpeg
with what the picture before showed there."""
CUT_SHARE: Final = 0.1
"""So much of the height must be missing. One of 1200 pictures of the shipped film, d1 and b1 looks so, by chance."""
DETAIL_SHARE: Final = 0.25
"""Less than this of the detail that there was is none: blurred by 3 px at 720p there is 0.29 of it, by 4 px 0.23, by
6 px 0.16; hands, plies, JPEG at quality 30 and 0.4 times the light leave 0.86 and more (the shipped film, d1, b1)."""
DETAIL_FOLLOW: Final = 0.02
"""How fast the usual detail follows that of good pictures."""
_STEP: Final = 4


class PictureWatch:
    """Judges the pictures of one source in the order in which they come.

    Args:
        skips: whether what does not change is left out of what is sent, so that parts of a picture may be those of the
            one before.
    """

    def __init__(self, *, skips: bool = False) -> None:
        self._stillness = Stillness() if skips else None
        self._usual: Image | None = None
        self._last: Image | None = None
        self._usual_flat = 0
        self._detail: float | None = None

    @property
    def may_be_still(self) -> bool:
        """Whether it may well be that the same picture comes again and again of what stands still."""
        return self._stillness is not None and not self._stillness.is_frozen

    def fault(self, image_bgr: Image, t_ns: int, *, is_key: bool = False) -> Fault | None:
        """What is wrong with the next picture; by those that are good, the later ones are measured.

        A picture that is, bit by bit, the one before it is none: sensors are never so still.

        Args:
            image_bgr: (H, W, 3).
            t_ns: when it came.
            is_key: whether an encoder that leaves out what does not change sent it whole.
        """
        if self._stillness is not None:
            self._stillness.take(image_bgr, t_ns, is_key=is_key)
        fault = self._fault(image_bgr)
        self._last = image_bgr
        return fault

    def without_since(self, good_ns: int) -> int:
        """Since when there is no good picture, if the last one that seemed good came at ``good_ns``."""
        still = self._stillness
        return min(good_ns, still.changed_ns) if still is not None and still.is_frozen else good_ns

    def reopened(self) -> None:
        """Takes the detail that there is now for usual: the source may have been turned to something else."""
        self._detail = None

    def _fault(self, image_bgr: Image) -> Fault | None:
        if self._last is not None and is_same(image_bgr, self._last):
            return "frozen"
        if self._stillness is not None and self._stillness.is_frozen:
            return "frozen"
        if self._usual is not None and image_bgr.shape != self._usual.shape:
            return "resized"
        if is_black(image_bgr):
            return "black"
        flat = flat_rows(image_bgr)
        if self._usual is None:
            self._usual, self._usual_flat = image_bgr, flat  # some cameras send bars of one colour
        missing = max(flat, self._unchanged_rows(image_bgr)) - self._usual_flat
        if missing > CUT_SHARE * len(image_bgr):
            return "cut"
        detail = detail_of(image_bgr)
        usual = detail if self._detail is None else self._detail
        if detail < DETAIL_SHARE * usual:
            return "blurred"
        self._detail = usual + DETAIL_FOLLOW * (detail - usual)
        return None

    def _unchanged_rows(self, image_bgr: Image) -> int:
        if self._stillness is not None or self._last is None or self._last.shape != image_bgr.shape:
            return 0
        return unchanged_rows(image_bgr, self._last)


def is_same(one: Image, other: Image) -> bool:
    """Whether two pictures are the same, bit by bit."""
    # A few rows tell most pictures apart, at a sixteenth of the cost.
    return np.array_equal(one[::16], other[::16]) and np.array_equal(one, other)


def is_black(image_bgr: Image) -> bool:
    """Whether a picture shows nothing but the noise of darkness."""
    return bool(np.mean(image_bgr[::_STEP, ::_STEP] <= BLACK_MAX) >= BLACK_SHARE)


def flat_rows(image_bgr: Image) -> int:
    """How many rows at the lower edge have one colour each."""
    if np.ptp(image_bgr[-1], axis=0).max() > FLAT_MAX:
        return 0
    return _last_ones(np.ptp(image_bgr[:, ::_STEP], axis=1).max(axis=1) <= FLAT_MAX)


def unchanged_rows(image_bgr: Image, before_bgr: Image) -> int:
    """How many rows at the lower edge are, bit by bit, those of the picture before, of the same size."""
    if not np.array_equal(image_bgr[-1], before_bgr[-1]):
        return 0
    return _last_ones(np.all(image_bgr[:, ::_STEP] == before_bgr[:, ::_STEP], axis=(1, 2)))


def detail_of(image_bgr: Image) -> float:
    """How much pixels differ from the mean of their neighbours to the left and right, in parts of the brightness.

    Pairs of pixels are taken together: single ones show the noise of JPEG, however blurred a picture is.
    """
    green = image_bgr[::_STEP, : image_bgr.shape[1] // 2 * 2, 1].astype(np.int16)
    pairs = green[:, ::2] + green[:, 1::2]
    return float(np.abs(np.diff(pairs, 2)).mean() / max(float(pairs.mean()), 1.0))


def _last_ones(are: NDArray[np.bool_]) -> int:
    """How many at the end are true."""
    return len(are) if are.all() else int(np.argmin(are[::-1]))
