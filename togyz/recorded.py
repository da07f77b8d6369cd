"""What is recorded of a ply, an alert, what somebody said, or a doubt: values, and objects of game.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, Side
from togyz.codes import Code
from togyz.events import PlyStatus, Resolution
from togyz.fields import (
    Fields,
    any_object,
    boolean,
    list_of,
    number,
    one_of,
    refuse,
    side_word,
    text,
    whole,
    word_of,
)
from togyz.position import Position

PLIES: Final = 100_000
"""More are no game."""
_ALTERNATIVES: Final = 3
_ROUNDED: Final = 1e-5
_SECONDS: Final = 1e9
_PLY_FIELDS: Final = ("n", "side", "move", "otau", "landing", "captured", "tuzdyk", "t", "seen", "confidence", "status")
_ALERT_FIELDS: Final = ("id", "t_rest", "t", "code", "side", "otau", "seen", "expected", "resolved")

_n: Final = whole(1, PLIES)
_otau_no: Final = whole(1, OTAU_PER_SIDE)
_seconds: Final = number(0, _SECONDS)
_SIDES: Final = tuple(side.value for side in Side)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPly:
    """One ply as the recorder saw it.

    Attributes:
        n: counted from 1.
        move: two digits and ``x``, without ``!`` (that is its status).
        otau, landing: otau numbers 1..9, each in its owner's numbering.
        captured: kumalak taken by an even capture or a tuzdyk.
        t: source time in s at which the board came to rest; None where no camera saw the game.
        seen: False where nobody saw the position after it at rest.
        confidence: posterior 0..1; None where no camera saw the game.
        after: the position that followed, only where the rules do not give it.
        alternatives: what else it may have been, (move, probability) each, likeliest first; three at most.
        evidence: names of the files that show it, below the game's folder.
        clock_s: what white's and black's clock showed when it was completed; None without a clock.
        t_press: source time in s at which its player pressed the clock; None where nobody did.
    """

    n: int
    side: Side
    move: str
    otau: int
    landing: int
    captured: int
    tuzdyk: bool
    t: float | None
    seen: bool
    confidence: float | None
    status: PlyStatus
    alternatives: tuple[tuple[str, float], ...] = ()
    after: Position | None = None
    evidence: tuple[str, ...] = ()
    clock_s: tuple[float, float] | None = None
    t_press: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The object in ``plies``."""
        plain = {name: getattr(self, name) for name in _PLY_FIELDS} | {"side": self.side.value}
        after = {} if self.after is None else {"after": self.after.to_dict()}
        clock = {} if self.clock_s is None else {"clock": dict(zip(_SIDES, self.clock_s, strict=True))}
        pressed = {} if self.t_press is None else {"t_press": self.t_press}
        others = {} if self.confidence is None else {"alternatives": [list(one) for one in self.alternatives]}
        return plain | others | after | clock | pressed | {"evidence": list(self.evidence)}

    @classmethod
    def from_dict(cls, value: object, where: str) -> RecordedPly:
        """Reads an object of ``plies``; ``where`` names it in errors.

        Raises:
            RecordError: a field is missing, unknown or does not hold what it should.
        """
        optional = ("alternatives", "after", "clock", "t_press")
        fields = Fields(value, where, (*_PLY_FIELDS, "evidence"), optional)
        return cls(
            n=fields.read("n", _n),
            side=fields.read("side", side_word),
            move=fields.read("move", text),
            otau=fields.read("otau", _otau_no),
            landing=fields.read("landing", _otau_no),
            captured=fields.read("captured", whole(0, KUMALAK_TOTAL)),
            tuzdyk=fields.read("tuzdyk", boolean),
            t=fields.maybe("t", _seconds),
            seen=fields.read("seen", boolean),
            confidence=fields.maybe("confidence", number(0, 1)),
            status=fields.read("status", one_of(get_args(PlyStatus))),
            alternatives=fields.maybe("alternatives", _alternatives) or (),
            after=fields.maybe("after", Position.from_dict),
            clock_s=fields.maybe("clock", _clock_s),
            t_press=fields.maybe("t_press", _seconds),
            evidence=fields.read("evidence", list_of(text)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedAlert:
    """One alert and how it ended.

    Attributes:
        t_rest: source time in s at which the board came to rest in the error; t: when the alert was emitted.
        side, otau, seen, expected: as in :class:`togyz.events.Alert`; the code's sentence is rendered from them.
        resolved: None while it stands.
        evidence: as in :class:`RecordedPly`.
    """

    id: int
    t_rest: float
    t: float
    code: Code
    side: Side | None
    otau: tuple[int, ...]
    seen: Mapping[str, Any] = field(hash=False)
    expected: Mapping[str, Any] = field(hash=False)
    resolved: Resolution | None = None
    evidence: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The object in ``alerts``."""
        return {name: getattr(self, name) for name in _ALERT_FIELDS} | {
            "side": None if self.side is None else self.side.value,
            "otau": list(self.otau),
            "seen": dict(self.seen),
            "expected": dict(self.expected),
            "evidence": list(self.evidence),
        }

    @classmethod
    def from_dict(cls, value: object, where: str) -> RecordedAlert:
        """Reads an object of ``alerts``; ``where`` names it in errors.

        Raises:
            RecordError: a field is missing, unknown or does not hold what it should.
        """
        fields = Fields(value, where, _ALERT_FIELDS, ("evidence",))
        return cls(
            id=fields.read("id", _n),
            t_rest=fields.read("t_rest", _seconds),
            t=fields.read("t", _seconds),
            code=fields.read("code", word_of(Code)),
            side=fields.maybe("side", side_word),
            otau=fields.read("otau", list_of(_otau_no)),
            seen=fields.read("seen", any_object),
            expected=fields.read("expected", any_object),
            resolved=fields.maybe("resolved", one_of(get_args(Resolution))),
            evidence=fields.maybe("evidence", list_of(text)) or (),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedLapse:
    """A correction of ply ``n`` that later corrections no longer let stand.

    Attributes:
        move: what the ply was corrected to; None where a position was set after it.
    """

    n: int
    move: str | None
    by: str

    def to_dict(self) -> dict[str, Any]:
        """The object in ``lapsed``."""
        return {"n": self.n, "move": self.move, "by": self.by}

    @classmethod
    def from_dict(cls, value: object, where: str) -> RecordedLapse:
        """Reads an object of ``lapsed``.

        Raises:
            RecordError: a field is missing, unknown or does not hold what it should.
        """
        fields = Fields(value, where, ("n", "move", "by"))
        return cls(n=fields.read("n", whole(0, PLIES)), move=fields.maybe("move", text), by=fields.read("by", text))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDoubt:
    """What a board may be that is not explained; the fields are those of :class:`togyz.events.Desync`."""

    n: int
    position: Position
    seen: Mapping[str, Any] = field(hash=False)
    explanations: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)

    def to_dict(self) -> dict[str, Any]:
        """The object ``doubt``."""
        return {
            "n": self.n,
            "position": self.position.to_dict(),
            "seen": {side: list(row) for side, row in self.seen.items()},
            "explanations": [dict(one) for one in self.explanations],
        }

    @classmethod
    def from_dict(cls, value: object, where: str) -> RecordedDoubt:
        """Reads the object ``doubt``.

        Raises:
            RecordError: a field is missing, unknown or does not hold what it should.
        """
        fields = Fields(value, where, ("n", "position", "seen", "explanations"))
        return cls(
            n=fields.read("n", whole(0, PLIES)),
            position=fields.read("position", Position.from_dict),
            seen=fields.read("seen", _rows_seen),
            explanations=fields.read("explanations", list_of(any_object)),
        )


def _clock_s(value: object, where: str) -> tuple[float, float]:
    fields = Fields(value, where, _SIDES)
    white, black = (fields.read(side, _seconds) for side in _SIDES)
    return white, black


def _alternatives(value: object, where: str) -> tuple[tuple[str, float], ...]:
    """Moves with their probabilities, the likeliest first.

    Raises:
        RecordError: they are not.
    """
    pairs = list_of(_alternative)(value, where)
    p = [one for _, one in pairs]
    if len(pairs) > _ALTERNATIVES or p != sorted(p, reverse=True) or sum(p) > 1 + _ROUNDED:
        raise refuse(where, f"at most {_ALTERNATIVES} moves, the likeliest first, with probabilities up to 1", value)
    return pairs


def _alternative(value: object, where: str) -> tuple[str, float]:
    move, p = list_of(lambda part, _where: part, length=2)(value, where)
    return text(move, f"{where}[0]"), number(0, 1)(p, f"{where}[1]")


def _rows_seen(value: object, where: str) -> dict[str, tuple[int, ...]]:
    fields = Fields(value, where, _SIDES)
    row = list_of(whole(0, KUMALAK_TOTAL), length=OTAU_PER_SIDE)
    return {side: fields.read(side, row) for side in _SIDES}
