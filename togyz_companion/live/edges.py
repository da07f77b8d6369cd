"""Whose row lies where in the camera's picture: for the operator's page, which names the edges of the board."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.halves import to_image
from calibration.view import BoardView
from togyz.board import OTAU_PER_SIDE, Side

_BESIDE: Final = ((OTAU_PER_SIDE // 2, (0.0, 1.0)), (OTAU_PER_SIDE - 1, (1.6, 0.2)))
"""Places beside a row in the frame of one of its otaus, counted from 0: beyond rim and counts; beyond the last otau."""
_INSET: Final = (0.08, 0.045)
"""Of the picture's size: so far from its rim a name can be read."""


def edges_px(view: BoardView, *, turned: bool | None) -> dict[str, list[int]] | None:
    """A point of the picture beside each side's row, by ``Side.value``, px; None while it is open whose row is whose.

    Args:
        view: the board in the picture.
        turned: whether white sits on the other side than the calibration says; None: that is open.
    """
    if turned is None:
        return None
    near, far = (_beside(view, half * OTAU_PER_SIDE) for half in (0, 1))
    white, black = (far, near) if turned else (near, far)
    return {Side.WHITE.value: white, Side.BLACK.value: black}


def _beside(view: BoardView, first_ix: int) -> list[int]:
    """The place beside a row that needs the least moving to lie in the picture."""
    wanted = [to_image(view.H_image_box[first_ix + ix], [at], view.lens)[0] for ix, at in _BESIDE]
    inset = np.array(_INSET) * view.image_wh
    shown = [np.clip(one, inset, view.image_wh - inset) for one in wanted]
    best = min(range(len(shown)), key=lambda nth: float(np.linalg.norm(shown[nth] - wanted[nth])))
    return [round(one) for one in shown[best].tolist()]
