"""A film's record against its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np

from togyz.events import Alert, Desync, Drift, Event, PlySeen, Retract
from togyz.recorded import RecordedPly

Move = tuple[str, int]
"""The side that moves and its otau's number: with the position before, all there is to a ply."""


@dataclass(frozen=True)
class FilmScore:
    """How good one film's record is.

    Attributes:
        plies: played in the film.
        prefix: right before the first mistake.
        edits: plies to insert, delete or change, at the least, to make the record right (Levenshtein's distance).
        delays_s: of the plies that are right and were seen at rest: from the moment the hand had left to the event.
        retractions, desyncs, alerts: events of these kinds; films without an error call for none.
        seen_wrong: plies that are right but wrongly marked as seen at rest, or as not seen.
        shortcoming: why there is no record, or why it is not whole.
        drifts_s: source times at which it was told that the board or the camera moved.
    """

    name: str
    plies: int
    prefix: int
    edits: int
    delays_s: tuple[float, ...]
    retractions: int
    desyncs: int
    alerts: int
    seen_wrong: int
    shortcoming: str | None
    drifts_s: tuple[float, ...] = ()

    @property
    def right(self) -> int:
        """Plies right: those played, less one for every edit."""
        return max(0, self.plies - self.edits)

    @property
    def is_exact(self) -> bool:
        """Whether the whole game is right."""
        return self.edits == 0


def score_film(
    name: str,
    truth: Sequence[dict[str, Any]],
    plies: Sequence[RecordedPly],
    events: Sequence[Event],
    *,
    shortcoming: str | None = None,
) -> FilmScore:
    """Compare a record, with all events that led to it, with the ``plies`` of a film's truth."""
    played: list[Move] = [(ply["side"], ply["otau"]) for ply in truth]
    recorded: list[Move] = [(ply.side.value, ply.otau) for ply in plies]
    edits, pairs = align(played, recorded)
    announced_s = {event.n: event.t for event in events if isinstance(event, PlySeen)}
    both = [(truth[here], plies[there]) for here, there in pairs]
    return FilmScore(
        name=name,
        plies=len(played),
        prefix=sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(played, recorded, strict=False))),
        edits=edits,
        delays_s=tuple(
            round(announced_s[ply.n] - real["t_settled"], 3) for real, ply in both if real["t_settled"] is not None
        ),
        retractions=_number_of(Retract, events),
        desyncs=_number_of(Desync, events),
        alerts=_number_of(Alert, events),
        seen_wrong=sum(ply.seen != real.get("seen", True) for real, ply in both),
        shortcoming=shortcoming,
        drifts_s=tuple(event.t for event in events if isinstance(event, Drift)),
    )


def align(played: Sequence[Move], recorded: Sequence[Move]) -> tuple[int, list[tuple[int, int]]]:
    """The fewest edits between two lists, and the index pairs of what stays in such an edit.

    >>> align([("white", 7), ("black", 9), ("white", 6)], [("white", 7), ("white", 6)])
    (1, [(0, 0), (2, 1)])
    """
    edits = _edits(played, recorded)
    pairs = []
    row, column = len(played), len(recorded)
    while row and column:
        is_equal = played[row - 1] == recorded[column - 1]
        if edits[row, column] == edits[row - 1, column - 1] + (not is_equal):
            row, column = row - 1, column - 1
            pairs += [(row, column)] if is_equal else []
        elif edits[row, column] == edits[row - 1, column] + 1:
            row -= 1
        else:
            column -= 1
    return int(edits[-1, -1]), pairs[::-1]


def _edits(played: Sequence[Move], recorded: Sequence[Move]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """(R + 1, C + 1) Levenshtein distances between all beginnings of both."""
    edits = np.zeros((len(played) + 1, len(recorded) + 1), np.int64)
    edits[:, 0], edits[0, :] = np.arange(edits.shape[0]), np.arange(edits.shape[1])
    for row, one in enumerate(played, 1):
        for column, other in enumerate(recorded, 1):
            changed = edits[row - 1, column - 1] + (one != other)
            edits[row, column] = min(changed, edits[row - 1, column] + 1, edits[row, column - 1] + 1)
    return edits


def _number_of(kind: type[Event], events: Sequence[Event]) -> int:
    return sum(isinstance(event, kind) for event in events)
