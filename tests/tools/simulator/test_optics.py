from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from tools.simulator.optics import sky

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine

REACH, STEPS = 1.0, 201


def light_of(half: float, blur: float) -> float:
    """All light of a square lamp of radiance 1 overhead, by tangents of directions."""
    lamps = np.array([[0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, half, half]], float)
    out, dark, total = np.zeros(3), np.zeros((2, 3)), 0.0
    steps = np.linspace(-REACH, REACH, STEPS)
    for u in steps:
        for v in steps:
            sky(u, v, 1.0, blur, dark, lamps, out)
            total += out[0]
    return float(total * (steps[1] - steps[0]) ** 2)


@pytest.mark.parametrize("blur", [0.0, 0.05, 0.2, 0.4])
@pytest.mark.parametrize("half", [0.05, 0.3])
def test_a_rough_mirror_spreads_the_light_of_a_lamp_and_loses_none(half: float, blur: float) -> None:
    assert light_of(half, blur) == pytest.approx(4 * half**2, rel=0.06)


def test_a_rough_mirror_dims_the_middle_of_a_narrow_lamp_and_not_of_a_wide_one() -> None:
    def middle(half: float) -> float:
        lamps = np.array([[0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, half, half]], float)
        out = np.zeros(3)
        sky(0.0, 0.0, 1.0, 0.2, np.zeros((2, 3)), lamps, out)
        return float(out[0])

    assert middle(0.05) < 0.5
    assert middle(0.3) == pytest.approx(1)
