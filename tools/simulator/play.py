"""A game on a simulated board, ply by ply: what lies where, which marker, which hand, and the picture of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side, otau_ix
from togyz.position import Position
from tools.simulator.boards import beside
from tools.simulator.scene import Rendered
from tools.simulator.settle import pour
from tools.simulator.studio import Kumalak, Studio, covered, drawn_kumalak
from tools.simulator.things import Thing, draw_hand, draw_marker, no_solids
from tools.tales import some_move

Kind = Literal["empty", "start", "settled", "hand"]
_OPPOSITE: Final = 0.7
"""How often white's kazan lies in black's half of a box, as on most real ones."""
_PARKED: Final = 0.5
"""How often markers lie in their players' kazans until they are used; standard boxes come with two white balls."""
_BESIDE: Final = 0.2
"""How often players lay their markers beside a tuzdyk and not into it."""
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

    def __init__(self, studio: Studio, rng: np.random.Generator, *, spare: int = 0) -> None:
        """Draw what stays the same throughout the game, in which so many spare kumalak may come to the board."""
        self.studio = studio
        self._spare = spare
        opposite = studio.board.family == "box" and rng.random() < _OPPOSITE
        self.kazan_of = {Side.WHITE: 19, Side.BLACK: 18} if opposite else {Side.WHITE: 18, Side.BLACK: 19}
        self._rng = rng
        self._marker_seed = int(rng.integers(2**31))
        self._is_parked, self._is_beside = (rng.random(2) < (_PARKED, _BESIDE)).tolist()
        self._kumalak: Kumalak | None = None

    def states(self, plies: int, *, hands: bool) -> Iterator[State]:
        """The bare board, the start and the position after each ply, before it a hand over the otau it begins in."""
        position = Position.start()
        yield State("empty", -1, EMPTY)
        yield State("start", 0, position)
        for ply in range(1, plies + 1):
            if position.outcome() is not None:
                return
            move = position.to_move, some_move(position, self._rng)
            if hands:
                yield State("hand", ply - 1, position, move, self.hand(move[0], otau_ix(*move)))
            position = position.play(move[1])
            yield State("settled", ply, position, move)

    def hand(self, side: Side, box: int) -> Thing:
        """A player's hand over a box."""
        x, y, _ = self.studio.board.hollows()[box].middle
        return draw_hand(self._rng, (x, y), 1.0 if side is Side.WHITE else -1.0)

    def show(self, state: State) -> Seen:
        """A state before the camera; only what changed since the last one shown has moved."""
        if state.kind != "empty":
            self._lay_out(state.position)
        markers = self.markers(state.position)
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
            self._kumalak = drawn_kumalak(self.studio, counts, self._rng, spare=self._spare)
        else:
            self._kumalak = self._kumalak.moved(self.studio, counts, self._rng)

    def markers(self, position: Position) -> list[Thing]:
        """The markers of tuzdyks, alike, and those still parked: in one place as long as nothing moves there."""
        markers = []
        for side, number in zip(Side, position.tuzdyk, strict=True):
            if number is not None or self._is_parked:
                rng = np.random.default_rng(self._marker_seed)
                box = self.kazan_of[side] if number is None else otau_ix(side.other, number)
                rests_at = self._marker_at(box, rng)
                markers.append(draw_marker(rng, rests_at, self.studio.balls.bgr)[1])
        return markers

    def _marker_at(self, box: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """(3,) where a ball would rest in a box, or beside an otau."""
        hollow = self.studio.board.hollows()[box]
        if box < OTAU_TOTAL and self._is_beside:
            return beside(self.studio.board, hollow, rng)
        bed = self.studio.beds[box >= OTAU_TOTAL]
        lying = np.zeros((0, 3)) if self._kumalak is None else self._kumalak.lying_in(box)
        return np.asarray(hollow.placed(pour(bed, 1, "sown", rng, lying=hollow.level(lying)))[-1], np.float64)
