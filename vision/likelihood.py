"""From the peaks of a counter's response to log p(peaks | n kumalak), n = 0..60.

The number seen is uncertain by itself (each peak counts as much as it is likely to be a ball), and kumalak may be
hidden under others: rarely while they lie in one layer, nearly always in a heap. How soon they begin to hide depends on
the board: in a bowl nine already lie on top of each other. The constants were chosen on the rendered boards d1, d2 and
b1 and their heaps; tools/evaluate.py tells how they fare on others.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.inference.observation import KUMALAK_MAX

_PEAK_HALF: Final = 0.33
"""Height of a peak that is as likely a ball as not, and how fast that changes."""
_PEAK_SOFT: Final = 0.05
_SIGMA: Final = (0.15, 0.005)
"""Spread of the number seen: constant, and for each kumalak."""
_HIDING: Final = (0.03, 0.85)
"""Share of otaus with hidden kumalak when few are seen, and when many are."""
_HEAP_FROM: Final = 13.5
_HEAP_SOFT: Final = 1.2
_HEAP_SOONER: Final = 0.35
"""How much sooner kumalak hide for each one that was in doubt when the board was calibrated."""
_HEAP_FIRST: Final = 5.0
_HIDDEN: Final = (1.3, 0.5)
"""Mean number hidden where some are: at first, and more for each one seen beyond ten."""
_FALSE: Final = (0.02, 0.7)
"""Share of otaus with false balls, and their mean number."""
_FLOOR: Final = 0.01
"""Share of a flat distribution mixed in, so that no otau can veto a move."""
_NUMBERS: Final = np.arange(KUMALAK_MAX + 1)


def p_balls(heights: NDArray[np.float32]) -> NDArray[np.float64]:
    """(M,) probability that each peak is a ball, by its height: 1 for a ball like those that taught."""
    return np.asarray(1 / (1 + np.exp(-(heights.astype(np.float64) - _PEAK_HALF) / _PEAK_SOFT)), np.float64)


def log_likelihood(p_ball: NDArray[np.float64], *, doubt: int = 0) -> NDArray[np.float64]:
    """How well every number of kumalak explains the peaks.

    Args:
        p_ball: (M,) of the peaks in one otau, from ``p_balls``.
        doubt: kumalak that stood in doubt at the calibration (``calibration.finding.Finding.misplaced``).

    Returns:
        (61,) log likelihood, normalised over n.

    >>> int(log_likelihood(np.ones(7)).argmax())
    7
    """
    seen = p_ball.sum()
    more = _NUMBERS - seen
    sigma = np.hypot(_SIGMA[0] + _SIGMA[1] * seen, np.sqrt((p_ball * (1 - p_ball)).sum()))
    heap_from = max(_HEAP_FIRST, _HEAP_FROM - _HEAP_SOONER * doubt)
    heap = 1 / (1 + np.exp(-(seen - heap_from) / _HEAP_SOFT))
    hiding = _HIDING[0] + (_HIDING[1] - _HIDING[0]) * heap
    hidden_mean = _HIDDEN[0] + _HIDDEN[1] * max(0.0, seen - 10)
    as_seen = np.exp(-0.5 * (more / sigma) ** 2) / (sigma * np.sqrt(2 * np.pi))
    hidden = np.where(more > 0, np.exp(-more / hidden_mean) / hidden_mean, 0)
    false = np.where(more < 0, np.exp(more / _FALSE[1]) / _FALSE[1], 0)
    likelihood = (1 - hiding - _FALSE[0]) * as_seen + hiding * hidden + _FALSE[0] * false
    likelihood /= likelihood.sum()
    return np.asarray(np.log((1 - _FLOOR) * likelihood + _FLOOR / len(_NUMBERS)), np.float64)
