"""A game on a simulated board, ply by ply: what lies where, which marker, which hand, and the picture of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from togyz.board import OTAU_TOTAL, Side, otau_ix
from togyz.position import Position
from tools.simulator.scene import Rendered
from tools.simulator.settle import pour
from tools.simulator.studio import Kumalak, Studio, covered, drawn_kumalak
from tools.simulator.things import Thing, draw_hand, draw_marker, no_solids

Kind = Literal["empty", "start", "settled", "hand"]
_OPPOSITE: Final = 0.7
"""How often white's kazan lies in black's half of a box, as on most real ones."""
EMPTY: Final = Position((0,) * OTAU_TOTAL, (0, 0), (None, None), Side.WHITE)


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What is to be seen.

    Attributes:
        kind: of picture.
        ply: plies played so far.
        position: what lies on the board.
        move: the move that led to it; with a hand, the one that is being played.
        hand: the hand in view.
    """

    kind: Kind
    ply: int
    position: Position
    move: tuple[Side, int] | None = None
    hand: Thing | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A state before the camera.

    Attributes:
        rendered: the picture before the camera spoils it.
        kumalak: where they lie; None on the bare board.
        covered: share of each of the 20 boxes that the hand hides.
    """

    rendered: Rendered
    kumalak: Kumalak | None
    covered: tuple[float, ...]


class Play:
    """Plays one game and shows its states."""

    def __init__(self, studio: Studio, rng: np.random.Generator) -> None:
        """Draw what stays the same throughout the game."""
        self.studio = studio
        opposite = studio.board.family == "box" and rng.random() < _OPPOSITE
        self.kazan_of = {Side.WHITE: 19, Side.BLACK: 18} if opposite else {Side.WHITE: 18, Side.BLACK: 19}
        self._rng = rng
        self._marker_seed = int(rng.integers(2**31))
        self._kumalak: Kumalak | None = None

    def states(self, plies: int, *, hands: bool) -> Iterator[State]:
        """The bare board, the start and the position after each ply, before it a hand over the otau it begins in."""
        position = Position.start()
        yield State("empty", -1, EMPTY)
        yield State("start", 0, position)
        for ply in range(1, plies + 1):
            if position.outcome() is not None:
                return
            move = position.to_move, self._choose(position)
            if hands:
                yield State("hand", ply - 1, position, move, self.hand(move[0], otau_ix(*move)))
            position = position.play(move[1])
            yield State("settled", ply, position, move)

    def hand(self, side: Side, box: int) -> Thing:
        """A player's hand over a box."""
        over = self.studio.board.hollows()[box]
        return draw_hand(self._rng, (over.x, over.y), 1.0 if side is Side.WHITE else -1.0)

    def show(self, state: State) -> Seen:
        """A state before the camera; only what changed since the last one shown has moved."""
        if state.kind != "empty":
            self._lay_out(state.position)
        markers = self._markers(state.position)
        things = [*markers, *([state.hand] if state.hand else [])]
        solids = self._kumalak.solids if self._kumalak else no_solids()
        rendered = self.studio.render(solids, things)
        first = len(solids) + sum(len(marker.solids) for marker in markers)
        size = self.studio.image_wh
        shares = [covered(rendered.ids, self.studio.outline_px(box), first, size) for box in range(OTAU_TOTAL + 2)]
        return Seen(rendered, self._kumalak, tuple(shares))

    def _lay_out(self, position: Position) -> None:
        kazans = position.kazan if self.kazan_of[Side.WHITE] == OTAU_TOTAL else position.kazan[::-1]
        counts = (*position.otau, *kazans)
        if self._kumalak is None:
            self._kumalak = drawn_kumalak(self.studio, counts, self._rng)
        else:
            self._kumalak = self._kumalak.moved(self.studio, counts, self._rng)

    def _choose(self, position: Position) -> int:
        """A move, rather one that captures."""
        legal = list(position.legal_moves)
        weights = np.array([1 + position.sow(number).captured for number in legal], float)
        return legal[self._rng.choice(len(legal), p=weights / weights.sum())]

    def _markers(self, position: Position) -> list[Thing]:
        """The markers that lie in tuzdyks, alike and always in the same place."""
        markers = []
        for side, number in zip(Side, position.tuzdyk, strict=True):
            if number is not None:
                rng = np.random.default_rng(self._marker_seed)
                hollow = self.studio.board.hollows()[otau_ix(side.other, number)]
                rests_at = pour(self.studio.beds[0], 1, "sown", rng)[0] + np.array([hollow.x, hollow.y, 0.0])
                markers.append(draw_marker(rng, rests_at, self.studio.balls.bgr)[1])
        return markers
