"""What the lattice holds to be so after one observation: what is announced goes by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from togyz.inference.lattice import Layer
from togyz.inference.priors import P_PROVISIONAL
from togyz.position import Position
from togyz.rules import Rules


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The newest layers, and how sure of a ply one must be to book it.

    Attributes:
        t: source time in s, of the newest frame.
        layers: those in memory, oldest first; the last one is the observation's.
        least_p: plies of a lower posterior are not booked.
        ended: whether nothing more will come.
        as_seen: whether the game was joined as it was seen: what was played may be sure then before what lay there is.
    """

    t: float
    layers: Sequence[Layer]
    start: Position
    rules: Rules
    least_p: float = P_PROVISIONAL
    ended: bool = False
    as_seen: bool = False
