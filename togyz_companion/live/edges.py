"""Whose row lies where in the camera's picture: for the operator's page, which names the edges of the board."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.halves import to_image
from calibration.view import BoardView
from togyz.board import OTAU_PER_SIDE, Side

_BESIDE: Final = (0.0, 1.0)
"""In the frame of the otau in a row's middle: half its length beyond its rim, where no count is drawn."""
_INSET: Final = 0.06
"""Of the picture's size: so far from its rim a name can be read."""


def edges_px(view: BoardView, *, turned: bool | None) -> dict[str, list[int]] | None:
    """A point of the picture beside each side's row, by ``Side.value``, px; None while it is open whose row is whose.

    Args:
        view: the board in the picture.
        turned: whether white sits on the other side than the calibration says; None: that is open.
    """
    if turned is None:
        return None
    near, far = (_beside(view, half * OTAU_PER_SIDE + OTAU_PER_SIDE // 2) for half in (0, 1))
    white, black = (far, near) if turned else (near, far)
    return {Side.WHITE.value: white, Side.BLACK.value: black}


def _beside(view: BoardView, otau_ix: int) -> list[int]:
    point = to_image(view.H_image_box[otau_ix], [_BESIDE], view.lens)[0]
    inset = _INSET * np.array(view.image_wh)
    return [round(one) for one in np.clip(point, inset, np.array(view.image_wh) - inset).tolist()]
