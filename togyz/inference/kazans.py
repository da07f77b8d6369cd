"""What the kumalak seen in a kazan say of every number that may lie there.

Of a heap fewer are seen than lie there, and how many fewer nobody knows; but the same heap hides them in the next
spell, too. So a kazan counted in both spells tells how many came to it, and one counted alone its content, vaguely.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_TOTAL
from togyz.inference.observation import KazanSeen

NUMBERS: Final = np.arange(KUMALAK_TOTAL + 1)
_SIGMA: Final = 0.5
"""Standard deviation of the number that came to a kazan, mostly: between two states of d1, d2 and b1 it is 0.4."""
_P_HEAPED: Final = 0.15
_SIGMA_HEAPED: Final = (1.5, 0.15)
"""Sometimes what came lies on others or lies them bare: its spread, and more of it for each kumalak that came."""
_SIGMA_WHOLE: Final = 0.5
_P_HIDDEN: Final = 0.3
_HIDDEN: Final = 0.06
"""In so many kazans some are hidden, and this share of them on the average."""
_P_WILD: Final = 0.02
"""Something else is counted than what lies there: no kazan can veto."""


def log_content(seen: KazanSeen | None, before: KazanSeen | None, held: int | None) -> NDArray[np.float64]:
    """(163,) log p(what is seen | n kumalak lie there, what was seen in the spell before), up to a constant.

    Args:
        seen: None where nobody counted.
        before: the same in the spell before.
        held: the number in the spell before; None where nobody knows.
    """
    if seen is None or seen == before:  # the very same picture was not counted anew
        return np.zeros(len(NUMBERS))
    if before is None or held is None:
        p = _p_whole(seen)
    else:
        p = _p_come(seen.kumalak - before.kumalak, NUMBERS - held, np.hypot(seen.sigma, before.sigma))
    return np.log((1 - _P_WILD) * p + _P_WILD / len(NUMBERS))


def _p_come(seen_come: float, come: NDArray[np.int_], sigma: float) -> NDArray[np.float64]:
    """Density of the difference seen where so many came to it."""
    off = seen_come - come
    base, each = _SIGMA_HEAPED
    return (1 - _P_HEAPED) * _normal(off, max(_SIGMA, sigma / 2)) + _P_HEAPED * _normal(off, base + each * np.abs(come))


def _p_whole(seen: KazanSeen) -> NDArray[np.float64]:
    """Density of the number seen where so many lie there."""
    off = seen.kumalak - NUMBERS
    hiding = _HIDDEN * NUMBERS
    wide = np.hypot(_SIGMA_WHOLE, hiding)
    return (1 - _P_HIDDEN) * _normal(off, max(_SIGMA_WHOLE, seen.sigma)) + _P_HIDDEN * _normal(off + hiding, wide)


def _normal(off: NDArray[np.floating], sigma: float | NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.exp(-0.5 * (off / sigma) ** 2) / (np.sqrt(2 * np.pi) * sigma), np.float64)
