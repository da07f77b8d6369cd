"""Whether a board that was seen can be of the layout that somebody told."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadLayoutError
from calibration.finding import Finding
from calibration.layout import Layout, load_layout, shipped_layouts
from calibration.seen import Seen
from togyz.board import OTAU_PER_SIDE
from togyz.saying import say

PITCH_OFF: Final = 0.05
"""Share by which the otaus' distance may differ: that of shipped layouts that are right does by up to 0.025."""
BEYOND: Final = (0.05, 0.06)
"""How far otaus may reach beyond those that are seen, towards the middle of a half (0) and towards its rim (1): right
layouts do by up to 0.013 (d1, d2, b1) or, drawn, 0.05; of wrong ones on b1 each by 0.056 or more towards the middle."""
OUTSIDE: Final = 0.02
"""Share of the kumalak that may lie outside the otaus."""
AUTO: Final = "auto"

Extents = tuple[tuple[float, float], tuple[float, float]]
"""(v_inner, v_outer) of white's row and of black's."""


def check_layout(layout: Layout, found: Finding, seen: Extents) -> None:
    """See that a board is of a layout.

    Args:
        layout: what was told.
        found: its kumalak.
        seen: from where to where these reach by their edges. Towards the middle that may be the edge of a kazan, so
            that otaus which end before it are held against the kumalak.

    Raises:
        BadLayoutError: it is not; the sentence says what fits.
    """
    if not _fits(layout, found, seen):
        fitting = [name for name in shipped_layouts() if _fits(load_layout(name), found, seen)]
        raise BadLayoutError(say(Seen.OTHER_LAYOUT, layout=layout.name, fits=", ".join([*fitting, AUTO])))


def _fits(layout: Layout, found: Finding, seen: Extents) -> bool:
    pitch = np.mean([lattice.pitch for lattice in found.lattices])
    if abs(layout.lattice().pitch / pitch - 1) > PITCH_OFF:
        return False
    if _reaches_beyond(layout, np.array(seen)):
        return False
    rows = (np.concatenate(found.centres_uv[first : first + OTAU_PER_SIDE])[:, 1] for first in (0, OTAU_PER_SIDE))
    return all(_outside(v, layout) <= OUTSIDE for v in rows)


def _reaches_beyond(layout: Layout, seen: NDArray[np.float64]) -> bool:
    """Whether otaus would reach beyond the rim, or into kazans."""
    inner, outer = seen.T
    into_kazan = layout.kazan == "middle" and layout.v_inner < inner.max() - BEYOND[0]
    return bool(into_kazan or layout.v_outer > outer.min() + BEYOND[1])


def _outside(v: NDArray[np.float64], layout: Layout) -> float:
    return float(np.mean((v < layout.v_inner) | (v > layout.v_outer)))
