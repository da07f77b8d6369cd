"""Films that are joined in the middle: a third is cut off, and the game is recorded from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Final, Literal, Self

from board_io.outage import Moment
from board_io.source import Source, SourceInfo
from togyz.board import Side
from togyz.position import Position
from togyz_companion.beginning import BeginningOptions

How = Literal["", "seen", "given"]
"""How a game that is joined stands: as seen, with the side to move told, or told whole."""
_REST_S: Final = 0.1
"""The first picture that is left comes so long after the hand has left."""


@dataclass(frozen=True)
class Joined:
    """Where a film is joined.

    Attributes:
        begin_s: film time before which everything is cut off.
        beginning: what the program is told.
        plies: what was played from then on, with times from ``begin_s`` on.
    """

    begin_s: float
    beginning: BeginningOptions
    plies: list[dict[str, Any]]


def from_third(truth: dict[str, Any], how: How) -> Joined:
    """Joins a film after a third of its plies, in a position that was seen at rest."""
    if not how:
        return Joined(0.0, BeginningOptions(), truth["plies"])
    plies = truth["plies"]
    ix = next(ix for ix in range(len(plies) // 3, len(plies)) if plies[ix - 1]["t_settled"] is not None)
    state, mover = plies[ix - 1], Side(plies[ix]["side"])
    position = Position(
        (*state["white"], *state["black"]),
        (state["kazan"]["white"], state["kazan"]["black"]),
        (state["tuzdyk"]["white"], state["tuzdyk"]["black"]),
        mover,
    )
    beginning = BeginningOptions(start=position) if how == "given" else BeginningOptions(start="seen", to_move=mover)
    begin_s = state["t_settled"] + _REST_S
    return Joined(begin_s, beginning, [_later(ply, begin_s) for ply in plies[ix:]])


def _later(ply: dict[str, Any], begin_s: float) -> dict[str, Any]:
    settled_s = ply["t_settled"]
    return ply | {"t_settled": None if settled_s is None else settled_s - begin_s}


@dataclass(frozen=True)
class LateSource:
    """A source without its first ``begin_s`` seconds, whose times begin anew."""

    source: Source
    begin_s: float

    @property
    def info(self) -> SourceInfo:
        """As of the whole."""
        return self.source.info

    @property
    def problem(self) -> str | None:
        """As of the whole."""
        return self.source.problem

    def content_hash(self) -> str | None:
        """As of the whole."""
        return self.source.content_hash()

    def __iter__(self) -> Iterator[Moment]:
        begin_ns = round(self.begin_s * 1e9)
        for moment in self.source:
            if moment.t_ns >= begin_ns:
                yield replace(moment, t_ns=moment.t_ns - begin_ns)

    def close(self) -> None:
        """Let go of it."""
        self.source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
