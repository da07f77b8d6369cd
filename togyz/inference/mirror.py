"""A camera that shows a mirror image: plies make sense only when the rows are read from their other ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL
from togyz.inference.observation import Change, CutOff, Observation

_ROW: Final = np.arange(OTAU_PER_SIDE)[::-1]
_ORDER: Final = np.concatenate([_ROW, OTAU_PER_SIDE + _ROW, [OTAU_TOTAL, OTAU_TOTAL + 1]])


def in_mirror(observation: Observation) -> Observation:
    """The observation with each row read from its other end."""
    otaus, cut_off, marker = _ORDER[:OTAU_TOTAL], observation.cut_off, observation.log_marker
    return replace(
        observation,
        log_lik=observation.log_lik[otaus],
        visible=observation.visible[otaus],
        changes=tuple(_change_in_mirror(one) for one in observation.changes),
        touched=observation.touched[_ORDER],
        log_marker=None if marker is None else marker[_ORDER],
        cut_off=cut_off and CutOff(tuple(sorted(int(otaus[ix]) for ix in cut_off.otaus)), cut_off.edges),
    )


def _change_in_mirror(change: Change) -> Change:
    kinds = None if change.log_kind is None else change.log_kind[_ORDER]
    return Change(change.reference, change.log_ratio[_ORDER], kinds)
