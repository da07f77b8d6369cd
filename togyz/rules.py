"""The options on which rules texts disagree; the defaults are what real records do (docs/decisions.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Rules:
    """One game's options.

    Attributes:
        at_82: what a kazan of 82 means. ``decide``: the winner stands, play may go on; ``stop``: the game is over at
            once; ``play_on``: nothing is said before the end.
        extra_move: a ply that leaves the opponent without kumalak is followed by one more of the same side before the
            sweep (the texts' literal "one additional move").
        flag: how a time-out is judged. ``kazan``: below 81 loses, 81 draws, above has won; ``loss``: it loses.
    """

    at_82: Literal["decide", "stop", "play_on"] = "decide"
    extra_move: bool = False
    flag: Literal["kazan", "loss"] = "kazan"


DEFAULT_RULES: Final = Rules()
