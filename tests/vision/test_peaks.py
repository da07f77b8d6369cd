from __future__ import annotations

import numpy as np

from vision.peaks import peaks


def test_maxima_come_highest_first_and_no_two_lie_close() -> None:
    response = np.zeros((30, 40), np.float32)
    response[5, 7], response[20, 30], response[20, 32], response[10, 20] = 0.5, 0.9, 0.8, 0.1
    everywhere = np.ones(response.shape, bool)
    xy, heights = peaks(response, everywhere, 0.2)
    np.testing.assert_array_equal(xy, [[30, 20], [7, 5]])
    np.testing.assert_allclose(heights, [0.9, 0.5])
    assert len(peaks(response, everywhere, 0.05)[0]) == 3
    assert len(peaks(response, np.arange(40) > np.full((30, 1), 8), 0.2)[0]) == 1
