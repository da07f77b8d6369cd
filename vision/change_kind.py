"""How an otau changed between two rests: by how many more kumalak are seen, whatever both readings miss.

What a counter does not see of a heap it mostly does not see again after one kumalak more came to lie on it, so that the
difference tells more than either count. A kumalak that came is seen, or hides another one: the more there are, the less
is seen of it. The constants were fitted to the lively films of d1, d2 and b1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.inference.observation import BOX_TOTAL, ChangeKind

P_KIND: Final = np.array([0.07, 0.83, 0.004, 0.001, 0.095])
"""How otaus change that a ply changes, by ``ChangeKind``. "Otherwise" are mostly those that were sown from."""
_MORE: Final = {ChangeKind.ONE_MORE: 1, ChangeKind.TWO_MORE: 2, ChangeKind.THREE_MORE: 3}
_UNSEEN: Final = (0.65, 12.0, 3.5)
"""Share of a kumalak that came which is not seen in the end: at most, where half of that is reached, and how fast."""
_SIGMA: Final = (0.12, 0.8, 7.5, 2.0)
"""Standard deviation for each kumalak that came: least, how much more at most, and as above where and how fast."""
_SIGMA_EMPTY: Final = 0.3
"""Of what is seen in an otau that is empty."""
_ROOM: Final = 6.0
"""Any number up to so many more than before is as likely where an otau changed otherwise."""
_FLOOR: Final = 0.03
"""Share of changes of every kind that look like one of another."""


def log_kind(seen_before: NDArray[np.float64], seen_after: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the numbers seen say of how each otau changed, if it did.

    Args:
        seen_before: (18,) expected number of kumalak seen before, hidden ones left out.
        seen_after: the same after.

    Returns:
        (20, 5) log p(seen after | kind, seen before) less that of any change, by ``ChangeKind``; 0 for the kazans.
    """
    even = 1 / (seen_before + _ROOM)
    p = np.empty((len(ChangeKind), len(seen_before)))
    p[ChangeKind.OTHERWISE] = even
    p[ChangeKind.EMPTIED] = 2 * _normal(seen_after, np.full(len(seen_before), _SIGMA_EMPTY))
    most, unseen_at, unseen_soft = _UNSEEN
    shown = 1 - most * _sigmoid((seen_before - unseen_at) / unseen_soft)
    least, more, sigma_at, sigma_soft = _SIGMA
    sigma = least + more * _sigmoid((seen_before - sigma_at) / sigma_soft)
    for kind, kumalak in _MORE.items():
        p[kind] = _normal(seen_after - seen_before - kumalak * shown, np.sqrt(kumalak) * sigma)
    p = (1 - _FLOOR) * p + _FLOOR * even
    table = np.zeros((BOX_TOTAL, len(ChangeKind)))
    table[: len(seen_before)] = np.log(p / (P_KIND @ p)).T
    return table


def _normal(off: NDArray[np.float64], sigma: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.exp(-0.5 * (off / sigma) ** 2) / (sigma * np.sqrt(2 * np.pi)), np.float64)


def _sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-x)), np.float64)
