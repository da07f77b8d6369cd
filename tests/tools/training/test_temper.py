from __future__ import annotations

import numpy as np
import pytest

from tools.training.temper import best_temperatures


def said(share_right: float, p_said: float, number: int, otaus: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """A counter that says ``number`` at ``p_said`` and else one more; it is right in a share of otaus."""
    log_lik = np.full((otaus, 61), -20.0)
    log_lik[:, number], log_lik[:, number + 1] = np.log(p_said), np.log(1 - p_said)
    return log_lik, np.where(np.arange(otaus) < share_right * otaus, number, number + 1)


@pytest.mark.parametrize(("share_right", "sign"), [(0.7, 1), (0.9, 0), (0.98, -1)])
def test_too_sure_is_warmed_up_and_too_shy_cooled_down(share_right: float, sign: int) -> None:
    log_lik, kumalak = said(share_right, 0.9, 12)
    low, middle, high = best_temperatures(log_lik, kumalak)
    assert np.sign(round(middle - 1, 2)) == sign
    assert (low, high) == (1.0, 1.0)


def test_every_band_has_a_temperature_of_its_own() -> None:
    parts = [said(0.7, 0.9, 5), said(0.9, 0.9, 12), said(0.98, 0.9, 20)]
    low, middle, high = best_temperatures(*(np.concatenate(part) for part in zip(*parts, strict=True)))
    assert low > middle > high
