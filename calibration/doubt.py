"""How little what was found looks like a board."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.finding import Finding
from togyz.board import KUMALAK_PER_OTAU, OTAU_PER_SIDE, otau_no

_EVEN: Final = 0.8
"""From so much evenness on, otaus raise no doubt by how their kumalak look."""
_UNEVEN_DOUBT: Final = 128.0
"""Doubt for each unit of evenness below ``_EVEN``."""
_ASIDE_DOUBT: Final = 160.0
"""Doubt for each pitch that the otau that is off most lies off the lattice."""
_IN_ROW: Final = 0.1
"""Up to so far across the board, in v, the kumalak of an otau raise none by where they lie."""
_ACROSS_DOUBT: Final = 100.0
"""Doubt for each unit of v above ``_IN_ROW`` that the kumalak of an otau lie off their row."""


def doubt(found: Finding) -> float:
    """How little a finding looks like a board, in kumalak.

    Kumalak in wrong otaus alone do not tell: with corners one otau off, eight columns are right, and something beside
    the board is taken for the ninth. But it does not look like kumalak, and does not lie where the other columns say.
    """
    uneven = max(0.0, _EVEN - found.evenness)
    across = max(0.0, _across(found) - _IN_ROW)
    along = float(np.abs(aside(found)).max())
    return found.misplaced + _UNEVEN_DOUBT * uneven + _ASIDE_DOUBT * along + _ACROSS_DOUBT * across


def aside(found: Finding) -> NDArray[np.float64]:
    """(N,) how far, in pitches, the mean centre of each otau that holds kumalak lies from its place in the lattice.

    The fewer they are, the looser they may lie: their distance counts as that of nine would.
    """
    away = []
    for ix, uv in enumerate(found.centres_uv):
        if len(uv):
            lattice = found.lattices[ix // OTAU_PER_SIDE]
            number = np.full(len(uv), float(otau_no(ix)))
            off = float((uv[:, 0] - lattice.u(number, uv[:, 1])).mean()) / lattice.pitch
            away.append(off * _weight(len(uv)))
    return np.array(away)


def _across(found: Finding) -> float:
    """How far, in v, the kumalak of the otau that is off most lie nearer to the middle or the rim than the row's."""
    rows = [found.centres_uv[half * OTAU_PER_SIDE : (half + 1) * OTAU_PER_SIDE] for half in (0, 1)]
    furthest = 0.0
    for row in rows:
        middle = np.median(np.concatenate(row)[:, 1])
        off = [abs(float(np.median(uv[:, 1]) - middle)) * _weight(len(uv)) for uv in row if len(uv)]
        furthest = max(furthest, *off)
    return furthest


def _weight(kumalak: int) -> float:
    return min(1.0, math.sqrt(kumalak / KUMALAK_PER_OTAU))
