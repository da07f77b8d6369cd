"""Everything that the recorder announces, as values with a fixed JSON form (schema 1).

An event is one line: ``{"schema":1,"event":"ply","t":12.4,...}``. ``t`` is source time in s at which it was emitted.
The sequence of events alone rebuilds the record (togyz/fold.py); togyz/event_json.py reads lines back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Final, Literal

from togyz.board import Side
from togyz.codes import Code
from togyz.game import Header
from togyz.json_text import compact_json
from togyz.outcome import Reason, Result
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules

SCHEMA: Final = 1

PlyStatus = Literal["provisional", "confirmed", "corrected", "accepted_illegal"]
Resolution = Literal["put_right", "accepted", "set", "resync"]
Loss = Literal["source", "program", "gone", "silent", "frozen", "black", "cut", "resized", "blurred"]
"""Why nothing can be seen: the first two end a recording; the others are faults of a camera that may mend, and a
recording waits for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events. ``name`` is the word that stands in JSON."""

    name: ClassVar[str] = ""
    t: float

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, keys in the order of the fields; fields that are None where absence means nothing stay."""
        plain = {one.name: _plain(getattr(self, one.name)) for one in fields(self)}
        return {"schema": SCHEMA, "event": self.name} | plain

    def to_json(self) -> str:
        """One line without its line end.

        Raises:
            ValueError: it holds a number that JSON does not know.
        """
        return compact_json(self.to_dict())


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """A game began in ``position``; t is when that was first seen at rest.

    Attributes:
        clock: the time control, as :meth:`togyz.clock.TimeControl.from_string` reads it; None without a clock.
    """

    name: ClassVar[str] = "started"
    position: Position
    rules: Rules = DEFAULT_RULES
    headers: Mapping[str, Header] = field(default_factory=dict, hash=False)
    clock: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated(Event):
    """The board was found. ``white_side`` is None while it is unknown."""

    name: ClassVar[str] = "calibrated"
    layout: str
    residual_px: float
    tilt_deg: float
    white_side: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlySeen(Event):
    """A ply was inferred (or inferred anew after a retraction). n counts plies from 1.

    Attributes:
        move: two digits and ``x``.
        landing: the otau number where the last kumalak fell; captured: kumalak taken by an even capture or a tuzdyk.
        t_rest: when the board came to rest after it. seen: False where nobody saw the position after it at rest.
        confidence: posterior of this ply at this place.
        alternatives: the next best plies, (move, probability) each, best first.
        after: what followed a ply accepted against the rules; None where the rules give it.
        evidence: names of the files that show it, below the game's folder.
    """

    name: ClassVar[str] = "ply"
    n: int
    side: Side
    otau: int
    move: str
    landing: int
    captured: int
    tuzdyk: bool
    status: PlyStatus
    confidence: float
    t_rest: float
    seen: bool
    alternatives: tuple[tuple[str, float], ...] = ()
    after: Position | None = None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Retract(Event):
    """Ply n and all after it are withdrawn; a better history follows.

    Attributes:
        with_position: the position set after ply n - 1 is withdrawn, too; else it stays.
        alerts: numbers of those that are withdrawn, too.
    """

    name: ClassVar[str] = "retract"
    n: int
    with_position: bool = False
    alerts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed(Event):
    """Ply n will not be retracted by the program any more.

    Attributes:
        confidence, alternatives: as in :class:`PlySeen`, in the light of what came since.
    """

    name: ClassVar[str] = "confirmed"
    n: int
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Takeback(Event):
    """The players took plies back; n plies remain."""

    name: ClassVar[str] = "takeback"
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSet(Event):
    """After ply n the game goes on from ``position``, which the rules do not give: set, or adopted as it lay there.

    Attributes:
        by: who set it; None where nobody did.
    """

    name: ClassVar[str] = "position_set"
    n: int
    position: Position
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """Somebody said that ply n was the one last told; what follows from that comes next."""

    name: ClassVar[str] = "corrected"
    n: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadersSet(Event):
    """A person said who plays, where, when: these headers besides those that stand; an empty one is taken away."""

    name: ClassVar[str] = "headers"
    headers: Mapping[str, str] = field(hash=False)
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed(Event):
    """What somebody had said no longer fits what was said since; it stands again where it fits again.

    Attributes:
        n, move: of which ply it was said, and what; ``move`` is None where it was a position, after ply n.
        by: who had said it.
    """

    name: ClassVar[str] = "lapsed"
    n: int
    move: str | None
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted(Event):
    """Somebody let the error of alert ``id`` stand; n plies are on record then."""

    name: ClassVar[str] = "accepted"
    n: int
    id: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert(Event):
    """Something is wrong. ``code`` is one of the arbiter's codes; words are rendered elsewhere.

    A later alert of the same ``id`` takes its place: the error has a better explanation.

    Attributes:
        side, otau: whose row and which otaus in it. The otau that was played, of the side that played it (with
            ``moved_opponents`` its number in the opponent's row), or the one that holds too few or too many kumalak.
        seen, expected: numbers of kumalak in the boxes that differ, and only there: under the word for each side by the
            otau's number, under ``kazan`` by the word for the side that owns it.
        t_rest: source time in s at which the board came to rest in it.
        evidence: names of the files that show it, below the game's folder.
    """

    name: ClassVar[str] = "alert"
    id: int
    code: Code
    side: Side | None
    otau: tuple[int, ...]
    seen: Mapping[str, Any] = field(hash=False)
    expected: Mapping[str, Any] = field(hash=False)
    t_rest: float
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved(Event):
    """The alert ``id`` ended."""

    name: ClassVar[str] = "resolved"
    id: int
    how: Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Desync(Event):
    """The board cannot be explained.

    Attributes:
        n: so many plies are sure, and ``position`` is what followed the last of them.
        seen: by the word for each side, the likeliest numbers of kumalak in its nine otaus.
        explanations: what it may be, likeliest first, as :func:`togyz.inference.explanations.explanations` tells it.
    """

    name: ClassVar[str] = "desync"
    n: int
    position: Position
    seen: Mapping[str, tuple[int, ...]] = field(hash=False)
    explanations: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resync(Event):
    """The board is explained again; n plies now stand."""

    name: ClassVar[str] = "resync"
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSettled(Event):
    """White's side became known. ``turned``: the calibration had it the other way round."""

    name: ClassVar[str] = "side_settled"
    turned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLow(Event):
    """A side has come below five minutes."""

    name: ClassVar[str] = "time_low"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTold(Event):
    """Somebody did something to the clock on the table, and it stands so. From then on nobody else presses it.

    Attributes:
        t_clock: source time in s at which it stood so.
        by: who pressed, so that the other's turn began; None where it was started, stopped or set.
        remaining_s: white's and black's time.
        to_move: whose time runs, or will.
    """

    name: ClassVar[str] = "clock"
    t_clock: float
    by: Side | None
    remaining_s: tuple[float, float]
    to_move: Side
    is_running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Event):
    """The winner stands, play may go on (82 reached)."""

    name: ClassVar[str] = "decided"
    result: Result
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Event):
    """The game ended. ``kazan``: by the word for each side, what it holds after the final sweep."""

    name: ClassVar[str] = "over"
    result: Result
    reason: Reason
    kazan: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift(Event):
    """The camera or the board moved and was registered anew.

    Attributes:
        px: root mean square of what the board's corners moved in the picture.
        deg: by how much it turned there, clockwise.
    """

    name: ClassVar[str] = "drift"
    px: float
    deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(Event):
    """The board or the camera is lost.

    Attributes:
        detail: what the program or the system says of it, for who has to mend it.
    """

    name: ClassVar[str] = "lost"
    why: Loss
    detail: str = ""

    @property
    def is_end(self) -> bool:
        """Whether the recording ends by it."""
        return self.why in ("source", "program")


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Event):
    """The camera gives good pictures again, after ``gap_s`` without."""

    name: ClassVar[str] = "back"
    gap_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Event):
    """Recording ended.

    Attributes:
        path: the game.json written: as it is stored, by its name in the game's folder.
        anew: the board was set up for another game, and that ended this one.
    """

    name: ClassVar[str] = "finished"
    path: str
    anew: bool = False


def _plain(value: object) -> Any:
    """What JSON can hold of a value."""
    match value:
        case Position() | Rules():
            return value.to_dict()
        case Enum():
            return value.value
        case tuple():
            return [_plain(one) for one in value]
        case Mapping():
            return {name: _plain(one) for name, one in value.items()}
        case _:
            return value
