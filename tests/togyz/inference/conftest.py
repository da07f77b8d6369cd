"""A tracker under test with the camera replaced: boards are shown to it, what it says is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from togyz.board import OTAU_TOTAL, Side
from togyz.events import Confirmed, Event, PlySeen, Retract, Takeback
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, Observation
from togyz.inference.tracker import Tracker
from togyz.position import Position

REFERENCES = 3


class Sight(NamedTuple):
    """How clearly a board is seen: log-likelihoods of counts that are off by one, or by more, and of changes."""

    neighbour: float
    other: float
    changed: float


GOOD, SHARP = Sight(-3.0, -7.0, 3.5), Sight(-7.0, -9.0, 4.6)


def rows_for(otau: Sequence[int], misread: Mapping[int, int], sight: Sight = GOOD) -> np.ndarray:
    """Likelihoods of a counter that sees these counts, but for the otaus in ``misread`` those."""
    seen = np.array([misread.get(ix, held) for ix, held in enumerate(otau)])
    off = np.abs(np.arange(KUMALAK_MAX + 1) - seen[:, None])
    return np.select([off == 0, off == 1], [0.0, sight.neighbour], sight.other)


class Film:
    """Shows boards to a tracker, one quiet spell after the other."""

    def __init__(self, tracker: Tracker, *, turned: bool = False, compares: bool = True, sharp: bool = False) -> None:
        self.tracker = tracker
        self.state = tracker.initial()
        self.events: list[Event] = []
        self.observations: list[Observation] = []
        self.t_s = 0.0
        self._turned = turned
        self._compares = compares
        self._sight = SHARP if sharp else GOOD
        self._views: list[tuple[int, np.ndarray]] = []

    def show(
        self,
        board: Position | Sequence[int],
        *,
        misread: Mapping[int, int] | None = None,
        stays_s: float = 0.5,
        gap_s: float = 1.5,
        **fields: object,
    ) -> list[Event]:
        """A new spell: ``board`` is a position or 20 contents. Returns what is said about it."""
        boxes = np.array([*board.otau, *board.kazan] if isinstance(board, Position) else board)
        self._spell = len(self._views)
        self._t_rest = self.t_s + gap_s
        self._log_lik = rows_for(boxes, misread or {}, self._sight)[:OTAU_TOTAL]
        self._changes = [
            Change(spell, np.where(boxes != before, self._sight.changed, -self._sight.changed))
            for spell, before in self._views[: -REFERENCES - 1 : -1]
            if self._compares
        ]
        self._views.append((self._spell, boxes))
        self._fields = fields
        return self.stay(stays_s)

    def stay(self, stays_s: float, misread: Mapping[int, int] | None = None) -> list[Event]:
        """The same spell again, ``stays_s`` after the board came to rest, read anew where ``misread`` is given."""
        if misread is not None:
            self._log_lik = rows_for(self._views[-1][1], misread, self._sight)[:OTAU_TOTAL]
        self.t_s = self._t_rest + stays_s
        observation = Observation(
            spell=self._spell,
            t_rest=self._t_rest,
            t=self.t_s,
            log_lik=self._log_lik,
            visible=np.ones(OTAU_TOTAL, dtype=bool),
            changes=tuple(self._changes),
            touched=np.ones(BOX_TOTAL, dtype=bool),
        )
        observation = replace(observation, **self._fields)
        return self.feed(half_turn(observation) if self._turned else observation)

    def feed(self, observation: Observation) -> list[Event]:
        self.observations.append(observation)
        self.state, said = self.tracker.advance(self.state, observation)
        self.events += said
        return said

    def finish(self) -> list[Event]:
        self.state, said = self.tracker.finish(self.state, self.t_s)
        self.events += said
        return said

    def said(self, name: str) -> list[Event]:
        return [event for event in self.events if event.name == name]

    @property
    def record(self) -> list[str]:
        """The moves that stand."""
        return [ply.move for ply in self.plies]

    @property
    def plies(self) -> list[PlySeen]:
        standing: list[PlySeen] = []
        for event in self.events:
            if isinstance(event, PlySeen):
                standing[event.n - 1 :] = [event]
            elif isinstance(event, Retract):
                del standing[event.n - 1 :]
            elif isinstance(event, Takeback):
                del standing[event.n :]
        return standing

    @property
    def confirmed(self) -> list[int]:
        return [event.n for event in self.events if isinstance(event, Confirmed)]


def half_turn(observation: Observation) -> Observation:
    """What a camera sees whose calibration has white's side the wrong way round."""
    order = np.r_[9:18, 0:9, 19, 18]
    return replace(
        observation,
        log_lik=observation.log_lik[order[:OTAU_TOTAL]],
        visible=observation.visible[order[:OTAU_TOTAL]],
        changes=tuple(Change(one.reference, one.log_ratio[order]) for one in observation.changes),
        touched=observation.touched[order],
        hand=observation.hand.other if isinstance(observation.hand, Side) else None,
    )


@pytest.fixture
def film() -> Callable[..., Film]:
    """Makes a film for a tracker: ``film(Tracker(...), turned=..., compares=..., sharp=...)``."""
    return lambda tracker=None, **options: Film(tracker or Tracker(), **options)


@pytest.fixture
def line() -> Callable[..., list[Position]]:
    """The positions of a game: ``line("76 76 99")``, the start (or the given one) first."""

    def positions(moves: str, start: Position | None = None) -> list[Position]:
        found = [start or Position.start()]
        for move in moves.split():
            sowing = found[-1].sow(int(move[0]))
            assert sowing.move == move
            found.append(sowing.after)
        return found

    return positions
