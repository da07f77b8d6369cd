"""Pictures that show nothing, or nothing new, are told from good ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.outage import Fault
from board_io.picture_watch import BLACK_MAX, PictureWatch

Image = NDArray[np.uint8]
HEIGHT, WIDTH = 64, 96


def shot(n: int) -> Image:
    """A sharp picture as a sensor takes it: each is a little different."""
    random = np.random.default_rng(n)
    scene = np.random.default_rng(99).integers(40, 220, (HEIGHT, WIDTH, 3))
    return np.asarray((scene + random.integers(-3, 4, scene.shape)), np.uint8)


def with_lower_part(n: int, lower: Image | tuple[int, int, int], rows: int) -> Image:
    """A picture whose last rows are taken from elsewhere, or of one colour."""
    image = shot(n)
    image[-rows:] = lower if isinstance(lower, tuple) else lower[-rows:]
    return image


def fault_of(watch: PictureWatch, image: Image) -> Fault | None:
    return watch.fault(image, 0)


FAULTY: Mapping[Fault, Callable[[int], Image]] = {
    "frozen": lambda n: shot(0),
    "black": lambda n: np.asarray(np.random.default_rng(n).integers(0, BLACK_MAX, (HEIGHT, WIDTH, 3)), np.uint8),
    "cut": lambda n: with_lower_part(n, shot(0), HEIGHT // 2),
    "resized": lambda n: np.ascontiguousarray(shot(n)[:, :80]),
    "blurred": lambda n: np.asarray(cv2.GaussianBlur(shot(n), (0, 0), 3.0), np.uint8),
}
"""What may follow ``shot(0)``, the first time (1), the second time and so on."""


@pytest.fixture
def watch() -> PictureWatch:
    """Has seen a good picture."""
    watch = PictureWatch()
    assert fault_of(watch, shot(0)) is None
    return watch


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_told_and_over_with_the_next_good_picture(watch: PictureWatch, fault: Fault) -> None:
    assert fault_of(watch, FAULTY[fault](1)) == fault
    assert fault_of(watch, FAULTY[fault](2)) == fault
    assert fault_of(watch, shot(5)) is None


def test_what_is_missing_may_be_filled_with_one_colour(watch: PictureWatch) -> None:
    assert fault_of(watch, with_lower_part(1, (128, 128, 128), 16)) == "cut"


@pytest.mark.parametrize(
    "image",
    [
        with_lower_part(1, (128, 128, 128), 4),
        with_lower_part(1, shot(0), 4),
        np.asarray(shot(1) * 0.4, np.uint8),
        np.asarray(cv2.GaussianBlur(shot(1), (0, 0), 0.5), np.uint8),
        np.maximum(FAULTY["black"](1), shot(1) // 5),
    ],
    ids=["a little flat", "a little unchanged", "dim", "soft", "dark"],
)
def test_what_is_only_near_a_fault_is_none(watch: PictureWatch, image: Image) -> None:
    assert fault_of(watch, image) is None


def test_a_camera_with_a_bar_below_has_one_always() -> None:
    watch = PictureWatch()
    for n in range(3):
        assert fault_of(watch, with_lower_part(n, (0, 0, 0), 16)) is None
    assert fault_of(watch, with_lower_part(3, (0, 0, 0), 24)) == "cut"


def test_an_encoder_that_leaves_out_what_does_not_change_is_not_blamed_for_it() -> None:
    watch = PictureWatch(skips=True)
    assert fault_of(watch, shot(0)) is None
    assert fault_of(watch, FAULTY["cut"](1)) is None
    assert fault_of(watch, FAULTY["cut"](1)) == "frozen"


def test_less_detail_than_before_is_usual_once_the_camera_was_opened_anew(watch: PictureWatch) -> None:
    assert fault_of(watch, FAULTY["blurred"](1)) == "blurred"
    watch.reopened()
    assert fault_of(watch, FAULTY["blurred"](2)) is None


def test_before_an_encoder_a_lively_source_is_frozen_from_its_last_change_on() -> None:
    watch = PictureWatch(skips=True)
    pictures = [np.asarray(shot(0) + 4 * (n % 2), np.uint8) for n in range(60)]
    faults = [watch.fault(image, n * 100_000_000) for n, image in enumerate(pictures)]
    assert faults == [None] * 60
    assert watch.may_be_still
    faults = [
        watch.fault(np.asarray(pictures[-1] - n % 2, np.uint8), 6_000_000_000 + n * 100_000_000) for n in range(25)
    ]
    assert faults == ["frozen", *[None] * 18, *["frozen"] * 6]
    assert watch.without_since(7_200_000_000) == 5_900_000_000
    assert not watch.may_be_still
