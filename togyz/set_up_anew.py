"""Whether a board in mid-game was set up for another game."""

from __future__ import annotations

from itertools import chain
from typing import Final

from togyz.events import Desync, Event, Retract
from togyz.position import Position

BACK_MAX: Final = 40
"""So many kumalak do not come back from the kazans to the otaus in one game, but when another one is set up. Players
take back a ply or two, and the largest captures are of about 20."""


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
