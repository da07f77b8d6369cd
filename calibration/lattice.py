"""The row of nine otaus in a half's own frame, fitted to the centres of kumalak lying in them.

The model allows for what a real board shows: nine equal steps, seen through a lens that is not known (a cubic in the
otau's number), with floors that lie deeper than the outline (so that balls lean towards the picture's middle).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_PER_SIDE

PITCH_RANGE: Final = (0.074, 0.1105)
"""Distance of two otaus over the length of the board: from bowls with kazans at the ends to a box without rims."""
MIDDLE_RANGE: Final = 0.045
"""How far the middle of the row may lie from the middle of the half."""


@dataclass(frozen=True, slots=True)
class RowLattice:
    """Where the nine otaus of a row lie, in a half's own frame.

    Attributes:
        along: u of an otau's middle at ``v_mid`` as a cubic in kappa = (otau_no - 5) / 4, lowest power first.
        slant: du/dv at kappa = 0, and its growth with kappa.
        v_mid: where ``along`` holds.
    """

    along: tuple[float, float, float, float]
    slant: tuple[float, float]
    v_mid: Annotated[float, msgspec.Meta(ge=0, le=1)]

    @property
    def pitch(self) -> float:
        """Mean distance of two neighbouring otaus in u."""
        return (self.along[1] + self.along[3]) / 4

    def u(self, otau_no: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where a (possibly fractional) otau number lies at height v; half numbers are the borders of otaus."""
        kappa = (otau_no - 5) / 4
        middle = np.polynomial.polynomial.polyval(kappa, np.array(self.along))
        return np.asarray(middle + (self.slant[0] + self.slant[1] * kappa) * (v - self.v_mid), np.float64)

    def otau_of(self, uv: NDArray[np.float64]) -> NDArray[np.int64]:
        """(N,) otau number 1..9 of points (N, 2) by their u; 0 beside the row."""
        borders = self.u(np.arange(0.5, OTAU_PER_SIDE + 1, dtype=np.float64)[:, None], uv[:, 1])
        passed = (uv[:, 0] > borders).sum(axis=0)
        return np.where(passed <= OTAU_PER_SIDE, passed, 0)


def even_lattice(pitch: float, middle: float, v_mid: float) -> RowLattice:
    """Nine equal steps about u = ``middle``."""
    return RowLattice((middle, 4 * pitch, 0.0, 0.0), (0.0, 0.0), v_mid)


def fit_lattice(uv: NDArray[np.float64], otau_no: NDArray[np.int64]) -> RowLattice:
    """Fit to centres (N, 2) whose otau numbers are known.

    Bends and slants are held back by a weak prior, since nine kumalak lie unevenly in an otau.
    """
    kappa = (otau_no - 5) / 4
    v_mid = float(np.median(uv[:, 1]))
    dv = uv[:, 1] - v_mid
    design = np.column_stack([np.ones_like(kappa), kappa, kappa**2, kappa**3, dv, dv * kappa])
    ridge = np.diag([0, 0, 0.3, 0.3, 0.02, 0.02]) * np.sqrt(len(uv))
    found = np.linalg.solve(design.T @ design + ridge, design.T @ (uv[:, 0] - 0.5))
    c = [float(x) for x in found]
    return RowLattice((c[0] + 0.5, c[1], c[2], c[3]), (c[4], c[5]), v_mid)


def guess_lattices(
    uv_rows: tuple[NDArray[np.float64], NDArray[np.float64]], kumalak: NDArray[np.int64]
) -> tuple[float, tuple[RowLattice, RowLattice]]:
    """Find the step and the middle of two alike rows from loose centres, some of them false.

    Args:
        uv_rows: centres (N, 2) in white's half and in black's half.
        kumalak: (18,) how many should lie in each otau.

    Returns:
        The lattices of the lowest ``lattice_cost``, and that cost.
    """
    u_all = np.concatenate([uv_rows[0][:, 0], 1 - uv_rows[1][:, 0]])
    best = (np.inf, (even_lattice(0.1, 0.5, 0.5), even_lattice(0.1, 0.5, 0.5)))
    for pitch in np.arange(*PITCH_RANGE, 0.001):
        phase = np.angle(np.exp(2j * np.pi * u_all / pitch).mean()) / (2 * np.pi) * pitch
        first = np.ceil((0.5 - MIDDLE_RANGE - phase) / pitch)
        for middle in np.arange(phase + first * pitch, 0.5 + MIDDLE_RANGE, pitch):
            lattices = even_lattice(pitch, middle, 0.5), even_lattice(pitch, 1 - middle, 0.5)
            cost = lattice_cost(uv_rows, kumalak, lattices)
            if cost < best[0]:
                best = (cost, lattices)
    return best


def lattice_cost(
    uv_rows: tuple[NDArray[np.float64], NDArray[np.float64]],
    kumalak: NDArray[np.int64],
    lattices: tuple[RowLattice, RowLattice],
) -> float:
    """Kumalak in wrong otaus or beside the rows, less a bonus for centres gathered about the otaus' middles."""
    wrong, gathered = 0.0, 0.0
    for uv, want, lattice in zip(uv_rows, np.split(kumalak, 2), lattices, strict=True):
        place = (uv[:, 0] - lattice.along[0]) / lattice.pitch
        number = np.floor(place + 5.5).astype(np.int64)
        inside = (number >= 1) & (number <= OTAU_PER_SIDE)
        found = np.bincount(number[inside], minlength=OTAU_PER_SIDE + 1)[1:]
        wrong += float(np.abs(found - want).sum() + (~inside).sum())
        gathered += float(np.cos(2 * np.pi * place).sum())
    return wrong - 0.5 * gathered
