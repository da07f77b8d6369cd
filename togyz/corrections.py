"""What an arbiter says of a recorded game, as values with a JSON form: they are stored, and told again on replay."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from togyz.errors import RecordError, TogyzError
from togyz.fields import Fields, object_of, one_of, scalar, text, whole, word_of
from togyz.json_text import compact_json, from_json
from togyz.outcome import RESULTS, Reason, Result
from togyz.position import Position
from togyz.record import Record
from togyz.replay import to_game
from togyz.saying import Said, Saying, say
from togyz.tags import OF_GAME

_N_MAX: Final = 100_000
_n: Final = whole(0, _N_MAX)
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
TAKEN: Final = frozenset({"session", "opened_at", "game_start_t"})
"""Headers that the recording makes, not a person."""
_RECORDERS: Final = TAKEN | {"TimeControl"}
"""Those that nobody can change any more once the game has begun."""


class CorrectionError(TogyzError):
    """A correction that cannot be made in this game."""

    def __init__(self, why: Saying) -> None:
        super().__init__(why, " ".join(map(str, why.values.values())))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlyCorrected:
    """Ply ``n`` (from 1) was the legal move ``move``, as it is written."""

    n: int
    move: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertAccepted:
    """The error of alert ``id`` stands as it was played."""

    id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCorrected:
    """After ``n`` plies the position was this one."""

    n: int
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDeclared:
    """The game ended with this result, whatever the board shows."""

    result: Result
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultWithdrawn:
    """No result is declared: what the plies give by the rules stands, if they give any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesTurned:
    """White sat on the other side of the board than the record has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadersGiven:
    """Who played, where, when: these headers, besides those that stand; an empty one is taken away.

    Raises:
        CorrectionError: one of them is no header of a game, or is the recorder's own.
    """

    headers: Mapping[str, str]

    def __post_init__(self) -> None:
        check_headers(self.headers, _RECORDERS)


def check_headers(names: Iterable[str], taken: Collection[str] = TAKEN) -> None:
    """Refuses headers that no person may say.

    Args:
        names: of the headers.
        taken: those that the recording makes.

    Raises:
        CorrectionError: one of them is no name of a header, or is the recorder's or the game's own.
    """
    for name in names:
        if not _HEADER.fullmatch(name) or name in taken or name in OF_GAME:
            raise CorrectionError(say(Said.NO_HEADER, name=name))


Ruling = (
    PlyCorrected | AlertAccepted | PositionCorrected | ResultDeclared | ResultWithdrawn | SidesTurned | HeadersGiven
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Something that was said, and by whom."""

    by: str
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionNote:
    """A correction as it is kept for good.

    Attributes:
        at: when it was said, as ISO 8601 has it.
        before, after: the ply that it is about and the position after it (:func:`standing`), then and now.
    """

    correction: Correction
    at: str
    before: dict[str, Any]
    after: dict[str, Any]

    def to_json(self) -> str:
        """One line of JSON."""
        ruling = self.correction.ruling
        match ruling:
            case PlyCorrected():
                what: dict[str, Any] = {"ply": ruling.n, "move": ruling.move}
            case AlertAccepted():
                what = {"alert": ruling.id}
            case PositionCorrected():
                what = {"after_ply": ruling.n, "position": ruling.position.to_dict()}
            case ResultDeclared():
                what = {"result": ruling.result, "reason": ruling.reason.value}
            case ResultWithdrawn():
                what = {"withdrawn": "result"}
            case SidesTurned():
                what = {"sides": "turned"}
            case HeadersGiven():
                what = {"headers": dict(ruling.headers)}
        by = {"by": self.correction.by, "at": self.at}
        return compact_json(by | {"said": what, "before": self.before, "after": self.after})

    @classmethod
    def from_json(cls, line: str) -> CorrectionNote:
        """Reads what :meth:`to_json` wrote.

        Raises:
            RecordError: it holds something else.
        """
        try:
            value = from_json(line)
        except ValueError as error:
            raise RecordError(f"the correction is not JSON: {error}", line) from error
        fields = Fields(value, "", ("by", "at", "said", "before", "after"))
        return cls(
            correction=Correction(by=fields.read("by", text), ruling=fields.read("said", _ruling)),
            at=fields.read("at", text),
            before=fields.read("before", object_of(scalar)),
            after=fields.read("after", object_of(scalar)),
        )


@contextmanager
def naming_places(record: Record) -> Iterator[None]:
    """Errors of a ply of ``record`` name its place on the scoresheet, as ``9b``, in place of a number of plies.

    Raises:
        TogyzError: what was raised within; a ``CorrectionError`` where it is about a ply.
    """
    try:
        yield
    except TogyzError as error:
        if error.ply_n is None:
            raise
        where = to_game(record).label_of(error.ply_n)
        raise CorrectionError(say(Said.BECAUSE, where=where, fault=error.message)) from error


def standing(record: Record, n: int) -> dict[str, Any]:
    """Ply ``n`` of a record as it is written, the position after it, and the result; null where there is none."""
    game = to_game(record)
    if n > len(game.plies):
        return {"n": n, "move": None, "position": None, "result": game.result}
    move = game.plies[n - 1].written if n else None
    return {"n": n, "move": move, "position": str(game.position_after(n)), "result": game.result}


def _ruling(value: object, where: str) -> Ruling:
    kinds = {
        "ply": ("ply", "move"),
        "alert": ("alert",),
        "after_ply": ("after_ply", "position"),
        "result": ("result", "reason"),
        "withdrawn": ("withdrawn",),
        "sides": ("sides",),
        "headers": ("headers",),
    }
    names = next((names for first, names in kinds.items() if isinstance(value, dict) and first in value), ("ply",))
    fields = Fields(value, where, names)
    if names[0] == "ply":
        return PlyCorrected(n=fields.read("ply", _n), move=fields.read("move", text))
    if names[0] == "headers":
        return HeadersGiven(headers=fields.read("headers", object_of(text)))
    if names[0] == "alert":
        return AlertAccepted(id=fields.read("alert", _n))
    if names[0] == "withdrawn":
        fields.read("withdrawn", one_of(("result",)))
        return ResultWithdrawn()
    if names[0] == "result":
        return ResultDeclared(
            result=fields.read("result", one_of(RESULTS)), reason=fields.read("reason", word_of(Reason))
        )
    if names[0] == "sides":
        fields.read("sides", one_of(("turned",)))
        return SidesTurned()
    return PositionCorrected(n=fields.read("after_ply", _n), position=fields.read("position", Position.from_dict))
