"""Whether a board in mid-game was set up for another game."""

from __future__ import annotations

from itertools import chain
from typing import Final

import numpy as np

from togyz.board import KUMALAK_PER_OTAU
from togyz.events import Desync, Event, Retract
from togyz.inference.observation import Observation
from togyz.position import Position
from togyz.record import Record

BACK_MAX: Final = 40
"""So many kumalak do not come back from the kazans to the otaus in one game, but when another one is set up. Players
take back a ply or two, and the largest captures are of about 20."""

_PLIES_MIN: Final = 6
"""Nobody takes back so many plies, to the first."""
_OFF_MAX: Final = 3
"""So many otaus may be misread, or not be filled yet: the new game has its own gate."""
_REST_S: Final = 2.0


def shows_start_again(observation: Observation, record: Record) -> bool:
    """Whether the start position lies there, at rest, after a game that has left it for good.

    Args:
        observation: what is seen.
        record: of that game.
    """
    is_played = len(record.plies) >= _PLIES_MIN or sum(record.position.kazan) >= BACK_MAX
    if not record.plies or not is_played or observation.t - observation.t_rest < _REST_S:
        return False
    off = observation.log_lik.argmax(axis=1) != KUMALAK_PER_OTAU
    return bool(observation.visible.all()) and int(np.count_nonzero(off)) <= _OFF_MAX


def is_set_up_anew(event: Event, before: Position, after: Position) -> bool:
    """Whether so much lies in the otaus at an event that they were filled for another game, or misread.

    Args:
        event: what was announced; a desync tells what was seen.
        before: the position of the record without it.
        after: the position of the record with it.
    """
    if isinstance(event, Retract):  # what is withdrawn was never on the board
        return False
    lying = sum(chain.from_iterable(event.seen.values())) if isinstance(event, Desync) else sum(after.otau)
    return lying - sum(before.otau) >= BACK_MAX
